/// The letters of a line, counted by case.
struct LetterCase {
  var upper = 0
  var lower = 0
  var other = 0
  /// Words that begin with a small letter, and all words.
  var smallWords = 0
  var words = 0

  /// At least two capitals and next to nothing else: `Mc`, `d'` and an italic `_and_` may stand between.
  var isCapitals: Bool { upper >= 2 && lower * 8 <= upper }
  /// A title in the English or German manner: most words begin in a capital.
  var isTitleCase: Bool { words > 0 && upper > 0 && smallWords * 2 <= words + 1 }
}

extension PlainTextSource {
  func letterCase(_ range: Range<Int>) -> LetterCase {
    var counts = LetterCase()
    var inWord = false
    var i = range.lowerBound
    // ASCII and quotes: nothing is to be looked up.
    while i < range.upperBound {
      let byte = file.text[i]
      let isUpper = byte.isASCIICapital
      let isLower = byte.isASCIISmall
      if isUpper || isLower {
        if isUpper { counts.upper += 1 } else { counts.lower += 1 }
        if !inWord {
          counts.words += 1
          if isLower { counts.smallWords += 1 }
        }
        inWord = true
        i += 1
      } else if byte < 0x80 {
        inWord = inWord && (byte == 0x27 || byte == 0x2D)
        i += 1
      } else if byte == 0xE2, i + 2 < range.upperBound, file.text[i + 1] == 0x80 {
        inWord = inWord && file.text[i + 2] == 0x99
        i += 3
      } else {
        break
      }
    }
    // Signs of U+2000 to U+2BFF are no letters and common; the property tables are slow.
    for scalar in string(i..<range.upperBound).unicodeScalars {
      let value = scalar.value
      var isUpper = false
      var isLower = false
      if value < 0x80 {
        isUpper = value.isASCIICapital
        isLower = value.isASCIISmall
      } else if value >= 0xC0, !(0x2000...0x2BFF).contains(value) {
        // from Hebrew to Burmese, and ideographs: neither small nor capital
        if !(0x590...0x109F).contains(value), !(0x3000...0x9FFF).contains(value) {
          isUpper = scalar.properties.isUppercase
          isLower = scalar.properties.isLowercase
        }
        if !isUpper, !isLower, scalar.properties.isAlphabetic { counts.other += 1 }
      }
      if isUpper { counts.upper += 1 }
      if isLower { counts.lower += 1 }
      let isLetter = isUpper || isLower
      if isLetter, !inWord {
        counts.words += 1
        if isLower { counts.smallWords += 1 }
      }
      // An apostrophe does not begin a word.
      inWord = isLetter || inWord && (scalar == "'" || scalar == "’" || scalar == "-")
    }
    return counts
  }

  private enum Opening { case small, capital, other }

  /// What the line begins with, after quotes and dashes.
  private func opening(of range: Range<Int>) -> Opening {
    var i = range.lowerBound
    while i < range.upperBound {
      let byte = file.text[i]
      if byte.isASCIISmall { return .small }
      if byte.isASCIICapital { return .capital }
      if byte.isASCIIDigit { return .other }
      if byte < 0x80 {
        i += 1
      } else if byte == 0xE2 || byte == 0xC2 {
        i += byte == 0xE2 ? 3 : 2
      } else if (0xD7...0xE0).contains(byte) || (0xE3...0xE9).contains(byte) {
        // U+05C0 to U+0FFF and U+3000 to U+9FFF: neither small nor capital
        return .other
      } else {
        let letter = string(i..<min(i + 4, range.upperBound)).unicodeScalars.first?.properties
        return letter?.isLowercase == true ? .small : letter?.isUppercase == true ? .capital : .other
      }
    }
    return .other
  }

  func beginsSmall(_ range: Range<Int>) -> Bool { opening(of: range) == .small }
  func beginsCapital(_ range: Range<Int>) -> Bool { opening(of: range) == .capital }

  /// The last character ends a sentence: a stop, or a quote or bracket after one.
  func endsSentence(_ range: Range<Int>) -> Bool {
    var end = range.upperBound
    for _ in 0..<4 where end > range.lowerBound {
      switch file.text[end - 1] {
      case 0x2E, 0x21, 0x3F: return true
      case 0x22, 0x27, 0x29, 0x5D, 0x5F, 0x2A: end -= 1
      case 0x80...:
        // a sign of several bytes, or what stands before one of two
        let sign = file.text[max(range.lowerBound, end - 3)..<end].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        switch (sign, sign & 0xFFFF) {
        case (0xE280A6, _), (0xE38082, _), (0xE3808D, _), (0xE3808F, _): return true  // … 。 」 』
        case (0xEFBC81, _), (0xEFBC9F, _), (0xE0A5A4, _): return true  // ！ ？ ।
        case (_, 0xD89F), (_, 0xD783): return true  // ؟ ׃
        case (0xE28098...0xE2809F, _): end -= 3
        case (_, 0xC2BB): end -= 2
        default: return false
        }
      default: return false
      }
    }
    return false
  }
}

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
        isUpper = scalar.properties.isUppercase
        isLower = scalar.properties.isLowercase
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

  /// Whether the line begins in a small letter, after quotes and dashes.
  func beginsSmall(_ range: Range<Int>) -> Bool {
    var i = range.lowerBound
    while i < range.upperBound {
      let byte = file.text[i]
      if byte.isASCIISmall { return true }
      if byte.isASCIICapital || byte.isASCIIDigit { return false }
      if byte < 0x80 {
        i += 1
        continue
      }
      if byte == 0xE2 || byte == 0xC2 {
        i += byte == 0xE2 ? 3 : 2
        continue
      }
      let end = min(i + 4, range.upperBound)
      guard let scalar = string(i..<end).unicodeScalars.first else { return false }
      return scalar.properties.isLowercase
    }
    return false
  }

  /// Whether the line begins in a capital, after quotes and dashes.
  func beginsCapital(_ range: Range<Int>) -> Bool {
    var i = range.lowerBound
    while i < range.upperBound {
      let byte = file.text[i]
      if byte.isASCIICapital { return true }
      if byte.isASCIILetter || byte.isASCIIDigit { return false }
      if byte < 0x80 {
        i += 1
      } else if byte == 0xE2 || byte == 0xC2 {
        i += byte == 0xE2 ? 3 : 2
      } else {
        return string(i..<min(i + 4, range.upperBound)).unicodeScalars.first?.properties.isUppercase ?? false
      }
    }
    return false
  }

  /// The last character ends a sentence: a stop, or a quote or bracket after one.
  func endsSentence(_ range: Range<Int>) -> Bool {
    var i = range.upperBound
    var steps = 0
    while i > range.lowerBound, steps < 4 {
      let byte = file.text[i - 1]
      switch byte {
      case 0x2E, 0x21, 0x3F: return true
      case 0x22, 0x27, 0x29, 0x5D, 0x5F, 0x2A:
        i -= 1
      case 0xA6 where i - range.lowerBound >= 3 && file.text[i - 2] == 0x80 && file.text[i - 3] == 0xE2: return true
      case 0x98...0x9F where i - range.lowerBound >= 3 && file.text[i - 2] == 0x80 && file.text[i - 3] == 0xE2: i -= 3
      case 0xBB where i - range.lowerBound >= 2 && file.text[i - 2] == 0xC2: i -= 2
      case 0x82 where i - range.lowerBound >= 3 && file.text[i - 2] == 0x80 && file.text[i - 3] == 0xE3: return true
      case 0x8D where i - range.lowerBound >= 3 && file.text[i - 2] == 0x80 && file.text[i - 3] == 0xE3: return true
      case 0x8F where i - range.lowerBound >= 3 && file.text[i - 2] == 0x80 && file.text[i - 3] == 0xE3: return true
      case 0x81 where i - range.lowerBound >= 3 && file.text[i - 2] == 0xBC && file.text[i - 3] == 0xEF: return true
      case 0x9F where i - range.lowerBound >= 3 && file.text[i - 2] == 0xBC && file.text[i - 3] == 0xEF: return true
      case 0xA4 where i - range.lowerBound >= 3 && file.text[i - 2] == 0xA5 && file.text[i - 3] == 0xE0: return true
      case 0x9F where i - range.lowerBound >= 2 && file.text[i - 2] == 0xD8: return true
      case 0x83 where i - range.lowerBound >= 2 && file.text[i - 2] == 0xD7: return true
      default: return false
      }
      steps += 1
    }
    return false
  }
}

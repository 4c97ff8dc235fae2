package import Pango

/// Where a text of one script may be parted so that each part is itemized, broken and shaped alone as it is in the whole:
/// nothing that Unicode's rules for direction (UAX #9), scripts (UAX #24) and line ends (UAX #14) take into account
/// reaches across. Most parts come again: a word with its punctuation, or an ideograph with the marks behind it.
///
/// A text with anything out of the ordinary is none of these: two scripts, kana (which share their marks with
/// ideographs), controls.
package enum TextSegments {
  /// Bytes of the parts, in order, white space between them left out; nil where the text is to stay whole.
  static func ranges(in text: UnsafeBufferPointer<UInt8>, isRightToLeft: Bool) -> [Range<Int>]? {
    Sign.low.withUnsafeBufferPointer { ranges(in: text, isRightToLeft: isRightToLeft, $0) }
  }

  private static func ranges(
    in text: UnsafeBufferPointer<UInt8>, isRightToLeft: Bool, _ low: UnsafeBufferPointer<Sign>
  ) -> [Range<Int>]? {
    var script: UInt32?
    var words: [Word] = []
    /// The last of them, until it ends.
    var word = Word(bytes: 0..<0, first: .space, last: .space)
    /// Before ideographs.
    var cuts: [Int] = []
    var last = Sign.space
    var byte = 0
    while byte < text.count {
      let (scalar, length) = BreakRules.scalar(text, byte)
      let sign = scalar < UInt32(low.count) ? low[Int(scalar)] : Sign(scalar)
      // nearly all: within a word, of the script that it is of
      if sign == .letter || sign == .mark, last == .letter || last == .mark, script == block(of: scalar) {
        byte += length
        word.take(sign, to: byte)
        last = sign
        continue
      }
      guard let found = TextSegments.script(of: sign, scalar, after: script, isRightToLeft) else { return nil }
      if found != 0 { script = found }
      if sign == .ideograph, last == .ideograph || last == .wideClosing { cuts.append(byte) }
      if sign != .space {
        if last == .space { word = Word(bytes: byte..<byte, first: sign, last: sign) }
        word.take(sign, to: byte + length)
      } else if last != .space {
        words.append(word)
      }
      last = sign
      byte += length
    }
    if last != .space { words.append(word) }
    switch script {
    case nil: return nil
    case ideographs:
      guard let first = words.first, let end = words.last?.bytes.upperBound else { return nil }
      return zip([first.bytes.lowerBound] + cuts, cuts + [end]).map { $0..<$1 }
    default: return Word.parted(words)
    }
  }

  /// The places of a part that is a word of Hebrew or Arabic, with one sign of ASCII behind it or none, as Pango tells
  /// them, which takes as long for that as to shape the word: none is the end of a line, and signs but marks begin a cluster.
  /// - Parameter flags: what was there is gone.
  /// - Returns: false for other parts.
  package static func breaks(of part: UnsafeBufferPointer<UInt8>, into flags: inout [BreakFlags]) -> Bool {
    flags.removeAll(keepingCapacity: true)
    return Sign.low.withUnsafeBufferPointer { low in
      var byte = 0
      while byte < part.count {
        let (scalar, length) = BreakRules.scalar(part, byte)
        guard scalar < UInt32(low.count) else { return false }
        let isSign = low[Int(scalar)] == .inner && scalar < 0x80 && scalar != 0x2D && byte + length == part.count
        guard isSign || scalar >= 0x590 && scalar < 0x700 else { return false }
        switch low[Int(scalar)] {
        case .mark where byte > 0: flags.append(.mark)
        case .letter: flags.append(.sign)
        case .inner where isSign && byte > 0: flags.append(.sign)
        default: return false
        }
        byte += length
      }
      flags.append(.end)
      return true
    }
  }

  /// Stands for the script of ideographs among the blocks of the others.
  private static let ideographs = UInt32.max

  /// The script that a text has after a character; 0 where it may be any, nil where it is not the one that it had.
  private static func script(of sign: Sign, _ scalar: UInt32, after script: UInt32?, _ isRightToLeft: Bool) -> UInt32? {
    switch sign {
    case .other: return nil
    // digits run the other way among right-to-left letters, and go by the letter before them, which is in their part
    case .space, .inner, .quote, .openingQuote, .closingQuote, .opening, .joiner, .digit: return 0
    case .letter, .mark:
      let block = block(of: scalar)
      guard (block == 0xB || block == 0xC) == isRightToLeft else { return nil }
      return script == nil || script == block ? block : nil
    case .ideograph, .wideClosing, .wideOther, .latin:
      guard !isRightToLeft else { return nil }
      return script == nil || script == ideographs ? ideographs : nil
    }
  }

  /// Of a letter or a mark; the two blocks of Arabic are one script.
  private static func block(of scalar: UInt32) -> UInt32 { scalar >> 7 == 0xD ? 0xC : scalar >> 7 }

  /// What stands between spaces.
  private struct Word {
    var bytes: Range<Int>
    var hasLetter = false
    var first: Sign
    var last: Sign

    init(bytes: Range<Int>, first: Sign, last: Sign) { (self.bytes, self.first, self.last) = (bytes, first, last) }

    mutating func take(_ sign: Sign, to end: Int) {
      bytes = bytes.lowerBound..<end
      if sign == .letter { hasLetter = true }
      last = sign
    }

    /// Whether a line may end between this word and the next whatever stands around them.
    func isParted(from next: Word) -> Bool {
      switch next.first {
      case .letter: last != .opening && last != .openingQuote
      case .quote, .openingQuote, .opening: [.letter, .mark, .inner].contains(last)
      default: false
      }
    }

    /// Words without a letter go with the one before: their script is its.
    static func parted(_ words: [Word]) -> [Range<Int>] {
      var parts: [Range<Int>] = []
      var hasLetter = false
      for (index, word) in words.enumerated() {
        if index > 0, word.hasLetter, hasLetter, words[index - 1].isParted(from: word) {
          parts.append(word.bytes)
          hasLetter = false
        } else {
          parts.append((parts.popLast() ?? word.bytes).lowerBound..<word.bytes.upperBound)
        }
        if word.hasLetter { hasLetter = true }
      }
      return parts
    }
  }

  /// What a character is to the places around it.
  private enum Sign {
    /// Of a script with spaces.
    case letter, mark, joiner
    case ideograph
    case space
    case digit
    /// Letters of ASCII.
    case latin
    /// No line begins with it, whatever stands before: not where a part begins.
    case inner
    /// Quotation marks, which may open and close; from Unicode 15.1 on no line ends behind one that opens and a space,
    /// nor between a space and one that closes (LB15a, LB15b), if what stands around it agrees.
    case quote, openingQuote, closingQuote
    case opening
    /// Behind it a line may end before an ideograph.
    case wideClosing, wideOther
    case other

    /// Those of the first characters, up to the last of the scripts that are laid out like Devanagari.
    static let low: [Sign] = (0..<0xD80).map { Sign($0) }

    init(_ scalar: UInt32) {
      switch scalar {
      case 0x20: self = .space
      case 0x30...0x39, 0x0660...0x0669, 0x06F0...0x06F9, 0x0966...0x096F, 0x09E6...0x09EF, 0x0A66...0x0A6F,
        0x0AE6...0x0AEF, 0x0B66...0x0B6F, 0x0BE6...0x0BEF, 0x0C66...0x0C6F, 0x0CE6...0x0CEF, 0x0D66...0x0D6F:
        self = .digit
      case 0x41...0x5A, 0x61...0x7A: self = .latin
      case 0x21, 0x2C...0x2E, 0x3A, 0x3B, 0x3F, 0x29, 0x5D, 0x2013, 0x2014, 0x2026, 0x060C, 0x061B, 0x061F, 0x06D4,
        0x0964, 0x0965, 0x05BE, 0x05C0, 0x05C3:
        self = .inner
      case 0x22, 0x27: self = .quote
      case 0x2018, 0x201C, 0xAB: self = .openingQuote
      case 0x2019, 0x201D, 0xBB: self = .closingQuote
      case 0x28, 0x5B, 0x201A, 0x201E: self = .opening
      case 0x05D0...0x05EA, 0x05EF...0x05F4, 0x0620...0x064A, 0x066E, 0x066F, 0x0671...0x06D3, 0x06FA...0x06FC:
        self = .letter
      case 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC,
        0x06DF...0x06E4:
        self = .mark
      case 0x200C, 0x200D: self = .joiner
      // Devanagari; the others of its family are laid out alike (Unicode 15, chapter 12)
      case 0x0904...0x0939, 0x093D, 0x0958...0x0961: self = .letter
      case 0x0900...0x0903, 0x093A...0x093C, 0x093E...0x094D, 0x0962, 0x0963: self = .mark
      case 0x0985...0x09B9, 0x0A05...0x0A39, 0x0A85...0x0AB9, 0x0B05...0x0B39, 0x0B85...0x0BB9, 0x0C05...0x0C39,
        0x0C85...0x0CB9, 0x0D05...0x0D39:
        self = .letter
      case 0x0981...0x0983, 0x09BC, 0x09BE...0x09CD, 0x0A01...0x0A03, 0x0A3C...0x0A4D, 0x0A81...0x0A83, 0x0ABC,
        0x0ABE...0x0ACD, 0x0B01...0x0B03, 0x0B3C, 0x0B3E...0x0B4D, 0x0B82, 0x0BBE...0x0BCD, 0x0C00...0x0C04,
        0x0C3C, 0x0C3E...0x0C4D, 0x0C81...0x0C83, 0x0CBC, 0x0CBE...0x0CCD, 0x0D00...0x0D03, 0x0D3B...0x0D3C,
        0x0D3E...0x0D4D:
        self = .mark
      case 0x3400...0x4DBF, 0x4E00...0x9FFF: self = .ideograph
      case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0xFF01, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B,
        0xFF1F:
        self = .wideClosing
      case 0x3000, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0xFF08, 0xB7: self = .wideOther
      default: self = .other
      }
    }
  }
}

/// Where a line may end inside a word of an alphabetic script, hyphenation aside.
///
/// UAX #14 lets lines begin with a dash and end before "…"; careful prose does
/// not (checklist C12), so these are octavo's own rules for plain words. Text of
/// other scripts follows UAX #14 by Pango.
enum BreakRules {
  /// Bytes from which on a name with low lines may be parted at them.
  private static let leastName = 12

  /// Bytes from which on a word with enough signs of program text is parted as an address is.
  static let leastSigned = 24

  /// Bytes of a range past which a line may end in it.
  private static let longestRange = 16

  /// Calls `found` with the byte after which a line may end and the kind of break.
  static func scan(_ word: UnsafeBufferPointer<UInt8>, _ found: (Int, WordBreak.Kind) -> Void) {
    // most words: in ASCII only a hyphen, a slash, an identifier or an address has a break
    guard
      word.count >= leastSigned
        || word.dropLast().contains(where: {
          $0 >= 0x80 || (0x2D...0x2F).contains($0) || $0 == 0x5F || $0 == 0x40 || $0 == 0x5C
        })
    else { return }
    if Address.isAddress(word) { return Address.scan(word, found) }
    var i = 0
    var letters = 0  // letters or digits since the last break or hyphen
    var hasInk = false  // a letter or digit has been seen
    while i < word.count {
      let (scalar, length) = scalar(word, i)
      let next = i + length
      switch scalar {
      case 0xAD:
        if hasInk, next < word.count { found(next, .softHyphen) }
      case 0x200B:
        if next < word.count { found(next, .open) }
      case 0x2014, 0x2015, 0x2E3A, 0x2E3B:
        // after the last dash of a run, never before one, and not after a dash that opens speech
        if hasInk, next < word.count, !isDash(word, next), !closes(word, next) { found(next, .open) }
        letters = 0
      case 0x2013:
        if hasInk, next < word.count, !isDash(word, next), !closes(word, next), !isRange(word, i, next) {
          found(next, .open)
        }
        letters = 0
      case 0x2D, 0x2010:
        let doubled = next < word.count && (word[next] == 0x2D)
        if doubled {
          break  // "--" is a dash: judged at its last hyphen
        } else if i > 0, word[i - 1] == 0x2D {
          if hasInk, next < word.count, !closes(word, next) { found(next, .open) }
        } else if letters >= 2, next < word.count,
          lettersFollowing(word, word[next] == 0x28 || word[next] == 0x5B ? next + 1 : next) >= 2
        {
          // `Paternoster-|(Miserere)`
          found(next, .ownHyphen)
        }
        letters = 0
      case 0x2026:
        if hasInk, next < word.count, lettersFollowing(word, next) >= 1 { found(next, .open) }
        letters = 0
      case 0x2F:  // slash
        if letters >= 2, lettersFollowing(word, next) >= 2 { found(next, .open) }
        letters = 0
      case 0x5F:
        // a long name of a program after its low lines: MAXIMUM_|CONNECTIONS
        if word.count >= leastName, letters >= 2, lettersFollowing(word, next) >= 2 { found(next, .open) }
        letters = 0
      case 0x2E, 0x3F, 0x26, 0x3D, 0x23, 0x25, 0x40, 0x3A, 0x3E: letters = 0
      default:
        if isLetterOrDigit(scalar) {
          letters += 1
          hasInk = true
        }
      }
      i = next
    }
  }

  /// The punctuation at a word's end, looking through closing quotes and brackets.
  /// - Parameter companion: what the word asks of the line end after it.
  static func punctuation(_ word: UnsafeBufferPointer<UInt8>, _ companion: UnbreakablePair) -> Word.Punctuation {
    var end = word.count
    while end > 0 {
      var start = end - 1
      while start > 0, word[start] & 0xC0 == 0x80 { start -= 1 }
      let (scalar, _) = scalar(word, start)
      switch scalar {
      case 0x22, 0x27, 0x29, 0x5D, 0x2019, 0x201D, 0xBB, 0x203A: end = start
      case 0x2C: return .comma
      case 0x3A, 0x3B: return .colon
      case 0x21, 0x3F: return .sentence
      case 0x2E:
        // after a capital it marks an initial (The TeXbook, p. 74)
        guard start > 0, !(0x41...0x5A).contains(word[start - 1]) else { return .none }
        // and after "Mr" no pause either
        let whole = end == word.count ? companion : UnbreakablePair(UnsafeBufferPointer(rebasing: word[..<end]))
        return whole.isAbbreviation ? .none : .sentence
      default: return .none
      }
    }
    return .none
  }

  /// Whether the sentence before the word goes on with it: a small letter or a dash begins
  /// it, looking through opening quotes and brackets.
  static func goesOn(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    var i = 0
    while i < word.count {
      let (scalar, length) = scalar(word, i)
      switch scalar {
      case 0x22, 0x27, 0x28, 0x5B, 0xAB, 0x2018...0x201F, 0x2039: i += length
      case 0x2D, 0x2013, 0x2014, 0x2015: return true
      case 0x61...0x7A: return true
      case 0..<0xC0: return false
      default: return Unicode.Scalar(scalar)?.properties.isLowercase ?? false
      }
    }
    return false
  }

  @inline(__always)
  static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> (UInt32, Int) {
    let b0 = UInt32(bytes[i])
    if b0 < 0x80 { return (b0, 1) }
    if i + 3 <= bytes.count, b0 < 0xF0 {
      // nearly all
      let two = (b0 & 0x1F) << 6 | UInt32(bytes[i + 1]) & 0x3F
      return b0 < 0xE0 ? (two, 2) : ((two & 0x3FF) << 6 | UInt32(bytes[i + 2]) & 0x3F, 3)
    }
    return rareScalar(bytes, i)
  }

  /// At the text's end, or of four bytes.
  private static func rareScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> (UInt32, Int) {
    let b0 = UInt32(bytes[i])
    func continuation(_ k: Int) -> UInt32 { i + k < bytes.count ? UInt32(bytes[i + k]) & 0x3F : 0 }
    if b0 < 0xE0 { return ((b0 & 0x1F) << 6 | continuation(1), min(2, bytes.count - i)) }
    if b0 < 0xF0 { return ((b0 & 0x0F) << 12 | continuation(1) << 6 | continuation(2), min(3, bytes.count - i)) }
    return (
      (b0 & 0x07) << 18 | continuation(1) << 12 | continuation(2) << 6 | continuation(3), min(4, bytes.count - i)
    )
  }

  /// Letters and digits well enough for these rules: ASCII ones and everything from
  /// Latin-1 letters up that is not general punctuation.
  static func isLetterOrDigit(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0..<0xC0: scalar == 0xAA || scalar == 0xB5 || scalar == 0xBA
    case 0xD7, 0xF7: false
    case 0x2000...0x206F, 0x2E00...0x2E7F, 0x3000...0x303F: false
    default: true
    }
  }

  /// Whether the dash stands between the figures of a range, `0.44–0.46`, that a line holds whole.
  private static func isRange(_ word: UnsafeBufferPointer<UInt8>, _ dash: Int, _ next: Int) -> Bool {
    dash > 0 && word.count <= longestRange && isFigure(word[dash - 1]) && isFigure(word[next])
  }

  private static func isFigure(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isDash(_ word: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
    let (scalar, _) = scalar(word, i)
    return (0x2012...0x2015).contains(scalar) || scalar == 0x2D || scalar == 0x2E3A || scalar == 0x2E3B
  }

  /// Whether what follows is closing punctuation, which may not begin a line.
  private static func closes(_ word: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
    let (scalar, length) = scalar(word, i)
    switch scalar {
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0x2019, 0x201D, 0xBB, 0x203A, 0x2026: break
    case 0x22, 0x27: break
    default: return false
    }
    // ‘—’Tis and “—”word: a quote with letters after it opens what follows
    if scalar == 0x2019 || scalar == 0x22 || scalar == 0x27 {
      return lettersFollowing(word, i + length) == 0
    }
    return true
  }

  private static func lettersFollowing(_ word: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var i = start
    var count = 0
    while i < word.count, count < 4 {
      let (scalar, length) = scalar(word, i)
      guard isLetterOrDigit(scalar) else { break }
      count += 1
      i += length
    }
    return count
  }
}

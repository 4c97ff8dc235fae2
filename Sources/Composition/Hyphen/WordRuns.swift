/// The letter runs of one word (whatever stands between spaces), in lower case,
/// with the byte each letter came from. Reused from word to word.
struct WordRuns {
  /// One letter or sign, accents included.
  struct Unit {
    /// Lower case, composed.
    var scalar: UInt32
    /// Byte of the word at which it begins.
    var start: UInt16
    /// Counts as a letter, and a hyphen may stand before it.
    var isLetter: Bool
  }

  struct Run {
    /// Of `units`.
    var range: Range<Int>
    /// Joined by a hyphen to other letters: "well-known".
    var isInCompound: Bool
  }

  enum Outcome {
    case runs
    /// Soft hyphens: the author has said where.
    case authorsPoints
    /// Digits, addresses, bytes that are not UTF-8: no word to hyphenate.
    case noWord
  }

  private(set) var units: [Unit] = []
  private(set) var runs: [Run] = []
  private let isTurkic: Bool
  /// Built at the first accent that stands by itself.
  private var composed: ComposedLetters?
  private var marks: [UInt32] = []

  init(isTurkic: Bool) { self.isTurkic = isTurkic }

  /// Takes the runs of a word of at most 65,535 bytes.
  mutating func read(_ word: UnsafeBufferPointer<UInt8>) -> Outcome {
    units.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    var runStart = 0
    var followsHyphen = false
    var i = 0
    while i < word.count {
      if WordRuns.isPlainLetter(word[i]) {
        let start = i
        while i < word.count, WordRuns.isPlainLetter(word[i]) { i += 1 }
        units.append(addingCapacity: i - start) { units in
          for place in start..<i {
            let byte = word[place]
            let lower = isTurkic ? Letters.turkicLowercase(UInt32(byte)) : UInt32(byte | 0x20)
            units.append(Unit(scalar: lower, start: UInt16(truncatingIfNeeded: place), isLetter: true))
          }
        }
        continue
      }
      guard let (scalar, next) = WordRuns.decode(word, i) else { return .noWord }
      let isOpen = units.count > runStart
      switch Letters.kind(of: scalar) {
      case .letter:
        let lower = isTurkic ? Letters.turkicLowercase(scalar) : Letters.lowercase(scalar)
        units.append(Unit(scalar: lower, start: UInt16(i), isLetter: true))
      case .sign where isOpen:
        units.append(Unit(scalar: scalar, start: UInt16(i), isLetter: false))
      case .accent where isOpen:
        marks.append(scalar)
        // Only the last of several marks knows the whole letter.
        if !WordRuns.isAccent(word, next) { compose() }
      case .digit:
        return .noWord
      case .sign, .accent, .other:
        if scalar == 0xAD { return .authorsPoints }
        if WordRuns.isOfAddress(scalar, word, i, isOpen) { return .noWord }
        let isHyphen = scalar == 0x2D || scalar == 0x2010 || scalar == 0x2011
        let joins = isHyphen && isOpen && WordRuns.isLetter(word, next)
        if isOpen { runs.append(Run(range: runStart..<units.count, isInCompound: joins || followsHyphen)) }
        runStart = units.count
        followsHyphen = joins
      }
      i = next
    }
    if units.count > runStart { runs.append(Run(range: runStart..<units.count, isInCompound: followsHyphen)) }
    return .runs
  }

  @inline(__always)
  private static func isPlainLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Joins the marks gathered to the letter before them. Where no composed
  /// letter exists (Russian stress marks), patterns see the bare letter.
  private mutating func compose() {
    defer { marks.removeAll(keepingCapacity: true) }
    guard let last = units.indices.last, units[last].isLetter else { return }
    let table = composed ?? ComposedLetters()
    composed = table
    if let letter = table.letter(units[last].scalar, with: marks) { units[last].scalar = letter }
  }

  /// "name@host", "file_name", "www.host.org", "scheme://": no words of a language.
  private static func isOfAddress(
    _ scalar: UInt32, _ word: UnsafeBufferPointer<UInt8>, _ i: Int, _ isOpen: Bool
  ) -> Bool {
    switch scalar {
    case 0x40, 0x5F, 0x5C: true
    case 0x3A: i + 2 < word.count && word[i + 1] == 0x2F && word[i + 2] == 0x2F
    case 0x2E: isOpen && isLetter(word, i + 1)
    default: false
    }
  }

  private static func isLetter(_ word: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
    guard i < word.count, let (scalar, _) = decode(word, i) else { return false }
    return Letters.kind(of: scalar) == .letter
  }

  private static func isAccent(_ word: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
    guard i < word.count, let (scalar, _) = decode(word, i) else { return false }
    return Letters.kind(of: scalar) == .accent
  }

  /// The scalar at byte `i` and the byte after it; nil for what is no UTF-8 (RFC 3629).
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> (scalar: UInt32, next: Int)? {
    let first = bytes[i]
    if first < 0x80 { return (UInt32(first), i + 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, first < 0xF5, i + length <= bytes.count else { return nil }
    var scalar = UInt32(first) & (0xFF >> UInt32(length + 1))
    for k in 1..<length {
      let byte = bytes[i + k]
      guard byte & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= least, Unicode.Scalar(scalar) != nil else { return nil }
    return (scalar, i + length)
  }
}

/// Signs that mean something to the reader, of which nearly every line has none: looked for once,
/// so that no later pass reads a line that cannot concern it.
struct LineSigns: OptionSet {
  let rawValue: UInt8
  /// `[` and `{`: notes, page numbers, pictures.
  static let brackets = LineSigns(rawValue: 1)
  /// `(`, `*`, `†` and `‡`: what else may call a note.
  static let calls = LineSigns(rawValue: 2)
  static let digits = LineSigns(rawValue: 4)
  /// `_`, `=` and `~`, which set words in another style; so do `+` and `#`, and `^` raises what follows.
  static let underscores = LineSigns(rawValue: 8)
  static let equals = LineSigns(rawValue: 16)
  static let tildes = LineSigns(rawValue: 32)

  static let carets = LineSigns(rawValue: 64)
  static let frames = LineSigns(rawValue: 128)

  static let styles: LineSigns = [.underscores, .equals, .tildes, .carets, .frames]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What one byte of ASCII shows.
  init(_ byte: UInt8) {
    switch byte {
    case 0x5B, 0x7B: self = .brackets
    case 0x28, 0x2A: self = .calls
    case 0x30...0x39: self = .digits
    case 0x5F: self = .underscores
    case 0x3D: self = .equals
    case 0x7E: self = .tildes
    case 0x5E: self = .carets
    case 0x2B, 0x23: self = .frames
    default: self = []
    }
  }

  /// What a stretch of bytes shows.
  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    self = []
    for byte in bytes where byte >= 0x23 && byte < 0x80 { formUnion(LineSigns(byte)) }
  }
}

extension EightBytes {
  /// Not 0 where there may be one of the signs above, or a bar; it is not said where.
  ///
  /// A byte is 0 where one less borrows from above it (Hacker's Delight, 6-1).
  @inline(__always)
  package var anySigns: UInt64 {
    // the last five signs of each column of ASCII, `[ \ ] ^ _` and `{ | } ~`
    let columnEnds = ((bits & 0x1F1F_1F1F_1F1F_1F1F) &+ 0x0505_0505_0505_0505) & (bits >> 1) & 0x2020_2020_2020_2020
    // `(`, `*` and `+` differ in two bits
    let calls = (bits | 0x0303_0303_0303_0303) ^ 0x2B2B_2B2B_2B2B_2B2B
    let numbers = bits ^ 0x2323_2323_2323_2323
    let equals = bits ^ 0x3D3D_3D3D_3D3D_3D3D
    let figures = (bits ^ 0x3030_3030_3030_3030) & 0x7F7F_7F7F_7F7F_7F7F
    let noDigits = figures &+ 0x7676_7676_7676_7676 | bits
    let ones: UInt64 = 0x0101_0101_0101_0101
    let others = (calls &- ones) & ~calls | (equals &- ones) & ~equals | (numbers &- ones) & ~numbers | ~noDigits
    return columnEnds | others & 0x8080_8080_8080_8080
  }
}

/// A sign of punctuation, folded: typewriter quotes and a printer's are one, so are dashes of any length.
enum Sign: UInt8 {
  case none = 0
  case comma, stop, semicolon, colon, exclamation, question, quote, dash, ellipsis, open, close
  case ideographicComma, ideographicStop, other
  case space, lineEnd
  /// A backtick of Markdown that may be code's or open a quotation.
  case tick

  init(_ scalar: UInt32) {
    switch scalar {
    case 0x2C, 0x60C, 0xFF0C, 0xFE50: self = .comma
    case 0x2E, 0x6D4, 0xFF0E: self = .stop
    case 0x3B, 0x61B, 0xFF1B: self = .semicolon
    case 0x3A, 0xFF1A: self = .colon
    case 0x21, 0xFF01: self = .exclamation
    case 0x3F, 0x61F, 0xFF1F: self = .question
    case 0x22, 0x27, 0x60, 0xAB, 0xB4, 0xBB, 0x2BC, 0x2018...0x201F, 0x2032, 0x2033, 0x2039, 0x203A,
      0x301D...0x301F:
      self = .quote
    case 0x2026: self = .ellipsis
    case 0x28, 0xFF08, 0x300A, 0x300C, 0x300E: self = .open
    case 0x29, 0xFF09, 0x300B, 0x300D, 0x300F: self = .close
    case 0x3001: self = .ideographicComma
    case 0x3002: self = .ideographicStop
    default: self = .other
    }
  }
}

extension Sign {
  /// Without white space and ends of lines.
  static func onLine(_ signs: some Sequence<UInt8>) -> [UInt8] {
    signs.filter { $0 != Sign.space.rawValue && $0 != Sign.lineEnd.rawValue }
  }
}

/// Gathers the signs between two letters and numbers what it has gathered: the same signs,
/// the same number. One serves both sides of a comparison.
struct Signs {
  private var pending: [UInt8] = []
  /// Those since the last letter.
  var waiting: [UInt8] { pending }
  private var numbers: [[UInt8]: UInt16] = [[]: 0]
  private var all: [[UInt8]] = [[]]
  /// More than any book has; what comes after is not compared.
  static let unknown = UInt16.max

  mutating func add(_ sign: Sign) {
    switch sign {
    // white space tells a sign from the next, and lines apart; more of it says no more
    case .space where pending.last == Sign.space.rawValue || pending.last == Sign.lineEnd.rawValue || pending.isEmpty:
      return
    case .lineEnd where pending.suffix(2) == [Sign.lineEnd.rawValue, Sign.lineEnd.rawValue]: return
    case .lineEnd where pending.last == Sign.space.rawValue: pending.removeLast()
    default: break
    }
    pending.append(sign.rawValue)
  }

  /// Whether nothing but white space has come since the last sign, or since the last letter.
  var isAtSpace: Bool {
    pending.last.map { $0 == Sign.space.rawValue || $0 == Sign.lineEnd.rawValue } ?? true
  }

  /// Whether anything but white space has come since the last letter.
  var hasSigns: Bool { pending.contains { $0 != Sign.space.rawValue && $0 != Sign.lineEnd.rawValue } }

  /// Forgets those since `waiting` ones; of one line without white space, nil where there are none.
  mutating func takeBack(to waiting: [UInt8]) -> [UInt8]? {
    let own = Sign.onLine(pending.dropFirst(waiting.count))
    pending = waiting
    return own.isEmpty ? nil : own
  }

  mutating func clear() { pending.removeAll(keepingCapacity: true) }

  /// The number of what has been gathered since the last letter.
  mutating func take() -> UInt16 {
    if pending.last == Sign.space.rawValue { pending.removeLast() }
    guard !pending.isEmpty else { return 0 }
    defer { pending.removeAll(keepingCapacity: true) }
    if let number = numbers[pending] { return number }
    guard all.count < Int(Signs.unknown) else { return Signs.unknown }
    let number = UInt16(all.count)
    numbers[pending] = number
    all.append(pending)
    return number
  }

  func callAsFunction(_ number: UInt16) -> [UInt8] { number == Signs.unknown ? [] : all[Int(number)] }
}

extension List {
  /// An item's number with the signs about it, or its own label; nil for bullets.
  public func marker(of item: Int) -> String? {
    if let label = items[item].label { return label }
    guard let start else { return nil }
    let number = counting.written(items[item].number ?? start &+ item)
    return switch delimiter {
    case .stop: number + "."
    case .bracket: number + ")"
    case .brackets: "(" + number + ")"
    }
  }
}

extension List.Counting {
  /// A number as items are counted: `3`, `c`, `III`. Figures where letters or Roman numerals have none for it.
  public func written(_ number: Int) -> String {
    switch self {
    case .figures: return "\(number)"
    case .none: return ""
    case .twoFigures: return (0...9).contains(number) ? "0\(number)" : "\(number)"
    case .lowerGreek:
      guard (1...24).contains(number) else { return "\(number)" }
      // no number is a final sigma
      return UnicodeScalar(0x3B0 + UInt32(number) + (number > 17 ? 1 : 0)).map { String($0) } ?? "\(number)"
    case .lowerLetters, .upperLetters:
      guard (1...26).contains(number) else { return "\(number)" }
      let first: UInt8 = self == .lowerLetters ? 0x60 : 0x40
      return String(UnicodeScalar(first + UInt8(number)))
    case .lowerRoman, .upperRoman:
      guard (1..<4000).contains(number) else { return "\(number)" }
      var rest = number
      var text = ""
      for (value, letters) in List.Counting.roman {
        while rest >= value {
          text += letters
          rest -= value
        }
      }
      return self == .lowerRoman ? text : text.uppercased()
    }
  }

  private static let roman = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]
}

package import BookModel
internal import Units

extension Figure.Size {
  /// `60%`, `5cm`, `300px`, `300` (CSS pixels, 96 to the inch).
  package init?(css text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(number), value > 0, value < 100_000 else { return nil }
    switch trimmed(String(text.dropFirst(number.count))).lowercased() {
    case "%": self = .share(min(value / 100, 1))
    case "", "px": self = .length(Length(points: value * 72 / 96))
    case "pt": self = .length(Length(points: value))
    case "cm": self = .length(Length(points: value * 72 / 2.54))
    case "mm": self = .length(Length(points: value * 72 / 25.4))
    case "in", "inch": self = .length(Length(points: value * 72))
    default: return nil
    }
  }
}

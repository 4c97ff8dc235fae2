/// A length, counted in Pango units of 1/1024 pt (1 pt = 1/72 in).
///
/// Widths arrive from the shaper in this unit, so sums of them are exact and
/// goldens do not drift. `Double` points are for ratios, demerits and the last
/// step into cairo.
public struct Length: Hashable, Sendable, Comparable {
  /// 1/1024 pt, Pango's own unit: widths from the shaper arrive unrounded.
  public var units: Int

  public static let unitsPerPoint = 1024

  @inlinable public init(units: Int) { self.units = units }

  /// The nearest whole unit to a number of points (1/72 in).
  @inlinable public init(points: Double) {
    units = Length.whole(points * Double(Length.unitsPerPoint))
  }

  /// The nearest whole number, no further from zero than 2^40 (380 km) and 0 for what is no
  /// number: what files say of their size may be anything.
  @inlinable static func whole(_ value: Double) -> Int {
    value.magnitude <= 0x1p40 ? Int(value.rounded()) : value.isNaN ? 0 : value < 0 ? -(1 << 40) : 1 << 40
  }

  /// The nearest whole unit to a number of millimetres (25.4 mm = 72 pt).
  @inlinable public init(millimetres: Double) { self.init(points: millimetres * 72 / 25.4) }

  /// The nearest whole unit to a number of inches (1 in = 72 pt).
  @inlinable public init(inches: Double) { self.init(points: inches * 72) }

  public static let zero = Length(units: 0)

  /// Points (1/72 in), as cairo takes them.
  @inlinable public var points: Double { Double(units) / Double(Length.unitsPerPoint) }
  @inlinable public var millimetres: Double { points * 25.4 / 72 }

  @inlinable public static func < (a: Length, b: Length) -> Bool { a.units < b.units }
  @inlinable public static func + (a: Length, b: Length) -> Length { Length(units: a.units + b.units) }
  @inlinable public static func - (a: Length, b: Length) -> Length { Length(units: a.units - b.units) }
  @inlinable public static prefix func - (a: Length) -> Length { Length(units: -a.units) }
  @inlinable public static func * (a: Length, n: Int) -> Length { Length(units: a.units * n) }
  @inlinable public static func * (n: Int, a: Length) -> Length { Length(units: a.units * n) }
  /// The nearest whole unit to `factor` times the length.
  @inlinable public func scaled(by factor: Double) -> Length { Length(units: Length.whole(Double(units) * factor)) }
  @inlinable public static func += (a: inout Length, b: Length) { a.units += b.units }
  @inlinable public static func -= (a: inout Length, b: Length) { a.units -= b.units }
}

extension Length: CustomStringConvertible {
  /// Points with at most two decimals: `12.5pt`.
  public var description: String { Length.decimal(points) + "pt" }

  /// A number with at most two decimals and no trailing zeros, independent of locale.
  public static func decimal(_ value: Double) -> String {
    let hundredths = whole(value * 100)
    let magnitude = hundredths.magnitude
    let sign = hundredths < 0 ? "-" : ""
    let (whole, rest) = (magnitude / 100, magnitude % 100)
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return rest < 10 ? "\(sign)\(whole).0\(rest)" : "\(sign)\(whole).\(rest)"
  }
}

extension Length {
  /// What people measure in.
  public enum Unit: String, Sendable, CaseIterable {
    case points = "pt"
    case millimetres = "mm"
    case centimetres = "cm"
    case inches = "in"

    fileprivate var points: Double {
      switch self {
      case .points: 1
      case .millimetres: 72 / 25.4
      case .centimetres: 720 / 25.4
      case .inches: 72
      }
    }

    /// The unit at the end of a length or a size as it was typed: `6x9in`.
    public init?(endOf text: String) {
      guard let unit = Unit.allCases.first(where: { text.hasSuffix($0.rawValue) }) else { return nil }
      self = unit
    }
  }

  /// A number with at most two decimals and the unit: `12.5mm`.
  public func description(in unit: Unit) -> String { Length.decimal(points / unit.points) + unit.rawValue }
}

extension Length {
  /// What a piece of text lacks to be a length.
  public enum ParseError: Error, Equatable, Sendable {
    /// Not a decimal number followed by a unit.
    case notALength
    /// A number without `pt`, `mm`, `cm` or `in`: the unit is never guessed.
    case unitMissing
    /// A number with something other than a known unit after it.
    case unknownUnit(String)
    /// Farther than 10 m from zero: surely a slip, and it keeps sums clear of overflow.
    case outOfRange
  }

  /// Reads `12pt`, `148 mm`, `14.8cm`, `6in`; the decimal sign is a point.
  public init(parsing text: String) throws(ParseError) {
    let trimmed = text.utf8.drop { $0 == 0x20 }
    var digits: [UInt8] = []
    var rest = trimmed
    while let byte = rest.first, (0x30...0x39).contains(byte) || byte == 0x2E || (byte == 0x2D && digits.isEmpty) {
      digits.append(byte)
      rest = rest.dropFirst()
    }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else { throw .notALength }
    let unit = String(decoding: rest.filter { $0 != 0x20 }, as: UTF8.self)
    let points: Double
    switch unit {
    case "pt": points = number
    case "mm": points = number * 72 / 25.4
    case "cm": points = number * 720 / 25.4
    case "in": points = number * 72
    case "": throw .unitMissing
    default: throw .unknownUnit(unit)
    }
    guard points.magnitude <= 28_346.5 else { throw .outOfRange }
    self.init(points: points)
  }
}

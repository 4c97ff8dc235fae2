package import Units

/// A length in 32 bits, for what a book holds by the hundred thousand: Pango units as in `Length`, 1/1024 pt,
/// which reach 29 metres.
package struct PackedLength: Hashable, Comparable, AdditiveArithmetic, ExpressibleByIntegerLiteral, Sendable {
  package var units: Int32

  @inline(__always)
  package init(units: Int32) { self.units = units }
  /// A literal is of units, most often 0.
  @inline(__always)
  package init(integerLiteral units: Int32) { self.units = units }
  /// Units, cut to a whole number; what is longer than there is room for is as long as there is.
  @inline(__always)
  package init(_ units: Double) { self.units = Int32(clamping: Int(units)) }
  @inline(__always)
  package init(clamping units: Int) { self.units = Int32(clamping: units) }
  @inline(__always)
  package init(clamping length: Length) { units = Int32(clamping: length.units) }

  package var points: Double { Double(units) / 1024 }

  @inline(__always)
  package static func < (a: PackedLength, b: PackedLength) -> Bool { a.units < b.units }
  @inline(__always)
  package static func + (a: PackedLength, b: PackedLength) -> PackedLength { PackedLength(units: a.units + b.units) }
  @inline(__always)
  package static func - (a: PackedLength, b: PackedLength) -> PackedLength { PackedLength(units: a.units - b.units) }
  @inline(__always)
  package static prefix func - (a: PackedLength) -> PackedLength { PackedLength(units: -a.units) }
  @inline(__always)
  package static func * (a: PackedLength, times: Int32) -> PackedLength { PackedLength(units: a.units * times) }
  @inline(__always)
  package static func * (times: Int32, a: PackedLength) -> PackedLength { PackedLength(units: a.units * times) }
  @inline(__always)
  package static func / (a: PackedLength, parts: Int32) -> PackedLength { PackedLength(units: a.units / parts) }

  /// How many of another go into it whole.
  @inline(__always)
  package func count(of other: PackedLength) -> Int32 { units / other.units }
}

extension Double {
  /// In units.
  @inline(__always)
  package init(_ length: PackedLength) { self.init(length.units) }
}

extension Float {
  /// In units.
  @inline(__always)
  init(_ length: PackedLength) { self.init(length.units) }
}

extension Int {
  /// In units.
  @inline(__always)
  package init(_ length: PackedLength) { self.init(length.units) }
}

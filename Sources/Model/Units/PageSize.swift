/// Width and height of a page or sheet.
public struct PageSize: Hashable, Sendable {
  public var width: Length
  public var height: Length
  public init(width: Length, height: Length) {
    self.width = width
    self.height = height
  }

  /// The size with width and height exchanged.
  package var turned: PageSize { PageSize(width: height, height: width) }

  /// A square counts as portrait, as printer drivers count it.
  package var isLandscape: Bool { width > height }

  /// `152.4 × 228.6 mm`
  package var inMillimetres: String {
    "\(Length.decimal(width.millimetres)) × \(Length.decimal(height.millimetres)) mm"
  }

  /// Reads `WIDTHxHEIGHT` with a unit behind the height or behind both: `320x450mm`, `12in x 18in`.
  /// Nil where the text is not of this form: it may be a name.
  package init?(parsing text: String) throws(Length.ParseError) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].utf8.first(where: { $0 != 0x20 }),
      first == 0x2D || first == 0x2E || (0x30...0x39).contains(first)
    else { return nil }
    height = try Length(parsing: String(parts[1]))
    do {
      width = try Length(parsing: String(parts[0]))
    } catch .unitMissing {
      let unit = parts[1].drop { $0.isNumber || " .-".contains($0) }
      width = try Length(parsing: String(parts[0]) + String(unit))
    }
  }
}

package import Units

/// A sheet of paper that is sold by name, upright.
package struct StandardSheet: Sendable, Equatable {
  /// Lower case, as `--sheet` takes it.
  package let name: String
  /// As people write it: `A4`, `Letter`.
  package let title: String
  package let size: PageSize
  package let family: PaperFamily

  private init(_ name: String, _ title: String, millimetres width: Double, _ height: Double) {
    self.name = name
    self.title = title
    size = PageSize(width: Length(millimetres: width), height: Length(millimetres: height))
    family = .iso
  }

  private init(_ name: String, _ title: String, inches width: Double, _ height: Double) {
    self.name = name
    self.title = title
    size = PageSize(width: Length(inches: width), height: Length(inches: height))
    family = .american
  }

  /// ISO 216:2007 (A and B), ISO 217:2013 (RA and SRA, untrimmed), JIS P 0138
  /// (JIS B), ANSI/ASME Y14.1 and US trade sizes.
  package static let all: [StandardSheet] = [
    StandardSheet("a6", "A6", millimetres: 105, 148),
    StandardSheet("a5", "A5", millimetres: 148, 210),
    StandardSheet("a4", "A4", millimetres: 210, 297),
    StandardSheet("a3", "A3", millimetres: 297, 420),
    StandardSheet("a2", "A2", millimetres: 420, 594),
    StandardSheet("a1", "A1", millimetres: 594, 841),
    StandardSheet("a0", "A0", millimetres: 841, 1189),
    StandardSheet("b5", "B5", millimetres: 176, 250),
    StandardSheet("b4", "B4", millimetres: 250, 353),
    StandardSheet("b3", "B3", millimetres: 353, 500),
    StandardSheet("b2", "B2", millimetres: 500, 707),
    StandardSheet("b1", "B1", millimetres: 707, 1000),
    StandardSheet("ra4", "RA4", millimetres: 215, 305),
    StandardSheet("ra3", "RA3", millimetres: 305, 430),
    StandardSheet("ra2", "RA2", millimetres: 430, 610),
    StandardSheet("sra4", "SRA4", millimetres: 225, 320),
    StandardSheet("sra3", "SRA3", millimetres: 320, 450),
    StandardSheet("sra2", "SRA2", millimetres: 450, 640),
    StandardSheet("jis-b5", "JIS B5", millimetres: 182, 257),
    StandardSheet("jis-b4", "JIS B4", millimetres: 257, 364),
    StandardSheet("half-letter", "Half Letter", inches: 5.5, 8.5),
    StandardSheet("letter", "Letter", inches: 8.5, 11),
    StandardSheet("legal", "Legal", inches: 8.5, 14),
    StandardSheet("tabloid", "Tabloid", inches: 11, 17),
    StandardSheet("12x18", "12 × 18 in", inches: 12, 18),
    StandardSheet("13x19", "13 × 19 in", inches: 13, 19),
    StandardSheet("ansi-c", "ANSI C", inches: 17, 22),
    StandardSheet("ansi-d", "ANSI D", inches: 22, 34),
    StandardSheet("ansi-e", "ANSI E", inches: 34, 44),
  ]

  /// What a piece of text lacks to be a sheet size.
  package enum ParseError: Error, Equatable, Sendable {
    /// Neither a known name nor `WIDTHxHEIGHT` with a unit; the nearest name, where one is near.
    case unknownName(String, nearest: String?)
    /// A width or height of zero or less, or of more than 10 m.
    case outOfRange(String)
  }

  /// Reads a name of the table (`a4`, `letter`) or a size (`320x450mm`).
  package static func size(parsing text: String) throws(ParseError) -> PageSize {
    let name = text.lowercased().replacing(" ", with: "")
    if let standard = all.first(where: { $0.name == name }) { return standard.size }
    let size: PageSize?
    do {
      size = try PageSize(parsing: text)
    } catch .outOfRange {
      throw .outOfRange(text)
    } catch {
      throw .unknownName(text, nearest: nil)
    }
    guard let size else { throw .unknownName(text, nearest: nearestName(to: name, in: all.map(\.name))) }
    guard size.width > .zero, size.height > .zero else { throw .outOfRange(text) }
    return size
  }
}

extension PageSize {
  /// How far sizes may be apart that are of the same paper: programs write an A4 as 595 × 842, 596 × 842 or
  /// 595.2 × 841.68 pt, and paper itself is cut to 1.5 mm (ISO 216, 5).
  package static let likeness = Length(points: 1.5)

  package func isLike(_ other: PageSize) -> Bool { isWithin(other) && other.isWithin(self) }

  /// No larger than the other, as paper is measured.
  package func isWithin(_ other: PageSize) -> Bool {
    width <= other.width + PageSize.likeness && height <= other.height + PageSize.likeness
  }

  /// The sheet of this size, upright or on its side; nil for any other size.
  package var standard: StandardSheet? { StandardSheet.all.first { $0.size.isLike(self) || $0.size.isLike(turned) } }

  /// The exact size of the sheet that this size means, lying as it lies; itself for any other size.
  package var exact: PageSize {
    standard.map { $0.size.isLandscape == isLandscape ? $0.size : $0.size.turned } ?? self
  }

  /// The name as people write it, or `152.4 × 228.6 mm`.
  package var title: String { standard?.title ?? inMillimetres }

  var area: SheetArea { SheetArea(x: .zero, y: .zero, width: width, height: height) }
}

package import Units

/// What a printer on demand asks of a book's interior, as its pages and tables were read.
///
/// Printers change these numbers: they are data with a source and a date, and what
/// is chosen by them says so.
package struct PrinterRules: Sendable, Equatable {
  /// As options name it.
  package var key: String
  package var name: String
  package var source: String
  /// Year and month in which the source was read.
  package var read: String
  /// Least inside margins: each holds for books of at least so many pages.
  package var inside: [InsideStep]
  /// Pages are glued at their trimmed spine: ink goes past the other three edges alone.
  package var isGluedAtTrim = false
  /// The last page is left to the printer's own barcode.
  package var endsBlank = false

  package struct InsideStep: Sendable, Equatable {
    package var fromPages: Int
    package var margin: Length
  }

  /// A stroke thinner than this may not print: 0.75 pt (KDP, 0.3 mm). Read 2026-11.
  package static let leastStroke = Length(points: 0.75)

  package static let all: [PrinterRules] = [
    PrinterRules(
      key: "kdp", name: "KDP", source: "kdp.amazon.com/help, GVBQ3CMEQW3W2VL6 (trim size, bleed and margins)",
      read: "2026-11",
      inside: steps([(1, 0.375), (151, 0.5), (301, 0.625), (501, 0.75), (701, 0.875)]), isGluedAtTrim: true),
    // half an inch on all sides, and an eighth at the bind that takes no ink
    PrinterRules(
      key: "ingram", name: "IngramSpark", source: "ingramspark.com, file requirements for print books", read: "2026-11",
      inside: steps([(1, 0.625)]), isGluedAtTrim: true, endsBlank: true),
    // half an inch with the guide's additions; where it says two things (60 and 400 pages), the wider
    PrinterRules(
      key: "lulu", name: "Lulu", source: "help.lulu.com, book creation guide (gutter additions)", read: "2026-11",
      inside: steps([(1, 0.5), (60, 0.625), (151, 1), (400, 1.125), (601, 1.25)])),
  ]

  private static func steps(_ inches: [(Int, Double)]) -> [InsideStep] {
    inches.map { InsideStep(fromPages: $0.0, margin: Length(inches: $0.1)) }
  }

  package func inside(pages: Int) -> Length {
    inside.last { $0.fromPages <= pages }?.margin ?? inside.first?.margin ?? .zero
  }

  /// The margin that every printer of the table accepts for a book of so many pages.
  /// - Parameter printers: by their keys; those that have no table ask for what all of them do.
  package static func insideMargin(pages: Int, for printers: [String] = []) -> Length {
    asked(by: printers).map { $0.inside(pages: pages) }.max() ?? .zero
  }

  private static func asked(by printers: [String]) -> [PrinterRules] {
    let asked = all.filter { printers.contains($0.key) }
    return !printers.isEmpty && asked.count == Set(printers).count ? asked : all
  }

  package static func named(_ key: String) -> PrinterRules? { all.first { $0.key == key } }

  /// Printers a book can be made for.
  package static let keys = ["kdp", "ingram", "lulu", "bookvault"]

  /// Those of the printers that ask for no less.
  package static func askingFor(_ margin: Length, pages: Int, for printers: [String]) -> [PrinterRules] {
    asked(by: printers).filter { $0.inside(pages: pages) >= margin }
  }
}

extension PageDesign {
  /// Paper beyond the trim at a page's left and right: the bleed, but for the spine of what is glued there.
  package func bleeds(isRecto: Bool) -> (left: Length, right: Length) {
    guard printers.contains(where: { PrinterRules.named($0)?.isGluedAtTrim ?? false }) else { return (bleed, bleed) }
    return isInsideLeft(isRecto: isRecto) ? (.zero, bleed) : (bleed, .zero)
  }

  /// The last page stays empty.
  package var endsBlank: Bool { printers.contains { PrinterRules.named($0)?.endsBlank ?? false } }
}

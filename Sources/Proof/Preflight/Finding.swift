package import Units

/// What is wrong with a file, by whose rule, where, and by how much.
package struct Finding: Sendable, Equatable {
  package var severity: Diagnostic.Severity
  /// The rule's stable name.
  package var code: String
  /// Whose rule it is.
  package var service: String
  /// Where it is not the file that was asked about: its cover.
  package var file: String?
  /// From 1, as readers count; empty where the whole file is meant.
  package var pages: [Int] = []
  /// Where on these pages, as far as it stands anywhere.
  package var areas: [Area] = []
  package var message: String
  package var measured: String
  package var required: String
  /// What cures it.
  package var help: String?
  package var source: String
  package var read: String
  package var trust: Trust

  /// A rectangle of a page.
  package struct Area: Sendable, Equatable {
    /// From 1.
    package var page: Int
    /// From the top left of the page as it is shown.
    package var area: PageArea
  }

  /// `p. 3–5, 9`, at most eight pieces.
  package var place: String {
    guard !pages.isEmpty else { return "" }
    let pieces = pages.runs
    let shown = pieces.prefix(8).map(\.written)
    let rest = pieces.count > 8 ? " and \(pages.count) pages in all" : ""
    return "p. \(shown.joined(separator: ", "))\(rest)"
  }
}

/// Lengths as printers say them.
func inches(_ points: Double) -> String {
  let thousandths = (points / 72 * 1000).rounded().whole
  let digits = String(1000 + thousandths.magnitude % 1000).dropFirst()
  return "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1000).\(digits) in"
}

/// `6.000 × 9.000 in (152.4 × 228.6 mm)`
func inches(_ width: Double, _ height: Double) -> String {
  func millimetres(_ points: Double) -> String { Length.decimal(Double((points / 72 * 254).rounded().whole) / 10) }
  return "\(inches(width).dropLast(3)) × \(inches(height)) (\(millimetres(width)) × \(millimetres(height)) mm)"
}

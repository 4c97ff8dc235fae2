package import Design
internal import Typesetting
package import Units

/// The inside margin that a book of its own number of pages needs, `--inside auto`.
///
/// A wider margin makes more pages, more pages may want a wider margin. The search
/// begins at the narrowest and never goes back, so it cannot swing between two; the
/// table has fewer steps than there are rounds, so it ends.
package struct InsideMargin {
  static let mostRounds = 5

  let printers: [String]
  /// What printers measure is ink: points and hyphens that stand a little into the margin count.
  let hanging: Length
  /// In which the page is measured.
  let unit: Length.Unit
  var margin: Length
  var rounds = 0

  package init(_ design: PageDesign = PageDesign()) {
    printers = design.printers
    hanging = printers.isEmpty || !design.hangsPunctuation ? .zero : design.size.scaled(by: 0.3)
    unit = Trim.all.first { $0.size == design.trim }?.unit ?? .millimetres
    margin = PrinterRules.insideMargin(pages: 1, for: printers)
  }

  /// The margin as it is set.
  package var chosen: Length { margin + hanging }

  /// Takes the count of pages that the margin led to; returns false when it is settled.
  package mutating func widens(pages: Int) -> Bool {
    rounds += 1
    let needed = PrinterRules.insideMargin(pages: pages, for: printers)
    guard needed > margin, rounds < InsideMargin.mostRounds else { return false }
    margin = needed
    return true
  }

  /// What was chosen, for whom and by which state of the table.
  func note(pages: Int) -> Diagnostic {
    let asking = PrinterRules.askingFor(margin, pages: pages, for: printers)
    let names = asking.map { "\($0.name), read \($0.read)" }.joined(separator: "; ")
    return Diagnostic(
      .note, code: "inside-auto",
      "inside margin \((margin + hanging).description(in: unit)) for \(pages) page\(pages == 1 ? "" : "s"), "
        + "settled in \(rounds) round\(rounds == 1 ? "" : "s")",
      help: asking.isEmpty
        ? "a shorter book would do with less; the margin is never made narrower again"
        : "asked for by \(names); --inside LENGTH sets another")
  }
}

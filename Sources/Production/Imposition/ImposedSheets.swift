package import Units

/// All sheets of a book and what there is to say about them.
package struct ImposedSheets: Sendable, Equatable {
  /// Front and back of each sheet in turn, the first sheet of the first section first.
  package var sides: [SheetSide]
  /// What goes to the printer, in printing order: one file, or fronts and backs.
  package var runs: [PrintRun]
  package var report: ImpositionReport
}

/// One file for the printer.
package struct PrintRun: Sendable, Equatable {
  package enum Part: String, Sendable { case sheets, fronts, backs }
  package var part: Part
  /// Indices into `ImposedSheets.sides`, in the order in which they are printed.
  package var sides: [Int]
}

/// What a set of sheets costs and how to print it.
package struct ImpositionReport: Sendable, Equatable {
  package var pages: Int
  package var sheets: Int
  /// Empty pages, all after the last page.
  package var blanks: Int
  /// Pages in each section, blanks included, in order.
  package var sections: [Int]
  /// As the sheet is printed, upright or on its side.
  package var sheet: PageSize
  package var scale: Double
  /// How far the innermost leaves moved towards the spine.
  package var creep: Length
  /// Turning that the printer must be set to; `manual` for two runs.
  package var duplex: ImpositionPlan.Duplex
  /// Backs are printed upside down for a printer that turns sheets about the other edge.
  package var turnsBacks: Bool
  /// One line: what to choose in the printer's dialogue.
  package var instruction: String
  /// What to do with the printed sheets, step by step.
  package var steps: [String]
  /// Notes and warnings: pages to cut, marks without room, thick booklets.
  package var advice: [Diagnostic]

  /// One line: `13 pages on 4 sheets of A4, 1 section, 3 blanks`.
  package var summary: String {
    func count(_ n: Int, _ noun: String) -> String { "\(n) \(noun)\(n == 1 ? "" : "s")" }
    return "\(count(pages, "page")) on \(count(sheets, "sheet")) of \(sheet.title), "
      + "\(count(sections.count, "section")), \(blanks == 0 ? "no blanks" : count(blanks, "blank"))"
  }
}

extension ImpositionReport {
  /// `1.31 m² of paper, 105 g`: the area of all sheets, and its weight at 80 g/m².
  package var paperUsed: String {
    let area = Double(sheets) * sheet.width.millimetres * sheet.height.millimetres / 1e6
    let grams = area * 80
    let weight = grams < 1000 ? "\(Int(grams.rounded())) g" : "\(Length.decimal(grams / 1000)) kg"
    return "\(Length.decimal(area)) m² of paper (\(weight) at 80 g/m²)"
  }
}

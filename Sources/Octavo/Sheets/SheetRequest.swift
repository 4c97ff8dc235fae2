internal import Finishing
package import Imposition
internal import Units

/// What is asked of `impose` beside the book itself.
package struct SheetRequest: Sendable, Equatable {
  /// Without a sheet, the smallest common one is taken that holds the pages at scale 1.
  package var plan: ImpositionPlan
  /// A last sheet shows how to print, fold and bind.
  package var hasGuide = false
  /// The pages of a PDF are such sheets, to be cut into the pages that were laid on them.
  package var undoes = false

  package init(plan: ImpositionPlan) { self.plan = plan }

  /// Sheets of a book's pages, as they go to the printer.
  /// - Parameters:
  ///   - trim: the size of every page, bleed not included.
  ///   - language: its territory, where it names one, may say which paper is at hand.
  ///   - holdsForeignInk: pages may show things outside their trim.
  ///   - labels: the printed page number of a page counted from 0.
  package func runs(
    pageCount: Int, trim: PageSize, language: String, holdsForeignInk: Bool = false, labels: (Int) -> String
  ) throws(ImpositionError) -> SheetRuns {
    var plan = plan
    if plan.sheet == nil {
      let family = PaperFamily(page: trim, language: language)
      plan.sheet = plan.commonSheet(pageCount: pageCount, trim: trim, family: family)
    }
    let imposed = try impose(pageCount: pageCount, trim: trim, plan: plan, labels: labels)
    // Type of our own keeps within its page; what bleeds, or moves across a fold, does not.
    let isClipped = holdsForeignInk || plan.bleed > .zero || plan.creep > .zero
    var runs = imposed.runs.map { run in
      SheetRuns.Run(
        part: run.part, sheets: run.sides.map { OutputSheet(imposed.sides[$0], isClipped: isClipped) })
    }
    if hasGuide {
      let guide = OutputSheet(
        guideSheet(for: imposed, plan: plan, size: guideSize(imposed.report.sheet), labels: labels), isClipped: false)
      // The last sheet of all. In a pile that goes in again it has a back like every
      // other, or all backs would stand on the wrong sheets.
      if !runs.isEmpty { runs[0].sheets.append(guide) }
      if runs.count > 1 {
        let empty = OutputSheet(size: guide.size, pages: [], label: "guide back")
        runs[1].sheets.insert(empty, at: plan.reload == .asDelivered ? 0 : runs[1].sheets.count)
      }
    }
    return SheetRuns(runs: runs, report: imposed.report)
  }

  /// The book's own sheet, so that the printer keeps its tray, unless it is too
  /// small for words and drawings, or a poster.
  private func guideSize(_ sheet: PageSize) -> PageSize {
    let range = Length(millimetres: 205)...Length(millimetres: 485)
    if range.contains(sheet.width), range.contains(sheet.height) { return sheet }
    return PageSize(width: Length(millimetres: 210), height: Length(millimetres: 297))
  }
}

/// One file for the printer, or two: fronts and backs.
package struct SheetRuns: Sendable {
  package struct Run: Sendable {
    package var part: PrintRun.Part
    package var sheets: [OutputSheet]
  }
  package var runs: [Run]
  package var report: ImpositionReport

  /// What viewers and print dialogues are told of a run.
  func addSettings(to plan: inout FinishingPlan, run: Run) {
    plan.pageLabels = run.sheets.enumerated().map {
      PageLabelRange(firstPage: $0.offset, style: .none, prefix: $0.element.label, start: 1)
    }
    plan.pageLayout = .singlePage
    plan.printsAtActualSize = true
    switch report.duplex {
    case .long, .natural: plan.duplex = .longEdge
    case .short: plan.duplex = .shortEdge
    case .manual: plan.duplex = .oneSided
    }
  }
}

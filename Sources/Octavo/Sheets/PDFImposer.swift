internal import Bytes
internal import Finishing
package import Imposition
package import PageDesign
package import Typesetting
internal import Units
internal import Verification

/// Lays the pages of a PDF that is already there on sheets.
package struct PDFImposer: Sendable {
  package var request: SheetRequest
  /// For marks and the guide.
  package var fonts: FontSource
  /// Nil takes the reading direction that the PDF names.
  package var binding: ImpositionPlan.Binding?
  package var target = PDFTarget.screen
  /// Seconds since 1970 for the PDF's dates; nil for none.
  package var date: Int?

  package init(request: SheetRequest, fonts: FontSource) {
    self.request = request
    self.fonts = fonts
  }

  /// A PDF by its first bytes; readers allow for some before the mark (ISO 32000-1, annex H, note 13).
  package static func isPDF(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(1024).firstRange(ofBytes: Array("%PDF-".utf8)) != nil
  }

  package func build(_ pdf: [UInt8]) throws(BuildFailure) -> BookBuilder.Output {
    let source: SourcePDF
    do throws(FinishingError) { source = try inspectPDF(pdf) } catch { throw .finishing(error) }
    let trim = PageSize(
      width: source.pages.map(\.trimSize.width).max() ?? .zero,
      height: source.pages.map(\.trimSize.height).max() ?? .zero)
    var request = request
    request.plan.binding = binding ?? (source.isRightToLeft ? .right : .left)
    let runs: SheetRuns
    // a form's own box cuts off all but what stands between trim and edge
    let holdsForeignInk = source.pages.contains { $0.trimSize != $0.size }
    do throws(ImpositionError) {
      runs = try request.runs(pageCount: source.pages.count, trim: trim, holdsForeignInk: holdsForeignInk) {
        String($0 + 1)
      }
    } catch { throw .imposition(error) }
    var files: [[UInt8]] = []
    for run in runs.runs {
      var plan = FinishingPlan()
      plan.title = source.title
      plan.author = source.author
      plan.language = source.language
      plan.creationDate = date.map { PDFDate(secondsSince1970: $0) }
      plan.blackIsGrey = target == .print
      runs.addSettings(to: &plan, run: run)
      let overlays = Overlays(run.sheets)
      let marks: [UInt8]?
      do throws(DrawingFailure) {
        marks = overlays.sheets.isEmpty ? nil : try drawMarks(overlays.sheets, fonts: fonts)
      } catch { throw .drawing(error) }
      let sheets = run.sheets.enumerated().map { index, sheet in
        ImposedSheet(
          size: sheet.size, placements: sheet.pages.map { source.placement($0, on: sheet.size, trim: trim) },
          overlay: overlays.index[index])
      }
      do throws(FinishingError) {
        files.append(try imposePDF(pdf, sheets: sheets, marks: marks, plan: plan))
      } catch { throw .finishing(error) }
    }
    return BookBuilder.Output(
      pdf: files[0], backs: files.count > 1 ? files[1] : nil, pages: source.pages.count, sheets: runs.report.sheets,
      report: runs.report, diagnostics: source.unequalPages(trim) + runs.report.advice,
      textPlaces: PrintedLayout())
  }
}

/// Sheets whose marks are alike share one drawing of them.
private struct Overlays {
  var sheets: [OutputSheet] = []
  /// For each sheet, its drawing; nil where it has no marks.
  var index: [Int?] = []

  init(_ all: [OutputSheet]) {
    for sheet in all {
      guard !sheet.marks.isEmpty else {
        index.append(nil)
        continue
      }
      // fronts and backs alternate; a search through all would be quadratic
      if let same = sheets.indices.suffix(4).last(where: {
        sheets[$0].marks == sheet.marks && sheets[$0].size == sheet.size
      }) {
        index.append(same)
      } else {
        index.append(sheets.count)
        sheets.append(OutputSheet(size: sheet.size, pages: [], label: "", marks: sheet.marks))
      }
    }
  }
}

extension SourcePDF {
  /// A page of another size than the largest stands in the middle of its place.
  func placement(_ placed: PlacedPage, on sheet: PageSize, trim: PageSize) -> PagePlacement {
    let page = pages[placed.index]
    let factor = placed.factor
    let (height, sheetHeight) = (page.size.height.points, sheet.height.points)
    let left = page.trimLeft.points - (trim.width - page.trimSize.width).points / 2
    let top = page.trimTop.points - (trim.height - page.trimSize.height).points / 2
    let matrix = PDFMatrix(
      a: factor, d: factor, e: placed.x - factor * left, f: sheetHeight - placed.y - factor * (height - top))
    let clip = placed.clip.map {
      PDFRectangle(
        left: $0.x.points, bottom: sheetHeight - $0.bottom.points, right: $0.right.points,
        top: sheetHeight - $0.y.points)
    }
    return PagePlacement(page: placed.index, matrix: matrix, clip: clip)
  }

  /// One warning that names all pages smaller than the largest.
  func unequalPages(_ trim: PageSize) -> [Diagnostic] {
    let near = Length(points: 0.5)
    let others = pages.indices.filter {
      trim.width - pages[$0].trimSize.width > near || trim.height - pages[$0].trimSize.height > near
    }
    guard let first = others.first else { return [] }
    let sizes = Set(others.map { pages[$0].trimSize })
    let numbers = others.map { $0 + 1 }.runs.map(\.written).joined(separator: ", ")
    let size = sizes.count == 1 ? " of \(pages[first].trimSize.width) by \(pages[first].trimSize.height)" : ""
    return [
      Diagnostic(
        .warning, code: "page-sizes",
        "page\(others.count > 1 ? "s" : "") \(numbers)\(size) \(others.count > 1 ? "are" : "is") "
          + "smaller than the largest, of \(trim.width) by \(trim.height)",
        help: "smaller pages stand in the middle of their place")
    ]
  }
}

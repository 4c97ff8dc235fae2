internal import Bytes
package import Design
internal import Finishing
package import Imposition
package import PageModel
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
  /// By their numbers, counted from 1; nil for all.
  package var pages: PageSelection?
  /// Blank pages stand before those to which the outline leads that would come on a verso.
  package var opensOnRectos = false
  /// Seconds since 1970 for the PDF's dates; nil for none.
  package var date: Int?

  package init(request: SheetRequest, fonts: FontSource) {
    self.request = request
    self.fonts = fonts
  }

  /// A PDF by its first bytes; readers allow for some before the mark (ISO 32000-1, annex H, note 13).
  /// One that has lost its mark begins with an object, `1 0 obj`.
  package static func isPDF(_ bytes: [UInt8]) -> Bool {
    if bytes.prefix(1024).firstRange(ofBytes: Array("%PDF-".utf8)) != nil { return true }
    let words = bytes.prefix(256).split { $0 <= 0x20 }.prefix(3)
    func isNumber(_ word: ArraySlice<UInt8>) -> Bool { word.allSatisfy { (0x30...0x39).contains($0) } }
    return words.count == 3 && isNumber(words[0]) && isNumber(words[1]) && words[2].starts(with: "obj".utf8)
  }

  /// A file so called is no manuscript, whatever it holds.
  package static func isNamedAsPDF(_ path: String) -> Bool { path.lowercased().hasSuffix(".pdf") }

  package func build(_ pdf: [UInt8]) throws(BuildFailure) -> BookBuilder.Output {
    var request = request
    var source: SourcePDF
    do throws(FinishingError) { source = try inspectPDF(pdf) } catch { throw .finishing(error) }
    var chosen = Array(source.pages.indices)
    if let pages {
      let labels = chosen.map { String($0 + 1) }
      do throws(PageSelection.Problem) { chosen = try pages.indexes(in: labels) } catch {
        throw .selection(.pages(error, last: labels.last ?? "0"))
      }
      source.keep(chosen)
    }
    request.plan.binding = binding ?? (source.isRightToLeft ? .right : .left)
    if request.undoes { return try undone(pdf, source, of: chosen, request) }
    let order = opensOnRectos ? source.onRectos(chosen) : Array(source.pages.indices)
    source.turnPages()
    let largest = source.largestPage
    let trim = largest.exact
    let runs: SheetRuns
    // a form's own box cuts off all but what stands between trim and edge
    let holdsForeignInk = source.pages.contains {
      $0.trimSize != $0.size || $0.size.width > trim.width || $0.size.height > trim.height
    }
    do throws(ImpositionError) {
      runs = try request.runs(
        pageCount: order.count, trim: trim, language: source.language ?? "", holdsForeignInk: holdsForeignInk
      ) { place in order[place].map { String(chosen[$0] + 1) } ?? "" }
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
          size: sheet.size,
          placements: sheet.pages.compactMap { placed in
            order[placed.index].map { source.placement($0, placed, of: chosen, on: sheet.size, trim: trim) }
          },
          overlay: overlays.index[index])
      }
      do throws(FinishingError) {
        files.append(try imposePDF(pdf, sheets: sheets, marks: marks, plan: plan))
      } catch { throw .finishing(error) }
    }
    return BookBuilder.Output(
      pdf: files[0], backs: files.count > 1 ? files[1] : nil, pages: order.count, sheets: runs.report.sheets,
      report: runs.report,
      diagnostics: source.repaired + source.lostAnnotations + source.unequalPages(largest)
        + source.likeness(largest, trim)
        + runs.report.advice + (opensOnRectos ? source.unnamedChapters : []),
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
  /// Only some of its pages are laid on sheets.
  mutating func keep(_ chosen: [Int]) {
    numbers = chosen.map { $0 + 1 }
    (pages, undrawn) = (chosen.map { pages[$0] }, chosen.map { undrawn[$0] })
  }

  /// The pages that are kept, with a blank (nil) before each that opens a chapter and would come on a verso.
  /// - Parameter chosen: where they stand in the file.
  func onRectos(_ chosen: [Int]) -> [Int?] {
    let openings = Set(openings)
    var order: [Int?] = []
    for (index, page) in chosen.enumerated() {
      if openings.contains(page), order.count % 2 == 1 { order.append(nil) }
      order.append(index)
    }
    return order
  }

  /// A page of another size than the largest stands in the middle of its place.
  /// - Parameters:
  ///   - index: of the page among those that are kept.
  ///   - chosen: of the pages that are kept, where they stand in the file.
  func placement(
    _ index: Int, _ placed: PlacedPage, of chosen: [Int], on sheet: PageSize, trim: PageSize
  ) -> PagePlacement {
    let page = pages[index]
    let factor = placed.factor
    let (height, sheetHeight) = (page.size.height.points, sheet.height.points)
    // As it is shown, its head upwards, it is as high as the turned page is broad.
    let turn =
      page.isTurned ? PDFMatrix(a: 0, b: 1, c: -1, d: 0, e: page.size.width.points, f: 0) : PDFMatrix()
    let left = page.trimLeft.points - (trim.width - page.trimSize.width).points / 2
    let top = page.trimTop.points - (trim.height - page.trimSize.height).points / 2
    let matrix = PDFMatrix(
      a: factor, d: factor, e: placed.x - factor * left, f: sheetHeight - placed.y - factor * (height - top))
    let clip = placed.clip.map {
      PDFRectangle(
        left: $0.x.points, bottom: sheetHeight - $0.bottom.points, right: $0.right.points,
        top: sheetHeight - $0.y.points)
    }
    return PagePlacement(page: chosen[index], matrix: turn.then(matrix), clip: clip)
  }

  /// Wide enough and high enough for every page.
  var largestPage: PageSize { SourcePDF.largest(pages) }

  private static func largest(_ pages: [Page]) -> PageSize {
    PageSize(
      width: pages.map(\.trimSize.width).max() ?? .zero, height: pages.map(\.trimSize.height).max() ?? .zero)
  }

  /// Lays broad pages among upright ones on their side, and upright ones among broad ones: else all would need
  /// paper as broad as the one and as high as the other.
  mutating func turnPages() {
    let broad = pages.indices.filter { pages[$0].trimSize.isLandscape }
    guard !broad.isEmpty, broad.count < pages.count else { return }
    let areUpright =
      2 * broad.count == pages.count ? !pages[0].trimSize.isLandscape : 2 * broad.count < pages.count
    // a page that has room as it is stays so
    let upright = pages.filter { $0.trimSize.isLandscape != areUpright }
    let room = SourcePDF.largest(upright)
    for index in pages.indices where pages[index].trimSize.isLandscape == areUpright {
      if !pages[index].trimSize.isWithin(room) { pages[index] = pages[index].turned }
    }
  }

  /// Chapters were to open on rectos, and nothing says where they are.
  var unnamedChapters: [Diagnostic] {
    guard openings.isEmpty else { return [] }
    return [
      Diagnostic(
        .warning, code: "pdf-outline", "the PDF has no outline that says where its chapters begin",
        help: "lay it on sheets without --chapters recto, or export it with bookmarks for its headings")
    ]
  }

  /// What was guessed to read a damaged file, in one warning.
  var repaired: [Diagnostic] {
    guard let first = repairs.first else { return [] }
    let more = repairs.count - 1
    return [
      Diagnostic(
        .warning, code: "pdf-repaired",
        "the PDF is damaged and was repaired: \(first)\(more > 0 ? ", and \(more) more" : "")",
        help: "see whether all pages are whole; the program that made the PDF may export it again")
    ]
  }

  /// Annotations that are left out, in one warning.
  var lostAnnotations: [Diagnostic] {
    let count = undrawn.reduce(0, +)
    guard count > 0 else { return [] }
    let numbers = undrawn.indices.filter { undrawn[$0] > 0 }.map(number)
    return [
      Diagnostic(
        .warning, code: "annotations-left-out",
        "\(count) annotation\(count > 1 ? "s or form fields" : " or form field") without an appearance "
          + "\(count > 1 ? "are" : "is") left out, on page\(numbers.count > 1 ? "s" : "") "
          + numbers.runs.map(\.written).joined(separator: ", "),
        help: "open the PDF in a viewer and print it to a PDF, which draws them, and impose that")
    ]
  }

  /// Pages that mean a sheet's size without having it exactly.
  func likeness(_ largest: PageSize, _ trim: PageSize) -> [Diagnostic] {
    guard largest != trim else { return [] }
    return [
      Diagnostic(
        .note, code: "page-size-like",
        "pages of \(largest.width) by \(largest.height) stand in the middle of \(trim.title), "
          + "\(trim.width) by \(trim.height)")
    ]
  }

  /// One warning that names all pages smaller than the largest, or turned to stand beside it.
  func unequalPages(_ trim: PageSize) -> [Diagnostic] { unequal(trim) + turnedPages }

  private var turnedPages: [Diagnostic] {
    let turned = pages.indices.filter { pages[$0].isTurned }.map(number)
    guard !turned.isEmpty else { return [] }
    let numbers = turned.runs.map(\.written).joined(separator: ", ")
    return [
      Diagnostic(
        .warning, code: "pages-turned",
        "page\(turned.count > 1 ? "s" : "") \(numbers) \(turned.count > 1 ? "lie" : "lies") on "
          + "\(turned.count > 1 ? "their sides" : "its side") to stand with the others",
        help: "read \(turned.count > 1 ? "them" : "it") with the head of the page to the left")
    ]
  }

  private func unequal(_ trim: PageSize) -> [Diagnostic] {
    let near = PageSize.likeness
    let others = pages.indices.filter {
      trim.width - pages[$0].trimSize.width > near || trim.height - pages[$0].trimSize.height > near
    }
    guard let first = others.first else { return [] }
    let sizes = Set(others.map { pages[$0].trimSize })
    let numbers = others.map(number).runs.map(\.written).joined(separator: ", ")
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

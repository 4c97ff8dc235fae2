internal import PageModel
internal import Pango
internal import Shaping
internal import Typesetting
internal import Units

/// A sheet of a finished book, to be drawn as a picture: a page, or two of a spread.
package struct SheetDrawing: Drawable {
  package let size: PageSize
  package let label: String
  let parts: [(page: Page, x: Double, y: Double)]

  package func draw(in context: DrawingContext) throws {
    for part in parts { try context.draw(TypesetPage(page: part.page, isRecto: false), x: part.x, y: part.y) }
  }
}

extension BookBuilder {
  /// Sets the book and gives its sheets, or those with a page that is selected, one at a time to `body`.
  /// - Parameters:
  ///   - renderer: draws the sheets, and knows which pictures it could not draw.
  ///   - check: told the warnings before anything is drawn, and of such pictures behind; may throw.
  ///   - body: takes the sheet, its number in the book from 1, and how many sheets the book has.
  ///
  /// Throws `BuildFailure`, or what `body` throws.
  package func drawSheets(
    with renderer: Renderer, progress: Progress, check: ([Diagnostic]) throws -> Void,
    _ body: (SheetDrawing, Int, Int) throws -> Void
  ) throws -> Int {
    defer { progress.finish() }
    let (result, pictures) = try typeset(progress: progress)
    try check(pictures.diagnostics + result.diagnostics)
    let writer = PDFWriter(result.list)
    let chosen: Set<Int>
    do throws(BookSelection.Problem) {
      chosen = Set(try selection?.indexes(in: result.list) ?? Array(result.list.pages.indices))
    } catch { throw BuildFailure.selection(error) }
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(fonts) } catch {
      throw BuildFailure.drawing(.fonts(error))
    }
    let assembler = PageAssembler(result.list, shaper: Shaper(configuration), compensatesWidths: false)
    let sheets = writer.sheets.enumerated().filter { $0.element.pages.contains { chosen.contains($0.index) } }
    for (done, (number, sheet)) in sheets.enumerated() {
      guard !progress.isCancelled else { throw BuildFailure.drawing(.cancelled) }
      let parts = sheet.pages.map { placed in
        var page = Page(size: result.list.design.trim, label: "")
        assembler.assemble(placed.index, into: &page)
        return (page: page, x: placed.x, y: placed.y)
      }
      try body(SheetDrawing(size: sheet.size, label: sheet.label, parts: parts), number + 1, writer.sheets.count)
      progress.report(
        BookBuilder.layoutShare + (1 - BookBuilder.layoutShare) * Double(done + 1) / Double(sheets.count), .drawing,
        pagesDone: done + 1, pageCount: sheets.count)
    }
    if !renderer.failures.isEmpty { try check(unshown(renderer.failures, pictures)) }
    return sheets.count
  }
}

internal import Cairo
internal import Drawing
internal import Finishing
internal import PageModel
internal import Pango
internal import Synchronization
internal import Units

/// cairo's PDF of a book while it is being drawn, one sheet after the other. For one task at a time.
final class PDFDrawing {
  private let canvas: Canvas
  private let painter = PagePainter()
  private let sink = ByteSink()
  private let packing: PagePacking

  /// An entry of the outline.
  struct OutlineEntry: Sendable {
    var title: String
    /// An earlier entry that it stands under.
    var parent: Int?
    /// From 0, in the order the sheets are drawn in.
    var sheet: Int
    /// Points from the sheet's top left corner.
    var x, y: Double
  }

  /// What drawing gave.
  struct Output: Sendable {
    var pdf: [UInt8] = []
    /// What of each page is of which block, in the order of drawing; none for a file without structure.
    var contents = StructurePlan.PageContents()
    /// Pictures in whose place an empty frame stands.
    var failures: [PictureFailure] = []
  }

  /// One page at a time in all the process: librsvg draws the text of pictures with faces that cairo
  /// 1.16 opens itself, shares among all threads and closes past ten (`ScaledFont` opens octavo's own).
  private static let gate = Mutex(())

  /// - Parameters:
  ///   - size: of the first sheet.
  ///   - language: of the book.
  ///   - textSize: bytes of the book's text, for the room that its file is going to take.
  ///   - isBeside: finished sheets are packed by tasks of their own.
  ///   - writesText: octavo writes text itself where it can (`PDFTextWriter`).
  ///   - hidesText: text that is to be found and not seen is in the file, which printers refuse.
  init(
    size: PageSize, title: String, author: String, language: String, textSize: Int = 0, isBeside: Bool = false,
    writesText: Bool = true, hidesText: Bool = true
  ) throws(CairoError) {
    packing = PagePacking(isBeside: isBeside, textSize: textSize)
    canvas = try Canvas.pdf(
      into: sink, size: size, writesText: writesText, hidesText: hidesText, movesSpaces: isWrittenBesidesLatin(language)
    )
    canvas.setMetadata(title: title.isEmpty ? nil : title, author: author.isEmpty ? nil : author)
    canvas.setFixedDates()
  }

  func beginSheet(_ size: PageSize) {
    canvas.setPageSize(size)
    painter.beginSheet()
  }

  func draw(_ page: Page, _ placed: PlacedPage) throws(CairoError) {
    try PDFDrawing.gate.withLock { _ throws(CairoError) in try drawAlone(page, placed) }
  }

  private func drawAlone(_ page: Page, _ placed: PlacedPage) throws(CairoError) {
    if let clip = placed.clip {
      try canvas.clipped(
        x: clip.x.points, y: clip.y.points, width: clip.width.points, height: clip.height.points
      ) { () throws(CairoError) in
        var open = placed
        open.clip = nil
        try drawAlone(page, open)
      }
    } else if placed.x == 0, placed.y == 0, placed.factor == 1 {
      try painter.draw(page, on: canvas)
    } else {
      try canvas.placed(x: placed.x, y: placed.y, factor: placed.factor) { () throws(CairoError) in
        try painter.draw(page, on: canvas, factor: placed.factor)
      }
    }
  }

  /// Ends a sheet, whose printer's marks `body` draws.
  /// - Parameter content: what of it is of which block; nil for a file without structure.
  func endSheet(
    _ content: StructurePlan.PageContent? = nil, _ body: (borrowing Canvas) throws(CairoError) -> Void = { _ in }
  ) throws(CairoError) {
    try body(canvas)
    // only now cairo looks at the glyphs
    PDFDrawing.gate.withLock { _ in canvas.showPage() }
    let (text, hidden) = (canvas.pageText, canvas.hiddenText)
    packing.takePage(&sink.bytes, content, unpacks: hidden?.isOnPage == true) {
      let written = text?.finishPage($0)
      guard let hidden, hidden.isOnPage else { return written }
      return written?.withUnsafeBufferPointer(hidden.finishPage) ?? hidden.finishPage($0)
    }
    if text?.isLost == true || hidden?.isOnPage == true { throw .textLost }
  }

  /// Adds the outline and writes what is left to write; nothing can be drawn afterwards.
  func finish(_ outline: [OutlineEntry]) throws(CairoError) -> Output {
    var entries: [Int32] = []
    for entry in outline {
      entries.append(
        canvas.addOutline(
          entry.title, parent: entry.parent.map { entries[$0] }, page: entry.sheet + 1, x: entry.x, y: entry.y,
          isOpen: false))
    }
    try PDFDrawing.gate.withLock { _ throws(CairoError) in try canvas.close() }
    let text = canvas.pageText
    let (pdf, contents) = packing.finish(&sink.bytes) { text?.mendLetters($0) }
    return Output(pdf: pdf, contents: contents, failures: painter.failures)
  }
}

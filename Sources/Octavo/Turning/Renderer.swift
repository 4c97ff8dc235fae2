internal import BookModel
internal import Cairo
internal import Drawing
internal import Finishing
internal import Libc
internal import Units

/// Draws pages, spreads and anything else that is `Drawable`, at any scale: as PNG, SVG
/// or PDF, or on a cairo context of your own.
///
/// Keeps the fonts it opened, so use one for many pages. For one thread at a time.
public final class Renderer {
  private let painter: PagePainter
  /// Pictures in whose stead an empty frame was drawn.
  var failures: [PictureFailure] { painter.failures }
  /// Paper and ink; nil for the colours that pages have on white paper.
  public let colours: PageColours?

  /// - Parameter colours: of paper and ink; nil for black on white.
  public init(colours: PageColours? = nil) {
    self.colours = colours
    painter = PagePainter(tint: colours?.tint)
  }

  // MARK: On a surface of your own

  /// Draws on a `cairo_t *`.
  /// - Parameters:
  ///   - drawable: a page, a spread, your own.
  ///   - context: the `cairo_t *`.
  ///   - x: where the top left corner goes, in the context's units.
  ///   - y: the same, downwards.
  ///   - scale: context units a point: 1 on a PDF surface, dots an inch ÷ 72 on an image.
  ///
  /// The context's matrix is put back; its colour, font and path are not. Throws
  /// `RenderingError`, or what the drawable threw.
  public func draw(
    _ drawable: any Drawable, onCairo context: OpaquePointer, x: Double = 0, y: Double = 0, scale: Double = 1
  ) throws {
    let canvas: Canvas
    do { canvas = try Canvas.on(context: context) } catch { throw RenderingError(error) }
    let drawing = DrawingContext(canvas, painter: painter)
    try drawing.draw(drawable, x: x, y: y, scale: scale)
    try drawing.check()
  }

  // MARK: As bytes

  /// A PNG image on white, or on the paper.
  /// - Parameters:
  ///   - drawable: a page, a spread, your own.
  ///   - dotsPerInch: 72 for one dot a point.
  ///
  /// Throws `RenderingError`, or what the drawable threw.
  public func png(_ drawable: any Drawable, dotsPerInch: Double = 150) throws -> [UInt8] {
    try bytes(of: [drawable]) { sink throws(CairoError) in
      try Canvas.image(into: sink, size: drawable.size, dotsPerInch: dotsPerInch)
    }
  }

  /// A PNG image no larger than so many dots each way, as large as fits.
  public func thumbnail(of drawable: any Drawable, width: Int, height: Int) throws -> [UInt8] {
    let size = drawable.size
    guard size.width > .zero, size.height > .zero else { throw RenderingError.nothingToDraw }
    // half a dot less, so that rounding never goes past the box
    let across = (Double(width) + 0.49) / size.width.points
    let down = (Double(height) + 0.49) / size.height.points
    return try png(drawable, dotsPerInch: min(across, down) * 72)
  }

  /// An SVG drawing in points, letters as outlines.
  public func svg(_ drawable: any Drawable) throws -> [UInt8] {
    let drawn = try bytes(of: [drawable]) { sink throws(CairoError) in
      try Canvas.svg(into: sink, size: drawable.size)
    }
    return Renderer.renumbered(drawn)
  }

  /// A PDF with one page for each drawable. (`makePDF(of:)` makes the PDF of a whole book,
  /// with outline, labels and links.)
  public func pdf(_ drawables: [any Drawable]) throws -> [UInt8] {
    guard let first = drawables.first else { throw RenderingError.nothingToDraw }
    let packing = PagePacking(isBeside: false)
    var drawn = try bytes(
      of: drawables,
      ended: { page, hidden in
        guard let hidden else { return }
        packing.takePage(&page, nil, unpacks: hidden.isOnPage) { hidden.finishPage($0) }
      }
    ) { sink throws(CairoError) in
      let canvas = try Canvas.pdf(into: sink, size: first.size, hidesText: true)
      canvas.setFixedDates()
      return canvas
    }
    return packing.finish(&drawn).pdf
  }

  /// - Parameter ended: takes what was written when a page has ended.
  private func bytes(
    of drawables: [any Drawable], ended: (inout [UInt8], HiddenText?) -> Void = { _, _ in },
    on canvas: (ByteSink) throws(CairoError) -> Canvas
  ) throws -> [UInt8] {
    let sink = ByteSink()
    let surface: Canvas
    do { surface = try canvas(sink) } catch { throw RenderingError(error) }
    let context = DrawingContext(surface, painter: painter)
    for drawable in drawables {
      context.setPageSize(drawable.size)
      if colours != nil {
        // what is white on white paper
        context.setColour(.white)
        context.fillRectangle(x: 0, y: 0, width: drawable.size.width.points, height: drawable.size.height.points)
        context.setColour(.black)
      }
      try context.draw(drawable)
      context.showPage()
      ended(&sink.bytes, context.hiddenText)
    }
    try context.write()
    return sink.bytes
  }

  /// cairo numbers its surfaces through the life of the process and writes the number
  /// into the SVG; here they count from 1, so that the same page is the same bytes.
  static func renumbered(_ svg: [UInt8]) -> [UInt8] {
    let word = Array("surface".utf8)
    var numbers: [[UInt8]] = []
    var result: [UInt8] = []
    result.reserveCapacity(svg.count)
    var index = 0
    while index < svg.count {
      guard svg[index] == word[0], index > 0, svg[index - 1] == 0x22 || svg[index - 1] == 0x23,
        svg[index...].starts(with: word)
      else {
        result.append(svg[index])
        index += 1
        continue
      }
      index += word.count
      let digits = Array(svg[index...].prefix { (0x30...0x39).contains($0) })
      index += digits.count
      result += word
      guard !digits.isEmpty else { continue }
      if !numbers.contains(digits) { numbers.append(digits) }
      result += Array(String((numbers.firstIndex(of: digits) ?? 0) + 1).utf8)
    }
    return result
  }
}

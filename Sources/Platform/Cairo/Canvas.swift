internal import CCairo
internal import Libc
package import PageModel
package import Units

/// What cairo can fail with, by its own status word.
package enum CairoError: Error, Equatable, Sendable {
  /// cairo's own message, such as `out of memory`.
  case failed(String)
  case fontNotLoaded(file: String)
  case imageNotLoaded(file: String)
  /// A picture of less than one dot, or of more than cairo or the memory could hold.
  case imageSize(width: Double, height: Double)
  /// A page's text was left to octavo (`writesText`), and cairo's contents have no place for it.
  case textLost
}

/// A surface and its context: draws pages, one after the other.
///
/// Coordinates are points from the top left corner, y down.
package struct Canvas: ~Copyable {
  package enum Kind { case pdf, svg, image, borrowed }

  private let surface: OpaquePointer
  /// For what draws no ink and sets neither font nor colour.
  private let held: OpaquePointer
  /// For all other drawing, before which text that waits is drawn.
  var context: OpaquePointer {
    pageText?.give(to: held)
    return held
  }
  private let sink: ByteSink
  package let kind: Kind
  /// cairo 1.16 puts glyphs of an image at whole dots, which spoils their spacing; outlines stand where they belong.
  private let drawsOutlines: Bool
  /// Only of a PDF that is octavo's own: what others draw there is not known.
  private let letters: KnownLetters?
  /// Text that octavo writes itself; only of a PDF whose contents go through it.
  package let pageText: PDFTextWriter?
  /// Makes text invisible; only of a PDF whose contents go through it. Others leave such text out.
  package let hiddenText: HiddenText?

  package static var cairoVersion: String { String(cString: cairo_version_string()) }

  /// Cairo then leaves contents of pages to octavo to pack (`PagePacking`) and, from 1.18 on, each object by itself,
  /// so that the file can be finished. No call does what this variable does; it is set once, as others may be reading
  /// variables, and what the process makes by cairo besides is then not packed either.
  static let leavesUnpacked = setenv("CAIRO_DEBUG_PDF", "1", 1) == 0

  /// A PDF (1.5) whose pages have this size until `setPageSize`.
  /// - Parameters:
  ///   - writesText: the contents of each page are given to `pageText` when it ends.
  ///   - hidesText: the contents of each page are given to `hiddenText` when it ends, behind `pageText`.
  ///   - movesSpaces: so are the letters of fonts in the end, and spaces are numbered among letters that are not Latin.
  package static func pdf(
    into sink: ByteSink, size: PageSize, writesText: Bool = false, hidesText: Bool = false,
    movesSpaces: Bool = false
  ) throws(CairoError) -> Canvas {
    // the closure is C's: it may capture nothing, so the sink travels as its pointer and is kept by the canvas
    guard leavesUnpacked else { throw .failed("out of memory") }
    let surface = cairo_pdf_surface_create_for_stream(
      ByteSink.write, sink.closure, size.width.points, size.height.points)
    // later ones would write 1.7
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
    return try Canvas(
      surface: surface, sink: sink, kind: .pdf, pageText: writesText ? PDFTextWriter(movesSpaces: movesSpaces) : nil,
      hiddenText: hidesText ? HiddenText() : nil)
  }

  package static func svg(into sink: ByteSink, size: PageSize) throws(CairoError) -> Canvas {
    let surface = cairo_svg_surface_create_for_stream(
      ByteSink.write, sink.closure, size.width.points, size.height.points)
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT)
    return try Canvas(surface: surface, sink: sink, kind: .svg)
  }

  /// Dots a side: cairo's own limit is 32,767. In all: 1 GB.
  private static let mostPixels = 30_000.0
  private static let mostPixelsInAll = 268_435_456.0

  /// A white picture of `size` at so many dots an inch; `finish` writes it to the sink as PNG.
  package static func image(into sink: ByteSink, size: PageSize, dotsPerInch: Double) throws(CairoError) -> Canvas {
    let scale = dotsPerInch / 72
    let (width, height) = ((size.width.points * scale).rounded(), (size.height.points * scale).rounded())
    guard width >= 1, height >= 1, width <= mostPixels, height <= mostPixels, width * height <= mostPixelsInAll else {
      throw .imageSize(width: width, height: height)
    }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    let canvas = try Canvas(surface: surface, sink: sink, kind: .image)
    cairo_set_source_rgb(canvas.context, 1, 1, 1)
    cairo_paint(canvas.context)
    cairo_scale(canvas.context, scale, scale)
    return canvas
  }

  /// Draws on a context that someone else made, in its own units and wherever its matrix
  /// says; both are kept until the canvas goes, and neither is finished by it.
  package static func on(context: OpaquePointer) throws(CairoError) -> Canvas {
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(status) }
    guard let surface = cairo_get_target(context) else { throw .failed("the context has no surface") }
    return Canvas(borrowed: context, of: surface)
  }

  private init(borrowed context: OpaquePointer, of surface: OpaquePointer) {
    held = cairo_reference(context)
    self.surface = cairo_surface_reference(surface)
    sink = ByteSink()
    kind = .borrowed
    letters = nil
    pageText = nil
    hiddenText = nil
    drawsOutlines = cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE
  }

  /// The `cairo_t`, for drawing that octavo has no words for.
  package var contextPointer: OpaquePointer {
    pageText?.mix()
    return context
  }

  private init(
    surface: OpaquePointer?, sink: ByteSink, kind: Kind, pageText: PDFTextWriter? = nil,
    hiddenText: HiddenText? = nil
  ) throws(CairoError) {
    guard let surface else { throw .failed("out of memory") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw CairoError(status)
    }
    self.surface = surface
    held = cairo_create(surface)
    self.pageText = pageText
    self.hiddenText = hiddenText
    self.sink = sink
    self.kind = kind
    letters = kind == .pdf ? KnownLetters() : nil
    drawsOutlines = kind == .image
  }

  deinit {
    cairo_destroy(held)
    cairo_surface_destroy(surface)
  }

  /// Ends the drawing and flushes all bytes to the sink.
  package consuming func finish() throws(CairoError) { try close() }

  /// The same for a canvas that someone else holds; nothing can be drawn afterwards.
  package func close() throws(CairoError) {
    try check()
    if kind == .image { sink.bytes += try png(of: surface) }
    if kind != .borrowed { cairo_surface_finish(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(status) }
  }

  /// The first failure of any call so far.
  package func check() throws(CairoError) {
    for status in [cairo_status(held), cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS {
      throw CairoError(status)
    }
  }

  // MARK: Pages

  package func setPageSize(_ size: PageSize) {
    if kind == .pdf { cairo_pdf_surface_set_size(surface, size.width.points, size.height.points) }
  }

  package func showPage() { cairo_show_page(context) }

  /// Runs `body` in a space of its own, whose font and colour go with it.
  private func inSpace<E: Error>(
    _ change: (OpaquePointer) -> Void, endsText: Bool = true, _ body: () throws(E) -> Void
  ) throws(E) {
    let state = pageText?.state
    if endsText { pageText?.give(to: held) }
    cairo_save(held)
    change(held)
    defer {
      if endsText { pageText?.give(to: held) }
      cairo_restore(held)
      if let state { pageText?.restore(state) }
    }
    try body()
  }

  /// Runs `body` with the origin moved; widths and heights stay as they are (scale 1).
  package func moved<E: Error>(x: Double, y: Double, _ body: () throws(E) -> Void) throws(E) {
    // text knows where it stands
    try inSpace({ cairo_translate($0, x, y) }, endsText: false, body)
  }

  /// Runs `body` with the origin moved and all lengths multiplied: a negative
  /// factor turns by 180°. Text needs fonts opened for the same factor.
  package func placed<E: Error>(x: Double, y: Double, factor: Double, _ body: () throws(E) -> Void) throws(E) {
    guard factor != 1 else { return try moved(x: x, y: y, body) }
    let change = { (context: OpaquePointer) in
      cairo_translate(context, x, y)
      // not a rotation, whose sine of 180° is a little more than nothing
      cairo_scale(context, factor, factor)
    }
    try inSpace(change, body)
  }

  /// Runs `body` with the origin moved and turned about it, anticlockwise, in radians.
  package func turned<E: Error>(atX x: Double, y: Double, by angle: Double, _ body: () throws(E) -> Void) throws(E) {
    let change = { (context: OpaquePointer) in
      cairo_translate(context, x, y)
      cairo_rotate(context, -angle)
    }
    try inSpace(change, body)
  }

  package func scaled<E: Error>(by factor: Double, _ body: () throws(E) -> Void) throws(E) {
    try inSpace({ cairo_scale($0, factor, factor) }, body)
  }

  /// Runs `body` with drawing kept inside a rectangle.
  package func clipped<E: Error>(
    x: Double, y: Double, width: Double, height: Double, _ body: () throws(E) -> Void
  ) throws(E) {
    let change = { (context: OpaquePointer) in
      cairo_rectangle(context, x, y, width, height)
      cairo_clip(context)
    }
    try inSpace(change, body)
  }

  // MARK: Marks on the page

  package func setColour(_ colour: Colour) {
    guard let pageText else { return cairo_set_source_rgb(held, colour.red, colour.green, colour.blue) }
    pageText.set(PDFTextWriter.Colour(red: colour.red, green: colour.green, blue: colour.blue))
  }

  /// Text is to be found and not seen, until a colour is set.
  package func hideText() {
    guard let hiddenText else { return }
    hiddenText.isOnPage = true
    let colour = HiddenText.colour
    setColour(Colour(red: colour.red, green: colour.green, blue: colour.blue))
  }

  package func fillRectangle(x: Double, y: Double, width: Double, height: Double) {
    cairo_rectangle(context, x, y, width, height)
    cairo_fill(context)
  }

  /// A disc; `x` and `y` are its middle.
  package func fillDisc(x: Double, y: Double, radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * .pi)
    cairo_fill(context)
  }

  package func strokeLine(
    x: Double, y: Double, toX: Double, toY: Double, thickness: Double, isDashed: Bool = false
  ) {
    cairo_set_line_width(context, thickness)
    if isDashed { cairo_set_dash(context, [2, 1.5], 2, 0) }
    cairo_move_to(context, x, y)
    cairo_line_to(context, toX, toY)
    cairo_stroke(context)
    if isDashed { cairo_set_dash(context, nil, 0, 0) }
  }

  package func strokeCircle(x: Double, y: Double, radius: Double, thickness: Double) {
    cairo_set_line_width(context, thickness)
    cairo_new_sub_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * .pi)
    cairo_stroke(context)
  }

  /// Words for sheets: one glyph a character, neither kerned nor shaped. A face that they
  /// are set in is no face of `showText`.
  /// - Parameter start: the part of the text's width that stands left of x: 0, 0.5, 1.
  package func showPlainText(
    _ text: String, font: borrowing ScaledFont, x: Double, y: Double, start: Double
  ) throws(CairoError) {
    pageText?.mix()
    cairo_set_scaled_font(context, font.pointer)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_text_extents(font.pointer, text, &extents)
    var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
    var clusters: UnsafeMutablePointer<cairo_text_cluster_t>?
    var (glyphCount, clusterCount): (Int32, Int32) = (0, 0)
    var flags = cairo_text_cluster_flags_t(0)
    defer {
      cairo_glyph_free(glyphs)
      cairo_text_cluster_free(clusters)
    }
    let status = cairo_scaled_font_text_to_glyphs(
      font.pointer, x - extents.x_advance * start, y, text, -1, &glyphs, &glyphCount, &clusters, &clusterCount, &flags)
    guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(status) }
    cairo_show_text_glyphs(context, text, -1, glyphs, glyphCount, clusters, clusterCount, flags)
  }

  /// The font of `showText`, until the next one.
  package func setFont(_ font: borrowing ScaledFont) {
    if let pageText { pageText.use(font.pointer) } else { cairo_set_scaled_font(held, font.pointer) }
    letters?.use(font.pointer)
  }

  /// Where cairo certainly draws, until the origin, the scale or the clip changes.
  package var inkBounds: InkBounds {
    var bounds = InkBounds()
    cairo_clip_extents(held, &bounds.left, &bounds.top, &bounds.right, &bounds.bottom)
    return bounds
  }

  /// Whether cairo says these letters of glyphs without being told: `showGlyphs` may show them. If
  /// not, `showText` is to show them before others are asked for.
  /// - Parameter bounds: `inkBounds`, as they are now.
  package func hasLetters(
    _ text: UnsafeBufferPointer<UInt8>, of glyphs: UnsafeBufferPointer<PlacedGlyph>,
    clusters: UnsafeBufferPointer<GlyphCluster>, isBackward: Bool, within bounds: InkBounds
  ) -> Bool {
    letters?.holds(text, glyphs: glyphs, clusters: clusters, isBackward: isBackward, within: bounds) ?? false
  }

  /// Glyphs whose letters cairo has, of one run or of several in the same font, in the order in which they are
  /// read: those of a backward run from its last to its first. Positions are absolute.
  package func showGlyphs(_ glyphs: UnsafeBufferPointer<PlacedGlyph>) {
    if let pageText, pageText.take(glyphs, text: nil, clusters: nil, on: held) { return }
    Canvas.show(glyphs, on: context)
  }

  static func show(_ glyphs: UnsafeBufferPointer<PlacedGlyph>, on context: OpaquePointer) {
    guard let glyph0 = glyphs.baseAddress else { return }
    // PlacedGlyph has the layout of cairo's own struct; a test holds it
    cairo_show_glyphs(
      context, UnsafeRawPointer(glyph0).assumingMemoryBound(to: cairo_glyph_t.self), Int32(glyphs.count))
  }

  /// One long call a run: glyphs together with the text they stand for, so that
  /// ligatures copy as letters. Positions are absolute.
  package func showText(
    _ text: UnsafeBufferPointer<UInt8>, glyphs: UnsafeBufferPointer<PlacedGlyph>,
    clusters: UnsafeBufferPointer<GlyphCluster>, isBackward: Bool
  ) {
    if drawsOutlines { return fillOutlines(of: glyphs) }
    if let pageText {
      if !isBackward, pageText.take(glyphs, text: text, clusters: clusters, on: held) { return }
      pageText.mix()
    }
    Canvas.show(text, glyphs: glyphs, clusters: clusters, isBackward: isBackward, on: context)
  }

  static func show(
    _ text: UnsafeBufferPointer<UInt8>, glyphs: UnsafeBufferPointer<PlacedGlyph>,
    clusters: UnsafeBufferPointer<GlyphCluster>, isBackward: Bool, on context: OpaquePointer
  ) {
    guard let text0 = text.baseAddress, let glyph0 = glyphs.baseAddress, let cluster0 = clusters.baseAddress else {
      return
    }
    // PlacedGlyph and GlyphCluster have the layout of cairo's own structs; a test holds it
    cairo_show_text_glyphs(
      context, UnsafeRawPointer(text0).assumingMemoryBound(to: CChar.self), Int32(text.count),
      UnsafeRawPointer(glyph0).assumingMemoryBound(to: cairo_glyph_t.self), Int32(glyphs.count),
      UnsafeRawPointer(cluster0).assumingMemoryBound(to: cairo_text_cluster_t.self), Int32(clusters.count),
      isBackward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
  }

  /// The glyphs' outlines, filled: ink without text. Positions are absolute.
  /// - Parameter spread: points by which they are widened on every side.
  package func fillOutlines(of glyphs: UnsafeBufferPointer<PlacedGlyph>, spread: Double = 0) {
    guard let glyph0 = glyphs.baseAddress else { return }
    cairo_new_path(context)
    // PlacedGlyph has the layout of cairo's own struct; a test holds it
    cairo_glyph_path(
      context, UnsafeRawPointer(glyph0).assumingMemoryBound(to: cairo_glyph_t.self), Int32(glyphs.count))
    guard spread > 0 else { return cairo_fill(context) }
    cairo_fill_preserve(context)
    cairo_set_line_width(context, 2 * spread)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(context)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
  }

  // MARK: The document

  /// Adds an entry to the PDF outline.
  /// - Parameters:
  ///   - parent: what an earlier call returned; nil for the top level.
  ///   - page: from 1, in the order pages are shown.
  /// - Returns: the entry, for its children.
  package func addOutline(_ title: String, parent: Int32?, page: Int, x: Double, y: Double, isOpen: Bool) -> Int32 {
    // "page= pos=[]" is the form that works forwards in cairo 1.16; numbers print with a point in any locale here
    cairo_pdf_surface_add_outline(
      surface, parent ?? 0, title, "page=\(page) pos=[\(Length.decimal(x)) \(Length.decimal(y))]",
      isOpen ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(0))
  }

  /// Fixes cairo's own dates, which would be the clock's; finishing replaces or removes them.
  package func setFixedDates() {
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, "2000-01-01T00:00:00Z")
  }

  package func setMetadata(title: String?, author: String?) {
    if let title { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title) }
    if let author { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, author) }
  }
}

extension CairoError {
  init(_ status: cairo_status_t) {
    self = .failed(String(cString: cairo_status_to_string(status)))
  }
}

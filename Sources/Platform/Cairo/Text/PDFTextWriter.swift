internal import CCairo
internal import PageModel

/// The text of pages of a PDF of octavo's own, which it writes itself where it can, in cairo's words.
///
/// Nearly half of a novel's time went into cairo's output of text: every glyph is copied three times, its ink
/// measured, its code looked up, and numbers printed by the C library. But what cairo writes for a
/// glyph whose code is known depends on its place alone (`TextOperators`). So text waits here until something
/// else is drawn. Text of which all is known is written here; cairo draws one glyph of
/// each of its fonts, which gets these into the page's resources, in a colour that no page has, which marks where the
/// text belongs. Of text with some glyphs that the file does not have yet, or letters of which it is not known what cairo
/// says of them, cairo draws these besides, each once, so that it numbers them as it would have, and the text is written
/// when its contents tell how (`PDFTextWriter+Samples`). Where all is new cairo draws the text.
///
/// It has to earn its trust: it writes nothing before cairo's own text of some pages was, byte by byte, what it would
/// have written, and never again when once it was not, as may be with another cairo.
package final class PDFTextWriter {
  @exclusivity(unchecked) var stretch = Stretch()
  let operators = TextOperators()
  @exclusivity(unchecked) var codes = TextCodes()
  @exclusivity(unchecked) private var font: OpaquePointer?
  @exclusivity(unchecked) private var face: Int?
  @exclusivity(unchecked) private var colour = Colour()
  /// Fonts that were used, which are kept, and their faces among the codes.
  @exclusivity(unchecked) private var faces: [OpaquePointer: Int?] = [:]
  /// cairo does not have the font and the colour.
  @exclusivity(unchecked) private var isStale = true
  /// Of the page that is being drawn.
  var parts: [Part] = []
  /// Text of others stands on the page.
  var isMixed = false
  /// Text of cairo's was what would have been written here.
  var agreements = 0
  var isWrong = false
  /// A page's text was written here and has no place in its contents: the file is not to be used.
  package internal(set) var isLost = false

  /// Text objects that have to agree before any is written here.
  private static let enough = 2
  /// Stretches of a page that can be told apart by their colours.
  private static let mostParts = 1 << 14

  /// In which font of the file spaces stand; nil where cairo decides that.
  @exclusivity(unchecked) var spaces: Spaces?

  /// - Parameter movesSpaces: of faces that show a script besides Latin they are numbered among its letters.
  init(movesSpaces: Bool) { spaces = movesSpaces && PDFTextWriter.canMoveSpaces ? Spaces() : nil }

  deinit {
    for font in faces.keys { cairo_scaled_font_destroy(font) }
    codes.close()
  }

  // MARK: Taking

  func use(_ font: OpaquePointer) {
    guard font != self.font else { return }
    if let known = faces[font] {
      face = known
    } else {
      face = codes.face(of: font)
      faces.updateValue(face, forKey: cairo_scaled_font_reference(font))
    }
    self.font = font
    isStale = true
  }

  func set(_ colour: Colour) {
    guard colour != self.colour else { return }
    self.colour = colour
    isStale = true
  }

  /// Takes a call; false where it is to go to cairo right away.
  func take(
    _ glyphs: UnsafeBufferPointer<PlacedGlyph>, text: UnsafeBufferPointer<UInt8>?,
    clusters: UnsafeBufferPointer<GlyphCluster>?, on context: OpaquePointer
  ) -> Bool {
    guard let font else { return false }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    guard matrix.xx == 1, matrix.yy == 1, matrix.xy == 0, matrix.yx == 0 else {
      give(to: context)
      isMixed = true
      spaces?.isClosed = true
      return false
    }
    if !stretch.isEmpty, stretch.colour != colour { give(to: context) }
    stretch.colour = colour
    let (glyph, cluster, byte) = (stretch.glyphs.count, stretch.clusters.count, stretch.text.count)
    if matrix.x0 == 0, matrix.y0 == 0 {
      stretch.glyphs.append(contentsOf: glyphs)
    } else {
      for glyph in glyphs {
        stretch.glyphs.append(PlacedGlyph(index: glyph.index, x: glyph.x + matrix.x0, y: glyph.y + matrix.y0))
      }
    }
    if let text, let clusters {
      let space = face.flatMap { spaces?.moved(in: text, glyphs, clusters, of: $0) }
      tell(text, glyphs, clusters, space: space)
    }
    stretch.calls.append(
      Call(
        font: font, face: face, glyphs: glyph..<stretch.glyphs.count, clusters: cluster..<stretch.clusters.count,
        text: byte..<stretch.text.count, isTold: text != nil))
    return true
  }

  /// Draws what waits: something else is to be drawn, or the page ends. Afterwards cairo has the font and the
  /// colour that were set last.
  func give(to context: OpaquePointer) {
    guard isStale || !stretch.isEmpty else { return }
    defer {
      if let font { cairo_set_scaled_font(context, font) }
      cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
      isStale = false
    }
    guard !stretch.isEmpty else { return }
    cairo_save(context)
    cairo_identity_matrix(context)
    let isInside = isInside(context)
    if agreements >= PDFTextWriter.enough, !isWrong, isInside, parts.count < PDFTextWriter.mostParts,
      let samples = write(stretch) ? stubs() : samples(of: stretch)
    {
      let mark = mark
      cairo_set_source_rgb(context, mark.red, mark.green, mark.blue)
      samples.stretch.draw(on: context)
      let text = samples.hasNew ? Text.awaited(stretch, samples) : .written(Array(operators.written))
      parts.append(.own(text, stretch.colour, mark: mark))
    } else {
      let colour = stretch.colour
      cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
      stretch.draw(on: context)
      parts.append(.cairos(stretch, isInside: isInside))
    }
    cairo_restore(context)
    stretch.empty()
  }

  /// The font and the colour that are set, for `restore`.
  struct State {
    fileprivate var font: OpaquePointer?
    fileprivate var face: Int?
    fileprivate var colour: Colour
  }

  var state: State { State(font: font, face: face, colour: colour) }

  /// They are set as they were, as by `cairo_restore`.
  func restore(_ state: State) {
    (font, face, colour) = (state.font, state.face, state.colour)
    isStale = true
  }

  /// cairo is about to show text that does not go through here.
  func mix() { isMixed = true }

  /// A colour beside that of the text, another one for each stretch of a page.
  private var mark: Colour {
    var mark = stretch.colour
    let step = Double(parts.count + 1) / 65_536
    mark.blue += mark.blue < 0.5 ? step : -step
    return mark
  }
}

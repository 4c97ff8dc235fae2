internal import Libc
internal import PageModel
internal import Shaping

/// Shadows of letters: the glyphs once more, behind the text, and no text themselves.
extension Pen {
  /// Adds the shadow of a run that is about to be added.
  ///
  /// A soft edge is a few widened copies, each paler than the one within it, from the outermost inwards: no
  /// transparency, which not every standard of the press takes, and no picture.
  mutating func add(_ shadow: TextStyle.Shadow, of glyphs: Range<Int>, font: FontKey, into page: inout Page) {
    let em = font.size.points
    for layer in ShadowLayer.layers(blur: Double(shadow.blur) * em, stem: em * 0.09) {
      let start = page.glyphs.count
      for index in glyphs {
        var glyph = page.glyphs[index]
        glyph.x += Double(shadow.x) * em
        glyph.y += Double(shadow.y) * em
        page.glyphs.append(glyph)
      }
      var run = GlyphRun(
        font: font, glyphs: start..<page.glyphs.count, clusters: clusterStart..<clusterStart,
        text: textStart..<textStart,
        colour: shadow.colour, isShape: true)
      run.shadow = layer
      page.runs.append(run)
      if page.keepsLines { page.looks.append(RunLook(style: style, end: x + Double(shadow.x) * em)) }
    }
  }
}

extension ShadowLayer {
  /// Half of the thinnest line that presses print; smaller steps are not seen either.
  private static let least = 0.375

  /// From the outermost to the letters themselves: as a stroke looks that a Gaussian has blurred.
  /// - Parameters:
  ///   - blur: points; twice the Gaussian's deviation, as in CSS (CSS Backgrounds 3, 6.1.1).
  ///   - stem: how thick strokes are, points.
  static func layers(blur: Double, stem: Double) -> [ShadowLayer] {
    guard blur > least else { return [ShadowLayer(spread: 0, share: 1)] }
    let deviation = blur / 2
    func upTo(_ distance: Double) -> Double { 0.5 * (1 + erf(distance / deviation / 2.0.squareRoot())) }
    // of the stroke's ink, what reaches a point at this distance from its edge
    func share(_ distance: Double) -> Double { upTo(distance + stem) - upTo(distance) }
    let count = min(Int(blur / least), 9)
    let step = blur / Double(count)
    return (1...count).reversed().map {
      ShadowLayer(spread: Double($0) * step, share: share((Double($0) - 0.5) * step))
    }
      + [ShadowLayer(spread: 0, share: share(-stem / 2))]
  }
}

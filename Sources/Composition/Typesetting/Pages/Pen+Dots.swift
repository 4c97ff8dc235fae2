internal import LineBreaking
internal import PageModel
internal import Shaping
internal import Units

/// Dots that set letters off which have no italics: over them in Japanese and Korean, under them in Chinese, at their
/// right in vertical lines (JLREQ 3.3.9; Requirements for Chinese Text Layout, 3.2.3; KS X 6001). No text: they are
/// drawn, and nobody copies them.
extension Pen {
  /// How wide a dot is, in ems.
  private static let width = 0.15

  /// - Parameters:
  ///   - part: glyphs of a segment's word that run to the right.
  ///   - start: where the first of them stands, points from the trim's left edge.
  func addDots(
    over part: Range<UInt16>, of segment: LineSegment, from start: Double, table: ShapedTextPointers, into page: inout Page
  ) {
    let word = table.words[Int(segment.word)]
    let style = table.styles[Int(segment.style)]
    let em = Double(style.look.em) / 1024
    let height: Double
    switch style.look.stance {
    case .level: height = style.language.text.hasPrefix("zh") ? 0.24 : -1
    // about the middle of the line
    case .stacked: height = -0.64
    case .turned, .abreast: return
    }
    var x = start
    var last: UInt16?
    for index in part {
      let glyph = table.glyphs[Int(word.glyphStart) + Int(index)]
      let width = Double(glyph.advance) / 1024 * factor
      let letter = table.scalar(at: Int(word.textStart) + Int(glyph.cluster))
      if glyph.cluster != last, EastAsianLetters.isHanOrKana(letter) || EastAsianLetters.isHangul(letter) {
        let size = Pen.width * em
        page.rules.append(
          Rule(
            x: x + (width - size) / 2, y: y - Double(style.look.rise) / 1024 + height * em - size / 2, width: size,
            height: size, colour: style.look.colour, isDot: true))
      }
      last = glyph.cluster
      x += width
    }
  }
}

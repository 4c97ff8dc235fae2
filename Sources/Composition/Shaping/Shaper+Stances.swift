internal import Pango

// Vertical lines are set as if they ran across and turned when they are on a page (`Page.turn`). What stays upright is
// placed here so that it stands right after that. The line's middle is its baseline.
extension Shaper {
  /// Glyphs of a word from one on, below each other: what of their places is the same for all (half an em to the left,
  /// 0.88 down) is left to the page, since it would not fit here for large type.
  /// - Returns: the word's advance.
  func place(from first: Int, stackedBy em: Int32) -> Int32 {
    var advance: Int32 = 0
    for index in first..<text.glyphs.count {
      advance += text.glyphs[index].advance
      text.glyphs[index].xOffset = Int16(clamping: Int(text.glyphs[index].xOffset) - Int(em) * 88 / 100)
      text.glyphs[index].yOffset = Int16(clamping: Int(text.glyphs[index].yOffset) - Int(em) / 2)
    }
    return advance
  }

  /// Glyphs of a word from one on, side by side in the room of one letter, in the middle of the line.
  /// - Returns: the word's advance.
  func place(from first: Int, abreastIn style: MeasuredStyle) -> Int32 {
    let em = style.look.em
    // of a figure
    let height = Int32(Double(em) * text.fonts[Int(style.spaceFont)].metrics.capHeight)
    let width = text.glyphs[first...].reduce(0) { $0 + $1.advance }
    var across = width / 2
    for index in first..<text.glyphs.count {
      let advance = text.glyphs[index].advance
      text.glyphs[index].xOffset = Int16(clamping: height / 2)
      text.glyphs[index].yOffset = Int16(clamping: across)
      text.glyphs[index].advance = index == text.glyphs.count - 1 ? em : 0
      across -= advance
    }
    return em
  }

  /// The library's number of a style with its letters along the line: so run leaders behind upright ones, too.
  func levelStyle(of style: TextStyle) -> Int {
    var font = style.font
    font.isStacked = false
    return library.style(for: font)
  }

  /// The family in which a style's ideographs are set: marks among them are to be the same font's.
  package func ideographFamily(of style: Int) -> String? {
    if let known = ideographFamilies[style] { return known }
    var letter = "永"
    var runs: [ShapedRun] = []
    var glyphs: [ShapedGlyph] = []
    letter.withUTF8 { library.shape($0, style: libraryStyles[style], runs: &runs, glyphs: &glyphs) }
    let family = glyphs.first?.isMissing == false ? runs.first.map { library.fonts[$0.font].family } : nil
    ideographFamilies[style] = family
    return family
  }
}

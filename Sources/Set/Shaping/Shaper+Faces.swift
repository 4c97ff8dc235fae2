package import Pango

/// What a style's own face has and how its glyphs look, for what is set by eye:
/// drop capitals, markers, small capitals.
extension Shaper {
  /// The style of a number, as it was asked for.
  package func textStyle(_ number: Int) -> TextStyle? {
    askedStyles.indices.contains(number) ? askedStyles[number] : nil
  }

  /// The face that most of a style's text is set in.
  package func face(of style: Int) -> LoadedFont { text.fonts[Int(text.styles[style].spaceFont)] }

  /// Whether that face knows an OpenType substitution such as `smcp`.
  package func hasFeature(_ tag: String, style: Int) -> Bool {
    library.hasFeature(tag, font: Int(text.styles[style].spaceFont))
  }

  /// The ink of a word of one glyph, in ems; nil for any other.
  package func ink(of id: WordID) -> GlyphInk? {
    let word = text.words[Int(id)]
    guard word.glyphCount == 1, word.runCount == 1 else { return nil }
    return library.ink(
      font: Int(text.runs[Int(word.runStart)].font), glyph: UInt32(text.glyphs[Int(word.glyphStart)].id))
  }

  /// Whether some font at hand has a glyph for every character; asking warns of none.
  package func covers(_ characters: String, style: Int) -> Bool {
    var characters = characters
    var runs: [ShapedRun] = []
    var glyphs: [ShapedGlyph] = []
    characters.withUTF8 { library.shape($0, style: libraryStyles[style], runs: &runs, glyphs: &glyphs) }
    return !glyphs.isEmpty && !glyphs.contains(where: \.isMissing)
  }
}

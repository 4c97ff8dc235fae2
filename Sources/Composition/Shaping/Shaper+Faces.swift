package import PageModel
package import Pango
package import Units

/// What a style's own face has and how its glyphs look, for what is set by eye:
/// drop capitals, markers, small capitals.
extension Shaper {
  /// The style of a number, as it was asked for.
  package func textStyle(_ number: Int) -> TextStyle? {
    askedStyles.indices.contains(number) ? askedStyles[number] : nil
  }

  /// What a family, or the first of a list that is there, is called; as asked where none is.
  package func familyName(_ asked: String) -> String { library.familyName(asked) ?? asked }

  /// A face of a family, as fontconfig finds it; nil where the family is not there.
  package func face(of family: String, size: Length) -> FontKey? {
    guard library.hasFamily(family) else { return nil }
    let number = style(TextStyle(font: FontRequest(family: family, size: size)))
    return text.fonts[Int(text.styles[number].spaceFont)].key
  }

  /// The face that most of a style's text is set in.
  package func face(of style: Int) -> LoadedFont { text.fonts[Int(text.styles[style].spaceFont)] }

  /// Whether that face knows an OpenType substitution such as `smcp`.
  package func hasFeature(_ tag: String, style: Int) -> Bool {
    library.hasFeature(tag, font: Int(text.styles[style].spaceFont))
  }

  /// Where the ink of a word lies that stands at the origin, and how wide it is, in ems. What leaves no ink is as
  /// wide as its advance.
  package func inkBounds(of characters: String, style: Int) -> (ink: GlyphInk, advance: Double) {
    var characters = characters
    let id = characters.withUTF8 { self.word($0, style: style) }
    let word = text.words[Int(id)]
    let em = Double(max(1, text.styles[style].look.em))
    var bounds: GlyphInk?
    var x = 0.0
    for run in text.runs[Int(word.runStart)..<Int(word.runStart) + Int(word.runCount)] {
      let start = Int(word.glyphStart) + Int(run.glyphStart)
      for glyph in text.glyphs[start..<start + Int(run.glyphCount)] {
        if let ink = library.ink(font: Int(run.font), glyph: UInt32(glyph.id)) {
          let (across, up) = (x + Double(glyph.xOffset) / em, -Double(glyph.yOffset) / em)
          let placed = GlyphInk(
            left: across + ink.left, right: across + ink.right, top: ink.top + up, bottom: ink.bottom - up)
          bounds =
            bounds.map {
              GlyphInk(
                left: min($0.left, placed.left), right: max($0.right, placed.right), top: max($0.top, placed.top),
                bottom: max($0.bottom, placed.bottom))
            } ?? placed
        }
        x += Double(glyph.advance) / em
      }
    }
    return (bounds ?? GlyphInk(left: 0, right: x, top: 0, bottom: 0), x)
  }

  /// Points along the outline of a word that stands at the origin, in ems, y up.
  package func outline(of characters: String, style: Int) -> [(x: Double, y: Double)] {
    var characters = characters
    let id = characters.withUTF8 { self.word($0, style: style) }
    let word = text.words[Int(id)]
    let em = Double(max(1, text.styles[style].look.em))
    var points: [(x: Double, y: Double)] = []
    var x = 0.0
    for run in text.runs[Int(word.runStart)..<Int(word.runStart) + Int(word.runCount)] {
      let start = Int(word.glyphStart) + Int(run.glyphStart)
      for glyph in text.glyphs[start..<start + Int(run.glyphCount)] {
        let (across, up) = (x + Double(glyph.xOffset) / em, -Double(glyph.yOffset) / em)
        points += library.outline(font: Int(run.font), glyph: UInt32(glyph.id)).map { ($0.x + across, $0.y + up) }
        x += Double(glyph.advance) / em
      }
    }
    return points
  }

  /// The font that a letter is set in, where none of others of its style is set in it: their face has it not.
  package func standIn(for letter: String, insteadOf others: [String], style: Int) -> LoadedFont? {
    func font(_ characters: String) -> UInt16? {
      var characters = characters
      let id = characters.withUTF8 { self.word($0, style: style) }
      let word = text.words[Int(id)]
      return word.runCount > 0 ? UInt16(text.runs[Int(word.runStart)].font) : nil
    }
    guard let used = font(letter), !others.contains(where: { font($0) == used }) else { return nil }
    return text.fonts[Int(used)]
  }

  /// Whether characters have other glyphs in one style than in another.
  package func differs(_ characters: String, in one: Int, from other: Int) -> Bool {
    var characters = characters
    func glyphs(_ style: Int) -> [UInt16] {
      let id = characters.withUTF8 { self.word($0, style: style) }
      let word = text.words[Int(id)]
      return text.glyphs[Int(word.glyphStart)..<Int(word.glyphStart) + Int(word.glyphCount)].map(\.id)
    }
    return glyphs(one) != glyphs(other)
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

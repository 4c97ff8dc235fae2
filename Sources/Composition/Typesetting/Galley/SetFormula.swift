internal import FormulaSetting
package import PageModel
internal import Units

/// A formula, or a part of one between two places where its line may end, as it is drawn: points from the left end of
/// its baseline, y down.
package final class SetFormula: Sendable {
  /// Glyphs of one font, size, colour and height.
  struct Run: Sendable {
    var font: FontKey
    /// Nil for that of the text.
    var colour: Colour?
    var glyphs: [PlacedGlyph]
  }

  let runs: [Run]
  let rules: [Rule]
  let width: Double
  /// Of the first glyph.
  let firstAdvance: Double
  /// What stands for it where the file is read as text: its source; nil for a further part of a formula.
  let text: String?
  /// All of its source, and its words for who listens.
  let source: String
  let spoken: String
  /// Its glyphs can have the text as theirs: all stand on one line in one size. A glyph of the text's face may not stand
  /// for more than a letter, or it would in the book's words, too.
  let isPlain: Bool

  init(
    _ box: FormulaBox, text: String?, source: String, spoken: String, fonts: (FormulaBox.Font, Length) -> FontKey,
    colour: Colour
  ) {
    var runs: [Run] = []
    var last: (font: FormulaBox.Font, size: Length, y: Length, colour: UInt32?)?
    for glyph in box.glyphs {
      if let known = last, known.font == glyph.font, known.size == glyph.size, known.y == glyph.y,
        known.colour == glyph.colour
      {
      } else {
        last = (glyph.font, glyph.size, glyph.y, glyph.colour)
        let own = glyph.colour.map { Colour(hex: Int($0)) }
        runs.append(Run(font: fonts(glyph.font, glyph.size), colour: own, glyphs: []))
      }
      runs[runs.count - 1].glyphs.append(PlacedGlyph(index: UInt(glyph.id), x: glyph.x.points, y: -glyph.y.points))
    }
    self.runs = runs
    rules = box.rules.map { rule in
      Rule(
        x: rule.x.points, y: -(rule.y + rule.height).points, width: rule.width.points, height: rule.height.points,
        colour: rule.colour.map { Colour(hex: Int($0)) } ?? colour)
    }
    width = box.width.points
    firstAdvance = box.glyphs.first?.advance.points ?? 0
    (self.text, self.source, self.spoken) = (text, source, spoken)
    isPlain =
      runs.count == 1
      && (box.glyphs.count > 1 || box.glyphs[0].font == .math || text?.unicodeScalars.count ?? 0 < 2)
  }
}

extension SetFormula: Equatable {
  package static func == (a: SetFormula, b: SetFormula) -> Bool { a === b }
}

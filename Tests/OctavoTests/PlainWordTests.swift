import Octavo
import Pango
import Testing
import Units

/// Words of Latin letters share one item of Pango's; asked without a direction, it itemizes each.
@Suite struct `Words of Latin letters` {
  @Test(arguments: ["EB Garamond 12", "Liberation Serif", "Noto Sans"], ["", "smcp=1"])
  func `are shaped as if each were itemized`(family: String, features: String) throws {
    let fonts = BookBuilder.fontSource(folders: [])
    let library = FontLibrary(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    let style = library.style(for: FontRequest(family: family, size: Length(points: 11), features: features))
    let words = [
      "office", "fi", "Wave,", "“Oh,”", "don’t", "l’été", "Ærø", "1809", "0", "12th", "(a)", "“", "—", "a—b", "…and",
      "naïve-ness",
      "A.B.", "x²", "½lb", "Łódź", "soft\u{AD}hyphen", "λόγος", "aλ", "слово", "a✓", "©1809", "“1809”", "№5",
      "e\u{301}te",
      // some of these have no glyph in one font or another
      "ƿynn", "ǂa", "ȸb", "a‐b", "a‧b", "a‑b", "ẘer", "Ǳo", "12,5", "fﬁ",
    ]
    for word in words {
      var (shared, own) = (Shaped(), Shaped())
      var text = word
      text.withUTF8 { library.shape($0, style: style, runs: &shared.runs, glyphs: &shared.glyphs) }
      text.withUTF8 { library.shape($0, style: style, direction: .neutral, runs: &own.runs, glyphs: &own.glyphs) }
      #expect(shared == own, "\(word)")
      #expect(!shared.glyphs.isEmpty)
    }
  }

  private struct Shaped: Equatable {
    var runs: [ShapedRun] = []
    var glyphs: [ShapedGlyph] = []
  }
}

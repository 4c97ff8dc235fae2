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

  @Test("A face is one font, whether its family alone was asked for text or all fonts were")
  func families() throws {
    let fonts = BookBuilder.fontSource(folders: [])
    let library = FontLibrary(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    let style = library.style(for: FontRequest(family: "EB Garamond", size: Length(points: 11)))
    var (runs, glyphs): ([ShapedRun], [ShapedGlyph]) = ([], [])
    func font(_ text: String) -> [String] {
      runs = []
      Array(text.utf8).withUnsafeBufferPointer { library.shape($0, style: style, runs: &runs, glyphs: &glyphs) }
      return runs.map { library.fonts[$0.font].postScriptName }
    }
    let own = try #require(font("naïve “words”").first)
    #expect(own.hasPrefix("EBGaramond"))
    // the second has letters that the family lacks
    let mixed = font("words 文 words")
    #expect(mixed.first == own && mixed.last == own && Set(mixed).count == 2)
    #expect(font("words") == [own])
    #expect(library.fonts.filter { $0.postScriptName == own }.count == 1)
    // a family that is not there is stood in for as ever
    let other = library.style(for: FontRequest(family: "No Such Family", size: Length(points: 11)))
    runs = []
    Array("words".utf8).withUnsafeBufferPointer { library.shape($0, style: other, runs: &runs, glyphs: &glyphs) }
    #expect(runs.count == 1 && !glyphs.contains { $0.isMissing })
  }
}

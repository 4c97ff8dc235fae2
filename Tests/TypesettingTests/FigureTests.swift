import BookModel
import Design
import Octavo
import Pango
import Shaping
import Testing
import Typesetting

/// Figures look as figures do, and go with the letters beside them.
@Suite struct `Figures of text` {
  private let shaper: Shaper
  private let resolver = StyleResolver(design: PageDesign(), language: "en")

  init() throws {
    let fonts = BookBuilder.fontSource(folders: [])
    shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
  }

  private func glyphs(_ word: String, _ features: String, _ inline: InlineStyle = .plain) -> [UInt16] {
    var block = BlockStyle.body
    block.features = features
    return glyphs(word, shaper.style(resolver.style(block, inline)))
  }

  /// In a style of a theme.
  private func glyphs(_ word: String, _ style: (StyleResolver) -> TextStyle, _ theme: (inout PageDesign) -> Void)
    -> [UInt16]
  {
    var design = PageDesign()
    theme(&design)
    return glyphs(word, shaper.style(style(StyleResolver(design: design, language: "en"))))
  }

  private func glyphs(_ word: String, _ style: Int) -> [UInt16] {
    var word = word
    let id = Int(word.withUTF8 { shaper.word($0, style: style) })
    let made = shaper.text.words[id]
    return shaper.text.glyphs[Int(made.glyphStart)..<Int(made.glyphStart) + Int(made.glyphCount)].map(\.id)
  }

  @Test func `have a one that is no small capital I, roman and italic`() throws {
    var italic = InlineStyle()
    italic.traits = .emphasis
    for inline in [InlineStyle.plain, italic] {
      let style = shaper.style(resolver.style(.body, inline))
      try #require(shaper.face(of: style).family.hasPrefix("EB Garamond"))
      // the face's own old-style one is drawn as a dotless I
      #expect(glyphs("1", style) != glyphs("1", "lnum=0,cv11=0", inline))
    }
    let style = shaper.style(resolver.style(.body, .plain))
    #expect(glyphs("1", style) == glyphs("1", "cv11=1") && glyphs("2", style) == glyphs("2", "onum=1"))
  }

  @Test(arguments: [InlineStyle.Traits.superscript, .subscript, .smallCapitals, .allSmallCapitals])
  func `of note marks and beside small capitals are lining`(trait: InlineStyle.Traits) {
    var inline = InlineStyle()
    inline.traits = trait
    #expect(glyphs("10", "", inline) == glyphs("10", "lnum=1"))
    #expect(glyphs("10", "", inline) != glyphs("10", ""))
  }

  @Test(arguments: [
    ("WORLD WAR 1914", true), ("ВОЙНА 1914", true), ("1914 WAR", true), ("WAR\u{A0}1914–18.", true),
    ("the war 1914", false), ("I 1914", false), ("THE 1920s", false), ("là 1914", false), ("in 1914 NATO", false),
    ("1914", false),
  ])
  func `beside capitals are as high as these`(text: String, isLining: Bool) throws {
    var text = text
    let found = text.withUTF8 { bytes in
      let start = bytes.firstIndex(where: Figures.begin) ?? 0
      let end = bytes[start...].firstIndex { $0 == 0x20 } ?? bytes.count
      return Figures.areAmongCapitals(start..<end, of: bytes)
    }
    #expect(found == isLining)
  }

  @Test func `and letters have the forms that a theme asks for`() {
    let body: (StyleResolver) -> TextStyle = { $0.style(.body, .plain) }
    let subhead: (StyleResolver) -> TextStyle = { $0.style($0.subheading(2), .plain) }
    let lining = glyphs("12", body) { $0[.text].features = "lnum=1" }
    #expect(lining == glyphs("12", "lnum=1"))
    // an element's are stronger than its place's, and these than the text's
    #expect(glyphs("2", subhead) { $0[.subhead].features = "onum=1" } == glyphs("2", "onum=1"))
    #expect(glyphs("2", subhead) { $0[.text].features = "onum=1" } == glyphs("2", "lnum=1"))
    #expect(glyphs("2", subhead) { $0[.subhead2].features = "onum=1" } == glyphs("2", "lnum=1"))
    #expect(glyphs("Quo", subhead) { $0[.text].features = "c2sc=1" } == glyphs("Quo", "c2sc=1"))
    #expect(glyphs("fi", body) { $0[.text].features = "liga=0" } != glyphs("fi", ""))
    // those of the text are its face's
    let other = glyphs("fi", subhead) { $0[.subhead].family = "Liberation Serif" }
    let chosen = glyphs("fi", subhead) { ($0[.subhead].family, $0[.text].features) = ("Liberation Serif", "liga=0") }
    #expect(chosen == other)
    #expect(!shaper.chosenFeatures.contains { !$0.isThere })
    _ = glyphs("a", body) { $0[.text].features = "ss19=1,onum=1" }
    #expect(shaper.chosenFeatures.filter { !$0.isThere }.map(\.tag) == ["ss19"])
  }
}

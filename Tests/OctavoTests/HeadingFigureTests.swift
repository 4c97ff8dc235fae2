import BookModel
import Design
import Testing
import Typesetting

@Suite struct `Figures in headings` {
  /// Old-style figures stand no higher than small letters: "CHAPTER 11" would read as II.
  @Test func `are as tall as the capitals beside them`() {
    let resolver = StyleResolver(design: PageDesign(), language: "en")
    for block in [.chapterTitle, .chapterNumber].map(resolver.display) + (2...6).map(resolver.subheading) {
      #expect(resolver.style(block, .plain).font.features.split(separator: ",").contains("lnum=1"))
    }
    #expect(!resolver.style(.body, .plain).font.features.contains("lnum"))
  }

  @Test(arguments: ["ja", "zh-Hant", "ar", "he", "hi"])
  func `and everywhere in scripts without small letters`(language: String) {
    let resolver = StyleResolver(design: PageDesign(), language: language)
    #expect(resolver.style(.body, .plain).font.features == "lnum=1")
    var style = InlineStyle()
    style.extras.language = "en"
    #expect(resolver.style(.body, style).font.features.isEmpty)
  }

  @Test func `in heads and feet too`() {
    let resolver = StyleResolver(design: PageDesign(), language: "en")
    for block in [Element.foot, .head, .lineNumber].map(resolver.display) {
      #expect(resolver.style(block, .plain).font.features.contains("lnum=1"))
    }
  }
}

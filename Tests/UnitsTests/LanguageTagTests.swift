import Testing
import Units

@Suite("Language tags") struct LanguageTagTests {
  @Test(
    "They keep the subtags that have room, and nothing else is one",
    arguments: [
      ("en", "en"), ("pt-BR", "pt-BR"), ("zh-Hant", "zh-Hant"), ("zh-Hant-TW", "zh-Hant"), ("de-CH-1996", "de-CH"),
      ("grc", "grc"), ("", ""), ("x", ""), ("x!", ""), ("en_GB", ""), ("en-", ""), ("-en", ""), ("français", ""),
      ("unreasonably", ""),
    ])
  func kept(tag: String, text: String) {
    #expect(LanguageTag(tag).text == text)
    #expect((LanguageTag(tag) == .none) == text.isEmpty)
  }
}

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

  @Test(
    "Words of Chinese are in the signs that its tag asks for",
    arguments: [
      ("zh", "zh"), ("zh-CN", "zh"), ("zh-Hans-HK", "zh"), ("zh-Hant", "zh-Hant"), ("zh_TW", "zh-Hant"),
      ("zh-HK", "zh-Hant"), ("de-AT", "de"), ("pt_BR", "pt"),
    ])
  func words(tag: String, key: String) { #expect(LanguageTag.ofWords(tag) == key) }
}

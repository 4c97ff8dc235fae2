import Collation
import Testing

/// The order of words, by ICU and without it.
@Suite struct `Words of an index` {
  private static let lists: [(language: String, words: [String])] = [
    ("en", ["100", "Ångström", "apple", "Emma", "étude", "New York", "Newark", "zebra"]),
    ("sv", ["apple", "zebra", "Ångström", "äpple", "Öl"]), ("es", ["nube", "ñandú", "oso"]),
    ("cs", ["cena", "čas", "duha", "had", "chata", "iris"]), ("da", ["zebra", "æble", "øl", "ål"]),
    ("pl", ["as", "ąb", "bez", "luk", "łza", "mak"]), ("ru", ["дом", "ёж", "жук", "йод"]),
  ]

  @Test(arguments: [true, false])
  func `stand in the order of their language`(usesICU: Bool) {
    for (language, words) in Self.lists {
      let collation = Collation(language: language, usesICU: usesICU)
      let sorted = words.shuffled().sorted { collation.key($0).lexicographicallyPrecedes(collation.key($1)) }
      #expect(sorted == words, "\(language)")
    }
  }

  @Test(arguments: [true, false])
  func `are put by words or by letters`(usesICU: Bool) {
    func sorted(_ rule: Collation.Rule) -> [String] {
      let collation = Collation(language: "en", rule: rule, usesICU: usesICU)
      return ["Newark", "New York", "news"].sorted { collation.key($0).lexicographicallyPrecedes(collation.key($1)) }
    }
    #expect(sorted(.wordByWord) == ["New York", "Newark", "news"])
    #expect(sorted(.letterByLetter) == ["Newark", "news", "New York"])
  }

  @Test(arguments: [
    ("en", "école", "E"), ("en", "Ångström", "A"), ("sv", "ångström", "Å"), ("cs", "chata", "CH"), ("cs", "cena", "C"),
    ("en", "100", ""),
    ("en", "“quoted”", "Q"), ("ru", "йод", "Й"), ("ru", "ёж", "Е"), ("ja", "ガラス", "か"), ("ja", "漢字", ""),
    ("ko", "학교", "ㅎ"),
    ("tr", "ırmak", "I"), ("tr", "iz", "İ"), ("el", "άλφα", "Α"), ("de", "Öl", "O"), ("vi", "đèn", "Đ"),
  ])
  func `are found under a letter`(language: String, word: String, letter: String) {
    #expect(Collation(language: language).letter(word) == letter)
  }

  @Test func `have ICU where it is installed`() {
    // Debian's package libicu72 or its successor comes with what octavo draws with
    #expect(Collation(language: "en").usesICU)
  }
}

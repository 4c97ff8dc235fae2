import Foundation
import Hyphen
import Testing
import Units

private let folder = [
  "hyph_en_US.dic", "hyph_en_GB.dic", "hyph_de_DE.dic", "hyph_ru_RU.dic", "hyph_pt_BR.dic", "hyph_pt_PT.dic",
  "hyph_sr.dic", "hyph_sr_Latn.dic", "hyph_nb_NO.dic", "hyph_fr.dic", "hyph_es_ES.dic", "hyph_es_MX.dic",
]

@Test(
  "A tag finds its own region's patterns, else the nearest of its language",
  arguments: [
    ("en", "en_US"), ("en-US", "en_US"), ("en-GB", "en_GB"), ("en-IE", "en_GB"), ("en-CA", "en_US"),
    ("EN_gb", "en_GB"), ("en-GB-oxendict", "en_GB"), ("en-x-GB", "en_US"), ("de", "de_DE"), ("de-AT", "de_DE"),
    ("de-1901", "de_DE"), ("ru", "ru_RU"), ("pt", "pt_BR"), ("pt-PT", "pt_PT"), ("pt-AO", "pt_PT"), ("sr", "sr"),
    ("sr-Latn", "sr_Latn"), ("sr-Latn-RS", "sr_Latn"), ("nn", "nb_NO"), ("no", "nb_NO"), ("fr-CA", "fr"),
    ("es", "es_ES"), ("es-419", "es_MX"),
  ])
func tagsFindFiles(tag: String, file: String) throws {
  let files = Dictionary(uniqueKeysWithValues: folder.map { ($0, "UTF-8\n") })
  try withDictionaries(files) { path in
    let found = try HyphenationDictionaries(directories: [path]).path(for: tag)
    #expect(found == "\(path)/hyph_\(file).dic")
  }
}

@Test(
  "A missing dictionary names the package that has it",
  arguments: [
    ("de", "hyphen-de"), ("de-CH", "hyphen-de"), ("en", "hyphen-en-us"), ("en-GB", "hyphen-en-gb"),
    ("en-AU", "hyphen-en-gb"), ("pt-BR", "hyphen-pt-br"), ("pt-PT", "hyphen-pt-pt"), ("nb", "hyphen-no"),
    ("sr-Latn", "hyphen-sr"), ("et", "myspell-et"), ("la", nil), ("ja", nil), ("tlh", nil), ("", nil), ("5", nil),
  ])
func missingDictionaries(tag: String, package: String?) {
  #expect(throws: HyphenationError.noDictionary(language: tag, package: package)) {
    try Hyphenator(language: tag, dictionaries: HyphenationDictionaries(directories: ["/nowhere"]))
  }
}

@Test("Folders are searched in order, the first with the language wins")
func firstFolderWins() throws {
  try withDictionaries(["hyph_en.dic": "UTF-8\n"]) { own in
    let others = ["hyph_en_US.dic": "UTF-8\n", "hyph_fr.dic": "UTF-8\n", "hyph_.dic": "", "x.dic": ""]
    try withDictionaries(others) { system in
      let both = HyphenationDictionaries(directories: [own, system])
      let chosen = try both.path(for: "en-US")
      #expect(chosen == "\(own)/hyph_en.dic")
      #expect(both.all().map(\.language) == ["en", "en-US", "fr"])
    }
  }
}

@Test("groff's German patterns are read in TeX's form and stand before libhyphen's")
func groffGerman() throws {
  try withDictionaries(["hyphen.den": "% a\n\\patterns{%\nabcdefghijklmnopqrstuvwxyz\nh1l\ne1n\n}\n", "hyphen.us": "a1b\n"]) { groff in
    try withDictionaries(["hyph_de_DE.dic": "UTF-8\nc1k\n", "hyph_en_US.dic": "UTF-8\n"]) { system in
      let both = HyphenationDictionaries(directories: [groff, system])
      for tag in ["de", "de-AT"] { #expect(try both.path(for: tag) == "\(groff)/hyphen.den") }
      #expect(try both.path(for: "en") == "\(system)/hyph_en_US.dic")
      let hyphenator = try Hyphenator(language: "de", dictionaries: both)
      #expect(hyphenated("wohlgehende", hyphenator) == "woh-lgehe-nde")
    }
  }
}

@Test("A dictionary in an unknown charset is named")
func unknownCharset() throws {
  try withDictionaries(["hyph_xx.dic": "KLINGON-8\na1b\n", "hyph_yy.dic": ""]) { path in
    for language in ["xx", "yy"] {
      #expect(throws: HyphenationError.unreadable(path: "\(path)/hyph_\(language).dic")) {
        try Hyphenator(language: language, dictionaries: HyphenationDictionaries(directories: [path]))
      }
    }
  }
}

@Test("The dictionary's own minimum letters count where they are larger")
func ownMinimum() throws {
  let patterns = "LEFTHYPHENMIN 4\nRIGHTHYPHENMIN 1\na1\n"
  try withDictionaries(["hyph_xx.dic": "UTF-8\n" + patterns]) { path in
    let hyphenator = try Hyphenator(language: "xx", dictionaries: HyphenationDictionaries(directories: [path]))
    #expect(hyphenator.leftMinimum == 4 && hyphenator.rightMinimum == 3)
    #expect(hyphenated("bababababa", hyphenator) == "baba-ba-baba")
  }
}

@Test("Points that change the spelling are left out")
func nonStandardPoints() throws {
  // README.nonstandard: Schiffahrt becomes Schiff-fahrt.
  let patterns = "UTF-8\nschif1fahrt/ff=f,5,2\ngä1be\nt1e\n"
  try withDictionaries(["hyph_xx.dic": patterns]) { path in
    let hyphenator = try Hyphenator(language: "xx", dictionaries: HyphenationDictionaries(directories: [path]))
    #expect(hyphenated("Schiffahrten", hyphenator) == "Schiffahrten")
    #expect(hyphenated("Schiffahrtenden", hyphenator) == "Schiffahrt-enden")
    #expect(hyphenated("ägäbenen", hyphenator) == "ägä-benen")
  }
}

@Test("A short pattern works inside a longer one, preprocessed or not")
func incompletePatterns() throws {
  // Given the file as it is, libhyphen loses points here: "abcd" hides "c1d" from it.
  for charset in ["UTF-8", "ISO8859-1"] {
    try withDictionaries(["hyph_xx.dic": "\(charset)\nabcd1e\nc1d\nb2c\nb1c\n.xa1b\n"]) { path in
      let hyphenator = try Hyphenator(language: "xx", dictionaries: HyphenationDictionaries(directories: [path]))
      #expect(hyphenated("zabcdefgh", hyphenator) == "zab-c-d-efgh")
      #expect(hyphenated("xabcdefgh", hyphenator) == "xa-b-c-d-efgh")
    }
  }
}

@Test(
  "The messages say what to do",
  arguments: [
    (
      HyphenationError.noDictionary(language: "de", package: "hyphen-de"),
      "no hyphenation patterns for \"de\" are installed, its words are not hyphenated",
      "install the package \"hyphen-de\", or silence this with --no-hyphenate"
    ),
    (
      .noDictionary(language: "la-VA", package: nil),
      "no hyphenation patterns for \"la-VA\" are known, its words are not hyphenated",
      "put a libhyphen dictionary \"hyph_la_VA.dic\" into a folder named by OCTAVO_HYPHEN_PATH, "
        + "or silence this with --no-hyphenate"
    ),
    (
      .unreadable(path: "/x/hyph_de.dic"),
      "the hyphenation patterns \"/x/hyph_de.dic\" cannot be read, its language is not hyphenated",
      "its first line must name a charset that iconv knows; reinstall the package that owns the file"
    ),
  ])
func messages(error: HyphenationError, message: String, help: String) {
  let diagnostic = error.diagnostic
  #expect(diagnostic.severity == .warning)
  #expect(diagnostic.message == message)
  #expect(diagnostic.help == help)
}

@Test("Workers on several threads share one dictionary", .needs("en-US", package: "hyphen-en-us"))
func threadsShare() async throws {
  let shared = HyphenationDictionaries()
  let results = await withTaskGroup(of: [String].self) { group in
    for _ in 0..<4 {
      group.addTask {
        guard let hyphenator = try? Hyphenator(language: "en-US", dictionaries: shared) else { return [] }
        return (0..<50).flatMap { _ in ["typography", "algorithm", "manuscript"].map { hyphenated($0, hyphenator) } }
      }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
  #expect(results.count == 4)
  for words in results { #expect(Set(words) == ["ty-pog-ra-phy", "al-go-rithm", "man-u-script"]) }
}

import Hyphen
import Testing

@Suite("How words come from the page", .needs("en-US", package: "hyphen-en-us"))
struct WordFormTests {
  let english: Hyphenator

  init() throws { english = try Hyphenator(language: "en-US", dictionaries: dictionaries) }

  @Test(
    "Punctuation around a word is no part of it",
    arguments: [
      "“Nev-er-the-less,”", "(ty-pog-ra-phy)", "‘al-go-rithm’—", "man-u-script…", "thun-der-struck—nev-er-the-less",
      "ty-pog-ra-phy/al-go-rithm", "thun-der-struck--nev-er-the-less",
    ])
  func punctuationIsPassedOver(word: String) {
    let whole = word.replacing(/([a-z])-(?=[a-z])/) { String($0.1) }
    #expect(hyphenated(whole, english) == word)
  }

  @Test("Capitals are hyphenated like small letters", arguments: ["TY-POG-RA-PHY", "Hy-phen-ation", "AL-go-rithm"])
  func caseDoesNotMatter(word: String) {
    #expect(hyphenated(word.filter { $0 != "-" }, english) == word)
  }

  @Test(
    "No run of letters is left with fewer than two letters before a hyphen or three after it",
    arguments: ["only", "table", "don’t", "wouldn’t", "o’clock", "away", "every", "l’eau", "ready", "money", "Ida"])
  func minimumLettersAreKept(word: String) {
    let letters = Array(word.utf8)
    for offset in offsets(in: letters, english) {
      let before = letters[..<Int(offset)].reversed().prefix { ($0 | 0x20) &- 0x61 < 26 }.count
      let after = letters[Int(offset)...].prefix { ($0 | 0x20) &- 0x61 < 26 }.count
      #expect(before >= english.leftMinimum && after >= english.rightMinimum, "\(word) at \(offset)")
    }
    #expect(english.leftMinimum == 2 && english.rightMinimum == 3)
  }

  @Test(
    "What is no word of a language is left whole",
    arguments: [
      "", "a", "—", "typography2", "b4ckground", "1805", "reader@hyphenation.org", "www.typography.org",
      "https://typography/algorithm", "long_typography", "típo\u{FFFF}", "مخطوطة", "中文字典", "🙂🙂🙂",
    ])
  func noWordHasNoPoints(word: String) {
    #expect(offsets(in: Array(word.utf8), english).isEmpty)
  }

  @Test(
    "Letters that the language does not have count as those under their accents",
    arguments: [
      ("coöperate", "cooperate"), ("protégée", "protegee"), ("konovnítsyn", "konovnitsyn"), ("ŝtratégio", "strategio"),
    ])
  func foreignAccents(word: String, plain: String) {
    let bare = hyphenated(plain, english)
    #expect(bare.contains("-"))
    #expect(hyphenated(word, english).split(separator: "-").map(\.count) == bare.split(separator: "-").map(\.count))
  }

  @Test(
    "A name in a foreign spelling is divided by syllables, and so is a word that the patterns leave whole",
    arguments: [
      "Mi-kháy-lovna", "Bol-kón-skaya", "Nes-vít-ski", "Aka-kíy’s", "“Dmí-trievna,”", "Pe-trúsh-kin", "Bes-siè-res",
      "Ve-re-shchá-gin", "Schnéi-der", "Aus-tér-litz", "Ló-pez", "Páv-lovna", "Spe-rán-ski", "At-lán-tida", "Sí-gris",
      "mu-zhíki", "Straßé", "Łódź",
    ])
  func foreignNames(word: String) {
    #expect(hyphenated(word.replacing("-", with: ""), english) == word)
  }

  @Test("A part of a compound is hyphenated only if it is long, and not at all if the caller asks")
  func compoundsAreSpared() {
    #expect(hyphenated("well-mannered", english) == "well-mannered")
    #expect(hyphenated("self-consciousness", english) == "self-con-scious-ness")
    #expect(hyphenated("self\u{2010}consciousness", english) == "self\u{2010}con-scious-ness")
    english.hyphenatesCompounds = false
    #expect(hyphenated("self-consciousness", english) == "self-consciousness")
    // A hyphen with nothing before it makes no compound.
    #expect(hyphenated("-typography", english) == "-ty-pog-ra-phy")
  }

  @Test("Soft hyphens are the author's own points, and the only ones")
  func softHyphensDecide() {
    #expect(hyphenated("typo\u{AD}graphy", english) == "typo\u{AD}-graphy")
    #expect(hyphenated("\u{AD}typography", english) == "\u{AD}typography")
    #expect(hyphenated("typography\u{AD}", english) == "typography\u{AD}")
  }

  @Test("Bytes that are not UTF-8 give no points")
  func invalidTextIsLeftAlone() {
    let word = Array("typography".utf8)
    for bad: [UInt8] in [[0xFF], [0xC3], [0xE2, 0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
      #expect(offsets(in: bad + word, english).isEmpty)
      #expect(offsets(in: word + bad, english).isEmpty)
    }
    #expect(offsets(in: word + [0xC2, 0xAD, 0xFF], english).isEmpty)
  }

  @Test("A word of ten thousand letters is no word, and takes no time", arguments: [255, 256, 10_000, 70_000])
  func hugeWordsAreLeftAlone(count: Int) {
    let word = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let found = offsets(in: word, english)
    #expect(found.isEmpty == (count > 255))
    #expect(found == found.sorted())
  }

  @Test("Random bytes never trap and give ascending places between characters")
  func randomBytesAreHarmless() {
    var state: UInt64 = 42
    for _ in 0..<3000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let size = Int(state >> 58)
      let bytes = (0..<size).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let value = UInt8(truncatingIfNeeded: state >> 40)
        return state >> 60 < 12 ? 0x61 + value % 26 : value
      }
      let found = offsets(in: bytes, english)
      #expect(found == found.sorted() && Set(found).count == found.count)
      #expect(found.allSatisfy { $0 > 0 && Int($0) < size && bytes[Int($0)] & 0xC0 != 0x80 })
    }
  }
}

@Test("Letters whose lower case has another length keep their places", .needs("de", package: "hyphen-de"))
func changingLengths() throws {
  // ẞ has three bytes, ß two.
  #expect(try hyphenated("STRAẞENBAHN", language: "de") == "STRA-ẞEN-BAHN")
}

@Test("İ becomes one letter", .needs("en-US", package: "hyphen-en-us"))
func dottedCapital() throws {
  #expect(try hyphenated("ALGORİTHM", language: "en-US") == "AL-GO-RİTHM")
}

@Test(
  "Decomposed accents are read with their letters and never parted from them", .needs("fr", package: "hyphen-fr"),
  arguments: ["dé-ve-lop-pe-ment", "im-mé-dia-te-ment"])
func decomposedAccents(word: String) throws {
  let decomposed = word.replacing("é", with: "e\u{301}")
  let found = try hyphenated(decomposed.replacing("-", with: ""), language: "fr")
  #expect(Array(found.utf8) == Array(decomposed.utf8))
}

@Test("Stress marks do not disturb Russian patterns", .needs("ru", package: "hyphen-ru"))
func stressMarks() throws {
  let word = "ли\u{301}-те-ра-ту\u{301}ра"
  #expect(try Array(hyphenated(word.replacing("-", with: ""), language: "ru").utf8) == Array(word.utf8))
}

@Test("Letters outside the dictionary's charset leave the word whole", .needs("ru", package: "hyphen-ru"))
func foreignLetters() throws {
  #expect(try hyphenated("государствоé", language: "ru") == "государствоé")
}

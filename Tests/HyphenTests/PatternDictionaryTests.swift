import Hyphen
import Testing

@Test("The greatest digit wins wherever patterns overlap", arguments: ["ex-am-ple", "exx-am-ple", "eamle"])
func greatestDigitWins(word: String) throws {
  // README.hyphen, whose patterns make ".ex1a4m3p2l2e." of "example".
  let dictionary = "UTF-8\nx1a\nxam3\n4m1p\n1p2l2\n"
  #expect(try hyphenated(word.filter { $0 != "-" }, dictionary: dictionary) == word)
}

@Test(
  "A pattern with a dot is held to the word's beginning or end",
  arguments: ["ba-bacaba", "abacab-cab", "ba-ca-cab", "abcaba"])
func dotsHoldToEnds(word: String) throws {
  #expect(try hyphenated(word.filter { $0 != "-" }, dictionary: "UTF-8\n.ba1\n1cab.\n") == word)
}

@Test(
  "Lines end in any way; comments, blank lines and what follows a space are passed over",
  arguments: ["\n", "\r\n", "\r"])
func lineEnds(end: String) throws {
  let lines = ["ISO8859-1", "% a1a", "# c1c", "", "RIGHTHYPHENMIN 3", "b1b a1a", "d1d"]
  #expect(try hyphenated("aabbccddee", dictionary: lines.joined(separator: end)) == "aab-bccd-dee")
}

@Test("Of patterns with the same letters the last counts, also one without digits")
func lastPatternCounts() throws {
  #expect(try hyphenated("aabbaa", dictionary: "UTF-8\na1b\na2b\n") == "aabbaa")
  #expect(try hyphenated("aabbaa", dictionary: "UTF-8\na2b\na1b\n") == "aa-bbaa")
  #expect(try hyphenated("aabbaa", dictionary: "UTF-8\na1b\nab\n") == "aabbaa")
}

@Test("Compounds are parted at their joints, then each part like a word, but not near the joints")
func compoundsArePartedFirst() throws {
  let patterns = "wasser1turm\nNEXTLEVEL\ns1s\ne1r\nu1r\n.tur1mes.\n"
  let minimum = "UTF-8\nCOMPOUNDLEFTHYPHENMIN 3\nCOMPOUNDRIGHTHYPHENMIN 2\n"
  #expect(try hyphenated("Wasserturmes", dictionary: minimum + patterns) == "Was-ser-tur-mes")
  #expect(try hyphenated("Wasserturmes", dictionary: "UTF-8\n" + patterns) == "Was-se-r-tu-r-mes")
  // No joint is known here, and "turmes" is no word of its own.
  #expect(try hyphenated("Wassersturmes", dictionary: minimum + patterns) == "Was-se-rstu-rmes")
}

@Test("Only two levels count, as in libhyphen")
func twoLevels() throws {
  #expect(try hyphenated("aabbcc", dictionary: "UTF-8\nNEXTLEVEL\na1b\nNEXTLEVEL\nb1c\n") == "aa-bbcc")
}

@Test("Texts that the dictionary keeps whole have no hyphen on either side")
func unpartedTexts() throws {
  let patterns = "a1b\nb1a\nc1c\n"
  #expect(try hyphenated("aabbaaccaa", dictionary: "UTF-8\n" + patterns) == "aa-bb-aac-caa")
  #expect(try hyphenated("aabbaaccaa", dictionary: "UTF-8\nNOHYPHEN -,',bb\n" + patterns) == "aabbaac-caa")
}

@Test(
  "A point that changes the spelling yields only to a greater digit, and is left out where it wins",
  arguments: [
    ("f1f", "schif1fahrt/ff=f,5,2", "schiffahrten"), ("f3f", "schif1fahrt/ff=f,5,2", "schif-fahrten"),
    ("f1f", "schif3fahrt/ff=,5,1", "schiffahrten"), ("f1f", "schif1fahrt/ff=f", "schiffahrten"),
    // Digits outside the changed letters are plain ones; characters are counted, not bytes, and no dot.
    ("f1f", "ä1schif1fahrt/ff=f,6,2", "aä-schiffahrten"), ("f1f", ".aä1schif1fahrt/ff=f,7,2", "aä-schiffahrten"),
    ("f1f", "schif1fahr1t/ff=f,5,2", "schiffahr-ten"),
    ("f1f", "schif1fahr1t/ff=f,9999999999999999999", "schiffahrten"),
  ])
func changingPoints(plain: String, changing: String, expected: String) throws {
  let word = expected.filter { $0 != "-" }
  #expect(try hyphenated(word, dictionary: "UTF-8\n\(plain)\n\(changing)\n") == expected)
}

@Test("Hungarian points that double a letter are left out", .needs("hu", package: "hyphen-hu"), arguments: ["asszony"])
func hungarianDoubles(word: String) throws {
  // "asz-szony" would add a z.
  #expect(try hyphenated(word, language: "hu") == word)
}

@Test("Each of ten thousand patterns is found again")
func manyPatterns() throws {
  var seed: UInt32 = 1
  let words = (0..<10_000).map { _ in
    (0..<8).map { _ in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return String(UnicodeScalar(UInt8(0x61 + (seed >> 16) % 26)))
    }.joined()
  }
  let dictionary = "ISO8859-1\n" + words.map { ".\($0.prefix(4))1\($0.suffix(4)).\n" }.joined()
  try withDictionaries(["hyph_xx.dic": dictionary]) { path in
    let hyphenator = try Hyphenator(language: "xx", dictionaries: HyphenationDictionaries(directories: [path]))
    for word in words { #expect(hyphenated(word, hyphenator) == "\(word.prefix(4))-\(word.suffix(4))") }
  }
}

@Test("A pattern of any length does no harm", arguments: [253, 254, 255, 300, 70_000])
func longPatterns(count: Int) throws {
  let long = String(repeating: "a", count: count)
  #expect(try hyphenated("aabbaa", dictionary: "UTF-8\n\(long)1\n1\(long)\n\(long)\na1b\n") == "aa-bbaa")
  let word = String(repeating: "a", count: 240)
  #expect(try hyphenated(word, dictionary: "UTF-8\n\(word)\(long)1\naaa1\(long)\n") == word)
}

@Test("A file of nonsense gives ascending points or none", arguments: 0..<40)
func nonsenseIsHarmless(seed: Int) throws {
  let pieces = [
    "a", "b", "é", "1", "2", "9", ".", "/", "=", ",", "\n", "\n", "\r", "%", "0", "NEXTLEVEL\n", "NOHYPHEN a,b,,\n",
    "COMPOUNDLEFTHYPHENMIN 9\n", "a1b\n", "b1é/=,1,1\n", "99999999999999999999", "\u{0}", " ", "LEFTHYPHENMIN -1\n",
  ]
  var state = UInt64(seed)
  let text = (0..<600).map { _ -> String in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return pieces[Int(state >> 33) % pieces.count]
  }
  let charset = seed % 2 == 0 ? "UTF-8\n" : "ISO8859-1\n"
  try withDictionaries(["hyph_xx.dic": charset + text.joined()]) { path in
    let hyphenator = try Hyphenator(language: "xx", dictionaries: HyphenationDictionaries(directories: [path]))
    for word in ["aabéabéba", "ébbbaaa", "ababababababababab", String(repeating: "é", count: 255)] {
      let found = offsets(in: Array(word.utf8), hyphenator)
      #expect(found == found.sorted() && Set(found).count == found.count)
    }
  }
}

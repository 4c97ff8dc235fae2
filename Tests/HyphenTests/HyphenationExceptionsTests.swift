import Hyphen
import Testing
import Units

@Test("Exceptions allow exactly their points, or none", .needs("en-US", package: "hyphen-en-us"))
func exceptionsDecide() throws {
  let file = """
    # the house's own\r
    ty-po-gra-phy   # not ty-pog-ra-phy\r
      Tolstoyan\r
    \r
    de\u{301}-ja-vu
    b-ac
    """
  let exceptions = try HyphenationExceptions(parsing: Array("\u{FEFF}\(file)".utf8))
  #expect(exceptions.count == 4)
  let hyphenator = try Hyphenator(language: "en-US", exceptions: exceptions, dictionaries: dictionaries)
  #expect(hyphenated("“Typography,”", hyphenator) == "“Ty-po-gra-phy,”")
  #expect(hyphenated("TYPOGRAPHY", hyphenator) == "TY-PO-GRA-PHY")
  #expect(hyphenated("Tolstoyan", hyphenator) == "Tolstoyan")
  #expect(hyphenated("déjavu", hyphenator) == "dé-ja-vu")
  // The author's word goes before the minimum letters.
  #expect(hyphenated("bac", hyphenator) == "b-ac")
  // Other forms and other words follow the patterns.
  #expect(hyphenated("typographyx", hyphenator) != "ty-po-gra-phyx")
  #expect(hyphenated("algorithm", hyphenator) == "al-go-rithm")
}

@Test("An exception holds inside a compound, also a short one", .needs("en-US", package: "hyphen-en-us"))
func exceptionsInCompounds() throws {
  let exceptions = try HyphenationExceptions(parsing: Array("man-nered".utf8))
  let hyphenator = try Hyphenator(language: "en-US", exceptions: exceptions, dictionaries: dictionaries)
  #expect(hyphenated("well-mannered", hyphenator) == "well-man-nered")
}

@Test(
  "Nonsense is named with its line and column",
  arguments: [
    ("ty-po\nco2-de", HyphenationExceptions.ParseError.Problem.notALetter(0x32), 2, 3),
    ("don't", .notALetter(0x27), 1, 4), ("-typo", .strayHyphen, 1, 1), ("typo-", .strayHyphen, 1, 5),
    ("ty--po", .strayHyphen, 1, 4), ("-", .strayHyphen, 1, 1),
    ("  two words", .secondWord, 1, 6), ("ty-po\r\n\r\nTyp-o\n", .contradicts(line: 1), 3, 1),
    ("a\u{301}b;", .notALetter(0x3B), 1, 4), ("\u{301}a", .notALetter(0x301), 1, 1), ("x\u{0}y", .notALetter(0), 1, 2),
  ])
func nonsenseIsNamed(text: String, problem: HyphenationExceptions.ParseError.Problem, line: Int, column: Int) {
  #expect(throws: HyphenationExceptions.ParseError(problem: problem, line: line, column: column)) {
    try HyphenationExceptions(parsing: Array(text.utf8))
  }
}

@Test("Bytes that are not UTF-8 are named")
func notUTF8() {
  #expect(throws: HyphenationExceptions.ParseError(problem: .notUTF8, line: 2, column: 3)) {
    try HyphenationExceptions(parsing: Array("ab\nab".utf8) + [0xFF, 0x63])
  }
}

@Test(
  "An empty file, blank lines and the same word twice are no error",
  arguments: ["", "\n\n", "# only this", "a-b\nA-b"])
func harmlessFiles(text: String) throws {
  #expect(try HyphenationExceptions(parsing: Array(text.utf8)).count == (text.hasPrefix("a") ? 1 : 0))
}

@Test("The messages of a faulty file say where and what to do")
func exceptionMessages() {
  let error = HyphenationExceptions.ParseError(problem: .notALetter(0x32), line: 2, column: 3)
  let diagnostic = error.diagnostic(file: "words.txt")
  #expect(diagnostic.severity == .error)
  #expect(diagnostic.message == "words.txt:2:3: U+0032 in a hyphenation exception is neither a letter nor a hyphen")
  #expect(diagnostic.help == "write one word a line, as in \"ty-po-gra-phy\", and comments after \"#\"")
}

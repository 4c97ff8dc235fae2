import BookModel
import Manuscript
import Testing

/// What the user says of single lines stands over what the reader finds.
@Suite struct HintTests {
  static let prose = PlainTextFormTests.proses
  /// A title, three chapters whose numbers nothing bears out, a block of lines.
  static let text = """
    A BOOK

    the first day

    \(prose)

    the second day
    of the two

    \(prose)

    Short are these lines
    And Each begins high
    As verse will begin
    Where verse it is

    \(prose)
    """

  func reading(_ hints: [String], _ text: String = Self.text) throws -> ManuscriptReading {
    var options = PlainTextOptions()
    options.hints = try hints.map { try ReadingHint(parsing: $0) }
    let reading = try readPlainText(Array(text.utf8), name: "book.txt", options: options)
    #expect(Coverage.problems(reading) == [])
    return reading
  }

  func line(of words: String, in text: String = Self.text) throws -> Int {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.hasPrefix(words) }) + 1
  }

  func headings(_ reading: ManuscriptReading) -> [String] {
    reading.book.sections.filter { $0.heading != nil }.map { "\($0.role) \($0.level) \($0.heading?.plainText ?? "")" }
  }

  /// Names that no play is known by: whoever says that there is one says that they speak.
  @Test(arguments: [
    ("Anna\nHave you seen the boat?", "Boris\nIt has gone."),
    ("Anna - Have you seen the boat?", "Boris - It has gone."),
    ("<Anna> Have you seen the boat?", "<Boris> It has gone."),
    ("Anna \u{2014} Have you seen the boat?", "Boris \u{2014} It has gone."),
    ("Anna: Have you seen the boat?", "Boris: It has gone."),
    ("The Ferry-Man / Have you seen the boat?", "Boris / It has gone."),
  ])
  func `who is said to speak speaks`(first: String, second: String) throws {
    let text = "A BOOK\n\n\(Self.prose)\n\n\(first)\n\n\(second)\n\n\(first)\n\n\(Self.prose)\n"
    let from = try line(of: String(first.prefix { $0 != "\n" }), in: text)
    let made = try reading(["play \(from)-\(from + 2 + 3 * first.split(separator: "\n").count)"], text)
    let speeches = made.book.sections.flatMap { $0.blocks }.compactMap { block in
      if case .speech(let speech) = block { speech.speaker.plainText } else { nil }
    }
    let name = first.hasPrefix("The") ? "The Ferry-Man" : "Anna"
    // with the sign that parts it from what is said
    let spoken = speeches.map { speaker in
      speaker.filter { $0.isLetter || " -".contains($0) }.split(separator: " ").filter { $0 != "-" }.joined(
        separator: " ")
    }
    #expect(spoken == [name, "Boris", name], "\(speeches)")
  }

  @Test func `lines are what a hint says`() throws {
    let (first, second) = (try line(of: "the first"), try line(of: "the second"))
    #expect(headings(try reading([])) == [])
    #expect(
      headings(try reading(["part \(first)", "chapter \(second)-\(second + 1)"])) == [
        "part 1 the first day", "chapter 2 the second day of the two",
      ])
    #expect(
      headings(try reading(["chapter level 3 \(first)", "chapter \(second)"])) == [
        "chapter 3 the first day", "chapter 1 the second day",
      ])
    let inner = try reading(["section \(first)"])
    #expect(headings(inner) == [])
    #expect(inner.book.sections.flatMap(\.blocks).contains { if case .heading = $0 { true } else { false } })
  }

  @Test func `a pattern is found in every line, and takes its block`() throws {
    let found = headings(try reading(["chapter /^the (first|second)/"]))
    #expect(found == ["chapter 1 the first day", "chapter 1 the second day of the two"])
  }

  @Test func `all that look like one line are what a hint says`() throws {
    let parts = ["Facings", "Of the Guard", "Shrove Tuesday", "A Siege"].map { "_\($0)._\n\n\(Self.prose)\n\n" }
    let text = "A BOOK\n\n\n" + parts.joined() + "_She went._ And he stayed.\n\n" + Self.prose
    let first = try line(of: "_Facings", in: text)
    let found = headings(try reading(["chapter like \(first)"], text))
    #expect(found == ["Facings", "Of the Guard", "Shrove Tuesday", "A Siege"].map { "chapter 1 \($0)." })
    let siege = try line(of: "_A Siege", in: text)
    let some = headings(try reading(["chapter like \(first) in \(first + 1)-\(siege - 1)"], text))
    #expect(some == ["chapter 1 Of the Guard.", "chapter 1 Shrove Tuesday."])
    // the later hint stands
    let less = headings(try reading(["chapter like \(first)", "prose \(siege)"], text))
    #expect(less == found.dropLast())
    #expect(throws: ReadingHint.Problem.noLines("like x")) { try ReadingHint(parsing: "chapter like x") }
    #expect(try reading(["chapter like 2"], text).report.idleHints == [0])
  }

  @Test func `a form settles what headings are that were found, and keeps their titles`() throws {
    let chapters = ["I", "II", "III"].map { "\n\n\nCHAPTER \($0)\n\nTHE TITLE OF \($0)\n\n\(Self.prose)\n" }.joined()
    let text = "A BOOK\n" + chapters
    let first = try line(of: "CHAPTER I", in: text)
    let plain = try reading([], text)
    #expect(headings(try reading(["chapter like \(first)"], text)) == headings(plain))
    let parts = try reading(["part like \(first)"], text)
    #expect(parts.book.sections.count { $0.role == .part } == 3)
  }

  @Test func `forms in doubt are told with a line to be like`() throws {
    var options = PlainTextOptions()
    options.weighsForms = true
    let parts = ["Of Bread", "Of Wine", "Of Salt", "Of Oil"].map { "_\($0)!_\n\n\(Self.prose)\n\n" }
    let reading = try readPlainText(Array(("A BOOK\n\n\n" + parts.joined()).utf8), name: "book.txt", options: options)
    #expect(reading.report.formsInDoubt.contains { $0.headings == 0 && $0.others == 4 && $0.form.contains("italic") })
  }

  @Test func `verse becomes prose, and prose verse`() throws {
    let first = try line(of: "Short are")
    let prose = try reading(["prose \(first)-\(first + 3)"])
    #expect(prose.report.verseLines == 0)
    #expect(try reading(["verse \(first)-\(first + 3)"]).report.verseLines == 4)
    let part = try reading(["verse \(first)-\(first + 1)", "prose \(first + 2)-\(first + 3)"])
    #expect(part.report.verseLines == 2)
  }

  @Test func `what is dropped goes and what is kept stays`() throws {
    let first = try line(of: "Short are")
    let less = try reading(["dropped \(first)-\(first + 3)"])
    #expect(less.report.dropped.contains { $0.why == "hint" && $0.lines == first...first + 3 })
    let list = "A BOOK\n\nCONTENTS\n\nCHAPTER I\nCHAPTER II\nCHAPTER III\n"
    let chapters = ["I", "II", "III"].map { "\n\n\nCHAPTER \($0)\n\n\(Self.prose)\n" }.joined()
    #expect(try reading([], list + chapters).report.dropped.contains { $0.why == "contents list" })
    #expect(try !reading(["kept 3-7"], list + chapters).report.dropped.contains { $0.why == "contents list" })
  }

  @Test func `a letter and a play are made of what is hinted`() throws {
    let first = try line(of: "the first")
    let letter = try reading(["letter \(first)-\(first + 2)"])
    #expect(letter.report.letters == 1)
    let play = "A BOOK\n\n\(Self.prose)\n\nANNA. I go.\n\nBEN. And I stay.\n\n\(Self.prose)\n"
    #expect(try reading([], play).report.speeches == 0)
    let from = try line(of: "ANNA", in: play)
    #expect(try reading(["play \(from)-\(from + 2)"], play).report.speeches == 2)
  }

  @Test func `what lines became is said as hints that say the same again`() throws {
    let text = ["I", "II", "III"].map { "\n\n\n\nCHAPTER \($0).\n\nOF SHIPS\n\n\(Self.prose)\n" }.joined()
    let plain = try reading([], text)
    let hints = plain.report.found.map { found in
      "\(found.kind.rawValue) \(found.level.map { "level \($0) " } ?? "")\(found.lines.lowerBound)-\(found.lines.upperBound)"
    }
    #expect(hints.count == 3)
    #expect(headings(try reading(hints, text)) == headings(plain))
  }

  @Test func `hints that meet nothing are told`() throws {
    #expect(try reading(["verse 900", "chapter /nowhere/", "prose 1"]).report.idleHints == [0, 1])
  }

  @Test(arguments: [
    ("vers 3", ReadingHint.Problem.unknownKind("vers")), ("verse", .noPlace), ("verse 0", .noLines("0")),
    ("verse 5-3", .noLines("5-3")), ("verse x", .noLines("x")), ("chapter level 9 3", .noLevel("9")),
    ("chapter /(/", .noExpression("/(/")), ("", .unknownKind("")),
    ("verse 99999999999999999999", .noLines("99999999999999999999")),
  ]) func `what is no hint says why`(text: String, problem: ReadingHint.Problem) {
    #expect(throws: problem) { try ReadingHint(parsing: text) }
  }
}

/// Scenes written as a play has them, within books that are none.
@Suite struct PlaySceneTests {
  static let prose = PlainTextFormTests.proses
  static let scene = """
    1ST SAILOR. Oh, boys, do not be sentimental; it is bad for the digestion!

    MATE'S VOICE FROM THE DECK. Eight bells there, forward!

    2ND SAILOR. Avast the chorus! Eight bells there!

    FRENCH SAILOR. Hist, boys! let us have a jig or two before we ride to anchor.

    PIP. (_Sulky and sleepy._) Do not know where it is.

    FRENCH SAILOR. Beat thy belly, then, and wag thy ears.

    PIP. Never.

    2ND SAILOR. And yet he does.
    """

  func speeches(_ text: String) throws -> Int {
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    return reading.report.speeches
  }

  @Test func `a chapter of a novel may be a scene`() throws {
    let around = Array(repeating: Self.prose, count: 30).joined(separator: "\n\n")
    #expect(try speeches("\(around)\n\n\(Self.scene)\n\n\(around)\n") == 8)
  }

  @Test func `names that never come again, and the labels of recipes, speak nothing`() throws {
    let around = Array(repeating: Self.prose, count: 30).joined(separator: "\n\n")
    let words = ["ABATIS", "ABDICATION", "ABDOMEN", "ABILITY", "ABNORMAL", "ABORIGINES", "ABRIDGE", "ABRUPT"]
    let entries = words.map { "\($0). A thing of which the dictionary says much." }.joined(separator: "\n\n")
    #expect(try speeches("\(around)\n\n\(entries)\n\n\(around)\n") == 0)
    let recipes = (1...8).map { _ in "INGREDIENTS. Two pounds of apples.\n\nMETHOD. Peel and quarter them." }
    #expect(try speeches("\(around)\n\n\(recipes.joined(separator: "\n\n"))\n\n\(around)\n") == 0)
  }

  @Test func `a direction behind a name may go on over several lines`() throws {
    let line =
      "THE FLOWER GIRL [picking up her scattered flowers and replacing them in\nthe basket] There is manners for you!"
    let answer = "THE MOTHER. How do you know that my son is called Freddy, pray?"
    let play = Array(repeating: "\(line)\n\n\(answer)", count: 8).joined(separator: "\n\n")
    #expect(try speeches(play + "\n") == 16)
  }
}

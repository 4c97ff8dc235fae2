import Foundation
import Testing

@Suite("Inspecting a manuscript") struct InspectTests {
  static let book = """
    A TITLE

    by Jane Roe


    CHAPTER I


    The compositor set the first line[1] of the book and the second.

    [Footnote 1: A line of type is a slug.]

    [Illustration: A case of type]


    CHAPTER II


    The printer pulled _the first_ proof of it.

    """

  @Test("A line is what its block is")
  func line() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    func told(_ line: Int) throws -> String {
      try Program.run(["inspect", "book.txt", "--explain-line", "\(line)"], in: folder).text
    }
    #expect(try told(2) == "line 2: blank\n")
    #expect(try told(6) == "line 6: the heading of a chapter, level 1: CHAPTER I\n")
    // the title below the number is one heading with it
    try folder.put(
      "A BOOK\n\nby A. Writer\n"
        + ["One", "Two", "Three"].enumerated().map {
          "\n\n\n\nCHAPTER \($0 + 1)\n\nOF THE \($1.uppercased())\n\n\nHere it begins, and goes on.\n"
        }.joined(), in: "titled.txt")
    let title = try Program.run(["inspect", "titled.txt", "--explain-line", "10"], in: folder).text
    #expect(title.hasPrefix("line 10: the heading of a chapter, level 1: "), "\(title)")
    #expect(try told(11).hasPrefix("line 11: the note 1"))
    #expect(try told(13).hasPrefix("line 13: a picture"))
  }

  @Test("The answer names lines, and options that are given")
  func text() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    try folder.put("trim: a6\n", in: "octavo.yaml")
    let outcome = try Program.run(
      ["inspect", "book.txt", "--lang", "en", "--theme", "trade", "--size", "14pt"], in: folder)
    #expect(
      outcome.text.hasPrefix(
        """
        title: A TITLE
        author: Jane Roe
        language: en
        2 chapters by "CHAPTER N", 2 paragraphs, 1 italic run, 1 note, 1 illustration, lines 1 and 3 dropped
        read as: UTF-8, LF line ends, lines wrapped at 72 columns
        dropped: line 1, title page
        dropped: line 3, title page
        notes: line 11
        captions: line 13
        option: from found out (manuscript)
        option: encoding found out (manuscript)
        option: lang en (command line)
        option: title found out (manuscript)

        """))
    let lines = outcome.text.split(separator: "\n").map(String.init)
    for line in [
      "option: trim a6 (octavo.yaml:1:7)", "option: size 14pt (command line)",
      "option: leading 17.78pt (another option)",
      "option: header-left {author} (theme)",
    ] { #expect(lines.contains(line), "\(line)") }
    // those that nobody chose are counted
    #expect(!outcome.text.contains("(default)"))
    let names = lines.filter { $0.hasPrefix("option: ") }.map { $0.split(separator: " ")[1] }
    let usual = try #require(lines.last?.wholeMatch(of: /(\d+) other options as they are by default: .*/)?.1)
    #expect(Set(names).count == names.count && names.count + (Int(usual) ?? 0) > 50)
    #expect(outcome.said == "")
    #expect(outcome.code == 0)
  }

  @Test("As JSON it is one object, whose numbers are those of the text")
  func json() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    let outcome = try Program.run(["inspect", "book.txt", "--format", "json"], in: folder)
    let answer = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(answer["title"] as? String == "A TITLE")
    #expect(answer["authors"] as? [String] == ["Jane Roe"])
    let sections = try #require(answer["sections"] as? [[String: Any]])
    #expect(sections.map { $0["title"] as? String } == ["CHAPTER I", "CHAPTER II"])
    #expect(sections.map { $0["line"] as? Int } == [6, 16])
    let counts = try #require(answer["counts"] as? [String: Int])
    #expect(
      counts["paragraphs"] == 2 && counts["notes"] == 1 && counts["italicRuns"] == 1 && counts["illustrations"] == 1)
    let dropped = try #require(answer["dropped"] as? [[String: Any]])
    #expect(dropped.map { $0["first"] as? Int } == [1, 3])
    #expect((answer["notes"] as? [[String: Int]]) == [["first": 11, "last": 11]])
    #expect(outcome.text.hasSuffix("}\n") && outcome.text.split(separator: "\n").count == 1)
  }

  @Test("Fonts that stand in for the text's are named")
  func fallbacks() throws {
    let folder = try Folder()
    try folder.put("The word मानव is Hindi for a human being, and stands in this line.\n", in: "book.txt")
    let text = try Program.run(["inspect", "book.txt", "--lang", "en"], in: folder).text
    #expect(text.contains("\nfallback fonts: "))
  }

  @Test(
    "What was found can be overruled",
    arguments: [
      (["--chapters-by", "none"], "no chapters"), (["--chapters-by", "^The"], "2 chapters by \"^The\""),
      (["--keep", "title-page"], "1 illustration\n"), (["--keep=all"], "1 illustration\n"),
      (["--ignore", "notes, italics"], "3 paragraphs, 1 illustration, lines"),
      (["--lines", "paragraphs"], "a paragraph a line"),
    ])
  func overruled(options: [String], wanted: String) throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    let outcome = try Program.run(["inspect", "book.txt"] + options, in: folder)
    #expect(outcome.text.contains(wanted), "\(outcome.text)")
  }

  @Test(
    "A wrong value is named with what it could be",
    arguments: [
      (
        ["--lines", "wraped"],
        "octavo: error: \"wraped\" is no value for --lines\n  help: did you mean \"wrapped\"? it takes wrapped, paragraphs, verse\n"
      ),
      (
        ["--keep", "contents,licence"],
        "octavo: error: \"licence\" is no value for --keep\n  help: it takes boilerplate, contents, title-page, transcriber-notes, page-numbers, cover, all\n"
      ),
      (
        ["--chapters-by", "("],
        "octavo: error: \"(\" is no regular expression for --chapters-by\n  help: such as --chapters-by '^Chapter [0-9]+'; none for no chapters\n"
      ),
      (["--format", "xml"], "octavo: error: \"xml\" is no value for --format\n  help: it takes human, short, json\n"),
    ])
  func wrong(options: [String], said: String) throws {
    let folder = try Folder()
    let outcome = try Program.run(["inspect", "book.txt"] + options, in: folder)
    #expect(outcome.said == said)
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
  }
}

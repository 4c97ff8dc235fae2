import Foundation
import PDFReading
import TestSupport
import Testing
import Units
import Verification

@Suite struct `Every word` {
  @Test func `accents count, be it over letters, blanks or signs`() {
    for (text, print) in [
      ("Он зна\u{301}л всё это.", "Он знал всё это."), ("Он знал всё это.", "Он знал всё\u{301} это."),
      ("the t\u{301}op of it", "the to\u{301}p of it"), ("of \u{301}May it was", "of May\u{301} it was"),
      ("of \u{301}May it was", "of M\u{301}ay it was"), ("the f\u{301} of it", "the f \u{301} of it"),
    ] {
      #expect(!compare(text, [[print]]).isWhole, "\(print)")
    }
    for (text, print) in [
      ("of \u{301}May it was", "of \u{301}May it was"), ("of {3}\u{301} it was", "of {3}\u{301} it was"),
      ("Он зна\u{301}л всё это.", "Он зна\u{301}л всё это."),
    ] {
      #expect(compare(text, [[print]]).isWhole, "\(print)")
    }
  }

  @Test func `the same words on other lines are whole`() {
    let words = alice.split(whereSeparator: \.isWhitespace).map(String.init)
    let lines = stride(from: 0, to: words.count, by: 7).map {
      words[$0..<min($0 + 7, words.count)].joined(separator: " ")
    }
    let result = compare(alice, [Array(lines[..<3]), Array(lines[3...])])
    #expect(result.isWhole)
    #expect(result.wordsExpected == words.count)
    #expect(result.wordsFound == words.count)
    #expect(result.diagnostics == [])
  }

  @Test(arguments: [
    // a soft hyphen at which a line is broken comes with the hyphen that is printed
    ("every\u{AD}thing is art", ["every\u{AD}-", "thing is art"]),
    ("a pane of 12\">x</a> and more", ["a pane of 12\u{2033}>x</a> and", "more"]),
  ])
  func `the same words with a printer's signs are whole`(manuscript: String, lines: [String]) {
    let result = compare(manuscript, [lines])
    #expect(result.isWhole, "\(result.differences)")
  }

  @Test(arguments: [
    // Lost, added, moved, run together.
    ("lost", "get very tired", "get tired", [1, 0, 0, 0]),
    ("doubled", "very tired", "very very tired", [0, 1, 0, 0]),
    ("swapped", "sister was reading", "was sister reading", [0, 0, 1, 0]),
    ("changed", "pictures", "pastures", [1, 1, 0, 0]),
    ("one letter lost", "pictures", "picturs", [1, 1, 0, 0]),
    ("run together", "had peeped", "hadpeeped", [0, 0, 0, 1]),
    ("the first lost", "Alice was", "was", [1, 0, 0, 0]),
    ("the last lost", "conversations in\nit.", "conversations in", [1, 0, 0, 0]),
    ("one of two alike lost", "by her sister", "by sister", [1, 0, 0, 0]),
  ])
  func `an error is found and counted in words`(name: String, words: String, error: String, expected: [Int]) {
    let broken = alice.replacingOccurrences(of: words, with: error)
    #expect(broken != alice)
    let result = compare(alice, [broken.components(separatedBy: "\n")])
    #expect(counts(result) == expected)
    #expect(!result.differences.isEmpty)
  }

  @Test func `a moved sentence counts its words once`() {
    let sentences = (1...60).map { "Sentence \($0) says that number \($0) has its own place and no other." }
    var moved = sentences
    moved.insert(moved.remove(at: 10), at: 40)
    let result = compare(sentences.joined(separator: "\n"), [Array(moved[..<30]), Array(moved[30...])])
    #expect(result.lost == 0)
    #expect(result.extra == 0)
    #expect(result.moved == 13)
  }

  @Test func `the first difference names sheet, line, column and words`() throws {
    let lines = alice.components(separatedBy: "\n")
    let result = compare(
      alice, [Array(lines[..<2]), [lines[2].replacingOccurrences(of: "pictures ", with: ""), lines[3]]])
    let first = try #require(result.differences.first)
    #expect(first.kind == .lost)
    #expect(first.sheet == 2)
    let files = SourceFiles([SourceFile(name: "book.txt", text: Array(alice.utf8))])
    #expect(files.describe(first.source) == "book.txt:3:44")
    #expect(first.expected.hasPrefix("pictures or conversations"))
    #expect(first.found.hasPrefix("or conversations"))
    #expect(
      result.diagnostics.map(\.message) == [
        "sheet 2 of the PDF lacks \"pictures or conversations in it.\"; it goes on with \"or conversations in it.\"",
        "of 43 words 1 is lost, 0 moved, 0 run together; 0 are added",
      ])
  }

  @Test(arguments: [
    ("the rabbit-hole was", ["the rabbit-", "hole was"]),
    ("the hyphenated word", ["the hyphen-", "ated word"]),
    ("the hyphenated word", ["the hyphen\u{AD}", "ated word"]),
    ("the rab-\nbit was", ["the rabbit was"]),
    ("the rabbit-\nhole was", ["the rabbit-hole was"]),
    ("“I don't -- can't” he said...", ["\u{201D}I don’t—can’t\" he", "said…"]),
    ("the of\u{FB01}ce, the \u{FB02}ow", ["the office, the flow"]),
    ("office flow", ["of\u{FB01}ce \u{FB02}ow"]),
    ("the _very_ =bold= one", ["the very bold one"]),
    ("soft\u{AD}ly now", ["softly now"]),
    ("a\u{A0}b", ["a b"]),
    ("cafe\u{301} noir", ["café noir"]),
    ("one\n\n  *   *   *   *\n\n-------\n\ntwo", ["one", "❦", "two"]),
    ("see it[1] here", ["see it here"]),
    ("[Illustration: The Hatter]\n\nand so", ["The Hatter", "and so"]),
    ("[Illustration]\n\nand so", ["and so"]),
  ])
  func `what only looks different is the same`(manuscript: String, lines: [String]) {
    let result = compare(manuscript, [lines])
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
  }

  @Test(arguments: [
    ("the rabbit-hole was", "the rabbithole was"), ("I don't know", "I dont know"),
    ("he came--she went", "he cameshe went"),
  ])
  func `a lost mark between letters is an error`(manuscript: String, line: String) {
    #expect(counts(compare(manuscript, [[line]])) == [0, 0, 0, 1])
  }

  @Test(arguments: [
    ("a comma lost", "bank, and of", "bank and of"), ("a stop for a colon", "to do: once", "to do. once"),
    ("a comma too many", "the bank", "the, bank"), ("a quote too many", "bank, and", "bank,” and"),
    ("a dash lost", "or--so she said--twice", "or so she said—twice"), ("a question", "very tired.", "very tired?"),
    ("a parenthesis lost", "her (elder) sister", "her (elder sister"), ("a hyphen too many", "sitting", "sit-ting"),
    ("the last sign lost", "in it!", "in it"),
  ])
  func `other punctuation is an error`(name: String, manuscript: String, print: String) {
    let text = "Alice sat by \(manuscript)" + (name.hasPrefix("the last") ? "" : " while she read it.")
    let result = compare(text, [[text.replacingOccurrences(of: manuscript, with: print)]])
    #expect(counts(result) == [0, 0, 0, 0])
    #expect(result.signs == 1, "\(result.differences)")
    #expect(result.diagnostics.last?.message.hasSuffix(", 1 place with other punctuation") ?? false)
  }

  @Test(arguments: [
    ("CHAPTER I.\n\nThe text.", ["CHAPTER I", "The text."]),
    ("PART ONE--The Captain\n\nHe came.", ["PART ONE", "The Captain", "He came."]),
    ("He said [...] no.", ["He said […] no."]), ("So . . . it went on . . .", ["So … it went on…"]),
    ("``Quoted'' and `so'.", ["“Quoted” and ‘so’."]), ("the end.\n\n-----\n\nIt", ["the end.", "* * *", "It"]),
    ("pages 12--14, 1914-18", ["pages 12–14, 1914–18"]), ("\"'Tis so,\" she", ["“ ’Tis so,” she"]),
    ("the\nyear.\n. . .\n\nWith", ["the year.", "* * *", "With"]), ("and/or", ["and/", "or"]),
  ])
  func `a printer's signs are the typist's`(manuscript: String, lines: [String]) {
    let result = compare(manuscript, [lines])
    #expect(result.isWhole, "\(result.differences)")
  }

  @Test(arguments: [
    ("All of it is `said' at last. Of \\`that' too.", ["All of it is ‘said’ at last. Of ‘that’ too."]),
    ("the `-v` option’s – flag", ["the -v option’s – flag"]), ("the (`-O2` or so) – ’t", ["the (-O2 or so) – ’t"]),
    ("| a | b |\n|---|---|\n| one | – |\n| two | – |", ["a", "b", "one", "–", "two", "–"]),
    ("| a | – | b |\n|---|---|---|\n| one | – | two |", ["a", "–", "b", "one", "–", "two"]),
  ])
  func `so they are in Markdown`(manuscript: String, lines: [String]) {
    let result = compare(manuscript, [lines], markup: .markdown)
    #expect(result.isWhole, "\(result.differences)")
    let less = lines.map { $0.replacingOccurrences(of: "’", with: ";").replacingOccurrences(of: "–", with: "!") }
    #expect(compare(manuscript, [less], markup: .markdown).signs > 0)
  }

  @Test func `a word printed as two is an error`() {
    let result = compare(
      alice, [alice.replacingOccurrences(of: "conversations", with: "conver sations").components(separatedBy: "\n")])
    #expect(result.parted == 1 && counts(result) == [0, 0, 0, 0])
    #expect(result.differences.first?.kind == .parted)
  }

  @Test func `a text of nothing but signs is compared too`() {
    #expect(compare("??? ???? ?!", [["??? ???? ?!"]]).isWhole)
    #expect(!compare("??? ???? ?!", [["??? ??? ?!"]]).isWhole)
    #expect(!compare("??? ???? ?!", [[]]).isWhole)
  }

  @Test func `dropped ranges are not expected`() {
    let text = "Produced by nobody\n\nThe book.\n\nEnd of the licence"
    let dropped = [range(of: "End of the licence", in: text), range(of: "Produced by nobody", in: text)]
    #expect(compare(text, [["The book."]], dropped: dropped).isWhole)
    #expect(compare(text, [["The book."]]).lost == 7)
    // Ranges may overlap and reach beyond the text.
    #expect(compare(text, [["The book."]], dropped: dropped + [0..<5, 40..<900]).isWhole)
  }

  @Test(arguments: [
    ("第一回　甄士隱夢幻識通靈\n賈雨村風塵怀閨秀", ["第一回 甄士隱夢", "幻識通靈賈雨村", "風塵怀閨秀"]),
    ("सार्वभौम घोषणा", ["सार्वभौम", "घोषणा"]),
    // Bialik, Megillat ha-Esh (1905), as its letters are drawn from left to right
    ("כָּל הַלַּיְלָה רָתְחוּ יַמֵּי לֶהָבוֹת", [Self.backwards("כָּל הַלַּיְלָה"), Self.backwards("רָתְחוּ יַמֵּי לֶהָבוֹת")]),
  ])
  func `other scripts compare by code points`(manuscript: String, lines: [String]) {
    let result = compare(manuscript, [lines])
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
  }

  @Test func `a line that runs to the left must be drawn in the order of its letters`() {
    let line = "שלום 12 abc def עולם טוב"
    #expect(compare(line, [["בוט םלוע abc def 12 םולש"]]).isWhole)
    for wrong in [
      // words, and letters of a word, that change places; a word drawn as it is read
      "םלוע בוט abc def 12 םולש", "בוט םועל abc def 12 םולש", "טוב םלוע abc def 12 םולש",
      // the whole line drawn so; letters of Latin words, and figures of a number, that change places
      line, "בוט םלוע abd cef 12 םולש", "בוט םלוע abc def 21 םולש",
    ] {
      #expect(!compare(line, [[wrong]]).isWhole, "\(wrong)")
    }
    #expect(compare("He said שלום עולם to all", [["He said םלוע םולש to all"]]).isWhole)
    #expect(!compare("He said שלום עולם to all", [["He said םולש םלוע to all"]]).isWhole)
  }

  /// As Emacs's Hebrew tutorial has them at the head of lines that begin with a command's letters.
  @Test func `a mark of direction tells which way its paragraph runs, and no other`() {
    #expect(compare("\u{200F}C-x שלום טוב", [["בוט םולש C-x"]]).isWhole)
    #expect(!compare("\u{200F}C-x שלום טוב", [["בוט לשםו C-x"]]).isWhole)
    #expect(compare("said Return\u{200E}.\n\nשלום \"Emacs\" טוב", [["said Return."], ["בוט \"Emacs\" םולש"]]).isWhole)
  }

  @Test func `a soft hyphen at a line's end is printed, behind a sign as behind a letter`() {
    #expect(compare("the frob'\u{AD}ni: of it", [["the frob'\u{AD}-", "ni: of it"]]).isWhole)
    #expect(compare("the frob\u{AD}ni of it", [["the frob\u{AD}-", "ni of it"]]).isWhole)
    #expect(!compare("the frob'ni: of it", [["the frob'\u{AD}-ni: of it"]]).isWhole)
  }

  /// A line of letters that all run to the left, as they are drawn.
  private static func backwards(_ line: String) -> String {
    String(String.UnicodeScalarView(line.unicodeScalars.reversed()))
  }

  @Test func `a lost character of Chinese or Hebrew is found`() {
    #expect(compare("甄士隱夢幻識通靈", [["甄士夢幻識通靈"]]).lost == 1)
    #expect(compare("שלום עולם טוב", [["שלום טוב"]]).lost == 1)
  }

  @Test(arguments: [
    ("he read[A] {3}שלום in the house", "he read {3} םולש in the house"),
    ("he read[A] {3}שלום in the house", "he read םולש in the house"),
    ("he read שלום 5' 11\"{12}\"of\"", "he read 12 11 5 םולש of"),
  ])
  func `marks of a line that readers shuffle may be printed or not, its words must be`(manuscript: String, line: String)
  {
    #expect(counts(compare(manuscript, [[line]])) == [0, 0, 0, 0])
    for word in ["he", "read", "םולש"] {
      let less = line.split(separator: " ").filter { $0 != word }.joined(separator: " ")
      #expect(!compare(manuscript, [[less]]).isWhole, "without \(word)")
      #expect(!compare(manuscript, [[line + " " + word]]).isWhole, "\(word) twice")
    }
  }

  @Test func `figures behind Hebrew may be shuffled on the next line, but none may be lost`() {
    let manuscript = "he read שלום 5' 11\"{12}\"of\" the house"
    #expect(counts(compare(manuscript, [["he read םולש 5", "12 11 of the house"]])) == [0, 0, 0, 0])
    #expect(!compare(manuscript, [["he read םולש 5", "12 of the house"]]).isWhole)
    #expect(!compare(manuscript, [["he read םולש 5", "12 11 of the"]]).isWhole)
    #expect(!compare("he read a book 5 11 12 of the house", [["he read a book 5", "12 11 of the house"]]).isWhole)
  }

  @Test(arguments: [
    ("# Title\n\nA [link](http://example.org/a_b \"t\") and `code` &amp; more.", ["Title", "A link and code & more."]),
    ("```swift\nlet x = 1\n```\n\n[a]: http://example.org", ["let x = 1"]),
    ("1. one\n1. two\n\nsee[^n]\n\n[^n]: the note", ["⟨1.⟩ one", "⟨2.⟩ two", "see", "⟨1⟩ the note"]),
    ("a <u>bold</u> <!-- unseen --> <http://example.org>", ["a bold http://example.org"]),
  ])
  func `Markdown markup is no word`(manuscript: String, lines: [String]) {
    let result = compare(manuscript, [lines], markup: .markdown)
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
  }

  /// Each the smallest case of what was once taken for lost or added.
  @Test(arguments: [
    // Fences end with as many marks as they began with, and hold what looks like one.
    ("````\n```\nfoo\\+bar\n```\n````\nafter", ["```", "foo\\+bar", "```", "after"]),
    ("~~~ ```\na [b](c)\n~~~", ["a [b](c)"]),
    ("- one\n  ```\n  x [y](z)\n  ```\n- two", ["one", "x [y](z)", "two"]),
    ("    [a](b) &ouml;\n", ["[a](b) &ouml;"]),
    // A link's label may stand on the next line; one that names nothing is text.
    ("the [list\nitem][list items], [no][such]\n\n[list items]: #x", ["the list item, [no][such]"]),
    ("[a](b c d) and [x](y\n\"t\") z", ["[a](b c d) and x z"]),
    ("[a]: this is no target\n", ["[a]: this is no target"]),
    ("[a]: http://example.org\n----\n\nText.\n", ["Text."]),
    ("[a]:\n  http://b.c\n  \"Title\"\n\n[a]", ["a"]),
    ("a [b `c](d)` e", ["a [b c](d) e"]),
    // A box, whether it is drawn or spelled; numbers that are set anew.
    ("- [x] done\n- [ ] open", ["☑ done", "☐ open"]),
    ("- [x] done\n- [ ] open", ["[x] done", "[ ] open"]),
    ("1. a\n2. b\n\n7) c", ["a", "b", "c"]),
    // Tags that HTML has not are text, in a block with all that is in it; those that it has are no words.
    ("<div>\n*a* <nam>c</nam> &amp;\n</div>", ["<div>", "*a* <nam>c</nam> &amp;", "</div>"]),
    ("<div>\n*a* <b>c</b>\n</div>\n\n</div>d", ["*a* c", "d"]),
    ("<nam>K</nam> <sup>2</sup>x</sup> <font>b</font> <!-- c --> d", ["<nam>K</nam> 2 x</sup> b d"]),
    ("<!--\na\n\nb\n-->\nc", ["c"]),
    ("one<br>two", ["one", "two"]),
    ("&eacute;t&#233; &Alpha;&#x42;", ["été ΑB"]),
    ("\\[a](b)", ["[a](b)"]),
    ("# Head {#name}\n\n## Other ##\n\nThird {#c}\n---", ["Head", "Other", "Third"]),
    ("---\ntitle: x\n---\ntext", ["text"]),
    ("see ![the words](p.png \"t\") here", ["see here"]),
    ("```verse\na [b](c)\n\n    d &amp; *e*\n```", ["a b", "d & e"]),
    ("| a | b\\|c |\n|---|:-:|\n| [d](e) | `f` |", ["a b|c", "d f"]),
    ("> a\nb\n> > c\n\nd", ["a", "b", "c", "d"]),
    ("Text ![a](b) and ![b](c) end", ["Text and end"]),
    // the exclamation mark of a picture is none of the sentence before it, however long that is
    ("\(alice)\n\n![a](b)\n\nText", alice.split(separator: "\n").map(String.init) + ["Text"]),
    ("a[^n] b[^none]\n\n[^n]: note\n\n    more", ["a b[^none]", "note", "more"]),
  ])
  func `Markdown is read as CommonMark and the README say`(manuscript: String, lines: [String]) {
    let result = compare(manuscript, [lines], markup: .markdown)
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
    #expect(result.signs == 0 || !manuscript.contains("Alice"), "\(result.differences)")
  }

  @Test(arguments: [
    ("a [link here](b) c", "a link c"), ("- [x] done now", "done"), ("| a | b |\n|---|---|\n| c | d |", "a b d"),
    ("<nam>\nshown *text*\n</nam>", "shown text"), ("```\ncode word\n```", "code"), ("# Head {#name}\n\ntext", "Head"),
    ("[no][such] label", "no label"), ("&eacute;t&eacute; x", "été"),
  ])
  func `a word of Markdown that is lost is found`(manuscript: String, line: String) {
    let result = compare(manuscript, [[line]], markup: .markdown)
    #expect(result.lost > 0 && !result.differences.isEmpty)
  }

  /// A limit against a hang; how long it takes is the benchmarks' business.
  @Test(.timeLimit(.minutes(5))) func `Markdown of any signs is read to its end`() {
    for piece in [
      "[a](", "![", "[^", "`a``", "<a '<b \"", "> ", "- ", "[a]: <", "a\n", "| ", "&a;", "<!--", "[[a](b)", "\n    ",
      "1. ",
    ] {
      let text = String(repeating: piece, count: 40_000)
      // a word behind all of it is still one that the PDF must have; a comment without an end is none
      let result = compare(text + "\n\nend", [["end"]], markup: .markdown)
      #expect(result.extra == 0, "\(piece)")
    }
  }

  @Test(arguments: [
    ("EQ \\x(boxed)", "boxed", true), ("EQ \\o\\al(e,´)", "e´", true),
    ("EQ \\* jc2 \\* \"Font:x y\" \\o(東)", "東", true),
    ("EQ \\x(boxed)", "", false), ("EQ \\o\\ac(○,1)", "", false), ("PAGE \\* MERGEFORMAT", "", true),
    ("eq a \\b\\lc\\{(b)", "a b", true),
  ])
  func `Word's fields EQ have their words in their instructions`(instruction: String, shown: String, isWhole: Bool) {
    let xml =
      "<w:p><w:r><w:t>So </w:t></w:r><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> \(instruction) "
      + "</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
      + "<w:r><w:t> it is.</w:t></w:r></w:p>"
    let result = compare(xml, [["So \(shown) it is."]], markup: .word)
    #expect(result.isWhole == isWhole, "\(result.differences)")
  }

  @Test func `HTML tags, heads and scripts are no words`() {
    let html =
      "<html><head><title>x</title></head><body><p>One <i>t</i>wo&nbsp;th&#x72;ee</p><p>four</p><style>p{}</style>"
    let result = compare(html, [["One two three", "four"]], markup: .html)
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
    #expect(result.wordsExpected == 4)
  }

  @Test(arguments: ["<p>One two.</p> ----", "<p>One two.</p> —", "<p>One two.</p> ........"])
  func `a rule behind a tag may be an ornament, and none of the text's signs goes with it`(html: String) {
    #expect(compare(html, [["One two.", "* * *"]], markup: .html).isWhole)
    #expect(compare(html, [["One two!", "* * *"]], markup: .html).signs == 1)
    #expect(compare(html, [["One two.”", "* * *"]], markup: .html).signs == 1)
  }

  @Test func `a dash behind a tag is no ornament where none is printed`() {
    #expect(compare("<p>One two.</p> —", [["One two."]], markup: .html).signs == 1)
  }

  @Test func markupThatNobodyClosedIsReadToo() {
    let soup = "<!DOCTYPE x [<!ENTITY a \"no\">]><html><head><title>no</title><body><p>One<p>two <![CDATA[<three>]]>"
    #expect(compare(soup, [["One", "two <three>"]], markup: .html).isWhole)
  }

  @Test func `any bytes are compared without a trap`() {
    var state: UInt64 = 7
    for _ in 0..<200 {
      let bytes = (0..<300).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      for markup in [VerificationSource.Markup.plain, .markdown, .html] {
        let file = SourceFile(name: "x", text: bytes)
        var text = PrintedText()
        text.append("x")
        text.rewrite(0, Array(bytes[50..<90]))
        let source = VerificationSource(
          file: file, markup: markup, dropped: [20..<40],
          apart: [[VerificationPassage(100..<120)], [VerificationPassage(290..<400)]])
        _ = verify(text, VerificationInput(sources: [source]))
      }
    }
  }

  @Test(.timeLimit(.minutes(5))) func `a long book with errors everywhere is compared to its end`() {
    let words = (0..<40_000).map { "word\($0 % 977)x\($0)" }
    let lines = stride(from: 0, to: words.count, by: 10).map { words[$0..<($0 + 10)].joined(separator: " ") }
    let broken = lines.map { $0.replacingOccurrences(of: "7 ", with: " ") }
    let pages = stride(from: 0, to: broken.count, by: 25).map { Array(broken[$0..<min($0 + 25, broken.count)]) }
    let result = compare(lines.joined(separator: "\n"), pages)
    #expect(result.lost > 2_000)
  }
}

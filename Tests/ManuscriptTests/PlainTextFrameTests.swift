import BookModel
import Manuscript
import Testing

/// What stands in a file beside the author's words: notes of those who typed it, numbers of lost pages.
@Suite struct PlainTextFrameTests {
  static let prose = PlainTextFormTests.prose

  private func framed(_ text: String) -> String {
    "Title: A Book\n\nAuthor: Some One\n\n*** START OF THIS PROJECT GUTENBERG EBOOK A BOOK ***\n\n\n\(text)\n\n\n*** END OF THIS PROJECT GUTENBERG EBOOK A BOOK ***\n"
  }

  static let notes = [
    "[Transcriber's Note: Spelling is as in the original.\n\nItalics are marked _so_.]",
    "[Anmerkungen zur Transkription: Der Text folgt dem Original.]",
    "+---------------------------------------+\n| Transcriber's Note:                   |\n|                                       |\n| Spelling is as in the original.       |\n+---------------------------------------+",
    "Transcriber's Notes\n\nSpelling is as in the original.\n\nPage 3: \"teh\" was set right.",
    "Au lecteur\n\nL'orthographe de ce fichier est celle de l'original; les erreurs typographiques\nont été corrigées.",
  ]

  @Test func `a line indented past all counting is read`() throws {
    let text = "\(Self.prose)\n\n\(String(repeating: " ", count: 66_000))far\n  and near\n"
    let reading = try readPlainText(Array(text.utf8), name: "made.txt", options: PlainTextOptions())
    #expect(Coverage.problems(reading) == [])
  }

  @Test func `a book of one line below its header is read`() throws {
    let text = "*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\nA Title\n"
    let reading = try readPlainText(Array(text.utf8), name: "made.txt", options: PlainTextOptions())
    #expect(reading.book.sections.flatMap(\.blocks).count == 1)
    #expect(Coverage.problems(reading) == [])
  }

  @Test("a transcriber's note goes with the header around the book, and only then", arguments: notes)
  func transcriber(note: String) throws {
    let chapters = "CHAPTER I\n\n\n\(Self.prose)\n\n\n\nCHAPTER II\n\n\n\(Self.prose)"
    for text in ["\(note)\n\n\n\n\(chapters)", "\(chapters)\n\n\n\n\(note)"] {
      let made = try reading(framed(text))
      #expect(Coverage.problems(made) == [])
      #expect(made.report.dropped.contains { $0.why == "transcriber's note" }, "\(made.report)")
      let said = outline(made.book).joined()
      #expect(!said.contains("riginal") && said.contains("CHAPTER II"))
      var options = PlainTextOptions()
      options.keepsTranscriberNotes = true
      #expect(outline(try reading(framed(text), options).book).joined().contains("riginal"))
      // without a frame nothing says that it is no author's
      #expect(!(try reading(text).report.dropped.contains { $0.why == "transcriber's note" }))
    }
  }

  @Test func anAuthorMayCallOnTheReaderToo() throws {
    let text =
      "Au lecteur\n\nCe livre est de bonne foi, et je le dis sans art.\n\n\n\nCHAPITRE I\n\n\n\(Self.prose)\n\n\n\nCHAPITRE II\n\n\n\(Self.prose)"
    #expect(outline(try reading(framed(text)).book).joined().contains("bonne foi"))
  }

  @Test(
    "numbers of another edition's pages are left out of the sentences they stand in",
    arguments: ["[Pg %]", "{%}", "[Page %]", "[%]"])
  func pages(form: String) throws {
    var text = "Chapter 1\n\n\n"
    for page in 11...30 {
      let mark = form.replacing("%", with: "\(page)")
      text +=
        "The sea was calm and every man on deck looked out toward the \(mark) harbour,\nwhere a single lamp burned through the grey evening. The old sailors\nspoke of storms long past, and of ships that never came home again with\ntheir cargo of tea and silk.\n\n\(Self.prose)\n\n"
    }
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    #expect(made.report.dropped.count { $0.why == "page number" } == 20)
    let said = outline(made.book).joined()
    #expect(said.contains("toward the harbour, where") && !said.contains("12"))
    var options = PlainTextOptions()
    options.keepsPageNumbers = true
    #expect(outline(try reading(text, options).book).joined().contains("12"))
  }

  @Test(
    "lines between pages are left out, and sentences joined over them",
    arguments: ["%                THE HARBOUR", "- % -", "%"])
  func heads(form: String) throws {
    var text = "Chapter 1\n\n\n"
    for page in 11...20 {
      text +=
        "The sea was calm and every man on deck looked out toward the\n\n\(form.replacing("%", with: "\(page)"))\n\nharbour, where a single lamp burned. The old sailors spoke of storms.\n\n\(Self.prose)\n\n"
    }
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    let said = outline(made.book)
    #expect(
      said.count == 22 && said.filter { $0.contains("toward the harbour, where") }.count == 20, "\(said.prefix(6))")
  }

  @Test func chaptersThatAreNumbersAndNotesThatNobodyWroteStay() throws {
    let chapters = (1...8).map { "\($0)\n\n\(Self.prose)\n\n\(Self.prose)\n\n\n" }.joined()
    #expect(try reading(chapters).report.headings.first?.count == 8)
    let calls = (1...9).map { "It was so[\($0)]. " + String(repeating: "And so on. ", count: $0 * 20 % 70) }.joined(
      separator: "\n\n")
    #expect(outline(try reading("Chapter 1\n\n\n\(calls)\n").book).joined().contains("[9]"))
  }

  @Test func aTypescriptsBlankLinesAreClosedUp() throws {
    let typed = Self.prose.replacing("\n", with: "\n\n")
    let text =
      "CHAPTER I\n\n\n\n" + Array(repeating: typed, count: 6).joined(separator: "\n\n\n\n")
      + "\n\n\n\nCHAPTER II\n\n\n\n" + Array(repeating: typed, count: 6).joined(separator: "\n\n\n\n")
    let made = try reading(text)
    #expect(made.report.paragraphs == 12 && made.report.headings.first?.count == 2, "\(made.report)")
    #expect(Coverage.problems(made) == [])
  }

  @Test(
    "typed heads of pages are left out, whether they cut a sentence or not",
    arguments: ["Whitlock / SALT ROAD / %", "The Salt Road                    %", "WHITLOCK / SALT ROAD / %"])
  func typedHeads(form: String) throws {
    var text = "THE SALT ROAD\n\nby Dana Whitlock\n\n\nChapter 1\n\n\(Self.prose)\n\n"
    for page in 2...6 {
      text += "\(form.replacing("%", with: "\(page)"))\n\n\(Self.prose)\n\n"
    }
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    #expect(made.report.dropped.count { $0.why == "page number" } == 5)
    #expect(!outline(made.book).dropFirst().joined().lowercased().contains("salt road"))
  }
}

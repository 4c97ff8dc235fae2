import Libc
import Testing

@Suite("Bad manuscripts") struct InputTests {
  @Test(
    "What cannot be read as a book gives its reason, exit 1 and no file",
    arguments: [
      ("missing.txt", nil, "\"missing.txt\" not found", "check the path and its spelling"),
      ("book.txt/inner.txt", nil, "\"book.txt/inner.txt\" not found", "check the path and its spelling"),
      (
        "folder", nil, "the folder holds no manuscript",
        "chapters are files such as 01.docx, 02.txt or 03.md; or name the manuscript itself"
      ),
      ("empty.txt", [], "\"empty.txt\" holds no text", "check that it is the right file"),
      ("blank.txt", Array(" \n\t\r\n\n".utf8), "\"blank.txt\" holds no text", "check that it is the right file"),
      ("mark.txt", [0xEF, 0xBB, 0xBF], "\"mark.txt\" holds no text", "check that it is the right file"),
      (
        "picture.txt", [0x89] + Array("PNG\r\n\u{1A}\n\0\0\0\rIHDR".utf8),
        "\"picture.txt\" is not text but looks like: PNG image",
        "save the manuscript as .docx, or as plain text in UTF-8"
      ),
      (
        "archive.txt", Array("PK\u{3}\u{4}\u{14}\0\0\0\0\0".utf8),
        "\"archive.txt\" is not text but looks like: ZIP archive",
        "save the manuscript as .docx, or as plain text in UTF-8"
      ),
      (
        "book.pages", Array("PK\u{3}\u{4}".utf8), "this is a document of Apple's Pages, which octavo does not read",
        "in Pages: File > Export To > Word"
      ),
      (
        "made.txt", Array("%PDF-1.5\n%\u{E2}\n1 0 obj\n".utf8), "\"made.txt\" is not text but looks like: PDF document",
        "octavo makes PDFs from text; give it the text the PDF was made from"
      ),
    ] as [(String, [UInt8]?, String, String)])
  func unreadable(name: String, content: [UInt8]?, message: String, help: String) throws {
    let folder = try Folder()
    try folder.make("folder")
    if let content { try folder.put(content, in: name) }
    let before = folder.names
    for command in [["build", name], ["inspect", name]] {
      let outcome = try Program.run(command, in: folder)
      #expect(outcome.said == "\(name): error: \(message)\n  help: \(help)\n")
      #expect(outcome.code == 1)
      #expect(outcome.output.isEmpty)
      #expect(folder.names == before)
    }
  }

  @Test("A file without the right to read it says so", .enabled(if: geteuid() != 0, "root may read every file"))
  func noPermission() throws {
    let folder = try Folder()
    chmod(folder.at("book.txt"), 0)
    let outcome = try Program.run(["book.txt"], in: folder)
    #expect(
      outcome.said == """
        book.txt: error: "book.txt" cannot be read: permission denied
          help: give yourself the right to read it

        """)
    #expect(outcome.code == 1)
    #expect(folder.names == ["book.txt"])
  }

  @Test("A file that fails while it is read says why")
  func readError() throws {
    let folder = try Folder()
    // the memory of a process has nothing at address 0
    let outcome = try Program.run(["/proc/self/mem", "-o", "x.pdf"], in: folder)
    #expect(
      outcome.said == """
        /proc/self/mem: error: "/proc/self/mem" could not be read: input/output error
          help: the disk, the network or the system refused it; try again

        """)
    // another time it may be read
    #expect(outcome.code == 6)
    #expect(folder.names == ["book.txt"])
  }

  @Test("Bytes that are no UTF-8 are read as CP1252: the first place is named and the letters are in the PDF")
  func codePage() throws {
    let folder = try Folder()
    try folder.put(
      Array("A plain line.\nA caf".utf8) + [0xE9] + Array(" and ".utf8) + [0x93, 0x61, 0x94, 0x0A], in: "old.txt")
    let outcome = try Program.run(["old.txt"], in: folder)
    #expect(
      outcome.messages == """
        old.txt:2:6: warning: not UTF-8 (byte 0xE9); read as CP1252
          help: if letters are wrong, name the encoding: --encoding NAME
        old.pdf: 3 pages, A5, … s, 1 warning

        """)
    #expect(outcome.code == 0)
    if PDFText.reader != nil { #expect(try PDFText.of("old.pdf", in: folder).contains("A café and “a”")) }
  }

  @Test("A byte that an encoding named by hand does not have is an error")
  func wrongEncoding() throws {
    let folder = try Folder()
    try folder.put(Array("caf".utf8) + [0xE9, 0x0A], in: "old.txt")
    let outcome = try Program.run(["old.txt", "--encoding", "UTF-8"], in: folder)
    #expect(
      outcome.said == """
        old.txt: error: "old.txt" is not UTF-8: invalid at byte 3
          help: leave out the encoding to have it recognised, or name another

        """)
    #expect(outcome.code == 1)
    #expect(folder.names == ["book.txt", "old.txt"])
  }

  @Test("NUL and control characters are dropped with a warning, the words around them stay")
  func controls() throws {
    let folder = try Folder()
    try folder.put("The first\0 line.\nA sec\u{1}ond\u{2} line.\n", in: "control.txt")
    let outcome = try Program.run(["control.txt", "--lang", "en"], in: folder)
    #expect(
      outcome.messages == """
        control.txt:1:10: warning: 3 control characters were left out, the first here
          help: look at this place: text may be missing
        control.pdf: 3 pages, A5, … s, 1 warning

        """)
    #expect(outcome.code == 0)
    if PDFText.reader != nil {
      let letters = PDFText.letters(try PDFText.of("control.pdf", in: folder))
      #expect(letters.contains("Thefirstline.Asecondline."))
    }
  }

  @Test("A word wider than the measure is broken between letters, with a warning")
  func wideWord() throws {
    let folder = try Folder()
    let word = String(repeating: "abcdefghij", count: 40)
    try folder.put("See \(word) there.\n", in: "wide.txt")
    let outcome = try Program.run(["wide.txt", "--lang", "en"], in: folder)
    #expect(
      outcome.messages == """
        wide.txt:1:5: warning: the word "abcdefghijabcdefghijabcdefghijabcdefghij…" is wider than the measure and is broken between letters
          help: put a soft hyphen or a space into it, or set a wider measure or smaller type
        wide.pdf: 3 pages, A5, … s, 1 warning

        """)
    #expect(outcome.code == 0)
  }

  @Test(
    "All letters of a word wider than the measure are in the PDF, and no line begins with a mark that belongs to the one before",
    .enabled(if: PDFText.reader != nil, "pdftotext is not here"),
    arguments: [
      String(repeating: "abcdefghij", count: 40),
      // marks without a composed form, with one, and a ligature
      String(repeating: "q\u{303}ae\u{301}xb\u{324}cfid", count: 50),
    ])
  func wideWordLetters(word: String) throws {
    let folder = try Folder()
    try folder.put("See \(word) there.\n", in: "wide.txt")
    let outcome = try Program.run(
      ["wide.txt", "--lang", "en", "--no-title-page", "--header", "", "--footer", ""], in: folder)
    #expect(outcome.code == 0)
    let text = try PDFText.of("wide.pdf", in: folder)
    #expect(PDFText.letters(text) == PDFText.letters("See\(word)there."))
    for line in text.split(separator: "\n") {
      let category = line.unicodeScalars.first?.properties.generalCategory
      #expect(category != .nonspacingMark, "\(line)")
    }
  }

  @Test("Many warnings of one kind are cut short, unless -v or a program asks for them")
  func manyWarnings() throws {
    let folder = try Folder()
    let paragraphs = (1...14).map { "See \(String(repeating: "word\($0)", count: 40)) there." }
    try folder.put(paragraphs.joined(separator: "\n\n"), in: "wide.txt")
    let short = try Program.run(["wide.txt", "--lang", "en", "--title", "Wide", "--format", "short"], in: folder)
    let lines = short.messages.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines.dropLast().last == "wide.txt: warning: 4 more warnings of the kind \"word-too-wide\"")
    #expect(lines.last?.hasSuffix(", 14 warnings") == true)
    for more in [["-v", "--format", "short"], ["--format", "json"]] {
      let all = try Program.run(["wide.txt", "--lang", "en"] + more, in: folder)
      #expect(all.said.split(separator: "\n").count { $0.contains("broken between letters") } == 14)
    }
  }
}

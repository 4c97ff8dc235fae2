import Foundation
import Testing

@Suite("A first book, the manual")
struct InitTests {
  @Test("init writes a book that octavo sets without a warning")
  func first() throws {
    let folder = try Folder()
    let run = try Program.run(["init", "my book", "--title", "Tea \"for\" Two", "--author", "A: B\\C"], in: folder)
    #expect(run.code == 0 && run.said == "my book/book.txt: a first book; write on, then: octavo 'my book'\n")
    let made = try Program.run(["my book/book.txt", "-o", "book.pdf", "--strict"], in: folder)
    #expect(made.code == 0, "\(made.said)")
    #expect(try Program.run(["my book", "-q"], in: folder).code == 0 && folder.names.contains("my book.pdf"))
    let inspected = try Program.run(["inspect", "my book/book.txt"], in: folder).text
    #expect(inspected.contains("2 chapters by \"CHAPTER N\"") && inspected.contains("1 note\n"), "\(inspected)")
    let text = try PDFText.of("book.pdf", in: folder)
    #expect(text.contains("A: B\\C") && text.contains("An Evening in June"))
  }

  @Test("A new book's folder shows every file that a book may have, and each is used as it stands")
  func allFiles() throws {
    let folder = try Folder()
    #expect(try Program.run(["new", "mine"], in: folder).code == 0)
    let files = [
      "blurb.txt", "book.hints.yaml", "book.txt", "octavo.yaml", "pictures/README.txt", "theme.yaml", "words.txt",
    ]
    for file in files { #expect(folder.text(of: "mine/" + file)?.isEmpty == false, "\(file)") }
    // as it is written, and with all that is commented out but the picture
    let plain = try #require(folder.text(of: "mine/octavo.yaml"))
    let settings = plain.split(separator: "\n").filter {
      $0.hasPrefix("# ") && $0.contains(": ") && !$0.contains("\"octavo")
    }
    .filter { !$0.contains("front-picture") && !$0.contains("albion") && !$0.contains("for: kdp") }
    .map { $0.dropFirst(2) }
    for text in [plain, plain + settings.joined(separator: "\n") + "\n"] {
      try folder.put(text, in: "mine/octavo.yaml")
      let made = try Program.run(["mine", "--strict", "-o", "a.pdf"], in: folder)
      #expect(made.code == 0, "\(made.said)")
      let cover = try Program.run(["cover", "mine", "--page-count", "200", "-o", "b.pdf"], in: folder)
      #expect(cover.code == 0, "\(cover.said)")
    }
    #expect(try PDFText.of("b.pdf", in: folder).contains("The words on the back of the cover stand here."))
  }

  @Test("init writes over nothing")
  func refuses() throws {
    let folder = try Folder()
    let run = try Program.run(["init"], in: folder)
    #expect(run.code == 5 && run.said.hasPrefix("book.txt: error: is there already, and nothing was written\n"))
    #expect(folder.names == ["book.txt"] && folder.text(of: "book.txt") == Folder.book)
    #expect(try Program.run(["init", "--title", "two\nlines", "new"], in: folder).code == 2)
    #expect(try Program.run(["init", "book.txt/inside"], in: folder).code == 5)
    #expect(folder.names == ["book.txt"])
  }

  @Test("the manual's reference is as the program writes it")
  func reference() throws {
    let folder = try Folder()
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/OctavoCommand/Manual/Reference.md").standardized
    let written = try String(contentsOf: page, encoding: .utf8)
    // "make manual" writes it anew
    #expect(try Program.run(["manual", "--reference"], in: folder).text == written)
  }

  @Test("the man page has every command and every option of the help")
  func manual() throws {
    let folder = try Folder()
    let run = try Program.run(["manual"], in: folder)
    #expect(run.code == 0 && run.said.isEmpty && run.text.hasPrefix(".TH OCTAVO 1 "))
    for command in ["build", "render", "inspect", "fonts", "trims", "init"] {
      #expect(run.text.contains(".SH \"OCTAVO \(command.uppercased())\"\n"))
    }
    #expect(run.text.contains("\n.TP\n.B \\-\\-trim <size>\n"))
    #expect(run.text.contains("\n.TP\n.B \\-\\-hyphenate/\\-\\-no\\-hyphenate\nDivide words at line ends."))
    // no line of it is a request that man does not know
    let requests = Set(run.text.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
    #expect(
      requests.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".B", ".I", ".RI", ".PP", ".nf", ".fi", ".br"]), "\(requests)")
  }
}

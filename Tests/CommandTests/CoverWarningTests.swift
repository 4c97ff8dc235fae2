import Foundation
import TestSupport
import Testing

/// What `cover` says before a cover is printed.
@Suite("Covers that would print badly") struct CoverWarningTests {
  private static let count = ["--page-count", "200"]

  @Test("Words that cannot be seen and pictures of too few pixels are told")
  func warnings() throws {
    let folder = try Folder()
    let pale = try Program.run(
      ["cover", "book.txt", "-o", "a.pdf", "--ink-colour", "#f0f0f0"] + Self.count, in: folder)
    #expect(pale.code == 0 && pale.said.contains("warning: the words can hardly be seen"), "\(pale.said)")
    for (colour, ink) in [("#102040", "#ffffff"), ("#ffffff", "#777777")] {
      let seen = try Program.run(
        ["cover", "book.txt", "-o", "a.pdf", "--paper-colour", colour, "--ink-colour", ink] + Self.count, in: folder)
      #expect(seen.code == 0 && !seen.said.contains("warning:"), "\(seen.said)")
    }
    let pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    try #require(Data(base64Encoded: pixel)).write(to: URL(fileURLWithPath: folder.at("p.png")))
    let blurred = try Program.run(
      ["cover", "book.txt", "-o", "a.pdf", "--front-picture", "p.png"] + Self.count, in: folder)
    #expect(
      blurred.said.contains(
        "warning: \"p.png\" has 0 pixels to the inch on the front, which prints blurred\n  help: use one of 1749 by 2481"
      ),
      "\(blurred.said)")
  }

  @Test("Families that are not there and pages that its printer does not take are told, each once")
  func missing() throws {
    let folder = try Folder()
    try folder.put("name: mine\nbased-on: classic\nfont: \"Nobody Has This, EB Garamond\"\n", in: "mine.yaml")
    try folder.put("A book.\n", in: "b.txt")
    let odd = ["cover", "book.txt", "-o", "a.pdf", "--theme", "./mine.yaml", "--for", "kdp", "--blurb", "b.txt"]
    let told = try Program.run(odd + ["--page-count", "12"], in: folder)
    #expect(told.code == 0 && told.said.contains("takes books of 24 to 828 pages, and this one has 12"), "\(told.said)")
    #expect(told.said.ranges(of: "no font family is called \"Nobody Has This\"").count == 1, "\(told.said)")
  }

  @Test("The words for the back have a printer's quotes, unless the book has none", .enabled(if: PDFText.reader != nil))
  func blurb() throws {
    let folder = try Folder()
    try folder.put("\"It's so good\" -- a reader.\n", in: "back.txt")
    let cover = ["cover", "book.txt", "-o", "a.pdf", "--blurb", "back.txt"] + Self.count
    #expect(try Program.run(cover, in: folder).code == 0)
    #expect(try PDFText.of("a.pdf", in: folder).contains("“It’s so good” — a reader."))
    #expect(try Program.run(cover + ["--no-smart"], in: folder).code == 0)
    #expect(try PDFText.of("a.pdf", in: folder).contains("\"It's so good\" -- a reader."))
  }

  @Test("A wrong ISBN is told when the book is made")
  func wrongNumber() throws {
    let folder = try Folder()
    try folder.put("---\ntitle: A\nisbn: 978-0-306-40615-8\n---\n\n# One\n\nWords.\n", in: "a.md")
    let told = try Program.run(["a.md"], in: folder)
    #expect(
      told.code == 0
        && told.said.contains(
          "warning: \"ISBN 978-0-306-40615-8\" is no ISBN: its last digit would have to be 7\n"),
      "\(told.said)")
    try folder.put("---\ntitle: A\nisbn: 978-0-306-40615-7\n---\n\n# One\n\nWords.\n", in: "a.md")
    #expect(try !Program.run(["a.md"], in: folder).said.contains("ISBN"))
  }

  @Test("A cover for a printer that asks for PDF/X is one, in four inks; its findings name it")
  func pressCover() throws {
    let folder = try Folder()
    let made = try Program.run(
      ["cover", "book.txt", "-o", "c.pdf", "--for", "ingram", "--theme", "marlowe"] + Self.count, in: folder)
    #expect(made.code == 0, "\(made.said)")
    let facts = try String(decoding: #require(folder.bytes(of: "c.pdf")), as: UTF8.self)
    // without a profile at hand it stays in red, green and blue, and says so
    #expect(facts.contains("GTS_PDFX") != made.said.contains("stays in red, green and blue"), "\(made.said)")
    _ = try Program.run(["book.txt", "-o", "b.pdf"], in: folder)
    _ = try Program.run(["cover", "book.txt", "-o", "small.pdf", "--trim", "a6"] + Self.count, in: folder)
    let checked = try Program.run(["check", "b.pdf", "--for", "kdp", "--cover", "small.pdf"], in: folder)
    #expect(checked.text.contains("small.pdf: error: Amazon KDP: cover-size:"), "\(checked.text)")
    #expect(!checked.text.contains("b.pdf: error: Amazon KDP: cover-size:"))
  }

  @Test("Flaps have their words, where there are flaps", .enabled(if: PDFText.reader != nil))
  func flaps() throws {
    let folder = try Folder()
    try folder.put("What it is about.\n", in: "front.txt")
    try folder.put("Who wrote it.\n", in: "back.txt")
    let cover =
      ["cover", "book.txt", "-o", "a.pdf", "--front-flap", "front.txt", "--back-flap", "back.txt"] + Self.count
    let jacket = try Program.run(cover + ["--kind", "jacket"], in: folder)
    let text = try PDFText.of("a.pdf", in: folder)
    #expect(jacket.code == 0 && text.contains("What it is about.") && text.contains("Who wrote it."), "\(text)")
    let none = try Program.run(cover, in: folder)
    #expect(none.said.contains("warning: a paperback has no flaps; the words for them are left out"), "\(none.said)")
  }

  @Test("A spine too short for the author's whole name has the last name, then none, before it is left blank")
  func spine() throws {
    let folder = try Folder()
    func made(_ title: String) throws -> Outcome {
      try Program.run(
        ["cover", "book.txt", "-o", "a.pdf", "--title", title, "--author", "Bartholomew Featherstonehaugh"]
          + Self.count, in: folder)
    }
    let long = Array(repeating: "A Long Title", count: 8).joined(separator: " ")
    #expect(try !made(long).said.contains("do not fit on the spine"))
    #expect(try made(long + " " + long + " " + long).said.contains("do not fit on the spine"))
  }
}

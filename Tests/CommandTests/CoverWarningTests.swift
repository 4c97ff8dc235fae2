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
}

import Foundation
import Testing

@Suite struct `A standard that is asked for` {
  private let text = "# One\n\nIt was a quiet morning in the printing house, and nobody had come yet.\n"

  @Test func `that holds the manuscript holds it as it was`() throws {
    let folder = try Folder()
    try folder.put(text, in: "plain.md")
    for standard in ["a-3a", "a-4"] {
      let made = try Program.run(["plain.md", "--pdf", standard, "-o", "a.pdf"], in: folder)
      #expect(made.code == 0, "\(made.said)")
      let pdf = try #require(folder.bytes(of: "a.pdf"))
      #expect(pdf.firstRange(of: Data("/AFRelationship".utf8)) != nil || pdf.starts(with: Data("%PDF-".utf8)))
      let unpacked = Process()
      unpacked.executableURL = URL(fileURLWithPath: "/usr/bin/pdfdetach")
      unpacked.arguments = ["-saveall", "-o", folder.path, folder.path + "/a.pdf"]
      try folder.put("gone", in: "plain.md")
      try unpacked.run()
      unpacked.waitUntilExit()
      #expect(folder.text(of: "plain.md") == text)
    }
  }

  @Test func `is refused where other options contradict it`() throws {
    let folder = try Folder()
    for (options, words) in [
      (["--no-tagged"], "--no-tagged"), (["--target", "print"], "--target print"),
      (["--layout", "spread"], "--layout spread"),
    ] {
      let made = try Program.run(["book.txt", "--pdf", "a-2a"] + options, in: folder)
      #expect(made.code == 2 && made.said.contains("--pdf a-2a and \(words) contradict each other"), "\(made.said)")
    }
    let unknown = try Program.run(["book.txt", "--pdf", "a-2"], in: folder)
    #expect(unknown.code == 2 && unknown.said.contains("it takes a-2b"), "\(unknown.said)")
  }

  @Test func `is not said to be kept where the title or the language is missing`() throws {
    let folder = try Folder()
    try folder.put("Only a few words.\n", in: "some-words.txt")
    let made = try Program.run(["some-words.txt", "--pdf", "ua-1", "-o", "a.pdf"], in: folder)
    #expect(made.code == 4 && made.said.contains("what the book is called, which PDF/UA-1 asks for"), "\(made.said)")
    #expect(made.said.contains("--lang en") && !folder.names.contains("a.pdf"))
    let whole = try Program.run(
      ["some-words.txt", "--pdf", "ua-1", "--title", "Words", "--lang", "en", "-o", "a.pdf"], in: folder)
    #expect(whole.code == 0, "\(whole.said)")
  }

  @Test func `for readers who listen asks for words for each picture`() throws {
    let folder = try Folder()
    try folder.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"90\"><rect width=\"50\" height=\"50\"/></svg>",
      in: "square.svg")
    let options = ["book.md", "--pdf", "ua-1", "--title", "Words", "--lang", "en", "-o", "a.pdf"]
    try folder.put("# One\n\nA square:\n\n![](square.svg)\n", in: "book.md")
    let wordless = try Program.run(options, in: folder)
    #expect(wordless.code == 4 && wordless.said.contains("book.md:5"), "\(wordless.said)")
    #expect(wordless.said.contains("no words say what the picture shows") && !folder.names.contains("a.pdf"))
    try folder.put("# One\n\nA square:\n\n![A black square.](square.svg)\n", in: "book.md")
    let told = try Program.run(options, in: folder)
    #expect(told.code == 0, "\(told.said)")
  }

  @Test func `is not said to be kept where a letter has no glyph`() throws {
    let folder = try Folder()
    try folder.put("# One\n\nHere stands \u{10FF00} alone.\n", in: "box.md")
    let made = try Program.run(["box.md", "--pdf", "a-2u", "-o", "a.pdf"], in: folder)
    #expect(made.code == 4 && made.said.contains("U+10FF00"), "\(made.said)")
    #expect(try Program.run(["box.md", "-o", "a.pdf"], in: folder).code == 0)
    let pdf = try #require(folder.bytes(of: "a.pdf"))
    #expect(pdf.firstRange(of: Data("pdfaid".utf8)) == nil)
    #expect(try Program.run(["box.md", "--pdf", "a-2b", "-o", "a.pdf"], in: folder).code == 0)
  }

  @Test(arguments: ["x-1a", "x-3"])
  func `for a press is kept, and the file passes its check`(standard: String) throws {
    let folder = try Folder()
    try folder.put("# One\n\nA <span style=\"color: #c02020\">red</span> word.\n", in: "red.md")
    let made = try Program.run(["red.md", "--pdf", standard, "-o", "a.pdf"], in: folder)
    #expect(made.code == 0, "\(made.said)")
    let checked = try Program.run(["check", "a.pdf", "--for", standard], in: folder)
    #expect(checked.code == 0 && checked.text.contains("0 errors, 0 warnings"), "\(checked.text)")
  }

  @Test func `for a press takes nothing transparent, and says for what it lacks a profile`() throws {
    let folder = try Folder()
    try folder.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"90\"><rect width=\"50\" height=\"50\" fill=\"red\"/>"
        + "<rect x=\"20\" width=\"50\" height=\"50\" fill=\"blue\" fill-opacity=\".5\"/></svg>", in: "clear.svg")
    try folder.put("# One\n\n![Two squares](clear.svg)\n", in: "clear.md")
    let made = try Program.run(["clear.md", "--pdf", "x-1a", "-o", "a.pdf"], in: folder)
    #expect(made.code == 4 && made.said.contains("transparency"), "\(made.said)")
    #expect(!folder.names.contains("a.pdf"))
    let lacking = try Program.run(["clear.md", "--pdf", "x-4", "--condition", "gracol"], in: folder)
    #expect(lacking.code == 1 && lacking.said.contains("no profile of GRACoL"), "\(lacking.said)")
    let wrong = try Program.run(["clear.md", "--pdf", "x-4", "--profile", "clear.svg"], in: folder)
    #expect(wrong.code == 1 && wrong.said.contains("clear.svg: error: this is no colour profile"), "\(wrong.said)")
    let screen = try Program.run(["clear.md", "--pdf", "x-4", "--target", "screen"], in: folder)
    #expect(screen.code == 2 && screen.said.contains("--target screen contradict"), "\(screen.said)")
  }
}

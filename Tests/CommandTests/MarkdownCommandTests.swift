import Testing

@Suite struct `Markdown on the command line` {
  @Test func `files make one book in the order given`() throws {
    let folder = try Folder()
    try folder.put("# First\n\nAlpha.\n", in: "a.md")
    try folder.put("# Second\n\nBeta.\n", in: "b.md")
    let outcome = try Program.run(["b.md", "a.md", "-o", "book.pdf"], in: folder)
    #expect(outcome.code == 0 && outcome.said.hasPrefix("book.pdf: "), "\(outcome.said)")
    let answer = try Program.run(["inspect", "b.md", "a.md"], in: folder)
    #expect(answer.text.contains("2 chapters by \"# …\""))
  }

  @Test func `a folder is a book by its names, its summary or its configuration`() throws {
    let folder = try Folder()
    try folder.make("one/src")
    for (name, text) in [("10.md", "Ten"), ("2.md", "Two"), ("README.md", "Not")] {
      try folder.put("# \(text)\n\n\(text) words.\n", in: "one/\(name)")
    }
    func order(_ path: String) throws -> [String] {
      let outcome = try Program.run([path, "-o", "x.pdf", "--no-toc", "--no-title-page"], in: folder)
      #expect(outcome.code == 0, "\(outcome.said)")
      return try PDFText.of("x.pdf", in: folder).split(separator: "\n").map(String.init).filter {
        $0.hasSuffix("words.")
      }
    }
    #expect(try order("one") == ["Two words.", "Ten words."])
    try folder.put("files: [README.md, 10.md]\n", in: "one/octavo.yaml")
    #expect(try order("one") == ["Not words.", "Ten words."])
    try folder.make("two/src")
    try folder.put("- [T](t.md)\n- [S](s.md)\n", in: "two/src/SUMMARY.md")
    try folder.put("T words.\n", in: "two/src/t.md")
    try folder.put("S words.\n", in: "two/src/s.md")
    #expect(try order("two") == ["T words.", "S words."])
    try folder.put("- [T](t.md)\n- [S](u.md)\n", in: "two/src/SUMMARY.md")
    let missing = try Program.run(["two"], in: folder)
    #expect(missing.code == 1)
    #expect(
      missing.said
        == "two/src/SUMMARY.md:2:3: error: chapter \"u.md\" not found\n  help: correct the name, or leave the brackets empty for a draft\n"
    )
  }

  /// These words stand in no file but the summary.
  @Test func `titles from a summary are verified with the files they head`() throws {
    let folder = try Folder()
    try folder.put("# Early\n\n- [T](t.md)\n\n# Late\n\n- [Essay](s.md)\n", in: "SUMMARY.md")
    try folder.put("---\ntags: x\n---\n\n# T\n\nWords.\n", in: "t.md")
    try folder.put("Words too.\n", in: "s.md")
    let outcome = try Program.run([".", "-o", "x.pdf", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
  }

  /// A break after the last hyphen of an address had one part, the whole word, which was measured for ever.
  @Test(arguments: ["x.txt", "x.md"], ["www.ex-", "see http://a.org/one-", "www.ex- and www.a-b-", "(www.ex-)"])
  func `an address may end in a hyphen`(name: String, text: String) throws {
    let folder = try Folder()
    try folder.put(text + "\n", in: name)
    let outcome = try Program.run([name, "-o", "x.pdf", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
  }

  @Test func `a heading of any length is set within its pages`() throws {
    let folder = try Folder()
    let title = (1...60).map { "wherein adventure \($0) is told" }.joined(separator: ", ")
    try folder.put("# Short\n\nOne.\n\n# \(title)\n\nTwo.\n\n## \(title)\n\nThree.\n", in: "x.md")
    for options in [[], ["--theme", "wonderland"], ["--size", "18pt"]] {
      let outcome = try Program.run(["x.md", "-o", "x.pdf", "--verify", "--no-toc"] + options, in: folder)
      #expect(outcome.code == 0, "\(options) \(outcome.said)")
    }
  }

  @Test func `what must be mended stops the book and names its file`() throws {
    let folder = try Folder()
    try folder.make("in")
    try folder.put("# One\n\nWords.\n", in: "a.md")
    try folder.put("# Two\n\n![](maps/delta.png)\n", in: "in/b.md")
    let outcome = try Program.run(["a.md", "in/b.md", "-o", "x.pdf"], in: folder)
    #expect(outcome.code == 1)
    #expect(
      outcome.said == """
        in/b.md:3:1: error: image "maps/delta.png" not found
          help: put the file there, or correct the name; it counts from the manuscript's folder
        a.md: error: 1 error in the manuscript, so nothing was written
          help: mend what it names

        """)
    #expect(folder.bytes(of: "x.pdf") == nil)
  }

  @Test("--chapter does not count a chapter that is called unnumbered")
  func unnumbered() throws {
    let folder = try Folder()
    let text = "<!-- octavo: unnumbered -->\n# To the Reader\n\nGreetings.\n\n# Departure\n\nOff they went.\n"
    try folder.put(text, in: "book.md")
    #expect(try Program.run(["book.md", "-q", "--chapter", "1"], in: folder).code == 0)
    let words = try PDFText.of("book.pdf", in: folder)
    #expect(words.contains("Off they went") && !words.contains("Greetings"))
    #expect(try Program.run(["book.md", "-q", "--chapter", "2"], in: folder).code == 2)
  }
}

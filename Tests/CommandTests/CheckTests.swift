import Foundation
import Testing

@Suite struct `A book for a printer` {
  private func folder() throws -> Folder {
    let folder = try Folder()
    // some sixty pages
    let paragraph = String(repeating: "It was a quiet morning in the printing house. ", count: 12)
    try folder.put(String(repeating: paragraph + "\n\n", count: 280), in: "book.txt")
    return folder
  }

  @Test(arguments: ["kdp", "ingram", "lulu", "bookvault"])
  func `is set by a printer's rules and passes them`(printer: String) throws {
    let folder = try folder()
    let made = try Program.run(["book.txt", "--for", printer, "-o", "a.pdf"], in: folder)
    #expect(made.code == 0 && !made.said.contains("error"), "\(made.said)")
    let checked = try Program.run(["check", "a.pdf", "--for", printer, "--trim", "6x9"], in: folder)
    #expect(checked.code == 0 && checked.text.contains("0 errors, 0 warnings"), "\(checked.text)")
  }

  @Test(arguments: ["kdp", "ingram", "lulu", "bookvault"])
  func `bleeds where a printer cuts, and nowhere else`(printer: String) throws {
    let folder = try folder()
    let bleed = printer == "bookvault" ? "3mm" : "0.125in"
    let made = try Program.run(["book.txt", "--for", printer, "--bleed", bleed, "-o", "a.pdf"], in: folder)
    #expect(made.code == 0, "\(made.said)")
    let checked = try Program.run(["check", "a.pdf", "--for", printer], in: folder)
    #expect(checked.code == 0 && checked.text.contains("0 errors, 0 warnings"), "\(checked.text)")
  }

  /// A drop capital's letter stands beside it as text that is not seen, which printers refuse.
  @Test(arguments: ["trade", "rosalind", "runa", "nursery", "albion"])
  func `is made for a printer in every manner of opening`(theme: String) throws {
    let folder = try Folder()
    let words = String(
      repeating: "The type lay in its cases, and nobody had touched it since the day before. ", count: 12)
    let chapter = String(repeating: words + "\n\n", count: 30)
    let text = "---\ntitle: Of Type\nauthor: Nobody\n---\n\n# One\n\n\(chapter)# Two\n\n$x^2$ is it. \(chapter)"
    try folder.put(text, in: "book.md")
    let made = try Program.run(["book.md", "--theme", theme, "--for", "kdp", "--verify", "-o", "a.pdf"], in: folder)
    #expect(made.code == 0 && made.said.contains("words verified"), "\(made.said)")
  }

  @Test func `is checked together with its cover`() throws {
    let folder = try folder()
    let name = ["--title", "A Book of Mornings", "--for", "kdp"]
    #expect(try Program.run(["book.txt", "-o", "a.pdf"] + name, in: folder).code == 0)
    #expect(try Program.run(["cover", "book.txt", "-o", "c.pdf"] + name, in: folder).code == 0)
    let check = ["check", "a.pdf", "--for", "kdp", "--cover"]
    let right = try Program.run(check + ["c.pdf"], in: folder)
    #expect(right.code == 0 && right.text.contains("0 errors, 0 warnings"), "\(right.text)")
    let thicker = try Program.run(
      ["cover", "book.txt", "-o", "c.pdf", "--page-count", "400", "--title", "Evenings", "--for", "kdp"], in: folder)
    #expect(thicker.code == 0)
    let wrong = try Program.run(check + ["c.pdf"], in: folder)
    #expect(wrong.code == 4 && wrong.text.contains("cover-size") && wrong.text.contains("is not on the cover"))
    // the book has more pages than when its cover was made
    let count = try #require(right.text.firstMatch(of: /(\d+) pages/).flatMap { Int($0.1) })
    let before = ["--page-count", "\(count - 6)", "-o", "d.pdf"]
    #expect(try Program.run(["cover", "book.txt"] + before + name, in: folder).code == 0)
    let thinner = try Program.run(check + ["d.pdf"], in: folder)
    #expect(
      thinner.code == 0 && thinner.text.contains("some \(count - 6) pages; the book has \(count)"), "\(thinner.text)")
    let pages = try Program.run(check + ["a.pdf"], in: folder)
    #expect(pages.code == 4 && pages.text.contains("cover-pages"))
  }

  @Test func `is refused where a margin is too narrow, and nothing is written`() throws {
    let folder = try folder()
    let made = try Program.run(["book.txt", "--for", "kdp", "--inside", "3mm", "-o", "a.pdf"], in: folder)
    #expect(made.code == 4 && made.said.contains("Amazon KDP") && made.said.contains("from the spine"))
    #expect(!folder.names.contains("a.pdf"))
  }

  @Test func `is told what is wrong with it, for people and for programs`() throws {
    let folder = try folder()
    _ = try Program.run(["book.txt", "--layout", "spread", "-o", "a.pdf"], in: folder)
    let told = try Program.run(["check", "a.pdf", "--for", "kdp,lulu"], in: folder)
    #expect(told.code == 4 && told.text.contains("error: Lulu: spreads") && told.text.contains("rule: help.lulu.com"))
    let data = try Program.run(["check", "a.pdf", "--for", "lulu", "--format", "json"], in: folder).output
    let report = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["rule"] as? String == "spreads" && $0["severity"] as? String == "error" })
  }

  @Test func `is held against standards for archives and for who listens`() throws {
    let folder = try folder()
    let markdown = """
      # One

      A [link](https://example.org), a note[^a] and ![a star](star.svg).

      | A | B |
      |---|---|
      | c | d |

      - one
      - two

      [^a]: A note below.

      ## Two

      The end, שלום and 名前.

      # Three

      More.
      """
    try folder.put(markdown, in: "book.md")
    try folder.put(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><path d='M1 1h7v7z'/></svg>", in: "star.svg")
    for standard in ["a-2b", "a-2a", "a-3a", "a-4", "ua-1"] {
      let made = try Program.run(
        ["book.md", "--pdf", standard, "--title", "A Title", "--lang", "en", "-o", "a.pdf"], in: folder)
      #expect(made.code == 0, "\(made.said)")
      let checked = try Program.run(["check", "a.pdf", "--for", standard], in: folder)
      #expect(checked.code == 0 && checked.text.contains(" 0 errors"), "\(checked.text)")
    }
    #expect(try Program.run(["book.md", "--title", "A Title", "-o", "a.pdf"], in: folder).code == 0)
    let plain = try Program.run(["check", "a.pdf", "--for", "a-2u,ua-1"], in: folder)
    #expect(plain.code == 0 && plain.text.contains("PDF/UA-1: ") && !plain.text.contains("error:"), "\(plain.text)")
    // no errors are no pass: what was not asked is said
    #expect(
      plain.text.contains("0 errors, 0 warnings in 29 of 32 clauses asked\n  not asked: 7.21.4.2, "), "\(plain.text)")
    #expect(plain.text.contains("help: for all of them run verapdf --flavour ua1 a.pdf\n"), "\(plain.text)")
    let json = try Program.run(["check", "a.pdf", "--for", "a-2u,ua-1", "--format", "json"], in: folder).output
    let report = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    let clauses = try #require(report["clauses"] as? [[String: Any]])
    #expect(clauses.map { ($0["asked"] as? [String])?.count } == [46, 29])
    #expect(try Program.run(["book.md", "--no-tagged", "-o", "a.pdf"], in: folder).code == 0)
    let told = try Program.run(["check", "a.pdf", "--for", "ua-1"], in: folder)
    #expect(
      told.code == 4 && told.text.contains("ISO 14289-1:2014, 7.1") && told.said.contains("by the rules of PDF/UA-1"))
  }

  @Test func `is shown where it is wrong`() throws {
    let folder = try folder()
    _ = try Program.run(["book.txt", "--trim", "6x9", "--inside", "3mm", "-o", "a.pdf"], in: folder)
    let told = try Program.run(["check", "a.pdf", "--for", "kdp", "--trim", "6x9", "--marked", "m.pdf"], in: folder)
    #expect(told.code == 4 && told.text.contains("gutter"), "\(told.text)")
    let remarks = try Program.run(program: "qpdf", ["--json", "m.pdf"], in: folder).text
    #expect(remarks.contains("\"/Square\"") && remarks.contains("octavo check"))
    let json = try Program.run(["check", "a.pdf", "--for", "kdp", "--format", "json"], in: folder).output
    let report = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    let gutter = try #require(findings.first { $0["rule"] as? String == "gutter" })
    let area = try #require((gutter["areas"] as? [[String: Any]])?.first)
    #expect(area["page"] as? Int != nil && area["width"] as? Double != nil)
    let slip = try Program.run(["check", "a.pdf", "--for", "kdp", "--marked", "a.pdf"], in: folder)
    #expect(slip.code == 2 || slip.code == 3, "\(slip.said)")
  }

  @Test func `is refused for a slip in the command`() throws {
    let folder = try folder()
    #expect(try Program.run(["check", "book.txt", "--for", "kdp"], in: folder).code == 1)
    #expect(try Program.run(["check", "book.txt"], in: folder).code == 2)
    let unknown = try Program.run(["check", "book.txt", "--for", "kpd"], in: folder)
    #expect(unknown.code == 2 && unknown.said.contains("did you mean \"kdp\"?"), "\(unknown.said)")
  }

  @Test(arguments: ["paperback", "case", "jacket"])
  func `has a cover of its own width`(kind: String) throws {
    let folder = try folder()
    let made = try Program.run(
      ["cover", "book.txt", "--for", "kdp", "--page-count", "312", "--kind", kind, "--isbn", "978-0-306-40615-7"],
      in: folder)
    #expect(made.code == 0 && made.said.contains("for 312 pages"), "\(made.said)")
    #expect(folder.names.contains("book-cover.pdf"))
    let refused = try Program.run(
      ["cover", "book.txt", "--page-count", "99", "--isbn", "978-0-306-40615-8"], in: folder)
    #expect(refused.code == 2 && refused.said.contains("its last digit would have to be 7"))
    let pressed = try Program.run(
      ["cover", "book.txt", "--page-count", "99", "--pdf", "x-1a", "--paper-colour", "#f0e0d0", "-o", "x.pdf"],
      in: folder)
    #expect(pressed.code == 0 && pressed.said.contains("in black ink alone"), "\(pressed.said)")
    #expect(try Program.run(["check", "x.pdf", "--for", "x-1a"], in: folder).code == 0)
    #expect(try Program.run(["cover", "book.txt", "--page-count", "99", "--pdf", "a-2u"], in: folder).code == 2)
  }
}

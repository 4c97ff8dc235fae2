import TestSupport
import Testing

/// Indexes and page references from manuscript to file.
@Suite struct `A book with marks for its index` {
  /// Chapters whose paragraphs have words of their own, each marked; the words by their numbers.
  private static func text(before: String = "", after: String = "") -> String {
    var text = "---\ntitle: Marks\n---\n\n" + before
    for chapter in 0..<4 {
      text += "# Chapter \(chapter + 1) {#sec-c\(chapter)}\n\n"
      for paragraph in 0..<12 {
        let filler = String(repeating: "the quiet river goes on past the mill ", count: 9)
        let word = "wq\(chapter * 12 + paragraph)x"
        text += "\(filler)\(word)\\index{\(word)} and \(filler)so.\n\n"
      }
    }
    return text + after + "# Index\n"
  }

  /// The folios that the index names, by entry, against the pages that the words stand on.
  private func check(_ pdf: String, in folder: Folder) throws {
    let words = try Program.run(program: PDFText.reader ?? "pdftotext", ["-layout", pdf, "-"], in: folder).text
    var places: [String: Set<String>] = [:]
    var named: [String: String] = [:]
    for page in words.split(separator: "\u{C}") {
      guard let foot = page.split(separator: "\n").last(where: { $0.contains("Page ") }) else { continue }
      let folio = String(foot.split(separator: " ").last ?? "")
      for part in page.split(whereSeparator: { $0 == "\n" || $0 == " " }).map(String.init) where part.hasPrefix("wq") {
        if part.hasSuffix(",") { named[String(part.dropLast())] = "" } else { places[part, default: []].insert(folio) }
      }
      // `wq7x, 3`
      for line in page.split(separator: "\n") {
        let parts = line.split(separator: " ").map(String.init)
        for (word, next) in zip(parts, parts.dropFirst()) where word.hasPrefix("wq") && word.hasSuffix(",") {
          named[String(word.dropLast())] = next
        }
      }
    }
    #expect(named.count == 48)
    for (word, folio) in named { #expect(places[word] == [folio], "\(word)") }
  }

  @Test(arguments: [
    [], ["--layout", "spread"], ["--target", "print"], ["--chapters", "recto"], ["-j", "2"], ["--index-columns", "1"],
  ])
  func `names the page of each and is verified`(options: [String]) throws {
    let folder = try Folder()
    try folder.put(Self.text(), in: "a.md")
    // marks before the body and references forward need the pages that are still to come
    let before = "# Preface\n\nOf water\\index{water}, see page \\pageref{sec-c3}.\n\n"
    try folder.put(Self.text(before: before, after: "As on [p. ](#sec-c1){.page}, @sec-c2.\n\n"), in: "b.md")
    for name in ["a", "b"] {
      let made = try Program.run(["\(name).md", "-o", "\(name).pdf", "--verify"] + options, in: folder)
      #expect(made.code == 0 && made.said.contains("words verified"), "\(made.said)")
      if options != ["--layout", "spread"] { try check("\(name).pdf", in: folder) }
    }
    let again = try Program.run(["b.md", "-o", "c.pdf"] + options, in: folder)
    #expect(again.code == 0)
    #expect(try #require(folder.bytes(of: "b.pdf")) == folder.bytes(of: "c.pdf"))
  }

  @Test func `keeps marks beside citations`() throws {
    let folder = try Folder()
    let works =
      "references:\n- id: a\n  type: book\n  title: Salt\n  author: [{family: Roe}]\n  issued: {date-parts: [[1871]]}\n"
    try folder.put("---\ntitle: T\n\(works)---\n\n# One\n\nThe sea\\index{sea} is salt [@a].\n\n# Index\n", in: "a.md")
    let made = try Program.run(["a.md", "-o", "a.pdf", "--verify"], in: folder)
    #expect(made.code == 0 && made.said.contains("words verified"), "\(made.said)")
    let words = try PDFText.of("a.pdf", in: folder)
    #expect(words.contains("sea, 1") && words.contains("(Roe 1871)"))
  }

  @Test func `says the page behind a number where that is asked for`() throws {
    let folder = try Folder()
    try folder.put("# One {#sec-a}\n\nSee @sec-b.\n\n# Two {#sec-b}\n\nWords.\n", in: "a.md")
    for (options, wanted) in [
      ([], "See “Two”."), (["--page-references", "always"], "See “Two” on page 2."),
      (["--page-references", "print"], "See “Two”."),
      (["--page-references", "print", "--target", "print"], "See “Two” on page 2."),
    ] {
      let made = try Program.run(["a.md", "-o", "a.pdf", "--verify", "--no-toc"] + options, in: folder)
      #expect(made.code == 0, "\(made.said)")
      #expect(try PDFText.of("a.pdf", in: folder).contains(wanted))
    }
  }

  @Test func `of Word has its entries, its place and the pages it refers to`() throws {
    func field(_ instruction: String, _ result: String = "") -> String {
      func mark(_ type: String) -> String { "<w:r><w:fldChar w:fldCharType=\"\(type)\"/></w:r>" }
      let hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:instrText>\(instruction)</w:instrText></w:r>"
      return mark("begin") + hidden + (result.isEmpty ? "" : mark("separate") + MadeWord.text(result)) + mark("end")
    }
    let body =
      MadeWord.paragraph("One", style: "H1")
      + "<w:p>\(MadeWord.text("The sea"))\(field("XE \"sea:calm\" \\b"))\(MadeWord.text(" was calm; see page "))\(field("PAGEREF _Ref1 \\h", "41"))\(MadeWord.text("."))</w:p>"
      + MadeWord.paragraph("Two", style: "H1")
      + "<w:p><w:bookmarkStart w:id=\"1\" w:name=\"_Ref1\"/>\(MadeWord.text("Here it is."))\(field("XE \"cod\" \\t \"See sea\""))</w:p>"
      + MadeWord.paragraph("Index", style: "H1") + "<w:p>\(field("INDEX \\c 2", "cod, 77"))</w:p>"
    let folder = try Folder()
    try folder.put(MadeWord.file(body, parts: [MadeWord.styles([("H1", "heading 1")])]), in: "a.docx")
    let made = try Program.run(["a.docx", "-o", "a.pdf", "--verify", "--title", "T"], in: folder)
    #expect(made.code == 0 && made.said.contains("words verified"), "\(made.said)")
    let words = try PDFText.of("a.pdf", in: folder)
    #expect(words.contains("see page 2."))
    #expect(words.contains("cod, see sea") && words.contains("calm, 1") && !words.contains("77"))
  }
}

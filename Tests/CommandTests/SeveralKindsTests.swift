import Foundation
import TestSupport
import Testing

/// One book from chapters in files of several kinds, from folders and from lists.
@Suite("Manuscripts of several kinds", .enabled(if: PDFText.reader != nil, "no pdftotext is here"))
struct SeveralKindsTests {
  private static let prose =
    "The river ran slow under the bridge, and nobody came to ask why the door was never locked."

  private static func word(_ title: String?) -> [UInt8] {
    let styles = MadeWord.styles([("H1", "heading 1")])
    let heading = title.map { MadeWord.paragraph($0, style: "H1") } ?? ""
    return MadeWord.file(heading + MadeWord.paragraph(prose) + MadeWord.paragraph(prose), parts: [styles])
  }

  /// The words of a book without those of its text.
  private func headings(_ inputs: [String], in folder: Folder, warns: Bool = false) throws -> [String] {
    let outcome = try Program.run(
      inputs + ["-o", "x.pdf", "--no-toc", "--no-title-page", "--header", "", "--footer", "", "--verify"], in: folder)
    #expect(outcome.code == 0 && outcome.said.contains("warning:") == warns, "\(outcome.said)")
    let text = try PDFText.of("x.pdf", in: folder).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.replacing(Self.prose, with: "|").split(separator: "|")
      .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }

  @Test("A folder or a list of them is a book in its order")
  func folder() throws {
    let folder = try Folder()
    try folder.make("b")
    try folder.put(Self.word("Chapter One"), in: "b/1 A.docx")
    try folder.put("Chapter Two\n\n\(Self.prose)\n\n\(Self.prose)\n", in: "b/2 B.txt")
    try folder.put(Self.word("Chapter Ten"), in: "b/10.docx")
    try folder.put("x", in: "b/~$1 A.docx")
    #expect(try headings(["b"], in: folder) == ["Chapter One", "Chapter Two", "Chapter Ten"])
    try folder.put("# Chapter Three\n\n\(Self.prose)\n", in: "b/3.md")
    #expect(
      try headings(["b/2 B.txt", "b/3.md", "b/1 A.docx"], in: folder) == [
        "Chapter Two", "Chapter Three", "Chapter One",
      ])
    try folder.put("10.docx\n\n1 A.docx\n", in: "b/Book.txt")
    #expect(try headings(["b"], in: folder) == ["Chapter Ten", "Chapter One"])
    #expect(try headings(["b/Book.txt"], in: folder) == ["Chapter Ten", "Chapter One"])
    try folder.put("1 A.docx\nnone.docx\n", in: "b/Book.txt")
    #expect(
      try Program.run(["b"], in: folder).said.hasPrefix("b/Book.txt:2:1: error: chapter \"none.docx\" not found"))
  }

  @Test("Files without a heading are called by their names, with a warning")
  func names() throws {
    let folder = try Folder()
    for name in ["w", "m", "m/1 The Hill", "m/2 The Sea"] { try folder.make(name) }
    try folder.put(Self.word(nil), in: "w/01 - The Ship.docx")
    try folder.put(Self.word("Chapter Two"), in: "w/02.docx")
    #expect(try headings(["w"], in: folder, warns: true) == ["The Ship", "Chapter Two"])
    try folder.put("\(Self.prose)\n", in: "m/1 The Hill/01 Dawn.md")
    try folder.put("\(Self.prose)\n", in: "m/2 The Sea/01 Dusk.md")
    #expect(try headings(["m"], in: folder, warns: true) == ["The Hill Dawn", "The Sea Dusk"])
  }

  @Test("Books among them are parts with their titles, parts have files, what is no chapter stands at its end")
  func books() throws {
    let folder = try Folder()
    let volume = { (title: String) in
      "\(title)\n\nby Jane Roe\n\n\n\nChapter One\n\n\(Self.prose)\n\n\nChapter Two\n\n\(Self.prose)\n"
    }
    try folder.put(volume("The Ford"), in: "a.txt")
    try folder.put(volume("The Mill"), in: "b.txt")
    #expect(
      try headings(["a.txt", "b.txt"], in: folder)
        == ["The Ford Chapter One", "Chapter Two", "The Mill Chapter One", "Chapter Two"])
    try folder.put(Self.word("Acknowledgements"), in: "z.docx")
    try folder.put(
      MadeWord.file(MadeWord.paragraph("Part One", style: "H1"), parts: [MadeWord.styles([("H1", "heading 1")])]),
      in: "p.docx")
    try folder.put(Self.word("Chapter One"), in: "c.docx")
    let text = try Program.run(["inspect", "p.docx", "c.docx", "z.docx"], in: folder)
    #expect(text.code == 0 && text.text.hasPrefix("title: p\n"), "\(text.said)")
    // the part on a leaf of its own, then the chapter, then what stands behind it
    #expect(
      try headings(["p.docx", "c.docx", "z.docx"], in: folder)
        == ["Part One Chapter One", "Acknowledgements"])
  }

  @Test("Pages of HTML are one book, from a folder in the order of its index, with the words of all")
  func pages() throws {
    let folder = try Folder()
    try folder.make("b")
    let page = { (title: String, rest: String) in
      "<html><head><title>\(title)</title></head><body><h1>\(title)</h1><p>\(Self.prose)</p>\(rest)</body></html>"
    }
    try folder.put(page("One", "<p>See <a href=\"2.html\">that</a>.</p>"), in: "b/1.html")
    try folder.put(page("Two", ""), in: "b/2.html")
    try folder.put(page("Ten", ""), in: "b/10.htm")
    #expect(try headings(["b"], in: folder) == ["One", "See that. Two", "Ten"])
    #expect(try headings(["b/2.html", "b/1.html"], in: folder) == ["Two", "One", "See that."])
    try folder.put("<ul><li><a href=\"10.htm\">Ten</a><li><a href=\"./1.html\">One</a></ul>", in: "b/index.html")
    #expect(try headings(["b"], in: folder) == ["Ten", "One", "See that. Two"])
    try folder.put("From: x\n", in: "x.mhtml")
    let packed = try Program.run(["x.mhtml"], in: folder)
    #expect(packed.code == 1 && packed.said.contains("page of HTML packed"))
  }
}

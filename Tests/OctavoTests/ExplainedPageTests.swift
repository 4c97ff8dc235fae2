import Design
import Manuscript
import Octavo
import Testing
import Typesetting

/// What `--explain-page` says of columns and pictures, and to readers of proofs.
@Suite struct `A page that is explained` {
  private static let prose = "The type lay sorted in its cases, and nobody was in the house so early in the day. "

  private func notes(_ text: String, page: Int, columns: Int = 1) throws -> [String] {
    let reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
    var design = PageDesign()
    design.hasTitlePage = false
    design.columns = columns
    var typesetter = BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: []))
    typesetter.explainedPage = page
    return try typesetter.typeset(reading.book).diagnostics.filter { $0.code == "explain-page" }.map(\.message)
  }

  private func book(_ paragraphs: Int, then rest: String) -> String {
    "# One\n\n" + (0..<paragraphs).map { "Number \($0). " + String(repeating: Self.prose, count: 3) + "\n\n" }.joined()
      + rest
  }

  @Test func `says where its pictures are called, and where those go that find no room`() throws {
    var said = ""
    for paragraphs in 1...6 {
      let text = book(paragraphs, then: "![A caption](a.png)\n\n" + book(6, then: "").dropFirst(7))
      let pages = try (1...2).map { try notes(text, page: $0).first ?? "" }
      let (goes, stands) = ("called here goes to page 2, as it has no room", "called on page 1 stands here")
      #expect(pages[0].contains(goes) == pages[1].contains(stands), "\(pages)")
      said += pages[0]
    }
    #expect(said.contains("stands where it is called"), "\(said)")
  }

  @Test func `says how its columns are filled`() throws {
    let said = try notes(book(30, then: ""), page: 2, columns: 2).first ?? ""
    #expect(said.contains("it has 2 columns of "), "\(said)")
  }

  @Test func `says where a few letters fewer would win a line, and they do`() throws {
    var tried = 0
    for extra in 15...18 {
      let words = String(repeating: Self.prose, count: 3) + String(repeating: "an ", count: extra) + "end"
      func lines(_ text: String) throws -> Int {
        let reading = try readMarkdown(
          [MarkdownInput(name: "b.md", bytes: Array("# One\n\n\(text)\n".utf8))], options: MarkdownOptions())
        var design = PageDesign()
        design.hasTitlePage = false
        let typesetter = BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: []))
        return try typesetter.typeset(reading.book).list.lines.count
      }
      let said = try notes("# One\n\n\(words)\n", page: 1).first {
        $0.hasSuffix("fewer in this paragraph would win a line")
      }
      guard let said, let letters = said.split(separator: " ").lazy.compactMap({ Int($0) }).first else { continue }
      tried += 1
      #expect(try lines(String(words.dropFirst(letters))) < lines(words), "\(extra): \(said)")
    }
    #expect(tried > 0)
  }
}

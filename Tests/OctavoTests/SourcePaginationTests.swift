import BookModel
import Design
import Manuscript
import Octavo
import Testing
import Typesetting
import Units

/// Numbers of another edition's pages in a manuscript that has its marks.
@Suite struct `Pages of another edition` {
  private static let prose = """
    The compositor sets each line by hand, justifies it with thin spaces,
    and slides it from his stick upon the galley; when the galley is full he
    ties the type about with page-cord and carries it to the stone, where the
    forme is locked up in its chase and goes to the press.
    """

  /// Two chapters with a mark of a page in each paragraph, and an index.
  private static func manuscript(entries: [String], pointer: String = "") -> String {
    var text = ""
    for chapter in 0..<2 {
      text += "CHAPTER \(chapter == 0 ? "I" : "II")\n\n\n"
      for paragraph in 0..<6 {
        let words = chapter == 1 && paragraph == 2 ? prose + "\n" + pointer : prose
        text += "[Pg \(101 + chapter * 6 + paragraph)] " + words + "\n\n"
      }
      text += "\n\n"
    }
    return text + "INDEX\n\n\n" + entries.joined(separator: "\n") + "\n"
  }

  private static let entries = [
    "Accents, 101.", "Bamboo, 102, 103, 112.", "Canon, 107-12.", "Cremona, Op. 104, 108.", "Drum, 500.",
    "Elegy, 105", "Fugue, see _Canon_.",
  ]

  private func reading(_ text: String) throws -> ManuscriptReading {
    try #require(readPlainText(utf8: Array(text.utf8), name: "book.txt", options: PlainTextOptions()))
  }

  private func references(_ book: Book) -> [[PageReference]] {
    var found: [[PageReference]] = []
    var book = book
    book.rewriteText { inlines, _ in
      let pages = inlines.compactMap(\.style.pages)
      if !pages.isEmpty { found.append(pages) }
    }
    return found
  }

  @Test func `are known in the index and behind "see page", and nowhere else`() throws {
    let text = Self.manuscript(entries: Self.entries, pointer: "(see page 103); Wagner, page 104; of 105 men.")
    let reading = try reading(text)
    #expect(reading.book.refersToPages)
    func pages(_ numbers: Int...) -> [PageReference] { numbers.map { PageReference(first: .oldPage($0)) } }
    #expect(
      references(reading.book) == [
        pages(103), pages(101), pages(102, 103, 112), [PageReference(first: .oldPage(107), last: .oldPage(112))],
        pages(108), pages(105),
      ])
    // what is made anew is not looked for in the PDF
    let made = reading.report.silent.map { String(decoding: reading.files.files[0].text[$0], as: UTF8.self) }
    #expect(made == ["103", "101", "102,", "103,", "112", "107-12", "108", "105"])
  }

  @Test func `are left alone where no marks say where they begin`() throws {
    let text = Self.manuscript(entries: Self.entries).replacing("[Pg 1", with: "[Note 1")
    #expect(try !reading(text).book.refersToPages)
  }

  @Test func `become this book's folios, which lead there; two that are one now are named once`() throws {
    let book = try reading(Self.manuscript(entries: Self.entries, pointer: "(see page 103)")).book
    var design = PageDesign()
    design.trim.height = Length(points: 380)
    let typesetter = BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: []))
    let printed = try typesetter.printingFolios(book, .settled).book
    let list = try typesetter.typeset(printed).list
    func folio(_ page: Int) throws -> String {
      list.label(ofPage: Int(try #require(list.places[.mark(.oldPage(page))]).page))
    }
    var found: [String] = []
    var copy = printed
    copy.rewriteText { inlines, _ in
      if inlines.contains(where: { $0.style.pages != nil }) { found.append(inlines.plainText) }
    }
    #expect(try found.contains("Accents, \(folio(101))."))
    #expect(try found.contains("Canon, \(folio(107))\u{2013}\(folio(112))."))
    #expect(try found.contains("Cremona, Op. 104, \(folio(108))."))
    #expect(try found.contains { $0.hasSuffix("(see page \(try folio(103)))") })
    let bamboo = try [folio(102), folio(103), folio(112)].reduce(into: [String]()) {
      if $0.last != $1 { $0.append($1) }
    }
    #expect(bamboo.count < 3 && found.contains("Bamboo, \(bamboo.joined(separator: ", "))."))
    // the last page of the body is no page of the other edition
    #expect(Int(try folio(112)) ?? 0 < 20)
    #expect(list.links.count { if case .anchor(.mark) = $0.target { true } else { false } } >= 7)
  }
}

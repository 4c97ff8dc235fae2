import Design
import Manuscript
import Octavo
import Testing

@Suite struct `A paginator asked for what is far ahead` {
  /// Ninety chapters of some three pages.
  private static let text = (1...90).map { number in
    "CHAPTER \(number)\n\n"
      + (0..<9).map {
        "Paragraph \($0) of chapter \(number) tells that " + String(repeating: "some words fill a page, ", count: 24)
      }
      .joined(separator: "\n\n")
  }.joined(separator: "\n\n\n")

  private static func paginator() throws -> Paginator {
    try Paginator(text: text, design: PaginatorTests.design())
  }

  @Test func `sets the chapter in sight before those that stand before it`() throws {
    let paginator = try Self.paginator()
    let place = try #require(Self.text.utf8.firstRange(of: Array("Paragraph 5 of chapter 88".utf8)))
    paginator.position = Self.text.utf8.distance(from: Self.text.utf8.startIndex, to: place.lowerBound)
    let all = try Self.paginator()
    let page = try #require(all.page(containing: paginator.position))
    let ahead = try #require(paginator.ahead(folio: Double(page + 1)))
    #expect(paginator.lastKnownPage == nil, "nothing of the book itself is laid out")
    let inSight = try #require(ahead.page(containing: paginator.position))
    #expect(
      ahead.text(ofPage: inSight) == all.text(ofPage: page) && ahead.range(ofPage: inSight) == all.range(ofPage: page))
    let folio = try #require(ahead.label(ofPage: inSight).flatMap { Int($0) })
    #expect(abs(folio - page - 1) < 12)
  }

  @Test func `is there soon by itself where little is to be set`() throws {
    let paginator = try Self.paginator()
    paginator.position = 1000
    #expect(paginator.ahead(folio: 1) == nil)
    paginator.position = paginator.textLength - 10
    _ = paginator.pageCount
    #expect(paginator.ahead(folio: 1) == nil)
  }

  @Test func `knows which paragraphs have words for a line less or more`() throws {
    let prose =
      "It was a quiet morning, and nobody in the house had yet thought of breakfast; somewhere a door fell shut. "
    let texts = (4..<24).map { String(repeating: prose, count: 3 + $0 / 4) + String(prose.prefix($0 * 4)) }
    let paginator = try Paginator(text: "One.\n\n" + texts.joined(separator: "\n\n"), design: PaginatorTests.design())
    #expect(paginator.roomInLines(at: 0) == [0])
    var place = 6
    var steps: Set<Int> = []
    for text in texts {
      let room = paginator.roomInLines(at: place)
      #expect(room.contains(0))
      steps.formUnion(room)
      place += text.utf8.count + 2
    }
    #expect(steps.isSuperset(of: [-1, 1]))
    #expect(paginator.lastKnownPage == nil)
  }

  @Test func `knows the rows of a table`() throws {
    let text = "# A\n\nWords.\n\n| Ship | Boats |\n|---|---|\n| Argo | two |\n\nAn end.\n"
    let reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
    let blocks = try Paginator(book: reading.book).placedBlocks()
    let table = try #require(blocks.first { $0.kind == .table })
    #expect(table.headRows == 1 && table.rows == [9, 20] && table.range == 9..<29, "\(table)")
  }
}

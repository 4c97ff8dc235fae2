import BookModel
import Manuscript
import Octavo
import Design
import TestSupport
import Testing
import Units

private let filler = String(repeating: "Plain words fill the page until it turns over. ", count: 9)

/// Where a picture stands that asks for it.
@Suite struct `A picture by its place` {
  private func book(_ blocks: [Block]) -> Book {
    Book(sections: [
      Section(heading: Heading(title: [Inline("One")], source: SourceLocation(offset: 0)), blocks: blocks)
    ])
  }

  private func paragraphs(_ count: Int) -> [Block] { (0..<count).map { _ in .paragraph(Paragraph(filler)) } }

  private func figure(
    _ size: (Int, Int), _ caption: String = "", _ placement: Figure.Placement = .floats,
    _ adjust: (inout Figure) -> Void = { _ in }
  ) throws -> Block {
    var figure = Figure(
      image: try MadeBooks.picture(size.0, size.1), caption: caption.isEmpty ? [] : [Inline(caption)],
      alternative: "what it shows", placement: placement, source: SourceLocation(offset: 5))
    adjust(&figure)
    return .figure(figure)
  }

  @Test(arguments: [2, 3, 4, 6, 9], [Binding.left, .right])
  func `over facing pages has a half on each, with its middle on the spine`(
    count: Int, binding: Binding
  ) async throws {
    var design = PageDesign()
    (design.bleed, design.binding) = (Length(points: 9), binding)
    let (pdf, output) = try await make(
      book(paragraphs(count) + [figure((300, 200), "", .spread)] + paragraphs(9)), design: design)
    #expect(output.diagnostics.allSatisfy { $0.severity == .note }, "\(count): \(output.diagnostics)")
    let found = try pdf.pictureBoxes()
    let pages = found.indices.filter { !found[$0].isEmpty }
    // the first page is a recto
    #expect(pages.count == 2 && pages[0] % 2 == 1 && pages[1] == pages[0] + 1)
    let width = design.trim.width.points
    for page in pages {
      let box = found[page][0]
      let isOnRight = (page % 2 == 0) == (binding == .left)
      #expect(abs((box[0] + box[2]) / 2 - (isOnRight ? 9 : width + 9)) < 0.1, "\(box)")
      #expect(isOnRight ? box[2] > width + 17.9 : box[0] < 0.1)
      #expect(box[1] < 0.1 && box[3] > design.trim.height.points + 17.9)
      #expect(try pdf.sheets()[page].words.isEmpty)
    }
    // the text goes on before it
    #expect(try pdf.sheets()[pages[0] - 1].words.count > 150 || pages[0] == 1)
  }

  @Test(arguments: [2, 3]) func `on a page of its own waits for the columns before it`(columns: Int) async throws {
    var design = PageDesign()
    (design.trim, design.columns) = (PageSize(width: Length(points: 612), height: Length(points: 792)), columns)
    let (pdf, _) = try await make(
      book(paragraphs(5) + [figure((200, 300), "Seen", .page)] + paragraphs(40)), design: design)
    let found = try pdf.pictureBoxes()
    let page = try #require(found.firstIndex { !$0.isEmpty })
    #expect(page > 0 && found[page][0][3] - found[page][0][1] > 400)
    let sheets = try pdf.sheets()
    #expect(sheets[page].words.map(\.string) == ["Seen"])
    #expect(sheets[page - 1].words.count > 350)
  }

  @Test func `has its caption beside it where that is asked and leaves room`() async throws {
    let caption = "The tower as it was before the fire, seen from the river in the morning"
    let asked = try figure((200, 260), caption) { $0.hasCaptionBeside = true }
    let (pdf, output) = try await make(book(paragraphs(1) + [asked] + paragraphs(2)))
    #expect(output.diagnostics.isEmpty)
    let page = try #require(pdf.pictureBoxes().firstIndex { !$0.isEmpty })
    let box = try pdf.pictureBoxes()[page][0]
    let words = try pdf.sheets()[page].words
    let first = try #require(words.first { $0.string == "tower" })
    let last = try #require(words.first { $0.string == "morning" })
    #expect(first.left > box[2] && last.left > box[2] && first.bottom < last.top + 20)
    // its last line stands on the picture's foot
    #expect(last.top < box[3] && last.bottom > box[3] && last.bottom < box[3] + 6)
    var design = PageDesign()
    design.hasCaptionsBeside = true
    let below = try figure((200, 260), caption) { $0.hasCaptionBeside = false }
    let (other, _) = try await make(book(paragraphs(1) + [below] + paragraphs(2)), design: design)
    let foot = try #require(other.pictureBoxes().first { !$0.isEmpty })[0][3]
    let tower = try #require(other.sheets().flatMap(\.words).first { $0.string == "tower" })
    #expect(tower.top > foot - 1)
  }

  @Test func `beside others goes with them to the head of the next page, and the text goes on`() async throws {
    let row = Block.row(
      of: try ["Left", "Right"].map { caption in
        guard case .figure(let figure) = try figure((150, 300), caption) else { throw CancellationError() }
        return figure
      })
    for count in 3...5 {
      let (pdf, output) = try await make(book(paragraphs(count) + row + paragraphs(6)))
      #expect(!output.diagnostics.contains { $0.code == "uneven-spread" }, "\(count): \(output.diagnostics)")
      let found = try pdf.pictureBoxes()
      let page = try #require(found.firstIndex { $0.count == 2 })
      #expect(abs(found[page][0][1] - found[page][1][1]) < 0.1)
      #expect(try pdf.sheets()[page].words.contains { $0.string == "Right" })
    }
  }
}

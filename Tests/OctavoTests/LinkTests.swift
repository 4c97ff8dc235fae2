import BookModel
import Design
import Octavo
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// Sets a book made of its parts.
func make(_ book: Book, design: PageDesign = PageDesign()) async throws -> (
  pdf: PDFInspection, output: BookBuilder.Output
) {
  let output = try await BookBuilder(book: book, design: design, fonts: BookBuilder.fontSource(folders: [])).build()
  return (try PDFInspection(MadeBooks.keep(output.pdf)), output)
}

private func words(_ text: String, link: String? = nil, source: Int = 0) -> Inline {
  var style = InlineStyle.plain
  if let link { style.extras.link = link }
  return Inline(text, style: style, source: SourceLocation(offset: source))
}

private func chapter(_ title: String, anchor: String? = nil, _ blocks: [Block]) -> Section {
  Section(heading: Heading(title: [Inline(title)], anchor: anchor, source: SourceLocation(offset: 0)), blocks: blocks)
}

private let filler = String(repeating: "Plain words fill the page until it turns over. ", count: 60)

extension PDFInspection.Link {
  /// Contents lead to the head of a page (numbers in a PDF have two places).
  fileprivate var leadsToTop: Bool { (height ?? 99).magnitude < 0.01 }
}

@Suite struct `Links` {
  /// Letters under a link's area, in lower case.
  private func text(under link: PDFInspection.Link, of sheets: [PrintedSheet]) -> String {
    sheets[link.page - 1].words.filter { word in
      let (x, y) = ((word.left + word.right) / 2, (word.top + word.bottom) / 2)
      return x > link.area[0] && x < link.area[2] && y > link.area[1] && y < link.area[3]
    }.map(\.string).joined(separator: " ")
  }

  /// Each line of it would name the whole address once more.
  @Test func `whose address is longer than any browser takes lead nowhere, and the file stays small`() async throws {
    let address = "http://example.org/" + String(repeating: "x", count: 40_000)
    let made = try await make(
      Book(sections: [chapter("One", [.paragraph(Paragraph([words(address, link: address)]))])]))
    #expect(try made.pdf.links().isEmpty)
    #expect(made.output.pdf.count < 400_000)
  }

  @Test func `to chapters whose title is longer than a page stand in contents of several pages`() async throws {
    let title = String(repeating: "a title without an end ", count: 400)
    let made = try await make(
      Book(sections: [chapter(title, [.paragraph(Paragraph(filler))]), chapter("Two", [.paragraph(Paragraph(filler))])])
    )
    // 9,200 characters of the larger type fill more than two pages of the contents and of the chapter's opening
    #expect(made.output.pages > 8)
    let height = PageDesign().trim.height.points
    for link in try made.pdf.links() { #expect(link.area[1] >= 0 && link.area[3] <= height) }
  }

  @Test(arguments: [Layout.single, .spread])
  func `of the contents lead to the page that has the title`(layout: Layout) async throws {
    for source in [BookText.sample, .shared("alice-pg11"), .shared("war-and-peace-pg2600")] {
      guard layout == .single || source == .sample, let made = try await book(source, layout) else { continue }
      let pdf = try made.inspection()
      let sheets = try pdf.sheets()
      let links = try pdf.links().filter { $0.leadsToTop }
      // an entry of two lines has two areas
      #expect(Set(links.map { [$0.target] }).count <= made.list.chapters.count)
      // chapters that have only a number are none of the list's where parts have titles
      let listed = made.list.chapters.count { $0.level == 1 || !EntryTitle($0.title, short: $0.shortTitle).isUntitled }
      #expect(links.count >= listed)
      for link in links {
        let target = try #require(link.target)
        let title = String(text(under: link, of: sheets).prefix { $0 != "." }.filter { $0.isLetter }.lowercased())
        let page = String(sheets[target - 1].words.map(\.string).joined().filter { $0.isLetter }.lowercased())
        #expect(page.contains(title), "\"\(title)\" is not on sheet \(target)")
      }
    }
  }

  @Test func `lead from a note's mark to its text and back`() async throws {
    let call = Paragraph(
      [
        words(filler), Inline(.noteReference(NoteKey(0)), source: SourceLocation(offset: 0)),
        words(" and on " + filler),
      ],
      source: SourceLocation(offset: 0))
    let note = Note(mark: "*", blocks: [.paragraph(Paragraph("The note itself."))], source: SourceLocation(offset: 0))
    let book = Book(sections: [chapter("One", [.paragraph(call)])], notes: [NoteKey(0): note])
    let (pdf, _) = try await make(book)
    let links = try pdf.links()
    try #require(links.count == 2)
    let (there, back) = (links[0], links[1])
    #expect(there.page == back.page && there.target == there.page && back.target == there.page)
    // each lands a little above the other's area
    #expect(try abs(#require(there.height) - back.area[1]) < 20)
    #expect(try abs(#require(back.height) - there.area[1]) < 20)
    #expect(there.area[3] < back.area[1])
  }

  @Test(arguments: [false, true])
  func `within the text lead to the heading of that name, on a spread too`(isSpread: Bool) async throws {
    let section = Block.heading(
      Heading(level: 2, title: [Inline("The Kiln")], anchor: "brücke", source: SourceLocation(offset: 0)))
    let book = Book(sections: [
      chapter(
        "One", anchor: "one",
        [
          .paragraph(
            Paragraph([words(filler), words("see the kiln", link: "#br%C3%BCcke")], source: SourceLocation(offset: 0)))
        ]),
      chapter(
        "Two",
        [
          .paragraph(Paragraph(filler)), section,
          .paragraph(
            Paragraph(
              [words("Back to "), words("the first", link: "#one"), words(". " + filler)],
              source: SourceLocation(offset: 0))),
        ]),
    ])
    var design = PageDesign()
    design.isSpread = isSpread
    let (pdf, output) = try await make(book, design: design)
    #expect(output.diagnostics.isEmpty)
    let sheets = try pdf.sheets()
    let links = try pdf.links().filter { !$0.leadsToTop }
    #expect(links.map { text(under: $0, of: sheets) } == ["see the kiln", "the first."])
    let kiln = try #require(sheets.firstIndex { $0.words.contains { $0.string == "Kiln" } })
    #expect(links.first?.target == kiln + 1)
    let top = try #require(sheets[kiln].words.first { $0.string == "Kiln" }?.top)
    #expect(try abs(#require(links.first?.height) - top) < 20)
    let first = try #require(sheets.firstIndex { $0.words.contains { $0.string == "Plain" } })
    #expect(links.last?.target == first + 1)
  }

  @Test func `to the world outside have one area for each part of a line`() async throws {
    let address = "https://example.org/päge?q=(1)"
    let book = Book(sections: [
      chapter(
        "One",
        [
          .paragraph(
            Paragraph(
              [
                words(String(filler.prefix(70)) + " "),
                words("a text that surely breaks over to the next line", link: address), words(". "),
                words("write", link: "mailto:a@example.org"),
              ], source: SourceLocation(offset: 0)))
        ])
    ])
    let (pdf, _) = try await make(book)
    let sheets = try pdf.sheets()
    let links = try pdf.links()
    #expect(
      links.map { text(under: $0, of: sheets) }.joined(separator: " ")
        == "a text that surely breaks over to the next line. write")
    #expect(
      links.map(\.address) == [
        "https://example.org/p%C3%A4ge?q=(1)", "https://example.org/p%C3%A4ge?q=(1)", "mailto:a@example.org",
      ])
  }

  @Test func `that lead nowhere are told with their place`() async throws {
    let book = Book(sections: [
      chapter(
        "One",
        [
          .paragraph(
            Paragraph(
              [
                words("here", link: "#nowhere", source: 7), words(" and "),
                words("there", link: "other.html", source: 30), words(" run", link: "javascript:alert(1)", source: 40),
              ], source: SourceLocation(offset: 0)))
        ])
    ])
    let (pdf, output) = try await make(book)
    #expect(try pdf.links().isEmpty)
    #expect(
      output.diagnostics.map(\.message) == [
        "no heading or place of the book is called \"#nowhere\"", "a book cannot link to \"other.html\"",
        "a book cannot link to \"javascript:alert(1)\"",
      ])
    #expect(output.diagnostics.map { $0.source?.offset } == [7, 30, 41])
  }

  @Test func `have their addresses printed in notes or brackets when asked`() async throws {
    let text = Paragraph(
      [
        words("See "), words("the guide", link: "https://example.org/guide"), words(" or "),
        words("www.example.org", link: "http://www.example.org/"),
        words(", "), words("10.1/a", link: "https://doi.org/10.1/a"), words("."),
      ], source: SourceLocation(offset: 0))
    var design = PageDesign()
    func printed() async throws -> String {
      let (pdf, _) = try await make(Book(sections: [chapter("One", [.paragraph(text)])]), design: design)
      return try pdf.sheets().flatMap(\.words).map(\.string).joined(separator: " ")
    }
    #expect(try await !printed().contains("guide or https"))
    design.addresses = .brackets
    #expect(try await printed().contains("See the guide [https://example.org/guide] or www.example.org, 10.1/a."))
    design.addresses = .notes
    let found = try await printed()
    #expect(found.contains("or www.example.org, 10.1/a."))
    #expect(
      found.hasSuffix("https://example.org/guide Page 1") || found.contains("1 https://example.org/guide"), "\(found)")
  }
}

import BookModel
import Design
import Octavo
import PageModel
import Pango
import Shaping
import Testing
import Typesetting
import Units

/// Title page, contents and the like where pages are set as they are asked for.
@Suite struct `A paginator that makes the pages before the text` {
  private static let manuscript = """
    ---
    title: The Book of Fronts
    author: A. Writer
    publisher: Nobody
    date: 1902
    rights: All are reserved.
    dedication: To whom it concerns
    lang: en
    ---

    ```epigraph
    A motto of the manuscript.
    ```

    # Preface {.unnumbered}

    <!-- octavo: front-matter -->

    # To the Reader

    What is said before.

    # One

    Text[^1] and ![](none.png "A picture that is not there").

    ## A head in it

    More text.

    ![](none.png "Another")

    # Two

    The end.

    [^1]: A note.

    """

  private func design(_ change: (inout PageDesign) -> Void = { _ in }) -> PageDesign {
    var design = PageDesign()
    (design.hasHalfTitle, design.hasCopyrightPage) = (true, true)
    change(&design)
    return design
  }

  private func book(_ text: String = Self.manuscript) throws -> Book {
    try readBook(Array(text.utf8), name: "book.md", format: .markdown).book
  }

  /// What is drawn on each page, with the number that it has.
  private func said(_ page: Page) -> String {
    page.label + ": " + page.runs.map { String(decoding: page.text[$0.text], as: UTF8.self) }.joined(separator: "|")
  }

  @Test func `has all of a title page on one page where the white on it leaves room`() throws {
    let text = Self.manuscript.replacing(
      "The Book of Fronts", with: "The Rescue of the Princess Winsome of Lloyd Valley"
    )
    .replacing("A. Writer", with: "Annie Fellows-Johnston and Albion Fellows Bacon")
    .replacing("Nobody", with: "L. C. Page & Company, Publishers, Boston")
    let design = design {
      ($0.trim, $0.size) = (PageSize(width: Length(points: 298), height: Length(points: 454)), Length(points: 14))
      ($0.leading, $0.hasHalfTitle) = (Length(points: 20), false)
    }
    let paginator = try Paginator(book: try book(text), design: design, makesFrontMatter: true)
    let page = try #require(paginator.drawing(ofPage: 0)).page
    let drawn = said(page)
    #expect(drawn.contains("Rescue") && drawn.contains("Annie") && drawn.contains("Boston") && drawn.contains("1902"))
    #expect(page.glyphs.allSatisfy { $0.y < page.size.height.points - 20 })
  }

  @Test func `goes on where what is said of a book is longer than a page`() throws {
    let lines = (1...90).map { "line \($0) of it" }
    let text = Self.manuscript.replacing("To whom it concerns", with: "|\n" + lines.map { "  \($0)\n" }.joined())
      .replacing("All are reserved.", with: String(repeating: "All are reserved by somebody. ", count: 200))
    let paginator = try Paginator(book: try book(text), design: design(), makesFrontMatter: true)
    let pages = try (0..<paginator.pageCount).map { try #require(paginator.drawing(ofPage: $0)).page }
    let drawn = pages.map(said).joined(separator: "|")
    for line in lines { #expect(drawn.contains("|\(line)") || drawn.contains(": \(line)")) }
    #expect(drawn.split(separator: "reserved").count == 201)
    for page in pages { #expect(page.glyphs.allSatisfy { $0.y < page.size.height.points - 20 }) }
  }

  @Test(arguments: 0..<6) func `has those of the PDF, with the same folios`(look: Int) throws {
    let design = design {
      if look == 1 { ($0.contentsDepth, $0.hasListOfFigures) = (2, true) }
      if look == 2 { ($0.sides, $0.hasColophon) = (.leading, true) }
      if look == 3 { ($0.hasHalfTitle, $0.hasCopyrightPage, $0.hasContents) = (false, false, false) }
      // the second preface, too
      if look == 4 { $0.chapters = .recto }
      if look == 5 { ($0.contentsDepth, $0.chapters) = (2, .runOn) }
    }
    let book = try book(Self.manuscript.replacing("The end.", with: "## A head in the end\n\nThe end."))
    let fonts = BookBuilder.fontSource(folders: [])
    let list = try BookTypesetter(design: design, fonts: fonts).typeset(book).list
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: []))
    let assembler = PageAssembler(list, shaper: shaper, compensatesWidths: false)
    var expected: [String] = []
    var page = Page(size: design.trim, label: "")
    for index in 0..<list.count {
      assembler.assemble(index, into: &page)
      expected.append(said(page))
    }
    let paginator = try Paginator(book: book, design: design, makesFrontMatter: true)
    #expect(paginator.pageCount == expected.count)
    for index in 0..<paginator.pageCount {
      let made = try #require(paginator.drawing(ofPage: index))
      #expect(said(made.page) == expected[index], "page \(index)")
    }
  }

  @Test func `gives back the text, in which they have no place`() throws {
    let book = try book()
    let plain = try Paginator(book: book, design: design())
    let paginator = try Paginator(book: book, design: design(), makesFrontMatter: true)
    let pages = 0..<paginator.pageCount
    #expect(pages.map { paginator.text(ofPage: $0) ?? "" }.joined() == plain.text(of: 0..<plain.pageCount))
    for page in pages {
      let place = try #require(paginator.place(ofPage: page))
      #expect(paginator.isMade(page) == (place < 0))
      if place < 0 {
        #expect(paginator.text(ofPage: page) == "" && paginator.index(ofPlace: place) == page)
      } else if paginator.text(ofPage: page) != "" {
        #expect(paginator.index(ofPlace: place) == page)
      }
    }
    #expect(paginator.isMade(0) && !paginator.isMade(paginator.pageCount - 1))
  }

  @Test func `leads from the contents to chapters that are not laid out, and gives their folios when they are`() throws
  {
    let paginator = try Paginator(book: book(), design: design(), makesFrontMatter: true)
    func contents() throws -> PageReading {
      for page in 0..<20 {
        let reading = try #require(paginator.reading(ofPage: page))
        if reading.words.contains(where: { $0.text == "Contents" }) { return reading }
      }
      throw CancellationError()
    }
    let before = try contents()
    #expect(!before.isComplete && !paginator.isSettled)
    let link = try #require(before.links.last)
    #expect(link.target == .later)
    let found = try #require(paginator.page(ofLink: link.number))
    #expect(paginator.text(ofPage: found.page)?.hasPrefix("Two") == true)
    #expect(paginator.isSettled)
    let after = try contents()
    #expect(after.isComplete && after.links.last?.target == .page(found.page, y: found.y))
    #expect(after.words.contains { $0.text == paginator.label(ofPage: found.page) })
  }

  @Test func `keeps the reader on the title page through changes of size and text`() throws {
    let paginator = try Paginator(book: book(), design: design(), makesFrontMatter: true)
    let controller = BookController(
      source: paginator, viewSize: PageSize(width: Length(points: 300), height: Length(points: 500)))
    controller.move(toPage: 2)
    try paginator.set(font: "Liberation Serif", size: Length(points: 14))
    #expect(controller.currentPages.first?.index == 2)
    paginator.set(book: try book(Self.manuscript.replacing("The end.", with: "The end, and more.")))
    #expect(controller.currentPages.first?.index == 2 && paginator.currentPage == 2)
  }

  @Test func `has other contents when a title is edited, and the same pages when the text is`() throws {
    let paginator = try Paginator(book: book(), design: design(), makesFrontMatter: true)
    let count = paginator.pageCount
    for (old, new) in [
      ("More text.", "More text, and more."), ("# Two", "# A last one"), ("# Two\n\nThe end.", "Gone."),
    ] {
      let text = Self.manuscript.replacing(old, with: new)
      paginator.set(book: try book(text))
      let fresh = try Paginator(book: book(text), design: design(), makesFrontMatter: true)
      #expect(paginator.pageCount == fresh.pageCount)
      for page in 0..<count {
        #expect(
          paginator.drawing(ofPage: page).map { said($0.page) } == fresh.drawing(ofPage: page).map { said($0.page) })
      }
    }
  }
}

extension Paginator {
  fileprivate func text(of pages: Range<Int>) -> String { pages.map { text(ofPage: $0) ?? "" }.joined() }
}

import BookModel
import Design
import Manuscript
import Octavo
import PageModel
import Testing
import Typesetting
import Units

/// Chapters that follow one another on the page.
@Suite("Chapters that run on")
struct RunOnTests {
  private static let sentence =
    "The letter that came with the morning's post was laid unopened beside the cup, where it stayed until noon. "

  /// Letters of some lines each, under numbers and titles.
  private static func letters(_ count: Int, sentences: (Int) -> Int = { 3 + $0 % 5 }, before: String = "") -> String {
    before
      + (1...count).map { number in
        "# Letter to Anna, the \(number)th\n\n" + String(repeating: sentence, count: sentences(number))
          + "\n\nIts end is \(number)."
      }.joined(separator: "\n\n")
  }

  private func list(
    _ text: String, _ chapters: PageDesign.ChapterBeginnings = .auto, adjust: (inout PageDesign) -> Void = { _ in }
  ) throws -> PageList {
    var design = PageDesign()
    design.chapters = chapters
    adjust(&design)
    return try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(Self.book(text)).list
  }

  private static func book(_ text: String) throws -> Book {
    try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init()).book
  }

  private func textPages(_ list: PageList) -> Int { list.pages.count { $0.kind == .text } }

  @Test("many short chapters share pages by default, few or long ones do not")
  func decidedByMeasure() throws {
    #expect(textPages(try list(Self.letters(20))) < 10)
    #expect(textPages(try list(Self.letters(20), .any)) == 20)
    // seven are no book of short ones
    #expect(textPages(try list(Self.letters(7))) == 7)
    #expect(textPages(try list(Self.letters(7), .runOn)) < 5)
    // of a page and more each
    #expect(textPages(try list(Self.letters(10) { _ in 30 })) == 20)
    #expect(textPages(try list(Self.letters(10) { _ in 30 }, .runOn)) < 20)
  }

  @Test("poems of fourteen lines keep their pages, of which none holds two; shorter ones share them")
  func poems() throws {
    func poems(lines: Int) -> String {
      (1...12).map { poem in
        "# Sonnet \(poem)\n\n```verse\n"
          + (1...lines).map { "Line \($0) of a poem that is set by itself" }.joined(separator: "\n")
          + "\n```"
      }.joined(separator: "\n\n")
    }
    #expect(textPages(try list(poems(lines: 14))) == 12)
    #expect(textPages(try list(poems(lines: 8))) < 8)
  }

  @Test("parts open pages, and the chapters below them run on")
  func parts() throws {
    let text =
      "# Part One\n\n" + Self.letters(8).replacing("# Letter", with: "## Letter") + "\n\n# Part Two\n\n"
      + Self.letters(8).replacing("# Letter", with: "## Letter")
    let list = try list(text)
    let parts = list.chapters.filter { $0.title.hasPrefix("Part") }
    #expect(parts.count == 2)
    for part in parts {
      #expect(part.rowsAbove == 0 && list.pages[part.page].isRecto)
      #expect(list.chapters.count { $0.page == part.page } == 1)
    }
    #expect(Set(list.chapters.map(\.page)).count < 12)
  }

  /// Chapters of so many sentences each below titles, a line on who wrote each.
  private static func stories(_ titles: [String], chapters: Int, sentences: Int) -> String {
    titles.map { title in
      "# \(title)\n\n*by Jane Roe*\n\n"
        + (1...chapters).map { "## Chapter \($0)\n\n" + String(repeating: sentence, count: sentences) }
        .joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  @Test(
    "a story's title stands above its first chapter, a part's on a page of its own unless it has no number and little in it"
  )
  func titlesAboveChapters() throws {
    func firsts(_ text: String, settled: Bool = true) throws -> [String: [String]] {
      var book = try Self.book(text)
      if settled { book.settleStories() }
      var design = PageDesign()
      design.settleParts(of: book)
      let list = try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(book).list
      var onPage: [String: [String]] = [:]
      for title in list.chapters where title.level == 1 {
        onPage[title.title] = list.chapters.filter { $0.page == title.page }.map(\.title)
        #expect(title.rowsAbove == 0)
      }
      return onPage
    }
    let stories = ["The Signal", "The Lamp", "The Well"]
    #expect(
      try firsts(Self.stories(stories, chapters: 3, sentences: 60)) == [
        "The Signal": ["The Signal", "Chapter 1"], "The Lamp": ["The Lamp", "Chapter 1"],
        "The Well": ["The Well", "Chapter 1"],
      ])
    // of half a page each the chapters run on
    #expect(try firsts(Self.stories(stories, chapters: 3, sentences: 8))["The Lamp"]?.count ?? 0 > 2)
    let parts = ["Part One", "Part Two"]
    #expect(try firsts(Self.stories(parts, chapters: 6, sentences: 60))["Part Two"] == ["Part Two"])
    #expect(try firsts(Self.stories(parts, chapters: 2, sentences: 20))["Part Two"] == ["Part Two"])
    // half of the paper would be titles
    #expect(try firsts(Self.stories(stories, chapters: 2, sentences: 20), settled: false)["The Lamp"]?.count ?? 0 > 1)
    #expect(
      try firsts(Self.stories(stories, chapters: 3, sentences: 120), settled: false)["The Lamp"] == ["The Lamp"])
  }

  @Test("parts of some pages have no leaves of their own, long ones do")
  func leavesOfParts() throws {
    func blanks(sentences: Int) throws -> Int {
      let book = try Self.book(Self.stories(["Part One", "Part Two"], chapters: 6, sentences: sentences))
      var design = PageDesign()
      design.settleParts(of: book)
      let list = try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(book).list
      let first = list.pages.firstIndex { $0.kind == .text } ?? 0
      return list.pages[first...].count { $0.kind == .blank }
    }
    #expect(try blanks(sentences: 40) == 0)
    #expect(try blanks(sentences: 120) >= 2)
  }

  @Test("facing pages end level, and no heading is the last thing on a page")
  func pagesEndWell() async throws {
    let (paginator, _) = try paginator(Self.letters(40))
    var last: [Int: Double] = [:]
    for page in 0..<paginator.pageCount {
      let drawn = try #require(paginator.drawing(ofPage: page)?.page)
      last[page] = drawn.glyphs.map(\.y).max()
      let text = try #require(paginator.text(ofPage: page))
      let lines = text.split(separator: "\n")
      #expect(!(lines.last ?? "").hasPrefix("Letter"), "page \(page)")
    }
    for verso in stride(from: 1, to: paginator.pageCount - 2, by: 2) {
      #expect(abs(try #require(last[verso]) - #require(last[verso + 1])) < 0.5, "pages \(verso) and \(verso + 1)")
    }
  }

  @Test("contents and outline lead to the chapter within its page, --chapter to the pages it stands on")
  func links() throws {
    let list = try list(Self.letters(20))
    let inPage = list.chapters.filter { $0.rowsAbove > 0 }
    #expect(inPage.count > 8)
    for (index, chapter) in list.chapters.enumerated() {
      let link = try #require(list.links.first { $0.target == .anchor(.chapter(index)) })
      guard case .page(let page, let y)? = list.target(of: link) else {
        Issue.record("chapter \(index) leads nowhere")
        continue
      }
      #expect(page == chapter.page)
      #expect((y > list.design.top.points) == (chapter.rowsAbove > 1))
    }
    for (number, chapter) in list.chapters.enumerated() {
      let pages = try BookSelection.chapter(number + 1).indexes(in: list)
      #expect(pages.first == chapter.page)
      let next = number + 1 < list.chapters.count ? list.chapters[number + 1] : nil
      #expect(try #require(pages.last) <= next?.page ?? list.pages.count - 1)
    }
  }

  @Test("a paginator has the PDF's pages and gives back the text")
  func paginatorAgrees() throws {
    let text = Self.letters(30)
    let list = try list(text)
    let (paginator, book) = try paginator(text)
    #expect(paginator.pageCount == textPages(list))
    let all = (0..<paginator.pageCount).map { paginator.text(ofPage: $0) ?? "" }.joined()
    for number in 1...30 { #expect(all.contains("Its end is \(number).")) }
    #expect(all.utf8.count == paginator.textLength)
    let first = list.pages.firstIndex { $0.kind == .text } ?? 0
    #expect(paginator.chapters.map(\.page) == list.chapters.map { $0.page - first })
    // an edit in the middle sets the whole run again
    var edited = book
    edited.sections[15].blocks.append(.paragraph(Paragraph("Added behind the fifteenth.")))
    paginator.set(book: edited)
    let again = (0..<paginator.pageCount).map { paginator.text(ofPage: $0) ?? "" }.joined()
    #expect(again.contains("Added behind the fifteenth.") && again.utf8.count == paginator.textLength)
  }

  private func paginator(_ text: String) throws -> (Paginator, Book) {
    let book = try Self.book(text)
    var design = PageDesign()
    (design.header, design.footer) = ("", "")
    return (try Paginator(book: book, design: design), book)
  }
}

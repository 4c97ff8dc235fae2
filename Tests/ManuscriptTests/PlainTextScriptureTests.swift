import BookModel
import Manuscript
import Testing

/// Scriptures that say chapter and verse before each verse.
@Suite struct `Scripture in plain text` {
  private static let genesis = """
    The First Book of Moses: Called Genesis


    1:1 In the beginning God created the heaven and the earth.

    1:2 And the earth was without form, and void; and darkness was upon
    the face of the deep. 1:3 And God said, Let there be light.

    1:4 And God saw the light, that it was good.

    2:1 Thus the heavens and the earth were finished.

    2:2 And on the seventh day God ended his work.



    The Second Epistle General of John


    1:1 The elder unto the elect lady and her children.

    1:2 For the truth's sake, which dwelleth in us.

    1:3 Grace be with you.
    """

  private func paragraphs(_ section: Section) -> [Paragraph] { section.blocks.compactMap(\.paragraph) }

  private func raised(_ paragraph: Paragraph) -> [String] {
    paragraph.inlines.filter { $0.style.traits.contains(.superscript) }.map { [$0].plainText }
  }

  @Test func `verses have small raised numbers, chapters heads, and books are sections`() throws {
    let made = try reading(
      "The Bible\n\nThe First Book of Moses: Called Genesis\nThe Second Epistle General of John\n\n\n\n\n\(Self.genesis)\n"
    )
    #expect(Coverage.problems(made) == [])
    let books = made.book.sections.filter { $0.heading != nil }
    #expect(
      books.map { $0.heading?.title.plainText } == [
        "The First Book of Moses: Called Genesis", "The Second Epistle General of John",
      ])
    #expect(paragraphs(books[0]).flatMap(raised) == ["1", "2", "3", "4", "1", "2"])
    let chapters = books.map { book in
      book.blocks.compactMap { block in if case .heading(let heading) = block { heading.title.plainText } else { nil } }
    }
    // a book of one chapter has none
    #expect(chapters == [["1", "2"], []])
    // the list of books is no page of its own
    #expect(made.report.dropped.contains { $0.why == "contents list" })
  }

  @Test func `parts stand above books, and zeros before numbers go`() throws {
    let verses = (1...6).map { "001:00\($0) And it came to pass in those days." }.joined(separator: "\n\n")
    let made = try reading(
      "THE BOOK\n\n\n\nThe Old Part\n\n\n\nBook 01        Genesis\n\n\(verses)\n\n\n\nThe New Part\n\n\n\nBook 02        Matthew\n\n\(verses)\n"
    )
    #expect(Coverage.problems(made) == [])
    let sections = made.book.sections.filter { $0.heading != nil }
    #expect(sections.map(\.role) == [.part, .chapter, .part, .chapter])
    #expect(sections.map(\.level) == [1, 2, 1, 2])
    #expect(paragraphs(sections[1]).flatMap(raised) == (1...6).map(String.init))
  }

  @Test func `bare numbers that count most paragraphs are raised as well`() throws {
    let verses = (1...5).map { "\($0) And Naomi had a kinsman of her husband's." }.joined(separator: "\n\n")
    let made = try reading("THE BOOK OF RUTH\n\n\n\nCHAPTER 1\n\n\(verses)\n\n\n\nCHAPTER 2\n\n\(verses)\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.flatMap(paragraphs).flatMap(raised).count == 10)
  }
}

/// Letters, stones and signs, articles of magazines, what else stands in typed books.
@Suite struct `Kinds of typed text` {
  private static let prose =
    "It has been my misfortune never to have had any neighbours whose studies\nhave led them towards the pursuit of natural knowledge; so that, for want\nof a companion to quicken my industry, I have made but slender progress."

  private func blocks(_ text: String) throws -> [Block] {
    let made = try reading(
      "A BOOK\n\nby Some One\n\n\n\n\nCHAPTER I\n\n\n\(text)\n\n\n\nCHAPTER II\n\n\n\(Self.prose)\n")
    #expect(Coverage.problems(made) == [])
    return made.book.sections.first { $0.heading != nil }?.blocks ?? []
  }

  @Test(
    "words that close a letter stand at the right with the name below them",
    arguments: [
      "I am, dear Sir,\nYour obedient servant,\n\nJ. S.", "I am, dear Sir,\nYour obedient servant,\nJ. S.",
      "I remain, my dear Fanny,\n\n  Yours very affectionately,\n\n    JANE WHITMORE.",
    ])
  func closings(text: String) throws {
    let made = try blocks("\(Self.prose)\n\n\(Self.prose)\n\n\(text)")
    let lines = made.compactMap(\.paragraph).filter { $0.placement == .trailing }
    #expect(lines.count == 3, "\(made.map { $0.paragraph?.inlines.plainText ?? "" })")
  }

  @Test func `what stands on a stone stands in the middle`() throws {
    let text =
      "                         HERE LIETH\n                         JOHN WHITE\n                    VICAR OF THIS PARISH"
    let made = try blocks("\(Self.prose)\n\n\(text)\n\n\(Self.prose)")
    #expect(made.compactMap(\.paragraph).map(\.placement) == [.justified, .centred, .justified])
  }

  @Test func `an option of a program keeps its hyphens, and a dash behind a space is one`() throws {
    var made = try reading(
      "A BOOK\n\nby Some One\n\n\n\n\nCHAPTER I\n\n\nThe program is run with --verbose if it is to tell more--as it ought.\n\n\n\nCHAPTER II\n\n\nIt ended.\n"
    )
    smarten(&made.book, language: "en")
    let text = made.book.sections.flatMap(\.blocks).compactMap(\.paragraph).map(\.inlines.plainText).joined()
    #expect(text.contains(" --verbose ") && text.contains("more—as"))
    var novel = try reading(
      "A BOOK\n\nby Some One\n\n\n\n\nCHAPTER I\n\n\nHe went out --and came home--as he ought.\n\n\n\nCHAPTER II\n\n\nIt ended.\n"
    )
    smarten(&novel.book, language: "en")
    let told = novel.book.sections.flatMap(\.blocks).compactMap(\.paragraph).map(\.inlines.plainText).joined()
    #expect(!told.contains("--"))
  }

  @Test func `numbers of an index that lead nowhere are told, and a list of works hangs`() throws {
    let made = try reading(
      "A BOOK\n\nby Some One\n\n\n\n\nCHAPTER I\n\n\n\(Self.prose)\n\n\n\nCHAPTER II\n\n\n\(Self.prose)\n\n\n\nBIBLIOGRAPHY\n\n\nSmith, John. _The Bridge._ London, 1871.\n\nAllen, T. _Bees._ Oxford, 1869.\n\nPenhallow, M. _The Boat._ 1870.\n\n\n\nINDEX\n\n\nAbbey, 12, 45\nBridge, 3\nFord, 5, 7, 9\nNettles, 45\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.diagnostics.map(\.code) == ["index-old-pages"])
    let works = made.book.sections.first { $0.heading?.title.plainText == "BIBLIOGRAPHY" }?.blocks ?? []
    #expect(works.compactMap(\.paragraph?.form?.indent).count == 3)
  }

  @Test func `a list of tales with their authors is a contents list, and a title may go on in the next line`() throws {
    func tale(_ title: String) -> String { "\(title)\n\nBY HENRY MASTERS\n\n\n\(Self.prose)\n\n\n\n\n" }
    let made = try reading(
      "GREAT SHORT STORIES\nOF THE SEA\n\nBY\nVARIOUS HANDS\n\n\n\nCONTENTS\n\nTHE DERELICT                  _Henry Masters_\nTHE PHANTOM MATE              _Henry Masters_\nTHE LIGHT                     _Henry Masters_\n\n\n\n\n"
        + ["THE DERELICT", "THE PHANTOM MATE", "THE LIGHT"].map(tale).joined())
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.title == "GREAT SHORT STORIES OF THE SEA")
    #expect(
      made.book.sections.compactMap { $0.heading?.title.plainText } == [
        "THE DERELICT", "THE PHANTOM MATE", "THE LIGHT",
      ])
  }
}

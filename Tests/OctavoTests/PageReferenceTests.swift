import BookModel
import Manuscript
import Octavo
import Design
import Testing
import Typesetting
import Units

/// Numbers of pages in the text.
@Suite struct `Page references` {
  private static let words = String(repeating: "the quiet river goes on past the old mill and its low weir ", count: 40)

  private func book(_ text: String) throws -> Book {
    var reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
    reading.countLabels("en", givesPages: false)
    return reading.book
  }

  private var typesetter: BookTypesetter {
    BookTypesetter(design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
  }

  /// The printed number behind each link to a page, and that of the page it leads to.
  private func numbers(_ list: PageList) -> [(printed: String, there: String?)] {
    list.links.compactMap { link in
      let mark: TextMark
      switch link.target {
      case .folio(let own, _), .anchor(.mark(let own)): mark = own
      default: return nil
      }
      guard case .label(let name) = mark else { return nil }
      let table = list.tables[1]
      let word = table.words[Int(list.items[Int(link.first)].word)]
      let text = table.text[Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)]
      return (String(decoding: text, as: UTF8.self), list.places[.named(name)].map { list.label(ofPage: Int($0.page)) })
    }
  }

  @Test func `forwards and backwards are filled in without a second setting, and lines keep their measure`() throws {
    let chapters = (1...24).map { number in
      "# C\(number) {#c\(number)}\n\n"
        + (0..<3).map {
          "\(Self.words.prefix(300 * $0)) see page \\pageref{c\((number * 7 + $0 * 11) % 24 + 1)}, \(Self.words)"
        }
        .joined(separator: "\n\n")
    }
    let book = try book(chapters.joined(separator: "\n\n"))
    #expect(try typesetter.printingFolios(book, .once).folios == nil)
    let list = try typesetter.typesetWithFolios(book).list
    let found = numbers(list)
    #expect(found.count == 72)
    #expect(found.allSatisfy { $0.printed == $0.there }, "\(found)")
    #expect(Set(found.map(\.printed.utf8.count)) == [1, 2])
  }

  @Test func `longer than they were measured have the book set for them`() throws {
    let plates = (1...120).map { "![Plate \($0)](a.png){.full-page}\n" }.joined(separator: "\n")
    let book = try book("# First\n\nSee page \\pageref{end}.\n\n\(plates)\n# End {#end}\n\nSo.\n")
    #expect(try typesetter.printingFolios(book, .once).folios == nil)
    let found = numbers(try typesetter.typesetWithFolios(book).list)
    #expect(found.count == 1 && found[0].printed == found[0].there && found[0].printed.utf8.count == 3, "\(found)")
  }

  @Test func `stand on pages that are turned as soon as they are known`() throws {
    let text = "# One {#one}\n\nSee page \\pageref{two}.\n\n# Two {#two}\n\nBack to page \\pageref{one}.\n"
    let paginator = try Paginator(book: book(text))
    func words(_ page: Int) throws -> String {
      try #require(paginator.reading(ofPage: page)).words.map(\.text).joined(separator: " ")
    }
    let first = try #require(paginator.reading(ofPage: 0))
    #expect(!first.isComplete && first.words.contains { $0.text.hasPrefix("…") })
    #expect(try words(1).contains("Back to page 1"))
    #expect(try words(0).contains("See page 2"))
    #expect(try #require(paginator.reading(ofPage: 0)).isComplete)
  }
}

import BookModel
import Design
import Foundation
import Manuscript
import Octavo
import Testing

/// DESIGN.md, promise 5: the same input gives the same bytes.
@Suite struct `The same book` {
  @Test(arguments: [BookText.sample, .generated(4), .shared("alice-pg11"), .shared("ru-tolstoy-hadji-murat")])
  func `has the same bytes when it is made again, by one worker or by four`(text: BookText) async throws {
    guard let once = try await book(text) else { return }
    for workers in [1, 4] {
      let again = try #require(try await make(text, design: Layout.single.design, workers: workers))
      // == and not #expect on the arrays: nobody wants to read a megabyte
      let isSame = again.pdf == once.pdf
      #expect(isSame, "made by \(workers) worker(s)")
      #expect(again.diagnostics == once.diagnostics)
    }
  }

  @Test(arguments: [
    "# אחד\n\nבראשית ברא אלהים את [השמים](#end) ואת הארץ[^1], and on.\n\n[^1]: הערה.\n\n# שתים {#end}\n\nסוף.",
    "نص عربي قصير 12 لا غير",
  ])
  func `has the same bytes whether it is verified or not, in right-to-left scripts too`(text: String) async throws {
    let reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init())
    var builder = BookBuilder(book: reading.book, design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    let plain = try await builder.build().pdf
    builder.isReadBack = true
    let isSame = try await builder.build().pdf == plain
    #expect(isSame)
  }

  @Test func `has other bytes when a word is another`() async throws {
    let one = try #require(try await make(.text("A book.\n\nOf few words.\n"), design: PageDesign()))
    let other = try #require(try await make(.text("A book.\n\nOf new words.\n"), design: PageDesign()))
    let isSame = one.pdf == other.pdf
    #expect(!isSame)
  }

  @Test func `carries no date unless one is given`() async throws {
    let made = try #require(try await book(.sample))
    let information = try made.inspection().information()
    #expect(information["CreationDate"] == nil)
    #expect(information["ModDate"] == nil)

    var builder = BookBuilder(book: made.book, design: made.design, fonts: BookBuilder.fontSource(folders: []))
    builder.date = 1_000_000_000
    let dated = try await builder.build()
    let path = MadeBooks.folder.appendingPathComponent("dated.pdf").path
    try Data(dated.pdf).write(to: URL(fileURLWithPath: path))
    let found = try MadeBook(
      reading: made.reading, list: made.list, diagnostics: [], pdf: dated.pdf, path: path,
      output: dated
    ).inspection().information()
    #expect(found["CreationDate"] == "2001-09-09T01:46:40Z")
  }
}

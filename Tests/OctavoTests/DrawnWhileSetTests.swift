import BookModel
import Design
import Octavo
import Synchronization
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// Pages are drawn while those behind them are set; see `BookBuilder+Pages.swift`.
@Suite struct `A book drawn while it is set` {
  private static let text = (1...9).map { chapter in
    "CHAPTER \(chapter)\n\n"
      + (1...40 + chapter).map {
        "Paragraph \($0) of chapter \(chapter) goes on for a line or two, and then for another. "
      }
      .joined(separator: "\n\n")
  }.joined(separator: "\n\n\n")

  private func builder(_ design: PageDesign = PageDesign(), workers: Int = 2) throws -> BookBuilder {
    var builder = BookBuilder(
      book: try readPlainBook(Array(Self.text.utf8)).book, design: design, fonts: BookBuilder.fontSource(folders: []))
    builder.workers = workers
    return builder
  }

  private func words(of pdf: [UInt8]) throws -> [[String]] {
    try PDFInspection(MadeBooks.keep(pdf)).sheets().map { $0.words.map(\.string) }
  }

  /// A foot that counts the pages can only be drawn when all of them are set.
  @Test func `has the pages that it has when it is set as a whole first`() async throws {
    var design = PageDesign()
    design.footer = "{page}"
    let streamed = try await builder(design).build()
    design.footer = "{page} {pages}"
    let whole = try await builder(design).build()
    #expect(streamed.pages == whole.pages && streamed.pages > 15)
    let last = "\(try #require(try words(of: whole.pdf).last?.last))"
    // the number that the other foot has besides its page's own
    let pages = try words(of: whole.pdf).map { $0.last == last && $0.count > 1 ? $0.dropLast() : $0[...] }
    #expect(try words(of: streamed.pdf).map { $0[...] } == pages)
    #expect(streamed.diagnostics == whole.diagnostics)
  }

  @Test func `has its front matter in front and its colophon behind`() async throws {
    var design = PageDesign()
    design.hasContents = true
    design.hasColophon = true
    let made = try await builder(design).build()
    let pdf = try PDFInspection(MadeBooks.keep(made.pdf))
    let pages = try pdf.sheets().map { $0.words.map(\.string) }
    let contents = try #require(pages.firstIndex { $0.contains("Contents") })
    let first = try #require(pages.firstIndex { $0.contains("Paragraph") })
    #expect(contents < first)
    #expect(pages.last?.contains("octavo.") == true)
    #expect(try pdf.pageLabels().map(\.index) == [0, first])
    let outline = try pdf.outline()
    #expect(outline.first?.page == first + 1 && outline.count == 9)
    #expect(try pdf.complaints() == [])
  }

  @Test func `is the same to the byte whether it is read back or not`() async throws {
    var builder = try builder()
    let plain = try await builder.build()
    builder.isReadBack = true
    let readBack = try await builder.build()
    let isSame = plain.pdf == readBack.pdf
    #expect(isSame)
  }

  /// As a book is drawn a second time, where cairo's contents are not what octavo expects.
  @Test(arguments: [false, true]) func `has the same words where cairo writes all text`(isSpread: Bool) async throws {
    var design = PageDesign()
    design.isSpread = isSpread
    var builder = try builder(design)
    let own = try await builder.build()
    builder.writesText = false
    let cairos = try await builder.build()
    #expect(cairos.pages == own.pages)
    #expect(try words(of: cairos.pdf) == words(of: own.pdf))
    #expect(cairos.diagnostics.map(\.code) == own.diagnostics.map(\.code) + ["drawn-anew"])
    #expect(try PDFInspection(MadeBooks.keep(cairos.pdf)).complaints() == [])
  }

  @Test(arguments: [1, 2]) func `tells how far it is, and stops when it is told to`(workers: Int) async throws {
    let fractions = Mutex([Double]())
    let stages = Mutex(Set<Octavo.Progress.Stage>())
    let progress = Octavo.Progress { report in
      fractions.withLock { $0.append(report.fraction) }
      stages.withLock { _ = $0.insert(report.stage) }
    }
    _ = try await builder(workers: workers).build(progress: progress)
    let told = fractions.withLock { $0 }
    #expect(told == told.sorted() && told.last == 1)
    #expect(stages.withLock { $0.count } == 3)

    let stopped = Octavo.Progress()
    stopped.cancel()
    await #expect(throws: BuildFailure.self) { try await builder(workers: workers).build(progress: stopped) }
  }

  @Test(arguments: [1, 2]) func `of no text at all is an empty book or none`(workers: Int) async throws {
    var builder = BookBuilder(book: Book(), design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    builder.workers = workers
    let whole = try BookTypesetter(design: PageDesign(), fonts: builder.fonts).typeset(Book()).list
    let made = try? await builder.build()
    #expect(made?.pages ?? 0 == whole.count)
  }
}

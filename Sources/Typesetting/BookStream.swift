package import BookModel
package import PageModel
internal import Pango
internal import Shaping
internal import Units

/// A book set chapter after chapter, so that its pages can be drawn while those behind them
/// are not there yet. What `BookTypesetter.typeset` gives at the end, without lines.
///
///     while let pages = try stream.advance() { … stream.assemble(pages.first, into: &page) … }
///     let result = stream.finish()
///     … stream.assemble(0, into: &page) …   // what stands before the body, and behind it
///
/// Links stay numbers (`LinkArea.Target.link`): where they lead is known at the end. For one
/// thread at a time.
package final class BookStream {
  private let typesetter: BookTypesetter
  private let shaper: Shaper
  private let maker: GalleyMaker
  private let configuration: FontConfiguration
  private var assembly: BookAssembly
  /// Draws what the assembly has placed: the list changes hands while pages are asked for.
  private let assembler: PageAssembler
  private var sections: [Section]
  private var next = 0
  /// Pages are being asked for.
  private var isDrawing = false
  /// Pages of the body, all drawn.
  package private(set) var bodyPages = 0

  /// - Parameter gathersTraits: the PDF is to be read back (`traits`).
  package init(_ typesetter: BookTypesetter, _ book: consuming Book, gathersTraits: Bool = false) throws(TypesettingError) {
    self.typesetter = typesetter
    configuration = try typesetter.configuration()
    let prepared = try typesetter.prepared(book, configuration)
    shaper = typesetter.shaper(configuration)
    maker = typesetter.maker(for: prepared, shaper)
    sections = prepared.book.sections
    assembly = BookAssembly(typesetter, prepared.book, language: prepared.language)
    assembly.body.list.firstBaseline = PageList.firstBaseline(typesetter.design, shaper: shaper, resolver: maker.resolver)
    assembler = PageAssembler(
      assembly.body.list, shaper: Shaper(configuration), words: shaper, compensatesWidths: true)
    assembler.defersLinks = true
    if gathersTraits { assembler.traits = PageTraits() }
  }

  /// Sets sections until pages of the body are made up; those given before are let go.
  /// - Returns: indexes of pages, counted from the body's first; nil when there are no more.
  package func advance() throws(TypesettingError) -> Range<Int>? {
    letGo()
    var made = 0..<0
    while made.isEmpty, next < sections.count {
      // given away: a section's text goes when it is set
      let section = sections[next]
      sections[next] = Section(source: section.source)
      let (galley, solutions) = typesetter.set(section, number: next, maker)
      next += 1
      made = assembly.add(BookAssembly.Part(section: section, galley: galley, solutions: solutions, table: PageRecord.ownTable))
      if let proceed = typesetter.proceed, !proceed() { throw .cancelled }
    }
    if made.isEmpty { made = assembly.body.finish() }
    guard !made.isEmpty else { return nil }
    swap(&assembly.body.list, &assembler.list)
    isDrawing = true
    return made
  }

  /// Sets what stands before the body and behind it, whose pages are all that is left to draw.
  /// - Returns: the whole book; it has lines of those pages alone.
  package func finish() -> BookTypesetter.Result {
    letGo()
    bodyPages = assembly.body.list.pages.count
    let found = maker.diagnostics + ShapingReport.diagnostics(of: shaper)
    let result = assembly.result(Shaper(configuration), texts: [], found: found)
    assembler.list = result.list
    return result
  }

  /// Makes a page that `advance` or, counted in the whole book, `finish` gave.
  package func assemble(_ index: Int, into page: inout Page) { assembler.assemble(index, into: &page) }

  /// How much of the book is set, 0 to 1.
  package var share: Double { Double(next) / Double(max(sections.count, 1)) }

  /// Of the page that was made last, where they were asked for.
  package var traits: PageTraits? { assembler.traits }

  private func letGo() {
    guard isDrawing else { return }
    isDrawing = false
    swap(&assembly.body.list, &assembler.list)
    assembly.body.list.letGoOfLines()
  }
}

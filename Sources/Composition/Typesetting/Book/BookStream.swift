package import BookModel
internal import PageBreaking
package import PageModel
internal import Pango
package import Shaping
package import Units

/// Sets a book chapter after chapter, in one word table: the one driver of the stages from section to
/// page. Its pages can be drawn while those behind them are not there yet; or it keeps all lines
/// until the whole book is in pages; or it gives the galleys alone.
///
///     while stream.ready > 0 || !stream.isSet {
///       if stream.ready > 0 { stream.makeNext(into: &page) } else { try stream.setNext() }
///     }
///     let result = stream.finish()
///     stream.make(0, into: &page)   // what stands before the body, and behind it
///
/// What is set depends on the book alone, not on when its pages are asked for. Links stay numbers
/// (`LinkArea.Target.link`): where they lead is known at the end. For one thread at a time.
package final class BookStream {
  private let typesetter: BookTypesetter
  private let shaper: Shaper
  private let maker: GalleyMaker
  private let configuration: FontConfiguration
  private var assembly: BookAssembly
  private let keepsLines: Bool
  /// Makes pages of the assembly's list, which it is lent for each; nil where lines are kept.
  private let assembler: PageAssembler?
  /// Pages of the body that are made up and not made yet, with their lines.
  private var waiting: [(pages: Range<Int>, lines: PageList.Lines)] = []
  private var sections: [Section]
  /// The sections that share pages.
  private let runs: [Range<Int>]
  /// Of `runs`.
  private var next = 0
  /// Sections in which the folios of those before them are printed.
  private let lastReferences: Range<Int>
  private let noteMarks: [NoteKey: String]
  /// Numbers of pages are filled in when all of the body is set; no page is made before.
  private let fillsFolios: Bool
  /// Its lines have room for the numbers of pages that were filled in.
  package private(set) var hasRoomForFolios = true
  /// Of what stands before the body, which is set last.
  private let frontFolios: PrintedFolios?
  /// All of the body is on pages.
  package private(set) var isSet = false
  /// Pages of the body that can be made.
  package var ready: Int { fillsFolios && !isSet ? 0 : notMade }
  private var notMade = 0
  /// Pages of the body.
  package private(set) var bodyPages = 0

  /// - Parameters:
  ///   - keepsLines: `finish` gives the lines of the whole book, and no page is made here.
  ///   - isTagged: it is to say what its pages are made of.
  package init(
    _ typesetter: BookTypesetter, _ book: consuming Book, keepsLines: Bool = false,
    isTagged: Bool = false
  ) throws(TypesettingError) {
    self.typesetter = typesetter
    self.keepsLines = keepsLines
    configuration = try typesetter.configuration()
    let prepared = try typesetter.prepared(book, configuration)
    shaper = typesetter.shaper(configuration)
    maker = typesetter.maker(for: prepared, shaper)
    sections = prepared.book.sections
    let refers = prepared.book.refersToPages
    let sole = refers ? typesetter.soleReferences(in: prepared.book) : nil
    lastReferences = sole ?? (refers ? typesetter.lastReferences(in: prepared.book) : nil) ?? 0..<0
    fillsFolios = refers && sole == nil
    noteMarks = prepared.marks
    frontFolios =
      refers && prepared.book.refersToFront
      ? try PrintedFolios(typesetter.typeset(prepared.book.withoutBody()).list, prepared.marks) : nil
    runs = typesetter.design.runs(of: sections)
    let empty = typesetter.emptyList(prepared, maker)
    assembly = BookAssembly(typesetter, prepared, empty, table: keepsLines ? 1 : PageRecord.ownTable)
    assembler =
      keepsLines ? nil : PageAssembler(empty, shaper: Shaper(configuration), words: shaper, compensatesWidths: true)
    assembler?.defersLinks = true
    assembler?.isTagged = isTagged
  }

  /// The lines of the next section, or of several that share pages, with the first one's number; nil behind the last.
  package func nextGalley() throws(TypesettingError) -> (sections: [Section], number: Int, galley: Galley)? {
    guard next < runs.count else { return nil }
    let run = runs[next]
    var taken = Array(sections[run])
    if lastReferences.contains(run.upperBound - 1) {
      keep(assembly.finishBody())
      var folios = PrintedFolios(assembly.body, noteMarks)
      if let frontFolios { folios.add(frontFolios) }
      for index in taken.indices { taken[index].print(folios) }
    }
    // given away: a section's text goes when it is set
    for index in run { sections[index] = Section(source: taken[index - run.lowerBound].source) }
    let galley = maker.galley(for: taken, number: run.lowerBound)
    next += 1
    if let proceed = typesetter.proceed, !proceed(share) { throw .cancelled }
    return (taken, run.lowerBound, galley)
  }

  /// Sets the next section; pages may be ready then.
  package func setNext() throws(TypesettingError) {
    guard let (sections, _, lines) = try nextGalley() else {
      isSet = true
      keep(assembly.finishBody())
      bodyPages = assembly.body.pages.count
      guard fillsFolios else { return }
      for index in waiting.indices {
        assembly.body.exchange(&waiting[index].lines)
        hasRoomForFolios = assembly.body.fillFolios(shaper, others: frontFolios) && hasRoomForFolios
        assembly.body.exchange(&waiting[index].lines)
      }
      return
    }
    var galley = consume lines
    let solutions = typesetter.solutions(for: galley)
    galley.keepSettings(of: solutions)
    keep(assembly.add(SetSections(sections: sections, galley: galley, solutions: solutions)))
  }

  private func keep(_ pages: Range<Int>) {
    guard !pages.isEmpty, !keepsLines else { return }
    waiting.append((pages, assembly.body.takeLines()))
    notMade += pages.count
  }

  /// The words of the galleys there were so far, and what there is to say of them.
  package var words: ShapedText { shaper.text }
  package var diagnostics: [Diagnostic] { maker.diagnostics + ShapingReport.diagnostics(of: shaper) }

  /// Makes the next page that is ready; its lines go with the last of its chapter.
  package func makeNext(into page: inout Page) {
    guard var first = waiting.first, let assembler else { return }
    waiting[0].lines = PageList.Lines()
    assembly.body.exchange(&first.lines)
    swap(&assembly.body, &assembler.list)
    assembler.assemble(first.pages.lowerBound, into: &page)
    swap(&assembly.body, &assembler.list)
    assembly.body.exchange(&first.lines)
    notMade -= 1
    first.pages.removeFirst()
    if first.pages.isEmpty { waiting.removeFirst() } else { waiting[0] = first }
  }

  /// Sets what stands before the body and behind it, whose pages are all that is left to make.
  /// - Returns: the whole book; it has lines of those pages alone, or of all.
  package func finish() -> BookTypesetter.Result {
    var result = assembly.result(Shaper(configuration), found: diagnostics)
    if fillsFolios { hasRoomForFolios = result.list.fillFolios(shaper) && hasRoomForFolios }
    if keepsLines { result.list.tables.append(shaper.finish()) }
    assembler?.list = result.list
    return result
  }

  /// Makes a page of what `finish` gave, by its place in the whole book.
  package func make(_ index: Int, into page: inout Page) { assembler?.assemble(index, into: &page) }

  /// How much of the book is set, 0 to 1.
  package var share: Double { Double(next) / Double(max(runs.count, 1)) }
}

package import BookModel
package import Hyphen
internal import PageBreaking
package import PageDesign
package import Pango
package import Shaping
package import Units

/// Where fonts are looked for: a value, so that each worker opens its own.
package struct FontSource: Sendable, Equatable {
  /// Text of a fontconfig file.
  package var configuration: String
  /// Folders searched besides those it names.
  package var folders: [String]
  package init(configuration: String, folders: [String]) {
    self.configuration = configuration
    self.folders = folders
  }
}

package enum TypesettingError: Error, Equatable, Sendable {
  case design(PageDesign.Problem)
  case unknownFamily(String, nearest: String?)
  case fonts(FontConfiguration.Failure)
  case cancelled
}

/// Sets a whole book: a book and a page design in, a page list out.
package struct BookTypesetter: Sendable {
  package var design: PageDesign
  package var fonts: FontSource
  package var exceptions: HyphenationExceptions?
  /// Chapters are set by so many workers; the result is the same for any number.
  package var workers: Int
  private let dictionaries = HyphenationDictionaries()
  /// The book's pictures by the names its figures give them; a frame stands for others.
  package var pictures: [String: PictureSize] = [:]
  /// Called after every section that is set; returns false to stop.
  package var proceed: (@Sendable () -> Bool)?
  /// What heads and feet print where the book has no date of its own.
  package var date = ""
  /// Printed arabic folio of a page whose break is to be explained.
  package var explainedPage: Int?

  package init(design: PageDesign, fonts: FontSource, exceptions: HyphenationExceptions? = nil, workers: Int = 1) {
    self.design = design
    self.fonts = fonts
    self.exceptions = exceptions
    self.workers = workers
  }

  package struct Result: Sendable {
    package var list: PageList
    package var diagnostics: [Diagnostic]
  }

  /// What one worker hands back: its chapters in order, and the words they use.
  struct Batch: Sendable {
    var galleys: [Galley] = []
    var solutions: [ChapterSolutions] = []
    var text = ShapedText()
    var diagnostics: [Diagnostic] = []
  }

  package func typeset(_ book: Book) async throws(TypesettingError) -> Result {
    let prepared = try prepared(book)
    let sections = prepared.book.sections
    let ranges = BookTypesetter.split(sections, into: workers)
    var batches: [Batch] = []
    if ranges.count == 1 {
      batches = [try batch(prepared, ranges[0])]
    } else {
      let gathered = await withTaskGroup(of: (Int, Swift.Result<Batch, TypesettingError>).self) { group in
        for (index, range) in ranges.enumerated() {
          group.addTask {
            do throws(TypesettingError) { return (index, .success(try self.batch(prepared, range))) } catch {
              return (index, .failure(error))
            }
          }
        }
        var found = [Swift.Result<Batch, TypesettingError>](
          repeating: .failure(.fonts(.badConfiguration)), count: ranges.count)
        for await (index, batch) in group { found[index] = batch }
        return found
      }
      for batch in gathered {
        batches.append(try batch.get())
      }
    }
    var assembly = BookAssembly(self, prepared.book, language: prepared.language)
    assembly.body.list.items.reserveCapacity(batches.reduce(0) { $0 + $1.galleys.reduce(0) { $0 + $1.items.count } })
    for (index, range) in ranges.enumerated() {
      for (offset, number) in range.enumerated() {
        let part = BookAssembly.Part(
          section: sections[number], galley: batches[index].galleys[offset],
          solutions: batches[index].solutions[offset],
          table: UInt16(index + 1))
        // each galley goes as soon as its lines are placed
        batches[index].galleys[offset] = Galley()
        batches[index].solutions[offset] = ChapterSolutions([])
        _ = assembly.add(part)
      }
    }
    let shaper = Shaper(try configuration())
    return assembly.result(shaper, texts: batches.map(\.text), found: batches.flatMap(\.diagnostics))
  }

  /// Sets sections one after the other on the calling thread and keeps none.
  ///
  /// Throws `TypesettingError`, or what `body` throws.
  /// - Parameter body: takes a section, its place in the book, and what became of it.
  package func eachSection(
    of book: Book, _ body: (Section, Int, Galley, ShapedText) throws -> Void
  ) throws -> [Diagnostic] {
    let prepared = try prepared(book)
    let shaper = shaper(try configuration())
    let maker = maker(for: prepared, shaper)
    for (number, section) in prepared.book.sections.enumerated() {
      let galley = maker.galley(for: section, number: number)
      try body(section, number, galley, shaper.text)
    }
    return maker.diagnostics + ShapingReport.diagnostics(of: shaper)
  }

  /// The book as its sections are set, its language, and the marks of its notes.
  struct Prepared: Sendable {
    var book: Book
    var language: String
    var marks: [NoteKey: String]
  }

  private func prepared(_ book: Book) throws(TypesettingError) -> Prepared { try prepared(book, configuration()) }

  /// - Parameter fonts: looked through for the design's family.
  func prepared(_ book: Book, _ fonts: FontConfiguration) throws(TypesettingError) -> Prepared {
    do { try design.validate() } catch { throw .design(error) }
    let language = design.language ?? book.metadata.language ?? "en"
    try BookTypesetter.checkFamilies(of: design, in: fonts)
    let marks = NoteNumbering.marks(of: book, design: design)
    return Prepared(
      book: design.hasEndnotes ? NoteNumbering.endnotes(of: book, marks: marks, language: language) : book,
      language: language, marks: marks)
  }

  func configuration() throws(TypesettingError) -> FontConfiguration {
    do { return try FontConfiguration(xml: fonts.configuration, folders: fonts.folders) } catch { throw .fonts(error) }
  }

  /// Throws where a design names a family that is not there.
  package static func checkFamilies(of design: PageDesign, in configuration: FontConfiguration) throws(TypesettingError)
  {
    let generic = ["serif", "sans-serif", "sans", "monospace"]
    for family in [design.family] where !generic.contains(family.lowercased()) && !configuration.hasFamily(family) {
      var names: [String] = []
      for face in configuration.faces() where names.last != face.family { names.append(face.family) }
      throw .unknownFamily(family, nearest: nearestName(to: family, in: names))
    }
  }

  /// Contiguous ranges of sections of about equal length.
  static func split(_ sections: [Section], into count: Int) -> [Range<Int>] {
    guard sections.count > 1, count > 1 else { return [0..<sections.count] }
    // The source position of a section's start measures what came before it in its file;
    // a file is taken to end where its last section begins.
    var starts: [Int] = []
    var base = 0
    for (index, section) in sections.enumerated() {
      if index > 0, sections[index - 1].source.file != section.source.file { base = starts[index - 1] }
      starts.append(base + Int(section.source.offset))
    }
    let first = starts[0]
    let last = starts[sections.count - 1]
    let parts = min(count, sections.count)
    var ranges: [Range<Int>] = []
    var start = 0
    for part in 1..<max(parts, 1) {
      let target = first + (last - first) * part / parts
      var end = starts[start...].firstIndex { $0 >= target } ?? sections.count
      end = max(end, start + 1)
      if end >= sections.count { break }
      ranges.append(start..<end)
      start = end
    }
    ranges.append(start..<sections.count)
    return ranges
  }

  /// Sets some sections on the calling thread.
  private func batch(_ prepared: Prepared, _ range: Range<Int>) throws(TypesettingError) -> Batch {
    let shaper = shaper(try configuration())
    let maker = maker(for: prepared, shaper)
    var batch = Batch()
    for number in range {
      let (galley, solutions) = set(prepared.book.sections[number], number: number, maker)
      batch.solutions.append(solutions)
      batch.galleys.append(galley)
      if let proceed, !proceed() { throw .cancelled }
    }
    batch.diagnostics = maker.diagnostics + ShapingReport.diagnostics(of: shaper)
    batch.text = shaper.finish()
    return batch
  }

  func shaper(_ configuration: FontConfiguration) -> Shaper {
    Shaper(configuration, hyphenation: exceptions, dictionaries: dictionaries)
  }

  func maker(for prepared: Prepared, _ shaper: Shaper) -> GalleyMaker {
    GalleyMaker(
      design: design, language: prepared.language, shaper: shaper, notes: prepared.book.notes, marks: prepared.marks,
      pictures: pictures)
  }

  /// One section in lines, and the ways to break it into pages.
  func set(_ section: Section, number: Int, _ maker: GalleyMaker) -> (galley: Galley, solutions: ChapterSolutions) {
    var pageStyle = PageBreakingStyle(rows: design.rows, isFacing: design.sides == .facing)
    pageStyle.isLevel = design.levelsSpreads
    var galley = maker.galley(for: section, number: number)
    let solutions = breakChapter(galley.elements.map(\.vertical), style: pageStyle.suited(to: galley))
    galley.keepSettings(of: solutions)
    return (galley, solutions)
  }
}

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
    let (book, language, marks) = try prepared(book)
    let ranges = BookTypesetter.split(book.sections, into: workers)
    var batches: [Batch] = []
    if ranges.count == 1 {
      batches = [try batch(book, ranges[0], language: language, marks: marks)]
    } else {
      let gathered = await withTaskGroup(of: (Int, Swift.Result<Batch, TypesettingError>).self) { group in
        for (index, range) in ranges.enumerated() {
          group.addTask {
            do throws(TypesettingError) {
              return (index, .success(try self.batch(book, range, language: language, marks: marks)))
            } catch { return (index, .failure(error)) }
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
    return try BookAssembly(self, book, consume batches, ranges: ranges, language: language).result()
  }

  /// Sets sections one after the other on the calling thread and keeps none.
  ///
  /// Throws `TypesettingError`, or what `body` throws.
  /// - Parameter body: takes a section, its place in the book, and what became of it.
  package func eachSection(
    of book: Book, _ body: (Section, Int, Galley, ShapedText) throws -> Void
  ) throws -> [Diagnostic] {
    let (book, language, marks) = try prepared(book)
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders) } catch {
      throw TypesettingError.fonts(error)
    }
    let shaper = Shaper(configuration, hyphenation: exceptions, dictionaries: dictionaries)
    let maker = GalleyMaker(design: design, language: language, shaper: shaper, notes: book.notes, marks: marks, pictures: pictures)
    for (number, section) in book.sections.enumerated() {
      let galley = maker.galley(for: section, number: number)
      try body(section, number, galley, shaper.text)
    }
    return maker.diagnostics + ShapingReport.diagnostics(of: shaper)
  }

  /// The book as its sections are set, its language, and the marks of its notes.
  private func prepared(_ book: Book) throws(TypesettingError) -> (book: Book, language: String, marks: [NoteKey: String]) {
    do { try design.validate() } catch { throw .design(error) }
    let language = design.language ?? book.metadata.language ?? "en"
    try checkFamilies()
    let marks = NoteNumbering.marks(of: book, design: design)
    return (design.hasEndnotes ? NoteNumbering.endnotes(of: book, marks: marks, language: language) : book, language, marks)
  }

  private func checkFamilies() throws(TypesettingError) {
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders) } catch { throw .fonts(error) }
    try BookTypesetter.checkFamilies(of: design, in: configuration)
  }

  /// Throws where a design names a family that is not there.
  package static func checkFamilies(of design: PageDesign, in configuration: FontConfiguration) throws(TypesettingError) {
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
  private func batch(_ book: Book, _ range: Range<Int>, language: String, marks: [NoteKey: String])
    throws(TypesettingError) -> Batch
  {
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders) } catch { throw .fonts(error) }
    let shaper = Shaper(configuration, hyphenation: exceptions, dictionaries: dictionaries)
    var batch = Batch()
    let maker = GalleyMaker(design: design, language: language, shaper: shaper, notes: book.notes, marks: marks, pictures: pictures)
    var pageStyle = PageBreakingStyle(rows: design.rows, isFacing: design.sides == .facing)
    pageStyle.isLevel = design.levelsSpreads
    for (offset, section) in book.sections[range].enumerated() {
      var galley = maker.galley(for: section, number: range.lowerBound + offset)
      let solutions = breakChapter(galley.elements, style: pageStyle)
      galley.keepSettings(of: solutions)
      batch.solutions.append(solutions)
      batch.galleys.append(galley)
      if let proceed, !proceed() { throw .cancelled }
    }
    batch.diagnostics = maker.diagnostics + ShapingReport.diagnostics(of: shaper)
    batch.text = shaper.finish()
    return batch
  }
}

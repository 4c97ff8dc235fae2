internal import BookModel
internal import Manuscript
internal import Units

/// Manuscripts of any kinds as one book: each a chapter or a few, or a book of its own, which is a part.
struct JoinedManuscripts {
  private(set) var reading: ManuscriptReading
  private var metadata: Metadata?
  /// Files whose names head their text.
  private var named: [String] = []

  /// - Parameters:
  ///   - readings: in the book's order, at least one.
  ///   - paths: what each was read from.
  init(_ readings: [ManuscriptReading], paths: [String]) {
    reading = readings[0]
    reading.book = Book()
    reading.files = SourceFiles([])
    reading.diagnostics = []
    reading.report = ReadingReport()
    reading.isSmart = true
    for (number, (next, path)) in zip(readings, paths).enumerated() { add(next, path, number: number) }
    reading.book.metadata = metadata ?? Metadata()
    reading.book.metadata.language = readings.compactMap(\.book.metadata.language).first
    reading.report.hasHalfTitle = metadata != nil && readings[0].report.hasHalfTitle
    reading.declaredLanguage = readings.compactMap(\.declaredLanguage).first
    settle()
    reading.diagnostics += ManuscriptFiles.tell(named)
  }

  // MARK: One behind the other

  private mutating func add(_ next: ManuscriptReading, _ path: String, number: Int) {
    let base = reading.files.files.count
    var book = next.book
    // of Markdown's files, which are read together, the links lead from one to the other
    let prefix = next.dashes == .markdown ? "" : "file\(number)-"
    book.move(
      by: BookShift(
        files: base, notes: (reading.book.notes.keys.max()?.index ?? -1) + 1, citations: reading.book.citations.count,
        prefix: prefix))
    reading.files = SourceFiles(reading.files.files + next.files.files)
    reading.book.notes.merge(book.notes) { first, _ in first }
    reading.book.pictures.merge(book.pictures) { first, _ in first }
    reading.book.fonts += book.fonts
    reading.book.citations += book.citations
    reading.book.refersToPages = reading.book.refersToPages || book.refersToPages
    reading.diagnostics += next.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.source?.file += UInt16(clamping: base)
      return diagnostic
    }
    reading.report.add(next.report, dashes: next.dashes, files: next.files.files.count, base: base)
    reading.metadataOptions.merge(next.metadataOptions) { first, _ in first }
    if reading.frontMatter == nil, number == 0 { reading.frontMatter = next.frontMatter }
    reading.book.sections += sections(of: book, path, base: base, isFirst: number == 0)
  }

  /// The sections of a manuscript among others, under its title where it is a book or has nothing else to head it.
  private mutating func sections(of book: Book, _ path: String, base: Int, isFirst: Bool) -> [Section] {
    var sections = book.sections
    let headed = sections.filter { $0.heading != nil }
    let chapters = headed.count { $0.matter == .body }
    let title = book.metadata.title
    let isSame = title?.lettersAndFigures == metadata?.title?.lettersAndFigures
    let source = sections.first?.source ?? SourceLocation(file: UInt16(clamping: base), offset: 0)
    if let title, !isSame, chapters > 1 || isFirst == false && chapters == 1 {
      // a book among books
      for index in sections.indices {
        sections[index].matter = .body
        sections[index].level += 1
      }
      return [Section(role: .part, heading: heading(title, source), source: source)] + sections
    }
    guard headed.isEmpty else {
      if isFirst { metadata = book.metadata }
      return sections
    }
    if sections.isEmpty || isFirst && sections.allSatisfy({ $0.matter == .front && $0.role != .untitled }) {
      if isFirst { metadata = book.metadata }
      return sections
    }
    guard let place = sections.firstIndex(where: { $0.role == .untitled }) else { return sections }
    if title == nil, !hasChapters, let kind = BookMatter(page: sections[place].blocks, title: nil), sections.count == 1
    {
      (sections[place].role, sections[place].matter) = (kind.role, .front)
      return sections
    }
    var words = isSame ? nil : title
    if words == nil {
      words = ManuscriptFiles.wordsOfName(path)
      if words != nil { named.append(path) }
    }
    guard let words else { return sections }
    sections[place].heading = heading(words, source)
    (sections[place].role, sections[place].matter) = (.chapter, .body)
    return sections
  }

  private var hasChapters: Bool { reading.book.sections.contains { $0.heading != nil } }

  private mutating func heading(_ words: String, _ source: SourceLocation) -> Heading {
    reading.report.given.append(
      .init(file: Int(source.file), offset: Int(source.offset), words: words + " "))
    return Heading(level: 1, words: [Inline(words, source: source)], source: source)
  }

  // MARK: As one book

  /// What the files are together: parts that have a file of their own, what stands before and behind the chapters.
  private mutating func settle() {
    var sections = reading.book.sections
    let kinds = BookMatter.kinds(of: sections.map(\.heading))
    let open = sections.indices.filter { sections[$0].matter == .body && sections[$0].heading != nil }
    for (index, matter) in zip(open, BookMatter.matters(of: open.map { kinds[$0] })) {
      guard let kind = kinds[index], matter != .body || kind.isText, sections[index].level == 1 else { continue }
      (sections[index].matter, sections[index].role) = (matter, kind.role)
    }
    for index in sections.indices {
      if let heading = sections[index].takeNameOfPage() {
        reading.report.drop(heading, in: reading.files, why: "name of a page")
      }
    }
    let isPart = sections.map { section in
      section.role == .part
        || section.role == .chapter && section.blocks.isEmpty
          && (section.heading.map { $0.label.plainText.isPartLabel || $0.plainText.isPartLabel } ?? false)
    }
    // of files that are parts by themselves the chapters follow
    if let first = isPart.indices.first(where: { isPart[$0] && sections[$0].role == .chapter }) {
      for index in sections.indices[first...] {
        if isPart[index] { sections[index].role = .part }
        if !isPart[index], sections[index].matter == .body, sections[index].level == 1, kinds[index] == nil {
          sections[index].level = 2
        }
      }
    }
    // matter by matter, as the pages are numbered
    reading.book.sections = [Section.Matter.front, .body, .back].flatMap { matter in
      sections.filter { $0.matter == matter }
    }
  }
}

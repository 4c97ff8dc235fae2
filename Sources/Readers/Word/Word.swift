internal import BookModel
package import Manuscript
internal import Units
internal import XML

/// Reads a Word file (.docx, .docm; ECMA-376, Transitional or Strict) as a book.
///
/// Everything that can be read is: what is damaged or cannot be set is a warning. Nothing is fetched, nothing is
/// written, no macro is looked at. Changes that were tracked are read as accepted. Linear in what the archive unpacks to.
///
/// The places of words are bytes of the file's own XML: its main part, then its notes.
/// - Parameter name: the file, for messages.
package func readWord(
  _ bytes: [UInt8], name: String, options: WordOptions = WordOptions()
) throws(WordError) -> ManuscriptReading {
  let package = try WordPackage(bytes)
  let reader = WordReader(package, options, name: name)
  var maker = WordMaker(reader)
  guard let reading = maker.read() else { throw .empty }
  return reading
}

/// Joins what is read of a file's parts.
private struct WordMaker {
  private let reader: WordReader
  private var source: [UInt8] = []
  private var parts: [SourcePart] = []
  private var notes: [NoteKey: Note] = [:]
  private var ornaments: [Range<Int>] = []
  private var contents: [Range<Int>] = []
  private var typescript: [Range<Int>] = []
  private var hasHalfTitle = false

  init(_ reader: WordReader) { self.reader = reader }

  mutating func read() -> ManuscriptReading? {
    let items = readDocument()
    if let reading = readMarkdown(items) { return reading }
    readNotes()
    countComments()
    var flow = WordFlow(items, kind: .body, report: reader.report)
    let blocks = flow.blocks()
    reader.report = flow.report
    take(flow)
    guard !blocks.isEmpty else { return nil }
    var metadata = Metadata()
    (metadata.title, metadata.language) = (reader.options.title, reader.options.language)
    metadata.authors = reader.options.author.map { [$0] } ?? []
    var division = BookDivision(metadata: metadata, notes: notes) { $0.wholeRange.map { [$0] } ?? [] }
    division.kinds = flow.kinds
    let properties = properties
    (division.signs.title, division.signs.author) = (properties("title"), properties("creator"))
    for paragraph in items.prefix(16).compactMap(\.paragraph) where paragraph.size > 0 {
      division.signs.sizes[paragraph.source] = Double(paragraph.size) / 2
    }
    let sections = division.sections(blocks)
    contents += division.contents
    typescript = division.typescript
    if let warning = BookDivision.typescriptWarning(typescript) { reader.diagnostics.append(warning) }
    hasHalfTitle = division.hasHalfTitle
    var book = Book(metadata: division.metadata, sections: sections, notes: division.notes)
    readProperties(into: &book.metadata, titleFound: division.titleFound)
    resolveLinks(&book)
    settleLanguage(&book)
    book.pictures = reader.pictures
    say()
    return reading(book, titles: division.silent)
  }

  /// The book of a file that is written in Markdown's marks.
  private func readMarkdown(_ items: [WordItem]) -> ManuscriptReading? {
    guard let text = items.typedMarkdown else { return nil }
    var options = MarkdownOptions()
    (options.title, options.author, options.language) = (
      reader.options.title, reader.options.author, reader.options.language
    )
    let input = MarkdownInput(name: reader.name, bytes: Array(text.utf8))
    guard var reading = try? Manuscript.readMarkdown([input], options: options) else { return nil }
    reading.declaredLanguage = declaredLanguage
    reading.diagnostics.insert(
      Diagnostic(
        .warning, code: "word-markdown", "the file's text is written as Markdown, and is read as that",
        help: "save it as plain text, with a name that ends in .md, to be told its lines"), at: 0)
    return reading
  }

  private mutating func take(_ flow: WordFlow) {
    ornaments += flow.ornaments
    contents += flow.contents
    reader.additions.merge(flow.labels) { $1 + $0 }
  }

  // MARK: Parts

  private mutating func begin(_ part: String) -> [UInt8]? {
    guard let bytes = reader.package.part(part) else { return nil }
    let (text, problem) = documentText(of: bytes)
    reader.base = source.count
    parts.append(SourcePart(start: UInt32(clamping: source.count), name: part))
    if let problem {
      reader.warn("word-encoding", "\"\(part)\" \(problem)", "odd letters may be wrong", at: source.count)
    }
    source += text
    source.append(0x0A)
    return text
  }

  private func tell(_ fault: (offset: Int, words: String)?, in part: String) {
    guard let fault else { return }
    reader.warn(
      "word-malformed", "\(fault.words), so \"\(part)\" is read no farther",
      "open the file in Word or LibreOffice and save it again", at: reader.base + fault.offset)
  }

  private mutating func readDocument() -> [WordItem] {
    guard let text = begin(reader.package.document) else { return [] }
    let (reader, gathered) = (reader, Gathered())
    let fault = readXML(text, childrenOf: ["body"]) { tree, node in reader.read(tree, node, into: &gathered.items) }
    tell(fault, in: reader.package.document)
    if let joined = reader.joined {
      gathered.items.append(WordItem(content: .paragraph(joined)))
      reader.joined = nil
    }
    for (start, begins) in reader.sectionBreaks where begins && start > 0 && start < gathered.items.count {
      gathered.items[start].beginsPage = true
    }
    return gathered.items
  }

  private final class Gathered { var items: [WordItem] = [] }

  private mutating func readNotes() {
    let known = reader.relationships
    reader.isNote = true
    let hasBoth = Set(reader.noteKeys.keys.map(\.isEndnote)).count > 1
    for (kind, isEndnote) in [("footnotes", false), ("endnotes", true)] {
      guard let part = reader.part(kind, of: known), let text = begin(part) else { continue }
      reader.relationships = reader.package.relationships(of: part)
      (reader.fields, reader.link, reader.breaksPage) = ([], nil, false)
      let (reader, gathered) = (reader, GatheredNotes())
      let fault = readXML(text, childrenOf: [kind]) { tree, node in
        guard let id = tree.number("id", of: node) else { return }
        let note = WordReader.NoteID(isEndnote: isEndnote, id: id)
        guard let key = reader.noteKeys[note] else { return reader.drop(tree, node, "note that nothing calls") }
        reader.typedMark = reader.typedMarks[note]
        var flow = WordFlow(reader.items(tree, in: node), kind: .note, report: reader.report)
        let blocks = flow.blocks()
        reader.report = flow.report
        gathered.flows.append(flow)
        var made = Note(
          mark: reader.typedMarks[note] ?? "", blocks: blocks,
          source: blocks.first?.source ?? reader.location(tree, node))
        made.keepsMark = !made.mark.isEmpty
        made.isEndnote = isEndnote && hasBoth
        made.series = made.isEndnote ? .lettered : .numbered
        gathered.notes[key] = made
      }
      tell(fault, in: part)
      notes.merge(gathered.notes) { first, _ in first }
      for flow in gathered.flows { take(flow) }
    }
    reader.relationships = known
    sayWhereEndnotesStand(hasBoth: hasBoth)
    // a call whose note the file has lost
    for key in reader.noteKeys.values where notes[key] == nil {
      notes[key] = Note(mark: "", blocks: [])
    }
  }

  /// Word sets them behind each section where its settings say so (ECMA-376-1, 17.11.22).
  private func sayWhereEndnotesStand(hasBoth: Bool) {
    guard reader.noteKeys.keys.contains(where: \.isEndnote),
      let tree = reader.package.tree(reader.part("settings", of: reader.relationships)),
      let notes = tree.first("endnotePr"), let place = tree.child("pos", of: notes),
      tree.value("val", of: place) == "sectEnd"
    else { return }
    reader.warn(
      "word-endnotes",
      "the endnotes of each section are set \(hasBoth ? "at the end of the book" : "at the foot of their pages")",
      hasBoth
        ? "--lettered-notes foot sets them at the foot of their pages"
        : "--endnotes sets them at the end of the book, under their chapters' titles")
  }

  private final class GatheredNotes {
    var notes: [NoteKey: Note] = [:]
    var flows: [WordFlow] = []
  }

  private func countComments() {
    guard let tree = reader.package.tree(reader.part("comments", of: reader.relationships)) else { return }
    let count = tree.nodes.count { $0.name == "comment" }
    guard count > 0 else { return }
    reader.warn(
      "word-comments", "\(count) comment\(count == 1 ? " is" : "s are") left out",
      "\(count == 1 ? "it is" : "they are") none of the book's words; delete \(count == 1 ? "it" : "them") in Word to be rid of this message"
    )
  }

  // MARK: What is said of the book

  /// What the file says of itself, by name.
  private var properties: (String) -> String? {
    let relations = reader.package.relationships(of: "")
    let tree = reader.package.tree(relations.values.first { $0.kind == "core-properties" }?.target)
    return { name in
      guard let tree, let node = tree.first(name) else { return nil }
      let words = tree.words(of: node)
      return words.isEmpty ? nil : words
    }
  }

  private func readProperties(into metadata: inout Metadata, titleFound: String?) {
    if metadata.title == nil { metadata.title = titleFound }
    let words = properties
    // a file's name is no title, nor what a template is called
    if metadata.title == nil, let title = words("title"), !title.contains("."),
      !title.lowercased().hasPrefix("microsoft word")
    {
      metadata.title = title
    }
    // whose computer it was; a name has two words, in Chinese and Japanese none
    if metadata.authors.isEmpty, let author = words("creator"),
      author.contains(" ") || author.count > 1 && author.unicodeScalars.allSatisfy({ isWide($0) }),
      !["user", "microsoft", "office", "admin", "owner", "windows"].contains(where: author.lowercased().contains)
    {
      metadata.authors = [author]
    }
    if metadata.identifiers.isEmpty, let identifier = words("identifier") { metadata.identifiers = [identifier] }
  }

  private func resolveLinks(_ book: inout Book) {
    book.refersToPages = reader.refersToPages
    guard reader.hasLinks || reader.refersToPages else { return }
    let aliases = reader.aliases
    let gone = reader.references.filter { aliases[$0.name] == nil }
    if let first = gone.first {
      let names = Set(gone.map(\.name)).sorted()
      reader.warn(
        "word-bookmark",
        gone.count == 1
          ? "a reference leads to a bookmark that is gone (\(names[0])): what Word last showed is printed"
          : "\(gone.count) references lead to bookmarks that are gone (\(names[0])\(names.count > 1 ? ", …" : "")): what Word last showed is printed",
        "make them anew: Word's References, Cross-reference", at: first.place)
      // which is a word of the text like others
      let shown = Set(gone.flatMap(\.shown))
      reader.dropped.removeAll { shown.contains($0.range) }
    }
    book.rewriteTextAndNotes { inlines, _ in
      for index in inlines.indices {
        if case .label(let name)? = inlines[index].style.pages?.first {
          if let anchor = aliases[name] {
            inlines[index].style.extras.pages?.first = .label(anchor)
          } else {
            inlines[index].style.extras.pages = nil
            if case .text("…") = inlines[index].content { inlines[index].content = .text("") }
          }
        }
        guard let link = inlines[index].style.link, link.hasPrefix("#") else { continue }
        inlines[index].style.extras.link = aliases[String(link.dropFirst())].map { "#" + $0 }
      }
    }
  }

  /// The language of most of the words, and none said of runs that are in it.
  private func settleLanguage(_ book: inout Book) {
    let counts = Dictionary(
      reader.languages.map { ($0.key.prefix { $0 != "-" }.lowercased(), $0.value) }, uniquingKeysWith: +)
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return }
    let main = reader.mainLanguage.prefix { $0 != "-" }.lowercased()
    guard most != main else { return }
    book.rewriteTextAndNotes { inlines, _ in
      for index in inlines.indices where inlines[index].style.extras.language?.lowercased().hasPrefix(most) == true {
        inlines[index].style.extras.language = nil
      }
    }
  }

  private var declaredLanguage: String? {
    let most = reader.languages.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return most ?? reader.styles.normal.run.language ?? reader.styles.defaults.language
  }

  // MARK: Messages

  private func say() {
    func are(_ count: Int) -> String { count == 1 ? "is" : "are" }
    if reader.hidden.places > 0 {
      let count = reader.hidden.places
      reader.warn(
        "word-hidden", "hidden text is left out in \(count) place\(count == 1 ? "" : "s")",
        "show it in Word (Font, Hidden) to have it printed", at: reader.hidden.first)
    }
    if reader.boxes.count > 0 {
      let count = reader.boxes.count
      reader.warn(
        "text-boxes",
        "\(count) text box\(count == 1 ? " is" : "es are") set as paragraphs behind the place where \(count == 1 ? "it is" : "they are") anchored",
        "see whether the words stand where they should", at: reader.boxes.first)
    }
    if reader.formulas > 0 {
      let count = reader.formulas
      reader.warn(
        "word-formulas", "\(count) formula\(count == 1 ? " is" : "s are") set in a line, as text",
        "see whether that says what it should")
    }
    if reader.cropped.count > 0 {
      let count = reader.cropped.count
      reader.warn(
        "word-cropped", "\(count) picture\(count == 1 ? "" : "s") that Word shows cropped \(are(count)) set whole",
        "delete the cropped areas in Word: Picture Format, Compress Pictures", at: reader.cropped.first)
    }
    if reader.charts.count > 0 {
      let count = reader.charts.count
      reader.warn(
        "word-chart",
        "\(count) chart\(count == 1 ? "" : "s") or diagram\(count == 1 ? "" : "s") of Word \(are(count)) left out",
        "in Word, copy it and paste it as a picture: Paste Special, PNG", at: reader.charts.first)
    }
    if reader.diagrams.count > 0 {
      let count = reader.diagrams.count
      reader.warn(
        "word-diagram",
        "\(count) diagram\(count == 1 ? "" : "s") of Word \(are(count)) set as \(count == 1 ? "its" : "their") words",
        "in Word, copy it and paste it as a picture: Paste Special, PNG", at: reader.diagrams.first)
    }
    for (name, found) in reader.symbols.sorted(by: { $0.key < $1.key }) {
      reader.warn(
        "word-symbol", "a sign of the font \(name) is left out\(found.count > 1 ? ", \(found.count) times" : "")",
        "put in a sign of Unicode in its place: Word's Insert, Symbol, with another font", at: found.first)
    }
  }

  // MARK: The reading

  private func reading(_ book: Book, titles: [Range<Int>]) -> ManuscriptReading {
    var file = SourceFile(name: reader.name, text: source, lineStarts: lineStarts)
    file.openings = SourceOpenings(book: book, starts: file.lineStarts.count)
    file.parts = []
    var report = reader.report
    report.encodingName = "Word"
    report.notes = book.notes.count
    report.isMarkup = true
    report.isWord = true
    report.hasHalfTitle = hasHalfTitle
    for section in book.sections where section.heading != nil {
      let form = section.role == .chapter ? "heading" : section.role.rawValue
      report.count(form, role: section.role, level: section.level, byLevel: true)
    }
    let typescript = typescript.map { ($0, "address of a typescript") }
    for (range, why) in reader.dropped + contents.map({ ($0, "contents list") }) + typescript {
      let range = whole(range)
      report.dropped.append(.init(lines: file.lines(of: range), bytes: range, why: why))
    }
    report.silent = (reader.silent + titles + ornaments).map(whole)
    report.additions = reader.additions
    report.recased = reader.recased
    report.apart = (book.placesApart() + book.frontPages).map { place in
      var place = place
      place.mark = place.mark.lowerBound..<place.mark.lowerBound
      place.ranges = place.ranges.map(whole)
      return place
    }
    let own = reader.apart.map { place in
      var place = place
      place.ranges = place.ranges.map(whole)
      return place
    }
    if !own.isEmpty {
      let captions = report.apart.filter { $0.kind == .caption } + own
      report.apart =
        report.apart.filter { $0.kind != .caption } + captions.sorted { $0.mark.lowerBound < $1.mark.lowerBound }
    }
    var reading = ManuscriptReading(
      book: book, files: SourceFiles([file]), diagnostics: reader.package.diagnostics + reader.diagnostics,
      report: report,
      dashes: .typewriter)
    reading.declaredLanguage = declaredLanguage
    return reading
  }

  /// Where paragraphs begin: what a line is in a text.
  private var lineStarts: [UInt32] {
    var starts: [UInt32] = [0]
    for start in reader.starts.sorted() where UInt32(clamping: start) > starts[starts.count - 1] {
      starts.append(UInt32(clamping: start))
    }
    return starts
  }

  /// A range that ends behind its last letter, also where that is written as `&amp;`.
  private func whole(_ range: Range<Int>) -> Range<Int> {
    let start = max(range.lowerBound, range.upperBound - 8)
    guard range.upperBound <= source.count, start < range.upperBound,
      let sign = source[start..<range.upperBound].lastIndex(of: 0x26),
      let end = source[sign...].prefix(12).firstIndex(of: 0x3B), end >= range.upperBound,
      source[(sign + 1)..<end].allSatisfy({
        $0 == 0x23 || $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
      })
    else { return range }
    return range.lowerBound..<(end + 1)
  }
}

internal import BookModel
internal import CSS
package import Manuscript
internal import Units
internal import XML

/// Reads an EPUB 2 or 3 as a book.
///
/// Everything that can be read is: what is damaged or missing is a warning with its entry. Nothing
/// is fetched, nothing is written. Linear in what the archive unpacks to, but for style sheets.
/// - Parameter name: the file, for messages.
package func readEPUB(
  _ bytes: [UInt8], name: String, options: EPUBOptions = EPUBOptions()
) throws(EPUBError) -> ManuscriptReading {
  let publication = Publication(try Container(bytes, keepsFonts: options.sheets == .full))
  var maker = EPUBMaker(publication, options, name: name)
  guard let reading = maker.read() else { throw .nothingToRead }
  return reading
}

/// Joins what the stages make of a publication.
struct EPUBMaker {
  private var publication: Publication
  private let options: EPUBOptions
  private let name: String
  private var source: [UInt8] = []
  private var parts: [SourcePart] = []
  private var pages: [Page] = []
  private var pageOf: [String: Int] = [:]
  private var sheets: [String: StyleSheet] = [:]
  private var fonts = EmbeddedFonts()
  private var diagnostics: [Diagnostic] = []
  /// Documents out of the line of reading.
  private let asides: Set<String>

  init(_ publication: Publication, _ options: EPUBOptions, name: String) {
    self.publication = publication
    asides = Set(publication.spine.filter { !$0.isLinear }.map(\.name))
    self.options = options
    self.name = name
  }

  mutating func read() -> ManuscriptReading? {
    diagnostics = publication.diagnostics
    readPages()
    if !publication.isHTML { publication.correct(by: pages) }
    let (publication, pageOf) = (publication, pageOf)
    let resolve = { (address: String, page: Page) -> (page: Int, fragment: String)? in
      guard let (name, fragment) = publication.container.resolve(address, from: page.name), let index = pageOf[name]
      else { return nil }
      return (index, fragment)
    }
    for page in pages { page.leaveOut(of: publication, pages, options.keeps, resolve: resolve) }
    guard let reader = FlowReader(pages, publication, options, resolve: resolve) else { return nil }
    let fixed = Set(publication.spine.filter(\.isFixed).map(\.name))
    for page in pages where isRead(page, reader.notes) {
      let first = reader.items.count
      reader.read(page)
      reader.items.makePlate(from: first, isFixed: fixed.contains(page.name))
    }
    tellUnread(reader.notes)
    var notes = readNotes(reader)
    let cut = PackagingFilter(
      reader.items, publication, options, coverPages: coverPages(reader), partPages: reader.partPages,
      listPages: Set(pages.filter { !$0.leftOut.isEmpty }.map(\.index)))
    let unlinked = UnlinkedNotes(cut.items, firstKey: reader.keys.count)
    notes.merge(unlinked.notes) { $1 }
    reader.silent += unlinked.silent
    let own = unlinked.items.withHeadingsOfNotes()
    reader.takeGroups(from: own)
    let items = own.withNamedHeadings(reader.places).withTitlesOfContents(of: reader)
      .withPartsOfContents(reader.places, title: publication.metadata.title)
      .withFrontPages(reader.places, title: publication.metadata.title)
      .withFixedPages(Set(pages.filter { fixed.contains($0.name) }.map(\.index))).withCaptions().withPoems()
      .withLooseVerse().withQuotations()
      .withSceneBreaks()
    let maker = SectionMaker(
      reader.isWhole ? items.withSpaces() : items, publication, reader.places, pageNames: pages.map(\.name))
    guard !maker.sections.isEmpty else { return nil }
    var book = Book(metadata: metadata, sections: maker.sections, notes: notes)
    book.metadata.subtitle = book.metadata.subtitle ?? cut.said.subtitle
    book.metadata.publisher = book.metadata.publisher ?? cut.said.publisher
    book.metadata.titleLines = [cut.said.series, cut.said.edition].compactMap(\.self) + cut.said.credits
    book.resolveLinks(maker.aliases)
    reader.silent += book.repointLinkedIndexes()
    takePictures(reader, into: &book)
    diagnostics += reader.diagnostics
    let uncalled = takeUncalledNotes(of: reader, from: &book)
    var edges: Set<Int> = []
    if !reader.additions.isEmpty {
      for item in cut.items { edges.formUnion([item.range.lowerBound, item.range.upperBound]) }
    }
    // contents of numbers alone are not made anew
    let hasContents = maker.sections.count { !($0.heading?.title.isEmpty ?? true) } > 1
    let frame = cut.dropped.map { part in
      (part.range, !hasContents && part.why.hasPrefix("contents, made anew") ? "contents list" : part.why)
    }
    var reading = reading(book, reader, frame + maker.dropped + uncalled, edges: edges)
    reading.report.hasHalfTitle = cut.hasHalfTitle
    reading.report.hadListOfFigures = cut.hadListOfFigures
    return reading
  }

  private var metadata: Metadata {
    var metadata = publication.metadata
    metadata.title = options.title ?? metadata.title
    metadata.authors = options.author.map { [$0] } ?? metadata.authors
    metadata.language = options.language ?? metadata.language
    return metadata
  }

  // MARK: Documents

  private mutating func readPages() {
    for entry in publication.spine {
      guard let file = publication.container.contents(entry.name),
        entry.name != publication.navigation || options.keeps.contains(.contents) || saysMoreThanContents(file)
      else { continue }
      if let page = page(entry.name, file) { pages.append(page) }
    }
    if publication.isFixed {
      warn(
        "epub-fixed",
        "the book's pages are drawn as wholes (fixed layout): their pictures are plates, their words are set as text",
        "its own arrangement is lost")
    }
  }

  /// Whether a document with the book's contents has text of its own outside these.
  private func saysMoreThanContents(_ file: [UInt8]) -> Bool {
    let tree = parseXML(Container.utf8(file).bytes)
    return tree.all("p").contains { node in
      var above = Int(tree.nodes[node].parent)
      while above >= 0, tree.nodes[above].name != "nav" { above = Int(tree.nodes[above].parent) }
      return above < 0 && tree.words(of: node).contains { $0.isLetter }
    }
  }

  private mutating func warn(_ code: String, _ message: String, _ help: String? = nil, at offset: Int? = nil) {
    diagnostics.append(
      Diagnostic(.warning, code: code, message, help: help, source: offset.map { SourceLocation(offset: $0) }))
  }

  private mutating func page(_ entry: String, _ file: [UInt8]) -> Page? {
    var (text, problem) = publication.container.text(entry, file)
    let isHTML = publication.isHTML
    // a picture in the spine is a page of its own
    if !isHTML, !Publication.isDocument("", entry), !text.starts(with: [0x3C]) {
      text = Array("<html><body><img src=\"/\(entry)\" alt=\"\"/></body></html>".utf8)
      problem = nil
    }
    let parse = isHTML ? parseHTML : parseXML
    var tree = parse(text)
    // what it declares itself is written out, so that all who read on know it
    if let whole = tree.withOwnEntities() {
      text = whole
      tree = parse(text)
    }
    let base = source.count
    let folder = publication.container.folder
    parts.append(SourcePart(start: UInt32(clamping: base), name: (folder?.name ?? "\(name)/") + entry))
    for var finding in folder?.findings[entry] ?? [] {
      finding.source?.offset += UInt32(clamping: base)
      diagnostics.append(finding)
    }
    source += text
    source.append(0x0A)
    if let problem { warn("epub-encoding", "\"\(entry)\" \(problem)", "odd letters may be wrong", at: base) }
    guard !tree.nodes.isEmpty else {
      warn("epub-item-empty", "\"\(entry)\" holds nothing to set", at: base)
      return nil
    }
    if let fault = tree.fault {
      warn(
        "epub-malformed", "\(fault.words), so \"\(entry)\" is read as browsers read what is no XML",
        "compare what is set with the file", at: base + fault.offset)
    }
    let isNone = options.sheets == .none
    let page = Page(
      name: entry, index: pages.count, tree: tree, sheets: isNone ? [] : styleSheets(of: tree, entry),
      isWhole: options.sheets == .full, isHTML: isHTML)
    page.isNone = isNone
    page.base = base
    if tree.nodes.contains(where: { $0.name == "svg" }) { page.sheetText = sheetText(of: tree, entry) }
    // of a document that is set twice, links lead to the first
    pageOf[entry] = pageOf[entry] ?? page.index
    return page
  }

  /// The sheets that a document names or holds, in their order.
  private mutating func styleSheets(of tree: XMLTree, _ entry: String) -> [StyleSheet] {
    var found: [StyleSheet] = []
    for node in tree.nodes.indices {
      switch tree.nodes[node].name {
      case "link":
        let relation = (tree.attribute("rel", of: node) ?? "").lowercased()
        guard relation.contains("stylesheet"), !relation.contains("alternate"),
          isForPrint(tree.attribute("media", of: node)), let address = tree.attribute("href", of: node),
          let (name, _) = publication.container.resolve(address, from: entry), let sheet = sheet(name, depth: 0)
        else { continue }
        found.append(sheet)
      case "style" where isForPrint(tree.attribute("media", of: node)):
        var sheet = StyleSheet(tree.text(of: node), namespaces: ["epub": XMLNamespace.epub])
        addImports(to: &sheet, from: entry, depth: 0)
        fonts.add(sheet.fontFaces, from: entry, publication)
        found.append(sheet)
      default: break
      }
    }
    return found
  }

  /// The same as they are written, for drawings in the document.
  private func sheetText(of tree: XMLTree, _ entry: String) -> String {
    var text = ""
    for node in tree.nodes.indices where isForPrint(tree.attribute("media", of: node)) {
      switch tree.nodes[node].name {
      case "link":
        guard tree.attribute("rel", of: node)?.lowercased() == "stylesheet",
          let address = tree.attribute("href", of: node),
          let (name, _) = publication.container.resolve(address, from: entry),
          let file = publication.container.contents(name), file.count <= 1 << 18
        else { continue }
        text += String(decoding: Container.utf8(file).bytes, as: UTF8.self) + "\n"
      case "style": text += tree.text(of: node) + "\n"
      default: break
      }
    }
    return text
  }

  private func isForPrint(_ media: String?) -> Bool {
    guard let media = media?.lowercased(), !media.isEmpty else { return true }
    return media.contains("all") || media.contains("print") && !media.contains("not print") || media == "screen"
  }

  private mutating func sheet(_ name: String, depth: Int) -> StyleSheet? {
    if let known = sheets[name] { return known }
    guard let file = publication.container.contents(name), file.count < 8 << 20 else { return nil }
    let text = String(decoding: Container.utf8(file).bytes, as: UTF8.self)
    var sheet = StyleSheet(text, namespaces: ["epub": XMLNamespace.epub])
    sheets[name] = sheet
    fonts.add(sheet.fontFaces, from: name, publication)
    addImports(to: &sheet, from: name, depth: depth)
    sheets[name] = sheet
    return sheet
  }

  private mutating func addImports(to sheet: inout StyleSheet, from name: String, depth: Int) {
    guard depth < 8 else { return }
    for address in sheet.imports.prefix(32).reversed() {
      guard let (other, _) = publication.container.resolve(address, from: name), other != name,
        let imported = self.sheet(other, depth: depth + 1)
      else { continue }
      sheet.prepend(imported)
    }
  }

  /// Documents out of the line are set where something in it leads to them, or the book's own contents do.
  private func isRead(_ page: Page, _ notes: NoteIndex) -> Bool {
    guard asides.contains(page.name) else { return true }
    return notes.linkedPages.contains(page.index) || publication.places.contains { $0.name == page.name }
  }

  /// Words that are left out are told.
  private mutating func tellUnread(_ notes: NoteIndex) {
    for page in pages where !isRead(page, notes) && page.tree.hasWords(page.body) {
      diagnostics.append(
        Diagnostic(
          .warning, code: "epub-aside",
          "the document \"\(page.name)\" is left out: it is not in the line of reading, and nothing leads to it",
          help: "take linear=\"no\" off its itemref in the package to have it set"))
    }
  }

  private func coverPages(_ reader: FlowReader) -> Set<Int> {
    var found = Set(
      publication.landmarks.filter { $0.type == "cover" || $0.type == "coverpage" }.compactMap { pageOf[$0.name] })
    // a first page that is the cover's picture and nothing else
    if let first = pages.first {
      let own = reader.items.filter { $0.page == first.index }
      if own.count == 1, case .block(.figure(let figure)) = own[0].content,
        figure.image == publication.coverImage || first.name.lowercased().contains("cover")
      {
        found.insert(first.index)
      }
    }
    return found.filter { index in
      reader.items.filter { $0.page == index }.allSatisfy { $0.block?.isFigure ?? false || $0.words.utf8.count < 80 }
    }
  }

  // MARK: Notes, links, pictures

  /// Notes in the order of their calls; those that call others bring these along.
  private func readNotes(_ reader: FlowReader) -> [NoteKey: Note] {
    var notes: [NoteKey: Note] = [:]
    var done = 0
    while done < reader.keys.count {
      let waiting = reader.keys.filter { notes[$0.value] == nil }.sorted { $0.value.index < $1.value.index }
      for (spot, key) in waiting {
        notes[key] = reader.note(spot, marks: reader.marks[key] ?? [])
        done += 1
      }
    }
    // a note that nothing calls stays where it stands: it is read with its page
    return notes
  }

  /// Notes go with the words that call them: those of what is left out are left out.
  private func takeUncalledNotes(of reader: FlowReader, from book: inout Book) -> [(range: Range<Int>, why: String)] {
    var called: Set<NoteKey> = []
    var waiting: [NoteKey] = []
    func take(_ inlines: [Inline], _: TextPlace) {
      for inline in inlines {
        if case .noteReference(let key) = inline.content, called.insert(key).inserted { waiting.append(key) }
      }
    }
    for section in book.sections {
      if let heading = section.heading { Block.heading(heading).visitText(take) }
      for block in section.blocks { block.visitText(take) }
    }
    while let key = waiting.popLast() { for block in book.notes[key]?.blocks ?? [] { block.visitText(take) } }
    let spots = reader.notes.bodies.filter { spot in reader.keys[spot].map { !called.contains($0) } ?? true }
    for spot in spots { if let key = reader.keys[spot] { book.notes[key] = nil } }
    return spots.filter { isRead(pages[$0.page], reader.notes) }.flatMap { spot in
      ([spot.node] + (reader.notes.tails[spot] ?? [])).map { (pages[spot.page].range($0), "note of what is left out") }
    }
  }

  private func takePictures(_ reader: FlowReader, into book: inout Book) {
    // those beside pages of HTML stay files
    if !publication.isHTML {
      for name in reader.pictures { book.pictures[name] = publication.container.contents(name) }
    }
    book.pictures.merge(reader.drawings) { $1 }
    if reader.isWhole { book.takeFonts(fonts) }
  }

  /// In order, what overlaps made one.
  private func united(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var united: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = united.last, range.lowerBound < last.upperBound {
        united[united.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        united.append(range)
      }
    }
    return united
  }

  /// What the documents hide, but for code and signs that stand in for what is shown, and what goes with parts that
  /// are left out.
  private func hiddenElements(_ reader: FlowReader, without left: [Range<Int>]) -> [ReadingReport.Hidden] {
    let left = united(left)
    var kinds: [String: Int] = [:]
    var found: [ReadingReport.Hidden] = []
    for (spot, reason) in reader.hidden.sorted(by: { ($0.key.page, $0.key.node) < ($1.key.page, $1.key.node) }) {
      let page = pages[spot.page]
      // a text stands for the element that it is in
      let node = page.tree.nodes[spot.node].isText ? page.parent(spot.node) : spot.node
      let (name, range) = (page.element(node), page.range(spot.node))
      if ["script", "style", "template", "rp"].contains(name) { continue }
      let next = left.lowerBound { $0.upperBound <= range.lowerBound }
      if next < left.count, left[next].contains(range.lowerBound) { continue }
      let classes = page.classes(node).joined(separator: " ")
      let element = classes.isEmpty ? "<\(name)>" : "<\(name) class=\"\(classes)\">"
      let kind = kinds["\(reason)\(element)"] ?? found.count
      if kind == found.count {
        kinds["\(reason)\(element)"] = kind
        found.append(.init(element: element, reason: reason, first: page.source(spot.node)))
      }
      found[kind].places += 1
      found[kind].words += page.tree.text(of: spot.node).split(whereSeparator: \.isWhitespace).count
    }
    return found
  }

  /// - Parameter edges: where what is kept begins and ends, if sheets write words.
  private func reading(
    _ book: Book, _ reader: FlowReader, _ cut: [(range: Range<Int>, why: String)], edges: Set<Int>
  ) -> ManuscriptReading {
    var file = SourceFile(name: name, text: source)
    file.parts = parts
    var report = reader.report
    report.encodingName = publication.container.folder.map { "HTML, \($0.encoding)" } ?? "EPUB \(publication.version)"
    // a last letter that is written as `&mdash;` goes on to its semicolon
    func entityEnd(_ range: Range<Int>) -> Int {
      let start = max(range.lowerBound, range.upperBound - 4)
      guard range.upperBound <= source.count, start < range.upperBound,
        let sign = source[start..<range.upperBound].lastIndex(of: 0x26),
        let end = source[sign...].prefix(34).firstIndex(of: 0x3B),
        source[(sign + 1)..<end].allSatisfy({
          $0 == 0x23 || $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
        })
      else { return range.upperBound }
      return max(range.upperBound, end + 1)
    }
    let unread = pages.filter { !isRead($0, reader.notes) }.map {
      (range: $0.base..<($0.base + $0.tree.bytes.count), why: "not in the line of reading, and nothing leads there")
    }
    let called = CalledNotes(reader, book)
    let passedOver = called.apart(from: reader.dropped)
    let left = called.apart(from: cut + unread)
    for (range, why) in (passedOver + left).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let entry = parts.last { Int($0.start) <= range.lowerBound }?.name ?? ""
      let folder = publication.container.folder?.name ?? name + "/"
      // of one page all is
      let place = publication.isHTML && parts.count == 1 ? "" : " (\(entry.dropFirst(folder.utf8.count)))"
      report.dropped.append(.init(lines: file.lines(of: range), bytes: range, why: why + place))
    }
    // notes are the first of them
    report.apart = book.placesApart().enumerated().map { index, place in
      var place = place
      if index < called.spots.count, let spot = called.spots[index] {
        // all that is in the note's element, as of the run of the text it is all that is in the body
        place.ranges = called.ranges(of: spot)
        place.mark = place.mark.lowerBound..<place.mark.lowerBound
        return place
      }
      // a sign that a sheet wrote behind the last letter has no byte of its own
      place.ranges = place.ranges.flatMap { range in
        let isTag = range.count > 1 && range.upperBound <= source.count && source[range.upperBound - 1] == 0x3C
        return called.outside(isTag ? range.lowerBound..<(range.upperBound - 1) : range.lowerBound..<entityEnd(range))
      }
      return place
    }
    let moved = reader.moved.filter { !called.hold($0) }.map {
      OutOfFlowText(kind: .caption, file: 0, mark: $0.lowerBound..<$0.lowerBound, ranges: called.outside($0))
    }
    if !moved.isEmpty {
      let captions = report.apart.filter { $0.kind == .caption } + moved
      report.apart =
        report.apart.filter { $0.kind != .caption } + captions.sorted { $0.mark.lowerBound < $1.mark.lowerBound }
    }
    // a mark that nothing ends in its document ends with it
    let ends = parts.dropFirst().map { Int($0.start) - 1..<Int($0.start) }
    report.silent = reader.silent.flatMap { called.outside($0) } + ends
    report.recased = reader.recased
    // at the end of what is left out only what closes it, or what it stands in, goes with it
    func isClosing(_ place: Int) -> Bool {
      place >= source.count || source[place...].starts(with: [0x3C, 0x2F])
        || pages.contains { $0.base + $0.tree.bytes.count == place }
    }
    // a note may stand in what is left out
    func isWithinCut(_ place: Int) -> Bool {
      cut.contains { $0.range.lowerBound < place && place < $0.range.upperBound }
    }
    let added = reader.additions.filter { place, _ in
      // an element without words has no range
      !cut.contains { $0.range.isEmpty && $0.range.lowerBound == place }
        && !left.contains {
          // what is left out may be the first in what is kept, or behind it: the words at its edge are of what is kept
          let isBefore = place == $0.range.lowerBound && edges.contains(place)
          let isAtEnd = $0.range.upperBound == place && (isClosing(place) || isWithinCut(place))
          return $0.range.contains(place) && !isBefore || isAtEnd
        }
        // what was passed over brought nothing: what stands at its ends is of what it stands in
        && !passedOver.contains { $0.range.lowerBound < place && place < $0.range.upperBound }
    }
    // what is hidden brings nothing: a mark there is of what it stands in, whose words end before it
    let hidden = united(report.silent)
    func shown(_ place: Int) -> Int {
      let next = hidden.lowerBound { $0.lowerBound < place }
      return next > 0 && place < hidden[next - 1].upperBound ? hidden[next - 1].lowerBound : place
    }
    report.additions = Dictionary(added.sorted { $0.key < $1.key }.map { (shown($0.key), $0.value) }) { $0 + $1 }
    report.hidden = hiddenElements(reader, without: (cut + passedOver + unread).map(\.range))
    report.isMarkup = true
    report.notes = book.notes.count
    report.illustrations = reader.pictures.count + reader.drawings.count
    for section in book.sections where section.heading != nil {
      let form = section.role == .chapter ? "heading" : section.role.rawValue
      report.count(form, role: section.role, level: section.level, byLevel: true)
    }
    return ManuscriptReading(
      book: book, files: SourceFiles([file]), diagnostics: diagnostics, report: report, frontMatter: nil,
      dashes: .printed)
  }
}

extension Book {
  /// Puts the names of places for what links were called while the book was read; those that lead nowhere go.
  fileprivate mutating func resolveLinks(_ aliases: [NodeID: String]) {
    func resolved(_ link: String) -> String? {
      guard link.hasPrefix("#\u{1}") else { return link }
      let parts = link.dropFirst(2).split(separator: ".").compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      return aliases[NodeID(page: parts[0], node: parts[1])].map { "#" + $0 }
    }
    func rewrite(_ inlines: inout [Inline], _ place: TextPlace) {
      for index in inlines.indices where inlines[index].style.link?.hasPrefix("#") == true {
        inlines[index].style.extras.link = inlines[index].style.link.flatMap(resolved)
      }
    }
    rewriteTextAndNotes(rewrite)
  }
}

internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Turns the documents of a spine into one run of headings and blocks.
final class FlowReader {
  let pages: [Page]
  let publication: Publication
  let options: EPUBOptions
  let notes: NoteIndex
  /// The book's own contents, by the places they lead to.
  private(set) var places: [NamedPlace]
  let resolve: (String, Page) -> (page: Int, fragment: String)?

  var items: [FlowItem] = []
  var dropped: [(range: Range<Int>, why: String)] = []
  /// Bytes that are no words of the book and not worth telling: marks of notes, page numbers.
  var silent: [Range<Int>] = []
  /// Elements with words that are hidden, or texts of a body that is hidden, and why.
  private(set) var hidden: [NodeID: ReadingReport.Hidden.Reason] = [:]
  /// What stands elsewhere than in the file: captions above their tables, the feet of these, notes at margins.
  var moved: [Range<Int>] = []
  /// Words that the sheets write, by the byte of the joined source they stand before.
  var additions: [Int: String] = [:]
  /// Letters that a style sheet has in another case, by their places.
  var recased: [Int: String] = [:]
  var pictures: Set<String> = []
  /// Drawings that stand in a document itself.
  var drawings: [String: [UInt8]] = [:]
  var diagnostics: [Diagnostic] = []
  var keys: [NodeID: NoteKey] = [:]
  /// What the calls of each note say.
  var marks: [NoteKey: Set<String>] = [:]
  var report = ReadingReport()
  var warned: Set<String> = []
  var formulas = FormulaReader()

  /// Elements nested deeper are read for their text alone.
  static let deepest = 200

  var page: Page
  /// A sheet asks for a new page behind what was read last.
  var breaksNext = false
  /// What comes next begins below pictures that text runs around.
  var clearsNext = false
  /// A note at the margin is being read.
  var sidenoteIsOpen = false
  /// Notes at the margin of a paragraph that is being read: they stand above it.
  var sidenotes: [(inlines: [Inline], range: Range<Int>)] = []
  /// Of the sections that are open: the rank of the heading in each, and by how much those in it are deeper than written.
  var openSections: [(rank: Int?, shift: Int, isDivision: Bool)] = []
  /// Names of places that wait for what comes next.
  var pendingAnchors: [NodeID] = []
  /// The last list that Google Docs counts the depth of others from.
  var listOfDocs: (name: Substring, source: SourceLocation)?

  init?(
    _ pages: [Page], _ publication: Publication, _ options: EPUBOptions,
    resolve: @escaping (String, Page) -> (page: Int, fragment: String)?
  ) {
    guard let first = pages.first else { return nil }
    self.pages = pages
    self.publication = publication
    self.options = options
    self.resolve = resolve
    page = first
    var notes = NoteIndex(pages, resolve: resolve)
    places = NamedPlace.all(publication, pages)
    notes.add(targets: places.compactMap(\.spot))
    self.notes = notes
  }

  func takeGroups(from items: [FlowItem]) { places = places.withGroups(in: items) }

  var language: String? { publication.metadata.language ?? publication.declaredLanguage }
  var isWhole: Bool { options.sheets == .full }

  func warn(_ code: String, _ message: String, help: String? = nil, at offset: Int? = nil) {
    diagnostics.append(
      Diagnostic(.warning, code: code, message, help: help, source: offset.map { SourceLocation(offset: $0) }))
  }

  func warnOnce(_ code: String, _ message: String, help: String? = nil, at offset: Int? = nil) {
    if warned.insert(code).inserted { warn(code, message, help: help, at: offset) }
  }

  // MARK: Documents

  /// Where the reader is in a document.
  struct Context {
    var types: [Set<String>] = []
    /// The innermost element that says it is a section of the book.
    var division = -1
    var depth = 0
    var isVerse = false
    /// The element that is being read.
    var leaf = -1
    /// Inside a note, a list, a cell: what is read are blocks of another.
    var isInside = false
    /// In a table: a dash there is a word like others, and parts no scenes.
    var isCell = false

    mutating func enter(_ node: Int, _ types: Set<String>) {
      self.types.append(types)
      if !types.isDisjoint(with: SectionMaker.divisions) { division = node }
    }
  }

  func read(_ page: Page) {
    self.page = page
    let first = items.count
    guard page.body >= 0 else { return }
    if page.tree.nodes[page.body].name == "svg" { return addDrawing(page.body, into: &items, Context(leaf: page.body)) }
    var context = Context()
    var look = page.look(of: page.body, in: rootLook)
    // what spaces a whole book is none of its meaning
    look.spacing = 0
    if look.isVertical {
      warnOnce(
        "epub-vertical", "the book asks for vertical lines: they are set across",
        help: "--writing vertical sets them as it asks", at: page.base)
    }
    context.enter(page.body, page.types(page.body))
    if notes.targets.contains(NodeID(page: page.index, node: page.body)) { anchor(page.body) }
    walk(page.body, look.atEdge, context, into: &items)
    guard first < items.count else { return }
    items[first].beginsPage = true
    if let type = frontPage(from: first) { for index in first..<items.count { items[index].types.append([type]) } }
  }

  /// A document of a few words that its name, its classes or its ids call a dedication or an epigraph.
  private func frontPage(from first: Int) -> String? {
    let read = items[first...]
    guard read.reduce(0, { $0 + $1.words.utf8.count }) < 800, read.allSatisfy({ !$0.isHeading }) else { return nil }
    var names = [page.name.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""]
    for node in page.tree.nodes.indices where !page.tree.nodes[node].isText && page.element(node) != "html" {
      names += page.classes(node) + [page.tree.attribute("id", of: node) ?? ""]
    }
    let words = Set(names.map { $0.lowercased().filter(\.isLetter) })
    if read.allSatisfy({ $0.block?.isFigure ?? false }) {
      let isTitle = !words.isDisjoint(with: ["titlepage", "fulltitlepage", "halftitlepage", "halftitle", "title"])
      return isTitle && !items[..<first].contains(where: \.isHeading) ? "titlepage" : nil
    }
    if words.contains(where: { $0.contains("dedicat") || $0 == "ded" || $0 == "widmung" }) { return "dedication" }
    return words.contains { $0.contains("epigraph") || $0 == "motto" } ? "epigraph" : nil
  }

  /// What `html` hands on.
  var rootLook: ComputedStyle {
    var look = ComputedStyle()
    look.language = language
    guard let root = page.tree.first("html"), root != page.body else { return look }
    return page.look(of: root, in: look)
  }

  func anchor(_ node: Int) {
    let spot = NodeID(page: page.index, node: node)
    if notes.targets.contains(spot) { pendingAnchors.append(spot) }
  }

  // MARK: Elements

  /// Reads what is in an element, blocks and the lines between them.
  func walk(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    var context = context
    context.depth += 1
    context.leaf = node
    var runs = Runs()
    var start = page.tree.nodes[node].inner.lowerBound
    let isTyped = !context.isInside && !context.isVerse && page.isBrokenProse(node)
    var breaks = 0
    if context.depth > FlowReader.deepest {
      warnOnce(
        "epub-deep", "elements are nested more than \(FlowReader.deepest) deep: what is inside is set as plain text",
        at: page.place(start))
      appendText(of: node, look, into: &runs)
      return flush(&runs, look, context, from: start, to: page.tree.nodes[node].inner.upperBound, into: &out)
    }
    // marks have no place on lines of their own
    let quotes = page.element(node) == "q" && page.holdsBlocks(node)
    let first = out.count
    let generates = !quotes && !isEmptyQuotation(node, look)
    if generates, let words = page.generated("before", of: node, language: look.language) {
      append(generated: words, at: start, look, into: &runs)
    }
    for child in page.tree.children(of: node) {
      let content = page.tree.nodes[child]
      if content.isText {
        append(text: child, look, link: nil, into: &runs)
        continue
      }
      let inner = page.look(of: child, in: look)
      if isPassedOver(child, inner) { continue }
      if isTyped, page.element(child) == "br", content.inner.isEmpty {
        // breaks part paragraphs; three, as no two of them do, part scenes
        breaks = runs.isBlank ? breaks + 1 : 1
        if !runs.isBlank { flush(&runs, look, context, from: start, to: content.source.lowerBound, into: &out) }
        start = content.source.upperBound
        if breaks == 3 { addPause(at: content.source, context, into: &out) }
        continue
      }
      let isInLine = inner.display == .inline && !isAlwaysBlock(child)
      if isInLine, !page.holdsBlocks(child) || isDrawn(child) || isCall(child), !isBrokenProse(child, context),
        !holdsForeignWords(child)
      {
        append(inline: child, inner, link: nil, depth: context.depth, into: &runs)
        continue
      }
      flush(&runs, look, context, from: start, to: content.source.lowerBound, into: &out)
      start = content.source.upperBound
      if inner.clears { clearsNext = true }
      let before = out.count
      block(child, inner, context, into: &out)
      if inner.breaksBefore, before < out.count { out[before].breaks = true }
      if inner.breaksAfter { breaksNext = true }
    }
    let end = page.tree.nodes[node].inner.upperBound
    if generates, let words = page.generated("after", of: node, language: look.language) {
      append(generated: words, at: endOfWords(of: node), look, into: &runs)
    }
    flush(&runs, look, context, from: start, to: end, into: &out)
    if quotes { quote(from: first, node, look, in: &out) }
  }

  /// Puts the marks of a quotation that holds blocks into the first and the last of these, where both are paragraphs.
  private func quote(from first: Int, _ node: Int, _ look: ComputedStyle, in items: inout [FlowItem]) {
    guard first < items.count, let opening = items[first].paragraph?.inlines.first,
      items[items.count - 1].paragraph != nil,
      let open = page.generated("before", of: node, language: look.language),
      let close = page.generated("after", of: node, language: look.language)
    else { return }
    let style = look.style(link: nil, language: language, isWhole: isWhole)
    let place = Int(opening.source.offset)
    additions[place] = open + (additions[place] ?? "")
    items[first].paragraph?.inlines.insert(Inline(.text(open), style: style, source: opening.source), at: 0)
    let last = items.count - 1
    let end = items[last].paragraph?.inlines.last.flatMap(endOfLetters) ?? endOfParagraph(items[last], from: place)
    additions[end, default: ""] += close
    items[last].paragraph?.inlines.append(Inline(.text(close), style: style, source: SourceLocation(offset: end)))
  }

  /// Where words end that stand in the page as they are shown.
  private func endOfLetters(_ words: Inline) -> Int? {
    guard case .text(let text) = words.content, let last = text.last, !last.isWhitespace else { return nil }
    // the marks of a quotation that ends there, too
    if additions[Int(words.source.offset)]?.hasSuffix(text) == true { return Int(words.source.offset) }
    let letter = String(last).utf8
    let start = Int(words.source(atByte: text.utf8.count - letter.count).offset) - page.base
    let bytes = page.tree.bytes
    guard bytes.indices.contains(start) else { return nil }
    if bytes[start] == UInt8(ascii: "&") {
      // a reference, which in what is no XML may lack its end, or the letter itself
      let name = bytes[(start + 1)...].prefix {
        let sign = Character(Unicode.Scalar($0))
        return sign == "#" || sign.isASCII && (sign.isLetter || sign.isNumber)
      }
      if bytes[name.endIndex...].first == UInt8(ascii: ";") { return name.endIndex + 1 + page.base }
      guard name.isEmpty else { return nil }
    }
    return bytes[start...].starts(with: letter) ? start + letter.count + page.base : nil
  }

  /// Where a paragraph ends that something else than words ends: a note may begin there, or go on to the end of all.
  private func endOfParagraph(_ item: FlowItem, from place: Int) -> Int {
    var end = item.range.upperBound
    // what is passed over at its end stands behind it
    for (range, _) in dropped.reversed() {
      guard range.upperBound >= end else { break }
      if range.upperBound == end, range.lowerBound > place { end = range.lowerBound }
    }
    end = closingTag(before: end)
    let bodies = notes.bodies.filter { $0.page == page.index }.map { page.range($0.node) }
    if let body = bodies.filter({ $0.lowerBound < end && end <= $0.upperBound && $0.lowerBound > place }).min(by: {
      $0.lowerBound < $1.lowerBound
    }) {
      end = body.lowerBound
    }
    return end
  }

  /// Where an element's own words end: before a note that goes on to its end, which stands elsewhere.
  func endOfWords(of node: Int) -> Int {
    let end = page.tree.nodes[node].inner.upperBound
    var around = node
    while let last = page.tree.children(of: around).reduce(nil, { Int?.some($1) }), !page.tree.nodes[last].isText,
      page.tree.nodes[last].source.upperBound == end
    {
      if notes.bodies.contains(NodeID(page: page.index, node: last)) { return page.tree.nodes[last].source.lowerBound }
      around = last
    }
    return end
  }

  /// Where the tag begins that ends at a place; the place itself where none does.
  private func closingTag(before place: Int) -> Int {
    let bytes = page.tree.bytes
    let end = place - page.base
    guard bytes.indices.contains(end - 1), bytes[end - 1] == UInt8(ascii: ">"),
      let start = bytes[..<end].lastIndex(of: UInt8(ascii: "<")), bytes[start + 1] == UInt8(ascii: "/")
    else { return place }
    return start + page.base
  }

  private func isBrokenProse(_ node: Int, _ context: Context) -> Bool {
    !context.isInside && !context.isVerse && page.isBrokenProse(node)
  }

  private func isCall(_ node: Int) -> Bool { notes.calls[NodeID(page: page.index, node: node)] != nil }

  private func isDrawn(_ node: Int) -> Bool { ["svg", "math", "ruby"].contains(page.element(node)) || isPicture(node) }

  private func isAlwaysBlock(_ node: Int) -> Bool {
    ["hr", "table", "ul", "ol", "dl", "figure", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"].contains(
      page.element(node))
  }

  private static let pageNumberClasses: Set<String> = ["pageno", "pagenum", "pagenumber", "page-number"]

  /// What has no words for a page: hidden elements, page breaks of other editions, notes, which stand elsewhere.
  func isPassedOver(_ node: Int, _ look: ComputedStyle) -> Bool {
    let range = page.range(node)
    let spot = NodeID(page: page.index, node: node)
    if notes.bodies.contains(spot) || notes.elsewhere.contains(spot) { return true }
    if notes.labels.contains(spot) {
      silent.append(range)
      return true
    }
    if page.doubled.contains(node) {
      silent.append(range)
      return true
    }
    if let why = page.leftOut[node] {
      dropped.append((range, why))
      return true
    }
    if look.display == .none || look.isHidden || isUnreadCase(node) {
      // Google's mark of a new page
      if look.breaksBefore, page.element(node) == "hr" { breaksNext = true }
      if !page.tree.words(of: node).isEmpty { hide(node, reasonToHide(node, look)) }
      return true
    }
    if !options.keeps.contains(.pageNumbers), isPageNumber(node) {
      anchor(node)
      silent.append(range)
      if page.tree.hasWords(node) { hidden[spot] = .pageNumber }
      return true
    }
    if page.classes(node).contains("pg-boilerplate"), !options.keeps.contains(.boilerplate) {
      dropped.append((range, "Project Gutenberg's frame"))
      return true
    }
    if isTranscribersNote(node) {
      dropped.append((range, "note of those who made the file"))
      return true
    }
    return false
  }

  /// Tells of words that no page shows.
  func hide(_ node: Int, _ reason: ReadingReport.Hidden.Reason) {
    silent.append(page.range(node))
    hidden[NodeID(page: page.index, node: node)] = reason
  }

  func reasonToHide(_ node: Int, _ look: ComputedStyle) -> ReadingReport.Hidden.Reason {
    if look.display != .none, !look.isHidden { return .otherPrograms }
    if page.tree.attribute("hidden", of: node) != nil { return .attribute }
    return look.display == .none
      && (ComputedStyle.neverShown.contains(page.element(node))
        || ComputedStyle.forScreens.contains(page.element(node)))
      ? .kind : .sheet
  }

  /// Whether an element would be passed over; nothing is told of it.
  func isUnseen(_ node: Int, _ look: ComputedStyle) -> Bool {
    let spot = NodeID(page: page.index, node: node)
    return notes.bodies.contains(spot) || notes.elsewhere.contains(spot) || notes.labels.contains(spot)
      || page.doubled.contains(node) || page.leftOut[node] != nil || look.display == .none || look.isHidden
      || isUnreadCase(node)
      || !options.keeps.contains(.pageNumbers) && isPageNumber(node)
      || !options.keeps.contains(.boilerplate) && page.classes(node).contains("pg-boilerplate")
      || isTranscribersNote(node)
  }

  private func isTranscribersNote(_ node: Int) -> Bool {
    !options.keeps.contains(.transcriberNotes)
      && page.classes(node).contains { FlowReader.transcribers.contains($0.lowercased().filter(\.isLetter)) }
  }

  private func isPageNumber(_ node: Int) -> Bool {
    page.types(node).contains("pagebreak")
      || page.tree.nodes[node].inner.count < 200
        && page.classes(node).contains { FlowReader.pageNumberClasses.contains($0.lowercased()) }
  }

  /// What `epub:switch` has for programs that know a language of marks, where it has something for all others
  /// (EPUB Content Documents 3.0, 2.1.3.4).
  private func isUnreadCase(_ node: Int) -> Bool {
    guard ["case", "default"].contains(page.element(node)), page.tree.nodes[node].parent >= 0,
      page.element(page.parent(node)) == "switch"
    else { return false }
    let cases = page.elements(in: page.parent(node))
    // formulas are known here
    let read = cases.first { page.element($0) == "case" && page.tree.first("math", in: $0) != nil }
    return node != read ?? cases.first { page.element($0) == "default" && page.tree.hasWords($0) } ?? node
  }

  /// Classes of boxes with what Distributed Proofreaders say of their work.
  private static let transcribers: Set<String> = ["transnote", "transnotes", "tnote", "tnotes", "transcribernote"]
}

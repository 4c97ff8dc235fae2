internal import BookModel
internal import CMark
internal import Units

/// What bookdown's headings begin (R. Xie, bookdown, 2.1, "Special headers").
enum MarkedHeading: String, CaseIterable {
  case part = "(PART)"
  case numberless = "(PART*)"
  case appendix = "(APPENDIX)"

  init?(_ text: String) {
    guard text.hasPrefix("("), let mark = MarkedHeading.allCases.first(where: { text.hasPrefix($0.rawValue + " ") })
    else { return nil }
    self = mark
  }
}

extension MarkdownDocument {
  /// The first block that is no comment is a heading: its level.
  private var openingLevel: Int? {
    guard let first = parsed.blocks.first(where: { parsed.nodes[$0].kind != .htmlBlock }),
      case .heading(let level) = parsed.nodes[first].kind
    else { return nil }
    return level
  }

  /// Its title comes from its front matter, and headings in it are below that.
  var isTitledFromOutside: Bool { input.isTitledByItself && input.title != nil && openingLevel != 1 }

  /// Whether it has a heading of its own where its title would stand.
  func startsWithHeading(ofLevel most: Int) -> Bool { openingLevel.map { $0 <= most } ?? false }
}

/// What each heading of a book is: decided over all its files before any text is read.
///
/// - Chapters are the headings of the smallest level that the book has.
/// - A single file that opens with its only heading of level 1, and has chapters at
///   level 2, tells the book's title by it.
/// - Headings at the very beginning that say `Author: …`, `Year: …` and the like tell of
///   the book too.
/// - Headings of the chapters' level that say "Part One", "Book 2" or the like in any
///   language the text reader knows are parts; the next level below them are chapters.
struct MarkdownOutline {
  struct Place: Hashable {
    var file: Int
    var node: Int
  }

  enum Rank {
    case title, part, chapter, partChapter
    case inside(level: Int)
    case marked(MarkedHeading)
  }

  private(set) var title: String?
  private(set) var metadata = Metadata()
  private(set) var chapterLevel = 1
  private(set) var hasParts = false
  /// Whether any heading opens a section.
  private(set) var hasChapters = false
  /// Headings that are not set, for the title page says the same.
  private(set) var onTitlePage: Set<Place> = []
  private(set) var parts: Set<Place> = []
  /// Prologues, interludes and epilogues that are headings below the chapters' level, where nothing else is.
  private var prologues: Set<Place> = []
  /// Headings that say themselves what they begin: bookdown's `# (PART) Title {-}`, `# (APPENDIX) Title {-}`.
  private(set) var marked: [Place: MarkedHeading] = [:]

  private struct Found {
    var place: Place
    var level: Int
    var text: String
  }

  /// - Parameters:
  ///   - givenTitle: what the user or the front matter calls the book.
  ///   - hasTitle: a heading of a lone file may be the book's title.
  init(_ documents: [MarkdownDocument], givenTitle: String?, hasTitle: Bool = true) {
    var found: [Found] = []
    for (file, document) in documents.enumerated() {
      for node in document.parsed.blocks {
        guard case .heading(let level) = document.parsed.nodes[node].kind else { continue }
        let text = document.parsed.ownName(of: node)?.words ?? document.parsed.plainText(of: node)
        if let mark = MarkedHeading(text) {
          marked[Place(file: file, node: node)] = mark
          continue
        }
        found.append(
          Found(
            place: Place(file: file, node: node), level: level, text: text))
      }
    }
    if documents.count == 1, hasTitle { takeTitle(documents[0], &found, givenTitle: givenTitle) }
    chapterLevel = documents.contains(where: \.isTitledFromOutside) ? 1 : found.map(\.level).min() ?? 1
    hasChapters = !found.isEmpty
    for heading in found where heading.level == chapterLevel {
      if let form = form(of: heading.text), form.rank == .part || form.rank == .volume, form.number != nil {
        parts.insert(heading.place)
      }
    }
    if parts.isEmpty { parts = holders(of: found) }
    hasParts = !parts.isEmpty && found.contains { $0.level == chapterLevel + 1 }
    if !hasParts { parts = [] }
    let level = hasParts ? chapterLevel + 1 : chapterLevel
    let below = found.filter { $0.level > level }
    let counted = found.count { $0.level == level && form(of: $0.text)?.number != nil }
    if counted > 1, below.allSatisfy(\.text.namesPrologue) { prologues = Set(below.map(\.place)) }
  }

  /// Headings of the chapters' level that stand right above chapters which are counted: parts without a label.
  private func holders(of found: [Found]) -> Set<Place> {
    let tops = found.indices.filter { found[$0].level == chapterLevel && BookMatter(heading: found[$0].text) == nil }
    let holders = tops.filter { index in
      index + 1 < found.count && found[index + 1].level == chapterLevel + 1
        && found[index].place.file == found[index + 1].place.file
        && form(of: found[index + 1].text).map { $0.rank == .chapter && $0.number != nil } ?? false
        && form(of: found[index].text) == nil
    }
    return holders.count > 1 && holders.count * 2 > tops.count ? Set(holders.map { found[$0].place }) : []
  }

  /// Whether the first of several headings of one level is the book's title: nothing but a few lines stands below it,
  /// and the next one says itself that it is a part, a chapter or a preface.
  private func isTitle(_ document: MarkdownDocument, _ found: [Found], givenTitle: String?) -> Bool {
    guard found.count > 1, let first = found.first, found[1].level == 1, BookMatter(heading: first.text) == nil,
      form(of: first.text) == nil
    else { return false }
    let nodes = document.parsed.blocks
    guard let start = nodes.firstIndex(of: first.place.node), let end = nodes.firstIndex(of: found[1].place.node) else {
      return false
    }
    let between = nodes[(start + 1)..<end].filter { document.parsed.nodes[$0].kind != .htmlBlock }
    let isShort =
      between.count <= 4
      && between.allSatisfy {
        document.parsed.nodes[$0].kind == .paragraph && document.parsed.plainText(of: $0).utf8.count <= 80
      }
    let isNamed = givenTitle.map { headingKey($0) == headingKey(first.text) } ?? false
    let isCounted = form(of: found[1].text).map { $0.rank <= .chapter && $0.number != nil } ?? false
    return isShort && (isNamed || isCounted || BookMatter(heading: found[1].text) != nil)
  }

  private mutating func takeTitle(_ document: MarkdownDocument, _ found: inout [Found], givenTitle: String?) {
    guard let first = found.first, first.level == 1, isOpening(first.place.node, document),
      !found.dropFirst().contains(where: { $0.level == 1 }) && found.contains(where: { $0.level == 2 })
        || isTitle(document, found, givenTitle: givenTitle)
    else { return }
    let (key, value) = pair(first.text) ?? ("title", first.text)
    guard key == "title", givenTitle.map({ headingKey($0) == headingKey(value) }) ?? true else { return }
    title = value
    onTitlePage.insert(first.place)
    found.removeFirst()
    // Only what follows the title without a word between can tell of the book.
    let nodes = document.parsed.blocks
    guard var at = nodes.firstIndex(of: first.place.node) else { return }
    while at + 1 < nodes.count, let next = found.first, nodes[at + 1] == next.place.node,
      let (key, value) = pair(next.text),
      take(key, value)
    {
      onTitlePage.insert(next.place)
      found.removeFirst()
      at += 1
    }
    while at + 1 < nodes.count, let next = found.first, nodes[at + 1] == next.place.node,
      takeUnpaired(
        next, above: at + 2 < nodes.count ? found.dropFirst().first { $0.place.node == nodes[at + 2] } : nil,
        chapters: found.map(\.level).min() ?? 1)
    {
      onTitlePage.insert(next.place)
      found.removeFirst()
      at += 1
    }
  }

  /// A heading right below the title that holds no text: deeper than chapters are, or of their level above an author's name.
  private mutating func takeUnpaired(_ heading: Found, above next: Found?, chapters: Int) -> Bool {
    let division = BookDivision(metadata: Metadata(), notes: [:]) { _ in [] }
    let isDeeper = heading.level > chapters
    let names = division.authors(in: heading.text)
    if metadata.authors.isEmpty, isDeeper, let names {
      metadata.authors = names
      return true
    }
    guard metadata.subtitle == nil, heading.text.utf8.count <= 120, BookMatter(heading: heading.text) == nil,
      isDeeper || next.map({ $0.level > heading.level && division.authors(in: $0.text) != nil }) ?? false
    else { return false }
    metadata.subtitle = heading.text.withoutMarkdown
    return true
  }

  /// Whether nothing but comments stands before a node.
  private func isOpening(_ node: Int, _ document: MarkdownDocument) -> Bool {
    for before in document.parsed.blocks {
      if before == node { return true }
      guard document.parsed.nodes[before].kind == .htmlBlock else { return false }
    }
    return false
  }

  /// `Author: H. G. Wells`
  private func pair(_ text: String) -> (key: String, value: String)? {
    guard let colon = text.utf8.firstIndex(of: 0x3A), text.utf8[..<colon].count <= 40 else { return nil }
    let key = trimmed(String(text[..<colon])).lowercased()
    let value = trimmed(String(text[text.index(after: colon)...]))
    return [
      "title", "subtitle", "author", "authors", "translator", "editor", "illustrator", "year", "date", "language",
    ].contains(key)
      && !value.isEmpty ? (key, value) : nil
  }

  private mutating func take(_ key: String, _ value: String) -> Bool {
    switch key {
    case "subtitle": metadata.subtitle = value
    case "author", "authors": metadata.authors.append(value)
    case "year", "date": metadata.date = value
    case "language": metadata.language = value
    case "translator", "editor", "illustrator": metadata.contributors.append(.init(role: key, name: value))
    default: return false
    }
    return true
  }

  /// What a top-level heading is. `inPart`: whether a part has begun.
  func rank(of place: Place, level: Int, inPart: Bool) -> Rank {
    if onTitlePage.contains(place) { return .title }
    if let mark = marked[place] { return .marked(mark) }
    if prologues.contains(place) { return inPart ? .partChapter : .chapter }
    if level <= chapterLevel { return parts.contains(place) ? .part : .chapter }
    if inPart, level == chapterLevel + 1 { return .partChapter }
    return .inside(level: min(max(level - chapterLevel + (inPart ? 0 : 1), 2), 6))
  }
}

/// A heading's words as a form, such as `Chapter N`.
func form(of heading: String) -> HeadingForm? {
  let bytes = Array(heading.utf8)
  let form = PlainTextSource(file: SourceFile(name: "", text: bytes), lines: TextLines()).headingForm(0..<bytes.count)
  return form.flatMap { $0.isGuess ? nil : $0 }
}

extension Heading {
  /// `Chapter 1: The Beginning` parted into label and title, the sign between left out.
  func parted() -> Heading {
    guard label.isEmpty, title.count == 1, case .text(let run) = title[0].content, !run.isNameInNumerals,
      let form = form(of: run)
    else { return self }
    var heading = self
    func piece(_ range: Range<Int>) -> [Inline] {
      let text = String(decoding: Array(run.utf8)[range], as: UTF8.self)
      return [Inline(.text(text), style: title[0].style, source: title[0].source(atByte: range.lowerBound))]
    }
    guard let rest = form.title else {
      // a label alone keeps what ends it: `Chapter 1.`
      heading.label = title
      heading.title = []
      return heading
    }
    heading.label = piece(0..<form.label.upperBound)
    heading.title = piece(rest.lowerBound..<run.utf8.count)
    return heading
  }
}

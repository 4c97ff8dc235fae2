internal import BookModel
internal import CMark
internal import Units

/// What bookdown's headings begin (R. Xie, bookdown, 2.1, "Special headers").
enum MarkedHeading: String, CaseIterable {
  case part = "(PART)", numberless = "(PART*)", appendix = "(APPENDIX)"

  init?(_ text: String) {
    guard text.hasPrefix("("), let mark = MarkedHeading.allCases.first(where: { text.hasPrefix($0.rawValue + " ") })
    else { return nil }
    self = mark
  }
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
  /// Headings that say themselves what they begin: bookdown's `# (PART) Title {-}`, `# (APPENDIX) Title {-}`.
  private(set) var marked: [Place: MarkedHeading] = [:]

  private struct Found {
    var place: Place
    var level: Int
    var text: String
  }

  /// - Parameter givenTitle: what the user or the front matter calls the book.
  init(_ documents: [MarkdownDocument], givenTitle: String?) {
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
    if documents.count == 1 { takeTitle(documents[0], &found, givenTitle: givenTitle) }
    chapterLevel = found.map(\.level).min() ?? 1
    hasChapters = !found.isEmpty
    for heading in found where heading.level == chapterLevel {
      if let form = form(of: heading.text), form.rank == .part || form.rank == .volume, form.number != nil {
        parts.insert(heading.place)
      }
    }
    hasParts = !parts.isEmpty && found.contains { $0.level == chapterLevel + 1 }
    if !hasParts { parts = [] }
  }

  private mutating func takeTitle(_ document: MarkdownDocument, _ found: inout [Found], givenTitle: String?) {
    guard let first = found.first, first.level == 1, !found.dropFirst().contains(where: { $0.level == 1 }),
      found.contains(where: { $0.level == 2 }), isOpening(first.place.node, document)
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
    guard label.isEmpty, title.count == 1, case .text(let run) = title[0].content, let form = form(of: run) else {
      return self
    }
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

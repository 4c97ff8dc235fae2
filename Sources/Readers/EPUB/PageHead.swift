internal import Manuscript
internal import XML

/// What one page of HTML says of itself: its head, and the lines that it begins with.
struct PageHead {
  /// A heading or a paragraph without others in it.
  private struct Line {
    var element: String
    var classes: Set<String>
    var words: String
  }

  let name: String
  /// As it stands in the head.
  private(set) var title = ""
  /// What `meta` elements say, by their names in small letters.
  private(set) var metas: [String: [String]] = [:]
  private(set) var language: String?
  /// Headings of the first rank.
  private(set) var headings: [String] = []
  private(set) var hasHeadings = false
  /// Bytes of its words.
  private(set) var size = 0
  private let tree: XMLTree
  private var lines: [Line] = []
  private var secondHeadings = 0

  init(_ name: String, _ tree: XMLTree) {
    self.name = name
    self.tree = tree
    readHead()
    readLines()
  }

  private mutating func readHead() {
    let tree = tree
    title =
      tree.nodes.indices.first { tree.nodes[$0].name == "title" && tree.nodes[$0].namespace.isEmpty }.map {
        tree.words(of: $0)
      } ?? ""
    for node in tree.all("meta") {
      guard
        let key = tree.attribute("name", of: node) ?? tree.attribute("property", of: node)
          ?? tree.attribute("http-equiv", of: node),
        let content = tree.attribute("content", of: node)
      else { continue }
      let words = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty { metas[key.lowercased(), default: []].append(words) }
    }
    let said = ["html", "body"].compactMap { tree.first($0) }.compactMap { node in
      tree.attribute("lang", of: node) ?? tree.attribute("lang", of: node, namespace: XMLNamespace.xml)
    }.first { !$0.isEmpty }
    language = (said ?? self.said(["content-language", "dc.language", "dcterms.language", "language"])).flatMap { tag in
      let isTag = tag.count >= 2 && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      return isTag && tag != "und" ? tag : nil
    }
  }

  private static let unread: Set<String> = ["head", "nav", "script", "style", "noscript", "template", "form", "svg"]

  private mutating func readLines() {
    let root = tree.mainPart ?? tree.first("body") ?? 0
    guard !tree.nodes.isEmpty else { return }
    var node = root
    while node < Int(tree.nodes[root].end) {
      let content = tree.nodes[node]
      if PageHead.unread.contains(content.name) || tree.attribute("hidden", of: node) != nil {
        node = Int(content.end)
        continue
      }
      if content.isText {
        size += content.source.count
        // words beside blocks
        let around = Int(content.parent)
        if lines.count < 24, around >= 0, Page.blockNames.contains(tree.nodes[around].name), holdsBlocks(around) {
          let words = line(node)
          if !words.isEmpty { add(Line(element: "div", classes: classes(around), words: words)) }
        }
      }
      if Page.blockNames.contains(content.name) || content.name == "body", !holdsBlocks(node) {
        let words = line(node)
        if !words.isEmpty { add(Line(element: content.name, classes: classes(node), words: words)) }
      }
      node += 1
    }
  }

  private mutating func add(_ line: Line) {
    switch line.element {
    case "h1":
      headings.append(line.words)
      hasHeadings = true
    case "h2":
      secondHeadings += 1
      hasHeadings = true
    case "h3", "h4": hasHeadings = true
    default:
      if line.words.isHeadingLabel { hasHeadings = true }
    }
    if lines.count < 24 { lines.append(line) }
  }

  private func holdsBlocks(_ node: Int) -> Bool {
    ((node + 1)..<max(Int(tree.nodes[node].end), node + 1)).contains { Page.blockNames.contains(tree.nodes[$0].name) }
  }

  private func classes(_ node: Int) -> Set<String> {
    Set((tree.attribute("class", of: node) ?? "").tokens.map { $0.lowercased().filter(\.isLetter) })
  }

  /// The words of an element, with a blank where a line of it ends; without the sign of a link to the line itself, which
  /// programs put behind headings.
  private func line(_ node: Int) -> String {
    var text = ""
    var inner = node
    while inner < Int(tree.nodes[node].end) {
      let content = tree.nodes[inner]
      let saysNothing = content.name == "a" && !tree.words(of: inner).contains { $0.isLetter || $0.isNumber }
      if content.name == "br" { text += " " }
      if content.isText { text += tree.text(of: inner) }
      inner = saysNothing ? max(Int(content.end), inner + 1) : inner + 1
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The first of what `meta` elements of these names say.
  func said(_ names: [String]) -> String? { names.lazy.compactMap { metas[$0]?.first }.first }

  // MARK: The book

  /// `The Project Gutenberg eBook of The Salt Road, by Mary Crane`
  var gutenberg: (title: String, authors: [String])? {
    let lower = title.lowercased()
    guard lower.contains("gutenberg"), lower.utf8.count == title.utf8.count else { return nil }
    var rest = title
    for key in ["ebook of ", "etext of ", "e-text of "] {
      guard let found = lower.firstRange(of: key) else { continue }
      rest = String(
        decoding: title.utf8.dropFirst(lower.utf8.distance(from: lower.startIndex, to: found.upperBound)), as: UTF8.self
      )
      break
    }
    if let end = rest.firstRange(of: " | Project Gutenberg") ?? rest.firstRange(of: " - Project Gutenberg") {
      rest = String(rest[..<end.lowerBound])
    }
    while let last = rest.last, "*. ".contains(last) { rest.removeLast() }
    guard !rest.isEmpty, !rest.lowercased().contains("gutenberg") else { return nil }
    guard let by = rest.firstRange(of: ", by ") ?? rest.firstRange(of: " by ") else { return (rest, []) }
    return (String(rest[..<by.lowerBound]), [String(rest[by.upperBound...])])
  }

  /// A page that stands for all: where one list of the others is wont to be.
  var isIndex: Bool {
    let stem = (name.split(separator: "/").last ?? "").prefix { $0 != "." }.lowercased()
    return ["index", "toc", "contents", "default"].contains(stem)
  }

  /// The one heading of the first rank that a page begins with.
  var soleHeading: String? {
    guard headings.count == 1, lines.prefix(6).contains(where: { $0.element == "h1" }) else { return nil }
    return headings[0]
  }

  /// Headings of the second rank, as those of chapters below a title.
  var headsChapters: Bool { secondHeadings > 1 }

  /// A line that its class calls the title: Word's, Google's, pandoc's.
  var typedTitle: String? {
    let kinds: Set<String> = ["msotitle", "title", "booktitle", "doctitle", "maintitle", "documenttitle"]
    return lines.prefix(8).first { line in
      !line.classes.isDisjoint(with: kinds) && line.words.utf8.count <= 200 && !line.words.isHeadingLabel
        && ["p", "h1", "div", "header"].contains(line.element)
    }?.words
  }

  /// A first line with the one below it saying who wrote the book.
  var signedLine: String? {
    guard lines.count > 2, lines[0].words.utf8.count <= 80, !lines[0].words.isHeadingLabel,
      PageHead.names(in: lines[1].words, saysSo: true) != nil
    else { return nil }
    return lines[0].words
  }

  /// Who wrote the book, by a line below the title.
  func byline(below title: String?) -> [String] {
    let title = title?.lettersAndFigures
    let start = lines.prefix(8).firstIndex { $0.words.lettersAndFigures == title } ?? 0
    for line in lines.dropFirst(start).prefix(5) where line.words.utf8.count <= 100 {
      if line.words.isHeadingLabel { break }
      let isCalled = !line.classes.isDisjoint(with: ["author", "bookauthor", "byline", "authors", "titleauthor"])
      if let names = PageHead.names(in: line.words, saysSo: !isCalled) { return names }
    }
    return []
  }

  /// What the title says, and its parts between bars and dashes.
  var titlePieces: [String] {
    guard !title.isEmpty else { return [] }
    var pieces = [title]
    for separators in [PageHead.bars, PageHead.bars + PageHead.dashes] {
      pieces += PageHead.parts(of: title, at: separators)
    }
    pieces += pieces.compactMap { piece in piece.firstRange(of: ", by ").map { String(piece[..<$0.lowerBound]) } }
    return pieces
  }

  /// The title without the name of the site that it stands on; nil for what programs write who know none.
  var cleanTitle: String? {
    guard var words = PageHead.parts(of: title, at: PageHead.bars).first else { return nil }
    let parts = PageHead.parts(of: words, at: PageHead.dashes)
    if parts.count > 1, let last = parts.last {
      let site = said(["og:site_name", "application-name"])?.lettersAndFigures
      let isSite =
        last.lettersAndFigures == site
        || PageHead.sites.contains { last.lowercased().hasSuffix($0) }
      if isSite { words = parts.dropLast().joined(separator: " – ") }
    }
    if let by = words.firstRange(of: ", by "), PageHead.names(in: "by " + words[by.upperBound...], saysSo: true) != nil
    {
      words = String(words[..<by.lowerBound])
    }
    return PageHead.isNoTitle(words, of: name) ? nil : words
  }

  private static let bars = [" | ", " » ", " « ", " :: ", " · "]
  private static let dashes = [" – ", " — ", " - "]
  private static let sites = ["blog", ".com", ".org", ".net", "wikipedia", "wikisource", "medium", "substack"]

  private static func parts(of title: String, at separators: [String]) -> [String] {
    var parts = [title]
    for separator in separators {
      parts = parts.flatMap { part in
        var pieces: [String] = []
        var rest = part[...]
        while let found = rest.firstRange(of: separator) {
          pieces.append(String(rest[..<found.lowerBound]))
          rest = rest[found.upperBound...]
        }
        return pieces + [String(rest)]
      }
    }
    return parts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
  }

  /// What programs call a page that nobody named.
  static func isNoTitle(_ words: String, of name: String) -> Bool {
    let letters = words.lettersAndFigures
    let stem = (name.split(separator: "/").last ?? "").prefix { $0 != "." }
    let lower = words.lowercased()
    return letters.isEmpty || letters == String(stem).lettersAndFigures || lower.hasPrefix("microsoft word - ")
      || lower.hasPrefix("untitled")
      || [".doc", ".docx", ".odt", ".html", ".htm", ".rtf"].contains(where: lower.hasSuffix)
      || ["document", "newdocument", "notitle", "index", "home", "titlepage", "page", "newpage"].contains(letters)
  }

  /// `, by Mary Crane`, where a title is followed by it.
  static func author(behind title: String, in words: String) -> String? {
    for piece in parts(of: words, at: bars) {
      guard piece.hasPrefix(title + ", by ") else { continue }
      return names(in: String(piece.dropFirst(title.count + 2)), saysSo: true)?.joined(separator: " and ")
    }
    return nil
  }

  /// `by Mary Crane and Max Price`
  /// - Parameter saysSo: only with a word before it.
  static func names(in words: String, saysSo: Bool) -> [String]? {
    let line = parts(of: words, at: bars).first ?? words
    var parts = line.split(whereSeparator: \.isWhitespace)
    let ways: Set<String> = ["by", "von", "par", "de", "di", "por", "av", "af", "door"]
    if parts.count > 2, parts[0].lowercased() == "written" { parts.removeFirst() }
    if let first = parts.first, parts.count > 1, ways.contains(first.lowercased()) {
      parts.removeFirst()
    } else if saysSo {
      return nil
    }
    let particles: Set<Substring> = [
      "de", "da", "von", "van", "der", "la", "le", "du", "del", "di", "and", "y", "und", "et",
    ]
    guard (1...9).contains(parts.count), parts.joined().allSatisfy({ $0.isLetter || ".,-’'&".contains($0) }),
      parts.allSatisfy({ $0.first?.isUppercase ?? false || particles.contains($0) || $0 == "&" })
    else { return nil }
    let names = parts.joined(separator: " ").replacing(" and ", with: ", ").replacing(" & ", with: ", ")
      .split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    // a word alone is no author's name but a pen name that is called so
    return names.allSatisfy { $0.contains(" ") } || !saysSo ? names : nil
  }

  /// `Crane, Mary Ellis, 1850-1920` as the name is said.
  static func turned(_ words: String) -> String {
    let parts = words.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty && !($0.first?.isNumber ?? true) }
    guard parts.count == 2, !parts[0].contains(" "),
      !["jr.", "jr", "sr.", "phd", "ph.d.", "md"].contains(parts[1].lowercased())
    else { return parts.joined(separator: ", ") }
    return parts[1] + " " + parts[0]
  }

  /// `03 - The Ship.html` is called "The Ship".
  var fileWords: String? {
    let stem = (name.split(separator: "/").last ?? "").prefix { $0 != "." }
    let words = String(stem.drop { $0.isNumber || " .)_–—-".contains($0) }).replacing("-", with: " ").replacing(
      "_", with: " ")
    return words.isEmpty ? nil : words
  }

  // MARK: Links

  /// What leads to other pages from lists, in its order.
  func links(to names: Set<String>, _ container: Container) -> [Publication.NavigationPoint] {
    tree.all("a").compactMap { link in
      guard let address = tree.attribute("href", of: link),
        let (page, fragment) = container.resolve(address, from: name), names.contains(page)
      else { return nil }
      let label = tree.words(of: link)
      var depth = 0
      var around = Int(tree.nodes[link].parent)
      while around >= 0 {
        if ["ul", "ol"].contains(tree.nodes[around].name) { depth += 1 }
        around = Int(tree.nodes[around].parent)
      }
      guard !label.isEmpty else { return nil }
      return Publication.NavigationPoint(label: label, name: page, fragment: fragment, depth: max(depth, 1))
    }
  }
}

extension String {
  /// An address without the page that Google's programs lead through.
  var withoutRedirection: String {
    guard hasPrefix("https://www.google.com/url?"), let mark = firstIndex(of: "?") else { return self }
    let parts = self[index(after: mark)...].split(separator: "&")
    guard let target = parts.first(where: { $0.hasPrefix("q=http") }) else { return self }
    return Container.decoded(String(target.dropFirst(2))) ?? String(target.dropFirst(2))
  }
}

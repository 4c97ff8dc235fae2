package import BookModel
internal import Manuscript

/// What configuration files say of a book besides its text, by key: a list of values each.
package struct BookFacts: Sendable, Equatable {
  package var values: [String: [String]] = [:]

  package init() {}

  package subscript(key: String) -> [String]? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Keys of the book itself that are no options.
  package static let keys =
    [
      "subtitle", "date", "rights", "copyright", "identifier", "isbn", "publisher", "place", "edition", "printing",
      "series",
      "credits", "cip", "also-by", "keywords", "dedication", "epigraph",
    ] + contributorRoles
  package static let contributorRoles = [
    "translator", "editor", "illustrator", "photographer", "introduction", "foreword", "afterword", "compiler",
  ]
  /// Other names that people write for the same thing.
  package static let aliases = [
    "language": "lang", "authors": "author", "identifiers": "identifier", "keyword": "keywords", "credit": "credits",
  ]

  /// Puts what is known here over what the reader of the manuscript found.
  package func apply(to metadata: inout Metadata) {
    func one(_ key: String) -> String? { values[key]?.joined(separator: ", ") }
    if let title = one("title") { metadata.title = title.withoutMarkdown }
    if let authors = values["author"] { metadata.authors = authors }
    if let subtitle = one("subtitle") { metadata.subtitle = subtitle.withoutMarkdown }
    if let date = one("date") { metadata.date = date }
    if let rights = one("rights") { metadata.rights = rights }
    if let copyright = values["copyright"] {
      // the notice, and below it what is said of rights besides
      let notices = copyright.map { BookFacts.notice($0, of: metadata.authors) }
      let others = (values["rights"] ?? []).filter { !notices.contains($0) }
      metadata.rights = (notices + others).joined(separator: "\n")
    }
    if let publisher = one("publisher") { metadata.publisher = publisher }
    if let edition = one("edition") { metadata.edition = edition }
    if let printing = one("printing") { metadata.printing = printing }
    if let place = one("place") { metadata.place = place }
    if let series = one("series") { metadata.series = series }
    if let credits = values["credits"] { metadata.credits = credits.flatMap(BookFacts.lines).map(\.withoutMarkdown) }
    if let cip = values["cip"] { metadata.cataloguing = cip.joined(separator: "\n") }
    if let others = values["also-by"] { metadata.otherBooks = others.flatMap(BookFacts.lines) }
    if let keywords = values["keywords"] { metadata.keywords = keywords }
    if let dedication = values["dedication"]?.joined(separator: "\n") {
      metadata.dedication = dedication.withoutMarkdown
    }
    if let epigraph = values["epigraph"]?.joined(separator: "\n") { metadata.epigraph = epigraph.withoutMarkdown }
    let identifiers = (values["isbn"] ?? []).map { "ISBN \($0)" } + (values["identifier"] ?? [])
    if !identifiers.isEmpty { metadata.identifiers = identifiers }
    for role in BookFacts.contributorRoles {
      guard let names = values[role] else { continue }
      metadata.contributors.removeAll { $0.role == role }
      metadata.contributors += names.map { Metadata.Contributor(role: role, name: $0) }
    }
  }

  /// Whether what is known makes a copyright page that somebody wants.
  package var wantsCopyrightPage: Bool {
    ["copyright", "edition", "printing", "credits", "cip"].contains { values[$0] != nil }
  }

  /// `2026` and `2026 Jane Roe` as they stand on a copyright page; what has its sign or its word stays as it is.
  private static func notice(_ text: String, of authors: [String]) -> String {
    let line = text.split(separator: "\n").first.map(String.init) ?? text
    guard line.prefix(4).count == 4, line.prefix(4).allSatisfy({ ("0"..."9").contains($0) }) else { return text }
    let isYear = line.allSatisfy { "0123456789-–, ".contains($0) }
    return "© " + text + (isYear && !authors.isEmpty ? " " + authors.joined(separator: ", ") : "")
  }

  private static func lines(of text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}

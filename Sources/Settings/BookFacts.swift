package import BookModel

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
    ["subtitle", "date", "rights", "identifier", "isbn", "publisher", "dedication", "epigraph"] + contributorRoles
  package static let contributorRoles = [
    "translator", "editor", "illustrator", "photographer", "introduction", "foreword", "afterword", "compiler",
  ]
  /// Other names that people write for the same thing.
  package static let aliases = ["language": "lang", "authors": "author", "identifiers": "identifier"]

  /// Puts what is known here over what the reader of the manuscript found.
  package func apply(to metadata: inout Metadata) {
    func one(_ key: String) -> String? { values[key]?.joined(separator: ", ") }
    if let title = one("title") { metadata.title = title }
    if let authors = values["author"] { metadata.authors = authors }
    if let subtitle = one("subtitle") { metadata.subtitle = subtitle }
    if let date = one("date") { metadata.date = date }
    if let rights = one("rights") { metadata.rights = rights }
    if let publisher = one("publisher") { metadata.publisher = publisher }
    if let dedication = values["dedication"]?.joined(separator: "\n") { metadata.dedication = dedication }
    if let epigraph = values["epigraph"]?.joined(separator: "\n") { metadata.epigraph = epigraph }
    let identifiers = (values["isbn"] ?? []).map { "ISBN \($0)" } + (values["identifier"] ?? [])
    if !identifiers.isEmpty { metadata.identifiers = identifiers }
    for role in BookFacts.contributorRoles {
      guard let names = values[role] else { continue }
      metadata.contributors.removeAll { $0.role == role }
      metadata.contributors += names.map { Metadata.Contributor(role: role, name: $0) }
    }
  }
}

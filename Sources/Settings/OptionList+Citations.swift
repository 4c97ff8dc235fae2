/// What citations come to.
extension OptionRow {
  static let ofCitations: [OptionRow] = [
    OptionRow(
      "bibliography", .manuscript, .list, "file",
      "Works that are cited: BibTeX, CSL JSON or YAML (.bib .json .yaml). May be given again. pandoc sets the words.",
      values: .file,
      read: { resolved, said in
        resolved.citations.files = said.values
        resolved.citations.place = said.place
      }),
    OptionRow(
      "csl", .manuscript, .text, "name|file",
      "Style of citations: a file, or the name of one of Debian's citation-style-language-styles. Default: pandoc's, author and date.",
      read: { resolved, said in
        resolved.citations.style = said.text
        resolved.citations.stylePlace = said.place
      }),
    OptionRow(
      "nocite", .manuscript, .words, "keys",
      "Works that are listed though nothing cites them: @one, @other; @* for all.",
      read: { resolved, said in resolved.citations.uncited = said.text }),
    OptionRow(
      "reference-section-title", .manuscript, .words, "text",
      "Heading of the list of works where the manuscript has none. Default: Bibliography, in the book's language.",
      read: { resolved, said in resolved.citations.title = said.text }),
    choice("link-citations", "Citations lead to their works in the list.", \.citations.areLinks, group: .manuscript),
    choice(
      "back-references", "Give the pages that cite a work after its entry in the list.", \.citations.givesPages,
      group: .manuscript),
  ]
}

/// What is asked of citations.
package struct CitationOptions: Sendable, Equatable {
  package var files: [String] = []
  /// `file:line:column`, where a file names them.
  package var place: String?
  /// A file or a name; nil for pandoc's own.
  package var style: String?
  package var stylePlace: String?
  package var uncited = ""
  package var title: String?
  package var areLinks = true
  /// Works tell which pages cite them.
  package var givesPages = false
}

/// A file that a manuscript names though it lies outside its folder.
package struct OutsideFile: Sendable, Equatable {
  package var path: String
  package var key: String
  /// `file:line:column`
  package var place: String
}

extension String {
  /// Whether a path may lead out of the folder it counts from.
  var leadsOut: Bool { hasPrefix("/") || split(separator: "/").contains("..") }
}

package import BookModel
package import Units

extension ManuscriptReading {
  /// Says of words or signs that no line of the manuscript has before which of its bytes they stand.
  package mutating func tellGiven(_ given: [(words: String, source: SourceLocation)]) {
    report.given += given.map { .init(file: Int($0.source.file), offset: Int($0.source.offset), words: $0.words) }
  }

  /// Counts the labels of the book; tells of references without one, and of labels that are said twice.
  /// - Parameter givesPages: as `Book.countLabels`.
  package mutating func countLabels(_ language: String, givesPages: Bool = false) {
    let counted = book.countLabels(language, givesPages: givesPages)
    report.given += counted.given.map {
      .init(file: Int($0.source.file), offset: Int($0.source.offset), words: $0.words)
    }
    if !counted.given.isEmpty || counted.hasMoved { report.countCaptions(of: book) }
    if let first = counted.unknown.first {
      let others = Set(counted.unknown.map(\.name)).count - 1
      let nearest = nearestName(to: first.name, in: counted.names)
      diagnostics.append(
        Diagnostic(
          .warning, code: "label-unknown",
          "there is no label \"\(first.name)\"" + (others > 0 ? ", nor are there \(others) others" : "")
            + "; references to \(others > 0 ? "them" : "it") are set as they stand",
          help: (nearest.map { "did you mean \"\($0)\"? " } ?? "")
            + "a figure, a table or a heading has its label in braces behind it: {#\(first.name)}",
          source: first.source))
    }
    if let (source, name, first) = counted.repeated.first {
      diagnostics.append(
        Diagnostic(
          .warning, code: "label-repeated",
          "the label \"\(name)\" is said twice, first at \(files.describe(first) ?? "another place")",
          help: "give the second another name; references lead to the first", source: source))
    }
  }
}

package import BookModel
package import Units

extension ManuscriptReading {
  /// Sets the words of citations, those without by their keys, and the list of works.
  /// - Parameter title: above that list, where the manuscript has no heading for it.
  package mutating func setCitations(_ words: CitationWords, title: String) {
    let sources = book.citationSources
    let keys = words.works.map(\.key) + words.known
    for (key, citation) in words.missing {
      diagnostics.append(
        Diagnostic(
          .warning, code: "citation-unknown", "the bibliography has no \"\(key)\"",
          help: nearestName(to: key, in: keys).map { "did you mean \"\($0)\"?" }
            ?? "add the work to the bibliography, or correct the key", source: sources[citation].map(line(of:))))
    }
    let given = book.placeWorks(words, title: title, end: endOfManuscript) + book.setCitations(words)
    report.given += given.map { .init(file: Int($0.source.file), offset: Int($0.source.offset), words: $0.words) }
    report.countCaptions(of: book)
  }

  /// Sets citations by their keys, as there is no bibliography.
  /// - Parameter why: what is said of it; nil for that no bibliography is named.
  package mutating func setCitationsByKeys(_ why: Diagnostic? = nil) {
    let cited = book.citationSources.filter { !book.citations[$0.key].items.isEmpty }.values
    let first = cited.min { ($0.file, $0.offset) < ($1.file, $1.offset) }
    let one = cited.count == 1
    setCitations(CitationWords(), title: "")
    guard let first else { return }
    var message =
      why
      ?? Diagnostic(
        .warning, code: "citations",
        "\(cited.count) citation\(one ? " is" : "s are") set by \(one ? "its key" : "their keys")",
        help:
          "name the file of works that \(one ? "it means" : "they mean"): --bibliography FILE, or bibliography: FILE in the front matter"
      )
    message.source = line(of: first)
    diagnostics.append(message)
  }

  /// Where the line begins: tags that stand for other citations on it make columns of their own.
  private func line(of source: SourceLocation) -> SourceLocation {
    guard files.files.indices.contains(Int(source.file)) else { return source }
    let starts = files.files[Int(source.file)].lineStarts
    let index = starts.lowerBound { $0 <= source.offset } - 1
    return starts.indices.contains(index) ? SourceLocation(file: source.file, offset: starts[index]) : source
  }
}

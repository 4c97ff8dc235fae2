package import BookModel
package import Units

extension ManuscriptReading {
  /// Makes the book's indexes of the marks in it; tells of entries that look like slips.
  package mutating func makeIndexes(_ language: String, _ order: () -> IndexOrder) {
    book.partLastIndex()
    let rules = SmartRules(language: language, habit: dashes == .printed ? .typewriter : dashes)
    let made = book.makeIndexes(language, end: endOfManuscript) {
      var order = order()
      order.printed = { rules.apply(to: $0) }
      return order
    }
    report.given += made.given.map { .init(file: Int($0.source.file), offset: Int($0.source.offset), words: $0.words) }
    report.index = made.entries > 0 ? ReadingReport.Index(entries: made.entries, places: made.places) : nil
    report.index?.alike = made.alike.map { ($0.first, $0.second) }.map(ReadingReport.Index.Pair.init)
    tell(made)
    if report.isMarkup, made.entries == 0, let (count, place) = book.oldIndexPages {
      diagnostics.append(
        Diagnostic(
          .warning, code: "index-old-pages", "the index gives \(count) pages of another edition, which are others here",
          help: "marks in the text make an index of this book's pages (Word: References, Mark Entry); or take it out",
          source: place))
    }
  }

  var endOfManuscript: SourceLocation {
    let last = files.files.indices.last ?? 0
    return SourceLocation(
      file: UInt16(clamping: last), offset: files.files.indices.contains(last) ? files.files[last].text.count : 0)
  }

  private mutating func tell(_ made: MadeIndexes) {
    func others(_ count: Int) -> String { count > 1 ? ", and \(count - 1) more like it" : "" }
    if let (source, entry, other) = made.unknown.first {
      diagnostics.append(
        Diagnostic(
          .warning, code: "index-see-unknown",
          "the index's entry \"\(entry)\" leads to \"\(other)\", which it has no entry of\(others(made.unknown.count))",
          help: "mark a place for that entry, or correct its name", source: source))
    }
    if let (source, entry) = made.open.first {
      diagnostics.append(
        Diagnostic(
          .warning, code: "index-range",
          "the matter of the index's entry \"\(entry)\" begins and does not end, or ends before it begins"
            + others(made.open.count),
          help: "close it with \\index{\(entry)|)}; the page of its mark is printed", source: source))
    }
    if let (source, first, second) = made.alike.first {
      diagnostics.append(
        Diagnostic(
          .warning, code: "index-alike",
          "the index has \"\(first)\" and \"\(second)\", which differ in capitals or in a plural's end alone"
            + others(made.alike.count),
          help: "write both alike where they are one entry; \"octavo inspect\" lists them", source: source))
    }
    for (source, title) in made.added {
      diagnostics.append(
        Diagnostic(
          .note, code: "index-added", "the index \"\(title)\" stands at the end: nothing says where else",
          help: "a last heading \"Index\", <!-- octavo: index --> or \\printindex says so", source: source))
    }
    if let (source, name) = made.empty.first {
      diagnostics.append(
        Diagnostic(
          .warning, code: "index-empty",
          "an index\(name.isEmpty ? "" : " \"\(name)\"") is to stand there, and no mark is for it",
          help: "\\index{entry} or [words]{.index} in the text makes an entry", source: source))
    }
  }
}

extension Book {
  /// A last heading that is called an index and has nothing below it begins a section of its own, which it fills.
  fileprivate mutating func partLastIndex() {
    guard let last = sections.indices.last, case .heading(let heading)? = sections[last].blocks.last,
      BookMatter(heading: heading.title.plainText) == .index || Book.isOfFirstLines(heading), hasIndexMarks
    else { return }
    sections[last].blocks.removeLast()
    var own = heading
    own.isNumbered = false
    sections.append(Section(matter: .back, role: .index, heading: own, blocks: [], source: heading.source))
  }

  private var hasIndexMarks: Bool {
    var hasMarks = false
    visitText { inlines, _ in hasMarks = hasMarks || inlines.contains { $0.style.indexMark?.terms.isEmpty == false } }
    return hasMarks
  }
}

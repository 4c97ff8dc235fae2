internal import BookModel
internal import Units

/// A book's title that is the first of its headings.
extension BookDivision {
  /// Takes a heading that stands before all else and says no more than what the book is called: what stands below it,
  /// down to the end of the page or to the next heading, says who wrote it and what kind of book it is.
  mutating func titledByHeading(_ flow: [Block]) -> [Block] {
    guard let start = flow.firstIndex(where: { !$0.isWhite }), case .heading(let title) = flow[start],
      titleFound == nil, title.plainText.contains(where: { !$0.isWhitespace }), title.label.isEmpty,
      !title.plainText.isHeadingLabel, BookMatter(heading: title.plainText) == nil
    else { return flow }
    let letters = title.plainText.lettersAndFigures
    guard metadata.title.map({ $0.lettersAndFigures == letters }) ?? true else { return flow }
    let isNamed = metadata.title != nil || signs.title?.lettersAndFigures == letters
    let headings = Array(flow[start...]).headings
    // chapters' headings, below which names are no more than what lower ones have
    let top = headings.dropFirst().map(\.level).min() ?? 0
    var made = metadata
    var taken: [(index: Int, words: [Inline])] = [(start, title.label + title.title)]
    var end = start + 1
    var isLast = false
    lines: while end < flow.count, !isLast {
      let inlines: [Inline]
      var isHead = false
      var names: [String]?
      switch flow[end] {
      case _ where flow[end].isBlankSpace:
        end += 1
        continue
      case .heading(let heading):
        guard holdsNothing(flow, end) else { break lines }
        (inlines, isHead) = (heading.label + heading.title, heading.level <= top)
      case .paragraph(let paragraph):
        inlines = paragraph.inlines
        names = authors(in: paragraph)
      default: break lines
      }
      let words = inlines.plainText
      if linesBeforeNames.contains(words.lowercased()) {
        taken.append((end, inlines))
        end += 1
        continue
      }
      guard words.utf8.count <= 120, kinds[flow[end].source].map({ $0 == .author || $0 == .subtitle }) ?? true else {
        break
      }
      // a heading as chapters have may be a chapter's, with the name of the one who tells it
      let isSigned = authors(in: words, saysSo: true) != nil
      let isPaged = flow[(end + 1)...].first { !$0.isBlankSpace }?.isPageBreak ?? false
      if made.subtitle == nil, !isSigned, words.isSubtitle || words.saysVolume,
        !isHead || isPaged || isAboveName(flow, end)
      {
        made.subtitle = words
      } else if made.authors.isEmpty
        || made.authors.contains(where: { $0.lettersAndFigures == words.lettersAndFigures }),
        let names = names ?? authors(in: words, saysSo: isHead && !isPaged)
          ?? (signs.author?.lettersAndFigures == words.lettersAndFigures ? [words] : nil)
      {
        if made.authors.isEmpty { made.authors = names }
        made.subtitle = made.subtitle ?? kindBeforeName(in: words)
        isLast = true
      } else {
        break
      }
      taken.append((end, inlines))
      end += 1
    }
    let isSigned = isLast
    while end < flow.count, flow[end].isBlankSpace { end += 1 }
    guard end < flow.count, isTitlePage(flow, start, end, isSigned: isSigned, isNamed: isNamed, top: top) else {
      return flow
    }
    metadata = made
    titleFound = title.plainText
    var notes: [Block] = []
    for line in taken {
      keepSilent(line.words)
      notes += takeNotes(calledIn: line.words)
    }
    return notes + flow[end...]
  }

  /// - Parameter end: the first block behind the lines of the title.
  private func isTitlePage(
    _ flow: [Block], _ start: Int, _ end: Int, isSigned: Bool, isNamed: Bool, top: Int
  ) -> Bool {
    guard let heading = flow[end...].firstIndex(where: { if case .heading = $0 { true } else { false } }),
      case .heading(let next) = flow[heading]
    else { return false }
    if flow[end].isPageBreak, isSigned { return true }
    // each of a collection may have the name of its author below its own
    let isOfMany = flow[end...].indices.contains { index in
      guard case .heading(let other) = flow[index], other.level <= firstLevel(flow, start) else { return false }
      return isAboveName(flow, index)
    }
    if isOfMany { return false }
    if heading == end, isSigned { return true }
    // what comes says itself that it is a chapter
    let isCounted =
      next.plainText.isHeadingLabel || next.label.plainText.isHeadingLabel
      || !next.title.headingParts.label.isEmpty || BookMatter(heading: next.plainText) != nil
    guard isCounted || isNamed || signs.title != nil && isSigned && heading == end else { return false }
    // a part's heading holds nothing either: then others do as well
    let isOnly = flow[(start + 1)...].indices.allSatisfy { index in
      guard case .heading(let other) = flow[index] else { return true }
      return other.level > top || other.level > next.level || !holdsNothing(flow, index)
        || other.plainText.isHeadingLabel || BookMatter(heading: other.plainText) != nil
    }
    // lines of a copyright page or a dedication stand below who wrote it
    let rest = flow[end..<heading].reduce(0) { $0 + $1.letters }
    return (isSigned || isOnly && next.level <= firstLevel(flow, start)) && rest < (isSigned || isNamed ? 300 : 1)
  }

  private func firstLevel(_ flow: [Block], _ start: Int) -> Int {
    if case .heading(let heading) = flow[start] { heading.level } else { 0 }
  }

  /// Whether a heading has nothing below it but another, or the end of a page.
  private func holdsNothing(_ flow: [Block], _ index: Int) -> Bool {
    guard let next = flow[(index + 1)...].first(where: { !$0.isBlankSpace }) else { return true }
    if case .heading = next { return true }
    return next.isPageBreak
  }

  /// Whether the next line says who wrote the book.
  private func isAboveName(_ flow: [Block], _ index: Int) -> Bool {
    switch flow[(index + 1)...].first(where: { !$0.isBlankSpace }) {
    case .paragraph(let paragraph)?: authors(in: paragraph) != nil
    case .heading(let heading)?: authors(in: heading.plainText, saysSo: true) != nil
    default: false
    }
  }
}

package import BookModel
package import Units

/// A typescript as editors ask for it (William Shunn, "Proper Manuscript Format"): the writer's name and address at
/// the top, the count of words against them, the title half down the page with `by` and the name below it.
extension BookDivision {
  /// Takes title and author off such a page, and leaves the rest of its head out.
  /// - Returns: nil where the first page is none.
  mutating func withoutTypescriptHead(_ flow: [Block]) -> [Block]? {
    let end = flow.prefix(60).firstIndex(where: \.endsHead) ?? min(flow.count, 60)
    let lines = flow[..<end].indices.filter { !flow[$0].isWhite }
    guard let first = lines.first else { return nil }
    var contact: [Int] = []
    var rest = lines[...]
    let byline = rest.first { isByline(flow[$0]) }
    while let next = rest.first, flow[next].isLineOfContact, next != byline {
      // the title is the last line above the author's, or the first in the middle
      if flow[next].isCentred || rest.dropFirst().first.map({ $0 == byline }) ?? false { break }
      contact.append(next)
      rest.removeFirst()
    }
    guard !contact.isEmpty,
      contact.contains(where: { flow[$0].saysContact }) || contact.count > 2 && flow.hasFigures(contact)
    else { return nil }
    var (title, authors): ([Int], [Int]) = ([], [])
    while let next = rest.first, next != byline, title.count < 3, flow[next].isLineOfContact,
      flow[next].isCentred || rest.dropFirst().first == byline, author(of: flow[next]) == nil || title.isEmpty
    {
      title.append(next)
      rest.removeFirst()
    }
    if let next = rest.first, !title.isEmpty || metadata.title != nil, next == byline || flow[next].isCentred,
      let names = author(of: flow[next])
    {
      authors = [next]
      rest.removeFirst()
      if metadata.authors.isEmpty { metadata.authors = names }
    } else if let next = rest.first, next == byline, let below = rest.dropFirst().first,
      let names = flow[below].paragraph.flatMap({ self.authors(in: $0.inlines.plainText) })
    {
      authors = [next, below]
      rest.removeFirst(2)
      if metadata.authors.isEmpty { metadata.authors = names }
    }
    guard !title.isEmpty || metadata.title != nil else { return nil }
    // without a name below it the page has to end there
    guard !authors.isEmpty || rest.isEmpty && end < flow.count else { return nil }
    if let next = rest.first, flow[next].paragraph?.inlines.plainText.isCountOfWords ?? false { contact.append(next) }
    let words = title.compactMap { flow[$0].paragraph?.inlines.plainText }
    if metadata.title == nil, !words.isEmpty { titleFound = words.joined(separator: " ") }
    for index in title + authors { flow[index].visitText { inlines, _ in keepSilent(inlines) } }
    for index in contact { flow[index].visitText { inlines, _ in typescript += bytes(inlines) } }
    titlePlace = titlePlace ?? flow[first].source
    let taken = Set(contact + title + authors)
    // nor is the white about them any of the text
    let last = taken.max() ?? first
    var made = flow.indices.filter { !taken.contains($0) && ($0 > last || !flow[$0].isBlankSpace) }.map { flow[$0] }
    while made.first?.isBlankSpace ?? false { made.removeFirst() }
    return made
  }

  private func isByline(_ block: Block) -> Bool {
    guard let words = block.paragraph?.inlines.plainText.lowercased(), words.utf8.count <= 80,
      let first = words.split(separator: " ").first
    else { return false }
    return BookDivision.ways.contains(String(first))
  }

  private func author(of block: Block) -> [String]? {
    guard let words = block.paragraph?.inlines.plainText, words.utf8.count <= 80 else { return nil }
    return authors(in: words)
  }

  /// What is said of a head that is left out.
  package static func typescriptWarning(_ ranges: [Range<Int>], file: UInt16 = 0) -> Diagnostic? {
    ranges.first.map {
      Diagnostic(
        .warning, code: "typescript-head",
        "the writer's address and the count of words above the title are left out",
        help: "they are for an editor; delete them in the manuscript to be rid of this message",
        source: SourceLocation(file: file, offset: $0.lowerBound))
    }
  }
}

extension Block {
  /// Behind it there is nothing of the first page's head.
  fileprivate var endsHead: Bool {
    if case .heading = self { return true }
    return isPageBreak || letters > 400
  }

  fileprivate var isCentred: Bool { paragraph?.placement == .centred }

  /// A line or a few short ones, or a table that stands for two columns of them.
  fileprivate var isLineOfContact: Bool {
    switch self {
    case .paragraph(let paragraph):
      return paragraph.lines.allSatisfy { $0.utf8.count <= 90 }
    case .table(let table): return table.head.isEmpty && table.rows.count <= 8 && letters <= 400
    default: return false
    }
  }

  /// A count of words, an address of mail.
  fileprivate var saysContact: Bool {
    var says = false
    visitText { inlines, _ in
      says =
        says || inlines.plainText.contains("@")
        || inlines.split { $0.content == .lineBreak }.contains { Array($0).plainText.endsInCountOfWords }
    }
    return says
  }
}

extension [Block] {
  fileprivate func hasFigures(_ indices: [Int]) -> Bool {
    indices.contains { index in
      var has = false
      self[index].visitText { inlines, _ in has = has || inlines.plainText.contains(where: \.isNumber) }
      return has
    }
  }
}

extension Paragraph {
  /// The words of its lines.
  fileprivate var lines: [String] { inlines.split { $0.content == .lineBreak }.map { Array($0).plainText } }
}

extension String {
  private static let words: Set<String> = [
    "words", "wörter", "mots", "palabras", "parole", "woorden", "palavras", "ord", "слов",
  ]

  /// `Jane Roe     about 4,200 words`
  var endsInCountOfWords: Bool {
    let parts = lowercased().split(whereSeparator: \.isWhitespace).suffix(2)
    guard parts.count == 2, let last = parts.last, let count = parts.first else { return false }
    return String.words.contains(last.filter(\.isLetter)) && count.contains(where: \.isNumber)
  }

  /// The count alone.
  fileprivate var isCountOfWords: Bool { utf8.count <= 40 && endsInCountOfWords }
}

internal import BookModel
internal import Units

/// What the first lines of a manuscript say of the book.
extension BookDivision {
  /// Takes the lines off the front that say what the book is called and who wrote it, where nothing else does.
  mutating func titled(_ flow: [Block]) -> [Block] {
    let flow = withoutHalfTitle(named(withLinesApart(flow)))
    let rest = withoutTypescriptHead(flow) ?? titledBesides(flow) ?? titledByLines(flow)
    return titlePlace == nil ? rest : withoutHouse(rest)
  }

  /// `Ashes`, and `by Kim Doe` behind a forced end of the line: they are two.
  private func withLinesApart(_ flow: [Block]) -> [Block] {
    guard let start = flow.firstIndex(where: { !$0.isWhite }), case .paragraph(let paragraph) = flow[start],
      kinds[paragraph.source] == nil, paragraph.inlines.contains(where: { $0.content == .lineBreak })
    else { return flow }
    let lines = paragraph.inlines.split { $0.content == .lineBreak }.map(Array.init)
    guard (2...6).contains(lines.count), lines.allSatisfy({ (1...80).contains($0.plainText.utf8.count) }),
      lines.dropFirst().contains(where: { authors(in: $0.plainText, saysSo: true) != nil })
    else { return flow }
    let apart = lines.map { line -> Block in
      var made = paragraph
      (made.inlines, made.source) = (line, line[0].source)
      return .paragraph(made)
    }
    return flow[..<start] + apart + flow[(start + 1)...]
  }

  /// Where somebody else has said what the book is called, the lines of a typed title page are of no use: they are
  /// told as if nobody had, and go where they say the same.
  private mutating func titledBesides(_ flow: [Block]) -> [Block]? {
    guard let title = metadata.title, titlePlace == nil, let start = startOfTitlePage(flow),
      flow[start].paragraph != nil
    else { return nil }
    var division = self
    (division.metadata.title, division.metadata.authors) = (nil, [])
    // which of the lines it is
    let isThere = flow.prefix(start + 12).contains {
      $0.paragraph?.inlines.plainText.lettersAndFigures == title.lettersAndFigures
    }
    if isThere { division.signs.title = title }
    let rest = division.titledByLines(flow)
    guard let found = division.titleFound ?? division.metadata.title,
      found.lettersAndFigures == title.lettersAndFigures
    else { return nil }
    division.metadata.title = title
    if !metadata.authors.isEmpty { division.metadata.authors = metadata.authors }
    (division.titleFound, division.signs) = (titleFound, signs)
    self = division
    return rest
  }

  private mutating func titledByLines(_ flow: [Block]) -> [Block] {
    guard metadata.title == nil || metadata.authors.isEmpty,
      let start = startOfTitlePage(flow),
      let heading = flow.firstHeading ?? endOfLoneTitlePage(flow)
    else { return flow }
    // the first page alone, where pages are told apart
    let end =
      flow[start...].firstIndex { if case .pageBreak = $0 { true } else { false } }.map { min($0, heading) } ?? heading
    let letters = flow[start..<end].reduce(0) { $0 + $1.letters }
    guard end > start, letters < 800 else { return flow }
    if let rest = arrangedTitle(flow, start..<end, isLong: letters >= 300) { return rest }
    guard letters < 300 else { return flow }
    let before = flow[..<start].filter { !$0.isWhite || $0.isPageBreak }
    var rest = flow
    rest.removeFirst(start)
    // lines that nothing else tells stand above the title
    if metadata.title == nil, let found = signedTitle(in: rest[..<(end - start)]) {
      for index in [found.author, found.title] {
        guard case .paragraph(let paragraph) = rest[index] else { continue }
        keepSilent(paragraph.inlines)
        rest.remove(at: index)
      }
      // the white that stood around them
      while found.title < rest.count, case .sceneBreak = rest[found.title] { rest.remove(at: found.title) }
      while found.title > 0, case .sceneBreak = rest[found.title - 1], found.title <= rest.count {
        rest.remove(at: found.title - 1)
        break
      }
      return before + rest
    }
    var isTitled = metadata.title != nil
    var notes: [Block] = []
    // a picture between the title and the name stands behind them
    var pictures: [Block] = []
    while let block = rest.first, !isTitled || metadata.authors.isEmpty {
      if isTitled, case .figure = block {
        pictures.append(rest.removeFirst())
        continue
      }
      guard case .paragraph(let paragraph) = block else { break }
      let words = paragraph.inlines.plainText
      // `by`, and the name on a line of its own
      if isTitled, linesBeforeNames.contains(words.lowercased()) {
        keepSilent(paragraph.inlines)
        rest.removeFirst()
        while case .sceneBreak? = rest.first { rest.removeFirst() }
        continue
      }
      let names = isTitled && metadata.authors.isEmpty ? authors(in: paragraph) : nil
      // of a figure without a picture the caption is no title
      guard (1...80).contains(words.utf8.count), !words.hasSuffix(".") || names != nil && words.contains(","),
        !words.allSatisfy(\.isWhitespace),
        !paragraph.isCaption, kinds[paragraph.source] == nil, !words.isOfImprint, !words.isAttribution,
        isTitled || BookMatter(heading: words) == nil
      else { break }
      if !isTitled {
        titleFound = words
        isTitled = true
      } else if words.lettersAndFigures == (metadata.title ?? titleFound)?.lettersAndFigures {
        // the line above was a half title's
        hasHalfTitle = true
      } else if metadata.authors.isEmpty, let kind = kindBeforeName(in: words), let names {
        metadata.authors = names
        metadata.subtitle = metadata.subtitle ?? kind
      } else if metadata.subtitle == nil,
        words.isSubtitle || words.saysVolume || names == nil && paragraph.isSetOff && isAboveName(rest)
      {
        metadata.subtitle = words
      } else if let names {
        metadata.authors = names
      } else {
        break
      }
      keepSilent(paragraph.inlines)
      notes += takeNotes(calledIn: paragraph.inlines)
      rest.removeFirst()
      while case .sceneBreak? = rest.first { rest.removeFirst() }
    }
    rest = pictures + rest
    // behind what their words stand behind: all that the same block around them holds, and each behind the one before
    var reached: UInt32 = 0
    for note in notes {
      reached = max(reached, note.source.offset)
      let next = rest.firstIndex { $0.source.offset > reached }
      rest.insert(note, at: next ?? rest.count)
    }
    return before + rest
  }

  /// Whether the line below the first says who wrote the book.
  private func isAboveName(_ flow: [Block]) -> Bool {
    guard metadata.authors.isEmpty, case .paragraph(let next)? = flow.dropFirst().first(where: { !$0.isWhite }) else {
      return false
    }
    return authors(in: next) != nil
  }

  /// Those whom a line names, or each of several lines.
  func authors(in paragraph: Paragraph) -> [String]? {
    let lines = paragraph.inlines.split { $0.content == .lineBreak }.map { [Inline]($0).plainText }
    var names: [String] = []
    for line in lines {
      guard let own = authors(in: line, isBelowTitle: paragraph.placement == .centred) else { return nil }
      names += own
    }
    return names.isEmpty ? nil : names
  }

  /// Of a file without headings the end of a first page that is one of a few before the text, or says who wrote it:
  /// then anything may stand behind it, as the pictures of a book for children.
  private func endOfLoneTitlePage(_ flow: [Block]) -> Int? {
    let end = flow.firstIndex(where: \.isPageBreak)
    let page = flow[..<(end ?? flow.count)]
    let lines = page.compactMap(\.paragraph)
    let isSigned = lines.count < 5 && lines.contains { authors(in: $0.inlines.plainText, saysSo: true) != nil }
    if isSigned, let end, page.allSatisfy({ $0.isWhite || $0.paragraph != nil }) { return end }
    guard flow.isShort, flow.allSatisfy({ $0.isWhite || $0.paragraph != nil }) else { return nil }
    return isSigned || end != nil && titlePlace != nil ? end ?? flow.count : nil
  }

  /// The first block of the page that says what the book is called: the one that a half title's words head again,
  /// else the first that says nothing of other books.
  private func startOfTitlePage(_ flow: [Block]) -> Int? {
    var first: Int?
    for page in pages(before: flow.firstHeading ?? flow.count, in: flow) {
      guard let start = page.first(where: { !flow[$0].isWhite }) else { continue }
      let words = flow[start].paragraph?.inlines.plainText ?? ""
      if let halfTitle { if words.lettersAndFigures == halfTitle { return start } }
      // a cover is a page of its own
      let isPicture = page.allSatisfy { flow[$0].paragraph == nil }
      if first == nil, !isPicture, BookMatter(heading: words) != .alsoBy { first = start }
    }
    return first
  }

  /// The pages before a block, as far as they are told apart.
  private func pages(before end: Int, in flow: [Block]) -> [ArraySlice<Int>] {
    Array(flow.indices[..<end]).split { flow[$0].isPageBreak }
  }

  /// A title alone on its page comes again on a later one, or was told by a style.
  private mutating func withoutHalfTitle(_ flow: [Block]) -> [Block] {
    let pages = pages(before: flow.firstHeading ?? flow.count, in: flow)
      .map { page in page.filter { !flow[$0].isWhite } }.filter { !$0.isEmpty }
    guard pages.count > 1 || metadata.title != nil, let first = pages.first, first.count == 1,
      case .paragraph(let paragraph) = flow[first[0]], kinds[paragraph.source] == nil
    else { return flow }
    let words = paragraph.inlines.plainText.lettersAndFigures
    let titles =
      metadata.title.map { [$0] } ?? pages.dropFirst().compactMap { flow[$0[0]].paragraph?.inlines.plainText }
    guard !words.isEmpty, titles.contains(where: { $0.lettersAndFigures == words }) else { return flow }
    hasHalfTitle = true
    halfTitle = words
    let place = titlePlace
    keepSilent(paragraph.inlines)
    titlePlace = place
    var rest = flow
    rest.replaceSubrange(...first[0], with: takeNotes(calledIn: paragraph.inlines))
    while rest.first?.isWhite == true { rest.removeFirst() }
    return rest
  }

  /// What styles say is the title, the subtitle and the author, before the first heading.
  private mutating func named(_ flow: [Block]) -> [Block] {
    let end = flow.firstIndex { if case .heading = $0 { true } else { false } } ?? flow.count
    var found: [BookMatter: [String]] = [:]
    var last: BookMatter?
    var notes: [Block] = []
    let kept = flow[..<end].filter { block in
      guard case .paragraph(let paragraph) = block, let kind = kinds[block.source],
        [.title, .subtitle, .author].contains(kind)
      else {
        if !block.isWhite { last = nil }
        return true
      }
      let words = paragraph.inlines.plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let isMore = last == kind && kind != .author
      // a title that comes again, on a half title's page or over the first chapter
      let isAgain = found[kind]?.joined(separator: " ").lettersAndFigures == words.lettersAndFigures
      let lines = paragraph.inlines.split { $0.content == .lineBreak }.map { [Inline]($0).plainText }
      if kind == .title, lines.count == 2, found[.title] == nil, found[.subtitle] == nil, lines[1].isSubtitle {
        (found[.title], found[.subtitle], last) = ([lines[0]], [lines[1]], kind)
        keepSilent(paragraph.inlines)
        notes += takeNotes(calledIn: paragraph.inlines)
        return false
      }
      guard !words.isEmpty, found[kind] == nil || isMore || isAgain || kind == .author else { return true }
      if !isAgain { found[kind, default: []].append(words) }
      last = kind
      keepSilent(paragraph.inlines)
      notes += takeNotes(calledIn: paragraph.inlines)
      return false
    }
    guard !found.isEmpty else { return flow }
    if let title = found[.title], metadata.title == nil { metadata.title = title.joined(separator: " ") }
    // Word's own style for a subtitle has the author's name as often
    if var subtitle = found[.subtitle] {
      if found[.author] == nil, metadata.authors.isEmpty, let last = subtitle.last, let kind = kindBeforeName(in: last)
      {
        metadata.authors = authors(in: last) ?? []
        subtitle[subtitle.count - 1] = kind
      }
      if found[.author] == nil, metadata.authors.isEmpty, let names = subtitle.last.flatMap({ authors(in: $0) }),
        subtitle.count > 1 || !subtitle[0].isSubtitle
      {
        metadata.authors = names
        subtitle.removeLast()
      }
      if !subtitle.isEmpty, metadata.subtitle == nil { metadata.subtitle = subtitle.joined(separator: " ") }
    }
    if let authors = found[.author], metadata.authors.isEmpty {
      metadata.authors = authors.flatMap { self.authors(in: $0) ?? [$0] }
    }
    return kept + notes + flow[end...]
  }

  /// A short line, and below it `by Jane Roe`, but not at the very top.
  private mutating func signedTitle(in flow: ArraySlice<Block>) -> (title: Int, author: Int)? {
    var last: (index: Int, words: String)?
    var lines = 0
    for (index, block) in flow.enumerated() {
      guard case .paragraph(let paragraph) = block else { continue }
      lines += 1
      let words = paragraph.inlines.plainText
      if let last, last.index > 0, (1...80).contains(last.words.utf8.count),
        let names = authors(in: words, saysSo: true)
      {
        // of two lines above the name the second may say what the first is
        guard lines != 3 || !last.words.isSubtitle else { return nil }
        titleFound = last.words
        if metadata.authors.isEmpty { metadata.authors = names }
        metadata.subtitle = metadata.subtitle ?? kindBeforeName(in: words)
        return (last.index, index)
      }
      last = (index, words)
    }
    return nil
  }

}

extension [Block] {
  fileprivate var firstHeading: Int? { firstIndex { if case .heading = $0 { true } else { false } } }
}

extension String {
  /// `A Novel`, `Ein Roman`, `Roman`: no name begins so.
  package var isSubtitle: Bool {
    if isKindOfBook { return true }
    let parts = lowercased().split(separator: " ")
    return (2...8).contains(parts.count)
      && ["a", "an", "the", "being", "ein", "eine", "un", "une", "una", "en", "ett", "een"].contains(String(parts[0]))
  }
}

package import BookModel
package import Units

/// Divides the run of a manuscript into sections: title, pages before the text, parts, chapters, pages behind it.
/// One for all formats that have headings, and no more.
package struct BookDivision {
  package var metadata: Metadata
  package var notes: [NoteKey: Note]
  /// What somebody said of blocks, by a style or a role, by their places.
  package var kinds: [SourceLocation: BookMatter] = [:]
  /// Bytes that are not printed where they stand: of the title.
  package var silent: [Range<Int>] = []
  /// Bytes of a list of contents that the manuscript brings.
  package var contents: [Range<Int>] = []
  package var titleFound: String?
  package var signs = TitleSigns()
  /// The address and the count of words above a typescript's title, which are for its editor.
  package var typescript: [Range<Int>] = []
  /// The letters of a title that stands alone on the first page, and comes again.
  var halfTitle: String?
  /// Where a line of the title page stands.
  var titlePlace: SourceLocation?
  /// The title stands alone on a page before the title page.
  package var hasHalfTitle = false
  /// The bytes of the manuscript that a title's words take.
  let bytes: ([Inline]) -> [Range<Int>]

  package init(metadata: Metadata, notes: [NoteKey: Note], bytes: @escaping ([Inline]) -> [Range<Int>]) {
    (self.metadata, self.notes, self.bytes) = (metadata, notes, bytes)
  }

  /// Sections by the headings of the highest level that comes again; single ones above are parts, or the title.
  package mutating func sections(_ flow: [Block]) -> [Section] {
    var flow = titled(flow.withoutContents(&contents)).withPicturesBelowHeadings
    let titleInLines = titleFound
    flow = titledByHeading(flow.withEvenLevels)
    let hasTitleHeading = titleFound != titleInLines
    var levels = flow.headings.map(\.level)
    // one heading over all the others is the book's own title
    if !hasTitleHeading, let start = flow.firstIndex(where: { !$0.isWhite }), let first = levels.first,
      levels.count > 1,
      case .heading(let heading) = flow[start],
      metadata.title.map({ $0.lowercased() == heading.plainText.lowercased() }) ?? true,
      levels.dropFirst().allSatisfy({ $0 > first }), heading.plainText.contains(where: { !$0.isWhitespace })
    {
      titleFound = heading.plainText
      keepSilent(heading.label + heading.title)
      flow.replaceSubrange(...start, with: takeNotes(calledIn: heading.title))
      levels.removeFirst()
    }
    guard let top = levels.min() else { return sectionsWithoutHeadings(flow) }
    flow = flow.withTitlesBelowLabels(top).withPrologues
    let ranks = DivisionRanks(flow.headings, top: top, leads: flow.leadsOfHolders)
    var sections: [Section] = []
    var front: [Block] = []
    var (number, isInPart) = (-1, false)
    for block in flow {
      guard case .heading(var heading) = block else {
        if sections.isEmpty { front.append(block) } else { add(block, to: &sections, at: number, ranks) }
        continue
      }
      number += 1
      guard let rank = ranks[number] else {
        heading.level = min(max(heading.level - top - (isInPart ? 1 : 0) + 1, 2), 6)
        if sections.isEmpty {
          front.append(.heading(heading))
        } else {
          sections[sections.count - 1].blocks.append(.heading(heading))
        }
        continue
      }
      heading.level = 1
      heading.isNumbered = heading.isNumbered && rank.kind == nil
      switch rank.place {
      case .part: isInPart = true
      case .chapter: isInPart = false
      case .chapterOfPart: break
      }
      sections.append(
        Section(
          matter: rank.matter, role: rank.place == .part ? .part : rank.kind?.role ?? .chapter,
          level: rank.place == .chapterOfPart ? 2 : 1, heading: heading, source: heading.source))
    }
    for index in sections.indices {
      if let heading = sections[index].takeNameOfPage() { keepSilent(heading.title) }
    }
    return frontSections(front, isPaged: front.contains(where: \.isPageBreak))
      + sections.map(\.withoutEdges).filter { section in
        // the heading of a list of contents that is made anew, or of notes that stand elsewhere
        guard section.blocks.isEmpty, let heading = section.heading else { return true }
        let kind = heading.plainText.namesListOfCaptions ? .contents : BookMatter(heading: heading.plainText)
        guard kind == .contents || kind == .notes && !notes.isEmpty else { return true }
        if kind == .contents {
          contents += bytes(heading.label + heading.title)
        } else {
          silent += bytes(heading.label + heading.title)
        }
        return false
      }
  }

  /// A book without headings, behind pages that say what they are.
  private mutating func sectionsWithoutHeadings(_ flow: [Block]) -> [Section] {
    var made: [Section] = []
    var rest = flow[...]
    while let end = rest.firstIndex(where: \.isPageBreak) {
      let page = frontSections(Array(rest[..<end]), isPaged: true)
      guard page.allSatisfy({ $0.role != .untitled }) else { break }
      made += page
      rest = rest[(end + 1)...]
    }
    if !kinds.isEmpty, !rest.contains(where: \.isPageBreak) {
      let page = frontSections(Array(rest), isPaged: false)
      let front = page.prefix { $0.role != .untitled }
      made += front
      rest = page.dropFirst(front.count).flatMap(\.blocks)[...]
    }
    let blocks = Array(rest).trimmed
    guard let first = blocks.first else { return made }
    // a file of its own for what stands before the first chapter
    if titlePlace != nil || !made.isEmpty, flow.isShort {
      let page = frontSections(blocks, isPaged: true)
      if page.allSatisfy({ $0.role != .untitled }) { return made + page }
    }
    return made + [Section(role: .untitled, blocks: blocks, source: first.source)]
  }

  /// Puts a block behind the last heading, or on a page of its own where it says itself what it is.
  private mutating func add(_ block: Block, to sections: inout [Section], at number: Int, _ ranks: DivisionRanks) {
    let last = sections.count - 1
    guard let kind = kinds[block.source], kind.hasOwnPage,
      ranks.isBeforeChapters(number) || ranks.isBehindChapters(kind == .copyright ? number + 1 : number)
    else {
      // what follows a page of that kind belongs to no heading any more
      if sections[last].heading == nil, sections[last].role != .untitled, !block.isWhite {
        sections.append(Section(matter: sections[last].matter, role: .untitled, blocks: [block], source: block.source))
      } else {
        sections[last].blocks.append(block)
      }
      return
    }
    let matter: Section.Matter = ranks.isBeforeChapters(number) ? .front : .back
    if sections[last].heading == nil, sections[last].role == kind.role {
      sections[last].blocks.append(block)
    } else {
      sections.append(Section(matter: matter, role: kind.role, blocks: [block], source: block.source))
    }
  }

  // MARK: Pages before the first heading

  /// - Parameter isPaged: pages are told apart.
  mutating func frontSections(_ blocks: [Block], isPaged: Bool) -> [Section] {
    let pages = blocks.split(whereSeparator: \.isPageBreak)
    var made: [Section] = []
    for page in pages {
      let before = made.count
      // on one page by itself, or behind what says itself what it is
      for (kind, group) in groups(of: Array(page)) {
        // where no pages are told apart, a few lines may be anything
        let guess = kind ?? BookMatter(page: group, title: metadata.title ?? titleFound)
        let kind = kind != nil || isPaged || guess == .copyright || guess == .alsoBy ? guess : nil
        let inner = group.trimmed
        guard let first = inner.first else { continue }
        if kind == .halfTitle {
          hasHalfTitle = true
          inner.forEach { $0.visitText { inlines, _ in keepSilent(inlines) } }
          continue
        }
        var role = kind?.role ?? .untitled
        // a book has one dedication, and what stands on a page of its own behind it is a motto
        let isOnNextPage = isPaged && made.count == before
        if isOnNextPage, kinds[first.source] == nil, role == .dedication, made.last?.role == .dedication {
          role = .epigraph
        }
        // lines that nothing tells apart go on with what stands above
        let isMore = role == .untitled && !isPaged
        if let last = made.indices.last,
          made[last].role == role && !(isOnNextPage && role == .epigraph)
            || isMore && made[last].role == .untitled
        {
          made[last].blocks += inner
          continue
        }
        // the lines of a dedication belong together
        let isDisplay = role == .dedication || role == .epigraph || role == .alsoBy
        let close = inner.map {
          $0.paragraph.map { isDisplay && !$0.inlines.plainText.isAttribution } ?? false ? $0.flush : $0
        }
        made.append(Section(matter: .front, role: role, blocks: close, source: first.source))
      }
    }
    // a long text before the first heading is one of the book's own
    for index in made.indices where made[index].role == .untitled {
      if made[index].blocks.reduce(0, { $0 + $1.letters }) >= 600 { made[index].matter = .body }
    }
    return made
  }

  /// Blocks of a page by what is said of them, and where nothing is, by the words of an imprint.
  private func groups(of page: [Block]) -> [(BookMatter?, [Block])] {
    var made: [(BookMatter?, [Block])] = []
    for block in page {
      let kind = kinds[block.source].flatMap { $0.hasOwnPage ? $0 : nil }
      if let last = made.indices.last, made[last].0 == kind || block.isWhite {
        made[last].1.append(block)
      } else {
        made.append((kind, [block]))
      }
    }
    return made.flatMap { kind, blocks -> [(BookMatter?, [Block])] in
      // dedication and imprint on one page, parted by white
      let parts = blocks.split(whereSeparator: \.isBlankSpace).map(Array.init)
      guard kind == nil, parts.count > 1, parts.contains(where: { BookMatter(page: $0, title: nil) == .copyright })
      else { return [(kind, blocks)] }
      return parts.map { (nil, $0) }
    }
  }

  // MARK: Title

  /// The lines of a title, which is not printed where it stands.
  mutating func keepSilent(_ title: [Inline]) {
    silent += bytes(title)
    titlePlace = title.first?.source ?? titlePlace
  }

  /// The notes of a title, whose page has no foot for them: they stand at the head of the text.
  mutating func takeNotes(calledIn title: [Inline]) -> [Block] {
    title.flatMap { inline -> [Block] in
      guard case .noteReference(let key) = inline.content else { return [] }
      return notes.removeValue(forKey: key)?.blocks ?? []
    }
  }
}

extension BookMatter {
  /// Set on a page of its own where it has no heading.
  var hasOwnPage: Bool {
    switch self {
    case .copyright, .dedication, .epigraph, .alsoBy, .colophon, .halfTitle: true
    default: false
    }
  }
}

extension Section {
  /// Page breaks at its ends part nothing.
  fileprivate var withoutEdges: Section {
    var section = self
    section.blocks = blocks.trimmed
    return section
  }
}

extension Block {
  /// White, or the end of a page.
  var isWhite: Bool { isPageBreak || isBlankSpace }

  var isPageBreak: Bool { if case .pageBreak = self { true } else { false } }
}

extension [Block] {
  /// A picture that begins a page, and the heading right below it, the other way round: they open one chapter.
  var withPicturesBelowHeadings: [Block] {
    var made = self
    for index in indices.dropFirst().dropLast() where made[index - 1].isPageBreak {
      guard case .figure(let figure) = made[index], figure.caption.isEmpty, case .heading = made[index + 1] else {
        continue
      }
      made.swapAt(index, index + 1)
    }
    return made
  }

  /// No more than a few pages of lines before a book's text.
  var isShort: Bool { count <= 60 && reduce(0) { $0 + $1.letters } < 2000 }

  var headings: [Heading] { compactMap { if case .heading(let heading) = $0 { heading } else { nil } } }

  /// Without white at its ends.
  var trimmed: [Block] {
    guard let first = firstIndex(where: { !$0.isWhite }), let last = lastIndex(where: { !$0.isWhite }) else {
      return []
    }
    return Array(self[first...last])
  }

  /// Of every heading above another of the next level the letters between: parts have a line or two of theirs. Nil where
  /// that is text.
  var leadsOfHolders: [Int?] {
    var made: [Int?] = []
    var last: (level: Int, letters: Int)?
    for block in self {
      guard case .heading(let heading) = block else {
        last?.letters += block.letters
        continue
      }
      if let last, !made.isEmpty, heading.level == last.level + 1, last.letters < 600 {
        made[made.count - 1] = last.letters
      }
      made.append(nil)
      last = (heading.level, 0)
    }
    return made
  }
}

internal import BookModel
internal import Manuscript
internal import Units

/// Divides the run of a book into sections: by headings that begin a page, by what `epub:type` says,
/// by the book's own contents; never by the borders of files alone.
struct SectionMaker {
  private let items: [FlowItem]
  private let publication: Publication
  private let pageNames: [String]
  /// What the book's own contents call each document first, and those they lead to as wholes.
  private let labels: [String: String]
  private let wholePages: Set<String>
  /// Headings that begin sections, by their index.
  private let openers: Set<Int>
  private(set) var sections: [Section] = []
  /// Headings of sections that came out empty.
  private(set) var dropped: [(range: Range<Int>, why: String)] = []
  /// By the first byte of a section or of a heading in it: the bytes of the heading.
  private var headings: [UInt32: Range<Int>] = [:]
  /// What anchors stand for, by the names that links use until here.
  private(set) var aliases: [NodeID: String] = [:]
  private var current: Section?
  /// The paragraph that became the title of the last section that began with none.
  private var titleParagraph: SourceLocation?
  private var currentRank = 1
  private var (inPart, bodyBegan) = (false, false)
  /// An anchor that waits for a block that can carry it.
  private var waiting: [NodeID] = []
  private let bodyPage: Int?
  /// How deep the contents have each document, and which of them have others below them.
  private let depths: [Int: Int]
  private let holders: Set<Int>
  /// Of the part that is open, where the contents have chapters below it.
  private var partDepth: Int?
  private var lastChapter: Int?
  /// Where rules stand, which have no words.
  private let rules: Set<UInt32>

  init(_ items: [FlowItem], _ publication: Publication, _ places: [NamedPlace], pageNames: [String]) {
    depths = Dictionary(places.filter { !$0.isGroup }.map { ($0.page, $0.depth) }) { first, _ in first }
    holders = Set(places.compactMap(\.parent).filter { !places[$0].isGroup }.map { places[$0].page })
    self.items = items
    self.publication = publication
    self.pageNames = pageNames
    let leading = publication.places.filter { !$0.isGroup }
    labels = Dictionary(leading.map { ($0.name, $0.label) }) { first, _ in first }
    wholePages = Set(leading.filter(\.fragment.isEmpty).map(\.name))
    let body = publication.landmarks.first { ["bodymatter", "text", "start"].contains($0.type) }
    rules = Set(items.filter(\.isRule).map { UInt32(clamping: $0.range.lowerBound) })
    bodyPage = body.flatMap { place in pageNames.firstIndex(of: place.name) }
    openers = OpenerFinder.openers(in: items, isHTML: publication.isHTML)
    lastChapter = findLastChapter()
    make()
  }

  // MARK: Sections

  private mutating func make() {
    var index = 0
    while index < items.count {
      let item = items[index]
      let above = pictures(above: index)
      if openers.contains(above.endIndex) {
        index = open(at: above.endIndex)
        for picture in above { if case .block(let block) = picture.content { addBlock(block, picture) } }
        continue
      }
      if item.beginsPage { beginPage(item) }
      if isHeadingOfNotes(at: index) {
        dropped.append((item.range, "heading of notes, which stand at the foot of their pages"))
        waiting += item.anchors
        index += 1
        continue
      }
      switch item.content {
      case .heading(let label, let title, let rank): addHeading(label, title, rank, item)
      case .block(let block): addBlock(block, item)
      }
      index += 1
    }
    close()
    removeEmpty()
  }

  /// Pictures without words that begin a document, right above the first heading in it: they belong to what that heads,
  /// and stand below it.
  private func pictures(above index: Int) -> ArraySlice<FlowItem> {
    guard items[index].beginsPage else { return items[index..<index] }
    let pictures = items[index...].prefix { item in
      guard item.page == items[index].page, case .block(.figure(let figure)) = item.content else { return false }
      return figure.caption.isEmpty
    }
    let isAbove = pictures.endIndex < items.count && items[pictures.endIndex].page == items[index].page
    return isAbove ? pictures : items[index..<index]
  }

  /// `Footnotes:`, with nothing left below it.
  private func isHeadingOfNotes(at index: Int) -> Bool {
    guard items[index].isHeading,
      SectionMaker.names[items[index].words.lowercased().filter { $0.isLetter }] == .notes
    else { return false }
    var next = index + 1
    while next < items.count, items[next].isRule { next += 1 }
    return next == items.count || items[next].isHeading || items[next].page != items[index].page
  }

  /// Begins a section with the heading at an index and those that belong to it.
  /// - Returns: the index behind them.
  private mutating func open(at index: Int) -> Int {
    guard case .heading(var label, var title, let rank) = items[index].content else { return index + 1 }
    let item = items[index]
    var next = index + 1
    var anchors = item.anchors
    // number above, title below
    while next < items.count, !openers.contains(next),
      case .heading(let second, let words, let deeper) = items[next].content,
      items[next].page == item.page, deeper >= rank || title.isEmpty, title.isEmpty && second.isEmpty
    {
      if title.isEmpty { title = words } else { break }
      anchors += items[next].anchors
      next += 1
    }
    if !label.isEmpty, title.isEmpty, label.plainText.isHeadingLabel == false { swap(&label, &title) }
    close()
    let isPart = item.isPart
    let role = role(item, (label + title).plainText, isPart)
    let matter = matter(item, role, (label + title).plainText)
    if isPart {
      inPart = true
      partDepth = item.depthInContents ?? (holders.contains(item.page) ? depths[item.page] : nil)
    } else if let partDepth, let depth = item.depthOfName ?? depths[item.page], depth <= partDepth {
      inPart = false
    }
    if matter == .body { bodyBegan = true }
    if matter == .back || isLast(role, index) { inPart = false }
    let source = SourceLocation(offset: item.range.lowerBound)
    headings[source.offset] = item.range.lowerBound..<items[next - 1].range.upperBound
    let name = anchors.isEmpty ? nil : anchorName(anchors[0])
    current = Section(
      matter: matter, role: isPart ? .part : role, level: !isPart && inPart && matter == .body ? 2 : 1,
      heading: Heading(level: 1, label: label, title: title, anchor: name, source: source), source: source)
    alias(anchors + waiting, to: name)
    waiting = []
    currentRank = rank
    return next
  }

  /// A document that begins without a heading goes on with the section before it, unless it is one by itself.
  private mutating func beginPage(_ item: FlowItem) {
    let role = role(item, "", false)
    let isNamed = labels[pageNames[item.page]] != nil && wholePages.contains(pageNames[item.page])
    let isOfOthers = current.map { $0.matter == .front && bodyPage == item.page || $0.role == .titlePage } ?? true
    guard current == nil || isOfOthers || role != .chapter || isNamed || item.breaks else { return }
    close()
    let matter = matter(item, role, "")
    if matter == .body { bodyBegan = true }
    current = Section(
      matter: matter, role: role == .chapter ? .untitled : role, level: inPart && matter == .body ? 2 : 1,
      source: SourceLocation(offset: item.range.lowerBound))
    currentRank = 1
    // the book's own contents may know its title, which then stands in a paragraph
    if role != .titlePage, let label = labels[pageNames[item.page]],
      let paragraph = item.paragraph, SectionMaker.isSame(label, paragraph.inlines.plainText)
    {
      current?.heading = Heading(level: 1, words: paragraph.inlines, source: paragraph.source)
      titleParagraph = paragraph.source
      current?.role = role
    }
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    !a.lettersAndFigures.isEmpty && a.lettersAndFigures == b.lettersAndFigures
  }

  private mutating func close() {
    guard var section = current else { return }
    current = nil
    // rules and white at the ends of chapters part no scenes
    while let last = section.blocks.last, isRule(last) || last.isWhite { section.blocks.removeLast() }
    while let first = section.blocks.first, first.isWhite || section.heading != nil && isRule(first) {
      section.blocks.removeFirst()
    }
    closeLastLine(of: &section)
    switch section.role {
    case .bibliography: section.blocks = section.blocks.hangingEntries
    case .index: section.blocks = section.blocks.hangingTerms
    case .imprint, .titlePage: section.blocks = section.blocks.withWhiteOfLines
    default: break
    }
    sections.append(section)
  }

  /// A heading with nothing below it heads nothing: `THE END`, a line in the middle.
  private func closeLastLine(of section: inout Section) {
    guard section.blocks.count > 1, section.role != .notes, case .heading(let heading)? = section.blocks.last else {
      return
    }
    var line = Paragraph(heading.inLines, placement: .centred, source: heading.source)
    line.anchor = heading.anchor
    section.blocks[section.blocks.count - 1] = .paragraph(line)
  }

  private func isRule(_ block: Block) -> Bool {
    guard case .sceneBreak(let pause) = block else { return false }
    return rules.contains(pause.source.offset)
  }

  /// A book needs something to stand in before its first heading.
  private mutating func ensureSection(_ item: FlowItem) {
    guard current == nil else { return }
    beginPage(item)
  }

  private mutating func addHeading(_ label: [Inline], _ title: [Inline], _ rank: Int, _ item: FlowItem) {
    ensureSection(item)
    let anchors = item.anchors + waiting
    waiting = []
    let name = anchors.first.map(anchorName)
    alias(anchors, to: name)
    let isNumber = title.isEmpty
    headings[UInt32(clamping: item.range.lowerBound)] = item.range
    current?.blocks.append(
      .heading(
        Heading(
          level: min(max(rank - currentRank + 1, 2), 6), label: isNumber ? [] : label, title: isNumber ? label : title,
          anchor: name, source: SourceLocation(offset: item.range.lowerBound))))
  }

  private mutating func addBlock(_ block: Block, _ item: FlowItem) {
    ensureSection(item)
    if case .paragraph(let paragraph) = block, paragraph.source == titleParagraph { return }
    if item.breaks, current?.blocks.isEmpty == false, !item.beginsPage {
      current?.blocks.append(.pageBreak(SourceLocation(offset: item.range.lowerBound)))
    }
    let anchors = item.anchors + waiting
    guard let first = anchors.first else {
      current?.blocks.append(block)
      return
    }
    let name = anchorName(first)
    var block = block
    if block.setAnchor(name) {
      alias(anchors, to: name)
      waiting = []
    } else if var section = current, section.blocks.isEmpty {
      if section.heading != nil {
        if section.heading?.anchor == nil { section.heading?.anchor = name }
      } else {
        section.anchor = section.anchor ?? name
      }
      alias(anchors, to: section.heading?.anchor ?? section.anchor)
      waiting = []
      current = section
    } else {
      waiting = anchors
    }
    current?.blocks.append(block)
  }

  private func anchorName(_ spot: NodeID) -> String { "place-\(spot.page)-\(spot.node)" }

  private mutating func alias(_ spots: [NodeID], to name: String?) {
    guard let name else { return }
    for spot in spots { aliases[spot] = name }
  }

  // MARK: Roles

  private func role(_ item: FlowItem, _ words: String, _ isPart: Bool) -> Section.Role {
    if isPart { return .part }
    for types in item.types.reversed() {
      if let known = SectionMaker.roles.first(where: { types.contains($0.type) }) { return known.role }
      if types.contains("chapter") { return .chapter }
    }
    let name = words.lowercased().filter { $0.isLetter }
    if SectionMaker.lists.contains(where: name.hasPrefix) { return .afterword }
    return SectionMaker.names[name] ?? .chapter
  }

  /// The first byte of the last heading that begins something else.
  private func findLastChapter() -> Int? {
    openers.filter { index in
      guard case .heading(let label, let title, _) = items[index].content else { return false }
      let isPart = items[index].isPart
      return !SectionMaker.ends.contains(role(items[index], (label + title).plainText, isPart))
    }.max().map { items[$0].range.lowerBound }
  }

  /// An epilogue with no chapter behind it ends the book and not its last part.
  private func isLast(_ role: Section.Role, _ index: Int) -> Bool {
    [.epilogue, .conclusion].contains(role) && lastChapter == items[index].range.lowerBound
  }

  private func matter(_ item: FlowItem, _ role: Section.Role, _ words: String) -> Section.Matter {
    if item.has(["backmatter"]) { return .back }
    if item.has(["frontmatter"]) { return .front }
    if item.has(["bodymatter"]) { return .body }
    if let bodyPage, !publication.places.isEmpty, item.page < bodyPage, !bodyBegan { return .front }
    if SectionMaker.ends.contains(role), bodyBegan, let lastChapter, item.range.lowerBound > lastChapter {
      return .back
    }
    switch role {
    case .dedication, .epigraph, .preface, .foreword, .acknowledgements, .imprint, .titlePage, .halfTitle, .cover:
      return bodyBegan ? .body : .front
    case .untitled: return .body
    case .afterword: return !bodyBegan && hasChaptersAhead(item.page) ? .front : .body
    default:
      // what stands before the first heading of a book with chapters
      if words.isEmpty, !bodyBegan, role == .chapter, hasChaptersAhead(item.page) { return .front }
      return .body
    }
  }

  private func hasChaptersAhead(_ page: Int) -> Bool { openers.contains { items[$0].page > page } }

  /// Sections of nothing: notes that went to the foot of their pages, headings of lists that are made anew.
  private mutating func removeEmpty() {
    func isEmpty(_ section: Section) -> Bool {
      let isOfNotes = section.role == .notes
      if section.role == .index, section.blocks.isEmpty { return true }
      return (section.heading == nil || isOfNotes)
        && section.blocks.allSatisfy { $0.isSilent && !$0.isFigure || isOfNotes && $0.heading != nil }
    }
    for section in sections where isEmpty(section) {
      for source in [section.source] + section.blocks.compactMap(\.heading?.source) {
        guard let range = headings[source.offset] else { continue }
        dropped.append(
          section.role == .index
            ? (range, "heading of an index without entries")
            : (range, "heading of notes, which stand at the foot of their pages"))
      }
    }
    sections.removeAll(where: isEmpty)
    // front matter first, then the book, then what follows it, whatever the file's landmarks say
    let matters: [Section.Matter] = [.front, .body, .back]
    let isSorted = zip(sections, sections.dropFirst()).allSatisfy { $0.matter.rawValue <= $1.matter.rawValue }
    if !isSorted {
      // words keep their order: what stands between is of the matter around it
      var least = Section.Matter.front
      for index in sections.indices {
        if sections[index].matter.rawValue < least.rawValue { sections[index].matter = least }
        least = matters[Int(max(least.rawValue, sections[index].matter.rawValue))]
      }
    }
  }
}

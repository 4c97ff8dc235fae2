internal import BookModel
internal import Design
internal import PageBreaking
internal import Units

/// Contents and the list of figures: titles, dots, folios, broken into pages as text is.
extension FrontMatter {
  /// One entry of the contents.
  struct Entry {
    var title: String
    /// Its number, which stands in a column of its own; empty for none.
    var number = ""
    /// The word before its number, also where the number is all that it says.
    var word = ""
    /// Who wrote it, in a book of several hands.
    var author = ""
    var level: Int
    var folio: String
    /// What its line leads to.
    var target: Anchor
    /// It says no more than which chapter it is.
    var isUntitled = false
    /// Letters of the title that are its label in words.
    var labelCount = 0

    init(_ entry: PageList.Entry, folio: String) {
      let parts = EntryTitle(entry.title, short: entry.shortTitle, isLabel: entry.isLabel)
      (title, number, word) = (parts.title, parts.number, parts.word)
      (isUntitled, labelCount) = (parts.isUntitled, parts.labelCount)
      (level, target, self.folio) = (entry.level, entry.target, folio)
      author = entry.author
    }
  }

  /// Contents and the list of figures, as far as the book has them.
  /// - Parameters:
  ///   - preface: one follows.
  ///   - folio: where something stands, as it is printed; nil while that is not known.
  func lists(_ lists: BookLists, before preface: Bool, into pages: inout PageList, folio: (Anchor) -> String?) {
    func entries(_ named: [PageList.Entry]) -> [Entry] {
      named.map { Entry($0, folio: folio($0.target) ?? "") }
    }
    let language = maker.resolver.language
    if !lists.isEmpty { pages.addBlankBeforeRecto() }
    if !lists.contents.isEmpty {
      var shown = numbered(entries(lists.contents))
      // untitled chapters of titled parts are left out, unless the contents are asked for
      if design.hasContents == nil, design.contentsDepth == nil {
        shown = shown.withoutUntitledRuns
      }
      list(shown, under: FrontMatter.contentsWord(language), into: &pages)
    }
    for (kind, named) in lists.others {
      list(entries(named), under: FrontMatter.word(forListOf: kind, language), into: &pages)
    }
    // the first preface begins on a recto
    if preface { pages.addBlankBeforeRecto() }
  }

  /// Numbers of chapters in the figures that their openers have; words are kept for openers.
  private func numbered(_ entries: [Entry]) -> [Entry] {
    let form = design[.chapterNumber].numberForm
    guard form == .figures || form == .roman else { return entries }
    return entries.enumerated().map { index, entry in
      guard !entry.number.isEmpty, !entries.isPart(index) else { return entry }
      var entry = entry
      entry.number = ChapterNumber.written([Inline(entry.number)], as: form, maker.resolver.language).plainText
      return entry
    }
  }

  /// For a page that ends before the last entry under a title, which then stands alone at the
  /// next one's head; below `spreadOneLineOff`. Larger: parts that stand further apart.
  private static let strandedEntry: Int32 = 80_000
  /// For a page that ends where a part does: the list seems to end there, too.
  private static let endOfPart: Int32 = 100_000
  /// What the blank row above a part costs with a row, two, three more; less than in text, where it
  /// stops the reader.
  private static let growth = [10_000.0]

  /// Figures of one height: an old-style 1 reads as a small capital I, folios above all.
  var entryStyle: BlockStyle {
    var style = maker.resolver.display(.contents)
    style.scale *= entryScale
    return style
  }

  private func list(_ entries: [Entry], under title: String, into pages: inout PageList) {
    maker.begin()
    maker.begin(.section(level: 1), SourceLocation(offset: 0))
    let sink = Int32(min(design[.contentsTitle].above, design.rows / 5))
    var row: Int32 = 0
    maker.within(.heading(level: 1), SourceLocation(offset: 0)) { heading(title, row: &row) }
    maker.begin(.contents, SourceLocation(offset: 0))
    defer { maker.open = [] }
    var opening = maker.stick.lines
    maker.stick.lines = []
    let entries = withoutParts(evenlyCased(evenlyLabelled(entries)))
    var list = SetEntries()
    if let (narrow, shape, entries) = columns(for: entries) {
      maker.inColumns(shape) { list = narrow.set(entries) }
      maker.galley.columns = []
      list.pages(of: shape, heading: row, sink: sink, on: design)
    } else {
      list = set(entries)
      // begins on a recto, or behind what does (`BookAssembly.frontMatter`)
      let side: Side = design.sides == .facing && pages.pages.count % 2 == 1 ? .verso : .recto
      let (skip, broken) = broken(list.elements, side: side, heading: row, sink: sink)
      list.place(broken, below: skip, leading: maker.leading)
    }
    for index in opening.indices { opening[index].y += list.skip * maker.leading }
    for (number, page) in list.pages.enumerated() {
      maker.stick.lines = opening + page
      opening = []
      take(.contents, keepingItems: number + 1 < list.pages.count, isOpener: number == 0, into: &pages)
    }
    if list.pages.isEmpty {
      maker.stick.lines = opening
      take(.contents, into: &pages)
    }
  }

  /// Lays the entries in lines, each an element of a vertical list.
  private func set(_ entries: [Entry]) -> SetEntries {
    let indents = entries.contains { $0.level > 1 }
    let columns = numberColumns(entries)
    let left = leftEdge(of: entries, indents: indents, columns)
    let figures = entries.map(\.folio.utf8.count).max() ?? 0
    var list = SetEntries()
    for (number, entry) in entries.enumerated() {
      let start = maker.stick.lines.count
      let isPart = entries.isPart(number)
      list.numbers[start] = lay(
        entry, indents: indents, isPart: isPart, column: columns[entry.level] ?? 0, left: left, figures: figures)
      guard maker.stick.lines.count > start else { continue }
      // around what has entries under it
      let holds = number + 1 < entries.count && entries[number + 1].level > 1
      if entry.level == 1, number > 0, holds || entries[number - 1].level > 1 { list.add(blankRow, from: start) }
      let last = maker.stick.lines.count - 1
      // an entry is not parted
      var element = VerticalElement(
        kind: .lines,
        settings: [
          VerticalSetting(lines: (start...last).map { VerticalLine(breakAfter: $0 < last ? VerticalLine.never : 0) })
        ])
      let next = number + 1 < entries.count ? entries[number + 1].level : 0
      let second = number + 2 < entries.count ? entries[number + 2].level : 0
      if next > entry.level {
        // what a title stands over begins under it, by two entries where there are two
        element.keepWithNext = true
        element.rowsBelow = 2
      } else if indents, next == 1 {
        element.breakAfter = FrontMatter.endOfPart
      } else if number > 0, entries[number - 1].level == entry.level, next == entry.level, second < next {
        element.breakAfter = FrontMatter.strandedEntry
      }
      list.add(element, from: start)
    }
    list.keepTwoUnderTitles()
    list.lines = maker.stick.lines
    maker.stick.lines = []
    return list
  }

  /// Fewer entries on the last page would seem forgotten.
  static let leastEntries = 6

  /// Breaks the entries into pages. Where the list just passes one page or a spread, or leaves a few
  /// entries on a page of their own, its heading stands higher.
  /// - Parameter heading: rows that it takes, the sink apart.
  private func broken(
    _ elements: [VerticalElement], side: Side, heading: Int32, sink: Int32
  ) -> (sink: Int32, pages: [BrokenPage]) {
    var style = PageBreakingStyle(rows: design.rows, isFacing: design.sides == .facing)
    style.isLevel = design.levelsSpreads
    style.minimumChapterEnd = min(FrontMatter.leastEntries, design.rows / 4)
    var tried: [(sink: Int32, pages: [BrokenPage])] = []
    for less in stride(from: sink, through: min(sink, 0), by: -1) {
      let ways = breakChapter(elements, style: style, firstPageSkip: Int(heading + less)).solutions
      // the same sides each time, so that what follows keeps its folios
      let best = ways.filter { $0.opening == side }.min { ($0.cost, $0.pages.count) < ($1.cost, $1.pages.count) }
      tried.append((less, best?.pages ?? []))
      // nothing to gain
      if tried[0].pages.count < 2 { break }
    }
    func isFull(_ pages: [BrokenPage]) -> Bool {
      pages.count < 2 || pages[pages.count - 1].pieces.count >= FrontMatter.leastEntries
    }
    let least = tried.map(\.pages.count).min() ?? 0
    if least < tried[0].pages.count, least <= 2, let close = tried.first(where: { $0.pages.count == least }) {
      return close
    }
    return tried.first { isFull($0.pages) } ?? tried[0]
  }

  /// Width of the column that the numbers of a level stand in; none where one is as wide as words are.
  func numberColumns(_ entries: [Entry]) -> [Int: PackedLength] {
    var widths: [Int: PackedLength] = [:]
    for entry in entries where !entry.number.isEmpty {
      widths[entry.level] = max(widths[entry.level] ?? 0, width(of: entry.number, entryStyle))
    }
    return widths.filter { $0.value < maker.em * 4 }
  }

  /// Where the list begins: folios that stand close to their titles leave the measure's other half blank, so
  /// that the whole stands in the middle, as a block, below a heading that does.
  private func leftEdge(of entries: [Entry], indents: Bool, _ columns: [Int: PackedLength]) -> PackedLength {
    guard !design[.contents].hasRule, design[.contentsTitle].placement == .centred else { return 0 }
    var widest: PackedLength = 0
    for entry in entries {
      let column = entry.number.isEmpty ? 0 : columns[entry.level] ?? 0
      widest = max(
        widest,
        edges(of: entry, indents: indents, column: column).title + width(of: entry.title + entry.author, entryStyle)
          + maker.em
          + width(of: entry.folio, entryStyle))
    }
    return max(0, (maker.measure - widest) / 2)
  }

  /// At the end of an entry's lines, but for its last.
  var folioRoom: PackedLength { PackedLength(Double(maker.em) * 2.5 * entryScale) }

  /// Where an entry and its title begin, counted from the list's edge.
  func edges(of entry: Entry, indents: Bool, column: PackedLength) -> (entry: PackedLength, title: PackedLength) {
    let step = PackedLength(Double(maker.em) * entryScale * (design[.contents].indent ?? 1))
    let indent = indents && entry.level > 1 ? step * Int32(min(entry.level - 1, 4)) : 0
    return (indent, column > 0 ? indent + column + maker.em * 3 / 4 : indent)
  }

  func width(of text: String, _ style: BlockStyle) -> PackedLength {
    let id = maker.shaper.style(maker.resolver.style(style, .plain))
    var width: PackedLength = 0
    for (index, word) in text.split(separator: " ").enumerated() {
      var word = String(word)
      if index > 0 { width += PackedLength(units: maker.shaper.text.styles[id].spaceAdvance) }
      // the number first: a new word moves the table
      let number = Int(word.withUTF8 { maker.shaper.word($0, style: id) })
      width += PackedLength(units: maker.shaper.text.words[number].advance)
    }
    return width
  }

  /// Above a part; grows where that lets pages end level.
  private var blankRow: VerticalElement {
    var settings = [VerticalSetting(lines: [VerticalLine()])]
    if design.sides == .facing, design.levelsSpreads {
      for (more, cost) in FrontMatter.growth.enumerated() {
        settings.append(VerticalSetting(lines: [VerticalLine(rows: Int16(2 + more))], cost: cost))
      }
    }
    return VerticalElement(kind: .space, settings: settings)
  }

  /// Appends an entry's lines to the galley, the folio on the last, and what they lead to.
  /// - Parameters:
  ///   - column: width of the numbers of its level; 0 for none.
  ///   - edge: where the list begins.
  ///   - figures: of the longest folio in the list.
  /// - Returns: the line of its number, which is not among the galley's.
  private func lay(
    _ entry: Entry, indents: Bool, isPart: Bool, column: PackedLength, left edge: PackedLength, figures: Int
  ) -> LineRecord? {
    let em = maker.em
    let hasNumber = column > 0 && !entry.number.isEmpty
    let edges = edges(of: entry, indents: indents, column: hasNumber ? column : 0)
    let (indent, left) = (edge + edges.entry, edge + edges.title)
    var title = entry.title.isEmpty ? "—" : entry.title
    if !hasNumber, !entry.number.isEmpty { title = "\(entry.number). \(title)" }
    let firstItem = UInt32(maker.galley.items.count)
    maker.begin(.contentsEntry, SourceLocation(offset: 0))
    defer { maker.end() }
    var beside: LineRecord?
    if hasNumber {
      var spec = GalleyMaker.LineSpec(
        frame: GalleyMaker.Frame(
          style: entryStyle, leadingIndent: 0, trailingIndent: maker.measure - indent - column))
      spec.placement = .trailing
      spec.leastWidth = 1024
      _ = maker.lay([Inline(entry.number)], spec: spec)
      beside = maker.stick.lines.popLast()
    }
    var spec = GalleyMaker.LineSpec(
      frame: GalleyMaker.Frame(
        style: entryStyle(title, isPart: isPart), leadingIndent: left + em, trailingIndent: folioRoom))
    spec.firstIndentFromLeading = left
    spec.placement = .leading
    let first = maker.stick.lines.count
    // the numbers of the pages stand below each other whatever the titles are written in
    maker.builder.backward = maker.resolver.isRightToLeft ? .all : .asLettersTell
    defer { maker.builder.backward = .asLettersTell }
    var words = withoutShouting(title)
    if !entry.author.isEmpty {
      words += [
        Inline(title.last?.isLetter ?? false ? ", " : " "), Inline(entry.author, style: InlineStyle(.emphasis)),
      ]
    }
    _ = maker.lay(words, spec: spec)
    guard maker.stick.lines.count > first else { return nil }
    if !maker.resolver.isRightToLeft {
      // a title written to the left is turned in its own place, and begins where the others do
      for index in first..<maker.stick.lines.count { maker.stick.lines[index].flags.remove(.isRightToLeft) }
    }
    // the entry's last line ends with the last of all items
    addFolio(entry.folio, figures: figures)
    maker.galley.links.append(
      LinkSpan(
        first: firstItem, end: UInt32(maker.galley.items.count), target: .anchor(entry.target),
        source: SourceLocation(offset: 0)))
    return beside
  }

  /// Capitals do not shout in a list: they are set as small ones where the face has them, and so are parts.
  private func entryStyle(_ title: String, isPart: Bool) -> BlockStyle {
    var style = entryStyle
    let look = design[.contentsPart]
    if isPart {
      style.scale *= look.scale
      (style.isItalic, style.isBold) = (look.isItalic, look.isBold)
      var plain = look
      plain.letterCase = .typed
      style.take(plain)
    }
    guard isPart && look.letterCase != .typed || PageAssembler.isInCapitals(title) else { return style }
    let id = maker.shaper.style(maker.resolver.style(style, .plain))
    guard ["c2sc", "smcp"].allSatisfy({ maker.shaper.hasFeature($0, style: id) }) else { return style }
    // PART ONE: The Old Buccaneer
    let shouts = title.split { !$0.isLetter }.contains { $0.count > 2 && $0.allSatisfy(\.isUppercase) }
    style.features = shouts || isPart && look.letterCase == .allSmallCapitals ? "c2sc=1,smcp=1,lnum=1" : "smcp=1,lnum=1"
    style.letterSpacing = look.letterSpacing
    return style
  }

  /// Letters from which on a word in capitals among others shouts; what is shorter is mostly an abbreviation.
  private static let shoutingLetters = 4

  /// `OPERA (Continued)`: its words in capitals stand beside other entries' small ones.
  private func withoutShouting(_ title: String) -> [Inline] {
    let id = maker.shaper.style(maker.resolver.style(entryStyle, .plain))
    guard !PageAssembler.isInCapitals(title), maker.shaper.hasFeature("c2sc", style: id) else { return [Inline(title)] }
    // of a title most of which is in capitals the short words are no abbreviations
    let capitals = title.count(where: \.isUppercase)
    let least = capitals > 1 && capitals * 3 > title.count(where: \.isLetter) * 2 ? 1 : FrontMatter.shoutingLetters
    let parts = title.split(separator: " ", omittingEmptySubsequences: false)
    let letters = parts.map { $0.filter(\.isLetter) }
    let inCapitals = letters.map { !$0.isEmpty && $0.allSatisfy(\.isUppercase) }
    // words in capitals beside each other are of one look: `Excerpt from THE IRON GARDEN`
    let runs = inCapitals.indices.split { !inCapitals[$0] }.filter { $0.contains { letters[$0].count >= least } }
    let shouting = Set(runs.joined())
    var words: [Inline] = []
    for (index, part) in parts.enumerated() {
      let shouts = shouting.contains(index) && !letters[index].allSatisfy("IVXLCDM".contains)
      if !words.isEmpty { words.append(Inline(" ")) }
      words.append(Inline(String(part), style: InlineStyle(shouts ? .allSmallCapitals : [])))
    }
    return words
  }

  private func heading(_ text: String, row: inout Int32) {
    var spec = GalleyMaker.LineSpec(frame: GalleyMaker.Frame(style: maker.resolver.display(.contentsTitle)))
    let look = design[.contentsTitle]
    spec.placement = GalleyMaker.placement(look)
    let rows = Int32((1.2 * look.scale * design.size.points / design.leading.points).rounded(.up))
    _ = maker.lay([Inline(text)].inCase(look.letterCase, maker.resolver.language), spec: spec)
    for index in maker.stick.lines.indices {
      maker.stick.lines[index].y = (row + rows - 1) * maker.leading
      row += rows
    }
    row += 2
  }

  private func addFolio(_ folio: String, figures: Int) {
    let style = maker.builder.folioStyle(entryStyle, figures: figures, of: folio, shaper: maker.shaper)
    var text = folio
    let word = text.withUTF8 { maker.shaper.word($0, style: style) }
    if !design[.contents].hasRule {
      // close to the title, an em apart
      let level: UInt8 = maker.resolver.isRightToLeft ? 1 : 0
      let room = maker.shaper.room(maker.em.units, style: style, level: level)
      maker.galley.items.append(TextItem(word: room, joint: .closed))
      maker.stick.lines[maker.stick.lines.count - 1].endItem += 1
    }
    maker.galley.items.append(TextItem(word: word, joint: design[.contents].hasRule ? .leader : .closed))
    maker.stick.lines[maker.stick.lines.count - 1].endItem += 1
  }
}

extension [FrontMatter.Entry] {
  /// Without the chapters below a part's or a story's title where none of them has a title of its own: a list names all
  /// of one rank, or none.
  fileprivate var withoutUntitledRuns: [FrontMatter.Entry] {
    var made: [FrontMatter.Entry] = []
    var rest = self[...]
    while let first = rest.popFirst() {
      let below = rest.prefix { $0.level > 1 }
      made.append(first)
      if first.level > 1 || !below.allSatisfy(\.isUntitled) { made += below }
      rest = rest[below.endIndex...]
    }
    return made
  }

  /// Whether an entry is of a part: chapters stand under it, and not sections of its own.
  fileprivate func isPart(_ index: Int) -> Bool {
    guard index + 1 < count, self[index + 1].level > self[index].level else { return false }
    if case .chapter = self[index + 1].target { return true }
    return false
  }
}

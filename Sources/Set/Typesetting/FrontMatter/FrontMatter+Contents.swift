internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Units

/// Contents and the list of figures: titles, dots, folios, broken into pages as text is.
extension FrontMatter {
  /// One entry of the contents.
  struct Entry {
    var title: String
    var level: Int
    var folio: String
    /// What its line leads to.
    var target: Anchor

    init(_ entry: PageList.Entry, in list: PageList) {
      (title, level, target) = (entry.title, entry.level, entry.target)
      folio = list.label(ofPage: entry.page)
    }
  }

  func contents(_ entries: [Entry], language: String, into result: inout Result) {
    list(entries, under: FrontMatter.contentsWord(language), into: &result)
  }

  /// The list of figures, by their captions.
  func figures(_ entries: [Entry], language: String, into result: inout Result) {
    list(entries, under: FrontMatter.figuresWord(language), into: &result)
  }

  /// For a page that ends before the last entry under a title, which then stands alone at the
  /// next one's head; below `spreadOneLineOff`. Larger: parts that stand further apart.
  private static let strandedEntry: Int32 = 80_000
  /// For a page that ends where a part does: the list seems to end there, too.
  private static let endOfPart: Int32 = 100_000
  /// What the blank row above a part costs with a row, two, three more; less than in text, where it
  /// stops the reader.
  private static let growth = [10_000.0, 30_000, 90_000]

  private func list(_ entries: [Entry], under title: String, into result: inout Result) {
    maker.begin()
    maker.begin(.section(level: 1), SourceLocation(offset: 0))
    var sink = Int32(min(design.sinkRows, design.rows / 5))
    maker.within(.heading(level: 1), SourceLocation(offset: 0)) { heading(title, row: &sink) }
    maker.begin(.contents, SourceLocation(offset: 0))
    defer { maker.open = [] }
    var opening = maker.stick.lines
    maker.stick.lines = []
    let indents = entries.contains { $0.level > 1 }
    // begins on a recto, or behind what does (`BookAssembly.frontMatter`)
    let side: Side = design.sides == .facing && result.pages.count % 2 == 1 ? .verso : .recto
    var elements: [VerticalElement] = []
    /// For each element its first line in the galley.
    var starts: [Int] = []
    for (number, entry) in entries.enumerated() {
      let start = maker.stick.lines.count
      lay(entry, indents: indents)
      guard maker.stick.lines.count > start else { continue }
      if indents, entry.level == 1, number > 0 {
        elements.append(blankRow)
        starts.append(start)
      }
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
      elements.append(element)
      starts.append(start)
    }
    let lines = maker.stick.lines
    maker.stick.lines = []
    var style = PageBreakingStyle(rows: design.rows, isFacing: design.sides == .facing)
    style.isLevel = design.levelsSpreads
    let ways = breakChapter(elements, style: style, firstPageSkip: Int(sink)).solutions
    // the same sides each time, so that what follows keeps its folios
    let best = ways.filter { $0.opening == side }.min { ($0.cost, $0.pages.count) < ($1.cost, $1.pages.count) }
    let pages = best?.pages ?? []
    for (number, page) in pages.enumerated() {
      maker.stick.lines = opening
      opening = []
      for piece in page.pieces {
        for k in piece.lines {
          var line = lines[starts[piece.element] + k]
          line.y = Int32(piece.row + k - piece.lines.lowerBound) * maker.leading
          maker.stick.lines.append(line)
        }
      }
      take(.contents, keepingItems: number + 1 < pages.count, isOpener: number == 0, into: &result)
    }
    if pages.isEmpty {
      maker.stick.lines = opening
      take(.contents, into: &result)
    }
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
  private func lay(_ entry: Entry, indents: Bool) {
    let em = maker.em
    let indent = indents && entry.level > 1 ? em * Int32(min(entry.level - 1, 4)) : 0
    var spec = GalleyMaker.LineSpec(
      frame: GalleyMaker.Frame(
        style: BlockStyle(hyphenates: false, hangs: false), leadingIndent: indent + em, trailingIndent: em * 5 / 2))
    spec.firstIndentFromLeading = indent
    spec.placement = .leading
    let first = maker.stick.lines.count
    let firstItem = UInt32(maker.galley.items.count)
    maker.begin(.contentsEntry, SourceLocation(offset: 0))
    defer { maker.end() }
    _ = maker.lay([Inline(entry.title.isEmpty ? "—" : entry.title)], spec: spec)
    guard maker.stick.lines.count > first else { return }
    // the entry's last line ends with the last of all items
    addFolio(entry.folio)
    maker.galley.links.append(
      LinkSpan(
        first: firstItem, end: UInt32(maker.galley.items.count), target: .anchor(entry.target),
        source: SourceLocation(offset: 0)))
  }

  private func heading(_ text: String, row: inout Int32) {
    var spec = GalleyMaker.LineSpec(frame: GalleyMaker.Frame(style: maker.resolver.heading))
    spec.placement = design.headingPlacement == .leading ? .leading : .centred
    let rows = Int32((1.2 * design.headingScale * design.size.points / design.leading.points).rounded(.up))
    _ = maker.lay([Inline(text)], spec: spec)
    for index in maker.stick.lines.indices {
      maker.stick.lines[index].y = (row + rows - 1) * maker.leading
      row += rows
    }
    row += 2
  }

  private func addFolio(_ folio: String) {
    let style = maker.shaper.style(maker.resolver.style(BlockStyle(hyphenates: false, hangs: false), .plain))
    var text = folio
    let word = text.withUTF8 { maker.shaper.word($0, style: style) }
    maker.galley.items.append(TextItem(word: word, joint: .leader))
    maker.stick.lines[maker.stick.lines.count - 1].endItem += 1
  }
}

internal import BookModel
internal import Manuscript
internal import Units

/// Makes blocks of paragraphs by what their styles and their looks mean.
struct WordFlow {
  enum Kind { case body, cell, note }

  let items: [WordItem]
  let kind: Kind
  var report: ReadingReport
  /// What styles say of blocks that have pages of their own.
  private(set) var kinds: [SourceLocation: BookMatter] = [:]
  /// Bytes of ornaments, which octavo sets anew.
  var ornaments: [Range<Int>] = []
  /// Bytes of a list of contents that was typed.
  private(set) var contents: [Range<Int>] = []
  /// Labels that were counted, by the byte that they stand before.
  var labels: [Int: String] = [:]
  let usual: UsualLook
  let headings: WordHeadings
  /// Small pictures that come again and again: they part scenes.
  private let pauses: Set<String>
  var made: [Block] = []
  var at = 0
  private var hasHeading = false
  /// Most paragraphs have no box: it means something.
  let knowsBoxes: Bool

  init(_ items: [WordItem], kind: Kind, report: ReadingReport) {
    (self.kind, self.report) = (kind, report)
    let items = kind == .body ? items.withoutTypedContents(&contents) : items
    let (usual, headings) = (UsualLook(items), WordHeadings(kind == .body ? items : [], UsualLook(items)))
    (self.usual, self.headings) = (usual, headings)
    let typed = usual.isTyped ? items : items.withTypedLines()
    self.items = kind == .body && usual.blanks == 0 ? typed.withTypedVerse { headings[$0] != nil } : typed
    pauses = kind == .body ? WordFlow.pauses(in: items) : []
    let paragraphs = items.compactMap(\.paragraph)
    knowsBoxes = paragraphs.count(where: \.look.isInBox) * 3 < paragraphs.count
  }

  mutating func blocks() -> [Block] {
    made.reserveCapacity(items.count)
    while at < items.count {
      let item = items[at]
      if item.beginsPage, kind == .body, !made.isEmpty { made.append(.pageBreak(source(of: item))) }
      switch item.content {
      case .blank(let place):
        let first = at
        while at < items.count, items[at].isBlank { at += 1 }
        // they stand between all the others: more of them are white, so many are none
        if usual.blanks == 0 || at - first > usual.blanks {
          made.append(.sceneBreak(SceneBreak(mark: .space, source: place)))
        }
      case .block(.figure(var figure)):
        figure.isDecorative = figure.isDecorative || pauses.contains(figure.image ?? "")
        made.append(.figure(figure))
        at += 1
      case .block(let block):
        made.append(block)
        at += 1
      case .paragraph(let paragraph): read(paragraph)
      }
    }
    var flow = made
    made = []
    if kind == .body {
      flow = flow.withCaptions().withoutContents(&contents).withNamedHeadings()
    }
    return flow.withBrokenParagraphs().withVerse().withScenes(hasEmpty: true, isCell: kind == .cell)
  }

  private static func pauses(in items: [WordItem]) -> Set<String> {
    var counts: [String: Int] = [:]
    for item in items {
      guard case .block(.figure(let figure)) = item.content, let name = figure.image, figure.placement == .here,
        figure.caption.isEmpty, figure.width?.points ?? 999 <= 300
      else { continue }
      counts[name, default: 0] += 1
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  private func source(of item: WordItem) -> SourceLocation {
    switch item.content {
    case .paragraph(let paragraph): paragraph.source
    case .block(let block): block.source
    case .blank(let source): source
    }
  }

  // MARK: Paragraphs

  private mutating func read(_ paragraph: WordParagraph) {
    if kind == .body, let heading = headings[at] {
      at += heading.count
      hasHeading = true
      return made.append(.heading(take(heading.heading)))
    }
    if kind == .body, hasHeading, isBoxed(at) { return readBox() }
    if kind == .body, let rows = tabbedRows(from: at) {
      at += rows.count
      report.tables += 1
      return made.append(.table(rows.table))
    }
    if let run = paragraph.item, listRole(paragraph) { return readList(run.list) }
    let role = paragraph.role
    switch role {
    case .verse?: return readVerse()
    case .code?: return readCode()
    case .letter?: return readLetter()
    case .signature? where isInLetter: return readLetter()
    case .quotation?: return readQuotation()
    case .matter(.epigraph)?: return readQuotation(epigraph: true)
    case .speaker? where kind == .body: if readSpeech() { return }
    default: break
    }
    if role == nil || role == .flush || role == .list, kind != .cell, usual.isSetIn(paragraph) {
      return readQuotation()
    }
    if let count = linesOfMotto() { return readMotto(count) }
    at += 1
    if spaceAbove(paragraph) { made.append(.sceneBreak(SceneBreak(mark: .space, source: paragraph.source))) }
    let isPause = role == .sceneBreak && paragraph.length <= 40 || kind == .body && isRowOfLetters(paragraph)
    guard !isPause else {
      if let range = paragraph.inlines.wholeRange { ornaments.append(range) }
      report.sceneBreaks += 1
      return made.append(.sceneBreak(SceneBreak(mark: .ornament, source: paragraph.source)))
    }
    made += block(paragraph).partedAtFormulas
  }

  /// `oOo`, `-o-`, `x x x` in the middle: letters that are signs of a pause.
  private func isRowOfLetters(_ paragraph: WordParagraph) -> Bool {
    guard paragraph.length <= 24, placement(paragraph) == .centred else { return false }
    let words = paragraph.words
    let letters = words.filter { $0.isLetter || $0.isNumber }
    guard (1...5).contains(letters.count), SceneSigns.areAll(of: "*" + words.filter { !letters.contains($0) }) else {
      return false
    }
    let hasSigns = words.contains { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }
    return letters.allSatisfy { "oO0".contains($0) } && (hasSigns || Set(letters).count > 1)
      || letters.count == 3 && letters.allSatisfy { "xX".contains($0) }
  }

  private var isInLetter: Bool {
    if case .letter? = made.last { return true }
    guard at < items.count, let paragraph = items[at].paragraph else { return false }
    return paragraph.role == .letter
  }

  private func listRole(_ paragraph: WordParagraph) -> Bool {
    switch paragraph.role {
    case nil, .list?, .flush?, .quotation?, .note?: true
    default: false
    }
  }

  /// One paragraph by itself.
  private mutating func block(_ paragraph: WordParagraph) -> Block {
    report.paragraphs += 1
    var plain = Paragraph(inlines(paragraph), source: paragraph.source)
    plain.anchor = paragraph.anchor
    // a scene begins
    if case .figure(let figure)? = made.last, pauses.contains(figure.image ?? "") { plain.isFlush = true }
    var placement = self.placement(paragraph)
    switch paragraph.role {
    case .matter(let kind)?:
      kinds[paragraph.source] = kind
      if kind == .dedication || kind == .author || kind == .subtitle || kind == .title { placement = .centred }
    case .caption?:
      plain.isFlush = true
      placement = .centred
    case .centred?, .ending?, .sceneBreak?: placement = .centred
    case .signature?, .dateline?, .attribution?: placement = .trailing
    case .flush?: plain.isFlush = true
    case .heading?, .part?, .chapter?:
      // in a cell or a note it heads nothing
      return Block.paragraph(plain).adding(.strong)
    default: break
    }
    plain.placement = placement
    if placement == .justified, usual.hangs(paragraph) || isTypedEntry(paragraph) {
      var form = ParagraphForm()
      (form.leading, form.indent) = (1.5, -1.5)
      plain.form = form
    }
    return .paragraph(plain)
  }

  /// One of several lines below each other that somebody has numbered or marked by hand: they begin alike, and what
  /// turns over hangs.
  private func isTypedEntry(_ paragraph: WordParagraph) -> Bool {
    func isEntry(_ index: Int) -> Bool {
      guard items.indices.contains(index), let paragraph = items[index].paragraph else { return false }
      return paragraph.item == nil && paragraph.length <= WordFlow.longestEntry && paragraph.words.beginsTypedItem
        && !Paragraph(paragraph.inlines).isBold
    }
    guard at > 0, paragraph.role == nil || paragraph.role == .flush, isEntry(at - 1),
      items[at - 1].paragraph?.source == paragraph.source
    else { return false }
    return isEntry(at) || isEntry(at - 2)
  }

  private static let longestEntry = 200
  /// Bytes that stand on a line, or little more.
  private static let longestLine = 90

  private func placement(_ paragraph: WordParagraph) -> Paragraph.Placement {
    switch paragraph.look.alignment {
    case .centre? where !usual.isCentred: .centred
    case .right? where !usual.isTrailing: paragraph.look.isRightToLeft == true ? .justified : .trailing
    default: usual.isFarIn(paragraph) ? .trailing : .justified
    }
  }

  /// More white above than paragraphs have.
  private func spaceAbove(_ paragraph: WordParagraph) -> Bool {
    guard kind == .body, paragraph.role == nil || paragraph.role == .flush, let before = paragraph.look.before,
      before >= usual.before + 200, made.last?.paragraph?.placement == .justified, placement(paragraph) == .justified
    else { return false }
    return true
  }

  /// With the label that is counted before them, where the book counts none such.
  private mutating func inlines(_ paragraph: WordParagraph) -> [Inline] {
    guard let item = paragraph.item, !item.level.isBullet, !item.label.isEmpty else { return paragraph.inlines }
    let words = item.label + " "
    labels[Int(paragraph.source.offset), default: ""] += words
    return [Inline(words, source: paragraph.source)] + paragraph.inlines
  }

  private mutating func take(_ heading: WordHeadings.Found.Made) -> Heading {
    if let label = heading.counted { labels[Int(heading.heading.source.offset), default: ""] += label }
    return heading.heading
  }

  // MARK: Groups

  /// Paragraphs from here on that belong together; blank ones between them are nil.
  private mutating func group(while belongs: (WordParagraph) -> Bool) -> [WordParagraph?] {
    var found: [WordParagraph?] = []
    let start = at
    while at < items.count {
      let item = items[at]
      if at > start, item.beginsPage || headings[at] != nil { break }
      if item.isBlank {
        found.append(nil)
      } else if let paragraph = item.paragraph, belongs(paragraph) {
        found.append(paragraph)
      } else {
        break
      }
      at += 1
    }
    // white behind the last belongs to what comes
    while let last = found.last, last == nil {
      found.removeLast()
      at -= 1
    }
    return found
  }

  private mutating func readVerse() {
    let lines = group { $0.role == .verse }
    guard let source = lines.first??.source else {
      at += 1
      return
    }
    report.verseBlocks += 1
    let all = lines.compactMap(\.self)
    let isStanza = all.contains { $0.inlines.contains { $0.content == .lineBreak } }
    let least = all.compactMap(\.look.left).min() ?? 0
    let after = all.map { $0.look.after ?? 0 }.min() ?? 0
    var stanzas: [[Verse.Line]] = [[]]
    for (index, paragraph) in lines.enumerated() {
      guard let paragraph else {
        stanzas.append([])
        continue
      }
      let indent = max(0, ((paragraph.look.left ?? 0) - least) / 120)
      for (number, line) in paragraph.inlines.split(whereSeparator: { $0.content == .lineBreak }).enumerated() {
        guard var made = Array(line).verseLine else { continue }
        made.indent += indent + (paragraph.leads[number] ?? (number == 0 ? paragraph.lead : 0))
        stanzas[stanzas.count - 1].append(made)
      }
      let isEnd = (paragraph.look.after ?? 0) > after + 60
      if isStanza || isEnd, index < lines.count - 1 { stanzas.append([]) }
    }
    made.append(.verse(Verse(stanzas.filter { !$0.isEmpty }.map { Verse.Stanza($0) }, source: source).shifted))
  }

  private mutating func readCode() {
    let all = group { $0.role == .code }
    var lines: [Preformatted.Line] = []
    for paragraph in all {
      guard let paragraph else {
        lines.append(Preformatted.Line("", source: lines.last?.source ?? SourceLocation(offset: 0)))
        continue
      }
      guard paragraph.typed.isEmpty else {
        lines += paragraph.typed
        continue
      }
      for line in paragraph.inlines.split(
        omittingEmptySubsequences: false, whereSeparator: { $0.content == .lineBreak })
      {
        var made = Preformatted.Line(Array(line).plainText, source: line.first?.source ?? paragraph.source)
        made.sourceEnd = UInt32(clamping: Array(line).sourceRange?.upperBound ?? 0)
        lines.append(made)
      }
    }
    guard let source = all.first??.source else {
      at += 1
      return
    }
    report.codeBlocks += 1
    made.append(.preformatted(Preformatted(lines, isCode: true, source: source)))
  }

  private mutating func readQuotation(epigraph: Bool = false) {
    let usual = usual
    var all: [WordParagraph] = []
    if epigraph {
      all = group { $0.role == .matter(.epigraph) || $0.role == .attribution }.compactMap(\.self)
    } else if items[at].paragraph?.role == .quotation {
      all = group { $0.role == .quotation || $0.role == .attribution }.compactMap(\.self)
    } else {
      all = group { ($0.role == nil || $0.role == .flush || $0.role == .list) && $0.item == nil && usual.isSetIn($0) }
        .compactMap(\.self)
    }
    guard let source = all.first?.source else {
      at += 1
      return
    }
    var attribution: Paragraph?
    if all.count > 1, let last = all.last, last.role == .attribution || last.words.isAttribution {
      attribution = Paragraph(last.inlines, placement: .trailing, source: last.source)
      all.removeLast()
    }
    var inner: [Block] = []
    // entries of a line each, and no sentences one behind the other: they begin alike
    let areEntries = all.count > 1 && all[0].role == nil && all.allSatisfy { $0.length <= WordFlow.longestLine }
    for var paragraph in all {
      paragraph.role = nil
      // what sets all of it in is the quotation
      paragraph.look.left = usual.left
      if areEntries { (paragraph.look.left, paragraph.look.first) = (usual.left + 360, -360) }
      inner += block(paragraph).partedAtFormulas
    }
    inner = inner.withBrokenParagraphs().withVerse()
    // lines of verse that are set in are verse
    let isVerse = inner.allSatisfy { if case .verse = $0 { true } else { false } }
    if isVerse, !epigraph, attribution == nil, all.allSatisfy({ $0.role != .quotation }) {
      made += inner
      return
    }
    report.quotations += 1
    if epigraph { kinds[source] = .epigraph }
    made.append(.quotation(Quotation(inner, attribution: attribution, source: source)))
  }

  private mutating func readLetter() {
    let all = group { $0.role == .letter || $0.role == .signature || $0.role == .dateline }.compactMap(\.self)
    guard let source = all.first?.source else {
      at += 1
      return
    }
    var letter = Letter([], source: source)
    for paragraph in all {
      let words = Paragraph(paragraph.inlines, placement: .trailing, source: paragraph.source)
      switch paragraph.role {
      case .dateline? where letter.blocks.isEmpty: letter.dateline.append(words)
      case .signature?: letter.signature.append(words)
      default:
        // words below a signature: what is there stands as it stood
        let signed = letter.signature.map { Block.paragraph($0) }
        letter.signature = []
        letter.blocks += signed + [block(paragraph)]
      }
    }
    report.letters += 1
    made.append(.letter(letter))
  }

  // MARK: Lists

  private mutating func readList(_ list: Int) {
    let usual = usual
    var left = Int.max
    let all = group { paragraph in
      if let item = paragraph.item {
        return item.list == list || item.depth > 0 || left < (paragraph.look.left ?? 0) - 100
      }
      // a paragraph of the item above
      guard paragraph.role == nil || paragraph.role == .list, let own = paragraph.look.left else { return false }
      return left != Int.max && own >= left - 20 && own > usual.left + 100
    } note: { paragraph in
      if paragraph.item != nil { left = min(left, paragraph.look.left ?? 0) }
    }
    let entries = all.compactMap(\.self).withListsWithin(list)
    guard !entries.isEmpty else {
      at += 1
      return
    }
    var rest = entries[...]
    while !rest.isEmpty {
      let before = rest.count
      if let made = self.list(&rest, depth: rest.first?.item?.depth ?? 0) { self.made.append(made) }
      if rest.count == before { rest.removeFirst() }
    }
  }

  /// The same, and a look at each that belongs.
  private mutating func group(
    while belongs: (WordParagraph) -> Bool, note: (WordParagraph) -> Void
  ) -> [WordParagraph?] {
    group { paragraph in
      guard belongs(paragraph) else { return false }
      note(paragraph)
      return true
    }
  }

  private mutating func list(
    _ rest: inout ArraySlice<WordParagraph>, depth: Int, isOutermost: Bool = true
  ) -> Block? {
    guard let first = rest.first, let head = first.item else { return nil }
    var list = List(isTight: true, items: [], source: first.source)
    let counting = head.level.counting
    if !head.level.isBullet {
      if let counting {
        (list.counting, list.delimiter, list.start) = (counting.0, counting.1, head.number)
      } else {
        list.counting = .none
      }
    }
    var next = head.number
    while let paragraph = rest.first {
      guard let item = paragraph.item else {
        // it may go on with the item that the list stands in
        let isOuter = depth > 0 && (paragraph.look.left ?? 0) < (first.look.left ?? 0) - 20
        guard !list.items.isEmpty, !isOuter || isOutermost else { break }
        rest.removeFirst()
        list.items[list.items.count - 1].blocks += plain(paragraph).partedAtFormulas
        list.isTight = false
        continue
      }
      if item.depth < depth
        || item.depth == depth && (item.level.isBullet != head.level.isBullet || item.list != head.list)
      {
        break
      }
      if item.depth > depth {
        let before = rest.count
        guard !list.items.isEmpty, let inner = self.list(&rest, depth: item.depth, isOutermost: false),
          rest.count < before
        else { break }
        list.items[list.items.count - 1].blocks.append(inner)
        continue
      }
      rest.removeFirst()
      var made = List.Item(
        plain(paragraph, isLabelled: counting == nil && !head.level.isBullet).partedAtFormulas, source: paragraph.source
      )
      if item.level.isBox { made.isDone = item.level.isTicked }
      if counting != nil, item.number != next { made.number = item.number }
      next = item.number + 1
      list.items.append(made)
    }
    guard !list.items.isEmpty else { return nil }
    report.lists += 1
    return .list(list)
  }

  private mutating func plain(_ paragraph: WordParagraph, isLabelled: Bool = false) -> Block {
    var inlines = paragraph.inlines
    if isLabelled { inlines = self.inlines(paragraph) }
    report.paragraphs += 1
    var plain = Paragraph(inlines, source: paragraph.source)
    plain.anchor = paragraph.anchor
    return .paragraph(plain)
  }
}

extension Block {
  /// In several where a formula stands on lines of its own, as one does that is all of a paragraph.
  fileprivate var partedAtFormulas: [Block] {
    guard case .paragraph(let paragraph) = self, paragraph.inlines.contains(where: { $0.style.formula != nil }) else {
      return [self]
    }
    return paragraph.withLoneFormulaDisplayed.partedAtFormulas().map(Block.paragraph)
  }
}

extension WordItem {
  var isBlank: Bool { if case .blank = content { true } else { false } }
}

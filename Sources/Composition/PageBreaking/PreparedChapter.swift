/// A chapter's vertical list laid out flat for the search: every rule that does not
/// depend on the page (widow, orphan, keep, the element's own wish) is a number by now.
struct PreparedChapter {
  struct Element {
    enum Role {
      /// Holds nothing, or white that no page can show: passes through untouched.
      case empty
      case space, float, solid
    }
    var role: Role = .empty
    /// Rows of a float, or of a space in its natural setting.
    var rows = 0
    /// A float that fills its page.
    var isPlate = false
    var isSpread = false
    var facesCall = false
    var waitsForHead = false
    /// Rows of white directly before the element, set naturally.
    var spaceBefore = 0
    /// Settings of the white that stands above a float only where that is set below it.
    var white = 0..<0
    /// No picture that waits for the head of a page comes after it.
    var keepsOrder = false
    /// A float that moves on only behind others.
    var staysAlone = false
    /// Indices into `settings`.
    var settings: Range<Int> = 0..<0
    /// Rows of text that must follow; 0 for anything but a heading.
    var rowsBelow = 0
    /// Rows said again above its lines where a page begins inside it.
    var repeatedRows = 0
    /// Floats among the elements before this one.
    var floatsBefore = 0
    /// What may happen between the element before and this one.
    var gate: PageBreakRule = .open
    /// The element whose break rules hold when a page ends before this one; -1 for none.
    var before = -1
  }

  enum PageBreakRule {
    case open
    /// After a space: the page had better end before the space. Only the last resort.
    case closed
    /// A page must begin here.
    case forced
  }

  /// Cost of a page's end, where the leaf is turned behind it and elsewhere.
  struct EndCost {
    var atTurn = 0
    var inside = 0
    func cost(atTurn isTurn: Bool) -> Int { isTurn ? atTurn : inside }
  }

  struct Setting {
    /// Its place among the element's own settings.
    var original: Int
    /// Indices into `lines`.
    var lines: Range<Int>
    var cost: Int
    var rows: Int
    /// All lines are one row high and call no note: positions are plain sums.
    var isPlain: Bool
  }

  struct Line {
    var rows: Int
    /// Rows of the lines behind it that no page may part from it.
    var heldRows = 0
    var notes: Int
    var keepsOrder = false
    /// So many lines from this one on are one row high and call no note.
    var plainRun = 0
    /// Cost of a page end after the line when more lines of the element follow.
    var end: EndCost
    /// What cannot be parted of the notes, an index into `noteBlocks`; -1 for nothing.
    var blocks = -1
  }

  var elements: [Element] = []
  var settings: [Setting] = []
  var lines: [Line] = []
  /// Cost of a page end after each element.
  var ends: [EndCost] = []
  /// Height of a scene break that must not stand alone on a page, else 0.
  var sceneRows: [Int] = []
  /// The same of the chapter's last element that holds anything.
  var lastSceneRows = 0
  /// Element indices of the floats, in order.
  var floats: [Int] = []
  var failedHints: [Int] = []
  /// What must not be left at a page's foot is known before the rows that must follow it are reached.
  private var looksAhead = false
  /// The largest `rowsBelow`, and the most rows of notes that one line calls.
  var mostRowsBelow = 0
  var mostNoteRows = 0
  /// Most rows carried on that a state can say; longer rests fill pages of their own at
  /// once. -1 for a chapter without notes. 60 rows are two pages of any book.
  var mostCarried = -1
  /// Rows of notes in the margin called before each element, and in it before each line of a setting; both empty for a
  /// chapter without any.
  var margins = (elements: [Int](), lines: [Int32]())
  /// Rows of a line's notes that stand on one page, counted from the notes' end.
  var noteBlocks: [[Range<Int>]] = []

  init(_ source: [VerticalElement], style: PageRules) {
    elements.reserveCapacity(source.count)
    ends.reserveCapacity(source.count)
    for (index, element) in source.enumerated() {
      add(element, at: index, style: style)
    }
    countMargins(source)
    linkGates(source)
    // a search without a horizon weighs every hole against a head that is left
    looksAhead = style.horizon < PageRules.whole(.infinity)
    lookAhead(source, page: style.rows)
    if mostNoteRows > 0 { mostCarried = min(mostNoteRows, style.rows + 1, 60) }
  }

  /// The first element from there on that holds anything; the count if none does.
  func nextElement(from index: Int) -> Int {
    var index = index
    while index < elements.count, elements[index].role == .empty { index += 1 }
    return index
  }

  private mutating func add(_ element: VerticalElement, at index: Int, style: PageRules) {
    var entry = Element()
    entry.floatsBefore = floats.count
    let first = settings.count
    var choices = element.settings.indices
    if element.wishedLines != 0 {
      let natural = element.settings.first?.lines.count ?? 0
      if let match = element.settings.firstIndex(where: { $0.lines.count == natural + element.wishedLines }) {
        choices = match..<(match + 1)
      } else {
        failedHints.append(index)
      }
    }
    for choice in choices where !element.settings[choice].lines.isEmpty {
      add(element.settings[choice], original: choice, of: element, style: style)
    }
    // with a page's worth of them nothing else would stand there
    entry.repeatedRows = min(max(Int(element.repeatedRows), 0), style.rows / 2)
    entry.settings = first..<settings.count
    var end = EndCost()
    var scene = 0
    if first < settings.count {
      let natural = settings[first]
      let isSpace = element.kind == .space && !element.isSceneBreak
      entry.rows = natural.rows
      if isSpace {
        entry.role = natural.rows > 0 ? .space : .empty
      } else if element.floats || element.waitsBehind,
        natural.lines.count == (element.isPlate && element.isSpread ? 2 : 1),
        lines[natural.lines.lowerBound].notes == 0, element.settings[natural.original].lines[0].marginRows == 0
      {
        entry.role = .float
        (entry.isPlate, entry.isSpread) = (element.isPlate, element.isPlate && element.isSpread)
        entry.facesCall = element.isPlate && !element.isSpread && element.facesCall
        entry.waitsForHead = element.waitsForHead
        entry.staysAlone = !element.floats
        floats.append(index)
      } else {
        entry.role = .solid
        entry.rowsBelow = min(max(element.rowsBelow, 0), 7, style.rows - 1)
        mostRowsBelow = max(mostRowsBelow, entry.rowsBelow)
      }
      if element.isSceneBreak { scene = natural.rows }
      end = lastLineEnd(of: element, setting: settings[first].original, style: style)
    }
    entry.keepsOrder = element.floats || element.keepsOrder
    elements.append(entry)
    ends.append(end)
    sceneRows.append(scene)
  }

  private mutating func add(
    _ setting: VerticalSetting, original: Int, of element: VerticalElement, style: PageRules
  ) {
    let start = lines.count
    let count = setting.lines.count
    var rows = 0
    var isPlain = element.repeatedRows <= 0
    for (index, line) in setting.lines.enumerated() {
      var end = EndCost()
      if index + 1 < count {
        var cost = breakCost(line.breakAfter, style: style)
        if element.kind == .paragraph {
          if index == 0 { cost += style.orphan }
          if index == count - 2 { cost += style.widow }
        }
        end = EndCost(atTurn: cost + (line.endsInHyphen ? style.hyphenAtLeafTurn : 0), inside: cost)
      }
      let height = max(Int(line.rows), 0)
      let notes = max(Int(line.noteRows), 0)
      rows += height
      if height != 1 || notes != 0 || line.keepsOrder { isPlain = false }
      mostNoteRows = max(mostNoteRows, notes)
      lines.append(Line(rows: height, notes: notes, keepsOrder: line.keepsOrder, end: end))
    }
    for block in element.noteBlocks where block.setting == original && block.line < count {
      let line = start + block.line
      if lines[line].blocks < 0 {
        lines[line].blocks = noteBlocks.count
        noteBlocks.append([])
      }
      noteBlocks[lines[line].blocks].append(block.rows)
    }
    var run = 0
    for index in (start..<lines.count).reversed() {
      run = lines[index].rows == 1 && lines[index].notes == 0 && !lines[index].keepsOrder ? run + 1 : 0
      lines[index].plainRun = run
      if index + 1 < lines.count, setting.lines[index - start].breakAfter == VerticalLine.torn {
        lines[index].heldRows = lines[index + 1].rows + lines[index + 1].heldRows
      }
    }
    let cost = PageRules.whole(setting.cost)
    settings.append(
      Setting(original: original, lines: start..<lines.count, cost: cost, rows: rows, isPlain: isPlain))
  }

  /// Cost of a page end after the element's last line. The natural setting's last line
  /// stands for all: a paragraph's last line ends alike in every setting.
  private func lastLineEnd(of element: VerticalElement, setting: Int, style: PageRules) -> EndCost {
    var cost = breakCost(element.breakAfter, style: style)
    if element.keepWithNext { cost += style.brokenKeep }
    guard let line = element.settings[setting].lines.last else { return EndCost(atTurn: cost, inside: cost) }
    cost += breakCost(line.breakAfter, style: style)
    return EndCost(atTurn: cost + (line.endsInHyphen ? style.hyphenAtLeafTurn : 0), inside: cost)
  }

  private func breakCost(_ cost: Int32, style: PageRules) -> Int {
    switch cost {
    case VerticalLine.never: style.brokenKeep
    case VerticalLine.torn: style.brokenKeep * VerticalLine.keepsInTorn
    case VerticalLine.orphan: style.orphan
    case VerticalLine.widow: style.widow
    default: Int(cost)
    }
  }

  /// White goes with the float below it, however far it grew: where that moves on, none is left that reads as a
  /// break in the text.
  private mutating func takeWhite(_ source: [VerticalElement]) {
    var last = -1
    for index in elements.indices where elements[index].role != .empty {
      if elements[index].role == .float, last >= 0, elements[last].role == .space, !source[index].leavesWhite {
        elements[index].white = elements[last].settings
        elements[last].role = .empty
      }
      last = index
    }
  }

  /// Where no page may end behind an element, its last line holds the rows that must follow: one that does not have
  /// them below it goes to the next page with them, before the search has spent a page on it.
  private mutating func lookAhead(_ source: [VerticalElement], page: Int) {
    /// Rows from the element in hand on that stand together, at least.
    var following = 0
    for index in elements.indices.reversed() where elements[index].role != .empty {
      switch elements[index].role {
      case .empty, .float: break
      case .space: following += elements[index].rows
      case .solid:
        let isKept = source[index].keepWithNext && following > 0
        for setting in elements[index].settings
        where isKept && looksAhead && settings[setting].rows + following <= page {
          lines[settings[setting].lines.upperBound - 1].heldRows = following
        }
        let natural = settings[elements[index].settings.lowerBound]
        let wishes = source[index].settings[natural.original].lines.dropLast().map(\.breakAfter)
        let first = wishes.firstIndex { $0 < VerticalLine.torn } ?? wishes.count
        let rows = lines[natural.lines.prefix(first + 1)].reduce(0) { $0 + $1.rows }
        following = rows + (isKept && first == wishes.count ? following : 0)
      }
      if source[index].breakBefore { following = 0 }
    }
  }

  /// Settles between which elements a page may end, and drops the white that no page shows.
  private mutating func linkGates(_ source: [VerticalElement]) {
    // White at the chapter's end, or before a page that must begin.
    var isHidden = true
    for index in elements.indices.reversed() {
      switch elements[index].role {
      case .space where isHidden: elements[index].role = .empty
      case .solid, .float: isHidden = source[index].breakBefore
      default: isHidden = isHidden || source[index].breakBefore
      }
    }
    takeWhite(source)
    var before = -1
    var followsSpace = false
    var space = 0
    var mustBreak = false
    for index in elements.indices {
      elements[index].before = before
      mustBreak = mustBreak || source[index].breakBefore
      let role = elements[index].role
      if role == .empty { continue }
      elements[index].gate = mustBreak ? .forced : followsSpace ? .closed : .open
      mustBreak = false
      followsSpace = role == .space
      elements[index].spaceBefore = space
      switch role {
      case .space: space += elements[index].rows
      case .float: space = 0
      default:
        before = index
        space = 0
      }
      lastSceneRows = sceneRows[index]
    }
  }
}

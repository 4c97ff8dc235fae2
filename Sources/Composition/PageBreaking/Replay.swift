/// Turns a path of the search into pages: follows it through the chapter and writes
/// down where each piece stands and which rules yielded.
struct Replay {
  /// Where a page begins: before a line of an element.
  struct Head {
    var start: PageStart
    var element: Int
    var line: Int
  }

  let chapter: PreparedChapter
  let source: [VerticalElement]
  let style: PageRules
  let skip: Int
  let path: PageSearch.Path
  /// As the search has them.
  private let heights: [Int]
  private let choices: Int
  private(set) var heads: [Head] = []
  /// The setting of each element, an index into the chapter's settings.
  private(set) var chosen: [Int]
  /// Floats called and not set yet.
  private var waiting: [Int]
  /// A plate, and the pages, or columns, that are left to it.
  private var plate = (element: -1, left: 0)

  init(
    _ path: PageSearch.Path, of search: borrowing PageSearch, source: [VerticalElement], from first: Int = 0,
    waiting: [Int] = []
  ) {
    self.waiting = waiting
    chapter = search.chapter
    style = search.style
    skip = search.skip
    (heights, choices) = (search.heights, search.choices)
    self.source = source
    self.path = path
    chosen = [Int](repeating: -1, count: chapter.elements.count)
    var element = chapter.nextElement(from: first)
    for step in path.steps {
      if step.page >= 0 {
        heads.append(Head(start: PageStart(packed: step.page), element: element, line: Int(step.value)))
      } else {
        chosen[element] = Int(step.value)
        element = chapter.nextElement(from: element + 1)
      }
    }
  }

  mutating func solution(opening: Side) -> ChapterSolutions.Solution {
    var pages: [BrokenPage] = []
    var explanations: [PageExplanation] = []
    pages.reserveCapacity(heads.count)
    explanations.reserveCapacity(heads.count)
    for index in heads.indices {
      let (page, explanation) = setPage(index)
      pages.append(page)
      explanations.append(explanation)
    }
    return ChapterSolutions.Solution(
      opening: opening, closing: path.closing, cost: Double(path.cost), pages: pages, explanations: explanations,
      failedHints: chapter.failedHints)
  }

  // MARK: One page

  private mutating func setPage(_ index: Int) -> (BrokenPage, PageExplanation) {
    let head = heads[index]
    let isLast = index + 1 == heads.count
    let end = isLast ? Head(start: head.start, element: chapter.elements.count, line: 0) : heads[index + 1]
    let carriedOn = isLast ? 0 : end.start.carried
    let height = heights[head.start.height]
    var sheet = FilledPage(height: height, start: head.start, rule: style.noteRuleRows)
    sheet.notes = head.start.carried + ownNotes(head, end) - carriedOn
    if index == 0 && skip > 0 && style.columns == 1 {
      sheet.isOpen = true
      sheet.body = skip
    }
    if head.start.height % choices != 0 && (index == 0 || head.start.slot == 0) {
      sheet.yield(.spreadOneLineOff, style.spreadOneLineOff)
    }
    if plate.left > 0 {
      goOnWithPlate(&sheet)
    } else {
      fill(&sheet, from: head, to: end, isFirst: index == 0, isLast: isLast)
    }
    // of a plate's pages it counts for the last alone
    if plate.left == 0 {
      let rest = marginLeft(head, end, height: height)
      sheet.explanation.margin = Double(isLast ? style.marginEndCost(rest) : style.marginCost(rest))
    }
    let rules = sheet.explanation.rules.map(\.rule)
    let page = BrokenPage(
      side: style.side(ofSlot: head.start.slot), pieces: sheet.pieces, height: height, noteRows: sheet.notes,
      carriedNoteRows: carriedOn, yielded: rules)
    return (page, sheet.explanation)
  }

  /// Sets what a plate has of the page, or column, in hand.
  private mutating func goOnWithPlate(_ sheet: inout FilledPage) {
    sheet.isOpen = true
    if plate.left == style.columns, chapter.elements[plate.element].isSpread {
      sheet.set(plate.element, setting: 0, lines: 1..<2, rows: sheet.height)
    }
    plate.left -= 1
  }

  private mutating func fill(_ sheet: inout FilledPage, from head: Head, to end: Head, isFirst: Bool, isLast: Bool) {
    let height = sheet.height
    var element = head.element
    while element < end.element || element == end.element && end.line > 0 {
      setElement(element, head: head, end: end, on: &sheet)
      element = chapter.nextElement(from: element + 1)
    }
    let isBare = !sheet.isOpen
    if isBare {
      open(&sheet)
      // The search sets a long rest of a note alone even where it would leave room.
      let isAfterElement = head.line > 0 && head.line == chapter.settings[chosen[head.element]].lines.count
      if isAfterElement && head.start.carried > chapter.mostCarried { sheet.isNotesAlone = true }
    }
    if sheet.isNotesAlone {
      // a long note is whole pages of its own; only what of it cannot be parted leaves a hole
      if height - style.noteRuleRows - sheet.notes > style.minimumNoteRows {
        sheet.yield(.unevenSpread, style.unevenRow)
      } else {
        sheet.explanation.shortRows += Double(style.unevenRow)
      }
    } else if isLast {
      closeChapter(&sheet, isFirst: isFirst, isBare: isBare)
    } else if isBare && sheet.used == 0 {
      // blank before a plate on facing pages
      sheet.yield(.unevenSpread, style.brokenKeep)
    } else if isBare {
      if head.element == chapter.elements.count && sheet.pieces.isEmpty {
        sheet.yield(.unevenSpread, style.unevenRow)
      }
      lack(height - sheet.used, on: &sheet)
    } else {
      closePage(&sheet, end: end)
    }
  }

  private mutating func setElement(_ index: Int, head: Head, end: Head, on sheet: inout FilledPage) {
    let element = chapter.elements[index]
    switch element.role {
    case .empty: return
    case .space:
      guard sheet.used > 0 else { return }
      let white = chapter.settings[chosen[index]]
      sheet.body += white.rows
      sheet.explanation.settings += Double(white.cost)
      return
    case .float:
      let away = style.facingCost(element, slot: sheet.start.slot, used: sheet.used, floats: waiting.count)
      sheet.explanation.settings += Double(away)
      if chosen[index] <= PathNode.placed {
        if let white = PathNode.white(of: chosen[index]) {
          sheet.body += chapter.settings[white].rows
          sheet.explanation.settings += Double(chapter.settings[white].cost)
        }
        let isPlate = element.isPlate
        if element.rows > sheet.height, !isPlate { sheet.yield(.brokenKeep, style.brokenKeep) }
        sheet.isOpen = true
        sheet.set(index, setting: 0, lines: 0..<1, rows: isPlate ? sheet.height : element.rows)
        return
      }
      if chosen[index] == PathNode.movedOn {
        waiting.append(index)
        return
      }
    case .solid: break
    }
    let setting = chapter.settings[chosen[index]]
    let first = index == head.element ? head.line : 0
    let last = index == end.element && end.line > 0 ? end.line : setting.lines.count
    guard first < last else { return }
    open(&sheet)
    if first == 0 { sheet.explanation.settings += element.role == .solid ? Double(setting.cost) : 0 }
    var isHead = sheet.used == 0
    if first > 0 { sheet.body += element.repeatedRows }
    let row = sheet.body
    for line in setting.lines.dropFirst(first).prefix(last - first) {
      if chapter.lines[line].keepsOrder, !waiting.isEmpty {
        sheet.explanation.settings += Double(style.outOfOrder)
      }
      setLine(chapter.lines[line], isHead: isHead, on: &sheet)
      isHead = sheet.used == 0
    }
    sheet.pieces.append(
      PlacedPiece(element: index, setting: setting.original, lines: first..<last, row: row))
    if last == setting.lines.count && element.rowsBelow > 0 { sheet.owed = element.rowsBelow }
  }

  /// The same cases as the search's walk, with their outcome known.
  private func setLine(_ line: PreparedChapter.Line, isHead: Bool, on sheet: inout FilledPage) {
    let rule = sheet.hasNotes ? 0 : style.noteRuleRows
    let notes = line.notes > 0 ? rule + line.notes : 0
    let canPart =
      chapter.stays(of: line, room: sheet.height - sheet.used - line.rows - rule, style: style) != nil
    if isHead && sheet.used + line.rows + notes > sheet.height && !canPart {
      sheet.yield(.brokenKeep, style.brokenKeep)
    }
    sheet.body += line.rows
    sheet.text += line.rows
    sheet.owed = max(0, sheet.owed - line.rows)
    if line.notes > 0 {
      sheet.hasNotes = true
      sheet.called += line.notes
    }
  }

  /// Sets what the pages before left to this one, once something is to follow it.
  private mutating func open(_ sheet: inout FilledPage) {
    if sheet.isOpen { return }
    sheet.isOpen = true
    sheet.hasNotes = sheet.start.carried > 0
    sheet.called = sheet.start.carried
    if waiting.isEmpty && sheet.start.carried == 0 { return }
    let opening = PageSearch.opening(
      sheet.start, waiting: waiting[...], height: sheet.height, isWhole: sheet.start.height < choices,
      chapter: chapter, style: style)
    sheet.isNotesAlone = opening.isNotesAlone
    if opening.cost > 0 { sheet.yield(.brokenKeep, style.brokenKeep) }
    for float in waiting.prefix(opening.floats) {
      let rows = chapter.elements[float].rows
      sheet.set(float, setting: 0, lines: 0..<1, rows: chapter.elements[float].isPlate ? sheet.height : rows)
      plate = (float, opening.span - 1)
    }
    waiting.removeFirst(opening.floats)
  }

  /// Rows of notes in the margin that the page leaves to the next one, as the search has them.
  private func marginLeft(_ head: Head, _ end: Head, height: Int) -> Int {
    guard !chapter.margins.elements.isEmpty else { return 0 }
    func rows(before place: Head) -> Int {
      let setting = chosen.indices.contains(place.element) ? chosen[place.element] : -1
      return chapter.marginRows(before: setting < 0 ? 0 : place.line, of: place.element, setting: max(setting, 0))
    }
    return max(0, head.start.margin + rows(before: end) - rows(before: head) - height)
  }

  private func ownNotes(_ head: Head, _ end: Head) -> Int {
    if chapter.mostNoteRows == 0 { return 0 }
    var rows = 0
    var element = head.element
    while element < end.element || element == end.element && end.line > 0 {
      if chapter.elements[element].role == .solid {
        let lines = chapter.settings[chosen[element]].lines
        let first = element == head.element ? head.line : 0
        let last = element == end.element && end.line > 0 ? end.line : lines.count
        for line in lines.prefix(last).dropFirst(first) { rows += chapter.lines[line].notes }
      }
      element = chapter.nextElement(from: element + 1)
    }
    return rows
  }

  // MARK: Ends

  private func lack(_ rows: Int, on sheet: inout FilledPage) {
    if rows <= 0 { return }
    let cost = style.lackCost(rows, hasNotes: sheet.hasNotes)
    if style.isLevel && !sheet.hasNotes {
      sheet.yield(.unevenSpread, cost)
    } else {
      sheet.explanation.shortRows += Double(cost)
    }
  }

  private func closeChapter(_ sheet: inout FilledPage, isFirst: Bool, isBare: Bool) {
    if isBare && !isFirst {
      if sheet.pieces.isEmpty { sheet.yield(.unevenSpread, style.unevenRow) }
      return
    }
    if isFirst { return }
    if sheet.text < style.minimumChapterEnd { sheet.yield(.shortChapterEnd, style.chapterEndCost(sheet.text)) }
    if sheet.used > 0, sheet.used == chapter.lastSceneRows {
      sheet.yield(.brokenKeep, style.brokenKeep)
    }
  }

  private func closePage(_ sheet: inout FilledPage, end: Head) {
    if end.element == chapter.elements.count { return }
    if end.line > 0 {
      let setting = chapter.settings[chosen[end.element]]
      lack(sheet.height - sheet.used, on: &sheet)
      let element = source[end.element]
      let count = setting.lines.count
      let line = element.settings[setting.original].lines[end.line - 1]
      if end.line == count { return endAfter(end.element, setting: setting.original, on: &sheet) }
      if sheet.owed > 0 { sheet.yield(.fewRowsUnderHeading, style.fewRowsUnderHeading) }
      endLine(line, on: &sheet)
      if element.kind == .paragraph {
        if end.line == 1 { sheet.yield(.orphan, style.orphan) }
        if end.line == count - 1 { sheet.yield(.widow, style.widow) }
      }
      return
    }
    let next = chapter.elements[end.element]
    if next.gate == .forced { return }
    if next.gate == .closed { sheet.body -= next.spaceBefore }
    lack(sheet.height - sheet.used, on: &sheet)
    if sheet.owed > 0 { sheet.yield(.fewRowsUnderHeading, style.fewRowsUnderHeading) }
    guard next.before >= 0 else { return }
    let setting = chapter.settings[chapter.elements[next.before].settings.lowerBound].original
    endAfter(next.before, setting: setting, on: &sheet)
    if sheet.used == chapter.sceneRows[next.before] { sheet.yield(.brokenKeep, style.brokenKeep) }
  }

  private func endAfter(_ index: Int, setting: Int, on sheet: inout FilledPage) {
    let element = source[index]
    if element.keepWithNext { sheet.yield(.brokenKeep, style.brokenKeep) }
    wish(element.breakAfter, on: &sheet)
    if let line = element.settings[setting].lines.last { endLine(line, on: &sheet) }
  }

  private func endLine(_ line: VerticalLine, on sheet: inout FilledPage) {
    wish(line.breakAfter, on: &sheet)
    if line.endsInHyphen && style.isTurn(sheet.start.slot) {
      sheet.yield(.hyphenAtLeafTurn, style.hyphenAtLeafTurn)
    }
  }

  private func wish(_ cost: Int32, on sheet: inout FilledPage) {
    if cost == VerticalLine.never {
      sheet.yield(.brokenKeep, style.brokenKeep)
    } else if cost == VerticalLine.torn {
      sheet.yield(.brokenKeep, style.brokenKeep * VerticalLine.keepsInTorn)
    } else if cost == VerticalLine.orphan {
      sheet.yield(.orphan, style.orphan)
    } else if cost == VerticalLine.widow {
      sheet.yield(.widow, style.widow)
    } else if cost == VerticalLine.stanzaEdge {
      sheet.yield(.partedStanza, Int(cost))
    } else {
      sheet.explanation.breakAfter += Double(cost)
    }
  }
}

/// A page while it is filled.
private struct FilledPage {
  let height: Int
  let start: PageStart
  let rule: Int
  var pieces: [PlacedPiece] = []
  var explanation = PageExplanation()
  /// Something stands on the page, or what was carried over has been set.
  var isOpen = false
  var isNotesAlone = false
  var hasNotes = false
  /// Rows of body, of body without white, of notes called so far, of notes when full.
  var body = 0
  var text = 0
  var called = 0
  var notes = 0
  var owed = 0

  init(height: Int, start: PageStart, rule: Int) {
    self.height = height
    self.start = start
    self.rule = rule
  }

  /// Rows used as the search counts them.
  var used: Int {
    if !isOpen { return 0 }
    return min(height, body + (hasNotes ? rule + min(called, notes) : 0))
  }

  mutating func set(_ element: Int, setting: Int, lines: Range<Int>, rows: Int) {
    pieces.append(PlacedPiece(element: element, setting: setting, lines: lines, row: body))
    body = min(height, body + rows)
    text += rows
  }

  mutating func yield(_ rule: Yield, _ cost: Int) {
    explanation.rules.append(PageExplanation.RuleCost(rule: rule, cost: Double(cost)))
  }
}

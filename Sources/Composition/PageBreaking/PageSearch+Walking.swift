/// The general way through an element: lines of any height, notes, and pages that
/// begin with what the pages before left to them.
extension PageSearch {
  /// A place within an element on a page.
  struct Walk {
    var element: Int
    var setting: Int
    var page: Block
    var line: Int
    var used: Int
    var cost: Int
    var from: Int32
    /// Nothing but white precedes on the page: whatever comes must be set.
    var isHead: Bool
    /// The element began there: another page would have no more room for it and for what follows it.
    var beganAtHead = false
  }

  /// Sets line after line until the page is full, and ends the page wherever it may.
  mutating func walk(_ start: Walk) {
    // what costs too much already ends nowhere
    let room = limit - start.cost
    if room < 0 { return }
    var at = start
    let mostLack = style.mostLack(within: room, hasNotes: false, bound: stride)
    let mostLackOverNotes = style.mostLack(within: room, hasNotes: true, bound: stride)
    let lines = chapter.settings[at.setting].lines
    let height = heights[at.page.height]
    while at.line < lines.count {
      let line = chapter.lines[lines.lowerBound + at.line]
      // lines after none of which the page is full enough to end
      let open = height - at.used - (at.page.notes > 0 ? mostLackOverNotes : mostLack) - 1
      if open > 0, line.plainRun > 0 {
        let passed = min(open, line.plainRun)
        at.line += passed
        at.used += passed
        at.page.owed = max(0, at.page.owed - passed)
        at.isHead = false
        continue
      }
      if line.keepsOrder, at.page.floats > 0 { at.cost += style.outOfOrder }
      let rule = at.page.notes == 0 ? style.noteRuleRows : 0
      let notes = line.notes > 0 ? rule + line.notes : 0
      if notes > 0 && at.page.notes > 1 { return }
      if at.used + line.rows + notes <= height {
        at.used += line.rows + notes
        if notes > 0 { at.page.notes = 1 }
      } else if notes > 0,
        let stays = chapter.stays(of: line, room: height - at.used - line.rows - rule, style: style)
      {
        // Part the note.
        for stay in stays where chapter.mayPart(line, after: stay) {
          var next = at
          next.used += line.rows + rule + stay
          next.page.notes = 1 + line.notes - stay
          next.beganAtHead = start.isHead || start.beganAtHead
          walkOn(&next, line: line)
          walk(next)
        }
        return
      } else if at.isHead {
        // Taller than a page, or unparted notes taller than what is left: cut.
        let stay = chapter.forcedStay(of: line, room: height - at.used - line.rows - rule)
        at.used = min(height, at.used + line.rows + (notes > 0 ? rule + stay : 0))
        if notes > 0 { at.page.notes = 1 + line.notes - stay }
        at.cost += style.brokenKeep
      } else {
        return
      }
      walkOn(&at, line: line)
    }
    if !start.isHead, !start.beganAtHead, at.used + chapter.lines[lines.upperBound - 1].heldRows > height { return }
    if at.page.notes - 1 > mostCarried && mostCarried >= 0 {
      // The rest of the note is longer than any state says: end the page here.
      let total =
        at.cost + style.lackCost(height - at.used, hasNotes: true)
        + chapter.ends[at.element].cost(atTurn: style.isTurn(at.page.slot))
      addStart(after: at.page, at: lines.count, carried: at.page.notes - 1, cost: total, from: at.from)
      return
    }
    let below = chapter.elements[at.element].rowsBelow
    let owed = below > 0 ? below : at.page.owed
    let target = block(
      layer(notes: at.page.notes, owed: owed, floats: at.page.floats), at.page.slot, at.page.height)
    store(target, at.used, cost: at.cost, from: at.from, setting: at.setting)
  }

  /// After a line is set: what is owed grows less, and the page may end.
  private mutating func walkOn(_ at: inout Walk, line: PreparedChapter.Line) {
    at.line += 1
    at.isHead = false
    at.page.owed = max(0, at.page.owed - line.rows)
    // A page of no rows is none.
    if at.line >= chapter.settings[at.setting].lines.count || at.used == 0 { return }
    let lack = heights[at.page.height] - at.used
    let hasNotes = at.page.notes > 0
    if lack > (hasNotes ? mostLackOverNotes : mostLack) { return }
    var total = at.cost + style.lackCost(lack, hasNotes: hasNotes)
    if total > limit { return }
    total += line.end.cost(atTurn: style.isTurn(at.page.slot))
    if at.page.owed > 0 { total += style.fewRowsUnderHeading }
    addStart(after: at.page, at: at.line, carried: max(at.page.notes - 1, 0), cost: total, from: at.from)
  }

  /// What stands on a page before its first line.
  struct Opening {
    var used = 0
    /// Floats set at the page's head.
    var floats = 0
    var cost = 0
    /// The carried note leaves no row for anything else.
    var isNotesAlone = false
    /// Pages, or columns, that its plate fills, this one among them.
    var span = 1
  }

  /// Sets a page's carried notes and as many of the waiting floats (element indices) as fit.
  /// - Parameter isWhole: no rows of it are taken by what stands above columns.
  static func opening(
    _ start: PageStart, waiting: ArraySlice<Int>, height: Int, isWhole: Bool, chapter: PreparedChapter, style: PageRules
  ) -> Opening {
    var opening = Opening()
    if start.carried > 0 {
      opening.used = style.noteRuleRows + start.carried
      if opening.used >= height { return Opening(used: height, isNotesAlone: true) }
    }
    for float in waiting {
      let rows = chapter.elements[float].rows
      if chapter.elements[float].isPlate {
        let span = style.span(of: chapter.elements[float])
        guard opening.used == 0, isWhole, start.slot % span == 0 else { break }
        (opening.used, opening.span) = (height, span)
      } else if opening.used + rows > height {
        if opening.used > 0 { break }
        opening.used = height
        opening.cost = style.brokenKeep
      } else {
        opening.used += rows
      }
      opening.floats += 1
    }
    return opening
  }

  /// Rows of a note on a page that holds nothing else; never leaves a single row.
  /// - Parameter blocks: what of it cannot be parted, in rows from its end.
  static func notesAlone(_ carried: Int, height: Int, style: PageRules, blocks: [Range<Int>]) -> Int {
    let room = max(1, height - style.noteRuleRows)
    if carried <= room { return carried }
    let stay = carried - room < style.minimumNoteRows ? max(1, carried - style.minimumNoteRows) : room
    guard let block = blocks.holding(carried - stay) else { return stay }
    // what is taller than the page has it all the same
    return carried - (block.upperBound < carried ? block.upperBound : block.lowerBound)
  }

  /// Begins a page at a line of the element in hand.
  mutating func open(_ record: StartTable.Record, element: Int, setting: Int, line: Int) {
    let start = record.start
    let height = heights[start.height]
    let before = chapter.elements[element].floatsBefore
    let opening = opening(start, waiting: chapter.floats[before - start.floats..<before])
    if opening.isNotesAlone {
      let blocks = chapter.blocks(before: line, ofSetting: setting, element: element)
      return setNotesAlone(record, line: line, blocks: blocks)
    }
    var page = Block(
      slot: start.slot, height: start.height, notes: start.carried > 0 ? 1 : 0, owed: 0,
      floats: start.floats - opening.floats)
    let first = chapter.lines[chapter.settings[setting].lines.lowerBound + line]
    let repeated = line > 0 ? chapter.elements[element].repeatedRows : 0
    var need = opening.used + repeated + first.rows
    if first.notes > 0 {
      need += page.notes == 0 ? style.noteRuleRows : 0
      need += chapter.leastStay(of: first, style: style)
    }
    // A picture set like a box comes after all that wait.
    let mustWait = page.floats > 0 && chapter.elements[element].keepsOrder
    // Rows that only a page without floats has room for.
    let isTorn = need + first.heldRows > height && need - opening.used + first.heldRows <= height
    if mustWait || opening.used > 0 && (need > height || isTorn) {
      return setWaiting(record, element: element, setting: setting, line: line)
    }
    let path = root(record, line: line)
    walk(
      Walk(
        element: element, setting: setting, page: page, line: line, used: opening.used + repeated,
        cost: record.cost + opening.cost, from: path, isHead: opening.used == 0))
  }

  func opening(_ start: PageStart, waiting: ArraySlice<Int>) -> Opening {
    Self.opening(
      start, waiting: waiting, height: heights[start.height], isWhole: start.height < choices, chapter: chapter,
      style: style)
  }

  /// A page of floats and notes alone, or one that is blank before a plate on two.
  mutating func setWaiting(_ record: StartTable.Record, element: Int, setting: Int?, line: Int) {
    let start = record.start
    let before = element < chapter.elements.count ? chapter.elements[element].floatsBefore : chapter.floats.count
    let opening = opening(start, waiting: chapter.floats[before - start.floats..<before])
    if opening.isNotesAlone {
      let blocks = chapter.blocks(before: line, ofSetting: setting, element: element)
      return setNotesAlone(record, line: line, blocks: blocks)
    }
    let hasNotes = start.carried > 0
    let page = Block(
      slot: start.slot, height: start.height, notes: hasNotes ? 1 : 0, owed: 0, floats: start.floats - opening.floats)
    let lack =
      opening.used > 0 ? style.lackCost(heights[start.height] - opening.used, hasNotes: hasNotes) : style.brokenKeep
    let (last, path) = pass(opening.span, page, line: line, from: root(record, line: line))
    addStart(after: last, at: line, carried: 0, cost: record.cost + opening.cost + lack, from: path)
  }

  /// Goes on to the last of the pages, or columns, that a plate fills.
  mutating func pass(_ span: Int, _ first: Block, line: Int, from: Int32) -> (last: Block, path: Int32) {
    var (page, path) = (first, from)
    for _ in 1..<span {
      let margin = marginLeft(
        before: line, of: hand.element, setting: hand.setting, end: path, height: heights[page.height])
      page.height = nextHeights(after: page.slot, page.height).lowerBound
      page.slot = style.slot(after: page.slot)
      var start = PageStart(slot: page.slot, height: page.height, floats: page.floats)
      start.margin = margin
      path = nodes.push(parent: path, value: line, page: start.packed)
    }
    return (page, path)
  }

  /// A page that holds nothing but a part of a long note.
  mutating func setNotesAlone(
    _ record: StartTable.Record, line: Int, blocks: [Range<Int>], leavesRest: Bool = false
  ) {
    let path = root(record, line: line)
    var stay = Self.notesAlone(
      record.start.carried, height: heights[record.start.height], style: style, blocks: blocks)
    if leavesRest && stay == record.start.carried { stay = max(1, stay - style.minimumNoteRows) }
    let page = Block(
      slot: record.start.slot, height: record.start.height, notes: 1, owed: 0, floats: record.start.floats)
    addStart(
      after: page, at: line, carried: record.start.carried - stay, cost: record.cost + style.unevenRow, from: path)
  }
}

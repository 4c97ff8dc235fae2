/// The chapter's end: what waits is set, and the best path for each closing side is read off.
extension PageSearch {
  private struct End {
    var cost = PageSearch.dead
    var node: Int32 = -1
  }

  mutating func finish() -> [Path] {
    limit = Self.dead - 1
    var ends = [End(), End()]
    starts.reset(lines: 0)
    hand = (chapter.elements.count, 0)
    let needsCount = endHasWhiteOrNotes
    for block in active {
      let page = decode(block)
      for used in 0...heights[page.height] {
        let state = block * stride + used
        if cost[state] >= Self.dead { continue }
        let carried = max(page.notes - 1, 0)
        if carried > 0 || page.floats > 0 {
          if used == 0 {
            let start = PageStart(slot: page.slot, height: page.height, floats: page.floats, carried: carried)
            starts.add(start, at: 0, cost: cost[state], from: node[state], isRooted: true)
          } else {
            addStart(after: page, at: 0, carried: carried, cost: cost[state], from: node[state])
          }
        } else {
          let isSure = !needsCount && used >= style.minimumChapterEnd
          let total =
            cost[state] + (isSure ? 0 : closingCost(node[state], used: used))
            + marginCost(after: node[state], height: heights[page.height])
          take(total, node[state], into: &ends[Int(style.side(ofSlot: page.slot).rawValue)])
        }
      }
    }
    setRest(&ends)
    return Side.allCases.compactMap { side in
      let end = ends[Int(side.rawValue)]
      return end.cost < Self.dead ? Path(closing: side, cost: end.cost, steps: steps(to: end.node)) : nil
    }
  }

  /// What notes in the margin cost that have no room beside the last page: a page without a word of text.
  private func marginCost(after end: Int32, height: Int) -> Int {
    style.marginEndCost(
      marginLeft(before: 0, of: chapter.elements.count, setting: 0, end: end, height: height))
  }

  private func take(_ cost: Int, _ node: Int32, into end: inout End) {
    if cost < end.cost { end = End(cost: cost, node: node) }
  }

  /// Pages after the text: floats that found no place, the rest of a note.
  private mutating func setRest(_ ends: inout [End]) {
    while let record = starts.take(at: 0) {
      let start = record.start
      let height = heights[start.height]
      let opening = opening(start, waiting: chapter.floats.suffix(start.floats))
      let first = Block(
        slot: start.slot, height: start.height, notes: 1, owed: 0, floats: start.floats - opening.floats)
      let (page, path) = pass(opening.span, first, line: 0, from: root(record, line: 0))
      var carried = 0
      var total = record.cost + opening.cost
      if opening.isNotesAlone {
        let blocks = chapter.blocks(before: 0, ofSetting: nil, element: chapter.elements.count)
        carried = start.carried - Self.notesAlone(start.carried, height: height, style: style, blocks: blocks)
        total += style.unevenRow
      } else if opening.floats == 0 {
        total += opening.used == 0 ? style.brokenKeep : style.unevenRow
      }
      if carried == 0 && page.floats == 0 {
        total += marginCost(after: path, height: height)
        take(total, path, into: &ends[Int(style.side(ofSlot: page.slot).rawValue)])
      } else {
        let lack = opening.isNotesAlone || opening.used == 0 ? 0 : height - opening.used
        total += style.lackCost(lack, hasNotes: start.carried > 0)
        addStart(after: page, at: 0, carried: carried, cost: total, from: path)
      }
    }
  }

  /// Rows used do not tell how many are text: white or notes may be among them.
  private var endHasWhiteOrNotes: Bool {
    if chapter.mostNoteRows > 0 || !chapter.floats.isEmpty { return true }
    return chapter.elements.suffix(4 * style.minimumChapterEnd).contains { $0.role == .space }
  }

  /// Cost of a chapter that ends at a state: too few rows of text or pictures on a page
  /// that is not its only one. (Two paths to one state may differ in it; the search keeps
  /// the one that was cheaper before.)
  private func closingCost(_ end: Int32, used: Int) -> Int {
    var rows = 0
    var seen = 0
    var at = end
    var setting = -1
    var last = chapter.elements.count
    while at >= 0, nodes[at].page < 0 {
      last -= 1
      while last >= 0, chapter.elements[last].role == .empty { last -= 1 }
      guard last >= 0 else { break }
      setting = Int(nodes[at].value)
      let element = chapter.elements[last]
      if element.role == .solid { rows += chapter.settings[setting].rows }
      if element.role == .float { rows += element.rows }
      seen += 1
      at = nodes[at].parent
    }
    guard at >= 0, nodes[at].parent >= 0 else { return 0 }
    if seen > 0 {
      let waiting = PageStart(packed: nodes[at].page).floats
      let before = chapter.elements[last].floatsBefore
      for float in chapter.floats[before - waiting..<before] { rows += chapter.elements[float].rows }
    }
    if seen > 0, chapter.elements[last].role == .solid {
      let lines = chapter.settings[setting].lines
      for line in lines.prefix(Int(nodes[at].value)) { rows -= chapter.lines[line].rows }
    }
    var total = style.chapterEndCost(rows)
    if used > 0, used == chapter.lastSceneRows { total += style.brokenKeep }
    return total
  }

  private func steps(to end: Int32) -> [PathNode] {
    var steps: [PathNode] = []
    var at = end
    while at >= 0 {
      steps.append(nodes[at])
      at = nodes[at].parent
    }
    steps.reverse()
    return steps
  }
}

/// Setting one element from every state.
extension PageSearch {
  /// White goes on, unless it stands at the head or would pass the foot; there the page
  /// has ended before it. At the head its natural setting stands for all.
  mutating func placeSpace(_ index: Int, onlyFresh: Bool) {
    let settings = chapter.elements[index].settings
    for block in active {
      let height = heights[block % heights.count]
      for used in 0...(onlyFresh ? 0 : height) {
        let state = block * stride + used
        if cost[state] >= Self.dead { continue }
        if used == 0 {
          store(block, 0, cost: cost[state], from: node[state], setting: settings.lowerBound)
          continue
        }
        for setting in settings where used + chapter.settings[setting].rows <= height {
          store(
            block, used + chapter.settings[setting].rows, cost: cost[state] + chapter.settings[setting].cost,
            from: node[state], setting: setting)
        }
      }
    }
  }

  /// A float stands where it is called if it fits there, else at the head of the next page
  /// on which it fits, after those called before it.
  mutating func placeFloat(_ index: Int, onlyFresh: Bool) {
    let element = chapter.elements[index]
    let leastWhite = element.white.isEmpty ? 0 : chapter.settings[element.white.lowerBound].rows
    let isWide = element.isPlate && style.span(of: element) > 1
    for block in active {
      let page = decode(block)
      let height = heights[page.height]
      for used in 0...(onlyFresh ? 0 : height) {
        let state = block * stride + used
        if cost[state] >= Self.dead { continue }
        let spent = cost[state] + style.facingCost(element, slot: page.slot, used: used, floats: page.floats)
        let isFree = page.floats == 0 && (used > 0 ? !element.waitsForHead : page.notes == 0)
        if isFree && used == 0 && element.isPlate && !isWide {
          store(block, height, cost: spent, from: node[state], setting: PathNode.placed)
        } else if isFree && used == 0 && !isWide {
          let total = element.rows <= height ? spent : spent + style.brokenKeep
          store(block, min(element.rows, height), cost: total, from: node[state], setting: PathNode.placed)
        } else if isFree && !element.isPlate && used + element.rows + leastWhite <= height {
          placeFloat(element, in: block, used, cost: spent, from: node[state], height: height)
        } else if page.floats < mostFloats, page.floats > 0 || used == 0 || !element.staysAlone {
          let target = self.block(
            layer(notes: page.notes, owed: page.owed, floats: page.floats + 1), page.slot, page.height)
          store(target, used, cost: spent, from: node[state], setting: PathNode.movedOn)
        }
      }
    }
    // Too many wait: this one is set like a box at the head of a page, or waits when others are set.
    for block in active where decode(block).floats == mostFloats && cost[block * stride] < Self.dead {
      let page = decode(block)
      starts.reset(lines: 1)
      hand = (index, element.settings.lowerBound)
      starts.add(
        PageStart(slot: page.slot, height: page.height, floats: page.floats, carried: max(page.notes - 1, 0)),
        at: 0, cost: cost[block * stride], from: node[block * stride], isRooted: true)
      if !element.isPlate { walkStarts(index, setting: element.settings.lowerBound) }
      while element.isPlate, let record = starts.take(at: 0) {
        if record.start.floats < mostFloats, record.start.carried <= max(mostCarried, 0) {
          let target = self.block(of: record.start, floats: record.start.floats + 1)
          let away = style.facingCost(element, slot: record.start.slot, used: 0, floats: record.start.floats)
          store(target, 0, cost: record.cost + away, from: root(record, line: 0), setting: PathNode.movedOn)
        } else {
          setWaiting(record, element: index, setting: element.settings.lowerBound, line: 0)
        }
      }
    }
  }

  /// Sets a float below text, and below its white in each setting that leaves room for it.
  private mutating func placeFloat(
    _ element: PreparedChapter.Element, in block: Int, _ used: Int, cost: Int, from: Int32, height: Int
  ) {
    let foot = used + element.rows
    if element.white.isEmpty { store(block, foot, cost: cost, from: from, setting: PathNode.placed) }
    for white in element.white where foot + chapter.settings[white].rows <= height {
      store(
        block, foot + chapter.settings[white].rows, cost: cost + chapter.settings[white].cost, from: from,
        setting: PathNode.placed(below: white))
    }
  }

  mutating func placeSolid(_ index: Int, setting: Int, onlyFresh: Bool) {
    let chosen = chapter.settings[setting]
    let keepsOrder = chapter.elements[index].keepsOrder
    starts.reset(lines: chosen.lines.count)
    hand = (index, setting)
    for block in active {
      let page = decode(block)
      let head = block * stride
      if cost[head] < Self.dead {
        starts.add(
          PageStart(slot: page.slot, height: page.height, floats: page.floats, carried: max(page.notes - 1, 0)),
          at: 0, cost: cost[head] + chosen.cost, from: node[head], isRooted: true)
      }
      // a picture stands behind those that wait
      if onlyFresh || keepsOrder && page.floats > 0 { continue }
      if chosen.isPlain {
        placePlain(index, setting: setting, from: block, page)
      } else {
        let height = heights[page.height]
        for used in 1...height where cost[head + used] < Self.dead {
          walk(
            Walk(
              element: index, setting: setting, page: page, line: 0, used: used,
              cost: cost[head + used] + chosen.cost, from: node[head + used], isHead: false))
        }
      }
    }
    if chosen.isPlain {
      walkPlainStarts(index, setting: setting)
    } else {
      walkStarts(index, setting: setting)
    }
  }

  func owedAfter(_ index: Int, rows: Int, owed: Int) -> Int {
    let below = chapter.elements[index].rowsBelow
    return below > 0 ? below : max(0, owed - rows)
  }

  // MARK: Lines of one row each

  private mutating func placePlain(_ index: Int, setting: Int, from origin: Int, _ page: Block) {
    let chosen = chapter.settings[setting]
    let count = chosen.lines.count
    let height = heights[page.height]
    let head = origin * stride
    let rows = live[origin]
    // where a page of all lines has room for them, and for what they must not be parted from
    let held = chapter.lines[chosen.lines.upperBound - 1].heldRows
    let fitting = rows.clamped(to: 0..<max(0, height - count - held + 1))
    if count < height {
      let owed = owedAfter(index, rows: count, owed: page.owed)
      let target = block(layer(notes: page.notes, owed: owed, floats: page.floats), page.slot, page.height)
      activate(target)
      if !fitting.isEmpty {
        next.take(
          cost, node, from: head + fitting.lowerBound, to: target * stride + fitting.lowerBound + count,
          count: fitting.count, extra: chosen.cost, setting: setting, limit: limit)
        next.reach(fitting.lowerBound + count..<fitting.upperBound + count, of: target)
      }
    }
    let mostLack = mostLackInside(hasNotes: page.notes > 0)
    let lowest = max(1, height - (count - 1) - mostLack)
    guard count > 1, lowest < height else { return }
    for used in rows.clamped(to: lowest..<height) where cost[head + used] < Self.dead {
      endPlain(
        setting, from: page, line: 0, used: used, cost: cost[head + used] + chosen.cost, node: node[head + used])
    }
  }

  /// Where short pages are cheap, four early feet step around any orphan, widow and
  /// hyphen of a paragraph; more would only make more white.
  func mostLackInside(hasNotes: Bool) -> Int {
    hasNotes || !style.isLevel ? min(mostLackOverNotes, 4) : mostLack
  }

  /// Ends the page at every line of the element within the limit, the last apart.
  private mutating func endPlain(
    _ setting: Int, from page: Block, line: Int, used: Int, cost: Int, node: Int32
  ) {
    let lines = chapter.settings[setting].lines
    let height = heights[page.height]
    let isTurn = style.isTurn(page.slot)
    let lowest = max(line + 1, line + height - used - mostLackInside(hasNotes: page.notes > 0))
    var end = min(line + height - used, lines.count - 1)
    while end >= lowest {
      let lack = height - used - (end - line)
      var total = cost + style.lackCost(lack, hasNotes: page.notes > 0)
      if total > limit { break }
      total += chapter.lines[lines.lowerBound + end - 1].end.cost(atTurn: isTurn)
      if page.owed > end { total += style.fewRowsUnderHeading }
      addStart(after: page, at: end, carried: max(page.notes - 1, 0), cost: total, from: node)
      end -= 1
    }
  }

  private mutating func walkPlainStarts(_ index: Int, setting: Int) {
    let lines = chapter.settings[setting].lines
    for line in 0..<lines.count where starts.hasPages(at: line) {
      while let record = starts.take(at: line) {
        if record.start.carried > 0 || record.start.floats > 0 {
          open(record, element: index, setting: setting, line: line)
          continue
        }
        let path = root(record, line: line)
        let target = block(of: record.start, owed: owedAfter(index, rows: lines.count - line, owed: 0))
        let height = heights[record.start.height]
        if lines.count - line <= height {
          store(target, lines.count - line, cost: record.cost, from: path, setting: setting)
        }
        let page = Block(slot: record.start.slot, height: record.start.height, notes: 0, owed: 0, floats: 0)
        endPlain(setting, from: page, line: line, used: 0, cost: record.cost, node: path)
      }
    }
    passOn(index, setting: setting)
  }

  mutating func walkStarts(_ index: Int, setting: Int) {
    for line in 0..<chapter.settings[setting].lines.count {
      while let record = starts.take(at: line) { open(record, element: index, setting: setting, line: line) }
    }
    passOn(index, setting: setting)
  }

  /// Pages that begin right after the element: only a rest of a note too
  /// long for a state leads here. A part of it goes on, so that the page after is not empty.
  private mutating func passOn(_ index: Int, setting: Int) {
    let count = chapter.settings[setting].lines.count
    while let record = starts.take(at: count) {
      if record.start.carried > mostCarried {
        let blocks = chapter.blocks(before: count, ofSetting: setting, element: index)
        setNotesAlone(record, line: count, blocks: blocks, leavesRest: true)
      } else {
        store(block(of: record.start), 0, cost: record.cost, from: root(record, line: count), setting: setting)
      }
    }
  }

  /// The path's step for the page that begins.
  mutating func root(_ record: StartTable.Record, line: Int) -> Int32 {
    record.isRooted ? record.from : nodes.push(parent: record.from, value: line, page: record.start.packed)
  }

  /// Begins the page after `page` at a line of the element in hand.
  mutating func addStart(after page: Block, at line: Int, carried: Int, cost: Int, from: Int32) {
    if cost > limit { return }
    let margin = marginLeft(
      before: line, of: hand.element, setting: hand.setting, end: from, height: heights[page.height])
    let cost = cost + style.marginCost(margin)
    let slot = style.slot(after: page.slot)
    for height in nextHeights(after: page.slot, page.height) {
      let total = slot == 0 ? cost + heightCost(height) : cost
      if total > limit { continue }
      var start = PageStart(slot: slot, height: height, floats: page.floats, carried: carried)
      start.margin = margin
      starts.add(start, at: line, cost: total, from: from)
    }
  }
}

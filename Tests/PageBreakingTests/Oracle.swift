import PageBreaking

/// Tries every way to break a chapter, straight from the rules: each setting, each page
/// end, each height, each parting of a note. Floats are left out.
struct Oracle {
  private struct Page: Hashable {
    var element: Int
    var line: Int
    var setting: Int
    var side: Side
    var height: Int
    var carried: Int
    var isFirst: Bool
  }
  private struct Place {
    var element: Int
    var line: Int
    var setting: Int
    var used = 0
    var hasNotes = false
    var goesOn = 0
    var owed = 0
    var text = 0
    var cost = 0.0
    /// What was carried here waits for the first line.
    var waiting = 0
  }

  let list: [VerticalElement]
  let style: PageBreakingStyle
  private var known: [Page: [Side: Double]] = [:]

  init(_ elements: [VerticalElement], style: PageBreakingStyle) {
    // White at the end, or before a page that must begin, is not seen.
    var kept: [VerticalElement] = []
    var isHidden = true
    var forces = false
    for element in elements.reversed() {
      if element.kind == .space && isHidden {
        if element.breakBefore { forces = true }
        if forces, !kept.isEmpty { kept[kept.count - 1].breakBefore = true }
        forces = false
        continue
      }
      forces = false
      isHidden = element.breakBefore
      kept.append(element)
    }
    list = kept.reversed()
    self.style = style
  }

  /// Least cost by the side of the last page.
  mutating func costs(opening: Side) -> [Side: Double] {
    var least: [Side: Double] = [:]
    for height in [style.rows, style.rows - 1, style.rows + 1] where height > 0 {
      let page = Page(
        element: 0, line: 0, setting: 0, side: opening, height: height, carried: 0, isFirst: true)
      merge(costs(page), plus: height == style.rows ? 0 : style.spreadOneLineOff, into: &least)
    }
    return least
  }

  private func merge(_ costs: [Side: Double], plus extra: Double, into least: inout [Side: Double]) {
    for (side, cost) in costs { least[side] = min(least[side] ?? .infinity, cost + extra) }
  }

  private mutating func costs(_ page: Page) -> [Side: Double] {
    if let costs = known[page] { return costs }
    var least: [Side: Double] = [:]
    let place = Place(element: page.element, line: page.line, setting: page.setting, waiting: page.carried)
    if page.carried > 0 && style.noteRuleRows + page.carried >= page.height {
      let room = max(1, page.height - style.noteRuleRows)
      var stay = min(page.carried, room)
      if page.carried - stay == 1 { stay = max(1, page.carried - 2) }
      var next = place
      next.cost = style.unevenRow
      if page.element == list.count && stay == page.carried {
        least[page.side] = next.cost
      } else {
        next.goesOn = page.carried - stay
        turn(next, page, into: &least)
      }
    } else if page.element == list.count {
      least[page.side] = page.isFirst ? 0 : style.unevenRow
    } else {
      fill(place, page, into: &least)
    }
    known[page] = least
    return least
  }

  /// The next page, at each height it may have.
  private mutating func turn(_ place: Place, _ page: Page, into least: inout [Side: Double]) {
    let heights = page.side == .verso ? [page.height] : [style.rows, style.rows - 1, style.rows + 1]
    for height in heights where height > 0 {
      let next = Page(
        element: place.element, line: place.line, setting: place.setting, side: page.side.other, height: height,
        carried: place.goesOn, isFirst: false)
      let off = page.side == .recto && height != style.rows ? style.spreadOneLineOff : 0
      merge(costs(next), plus: place.cost + off, into: &least)
    }
  }

  private func lack(_ place: Place, _ page: Page) -> Double {
    let rows = Double(page.height - place.used)
    return place.hasNotes ? rows * rows * style.shortRow : rows * style.unevenRow
  }

  private func wish(_ cost: Int32) -> Double {
    switch cost {
    case VerticalLine.never: style.brokenKeep
    // more than any hole
    case VerticalLine.torn: style.brokenKeep * 20
    case VerticalLine.orphan: style.orphan
    case VerticalLine.widow: style.widow
    default: Double(cost)
    }
  }

  private mutating func fill(_ place: Place, _ page: Page, into least: inout [Side: Double]) {
    if place.line > 0 { return set(place, page, into: &least) }
    if place.element == list.count {
      if place.goesOn > 0 { return turn(place, page, into: &least) }
      var cost = place.cost
      if !page.isFirst {
        if place.text < style.minimumChapterEnd {
          cost += style.shortChapterEnd + Double(style.minimumChapterEnd - 1 - place.text) * style.shortChapterEndRow
        }
        if let last = list.last, last.isSceneBreak, place.used == Int(last.settings[0].lines[0].rows) {
          cost += style.brokenKeep
        }
      }
      return merge([page.side: cost], plus: 0, into: &least)
    }
    let element = list[place.element]
    if place.used > 0 {
      if element.breakBefore { return turn(place, page, into: &least) }
      if list[place.element - 1].kind != .space {
        var next = place
        let before = list[place.element - 1]
        next.cost += lack(place, page) + wish(before.breakAfter) + (before.keepWithNext ? style.brokenKeep : 0)
        if place.owed > 0 { next.cost += style.fewRowsUnderHeading }
        let line = before.settings[0].lines[before.settings[0].lines.count - 1]
        next.cost += wish(line.breakAfter)
        if line.endsInHyphen && page.side == .recto { next.cost += style.hyphenAtLeafTurn }
        if before.isSceneBreak && place.used == Int(before.settings[0].lines[0].rows) {
          next.cost += style.brokenKeep
        }
        turn(next, page, into: &least)
      }
    }
    if element.kind == .space {
      // at the head of a page all settings are none
      for setting in element.settings.prefix(place.used > 0 ? element.settings.count : 1) {
        var next = place
        next.element += 1
        if place.used > 0 { next.used += Int(setting.lines[0].rows) }
        next.cost += setting.cost
        if next.used <= page.height { fill(next, page, into: &least) }
      }
      return
    }
    for setting in element.settings.indices {
      var next = place
      next.setting = setting
      next.cost += element.settings[setting].cost
      set(next, page, into: &least)
    }
  }

  /// Sets one line of the element at hand, and all that may follow.
  private mutating func set(_ start: Place, _ page: Page, into least: inout [Side: Double]) {
    var place = start
    let element = list[place.element]
    let lines = element.settings[place.setting].lines
    let line = lines[place.line]
    let rows = Int(line.rows)
    let notes = Int(line.noteRows)
    if place.waiting > 0 {
      place.used = style.noteRuleRows + place.waiting
      place.hasNotes = true
      place.waiting = 0
    }
    let isHead = place.used == 0
    if place.line > 0, page.element == place.element, page.line == place.line {
      place.used += min(Int(element.repeatedRows), style.rows / 2)
    }
    let rule = notes > 0 && !place.hasNotes ? style.noteRuleRows : 0
    let room = page.height - place.used - rows - rule
    if notes == 0 {
      if rows <= page.height - place.used {
        place.used += rows
      } else if isHead {
        place.used = page.height
        place.cost += style.brokenKeep
      } else {
        return spill(start, place, page, into: &least)
      }
      return go(on: place, page, rows: rows, into: &least)
    }
    if place.goesOn > 0 { return }
    place.hasNotes = true
    if notes <= room {
      place.used += rows + rule + notes
      go(on: place, page, rows: rows, into: &least)
    } else if notes >= 4 && room >= 2 {
      let most = min(room, notes - 2)
      for stay in max(2, min(most, room - 3))...most {
        var next = place
        next.used += rows + rule + stay
        next.goesOn = notes - stay
        go(on: next, page, rows: rows, into: &least)
      }
    } else if isHead {
      let stay = max(0, min(notes, room))
      place.used = min(page.height, place.used + rows + rule + stay)
      place.goesOn = notes - stay
      place.cost += style.brokenKeep
      go(on: place, page, rows: rows, into: &least)
    } else {
      spill(start, place, page, into: &least)
    }
  }

  /// A page whose carried notes leave no room for the first line holds them alone.
  private mutating func spill(_ start: Place, _ place: Place, _ page: Page, into least: inout [Side: Double]) {
    guard start.waiting > 0 else { return }
    var next = start
    next.used = style.noteRuleRows + start.waiting
    next.hasNotes = true
    next.cost += lack(next, page)
    // The setting is chosen already and paid for: go on with this very element.
    turnWithin(next, page, into: &least)
  }

  private mutating func turnWithin(_ place: Place, _ page: Page, into least: inout [Side: Double]) {
    let heights = page.side == .verso ? [page.height] : [style.rows, style.rows - 1, style.rows + 1]
    for height in heights where height > 0 {
      let next = Page(
        element: place.element, line: place.line, setting: place.setting, side: page.side.other, height: height,
        carried: 0, isFirst: false)
      let off = page.side == .recto && height != style.rows ? style.spreadOneLineOff : 0
      var inner: [Side: Double] = [:]
      set(Place(element: place.element, line: place.line, setting: place.setting), next, into: &inner)
      merge(inner, plus: place.cost + off, into: &least)
    }
  }

  private mutating func go(on start: Place, _ page: Page, rows: Int, into least: inout [Side: Double]) {
    var place = start
    let element = list[place.element]
    let lines = element.settings[place.setting].lines
    place.owed = max(0, place.owed - rows)
    place.text += rows
    place.line += 1
    if place.line == lines.count {
      if element.rowsBelow > 0 { place.owed = min(element.rowsBelow, style.rows - 1) }
      place.line = 0
      place.element += 1
      return fill(place, page, into: &least)
    }
    var next = place
    let line = lines[place.line - 1]
    next.cost += lack(place, page) + wish(line.breakAfter)
    if place.owed > 0 { next.cost += style.fewRowsUnderHeading }
    if line.endsInHyphen && page.side == .recto { next.cost += style.hyphenAtLeafTurn }
    if element.kind == .paragraph {
      if place.line == 1 { next.cost += style.orphan }
      if place.line == lines.count - 1 { next.cost += style.widow }
    }
    turn(next, page, into: &least)
    fill(place, page, into: &least)
  }
}

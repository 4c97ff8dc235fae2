import PageBreaking

/// Tries every way to break a chapter with pictures that move, in columns or not, straight from the rules: each setting,
/// each end of a page or column, each height, each page that a plate may have. Notes and white are left out.
struct FloatOracle {
  private struct State: Hashable {
    var element = 0
    var line = 0
    var setting = 0
    var slot: Int
    /// Rows off the nominal height.
    var off: Int
    var used = 0
    var isOpen = false
    var waiting: [Int] = []
    var owed = 0
  }

  let list: [VerticalElement]
  let style: PageBreakingStyle
  private var known: [State: [Side: Double]] = [:]

  init(_ elements: [VerticalElement], style: PageBreakingStyle) {
    (list, self.style) = (elements, style)
  }

  /// Least cost by the side of the last page.
  mutating func costs(opening: Side) -> [Side: Double] {
    var least: [Side: Double] = [:]
    for off in offs {
      let first = State(slot: style.isFacing && opening == .recto ? style.columns : 0, off: off)
      merge(costs(first), plus: off == 0 ? 0 : style.spreadOneLineOff, into: &least)
    }
    return least
  }

  private var slots: Int { style.isFacing ? 2 * style.columns : style.columns }
  private var offs: [Int] { [0, -1, 1] }
  private func side(_ slot: Int) -> Side { style.isFacing && slot < style.columns ? .verso : .recto }
  private func height(_ state: State) -> Int { style.rows + state.off }

  private func merge(_ costs: [Side: Double], plus extra: Double, into least: inout [Side: Double]) {
    for (side, cost) in costs { least[side] = min(least[side] ?? .infinity, cost + extra) }
  }

  private mutating func costs(_ state: State) -> [Side: Double] {
    if let costs = known[state] { return costs }
    var least: [Side: Double] = [:]
    if state.line > 0 {
      setLine(state, cost: 0, into: &least)
    } else if state.element == list.count {
      end(state, into: &least)
    } else {
      if state.used > 0 { turn(state, cost: lack(state) + endCost(state), into: &least) }
      if isFloat(state.element) {
        call(state, into: &least)
      } else {
        for setting in list[state.element].settings.indices {
          var next = state
          next.setting = setting
          begin(next, cost: list[state.element].settings[setting].cost, into: &least)
        }
      }
    }
    known[state] = least
    return least
  }

  private func isFloat(_ element: Int) -> Bool { list[element].floats || list[element].waitsBehind }

  private func span(_ float: Int) -> Int { style.columns * (list[float].isSpread ? 2 : 1) }

  private func lack(_ state: State) -> Double { Double(height(state) - state.used) * style.unevenRow }

  private func wish(_ cost: Int32) -> Double {
    switch cost {
    case VerticalLine.never: style.brokenKeep
    case VerticalLine.torn: style.brokenKeep * 20
    case VerticalLine.orphan: style.orphan
    case VerticalLine.widow: style.widow
    default: Double(cost)
    }
  }

  /// Of a page that ends before an element.
  private func endCost(_ state: State) -> Double {
    var cost = state.owed > 0 ? style.fewRowsUnderHeading : 0
    guard let before = list[..<state.element].indices.last(where: { !isFloat($0) }) else { return cost }
    cost += wish(list[before].breakAfter) + (list[before].keepWithNext ? style.brokenKeep : 0)
    guard let line = list[before].settings[0].lines.last else { return cost }
    return cost + wish(line.breakAfter) + (line.endsInHyphen && state.slot == slots - 1 ? style.hyphenAtLeafTurn : 0)
  }

  /// The next page or column, in every way in which it may begin.
  private mutating func turn(_ state: State, cost: Double, into least: inout [Side: Double]) {
    var next = State(element: state.element, line: state.line, setting: state.setting, slot: state.slot, off: state.off)
    next.waiting = state.waiting
    next.slot = (state.slot + 1) % slots
    for off in next.slot == 0 ? offs : [state.off] {
      next.off = off
      let total = cost + (next.slot == 0 && off != 0 ? style.spreadOneLineOff : 0)
      merge(goingOn(next), plus: total, into: &least)
    }
  }

  /// With the setting that is paid for.
  private mutating func goingOn(_ state: State) -> [Side: Double] {
    guard state.line == 0, state.setting > 0 || isBegun.contains(state.element) else { return costs(state) }
    var least: [Side: Double] = [:]
    begin(state, cost: 0, into: &least)
    return least
  }

  /// Elements whose setting is chosen, on the way that is tried.
  private var isBegun: Set<Int> = []

  private mutating func call(_ state: State, into least: inout [Side: Double]) {
    var next = state
    let float = list[state.element]
    next.element += 1
    var cost = 0.0
    if float.facesCall, style.isFacing {
      let isBeside =
        state.waiting.isEmpty
        && (side(state.slot) == .verso ? state.used > 0 : state.used == 0 && state.slot == style.columns)
      cost = isBeside ? 0 : style.awayFromCall
    }
    let rows = float.settings[0].lines.reduce(0) { $0 + Int($1.rows) }
    let isWide = float.isPlate && span(state.element) > 1
    let isFree = state.waiting.isEmpty && !isWide && (state.used == 0 || !float.waitsForHead && !float.isPlate)
    if isFree, state.used == 0 {
      if rows > height(state), !float.isPlate { cost += style.brokenKeep }
      next.used = float.isPlate ? height(state) : min(rows, height(state))
      next.isOpen = true
    } else if isFree, state.used + rows <= height(state) {
      next.used += rows
    } else if state.used == 0 || !state.waiting.isEmpty || float.floats {
      next.waiting.append(state.element)
    } else {
      return
    }
    merge(costs(next), plus: cost, into: &least)
  }

  /// Sets what waits at the head of a page.
  /// - Returns: the cost, and how many pages or columns a plate fills.
  private func open(_ state: inout State) -> (cost: Double, span: Int) {
    var (cost, span) = (0.0, 1)
    state.isOpen = true
    while let float = state.waiting.first {
      let rows = Int(list[float].settings[0].lines[0].rows)
      if list[float].isPlate {
        guard state.used == 0, state.slot % self.span(float) == 0 else { break }
        (state.used, span) = (height(state), self.span(float))
      } else if state.used + rows > height(state) {
        if state.used > 0 { break }
        (state.used, cost) = (height(state), style.brokenKeep)
      } else {
        state.used += rows
      }
      state.waiting.removeFirst()
    }
    return (cost, span)
  }

  private mutating func begin(_ state: State, cost: Double, into least: inout [Side: Double]) {
    if state.used > 0, !state.waiting.isEmpty, list[state.element].keepsOrder || list[state.element].floats { return }
    setLine(state, cost: cost, into: &least)
  }

  /// Rows that no page may part from the first line.
  private func held(_ lines: ArraySlice<VerticalLine>) -> Int {
    let torn = lines.prefix { $0.breakAfter == VerticalLine.torn }.count
    return lines.dropFirst().prefix(torn).reduce(0) { $0 + Int($1.rows) }
  }

  /// A line has no room below what waited, or not with what a page without that would have room for.
  private func isTooLow(_ state: State, _ rows: Int, held: Int) -> Bool {
    state.used + rows > height(state) || state.used + rows + held > height(state) && rows + held <= height(state)
  }

  /// Sets a line of the element in hand, and all that may follow.
  private mutating func setLine(_ start: State, cost: Double, into least: inout [Side: Double]) {
    var (state, cost) = (start, cost)
    let element = list[state.element]
    let lines = element.settings[state.setting].lines
    let rows = Int(lines[state.line].rows)
    if !state.isOpen {
      let (extra, span) = open(&state)
      cost += extra
      if !state.waiting.isEmpty && element.keepsOrder
        || state.used > 0 && isTooLow(state, rows, held: held(lines[state.line...]))
      {
        cost += state.used > 0 ? lack(state) : style.brokenKeep
        state.slot = (state.slot + span - 1) % slots
        let wasBegun = isBegun.insert(state.element).inserted
        turn(state, cost: cost, into: &least)
        if wasBegun { isBegun.remove(state.element) }
        return
      }
    }
    if lines[state.line].keepsOrder, !state.waiting.isEmpty { cost += style.outOfOrder }
    if state.used + rows <= height(state) {
      state.used += rows
    } else if state.used == 0 {
      state.used = height(state)
      cost += style.brokenKeep
    } else {
      return
    }
    state.owed = max(0, state.owed - rows)
    state.line += 1
    if state.line == lines.count {
      if element.rowsBelow > 0 { state.owed = min(element.rowsBelow, style.rows - 1) }
      (state.element, state.line, state.setting) = (state.element + 1, 0, 0)
      return merge(costs(state), plus: cost, into: &least)
    }
    let line = lines[state.line - 1]
    var end = cost + lack(state) + wish(line.breakAfter) + (state.owed > 0 ? style.fewRowsUnderHeading : 0)
    if line.endsInHyphen, state.slot == slots - 1 { end += style.hyphenAtLeafTurn }
    if element.kind == .paragraph {
      if state.line == 1 { end += style.orphan }
      if state.line == lines.count - 1 { end += style.widow }
    }
    turn(state, cost: end, into: &least)
    merge(costs(state), plus: cost, into: &least)
  }

  /// The chapter's end, and pages behind it for what waits.
  private mutating func end(_ start: State, into least: inout [Side: Double]) {
    guard !start.waiting.isEmpty else {
      // a page for what waited is no page without it
      return merge([side(start.slot): 0], plus: 0, into: &least)
    }
    if start.used > 0 { return turn(start, cost: 0, into: &least) }
    var state = start
    var (cost, span) = open(&state)
    if state.used == 0 { cost += style.brokenKeep }
    let last = state.slot + span - 1
    if state.waiting.isEmpty { return merge([side(last % slots): 0], plus: cost, into: &least) }
    if state.used > 0 { cost += lack(state) }
    state.slot = last % slots
    turn(state, cost: cost, into: &least)
  }
}

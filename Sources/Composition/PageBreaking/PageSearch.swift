/// States being built: cost, the step of the path before, and the setting taken.
struct NextStates {
  var cost: [Int]
  var from: [Int32]
  var setting: [Int32]
  /// Of each block, the rows used between which it may hold states.
  var reached: [Range<Int>]

  /// Moves a row of states on by an element's height, where that is cheaper.
  mutating func take(
    _ oldCost: [Int], _ oldNode: [Int32], from source: Int, to target: Int, count: Int, extra: Int, setting mark: Int,
    limit: Int
  ) {
    Self.take(
      oldCost.span.extracting(source..<source + count), oldNode.span.extracting(source..<source + count),
      &cost, &from, &setting, at: target, extra: extra, mark: Int32(truncatingIfNeeded: mark), limit: limit)
  }

  /// Empties a row of states.
  mutating func clear(_ row: Range<Int>) {
    var cost = cost.mutableSpan
    for state in row { cost[state] = PageSearch.dead }
  }

  /// States from there on may be held.
  mutating func reach(_ rows: Range<Int>, of block: Int) {
    let known = reached[block]
    reached[block] =
      known.isEmpty ? rows : min(known.lowerBound, rows.lowerBound)..<max(known.upperBound, rows.upperBound)
  }

  func least(in block: Int, stride: Int) -> Int {
    let cost = cost.span
    var least = PageSearch.dead
    let head = block * stride
    for used in reached[block] { least = min(least, cost[head + used]) }
    return least
  }

  // Three arrays of one value cannot be open at once, three parameters can.
  private static func take(
    _ oldCost: Span<Int>, _ oldNode: Span<Int32>, _ cost: inout [Int], _ from: inout [Int32],
    _ setting: inout [Int32], at target: Int, extra: Int, mark: Int32, limit: Int
  ) {
    var cost = cost.mutableSpan
    var from = from.mutableSpan
    var setting = setting.mutableSpan
    for offset in 0..<oldCost.count {
      let total = oldCost[offset] + extra
      if total < cost[target + offset] && total <= limit {
        cost[target + offset] = total
        from[target + offset] = oldNode[offset]
        setting[target + offset] = mark
      }
    }
  }
}

/// The dynamic programme over one chapter that opens on a given side.
///
/// Where pages have columns, a column is what a page is elsewhere: "page" is said of both here. Those that end
/// level, a spread's pages or all its columns, have numbers (slots) in the order they are read in.
///
/// After each element the search holds, for every state, the cheapest way to it. A
/// state is a block (slot and height of the page, what the page still owes) and the
/// rows used on the page, notes and their rule included. No rows used means that a
/// page has just begun: white vanishes there, and what was carried over is still to be
/// set. A block is `(layer * slots + slot) * heights + height`; a layer is `(notes, owed, floats)`:
///
/// - notes: 0 for a page without notes, 1 with, 1 + n when n rows of the last note go
///   on to the next page (or, at no rows used, come from the page before);
/// - owed: rows of text that a heading on the page still wants under it;
/// - floats: how many of the last floats wait for the head of a page.
struct PageSearch {
  /// A way through the chapter: the steps in order, and their cost.
  struct Path {
    var closing: Side
    var cost: Int
    var steps: [PathNode]
  }

  /// The decoded index of a block.
  struct Block {
    var slot: Int
    var height: Int
    var notes: Int
    var owed: Int
    var floats: Int
  }

  static let dead = Int.max / 4

  let chapter: PreparedChapter
  let style: PageRules
  /// Of the first page.
  let opening: Int
  /// Rows taken at the first page's head; where there are columns, those of the first page are as much shorter.
  let skip: Int
  /// Of pages: the nominal one, one row less and more; behind them those of a first page's columns.
  let heights: [Int]
  /// How many of them a page has to choose from.
  let choices: Int
  let stride: Int
  let mostOwed: Int
  let mostCarried: Int
  let mostFloats: Int
  /// What each block's index says.
  private let blocks: [Block]

  // The states after the last element: cost, path, and the blocks that hold any.
  var cost: [Int]
  var node: [Int32]
  /// Of each block, the rows used between which its states stand, those of a page just begun apart.
  var live: [Range<Int>]
  var active: [Int] = []
  var isActive: [Bool]
  // The states after the element in hand.
  var next: NextStates
  var nextActive: [Int] = []
  var isNextActive: [Bool]

  var starts = StartTable()
  var nodes = NodePool()
  /// States in which a page begins with the element in hand: their index, and how they came about.
  private var fresh: [(index: Int, start: PageStart, from: Int32)] = []
  /// The element in hand in the setting in hand, where pages end in it.
  var hand = (element: 0, setting: 0)
  /// Cost above which a partial solution is not followed.
  var limit = 0 {
    didSet {
      // nearly always the horizon
      let room = limit - best
      if room == lackRoom { return }
      lackRoom = room
      mostLack = style.mostLack(within: room, hasNotes: false, bound: stride)
      mostLackOverNotes = style.mostLack(within: room, hasNotes: true, bound: stride)
    }
  }
  /// Most rows that a page may lack and be within the limit, without and with notes.
  var mostLack = 0
  var mostLackOverNotes = 0
  /// The cost that they go by.
  private var lackRoom = -1
  var best = 0
  /// No way on was within reach: every page end is looked at.
  var isLastResort = false

  init(_ chapter: PreparedChapter, style: PageRules, opening: Side, skip: Int) {
    let rows = style.rows
    // A page of one row has no shorter one, and its spread no choice.
    let heights = style.isLevel && rows > 1 ? [rows, rows - 1, rows + 1] : [rows]
    self.init(chapter, style: style, slot: style.firstSlot(of: opening), skip: skip, heights: heights)
  }

  /// - Parameter heights: that a page may have.
  init(_ chapter: PreparedChapter, style: PageRules, slot: Int, skip: Int, heights: [Int]) {
    self.chapter = chapter
    self.style = style
    opening = slot
    self.skip = skip
    choices = heights.count
    let isShorter = skip > 0 && style.columns > 1
    self.heights = heights + (isShorter ? heights.map { max(1, $0 - skip) } : [])
    stride = style.rows + 2
    mostOwed = chapter.mostRowsBelow
    mostCarried = chapter.mostCarried
    // plates wait longer than pictures
    let hasSpreads = chapter.floats.contains {
      chapter.elements[$0].isPlate && style.span(of: chapter.elements[$0]) > 1
    }
    mostFloats = min(chapter.floats.count, hasSpreads ? 6 : 3)
    let (owedCount, floatCount) = (mostOwed + 1, mostFloats + 1)
    let (slots, heightCount) = (style.slots, self.heights.count)
    let blocks = (mostCarried + 2) * owedCount * floatCount * slots * heightCount
    self.blocks = (0..<blocks).map { block in
      let layer = block / heightCount / slots
      return Block(
        slot: block / heightCount % slots, height: block % heightCount, notes: layer / floatCount / owedCount,
        owed: layer / floatCount % owedCount, floats: layer % floatCount)
    }
    cost = [Int](repeating: Self.dead, count: blocks * stride)
    node = [Int32](repeating: -1, count: blocks * stride)
    live = [Range<Int>](repeating: 0..<0, count: blocks)
    next = NextStates(cost: cost, from: node, setting: node, reached: live)
    isActive = [Bool](repeating: false, count: blocks)
    isNextActive = isActive
  }

  /// Finds the best path for each closing side that is in reach.
  mutating func run() -> [Path] {
    begin(at: 0)
    for index in chapter.elements.indices where chapter.elements[index].role != .empty {
      advance(index)
    }
    return finish()
  }

  /// The same for what is left of a chapter from a page on that begins with a line of an element.
  /// - Parameters:
  ///   - floats: those that wait for it.
  ///   - setting: the element's, an index into the chapter's settings.
  mutating func run(from element: Int, line: Int, floats: Int, setting: Int) -> [Path] {
    begin(at: line, floats: floats)
    if line > 0 { goOn(element, line: line, setting: setting) }
    let rest = line > 0 ? element + 1 : element
    for index in chapter.elements.indices.dropFirst(rest) where chapter.elements[index].role != .empty {
      advance(index)
    }
    return finish()
  }

  // MARK: States

  func layer(notes: Int, owed: Int, floats: Int) -> Int {
    (notes * (mostOwed + 1) + owed) * (mostFloats + 1) + floats
  }

  func block(_ layer: Int, _ slot: Int, _ height: Int) -> Int {
    (layer * style.slots + slot) * heights.count + height
  }

  func decode(_ block: Int) -> Block { blocks[block] }

  func block(of start: PageStart, owed: Int = 0, notes: Int? = nil, floats: Int? = nil) -> Int {
    let notes = notes ?? (start.carried > 0 ? 1 + start.carried : 0)
    return block(layer(notes: notes, owed: owed, floats: floats ?? start.floats), start.slot, start.height)
  }

  /// What a spread of that height costs.
  func heightCost(_ height: Int) -> Int { height % choices == 0 ? 0 : style.spreadOneLineOff }

  mutating func activate(_ block: Int) {
    if isNextActive[block] { return }
    isNextActive[block] = true
    nextActive.append(block)
    next.clear(block * stride..<(block + 1) * stride)
    next.reached[block] = 0..<0
  }

  mutating func store(_ block: Int, _ used: Int, cost: Int, from: Int32, setting: Int) {
    guard cost <= limit else { return }
    activate(block)
    let index = block * stride + used
    if cost < next.cost[index] {
      next.cost[index] = cost
      next.from[index] = from
      next.setting[index] = Int32(truncatingIfNeeded: setting)
      next.reach(used..<used + 1, of: block)
    }
  }

  // MARK: Steps

  private mutating func begin(at line: Int, floats: Int = 0) {
    limit = Self.dead - 1
    for height in heights.indices.suffix(choices) {
      let start = PageStart(slot: opening, height: height, floats: floats)
      let root = nodes.push(parent: -1, value: line, page: start.packed)
      store(block(of: start), style.columns > 1 ? 0 : skip, cost: heightCost(height), from: root, setting: 0)
    }
    adopt(least: leastNext(), pushing: false)
  }

  /// Sets what is left of an element on pages that have just begun.
  private mutating func goOn(_ index: Int, line: Int, setting: Int) {
    limit = Self.dead - 1
    hand = (index, setting)
    starts.reset(lines: chapter.settings[setting].lines.count)
    for block in active where cost[block * stride] < Self.dead {
      let page = decode(block)
      starts.add(
        PageStart(slot: page.slot, height: page.height, floats: page.floats), at: line, cost: cost[block * stride],
        from: node[block * stride], isRooted: true)
    }
    walkStarts(index, setting: setting)
    adopt(least: leastNext(), pushing: true)
  }

  private mutating func advance(_ index: Int) {
    limit = style.horizon > Self.dead - best ? Self.dead - 1 : best + style.horizon
    place(index)
    var least = leastNext()
    if least >= Self.dead {
      // Nothing within reach: what cannot be parted is in the way. Look at every way out.
      limit = Self.dead - 1
      isLastResort = true
      place(index)
      isLastResort = false
      least = leastNext()
    }
    adopt(least: least, pushing: true)
    if nodes.needsCompaction { compact() }
  }

  private mutating func place(_ index: Int) {
    endPages(before: index)
    let onlyFresh = chapter.elements[index].gate == .forced
    switch chapter.elements[index].role {
    case .empty: break
    case .space: placeSpace(index, onlyFresh: onlyFresh)
    case .float: placeFloat(index, onlyFresh: onlyFresh)
    case .solid:
      for setting in chapter.elements[index].settings {
        placeSolid(index, setting: setting, onlyFresh: onlyFresh)
      }
    }
  }

  private func leastNext() -> Int {
    nextActive.reduce(Self.dead) { min($0, next.least(in: $1, stride: stride)) }
  }

  /// Makes the states after the element in hand the current ones.
  private mutating func adopt(least: Int, pushing: Bool) {
    best = least
    let bound = style.horizon > Self.dead - least ? Self.dead - 1 : least + style.horizon
    for block in nextActive {
      let reached = next.reached[block]
      live[block] = Self.adopt(
        reached, head: block * stride, bound: bound, cost: &next.cost, from: next.from, setting: next.setting,
        node: &node, nodes: &nodes, pushing: pushing)
    }
    for block in active { isActive[block] = false }
    swap(&isActive, &isNextActive)
    swap(&cost, &next.cost)
    swap(&active, &nextActive)
    nextActive.removeAll(keepingCapacity: true)
  }

  /// - Returns: the rows used between which states are left, from 1 on.
  private static func adopt(
    _ reached: Range<Int>, head: Int, bound: Int, cost: inout [Int], from: [Int32], setting: [Int32],
    node: inout [Int32], nodes: inout NodePool, pushing: Bool
  ) -> Range<Int> {
    var cost = cost.mutableSpan
    var node = node.mutableSpan
    let from = from.span
    let setting = setting.span
    var live = (first: Int.max, end: 0)
    nodes.push(atMost: reached.count) { steps, first in
      for used in reached {
        let index = head + used
        guard cost[index] <= bound else {
          cost[index] = dead
          continue
        }
        node[index] = from[index]
        if pushing {
          node[index] = first &+ Int32(truncatingIfNeeded: steps.count)
          steps.append(PathNode(parent: from[index], value: setting[index], page: -1))
        }
        if used > 0 { live = (min(live.first, used), used + 1) }
      }
    }
    return live.end > 0 ? live.first..<live.end : 0..<0
  }

  private mutating func compact() {
    var roots: [Int32] = []
    for block in active {
      for index in block * stride..<(block + 1) * stride where cost[index] < Self.dead { roots.append(node[index]) }
    }
    nodes.compact(roots: &roots)
    var place = 0
    for block in active {
      for index in block * stride..<(block + 1) * stride where cost[index] < Self.dead {
        node[index] = roots[place]
        place += 1
      }
    }
  }

  // MARK: Ends of pages between elements

  /// Cost of ending a page before an element, the rows it lacks apart.
  func endCost(before index: Int, isTurn: Bool, used: Int, owed: Int) -> Int {
    let element = chapter.elements[index]
    if element.gate == .forced { return 0 }
    var cost = owed > 0 ? style.fewRowsUnderHeading : 0
    if element.before >= 0 {
      cost += chapter.ends[element.before].cost(atTurn: isTurn)
      if used > 0, used == chapter.sceneRows[element.before] { cost += style.brokenKeep }
    }
    return cost
  }

  /// Adds the states in which a page begins with the element.
  private mutating func endPages(before index: Int) {
    let element = chapter.elements[index]
    // The same page end was looked at before the space, if it was within the limit then.
    let white = element.gate == .closed ? element.spaceBefore : 0
    if element.gate == .closed && !isLastResort { return }
    let isForced = element.gate == .forced
    // Blocks made here hold fresh pages only; they are not walked again.
    fresh.removeAll(keepingCapacity: true)
    for position in active.indices {
      let origin = active[position]
      let page = decode(origin)
      let height = heights[page.height]
      let (slot, isTurn) = (style.slot(after: page.slot), style.isTurn(page.slot))
      let lowest = isForced ? 1 : max(1, height - (page.notes > 0 ? mostLackOverNotes : mostLack))
      let rows = live[origin].clamped(to: min(lowest, height + 1)..<height + 1)
      for used in rows {
        var total = cost[origin * stride + used]
        if total >= Self.dead { continue }
        let used = used - white
        total += isForced ? 0 : style.lackCost(height - used, hasNotes: page.notes > 0)
        total += endCost(before: index, isTurn: isTurn, used: used, owed: page.owed)
        let carried = max(page.notes - 1, 0)
        let margin = marginLeft(
          before: 0, of: index, setting: 0, end: node[origin * stride + used + white], height: height)
        total += style.marginCost(margin)
        for choice in nextHeights(after: page.slot, page.height) {
          let total = total + (slot == 0 ? heightCost(choice) : 0)
          if total > limit { continue }
          var start = PageStart(slot: slot, height: choice, floats: page.floats, carried: carried)
          start.margin = margin
          let target = self.block(of: start)
          if !isActive[target] {
            isActive[target] = true
            active.append(target)
            live[target] = 0..<0
            for index in target * stride..<(target + 1) * stride { cost[index] = Self.dead }
          }
          guard total < cost[target * stride] else { continue }
          cost[target * stride] = total
          fresh.append((target * stride, start, node[origin * stride + used + white]))
        }
      }
    }
    // The last entry of a state is its cheapest.
    for entry in fresh {
      node[entry.index] = nodes.push(parent: entry.from, value: 0, page: entry.start.packed)
    }
  }

  /// Heights of the page after one: all that end level have the same.
  func nextHeights(after slot: Int, _ height: Int) -> Range<Int> {
    let next = style.slot(after: slot)
    if next == 0 { return 0..<choices }
    let same = next % style.columns == 0 ? height % choices : height
    return same..<same + 1
  }
}

/// Breaks one chapter into pages, by spread.
///
/// A dynamic programme over the vertical list. Between two elements a state says
/// how far the page is filled, which page it is (side and height, the verso's
/// choice binding the recto) and whether notes stand at its foot; for each
/// state the cheapest way there is kept. A page that must end full ends where the
/// lines run out, so within a paragraph only the height of the next spread is left
/// to choose. Linear in elements; long texts are settled piece by piece.
///
/// No earlier work is followed for spreads; the programme over pages is Plass's
/// (Optimal pagination techniques, 1981) with his penalties made per side.
package func breakChapter(_ elements: [VerticalElement], style: PageBreakingStyle) -> ChapterSolutions {
  var result = ChapterSolutions()
  let list = ContentList(elements, hintsFor: style)
  for opening in style.isFacing ? Side.allCases : [.recto] {
    var search = PageSearch(list: list, style: style)
    var closings = search.run(opening: opening)
    for side in closings.keys { closings[side]?.failedHints = list.failedHints }
    result.solutions[opening] = closings
  }
  if !style.isFacing, let recto = result.solutions[.recto] {
    // one-sided pages are alike on both sides
    result.solutions[.verso] = recto.mapValues { $0 }
  }
  return result
}

/// The vertical list with its blank rows folded into what follows them.
struct ContentList {
  struct Content {
    var element: Int
    var kind: VerticalElement.Kind
    /// Settings that may be chosen, as indexes into the element's.
    var settings: [Int]
    /// Blank rows before it, gone at the head of a page.
    var spaceBefore: Int
    var breakBefore: Bool
    /// No page ends before it.
    var isKept: Bool
    /// Rows that a heading before it wants under itself.
    var rowsBelow: Int
    /// Cost of a page ending before it.
    var breakCost: Double
    /// Only whole rows of one line each, no notes: the fast path.
    var isPlain: Bool
  }

  let elements: [VerticalElement]
  var contents: [Content] = []
  var failedHints: [Int] = []

  init(_ elements: [VerticalElement], hintsFor style: PageBreakingStyle) {
    self.elements = elements
    var space = 0
    var isKept = false
    var breakBefore = false
    var rowsBelow = 0
    var breakCost: Int32 = 0
    for (index, element) in elements.enumerated() {
      breakBefore = breakBefore || element.breakBefore
      if element.kind == .space {
        space += element.settings.first.map(ContentList.rows) ?? 0
        isKept = isKept || element.keepWithNext
        breakCost = max(breakCost, element.breakAfter)
        continue
      }
      var settings = Array(element.settings.indices.filter { !element.settings[$0].lines.isEmpty })
      guard !settings.isEmpty else { continue }
      if case .lines(let offset)? = element.hint {
        let wanted = element.settings[settings[0]].lines.count + offset
        let found = settings.filter { element.settings[$0].lines.count == wanted }
        if found.isEmpty { failedHints.append(index) } else { settings = found }
      }
      contents.append(
        Content(
          element: index, kind: element.kind, settings: settings, spaceBefore: space,
          breakBefore: breakBefore && !contents.isEmpty, isKept: isKept, rowsBelow: rowsBelow,
          breakCost: Double(breakCost),
          isPlain: settings.allSatisfy { element.settings[$0].lines.allSatisfy { $0.rows == 1 && $0.noteRows == 0 } }))
      space = 0
      breakBefore = false
      isKept = element.keepWithNext
      rowsBelow = element.rowsBelow
      breakCost = element.breakAfter
    }
  }

  static func rows(_ setting: VerticalSetting) -> Int { setting.lines.reduce(0) { $0 + Int($1.rows) } }
}

/// A page as the search knows it: side and how its height differs from nominal.
struct PageClass: Equatable {
  /// 0, 1, 2 for a verso one row short, nominal, one row long; 3, 4, 5 for a recto.
  var index: Int
  init(_ side: Side, offset: Int) { index = (side == .verso ? 0 : 3) + offset + 1 }
  init(index: Int) { self.index = index }
  var side: Side { index < 3 ? .verso : .recto }
  var offset: Int { index % 3 - 1 }
}

/// What stands at the foot of the page so far.
enum Foot: Int {
  case bare = 0
  /// Notes of this page's own text, under it.
  case notes = 1
  /// Notes carried from the page before, and no text yet.
  case carriedOnly = 2
}

/// A step of a way through the chapter, told backwards.
struct WayNode {
  var previous: Int32
  /// Content that ends here, or -1 - content for one during (or before) which a page begins.
  var content: Int32
  var setting: Int16
  /// Class of the page that begins here.
  var page: Int8
  var yields: UInt16
  /// Lines of the content before the page's beginning; rows carried in the notes.
  var line: Int32
  var carried: Int32
}

/// The search for one opening side.
struct PageSearch {
  let list: ContentList
  let style: PageBreakingStyle
  private let width: Int
  private var nodes: [WayNode] = []
  private var current: Frontier
  private var next: Frontier
  /// Pages that begin inside the element at hand, and those that begin before it.
  private var starts: [PageStart] = []
  private var heads: [PageStart] = []
  private var best = Double.infinity
  private var settled: [BrokenPage] = []

  /// States reached, with the cheapest way to each.
  struct Frontier {
    var cost: [Double]
    var previous: [Int32]
    var setting: [Int16]
    var touched: [Int] = []

    init(count: Int) {
      cost = [Double](repeating: .infinity, count: count)
      previous = [Int32](repeating: -1, count: count)
      setting = [Int16](repeating: 0, count: count)
    }

    mutating func clear() {
      for state in touched { cost[state] = .infinity }
      touched.removeAll(keepingCapacity: true)
    }
  }

  /// A page that begins before line `line` of the content at hand.
  struct PageStart {
    var line: Int
    var page: PageClass
    var carried: Int
    var cost: Double
    var previous: Int32
    var yields: UInt16
  }

  /// Ways kept at once beyond which a long text is settled up to here.
  private static let nodeLimit = 1_500_000

  init(list: ContentList, style: PageBreakingStyle) {
    self.list = list
    self.style = style
    width = style.rows + 2
    current = Frontier(count: 6 * 3 * (style.rows + 2))
    next = Frontier(count: 6 * 3 * (style.rows + 2))
  }

  private func state(_ page: PageClass, _ foot: Foot, _ used: Int) -> Int {
    (page.index * 3 + foot.rawValue) * width + min(used, width - 1)
  }

  private func height(_ page: PageClass) -> Int { max(style.rows + page.offset, 1) }

  /// Pages that may follow a page, or open the chapter, with what each costs.
  private func successors(of page: PageClass?, opening: Side) -> [(PageClass, Double)] {
    guard style.isFacing else { return [(PageClass(.recto, offset: 0), 0)] }
    if let page, page.side == .verso { return [(PageClass(.recto, offset: page.offset), 0)] }
    let side = page == nil ? opening : Side.verso
    var pages = [(PageClass(side, offset: 0), 0.0), (PageClass(side, offset: 1), style.spreadOneLineOff)]
    if style.rows > 2 { pages.append((PageClass(side, offset: -1), style.spreadOneLineOff)) }
    return pages
  }

  mutating func run(opening: Side) -> [Side: ChapterSolutions.Solution] {
    for (page, cost) in successors(of: nil, opening: opening) {
      nodes.append(
        WayNode(previous: -1, content: -1, setting: 0, page: Int8(page.index), yields: page.offset == 0 ? 0 : bit(.spreadOneLineOff), line: 0, carried: 0))
      reach(state(page, .bare, 0), cost: cost, previous: Int32(nodes.count - 1), setting: 0)
    }
    advance()
    for index in list.contents.indices {
      place(index)
      advance(finishing: index)
      if nodes.count > PageSearch.nodeLimit { settle() }
    }
    return solutions(opening: opening)
  }

  private func bit(_ yield: Yield) -> UInt16 { 1 << UInt16(yield.rawValue) }

  private mutating func reach(_ state: Int, cost: Double, previous: Int32, setting: Int16) {
    let known = next.cost[state]
    guard cost < known else { return }
    if known == .infinity { next.touched.append(state) }
    next.cost[state] = cost
    next.previous[state] = previous
    next.setting[state] = setting
  }

  /// Makes the states reached the current ones, dropping the dear.
  private mutating func advance(finishing content: Int? = nil) {
    current.clear()
    best = .infinity
    for state in next.touched where next.cost[state] < best { best = next.cost[state] }
    for state in next.touched where next.cost[state] <= best + style.horizon {
      current.touched.append(state)
      current.cost[state] = next.cost[state]
      if let content {
        nodes.append(
          WayNode(
            previous: next.previous[state], content: Int32(content), setting: next.setting[state], page: 0, yields: 0,
            line: 0, carried: 0))
        current.previous[state] = Int32(nodes.count - 1)
      } else {
        current.previous[state] = next.previous[state]
      }
    }
    // the order of states decides ties: the same whatever way they were reached
    current.touched.sort()
    next.clear()
  }

  // MARK: One element

  private mutating func place(_ index: Int) {
    let content = list.contents[index]
    heads.removeAll(keepingCapacity: true)
    for state in current.touched {
      let used = state % width
      let foot = Foot(rawValue: state / width % 3) ?? .bare
      let page = PageClass(index: state / width / 3)
      let cost = current.cost[state]
      let node = current.previous[state]
      let isHead = foot == .carriedOnly || (foot == .bare && used == 0)
      let height = height(page)
      let space = isHead ? 0 : content.spaceBefore
      let first = firstRows(content)
      let fits = used + space + first <= height
      let mustBreak = content.breakBefore && !isHead
      if !mustBreak, fits || isHead {
        for (order, setting) in content.settings.enumerated() {
          let lines = list.elements[content.element].settings[setting]
          place(
            index, content, setting: setting, order: order, page: page, foot: foot, used: used + space,
            cost: cost + lines.cost, node: node, from: 0)
        }
      }
      guard !isHead else { continue }
      let short = max(0, height - used)
      // a page ends early only before what cannot be parted, or where nothing else fits
      let mayEndEarly = content.kind != .paragraph || content.isKept || !style.isFacing
      guard mustBreak || short == 0 || !fits || mayEndEarly else { continue }
      var total = cost + content.breakCost
      var yields: UInt16 = 0
      if !mustBreak {
        if short > 0 {
          if foot == .notes || !style.isFacing {
            total += style.shortRow * Double(short * short)
          } else {
            total += style.unevenRow * Double(short)
            yields |= bit(.unevenSpread)
          }
        }
        if content.isKept {
          total += style.brokenKeep
          yields |= bit(.brokenKeep)
        } else if index > 0, list.contents[index - 1].rowsBelow > 0 {
          let previous = list.contents[index - 1]
          let rows = ContentList.rows(list.elements[previous.element].settings[previous.settings[0]])
          if rows < previous.rowsBelow {
            total += style.fewRowsUnderHeading
            yields |= bit(.fewRowsUnderHeading)
          }
        }
      }
      begin(line: 0, after: page, carried: 0, cost: total, node: node, yields: yields, in: &heads)
    }
    // Pages that begin before the element: all its settings are still open there.
    for start in heads {
      nodes.append(
        WayNode(
          previous: start.previous, content: Int32(-1 - index), setting: -1, page: Int8(start.page.index),
          yields: start.yields, line: 0, carried: Int32(start.carried)))
      let node = Int32(nodes.count - 1)
      for (order, setting) in content.settings.enumerated() {
        place(
          index, content, setting: setting, order: order, page: start.page, foot: .bare, used: 0,
          cost: start.cost + list.elements[content.element].settings[setting].cost, node: node, from: 0)
      }
    }
  }

  private func isLeafTurn(_ page: PageClass) -> Bool { page.side == .recto || !style.isFacing }

  /// Rows without which an element cannot begin on a page.
  private func firstRows(_ content: ContentList.Content) -> Int {
    let lines = list.elements[content.element].settings[content.settings[0]].lines
    if content.kind == .box { return lines.reduce(0) { $0 + Int($1.rows) } }
    let first = lines[0]
    let notes = Int(first.noteRows)
    return Int(first.rows) + (notes == 0 ? 0 : style.noteRuleRows + min(notes, notes < 4 ? notes : 2))
  }

  /// Lines of one setting from `from` on, over as many pages as they need.
  private mutating func place(
    _ index: Int, _ content: ContentList.Content, setting: Int, order: Int, page: PageClass, foot: Foot, used: Int,
    cost: Double, node: Int32, from: Int
  ) {
    starts.removeAll(keepingCapacity: true)
    let lines = list.elements[content.element].settings[setting].lines
    fill(index, content, lines, setting: setting, page: page, foot: foot, used: used, cost: cost, node: node, from: from)
    // Pages inside the element, in the order of their first lines; equal ones are one.
    while !starts.isEmpty {
      var pick = 0
      for k in starts.indices.dropFirst() where starts[k].line < starts[pick].line { pick = k }
      let start = starts.remove(at: pick)
      nodes.append(
        WayNode(
          previous: start.previous, content: Int32(-1 - index), setting: Int16(setting), page: Int8(start.page.index),
          yields: start.yields, line: Int32(start.line), carried: Int32(start.carried)))
      let height = height(start.page)
      // carried notes may fill the page, but a row of text always stands
      let rule = start.carried > 0 ? style.noteRuleRows : 0
      let carriedHere = min(start.carried, max(0, height - rule - 1))
      let rest = start.carried - carriedHere
      let foot: Foot = start.carried > 0 ? .carriedOnly : .bare
      fill(
        index, content, lines, setting: setting, page: start.page, foot: foot,
        used: start.carried > 0 ? carriedHere + rule : 0, cost: start.cost, node: Int32(nodes.count - 1),
        from: start.line, owed: rest)
    }
  }

  /// Fills the page at hand; what does not fit goes to `starts`.
  private mutating func fill(
    _ index: Int, _ content: ContentList.Content, _ lines: [VerticalLine], setting: Int, page: PageClass, foot: Foot,
    used: Int, cost: Double, node: Int32, from: Int, owed: Int = 0
  ) {
    let height = height(page)
    let count = lines.count
    if content.kind == .box {
      // taller than any page: stands alone on one
      let rows = min(lines.reduce(0) { $0 + Int($1.rows) }, max(height - used, 1))
      reach(state(page, foot == .carriedOnly ? .notes : foot, used + rows), cost: cost, previous: node, setting: Int16(setting))
      return
    }
    if content.isPlain, foot == .bare {
      let room = max(height - used, used == 0 ? 1 : 0)
      if count - from <= room {
        reach(state(page, .bare, used + count - from), cost: cost, previous: node, setting: Int16(setting))
        return
      }
      end(index, content, lines, after: from + room, from: from, page: page, short: 0, foot: .bare, cost: cost, node: node, carried: 0)
      // where pages need not be level or lines must not part, the page may end earlier
      let earliest = content.kind == .paragraph && style.isFacing ? room : room - 3
      var k = room - 1
      while k >= max(earliest, 1) {
        end(index, content, lines, after: from + k, from: from, page: page, short: room - k, foot: .bare, cost: cost, node: node, carried: 0)
        k -= 1
      }
      return
    }
    var used = used
    var foot = foot
    var line = from
    var owed = owed
    while line < count {
      let rows = Int(lines[line].rows)
      let notes = Int(lines[line].noteRows) + owed
      let rule = notes > 0 && foot == .bare ? style.noteRuleRows : 0
      if used + rows + rule + notes <= height {
        used += rows + rule + notes
        if notes > 0 || foot == .carriedOnly { foot = .notes }
        owed = 0
        line += 1
        continue
      }
      let isHead = used == 0 || foot == .carriedOnly && line == from
      let kept = height - used - rows - rule
      // a note parts with two rows on either side (checklist D12)
      let parted = min(kept, notes - 2)
      if notes > 0, isHead || parted >= 2 {
        let stay = isHead ? max(0, min(kept, notes)) : parted
        let carry = notes - stay
        if line + 1 == count {
          // the element ends here: the rest of the note opens the next page
          endWithNote(index, page: page, cost: cost, node: node, carried: carry, setting: setting)
          return
        }
        end(index, content, lines, after: line + 1, from: from, page: page, short: 0, foot: .notes, cost: cost, node: node, carried: carry)
        return
      }
      if line == from {
        guard isHead else { return }
        // too tall for any page: one line goes on it whatever it takes
        used = height
        line += 1
        if line < count { end(index, content, lines, after: line, from: from, page: page, short: 0, foot: foot, cost: cost, node: node, carried: 0) } else {
          reach(state(page, foot, height), cost: cost, previous: node, setting: Int16(setting))
        }
        return
      }
      end(index, content, lines, after: line, from: from, page: page, short: height - used, foot: foot, cost: cost, node: node, carried: 0)
      return
    }
    reach(state(page, foot, used), cost: cost, previous: node, setting: Int16(setting))
  }

  /// The element's last line calls a note that goes on: the next page begins with it.
  private mutating func endWithNote(_ index: Int, page: PageClass, cost: Double, node: Int32, carried: Int, setting: Int) {
    for (next, extra) in successors(of: page, opening: .recto) {
      let height = height(next)
      let stay = min(carried, max(0, height - style.noteRuleRows - 1))
      nodes.append(
        WayNode(
          previous: node, content: Int32(-1 - index), setting: Int16(setting), page: Int8(next.index), yields: 0,
          line: Int32.max, carried: Int32(carried)))
      reach(
        state(next, .carriedOnly, stay + style.noteRuleRows), cost: cost + extra, previous: Int32(nodes.count - 1),
        setting: Int16(setting))
    }
  }

  /// A page ends after line `after` of an element that goes on.
  private mutating func end(
    _ index: Int, _ content: ContentList.Content, _ lines: [VerticalLine], after line: Int, from: Int, page: PageClass,
    short: Int, foot: Foot, cost: Double, node: Int32, carried: Int
  ) {
    var total = cost
    var yields: UInt16 = 0
    let last = lines[line - 1]
    if content.kind == .paragraph {
      if line == 1 {
        total += style.orphan
        yields |= bit(.orphan)
      }
      if line == lines.count - 1 {
        total += style.widow
        yields |= bit(.widow)
      }
    }
    if last.breakAfter == VerticalLine.never {
      total += style.brokenKeep
      yields |= bit(.brokenKeep)
    } else {
      total += Double(last.breakAfter)
    }
    if content.rowsBelow > line {
      total += style.fewRowsUnderHeading
      yields |= bit(.fewRowsUnderHeading)
    }
    if last.endsInHyphen, isLeafTurn(page) {
      total += style.hyphenAtLeafTurn
      yields |= bit(.hyphenAtLeafTurn)
    }
    if short > 0 {
      if foot != .bare || !style.isFacing {
        total += style.shortRow * Double(short * short)
      } else {
        total += style.unevenRow * Double(short)
        yields |= bit(.unevenSpread)
      }
    }
    begin(line: line, after: page, carried: carried, cost: total, node: node, yields: yields, in: &starts)
  }

  /// Notes the page after `page`, in each height it may have.
  private func begin(
    line: Int, after page: PageClass, carried: Int, cost: Double, node: Int32, yields: UInt16,
    in starts: inout [PageStart]
  ) {
    for (next, extra) in successors(of: page, opening: .recto) {
      let total = cost + extra
      let marks = next.side == .verso && next.offset != 0 ? yields | bit(.spreadOneLineOff) : yields
      if let known = starts.firstIndex(where: { $0.line == line && $0.page == next && $0.carried == carried }) {
        if total < starts[known].cost {
          starts[known].cost = total
          starts[known].previous = node
          starts[known].yields = marks
        }
      } else {
        starts.append(PageStart(line: line, page: next, carried: carried, cost: total, previous: node, yields: marks))
      }
    }
  }

  // MARK: The end

  private func solutions(opening: Side) -> [Side: ChapterSolutions.Solution] {
    var found: [Side: (cost: Double, node: Int32)] = [:]
    for state in current.touched {
      let page = PageClass(index: state / width / 3)
      var cost = current.cost[state]
      let used = state % width
      if used < min(style.minimumChapterEnd, style.rows), isContinued(current.previous[state]) { cost += style.shortChapterEnd }
      if cost < found[page.side]?.cost ?? .infinity { found[page.side] = (cost, current.previous[state]) }
    }
    return found.mapValues { end in
      var pages = settled + Reconstruction(list: list, style: style, nodes: nodes).pages(endingAt: end.node)
      if var last = pages.last, pages.count > 1 {
        let rows = last.pieces.last.map { $0.row + rowsOf($0) } ?? 0
        if rows < min(style.minimumChapterEnd, style.rows) {
          last.yielded.append(.shortChapterEnd)
          pages[pages.count - 1] = last
        }
      }
      return ChapterSolutions.Solution(pages: pages, cost: end.cost, failedHints: [])
    }
  }

  private func rowsOf(_ piece: PlacedPiece) -> Int {
    list.elements[piece.element].settings[piece.setting].lines[piece.lines].reduce(0) { $0 + Int($1.rows) }
  }

  /// Whether the chapter has more than the page this way ends on.
  private func isContinued(_ node: Int32) -> Bool {
    if !settled.isEmpty { return true }
    var node = node
    while node >= 0 {
      if nodes[Int(node)].content < 0 { return nodes[Int(node)].previous >= 0 }
      node = nodes[Int(node)].previous
    }
    return false
  }

  /// Settles a very long text up to here on its cheapest way, and forgets the others.
  private mutating func settle() {
    guard let state = current.touched.min(by: { current.cost[$0] < current.cost[$1] }) else { return }
    var pages = Reconstruction(list: list, style: style, nodes: nodes).pages(endingAt: current.previous[state])
    // the page still being filled goes on: keep its own steps
    guard pages.count > 1 else { return }
    _ = pages.removeLast()
    var kept: [WayNode] = []
    var node = current.previous[state]
    while node >= 0 {
      kept.append(nodes[Int(node)])
      if nodes[Int(node)].content < 0 { break }
      node = nodes[Int(node)].previous
    }
    settled += pages
    nodes = []
    for var step in kept.reversed() {
      step.previous = Int32(nodes.count) - 1
      nodes.append(step)
    }
    let cost = current.cost[state]
    current.clear()
    current.touched = [state]
    current.cost[state] = cost
    current.previous[state] = Int32(nodes.count - 1)
  }
}

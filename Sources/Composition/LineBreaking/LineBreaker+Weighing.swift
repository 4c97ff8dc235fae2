// The inner loop of the search: what lines from all places they may begin cost at one
// place they may end.

/// A place a line may end.
struct LineEnd {
  /// Natural width of the paragraph up to here, with its hyphen, less what hangs.
  var width: Double
  var stretch: Double
  var shrink: Double
  var expandable: Double
  /// How much narrower a line that ends later may be by its hyphen and what hangs.
  var reprieve = 0.0
  /// Demerits of the break itself.
  var cost = 0.0
  var isHyphen = false
  /// The line is a last one.
  var endsSegment = false
  /// The words beside the break (`Fragment.head`, `Fragment.tail`).
  var head: UInt32 = 0
  var tail: UInt32 = 0
  var useful = UsefulLines()

  /// The end of a line behind a fragment.
  /// - Parameters:
  ///   - sums: of the text before it.
  ///   - isFinal: it is the paragraph's last.
  ///   - isForbidden: a break that only a last resort takes.
  ///   - widestTrailingHang: of any fragment of the text.
  @inline(__always)
  init(
    _ fragment: Fragment, behind sums: TextSums, isFinal: Bool, endsSegment: Bool, isForbidden: Bool,
    widestTrailingHang: Int32
  ) {
    let shown = isFinal ? 0 : Int(fragment.breakWidth)
    width = Double(sums.width + Int(fragment.width) + shown - Int(fragment.trailingHang))
    stretch = Double(sums.stretch)
    shrink = Double(sums.shrink)
    expandable = Double(sums.expandable + Int(fragment.expandable) + shown)
    reprieve = Double(shown + Int(widestTrailingHang) - Int(fragment.trailingHang))
    isHyphen = !endsSegment && fragment.endsInHyphen
    self.endsSegment = endsSegment
    guard !endsSegment else { return }
    let penalty = isForbidden ? 0 : Double(fragment.penalty)
    cost = penalty * abs(penalty) + (isForbidden ? Cost.forbiddenBreak : 0)
  }

  /// Whether lines from a place, and from all places after it, are looser than may be.
  @inline(__always)
  func isTooEarly(for start: LineStart, rules: SearchRules) -> Bool {
    let left = start.leastReach - width
    return left > 0 && left - rules.fitting.widening * (expandable - start.expandable) > limit(of: start, rules: rules)
  }

  /// Most white that a line from there may take with its glue.
  @inline(__always)
  func limit(of start: LineStart, rules: SearchRules) -> Double {
    rules.looseStretch * (stretch - start.stretch) + rules.looseWhite
  }
}

/// Where the first line that may begin at a place is no longer too loose, nor are those that begin behind it.
struct SoonestEnd {
  private let reach: Double
  /// The same with all that a line may take up, for its stretch and letters from the paragraph's beginning.
  private let filled: Double
  private let looseStretch: Double
  private let widening: Double

  @inline(__always)
  init(_ start: LineStart, rules: SearchRules) {
    reach = start.leastReach
    looseStretch = rules.looseStretch
    widening = rules.fitting.widening
    filled = reach + looseStretch * start.stretch + widening * start.expandable - rules.looseWhite
  }

  /// Whether a line that ends with the fragment is still too loose.
  @inline(__always)
  func isAfter(_ fragment: Fragment, behind sums: TextSums) -> Bool {
    let shown = Int(fragment.breakWidth)
    let width = Double(sums.width &+ Int(fragment.width) &+ shown &- Int(fragment.trailingHang))
    let letters = Double(sums.expandable &+ Int(fragment.expandable) &+ shown)
    return width < reach && width + widening * letters + looseStretch * Double(sums.stretch) < filled
  }
}

/// The style's costs of a way as the inner loop adds them.
struct WayCosts {
  /// For two lines whose tightness differs by at most a class, and for others.
  let jump: InlineArray<2, Double>
  /// Of what is past the stretch, and beside it: for lines within it and for those past it.
  let pastShare, loose: InlineArray<2, Double>
  let line, adjacent, doubleHyphen, finalHyphen: Double
  let twin, longTwin: Double
  let stretch, shrink: Double
  let isQuadratic: Bool
  let maximumRun: Int
  let allowedRun: Int
  let minimumLastLine: Double
  /// White of a last line that looks like a full one: more than the first and less than the second.
  let fullWhite, nearlyFullWhite, nearlyFull: Double

  init(_ style: LineBreakingStyle) {
    line = Double(style.linePenalty)
    pastShare = [0, 0.25]
    loose = [0, Double(style.looseDemerits)]
    stretch = Double(style.stretchDemerits)
    shrink = Double(style.shrinkDemerits)
    isQuadratic = stretch > 0 || shrink > 0
    adjacent = Double(style.adjacentDemerits)
    jump = [0, adjacent]
    doubleHyphen = Double(style.doubleHyphenDemerits)
    twin = Double(style.twinDemerits)
    longTwin = Double(style.longTwinDemerits)
    finalHyphen = Double(style.finalHyphenDemerits)
    allowedRun = style.maximumHyphenRun
    maximumRun = max(1, style.maximumHyphenRun)
    minimumLastLine = Double(style.minimumLastLine)
    fullWhite = Double(style.fullLastLineSlack)
    (nearlyFullWhite, nearlyFull) = (Double(style.nearlyFullWhite), Double(style.nearlyFullDemerits))
  }

  /// Demerits of a line added to those of its break. In this order, for the sum's last bit.
  @inline(__always)
  func demerits(of fit: LineFit, behind cost: Double) -> Double {
    var cost = cost
    let isPast = fit.ratio > 1
    if isQuadratic, fit.ratio != 0 {
      // of the two one is 0: no branch, which the processor could only guess
      let stretched = max(fit.ratio, 0)
      let shrunk = min(fit.ratio, 0)
      cost += shrink * shrunk * shrunk + stretch * stretched * stretched
      // badness again for what is past the stretch: no gain elsewhere is worth a gap
      let past = (fit.badness - 100) * pastShare[isPast ? 1 : 0]
      cost += past * past
    } else {
      let weight = line + fit.badness
      cost += weight * weight
    }
    return cost + loose[isPast ? 1 : 0]
  }

  /// What a line costs that begins as the next one does, or ends as the one before.
  @inline(never)
  func twins(from start: Int, to end: Int, in text: Span<Fragment>) -> Double {
    var cost = 0.0
    if text[start].head != 0, text[start].head == text[end].head {
      let (first, second) = (Self.head(behind: start, in: text), Self.head(behind: end, in: text))
      cost += twins(text[start].head, isLong: first != 0 && first == second)
    }
    if start > 0, text[start - 1].tail != 0, text[start - 1].tail == text[end - 1].tail {
      let (first, second) = (Self.tail(before: start - 1, in: text), Self.tail(before: end - 1, in: text))
      cost += twins(text[start - 1].tail, isLong: first != 0 && first == second)
    }
    return cost
  }

  @inline(__always)
  private func twins(_ word: UInt32, isLong: Bool) -> Double {
    isLong ? twin + longTwin : word < Fragment.fewestLong ? 0 : twin
  }

  /// Fragments among which a second word is looked for.
  private static let farthest = 16

  // one way out of each: of two, with a span, the compiler (6.3.1) ends in an error of its own
  static func head(behind place: Int, in text: Span<Fragment>) -> UInt32 {
    let end = min(text.count, place + farthest)
    var next = place + 1
    var found: UInt32 = 0
    while next < end, found == 0 {
      found = text[next].head
      next += 1
    }
    return found
  }

  static func tail(before place: Int, in text: Span<Fragment>) -> UInt32 {
    let end = max(0, place - farthest + 1)
    var next = place - 1
    var found: UInt32 = 0
    while next >= end, found == 0 {
      found = text[next].tail
      next -= 1
    }
    return found
  }

  /// A ratio at which a line alone surely costs more than `demerits`, if its break costs nothing less than 0.
  func loosestRatio(within demerits: Double) -> Double {
    guard stretch > 0 else { return .infinity }
    let ratio = (demerits / stretch).squareRoot()
    return (demerits < loose[1] ? min(ratio, 1) : ratio) * 1.000_000_001
  }
}

/// The best way found to end a line at a place in one state.
struct Slot {
  var demerits = Double.infinity
  var node: Int32 = 0
}

extension LineBreaker {
  /// Enters the best way to a line's end from each place it may begin, and makes nodes of
  /// those that may be of use: in order of lines, then of hyphens in a row, then of tightness.
  /// - Parameters:
  ///   - place: fragments before the end.
  ///   - firstActive: moved past the places from which no line can end here or later.
  ///   - firstFresh: places from here on stand right behind the break before this one.
  ///   - text: the paragraph's.
  ///   - table: holds nothing before and after.
  /// - Returns: how many places were looked at.
  static func weigh(
    _ end: LineEnd, at place: Int, rules: SearchRules, costs: WayCosts, firstActive: inout Int, firstFresh: Int,
    text: Span<Fragment>, starts: Span<LineStart>, nodes: inout MutableSpan<Node>, nodeCount: inout Int,
    table: inout MutableSpan<Slot>
  ) -> Int {
    /// Rows of the table that hold ways.
    var rows = (low: Int.max, high: 0)
    let fitting = rules.fitting
    let easyLine = rules.keepsLineNumbers ? Int.max : rules.easyLine
    let mayBeLoose = end.endsSegment || !rules.loosestRatio.isFinite
    let first = firstActive
    var index = first
    while index < starts.count {
      let start = starts[index]
      index += 1
      let line = LineContents(
        excess: start.reach - end.width, stretch: end.stretch - start.stretch, shrink: end.shrink - start.shrink,
        expandable: end.expandable - start.expandable)
      var cost = end.cost
      let fit: LineFit
      if fitting.isTooLong(line) {
        // A hyphen or a full stop that hangs can make a later line from here
        // fit again: given up only when nothing of the kind can help.
        if index == firstActive + 1 {
          var later = line
          later.excess += end.reprieve
          if fitting.isTooLong(later) { firstActive += 1 }
        }
        guard rules.isLastResort && index > firstFresh else { continue }
        fit = LineFit(expansion: 0, ratio: -1, badness: LineFit.largestBadness)
        cost += Cost.pastMeasure
      } else if Int(start.firstLine) >= end.useful.most || Int(start.lastLine) + 1 < end.useful.least {
        continue
      } else if end.endsSegment {
        fit = fitting.end(line)
      } else {
        if !mayBeLoose && line.excess > 0
          && line.excess - fitting.widening * line.expandable > end.limit(of: start, rules: rules)
        {
          // lines from places after this one hold less and are looser still
          if end.isTooEarly(for: start, rules: rules) { break }
          continue
        }
        fit = fitting.fill(line)
      }
      if fit.badness > rules.tolerance { continue }
      cost = costs.demerits(of: fit, behind: cost)
      if end.head != 0 && end.head == start.head || end.tail != 0 && end.tail == start.tail {
        cost += costs.twins(from: Int(start.place), to: place, in: text)
      }
      if end.endsSegment && !start.opensSegment
        && (start.makesRunt || start.measure - line.excess < costs.minimumLastLine)
      {
        cost += Cost.runt
      }
      if end.endsSegment, line.excess > costs.fullWhite, line.excess < costs.nearlyFullWhite {
        cost += costs.nearlyFull
      }
      enter(
        start, cost: cost, fitness: Int(fit.fitness), end, easyLine: easyLine, rules: rules, costs: costs,
        nodes: nodes, table: &table, rows: &rows)
    }
    guard rows.low <= rows.high else { return index - first }
    keepBest(
      rows.low...rows.high, rules: rules, costs: costs, isHyphen: end.isHyphen, end: place, table: &table,
      nodes: &nodes, nodeCount: &nodeCount)
    return index - first
  }

  /// Enters the ways of all nodes that a line may begin at where they are the best of their state.
  /// - Parameters:
  ///   - cost: demerits of the line, its break included.
  ///   - rows: widened to the rows of the table that were entered.
  @inline(__always)
  private static func enter(
    _ start: LineStart, cost: Double, fitness: Int, _ end: LineEnd, easyLine: Int, rules: SearchRules,
    costs: WayCosts, nodes: borrowing MutableSpan<Node>, table: inout MutableSpan<Slot>,
    rows: inout (low: Int, high: Int)
  ) {
    let hyphen = (end.isHyphen ? costs.doubleHyphen : end.endsSegment ? costs.finalHyphen : 0) * start.isBehindHyphen
    let runMask = end.isHyphen ? 0xFF : 0
    let runLimit = end.isHyphen ? costs.allowedRun : Int.max
    let useful = end.useful
    var nodeIndex = Int(start.firstNode)
    let endNode = Int(start.endNode)
    while nodeIndex < endNode {
      let node = nodes[nodeIndex]
      let number = Int32(truncatingIfNeeded: nodeIndex)
      nodeIndex += 1
      let row = min(Int(node.line) + 1, easyLine)
      if row > useful.most || row < useful.least || useful.gap.contains(row) { continue }
      var demerits = node.demerits + cost
      let isJump = UInt(bitPattern: Int(node.fitness) &- fitness &+ 1) > 2
      demerits += costs.jump[isJump ? 1 : 0]
      demerits += hyphen
      var run = Int(node.hyphenRun) & runMask
      if run >= runLimit {
        guard rules.isLastResort else { continue }
        demerits += Cost.extraHyphen
        run = costs.maximumRun - 1
      }
      let slot = (row &* costs.maximumRun &+ run) &* 4 &+ fitness
      let best = table[slot]
      // no branch, which the processor could only guess
      table[slot] = Slot(
        demerits: min(best.demerits, demerits), node: demerits < best.demerits ? number : best.node)
      rows.low = min(rows.low, row)
      rows.high = max(rows.high, row)
    }
  }

  /// Turns the best ways in rows of the table into nodes and empties them.
  @inline(__always)
  private static func keepBest(
    _ rows: ClosedRange<Int>, rules: SearchRules, costs: WayCosts, isHyphen: Bool, end: Int,
    table: inout MutableSpan<Slot>, nodes: inout MutableSpan<Node>, nodeCount: inout Int
  ) {
    let runs = isHyphen ? costs.maximumRun : 1
    let first = nodeCount
    for row in rows {
      // A way that costs more than another plus the price of a jump in tightness can
      // never catch up (tex.web §836), if the other has no more hyphens behind it.
      var cheapest = Double.infinity
      for run in 0..<runs {
        let group = (row &* costs.maximumRun &+ run) &* 4
        cheapest = min(
          cheapest,
          min(
            min(table[group].demerits, table[group + 1].demerits),
            min(table[group + 2].demerits, table[group + 3].demerits)))
        let limit = min(cheapest + costs.adjacent, rules.dearest)
        for fitness in 0..<4 {
          let way = table[group + fitness]
          table[group + fitness].demerits = .infinity
          nodes[nodeCount] = Node(
            demerits: way.demerits, previous: way.node, end: Int32(truncatingIfNeeded: end),
            line: Int32(truncatingIfNeeded: row),
            fitness: UInt8(truncatingIfNeeded: fitness), hyphenRun: isHyphen ? UInt8(truncatingIfNeeded: run + 1) : 0)
          // Written over by the next if it is too dear or none: no branch to guess.
          nodeCount += way.demerits <= limit ? 1 : 0
        }
      }
    }
    if rules.keepsLineNumbers { return }
    for index in first..<nodeCount { nodes[index].line = nodes[Int(nodes[index].previous)].line &+ 1 }
  }
}

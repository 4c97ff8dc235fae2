// The inner loop of the search: what lines from all places they may begin cost at one
// place they may end.

/// A place a line may end.
struct LineEnd {
  /// Natural width of the paragraph up to here, with its hyphen, less what hangs.
  var width: Int
  var stretch: Int
  var shrink: Int
  var expandable: Int
  /// How much narrower a line that ends later may be by its hyphen and what hangs.
  var reprieve: Int
  /// Demerits of the break itself.
  var cost: Double
  var isHyphen: Bool
  /// The line is a last one.
  var endsSegment: Bool
  /// Fewest and most lines of interest up to here.
  var leastLines = 0
  var mostLines = Int.max
}

/// The style's costs of a way as the inner loop adds them.
struct WayCosts {
  let line, loose, adjacent, doubleHyphen, finalHyphen: Double
  let stretch, shrink: Double
  let isQuadratic: Bool
  let maximumRun: Int
  let allowedRun: Int
  let minimumLastLine: Int

  init(_ style: LineBreakingStyle) {
    line = Double(style.linePenalty)
    loose = Double(style.looseDemerits)
    stretch = Double(style.stretchDemerits)
    shrink = Double(style.shrinkDemerits)
    isQuadratic = stretch > 0 || shrink > 0
    adjacent = Double(style.adjacentDemerits)
    doubleHyphen = Double(style.doubleHyphenDemerits)
    finalHyphen = Double(style.finalHyphenDemerits)
    allowedRun = style.maximumHyphenRun
    maximumRun = max(1, style.maximumHyphenRun)
    minimumLastLine = Int(style.minimumLastLine)
  }
}

/// What the widths of a paragraph have in common.
struct WidthBounds {
  /// Farthest that any line hangs at its end.
  var widestHang = 0
  /// Least that a measure and what hangs at a line's beginning come to.
  var leastReach = 0

  init(_ fragments: [Fragment], shape: LineShape) {
    var leastHang = 0
    var isGrowing = true
    for fragment in fragments {
      widestHang = max(widestHang, Int(fragment.trailingHang))
      leastHang = min(leastHang, Int(fragment.leadingHang))
      if min(fragment.width, fragment.space, fragment.stretch, fragment.expandable) < 0 { isGrowing = false }
    }
    // far below anything where widths may shrink again: it then says nothing
    leastReach = isGrowing ? Int(shape.first.reduce(shape.rest, min)) + leastHang : Int.min / 2
  }
}

extension LineBreaker {
  /// Enters the best way to a line's end from each place it may begin.
  /// - Parameters:
  ///   - firstActive: moved past the places from which no line can end here or later.
  ///   - firstFresh: places from here on stand right behind the break before this one.
  /// - Returns: the rows of the table that hold a way.
  mutating func weigh(
    _ end: LineEnd, rules: SearchRules, costs: WayCosts, easyLine: Int, firstActive: inout Int, firstFresh: Int
  ) -> Range<Int> {
    Self.weigh(
      end, rules: rules, costs: costs, easyLine: easyLine, firstActive: &firstActive, firstFresh: firstFresh,
      starts: starts, nodes: nodes, bestDemerits: &bestDemerits, bestNode: &bestNode,
      evaluations: &evaluations)
  }

  // Two arrays of one value cannot be open for changes at once, two parameters can.
  private static func weigh(
    _ end: LineEnd, rules: SearchRules, costs: WayCosts, easyLine: Int, firstActive: inout Int, firstFresh: Int,
    starts: [LineStart], nodes: [Node], bestDemerits: inout [Double], bestNode: inout [Int32],
    evaluations: inout Int
  ) -> Range<Int> {
    let starts = starts.span
    let nodes = nodes.span
    var bestDemerits = bestDemerits.mutableSpan
    var bestNode = bestNode.mutableSpan
    var rows = (low: Int.max, high: -1)
    let fitting = rules.fitting
    let widening = fitting.steps * fitting.step
    let mayBeLoose = end.endsSegment || !rules.loosestRatio.isFinite
    for index in firstActive..<starts.count {
      let start = starts[index]
      evaluations += 1
      let line = LineContents(
        excess: start.reach - end.width, stretch: end.stretch - start.stretch, shrink: end.shrink - start.shrink,
        expandable: end.expandable - start.expandable)
      var cost = end.cost
      let fit: LineFit
      if fitting.isTooLong(line) {
        // A hyphen or a full stop that hangs can make a later line from here
        // fit again: given up only when nothing of the kind can help.
        if index == firstActive {
          var later = line
          later.excess += end.reprieve
          if fitting.isTooLong(later) { firstActive += 1 }
        }
        guard rules.isLastResort && index >= firstFresh else { continue }
        fit = LineFit(expansion: 0, ratio: -1, badness: LineFit.largestBadness)
        cost += Cost.pastMeasure
      } else if end.endsSegment {
        fit = fitting.end(line)
      } else {
        if !mayBeLoose && line.excess > 0 {
          let reach = fitting.isRagged ? fitting.raggedStretch : Double(line.stretch) + fitting.extraStretch
          let limit = rules.loosestRatio * reach
          let taken = widening * Double(line.expandable)
          if Double(line.excess) - taken > limit {
            // lines from places after this one hold less and are looser still
            if Double(start.leastReach - end.width) - taken > limit { break }
            continue
          }
        }
        fit = fitting.fill(line)
      }
      if fit.badness > rules.tolerance { continue }
      if costs.isQuadratic, fit.ratio != 0 {
        cost += (fit.ratio < 0 ? costs.shrink : costs.stretch) * fit.ratio * fit.ratio
        if fit.ratio > 1 {
          // badness again for what is past the stretch: no gain elsewhere is worth a gap
          let past = (fit.badness - 100) / 4
          cost += past * past
        }
      } else {
        let weight = costs.line + fit.badness
        cost += weight * weight
      }
      if fit.ratio > 1 { cost += costs.loose }
      if end.endsSegment && !start.opensSegment
        && (start.makesRunt || start.measure - line.excess < costs.minimumLastLine)
      {
        cost += Cost.runt
      }
      let fitness = fit.fitness
      for nodeIndex in start.nodes {
        let node = nodes[nodeIndex]
        var demerits = node.demerits + cost
        if node.fitness > fitness + 1 || fitness > node.fitness + 1 { demerits += costs.adjacent }
        var run = 0
        if end.isHyphen {
          run = Int(node.hyphenRun) + 1
          if node.hyphenRun > 0 { demerits += costs.doubleHyphen }
          if run > costs.allowedRun {
            guard rules.isLastResort else { continue }
            demerits += Cost.extraHyphen
            run = costs.maximumRun
          }
          run -= 1
        } else if end.endsSegment && node.hyphenRun > 0 {
          demerits += costs.finalHyphen
        }
        var row = Int(node.line) + 1
        if rules.keepsLineNumbers {
          if row > end.mostLines || row < end.leastLines { continue }
        } else {
          row = min(row, easyLine)
        }
        let slot = (row * 4 + Int(fitness)) * costs.maximumRun + run
        if demerits < bestDemerits[slot] {
          bestDemerits[slot] = demerits
          bestNode[slot] = Int32(truncatingIfNeeded: nodeIndex)
          rows = (min(rows.low, row), max(rows.high, row))
        }
      }
    }
    return rows.high < 0 ? 0..<0 : rows.low..<rows.high + 1
  }
}

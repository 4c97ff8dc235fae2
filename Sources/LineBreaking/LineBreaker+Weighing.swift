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
  var useful = UsefulLines()

  /// Whether lines from a place, and from all places after it, are looser than may be.
  @inline(__always)
  func isTooEarly(for start: LineStart, rules: SearchRules) -> Bool {
    let left = start.leastReach - width
    return left > 0 && left - rules.fitting.widening * (expandable - start.expandable) > limit(of: start, rules: rules)
  }

  /// Most white that a line from there may take with its glue.
  @inline(__always)
  func limit(of start: LineStart, rules: SearchRules) -> Double {
    let fitting = rules.fitting
    return rules.loosestRatio * (fitting.isRagged ? fitting.raggedStretch : stretch - start.stretch + fitting.extraStretch)
  }
}

/// The style's costs of a way as the inner loop adds them.
struct WayCosts {
  let line, loose, adjacent, doubleHyphen, finalHyphen: Double
  let stretch, shrink: Double
  let isQuadratic: Bool
  let maximumRun: Int
  /// The same, of the type of a slot's number.
  let runs: Int32
  let allowedRun: Int
  let minimumLastLine: Double

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
    runs = Int32(truncatingIfNeeded: maximumRun)
    minimumLastLine = Double(style.minimumLastLine)
  }
}

/// Sums over a text, its last glue included.
struct TextSums {
  /// Natural width.
  var width = 0
  var stretch = 0
  var shrink = 0
  var expandable = 0

  @inline(__always)
  mutating func add(_ fragment: Fragment) {
    width += Int(fragment.width) + Int(fragment.space)
    stretch += Int(fragment.stretch)
    shrink += Int(fragment.shrink)
    expandable += Int(fragment.expandable)
  }
}

/// What the widths of a paragraph have in common.
struct WidthBounds {
  /// Farthest that any line hangs at its end.
  var widestHang = 0
  /// Least that a measure and what hangs at a line's beginning come to.
  var leastReach = 0
  /// No width or glue is negative.
  var isGrowing = true
  /// Some break costs less than nothing.
  var hasRewards = false

  init(_ fragments: [Fragment], shape: LineShape) {
    var widestHang: Int32 = 0
    var leastHang: Int32 = 0
    var signs: Int32 = 0
    var penaltySigns: Int16 = 0
    for fragment in fragments {
      widestHang = max(widestHang, fragment.trailingHang)
      leastHang = min(leastHang, fragment.leadingHang)
      penaltySigns |= fragment.penalty
      signs |= fragment.width | fragment.space | fragment.stretch | fragment.shrink | fragment.expandable
    }
    self.widestHang = Int(widestHang)
    isGrowing = signs >= 0
    hasRewards = penaltySigns < 0
    // far below anything where widths may shrink again: it then says nothing
    leastReach = isGrowing ? Int(shape.first.reduce(shape.rest, min)) + Int(leastHang) : Int.min / 4
  }
}

extension LineBreaker {
  /// Enters the best way to a line's end from each place it may begin.
  /// - Parameters:
  ///   - firstActive: moved past the places from which no line can end here or later.
  ///   - firstFresh: places from here on stand right behind the break before this one.
  /// - Returns: how many slots of the table hold a way; they stand in `takenSlots` in order
  ///   of lines, then of hyphens in a row, then of tightness.
  mutating func weigh(
    _ end: LineEnd, rules: SearchRules, costs: WayCosts, easyLine: Int, firstActive: inout Int, firstFresh: Int
  ) -> Int {
    Self.weigh(
      end, rules: rules, costs: costs, easyLine: easyLine, firstActive: &firstActive, firstFresh: firstFresh,
      starts: starts, nodes: nodes, bestDemerits: &bestDemerits, bestNode: &bestNode, takenSlots: &takenSlots,
      evaluations: &evaluations)
  }

  // Two arrays of one value cannot be open for changes at once, two parameters can.
  private static func weigh(
    _ end: LineEnd, rules: SearchRules, costs: WayCosts, easyLine: Int, firstActive: inout Int, firstFresh: Int,
    starts: [LineStart], nodes: [Node], bestDemerits: inout [Double], bestNode: inout [Int32],
    takenSlots: inout [Int32], evaluations: inout Int
  ) -> Int {
    let starts = starts.span
    let nodes = nodes.span
    var bestDemerits = bestDemerits.mutableSpan
    var bestNode = bestNode.mutableSpan
    var takenSlots = takenSlots.mutableSpan
    var taken = 0
    let fitting = rules.fitting
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
      for nodeIndex in Int(start.firstNode)..<Int(start.endNode) {
        let node = nodes[nodeIndex]
        var row = Int(node.line) + 1
        if rules.keepsLineNumbers {
          if row > end.useful.most || row < end.useful.least || end.useful.gap.contains(row) { continue }
        } else {
          row = min(row, easyLine)
        }
        var demerits = node.demerits + cost
        let jump = Int8(truncatingIfNeeded: node.fitness) &- Int8(truncatingIfNeeded: fitness)
        demerits += jump > 1 || jump < -1 ? costs.adjacent : 0
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
        let slot = (row &* costs.maximumRun &+ run) &* 4 &+ Int(fitness)
        let known = bestDemerits[slot]
        if demerits < known {
          bestDemerits[slot] = demerits
          bestNode[slot] = Int32(truncatingIfNeeded: nodeIndex)
          if known == .infinity {
            // there are few: put in their order at once
            let number = Int32(truncatingIfNeeded: slot)
            var place = taken
            while place > 0, takenSlots[place - 1] > number {
              takenSlots[place] = takenSlots[place - 1]
              place -= 1
            }
            takenSlots[place] = number
            taken += 1
          }
        }
      }
    }
    evaluations += index - first
    return taken
  }
}

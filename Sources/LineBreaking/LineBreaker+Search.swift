// The search: one walk over the fragments that keeps, for each break a line
// may begin after, the cheapest ways to get there (tex.web §829–855).

/// Demerits outside TeX's scale. Each exceeds any sum of what stands before it in
/// paragraphs of up to some thousand lines, the worst line having 10¹⁰; Double
/// counts them exactly enough to keep that order.
enum Cost {
  static let extraHyphen = 1e13
  static let runt = 1e15
  static let forbiddenBreak = 1e16
  static let pastMeasure = 1e18
}

/// The best way found to end a line at a place in a given state.
struct Node {
  var demerits: Double
  /// The node of the line before, -1 at the paragraph's start.
  var previous: Int32
  /// Fragments set so far.
  var end: Int32
  /// Lines set so far, and so the index of the line that begins here.
  var line: Int32
  var fitness: UInt8
  /// Lines in a row, this the last, that end in a hyphen.
  var hyphenRun: UInt8
}

/// A place a line may begin, with all that lines beginning there share. Nodes at
/// one place are judged together unless their lines have different measures.
struct LineStart {
  /// Measure, leading hang and the natural width of all that stands before:
  /// less the width up to a break, it is what the line has left over.
  var reach: Int
  /// No place after this one has a smaller reach.
  var leastReach: Int
  var measure: Int
  var stretch: Int
  var shrink: Int
  var expandable: Int
  var nodes: Range<Int>
  /// Nothing or a forced line end stands before.
  var opensSegment: Bool
  /// A last line from here would be a runt whatever its width.
  var makesRunt: Bool
}

/// Which line counts a search may run through.
struct LineWindow {
  /// Line ends of the natural setting.
  var naturalEnds: [Int32]
  /// Most lines of interest.
  var high: Int
  /// Lines by which a way may run ahead of or behind the natural setting.
  var band: Int
}

/// What one pass allows.
struct SearchRules {
  var fitting: LineFitting
  /// Largest badness of a line.
  var tolerance: Double
  /// A ratio that is surely past the tolerance.
  var loosestRatio: Double
  var isLastResort = false
  /// Ties and joints without a break may be broken, at `Cost.forbiddenBreak`.
  var breaksAnywhere = false
  /// Ways to a break in different numbers of lines are kept apart.
  var keepsLineNumbers = false
  var window: LineWindow?
}

extension LineBreaker {
  /// Finds the best ways to the end of the paragraph: the range of their nodes, by
  /// line count where line numbers are kept. `nil` when no setting is within bounds.
  mutating func search(_ fragments: [Fragment], shape: LineShape, rules: SearchRules) -> Range<Int>? {
    let costs = WayCosts(style)
    let rowLength = 4 * costs.maximumRun
    // From this line on all measures are equal, so line numbers do not matter
    // unless they are asked for (tex.web §847: `easy_line`).
    var easyLine = shape.first.count
    while easyLine > 0 && shape.first[easyLine - 1] == shape.rest { easyLine -= 1 }
    let bounds = WidthBounds(fragments, shape: shape)

    nodes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    nodes.append(Node(demerits: 0, previous: -1, end: 0, line: 0, fitness: Fitness.decent, hyphenRun: 0))
    var natural = 0
    var stretch = 0
    var shrink = 0
    var expandable = 0
    addStarts(
      of: 0..<1, shape: shape,
      at: LineStart(
        reach: Int(fragments.first?.leadingHang ?? 0), leastReach: bounds.leastReach, measure: 0, stretch: 0, shrink: 0,
        expandable: 0, nodes: 0..<0, opensSegment: true, makesRunt: false))
    /// Starts before this one are past help: every line from them is too long.
    var firstActive = 0
    /// Starts from here on stand right behind the break before this one.
    var firstFresh = 0
    var naturalLine = 0
    /// Most lines that any way found so far has.
    var mostLines = 0

    for index in fragments.indices {
      let fragment = fragments[index]
      let isFinal = index == fragments.count - 1
      let endsSegment = isFinal || fragment.joint == .forced
      let isForbidden =
        !endsSegment && (fragment.joint == .tie || fragment.joint == .closed || fragment.penalty >= 10_000)
      if !isForbidden || rules.breaksAnywhere {
        let shown = isFinal ? 0 : Int(fragment.breakWidth)
        var end = LineEnd(
          width: natural + Int(fragment.width) + shown - Int(fragment.trailingHang), stretch: stretch, shrink: shrink,
          expandable: expandable + Int(fragment.expandable) + shown,
          reprieve: shown + bounds.widestHang - Int(fragment.trailingHang), cost: 0,
          isHyphen: !endsSegment && fragment.endsInHyphen, endsSegment: endsSegment)
        if !endsSegment {
          let penalty = isForbidden ? 0 : Double(fragment.penalty)
          end.cost = penalty * abs(penalty) + (isForbidden ? Cost.forbiddenBreak : 0)
        }
        if let window = rules.window {
          while naturalLine < window.naturalEnds.count && window.naturalEnds[naturalLine] <= index + 1 {
            naturalLine += 1
          }
          end.mostLines = window.high
          if window.band < Int.max {
            end.leastLines = naturalLine - window.band
            end.mostLines = min(window.high, naturalLine + window.band)
          }
        }
        let lastRow = rules.keepsLineNumbers ? mostLines + 1 : easyLine
        if (lastRow + 1) * rowLength > bestDemerits.count { addRows(lastRow, rowLength: rowLength) }
        let rows = weigh(
          end, rules: rules, costs: costs, easyLine: easyLine, firstActive: &firstActive, firstFresh: firstFresh)
        let firstNode = nodes.count
        for row in rows {
          keepBest(
            ofRow: row, maximumRun: costs.maximumRun, runs: end.isHyphen ? costs.maximumRun : 1, end: index + 1,
            isHyphen: end.isHyphen, adjacent: costs.adjacent)
        }
        if isFinal { return firstNode < nodes.count ? firstNode..<nodes.count : nil }
        if endsSegment { firstActive = starts.count }
        firstFresh = starts.count
        if firstNode < nodes.count {
          mostLines = max(mostLines, Int(nodes[nodes.count - 1].line))
          let before = natural + Int(fragment.width) + Int(fragment.space)
          addStarts(
            of: firstNode..<nodes.count, shape: shape,
            at: LineStart(
              reach: before + Int(fragments[index + 1].leadingHang), leastReach: before + bounds.leastReach, measure: 0,
              stretch: stretch + Int(fragment.stretch), shrink: shrink + Int(fragment.shrink),
              expandable: expandable + Int(fragment.expandable), nodes: 0..<0, opensSegment: endsSegment,
              makesRunt: fragments[index + 1].makesRunt))
        }
        if firstActive == starts.count { return nil }
      }
      natural += Int(fragment.width) + Int(fragment.space)
      stretch += Int(fragment.stretch)
      shrink += Int(fragment.shrink)
      expandable += Int(fragment.expandable)
    }
    return nil
  }

  /// Turns the best ways in one row of the table into nodes and empties the row.
  private mutating func keepBest(
    ofRow row: Int, maximumRun: Int, runs: Int, end: Int, isHyphen: Bool, adjacent: Double
  ) {
    let first = row * 4 * maximumRun
    // A way that costs more than another plus the price of a jump in tightness can
    // never catch up (tex.web §836), if the other has no more hyphens behind it.
    var cheapest = Double.infinity
    for run in 0..<runs {
      for fitness in 0..<4 { cheapest = min(cheapest, bestDemerits[first + fitness * maximumRun + run]) }
      for fitness in 0..<4 {
        let slot = first + fitness * maximumRun + run
        let demerits = bestDemerits[slot]
        guard demerits < .infinity else { continue }
        bestDemerits[slot] = .infinity
        if demerits > cheapest + adjacent { continue }
        let previous = bestNode[slot]
        nodes.append(
          Node(
            demerits: demerits, previous: previous, end: Int32(truncatingIfNeeded: end),
            line: nodes[Int(previous)].line + 1, fitness: UInt8(truncatingIfNeeded: fitness),
            hyphenRun: isHyphen ? UInt8(truncatingIfNeeded: run + 1) : 0))
      }
    }
  }

  /// Lets lines begin behind new nodes, which are in order of their line numbers.
  private mutating func addStarts(of range: Range<Int>, shape: LineShape, at place: LineStart) {
    var first = range.lowerBound
    while first < range.upperBound {
      let measure = shape.width(ofLine: Int(nodes[first].line))
      var end = first + 1
      while end < range.upperBound && shape.width(ofLine: Int(nodes[end].line)) == measure { end += 1 }
      var start = place
      start.reach += Int(measure)
      start.measure = Int(measure)
      start.nodes = first..<end
      starts.append(start)
      first = end
    }
  }

  private mutating func addRows(_ row: Int, rowLength: Int) {
    let missing = (row + 8) * rowLength - bestDemerits.count
    bestDemerits.append(contentsOf: repeatElement(.infinity, count: missing))
    bestNode.append(contentsOf: repeatElement(0, count: missing))
  }
}

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
///
/// Sums are whole numbers (`LineContents`).
struct LineStart {
  /// Measure, leading hang and the natural width of all that stands before:
  /// less the width up to a break, it is what the line has left over.
  var reach: Double
  /// No place after this one has a smaller reach.
  var leastReach: Double
  var measure: Double
  var stretch: Double
  var shrink: Double
  var expandable: Double
  /// Indexes of the nodes, the last one's exclusive, and the lines of the first and last.
  var firstNode: Int32
  var endNode: Int32
  var firstLine: Int32
  var lastLine: Int32
  /// Nothing or a forced line end stands before.
  var opensSegment: Bool
  /// A last line from here would be a runt whatever its width.
  var makesRunt: Bool
}

/// Which line counts a search is for, where it is not for any.
struct LineWindow {
  /// Fewest and most.
  var least: Int
  var most: Int
  /// The next ones below and above the natural setting's, which is not asked for; nil where
  /// all are on one side of it.
  var besideNatural: (below: Int, above: Int)?
  /// Line ends of the natural setting, where ways have to keep near it, else none.
  var naturalEnds: [Int32] = []
  /// Lines by which a way may run ahead of or behind it.
  var band = Int.max

  /// - Parameter counts: not empty, in ascending order, without the natural one.
  init(_ counts: [Int], natural: Int) {
    least = counts.first ?? natural
    most = counts.last ?? natural
    if let below = counts.last(where: { $0 < natural }), let above = counts.first(where: { $0 > natural }) {
      besideNatural = (below, above)
    }
  }
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
  /// Ways that cost as much are not followed.
  var mostDemerits = Double.infinity
  /// Ways to a break in different numbers of lines are kept apart.
  var keepsLineNumbers = false
  var window: LineWindow?
}

/// The numbers of lines that a way to a break may have and still be of use.
struct UsefulLines {
  var least = 0
  var most = Int.max
  /// Between ways to fewer lines than the natural setting has and ways to more.
  var gap = 0..<0

  init() {}

  /// Those that leave lines enough and not too many for some count of the window.
  @inline(__always)
  init(_ window: borrowing LineWindow, left: ClosedRange<Int>) {
    least = window.least - left.upperBound
    most = window.most - left.lowerBound
    guard let beside = window.besideNatural else { return }
    let first = beside.below - left.lowerBound + 1
    gap = first..<max(first, beside.above - left.upperBound)
  }
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
    // a break that is paid for may make a dear way cheap again
    let mostDemerits = bounds.hasRewards ? .infinity : rules.mostDemerits
    let window = rules.window
    let remaining = window == nil ? nil : RemainingLines(fragments, bounds, shape: shape, rules: rules)

    nodes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    nodes.append(Node(demerits: 0, previous: -1, end: 0, line: 0, fitness: Fitness.decent, hyphenRun: 0))
    var sums = TextSums()
    addStarts(
      of: 0..<1, shape: shape, behind: sums, leadingHang: fragments.first?.leadingHang ?? 0, bounds: bounds,
      opensSegment: true, makesRunt: false)
    /// Starts before this one are past help: every line from them is too long.
    var firstActive = 0
    /// Starts from here on stand right behind the break before this one.
    var firstFresh = 0
    var naturalLine = 0
    /// Most lines that any way found so far has.
    var mostLines = 0
    var segments = remaining?.segments ?? 1
    let mayBeLoose = !rules.loosestRatio.isFinite

    for index in fragments.indices {
      let fragment = fragments[index]
      let isFinal = index == fragments.count - 1
      let endsSegment = isFinal || fragment.joint == .forced
      let isForbidden =
        !endsSegment && (fragment.joint == .tie || fragment.joint == .closed || fragment.penalty >= 10_000)
      guard !isForbidden || rules.breaksAnywhere else {
        sums.add(fragment)
        continue
      }
      let shown = isFinal ? 0 : Int(fragment.breakWidth)
      var end = LineEnd(
        width: Double(sums.width + Int(fragment.width) + shown - Int(fragment.trailingHang)),
        stretch: Double(sums.stretch), shrink: Double(sums.shrink),
        expandable: Double(sums.expandable + Int(fragment.expandable) + shown))
      // The rest of most lines: too early to end one.
      if !mayBeLoose, !endsSegment, end.isTooEarly(for: starts[firstActive], rules: rules) {
        evaluations += 1
        firstFresh = starts.count
        sums.add(fragment)
        continue
      }
      end.reprieve = Double(shown + bounds.widestHang - Int(fragment.trailingHang))
      end.isHyphen = !endsSegment && fragment.endsInHyphen
      end.endsSegment = endsSegment
      if !endsSegment {
        let penalty = isForbidden ? 0 : Double(fragment.penalty)
        end.cost = penalty * abs(penalty) + (isForbidden ? Cost.forbiddenBreak : 0)
      }
      sums.add(fragment)
      if endsSegment { segments -= 1 }
      if let window {
        if isFinal {
          end.useful = UsefulLines(window, left: 0...0)
        } else {
          end.useful = UsefulLines(window, left: remaining?.range(behind: sums, segments: segments) ?? 1...Int.max / 2)
        }
        if window.band < Int.max {
          while naturalLine < window.naturalEnds.count && window.naturalEnds[naturalLine] <= index + 1 {
            naturalLine += 1
          }
          end.useful.least = max(end.useful.least, naturalLine - window.band)
          end.useful.most = min(end.useful.most, naturalLine + window.band)
        }
      }
      let lastRow = rules.keepsLineNumbers ? mostLines + 1 : easyLine
      if (lastRow + 1) * rowLength > bestDemerits.count { addRows(lastRow, rowLength: rowLength) }
      let taken = weigh(
        end, rules: rules, costs: costs, easyLine: easyLine, firstActive: &firstActive, firstFresh: firstFresh)
      let firstNode = nodes.count
      if taken > 0 {
        Self.keepBest(
          taken, costs: costs, mostDemerits: mostDemerits, isHyphen: end.isHyphen, end: index + 1, takenSlots: takenSlots,
          bestDemerits: &bestDemerits, bestNode: bestNode, nodes: &nodes)
      }
      if isFinal { return firstNode < nodes.count ? firstNode..<nodes.count : nil }
      if endsSegment { firstActive = starts.count }
      firstFresh = starts.count
      if firstNode < nodes.count {
        mostLines = max(mostLines, Int(nodes[nodes.count - 1].line))
        addStarts(
          of: firstNode..<nodes.count, shape: shape, behind: sums, leadingHang: fragments[index + 1].leadingHang,
          bounds: bounds, opensSegment: endsSegment, makesRunt: fragments[index + 1].makesRunt)
      }
      if firstActive == starts.count { return nil }
    }
    return nil
  }

  /// Turns the best ways in so many slots of the table into nodes and empties the slots.
  private static func keepBest(
    _ taken: Int, costs: WayCosts, mostDemerits: Double, isHyphen: Bool, end: Int, takenSlots: [Int32],
    bestDemerits: inout [Double], bestNode: [Int32], nodes: inout [Node]
  ) {
    let slots = takenSlots.span
    var bestDemerits = bestDemerits.mutableSpan
    let bestNode = bestNode.span
    // A way that costs more than another plus the price of a jump in tightness can
    // never catch up (tex.web §836), if the other has no more hyphens behind it.
    var cheapest = Double.infinity
    var row = Int32(-1)
    var index = 0
    while index < taken {
      // slots of four tightness classes that share row and run
      let group = slots[index] >> 2
      let groupRow = group / costs.runs
      if groupRow != row {
        row = groupRow
        cheapest = .infinity
      }
      var groupEnd = index
      while groupEnd < taken, slots[groupEnd] >> 2 == group {
        cheapest = min(cheapest, bestDemerits[Int(slots[groupEnd])])
        groupEnd += 1
      }
      while index < groupEnd {
        let slot = Int(slots[index])
        index += 1
        let demerits = bestDemerits[slot]
        bestDemerits[slot] = .infinity
        if demerits > cheapest + costs.adjacent || demerits >= mostDemerits { continue }
        let previous = bestNode[slot]
        nodes.append(
          Node(
            demerits: demerits, previous: previous, end: Int32(truncatingIfNeeded: end),
            line: nodes[Int(previous)].line &+ 1, fitness: UInt8(truncatingIfNeeded: slot & 3),
            hyphenRun: isHyphen ? UInt8(truncatingIfNeeded: group % costs.runs + 1) : 0))
      }
    }
  }

  /// Lets lines begin behind new nodes, which are in order of their line numbers.
  private mutating func addStarts(
    of range: Range<Int>, shape: LineShape, behind sums: TextSums, leadingHang: Int32, bounds: WidthBounds,
    opensSegment: Bool, makesRunt: Bool
  ) {
    var first = range.lowerBound
    while first < range.upperBound {
      let line = nodes[first].line
      let measure = shape.width(ofLine: Int(line))
      var end = range.upperBound
      if Int(line) < shape.first.count {
        end = first + 1
        while end < range.upperBound && shape.width(ofLine: Int(nodes[end].line)) == measure { end += 1 }
      }
      starts.append(
        LineStart(
          reach: Double(sums.width + Int(leadingHang) + Int(measure)), leastReach: Double(sums.width + bounds.leastReach),
          measure: Double(measure), stretch: Double(sums.stretch), shrink: Double(sums.shrink),
          expandable: Double(sums.expandable), firstNode: Int32(truncatingIfNeeded: first),
          endNode: Int32(truncatingIfNeeded: end), firstLine: line, lastLine: nodes[end - 1].line,
          opensSegment: opensSegment, makesRunt: makesRunt))
      first = end
    }
  }

  private mutating func addRows(_ row: Int, rowLength: Int) {
    let missing = (row + 8) * rowLength - bestDemerits.count
    bestDemerits.append(contentsOf: repeatElement(.infinity, count: missing))
    bestNode.append(contentsOf: repeatElement(0, count: missing))
    takenSlots.append(contentsOf: repeatElement(0, count: missing))
  }
}

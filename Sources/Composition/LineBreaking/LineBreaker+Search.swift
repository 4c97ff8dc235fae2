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

  /// The paragraph's beginning.
  static let opening = Node(demerits: 0, previous: -1, end: 0, line: 0, fitness: Fitness.decent, hyphenRun: 0)
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
  /// 1 where the line before ends in a hyphen, 0 elsewhere.
  var isBehindHyphen: Double
  /// Indexes of the nodes, the last one's exclusive, and the lines of the first and last.
  var firstNode: Int32
  var endNode: Int32
  var firstLine: Int32
  var lastLine: Int32
  /// Nothing or a forced line end stands before.
  var opensSegment: Bool
  /// A last line from here would be a runt whatever its width.
  var makesRunt: Bool
  /// Fragments before it.
  var place: Int32
  /// The words beside the break before it.
  var head: UInt32
  var tail: UInt32
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
  /// The most that a way may cost.
  var dearest = Double.greatestFiniteMagnitude
  /// White of a line that is surely past the tolerance: for each unit of its stretch, and beside it.
  var looseStretch = 0.0
  var looseWhite = 0.0
  /// From this line on all measures are equal, so line numbers do not matter
  /// unless they are asked for (tex.web §847: `easy_line`).
  var easyLine = 0
  var window: LineWindow?

  /// The same, with what follows from a paragraph and its shape.
  func narrowed(to survey: TextSurvey, shape: LineShape, costs: WayCosts) -> SearchRules {
    var rules = self
    rules.easyLine = shape.first.count
    while rules.easyLine > 0 && shape.first[rules.easyLine - 1] == shape.rest { rules.easyLine -= 1 }
    // a break that is paid for may make a dear way cheap again
    if mostDemerits < .infinity, !survey.hasRewards {
      rules.dearest = mostDemerits.nextDown
      rules.loosestRatio = min(loosestRatio, costs.loosestRatio(within: rules.dearest))
    }
    rules.looseStretch = fitting.isRagged ? 0 : rules.loosestRatio
    rules.looseWhite = rules.loosestRatio * (fitting.isRagged ? fitting.raggedStretch : fitting.extraStretch)
    return rules
  }
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
  init(_ window: borrowing LineWindow, left: RemainingLines.Bounds) {
    let (fewest, longest) = (Int(left.fewest), Int(left.most))
    least = window.least - longest
    most = window.most - fewest
    guard let beside = window.besideNatural else { return }
    let first = beside.below - fewest + 1
    gap = first..<max(first, beside.above - longest)
  }

  /// The same, within the window's band around the natural setting.
  /// - Parameters:
  ///   - place: fragments before the break.
  ///   - naturalLine: lines of the natural setting that end at or before the break; moved on.
  @inline(__always)
  init(_ window: borrowing LineWindow, left: RemainingLines.Bounds, place: Int, naturalLine: inout Int) {
    self.init(window, left: left)
    guard window.band < Int.max else { return }
    while naturalLine < window.naturalEnds.count && window.naturalEnds[naturalLine] <= place { naturalLine += 1 }
    least = max(least, naturalLine - window.band)
    most = min(most, naturalLine + window.band)
  }
}

extension LineBreaker {
  /// Finds the best ways to the end of the paragraph: the range of their nodes, by
  /// line count where line numbers are kept. `nil` when no setting is within bounds.
  mutating func search(
    _ fragments: [Fragment], _ survey: TextSurvey, shape: LineShape, rules: SearchRules
  ) -> Range<Int>? {
    let costs = WayCosts(style)
    let rules = rules.narrowed(to: survey, shape: shape, costs: costs)
    let isBounded =
      rules.window != nil && RemainingLines.find(fragments, survey, shape: shape, rules: rules, into: &remaining)

    // taken out, so that each can be laid open by itself
    var (nodes, starts, table) = ([Node](), [LineStart](), [Slot]())
    swap(&nodes, &self.nodes)
    swap(&starts, &self.starts)
    swap(&table, &self.table)
    // what a paragraph took that was longer than any is given back
    if nodes.count > 16 * crowd { nodes = [] }
    defer {
      swap(&nodes, &self.nodes)
      swap(&starts, &self.starts)
      swap(&table, &self.table)
    }
    return scan(
      fragments.span, survey, shape: shape, rules: rules, costs: costs, isBounded: isBounded, nodes: &nodes,
      starts: &starts, table: &table)
  }

  /// Goes through the places of a paragraph in order and keeps the best ways to each.
  /// - Parameter isBounded: `remaining` holds the lines that may follow each place.
  private mutating func scan(
    _ text: Span<Fragment>, _ survey: TextSurvey, shape: LineShape, rules: SearchRules, costs: WayCosts,
    isBounded: Bool, nodes: inout [Node], starts: inout [LineStart], table: inout [Slot]
  ) -> Range<Int>? {
    let rowLength = 4 * costs.maximumRun
    let leastReach = survey.leastReach(shape)
    starts.removeAll(keepingCapacity: true)
    if nodes.isEmpty { nodes.append(.opening) }
    nodes[0] = .opening
    var nodeCount = 1
    var sums = TextSums()
    Self.addStarts(
      of: 0..<1, in: nodes.span, to: &starts, shape: shape, behind: sums,
      leadingHang: text.isEmpty ? 0 : text[0].leadingHang, head: text.isEmpty ? 0 : text[0].head, tail: 0,
      leastReach: leastReach, opensSegment: true, makesRunt: false)
    /// Starts before this one are past help: every line from them is too long.
    var firstActive = 0
    /// The first of the others.
    var active = starts[0]
    /// Starts from here on stand right behind the break before this one.
    var firstFresh = 0
    var naturalLine = 0
    var crowd = crowd
    /// The row of the table for the most lines that a way to the next place may have.
    var lastRow = rules.keepsLineNumbers ? 1 : rules.easyLine
    let mayBeLoose = !rules.loosestRatio.isFinite

    var index = -1
    while index < text.count - 1 {
      if nodeCount >= crowd, nodeCount + table.count > nodes.count {
        nodeCount = Self.leaveDeadEnds(of: &nodes, nodeCount, &starts, firstActive: &firstActive, &firstFresh)
        (active, crowd) = (starts[firstActive], max(crowd, 2 * nodeCount))
      }
      // Both grow seldom: in between they are laid open once, not for each place.
      Self.grow(&nodes, from: nodeCount, &table, rows: lastRow + 1, rowLength: rowLength)
      var nodes = nodes.mutableSpan
      var table = table.mutableSpan
      while index < text.count - 1, (lastRow + 1) * rowLength <= table.count, nodeCount + table.count <= nodes.count {
        index += 1
        // The rest of most lines: too early to end one.
        if !mayBeLoose {
          let early = Self.passEarly(text, from: &index, active, rules: rules, sums: &sums)
          evaluations += early
          if early > 0 { firstFresh = starts.count }
        }
        let fragment = text[index]
        let isFinal = index == text.count - 1
        let endsSegment = isFinal || fragment.joint == .forced
        let isForbidden = !endsSegment && fragment.isForbidden
        guard !isForbidden || rules.breaksAnywhere else {
          sums.add(fragment)
          continue
        }
        var end = LineEnd(
          fragment, behind: sums, isFinal: isFinal, endsSegment: endsSegment, isForbidden: isForbidden,
          widestTrailingHang: survey.widestTrailingHang)
        if costs.twin > 0, !endsSegment { (end.head, end.tail) = (text[index + 1].head, fragment.tail) }
        sums.add(fragment)
        if let window = rules.window {
          let left = isFinal ? .none : isBounded ? remaining[index + 1] : .any
          end.useful = UsefulLines(window, left: left, place: index + 1, naturalLine: &naturalLine)
        }
        let firstNode = nodeCount
        evaluations += Self.weigh(
          end, at: index + 1, rules: rules, costs: costs, firstActive: &firstActive, firstFresh: firstFresh,
          text: text, starts: starts.span,
          nodes: &nodes, nodeCount: &nodeCount, table: &table)
        if isFinal { return firstNode < nodeCount ? firstNode..<nodeCount : nil }
        if endsSegment { firstActive = starts.count }
        firstFresh = starts.count
        if firstNode < nodeCount {
          if rules.keepsLineNumbers { lastRow = max(lastRow, Int(nodes[nodeCount - 1].line) + 1) }
          Self.addStarts(
            of: firstNode..<nodeCount, in: nodes.span, to: &starts, shape: shape, behind: sums,
            leadingHang: text[index + 1].leadingHang, head: text[index + 1].head, tail: fragment.tail,
            leastReach: leastReach, opensSegment: endsSegment, makesRunt: text[index + 1].makesRunt)
        }
        if firstActive == starts.count { return nil }
        active = starts[firstActive]
      }
    }
    return nil
  }

  /// Makes room for a table of so many rows and for the nodes that it may give.
  @inline(never)
  private static func grow(
    _ nodes: inout [Node], from count: Int, _ table: inout [Slot], rows: Int, rowLength: Int
  ) {
    if rows * rowLength > table.count {
      table.append(contentsOf: repeatElement(Slot(), count: (rows + 7) * rowLength - table.count))
    }
    if count + table.count > nodes.count {
      nodes.append(contentsOf: repeatElement(.opening, count: nodes.count + table.count))
    }
  }

  /// Passes places that are too early to end any line that is still open, up to the first that may not be.
  /// - Returns: how many.
  @inline(__always)
  private static func passEarly(
    _ text: Span<Fragment>, from index: inout Int, _ active: LineStart, rules: SearchRules,
    sums: inout TextSums
  ) -> Int {
    let place = index
    let soonest = SoonestEnd(active, rules: rules)
    while index < text.count - 1, text[index].joint != .forced, soonest.isAfter(text[index], behind: sums) {
      sums.add(text[index])
      index += 1
    }
    return index - place
  }

  /// Lets lines begin behind new nodes, which are in order of their line numbers.
  private static func addStarts(
    of range: Range<Int>, in nodes: Span<Node>, to starts: inout [LineStart], shape: LineShape, behind sums: TextSums,
    leadingHang: Int32, head: UInt32, tail: UInt32, leastReach: Int, opensSegment: Bool, makesRunt: Bool
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
          reach: Double(sums.width + Int(leadingHang) + Int(measure)), leastReach: Double(sums.width + leastReach),
          measure: Double(measure), stretch: Double(sums.stretch), shrink: Double(sums.shrink),
          expandable: Double(sums.expandable), isBehindHyphen: nodes[first].hyphenRun > 0 ? 1 : 0,
          firstNode: Int32(truncatingIfNeeded: first),
          endNode: Int32(truncatingIfNeeded: end), firstLine: line, lastLine: nodes[end - 1].line,
          opensSegment: opensSegment, makesRunt: makesRunt, place: nodes[first].end, head: head,
          tail: tail))
      first = end
    }
  }
}

// What shows in more lines than two, which the search for breaks cannot weigh: a paragraph that has it is looked at
// again.

/// White between two words of a line, and in how many lines it goes on from above.
struct RiverSpace {
  var left: Double
  var right: Double
  var length: Int
}

/// What a reader sees in a setting that no line has by itself.
private struct Blemishes {
  var count = 0
  /// Lines of the first; it goes with a break before one of them.
  var lines = 0..<0

  mutating func add(_ lines: Range<Int>) {
    if count == 0 { self.lines = lines }
    count += 1
  }
}

extension LineBreaker {
  /// Lines from which on spaces that go on from each to the next are a river, and marks in the margin a stack.
  static var riverLines: Int { 5 }
  /// Lines that begin or end alike and are a stack.
  static var twinLines: Int { 3 }
  /// Breaks that are forbidden one after the other, and lines of a paragraph that is looked at again: what a second
  /// look may take.
  private static var mostLooks: Int { 4 }
  private static var longestMended: Int { 200 }

  /// Sets again what has rivers, stacks or twins of two words, without one of the breaks that make them, where that
  /// costs little.
  mutating func mend<Failure: Error>(
    _ breaks: inout ParagraphBreaks, plain: [Fragment], divided: [Fragment]?, shape: LineShape,
    hyphenated: () throws(Failure) -> [Fragment]
  ) throws(Failure) {
    var divided = divided
    for number in -1..<breaks.variants.count {
      let choice = number < 0 ? breaks.natural : breaks.variants[number]
      guard choice.lineCount >= Self.twinLines, choice.lineCount <= Self.longestMended, choice.pass < .lastResort
      else { continue }
      let own = choice.usesHyphenated ? divided ?? plain : plain
      let found = blemishes(of: choice.setting, in: own, shape: shape)
      if found.count == 0 { continue }
      var better = mended(choice, found, in: own, shape: shape)
      if better.left > 0, !choice.usesHyphenated {
        if divided == nil { divided = try hyphenated() }
        if let divided, !divided.isEmpty {
          let other = mended(choice, found, in: divided, isOther: true, shape: shape)
          if other.left < better.left { better = other }
        }
      }
      guard let made = better.choice else { continue }
      if number < 0 { breaks.natural = made } else { breaks.variants[number] = made }
    }
  }

  /// The best that there is in as many lines, and how many blemishes it leaves.
  /// - Parameter isOther: the fragments are not those of the setting, but the hyphenated ones.
  private mutating func mended(
    _ choice: ParagraphBreaks.Choice, _ found: Blemishes, in fragments: [Fragment], isOther: Bool = false,
    shape: LineShape
  ) -> (choice: ParagraphBreaks.Choice?, left: Int) {
    let survey = TextSurvey(fragments)
    var rules = rules(for: choice.pass == .emergency ? .emergency : .hyphenated, limits: variantLimits)
    rules.mostDemerits = min(choice.setting.demerits + Double(style.secondLookDemerits), Cost.extraHyphen)
    rules.keepsLineNumbers = true
    var window = LineWindow([choice.lineCount], natural: choice.lineCount)
    if choice.lineCount > Self.exactLineCount {
      // the ends count other fragments
      if isOther { return (nil, found.count) }
      (window.naturalEnds, window.band) = (choice.setting.lines.map(\.end), Self.band)
    }
    rules.window = window
    var text = fragments
    var best: (setting: ParagraphSetting, found: Blemishes, place: Int)?
    var last = best
    if isOther {
      guard let setting = again(text, survey, shape: shape, rules: rules, count: choice.lineCount) else {
        return (nil, found.count)
      }
      best = (setting, blemishes(of: setting, in: text, shape: shape), -1)
      last = best
    }
    var looks = 0
    while looks < Self.mostLooks, (last?.found ?? found).count > 0 {
      looks += 1
      let current = last?.setting ?? choice.setting
      let lines = (last?.found ?? found).lines
      var next: (setting: ParagraphSetting, found: Blemishes, place: Int)?
      var rules = rules
      for line in max(lines.lowerBound - 1, 0)..<max(lines.upperBound - 1, 1) {
        let place = Int(current.lines[line].end) - 1
        guard place < text.count - 1, text[place].joint != .forced, !text[place].isForbidden else { continue }
        let penalty = text[place].penalty
        text[place].penalty = 10_000
        let setting = again(text, survey, shape: shape, rules: rules, count: choice.lineCount)
        text[place].penalty = penalty
        guard let setting else { continue }
        let left = blemishes(of: setting, in: text, shape: shape)
        if let next, (next.found.count, next.setting.demerits) <= (left.count, setting.demerits) { continue }
        next = (setting, left, place)
        // none is better than one without blemishes but what costs less
        if left.count == 0 { rules.mostDemerits = min(rules.mostDemerits, setting.demerits) }
      }
      // where one break less does not help, another may
      guard let next else { break }
      text[next.place].penalty = 10_000
      if best.map({ next.found.count < $0.found.count }) ?? true { best = next }
      last = next
    }
    guard let best, best.found.count < found.count else { return (nil, found.count) }
    let pass = isOther ? .hyphenated : choice.pass
    return (
      .init(setting: best.setting, pass: pass, usesHyphenated: isOther || choice.usesHyphenated), best.found.count
    )
  }

  private mutating func again(
    _ text: [Fragment], _ survey: TextSurvey, shape: LineShape, rules: SearchRules, count: Int
  ) -> ParagraphSetting? {
    guard let ends = search(text, survey, shape: shape, rules: rules), let node = best(of: ends, lineCount: count),
      nodes[node].demerits < rules.mostDemerits
    else { return nil }
    return setting(endingAt: node, of: text, shape: shape, rules: rules)
  }

  // MARK: What shows

  private mutating func blemishes(
    of setting: ParagraphSetting, in text: [Fragment], shape: LineShape
  ) -> Blemishes {
    var found = Blemishes()
    addStacks(of: setting, in: text, to: &found)
    if setting.lines.count >= Self.riverLines { addRivers(of: setting, in: text, shape: shape, to: &found) }
    return found
  }

  /// Twins of two words, lines in a row that begin or end alike, and marks in the margin below each other.
  private func addStacks(of setting: ParagraphSetting, in text: [Fragment], to found: inout Blemishes) {
    var (heads, tails, marks) = (1, 1, 0)
    var (above, start) = (-1, 0)
    for (line, broken) in setting.lines.enumerated() {
      let end = Int(broken.end)
      let alike = above < 0 ? 0 : Self.wordsAlike(text, above, start, ahead: true)
      heads = alike > 0 ? heads + 1 : 1
      if alike > 1 || heads == Self.twinLines { found.add(line - 1..<line + 1) }
      let tail = text[end - 1]
      let isEnd = end == text.count || tail.joint == .forced
      let same = start == 0 || isEnd ? 0 : Self.wordsAlike(text, start - 1, end - 1, ahead: false)
      tails = same > 0 ? tails + 1 : 1
      if same > 1 || tails == Self.twinLines { found.add(line..<line + 2) }
      marks = !isEnd && tail.trailingHang > 0 ? marks + 1 : 0
      if marks == Self.riverLines { found.add(line - marks + 2..<line + 2) }
      (above, start) = (start, end)
    }
  }

  /// Words alike, up to two, behind two line ends or before them; a letter alone is none.
  private static func wordsAlike(_ text: [Fragment], _ one: Int, _ other: Int, ahead: Bool) -> Int {
    let word = ahead ? text[one].head : text[one].tail
    if word == 0 || word != (ahead ? text[other].head : text[other].tail) { return 0 }
    let span = text.span
    let second = ahead ? WayCosts.head(behind: one, in: span) : WayCosts.tail(before: one, in: span)
    let same = ahead ? WayCosts.head(behind: other, in: span) : WayCosts.tail(before: other, in: span)
    if second != 0, second == same { return 2 }
    return word < Fragment.fewestLong ? 0 : 1
  }

  /// Spaces of lines in a row, each below the one before by half of the narrower at least.
  private mutating func addRivers(
    of setting: ParagraphSetting, in text: [Fragment], shape: LineShape, to found: inout Blemishes
  ) {
    riversAbove.removeAll(keepingCapacity: true)
    var start = 0
    for (line, broken) in setting.lines.enumerated() {
      let end = Int(broken.end)
      riversHere.removeAll(keepingCapacity: true)
      let measure = shape.width(ofLine: line)
      // where a shorter line begins is known of an indent alone
      if measure != shape.rest, line > 0 || shape.first.count > 1 { riversAbove.removeAll(keepingCapacity: true) }
      let scale = 1 + style.expansionStep * Double(broken.expansion)
      let ratio = Double(broken.ratio)
      var x = Double(shape.rest - measure) - Double(text[start].leadingHang)
      var above = 0
      var index = start
      while index < end - 1 {
        let fragment = text[index]
        index += 1
        x += Double(fragment.width - fragment.expandable) + Double(fragment.expandable) * scale
        if fragment.space == 0 && fragment.stretch == 0 { continue }
        let left = x
        x += Double(fragment.space) + ratio * Double(ratio < 0 ? fragment.shrink : fragment.stretch)
        if fragment.space == 0 { continue }
        // the spaces above are in order too: those that end before this one begins are done with
        while above < riversAbove.count, riversAbove[above].right <= left { above += 1 }
        var length = 1
        var under = above
        while under < riversAbove.count, riversAbove[under].left < x {
          let space = riversAbove[under]
          let shared = min(space.right, x) - max(space.left, left)
          if 2 * shared >= min(space.right - space.left, x - left) { length = max(length, space.length + 1) }
          under += 1
        }
        if length == Self.riverLines { found.add(line - length + 1..<line + 1) }
        riversHere.append(RiverSpace(left: left, right: x, length: length))
      }
      swap(&riversAbove, &riversHere)
      start = end
    }
  }
}

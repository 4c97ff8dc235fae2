// From a finished search to settings: which end is best, and how its lines are set.

/// What one pass found.
struct Solution {
  var natural: ParagraphSetting
  /// For other line counts, fewest lines first.
  var variants: [ParagraphSetting]
}

extension LineBreaker {
  /// Paragraphs of up to so many lines are searched for other line counts without a band.
  static var exactLineCount: Int { 40 }
  /// More or fewer lines than any caller can use; keeps sums of offsets from overflowing.
  static var offsetLimits: ClosedRange<Int> { -1000...1000 }
  /// Lines by which a longer paragraph's variant may stray from the natural setting
  /// beyond the offset asked for. Without a band the number of states would grow
  /// with the square of the length.
  static var band: Int { 4 }

  func rules(for pass: ParagraphBreaks.Pass, limits given: ToleranceLimits? = nil) -> SearchRules {
    let fitting = LineFitting(
      style, extraStretch: pass == .emergency ? style.emergencyStretch : 0, leavesShort: pass == .lastResort)
    guard pass != .lastResort else {
      return SearchRules(fitting: fitting, tolerance: .infinity, loosestRatio: .infinity, isLastResort: true)
    }
    let limits = given ?? (pass == .plain && style.plainDemerits <= 0 ? plainLimits : limits)
    return SearchRules(fitting: fitting, tolerance: limits.badness, loosestRatio: limits.loosestRatio)
  }

  /// The best setting and those for the line counts asked for, or `nil`.
  mutating func solve(
    _ fragments: [Fragment], _ survey: TextSurvey, shape: LineShape, offsets: ClosedRange<Int>, rules: SearchRules
  ) -> Solution? {
    var rules = rules
    let wantsVariants = offsets.lowerBound < 0 || offsets.upperBound > 0
    if wantsVariants && !rules.isLastResort && lineEstimate(of: survey, shape: shape) <= Self.exactLineCount {
      rules.keepsLineNumbers = true
    }
    guard let ends = search(fragments, survey, shape: shape, rules: rules), let last = best(of: ends) else {
      return nil
    }
    let natural = setting(endingAt: last, of: fragments, shape: shape, rules: rules)
    var solution = Solution(natural: natural, variants: [])
    guard wantsVariants else { return solution }
    let count = natural.lines.count
    var counted: Range<Int>? = ends
    if !rules.keepsLineNumbers {
      rules.keepsLineNumbers = true
      var window = LineWindow(offsets.filter { $0 != 0 }.map { count + $0 }, natural: count)
      if count > Self.exactLineCount {
        window.naturalEnds = natural.lines.map(\.end)
        window.band = max(offsets.upperBound, -offsets.lowerBound) + Self.band
      }
      rules.window = window
      counted = search(fragments, survey, shape: shape, rules: rules)
    }
    guard let counted else { return solution }
    for offset in offsets where offset != 0 {
      guard let node = best(of: counted, lineCount: count + offset) else { continue }
      solution.variants.append(setting(endingAt: node, of: fragments, shape: shape, rules: rules))
    }
    return solution
  }

  /// The cheapest of the given nodes, or of those with so many lines; the first of equals.
  func best(of ends: Range<Int>, lineCount: Int? = nil) -> Int? {
    var best: Int?
    for node in ends where lineCount == nil || Int(nodes[node].line) == lineCount {
      if let found = best, nodes[found].demerits <= nodes[node].demerits { continue }
      best = node
    }
    return best
  }

  /// Walks back from a node and sets each line.
  func setting(
    endingAt last: Int, of fragments: [Fragment], shape: LineShape, rules: SearchRules
  ) -> ParagraphSetting {
    let count = Int(nodes[last].line)
    var lines = [BrokenLine](
      repeating: BrokenLine(end: 0, expansion: 0, showsHyphen: false, ratio: 0), count: count)
    var loosest: Float = 0
    var node = nodes[last]
    for index in stride(from: count - 1, through: 0, by: -1) {
      let previous = nodes[Int(node.previous)]
      let measure = Int(shape.width(ofLine: index))
      let (line, looseness) = line(
        from: Int(previous.end), to: Int(node.end), of: fragments, measure: measure, fitting: rules.fitting)
      lines[index] = line
      loosest = max(loosest, looseness)
      node = previous
    }
    return ParagraphSetting(lines: lines, demerits: nodes[last].demerits, loosest: loosest)
  }

  /// Everything on one line: what is left where a search found nothing at all.
  func unbroken(_ fragments: [Fragment], shape: LineShape) -> ParagraphSetting {
    let (line, looseness) = line(
      from: 0, to: fragments.count, of: fragments, measure: Int(shape.width(ofLine: 0)),
      fitting: LineFitting(style, extraStretch: 0))
    return ParagraphSetting(lines: [line], demerits: Cost.pastMeasure, loosest: looseness)
  }

  /// One line with its expansion and glue, and its spaces in multiples of natural.
  private func line(
    from first: Int, to end: Int, of fragments: [Fragment], measure: Int, fitting: LineFitting
  ) -> (BrokenLine, Float) {
    let tail = fragments[end - 1]
    let isFinal = end == fragments.count
    let shown = isFinal ? 0 : Int(tail.breakWidth)
    let text = fragments.span
    var sums = TextSums()
    var (space, spaceStretch) = (0, 0)
    for index in first..<end - 1 {
      sums.add(text[index])
      space &+= Int(text[index].space)
      // not the glue between ideographs beside it
      if text[index].space > 0 { spaceStretch &+= Int(text[index].stretch) }
    }
    let width = sums.width + Int(tail.width) + shown
    let contents = LineContents(
      excess: Double(measure + Int(fragments[first].leadingHang) + Int(tail.trailingHang) - width),
      stretch: Double(sums.stretch), shrink: Double(sums.shrink),
      expandable: Double(sums.expandable + Int(tail.expandable) + shown))
    let endsSegment = isFinal || tail.joint == .forced
    var fit: LineFit
    if fitting.isTooLong(contents) {
      fit = LineFit(expansion: fitting.isRagged ? 0 : -fitting.steps, ratio: fitting.isRagged ? 0 : -1, badness: 0)
    } else if endsSegment {
      fit = fitting.end(contents)
      // A hair short of the measure looks like a mistake: fill it where the glue
      // hardly notices.
      if isFinal && !fitting.isRagged && contents.excess > 0 && contents.excess <= Double(style.fullLastLineSlack) {
        let full = fitting.fill(contents)
        if full.badness <= 12 { fit = full }
      }
    } else {
      fit = fitting.fill(contents)
    }
    let glue = fit.isShort ? contents.excess : fit.ratio * (fit.ratio < 0 ? contents.shrink : Double(spaceStretch))
    let isGap = !endsSegment && space > 0 && glue > (LineBreakingStyle.widestSpace - 1) * Double(space)
    if isGap { fit = LineFit(expansion: 0, ratio: 0, badness: fit.badness, isShort: true) }
    let line = BrokenLine(
      end: Int32(truncatingIfNeeded: end), expansion: Int8(fit.expansion),
      showsHyphen: tail.joint == .hyphen && !isFinal, ratio: Float(fit.ratio), isShort: fit.isShort)
    return (line, space > 0 ? Float(1 + glue / Double(space)) : 1)
  }

  /// About how many lines the paragraph will have.
  func lineEstimate(of survey: TextSurvey, shape: LineShape) -> Int {
    survey.sums.width / max(1, Int(shape.rest)) + shape.first.count
  }

  /// The line counts asked for that the paragraph's width alone does not rule out.
  ///
  /// Cheap, so that hyphens are not looked for where they cannot help: a line
  /// gained needs a paragraph that can stretch over all lines but its last, a line
  /// saved one that can shrink into those that remain.
  func plausibleCounts(
    of survey: TextSurvey, shape: LineShape, natural: Int, offsets: ClosedRange<Int>, rules: SearchRules
  ) -> [Int] {
    guard offsets.lowerBound < 0 || offsets.upperBound > 0 else { return [] }
    let sums = survey.sums
    let reach = rules.fitting.widening * Double(sums.expandable)
    let isRagged = rules.fitting.isRagged
    let shortest = Double(sums.width) - (isRagged ? 0 : Double(sums.shrink) + reach)
    let longest = Double(sums.width) + (isRagged ? 0 : rules.loosestRatio * Double(sums.stretch) + reach)
    let widest = Int(survey.widestSpace) + Int(survey.widestLeadingHang) + Int(survey.widestTrailingHang)
    var measures = 0
    var counted = 0
    return offsets.compactMap { offset in
      let count = natural + offset
      guard offset != 0, count >= 1 else { return nil }
      while counted < count {
        measures += Int(shape.width(ofLine: counted))
        counted += 1
      }
      if offset < 0 {
        let room = measures + count * widest
        return shortest <= Double(room) ? count : nil
      }
      // A hyphen, or the white of a ragged line, may help each line by so much.
      let aid = isRagged ? rules.loosestRatio * rules.fitting.raggedStretch : Double(shape.rest) / 50
      let lines = Double(max(0, count - 1 - survey.forcedEnds))
      return longest + lines * aid >= Double(measures) / Double(count) * lines ? count : nil
    }
  }
}

/// How many lines the rest of a paragraph can make: what a search for given line counts
/// need not follow.
///
/// Lines that hold as much as they can, and lines that hold as little, are laid from the
/// paragraph's end backwards. Hyphens and what hangs are taken at their widest, so the
/// bounds leave in all that a search could find and some more.
struct RemainingLines {
  /// Lines that a paragraph's rest makes at least and at most.
  struct Bounds {
    var fewest: Int32 = 1
    var most: Int32 = 1
  }

  /// More than any paragraph has.
  private static let tooMany = Int32.max / 4

  /// Fills `bounds` by the fragment that the rest begins with; false where the rules or the text set none.
  static func find(
    _ fragments: [Fragment], _ survey: TextSurvey, shape: LineShape, rules: SearchRules, into bounds: inout [Bounds]
  ) -> Bool {
    let fitting = rules.fitting
    guard survey.isOrderly, survey.forcedEnds == 0, !rules.isLastResort, rules.loosestRatio.isFinite, fitting.widening <= 1
    else { return false }
    let text = fragments.span
    let count = text.count
    if bounds.count < count { bounds.append(contentsOf: repeatElement(Bounds(), count: count - bounds.count)) }
    var bounds = bounds.mutableSpan
    let widening = fitting.isRagged ? 0 : fitting.widening
    let shrinkShare = fitting.isRagged ? 0.0 : 1
    // the first line's own measure counts for no rest
    let others = shape.first.dropFirst()
    // A unit apart on both sides, so that no rounding of sums counts.
    let most = Double(others.reduce(shape.rest, max)) + Double(survey.widestLeadingHang) + 1
    let least =
      Double(others.reduce(shape.rest, min)) + Double(survey.leastLeadingHang) + Double(survey.leastTrailingHang)
      - (1 + widening) * Double(survey.widestBreak) - rules.looseWhite - 1
    var sums = survey.sums
    /// The end, of those from the fragment in hand on, that a tight line reaches first.
    var nearest = Double.infinity
    /// What a tight line must reach to leave one line less than `fewest` behind it.
    var goal = Double.infinity
    var fewest: Int32 = 1
    /// What a loose line may fill to leave `lines` behind it; nil until the fragment before is in hand.
    var room: Double?
    var lines: Int32 = 1
    var index = count - 1
    while index >= 0 {
      let fragment = text[index]
      sums.subtract(fragment)
      let isLast = index == count - 1
      let width = sums.width + Int(fragment.width)
      let letters = sums.expandable + Int(fragment.expandable)
      let shrink = shrinkShare * Double(sums.shrink)
      let stretch = rules.looseStretch * Double(sums.stretch)
      if isLast || !(fragment.joint == .tie || fragment.joint == .closed || fragment.penalty >= 10_000) {
        let shown = isLast ? 0 : Int(fragment.breakWidth)
        nearest = min(
          nearest, Double(width + shown - Int(fragment.trailingHang)) - shrink - widening * Double(letters + shown))
      }
      if isLast { goal = nearest }
      let tight = Double(sums.width) - shrink - widening * Double(sums.expandable) + most
      if tight < goal, fewest < Self.tooMany {
        goal = nearest
        fewest = tight < goal ? Self.tooMany : fewest + 1
      }
      if !isLast {
        let loose = Double(sums.width) + stretch + widening * Double(sums.expandable) + least
        let mostRoom = room ?? Double(width) + stretch + widening * Double(letters)
        room = mostRoom
        if loose <= mostRoom {
          lines += 1
          room = nil
        }
      }
      bounds[index] = Bounds(fewest: fewest, most: lines)
      index -= 1
    }
    return true
  }
}

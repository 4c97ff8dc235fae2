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
    /// Behind the last place.
    static let none = Bounds(fewest: 0, most: 0)
    /// Where nothing is known.
    static let any = Bounds(fewest: 1, most: .max / 2)
  }

  /// More than any paragraph has.
  private static let tooMany = Int32.max / 4

  /// Fills `bounds` by the fragment that the rest begins with; false where the rules or the text set none.
  static func find(
    _ fragments: [Fragment], _ survey: TextSurvey, shape: LineShape, rules: SearchRules, into bounds: inout [Bounds]
  ) -> Bool {
    let fitting = rules.fitting
    guard survey.isOrderly, survey.forcedEnds == 0, !rules.isLastResort, rules.loosestRatio.isFinite,
      fitting.widening <= 1
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
    let sums = survey.sums
    // What stands before the fragment in hand, set as tight and as loose as can be.
    var tight = Double(sums.width) - shrinkShare * Double(sums.shrink) - widening * Double(sums.expandable)
    var loose = Double(sums.width) + rules.looseStretch * Double(sums.stretch) + widening * Double(sums.expandable)
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
      let isLast = index == count - 1
      let width = Double(fragment.width)
      let letters = widening * Double(fragment.expandable)
      let space = Double(fragment.space)
      tight -= width - letters + space - shrinkShare * Double(fragment.shrink)
      loose -= width + letters + space + rules.looseStretch * Double(fragment.stretch)
      if isLast || !fragment.isForbidden {
        let shown = isLast ? 0 : (1 - widening) * Double(fragment.breakWidth)
        nearest = min(nearest, tight + width - letters + shown - Double(fragment.trailingHang))
      }
      if isLast { goal = nearest }
      if tight + most < goal, fewest < Self.tooMany {
        goal = nearest
        fewest = tight + most < goal ? Self.tooMany : fewest + 1
      }
      if !isLast {
        let mostRoom = room ?? loose + width + letters
        room = mostRoom
        if loose + least <= mostRoom {
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

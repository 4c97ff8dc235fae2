/// How many lines the rest of a paragraph can make: what a search for given line counts
/// need not follow.
///
/// Closed bounds from sums of widths, as in `LineBreaker.plausibleCounts`, but for what
/// stands behind each break. They leave in all that a search could find and some more.
struct RemainingLines {
  /// Last lines that the paragraph must have: forced ends and its own.
  private(set) var segments = 1
  private var sums = TextSums()
  /// One over the most that a line holds, and over the least that a line other than a last
  /// one must hold, both beside what its own glue and letters give; 0 for no least.
  private let perMost: Double
  private let perLeast: Double
  /// Shares of stretch, shrink and letters that a line may take or give.
  private let stretchShare: Double
  private let shrinkShare: Double
  private let widening: Double

  /// Nil where the rules set no bounds.
  init?(_ fragments: [Fragment], _ bounds: WidthBounds, shape: LineShape, rules: SearchRules) {
    guard bounds.isGrowing, !rules.isLastResort, rules.loosestRatio.isFinite else { return nil }
    var widest = (space: Int32(0), leadingHang: Int32(0), breakWidth: Int32(0))
    var least = (leadingHang: Int32(0), trailingHang: Int32(0), breakWidth: Int32(0))
    for fragment in fragments {
      sums.add(fragment)
      widest.space = max(widest.space, fragment.space)
      widest.leadingHang = max(widest.leadingHang, fragment.leadingHang)
      widest.breakWidth = max(widest.breakWidth, fragment.breakWidth)
      least.leadingHang = min(least.leadingHang, fragment.leadingHang)
      least.trailingHang = min(least.trailingHang, fragment.trailingHang)
      least.breakWidth = min(least.breakWidth, fragment.breakWidth)
      if fragment.joint == .forced { segments += 1 }
    }
    if fragments.last?.joint == .forced { segments -= 1 }
    let fitting = rules.fitting
    let measures = (least: shape.first.reduce(shape.rest, min), most: shape.first.reduce(shape.rest, max))
    // A unit apart on both sides, so that no rounding of sums and quotients counts.
    let most =
      Int(measures.most) + Int(widest.space) + Int(widest.leadingHang) + bounds.widestHang - Int(least.breakWidth) + 1
    let hangs = Double(least.leadingHang) + Double(least.trailingHang)
    let hyphen = (1 + fitting.widening) * Double(widest.breakWidth)
    let white = rules.loosestRatio * (fitting.isRagged ? fitting.raggedStretch : fitting.extraStretch)
    let must = Double(measures.least) + hangs - hyphen - white - 1
    perMost = 1 / Double(max(most, 1))
    perLeast = must > 0 ? 1 / must : 0
    widening = fitting.isRagged ? 0 : fitting.widening
    stretchShare = fitting.isRagged ? 0 : rules.loosestRatio
    shrinkShare = fitting.isRagged ? 0 : 1
  }

  /// Fewest and most lines of what follows, in so many parts that end as last lines do.
  @inline(__always)
  func range(behind before: TextSums, segments: Int) -> ClosedRange<Int> {
    let width = Double(sums.width - before.width)
    let given = widening * Double(sums.expandable - before.expandable)
    let shortest = width - shrinkShare * Double(sums.shrink - before.shrink) - given
    let longest = width + stretchShare * Double(sums.stretch - before.stretch) + given
    let fewest = max(segments, Int(min(max(shortest * perMost, 0), 1e9).rounded(.up)))
    guard perLeast > 0 else { return fewest...max(fewest, 1 << 40) }
    return fewest...max(fewest, segments + Int(min(max(longest * perLeast, 0), 1e9)))
  }
}

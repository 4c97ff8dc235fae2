/// Sums over a text, its last glue included.
struct TextSums {
  /// Natural width.
  var width = 0
  var stretch = 0
  var shrink = 0
  var expandable = 0

  @inline(__always)
  mutating func add(_ fragment: Fragment) {
    // 32-bit numbers: none but 2³² fragments could overflow their sum
    width &+= Int(fragment.width) &+ Int(fragment.space)
    stretch &+= Int(fragment.stretch)
    shrink &+= Int(fragment.shrink)
    expandable &+= Int(fragment.expandable)
  }
}

/// What one walk over a paragraph's fragments tells of them all: the bounds of every search.
struct TextSurvey {
  var sums = TextSums()
  // No less, and no more, than 0.
  var widestSpace: Int32 = 0
  var widestBreak: Int32 = 0
  var widestLeadingHang: Int32 = 0
  var leastLeadingHang: Int32 = 0
  /// Farthest that any line hangs at its end.
  var widestTrailingHang: Int32 = 0
  var leastTrailingHang: Int32 = 0
  var forcedEnds = 0
  /// No width or glue is negative.
  var isGrowing = true
  /// Besides, no glue shrinks to less than nothing, and no more expands than there is.
  var isOrderly = true
  /// Some break costs less than nothing.
  var hasRewards = false

  init(_ fragments: [Fragment]) {
    // numbers of their own, which the loop keeps in registers
    var sums = TextSums()
    var (space, hyphen, leading, trailing) = (Int32(0), Int32(0), Int32(0), Int32(0))
    var forced = 0
    var signs: Int32 = 0
    var order: Int32 = 0
    var hangSigns: Int32 = 0
    var penaltySigns: Int16 = 0
    for fragment in fragments {
      sums.add(fragment)
      space = max(space, fragment.space)
      hyphen = max(hyphen, fragment.breakWidth)
      leading = max(leading, fragment.leadingHang)
      trailing = max(trailing, fragment.trailingHang)
      hangSigns |= fragment.leadingHang | fragment.trailingHang
      forced += fragment.joint == .forced ? 1 : 0
      penaltySigns |= fragment.penalty
      order |= (fragment.space &- fragment.shrink) | (fragment.width &- fragment.expandable)
      signs |= fragment.width | fragment.space | fragment.stretch | fragment.shrink | fragment.expandable
    }
    self.sums = sums
    (widestSpace, widestBreak, widestLeadingHang, widestTrailingHang) = (space, hyphen, leading, trailing)
    if hangSigns < 0 {
      leastLeadingHang = fragments.reduce(0) { min($0, $1.leadingHang) }
      leastTrailingHang = fragments.reduce(0) { min($0, $1.trailingHang) }
    }
    forcedEnds = forced
    isGrowing = signs >= 0
    isOrderly = signs | order >= 0
    hasRewards = penaltySigns < 0
  }

  /// Least that a measure and what hangs at a line's beginning come to; far below anything
  /// where widths may shrink again: it then says nothing.
  func leastReach(_ shape: LineShape) -> Int {
    isGrowing ? Int(shape.first.reduce(shape.rest, min)) + Int(leastLeadingHang) : Int.min / 4
  }
}

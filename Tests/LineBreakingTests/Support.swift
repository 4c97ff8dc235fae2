import LineBreaking

/// SplitMix64: the same numbers from the same seed everywhere.
struct Dice: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The natural space of the test paragraphs: a quarter em of 11 pt, as are its limits.
let space: Int32 = 2816
let spaceStretch: Int32 = 1408
let spaceShrink: Int32 = 939
let hyphenWidth: Int32 = 3754

func word(_ width: Int32, joint: Fragment.Joint = .space) -> Fragment {
  Fragment(
    width: width, joint: joint, space: space, stretch: spaceStretch, shrink: spaceShrink)
}

/// Prose-like fragments: words of one to twelve letters of some 5 pt, some with
/// hyphenation points, some with punctuation that hangs.
func prose(words: Int, hyphens: Bool, dice: inout Dice) -> [Fragment] {
  var fragments: [Fragment] = []
  for _ in 0..<words {
    // Drawn alike with and without hyphens, so that both are the same text.
    let letters = min(Int32.random(in: 1...12, using: &dice), Int32.random(in: 2...14, using: &dice))
    let width = letters * 5000 + Int32.random(in: 0..<900, using: &dice)
    let hang: Int32 = Int.random(in: 0..<6, using: &dice) == 0 ? 1900 : 0
    if hyphens && letters >= 6 {
      let head = width * 2 / 5
      fragments.append(
        Fragment(
          width: head, joint: .hyphen, breakWidth: hyphenWidth, trailingHang: 2600, penalty: 50, endsInHyphen: true))
      fragments.append(
        Fragment(
          width: width - head, joint: .space, space: space, stretch: spaceStretch, shrink: spaceShrink,
          trailingHang: hang))
    } else {
      fragments.append(
        Fragment(
          width: width, joint: .space, space: space, stretch: spaceStretch, shrink: spaceShrink, trailingHang: hang))
    }
  }
  return fragments
}

/// One line as a page would show it, found from the fragments alone.
struct ShownLine {
  var width: Double
  var room: Double
  var hasGlue: Bool
  var endsInHyphen: Bool
  var isLast: Bool
}

/// Sets the lines of a setting: widths with expansion and glue, against the measure with hangs.
func shown(_ setting: ParagraphSetting, _ fragments: [Fragment], _ shape: LineShape, step: Double) -> [ShownLine] {
  var from = 0
  return setting.lines.enumerated().map { index, line in
    let end = Int(line.end)
    defer { from = end }
    let tail = fragments[end - 1]
    let isLast = end == fragments.count
    let shownHyphen = isLast ? 0 : Double(tail.breakWidth)
    let expansion = 1 + step * Double(line.expansion)
    let ratio = Double(line.ratio)
    var width = shownHyphen * expansion
    var hasGlue = false
    for index in from..<end {
      let fragment = fragments[index]
      width += Double(fragment.width - fragment.expandable) + Double(fragment.expandable) * expansion
      if index < end - 1 {
        width += Double(fragment.space) + ratio * Double(ratio < 0 ? fragment.shrink : fragment.stretch)
        if fragment.stretch > 0 { hasGlue = true }
      }
    }
    let room = Double(shape.width(ofLine: index) + fragments[from].leadingHang + tail.trailingHang)
    return ShownLine(
      width: width, room: room, hasGlue: hasGlue, endsInHyphen: !isLast && tail.endsInHyphen,
      isLast: isLast || tail.joint == .forced)
  }
}

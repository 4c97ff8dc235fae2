/// How one line is set: expansion first, glue with what is left.
///
/// Font expansion takes part as in pdfTeX (Hàn Thế Thành, Micro-typographic
/// extensions to the TeX typesetting system, 2000, ch. 4), but the glue is judged
/// by what the chosen step really leaves, not by an estimate of half a step.
struct LineFit {
  /// Steps of expansion, a whole number, negative for narrower.
  var expansion: Double
  /// Share of the stretch (positive) or shrink (negative) that the glue takes.
  var ratio: Double
  /// Whole number; 100 |ratio|³ rounded (tex.web §108), at most `largestBadness`; of a line that is left short more.
  var badness: Double
  /// The line ends short of its measure.
  var isShort = false

  /// Past this all lines that are filled are equally bad: a space six times as wide as natural
  /// where stretch is half of it. TeX stops at 10,000 (§108).
  static let largestBadness = 100_000.0

  /// Badness of a line that is left short, before what it lacks: that of the loosest that is filled.
  static let shortBadness = 100 * LineBreakingStyle.widestRatio * LineBreakingStyle.widestRatio
    * LineBreakingStyle.widestRatio

  /// A ratio of at least this badness, nearly the least: the cube root of a hundredth by Newton's steps.
  static func ratio(ofBadness badness: Double) -> Double {
    let cube = max(badness, 0) / 100
    // from above the steps only fall
    var ratio = 1 + cube
    for _ in 0..<40 {
      let next = (2 * ratio + cube / (ratio * ratio)) / 3
      if next >= ratio { break }
      ratio = next
    }
    return ratio * 1.000_000_001
  }

  /// Tightness classes, numbered so that "more than one apart" is a jump that
  /// shows (tex.web §817).
  var fitness: UInt8 {
    // sums rather than branches, which the processor could only guess
    let isOff: UInt8 = badness > 12 ? 1 : 0
    let isPast: UInt8 = badness > 99 ? 1 : 0
    return ratio < 0 ? Fitness.decent &+ isOff : Fitness.decent &- isOff &- isPast
  }
}

/// What a tolerance allows, found once.
struct ToleranceLimits {
  /// Largest badness of a line.
  var badness: Double
  /// A ratio that is surely past it.
  var loosestRatio: Double

  init(_ tolerance: Int) {
    badness = Double(min(max(tolerance, 0), 10_000))
    loosestRatio = LineFit.ratio(ofBadness: badness + 1)
  }
}

enum Fitness {
  static let veryLoose: UInt8 = 0
  static let loose: UInt8 = 1
  static let decent: UInt8 = 2
  static let tight: UInt8 = 3
}

/// What a line holds, summed over its fragments and inner glue: whole numbers, which
/// `Double` holds exactly up to 2⁵³, so that the search converts nothing.
struct LineContents {
  /// Available width, hangs included, less the natural width.
  var excess: Double
  var stretch: Double
  var shrink: Double
  var expandable: Double
}

/// The rules by which one pass fits lines, taken from the style once.
struct LineFitting {
  var steps: Double
  var step: Double
  /// Share of its letters by which all steps widen a line.
  var widening: Double
  /// Emergency stretch of this pass, 0 in others.
  var extraStretch: Double
  var isRagged: Bool
  var raggedStretch: Double
  /// Lines that nothing can fill are left short and judged by what they lack, without a ceiling: that spreads the
  /// white instead of heaping it on one line.
  var leavesShort: Bool

  init(_ style: LineBreakingStyle, extraStretch: Int32, leavesShort: Bool = false) {
    self.leavesShort = leavesShort
    let expands = !style.isRagged && style.expansionSteps > 0 && style.expansionStep > 0
    steps = expands ? Double(min(style.expansionSteps, 127)) : 0
    step = expands ? style.expansionStep : 0
    widening = steps * step
    self.extraStretch = Double(max(0, extraStretch))
    isRagged = style.isRagged
    raggedStretch = Double(max(1, style.raggedStretch))
  }

  /// The line cannot be brought within its measure.
  @inline(__always)
  func isTooLong(_ line: LineContents) -> Bool {
    if line.excess >= 0 { return false }
    if isRagged { return true }
    return line.excess + line.shrink + widening * line.expandable < 0
  }

  /// A line that is not too long, set to fill its measure.
  @inline(__always)
  func fill(_ line: LineContents) -> LineFit {
    if isRagged {
      return LineFit(expansion: 0, ratio: 0, badness: Self.badness(of: line.excess / raggedStretch))
    }
    let unit = step * line.expandable
    var left = line.excess
    var expansion = 0.0
    if unit > 0 {
      // To the nearest step, so that glue is left with half a step at most.
      // past all steps, as most loose lines are, nothing need be divided
      expansion = left >= steps * unit ? steps : Self.nearest(max(-steps, left / unit))
      left = line.excess - expansion * unit
      // Rounding must not leave an excess that the glue cannot shrink away.
      if left < 0 && -left > line.shrink && expansion > -steps {
        expansion -= 1
        left += unit
      }
    }
    if left == 0 { return LineFit(expansion: expansion, ratio: 0, badness: 0) }
    let shrinks = left < 0
    let glue = shrinks ? line.shrink : line.stretch
    // Rounding at the edge of `isTooLong`: never below -1.
    if shrinks && -left >= glue { return LineFit(expansion: expansion, ratio: -1, badness: Self.badness(of: 1)) }
    if leavesShort && left > LineBreakingStyle.widestRatio * glue { return short(by: left, glue, expansion: expansion) }
    // Without glue the line stays short, whatever the emergency.
    if glue <= 0 { return LineFit(expansion: expansion, ratio: 0, badness: LineFit.largestBadness) }
    let ratio = left / glue
    // nor does an emergency make a gap of a space
    let isPlain = shrinks || extraStretch == 0 || ratio > LineBreakingStyle.widestRatio
    let judged = isPlain ? abs(ratio) : left / (glue + extraStretch)
    return LineFit(expansion: expansion, ratio: ratio, badness: Self.badness(of: judged))
  }

  /// A line whose glue cannot take what is left: an em at an edge without glue is let pass as on a ragged one.
  private func short(by left: Double, _ glue: Double, expansion: Double) -> LineFit {
    let lack = left / raggedStretch
    if glue <= 0 && lack <= 1.0 / 3 {
      return LineFit(expansion: expansion, ratio: 0, badness: Self.badness(of: lack))
    }
    return LineFit(expansion: 0, ratio: 0, badness: LineFit.shortBadness * (1 + min(lack, 20)), isShort: true)
  }

  /// A last or forced line that is not too long: natural unless it must shrink.
  @inline(__always)
  func end(_ line: LineContents) -> LineFit {
    line.excess < 0 ? fill(line) : LineFit(expansion: 0, ratio: 0, badness: 0)
  }

  /// 100 times the cube of a ratio, which is not negative, to the nearest whole number.
  @inline(__always)
  static func badness(of ratio: Double) -> Double {
    // 10³ = largestBadness / 100.
    ratio < 10 ? nearest(100 * ratio * ratio * ratio) : LineFit.largestBadness
  }

  /// `rounded()` of less than 2⁵¹, which x86 before SSE 4.1 has no instruction for: a
  /// Double at 2⁵² has no fraction, the sum rounds to even, and halves are put right.
  @inline(__always)
  private static func nearest(_ value: Double) -> Double {
    let even = (value + 0x1.8p52) - 0x1.8p52
    let rest = value - even
    if rest == 0.5 && value > 0 { return even + 1 }
    if rest == -0.5 && value < 0 { return even - 1 }
    return even
  }
}

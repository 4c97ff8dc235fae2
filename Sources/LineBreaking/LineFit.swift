/// How one line is set: expansion first, glue with what is left.
///
/// Font expansion takes part as in pdfTeX (Hàn Thế Thành, Micro-typographic
/// extensions to the TeX typesetting system, 2000, ch. 4), but the glue is judged
/// by what the chosen step really leaves, not by an estimate of half a step.
struct LineFit {
  /// Steps of expansion, negative for narrower.
  var expansion: Int
  /// Share of the stretch (positive) or shrink (negative) that the glue takes.
  var ratio: Double
  /// Whole number; 100 |ratio|³ rounded (tex.web §108), at most `largestBadness`.
  var badness: Double

  /// Past this all lines are equally bad: a space six times as wide as natural
  /// where stretch is half of it. TeX stops at 10,000 (§108); going on lets the
  /// last resort spread its white instead of heaping it on one line.
  static let largestBadness = 100_000.0

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
    ratio < 0
      ? (badness > 12 ? Fitness.tight : Fitness.decent)
      : badness > 99 ? Fitness.veryLoose : badness > 12 ? Fitness.loose : Fitness.decent
  }
}

enum Fitness {
  static let veryLoose: UInt8 = 0
  static let loose: UInt8 = 1
  static let decent: UInt8 = 2
  static let tight: UInt8 = 3
}

/// What a line holds, summed over its fragments and inner glue.
struct LineContents {
  /// Available width, hangs included, less the natural width.
  var excess: Int
  var stretch: Int
  var shrink: Int
  var expandable: Int
}

/// The rules by which one pass fits lines, taken from the style once.
struct LineFitting {
  var steps: Double
  var step: Double
  /// Emergency stretch of this pass, 0 in others.
  var extraStretch: Double
  var isRagged: Bool
  var raggedStretch: Double

  init(_ style: LineBreakingStyle, extraStretch: Int32) {
    let expands = !style.isRagged && style.expansionSteps > 0 && style.expansionStep > 0
    steps = expands ? Double(min(style.expansionSteps, 127)) : 0
    step = expands ? style.expansionStep : 0
    self.extraStretch = Double(max(0, extraStretch))
    isRagged = style.isRagged
    raggedStretch = Double(max(1, style.raggedStretch))
  }

  /// The line cannot be brought within its measure.
  @inline(__always)
  func isTooLong(_ line: LineContents) -> Bool {
    if line.excess >= 0 { return false }
    if isRagged { return true }
    return Double(line.excess) + Double(line.shrink) + steps * step * Double(line.expandable) < 0
  }

  /// A line that is not too long, set to fill its measure.
  @inline(__always)
  func fill(_ line: LineContents) -> LineFit {
    let excess = Double(line.excess)
    if isRagged {
      return LineFit(expansion: 0, ratio: 0, badness: Self.badness(of: excess, reach: raggedStretch))
    }
    let unit = step * Double(line.expandable)
    var left = excess
    var expansion = 0.0
    if unit > 0 {
      // To the nearest step, so that glue is left with half a step at most.
      expansion = min(steps, max(-steps, (excess / unit).rounded()))
      left = excess - expansion * unit
      // Rounding must not leave an excess that the glue cannot shrink away.
      if left < 0 && -left > Double(line.shrink) && expansion > -steps {
        expansion -= 1
        left += unit
      }
    }
    if left < 0 {
      let shrink = Double(line.shrink)
      // The guard catches rounding at the edge of `isTooLong`: never below -1.
      let ratio = -left < shrink ? left / shrink : -1
      return LineFit(expansion: Int(expansion), ratio: ratio, badness: Self.badness(of: -ratio, reach: 1))
    }
    let stretch = Double(line.stretch)
    if left == 0 { return LineFit(expansion: Int(expansion), ratio: 0, badness: 0) }
    // Without glue the line stays short, whatever the emergency.
    if stretch <= 0 { return LineFit(expansion: Int(expansion), ratio: 0, badness: LineFit.largestBadness) }
    return LineFit(
      expansion: Int(expansion), ratio: left / stretch,
      badness: Self.badness(of: left, reach: stretch + extraStretch))
  }

  /// A last or forced line that is not too long: natural unless it must shrink.
  @inline(__always)
  func end(_ line: LineContents) -> LineFit {
    line.excess < 0 ? fill(line) : LineFit(expansion: 0, ratio: 0, badness: 0)
  }

  @inline(__always)
  static func badness(of amount: Double, reach: Double) -> Double {
    let ratio = amount / reach
    // 10³ = largestBadness / 100.
    if ratio >= 10 { return LineFit.largestBadness }
    return (100 * ratio * ratio * ratio + 0.5).rounded(.down)
  }
}

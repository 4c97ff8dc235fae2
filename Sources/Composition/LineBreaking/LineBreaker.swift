/// Breaks paragraphs into lines, each paragraph as a whole.
///
/// Knuth & Plass, Breaking paragraphs into lines (1981), with tex.web §813–890 for
/// the details and font expansion after pdfTeX (`LineFit`). Departures:
/// - Boxes, glue and penalties come as `Fragment`s; margin kerning widens a line.
/// - The limit on hyphens in a row is part of the state, so it is kept exactly.
/// - Asked for other line counts, the search keeps the best way to each break for
///   every line number (TeX's `\looseness` finds one such count).
/// - Nothing is left past the measure as long as any break prevents it: the last
///   resort stretches without limit.
///
/// Keep one breaker and use it for many paragraphs: its buffers stay allocated.
/// Cost is linear in the number of fragments. The same input gives the same
/// breaks: of two ways to a break with equal demerits the one whose last line
/// begins earlier wins, then (where line numbers are kept) the one with fewer
/// lines, then the one with fewer hyphens in a row, then the looser.
package struct LineBreaker: ~Copyable {
  package let style: LineBreakingStyle
  /// Badness that a line may have in settings of other line counts than the natural
  /// one; never below the style's tolerance. Larger finds more of them, with looser lines.
  package var variantTolerance = 0 {
    didSet { variantLimits = ToleranceLimits(max(style.tolerance, variantTolerance)) }
  }
  /// Demerits beyond the natural setting's from which on a setting of another line count is of no use.
  package var variantDemerits = Double.infinity
  /// Lines looked at since the breaker was made: the unit of its running time.
  package internal(set) var evaluations = 0

  /// Of the first pass, of the others, and of variants.
  let plainLimits: ToleranceLimits
  let limits: ToleranceLimits
  private(set) var variantLimits: ToleranceLimits

  // Buffers of the search, kept from paragraph to paragraph.
  var nodes: [Node] = []
  var starts: [LineStart] = []
  var table: [Slot] = []
  var remaining: [RemainingLines.Bounds] = []
  var riversAbove: [RiverSpace] = []
  var riversHere: [RiverSpace] = []
  /// From so many nodes on those are left that lead nowhere, before room is made for more.
  package var crowd = 1 << 16

  package init(style: LineBreakingStyle = LineBreakingStyle()) {
    var style = style
    style.maximumHyphenRun = min(max(style.maximumHyphenRun, 0), 100)
    self.style = style
    plainLimits = ToleranceLimits(style.plainTolerance)
    limits = ToleranceLimits(style.tolerance)
    variantLimits = limits
  }

  /// One pass over the given fragments within the tolerance.
  ///
  /// Gives the best setting and the best for each line count in `offsets` from it
  /// that is feasible, fewest lines first; nothing when no setting is within bounds.
  /// `offsets` always counts as holding 0. Each is the optimum for its count; in a
  /// paragraph of more than `exactLineCount` lines, among settings that never
  /// run further ahead of or behind the natural one than `band` lines.
  package mutating func settings(
    of fragments: [Fragment], shape: LineShape, offsets: ClosedRange<Int> = 0...0
  ) -> [ParagraphSetting] {
    guard !fragments.isEmpty else { return [ParagraphSetting.empty] }
    let offsets = offsets.clamped(to: Self.offsetLimits)
    let survey = TextSurvey(fragments)
    guard let found = solve(fragments, survey, shape: shape, offsets: offsets, rules: rules(for: .plain)) else {
      return []
    }
    return (found.variants + [found.natural]).sorted { $0.lines.count < $1.lines.count }
  }

  /// Breaks a paragraph in up to three passes and, should all fail, without bounds.
  ///
  /// `hyphenated` gives the same paragraph with its hyphenation points; it is called
  /// at most once and only when the plain fragments have no setting within the
  /// tolerance that ends in a full enough line, or a line count asked for
  /// can only be reached with hyphens. An empty array from it means that there
  /// are none. The result's indexes refer to the array that `Choice.usesHyphenated` names.
  package mutating func breakParagraph<Failure: Error>(
    plain: [Fragment], shape: LineShape, offsets: ClosedRange<Int> = 0...0,
    hyphenated: () throws(Failure) -> [Fragment]
  ) throws(Failure) -> ParagraphBreaks {
    guard style.secondLookDemerits > 0, !style.isRagged else {
      return try firstLook(plain: plain, shape: shape, offsets: offsets, hyphenated: hyphenated)
    }
    var divided: [Fragment]?
    var breaks = try firstLook(plain: plain, shape: shape, offsets: offsets) { () throws(Failure) in
      let made = try hyphenated()
      divided = made
      return made
    }
    try mend(&breaks, plain: plain, divided: divided, shape: shape, hyphenated: hyphenated)
    return breaks
  }

  private mutating func firstLook<Failure: Error>(
    plain: [Fragment], shape: LineShape, offsets: ClosedRange<Int>, hyphenated: () throws(Failure) -> [Fragment]
  ) throws(Failure) -> ParagraphBreaks {
    guard !plain.isEmpty else {
      return ParagraphBreaks(
        natural: .init(setting: .empty, pass: .plain, usesHyphenated: false), variants: [])
    }
    let offsets = offsets.clamped(to: Self.offsetLimits)
    let plainLimit = style.plainDemerits > 0 ? Double(style.plainDemerits) : Cost.extraHyphen
    var plainRules = rules(for: .plain)
    // all that costs more is left to hyphens
    plainRules.mostDemerits = plainLimit
    let plainSurvey = TextSurvey(plain)
    if let undivided = solve(plain, plainSurvey, shape: shape, offsets: offsets, rules: plainRules),
      undivided.natural.demerits < plainLimit
    {
      var breaks = paragraphBreaks(undivided, pass: .plain, usesHyphenated: false)
      // other line counts may be had cheaper with hyphens
      breaks.variants.removeAll { $0.setting.demerits >= plainLimit }
      let missing = plausibleCounts(
        of: plainSurvey, shape: shape, natural: breaks.natural.lineCount, offsets: offsets,
        rules: rules(for: .plain, limits: variantLimits)
      ).filter { breaks.choice(lineCount: $0) == nil }
      if !missing.isEmpty {
        let divided = try hyphenated()
        let usesHyphenated = !divided.isEmpty
        addVariants(
          missing, to: &breaks, of: usesHyphenated ? divided : plain,
          usesHyphenated ? TextSurvey(divided) : plainSurvey, shape: shape, usesHyphenated: usesHyphenated)
      }
      return breaks
    }
    let divided = try hyphenated()
    let usesHyphenated = !divided.isEmpty
    let fragments = usesHyphenated ? divided : plain
    let survey = usesHyphenated ? TextSurvey(divided) : plainSurvey
    var runt: ParagraphBreaks?
    for pass in [ParagraphBreaks.Pass.hyphenated, .emergency] {
      if pass == .emergency && (style.emergencyStretch <= 0 || style.isRagged) { continue }
      guard let found = solve(fragments, survey, shape: shape, offsets: offsets, rules: rules(for: pass)) else {
        continue
      }
      var breaks = paragraphBreaks(found, pass: pass, usesHyphenated: usesHyphenated)
      if found.natural.demerits < Cost.extraHyphen {
        if variantTolerance > style.tolerance {
          let wide = rules(for: .hyphenated, limits: variantLimits)
          let missing = plausibleCounts(
            of: survey, shape: shape, natural: breaks.natural.lineCount, offsets: offsets, rules: wide
          ).filter { breaks.choice(lineCount: $0) == nil }
          addVariants(missing, to: &breaks, of: fragments, survey, shape: shape, usesHyphenated: usesHyphenated)
        }
        return breaks
      }
      runt = runt ?? breaks
    }
    let last = lastResort(fragments, survey, shape: shape, offsets: offsets, usesHyphenated: usesHyphenated)
    // Where no breaks avoid the runt, or avoiding it breaks something worse, the
    // mildest pass has the best of them.
    if let runt, last.natural.setting.demerits >= runt.natural.setting.demerits { return runt }
    if let runt, last.natural.setting.demerits >= Cost.runt { return runt }
    return last
  }

  /// Every paragraph has a setting here: white without limit, then hyphens in a
  /// row, runts, breaks where none belongs, at the very last a line past the measure.
  private mutating func lastResort(
    _ fragments: [Fragment], _ survey: TextSurvey, shape: LineShape, offsets: ClosedRange<Int>, usesHyphenated: Bool
  ) -> ParagraphBreaks {
    var rules = rules(for: .lastResort)
    var found = solve(fragments, survey, shape: shape, offsets: offsets, rules: rules)
    if found.map({ $0.natural.demerits >= Cost.pastMeasure }) ?? true {
      rules.breaksAnywhere = true
      found = solve(fragments, survey, shape: shape, offsets: offsets, rules: rules) ?? found
    }
    let fallback = Solution(natural: unbroken(fragments, shape: shape), variants: [])
    return paragraphBreaks(found ?? fallback, pass: .lastResort, usesHyphenated: usesHyphenated)
  }

  /// Adds settings for line counts that the first search did not reach: with hyphens,
  /// and as loose as `variantTolerance` allows.
  private mutating func addVariants(
    _ missing: [Int], to breaks: inout ParagraphBreaks, of divided: [Fragment], _ survey: TextSurvey, shape: LineShape,
    usesHyphenated: Bool
  ) {
    guard let low = missing.min(), let high = missing.max(), !divided.isEmpty else { return }
    let naturalCount = breaks.natural.lineCount
    var window = LineWindow(missing, natural: naturalCount)
    if naturalCount > Self.exactLineCount {
      // The natural setting's ends count plain fragments; the band needs the divided ones.
      guard let found = solve(divided, survey, shape: shape, offsets: 0...0, rules: rules(for: .hyphenated)) else {
        return
      }
      let ends = found.natural.lines.map(\.end)
      window.naturalEnds = ends
      window.band = max(high - naturalCount, naturalCount - low) + abs(ends.count - naturalCount) + Self.band
    }
    var rules = rules(for: .hyphenated, limits: variantLimits)
    rules.window = window
    rules.keepsLineNumbers = true
    rules.mostDemerits = min(breaks.natural.setting.demerits + variantDemerits, Cost.extraHyphen)
    guard let last = search(divided, survey, shape: shape, rules: rules) else { return }
    for count in missing {
      guard let node = best(of: last, lineCount: count), nodes[node].demerits < Cost.extraHyphen
      else { continue }
      let setting = setting(endingAt: node, of: divided, shape: shape, rules: rules)
      breaks.variants.append(.init(setting: setting, pass: .hyphenated, usesHyphenated: usesHyphenated))
    }
    breaks.variants.sort { $0.lineCount < $1.lineCount }
  }

  private func paragraphBreaks(
    _ found: Solution, pass: ParagraphBreaks.Pass, usesHyphenated: Bool
  ) -> ParagraphBreaks {
    // No variant brings in a runt, a third hyphen in a row or worse.
    let limit = max(Cost.extraHyphen, found.natural.demerits)
    return ParagraphBreaks(
      natural: .init(setting: found.natural, pass: pass, usesHyphenated: usesHyphenated),
      variants: found.variants.filter { $0.demerits < limit }.map {
        .init(setting: $0, pass: pass, usesHyphenated: usesHyphenated)
      })
  }
}

extension ParagraphSetting {
  /// A paragraph with nothing in it.
  static let empty = ParagraphSetting(lines: [], demerits: 0, loosest: 1)
}

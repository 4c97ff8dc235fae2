import LineBreaking
import Testing

@Suite("Whole paragraphs")
struct PropertyTests {
  static let measure: Int32 = 306 * 1024
  /// Random words are longer and more uneven than prose: one pass without hyphens
  /// needs room.
  static var lenient: LineBreakingStyle {
    var style = LineBreakingStyle()
    style.plainTolerance = 2000
    return style
  }

  @Test("lines give back the paragraph, fill the measure and never pass it", arguments: [11, 12, 13] as [UInt64])
  func lines(seed: UInt64) {
    var dice = Dice(seed: seed)
    var breaker = LineBreaker()
    for _ in 0..<150 {
      let count = Int.random(in: 1...200, using: &dice)
      let measure = Int32.random(in: 60...320, using: &dice) * 1024
      let shape = LineShape(first: [measure - 12_000], rest: measure)
      let text = dice
      let plain = prose(words: count, hyphens: false, dice: &dice)
      var again = text
      let divided = prose(words: count, hyphens: true, dice: &again)
      let breaks = breaker.breakParagraph(plain: plain, shape: shape, offsets: -2...2) { divided }
      for choice in [breaks.natural] + breaks.variants {
        let fragments = choice.usesHyphenated ? divided : plain
        let ends = choice.setting.lines.map { Int($0.end) }
        #expect(ends.last == fragments.count, "seed \(seed)")
        #expect(zip([0] + ends, ends).allSatisfy { $0 < $1 }, "seed \(seed)")
        let lines = shown(choice.setting, fragments, shape, step: breaker.style.expansionStep)
        for (line, broken) in zip(lines, choice.setting.lines) {
          #expect(broken.ratio >= -1)
          #expect(line.width <= line.room + 1, "seed \(seed)")
          if !line.isLast && line.hasGlue && !broken.isShort { #expect(abs(line.width - line.room) <= 1, "seed \(seed)") }
        }
        for index in lines.indices.dropFirst(2) {
          #expect(
            !lines[index - 2...index].allSatisfy(\.endsInHyphen) || choice.pass == .lastResort, "seed \(seed)")
        }
        if lines.count > 1, let last = lines.last {
          #expect(last.width >= Double(breaker.style.minimumLastLine) - 2000, "seed \(seed)")
        }
      }
      let counts = breaks.variants.map(\.lineCount)
      #expect(counts == counts.sorted() && !counts.contains(breaks.natural.lineCount))
      #expect(counts.allSatisfy { abs($0 - breaks.natural.lineCount) <= 2 })
    }
  }

  @Test("ways that lead nowhere may be left on the way", arguments: [51, 52, 53] as [UInt64])
  func deadEnds(seed: UInt64) {
    var dice = Dice(seed: seed)
    for round in 0..<12 {
      let fragments = OracleTests.fragments(Int.random(in: 200...3000, using: &dice), dice: &dice)
      let measure = Int32.random(in: 60...320, using: &dice) * 1024
      let shape = LineShape(first: round % 3 == 0 ? [measure / 2, measure - 9000] : [], rest: measure)
      var all = LineBreaker(style: PropertyTests.lenient)
      var few = LineBreaker(style: PropertyTests.lenient)
      few.crowd = 1
      let offsets = round % 2 == 0 ? 0...0 : -2...2
      let expected = all.breakParagraph(plain: fragments, shape: shape, offsets: offsets) { [] }
      let breaks = few.breakParagraph(plain: fragments, shape: shape, offsets: offsets) { [] }
      #expect(breaks == expected, "seed \(seed), round \(round)")
      let settings = few.settings(of: fragments, shape: shape, offsets: offsets)
      #expect(settings == all.settings(of: fragments, shape: shape, offsets: offsets), "seed \(seed), round \(round)")
      #expect(few.evaluations == all.evaluations)
    }
  }

  @Test("a setting in more or fewer lines is the best there is in so many", arguments: [0, 11_025])
  func otherCounts(plainDemerits: Int) {
    var dice = Dice(seed: 41)
    var style = LineBreakingStyle()
    style.plainDemerits = plainDemerits
    style.stretchDemerits = 10_000
    style.shrinkDemerits = 8_000
    var breaker = LineBreaker(style: style)
    breaker.variantTolerance = 1_200
    // the same by one search that follows all ways
    style.plainTolerance = 1_200
    style.plainDemerits = 0
    var thorough = LineBreaker(style: style)
    var compared = 0
    for _ in 0..<200 {
      let count = Int.random(in: 8...250, using: &dice)
      let shape = LineShape(first: [Self.measure - 12_000], rest: Self.measure)
      let text = dice
      let plain = prose(words: count, hyphens: false, dice: &dice)
      var again = text
      let divided = prose(words: count, hyphens: true, dice: &again)
      let breaks = breaker.breakParagraph(plain: plain, shape: shape, offsets: -2...2) { divided }
      guard breaks.natural.pass <= .hyphenated else { continue }
      let all = thorough.settings(of: divided, shape: shape, offsets: -12...12)
      for lines in breaks.natural.lineCount - 2...breaks.natural.lineCount + 2 where lines != breaks.natural.lineCount {
        // none that is a runt or has a third hyphen in a row
        let best = all.first { $0.lines.count == lines && $0.demerits < 1e13 }
        let found = breaks.choice(lineCount: lines)
        #expect((found == nil) == (best == nil), "\(count) words in \(lines) lines")
        guard let found, let best, found.pass == .hyphenated else { continue }
        if breaks.natural.pass == .plain { #expect(found.setting == best) }
        #expect(found.setting.demerits >= best.demerits)
        compared += 1
      }
    }
    #expect(compared > 50)
  }

  @Test("two runs and a breaker that was used before give equal settings")
  func repeats() {
    var dice = Dice(seed: 21)
    let fragments = prose(words: 300, hyphens: true, dice: &dice)
    let shape = LineShape(rest: Self.measure)
    var used = LineBreaker()
    _ = used.settings(of: prose(words: 50, hyphens: true, dice: &dice), shape: shape, offsets: -2...2)
    var fresh = LineBreaker()
    let first = used.settings(of: fragments, shape: shape, offsets: -2...2)
    #expect(first == fresh.settings(of: fragments, shape: shape, offsets: -2...2))
    #expect(!first.isEmpty)
  }

  @Test("the work grows with the length, not faster", arguments: [0...0, -2...2])
  func linear(offsets: ClosedRange<Int>) {
    var dice = Dice(seed: 31)
    var work: [Int] = []
    let fragments = prose(words: 100_000, hyphens: false, dice: &dice)
    for count in [10_000, 100_000] {
      var breaker = LineBreaker(style: Self.lenient)
      let settings = breaker.settings(
        of: Array(fragments.prefix(count)), shape: LineShape(rest: Self.measure), offsets: offsets)
      #expect(!settings.isEmpty)
      work.append(breaker.evaluations)
    }
    #expect(work[1] < work[0] * 11)
    #expect(work[1] < 100_000 * 60)
  }

  @Test("a long paragraph has variants for every count asked for")
  func longVariants() throws {
    var dice = Dice(seed: 41)
    let fragments = prose(words: 1500, hyphens: false, dice: &dice)
    var breaker = LineBreaker(style: Self.lenient)
    let shape = LineShape(rest: Self.measure)
    let natural = try #require(breaker.settings(of: fragments, shape: shape).first)
    let all = breaker.settings(of: fragments, shape: shape, offsets: -2...2)
    let count = natural.lines.count
    #expect(count > 50)
    #expect(all.map(\.lines.count) == Array(count - 2...count + 2))
    #expect(all.contains(natural))
    #expect(all.allSatisfy { $0.demerits >= natural.demerits })
  }

  @Test("A setting of another line count is left out only where it costs more than may be")
  func dearVariants() {
    var dice = Dice(seed: 43)
    var style = LineBreakingStyle()
    style.plainDemerits = 105 * 105
    style.stretchDemerits = 10_000
    style.shrinkDemerits = 8_000
    var breaker = LineBreaker(style: style)
    breaker.variantTolerance = 1_200
    var frugal = LineBreaker(style: style)
    frugal.variantTolerance = 1_200
    frugal.variantDemerits = 40_000
    var (kept, left) = (0, 0)
    for _ in 0..<100 {
      let count = Int.random(in: 20...150, using: &dice)
      let shape = LineShape(rest: Self.measure)
      let text = dice
      let plain = prose(words: count, hyphens: false, dice: &dice)
      var again = text
      let divided = prose(words: count, hyphens: true, dice: &again)
      let all = breaker.breakParagraph(plain: plain, shape: shape, offsets: -2...2) { divided }
      let some = frugal.breakParagraph(plain: plain, shape: shape, offsets: -2...2) { divided }
      #expect(some.natural == all.natural)
      #expect(some.variants.allSatisfy(all.variants.contains))
      let limit = all.natural.setting.demerits + frugal.variantDemerits
      for variant in all.variants where variant.setting.demerits < limit {
        #expect(some.variants.contains(variant))
        kept += 1
      }
      left += all.variants.count - some.variants.count
    }
    #expect(kept > 5 && left > 5)
  }
}

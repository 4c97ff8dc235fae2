import LineBreaking
import Testing

@Suite("Edges")
struct EdgeTests {
  let shape = LineShape(rest: 100_000)

  func broken(
    _ fragments: [Fragment], _ shape: LineShape? = nil, style: LineBreakingStyle = .init(),
    hyphenated: [Fragment] = []
  ) -> ParagraphBreaks {
    var breaker = LineBreaker(style: style)
    return breaker.breakParagraph(plain: fragments, shape: shape ?? self.shape, offsets: -2...2) { hyphenated }
  }

  @Test("an empty paragraph has no lines")
  func empty() {
    let breaks = broken([])
    #expect(breaks.natural.setting.lines.isEmpty)
    #expect(breaks.variants.isEmpty)
    var breaker = LineBreaker()
    #expect(breaker.settings(of: [], shape: shape).map(\.lines.count) == [0])
  }

  @Test("pieces without a space fill their lines as well as they can")
  func glueless() {
    let pieces = (0..<11).map { _ in Fragment(width: 30_000, joint: .open) }
    #expect(broken(pieces).natural.setting.lines.map(\.end) == [3, 6, 9, 11])
    // three short lines lack less than one of half the measure
    let uneven = [45_000, 45_000, 50_000, 60_000, 30_000, 40_000].map { Fragment(width: $0, joint: .open) }
    #expect(broken(uneven).natural.setting.lines.map(\.end) == [2, 3, 5, 6])
  }

  @Test("a line whose spaces would be over five times their width ends short, and says so")
  func short() {
    let lines = broken([word(20_000), word(20_000), word(99_000), word(20_000)]).natural.setting.lines
    #expect(lines.map(\.end) == [2, 3, 4])
    #expect(lines.map(\.isShort) == [true, false, false])
    #expect(lines[0].ratio == 0 && lines[0].expansion == 0)
  }

  @Test("a single fragment is one natural line, however wide or narrow", arguments: [1, 50_000, 100_000, 5_000_000])
  func single(width: Int32) {
    let breaks = broken([word(width)])
    #expect(breaks.natural.setting.lines.map(\.end) == [1])
    #expect(breaks.variants.isEmpty)
    if width <= 100_000 { #expect(breaks.natural.setting.lines[0].ratio == 0) }
  }

  @Test("a fragment wider than the measure stands alone")
  func wide() {
    let breaks = broken([word(40_000), word(150_000), word(40_000)])
    #expect(breaks.natural.setting.lines.map(\.end) == [1, 2, 3])
    #expect(breaks.natural.pass == .lastResort)
    #expect(breaks.natural.setting.lines[1].ratio == -1)
  }

  @Test("widths and measures at the ends of their range do not trap", arguments: [Int32.min, -1, 0, 1, Int32.max])
  func extremes(measure: Int32) {
    var odd = word(Int32.max)
    odd.leadingHang = Int32.min
    odd.trailingHang = Int32.max
    odd.penalty = Int16.min
    odd.breakWidth = Int32.max
    odd.joint = .hyphen
    odd.endsInHyphen = true
    let breaks = broken(
      [odd, word(Int32.min), odd, word(0), odd, odd, word(30_000)],
      LineShape(first: [measure, 0, -5], rest: measure))
    #expect(breaks.natural.setting.lines.last?.end == 7)
  }

  @Test("a no-break space and a closed joint break only where the line would pass the measure")
  func ties() {
    let tied = [word(40_000), word(20_000), word(38_000, joint: .tie), word(35_000), word(30_000)]
    let ends = broken(tied).natural.setting.lines.map(\.end)
    #expect(!ends.contains(3))
    let unbreakable = [word(60_000, joint: .tie), word(60_000, joint: .closed), word(60_000)]
    #expect(broken(unbreakable).natural.setting.lines.map(\.end) == [1, 2, 3])
  }

  @Test("a hyphen that is too wide does not end the search for what fits behind it")
  func wideHyphen() {
    let piece = Fragment(width: 45_000, joint: .hyphen, breakWidth: 9000, penalty: 50, endsInHyphen: true)
    let breaks = broken([word(48_000), piece, word(3000)])
    #expect(breaks.natural.setting.lines.map(\.end) == [3])
    #expect(breaks.natural.pass == .plain)
  }

  @Test("a forced line end is set like a last line")
  func forced() {
    let breaks = broken([word(20_000), word(20_000, joint: .forced), word(30_000), word(40_000)])
    #expect(breaks.natural.setting.lines.map(\.end) == [2, 4])
    #expect(breaks.natural.setting.lines.allSatisfy { $0.ratio == 0 && $0.expansion == 0 })
    #expect(breaks.natural.setting.demerits == 200)
    #expect(breaks.natural.pass == .plain)
  }

  @Test("expansion takes the shortfall before the glue does")
  func expansion() throws {
    // 1 % short: three steps of 0.4 % come nearest, and the glue gives back the rest.
    let line = [word(40_000), word(30_000), word(21_500, joint: .space), word(60_000), word(60_000)]
    let natural: Double = 91_500 + 2 * 2816
    let shape = LineShape(first: [Int32(natural + 1000)], rest: 200_000)
    let first = try #require(broken(line, shape).natural.setting.lines.first)
    #expect(first.end == 3)
    #expect(first.expansion == 3)
    #expect(abs(Double(first.ratio) - (1000 - 3 * 0.004 * 91_500) / (2 * 939)) < 1e-6)
    var style = LineBreakingStyle()
    style.expansionSteps = 0
    let rigid = try #require(broken(line, shape, style: style).natural.setting.lines.first)
    #expect(rigid.expansion == 0)
    #expect(abs(Double(rigid.ratio) - 1000.0 / (2 * 1408)) < 1e-6)
  }

  @Test("a last line is natural, shrinks when it must and is filled when a hair short")
  func lastLine() throws {
    let natural: Int32 = 90_000 + 2816
    let line = [word(50_000), word(40_000)]
    let roomy = try #require(broken(line, LineShape(rest: natural + 5000)).natural.setting.lines.first)
    #expect(roomy.ratio == 0 && roomy.expansion == 0)
    let tight = try #require(broken(line, LineShape(rest: natural - 2500)).natural.setting.lines.first)
    #expect(tight.expansion == -5 && tight.ratio < 0)
    let nearly = [LineShape(rest: natural + 700), LineShape(rest: natural)]
    for shape in nearly {
      let setting = broken(line, shape).natural.setting
      let shownLine = try #require(shown(setting, line, shape, step: 0.004).first)
      #expect(abs(shownLine.width - shownLine.room) < 1)
    }
  }

  @Test("a runt is avoided while there is any other way")
  func runt() {
    // Natural breaks leave 6,000 units alone on the last line.
    var line = (0..<8).map { _ in word(22_800) }
    line.append(word(6000))
    var style = LineBreakingStyle()
    style.minimumLastLine = 0
    let loose = broken(line, style: style)
    #expect(loose.natural.setting.lines.map(\.end) == [4, 8, 9])
    style.minimumLastLine = 12_000
    let kept = broken(line, style: style)
    #expect(kept.natural.setting.lines.map(\.end).dropLast().last == 7)
    #expect(kept.natural.setting.loosest > 2)
    // Nothing else fits here: the mildest pass that has breaks keeps its runt.
    let forced = broken([word(97_000), word(6000)], style: style)
    #expect(forced.natural.setting.lines.map(\.end) == [1, 2])
  }

  @Test("a line stretched past its stretchability costs its own price, others none")
  func looseLine() {
    // "one two" stretches to 1.6 of its spaces' stretch on any way to break it
    let loose = [word(46_000), word(46_000), word(60_000)]
    let shape = LineShape(rest: 98_000)
    var style = LineBreakingStyle()
    style.expansionSteps = 0
    let plain = broken(loose, shape, style: style).natural.setting
    style.looseDemerits = 7000
    let priced = broken(loose, shape, style: style).natural.setting
    let tooLoose = plain.lines.count { $0.ratio > 1 }
    #expect(tooLoose > 0)
    #expect(priced.demerits - plain.demerits == 7000 * Double(tooLoose))
    let easy = broken(loose, LineShape(rest: 95_000), style: style).natural.setting
    style.looseDemerits = 0
    #expect(easy == broken(loose, LineShape(rest: 95_000), style: style).natural.setting)
  }

  @Test("hyphens are asked for only when the plain words do not fit")
  func lazy() {
    var dice = Dice(seed: 5)
    let shape = LineShape(rest: 306 * 1024)
    var breaker = LineBreaker()
    let plain = prose(words: 90, hyphens: false, dice: &dice)
    var calls = 0
    let easy = breaker.breakParagraph(plain: plain, shape: shape) {
      calls += 1
      return plain
    }
    #expect(easy.natural.pass == .plain && calls == 0)
    let half = Fragment(
      width: 40_000, joint: .hyphen, breakWidth: 4000, penalty: 50, endsInHyphen: true)
    let hard = breaker.breakParagraph(
      plain: [word(30_000), word(80_000), word(30_000)], shape: LineShape(rest: 80_000)
    ) {
      calls += 1
      return [word(30_000), half, word(40_000), word(30_000)]
    }
    #expect(calls == 1)
    #expect(hard.natural.pass == .hyphenated && hard.natural.usesHyphenated)
    #expect(hard.natural.setting.lines.first?.end == 2)
    #expect(hard.natural.setting.lines.first?.showsHyphen == true)
  }

  @Test("no more hyphens in a row than allowed, unless nothing else fits")
  func hyphenRuns() {
    // Every line must end inside a word: the only joints are hyphens.
    let piece = Fragment(width: 48_000, joint: .hyphen, breakWidth: 3000, penalty: 50, endsInHyphen: true)
    let forced = broken(Array(repeating: piece, count: 10) + [word(48_000)])
    #expect(forced.natural.pass == .lastResort)
    #expect(forced.natural.setting.lines.count == 6)
  }

  @Test("ragged lines keep their natural glue and stay inside the measure")
  func ragged() {
    var dice = Dice(seed: 8)
    var style = LineBreakingStyle()
    style.isRagged = true
    let fragments = prose(words: 120, hyphens: false, dice: &dice)
    let shape = LineShape(rest: 200_000)
    let setting = broken(fragments, shape, style: style).natural.setting
    #expect(setting.lines.allSatisfy { $0.ratio == 0 && $0.expansion == 0 })
    #expect(setting.loosest == 1)
    #expect(shown(setting, fragments, shape, step: 0).allSatisfy { $0.width <= $0.room })
  }

  @Test("characters without spaces are spread by their own glue")
  func ideographs() {
    let fragments = (0..<95).map { _ in
      Fragment(width: 11_264, expandable: 0, joint: .open, stretch: 600, shrink: 0)
    }
    let shape = LineShape(rest: 306 * 1024)
    let setting = broken(fragments, shape).natural.setting
    #expect(setting.lines.map(\.end) == [27, 54, 81, 95])
    for line in shown(setting, fragments, shape, step: 0.004).dropLast() { #expect(abs(line.width - line.room) < 1) }
  }

  @Test("white that cannot be avoided is spread, not heaped")
  func lastResort() {
    let fragments = (0..<12).map { _ in word(36_000) }
    let setting = broken(fragments).natural.setting
    #expect(setting.lines.map(\.end) == [2, 4, 6, 8, 10, 12])
    #expect(setting.loosest > 2)
  }
}

import LineBreaking
import Testing

@Suite("A second look at paragraphs")
struct SecondLookTests {
  /// Spaces of each line from the measure's leading edge, found from the fragments alone.
  private func spaces(_ setting: ParagraphSetting, _ fragments: [Fragment], _ style: LineBreakingStyle)
    -> [[ClosedRange<Double>]]
  {
    var from = 0
    return setting.lines.map { line in
      var x = -Double(fragments[from].leadingHang)
      var found: [ClosedRange<Double>] = []
      for index in from..<Int(line.end) - 1 {
        let fragment = fragments[index]
        let scale = 1 + style.expansionStep * Double(line.expansion)
        x += Double(fragment.expandable) * scale + Double(fragment.width - fragment.expandable)
        let glue = Double(line.ratio) * Double(line.ratio < 0 ? fragment.shrink : fragment.stretch)
        if fragment.space > 0 { found.append(x...x + Double(fragment.space) + glue) }
        x += Double(fragment.space) + glue
      }
      from = Int(line.end)
      return found
    }
  }

  /// Whether some space goes on through five lines.
  private func hasRiver(_ lines: [[ClosedRange<Double>]]) -> Bool {
    func length(_ line: Int, _ space: ClosedRange<Double>) -> Int {
      guard line + 1 < lines.count else { return 1 }
      let below = lines[line + 1].filter {
        let shared = min($0.upperBound, space.upperBound) - max($0.lowerBound, space.lowerBound)
        return 2 * shared >= min($0.upperBound - $0.lowerBound, space.upperBound - space.lowerBound)
      }
      return 1 + (below.map { length(line + 1, $0) }.max() ?? 0)
    }
    return lines.indices.contains { line in lines[line].contains { length(line, $0) >= 5 } }
  }

  private func broken(_ fragments: [Fragment], _ style: LineBreakingStyle, offsets: ClosedRange<Int> = 0...0)
    -> ParagraphBreaks
  {
    var breaker = LineBreaker(style: style)
    return breaker.breakParagraph(plain: fragments, shape: LineShape(rest: 300_000), offsets: offsets) { fragments }
  }

  /// Words of few widths, so that their spaces often stand below each other.
  private func even(words: Int, dice: inout Dice) -> [Fragment] {
    (0..<words).map { _ in word([18_000, 24_000, 24_000, 37_000].randomElement(using: &dice)!) }
  }

  @Test("of rivers that another break ends few are left, in as many lines")
  func rivers() {
    var dice = Dice(seed: 71)
    var (before, after) = (0, 0)
    for round in 0..<120 {
      let text = even(words: 90, dice: &dice)
      var style = LineBreakingStyle()
      (style.tolerance, style.plainTolerance) = (1000, 1000)
      let plain = broken(text, style)
      style.secondLookDemerits = 400_000
      let looked = broken(text, style)
      let hadRiver = hasRiver(spaces(plain.natural.setting, text, style))
      before += hadRiver ? 1 : 0
      after += hasRiver(spaces(looked.natural.setting, text, style)) ? 1 : 0
      #expect(looked.natural.lineCount == plain.natural.lineCount)
      #expect(looked.natural.setting.demerits <= plain.natural.setting.demerits + 400_000)
      #expect(hadRiver || looked == plain, "round \(round): what has none stays as it is")
    }
    #expect(before > 10 && after * 4 < before, "\(before) with a river, then \(after)")
  }

  @Test("three lines in a row that begin alike, and lines that do in two words, are broken otherwise")
  func stacks() {
    var dice = Dice(seed: 72)
    var (before, after) = (0, 0)
    func stacks(_ setting: ParagraphSetting, _ text: [Fragment]) -> Int {
      let heads = [0] + setting.lines.dropLast().map { Int($0.end) }
      return heads.indices.dropFirst(2).count {
        text[heads[$0]].head == text[heads[$0 - 1]].head && text[heads[$0]].head == text[heads[$0 - 2]].head
      }
    }
    for _ in 0..<200 {
      var text = prose(words: 90, hyphens: false, dice: &dice)
      for index in text.indices { text[index].head = UInt32.random(in: 300...303, using: &dice) }
      var style = LineBreakingStyle()
      style.tolerance = 1000
      style.plainTolerance = 1000
      before += stacks(broken(text, style).natural.setting, text)
      style.secondLookDemerits = 400_000
      after += stacks(broken(text, style).natural.setting, text)
    }
    #expect(before > 10 && after * 2 < before, "\(before), then \(after)")
  }

  @Test("variants are looked at as well, and nothing is where the rest of a long paragraph would be")
  func variants() throws {
    var dice = Dice(seed: 73)
    let text = prose(words: 120, hyphens: true, dice: &dice)
    var style = LineBreakingStyle()
    style.secondLookDemerits = 400_000
    let found = broken(text, style, offsets: -2...2)
    for choice in [found.natural] + found.variants {
      #expect(Int(choice.setting.lines.last?.end ?? 0) == text.count)
    }
    let long = prose(words: 6_000, hyphens: true, dice: &dice)
    #expect(Int(try #require(broken(long, style).natural.setting.lines.last).end) == long.count)
  }
}

/// What the whole file is like; every later decision leans on it.
struct PlainTextProfile {
  enum Layout { case wrapped, paragraphs }

  var layout = Layout.wrapped
  /// Columns that wrapped lines run to.
  var wrapWidth = 72
  /// Most lines end before they are full: a book of verse.
  var isVerse = false
  /// An indented line opens a paragraph although no blank line stands before it.
  var opensByIndent = false
  /// Indent that most lines share (UDHR: 6); less than that is noise.
  var baseIndent = 0

  /// How many columns a line may lack before it counts as ended early.
  var slack: Int { max(3, wrapWidth / 12) }
}

extension PlainTextSource {
  /// Columns of the line's first word: what did not fit the line before.
  func firstWordWidth(_ i: Int) -> Int {
    var k = Int(lines[i].start)
    // Chinese and Japanese may part anywhere
    if (0xE3...0xE9).contains(file.text[k]) { return 2 }
    let end = Int(lines[i].end)
    if end - k >= 8 {
      let first = file.text.withUnsafeBufferPointer { text in
        let eight = EightBytes(text, at: k)
        return EightBytes.first(eight.equal(0x20) | eight.equal(0x09) | eight.high)
      }
      // a short word of ASCII
      if first < 8, file.text[k + first] < 0x80 { return first }
    }
    var width = 0
    while k < end, !file.text[k].isBlank, width < 40 {
      if file.text[k] & 0xC0 != 0x80 { width += 1 }
      k += 1
    }
    return width
  }

  /// The next line's first word would have fitted: somebody ended the line on purpose.
  func isEarly(_ i: Int, width: Int, slack: Int) -> Bool { reach(i) + slack <= width }

  /// The column that the line would have ended at with the next line's first word.
  func reach(_ i: Int) -> Int { lines[i].edge + 1 + firstWordWidth(i + 1) }

  func profile(of range: Range<Int>, layout forced: PlainTextOptions.Lines?) -> PlainTextProfile {
    var profile = PlainTextProfile()
    guard !range.isEmpty else { return profile }
    var bytes = 0
    var longBytes = 0
    var inner = 0
    var histogram = [Int](repeating: 0, count: 257)
    var indents = [Int](repeating: 0, count: 65)
    var indentOpens = 0
    var indentsAfterStop = 0
    var blankOpens = 0
    var sentenceEnds = 0
    var sampled = 0
    var smallStarts = 0
    var capitalStarts = 0
    var stops = 0
    for i in range {
      let line = lines[i]
      let length = Int(line.end - line.start)
      bytes += length
      if line.width > 104 { longBytes += length }
      indents[min(Int(line.indent), 64)] += 1
      if line.blanksBefore > 0 { blankOpens += 1 }
      let continues = i + 1 < range.upperBound && lines[i + 1].blanksBefore == 0
      if continues {
        inner += 1
        histogram[min(line.edge, 256)] += 1
        if sampled < 20_000 {
          let range = self.bytes(ofLine: i)
          let next = self.bytes(ofLine: i + 1)
          // The name of a speaker ends in a point and no sentence.
          if line.width > 24 || !letterCase(range).isCapitals {
            sampled += 1
            if endsSentence(range) { sentenceEnds += 1 }
            if endsInStop(range) { stops += 1 }
          }
          if beginsSmall(next) { smallStarts += 1 } else if beginsCapital(next) { capitalStarts += 1 }
        }
        if line.blanksBefore == 0, i > range.lowerBound, line.indent >= 2, lines[i - 1].indent == 0,
          lines[i + 1].indent == 0
        {
          indentOpens += 1
          if indentOpens <= 2000, endsSentence(self.bytes(ofLine: i - 1)) { indentsAfterStop += 1 }
        }
      }
    }
    let count = range.count
    if let common = indents.indices.max(by: { indents[$0] < indents[$1] }), indents[common] * 10 >= count * 7 {
      profile.baseIndent = common
    }
    // Lines that all end like sentences, with no blank ones between, are paragraphs too:
    // a wrapped line ends so one time in fifteen, a line of verse one in three.
    let isSentences = sampled > 20 && sentenceEnds * 100 > sampled * 62 && inner * 3 > count
    profile.layout = longBytes * 4 > bytes || isSentences ? .paragraphs : .wrapped
    if let forced { profile.layout = forced == .paragraphs ? .paragraphs : .wrapped }
    // Every second line of a ballad is set in too, but few of these follow a full stop.
    profile.opensByIndent =
      indentOpens > 8 && indentOpens * 2 > blankOpens && indentsAfterStop * 4 >= min(indentOpens, 2000) * 3

    func percentile(_ share: Int) -> Int {
      var seen = 0
      for width in histogram.indices {
        seen += histogram[width]
        if seen * 100 >= inner * share { return width }
      }
      return 72
    }
    guard inner > 3 else { return profile }
    // Verse or prose is a question of how often the next word would still have fitted.
    var wide = percentile(95)
    func early(_ width: Int) -> Int {
      let slack = max(2, width / 12)
      return range.count {
        $0 + 1 < range.upperBound && lines[$0 + 1].blanksBefore == 0 && isEarly($0, width: width, slack: slack)
      }
    }
    // Verse begins its lines in capitals as well; of wrapped German three lines in ten do. It ends them in stops, of
    // which wrapped lines have one in seven.
    let cased = smallStarts + capitalStarts
    let hasStops = stops * 100 > sampled * 30
    let hasCapitals = cased > 30 && capitalStarts * 100 > cased * 50
    let earlyLines = early(wide)
    let isVerse =
      earlyLines * 100 > inner * 40 && (hasStops || hasCapitals || cased == 0)
      || cased > 30 && capitalStarts * 100 > cased * 68
      || stops * 100 > sampled * 40 && early(percentile(98)) * 100 > inner * 35 && percentile(98) < 66
    profile.isVerse = forced.map { $0 == .verse } ?? isVerse
    if !isVerse, earlyLines * 100 > inner * 30 {
      // A few lines are longer than what prose runs to, such as code: it runs to where most lines end.
      func lines(at width: Int) -> Int { histogram[max(0, width - 5)...width].reduce(0, +) }
      if let most = (40...max(40, wide)).max(by: { lines(at: $0) < lines(at: $1) }), lines(at: most) * 4 > inner {
        wide = most
      }
    }
    profile.wrapWidth = isVerse ? max(percentile(98), 64) : max(wide, 30)
    return profile
  }
}

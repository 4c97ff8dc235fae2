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
  /// Indent that the text's lines share (UDHR: 6; pages of the web written down as text: 3); less than that is noise.
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
  func isEarly(_ i: Int, slack: Int) -> Bool { isEarly(i, width: profile.wrapWidth, slack: slack) }
  func isEarly(_ i: Int) -> Bool { isEarly(i, slack: profile.slack) }

  /// The column that the line would have ended at with the next line's first word.
  func reach(_ i: Int) -> Int { lines[i].edge + 1 + firstWordWidth(i + 1) }

  func profile(of range: Range<Int>, layout forced: PlainTextOptions.Lines?) -> PlainTextProfile {
    var profile = PlainTextProfile()
    guard !range.isEmpty else { return profile }
    let census = LineCensus(of: range, in: self)
    if let common = census.commonIndent { profile.baseIndent = common }
    profile.layout = census.isParagraphs ? .paragraphs : .wrapped
    if let forced { profile.layout = forced == .paragraphs ? .paragraphs : .wrapped }
    profile.opensByIndent = census.opensByIndent
    guard census.inner > 3 else { return profile }
    // Verse or prose is a question of how often the next word would still have fitted.
    var wide = census.percentile(95)
    let early = earlyLines(in: range, width: wide)
    let isVerse =
      census.isVerse(earlyLines: early) || census.isNarrow
      || census.endsInStops && !census.opensByIndent && census.percentile(98) < 66
        && earlyLines(in: range, width: census.percentile(98)) * 100 > census.inner * 35
    profile.isVerse = forced.map { $0 == .verse } ?? isVerse
    if !isVerse, early * 100 > census.inner * 30, let most = census.commonEdge(upTo: wide) { wide = most }
    profile.wrapWidth = isVerse ? max(census.percentile(98), 64) : max(wide, 30)
    return profile
  }

  /// Lines that somebody ended on purpose, where others run to a width.
  private func earlyLines(in range: Range<Int>, width: Int) -> Int {
    let slack = max(2, width / 12)
    return range.count {
      $0 + 1 < range.upperBound && lines[$0 + 1].blanksBefore == 0 && isEarly($0, width: width, slack: slack)
    }
  }
}

/// What the lines of a file are like, counted.
private struct LineCensus {
  private let count: Int
  /// Lines that another follows without a blank one between them.
  private(set) var inner = 0
  private var bytes = 0
  private var longBytes = 0
  /// By the column that inner lines end in, and by indents.
  private var histogram = [Int](repeating: 0, count: 257)
  private var indents = [Int](repeating: 0, count: 65)
  private var indentOpens = 0
  private var indentsAfterStop = 0
  private var blankOpens = 0
  private var sentenceEnds = 0
  private var sampled = 0
  /// How lines begin, and those of them at the margin.
  private var starts = (small: 0, capital: 0)
  private var marginStarts = (small: 0, capital: 0)
  private var stops = 0

  init(of range: Range<Int>, in source: PlainTextSource) {
    count = range.count
    let lines = source.lines
    for i in range {
      let line = lines[i]
      let length = Int(line.end - line.start)
      bytes += length
      if line.width > 104 { longBytes += length }
      indents[min(Int(line.indent), 64)] += 1
      if line.blanksBefore > 0 { blankOpens += 1 }
      guard i + 1 < range.upperBound, lines[i + 1].blanksBefore == 0 else { continue }
      inner += 1
      histogram[min(line.edge, 256)] += 1
      if sampled < 20_000 { sample(i, in: source) }
      if line.blanksBefore == 0, i > range.lowerBound, line.indent >= 2, lines[i - 1].indent == 0,
        lines[i + 1].indent == 0
          || lines[i + 1].indent == line.indent && source.endsSentence(source.bytes(ofLine: i))
      {
        indentOpens += 1
        if indentOpens <= 2000, source.endsSentence(source.bytes(ofLine: i - 1)) { indentsAfterStop += 1 }
      }
    }
  }

  /// How a line ends and how the next begins.
  private mutating func sample(_ i: Int, in source: PlainTextSource) {
    let range = source.bytes(ofLine: i)
    let next = source.bytes(ofLine: i + 1)
    // The name of a speaker ends in a point and no sentence.
    if source.lines[i].width > 24 || !source.letterCase(range).isCapitals {
      sampled += 1
      if source.endsSentence(range) { sentenceEnds += 1 }
      if source.endsInStop(range) { stops += 1 }
    }
    let (isSmall, isCapital) = (source.beginsSmall(next), source.beginsCapital(next))
    if isSmall { starts.small += 1 } else if isCapital { starts.capital += 1 }
    guard source.lines[i + 1].indent == 0 else { return }
    if isSmall { marginStarts.small += 1 } else if isCapital { marginStarts.capital += 1 }
  }

  /// What seven lines in ten are set in by; or four, where hardly any but headings are set in less: lists, code and
  /// citations are set in by more.
  var commonIndent: Int? {
    guard let common = indents.indices.max(by: { indents[$0] < indents[$1] }) else { return nil }
    let isMargin = indents[common] * 10 >= count * 4 && indents[..<common].reduce(0, +) * 10 < count
    return isMargin || indents[common] * 10 >= count * 7 ? common : nil
  }

  /// Long lines; or lines that all end like sentences, with no blank ones between, are paragraphs too: a wrapped line
  /// ends so one time in fifteen, a line of verse one in three.
  var isParagraphs: Bool {
    longBytes * 4 > bytes
      || sampled > 20 && sentenceEnds * 100 > sampled * 62 && inner * 3 > count && !opensByIndent
  }

  /// Every second line of a ballad is set in too, but few of these follow a full stop.
  var opensByIndent: Bool {
    indentOpens > 8 && indentOpens * 2 > blankOpens && indentsAfterStop * 4 >= min(indentOpens, 2000) * 3
  }

  func percentile(_ share: Int) -> Int {
    var seen = 0
    for width in histogram.indices {
      seen += histogram[width]
      if seen * 100 >= inner * share { return width }
    }
    return 72
  }

  private var cased: Int { starts.small + starts.capital }

  /// Whether lines tell something by how they begin: Hebrew or Japanese do not by the Latin words among theirs.
  private var hasCases: Bool { cased > 30 && cased * 2 > sampled }

  /// Verse begins its lines in capitals as well; of wrapped German three lines in ten do. It ends them in stops, of
  /// which wrapped lines have one in seven.
  func isVerse(earlyLines: Int) -> Bool {
    let hasStops = stops * 100 > sampled * 30
    let (small, capital) = opensByIndent ? marginStarts : starts
    let hasCapitals = hasCases && capital * 100 > (small + capital) * 50
    // paragraphs of one line end early, and in stops
    return !opensByIndent && earlyLines * 100 > inner * 40 && (hasStops || hasCapitals || cased * 2 <= sampled)
      || hasCases && capital * 100 > (small + capital) * 68
  }

  /// Nobody wraps prose to less than half a line; signs of Chinese and Japanese take two columns.
  var isNarrow: Bool { inner > 12 && percentile(98) < 42 && cased * 2 > inner }

  var endsInStops: Bool { stops * 100 > sampled * 40 }

  /// A few lines are longer than what prose runs to, such as code: it runs to where most lines end.
  func commonEdge(upTo wide: Int) -> Int? {
    func lines(at width: Int) -> Int { histogram[max(0, width - 5)...width].reduce(0, +) }
    guard let most = (40...max(40, wide)).max(by: { lines(at: $0) < lines(at: $1) }), lines(at: most) * 4 > inner
    else { return nil }
    return most
  }
}

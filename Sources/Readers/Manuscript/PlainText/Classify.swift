extension PlainTextSource {
  /// Says of every chunk that is still unknown what it is; when in doubt lines stay as they stand.
  /// Gives what was weighed.
  mutating func classify(play: PlayForm?) -> [ReadingReport.Weighed] {
    let habits = profile.layout == .wrapped ? lineHabits() : LineHabits()
    var scores: [(chunk: Int, score: Double)] = []
    for c in chunks.indices where chunks[c].kind == .unknown {
      guard profile.layout == .wrapped else {
        chunks[c].kind = .prose
        continue
      }
      if let kind = kind(ofChunk: c, play: play) {
        chunks[c].kind = kind
      } else {
        scores.append((c, 0))
      }
    }
    let measures = narrowMeasures(of: scores.map(\.chunk))
    for n in scores.indices {
      let c = scores[n].chunk
      let lines = withoutSpeaker(withoutAttribution(c), ofChunk: c, play: play)
      scores[n].score = verseEvidence(lines, narrow: measures[c], habits: habits)
    }
    // in a play mostly in verse a short speech is verse as well, and the other way round
    if play != nil {
      let isVerse = scores.count { $0.score > 0 } * 2 > scores.count
      for n in scores.indices where scores[n].score != 0 {
        scores[n].score += isVerse ? VerseWeights.verseBook : -VerseWeights.verseBook / 3
      }
    }
    let path = versePath(scores)
    // in their order: a short chunk goes with the one above it
    for (c, _) in scores {
      chunks[c].kind = settledKind(ofChunk: c, isVerse: path[c] ?? false)
    }
    let weighed = scores.map { c, score in
      ReadingReport.Weighed(
        lines: fileLines(ofChunk: c), outcome: chunks[c].kind == .verse ? .verse : .prose, evidence: score)
    }
    if profile.layout == .paragraphs {
      findVerseAmongParagraphs()
    } else {
      // in a play it may be a direction
      if play == nil { for c in chunks.indices where endsPoem(c) { chunks[c].kind = .verse } }
      settleSingles()
      settleSetInSpeeches()
      settleDatesOfPoems()
      keepIndexLines()
    }
    return weighed
  }

  /// Lines of the file, from 1.
  func fileLines(ofChunk c: Int) -> ClosedRange<Int> {
    let range = chunks[c].lines
    return Int(lines[range.lowerBound].number) + 1...Int(lines[range.upperBound - 1].number) + 1
  }

  /// Under the heading of an index every line is an entry, and what is set in belongs to the one above it.
  private mutating func keepIndexLines() {
    var c = 0
    while c < chunks.count {
      guard chunks[c].kind == .heading, chunks[c].lines.count == 1,
        indexHeadings.contains(headingKey(string(ofLine: chunks[c].lines.lowerBound)))
      else {
        c += 1
        continue
      }
      let start = c + 1
      c += 1
      while c < chunks.count, chunks[c].kind != .heading { c += 1 }
      let entries = (start..<c).filter { [.prose, .verse, .keptLines, .quotation, .table].contains(chunks[$0].kind) }
      // letters over their entries have no numbers
      let listed = entries.filter { bytes(ofChunk: $0).count > 4 }
      let numbered = listed.count { k in
        bytes(ofChunk: k).contains { file.text[$0].isASCIIDigit }
      }
      guard listed.count >= 3, numbered * 10 >= listed.count * 6 else { continue }
      for k in entries {
        chunks[k].kind = .verse
        chunks[k].index = Chunk.entry
      }
    }
  }

  /// What the user does not want recognised is prose like any other.
  mutating func joinLines(besides options: PlainTextOptions) {
    guard !options.readsVerse || !options.readsQuotations || !options.readsTables else { return }
    for c in chunks.indices {
      switch chunks[c].kind {
      case .verse where !options.readsVerse, .quotation where !options.readsQuotations,
        .table where !options.readsTables:
        chunks[c].kind = .prose
      default: break
      }
    }
  }

  /// Lines that are set as they stand can call no note and leave none out: those with one are prose.
  /// Gives what stays in such lines, which are page numbers.
  mutating func settleKeptLines(with sites: [NoteSite]) -> [NoteSite] {
    var kept: [NoteSite] = []
    var n = 0
    for c in chunks.indices where chunks[c].kind == .table && chunks[c].index < 0 {
      let range = bytes(ofChunk: c)
      while n < sites.count, sites[n].range.upperBound <= range.lowerBound { n += 1 }
      let within = sites[n...].prefix { $0.range.lowerBound < range.upperBound }
      if within.contains(where: { !$0.isPageNumber }) { chunks[c].kind = .prose } else { kept += within }
    }
    return kept
  }

  /// What a chunk is that its form tells; nil where it is verse or prose.
  private func kind(ofChunk c: Int, play: PlayForm?) -> Chunk.Kind? {
    let range = chunks[c].lines
    let count = range.count
    let first = Int(lines[range.lowerBound].indent)
    // a tab behind a speaker's name makes no table
    let isSpeech = play?.style == .tab && play?.speaker(of: chunks[c], in: self) != nil
    if !isSpeech, isTable(c) { return .table }
    if count == 1 { return first >= 2 + profile.baseIndent ? .keptLines : .prose }
    if play == nil, isInscription(c) { return .centred }

    var least = Int.max
    var centred = 0
    var most = 0
    var widths = (least: UInt32.max, most: UInt32(0))
    for i in range {
      let indent = Int(lines[i].indent)
      least = min(least, indent)
      most = max(most, indent)
      widths = (min(widths.least, lines[i].width), max(widths.most, lines[i].width))
      if indent >= 4, abs(indent - (profile.wrapWidth - lines[i].edge)) <= 5 { centred += 1 }
    }
    // lines of different lengths, or long ones, that begin below each other are not
    let isEven = most - least < 3 && (widths.most - widths.least > 8 || widths.least > 24)
    if centred == count, count <= 8, first >= 6, !profile.isVerse, !isEven { return .centred }
    if count <= 4, least >= 8, !profile.isVerse, !isEven, isSign(range) { return .centred }
    // Far to the right and short: a dateline, a signature.
    if least * 5 >= profile.wrapWidth * 2, count <= 4 { return .trailing }
    return nil
  }

  /// Lines about a middle of their own, one of them in capitals, as far from the measure's middle as who typed them
  /// guessed it: `NO ADMITTANCE` over `Except on Business`.
  private func isSign(_ range: Range<Int>) -> Bool {
    let middles = range.map { Int(lines[$0].indent) + lines[$0].edge }
    guard let least = middles.min(), let most = middles.max(), most - least <= 4 else { return false }
    return range.contains { letterCase(bytes(ofLine: $0)).isCapitals }
  }

  /// What stands on a stone or a sign: lines in capitals, set in far: nearer to the margin they are titles of poems.
  private func isInscription(_ c: Int) -> Bool {
    let range = chunks[c].lines
    let least = leastIndent(of: range)
    guard (2...14).contains(range.count), least >= 6 + profile.baseIndent,
      range.allSatisfy({ lines[$0].width <= 56 && lines[$0].gaps == 0 })
    else { return false }
    let letters = letterCase(bytes(ofChunk: c))
    return letters.isCapitals && letters.words >= 3
  }

  /// A name that stands above its speech is no line of that.
  private func withoutSpeaker(_ lines: Range<Int>, ofChunk c: Int, play: PlayForm?) -> Range<Int> {
    guard let play, lines.count > 1, play.speaker(of: chunks[c], in: self)?.standsAlone ?? false else {
      return lines
    }
    return lines.dropFirst()
  }

  /// Who said it, below a quotation, or signed a letter by initials, is no line of it.
  func withoutAttribution(_ c: Int) -> Range<Int> {
    let range = chunks[c].lines
    guard range.count > 2 else { return range }
    let last = range.upperBound - 1
    let signed = lines[last].width <= 50 && opensWithDash(last) || isInitials(last)
    return signed ? range.lowerBound..<last : range
  }

  /// `J. T.`, `R.L.S.`
  func isInitials(_ i: Int) -> Bool {
    let line = bytes(ofLine: i)
    var points = 0
    for k in line {
      switch file.text[k] {
      case 0x2E where k > line.lowerBound && file.text[k - 1].isASCIICapital: points += 1
      case 0x20, 0x41...0x5A: break
      default: return false
      }
    }
    return (2...4).contains(points) && line.count <= points * 3
  }

  private func settledKind(ofChunk c: Int, isVerse: Bool) -> Chunk.Kind {
    let range = chunks[c].lines
    let least = leastIndent(of: range)
    let isSetOff = least >= 2 + profile.baseIndent
    guard isVerse else { return isSetOff ? .quotation : .prose }
    if isSetOff || profile.isVerse || range.count >= 4 { return .verse }
    if c > 0, chunks[c - 1].kind == .verse, chunks[c].blanksBefore <= 1 { return .verse }
    // Two or three short lines at the margin: an address, a signature, a motto.
    let isVeryShort = range.dropLast().allSatisfy {
      isEarly($0, slack: profile.wrapWidth / 4) && !beginsSmall(bytes(ofLine: $0 + 1))
    }
    return isVeryShort ? .keptLines : .prose
  }

  func opensWithDash(_ i: Int) -> Bool { ["--", "—"].contains { starts(bytes(ofLine: i), with: $0) } }

  /// At least half of the lines, and two of them, have a gap of three columns inside; or
  /// all have a gap of two, and these make columns of figures, or three and more; or all have bars.
  private func isTable(_ c: Int) -> Bool {
    let range = chunks[c].lines
    var gapped = 0
    var gaps = 0
    var narrow = 0
    var barred = 0
    for i in range {
      let inside = Int(lines[i].gaps)
      gaps += inside
      if inside > 0 { gapped += 1 }
      if inside > 0 || lines[i].narrowGaps > 0 { narrow += 1 }
      if lines[i].pipes > 0 || [0x2B, 0xE2].contains(file.text[Int(lines[i].start)]) && isDrawn(bytes(ofLine: i)) {
        barred += 1
      }
    }
    if range.count == 1 { return gaps >= 2 }
    if gapped == 0, range.allSatisfy(isLed) { return true }
    if gapped >= 2 && gapped * 2 >= range.count { return true }
    guard
      narrow == range.count && range.count >= 3 && range.contains(where: hasColumnGap)
        || barred >= 2 && barred * 3 >= range.count * 2,
      let table = spacedTable(c..<c + 1), table.groups.count == 1, let group = table.groups.first
    else { return false }
    return barred > 0 || group.columns.count > 2 || group.columns.contains(.trailing)
  }

  /// `1801 ........ 1,043`
  private func isLed(_ i: Int) -> Bool {
    bytes(ofLine: i).last.map { file.text[$0].isASCIIDigit } ?? false && contains("....", inLine: i)
  }

  /// Two spaces that follow no stop: behind a sentence many typists have two.
  private func hasColumnGap(_ i: Int) -> Bool {
    if lines[i].gaps > 0 { return true }
    let line = bytes(ofLine: i)
    return line.dropFirst().contains { k in
      guard k + 1 < line.upperBound, file.text[k] == 0x20, file.text[k + 1] == 0x20 else { return false }
      switch file.text[k - 1] {
      case 0x21, 0x22, 0x27, 0x29, 0x2D, 0x2E, 0x3A, 0x3B, 0x3F, 0x5F, 0x20, 0x80...: return false
      default: return true
      }
    }
  }

  /// Single indented lines go with their neighbours, or to the middle, or to the right.
  private mutating func settleSingles() {
    let width = profile.wrapWidth
    for c in chunks.indices where chunks[c].kind == .keptLines && chunks[c].lines.count == 1 {
      let line = lines[chunks[c].lines.lowerBound]
      let indent = Int(line.indent)
      guard indent >= 2 + profile.baseIndent else { continue }
      let previous = c > 0 ? chunks[c - 1] : nil
      let next = c + 1 < chunks.count ? chunks[c + 1] : nil
      let isByVerse = [previous, next].contains { other in
        guard let other, other.kind == .verse else { return false }
        return abs(Int(lines[other.lines.lowerBound].indent) - indent) <= 8
      }
      if previous?.kind == .verse && signsVerse(c)
        || [.heading, .headingTitle].contains(previous?.kind) && (isDateline(c) || datesLetter(c))
        || signsText(c)
      {
        chunks[c].kind = .trailing
      } else if numbersStanza(c) {
        chunks[c].kind = .centred
      } else if line.width <= 12, endMarks.contains(headingKey(string(ofLine: chunks[c].lines.lowerBound))) {
        chunks[c].kind = .centred
      } else if isByVerse {
        chunks[c].kind = .verse
      } else if indent >= 8, abs(indent - (width - line.edge)) <= max(5, width / 9) {
        chunks[c].kind = .centred
      } else if indent >= width / 3, line.edge >= width - 14 || indent >= width / 2 {
        chunks[c].kind = .trailing
      } else if indent >= width / 4, !profile.isVerse, letterCase(ofChunk: c).isCapitals {
        // a sign, a telegram's word
        chunks[c].kind = .centred
      } else if indent <= 8, profile.opensByIndent {
        chunks[c].kind = .prose
      } else if line.edge >= width - profile.slack, line.width > 40 {
        chunks[c].kind = .quotation
      } else if indent <= 8, isIndentHabit(around: c) {
        chunks[c].kind = .prose
      } else {
        chunks[c].kind = .verse
      }
    }
  }

  /// When a poem was written, alone below it: with the name of who wrote it.
  private mutating func settleDatesOfPoems() {
    for c in chunks.indices.dropFirst() where chunks[c].lines.count == 1 && chunks[c].blanksBefore <= 2 {
      guard [.prose, .keptLines, .verse].contains(chunks[c].kind), chunks[c].blanksBefore > 0,
        chunks[c - 1].kind == .verse && chunks[c - 1].lines.count > 1
          || c > 1 && chunks[c - 1].kind == .trailing && chunks[c - 2].kind == .verse,
        c + 1 == chunks.count || chunks[c + 1].kind == .heading
          || chunks[c + 1].blanksBefore > chunks[c].blanksBefore + 1,
        namesYear(c) || bytes(ofChunk: c).count <= 6 && year(in: bytes(ofChunk: c)) != nil
      else { continue }
      chunks[c].kind = .trailing
    }
  }

  /// The single line that a poem may end with, as a canto in terza rima does: in a book of verse below a stanza, where it
  /// begins, no longer than its lines.
  private func endsPoem(_ c: Int) -> Bool {
    guard profile.isVerse, c > 0, chunks[c].kind == .prose, chunks[c].lines.count == 1, chunks[c].blanksBefore == 1,
      chunks[c - 1].kind == .verse, chunks[c - 1].lines.count > 1,
      c + 1 == chunks.count || chunks[c + 1].kind == .heading || chunks[c + 1].blanksBefore > 1
    else { return false }
    let line = lines[chunks[c].lines.lowerBound]
    // a direction
    guard !Array("[(_".utf8).contains(file.text[Int(line.start)]) else { return false }
    let stanza = chunks[c - 1].lines
    return Int(line.indent) == leastIndent(of: stanza)
      && line.width <= stanza.reduce(0) { max($0, lines[$1].width) } + 8
  }

  /// `H. G. L.` and `_New York, June 1, 1916._`, set in below the last paragraph of a section.
  private func signsText(_ c: Int) -> Bool {
    let line = chunks[c].lines.lowerBound
    guard c > 1, lines[line].width <= 48,
      chunks[c - 1].kind == .prose && chunks[c - 1].lines.count > 1 || chunks[c - 1].kind == .trailing && c > 2,
      c + 1 == chunks.count || [.heading, .keptLines, .dropped].contains(chunks[c + 1].kind)
    else { return false }
    return chunks[c - 1].kind == .trailing ? namesYear(c) : isInitials(line)
  }

  /// It ends in a year: `Batavia, 3 Mei 1866.`
  private func namesYear(_ c: Int) -> Bool {
    let words = string(ofChunk: c).split { !$0.isLetter && !$0.isNumber }
    guard (2...7).contains(words.count), let last = words.last, last.utf8.count == 4 else { return false }
    return decimalValue(String(last)).map { (1400...2100).contains($0) } ?? false
  }

  /// A place and a year far to the right, right below a heading: a letter begins.
  private func datesLetter(_ c: Int) -> Bool {
    Int(lines[chunks[c].lines.lowerBound].indent) * 4 >= profile.wrapWidth && namesYear(c)
  }

  /// `2`, `iv`, alone between stanzas.
  private func numbersStanza(_ c: Int) -> Bool {
    guard c > 0, c + 1 < chunks.count, chunks[c].blanksBefore > 0, chunks[c + 1].blanksBefore > 0,
      chunks[c + 1].kind == .verse, chunks[c + 1].lines.count > 1,
      [.verse, .heading, .headingTitle, .centred].contains(chunks[c - 1].kind)
    else { return false }
    let text = bytes(ofChunk: c)
    guard text.count <= 5 else { return false }
    let word = trimmedPoint(string(text).filter { $0 != "_" })
    return bareNumber(c) != nil || romanValue(word.uppercased()) != nil
  }

  /// A name below a poem, far to the right of its lines: in capitals or italics, or behind a dash.
  private func signsVerse(_ c: Int) -> Bool {
    let i = chunks[c].lines.lowerBound
    let verse = chunks[c - 1].lines
    let least = leastIndent(of: verse)
    let widest = verse.reduce(0) { max($0, Int(lines[$1].width)) }
    let text = bytes(ofLine: i)
    let isName =
      letterCase(text).isCapitals || opensWithDash(i)
      || file.text[text.lowerBound] == 0x5F && file.text[text.upperBound - 1] == 0x5F
    return isName && (verse.count >= 2 || isInitials(i)) && lines[i].width <= 40 && chunks[c].blanksBefore <= 1
      && Int(lines[i].indent) >= least + max(8, widest / 3)
  }

  /// Speeches that are set in, in a book that sets in all of them, are paragraphs and quote nobody.
  private mutating func settleSetInSpeeches() {
    let speeches = chunks.indices.filter { c in
      guard chunks[c].kind == .quotation || chunks[c].kind == .verse && chunks[c].lines.count == 1,
        chunks[c].lines.count <= 6
      else { return false }
      return isSpeech(bytes(ofChunk: c))
    }
    let quotations = chunks.count { $0.kind == .quotation }
    guard speeches.count >= 8, !profile.isVerse, speeches.count * 2 > quotations else { return }
    for c in speeches { chunks[c].kind = .prose }
  }

  /// In quotes from its beginning to its end, which ends a sentence.
  private func isSpeech(_ range: Range<Int>) -> Bool {
    let (head, tail) = (file.text[range].prefix(3), file.text[range].suffix(3))
    let isPlain = head.first == 0x22 && tail.last == 0x22
    let isCurly = head.elementsEqual([0xE2, 0x80, 0x9C]) && tail.elementsEqual([0xE2, 0x80, 0x9D])
    return (isPlain || isCurly) && range.count > 8 && endsSentence(range)
  }

  /// Neighbouring paragraphs open with such an indent and run on flush.
  private func isIndentHabit(around c: Int) -> Bool {
    let indent = lines[chunks[c].lines.lowerBound].indent
    var seen = 0
    for other in chunks[max(0, c - 6)..<min(chunks.count, c + 7)] where other.lines.count > 1 && other.kind == .prose {
      let first = other.lines.lowerBound
      if lines[first].indent == indent, lines[first + 1].indent < indent { seen += 1 }
    }
    return seen >= 1
  }

  /// Where a line is a paragraph, verse is a group of short lines between blank ones
  /// that do not end like sentences and open no speech, or one set in deeper.
  private mutating func findVerseAmongParagraphs() {
    var c = 0
    while c < chunks.count {
      var end = c + 1
      while end < chunks.count, chunks[end].blanksBefore == 0, chunks[end].kind == .prose { end += 1 }
      if chunks[c].kind == .prose, end - c >= 2 { markVerse(c..<end) }
      c = end
    }
  }

  private mutating func markVerse(_ group: Range<Int>) {
    var ends = 0
    var speech = 0
    var isShort = true
    for c in group {
      let line = chunks[c].lines.lowerBound
      if lines[line].width > 66 { isShort = false }
      let range = bytes(ofLine: line)
      if endsSentence(range) { ends += 1 }
      if signsOfSpeech.contains(where: { starts(range, with: $0) }) { speech += 1 }
    }
    if group.count >= 3, isShort, ends * 2 < group.count, speech * 3 < group.count {
      for c in group { chunks[c].kind = .verse }
      return
    }
    // Deeper than the paragraph before them.
    var c = group.lowerBound
    while c < group.upperBound {
      var end = c
      let above = c > 0 ? Int(lines[chunks[c - 1].lines.lowerBound].indent) : 0
      while end < group.upperBound {
        let line = lines[chunks[end].lines.lowerBound]
        guard Int(line.indent) >= max(above, profile.baseIndent) + 3, line.width <= 66 else { break }
        end += 1
      }
      if end - c >= 2 {
        for k in c..<end { chunks[k].kind = .verse }
      }
      c = max(end, c + 1)
    }
  }
}

/// What a paragraph begins with in which somebody speaks.
private let signsOfSpeech = ["-", "\"", "—", "“", "「", "«"]

/// Numbers of verses at their ends: every fifth or tenth line of an epic.
extension PlainTextSource {
  /// The words of a line and the number that stands behind a gap at its end.
  func lineNumber(in line: Range<Int>) -> (words: Range<Int>, digits: Range<Int>)? {
    let (digits, start) = digitsAtEnd(of: line)
    guard (1...5).contains(digits.count) else { return nil }
    var k = start
    while k > line.lowerBound, file.text[k - 1].isBlank { k -= 1 }
    guard k > line.lowerBound, start - k >= 3 || file.text[k] == 0x09 else { return nil }
    return (line.lowerBound..<k, digits)
  }

  /// The figures that a line ends in, and where they begin with the bracket that they may stand in: `(25)`.
  private func digitsAtEnd(of line: Range<Int>) -> (digits: Range<Int>, start: Int) {
    let isBracketed = line.last.map { file.text[$0] == 0x29 } ?? false
    let end = isBracketed ? line.upperBound - 1 : line.upperBound
    var k = end
    while k > line.lowerBound, file.text[k - 1].isASCIIDigit { k -= 1 }
    guard isBracketed else { return (k..<end, k) }
    guard k > line.lowerBound, file.text[k - 1] == 0x28 else { return (end..<end, end) }
    return (k..<end, k - 1)
  }

  /// Where the numbers of these lines begin, if they count the lines: each is as much more than
  /// the one before it as lines stand between them.
  func lineNumbers(of range: Range<Int>) -> Set<Int> {
    var found: [(start: Int, number: Int, line: Int)] = []
    var count = 0
    for c in range {
      for i in chunks[c].lines {
        count += 1
        guard lines[i].gaps > 0, let (_, digits) = lineNumber(in: bytes(ofLine: i)),
          let number = decimalValue(string(digits))
        else { continue }
        found.append((digits.lowerBound, number, count))
      }
    }
    guard let first = found.first else { return [] }
    let steps = zip(found, found.dropFirst())
    // lines that a typist turned count twice, so the numbers may lag a little
    let counting = steps.count {
      $1.number > $0.number && $1.number - $0.number <= $1.line - $0.line
        && ($1.number - $0.number) * 2 >= $1.line - $0.line
    }
    let isAlone =
      found.count == 1 && first.number % 5 == 0 && (count >= 5 || file.text[first.start - 1] == 0x28)
    guard isAlone || found.count > 1 && counting * 10 >= (found.count - 1) * 8 else { return [] }
    return Set(found.map(\.start))
  }
}

extension PlainTextSource {
  private enum NumberForm: CaseIterable { case gap, underline, space, head, stanza }

  private struct Numbered {
    var line: Int
    var number: Int
    var words: Range<Int>
    var digits: Range<Int>
  }

  /// Takes the numbers of lines out of their lines where they count the verse of a whole book, by fives: at the end behind
  /// a gap, behind one space (`word 25`, `word _25`), or at the head before a gap. Between two numbers stand as many
  /// lines, or a few more, which are names and directions.
  mutating func leaveLineNumbers(besides sites: [NoteSite]) {
    guard profile.layout == .wrapped else { return }
    var found: [NumberForm: [Numbered]] = [:]
    var count = 0
    for chunk in chunks where chunk.kind == .unknown && chunk.lines.count <= 400 {
      for i in chunk.lines where lines[i].signs.contains(.digits) {
        guard let (form, numbered) = numbered(i) else { continue }
        found[form, default: []].append(numbered)
        count += 1
      }
    }
    let stanzas = numberedStanzas()
    guard count >= 3 || !stanzas.isEmpty else { return }
    for form in NumberForm.allCases {
      let counted = form == .stanza ? stanzas : counting(found[form] ?? [], form)
      for place in counted where !isCalled(place.digits, sites) && verseNumbers[Int(lines[place.line].start)] == nil {
        if form == .head || form == .stanza {
          let gap = place.words.lowerBound - place.digits.lowerBound
          lines[place.line].indent += UInt16(clamping: gap)
        }
        let line = lines[place.line]
        lines[place.line].width -= min(line.width, UInt32(line.end - line.start) - UInt32(place.words.count))
        lines[place.line].start = UInt32(place.words.lowerBound)
        lines[place.line].end = UInt32(place.words.upperBound)
        if form == .gap || form == .head && place.words.lowerBound - place.digits.upperBound > 2, line.gaps > 0 {
          lines[place.line].gaps -= 1
        }
        verseNumbers[place.words.lowerBound] = place.digits
      }
    }
  }

  /// Stanzas that begin with their numbers, where the words begin no farther out than the stanza's other lines do.
  private func numberedStanzas() -> [Numbered] {
    var made: [Numbered] = []
    var run: [Numbered] = []
    func close() {
      if run.count >= 3 || run.count == 2 && run.allSatisfy(standsOut) { made += run }
      run = []
    }
    for chunk in chunks where chunk.kind == .unknown && chunk.lines.count >= 2 {
      let i = chunk.lines.lowerBound
      let line = bytes(ofLine: i)
      var k = line.lowerBound
      while k < line.upperBound, file.text[k].isASCIIDigit { k += 1 }
      let digits = line.lowerBound..<k
      while k < line.upperBound, file.text[k].isBlank { k += 1 }
      guard (1...3).contains(digits.count), k > digits.upperBound, k < line.upperBound,
        let number = decimalValue(string(digits))
      else { continue }
      let column = Int(lines[i].indent) + k - line.lowerBound
      let others = chunk.lines.dropFirst().map { Int(lines[$0].indent) }
      guard let least = others.min(), let most = others.max(), column >= least, column <= most + 1 else { continue }
      if number != (run.last?.number ?? 0) + 1 { close() }
      if number == (run.last?.number ?? 0) + 1 {
        run.append(Numbered(line: i, number: number, words: k..<line.upperBound, digits: digits))
      }
    }
    close()
    return made
  }

  /// A number outside of the edge of its stanza, behind a gap.
  private func standsOut(_ numbered: Numbered) -> Bool {
    guard numbered.words.lowerBound - numbered.digits.upperBound >= 2,
      let chunk = chunks.first(where: { $0.lines.contains(numbered.line) })
    else { return false }
    let column = Int(lines[numbered.line].indent) + numbered.words.lowerBound - numbered.digits.lowerBound
    return chunk.lines.count >= 4 && chunk.lines.dropFirst().allSatisfy { Int(lines[$0].indent) >= column }
  }

  private func isCalled(_ digits: Range<Int>, _ sites: [NoteSite]) -> Bool {
    let n = sites.lowerBound { $0.range.upperBound <= digits.lowerBound }
    return n < sites.count && sites[n].range.overlaps(digits)
  }

  /// Gives numbers back to lines that are no verse after all.
  /// - Parameter isPlay: then a single line that somebody says may be.
  mutating func restoreLineNumbers(isPlay: Bool) {
    guard !verseNumbers.isEmpty else { return }
    for chunk in chunks where chunk.kind != .verse {
      if isPlay, [.prose, .keptLines, .quotation].contains(chunk.kind) { continue }
      for i in chunk.lines {
        guard let digits = verseNumbers.removeValue(forKey: Int(lines[i].start)) else { continue }
        let (start, end) = (Int(lines[i].start), Int(lines[i].end))
        lines[i].start = UInt32(min(start, digits.lowerBound))
        let isBracketed = digits.upperBound < file.text.count && file.text[digits.upperBound] == 0x29
        lines[i].end = UInt32(max(end, digits.upperBound + (isBracketed && digits.lowerBound > end ? 1 : 0)))
        let more = UInt32(lines[i].end - lines[i].start) - UInt32(end - start)
        lines[i].width += more
        if digits.lowerBound < start { lines[i].indent -= min(lines[i].indent, UInt16(clamping: more)) }
        if more > 4 { lines[i].gaps += 1 }
      }
    }
  }

  private func numbered(_ i: Int) -> (NumberForm, Numbered)? {
    let line = bytes(ofLine: i)
    func isNumber(_ digits: Range<Int>) -> Int? {
      guard (1...5).contains(digits.count), let number = decimalValue(string(digits)), number % 5 == 0, number > 0
      else {
        return nil
      }
      return number
    }
    let (digits, start) = digitsAtEnd(of: line)
    var k = start
    if !digits.isEmpty, k > line.lowerBound + 1 {
      guard let number = isNumber(digits) else { return nil }
      var end = k
      let isUnderlined = file.text[k - 1] == 0x5F
      if isUnderlined { end -= 1 }
      let edge = end
      while end > line.lowerBound, file.text[end - 1].isBlank { end -= 1 }
      guard end < edge, end > line.lowerBound, digits.upperBound == line.upperBound || edge - end >= 3 else {
        return nil
      }
      let form: NumberForm =
        isUnderlined ? .underline : edge - end >= 3 || file.text[end] == 0x09 ? .gap : .space
      return (form, Numbered(line: i, number: number, words: line.lowerBound..<end, digits: digits))
    }
    k = line.lowerBound
    while k < line.upperBound, file.text[k].isASCIIDigit { k += 1 }
    let leading = line.lowerBound..<k
    guard !leading.isEmpty, let number = isNumber(leading) else { return nil }
    while k < line.upperBound, file.text[k].isBlank { k += 1 }
    guard k < line.upperBound, k - leading.upperBound >= 2 || file.text[leading.upperBound] == 0x09 else { return nil }
    return (.head, Numbered(line: i, number: number, words: k..<line.upperBound, digits: leading))
  }

  /// Those of a row of numbers that count the lines they stand in.
  private func counting(_ places: [Numbered], _ form: NumberForm) -> [Numbered] {
    var counts = [Bool](repeating: false, count: places.count)
    var steps = 0
    var good = 0
    for n in places.indices.dropFirst() {
      let (a, b) = (places[n - 1], places[n])
      let (more, lines) = (b.number - a.number, b.line - a.line)
      if more <= 0 || more > 20 {
        // another poem begins
        if more > 20 || b.number > 20 { steps += 1 }
        continue
      }
      steps += 1
      // where names and directions stand between them a line is told by two or three
      guard lines * 10 >= more * 6, lines <= more * 3 + 4 else { continue }
      good += 1
      counts[n - 1] = true
      counts[n] = true
    }
    guard good >= (form == .gap || form == .underline ? 2 : 3), good * 10 >= steps * 7 else { return [] }
    // the only number of a short poem among others that are counted
    for n in places.indices where places[n].number <= 20 && (n == 0 || places[n - 1].number >= places[n].number) {
      if form != .space && form != .head { counts[n] = true }
    }
    return places.indices.filter { counts[$0] }.map { places[$0] }
  }

  /// Whether most speeches of more than a line are verse.
  func isInVerse(_ form: PlayForm) -> Bool {
    if form.column != nil { return goesOnInCapitals(form) }
    var named = form
    named.isInVerse = true
    var verse = 0
    var prose = 0
    var below = false
    for chunk in chunks {
      switch chunk.kind {
      case .verse, .prose, .keptLines, .quotation: break
      default:
        below = false
        continue
      }
      let speaker = named.speaker(of: chunk, in: self)
      let isSpoken = speaker.map { $0.rest.count > 1 } ?? (below && chunk.lines.count > 1)
      if isSpoken { if chunk.kind == .verse { verse += 1 } else if chunk.kind == .prose { prose += 1 } }
      below = speaker.map { $0.rest.isEmpty } ?? false
    }
    return verse >= 4 && verse > prose
  }

  /// Whether what stands below the first line of a speech begins in capitals, as lines of verse do and wrapped ones do not.
  private func goesOnInCapitals(_ form: PlayForm) -> Bool {
    var (capitals, all) = (0, 0)
    for chunk in chunks where chunk.lines.count > 1 && form.speaker(of: chunk, in: self) != nil {
      for i in chunk.lines.dropFirst() {
        all += 1
        if beginsCapital(bytes(ofLine: i)) { capitals += 1 }
      }
    }
    return all >= 4 && capitals * 10 >= all * 7
  }

  /// `END OF ACT I.`
  func endsDivision(_ chunk: Chunk) -> Bool {
    guard chunk.lines.count == 1, lines[chunk.lines.lowerBound].width <= 40 else { return false }
    let line = bytes(ofLine: chunk.lines.lowerBound)
    return letterCase(line).isCapitals && ["end of ", "the end of "].contains { starts(line, with: $0) }
  }
}

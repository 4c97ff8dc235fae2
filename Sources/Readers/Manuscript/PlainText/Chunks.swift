extension PlainTextSource {
  /// Cuts the body into chunks: at blank lines, at rows of stars and rules, and at
  /// every line where one line is one paragraph.
  mutating func makeChunks(_ body: Range<Int>) {
    chunks = []
    var start = body.lowerBound
    var previousIsRow = false
    findCast(in: body)
    let speakers = profile.layout == .wrapped ? speakersWithoutWhite(body).union(castWithoutWhite(body)) : []
    func close(_ end: Int, _ source: inout PlainTextSource) {
      guard start < end else { return }
      source.chunks.append(Chunk(lines: start..<end, blanksBefore: Int(source.lines[start].blanksBefore)))
      start = end
    }
    // up to where lines of one indent are a paragraph each: `  "Yes," he said.`, and below it what she said
    var paragraphsEnd = body.lowerBound
    for i in body {
      let row = rowSign(ofLine: i)
      let isRow = row != nil
      var cuts = lines[i].blanksBefore > 0 && !goesOnBelowArticle(i, after: start) || isRow || previousIsRow
      if !cuts, i > body.lowerBound {
        if profile.layout == .paragraphs {
          cuts = true
        } else if profile.opensByIndent, Int(lines[i].indent) >= 2,
          lines[i - 1].indent < lines[i].indent || i < paragraphsEnd
        {
          cuts = true
        } else if speakers.contains(i) || !speakers.isEmpty && (isExit(i) || isExit(i - 1)) {
          cuts = true
        } else if !speakers.contains(start), isOpening(i, after: start, end: body.upperBound) {
          cuts = true
        } else if i - 1 == start, lines[start].width <= 30, isCastHeading(bytes(ofLine: start)),
          letterCase(bytes(ofLine: start)).isCapitals
        {
          // persons right below their heading
          cuts = true
          lines[i].blanksBefore = 1
        } else if i - start <= 3, comesOrGoes(bytes(ofLine: i)), lines[start].width <= 40,
          let rank = headingForm(bytes(ofLine: start))?.rank, rank == .act || rank == .scene
        {
          // who comes is told below the place
          cuts = true
        } else if signsBelow(i, after: start, end: body.upperBound) {
          cuts = true
        } else if isHanHeading(i) || i - 1 == start && isHanHeading(start) {
          cuts = true
        }
      }
      if profile.opensByIndent, i >= paragraphsEnd {
        paragraphsEnd = max(paragraphsEnd, endOfParagraphs(from: i, body))
      }
      if cuts { close(i, &self) }
      if let row {
        close(i + 1, &self)
        // Dots and single rules may be anything; stars are a pause.
        chunks[chunks.count - 1].kind =
          row == 0x2A || row == 0xE2 || row == 0x7E || row == 0xC2 || row == 0x23 ? .stars : .rule
      }
      previousIsRow = isRow
    }
    close(body.upperBound, &self)
  }

  /// Where lines end that are set in alike from a line on, of which all but the last end sentences, or which count up; the
  /// line where they are none. Verse ends few of its lines so.
  private func endOfParagraphs(from start: Int, _ body: Range<Int>) -> Int {
    guard lines[start].indent >= 2 else { return start }
    var end = start + 1
    while end < body.upperBound, lines[end].blanksBefore == 0, lines[end].indent == lines[start].indent {
      guard endsSentence(bytes(ofLine: end - 1)) || countsOn(end) else { return start }
      end += 1
    }
    return end
  }

  /// Whether a line begins with the number behind that of the line before it.
  private func countsOn(_ i: Int) -> Bool {
    func number(_ i: Int) -> Int? {
      let line = bytes(ofLine: i)
      let digits = figures(from: line.lowerBound, to: line.upperBound, most: 3)
      return digits.isEmpty ? nil : value(of: digits)
    }
    return number(i).map { $0 - 1 == number(i - 1) } ?? false
  }

  /// A title page's `THE` stands on a line of its own, and so does the rest: `LIBERTY MINSTREL.`
  private func goesOnBelowArticle(_ i: Int, after start: Int) -> Bool {
    guard i == start + 1, lines[i].blanksBefore <= 2, lines[start].width <= 3, lines[i].width <= 40,
      titleArticles.contains(string(ofLine: start))
    else { return false }
    return letterCase(bytes(ofLine: i)).isCapitals
  }

  /// Lines that open a speech right below the one before: `  FLAVIUS. Hence, home, you idle creatures!`
  ///
  /// The name is in capitals, or cut short and set in (`  Ham. Not so, my lord.`), and comes again, and few such lines
  /// have a blank one above them.
  private func speakersWithoutWhite(_ body: Range<Int>) -> Set<Int> {
    var found: [Int] = []
    var counts: [String: Int] = [:]
    var white = 0
    for i in body where lines[i].indent <= 8 {
      guard let name = nameAtHead(ofLine: i) else { continue }
      if lines[i].blanksBefore > 0 { white += 1 }
      found.append(i)
      counts[string(name), default: 0] += 1
    }
    let again = counts.filter { $0.value >= 3 }
    let sum = again.values.reduce(0, +)
    guard again.count >= 2, sum >= 30, sum * 10 >= found.count * 6, white * 3 < found.count, sum * 12 > body.count
    else {
      return []
    }
    return Set(found.filter { i in nameAtHead(ofLine: i).map { counts[string($0), default: 0] >= 2 } ?? false })
  }

  /// One to three words of ASCII capitals, or a set-in word or two that begin in one; a point and a space.
  private func nameAtHead(ofLine i: Int) -> Range<Int>? {
    let line = bytes(ofLine: i)
    guard let first = line.first, file.text[first].isASCIICapital else { return nil }
    let isSetIn = lines[i].indent > 0
    var k = line.lowerBound
    var words = 1
    var hasSmall = false
    while k < line.upperBound {
      let byte = file.text[k]
      if byte == 0x20 {
        words += 1
        guard k + 1 < line.upperBound, file.text[k + 1].isASCIICapital || file.text[k + 1].isASCIIDigit else { break }
      } else if byte.isASCIISmall || byte.isASCIIDigit, isSetIn {
        hasSmall = true
      } else if !byte.isASCIICapital, byte != 0x27 {
        break
      }
      k += 1
    }
    let length = k - line.lowerBound
    guard length >= 3, length <= (hasSmall ? 14 : 40), words <= (hasSmall ? 2 : 3), k + 1 < line.upperBound,
      file.text[k] == 0x2E, file.text[k + 1] == 0x20
    else { return nil }
    return line.lowerBound..<k
  }

  /// `                              Exeunt.`, below what is said
  private func isExit(_ i: Int) -> Bool {
    guard lines[i].indent >= 20, lines[i].width <= 40 else { return false }
    return ["exit", "exeunt", "enter", "re-enter", "[", "("].contains { starts(bytes(ofLine: i), with: $0) }
  }

  /// `第一回　…` between full paragraphs: Chinese files leave no blank line around it.
  private func isHanHeading(_ i: Int) -> Bool {
    let range = bytes(ofLine: i)
    // 第
    guard range.count >= 9, file.text[range.lowerBound] == 0xE7, file.text[range.lowerBound + 1] == 0xAC,
      file.text[range.lowerBound + 2] == 0xAC, Int(lines[i].width) + 4 <= profile.wrapWidth,
      !endsSentence(range), let form = headingForm(range), !form.isGuess, form.rank <= .chapter
    else { return false }
    return i == 0 || lines[i].blanksBefore > 0 || endsSentence(bytes(ofLine: i - 1))
      || isEarly(i - 1)
  }

  /// Line `i` begins something of its own although no blank line stands before it.
  private func isOpening(_ i: Int, after start: Int, end: Int) -> Bool {
    // One indented line among flush ones: a paragraph set off by its indent only.
    if lines[i].indent >= 2, lines[i].indent <= 10, lines[i - 1].indent < 2,
      i + 1 < end, lines[i + 1].blanksBefore == 0, lines[i + 1].indent < 2
    {
      // every other line of a stanza is set in
      let alternates =
        i + 2 < end && lines[i + 2].blanksBefore == 0 && lines[i + 2].indent == lines[i].indent
        && (i...i + 1).allSatisfy { isEarly($0, slack: 2) }
      return !alternates && endsSentence(bytes(ofLine: i - 1))
        && isEarly(i - 1, slack: 2) && !beginsSmall(bytes(ofLine: i))
    }
    return profile.layout == .wrapped && !profile.isVerse
      && isChangeOfIndent(i, after: start, end: end)
  }

  /// A name or its letters at the right edge, right below the last line that it signs: `Oliver Cromwell`, `G.J.`
  private func signsBelow(_ i: Int, after start: Int, end: Int) -> Bool {
    let line = lines[i]
    guard i > start, i + 1 == end || lines[i + 1].blanksBefore > 0, line.width <= 32, profile.layout == .wrapped,
      Int(line.indent) >= profile.wrapWidth / 2, line.edge >= profile.wrapWidth - 8, line.gaps == 0,
      line.indent >= lines[i - 1].indent + 20
    else { return false }
    if isInitials(i) { return true }
    let words = string(ofLine: i).split(separator: " ")
    // `Master of the Rolls`, and no line that goes on from the one above
    return words.count <= 5 && !endsSentence(bytes(ofLine: i)) && letterCase(bytes(ofLine: i)).isTitleCase
      && words.allSatisfy { $0.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false }
      && endsInStop(bytes(ofLine: i - 1))
  }

  /// Verse without a blank line above it, or prose without one below it: the indent of two and more short lines changes.
  private func isChangeOfIndent(_ i: Int, after start: Int, end: Int) -> Bool {
    let least = 2 + profile.baseIndent
    func isShort(_ k: Int) -> Bool { isEarly(k) }
    let isIn = Int(lines[i].indent) >= least
    guard isIn != (Int(lines[i - 1].indent) >= least) else { return false }
    if isIn {
      var k = i
      while k + 1 < end, lines[k + 1].blanksBefore == 0, Int(lines[k + 1].indent) >= least {
        if !isShort(k) { return false }
        k += 1
      }
      guard k > i else { return false }
      // a hanging indent has one line above it, and no stop
      return i - start >= 2 && (start..<i - 1).allSatisfy { !isShort($0) } || endsInStop(bytes(ofLine: i - 1))
    }
    return i - start >= 2 && (start..<i).allSatisfy { Int(lines[$0].indent) >= least }
      && (start..<i - 1).allSatisfy { isShort($0) }
  }

  /// What stands below a picture or a note that is left out has the white above that one over it as well.
  mutating func carryWhite() {
    for c in chunks.indices.dropFirst() where chunks[c].blanksBefore > 0 {
      guard chunks[c - 1].kind == .figure || chunks[c - 1].kind == .dropped else { continue }
      chunks[c].blanksBefore = max(chunks[c].blanksBefore, chunks[c - 1].blanksBefore)
    }
  }
}

/// Alone on a line they open a title.
let titleArticles: Set<String> = [
  "THE", "AN", "DER", "DIE", "DAS", "EIN", "LE", "LA", "LES", "UN", "UNE", "EL", "LOS", "LAS", "IL", "LO", "GLI",
]

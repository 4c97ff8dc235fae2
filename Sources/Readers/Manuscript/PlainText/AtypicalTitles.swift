internal import BookModel

// Titles that are none by their letters or by the white around them: of songs, of poems, of what stands in front.

extension PlainTextSource {
  /// A line in the white of a title above a picture that is called after it: `_Fairy Chorus_`, the sheet of a song.
  func isTitleOfPicture(_ c: Int) -> Bool {
    guard chunks[c].lines.count == 1, chunks[c].blanksBefore >= 2, c + 1 < chunks.count, chunks[c + 1].kind == .figure
    else { return false }
    let (own, called) = (titleWords(string(ofChunk: c)), titleWords(string(ofChunk: c + 1)))
    return !own.isEmpty && Array(called.suffix(own.count)) == own
  }

  /// `I would not live alway.` above `BY PIERPONT.`
  func isTitleOverByline(_ c: Int) -> Bool {
    guard chunks[c].lines.count == 1, chunks[c].blanksBefore >= 3, c + 2 < chunks.count,
      chunks[c + 1].lines.count == 1, chunks[c + 1].blanksBefore <= 2, chunks[c + 2].blanksBefore > 0
    else { return false }
    let (title, line) = (bytes(ofChunk: c), bytes(ofChunk: c + 1))
    return title.count <= 60 && line.count <= 50 && beginsCapital(title) && !endsInComma(title)
      && (starts(line, with: "by ") && letterCase(line).words >= 2)
      && (letterCase(line).isCapitals || letterCase(line).isTitleCase)
  }

  /// How many blank lines stand above most titles of a book of poems, where there are many and all stand so.
  func whiteOfTitlesOverVerse() -> Int {
    var counts: [Int: Int] = [:]
    for c in chunks.indices.dropLast() where chunks[c].kind == .unknown && chunks[c].lines.count == 1 {
      guard chunks[c].blanksBefore >= 3, chunks[c + 1].blanksBefore >= 1,
        isTitleLike(chunks[c].lines.lowerBound)
      else { continue }
      counts[chunks[c].blanksBefore, default: 0] += 1
    }
    let total = counts.values.reduce(0, +)
    guard total >= 20, let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      most.value * 4 >= total * 3
    else { return 0 }
    return most.key
  }

  /// `Come and see the Works of God.`: alone in the white that the book's titles have, over a stanza.
  func isSentenceOverVerse(_ c: Int, white: Int) -> Bool {
    guard chunks[c].lines.count == 1, chunks[c].blanksBefore == white, c + 1 < chunks.count,
      (1..<white).contains(chunks[c + 1].blanksBefore), lines[chunks[c].lines.lowerBound].indent < 4
    else { return false }
    let title = bytes(ofChunk: c)
    return title.count <= 50 && beginsCapital(title) && !endsInComma(title) && letterCase(title).words >= 2
  }

  func endsInComma(_ range: Range<Int>) -> Bool {
    range.last.map { [0x2C, 0x3B, 0x3A, 0x2D].contains(file.text[$0]) } ?? false
  }

  /// Lines in capitals between the paragraphs of what stands in front of a book or of a part of it, three or more, or
  /// with a preface among them: `TASA`, `FEE DE ERRATAS`, `PRÓLOGO`.
  func closeFrontHeadings(
    _ decisions: [HeadingDecision], chapterLevel: Int, titleWords: Set<String>
  ) -> [HeadingDecision] {
    guard profile.layout == .wrapped, !profile.isVerse else { return [] }
    let sorted = decisions.filter { !$0.isInside }.sorted { $0.chunk < $1.chunk }
    guard let first = sorted.first(where: { $0.label != nil })?.chunk else { return [] }
    var stretches = [(range: 0..<first, isFront: true)]
    for (n, item) in sorted.enumerated() where item.role == .part && n + 1 < sorted.count {
      stretches.append((item.chunk + 1..<sorted[n + 1].chunk, false))
    }
    let taken = Set(decisions.map(\.chunk))
    var found: [HeadingDecision] = []
    for (range, isFront) in stretches where range.count >= 2 {
      let members = range.filter { c in
        c > 0 && c + 1 < chunks.count && chunks[c].lines.count == 1 && isCloseSubhead(c, taken)
          && letterCase(ofChunk: c).isCapitals && letterCase(ofChunk: c).words <= 7
          && !isOfTitle(string(ofChunk: c), words: titleWords)
      }
      let named = members.filter { namedHeading(key(ofChunk: $0))?.place.1 == .front }
      guard members.count >= 3 || !named.isEmpty, members.count * 2 <= range.count else { continue }
      for c in members {
        // what no preface is has half a page and runs on
        let isInside = !named.contains(c)
        found.append(
          HeadingDecision(
            chunk: c, title: [bytes(ofChunk: c)], matter: isFront ? .front : .body,
            role: isFront ? .preface : .chapter, level: isFront ? 1 : chapterLevel, isInside: isInside, shown: "TITLE",
            isNamed: !isInside))
      }
    }
    return found
  }

  /// Behind an introduction or a cast the book's title alone heads a text that has no other headings.
  func headBehindFront(_ decisions: inout [HeadingDecision], titleWords: Set<String>) {
    let outer = decisions.filter { !$0.isInside }
    let isFront = outer.allSatisfy { item in
      item.matter == .front || item.label == nil && isCastHeading(bytes(ofChunk: item.chunk))
    }
    guard let last = outer.last, isFront else { return }
    let taken = Set(decisions.map(\.chunk))
    let title = (last.chunk + 2..<max(last.chunk + 2, chunks.count)).first { c in
      chunks[c].kind == .unknown && !taken.contains(c) && chunks[c].lines.count <= 2 && chunks[c].blanksBefore >= 3
        && isOfTitle(string(ofChunk: c), words: titleWords)
        && (letterCase(ofChunk: c).isCapitals || letterCase(ofChunk: c).isTitleCase)
    }
    guard let title, title + 1 < chunks.count else { return }
    decisions.append(HeadingDecision(chunk: title, title: ranges(chunks[title].lines), shown: "TITLE", isNamed: true))
    decisions.sort { $0.chunk < $1.chunk }
  }

  /// Whether nearly all that stands two blank lines apart are titles such as `The Fox and the Grapes`, each with a
  /// paragraph below it, and these are many.
  func titlesStandNear() -> Bool {
    if profile.layout == .paragraphs { return titlesStandAmongParagraphs() }
    guard !profile.isVerse else { return false }
    var titles = 0
    var others = 0
    for c in chunks.indices.dropFirst().dropLast() where chunks[c].blanksBefore == 2 && chunks[c].kind == .unknown {
      let line = chunks[c].lines.lowerBound
      let text = bytes(ofLine: line)
      let below = chunks[c + 1]
      let isTitle =
        chunks[c].lines.count == 1 && (1...2).contains(below.blanksBefore) && lines[line].indent < 4
        && text.count <= 60 && letterCase(text).isTitleCase && !letterCase(text).isCapitals && !endsSentence(text)
        && isTitleLike(line)
        && (below.lines.count >= 2 || lines[below.lines.lowerBound].width > 50)
      if isTitle { titles += 1 } else { others += 1 }
    }
    return titles >= 8 && titles >= others * 4 || titles >= 4 && others == 0
  }

  /// The same of a file with a paragraph a line: what is short there and ends no sentence is a title, each above a
  /// paragraph of several lines' length.
  private func titlesStandAmongParagraphs() -> Bool {
    var titles = 0
    var others = 0
    for c in chunks.indices.dropFirst().dropLast()
    where chunks[c].kind == .unknown && chunks[c].blanksBefore > 0 && chunks[c + 1].blanksBefore > 0 {
      let text = bytes(ofChunk: c)
      guard text.count <= 60, !endsSentence(text) else { continue }
      let (letters, below) = (letterCase(text), bytes(ofChunk: c + 1))
      let isTitle =
        letters.isTitleCase && !letters.isCapitals && letters.words <= 8 && isTitleLike(chunks[c].lines.lowerBound)
        && chunks[c + 1].kind == .unknown && below.count > 150 && endsSentence(below)
      if isTitle { titles += 1 } else { others += 1 }
    }
    return titles >= 3 && titles >= others * 3
  }

  /// Whether the first line of all stands right above text, with white over it: no title page begins so.
  func opensText() -> Bool {
    guard chunks.count > 1, chunks[0].blanksBefore >= 2, chunks[0].lines.count == 1 else { return false }
    let below = chunks[1]
    return below.kind == .unknown && below.lines.count >= 3 && bytes(of: below).count > 120
      && !letterCase(bytes(of: below)).isCapitals
  }

  /// Whether all numbers stand within sections, and these have titles without any: stories of which some are in parts.
  func headed(_ decisions: [HeadingDecision]) -> Bool {
    decisions.allSatisfy { ($0.label != nil) == $0.isInside }
      && decisions.count { $0.label == nil } >= 2
  }
}

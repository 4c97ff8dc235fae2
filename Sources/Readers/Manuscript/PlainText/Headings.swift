internal import BookModel

/// A heading that the file as a whole has confirmed.
struct HeadingDecision {
  /// What it was made of.
  var chunk: Int
  var label: Range<Int>?
  /// Pieces of the title in order, one a line.
  var title: [Range<Int>]
  var matter = Section.Matter.body
  var role = Section.Role.chapter
  var level = 1
  /// It parts a section and begins none.
  var isInside = false
  var shown: String
  var isNamed = false
  /// The level of a heading inside a section, from 2.
  var insideLevel = 2
  /// Who wrote what it names, in a book of several hands.
  var author = ""
}

/// What a file's own contents list names.
struct ListedNames {
  /// Without a number, as `namesListed` gives it.
  var names: Set<String> = []
  /// Behind a number, as `titlesCounted` gives it.
  var counted: Set<String> = []
}

/// Chunks that could be headings, with the form they have.
struct HeadingCandidates {
  var forms: [Int: HeadingForm] = [:]
  /// Chunks in `forms`, ascending.
  var order: [Int] = []
}

extension PlainTextSource {
  func headingCandidates() -> HeadingCandidates {
    var found = HeadingCandidates()
    var close: [String: [(chunk: Int, form: HeadingForm)]] = [:]
    let notes = numbersOfNotes()
    let counted = titlesThatCount()
    let limit = profile.layout == .paragraphs ? 90 : max(60, profile.wrapWidth + 4)
    for c in chunks.indices where chunks[c].kind == .unknown && chunks[c].lines.count <= 4 {
      let first = chunks[c].lines.lowerBound
      guard lines[first].width <= limit * 3 / 2, let form = counted[c] ?? headingForm(bytes(ofLine: first)) else {
        continue
      }
      // no line of prose is longer than all others
      if lines[first].width > limit, form.isGuess || form.rank > .chapter || chunks[c].lines.count > 1 { continue }
      if chunks[c].lines.count > 1, !namesPlace(c, form) {
        // More lines are the title's, or this is a paragraph that happens to begin so.
        let rest = (first + 1)..<chunks[c].lines.upperBound
        guard rest.allSatisfy({ lines[$0].edge <= profile.wrapWidth }), !form.isGuess else { continue }
        let isCapitals = rest.allSatisfy { letterCase(bytes(ofLine: $0)).isCapitals }
        // a section of a law is a sentence that begins like a heading
        let isTitle =
          form.rank == .chapter || form.rank < .scene && !endsSentence(bytes(ofLine: chunks[c].lines.upperBound - 1))
        let isApart =
          isTitle && chunks[c].blanksBefore >= 2 && c + 1 < chunks.count && chunks[c + 1].blanksBefore >= 2
        if !isCapitals && !isApart {
          guard chunks[c].lines.count == 2, isTitleLike(rest.lowerBound),
            form.title == nil || chunks[c].blanksBefore >= 2
          else { continue }
        }
      }
      if isOtherThanHeading(c, form) { continue }
      if let notes, c > notes.after, let number = bareNumber(c), notes.numbers.contains(number) { continue }
      if form.rank == .numeral, form.title != nil, chunks[c].blanksBefore < 2, profile.layout == .wrapped {
        if chunks[c].lines.count == 1 { close[form.key, default: []].append((c, form)) }
        continue
      }
      found.forms[c] = form
      found.order.append(c)
    }
    for (key, narrow) in close {
      let wide = found.order.compactMap { c in found.forms[c].map { (chunk: c, form: $0) } }.filter {
        $0.form.key == key
      }
      let run = (narrow + wide).sorted { $0.chunk < $1.chunk }
      guard isRun(run) else { continue }
      for (c, form) in run {
        if found.forms[c] == nil { found.order.append(c) }
        found.forms[c] = form
        found.forms[c]?.isClose = narrow.count * 2 > run.count
      }
    }
    if !close.isEmpty { found.order.sort() }
    readLetters(into: &found)
    return found
  }

  /// `ACT I. SCENE II.` in capitals, and a short line below it that says where.
  private func namesPlace(_ c: Int, _ form: HeadingForm) -> Bool {
    let (first, last) = (chunks[c].lines.lowerBound, chunks[c].lines.upperBound - 1)
    let isStage = form.rank == .act || stageWords.contains(form.key)
    return isStage && chunks[c].lines.count == 2 && (chunks[c].blanksBefore > 0 || c == 0)
      && letterCase(bytes(ofLine: first)).isCapitals
      && isEarly(first)
      && Int(lines[last].width) * 4 <= profile.wrapWidth * 3 && beginsCapital(bytes(ofLine: last))
  }

  /// Whether numbered titles of which some stand only a blank line above their text are headings for certain: they
  /// count up from 1 without a gap, once or below several titles, every one reads as a title, and paragraphs stand
  /// under each.
  private func isRun(_ run: [(chunk: Int, form: HeadingForm)]) -> Bool {
    guard run.count >= 3 else { return false }
    return run.indices.allSatisfy { n in
      let (c, form) = run[n]
      let isNext = n > 0 && form.number == (run[n - 1].form.number ?? 0) + 1
      guard isNext || form.number == 1, let title = form.title, chunks[c].blanksBefore >= 1 || c == 0,
        c + 1 < chunks.count, chunks[c + 1].blanksBefore >= 1,
        isTitleLike(chunks[c].lines.lowerBound), !endsSentence(title)
      else { return false }
      let end = n + 1 < run.count ? run[n + 1].chunk : chunks.count
      // a list has a line or two for each number
      return (c + 1..<end).contains { chunks[$0].lines.count >= 3 }
    }
  }

  /// One short line that names something and is no sentence.
  func isTitleLike(_ i: Int) -> Bool {
    let range = bytes(ofLine: i)
    let isWide = profile.layout == .wrapped && Int(lines[i].width) > profile.wrapWidth * 9 / 10
    guard lines[i].width <= (profile.layout == .paragraphs ? 90 : profile.wrapWidth + 2),
      !isWide || letterCase(range).isCapitals, Int(lines[i].indent) <= profile.wrapWidth / 2
    else { return false }
    if signsOfNoTitle.contains(where: { starts(range, with: $0) }) { return false }
    // `MY DEAR SIR,--`
    var end = range.upperBound
    while end > range.lowerBound, file.text[end - 1] == 0x2D { end -= 1 }
    if end - 3 > range.lowerBound, file.text[(end - 3)..<end].elementsEqual([0xE2, 0x80, 0x94]) { end -= 3 }
    if end > range.lowerBound, [0x2C, 0x3B, 0x3A].contains(file.text[end - 1]) { return false }
    let letters = letterCase(range)
    if letters.isCapitals { return true }
    if letters.upper + letters.lower == 0 { return letters.other > 0 && lines[i].width <= 40 && !endsSentence(range) }
    return letters.isTitleCase && lines[i].width <= 64
      && (!endsSentence(range) || letters.words <= 5 || endsInCry(range))
  }

  /// `What Is It?`, `Arouse! Arouse!`
  func endsInCry(_ range: Range<Int>) -> Bool { range.last.map { [0x21, 0x3F].contains(file.text[$0]) } ?? false }

  /// Learns which forms repeat and count up, and settles every heading of the file.
  /// - Parameters:
  ///   - titleWords: of the book's title and author.
  ///   - listed: what the file's own contents list names.
  mutating func findHeadings(
    _ candidates: HeadingCandidates, titleWords: Set<String>, listed: ListedNames, play: PlayForm?
  ) -> [HeadingDecision] {
    var candidates = candidates
    let (listed, counted) = (listed.names, listed.counted)
    let songs = settleSongs(&candidates)
    // 1. Which kinds count up.
    var accepted = countingKinds(&candidates)
    // `FIRST NARRATIVE` that holds no chapters is a title like others
    if !HeadingRanks(accepted, candidates).partsHaveChapters {
      accepted = accepted.filter { candidates.forms[$1[0]].map { $0.rank != .part || !$0.isGuess } ?? true }
    }
    settleParts(&accepted, &candidates)
    leaveTitlePage(&accepted, candidates)
    let ranks = HeadingRanks(accepted, candidates)
    var decisions = numbered(accepted, candidates, ranks, listed: listed)
    settleNumbersOfPieces(&decisions, listed: listed)

    // 2. Titles in the chunk below, if that is the habit of the kind.
    adoptTitles(&decisions, counted: counted, play: play)
    adoptLinesOfParts(&decisions, titleWords: titleWords)
    settleRepeatedNumbers(&decisions)
    headScenes(&decisions)
    for item in decisions where item.title.isEmpty && !item.isInside {
      let next = item.chunk + 1
      if next + 1 < chunks.count, chunks[next].kind == .unknown, namesArgument(next) { chunks[next].kind = .centred }
    }

    // 2b. Stories of numbered parts: a title above each first number is what begins a section.
    titleSequences(&decisions, listed: listed, play: play)

    // 3. Headings without a number.
    // numbers right above their text part what titles head
    let close = decisions.count { $0.isInside && chunks[$0.chunk].blanksBefore < 2 }
    let hasNumbered = close * 2 < decisions.count || decisions.contains { !$0.isInside }
    doubtfulHeadings = nameHeadings(
      &decisions, hasNumbered: hasNumbered, chapterLevel: ranks.chapterLevel, titleWords: titleWords,
      listed: listed, play: play)

    let taken = Set(decisions.map(\.chunk))
    for c in songs where !taken.contains(c) {
      decisions.append(
        HeadingDecision(
          chunk: c, title: ranges(chunks[c].lines), level: ranks.chapterLevel, isInside: true, shown: "TITLE"))
    }
    decisions.sort { $0.chunk < $1.chunk }
    if play == nil {
      settleNumberedStories(&decisions, titleWords: titleWords)
      headFirstLetter(&decisions, titleWords: titleWords)
      titleAppendices(&decisions)
      headNumbersWithin(&decisions, candidates)
      headTitlesOverNames(&decisions)
      headDatedEntries(&decisions, level: ranks.chapterLevel)
    }
    headFirstOfSeries(&decisions, titleWords: titleWords)
    settlePrefaceTitles(&decisions)
    if ranks.partsHaveChapters { raiseOuter(&decisions) } else { raiseParts(&decisions, candidates) }
    lowerRestarting(&decisions)
    settleArticles(&decisions)
    settleAdvertisements(&decisions)
    settleMatter(&decisions)
    headBehindFront(&decisions, titleWords: titleWords)
    lowerPartsOfPoem(&decisions, candidates)
    return decisions
  }

  /// What decisions are about are headings from here on.
  mutating func settle(_ decisions: [HeadingDecision]) {
    for (n, decision) in decisions.enumerated() {
      chunks[decision.chunk].kind = .heading
      chunks[decision.chunk].index = n
    }
  }

  private mutating func adoptTitles(_ decisions: inout [HeadingDecision], counted: Set<String>, play: PlayForm?) {
    var totals: [String: (bare: Int, capitals: Int, loose: Int)] = [:]
    let taken = Set(decisions.map(\.chunk))
    // numbers above the titles of poems
    var poems: Set<Int> = []
    var sentences: Set<Int> = []
    func titleKind(after c: Int, isStage: Bool) -> Int {
      let next = c + 1
      guard next + 1 < chunks.count, chunks[next].kind == .unknown, !taken.contains(next),
        chunks[next].lines.count <= 3,
        chunks[next].blanksBefore <= 5, chunks[next + 1].blanksBefore > 0 || profile.layout == .paragraphs
      else { return 0 }
      if profile.layout == .paragraphs, chunks[next + 1].blanksBefore == 0 { return 0 }
      if let play, play.speaker(of: chunks[next], in: self) != nil { return 0 }
      if namesScene(next) || namesArgument(next) || isDateline(next) || isStage && opensScene(next) { return 0 }
      // a prologue below a part's number is none of its title
      if string(ofChunk: next).namesPrologue { return 0 }
      if isCounted(next, in: counted) { return 3 }
      // `§ 1. _On the boats._ § 2. _On the nets._`
      if ["§", "¶"].contains(where: { starts(bytes(ofChunk: next), with: $0) }) { return 0 }
      // a lone sentence is all there is under its number
      if isSentenceTitle(next) { return taken.contains(next + 1) ? 0 : 1 }
      if sentences.contains(c) { return 1 }
      if isTitleOfLines(next) || isLineInItalics(next) { return 1 }
      var isCapitals = true
      for i in chunks[next].lines {
        guard isTitleLike(i) else { return 0 }
        if !letterCase(bytes(ofLine: i)).isCapitals { isCapitals = false }
      }
      if isCapitals { return 2 }
      return chunks[next].lines.count == 1 ? 1 : 0
    }
    /// Whether nearly every number has a title; where titles are in capitals, six in ten are enough for one of them.
    func isUsual(_ total: (bare: Int, capitals: Int, loose: Int), inCapitals: Bool) -> Bool {
      total.bare >= 5 && total.loose * 10 >= total.bare * 8
        || inCapitals && total.bare >= 3 && total.capitals * 10 >= total.bare * 6
    }
    let heads = decisions.map(\.chunk)
    for (n, item) in decisions.enumerated() where item.title.isEmpty {
      let kind = titleKind(after: item.chunk, isStage: isStage(item))
      if kind == 2, profile.isVerse,
        titlesAlike(item.chunk + 1, before: n + 1 < heads.count ? heads[n + 1] : chunks.count)
      {
        poems.insert(item.chunk)
        continue
      }
      var total = totals[item.shown] ?? (0, 0, 0)
      total.bare += 1
      if kind == 2 || kind == 3 && letterCase(ofChunk: item.chunk + 1).isCapitals { total.capitals += 1 }
      if kind >= 1 { total.loose += 1 }
      totals[item.shown] = total
    }
    // where most chapters have such a sentence, one may have two
    for item in decisions where item.title.isEmpty {
      guard let total = totals[item.shown], total.bare >= 3, total.loose * 10 >= total.bare * 6,
        total.capitals == 0, isSentenceTitle(item.chunk + 1, most: 3)
      else { continue }
      sentences.insert(item.chunk)
    }
    for n in decisions.indices where decisions[n].title.isEmpty {
      guard let total = totals[decisions[n].shown], !poems.contains(decisions[n].chunk) else { continue }
      let kind = titleKind(after: decisions[n].chunk, isStage: isStage(decisions[n]))
      let next = decisions[n].chunk + 1
      guard
        kind == 3 || kind == 2 && total.capitals * 2 >= total.bare || kind >= 1 && total.loose * 10 >= total.bare * 6
          || next < chunks.count && isUsual(total, inCapitals: letterCase(ofChunk: next).isCapitals)
            && !taken.contains(next)
            && isOddTitle(next)
      else { continue }
      decisions[n].title = ranges(chunks[next].lines)
      chunks[next].kind = .headingTitle
    }
  }

  /// What stands between a part and its first chapter, a few short lines and no text, is its title: `1703.`, `JONATHAN WILD.`
  private mutating func adoptLinesOfParts(_ decisions: inout [HeadingDecision], titleWords: Set<String>) {
    for n in decisions.indices.dropLast() where decisions[n].role == .part && decisions[n].title.isEmpty {
      var between = decisions[n].chunk + 1..<decisions[n + 1].chunk
      // the book's title, once more above its first chapter
      if between.count > 1, isOfTitle(string(ofChunk: between.upperBound - 1), words: titleWords) {
        between = between.dropLast()
      }
      guard decisions[n + 1].level > decisions[n].level, (1...3).contains(between.count),
        between.allSatisfy({ c in
          let line = chunks[c].lines.lowerBound
          return chunks[c].kind == .unknown && chunks[c].lines.count == 1 && lines[line].width <= 50
            && (isTitleLike(line) || isYears(bytes(ofLine: line)))
        })
      else { continue }
      decisions[n].title = between.flatMap { ranges(chunks[$0].lines) }
      for c in between { chunks[c].kind = .headingTitle }
    }
  }

  /// `The Same Subject Continued (Concerning Dangers from / Foreign Force and Influence)`
  private func isTitleOfLines(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    let letters = letterCase(text)
    return (2...3).contains(chunks[c].lines.count) && profile.layout == .wrapped && !profile.isVerse
      && text.count <= 180 && letters.isTitleCase && !letters.isCapitals && letters.smallWords * 3 <= letters.words
      && !endsSentence(text)
      && ![0x22, 0x2D, 0x5B, 0xE2, 0x28].contains(file.text[text.lowerBound])
      && ![0x2C, 0x3B, 0x3A].contains(file.text[text.upperBound - 1])
  }

  /// `_In a Letter from Mr. Candy._`, with more white below it than above.
  private func isLineInItalics(_ c: Int) -> Bool {
    chunks[c].lines.count == 1 && isWhollyItalic(bytes(ofChunk: c))
      && chunks[c + 1].blanksBefore > chunks[c].blanksBefore
  }

  /// Whether two more lines in capitals, set apart as much, stand between a title and the next number: then it heads
  /// the first of several poems, and names no book of them.
  private func titlesAlike(_ c: Int, before end: Int) -> Bool {
    guard chunks[c].blanksBefore >= 2 else { return false }
    let found = (c + 1..<max(c + 1, end)).lazy.filter { k in
      chunks[k].kind == .unknown && chunks[k].lines.count <= 2 && chunks[k].blanksBefore >= chunks[c].blanksBefore
        && letterCase(ofChunk: k).isCapitals
    }
    return found.prefix(2).count == 2
  }

  /// `SCENE` alone between an act's number and what is told of the place: it heads that, and is no act's title.
  private func headScenes(_ decisions: inout [HeadingDecision]) {
    let taken = Set(decisions.map(\.chunk))
    for item in decisions where item.title.isEmpty && !item.isInside {
      let next = item.chunk + 1
      guard next + 1 < chunks.count, chunks[next].kind == .unknown, !taken.contains(next), namesScene(next) else {
        continue
      }
      decisions.append(
        HeadingDecision(
          chunk: next, title: [bytes(ofChunk: next)], level: item.level, isInside: true, shown: "SCENE", isNamed: true))
    }
    decisions.sort { $0.chunk < $1.chunk }
  }

  private func namesScene(_ c: Int) -> Bool {
    chunks[c].lines.count == 1 && chunks[c].blanksBefore > 0 && bytes(ofChunk: c).count <= 12
      && ["scene", "the scene", "scène", "szene", "scena", "escena"].contains(key(ofChunk: c))
  }

  /// `ACT I`, `SCENE II`
  func isStage(_ item: HeadingDecision) -> Bool {
    guard let form = item.label.flatMap({ headingForm($0) }) else { return false }
    return form.rank == .act || stageWords.contains(form.key)
  }

  /// `_A room._`, or a name that comes again: the play has begun.
  func opensScene(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    if [0x5F, 0x5B, 0x28].contains(file.text[text.lowerBound]) { return true }
    guard chunks[c].lines.count == 1, text.count <= 40, endsSentence(text) else { return false }
    let name = string(text)
    return chunks[(c + 1)...].prefix(60).contains { $0.lines.count == 1 && string(bytes(of: $0)) == name }
  }

  /// `                 HARBOUR, Thursday.`, above a letter
  func isDateline(_ c: Int) -> Bool {
    let line = lines[chunks[c].lines.lowerBound]
    return chunks[c].lines.count == 1 && Int(line.indent) * 4 >= profile.wrapWidth && namesDay(string(ofChunk: c))
  }

  /// `ARGUMENT.`, below a number: what is told of the canto, and no name of it.
  private func namesArgument(_ c: Int) -> Bool {
    guard chunks[c].lines.count == 1, bytes(ofChunk: c).count <= 24 else { return false }
    let key = headingKey(string(bytes(ofChunk: c).prefix { file.text[$0] != 0x28 && file.text[$0] != 0x5B }))
    return ["argument", "the argument", "l'argument", "argomento", "argumento"].contains(key)
  }

  /// `How Candide was brought up in a castle, and how he was driven out of it.`: a sentence, and only
  /// one, in full lines, with more white below it than above paragraphs.
  /// - Parameter most: how many sentences it may have.
  private func isSentenceTitle(_ c: Int, most: Int = 1) -> Bool {
    guard c + 1 < chunks.count, chunks[c].kind == .unknown, chunks[c].lines.count <= 2 + most else { return false }
    var left = most
    let range = chunks[c].lines
    guard profile.layout == .wrapped, !profile.isVerse, chunks[c + 1].blanksBefore >= 2, chunks[c + 1].lines.count > 1,
      beginsCapital(bytes(ofLine: range.lowerBound)), lines[range.lowerBound].indent < 4,
      range.dropLast().allSatisfy({ !isEarly($0) })
    else { return false }
    let text = bytes(ofChunk: c)
    var inner = text.dropLast(2)
    while let stop = inner.firstIndex(where: { [0x2E, 0x21, 0x3F].contains(file.text[$0]) }) {
      // `M. de Tréville`
      if stop - inner.lowerBound > 3, file.text[stop + 1] == 0x20 || file.text[stop + 1] == 0x0A { left -= 1 }
      if left == 0 { return false }
      inner = (stop + 1)..<max(stop + 1, inner.upperBound)
    }
    return file.text[text.upperBound - 1] != 0x2C && file.text[text.upperBound - 1] != 0x3A
  }

  /// All words of the text are words of the title page.
  func isOfTitle(_ text: String, words: Set<String>) -> Bool {
    let own = titleWords(text)
    return !own.isEmpty && own.allSatisfy { words.contains($0) }
  }
}

private let stageWords: Set<String> = ["scene", "scène", "szene", "escena", "scena", "cena"]

/// No title begins so.
private let signsOfNoTitle = ["\"", "-", "[", "“", "—"]

/// Words in lower case and without accents, articles and signs.
func titleWords(_ text: String) -> [String] {
  var words: [String] = []
  var word = ""
  for scalar in plainText(text).unicodeScalars {
    let isPlain = scalar.value.isASCIISmall || scalar.value.isASCIIDigit
    let isSign = scalar.value < 0x80 || (0x2000...0x2BFF).contains(scalar.value)
    if isPlain || !isSign && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil) {
      word.unicodeScalars.append(scalar)
    } else if !word.isEmpty {
      if !smallWords.contains(word) { words.append(word) }
      word = ""
    }
  }
  if !word.isEmpty, !smallWords.contains(word) { words.append(word) }
  return words
}

private let smallWords: Set = [
  "the", "a", "an", "of", "and", "by", "le", "la", "les", "der", "die", "das", "von", "par", "de", "di", "s",
]

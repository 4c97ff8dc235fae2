internal import BookModel

// Headings without a number, and what is front, body and back matter.

extension PlainTextSource {
  /// Gives the chunks that look like headings as well and were not taken.
  func nameHeadings(
    _ decisions: inout [HeadingDecision], hasNumbered: Bool, chapterLevel: Int, titleWords: Set<String>,
    listed: Set<String>, play: PlayForm?
  ) -> [Int] {
    let taken = Set(decisions.map(\.chunk))
    let outer = decisions.filter { !$0.isInside }
    let blanks = (outer.isEmpty && hasNumbered ? decisions : outer).map { chunks[$0.chunk].blanksBefore }.sorted()
    let median = blanks.isEmpty ? 2 : blanks[blanks.count / 2]
    var habits = HeadingHabits(
      hasNumbered: hasNumbered, firstNumbered: decisions.map(\.chunk).min() ?? 0,
      outerCount: outer.count, restarts: outer.count { $0.label.flatMap { headingForm($0)?.number } == 1 },
      chapterLevel: chapterLevel, white: min(max(median, 2), 4), namedWhite: min(median, 2))
    let firstLabel = decisions.min { $0.chunk < $1.chunk }.flatMap {
      $0.title.isEmpty ? $0.label : nil
    }
    habits.beginsBare = firstLabel.flatMap { headingForm($0)?.rank } == .numeral
    habits.numbersAreInside =
      decisions.contains { $0.isInside && $0.label != nil } && headed(decisions)
    habits.titlesAreNear = !hasNumbered && titlesStandNear()
    if profile.isVerse { habits.sentenceTitles = whiteOfTitlesOverVerse() }
    // a title may be said again on a title page, not behind the first words of the text
    let firstProse = chunks.indices.first { chunks[$0].kind == .unknown && bytes(ofChunk: $0).count > 300 } ?? 0
    var plain: [PlainHeading] = []
    func saysTitle(_ item: PlainHeading) -> Bool {
      let own = Manuscript.titleWords(string(ofChunk: item.chunk))
      // what the contents list names says all of it, or more than a word
      return own.allSatisfy(titleWords.contains) && (!item.isListed || own.count < 2 || titleWords.isSubset(of: own))
    }
    let stages = Set(decisions.filter(isStage).map(\.chunk))
    for c in chunks.indices where chunks[c].kind == .unknown && !taken.contains(c) && chunks[c].lines.count <= 3 {
      if stages.contains(c - 1), opensScene(c) { continue }
      guard let item = plainHeading(c, habits, titleWords: titleWords, listed: listed),
        isTitleOfPicture(c) || play?.speaker(of: chunks[c], in: self) == nil
      else { continue }
      if item.named == nil, c < firstProse, saysTitle(item) { continue }
      plain.append(item)
    }
    // numbers below such titles count what each of them heads
    let headed = decisions.filter { $0.label == nil && $0.isNamed && !$0.isInside }
    habits.closeTitles = headed.count { chunks[$0.chunk].blanksBefore < 2 }
    learn(&habits, from: &plain, titleWords: titleWords, isPlay: play != nil)
    for item in plain { if let decision = decision(item, habits) { decisions.append(decision) } }
    var within = decisions.filter { $0.isInside && $0.label == nil }.map(\.chunk)
    if play == nil {
      decisions += closeFrontHeadings(decisions, chapterLevel: chapterLevel, titleWords: titleWords)
    }
    var chosen = Set(decisions.map(\.chunk))
    if play == nil {
      for c in closeSubheads(chosen, titleWords: titleWords) {
        chosen.insert(c)
        within.append(c)
        decisions.append(
          HeadingDecision(
            chunk: c, title: ranges(chunks[c].lines), level: chapterLevel, isInside: true,
            shown: letterCase(ofChunk: c).isCapitals ? "TITLE" : "Title"))
      }
      for c in kinOfSubheads(within, chosen, titleWords: titleWords) + italicSubheads(chosen, titleWords: titleWords)
      where chosen.insert(c).inserted {
        decisions.append(
          HeadingDecision(
            chunk: c, title: ranges(chunks[c].lines), level: chapterLevel, isInside: true,
            shown: letterCase(ofChunk: c).isCapitals ? "TITLE" : "Title"))
      }
    }
    return plain.map(\.chunk).filter { !chosen.contains($0) }
  }

  /// A stop ends few titles, and most lines of a dialogue.
  private func mayEndTitle(_ i: Int) -> Bool {
    let first = file.text[bytes(ofLine: i).lowerBound]
    return first.isASCIICapital || first == 0x5F || !endsInStop(bytes(ofLine: i))
  }

  /// A chunk as a heading, where its words or its looks and the white around it allow that.
  private func plainHeading(
    _ c: Int, _ habits: HeadingHabits, titleWords: Set<String>, listed: Set<String>
  ) -> PlainHeading? {
    let chunk = chunks[c]
    let isClose = chunk.blanksBefore < min(2, habits.namedWhite) && c != 0
    let isBetween =
      chunk.blanksBefore < 2 && !listed.isEmpty && standsBetweenParagraphs(c, titleWords: titleWords)
    guard !isClose || profile.layout == .paragraphs && chunk.blanksBefore >= 1 || isBetween || isBehindTitlePage(c),
      c + 1 < chunks.count, chunks[c + 1].blanksBefore > 0
    else { return nil }
    // the line above `First published 1907` is of that page
    if chunks[c + 1].kind == .frontPage, chunks[c + 1].index == FrontPage.imprint.rawValue,
      chunks[c + 1].blanksBefore <= 2
    {
      return nil
    }
    let range = bytes(of: chunk)
    guard range.count <= 400, !isByline(c) else { return nil }
    let text = string(range)
    let key = headingKey(text)
    let named = namedHeading(key) ?? nameBehind(c, text)
    let isListed = !listed.isEmpty && (chunk.blanksBefore >= 2 || isClose || isBetween) && isNamed(text, in: listed)
    let isBehindTitle = named != nil && isBehindTitlePage(c)
    if isClose, profile.layout == .wrapped, !isListed || named != nil, !isBehindTitle { return nil }
    guard
      named != nil || isListed
        || chunk.lines.allSatisfy({
          isTitleLike($0) || $0 > chunk.lines.lowerBound && isYears(bytes(ofLine: $0))
        }) || isTitleOfPicture(c) || isTitleOverByline(c)
        || habits.sentenceTitles > 0 && isSentenceOverVerse(c, white: habits.sentenceTitles),
      !isEndMark(key), !endMarks.contains(text.lowercased()), !headsOfColumns.contains(key)
    else { return nil }
    if named == nil, chunk.blanksBefore < 2 && !isClose && !(isBetween && isListed) || c == 0 && !opensText() {
      return nil
    }
    let item = PlainHeading(
      chunk: c, isCapitals: letterCase(range).isCapitals, named: named, isListed: isListed, key: key)
    return item.isUnnamed && !looksLikeTitle(item, habits) ? nil : item
  }

  /// `About the Author`, `Also by Jane Doe`: what publishers put behind a book.
  private func nameBehind(_ c: Int, _ text: String) -> NamedHeading? {
    guard c * 2 > chunks.count, chunks[c].lines.count == 1, text.utf8.count <= 60, !endsSentence(bytes(ofChunk: c))
    else { return nil }
    switch BookMatter(heading: text) {
    case .aboutAuthor?, .alsoBy?: return .appendix
    default: return nil
    }
  }

  /// `1659-1660`, below the month of a diary.
  func isYears(_ range: Range<Int>) -> Bool {
    range.count <= 12 && range.allSatisfy { file.text[$0].isASCIIDigit || [0x2D, 0x2F, 0x2E].contains(file.text[$0]) }
  }

  /// Small letters need more white than capitals; what is set in by itself signs a letter.
  private func looksLikeTitle(_ item: PlainHeading, _ habits: HeadingHabits) -> Bool {
    let chunk = chunks[item.chunk]
    let next = chunks[item.chunk + 1]
    let line = lines[chunk.lines.lowerBound]
    if !item.isCapitals {
      // poems of one book stand two blank lines apart, their stanzas one
      let isVerse = profile.isVerse && next.lines.count > 1 && next.blanksBefore < 2
      let gap = habits.titlesAreNear && profile.layout == .paragraphs ? 1 : isVerse || habits.titlesAreNear ? 2 : 3
      if chunk.lines.count > 1 || chunk.blanksBefore < gap { return false }
      if endsSentence(bytes(of: chunk)), chunk.blanksBefore < 3 || line.width > 44 { return false }
    }
    // A signature or a line in the middle of a title page is set in by itself.
    let aside = abs(Int(line.indent) - (profile.wrapWidth - line.edge))
    return Int(line.indent) < 4
      || aside <= (item.isCapitals && chunk.blanksBefore >= 3 && next.blanksBefore >= 2 ? 14 : 8)
  }

  /// What all of them together tell of each; takes out those that end in a point where titles do not.
  private func learn(
    _ habits: inout HeadingHabits, from plain: inout [PlainHeading], titleWords: Set<String>, isPlay: Bool
  ) {
    habits.isVerse = profile.isVerse
    let capitals = plain.filter { $0.isCapitals && $0.named == nil }
    let wide = capitals.filter { chunks[$0.chunk].blanksBefore >= 3 }.count
    habits.capitals = capitals.count
    habits.threshold = habits.hasNumbered ? habits.white : (wide >= 3 ? 3 : 2)
    // titles end in a point where most of a book's do
    func isStopped(_ item: PlainHeading) -> Bool {
      let range = bytes(ofChunk: item.chunk)
      return endsSentence(range) && !endsInCry(range)
    }
    let mixed = plain.filter { !$0.isCapitals && $0.isUnnamed && chunks[$0.chunk].blanksBefore >= 3 }
    if mixed.count < 5 || mixed.count(where: isStopped) * 10 < mixed.count * 4 {
      plain.removeAll { !$0.isCapitals && $0.isUnnamed && isStopped($0) && !isTitleOverByline($0.chunk) }
    }
    let titleCase = plain.count { !$0.isCapitals && $0.named == nil }
    // so much white is seldom left without a reason
    let parted = chunks.count { $0.blanksBefore >= 2 }
    let (first, threshold) = (habits.firstNumbered, habits.threshold)
    habits.readsSubheads =
      habits.hasNumbered && habits.white >= 3 && !isPlay && (parted * 6 < chunks.count || profile.isVerse)
      && capitals.count { $0.chunk > first && chunks[$0.chunk].blanksBefore < threshold } >= 3
    let white = habits.white
    habits.titlesPrevail =
      habits.restarts >= 3 && white >= 3
      && mixed.count { chunks[$0.chunk].blanksBefore >= white } > habits.outerCount * 2
    habits.readsTitleCase = titleCase >= 3 && (habits.hasNumbered || capitals.count < 3 || profile.isVerse)
    let named = plain.filter(\.isListed)
    let close = named.count { chunks[$0.chunk].blanksBefore < 2 } + habits.closeTitles
    habits.titlesAreClose =
      (!habits.hasNumbered || habits.closeTitles >= 2) && close >= 3
      && close * 4 > (named.count + habits.closeTitles) * 3
    for item in plain {
      if !item.isCapitals, let opening = opening(item.key) { habits.openings[opening, default: 0] += 1 }
      if item.isListed { habits.times[item.key, default: 0] += 1 }
      if item.isUnnamed, isOfTitle(string(ofChunk: item.chunk), words: titleWords) {
        habits.titles[item.key, default: 0] += 1
      }
    }
  }

  /// What a line without a number heads; nil where too little speaks for it.
  private func decision(_ item: PlainHeading, _ habits: HeadingHabits) -> HeadingDecision? {
    let chunk = chunks[item.chunk]
    // a volume's title page within the book says the book's title again
    if item.isUnnamed,
      habits.titles[item.key, default: 0] > 1 || ["printed ", "published "].contains(where: item.key.hasPrefix)
    {
      return nil
    }
    var role = Section.Role.chapter
    var matter = Section.Matter.body
    var isInside = false
    let isFront = habits.hasNumbered && item.chunk < habits.firstNumbered && !habits.numbersAreInside
    if let named = item.named {
      (role, matter) = named.place
      if habits.hasNumbered, chunk.blanksBefore < habits.namedWhite, item.chunk > 0, !isBehindTitlePage(item.chunk) {
        return nil
      }
    } else if item.isListed {
      let headsNumbers = habits.beginsBare && item.chunk + 1 == habits.firstNumbered
      if isFront, !headsNumbers { (role, matter) = (.preface, .front) }
      // what the list names once and the text says again and again heads no chapter each time
      let isRefrain = habits.times[item.key, default: 0] > 1
      isInside =
        isRefrain && (chunk.blanksBefore < habits.white || habits.hasNumbered)
        || chunk.blanksBefore < 2 && !habits.titlesAreClose && habits.namedWhite >= 2
    } else if !item.isCapitals {
      let isAlike = opening(item.key).map { habits.openings[$0, default: 0] >= 4 } ?? false
      let isMarked =
        isAlike || isTitleOfPicture(item.chunk) || isItalic(chunk.lines) || habits.isVerse && standsOut(item.chunk)
      let white = isMarked ? 3 : max(habits.threshold, 4)
      guard habits.readsTitleCase || isTitleOverByline(item.chunk),
        !habits.hasNumbered || item.chunk > habits.firstNumbered && chunk.blanksBefore >= white
      else { return nil }
      isInside = habits.hasNumbered && (isAlike || !habits.titlesPrevail || chunk.blanksBefore < habits.white)
    } else if isFront, listRole(ofHeading: item.key) == nil {
      // a title page has no such text; behind one that was left out a paragraph is enough
      // a story of a magazine, whose first chapter is the first that is counted
      if chunk.blanksBefore >= 3, isTitleOverByline(item.chunk) || saysBy(item.chunk + 1) {
        return HeadingDecision(
          chunk: item.chunk, title: ranges(chunk.lines), level: habits.chapterLevel, shown: "TITLE")
      }
      guard chunk.blanksBefore >= 3,
        proseBelow(item.chunk) > 1200
          || isRunningText(item.chunk + 1)
            && chunks[..<item.chunk].contains(where: { $0.kind == .dropped || $0.kind == .frontPage })
      else { return nil }
      (role, matter) = (.preface, .front)
    } else {
      isInside = chunk.blanksBefore < habits.threshold
      let isSubhead = habits.readsSubheads && chunk.blanksBefore >= 2 && chunk.lines.count == 1
      guard habits.hasNumbered ? !isInside || isSubhead : habits.capitals >= 2 else { return nil }
    }
    return HeadingDecision(
      chunk: item.chunk, title: ranges(chunk.lines), matter: matter, role: role,
      level: isInside || role == .chapter ? habits.chapterLevel : 1, isInside: isInside,
      shown: item.named != nil ? "named" : item.isCapitals ? "TITLE" : "Title", isNamed: !item.isUnnamed)
  }

  /// The word before the colon of a title's key.
  private func opening(_ key: String) -> String? {
    guard let colon = key.firstIndex(of: ":"), colon > key.startIndex, !key[..<colon].contains(" ") else { return nil }
    return String(key[..<colon])
  }

  /// Left of the verse that it stands above.
  private func standsOut(_ c: Int) -> Bool {
    let line = chunks[c].lines.lowerBound
    return chunks[c + 1].blanksBefore <= 2
      && chunks[c + 1].lines.allSatisfy { lines[$0].indent >= lines[line].indent + 2 }
  }

  /// A list's entry says the words, and may have lost numbers at their end as the pages of another edition.
  func isNamed(_ text: String, in listed: Set<String>) -> Bool {
    var words = Manuscript.titleWords(text)
    while !listed.contains(words.joined(separator: " ")) {
      guard words.count > 2, let last = words.last, decimalValue(last) != nil else { return false }
      words.removeLast()
    }
    return true
  }

  /// One line that is no sentence, a blank line behind a paragraph, a picture, the book's title or its contents list,
  /// and another before the next.
  private func standsBetweenParagraphs(_ c: Int, titleWords: Set<String>) -> Bool {
    let line = chunks[c].lines.lowerBound
    guard chunks[c].lines.count == 1, chunks[c].blanksBefore == 1, c > 0, c + 1 < chunks.count,
      chunks[c + 1].blanksBefore > 0, chunks[c + 1].lines.count > 1, lines[line].indent < 4,
      !endsInComma(bytes(ofLine: line)), mayEndTitle(line)
    else { return false }
    return [.figure, .dropped].contains(chunks[c - 1].kind) || endsSentence(bytes(ofChunk: c - 1))
      || chunks[c - 1].lines.count <= 2 && isOfTitle(string(ofChunk: c - 1), words: titleWords)
  }

  /// All of it is italics: `_Spinning Wheel Song_`.
  private func isItalic(_ range: Range<Int>) -> Bool {
    isWhollyItalic(Int(lines[range.lowerBound].start)..<Int(lines[range.upperBound - 1].end))
  }

  func isWhollyItalic(_ bytes: Range<Int>) -> Bool {
    bytes.count > 2 && file.text[bytes.lowerBound] == 0x5F && file.text[bytes.upperBound - 1] == 0x5F
  }

  /// Lines that only say the book's title again, right above a heading: half titles behind the front matter, between
  /// parts, below the cast of a play. A line with some words of the title alone heads a part of the book: `POEMS` in
  /// `Poems and Plays`.
  func halfTitles(_ decisions: [HeadingDecision], title: String, titleWords: Set<String>) -> [Int] {
    let whole = Set(Manuscript.titleWords(title))
    // `Frankenstein; or, The Modern Prometheus`
    let main = Set(Manuscript.titleWords(String(title.prefix { !";:(".contains($0) })))
    guard !whole.isEmpty else { return [] }
    return chunks.indices.dropLast().filter { c in
      guard chunks[c + 1].kind == .heading, chunks[c].lines.count <= 3 else { return false }
      let next = chunks[c + 1].index
      let own = Manuscript.titleWords(string(ofChunk: c))
      guard !own.isEmpty, own.allSatisfy({ titleWords.contains($0) }) else { return false }
      let isWhole = whole.isSubset(of: own) && next >= 0 && !decisions[next].isInside
      switch chunks[c].kind {
      case .heading where chunks[c].index >= 0:
        let decision = decisions[chunks[c].index]
        let isMain = !main.isEmpty && main.isSubset(of: own) && !decision.isNamed
        return decision.label == nil && decision.role != .part && (isMain || isWhole)
      case .unknown:
        // or as much of it as a half title says: `SOUVENIRS D'UN OFFICIER`, above the first part
        let isHead =
          own.count >= 2 && own == Array(Manuscript.titleWords(title).prefix(own.count)) && next >= 0
          && decisions[next].role == .part && letterCase(ofChunk: c).isCapitals
        return (isWhole || isHead) && chunks[c].blanksBefore >= 2
      default: return false
      }
    }
  }

  /// Only the title page stands above it: there `CHARACTERS` may stand as close as that page's lines.
  private func isBehindTitlePage(_ c: Int) -> Bool {
    c > 0 && c < 30 && chunks[c].blanksBefore > 0 && chunks[c - 1].kind == .dropped
      && chunks[..<c].allSatisfy { $0.kind == .dropped || $0.kind == .frontPage }
  }

  /// Bytes of the paragraphs right below a chunk, up to what stands apart again.
  private func proseBelow(_ c: Int) -> Int {
    var found = 0
    for chunk in chunks[(c + 1)...].prefix(40) {
      guard chunk.kind == .unknown, chunk.blanksBefore < 3 else { break }
      let count = bytes(of: chunk).count
      if count > 200 { found += count }
    }
    return found
  }

  /// A line alone right below `PREFACE` is a subhead of it, one below `DEDICATION` says to whom; neither heads a section.
  mutating func settlePrefaceTitles(_ decisions: inout [HeadingDecision]) {
    var taken: Set<Int> = []
    var added: [HeadingDecision] = []
    for n in decisions.indices where decisions[n].isNamed && decisions[n].label == nil {
      let role = decisions[n].role
      let next = decisions[n].chunk + 1
      guard role == .preface || role == .dedication, next + 1 < chunks.count, chunks[next].kind == .unknown,
        !isByline(next), chunks[next].lines.count == 1, chunks[next].blanksBefore <= 3,
        chunks[next + 1].blanksBefore > 0,
        chunks[next + 1].lines.count >= 3 || role == .dedication
      else { continue }
      let other = n + 1 < decisions.count && decisions[n + 1].chunk == next ? decisions[n + 1] : nil
      let words = plainText(string(ofChunk: next)).split { !$0.isLetter }
      let greets = words.contains {
        ["dear", "sir", "sirs", "reader", "lord", "lady", "madam", "majesty"].contains($0)
      }
      if role == .dedication || greets {
        guard let other, other.label == nil, !other.isNamed else { continue }
        taken.insert(next)
        chunks[next].kind = .centred
      } else if other.map({ $0.label == nil && !$0.isNamed }) ?? true,
        isTitleLike(chunks[next].lines.lowerBound), bytes(ofChunk: next).count <= 60
      {
        if other != nil { taken.insert(next) }
        added.append(
          HeadingDecision(
            chunk: next, title: [bytes(ofChunk: next)], matter: .front, role: .preface, level: decisions[n].level,
            isInside: true, shown: "Title", isNamed: true))
      }
    }
    decisions.removeAll { taken.contains($0.chunk) }
    guard !added.isEmpty else { return }
    decisions.append(contentsOf: added)
    decisions.sort { $0.chunk < $1.chunk }
  }

  /// Front matter stands before the first chapter, back matter after the last one.
  func settleMatter(_ decisions: inout [HeadingDecision]) {
    let body = decisions.indices.filter { decisions[$0].matter == .body && !decisions[$0].isInside }
    let lastFront = decisions.indices.last {
      decisions[$0].matter == .front && !decisions[$0].isInside && $0 < body.first ?? .max
    }
    for n in decisions.indices {
      switch decisions[n].matter {
      case .front where body.first.map({ n > $0 }) ?? false:
        decisions[n].matter = .body
        decisions[n].role = .chapter
        // A preface to a part stands inside it.
        decisions[n].level =
          body.last { $0 < n }.map { before in
            decisions[before].level + (decisions[before].role == .part ? 1 : 0)
          } ?? 1
      case .back where lastFront.map({ n < $0 }) ?? false:
        (decisions[n].matter, decisions[n].role) = (.front, .preface)
      case .back where body.last.map({ n < $0 }) ?? false:
        decisions[n].matter = .body
        decisions[n].role = .chapter
        decisions[n].level = body.last { $0 < n }.map { decisions[$0].level } ?? 1
      default: break
      }
    }
  }
}

extension PlainTextSource {
  /// The first of many entries in capitals, `ABATIS, n.`, where all headings above them stand in front of the text.
  func firstEntry(below headings: [HeadingDecision]) -> Int? {
    guard let last = headings.last?.chunk, headings.allSatisfy({ $0.matter == .front && !$0.isInside }) else {
      return nil
    }
    let entries = chunks.indices.filter { c in
      guard c > last, chunks[c].kind == .unknown else { return false }
      let word = bytes(ofLine: chunks[c].lines.lowerBound).prefix {
        file.text[$0].isASCIICapital || file.text[$0] == 0x2D
      }
      return word.count >= 3 && word.upperBound < file.text.count && file.text[word.upperBound] == 0x2C
    }
    return entries.count >= 50 && entries.count * 4 > chunks.count - last ? entries.first : nil
  }
}

/// Above a column of numbers: `PAGE`.
let headsOfColumns: Set<String> = ["page", "pages", "par", "paragraph", "seite", "bladz", "pagina", "página"]

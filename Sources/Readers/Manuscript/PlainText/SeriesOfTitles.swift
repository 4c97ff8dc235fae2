// Titles that belong together: what counts with others, and what opens the row of them.

extension PlainTextSource {
  /// Lines such as `2. Tom`, where `1. Mara` or `3. Anna` counts with them: titles, though their words may name a volume
  /// or a part as well. Where the word itself is what counts, `1. Teil` and `2. Teil`, it does name one.
  func titlesThatCount() -> [Int: HeadingForm] {
    var titles: [(chunk: Int, form: HeadingForm)] = []
    var words: [String: [(chunk: Int, form: HeadingForm)]] = [:]
    for c in chunks.indices where chunks[c].kind == .unknown && chunks[c].lines.count == 1 {
      let line = bytes(ofLine: chunks[c].lines.lowerBound)
      guard line.count <= 90, let first = line.first, file.text[first].isASCIIDigit || file.text[first].isASCIICapital,
        let title = numberedTitle(line), let form = headingForm(line)
      else { continue }
      if form.rank == .numeral {
        titles.append((c, title))
      } else if form.title == nil, !form.isGuess {
        words[form.key, default: []].append((c, title))
      }
    }
    guard !titles.isEmpty else { return [:] }
    let doubtful = words.values.filter { members in
      members.map(\.form.number) != (1...members.count).map { $0 } || members.count == 1
    }
    let inDoubt = Set(doubtful.joined().map(\.chunk))
    let all = (titles + doubtful.joined()).sorted { $0.chunk < $1.chunk }
    var found: [Int: HeadingForm] = [:]
    for row in Dictionary(grouping: all, by: \.form.key).values {
      for n in row.indices where inDoubt.contains(row[n].chunk) {
        guard let number = row[n].form.number else { continue }
        let follows = n > 0 && row[n - 1].form.number == number - 1
        if follows || n + 1 < row.count && row[n + 1].form.number == number + 1 { found[row[n].chunk] = row[n].form }
      }
    }
    return found
  }

  /// The first of a book's titles stands below the title page, in as little white as that has: right above the first
  /// paragraph it is one of them, if it looks like the others.
  func headFirstOfSeries(_ decisions: inout [HeadingDecision], titleWords: Set<String>) {
    let outer = decisions.filter { !$0.isInside }
    let row = outer.filter { $0.label == nil && $0.matter == .body && ["TITLE", "Title"].contains($0.shown) }
    guard row.count >= 2, let first = row.first, outer.first?.chunk == first.chunk,
      let text = (0..<first.chunk).first(where: isOpeningText), text > 0
    else { return }
    let c = text - 1
    let white = row.map { chunks[$0.chunk + 1].blanksBefore }.max() ?? 1
    guard chunks[c].kind == .unknown, chunks[c].lines.count == 1, chunks[c].blanksBefore >= 1, c > 0,
      chunks[text].blanksBefore <= white, isTitleLike(chunks[c].lines.lowerBound),
      letterCase(ofChunk: c).isCapitals == (first.shown == "TITLE"), !isByline(c),
      !isOfTitle(string(ofChunk: c), words: titleWords)
    else { return }
    decisions.removeAll { $0.chunk == c }
    decisions.append(
      HeadingDecision(chunk: c, title: ranges(chunks[c].lines), level: first.level, shown: first.shown))
    decisions.sort { $0.chunk < $1.chunk }
  }

  /// `THE DIPPER.` right above `_Cinclus aquaticus_, LINN.`, again and again: what a book describes one by one has a
  /// chapter each, in however little white.
  mutating func headTitlesOverNames(_ decisions: inout [HeadingDecision]) {
    guard profile.layout == .wrapped, !profile.isVerse, decisions.allSatisfy({ $0.label == nil || $0.isInside }) else {
      return
    }
    let titles = chunks.indices.dropFirst().dropLast(2).filter { c in
      let name = bytes(ofChunk: c + 1)
      return chunks[c...(c + 1)].allSatisfy {
        $0.lines.count == 1 && $0.blanksBefore > 0 && ($0.kind == .unknown || $0.kind == .heading)
      } && letterCase(ofChunk: c).isCapitals && isTitleLike(chunks[c].lines.lowerBound) && name.count <= 60
        && file.text[name.lowerBound] == 0x5F && chunks[c + 2].kind == .unknown && chunks[c + 2].blanksBefore > 0
        && chunks[c + 2].lines.count >= 2 && !letterCase(ofChunk: c + 2).isCapitals
    }
    guard titles.count >= 3,
      !decisions.contains(where: { $0.matter == .body && !$0.isInside && !titles.contains($0.chunk) })
    else { return }
    let taken = Set(titles)
    decisions.removeAll { taken.contains($0.chunk) || taken.contains($0.chunk - 1) }
    for c in titles {
      decisions.append(HeadingDecision(chunk: c, title: ranges(chunks[c].lines), shown: "TITLE", isNamed: true))
      chunks[c + 1].kind = .centred
    }
    decisions.sort { $0.chunk < $1.chunk }
  }

  /// `June 9.` alone above a paragraph, three times and more, and half as often as chapters: the entries of a diary are sections within its chapters.
  func headDatedEntries(_ decisions: inout [HeadingDecision], level: Int) {
    guard profile.layout == .wrapped, !profile.isVerse else { return }
    let taken = Set(decisions.map(\.chunk))
    let dates = chunks.indices.dropFirst().dropLast().filter { c in
      let text = bytes(ofChunk: c)
      return chunks[c].kind == .unknown && !taken.contains(c) && chunks[c].lines.count == 1 && text.count <= 32
        && chunks[c].blanksBefore > 0 && lines[chunks[c].lines.lowerBound].indent < 4 && beginsCapital(text)
        && letterCase(text).words <= 4 && text.contains { file.text[$0].isASCIIDigit } && namesDay(string(text))
        && chunks[c + 1].kind == .unknown && chunks[c + 1].blanksBefore > 0 && chunks[c + 1].lines.count >= 2
        && !letterCase(ofChunk: c + 1).isCapitals
    }
    // a few among many chapters are those of letters and of papers in a story
    guard dates.count >= 3, dates.count * 2 >= decisions.count else { return }
    for c in dates {
      decisions.append(
        HeadingDecision(chunk: c, title: ranges(chunks[c].lines), level: level, isInside: true, shown: "Date"))
    }
    decisions.sort { $0.chunk < $1.chunk }
  }

  /// A paragraph, and no notice of the title's back.
  private func isOpeningText(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    return chunks[c].kind == .unknown && text.count > 150 && endsSentence(text) && !letterCase(text).isCapitals
      && (chunks[c].lines.count >= 2 || profile.layout == .paragraphs) && !isFrontText(c)
  }
}

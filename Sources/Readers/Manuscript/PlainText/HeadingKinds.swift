internal import BookModel

// Which kinds of numbered headings a file has, and what each is in it.

/// What of the kinds that a file has stands above what.
struct HeadingRanks {
  private var counts: [HeadingForm.Rank: Int] = [:]
  /// How many ranks of parts there are.
  private(set) var partRanks = 0
  private(set) var hasTitledRoman = false
  /// Numbers that are no Arabic ones: Roman, or words.
  private(set) var hasNamedNumbers = false

  /// - Parameter accepted: chunks by the keys of their forms.
  init(_ accepted: [String: [Int]], _ candidates: HeadingCandidates) {
    func rank(_ key: String) -> HeadingForm.Rank? { accepted[key].flatMap { candidates.forms[$0[0]]?.rank } }
    var parts: Set<HeadingForm.Rank> = []
    for (key, kept) in accepted {
      guard let rank = rank(key) else { continue }
      if rank <= .part { parts.insert(rank) }
      if key != "letter" { counts[rank, default: 0] += kept.count }
    }
    partRanks = parts.count
    hasTitledRoman = rank("roman title") == .numeral
    hasNamedNumbers = rank("roman") == .numeral || hasTitledRoman || accepted["word"] != nil
  }

  /// So many names with numbers behind them are books of one, as those of the Bible are: `Genesis 3`, `1 Samuel 2`.
  static let manyNames = 5

  func count(_ ranks: HeadingForm.Rank...) -> Int { ranks.reduce(0) { $0 + counts[$1, default: 0] } }

  var hasChapters: Bool { count(.chapter, .act) > 0 }
  var partsHaveChapters: Bool { partRanks > 0 && (hasChapters || count(.numeral) > 0 || count(.scene) > 2) }
  var chapterLevel: Int { partsHaveChapters ? partRanks + 1 : 1 }
}

extension PlainTextSource {
  /// The candidates by their keys, of kinds for which the file speaks.
  func countingKinds(_ candidates: inout HeadingCandidates) -> [String: [Int]] {
    var byKey: [String: [Int]] = [:]
    for c in candidates.order where chunks[c].kind == .unknown {
      if let form = candidates.forms[c] { byKey[form.key, default: []].append(c) }
    }
    var accepted: [String: [Int]] = [:]
    for (key, members) in byKey {
      if let kept = counting(members, of: key, &candidates) { accepted[key] = kept }
    }
    // a book among such has one chapter: `Jude 1`
    if accepted.keys.count(where: isName) >= HeadingRanks.manyNames {
      for (key, members) in byKey where isName(key) && accepted[key] == nil && members.count <= 2 {
        let alone = members.allSatisfy { c in
          chunks[c].lines.count == 1 && chunks[c].blanksBefore > 0 && candidates.forms[c]?.title == nil
        }
        let numbers = members.map { candidates.forms[$0]?.number }
        if alone, numbers == (1...members.count).map({ $0 }) { accepted[key] = members }
      }
    }
    return accepted
  }

  /// Whether a kind counts by a word that is no division's: `Genesis 3`.
  private func isName(_ key: String) -> Bool { key.hasPrefix("word:") }

  /// Those of one kind that count up; nil where too few do, or nothing sets them apart.
  private func counting(_ members: [Int], of key: String, _ candidates: inout HeadingCandidates) -> [Int]? {
    guard let rank = candidates.forms[members[0]]?.rank else { return nil }
    let isKeyword = rank != .numeral && !(candidates.forms[members[0]]?.isGuess ?? true)
    // a second volume goes on counting
    let numbers = members.compactMap { candidates.forms[$0]?.number }
    let isLongRun =
      isLongRun(numbers) || isRunOfYears(numbers) && members.allSatisfy { chunks[$0].blanksBefore >= 2 }
    var kept = following(members, of: key, isKeyword: isKeyword, isLongRun: isLongRun, candidates)
    if !isKeyword { kept = withMistyped(kept, of: members, candidates) }
    let all = kept.count
    if isKeyword {
      for n in synopsis(in: kept, candidates) { candidates.forms[kept[n]]?.isInner = true }
      kept = withoutSynopses(kept, candidates)
      kept = settleClose(kept, &candidates)
    }
    guard kept.count >= (isKeyword ? 1 : 3), all * 10 >= members.count * 6, let first = kept.first,
      (candidates.forms[first]?.number ?? 0) <= 3 || isKeyword || isLongRun
    else { return nil }
    guard !isKeyword else { return kept }
    // speakers count up as well, again and again: `FIRST LORD.`
    if rank == .part, kept.map({ candidates.forms[$0]?.number }) != (1...members.count).map({ $0 }) { return nil }
    // They must stand apart, and something must stand between them.
    let apart = kept.filter { c in chunks[c].blanksBefore > 0 || c == 0 }.count
    let rising = zip(kept, kept.dropFirst()).filter {
      (candidates.forms[$1]?.number ?? 0) > (candidates.forms[$0]?.number ?? 0)
    }.count
    return apart * 10 >= kept.count * 7 && rising * 10 >= (kept.count - 1) * 5 ? kept : nil
  }

  /// Those whose number is the next one, or begins anew, or leaves a few out; with a word for what they are, all.
  private func following(
    _ members: [Int], of key: String, isKeyword: Bool, isLongRun: Bool, _ candidates: HeadingCandidates
  ) -> [Int] {
    var kept: [Int] = []
    var previous = isLongRun ? (candidates.forms[members[0]]?.number ?? 1) - 1 : 0
    for c in members {
      guard let number = candidates.forms[c]?.number else { continue }
      let follows =
        key == "letter" || number == 1 || number == 99 || number > previous && number <= previous + 4
      guard follows || isKeyword else { continue }
      kept.append(c)
      previous = number
    }
    return kept
  }

  /// What stands right below a paragraph and counts nothing, where the others of its kind have pages of their own, is
  /// what notes on the book say (`BOOK I. "Both to frequent" (4). So the manuscripts.`) or parts a section of them.
  private func settleClose(_ kept: [Int], _ candidates: inout HeadingCandidates) -> [Int] {
    // or below a half title
    let apart = kept.count { c in
      c == 0 || chunks[c].blanksBefore >= 3 || chunks[c - 1].blanksBefore >= 3 && chunks[c - 1].lines.count <= 2
    }
    guard apart >= 3, apart * 2 > kept.count else { return kept }
    var previous = 0
    return kept.filter { c in
      let (number, title) = (candidates.forms[c]?.number ?? 0, candidates.forms[c]?.title)
      let isNext = number == previous + 1
      guard !isNext, c > 0, chunks[c].blanksBefore < 2, chunks[c - 1].kind == .unknown,
        chunks[c - 1].blanksBefore < 3, candidates.forms[c - 1] == nil
      else {
        previous = number
        return true
      }
      candidates.forms[c]?.isInner = true
      return title.map { letterCase($0).isCapitals || letterCase($0).isTitleCase && !endsSentence($0) } ?? true
    }
  }

  /// Takes out volumes and parts that only a title page names.
  func leaveTitlePage(_ accepted: inout [String: [Int]], _ candidates: HeadingCandidates) {
    // The only one of its kind, with no text above it: `Vol. 1`.
    let firstText =
      chunks.indices.first { c in
        chunks[c].kind == .unknown && chunks[c].lines.count >= 4 && !namesHouseAndYear(c) || isText(c)
      } ?? 0
    let heads = Set(accepted.values.joined())
    for (key, kept) in accepted where kept.count == 1 && kept[0] < firstText {
      // `Tome I--FANTINE`
      guard let form = candidates.forms[kept[0]], form.rank <= .part, form.title == nil || form.rank == .volume,
        kept[0] + 1 < chunks.count, !heads.contains(kept[0] + 1), !isText(kept[0] + 1)
      else { continue }
      accepted[key] = nil
    }
    // One that is alone and has nothing under it.
    guard HeadingRanks(accepted, candidates).count(.chapter, .act, .numeral, .scene) == 0 else { return }
    for (key, kept) in accepted where kept.count == 1 {
      if let rank = candidates.forms[kept[0]]?.rank, rank <= .part { accepted[key] = nil }
    }
  }

  /// A paragraph, however few its lines.
  private func isText(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    return chunks[c].kind == .unknown && chunks[c].lines.count >= 3 && text.count > 150 && endsSentence(text)
      && !letterCase(text).isCapitals
  }

  /// What each numbered heading is, in the order of the file.
  func numbered(
    _ accepted: [String: [Int]], _ candidates: HeadingCandidates, _ ranks: HeadingRanks, listed: Set<String>
  ) -> [HeadingDecision] {
    // what the contents list names is a chapter in whatever white
    let named = accepted.filter { _, members in
      members.count { isNamed(string(ofLine: chunks[$0].lines.lowerBound), in: listed) } * 10 >= members.count * 6
    }
    var chosen: [(chunk: Int, form: HeadingForm)] = []
    for kept in accepted.values {
      for c in kept { if let form = candidates.forms[c] { chosen.append((c, form)) } }
    }
    chosen.sort { $0.chunk < $1.chunk }
    // books of one, whose chapters are alike; where they are short, the first of a book has a page
    let names = accepted.filter { isName($0.key) }
    let chapters = names.count >= HeadingRanks.manyNames ? names.values.joined().sorted() : []
    let isUnderTitles = chosen.contains { $0.form.isClose } && titlesApart() >= 3
    return chosen.map { c, form in
      let isPart = form.rank <= .part && ranks.partsHaveChapters && !form.isInner
      let level =
        form.rank == .volume ? 1 : form.rank == .part ? (isPart ? ranks.partRanks : 1) : ranks.chapterLevel
      let isOfBooks = !chapters.isEmpty && isName(form.key)
      let members = isOfBooks ? chapters : accepted[form.key] ?? []
      return HeadingDecision(
        chunk: c, label: form.label, title: (form.title.map { [$0] } ?? []) + ranges(chunks[c].lines.dropFirst()),
        role: isPart ? .part : .chapter, level: level,
        isInside: form.isClose && isUnderTitles && named[form.key] == nil
          || isInside(form, among: members, ranks, isListed: named[form.key] != nil)
            && !(isOfBooks && form.number == 1),
        shown: form.shown)
    }
  }

  /// How many lines in capitals stand in the white of titles.
  private func titlesApart() -> Int {
    chunks.count { chunk in
      chunk.kind == .unknown && chunk.blanksBefore >= 3 && chunk.lines.count <= 2
        && letterCase(bytes(of: chunk)).isCapitals
    }
  }

  /// Whether a heading parts a section and begins none.
  private func isInside(
    _ form: HeadingForm, among members: [Int], _ ranks: HeadingRanks, isListed: Bool
  ) -> Bool {
    if form.isInner { return true }
    switch form.rank {
    case .volume, .part, .named, .act, .chapter: return false
    case .scene: return ranks.hasChapters || form.isGuess && isDense(members)
    case .numeral:
      let isArabicUnderRoman = form.key.hasPrefix("arabic") && ranks.hasNamedNumbers
      return ranks.hasChapters || ranks.count(.scene) > 2 && !ranks.partsHaveChapters || isArabicUnderRoman
        || ranks.hasTitledRoman && form.key == "roman" || form.isClose && !isListed && isDense(members)
    }
  }

  /// Where nearly every number has a title below it, one may be as long as its line, or stand in quotes; one in
  /// capitals may run over three lines.
  func isOddTitle(_ c: Int) -> Bool {
    guard c + 1 < chunks.count, chunks[c].kind == .unknown, chunks[c].lines.count <= 3, profile.layout == .wrapped,
      chunks[c].blanksBefore > 0, chunks[c + 1].blanksBefore > 0
    else { return false }
    let text = bytes(ofChunk: c)
    let letters = letterCase(text)
    guard
      letters.isCapitals
        || chunks[c].lines.count == 1 && letters.isTitleCase && letters.words <= 12 && chunks[c + 1].lines.count > 1
    else { return false }
    let words = string(text)
    if let first = words.first, "\u{201C}\"\u{2018}'".contains(first) {
      return words.last.map { "\u{201D}\"\u{2019}'".contains($0) } ?? false
    }
    return (letters.isCapitals || !endsSentence(text)) && words.last.map { !",;:-\u{2014}".contains($0) } ?? false
  }
}

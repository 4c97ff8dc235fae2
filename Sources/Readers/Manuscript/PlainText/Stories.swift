internal import BookModel

// Stories, articles and poems of one book: titles that hold numbers of their own, and who wrote each.

extension PlainTextSource {
  /// Where bare numbers begin again and again, each time under a title of its own, the
  /// titles are the chapters and the numbers part them.
  func titleSequences(_ decisions: inout [HeadingDecision], listed: Set<String>, play: PlayForm?) {
    guard decisions.allSatisfy({ $0.role == .chapter && !$0.isInside && $0.level == 1 }) else { return }
    let taken = Set(decisions.map(\.chunk))
    var firsts: [(at: Int, title: Int?)] = []
    // numbers that have titles, as poems have, are sections however short
    var titles = 0
    // whose parts are told by numbers, each by another hand, are stories
    var bylines = 0
    for (n, item) in decisions.enumerated() {
      guard let label = item.label, let number = numeralValue(string(label)) ?? headingForm(label)?.number
      else { return }
      if !item.title.isEmpty { titles += 1 }
      guard number == 1 else { continue }
      let (above, isByline) = titleAbove(item.chunk)
      if isByline { bylines += 1 }
      let isTitle =
        above >= 0 && !taken.contains(above) && chunks[above].kind == .unknown && chunks[above].lines.count <= 3
        && (chunks[above].blanksBefore >= 2 || above == 0 || isNamed(string(ofChunk: above), in: listed))
        && chunks[above].lines.allSatisfy { isTitleLike($0) }
        && play?.speaker(of: chunks[above], in: self) == nil
      firsts.append((n, isTitle ? above : nil))
    }
    let titled = firsts.compactMap(\.title)
    guard firsts.count >= 2, titled.count * 10 >= firsts.count * 8 else { return }
    guard titles == 0 || titles == decisions.count else { return }
    let isShort = titles == 0 && (isDense(decisions.map(\.chunk)) || bylines * 2 > firsts.count)
    for n in decisions.indices {
      if isShort {
        decisions[n].isInside = true
      } else {
        decisions[n].level = 2
      }
    }
    for c in titled {
      decisions.append(
        HeadingDecision(
          chunk: c, title: ranges(chunks[c].lines), role: isShort ? .chapter : .part,
          shown: letterCase(ofChunk: c).isCapitals ? "TITLE" : "Title", isNamed: true))
    }
    decisions.sort { $0.chunk < $1.chunk }
  }

  /// What stands above the first number of a story: its title, over who wrote it and what else is said there.
  func titleAbove(_ number: Int) -> (title: Int, hasByline: Bool) {
    var c = number - 1
    var hasByline = false
    while c > 0, number - c <= 6 {
      if saysBy(c) {
        hasByline = true
      } else if c > 1, isBy(c - 1), isNameLine(c) {
        hasByline = true
        c -= 1
      } else if !isBelowByline(c), !isMottoLine(c) {
        break
      }
      c -= 1
    }
    return hasByline && c >= 0 ? (c, true) : (number - 1, false)
  }

  /// One line in quotes, below a title.
  private func isMottoLine(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    return chunks[c].lines.count <= 2 && text.count <= 120 && ["\"", "“"].contains { starts(text, with: $0) }
  }

  /// `I`, `II`, `III` within one or a few of the stories of a book, of which the others have none: what stands above the
  /// first of them in the manner of the other titles is the chapter, and the numbers part it.
  func settleNumberedStories(_ decisions: inout [HeadingDecision], titleWords: Set<String>) {
    let outer = decisions.indices.filter { !decisions[$0].isInside }
    let numbers = outer.filter { n in
      decisions[n].label.flatMap { headingForm($0) }.map { $0.rank == .numeral } ?? false && decisions[n].title.isEmpty
    }
    let titles = outer.filter { n in
      let decision = decisions[n]
      return decision.label == nil && !decision.isNamed && decision.role == .chapter && decision.matter == .body
        && ["TITLE", "Title"].contains(decision.shown)
    }
    guard numbers.count >= 2, titles.count >= 2,
      outer.allSatisfy({ decisions[$0].label == nil || numbers.contains($0) })
    else { return }
    let white = titles.map { chunks[decisions[$0].chunk].blanksBefore }.min() ?? 3
    let isInCapitals = titles.allSatisfy { decisions[$0].shown == "TITLE" }
    var heads: [Int] = []
    var bylines = 0
    for n in numbers where decisions[n].label.flatMap({ headingForm($0)?.number }) == 1 {
      let (c, hasByline) = titleAbove(decisions[n].chunk)
      guard c >= 0, chunks[c].kind == .unknown, chunks[c].lines.count <= 2, chunks[c].blanksBefore >= white,
        chunks[c].lines.allSatisfy({ isTitleLike($0) }), !isInCapitals || letterCase(ofChunk: c).isCapitals,
        !isOfTitle(string(ofChunk: c), words: titleWords)
      else { return }
      if hasByline { bylines += 1 }
      heads.append(c)
    }
    // a novel in numbers may have titles behind its end
    let bounds = outer.map { decisions[$0].chunk } + [chunks.count]
    func size(_ n: Int) -> Int {
      let end = bounds.first { $0 > decisions[n].chunk } ?? chunks.count
      return (decisions[n].chunk..<end).reduce(0) { $0 + bytes(ofChunk: $1).count }
    }
    let longest = titles.map(size).max() ?? 0
    let told = numbers.map(size).reduce(0, +)
    guard !heads.isEmpty, bylines * 2 > heads.count || told <= longest * 4 * heads.count else { return }
    for n in numbers { decisions[n].isInside = true }
    let level = decisions[titles[0]].level
    for c in heads {
      if let n = decisions.firstIndex(where: { $0.chunk == c }) {
        (decisions[n].matter, decisions[n].role, decisions[n].isInside) = (.body, .chapter, false)
      } else {
        decisions.append(
          HeadingDecision(
            chunk: c, title: ranges(chunks[c].lines), level: level, shown: isInCapitals ? "TITLE" : "Title",
            isNamed: true))
      }
    }
    // the stories in front of the first number are no prefaces
    for n in decisions.indices
    where decisions[n].label == nil && decisions[n].role == .preface && !decisions[n].isNamed
      && decisions[n].chunk < (heads.min() ?? 0) && decisions[n].shown != "named"
    {
      (decisions[n].matter, decisions[n].role, decisions[n].level) = (.body, .chapter, level)
    }
    decisions.sort { $0.chunk < $1.chunk }
  }

  /// `GLOSSARY OF FEN WORDS.` right above `A.`, the first letter of its entries, begins a section of its own.
  func headFirstLetter(_ decisions: inout [HeadingDecision], titleWords: Set<String>) {
    guard let first = decisions.firstIndex(where: { $0.isInside && $0.shown == "A" }), decisions[first].chunk > 1 else {
      return
    }
    let c = decisions[first].chunk - 1
    guard chunks[c].kind == .unknown, chunks[c].lines.count <= 2, chunks[c].blanksBefore >= 2,
      letterCase(ofChunk: c).isCapitals, chunks[c].lines.allSatisfy({ isTitleLike($0) }),
      !decisions.contains(where: { $0.chunk == c }), !isOfTitle(string(ofChunk: c), words: titleWords)
    else { return }
    let level = decisions.last { $0.chunk < c && !$0.isInside }?.level ?? 1
    decisions.append(
      HeadingDecision(chunk: c, title: ranges(chunks[c].lines), level: level, shown: "TITLE", isNamed: true))
    decisions.sort { $0.chunk < $1.chunk }
  }

  /// `APPENDIX A`, and below it what it is, in capitals.
  mutating func titleAppendices(_ decisions: inout [HeadingDecision]) {
    for n in decisions.indices where decisions[n].isNamed && decisions[n].label == nil && decisions[n].role == .appendix
    {
      let (c, next) = (decisions[n].chunk, decisions[n].chunk + 1)
      guard key(ofChunk: c).hasPrefix("appendix "), key(ofChunk: c).utf8.count <= 14, next + 1 < chunks.count,
        chunks[next].kind == .unknown, chunks[next].lines.count <= 2, chunks[next].blanksBefore <= 3,
        chunks[next + 1].blanksBefore > 0, letterCase(ofChunk: next).isCapitals,
        chunks[next].lines.allSatisfy({ isTitleLike($0) }), !isByline(next)
      else { continue }
      decisions.removeAll { $0.chunk == next }
      guard let k = decisions.firstIndex(where: { $0.chunk == c }) else { return }
      decisions[k].label = bytes(ofChunk: c)
      while let last = decisions[k].label?.last, [0x2E, 0x3A].contains(file.text[last]) {
        decisions[k].label = decisions[k].label?.dropLast()
      }
      decisions[k].title = ranges(chunks[next].lines)
      chunks[next].kind = .headingTitle
      return titleAppendices(&decisions)
    }
  }

  /// `1.` and `2.`, or `I.` and `II.`, alone between the paragraphs of a chapter, of which most chapters have none: they
  /// part it.
  func headNumbersWithin(_ decisions: inout [HeadingDecision], _ candidates: HeadingCandidates) {
    guard profile.layout == .wrapped, !profile.isVerse else { return }
    let taken = Set(decisions.map(\.chunk))
    let outer = Set(decisions.lazy.filter { !$0.isInside }.map(\.chunk))
    guard !outer.isEmpty, let level = decisions.first(where: { !$0.isInside && $0.matter == .body })?.level else {
      return
    }
    var run: [Int] = []
    var key = ""
    var found: [Int] = []
    func close() {
      if run.count >= 2 { found += run }
      run = []
    }
    var start = 0
    for c in chunks.indices {
      if outer.contains(c) {
        close()
        start = c
        continue
      }
      guard start > 0 || outer.contains(start), !taken.contains(c), chunks[c].kind == .unknown,
        let form = candidates.forms[c] ?? titledForm(c), form.rank == .numeral,
        form.title.map({ letterCase($0).isCapitals }) ?? true,
        let number = form.number,
        chunks[c].lines.count == 1, chunks[c].blanksBefore > 0, hasParagraph(below: c)
      else { continue }
      if number == 1 {
        close()
        key = form.key
        run = [c]
      } else if let last = run.last, form.key == key, number == run.count + 1,
        (last + 1..<c).contains(where: { chunks[$0].lines.count >= 2 })
      {
        run.append(c)
      }
    }
    close()
    for c in found {
      guard let form = candidates.forms[c] ?? titledForm(c) else { continue }
      decisions.append(
        HeadingDecision(
          chunk: c, label: form.label, title: form.title.map { [$0] } ?? [], level: level, isInside: true,
          shown: form.shown))
    }
    if !found.isEmpty { decisions.sort { $0.chunk < $1.chunk } }
  }

  /// `I. BOLDON`, which has as little white as paragraphs have.
  private func titledForm(_ c: Int) -> HeadingForm? {
    guard chunks[c].lines.count == 1, isTitleLike(chunks[c].lines.lowerBound) else { return nil }
    return headingForm(bytes(ofChunk: c)).flatMap { $0.rank == .numeral && $0.title != nil ? $0 : nil }
  }

  private func hasParagraph(below c: Int) -> Bool {
    guard c + 1 < chunks.count, chunks[c + 1].kind == .unknown, chunks[c + 1].blanksBefore > 0 else { return false }
    return chunks[c + 1].lines.count >= 2 || lines[chunks[c + 1].lines.lowerBound].width > 50
  }
}

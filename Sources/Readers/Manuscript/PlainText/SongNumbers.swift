// Songs within prose, whose stanzas are counted.

extension PlainTextSource {
  /// Takes numbers between stanzas out of what may be headings: each is a line in the middle. Gives the titles above the
  /// first of them.
  mutating func settleSongs(_ candidates: inout HeadingCandidates) -> [Int] {
    guard profile.layout == .wrapped, !profile.isVerse else { return [] }
    var titles: [Int] = []
    var run: [Int] = []
    func close(_ source: inout PlainTextSource) {
      defer { run = [] }
      guard run.count >= 2 else { return }
      if run[0] > 0, source.isSongTitle(run[0] - 1) { titles.append(run[0] - 1) }
      for c in run {
        source.chunks[c].kind = .centred
        candidates.forms[c] = nil
      }
    }
    for c in candidates.order {
      guard let form = candidates.forms[c], form.rank == .numeral, form.title == nil, isOverStanza(c) else { continue }
      let before = run.last.flatMap { candidates.forms[$0]?.number }
      if form.number != before.map({ $0 + 1 }) || c > (run.last ?? c) + 5 { close(&self) }
      if !run.isEmpty || form.number == 1 { run.append(c) }
    }
    close(&self)
    candidates.order.removeAll { candidates.forms[$0] == nil }
    return titles
  }

  /// Where a contents list names titles, and below a few of these in the text numbers count from 1, the numbers part a
  /// poem or a story and begin none.
  func settleNumbersOfPieces(_ decisions: inout [HeadingDecision], listed: Set<String>) {
    guard listed.count >= 3 else { return }
    let numbers = decisions.indices.filter { n in
      decisions[n].title.isEmpty
        && decisions[n].label.flatMap { headingForm($0) }.map { $0.rank == .numeral && $0.title == nil } ?? false
    }
    let firsts = numbers.filter { decisions[$0].label.flatMap { headingForm($0)?.number } == 1 }
    guard let first = firsts.first, first == numbers.first else { return }
    let titles = chunks.indices.filter { c in
      chunks[c].kind == .unknown && chunks[c].lines.count <= 3 && chunks[c].blanksBefore >= 1
        && isNamed(string(ofChunk: c), in: listed)
    }
    // a line or two stand between them: by whom, to whom
    let areBelow = firsts.allSatisfy { n in titles.contains { (1...3).contains(decisions[n].chunk - $0) } }
    guard areBelow, titles.count >= 3, titles.count >= firsts.count * 2 else { return }
    for n in numbers { decisions[n].isInside = true }
  }

  private func isSetIn(_ i: Int) -> Bool { Int(lines[i].indent) >= 2 + profile.baseIndent }

  private func isOverStanza(_ c: Int) -> Bool {
    guard c + 1 < chunks.count, chunks[c].blanksBefore <= 2, isSetIn(chunks[c].lines.lowerBound) else { return false }
    let below = chunks[c + 1]
    return below.kind == .unknown && below.blanksBefore == 1 && below.lines.count >= 2
      && below.lines.allSatisfy(isSetIn) && below.lines.dropLast().allSatisfy { isEarly($0) }
  }

  private func isSongTitle(_ c: Int) -> Bool {
    let line = chunks[c].lines.lowerBound
    return chunks[c].kind == .unknown && chunks[c].lines.count == 1 && chunks[c].blanksBefore >= 1 && isSetIn(line)
      && isTitleLike(line)
  }
}

// What holds what: parts above chapters, and what stands outside of all parts.

extension PlainTextSource {
  /// Tells parts from what they hold where the words do not: `I` right above `1` again and again, `PART I` above `Book I`.
  func settleParts(_ accepted: inout [String: [Int]], _ candidates: inout HeadingCandidates) {
    func rank(_ key: String) -> HeadingForm.Rank? { accepted[key].flatMap { candidates.forms[$0[0]]?.rank } }
    lowerInnerParts(accepted, &candidates)
    lowerCloseChapters(accepted, &candidates)
    for (upper, lower) in [("roman", "arabic"), ("roman title", "roman"), ("roman title", "arabic")] {
      guard let parts = accepted[upper], let chapters = accepted[lower], !isDense(chapters) else { continue }
      let openings = Set(chapters)
      let openers = parts.filter { openings.contains($0 + 1) }
      let isCounted = openers.enumerated().allSatisfy { candidates.forms[$1]?.number == $0 + 1 }
      guard openers.count * 10 >= parts.count * 8 || openers.count >= 2 && openers.count * 2 > parts.count && isCounted
      else { continue }
      // one that counts with them and opens nothing is a stray
      if isCounted {
        accepted[upper] = openers
        for c in parts where !openers.contains(c) { candidates.forms[c] = nil }
      }
      for c in openers { candidates.forms[c]?.rank = .part }
    }
    let keys = accepted.keys.filter { rank($0) == .part }.sorted()
    guard keys.count > 1 else { return }
    let members = keys.map { Set(accepted[$0] ?? []) }
    func opens(_ a: Int, _ b: Int) -> Bool { members[a].contains { members[b].contains($0 + 1) } }
    let outer = keys.indices.filter { a in keys.indices.contains { $0 != a && opens(a, $0) && !opens($0, a) } }
    for n in outer { for c in members[n] { candidates.forms[c]?.rank = .volume } }
  }

  /// `PART II.` below sections that go on counting over it, and above none of them, stands within one.
  private func lowerInnerParts(_ accepted: [String: [Int]], _ candidates: inout HeadingCandidates) {
    let sections = accepted.values.filter { members in
      candidates.forms[members[0]].map { [.chapter, .scene].contains($0.rank) && !$0.isGuess } ?? false
    }
    let all = Set(sections.joined())
    guard let first = all.min() else { return }
    for members in accepted.values where candidates.forms[members[0]]?.rank == .part && members[0] > first {
      let opening = members.count { part in (part + 1...part + 3).contains(where: all.contains) }
      guard opening == 0 else { continue }
      for c in members { candidates.forms[c]?.rank = .numeral }
    }
  }

  /// `Chapter I.` right above its text in an appendix, where numbers stand in the white of chapters: what is said of these.
  private func lowerCloseChapters(_ accepted: [String: [Int]], _ candidates: inout HeadingCandidates) {
    func kinds(_ rank: HeadingForm.Rank) -> [[Int]] {
      accepted.values.filter { candidates.forms[$0[0]]?.rank == rank }
    }
    func white(_ members: [Int]) -> Int { members.map { chunks[$0].blanksBefore }.sorted()[members.count / 2] }
    let chapters = kinds(.chapter)
    guard !chapters.isEmpty, chapters.allSatisfy({ white($0) < 2 }),
      kinds(.numeral).contains(where: { $0.count >= 5 && white($0) >= 3 })
    else { return }
    for c in chapters.joined() {
      candidates.forms[c]?.isInner = true
      candidates.forms[c]?.rank = .numeral
    }
  }

  /// `PART I` above titles without numbers, again and again: what they head stands in it.
  private func opensTitles(_ part: Int, _ next: Int, _ decisions: [HeadingDecision]) -> [Int] {
    (part + 1..<next).filter { n in
      let decision = decisions[n]
      return decision.label == nil && !decision.isInside && decision.role == .chapter && decision.matter == .body
    }
  }

  func raiseParts(_ decisions: inout [HeadingDecision], _ candidates: HeadingCandidates) {
    let parts = decisions.indices.filter { n in
      !decisions[n].isInside && decisions[n].label != nil
        && candidates.forms[decisions[n].chunk].map { $0.rank <= .part } ?? false
    }
    guard parts.count >= 2 else { return }
    let held = parts.indices.map {
      opensTitles(parts[$0], $0 + 1 < parts.count ? parts[$0 + 1] : decisions.count, decisions)
    }
    // an introduction right below one of them goes into it by itself
    let headed = parts.indices.map { k in
      let next = parts[k] + 1
      let opens = next < decisions.count && decisions[next].role == .preface && !parts.contains(next)
      return held[k].count + (opens ? 1 : 0)
    }
    guard headed.dropLast().allSatisfy({ $0 >= 2 }), headed.last ?? 0 > 0, held.contains(where: { !$0.isEmpty }) else {
      return
    }
    for n in parts { decisions[n].role = .part }
    for n in held.joined() { decisions[n].level += 1 }
  }

  /// `PART THE FIRST`, `PART THE SECOND` of one poem among others: they stand close below its title, hold no titles, and
  /// many titles stand above them.
  func lowerPartsOfPoem(_ decisions: inout [HeadingDecision], _ candidates: HeadingCandidates) {
    let parts = decisions.indices.filter { n in
      !decisions[n].isInside && candidates.forms[decisions[n].chunk].map { $0.rank == .part && !$0.isGuess } ?? false
    }
    func isPoem(_ n: Int) -> Bool {
      decisions[n].label == nil && !decisions[n].isInside
        && (decisions[n].matter == .body || isListedTitle(n, decisions))
    }
    guard profile.isVerse, (2...12).contains(parts.count), let first = parts.first, let last = parts.last,
      last - first == parts.count - 1, first >= 3, decisions[first].chunk - decisions[first - 1].chunk <= 4,
      (0..<first).count(where: isPoem) >= 3
    else { return }
    // in front of all that is counted poems looked like prefaces
    for n in 0..<first where isPoem(n) {
      (decisions[n].matter, decisions[n].role) = (.body, .chapter)
    }
    for n in parts {
      decisions[n].isInside = true
      decisions[n].insideLevel = decisions[first - 1].isInside ? decisions[first - 1].insideLevel + 1 : 2
    }
  }

  /// Sections without a number before the first part and behind the last chapter are the book's,
  /// not a part's: `PRELUDE`, `FINALE`.
  func raiseOuter(_ decisions: inout [HeadingDecision]) {
    let firstPart = decisions.firstIndex { $0.role == .part } ?? 0
    let lastChapter = decisions.lastIndex { !$0.isNamed && !$0.isInside } ?? 0
    for n in decisions.indices where decisions[n].isNamed {
      let next = n + 1 < decisions.count ? decisions[n + 1] : nil
      // an epilogue in chapters
      let isPart =
        next.map {
          $0.chunk == decisions[n].chunk + 1 && !$0.isNamed && !$0.isInside
            && $0.role == .chapter
        } ?? false
      if isPart, decisions[n].role == .chapter, n > firstPart { decisions[n].role = .part }
      if isPart || n < firstPart || n > lastChapter { decisions[n].level = 1 }
    }
  }

  /// The members of a kind that head something: a list of the scenes of a play (`ACT I. A garden.`)
  /// says the numbers first, one right below the other, and the text counts from 1 again.
  func withoutSynopses(_ members: [Int], _ candidates: HeadingCandidates) -> [Int] {
    func number(_ n: Int) -> Int? { candidates.forms[members[n]]?.number }
    guard let last = members.indices.last(where: { number($0) == 1 }) else { return members }
    var kept: [Int] = []
    var n = 0
    while n < members.count {
      var end = n + 1
      while end < members.count, members[end] == members[end - 1] + 1, number(end) == (number(end - 1) ?? 0) + 1 {
        end += 1
      }
      if end - n < 2 || number(n) != 1 || last < end { kept.append(contentsOf: members[n..<end]) }
      n = end
    }
    return kept
  }

  /// The first members where they count up to all that the book has, with a few lines for each, and the next ones count
  /// up to the same with many times as much: what happens in each act, told before the play.
  func synopsis(in members: [Int], _ candidates: HeadingCandidates) -> Range<Int> {
    func number(_ n: Int) -> Int? { candidates.forms[members[n]]?.number }
    guard !members.isEmpty else { return 0..<0 }
    let end = members.indices.dropFirst().first { number($0) != (number($0 - 1) ?? 0) + 1 } ?? members.count
    guard end >= 2, members.count == end * 2, number(0) == 1,
      (0..<end).allSatisfy({ number($0) == number($0 + end) })
    else { return 0..<0 }
    func place(_ n: Int) -> Int { n < members.count ? bytes(of: chunks[members[n]]).lowerBound : text.count }
    let told = place(end) - place(0)
    return told < 1500 * end && told * 8 < place(members.count) - place(end) ? 0..<end : 0..<0
  }

  /// With the bare numbers that do not count up (`VI` for `IV`, a second `XI`) but stand in as much white as the others.
  func withMistyped(_ kept: [Int], of members: [Int], _ candidates: HeadingCandidates) -> [Int] {
    guard kept.count >= 6, kept.count < members.count, (members.count - kept.count) * 3 <= kept.count,
      members.allSatisfy({ candidates.forms[$0]?.title == nil })
    else { return kept }
    let white = kept.map { chunks[$0].blanksBefore }.sorted()[kept.count / 2]
    let known = Set(kept)
    return members.filter { known.contains($0) || chunks[$0].blanksBefore >= max(2, white) }
  }

  /// So little stands between them that a page for each would be mostly white.
  func isDense(_ members: [Int]) -> Bool {
    guard let first = members.first, let last = members.last, members.count > 1 else { return true }
    let bytes = self.bytes(of: chunks[last]).lowerBound - self.bytes(of: chunks[first]).lowerBound
    return bytes / (members.count - 1) < 4000
  }

  /// Nine and more numbers, nearly every one of them one more than the one before.
  func isLongRun(_ numbers: [Int]) -> Bool {
    guard numbers.count >= 9, numbers[0] > 3 else { return false }
    return zip(numbers, numbers.dropFirst()).count { $1 == $0 + 1 } * 10 >= (numbers.count - 1) * 8
  }

  /// `1660`, `1661`, `1663`: what a diary or a book of annals is parted by.
  func isRunOfYears(_ numbers: [Int]) -> Bool {
    numbers.count >= 3 && numbers.allSatisfy { (1000...2100).contains($0) }
      && zip(numbers, numbers.dropFirst()).allSatisfy { (1...4).contains($1 - $0) }
  }

  /// An unnamed title right above a number.
  private func isOwn(_ n: Int, above: Int, _ decisions: [HeadingDecision]) -> Bool {
    decisions[n].label == nil && !decisions[n].isNamed && decisions[n].role == .preface
      && decisions[above].chunk == decisions[n].chunk + 1
  }

  /// The contents list names it, and no word tells it for a preface.
  private func isListedTitle(_ n: Int, _ decisions: [HeadingDecision]) -> Bool {
    decisions[n].label == nil && decisions[n].role == .preface
      && decisions[n].shown != "named"
  }

  /// Numbers that begin again below one title after the other stand inside what these titles name.
  func lowerRestarting(_ decisions: inout [HeadingDecision]) {
    for shown in Set(decisions.compactMap { $0.label == nil ? nil : $0.shown }).sorted() {
      let members = decisions.indices.filter {
        decisions[$0].shown == shown && decisions[$0].label != nil && !decisions[$0].isInside
      }
      let areActs = members.allSatisfy { decisions[$0].label.flatMap { headingForm($0)?.rank } == .act }
      guard members.count >= (areActs ? 2 : 4), let first = members.first else { continue }
      let numbers = members.map { n in decisions[n].label.flatMap { headingForm($0)?.number } ?? 0 }
      let level = decisions[first].level
      func isTitle(_ n: Int) -> Bool {
        let decision = decisions[n]
        return decision.label == nil && decision.matter == .body && !decision.isInside && decision.level == level
      }
      var restarts = 0
      var titled = 0
      for (k, n) in members.enumerated() where numbers[k] == 1 {
        restarts += 1
        let above = k > 0 ? members[k - 1] + 1 : 0
        if (above..<n).contains(where: isTitle) { titled += 1 }
      }
      // two plays are enough of a volume
      guard restarts >= 3 && titled * 10 >= restarts * 8 || areActs && restarts == 2 && titled > 0 else { continue }
      for n in members { decisions[n].level = level + 1 }
      // the first of these titles stands before all numbers, and yet is no preface; a cast may stand between
      func isCast(_ n: Int) -> Bool {
        decisions[n].label == nil && isCastHeading(bytes(of: chunks[decisions[n].chunk]))
      }
      let above = first > 1 && isCast(first - 1) ? first - 2 : first - 1
      if first > 0,
        isOwn(above, above: first, decisions)
          || (areActs || above < first - 1) && isListedTitle(above, decisions)
      {
        decisions[above].matter = .body
        decisions[above].role = .chapter
      }
      // the cast of each play of a volume
      for n in decisions.indices.dropFirst().dropLast()
      where isCast(n) && isTitle(n - 1) && decisions[n].level == level
        && decisions[n + 1].level > level
      {
        decisions[n].level = level + 1
        decisions[n].matter = .body
        decisions[n].role = .chapter
      }
    }
  }
}

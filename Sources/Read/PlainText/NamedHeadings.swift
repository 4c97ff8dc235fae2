internal import BookModel

// Headings without a number, and what is front, body and back matter.

extension PlainTextSource {
  /// Gives the chunks that look like headings as well and were not taken.
  func nameHeadings(
    _ decisions: inout [(chunk: Int, decision: HeadingDecision)], hasNumbered: Bool, chapterLevel: Int,
    profile: PlainTextProfile, titleWords: Set<String>, listed: Set<String>, play: PlayForm?
  ) -> [Int] {
    let taken = Set(decisions.map(\.chunk))
    let firstNumbered = decisions.map(\.chunk).min() ?? 0
    let outer = decisions.filter { !$0.decision.isInside }
    var blanks = (outer.isEmpty ? decisions : outer).map { chunks[$0.chunk].blanksBefore }
    blanks.sort()
    let median = blanks.isEmpty ? 2 : blanks[blanks.count / 2]
    let habit = min(max(median, 2), 4)
    // What the file leaves above its chapters is enough above a preface.
    let namedHabit = min(median, 2)

    // a title may be said again on a title page, not behind the first words of the text
    let firstProse = chunks.indices.first { chunks[$0].kind == .unknown && bytes(of: chunks[$0]).count > 300 } ?? 0

    struct Plain {
      var chunk: Int
      var isCapitals: Bool
      var named: NamedHeading?
      /// The contents list names it.
      var isListed: Bool
      var key: String
    }
    var plain: [Plain] = []
    for c in chunks.indices where chunks[c].kind == .unknown && !taken.contains(c) && chunks[c].lines.count <= 3 {
      let isClose = chunks[c].blanksBefore < min(2, namedHabit) && c != 0
      guard
        !isClose || profile.layout == .paragraphs && chunks[c].blanksBefore >= 1
          || !listed.isEmpty && standsBetweenParagraphs(c)
      else { continue }
      guard c + 1 < chunks.count, chunks[c + 1].blanksBefore > 0 else { continue }
      let range = bytes(of: chunks[c])
      guard range.count <= 400 else { continue }
      let text = string(range)
      let key = headingKey(text)
      let named = namedHeading(key)
      let isListed =
        !listed.isEmpty && (chunks[c].blanksBefore >= 2 || isClose)
        && isNamed(text, in: listed)
      if isClose, profile.layout == .wrapped, !isListed || named != nil { continue }
      guard named != nil || isListed || chunks[c].lines.allSatisfy({ isTitleLike($0, profile: profile) }) else {
        continue
      }
      if let play, play.speaker(of: chunks[c], in: self) != nil { continue }
      if isEndMark(key) || endMarks.contains(text.lowercased()) { continue }
      let isCapitals = letterCase(range).isCapitals
      if named == nil {
        if chunks[c].blanksBefore < 2 && !isClose || c == 0 { continue }
        if c < firstProse, isOfTitle(text, words: titleWords) { continue }
      }
      if named == nil && !isListed {
        // poems of one book stand two blank lines apart, their stanzas one
        let gap = profile.isVerse && chunks[c + 1].lines.count > 1 && chunks[c + 1].blanksBefore < 2 ? 2 : 3
        if !isCapitals, chunks[c].lines.count > 1 || chunks[c].blanksBefore < gap { continue }
        if !isCapitals, endsSentence(range), chunks[c].blanksBefore < 3 || lines[chunks[c].lines.lowerBound].width > 44
        {
          continue
        }
        // A signature or a line in the middle of a title page is set in by itself.
        let line = lines[chunks[c].lines.lowerBound]
        if Int(line.indent) >= 4, abs(Int(line.indent) - (profile.wrapWidth - line.edge)) > 8 { continue }
      }
      plain.append(Plain(chunk: c, isCapitals: isCapitals, named: named, isListed: isListed, key: key))
    }
    let capitals = plain.filter { $0.isCapitals && $0.named == nil }
    let wide = capitals.filter { chunks[$0.chunk].blanksBefore >= 3 }.count
    let threshold = hasNumbered ? habit : (wide >= 3 ? 3 : 2)
    // titles end in a point where most of a book's do
    func isStopped(_ item: Plain) -> Bool {
      let range = bytes(of: chunks[item.chunk])
      return endsSentence(range) && !endsInCry(range)
    }
    let mixed = plain.filter { !$0.isCapitals && $0.named == nil && !$0.isListed && chunks[$0.chunk].blanksBefore >= 3 }
    if mixed.count < 5 || mixed.count(where: isStopped) * 10 < mixed.count * 4 {
      plain.removeAll { !$0.isCapitals && $0.named == nil && !$0.isListed && isStopped($0) }
    }
    let titleCase = plain.filter { !$0.isCapitals && $0.named == nil }
    // so much white is seldom left without a reason
    let parted = chunks.count { $0.blanksBefore >= 2 }
    let readsSubheads =
      hasNumbered && habit >= 3 && parted * 6 < chunks.count && play == nil
      && capitals.count { $0.chunk > firstNumbered && chunks[$0.chunk].blanksBefore < threshold } >= 3
    let readsTitleCase = titleCase.count >= 3 && (hasNumbered || capitals.count < 3 || profile.isVerse)
    // a volume's title page within the book says the book's title again
    var titles: [String: Int] = [:]
    for item in plain where item.named == nil && !item.isListed {
      let text = string(bytes(of: chunks[item.chunk]))
      if isOfTitle(text, words: titleWords) { titles[headingKey(text), default: 0] += 1 }
    }

    // what the list names once and the text says again and again heads no chapter each time
    let times = plain.reduce(into: [String: Int]()) { if $1.isListed { $0[$1.key, default: 0] += 1 } }
    for item in plain {
      let c = item.chunk
      if item.named == nil, !item.isListed, !titles.isEmpty,
        titles[headingKey(string(bytes(of: chunks[c]))), default: 0] > 1
      {
        continue
      }
      var role = Section.Role.chapter
      var isInside = false
      var matter = Section.Matter.body
      if let named = item.named {
        switch named {
        case .preface: (role, matter) = (.preface, .front)
        case .dedication: (role, matter) = (.dedication, .front)
        case .epigraph: (role, matter) = (.epigraph, .front)
        case .chapter: role = .chapter
        case .appendix: (role, matter) = (.appendix, .back)
        }
        if hasNumbered, chunks[c].blanksBefore < namedHabit { continue }
      } else if item.isListed {
        if hasNumbered, c < firstNumbered { (role, matter) = (.preface, .front) }
        if times[item.key, default: 0] > 1, chunks[c].blanksBefore < habit || hasNumbered { isInside = true }
        if chunks[c].blanksBefore < 2 { isInside = true }
      } else if item.isCapitals {
        if hasNumbered, c < firstNumbered {
          // a title page has no such text
          guard chunks[c].blanksBefore >= 3, proseBelow(c) > 1200 else { continue }
          (role, matter) = (.preface, .front)
        } else if hasNumbered {
          if chunks[c].blanksBefore < threshold {
            guard readsSubheads, chunks[c].blanksBefore >= 2, chunks[c].lines.count == 1 else { continue }
            isInside = true
          }
        } else if chunks[c].blanksBefore < threshold {
          guard capitals.count >= 2 else { continue }
          isInside = true
        } else if capitals.count < 2 {
          continue
        }
      } else {
        guard readsTitleCase,
          !hasNumbered
            || c > firstNumbered
              && chunks[c].blanksBefore >= (isItalic(chunks[c].lines) ? 3 : max(threshold, 4))
        else {
          continue
        }
        isInside = hasNumbered
      }
      decisions.append(
        (
          c,
          HeadingDecision(
            label: nil, title: chunks[c].lines.map { bytes(ofLine: $0) }, matter: matter, role: role,
            level: isInside ? chapterLevel : role == .chapter ? chapterLevel : 1, isInside: isInside,
            shown: item.named != nil ? "named" : item.isCapitals ? "TITLE" : "Title",
            isNamed: item.named != nil || item.isListed)
        ))
    }
    let chosen = Set(decisions.map(\.chunk))
    return plain.map(\.chunk).filter { !chosen.contains($0) }
  }

  /// A list's entry says the words, and may have lost a number at their end as the page of another edition.
  private func isNamed(_ text: String, in listed: Set<String>) -> Bool {
    let words = Manuscript.titleWords(text)
    if listed.contains(words.joined(separator: " ")) { return true }
    guard words.count > 2, let last = words.last, decimalValue(last) != nil else { return false }
    return listed.contains(words.dropLast().joined(separator: " "))
  }

  /// One line that is no sentence, a blank line behind one paragraph and another before the next.
  private func standsBetweenParagraphs(_ c: Int) -> Bool {
    let line = chunks[c].lines.lowerBound
    guard chunks[c].lines.count == 1, chunks[c].blanksBefore == 1, c > 0, c + 1 < chunks.count,
      chunks[c + 1].blanksBefore > 0, chunks[c + 1].lines.count > 1, lines[line].indent < 4
    else { return false }
    return !endsInStop(bytes(ofLine: line)) && endsSentence(bytes(of: chunks[c - 1]))
  }

  /// All of it is italics: `_Spinning Wheel Song_`.
  private func isItalic(_ range: Range<Int>) -> Bool {
    let bytes = Int(lines[range.lowerBound].start)..<Int(lines[range.upperBound - 1].end)
    return file.text[bytes.lowerBound] == 0x5F && file.text[bytes.upperBound - 1] == 0x5F
  }

  /// Headings that only say the book's title again, right above another: half titles behind the front matter.
  func halfTitles(_ decisions: [HeadingDecision], titleWords: Set<String>) -> [Int] {
    chunks.indices.dropLast().filter { c in
      guard chunks[c].kind == .heading, chunks[c + 1].kind == .heading, chunks[c].index >= 0 else { return false }
      let decision = decisions[chunks[c].index]
      return decision.label == nil && !decision.isNamed && decision.role != .part
        && isOfTitle(string(bytes(of: chunks[c])), words: titleWords)
    }
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

  /// Front matter stands before the first chapter, back matter after the last one.
  func settleMatter(_ decisions: inout [(chunk: Int, decision: HeadingDecision)]) {
    let body = decisions.indices.filter { decisions[$0].decision.matter == .body && !decisions[$0].decision.isInside }
    for n in decisions.indices {
      switch decisions[n].decision.matter {
      case .front where body.first.map({ n > $0 }) ?? false:
        decisions[n].decision.matter = .body
        decisions[n].decision.role = .chapter
        // A preface to a part stands inside it.
        decisions[n].decision.level =
          body.last { $0 < n }.map { before in
            let previous = decisions[before].decision
            return previous.role == .part ? previous.level + 1 : previous.level
          } ?? 1
      case .back where body.last.map({ n < $0 }) ?? false:
        decisions[n].decision.matter = .body
        decisions[n].decision.role = .chapter
        decisions[n].decision.level = body.last { $0 < n }.map { decisions[$0].decision.level } ?? 1
      default: break
      }
    }
  }
}

internal import Units

/// Which hint each line has, and what could not be followed.
struct HintedLines {
  /// By indices of lines; of several hints for one line the last stands.
  var hints: [Int: Int] = [:]
  /// Hints that met no line of the book.
  var idle: [Int] = []
  /// By first lines of chunks: hints by which all that look alike are headings. What the reader finds out of itself
  /// stays, and only its kind is settled.
  var forms: [Int: Int] = [:]

  static let none = HintedLines()
}

extension PlainTextSource {
  /// Finds the lines that hints speak of. Linear in the lines for each pattern.
  func lines(hinted hints: [ReadingHint], in body: Range<Int>) -> HintedLines {
    var found = HintedLines()
    for (n, hint) in hints.enumerated() where !hint.kind.isOfPage {
      var isMet = false
      switch hint.place {
      case .lines(let range):
        var i = firstLine(from: range.lowerBound - 1)
        while i < lines.count, Int(lines[i].number) < range.upperBound {
          if body.contains(i) { found.hints[i] = n }
          isMet = isMet || body.contains(i) || hint.kind == .dropped
          i += 1
        }
      case .like: break
      case .named, .likeNamed: continue
      case .pattern(let pattern):
        guard let expression = try? Regex(pattern) else { break }
        var i = body.lowerBound
        while i < body.upperBound {
          defer { i += 1 }
          guard matches(expression, line: i) else { continue }
          isMet = true
          found.hints[i] = n
          while i + 1 < body.upperBound, lines[i + 1].blanksBefore == 0 {
            i += 1
            found.hints[i] = n
          }
        }
      }
      if case .like(let line, let range) = hint.place {
        for c in chunks(like: line, in: range) {
          isMet = true
          let own = chunks[c].lines
          for i in own { found.hints[i] = hint.kind.isHeading ? nil : n }
          found.forms[own.lowerBound] = hint.kind.isHeading ? n : nil
        }
      } else {
        for (i, m) in found.hints where m == n { found.forms[i] = nil }
      }
      if !isMet { found.idle.append(n) }
    }
    return found
  }

  /// The first line that stands on a line of the file, from 0, or below it.
  private func firstLine(from number: Int) -> Int {
    lines.lowerBound { Int($0.number) < number }
  }

  /// Cuts chunks where hints begin and end, and settles what each is that a hint names.
  mutating func settleHints(_ hinted: HintedLines, _ hints: [ReadingHint], report: inout ReadingReport) {
    guard !hinted.hints.isEmpty else { return }
    var cut: [Chunk] = []
    for chunk in chunks {
      var start = chunk.lines.lowerBound
      for i in chunk.lines where i + 1 == chunk.lines.upperBound || hinted.hints[i] != hinted.hints[i + 1] {
        var part = chunk
        part.lines = start..<i + 1
        part.blanksBefore = Int(lines[start].blanksBefore)
        if let n = hinted.hints[start] { part.kind = kind(of: hints[n]) ?? part.kind }
        cut.append(part)
        start = i + 1
      }
    }
    chunks = cut
    joinHeadings(hinted, hints)
    for c in chunks.indices {
      guard let n = hinted.hints[chunks[c].lines.lowerBound], hints[n].kind == .dropped else { continue }
      report.dropped.append(dropped(lines: chunks[c].lines, why: "hint"))
    }
  }

  /// A heading that a hint gives by its lines is one, with blank lines in it or without.
  private mutating func joinHeadings(_ hinted: HintedLines, _ hints: [ReadingHint]) {
    var joined: [Chunk] = []
    for chunk in chunks {
      if chunk.kind == .heading, let last = joined.last, last.kind == .heading,
        let n = hinted.hints[chunk.lines.lowerBound], n == hinted.hints[last.lines.lowerBound],
        case .lines = hints[n].place
      {
        joined[joined.count - 1].lines = last.lines.lowerBound..<chunk.lines.upperBound
      } else {
        joined.append(chunk)
      }
    }
    chunks = joined
  }

  /// The headings that hints name, beside those that were found.
  mutating func addHinted(_ hinted: HintedLines, _ hints: [ReadingHint], to decisions: inout [HeadingDecision]) {
    let hasParts = decisions.contains { $0.role == .part } || hints.contains { $0.kind == .part }
    let lowest = decisions.reduce(1) { $1.role == .part ? max($0, $1.level) : $0 }
    for c in chunks.indices where chunks[c].kind == .heading {
      guard let n = hinted.hints[chunks[c].lines.lowerBound] else { continue }
      let kind = hints[n].kind
      let (label, title) = labelAndTitle(ofChunk: c)
      chunks[c].index = decisions.count
      decisions.append(
        HeadingDecision(
          chunk: c, label: label, title: title, role: kind == .part ? .part : .chapter,
          level: hints[n].level ?? (kind == .part || !hasParts ? 1 : lowest + 1), isInside: kind == .section,
          shown: "hint"))
    }
  }

  /// The headings that hints name by their form: others get the kind, what is none yet becomes one.
  mutating func settleForms(_ hinted: HintedLines, _ hints: [ReadingHint], _ decisions: inout [HeadingDecision]) {
    let hasParts = decisions.contains { $0.role == .part } || hints.contains { $0.kind == .part }
    let lowest = decisions.reduce(1) { $1.role == .part ? max($0, $1.level) : $0 }
    // as deep as those that are there
    var depths: [Int: Int] = [:]
    for decision in decisions where decision.role == .chapter && !decision.isInside {
      depths[decision.level, default: 0] += 1
    }
    let usual = depths.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    for c in chunks.indices {
      guard let n = hinted.forms[chunks[c].lines.lowerBound] else { continue }
      let kind = hints[n].kind
      let level = hints[n].level ?? (kind == .part || !hasParts ? 1 : lowest + 1)
      switch chunks[c].kind {
      case .headingTitle, .dropped, .frontPage, .figure, .stars, .rule: continue
      case .heading where decisions.indices.contains(chunks[c].index):
        let at = chunks[c].index
        let wasInside = decisions[at].isInside
        decisions[at].isInside = kind == .section
        guard kind != .section else { continue }
        decisions[at].role = kind == .part ? .part : decisions[at].role == .part ? .chapter : decisions[at].role
        if hints[n].level != nil || wasInside || kind == .part {
          decisions[at].level = kind == .chapter ? hints[n].level ?? usual ?? level : level
        }
      default:
        let (label, title) = labelAndTitle(ofChunk: c)
        chunks[c].kind = .heading
        chunks[c].index = decisions.count
        decisions.append(
          HeadingDecision(
            chunk: c, label: label, title: title, role: kind == .part ? .part : .chapter,
            level: kind == .chapter ? hints[n].level ?? usual ?? level : level, isInside: kind == .section,
            shown: "hint"))
      }
    }
  }

  /// Whether a hint keeps a line of these.
  func isKept(_ range: Range<Int>, _ hinted: HintedLines, _ hints: [ReadingHint]) -> Bool {
    (!hinted.hints.isEmpty || !hinted.forms.isEmpty)
      && range.contains { i in
        hinted.forms[i] != nil
          || hinted.hints[i].map { hints[$0].kind != .dropped && hints[$0].kind != .asRead } ?? false
      }
  }

  private func kind(of hint: ReadingHint) -> Chunk.Kind? {
    switch hint.kind {
    case .part, .chapter, .section: .heading
    case .verse: .verse
    case .prose, .play, .letter: .prose
    case .quotation: .quotation
    case .typed: .keptLines
    case .sceneBreak: .stars
    case .dropped: .dropped
    case .kept, .asRead, .pull, .push, .here, .nextPage: nil
    }
  }
}

extension PlainTextSource {
  /// What headings, verse and what was left out would be as hints.
  func found(_ headings: [HeadingDecision]) -> [ReadingReport.Found] {
    var found: [ReadingReport.Found] = []
    for c in chunks.indices {
      let lines = chunks[c].lines.isEmpty ? nil : Optional(fileLines(ofChunk: c))
      guard let lines else { continue }
      switch chunks[c].kind {
      case .heading where chunks[c].index >= 0 && chunks[c].index < headings.count:
        let decision = headings[chunks[c].index]
        // a preface is more than a chapter, and no hint says so
        guard decision.matter == .body, decision.role == .chapter || decision.role == .part else { continue }
        let kind: ReadingHint.Kind = decision.isInside ? .section : decision.role == .part ? .part : .chapter
        found.append(.init(lines: lines, kind: kind, level: kind == .section ? nil : decision.level))
      case .headingTitle:
        guard let last = found.last, last.kind.isHeading else { continue }
        found[found.count - 1].lines = last.lines.lowerBound...lines.upperBound
      case .verse where chunks[c].index != Chunk.entry:
        if let last = found.last, last.kind == .verse, c > 0, chunks[c - 1].kind == .verse {
          found[found.count - 1].lines = last.lines.lowerBound...lines.upperBound
        } else {
          found.append(.init(lines: lines, kind: .verse, level: nil))
        }
      default: break
      }
    }
    return found
  }
}

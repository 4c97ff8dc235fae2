internal import Units

/// What the user says of lines of a plain text, over the reader's head.
package struct ReadingHint: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Headings: of a part, of a chapter, within a chapter.
    case part, chapter, section
    case verse, prose, play, letter, quotation
    /// Lines that stand as they are typed; a pause between scenes.
    case typed
    case sceneBreak = "scene-break"
    /// Left out; never left out.
    case dropped, kept
    /// As the reader has it, where a hint before says otherwise.
    case asRead = "as-read"

    package var isHeading: Bool { self == .part || self == .chapter || self == .section }
  }

  package enum Place: Sendable, Equatable {
    /// Lines of the file, from 1.
    case lines(ClosedRange<Int>)
    /// From each line in which a regular expression is found to the next blank one.
    case pattern(String)
    /// All that look like what stands on a line, from 1, and of them those that begin in some lines.
    case like(Int, within: ClosedRange<Int>?)
  }

  package var kind: Kind
  package var place: Place
  /// How deep a heading stands in the outline, from 1; nil leaves it to the kind.
  package var level: Int?

  package init(_ kind: Kind, _ place: Place, level: Int? = nil) {
    (self.kind, self.place, self.level) = (kind, place, level)
  }

  /// Why a text is no hint.
  package enum Problem: Error, Equatable, Sendable {
    case unknownKind(String)
    case noPlace
    case noLevel(String)
    case noLines(String)
    case noExpression(String)
  }

  /// Reads `verse 20-31`, `chapter 2 /^LETTER/`, `dropped 4`: what, for a heading the level where it is not the
  /// usual one as `level 2`, and where: `section like 1346 in 1200-7000`.
  package init(parsing text: String) throws(Problem) {
    var words = text.split(separator: " ", maxSplits: 1)
    guard let name = words.first, let kind = Kind(rawValue: String(name)) else {
      throw .unknownKind(words.first.map(String.init) ?? "")
    }
    guard var rest = words.last, words.count == 2 else { throw .noPlace }
    var level: Int?
    if kind.isHeading, rest.hasPrefix("level ") {
      words = rest.dropFirst(6).split(separator: " ", maxSplits: 1)
      guard let number = words.first.flatMap({ Int($0) }), (1...6).contains(number) else {
        throw .noLevel(String(words.first ?? ""))
      }
      guard words.count == 2 else { throw .noPlace }
      level = number
      rest = words[1]
    }
    rest = rest.drop { $0 == " " }
    if rest.first == "/" {
      guard rest.count > 2, rest.last == "/", isExpression(String(rest.dropFirst().dropLast())) else {
        throw .noExpression(String(rest))
      }
      self.init(kind, .pattern(String(rest.dropFirst().dropLast())), level: level)
      return
    }
    guard rest.hasPrefix("like ") else {
      self.init(kind, .lines(try ReadingHint.lines(rest)), level: level)
      return
    }
    let parts = rest.dropFirst(5).split(separator: " ")
    guard let example = parts.first.flatMap({ Int($0) }), example >= 1,
      parts.count == 1 || parts.count == 3 && parts[1] == "in"
    else { throw .noLines(String(rest)) }
    self.init(kind, .like(example, within: parts.count == 3 ? try ReadingHint.lines(parts[2]) : nil), level: level)
  }

  /// `12`, `12-20`
  private static func lines(_ text: Substring) throws(Problem) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first >= 1, first <= last else {
      throw .noLines(String(text))
    }
    return first...last
  }
}

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
    for (n, hint) in hints.enumerated() {
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
    case .kept, .asRead: nil
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

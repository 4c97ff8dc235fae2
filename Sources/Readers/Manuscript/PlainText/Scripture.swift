internal import BookModel

/// Scriptures that say chapter and verse before each verse: `1:1 In the beginning …`, `001:001 In the beginning …`.
extension PlainTextSource {
  struct VerseMark {
    var chapter: Range<Int>
    /// Without the zeros before it.
    var verse: Range<Int>
    /// The zeros.
    var zeros: Range<Int>
    /// Where its words begin.
    var text: Int
    var number: Int
  }

  func verseMark(at start: Int, before end: Int) -> VerseMark? {
    func digits(from start: Int) -> Range<Int>? {
      let digits = start..<(file.text[start..<end].prefix(4).firstIndex { !$0.isASCIIDigit } ?? start)
      return digits.isEmpty ? nil : digits
    }
    guard start < end, let chapter = digits(from: start), file.text[chapter.upperBound] == 0x3A,
      let all = digits(from: chapter.upperBound + 1), file.text[all.upperBound] <= 0x20,
      let number = decimalValue(string(all))
    else { return nil }
    var (verse, k) = (all, all.upperBound)
    while verse.count > 1, file.text[verse.lowerBound] == 0x30 { verse = verse.dropFirst() }
    while k < end, file.text[k] <= 0x20 { k += 1 }
    guard k < end else { return nil }
    return VerseMark(
      chapter: chapter, verse: verse, zeros: all.lowerBound..<verse.lowerBound, text: k, number: number)
  }

  private func verseMark(of chunk: Chunk) -> VerseMark? {
    let range = bytes(of: chunk)
    return verseMark(at: range.lowerBound, before: range.upperBound)
  }

  /// Whether the file is one: most of its paragraphs begin so.
  func saysVerses() -> Bool {
    var (marked, all) = (0, 0)
    for chunk in chunks.prefix(600) where chunk.kind == .unknown {
      all += 1
      if verseMark(of: chunk) != nil { marked += 1 }
    }
    return marked >= 8 && marked * 10 >= all * 6
  }

  /// What may head books and parts: a few short lines.
  private func isHead(_ chunk: Chunk) -> Bool {
    chunk.kind == .unknown && chunk.lines.count <= 4 && bytes(of: chunk).count <= 240
      && chunk.lines.allSatisfy { lines[$0].width <= 76 } && verseMark(of: chunk) == nil
  }

  /// Chunks before the first verse that only list what heads the books further down.
  func listOfBooks() -> [Int] {
    guard let first = chunks.firstIndex(where: { verseMark(of: $0) != nil }) else { return [] }
    var later: Set<String> = []
    for chunk in chunks[first...] where isHead(chunk) {
      for i in chunk.lines { later.insert(headingKey(string(ofLine: i))) }
    }
    var found: [Int] = []
    for c in chunks[..<first].indices.reversed() where chunks[c].kind == .unknown && chunks[c].lines.count <= 200 {
      let keys = chunks[c].lines.map { headingKey(string(ofLine: $0)) }
      if keys.count(where: later.contains) * 10 >= keys.count * 6 { found.append(c) }
      later.formUnion(keys)
    }
    return found
  }

  /// Makes a section of each book, a heading within it of each chapter, and a paragraph of each verse.
  mutating func readScripture(titleWords: Set<String>, report: inout ReadingReport) -> [HeadingDecision] {
    var made: [Chunk] = []
    var decisions: [HeadingDecision] = []
    // what heads the next book, as it was found and as it is among the made ones
    var waiting: [Int] = []
    var chapter = ""
    var hasParts = false
    for (c, chunk) in chunks.enumerated() {
      guard chunk.kind == .unknown, let mark = verseMark(of: chunk) else {
        if isHead(chunk), !isOfTitle(string(ofChunk: c), words: titleWords) {
          waiting.append(made.count)
        } else if chunk.kind != .dropped {
          waiting = []
        }
        made.append(chunk)
        continue
      }
      let name = String(string(mark.chapter).drop { $0 == "0" })
      let opens = !waiting.isEmpty
      let isNamed = opens && head(waiting, in: &made, &decisions, hasParts: &hasParts)
      waiting = []
      if name != chapter || opens, !isNamed, !isOnlyChapter(name, from: c) {
        var heading = chunk
        heading.kind = .heading
        heading.index = decisions.count
        let zeros = mark.chapter.prefix { file.text[$0] == 0x30 }
        if !zeros.isEmpty { report.silent.append(zeros.startIndex..<zeros.endIndex) }
        if !zeros.isEmpty { report.marks.append(zeros.startIndex..<zeros.endIndex) }
        made.append(heading)
        decisions.append(
          HeadingDecision(
            chunk: made.count - 1, title: [zeros.endIndex..<mark.chapter.upperBound], isInside: true, shown: "N:1"))
      } else {
        report.silent.append(mark.chapter)
        report.marks.append(mark.chapter)
      }
      chapter = name
      report.marks.append(mark.chapter.upperBound..<mark.zeros.upperBound)
      report.silent.append(mark.chapter.upperBound..<mark.zeros.upperBound)
      var paragraph = chunk
      paragraph.kind = .prose
      paragraph.index = Chunk.numbered
      made.append(paragraph)
    }
    chunks = made
    return decisions
  }

  /// Whether the book has no second chapter.
  private func isOnlyChapter(_ name: String, from c: Int) -> Bool {
    guard name == "1" else { return false }
    for chunk in chunks[c...] {
      guard let mark = verseMark(of: chunk) else {
        if isHead(chunk) { return true }
        continue
      }
      if String(string(mark.chapter).drop { $0 == "0" }) != "1" { return false }
    }
    return true
  }

  /// Headings right above a first verse: the last is its book, with what else it is called; what stands above that names
  /// a part of the whole. Gives whether it names the chapter instead, `Psalm 2`.
  private func head(
    _ waiting: [Int], in made: inout [Chunk], _ decisions: inout [HeadingDecision], hasParts: inout Bool
  ) -> Bool {
    func key(_ n: Int) -> String { headingKey(string(bytes(of: made[n]))) }
    let called = waiting.dropFirst().first { key($0).hasSuffix(" called") || key($0).contains(" called:") }
    let start = called.flatMap { waiting.firstIndex(of: $0) }.map { $0 - 1 } ?? waiting.count - 1
    let book = waiting[start]
    let line = bytes(ofLine: made[book].lines.lowerBound)
    let form = headingForm(line)
    if waiting.count == 1, let form, form.rank == .chapter || starts(line, with: "psalm "), form.title == nil,
      decisions.contains(where: { !$0.isInside })
    {
      made[book].kind = .heading
      made[book].index = decisions.count
      decisions.append(HeadingDecision(chunk: book, title: ranges(made[book].lines), isInside: true, shown: form.shown))
      return true
    }
    for part in waiting[..<start] {
      hasParts = true
      decisions.append(
        HeadingDecision(chunk: part, title: ranges(made[part].lines), role: .part, shown: "Part", isNamed: true))
    }
    var decision = HeadingDecision(
      chunk: book, title: waiting[start...].flatMap { ranges(made[$0].lines) }, level: hasParts ? 2 : 1, shown: "Book",
      isNamed: true)
    if let form, let title = form.title, starts(line, with: "book ") {
      (decision.label, decision.title[0]) = (form.label, title)
    }
    for n in waiting[(start + 1)...] { made[n].kind = .headingTitle }
    decisions.append(decision)
    return false
  }

  /// Paragraphs that begin with a bare number, one more than the one before or 1 again, where most of a book do:
  /// `3 And Elimelech died`.
  mutating func settleBareVerses() {
    var found: [Int] = []
    var (last, all) = (0, 0)
    for c in chunks.indices where chunks[c].kind == .prose {
      all += 1
      guard chunks[c].index != Chunk.numbered, let (_, number, _) = bareVerse(bytes(ofChunk: c)),
        number == 1 || number == last + 1
      else { continue }
      found.append(c)
      last = number
    }
    guard found.count >= 6, found.count * 10 >= all * 7 else { return }
    for c in found { chunks[c].index = Chunk.numbered }
  }

  private func bareVerse(_ range: Range<Int>) -> (digits: Range<Int>, number: Int, text: Int)? {
    let digits = range.prefix(4).prefix { file.text[$0].isASCIIDigit }
    guard !digits.isEmpty, let number = decimalValue(string(digits)) else { return nil }
    var k = digits.endIndex
    while k < range.upperBound, file.text[k].isBlank { k += 1 }
    guard k > digits.endIndex, k < range.upperBound, !file.text[k].isASCIIDigit else { return nil }
    return (digits.startIndex..<digits.endIndex, number, k)
  }

  /// Verses of a paragraph: the number of each and its words. What stands between them is added to the marks.
  func numberedPieces(_ chunk: Chunk, marks: inout [Range<Int>], silent: inout [Range<Int>]) -> [(
    number: Range<Int>?, text: [Range<Int>]
  )] {
    let range = bytes(of: chunk)
    guard let mark = verseMark(of: chunk) else {
      if let bare = bareVerse(range) {
        let first = bytes(ofLine: chunk.lines.lowerBound)
        return [(bare.digits, [bare.text..<first.upperBound] + ranges(chunk.lines.dropFirst()))]
      }
      let piped = numberAndText(chunk)
      return [(piped.first, Array(piped.dropFirst()))]
    }
    var pieces: [(number: Range<Int>?, text: [Range<Int>])] = [(mark.verse, [])]
    var last = mark
    for i in chunk.lines {
      let line = bytes(ofLine: i)
      var start = max(line.lowerBound, min(mark.text, line.upperBound))
      if i > chunk.lines.lowerBound { start = max(start, line.lowerBound) }
      var k = start
      while k < line.upperBound {
        if file.text[k].isASCIIDigit, k == line.lowerBound || file.text[k - 1].isBlank, k > mark.text,
          let next = verseMark(at: k, before: range.upperBound),
          next.number == last.number + 1 && string(next.chapter) == string(mark.chapter)
        {
          var end = k
          while end > start, file.text[end - 1].isBlank { end -= 1 }
          if end > start { pieces[pieces.count - 1].text.append(start..<end) }
          silent.append(next.chapter.lowerBound..<next.zeros.upperBound)
          marks.append(next.chapter.lowerBound..<next.zeros.upperBound)
          pieces.append((next.verse, []))
          last = next
          start = min(next.text, line.upperBound)
          k = start
        } else {
          k += 1
        }
      }
      if start < line.upperBound { pieces[pieces.count - 1].text.append(start..<line.upperBound) }
    }
    return pieces
  }
}

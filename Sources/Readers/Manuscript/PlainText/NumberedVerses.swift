internal import BookModel

/// Scriptures each line of which says its chapter and its verse: `2|14|And when they meet`.
extension PlainTextSource {
  private typealias Numbers = (chapter: Range<Int>, verse: Range<Int>, text: Range<Int>)

  private func numbers(ofLine i: Int) -> Numbers? {
    let line = bytes(ofLine: i)
    func number(from start: Int) -> Range<Int>? {
      let digits = start..<(file.text[start..<line.upperBound].prefix(4).firstIndex { !$0.isASCIIDigit } ?? start)
      return digits.isEmpty || file.text[digits.upperBound] != 0x7C ? nil : digits
    }
    guard let chapter = number(from: line.lowerBound), let verse = number(from: chapter.upperBound + 1),
      verse.upperBound + 1 < line.upperBound
    else { return nil }
    return (chapter, verse, verse.upperBound + 1..<line.upperBound)
  }

  /// Whether the file is one: nearly all of its lines have both numbers.
  func countsVerses(_ body: Range<Int>) -> Bool {
    let sample = body.prefix(200)
    return sample.count >= 8 && sample.count { numbers(ofLine: $0) != nil } * 10 >= sample.count * 9
  }

  /// Makes a chapter of each number and a paragraph of each line, that begins with the verse's number.
  mutating func readNumberedVerses(report: inout ReadingReport) -> [HeadingDecision] {
    var made: [Chunk] = []
    var decisions: [HeadingDecision] = []
    var current = ""
    for chunk in chunks {
      guard chunk.kind == .unknown, let (chapter, verse, text) = numbers(ofLine: chunk.lines.lowerBound) else {
        made.append(chunk)
        continue
      }
      let name = string(chapter)
      if name != current {
        current = name
        var heading = chunk
        heading.kind = .heading
        heading.index = decisions.count
        made.append(heading)
        decisions.append(HeadingDecision(chunk: made.count - 1, title: [chapter], shown: "1|"))
      } else {
        report.silent.append(chapter)
        report.marks.append(chapter)
      }
      report.marks += [chapter.upperBound..<verse.lowerBound, verse.upperBound..<text.lowerBound]
      var paragraph = chunk
      paragraph.kind = .prose
      paragraph.index = Chunk.numbered
      paragraph.blanksBefore = 1
      made.append(paragraph)
    }
    chunks = made
    return decisions
  }

  /// The verse's number and what it says.
  func numberAndText(_ chunk: Chunk) -> [Range<Int>] {
    numbers(ofLine: chunk.lines.lowerBound).map { [$0.verse, $0.text] } ?? ranges(chunk.lines)
  }
}

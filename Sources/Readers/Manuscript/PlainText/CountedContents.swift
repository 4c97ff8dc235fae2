extension PlainTextSource {
  /// Lists without a heading whose lines stand in one block and count up, in front of what they name:
  ///
  ///     I. A Scandal in Bohemia
  ///    II. The Red-headed League
  func closedLists() -> [Range<Int>] {
    var found: [Range<Int>] = []
    // what the short chunks of the file name, made once for all the runs of a grammar
    var named: [String: Int]?
    var c = 0
    while c < chunks.count, found.count < 24 {
      defer { c += 1 }
      guard chunks[c].kind == .unknown, chunks[c].lines.count <= 400, let run = countingRun(from: c),
        run.entries >= (run.end > c + 1 ? 6 : 4)
      else { continue }
      let last = named ?? lastNamed()
      named = last
      // half of the titles head something further down
      guard run.titles.count(where: { last[$0, default: 0] >= run.end }) * 2 >= run.titles.count else { continue }
      found.append(startOfList(at: c)..<run.end)
      c = run.end - 1
    }
    return found
  }

  /// Lines that count up from chunk `c` on, in one block or a blank line apart, and nothing else but the rest of each:
  /// how many, what they name, and the chunk behind them.
  private func countingRun(from c: Int) -> (entries: Int, titles: Set<String>, end: Int)? {
    let first = headingForm(bytes(ofLine: chunks[c].lines.lowerBound))
    guard let first, let number = first.number, first.title != nil else { return nil }
    var titles: Set<String> = []
    var entries = 0
    var end = c
    var previous = number - 1
    while end < chunks.count, chunks[end].kind == .unknown, end == c || chunks[end].blanksBefore <= 1 {
      let before = entries
      for i in chunks[end].lines {
        guard let form = headingForm(bytes(ofLine: i)), form.key == first.key, let title = form.title,
          form.number == previous + 1
        else { continue }
        previous += 1
        entries += 1
        titles.insert(titleWords(string(title)).filter { decimalValue($0) == nil }.joined(separator: " "))
      }
      // an entry of one or two lines each, or all of them in one block
      guard entries > before,
        (entries - before) * (end == c && chunks[c].lines.count > 3 ? 2 : 3) >= chunks[end].lines.count
      else { break }
      end += 1
    }
    titles.remove("")
    return end > c ? (entries, titles, end) : nil
  }

  /// With the names of the columns, and of the part that the list is of, above it.
  private func startOfList(at c: Int) -> Int {
    var start = c
    while start > 0, chunks[start - 1].kind == .unknown, chunks[start - 1].lines.count == 1,
      chunks[start].blanksBefore <= 2
    {
      let line = chunks[start - 1].lines.lowerBound
      let isColumn = ["chap", "chapter", "page", "chapter page", "chap page"].contains(
        titleWords(string(ofLine: line)).joined(separator: " "))
      guard isColumn || headingForm(bytes(ofLine: line)).map({ $0.rank <= .part && !$0.isGuess }) ?? false else {
        break
      }
      start -= 1
    }
    return start
  }

  /// The last chunk that each title may head: words of short chunks, with their numbers and without.
  private func lastNamed() -> [String: Int] {
    var last: [String: Int] = [:]
    for (c, chunk) in chunks.enumerated()
    where chunk.kind == .unknown && chunk.lines.count <= 4 && chunk.blanksBefore >= 1 {
      let text = bytes(of: chunk)
      guard text.count <= 240 else { continue }
      last[titleWords(string(text)).joined(separator: " ")] = c
      if let title = headingForm(bytes(ofLine: chunk.lines.lowerBound))?.title {
        last[titleWords(string(title.lowerBound..<text.upperBound)).joined(separator: " ")] = c
      }
    }
    return last
  }
}

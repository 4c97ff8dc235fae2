/// Pandoc's line blocks as verse; within other fences and behind HTML as lines that end where they do.
extension PandocMarks {
  /// Lines that begin with a bar, set apart by blank lines, which are no table.
  func isLineBlock(_ first: Int) -> Bool {
    guard first > 0, isBlank(first - 1) else { return false }
    var end = first
    while end < lines.count, lines[end].hasPrefix("| ") || lines[end] == "|" || lines[end] == "|\r" {
      let rest = lines[end].dropFirst().filter { !$0.isWhitespace }
      // a table's rows end in bars, its rule is made of hyphens
      if rest.hasSuffix("|") || !rest.isEmpty && rest.allSatisfy({ "-:|".contains($0) }) { return false }
      end += 1
    }
    return end > first + 1 && end < lines.count && isBlank(end)
  }

  /// - Returns: the index behind the block.
  mutating func lineBlock(_ first: Int) -> Int {
    var index = first
    guard !followsHTML(first) else {
      while index < lines.count, lines[index].hasPrefix("|") {
        barredLine(index)
        index += 1
      }
      return index
    }
    set(first - 1, "```verse")
    while index < lines.count, lines[index].hasPrefix("|") {
      let rest = lines[index].dropFirst()
      set(index, String(rest.hasPrefix(" ") ? rest.dropFirst() : rest))
      inline(index)
      index += 1
      // the block behind a blank line is another stanza
      if isBlank(index), index + 1 < lines.count, lines[index + 1].hasPrefix("|"), isLineBlock(index + 1) { index += 1 }
    }
    set(index, "```")
    return index + 1
  }

  /// Whether the block before a blank line is HTML, which only that line ends: no fence may take its place.
  private func followsHTML(_ index: Int) -> Bool {
    var start = index - 2
    guard start >= 0, !isBlank(start) else { return false }
    while start > 0, !isBlank(start - 1) { start -= 1 }
    return lines[start...index - 2].contains { line in
      let tag = line.drop { $0 == " " }
      return tag.hasPrefix("<") && tag.dropFirst().first.map { $0.isLetter || "/!?".contains($0) } == true
    }
  }

  /// A line of a line block within a fence of another kind, or behind HTML: it ends where it does, and is set in as far.
  mutating func barredLine(_ index: Int) {
    func isBarred(_ index: Int) -> Bool {
      lines.indices.contains(index) && (lines[index].hasPrefix("| ") || lines[index].filter { $0 != "\r" } == "|")
    }
    let rest = lines[index].dropFirst(2).filter { $0 != "\r" }
    guard isBarred(index), !rest.hasSuffix("|") else { return }
    let spaces = rest.prefix { $0 == " " }.count
    let goesOn = isBarred(index + 1) && lines[index + 1].dropFirst().contains { !$0.isWhitespace }
    let words = String(repeating: "\u{A0}", count: spaces) + rest.dropFirst(spaces)
    set(index, rest.isEmpty ? "" : words + (goesOn ? "\\" : ""))
    inline(index)
  }
}

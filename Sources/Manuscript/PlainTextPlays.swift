/// How a play writes who speaks; learnt from the names that come again and again.
struct PlayForm {
  enum Style { case alone, runIn, tab }

  var style: Style
  var names: Set<String>

  struct Speaker {
    var name: Range<Int>
    /// Lines of what is said in the same chunk.
    var rest: [Range<Int>]
    var isVerse: Bool
  }

  func speaker(of chunk: Chunk, in source: PlainTextSource) -> Speaker? {
    guard let name = source.speakerName(chunk, style: style), names.contains(source.string(name)) else { return nil }
    var rest: [Range<Int>] = []
    for i in chunk.lines {
      var range = source.bytes(ofLine: i)
      if i == chunk.lines.lowerBound {
        var k = name.upperBound
        while k < range.upperBound, [0x20, 0x09].contains(source.text[k]) { k += 1 }
        range = k..<range.upperBound
      }
      if !range.isEmpty { rest.append(range) }
    }
    // A name on a line of its own above the lines of its speech keeps them.
    let isVerse = style == .alone && rest.count > 1 && chunk.kind != .prose
    return Speaker(name: name, rest: rest, isVerse: isVerse)
  }

  /// `[_Exit._]`, `(They go.)`, `Enter HAMLET.`
  func isDirection(_ chunk: Chunk, in source: PlainTextSource) -> Bool {
    let range = source.bytes(of: chunk)
    let first = source.text[range.lowerBound]
    return first == 0x5B || first == 0x28 && source.text[range.upperBound - 1] == 0x29
      || source.starts(range, with: "enter ")
      || source.starts(range, with: "exit") || source.starts(range, with: "exeunt") || source.starts(range, with: " [")
  }
}

extension PlainTextSource {
  /// Bytes of the name at the head of the chunk, with its point.
  func speakerName(_ chunk: Chunk, style: PlayForm.Style) -> Range<Int>? {
    let line = bytes(ofLine: chunk.lines.lowerBound)
    let head = line.prefix(48)
    switch style {
    case .tab:
      guard let tab = head.first(where: { file.text[$0] == 0x09 }), tab > line.lowerBound, tab + 1 < line.upperBound
      else { return nil }
      let name = line.lowerBound..<tab
      return letterCase(name).isCapitals ? name : nil
    case .alone:
      guard line.count <= 40, let last = line.last, file.text[last] == 0x2E || file.text[last] == 0x3A else {
        return nil
      }
      let letters = letterCase(line)
      guard letters.isCapitals, letters.words <= 5 else { return nil }
      return line
    case .runIn:
      var i = line.lowerBound
      // NAME. or NAME (aside). or Name.
      while i < head.upperBound, ![0x2E, 0x3A, 0x2C, 0x3B, 0x21, 0x3F, 0x22, 0x28, 0x5B, 0x2D].contains(file.text[i]) {
        i += 1
      }
      guard i < head.upperBound, i > line.lowerBound, file.text[i] == 0x2E || file.text[i] == 0x3A,
        i + 1 < line.upperBound,
        file.text[i + 1] == 0x20 || file.text[i + 1] == 0x5F
      else { return nil }
      let name = line.lowerBound..<(i + 1)
      let letters = letterCase(name)
      guard letters.words <= 4, letters.words > 0, letters.smallWords == 0 else { return nil }
      return name
    }
  }

  /// Whether the file is a play: few names head many chunks. A dictionary's headwords
  /// look alike but never come again.
  func playForm() -> PlayForm? {
    var best: PlayForm?
    var bestCount = 0
    for style in [PlayForm.Style.tab, .alone, .runIn] {
      var counts: [String: Int] = [:]
      var total = 0
      var paragraphs = 0
      for chunk in chunks {
        switch chunk.kind {
        case .prose, .verse, .keptLines, .quotation, .unknown, .table: break
        default: continue
        }
        if style != .alone, chunk.kind == .verse { continue }
        paragraphs += 1
        guard paragraphs < 20_000, let name = speakerName(chunk, style: style) else { continue }
        counts[string(name), default: 0] += 1
        total += 1
      }
      let repeated = counts.filter { $0.value >= 2 }
      let speeches = repeated.values.reduce(0, +)
      guard speeches >= 12, repeated.count >= 2, speeches >= 4 * repeated.count,
        speeches * 3 >= paragraphs || style == .tab && speeches * 5 >= paragraphs,
        speeches * 10 >= total * 6
      else { continue }
      // Mixed-case names need the whole play behind them.
      let capitals = repeated.filter { $0.key == $0.key.uppercased() }.values.reduce(0, +)
      if style == .runIn, capitals * 2 < speeches, speeches * 2 < paragraphs { continue }
      if speeches > bestCount {
        bestCount = speeches
        best = PlayForm(style: style, names: Set(counts.filter { $0.value >= 2 || $0.key == $0.key.uppercased() }.keys))
      }
    }
    return best
  }
}

// Whether a file is a play, and how it writes who speaks.

extension PlainTextSource {
  /// Whether the file is a play: few names head many chunks. A dictionary's headwords
  /// look alike but never come again.
  func playForm() -> PlayForm? {
    var best: PlayForm?
    var bestCount = 0
    for style in PlayForm.Style.ofPlays {
      var counts: [String: Int] = [:]
      var total = 0
      var close = 0
      var marked: Set<String> = []
      // in capitals, with the stop that ends them
      var stopped: Set<String> = []
      var paragraphs = 0
      // what stands right below a name alone
      var followers = 0
      var isBehindName = false
      var isBehindCapitals = false
      var lists: Set<String> = []
      var list: String?
      for chunk in chunks {
        switch chunk.kind {
        case .prose, .verse, .keptLines, .quotation, .unknown, .table: break
        default: continue
        }
        if style == .tab || style == .runIn, chunk.kind == .verse { continue }
        paragraphs += 1
        guard paragraphs < 20_000, let name = speakerName(chunk, style: style), !isLabel(speakerKey(name)),
          !isCastHeading(name),
          // below a name in capitals a word and its point are what is said: `MARY.`, then `Certainly.`
          !isBehindCapitals || chunk.lines.count > 1 || letterCase(name).isCapitals
        else {
          if isBehindName { followers += 1 }
          isBehindName = false
          // how it is said may stand between them
          if !opensBracket(chunk) { isBehindCapitals = false }
          list = nil
          continue
        }
        // `HIPPOLYTE, THÉRAMÈNE.` right above the first of them who speaks: who is on the stage
        if let list { lists.insert(list) }
        list = chunk.lines.count == 1 && speakerKey(name).contains(", ") ? speakerKey(name) : nil
        isBehindName = chunk.lines.count == 1
        isBehindCapitals = isBehindName && style == .alone && letterCase(name).isCapitals
        counts[speakerKey(name), default: 0] += 1
        total += 1
        if style == .bare, file.text[name.upperBound - 1] == 0x2E, letterCase(name).isCapitals {
          stopped.insert(speakerKey(name))
        } else if style == .runIn, file.text[name.lowerBound] == 0x5F {
          marked.insert(speakerKey(name))
        }
        if chunk.blanksBefore == 0 { close += 1 }
        if style == .bare, chunk.lines.count == 1, file.text[name.lowerBound] == 0x5F {
          marked.insert(speakerKey(name))
        }
      }
      let repeated = counts.filter { $0.value >= 2 }
      let speeches = repeated.values.reduce(0, +)
      let areMarked = repeated.filter { marked.contains($0.key) }.values.reduce(0, +) * 10 >= speeches * 9
      let isMarked = style == .bare && areMarked
      // where a list says who takes part, a few of them are enough
      let ofCast = cast.isEmpty ? [:] : counts.filter { isOfCast($0.key) }
      let listed = ofCast.values.reduce(0, +)
      let isListed = listed >= 3 && ofCast.count >= 2 && listed * 10 >= total * 6 && listed * 6 >= paragraphs
      let capitals = repeated.filter { $0.key == $0.key.uppercased() }.values.reduce(0, +)
      let isStaged =
        speeches >= 4 && repeated.count >= 2 && capitals * 2 > speeches && speeches * 3 >= paragraphs
        && speeches * 10 >= total * 6 && hasStages
      guard
        isListed || isStaged
          || speeches >= 12 && repeated.count >= 2 && speeches >= 4 * repeated.count
            && (speeches * 3 >= paragraphs || style == .tab && speeches * 5 >= paragraphs
              || isMarked && speeches * 6 >= paragraphs)
            && speeches * 10 >= total * 6
      else { continue }
      // Mixed-case names need the whole play behind them, but where italics alone on their line mark them.
      let others = style == .alone || style == .bare ? followers : 0
      if !isListed, style != .tab, capitals * 2 < speeches, speeches * 2 < paragraphs - others, !isMarked { continue }
      if max(speeches, isListed ? listed : 0) > bestCount {
        bestCount = max(speeches, isListed ? listed : 0)
        // a line in capitals without a point is a name only where it comes again
        best = PlayForm(
          style: style,
          names: Set(
            counts.filter {
              !lists.contains($0.key) && $0.value >= 2 || isListed && ofCast[$0.key] != nil
                || !lists.contains($0.key) && (style != .bare || stopped.contains($0.key) && stopped.count > 3)
                  && $0.key == $0.key.uppercased()
                || areMarked && style == .runIn && marked.contains($0.key)
                || isMarked && marked.contains($0.key) && !$0.key.contains(" ")
            }.keys),
          isDense: close * 2 > total)
      }
    }
    if let form = best {
      best?.column = speechColumn(form)
      best?.knowOthers(cast)
    }
    return best
  }

  /// A heading of an act or a scene.
  private var hasStages: Bool {
    cast.isStaged
      || chunks.contains {
        $0.kind == .unknown && $0.blanksBefore > 0 && lines[$0.lines.lowerBound].width <= 76
          && isStageHeading($0.lines.lowerBound)
      }
  }

  private func isOfCast(_ key: String) -> Bool {
    PlayForm.speakers(in: key).allSatisfy(cast.contains)
  }

  /// The column in which two speeches in three of more than a line go on below their names, and in which some begin
  /// beside these: others begin deeper, where another left off, or behind a long name.
  private func speechColumn(_ form: PlayForm) -> Int? {
    guard form.style == .runIn else { return nil }
    var (starts, columns): ([Int: Int], [Int: Int]) = ([:], [:])
    var all = 0
    for chunk in chunks {
      guard let name = speakerName(chunk, style: .runIn), form.names.contains(speakerKey(name)) else { continue }
      let first = chunk.lines.lowerBound
      let rest = name.upperBound..<max(name.upperBound, bytes(ofLine: first).upperBound)
      var start = rest.first { !file.text[$0].isBlank }
      if let bracket = start, let (_, words) = asideAtHead(bracket..<rest.upperBound) { start = words }
      if let start, start - name.upperBound >= 2 { starts[column(of: start, inLine: first), default: 0] += 1 }
      guard chunk.lines.count > 1 else { continue }
      all += 1
      let column = chunk.lines.dropFirst().reduce(Int.max) { min($0, Int(lines[$1].indent)) }
      if let start, self.column(of: start, inLine: first) >= column { columns[column, default: 0] += 1 }
    }
    return columns.first { column, count in
      column >= PlayForm.leastColumn && starts[column, default: 0] >= 2 && count >= 2 && count * 3 >= all * 2
    }?.key
  }

  /// The column of a byte of a line, from 0.
  func column(of byte: Int, inLine i: Int) -> Int {
    Int(lines[i].indent) + file.text[Int(lines[i].start)..<byte].count { $0 & 0xC0 != 0x80 }
  }
}

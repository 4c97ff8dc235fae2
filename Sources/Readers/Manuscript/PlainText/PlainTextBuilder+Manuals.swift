internal import BookModel

// What manuals have: lists with a blank line between items, notes under a word alone, code.

extension PlainTextSource {
  /// Whether a row parts the text from notes, which stand at the foot now, and from nothing else.
  func partsNotes(_ c: Int) -> Bool {
    let behind = chunks[(c + 1)...]
    guard behind.first?.kind == .noteEntry else { return false }
    return behind.first { $0.kind != .noteEntry }.map { $0.kind == .heading } ?? true
  }

  /// The column at which an item's words begin, behind its sign.
  fileprivate func textColumn(ofItem i: Int) -> Int? {
    guard itemSign(ofLine: i) != nil else { return nil }
    let line = bytes(ofLine: i)
    return Int(lines[i].indent) + columns(line.lowerBound..<start(of: TypedItem(sign: .bullet(0), lines: i..<i + 1)))
  }

  private func columns(_ range: Range<Int>) -> Int { range.count { file.text[$0] & 0xC0 != 0x80 } }

  /// Whether the lines of an item below its first begin where its words do.
  fileprivate func hangs(_ lines: Range<Int>, at column: Int) -> Bool {
    lines.dropFirst().allSatisfy { Int(self.lines[$0].indent) >= column - 1 }
  }

  /// Terms on lines of their own, above what is set in below them and says what they are, by the chunk behind that: two
  /// and more one below the other.
  func definitions() -> [Int: Int] {
    guard isManual else { return [:] }
    var found: [(term: Int, end: Int)] = []
    var c = 0
    while c + 1 < chunks.count {
      guard let end = endOfDefinition(c) else {
        c += 1
        continue
      }
      found.append((c, end))
      c = end
    }
    var made: [Int: Int] = [:]
    for (n, (term, end)) in found.enumerated() {
      let isAmongOthers =
        n > 0 && found[n - 1].end == term || n + 1 < found.count && found[n + 1].term == end
      if isAmongOthers { made[term] = end }
    }
    return made
  }

  private func endOfDefinition(_ c: Int) -> Int? {
    let kinds: [Chunk.Kind] = [.prose, .quotation, .verse, .keptLines]
    let range = chunks[c].lines
    let first = lines[range.lowerBound]
    guard kinds.contains(chunks[c].kind), range.count == 1, first.width <= 50, chunks[c].blanksBefore == 1,
      itemSign(ofLine: range.lowerBound) == nil, letterCase(ofChunk: c).words <= 7 || !endsInStop(bytes(of: chunks[c])),
      !endsSentence(bytes(of: chunks[c])), headsCallout(c) == nil
    else { return nil }
    var end = c + 1
    while end < chunks.count, kinds.contains(chunks[end].kind), chunks[end].blanksBefore == 1,
      leastIndent(of: chunks[end].lines) >= Int(first.indent) + 3
    {
      end += 1
    }
    // what a list or code is said to be stands above that alone
    guard end > c + 1, chunks[c + 1].kind == .quotation || chunks[c + 1].kind == .prose,
      itemSign(ofLine: chunks[c + 1].lines.lowerBound) == nil
    else { return nil }
    return end
  }

  /// The word alone that a note or a warning of a manual stands under.
  fileprivate func headsCallout(_ c: Int) -> Callout.Kind? {
    let chunk = chunks[c]
    guard chunk.lines.count == 1, c + 1 < chunks.count,
      chunks[c + 1].kind == .prose || chunks[c + 1].kind == .quotation,
      lines[chunk.lines.lowerBound].width <= 20,
      lines[chunks[c + 1].lines.lowerBound].indent == lines[chunk.lines.lowerBound].indent
    else { return nil }
    return calloutWords[headingKey(string(ofChunk: c))]
  }
}

/// What programs that write manuals down as text call their notes.
private let calloutWords: [String: Callout.Kind] = {
  var words: [String: Callout.Kind] = ["sugerencia": .titled, "aviso": .titled, "注記": .titled]
  let languages = [
    "en", "de", "fr", "es", "it", "pt", "nl", "ru", "uk", "pl", "cs", "sv", "da", "nb", "fi", "hu", "ro", "el", "tr",
    "ja", "zh", "ko",
  ]
  for language in languages {
    for kind: Callout.Kind in [.note, .tip, .hint, .important, .warning, .caution, .attention, .danger] {
      let word = headingKey(kind.word(language))
      if words[word] == nil { words[word] = kind }
    }
  }
  return words
}()

extension PlainTextBuilder {
  /// A list whose items stand a blank line apart and hang, with paragraphs and lists within, and the chunk behind it.
  mutating func looseList(from c: Int) -> Int? {
    guard let end = endOfLooseList(from: c) else { return nil }
    var items: [List.Item] = []
    var sign: ItemSign?
    // what goes on right below the last item, at the margin of the text
    var rest: Chunk?
    let indent = source.lines[source.chunks[c].lines.lowerBound].indent
    var k = c
    while k < end {
      let chunk = source.chunks[k]
      let first = chunk.lines.lowerBound
      guard source.lines[first].indent == indent, let own = source.itemSign(ofLine: first) else {
        // what goes on within the item above
        let mark = blocks.count
        k = within(k, end)
        items[items.count - 1].blocks += blocks[mark...]
        blocks.removeSubrange(mark...)
        continue
      }
      sign = sign ?? own
      let several = source.items(of: chunk)
      for item in several.isEmpty ? [TypedItem(sign: own, lines: chunk.lines)] : several {
        items.append(made(item))
      }
      if let last = several.last, last.lines.upperBound < chunk.lines.upperBound {
        rest = chunk
        rest?.lines = last.lines.upperBound..<chunk.lines.upperBound
      }
      k += 1
    }
    guard let sign else { return nil }
    let isTight = items.allSatisfy { $0.blocks.count == 1 } && source.chunks[c..<end].count == 1
    append(sign, items, isTight: isTight)
    if let rest { paragraph(rest, carry: .none) }
    return end
  }

  /// A chunk within an item.
  private mutating func within(_ c: Int, _ end: Int) -> Int {
    if let end = looseList(from: c) ?? (source.isManual ? ofManual(c) : nil) { return end }
    if source.chunks[c].kind == .table { return table(from: c) }
    var chunk = source.chunks[c]
    chunk.kind = .prose
    paragraph(chunk, carry: .none)
    return c + 1
  }

  /// Past the last chunk of a list that begins with chunk `c`: two items and more, or one with a bullet, one of them
  /// at least of several lines that hang.
  private mutating func endOfLooseList(from c: Int) -> Int? {
    // items of a line each that are no list from the first are none from the next
    if c < endOfItems { return nil }
    let chunks = source.chunks
    let first = chunks[c].lines.lowerBound
    guard var last = source.itemSign(ofLine: first), let column = source.textColumn(ofItem: first) else { return nil }
    if case .counted(let number, _) = last, number != 1, number != 0x61 { return nil }
    let indent = source.lines[first].indent
    var (items, hanging) = (0, 0)
    var end = c
    var isEnd = false
    while end < chunks.count, !isEnd {
      let chunk = chunks[end]
      guard [.prose, .quotation, .verse, .keptLines, .table].contains(chunk.kind), chunk.index != Chunk.entry,
        chunk.index != Chunk.numbered, carried[end] == nil, end == c || chunk.blanksBefore <= 2
      else { break }
      let own = source.lines[chunk.lines.lowerBound]
      if own.indent == indent, let sign = source.itemSign(ofLine: chunk.lines.lowerBound),
        end == c || sign.follows(last)
      {
        guard chunk.kind != .table else { break }
        let several = source.items(of: chunk)
        let parts = several.isEmpty ? [TypedItem(sign: sign, lines: chunk.lines)] : several
        guard parts.allSatisfy({ source.hangs($0.lines, at: column) }) else { break }
        items += parts.count
        hanging += parts.count { $0.lines.count > 1 }
        last = parts.last?.sign ?? sign
        if let end = parts.last?.lines.upperBound, end < chunk.lines.upperBound { isEnd = true }
      } else if items > 0, source.leastIndent(of: chunk.lines) >= column - 1 {
        hanging += 1
      } else {
        break
      }
      end += 1
    }
    var isBullet = false
    if case .bullet = last { isBullet = true }
    guard items > 1 || items == 1 && isBullet && indent > 0, hanging > 0 || source.isManual && indent > 0 else {
      if hanging == 0 { endOfItems = end }
      return nil
    }
    return end
  }

  /// A note of a manual, a term with what it is, or code, and the chunk behind it.
  mutating func ofManual(_ c: Int) -> Int? {
    let chunk = source.chunks[c]
    if let end = definitions[c] {
      let term = writer.write(ranges(chunk.lines)).adding(.strong)
      append(Block.paragraph(Paragraph(term, source: location(chunk))).flush)
      let mark = blocks.count
      var k = c + 1
      while k < end { k = within(k, end) }
      let made = Array(blocks[mark...])
      blocks.removeSubrange(mark...)
      append(.list(.unmarked([List.Item(made, source: made[0].source)], source: made[0].source)))
      return k
    }
    if let kind = source.headsCallout(c) {
      let title = writer.write(ranges(chunk.lines))
      let mark = blocks.count
      var text = source.chunks[c + 1]
      text.kind = .prose
      paragraph(text, carry: .none)
      let made = Array(blocks[mark...])
      blocks.removeSubrange(mark...)
      append(.callout(Callout(kind, title: title, made, source: location(chunk))))
      return c + 2
    }
    var end = c
    while end < source.chunks.count, isCode(end), end == c || source.chunks[end].blanksBefore <= 1 { end += 1 }
    guard end > c else { return nil }
    append(.preformatted(Preformatted(typedLines(c..<end), isCode: true, source: location(chunk))))
    return end
  }

  private func isCode(_ c: Int) -> Bool {
    let chunk = source.chunks[c]
    guard chunk.index != Chunk.entry, carried[c] == nil, !writer.holdsSite(ranges(chunk.lines)) else { return false }
    let first = source.bytes(ofLine: chunk.lines.lowerBound)
    // `$ ls -l`, `# apt-get update`
    if [.verse, .keptLines, .quotation, .prose].contains(chunk.kind), first.count > 2,
      [0x24, 0x23, 0x25].contains(source.text[first.lowerBound]), source.text[first.lowerBound + 1] == 0x20
    {
      return true
    }
    guard source.itemSign(ofLine: chunk.lines.lowerBound) == nil else { return false }
    if chunk.lines.count > 1 { return chunk.kind == .verse }
    return [.verse, .keptLines].contains(chunk.kind) && !source.endsInStop(source.bytes(of: chunk))
      && source.leastIndent(of: chunk.lines) >= source.profile.baseIndent + 2
  }
}

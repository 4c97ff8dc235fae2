internal import BookModel

extension PlainTextBuilder {
  /// What somebody says, from the chunk with the name on, and the chunk behind it; nil where no name stands there.
  mutating func speech(from c: Int, form: PlayForm) -> Int? {
    let chunks = source.chunks
    guard let speaker = form.speaker(of: chunks[c], in: source) else { return nil }
    var name = writer.write([speaker.name]).removing([.emphasis, .strong, .letterSpaced])
    if let aside = speaker.aside {
      name += [Inline(" ", source: source.location(aside.lowerBound))] + writer.write([aside]).adding(.emphasis)
    }
    var blocks: [Block] = []
    var end = c + 1
    if !speaker.rest.isEmpty {
      let first = speaker.rest[0].lowerBound
      if speaker.isVerse {
        let carries = carries(over: speaker.rest)
        let lines = zip(speaker.rest, speaker.indents).map {
          line($0, indent: $1, carries: carries, number: speaker.numbers[$0.lowerBound])
        }
        blocks.append(.verse(Verse([Verse.Stanza(lines)], source: source.location(first))))
      } else {
        blocks.append(.paragraph(Paragraph(writer.write(speaker.withNumbers), source: source.location(first))))
      }
    }
    if speaker.rest.isEmpty || speaker.isDirection {
      // The name stands alone: what follows, up to the next name, is said; the indent that all of a play's verse has is
      // none of its lines' own, a deep one goes on where another left off.
      var shared: Int?
      while end < chunks.count,
        chunks[end].kind == .prose || chunks[end].kind == .keptLines || chunks[end].kind == .verse,
        chunks[end].blanksBefore <= (end == c + 1 ? 2 : 1), form.speaker(of: chunks[end], in: source) == nil,
        // how it is said may stand on its own right below the name: `[_Rising._] Will you stay?`
        !form.isDirection(chunks[end], in: source) || end == c + 1 && source.opensBracket(chunks[end])
      {
        let isLine =
          form.isInVerse && chunks[end].lines.count == 1 && source.lines[chunks[end].lines.lowerBound].width <= 76
          && !source.opensBracket(chunks[end])
        if chunks[end].kind == .verse || isLine {
          let carries = carries(over: ranges(chunks[end].lines))
          let least = source.leastIndent(of: chunks[end].lines)
          let numbers = source.verseNumbers
          let indent = shared ?? (least < 6 ? least : 0)
          shared = indent
          let own = chunks[end].lines.filter { !writer.isOfNote(source.bytes(ofLine: $0)) }
          let lines = own.map { i in
            line(
              source.bytes(ofLine: i), indent: max(0, Int(source.lines[i].indent) - indent), carries: carries,
              number: numbers[Int(source.lines[i].start)])
          }
          blocks.append(.verse(Verse([Verse.Stanza(lines)], source: location(chunks[end]))))
        } else {
          blocks.append(.paragraph(Paragraph(writer.write(ranges(chunks[end].lines)), source: location(chunks[end]))))
        }
        end += 1
      }
    }
    append(.speech(Speech(speaker: name, blocks, source: location(chunks[c]))))
    report.speeches += 1
    return end
  }
}

extension PlayForm.Speaker {
  /// Lines, and their numbers where they stand.
  fileprivate var withNumbers: [Range<Int>] {
    numbers.isEmpty ? rest : rest.flatMap { line in [line] + (numbers[line.lowerBound].map { [$0] } ?? []) }
  }
}

internal import BookModel

extension PlainTextBuilder {
  /// What somebody says, from the chunk with the name on, and the chunk behind it; nil where no name stands there.
  mutating func speech(from c: Int, form: PlayForm) -> Int? {
    let chunks = source.chunks
    guard let speaker = form.speaker(of: chunks[c], in: source) else { return nil }
    // the name's bytes, a range a line
    let lines = ranges(chunks[c].lines).map { $0.clamped(to: speaker.name) }.filter { !$0.isEmpty }
    var name = writer.write(lines.count > 1 ? lines : [speaker.name]).removing([.emphasis, .strong, .letterSpaced])
      .withBracketInItalics
    if let aside = speaker.aside {
      name += [Inline(" ", source: source.location(aside.lowerBound))] + writer.write([aside]).adding(.emphasis)
    }
    var blocks: [Block] = []
    // what is said behind a direction in it, and that
    var behind: [Block] = []
    var end = c + 1
    if !speaker.rest.isEmpty {
      let first = speaker.rest[0].lowerBound
      if speaker.isVerse {
        let carries = carries(over: speaker.rest)
        let lines = zip(speaker.rest, speaker.indents).map {
          line($0, indent: $1, carries: carries, number: speaker.numbers[$0.lowerBound])
        }
        let parts = parted(lines, speaker.rest.map(source.isDirectionAlone))
        blocks += parts.prefix(1)
        behind += parts.dropFirst()
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
    for block in behind { append(block) }
    report.speeches += 1
    return end
  }

  /// Lines of a speech, and directions that stand between them on lines of their own.
  private func parted(_ lines: [Verse.Line], _ areDirections: [Bool]) -> [Block] {
    var made: [Block] = []
    var said: [Verse.Line] = []
    func close() {
      if let first = said.first { made.append(.verse(Verse([Verse.Stanza(said)], source: first.source))) }
      said = []
    }
    for (line, isDirection) in zip(lines, areDirections) {
      // what somebody begins with is in his speech
      guard isDirection, !made.isEmpty || !said.isEmpty else {
        said.append(line)
        continue
      }
      close()
      made.append(.paragraph(Paragraph(line.inlines, source: line.source)))
    }
    close()
    return made
  }

  /// What is seen, told in a line or two between the heading of a scene and who speaks first in it.
  func opensScene(_ c: Int, _ form: PlayForm) -> Bool {
    let chunks = source.chunks
    guard c > 0, c + 1 < chunks.count, chunks[c - 1].kind == .heading || chunks[c - 1].kind == .headingTitle,
      [.prose, .keptLines].contains(chunks[c].kind), source.bytes(of: chunks[c]).count <= 160,
      form.speaker(of: chunks[c + 1], in: source) != nil
    else { return false }
    let line = source.bytes(ofLine: chunks[c].lines.lowerBound)
    return !["scene", "act "].contains { source.starts(line, with: $0) }
  }
}

extension PlainTextSource {
  /// A line that is nothing but a direction: `[_A flourish within._]`, `(_They fight._)`
  func isDirectionAlone(_ line: Range<Int>) -> Bool {
    guard isBracketed(line) else { return false }
    return file.text[line.lowerBound] == 0x5B || line.count > 4 && file.text[line.lowerBound + 1] == 0x5F
  }
}

extension [Inline] {
  /// `SIR GEORGE (from the window).`: how it is said is no name.
  fileprivate var withBracketInItalics: [Inline] {
    guard let at = firstIndex(where: { [$0].plainText.dropFirst().contains { $0 == "(" || $0 == "[" } }),
      case .text(let text) = self[at].content,
      let sign = text.utf8.dropFirst().firstIndex(where: { $0 == 0x28 || $0 == 0x5B }),
      let (name, rest) = self[at].parted(atByte: text.utf8.distance(from: text.utf8.startIndex, to: sign)), let rest
    else { return self }
    return Array(self[..<at]) + [name] + ([rest] + self[(at + 1)...]).adding(.emphasis)
  }
}

extension PlayForm.Speaker {
  /// Lines, and their numbers where they stand.
  fileprivate var withNumbers: [Range<Int>] {
    numbers.isEmpty ? rest : rest.flatMap { line in [line] + (numbers[line.lowerBound].map { [$0] } ?? []) }
  }
}

// Who takes part in a play: told in lists and columns, where nobody speaks.

extension PlainTextSource {
  /// Below the heading of a cast, up to the play itself: lines that are not full stay apart, and names there say nothing.
  mutating func settleCasts() -> [Range<Int>] {
    var casts: [Range<Int>] = []
    for c in chunks.indices where chunks[c].lines.count <= 2 {
      if chunks[c].kind == .heading {
        guard castHeadings.contains(key(ofChunk: c)) else { continue }
        casts.append(c + 1..<endOfCast(from: c + 1))
      } else if lines[chunks[c].lines.lowerBound].gaps > 0, chunks[c].kind != .dropped, casts.last?.contains(c) != true
      {
        // CHARACTERS      ORIGINAL CAST
        var marks: [Range<Int>] = []
        let row = tableRow(chunks[c].lines.lowerBound, marks: &marks)
        guard row.pieces.count == 2, isCastHeading(row.pieces[0].bytes) else { continue }
        casts.append(c..<endOfCast(from: c + 1))
      }
    }
    for cast in casts { settleColumns(of: cast) }
    for c in casts.joined() where chunks[c].kind == .prose && chunks[c].lines.count >= 2 {
      let early = chunks[c].lines.dropLast().count { isEarly($0) }
      if early * 2 > chunks[c].lines.count - 1 { chunks[c].kind = .keptLines }
    }
    return casts
  }

  func isCastHeading(_ range: Range<Int>) -> Bool {
    range.count <= 40 && castHeadings.contains(headingKey(string(range)))
  }

  /// Who plays whom, and who goes with whom, in columns: where a third of the lines have a gap, all of them are rows.
  private mutating func settleColumns(of cast: Range<Int>) {
    let members = cast.filter { [.prose, .verse, .keptLines, .unknown, .centred].contains(chunks[$0].kind) }
    let rows = members.flatMap { Array(chunks[$0].lines) }
    let parted = rows.count { lines[$0].gaps > 0 && bytes(ofLine: $0).count > 3 }
    guard parted >= 3, parted * 3 >= rows.count else { return }
    for c in members {
      let own = chunks[c].lines.count { lines[$0].gaps > 0 }
      // what stands alone between rows is one of them; a sentence below them is not
      if own > 0 || chunks[c].lines.count == 1 && chunks[c].blanksBefore <= 1 { chunks[c].kind = .table }
    }
  }

  private func endOfCast(from start: Int) -> Int {
    var end = start
    while end < chunks.count, end - start < 80 {
      let chunk = chunks[end]
      if chunk.kind == .heading || end > start && chunk.blanksBefore >= 3 || starts(bytes(of: chunk), with: "scene") {
        break
      }
      end += 1
    }
    return end
  }
}

/// As `headingKey` makes them.
private let castHeadings: Set<String> = [
  "dramatis personae", "dramatis personæ", "persons represented", "characters", "the characters", "personen",
  "personnages", "acteurs", "personaggi", "personajes", "personas", "persone", "interlocutori", "действующие лица",
  "the persons of the play", "persons of the play", "persons in the play", "the persons in the play",
  "characters in the play", "cast of characters", "personen der handlung", "lista de personajes", "persons",
  "the persons", "cast", "the cast",
]

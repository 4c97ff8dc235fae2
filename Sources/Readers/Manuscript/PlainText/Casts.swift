// Who takes part in a play: told in lists and columns, where nobody speaks.

extension PlainTextSource {
  /// Below the heading of a cast, up to the play itself: lines that are not full stay apart, and names there say nothing.
  mutating func settleCasts(play: PlayForm?) -> [Range<Int>] {
    var casts: [Range<Int>] = []
    for c in chunks.indices where chunks[c].lines.count <= 2 {
      if chunks[c].kind == .heading {
        guard castHeadings.contains(key(ofChunk: c)) else { continue }
        casts.append(c + 1..<endOfCast(from: c + 1, play: play))
      } else if lines[chunks[c].lines.lowerBound].gaps > 0, chunks[c].kind != .dropped, casts.last?.contains(c) != true
      {
        // CHARACTERS      ORIGINAL CAST
        var marks: [Range<Int>] = []
        let row = tableRow(chunks[c].lines.lowerBound, marks: &marks)
        guard row.pieces.count == 2, isCastHeading(row.pieces[0].bytes) else { continue }
        casts.append(c..<endOfCast(from: c + 1, play: play))
      }
    }
    // where the play is set, told in a line below its persons, stands at their edge
    for n in casts.indices where casts[n].upperBound < chunks.count && !casts[n].isEmpty {
      let c = casts[n].upperBound
      guard chunks[c].lines.count == 1, [.prose, .keptLines, .verse].contains(chunks[c].kind),
        chunks[c].blanksBefore <= 2, tellsScene(bytes(of: chunks[c]))
      else { continue }
      casts[n] = casts[n].lowerBound..<c + 1
    }
    for cast in casts {
      settleColumns(of: cast)
      settleEdge(of: cast)
    }
    for c in casts.joined() where chunks[c].kind == .prose && chunks[c].lines.count >= 2 {
      let early = chunks[c].lines.dropLast().count { isEarly($0) }
      if early * 2 > chunks[c].lines.count - 1 { chunks[c].kind = .keptLines }
    }
    // where the play is set, told below its persons, is a sentence
    for cast in casts where cast.upperBound < chunks.count && chunks[cast.upperBound].lines.count > 1 {
      let c = cast.upperBound
      if chunks[c].kind == .verse || chunks[c].kind == .keptLines, tellsScene(bytes(of: chunks[c])) {
        chunks[c].kind = .prose
      }
    }
    return casts
  }

  /// Who stands alone between lists, and where the play is set, stand at the edge of the list; what heads a part of it
  /// in capitals, in the middle.
  private mutating func settleEdge(of cast: Range<Int>) {
    var isListed = false
    for c in cast {
      let i = chunks[c].lines.lowerBound
      switch chunks[c].kind {
      case .keptLines where chunks[c].lines.count > 1:
        chunks[c].kind = .verse
        isListed = true
      case .table, .verse: isListed = true
      case .prose, .keptLines, .quotation, .centred, .trailing:
        guard chunks[c].lines.count == 1, lines[i].width <= 72 else { continue }
        if Int(lines[i].indent) >= profile.baseIndent + 10, letterCase(bytes(ofLine: i)).isCapitals {
          chunks[c].kind = .centred
        } else if isListed, Int(lines[i].indent) < 10 {
          chunks[c].kind = .verse
        }
      default: break
      }
    }
  }

  func isCastHeading(_ range: Range<Int>) -> Bool {
    range.count <= 40 && CastNames.isHeading(string(range))
  }

  /// Who plays whom, and who goes with whom, in columns: where a third of the lines have a gap, all of them are rows.
  private mutating func settleColumns(of cast: Range<Int>) {
    let members = cast.filter { [.prose, .verse, .keptLines, .unknown, .centred].contains(chunks[$0].kind) }
    // a brace holds rows of the one list together, whatever stands above and below them
    let listed = members + cast.filter { [.quotation, .table].contains(chunks[$0].kind) }
    if !braces(in: listed.sorted().flatMap { Array(chunks[$0].lines) }).isEmpty {
      for c in listed where !chunks[c].lines.contains(where: { lines[$0].edge >= profile.wrapWidth - profile.slack }) {
        chunks[c].kind = .table
      }
      return
    }
    let rows = members.flatMap { Array(chunks[$0].lines) }
    let parted = rows.count { lines[$0].gaps > 0 && bytes(ofLine: $0).count > 3 }
    guard parted >= 3, parted * 3 >= rows.count else { return }
    for c in members {
      let own = chunks[c].lines.count { lines[$0].gaps > 0 }
      // what stands alone between rows is one of them; a sentence below them is not
      if own > 0 || chunks[c].lines.count == 1 && chunks[c].blanksBefore <= 1 { chunks[c].kind = .table }
    }
  }

  /// One list of persons where braces alone part columns: names, and behind the brace what those beside it are. Who is
  /// in no group has a row for himself, however long; what is set in below him goes on.
  func bracedList(_ range: Range<Int>) -> SpacedTable? {
    let all = range.flatMap { Array(chunks[$0].lines) }
    let braces = braces(in: all)
    guard let least = all.map({ lines[$0].indent }).min(), !braces.isEmpty else { return nil }
    var marks: [Range<Int>] = []
    var rows: [[SpacedTable.Cell]] = []
    var places: [Int?] = []
    for i in all {
      let row = tableRow(i, brace: braces[i], marks: &marks)
      if row.isRule { return nil }
      let place = row.brace ?? Int.max
      let (before, behind) = (
        row.pieces.filter { $0.columns.lowerBound < place }, row.pieces.filter { $0.columns.lowerBound > place }
      )
      guard before.count <= 1, behind.count <= 1 else { return nil }
      if row.brace == nil, places.last == .some(nil), lines[i].indent >= least + 2 {
        rows[rows.count - 1][0] += before.map(\.bytes)
        continue
      }
      rows.append([before.map(\.bytes), behind.map(\.bytes)])
      places.append(row.brace)
    }
    guard let edge = places.compactMap({ $0 }).max(), rows.contains(where: { !$0[1].isEmpty }) else { return nil }
    let group = SpacedTable.Group(
      columns: [.leading, .leading], head: [], rows: rows,
      braces: SpacedTable.braces(at: places, [0..<edge, edge..<edge + 1]))
    return SpacedTable(groups: [group], isRuled: false, marks: marks)
  }

  /// `SCENE. Elsinore.`, `_The Scene of the Drama is amongst the Higher Alps._`
  private func tellsScene(_ range: Range<Int>) -> Bool {
    // a line in capitals heads the list of them
    if range.count <= 24, letterCase(range).isCapitals { return false }
    let text = file.text[range.lowerBound] == 0x5F ? range.dropFirst() : range
    return starts(text, with: "scene") || starts(text, with: "the scene")
  }

  /// Up to a heading, much white, the place of the play, or what somebody does or says at length in it.
  private func endOfCast(from start: Int, play: PlayForm?) -> Int {
    func begins(_ chunk: Chunk) -> Bool {
      if comesOrGoes(bytes(of: chunk)) { return true }
      guard chunk.lines.count > 1, let play, let speaker = play.speaker(of: chunk, in: self) else { return false }
      return speaker.rest.count > 1 && !play.standsAlone
    }
    var end = start
    while end < chunks.count, end - start < 80 {
      let chunk = chunks[end]
      if chunk.kind == .heading || end > start && chunk.blanksBefore >= 3 || tellsScene(bytes(of: chunk))
        || begins(chunk)
      {
        break
      }
      end += 1
    }
    return end
  }
}

extension CastNames {
  static func isHeading(_ text: String) -> Bool { castHeadings.contains(headingKey(text)) }
}

/// As `headingKey` makes them.
private let castHeadings: Set<String> = [
  "dramatis personae", "dramatis personæ", "persons represented", "characters", "the characters", "personen",
  "personnages", "acteurs", "personaggi", "personajes", "personas", "persone", "interlocutori", "действующие лица",
  "the persons of the play", "persons of the play", "persons in the play", "the persons in the play",
  "characters in the play", "cast of characters", "personen der handlung", "lista de personajes", "persons",
  "the persons", "cast", "the cast",
]

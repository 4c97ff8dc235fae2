// Who takes part in a play: told in lists and columns, where nobody speaks.

extension PlainTextSource {
  /// Below the heading of a cast, up to the play itself: lines that are not full stay apart, and names there say nothing.
  mutating func settleCasts(profile: PlainTextProfile) -> [Range<Int>] {
    var casts: [Range<Int>] = []
    for c in chunks.indices where chunks[c].kind == .heading && chunks[c].lines.count <= 2 {
      guard castHeadings.contains(headingKey(string(bytes(of: chunks[c])))) else { continue }
      casts.append(c + 1..<endOfCast(from: c + 1))
    }
    for c in casts.joined() where chunks[c].kind == .prose && chunks[c].lines.count >= 2 {
      let early = chunks[c].lines.dropLast().count { isEarly($0, width: profile.wrapWidth, slack: profile.slack) }
      if early * 2 > chunks[c].lines.count - 1 { chunks[c].kind = .keptLines }
    }
    return casts
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

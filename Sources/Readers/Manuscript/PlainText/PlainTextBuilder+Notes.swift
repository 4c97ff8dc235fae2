internal import BookModel

extension PlainTextBuilder {
  /// The notes by their keys.
  mutating func writtenNotes() -> [NoteKey: Note] {
    var made: [NoteKey: Note] = [:]
    writer.isInNote = true
    defer { writer.isInNote = false }
    for (n, note) in notes.enumerated() {
      // The mark at the head, the bracket at the end, and a rule above go with the note.
      if let first = note.paragraphs.first?.first, let last = note.paragraphs.last?.last {
        report.marks.append(note.range.lowerBound..<first.lowerBound)
        if last.upperBound < note.range.upperBound { report.marks.append(last.upperBound..<note.range.upperBound) }
      }
      let blocks = note.paragraphs.indices.map { p -> Block in
        let lines = note.paragraphs[p]
        let start = source.location(lines.first?.lowerBound ?? note.range.lowerBound)
        if let indents = verseIndents(p, of: note) {
          return .verse(Verse([Verse.Stanza(zip(lines, indents).map { line($0, indent: $1) })], source: start))
        }
        return .paragraph(Paragraph(writer.write(lines), source: start))
      }
      made[NoteKey(n + 1)] = Note(mark: note.mark, blocks: blocks, source: source.location(note.range.lowerBound))
    }
    return made
  }

  /// How far each line of a note's paragraph is set in, where these are verse: set in from the note's other lines,
  /// and of the manner of verse.
  private func verseIndents(_ p: Int, of note: NoteEntry) -> [Int]? {
    let ranges = note.paragraphs[p]
    guard ranges.count >= 2, note.paragraphs.count > 1, source.profile.layout == .wrapped else { return nil }
    let first = source.lineIndex(of: ranges[0].lowerBound)
    let own = first..<first + ranges.count
    let base = note.paragraphs.reduce(Int.max) { least, lines in
      guard lines.count > 1 || lines[0].lowerBound != ranges[0].lowerBound else { return least }
      return min(least, Int(source.lines[source.lineIndex(of: lines[lines.count - 1].lowerBound)].indent))
    }
    let indents = own.map { Int(source.lines[$0].indent) }
    guard own.upperBound <= source.lines.count, let least = indents.min(), least >= base + 2,
      source.verseEvidence(own, habits: LineHabits()) > 0
    else { return nil }
    return indents.map { $0 - least }
  }
}

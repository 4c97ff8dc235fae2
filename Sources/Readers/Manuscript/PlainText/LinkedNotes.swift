/// Notes with links back to their calls, as web editions made plain have them:
///
///     1 (return) [ See the Annals.]
extension PlainTextSource {
  /// Notes that lead back to their calls, right below what calls them or below a chapter: each up to the end of its
  /// bracket, or of its chunk.
  func linkedNotes(from first: Int) -> (notes: [NoteEntry], end: Int) {
    var notes: [NoteEntry] = []
    var c = first
    while c < chunks.count, chunks[c].kind == .unknown, listMark(chunks[c].lines.lowerBound)?.leadsBack ?? false {
      for i in chunks[c].lines {
        if let mark = listMark(i), mark.leadsBack {
          notes.append(listed(mark, line: i, ofChunk: c, end: bytes(ofLine: i).upperBound))
        } else {
          notes[notes.count - 1].append(bytes(ofLine: i), ofChunk: c, opensParagraph: false)
        }
      }
      c += 1
      if let end = endOfBracket(of: notes[notes.count - 1], from: c) {
        for k in c..<end {
          for i in chunks[k].lines {
            notes[notes.count - 1].append(bytes(ofLine: i), ofChunk: k, opensParagraph: i == chunks[k].lines.lowerBound)
          }
        }
        c = end
      }
    }
    return (notes.filter { !$0.paragraphs.isEmpty }.map(withoutBracket), c)
  }

  /// The chunk behind the one in which the bracket closes that a note has left open.
  private func endOfBracket(of note: NoteEntry, from c: Int) -> Int? {
    func depth(_ range: Range<Int>) -> Int {
      range.reduce(0) { $0 + (file.text[$1] == 0x5B ? 1 : file.text[$1] == 0x5D ? -1 : 0) }
    }
    var open = depth(note.range)
    var k = c
    while open > 0, k < min(chunks.count, c + 40), chunks[k].kind == .unknown {
      open += depth(bytes(ofChunk: k))
      k += 1
    }
    return open == 0 && k > c ? k : nil
  }

  /// A bracket around all of a note is no part of it.
  func withoutBracket(_ note: NoteEntry) -> NoteEntry {
    var note = note
    guard var first = note.paragraphs.first?.first, let last = note.paragraphs.last?.last,
      file.text[last.upperBound - 1] == 0x5D
    else { return note }
    if file.text[first.lowerBound] == 0x5B {
      first = first.dropFirst()
      while let byte = first.first, file.text[byte] == 0x20 { first = first.dropFirst() }
      note.paragraphs[0][0] = first
    } else if !(note.range.lowerBound..<first.lowerBound).contains(where: { file.text[$0] == 0x5B }) {
      return note
    }
    let (p, l) = (note.paragraphs.count - 1, note.paragraphs[note.paragraphs.count - 1].count - 1)
    note.paragraphs[p][l] = note.paragraphs[p][l].dropLast()
    note.paragraphs[0].removeAll(where: \.isEmpty)
    if note.paragraphs[0].isEmpty { note.paragraphs.removeFirst() }
    return note
  }
}

// What begins like a heading and is none.

extension PlainTextSource {
  /// The text of a note, a citation, or a word run in with what is said of it.
  func isOtherThanHeading(_ c: Int, _ form: HeadingForm) -> Bool {
    form.rank == .part && form.isGuess && chunks[c].blanksBefore < 2 || isCalledNote(c) || isCitation(c)
      || isRunIn(c, form)
  }

  /// `[A] Vol. v. pp. 349, 444.`, where the text above has `mill[A]`.
  private func isCalledNote(_ c: Int) -> Bool {
    guard let note = markedNote(c), note.system == .bracket || !letterCase(ofChunk: c).isCapitals else { return false }
    let mark = Array(note.mark.lowercased().utf8)
    return chunks[..<c].suffix(60).contains { chunk in
      guard let at = find(mark, in: bytes(of: chunk)) else { return false }
      return at > bytes(of: chunk).lowerBound
    }
  }

  /// `    Act v. Scene 2.`, set in with the lines that it cites, below a sentence that they end.
  private func isCitation(_ c: Int) -> Bool {
    guard profile.layout == .wrapped, c > 0, c + 1 < chunks.count, chunks[c].blanksBefore == 1,
      chunks[c + 1].blanksBefore <= 1, !letterCase(ofChunk: c).isCapitals
    else { return false }
    func indent(_ c: Int) -> Int { leastIndent(of: chunks[c].lines) }
    let above = bytes(ofChunk: c - 1)
    let isMiddle = chunks[c].lines.allSatisfy { abs(Int(lines[$0].indent) - (profile.wrapWidth - lines[$0].edge)) <= 5 }
    return indent(c) >= 2 + profile.baseIndent && !isMiddle && indent(c + 1) == indent(c) && indent(c - 1) < indent(c)
      && chunks[c - 1].kind == .unknown && !endsSentence(above)
  }

  /// `_Second Class_.--The clod, neck and sticking-piece.`
  private func isRunIn(_ c: Int, _ form: HeadingForm) -> Bool {
    guard form.rank <= .part || form.rank == .chapter, let title = form.title, chunks[c].blanksBefore < 2,
      endsSentence(title), !letterCase(title).isCapitals
    else { return false }
    return file.text[title.lowerBound] == 0x5F && letterCase(title).smallWords > 0
  }
}

// Paragraphs that run right to left.

extension Letters {
  /// Marks the letters of all paragraphs whose first letter runs right to left (UAX #9, P2): readers of PDFs shuffle
  /// the words and signs of their lines, those of Latin words alone, too. Linear.
  /// - Parameters:
  ///   - running: bytes of paragraphs and verse, ascending.
  ///   - isPlain: the line ends are those of the manuscript, and one more for each thing that is left out.
  mutating func markBackward(running: [Range<Int>], signs: Signs, isPlain: Bool) {
    guard gaps.contains(where: { $0.contains(.shuffled) }) else { return }
    var isBackward = false
    // of code each line is a paragraph
    var isLineOfCode = false
    var followsBackward = false
    var next = 0
    for letter in ids.indices {
      let before = next
      while next < running.count, running[next].lowerBound <= offsets[letter] { next += 1 }
      // a stray tag ends no paragraph that goes on behind it
      let isWithin =
        letter > 0 && next > 0 && running[next - 1].contains(Int(offsets[letter]))
        && running[next - 1].contains(Int(offsets[letter - 1]))
      if letter == 0 || next > before || !isWithin && beginsParagraph(letter, signs, isPlain) {
        followsBackward = false
        isBackward = runsBackward(from: letter)
        isLineOfCode = false
      } else if gaps[letter].contains(.lineEnd), isLineOfCode || !isBackward {
        isBackward = runsBackward(from: letter)
        isLineOfCode = isBackward
      }
      // figures go on in the direction of the letters before them, and take the signs between them along, on the
      // next line too (UAX #9, N1)
      let isFigure = LetterFolder.isFigure(ids[letter])
      if !isFigure { followsBackward = LetterFolder.isRightToLeft(ids[letter]) }
      gaps[letter].remove(.forward)
      if isBackward || isFigure && followsBackward {
        gaps[letter].insert(.backward)
      } else {
        gaps[letter].remove(.backward)
      }
    }
  }

  /// The direction of the next letter or mark that has one, which figures, fractions and signs of money have not.
  private func runsBackward(from letter: Int) -> Bool {
    for place in letter..<ids.count {
      if gaps[place].contains(.backward) { return true }
      if gaps[place].contains(.forward) { return false }
      guard !LetterFolder.isFigure(ids[place]) else { continue }
      let category = Unicode.Scalar(ids[place])?.properties.generalCategory
      if category != .otherNumber && category != .currencySymbol { return gaps[place].contains(.shuffled) }
    }
    return gaps[letter].contains(.shuffled)
  }

  /// Whether a blank line, or something left out, stands before a letter.
  private func beginsParagraph(_ letter: Int, _ signs: Signs, _ isPlain: Bool) -> Bool {
    guard gaps[letter].contains(.lineEnd) else { return false }
    // a mark that is left out of a heading's line parts nothing
    if !isPlain, gaps[letter].contains(.cut), !endsInCall(letter) { return true }
    return signs(self.signs[letter]).count { $0 == Sign.lineEnd.rawValue } > 1
  }

  /// Whether what was left out before a letter is a call at the end of a line, behind which the paragraph goes on.
  private func endsInCall(_ letter: Int) -> Bool {
    var first = letter
    while first > 0, gaps[first - 1].contains(.optional) { first -= 1 }
    return first < letter && first > 0 && !gaps[letter].contains(.optional) && !gaps[first].contains(.lineEnd)
  }
}

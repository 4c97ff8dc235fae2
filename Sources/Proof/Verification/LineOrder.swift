// The order in which a line's letters stand on paper, where some run to the left.

extension Aligner {
  /// Whether a printed line has the letters of a sequence in the order of UAX #9 (L2), left to right: those that run to
  /// the left the last first, others as they are read, and the stretches of both by the direction of the paragraph.
  /// What an element has of the line is a line of its own. Linear where the rule holds; else what runs to the left is
  /// looked for anywhere in the line.
  ///
  /// Where figures stand hangs on the signs beside them: each number must be there as it is read, anywhere in the line.
  func isInOrder(_ sequence: Int, _ letters: [Range<Int>], printed pieces: [Range<Int>]) -> Bool {
    let side = expected[sequence]
    let read = letters.joined().filter { !LetterFolder.isFigure(side.ids[$0]) }
    guard hasNumbers(of: side, letters.joined(), in: pieces.joined().map { printed.letters.ids[$0] }) else {
      return false
    }
    var (drawn, starts): ([Int], [Int]) = ([], [])
    for letter in pieces.joined() {
      if printed.letters.gaps[letter].contains(.element) { starts.append(drawn.count) }
      if !LetterFolder.isFigure(printed.letters.ids[letter]) { drawn.append(letter) }
    }
    guard read.count == drawn.count else { return true }
    return zip([0] + starts, starts + [drawn.count]).allSatisfy { start, end in
      isInOrder(read[start..<end], of: side, asDrawn: drawn[start..<end])
    }
  }

  private func isInOrder(_ read: ArraySlice<Int>, of side: Letters, asDrawn drawn: ArraySlice<Int>) -> Bool {
    guard let first = read.first else { return true }
    var stretches: [(letters: [UInt32], isBackward: Bool)] = []
    for letter in read {
      let isBackward = side.gaps[letter].contains(.shuffled)
      if stretches.last?.isBackward != isBackward { stretches.append(([], isBackward)) }
      stretches[stretches.count - 1].letters.append(side.ids[letter])
    }
    if side.gaps[first].contains(.backward) { stretches.reverse() }
    var start = drawn.startIndex
    let isRuled = stretches.allSatisfy { letters, isBackward in
      let part = drawn[start..<start + letters.count]
      start = part.endIndex
      return isBackward
        ? sorted(backwards(part)) == sorted(letters) : part.map { printed.letters.ids[$0] } == letters
    }
    // brackets, marks and directions that the text asks for may part stretches otherwise, but none within, and no words
    guard !isRuled, stretches.count > 1 else { return isRuled }
    let words = read.split(whereSeparator: { side.gaps[$0].contains(.shuffled) }).flatMap { part in
      part.indices.filter { $0 == part.startIndex || side.isWordEnd(before: part[$0]) }.map { start in
        part[start...].prefix { $0 == part[start] || !side.isWordEnd(before: $0) }.map { side.ids[$0] }
      }
    }
    return words.allSatisfy { word in holds(drawn, word.count) { $0.map { printed.letters.ids[$0] } == word } }
      && stretches.allSatisfy { letters, isBackward in
        !isBackward || holds(drawn, letters.count) { sorted(backwards($0)) == sorted(letters) }
      }
  }

  private func holds(_ drawn: ArraySlice<Int>, _ count: Int, _ fits: (ArraySlice<Int>) -> Bool) -> Bool {
    (drawn.startIndex...drawn.endIndex - count).contains { fits(drawn[$0..<$0 + count]) }
  }

  /// Whether each number, up to the next sign or blank, stands somewhere among printed letters.
  private func hasNumbers(of side: Letters, _ letters: some Sequence<Int>, in drawn: [UInt32]) -> Bool {
    var numbers: [[UInt32]] = []
    var last = -2
    for letter in letters where LetterFolder.isFigure(side.ids[letter]) {
      if letter == last + 1, !side.isWordEnd(before: letter) {
        numbers[numbers.count - 1].append(side.ids[letter])
      } else {
        numbers.append([side.ids[letter]])
      }
      last = letter
    }
    return numbers.allSatisfy { number in
      number.count == 1
        || drawn.indices.contains { drawn[$0...].starts(with: number) }
    }
  }

  /// Printed letters from the last to the first, those of one glyph as they come.
  private func backwards(_ drawn: ArraySlice<Int>) -> [UInt32] {
    var letters: [UInt32] = []
    var end = drawn.endIndex
    for place in drawn.indices.reversed()
    where place == drawn.startIndex || !printed.letters.gaps[drawn[place]].contains(.joined) {
      letters += drawn[place..<end].map { printed.letters.ids[$0] }
      end = place
    }
    return letters
  }

  /// Letters with the marks of each by number: fonts have them in an order of their own.
  private func sorted(_ letters: [UInt32]) -> [UInt32] {
    var letters = letters
    var start = 0
    for end in 0...letters.count where end == letters.count || !isMark(letters[end]) {
      if end > start + 1 { letters[start..<end].sort() }
      start = end + 1
    }
    return letters
  }

  private func isMark(_ id: UInt32) -> Bool {
    Unicode.Scalar(id)?.properties.generalCategory == .nonspacingMark
  }
}

extension Letters {
  /// Whether a blank, a sign or something left out stands before a letter.
  fileprivate func isWordEnd(before letter: Int) -> Bool {
    signs[letter] != 0 || !gaps[letter].isDisjoint(with: [.space, .lineEnd, .cut, .hyphen, .dash])
  }
}

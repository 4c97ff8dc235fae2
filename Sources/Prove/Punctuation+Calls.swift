// Where notes are called.

extension Punctuation {
  /// A number that octavo set where the manuscript calls no note, and a call of the manuscript that it set no number for.
  mutating func compareCalls(_ sequence: Int, _ a: Range<Int>, _ b: Range<Int>) {
    let letters = expected[sequence]
    if b.isEmpty, sequence == 0, !a.isEmpty, isCall(a, letters), !isMarked(b.lowerBound), !isBackward(b.lowerBound),
      !isSecondNumber(a.lowerBound, letters, b.lowerBound), !isRepeated(a.lowerBound, letters, b.lowerBound)
    {
      add(.uncalled, sequence, a.lowerBound, b.lowerBound)
    }
    for j in b where printed.letters.gaps[j].contains(.optional) && !printed.letters.gaps[j].contains(.folio) {
      // the first letter of a mark, and none that begins a line: that is a note's own, or a list's
      guard j > 0, !printed.letters.gaps[j - 1].contains(.optional), printed.line(of: j).lowerBound < j else {
        continue
      }
      let next = a.upperBound
      func isCut(_ next: Int) -> Bool {
        next >= letters.count || !letters.gaps[next].isDisjoint(with: [.cut, .sign])
          || next > 0 && letters.gaps[next - 1].contains(.optional)
      }
      // of two figures alike, one of them the text's, either may be the call: 11th
      let isDoubled = a.isEmpty && b.count == 1 && next > 0 && printed.letters.ids[j - 1] == printed.letters.ids[j]
      let isCalled =
        a.contains { letters.gaps[$0].contains(.optional) } || isCut(next) || isDoubled && isCut(next - 1)
      if !isCalled, !isBackward(j) {
        add(.call, sequence, next, j)
      }
    }
  }

  /// Whether a number follows that of an item, which a line begins with: it is said twice where it may run in.
  private func isSecondNumber(_ i: Int, _ letters: Letters, _ j: Int) -> Bool {
    guard i > 0, j > 0, letters.gaps[i - 1].contains(.optional), printed.letters.gaps[j - 1].contains(.optional) else {
      return false
    }
    return printed.letters.gaps[printed.line(of: j - 1).lowerBound..<j].allSatisfy { $0.contains(.optional) }
  }

  /// Whether a mark ends a row of marks alike, `[1][1][1]`, one of which is printed as a call: the letters do not tell
  /// which.
  private func isRepeated(_ i: Int, _ letters: Letters, _ j: Int) -> Bool {
    var (k, m) = (i, j)
    while k > 0, m > 0, letters.ids[k - 1] == letters.ids[i], letters.gaps[k - 1].contains(.optional),
      printed.letters.ids[m - 1] == letters.ids[i], !printed.letters.gaps[m - 1].contains(.optional)
    {
      (k, m) = (k - 1, m - 1)
    }
    return k < i && m > 0 && printed.letters.gaps[m - 1].contains(.optional)
  }

  /// The number of a note in brackets behind a word.
  private func isCall(_ range: Range<Int>, _ letters: Letters) -> Bool {
    range.count < 5
      && range.allSatisfy { letters.gaps[$0].contains(.optional) && (0x30...0x39).contains(letters.ids[$0]) }
      && !letters.gaps[range.lowerBound].isDisjoint(with: [.sign, .cut])
      && !letters.gaps[range.lowerBound].contains(.lineEnd) && !isInCaption(range, letters)
  }

  /// Whether a call stands in words that may be printed or not, those of a picture: they are printed without it.
  private func isInCaption(_ range: Range<Int>, _ letters: Letters) -> Bool {
    [range.lowerBound - 1, range.upperBound].contains {
      letters.gaps.indices.contains($0) && letters.gaps[$0].contains(.optional) && isAlphabetic(letters.ids[$0])
        && !(0x30...0x39).contains(letters.ids[$0])
    }
  }

  /// Whether a mark stands right before or behind a place in a line, or in a cell of its own: the call is there, under
  /// another number.
  private func isMarked(_ j: Int) -> Bool {
    [j - 1, j].contains {
      guard printed.letters.gaps.indices.contains($0), printed.letters.gaps[$0].contains(.optional) else {
        return false
      }
      let line = printed.line(of: $0)
      return line.lowerBound < $0 || line.count == 1
    }
  }
}

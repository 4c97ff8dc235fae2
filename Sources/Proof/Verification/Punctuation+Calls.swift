// Where notes are called.

extension Punctuation {
  /// A number that octavo set where the manuscript calls no note, and a call of the manuscript that it set no number for.
  mutating func compareCalls(_ sequence: Int, _ a: Range<Int>, _ b: Range<Int>) {
    let letters = expected[sequence]
    if b.isEmpty, sequence == 0, !a.isEmpty, isCall(a, letters), !isMarked(b.lowerBound) {
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
      let isCalled = a.contains { letters.gaps[$0].contains(.optional) } || isCut(next)
      if !isCalled { add(.call, sequence, next, j) }
    }
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

/// Numbers of verses at their ends: every fifth or tenth line of an epic.
extension PlainTextSource {
  /// The words of a line and the number that stands behind a gap at its end.
  func lineNumber(in line: Range<Int>) -> (words: Range<Int>, digits: Range<Int>)? {
    var k = line.upperBound
    while k > line.lowerBound, file.text[k - 1].isASCIIDigit { k -= 1 }
    let digits = k..<line.upperBound
    guard (1...5).contains(digits.count) else { return nil }
    while k > line.lowerBound, file.text[k - 1].isBlank { k -= 1 }
    guard k > line.lowerBound, digits.lowerBound - k >= 3 || file.text[k] == 0x09 else { return nil }
    return (line.lowerBound..<k, digits)
  }

  /// Where the numbers of these lines begin, if they count the lines: each is as much more than
  /// the one before it as lines stand between them.
  func lineNumbers(of range: Range<Int>) -> Set<Int> {
    var found: [(start: Int, number: Int, line: Int)] = []
    var count = 0
    for c in range {
      for i in chunks[c].lines {
        count += 1
        guard lines[i].gaps > 0, let (_, digits) = lineNumber(in: bytes(ofLine: i)),
          let number = decimalValue(string(digits))
        else { continue }
        found.append((digits.lowerBound, number, count))
      }
    }
    guard let first = found.first else { return [] }
    let steps = zip(found, found.dropFirst())
    // lines that a typist turned count twice, so the numbers may lag a little
    let counting = steps.count {
      $1.number > $0.number && $1.number - $0.number <= $1.line - $0.line
        && ($1.number - $0.number) * 2 >= $1.line - $0.line
    }
    let isAlone = found.count == 1 && first.number % 5 == 0 && count >= 5
    guard isAlone || found.count > 1 && counting * 10 >= (found.count - 1) * 8 else { return [] }
    return Set(found.map(\.start))
  }
}

// Headings of Chinese, Japanese and Korean books.

/// `第一回`, `제3장`, `3장`: a number with a word for what it counts, written as one.
struct CountedLabel {
  /// `章`
  var word: String
  var rank: HeadingForm.Rank
  var number: Int
  /// Behind the word.
  var end: String.Index
  /// Only counting up will tell: `第三條` stands in a law.
  var isGuess: Bool

  var isChapter: Bool { rank == .chapter || rank == .act }

  init?(_ text: String) {
    let all = text.unicodeScalars
    guard let first = all.first, first.value >= 0x3000 || (0x30...0x39).contains(first.value) else { return nil }
    var rest = all[...]
    let sign = first == "第" || first == "제" ? first : nil
    if sign != nil { rest.removeFirst() }
    func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\u{A0}" } }
    if sign == "제" { skipSpaces() }
    // a circle stands for a nought
    let digits = String.UnicodeScalarView(
      rest.prefix { hanValue(String.UnicodeScalarView([$0])[...]) != nil || "十百〇零○".unicodeScalars.contains($0) }
        .map { $0 == "○" ? "〇" : $0 })
    let korean = digits.isEmpty && sign == "제" ? rest.prefix { CountedLabel.hangulDigits[$0] != nil } : rest.prefix(0)
    guard (1...8).contains(digits.isEmpty ? korean.count : digits.count) else { return nil }
    let value = digits.isEmpty ? CountedLabel.hangulValue(korean) : hanValue(digits[...])
    rest = rest.dropFirst(digits.isEmpty ? korean.count : digits.count)
    if sign == "제" { skipSpaces() }
    guard let value, let counter = rest.first else { return nil }
    let isHangul = (0xAC00...0xD7A3).contains(counter.value)
    let behind = rest.dropFirst().first
    // `3장` alone, and no `3장면`; a bare `三章` is a title
    guard sign != nil ? (sign == "第") != isHangul : isHangul,
      !isHangul || behind.map({ !$0.properties.isAlphabetic }) ?? true
    else { return nil }
    switch counter {
    case "部", "卷", "巻", "編", "编", "篇", "부", "권", "편": rank = .part
    case "章", "回", "話", "话", "夜", "講", "讲", "集", "課", "课", "장", "화", "회", "과": rank = .chapter
    case "幕", "막": rank = .act
    case "場", "场", "節", "节", "절": rank = .scene
    case "条", "條", "款", "조": rank = .scene
    default: return nil
    }
    isGuess = ["条", "條", "款", "조"].contains(counter)
    (word, number) = (String(counter), value)
    end = rest.index(after: rest.startIndex)
  }

  private static let hangulDigits: [Unicode.Scalar: Int] = [
    "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9, "십": 10,
  ]

  private static func hangulValue(_ digits: Substring.UnicodeScalarView) -> Int? {
    var (total, unit) = (0, 0)
    for digit in digits.compactMap({ hangulDigits[$0] }) {
      if digit == 10 { (total, unit) = (total + max(unit, 1) * 10, 0) } else { unit = digit }
    }
    return total + unit > 0 ? total + unit : nil
  }
}

extension PlainTextSource {
  /// `第一回　title`, `第三條`, `제1장`.
  func hanForm(_ range: Range<Int>) -> HeadingForm? {
    let text = string(range.prefix(160))
    guard let counted = CountedLabel(text) else { return nil }
    let label = range.lowerBound..<(range.lowerBound + text.utf8.distance(from: text.startIndex, to: counted.end))
    let isHangul = (counted.word.unicodeScalars.first?.value ?? 0) >= 0xAC00
    let key = (isHangul ? "제" : "第") + counted.word
    return HeadingForm(
      key: key, shown: (isHangul ? "제N" : "第N") + counted.word, rank: counted.rank, number: counted.number,
      label: label,
      title: titleRange(after: label.upperBound, in: range), isGuess: counted.isGuess)
  }
}

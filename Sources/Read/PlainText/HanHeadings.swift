// Headings of Chinese and Japanese books.

extension PlainTextSource {
  /// `第一回　title`, `第三條`, `卷一`.
  func hanForm(_ range: Range<Int>) -> HeadingForm? {
    // a circle stands for a nought
    let scalars = string(range.prefix(48)).unicodeScalars.map { $0 == "○" ? "〇" : $0 }
    guard scalars.first == "第" else { return nil }
    var n = 1
    while n < scalars.count, n < 9,
      hanValue(String.UnicodeScalarView(scalars[n...n])[...]) != nil || "十百〇零".unicodeScalars.contains(scalars[n])
    { n += 1 }
    guard n > 1, n < scalars.count, let value = hanValue(String.UnicodeScalarView(scalars[1..<n])[...]) else {
      return nil
    }
    let rank: HeadingForm.Rank
    var isGuess = false
    switch scalars[n] {
    case "部", "卷", "巻", "編", "编", "篇": rank = .part
    case "章", "回", "話", "话", "夜", "講", "讲", "集", "課", "课": rank = .chapter
    case "幕": rank = .act
    case "場", "场", "節", "节": rank = .scene
    case "条", "條", "款": (rank, isGuess) = (.scene, true)
    default: return nil
    }
    let length = scalars[0...n].reduce(0) { $0 + UTF8.width($1) }
    let label = range.lowerBound..<(range.lowerBound + length)
    return HeadingForm(
      key: "第" + String(scalars[n]), shown: "第N" + String(scalars[n]), rank: rank, number: value, label: label,
      title: titleRange(after: label.upperBound, in: range), isGuess: isGuess)
  }
}

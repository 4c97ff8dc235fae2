internal import BookModel
internal import Design

// How long a manuscript is, as editors ask it.

extension PageDesign {
  /// For the title page; nothing where that does not say it.
  func wordCount(of book: Book) -> String { titlePageForm == .manuscript ? book.roundedWordCount : "" }
}

extension Book {
  /// Words to the nearest thousand, below ten thousand to the nearest hundred:
  /// "26,000" (W. Shunn, Proper manuscript format).
  var roundedWordCount: String {
    let count = sections.reduce(0) { $0 + $1.blocks.reduce(0) { $0 + $1.wordCount } }
    let step = count < 10_000 ? 100 : 1000
    let rounded = max((count + step / 2) / step * step, min(count, 100))
    let thousands = rounded / 1000
    guard thousands > 0 else { return String(rounded) }
    return "\(thousands),\(String(rounded % 1000 + 1000).dropFirst())"
  }
}

extension Block {
  /// Headings and captions are no words of the text.
  fileprivate var wordCount: Int {
    if case .preformatted(let lines) = self { return lines.lines.reduce(0) { $0 + $1.text.wordCount } }
    var count = 0
    visitParts(
      text: { inlines, place in
        guard [.text, .speaker, .cell].contains(place) else { return }
        for case .text(let text) in inlines.lazy.map(\.content) { count += text.wordCount }
      }, block: { count += $0.wordCount })
    return count
  }
}

extension String {
  /// Runs without spaces; a word in two styles counts twice, which a rounded count bears.
  fileprivate var wordCount: Int { utf8.split { $0 == 0x20 || $0 == 0x09 }.count }
}

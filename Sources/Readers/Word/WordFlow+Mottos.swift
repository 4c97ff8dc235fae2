internal import BookModel
internal import Manuscript

/// Mottos without a style: lines at the right, right below a heading, of which the last says who said them.
extension WordFlow {
  /// How many lines from here on are such a motto's.
  func linesOfMotto() -> Int? {
    guard kind == .body, case .heading? = made.last, !usual.isTrailing else { return nil }
    func isLine(_ index: Int) -> Bool {
      guard items.indices.contains(index), headings[index] == nil, let paragraph = items[index].paragraph else {
        return false
      }
      return (paragraph.role == nil || paragraph.role == .flush) && paragraph.item == nil
        && paragraph.look.alignment == .right
    }
    var (end, letters) = (at, 0)
    while isLine(end), end == at || !items[end].beginsPage {
      letters += items[end].paragraph?.length ?? 0
      end += 1
    }
    guard end - at > 1, letters <= 800, items[end - 1].paragraph?.words.isAttribution ?? false else { return nil }
    return end - at
  }

  mutating func readMotto(_ count: Int) {
    let lines = items[at..<(at + count)].compactMap(\.paragraph).map {
      var line = Paragraph($0.inlines, placement: .trailing, source: $0.source)
      line.anchor = $0.anchor
      return line
    }
    at += count
    guard let first = lines.first, let last = lines.last else { return }
    report.quotations += 1
    let words = lines.dropLast().map { Block.paragraph($0) }
    made.append(.quotation(Quotation(words, attribution: last, source: first.source)))
  }
}

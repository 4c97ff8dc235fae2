package import BookModel
internal import Units

extension [Block] {
  /// Without the list of contents that a manuscript brings: paragraphs before its first heading, or below one that
  /// says so, each of which says what a heading does, with or without a page's number.
  /// - Parameter dropped: gets the bytes of its words.
  package func withoutContents(_ dropped: inout [Range<Int>]) -> [Block] {
    let flow = self
    // a paragraph of nothing but the call of a note, or a number, names no chapter that has no name
    let titles = Set(
      flow.compactMap { if case .heading(let heading) = $0 { heading.plainText.lettersAndFigures } else { nil } }
    ).subtracting([""])
    let longest = flow.reduce(0) {
      if case .heading(let heading) = $1 { Swift.max($0, (heading.label + heading.title).size) } else { $0 }
    }
    func isListed(_ block: Block) -> Bool {
      // signs and a page's number besides
      guard case .paragraph(let paragraph) = block, paragraph.inlines.size <= longest + 200 else { return false }
      let words = paragraph.inlines.plainText.lettersAndFigures
      var name = words[...]
      while let last = name.last, last.isNumber {
        if titles.contains(String(name)) { return true }
        name.removeLast()
      }
      return titles.contains(String(name))
    }
    func isHead(_ block: Block) -> Bool {
      switch block {
      case .heading(let heading): contentsNames.contains(heading.plainText.lettersAndFigures)
      case .paragraph(let paragraph) where paragraph.inlines.size <= 100:
        contentsNames.contains(paragraph.inlines.plainText.lettersAndFigures)
      default: false
      }
    }
    guard let first = flow.firstIndex(where: isListed),
      let end = flow[first...].firstIndex(where: { !isListed($0) && !$0.isBlankSpace }), end - first > 1
    else { return flow }
    let start = first > 0 && isHead(flow[first - 1]) ? first - 1 : first
    guard flow[..<start].allSatisfy({ if case .heading = $0 { false } else { true } }) else { return flow }
    for block in flow[start..<end] {
      block.visitText { inlines, _ in if let range = inlines.wholeRange { dropped.append(range) } }
    }
    return Array(flow[..<start] + flow[end...])
  }
}

extension [Inline] {
  /// From the first byte of the manuscript to behind the last one; nil where it has no words.
  package var wholeRange: Range<Int>? {
    guard let first, let last = last(where: { if case .text = $0.content { true } else { false } }),
      case .text(let words) = last.content
    else { return nil }
    let start = Int(first.source.offset)
    return start..<Swift.max(start, Int(last.source(atByte: words.utf8.count).offset))
  }
}

private let contentsNames = Set(contentsHeadings.map(\.lettersAndFigures))

internal import BookModel

/// What opens an item of a list as people type it.
private enum ItemSign: Equatable {
  case bullet(UInt8)
  /// `1.`, `1)`, and `(a)` by its place in the alphabet.
  case counted(Int, close: UInt8)

  /// Whether an item with this sign may stand below one with `before`.
  func follows(_ before: ItemSign) -> Bool {
    switch (before, self) {
    case (.bullet(let one), .bullet(let other)): one == other
    case (.counted(let one, let close), .counted(let other, let same)): other == one + 1 && close == same
    default: false
    }
  }
}

extension PlainTextSource {
  fileprivate func itemSign(ofLine i: Int) -> ItemSign? {
    let line = bytes(ofLine: i)
    guard line.count > 3 else { return nil }
    let (first, second) = (file.text[line.lowerBound], file.text[line.lowerBound + 1])
    switch first {
    case 0x2D, 0x2A, 0x2B: return second == 0x20 && file.text[line.lowerBound + 2] != first ? .bullet(first) : nil
    // •
    case 0xE2: return string(line.prefix(4)) == "• " ? .bullet(first) : nil
    case 0x28:
      guard second.isASCIISmall, file.text[line.lowerBound + 2] == 0x29, file.text[line.lowerBound + 3] == 0x20 else {
        return nil
      }
      return .counted(Int(second), close: 0x28)
    case 0x30...0x39:
      let digits = line.prefix(3).prefix { file.text[$0].isASCIIDigit }
      let close = digits.upperBound
      guard close + 1 < line.upperBound, file.text[close] == 0x2E || file.text[close] == 0x29,
        file.text[close + 1] == 0x20, let number = Int(string(digits))
      else { return nil }
      return .counted(number, close: file.text[close])
    default: return nil
    }
  }

  /// The items of a list whose lines stand right below each other: none where the chunk is one paragraph.
  func items(of chunk: Chunk) -> [Range<Int>] {
    guard chunk.lines.count > 1, var last = itemSign(ofLine: chunk.lines.lowerBound) else { return [] }
    let indent = lines[chunk.lines.lowerBound].indent
    var starts = [chunk.lines.lowerBound]
    for i in chunk.lines.dropFirst() where lines[i].indent == indent {
      guard let sign = itemSign(ofLine: i), sign.follows(last) else { continue }
      starts.append(i)
      last = sign
    }
    guard starts.count > 1 else { return [] }
    let items = starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : chunk.lines.upperBound) }
    // italics that go on from one item to the next are one paragraph's
    let isWhole = items.allSatisfy { item in
      item.reduce(0) { sum, i in sum + bytes(ofLine: i).count { file.text[$0] == 0x5F } } % 2 == 0
    }
    return isWhole ? items : []
  }
}

extension PlainTextBuilder {
  /// A list typed line below line: a paragraph each item, its lines hanging from its sign, which stays as typed.
  mutating func list(_ items: [Range<Int>]) {
    for item in items {
      let start = source.location(source.bytes(ofLine: item.lowerBound).lowerBound)
      var made = Paragraph(writer.write(ranges(item)), source: start)
      var form = ParagraphForm()
      (form.leading, form.indent) = (1.5, -1.5)
      made.form = form
      append(.paragraph(made))
      report.paragraphs += 1
    }
  }
}

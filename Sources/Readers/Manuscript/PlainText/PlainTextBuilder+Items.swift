internal import BookModel

/// What opens an item of a list as people type it.
enum ItemSign: Equatable {
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

/// An item of such a list, and its lines.
struct TypedItem {
  var sign: ItemSign
  var lines: Range<Int>
}

extension PlainTextSource {
  func itemSign(ofLine i: Int) -> ItemSign? {
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
  func items(of chunk: Chunk) -> [TypedItem] {
    guard chunk.lines.count > 1, var last = itemSign(ofLine: chunk.lines.lowerBound) else { return [] }
    let indent = lines[chunk.lines.lowerBound].indent
    var found = [TypedItem(sign: last, lines: chunk.lines.prefix(1))]
    for i in chunk.lines.dropFirst() {
      // what is set in less than the signs goes on behind the list
      if lines[i].indent < indent { break }
      if lines[i].indent == indent, let sign = itemSign(ofLine: i), sign.follows(last) {
        found.append(TypedItem(sign: sign, lines: i..<i + 1))
        last = sign
      } else {
        found[found.count - 1].lines = found[found.count - 1].lines.lowerBound..<i + 1
      }
    }
    guard found.count > 1 else { return [] }
    // italics that go on from one item to the next are one paragraph's
    let isWhole = found.allSatisfy { item in
      item.lines.reduce(0) { sum, i in sum + bytes(ofLine: i).count { file.text[$0] == 0x5F } } % 2 == 0
    }
    return isWhole ? found : []
  }

  /// Where what an item says begins, behind its sign.
  func start(of item: TypedItem) -> Int {
    let line = bytes(ofLine: item.lines.lowerBound)
    let sign = line.prefix { !file.text[$0].isBlank }
    return line[sign.upperBound...].first { !file.text[$0].isBlank } ?? line.upperBound
  }

  /// Each says something and ends: what people say, one below the other, and no list.
  fileprivate func isTalk(_ items: [TypedItem]) -> Bool {
    items.allSatisfy { item in
      guard case .bullet(0x2D) = item.sign else { return false }
      let said = start(of: item)..<bytes(ofLine: item.lines.upperBound - 1).upperBound
      return beginsCapital(said) && endsSentence(said)
    }
  }
}

extension PlainTextBuilder {
  /// A list typed line below line.
  mutating func list(_ items: [TypedItem]) {
    if source.isTalk(items) {
      for item in items { talk(item) }
      return
    }
    var found: [List.Item] = []
    for item in items {
      found.append(made(item))
    }
    append(items[0].sign, found, isTight: true)
  }

  /// An item without its sign, which octavo sets.
  mutating func made(_ item: TypedItem) -> List.Item {
    let start = source.start(of: item)
    let sign = source.bytes(ofLine: item.lines.lowerBound).lowerBound..<start
    var lines = ranges(item.lines)
    lines[0] = start..<lines[0].upperBound
    let place = source.location(sign.lowerBound)
    report.marks.append(sign)
    report.silent.append(sign)
    return List.Item([.paragraph(Paragraph(writer.write(lines), source: place))], source: place)
  }

  mutating func append(_ sign: ItemSign, _ items: [List.Item], isTight: Bool) {
    var list = List(isTight: isTight, items: items, source: items[0].source)
    if case .counted(let first, let close) = sign {
      list.start = close == 0x28 ? first - 0x60 : first
      list.counting = close == 0x28 ? .lowerLetters : .figures
      list.delimiter = close == 0x28 ? .brackets : close == 0x29 ? .bracket : .stop
    }
    append(.list(list))
    report.lists += 1
  }

  /// A speech behind its dash, which stays as typed.
  private mutating func talk(_ item: TypedItem) {
    let start = source.bytes(ofLine: item.lines.lowerBound).lowerBound
    append(.paragraph(Paragraph(writer.write(ranges(item.lines)), source: source.location(start))))
    report.paragraphs += 1
  }
}

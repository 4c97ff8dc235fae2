// What begins and ends a block, told by its signs.

extension MarkdownBlockScanner {
  // MARK: Columns

  /// Columns of white space from here on; tabs reach to stops four apart.
  var indent: Int {
    var i = at
    var columns = column
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 {
      columns += bytes[i] == 0x09 ? 4 - columns % 4 : 1
      i += 1
    }
    return columns - column
  }

  var firstSign: Int? {
    var i = at
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i < end ? i : nil
  }

  var isBlank: Bool { firstSign == nil }

  mutating func advance(past stop: Int) {
    while at < min(stop, end) {
      column += bytes[at] == 0x09 ? 4 - column % 4 : 1
      at += 1
    }
  }

  mutating func skip(columns count: Int) {
    let goal = column + count
    while at < end, column < goal, bytes[at] == 0x20 || bytes[at] == 0x09 {
      let step = bytes[at] == 0x09 ? 4 - column % 4 : 1
      // what is left of a tab goes on being white space
      if column + step > goal {
        column = goal
        return
      }
      column += step
      at += 1
    }
  }

  func isAll(_ byte: UInt8, from start: Int) -> Bool {
    var i = start
    while i < end, bytes[i] == byte { i += 1 }
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i == end
  }

  // MARK: What begins a block

  /// Whether a block begins here that ends a paragraph before it.
  func beginsBlock(inParagraph: Bool) -> Bool {
    guard indent <= 3, let sign = firstSign else { return false }
    return bytes[sign] == 0x3E || headingLevel(sign) != nil || openingFence(sign) != nil
      || htmlStart(sign, inParagraph: inParagraph) != nil || isRule(sign)
      || listItem(sign, inParagraph: inParagraph) != nil
      || noteLabel(sign) != nil
  }

  func headingLevel(_ sign: Int) -> Int? {
    var i = sign
    while i < end, bytes[i] == 0x23 { i += 1 }
    guard i > sign, i - sign <= 6, i == end || bytes[i] == 0x20 || bytes[i] == 0x09 else { return nil }
    return i - sign
  }

  func openingFence(_ sign: Int) -> (byte: UInt8, count: Int, book: String?)? {
    let byte = bytes[sign]
    guard byte == 0x60 || byte == 0x7E else { return nil }
    var i = sign
    while i < end, bytes[i] == byte { i += 1 }
    let count = i - sign
    guard count >= 3, byte == 0x7E || !bytes[i..<end].contains(0x60) else { return nil }
    let word = bytes[i..<end].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }).first.map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    return (byte, count, word.flatMap { markdownBookFences.contains($0) ? $0 : nil })
  }

  func closes(_ byte: UInt8, _ count: Int) -> Bool {
    guard indent <= 3, let sign = firstSign, bytes[sign] == byte else { return false }
    var i = sign
    while i < end, bytes[i] == byte { i += 1 }
    guard i - sign >= count else { return false }
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i == end
  }

  func isRule(_ sign: Int) -> Bool {
    let byte = bytes[sign]
    guard byte == 0x2A || byte == 0x2D || byte == 0x5F else { return false }
    var count = 0
    for other in bytes[sign..<end] {
      if other == byte { count += 1 } else if other != 0x20, other != 0x09 { return false }
    }
    return count >= 3
  }

  func listItem(_ sign: Int, inParagraph: Bool) -> (end: Int, isNumber: Bool)? {
    var i = sign
    while i < end, i - sign < 10, isASCIIDigit(bytes[i]) { i += 1 }
    let isNumber = i > sign
    if isNumber {
      guard i - sign <= 9, i < end, bytes[i] == 0x2E || bytes[i] == 0x29 else { return nil }
      if inParagraph, !(i - sign == 1 && bytes[sign] == 0x31) { return nil }
    } else {
      guard [0x2D, 0x2B, 0x2A].contains(bytes[sign]) else { return nil }
    }
    i += 1
    guard i == end || bytes[i] == 0x20 || bytes[i] == 0x09 else { return nil }
    if inParagraph, bytes[i..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
    return (i, isNumber)
  }

  /// The label in `[^label]:`.
  func noteLabel(_ sign: Int) -> Range<Int>? {
    guard sign + 4 < end, bytes[sign] == 0x5B, bytes[sign + 1] == 0x5E else { return nil }
    var i = sign + 2
    while i < end, bytes[i] != 0x5D, bytes[i] != 0x20, bytes[i] != 0x09 { i += 1 }
    guard i > sign + 2, i + 1 < end, bytes[i] == 0x5D, bytes[i + 1] == 0x3A else { return nil }
    return (sign + 2)..<i
  }

  /// Columns of the line under a table's head.
  func delimiterColumns() -> Int? {
    guard indent <= 3, let sign = firstSign,
      bytes[sign..<end].allSatisfy({ [0x7C, 0x2D, 0x3A, 0x20, 0x09].contains($0) }),
      bytes[sign..<end].contains(0x2D)
    else { return nil }
    let cells = cellRanges(sign..<end)
    for cell in cells {
      var inner = bytes[cell][...]
      while inner.first == 0x20 || inner.first == 0x09 { inner = inner.dropFirst() }
      while inner.last == 0x20 || inner.last == 0x09 { inner = inner.dropLast() }
      if inner.first == 0x3A { inner = inner.dropFirst() }
      if inner.last == 0x3A { inner = inner.dropLast() }
      guard !inner.isEmpty, inner.allSatisfy({ $0 == 0x2D }) else { return nil }
    }
    return cells.count
  }

  /// What ends the HTML that begins here (CommonMark 0.31, 4.6); empty for a blank line.
  func htmlStart(_ sign: Int, inParagraph: Bool) -> [String]? {
    guard bytes[sign] == 0x3C, sign + 1 < end else { return nil }
    let rest = bytes[sign..<end]
    let line = String(decoding: rest.prefix(16), as: UTF8.self).lowercased()
    if line.hasPrefix("<!--") { return lastCommentEnd.map { $0 > sign + 3 } ?? false ? ["-->"] : nil }
    if line.hasPrefix("<?") { return ["?>"] }
    if line.hasPrefix("<![cdata[") { return ["]]>"] }
    if line.hasPrefix("<!"), isASCIILetter(bytes[min(sign + 2, end - 1)]) { return [">"] }
    var i = sign + 1
    if bytes[i] == 0x2F { i += 1 }
    let start = i
    while i < end, isASCIILetter(bytes[i]) || isASCIIDigit(bytes[i]) { i += 1 }
    guard i > start, isASCIILetter(bytes[start]) else { return nil }
    let name = String(decoding: bytes[start..<i], as: UTF8.self).lowercased()
    let isEnd = i == end || [0x20, 0x09, 0x3E].contains(bytes[i])
    if start == sign + 1, ["script", "pre", "style", "textarea"].contains(name), isEnd {
      return ["</script>", "</pre>", "</style>", "</textarea>"]
    }
    if MarkdownHTML.blocks.contains(name), isEnd || i + 1 < end && bytes[i] == 0x2F && bytes[i + 1] == 0x3E {
      return []
    }
    guard !inParagraph, let close = MarkdownHTML.tagEnd(bytes, sign, end).end else { return nil }
    return bytes[close..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 } ? [] : nil
  }

  func holds(_ ends: [String]) -> Bool {
    guard !ends.isEmpty else { return false }
    let line = bytes[at..<end]
    return ends.contains { mark in
      let mark = Array(mark.utf8)
      guard line.count >= mark.count else { return false }
      return (line.startIndex...(line.endIndex - mark.count)).contains { start in
        bytes[start] == mark[0]
          && zip(bytes[start...], mark).allSatisfy { $0 == $1 || ($0 | 0x20) == $1 && isASCIILetter($0) }
      }
    }
  }

  // MARK: Definitions

  func isDefinition(_ line: Range<Int>) -> Bool {
    bytes[line].first { $0 != 0x20 && $0 != 0x09 } == 0x5B
  }

  /// The label that lines define a target for, if they do nothing else.
  func definition(in lines: [Range<Int>]) -> String? {
    var text: [UInt8] = []
    for line in lines { text += bytes[line] + [0x0A] }
    var i = 0
    func skipSpace() { while i < text.count, text[i] == 0x20 || text[i] == 0x09 || text[i] == 0x0A { i += 1 } }
    skipSpace()
    guard i < text.count, text[i] == 0x5B else { return nil }
    i += 1
    let label = i
    while i < text.count, text[i] != 0x5D, text[i] != 0x5B { i += text[i] == 0x5C ? 2 : 1 }
    guard i + 1 < text.count, text[i] == 0x5D, text[i + 1] == 0x3A else { return nil }
    let name = MarkdownNames.folded(text[label..<i])
    guard !name.isEmpty, text[label] != 0x5E else { return nil }
    i += 2
    skipSpace()
    guard let target = MarkdownInlineScanner.targetEnd(text, i), target > i else { return nil }
    i = target
    let afterTarget = i
    skipSpace()
    if i == text.count { return name }
    guard i > afterTarget, let title = MarkdownInlineScanner.titleEnd(text, i) else { return nil }
    i = title
    skipSpace()
    return i == text.count ? name : nil
  }

  /// YAML between two rules at the head of the file.
  func frontMatterEnd() -> Int {
    func lineEnd(_ i: Int) -> Int { bytes[i...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count }
    func next(_ end: Int) -> Int {
      end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A ? end + 2 : min(end + 1, bytes.count)
    }
    func sign(_ start: Int, _ end: Int) -> String {
      String(decoding: bytes[start..<end], as: UTF8.self).trimmingEnd
    }
    // `title: …`, `"title": …`, `{title: …}`; a sentence with a colon in it has spaces before that
    func isKey(_ line: String) -> Bool {
      if line.hasPrefix("{") { return true }
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
      let rest = line[line.index(after: colon)...]
      guard rest.isEmpty || rest.hasPrefix(" ") || rest.hasPrefix("\t") else { return false }
      return !line[..<colon].contains(" ") || line.hasPrefix("\"") || line.hasPrefix("'")
    }
    let first = lineEnd(0)
    guard sign(0, first) == "---" else { return 0 }
    var start = next(first)
    let body = start
    var hasKey = false
    while start < bytes.count {
      let end = lineEnd(start)
      let line = sign(start, end)
      if line == "---" || line == "..." { return next(end) }
      if !hasKey, line.isEmpty ? start == body : !line.hasPrefix("#") && !isKey(line) { return 0 }
      if !line.isEmpty, !line.hasPrefix("#") { hasKey = true }
      start = next(end)
    }
    return 0
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = Substring(self)
    while text.last == " " || text.last == "\t" { text = text.dropLast() }
    return String(text)
  }
}

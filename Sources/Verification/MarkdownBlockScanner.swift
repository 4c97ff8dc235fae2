/// Parts a Markdown file into blocks, line by line (CommonMark 0.31, appendix: phase 1).
struct MarkdownBlockScanner {
  private let bytes: [UInt8]
  private(set) var runs: [MarkdownRun] = []
  private(set) var names = MarkdownNames()

  private enum Container {
    case quote
    /// A list item or a note: its text begins so many columns further.
    case item(indent: Int)
    /// A fence whose contents are Markdown.
    case fence(byte: UInt8, count: Int, isVerse: Bool)
  }
  private enum Leaf {
    case none
    case paragraph
    case fence(byte: UInt8, count: Int)
    case indented
    /// Until what: a blank line, or a line that holds one of these.
    case html(ends: [String])
    case table
  }
  private var containers: [Container] = []
  private var leaf = Leaf.none
  /// Of the paragraph or the HTML that is open.
  private var lines: [Range<Int>] = []

  /// Deeper quotations and lists are text: a line would be looked at once for each.
  private static let deepest = 1000

  // the line at hand
  private var at = 0
  private var end = 0
  private var column = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func scan(_ words: inout MarkdownWords) {
    var start = frontMatterEnd()
    words.set(0..<start, .boundary)
    while start < bytes.count {
      end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      at = start
      column = 0
      line(&words)
      start = end + 1
    }
    close(&words)
  }

  // MARK: A line

  private mutating func line(_ words: inout MarkdownWords) {
    var matched = 0
    while matched < containers.count, matches(containers[matched]) { matched += 1 }
    if matched == containers.count, continues(&words) { return }
    if matched < containers.count {
      // a fence or a quotation that goes on needs its mark; a paragraph may do without
      if case .paragraph = leaf, !isBlank, !beginsBlock(inParagraph: false) {
        lines.append(at..<end)
        return
      }
      close(&words)
      if case .fence = containers[matched] {
        // its closing fence, which is no text
        containers.removeSubrange(matched...)
        return
      }
      containers.removeSubrange(matched...)
    }
    begin(&words)
  }

  /// Passes the mark of a container that goes on in this line.
  private mutating func matches(_ container: Container) -> Bool {
    switch container {
    case .quote:
      guard indent <= 3, let mark = firstSign, bytes[mark] == 0x3E else { return false }
      advance(past: mark + 1)
      if at < end, bytes[at] == 0x20 || bytes[at] == 0x09 { skip(columns: 1) }
      return true
    case .item(let width):
      if isBlank { return true }
      guard indent >= width else { return false }
      skip(columns: width)
      return true
    case .fence(let byte, let count, _):
      return !closes(byte, count)
    }
  }

  /// Whether the line belongs to the open leaf, all of whose containers go on.
  private mutating func continues(_ words: inout MarkdownWords) -> Bool {
    switch leaf {
    case .fence(let byte, let count):
      if closes(byte, count) { leaf = .none } else { words.set(at..<end, .text) }
      return true
    case .html(let ends):
      if ends.isEmpty, isBlank {
        close(&words)
        return true
      }
      lines.append(at..<end)
      if holds(ends) { close(&words) }
      return true
    case .indented:
      guard isBlank || indent >= 4 else {
        leaf = .none
        return false
      }
      words.set(at..<end, .text)
      return true
    case .table:
      guard !isBlank, !beginsBlock(inParagraph: true) else {
        leaf = .none
        return false
      }
      cells(at..<end)
      return true
    case .paragraph:
      guard !isBlank else { return false }
      if let sign = firstSign, indent <= 3, bytes[sign] == 0x3D || bytes[sign] == 0x2D,
        isAll(bytes[sign], from: sign), lines.contains(where: { !isDefinition($0) })
      {
        close(&words, isHeading: true)
        return true
      }
      if let columns = delimiterColumns(), let head = lines.last, cellRanges(head).count == columns {
        lines.removeLast()
        close(&words)
        cells(head)
        leaf = .table
        return true
      }
      guard !beginsBlock(inParagraph: true) else { return false }
      lines.append(at..<end)
      return true
    case .none: return false
    }
  }

  /// Opens what begins in the line.
  private mutating func begin(_ words: inout MarkdownWords) {
    while true {
      if isBlank {
        close(&words)
        return
      }
      let inParagraph = if case .paragraph = leaf { true } else { false }
      if indent >= 4 {
        if inParagraph || isInVerse { break }
        close(&words)
        words.set(at..<end, .text)
        leaf = .indented
        return
      }
      guard let sign = firstSign else { return }
      guard containers.count < MarkdownBlockScanner.deepest else { break }
      if bytes[sign] == 0x3E {
        close(&words)
        _ = matches(.quote)
        containers.append(.quote)
        continue
      }
      if let level = headingLevel(sign) {
        close(&words)
        runs.append(MarkdownRun(lines: [(sign + level)..<end], isHeading: true))
        return
      }
      if let fence = openingFence(sign) {
        close(&words)
        if let book = fence.book {
          containers.append(.fence(byte: fence.byte, count: fence.count, isVerse: book == "verse"))
        } else {
          leaf = .fence(byte: fence.byte, count: fence.count)
        }
        return
      }
      if let ends = htmlStart(sign, inParagraph: inParagraph) {
        close(&words)
        leaf = .html(ends: ends)
        lines = [at..<end]
        if holds(ends) { close(&words) }
        return
      }
      if isRule(sign) {
        close(&words)
        return
      }
      if let item = listItem(sign, inParagraph: inParagraph) {
        close(&words)
        // the number may be printed otherwise
        words.set(sign..<item.end, .optional)
        words.set((item.end - 1)..<item.end, .boundary)
        openItem(markEnd: item.end, from: sign, &words)
        continue
      }
      if let note = noteLabel(sign) {
        close(&words)
        names.notes.insert(MarkdownNames.folded(bytes[note]))
        words.set(note, .optional)
        words.set(note.upperBound..<(note.upperBound + 2), .boundary)
        advance(past: note.upperBound + 2)
        containers.append(.item(indent: 4))
        continue
      }
      break
    }
    if case .paragraph = leaf {
      lines.append(at..<end)
    } else {
      close(&words)
      leaf = .paragraph
      lines = [at..<end]
    }
  }

  private var isInVerse: Bool {
    if case .fence(_, _, true)? = containers.last { true } else { false }
  }

  private mutating func openItem(markEnd: Int, from sign: Int, _ words: inout MarkdownWords) {
    let lead = indent
    let width = markEnd - sign
    advance(past: markEnd)
    let spaces = indent
    if isBlank || spaces > 4 {
      skip(columns: min(1, spaces))
      containers.append(.item(indent: lead + width + 1))
    } else {
      skip(columns: spaces)
      containers.append(.item(indent: lead + width + spaces))
    }
    // the box of a task
    if at + 3 < end, bytes[at] == 0x5B, bytes[at + 2] == 0x5D, bytes[at + 3] == 0x20 || bytes[at + 3] == 0x09,
      [0x20, 0x78, 0x58].contains(bytes[at + 1])
    {
      words.set((at + 1)..<(at + 2), .optional)
      advance(past: at + 3)
    }
  }

  // MARK: The ends of blocks

  private mutating func close(_ words: inout MarkdownWords, isHeading: Bool = false) {
    switch leaf {
    case .paragraph:
      let rest = definitions(in: lines)
      if !rest.isEmpty { runs.append(MarkdownRun(lines: rest, isHeading: isHeading)) }
    case .html: html(lines, &words)
    default: break
    }
    leaf = .none
    lines = []
  }

  /// A block of HTML is set as it stands, but for comments and what belongs in a line.
  private mutating func html(_ lines: [Range<Int>], _ words: inout MarkdownWords) {
    guard let first = lines.first, let last = lines.last else { return }
    let tags = MarkdownHTML(bytes, first.lowerBound..<last.upperBound)
    if tags.isOfLine {
      tags.mark(&words)
    } else {
      for line in lines { words.set(line, .text) }
    }
  }

  private mutating func cells(_ line: Range<Int>) {
    for cell in cellRanges(line) { runs.append(MarkdownRun(lines: [cell])) }
  }

  /// The cells of a row, parted at bars that no backslash stands before.
  private func cellRanges(_ line: Range<Int>) -> [Range<Int>] {
    var start = line.lowerBound
    var stop = line.upperBound
    while start < stop, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while stop > start, bytes[stop - 1] == 0x20 || bytes[stop - 1] == 0x09 { stop -= 1 }
    if start < stop, bytes[start] == 0x7C { start += 1 }
    var cells: [Range<Int>] = []
    var i = start
    while i < stop {
      if bytes[i] == 0x5C {
        i += 2
        continue
      }
      if bytes[i] == 0x7C {
        cells.append(start..<i)
        start = i + 1
      }
      i += 1
    }
    if start < stop { cells.append(start..<stop) }
    return cells
  }

  /// Takes link definitions from the head of a paragraph (CommonMark 0.31, 4.7).
  private mutating func definitions(in lines: [Range<Int>]) -> [Range<Int>] {
    var rest = lines[...]
    while let first = rest.first, isDefinition(first) {
      var found: (label: String, lines: Int)?
      // target and title may each stand on the next line
      for count in 1...3 where count <= rest.count {
        if let label = definition(in: Array(rest.prefix(count))) { found = (label, count) }
      }
      guard let found else { break }
      names.links.insert(found.label)
      rest = rest.dropFirst(found.lines)
    }
    return Array(rest)
  }
}

extension MarkdownBlockScanner {
  // MARK: Columns

  /// Columns of white space from here on; tabs reach to stops four apart.
  private var indent: Int {
    var i = at
    var columns = column
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 {
      columns += bytes[i] == 0x09 ? 4 - columns % 4 : 1
      i += 1
    }
    return columns - column
  }

  private var firstSign: Int? {
    var i = at
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i < end ? i : nil
  }

  private var isBlank: Bool { firstSign == nil }

  private mutating func advance(past stop: Int) {
    while at < min(stop, end) {
      column += bytes[at] == 0x09 ? 4 - column % 4 : 1
      at += 1
    }
  }

  private mutating func skip(columns count: Int) {
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

  private func isAll(_ byte: UInt8, from start: Int) -> Bool {
    var i = start
    while i < end, bytes[i] == byte { i += 1 }
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i == end
  }

  // MARK: What begins a block

  /// Whether a block begins here that ends a paragraph before it.
  private func beginsBlock(inParagraph: Bool) -> Bool {
    guard indent <= 3, let sign = firstSign else { return false }
    return bytes[sign] == 0x3E || headingLevel(sign) != nil || openingFence(sign) != nil
      || htmlStart(sign, inParagraph: inParagraph) != nil || isRule(sign) || listItem(sign, inParagraph: inParagraph) != nil
      || noteLabel(sign) != nil
  }

  private func headingLevel(_ sign: Int) -> Int? {
    var i = sign
    while i < end, bytes[i] == 0x23 { i += 1 }
    guard i > sign, i - sign <= 6, i == end || bytes[i] == 0x20 || bytes[i] == 0x09 else { return nil }
    return i - sign
  }

  private func openingFence(_ sign: Int) -> (byte: UInt8, count: Int, book: String?)? {
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

  private func closes(_ byte: UInt8, _ count: Int) -> Bool {
    guard indent <= 3, let sign = firstSign, bytes[sign] == byte else { return false }
    var i = sign
    while i < end, bytes[i] == byte { i += 1 }
    guard i - sign >= count else { return false }
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i == end
  }

  private func isRule(_ sign: Int) -> Bool {
    let byte = bytes[sign]
    guard byte == 0x2A || byte == 0x2D || byte == 0x5F else { return false }
    var count = 0
    for other in bytes[sign..<end] {
      if other == byte { count += 1 } else if other != 0x20, other != 0x09 { return false }
    }
    return count >= 3
  }

  private func listItem(_ sign: Int, inParagraph: Bool) -> (end: Int, isNumber: Bool)? {
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
  private func noteLabel(_ sign: Int) -> Range<Int>? {
    guard sign + 4 < end, bytes[sign] == 0x5B, bytes[sign + 1] == 0x5E else { return nil }
    var i = sign + 2
    while i < end, bytes[i] != 0x5D, bytes[i] != 0x20, bytes[i] != 0x09 { i += 1 }
    guard i > sign + 2, i + 1 < end, bytes[i] == 0x5D, bytes[i + 1] == 0x3A else { return nil }
    return (sign + 2)..<i
  }

  /// Columns of the line under a table's head.
  private func delimiterColumns() -> Int? {
    guard let sign = firstSign, bytes[sign..<end].allSatisfy({ [0x7C, 0x2D, 0x3A, 0x20, 0x09].contains($0) }),
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
  private func htmlStart(_ sign: Int, inParagraph: Bool) -> [String]? {
    guard bytes[sign] == 0x3C, sign + 1 < end else { return nil }
    let rest = bytes[sign..<end]
    let line = String(decoding: rest.prefix(16), as: UTF8.self).lowercased()
    if line.hasPrefix("<!--") { return ["-->"] }
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
    if MarkdownHTML.blocks.contains(name), isEnd || i + 1 < end && bytes[i] == 0x2F && bytes[i + 1] == 0x3E { return [] }
    guard !inParagraph, let close = MarkdownHTML.tagEnd(bytes, sign, end).end else { return nil }
    return bytes[close..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 } ? [] : nil
  }

  private func holds(_ ends: [String]) -> Bool {
    guard !ends.isEmpty else { return false }
    let line = bytes[at..<end]
    return ends.contains { mark in
      let mark = Array(mark.utf8)
      guard line.count >= mark.count else { return false }
      return (line.startIndex...(line.endIndex - mark.count)).contains { start in
        bytes[start] == mark[0] && zip(bytes[start...], mark).allSatisfy { $0 == $1 || ($0 | 0x20) == $1 && isASCIILetter($0) }
      }
    }
  }

  // MARK: Definitions

  private func isDefinition(_ line: Range<Int>) -> Bool {
    bytes[line].first { $0 != 0x20 && $0 != 0x09 } == 0x5B
  }

  /// The label that lines define a target for, if they do nothing else.
  private func definition(in lines: [Range<Int>]) -> String? {
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
  private func frontMatterEnd() -> Int {
    func lineEnd(_ i: Int) -> Int { bytes[i...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count }
    func next(_ end: Int) -> Int {
      end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A ? end + 2 : min(end + 1, bytes.count)
    }
    func sign(_ start: Int, _ end: Int) -> String {
      guard end - start <= 80 else { return "" }
      return String(decoding: bytes[start..<end], as: UTF8.self).trimmingEnd
    }
    let first = lineEnd(0)
    guard sign(0, first) == "---" else { return 0 }
    var start = next(first)
    let body = start
    while start < bytes.count {
      let end = lineEnd(start)
      let line = sign(start, end)
      if line == "---" || line == "..." { return next(end) }
      if start == body, line.isEmpty, end - start <= 80 { return 0 }
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

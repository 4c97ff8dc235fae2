/// Parts a Markdown file into blocks, line by line (CommonMark 0.31, appendix: phase 1).
struct MarkdownBlockScanner {
  let bytes: [UInt8]
  /// A comment that begins behind it is none: nothing closes it.
  let lastCommentEnd: Int?
  private(set) var runs: [MarkdownRun] = []
  private(set) var names = MarkdownNames()
  /// Of tables.
  private(set) var cells: [Range<Int>] = []

  enum Container {
    case quote
    /// A list item or a note: its text begins so many columns further.
    case item(indent: Int)
    /// A fence whose contents are Markdown.
    case fence(byte: UInt8, count: Int, isVerse: Bool)
  }
  enum Leaf {
    case none
    case paragraph
    case fence(byte: UInt8, count: Int)
    case indented
    /// Until what: a blank line, or a line that holds one of these.
    case html(ends: [String])
    case table(columns: Int)
  }
  var containers: [Container] = []
  var leaf = Leaf.none
  /// Of the paragraph or the HTML that is open.
  var lines: [Range<Int>] = []

  /// Deeper quotations and lists are text: a line would be looked at once for each.
  static let deepest = 1000

  // the line at hand
  var at = 0
  var end = 0
  var column = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lastCommentEnd = bytes.indices.last {
      $0 > 1 && bytes[$0] == 0x3E && bytes[$0 - 1] == 0x2D && bytes[$0 - 2] == 0x2D
    }
  }

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

  mutating func line(_ words: inout MarkdownWords) {
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
  mutating func matches(_ container: Container) -> Bool {
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
    case .fence(let byte, let count, let isVerse):
      guard !closes(byte, count) else { return false }
      // white space before a line of verse is its indent and no mark of Markdown
      if isVerse { skip(columns: indent) }
      return true
    }
  }

  /// Whether the line belongs to the open leaf, all of whose containers go on.
  mutating func continues(_ words: inout MarkdownWords) -> Bool {
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
    case .table(let columns):
      guard !isBlank, indent < 4, !beginsBlock(inParagraph: false) else {
        leaf = .none
        return false
      }
      cells(at..<end, columns: columns, &words)
      return true
    case .paragraph:
      guard !isBlank else { return false }
      if let sign = firstSign, indent <= 3, bytes[sign] == 0x3D || bytes[sign] == 0x2D,
        isAll(bytes[sign], from: sign), lines.contains(where: { !isDefinition($0) })
      {
        close(&words, isHeading: true)
        return true
      }
      // a rule below definitions is one, and no table's
      if !(firstSign.map { isRule($0) } ?? false), let columns = delimiterColumns(), let head = lines.last,
        cellRanges(head).count == columns
      {
        lines.removeLast()
        close(&words)
        cells(head, columns: columns, &words)
        leaf = .table(columns: columns)
        return true
      }
      guard !beginsBlock(inParagraph: true) else { return false }
      lines.append(at..<end)
      return true
    case .none: return false
    }
  }

  /// Opens what begins in the line.
  mutating func begin(_ words: inout MarkdownWords) {
    while true {
      if isBlank {
        close(&words)
        return
      }
      let inParagraph = if case .paragraph = leaf { true } else { false }
      if indent >= 4 {
        if inParagraph { break }
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
        // behind the box of a task nothing begins
        if openItem(markEnd: item.end, from: sign, &words), !isBlank { break }
        continue
      }
      if let note = noteLabel(sign) {
        close(&words)
        names.notes.insert(MarkdownNames.folded(bytes[note]))
        words.set(note, .optional)
        words.set(note.upperBound..<(note.upperBound + 2), .boundary)
        // the blanks behind it are of the label (cmark-gfm's `scan_footnote_definition`)
        advance(past: note.upperBound + 2)
        skip(columns: indent)
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

  /// - Returns: whether the item is a task.
  private mutating func openItem(markEnd: Int, from sign: Int, _ words: inout MarkdownWords) -> Bool {
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
    guard at + 3 < end, bytes[at] == 0x5B, bytes[at + 2] == 0x5D, bytes[at + 3] == 0x20 || bytes[at + 3] == 0x09,
      [0x20, 0x78, 0x58].contains(bytes[at + 1])
    else { return false }
    words.set((at + 1)..<(at + 2), .optional)
    advance(past: at + 3)
    return true
  }

  // MARK: The ends of blocks

  mutating func close(_ words: inout MarkdownWords, isHeading: Bool = false) {
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
  mutating func html(_ lines: [Range<Int>], _ words: inout MarkdownWords) {
    guard let first = lines.first, let last = lines.last else { return }
    let tags = MarkdownHTML(bytes, first.lowerBound..<last.upperBound)
    if tags.isOfLine {
      tags.mark(&words)
    } else {
      for line in lines { words.set(line, .text) }
    }
  }

  /// What is too much for the columns stands in the last one as it is.
  mutating func cells(_ line: Range<Int>, columns: Int, _ words: inout MarkdownWords) {
    let cells = cellRanges(line)
    for cell in cells.prefix(columns) { runs.append(MarkdownRun(lines: [cell])) }
    for cell in cells.dropFirst(columns) { words.set(cell, .text) }
    self.cells += cells.prefix(columns)
  }

  /// The cells of a row, parted at bars that no backslash stands before.
  func cellRanges(_ line: Range<Int>) -> [Range<Int>] {
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
  mutating func definitions(in lines: [Range<Int>]) -> [Range<Int>] {
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

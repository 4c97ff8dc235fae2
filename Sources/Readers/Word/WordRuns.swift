internal import BookModel
internal import Units

/// Gathers the runs of a paragraph; every letter keeps its place in the file.
struct WordRuns {
  private(set) var inlines: [Inline] = []
  private var letters: [UInt8] = []
  private var style = InlineStyle.plain
  private var start = 0
  private var expected = 0
  private var marks: [SourceMark] = []
  /// What stood last: a space, or nothing yet of its line.
  private(set) var endsInSpace = true
  private var isAtStart = true
  /// Columns that tabs and spaces set the line in, before its first letter; a tab counts 8.
  private(set) var lead = 0
  private var lineLead = 0
  private var lines = 0
  /// The same of each line behind a forced end, by its number.
  private(set) var leads: [Int: Int] = [:]
  /// Half points of type, by letters.
  private(set) var sizes: [Int: Int] = [:]

  var isEmpty: Bool { inlines.isEmpty && letters.isEmpty }

  mutating func append(_ scalar: Unicode.Scalar, at offset: Int, style: InlineStyle, keepsSpaces: Bool) {
    switch scalar.value {
    case 0x20, 0x0A, 0x0D:
      if keepsSpaces { return put(" ", at: offset, style) }
      if isAtStart { return setIn(by: 1) }
      guard !endsInSpace else { return }
      put(" ", at: offset, style)
      endsInSpace = true
    case 0x09:
      if isAtStart { return setIn(by: 8) }
      if endsInSpace, !keepsSpaces { dropSpace() }
      put(keepsSpaces ? " " : "\u{2003}", at: offset, style)
      endsInSpace = true
    // ends of lines and of paragraphs that other programs have put into the text
    case 0x0B, 0x85, 0x2028, 0x2029: lineBreak(at: offset)
    // joins words whose parting octavo's own rules prevent; fonts have no glyph for it
    case 0x2060, 0xFEFF, 0...0x1F: break
    default:
      if isAtStart { beginLine() }
      put(scalar, at: offset, style)
      endsInSpace = scalar.value == 0x2003
    }
  }

  private mutating func setIn(by columns: Int) { lineLead = min(lineLead + columns, 400) }

  private mutating func beginLine() {
    isAtStart = false
    if lines == 0 { lead = lineLead }
    if lineLead > 0 { leads[lines] = lineLead }
  }

  private mutating func dropSpace() {
    if letters.last == 0x20 { letters.removeLast() }
  }

  private mutating func put(_ scalar: Unicode.Scalar, at offset: Int, _ style: InlineStyle) {
    if letters.isEmpty || style != self.style {
      flush()
      self.style = style
      start = offset
      expected = offset
    }
    if offset != expected {
      marks.append(SourceMark(text: UInt32(clamping: letters.count), source: UInt32(clamping: offset)))
    }
    if scalar.isASCII {
      letters.append(UInt8(truncatingIfNeeded: scalar.value))
      expected = offset + 1
    } else {
      letters.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      expected = offset + UTF8.width(scalar)
    }
  }

  mutating func count(_ letters: Int, ofSize size: Int) { sizes[size, default: 0] += letters }

  private mutating func flush() {
    guard !letters.isEmpty else { return }
    inlines.append(
      Inline(
        .text(String(decoding: letters, as: UTF8.self)), style: style, source: SourceLocation(offset: start),
        marks: marks))
    letters.removeAll(keepingCapacity: true)
    marks = []
  }

  mutating func append(_ content: Inline.Content, at offset: Int, style: InlineStyle) {
    flush()
    if isAtStart { beginLine() }
    inlines.append(Inline(content, style: style, source: SourceLocation(offset: offset)))
    endsInSpace = false
  }

  /// What has no letters of its own: a mark for the index.
  mutating func append(mark: Inline) {
    flush()
    inlines.append(mark)
  }

  mutating func lineBreak(at offset: Int) {
    flush()
    trimEnd()
    inlines.append(Inline(.lineBreak, source: SourceLocation(offset: offset)))
    lines += 1
    (endsInSpace, isAtStart, lineLead) = (true, true, 0)
  }

  private mutating func trimEnd() {
    while let last = inlines.lastIndex(where: { $0.style.indexMark == nil }),
      case .text(let text) = inlines[last].content,
      text.hasSuffix(" ") || text.hasSuffix("\u{2003}")
    {
      let rest = String(text.dropLast())
      if rest.isEmpty { inlines.remove(at: last) } else { inlines[last].content = .text(rest) }
    }
  }

  /// The runs so far, without spaces and line ends around them; what follows begins anew.
  mutating func finish() -> [Inline] {
    flush()
    while true {
      trimEnd()
      guard inlines.last?.content == .lineBreak else { break }
      inlines.removeLast()
    }
    let breaks = inlines.prefix { $0.content == .lineBreak }.count
    if breaks > 0 {
      inlines.removeFirst(breaks)
      leads = Dictionary(uniqueKeysWithValues: leads.compactMap { $0 >= breaks ? ($0 - breaks, $1) : nil })
    }
    return inlines
  }
}

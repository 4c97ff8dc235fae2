internal import CMark
internal import Units

/// Text as it goes to the parser, and where each of its lines stands in the manuscript:
/// a whole file, or the inside of a fence without its indent.
struct MarkdownPassage {
  let file: UInt16
  private(set) var text: [UInt8] = []
  /// Offsets in `text`; line 1 begins at the first.
  private(set) var lineStarts: [Int] = []
  /// Offset in the manuscript of each line's first byte.
  private var origins: [Int] = []
  /// Lines put before the manuscript's own, for the parser alone: before each part that was parsed by itself. Ascending.
  private var preludes: [Range<Int>] = []
  /// By line: columns of white space taken off; empty where none were.
  private(set) var indents: [Int] = []
  let isWholeFile: Bool

  private init(file: UInt16, isWholeFile: Bool = false) {
    self.file = file
    self.isWholeFile = isWholeFile
  }

  /// A file's text from an offset on. Lines end at LF, CR and CRLF, as in CommonMark.
  init(file: UInt16, bytes: [UInt8], from start: Int, prelude: [String]) {
    self.file = file
    isWholeFile = true
    for line in prelude { append(Array(line.utf8), origin: start, isPrelude: true) }
    let base = text.count - start
    text += bytes[start...]
    var i = text.count - (bytes.count - start)
    lineStarts.append(i)
    origins.append(start)
    while i < text.count {
      let byte = text[i]
      i += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, i < text.count, text[i] == 0x0A { i += 1 }
      lineStarts.append(i)
      origins.append(i - base)
    }
  }

  /// Adds a line, its end included.
  private mutating func append(_ line: some Collection<UInt8>, origin: Int, isPrelude: Bool = false, indent: Int = 0) {
    indents.append(indent)
    lineStarts.append(text.count)
    origins.append(origin)
    text += line
    text.append(0x0A)
    if isPrelude { preludes = [1..<(lineStarts.count + 1)] }
  }

  /// Some of the lines as a passage of their own, none of them of a prelude.
  func part(_ lines: Range<Int>, prelude: [String]) -> MarkdownPassage {
    var part = MarkdownPassage(file: file, isWholeFile: isWholeFile)
    for line in prelude { part.append(Array(line.utf8), origin: origins[lines.lowerBound - 1], isPrelude: true) }
    for line in lines {
      part.indents.append(line <= indents.count ? indents[line - 1] : 0)
      part.lineStarts.append(part.text.count)
      part.origins.append(origins[line - 1])
      part.text += text[lineStarts[line - 1]..<(line < lineStarts.count ? lineStarts[line] : text.count)]
    }
    return part
  }

  /// Adds the lines of a part behind all others.
  mutating func append(_ part: MarkdownPassage) {
    let (lines, bytes) = (lineStarts.count, text.count)
    preludes += part.preludes.map { $0.lowerBound + lines..<$0.upperBound + lines }
    indents += part.indents
    lineStarts += part.lineStarts.map { $0 + bytes }
    origins += part.origins
    text += part.text
  }

  /// The lines of the manuscript, counted from 1.
  var ownLines: Range<Int> { (preludes.last?.upperBound ?? 1)..<(lineStarts.count + 1) }

  /// Whether a block that begins on a line is the author's.
  func isOwn(_ line: Int) -> Bool {
    let next = preludes.lowerBound { $0.lowerBound <= line }
    return line > 0 && (next == 0 || preludes[next - 1].upperBound <= line)
  }

  /// Offset in `text` of a place the parser names, both counts from 1.
  func offset(line: Int, column: Int) -> Int {
    guard line >= 1, line <= lineStarts.count else { return text.count }
    return min(lineStarts[line - 1] + max(column - 1, 0), end(ofLine: line))
  }

  /// Offset past a line's last byte, its end left out.
  func end(ofLine line: Int) -> Int {
    guard line >= 1, line <= lineStarts.count else { return text.count }
    var end = line < lineStarts.count ? lineStarts[line] : text.count
    while end > lineStarts[line - 1], text[end - 1] == 0x0A || text[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The line, from 1, on which an offset of `text` stands.
  func line(at offset: Int) -> Int {
    max(lineStarts.lowerBound { $0 <= offset }, 1)
  }

  /// Offset in the manuscript of an offset in `text`.
  func origin(of offset: Int) -> Int {
    guard !lineStarts.isEmpty else { return 0 }
    let line = line(at: offset) - 1
    return origins[line] + max(offset - lineStarts[line], 0)
  }

  func location(of offset: Int) -> SourceLocation { SourceLocation(file: file, offset: origin(of: offset)) }

  /// Where a block begins.
  func location(of node: MarkdownNode) -> SourceLocation {
    location(of: offset(line: node.startLine, column: node.startColumn))
  }

  /// The first line of a block.
  func line(of node: MarkdownNode) -> String {
    let start = offset(line: node.startLine, column: node.startColumn)
    return String(decoding: text[start..<max(start, end(ofLine: node.startLine))], as: UTF8.self)
  }

  /// The bytes of the manuscript that a block takes.
  func range(of node: MarkdownNode) -> Range<Int> {
    let start = origin(of: offset(line: node.startLine, column: node.startColumn))
    return start..<max(start, origin(of: end(ofLine: max(node.endLine, node.startLine))))
  }

  /// The inside of a code block as a passage of its own.
  /// - Parameter stripsIndent: take the white space off each line's beginning.
  func inside(of node: MarkdownNode, prelude: [String], stripsIndent: Bool) -> MarkdownPassage {
    var inner = MarkdownPassage(file: file)
    let start = origin(of: offset(line: node.startLine, column: node.startColumn))
    for line in prelude { inner.append(Array(line.utf8), origin: start, isPrelude: true) }
    var lines = node.literal.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      // The fence itself stands on the block's first line; a line's tail is its content.
      let end = self.end(ofLine: node.startLine + 1 + index)
      let begin = max(end - line.count, 0)
      let indent = stripsIndent ? line.prefix { $0 == 0x20 || $0 == 0x09 }.count : 0
      inner.append(line.dropFirst(indent), origin: origin(of: begin) + indent, indent: indent)
    }
    return inner
  }
}

/// A note of a file. Several may have one label: they are told apart by their places in the manuscript.
struct NoteName: Hashable {
  var label: String
  /// Of the bracket that its definition begins with.
  var offset: Int
}

/// A passage with what the parser made of it.
struct ParsedPassage {
  private(set) var passage: MarkdownPassage
  private(set) var nodes: [MarkdownNode]
  /// The notes that are defined in the tree, in their order; and their nodes.
  private(set) var names: [NoteName] = []
  private(set) var definitions: [Int] = []
  private var nodeOfName: [NoteName: Int] = [:]

  /// - Parameter elsewhere: which note is meant by a label that the prelude defines.
  init(_ passage: MarkdownPassage, elsewhere: (String) -> NoteName? = { _ in nil }) {
    self.passage = passage
    nodes = ParsedPassage.placed(parseMarkdown(passage.text), in: passage)
    for child in children(of: 0) where nodes[child].kind == .footnoteDefinition {
      var name = name(of: nodes[child])
      let isOwn = passage.isOwn(nodes[child].startLine)
      if !isOwn { name = elsewhere(name.label) ?? name }
      names.append(name)
      definitions.append(child)
      if isOwn { nodeOfName[name] = child }
    }
  }

  /// Adds what stands behind, parsed by itself, as if it were of the same tree.
  mutating func append(_ part: ParsedPassage) {
    guard let root = nodes.first, root.kind == .document else {
      self = part
      return
    }
    let (lines, before, known) = (passage.lineStarts.count, nodes.count - 1, definitions.count)
    passage.append(part.passage)
    nodes += part.nodes.dropFirst().map { node in
      var node = node
      // of some the parser tells no line
      if node.startLine > 0 { (node.startLine, node.endLine) = (node.startLine + lines, node.endLine + lines) }
      node.end += before
      if case .footnoteReference(let number) = node.kind { node.kind = .footnoteReference(number + known) }
      return node
    }
    nodes[0].end = nodes.count
    names += part.names
    definitions += part.definitions.map { $0 + before }
    nodeOfName.merge(part.nodeOfName.mapValues { $0 + before }) { first, _ in first }
  }

  /// Gives a paragraph that goes over into a table without an empty line the place that the parser
  /// (cmark-gfm 0.29.0.gfm.6, `try_inserting_table_header_paragraph`) forgets, and the table's head its own:
  /// both have that of the paragraph, the head's columns counted from there.
  private static func placed(_ parsed: [MarkdownNode], in passage: MarkdownPassage) -> [MarkdownNode] {
    var nodes = parsed
    for n in nodes.indices where nodes[n].kind == .paragraph && nodes[n].startLine == 0 {
      let table = nodes[n].end
      guard table < nodes.count, case .table = nodes[table].kind else { continue }
      let head = table + 1
      guard head < nodes[table].end else { continue }
      let row = nodes[head].end
      // the line of dashes stands between the head and the first row
      let line = row < nodes[table].end ? nodes[row].startLine - 2 : nodes[table].endLine - 1
      let (start, column) = (nodes[table].startLine, nodes[table].startColumn)
      (nodes[n].startLine, nodes[n].startColumn, nodes[n].endLine) = (start, column, max(line - 1, start))
      let length = passage.end(ofLine: line) - passage.offset(line: line, column: column)
      let before = nodes[head].endColumn - column + 1 - length
      nodes[table].startLine = line
      for cell in head..<row {
        (nodes[cell].startLine, nodes[cell].endLine) = (line, line)
        if cell > head { nodes[cell].startColumn -= before }
        nodes[cell].endColumn -= before
      }
    }
    moveRows(of: &nodes, in: passage)
    return nodes
  }

  /// Rows below a table's head have the column in which the table begins, behind the mark of an item or of a note, too, and
  /// their cells are counted from there: they get those in which they stand.
  private static func moveRows(of nodes: inout [MarkdownNode], in passage: MarkdownPassage) {
    for n in nodes.indices where nodes[n].kind == .tableRow(isHead: false) {
      let line = passage.offset(line: nodes[n].startLine, column: 1)
      let end = passage.end(ofLine: nodes[n].startLine)
      guard line < end else { continue }
      let indent = passage.text[line..<end].prefix { $0.isBlank || $0 == UInt8(ascii: ">") }.count
      let shift = indent + 1 - nodes[n].startColumn
      guard shift != 0 else { continue }
      // cells that the row has not are told no columns
      for cell in n..<nodes[n].end where nodes[cell].endColumn > 0 {
        nodes[cell].startColumn += shift
        nodes[cell].endColumn += shift
      }
    }
  }

  /// The definition of a note, where it is the manuscript's own.
  func node(of note: NoteName) -> Int? { nodeOfName[note] }

  /// The manuscript's own notes, as they stand in the text.
  var ownNotes: [NoteName] { nodeOfName.keys.sorted { $0.offset < $1.offset } }

  /// The root's children that are the author's, notes apart.
  var blocks: [Int] {
    children(of: 0).filter { nodes[$0].kind != .footnoteDefinition && passage.isOwn(nodes[$0].startLine) }
  }

  /// Blocks of code and of HTML, wherever they stand.
  var code: [Int] {
    nodes.indices.filter {
      switch nodes[$0].kind {
      case .codeBlock, .htmlBlock: true
      default: false
      }
    }
  }

  /// The kind of fence that a block of code at the root is.
  func fence(_ node: Int) -> MarkdownFence? {
    guard case .codeBlock(let info, isFenced: true) = nodes[node].kind else { return nil }
    return MarkdownFence(info)
  }

  /// Where in the manuscript a node begins.
  func offset(of node: Int) -> UInt32 { passage.location(of: nodes[node]).offset }

  func children(of node: Int) -> [Int] {
    var found: [Int] = []
    guard node < nodes.count else { return found }
    var child = node + 1
    while child < nodes[node].end {
      found.append(child)
      child = nodes[child].end
    }
    return found
  }

  /// The name between `[^` and `]:` before a definition's text, and where that begins.
  private func name(of node: MarkdownNode) -> NoteName {
    let text = passage.text
    let start = passage.offset(line: node.startLine, column: 1)
    let end = passage.offset(line: node.startLine, column: node.startColumn)
    var i = end - 1
    while i > start, !(text[i] == 0x5E && text[i - 1] == 0x5B) { i -= 1 }
    guard i > start else { return NoteName(label: "", offset: passage.origin(of: end)) }
    let name = text[(i + 1)..<max(end, i + 1)].prefix { $0 != 0x5D }
    return NoteName(label: markdownLabel(String(decoding: name, as: UTF8.self)), offset: passage.origin(of: i - 1))
  }

  /// The `{#name}` that a heading gives itself, and the words before it.
  func ownName(of node: Int) -> (name: String, words: String)? {
    let text = plainText(of: node)
    guard let found = headingName(text), let brace = text.utf8.lastIndex(of: 0x7B) else { return nil }
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.endIndex
    guard passage.isWritten(text[brace..<end], in: nodes[node]) else { return nil }
    return (found.name, String(text[..<found.start]))
  }

  /// The words of a node's text and code.
  func plainText(of node: Int) -> String {
    var words = ""
    for n in node..<nodes[node].end {
      switch nodes[n].kind {
      case .text, .code: words += nodes[n].literal
      case .softBreak, .lineBreak: words += " "
      default: break
      }
    }
    return words
  }
}

extension MarkdownPassage {
  /// Whether a node's last words stand at its end in the manuscript as they read: no backslash, no reference to a sign,
  /// no hashes behind them.
  func isWritten(_ words: Substring, in node: MarkdownNode) -> Bool {
    let start = offset(line: node.startLine, column: node.startColumn)
    let written = text[start..<max(start, end(ofLine: max(node.endLine, node.startLine)))]
    let words = Array(words.utf8)
    var place = written.endIndex - words.count
    while place >= start, !written[place..<place + words.count].elementsEqual(words) { place -= 1 }
    // a line of `=` or `-` below it is no part of the text
    return place >= start && (place == start || written[place - 1] != 0x5C)
      && written[(place + words.count)...].allSatisfy { $0 <= 0x20 || [0x2D, 0x3D, 0x3E].contains($0) }
  }
}

/// A label as the parser compares them: case folded, white space single (CommonMark 0.31, 4.7).
func markdownLabel(_ text: String) -> String {
  withFewMarks(text).split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ").lowercased()
}

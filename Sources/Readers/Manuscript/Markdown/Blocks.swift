internal import BookModel
internal import CMark
internal import Units

/// Makes blocks from the nodes of one passage.
struct MarkdownBlocks {
  let reader: MarkdownReader
  let parsed: ParsedPassage
  /// Quotations around the blocks, for the marks before their lines.
  var quoteDepth = 0
  /// Quotations, lists and fences around the blocks.
  var depth = 0

  /// Quotations and lists are set in each other so deep and no deeper: at 16 the measure
  /// is gone, and every stage that walks a book calls itself for each of them.
  static let deepest = 16

  init(_ reader: MarkdownReader, _ parsed: ParsedPassage, depth: Int = 0) {
    self.reader = reader
    self.parsed = parsed
    self.depth = depth
  }

  /// The blocks inside a container.
  func blocks(of node: Int) -> [Block] {
    blocks(parsed.children(of: node).filter { parsed.passage.isOwn(parsed.nodes[$0].startLine) })
  }

  func blocks(_ children: [Int]) -> [Block] {
    blocks(unlabelled: children).withLabelledCaptions
  }

  private func blocks(unlabelled children: [Int]) -> [Block] {
    var blocks: [Block] = []
    var wishes = MarkdownWishes()
    var k = 0
    while k < children.count {
      let span = tableSpan(children, from: k)
      if span.count > 1, depth < MarkdownBlocks.deepest {
        append(table: Array(children[span]), to: &blocks, &wishes)
        k = span.upperBound
      } else {
        append(children[k], to: &blocks, &wishes)
        k += 1
      }
    }
    reader.settle(&wishes)
    return blocks
  }

  /// The blocks of a whole passage: the inside of a fence.
  func all() -> [Block] { blocks(parsed.blocks) }

  /// Adds what a node becomes.
  func append(_ n: Int, to blocks: inout [Block], _ wishes: inout MarkdownWishes, isTop: Bool = false) {
    let node = parsed.nodes[n]
    let source = parsed.passage.location(of: node)
    switch node.kind {
    case .paragraph:
      if isBlankLine(n) {
        // a second one, or one below a heading, is no more white
        if case .heading? = blocks.last { return }
        guard blocks.last?.isBlankSpace == false else { return }
        return reader.add(.sceneBreak(SceneBreak(mark: .space, source: source)), to: &blocks, &wishes)
      }
      for block in paragraph(n) {
        if case .list = block { MarkdownDefinitions.markTerm(in: &blocks) }
        // `\* \* \*`, which Markdown itself takes for words
        if case .paragraph(let words) = block {
          let signs = words.inlines.plainText
          let isTyped = SceneSigns.isTyped(signs.utf8)
          if isTyped || SceneSigns.areAll(of: signs),
            words.inlines.allSatisfy({ if case .text = $0.content { $0.style.link == nil } else { false } })
          {
            // its letters are no words
            if isTyped { reader.drop(parsed.passage.range(of: node), in: parsed.passage.file, why: "scene break") }
            reader.report.sceneBreaks += 1
            for block in SceneSigns.blocks(of: signs, source: words.source) { reader.add(block, to: &blocks, &wishes) }
            continue
          }
        }
        reader.add(block, to: &blocks, &wishes)
      }
    case .heading(let level):
      reader.add(.heading(heading(n, level: level)), to: &blocks, &wishes)
    case .thematicBreak:
      reader.report.sceneBreaks += 1
      let signs = parsed.passage.line(of: node)
      for block in SceneSigns.blocks(of: signs, source: source) { reader.add(block, to: &blocks, &wishes) }
    case .codeBlock(let info, let isFenced):
      if isFenced, let kind = MarkdownFence(info) {
        fence(kind, n, to: &blocks, &wishes)
      } else if isFenced, let format = PandocAttributes.format(info) {
        reader.leaveOut(parsed.passage.range(of: node), for: format, at: source)
      } else {
        if isFenced {
          warnMistyped(info, at: source)
          warnUnclosed(node, at: source)
        }
        if isFenced, info == "math" || info.hasPrefix("math "),
          let formula = formula(code(node, info: info, isFenced: true))
        {
          reader.report.codeBlocks -= 1
          reader.add(.paragraph(formula), to: &blocks, &wishes)
          return
        }
        reader.add(.preformatted(code(node, info: info, isFenced: isFenced)), to: &blocks, &wishes)
      }
    case .htmlBlock: html(n, to: &blocks, &wishes, isTop: isTop)
    case .table(let columns): reader.add(.table(table(n, columns)), to: &blocks, &wishes)
    case .blockQuote, .list, .item, .footnoteDefinition, .document, .unknown, .tableRow, .tableCell:
      guard depth < MarkdownBlocks.deepest else {
        reader.say(.nestedTooDeep, at: source)
        return flat(n, to: &blocks, &wishes)
      }
      var inner = self
      inner.depth += 1
      switch node.kind {
      case .blockQuote:
        inner.quoteDepth += 1
        if let callout = inner.callout(n) {
          reader.add(.callout(callout), to: &blocks, &wishes)
          return
        }
        reader.report.quotations += 1
        reader.add(.quotation(attributed(inner.blocks(of: n), source: source)), to: &blocks, &wishes)
      case .list(let start, let isTight):
        reader.report.lists += 1
        let items = parsed.children(of: n).map { item -> List.Item in
          var isDone: Bool?
          if case .item(let done) = parsed.nodes[item].kind { isDone = done }
          return List.Item(
            inner.blocks(of: item), isDone: isDone, source: parsed.passage.location(of: parsed.nodes[item]))
        }
        var list = List(start: start, isTight: isTight, items: items, source: source)
        if start != nil, let form = reader.documents[Int(source.file)].listForm(at: Int(source.offset)) {
          (list.counting, list.delimiter) = (form.counting, form.delimiter)
        }
        reader.add(.list(list), to: &blocks, &wishes)
      default: for block in inner.blocks(of: n) { reader.add(block, to: &blocks, &wishes) }
      }
    default: break
    }
  }

  /// Whatever stands inside a node, one after another.
  private func flat(_ n: Int, to blocks: inout [Block], _ wishes: inout MarkdownWishes) {
    var inner = self
    var child = n + 1
    while child < parsed.nodes[n].end {
      switch parsed.nodes[child].kind {
      case .blockQuote, .list, .item, .footnoteDefinition, .unknown:
        if parsed.nodes[child].kind == .blockQuote { inner.quoteDepth += 1 }
        child += 1
      default:
        inner.append(child, to: &blocks, &wishes)
        child = parsed.nodes[child].end
      }
    }
  }

  // MARK: Paragraphs and headings

  /// The inlines of a block's first line, and of the others.
  func linesParted(of n: Int) -> (first: [Inline], rest: [Inline]) {
    var writer = MarkdownInlines(reader, parsed, block: n, quoteDepth: quoteDepth)
    return writer.writeParted(n + 1..<parsed.nodes[n].end)
  }

  func inlines(of n: Int, keepsLines: Bool = false) -> [Inline] {
    var writer = MarkdownInlines(reader, parsed, block: n, quoteDepth: quoteDepth, keepsLines: keepsLines)
    return writer.write(n + 1..<parsed.nodes[n].end)
  }

  /// Whether a paragraph is what writers type for a blank line: `&nbsp;`, or `\` alone.
  private func isBlankLine(_ n: Int) -> Bool {
    let (node, passage) = (parsed.nodes[n], parsed.passage)
    guard node.startLine == node.endLine else { return false }
    let words = trimmed(passage.line(of: node)[...])
    guard (1..<64).contains(words.utf8.count) else { return false }
    if words == "\\" {
      reader.drop(passage.range(of: node), in: passage.file, why: "scene break")
      return true
    }
    let rest = words.replacing("&nbsp;", with: "\u{A0}")
    return !rest.isEmpty && rest.allSatisfy { $0 == " " || $0 == "\u{A0}" }
  }

  /// A paragraph; or, where it holds nothing but pictures, a figure for each.
  private func paragraph(_ n: Int) -> [Block] {
    let pictures = picturesAlone(in: n)
    guard pictures.isEmpty else { return figures(pictures, in: n) }
    let inlines = inlines(of: n)
    guard !inlines.isEmpty else { return [] }
    tellOfHeading(n)
    reader.report.paragraphs += 1
    if parsed.passage.looksLikeVerse(parsed.nodes[n]) { reader.doubtVerse(at: inlines[0].source) }
    if let definitions = MarkdownDefinitions.blocks(of: inlines) { return definitions }
    let (figures, rest) = Paragraph(inlines, source: inlines[0].source).partedAtRunarounds()
    return figures.map(Block.figure) + (rest.map(partedAtFormulas) ?? [])
  }

  /// `#One` alone in a line is a heading in older programs, and none in CommonMark (0.31, example 64).
  private func tellOfHeading(_ n: Int) {
    let (node, passage) = (parsed.nodes[n], parsed.passage)
    let start = passage.offset(line: node.startLine, column: node.startColumn)
    guard start < passage.text.count, passage.text[start] == UInt8(ascii: "#"), node.startLine == node.endLine else {
      return
    }
    let line = passage.text[start..<passage.end(ofLine: node.startLine)]
    let words = line.drop { $0 == UInt8(ascii: "#") }
    guard line.count - words.count <= 6, line.count <= 100, let first = words.first, first > 0x20 else { return }
    reader.say(
      once: .headingWithoutBlank(String(decoding: line, as: UTF8.self)), at: passage.location(of: node))
  }

  func heading(_ n: Int, level: Int) -> Heading {
    let source = parsed.passage.location(of: parsed.nodes[n])
    return Heading(
      level: level, title: parsed.ownName(of: n) == nil ? inlines(of: n) : MarkdownBlocks.withoutName(inlines(of: n)),
      anchor: parsed.passage.isWholeFile ? reader.links.anchor(file: Int(parsed.passage.file), node: n) : nil,
      isNumbered: !reader.documents[Int(source.file)].isUnnumbered(at: Int(source.offset)), source: source)
  }

  /// A last paragraph that begins with a dash says who is quoted.
  func attributed(_ blocks: [Block], source: SourceLocation) -> Quotation {
    guard blocks.count > 1, case .paragraph(let last)? = blocks.last,
      case .text(let run)? = last.inlines.first?.content,
      run.hasPrefix("—") || run.hasPrefix("―") || run.hasPrefix("– ") || run.hasPrefix("-- ") || run.hasPrefix("--- ")
    else { return Quotation(blocks, source: source) }
    return Quotation(Array(blocks.dropLast()), attribution: last, source: source)
  }

  // MARK: Code and tables

  /// Tells of code that goes on to the end of the file.
  private func warnUnclosed(_ node: MarkdownNode, at source: SourceLocation) {
    guard parsed.passage.isWholeFile else { return }
    let lines = node.literal.utf8.count { $0 == 0x0A } + (node.literal.utf8.last.map { $0 != 0x0A } ?? false ? 1 : 0)
    guard lines > 0, node.endLine - node.startLine <= lines else { return }
    let line = parsed.passage.line(of: node).drop(while: \.isWhitespace)
    reader.say(.fenceUnclosed(String(line.prefix { $0 == line.first })), at: source)
  }

  func code(_ node: MarkdownNode, info: String, isFenced: Bool) -> Preformatted {
    reader.report.codeBlocks += 1
    let passage = parsed.passage
    var lines = node.literal.split(omittingEmptySubsequences: false) { $0.isNewline && $0 == "\n" }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    let first = node.startLine + (isFenced ? 1 : 0)
    return Preformatted(
      lines.enumerated().map { index, line in
        let end = passage.end(ofLine: first + index)
        // its first letter's place: what stands before may be half a tab
        let words = line.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        return Preformatted.Line(line.withoutTabs, source: passage.location(of: max(end - words.count, 0)))
      }, isCode: true, info: info, source: passage.location(of: node))
  }

  private func table(_ n: Int, _ columns: [MarkdownNode.Alignment]) -> Table {
    reader.report.tables += 1
    var head: [[[Inline]]] = []
    var rows: [[[Inline]]] = []
    for row in parsed.children(of: n) {
      var cells = parsed.children(of: row).prefix(columns.count).map { inlines(of: $0) }
      surplus(of: row, columns: columns.count, into: &cells)
      while cells.count < columns.count { cells.append([]) }
      if parsed.nodes[row].kind == .tableRow(isHead: true) { head.append(cells) } else { rows.append(cells) }
    }
    // a head without a word is none
    head.removeAll { $0.allSatisfy(\.isEmpty) }
    let alignments = columns.map { alignment -> Table.Alignment in
      switch alignment {
      case .none, .left: .leading
      case .centre: .centre
      case .right: .trailing
      }
    }
    return Table(columns: alignments, head: head, rows: rows, source: parsed.passage.location(of: parsed.nodes[n]))
  }

  /// Cells past the last column, which the parser leaves out, join the last cell as they stand.
  private func surplus(of row: Int, columns: Int, into cells: inout [[Inline]]) {
    guard let last = parsed.children(of: row).last, !cells.isEmpty else { return }
    let passage = parsed.passage
    let end = passage.end(ofLine: parsed.nodes[row].startLine)
    guard parsed.nodes[last].endColumn > 0 else { return }
    let start = passage.offset(line: parsed.nodes[last].endLine, column: parsed.nodes[last].endColumn + 2)
    guard start < end else { return }
    let rest = passage.text[start..<end].split(separator: UInt8(ascii: "|")).map { cell in
      (
        bar: cell.startIndex - 1, first: cell.firstIndex { $0 > 0x20 },
        words: trimmed(String(decoding: cell, as: UTF8.self))
      )
    }
    guard rest.contains(where: { !$0.words.isEmpty }) else { return }
    reader.say(.rowTooLong(cells: columns + rest.count, columns: columns), at: passage.location(of: parsed.nodes[row]))
    for (bar, first, words) in rest {
      // each by its own place: how much white stands between them the text does not say
      cells[cells.count - 1].append(Inline(" | ", source: passage.location(of: bar - 1)))
      if let first, !words.isEmpty {
        cells[cells.count - 1].append(Inline(words, source: passage.location(of: first)))
      }
    }
  }

  // MARK: HTML

  private func html(_ n: Int, to blocks: inout [Block], _ wishes: inout MarkdownWishes, isTop: Bool) {
    let node = parsed.nodes[n]
    let passage = parsed.passage
    let source = passage.location(of: node)
    var tokens: [HTMLToken] = []
    let lines = HTMLLines(Array(node.literal.utf8), passage, from: node.startLine)
    func bytes(of token: HTMLToken) -> Range<Int> {
      let start = passage.origin(of: lines.place(of: token.range.lowerBound))
      return start..<max(start, passage.origin(of: lines.place(of: token.range.upperBound - 1)) + 1)
    }
    for token in htmlTokens(node.literal) {
      guard case .comment(let body) = token.piece else {
        tokens.append(token)
        continue
      }
      if let words = directiveWords(body) {
        reader.obey(words, at: source, isTop: isTop, wishes: &wishes, blocks: &blocks)
      } else {
        reader.drop(bytes(of: token), in: passage.file, why: "comment")
      }
    }
    let rest = tokens.map(\.piece)
    if let style = rest.first, style.opens("style") || style.opens("script") {
      return reader.drop(range(ofHTML: node), in: passage.file, why: "style sheet or script")
    }
    let isBlank = rest.allSatisfy { if case .text(let words) = $0 { trimmed(words).isEmpty } else { false } }
    if isBlank { return }
    if rest.allSatisfy({ isBreakOrBlank($0) }) {
      return reader.add(.sceneBreak(SceneBreak(mark: .space, source: source)), to: &blocks, &wishes)
    }
    if let figures = figures(html: tokens, in: n) {
      for figure in figures { reader.add(figure, to: &blocks, &wishes) }
      return
    }
    if isOneTag(rest), case .open(let name, _, _)? = rest.first, !LeftOutTags.has(name) {
      // what it holds is behind an empty line, a block of its own
      return reader.sayLeftOut(name, at: source)
    }
    if isOneTag(rest), case .close(let name)? = rest.first, inlineTags.contains(name) { return }
    if isReadable(rest) {
      var made = MarkdownHTMLBlocks(self, [n])
      for block in made.all() { reader.add(block, to: &blocks, &wishes) }
      return
    }
    let shown = node.literal.split { $0.isNewline }.first.map { String($0.prefix(40)) } ?? ""
    reader.say(.htmlShown(shown), at: source)
    reader.report.codeBlocks -= 1
    reader.add(.preformatted(code(node, info: "html", isFenced: false)), to: &blocks, &wishes)
  }

  /// All lines of a block of HTML; the parser forgets the last of some.
  private func range(ofHTML node: MarkdownNode) -> Range<Int> {
    let passage = parsed.passage
    let lines = node.literal.utf8.count { $0 == 0x0A } + (node.literal.utf8.last == 0x0A ? 0 : 1)
    let start = passage.range(of: node).lowerBound
    return start..<max(start, passage.origin(of: passage.end(ofLine: node.startLine + max(lines, 1) - 1)))
  }

  private func isBreakOrBlank(_ piece: HTMLPiece) -> Bool {
    switch piece {
    case .open(let name, _, _), .close(let name): name == "br"
    case .text(let words): trimmed(words).isEmpty
    case .comment: true
    }
  }

  /// Nothing but a tag of a line's: `<ins>`, and what it marks stands below (CommonMark 0.31, example 191).
  private func isOneTag(_ pieces: [HTMLPiece]) -> Bool {
    let tags = pieces.filter { if case .text(let words) = $0 { !trimmed(words).isEmpty } else { true } }
    guard tags.count == 1, pieces.first == tags.first else { return false }
    return switch tags[0] {
    case .open(let name, _, _), .close(let name): inlineTags.contains(name)
    case .text, .comment: false
    }
  }

  /// Whether every tag is HTML's; in what is set line for line a bare `<` is a sign.
  private func isReadable(_ pieces: [HTMLPiece]) -> Bool {
    var isCode = false
    return pieces.allSatisfy { piece in
      if piece.opens("pre") { isCode = true }
      if piece == .close(name: "pre") { isCode = false }
      if isCode, case .text = piece { return true }
      return isOfLine(piece) || piece.isOfBlock
    }
  }

  func isOfLine(_ piece: HTMLPiece) -> Bool {
    switch piece {
    case .open(let name, _, _), .close(let name): inlineTags.contains(name) || LeftOutTags.ofLine.contains(name)
    case .text(let words): !words.utf8.contains(0x3C)
    case .comment: true
    }
  }

  private func warnMistyped(_ info: String, at source: SourceLocation) {
    let word = fenceWord(info)
    // one edit away, and long enough that no language is
    guard word.utf8.count >= 5, let nearest = nearestName(to: word, in: MarkdownFence.words),
      abs(nearest.utf8.count - word.utf8.count) <= 1
    else { return }
    reader.say(.fenceMistyped(word, nearest: nearest), at: source)
  }

  /// Without the name that a heading gives itself: `{#name}` at its end.
  static func withoutName(_ inlines: [Inline]) -> [Inline] {
    guard case .text(let run)? = inlines.last?.content, let name = headingName(run) else { return inlines }
    var inlines = inlines
    let rest = String(run[..<name.start])
    if rest.isEmpty { inlines.removeLast() } else { inlines[inlines.count - 1].content = .text(rest) }
    return inlines
  }
}

/// The `{#name}` at a heading's end, and where the words before it end. By bytes: see `withFewMarks`.
func headingName(_ text: String) -> (name: String, start: String.Index)? {
  let text = text[..<(text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex)]
  guard text.utf8.last == 0x7D, let open = text.utf8.lastIndex(of: 0x7B) else { return nil }
  let inner = trimmed(String(text.utf8[open...].dropFirst().dropLast()) ?? "")
  guard inner.utf8.first == 0x23, inner.utf8.count > 1, !inner.utf8.contains(0x20) else { return nil }
  var start = open
  while start > text.startIndex, text[text.index(before: start)].isWhitespace { start = text.index(before: start) }
  return (String(inner.dropFirst()), start)
}

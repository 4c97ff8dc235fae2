internal import BookModel
internal import CMark
internal import Units
internal import XML

/// Makes blocks of raw HTML: tables, lists, quotations, figures and what stands between them. A table whose rows
/// blank lines part goes on over the blocks of Markdown that stand in its cells.
struct MarkdownHTMLBlocks {
  private enum Token {
    case piece(HTMLToken, node: Int)
    case node(Int)
  }

  private let blocks: MarkdownBlocks
  private var tokens: [Token] = []
  private var at = 0
  private var wishes = MarkdownWishes()
  private var depth = 0
  /// In a cell pictures stand in the line.
  private var inCell = false

  /// - Parameter nodes: blocks of HTML, and what stands between them.
  init(_ blocks: MarkdownBlocks, _ nodes: [Int]) {
    self.blocks = blocks
    for n in nodes {
      guard case .htmlBlock = blocks.parsed.nodes[n].kind else {
        tokens.append(.node(n))
        continue
      }
      tokens += htmlTokens(blocks.parsed.nodes[n].literal).map { .piece($0, node: n) }
    }
  }

  mutating func all() -> [Block] {
    var made: [Block] = []
    while at < tokens.count {
      made += flow { _ in false }
      at += 1
    }
    blocks.reader.settle(&wishes)
    return made
  }

  // MARK: Flow

  private var source: SourceLocation {
    let node: Int
    switch tokens[min(at, tokens.count - 1)] {
    case .piece(_, let n): node = n
    case .node(let n): node = n
    }
    return blocks.parsed.passage.location(of: blocks.parsed.nodes[node])
  }

  /// Blocks up to a tag at which what is around them goes on, which is left.
  private mutating func flow(until ends: (HTMLPiece) -> Bool) -> [Block] {
    var made: [Block] = []
    var line: [HTMLToken] = []
    var lineNode = 0
    // tags that say where what they hold stands, the innermost last
    var placing: [(name: String, placement: Paragraph.Placement)] = []
    var placement: Paragraph.Placement { placing.last?.placement ?? .justified }
    depth += 1
    defer { depth -= 1 }
    while at < tokens.count {
      guard case .piece(let token, let node) = tokens[at] else {
        end(&line, lineNode, placement, &made)
        if case .node(let n) = tokens[at] {
          let before = made.count
          blocks.append(n, to: &made, &wishes)
          if !placing.isEmpty {
            for index in made.indices.dropFirst(before) { made[index] = made[index].placed(placement) }
          }
        }
        at += 1
        continue
      }
      let piece = token.piece
      if ends(piece) { break }
      if node != lineNode { end(&line, lineNode, placement, &made) }
      lineNode = node
      guard piece.isOfBlock else {
        line.append(token)
        at += 1
        continue
      }
      end(&line, lineNode, placement, &made)
      let begin = source
      at += 1
      switch piece {
      case .open(let name, _, _):
        // the next paragraph ends the one before it
        if name == "p", placing.last?.name == "p" { placing.removeLast() }
        if depth < MarkdownBlocks.deepest, let inner = element(name, piece, at: begin) {
          made += inner
        } else if let own = piece.placement {
          placing.append((name, own))
        } else if !MarkdownHTMLBlocks.silent.contains(name) {
          blocks.reader.sayLeftOut(name, at: begin)
        }
      case .close(let name):
        if placing.last?.name == name { placing.removeLast() }
      case .text, .comment: break
      }
    }
    end(&line, lineNode, placement, &made)
    return made
  }

  /// Tags that say nothing to who sets the words: `summary` is a paragraph of its own anyhow.
  private static let silent: Set<String> = ["p", "figure", "figcaption", "summary", "tbody", "body", "html", "main"]

  private func end(_ line: inout [HTMLToken], _ node: Int, _ placement: Paragraph.Placement, _ made: inout [Block]) {
    defer { line = [] }
    let isBlank = line.allSatisfy {
      switch $0.piece {
      case .text(let words): trimmed(words).isEmpty
      case .open("img", _, _): false
      default: true
      }
    }
    guard !line.isEmpty else { return }
    if !inCell, let figures = blocks.figures(html: line, in: node) {
      made += figures
      return
    }
    var writer = MarkdownInlines(blocks.reader, blocks.parsed, block: node, quoteDepth: blocks.quoteDepth)
    let inlines = writer.write(html: line, of: node).trimmed
    guard !isBlank, let first = inlines.first else { return }
    if !inCell, SceneSigns.areAll(of: inlines.plainText) {
      blocks.reader.report.sceneBreaks += 1
      made += SceneSigns.blocks(of: inlines.plainText, source: first.source)
      return
    }
    made.append(.paragraph(Paragraph(inlines, placement: placement, source: first.source)))
  }

  // MARK: Elements

  private mutating func element(_ name: String, _ piece: HTMLPiece, at begin: SourceLocation) -> [Block]? {
    switch name {
    case "table": return table(at: begin)
    case "ul", "ol", "menu", "dir": return list(piece, at: begin)
    case "dl": return definitions()
    case "pre": return code(at: begin)
    case "blockquote":
      let inner = flow { $0 == .close(name: "blockquote") }
      at += 1
      blocks.reader.report.quotations += inner.isEmpty ? 0 : 1
      return inner.isEmpty ? [] : [.quotation(blocks.attributed(inner, source: begin))]
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let inner = flow { if case .close(let name) = $0 { name.count == 2 && name.hasPrefix("h") } else { false } }
      at += 1
      return inner.map { block in
        guard case .paragraph(let paragraph) = block else { return block }
        return .heading(
          Heading(level: max(2, Int(name.dropFirst()) ?? 2), title: paragraph.inlines, source: paragraph.source))
      }
    case "hr":
      blocks.reader.report.sceneBreaks += 1
      return [.sceneBreak(SceneBreak(mark: .ornament, source: begin))]
    case "summary":
      let inner = flow { $0 == .close(name: "summary") || $0 == .close(name: "details") }
      if at < tokens.count, case .piece(let token, _) = tokens[at], token.piece == .close(name: "summary") { at += 1 }
      return inner.map { $0.paragraph == nil ? $0 : $0.adding(.strong).flush }
    default: return nil
    }
  }

  private mutating func list(_ piece: HTMLPiece, at begin: SourceLocation) -> [Block] {
    guard case .open(let name, let attributes, _) = piece else { return [] }
    let closes: (HTMLPiece) -> Bool = { $0 == .close(name: name) }
    var before: [Block] = []
    var items: [List.Item] = []
    // HTML 4.4.8, "the ordinal value of an item": each counts on from the one before it, backwards where that is asked
    var numbers: [Int?] = []
    while at < tokens.count {
      let place = source
      let inner = flow { $0.opens("li") || $0 == .close(name: "li") || closes($0) }
      if !inner.isEmpty {
        if items.isEmpty { before += inner } else { items[items.count - 1].blocks += inner }
      }
      guard at < tokens.count, case .piece(let token, _) = tokens[at] else { break }
      let end = token.piece
      at += 1
      if closes(end) { break }
      if case .open("li", let own, _) = end {
        items.append(List.Item([], source: place))
        numbers.append(own.first { $0.name == "value" }.flatMap { Int($0.value) })
      }
    }
    guard !items.isEmpty else { return before }
    blocks.reader.report.lists += 1
    let step = attributes.contains { $0.name == "reversed" } ? -1 : 1
    let start =
      attributes.first { $0.name == "start" }.flatMap { Int($0.value) } ?? (step < 0 ? items.count : 1)
    if name == "ol", step < 0 || numbers.contains(where: { $0 != nil }) {
      var next = start
      for index in items.indices {
        next = min(max(numbers[index] ?? next, -999_999_999), 999_999_999)
        items[index].number = next
        next += step
      }
    }
    var list = List(
      start: name == "ol" ? min(max(start, 0), 999_999_999) : nil,
      isTight: items.allSatisfy { $0.blocks.count < 2 }, items: items, source: begin)
    let countings: [String: List.Counting] = [
      "a": .lowerLetters, "A": .upperLetters, "i": .lowerRoman, "I": .upperRoman,
    ]
    list.counting = attributes.first { $0.name == "type" }.flatMap { countings[$0.value] } ?? .figures
    return before + [.list(list)]
  }

  /// `<pre>`: its lines as they stand, without tags within (HTML 4.4.3; the first line end is none of it).
  private mutating func code(at begin: SourceLocation) -> [Block] {
    var words = ""
    var lines: [Preformatted.Line] = []
    var place: SourceLocation?
    func end(_ line: String) {
      lines.append(Preformatted.Line(line[...].withoutTabs, source: place ?? lines.last?.source ?? begin))
      place = nil
    }
    loop: while at < tokens.count, case .piece(let token, let node) = tokens[at] {
      at += 1
      switch token.piece {
      case .close(name: "pre"): break loop
      case .text(let text):
        let literal = Array(blocks.parsed.nodes[node].literal.utf8)
        let starts = HTMLLines(literal, blocks.parsed.passage, from: blocks.parsed.nodes[node].startLine)
        var offset = token.range.lowerBound
        for (number, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
          if number > 0 {
            end(words)
            words = ""
          }
          if place == nil, let first = line.firstIndex(where: { $0 > 0x20 }) {
            let before = line.distance(from: line.startIndex, to: first)
            place = blocks.parsed.passage.location(of: starts.place(of: offset + before))
          }
          offset += line.count + 1
          words += withoutReferences(line.filter { $0 != 0x0D })
        }
      case .open("br", _, _):
        end(words)
        words = ""
      case .open(let name, _, _) where !inlineTags.contains(name):
        blocks.reader.sayLeftOut(name, at: begin)
      case .open, .close, .comment: break
      }
    }
    if !words.allSatisfy(\.isWhitespace) { end(words) }
    if lines.first?.text.isEmpty == true { lines.removeFirst() }
    while let last = lines.last, last.text.allSatisfy(\.isWhitespace) { lines.removeLast() }
    guard !lines.isEmpty else { return [] }
    blocks.reader.report.codeBlocks += 1
    return [.preformatted(Preformatted(lines, isCode: true, source: begin))]
  }

  private mutating func definitions() -> [Block] {
    var made: [Block] = []
    var isTerm = false
    while at < tokens.count {
      let place = source
      let inner = flow {
        $0.opens("dt") || $0.opens("dd") || [.close(name: "dt"), .close(name: "dd"), .close(name: "dl")].contains($0)
      }
      if isTerm {
        made += inner.map(\.flush)
      } else if !inner.isEmpty {
        made.append(.list(.unmarked([List.Item(inner, source: place)], source: place)))
      }
      guard at < tokens.count, case .piece(let token, _) = tokens[at] else { break }
      let end = token.piece
      at += 1
      if end == .close(name: "dl") { break }
      isTerm = end.opens("dt")
    }
    return made
  }

  // MARK: Tables

  private mutating func table(at begin: SourceLocation) -> [Block] {
    var (rows, heads): ([[Table.Cell]], [Bool]) = ([], [])
    var captions: [Block] = []
    var alignments: [Table.Alignment?] = []
    var inHead = false
    /// Where rows begin that stand last, wherever they are written.
    var (foot, footRows): (Int?, [[Table.Cell]]) = (nil, [])
    func endFoot() {
      guard let start = foot else { return }
      footRows += rows[start...]
      rows.removeSubrange(start...)
      heads.removeSubrange(start...)
      foot = nil
    }
    let wasCell = inCell
    defer { inCell = wasCell }
    loop: while at < tokens.count {
      inCell = false
      let loose = flow { $0.isOfTable }
      if !loose.isEmpty { captions += loose }
      guard at < tokens.count, case .piece(let token, _) = tokens[at] else { break }
      let piece = token.piece
      at += 1
      switch piece {
      case .close(name: "table"): break loop
      case .open("thead", _, _): inHead = true
      case .open("tfoot", _, _): (inHead, foot) = (false, foot ?? rows.count)
      case .close(name: "tfoot"): endFoot()
      case .open("tbody", _, _), .close(name: "thead"):
        endFoot()
        inHead = false
      case .open("tr", _, _):
        rows.append([])
        heads.append(inHead)
      case .open("caption", _, _):
        captions += flow { $0.isOfTable }.map { $0.placed(.centred) }
      case .open(let name, let attributes, _) where name == "td" || name == "th":
        if rows.isEmpty {
          rows.append([])
          heads.append(inHead)
        }
        let column = rows[rows.count - 1].reduce(0) { $0 + $1.columns }
        inCell = true
        var cell = Table.Cell(flow { $0.isOfTable })
        func span(_ name: String) -> Int {
          min(max(attributes.first { $0.name == name }.flatMap { Int($0.value) } ?? 1, 1), 100)
        }
        (cell.columns, cell.rows) = (span("colspan"), span("rowspan"))
        cell.isHead = name == "th"
        rows[rows.count - 1].append(cell)
        if cell.columns == 1, name == "td" || rows.count > 1 {
          while alignments.count <= column { alignments.append(nil) }
          alignments[column] = alignments[column] ?? piece.alignment
        }
      default: break
      }
    }
    endFoot()
    return captions + made(rows + footRows, heads + footRows.map { _ in false }, alignments, at: begin)
  }

  private func made(
    _ rows: [[Table.Cell]], _ heads: [Bool], _ alignments: [Table.Alignment?], at begin: SourceLocation
  ) -> [Block] {
    var rows = rows
    var heads = heads
    for n in rows.indices.reversed() where rows[n].isEmpty {
      rows.remove(at: n)
      heads.remove(at: n)
    }
    guard !rows.isEmpty, rows.contains(where: { $0.contains { !$0.isEmpty } }) else { return [] }
    // a head without `thead`: the first row, where it has no cell but those that name columns
    if !heads.contains(true), rows.count > 1, rows[0].allSatisfy(\.isHead),
      !rows.dropFirst().allSatisfy({ $0.allSatisfy(\.isHead) })
    {
      heads[0] = true
    }
    let count = heads.prefix { $0 }.count
    // what stands beside each other for its looks alone is no table
    if rows.count == 1, rows[0].count == 1 { return blocksOf(rows[0][0], at: begin) }
    // a table of nothing but head is one without
    let headRows = count < rows.count ? count : 0
    let columns = min(
      max(Table.columns(of: Array(rows[..<headRows])), Table.columns(of: Array(rows[headRows...])), 1), 100)
    for n in 0..<headRows { for k in rows[n].indices { rows[n][k].isHead = false } }
    blocks.reader.report.tables += 1
    return [
      .table(
        Table(
          columns: (0..<columns).map { alignments.indices.contains($0) ? alignments[$0] ?? .leading : .leading },
          cells: Table.grid(Array(rows[..<headRows]), columns: columns),
          rows: Table.grid(Array(rows[headRows...]), columns: columns), source: begin))
    ]
  }

  private func blocksOf(_ cell: Table.Cell, at begin: SourceLocation) -> [Block] {
    cell.inlines.isEmpty ? cell.blocks : [.paragraph(Paragraph(cell.inlines, source: cell.source ?? begin))]
  }
}

/// `&amp;` and its like as what they stand for.
private func withoutReferences(_ bytes: [UInt8]) -> String {
  guard bytes.contains(0x26) else { return String(decoding: bytes, as: UTF8.self) }
  var made: [UInt8] = []
  var i = 0
  while i < bytes.count {
    if bytes[i] == 0x26, let (sign, next) = XMLTree.htmlReference(in: bytes, at: i) {
      made += sign.utf8
      i = next
    } else {
      made.append(bytes[i])
      i += 1
    }
  }
  return String(decoding: made, as: UTF8.self)
}

extension HTMLPiece {
  func opens(_ tag: String) -> Bool { if case .open(tag, _, _) = self { true } else { false } }

  /// A tag that ends the cell before it.
  fileprivate var isOfTable: Bool {
    switch self {
    case .open(let name, _, _):
      ["tr", "td", "th", "thead", "tbody", "tfoot", "caption", "colgroup", "col"].contains(name)
    case .close(let name):
      ["table", "tr", "td", "th", "thead", "tbody", "tfoot", "caption", "colgroup"].contains(name)
    case .text, .comment: false
    }
  }

  fileprivate var alignment: Table.Alignment? {
    switch placement {
    case .centred: .centre
    case .trailing: .trailing
    default: nil
    }
  }

  /// Of an element that goes on over blank lines: a table, or one that says where what it holds stands.
  fileprivate var nameOfSpan: String? {
    guard case .open(let name, _, _) = self else { return nil }
    return name == "table" || placement != nil && (name == "div" || name == "center") ? name : nil
  }

  /// How many elements of a name are open behind such pieces.
  fileprivate static func depth(of name: String, in pieces: [HTMLPiece]) -> Int {
    pieces.reduce(0) { depth, piece in
      switch piece {
      case .open(name, _, _): depth + 1
      case .close(name: name): depth - 1
      default: depth
      }
    }
  }
}

extension MarkdownBlocks {
  /// The nodes from a place on that one table goes over, whose rows are parted by blank lines, or one element that
  /// says where what it holds stands and holds no heading.
  func tableSpan(_ children: [Int], from k: Int) -> Range<Int> {
    guard case .htmlBlock = parsed.nodes[children[k]].kind, parsed.nodes[children[k]].literal.utf8.count >= 5 else {
      return k..<k + 1
    }
    let opening = htmlPieces(parsed.nodes[children[k]].literal)
    guard let name = opening.lazy.compactMap(\.nameOfSpan).first(where: { HTMLPiece.depth(of: $0, in: opening) > 0 })
    else { return k..<k + 1 }
    var depth = HTMLPiece.depth(of: name, in: opening)
    for end in (k + 1)..<min(max(children.count, k + 1), k + 4000) {
      if name != "table", case .heading = parsed.nodes[children[end]].kind { return k..<k + 1 }
      guard case .htmlBlock = parsed.nodes[children[end]].kind else { continue }
      let pieces = htmlPieces(parsed.nodes[children[end]].literal)
      // what is set as it stands is no part of a table
      guard pieces.allSatisfy({ isOfLine($0) || $0.isOfBlock }) else { return k..<k + 1 }
      depth += HTMLPiece.depth(of: name, in: pieces)
      if depth <= 0 { return k..<end + 1 }
    }
    return k..<k + 1
  }

  /// A table over several nodes.
  func append(table nodes: [Int], to blocks: inout [Block], _ wishes: inout MarkdownWishes) {
    var inner = self
    inner.depth += 1
    var made = MarkdownHTMLBlocks(inner, nodes)
    for block in made.all() { reader.add(block, to: &blocks, &wishes) }
  }
}

/// Where the bytes of a block of HTML stand in the passage: each of its lines may have marks of a quotation before it.
struct HTMLLines {
  private var starts: [Int] = [0]
  private var places: [Int] = []

  init(_ literal: [UInt8], _ passage: MarkdownPassage, from line: Int) {
    for (index, byte) in literal.enumerated() where byte == 0x0A { starts.append(index + 1) }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] - 1 : literal.count
      places.append(passage.end(ofLine: line + index) - (end - start))
    }
  }

  func place(of offset: Int) -> Int {
    let line = max(starts.lowerBound { $0 <= offset } - 1, 0)
    return max(places[line] + offset - starts[line], 0)
  }
}

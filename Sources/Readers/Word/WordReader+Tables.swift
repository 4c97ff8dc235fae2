internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Tables (ECMA-376-1, 17.4).
extension WordReader {
  func readTable(_ tree: XMLTree, _ node: Int, into items: inout [WordItem]) {
    var head: [[Table.Cell]] = []
    var rows: [[Table.Cell]] = []
    /// The cells that go on downwards, by their first column: row and place among its cells.
    var open: [Int: (row: Int, cell: Int)] = [:]
    var all: [[Table.Cell]] = []
    var heads = 0
    var alignments: [Int: [Table.Alignment: Int]] = [:]
    var wishes = TableWishes()
    let source = location(tree, node)
    let outer = (breaksPage, joined)
    joined = nil
    for row in rowNodes(tree, node) {
      let properties = tree.child("trPr", of: row)
      if let properties, tree.child("del", of: properties) != nil {
        silent.append(bytes(tree, row))
        continue
      }
      var cells: [Table.Cell] = []
      var column =
        properties.flatMap { tree.child("gridBefore", of: $0) }.flatMap { tree.number("val", of: $0) }.map {
          min(max($0, 0), 60)
        } ?? 0
      if column > 0 { cells.append(Table.Cell([Inline](), columns: column)) }
      for cell in cellNodes(tree, row) {
        let properties = tree.child("tcPr", of: cell)
        func property(_ name: String) -> Int? { properties.flatMap { tree.child(name, of: $0) } }
        let span = min(max(property("gridSpan").flatMap { tree.number("val", of: $0) } ?? 1, 1), 60)
        breaksPage = false
        let (blocks, alignment, blanks) = cellBlocks(tree, cell)
        if span == 1, wishes.widths[column] == nil, let width = property("tcW"),
          let number = tree.number("w", of: width), number > 0, tree.value("type", of: width) != "auto"
        {
          wishes.widths[column] = Double(number)
        }
        // white that somebody typed to write in
        if blocks.isEmpty, blanks > 2 { wishes.add(height: Double(blanks) * 14, row: all.count) }
        breaksPage = false
        alignments[column, default: [:]][alignment, default: 0] += 1
        if let merge = property("vMerge"), tree.value("val", of: merge) != "restart", let above = open[column] {
          all[above.row][above.cell].rows = all.count - above.row + 1
          // what is covered shows no words; some programs leave them there all the same
          if !blocks.isEmpty {
            let old = all[above.row][above.cell]
            all[above.row][above.cell] = Table.Cell(old.asBlocks + blocks, columns: old.columns, rows: old.rows)
          }
        } else {
          if property("vMerge") != nil { open[column] = (all.count, cells.count) } else { open[column] = nil }
          cells.append(Table.Cell(blocks, columns: span))
        }
        column += span
      }
      if let height = properties.flatMap({ tree.child("trHeight", of: $0) }).flatMap({ tree.number("val", of: $0) }) {
        wishes.add(height: Double(height) / 20, row: all.count)
      }
      if let properties, let mark = tree.child("tblHeader", of: properties), tree.isOn(mark), heads == all.count {
        heads += 1
      }
      all.append(cells)
    }
    (breaksPage, joined) = outer
    guard !all.isEmpty else { return }
    // a look that marks the first row as a head says so, too
    if heads == 0, all.count > 1, let properties = tree.child("tblPr", of: node),
      let look = tree.child("tblLook", of: properties),
      isFirstRowHead(tree, look), all[0].allSatisfy({ $0.rows == 1 }), all[0].allSatisfy(\.isStrong)
    {
      heads = 1
    }
    let count = min(Table.columns(of: all), 200)
    guard count > 0 else { return }
    head = Table.grid(Array(all[..<heads]), columns: count)
    rows = Table.grid(Array(all[heads...]), columns: count)
    wishes.isRuled = hasRules(tree, node)
    let isRuled = !head.isEmpty || wishes.isRuled
    wishes.heights = Dictionary(
      wishes.heights.compactMap { $0.key < heads ? nil : ($0.key - heads, $0.value) }, uniquingKeysWith: max)
    if let grid = tree.child("tblGrid", of: node) {
      let own = tree.children(of: grid).filter { tree.nodes[$0].name == "gridCol" }
      for (column, node) in own.enumerated() where wishes.widths[column] == nil {
        wishes.widths[column] = tree.number("w", of: node).map(Double.init)
      }
    }
    // in a table with rules there is something to fill in
    if !isRuled { rows.removeAll { row in row.allSatisfy { $0.isEmpty && !$0.isCovered } } }
    let isBlank = rows.allSatisfy { $0.allSatisfy { $0.isEmpty && !$0.isCovered } }
    if isBlank, head.isEmpty, !wishes.isRuled || count * rows.count < 2 && wishes.heights.isEmpty { rows = [] }
    // one cell is no table: a frame around text
    if count == 1, head.count + rows.count == 1, let cell = (head + rows).first?.first, !isBlank || rows.isEmpty {
      if wishes.isRuled || hasShade(tree, node), let callout = Callout(boxed: cell.asBlocks) {
        return appendBlock(.callout(callout), to: &items)
      }
      for block in cell.asBlocks { appendBlock(block, to: &items) }
      return
    }
    guard !head.isEmpty || !rows.isEmpty else { return }
    let columns = (0..<count).map { column -> Table.Alignment in
      alignments[column]?.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .leading
    }
    var table = Table(
      columns: columns, cells: head, rows: rows, isRuled: isRuled, source: source)
    if isRuled || wishes.hasRoomToWrite { table.take(wishes) }
    if let figures = table.picturesInRows {
      for row in figures { for block in Block.row(of: row) { appendBlock(block, to: &items) } }
      return
    }
    report.tables += 1
    appendBlock(.table(table), to: &items)
  }

  private func appendBlock(_ block: Block, to items: inout [WordItem]) {
    var item = WordItem(content: .block(block))
    if breaksPage { (item.beginsPage, breaksPage) = (true, false) }
    items.append(item)
  }

  private func rowNodes(_ tree: XMLTree, _ node: Int) -> [Int] { inner(tree, node, "tr") }
  private func cellNodes(_ tree: XMLTree, _ node: Int) -> [Int] { inner(tree, node, "tc") }

  /// Rows or cells, also those that a control or a change that was tracked stands around.
  private func inner(_ tree: XMLTree, _ node: Int, _ name: String) -> [Int] {
    var found: [Int] = []
    var waiting = Array(tree.children(of: node)).reversed().map(\.self)
    while let next = waiting.popLast() {
      switch tree.nodes[next].name {
      case name: found.append(next)
      case "sdt", "sdtContent", "customXml", "ins", "moveTo": waiting += Array(tree.children(of: next)).reversed()
      default: break
      }
    }
    return found
  }

  /// - Returns: with the count of paragraphs that have no words.
  private func cellBlocks(_ tree: XMLTree, _ cell: Int) -> ([Block], Table.Alignment, blanks: Int) {
    guard depth < WordReader.deepest else {
      drop(tree, cell, "nested too deep")
      return ([], .leading, 0)
    }
    depth += 1
    defer { depth -= 1 }
    let inner = items(tree, in: cell)
    var alignment = Table.Alignment.leading
    switch inner.compactMap(\.paragraph).first?.look.alignment {
    case .centre?: alignment = .centre
    case .right?: alignment = .trailing
    default: break
    }
    var flow = WordFlow(inner, kind: .cell, report: report)
    let blocks = flow.blocks().map { $0.paragraph != nil ? $0.placed(.justified) : $0 }
    report = flow.report
    return (blocks, alignment, inner.count(where: \.isBlank))
  }

  private func isFirstRowHead(_ tree: XMLTree, _ look: Int) -> Bool {
    if let first = tree.value("firstRow", of: look) { return first == "1" || first == "true" }
    return tree.value("val", of: look).flatMap { Int($0, radix: 16) }.map { $0 & 0x20 != 0 } ?? false
  }

  /// Its only cell has a ground or rules of its own.
  private func hasShade(_ tree: XMLTree, _ node: Int) -> Bool {
    tree.all("tcPr", in: node).prefix(1).contains { properties in
      tree.child("shd", of: properties).map { tree.isShade($0) } ?? false
        || tree.child("tcBorders", of: properties).map { borders in
          tree.children(of: borders).count { !["nil", "none"].contains(tree.value("val", of: $0)) } > 3
        } ?? false
    }
  }

  private func hasRules(_ tree: XMLTree, _ node: Int) -> Bool {
    guard let properties = tree.child("tblPr", of: node) else { return false }
    if let style = tree.child("tblStyle", of: properties).flatMap({ tree.value("val", of: $0) }) {
      return style.lowercased() != "tablenormal"
    }
    return tree.child("tblBorders", of: properties) != nil
  }
}

extension XMLTree {
  /// Whether a ground of text can be seen: what is pasted from the web often brings white, or nearly white, along.
  func isShade(_ node: Int) -> Bool {
    let pattern = value("val", of: node) ?? "clear"
    if pattern.hasPrefix("pct") || pattern.contains("Stripe") || pattern.contains("Cross") { return true }
    guard pattern != "nil", let fill = value("fill", of: node), fill.utf8.count == 6,
      let value = UInt32(fill, radix: 16)
    else { return false }
    return [value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF].contains { $0 < 0xF0 }
  }
}

extension Table.Cell {
  var asBlocks: [Block] {
    guard blocks.isEmpty else { return blocks }
    return inlines.isEmpty ? [] : [.paragraph(Paragraph(inlines, source: inlines[0].source))]
  }

  /// All of its words are bold.
  fileprivate var isStrong: Bool {
    asBlocks.allSatisfy { $0.paragraph?.isBold ?? false } || isEmpty
  }
}

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
        let (blocks, alignment) = cellBlocks(tree, cell)
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
    let isRuled = !head.isEmpty || hasRules(tree, node)
    // in a table with rules there is something to fill in
    if !isRuled { rows.removeAll { row in row.allSatisfy { $0.isEmpty && !$0.isCovered } } }
    if rows.allSatisfy({ $0.allSatisfy { $0.isEmpty && !$0.isCovered } }), head.isEmpty { rows = [] }
    // one cell is no table: a frame around text
    if count == 1, head.count + rows.count == 1, let cell = (head + rows).first?.first {
      for block in cell.asBlocks { appendBlock(block, to: &items) }
      return
    }
    guard !head.isEmpty || !rows.isEmpty else { return }
    let columns = (0..<count).map { column -> Table.Alignment in
      alignments[column]?.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .leading
    }
    let table = Table(
      columns: columns, cells: head, rows: rows, isRuled: isRuled, source: source)
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

  private func cellBlocks(_ tree: XMLTree, _ cell: Int) -> ([Block], Table.Alignment) {
    guard depth < WordReader.deepest else {
      drop(tree, cell, "nested too deep")
      return ([], .leading)
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
    return (blocks, alignment)
  }

  private func isFirstRowHead(_ tree: XMLTree, _ look: Int) -> Bool {
    if let first = tree.value("firstRow", of: look) { return first == "1" || first == "true" }
    return tree.value("val", of: look).flatMap { Int($0, radix: 16) }.map { $0 & 0x20 != 0 } ?? false
  }

  private func hasRules(_ tree: XMLTree, _ node: Int) -> Bool {
    guard let properties = tree.child("tblPr", of: node) else { return false }
    if let style = tree.child("tblStyle", of: properties).flatMap({ tree.value("val", of: $0) }) {
      return style.lowercased() != "tablenormal"
    }
    return tree.child("tblBorders", of: properties) != nil
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

internal import XML

/// Tables of a text of OpenDocument (part 3, 9).
extension OpenWriter {
  mutating func table(_ node: Int) -> String {
    var widths: [Int] = []
    var made = ""
    /// By column: rows that a cell above still covers, and how many columns.
    var covered: [Int: (rows: Int, columns: Int)] = [:]
    var isRuled = false
    func columns(_ node: Int, _ writer: OpenWriter, _ depth: Int = 0) {
      guard depth < OpenWriter.deepest else { return }
      for child in writer.tree.children(of: node) {
        switch writer.tree.nodes[child].name {
        case "table-column":
          let style = writer.styles["table-column", writer.value("style-name", child)]
          let width = OpenStyles.twips(style?.table["column-width"]) ?? 0
          let count = min(max(writer.tree.number("number-columns-repeated", of: child) ?? 1, 1), 200)
          widths += Array(repeating: width, count: min(count, max(0, 200 - widths.count)))
        case "table-columns", "table-column-group", "table-header-columns": columns(child, writer, depth + 1)
        default: break
        }
      }
    }
    columns(node, self)
    for (row, isHead) in rows(node, isHead: false) {
      let count = min(max(tree.number("number-rows-repeated", of: row) ?? 1, 1), 100)
      for _ in 0..<count { made += self.row(row, isHead, &covered, &isRuled) }
    }
    guard !made.isEmpty else { return "" }
    let grid = widths.contains { $0 > 0 } ? widths.map { "<w:gridCol w:w=\"\($0)\"/>" }.joined() : ""
    let rules = isRuled ? "<w:tblBorders><w:top w:val=\"single\"/><w:insideH w:val=\"single\"/></w:tblBorders>" : ""
    return "<w:tbl><w:tblPr>\(rules)</w:tblPr>\(grid.isEmpty ? "" : "<w:tblGrid>\(grid)</w:tblGrid>")\(made)</w:tbl>"
  }

  private func rows(_ node: Int, isHead: Bool, depth: Int = 0) -> [(Int, Bool)] {
    guard depth < OpenWriter.deepest else { return [] }
    return tree.children(of: node).flatMap { child -> [(Int, Bool)] in
      switch tree.nodes[child].name {
      case "table-row": [(child, isHead)]
      case "table-header-rows": rows(child, isHead: true, depth: depth + 1)
      case "table-rows", "table-row-group": rows(child, isHead: isHead, depth: depth + 1)
      default: []
      }
    }
  }

  private mutating func row(
    _ node: Int, _ isHead: Bool, _ covered: inout [Int: (rows: Int, columns: Int)], _ isRuled: inout Bool
  ) -> String {
    var cells = ""
    var column = 0
    var hidden = 0
    for cell in tree.children(of: node) {
      let name = tree.nodes[cell].name
      guard name == "table-cell" || name == "covered-table-cell" else { continue }
      for _ in 0..<min(max(tree.number("number-columns-repeated", of: cell) ?? 1, 1), 200) where column < 200 {
        if name == "covered-table-cell" {
          // one beside the cell that covers it, or the first of those below it
          if hidden > 0 {
            hidden -= 1
          } else if let above = covered[column] {
            cells += "<w:tc><w:tcPr><w:gridSpan w:val=\"\(above.columns)\"/><w:vMerge/></w:tcPr>\(blocks(cell))</w:tc>"
            covered[column] = above.rows > 1 ? (above.rows - 1, above.columns) : nil
            hidden = above.columns - 1
          } else {
            cells += "<w:tc><w:tcPr/>\(blocks(cell))</w:tc>"
          }
          column += 1
          continue
        }
        let columns = min(max(tree.number("number-columns-spanned", of: cell) ?? 1, 1), 60)
        let rows = min(max(tree.number("number-rows-spanned", of: cell) ?? 1, 1), 1000)
        hidden = columns - 1
        if rows > 1 { covered[column] = (rows - 1, columns) }
        let style = styles["table-cell", value("style-name", cell)]?.table ?? [:]
        if ["border", "border-bottom", "border-top"].contains(where: { style[$0].map { $0 != "none" } ?? false }) {
          isRuled = true
        }
        let merge = rows > 1 ? "<w:vMerge w:val=\"restart\"/>" : ""
        cells += "<w:tc><w:tcPr><w:gridSpan w:val=\"\(columns)\"/>\(merge)</w:tcPr>\(blocks(cell))</w:tc>"
        column += 1
      }
    }
    guard !cells.isEmpty else { return "" }
    return "<w:tr>\(isHead ? "<w:trPr><w:tblHeader/></w:trPr>" : "")\(cells)</w:tr>"
  }
}

internal import BookModel
internal import CSS
internal import Manuscript
internal import Units
internal import XML

/// Lists, definitions, tables, and plays that are written as tables.
extension FlowReader {
  /// Blocks inside an item or a cell, with the links that lead to them.
  private func inner(_ node: Int, _ look: ComputedStyle, _ context: Context) -> [Block] {
    anchor(node)
    return blocks(in: node, look, context)
  }

  /// Whether words stand in an element outside of the parts that it is made of: then it is read as what it holds.
  func hasStrayWords(_ node: Int, parts: Set<String>) -> Bool {
    var at = node + 1
    let end = Int(page.tree.nodes[node].end)
    while at < end {
      let content = page.tree.nodes[at]
      // a caption is the table's right in it, in a cell it is words like others
      if parts.contains(page.element(at)), page.element(at) != "caption" || page.parent(at) == node {
        at = Int(content.end)
        continue
      }
      if content.isText, page.tree.bytes[content.source].contains(where: { $0 > 0x20 }) { return true }
      // the rows of a table that stands in no cell are none of this one
      if page.element(at) == "table", page.tree.hasWords(at) { return true }
      at += 1
    }
    return false
  }

  func list(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    if page.tree.children(of: node).contains(where: { isStray($0) }) { return walk(node, look, context, into: &out) }
    let type =
      page.tree.attribute("type", of: node) ?? look.listStyle?.split(separator: " ").first.map(String.init) ?? ""
    let isOrdered = page.element(node) == "ol" && !["disc", "circle", "square"].contains(type)
    func number(_ name: String, of node: Int) -> Int? {
      page.tree.attribute(name, of: node).flatMap { Int($0) }.map { min(max($0, -99_999), 99_999) }
    }
    let step = page.tree.attribute("reversed", of: node) == nil ? 1 : -1
    let entries = page.elements(in: node).count { page.element($0) == "li" }
    let start = isOrdered ? number("start", of: node) ?? (step > 0 ? 1 : entries) : nil
    let sign = List.sign(css: look.listStyle ?? "")
    let ownCounting = isOrdered && type == "none" ? countedLikeAList(page.elements(in: node), start: start ?? 1) : nil
    var items: [List.Item] = []
    var isTight = true
    var next = start ?? 1
    for child in page.elements(in: node) {
      let inside = page.look(of: child, in: look)
      if isPassedOver(child, inside) { continue }
      let own = number("value", of: child) ?? next
      if page.element(child) == "li" { next = own + step }
      var asItem = context
      asItem.isCell = true
      let blocks = self.inner(child, inside, asItem).withSignInLine
      guard !blocks.isEmpty else { continue }
      if blocks.count(where: { $0.paragraph != nil }) > 1 { isTight = false }
      var item = List.Item(blocks, source: page.source(child))
      if isOrdered, own != (start ?? 1) + items.count { item.number = own }
      item.label = sign
      item.isDone = tick(in: child)
      items.append(item)
    }
    guard !items.isEmpty else { return }
    var list = List(start: start, isTight: isTight, items: items, source: page.source(node))
    list.counting = ownCounting ?? List.Counting(css: type)
    // entries of an index are no points to be made
    if !isOrdered, context.types.contains(where: { !$0.isDisjoint(with: ["index", "z3998:dramatis-personae"]) }) {
      list.counting = .none
    }
    report.lists += 1
    let range = page.tree.nodes[node].source
    if let depth = depthOfDocs(node), let last = out.indices.last, case .block(.list(var outer)) = out[last].content,
      outer.source == listOfDocs?.source, listOfDocs?.name == depth.name, out[last].page == page.index
    {
      outer.nest(list, depth: depth.level)
      out[last].content = .block(.list(outer))
      out[last].range = out[last].range.lowerBound..<max(out[last].range.upperBound, page.range(node).upperBound)
      return
    }
    listOfDocs = depthOfDocs(node).flatMap { $0.level == 0 ? ($0.name, list.source) : nil }
    add(.list(list), context, range: range, into: &out)
  }

  /// A box to tick before an item's words, and whether it is ticked.
  private func tick(in item: Int) -> Bool? {
    let box = page.inside(item).prefix(6).first {
      page.element($0) == "input" && page.tree.attribute("type", of: $0)?.lowercased() == "checkbox"
    }
    return box.map { page.tree.attribute("checked", of: $0) != nil }
  }

  /// Among the first elements of an item, where `tick` looks for it.
  func isFirst(_ node: Int, in name: String) -> Bool {
    var above = page.parent(node)
    for _ in 0..<4 where above >= 0 && page.element(above) != name { above = page.parent(above) }
    return above >= 0 && page.element(above) == name && node - above <= 6
  }

  /// Google Docs writes the lists of an item beside the item's own list, and says in a class how deep they are:
  /// `lst-kix_abc-1`.
  private func depthOfDocs(_ list: Int) -> (name: Substring, level: Int)? {
    for name in page.classes(list) where name.hasPrefix("lst-") {
      guard let dash = name.lastIndex(of: "-"), let level = Int(name[name.index(after: dash)...]),
        (0..<9).contains(level)
      else { continue }
      return (Substring(name[..<dash]), level)
    }
    return nil
  }

  /// What a sheet writes before the items where that is no more than the numbers that the list has by itself: these are
  /// set then, as they stand beside the text.
  private func countedLikeAList(_ items: [Int], start: Int) -> List.Counting? {
    let numbers = items.map { page.countedNumber(of: $0) }
    let found = [List.Counting.figures, .lowerLetters, .upperLetters, .lowerRoman, .upperRoman].first { counting in
      !items.isEmpty && numbers.enumerated().allSatisfy { $1 == counting.written(start + $0) }
    }
    if found != nil { page.uncounted.formUnion(items) }
    return found
  }

  /// Terms, each with what it means below it and set in.
  func definitions(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    if page.tree.children(of: node).contains(where: { isStray($0) }) { return walk(node, look, context, into: &out) }
    for child in page.elements(in: node) {
      let inside = page.look(of: child, in: look)
      if isPassedOver(child, inside) { continue }
      let range = page.tree.nodes[child].source
      switch page.element(child) {
      case "div": definitions(child, inside, context, into: &out)
      case "dd":
        let blocks = self.inner(child, inside.inherited, context)
        guard !blocks.isEmpty else { continue }
        let list = List.unmarked([List.Item(blocks, source: page.source(child))], source: page.source(child))
        add(.list(list), context, range: range, into: &out)
      default:
        var term = inside
        // a face that is bold and slanted few families have
        term.isBold = !page.tree.all("dfn", in: child).contains { page.look(of: $0, in: inside).isItalic }
        let blocks = self.inner(child, term, context).map { block -> Block in
          guard case .figure(let figure) = block, (1...3).contains(figure.alternative.utf8.count) else {
            return block.flush
          }
          // the number of a remark, drawn
          let sign = "(\(figure.alternative))"
          additions[Int(figure.source.offset), default: ""] += sign
          return Block.paragraph(Paragraph([Inline(sign, source: figure.source)], source: figure.source)).flush
        }
        add(blocks, context, range: range, into: &out)
      }
    }
  }

  /// Words between the items of a list.
  private func isStray(_ node: Int) -> Bool {
    let content = page.tree.nodes[node]
    return content.isText && page.tree.bytes[content.source].contains { $0 > 0x20 }
  }

  // MARK: Tables

  private struct Cell {
    var blocks: [Block]
    var isHead: Bool
    var align: ComputedStyle.Align
    var columns: Int
    var rows: Int
    var isPersona: Bool

    var made: Table.Cell {
      var made = Table.Cell(blocks, columns: columns, rows: rows)
      made.isHead = isHead
      return made
    }
  }

  func table(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    var elements = page.inside(node).filter { row in
      guard page.element(row) == "tr" else { return false }
      // rows in a cell, be it of a table or of none, are that cell's; those in a caption that nothing ends are set with it
      var around = page.parent(row)
      while around > node, !["table", "tr", "caption"].contains(page.element(around)) { around = page.parent(around) }
      return around == node
    }
    let range = page.tree.nodes[node].source
    // cells without a row, words without a cell
    if elements.isEmpty || hasStrayWords(node, parts: ["tr", "caption"])
      || elements.contains(where: { hasStrayWords($0, parts: ["td", "th"]) })
    {
      return walk(node, look, context, into: &out)
    }
    for child in page.elements(in: node) where page.element(child) == "caption" {
      let inside = page.look(of: child, in: look)
      if let first = elements.first, first < child { moved.append(page.range(child)) }
      add(
        self.inner(child, inside, context).map { $0.placed(.centred) }, context, range: page.tree.nodes[child].source,
        into: &out)
    }
    // the foot of a table may stand before its rows
    let feet = page.elements(in: node).filter { page.element($0) == "tfoot" }
    if let last = elements.last, let foot = feet.first(where: { page.whole($0).upperBound <= last }) {
      let isOfFoot = { (row: Int) in self.page.whole(foot).contains(row) }
      elements = elements.filter { !isOfFoot($0) } + elements.filter(isOfFoot)
      moved.append(page.range(foot))
    }
    var cells: [[Cell]] = []
    var wishes = wishes(of: node, look)
    var asCell = context
    asCell.isCell = true
    // bodies of the table, and what else may stand around rows
    var around = [node: (look: look, isPassedOver: false)]
    func surroundings(_ element: Int) -> (look: ComputedStyle, isPassedOver: Bool) {
      if let known = around[element] { return known }
      let outer = surroundings(page.parent(element))
      let own = page.look(of: element, in: outer.look)
      let found = (look: own, isPassedOver: outer.isPassedOver || isPassedOver(element, own))
      around[element] = found
      return found
    }
    for row in elements {
      let outer = surroundings(page.parent(row))
      let rowLook = page.look(of: row, in: outer.look)
      if outer.isPassedOver || isPassedOver(row, rowLook) { continue }
      anchor(row)
      take(row, rowLook, at: cells.count, into: &wishes)
      var column = 0
      cells.append(
        page.elements(in: row).compactMap { cell in
          let inside = page.look(of: cell, in: rowLook)
          if isPassedOver(cell, inside) { return nil }
          take(cell, inside, at: cells.count, column: column, into: &wishes)
          column += 1
          let isHead = page.element(cell) == "th"
          var plain = inside
          if isHead { plain.isBold = false }
          func span(_ name: String) -> Int { min(max(Int(page.tree.attribute(name, of: cell) ?? "") ?? 1, 1), 200) }
          return Cell(
            blocks: self.inner(cell, plain, asCell), isHead: isHead, align: inside.align, columns: span("colspan"),
            rows: span("rowspan"), isPersona: page.types(cell).contains("z3998:persona"))
        })
    }
    if cells.contains(where: { $0.contains(where: \.isPersona) }) { return speeches(cells, context, range, into: &out) }
    let head = cells.prefix { row in !row.isEmpty && row.allSatisfy(\.isHead) }.count
    let isAllHead = head == cells.count
    let heads = cells[..<(isAllHead ? 0 : head)].map { row in row.map(\.made) }
    let rows = cells[(isAllHead ? 0 : head)...].map { row in row.map(\.made) }
    let widest = max(Table.columns(of: heads), Table.columns(of: rows))
    wishes.heights = Dictionary(
      wishes.heights.compactMap { $0.key < heads.count ? nil : ($0.key - heads.count, $0.value) }, uniquingKeysWith: max
    )
    let isForm = wishes.isRuled && wishes.isForm(rows)
    let isLayout =
      widest <= 1 && !isForm || widest > 24
      || cells.contains { $0.contains { $0.blocks.count > 12 || $0.blocks.contains(where: isLarge) } }
    if isLayout, !isForm, let rows = Table(columns: [], cells: heads, rows: rows, isRuled: false).picturesInRows {
      return add(rows.flatMap { Block.row(of: $0) }, context, range: range, into: &out)
    }
    if isLayout {
      return add(cells.flatMap { $0.flatMap(\.blocks) }, context, range: range, into: &out)
    }
    report.tables += 1
    let (headGrid, grid) = (Table.grid(heads, columns: widest), Table.grid(rows, columns: widest))
    var table = Table(
      columns: alignments(of: cells, in: headGrid + grid, columns: widest), cells: headGrid, rows: grid,
      isRuled: !heads.isEmpty, source: SourceLocation(offset: page.place(range.lowerBound)))
    if isForm { table.take(wishes) }
    add(.table(table), context, range: range, into: &out)
  }

  // MARK: Forms

  /// Widths of its `col`, and whether it has rules.
  private func wishes(of table: Int, _ look: ComputedStyle) -> TableWishes {
    var wishes = TableWishes()
    wishes.isRuled = page.tree.attribute("border", of: table).map { $0 != "0" } ?? false
    var column = 0
    for child in page.inside(table) where page.element(child) == "col" {
      let span = min(max(Int(page.tree.attribute("span", of: child) ?? "") ?? 1, 1), 200)
      guard column + span <= 200 else { break }
      let width = width(of: child, page.look(of: child, in: look))
      for place in column..<(column + span) { wishes.widths[place] = width }
      column += span
    }
    return wishes
  }

  /// - Parameter column: of a cell, where those before it reach over no other.
  private func take(_ node: Int, _ look: ComputedStyle, at row: Int, column: Int? = nil, into wishes: inout TableWishes)
  {
    let attribute = page.tree.attribute("height", of: node).flatMap { Double($0) }.map { $0 * 0.75 }
    if let height = look.height.map({ $0 * 12 }) ?? attribute { wishes.add(height: height, row: row) }
    guard let column, column < 200 else { return }
    if look.isBoxed { wishes.isRuled = true }
    if wishes.widths[column] == nil, page.tree.attribute("colspan", of: node) == nil {
      wishes.widths[column] = width(of: node, look)
    }
  }

  /// Pixels, or hundredths of the measure: a table is in one or the other.
  private func width(of node: Int, _ look: ComputedStyle) -> Double? {
    let own = look.pictureWidth ?? page.tree.attribute("width", of: node)
    guard let length = own.flatMap({ CSSLength($0.lowercased()) }), length.number > 0 else { return nil }
    return length.unit == "%" || length.unit.isEmpty ? length.number : length.pixels(em: 16)
  }

  /// What no cell holds: pictures, tables, speeches, long text.
  private func isLarge(_ block: Block) -> Bool {
    switch block {
    case .figure, .table, .speech: return true
    default:
      var length = 0
      block.visitText { inlines, _ in length += inlines.plainText.utf8.count }
      return length > 1200
    }
  }

  /// How most cells of each column stand in it.
  /// - Parameter grid: the same rows, each cell in its place; what a row has not is empty behind its last cell.
  private func alignments(of cells: [[Cell]], in grid: [[Table.Cell]], columns: Int) -> [Table.Alignment] {
    var votes = [[ComputedStyle.Align: Int]](repeating: [:], count: columns)
    for (row, places) in zip(cells, grid) {
      for (cell, column) in zip(row, places.indices.filter { !places[$0].isCovered }) where !cell.isHead {
        votes[column][cell.align, default: 0] += 1
      }
    }
    return votes.map { votes -> Table.Alignment in
      switch votes.max(by: { $0.value < $1.value })?.key {
      case .centre: .centre
      case .end: .trailing
      default: .leading
      }
    }
  }

  /// What stands in a cell, blocks as lines.
  private static func inlines(of blocks: [Block]) -> [Inline] {
    var made: [Inline] = []
    for block in blocks {
      block.visitText { inlines, _ in
        guard !inlines.isEmpty else { return }
        if !made.isEmpty { made.append(Inline(.lineBreak, source: inlines[0].source)) }
        made += inlines
      }
    }
    return made
  }

  /// A play whose rows say who speaks and what.
  private func speeches(_ cells: [[Cell]], _ context: Context, _ range: Range<Int>, into out: inout [FlowItem]) {
    var made: [Block] = []
    for row in cells {
      let place = row.firstIndex(where: \.isPersona)
      // a name is a line or some; pictures and what keeps its spaces are none
      let named = place.map { row[$0].blocks }.flatMap { $0.allSatisfy { $0.paragraph != nil } ? $0 : nil }
      let speaker = FlowReader.inlines(of: named ?? [])
      // words keep their order wherever the speaker's name stands
      let first = speaker.isEmpty ? 0 : place ?? 0
      made += row[..<first].flatMap(\.blocks)
      let said = row[(speaker.isEmpty ? 0 : first + 1)...].flatMap(\.blocks)
      if speaker.isEmpty {
        made += said
      } else {
        report.speeches += 1
        made.append(.speech(Speech(speaker: speaker, said, source: speaker[0].source)))
      }
    }
    add(made, context, range: range, into: &out)
  }
}

extension List {
  /// Puts a list into the last item of this, or of the last list in that; of the same depth it goes on with this one.
  fileprivate mutating func nest(_ list: List, depth: Int) {
    guard depth > 0, let last = items.indices.last else {
      var added = list.items
      if let start, let next = list.start, next != start + items.count, added[0].number == nil {
        added[0].number = next
      }
      items += added
      return
    }
    if let inner = items[last].blocks.indices.last, case .list(var deeper) = items[last].blocks[inner],
      depth > 1 || deeper.start.map({ $0 < list.start ?? 0 }) ?? (list.start == nil)
    {
      deeper.nest(list, depth: depth - 1)
      items[last].blocks[inner] = .list(deeper)
    } else {
      items[last].blocks.append(.list(list))
    }
  }

  /// The sign that a sheet writes before every item: `'– '`.
  fileprivate static func sign(css style: String) -> String? {
    guard let quote = style.first, quote == "\"" || quote == "'" else { return nil }
    let sign = style.dropFirst().prefix { $0 != quote }.filter { !$0.isWhitespace }
    return (1...8).contains(sign.count) ? sign : nil
  }
}

extension [Block] {
  /// A point that somebody typed above the item that it stands before, in its line.
  fileprivate var withSignInLine: [Block] {
    guard count > 1, let sign = self[0].paragraph?.inlines, let text = self[1].paragraph?.inlines.first,
      (1...3).contains(sign.plainText.count), !sign.plainText.contains(where: { $0.isLetter || $0.isNumber })
    else { return self }
    var blocks = Array(dropFirst())
    blocks[0].paragraph?.inlines.insert(contentsOf: sign + [Inline(" ", source: text.source)], at: 0)
    return blocks
  }
}

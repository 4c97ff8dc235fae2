internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Where a tab leads (ECMA-376-1, 17.3.1.37).
struct WordTab: Equatable, Sendable {
  enum Kind: Sendable { case left, centre, right, clear }

  /// Twentieths of a point from the text's left edge.
  var place: Int
  var kind: Kind
  /// Something is drawn up to it: dots, hyphens.
  var hasLeader: Bool
  /// What is drawn up to it is a line to write on.
  var isLine: Bool

  init?(_ tree: XMLTree, _ node: Int) {
    guard tree.nodes[node].name == "tab", let place = tree.number("pos", of: node) else { return nil }
    self.place = place
    switch tree.value("val", of: node) {
    case "clear": kind = .clear
    case "center": kind = .centre
    case "right", "end", "decimal": kind = .right
    case "bar": return nil
    default: kind = .left
    }
    let leader = tree.value("leader", of: node) ?? "none"
    hasLeader = leader != "none"
    isLine = leader == "underscore" || leader == "heavy"
  }
}

extension [WordTab] {
  /// With those of a style that they do not clear.
  func over(_ base: [WordTab]) -> [WordTab] {
    let own = Dictionary(map { ($0.place, $0) }, uniquingKeysWith: { $1 })
    let all = Dictionary(base.map { ($0.place, $0) }, uniquingKeysWith: { $1 }).merging(own) { $1 }
    return all.values.filter { $0.kind != .clear }.sorted { $0.place < $1.place }
  }
}

extension ParagraphLook {
  /// How many underscores make the line that a tab draws to write on; nil for a tab that draws none.
  /// - Parameters:
  ///   - number: of the tab in its line, from 0.
  ///   - letters: that stand before it.
  func line(ofTab number: Int, behind letters: Int) -> Int? {
    guard let tabs, let stop = tabs.indices.contains(number) ? tabs[number] : tabs.last, stop.isLine else { return nil }
    // an underscore is half as wide as type of 12 points is large; a book's line has room for some fifty letters
    let before = number > 0 && tabs.indices.contains(number - 1) ? tabs[number - 1].place : 0
    let wanted = (stop.place - Swift.max(before, letters * 110)) / 120
    return Swift.max(6, Swift.min(wanted, 46 - letters % 46))
  }
}

extension WordFlow {
  /// A paragraph whose tabs stand in columns, with those like it below.
  struct TabbedRows {
    var table: Table
    var count: Int
  }

  /// Lines of which tabs make columns: two or more of one form, or one whose leader shows what belongs together.
  func tabbedRows(from start: Int) -> TabbedRows? {
    guard let first = items[start].paragraph, let form = cells(start) else { return nil }
    var rows = [form.cells]
    var hasStops = !(first.look.tabs ?? []).isEmpty
    while start + rows.count < items.count, !items[start + rows.count].beginsPage,
      let next = cells(start + rows.count), next.cells.count == form.cells.count, next.kinds == form.kinds
    {
      hasStops = hasStops || !(items[start + rows.count].paragraph?.look.tabs ?? []).isEmpty
      rows.append(next.cells)
    }
    guard hasStops, rows.count > 1 || form.hasLeader, !rows.areContents(form.kinds) else { return nil }
    let table = Table(
      columns: [.leading] + form.kinds, cells: [], rows: rows.map { row in row.map { Table.Cell($0) } }, isRuled: false,
      source: first.source)
    return TabbedRows(table: table, count: rows.count)
  }

  private func cells(_ index: Int) -> (cells: [[Inline]], kinds: [Table.Alignment], hasLeader: Bool)? {
    guard let paragraph = items[index].paragraph, paragraph.item == nil, !isHeading(index),
      (3...800).contains(paragraph.length)
    else { return nil }
    switch paragraph.role {
    case nil, .flush?, .list?: break
    default: return nil
    }
    var stops = paragraph.look.tabs ?? []
    // where the other lines begin the first one stops, too
    if let left = paragraph.look.left, let first = paragraph.look.first, first < 0,
      stops.allSatisfy({ $0.place > left })
    {
      stops.insert(WordTab(place: left), at: 0)
    }
    guard !stops.isEmpty, let cells = paragraph.inlines.cells, cells.count > 1, cells.count - 1 <= stops.count,
      cells.dropLast().allSatisfy({ $0.size <= 60 }), !paragraph.words.beginsTypedItem
    else { return nil }
    let used = stops.prefix(cells.count - 1)
    let hasLeader = used.contains(where: \.hasLeader)
    // who speaks, and what
    let name = cells[0].plainText
    let isSpeaker = name.hasSuffix(":") || name.hasSuffix(".")
    guard hasLeader || used.contains(where: { $0.kind == .right }) || !isSpeaker else { return nil }
    let kinds = used.map { stop -> Table.Alignment in
      switch stop.kind {
      case .left, .clear: .leading
      case .centre: .centre
      case .right: .trailing
      }
    }
    return (cells, kinds, hasLeader)
  }
}

extension WordTab {
  /// Nothing is drawn up to it.
  fileprivate init(place: Int) { (self.place, kind, hasLeader, isLine) = (place, .left, false, false) }
}

extension [[[Inline]]] {
  /// Numbers of pages, none lower than the one above it: a list of contents, which is known by other signs.
  fileprivate func areContents(_ kinds: [Table.Alignment]) -> Bool {
    guard kinds.last == .trailing else { return false }
    let numbers = map { Int($0.last?.plainText ?? "") ?? -1 }
    return numbers.allSatisfy { $0 >= 0 } && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
  }
}

extension [Inline] {
  /// What stands between tabs; nil where a line ends in it, and where nothing stands between two.
  fileprivate var cells: [[Inline]]? {
    var cells: [[Inline]] = [[]]
    for inline in self {
      guard case .text = inline.content else {
        if inline.content == .lineBreak { return nil }
        cells[cells.count - 1].append(inline)
        continue
      }
      var rest: Inline? = inline
      while let piece = rest, case .text(let text) = piece.content {
        guard let tab = text.firstIndex(of: "\u{2003}") else {
          cells[cells.count - 1].append(piece)
          break
        }
        let before = text.utf8.distance(from: text.startIndex, to: tab)
        var behind: Inline? = piece
        if before > 0, let (front, back) = piece.parted(atByte: before) {
          cells[cells.count - 1].append(front)
          behind = back
        }
        cells.append([])
        rest = behind?.parted(atByte: 3)?.1
      }
    }
    return cells.allSatisfy { $0.plainText.contains { !$0.isWhitespace } } ? cells : nil
  }
}

package import BookModel
internal import Units

// Pictures that stand side by side: a row of a table without rules, in which each is as wide as its column leaves it.

extension Block {
  /// - Parameter figures: each with its own caption below it.
  package static func row(of figures: [Figure]) -> [Block] {
    guard figures.count > 1, figures.count <= 6, figures.allSatisfy({ $0.placement < .page && $0.runaround == nil })
    else { return figures.map(Block.figure) }
    let count = Double(figures.count)
    // a share is one of the measure, of which each has its part
    let figures = figures.map { figure in
      var figure = figure
      if case .share(let share)? = figure.width { figure.width = .share(min(1, share * count)) }
      return figure
    }
    return [
      .table(
        Table(
          columns: figures.map { _ in .centre }, cells: [], rows: [figures.map { Table.Cell([.figure($0)]) }],
          isRuled: false, source: figures[0].source))
    ]
  }
}

extension [Inline] {
  /// The pictures of lines that hold nothing else, by lines; nil where there are words, or one picture alone.
  package var picturesAlone: [[Figure]]? {
    var figures: [[Figure]] = [[]]
    for inline in self {
      switch inline.content {
      case .image(let name): figures[figures.count - 1].append(Figure(name, inline))
      case .text(let words): guard words.allSatisfy(\.isWhitespace) else { return nil }
      case .lineBreak: figures.append([])
      default: return nil
      }
    }
    return figures.reduce(0) { $0 + $1.count } > 1 ? figures : nil
  }
}

extension Table {
  /// Words below a row of pictures are of all of them.
  /// - Returns: false, with nothing taken, where it is any other table.
  mutating func takeCaption(_ caption: [Inline]) -> Bool {
    guard let first = caption.first, head.isEmpty, !isRuled, rows.count == 1,
      rows[0].allSatisfy({ if case .figure? = $0.blocks.first { true } else { false } })
    else { return false }
    let all = Figure(image: nil, caption: caption, source: first.source)
    rows += Table.grid([[Cell([.figure(all)], columns: columns.count)]], columns: columns.count)
    return true
  }

  /// The pictures of a table without rules that holds nothing but these and their captions, in cells of their own or
  /// below them: a row for each of its rows; nil for any other.
  package var picturesInRows: [[Figure]]? {
    guard head.isEmpty, !isRuled else { return nil }
    var made: [[Figure]] = []
    var isCaptioned = true
    // `<tr></tr>` is nothing
    for row in rows where !row.isEmpty {
      guard row.allSatisfy({ $0.columns == 1 && $0.rows == 1 && !$0.isCovered }) else { return nil }
      let figures = row.map(\.captionedFigure)
      if figures.allSatisfy({ $0 != nil }) {
        made.append(figures.compactMap { $0 })
        isCaptioned = made[made.count - 1].contains { !$0.caption.isEmpty }
      } else if !isCaptioned, let last = made.indices.last {
        for (column, cell) in row.enumerated() {
          guard column < made[last].count, cell.blocks.isEmpty, cell.inlines.size <= 300 else { return nil }
          made[last][column].caption = cell.inlines
        }
        isCaptioned = true
      } else {
        return nil
      }
    }
    return made.allSatisfy { $0.count > 1 } ? made : nil
  }
}

extension Table.Cell {
  /// A picture, with the words below it as its caption.
  fileprivate var captionedFigure: Figure? {
    guard case .figure(var figure)? = blocks.first else { return nil }
    guard blocks.count > 1 else { return figure }
    guard blocks.count == 2, figure.caption.isEmpty, case .paragraph(let words) = blocks[1], words.inlines.size <= 300
    else { return nil }
    figure.caption = words.inlines
    return figure
  }
}

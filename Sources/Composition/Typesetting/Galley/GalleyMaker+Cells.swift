internal import BookModel
internal import PageModel
internal import Units

/// Blocks inside a table's cell, as lines one below the other.
extension GalleyMaker {
  /// Something of a cell that begins a line: a paragraph, an item, a line of verse.
  struct CellLine {
    var inlines: [Inline]
    var style: BlockStyle
    /// From the cell's edge, and of the first line besides; 1/1024 pt.
    var indent: PackedLength
    var firstIndent: PackedLength = 0
    /// Nil for the column's.
    var placement: Placement?
    /// White stands above it.
    var isApart = false
    /// The marker of the item whose first line comes next.
    var isMarker = false
    /// A picture alone, as large as its column leaves it.
    var isFigure = false
  }

  /// Calls `body` with each line of a cell's blocks, in reading order.
  /// - Parameters:
  ///   - isSet: the lines are set: the blocks are told to the outline of the book.
  ///   - hasMarkers: those of items are lines, too; else only where the lines are set.
  func eachLine(
    of blocks: [Block], style: BlockStyle, isSet: Bool = true, hasMarkers: Bool = false, _ body: (CellLine) -> Void
  ) {
    var walk = CellWalk(isSet: isSet, hasMarkers: isSet || hasMarkers)
    lines(of: blocks, style: style, indent: 0, &walk, body)
  }

  /// How far the walk through a cell has come.
  fileprivate struct CellWalk {
    var isSet: Bool
    var hasMarkers: Bool
    var depth = 0
    var isFirst = true
    /// Lines that were given, markers aside.
    var count = 0
  }

  private func lines(
    of blocks: [Block], style: BlockStyle, indent: PackedLength, _ walk: inout CellWalk, _ body: (CellLine) -> Void
  ) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph):
        if walk.isSet, let anchor = paragraph.anchor { pendingAnchors.append(.named(anchor)) }
        var line = CellLine(inlines: paragraph.inlines, style: style, indent: indent)
        switch paragraph.placement {
        case .justified: break
        case .centred: line.placement = .centred
        case .trailing: line.placement = .trailing
        case .leading: line.placement = .leading
        }
        line.isApart = walk.depth == 0
        line.isFigure = paragraph.inlines.arePictures
        emit(line, .paragraph, paragraph.source, &walk, body)
      case .heading(let heading):
        if walk.isSet, let anchor = heading.anchor { pendingAnchors.append(.named(anchor)) }
        var bold = style
        bold.isBold = true
        let separator = heading.separatorInText
        let words = heading.label + (separator.isEmpty ? [] : [Inline(separator)]) + heading.title
        // a cell's own title opens nothing in the book's outline
        emit(
          CellLine(inlines: words, style: bold, indent: indent, isApart: true), .paragraph, heading.source, &walk, body)
      case .verse(let verse): self.lines(of: verse, style: style, indent: indent, &walk, body)
      case .quotation(let quotation):
        open(.quotation, quotation.source, walk.isSet)
        lines(of: quotation.blocks, style: style, indent: indent + em / 2, &walk, body)
        if let attribution = quotation.attribution {
          var line = CellLine(inlines: attribution.inlines, style: style, indent: indent)
          line.placement = .trailing
          emit(line, .attribution, attribution.source, &walk, body)
        }
        close(walk.isSet)
      case .callout(let callout):
        open(.callout, callout.source, walk.isSet)
        if walk.isSet, let anchor = callout.anchor { pendingAnchors.append(.named(anchor)) }
        var bold = style
        bold.isBold = true
        let label = callout.label(resolver.language)
        if !label.isEmpty {
          let line = CellLine(inlines: label, style: bold, indent: indent, isApart: true)
          emit(line, .calloutTitle, callout.source, &walk, body)
        }
        lines(of: callout.blocks, style: style, indent: indent + em / 2, &walk, body)
        close(walk.isSet)
      case .list(let list): self.lines(of: list, style: style, indent: indent, &walk, body)
      case .preformatted(let lines): self.lines(of: lines, style: style, indent: indent, &walk, body)
      case .letter(let letter):
        let blocks =
          letter.dateline.map { Block.paragraph($0) } + letter.blocks + letter.signature.map { Block.paragraph($0) }
        lines(of: blocks, style: style, indent: indent, &walk, body)
      case .speech(let speech):
        emit(CellLine(inlines: speech.speaker, style: style, indent: indent), .paragraph, speech.source, &walk, body)
        lines(of: speech.blocks, style: style, indent: indent + em / 2, &walk, body)
      case .figure(let figure):
        if walk.isSet, let label = figure.label { pendingAnchors.append(.named(label.name)) }
        if let picture = Inline(figure: figure) {
          var line = CellLine(inlines: [picture], style: style, indent: indent, isApart: walk.depth == 0)
          line.isFigure = true
          emit(line, .paragraph, figure.source, &walk, body)
        }
        guard !figure.caption.isEmpty else { continue }
        let caption = CellLine(inlines: figure.caption, style: BlockStyle(design[.caption]), indent: indent)
        emit(caption, .paragraph, figure.source, &walk, body)
      case .table(let table):
        if walk.isSet { tell(ofInner: table) }
        // a table in a cell is read row by row, of short cells on one line
        for row in table.head + table.rows {
          if let line = row.onOneLine {
            emit(CellLine(inlines: line, style: style, indent: indent), .paragraph, table.source, &walk, body)
            continue
          }
          for cell in row where !cell.isEmpty {
            let inner = cell.blocks.isEmpty ? [.paragraph(Paragraph(cell.inlines, source: table.source))] : cell.blocks
            lines(of: inner, style: style, indent: indent, &walk, body)
          }
        }
      case .sceneBreak, .pageBreak: continue
      }
    }
  }

  /// Says once that a table in a cell has no columns.
  private func tell(ofInner table: Table) {
    guard !complaints.diagnostics.contains(where: { $0.code == "table-nested" }) else { return }
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "table-nested", "a table in a table's cell is set row by row, without columns",
        help: "let it stand by itself, above or below the other", source: table.source))
  }

  private func lines(
    of verse: Verse, style: BlockStyle, indent: PackedLength, _ walk: inout CellWalk, _ body: (CellLine) -> Void
  ) {
    open(.verse, verse.source, walk.isSet)
    for stanza in verse.stanzas {
      open(.stanza, stanza.lines.first?.source ?? verse.source, walk.isSet)
      for (number, line) in stanza.lines.enumerated() {
        // a turned line hangs
        let own = indent + Int32(min(line.indent, 20)) * em / 2
        var made = CellLine(inlines: line.inlines, style: style, indent: own + em, firstIndent: -em)
        made.isApart = number == 0
        emit(made, .verseLine, line.source, &walk, body)
      }
      close(walk.isSet)
    }
    close(walk.isSet)
  }

  private func lines(
    of lines: Preformatted, style: BlockStyle, indent: PackedLength, _ walk: inout CellWalk, _ body: (CellLine) -> Void
  ) {
    open(lines.isCode ? .code : .preformatted, lines.source, walk.isSet)
    for line in lines.lines {
      var code = InlineStyle()
      if lines.isCode { code.traits.insert(.code) }
      // spaces before the first letter count as its face has them: half an em and more
      let spaces = Int32(min(line.text.prefix { $0 == " " }.count, 40))
      let words = String(line.text.dropFirst(Int(spaces))).replacing(" ", with: "\u{A0}")
      var made = CellLine(
        inlines: [Inline(.text(words), style: code, source: line.source)], style: style,
        indent: indent + spaces * em * 11 / 20)
      made.placement = .leading
      body(walk.take(into: made))
    }
    close(walk.isSet)
  }

  private func lines(
    of list: List, style: BlockStyle, indent: PackedLength, _ walk: inout CellWalk, _ body: (CellLine) -> Void
  ) {
    open(.list(isOrdered: list.start != nil), list.source, walk.isSet)
    let markers = list.items.indices.map { marker(of: list, item: $0, depth: walk.depth) }
    let widest = markers.map { $0.isEmpty ? 0 : width(of: $0 + "\u{2002}", style: style) }.max() ?? 0
    walk.depth += 1
    for (index, item) in list.items.enumerated() {
      open(.item, item.source, walk.isSet)
      if walk.hasMarkers, !markers[index].isEmpty {
        var line = CellLine(
          inlines: [Inline(markers[index], source: item.source)], style: style,
          indent: indent + widest - width(of: markers[index] + "\u{2002}", style: style))
        line.isMarker = true
        emit(line, .label, item.source, &walk, body)
      }
      open(.itemBody, item.source, walk.isSet)
      let count = walk.count
      lines(of: item.blocks, style: style, indent: indent + max(widest, em / 2), &walk, body)
      // what an item without words is counted by stands alone
      if !markers[index].isEmpty, walk.count == count {
        body(walk.take(into: CellLine(inlines: [], style: style, indent: walk.isSet ? indent : indent + widest)))
      }
      close(walk.isSet)
      close(walk.isSet)
    }
    walk.depth -= 1
    close(walk.isSet)
  }

  private func emit(
    _ line: CellLine, _ role: BlockRole, _ source: SourceLocation, _ walk: inout CellWalk, _ body: (CellLine) -> Void
  ) {
    open(role, source, walk.isSet)
    body(walk.take(into: line))
    close(walk.isSet)
  }

  private func open(_ role: BlockRole, _ source: SourceLocation, _ isSet: Bool) { if isSet { begin(role, source) } }
  private func close(_ isSet: Bool) { if isSet { end() } }
}

extension GalleyMaker.CellWalk {
  /// The line without white above it where it is the first.
  fileprivate mutating func take(into line: GalleyMaker.CellLine) -> GalleyMaker.CellLine {
    var line = line
    if isFirst { line.isApart = false }
    isFirst = false
    if !line.isMarker { count += 1 }
    return line
  }
}

extension GalleyMaker.Apart {
  /// Puts lines below those there are.
  /// - Parameters:
  ///   - pitch: from baseline to baseline, 1/1024 pt.
  ///   - gap: white above them.
  ///   - markers: what stands beside the first of them: an item may begin with a list.
  mutating func append(
    _ other: GalleyMaker.Apart, pitch: PackedLength, gap: PackedLength, beside markers: [LineRecord]
  ) {
    let y = lines.last.map { $0.y + below + pitch + gap } ?? 0
    for var marker in markers {
      marker.y = y + (other.lines.first?.y ?? 0)
      // it is read with what it stands beside
      marker.source = other.lines.first?.source ?? marker.source
      lines.append(marker)
    }
    lines += other.lines.map { line in
      var line = line
      line.y += y
      return line
    }
    if !other.lines.isEmpty { below = other.below }
    noteRows = Int16(clamping: Int(noteRows) + Int(other.noteRows))
    keys += other.keys
  }
}

extension Inline {
  /// A figure's picture as an image in a line; nil where it has none.
  fileprivate init?(figure: Figure) {
    guard let name = figure.image else { return nil }
    var style = InlineStyle.plain
    style.extras.alternative = figure.alternative.isEmpty ? nil : figure.alternative
    (style.extras.width, style.extras.height) = (figure.width, figure.height)
    self.init(.image(name), style: style, source: figure.source)
  }
}

extension Table.Cell {
  /// What stands in the cell but for plain text; pictures on lines of their own are no letters of a line.
  var parts: [Block] {
    guard blocks.isEmpty, inlines.contains(where: \.isImage) else { return blocks }
    let lines = inlines.split { $0.content == .lineBreak }.map(Array.init)
    guard lines.contains(where: \.arePictures) else { return [] }
    return lines.map { .paragraph(Paragraph($0, source: $0[0].source)) }
  }
}

extension [Inline] {
  /// Whether nothing but pictures stands here.
  fileprivate var arePictures: Bool {
    contains(where: \.isImage)
      && allSatisfy { inline in
        if case .text(let words) = inline.content { words.allSatisfy(\.isWhitespace) } else { inline.isImage }
      }
  }
}

extension Inline {
  fileprivate var isImage: Bool { if case .image = content { true } else { false } }
}

extension [Table.Cell] {
  /// The words of a row of several cells, an em apart; nil where one of them has lines of its own or is long.
  fileprivate var onOneLine: [Inline]? {
    let cells = filter { !$0.isEmpty }
    guard cells.count > 1, cells.allSatisfy({ $0.blocks.isEmpty }),
      cells.allSatisfy({ !$0.inlines.contains { $0.content == .lineBreak } && $0.plainText.count <= 40 })
    else { return nil }
    return cells.enumerated().flatMap { index, cell in
      (index == 0 ? [] : [Inline("\u{2003}", source: cell.inlines.first?.source ?? SourceLocation(offset: 0))])
        + cell.inlines
    }
  }
}

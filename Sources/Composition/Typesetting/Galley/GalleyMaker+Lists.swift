internal import BookModel
internal import PageBreaking
internal import Shaping
internal import Units

/// Lists: each item's text in a column of its own, its marker hanging beside it.
extension GalleyMaker {
  func set(_ list: List, in frame: Frame) {
    let gap = em * 2 / 5
    let markers = list.items.indices.map { marker(of: list, item: $0, depth: frame.listDepth) }
    var inner = frame
    inner.listDepth += 1
    inner.isSpaced = !list.isTight
    let style = markerStyle(in: frame)
    let widest = markers.map { width(of: $0, style: style) }.max() ?? 0
    let isHung =
      design[.listMarker].isHung && frame.listDepth == 0 && frame.leadingIndent == 0 && !frame.isBoxed
      && hasMargin(for: widest + gap)
    // figures stand under figures: the column is as wide as its widest number asks, in steps
    // of half an em, so that most lists begin at the same place
    let column = max(em * 3 / 2, (widest + gap + em / 2 - 1).count(of: em / 2) * (em / 2))
    if !isHung { inner.indent(leading: column, measure: measure, em: em) }
    for (index, item) in list.items.enumerated() {
      begin(.item, item.source)
      defer { end() }
      if index > 0, !list.isTight { space() }
      var blocks = item.blocks
      if list.counting == .none {
        within(.itemBody, item.source) { set(blocks, in: inner) }
        continue
      }
      if isInNote || !isHung && inner.leadingIndent - frame.leadingIndent < widest {
        // no column left: the marker runs in
        let label = Inline(markers[index] + "\u{A0}", source: item.source)
        if case .paragraph(var first)? = blocks.first {
          first.inlines.insert(label, at: 0)
          blocks[0] = .paragraph(first)
        } else {
          blocks.insert(.paragraph(Paragraph([label], source: item.source)), at: 0)
        }
        within(.itemBody, item.source) { set(blocks, in: inner) }
        continue
      }
      within(.label, item.source) {
        // `1.` has its point where the item's lines go
        builder.backward = isWrittenLeftwards(item) ? .withoutLetters : .asLettersTell
        defer { builder.backward = .asLettersTell }
        hang(markers[index], before: inner.leadingIndent - gap, style: style, source: item.source)
      }
      let count = pendingMarkers.count
      within(.itemBody, item.source) { set(blocks, in: inner) }
      // an item without a line of its own has one for its marker
      if pendingMarkers.count >= count { setBlankLine(source: item.source.offset) }
    }
  }

  private func markerStyle(in frame: Frame) -> BlockStyle {
    var frame = frame
    frame.style.isItalic = false
    frame.take(design[.listMarker])
    frame.style.hangs = false
    return frame.style
  }

  private func isWrittenLeftwards(_ item: List.Item) -> Bool {
    guard case .paragraph(let first)? = item.blocks.first else { return resolver.isRightToLeft }
    return ItemBuilder.firstStrongIsRightToLeft(Array(first.inlines.plainText.utf8)) ?? resolver.isRightToLeft
  }

  func marker(of list: List, item: Int, depth: Int) -> String {
    if let isDone = list.items[item].isDone {
      let box = isDone ? "\u{2611}" : "\u{2610}"
      // a true box or an honest pair of brackets, never the empty box of a missing glyph
      return shaper.covers(box, style: shaper.style(resolver.style(.body, .plain))) ? box : isDone ? "[x]" : "[\u{A0}]"
    }
    if list.counting == .none { return "" }
    return list.marker(of: item) ?? ["\u{2022}", "\u{2013}", "\u{B7}"][depth % 3]
  }

  func width(of marker: String, style: BlockStyle) -> PackedLength {
    builder.build([Inline(marker)], block: style, shaper: shaper, into: &paragraph)
    return PackedLength(units: paragraph.items.reduce(0) { $0 + shaper.text.words[Int($1.word)].advance })
  }

  /// Sets a marker that ends at `end` (1/1024 pt from the measure's edge), to stand beside the next line set.
  private func hang(_ marker: String, before end: PackedLength, style: BlockStyle, source: SourceLocation) {
    let spec = LineSpec(frame: Frame(style: style), placement: .leading)
    guard var line = layApart([Inline(marker, source: source)], spec: spec).lines.first else { return }
    line.x = end - width(of: marker, style: style)
    line.kind = .marker
    if line.flags.contains(.isRightToLeft) { line.flags.remove(.isRightToLeft) }
    pendingMarkers.append(line)
  }

  private func setBlankLine(source: UInt32) {
    let start = stick.lines.count
    blankRecord(source: source)
    if resolver.isRightToLeft { stick.lines[start].flags.insert(.isTrailing) }
    append(.lines, [VerticalLine()], from: start)
  }
}

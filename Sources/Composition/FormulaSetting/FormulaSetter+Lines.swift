package import Formula
package import Units

/// Formulas in lines of text, and on lines of their own that are too long for one.
extension FormulaSetter {
  /// The parts between which a line of text may end, at the outer level alone (The TeXbook, p. 173): behind relations, in
  /// a wide formula behind binary signs, too; never near either end. A space of the text stands between two parts.
  package mutating func parts(of formula: FormulaNode) -> [FormulaBox] {
    let style = Style(level: .text)
    let nearest = ems(2)
    let core = FormulaSetter.core(formula)
    guard case .row(let nodes) = core, nodes.count > 2 else { return [box(of: formula, style)] }
    let items = row(nodes, style)
    let whole = joined(items)
    guard whole.width > nearest + nearest else { return [whole] }
    let takesBinary = whole.width > ems(12)
    var parts: [FormulaBox] = []
    var start = 0
    for index in items.indices.dropLast() {
      let isPlace =
        items[index].kind == .relation && items[index + 1].kind != .relation
        || takesBinary && items[index].kind == .binary
      guard isPlace, !items[index + 1].isSpace, width(items[start...index]) >= nearest,
        width(items[(index + 1)...]) >= nearest
      else { continue }
      parts.append(joined(Self.withoutFirstGlue(items[start...index])))
      start = index + 1
    }
    parts.append(joined(Self.withoutFirstGlue(items[start...])))
    return parts
  }

  /// A displayed formula, in several lines where it is wider than so much: before relations, which then stand below the
  /// first one, else before binary signs, which stand further in (Knuth, The TeXbook, p. 195; M. Downes, breqn).
  package mutating func displayed(_ formula: FormulaNode, within room: Length) -> [FormulaBox] {
    let style = Style(level: .display)
    let whole = box(of: formula, style)
    guard whole.width > room, case .row(let nodes) = FormulaSetter.core(formula) else { return [whole] }
    let items = row(nodes, style)
    // the first relation goes with what stands before it, if that is short
    let first = items.indices.dropFirst().first { items[$0].kind == .relation }
    let left = first.map { width(items[...$0]) - items[$0].box.width } ?? .zero
    let isShort = first != nil && left.units < room.units * 2 / 5
    let (below, further) = isShort ? (left, left + ems(2)) : (ems(2), ems(2))
    var lines: [FormulaBox] = []
    var start = 0
    while start < items.count {
      let isApart = start > 0 && items[start - 1].isSpace
      let indent =
        start == 0 || isApart ? Length.zero : items[start].kind == .relation ? below : further
      let free = room - indent
      var end = items.count
      if width(items[start...]) <= free {
        // what goes on behind a binary sign ends before the next relation
        if start > 0, items[start].kind == .binary {
          end = items.indices.first { $0 > start && items[$0].kind == .relation } ?? end
        }
      } else {
        let places = items.indices.filter {
          $0 > start && width(items[start..<$0]) <= free && !(isShort && start == 0 && $0 == first)
        }
        // formulas beside each other are parted by the white between them
        end =
          places.last { items[$0 - 1].isSpace && items[$0 - 1].box.width >= ems(1) }
          ?? places.last { items[$0].kind == .relation } ?? places.last { items[$0].kind == .binary }
          ?? places.last { items[$0 - 1].kind == .punctuation } ?? items.count
      }
      var shown = items[start..<end]
      if end < items.count { while shown.count > 1, shown.last?.isSpace == true { shown.removeLast() } }
      let line = joined(Self.withoutFirstGlue(shown))
      var shifted = FormulaBox(width: line.width + indent, height: line.height, depth: line.depth)
      shifted.add(line, x: indent)
      lines.append(shifted)
      start = end
    }
    // all of them begin at one place
    let widest = lines.map(\.width).max() ?? .zero
    if lines.count > 1 { for index in lines.indices { lines[index].width = max(lines[index].width, widest) } }
    return lines
  }

  /// `(1)` or what stands for it.
  package mutating func tag(_ tag: FormulaTag) -> FormulaBox {
    let style = Style(level: .text)
    guard tag.hasParentheses else { return text(tag.text, style) }
    var box = words.box(of: "(", face: [], size: size)
    box.append(text(tag.text, style))
    box.append(words.box(of: ")", face: [], size: size))
    return box
  }

  private static func withoutFirstGlue(_ items: ArraySlice<Item>) -> [Item] {
    var items = Array(items)
    if !items.isEmpty { items[0].glue = .zero }
    return items
  }

  private func width(_ items: ArraySlice<Item>) -> Length { joined(Self.withoutFirstGlue(items)).width }
}

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

  /// A displayed formula, in several lines where it is wider than so much: before relations, else before binary signs
  /// (Knuth, The TeXbook, p. 195).
  package mutating func displayed(_ formula: FormulaNode, within room: Length) -> [FormulaBox] {
    let style = Style(level: .display)
    let whole = box(of: formula, style)
    guard whole.width > room, case .row(let nodes) = FormulaSetter.core(formula) else { return [whole] }
    let items = row(nodes, style)
    var lines: [FormulaBox] = []
    var start = 0
    let indent = ems(2)
    while start < items.count {
      let free = room - (start == 0 ? .zero : indent)
      var end = items.count
      if width(items[start...]) > free {
        let places = items.indices.filter { $0 > start && width(items[start..<$0]) <= free }
        end =
          places.last { items[$0].kind == .relation } ?? places.last { items[$0].kind == .binary }
          ?? places.last { items[$0 - 1].kind == .punctuation } ?? items.count
      }
      var line = joined(Self.withoutFirstGlue(items[start..<end]))
      if start > 0 {
        var shifted = FormulaBox(width: max(line.width + indent, room), height: line.height, depth: line.depth)
        shifted.add(line, x: indent)
        line = shifted
      } else if end < items.count {
        line.width = max(line.width, room)
      }
      lines.append(line)
      start = end
    }
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

extension FormulaTable.Kind {
  /// Its rows are lines of a page, not the lines of one sign.
  package var isDisplay: Bool { self == .aligned || self == .gathered || self == .multline }
}

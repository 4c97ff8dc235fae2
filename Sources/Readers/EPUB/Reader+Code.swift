internal import BookModel
internal import Units
internal import XML

/// Lines that stand as they were typed.
extension FlowReader {
  /// Whether all that stands in a `pre` is its lines: no notes, no blocks, nothing hidden or written by a sheet.
  private func isPlainCode(_ node: Int, _ look: ComputedStyle, depth: Int = 0) -> Bool {
    guard depth < 64 else { return false }
    return page.tree.children(of: node).allSatisfy { child in
      if page.tree.nodes[child].isText { return true }
      let inner = page.look(of: child, in: look)
      let spot = NodeID(page: page.index, node: child)
      guard inner.display == .inline, !inner.isHidden, inner.transform == .none, notes.calls[spot] == nil,
        !notes.bodies.contains(spot), !notes.elsewhere.contains(spot), !notes.labels.contains(spot),
        !notes.backLinks.contains(spot), page.types(child).isDisjoint(with: ["pagebreak", "backlink"]),
        page.generated("before", of: child, language: look.language) == nil,
        page.generated("after", of: child, language: look.language) == nil,
        !Page.blockNames.contains(page.element(child)), !["svg", "math", "ruby"].contains(page.element(child))
      else { return false }
      return isPlainCode(child, inner, depth: depth + 1)
    }
  }

  func preformatted(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    if page.isVerse(node) { return verses(node, look, context, into: &out) }
    guard isPlainCode(node, look) else { return walk(node, look, context, into: &out) }
    var lines: [Preformatted.Line] = []
    var text = ""
    var start = -1
    func end(_ place: Int) {
      while text.last == " " { text.removeLast() }
      var line = Preformatted.Line(text, source: SourceLocation(offset: start < 0 ? place : start))
      line.sourceEnd = UInt32(clamping: start < 0 ? 0 : place)
      lines.append(line)
      text = ""
      start = -1
    }
    for index in page.inside(node) {
      let content = page.tree.nodes[index]
      if content.name == "br" { end(page.place(content.source.lowerBound)) }
      if content.name == "img", let sign = page.tree.attribute("alt", of: index), !sign.isEmpty, sign.utf8.count <= 12 {
        // the number of a remark, drawn
        let shown = sign.allSatisfy(\.isNumber) ? "(\(sign))" : sign
        additions[page.place(content.source.lowerBound), default: ""] += shown
        if start < 0 { start = page.place(content.source.lowerBound) }
        text += shown
      }
      guard content.isText else { continue }
      page.tree.forEachScalar(ofText: index) { scalar, offset in
        if scalar == "\n" { return end(page.place(offset)) }
        if start < 0 { start = page.place(offset) }
        text.unicodeScalars.append(scalar)
        if scalar == "\t" {
          text.removeLast()
          text += String(repeating: " ", count: 8 - text.unicodeScalars.count % 8)
        }
      }
    }
    end(page.place(page.tree.nodes[node].inner.upperBound))
    while lines.first?.text.isEmpty == true { lines.removeFirst() }
    while lines.last?.text.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else { return }
    report.codeBlocks += 1
    add(
      .preformatted(Preformatted(lines, isCode: true, source: lines[0].source)), context,
      range: page.tree.nodes[node].source, into: &out)
  }
}

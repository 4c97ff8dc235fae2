internal import BookModel
internal import Formula
internal import XML

/// Formulas (ECMA-376-1, 22.1): set as such, their text where the book is read as text. One that says more than a
/// formula can is its text alone: raised, lowered, and with the signs that a line can show.
extension WordReader {
  /// - Parameter isDisplayed: on lines of its own.
  func readFormula(_ tree: XMLTree, _ node: Int, _ reading: inout RunReading, isDisplayed: Bool = false) {
    guard tree.hasWords(node) else { return }
    guard tree.nodes[node].name == "oMath" else {
      for child in tree.children(of: node) where tree.nodes[child].name == "oMath" {
        readFormula(tree, child, &reading, isDisplayed: true)
        // two that are alike are two all the same
        put(" ", at: tree.nodes[child].source.upperBound + base, &reading, .plain)
      }
      return
    }
    var style = self.style(tree, nil, reading).0
    let math = OfficeMath(tree: tree)
    if math.isWhole(node) {
      style.extras.formula = Formula(math.formula(node, isDisplayed: isDisplayed), isDisplayed: isDisplayed)
      style.traits.insert(.code)
    } else {
      formulas += 1
    }
    readFormulaPart(tree, node, &reading, style)
  }

  private func readFormulaPart(_ tree: XMLTree, _ node: Int, _ reading: inout RunReading, _ style: InlineStyle) {
    guard depth < WordReader.deepest else { return drop(tree, node, "nested too deep") }
    depth += 1
    defer { depth -= 1 }
    let end = tree.nodes[node].inner.upperBound + base
    func part(_ name: String, _ style: InlineStyle) {
      if let inner = tree.child(name, of: node) { readFormulaPart(tree, inner, &reading, style) }
    }
    func sign(_ words: String, _ node: Int) {
      put(added: words, at: tree.nodes[node].source.lowerBound + base, &reading, style)
    }
    func with(_ trait: InlineStyle.Traits) -> InlineStyle {
      // a formula is one run
      guard style.formula == nil else { return style }
      var style = style
      style.traits.insert(trait)
      return style
    }
    switch tree.nodes[node].name {
    case "t":
      for child in tree.children(of: node) where tree.nodes[child].isText {
        let base = base
        tree.forEachScalar(ofText: child) { scalar, at in put(scalar, at: at + base, &reading, style) }
      }
      reading.hasContent = true
    case "sSup":
      part("e", style)
      part("sup", with(.superscript))
    case "sSub":
      part("e", style)
      part("sub", with(.subscript))
    case "sSubSup":
      part("e", style)
      part("sub", with(.subscript))
      part("sup", with(.superscript))
    case "sPre":
      part("sub", with(.subscript))
      part("sup", with(.superscript))
      part("e", style)
    case "f":
      part("num", style)
      if let below = tree.child("den", of: node) { sign("/", below) }
      part("den", style)
    case "rad":
      part("deg", with(.superscript))
      if let inner = tree.child("e", of: node) { sign("√", inner) }
      part("e", style)
    case "nary":
      let properties = tree.child("naryPr", of: node)
      let character = properties.flatMap { tree.child("chr", of: $0) }.flatMap { tree.value("val", of: $0) } ?? "∫"
      if !character.isEmpty { sign(String(character.prefix(2)), tree.child("sub", of: node) ?? node) }
      part("sub", with(.subscript))
      part("sup", with(.superscript))
      part("e", style)
    case "d":
      let properties = tree.child("dPr", of: node)
      func fence(_ name: String, _ usual: String) -> String {
        properties.flatMap { tree.child(name, of: $0) }.map { tree.value("val", of: $0) ?? "" } ?? usual
      }
      let parts = tree.children(of: node).filter { tree.nodes[$0].name == "e" }
      for (index, inner) in parts.enumerated() {
        let open = index == 0 ? fence("begChr", "(") : fence("sepChr", "|")
        if !open.isEmpty { sign(open, inner) }
        readFormulaPart(tree, inner, &reading, style)
      }
      let close = fence("endChr", ")")
      if !close.isEmpty { put(added: close, at: end, &reading, style) }
    case "mr":
      for (index, inner) in tree.children(of: node).filter({ tree.nodes[$0].name == "e" }).enumerated() {
        if index > 0 { put(" ", at: tree.nodes[inner].source.lowerBound + base, &reading, style) }
        readFormulaPart(tree, inner, &reading, style)
      }
      put(" ", at: end, &reading, style)
    case let name where name.hasSuffix("Pr"): break
    default:
      for child in tree.children(of: node) where !tree.nodes[child].isText {
        if tree.nodes[child].name == "del" {
          silent.append(bytes(tree, child))
        } else {
          readFormulaPart(tree, child, &reading, style)
        }
      }
    }
  }
}

internal import Formula
internal import TeX
internal import XML

/// Reads Word's formulas (Office Math, ECMA-376-1, 22.1) into the tree that formulas of TeX and MathML become, too.
struct OfficeMath {
  let tree: XMLTree

  private static let elements: Set<String> = [
    "oMathPara", "oMath", "e", "num", "den", "sub", "sup", "deg", "lim", "fName", "mr", "r", "t", "f", "sSup", "sSub",
    "sSubSup", "sPre", "rad", "nary", "d", "func", "limLow", "limUpp", "acc", "bar", "groupChr", "box", "borderBox",
    "phant", "m", "eqArr", "ins", "del", "br",
  ]

  private static let braces: Set<Unicode.Scalar> = ["⏞", "⏟", "⎴", "⎵", "⏜", "⏝"]

  /// Formulas of books are some ten deep.
  private static let deepest = 60

  /// Whether all words of a formula stand where its elements have words: what else is in it would be lost.
  func isWhole(_ node: Int, depth: Int = 0) -> Bool {
    guard depth < OfficeMath.deepest else { return false }
    return tree.children(of: node).allSatisfy { child in
      if tree.nodes[child].isText { return name(node) == "t" || !tree.hasWords(child) }
      let name = name(child)
      return name.hasSuffix("Pr") || !tree.hasWords(child)
        || OfficeMath.elements.contains(name) && isWhole(child, depth: depth + 1)
    }
  }

  /// - Parameter math: the number of an element `oMath`.
  func formula(_ math: Int, isDisplayed: Bool) -> FormulaNode {
    let whole = joined(row(math))
    // a matrix of an alignment's columns that is all of it is its lines
    guard isDisplayed, case .table(let table) = whole, table.kind == .matrix, table.asLines.alignments.isEmpty else {
      return whole
    }
    return .table(table.asLines)
  }

  private func name(_ node: Int) -> String { tree.nodes[node].name }

  private func parts(_ node: Int, _ name: String) -> [Int] {
    tree.children(of: node).filter { self.name($0) == name }
  }

  /// What a property of an element says: `nil` where it is not there, "" where it says nothing.
  private func property(_ name: String, of node: Int) -> String? {
    tree.child(self.name(node) + "Pr", of: node).flatMap { tree.child(name, of: $0) }
      .map { tree.value("val", of: $0) ?? "" }
  }

  private func isOn(_ name: String, of node: Int) -> Bool {
    property(name, of: node).map { !["0", "off", "false"].contains($0) } ?? false
  }

  private func sign(_ name: String, of node: Int, usual: Unicode.Scalar) -> Unicode.Scalar? {
    guard let said = property(name, of: node) else { return usual }
    return said.unicodeScalars.first
  }

  private func joined(_ parts: [FormulaNode]) -> FormulaNode { parts.count == 1 ? parts[0] : .row(parts) }

  private func part(_ name: String, of node: Int) -> FormulaNode {
    tree.child(name, of: node).map { joined(row($0)) } ?? .empty
  }

  private func row(_ node: Int) -> [FormulaNode] {
    tree.children(of: node).filter { !tree.nodes[$0].isText }.flatMap(element)
  }

  private func element(_ node: Int) -> [FormulaNode] {
    func part(_ name: String) -> FormulaNode { self.part(name, of: node) }
    func scripts(_ sub: String?, _ sup: String?) -> FormulaNode {
      .scripts(base: part("e"), sub: sub.map(part), sup: sup.map(part), limits: .never)
    }
    switch name(node) {
    case "r": return run(node)
    case "f":
      switch property("type", of: node) {
      case "lin", "skw": return [part("num"), .symbol("/", .ordinary), part("den")]
      case "noBar": return [.fraction(FormulaFraction(part("num"), part("den"), rule: .none))]
      default: return [.fraction(FormulaFraction(part("num"), part("den")))]
      }
    case "sSup": return [scripts(nil, "sup")]
    case "sSub": return [scripts("sub", nil)]
    case "sSubSup": return [scripts("sub", "sup")]
    case "sPre":
      return [.scripts(base: .empty, sub: part("sub"), sup: part("sup"), limits: .never), part("e")]
    case "rad":
      let hasDegree = !isOn("degHide", of: node) && tree.child("deg", of: node).map(tree.hasWords) ?? false
      return [.radical(part("e"), degree: hasDegree ? part("deg") : nil)]
    case "nary": return [large(node), part("e")]
    case "d": return [fenced(node)]
    case "func": return row(tree.child("fName", of: node) ?? node).asNames + [part("e")]
    case "limLow", "limUpp":
      let base = joined(row(tree.child("e", of: node) ?? node).asNames)
      let (under, over) = name(node) == "limLow" ? (part("lim"), nil) : (nil, part("lim") as FormulaNode?)
      // a brace below or above, as pandoc writes it
      if case .symbol(let sign, _)? = under ?? over, OfficeMath.braces.contains(sign) {
        return [.classed(.operator, .accent(base, sign, isWide: true, isBelow: under != nil))]
      }
      switch base {
      case .large, .name, .classed(.operator, .accent):
        return [.scripts(base: base, sub: under, sup: over, limits: .always)]
      default: return [.stacked(base, over: over, under: under)]
      }
    case "acc":
      guard let sign = sign("chr", of: node, usual: "\u{302}") else { return [part("e")] }
      if "\u{304}\u{305}¯‾".unicodeScalars.contains(sign) { return [.line(part("e"), isBelow: false)] }
      return [.accent(part("e"), sign, isWide: true, isBelow: false)]
    case "bar": return [.line(part("e"), isBelow: property("pos", of: node) != "top")]
    case "groupChr":
      guard let sign = sign("chr", of: node, usual: "⏟") else { return [part("e")] }
      return [.accent(part("e"), sign, isWide: true, isBelow: property("pos", of: node) != "top")]
    case "borderBox": return [.boxed(part("e"))]
    case "phant":
      let isSeen = property("show", of: node).map { !["0", "off", "false"].contains($0) } ?? true
      return [.phantom(part("e"), width: true, height: true, isSeen: isSeen)]
    case "m":
      let rows = parts(node, "mr").map { FormulaTable.Row(cells: parts($0, "e").map { joined(row($0)) }) }
      return [.table(FormulaTable(.matrix, rows: rows, alignments: columns(of: node)))]
    case "eqArr":
      // what stands behind `#` is a number at the margin (ECMA-376, 22.1.2.34, `maxDist`)
      let numbered = parts(node, "e").map { row($0).atNumber }
      var cells = numbered.map(\.formula.atMarks)
      if numbered.contains(where: { $0.tag != nil }) {
        let rows = zip(cells, numbered).map { cells, line in
          var row = FormulaTable.Row(cells: cells.map(joined))
          row.tag = line.tag
          return row
        }
        return [.table(FormulaTable(cells.contains { $0.count > 1 } ? .aligned : .gathered, rows: rows))]
      }
      // marked at their beginnings they stand at the left
      if cells.allSatisfy({ $0.count == 2 && $0[0].isEmpty }) {
        cells = cells.map { [$0[1]] }
        let rows = cells.map { FormulaTable.Row(cells: $0.map(joined)) }
        return [.table(FormulaTable(.matrix, rows: rows, alignments: [.left]))]
      }
      let isAligned = cells.contains { $0.count > 1 }
      let rows = cells.map { FormulaTable.Row(cells: $0.map(joined)) }
      return [.table(FormulaTable(isAligned ? .aligned : .gathered, rows: rows))]
    case "del": return []
    case let name where name.hasSuffix("Pr"): return []
    default: return row(node)
    }
  }

  /// How the columns of a matrix stand: each form of them says for how many.
  private func columns(of node: Int) -> [FormulaTable.Alignment] {
    guard let properties = tree.child("mPr", of: node), let list = tree.child("mcs", of: properties) else {
      return [.centre]
    }
    var made: [FormulaTable.Alignment] = []
    for column in parts(list, "mc").compactMap({ tree.child("mcPr", of: $0) }) {
      let count = tree.child("count", of: column).flatMap { tree.value("val", of: $0) }.flatMap { Int($0) } ?? 1
      let alignment: FormulaTable.Alignment =
        switch tree.child("mcJc", of: column).flatMap({ tree.value("val", of: $0) }) {
        case "left": .left
        case "right": .right
        default: .centre
        }
      made += Array(repeating: alignment, count: min(max(count, 1), 64))
    }
    return made.isEmpty ? [.centre] : made
  }

  /// A sum, an integral and their like with their limits.
  private func large(_ node: Int) -> FormulaNode {
    guard let sign = sign("chr", of: node, usual: "∫") else { return .empty }
    let isAbove = property("limLoc", of: node).map { $0 == "undOvr" } ?? !TeXSymbols.isIntegral(sign)
    func limit(_ name: String, _ hidden: String) -> FormulaNode? {
      guard !isOn(hidden, of: node), let inner = tree.child(name, of: node), tree.hasWords(inner) else { return nil }
      return joined(row(inner))
    }
    let (sub, sup) = (limit("sub", "subHide"), limit("sup", "supHide"))
    let base = FormulaNode.large(sign, hasLimits: isAbove)
    return sub == nil && sup == nil ? base : .scripts(base: base, sub: sub, sup: sup, limits: isAbove ? .usual : .never)
  }

  private func fenced(_ node: Int) -> FormulaNode {
    let inner = parts(node, "e").map { joined(row($0)) }
    let separator = sign("sepChr", of: node, usual: "|")
    return .fenced(
      left: sign("begChr", of: node, usual: "("), inner,
      middle: Array(repeating: separator, count: max(0, inner.count - 1)), right: sign("endChr", of: node, usual: ")"))
  }

  // MARK: Letters

  private func run(_ node: Int) -> [FormulaNode] {
    let words = parts(node, "t").map { tree.text(of: $0) }.joined()
    let properties = parts(node, "rPr")
    func said(_ name: String) -> String? {
      properties.lazy.compactMap { tree.child(name, of: $0) }.first.map { tree.value("val", of: $0) ?? "" }
    }
    if said("nor") != nil { return words.isEmpty ? [] : [.text([FormulaText(.words(words))])] }
    let alphabet = OfficeMath.alphabet(said("scr"), said("sty"))
    var made: [FormulaNode] = []
    var letters = ""
    func endName() {
      guard !letters.isEmpty else { return }
      let scalars = Array(letters.unicodeScalars)
      made += scalars.count > 1 ? [.name(letters, hasLimits: false)] : [.symbol(scalars[0], .ordinary)]
      letters = ""
    }
    var blanks = 0
    for scalar in words.unicodeScalars {
      // a blank that is typed parts nothing, several are white
      blanks = scalar == " " ? blanks + 1 : 0
      if blanks == 2 { made.append(.space(9)) }
      // of an upright run letters that stand together are a name
      if alphabet == .upright, scalar.properties.isAlphabetic {
        letters.unicodeScalars.append(scalar)
        continue
      }
      endName()
      made += OfficeMath.symbol(scalar, alphabet)
    }
    endName()
    return made
  }

  private static func symbol(_ scalar: Unicode.Scalar, _ alphabet: FormulaAlphabet) -> [FormulaNode] {
    switch scalar {
    // applied functions, products and pluses that are not seen
    case "\u{2061}"..."\u{2064}", "\u{200B}"..."\u{200D}", "\u{2060}": return []
    case "\u{2003}": return [.space(18)]
    case "\u{2002}": return [.space(9)]
    case "\u{2004}", "\u{2005}", "\u{2009}", "\u{205F}": return [.space(4)]
    case _ where scalar.properties.isWhitespace: return []
    case "-": return [.symbol("−", .binary)]
    case "*": return [.symbol("∗", .binary)]
    case "'": return [.symbol("′", .ordinary)]
    default: break
    }
    if TeXSymbols.isSumming(scalar) { return [.large(scalar, hasLimits: true)] }
    if TeXSymbols.isIntegral(scalar) { return [.large(scalar, hasLimits: false)] }
    if let kind = TeXSymbols.kind(of: scalar) { return [.symbol(scalar, kind)] }
    let isFigure = ("0"..."9").contains(scalar)
    return [.symbol(isFigure && alphabet == .italic ? scalar : alphabet.letter(scalar), .ordinary)]
  }

  /// - Parameters:
  ///   - script: of the letters: nil for those of the text.
  ///   - style: plain, bold, italic or both; nil for italic.
  private static func alphabet(_ script: String?, _ style: String?) -> FormulaAlphabet {
    let isBold = style == "b" || style == "bi"
    switch script {
    case "double-struck": return .doubleStruck
    case "script": return isBold ? .boldScript : .script
    case "fraktur": return isBold ? .boldFraktur : .fraktur
    case "sans-serif": return isBold ? .boldSans : style == "p" ? .sans : .italicSans
    case "monospace": return .monospace
    default: return style == "p" ? .upright : style == "b" ? .bold : style == "bi" ? .boldItalic : .italic
    }
  }
}

extension [FormulaNode] {
  /// Cells of a row that `&` parts.
  fileprivate var atMarks: [[FormulaNode]] {
    split(omittingEmptySubsequences: false) { if case .symbol("&", _) = $0 { true } else { false } }.map(Array.init)
  }

  /// A line of formulas, and its number behind a `#`.
  fileprivate var atNumber: (formula: [FormulaNode], tag: FormulaTag?) {
    guard let sign = lastIndex(where: { if case .symbol("#", _) = $0 { true } else { false } }) else {
      return (self, nil)
    }
    func words(_ node: FormulaNode) -> String {
      switch node {
      case .symbol(let scalar, _): String(scalar)
      case .row(let inner): inner.map(words).joined()
      case .name(let name, _): name
      case .fenced(_, let inner, _, _): inner.map(words).joined()
      case .text(let parts): parts.map { if case .words(let words) = $0.content { words } else { "" } }.joined()
      default: ""
      }
    }
    let number = self[(sign + 1)...].map(words).joined().filter { $0 != "(" && $0 != ")" }
    let tag = FormulaTag(text: [FormulaText(.words(number))], hasParentheses: true)
    return (Array(self[..<sign]), number.isEmpty ? nil : tag)
  }

  /// A function's name, however its letters are set: italic ones stand one by one.
  fileprivate var asNames: [FormulaNode] {
    guard count == 1, case .name(let words, _) = self[0] else { return self }
    return [
      .name(words, hasLimits: ["lim", "max", "min", "sup", "inf", "det", "gcd", "limsup", "liminf"].contains(words))
    ]
  }
}

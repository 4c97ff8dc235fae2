package import Formula
internal import TeX
package import XML

/// Reads MathML (W3C, MathML 3 and Core) into the tree that formulas of TeX become, too.
package struct MathMLReader {
  private let tree: XMLTree

  package init(tree: XMLTree) { self.tree = tree }

  private static let elements: Set<String> = [
    "mi", "mn", "mo", "mtext", "ms", "mspace", "mrow", "msup", "msub", "msubsup", "munder", "mover", "munderover",
    "mfrac",
    "msqrt", "mroot", "mfenced", "mtable", "mtr", "mtd", "mlabeledtr", "menclose", "mphantom", "mstyle", "mpadded",
    "semantics", "annotation", "annotation-xml", "maligngroup", "malignmark", "mmultiscripts", "merror", "mglyph",
    "maction", "mprescripts", "none",
  ]
  private static let tokens: Set<String> = ["mi", "mn", "mo", "mtext", "ms", "annotation", "annotation-xml"]

  /// Formulas of books are some ten deep.
  private static let deepest = 60

  /// Whether all words of an element stand where MathML has words: what else is in it would be lost. One that is nested
  /// deeper than any formula is none.
  package func isWhole(_ node: Int, depth: Int = 0) -> Bool {
    guard depth < MathMLReader.deepest else { return false }
    let takesWords = MathMLReader.tokens.contains(name(node))
    return tree.children(of: node).allSatisfy { child in
      if tree.nodes[child].isText { return takesWords || !tree.hasWords(child) }
      return name(node).hasPrefix("annotation")
        || MathMLReader.elements.contains(name(child)) && isWhole(child, depth: depth + 1)
    }
  }

  /// - Parameter math: the number of the element `math`.
  package func formula(_ math: Int) -> FormulaNode {
    var parts = children(of: math)
    while parts.count == 1, ["mrow", "mstyle", "semantics", "mpadded"].contains(name(parts[0])) {
      let inner = children(of: parts[0])
      parts = name(parts[0]) == "semantics" ? Array(inner.prefix(1)) : inner
    }
    // a table that is all of a formula is its lines
    if parts.count == 1, name(parts[0]) == "mtable" {
      return .table(table(parts[0], children(of: parts[0])).asLines)
    }
    return row(parts)
  }

  private func children(of node: Int) -> [Int] { tree.children(of: node).filter { !tree.nodes[$0].isText } }
  private func name(_ node: Int) -> String {
    let name = tree.nodes[node].name
    return name.split(separator: ":").last.map(String.init) ?? name
  }
  private func words(_ node: Int) -> String {
    tree.words(of: node).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
  private func attribute(_ name: String, _ node: Int) -> String? { tree.attribute(name, of: node) }

  private func row(_ nodes: [Int]) -> FormulaNode {
    let parts = fenced(nodes)
    return parts.count == 1 ? parts[0] : .row(parts)
  }

  /// The parts of a row; brackets around what is tall are as tall as it.
  private func fenced(_ nodes: [Int]) -> [FormulaNode] {
    if nodes.count > 2, let first = nodes.first, let last = nodes.last, name(first) == "mo", name(last) == "mo",
      let left = sign(words(first)), let right = sign(words(last)), TeXSymbols.kind(of: left) == .open || left == "|",
      TeXSymbols.kind(of: right) == .close || right == "|", nodes.dropFirst().dropLast().contains(where: isTall)
    {
      return [.fenced(left: left, [.row(fenced(Array(nodes.dropFirst().dropLast())))], middle: [], right: right)]
    }
    // a brace before cases has no other
    let rest = nodes.dropFirst().filter { name($0) != "mo" || !words($0).isEmpty }
    if let first = nodes.first, name(first) == "mo", let left = sign(words(first)),
      TeXSymbols.kind(of: left) == .open || left == "|", rest.count == 1, name(rest[0]) == "mtable"
    {
      return [.fenced(left: left, [self.node(rest[0])], middle: [], right: nil)]
    }
    return nodes.map(node)
  }

  private func isTall(_ node: Int) -> Bool {
    ["mfrac", "mtable", "munderover", "msqrt", "mroot"].contains(name(node))
      || children(of: node).contains(where: isTall)
  }

  private func sign(_ words: String) -> Unicode.Scalar? {
    let scalars = words.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }

  private func node(_ node: Int) -> FormulaNode {
    let parts = children(of: node)
    func part(_ index: Int) -> FormulaNode { index < parts.count ? self.node(parts[index]) : .empty }
    switch name(node) {
    case "mi": return identifier(node)
    case "mn": return .row(words(node).unicodeScalars.map { .symbol($0, $0 == " " ? .punctuation : .ordinary) })
    case "mo": return `operator`(node)
    case "mtext", "ms": return .text([FormulaText(.words(words(node).replacing("\u{A0}", with: " ")))])
    case "mspace": return .space(length(attribute("width", node)))
    case "msup": return scripts(part(0), nil, part(1))
    case "msub": return scripts(part(0), part(1), nil)
    case "msubsup": return scripts(part(0), part(1), part(2))
    case "munder": return limits(parts, under: 1, over: nil, node)
    case "mover": return limits(parts, under: nil, over: 1, node)
    case "munderover": return limits(parts, under: 1, over: 2, node)
    case "mfrac":
      let hasRule =
        attribute("linethickness", node).map { !$0.hasPrefix("0") || $0.contains(where: { ("1"..."9").contains($0) }) }
        ?? true
      return .fraction(FormulaFraction(part(0), part(1), rule: hasRule ? .usual : .none))
    case "msqrt": return .radical(row(parts), degree: nil)
    case "mroot": return .radical(part(0), degree: part(1))
    case "mfenced": return fence(node, parts)
    case "mtable": return .table(table(node, parts))
    case "menclose":
      let notation = attribute("notation", node) ?? "longdiv"
      if notation.contains("box") { return .boxed(row(parts)) }
      if notation.contains("top") { return .line(row(parts), isBelow: false) }
      if notation.contains("bottom") { return .line(row(parts), isBelow: true) }
      return row(parts)
    case "mphantom": return .phantom(row(parts), width: true, height: true, isSeen: false)
    case "semantics": return part(0)
    case "annotation", "annotation-xml", "maligngroup", "malignmark": return .empty
    case "mmultiscripts":
      return scripts(part(0), parts.count > 1 ? part(1) : nil, parts.count > 2 ? part(2) : nil)
    default: return row(parts)
    }
  }

  /// Of one letter italic, of several upright, unless something else is asked.
  private func identifier(_ node: Int) -> FormulaNode {
    let words = words(node)
    let scalars = Array(words.unicodeScalars)
    let alphabet: FormulaAlphabet
    switch attribute("mathvariant", node) {
    case "normal": alphabet = .upright
    case "bold": alphabet = .bold
    case "bold-italic": alphabet = .boldItalic
    case "double-struck": alphabet = .doubleStruck
    case "script": alphabet = .script
    case "fraktur": alphabet = .fraktur
    case "sans-serif": alphabet = .sans
    case "monospace": alphabet = .monospace
    default: alphabet = scalars.count == 1 ? .italic : .upright
    }
    guard scalars.count > 1 else { return scalars.first.map { .symbol(alphabet.letter($0), .ordinary) } ?? .empty }
    guard attribute("mathvariant", node) == nil else {
      return .row(scalars.map { .symbol(alphabet.letter($0), .ordinary) })
    }
    return .name(words, hasLimits: MathMLReader.namesWithLimits.contains(words))
  }

  private static let namesWithLimits: Set<String> = [
    "lim", "max", "min", "sup", "inf", "det", "gcd", "limsup", "liminf", "lim sup", "lim inf", "argmax", "argmin",
  ]

  private func `operator`(_ node: Int) -> FormulaNode {
    let words = words(node)
    guard let sign = sign(words) else {
      // applied functions, products and pluses that are not seen
      let scalars = words.unicodeScalars.filter { !(0x2061...0x2064).contains($0.value) }
      if scalars.isEmpty { return .empty }
      return scalars.allSatisfy(\.properties.isAlphabetic)
        ? .name(words, hasLimits: MathMLReader.namesWithLimits.contains(words))
        : .row(scalars.map { .symbol($0, TeXSymbols.kind(of: $0) ?? .ordinary) })
    }
    if (0x2061...0x2064).contains(sign.value) { return .empty }
    if TeXSymbols.isSumming(sign) { return .large(sign, hasLimits: true) }
    if TeXSymbols.isIntegral(sign) { return .large(sign, hasLimits: false) }
    let usual: [Unicode.Scalar: Unicode.Scalar] = ["-": "−", "*": "∗", "'": "′"]
    return .symbol(usual[sign] ?? sign, TeXSymbols.kind(of: sign) ?? .ordinary)
  }

  private func scripts(_ base: FormulaNode, _ sub: FormulaNode?, _ sup: FormulaNode?) -> FormulaNode {
    .scripts(base: base, sub: sub, sup: sup, limits: .never)
  }

  private func limits(_ parts: [Int], under: Int?, over: Int?, _ node: Int) -> FormulaNode {
    func part(_ index: Int?) -> FormulaNode? { index.flatMap { $0 < parts.count ? self.node(parts[$0]) : nil } }
    guard let first = parts.first else { return .empty }
    let base = self.node(first)
    switch base {
    case .large, .name: return .scripts(base: base, sub: part(under), sup: part(over), limits: .usual)
    default: break
    }
    // one sign above is an accent, a brace below or above goes over all
    if let place = over ?? under, over == nil || under == nil, place < parts.count, name(parts[place]) == "mo",
      let sign = sign(words(parts[place])), "⏞⏟⎴⎵⏜⏝".unicodeScalars.contains(sign)
    {
      return .accent(base, sign, isWide: true, isBelow: over == nil)
    }
    if under == nil, let over, over < parts.count, name(parts[over]) == "mo", let sign = sign(words(parts[over])) {
      let accents: [Unicode.Scalar: Unicode.Scalar] = [
        "^": "\u{302}", "ˆ": "\u{302}", "~": "\u{303}", "˜": "\u{303}", "→": "\u{20D7}", "˙": "\u{307}", "¨": "\u{308}",
        "ˇ": "\u{30C}",
      ]
      if "¯‾_\u{304}\u{305}".unicodeScalars.contains(sign) { return .line(base, isBelow: false) }
      // as a combining sign it is one by itself
      let isCombining = (0x300...0x36F).contains(sign.value) || (0x20D0...0x20FF).contains(sign.value)
      if let accent = accents[sign] ?? (isCombining ? sign : nil) {
        return .accent(base, accent, isWide: false, isBelow: false)
      }
    }
    return .stacked(base, over: part(over), under: part(under))
  }

  private func fence(_ node: Int, _ parts: [Int]) -> FormulaNode {
    let left = attribute("open", node) ?? "("
    let right = attribute("close", node) ?? ")"
    let separators = Array((attribute("separators", node) ?? ",").filter { !$0.isWhitespace })
    var inner: [FormulaNode] = []
    for (index, part) in parts.enumerated() {
      if index > 0, let separator = separators.isEmpty ? nil : separators[min(index - 1, separators.count - 1)] {
        inner += separator.unicodeScalars.map { .symbol($0, .punctuation) }
      }
      inner.append(self.node(part))
    }
    return .fenced(left: sign(left), [.row(inner)], middle: [], right: sign(right))
  }

  private func table(_ node: Int, _ rows: [Int]) -> FormulaTable {
    var asked = (attribute("columnalign", node) ?? "").split(separator: " ").map(String.init)
    // cells may say it, each for itself
    if asked.count < 2, let first = rows.first {
      let own = children(of: first).map { attribute("columnalign", $0) ?? asked.first ?? "center" }
      if children(of: first).contains(where: { attribute("columnalign", $0) != nil }) { asked = own }
    }
    var made: [FormulaTable.Row] = []
    for row in rows {
      made.append(FormulaTable.Row(cells: children(of: row).map { self.row(children(of: $0)) }))
    }
    let count = made.map(\.cells.count).max() ?? 0
    let alignments = (0..<count).map { column -> FormulaTable.Alignment in
      switch asked.isEmpty ? "" : asked[min(column, asked.count - 1)] {
      case "left": .left
      case "right": .right
      default: .centre
      }
    }
    return FormulaTable(.matrix, rows: made, alignments: alignments)
  }

  /// Eighteenths of an em.
  private func length(_ text: String?) -> Double {
    guard let text else { return 0 }
    let number = Double(text.prefix { $0.isNumber || $0 == "." || $0 == "-" }) ?? 0
    if text.hasSuffix("em") { return number * 18 }
    if text.hasSuffix("ex") { return number * 8 }
    if text.hasSuffix("px") { return number * 18 / 16 }
    if text.hasSuffix("pt") { return number * 18 / 12 }
    return ["thinmathspace": 3, "mediummathspace": 4, "thickmathspace": 5][text] ?? 0
  }
}

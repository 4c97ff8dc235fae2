extension FormulaNode {
  /// The formula in words, for who listens; nil for a language that is not spoken here. By the patterns of ClearSpeak
  /// and MathSpeak: what is simple is said shortly, what is not is said to end.
  package func spoken(in language: String) -> String? {
    guard let words = SpokenWords.of(language) else { return nil }
    var speaker = Speaker(words)
    speaker.say(self)
    return speaker.text
  }
}

private struct Speaker {
  private let words: SpokenWords
  private(set) var text = ""

  init(_ words: SpokenWords) { self.words = words }

  // MARK: Words

  private mutating func add(_ word: some StringProtocol) {
    guard !word.isEmpty else { return }
    if let last = text.unicodeScalars.last, let next = word.unicodeScalars.first {
      // a number's figures are one word, its point too
      let isNumber = Speaker.isOfNumber(last) && Speaker.isOfNumber(next)
      if !isNumber, last != " " { text += " " }
    }
    text += word
  }

  private static func isOfNumber(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) || scalar == "." }

  private mutating func add(_ phrase: SpokenWords.Phrase) { add(words.phrases[phrase] ?? "") }

  private func word(of scalar: Unicode.Scalar) -> String {
    let (plain, alphabet) = FormulaAlphabet.plain(scalar).map { ($0.letter, Optional($0.alphabet)) } ?? (scalar, nil)
    var said: [String] = []
    func add(_ phrase: SpokenWords.Phrase) { said.append(words.phrases[phrase] ?? "") }
    switch alphabet {
    case .bold, .boldItalic, .boldSans: add(.bold)
    case .script, .boldScript: add(.script)
    case .fraktur, .boldFraktur: add(.fraktur)
    case .doubleStruck: add(.doubleStruck)
    default: break
    }
    if let sign = words.signs[plain] {
      said.append(sign)
    } else {
      if plain.properties.isUppercase { add(.capital) }
      said.append(String(Character(plain)))
    }
    return said.joined(separator: " ")
  }

  // MARK: Nodes

  mutating func say(_ nodes: [FormulaNode]) {
    for (index, node) in nodes.enumerated() {
      // a point between figures is theirs, whatever language
      if case .symbol(".", _) = node, index > 0, index + 1 < nodes.count, Speaker.isFigure(nodes[index - 1]),
        Speaker.isFigure(nodes[index + 1])
      {
        text += "."
        continue
      }
      say(node)
    }
  }

  private static func isFigure(_ node: FormulaNode) -> Bool {
    if case .symbol(let scalar, _) = node { return ("0"..."9").contains(scalar) }
    return false
  }

  mutating func say(_ node: FormulaNode) {
    switch node {
    case .symbol(let scalar, _): add(word(of: scalar))
    case .row(let nodes): say(nodes)
    case .classed(_, let inner), .coloured(let inner, _), .boxed(let inner): say(inner)
    case .large(let scalar, _): add(word(of: scalar))
    case .name(let name, _): add(name.replacing("\u{2009}", with: " "))
    case .scripts(let base, let sub, let sup, _): say(base, sub: sub, sup: sup)
    case .fraction(let fraction): say(fraction)
    case .radical(let body, let degree): say(root: body, degree: degree)
    case .fenced(let left, let parts, let middle, let right): say(left, parts, middle, right)
    case .sized(let scalar, _, _): add(word(of: scalar))
    case .accent(let body, let scalar, _, let isBelow): say(body, scalar, isBelow: isBelow)
    case .line(let body, let isBelow):
      if isSimple(body), !isBelow {
        say(body)
        add(.bar)
      } else {
        add(.line)
        say(body)
        add(.endLine)
      }
    case .stacked(let base, let over, let under):
      say(base)
      if let over {
        add(.above)
        say(over)
      }
      if let under {
        add(.below)
        say(under)
      }
    case .arrow(let scalar, let over, let under):
      add(word(of: scalar))
      if let over {
        add(.above)
        say(over)
      }
      if let under {
        add(.below)
        say(under)
      }
    case .table(let table): say(table)
    case .text(let parts):
      for part in parts {
        switch part.content {
        case .words(let words): add(words.trimmingBlanks)
        case .formula(let node): say(node)
        }
      }
    case .space, .style, .colour: break
    case .phantom(let inner, _, _, let isSeen): if isSeen { say(inner) }
    case .struck(let inner):
      add(.struck)
      say(inner)
    }
  }

  private func core(_ node: FormulaNode) -> FormulaNode {
    var core = node
    while case .row(let parts) = core, parts.count == 1 { core = parts[0] }
    return core
  }

  /// A letter, a number or a name: said without an end.
  private func isSimple(_ node: FormulaNode) -> Bool {
    switch core(node) {
    case .symbol, .name, .text: return true
    case .row(let nodes): return nodes.allSatisfy(Speaker.isFigure)
    default: return false
    }
  }

  private mutating func say(_ base: FormulaNode, sub: FormulaNode?, sup: FormulaNode?) {
    if isRanging(base) {
      say(base)
      if let sub {
        if case .large = core(base) {
          add(sup == nil ? .over_ : .from)
        } else {
          add(isLimit(base) ? .as_ : .over_)
        }
        say(sub)
      }
      if let sup {
        add(.to)
        say(sup)
      }
      return add(.of)
    }
    say(base)
    if let sub {
      add(.sub)
      say(sub)
      if !isSimple(sub) { add(.endSub) }
    }
    guard let sup else { return }
    switch core(sup) {
    case .symbol("2", _): add(.squared)
    case .symbol("3", _): add(.cubed)
    case .symbol("′", _), .symbol("″", _), .symbol("‴", _), .symbol("⊤", _), .symbol("†", _), .symbol("∗", _),
      .symbol("⋆", _):
      say(sup)
    default:
      add(.power)
      say(sup)
      if !isSimple(sup) { add(.endPower) }
    }
  }

  /// Sums and their like, which are said from where to where they go.
  private func isRanging(_ node: FormulaNode) -> Bool {
    switch core(node) {
    case .large: true
    case .name(_, let hasLimits): hasLimits
    default: false
    }
  }

  private func isLimit(_ node: FormulaNode) -> Bool {
    if case .name(let name, _) = core(node) { return name.hasPrefix("lim") }
    return false
  }

  private mutating func say(_ fraction: FormulaFraction) {
    if case .none = fraction.rule {
      say(fraction.over)
      add(.choose)
      return say(fraction.under)
    }
    let isSimple = isSimple(fraction.over) && isSimple(fraction.under)
    if !isSimple { add(.fraction) }
    say(fraction.over)
    add(isSimple ? .over : .fractionOver)
    say(fraction.under)
    if !isSimple { add(.endFraction) }
  }

  private mutating func say(root body: FormulaNode, degree: FormulaNode?) {
    switch degree.map(core) {
    case nil: add(.squareRoot)
    case .symbol("3", _): add(.cubeRoot)
    case .some(let degree):
      add(.root)
      say(degree)
      add(.rootOf)
    }
    say(body)
    if !isSimple(body) { add(.endRoot) }
  }

  private mutating func say(
    _ left: Unicode.Scalar?, _ parts: [FormulaNode], _ middle: [Unicode.Scalar?], _ right: Unicode.Scalar?
  ) {
    if parts.count == 1, case .table(let table) = core(parts[0]) {
      if left != nil, right == nil { add(.cases) }
      return say(table)
    }
    let isAbsolute = left == "|" && right == "|" && parts.count == 1
    if isAbsolute { add(.absolute) } else if let left { add(word(of: left)) }
    for (index, part) in parts.enumerated() {
      if index > 0, let sign = middle[index - 1] { add(word(of: sign)) }
      say(part)
    }
    if isAbsolute { add(.endAbsolute) } else if let right { add(word(of: right)) }
  }

  private mutating func say(_ body: FormulaNode, _ scalar: Unicode.Scalar, isBelow: Bool) {
    let phrase: SpokenWords.Phrase?
    switch scalar {
    case "\u{302}": phrase = .hat
    case "\u{303}": phrase = .tilde
    case "\u{304}", "\u{305}": phrase = .bar
    case "\u{307}": phrase = .dot
    case "\u{308}": phrase = .doubleDot
    case "\u{30C}": phrase = .check
    case "\u{20D7}":
      add(.vector)
      return say(body)
    case "⏞", "⏟", "⎴", "⎵", "⏜", "⏝":
      add(isBelow ? .braceUnder : .braceOver)
      return say(body)
    default: phrase = nil
    }
    say(body)
    if let phrase { add(phrase) }
  }

  private mutating func say(_ table: FormulaTable) {
    switch table.kind {
    case .matrix, .smallMatrix, .array:
      add(.matrix)
      add(String(table.rows.count))
      add(.rowsAnd)
      add(String(table.rows.map(\.cells.count).max() ?? 0))
      add(.columns)
      for (index, row) in table.rows.enumerated() {
        text += ";"
        add(.row)
        add("\(index + 1):")
        say(row)
      }
    case .aligned, .gathered, .multline, .substack:
      for (index, row) in table.rows.enumerated() {
        if index > 0 { text += ";" }
        for cell in row.cells { say(cell) }
      }
    case .cases, .displayedCases:
      for (index, row) in table.rows.enumerated() {
        if index > 0 { text += ";" }
        say(row)
      }
    }
  }

  private mutating func say(_ row: FormulaTable.Row) {
    for (index, cell) in row.cells.enumerated() {
      if index > 0 { text += "," }
      say(cell)
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: Substring {
    var words = self[...]
    while words.first == " " { words = words.dropFirst() }
    while words.last == " " { words = words.dropLast() }
    return words
  }
}

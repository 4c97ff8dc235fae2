package import Formula

/// Reads a formula in TeX, as LaTeX with the AMS's packages, KaTeX and MathJax have it.
///
/// `macros` gains what the formula defines. A manuscript is not trusted: depth and size are bounded.
/// - Parameter isEnvironment: it is an environment of a text, which numbers its lines by itself, as `align` does.
package func readTeX(
  _ source: String, isEnvironment: Bool = false, macros: inout TeXMacros
) throws(TeXProblem) -> FormulaNode {
  var reader = TeXReader(tokens(ofTeX: source), macros: macros)
  reader.numbersLines = isEnvironment
  defer { macros = reader.macros }
  return try reader.formula()
}

struct TeXReader {
  /// What is still to be read, the next last.
  var pending: [PlacedToken]
  var macros: TeXMacros
  var expansions = 0
  /// Groups and arguments around the place.
  var depth = 0
  var alphabet = FormulaAlphabet.usual
  /// Of the row that is being read.
  var tag: FormulaTag?
  var label: String?
  var isUnnumbered = false
  /// Environments number their lines.
  var numbersLines = false
  /// The environment whose lines are read, and the name of several together, where another reader has kept them.
  var environmentOfLines: String?
  var groupName: String?

  static let mostExpansions = 1000
  static let mostTokens = 1 << 16
  static let mostDepth = 80

  init(_ tokens: [PlacedToken], macros: TeXMacros) {
    pending = tokens.reversed()
    self.macros = macros
  }

  /// Where a row ends, beside the source's end.
  struct Stop: OptionSet {
    let rawValue: UInt8
    static let group = Stop(rawValue: 1)
    static let bracket = Stop(rawValue: 2)
    static let fence = Stop(rawValue: 4)
    static let cell = Stop(rawValue: 8)
    static let dollar = Stop(rawValue: 16)
  }

  // MARK: Tokens

  var offset: Int { pending.last?.offset ?? 0 }

  func problem(_ kind: TeXProblem.Kind) -> TeXProblem { TeXProblem(kind: kind, offset: offset) }

  /// The next token, macros expanded, which stays.
  mutating func peek() throws(TeXProblem) -> TeXToken? {
    while let next = pending.last {
      guard case .control(let name) = next.token, let macro = macros[name] else { return next.token }
      pending.removeLast()
      try expand(macro, at: next.offset)
    }
    return nil
  }

  mutating func next() throws(TeXProblem) -> TeXToken? {
    let token = try peek()
    if token != nil { pending.removeLast() }
    return token
  }

  mutating func skipSpaces() {
    while pending.last?.token == .space { pending.removeLast() }
  }

  /// The next that is no space, which stays.
  mutating func peekSign() throws(TeXProblem) -> TeXToken? {
    while let token = try peek() {
      guard token == .space else { return token }
      pending.removeLast()
    }
    return nil
  }

  /// Whether the next sign is this one; then it is taken.
  mutating func take(_ token: TeXToken) throws(TeXProblem) -> Bool {
    guard try peekSign() == token else { return false }
    pending.removeLast()
    return true
  }

  /// The tokens of an argument, nothing expanded: a group's inside or one token.
  mutating func rawArgument() throws(TeXProblem) -> [PlacedToken] {
    skipSpaces()
    guard let first = pending.popLast() else { throw problem(.missing("an argument")) }
    guard first.token == .open else {
      guard first.token != .close else { throw TeXProblem(kind: .missing("an argument"), offset: first.offset) }
      return [first]
    }
    var level = 0
    var inside: [PlacedToken] = []
    while let token = pending.popLast() {
      if token.token == .close {
        if level == 0 { return inside }
        level -= 1
      } else if token.token == .open {
        level += 1
      }
      inside.append(token)
    }
    throw TeXProblem(kind: .missing("}"), offset: first.offset)
  }

  /// The tokens between brackets, if there are any.
  mutating func optionalRaw() throws(TeXProblem) -> [PlacedToken]? {
    skipSpaces()
    guard let first = pending.last, first.token == .character("[") else { return nil }
    pending.removeLast()
    var level = 0
    var inside: [PlacedToken] = []
    while let token = pending.popLast() {
      switch token.token {
      case .open: level += 1
      case .close: level -= 1
      case .character("]") where level == 0: return inside
      default: break
      }
      inside.append(token)
    }
    throw TeXProblem(kind: .missing("]"), offset: first.offset)
  }

  /// An argument's letters, as names and lengths are made of.
  mutating func plainArgument() throws(TeXProblem) -> String { TeXReader.plain(try rawArgument()) }

  static func plain(_ tokens: [PlacedToken]) -> String {
    var text = String.UnicodeScalarView()
    for token in tokens {
      switch token.token {
      case .character(let scalar): text.append(scalar)
      case .space: text.append(" ")
      case .subscript: text.append("_")
      case .superscript: text.append("^")
      case .ampersand: text.append("&")
      case .control(let name): text.append(contentsOf: name.unicodeScalars)
      case .open, .close, .parameter: break
      }
    }
    return String(text)
  }

  // MARK: Rows

  mutating func formula() throws(TeXProblem) -> FormulaNode {
    var rows: [FormulaTable.Row] = []
    while true {
      let nodes = try row(until: [])
      rows.append(takeRow([.row(nodes)]))
      guard let token = try next() else { break }
      // lines outside of any table, as KaTeX has them
      guard token == .control("\\") || token == .control("cr") || token == .control("newline") else {
        throw problem(.misplaced(TeXReader.shown(token)))
      }
      _ = try optionalRaw()
    }
    if rows.count > 1, let last = rows.last, last.cells == [.row([])], last.tag == nil { rows.removeLast() }
    if rows.count == 1, let only = rows.first {
      guard only.tag != nil || only.label != nil || environmentOfLines != nil else { return only.cells[0] }
      // the tag may stand behind the environment, and it has one row
      if case .row(let parts) = only.cells[0], parts.count == 1, case .table(var table) = parts[0],
        table.rows.count == 1, table.kind == .gathered || table.kind == .aligned
      {
        table.rows[0].tag = table.rows[0].tag ?? only.tag
        table.rows[0].label = table.rows[0].label ?? only.label
        return .row([.table(table)])
      }
    }
    var table = FormulaTable(.gathered, rows: rows, alignments: [.centre])
    if let environmentOfLines { (table.numbering, table.group) = (TeXReader.numbering(environmentOfLines), groupName) }
    return .row([.table(table)])
  }

  /// A row with what was said of it.
  mutating func takeRow(_ cells: [FormulaNode]) -> FormulaTable.Row {
    var row = FormulaTable.Row(cells: cells)
    (row.tag, row.label, row.isUnnumbered) = (tag, label, isUnnumbered)
    (tag, label, isUnnumbered) = (nil, nil, false)
    return row
  }

  static func shown(_ token: TeXToken) -> String {
    switch token {
    case .control(let name): "\\" + name
    case .character(let scalar): String(Character(scalar))
    case .open: "{"
    case .close: "}"
    case .superscript: "^"
    case .subscript: "_"
    case .ampersand: "&"
    case .parameter(let number): "#\(number)"
    case .space: " "
    }
  }

  func ends(_ token: TeXToken, _ stop: Stop) -> Bool {
    switch token {
    case .close: true
    case .ampersand: true
    case .control("\\"), .control("cr"), .control("newline"), .control("tabularnewline"):
      !stop.contains(.group) && !stop.contains(.fence) || stop.contains(.cell)
    case .control("end"): true
    case .control("right"), .control("middle"): stop.contains(.fence)
    case .character("]"): stop.contains(.bracket)
    case .character("$"): true
    default: false
    }
  }

  /// The parts up to what ends the row, which stays.
  mutating func row(until stop: Stop) throws(TeXProblem) -> [FormulaNode] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= TeXReader.mostDepth else { throw problem(.tooLarge) }
    var nodes: [FormulaNode] = []
    while let token = try peekSign() {
      if ends(token, stop) { break }
      if case .control(let name) = token, let infix = TeXCommands.infixes[name] {
        pending.removeLast()
        let under = try row(until: stop)
        return [
          .fraction(
            FormulaFraction(
              .row(nodes), .row(under), rule: infix.rule, left: infix.left, right: infix.right))
        ]
      }
      guard let node = try part() else { continue }
      nodes.append(contentsOf: try scripted(node))
    }
    return nodes
  }

  /// A group's inside; its brace has been read.
  mutating func group() throws(TeXProblem) -> FormulaNode {
    let kept = alphabet
    defer { alphabet = kept }
    let start = offset
    let nodes = try row(until: .group)
    guard let token = try next() else { throw TeXProblem(kind: .missing("}"), offset: start) }
    guard token == .close else { throw problem(.misplaced(TeXReader.shown(token))) }
    return .row(nodes)
  }

  /// An argument: a group or one sign.
  mutating func argument(in alphabet: FormulaAlphabet? = nil) throws(TeXProblem) -> FormulaNode {
    depth += 1
    let kept = self.alphabet
    if let alphabet { self.alphabet = alphabet }
    defer {
      self.alphabet = kept
      depth -= 1
    }
    guard depth <= TeXReader.mostDepth else { throw problem(.tooLarge) }
    guard let token = try peekSign() else { throw problem(.missing("an argument")) }
    if token == .open {
      pending.removeLast()
      return try group()
    }
    guard token != .close, token != .ampersand, token != .control("\\"), token != .control("right") else {
      throw problem(.missing("an argument"))
    }
    while let found = try part() { return found }
    return .empty
  }

  /// An argument in brackets, if there is one.
  mutating func optionalArgument() throws(TeXProblem) -> FormulaNode? {
    guard try peekSign() == .character("[") else { return nil }
    pending.removeLast()
    let nodes = try row(until: .bracket)
    guard try next() == .character("]") else { throw problem(.missing("]")) }
    return .row(nodes)
  }

  /// The node with the scripts that follow it.
  mutating func scripted(_ node: FormulaNode) throws(TeXProblem) -> [FormulaNode] {
    var limits = FormulaLimits.usual
    if case .classed(.operator, .accent(_, _, isWide: true, _)) = node { limits = .always }
    var sub: FormulaNode?
    var sup: FormulaNode?
    var primes = 0
    reading: while let token = try peekSign() {
      switch token {
      case .control("limits"):
        pending.removeLast()
        limits = .always
      case .control("nolimits"):
        pending.removeLast()
        limits = .never
      case .control("displaylimits"):
        pending.removeLast()
        limits = .usual
      case .superscript:
        guard sup == nil else { throw problem(.misplaced("^")) }
        pending.removeLast()
        sup = try argument(in: nil)
      case .subscript:
        guard sub == nil else { throw problem(.misplaced("_")) }
        pending.removeLast()
        sub = try argument(in: nil)
      case .character("'"), .character("’"):
        pending.removeLast()
        primes += 1
      default: break reading
      }
    }
    if primes > 0 {
      let signs: [Unicode.Scalar] = ["′", "″", "‴", "⁗"]
      let mark = FormulaNode.row(
        primes <= 4
          ? [.symbol(signs[primes - 1], .ordinary)] : Array(repeating: .symbol("′", .ordinary), count: min(primes, 32)))
      sup = sup.map { .row([mark, $0]) } ?? mark
    }
    guard sub != nil || sup != nil else {
      return [node]
    }
    switch node {
    case .space, .style, .colour:
      return [node, .scripts(base: .empty, sub: sub, sup: sup, limits: limits)]
    default: return [.scripts(base: node, sub: sub, sup: sup, limits: limits)]
    }
  }
}

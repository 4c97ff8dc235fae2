internal import Formula

/// Formulas of chemistry, as the package mhchem has them in `\ce{…}`: `2H2O`, `SO4^2-`, `A <=>[k] B`.
extension TeXReader {
  /// What a figure or a letter is where it stands.
  private enum ChemicalPlace {
    /// A word begins: figures are an amount.
    case amount
    /// Behind an element: figures are its number, signs its charge.
    case element
  }

  /// The argument of `\ce`.
  mutating func chemistry(at place: Int) throws(TeXProblem) -> FormulaNode { try chemistry(try rawArgument()) }

  private mutating func chemistry(_ inside: [PlacedToken]) throws(TeXProblem) -> FormulaNode {
    depth += 1
    let kept = (pending, alphabet)
    (pending, alphabet) = (inside.reversed(), .usual)
    defer {
      (pending, alphabet) = kept
      depth -= 1
    }
    guard depth <= TeXReader.mostDepth else { throw problem(.tooLarge) }
    var nodes: [FormulaNode] = []
    var place = ChemicalPlace.amount
    while let token = try peek() {
      switch token {
      case .space:
        pending.removeLast()
        place = .amount
      case .superscript, .subscript:
        pending.removeLast()
        if place == .amount, token == .superscript, endsWord(pending.last) {
          nodes.append(.symbol("↑", .ordinary))
          continue
        }
        let script = try chemicalScript()
        TeXReader.attach(script, isAbove: token == .superscript, startsWord: place == .amount, to: &nodes)
      case .open:
        nodes.append(try chemistry(try rawArgument()))
        place = .element
      case .character("$"):
        pending.removeLast()
        nodes.append(.row(try row(until: .dollar)))
        guard try next() == .character("$") else { throw problem(.missing("$")) }
        place = .element
      case .character(let sign): try chemicalSign(sign, &place, &nodes)
      case .control("bond"):
        pending.removeLast()
        let bonds: [String: Unicode.Scalar] = [
          "=": "=", "2": "=", "#": "≡", "3": "≡", "...": "⋯", "....": "⋯", "~": "∼",
        ]
        nodes.append(.symbol(bonds[try plainArgument()] ?? "−", .ordinary))
        place = .element
      case .control("#"):
        pending.removeLast()
        nodes.append(.symbol("≡", .ordinary))
        place = .element
      default:
        if let node = try part() { nodes.append(node) }
        place = .element
      }
    }
    return .row(nodes)
  }

  private mutating func chemicalSign(
    _ sign: Unicode.Scalar, _ place: inout ChemicalPlace, _ nodes: inout [FormulaNode]
  ) throws(TeXProblem) {
    if "<-".unicodeScalars.contains(sign), let arrow = takeArrow() {
      let over = pending.last?.token == .character("[") ? try chemistry(try optionalRaw() ?? []) : nil
      let under = pending.last?.token == .character("[") ? try chemistry(try optionalRaw() ?? []) : nil
      // as long as two words would make it
      nodes.append(.arrow(arrow, over: over ?? .space(18), under: under))
      place = .amount
      return
    }
    let before = place
    pending.removeLast()
    switch sign {
    case "0"..."9":
      var digits = [sign]
      while let more = pendingCharacter, ("0"..."9").contains(more) || before == .amount && isDecimal(more) {
        digits.append(more)
        pending.removeLast()
      }
      let number = FormulaNode.row(digits.map { .symbol($0, .ordinary) })
      guard before == .amount else { return TeXReader.attach(number, isAbove: false, startsWord: false, to: &nodes) }
      var amount = number
      if pendingCharacter == "/", case .character(let next)? = pending.dropLast().last?.token,
        ("0"..."9").contains(next)
      {
        pending.removeLast()
        var below: [FormulaNode] = []
        while let more = pendingCharacter, ("0"..."9").contains(more) {
          below.append(.symbol(more, .ordinary))
          pending.removeLast()
        }
        amount = .fraction(FormulaFraction(number, .row(below), style: .text))
      }
      nodes += endsWord(pending.last) && pending.last?.token != .space ? [amount] : [amount, .space(3)]
      place = .amount
    case "+", "-":
      let shown: Unicode.Scalar = sign == "-" ? "−" : "+"
      if before == .element, endsWord(pending.last) {
        TeXReader.attach(.symbol(shown, .ordinary), isAbove: true, startsWord: false, to: &nodes)
      } else if before == .element, sign == "-" {
        // a bond
        nodes.append(.symbol("−", .ordinary))
      } else {
        nodes.append(.symbol(shown, .binary))
        place = .amount
      }
    case "=":
      nodes.append(.symbol("=", before == .element ? .ordinary : .relation))
    case "#": nodes.append(.symbol("≡", .ordinary))
    case "*", ".", "·", "•":
      guard sign != "." || !endsWord(pending.last) else {
        nodes.append(.symbol(".", .ordinary))
        return
      }
      nodes.append(.symbol("⋅", .ordinary))
      place = .amount
    case "(", "[":
      if sign == "(", let state = takeState() {
        if case .symbol = state {
          nodes.append(state)
        } else {
          nodes += before == .element ? [.space(2), state] : [state]
        }
        place = .element
        return
      }
      nodes.append(.symbol(sign, .open))
      place = .amount
    case ")", "]":
      nodes.append(.symbol(sign, .close))
      place = .element
    case ",", ";":
      nodes.append(.symbol(sign, .punctuation))
      place = .amount
    case _ where sign.isTeXLetter && sign != "@":
      let isAlone = before == .amount && ("a"..."z").contains(sign)
      if isAlone, sign == "v", endsWord(pending.last) {
        nodes.append(.symbol("↓", .ordinary))
      } else if isAlone, pendingCharacter.map({ ("A"..."Z").contains($0) || $0 == "(" }) ?? endsWord(pending.last) {
        // an amount without a number; `e-` has a sign behind it
        nodes.append(.symbol(FormulaAlphabet.italic.letter(sign), .ordinary))
      } else {
        nodes.append(.symbol(sign, .ordinary))
        place = .element
      }
    default:
      nodes.append(TeXCommands.plain(sign) ?? .symbol(sign, .ordinary))
      place = .element
    }
  }

  private var pendingCharacter: Unicode.Scalar? {
    if case .character(let sign)? = pending.last?.token { sign } else { nil }
  }

  /// A point or a comma between figures.
  private func isDecimal(_ sign: Unicode.Scalar) -> Bool {
    guard sign == "." || sign == ",", case .character(let next)? = pending.dropLast().last?.token else { return false }
    return ("0"..."9").contains(next)
  }

  private func endsWord(_ token: PlacedToken?) -> Bool {
    switch token?.token {
    case nil, .space, .superscript, .close: true
    case .character(let sign): ",;)]}".unicodeScalars.contains(sign)
    default: false
    }
  }

  private static let arrows: [(String, Unicode.Scalar)] = [
    ("<=>>", "⇌"), ("<<=>", "⇌"), ("<=>", "⇌"), ("<-->", "⇄"), ("<->", "↔"), ("->", "→"), ("<-", "←"),
  ]

  private mutating func takeArrow() -> Unicode.Scalar? {
    var next = ""
    for token in pending.suffix(4).reversed() {
      guard case .character(let sign) = token.token else { break }
      next.unicodeScalars.append(sign)
    }
    guard let (signs, arrow) = TeXReader.arrows.first(where: { next.hasPrefix($0.0) }) else { return nil }
    pending.removeLast(signs.utf8.count)
    return arrow
  }

  /// `aq)` and the like behind a bracket; `v)` and `^)` are arrows.
  private mutating func takeState() -> FormulaNode? {
    if pending.count > 1, pending[pending.count - 2].token == .character(")") {
      let arrow: Unicode.Scalar? =
        switch pending.last?.token {
        case .character("v"): "↓"
        case .superscript: "↑"
        default: nil
        }
      if let arrow {
        pending.removeLast(2)
        return .symbol(arrow, .ordinary)
      }
    }
    var next = ""
    for token in pending.suffix(4).reversed() {
      guard case .character(let sign) = token.token else { break }
      next.unicodeScalars.append(sign)
    }
    guard let state = ["aq)", "cr)", "s)", "l)", "g)"].first(where: next.hasPrefix) else { return nil }
    pending.removeLast(state.utf8.count)
    return .text([FormulaText(.words("(" + state))])
  }

  /// What stands behind `^` or `_`: a group, figures with a sign, or one sign.
  private mutating func chemicalScript() throws(TeXProblem) -> FormulaNode {
    guard let first = pending.last else { throw problem(.missing("an argument")) }
    var tokens: [PlacedToken] = []
    if first.token == .open {
      tokens = try rawArgument()
    } else if pendingCharacter != nil {
      while let sign = pendingCharacter, ("0"..."9").contains(sign) {
        if let one = pending.popLast() { tokens.append(one) }
      }
      if let sign = pendingCharacter, tokens.isEmpty || sign == "+" || sign == "-", let one = pending.popLast() {
        tokens.append(one)
      }
    } else {
      tokens = try rawArgument()
    }
    let kept = pending
    pending = tokens.reversed()
    defer { pending = kept }
    var nodes: [FormulaNode] = []
    while let token = try peek() {
      guard case .character(let sign) = token else {
        if token == .space { pending.removeLast() } else if let node = try part() { nodes += try scripted(node) }
        continue
      }
      pending.removeLast()
      switch sign {
      case "-": nodes.append(.symbol("−", .ordinary))
      case "+": nodes.append(.symbol("+", .ordinary))
      case ".", "*": nodes.append(.symbol("∙", .ordinary))
      case "a"..."z":
        // one letter is a number that is not known; several are a word
        var word = [sign]
        while let more = pendingCharacter, ("a"..."z").contains(more) {
          word.append(more)
          pending.removeLast()
        }
        nodes += word.map { .symbol(word.count > 1 ? $0 : FormulaAlphabet.italic.letter($0), .ordinary) }
      default: nodes.append(TeXCommands.plain(sign) ?? .symbol(sign, .ordinary))
      }
    }
    return .row(nodes)
  }

  /// Puts a script on the last part, or before what follows where a word begins.
  private static func attach(_ script: FormulaNode, isAbove: Bool, startsWord: Bool, to nodes: inout [FormulaNode]) {
    let (sub, sup) = isAbove ? (nil, script) : (script, nil)
    switch nodes.last {
    case .scripts(.empty, let under, let over, _)? where isAbove ? over == nil : under == nil:
      nodes[nodes.count - 1] = .scripts(base: .empty, sub: sub ?? under, sup: sup ?? over, limits: .never)
    case .scripts? where !startsWord:
      // a charge stands behind a number, not above it (IUPAC's Red Book, IR-4.4)
      let room = FormulaNode.phantom(.symbol("H", .ordinary), width: false, height: true, isSeen: false)
      nodes.append(.scripts(base: room, sub: sub, sup: sup, limits: .never))
    case let last? where !startsWord:
      nodes[nodes.count - 1] = .scripts(base: last, sub: sub, sup: sup, limits: .never)
    default: nodes.append(.scripts(base: .empty, sub: sub, sup: sup, limits: .never))
    }
  }
}

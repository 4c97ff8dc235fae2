internal import Formula

extension TeXReader {
  /// Commands that need more than a row of a table.
  mutating func special(_ name: String, at place: Int) throws(TeXProblem) -> FormulaNode? {
    switch name {
    case "left": return try fenced(at: place)
    case "begin": return try environment(at: place)
    case "sqrt":
      let degree = try optionalArgument()
      return .radical(try argument(), degree: degree)
    case "root":
      var degree: [FormulaNode] = []
      while let token = try peekSign(), token != .control("of") {
        if ends(token, .group) { throw TeXProblem(kind: .missing("\\of"), offset: place) }
        if let node = try part() { degree += try scripted(node) }
      }
      _ = try take(.control("of"))
      return .radical(try argument(), degree: .row(degree))
    case "cfrac":
      let side = try optionalRaw()
      _ = side
      let over = try argument()
      return .fraction(FormulaFraction(over, try argument(), style: .display, isContinued: true))
    case "genfrac":
      let left = try rawFence()
      let right = try rawFence()
      let rule = try plainArgument()
      let styles: [String: FormulaStyle] = ["0": .display, "1": .text, "2": .script, "3": .scriptScript]
      let style = styles[try plainArgument()]
      let over = try argument()
      return .fraction(
        FormulaFraction(
          over, try argument(), rule: rule.hasPrefix("0") ? .none : .usual, left: left, right: right, style: style))
    case "not": return try struck(at: place)
    case "operatorname", "operatorname@limits":
      let isStarred = try take(.character("*")) || name == "operatorname@limits"
      return try operatorName(hasLimits: isStarred)
    case "overset", "stackrel", "underset", "overunderset":
      let first = try argument()
      if name == "overunderset" {
        let under = try argument()
        return .stacked(try argument(), over: first, under: under)
      }
      let base = try argument()
      let stacked = FormulaNode.stacked(
        base, over: name == "underset" ? nil : first, under: name == "underset" ? first : nil)
      return name == "stackrel" ? .classed(.relation, stacked) : stacked
    case "substack":
      return .table(FormulaTable(.substack, rows: try rows(ofArgument: place), alignments: [.centre]))
    case "boxed", "fbox", "framebox":
      return .boxed(name == "boxed" ? try argument() : .text(try text([])))
    case "phantom": return .phantom(try argument(), width: true, height: true, isSeen: false)
    case "hphantom": return .phantom(try argument(), width: true, height: false, isSeen: false)
    case "vphantom": return .phantom(try argument(), width: false, height: true, isSeen: false)
    case "smash":
      _ = try optionalRaw()
      return .phantom(try argument(), width: true, height: false, isSeen: true)
    case "mathstrut": return .phantom(.symbol("(", .ordinary), width: false, height: true, isSeen: false)
    case "mathrlap", "rlap", "mathllap", "llap", "mathclap", "clap":
      return .phantom(try argument(), width: false, height: true, isSeen: true)
    case "color", "textcolor", "colorbox": return try coloured(name, at: place)
    case "hspace", "hskip", "mspace", "kern", "mkern", "mskip": return .space(try length(name, at: place))
    case "vspace", "vskip", "setlength":
      _ = try rawArgument()
      return nil
    case "tag":
      let isBare = try take(.character("*"))
      tag = FormulaTag(text: try text([]), hasParentheses: !isBare)
      return nil
    case "label":
      label = try plainArgument()
      return nil
    case FormulaMark.lines:
      environmentOfLines = try plainArgument()
      return nil
    case FormulaMark.group:
      groupName = try plainArgument()
      return nil
    case "nonumber", "notag":
      isUnnumbered = true
      return nil
    case "pmod", "pod", "mod", "bmod":
      // as amsmath has them, in a line of text
      let forms = [
        "pmod": "\\mkern8mu(\\mathrm{mod}\\mkern6mu", "pod": "\\mkern8mu(",
        "mod": "\\mkern12mu\\mathrm{mod}\\mkern6mu", "bmod": "\\mkern1mu\\mathbin{\\mathrm{mod}}\\mkern1mu ",
      ]
      var form = tokens(ofTeX: forms[name] ?? "")
      if name.hasPrefix("p") {
        form += [PlacedToken(token: .open, offset: place)] + (try rawArgument()) + tokens(ofTeX: "})")
      }
      pending += form.map { PlacedToken(token: $0.token, offset: place) }.reversed()
      return nil
    case "dots": return try dots()
    case "braket", "ketbra", "proj", "innerproduct", "expval", "ev", "mel":
      guard name == "braket" || macros[name] != nil else { return try physics(name, at: place) }
      return try braket()
    case "LaTeX", "TeX": return .text([FormulaText(.words(name))])
    case "textcircled":
      let figure = Int(try plainArgument())
      guard let figure, (1...20).contains(figure), let sign = Unicode.Scalar(0x245F + UInt32(figure)) else {
        throw TeXProblem(kind: .unknownCommand(name), offset: place)
      }
      return .text([FormulaText(.words(String(Character(sign))))])
    case "textsuperscript": return .scripts(base: .empty, sub: nil, sup: .text(try text([])), limits: .never)
    case "textsubscript": return .scripts(base: .empty, sub: .text(try text([])), sup: nil, limits: .never)
    case "limits", "nolimits", "displaylimits": return nil
    case "cancel", "bcancel", "xcancel", "sout": return .struck(try argument())
    case "href":
      _ = try rawArgument()
      return try argument()
    case "mathchoice":
      let display = try argument()
      let inText = try argument()
      _ = (try argument(), try argument(), display)
      return inText
    case "char", "symbol":
      throw TeXProblem(kind: .unknownCommand(name), offset: place)
    case _ where TeXReader.definitions.contains(name):
      try define(name, at: place)
      return nil
    case "ce", "cee": return try chemistry(at: place)
    default:
      if let found = try quantity(name, at: place) { return found }
      if let found = try limitName(name) { return found }
      return try physics(name, at: place)
    }
  }

  /// Names of limits with an arrow or a rule, and what stands at the corners of a large operator.
  private mutating func limitName(_ name: String) throws(TeXProblem) -> FormulaNode? {
    let lim = FormulaNode.name("lim", hasLimits: false)
    switch name {
    case "varprojlim": return .classed(.operator, .accent(lim, "\u{20EE}", isWide: true, isBelow: true))
    case "varinjlim": return .classed(.operator, .accent(lim, "\u{20EF}", isWide: true, isBelow: true))
    case "varliminf": return .classed(.operator, .line(lim, isBelow: true))
    case "varlimsup": return .classed(.operator, .line(lim, isBelow: false))
    case "sideset":
      let before = try corners()
      let behind = try corners()
      let base = try part() ?? .empty
      let room = FormulaNode.phantom(base, width: false, height: true, isSeen: false)
      return .classed(
        .operator,
        .row([
          .scripts(base: room, sub: before.sub, sup: before.sup, limits: .never),
          .scripts(base: base, sub: behind.sub, sup: behind.sup, limits: .never),
        ]))
    default: return nil
    }
  }

  /// An argument that holds scripts without a base.
  private mutating func corners() throws(TeXProblem) -> (sub: FormulaNode?, sup: FormulaNode?) {
    let inside = try rawArgument()
    let kept = pending
    pending = inside.reversed()
    defer { pending = kept }
    guard case .scripts(_, let sub, let sup, _)? = try scripted(.empty).first else { return (nil, nil) }
    return (sub, sup)
  }

  private mutating func rawFence() throws(TeXProblem) -> Unicode.Scalar? {
    let raw = try rawArgument()
    guard let first = raw.first else { return nil }
    let kept = pending
    pending = [first]
    defer { pending = kept }
    return try fence()
  }

  /// `\not` and what it stands before.
  private mutating func struck(at place: Int) throws(TeXProblem) -> FormulaNode? {
    guard let node = try part() else { throw TeXProblem(kind: .missing("a sign"), offset: place) }
    var inner = node
    while case .row(let parts) = inner, parts.count == 1 { inner = parts[0] }
    if case .symbol(let scalar, _) = inner, let struck = TeXSymbols.struck[scalar] { return .symbol(struck, .relation) }
    if case .symbol(_, let kind) = inner { return .classed(kind, .struck(inner)) }
    return .struck(inner)
  }

  /// Letters of a name; what is more than letters stands as a formula of its own.
  private mutating func operatorName(hasLimits: Bool) throws(TeXProblem) -> FormulaNode {
    skipSpaces()
    let kept = pending
    var name = String.UnicodeScalarView()
    var isPlain = true
    for token in try rawArgument() {
      switch token.token {
      case .character(let scalar)
      where scalar.isASCII && scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
        name.append(scalar)
      case .character("-"): name.append("-")
      case .control(","), .control(" "), .control("nobreakspace"), .control("thinspace"), .control(":"), .control(";"):
        name.append("\u{2009}")
      case .control("/"), .space, .control("nolimits"), .control("limits"): break
      case .open, .close: break
      case .control("rm"), .control("mathrm"), .control("text"), .control("textrm"): break
      default: isPlain = false
      }
    }
    if isPlain, !name.isEmpty { return .name(String(name), hasLimits: hasLimits) }
    pending = kept
    let node = try argument(in: .upright)
    return hasLimits ? .classed(.operator, node) : .classed(.operator, .classed(.ordinary, node))
  }

  /// `\dots`, low or in the middle by what follows (amsmath).
  private mutating func dots() throws(TeXProblem) -> FormulaNode {
    let isCentred: Bool
    switch try peekSign() {
    case .character(let scalar): isCentred = "+-*=<>".unicodeScalars.contains(scalar)
    case .control(let name):
      switch TeXCommands.byName[name] {
      case .symbol(_, .binary), .symbol(_, .relation), .large: isCentred = true
      default: isCentred = false
      }
    default: isCentred = false
    }
    return .symbol(isCentred ? "⋯" : "…", .inner)
  }

  // MARK: Lengths and colours

  /// In eighteenths of an em.
  private mutating func length(_ name: String, at place: Int) throws(TeXProblem) -> Double {
    var text = ""
    if name == "hspace" || name == "mspace" {
      _ = try take(.character("*"))
      text = try plainArgument()
    } else {
      skipSpaces()
      // a primitive's length ends where its unit does
      var letters = 0
      while case .character(let scalar)? = pending.last?.token, letters < 2 {
        letters += scalar.isTeXLetter ? 1 : 0
        text.unicodeScalars.append(scalar)
        pending.removeLast()
        if letters == 0, pending.last?.token == .space { pending.removeLast() }
      }
    }
    return TeXReader.eighteenths(of: text) ?? 0
  }

  /// A length of TeX at a size of 10 pt, in eighteenths of an em; nil for none.
  static func eighteenths(of text: String) -> Double? {
    let plain = text.filter { $0 != " " && $0 != "\\" }
    let number = plain.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
    guard let value = Double(number), value.magnitude < 1000 else { return nil }
    let units: [String: Double] = [
      "em": 18, "ex": 7.8, "mu": 1, "pt": 1.8, "mm": 5.12, "cm": 51.2, "in": 130, "pc": 21.6, "px": 1.35, "bp": 1.8,
      "sp": 0, "textwidth": 0, "linewidth": 0,
    ]
    return units[String(plain.dropFirst(number.count).prefix { $0.isLetter })].map { $0 * value }
  }

  private mutating func coloured(_ name: String, at place: Int) throws(TeXProblem) -> FormulaNode? {
    let model = try optionalRaw().map(TeXReader.plain)
    let asked = try plainArgument()
    guard let colour = TeXReader.colour(asked, model: model) else {
      throw TeXProblem(kind: .unknownCommand("\(name){\(asked)}"), offset: place)
    }
    switch name {
    case "color":
      // MathJax and KaTeX's own argument, where one stands close behind
      return .colour(colour)
    case "textcolor": return .coloured(try argument(), colour)
    default: return .text(try text([]))
    }
  }

  private static let colours: [String: UInt32] = [
    "black": 0, "red": 0xFF0000, "green": 0x00AA00, "blue": 0x0000FF, "cyan": 0x00AEEF, "magenta": 0xEC008C,
    "yellow": 0xD8B800, "gray": 0x808080, "grey": 0x808080, "orange": 0xFF8000, "purple": 0xBF0040, "brown": 0xBF8040,
    "violet": 0x800080, "teal": 0x008080, "olive": 0x808000, "lime": 0x80C000, "pink": 0xFF80A0, "darkgray": 0x404040,
    "lightgray": 0xBFBFBF, "white": 0xFFFFFF, "navy": 0x000080, "maroon": 0x800000, "darkblue": 0x00008B,
    "darkgreen": 0x006400, "darkred": 0x8B0000, "crimson": 0xDC143C, "indigo": 0x4B0082, "forestgreen": 0x228B22,
    "royalblue": 0x4169E1, "steelblue": 0x4682B4, "tomato": 0xFF6347, "goldenrod": 0xDAA520, "firebrick": 0xB22222,
    "dodgerblue": 0x1E90FF, "darkorange": 0xFF8C00, "limegreen": 0x32CD32, "skyblue": 0x87CEEB, "salmon": 0xFA8072,
  ]

  private static func colour(_ name: String, model: String?) -> UInt32? {
    let plain = name.filter { $0 != " " }
    if model == nil || model == "named" {
      if plain.hasPrefix("#"), plain.count == 7 { return UInt32(plain.dropFirst(), radix: 16) }
      return colours[plain.lowercased()] ?? colours[String(plain.prefix { $0 != "!" }).lowercased()]
    }
    if model == "HTML" { return UInt32(plain, radix: 16) }
    let parts = plain.split(separator: ",").compactMap { Double($0) }
    guard !parts.isEmpty, parts.allSatisfy(\.isFinite) else { return nil }
    let scale = model == "RGB" ? 1.0 : 255.0
    func byte(_ value: Double) -> UInt32 { UInt32(max(0, min(255, (value * scale).rounded()))) }
    switch (model, parts.count) {
    case ("gray", 1): return byte(parts[0]) * 0x10101
    case ("rgb", 3), ("RGB", 3): return byte(parts[0]) << 16 | byte(parts[1]) << 8 | byte(parts[2])
    default: return nil
    }
  }

  // MARK: Packages

  /// `⟨a|b⟩` by braket's one argument or by physics' two.
  private mutating func braket() throws(TeXProblem) -> FormulaNode {
    skipSpaces()
    let inside = try rawArgument()
    if inside.contains(where: {
      $0.token == .character("|") || $0.token == .control("vert") || $0.token == .control("|")
        || $0.token == .control("mid")
    })
      || pending.last?.token != .open
    {
      // the bar in it is as tall as what it parts
      let kept = pending
      let place = inside.first?.offset ?? offset
      pending = [
        PlacedToken(token: .character("."), offset: place), PlacedToken(token: .control("right"), offset: place),
      ]
      pending += inside.map { part in
        let isBar = part.token == .character("|") || part.token == .control("vert") || part.token == .control("mid")
        return isBar ? PlacedToken(token: .control("middle@bar"), offset: part.offset) : part
      }.reversed()
      var parts: [FormulaNode] = []
      var middle: [Unicode.Scalar?] = []
      while true {
        var nodes: [FormulaNode] = []
        while let token = try peekSign(), token != .control("middle@bar"), token != .control("right") {
          if ends(token, .group) { throw problem(.misplaced(TeXReader.shown(token))) }
          if let node = try part() { nodes += try scripted(node) }
        }
        parts.append(.row(nodes))
        guard try take(.control("middle@bar")) else { break }
        middle.append("|")
      }
      pending = kept
      return .fenced(left: "⟨", parts, middle: middle, right: "⟩")
    }
    pending +=
      [PlacedToken(token: .close, offset: offset)] + inside.reversed() + [PlacedToken(token: .open, offset: offset)]
    let left = try argument()
    return .fenced(left: "⟨", [left, try argument()], middle: ["|"], right: "⟩")
  }

  /// The package physics, as far as books use it.
  private mutating func physics(_ name: String, at place: Int) throws(TeXProblem) -> FormulaNode? {
    let fences: [String: (Unicode.Scalar?, Unicode.Scalar?)] = [
      "mqty": (nil, nil), "pmqty": ("(", ")"), "bmqty": ("[", "]"), "vmqty": ("|", "|"), "Bmqty": ("{", "}"),
      "smqty": (nil, nil), "matrixquantity": (nil, nil),
    ]
    if var found = fences[name] {
      var inside: [PlacedToken]
      switch pending.last?.token {
      case .character("("):
        pending.removeLast()
        inside = try raw(upTo: .character(")"))
        found = ("(", ")")
      case .character("["):
        inside = try optionalRaw() ?? []
        found = ("[", "]")
      default: inside = try rawArgument()
      }
      inside.append(PlacedToken(token: .close, offset: place))
      pending += inside.reversed() + [PlacedToken(token: .open, offset: place)]
      let table = FormulaNode.table(FormulaTable(.matrix, rows: try rows(ofArgument: place), alignments: [.centre]))
      guard found.0 != nil || found.1 != nil else { return table }
      return .fenced(left: found.0, [table], middle: [], right: found.1)
    }
    switch name {
    case "qty", "pqty", "bqty", "vqty", "Bqty":
      switch pending.last?.token {
      case .character("("):
        pending.removeLast()
        return try fencedTokens("(", try raw(upTo: .character(")")), ")")
      case .character("["): return try fencedTokens("[", try optionalRaw() ?? [], "]")
      case .character("|"):
        pending.removeLast()
        return try fencedTokens("|", try raw(upTo: .character("|")), "|")
      default:
        let pairs: [String: (Unicode.Scalar, Unicode.Scalar)] = [
          "pqty": ("(", ")"), "bqty": ("[", "]"), "vqty": ("|", "|"),
        ]
        let pair = pairs[name] ?? ("{", "}")
        return .fenced(left: pair.0, [try argument()], middle: [], right: pair.1)
      }
    case "dv", "pdv", "derivative", "partialderivative":
      let sign: FormulaNode = name.hasPrefix("p") ? .symbol(alphabet.letter("∂"), .ordinary) : .symbol("d", .ordinary)
      let order = try optionalArgument()
      func power(_ node: FormulaNode) -> FormulaNode {
        order.map { .scripts(base: node, sub: nil, sup: $0, limits: .never) } ?? node
      }
      let first = try argument()
      guard try peekSign() == .open else { return .fraction(FormulaFraction(power(sign), .row([sign, power(first)]))) }
      let second = try argument()
      return .fraction(FormulaFraction(.row([power(sign), first]), .row([sign, power(second)])))
    case "dd", "differential":
      return .row([.symbol("d", .ordinary), try peekSign() == .open ? try argument() : .empty])
    case "expval", "ev": return .fenced(left: "⟨", [try argument()], middle: [], right: "⟩")
    case "ketbra":
      let left = try argument()
      let right = try peekSign() == .open ? try argument() : left
      return .row([
        .fenced(left: "|", [left], middle: [], right: "⟩"), .fenced(left: "⟨", [right], middle: [], right: "|"),
      ])
    case "tr", "Tr", "rank", "erf", "Res", "grad", "curl":
      guard name.count < 5, name != "grad", name != "curl" else { break }
      return .name(name, hasLimits: false)
    default: break
    }
    throw TeXProblem(kind: .unknownCommand(name), offset: place)
  }

  private mutating func raw(upTo end: TeXToken) throws(TeXProblem) -> [PlacedToken] {
    var level = 0
    var inside: [PlacedToken] = []
    while let token = pending.popLast() {
      switch token.token {
      case end where level == 0: return inside
      case .open, .character("("): level += 1
      case .close, .character(")"): level -= 1
      default: break
      }
      inside.append(token)
    }
    throw problem(.missing(TeXReader.shown(end)))
  }

  private mutating func fencedTokens(
    _ left: Unicode.Scalar, _ inside: [PlacedToken], _ right: Unicode.Scalar
  ) throws(TeXProblem) -> FormulaNode {
    let place = offset
    pending += [PlacedToken(token: .close, offset: place)] + inside.reversed()
    return .fenced(left: left, [try group()], middle: [], right: right)
  }
}

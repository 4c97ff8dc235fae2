internal import Formula

extension TeXReader {
  /// One part of a row; nil where what was read leaves nothing to see.
  mutating func part() throws(TeXProblem) -> FormulaNode? {
    guard let token = try peekSign() else { return nil }
    switch token {
    case .superscript, .subscript, .character("'"), .character("’"): return .empty
    default: break
    }
    let place = offset
    pending.removeLast()
    switch token {
    case .open: return try group()
    case .character(let scalar): return sign(scalar)
    case .control(let name): return try command(name, at: place)
    case .space: return nil
    case .close, .ampersand, .parameter, .superscript, .subscript:
      throw TeXProblem(kind: .misplaced(TeXReader.shown(token)), offset: place)
    }
  }

  /// A letter, figure or sign that stands for itself.
  private mutating func sign(_ scalar: Unicode.Scalar) -> FormulaNode {
    if let plain = TeXCommands.plain(scalar) { return plain }
    if scalar.isASCII {
      let letter = alphabet.letter(scalar)
      return .symbol(letter, .ordinary)
    }
    if let command = TeXCommands.classes[scalar] {
      switch command {
      case .letter(let letter): return .symbol(alphabet.letter(letter), .ordinary)
      case .symbol(let sign, let kind): return .symbol(sign, kind)
      case .large(let sign, let hasLimits): return .large(sign, hasLimits: hasLimits)
      default: break
      }
    }
    if FormulaAlphabet.plain(scalar) != nil || !scalar.properties.isAlphabetic && !scalar.isFullWidth {
      return .symbol(scalar, .ordinary)
    }
    // words of another script, in the text's face
    var words = String(Character(scalar))
    while case .character(let more)? = pending.last?.token, !more.isASCII,
      more.properties.isAlphabetic || more.isFullWidth || more.properties.generalCategory == .nonspacingMark,
      TeXCommands.classes[more] == nil
    {
      pending.removeLast()
      words.unicodeScalars.append(more)
    }
    return .text([FormulaText(.words(words))])
  }

  private mutating func command(_ name: String, at place: Int) throws(TeXProblem) -> FormulaNode? {
    if let found = TeXCommands.byName[name] { return try meaning(of: found, at: place) }
    return try special(name, at: place)
  }

  private mutating func meaning(of command: TeXCommand, at place: Int) throws(TeXProblem) -> FormulaNode? {
    switch command {
    case .letter(let scalar): return .symbol(alphabet.letter(scalar), .ordinary)
    case .slantedLetter(let scalar): return .symbol(FormulaAlphabet.italic.letter(scalar), .ordinary)
    case .symbol(let scalar, let kind): return .symbol(scalar, kind)
    case .large(let scalar, let hasLimits): return .large(scalar, hasLimits: hasLimits)
    case .name(let name, let hasLimits): return .name(name, hasLimits: hasLimits)
    case .accent(let scalar, let isWide, let isBelow):
      return .accent(try argument(), scalar, isWide: isWide, isBelow: isBelow)
    case .brace(let scalar, let isBelow):
      return .classed(.operator, .accent(try argument(), scalar, isWide: true, isBelow: isBelow))
    case .line(let isBelow): return .line(try argument(), isBelow: isBelow)
    case .alphabet(let alphabet): return try argument(in: alphabet)
    case .switchAlphabet(let alphabet):
      self.alphabet = alphabet
      return nil
    case .text(let face): return .text(try text(face))
    case .space(let width): return .space(width)
    case .style(let style): return .style(style)
    case .sized(let size, let kind):
      // `\big` before what is no fence leaves it as it is
      guard let fence = try fence() else { return nil }
      return .sized(fence, size, kind)
    case .fraction(let rule, let left, let right, let style):
      let over = try argument()
      return .fraction(
        FormulaFraction(over, try argument(), rule: rule, left: left, right: right, style: style))
    case .classed(let kind):
      return .classed(kind, try argument())
    case .arrow(let scalar):
      let under = try optionalArgument()
      return .arrow(scalar, over: try argument(), under: under)
    case .enclosed(let left, let right):
      _ = try take(.character("*"))
      return .fenced(left: left, [try argument()], middle: [], right: right)
    case .nothing: return nil
    }
  }

  /// A fence behind `\left`, `\right`, `\big`: nil for the invisible one.
  mutating func fence() throws(TeXProblem) -> Unicode.Scalar? {
    guard let token = try peekSign() else { throw problem(.missing("a fence")) }
    let found: Unicode.Scalar?
    switch token {
    case .character("."): found = nil
    case .character("<"): found = "⟨"
    case .character(">"): found = "⟩"
    case .character(let scalar):
      guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
        throw problem(.misplaced(TeXReader.shown(token)))
      }
      found = scalar
    case .control(let name):
      guard case .symbol(let scalar, _)? = TeXCommands.byName[name] else {
        throw problem(.misplaced(TeXReader.shown(token)))
      }
      found = scalar
    case .open:
      // `\left{` for `\left\{`, and a fence in braces
      pending.removeLast()
      let kept = pending
      if let fence = try? fence(), try take(.close) { return fence }
      pending = kept
      return "{"
    case .close: found = "}"
    default: throw problem(.misplaced(TeXReader.shown(token)))
    }
    pending.removeLast()
    return found
  }

  /// `\left … \middle … \right`; the first has been read.
  mutating func fenced(at place: Int) throws(TeXProblem) -> FormulaNode {
    let kept = alphabet
    defer { alphabet = kept }
    let left = try fence()
    var parts: [FormulaNode] = []
    var middle: [Unicode.Scalar?] = []
    while true {
      parts.append(.row(try row(until: .fence)))
      switch try next() {
      case .control("middle"): middle.append(try fence())
      case .control("right"): return .fenced(left: left, parts, middle: middle, right: try fence())
      default: throw TeXProblem(kind: .missing("\\right"), offset: place)
      }
    }
  }

  // MARK: Words

  /// The argument of `\text` and its like.
  mutating func text(_ face: FormulaText.Face) throws(TeXProblem) -> [FormulaText] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= TeXReader.mostDepth else { throw problem(.tooLarge) }
    let inside = try rawArgument()
    var reader = TeXReader([], macros: macros)
    reader.pending = inside.reversed()
    reader.depth = depth
    reader.expansions = expansions
    let found = try reader.texts(face)
    expansions = reader.expansions
    return found
  }

  /// All that is pending, as words.
  private mutating func texts(_ face: FormulaText.Face) throws(TeXProblem) -> [FormulaText] {
    var found: [FormulaText] = []
    var words = String.UnicodeScalarView()
    var face = face
    func close(_ words: inout String.UnicodeScalarView, _ found: inout [FormulaText]) {
      if !words.isEmpty { found.append(FormulaText(.words(String(words)), face: face)) }
      words = String.UnicodeScalarView()
    }
    while let token = try next() {
      switch token {
      case .space: words.append(" ")
      case .character("$"):
        close(&words, &found)
        _ = try take(.character("$"))
        let nodes = try row(until: .dollar)
        guard try next() == .character("$") else { throw problem(.missing("$")) }
        _ = pending.last?.token == .character("$") ? pending.popLast() : nil
        found.append(FormulaText(.formula(.row(nodes)), face: face))
      case .character("`"):
        if pending.last?.token == .character("`") {
          pending.removeLast()
          words.append("“")
        } else {
          words.append("‘")
        }
      case .character("'"):
        if pending.last?.token == .character("'") {
          pending.removeLast()
          words.append("”")
        } else {
          words.append("’")
        }
      case .character(let scalar): words.append(scalar)
      case .open, .close: break
      case .superscript: words.append("^")
      case .subscript: words.append("_")
      case .ampersand: words.append("&")
      case .parameter(let number): words.append(contentsOf: "#\(number)".unicodeScalars)
      case .control(let name):
        if let plain = TeXReader.signsInText[name] {
          words.append(contentsOf: plain.unicodeScalars)
        } else if case .text(let more)? = TeXCommands.byName[name] {
          close(&words, &found)
          found += try text(face.union(more))
        } else if let change = TeXReader.facesInText[name] {
          close(&words, &found)
          face = change
        } else {
          close(&words, &found)
          pending.append(PlacedToken(token: token, offset: offset))
          if let node = try part() { found.append(FormulaText(.formula(.row(try scripted(node))), face: face)) }
        }
      }
    }
    close(&words, &found)
    return found
  }

  private static let signsInText: [String: String] = [
    " ": " ", "\\": " ", "nobreakspace": "\u{A0}", "%": "%", "$": "$", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}",
    ",": "\u{2009}", ";": " ", ":": " ", "quad": "\u{2003}", "qquad": "\u{2003}\u{2003}", "ldots": "…", "dots": "…",
    "textbackslash": "\\", "-": "", "/": "", "LaTeX": "LaTeX", "TeX": "TeX", "ss": "ß", "S": "§", "P": "¶", "aa": "å",
    "textendash": "–", "textemdash": "—", "textquotesingle": "'", "newline": " ", "space": " ", "protect": "",
    "centering": "", "textquoteright": "’", "textquoteleft": "‘", "textunderscore": "_",
  ]
  private static let facesInText: [String: FormulaText.Face] = [
    "bf": .bold, "bfseries": .bold, "it": .italic, "itshape": .italic, "tt": .code, "ttfamily": .code, "rm": [],
    "rmfamily": [], "sf": .sans, "sffamily": .sans, "normalfont": [], "sc": .smallCapitals, "em": .italic,
    "small": [], "footnotesize": [], "normalsize": [], "large": [], "scriptsize": [], "tiny": [],
  ]
}

extension Unicode.Scalar {
  /// Signs of ideographs' fonts: `，`, `（`.
  fileprivate var isFullWidth: Bool { 0x3000...0x303F ~= value || 0xFF00...0xFFEF ~= value }
}

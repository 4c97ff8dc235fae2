internal import Formula

/// Numbers and units, as the package siunitx has them: `\num{6.022e23}`, `\SI{9.81}{\metre\per\second\squared}`.
extension TeXReader {
  /// - Returns: nil for another command.
  mutating func quantity(_ name: String, at place: Int) throws(TeXProblem) -> FormulaNode? {
    switch name {
    case "num":
      _ = try optionalRaw()
      return .row(TeXReader.number(try plainArgument()))
    case "numlist", "numrange", "numproduct":
      _ = try optionalRaw()
      let sign: FormulaNode = name == "numrange" ? TeXReader.dash : .symbol(",", .punctuation)
      guard name == "numrange" else { return .row(TeXReader.list(try plainArgument(), sign)) }
      let first = TeXReader.number(try plainArgument())
      return .row(first + [sign] + TeXReader.number(try plainArgument()))
    case "si", "unit":
      let mode = try optionalRaw().map(TeXReader.plain) ?? ""
      return .row(try unit(mode).nodes)
    case "SI", "qty", "SIlist", "qtylist", "SIrange", "qtyrange":
      guard name != "qty" || isFollowedByTwoGroups else { return nil }
      let mode = try optionalRaw().map(TeXReader.plain) ?? ""
      let given = try plainArgument()
      var number =
        name.hasSuffix("list") ? TeXReader.list(given, .symbol(",", .punctuation)) : TeXReader.number(given)
      if name.hasSuffix("range") { number += [TeXReader.dash] + TeXReader.number(try plainArgument()) }
      // what stands before a unit, such as a currency
      if pending.last?.token == .character("["), let before = try optionalRaw() {
        number = [.text([FormulaText(.words(TeXReader.plain(before)))])] + number
      }
      // all of a sum is so many units
      if number.contains(.symbol("±", .binary)), number.first != .symbol("(", .open) {
        number = [.symbol("(", .open)] + number + [.symbol(")", .close)]
      }
      let (unit, isClose) = try unit(mode)
      return .row(number + (isClose || unit.isEmpty ? [] : [.space(3)]) + unit)
    case "pu":
      // a number and a unit in one argument (mhchem)
      let inside = try rawArgument()
      let end = inside.firstIndex { $0.token == .space } ?? inside.endIndex
      pending +=
        [PlacedToken(token: .close, offset: place)] + inside[end...].reversed()
        + [PlacedToken(token: .open, offset: place)]
      let number = TeXReader.number(TeXReader.plain(Array(inside[..<end])))
      let unit = try unit("").nodes
      return .row(number + (unit.isEmpty ? [] : [.space(3)]) + unit)
    case "ang":
      _ = try optionalRaw()
      let parts = try plainArgument().split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      let signs: [FormulaNode] = [
        .symbol("°", .ordinary), .scripts(base: .empty, sub: nil, sup: .symbol("′", .ordinary), limits: .never),
        .scripts(base: .empty, sub: nil, sup: .symbol("″", .ordinary), limits: .never),
      ]
      var nodes: [FormulaNode] = []
      for (part, sign) in zip(parts, signs) where part.contains(where: { !$0.isWhitespace }) {
        nodes += TeXReader.number(part) + [sign]
      }
      return .row(nodes)
    default: return nil
    }
  }

  private static let dash = FormulaNode.text([FormulaText(.words("–"))])

  /// `\qty{1}{m}`, with brackets before it or without: of one group only, it is the package physics'.
  private var isFollowedByTwoGroups: Bool {
    var index = pending.count - 1
    func skip(_ open: TeXToken, _ close: TeXToken) -> Bool {
      guard index >= 0, pending[index].token == open else { return false }
      var level = 0
      while index >= 0 {
        if pending[index].token == open { level += 1 } else if pending[index].token == close { level -= 1 }
        index -= 1
        if level == 0 { return true }
      }
      return false
    }
    _ = skip(.character("["), .character("]"))
    guard skip(.open, .close) else { return false }
    return index >= 0 && pending[index].token == .open
  }

  // MARK: Numbers

  private static func list(_ text: String, _ sign: FormulaNode) -> [FormulaNode] {
    Array(text.split(separator: ";").map { number(String($0)) }.joined(separator: [sign]))
  }

  /// `6.022e23`, `1.2(3)`, `-4 +- 0.1`; a comma stays one.
  private static func number(_ text: String) -> [FormulaNode] {
    let plain = text.replacing("pm", with: "±").replacing("+-", with: "±").replacing("times", with: "x")
    let signs = plain.unicodeScalars.filter { !$0.isBlank && $0 != "\u{2009}" }
    var nodes: [FormulaNode] = []
    var digits: [Unicode.Scalar] = []
    var isSum = false
    func close() {
      nodes += grouped(digits)
      digits = []
    }
    var rest = signs[...]
    while let sign = rest.popFirst() {
      switch sign {
      case "0"..."9", ".", ",": digits.append(sign)
      case "e", "E", "d", "D":
        close()
        if isSum { nodes = [.symbol("(", .open)] + nodes + [.symbol(")", .close)] }
        if !nodes.isEmpty { nodes.append(.symbol("×", .binary)) }
        let power = rest.map { FormulaNode.symbol($0 == "-" ? "−" : $0, .ordinary) }.filter {
          $0 != .symbol("+", .ordinary)
        }
        return nodes + [
          .symbol("1", .ordinary), .scripts(base: .symbol("0", .ordinary), sub: nil, sup: .row(power), limits: .never),
        ]
      case "±":
        close()
        isSum = true
        nodes.append(.symbol("±", .binary))
      case "x":
        close()
        nodes.append(.symbol("×", .binary))
      default:
        close()
        nodes.append(TeXCommands.plain(sign) ?? .symbol(sign, .ordinary))
      }
    }
    close()
    return nodes
  }

  /// Figures in threes from the point where there are five or more of them.
  private static func grouped(_ digits: [Unicode.Scalar]) -> [FormulaNode] {
    let point = digits.firstIndex { $0 == "." || $0 == "," } ?? digits.count
    var nodes: [FormulaNode] = []
    // behind a point stands no blank of a list
    if point == 0, point < digits.count { nodes.append(.symbol("0", .ordinary)) }
    for (index, digit) in digits.enumerated() {
      let isGroup =
        index < point
        ? point > 4 && index > 0 && (point - index) % 3 == 0
        : digits.count - point > 5 && index > point + 1 && (index - point - 1) % 3 == 0
      if isGroup { nodes.append(.space(3)) }
      nodes.append(.symbol(digit, .ordinary))
    }
    return nodes
  }

  // MARK: Units

  private struct Unit {
    var nodes: [FormulaNode]
    var power = ""
    var isBelow = false

    /// - Parameter isInverse: below the line as a power less than nothing.
    func shown(isInverse: Bool) -> [FormulaNode] {
      let power = isInverse ? "−" + (power.isEmpty ? "1" : power) : power
      guard !power.isEmpty, let last = nodes.last else { return nodes }
      let raised = power.unicodeScalars.map { FormulaNode.symbol($0 == "-" ? "−" : $0, .ordinary) }
      return nodes.dropLast() + [.scripts(base: last, sub: nil, sup: .row(raised), limits: .never)]
    }
  }

  /// The argument of `\si`, by the names of units or by their letters.
  private mutating func unit(_ mode: String) throws(TeXProblem) -> (nodes: [FormulaNode], isClose: Bool) {
    let inside = try rawArgument()
    let kept = pending
    pending = inside.reversed()
    defer { pending = kept }
    var units: [Unit] = []
    var (prefix, power, isBelow, divides) = ("", "", false, false)
    func letters(_ words: String) -> [FormulaNode] { words.unicodeScalars.map { .symbol($0, .ordinary) } }
    func add(_ words: String, to units: inout [Unit]) {
      units.append(Unit(nodes: letters(prefix + words), power: power, isBelow: isBelow))
      (prefix, power, isBelow) = ("", "", divides)
    }
    while let token = try next() {
      switch token {
      case .space, .close, .open, .character("~"), .character("."), .control("nobreakspace"), .control(","),
        .control("cdot"):
        break
      case .character("/"): (isBelow, divides) = (true, true)
      case .superscript:
        let raised = try plainArgument()
        if !units.isEmpty { units[units.count - 1].power = raised }
      case .subscript:
        let script = try argument(in: .upright)
        if var last = units.last, let letter = last.nodes.popLast() {
          last.nodes.append(.scripts(base: letter, sub: script, sup: nil, limits: .never))
          units[units.count - 1] = last
        }
      case .character(let sign):
        var word = String(Character(sign))
        while case .character(let more)? = pending.last?.token, more.properties.isAlphabetic || more == "°" {
          word.unicodeScalars.append(more)
          pending.removeLast()
        }
        add(word, to: &units)
      case .control(let name):
        switch name {
        case "per": isBelow = true
        case "square": power = "2"
        case "cubic": power = "3"
        case "raiseto": power = try plainArgument()
        case "squared", "cubed", "tothe":
          let raised = name == "squared" ? "2" : name == "cubed" ? "3" : try plainArgument()
          if !units.isEmpty { units[units.count - 1].power = raised }
        case "of":
          let what = try plainArgument()
          if !units.isEmpty { units[units.count - 1].nodes.append(.text([FormulaText(.words(" \(what)"))])) }
        case "cancel", "highlight": _ = name == "highlight" ? try rawArgument() : []
        case "%": add("%", to: &units)
        default:
          if let found = TeXUnits.prefixes[name] {
            prefix = found
          } else if let found = TeXUnits.units[name] {
            add(found, to: &units)
          } else {
            // a sign of TeX's own, as `\mu` or `\Omega`, or words
            pending.append(PlacedToken(token: token, offset: offset))
            let nodes = try part().map { [$0] } ?? []
            units.append(Unit(nodes: letters(prefix) + nodes, power: power, isBelow: isBelow))
            (prefix, power, isBelow) = ("", "", divides)
          }
        }
      default: throw problem(.misplaced(TeXReader.shown(token)))
      }
    }
    let isClose = units.count == 1 && ["°", "′", "″"].contains { units[0].nodes == [.symbol($0, .ordinary)] }
    func product(_ parts: [Unit], isInverse: Bool = false) -> [FormulaNode] {
      Array(parts.map { $0.shown(isInverse: isInverse && $0.isBelow) }.joined(separator: [.space(3)]))
    }
    let (above, below) = (units.filter { !$0.isBelow }, units.filter(\.isBelow))
    if below.isEmpty || !divides && !mode.contains("symbol") && !mode.contains("frac") {
      return (product(units, isInverse: true), isClose)
    }
    let numerator = above.isEmpty ? letters("1") : product(above)
    if mode.contains("frac") {
      return ([.fraction(FormulaFraction(.row(numerator), .row(product(below))))], false)
    }
    let denominator = product(below)
    return (
      numerator + letters("/")
        + (below.count > 1 && !divides
          ? [.symbol("(", .open)] + denominator + [.symbol(")", .close)] : denominator),
      false
    )
  }
}

/// Commands that a manuscript defines for its formulas.
package struct TeXMacros: Sendable, Hashable {
  package struct Macro: Sendable, Hashable {
    var parameters: Int
    /// What the first parameter is where it is left out; nil where it may not be.
    var usual: [PlacedToken]?
    var body: [PlacedToken]
    /// A name as `\lim` is one; nil for other macros.
    var isName = false
    var hasLimits = false
  }

  private(set) var byName: [String: Macro] = [:]

  package init() {}

  /// Whether a line of a manuscript defines a command.
  package static func isDefinition(_ line: some StringProtocol) -> Bool {
    guard line.first == "\\" else { return false }
    return ["\\newcommand", "\\renewcommand", "\\providecommand", "\\DeclareMathOperator", "\\def\\"].contains(
      where: line.hasPrefix)
  }
  package var isEmpty: Bool { byName.isEmpty }
  subscript(name: String) -> Macro? { byName[name] }

  /// More than any book has; one that defines commands without end is stopped.
  private static let mostMacros = 4096

  mutating func define(_ name: String, _ macro: Macro, overriding: Bool = true) {
    guard byName.count < TeXMacros.mostMacros, overriding || byName[name] == nil else { return }
    byName[name] = macro
  }

  /// Takes the definitions of a text; all else in it is passed over.
  /// - Returns: whether it holds nothing else.
  @discardableResult package mutating func define(from source: String) -> Bool {
    var reader = TeXReader(tokens(ofTeX: source), macros: self)
    var isPure = true
    while let next = reader.pending.last {
      if case .control(let name) = next.token, TeXReader.definitions.contains(name) {
        reader.pending.removeLast()
        do { try reader.define(name, at: next.offset) } catch { isPure = false }
      } else {
        if next.token != .space { isPure = false }
        reader.pending.removeLast()
      }
    }
    self = reader.macros
    return isPure
  }
}

extension TeXReader {
  static let definitions: Set = [
    "newcommand", "renewcommand", "providecommand", "def", "gdef", "edef", "DeclareMathOperator", "let",
    "DeclareRobustCommand",
  ]

  /// Reads what follows `\newcommand` and its like.
  mutating func define(_ command: String, at offset: Int) throws(TeXProblem) {
    skipSpaces()
    var isStarred = false
    if pending.last?.token == .character("*") {
      pending.removeLast()
      isStarred = true
    }
    let named = try rawArgument()
    guard case .control(let name)? = named.first(where: { $0.token != .space })?.token else {
      throw TeXProblem(kind: .missing("the name of a command"), offset: offset)
    }
    switch command {
    case "let":
      skipSpaces()
      if pending.last?.token == .character("=") { pending.removeLast() }
      skipSpaces()
      guard let meaning = pending.popLast() else { throw TeXProblem(kind: .missing("a command"), offset: offset) }
      // of itself it would be without end
      if meaning.token != .control(name) { macros.define(name, TeXMacros.Macro(parameters: 0, body: [meaning])) }
    case "DeclareMathOperator":
      let body = try rawArgument()
      macros.define(name, TeXMacros.Macro(parameters: 0, body: body, isName: true, hasLimits: isStarred))
    case "def", "gdef", "edef":
      var count = 0
      while case .parameter(let number)? = pending.last?.token {
        pending.removeLast()
        count = max(count, number)
      }
      macros.define(name, TeXMacros.Macro(parameters: count, body: try rawArgument()))
    default:
      var count = 0
      var usual: [PlacedToken]?
      if let number = try optionalRaw() {
        for case .character(let digit) in number.map(\.token) {
          count = digit.properties.numericType == nil ? count : Int(digit.value) - 0x30
        }
        usual = try optionalRaw()
      }
      guard (0...9).contains(count) else { throw TeXProblem(kind: .missing("a number from 1 to 9"), offset: offset) }
      macros.define(
        name, TeXMacros.Macro(parameters: count, usual: usual, body: try rawArgument()),
        overriding: command != "providecommand")
    }
  }

  /// Puts a macro's body in place of its name.
  mutating func expand(_ macro: TeXMacros.Macro, at offset: Int) throws(TeXProblem) {
    expansions += 1
    guard expansions <= TeXReader.mostExpansions, pending.count <= TeXReader.mostTokens else {
      throw TeXProblem(kind: .tooLarge, offset: offset)
    }
    var arguments: [[PlacedToken]] = []
    for number in 0..<macro.parameters {
      if number == 0, let usual = macro.usual {
        arguments.append(try optionalRaw() ?? usual)
      } else {
        arguments.append(try rawArgument())
      }
    }
    var body: [PlacedToken] = []
    for part in macro.body {
      if case .parameter(let number) = part.token {
        guard arguments.indices.contains(number - 1) else { continue }
        body += arguments[number - 1]
      } else {
        body.append(PlacedToken(token: part.token, offset: offset))
      }
      guard body.count <= TeXReader.mostTokens else { throw TeXProblem(kind: .tooLarge, offset: offset) }
    }
    if macro.isName {
      pending.append(PlacedToken(token: .close, offset: offset))
      pending += body.reversed()
      pending.append(PlacedToken(token: .open, offset: offset))
      pending.append(
        PlacedToken(token: .control(macro.hasLimits ? "operatorname@limits" : "operatorname"), offset: offset))
    } else {
      pending += body.reversed()
    }
  }
}

/// One selector of a list, by Selectors 4 as far as books use it.
struct Selector: Sendable {
  enum Combinator: Sendable { case descendant, child, next, later }

  struct AttributeTest: Sendable {
    enum Operator: Sendable { case exists, equals, word, dash, begins, ends, contains }
    var name: String
    /// Nil for any.
    var namespace: String?
    var comparison: Operator
    var value: String
    var ignoresCase: Bool
  }

  /// `an+b`.
  struct Step: Sendable {
    var a: Int
    var b: Int
    func holds(_ index: Int) -> Bool {
      let rest = index - b
      return a == 0 ? rest == 0 : rest % a == 0 && rest / a >= 0
    }
  }

  indirect enum Test: Sendable {
    case id(String)
    case hasClass(String)
    case attribute(AttributeTest)
    case child(Step)
    case lastChild(Step)
    case ofType(Step)
    case lastOfType(Step)
    case empty, root, link
    case language(String)
    case any([Selector])
    case none([Selector])
    case never
  }

  struct Compound: Sendable {
    /// In lower case; nil for any.
    var name: String?
    var namespace: String?
    var tests: [Test] = []
    /// How the compound before it stands to this one.
    var combinator = Combinator.descendant
  }

  /// From left to right; the last is the element's own.
  var compounds: [Compound] = []
  /// `before`, `after`, `first-letter`, …; nil for the element itself.
  var pseudoElement: String?
  /// Ids, classes, names (Selectors 4, 17).
  var specificity = 0

  // MARK: Reading

  /// The selectors of a list; one that is not understood ends up in none.
  static func list(_ text: String, namespaces: [String: String], depth: Int = 0) -> [Selector] {
    guard depth < 4 else { return [] }
    var reader = SelectorReader(text, namespaces: namespaces, depth: depth)
    return reader.list()
  }
}

private struct SelectorReader {
  private var scanner: CSSScanner
  private let namespaces: [String: String]
  private let depth: Int
  private var isWrong = false

  init(_ text: String, namespaces: [String: String], depth: Int) {
    scanner = CSSScanner(text)
    self.namespaces = namespaces
    self.depth = depth
  }

  mutating func list() -> [Selector] {
    var found: [Selector] = []
    while scanner.peek != nil {
      isWrong = false
      let selector = one()
      if !isWrong, !selector.compounds.isEmpty { found.append(selector) }
      if isWrong { _ = scanner.upTo(0x2C) }
      if scanner.peek == 0x2C { scanner.advance() }
    }
    return found
  }

  private mutating func one() -> Selector {
    var selector = Selector()
    var combinator = Selector.Combinator.descendant
    scanner.skipSpace()
    while let next = scanner.peek, next != 0x2C, !isWrong {
      var compound = compound(&selector)
      compound.combinator = combinator
      selector.compounds.append(compound)
      guard selector.compounds.count <= 64 else {
        isWrong = true
        return selector
      }
      let before = scanner.peek
      scanner.skipSpace()
      combinator = .descendant
      switch scanner.peek {
      case 0x3E: combinator = .child
      case 0x2B: combinator = .next
      case 0x7E: combinator = .later
      case nil, 0x2C: return selector
      default:
        // nothing was read, and nothing parts what follows from it
        if before == scanner.peek { isWrong = true }
        continue
      }
      scanner.advance()
      scanner.skipSpace()
      // a combinator needs something on its other side
      if scanner.peek == nil || scanner.peek == 0x2C { isWrong = true }
    }
    return selector
  }

  private mutating func compound(_ selector: inout Selector) -> Selector.Compound {
    var compound = Selector.Compound()
    var isEmpty = true
    if let next = scanner.peek, next == 0x2A || next == 0x7C || CSSScanner.isName(next) || next == 0x5C {
      isEmpty = false
      var name = next == 0x2A ? "*" : scanner.name()
      if next == 0x2A { scanner.advance() }
      if scanner.peek == 0x7C {
        scanner.advance()
        compound.namespace = name == "*" ? nil : namespaces[name] ?? name
        if scanner.peek == 0x2A {
          name = "*"
          scanner.advance()
        } else {
          name = scanner.name()
        }
      }
      if name != "*" {
        compound.name = name.lowercased()
        selector.specificity += 1
      }
    }
    while let next = scanner.peek {
      switch next {
      case 0x23:
        scanner.advance()
        compound.tests.append(.id(scanner.name()))
        selector.specificity += 1 << 16
      case 0x2E:
        scanner.advance()
        compound.tests.append(.hasClass(scanner.name()))
        selector.specificity += 1 << 8
      case 0x5B:
        scanner.advance()
        compound.tests.append(attribute())
        selector.specificity += 1 << 8
      case 0x3A:
        scanner.advance()
        pseudo(&compound, &selector)
      default:
        if isEmpty { isWrong = true }
        return compound
      }
      isEmpty = false
      if isWrong { return compound }
    }
    if isEmpty { isWrong = true }
    return compound
  }

  private mutating func attribute() -> Selector.Test {
    scanner.skipSpace()
    var name = scanner.name()
    var namespace: String? = ""
    if scanner.peek == 0x2A {
      scanner.advance()
      namespace = nil
    }
    if scanner.peek == 0x7C {
      scanner.advance()
      if scanner.peek == 0x3D {
        return finish(name, namespace, .dash)
      }
      if namespace != nil { namespace = namespaces[name] ?? name }
      name = scanner.name()
    } else if let colon = name.firstIndex(of: ":") {
      // `epub\:type`, for readers without namespaces
      namespace = namespaces[String(name[..<colon])] ?? String(name[..<colon])
      name = String(name[name.index(after: colon)...])
    }
    scanner.skipSpace()
    let comparison: Selector.AttributeTest.Operator
    switch scanner.peek {
    case 0x5D:
      scanner.advance()
      return .attribute(
        Selector.AttributeTest(name: name, namespace: namespace, comparison: .exists, value: "", ignoresCase: false))
    case 0x3D: comparison = .equals
    case 0x7E: comparison = .word
    case 0x7C: comparison = .dash
    case 0x5E: comparison = .begins
    case 0x24: comparison = .ends
    case 0x2A: comparison = .contains
    default:
      isWrong = true
      return .never
    }
    if comparison != .equals { scanner.advance() }
    return finish(name, namespace, comparison)
  }

  private mutating func finish(
    _ name: String, _ namespace: String?, _ comparison: Selector.AttributeTest.Operator
  ) -> Selector.Test {
    guard scanner.peek == 0x3D else {
      isWrong = true
      return .never
    }
    scanner.advance()
    scanner.skipSpace()
    let isQuoted = scanner.peek == 0x22 || scanner.peek == 0x27
    let value = isQuoted ? scanner.string() : scanner.name()
    scanner.skipSpace()
    let flag = scanner.name().lowercased()
    _ = scanner.upTo(0x5D)
    scanner.advance()
    return .attribute(
      Selector.AttributeTest(
        name: name, namespace: namespace, comparison: comparison, value: value, ignoresCase: flag == "i"))
  }

  private mutating func pseudo(_ compound: inout Selector.Compound, _ selector: inout Selector) {
    let isElement = scanner.peek == 0x3A
    if isElement { scanner.advance() }
    let name = scanner.name().lowercased()
    var argument = ""
    if scanner.peek == 0x28 {
      scanner.advance()
      argument = bracketed()
    }
    if isElement || ["before", "after", "first-letter", "first-line"].contains(name) {
      selector.pseudoElement = name
      selector.specificity += 1
      return
    }
    func step(_ text: String) -> Selector.Step? { Selector.Step(text) }
    var added = 1 << 8
    switch name {
    case "first-child": compound.tests.append(.child(Selector.Step(a: 0, b: 1)))
    case "last-child": compound.tests.append(.lastChild(Selector.Step(a: 0, b: 1)))
    case "only-child":
      compound.tests += [.child(Selector.Step(a: 0, b: 1)), .lastChild(Selector.Step(a: 0, b: 1))]
    case "first-of-type": compound.tests.append(.ofType(Selector.Step(a: 0, b: 1)))
    case "last-of-type": compound.tests.append(.lastOfType(Selector.Step(a: 0, b: 1)))
    case "only-of-type":
      compound.tests += [.ofType(Selector.Step(a: 0, b: 1)), .lastOfType(Selector.Step(a: 0, b: 1))]
    case "nth-child": compound.tests.append(step(argument).map { .child($0) } ?? .never)
    case "nth-last-child": compound.tests.append(step(argument).map { .lastChild($0) } ?? .never)
    case "nth-of-type": compound.tests.append(step(argument).map { .ofType($0) } ?? .never)
    case "nth-last-of-type": compound.tests.append(step(argument).map { .lastOfType($0) } ?? .never)
    case "empty": compound.tests.append(.empty)
    case "root": compound.tests.append(.root)
    case "link", "any-link": compound.tests.append(.link)
    case "lang": compound.tests.append(.language(argument.filter { $0 != "\"" && $0 != "'" }.lowercased()))
    case "not", "is", "where", "matches":
      let inner = Selector.list(argument, namespaces: namespaces, depth: depth + 1)
      guard !inner.isEmpty else {
        isWrong = true
        return
      }
      compound.tests.append(name == "not" ? .none(inner) : .any(inner))
      added = name == "where" ? 0 : inner.map(\.specificity).max() ?? 0
    default:
      // :hover and the like, which paper never is
      compound.tests.append(.never)
    }
    selector.specificity += added
  }

  private mutating func bracketed() -> String {
    var depth = 1
    var text = ""
    while let next = scanner.peek {
      if next == 0x28 { depth += 1 }
      if next == 0x29 {
        depth -= 1
        if depth == 0 {
          scanner.advance()
          return text
        }
      }
      if next == 0x22 || next == 0x27 {
        text += "\"" + scanner.string() + "\""
      } else if CSSScanner.isName(next) {
        text += scanner.name()
      } else {
        text.unicodeScalars.append(Unicode.Scalar(next))
        scanner.advance()
      }
    }
    return text
  }
}

extension Selector.Step {
  /// `odd`, `even`, `3`, `2n+1`, `-n + 3`.
  init?(_ text: String) {
    let words = text.lowercased().filter { !$0.isWhitespace }
    switch words {
    case "odd": self.init(a: 2, b: 1)
    case "even": self.init(a: 2, b: 0)
    default:
      guard let n = words.firstIndex(of: "n") else {
        guard let number = Int(words), abs(number) < 1 << 30 else { return nil }
        self.init(a: 0, b: number)
        return
      }
      let before = words[..<n]
      let after = words[words.index(after: n)...]
      let a = before.isEmpty || before == "+" ? 1 : before == "-" ? -1 : Int(before)
      let b = after.isEmpty ? 0 : Int(after)
      guard let a, let b, abs(a) < 1 << 30, abs(b) < 1 << 30 else { return nil }
      self.init(a: a, b: b)
    }
  }
}

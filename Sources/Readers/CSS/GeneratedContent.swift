/// What sheets write into a text.
extension StyleSheet {
  /// The parts of a `content` value: `"“" attr(title) counter(part, upper-roman)`.
  package enum ContentPart: Sendable, Equatable {
    case text(String)
    case attribute(String)
    case openQuote, closeQuote
    /// A number by its name, in a style of lists.
    case counter(String, style: String)
    /// All numbers of a name that are counted here, the outermost first.
    case counters(String, separator: String, style: String)
    /// A picture, which is not set.
    case other

    package var isCounted: Bool {
      switch self {
      case .counter, .counters: true
      default: false
      }
    }
  }

  package static func content(_ value: String) -> [ContentPart] {
    var scanner = CSSScanner(value)
    var parts: [ContentPart] = []
    while true {
      scanner.skipSpace()
      guard let next = scanner.peek else { return parts }
      if next == 0x22 || next == 0x27 {
        parts.append(.text(scanner.string()))
        continue
      }
      let word = scanner.name().lowercased()
      if scanner.peek == 0x28 {
        scanner.advance()
        parts.append(function(word, &scanner))
      } else if word.isEmpty {
        scanner.advance()
      } else {
        switch word {
        case "open-quote": parts.append(.openQuote)
        case "close-quote": parts.append(.closeQuote)
        case "none", "normal", "inherit", "initial", "no-open-quote", "no-close-quote": break
        default: parts.append(.other)
        }
      }
    }
  }

  /// A function behind its opening bracket. A closing one in a string is none.
  private static func function(_ name: String, _ scanner: inout CSSScanner) -> ContentPart {
    guard name == "counter" || name == "counters" else {
      let inner = trimmed(scanner.upTo(0x29))
      scanner.advance()
      return name == "attr" ? .attribute(inner) : .other
    }
    var names: [String] = []
    var separator = ""
    while let next = scanner.peek, next != 0x29 {
      if next == 0x22 || next == 0x27 {
        separator = scanner.string()
        continue
      }
      let word = scanner.name()
      if word.isEmpty { scanner.advance() } else { names.append(word) }
    }
    scanner.advance()
    guard let counter = names.first else { return .other }
    let style = names.count > 1 ? names[1].lowercased() : "decimal"
    return name == "counter" ? .counter(counter, style: style) : .counters(counter, separator: separator, style: style)
  }

  /// Names and numbers of `counter-reset` and the like: `part chapter 3`.
  /// - Parameter usual: the number of a name without one.
  package static func counters(_ value: String?, usual: Int) -> [(name: String, value: Int)] {
    var found: [(name: String, value: Int)] = []
    for word in (value ?? "").split(whereSeparator: \.isWhitespace) {
      if let number = Int(word) {
        if !found.isEmpty { found[found.count - 1].value = min(max(number, -99_999), 99_999) }
      } else if !["none", "inherit", "initial", "unset"].contains(word) {
        found.append((String(word), usual))
      }
    }
    return found
  }

  /// The strings of a `quotes` value; nil where it names none.
  package static func quotes(_ value: String) -> [String]? {
    let strings = content(value).compactMap { if case .text(let words) = $0 { words } else { nil } }
    return value == "none" ? [] : strings.count >= 2 ? strings : nil
  }
}

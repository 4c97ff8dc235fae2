/// A style sheet as rules, by CSS Syntax 3: what is not understood is passed over, as it says.
package struct StyleSheet: Sendable {
  package struct Declaration: Sendable, Equatable {
    /// In lower case, without the prefixes of browsers and EPUB 2.
    package var name: String
    /// As it stands, without comments and white space around it.
    package var value: String
    package var isImportant: Bool
  }

  package struct Rule: Sendable {
    var selectors: [Selector]
    package var declarations: [Declaration]
  }

  package private(set) var rules: [Rule] = []
  /// Of `@font-face`: what sheets call a family, and where its files may be, in their order.
  package struct FontFace: Sendable, Equatable {
    package var family: String
    package var addresses: [String]
  }
  package private(set) var fontFaces: [FontFace] = []
  /// Addresses of `@import`, whose rules come before this sheet's.
  package private(set) var imports: [String] = []
  /// Prefixes of `@namespace`.
  private var namespaces: [String: String] = [:]

  /// Nesting past this is not a sheet that anybody wrote.
  private static let deepest = 32

  package init() {}

  /// - Parameter namespaces: prefixes that are known without being declared.
  package init(_ text: String, namespaces: [String: String] = [:]) {
    self.namespaces = namespaces
    var scanner = CSSScanner(text)
    read(&scanner, depth: 0)
  }

  /// Adds the rules of an imported sheet, before these.
  package mutating func prepend(_ other: StyleSheet) { rules = other.rules + rules }

  private mutating func read(_ scanner: inout CSSScanner, depth: Int) {
    while true {
      scanner.skipSpace()
      // marks of HTML's that old sheets stand between (CSS Syntax 3, 4.3.3)
      if scanner.skip("<!--") || scanner.skip("-->") { continue }
      guard let next = scanner.peek else { return }
      if next == 0x7D {
        if depth > 0 { return }
        scanner.advance()
      } else if next == 0x40 {
        readAt(&scanner, depth)
      } else {
        let prelude = scanner.prelude()
        guard scanner.peek == 0x7B else {
          scanner.advance()
          continue
        }
        scanner.advance()
        let declarations = StyleSheet.declarations(scanner.block())
        let selectors = Selector.list(prelude, namespaces: namespaces)
        if !selectors.isEmpty, !declarations.isEmpty {
          rules.append(Rule(selectors: selectors, declarations: declarations))
        }
      }
    }
  }

  private mutating func readAt(_ scanner: inout CSSScanner, _ depth: Int) {
    scanner.advance()
    let name = scanner.name().lowercased()
    let prelude = scanner.prelude()
    guard scanner.peek == 0x7B else {
      scanner.advance()
      switch name {
      case "import":
        let (address, media) = StyleSheet.address(in: prelude)
        if let address, rules.isEmpty, MediaQuery.matches(media) { imports.append(address) }
      case "namespace":
        let (address, _) = StyleSheet.address(in: prelude)
        let prefix = prelude.prefix { !$0.isWhitespace && $0 != "\"" && $0 != "'" && $0 != "(" }
        if let address { namespaces[prefix.lowercased().hasPrefix("url") ? "" : String(prefix)] = address }
      default: break
      }
      return
    }
    scanner.advance()
    if name == "font-face" { return readFontFace(scanner.block()) }
    let applies =
      switch name {
      case "media": MediaQuery.matches(prelude)
      case "supports": !prelude.lowercased().hasPrefix("not")
      case "layer", "container": true
      default: false
      }
    guard applies, depth < StyleSheet.deepest else {
      _ = scanner.block()
      return
    }
    read(&scanner, depth: depth + 1)
    if scanner.peek == 0x7D { scanner.advance() }
  }

  private mutating func readFontFace(_ block: String) {
    let declarations = StyleSheet.declarations(block)
    guard let family = declarations.last(where: { $0.name == "font-family" })?.value else { return }
    var addresses: [String] = []
    for declaration in declarations where declaration.name == "src" {
      var rest = declaration.value
      while rest.contains("url("), let address = StyleSheet.address(in: rest).address {
        addresses.append(address)
        rest = StyleSheet.address(in: rest).rest
      }
    }
    if let name = StyleSheet.families(family).first { fontFaces.append(FontFace(family: name, addresses: addresses)) }
  }

  /// The names of a `font-family` value, without their quotes.
  package static func families(_ value: String) -> [String] {
    value.split(separator: ",").map { trimmed($0.filter { $0 != "\"" && $0 != "'" }) }.filter { !$0.isEmpty }
  }

  /// The address in `url(…)` or a string, and what follows it.
  package static func address(in text: String) -> (address: String?, rest: String) {
    var scanner = CSSScanner(text)
    while let next = scanner.peek {
      if next == 0x22 || next == 0x27 {
        let address = scanner.string()
        return (address, scanner.rest)
      }
      if scanner.skip("url(") || scanner.skip("URL(") {
        scanner.skipSpace()
        let address: String
        if let quote = scanner.peek, quote == 0x22 || quote == 0x27 {
          address = scanner.string()
        } else {
          address = scanner.upTo(0x29)
        }
        _ = scanner.upTo(0x29)
        scanner.advance()
        return (address.filter { !$0.isWhitespace }, scanner.rest)
      }
      scanner.advance()
    }
    return (nil, "")
  }

  /// The declarations of a rule or of a `style` attribute.
  package static func declarations(_ text: String) -> [Declaration] {
    var scanner = CSSScanner(text)
    var found: [Declaration] = []
    while true {
      scanner.skipSpace()
      guard let next = scanner.peek else { return found }
      if next == 0x3B || next == 0x7D {
        scanner.advance()
        continue
      }
      var name = scanner.name().lowercased()
      scanner.skipSpace()
      guard !name.isEmpty, scanner.peek == 0x3A else {
        _ = scanner.declarationValue()
        if scanner.peek != nil { scanner.advance() }
        continue
      }
      scanner.advance()
      for prefix in ["-epub-", "-webkit-", "-moz-", "-ms-", "-o-", "-adobe-"] where name.hasPrefix(prefix) {
        name = String(name.dropFirst(prefix.count))
      }
      var value = trimmed(scanner.declarationValue())
      var isImportant = false
      if let mark = value.lastIndex(of: "!"),
        value[value.index(after: mark)...].lowercased().filter({ !$0.isWhitespace }) == "important"
      {
        isImportant = true
        value = trimmed(String(value[..<mark]))
      }
      // what is no value of a display leaves the one before it standing (CSS 2.2, 4.2)
      if name == "display", !isDisplay(value) { continue }
      if !value.isEmpty { found.append(Declaration(name: name, value: value, isImportant: isImportant)) }
      // what was said of one side before gives way
      if name == "margin" {
        for (side, value) in sides(of: value) {
          found.append(Declaration(name: "margin-" + side, value: value, isImportant: isImportant))
        }
      }
    }
  }

  /// Whether a value says how an element is displayed (CSS Display 3, 2), `oeb-page-head` of old books among them.
  private static func isDisplay(_ value: String) -> Bool {
    let word = value.lowercased().split(separator: " ").first.map(String.init) ?? ""
    let starts = ["none", "in", "block", "list-item", "table", "flex", "grid", "flow", "ruby", "run-in", "contents"]
    return (starts + ["unset", "revert", "math", "oeb-", "-", "var("]).contains { word.hasPrefix($0) }
  }

  /// Of one to four values (CSS Box Model 3, 3.2).
  private static func sides(of value: String) -> [(side: String, value: String)] {
    let values = value.split(whereSeparator: \.isWhitespace).map(String.init)
    guard (1...4).contains(values.count), !value.contains("(") else { return [] }
    let right = values.count > 1 ? values[1] : values[0]
    return [
      ("top", values[0]), ("right", right), ("bottom", values.count > 2 ? values[2] : values[0]),
      ("left", values.count > 3 ? values[3] : right),
    ]
  }

  static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }
}

/// Whether what `@media` asks for is a printed page (Media Queries 4), as far as sheets of books ask.
enum MediaQuery {
  static func matches(_ text: String) -> Bool {
    let queries = text.lowercased().split(separator: ",")
    return queries.isEmpty || queries.contains { one($0) }
  }

  private static func one(_ query: Substring) -> Bool {
    var words = query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isNot = words.hasPrefix("not ")
    if isNot { words = String(words.dropFirst(4)) }
    if words.hasPrefix("only ") { words = String(words.dropFirst(5)) }
    let holds = words.split(separator: "(").enumerated().allSatisfy { index, part in
      if index == 0, query.first != "(" || !words.hasPrefix("(") {
        let type = part.replacing(" and", with: "").filter { !$0.isWhitespace }
        return type.isEmpty || type == "all" || type == "print"
      }
      return feature(part.prefix { $0 != ")" })
    }
    return holds != isNot
  }

  /// A page of A5, black on white, that nobody touches.
  private static func feature(_ text: Substring) -> Bool {
    let pieces = text.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
    guard let name = pieces.first else { return false }
    guard pieces.count == 2 else { return ["width", "height", "monochrome"].contains(name) }
    switch name {
    case "min-width", "min-device-width": return (CSSLength(pieces[1])?.pixels(em: 16) ?? 0) <= 560
    case "max-width", "max-device-width": return (CSSLength(pieces[1])?.pixels(em: 16) ?? 0) >= 560
    case "min-height", "min-device-height": return (CSSLength(pieces[1])?.pixels(em: 16) ?? 0) <= 790
    case "max-height", "max-device-height": return (CSSLength(pieces[1])?.pixels(em: 16) ?? 0) >= 790
    case "orientation": return pieces[1] == "portrait"
    case "prefers-color-scheme": return pieces[1] == "light"
    default: return false
    }
  }
}

/// A number with its unit.
package struct CSSLength: Sendable, Equatable {
  package var number: Double
  /// In lower case; empty without one.
  package var unit: String

  package init?(_ text: some StringProtocol) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    let plain =
      digits.hasPrefix(".") ? "0" + digits : digits.hasPrefix("-.") ? "-0" + digits.dropFirst() : String(digits)
    guard let number = Double(plain), number.isFinite, abs(number) < 1e6 else { return nil }
    let unit = text.dropFirst(digits.count).lowercased()
    guard unit.utf8.count <= 4, unit.allSatisfy({ $0.isLetter || $0 == "%" }) else { return nil }
    self.number = number
    self.unit = unit
  }

  /// Pixels of 1/96 inch; nil for shares.
  package func pixels(em: Double) -> Double? {
    switch unit {
    case "px": number
    case "": number == 0 ? 0 : nil
    case "em", "rem": number * em
    case "ex", "ch": number * em / 2
    case "pt": number * 4 / 3
    case "pc": number * 16
    case "in": number * 96
    case "cm": number * 96 / 2.54
    case "mm": number * 96 / 25.4
    default: nil
    }
  }

  /// In ems of a type of 16 pixels.
  package var ems: Double? { pixels(em: 16).map { $0 / 16 } }
}

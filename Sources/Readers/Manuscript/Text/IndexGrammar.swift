package import BookModel
internal import Encoding
internal import Formula
internal import TeX

extension IndexMark {
  /// What stands in the braces of LaTeX's `\index`, as makeindex reads it (Chen and Harrison, Index Preparation and
  /// Processing, 1988): `!` goes a level down, `@` parts the key from the words, `|` asks for what the page's number is to
  /// look like, opens and ends a range, or leads to another entry; `"` before any of these takes it as it is.
  package init?(tex: String, index: String = "") {
    var terms: [IndexMark.Term] = []
    var words = ""
    var key: String?
    var wish: String?
    var depth = 0
    var rest = tex[...]
    func term() -> IndexMark.Term { IndexMark.Term(TeXWords.runs(of: words), key: key.map { TeXWords.plain($0) }) }
    while let sign = rest.popFirst() {
      if wish != nil {
        wish?.append(sign)
        continue
      }
      switch sign {
      case "\\":
        words.append(sign)
        if let next = rest.popFirst() { words.append(next) }
      case "\"": if let next = rest.popFirst() { words.append(next) }
      case "{", "}":
        depth += sign == "{" ? 1 : -1
        words.append(sign)
      case "!" where depth <= 0:
        terms.append(term())
        (words, key) = ("", nil)
      case "@" where depth <= 0:
        key = words
        words = ""
      case "|" where depth <= 0: wish = ""
      default: words.append(sign)
      }
    }
    terms.append(term())
    terms.removeAll { $0.words.isEmpty }
    guard !terms.isEmpty else { return nil }
    self.init(terms)
    self.index = index
    take(wish: wish ?? "")
  }

  /// `Kant:on duty;key`, as Word's field XE has it (ECMA-376-1, 17.16.5.70): a colon goes a level down, a semicolon parts
  /// the words from their key, a backslash takes either as it is.
  package init?(colons entry: String, index: String) {
    var parts: [[String]] = [[""]]
    var rest = entry[...]
    while let sign = rest.popFirst() {
      switch sign {
      case ":": parts.append([""])
      case ";" where !rest.isEmpty: parts[parts.count - 1].append("")
      case "\\" where rest.first.map { ":;\\\"".contains($0) } == true:
        parts[parts.count - 1].append(toLast: rest.removeFirst())
      default: parts[parts.count - 1].append(toLast: sign)
      }
    }
    let terms = parts.compactMap { part -> IndexMark.Term? in
      let words = part[0].trimmedOfBlanks
      return words.isEmpty ? nil : IndexMark.Term([IndexMark.Run(words)], key: part.count > 1 ? part[1] : nil)
    }
    guard !terms.isEmpty else { return nil }
    self.init(terms)
    self.index = index
  }

  /// `See Kant`, `Siehe auch Hegel`: what stands in place of a page.
  package mutating func lead(to words: String) {
    extent = .none
    let (isAlso, other) = IndexMark.crossReference(words)
    if isAlso { seeAlso = [other] } else { see = [other] }
  }

  private mutating func take(wish: String) {
    var rest = wish[...]
    if rest.first == "(" {
      extent = .begins
      rest.removeFirst()
    } else if rest.first == ")" {
      extent = .ends
      rest.removeFirst()
    }
    if rest.first == "\\" { rest.removeFirst() }
    let name = rest.prefix { $0.isLetter }
    let argument = rest[name.endIndex...].drop { $0 == " " }
    switch name {
    case "see", "seealso":
      guard argument.first == "{", argument.last == "}" else { return }
      let others = argument.dropFirst().dropLast().split(separator: ";").map {
        TeXWords.plain(String($0)).trimmedOfBlanks
      }
      extent = .none
      if name == "see" { see = others } else { seeAlso = others }
    case "textbf", "bf", "bfseries", "main", "strong": traits = .strong
    case "textit", "it", "emph", "itshape", "textsl": traits = .emphasis
    // of other names nobody says what they look like: `hyperpage` is the usual one
    default: break
    }
  }
}

/// Words in TeX's marks: `\textit{Emma}`, `{\tt x}`, `Caf\'e`.
private struct TeXWords {
  private var runs: [IndexMark.Run] = []
  /// Between two signs of a formula, where `\log` is the word itself.
  private var isFormula = false

  static func runs(of text: String) -> [IndexMark.Run] {
    var words = TeXWords()
    var rest = text[...]
    words.read(&rest, [])
    var runs = words.runs
    // white at either end is the writer's way of typing
    if let first = runs.first { runs[0].words = String(first.words.drop(while: \.isWhitespace)) }
    if let last = runs.indices.last {
      while runs[last].words.last?.isWhitespace == true { runs[last].words.removeLast() }
    }
    return runs.filter { !$0.words.isEmpty }
  }

  static func plain(_ text: String) -> String { runs(of: text).map(\.words).joined() }

  private static let commands: [String: InlineStyle.Traits] = [
    "textit": .emphasis, "emph": .emphasis, "textsl": .emphasis, "textbf": .strong, "texttt": .code,
    "textsc": .smallCapitals,
    "it": .emphasis, "itshape": .emphasis, "em": .emphasis, "bf": .strong, "bfseries": .strong, "tt": .code,
    "ttfamily": .code, "sc": .smallCapitals, "scshape": .smallCapitals, "textup": [], "textrm": [], "mbox": [],
    "rm": [],
    "sffamily": [], "textsf": [], "sf": [], "normalfont": [],
  ]
  private static let signs: [String: String] = [
    "textbar": "|", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "ldots": "…", "dots": "…",
    "ss": "ß", "ae": "æ", "oe": "œ", "AE": "Æ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å",
    "i": "ı", "TeX": "TeX", "LaTeX": "LaTeX", "quad": " ", "textquotesingle": "'", "textunderscore": "_",
    "textless": "<", "textgreater": ">", "textendash": "–", "textemdash": "—",
  ]
  /// Letters behind a backslash of their own, as marks above or below the next one.
  private static let accents: [Character: Unicode.Scalar] = [
    "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "\"": "\u{308}", "~": "\u{303}", "=": "\u{304}", ".": "\u{307}",
  ]
  private static let letterAccents: [String: Unicode.Scalar] = [
    "c": "\u{327}", "v": "\u{30C}", "u": "\u{306}", "H": "\u{30B}", "k": "\u{328}", "r": "\u{30A}", "d": "\u{323}",
    "b": "\u{331}",
  ]

  /// Up to the brace that closes the group.
  private mutating func read(_ rest: inout Substring, _ outside: InlineStyle.Traits) {
    var traits = outside
    while let sign = rest.popFirst() {
      switch sign {
      case "{": read(&rest, traits)
      case "}": return
      case "~": append("\u{A0}", traits)
      case "$": isFormula.toggle()
      case "\\": command(&rest, &traits)
      default: append(String(sign), traits)
      }
    }
  }

  private mutating func command(_ rest: inout Substring, _ traits: inout InlineStyle.Traits) {
    let name = String(rest.prefix { $0.isASCII && $0.isLetter })
    guard !name.isEmpty else {
      guard let sign = rest.popFirst() else { return }
      if let accent = TeXWords.accents[sign] { return self.accent(accent, &rest, traits) }
      return append(sign == " " || sign == "," ? " " : String(sign), traits)
    }
    rest = rest.dropFirst(name.count)
    if let accent = TeXWords.letterAccents[name], rest.first == "{" || rest.first == " " {
      return self.accent(accent, &rest, traits)
    }
    if rest.first == " " { rest.removeFirst() }
    if let sign = TeXWords.signs[name] {
      if rest.hasPrefix("{}") { rest = rest.dropFirst(2) }
      return append(sign, traits)
    }
    if TeXWords.commands[name] == nil, let sign = TeXWords.sign(name) { return append(sign, traits) }
    let look = TeXWords.commands[name] ?? []
    guard rest.first == "{" else {
      if isFormula, TeXWords.commands[name] == nil { return append(name, traits) }
      // to the end of the group
      traits.formUnion(look)
      return
    }
    rest.removeFirst()
    read(&rest, traits.union(look))
  }

  /// A sign of formulas, such as `\gamma`: slanted where it is a letter.
  private static func sign(_ name: String) -> String? {
    var macros = TeXMacros()
    guard let node = try? readTeX("\\" + name, macros: &macros) else { return nil }
    if case .symbol(let sign, _) = node { return upright(sign) }
    guard case .row(let parts) = node, parts.count == 1, case .symbol(let sign, _) = parts[0] else { return nil }
    return upright(sign)
  }

  /// A Greek letter that formulas have slanted (Unicode's block Mathematical Alphanumeric Symbols) as texts have it.
  private static func upright(_ sign: Unicode.Scalar) -> String {
    let letter: UInt32 =
      switch sign.value {
      case 0x1D6E2...0x1D6FA: 0x391 + sign.value - 0x1D6E2
      case 0x1D6FC...0x1D714: 0x3B1 + sign.value - 0x1D6FC
      default: sign.value
      }
    return String(Character(Unicode.Scalar(letter) ?? sign))
  }

  private mutating func accent(_ mark: Unicode.Scalar, _ rest: inout Substring, _ traits: InlineStyle.Traits) {
    rest = rest.drop { $0 == " " || $0 == "{" }
    if rest.hasPrefix("\\i") { rest = "i" + rest.dropFirst(2) }
    guard let letter = rest.popFirst() else { return }
    if rest.first == "}" { rest.removeFirst() }
    var word = String(letter)
    word.unicodeScalars.append(mark)
    append(composed(Array(word.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? word, traits)
  }

  private mutating func append(_ words: String, _ traits: InlineStyle.Traits) {
    if let last = runs.last, last.traits == traits {
      runs[runs.count - 1].words += words
    } else {
      runs.append(IndexMark.Run(words, traits))
    }
  }
}

extension [String] {
  fileprivate mutating func append(toLast sign: Character) { self[count - 1].append(sign) }
}

extension String {
  fileprivate var trimmedOfBlanks: String {
    var words = drop(while: \.isWhitespace)
    while words.last?.isWhitespace == true { words.removeLast() }
    return String(words)
  }
}

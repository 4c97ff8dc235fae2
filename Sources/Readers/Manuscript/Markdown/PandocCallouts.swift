internal import BookModel

/// What opens a call-out in programs that fence theirs: Quarto's and pandoc's divs, MyST's directives, Docusaurus' and
/// VitePress' containers, mdBook's `admonish`, MkDocs' `!!!`. Each is read as the quotation of GitHub's that says so.
struct CalloutOpening {
  var word: String
  var title = ""
  var name: String?

  /// Classes that make a call-out of any div; other kinds' words may be any writer's own class.
  private static let plain: Set<String> = [
    "note", "tip", "hint", "important", "warning", "caution", "attention", "danger", "info", "seealso", "admonition",
    "todo",
  ]

  init(_ kind: Callout.Kind, name: String?) { (word, self.name) = (kind.rawValue, name) }

  /// - Parameter rest: of the line, behind its colons.
  init?(colons rest: Substring) {
    let rest = rest.trimmingBlanks
    if let inner = CalloutOpening.braces(rest) {
      if inner.words.first.map({ $0.isLetter }) ?? false {
        guard let made = CalloutOpening(directive: inner) else { return nil }
        self = made
        return
      }
      guard inner.behind.allSatisfy({ $0 == ":" }), let asked = PandocAttributes("{" + inner.words + "}") else {
        return nil
      }
      if let id = asked.name, let kind = Label.Kind(ofName: id).flatMap(Callout.Kind.init) {
        (word, name) = (kind.rawValue, id)
        title = asked.asked.last { $0.key == "name" || $0.key == "title" }?.value ?? ""
        return
      }
      let classes = asked.asked.filter { $0.key.isEmpty }.map { $0.value.lowercased() }
      // `theorem` among the classes (bookdown, pandoc's filters), its label or its name as attributes
      if let kind = classes.lazy.compactMap(CalloutOpening.theorem).first {
        word = kind.rawValue
        name = asked.name
        title = asked.asked.last { $0.key == "name" || $0.key == "title" }?.value ?? ""
        return
      }
      title = asked.asked.last { $0.key == "title" }?.value ?? ""
      // a class of the writer's own has a title for its readers
      let own =
        title.isEmpty || classes.contains { MarkdownFence.named($0) != nil } ? nil : Callout.Kind.titled.rawValue
      guard let word = classes.lazy.compactMap(CalloutOpening.word).first ?? own else { return nil }
      self.word = word
      name = inner.words.split(separator: " ").first { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
      return
    }
    let word = rest.prefix { $0.isLetter || $0 == "-" }
    let behind = rest[word.endIndex...]
    // bookdown's manual writes `::: theorem` as well as its class
    let theorem = CalloutOpening.theorem(word.lowercased())?.rawValue
    guard let kind = CalloutOpening.word(word.lowercased()) ?? theorem else { return nil }
    self.word = kind
    if behind.first == "[", let close = behind.firstIndex(of: "]") {
      title = String(behind[..<close].dropFirst())
    } else {
      guard behind.first.map({ $0 == " " || $0 == "{" }) ?? true else { return nil }
      title = String(behind.trimmingBlanks.filter { $0 != "{" && $0 != "}" })
      while title.last == ":" || title.last == " " { title.removeLast() }
    }
  }

  /// - Parameter rest: of the line, behind its backticks or tildes.
  init?(fence rest: Substring) {
    let rest = rest.trimmingBlanks
    if let inner = CalloutOpening.braces(rest) {
      guard let made = CalloutOpening(directive: inner) else { return nil }
      self = made
      return
    }
    guard rest.hasPrefix("admonish"), rest.dropFirst(8).first.map({ $0 == " " }) ?? true else { return nil }
    word = "note"
    var words = rest.dropFirst(8).trimmingBlanks
    let kind = words.prefix { $0.isLetter }
    if let known = Callout.Kind(word: String(kind)), words[kind.endIndex...].first != "=" {
      word = known.rawValue
      words = words[kind.endIndex...].trimmingBlanks
    }
    if let asked = PandocAttributes("{" + words.replacing(",", with: " ") + "}") {
      title = asked.asked.last { $0.key == "title" }?.value ?? ""
      name = asked.asked.last { $0.key == "id" }?.value
    } else {
      title = words.filter { $0 != "\"" }
    }
  }

  /// `!!! note "Title"`, `??? tip` (Python-Markdown's admonitions).
  init?(marks line: Substring) {
    guard line.hasPrefix("!!! ") || line.hasPrefix("??? ") || line.hasPrefix("???+ ") else { return nil }
    let rest = line.drop { "!?+".contains($0) }.trimmingBlanks
    let kind = rest.prefix { $0.isLetter || $0 == "-" }
    guard Callout.Kind(word: String(kind)) != nil else { return nil }
    word = kind.lowercased()
    if let open = rest.firstIndex(of: "\""), let close = rest.lastIndex(of: "\""), open < close {
      title = String(rest[rest.index(after: open)..<close])
    }
  }

  /// `{note} Title` (MyST, docutils).
  private init?(directive inner: (words: Substring, behind: Substring)) {
    let kind = inner.words.trimmingBlanks.lowercased()
    title = String(inner.behind.trimmingBlanks)
    if let prefix = ["prf:", "proof:"].first(where: kind.hasPrefix),
      let found = Label.Kind(rawValue: String(kind.dropFirst(prefix.count))).flatMap(Callout.Kind.init)
    {
      word = found.rawValue
    } else if kind == "admonition" || kind == "dropdown" {
      word = Callout.Kind.titled.rawValue
    } else {
      guard let known = Callout.Kind(word: kind), known != .quote, known != .example else { return nil }
      word = known.rawValue
    }
  }

  /// What stands in the braces that a line begins with, and behind them.
  private static func braces(_ rest: Substring) -> (words: Substring, behind: Substring)? {
    guard rest.first == "{" else { return nil }
    var quote: Character?
    for at in rest.indices {
      let sign = rest[at]
      if quote != nil {
        if sign == quote { quote = nil }
      } else if sign == "\"" || sign == "'" {
        quote = sign
      } else if sign == "}" {
        return (rest[rest.index(after: rest.startIndex)..<at], rest[rest.index(after: at)...])
      }
    }
    return nil
  }

  /// By a class; some of the words may be any writer's own.
  private static func theorem(_ name: String) -> Callout.Kind? {
    guard let kind = Label.Kind(rawValue: name), ![.property, .observation, .criterion].contains(kind) else {
      return nil
    }
    return Callout.Kind(kind)
  }

  private static func word(_ name: String) -> String? {
    for prefix in ["callout-", "rmd"] where name.hasPrefix(prefix) {
      return Callout.Kind(word: String(name.dropFirst(prefix.count)))?.rawValue
    }
    if name == "details" { return Callout.Kind.titled.rawValue }
    guard plain.contains(name) else { return nil }
    return name == "admonition" ? Callout.Kind.titled.rawValue : name
  }

  /// The first line of the quotation. A heading, so that what stands below begins a block of its own.
  var line: String {
    let name = name.map { "#" + $0.filter { !$0.isWhitespace && $0 != "]" } } ?? ""
    return "> ###### [!\(word)\(name)]" + (title.isEmpty ? "" : " " + title)
  }
}

extension PandocMarks {
  /// A div, or what other programs have for it, that is open.
  struct OpenDiv {
    /// The fence that it was given.
    var fence: String?
    var line: Int
    /// Of a call-out.
    var callout: Bounds?
    /// Of a div that is none.
    var name: Substring?
    /// What its words are in.
    var language: String?

    struct Bounds {
      /// Blanks before its first line.
      var indent: Int
      /// What ends it; nil for colons.
      var mark: Substring?
    }
  }

  /// Opens the call-out that begins in a line, or ends the one that ends there.
  mutating func callout(_ index: Int, _ divs: inout [OpenDiv]) -> Bool {
    let line = lines[index]
    let rest = line.drop { $0 == " " }
    let indent = line.utf8.count - rest.utf8.count
    guard let sign = rest.first, ":`~!?<".contains(sign), indent < 4 || standsInItem(index, indent) else {
      return false
    }
    let run = rest.prefix { $0 == sign }
    let behind = rest.dropFirst(run.count)
    switch sign {
    case "<":
      guard let (opening, last) = element(index, rest) else { return asideBlock(index, rest, &divs) }
      quote(index, opening, indent)
      quotations.append((index + 1..<last, indent))
      set(last, "")
      return true
    case "!", "?":
      guard run.count == 3, let opening = CalloutOpening(marks: rest) else { return false }
      var end = index + 1
      var last = index
      while end < lines.count, lines[end].prefix(indent + 4).allSatisfy({ $0 == " " }) || lines[end].isWhite {
        if !lines[end].isWhite { last = end }
        end += 1
      }
      guard last > index else { return false }
      for inner in (index + 1)...last {
        set(inner, String(repeating: " ", count: indent) + lines[inner].dropFirst(indent + 4))
      }
      quote(index, opening, indent)
      quotations.append((index + 1..<last + 1, indent))
      return true
    default:
      guard run.count >= 3 else { return false }
      let mark: Substring? = sign == ":" ? nil : run
      if behind.isWhite {
        guard let open = divs.last, let bounds = open.callout,
          mark.map({ $0.hasPrefix(bounds.mark ?? "x") }) ?? (bounds.mark == nil)
        else { return false }
        divs.removeLast()
        quotations.append((open.line + 1..<index, bounds.indent))
        set(index, "")
        return true
      }
      let found = sign == ":" ? CalloutOpening(colons: behind) : CalloutOpening(fence: behind)
      guard var opening = found else { return false }
      // `:class: dropdown`, `:name: label` below a directive
      var next = index + 1
      while next < lines.count, next < index + 8, let (key, value) = PandocMarks.option(lines[next]) {
        if key == "name" || key == "label" { opening.name = value }
        set(next, "")
        next += 1
      }
      divs.append(OpenDiv(fence: nil, line: index, callout: OpenDiv.Bounds(indent: indent, mark: mark)))
      quote(index, opening, indent)
      return true
    }
  }

  /// `<aside>` on a line of its own, up to the line that closes it.
  private mutating func asideBlock(_ index: Int, _ rest: Substring, _ divs: inout [OpenDiv]) -> Bool {
    let tag = rest.trimmingBlanks
    guard rest.startIndex == lines[index].startIndex, tag == "<aside>" || tag.hasPrefix("<aside "), tag.last == ">",
      let last = lines[(index + 1)...].firstIndex(where: { $0.contains("<aside") || $0.contains("</aside>") }),
      lines[last].trimmingBlanks == "</aside>"
    else { return false }
    open(MarkdownFence.aside.rawValue, index, &divs)
    // closed when it is reached, as a div is
    set(last, ":::")
    return true
  }

  /// `<div class="warning">` on a line of its own, up to the line that closes it, with none inside (mdBook's way).
  private func element(_ index: Int, _ rest: Substring) -> (CalloutOpening, last: Int)? {
    let tag = rest.trimmingBlanks
    guard tag.last == ">", tag.utf8.count < 200,
      let name = ["div", "aside"].first(where: { tag.hasPrefix("<\($0) ") }),
      let piece = htmlPieces(String(tag)).first, case .open(_, let attributes, false) = piece,
      let classes = attributes.first(where: { $0.name == "class" })?.value,
      let kind = Callout.Kind(classes: classes.split(separator: " ").map(String.init), isAside: true)
    else { return nil }
    for next in lines.indices[(index + 1)...] {
      if lines[next].contains("<\(name)") { return nil }
      guard lines[next].contains("</\(name)>") else { continue }
      guard lines[next].trimmingBlanks == "</\(name)>" else { return nil }
      return (CalloutOpening(kind, name: attributes.first { $0.name == "id" }?.value), next)
    }
    return nil
  }

  /// Whether what is set in so far is an item's, and no code.
  private func standsInItem(_ index: Int, _ indent: Int) -> Bool {
    var most = indent
    for line in lines[max(0, index - 200)..<index].reversed() where !line.isWhite {
      let own = line.prefix { $0 == " " }.count
      guard own < most else { continue }
      most = own
      let rest = line.dropFirst(own)
      let number = rest.prefix { $0.isNumber }
      let sign = rest[number.endIndex...].prefix(2)
      if number.isEmpty ? ["- ", "* ", "+ "].contains(sign) : [". ", ") "].contains(sign) { return true }
      if own == 0 { return false }
    }
    return false
  }

  private mutating func quote(_ index: Int, _ opening: CalloutOpening, _ indent: Int) {
    set(index, String(repeating: " ", count: indent) + opening.line)
  }

  /// `:key: value`.
  static func option(_ line: Substring) -> (key: String, value: String)? {
    let rest = line.trimmingBlanks
    guard rest.first == ":", let colon = rest.dropFirst().firstIndex(of: ":") else { return nil }
    let key = rest[rest.index(after: rest.startIndex)..<colon]
    let value = rest[rest.index(after: colon)...]
    guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0 == "-" }), value.first.map({ $0 == " " }) ?? true else {
      return nil
    }
    return (key.lowercased(), String(value.trimmingBlanks))
  }

  /// A call-out that nothing closes ends with its first paragraph.
  mutating func endCallouts(_ divs: [OpenDiv]) {
    for open in divs.reversed() {
      guard let bounds = open.callout else { continue }
      let end = lines.indices.first { $0 > open.line + 1 && lines[$0].isWhite } ?? lines.count
      quotations.append((open.line + 1..<max(end, open.line + 1), bounds.indent))
    }
  }

  /// Puts the sign of a quotation before the lines of each call-out, of inner ones first. More of them than are set in
  /// each other would only make the lines longer.
  mutating func quoteCallouts() {
    var signs = Array(repeating: UInt8(0), count: quotations.isEmpty ? 0 : lines.count)
    for (range, indent) in quotations {
      for index in range where lines.indices.contains(index) && signs[index] < 2 * MarkdownBlocks.deepest {
        signs[index] += 1
        let line = lines[index]
        let own = line.prefix(indent).prefix { $0 == " " }
        let blanks = line.isWhite ? String(repeating: " ", count: indent) : String(own)
        lines[index] = Substring(line.isWhite ? blanks + ">" : blanks + "> " + line.dropFirst(blanks.count))
      }
    }
  }
}

extension Substring {
  var isWhite: Bool { allSatisfy(\.isWhitespace) }

  var trimmingBlanks: Substring {
    var words = self.drop(while: \.isWhitespace)
    while words.last?.isWhitespace == true { words.removeLast() }
    return words
  }
}

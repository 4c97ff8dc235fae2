internal import BookModel

/// References to labels, as Quarto, bookdown, pandoc-crossref, LaTeX and MyST write them: each is written as an empty tag,
/// `<span data-ref="fig-one" data-form="word"></span>`, in whose place the number is set when all labels are counted.
extension PandocMarks {
  /// The tag for names that are parted by bars.
  static func tag(_ names: [Substring], _ form: Reference.Form, isCapital: Bool = false) -> String {
    let names = names.map { $0.filter { $0 != "\"" && $0 != "<" && $0 != ">" && $0 != "&" } }
    return
      "<span data-ref=\"\(names.joined(separator: "|"))\" data-form=\"\(isCapital ? "Word" : form.rawValue)\"></span>"
  }

  /// `@fig-a`, `-@fig-a` in the text: only names that begin as labels of a kind do.
  func reference(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    if at > line.startIndex {
      let before = line[line.index(before: at)]
      // a range has two hyphens for its dash
      let isRange = line[at] == "@" && line[..<at].hasSuffix("--")
      guard before.isWhitespace || isRange || "(;–—\"“„«*_>".contains(before) else { return nil }
    }
    return PandocMarks.key(line[at...])
  }

  /// The reference that some words begin with.
  private static func key(_ words: Substring) -> (String, Substring.Index)? {
    var rest = words
    var form = Reference.Form.word
    if rest.first == "-" {
      rest = rest.dropFirst()
      form = .number
    }
    guard rest.first == "@", let name = name(rest.dropFirst()), Label.Kind(ofName: String(name)) != nil else {
      return nil
    }
    let isCapital = name.first?.isUppercase == true
    let label = isCapital ? Substring(name.prefix(1).lowercased() + name.dropFirst()) : name
    return (tag([label], form, isCapital: isCapital && form == .word), name.endIndex)
  }

  static func name(_ words: Substring) -> Substring? {
    var name = words.prefix { $0.isLetter || $0.isNumber || "-_:./".contains($0) }
    while let last = name.last, !last.isLetter, !last.isNumber { name.removeLast() }
    return name.isEmpty ? nil : name
  }

  /// `[@fig-a; @fig-b]`, `[-@fig-a]`, `[Plate @fig-a]`; nil where a key in it is no label's.
  func referencesInBrackets(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let start = line.index(after: at)
    guard let close = line[start...].firstIndex(where: { $0 == "]" || $0 == "[" }), line[close] == "]",
      line[start..<close].utf8.contains(0x40)
    else { return nil }
    let end = line.index(after: close)
    if end < line.endIndex, "([:{".contains(line[end]) { return nil }
    var names: [Substring] = []
    var pieces: [String] = []
    var isPlain = true
    for part in line[start..<close].split(separator: ";") {
      guard let sign = part.firstIndex(of: "@"), let found = PandocMarks.name(part[part.index(after: sign)...]),
        Label.Kind(ofName: String(found)) != nil
      else { return nil }
      var before = part[..<sign]
      let isBare = before.last == "-"
      if isBare { before.removeLast() }
      let own = before.drop(while: \.isWhitespace)
      let isCapital = found.first?.isUppercase == true
      let label = isCapital ? Substring(found.prefix(1).lowercased() + found.dropFirst()) : found
      // a word of the writer's own takes the place of the kind's
      let isOwn = own.first?.isUppercase == true || own.trimmingBlanks.hasSuffix(".")
      let rest = part[found.endIndex...]
      isPlain = isPlain && own.isEmpty && !isBare && rest.isWhite
      names.append(label)
      pieces.append(
        own + PandocMarks.tag([label], isBare || isOwn ? .number : .word, isCapital: isCapital && !isBare && !isOwn)
          + rest)
    }
    guard !names.isEmpty else { return nil }
    return (isPlain ? PandocMarks.tag(names, .word) : pieces.joined(separator: ", "), end)
  }

  /// `\@ref(fig:a)` (bookdown); `\ref{a}` and its like (LaTeX).
  mutating func commandReference(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let rest = line[at...].dropFirst()
    if rest.hasPrefix("@ref(") {
      let inner = rest.dropFirst(5)
      guard let close = inner.firstIndex(of: ")"), let name = PandocMarks.name(inner[..<close]), name.endIndex == close
      else { return nil }
      let isEquation = Label.Kind(ofName: String(name)) == .equation
      return (PandocMarks.tag([name], isEquation ? .bracketed : .number), line.index(after: close))
    }
    let command = rest.prefix { $0.isASCII && $0.isLetter }
    guard let form = PandocMarks.commands[String(command)] else { return nil }
    var inner = rest[command.endIndex...]
    if inner.first == "*" { inner = inner.dropFirst() }
    guard inner.first == "{", let close = inner.firstIndex(of: "}") else { return nil }
    let names = inner[..<close].dropFirst().split(separator: ",").map(\.trimmingBlanks)
    guard !names.isEmpty, names.allSatisfy({ PandocMarks.name($0) == $0 }) else { return nil }
    return (PandocMarks.tag(names, form, isCapital: command == "Cref" || command == "Vref"), line.index(after: close))
  }

  /// A typist's dash between two references is that between figures.
  static func isRange(_ words: String, before line: Substring) -> Bool {
    words.hasSuffix("--") && !words.hasSuffix("---") && words.dropLast(2).hasSuffix("></span>")
      && (line.hasPrefix("\\") || line.hasPrefix("@"))
  }

  private static let commands: [String: Reference.Form] = [
    "ref": .number, "eqref": .bracketed, "autoref": .word, "cref": .word, "Cref": .word, "nameref": .title,
    "subref": .part, "pageref": .page, "vpageref": .place, "vref": .wordAndPlace, "Vref": .wordAndPlace,
  ]

  /// Whether these bytes behind a backslash may be such a reference or a label.
  static func mayRefer(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.starts(with: "@ref(".utf8) || rest.starts(with: "#".utf8)
  }

  /// `` {ref}`name` ``, `` {numref}`Figure %s <name>` ``, `` {eq}`name` `` (MyST); nil for other roles.
  func role(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let rest = line[at...].dropFirst()
    let role = rest.prefix { $0.isLetter }
    if role == "index", rest.dropFirst(5).hasPrefix("}`") { return indexRole(rest.dropFirst(7)) }
    guard let form = PandocMarks.roles[String(role)], rest[role.endIndex...].hasPrefix("}`") else { return nil }
    let inner = rest[role.endIndex...].dropFirst(2)
    guard let close = inner.firstIndex(of: "`") else { return nil }
    let words = inner[..<close]
    let end = line.index(after: close)
    guard words.last == ">", let open = words.lastIndex(of: "<") else {
      guard let name = PandocMarks.name(words), name == words else { return nil }
      return (PandocMarks.tag([name], form), end)
    }
    let name = words[words.index(after: open)...].dropLast()
    guard PandocMarks.name(name) == name else { return nil }
    let own = words[..<open].trimmingBlanks
    let given = String(own)
    let filled = given.replacing("%s", with: PandocMarks.tag([name], .number))
      .replacing("{number}", with: PandocMarks.tag([name], .number))
      .replacing("{name}", with: PandocMarks.tag([name], .caption))
    return (filled == given ? "[\(own)](#\(name))" : filled, end)
  }

  private static let roles: [String: Reference.Form] = [
    "ref": .title, "numref": .word, "eq": .bracketed, "subref": .part,
  ]

  // MARK: Labels

  /// A label that stands among the words of a heading or a picture's caption, or before those of a table, as attributes
  /// behind it: `(\#fig:a)` (bookdown), `\label{a}` (LaTeX).
  func labelled(_ line: Substring) -> String? {
    guard let begun = line.utf8.first(where: { $0 != 0x20 && $0 != 0x3E }), "!#T:".utf8.contains(begun),
      line.utf8.contains(0x5C)
    else { return nil }
    for (open, close) in [("(\\#", ")"), ("\\label{", "}")] {
      guard let start = line.firstRange(of: open), let end = line[start.upperBound...].firstRange(of: close),
        let name = PandocMarks.name(line[start.upperBound..<end.lowerBound]), name.endIndex == end.lowerBound
      else { continue }
      let before = line[..<start.lowerBound]
      var behind = line[end.upperBound...]
      if before.isWhite || before.last == " " { behind = behind.drop { $0 == " " } }
      let begun = before.drop { $0 == " " || $0 == ">" }
      if begun.hasPrefix("![") {
        guard let paren = behind.firstRange(of: "]("), let last = behind[paren.upperBound...].firstIndex(of: ")") else {
          continue
        }
        let next = behind.index(after: last)
        let words = (behind.hasPrefix("](") ? before.trimmingBlanksAtEnd : String(before)) + behind[..<next]
        if behind[next...].hasPrefix("{") { return words + "{#\(name) " + behind[next...].dropFirst() }
        return words + "{#\(name)}" + behind[next...]
      }
      let isTable = begun.hasPrefix("Table:") || begun.hasPrefix(": ")
      guard begun.hasPrefix("#") || isTable else { continue }
      return (before + behind).trimmingBlanksAtEnd + " {#\(name)}"
    }
    return nil
  }

  /// `(name)=` above what it names (MyST).
  static func target(_ line: Substring) -> Substring? {
    let words = line.trimmingBlanks
    guard words.first == "(", words.hasSuffix(")="), let name = name(words.dropFirst().dropLast(2)),
      name.utf8.count == words.utf8.count - 3
    else { return nil }
    return name
  }

  /// Puts the name of a target behind the heading or the formula below it.
  mutating func target(_ index: Int) -> Bool {
    guard let name = PandocMarks.target(lines[index]) else { return false }
    if index + 1 < lines.count, lines[index + 1].hasPrefix("$$") {
      let first = lines[index + 1].trimmingBlanks
      let isWhole = first.utf8.count > 2 && first.hasSuffix("$$")
      let last =
        isWhole
        ? index + 1
        : lines[(index + 2)...].prefix(PandocMarks.mostLines).firstIndex { $0.isWhite || $0.trimmingBlanks == "$$" }
      guard let last, !lines[last].isWhite else { return false }
      set(last, lines[last].trimmingBlanksAtEnd + " {#\(name)}")
      set(index, "")
      return true
    }
    guard let next = lines[(index + 1)...].prefix(3).firstIndex(where: { !$0.isWhite }), lines[next].hasPrefix("#"),
      !lines[next].contains("{#")
    else { return false }
    set(next, lines[next].trimmingBlanksAtEnd + " {#\(name)}")
    set(index, "")
    return true
  }

  /// `::: {#fig-a}` with a caption for its last paragraph: that has the name (Quarto, "Cross-references").
  mutating func labelCaption(_ name: Substring, _ first: Int, _ last: Int) {
    // tables in it are its parts
    for index in first + 1..<last where name.hasPrefix("tbl-") && lines[index].hasPrefix(": ") {
      guard let open = lines[index].firstRange(of: "{#tbl-"), lines[index].trimmingBlanksAtEnd.hasSuffix("}") else {
        continue
      }
      let part = lines[index][open.lowerBound...].trimmingBlanksAtEnd.dropLast()
      if part != "{#" + name, !part.contains("|") {
        set(index, lines[index][..<open.lowerBound] + "\(part)|table|\(name)}")
      }
    }
    guard let kind = Label.Kind(ofName: String(name)), kind == .figure || kind == .table || kind == .listing,
      let end = (first + 1..<last).last(where: { !lines[$0].isWhite }), !lines[end].contains("{#"),
      !lines[end].hasPrefix("|"), !lines[end].hasPrefix("```")
    else { return }
    set(
      end,
      lines[end].trimmingBlanksAtEnd + (lines[end].hasSuffix(")") && lines[end].hasPrefix("![") ? "" : " ")
        + "{#\(name)}")
  }

  /// ```` ```{figure} path ```` with its options and its caption (MyST) as a picture.
  mutating func figureDirective(_ index: Int) -> Bool {
    let line = lines[index]
    let rest = line.drop { $0 == " " }
    guard let sign = rest.first, sign == "`" || sign == ":" else { return false }
    let run = rest.prefix { $0 == sign }
    guard run.count >= 3,
      let name = ["{figure} ", "{image} "].first(where: { rest.dropFirst(run.count).hasPrefix($0) }),
      let last = lines[(index + 1)...].firstIndex(where: { $0.trimmingBlanks == run })
    else { return false }
    let path = rest.dropFirst(run.count + name.count).trimmingBlanks
    var attributes: [String] = []
    var next = index + 1
    while next < last, let (key, value) = PandocMarks.option(lines[next]) {
      if key == "name" || key == "label" { attributes += ["#" + value, ".numbered"] }
      if key == "width" || key == "height" { attributes.append("\(key)=\(value)") }
      next += 1
    }
    while next < last, lines[next].isWhite { next += 1 }
    var caption: [String] = []
    while next < last, !lines[next].isWhite {
      caption.append(String(lines[next].trimmingBlanks))
      next += 1
    }
    let rest2 = Array(lines[next..<last])
    for inner in index + 1...last { set(inner, "") }
    // what stands below the caption stays below the picture
    for (offset, words) in rest2.enumerated() { set(next + offset, String(words)) }
    let blanks = String(line.prefix { $0 == " " })
    set(
      index,
      blanks + "![\(caption.joined(separator: " "))](<\(path)>)"
        + (attributes.isEmpty ? "" : "{\(attributes.joined(separator: " "))}"))
    inline(index)
    return true
  }
}

extension Substring {
  var trimmingBlanksAtEnd: String {
    var words = self
    while words.last?.isWhitespace == true { words.removeLast() }
    return String(words)
  }
}
extension String {
  var trimmingBlanksAtEnd: String { self[...].trimmingBlanksAtEnd }
}

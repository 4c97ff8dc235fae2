/// Directives and roles of MyST's (Jupyter Book, Sphinx).
extension DialectMarks {
  /// What opens one: ```` ```{name} words ````, `:::{name} words`.
  struct Directive {
    var mark: Substring
    var name: String
    var words: String
    var indent: Int

    init?(_ line: Substring) {
      let rest = line.drop { $0 == " " }
      guard let sign = rest.first, "`~:".contains(sign) else { return nil }
      mark = rest.prefix { $0 == sign }
      let info = rest.dropFirst(mark.count)
      guard mark.count >= 3, info.first == "{", let close = info.firstIndex(of: "}") else { return nil }
      let inner = info[..<close].dropFirst()
      guard inner.first?.isLetter == true,
        inner.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_:+".contains($0)) }),
        !PandocMarks.engines.contains(inner.lowercased())
      else { return nil }
      let behind = info[info.index(after: close)...]
      guard behind.first.map(\.isWhitespace) ?? true, sign == ":" || !behind.contains("`") || sign == "`" else {
        return nil
      }
      name = inner.lowercased()
      words = String(behind.trimmingBlanks)
      indent = line.utf8.count - rest.utf8.count
    }
  }

  private typealias Options = [(key: String, value: String)]

  mutating func directive(_ given: [Line], _ index: Int, depth: Int) -> (lines: [Line], next: Int)? {
    guard let opening = Directive(given[index].text) else { return nil }
    let end: Int
    if opening.mark.first == ":" {
      guard let close = self.end(ofDiv: given, index) else { return nil }
      end = close
    } else {
      end = DialectMarks.end(ofFence: opening.mark, given, index)
    }
    var body = given[min(index + 1, end)..<end].map { line in
      Line(text: line.text.dropFirst(line.text.prefix(opening.indent).prefix { $0 == " " }.count), number: line.number)
    }
    let options = DialectMarks.options(&body)
    var next = end + 1
    // what stands between this one and that which ends it
    if opening.name.hasSuffix("-start") {
      let name = opening.name.replacing("-start", with: "-end")
      if let close = given.indices.dropFirst(next).first(where: { Directive(given[$0].text)?.name == name }) {
        body += given[next..<close]
        next = close
      }
    }
    let made = written(opening, options, body, given[index].number, depth: depth)
    let blanks = String(repeating: " ", count: opening.indent)
    let lines =
      opening.indent == 0
      ? made
      : made.map {
        Line(text: $0.text.isEmpty ? $0.text : blanks + $0.text, number: $0.number)
      }
    // what follows begins a block of its own
    let close = given[min(end, given.count - 1)].number
    return (lines + [Line(text: "", number: close)], min(next, given.count))
  }

  /// `:key: value` lines, or those between two `---`.
  private static func options(_ body: inout [Line]) -> Options {
    var found: Options = []
    if body.first?.text.trimmingBlanks == "---",
      let end = body.dropFirst().firstIndex(where: { $0.text.trimmingBlanks == "---" })
    {
      // of a figure that a cell makes the options stand below `figure:`, its words perhaps below them
      var (isOfFigure, isOpen) = (false, false)
      for line in body[1..<end] {
        let words = line.text.trimmingBlanks
        guard let colon = words.firstIndex(of: ":"), words[..<colon].allSatisfy({ !$0.isWhitespace }) else {
          if isOpen, let last = found.indices.last {
            found[last].value += (found[last].value.isEmpty ? "" : " ") + words
          }
          continue
        }
        if line.text.first?.isWhitespace != true { isOfFigure = false }
        let key = words[..<colon].lowercased()
        var value = words[colon...].dropFirst().trimmingBlanks
        isOpen = ["|", ">", "|-", ">-"].contains(value)
        if isOpen { value = "" }
        if value.count > 1, let quote = value.first, "\"'".contains(quote), value.last == quote {
          value = value.dropFirst().dropLast()
        }
        found.append(((isOfFigure ? "figure." : "") + key, String(value)))
        if key == "figure", value.isEmpty { isOfFigure = true }
      }
      body.removeFirst(end + 1)
      return found
    }
    while let line = body.first, let option = PandocMarks.option(line.text) {
      found.append(option)
      body.removeFirst()
    }
    return found
  }

  private static let silent: Set<String> = [
    "toctree", "tableofcontents", "contents", "table-of-contents", "sectnum", "meta", "sectionauthor", "codeauthor",
    "index-page", "default-role", "currentmodule", "module",
  ]
  /// What holds blocks and says nothing itself.
  private static let holders: Set<String> = [
    "tab-set", "grid", "grid-item", "card-carousel", "container", "div", "compound", "only", "card", "grid-item-card",
    "tab-item", "hlist", "mdast", "aside-group", "centered", "topic", "rubric", "panels", "tabbed", "block",
    "figure-set",
    "subfigure",
  ]

  private mutating func written(
    _ opening: Directive, _ options: Options, _ body: [Line], _ number: Int, depth: Int
  ) -> [Line] {
    func line(_ words: String) -> Line { Line(text: words[...], number: number) }
    func option(_ key: String) -> String? { options.last { $0.key == key }?.value }
    let label = option("label") ?? option("name")
    let words = String(inline(opening.words[...], number))
    func div(_ attributes: String, _ first: [Line] = []) -> [Line] {
      [line(":::: \(attributes)")] + first + made(body, depth: depth + 1) + [
        Line(text: "::::", number: body.last?.number ?? number)
      ]
    }
    switch opening.name {
    case "math":
      let source = opening.words.isEmpty ? body : [line(opening.words)] + body
      return [line("```math")] + (label.map { [line("\\label{\($0)}")] } ?? []) + source
        + [Line(text: "```", number: body.last?.number ?? number)]
    case "code-block", "code", "sourcecode", "code-cell", "literalinclude", "parsed-literal", "literal":
      let tags = option("tags") ?? ""
      if ["remove-cell", "remove-input", "remove_cell", "remove_input"].contains(where: tags.contains) {
        tell(.cellsNotRun, number)
        return []
      }
      if opening.name == "code-cell" { tell(.cellsNotRun, number) }
      if opening.name == "code-cell", let words = option("figure.caption") {
        // the words of what it would make
        let hidden = ["hide-input", "hide-cell"].contains(where: tags.contains)
        let name = option("figure.name").map { " {#\($0)|figure}" } ?? ""
        let code = [line("```\(opening.words.prefix { !$0.isWhitespace })")] + body + [line("```"), line("")]
        return (hidden ? [] : code) + [inline(line(words + name)), line("")]
      }
      let caption = option("caption").map { [line("\($0) {#\(label ?? "")|listing}"), line("")] } ?? []
      let language = opening.words.prefix { !$0.isWhitespace }
      return (label == nil ? caption.map { self.unlabelled($0) } : caption) + [
        line("\(opening.mark == ":" ? "```" : opening.mark.replacing(":", with: "`"))\(language)")
      ]
        + body + [Line(text: opening.mark.replacing(":", with: "`")[...], number: body.last?.number ?? number)]
    case "list-table": return table(ofList: body, options, words, label, number)
    case "csv-table": return table(ofValues: body, options, words, label, number)
    case "table":
      return made(body, depth: depth + 1) + DialectMarks.caption(words, label, number)
    case "figure-md": return figure(body, opening.words.isEmpty ? label : opening.words, number)
    case "margin", "sidebar", "aside":
      return div("{.column-margin}", words.isEmpty ? [] : [line("**\(words)**"), line("")])
    case "epigraph", "pull-quote", "highlights", "blockquote":
      return div("{.epigraph}", words.isEmpty ? [] : [line(words), line("")])
    case "glossary": return glossary(body)
    case "exercise", "exercise-start", "solution", "solution-start", "prf:exercise":
      let kind = opening.name.contains("exercise") ? "exercise" : "solution"
      let title = kind == "solution" ? (words.isEmpty ? "" : PandocMarks.tag([words[...]], .word)) : words
      let name = label.map { "#" + $0 } ?? ""
      let first = line("> ###### [!\(kind)\(name)]" + (title.isEmpty ? "" : " " + title))
      let quoted = made(body, depth: depth + 1).map { Line(text: "> " + $0.text, number: $0.number) }
      return [first] + quoted
    case "exercise-end", "solution-end": return []
    case "bibliography":
      return option("filter") == nil ? [line(":::: {#refs}"), line("::::")] : []
    case "only" where opening.words.split(separator: " ") == ["html"]: return []
    case "raw", "eval-rst":
      tell(.rawLeftOut("raw \(opening.words.isEmpty ? opening.name : opening.words)"), number)
      return []
    case "figure", "image", "include", "index":
      // `PandocMarks` reads them
      return [line("\(opening.mark){\(opening.name)} \(opening.words)")]
        + options.map { line(":\($0.key): \($0.value)") } + made(body, depth: depth + 1)
        + [Line(text: opening.mark, number: body.last?.number ?? number)]
    case let name where DialectMarks.silent.contains(name): return []
    case let name where name.hasPrefix("embed") || ["video", "iframe", "youtube", "audio", "mermaid"].contains(name):
      tell(.shortcodeLeftOut(name), number)
      return []
    default: break
    }
    let info = opening.mark + "{\(opening.name)} " + words
    let isCallout =
      opening.mark.first == ":"
      ? CalloutOpening(colons: info.dropFirst(opening.mark.count)) != nil
      : CalloutOpening(fence: info.dropFirst(opening.mark.count)) != nil
    if isCallout {
      return [line(info)] + options.map { line(":\($0.key): \($0.value)") }
        + made(body, depth: depth + 1) + [Line(text: opening.mark, number: body.last?.number ?? number)]
    }
    if !DialectMarks.holders.contains(opening.name) { tell(.classUnknown(opening.name), number) }
    let isLayout = ["grid", "div", "container", "only"].contains(opening.name)
    return (words.isEmpty || isLayout ? [] : [line("**\(words)**"), line("")]) + made(body, depth: depth + 1)
  }

  private func unlabelled(_ line: Line) -> Line {
    Line(text: line.text.firstRange(of: " {#|").map { line.text[..<$0.lowerBound] } ?? line.text, number: line.number)
  }

  /// Words below a table, counted where it has a name.
  static func caption(_ words: String, _ label: String?, _ number: Int) -> [Line] {
    guard !words.isEmpty else { return [] }
    return ["", "Table: \(words)" + (label.map { " {#\($0)|table}" } ?? ""), ""].map {
      Line(text: $0[...], number: number)
    }
  }

  // MARK: Tables

  private func table(
    ofList body: [Line], _ options: Options, _ words: String, _ label: String?, _ number: Int
  ) -> [Line] {
    // `* - cell`, `  - cell`; what is set in goes on with it
    var rows: [[(lines: [String], number: Int)]] = []
    for line in body where !line.text.isWhite {
      var rest = line.text.trimmingBlanks
      if rest.hasPrefix("* ") || rest == "*", line.text.prefix(2).contains("*") {
        rows.append([])
        rest = rest.dropFirst().trimmingBlanks
      }
      guard !rows.isEmpty else { continue }
      if rest.hasPrefix("- ") || rest == "-", line.text.prefix(4).contains(where: { $0 == "-" }) {
        rows[rows.count - 1].append(([String(rest.dropFirst().trimmingBlanks)], line.number))
      } else if let last = rows[rows.count - 1].indices.last {
        rows[rows.count - 1][last].lines.append(String(rest))
      }
    }
    return table(
      rows.map { ($0.map { PandocTable.cell($0.lines) }, $0.first?.number ?? number) }, options, words, label, number)
  }

  private func table(
    ofValues body: [Line], _ options: Options, _ words: String, _ label: String?, _ number: Int
  ) -> [Line] {
    var rows = body.filter { !$0.text.isWhite }.map { (DialectMarks.values($0.text), $0.number) }
    var options = options
    if let header = options.last(where: { $0.key == "header" })?.value {
      rows.insert((DialectMarks.values(header[...]), number), at: 0)
      options.append(("header-rows", "1"))
    }
    return table(rows.map { ($0.0.map { PandocTable.cell([$0]) }, $0.1) }, options, words, label, number)
  }

  /// The values of a line that commas part.
  private static func values(_ line: Substring) -> [String] {
    var found = [""]
    var isQuoted = false
    for sign in line {
      if sign == "\"" {
        isQuoted.toggle()
      } else if sign == ",", !isQuoted {
        found.append("")
      } else {
        found[found.count - 1].append(sign)
      }
    }
    return found
  }

  private func table(
    _ rows: [(cells: [String], number: Int)], _ options: Options, _ words: String, _ label: String?, _ number: Int
  ) -> [Line] {
    guard let columns = rows.map(\.cells.count).max(), columns > 0 else { return [] }
    let heads = Int(options.last { $0.key == "header-rows" }?.value ?? "0") ?? 0
    func row(_ cells: [String]) -> Substring {
      "| " + (cells + Array(repeating: "", count: columns - cells.count)).joined(separator: " | ") + " |"
    }
    var lines: [Line] = []
    let rule = Line(text: "|" + String(repeating: "---|", count: columns), number: rows[0].number)
    if heads == 0 { lines += [Line(text: row([]), number: rows[0].number), rule] }
    for (index, cells) in rows.enumerated() {
      lines.append(Line(text: row(cells.cells), number: cells.number))
      if heads > 0, index == 0 { lines.append(rule) }
    }
    return lines + DialectMarks.caption(words, label, rows.last?.number ?? number)
  }

  // MARK: Figures, terms

  /// A picture in HTML or Markdown, a blank line, its caption.
  private mutating func figure(_ body: [Line], _ label: String?, _ number: Int) -> [Line] {
    guard let first = body.first(where: { !$0.text.isWhite }) else { return [] }
    let rest = body.drop { $0.number <= first.number }.drop(while: \.text.isWhite)
    let caption = rest.prefix { !$0.text.isWhite }
    var target = ""
    var wishes = label.map { "#\($0) .numbered" } ?? ""
    if case .open("img", let attributes, _)? = htmlPieces(String(first.text.trimmingBlanks)).first {
      for attribute in attributes {
        if attribute.name == "src" { target = attribute.value }
        if attribute.name == "width" || attribute.name == "height" { wishes += " \(attribute.name)=\(attribute.value)" }
      }
    } else if let start = first.text.firstRange(of: "]("), let end = first.text[start.upperBound...].lastIndex(of: ")")
    {
      target = String(first.text[start.upperBound..<end])
    }
    guard !target.isEmpty else { return body }
    let words = caption.map { String(inline($0.text, $0.number).trimmingBlanks) }.joined(separator: " ")
    let braces = wishes.isEmpty ? "" : "{\(wishes.trimmingBlanksAtEnd)}"
    return [Line(text: "![\(words)](<\(target)>)\(braces)", number: caption.first?.number ?? number)]
      + made(Array(rest.dropFirst(caption.count)), depth: 2)
  }

  /// Terms at the edge, what they mean set in (docutils), or behind a colon.
  private mutating func glossary(_ body: [Line]) -> [Line] {
    var lines: [Line] = []
    var isBelow = false
    for line in body {
      let isSetIn = line.text.first == " " || line.text.first == "\t"
      if isSetIn, !line.text.isWhite, !lines.isEmpty {
        let words = line.text.trimmingBlanks
        lines.append(Line(text: isBelow ? "    " + words : ":   " + words, number: line.number))
        isBelow = true
      } else {
        var line = line
        if !line.text.isWhite {
          isBelow = line.text.first == ":"
          let words = line.text.trimmingBlanks
          if !isBelow {
            line.text = "<span id=\"\(MarkdownLinks.termPrefix)\(headingSlug(String(words)))\">\(words)</span>"
          }
        }
        lines.append(line)
      }
    }
    return lines.map { inline($0) }
  }

  // MARK: Roles

  /// Those that `PandocMarks` reads.
  private static let known: Set<String> = ["ref", "numref", "eq", "index", "subref"]
  private static let plain: Set<String> = [
    "abbr", "download", "abbreviation", "envvar", "token", "keyword", "option", "rst:dir", "ac",
    "fn", "button",
  ]
  private static let marks: [String: (String, String)] = [
    "sub": ("<sub>", "</sub>"), "subscript": ("<sub>", "</sub>"), "sup": ("<sup>", "</sup>"),
    "superscript": ("<sup>", "</sup>"), "kbd": ("<kbd>", "</kbd>"), "math": ("$", "$"), "strong": ("**", "**"),
    "guilabel": ("**", "**"), "emphasis": ("*", "*"), "dfn": ("*", "*"),
    "code": ("`", "`"), "file": ("`", "`"), "command": ("`", "`"), "program": ("`", "`"), "samp": ("`", "`"),
    "literal": ("`", "`"), "u": ("<u>", "</u>"), "underline": ("<u>", "</u>"), "smallcaps": ("[", "]{.smallcaps}"),
    "sc": ("[", "]{.smallcaps}"), "del": ("~~", "~~"), "strike": ("~~", "~~"), "delete": ("~~", "~~"),
  ]

  /// `` {kbd}`Ctrl` ``; nil for those that are read later, and where none stands.
  mutating func role(_ rest: Substring, _ number: Int) -> (String, Substring.Index)? {
    let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:".contains($0)) }
    guard name.first?.isLetter == true, rest[name.endIndex...].hasPrefix("}`") else { return nil }
    let start = rest[name.endIndex...].dropFirst()
    let ticks = start.prefix { $0 == "`" }
    guard let close = start[ticks.endIndex...].firstRange(of: ticks) else { return nil }
    let words = start[ticks.endIndex..<close.lowerBound]
    let end = close.upperBound
    let role = name.lowercased()
    if DialectMarks.known.contains(role) { return (String(rest[..<end]), end) }
    if role.hasPrefix("cite") || role.hasPrefix("footcite") { return (DialectMarks.citation(role, words), end) }
    // `words <target>`
    var shown = words
    var target: Substring?
    if words.last == ">", let open = words.lastIndex(of: "<") {
      target = words[open...].dropFirst().dropLast()
      shown = words[..<open].trimmingBlanks
    }
    switch role {
    case "term":
      return ("[\(shown)](#\(MarkdownLinks.termPrefix)\(headingSlug(String(target ?? words))))", end)
    case "menuselection":
      return ("**\(shown.replacing(" --> ", with: " → ").replacing("-->", with: " → "))**", end)
    case "prf:ref", "proof:ref", "exercise:ref", "ex:ref", "sec:ref":
      return ("{numref}`\(words)`", end)
    case "math:numref": return ("{eq}`\(words)`", end)
    case "any": return ("{ref}`\(words)`", end)
    case "doc":
      let path = String(target ?? words)
      let file = path.split(separator: "/").last?.contains(".") == true ? path : path + ".md"
      return ("[\(target == nil ? "" : String(shown))](<\(file)>)", end)
    case let role where DialectMarks.marks[role] != nil:
      let (open, shut) = DialectMarks.marks[role] ?? ("", "")
      return (open + (role == "math" ? words : shown) + shut, end)
    default:
      if !DialectMarks.plain.contains(role), !role.contains(":") { tell(.classUnknown(String(name)), number) }
      return (String(shown), end)
    }
  }

  /// `` {cite:ts}`a` ``, `` {footcite}`a` `` in the forms that `PandocCitations` reads.
  private static func citation(_ role: String, _ keys: Substring) -> String {
    let form = role.split(separator: ":").dropFirst().first ?? ""
    let isInText = ["t", "ts", "ct", "cts", "author", "authors"].contains(form)
    if role.hasPrefix("foot"), !isInText { return "^[{cite:t}`\(keys)`.]" }
    return "{cite\(isInText ? ":t" : form.hasPrefix("year") ? ":year" : "")}`\(keys)`"
  }

  /// `:name: words` on lines that follow each other, what is set in below goes on with it (docutils).
  mutating func fieldList(_ given: [Line], _ index: Int, isFirst: Bool) -> (lines: [Line], next: Int)? {
    guard isMyST, isFirst, DialectMarks.field(given[index].text) != nil else { return nil }
    var lines: [Line] = []
    var next = index
    while next < given.count, !given[next].text.isWhite {
      let line = given[next]
      if let (name, words) = DialectMarks.field(line.text) {
        // without words it tells another program something
        if !words.isEmpty || next + 1 < given.count && given[next + 1].text.first == " " {
          if !lines.isEmpty { lines.append(Line(text: "", number: line.number)) }
          lines.append(inline(Line(text: name[...], number: line.number)))
          lines.append(inline(Line(text: ":   " + words, number: line.number)))
        }
      } else if line.text.first == " ", !lines.isEmpty {
        lines.append(inline(Line(text: "    " + line.text.trimmingBlanks, number: line.number)))
      } else {
        break
      }
      next += 1
    }
    return (lines + [Line(text: "", number: given[next - 1].number)], next)
  }

  private static func field(_ line: Substring) -> (name: Substring, words: Substring)? {
    guard line.first == ":", let colon = line.dropFirst().firstIndex(of: ":") else { return nil }
    let name = line[..<colon].dropFirst()
    let words = line[colon...].dropFirst()
    guard name.first?.isLetter == true, name.utf8.count < 60, words.first.map({ $0 == " " }) ?? true,
      name.allSatisfy({ $0.isLetter || $0.isNumber || " -_.".contains($0) })
    else { return nil }
    return (name, words.trimmingBlanks)
  }

  /// `% words` is a comment, `+++` parts cells.
  mutating func blockBreak(_ line: Line, _ index: Int) -> (lines: [Line], next: Int)? {
    let rest = line.text.trimmingBlanks
    let isComment = line.text.first == "%" && !rest.hasPrefix("%%")
    guard isComment || rest == "+++" || rest.hasPrefix("+++ ") else { return nil }
    return ([Line(text: "", number: line.number)], index + 1)
  }
}

/// Code that R Markdown, Quarto and Jupyter run, with what its options say of figures and tables; captions of code; divs
/// of Quarto's that lay out or choose.
extension DialectMarks {
  /// The options of a cell: in its braces (`{r name, fig.cap="…"}`), or on its first lines (`#| fig-cap: …`).
  private struct Cell {
    var engine: String
    var name: String?
    var options: [(key: String, value: String)] = []

    subscript(keys: String...) -> String? {
      for key in keys { if let found = options.last(where: { $0.key == key }) { return found.value } }
      return nil
    }

    func isOff(_ keys: String...) -> Bool {
      keys.contains { key in
        options.last { $0.key == key }.map { ["false", "f", "no"].contains($0.value.lowercased()) } ?? false
      }
    }

    /// Nil for braces that name no engine.
    init?(_ inner: Substring) {
      let word = inner.prefix { $0.isLetter || $0.isNumber || "-+_".contains($0) }
      let behind = inner[word.endIndex...]
      guard PandocMarks.engines.contains(word.lowercased()) || DialectMarks.blocks.contains(word.lowercased()),
        behind.first.map({ $0 == " " || $0 == "," }) ?? true
      else { return nil }
      engine = word.lowercased()
      for (index, part) in DialectMarks.parted(behind).enumerated() {
        if let equals = part.firstIndex(of: "="),
          part[..<equals].allSatisfy({ $0.isLetter || $0.isNumber || "._- ".contains($0) })
        {
          add(part[..<equals], part[equals...].dropFirst())
        } else if index == 0, !part.isWhite {
          name = String(part.trimmingBlanks)
        }
      }
      if let label = self["label", "id"] { name = label }
    }

    mutating func add(_ key: Substring, _ value: Substring) {
      let words = value.trimmingBlanks
      let isQuoted = words.count > 1 && (words.first == "\"" || words.first == "'") && words.last == words.first
      options.append(
        (
          key.trimmingBlanks.lowercased().replacing(".", with: "-"),
          String(isQuoted ? words.dropFirst().dropLast() : words)
        ))
    }
  }

  private static let blocks: Set<String> = [
    "theorem", "lemma", "corollary", "proposition", "conjecture", "definition", "example", "exercise", "solution",
    "proof",
    "remark", "hypothesis", "block", "block2",
  ]
  /// What bookdown puts before the labels of theorems.
  static let prefixes = [
    "theorem": "thm", "lemma": "lem", "corollary": "cor", "proposition": "prp", "conjecture": "cnj",
    "definition": "def",
    "example": "exm", "exercise": "exr", "remark": "rem", "solution": "sol", "proof": "prf",
  ]

  /// At commas that stand in no quotes and no brackets.
  private static func parted(_ words: Substring) -> [Substring] {
    var quote: Character?
    var depth = 0
    return words.drop { $0 == " " || $0 == "," }.split(omittingEmptySubsequences: false) { sign in
      if quote != nil {
        if sign == quote { quote = nil }
      } else if sign == "\"" || sign == "'" {
        quote = sign
      } else if sign == "(" || sign == "[" {
        depth += 1
      } else if sign == ")" || sign == "]" {
        depth -= 1
      }
      return sign == "," && quote == nil && depth == 0
    }
  }

  mutating func cell(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    guard let mark = DialectMarks.fence(given[index].text) else { return nil }
    let number = given[index].number
    let info = given[index].text.drop { $0 == " " }.dropFirst(mark.count).trimmingBlanks
    guard info.hasPrefix("{"), info.hasSuffix("}"), var cell = Cell(info.dropFirst().dropLast()) else { return nil }
    let end = DialectMarks.end(ofFence: mark, given, index)
    var body = given[min(index + 1, end)..<end]
    if DialectMarks.blocks.contains(cell.engine) {
      let close = Line(text: "::::", number: given[min(end, given.count - 1)].number)
      return (
        [Line(text: opening(cell)[...], number: number)] + made(Array(body), depth: 1) + [close],
        min(end + 1, given.count)
      )
    }
    while let line = body.first?.text.trimmingBlanks,
      let sign = ["#|", "//|", "%%|", "--|"].first(where: line.hasPrefix)
    {
      let option = line.dropFirst(sign.count)
      if let colon = option.firstIndex(of: ":") {
        cell.add(option[..<colon], option[colon...].dropFirst())
      } else if let last = cell.options.indices.last {
        // a caption goes on in the line below
        cell.options[last].value = [cell.options[last].value, String(option.trimmingBlanks)]
          .filter { !$0.isEmpty && $0 != "|" && $0 != ">" }.joined(separator: " ")
      }
      body = body.dropFirst()
    }
    // quotes may close lines below those that they open on
    for index in cell.options.indices {
      let value = cell.options[index].value
      if value.count > 1, let quote = value.first, quote == "\"" || quote == "'", value.last == quote {
        cell.options[index].value = String(value.dropFirst().dropLast())
      }
    }
    if let label = cell["label"] { cell.name = label }
    // no key ends in a point
    while let last = cell.name?.last, last == "." { cell.name?.removeLast() }
    func line(_ words: String) -> Line { Line(text: words[...], number: number) }
    let code = body.map { String($0.text) }.joined(separator: "\n")
    var out: [Line] = []
    let isHidden = cell.isOff("echo", "include") || !showsCode && cell["echo"] == nil
    let figures = DialectMarks.pictures(in: code)
    let isNothingElse = code.split(separator: "\n").allSatisfy {
      $0.contains("include_graphics(") || $0[...].isWhite || $0.hasPrefix("#")
    }
    if !isHidden, figures.isEmpty || !isNothingElse {
      out += [line(mark + cell.engine)] + body + [line(String(mark)), line("")]
    }
    let known = captions
    let caption = { (words: String?) in words.map { DialectMarks.caption($0, among: known) } }
    let label = cell.name.map { $0.contains("fig-") || $0.contains("fig:") ? $0 : "fig:" + $0 }
    if !figures.isEmpty, !cell.isOff("include", "eval") {
      let words = caption(cell["fig-cap"]) ?? ""
      var wishes = label.map { words.isEmpty ? "" : "#\($0) " } ?? ""
      if let width = cell["out-width"] { wishes += "width=\(width.filter { $0 != "'" && $0 != "\"" })" }
      let braces = wishes.isEmpty ? "" : "{\(wishes.trimmingBlanksAtEnd)}"
      let first = inline(line("![\(words)](<\(figures[0])>)\(figures.count == 1 ? braces : "")"))
      let rest = figures.dropFirst().map { "![](<\($0)>)" }.joined(separator: " ")
      out += [Line(text: first.text + (rest.isEmpty ? "" : " " + rest), number: number), line("")]
    } else if !cell.isOff("include") {
      if !isHidden || cell["fig-cap"] != nil { tell(.cellsNotRun, number) }
      // the words of what it would make
      let several = cell["fig-cap"].map(DialectMarks.values) ?? []
      for (number, words) in several.enumerated() {
        guard let words = caption(words), let label else { continue }
        out += [inline(line("\(words) {#\(label)\(several.count > 1 ? "-\(number + 1)" : "")}")), line("")]
      }
      let kable = DialectMarks.argument("caption", in: code)
      if let words = caption(cell["tbl-cap"] ?? (code.contains("kable(") ? kable : nil)), let name = cell.name {
        out += [inline(line("\(words) {#\(name.hasPrefix("tbl-") ? name : "tab:" + name)}")), line("")]
      }
    }
    return (out.isEmpty ? [line("")] : out, min(end + 1, given.count))
  }

  /// The words of `c("one", "two")`; others alone.
  private static func values(_ words: String) -> [String] {
    guard words.hasPrefix("c("), words.hasSuffix(")") else { return [words] }
    let parts = parted(words.dropFirst(2).dropLast()).map { $0.trimmingBlanks }
    let isQuoted = parts.allSatisfy { $0.count > 1 && ($0.first == "\"" || $0.first == "'") && $0.last == $0.first }
    return parts.isEmpty || !isQuoted ? [words] : parts.map { String($0.dropFirst().dropLast()) }
  }

  /// The words that `(ref:name)` stands for.
  private static func caption(_ words: String, among captions: [String: String]) -> String {
    guard words.hasPrefix("(ref:"), words.hasSuffix(")") else { return words }
    return captions[String(words.dropFirst(5).dropLast())] ?? words
  }

  /// `::: {.theorem #thm:name name="words"}` for a block of bookdown's.
  private func opening(_ cell: Cell) -> String {
    if cell.engine.hasPrefix("block") {
      return ":::: {.\((cell["type"] ?? "note").filter { $0 != "'" && $0 != "\"" })}"
    }
    let label = cell.name.map { " #\(DialectMarks.prefixes[cell.engine] ?? cell.engine):\($0)" } ?? ""
    return ":::: {.\(cell.engine)\(label)\(cell["name"].map { " name=\"\($0)\"" } ?? "")}"
  }

  /// The files in `include_graphics("a.png")`, `include_graphics(c("a.png", "b.png"))`.
  private static func pictures(in code: String) -> [String] {
    guard let start = code.firstRange(of: "include_graphics(") else { return [] }
    let inner = code[start.upperBound...].prefix { $0 != "\n" }
    let parts = inner.split(separator: "\"", omittingEmptySubsequences: false)
    let quoted = parts.count > 2 ? parts : inner.split(separator: "'", omittingEmptySubsequences: false)
    return quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }.filter { $0.contains(".") }
  }

  /// What a call of R's is given by a name: `caption = 'words'`.
  private static func argument(_ name: String, in code: String) -> String? {
    guard let start = code.firstRange(of: name) else { return nil }
    let rest = code[start.upperBound...].trimmingBlanks
    guard rest.first == "=" else { return nil }
    let value = rest.dropFirst().trimmingBlanks
    guard let quote = value.first, quote == "'" || quote == "\"", let end = value.dropFirst().firstIndex(of: quote)
    else {
      return nil
    }
    return String(value[..<end].dropFirst())
  }

  // MARK: Captions of code

  /// A fence with words for its code: `{#lst-a .python lst-cap="…"}`, `{.r filename="a.r"}`, `jsx title="src/App.js"`.
  mutating func captionedCode(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    guard let mark = DialectMarks.fence(given[index].text) else { return nil }
    let info = given[index].text.drop { $0 == " " }.dropFirst(mark.count).trimmingBlanks
    guard info.contains("="), !info.hasPrefix("admonish") else { return nil }
    let number = given[index].number
    var language = info.prefix { !$0.isWhitespace }
    var (label, caption, file): (String?, String?, String?) = (nil, nil, nil)
    if info.hasPrefix("{"), let asked = PandocAttributes(info) {
      language = (asked.asked.first { $0.key.isEmpty }?.value ?? "")[...]
      label = asked.name
      caption = asked.asked.last { $0.key == "lst-cap" || $0.key == "caption" }?.value
      file = asked.asked.last { $0.key == "filename" }?.value
    } else if let start = info.firstRange(of: "title=") {
      let rest = info[start.upperBound...]
      file =
        rest.first == "\"" ? String(rest.dropFirst().prefix { $0 != "\"" }) : String(rest.prefix { !$0.isWhitespace })
    } else {
      return nil
    }
    guard caption != nil || file != nil || info.hasPrefix("{") else { return nil }
    // it is no part of what stands above
    var lines = [Line(text: "", number: number)]
    if let caption {
      lines += [
        inline(Line(text: label.map { "\(caption) {#\($0)}" }?[...] ?? caption[...], number: number)),
        Line(text: "", number: number),
      ]
    } else if let file {
      lines += [Line(text: "`\(file)`", number: number), Line(text: "", number: number)]
    }
    let end = min(DialectMarks.end(ofFence: mark, given, index) + 1, given.count)
    return (lines + [Line(text: "\(mark)\(language)", number: number)] + given[(index + 1)..<end], end)
  }

  /// `: words {#tbl-a tbl-colwidths="[50,50]"}`: the name alone.
  mutating func caption(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    let line = given[index].text.trimmingBlanks
    guard line.hasPrefix(": ") || line.hasPrefix("Table: "), line.hasSuffix("}"), let open = line.lastIndex(of: "{"),
      let asked = PandocAttributes(line[open...]), !asked.asked.isEmpty
    else { return nil }
    let words = line[..<open].trimmingBlanks + (asked.name.map { " {#\($0)}" } ?? "")
    return ([inline(Line(text: words[...], number: given[index].number))], index + 1)
  }

  // MARK: Divs

  mutating func div(_ given: [Line], _ index: Int, depth: Int) -> (lines: [Line], next: Int)? {
    let line = given[index].text
    guard line.hasPrefix(":::"), let open = line.firstIndex(of: "{"), line.contains("}"),
      let end = self.end(ofDiv: given, index)
    else { return nil }
    let attributes = line[open...]
    let body = Array(given[(index + 1)..<end])
    if let isShown = DialectMarks.isShown(attributes) {
      return (isShown ? made(body, depth: depth + 1) : [Line(text: "", number: given[index].number)], end + 1)
    }
    if attributes.contains(".panel-tabset") {
      let lines = body.map { line -> Line in
        guard line.text.hasPrefix("#"), let start = line.text.firstIndex(of: " ") else { return line }
        let words = line.text[start...].trimmingBlanks
        return Line(text: "**\(words.prefix { $0 != "{" }.trimmingBlanks)**", number: line.number)
      }
      return (made(lines, depth: depth + 1), end + 1)
    }
    // bookdown's labels have the kind before them
    if let asked = PandocAttributes(attributes.trimmingBlanks), let name = asked.name, !name.contains(":"),
      let prefix = asked.asked.lazy.filter({ $0.key.isEmpty }).compactMap({
        DialectMarks.prefixes[$0.value.lowercased()]
      }).first,
      !name.hasPrefix(prefix + "-")
    {
      let first = Line(text: line.replacing("#" + name, with: "#\(prefix):\(name)"), number: given[index].number)
      return ([first] + made(body, depth: depth + 1) + [given[end]], end + 1)
    }
    if attributes.contains("layout") { return (row(given[index], attributes, body, given[end], depth: depth), end + 1) }
    return nil
  }

  /// Pictures in so many columns stand on one line.
  private mutating func row(
    _ first: Line, _ attributes: Substring, _ body: [Line], _ last: Line, depth: Int
  ) -> [Line] {
    let asked = PandocAttributes(attributes.trimmingBlanks)
    func number(_ key: String) -> Int? { asked?.asked.last { $0.key == key }.flatMap { Int($0.value) } }
    let isPicture = { (line: Line) in line.text.trimmingBlanks.hasPrefix("![") }
    let count = body.count(where: isPicture)
    let rows = number("layout-nrow").map { max(1, $0) }
    var columns = number("layout-ncol") ?? rows.map { (count + $0 - 1) / $0 } ?? 0
    if columns == 0, let layout = asked?.asked.last(where: { $0.key == "layout" })?.value {
      columns =
        layout.split(separator: "]").map { $0.count { $0 == "," } + ($0.contains { $0.isNumber } ? 1 : 0) }.max() ?? 1
      if layout.contains("],[") { columns = layout.split(separator: "]")[0].count { $0 == "," } + 1 }
    }
    let group = asked?.name.flatMap { $0.hasPrefix("fig") ? $0 : nil }
    let opening = Line(text: asked?.name.map { "::: {#\($0)}" } ?? "::: {.figure}", number: first.number)
    guard columns > 1, count > 1 else { return [opening] + made(body, depth: depth + 1) + [last] }
    var lines: [Line] = []
    var open = 0
    var isBelow = false
    for line in body {
      guard isPicture(line) else {
        // what parts two pictures of a row
        if line.text.isWhite, open > 0 {
          isBelow = true
          continue
        }
        if isBelow { lines.append(Line(text: "", number: line.number)) }
        (open, isBelow) = (0, false)
        lines += made([line], depth: depth + 1)
        continue
      }
      var picture = inline(line).text.trimmingBlanks
      if let group {
        // of several rows none floats away from the others
        let wishes = "group=\(group)" + (count > columns ? " .here" : "")
        picture = picture.hasSuffix("}") ? picture.dropLast() + " \(wishes)}" : picture + "{\(wishes)}"
      }
      if open > 0, open < columns {
        lines[lines.count - 1].text += " " + picture
        open += 1
      } else {
        if open > 0 { lines.append(Line(text: "", number: line.number)) }
        lines.append(Line(text: picture, number: line.number))
        open = 1
      }
      isBelow = false
    }
    return [opening] + lines + [last]
  }
}

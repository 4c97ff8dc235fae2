/// Commands and environments of TeX's that hold words, within Markdown (pandoc's `raw_tex`), written as Markdown has them.
extension PandocMarks {
  // MARK: In a line

  /// What stands before and behind the words of a command.
  private static let around: [String: (String, String)] = [
    "textbf": ("**", "**"), "emph": ("*", "*"), "textit": ("*", "*"), "textsl": ("*", "*"), "texttt": ("`", "`"),
    "textsc": ("[", "]{.smallcaps}"), "underline": ("[", "]{.underline}"), "footnote": ("^[", "]"), "mbox": ("", ""),
    "textsuperscript": ("<sup>", "</sup>"), "textsubscript": ("<sub>", "</sub>"), "url": ("<", ">"),
    "textrm": ("", ""), "textnormal": ("", ""), "fbox": ("", ""), "enquote": ("\"", "\""),
  ]
  /// Commands of the packages mhchem and siunitx, and how many arguments they have besides one.
  private static let quantities = [
    "ce": 0, "pu": 0, "SI": 1, "si": 0, "qty": 1, "unit": 0, "num": 0, "ang": 0, "numlist": 0, "numrange": 1,
    "SIrange": 2, "qtyrange": 2, "SIlist": 1, "qtylist": 1,
  ]
  private static let signs: [String: String] = [
    "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "TeX": "TeX", "ldots": "…", "dots": "…", "textellipsis": "…", "S": "§",
    "P": "¶", "copyright": "©", "textcopyright": "©", "textregistered": "®", "texttrademark": "™", "pounds": "£",
    "textsection": "§", "dag": "†", "ddag": "‡", "ss": "ß", "oe": "œ", "OE": "Œ", "ae": "æ", "AE": "Æ", "aa": "å",
    "AA": "Å", "textendash": "–", "textemdash": "—", "textbackslash": "\\\\", "textbullet": "•", "textdegree": "°",
    "textasciitilde": "\\~", "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘",
    "textquoteright": "’", "euro": "€", "texteuro": "€",
  ]

  /// The line from a command on, with Markdown's signs in its place, which may hold others.
  static func withoutTeX(_ line: Substring, _ at: Substring.Index) -> String? {
    var rest = line[line.index(after: at)...]
    let name = String(rest.prefix { $0.isASCII && $0.isLetter })
    rest = rest.dropFirst(name.count)
    if let sign = signs[name] {
      // a name ends at a blank, which is part of it (Knuth, The TeXbook, ch. 8)
      if rest.hasPrefix("{}") { rest = rest.dropFirst(2) } else { rest = rest.drop { $0 == " " } }
      return sign + rest
    }
    if name == "newline" {
      // for paper, behind the same for the screen
      let before = line[..<at].trimmingBlanks
      let isSaid = ["<br>", "<br/>", "<br />"].contains(where: before.hasSuffix)
      return (isSaid ? "" : "<br>") + rest.drop { $0 == " " }
    }
    guard rest.first == "{", let end = closing(rest) else { return nil }
    let words = rest[..<end].dropFirst().dropLast()
    if name == "href" {
      let behind = rest[end...]
      guard behind.first == "{", let close = closing(behind) else { return nil }
      return "[" + behind[..<close].dropFirst().dropLast() + "](<" + words + ">)" + behind[close...]
    }
    if let more = quantities[name] {
      // chemistry and units are formulas wherever they stand
      var last = end
      for _ in 0..<more {
        guard rest[last...].first == "{", let close = closing(rest[last...]) else { return nil }
        last = close
      }
      return "$\\\(name)\(rest[..<last])$\(rest[last...])"
    }
    guard let (before, behind) = around[name] else { return nil }
    return before + words + behind + rest[end...]
  }

  // MARK: Environments

  /// Lists, quotations, pictures and tables that begin in a line; their lines are written anew.
  /// - Returns: whether one does.
  mutating func wordyEnvironment(_ index: Int) -> Bool {
    guard lines[index].utf8.first(where: { !$0.isBlank }) == 0x5C, lines[index].contains("\\begin{"),
      let name = PandocMarks.environmentBegun(lines[index])
    else { return false }
    let last = lines[index...].prefix(PandocMarks.mostLines).firstIndex { $0.contains("\\end{\(name)}") }
    switch name {
    case "itemize", "enumerate": return list(index)
    case "quote", "quotation":
      guard let last, last > index else { return false }
      for inner in index + 1..<last { set(inner, "> " + lines[inner].trimmingBlanks) }
      set(index, "")
      set(last, "")
      return true
    case "figure", "figure*":
      guard let last else { return false }
      let source = lines[index...last].joined(separator: " ")
      guard let picture = PandocMarks.argument("includegraphics", in: source) else { return false }
      let label = PandocMarks.argument("label", in: source).map { "#\($0)" } ?? ""
      write(
        "![\(PandocMarks.argument("caption", in: source) ?? "")](<\(picture)>)\(label.isEmpty ? "" : "{\(label)}")",
        index, last)
      return true
    case "table", "table*", "tabular", "longtable", "tabularx": return table(index, name)
    default: return false
    }
  }

  private static func environmentBegun(_ line: Substring) -> String? {
    guard let start = line.firstRange(of: "\\begin{")?.upperBound, let end = line[start...].firstIndex(of: "}") else {
      return nil
    }
    return String(line[start..<end])
  }

  private mutating func write(_ words: String, _ first: Int, _ last: Int) {
    for line in first...last { set(line, "") }
    set(first, words)
  }

  /// The braces behind a command, past its brackets.
  private static func argument(_ name: String, in source: String) -> String? {
    guard let start = source.firstRange(of: "\\" + name)?.upperBound else { return nil }
    var rest = source[start...]
    if rest.first == "[", let end = closing(rest) { rest = rest[end...] }
    guard rest.first == "{", let end = closing(rest) else { return nil }
    return String(rest[..<end].dropFirst().dropLast())
  }

  private mutating func list(_ first: Int) -> Bool {
    var open: [Bool] = []
    var made: [(Int, String)] = []
    for index in lines.indices[first...].prefix(PandocMarks.mostLines) {
      let words = lines[index].trimmingBlanks
      // an item's further lines stand below its first word
      let indent = String(repeating: "    ", count: max(open.count - 1, 0))
      if words.hasPrefix("\\begin{itemize}") || words.hasPrefix("\\begin{enumerate}") {
        open.append(words.hasPrefix("\\begin{enumerate}"))
        made.append((index, ""))
      } else if words.hasPrefix("\\end{itemize}") || words.hasPrefix("\\end{enumerate}") {
        open.removeLast()
        made.append((index, ""))
        if open.isEmpty {
          for (line, words) in made { set(line, words) }
          return true
        }
      } else if words.hasPrefix("\\item"), words.dropFirst(5).first.map({ !$0.isLetter }) ?? true {
        var rest = words.dropFirst(5).trimmingBlanks
        if rest.first == "[", let end = PandocMarks.closing(rest) {
          rest = "**\(rest[..<end].dropFirst().dropLast())** "[...] + rest[end...].trimmingBlanks
        }
        made.append((index, indent + (open.last == true ? "1.  " : "-   ") + rest))
      } else {
        made.append((index, words.isEmpty ? "" : indent + "    " + words))
      }
    }
    return false
  }

  /// Rules below some columns: `\cmidrule(lr){1-2}`.
  private static func withoutRules(_ row: String) -> String {
    var row = row
    for name in ["\\cmidrule", "\\cline"] {
      while let start = row.firstRange(of: name) {
        var rest = row[start.upperBound...]
        if rest.first == "(", let close = rest.firstIndex(of: ")") { rest = rest[rest.index(after: close)...] }
        guard rest.first == "{", let end = closing(rest) else { break }
        row = String(row[..<start.lowerBound] + rest[end...])
      }
    }
    return row
  }

  /// A cell, and empty ones behind it where it reaches over several columns; one over several rows stands in the first.
  private static func columns(of cell: Substring) -> [String] {
    guard cell.hasPrefix("\\multi"), let open = cell.firstIndex(of: "{"),
      ["\\multicolumn", "\\multirow"].contains(cell[..<open])
    else { return [String(cell)] }
    var arguments: [Substring] = []
    var rest = cell[open...]
    while arguments.count < 3, rest.first == "{", let end = closing(rest) {
      arguments.append(rest[..<end].dropFirst().dropLast())
      rest = rest[end...]
    }
    guard arguments.count == 3 else { return [String(cell)] }
    let count = cell.hasPrefix("\\multicolumn") ? max(1, min(Int(arguments[0]) ?? 1, 64)) : 1
    return columns(of: arguments[2]) + Array(repeating: "", count: count - 1)
  }

  /// A table of which each row stands whole on its lines.
  private mutating func table(_ first: Int, _ name: String) -> Bool {
    guard let last = lines[first...].prefix(PandocMarks.mostLines).firstIndex(where: { $0.contains("\\end{\(name)}") })
    else { return false }
    let source = lines[first...last].joined(separator: "\n")
    let kinds = ["tabular}", "longtable}", "tabularx}"]
    guard let kind = kinds.first(where: { source.contains("\\begin{\($0)") }),
      let start = source.firstRange(of: "\\begin{\(kind)")?.upperBound,
      let end = source.firstRange(of: "\\end{\(kind)")?.lowerBound, start < end
    else { return false }
    var body = source[start..<end]
    // the place and the width, then the columns
    if body.first == "[", let close = PandocMarks.closing(body) { body = body[close...] }
    if kind == "tabularx}", body.first == "{", let close = PandocMarks.closing(body) { body = body[close...] }
    guard body.first == "{", let close = PandocMarks.closing(body) else { return false }
    let columns = body[..<close].filter { "lcrXp".contains($0) }
    body = body[close...]
    var rows: [[String]] = []
    for row in body.replacing("\\\\", with: "\u{1}").split(separator: "\u{1}") {
      var words = String(row.replacing("\n", with: " "))
      for rule in ["\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\endhead", "\\endfirsthead", "\\endfoot"] {
        words = words.replacing(rule, with: "")
      }
      for command in ["caption", "label"] {
        if let own = PandocMarks.argument(command, in: words) {
          words = words.replacing("\\\(command){\(own)}", with: "")
        }
      }
      words = PandocMarks.withoutRules(words)
      guard !words.allSatisfy(\.isWhitespace) else { continue }
      let cells = words.replacing("\\&", with: "\u{2}").split(separator: "&", omittingEmptySubsequences: false)
      rows.append(
        cells.flatMap { PandocMarks.columns(of: $0.trimmingBlanks) }
          .map { $0.replacing("|", with: "\\|").replacing("\u{2}", with: "&") })
    }
    let count = rows.map(\.count).max() ?? 0
    // a line is left for each row, the rule and the caption
    guard count > 0, rows.count > 1, last - first + 1 >= rows.count + 3 else { return false }
    func line(_ cells: [String]) -> String {
      "| " + (0..<count).map { $0 < cells.count ? cells[$0] : "" }.joined(separator: " | ") + " |"
    }
    let rule = (0..<count).map { column -> String in
      let sign = column < columns.count ? columns[columns.index(columns.startIndex, offsetBy: column)] : "l"
      return sign == "r" ? "---:" : sign == "c" ? ":---:" : "---"
    }
    var made = ["", line(rows[0]), "|" + rule.joined(separator: "|") + "|"] + rows.dropFirst().map(line)
    if let caption = PandocMarks.argument("caption", in: source) {
      let label = PandocMarks.argument("label", in: source).map { " {#\($0)}" } ?? ""
      made += ["", ": " + caption.replacing("\n", with: " ") + label]
    }
    guard made.count <= last - first + 1 else { return false }
    for index in first...last { set(index, index - first < made.count ? made[index - first] : "") }
    return true
  }
}

/// What other programs have within a line.
extension DialectMarks {
  /// A line with its marks as pandoc's; code stays.
  mutating func inline(_ line: Line) -> Line {
    let words = inline(line.text, line.number)
    guard words != line.text else { return line }
    return Line(text: words, number: line.number)
  }

  mutating func inline(_ text: Substring, _ number: Int) -> Substring {
    let has = text.utf8.contains { [0x7B, 0x60, 0x28, 0x3C, 0x5B].contains($0) }
    guard has else { return text }
    var made = ""
    var at = text.startIndex
    while at < text.endIndex {
      let next =
        text.utf8[at...].firstIndex { [0x7B, 0x60, 0x28, 0x3C, 0x5B, 0x21, 0x5C].contains($0) } ?? text.endIndex
      made += text[at..<next]
      at = next
      guard at < text.endIndex else { break }
      if text[at] == "\\" {
        // the sign behind it is one
        let end = text.index(at, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
        made += text[at..<end]
        at = end
        continue
      }
      if let (words, end) = mark(text, at, number) {
        made += words
        at = end
        continue
      }
      if text[at] == "`" {
        let end = DialectMarks.endOfCode(in: text, at)
        made += text[at..<end]
        at = end
        continue
      }
      made.append(text[at])
      at = text.index(after: at)
    }
    if made == text { return text }
    isChanged = true
    return made[...]
  }

  /// Past the run of backticks that closes the one at a place, or past that alone.
  private static func endOfCode(in text: Substring, _ at: Substring.Index) -> Substring.Index {
    let run = text[at...].prefix { $0 == "`" }
    var next = run.endIndex
    while let start = text[next...].firstIndex(of: "`") {
      let other = text[start...].prefix { $0 == "`" }
      if other.count == run.count { return other.endIndex }
      next = other.endIndex
    }
    return run.endIndex
  }

  private mutating func mark(_ text: Substring, _ at: Substring.Index, _ number: Int) -> (String, Substring.Index)? {
    let rest = text[at...]
    switch text[at] {
    case "`": return computed(rest, number) ?? markuaFormula(rest)
    case "{":
      return role(rest, number) ?? markuaMark(rest) ?? comment(rest) ?? lineAttributes(text, at)
        ?? expression(text, at, number)
    case "(":
      if rest.hasPrefix("(\\#eq:"), let close = rest.firstIndex(of: ")") {
        return ("\\label{\(rest[..<close].dropFirst(3))}", rest.index(after: close))
      }
      guard rest.hasPrefix("(ref:"), let close = rest.firstIndex(of: ")"),
        let words = captions[String(rest[..<close].dropFirst(5))]
      else { return nil }
      return (words, rest.index(after: close))
    case "[":
      // an end note of Markua's has a name among the notes that no other has
      if rest.hasPrefix("[^^") { return ("[^end-", rest.index(at, offsetBy: 3)) }
      return conditional(rest)
    case "!":
      guard rest.hasPrefix("!["), let close = rest.firstRange(of: "]["),
        let end = rest[close.upperBound...].firstIndex(of: "]")
      else { return nil }
      let words = rest[..<close.lowerBound].dropFirst(2)
      let name = (close.upperBound == end ? words : rest[close.upperBound..<end]).lowercased()
      guard let picture = pictures[name] else { return nil }
      return ("![\(words)](\(picture.target)){\(picture.wishes)}", rest.index(after: end))
    case "<": return isMDX ? jsx(rest, number) : projectLink(rest)
    default: return nil
    }
  }

  /// `<project:#name>`, `<path:file.md>`: what they lead to is called by its title (MyST).
  private func projectLink(_ rest: Substring) -> (String, Substring.Index)? {
    guard let scheme = ["<project:", "<path:"].first(where: rest.hasPrefix), let close = rest.firstIndex(of: ">") else {
      return nil
    }
    let target = rest[..<close].dropFirst(scheme.count)
    guard !target.isEmpty, !target.contains(where: { $0.isWhitespace || $0 == "<" }) else { return nil }
    return (target.first == "#" ? "[](\(target))" : "[](<\(target)>)", rest.index(after: close))
  }

  // MARK: Values that are computed

  /// `` `r nrow(iris)` ``, `` `{python} x` ``: code that stands for a value. Text in quotes is one; else a sign of
  /// what is left out stands in its place.
  private mutating func computed(_ rest: Substring, _ number: Int) -> (String, Substring.Index)? {
    let inner = rest.dropFirst()
    guard inner.first != "`", let close = inner.firstIndex(of: "`") else { return nil }
    var code = inner[..<close]
    if code.hasPrefix("r ") {
      code = code.dropFirst(2).trimmingBlanks
    } else if code.hasPrefix("{"), let end = code.firstRange(of: "} "),
      ["r", "python", "julia", "ojs"].contains(code[..<end.lowerBound].dropFirst())
    {
      code = code[end.upperBound...].trimmingBlanks
    } else {
      return nil
    }
    return (value(of: code, number), rest.index(after: close))
  }

  /// What R's code comes to where that is plain, else `[…]`, with a warning.
  mutating func value(of code: Substring, _ number: Int) -> String {
    var code = code
    for (question, isSo) in [("is_html_output()", false), ("is_latex_output()", true)] {
      for package in ["knitr::", ""] where code.hasPrefix("if (\(package)\(question))") {
        guard isSo else { return "" }
        code = code.dropFirst("if (\(package)\(question))".count).trimmingBlanks
      }
    }
    if let quote = code.first, quote == "'" || quote == "\"", code.count > 1, code.last == quote,
      !code.dropFirst().dropLast().contains(quote)
    {
      return String(code.dropFirst().dropLast().replacing("\\n", with: " ").trimmingBlanks)
    }
    tell(.valueNotComputed(String(code.prefix(60))), number)
    return "[…]"
  }

  /// The same over several lines, which bookdown's last file has: `` `r if (knitr::is_html_output()) '…'` ``.
  mutating func computedBlock(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    let first = given[index].text.trimmingBlanks
    guard first.hasPrefix("`r "), !first.dropFirst().contains("`"),
      let last = given[(index + 1)...].prefix(40).firstIndex(where: { $0.text.contains("`") }),
      given[last].text.trimmingBlanks.last == "`"
    else { return nil }
    let code = given[index...last].map { String($0.text) }.joined(separator: "\n")[...].trimmingBlanks
    let words = value(of: code.dropFirst(3).dropLast(), given[index].number)
    let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.map { Line(text: $0, number: given[index].number) }, last + 1)
  }

  // MARK: Markua

  /// `` `x^2`$ ``
  private func markuaFormula(_ rest: Substring) -> (String, Substring.Index)? {
    let inner = rest.dropFirst()
    guard inner.first != "`", let close = inner.firstIndex(of: "`"), close > inner.startIndex,
      inner[close...].dropFirst().first == "$"
    else { return nil }
    return ("$\(inner[..<close])$", rest.index(close, offsetBy: 2))
  }

  /// `{i: "words"}`, `{$$}x{/$$}`
  private func markuaMark(_ rest: Substring) -> (String, Substring.Index)? {
    if rest.hasPrefix("{i:"), let close = rest.firstIndex(of: "}") {
      let words = rest[..<close].dropFirst(3).trimmingBlanks.filter { $0 != "\"" }
      return ("\\index{\(words)}", rest.index(after: close))
    }
    if rest.hasPrefix("{$$}"), let close = rest.firstRange(of: "{/$$}") {
      return ("$\(rest[..<close.lowerBound].dropFirst(4).trimmingBlanks)$", close.upperBound)
    }
    return nil
  }

  // MARK: Others

  /// `{/* words */}` on one line.
  private func comment(_ rest: Substring) -> (String, Substring.Index)? {
    guard rest.hasPrefix("{/*"), let close = rest.firstRange(of: "*/}") else { return nil }
    return ("", close.upperBound)
  }

  /// `{: .class}` at a line's end (kramdown).
  private func lineAttributes(_ text: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    guard text[at...].hasPrefix("{:"), text.trimmingBlanks.last == "}", let close = text[at...].firstIndex(of: "}"),
      text[text.index(after: close)...].isWhite
    else { return nil }
    return ("", text.endIndex)
  }

  /// `[words]{.content-visible when-format="html"}`
  private func conditional(_ rest: Substring) -> (String, Substring.Index)? {
    guard let close = rest.firstRange(of: "]{"), let end = rest[close.upperBound...].firstIndex(of: "}"),
      let isShown = DialectMarks.isShown(rest[close.upperBound..<end])
    else { return nil }
    return (isShown ? String(rest[..<close.lowerBound].dropFirst()) : "", rest.index(after: end))
  }

  /// Whether what has these attributes is for paper (Quarto, "Conditional Content"); nil where they do not say.
  static func isShown(_ attributes: Substring) -> Bool? {
    let isHidden = attributes.contains(".content-hidden")
    guard isHidden || attributes.contains(".content-visible") else { return nil }
    func formats(_ key: String) -> Substring? {
      attributes.firstRange(of: key + "=").map {
        attributes[$0.upperBound...].drop { $0 == "\"" }.prefix { $0 != "\"" && $0 != " " }
      }
    }
    var isMet = true
    let ours: Set<Substring> = ["pdf", "latex", "print", "tex", "beamer"]
    if let asked = formats("when-format") { isMet = ours.contains(asked) }
    if let asked = formats("unless-format") { isMet = !ours.contains(asked) }
    return isHidden ? !isMet : isMet
  }
}

internal import BookModel

/// Boxes, cells and tags of other programs: Markua's asides and blurbs (Leanpub), GitBook's tags, code that Quarto, R
/// Markdown and Jupyter Book run.
extension PandocMarks {
  // MARK: Boxes

  /// `W> words`, line for line, behind a blank one.
  /// - Returns: the line behind them.
  mutating func markua(_ index: Int) -> Int? {
    guard index > 0, isBlank(index - 1), let kind = PandocMarks.markuaKind(lines[index]) else { return nil }
    let sign = lines[index].first
    var end = index
    while end < lines.count, lines[end].first == sign, PandocMarks.markuaKind(lines[end]) != nil { end += 1 }
    // in the middle: no box
    let isCentred = kind.isEmpty
    set(index - 1, isCentred ? "```centred" : "> ###### [!\(kind)]")
    for line in index..<end {
      set(line, (isCentred ? "" : "> ") + lines[line].dropFirst(2).trimmingBlanks)
      inline(line)
    }
    guard isCentred else { return end }
    if end < lines.count { set(end, "```") }
    return end + 1
  }

  private static func markuaKind(_ line: Substring) -> String? {
    let bytes = line.utf8
    guard let sign = bytes.first, bytes.dropFirst().first == 0x3E else { return nil }
    guard bytes.dropFirst(2).first.map({ $0 == 0x20 || $0 == 0x0D }) ?? true else { return nil }
    return markuaKinds[sign]
  }

  /// What a letter before `>` says; a box without a name where it says no more.
  private static let markuaKinds: [UInt8: String] = [
    0x41: "titled", 0x42: "titled", 0x43: "", 0x44: "Discussion", 0x45: "error", 0x49: "info", 0x51: "question",
    0x54: "tip", 0x57: "warning", 0x58: "exercise",
  ]

  /// `{% hint style="info" %}` … `{% endhint %}`, `{blurb, class: tip}` … `{/blurb}`.
  mutating func bracedBox(_ index: Int) -> Bool {
    let line = lines[index].trimmingBlanks
    var (kind, close): (String, String)
    if line.hasPrefix("{% hint"), line.hasSuffix("%}") {
      let style = line.firstRange(of: "style=\"").map { line[$0.upperBound...].prefix { $0 != "\"" } } ?? "info"
      (kind, close) = (["danger", "success", "warning", "info"].first { $0 == style } ?? "note", "{% endhint %}")
    } else if line.hasSuffix("}"),
      let name = ["aside", "blurb"].first(where: {
        line.hasPrefix("{\($0)}") || line.hasPrefix("{\($0),")
      })
    {
      let word = line.firstRange(of: "class:").map { line[$0.upperBound...].dropLast().trimmingBlanks } ?? ""
      (kind, close) = (Callout.Kind(word: word.filter { $0 != "\"" })?.rawValue ?? "titled", "{/\(name)}")
    } else {
      return false
    }
    guard let last = lines[(index + 1)...].prefix(2000).firstIndex(where: { $0.trimmingBlanks == close }) else {
      return false
    }
    set(index, "> ###### [!\(kind)]")
    set(last, "")
    quotations.append((index + 1..<last, 0))
    return true
  }

  /// Another tag between `{%` and `%}` on a line of its own.
  mutating func tag(_ index: Int) -> Bool {
    let line = lines[index].trimmingBlanks
    guard line.hasPrefix("{%"), line.hasSuffix("%}"), line.utf8.count < 2000 else { return false }
    let words = line.dropFirst(2).dropLast(2).trimmingBlanks
    let name = String(words.prefix { !$0.isWhitespace })
    if name == "tab", let title = words.firstRange(of: "title=\"") {
      set(index, "**" + words[title.upperBound...].prefix { $0 != "\"" } + "**")
      return true
    }
    set(index, "")
    if !PandocMarks.quietTags.contains(name) { messages.append((.shortcodeLeftOut(name), index)) }
    return true
  }

  private static let quietTags: Set<String> = [
    "tabs", "endtabs", "endtab", "code", "endcode", "endembed", "endfile", "stepper", "endstepper", "step", "endstep",
    "columns", "endcolumns", "column", "endcolumn", "endcontent-ref", "raw", "endraw",
  ]

  // MARK: Code that is run

  /// A fence whose braces say what runs its code. Lines of options are none of it, nor is what they hide.
  /// - Returns: the line behind it.
  mutating func cell(_ index: Int) -> Int? {
    let begun = PandocFence.begun(lines[index])
    guard let sign = begun.first, sign == "`" || sign == "~" else { return nil }
    let run = begun.prefix { $0 == sign }
    let info = begun.dropFirst(run.count).trimmingBlanks
    guard run.count >= 3, info.hasPrefix("{"), let brace = info.firstIndex(of: "}") else { return nil }
    let inner = info[..<brace].dropFirst()
    let behind = info[brace...].dropFirst().trimmingBlanks
    let word = inner.prefix { $0.isLetter || $0 == "-" || $0 == "+" || $0 == "_" }.lowercased()
    let isRole = ["code-block", "code", "code-cell", "sourcecode", "literalinclude"].contains(word)
    guard isRole || behind.isEmpty && PandocMarks.engines.contains(word) else { return nil }
    var end = index + 1
    while end < lines.count,
      !(PandocFence.begun(lines[end]).hasPrefix(run) && lines[end].trimmingBlanks.allSatisfy { $0 == sign })
    {
      end += 1
    }
    var first = index + 1
    var isHidden = ["echo", "include"].contains { key in
      let asked = inner.filter { !$0.isWhitespace }.lowercased()
      return asked.contains("\(key)=false")
    }
    while first < end, let option = PandocMarks.cellOption(lines[first], isRole: isRole) {
      let words = option.filter { !$0.isWhitespace }.lowercased()
      if ["echo:false", "include:false"].contains(words) { isHidden = true }
      first += 1
    }
    // the lines of code move up, and white stands behind them
    let code = isHidden ? [] : Array(lines[first..<end])
    let language = isRole ? behind.prefix { !$0.isWhitespace } : Substring(word)
    var made = isHidden ? [] : [Substring(run + language)] + code + [run]
    let count = min(end + 1, lines.count) - index
    while made.count < count { made.append("") }
    for offset in 0..<count { set(index + offset, String(made[offset])) }
    if word == "code-cell" || !isRole { messages.append((.cellsNotRun, index)) }
    return index + count
  }

  private static func cellOption(_ line: Substring, isRole: Bool) -> Substring? {
    let words = line.trimmingBlanks
    if isRole { return option(line).map { _ in words } }
    return ["#|", "//|", "%%|", "--|"].first(where: words.hasPrefix).map { words.dropFirst($0.count) }
  }

  private static let engines: Set<String> = [
    "python", "r", "julia", "ojs", "bash", "sh", "sql", "mermaid", "dot", "js", "javascript", "node", "rust", "c",
    "cpp", "java",
    "html", "css", "stan", "octave", "matlab", "perl", "ruby", "powershell", "typescript", "haskell", "go", "scala",
  ]

  // MARK: Pictures

  /// `![words](a.png width=50%)` (MultiMarkdown) as `![words](a.png){width=50%}`.
  mutating func pictureAttributes(_ index: Int) {
    var rest = lines[index]
    guard rest.utf8.contains(0x3D), zip(rest.utf8, rest.utf8.dropFirst()).contains(where: { $0 == (0x21, 0x5B) }) else {
      return
    }
    var made = ""
    while let start = rest.firstRange(of: "]("), let end = rest[start.upperBound...].firstIndex(of: ")") {
      let inner = rest[start.upperBound..<end]
      let keys = ["width=", "height=", "class=", "id="].compactMap { inner.firstRange(of: " " + $0)?.lowerBound }
      made += rest[..<start.upperBound]
      if let first = keys.min(), rest[..<start.lowerBound].contains("![") {
        made += inner[..<first].trimmingBlanks + "){" + inner[first...].trimmingBlanks + "}"
      } else {
        made += inner + ")"
      }
      rest = rest[end...].dropFirst()
    }
    if made.contains("){") { set(index, made + rest) }
  }
}

internal import BookModel

/// Boxes and tags of other programs: Markua's asides and blurbs in braces (Leanpub), GitBook's tags.
extension PandocMarks {
  // MARK: Boxes

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
    set(index, "")
    if !PandocMarks.quietTags.contains(name) { messages.append((.shortcodeLeftOut(name), index)) }
    return true
  }

  private static let quietTags: Set<String> = [
    "tabs", "endtabs", "endtab", "code", "endcode", "endembed", "endfile", "stepper", "endstepper", "step", "endstep",
    "columns", "endcolumns", "column", "endcolumn", "endcontent-ref", "raw", "endraw",
  ]

  /// What runs the code of a cell.
  static let engines: Set<String> = [
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
    captionOfAttributes(index)
  }

  /// `![](a.png){fig-cap="Words"}`: a caption like that in brackets (Quarto, "Figures").
  private mutating func captionOfAttributes(_ index: Int) {
    let line = lines[index]
    guard line.drop(while: { $0 == " " }).hasPrefix("![]("), let key = line.firstRange(of: "fig-cap=\""),
      let end = line[key.upperBound...].firstIndex(of: "\""), let open = line.firstRange(of: "![](")
    else { return }
    let words = line[key.upperBound..<end]
    set(
      index,
      line[..<open.lowerBound] + "![\(words)](" + line[open.upperBound..<key.lowerBound] + line[end...].dropFirst())
  }
}

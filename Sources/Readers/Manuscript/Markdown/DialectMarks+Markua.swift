internal import BookModel

/// Attributes and boxes of Markua's (Leanpub), of kramdown's and Obsidian's; modules of MDX's.
extension DialectMarks {
  // MARK: Boxes

  /// `W> words`, line for line: a box, or words in the middle.
  mutating func box(_ given: [Line], _ index: Int, isFirst: Bool) -> (lines: [Line], next: Int)? {
    guard isFirst, let kind = DialectMarks.kind(given[index].text) else { return nil }
    let sign = given[index].text.first
    var end = index
    while end < given.count, given[end].text.first == sign, DialectMarks.kind(given[end].text) != nil { end += 1 }
    let number = given[index].number
    // in the middle: no box
    let isCentred = kind.isEmpty
    let body = made(
      given[index..<end].map { Line(text: $0.text.dropFirst(2).trimmingBlanks, number: $0.number) }, depth: 1)
    if isCentred {
      return (
        [Line(text: "```centred", number: number)] + body
          + [Line(text: "```", number: given[end - 1].number), Line(text: "", number: given[end - 1].number)], end
      )
    }
    return (
      [Line(text: "> ###### [!\(kind)]", number: number)] + body.map { Line(text: "> " + $0.text, number: $0.number) }
        + [Line(text: "", number: given[end - 1].number)], end
    )
  }

  private static func kind(_ line: Substring) -> String? {
    let bytes = line.utf8
    guard let sign = bytes.first, bytes.dropFirst().first == 0x3E,
      bytes.dropFirst(2).first.map({ $0 == 0x20 || $0 == 0x0D }) ?? true
    else { return nil }
    return kinds[sign]
  }

  /// What a letter before `>` says; a box without a name where it says no more.
  private static let kinds: [UInt8: String] = [
    0x41: "titled", 0x42: "titled", 0x43: "", 0x44: "Discussion", 0x45: "error", 0x49: "info", 0x51: "question",
    0x54: "tip", 0x57: "warning", 0x58: "exercise",
  ]

  // MARK: Attributes

  /// `{key: value, …}` of Markua's, `{#name}` and `{lang=python,…}` of the older Leanpub.
  private static func asked(_ line: Substring) -> [(key: String, value: String)]? {
    let words = line.trimmingBlanks
    guard words.hasPrefix("{"), words.hasSuffix("}"), words.utf8.count < 500 else { return nil }
    let inner = words.dropFirst().dropLast()
    guard inner.first?.isLetter == true || inner.first == "#", !inner.contains("{"), !inner.contains("}") else {
      return nil
    }
    var found: [(key: String, value: String)] = []
    var quote: Character?
    let parts = inner.split { sign in
      if quote != nil {
        if sign == quote { quote = nil }
      } else if sign == "\"" || sign == "'" {
        quote = sign
      }
      return sign == "," && quote == nil
    }
    for part in parts {
      let part = part.trimmingBlanks
      if part.hasPrefix("#") {
        found.append(("id", String(part.dropFirst())))
        continue
      }
      guard let sign = part.firstIndex(where: { $0 == ":" || $0 == "=" }),
        part[..<sign].allSatisfy({ $0.isLetter || $0 == "-" || $0 == "_" })
      else { return nil }
      let value = part[sign...].dropFirst().trimmingBlanks.filter { $0 != "\"" }
      found.append((part[..<sign].lowercased(), value))
    }
    return found.isEmpty ? nil : found
  }

  /// A line of attributes with what it stands above.
  mutating func attributes(_ given: [Line], _ index: Int, depth: Int) -> (lines: [Line], next: Int)? {
    guard let asked = DialectMarks.asked(given[index].text) else { return nil }
    let number = given[index].number
    func value(_ keys: String...) -> String? { asked.last { keys.contains($0.key) }?.value }
    // an index entry, a box or a title of the file is something else
    let below = index + 1 < given.count ? given[index + 1].text : ""
    guard
      !["i", "title"].contains(asked[0].key) || DialectMarks.fence(below) != nil || below.hasPrefix("![")
        || below.hasPrefix("|")
    else { return nil }
    var next = index + 1
    // several stand above one another
    while next < given.count, DialectMarks.asked(given[next].text) != nil { next += 1 }
    guard next == index + 1 else { return ([], index + 1) }
    guard next < given.count, !given[next].text.isWhite else { return nil }
    let line = given[next].text
    let id = value("id").map { " {#\($0)}" } ?? ""
    if line.hasPrefix("#") {
      let words = value("class") == "part" ? partHeading(line) : line.trimmingBlanksAtEnd
      return ([Line(text: (words.hasSuffix("}") ? words : words + id)[...], number: given[next].number)], next + 1)
    }
    if line.hasPrefix("!["), let close = line.lastIndex(of: ")") {
      var wishes = value("id").map { ["#" + $0] } ?? []
      for key in ["width", "height"] {
        if let size = value(key) { wishes.append("\(key)=\(size.allSatisfy(\.isNumber) ? size + "%" : size)") }
      }
      if let side = value("float"), ["left", "right", "inside", "outside"].contains(side) { wishes.append("." + side) }
      var words = String(line[...close])
      if let caption = value("caption", "title"), words.hasPrefix("![](") {
        words = "![\(caption)](" + words.dropFirst(4)
      }
      return (
        [
          inline(
            Line(text: words + (wishes.isEmpty ? "" : "{\(wishes.joined(separator: " "))}"), number: given[next].number)
          )
        ], next + 1
      )
    }
    if let mark = DialectMarks.fence(line) {
      let end = min(DialectMarks.end(ofFence: mark, given, next) + 1, given.count)
      let language = value("format") == "latex" ? "math" : value("lang", "format") ?? String(line.dropFirst(mark.count))
      let caption = value("title", "caption").map {
        [
          Line(text: "\($0)\(value("id").map { " {#\($0)|listing}" } ?? "")", number: number),
          Line(text: "", number: number),
        ]
      }
      return (
        (caption ?? []) + [Line(text: "\(mark)\(language.trimmingBlanksAtEnd)", number: given[next].number)]
          + given[(next + 1)..<end], end
      )
    }
    if line.hasPrefix("|") {
      guard let caption = value("caption", "title") else { return ([], next) }
      let end = given[next...].firstIndex { !$0.text.hasPrefix("|") } ?? given.count
      let rows = given[next..<end].map { inline($0) }
      return (rows + DialectMarks.caption(caption, value("id"), given[end - 1].number), end)
    }
    // `{sample: true}` and the like above a paragraph
    let known: Set<String> = [
      "id", "sample", "class", "width", "height", "align", "alt", "caption", "title", "lang", "format", "line-numbers",
      "type", "column-widths", "number-from", "crop-start", "crop-end",
    ]
    return asked.allSatisfy { known.contains($0.key) } ? ([], next) : nil
  }

  private func partHeading(_ line: Substring) -> String {
    let signs = line.prefix { $0 == "#" }
    return "\(signs) (PART) \(line.dropFirst(signs.count).trimmingBlanks)"
  }

  /// What stands alone in braces on a line.
  mutating func braces(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    let line = given[index]
    let words = line.text.trimmingBlanks
    func one(_ text: String) -> (lines: [Line], next: Int) { ([Line(text: text[...], number: line.number)], index + 1) }
    switch words {
    case "{frontmatter}": matter = .front
    case "{mainmatter}": matter = .body
    case "{backmatter}": matter = .back
    case "{pagebreak}": return one("<!-- octavo: page-break -->")
    case "{sample: true}", "{sample:true}", "{quiz}", "{/quiz}", "{/exercise}", "{exercise}", "{/figure}", "{:toc}":
      break
    case "{poem}": return one("```verse")
    case "{/poem}": return one("```")
    case "{{TOC}}", "{{toc}}": break
    default:
      if words.hasPrefix("{$$}"), !words.contains("{/$$}"),
        let end = given[(index + 1)...].prefix(60).firstIndex(where: { $0.text.trimmingBlanks == "{/$$}" })
      {
        return (
          [Line(text: "```math", number: line.number)] + given[(index + 1)..<end] + [
            Line(text: "```", number: given[end].number)
          ], end + 1
        )
      }
      if words.hasPrefix("{quiz,") || words.hasPrefix("{exercise,") || words.hasPrefix("{quiz ") { break }
      if words.hasPrefix("{/*"),
        let end = given[index...].firstIndex(where: { $0.text.contains("*/}") })
      {
        let rest = given[end].text.firstRange(of: "*/}").map { given[end].text[$0.upperBound...] } ?? ""
        return ([inline(Line(text: rest, number: given[end].number))], end + 1)
      }
      return liquid(given, index)
    }
    return one("")
  }

  /// A heading says what stands before or behind the text, where Markua has said so.
  mutating func heading(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    guard let matter, matter != .body, given[index].text.hasPrefix("# ") else { return nil }
    let line = given[index]
    return (
      [
        Line(text: "<!-- octavo: \(matter == .front ? "front" : "back")-matter -->", number: line.number),
        Line(text: "", number: line.number), inline(line),
      ], index + 1
    )
  }

  // MARK: kramdown, Obsidian

  /// `{: .class}` on a line below what it is said of; of a heading it may be the name.
  mutating func kramdown(_ given: [Line], _ index: Int, isFirst: Bool) -> (lines: [Line], next: Int)? {
    let words = given[index].text.trimmingBlanks
    guard words.hasPrefix("{:"), words.hasSuffix("}"), !words.contains("{:}") else { return nil }
    return ([Line(text: "", number: given[index].number)], index + 1)
  }

  /// `^name` alone below a block.
  func blockName(_ given: [Line], _ index: Int, isFirst: Bool) -> (lines: [Line], next: Int)? {
    let words = given[index].text.trimmingBlanks
    guard isFirst, words.count > 2, words.first == "^",
      words.dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
      index + 1 >= given.count || given[index + 1].text.isWhite
    else { return nil }
    return ([Line(text: "", number: given[index].number)], index + 1)
  }

  /// Jekyll's and Hugo's code: `{% highlight ruby %}`, `{{< highlight go >}}`; Hugo's `figure`.
  private mutating func liquid(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    let words = given[index].text.trimmingBlanks
    let number = given[index].number
    for (open, shut, close) in [
      ("{% highlight ", "%}", "{% endhighlight %}"), ("{{< highlight ", ">}}", "{{< /highlight >}}"),
    ] where words.hasPrefix(open) && words.hasSuffix(shut) {
      guard let end = given[(index + 1)...].firstIndex(where: { $0.text.trimmingBlanks == close }) else { return nil }
      let language = words.dropFirst(open.count).prefix { !$0.isWhitespace }
      return (
        [Line(text: "````\(language)", number: number)] + given[(index + 1)..<end] + [
          Line(text: "````", number: given[end].number)
        ], end + 1
      )
    }
    if words.hasPrefix("{% tab title=\""), let title = words.firstRange(of: "\"") {
      let label = "**\(words[title.upperBound...].prefix { $0 != "\"" })**"
      return (["", label, ""].map { Line(text: $0[...], number: number) }, index + 1)
    }
    guard words.hasPrefix("{{< figure "), words.hasSuffix(">}}"),
      let asked = PandocAttributes("{" + words.dropFirst(11).dropLast(3).trimmingBlanks + "}")
    else { return nil }
    func value(_ key: String) -> String? { asked.asked.last { $0.key == key }?.value }
    // one from the root of the pages lies elsewhere
    guard let source = value("src"), !source.hasPrefix("/") else { return nil }
    let caption = [value("title"), value("caption")].compactMap(\.self).joined(separator: ". ")
    let width = value("width").map { "{width=\($0)}" } ?? ""
    return (
      [Line(text: "![\(caption.isEmpty ? value("alt") ?? "" : caption)](<\(source)>)\(width)", number: number)],
      index + 1
    )
  }

  // MARK: MDX

  /// `import …`, `export …`: code up to the next blank line.
  mutating func module(_ given: [Line], _ index: Int, isFirst: Bool) -> (lines: [Line], next: Int)? {
    let line = given[index].text
    guard isFirst || index == 0 else { return nil }
    let isImport =
      line.hasPrefix("import ")
      && line.trimmingBlanks.last.map { "\"';{,".contains($0) } ?? false
      && (line.contains(" from '") || line.contains(" from \"") || line.hasPrefix("import '")
        || line.hasPrefix("import {"))
    let isExport =
      isMDX
      && ["export const ", "export default ", "export function ", "export let ", "export {", "export * "].contains(
        where: line.hasPrefix)
    guard isImport || isExport else { return nil }
    var end = index
    while end < given.count, !given[end].text.isWhite { end += 1 }
    return ([Line(text: "", number: given[index].number)], end)
  }

  /// `<Tabs>`, `<TabItem label="Windows">` and other components on lines of their own.
  mutating func component(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    let rest = given[index].text.trimmingBlanks
    let tag = rest.dropFirst(rest.hasPrefix("</") ? 2 : 1)
    let number = given[index].number
    if isMDX, rest.hasPrefix("<img "), let start = rest.firstRange(of: "src={require("),
      let quote = rest[start.upperBound...].first
    {
      // what the program packs is a file beside this one
      let path = rest[start.upperBound...].dropFirst().prefix { $0 != quote }
      let words = rest.firstRange(of: "alt=\"").map { rest[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
      return ([Line(text: "![\(words)](<\(path)>)", number: number)], index + 1)
    }
    guard tag.first?.isUppercase == true, tag.first?.isASCII == true, rest.hasSuffix(">"),
      isMDX || ["Tab", "Listing"].contains(where: tag.hasPrefix)
    else { return nil }
    let words = jsxWords(rest, number).trimmingBlanks
    return (
      [Line(text: "", number: number), inline(Line(text: words, number: number)), Line(text: "", number: number)],
      index + 1
    )
  }

  /// A tag of a component within a line is left out, what it holds is set.
  mutating func jsx(_ rest: Substring, _ number: Int) -> (String, Substring.Index)? {
    let tag = rest.dropFirst(rest.hasPrefix("</") ? 2 : 1)
    guard tag.first?.isUppercase == true, tag.first?.isASCII == true, let close = rest.firstIndex(of: ">") else {
      return nil
    }
    if !rest.hasPrefix("</") { tell(.htmlLeftOut(String(tag.prefix { $0.isLetter || $0.isNumber })), number) }
    return ("", rest.index(after: close))
  }

  private mutating func jsxWords(_ line: Substring, _ number: Int) -> Substring {
    var made = ""
    var rest = line
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let tag = rest[open...close].dropFirst()
      made += rest[..<open]
      rest = rest[rest.index(after: close)...]
      guard tag.first?.isUppercase == true || tag.first == "/" && tag.dropFirst().first?.isUppercase == true else {
        made += "<" + tag
        continue
      }
      let name = tag.prefix { $0.isLetter || $0.isNumber }
      if tag.first == "/" || name == "Tabs" { continue }
      func value(_ key: String) -> Substring? {
        tag.firstRange(of: " \(key)=\"").map { tag[$0.upperBound...].prefix { $0 != "\"" } }
      }
      switch name {
      case "TabItem", "Tab":
        if let label = value("label") ?? value("title") ?? value("value") { made += "**\(label)** " }
      case "Listing": if let caption = value("caption") ?? value("file-name") { made += "\(caption) " }
      default: tell(.htmlLeftOut(String(name)), number)
      }
    }
    return (made + rest)[...]
  }

  /// `{props.name}`: a value that JavaScript puts there.
  mutating func expression(_ text: Substring, _ at: Substring.Index, _ number: Int) -> (String, Substring.Index)? {
    let rest = text[at...]
    guard isMDX, rest.dropFirst().first.map({ $0.isLetter }) ?? false, let close = rest.firstIndex(of: "}"),
      rest[..<close].dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._[]()".contains($0)) }),
      at == text.startIndex || !"])`=".contains(text[text.index(before: at)])
    else { return nil }
    return (value(of: rest[..<close].dropFirst(), number), rest.index(after: close))
  }
}

internal import BookModel

/// Marks for the index, as LaTeX, pandoc's users and Sphinx write them: each is written as an empty tag,
/// `<span data-index="Emma%21in+love"></span>`, whose words are those of `\index`.
extension PandocMarks {
  /// - Parameter entry: as `IndexMark.init(tex:)` reads it.
  static func tag(entry: some StringProtocol, index: some StringProtocol) -> String {
    let name = index.isEmpty ? "" : " data-index-name=\"\(encoded(index))\""
    return "<span data-index=\"\(encoded(entry))\"\(name)></span>"
  }

  /// Signs that neither a tag nor a table's cell can hold, as in addresses.
  private static func encoded(_ words: some StringProtocol) -> String {
    var made: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in words.utf8 {
      if byte.isASCIIAlphanumeric {
        made.append(byte)
      } else {
        made += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: made, as: UTF8.self)
  }

  /// Words as `\index` takes them.
  private static func entry(_ words: some StringProtocol) -> String {
    var made = ""
    for sign in words {
      if "!@|\"".contains(sign) { made.append("\"") }
      if "\\{}$~".contains(sign) { made.append("\\") }
      made.append(sign)
    }
    return made
  }

  /// `\index[names]{Woodhouse, Emma}`, `\printindex[names]`, from behind the command's name.
  func index(_ command: Substring, _ rest: Substring) -> (String, Substring.Index)? {
    var rest = rest
    var name: Substring = ""
    if rest.first == "[", let end = PandocMarks.closing(rest) {
      name = rest[..<end].dropFirst().dropLast()
      rest = rest[end...]
    }
    if command == "printindex" {
      let title = indexTitles[String(name)].map { " data-index-title=\"\(PandocMarks.encoded($0))\"" } ?? ""
      return ("<span data-index-list=\"\(PandocMarks.encoded(name))\"\(title)></span>", rest.startIndex)
    }
    guard rest.first == "{", let end = PandocMarks.closing(rest) else { return nil }
    return (PandocMarks.tag(entry: rest[..<end].dropFirst().dropLast(), index: name), end)
  }

  /// `\makeindex[name=names, title={Index of names}]` (imakeidx), from behind the command's name.
  mutating func makeIndex(_ rest: Substring) -> Substring.Index {
    guard rest.first == "[", let end = PandocMarks.closing(rest) else { return rest.startIndex }
    var (name, title) = ("", "")
    for part in rest[..<end].dropFirst().dropLast().split(separator: ",") {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let value = String(part[sign...].dropFirst().filter { $0 != "{" && $0 != "}" }[...].trimmingBlanks)
      switch part[..<sign].trimmingBlanks {
      case "name": name = value
      case "title": title = value
      default: continue
      }
    }
    if !title.isEmpty { indexTitles[name] = title }
    return end
  }

  /// `[words]{.index}`, whose words are the entry; `[words]{.index entry="a!b" see="c" range="start"}`; `[]{.index …}` is
  /// not seen.
  func indexSpan(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    guard let (words, attributes, end) = PandocMarks.span(line, at),
      attributes.asked.contains(where: { $0.key.isEmpty && $0.value == "index" })
    else { return nil }
    func value(_ keys: String...) -> String? { attributes.asked.first { keys.contains($0.key) }?.value }
    func isSet(_ name: String) -> Bool { attributes.asked.contains { $0.key.isEmpty && $0.value == name } }
    let plain = words.filter { !"*_`".contains($0) }
    var entry =
      value("entry", "term").map { $0.split(separator: "!").map(PandocMarks.entry).joined(separator: "!") }
      ?? PandocMarks.entry(plain)
    if let key = value("sort", "sortas", "sort-key") { entry = PandocMarks.entry(key) + "@" + entry }
    switch value("range") {
    case "start", "begin": entry += "|("
    case "end", "stop": entry += "|)"
    default:
      if let other = value("see") {
        entry += "|see{\(other)}"
      } else if let other = value("seealso", "see-also") {
        entry += "|seealso{\(other)}"
      } else if isSet("main") {
        entry += "|textbf"
      }
    }
    return (words + PandocMarks.tag(entry: entry, index: value("index", "name") ?? ""), end)
  }

  /// `[p. ](#a){.page}`, `[@fig-a]{.page}`: the page of what is named; `[@fig-a]{.vref}`: its number and where it is.
  func pageReference(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    if let (words, attributes, end) = PandocMarks.span(line, at) {
      let forms: [String: Reference.Form] = ["page": .page, "vref": .wordAndPlace, "vpage": .place]
      guard words.first == "@",
        let form = attributes.asked.lazy.compactMap({ $0.key.isEmpty ? forms[$0.value] : nil }).first
      else { return nil }
      return (PandocMarks.tag([words.dropFirst()], form), end)
    }
    // up to the next bracket, so that a line of brackets is walked through once
    let inner = line.utf8[at...].dropFirst()
    guard let close = inner.firstIndex(where: { $0 == 0x5B || $0 == 0x5D }),
      line.utf8[close...].starts(with: "](#".utf8),
      let paren = line.utf8[close...].prefix(PandocMarks.longestArgument).firstIndex(of: 0x29),
      line.utf8[paren...].starts(with: "){.page}".utf8)
    else { return nil }
    let name = line[close..<paren].dropFirst(3)
    guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
    return (
      line[at..<close].dropFirst() + PandocMarks.tag([name], .page), line.index(paren, offsetBy: "){.page}".count)
    )
  }

  /// Words in brackets with attributes behind them, and where these end.
  private static func span(
    _ line: Substring, _ at: Substring.Index
  ) -> (words: Substring, attributes: PandocAttributes, end: Substring.Index)? {
    guard at == line.startIndex || !"]!\\".contains(line[line.index(before: at)]) else { return nil }
    let inner = line[at...].dropFirst()
    guard let close = inner.firstIndex(where: { $0 == "]" || $0 == "[" }), line[close...].hasPrefix("]{") else {
      return nil
    }
    let brace = line.index(after: close)
    let bytes = Array(line.utf8[brace...].prefix(2 * PandocMarks.longestArgument))
    guard let length = PandocAttributes.end(in: bytes, from: 0) else { return nil }
    let end = line.utf8.index(brace, offsetBy: length)
    guard let attributes = PandocAttributes(line[brace..<end]) else { return nil }
    return (inner[..<close], attributes, end)
  }

  // MARK: Sphinx

  /// `` {index}`shown <single: a; b>` ``: from behind the tick.
  func indexRole(_ rest: Substring) -> (String, Substring.Index)? {
    guard let close = rest.firstIndex(of: "`") else { return nil }
    let words = rest[..<close]
    let end = rest.index(after: close)
    guard words.last == ">", let open = words.lastIndex(of: "<") else {
      let isMain = words.first == "!"
      let shown = isMain ? words.dropFirst() : words
      return (shown + PandocMarks.tag(entry: PandocMarks.entry(shown) + (isMain ? "|textbf" : ""), index: ""), end)
    }
    let entries = PandocMarks.entries(words[words.index(after: open)...].dropLast())
    return (words[..<open].trimmingBlanks + entries.map { PandocMarks.tag(entry: $0, index: "") }.joined(), end)
  }

  /// ```` ```{index} a; b ```` with more entries on lines of their own.
  mutating func indexDirective(_ index: Int) -> Bool {
    let line = lines[index].drop { $0 == " " }
    guard let sign = line.first, sign == "`" || sign == ":" else { return false }
    let run = line.prefix { $0 == sign }
    guard run.count >= 3, line[run.endIndex...].hasPrefix("{index}"),
      let last = lines[(index + 1)...].prefix(100).firstIndex(where: { $0.trimmingBlanks == run })
    else { return false }
    var entries = PandocMarks.entries(line.dropFirst(run.count + "{index}".count))
    for inner in index + 1..<last {
      let words = lines[inner].trimmingBlanks
      if !words.hasPrefix(":") { entries += PandocMarks.entries(words[...]) }
      set(inner, "")
    }
    set(last, "")
    set(index, entries.map { PandocMarks.tag(entry: $0, index: "") }.joined())
    return true
  }

  /// `single: a; b`, `pair: a; b`, `see: a; b`; without such a word entries are parted by commas (Sphinx, "Index-generating
  /// markup").
  private static func entries(_ words: Substring) -> [String] {
    let said = words.trimmingBlanks
    guard !said.isEmpty else { return [] }
    let kind = said.prefix { $0.isLetter }
    let kinds: Set<Substring> = ["single", "pair", "triple", "see", "seealso"]
    guard kinds.contains(kind), said[kind.endIndex...].hasPrefix(":") else {
      return said.split(separator: ",").map { part in
        let part = part.trimmingBlanks
        return part.first == "!" ? entry(part.dropFirst().trimmingBlanks) + "|textbf" : entry(part)
      }
    }
    let parts = said[kind.endIndex...].dropFirst().split(separator: ";").map { entry($0.trimmingBlanks) }
    guard parts.count > 1 else { return parts }
    switch kind {
    case "pair": return [parts[0] + "!" + parts[1], parts[1] + "!" + parts[0]]
    case "triple" where parts.count > 2:
      return [
        "\(parts[0])!\(parts[1]) \(parts[2])", "\(parts[1])!\(parts[2]), \(parts[0])",
        "\(parts[2])!\(parts[0]) \(parts[1])",
      ]
    case "see": return ["\(parts[0])|see{\(parts[1])}"]
    case "seealso": return ["\(parts[0])|seealso{\(parts[1])}"]
    default: return [parts.joined(separator: "!")]
    }
  }
}

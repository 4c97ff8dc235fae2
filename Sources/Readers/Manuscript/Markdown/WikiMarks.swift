internal import Units

/// Marks of Obsidian and other wikis: links in double brackets, pictures that they bring in, comments between doubled
/// per cents, highlighted words, names of blocks.
extension PandocMarks {
  /// Whether any of them may be in a text.
  static func mayHoldWikiMarks(_ bytes: [UInt8]) -> Bool {
    ["[[", "%%", "=="].contains { bytes[...].firstRange(ofBytes: Array($0.utf8)) != nil }
  }

  private static let pictures: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "tif", "tiff", "bmp", "avif",
  ]

  /// `[[Note|shown words]]`, and with a `!` before it what stands in a file.
  /// - Returns: what stands for it, where it ends, and whether the `!` before it goes.
  mutating func wikiLink(
    _ line: Substring, _ at: Substring.Index, _ index: Int
  ) -> (text: String, end: Substring.Index, isEmbed: Bool)? {
    guard line[at...].hasPrefix("[["), at == line.startIndex || !"\\[".contains(line[line.index(before: at)]) else {
      return nil
    }
    let start = line.index(at, offsetBy: 2)
    guard let close = line[start...].firstIndex(where: { $0 == "]" || $0 == "[" }), line[close...].hasPrefix("]]")
    else {
      return nil
    }
    let inner = line[start..<close]
    let end = line.index(close, offsetBy: 2)
    // brackets in a link's words, and marks of notes typed so
    guard inner.contains(where: \.isLetter), end == line.endIndex || !"([{:]".contains(line[end]) else { return nil }
    let parts = inner.replacing("\\|", with: "|").split(separator: "|", maxSplits: 1).map { trimmed(String($0)) }
    guard let target = parts.first, !target.isEmpty else { return nil }
    let isEmbed = at > line.startIndex && line[line.index(before: at)] == "!"
    guard isEmbed else {
      // as it is shown: the note, then what is named in it
      let words = target.split(separator: "#").filter { !$0.hasPrefix("^") }.joined(separator: " > ")
      return (parts.count > 1 ? parts[1] : words, end, false)
    }
    let ending = target.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard PandocMarks.pictures.contains(ending) else {
      messages.append((.embedLeftOut(target), index))
      return (parts.count > 1 ? parts[1] : target, end, true)
    }
    // a width, or one and a height
    let size = parts.count > 1 ? parts[1].split(separator: "x").compactMap { Int($0) } : []
    let wishes = zip(["width", "height"], size).map { " \($0)=\($1)" }.joined()
    return ("![](<\(target)>)" + (wishes.isEmpty ? "" : "{\(wishes.dropFirst())}"), end, true)
  }

  /// Words between `==`: what a reader marked on a screen is not set off on paper.
  func highlighted(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    guard line[at...].hasPrefix("=="), !line[at...].hasPrefix("===") else { return nil }
    let start = line.index(at, offsetBy: 2)
    guard start < line.endIndex, !line[start].isWhitespace,
      at == line.startIndex || line[line.index(before: at)] != "=",
      let close = line[start...].firstRange(of: "=="), close.lowerBound > start,
      !line[line.index(before: close.lowerBound)].isWhitespace,
      close.upperBound == line.endIndex || line[close.upperBound] != "="
    else { return nil }
    return (String(line[start..<close.lowerBound]), close.upperBound)
  }

  /// A comment between `%%` that ends on its line.
  func wikiComment(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    // not 100%% of something
    guard line[at...].hasPrefix("%%"), at == line.startIndex || !line[line.index(before: at)].isNumber else {
      return nil
    }
    let start = line.index(at, offsetBy: 2)
    return line[start...].firstRange(of: "%%").map { ("", $0.upperBound) }
  }

  /// Takes out comments that begin on a line and end on a later one.
  /// - Returns: the line behind them; nil where none begins.
  mutating func wikiComment(from first: Int) -> Int? {
    guard trimmed(String(lines[first])).hasPrefix("%%"),
      lines[first].dropFirst(2).firstRange(of: "%%") == nil,
      let last = lines[(first + 1)...].firstIndex(where: { $0.contains("%%") })
    else { return nil }
    let rest = lines[last][(lines[last].firstRange(of: "%%")?.upperBound ?? lines[last].endIndex)...]
    for index in first..<last { set(index, "") }
    set(last, trimmed(String(rest)))
    return trimmed(String(rest)).isEmpty ? last + 1 : last
  }

  /// ` ^name` at the end of a block; where nothing else is of a wiki a name as Obsidian makes them, with figures in it.
  mutating func dropBlockName(_ index: Int) {
    guard lines[index].utf8.contains(0x5E),
      isBlank(index + 1) || lines[index + 1].first.map { "-*+>".contains($0) } == true
    else { return }
    let line = trimmed(String(lines[index]))
    guard let sign = line.lastIndex(of: "^"), sign == line.startIndex || line[line.index(before: sign)] == " " else {
      return
    }
    let name = line[line.index(after: sign)...]
    guard isWiki || name.count > 4 && name.contains(where: \.isNumber) && name.contains(where: \.isLetter) else {
      return
    }
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else { return }
    var words = lines[index][..<(lines[index].lastIndex(of: "^") ?? lines[index].endIndex)]
    while words.last == " " { words.removeLast() }
    set(index, String(words))
  }

  /// What stands alone between blank lines and is no Markdown: a `#` between two scenes, as typescripts have it, the place of
  /// a table of contents, a comment of wikis.
  /// - Returns: the line behind it.
  mutating func other(_ index: Int) -> Int? {
    guard let first = lines[index].utf8.first(where: { !$0.isBlank }), "#[{%".utf8.contains(first) else { return nil }
    let words = lines[index].filter { !$0.isWhitespace }
    switch words {
    case "#" where isBlank(index + 1) && index > 0: set(index, "***")
    case "[TOC]", "[[_TOC_]]", "[toc]": set(index, "")
    default: return isWiki && words.hasPrefix("%%") ? wikiComment(from: index) : nil
    }
    return index + 1
  }
}

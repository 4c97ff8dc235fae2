internal import Units

/// What stands at the head of a file in other forms than YAML between `---`: TOML between `+++` (Hugo), pandoc's title
/// block of lines that begin with `%`, MultiMarkdown's keys right at the top (Scrivener writes them), Markua's
/// attributes in braces.
enum OtherFrontMatter {
  private enum Form { case toml, pandoc, multiMarkdown, braces }

  /// Keys that a block of MultiMarkdown's begins with: a first line with a colon in it is prose.
  private static let firstKeys: Set<String> = [
    "title", "subtitle", "author", "date", "language", "format", "base header level", "latex input", "latex mode",
    "quotes language", "copyright", "affiliation",
  ]

  private static func form(of text: [UInt8]) -> Form? {
    let first = firstLine(text[...])
    if first == "+++" { return .toml }
    if first.hasPrefix("% ") || first == "%" { return .pandoc }
    if first.hasPrefix("{"), first.hasSuffix("}"), first.dropFirst().hasPrefix("title:") { return .braces }
    if let key = key(first), firstKeys.contains(key) { return .multiMarkdown }
    return nil
  }

  private static func firstLine(_ text: ArraySlice<UInt8>) -> String {
    trimmed(String(decoding: text.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(2_000), as: UTF8.self))
  }

  /// `base header level` of `Base Header Level: 2`.
  private static func key(_ line: String) -> String? {
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
      line.distance(from: line.startIndex, to: colon) < 40
    else { return nil }
    let key = line[..<colon].lowercased()
    return key.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" } ? key : nil
  }

  /// - Returns: its keys, and where what follows it begins; nil for a file that begins otherwise.
  static func range(in text: [UInt8]) -> (text: Range<Int>, end: Int)? {
    guard let form = form(of: text) else { return nil }
    func next(_ start: Int) -> Int {
      guard let end = text[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return text.count }
      return end + (text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A ? 2 : 1)
    }
    var at = next(0)
    switch form {
    case .braces: return (0..<at, at)
    case .toml:
      let start = at
      while at < text.count {
        if firstLine(text[at...]) == "+++" { return (start..<at, next(at)) }
        at = next(at)
      }
      return nil
    case .pandoc:
      // at most title, authors and date, each with lines that are set in
      while at < text.count, text[at] == 0x25 || text[at] == 0x20 { at = next(at) }
      return (0..<at, at)
    case .multiMarkdown:
      while at < text.count {
        let line = firstLine(text[at...])
        if line.isEmpty { return (0..<at, at) }
        guard key(line) != nil || text[at] == 0x20 || text[at] == 0x09 else { return nil }
        at = next(at)
      }
      return (0..<at, at)
    }
  }

  /// The keys as YAML, a line for a line.
  static func yaml(of text: [UInt8], _ range: Range<Int>) -> String {
    let own = String(decoding: text[range], as: UTF8.self)
    guard let form = form(of: text), self.range(in: text)?.text == range else { return own }
    var lines = own.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { trimmed(String($0)) }
    switch form {
    case .braces: return own
    case .toml:
      var isTable = false
      for (index, line) in lines.enumerated() {
        // what stands in tables is its own program's
        isTable = isTable || line.hasPrefix("[")
        if isTable {
          lines[index] = ""
        } else if let sign = line.firstIndex(of: "=") {
          lines[index] =
            trimmed(String(line[..<sign])) + ": " + trimmed(String(line[line.index(after: sign)...]))
        }
      }
    case .pandoc:
      var names = ["title", "author", "date"][...]
      var last = 0
      var values: [(line: Int, key: String, words: String)] = []
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("%") {
          guard let name = names.popFirst() else { continue }
          values.append((index, name, trimmed(String(line.dropFirst()))))
          last = values.count - 1
        } else if values.indices.contains(last), !line.isEmpty {
          values[last].words += (values[last].key == "author" ? "; " : " ") + line
        }
        lines[index] = ""
      }
      for value in values where !value.words.isEmpty {
        let parts =
          value.key == "author" ? value.words.split(separator: ";").map { trimmed(String($0)) } : [value.words]
        let quoted = parts.map(inQuotes)
        lines[value.line] =
          value.key + ": " + (quoted.count > 1 ? "[" + quoted.joined(separator: ", ") + "]" : quoted[0])
      }
    case .multiMarkdown:
      var last: Int?
      for (index, line) in lines.enumerated() where !line.isEmpty {
        if let key = key(line), let colon = line.firstIndex(of: ":") {
          last = index
          lines[index] =
            key.replacing(" ", with: "-") + ": " + inQuotes(trimmed(String(line[line.index(after: colon)...])))
        } else if let last {
          // a value that goes on below
          lines[last] = String(lines[last].dropLast()) + " " + inQuotes(line).dropFirst()
          lines[index] = ""
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func inQuotes(_ words: String) -> String {
    "\"" + words.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

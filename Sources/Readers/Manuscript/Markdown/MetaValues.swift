/// Values of front matter by their names, which a text asks for: `{{< meta book.version >}}` (Quarto). Of YAML it knows
/// keys, keys within keys, lists and values over several lines.
struct MetaValues {
  private(set) var values: [String: String] = [:]

  init(_ yaml: String) {
    /// The keys that a line stands under, by how far they are set in.
    var open: [(indent: Int, name: String)] = []
    /// Whose value goes on below it.
    var block: (indent: Int, name: String)?
    for line in yaml.split(whereSeparator: \.isNewline) {
      let indent = line.prefix { $0 == " " }.count
      let words = trimmed(String(line))
      if let name = block, indent > name.indent {
        add(words, to: name.name, " ")
        continue
      }
      block = nil
      guard !words.isEmpty, !words.hasPrefix("#") else { continue }
      if words.hasPrefix("- ") {
        // an item stands under its key, set in or not
        if let key = open.last(where: { $0.indent <= indent }) {
          add(MetaValues.bare(words.dropFirst(2)), to: key.name, ", ")
        }
        continue
      }
      guard let colon = words.firstIndex(of: ":") else { continue }
      open.removeAll { $0.indent >= indent }
      let name = (open.last.map { $0.name + "." } ?? "") + MetaValues.bare(words[..<colon])
      open.append((indent, name))
      let value = trimmed(String(words[colon...].dropFirst()))
      if [">", "|", ">-", "|-"].contains(value) { block = (indent, name) } else { set(value[...], name) }
    }
  }

  private mutating func set(_ value: Substring, _ name: String) {
    if value.hasPrefix("{"), value.hasSuffix("}") {
      for part in value.dropFirst().dropLast().split(separator: ",") {
        guard let colon = part.firstIndex(of: ":") else { continue }
        add(MetaValues.bare(part[colon...].dropFirst()), to: name + "." + MetaValues.bare(part[..<colon]), ", ")
      }
    } else if value.hasPrefix("["), value.hasSuffix("]") {
      for part in value.dropFirst().dropLast().split(separator: ",") { add(MetaValues.bare(part), to: name, ", ") }
    } else {
      add(MetaValues.bare(value), to: name, ", ")
    }
  }

  private mutating func add(_ value: String, to name: String, _ joint: String) {
    guard !value.isEmpty else { return }
    values[name] = (values[name].map { $0 + joint } ?? "") + value
  }

  /// Without quotes around it.
  private static func bare(_ words: Substring) -> String {
    let words = trimmed(String(words))
    guard words.count > 1, let quote = words.first, quote == "\"" || quote == "'", words.last == quote else {
      return words
    }
    return String(words.dropFirst().dropLast())
  }
}

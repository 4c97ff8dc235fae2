/// What other programs put into a text where they find it in double braces: Quarto's and Hugo's shortcodes
/// (`{{< video … >}}`, `{{% … %}}`), mdBook's helpers (`{{#include file}}`). Files are brought in before this.
extension PandocMarks {
  func isBreak(_ line: Substring) -> Bool {
    guard line.hasPrefix("\\") else { return false }
    let word = line.dropFirst().prefix { $0.isLetter }
    return PandocMarks.breaks.contains(String(word))
      && line.dropFirst(word.count + 1).allSatisfy(\.isWhitespace)
  }

  /// `{{< pagebreak >}}` on a line of its own.
  static func isBreakShortcode(_ line: Substring) -> Bool {
    guard line.utf8.first(where: { !$0.isBlank }) == 0x7B else { return false }
    let words = line.split(whereSeparator: \.isWhitespace)
    return words == ["{{<", "pagebreak", ">}}"]
  }

  /// What stands for the shortcode at a place of a line, and where that ends.
  mutating func shortcode(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (String, Substring.Index)? {
    let rest = line[at...]
    if let found = substitution(rest) { return found }
    guard let sign = ["<", "%", "#"].first(where: { rest.hasPrefix("{{" + $0) }) else { return nil }
    let close = sign == "#" ? "}}" : (sign == "<" ? ">" : "%") + "}}"
    guard let end = rest.firstRange(of: close) else { return nil }
    let words = rest[..<end.lowerBound].dropFirst(3).split(whereSeparator: \.isWhitespace)
    guard let name = words.first else { return nil }
    if sign == "#", !PandocMarks.helpers.contains(String(name)) { return nil }
    switch name {
    case "include", "rustdoc_include":
      messages.append((.includeMissing(words.dropFirst().joined(separator: " ")), index))
    case "kbd":
      let keys = words.dropFirst().filter { !$0.contains("=") }.joined(separator: " ")
      return ("<kbd>\(keys)</kbd>", end.upperBound)
    case "var" where words.count == 2:
      guard let value = value(ofKeys: ["var.\(words[1])"]) else {
        messages.append((.shortcodeLeftOut(String(name)), index))
        break
      }
      return (value, end.upperBound)
    case "meta" where words.count == 2:
      guard let value = value(ofKeys: [String(words[1]), "book.\(words[1])", "project.\(words[1])"]) else {
        messages.append((.metaMissing(String(words[1])), index))
        break
      }
      return (value, end.upperBound)
    default: messages.append((.shortcodeLeftOut(String(name)), index))
    }
    return ("", end.upperBound)
  }

  /// `{{ key }}`, where the book's front matter or its project says what that stands for (MyST, Jupyter Book).
  private mutating func substitution(_ rest: Substring) -> (String, Substring.Index)? {
    guard rest.hasPrefix("{{"), let close = rest.firstRange(of: "}}") else { return nil }
    let key = rest[..<close.lowerBound].dropFirst(2).trimmingBlanks
    guard key.first?.isLetter == true, key.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
      return nil
    }
    let places = ["", "myst.", "project.", "parse.myst_", "sphinx.config.myst_"]
    guard let words = value(ofKeys: places.map { $0 + "substitutions.\(key)" }) else { return nil }
    return (words, close.upperBound)
  }

  /// What the file's front matter says, else the book's, under the first of some keys that either has.
  private mutating func value(ofKeys keys: [String]) -> String? {
    let known =
      frontWords
      ?? fronts.reduce(into: [:]) { known, front in known.merge(MetaValues(front).values) { own, _ in own } }
    frontWords = known
    let key = keys.first { known[$0] != nil } ?? keys[0]
    askedKeys.insert(String(key.prefix { $0 != "." }))
    return known[key]
  }

  private static let helpers: Set<String> = ["include", "rustdoc_include", "playground", "title", "template"]
}

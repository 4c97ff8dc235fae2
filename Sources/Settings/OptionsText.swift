/// A file of options that is changed a key at a time: all else stays as somebody wrote it, comments, order and blank
/// lines too.
package struct OptionsText: Sendable {
  package internal(set) var text: String

  package init(_ text: String) { self.text = text }

  /// Why a key cannot be changed: the file is no YAML that octavo reads, or writes its keys in a way that only whoever
  /// wrote it can change.
  package enum Problem: Error, Equatable {
    case unreadable(ConfigurationError)
    case otherForm(key: String)
  }

  /// Gives a key a value, or several; none takes it out.
  package mutating func set(_ key: String, to values: [String]?) throws(Problem) {
    let before = try entries(text)
    var lines = OptionsText.lines(text)
    let known = before.first { OptionsText.name($0.key) == key }
    if let known {
      let span = OptionsText.span(of: known, among: before, lines: lines)
      let value = values.map { OptionsText.written($0) }
      let comment = span.count == 1 ? OptionsText.comment(in: lines[span.lowerBound], after: known) : ""
      let head = lines[span.lowerBound].unicodeScalars.prefix(known.place.column - 1)
      lines.replaceSubrange(span, with: value.map { ["\(String(head))\(known.key): \($0)\(comment)"] } ?? [])
    } else if let values {
      let line = "\(key): \(OptionsText.written(values))"
      // a line that was commented out shows where such a one would stand
      if let template = lines.firstIndex(where: { OptionsText.isCommentedOut(key, in: $0) }) {
        lines.insert(line, at: template + 1)
      } else {
        while lines.last == "" { lines.removeLast() }
        lines.append(line)
      }
    }
    try take(lines, for: key, from: before) { entry in
      guard let values else { return entry == nil }
      switch entry?.value {
      case .text(let text): return values == [text]
      case .list(let items): return items.map(\.text) == values
      default: return false
      }
    }
  }

  /// Puts one item into a list that stands a line each, or takes some out of it.
  package mutating func change(
    list key: String, add: String? = nil, removing isRemoved: (String) -> Bool = { _ in false }
  ) throws(Problem) {
    let before = try entries(text)
    let known = before.first { OptionsText.name($0.key) == key }
    var items: [ConfigurationEntry.Item] = []
    switch known?.value {
    case nil, .nothing: break
    case .list(let given): items = given
    case .text(let text): items = [.init(text: text, place: known?.valuePlace ?? .init(line: 1, column: 1))]
    default: throw .otherForm(key: key)
    }
    let kept = items.filter { !isRemoved($0.text) }
    let wanted = kept.map(\.text) + (add.map { [$0] } ?? [])
    guard wanted != items.map(\.text) else { return }
    var lines = OptionsText.lines(text)
    if let known, !wanted.isEmpty, case .list = known.value, !items.isEmpty,
      items.allSatisfy({ OptionsText.isItem(lines[$0.place.line - 1], $0) })
    {
      let head = lines[items[0].place.line - 1].prefix { $0 == " " }
      if let add {
        let last = items[items.count - 1].place.line
        lines.insert("\(head)- \(OptionsText.quoted(add))", at: last)
      }
      for item in items.reversed() where isRemoved(item.text) { lines.remove(at: item.place.line - 1) }
    } else {
      let made = wanted.isEmpty ? [] : ["\(key):"] + wanted.map { "  - \(OptionsText.quoted($0))" }
      if let known {
        lines.replaceSubrange(OptionsText.span(of: known, among: before, lines: lines), with: made)
      } else {
        while lines.last == "" { lines.removeLast() }
        lines += made
      }
    }
    try take(lines, for: key, from: before) { entry in
      if case .list(let items)? = entry?.value { return items.map(\.text) == wanted }
      return wanted.isEmpty && entry == nil
    }
  }

  /// The new lines, if they say what they are to say and everything else as before: a form that was not thought of
  /// must not cost a word.
  private mutating func take(
    _ lines: [String], for key: String, from before: [ConfigurationEntry], isRight: (ConfigurationEntry?) -> Bool
  ) throws(Problem) {
    let made = lines.joined(separator: "\n") + (lines.isEmpty || lines.last == "" ? "" : "\n")
    guard let after = try? readConfiguration(made, levels: OptionsText.levels) else { throw .otherForm(key: key) }
    let others = [before, after].map { entries in
      entries.filter { OptionsText.name($0.key) != key }.map { OptionsText.sense(of: $0) }
    }
    guard others[0] == others[1], isRight(after.first { OptionsText.name($0.key) == key }) else {
      throw .otherForm(key: key)
    }
    text = made
  }

  // MARK: Reading

  /// Of keys below keys, for comparing.
  private static let levels = 4

  func entries(_ text: String) throws(Problem) -> [ConfigurationEntry] {
    do throws(ConfigurationError) { return try readConfiguration(text, levels: OptionsText.levels) } catch {
      throw .unreadable(error)
    }
  }

  private static func name(_ key: String) -> String { BookFacts.aliases[key] ?? key }

  /// What an entry says, wherever it stands.
  static func sense(of entry: ConfigurationEntry) -> String {
    switch entry.value {
    case .text(let text): "\(entry.key)=\(text)"
    case .list(let items): "\(entry.key)=\(items.map(\.text))"
    case .nothing: "\(entry.key)=nothing"
    case .other: "\(entry.key)=other"
    case .entries(let entries): "\(entry.key)=\(entries.map { sense(of: $0) })"
    }
  }

  static func lines(_ text: String) -> [String] {
    // by bytes: to Swift, carriage return and line feed are one character
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self)
    }
    // a line end at the end is no line more
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The lines of an entry: up to the next, without comments and blank lines before that.
  static func span(
    of entry: ConfigurationEntry, among entries: [ConfigurationEntry], lines: [String]
  ) -> Range<Int> {
    let first = min(entry.place.line - 1, lines.count)
    var end = entries.map(\.place.line).filter { $0 > entry.place.line }.min().map { $0 - 1 } ?? lines.count
    while end > first + 1 {
      let line = lines[end - 1].drop { $0 == " " || $0 == "\t" }
      guard line.isEmpty || line.first == "#" || line == "---" || line == "..." else { break }
      end -= 1
    }
    return first..<max(end, first + 1)
  }

  /// A comment behind the value, with the spaces before it.
  static func comment(in line: String, after entry: ConfigurationEntry) -> String {
    let scalars = Array(line.unicodeScalars)
    var at = entry.valuePlace.line == entry.place.line ? entry.valuePlace.column - 1 : 0
    var (quote, depth): (Unicode.Scalar?, Int) = (nil, 0)
    while at < scalars.count {
      let scalar = scalars[at]
      if let open = quote {
        if scalar == "\\", open == "\"" { at += 1 } else if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'", depth > 0 || at == entry.valuePlace.column - 1 {
        quote = scalar
      } else if scalar == "[" {
        depth += 1
      } else if scalar == "]" {
        depth -= 1
      } else if scalar == "#", at > 0, scalars[at - 1] == " " || scalars[at - 1] == "\t" {
        while at > 0, scalars[at - 1] == " " || scalars[at - 1] == "\t" { at -= 1 }
        return String(String.UnicodeScalarView(scalars[at...]))
      }
      at += 1
    }
    return ""
  }

  private static func isCommentedOut(_ key: String, in line: String) -> Bool {
    line.first == "#" && line.drop { $0 == "#" || $0 == " " }.hasPrefix(key + ":")
  }

  private static func isItem(_ line: String, _ item: ConfigurationEntry.Item) -> Bool {
    let head = line.drop { $0 == " " }
    return head.hasPrefix("- ") && !head.dropFirst(2).contains("\t")
  }

  // MARK: Writing

  static func written(_ values: [String]) -> String {
    values.count == 1 ? quoted(values[0]) : "[\(values.map(quoted).joined(separator: ", "))]"
  }

  /// Quoted where YAML would read something else (YAML 1.2, 7.3.1).
  package static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.first != "-" && text.first != "." && text.last != " " && text.first != " "
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || " -./()'\"".unicodeScalars.contains($0)
      }
      && text.unicodeScalars.first != "'" && text.unicodeScalars.first != "\""
      && !["null", "~"].contains(text.lowercased())
    if isPlain { return text }
    // words of the text stand between double quotes themselves
    if text.contains("\""), text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }) {
      return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\x" + (digits.count < 2 ? "0" : "") + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// Keys below keys, as a theme's elements have them.
extension OptionsText {
  /// Gives a key of an element a value; nil takes it out. Comments and order stay.
  package mutating func set(_ key: String, ofElement element: String, to value: String?) throws(Problem) {
    let before = try entries(text)
    var lines = OptionsText.lines(text)
    let elements = before.first { $0.key == "elements" }
    var looks: [ConfigurationEntry] = []
    switch elements?.value {
    case nil, .nothing: break
    case .entries(let given): looks = given
    default: throw .otherForm(key: "elements")
    }
    let indent = (looks.first?.place.column ?? 3) - 1
    let head = String(repeating: " ", count: indent)
    if let look = looks.first(where: { $0.key == element }) {
      guard case .entries(let keys) = look.value else { throw .otherForm(key: element) }
      let own = keys.first { $0.key == key }
      if own == nil, value == nil { return }
      if value == nil, keys.count == 1 {
        // without keys neither says anything
        let gone = looks.count == 1 ? elements ?? look : look
        lines.removeSubrange(span(of: gone, in: before, lines))
      } else if keys[0].place.line > look.place.line {
        let sibling = own ?? keys[keys.count - 1]
        let span = span(of: sibling, in: before, lines)
        let comment = own.map { OptionsText.comment(in: lines[span.lowerBound], after: $0) } ?? ""
        let line = value.map {
          String(repeating: " ", count: sibling.place.column - 1) + "\(key): \(OptionsText.quoted($0))\(comment)"
        }
        lines.replaceSubrange(own == nil ? span.upperBound..<span.upperBound : span, with: line.map { [$0] } ?? [])
      } else {
        var pairs = keys.map { (key: $0.key, value: $0.key == key ? value : OptionsText.written($0)) }
        if own == nil { pairs.append((key, value)) }
        lines.replaceSubrange(
          span(of: look, in: before, lines), with: [head + OptionsText.line(element, pairs)])
      }
    } else if let value {
      let line = OptionsText.line(element, [(key, value)])
      if let elements {
        if let first = looks.first, first.place.line == elements.place.line { throw .otherForm(key: "elements") }
        lines.insert(head + line, at: span(of: elements, in: before, lines).upperBound)
      } else {
        while lines.last == "" { lines.removeLast() }
        lines += ["elements:", head + line]
      }
    }
    try take(lines, from: before, element: element, key: key, value)
  }

  private static func line(_ element: String, _ pairs: [(key: String, value: String?)]) -> String {
    let said = pairs.compactMap { pair in pair.value.map { "\(pair.key): \(Self.inBraces($0))" } }
    return "\(element): {\(said.joined(separator: ", "))}"
  }

  /// As it stands between braces; a list is written already.
  private static func inBraces(_ value: String) -> String { value.first == "[" ? value : quoted(value) }

  private static func written(_ entry: ConfigurationEntry) -> String? {
    switch entry.value {
    case .text(let text): text
    case .list(let items): written(items.map(\.text) + (items.count == 1 ? [""] : []))
    default: nil
    }
  }

  /// The lines of an entry at any depth: what comes next is whatever is not below it.
  private func span(of entry: ConfigurationEntry, in all: [ConfigurationEntry], _ lines: [String]) -> Range<Int> {
    func others(_ entries: [ConfigurationEntry]) -> [ConfigurationEntry] {
      entries.flatMap { one -> [ConfigurationEntry] in
        guard one.place != entry.place, case .entries(let below) = one.value else { return [one] }
        return [one] + others(below)
      }
    }
    return OptionsText.span(of: entry, among: others(all), lines: lines)
  }

  /// The new lines, if they say what they are to say and everything else as before.
  private mutating func take(
    _ lines: [String], from before: [ConfigurationEntry], element: String, key: String, _ value: String?
  ) throws(Problem) {
    let made = lines.joined(separator: "\n") + (lines.isEmpty || lines.last == "" ? "" : "\n")
    let after: [ConfigurationEntry]
    do throws(Problem) { after = try entries(made) } catch { throw .otherForm(key: element) }
    func others(_ entries: [ConfigurationEntry]) -> [String] {
      entries.flatMap { entry -> [String] in
        guard entry.key == "elements", case .entries(let looks) = entry.value else {
          return entry.value == .nothing ? [] : [OptionsText.sense(of: entry)]
        }
        return looks.flatMap { look -> [String] in
          guard case .entries(let keys) = look.value else { return [OptionsText.sense(of: look)] }
          return keys.filter { look.key != element || $0.key != key }.map { look.key + "." + OptionsText.sense(of: $0) }
        }
      }
    }
    guard others(before) == others(after), said(key, of: element, in: after) == value else {
      throw .otherForm(key: element)
    }
    text = made
  }

  /// What is said of a key; of a list nothing.
  private func said(_ key: String, of element: String, in entries: [ConfigurationEntry]) -> String? {
    guard case .entries(let looks)? = entries.first(where: { $0.key == "elements" })?.value,
      case .entries(let keys)? = looks.first(where: { $0.key == element })?.value,
      case .text(let text)? = keys.first(where: { $0.key == key })?.value
    else { return nil }
    return text
  }
}

internal import YAML

/// A place in a configuration file: line and column from 1, the column in Unicode scalars.
package struct ConfigurationPlace: Hashable, Sendable {
  package var line: Int
  package var column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// `file:line:column`
  func inFile(_ file: String) -> String { "\(file):\(line):\(column)" }
}

/// One key of a configuration with its value; what it means is the reader's affair.
package struct ConfigurationEntry: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case text(String)
    case list([Item])
    /// `key:` with nothing after it.
    case nothing
    /// Keys of its own, as themes have them.
    case entries([ConfigurationEntry])
    /// A list of more than words, or keys below keys below keys: no key takes one.
    case other
  }

  package struct Item: Hashable, Sendable {
    package var text: String
    package var place: ConfigurationPlace
  }

  package var key: String
  package var place: ConfigurationPlace
  package var value: Value
  package var valuePlace: ConfigurationPlace

  init(key: String, place: ConfigurationPlace, value: Value, valuePlace: ConfigurationPlace) {
    (self.key, self.place, self.value, self.valuePlace) = (key, place, value, valuePlace)
  }

  /// What the metadata of a file says that has no lines of its own.
  package init(key: String, values: [String]) {
    let place = ConfigurationPlace(line: 1, column: 1)
    let items = values.map { Item(text: $0, place: place) }
    self.init(key: key, place: place, value: items.count == 1 ? .text(items[0].text) : .list(items), valuePlace: place)
  }

  func refuseNothing(_ file: String) throws(SettingsProblem) {
    guard case .nothing = value else { return }
    throw SettingsProblem(
      place: place.inFile(file), "\(key) has no value",
      help: "leave the line out; or write \(key): \"\" for an empty one")
  }
}

/// Reads YAML: `key: value`, `key: [value, value]` and, for those who take them, keys below keys, in the
/// order of the file.
/// - Parameters:
///   - firstLine: the line on which the text begins in its file, from 1.
///   - levels: of keys below keys; what is deeper is `.other`.
package func readConfiguration(
  _ text: String, firstLine: Int = 1, levels: Int = 0
) throws(ConfigurationError) -> [ConfigurationEntry] {
  guard text.utf8.count <= 1 << 20 else { throw .tooLong }
  if let line = tooDeepLine(text) { throw .tooDeep(ConfigurationPlace(line: line + firstLine, column: 1)) }
  func place(_ place: YAMLTree.Place) -> ConfigurationPlace {
    ConfigurationPlace(line: place.line + firstLine - 1, column: place.column)
  }
  let nodes: [YAMLTree.Node]
  do { nodes = try nodesOfYAML(text) } catch { throw .syntax(error.problem, place(error.place)) }
  guard let root = nodes.first else { return [] }
  guard case .mapping(let pairs) = root.content else {
    // a file of comments alone, or an empty block
    if case .scalar("", _) = root.content { return [] }
    throw .notAMapping(place(root.place))
  }
  return try entries(of: pairs, nodes, levels: levels, place: place)
}

/// - Parameter levels: of keys below these that are read; a node may lead to itself.
private func entries(
  of pairs: [(key: Int, value: Int)], _ nodes: [YAMLTree.Node], levels: Int,
  place: (YAMLTree.Place) -> ConfigurationPlace
) throws(ConfigurationError) -> [ConfigurationEntry] {
  var made: [ConfigurationEntry] = []
  var names: Set<String> = []
  for pair in pairs {
    let (key, value) = (nodes[pair.key], nodes[pair.value])
    guard case .scalar(var name, _) = key.content else { throw .notAMapping(place(key.place)) }
    // no key is as long; Swift compares words in time by the square of the marks on one letter
    if name.utf8.count > 200 { name = String(decoding: name.utf8.prefix(200), as: UTF8.self) }
    guard names.insert(name).inserted else { throw .duplicate(name, place(key.place)) }
    var said = try entryValue(value.content, of: nodes, levels: levels, place: place)
    if said == .other, personKeys.contains(name) { said = people(pair.value, of: nodes, place: place) ?? said }
    made.append(
      ConfigurationEntry(key: name, place: place(key.place), value: said, valuePlace: place(value.place)))
  }
  return made
}

/// Keys whose values may be maps that name a person.
private let personKeys: Set<String> = Set(BookFacts.contributorRoles + ["author", "authors", "creator"])

/// The names in a list of maps: `- name: Jane Doe` with an affiliation and more, pandoc's `text:`, Quarto's
/// `name: {given: Jane, family: Doe}`.
private func people(
  _ node: Int, of nodes: [YAMLTree.Node], place: (YAMLTree.Place) -> ConfigurationPlace
) -> ConfigurationEntry.Value? {
  func value(_ key: String, of pairs: [(key: Int, value: Int)]) -> Int? {
    pairs.first { if case .scalar(key, _) = nodes[$0.key].content { true } else { false } }?.value
  }
  func name(_ node: Int, depth: Int) -> String? {
    switch nodes[node].content {
    case .scalar(let text, _): return text.isEmpty ? nil : text
    case .sequence: return nil
    case .mapping(let pairs):
      guard depth < 3 else { return nil }
      if let inner = ["name", "literal", "text"].lazy.compactMap({ value($0, of: pairs) }).first {
        return name(inner, depth: depth + 1)
      }
      let parts = ["given", "first", "dropping-particle", "non-dropping-particle", "family", "last"]
        .compactMap { value($0, of: pairs) }.compactMap { name($0, depth: depth + 1) }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
  }
  var items = [node]
  if case .sequence(let indexes) = nodes[node].content { items = indexes }
  let found = items.compactMap { item in
    name(item, depth: 0).map { ConfigurationEntry.Item(text: $0, place: place(nodes[item].place)) }
  }
  return found.count == items.count && !found.isEmpty ? .list(found) : nil
}

private func entryValue(
  _ content: YAMLTree.Content, of nodes: [YAMLTree.Node], levels: Int, place: (YAMLTree.Place) -> ConfigurationPlace
) throws(ConfigurationError) -> ConfigurationEntry.Value {
  switch content {
  case .scalar(let text, let isPlain):
    // null of YAML's core schema, which quotes would make a text
    return isPlain && text.utf8.count <= 4 && ["", "~", "null", "Null", "NULL"].contains(text) ? .nothing : .text(text)
  case .sequence(let indexes):
    var items: [ConfigurationEntry.Item] = []
    for index in indexes {
      guard case .scalar(let text, _) = nodes[index].content else { return .other }
      items.append(.init(text: text, place: place(nodes[index].place)))
    }
    return .list(items)
  case .mapping(let pairs):
    guard levels > 0 else { return .other }
    return .entries(try entries(of: pairs, nodes, levels: levels - 1, place: place))
  }
}

/// The first line, from 0, with more nesting than any configuration needs. Counts brackets
/// wherever they stand, and the marks that open blocks on one line; blocks opened on
/// lines of their own need an indent each, so a text within the limit holds few.
private func tooDeepLine(_ text: String) -> Int? {
  let most = 100
  var line = 0
  var depth = 0
  var opened = 0
  var isAtStart = true
  var previous: UInt8 = 0x0A
  for byte in text.utf8 {
    switch byte {
    case 0x0A: (line, opened, isAtStart) = (line + 1, 0, true)
    case 0x5B, 0x7B: depth += 1  // [ {
    case 0x5D, 0x7D: depth = max(0, depth - 1)
    case 0x20 where isAtStart && [0x2D, 0x3F, 0x3A].contains(previous): opened += 1  // "- ", "? ", ": "
    case 0x20, 0x2D, 0x3F, 0x3A: break
    default: isAtStart = false
    }
    if depth > most || opened > most { return line }
    previous = byte
  }
  return nil
}

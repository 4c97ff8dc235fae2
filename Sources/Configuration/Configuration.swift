internal import Yams

/// A place in a configuration file: line and column from 1, the column in Unicode scalars.
package struct ConfigurationPlace: Hashable, Sendable {
  package var line: Int
  package var column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// One key of a configuration with its value; what it means is the reader's affair.
package struct ConfigurationEntry: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case text(String)
    case list([Item])
    /// `key:` with nothing after it.
    case nothing
    /// A mapping, or a list of more than words: no key takes one.
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

  package init(key: String, place: ConfigurationPlace, value: Value, valuePlace: ConfigurationPlace) {
    self.key = key
    self.place = place
    self.value = value
    self.valuePlace = valuePlace
  }
}

/// Reads YAML of one level: `key: value` and `key: [value, value]`, in the order of the file.
/// - Parameter firstLine: the line on which the text begins in its file, from 1.
package func readConfiguration(_ text: String, firstLine: Int = 1) throws(ConfigurationError) -> [ConfigurationEntry] {
  guard text.utf8.count <= 1 << 20 else { throw .tooLong }
  if let line = tooDeepLine(text) { throw .tooDeep(ConfigurationPlace(line: line + firstLine, column: 1)) }
  func place(_ mark: Mark?) -> ConfigurationPlace {
    ConfigurationPlace(line: (mark?.line ?? 1) + firstLine - 1, column: mark?.column ?? 1)
  }
  let node: Node?
  do {
    node = try Yams.compose(yaml: text)
  } catch let error as YamlError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      throw .syntax(problem, place(mark))
    case .duplicatedKeysInMapping(let keys, let context):
      let key = keys.first ?? ""
      let second = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { $0.element.hasPrefix("\(key):") }.dropFirst().first
      throw .duplicate(key, second.map { ConfigurationPlace(line: $0.offset + firstLine, column: 1) } ?? place(context.mark))
    case .reader(let problem, _, _, _): throw .syntax(problem, place(nil))
    default: throw .syntax("it cannot be read", place(nil))
    }
  } catch { throw .syntax("it cannot be read", place(nil)) }
  guard let node else { return [] }
  guard let mapping = node.mapping else {
    // a file of comments alone, or an empty block
    if let scalar = node.scalar, scalar.string.isEmpty { return [] }
    throw .notAMapping(place(node.mark))
  }
  var entries: [ConfigurationEntry] = []
  for (key, value) in mapping {
    guard let name = key.scalar?.string else { throw .notAMapping(place(key.mark)) }
    var made = ConfigurationEntry.Value.other
    if let scalar = value.scalar {
      made = isNothing(scalar) ? .nothing : .text(scalar.string)
    } else if let sequence = value.sequence, sequence.allSatisfy({ $0.scalar != nil }) {
      made = .list(sequence.map { .init(text: $0.scalar?.string ?? "", place: place($0.mark)) })
    }
    entries.append(
      ConfigurationEntry(key: name, place: place(key.mark), value: made, valuePlace: place(value.mark)))
  }
  return entries
}

/// Null of YAML's core schema, which quotes would make a text.
private func isNothing(_ scalar: Node.Scalar) -> Bool {
  scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
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

internal import CYAML
internal import Faults

/// A YAML document as a value: its nodes by number, the first of them its root.
///
/// A node may lead to itself by an alias (`&a [*a]`), so nodes are numbers and not a tree of
/// values. libyaml and no Swift package, because those bring Foundation and its Unicode
/// data: 10 MB and a third of the time to start.
package struct YAMLTree: Sendable {
  /// A place in the text; line and column from 1, the column in Unicode scalars.
  package struct Place: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  package enum Content: Sendable {
    /// `isPlain`: without quotes and not a block.
    case scalar(String, isPlain: Bool)
    case sequence([Int])
    case mapping([(key: Int, value: Int)])
  }

  package struct Node: Sendable {
    package var content: Content
    package var place: Place
  }

  /// What libyaml says of a text that is no YAML.
  package struct Failure: Error, Hashable, Sendable {
    package var problem: String
    package var place: Place
  }

  /// Empty for a text without a document.
  package private(set) var nodes: [Node] = []

  /// Reads the only document of a text.
  package init(_ text: String) throws(Failure) {
    var text = text
    let read: Result<[Node], Failure> = text.withUTF8 { bytes in
      do throws(Failure) {
        return .success(try FaultGuard.during("libyaml") { () throws(Failure) in try YAMLTree.read(bytes) })
      } catch { return .failure(error) }
    }
    nodes = try read.get()
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> [Node] {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) != 0 else { FaultGuard.endForWantOfMemory() }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
    let (nodes, _) = try document(&parser)
    if nodes.isEmpty { return nodes }
    let (more, start) = try document(&parser)
    guard more.isEmpty else { throw Failure(problem: "another document begins", place: start) }
    return nodes
  }

  /// The next document's nodes, none at the text's end, and where it begins.
  private static func document(_ parser: inout yaml_parser_t) throws(Failure) -> ([Node], start: Place) {
    var document = yaml_document_t()
    guard yaml_parser_load(&parser, &document) != 0 else {
      // nothing is wrong with the text
      if parser.error == YAML_MEMORY_ERROR { FaultGuard.endForWantOfMemory() }
      let problem = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
      // a byte that is no text has no line
      throw Failure(
        problem: problem, place: Place(parser.error == YAML_READER_ERROR ? yaml_mark_t() : parser.problem_mark))
    }
    defer { yaml_document_delete(&document) }
    var nodes: [Node] = []
    var node = document.nodes.start
    while let current = node, current != document.nodes.top {
      nodes.append(Node(content: content(of: current.pointee), place: Place(current.pointee.start_mark)))
      node = current + 1
    }
    return (nodes, Place(document.start_mark))
  }

  /// libyaml counts nodes from 1.
  private static func content(of node: yaml_node_t) -> Content {
    switch node.type {
    case YAML_SEQUENCE_NODE:
      let items = node.data.sequence.items
      return .sequence(UnsafeBufferPointer(start: items.start, count: items.top - items.start).map { Int($0) - 1 })
    case YAML_MAPPING_NODE:
      let pairs = node.data.mapping.pairs
      return .mapping(
        UnsafeBufferPointer(start: pairs.start, count: pairs.top - pairs.start).map {
          (Int($0.key) - 1, Int($0.value) - 1)
        })
    default:
      let scalar = node.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      return .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
    }
  }
}

extension YAMLTree.Place {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

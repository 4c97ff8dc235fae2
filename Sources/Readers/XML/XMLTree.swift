/// A document of elements and text, as a list in document order. Text is kept as ranges of the
/// bytes it was read from, so that every letter has its place.
package struct XMLTree: Sendable {
  package struct Attribute: Sendable, Equatable {
    /// Without its prefix; in lower case in soup.
    package var name: String
    /// The address its prefix stands for; empty without one.
    package var namespace: String
    package var value: String
  }

  package struct Node: Sendable {
    /// Empty for text.
    package var name: String
    package var namespace: String
    package var attributes: [Attribute]
    /// Index of the element around it; -1 for the first.
    package var parent: Int32
    /// Index of the first node behind it and what is in it.
    package var end: Int32
    /// Bytes of text; of an element, from its first tag's `<` to its last tag's `>`.
    package var source: Range<Int>
    /// Bytes between an element's tags.
    package var inner: Range<Int>
    /// Text that is as it stands: no entities in it.
    package var isLiteral: Bool

    package var isText: Bool { name.isEmpty }
  }

  package var nodes: [Node] = []
  package var bytes: [UInt8]
  /// Whether all tags met their ends.
  package var isWellFormed = true
  /// What the document type declares: names and their text.
  package var entities: [String: String] = [:]
  /// The first fault and its place, where it is not well-formed.
  package var fault: (offset: Int, words: String)?

  /// Children of an element, in order.
  /// Whether anything but white space stands in an element.
  package func hasWords(_ node: Int) -> Bool {
    (node..<Int(nodes[node].end)).contains { index in
      nodes[index].isText && bytes[nodes[index].source].contains { $0 > 0x20 }
    }
  }

  package func children(of node: Int) -> ChildSequence { ChildSequence(tree: self, node: node) }

  package struct ChildSequence: Sequence, IteratorProtocol {
    private let tree: XMLTree
    private var next_: Int
    private let end: Int

    init(tree: XMLTree, node: Int) {
      self.tree = tree
      next_ = node + 1
      end = node >= 0 && node < tree.nodes.count ? Int(tree.nodes[node].end) : tree.nodes.count
    }

    package mutating func next() -> Int? {
      guard next_ < end else { return nil }
      defer { next_ = Swift.max(Int(tree.nodes[next_].end), next_ + 1) }
      return next_
    }
  }

  package func attribute(_ name: String, of node: Int, namespace: String = "") -> String? {
    nodes[node].attributes.first { $0.name == name && $0.namespace == namespace }?.value
  }

  /// The first element of a name within another.
  package func first(_ name: String, in node: Int = -1) -> Int? {
    let range = node < 0 ? 0..<nodes.count : node..<Int(nodes[node].end)
    return range.first { nodes[$0].name == name }
  }

  package func all(_ name: String, in node: Int = -1) -> [Int] {
    let range = node < 0 ? 0..<nodes.count : node..<Int(nodes[node].end)
    return range.filter { nodes[$0].name == name }
  }

  /// The text in an element, entities resolved, white space as it stands.
  package func text(of node: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for index in node..<Int(nodes[node].end) where nodes[index].isText {
      forEachScalar(ofText: index) { scalar, _ in scalars.append(scalar) }
    }
    return String(scalars)
  }

  /// The same with white space as one space each, none at the ends.
  package func words(of node: Int) -> String {
    text(of: node).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The scalars of a text node, each with the byte it stands at.
  package func forEachScalar(ofText node: Int, _ body: (Unicode.Scalar, Int) -> Void) {
    let range = nodes[node].source
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == 0x26, !nodes[node].isLiteral, let (text, next) = reference(at: at, limit: range.upperBound) {
        for scalar in text.unicodeScalars { body(scalar, at) }
        at = next
      } else if byte < 0x80 {
        // carriage returns are line ends (XML 1.0, 2.11)
        if byte != 0x0D || at + 1 >= range.upperBound || bytes[at + 1] != 0x0A {
          body(byte == 0x0D ? "\n" : Unicode.Scalar(byte), at)
        }
        at += 1
      } else {
        let (scalar, width) = XMLTree.scalar(bytes, at, range.upperBound)
        body(scalar, at)
        at += width
      }
    }
  }

  /// A scalar of UTF-8 and its bytes; U+FFFD for what is none.
  static func scalar(_ bytes: [UInt8], _ at: Int, _ limit: Int) -> (Unicode.Scalar, Int) {
    let first = bytes[at]
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    guard count > 1, first < 0xF5, at + count <= limit else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0x7F >> UInt32(count))
    for index in 1..<count {
      guard bytes[at + index] & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(bytes[at + index] & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", count)
  }

  /// What `&name;`, `&#8212;` or `&#x2014;` at `at` stands for, and where it ends.
  func reference(at: Int, limit: Int) -> (text: String, next: Int)? {
    guard let (name, next) = XMLTree.referenceName(bytes, at, limit) else { return nil }
    if let own = entities[name] { return (own, next) }
    return XMLTree.htmlReference(name).map { ($0, next) }
  }

  /// The same by HTML's names alone.
  package static func htmlReference(in bytes: [UInt8], at: Int) -> (text: String, next: Int)? {
    guard let (name, next) = referenceName(bytes, at, bytes.count) else { return nil }
    return htmlReference(name).map { ($0, next) }
  }

  /// A text with the references that HTML knows written out.
  static func resolved(_ bytes: [UInt8]) -> String {
    var made: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == 0x26, let (text, next) = htmlReference(in: bytes, at: place) {
        made += text.utf8
        place = next
      } else {
        made.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: made, as: UTF8.self)
  }

  private static func htmlReference(_ name: String) -> String? {
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let value = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      guard let value, let scalar = Unicode.Scalar(XMLTree.windows1252[value] ?? value), value != 0 else { return nil }
      return String(scalar)
    }
    return htmlEntities[name].map { String($0) }
  }

  static func referenceName(_ bytes: [UInt8], _ at: Int, _ limit: Int) -> (name: String, next: Int)? {
    var end = at + 1
    while end < limit, end - at < 34, bytes[end] != 0x3B {
      let byte = bytes[end]
      guard byte == 0x23 || byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F
      else { return nil }
      end += 1
    }
    guard end < limit, bytes[end] == 0x3B, end > at + 1 else { return nil }
    return (String(decoding: bytes[(at + 1)..<end], as: UTF8.self), end + 1)
  }

  /// What people mean by `&#150;`: HTML reads these numbers as Windows-1252 (HTML, 13.2.5.80).
  private static let windows1252: [UInt32: UInt32] = [
    0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021, 0x88: 0x02C6,
    0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C,
    0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC, 0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A,
    0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
  ]
}

extension String {
  /// Words of an attribute that is a list of them (HTML, 2.3.7): parted by white space of ASCII.
  package var tokens: [Substring] {
    utf8.split { $0 == 0x20 || (0x9...0xD).contains($0) && $0 != 0xB }.map { Substring($0) }
  }
}

internal import XML

/// Reads the properties of a packet, and holds them against what the XMP Specification and the packet's own extension
/// schemas say of them (ISO 19005-2, 6.6.2.3).
struct XMPCheck {
  struct Problem {
    var code: String
    var clause: String
    var message: String
    var measured: String
    var required: String
  }

  private let tree: XMLTree
  private(set) var problems: [Problem] = []
  /// Types of the properties that the packet itself describes, by namespace; nil for one of an unknown type.
  private var described: [String: [String: XMPType?]] = [:]

  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let values = "http://www.aiim.org/pdfa/ns/"

  static func check(_ tree: XMLTree) -> [Problem] {
    var check = XMPCheck(tree: tree)
    for node in tree.all("schemas") where tree.nodes[node].namespace == values + "extension/" {
      check.readSchemas(node)
    }
    for node in tree.nodes.indices where check.isRDF(node, "Description") && check.isOutermost(node) {
      check.checkProperties(of: node)
    }
    return check.problems
  }

  private init(tree: XMLTree) { self.tree = tree }

  private mutating func add(
    _ code: String, _ clause: String, _ message: String, _ measured: String, _ required: String
  ) {
    problems.append(
      Problem(code: code, clause: clause, message: message, measured: measured, required: required))
  }

  private func isRDF(_ node: Int, _ name: String) -> Bool {
    tree.nodes[node].name == name && tree.nodes[node].namespace == XMPCheck.rdf
  }

  /// Stands in `rdf:RDF`, not in a value.
  private func isOutermost(_ node: Int) -> Bool {
    let parent = Int(tree.nodes[node].parent)
    return parent >= 0 && isRDF(parent, "RDF")
  }

  private func elements(in node: Int) -> [Int] { tree.children(of: node).filter { !tree.nodes[$0].isText } }

  // MARK: Properties

  private mutating func checkProperties(of description: Int) {
    for attribute in tree.nodes[description].attributes where !XMPCheck.isSyntax(attribute) {
      guard let type = type(of: attribute.name, attribute.namespace) else { continue }
      if !type.takes(attribute.value) { addWrong(attribute.name, type, "\"\(attribute.value)\"") }
      checkPrefix(of: attribute.name, attribute.namespace, description, isAttribute: true)
    }
    for node in elements(in: description) {
      let (name, namespace) = (tree.nodes[node].name, tree.nodes[node].namespace)
      guard let type = type(of: name, namespace) else { continue }
      if let found = unlike(type, node) { addWrong(name, type, found) }
      checkPrefix(of: name, namespace, node, isAttribute: false)
    }
  }

  private static func isSyntax(_ attribute: XMLTree.Attribute) -> Bool {
    attribute.name == "xmlns" || attribute.name.hasPrefix("xmlns:") || attribute.namespace == rdf
      || attribute.namespace.isEmpty || attribute.namespace.hasPrefix("http://www.w3.org/")
  }

  /// Nil where it is unknown, which is told, or where nothing is known of the type.
  private mutating func type(of name: String, _ namespace: String) -> XMPType? {
    if let own = described[namespace]?[name] { return own }
    if let known = XMPSchemas.properties[namespace]?[name] { return known }
    if namespace.isEmpty || namespace.hasPrefix("http://www.w3.org/") { return nil }
    add(
      "extension-schema", "6.6.2.3.1", "\"\(name)\" is in the metadata and not described there", namespace,
      "an extension schema")
    return nil
  }

  private mutating func addWrong(_ name: String, _ type: XMPType, _ found: String) {
    add("property-type", "6.6.2.3.1", "\"\(name)\" in the metadata is no \(type.title)", found, type.title)
  }

  /// ISO 19005-2, 6.6.2.3.3: some schemas have their prefixes, too.
  private static let prefixes: [String: (prefix: String, clause: String)] = [
    values + "extension/": ("pdfaExtension", "6.6.2.3.3"),
    values + "schema#": ("pdfaSchema", "6.6.2.3.3"), values + "property#": ("pdfaProperty", "6.6.2.3.3"),
    values + "type#": ("pdfaType", "6.6.2.3.3"), values + "field#": ("pdfaField", "6.6.2.3.3"),
  ]

  private mutating func checkPrefix(of name: String, _ namespace: String, _ node: Int, isAttribute: Bool) {
    guard let wanted = XMPCheck.prefixes[namespace] else { return }
    let prefix = tree.prefix(of: name, at: node, isAttribute: isAttribute)
    guard prefix != wanted.prefix else { return }
    add(
      "prefix", wanted.clause, "\"\(name)\" of the metadata has another prefix than its own", prefix,
      wanted.prefix)
  }

  // MARK: Values

  /// What is there instead; nil where the value is of the type.
  private func unlike(_ type: XMPType, _ node: Int) -> String? {
    if case .structure = type { return isStructure(node) ? nil : "no structure" }
    if let value = qualifiedValue(of: node) { return unlike(type, value) }
    let inner = elements(in: node)
    let list = inner.count == 1 ? XMPList.all.first { isRDF(inner[0], $0.element) } : nil
    switch type {
    case .list(let wanted, let item):
      guard list == wanted else { return list.map { "rdf:\($0.element)" } ?? "no list" }
      return elements(in: inner[0]).lazy.compactMap { unlike(item, $0) }.first
    case .languages:
      guard list == .alt else { return list.map { "rdf:\($0.element)" } ?? "no list" }
      let isSpoken = elements(in: inner[0]).allSatisfy {
        tree.attribute("lang", of: $0, namespace: XMLNamespace.xml) != nil
      }
      return isSpoken ? nil : "no xml:lang"
    default:
      if let address = tree.attribute("resource", of: node, namespace: XMPCheck.rdf) {
        return type.takes(address) ? nil : "\"\(address)\""
      }
      guard inner.isEmpty else { return list.map { "rdf:\($0.element)" } ?? "a structure" }
      let words = tree.words(of: node)
      return type.takes(words) ? nil : "\"\(words)\""
    }
  }

  /// The value of one that has qualifiers (ISO 16684-1, 7.8): `rdf:value` in it or in its description.
  private func qualifiedValue(of node: Int) -> Int? {
    let inner = elements(in: node)
    let outer = inner.count == 1 && isRDF(inner[0], "Description") ? inner[0] : node
    return elements(in: outer).first { isRDF($0, "value") }
  }

  private func isStructure(_ node: Int) -> Bool {
    if tree.attribute("parseType", of: node, namespace: XMPCheck.rdf) == "Resource" { return true }
    let inner = elements(in: node)
    if inner.count == 1, isRDF(inner[0], "Description") { return true }
    return inner.isEmpty && tree.nodes[node].attributes.contains { !XMPCheck.isSyntax($0) }
  }

  // MARK: Extension schemas

  private mutating func readSchemas(_ node: Int) {
    for schema in items(of: node) {
      let fields = fields(of: schema, XMPCheck.values + "schema#")
      require(["schema", "namespaceURI", "prefix"], in: fields, "a schema")
      checkPrefixes(of: schema)
      var own: [String: (type: XMPType, hasFields: Bool)] = [:]
      for value in fields["valueType"].map(items) ?? [] {
        let parts = self.fields(of: value, XMPCheck.values + "type#")
        require(["type", "namespaceURI", "prefix", "description"], in: parts, "a type of values")
        checkPrefixes(of: value)
        for field in parts["field"].map(items) ?? [] {
          let parts = self.fields(of: field, XMPCheck.values + "field#")
          require(["name", "valueType", "description"], in: parts, "a field of a type")
          checkPrefixes(of: field)
        }
        guard let name = parts["type"].map(tree.words) else { continue }
        own[name] = (.structure, parts["field"] != nil)
      }
      for property in fields["property"].map(items) ?? [] {
        let parts = self.fields(of: property, XMPCheck.values + "property#")
        require(["name", "valueType", "category", "description"], in: parts, "a property")
        checkPrefixes(of: property)
        guard let space = fields["namespaceURI"].map(tree.words), let name = parts["name"].map(tree.words) else {
          continue
        }
        let type = parts["valueType"].map(tree.words) ?? ""
        if let custom = own[type] {
          described[space, default: [:]][name] = custom.hasFields ? .some(.structure) : .some(.text)
        } else {
          described[space, default: [:]][name] = .some(XMPType(named: type))
        }
      }
    }
  }

  /// Of a list, or of the one thing that should be in it.
  private func items(of node: Int) -> [Int] {
    elements(in: node).flatMap { list in
      XMPList.all.contains { isRDF(list, $0.element) } ? elements(in: list) : []
    }
  }

  /// The fields of a structure, in both ways of writing it.
  private func fields(of node: Int, _ namespace: String) -> [String: Int] {
    var found: [String: Int] = [:]
    for field in fieldElements(of: node) where tree.nodes[field].namespace == namespace {
      found[tree.nodes[field].name] = field
    }
    return found
  }

  private func fieldElements(of node: Int) -> [Int] {
    let inner = elements(in: node)
    return inner.count == 1 && isRDF(inner[0], "Description") ? elements(in: inner[0]) : inner
  }

  private mutating func require(_ names: [String], in fields: [String: Int], _ what: String) {
    for name in names where fields[name] == nil {
      add(
        "extension-schema-parts", "6.6.2.3.3", "\(what) in an extension schema has no \(name)", "nothing", name)
    }
  }

  private mutating func checkPrefixes(of node: Int) {
    for field in fieldElements(of: node) {
      checkPrefix(of: tree.nodes[field].name, tree.nodes[field].namespace, field, isAttribute: false)
    }
  }
}

extension XMPList {
  static let all: [XMPList] = [.bag, .seq, .alt]
}

extension XMPType {
  /// As a message names it.
  var title: String {
    switch self {
    case .text: "text"
    case .boolean: "True or False"
    case .integer: "whole number"
    case .real: "number"
    case .rational: "fraction"
    case .date: "date"
    case .structure: "structure"
    case .list(let list, let item): "rdf:\(list.element) of \(item.title)"
    case .languages: "rdf:Alt of texts with languages"
    }
  }

  /// Whether words alone are of this type (ISO 16684-1, 8.2).
  func takes(_ words: String) -> Bool {
    let bytes = Array(words.utf8)
    func isNumber(_ bytes: ArraySlice<UInt8>, points: Int) -> Bool {
      let digits = bytes.first == 0x2B || bytes.first == 0x2D ? bytes.dropFirst() : bytes
      return digits.contains { (0x30...0x39).contains($0) } && digits.count { $0 == 0x2E } <= points
        && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    }
    switch self {
    case .text: return true
    case .boolean: return words == "True" || words == "False"
    case .integer: return isNumber(bytes[...], points: 0)
    case .real: return isNumber(bytes[...], points: 1)
    case .rational:
      let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { isNumber($0, points: 0) }
    case .date: return XMPType.isDate(bytes)
    case .structure, .list, .languages: return false
    }
  }

  /// `1997`, `1997-07`, `1997-07-16`, `1997-07-16T19:20+01:00`, with seconds, with their fractions, `Z`.
  private static func isDate(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Bool {
      guard rest.count >= count, rest.prefix(count).allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
      rest = rest.dropFirst(count)
      return true
    }
    func sign(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
      guard rest.first == byte else { return false }
      rest = rest.dropFirst()
      return true
    }
    let (hyphen, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
    guard digits(4, &rest) else { return false }
    if rest.isEmpty { return true }
    guard sign(hyphen, &rest), digits(2, &rest) else { return false }
    if rest.isEmpty { return true }
    guard sign(hyphen, &rest), digits(2, &rest) else { return false }
    if rest.isEmpty { return true }
    guard sign(UInt8(ascii: "T"), &rest), digits(2, &rest), sign(colon, &rest), digits(2, &rest) else { return false }
    if sign(colon, &rest) {
      guard digits(2, &rest) else { return false }
      if sign(UInt8(ascii: "."), &rest) {
        guard digits(1, &rest) else { return false }
        while digits(1, &rest) {}
      }
    }
    if rest.isEmpty { return true }
    if sign(UInt8(ascii: "Z"), &rest) { return rest.isEmpty }
    guard sign(UInt8(ascii: "+"), &rest) || sign(hyphen, &rest), digits(2, &rest), sign(colon, &rest) else {
      return false
    }
    return digits(2, &rest) && rest.isEmpty
  }
}

extension XMLTree {
  /// All prefixes that elements and attributes of a namespace are written with.
  func prefixes(of namespace: String) -> Set<String> {
    var found: Set<String> = []
    for node in nodes.indices where !nodes[node].isText {
      if nodes[node].namespace == namespace { found.insert(prefix(of: nodes[node].name, at: node, isAttribute: false)) }
      for attribute in nodes[node].attributes where attribute.namespace == namespace {
        found.insert(prefix(of: attribute.name, at: node, isAttribute: true))
      }
    }
    return found
  }

  /// The prefix that an element, or an attribute of it, is written with; empty without one.
  func prefix(of name: String, at node: Int, isAttribute: Bool) -> String {
    let start = nodes[node].source.lowerBound
    // an element without content has nothing between its tags
    let stop = min(max(nodes[node].inner.lowerBound, start), bytes.count)
    let end = stop > start ? stop : min(nodes[node].source.upperBound, bytes.count)
    guard start < end else { return "" }
    let words = String(decoding: bytes[start..<end], as: UTF8.self).split {
      $0.isWhitespace || $0 == "<" || $0 == ">" || $0 == "=" || $0 == "\"" || $0 == "'" || $0 == "/"
    }
    let found = isAttribute ? words.dropFirst().first { $0.hasSuffix(":" + name) } : words.first
    return found.map { String($0.split(separator: ":", maxSplits: 1).first ?? "") } ?? ""
  }
}

internal import Bytes

/// Reads XML as it stands, and what only looks like XML as browsers would.
///
/// A first pass goes by XML's rules. If a tag has no end, a second goes by HTML's habits: elements
/// that are always empty, ends that may be left out. Nothing is fetched: a document type's own
/// short entities are known, those it names elsewhere are not. Nesting may be as deep as it likes,
/// for nothing here calls itself. Linear.
package func parseXML(_ bytes: [UInt8]) -> XMLTree {
  var strict = XMLParser(bytes, isSoup: false)
  strict.parse()
  guard !strict.tree.isWellFormed else { return strict.tree }
  var soup = XMLParser(bytes, isSoup: true)
  soup.parse()
  soup.tree.isWellFormed = false
  soup.tree.fault = strict.tree.fault
  return soup.tree
}

/// Reads HTML as browsers do, whether or not it is XML as well.
package func parseHTML(_ bytes: [UInt8]) -> XMLTree {
  var parser = XMLParser(bytes, isSoup: true, isHTML: true)
  parser.parse()
  parser.tree.fault = nil
  return parser.tree
}

/// Reads XML child by child of its elements of some names, so that no more is kept than one child and what is around it.
///
/// Only by XML's rules: where these are broken, it ends.
/// - Parameter child: gets the tree that holds the child, and its place in that.
/// - Returns: the first fault and its place.
package func readXML(
  _ bytes: [UInt8], childrenOf names: Set<String>, _ child: @escaping (XMLTree, Int) -> Void
) -> (offset: Int, words: String)? {
  var parser = XMLParser(bytes, isSoup: false, parents: names, child: child)
  parser.parse()
  // what is open where the fault stands is handed over as far as it goes
  parser.closeAll()
  return parser.tree.fault
}

package enum XMLNamespace {
  package static let xml = "http://www.w3.org/XML/1998/namespace"
  package static let xhtml = "http://www.w3.org/1999/xhtml"
  package static let epub = "http://www.idpf.org/2007/ops"
  package static let svg = "http://www.w3.org/2000/svg"
  package static let mathML = "http://www.w3.org/1998/Math/MathML"
  package static let xlink = "http://www.w3.org/1999/xlink"
  package static let opf = "http://www.idpf.org/2007/opf"
  package static let dublinCore = "http://purl.org/dc/elements/1.1/"

  /// Prefixes that are used without being declared, by what they always mean.
  static let usual = [
    "xml": xml, "epub": epub, "svg": svg, "m": mathML, "mml": mathML, "xlink": xlink, "opf": opf, "dc": dublinCore,
  ]
}

private struct XMLParser {
  var tree: XMLTree
  private let isSoup: Bool
  /// No XML at all: a colon is a letter of a name, and a paragraph ends where another block begins.
  private let isHTML: Bool
  private var at = 0
  /// Elements that are open, outermost first.
  private var open: [Int32] = []
  /// Prefixes declared, with the depth of their elements.
  private var declared: [(prefix: String, address: String, depth: Int)] = []

  /// A body was opened: soup has but one around all, in which others lie.
  private var hasBody = false

  private static let mostAttributes = 256

  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
  ]
  /// Elements that end where one of these begins (HTML, 13.1.2.4).
  private static let ends: [String: Set<String>] = [
    "li": ["li"], "dt": ["dt", "dd"], "dd": ["dt", "dd"], "tr": ["tr", "td", "th"], "td": ["td", "th"],
    "th": ["td", "th"], "option": ["option"], "tbody": ["tr", "td", "th", "thead", "tbody"],
  ]
  private static let endsParagraph: Set<String> = [
    "address", "article", "aside", "blockquote", "div", "dl", "fieldset", "footer", "form", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul",
  ]
  private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  private static let lists: Set<String> = ["ul", "ol", "dl", "table", "div", "section", "body", "blockquote"]

  /// Children of elements of these names are handed over one by one.
  private let parents: Set<String>
  private let child: ((XMLTree, Int) -> Void)?

  init(
    _ bytes: [UInt8], isSoup: Bool, isHTML: Bool = false, parents: Set<String> = [],
    child: ((XMLTree, Int) -> Void)? = nil
  ) {
    tree = XMLTree(bytes: bytes)
    self.isSoup = isSoup
    self.isHTML = isHTML
    (self.parents, self.child) = (parents, child)
    if child == nil { tree.nodes.reserveCapacity(bytes.count / 24) }
  }

  private var count: Int { tree.bytes.count }

  private mutating func fault(_ words: String, at offset: Int) {
    tree.isWellFormed = false
    if tree.fault == nil { tree.fault = (offset, words) }
  }

  mutating func parse() {
    if tree.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    var textStart = at
    while at < count {
      guard tree.bytes[at] == 0x3C else {
        at += 1
        continue
      }
      let start = at
      guard let end = markup() else {
        // a sign that begins nothing
        fault("a \"<\" begins no tag", at: start)
        guard isSoup else { return }
        at = start + 1
        continue
      }
      text(textStart..<start)
      if tree.isWellFormed || isSoup { take(start, end) }
      if !tree.isWellFormed && !isSoup { return }
      textStart = at
    }
    text(textStart..<count)
    if !open.isEmpty { fault("\"\(tree.nodes[Int(open[open.count - 1])].name)\" has no end", at: count) }
    closeAll()
  }

  mutating func closeAll() {
    while !open.isEmpty { close(innerEnd: count, end: count) }
  }

  /// Where the markup that begins here ends; nil where it is none.
  private func markup() -> Int? {
    guard at + 1 < count else { return nil }
    let next = tree.bytes[at + 1]
    if next == 0x21 {
      if starts("<!--", at) { return find("-->", from: at + 4) ?? count }
      if starts("<![CDATA[", at) { return find("]]>", from: at + 9) ?? count }
      return declarationEnd()
    }
    if next == 0x3F { return find(">", from: at + 2) ?? count }
    guard next == 0x2F || isNameStart(next) else { return nil }
    if next == 0x2F, at + 2 >= count || !isNameStart(tree.bytes[at + 2]) { return nil }
    var quote: UInt8 = 0
    var index = at + 1
    while index < count {
      let byte = tree.bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
        // a quote that is never closed would swallow the chapter
        if byte == 0x3C, isSoup, index - at > 4096 { return nil }
      } else if byte == 0x22 || byte == 0x27 {
        if index > at, tree.bytes[index - 1] == 0x3D || tree.bytes[index - 1] <= 0x20 { quote = byte }
      } else if byte == 0x3E {
        return index + 1
      } else if byte == 0x3C {
        return nil
      }
      index += 1
    }
    return nil
  }

  private func declarationEnd() -> Int {
    var depth = 0
    var index = at + 2
    while index < count {
      switch tree.bytes[index] {
      case 0x5B: depth += 1
      case 0x5D: depth -= 1
      case 0x3E where depth <= 0: return index + 1
      default: break
      }
      index += 1
    }
    return count
  }

  /// For browsers nothing but a letter of ASCII begins a tag (HTML, 13.2.5.6).
  private func isNameStart(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || !isSoup && (byte == 0x5F || byte >= 0x80)
  }

  private func starts(_ word: String, _ offset: Int) -> Bool {
    let end = offset + word.utf8.count
    return end <= count && tree.bytes[offset..<end].elementsEqual(word.utf8)
  }

  /// The offset behind the next `word`.
  private func find(_ word: String, from: Int) -> Int? {
    tree.bytes.firstIndex(ofBytes: Array(word.utf8), from: from).map { $0 + word.utf8.count }
  }

  private mutating func text(_ range: Range<Int>, isLiteral: Bool = false) {
    guard !range.isEmpty else { return }
    if isOutsideOfBody {
      let hasWords = tree.bytes[range].contains { $0 > 0x20 }
      if hasWords {
        fault("words stand outside of all elements", at: range.lowerBound)
        guard isSoup else { return }
        openBody(at: range.lowerBound)
      } else if open.isEmpty {
        return
      }
    }
    guard let parent = open.last else { return }
    tree.nodes.append(
      XMLTree.Node(
        name: "", namespace: "", attributes: [], parent: parent, end: Int32(tree.nodes.count + 1), source: range,
        inner: range, isLiteral: isLiteral))
  }

  /// Nothing is open, or a document's root or head right here.
  private var isOutsideOfBody: Bool {
    guard let last = open.last else { return true }
    let name = tree.nodes[Int(last)].name
    return name == "html" || name == "head"
  }

  /// Browsers put what stands outside of all elements, beside the body or in the head into a body.
  private mutating func openBody(at offset: Int) {
    if let last = open.last, tree.nodes[Int(last)].name == "head" { close(innerEnd: offset, end: offset) }
    guard !hasBody else { return }
    hasBody = true
    let parent = open.last
    open.append(Int32(tree.nodes.count))
    tree.nodes.append(
      XMLTree.Node(
        name: "body", namespace: parent.map { tree.nodes[Int($0)].namespace } ?? "", attributes: [],
        parent: parent ?? -1, end: Int32(tree.nodes.count + 1), source: offset..<offset, inner: offset..<offset,
        isLiteral: false))
  }

  private mutating func take(_ start: Int, _ end: Int) {
    at = end
    let next = tree.bytes[start + 1]
    if next == 0x21 {
      if starts("<![CDATA[", start) {
        text((start + 9)..<max(start + 9, end - 3), isLiteral: true)
      } else if !starts("<!--", start) {
        tree.declareEntities(in: start..<end)
      }
    } else if next == 0x2F {
      endTag(start, end)
    } else if next != 0x3F {
      startTag(start, end)
    }
  }

  /// Elements that need no body around them.
  private static let roots: Set<String> = ["html", "body", "head", "package", "container", "ncx", "encryption"]
  /// What else may stand beside a body, or in a head (HTML, 13.2.6.4.4).
  private static let ofHeads: Set<String> = [
    "html", "body", "head", "title", "meta", "link", "style", "script", "base", "basefont", "noscript", "template",
    "frameset",
  ]

  // MARK: Tags

  private mutating func startTag(_ start: Int, _ end: Int) {
    var index = start + 1
    let raw = tree.name(&index, end)
    let isEmpty = tree.bytes[end - 2] == 0x2F
    var attributes: [(raw: String, value: String)] = []
    while index < end - 1 {
      let byte = tree.bytes[index]
      guard byte > 0x20, byte != 0x2F else {
        index += 1
        continue
      }
      let before = index
      let key = tree.name(&index, end)
      if key.isEmpty {
        index = before + 1
        continue
      }
      let value = tree.value(&index, end)
      if value == nil, !isSoup { fault("the attribute \"\(key)\" has no value", at: before) }
      // more than anybody wrote by hand or machine would be looked through again and again
      if attributes.count < XMLParser.mostAttributes, !attributes.contains(where: { $0.raw == key }) {
        attributes.append((key, value ?? ""))
      }
    }
    for (key, value) in attributes {
      if key == "xmlns" {
        declared.append(("", value, open.count))
      } else if key.hasPrefix("xmlns:") {
        declared.append((String(key.dropFirst(6)), value, open.count))
      }
    }
    var (local, namespace) = resolve(raw, isAttribute: false)
    if isSoup { local = local.lowercased() }
    if isSoup { closeImplied(by: local, at: start) }
    if isHTML { namespace = namespaceInHTML(of: local) }
    if open.isEmpty, !tree.nodes.isEmpty {
      fault("\"\(local)\" begins behind the document's end", at: start)
      guard isSoup else { return }
    }
    // `dc:title` is no title of a head
    place(local, isForeign: raw.utf8.contains(0x3A) && namespace != XMLNamespace.xhtml, at: start)
    let node = tree.nodes.count
    tree.nodes.append(
      XMLTree.Node(
        name: local.isEmpty ? "?" : local, namespace: namespace,
        attributes: attributes.compactMap { key, value in
          if key == "xmlns" || key.hasPrefix("xmlns:") { return nil }
          let (name, namespace) = resolve(key, isAttribute: true)
          return XMLTree.Attribute(name: isSoup ? name.lowercased() : name, namespace: namespace, value: value)
        }, parent: open.last ?? -1, end: Int32(node + 1), source: start..<end, inner: end..<end, isLiteral: false))
    open.append(Int32(node))
    if isEmpty || isSoup && XMLParser.void.contains(local) {
      close(innerEnd: end, end: end)
    } else if isSoup, local == "script" || local == "style" {
      // what is in them is no markup
      var stop = at
      while stop < count, !(tree.bytes[stop] == 0x3C && stop + 1 < count && tree.bytes[stop + 1] == 0x2F) { stop += 1 }
      text(at..<stop, isLiteral: true)
      at = stop
    }
  }

  /// Opens a body for an element that must stand in one, and notes the document's own.
  private mutating func place(_ name: String, isForeign: Bool, at offset: Int) {
    if isSoup, let last = open.last, tree.nodes[Int(last)].name == "title" { close(innerEnd: offset, end: offset) }
    if name == "body" {
      if hasBody { fault("a second \"body\" begins", at: offset) }
      if isSoup, let last = open.last, tree.nodes[Int(last)].name == "head" { close(innerEnd: offset, end: offset) }
      hasBody = true
    } else if open.isEmpty {
      if isSoup, !XMLParser.roots.contains(name) { openBody(at: offset) }
    } else if isOutsideOfBody, isForeign || !XMLParser.ofHeads.contains(name) {
      fault("\"\(name)\" stands outside of the body", at: offset)
      if isSoup { openBody(at: offset) }
    }
  }

  private mutating func endTag(_ start: Int, _ end: Int) {
    var index = start + 2
    var (local, _) = resolve(tree.name(&index, end), isAttribute: false)
    if isSoup { local = local.lowercased() }
    // what follows them is in them, too: files that somebody joined
    if isSoup, local == "body" || local == "html" { return }
    guard let last = open.last else { return fault("\"/\(local)\" ends nothing", at: start) }
    if tree.nodes[Int(last)].name == local { return close(innerEnd: start, end: end) }
    fault("\"/\(local)\" stands where \"\(tree.nodes[Int(last)].name)\" is open", at: start)
    guard isSoup, !XMLParser.void.contains(local),
      let depth = open.suffix(512).lastIndex(where: { tree.nodes[Int($0)].name == local })
    else { return }
    while open.count > depth + 1 { close(innerEnd: start, end: start) }
    close(innerEnd: start, end: end)
  }

  private mutating func close(innerEnd: Int, end: Int) {
    let node = Int(open.removeLast())
    tree.nodes[node].end = Int32(tree.nodes.count)
    tree.nodes[node].inner = tree.nodes[node].inner.lowerBound..<max(innerEnd, tree.nodes[node].inner.lowerBound)
    tree.nodes[node].source = tree.nodes[node].source.lowerBound..<max(end, tree.nodes[node].source.upperBound)
    while let last = declared.last, last.depth >= open.count { declared.removeLast() }
    if let child, open.count < 3, let parent = open.last, parents.contains(tree.nodes[Int(parent)].name) {
      child(tree, node)
      tree.nodes.removeSubrange((Int(parent) + 1)...)
    }
  }

  /// Elements within lines, which end with the paragraph that they were left open in.
  private static let ofLines: Set<String> = [
    "a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "s", "small", "span", "strike", "strong", "sub", "sup",
    "tt", "u",
  ]

  /// Ends what may not hold an element that begins here.
  private mutating func closeImplied(by name: String, at offset: Int) {
    if isHTML, XMLParser.endsParagraph.contains(name),
      let depth = open.suffix(32).lastIndex(where: { !XMLParser.ofLines.contains(tree.nodes[Int($0)].name) }),
      depth < open.count - 1, tree.nodes[Int(open[depth])].name == "p"
    {
      while open.count > depth { close(innerEnd: offset, end: offset) }
    }
    while let last = open.last {
      let around = tree.nodes[Int(last)].name
      let ends =
        (around == "p" || XMLParser.headings.contains(around)) && XMLParser.endsParagraph.contains(name)
        || XMLParser.ends[name]?.contains(around) == true
      guard ends else { break }
      close(innerEnd: offset, end: offset)
    }
    // `<li>` ends the item before it also through what was left open in that
    guard let before = XMLParser.ends[name] else { return }
    // a row ends the cell that is open, and the row of that
    while let depth = open.suffix(8).lastIndex(where: { before.contains(tree.nodes[Int($0)].name) }),
      !open[(depth + 1)...].contains(where: { XMLParser.lists.contains(tree.nodes[Int($0)].name) })
    {
      while open.count > depth { close(innerEnd: offset, end: offset) }
    }
  }

  // MARK: Names

  /// Drawings and formulas need not say what they are (HTML, 13.2.6.5).
  private func namespaceInHTML(of name: String) -> String {
    switch name {
    case "svg": return XMLNamespace.svg
    case "math": return XMLNamespace.mathML
    default:
      guard let last = open.last else { return "" }
      let around = tree.nodes[Int(last)]
      return ["foreignobject", "desc", "title"].contains(around.name) ? "" : around.namespace
    }
  }

  private func resolve(_ raw: String, isAttribute: Bool) -> (name: String, namespace: String) {
    guard let colon = raw.utf8.firstIndex(of: 0x3A) else {
      return (raw, isAttribute ? "" : declared.last { $0.prefix.isEmpty }?.address ?? "")
    }
    let prefix = String(raw[..<colon])
    let local = String(raw[raw.index(after: colon)...])
    // Word's `o:p` is no paragraph
    if isHTML, !isAttribute, XMLNamespace.usual[prefix] == nil,
      declared.last(where: { $0.prefix == prefix })?.address != XMLNamespace.xhtml
    {
      return (raw, "")
    }
    return (local, declared.last { $0.prefix == prefix }?.address ?? XMLNamespace.usual[prefix] ?? prefix)
  }
}

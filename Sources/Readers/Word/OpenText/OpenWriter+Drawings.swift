internal import XML

/// Pictures, boxes, drawings and formulas of a text of OpenDocument (part 3, 10).
extension OpenWriter {
  mutating func drawing(_ node: Int, _ look: [String: String]) {
    guard tree.nodes[node].name == "frame" else {
      // words within shapes, and shapes within groups
      if tree.children(of: node).contains(where: { ["p", "list"].contains(tree.nodes[$0].name) }) { box(node, look) }
      for child in tree.children(of: node) where !["p", "list"].contains(tree.nodes[child].name) { inline(child, look) }
      return
    }
    var isShown = false
    for child in tree.children(of: node) where !isShown {
      switch tree.nodes[child].name {
      case "text-box":
        captioned(child, look)
        isShown = true
      case "object": isShown = formula(child)
      case "image": isShown = picture(child, of: node, look)
      case "table": flow.behind += table(child)
      default: break
      }
    }
  }

  /// A picture with its caption stands in a box of its own, in one paragraph: they are two, behind the one that holds the
  /// box.
  private mutating func captioned(_ node: Int, _ look: [String: String]) {
    guard tree.first("image", in: node) != nil || tree.first("table", in: node) != nil else { return box(node, look) }
    let outer = flow
    let words = blocks(node)
    flow = outer
    flow.behind += words
  }

  private mutating func box(_ node: Int, _ look: [String: String]) {
    let outer = flow
    let words = blocks(node)
    flow = outer
    guard !words.isEmpty else { return }
    element("<w:pict><w:txbxContent>\(words)</w:txbxContent></w:pict>", look)
  }

  private mutating func picture(_ node: Int, of frame: Int, _ look: [String: String]) -> Bool {
    var bytes: [UInt8]?
    var name = (value("href", node) ?? "").lowercased()
    if name.hasPrefix("./") { name.removeFirst(2) }
    if let data = tree.child("binary-data", of: node) {
      bytes = OpenWriter.decoded(tree.text(of: data))
      name = "picture\(media.count + 1)"
    } else {
      bytes = archive[name]
    }
    let words = ["desc", "title"].compactMap { tree.child($0, of: frame) }.map { tree.words(of: $0) }
    let alternative = words.first { !$0.isEmpty } ?? ""
    let described = "<wp:docPr id=\"1\" descr=\"\(alternative.quotedForXML)\"/>"
    guard let bytes, !bytes.isEmpty else {
      // one that is linked, or lost
      guard !name.isEmpty else { return false }
      element(
        "<w:drawing><wp:inline>\(described)<a:blip r:embed=\"\(name.quotedForXML)\"/></wp:inline></w:drawing>",
        look)
      return true
    }
    let file = name.split(separator: "/").last.map(String.init) ?? name
    let known = media.firstIndex { $0.name == file }
    if known == nil { media.append((file, bytes)) }
    // 635 of drawings' units to a twentieth of a point
    let size = ["width", "height"].map { (OpenStyles.twips(value($0, frame)) ?? 0) * 635 }
    let extent = size.contains { $0 <= 0 } ? "" : "<wp:extent cx=\"\(size[0])\" cy=\"\(size[1])\"/>"
    element(
      "<w:drawing><wp:inline>\(extent)\(described)<a:blip r:embed=\"p\((known ?? media.count - 1) + 1)\"/></wp:inline></w:drawing>",
      look)
    return true
  }

  private mutating func formula(_ node: Int) -> Bool {
    var made: String?
    if let math = tree.child("math", of: node) {
      made = OpenMath(tree: tree).xml(math)
    } else if var name = value("href", node)?.lowercased() {
      if name.hasPrefix("./") { name.removeFirst(2) }
      if let bytes = archive[name + "/content.xml"], case let other = parseXML(bytes), let math = other.first("math") {
        made = OpenMath(tree: other).xml(math)
      }
    }
    guard let made, !made.isEmpty else { return false }
    flow.runs += (flow.hasBlank && !flow.isAtStart ? "<w:r><w:t xml:space=\"preserve\"> </w:t></w:r>" : "") + made
    (flow.hasBlank, flow.isAtStart) = (false, false)
    return true
  }

  /// Bytes in letters (RFC 4648, 4).
  private static func decoded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text.utf8 {
      let value: Int
      switch letter {
      case 0x41...0x5A: value = Int(letter) - 0x41
      case 0x61...0x7A: value = Int(letter) - 0x61 + 26
      case 0x30...0x39: value = Int(letter) - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      default: continue
      }
      (bits, count) = ((bits << 6 | value) & 0xFFFFFF, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }
}

/// Formulas in MathML, as LibreOffice writes them, in the elements that Word has for the same (Office Math).
struct OpenMath {
  let tree: XMLTree
  private static let deepest = 50

  func xml(_ math: Int) -> String {
    let words = row(math, 0)
    guard !words.isEmpty else { return "" }
    let formula = "<m:oMath>\(words)</m:oMath>"
    return tree.value("display", of: math) == "block" ? "<m:oMathPara>\(formula)</m:oMathPara>" : formula
  }

  private func row(_ node: Int, _ depth: Int) -> String {
    guard depth < OpenMath.deepest else { return "" }
    return parts(node).map { element($0, depth + 1) }.joined()
  }

  private func parts(_ node: Int) -> [Int] { tree.children(of: node).filter { !tree.nodes[$0].isText } }

  private func run(_ words: String) -> String {
    words.isEmpty ? "" : "<m:r><m:t xml:space=\"preserve\">\(words.escapedForXML)</m:t></m:r>"
  }

  private func element(_ node: Int, _ depth: Int) -> String {
    guard depth < OpenMath.deepest else { return run(tree.words(of: node)) }
    let parts = parts(node)
    func part(_ index: Int, _ name: String) -> String {
      let words = parts.indices.contains(index) ? element(parts[index], depth + 1) : ""
      return "<m:\(name)>\(words)</m:\(name)>"
    }
    switch tree.nodes[node].name {
    case "mi", "mn", "mo", "mtext", "ms": return run(tree.words(of: node))
    case "mspace", "annotation", "annotation-xml", "mphantom": return ""
    case "semantics": return parts.first.map { element($0, depth + 1) } ?? ""
    case "mfrac": return "<m:f>\(part(0, "num"))\(part(1, "den"))</m:f>"
    case "msup": return "<m:sSup>\(part(0, "e"))\(part(1, "sup"))</m:sSup>"
    case "msub": return "<m:sSub>\(part(0, "e"))\(part(1, "sub"))</m:sSub>"
    case "msubsup", "munderover":
      return "<m:sSubSup>\(part(0, "e"))\(part(1, "sub"))\(part(2, "sup"))</m:sSubSup>"
    case "munder": return "<m:limLow>\(part(0, "e"))\(part(1, "lim"))</m:limLow>"
    case "mover":
      let sign = parts.count > 1 ? tree.words(of: parts[1]) : ""
      if sign.count == 1, "^~¯˙¨→⃗ˆ˜".contains(sign) {
        return "<m:acc><m:accPr><m:chr m:val=\"\(sign)\"/></m:accPr>\(part(0, "e"))</m:acc>"
      }
      return "<m:limUpp>\(part(0, "e"))\(part(1, "lim"))</m:limUpp>"
    case "msqrt":
      return "<m:rad><m:radPr><m:degHide m:val=\"1\"/></m:radPr><m:deg/><m:e>\(row(node, depth))</m:e></m:rad>"
    case "mroot": return "<m:rad>\(part(1, "deg"))\(part(0, "e"))</m:rad>"
    case "mtable":
      let rows = parts.map { row in
        "<m:mr>\(self.parts(row).map { "<m:e>\(self.row($0, depth + 2))</m:e>" }.joined())</m:mr>"
      }
      return "<m:m>\(rows.joined())</m:m>"
    case "mfenced":
      let open = tree.value("open", of: node) ?? "("
      let close = tree.value("close", of: node) ?? ")"
      return
        "<m:d><m:dPr><m:begChr m:val=\"\(open.quotedForXML)\"/><m:endChr m:val=\"\(close.quotedForXML)\"/></m:dPr>"
        + "<m:e>\(row(node, depth))</m:e></m:d>"
    default: return parts.isEmpty ? run(tree.words(of: node)) : row(node, depth)
    }
  }
}

internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Drawings that stand in documents themselves.
extension FlowReader {
  func append(drawing node: Int, _ look: ComputedStyle, into runs: inout Runs) {
    let start = page.start(node)
    hideDrawing(node)
    // a frame around one picture, as covers have it
    let images = page.whole(node).filter { page.tree.nodes[$0].name == "image" }
    let others = page.whole(node).contains {
      ["path", "text", "rect", "circle", "line", "polygon", "ellipse", "use", "polyline"].contains(
        page.tree.nodes[$0].name)
    }
    // nothing but words, which stand below
    if images.isEmpty, !others, holdsForeignWords(node) { return }
    if images.count == 1, !others {
      append(picture: images[0], look, link: nil, into: &runs)
      return
    }
    let name = "\(page.name)#svg\(node)"
    drawings[name] = Array(drawing(node))
    var style = InlineStyle.plain
    style.extras.alternative = page.tree.first("title", in: node).map { page.tree.words(of: $0) }
    runs.append(.image(name), at: start, style: style)
  }

  /// Elements of HTML in a drawing, which no drawing program sets.
  private func foreign(in node: Int) -> [Int] {
    var found: [Int] = []
    for inner in page.inside(node) where page.tree.nodes[inner].name.lowercased() == "foreignobject" {
      if inner >= found.last.map({ Int(page.tree.nodes[$0].end) }) ?? 0, page.tree.hasWords(inner) {
        found.append(inner)
      }
    }
    return found
  }

  func holdsForeignWords(_ node: Int) -> Bool { page.element(node) == "svg" && !foreign(in: node).isEmpty }

  /// Passes over what a drawing says of itself, but for its words of other kinds.
  private func hideDrawing(_ node: Int) {
    var start = page.range(node).lowerBound
    for inner in foreign(in: node) {
      silent.append(start..<page.range(inner).lowerBound)
      start = page.range(inner).upperBound
    }
    silent.append(start..<page.range(node).upperBound)
  }

  /// A drawing with what it has of pictures in it.
  private func withPictures(_ bytes: [UInt8], of node: Int) -> [UInt8] {
    var bytes = bytes
    for image in page.whole(node).reversed() where page.tree.nodes[image].name == "image" {
      let address = address(ofPicture: image)
      guard !address.hasPrefix("data:"), let (name, _) = publication.container.resolve(address, from: page.name),
        let kind = name.split(separator: ".").last?.lowercased(),
        let type = ["png": "png", "jpg": "jpeg", "jpeg": "jpeg", "gif": "gif", "webp": "webp"][kind],
        let picture = publication.container.contents(name), picture.count < 1 << 24
      else { continue }
      let start = page.tree.nodes[image].source.lowerBound - page.tree.nodes[node].source.lowerBound
      guard bytes.indices.contains(start), let end = bytes[start...].firstIndex(of: 0x3E),
        let place = ["\"", "'"].lazy.compactMap({
          bytes[start..<end].firstRange(of: Array("\($0)\(address)\($0)".utf8))
        })
        .first
      else { continue }
      bytes.replaceSubrange(
        (place.lowerBound + 1)..<(place.upperBound - 1),
        with: Array("data:image/\(type);base64,".utf8) + base64(picture))
    }
    return bytes
  }

  /// A drawing's own bytes, with the name spaces that its document declares for it.
  private func drawing(_ node: Int) -> [UInt8] {
    var bytes = withPictures(Array(page.tree.bytes[page.tree.nodes[node].source]), of: node)
    let tag = String(decoding: bytes.prefix { $0 != 0x3E }, as: UTF8.self)
    guard let end = bytes.firstIndex(where: { $0 <= 0x20 || $0 == 0x3E || $0 == 0x2F }) else { return bytes }
    var added = ""
    let prefix = tag.dropFirst().prefix { $0 != " " && $0 != ">" }.split(separator: ":").dropLast().first
    let space = prefix.map { "xmlns:\($0)" } ?? "xmlns"
    if !tag.contains(space + "=") { added += " \(space)=\"\(XMLNamespace.svg)\"" }
    if !tag.contains("xmlns:xlink") { added += " xmlns:xlink=\"\(XMLNamespace.xlink)\"" }
    if !tag.contains("xmlns:epub") { added += " xmlns:epub=\"\(XMLNamespace.epub)\"" }
    bytes.insert(contentsOf: Array(added.utf8), at: end)
    return page.whole(node).contains { page.tree.attribute("class", of: $0) != nil } ? withSheets(bytes) : bytes
  }

  /// With the sheets of the document, where its own elements have classes for them.
  private func withSheets(_ drawing: [UInt8]) -> [UInt8] {
    guard let close = drawing.firstIndex(of: 0x3E), close > 0, drawing[close - 1] != 0x2F else { return drawing }
    let sheets = page.sheetText
    guard !sheets.isEmpty, sheets.utf8.count <= 1 << 18, !sheets.contains("]]>") else { return drawing }
    var drawing = drawing
    drawing.insert(contentsOf: Array("<style><![CDATA[\(sheets)]]></style>".utf8), at: close + 1)
    return drawing
  }

  func addDrawing(_ node: Int, into out: inout [FlowItem], _ context: Context) {
    var runs = Runs()
    append(drawing: node, ComputedStyle(), into: &runs)
    flush(
      &runs, ComputedStyle(), context, from: page.tree.nodes[node].source.lowerBound,
      to: page.tree.nodes[node].source.upperBound, into: &out)
    for inner in foreign(in: node) { walk(inner, rootLook, context, into: &out) }
  }
}

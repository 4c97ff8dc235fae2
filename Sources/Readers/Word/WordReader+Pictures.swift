internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Pictures and text boxes (ECMA-376-1, 20.4, and VML in 19).
extension WordReader {
  func readDrawing(_ tree: XMLTree, _ node: Int, _ reading: inout RunReading) {
    let offset = tree.nodes[node].source.lowerBound + base
    let end = Int(tree.nodes[node].end)
    var index = node + 1
    var alternative = ""
    var size: (width: Double, height: Double)?
    var isSeen = true
    var isDecorative = false
    var edge: Figure.Edge?
    while index < end {
      let name = tree.nodes[index].name
      switch name {
      case "AlternateContent":
        // of alternatives one is read
        if tree.child("Choice", of: index) != nil, let other = tree.child("Fallback", of: index) {
          silence(tree, other)
        }
      case "Fallback"
      where Int(tree.nodes[index].parent) >= node && tree.child("Choice", of: Int(tree.nodes[index].parent)) != nil:
        index = Int(tree.nodes[index].end)
        continue
      case "docPr":
        alternative = tree.value("descr", of: index) ?? ""
        if ["1", "true"].contains(tree.value("hidden", of: index)) { isSeen = false }
      case "graphicData":
        let kind = tree.value("uri", of: index) ?? ""
        if isSeen, kind.hasSuffix("/diagram"), case let words = wordsOfDiagram(tree, index), !words.isEmpty {
          if diagrams.count == 0 { diagrams.first = offset }
          diagrams.count += 1
          for (number, words) in words.enumerated() {
            if number > 0 {
              reading.runs.lineBreak(at: offset)
              additions[offset, default: ""] += " "
            }
            put(added: words, at: offset, &reading, .plain)
          }
          reading.hasContent = true
        } else if isSeen, ["/chart", "/diagram", "/chartex"].contains(where: { kind.hasSuffix($0) }) {
          if charts.count == 0 { charts.first = offset }
          charts.count += 1
          if !alternative.isEmpty { put(added: alternative, at: offset, &reading, .plain) }
          reading.hasContent = true
        }
      case "decorative": isDecorative = tree.isOn(index)
      case "wrapSquare", "wrapTight", "wrapThrough":
        edge = WordReader.edge(tree, of: index, width: size?.width ?? 0)
      case "extent":
        if let x = tree.number("cx", of: index) ?? tree.value("cx", of: index).flatMap({ Int($0) }),
          let y = tree.number("cy", of: index) ?? tree.value("cy", of: index).flatMap({ Int($0) })
        {
          // 12,700 to a point (20.4.2.7)
          size = (Double(x) / 12_700, Double(y) / 12_700)
        }
      case "rect" where ["t", "true", "1"].contains(tree.value("hr", of: index)):
        behind.append(
          WordItem(content: .block(.sceneBreak(SceneBreak(mark: .ornament, source: SourceLocation(offset: offset))))))
        reading.hasContent = true
      case "shape", "rect":
        if let style = tree.value("style", of: index) { size = WordReader.size(style) ?? size }
        if alternative.isEmpty { alternative = tree.value("alt", of: index) ?? "" }
      case "srcRect":
        if ["l", "t", "r", "b"].contains(where: { (tree.number($0, of: index) ?? 0) > 500 }) {
          if cropped.count == 0 { cropped.first = offset }
          cropped.count += 1
        }
      case "blip", "imagedata":
        // a drawing of curves beside its picture in dots
        let svg = tree.first("svgBlip", in: index).flatMap { tree.value("embed", of: $0) }
        let id = tree.value("embed", of: index) ?? tree.value("id", of: index) ?? tree.value("link", of: index)
        if isSeen {
          let alternative = alternative
          if let name = [svg, id].lazy.compactMap({ $0 }).compactMap({ self.picture($0, alternative, at: offset) })
            .first
          {
            var style = InlineStyle()
            style.extras.link = link
            style.extras.alternative = alternative.isEmpty ? nil : alternative
            if let size, size.width > 0, size.width < 14_000, size.height > 0, size.height < 14_000 {
              style.extras.width = .length(Length(points: size.width))
              style.extras.height = .length(Length(points: size.height))
            }
            style.extras.runaround = edge
            style.extras.isDecorative = isDecorative
            reading.runs.append(.image(name), at: offset, style: style)
            reading.hasContent = true
          } else {
            if [svg, id].allSatisfy({ $0.flatMap { relationships[$0] } == nil }) {
              say(id ?? "", "is not in the file", alternative, at: offset)
            }
            if !alternative.isEmpty { put(added: alternative, at: offset, &reading, .plain) }
          }
        }
        index = Int(tree.nodes[index].end)
        continue
      case "txbxContent":
        readBox(tree, index)
        index = Int(tree.nodes[index].end)
        continue
      default: break
      }
      index += 1
    }
  }

  /// The edge of the text at which a picture stands that text runs around (20.4.2.3).
  /// - Parameter width: of the picture, in points.
  private static func edge(_ tree: XMLTree, of wrap: Int, width: Double) -> Figure.Edge? {
    // the side of the picture at which there is text (20.4.3.7)
    switch tree.value("wrapText", of: wrap) {
    case "left": return .right
    case "right": return .left
    default: break
    }
    guard let place = tree.child("positionH", of: Int(tree.nodes[wrap].parent)) else { return nil }
    if let align = tree.child("align", of: place) { return Figure.Edge(css: tree.words(of: align)) }
    guard let offset = tree.child("posOffset", of: place).flatMap({ Double(tree.words(of: $0)) }) else { return nil }
    // from the margin; the text of a letter page is 6.5 inches wide
    return offset / 12_700 + width / 2 < 234 ? .left : .right
  }

  private func silence(_ tree: XMLTree, _ node: Int) { silent.append(bytes(tree, node)) }

  /// The words of a box stand behind the paragraph that it hangs on.
  private func readBox(_ tree: XMLTree, _ node: Int) {
    guard tree.hasWords(node), depth < WordReader.deepest else { return }
    depth += 1
    defer { depth -= 1 }
    let outer = (fields, link, breaksPage, joined, anchors, behind)
    (fields, link, breaksPage, joined, anchors, behind) = ([], nil, false, nil, [], [])
    let inner = items(tree, in: node)
    (fields, link, breaksPage, joined, anchors, behind) = outer
    guard !inner.isEmpty else { return }
    if boxes.count == 0 { boxes.first = bytes(tree, node).lowerBound }
    boxes.count += 1
    let range = bytes(tree, node)
    apart.append(OutOfFlowText(kind: .caption, file: 0, mark: range.lowerBound..<range.lowerBound, ranges: [range]))
    behind += inner
  }

  /// `width:96pt;height:1.5in` of VML, in points.
  private static func size(_ style: String) -> (width: Double, height: Double)? {
    var found: [String: Double] = [:]
    for part in style.split(separator: ";") {
      let pair = part.split(separator: ":")
      guard pair.count == 2 else { continue }
      let key = pair[0].filter { !$0.isWhitespace }.lowercased()
      let value = pair[1].filter { !$0.isWhitespace }.lowercased()
      let units: [(String, Double)] = [("pt", 1), ("in", 72), ("cm", 28.3465), ("mm", 2.83465), ("px", 0.75)]
      for (unit, factor) in units where value.hasSuffix(unit) {
        if let number = Double(value.dropLast(2)) { found[key] = number * factor }
      }
    }
    guard let width = found["width"], let height = found["height"] else { return nil }
    return (width, height)
  }

  /// The name of a picture that can be shown.
  private func picture(_ id: String, _ alternative: String, at offset: Int) -> String? {
    guard let relationship = relationships[id] else { return nil }
    let target = relationship.target
    guard !relationship.isExternal, let bytes = package.part(target) else {
      say(
        target, relationship.isExternal ? "stands outside of the file and is not fetched" : "is not in the file",
        alternative, at: offset)
      return nil
    }
    let shown = "\(name)/\(target)"
    if pictures[shown] != nil { return shown }
    if let flaw = options.flaw(bytes, shown) {
      say(target, flaw, alternative, at: offset)
      return nil
    }
    pictures[shown] = bytes
    return shown
  }

  private func say(_ name: String, _ why: String, _ alternative: String, at offset: Int) {
    guard flawed.insert(name).inserted else { return }
    let shown = name.split(separator: "/").last.map(String.init) ?? name
    warn(
      "image-absent",
      (name.isEmpty ? "a picture" : "picture \"\(shown)\"") + " \(why)"
        + (alternative.isEmpty ? "; nothing is set for it" : "; its description is set instead"),
      "put it into the manuscript as PNG or JPEG: Word's \"Save as Picture\", then \"Insert, Picture\"", at: offset)
  }
}

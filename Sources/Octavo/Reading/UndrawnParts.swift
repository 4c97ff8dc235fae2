internal import Units
internal import XML

/// What a drawing shows in a browser and not on paper: words in HTML, as programs for diagrams write them, and pictures
/// in other files. librsvg draws neither.
struct UndrawnParts {
  private(set) var words: [String] = []
  private(set) var pictures: [String] = []

  /// Names and words that a message quotes.
  private static let most = 3
  private static let mostBytes = 4 << 20
  private static let xlink = "http://www.w3.org/1999/xlink"

  /// - Parameter svg: plain, as all but packed files are.
  init(_ svg: [UInt8]) {
    guard svg.count <= UndrawnParts.mostBytes else { return }
    let tree = parseXML(svg)
    for (index, node) in tree.nodes.enumerated() {
      switch node.name {
      case "foreignObject" where tree.hasWords(index): words.append(tree.words(of: index))
      case "image":
        guard
          let address = tree.attribute("href", of: index)
            ?? tree.attribute("href", of: index, namespace: UndrawnParts.xlink),
          !address.hasPrefix("data:"), !address.hasPrefix("#")
        else { continue }
        pictures.append(address)
      default: break
      }
    }
  }

  /// Nil where all is drawn.
  func diagnostic(_ name: String, _ source: SourceLocation) -> Diagnostic? {
    guard !words.isEmpty || !pictures.isEmpty else { return nil }
    func some(_ parts: [String]) -> String {
      parts.prefix(UndrawnParts.most).map { part in
        "\"\(part.utf8.count > 60 ? String(part.prefix(57)) + "…" : part)\""
      }.joined(separator: ", ") + (parts.count > UndrawnParts.most ? " and others" : "")
    }
    var parts: [String] = []
    if !words.isEmpty { parts.append("its words in HTML: \(some(words))") }
    if !pictures.isEmpty { parts.append("pictures in other files: \(some(pictures))") }
    return Diagnostic(
      .warning, code: "image-part", "image \"\(name)\" is drawn without \(parts.joined(separator: ", and without "))",
      help: "export it with its words as text or outlines and its pictures embedded, or as PNG", source: source)
  }
}

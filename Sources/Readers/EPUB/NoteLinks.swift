internal import XML

/// Links inside notes.
extension NoteIndex {
  /// Whether a link inside a note leads back to a call of it: to the call, or to the paragraph that this stands in.
  /// A sign alone, and a number at the note's head, do so wherever they lead; other links have words to be read.
  /// - Parameter target: nil for another note.
  static func leadsBack(_ from: NodeID, to target: NodeID?, of body: NodeID, calls: [NodeID], _ pages: [Page]) -> Bool {
    let isAtCall = calls.prefix(100).contains { call in
      guard let target, call.page == target.page else { return false }
      let page = pages[target.page]
      if isNear(target.node, call.node, page) { return true }
      return [target.node, Int(page.tree.nodes[target.node].parent)].contains { node in
        node >= 0 && ofWords.contains(page.element(node))
          && holds(NodeID(page: target.page, node: node), call, pages)
      }
    }
    if isAtCall { return true }
    let home = pages[from.page]
    let words = home.tree.words(of: from.node)
    if words.contains(where: \.isLetter) { return false }
    guard words.contains(where: \.isNumber) else { return true }
    let head = body.node..<max(from.node, body.node)
    return !head.contains { node in
      home.tree.nodes[node].isText && home.tree.bytes[home.tree.nodes[node].source].contains { $0 > 0x20 }
    }
  }

  /// What holds no more than a few lines.
  private static let ofWords: Set<String> = [
    "p", "li", "dt", "dd", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "span", "sup", "a", "small", "em", "i", "b",
    "strong",
  ]
}

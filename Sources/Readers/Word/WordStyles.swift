internal import Manuscript
internal import XML

/// The styles of a file, each with what it takes from those that it is based on (ECMA-376-1, 17.7).
struct WordStyles {
  struct Style: Sendable {
    var run = RunLook()
    var paragraph = ParagraphLook()
    /// What it says that a paragraph is, itself or by one that it is based on.
    var role: StyleRole?
  }

  private(set) var defaults = RunLook()
  private var styles: [String: Style] = [:]
  /// Of paragraphs that name none.
  private(set) var normal = Style()
  /// Styles that number their paragraphs, by their names: numbering names them, not they it.
  private(set) var numbered: [String: Int] = [:]

  private struct Entry {
    var run = RunLook()
    var paragraph = ParagraphLook()
    var base: String?
    var name = ""
  }

  init(_ tree: XMLTree?) {
    guard let tree else { return }
    var entries: [String: Entry] = [:]
    var normalName: String?
    var paragraphDefaults = ParagraphLook()
    for node in tree.children(of: 0) {
      switch tree.nodes[node].name {
      case "docDefaults":
        if let run = tree.first("rPrDefault", in: node), let properties = tree.child("rPr", of: run) {
          defaults = RunLook(tree, properties)
        }
        if let paragraph = tree.first("pPrDefault", in: node), let properties = tree.child("pPr", of: paragraph) {
          paragraphDefaults = ParagraphLook(tree, properties)
        }
      case "style":
        guard let id = tree.value("styleId", of: node), entries.count < 20_000 else { continue }
        var entry = Entry()
        for part in tree.children(of: node) {
          switch tree.nodes[part].name {
          case "name": entry.name = tree.value("val", of: part) ?? ""
          case "basedOn": entry.base = tree.value("val", of: part)
          case "pPr": entry.paragraph = ParagraphLook(tree, part)
          case "rPr": entry.run = RunLook(tree, part)
          default: break
          }
        }
        let isDefault = ["1", "true", "on"].contains(tree.value("default", of: node))
        if isDefault, tree.value("type", of: node) == "paragraph" { normalName = id }
        entries[id] = entry
      default: break
      }
    }
    for id in entries.keys {
      var style = Style()
      var chain: [Entry] = []
      var next: String? = id
      // one may be based on itself through others
      while let name = next, let entry = entries[name], chain.count < 64 {
        chain.append(entry)
        next = entry.base
      }
      for entry in chain.reversed() {
        style.run = entry.run.over(style.run)
        style.paragraph = entry.paragraph.over(style.paragraph)
      }
      style.paragraph = style.paragraph.over(paragraphDefaults)
      style.role = chain.lazy.compactMap { StyleRole(name: $0.name) }.first ?? StyleRole(name: id)
      styles[id] = style
    }
    normal.paragraph = paragraphDefaults
    if let normalName, let style = styles[normalName] { normal = style }
    normal.role = nil
  }

  subscript(id: String?) -> Style? { id.flatMap { styles[$0] } }
}

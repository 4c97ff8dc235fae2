internal import BookModel
internal import Manuscript
internal import Units

/// Elements whose classes make call-outs of them, as the programs name these that write EPUB.
extension FlowReader {
  func calloutKind(_ node: Int, _ types: Set<String>, _ look: ComputedStyle) -> Callout.Kind? {
    let name = page.element(node)
    guard ["aside", "div", "section"].contains(name), types.isDisjoint(with: FlowReader.notes) else { return nil }
    if let kind = Callout.Kind(classes: page.classes(node), isAside: name == "aside") { return kind }
    // a box with a border, or one that is called so
    if !types.isDisjoint(with: ["sidebar"]) || page.tree.attribute("data-type", of: node) == "sidebar"
      || page.classes(node).contains(where: { ["textbox", "sidebar"].contains($0.lowercased()) })
      || look.isBoxed && isAmongOthers(node)
    {
      return .titled
    }
    return name == "aside" || isAside(node) ? .aside : nil
  }

  /// It is meant for the margin, by its class.
  func isAside(_ node: Int) -> Bool {
    page.classes(node).contains { Callout.Kind.asideClasses.contains($0.lowercased()) }
  }

  /// What Tufte's pages have to open their notes on small screens.
  func isToggle(_ node: Int) -> Bool {
    ["label", "input"].contains(page.element(node)) && page.classes(node).contains("margin-toggle")
  }

  private static let notes: Set<String> = [
    "footnote", "footnotes", "endnote", "endnotes", "rearnote", "rearnotes", "note",
  ]

  func callout(_ node: Int, _ kind: Callout.Kind, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem])
  {
    let range = page.tree.nodes[node].source
    let waiting = context.isInside ? [] : pendingAnchors
    if !context.isInside { pendingAnchors = [] }
    var blocks = self.blocks(in: node, look.inherited, context)
    guard !blocks.isEmpty else {
      pendingAnchors = waiting + pendingAnchors
      return
    }
    if !context.isInside { pendingAnchors = waiting + pendingAnchors }
    if kind == .aside {
      let source = SourceLocation(offset: page.place(range.lowerBound))
      return add(.callout(Callout(.aside, blocks, source: source)), context, range: range, into: &out)
    }
    var title: [Inline] = []
    let isTitled = page.whole(node).prefix(8).contains { child in
      page.classes(child).contains { $0.lowercased().hasSuffix("title") || $0.lowercased().hasSuffix("header") }
    }
    if case .heading(let heading)? = blocks.first {
      title = heading.label + heading.title
      blocks.removeFirst()
    } else if isTitled, case .paragraph(let words)? = blocks.first {
      title = words.inlines
      blocks.removeFirst()
    }
    let source = SourceLocation(offset: page.place(range.lowerBound))
    add(.callout(Callout(kind, title: title, blocks, source: source)), context, range: range, into: &out)
  }
}

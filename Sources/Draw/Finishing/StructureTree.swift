/// A link annotation that the structure refers to.
struct TaggedLink {
  var page: Int
  /// Counted on the page; -1 where nothing was drawn of it.
  var index: Int32
  var node: Int32
  /// Object number.
  var annotation = 0
}

/// What each node of the structure holds, in reading order; those that hold nothing are left out.
struct StructureTree {
  /// Marked content of a page.
  struct Content {
    var page: Int32
    var identifier: Int32
  }

  enum Kid {
    case content(Content)
    /// An index into `links`, with what was drawn of it.
    case link(Int, ArraySlice<Content>)
    case node(Int32)
  }

  let plan: StructurePlan
  var links: [TaggedLink]
  private var contents: [[Content]]
  private var children: [[Int32]]
  /// Links of which nothing was drawn, by node.
  private var bareLinks: [Int32: [Int]] = [:]
  private(set) var outermost: [Int32] = []
  private let linkOf: [LinkPlace: Int]

  private struct LinkPlace: Hashable {
    var page: Int
    var index: Int32
  }

  /// - Parameter identifiers: by page, the part that each identifier stands for.
  init(_ plan: StructurePlan, identifiers: [[Int32]], links: [TaggedLink]) {
    self.plan = plan
    self.links = links
    contents = Array(repeating: [], count: plan.nodes.count)
    children = Array(repeating: [], count: plan.nodes.count)
    for (page, parts) in identifiers.enumerated() {
      for (identifier, part) in parts.enumerated() {
        contents[Int(plan.pages[page].parts[Int(part)].node)].append(
          Content(page: Int32(page), identifier: Int32(identifier)))
      }
    }
    var places: [LinkPlace: Int] = [:]
    var drawn: Set<LinkPlace> = []
    for (page, parts) in identifiers.enumerated() {
      for part in parts {
        let link = plan.pages[page].parts[Int(part)].link
        if link >= 0 { drawn.insert(LinkPlace(page: page, index: link)) }
      }
    }
    for (number, link) in links.enumerated() {
      let place = LinkPlace(page: link.page, index: link.index)
      if drawn.contains(place) { places[place] = number } else { bareLinks[link.node, default: []].append(number) }
    }
    linkOf = places
    self.identifiers = identifiers
    var holds = contents.map { !$0.isEmpty }
    for node in bareLinks.keys where node >= 0 { holds[Int(node)] = true }
    for node in plan.nodes.indices.reversed() where holds[node] && plan.nodes[node].parent >= 0 {
      holds[Int(plan.nodes[node].parent)] = true
    }
    for node in plan.nodes.indices.reversed() {
      let parent = Int(plan.nodes[node].parent)
      guard parent >= 0 else { continue }
      // a row has all its cells, the empty ones too (ISO 14289-1, 7.5)
      let isCell = plan.nodes[node].type == "TD" || plan.nodes[node].type == "TH"
      if holds[node] || (isCell && holds[parent]) { children[parent].append(Int32(node)) }
    }
    outermost = plan.outermost.filter { holds[Int($0)] }
  }

  /// By page.
  let identifiers: [[Int32]]

  func part(of content: Content) -> StructurePlan.Part {
    plan.pages[Int(content.page)].parts[Int(identifiers[Int(content.page)][Int(content.identifier)])]
  }

  func link(of content: Content) -> Int? {
    let index = part(of: content).link
    return index < 0 ? nil : linkOf[LinkPlace(page: Int(content.page), index: index)]
  }

  func kids(of node: Int32) -> [Kid] {
    var kids: [Kid] = []
    let own = contents[Int(node)]
    var at = 0
    while at < own.count {
      guard let link = link(of: own[at]) else {
        kids.append(.content(own[at]))
        at += 1
        continue
      }
      let first = at
      while at < own.count, self.link(of: own[at]) == link { at += 1 }
      kids.append(.link(link, own[first..<at]))
    }
    for link in bareLinks[node] ?? [] { kids.append(.link(link, [])) }
    for child in children[Int(node)].reversed() { kids.append(.node(child)) }
    return kids
  }

  /// The first picture of a node, for its place on the page.
  func picture(of node: Int32) -> (page: Int, picture: StructurePlan.Picture)? {
    for content in contents[Int(node)] {
      let page = Int(content.page)
      if let found = plan.pages[page].pictures.first(where: {
        $0.part >= 0 && plan.pages[page].parts[Int($0.part)].node == node
      }) {
        return (page, found)
      }
    }
    return nil
  }
}

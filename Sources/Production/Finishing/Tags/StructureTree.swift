/// What each node of the structure holds, in reading order; those that hold nothing are left out.
struct StructureTree {
  /// Marked content of a page.
  struct Content {
    var page: Int32
    var identifier: Int32
  }

  enum Kid {
    case content(Content)
    /// An index into `phrases`.
    case phrase(Int, ArraySlice<Content>)
    /// An index into `links`, with what was drawn of it.
    case link(Int, ArraySlice<Content>)
    case node(Int32)
  }

  let plan: StructurePlan
  let links: [PlacedLink]
  /// Those that have an element of their own.
  private(set) var phrases: [StructurePlan.Phrase] = []
  /// By node, where all its words are of another language than the book's.
  private(set) var languages: [Int32: String] = [:]
  /// Of all nodes, one behind the other.
  private var contents: [Content]
  /// By node, where its contents begin; those of the next end them.
  private var starts: [Int]
  /// By node, its first child that is not left out, and the next one of its parent; -1 for none.
  private var firstChild, nextChild: [Int32]
  /// As `identifiers` has them; none where there are no phrases.
  private var phraseOf: [Int32] = []
  /// Links of which nothing was drawn, by node.
  private var bareLinks: [Int32: [Int]] = [:]
  private(set) var outermost: [Int32] = []
  private let linkOf: [LinkPlace: Int]

  private struct LinkPlace: Hashable {
    var page: Int
    var index: Int32
  }

  /// - Parameter identifiers: by page, the part that each identifier stands for.
  init(_ plan: StructurePlan, identifiers: ListOfPages<Int32>, links: [PlacedLink]) {
    self.plan = plan
    self.links = links
    self.identifiers = identifiers
    starts = Array(repeating: 0, count: plan.nodes.count + 1)
    var drawn: Set<LinkPlace> = []
    for page in 0..<identifiers.count {
      for part in identifiers[page] {
        let part = plan.pages.parts[page, part]
        starts[Int(part.node) + 1] += 1
        if part.link >= 0 { drawn.insert(LinkPlace(page: page, index: part.link)) }
      }
    }
    for node in plan.nodes.indices { starts[node + 1] += starts[node] }
    var ends = starts
    contents = Array(repeating: Content(page: 0, identifier: 0), count: starts.last ?? 0)
    for page in 0..<identifiers.count {
      for (identifier, part) in identifiers[page].enumerated() {
        let node = Int(plan.pages.parts[page, part].node)
        contents[ends[node]] = Content(page: Int32(page), identifier: Int32(identifier))
        ends[node] += 1
      }
    }
    var places: [LinkPlace: Int] = [:]
    for (number, link) in links.enumerated() {
      let place = LinkPlace(page: link.page, index: link.part.link)
      if drawn.contains(place) { places[place] = number } else { bareLinks[link.part.node, default: []].append(number) }
    }
    linkOf = places
    firstChild = Array(repeating: -1, count: plan.nodes.count)
    nextChild = firstChild
    var holds = plan.nodes.indices.map { starts[$0] < starts[$0 + 1] }
    for node in bareLinks.keys where node >= 0 { holds[Int(node)] = true }
    for node in plan.nodes.indices.reversed() where holds[node] && plan.nodes[node].parent >= 0 {
      holds[Int(plan.nodes[node].parent)] = true
    }
    let cells = ["TD", "TH"].compactMap { plan.types.firstIndex(of: $0).map(Int32.init) }
    for node in plan.nodes.indices.reversed() {
      let parent = Int(plan.nodes[node].parent)
      guard parent >= 0 else { continue }
      // a row has all its cells, the empty ones too (ISO 14289-1, 7.5)
      guard holds[node] || (cells.contains(plan.nodes[node].type) && holds[parent]) else { continue }
      (nextChild[node], firstChild[parent]) = (firstChild[parent], Int32(node))
    }
    outermost = plan.outermost.filter { holds[Int($0)] }
    if plan.pages.hasPhrases { findPhrases() }
  }

  /// By page, the part that each marked-content identifier stands for.
  let identifiers: ListOfPages<Int32>

  private func contents(of node: Int) -> ArraySlice<Content> { contents[starts[node]..<starts[node + 1]] }

  func part(of content: Content) -> StructurePlan.Part {
    plan.pages.parts[Int(content.page), identifiers[Int(content.page), content.identifier]]
  }

  func link(of content: Content) -> Int? {
    let index = part(of: content).link
    return index < 0 ? nil : linkOf[LinkPlace(page: Int(content.page), index: index)]
  }

  /// The element of a phrase that a content is in.
  func phrase(of content: Content) -> Int? {
    guard !phraseOf.isEmpty else { return nil }
    let phrase = phraseOf[identifiers[at: Int(content.page), content.identifier]]
    return phrase < 0 ? nil : Int(phrase)
  }

  func kids(of node: Int32) -> [Kid] {
    var kids: [Kid] = []
    let own = contents(of: Int(node))
    var at = own.startIndex
    while at < own.endIndex {
      let first = at
      if let link = link(of: own[at]) {
        while at < own.endIndex, self.link(of: own[at]) == link { at += 1 }
        kids.append(.link(link, own[first..<at]))
      } else if let phrase = phrase(of: own[at]) {
        while at < own.endIndex, link(of: own[at]) == nil, self.phrase(of: own[at]) == phrase { at += 1 }
        kids.append(.phrase(phrase, own[first..<at]))
      } else {
        kids.append(.content(own[at]))
        at += 1
      }
    }
    for link in bareLinks[node] ?? [] { kids.append(.link(link, [])) }
    var child = firstChild[Int(node)]
    while child >= 0 {
      kids.append(.node(child))
      child = nextChild[Int(child)]
    }
    return kids
  }

  /// The first picture of a node, for its place on the page.
  func picture(of node: Int32) -> StructurePlan.Picture? {
    for content in contents(of: Int(node)) {
      let page = Int(content.page)
      let found = plan.pages.pictures[page].first { $0.part >= 0 && plan.pages.parts[page, $0.part].node == node }
      if let found { return found }
    }
    return nil
  }

  /// The picture that a content is.
  func picture(at content: Content) -> StructurePlan.Picture? {
    let part = identifiers[Int(content.page), content.identifier]
    return plan.pages.pictures[Int(content.page)].first { $0.part == part }
  }
}

// MARK: Phrases

extension StructureTree {
  private func said(of content: Content) -> StructurePlan.Phrase? {
    let phrase = part(of: content).phrase
    return phrase < 0 ? nil : plan.pages.phrases[Int(content.page), phrase]
  }

  /// Gives phrases their elements: a word's parts are one, and so are words of one language that follow each
  /// other, on several pages, too.
  private mutating func findPhrases() {
    phraseOf = Array(repeating: -1, count: identifiers.total)
    for node in plan.nodes.indices where contents(of: node).contains(where: { part(of: $0).phrase >= 0 }) {
      putPicturesInPlace(node)
      let own = contents(of: node)
      let language = own.first.flatMap { said(of: $0)?.language }
      let isWhole = language != nil && own.allSatisfy { said(of: $0)?.language == language }
      if isWhole { languages[Int32(node)] = language }
      var before: StructurePlan.Phrase?
      for content in own {
        var phrase = said(of: content)
        if isWhole { phrase?.language = nil }
        guard let said = phrase, link(of: content) == nil, said != StructurePlan.Phrase() else {
          before = nil
          continue
        }
        let isSame =
          said.alternative == nil && before?.alternative == nil && before?.words == said.words
          && before?.language == said.language && (said.words == nil || said.isContinued || before == said)
        if before == nil || !isSame { phrases.append(said) }
        before = said
        phraseOf[identifiers[at: Int(content.page), content.identifier]] = Int32(phrases.count - 1)
      }
    }
  }

  /// Pictures are drawn before all words of their page, and read among them.
  private mutating func putPicturesInPlace(_ node: Int) {
    guard contents(of: node).contains(where: { part(of: $0).piece > 0 }) else { return }
    let order = contents(of: node).enumerated().sorted { a, b in
      func key(_ entry: (offset: Int, element: Content)) -> (Int32, Int32, Int, Int) {
        let isPicture = said(of: entry.element)?.alternative != nil
        return (entry.element.page, part(of: entry.element).piece, isPicture ? 1 : 0, entry.offset)
      }
      return key(a) < key(b)
    }
    contents.replaceSubrange(starts[node]..<starts[node + 1], with: order.map(\.element))
  }
}

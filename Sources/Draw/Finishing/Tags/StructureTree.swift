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
  private var contents: [[Content]]
  private var children: [[Int32]]
  /// By page and identifier; no pages where there are no phrases.
  private var phraseOf: [[Int32]] = []
  /// Links of which nothing was drawn, by node.
  private var bareLinks: [Int32: [Int]] = [:]
  private(set) var outermost: [Int32] = []
  private let linkOf: [LinkPlace: Int]

  private struct LinkPlace: Hashable {
    var page: Int
    var index: Int32
  }

  /// - Parameter identifiers: by page, the part that each identifier stands for.
  init(_ plan: StructurePlan, identifiers: [[Int32]], links: [PlacedLink]) {
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
      let place = LinkPlace(page: link.page, index: link.part.link)
      if drawn.contains(place) { places[place] = number } else { bareLinks[link.part.node, default: []].append(number) }
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
    if plan.pages.contains(where: { !$0.phrases.isEmpty }) { findPhrases() }
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

  /// The element of a phrase that a content is in.
  func phrase(of content: Content) -> Int? {
    guard !phraseOf.isEmpty else { return nil }
    let phrase = phraseOf[Int(content.page)][Int(content.identifier)]
    return phrase < 0 ? nil : Int(phrase)
  }

  func kids(of node: Int32) -> [Kid] {
    var kids: [Kid] = []
    let own = contents[Int(node)]
    var at = 0
    while at < own.count {
      let first = at
      if let link = link(of: own[at]) {
        while at < own.count, self.link(of: own[at]) == link { at += 1 }
        kids.append(.link(link, own[first..<at]))
      } else if let phrase = phrase(of: own[at]) {
        while at < own.count, link(of: own[at]) == nil, self.phrase(of: own[at]) == phrase { at += 1 }
        kids.append(.phrase(phrase, own[first..<at]))
      } else {
        kids.append(.content(own[at]))
        at += 1
      }
    }
    for link in bareLinks[node] ?? [] { kids.append(.link(link, [])) }
    for child in children[Int(node)].reversed() { kids.append(.node(child)) }
    return kids
  }

  /// The first picture of a node, for its place on the page.
  func picture(of node: Int32) -> StructurePlan.Picture? {
    for content in contents[Int(node)] {
      let page = plan.pages[Int(content.page)]
      if let found = page.pictures.first(where: { $0.part >= 0 && page.parts[Int($0.part)].node == node }) {
        return found
      }
    }
    return nil
  }

  /// The picture that a content is.
  func picture(at content: Content) -> StructurePlan.Picture? {
    let part = identifiers[Int(content.page)][Int(content.identifier)]
    return plan.pages[Int(content.page)].pictures.first { $0.part == part }
  }
}

// MARK: Phrases

extension StructureTree {
  private func said(of content: Content) -> StructurePlan.Phrase? {
    let phrase = part(of: content).phrase
    return phrase < 0 ? nil : plan.pages[Int(content.page)].phrases[Int(phrase)]
  }

  /// Gives phrases their elements: a word's parts are one, and so are words of one language that follow each
  /// other, on several pages, too.
  private mutating func findPhrases() {
    phraseOf = identifiers.map { [Int32](repeating: -1, count: $0.count) }
    for node in contents.indices where contents[node].contains(where: { part(of: $0).phrase >= 0 }) {
      putPicturesInPlace(Int(node))
      let own = contents[node]
      let language = said(of: own[0])?.language
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
        phraseOf[Int(content.page)][Int(content.identifier)] = Int32(phrases.count - 1)
      }
    }
  }

  /// Pictures are drawn before all words of their page, and read among them.
  private mutating func putPicturesInPlace(_ node: Int) {
    guard contents[node].contains(where: { part(of: $0).piece > 0 }) else { return }
    let order = contents[node].enumerated().sorted { a, b in
      func key(_ entry: (offset: Int, element: Content)) -> (Int32, Int32, Int, Int) {
        let isPicture = said(of: entry.element)?.alternative != nil
        return (entry.element.page, part(of: entry.element).piece, isPicture ? 1 : 0, entry.offset)
      }
      return key(a) < key(b)
    }
    contents[node] = order.map(\.element)
  }
}

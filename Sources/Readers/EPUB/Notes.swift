internal import BookModel
internal import XML

/// A node of a document of the book.
struct NodeID: Hashable {
  var page: Int
  var node: Int
}

/// Which links call notes, and which elements are their text.
struct NoteIndex {
  /// By the `a` that calls: the element of the note.
  private(set) var calls: [NodeID: NodeID] = [:]
  /// Elements that are notes, out of the run of the text.
  private(set) var bodies: Set<NodeID> = []
  /// Paragraphs that go on with a note, by its element.
  private(set) var tails: [NodeID: [Int]] = [:]
  /// Elements that are read with a note that is not theirs alone.
  private(set) var elsewhere: Set<NodeID> = []
  /// Elements that hold no more than the mark of the note beside them.
  private(set) var labels: Set<NodeID> = []
  /// Links inside notes that lead back to their calls.
  private(set) var backLinks: Set<NodeID> = []
  /// Calls of notes that are not there.
  private(set) var lost: Set<NodeID> = []
  /// Places that some link leads to.
  private(set) var targets: Set<NodeID> = []
  /// Documents that some link leads to.
  private(set) var linkedPages: Set<Int> = []

  private struct Link {
    var from: NodeID
    var to: NodeID
    var isCall: Bool
  }

  init(_ pages: [Page], resolve: (String, Page) -> (page: Int, fragment: String)?) {
    var links: [Link] = []
    var byTarget: [NodeID: [Int]] = [:]
    for page in pages {
      for node in page.tree.nodes.indices where page.tree.nodes[node].name == "a" {
        guard let address = page.tree.attribute("href", of: node), let (other, fragment) = resolve(address, page) else {
          continue
        }
        if other != page.index { linkedPages.insert(other) }
        guard let target = fragment.isEmpty ? pages[other].body : pages[other].ids[fragment], target >= 0 else {
          if NoteIndex.saysCall(page, node), NoteIndex.looksLikeMark(page, node) {
            lost.insert(NodeID(page: page.index, node: node))
          }
          continue
        }
        let to = NodeID(page: other, node: target)
        targets.insert(to)
        byTarget[to, default: []].append(links.count)
        links.append(
          Link(
            from: NodeID(page: page.index, node: node), to: to,
            isCall: !fragment.isEmpty && NoteIndex.saysCall(page, node)))
      }
    }
    // links that stand inside an element, by it: to find what leads back
    var inside: [NodeID: [Int]] = [:]
    for (index, link) in links.enumerated() {
      var node = link.from.node
      for _ in 0..<6 where node >= 0 {
        inside[NodeID(page: link.from.page, node: node), default: []].append(index)
        node = Int(pages[link.from.page].tree.nodes[node].parent)
      }
    }
    var bodyOf: [Int: NodeID] = [:]
    for (index, link) in links.enumerated() {
      let page = pages[link.to.page]
      guard link.isCall || NoteIndex.looksLikeMark(pages[link.from.page], link.from.node),
        !pages[link.from.page].types(link.from.node).contains("backlink"),
        let body = NoteIndex.body(of: link.to.node, in: page)
      else { continue }
      let spot = NodeID(page: link.to.page, node: body)
      let label = NoteIndex.label(of: body, page)
      // a link of the class of notes calls one and is none
      let isTyped =
        NoteIndex.isTyped(page, body) || page.element(link.to.node) != "a" && NoteIndex.isTyped(page, link.to.node)
      let own = (inside[spot] ?? []) + (label.flatMap { inside[NodeID(page: link.to.page, node: $0)] } ?? [])
      let leadsBack = own.contains { other in
        let back = links[other].to
        return back.page == link.from.page && NoteIndex.isNear(back.node, link.from.node, pages[back.page])
      }
      let isBehind = (link.to.page, link.to.node) > (link.from.page, link.from.node)
      // a call inside the note itself, or in a note list, is the way back
      guard !NoteIndex.holds(spot, link.from, pages),
        link.isCall || isTyped || isBehind && (leadsBack || NoteIndex.isAnswered(link.from, label ?? body, page, pages))
      else { continue }
      if !isTyped, !link.isCall, NoteIndex.isTyped(pages[link.from.page], link.from.node) { continue }
      bodyOf[index] = spot
    }
    take(bodyOf, links, inside, pages)
  }

  /// Places that the book's own contents lead to are told apart, too.
  mutating func add(targets spots: [NodeID]) { targets.formUnion(spots) }

  private mutating func take(_ bodyOf: [Int: NodeID], _ links: [Link], _ inside: [NodeID: [Int]], _ pages: [Page]) {
    // an element that several ids lead into is a list of notes, and no note
    var targetsOf: [NodeID: Set<NodeID>] = [:]
    for (index, body) in bodyOf { targetsOf[body, default: []].insert(links[index].to) }
    for index in bodyOf.keys.sorted() {
      guard let body = bodyOf[index], (targetsOf[body]?.count ?? 0) <= 2 else { continue }
      calls[links[index].from] = body
      bodies.insert(body)
      let page = pages[body.page]
      if let label = NoteIndex.label(of: body.node, page) { labels.insert(NodeID(page: body.page, node: label)) }
    }
    findTails(pages)
    var callers: [NodeID: [NodeID]] = [:]
    for (call, body) in calls { callers[body, default: []].append(call) }
    for body in bodies {
      let calls = callers[body] ?? []
      for index in inside[body] ?? [] where self.calls[links[index].from] == nil {
        let link = links[index]
        guard link.isCall || calls.contains(where: { $0.page == link.to.page }),
          NoteIndex.leadsBack(link.from, to: bodies.contains(link.to) ? nil : link.to, of: body, calls: calls, pages)
        else { continue }
        backLinks.insert(link.from)
      }
    }
  }

  /// What stands between the first paragraphs of notes that follow one another goes on with the note above it;
  /// but where such a stretch calls notes, it is the text, with its notes between the paragraphs.
  private mutating func findTails(_ pages: [Page]) {
    let callers = Set(calls.keys)
    for (home, bodies) in Dictionary(
      grouping: bodies, by: { NodeID(page: $0.page, node: Int(pages[$0.page].tree.nodes[$0.node].parent)) })
    where home.node >= 0 {
      let page = pages[home.page]
      let firsts = Set(bodies.map(\.node).filter { page.element($0) == "p" })
      var waiting: [Int] = []
      var note: Int?
      for child in page.elements(in: home.node) {
        if firsts.contains(child) {
          if let note, !waiting.isEmpty { tails[NodeID(page: home.page, node: note)] = waiting }
          note = child
          waiting = []
        } else if note != nil {
          let goesOn =
            ["p", "blockquote", "ul", "ol"].contains(page.element(child))
            && !page.whole(child).contains { callers.contains(NodeID(page: home.page, node: $0)) }
          if goesOn, waiting.count < 6 { waiting.append(child) } else { note = nil }
        }
      }
      // behind the last note: what its class says is of the same kind
      if let note {
        let kind = page.classes(note)
        let alike = waiting.prefix { !kind.isEmpty && page.classes($0) == kind }
        if !alike.isEmpty { tails[NodeID(page: home.page, node: note)] = Array(alike) }
      }
    }
    for (spot, nodes) in tails { elsewhere.formUnion(nodes.map { NodeID(page: spot.page, node: $0) }) }
  }

  // MARK: Signs

  private static let callTypes: Set<String> = ["noteref", "z3998:noteref", "annoref"]
  private static let callClasses: Set<String> = [
    "noteref", "footnoteref", "fnref", "footnote-ref", "fnanchor", "footnotelink", "endnoteref", "endnote-ref",
  ]

  private static func saysCall(_ page: Page, _ node: Int) -> Bool {
    // a link of the class of notes that is no more than a mark
    let classes = page.classes(node).map { $0.lowercased() }
    if classes.contains(where: { $0 == "footnote" || $0 == "endnote" }), looksLikeMark(page, node) { return true }
    if !page.types(node).isDisjoint(with: callTypes) { return true }
    // Pressbooks has `<sup class="footnote">` around it
    let around = page.parent(node)
    if around >= 0, page.element(around) == "sup", looksLikeMark(page, node),
      page.classes(around).contains(where: { ["footnote", "endnote"].contains($0.lowercased()) })
    {
      return true
    }
    return classes.contains { callClasses.contains($0) }
  }

  /// What a call says, without brackets.
  static func mark(in page: Page, _ call: Int) -> String {
    page.tree.words(of: call).filter { !"[](){}.".contains($0) && !$0.isWhitespace }
  }

  /// `1`, `[12]`, `(a)`, `*`, `†`.
  private static func looksLikeMark(_ page: Page, _ node: Int) -> Bool {
    guard page.tree.nodes[node].inner.count < 200 else { return false }
    let words = mark(in: page, node)
    guard !words.isEmpty, words.count <= 4 else { return false }
    if words.count == 1, words.allSatisfy(\.isLetter), isRaised(page, node) { return true }
    return words.allSatisfy(\.isNumber) || words.allSatisfy { "*†‡§¶‖#".contains($0) }
      || words.count == 1 && words.allSatisfy(\.isLetter) && page.tree.words(of: node).contains { "[(".contains($0) }
  }

  /// Its element, or one right around or within it, stands above the line.
  private static func isRaised(_ page: Page, _ node: Int) -> Bool {
    var around = node
    for _ in 0..<3 where around > page.body {
      if page.element(around) == "sup" || page.classes(around).contains(where: { $0.lowercased().contains("sup") }) {
        return true
      }
      around = page.parent(around)
    }
    return page.tree.first("sup", in: node) != nil
  }

  /// A raised mark, and what it leads to begins with the same mark.
  private static func isAnswered(_ call: NodeID, _ body: Int, _ page: Page, _ pages: [Page]) -> Bool {
    let mark = mark(in: pages[call.page], call.node)
    guard isRaised(pages[call.page], call.node), !mark.isEmpty else { return false }
    let words = page.tree.words(of: body).drop { "[({".contains($0) || $0.isWhitespace }
    guard words.hasPrefix(mark), let next = words.dropFirst(mark.count).first else { return words == mark[...] }
    return !next.isLetter && !next.isNumber
  }

  /// The term before a definition that is a note.
  private static func label(of body: Int, _ page: Page) -> Int? {
    guard page.element(body) == "dd", page.tree.nodes[body].parent >= 0 else { return nil }
    return page.elements(in: page.parent(body)).last { $0 < body }.flatMap {
      page.element($0) == "dt" && page.tree.words(of: $0).count <= 8 ? $0 : nil
    }
  }

  private static let noteTypes: Set<String> = [
    "footnote", "endnote", "rearnote", "note", "annotation", "z3998:annotation",
  ]

  static func isTyped(_ page: Page, _ node: Int) -> Bool {
    !page.types(node).isDisjoint(with: noteTypes)
      || page.classes(node).contains { ["footnote", "endnote"].contains($0.lowercased()) }
  }

  private static let holders: Set<String> = [
    "li", "aside", "p", "div", "dd", "dt", "dl", "section", "td", "blockquote",
  ]
  private static let divisions: Set<String> = ["h1", "h2", "section"]

  /// The element that holds a note whose id a link names.
  private static func body(of target: Int, in page: Page) -> Int? {
    var node = target
    while node >= 0, !holders.contains(page.element(node)) {
      if page.element(node) == "body" { return nil }
      node = page.parent(node)
    }
    guard node > page.body else { return nil }
    // a list of one mark and its note, as calibre makes them
    if page.element(node) == "dl" {
      let parts = page.elements(in: node)
      guard parts.count == 2, page.element(parts[0]) == "dt", page.element(parts[1]) == "dd" else { return nil }
      node = parts[0]
    }
    if page.element(node) == "dt" {
      guard page.tree.words(of: node).count <= 8,
        let next = page.elements(in: page.parent(node)).first(where: { $0 > node }), page.element(next) == "dd"
      else { return nil }
      node = next
    }
    // a paragraph in an element of the note's own
    var around = page.parent(node)
    for _ in 0..<2 where around > page.body {
      // the list around a definition holds its mark as well
      if page.element(node) == "dd" { break }
      if page.element(around) == "li" && isOnly(node, of: around, page) || isTyped(page, around) {
        node = around
      }
      around = page.parent(around)
    }
    // what is as long as a chapter is one
    guard page.tree.nodes[node].inner.count < 60_000, page.tree.hasWords(node) else { return nil }
    return page.inside(node).contains { divisions.contains(page.element($0)) } ? nil : node
  }

  private static func isOnly(_ node: Int, of around: Int, _ page: Page) -> Bool {
    page.elements(in: around).first == node
  }

  static func isNear(_ a: Int, _ b: Int, _ page: Page) -> Bool {
    if a == b { return true }
    let (first, second) = (min(a, b), max(a, b))
    return second - first <= 4 || page.tree.nodes[a].parent == page.tree.nodes[b].parent && second - first < 8
  }

  static func holds(_ outer: NodeID, _ inner: NodeID, _ pages: [Page]) -> Bool {
    outer.page == inner.page && pages[outer.page].whole(outer.node).contains(inner.node)
  }
}

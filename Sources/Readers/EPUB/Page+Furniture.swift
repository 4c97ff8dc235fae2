internal import Manuscript
internal import XML

/// What a page of HTML has around its text for those who come by: menus, its head and foot, forms, lists of its own places.
extension Page {
  /// Finds what is left out, so that no page has it.
  func leaveOut(
    of publication: Publication, _ pages: [Page], _ keeps: Set<EPUBOptions.Kept>,
    resolve: (String, Page) -> (page: Int, fragment: String)?
  ) {
    if publication.isHTML {
      leaveOut(amongPages: pages.count, keeps, resolve: resolve)
    } else if !keeps.contains(.contents) {
      leaveOutContents(places: publication.places.count, pages, resolve: resolve)
    }
  }

  /// - Parameter amongPages: how many pages the book has.
  private func leaveOut(
    amongPages count: Int, _ keeps: Set<EPUBOptions.Kept>, resolve: (String, Page) -> (page: Int, fragment: String)?
  ) {
    guard body >= 0 else { return }
    let main = tree.mainPart.flatMap { tree.words(of: $0).utf8.count > 100 ? $0 : nil }
    let mainHasHeading = main.map { holdsHeading($0) } ?? false
    let links = PageLinks(self, resolve)
    var node = body + 1
    while node < Int(tree.nodes[body].end) {
      guard !tree.nodes[node].isText, tree.hasWords(node) else {
        node += 1
        continue
      }
      var why: String?
      if let main, !keeps.contains(.boilerplate), !whole(main).contains(node), !whole(node).contains(main) {
        why = furniture(node, mainHasHeading: mainHasHeading)
      }
      if why == nil, isMenu(node, links) {
        why = links.leadsWithin(node) ? Page.contents : "menu of the page"
      }
      if why == nil, ["ul", "ol", "dl"].contains(element(node)), links.isContents(node) { why = Page.contents }
      if why == Page.contents, keeps.contains(.contents) { why = nil }
      if let why {
        leftOut[node] = why
        node = Int(tree.nodes[node].end)
      } else {
        node += 1
      }
    }
    if count > 1 { leaveOutWays(links) }
    hideDoubledFormulas()
  }

  private static let contents = "contents, made anew with page numbers"

  /// Finds the lists of the book's own places among the text of a publication, which has its contents by itself: what
  /// is called one, and a list of links that lead to one heading behind the other of the documents to come.
  /// - Parameter places: how many lines its own contents have.
  private func leaveOutContents(
    places: Int, _ pages: [Page], resolve: (String, Page) -> (page: Int, fragment: String)?
  ) {
    guard body >= 0, places > 2 else { return }
    let links = PageLinks(self, resolve)
    var node = body + 1
    while node < Int(tree.nodes[body].end) {
      defer { node += 1 }
      guard !tree.nodes[node].isText, tree.hasWords(node), isCalledContents(node) || isList(node) else { continue }
      let isCalled = isCalledContents(node) && links.isContents(node)
      guard isCalled || isList(node) && links.leadOn(from: node, places: places, pages) else { continue }
      leftOut[node] = Page.contents
      node = Int(tree.nodes[node].end) - 1
    }
  }

  private func isList(_ node: Int) -> Bool { ["ul", "ol", "dl"].contains(element(node)) }

  /// By DocBook, Sphinx, Asciidoctor, pandoc and LaTeXML.
  private func isCalledContents(_ node: Int) -> Bool {
    let names = classes(node) + [tree.attribute("id", of: node) ?? ""]
    return names.contains { ["toc", "toctree-wrapper", "ltx_toc", "table-of-contents"].contains($0.lowercased()) }
  }

  private func holdsHeading(_ node: Int) -> Bool {
    whole(node).contains { ["h1", "h2"].contains(element($0)) }
  }

  // MARK: Around the main part

  private static let kinds: [String: String] = [
    "nav": "menu of the page", "navigation": "menu of the page", "footer": "foot of the page",
    "contentinfo": "foot of the page", "header": "head of the page", "banner": "head of the page",
    "aside": "column beside the page", "complementary": "column beside the page", "form": "form", "search": "form",
    "dialog": "notice of the page", "alertdialog": "notice of the page", "menu": "menu of the page",
  ]
  private static let names: [String: String] = [
    "cookie": "notice of the page", "cookies": "notice of the page", "consent": "notice of the page",
    "gdpr": "notice of the page", "popup": "notice of the page", "modal": "notice of the page",
    "newsletter": "notice of the page", "subscribe": "notice of the page", "sidebar": "column beside the page",
    "related": "column beside the page", "menu": "menu of the page", "navbar": "menu of the page",
    "navigation": "menu of the page", "breadcrumb": "menu of the page", "breadcrumbs": "menu of the page",
    "share": "menu of the page", "sharing": "menu of the page", "social": "menu of the page",
    "skip": "menu of the page",
    "toolbar": "menu of the page", "masthead": "head of the page", "footer": "foot of the page",
    "comments": "comments of readers", "respond": "comments of readers", "disqus": "comments of readers",
  ]

  /// What an element beside the main part is by its name, its role or its class; nil for what may be text.
  private func furniture(_ node: Int, mainHasHeading: Bool) -> String? {
    let named = [element(node), tree.attribute("role", of: node)?.lowercased() ?? ""].lazy.compactMap { Page.kinds[$0] }
      .first
    let called = (classes(node) + [tree.attribute("id", of: node) ?? ""]).lazy.flatMap { name in
      name.lowercased().split { !$0.isLetter }
    }.compactMap { Page.names[String($0)] }.first
    guard let why = named ?? called else { return nil }
    // the title of the book may stand above its text
    return why == "head of the page" && !mainHasHeading && holdsHeading(node) ? nil : why
  }

  // MARK: Menus and lists of contents

  /// A `nav` that is little else than links.
  private func isMenu(_ node: Int, _ links: PageLinks) -> Bool {
    let isNav = element(node) == "nav" || tree.attribute("role", of: node) == "navigation"
    return isNav && links.share(of: node) > 0.7
  }

  /// Lines that lead from page to page, at the head and the foot of pages that are one book.
  private func leaveOutWays(_ links: PageLinks) {
    let top = ends(of: body)
    for start in [top, top.reversed()] {
      for node in start.prefix(3) {
        guard leftOut[node] == nil else { continue }
        if element(node) == "hr" { continue }
        guard links.isWay(node) else { break }
        leftOut[node] = "links from page to page"
      }
    }
  }

  /// Elements with words, or rules, that stand side by side, in whatever holds all of them.
  private func ends(of node: Int) -> [Int] {
    var around = node
    while true {
      let children = elements(in: around).filter {
        !ComputedStyle.neverShown.contains(element($0)) && (tree.hasWords($0) || element($0) == "hr")
      }
      guard children.count == 1, holdsBlocks(children[0]) else { return children }
      around = children[0]
    }
  }

  // MARK: Formulas

  /// Where a program of formulas has left what a page shows beside what it means, the first is passed over.
  private func hideDoubledFormulas() {
    for script in tree.all("script", in: body) where isTeX(script) {
      let drawn = elements(in: parent(script)).filter { node in
        node < script && script - Int(tree.nodes[node].end) < 4 && classes(node).contains { $0.hasPrefix("MathJax") }
      }
      if drawn.contains(where: { tree.first("math", in: $0) != nil }) {
        doubled.insert(script)
      } else {
        doubled.formUnion(drawn)
      }
    }
    for math in tree.all("math", in: body) {
      var around = parent(math)
      while around > body, !isDrawnFormula(around) { around = parent(around) }
      guard around > body else { continue }
      var node = around + 1
      while node < Int(tree.nodes[around].end) {
        if node != math, whole(node).contains(math) {
          node += 1
          continue
        }
        if node != math, !tree.nodes[node].isText { doubled.insert(node) }
        node = Int(tree.nodes[node].end)
      }
    }
  }

  private func isDrawnFormula(_ node: Int) -> Bool {
    element(node) == "mjx-container"
      || classes(node).contains { $0 == "katex" || $0.hasPrefix("MathJax") && $0 != "MathJax_Preview" }
  }
}

/// The links of a page, and where they lead.
private struct PageLinks {
  private let page: Page
  /// By the `a`: the place in the book.
  private var targets: [Int: (page: Int, fragment: String)] = [:]

  init(_ page: Page, _ resolve: (String, Page) -> (page: Int, fragment: String)?) {
    self.page = page
    for node in page.tree.all("a") {
      if let address = page.tree.attribute("href", of: node), let target = resolve(address, page) {
        targets[node] = target
      }
    }
  }

  private func letters(_ node: Int) -> Int { page.tree.words(of: node).count { $0.isLetter || $0.isNumber } }

  private func links(in node: Int) -> [Int] {
    page.whole(node).filter { page.element($0) == "a" && page.tree.attribute("href", of: $0) != nil }
  }

  /// How much of the words of an element lead elsewhere.
  func share(of node: Int) -> Double {
    let linked = links(in: node).reduce(0) { $0 + letters($1) }
    return Double(linked) / Double(max(letters(node), 1))
  }

  /// All lead to places in the book.
  func leadsWithin(_ node: Int) -> Bool { links(in: node).allSatisfy { targets[$0] != nil } }

  /// A list that is nothing but links to headings of the page or to other pages.
  func isContents(_ node: Int) -> Bool {
    let links = links(in: node)
    guard links.count > 1, share(of: node) > 0.8, leadsWithin(node) else { return false }
    let places = links.compactMap { link in targets[link].map { "\($0.page)#\($0.fragment)" } }
    return Set(places).count == places.count
      && links.allSatisfy { link in
        guard let target = targets[link] else { return false }
        return target.page != page.index || headsText(target.fragment)
      }
  }

  /// A list of links alone, of headings behind each other and in other documents behind this one: many of those that
  /// the book's own contents name.
  func leadOn(from node: Int, places: Int, _ pages: [Page]) -> Bool {
    let links = links(in: node)
    guard links.count >= 6, links.count * 4 >= places, isContents(node) else { return false }
    var last = (page: page.index, node: 0)
    return links.allSatisfy { link in
      guard let target = targets[link], target.page != page.index, pages.indices.contains(target.page) else {
        return false
      }
      let place = (page: target.page, node: pages[target.page].ids[target.fragment] ?? 0)
      defer { last = place }
      return place > last
    }
  }

  /// Whether a name is that of a heading, of what holds one or of an anchor in or right above one.
  private func headsText(_ fragment: String) -> Bool {
    guard let node = page.ids[fragment] else { return false }
    let isHeading = { (node: Int) in ["h1", "h2", "h3", "h4", "h5", "h6"].contains(page.element(node)) }
    if page.whole(node).prefix(12).contains(where: isHeading) { return true }
    var around = node
    for _ in 0..<3 where around >= 0 {
      if isHeading(around) { return true }
      around = page.parent(around)
    }
    let next = Int(page.tree.nodes[node].end)
    return !page.tree.hasWords(node) && (next..<min(next + 4, page.tree.nodes.count)).contains(where: isHeading)
  }

  /// A line of links to the beginnings of other pages.
  func isWay(_ node: Int) -> Bool {
    let links = links(in: node)
    guard (1...6).contains(links.count),
      !page.whole(node).contains(where: { page.element($0).hasPrefix("h") && page.element($0).count == 2 })
    else { return false }
    return share(of: node) > 0.95
      && links.allSatisfy { link in targets[link].map { $0.page != page.index && $0.fragment.isEmpty } ?? false }
  }
}

extension XMLTree {
  /// The one element that says that it holds what a page is about; nil where none or several do.
  var mainPart: Int? {
    for isMain: (Int) -> Bool in [
      { nodes[$0].name == "main" || attribute("role", of: $0) == "main" }, { nodes[$0].name == "article" },
    ] {
      var found: [Int] = []
      for node in nodes.indices where isMain(node) {
        if let last = found.last, node < Int(nodes[last].end) { continue }
        found.append(node)
      }
      if found.count == 1 { return found[0] }
      if found.count > 1 { return nil }
    }
    return nil
  }
}

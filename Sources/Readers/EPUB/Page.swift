internal import CSS
internal import Units
internal import XML

/// One document of the spine: its tree, what its sheets say of each element, its place among the others.
final class Page {
  let name: String
  let index: Int
  let tree: XMLTree
  /// Where its text begins in the joined source.
  var base = 0
  let styled: StyledTree
  let cascade: Cascade
  /// Elements of the tree by node; -1 for text.
  let elements: [Int32]
  /// What sheets write by counting, by node: before and after its text.
  lazy var counted = countedWords()
  /// Elements whose number is set in another way than the sheet has it.
  var uncounted: Set<Int> = []
  private let isWhole: Bool
  /// Of the `body`, or of the first element.
  let body: Int
  /// Nodes by their ids.
  let ids: [String: Int]

  /// Its sheets as they are written, where drawings in it may need them.
  var sheetText = ""
  /// Of a page of HTML: what is around its text, and why each is left out.
  var leftOut: [Int: String] = [:]
  /// What shows a formula that stands beside it as such.
  var doubled: Set<Int> = []
  let isHTML: Bool
  /// A program draws what stands between marks of TeX.
  lazy var drawsTeX =
    isHTML
    && tree.all("script").contains { script in
      let words = (tree.attribute("src", of: script) ?? "") + tree.text(of: script)
      return ["mathjax", "katex"].contains(where: words.lowercased().contains)
    }

  init(name: String, index: Int, tree: XMLTree, sheets: [StyleSheet], isWhole: Bool, isHTML: Bool = false) {
    self.isHTML = isHTML
    self.name = name
    self.index = index
    self.tree = tree
    self.isWhole = isWhole
    cascade = Cascade([ComputedStyle.usual] + sheets)
    var made: [StyledElement] = []
    var elements = [Int32](repeating: -1, count: tree.nodes.count)
    var nodes: [Int] = []
    var ids: [String: Int] = [:]
    /// By parent: the last child seen.
    var last: [Int: Int] = [:]
    for (node, content) in tree.nodes.enumerated() {
      let parent = content.parent < 0 ? -1 : Int(elements[Int(content.parent)])
      if content.isText {
        if parent >= 0 { made[parent].isEmpty = false }
        continue
      }
      let id = tree.attribute("id", of: node) ?? tree.attribute("id", of: node, namespace: XMLNamespace.xml) ?? ""
      for name in [id, content.name == "a" ? tree.attribute("name", of: node) ?? "" : ""] where !name.isEmpty {
        if ids[name] == nil { ids[name] = node }
      }
      let classes = (tree.attribute("class", of: node) ?? "").tokens.map(String.init)
      let name = content.namespace == XMLNamespace.svg ? content.name : content.name.lowercased()
      var element = StyledElement(
        name: name, namespace: content.namespace, id: id, classes: classes, parent: parent, previous: last[parent] ?? -1
      )
      if element.previous >= 0 { element.place = made[element.previous].place + 1 }
      element.isEmpty = true
      if parent >= 0 { made[parent].isEmpty = false }
      elements[node] = Int32(made.count)
      last[parent] = made.count
      nodes.append(node)
      made.append(element)
    }
    Page.count(&made)
    self.elements = elements
    self.ids = ids
    styled = StyledTree(elements: made) { element, name, namespace in
      let attributes = tree.nodes[nodes[element]].attributes
      return attributes.first {
        $0.name == name && (namespace == nil || $0.namespace == namespace || namespace == "" && $0.namespace.isEmpty)
      }?.value ?? (name == "lang" ? attributes.first { $0.name == "lang" }?.value : nil)
    }
    // one inside another kind of document leaves out what stands beside it there
    let found = tree.first("body").flatMap { body in
      var root = body
      while tree.nodes[root].parent >= 0 { root = Int(tree.nodes[root].parent) }
      // so does one behind another document, unless that has no words but those of a head
      var node = 0
      var isFirst = true
      while isFirst, node < root {
        let isUnseen = ComputedStyle.neverShown.contains(tree.nodes[node].name)
        isFirst = isUnseen || !tree.nodes[node].isText || !tree.hasWords(node)
        node = isUnseen ? Int(tree.nodes[node].end) : node + 1
      }
      return root == body || isFirst && ["html", "svg", "head"].contains(tree.nodes[root].name) ? body : nil
    }
    body = found ?? (tree.nodes.isEmpty ? -1 : 0)
  }

  /// Places of elements among those of their name, and from the back.
  private static func count(_ made: inout [StyledElement]) {
    var byType: [Int: [String: Int]] = [:]
    for index in made.indices {
      let place = (byType[made[index].parent]?[made[index].name] ?? 0) + 1
      byType[made[index].parent, default: [:]][made[index].name] = place
      made[index].placeOfType = place
    }
    var after: [Int: Int] = [:]
    for index in made.indices.reversed() {
      let parent = made[index].parent
      after[parent, default: 0] += 1
      made[index].placeFromEnd = after[parent] ?? 1
      made[index].placeOfTypeFromEnd = (byType[parent]?[made[index].name] ?? 1) - made[index].placeOfType + 1
    }
  }

  // MARK: Looks

  func look(of node: Int, in around: ComputedStyle) -> ComputedStyle {
    var look = around.inherited
    let element = Int(elements[node])
    guard element >= 0 else { return look }
    let inline = tree.attribute("style", of: node).map { StyleSheet.declarations($0) } ?? []
    look.apply(cascade.declared(element, of: styled, inline: isNone ? [] : inline), isWhole: isWhole)
    if let align = tree.attribute("align", of: node)?.lowercased(), !isNone {
      look.apply(["text-align": align], isWhole: false)
    }
    if isTyped(node) { look.space = .pre }
    // a heavy typewriter face is for screens
    let isOfCode = ["code", "tt", "kbd", "samp", "pre"].contains(styled.elements[element].name)
    if isOfCode, !isWhole, !around.isBold { look.isBold = false }
    // sheets that show all (`* { display: block }`) mean what stands in the body
    let isHTML = ["", XMLNamespace.xhtml].contains(tree.nodes[node].namespace)
    if isHTML, Page.unseen.contains(styled.elements[element].name) {
      look.display = .none
    }
    if self.isHTML { takePage(styled.elements[element].name, node, &look) }
    if let language = tree.attribute("lang", of: node, namespace: XMLNamespace.xml) ?? tree.attribute("lang", of: node)
    {
      look.language = language.isEmpty ? nil : language
    }
    return look
  }

  /// What tells of a document, and is no part of its text.
  private static let unseen: Set<String> = ["head", "title", "script", "style", "template", "meta", "link"]

  /// What pages have for those who click, whatever their sheets say of it.
  private func takePage(_ name: String, _ node: Int, _ look: inout ComputedStyle) {
    if ComputedStyle.forScreens.contains(name) || classes(node).contains(where: Page.forEars.contains) {
      look.display = .none
    }
    if isTeX(node) { look.display = .inline }
    if name == "mbp:pagebreak" { (look.display, look.breaksAfter) = (.block, true) }
  }

  /// Classes of words for programs that read aloud, and of numbers that Pressbooks counts and hides; sheets of theirs put
  /// them off the page.
  private static let forEars: Set<String> = [
    "sr-only", "screen-reader-text", "visually-hidden", "visuallyhidden", "front-matter-number", "back-matter-number",
  ]

  /// No sheet but HTML's own is heeded.
  var isNone = false

  /// Lines that end where those of the file do; where elements end them, its own line ends are its layout.
  private func isTyped(_ node: Int) -> Bool {
    guard tree.attribute("space", of: node, namespace: XMLNamespace.xml) == "preserve", !isNone, node != body,
      !holdsBlocks(node)
    else { return false }
    return !whole(node).contains { element($0) == "br" }
  }

  // MARK: Elements

  func parent(_ node: Int) -> Int { Int(tree.nodes[node].parent) }
  /// Those right in an element.
  func elements(in node: Int) -> [Int] { tree.children(of: node).filter { !tree.nodes[$0].isText } }
  /// An element and all nodes in it; without itself.
  func whole(_ node: Int) -> Range<Int> { node..<Int(tree.nodes[node].end) }
  func inside(_ node: Int) -> Range<Int> { whole(node).dropFirst() }

  func element(_ node: Int) -> String { elements[node] < 0 ? "" : styled.elements[Int(elements[node])].name }
  func classes(_ node: Int) -> [String] { elements[node] < 0 ? [] : styled.elements[Int(elements[node])].classes }

  /// What `epub:type` says of an element, and what `role` says in the words of that.
  func types(_ node: Int) -> Set<String> {
    guard elements[node] >= 0 else { return [] }
    var types: Set<String> = isCalledPart(node) ? ["part"] : []
    if isHTML { types.formUnion(typesByClass(node)) }
    if let value = tree.attribute("type", of: node, namespace: XMLNamespace.epub) {
      for type in value.tokens { types.insert(type.lowercased()) }
    }
    // HTMLBook
    if let kind = tree.attribute("data-type", of: node)?.lowercased(), ["section", "div"].contains(element(node)),
      SectionMaker.divisions.contains(kind) || PackagingFilter.frames.contains(kind)
    {
      types.insert(kind)
    }
    if let role = tree.attribute("role", of: node), role.hasPrefix("doc-") {
      let name = String(role.dropFirst(4))
      types.insert(["pagebreak": "pagebreak", "noteref": "noteref"][name] ?? name)
    }
    return types
  }

  /// A box with a heading whose class calls it a part, as Pressbooks has them.
  private func isCalledPart(_ node: Int) -> Bool {
    guard ["div", "section", "body"].contains(element(node)), classes(node).contains("part") else { return false }
    return whole(node).prefix(12).contains { ["h1", "h2", "h3"].contains(element($0)) }
  }

  /// What the classes of a box of a page of HTML say that it is, in one file with others: Pressbooks' and Gutenberg's.
  private func typesByClass(_ node: Int) -> [String] {
    guard ["div", "section", "article"].contains(element(node)) else { return [] }
    let names = classes(node).compactMap { Page.typesOfClasses[$0.lowercased()] }
    guard !names.isEmpty else { return [] }
    // what stands around them all is none
    return whole(node).prefix(16).contains { ["h1", "h2", "h3"].contains(element($0)) }
      || names.contains("copyright-page")
      ? names : []
  }

  private static let typesOfClasses: [String: String] = [
    "half-title-page": "halftitlepage", "title-page": "titlepage", "copyright-page": "copyright-page", "toc": "toc",
    "front-matter": "frontmatter", "back-matter": "backmatter", "chapter": "chapter", "dedication": "dedication",
    "epigraph": "epigraph", "preface": "preface", "foreword": "foreword", "introduction": "introduction",
    "acknowledgements": "acknowledgments", "prologue": "prologue", "epilogue": "epilogue", "appendix": "appendix",
    "glossary": "glossary", "bibliography": "bibliography", "afterword": "afterword",
    "about-the-author": "afterword",
  ]

  /// Whether an element, by a type, a class or its name, holds lines of verse.
  func isVerse(_ node: Int) -> Bool {
    if !types(node).isDisjoint(with: Page.verseTypes) { return true }
    // lines that are to stand as they were typed
    if tree.attribute("space", of: node, namespace: XMLNamespace.xml) == "preserve", element(node) != "pre" {
      return true
    }
    return classes(node).contains { name in
      let letters = name.lowercased().filter { !$0.isNumber && $0 != "-" && $0 != "_" }
      if Page.verseClasses.contains(letters) { return true }
      // the first or the last line of one
      return ["poem", "poetry", "verse"].contains {
        letters.hasPrefix($0) && Page.ofLines.contains(letters.dropFirst($0.count))
      }
    }
  }

  private static let ofLines: Set<Substring> = ["first", "last", "line", "lines", "begin", "end", "middle", "indent"]

  private static let verseTypes: Set<String> = [
    "z3998:verse", "z3998:poem", "z3998:song", "z3998:hymn", "z3998:lyrics",
  ]
  private static let verseClasses: Set<String> = [
    "poem", "poetry", "verse", "verses", "song", "stanza", "lyrics", "lyric", "ballad", "poetrycontainer", "lg",
    "linegroup", "hymn", "poetic",
  ]

  static let blockNames: Set<String> = [
    "address", "article", "aside", "blockquote", "center", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "li", "main", "nav", "ol",
    "p", "pre", "section", "table", "ul",
  ]

  /// Whether anything in an element is set apart from lines.
  func holdsBlocks(_ node: Int) -> Bool {
    inside(node).contains { Page.blockNames.contains(element($0)) }
  }

  /// Whether breaks part what is in an element, and what they part are paragraphs: a line or all of them are long.
  func isBrokenProse(_ node: Int) -> Bool {
    guard element(node) != "pre", tree.children(of: node).contains(where: { element($0) == "br" }) else { return false }
    var pieces = [0]
    for child in tree.children(of: node) {
      if element(child) == "br" || Page.blockNames.contains(element(child)) {
        pieces.append(0)
      } else {
        pieces[pieces.count - 1] += tree.words(of: child).utf8.count
      }
    }
    if isParted(node) { return true }
    pieces.removeAll { $0 < 2 }
    guard pieces.count > 1, let longest = pieces.max() else { return false }
    return longest > 250 || pieces.reduce(0, +) / pieces.count > 120
  }

  /// Whether breaks stand in pairs, as many typed them between paragraphs, or part what people say.
  private func isParted(_ node: Int) -> Bool {
    guard !isVerse(node) else { return false }
    var pieces = [""]
    var breaks = [0]
    for child in tree.children(of: node) {
      if Page.blockNames.contains(element(child)) { return false }
      if element(child) == "br" {
        breaks[breaks.count - 1] += 1
        continue
      }
      let words = tree.words(of: child)
      guard !words.isEmpty else { continue }
      if breaks[breaks.count - 1] > 0 {
        pieces.append("")
        breaks.append(0)
      }
      pieces[pieces.count - 1] += words
    }
    if breaks[breaks.count - 1] == 0 { breaks.removeLast() }
    guard pieces.count > 1, !breaks.isEmpty else { return false }
    let isPaired = breaks.prefix(pieces.count - 1).allSatisfy { $0 > 1 }
    let areSaid =
      pieces.count > 2 && pieces.allSatisfy { "“\"„«".contains($0.first ?? " ") && "”\"“»".contains($0.last ?? " ") }
    return isPaired && pieces.contains { $0.utf8.count > 60 } || areSaid
  }

  /// From a byte of the document to one of the joined source.
  func place(_ offset: Int) -> Int { base + offset }
  /// Where an element begins.
  func start(_ node: Int) -> Int { place(tree.nodes[node].source.lowerBound) }
  func source(_ node: Int) -> SourceLocation { SourceLocation(offset: start(node)) }
  func range(_ node: Int) -> Range<Int> {
    let source = tree.nodes[node].source
    return (base + source.lowerBound)..<(base + source.upperBound)
  }
}

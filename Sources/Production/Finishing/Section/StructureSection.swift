internal import QPDF

/// The objects of a structure tree, in the section behind a finished PDF.
struct StructureSection {
  private let tree: StructureTree
  private let plan: StructurePlan
  /// Object numbers of the pages.
  private let pages: [Int]
  /// Object number of the tree's root, which the file has.
  private let root: Int
  /// Object number of the first link's annotation; the others follow.
  private let annotations: Int
  private var out: FileSection
  /// Object numbers of elements.
  private var elements: [Int]
  private var links: [Int]
  private var phrases: [Int]
  private var notes = 0
  private var lastLevel = 0

  /// Keys of one leaf of the parent tree.
  private static let leafSize = 64

  /// - Parameters:
  ///   - annotations: object number of the first link's annotation.
  ///   - root: that of the tree's root, which the file has.
  static func add(
    _ tree: StructureTree, annotations: Int, root: Int, pages: [Int], to section: consuming FileSection
  ) -> FileSection {
    var structure = StructureSection(tree, annotations, root, pages, section)
    structure.makeElements()
    return structure.out
  }

  private init(
    _ tree: StructureTree, _ annotations: Int, _ root: Int, _ pages: [Int], _ section: consuming FileSection
  ) {
    self.tree = tree
    plan = tree.plan
    self.pages = pages
    (self.root, self.annotations) = (root, annotations)
    out = section
    elements = Array(repeating: 0, count: plan.nodes.count)
    links = Array(repeating: 0, count: tree.links.count)
    phrases = Array(repeating: 0, count: tree.phrases.count)
  }

  // MARK: Elements

  /// Numbers elements in the order in which they are written: each is known before its text is.
  private mutating func number(_ node: Int32, _ next: inout Int) {
    elements[Int(node)] = next
    next += 1
    for kid in tree.kids(of: node) {
      switch kid {
      case .content: break
      case .link(let link, _):
        links[link] = next
        next += 1
      case .phrase(let phrase, _):
        phrases[phrase] = next
        next += 1
      case .node(let child): number(child, &next)
      }
    }
  }

  private mutating func makeElements() {
    let first = out.next
    var next = first + 1
    for node in tree.outermost { number(node, &next) }
    out.begin()
    out.put("<</S/Document/P ")
    out.put(reference: root)
    out.put("/K[")
    for node in tree.outermost {
      out.put(reference: elements[Int(node)])
      out.put(" ")
    }
    out.put("]>>\n")
    for node in tree.outermost { make(node, below: first) }
    let parents = makeParentTree()
    // the root, under the number that the file has for it
    out.begin(root)
    out.put("<</Type/StructTreeRoot/K ")
    out.put(reference: first)
    out.put("/RoleMap<<")
    for (name, type) in plan.roles.sorted(by: { $0.key < $1.key }) {
      out.put("/\(name)/\(type)".utf8)
    }
    out.put(">>/ParentTree ")
    out.put(reference: parents)
    out.put("/ParentTreeNextKey ")
    out.put(pages.count + tree.links.count)
    out.put(">>\n")
  }

  private mutating func make(_ node: Int32, below parent: Int) {
    let kids = tree.kids(of: node)
    out.begin()
    out.put("<</S/")
    let type = isOnlyHead(node) ? "TBody" : standing(plan.type(of: node))
    out.put(type.utf8)
    out.put("/P ")
    out.put(reference: parent)
    putAttributes(of: node, type)
    let home = kids.lazy.compactMap { kid -> Int32? in
      if case .content(let content) = kid { content.page } else { nil }
    }.first
    put(home: home)
    out.put("/K[")
    for kid in kids {
      switch kid {
      case .content(let content): put(content, home: home)
      case .link(let link, _): out.put(reference: links[link])
      case .phrase(let phrase, _): out.put(reference: phrases[phrase])
      case .node(let child): out.put(reference: elements[Int(child)])
      }
      out.put(" ")
    }
    out.put("]>>\n")
    for kid in kids {
      switch kid {
      case .content: break
      case .link(let link, let contents): make(link: link, of: contents, below: elements[Int(node)])
      case .phrase(let phrase, let contents): make(phrase: phrase, of: contents, below: elements[Int(node)])
      case .node(let child): make(child, below: elements[Int(node)])
      }
    }
  }

  /// A table has a body where it has a head (ISO 14289-1, 7.2): where it is all head, that is its body.
  private func isOnlyHead(_ node: Int32) -> Bool {
    let parent = plan.nodes[Int(node)].parent
    guard plan.type(of: node) == "THead", parent >= 0 else { return false }
    return !tree.kids(of: parent).contains { kid in
      if case .node(let child) = kid { plan.type(of: child) == "TBody" } else { false }
    }
  }

  /// Headings leave out no level (ISO 14289-1, 7.4.2).
  private mutating func standing(_ type: String) -> String {
    guard type.utf8.first == 0x48, type.utf8.count == 2, let level = Int(type.dropFirst()) else { return type }
    lastLevel = min(level, lastLevel + 1)
    return "H\(lastLevel)"
  }

  private mutating func putAttributes(of node: Int32, _ type: String) {
    if let language = tree.languages[node] { put(language: language) }
    switch type {
    case "TH", "TD": putCell(node, isHead: type == "TH")
    case "Note":
      notes += 1
      out.put("/ID(note-")
      out.put(notes)
      out.put(")")
    case "Figure":
      put(alternative: plan.alternatives[node] ?? " ")
      if let picture = tree.picture(of: node) { put(picture, PDFSyntax(raw: "/A<</O/Layout/Placement/Block/BBox[")) }
    default: break
    }
  }

  /// What a cell heads and how far it reaches (ISO 32000-1, 14.8.5.7).
  private mutating func putCell(_ node: Int32, isHead: Bool) {
    let span = plan.spans[node] ?? StructurePlan.Span(columns: 1, rows: 1)
    guard isHead || span.columns > 1 || span.rows > 1 else { return }
    out.put("/A<</O/Table")
    if isHead {
      // in the body's rows a head is its row's
      let row = plan.nodes[Int(node)].parent
      let group = row < 0 ? -1 : plan.nodes[Int(row)].parent
      let isOfRow = group >= 0 && plan.type(of: group) == "TBody"
      if isOfRow { out.put("/Scope/Row") } else { out.put("/Scope/Column") }
    }
    if span.columns > 1 {
      out.put("/ColSpan ")
      out.put(span.columns)
    }
    if span.rows > 1 {
      out.put("/RowSpan ")
      out.put(span.rows)
    }
    out.put(">>")
  }

  private mutating func put(alternative words: String) {
    out.put("/Alt ")
    out.put(PDFSyntax.text(words))
  }

  private mutating func put(language: String) {
    out.put("/Lang")
    out.put(PDFSyntax.text(language))
  }

  /// Where a picture stands (14.8.5.4.3).
  private mutating func put(_ picture: StructurePlan.Picture, _ attributes: PDFSyntax) {
    var box = attributes
    let top = plan.pageHeight - picture.y
    for value in [picture.x, top - picture.height, picture.x + picture.width, top] { box.add(points: value) }
    out.put(box)
    out.put("]>>")
  }

  /// Words of another language, a word in several parts, a picture among words.
  private mutating func make(phrase: Int, of contents: ArraySlice<StructureTree.Content>, below parent: Int) {
    let said = tree.phrases[phrase]
    out.begin()
    if let alternative = said.alternative {
      out.put("<</S/Figure")
      put(alternative: alternative)
      if let picture = contents.first.flatMap({ tree.picture(at: $0) }) {
        put(picture, PDFSyntax(raw: "/A<</O/Layout/Placement/Inline/BBox["))
      }
    } else if let spoken = said.spoken {
      out.put("<</S/Formula")
      put(alternative: spoken)
    } else {
      out.put("<</S/Span")
    }
    if let language = said.language { put(language: language) }
    if let words = said.words {
      out.put("/ActualText")
      out.put(PDFSyntax.text(words))
    }
    put(contents, below: parent)
    out.put("]>>\n")
  }

  /// A link with its annotation (14.8.4.4.2).
  private mutating func make(link: Int, of contents: ArraySlice<StructureTree.Content>, below parent: Int) {
    out.begin()
    out.put("<</S/Link")
    put(contents, below: parent)
    out.put("<</Type/OBJR/Obj ")
    out.put(reference: annotations + link)
    out.put("/Pg ")
    out.put(reference: pages[tree.links[link].page])
    out.put(">>]>>\n")
  }

  /// The parent, the page and the first kids of an element that has contents alone; its kids stay open.
  private mutating func put(_ contents: ArraySlice<StructureTree.Content>, below parent: Int) {
    out.put("/P ")
    out.put(reference: parent)
    put(home: contents.first?.page)
    out.put("/K[")
    for content in contents {
      put(content, home: contents.first?.page)
      out.put(" ")
    }
  }

  private mutating func put(home page: Int32?) {
    guard let page else { return }
    out.put("/Pg ")
    out.put(reference: pages[Int(page)])
  }

  private mutating func put(_ content: StructureTree.Content, home: Int32?) {
    if content.page == home { return out.put(Int(content.identifier)) }
    out.put("<</Type/MCR/Pg ")
    out.put(reference: pages[Int(content.page)])
    out.put("/MCID ")
    out.put(Int(content.identifier))
    out.put(">>")
  }

  // MARK: The parent tree (14.7.4.4)

  /// - Returns: its object number.
  private mutating func makeParentTree() -> Int {
    var leaves: [Int] = []
    for start in stride(from: 0, to: pages.count, by: StructureSection.leafSize) {
      let end = min(start + StructureSection.leafSize, pages.count)
      beginLeaf(start, end - 1, &leaves)
      for page in start..<end {
        out.put(page)
        out.put("[")
        for identifier in 0..<tree.identifiers[page].count {
          let content = StructureTree.Content(page: Int32(page), identifier: Int32(identifier))
          out.put(
            reference: tree.link(of: content).map { links[$0] } ?? tree.phrase(of: content).map { phrases[$0] }
              ?? elements[Int(tree.part(of: content).node)])
          out.put(" ")
        }
        out.put("]")
      }
      out.put("]>>\n")
    }
    for start in stride(from: 0, to: links.count, by: StructureSection.leafSize) {
      let end = min(start + StructureSection.leafSize, links.count)
      beginLeaf(pages.count + start, pages.count + end - 1, &leaves)
      for link in start..<end {
        out.put(pages.count + link)
        out.put(" ")
        out.put(reference: links[link])
        out.put(" ")
      }
      out.put("]>>\n")
    }
    let number = out.begin()
    out.put("<</Kids[")
    for leaf in leaves {
      out.put(reference: leaf)
      out.put(" ")
    }
    out.put("]>>\n")
    return number
  }

  private mutating func beginLeaf(_ low: Int, _ high: Int, _ leaves: inout [Int]) {
    leaves.append(out.begin())
    out.put("<</Limits[")
    out.put(low)
    out.put(" ")
    out.put(high)
    out.put("]/Nums[")
  }
}

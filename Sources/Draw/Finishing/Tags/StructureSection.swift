internal import QPDF

/// The structure tree as a section of its own behind a finished PDF (ISO 32000-1, 7.5.6), in object streams
/// that octavo writes: libqpdf takes thirty times as long for so many small objects.
struct StructureSection {
  private let tree: StructureTree
  private let plan: StructurePlan
  /// Object numbers of the pages.
  private let pages: [Int]
  /// Object number of the tree's root, which the file has, and of the first element.
  private let root, first: Int
  private var text: [UInt8] = []
  /// Where each object of `text` begins.
  private var starts: [Int] = []
  /// Object numbers of elements.
  private var elements: [Int]
  private var links: [Int]
  private var phrases: [Int]
  private var notes = 0
  private var lastLevel = 0

  private static let objectsOfStream = 200
  /// Keys of one leaf of the parent tree.
  private static let leafSize = 64

  /// Adds the section to a file that `prepareStructure` prepared.
  static func append(to pdf: inout [UInt8], _ tree: StructureTree) throws(PDFError) {
    let file = try PDFDocument.read(pdf) { document throws(PDFError) in
      try document.preparedStructure(links: tree.links)
    }
    var tree = tree
    tree.links = file.links
    var section = StructureSection(tree, file)
    section.makeElements()
    section.write(to: &pdf, trailer: file.trailer)
  }

  private init(_ tree: StructureTree, _ file: PreparedStructure) {
    self.tree = tree
    plan = tree.plan
    pages = file.pages
    (root, first) = (file.root, file.size)
    elements = Array(repeating: 0, count: plan.nodes.count)
    links = Array(repeating: 0, count: tree.links.count)
    phrases = Array(repeating: 0, count: tree.phrases.count)
    text.reserveCapacity(1 << 20)
  }

  // MARK: Syntax

  private mutating func put(_ raw: StaticString) { raw.withUTF8Buffer { text.append(contentsOf: $0) } }

  private mutating func put(_ value: Int) {
    if value >= 10 { put(value / 10) }
    text.append(UInt8(0x30 + value % 10))
  }

  private mutating func put(reference: Int) {
    put(reference)
    put(" 0 R")
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
    var next = first + 1
    for node in tree.outermost { number(node, &next) }
    starts.append(text.count)
    put("<</S/Document/P ")
    put(reference: root)
    put("/K[")
    for node in tree.outermost {
      put(reference: elements[Int(node)])
      put(" ")
    }
    put("]>>\n")
    for node in tree.outermost { make(node, below: first) }
    let parents = makeParentTree()
    // the root, under the number that the file has for it
    starts.append(text.count)
    put("<</Type/StructTreeRoot/K ")
    put(reference: first)
    put("/RoleMap<<")
    for (name, type) in plan.roles.sorted(by: { $0.key < $1.key }) {
      text.append(contentsOf: "/\(name)/\(type)".utf8)
    }
    put(">>/ParentTree ")
    put(reference: parents)
    put("/ParentTreeNextKey ")
    put(pages.count + tree.links.count)
    put(">>\n")
  }

  private mutating func make(_ node: Int32, below parent: Int) {
    let kids = tree.kids(of: node)
    starts.append(text.count)
    put("<</S/")
    let type = standing(plan.nodes[Int(node)].type)
    text.append(contentsOf: type.utf8)
    put("/P ")
    put(reference: parent)
    putAttributes(of: node, type)
    let home = kids.lazy.compactMap { kid -> Int32? in
      if case .content(let content) = kid { content.page } else { nil }
    }.first
    put(home: home)
    put("/K[")
    for kid in kids {
      switch kid {
      case .content(let content): put(content, home: home)
      case .link(let link, _): put(reference: links[link])
      case .phrase(let phrase, _): put(reference: phrases[phrase])
      case .node(let child): put(reference: elements[Int(child)])
      }
      put(" ")
    }
    put("]>>\n")
    for kid in kids {
      switch kid {
      case .content: break
      case .link(let link, let contents): make(link: link, of: contents, below: elements[Int(node)])
      case .phrase(let phrase, let contents): make(phrase: phrase, of: contents, below: elements[Int(node)])
      case .node(let child): make(child, below: elements[Int(node)])
      }
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
      put("/ID(note-")
      put(notes)
      put(")")
    case "Figure":
      put(alternative: plan.nodes[Int(node)].alternative ?? " ")
      if let picture = tree.picture(of: node) { put(picture, PDFSyntax(raw: "/A<</O/Layout/Placement/Block/BBox[")) }
    default: break
    }
  }

  /// What a cell heads and how far it reaches (ISO 32000-1, 14.8.5.7).
  private mutating func putCell(_ node: Int32, isHead: Bool) {
    let cell = plan.nodes[Int(node)]
    guard isHead || cell.columns > 1 || cell.rows > 1 else { return }
    put("/A<</O/Table")
    if isHead {
      // in the body's rows a head is its row's
      let row = cell.parent
      let group = row < 0 ? -1 : plan.nodes[Int(row)].parent
      let isOfRow = group >= 0 && plan.nodes[Int(group)].type == "TBody"
      if isOfRow { put("/Scope/Row") } else { put("/Scope/Column") }
    }
    if cell.columns > 1 {
      put("/ColSpan ")
      put(cell.columns)
    }
    if cell.rows > 1 {
      put("/RowSpan ")
      put(cell.rows)
    }
    put(">>")
  }

  private mutating func put(alternative words: String) {
    put("/Alt ")
    text.append(contentsOf: PDFSyntax.text(words).text.utf8)
  }

  private mutating func put(language: String) {
    put("/Lang")
    text.append(contentsOf: PDFSyntax.text(language).text.utf8)
  }

  /// Where a picture stands (14.8.5.4.3).
  private mutating func put(_ picture: StructurePlan.Picture, _ attributes: PDFSyntax) {
    var box = attributes
    let top = plan.pageHeight - picture.y
    for value in [picture.x, top - picture.height, picture.x + picture.width, top] { box.add(points: value) }
    text.append(contentsOf: box.text.utf8)
    put("]>>")
  }

  /// Words of another language, a word in several parts, a picture among words.
  private mutating func make(phrase: Int, of contents: ArraySlice<StructureTree.Content>, below parent: Int) {
    let said = tree.phrases[phrase]
    starts.append(text.count)
    if let alternative = said.alternative {
      put("<</S/Figure")
      put(alternative: alternative)
      if let picture = contents.first.flatMap({ tree.picture(at: $0) }) {
        put(picture, PDFSyntax(raw: "/A<</O/Layout/Placement/Inline/BBox["))
      }
    } else {
      put("<</S/Span")
    }
    if let language = said.language { put(language: language) }
    if let words = said.words {
      put("/ActualText")
      text.append(contentsOf: PDFSyntax.text(words).text.utf8)
    }
    put(contents, below: parent)
    put("]>>\n")
  }

  /// A link with its annotation (14.8.4.4.2).
  private mutating func make(link: Int, of contents: ArraySlice<StructureTree.Content>, below parent: Int) {
    starts.append(text.count)
    put("<</S/Link")
    put(contents, below: parent)
    put("<</Type/OBJR/Obj ")
    put(reference: tree.links[link].annotation)
    put("/Pg ")
    put(reference: pages[tree.links[link].page])
    put(">>]>>\n")
  }

  /// The parent, the page and the first kids of an element that has contents alone; its kids stay open.
  private mutating func put(_ contents: ArraySlice<StructureTree.Content>, below parent: Int) {
    put("/P ")
    put(reference: parent)
    put(home: contents.first?.page)
    put("/K[")
    for content in contents {
      put(content, home: contents.first?.page)
      put(" ")
    }
  }

  private mutating func put(home page: Int32?) {
    guard let page else { return }
    put("/Pg ")
    put(reference: pages[Int(page)])
  }

  private mutating func put(_ content: StructureTree.Content, home: Int32?) {
    if content.page == home { return put(Int(content.identifier)) }
    put("<</Type/MCR/Pg ")
    put(reference: pages[Int(content.page)])
    put("/MCID ")
    put(Int(content.identifier))
    put(">>")
  }

  // MARK: The parent tree (14.7.4.4)

  /// - Returns: its object number.
  private mutating func makeParentTree() -> Int {
    var leaves: [Int] = []
    for start in stride(from: 0, to: pages.count, by: StructureSection.leafSize) {
      let end = min(start + StructureSection.leafSize, pages.count)
      beginLeaf(start, end - 1, &leaves)
      for page in start..<end {
        put(page)
        put("[")
        for identifier in tree.identifiers[page].indices {
          let content = StructureTree.Content(page: Int32(page), identifier: Int32(identifier))
          put(
            reference: tree.link(of: content).map { links[$0] } ?? tree.phrase(of: content).map { phrases[$0] }
              ?? elements[Int(tree.part(of: content).node)])
          put(" ")
        }
        put("]")
      }
      put("]>>\n")
    }
    for start in stride(from: 0, to: links.count, by: StructureSection.leafSize) {
      let end = min(start + StructureSection.leafSize, links.count)
      beginLeaf(pages.count + start, pages.count + end - 1, &leaves)
      for link in start..<end {
        put(pages.count + link)
        put(" ")
        put(reference: links[link])
        put(" ")
      }
      put("]>>\n")
    }
    let number = first + starts.count
    starts.append(text.count)
    put("<</Kids[")
    for leaf in leaves {
      put(reference: leaf)
      put(" ")
    }
    put("]>>\n")
    return number
  }

  private mutating func beginLeaf(_ low: Int, _ high: Int, _ leaves: inout [Int]) {
    leaves.append(first + starts.count)
    starts.append(text.count)
    put("<</Limits[")
    put(low)
    put(" ")
    put(high)
    put("]/Nums[")
  }

  // MARK: The file

  private mutating func write(to pdf: inout [UInt8], trailer: String) {
    let packer = Packer()
    let objects = starts.count
    starts.append(text.count)
    let (first, root) = (first, root)
    func number(_ index: Int) -> Int { index == objects - 1 ? root : first + index }
    let previous = StructureSection.startOfTable(in: pdf)
    // streams are numbered behind the objects they hold; the root has its number already
    let firstStream = first + objects - 1
    var offsets: [Int] = []
    if pdf.last != 0x0A { pdf.append(0x0A) }
    for start in stride(from: 0, to: objects, by: StructureSection.objectsOfStream) {
      let end = min(start + StructureSection.objectsOfStream, objects)
      var head: [UInt8] = []
      for index in start..<end { head += "\(number(index)) \(starts[index] - starts[start]) ".utf8 }
      let packed = packer.packed((head + text[starts[start]..<starts[end]])[...])
      offsets.append(pdf.count)
      pdf += "\(firstStream + offsets.count - 1) 0 obj\n<</Type/ObjStm/N \(end - start)/First \(head.count)".utf8
      pdf += "/Filter/FlateDecode/Length \(packed.count)>>\nstream\n".utf8
      pdf += packed
      pdf += "\nendstream\nendobj\n".utf8
    }
    // the table: the root, the elements, the streams, itself
    let table = firstStream + offsets.count
    var rows = TableRows()
    let width = StructureSection.objectsOfStream
    rows.add(2, firstStream + (objects - 1) / width, (objects - 1) % width)
    for index in 0..<objects - 1 { rows.add(2, firstStream + index / width, index % width) }
    for offset in offsets { rows.add(1, offset, 0) }
    let start = pdf.count
    rows.add(1, start, 0)
    let packed = packer.packed(rows.bytes[...])
    pdf += "\(table) 0 obj\n<</Type/XRef/Size \(table + 1)/W[1 4 2]".utf8
    pdf += "/Index[\(root) 1 \(first) \(table + 1 - first)]/Prev \(previous)".utf8
    pdf += "/DecodeParms<</Predictor 12/Columns 7>>/Filter/FlateDecode/Length \(packed.count) \(trailer)>>\n".utf8
    pdf += "stream\n".utf8
    pdf += packed
    pdf += "\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8
  }

  /// What the file's last `startxref` says.
  private static func startOfTable(in pdf: [UInt8]) -> Int {
    guard let end = pdf.lastIndex(where: { (0x30...0x39).contains($0) }) else { return 0 }
    var start = end
    while start > 0, (0x30...0x39).contains(pdf[start - 1]) { start -= 1 }
    return pdf[start...end].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

/// Rows of a table of objects (7.5.8), each as what it adds to the one above it (7.4.4.4).
private struct TableRows {
  private(set) var bytes: [UInt8] = []
  private var above = [UInt8](repeating: 0, count: 7)

  mutating func add(_ type: Int, _ a: Int, _ b: Int) {
    let row = [type, a >> 24, a >> 16, a >> 8, a, b >> 8, b].map { UInt8($0 & 0xFF) }
    bytes.append(2)
    for place in row.indices { bytes.append(row[place] &- above[place]) }
    above = row
  }
}

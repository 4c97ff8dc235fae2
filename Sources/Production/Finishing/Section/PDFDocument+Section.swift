internal import QPDF

/// What goes into the section behind a file.
struct SectionParts {
  /// By page.
  var links: [PlacedLink] = []
  var destinations: [PlacedDestination] = []
  var structure: StructureTree?

  var isEmpty: Bool { links.isEmpty && destinations.isEmpty && structure == nil }

  /// Puts the section behind a file that was prepared for it.
  func append(to pdf: inout [UInt8]) throws(PDFError) {
    let file = try PDFDocument.read(pdf) { document throws(PDFError) in try document.prepared(for: self) }
    var section = FileSection(next: file.size)
    let annotations = section.next
    LinkSection(links: links, labels: structure?.plan.labels, pages: file.pages).add(to: &section, file.lists)
    if let names = file.names { section.add(destinations, names: names, pages: file.pages) }
    if let structure, let root = file.root {
      section = StructureSection.add(
        structure, annotations: annotations, root: root, pages: file.pages, to: section)
    }
    section.write(to: &pdf, trailer: file.trailer)
  }
}

/// The annotations of a page of a written file.
struct AnnotationList {
  /// Its object number.
  var number: Int
  /// What it holds.
  var present: [String]
}

/// What is known of a written file that a section has its place in, whose objects have other numbers now.
private struct PreparedFile {
  /// Object numbers.
  var pages: [Int] = []
  /// By page.
  var lists: [Int: AnnotationList] = [:]
  /// The root of the tree of names.
  var names: Int?
  /// The structure's root.
  var root: Int?
  /// The number of the first object that is not there.
  var size = 0
  /// Keys that the trailer of a further section repeats.
  var trailer = ""
}

extension PDFDocument {
  /// Gives pages their keys in the parent tree, and the structure's root a place.
  func prepareStructure(pages: Int) throws(PDFError) {
    let root = try root()
    try set("/StructTreeRoot", of: root, to: indirect(parse(PDFSyntax(raw: "<< /Type /StructTreeRoot >>"))))
    try set("/MarkInfo", of: root, to: PDFSyntax(raw: "<< /Marked true >>"))
    let tabs = try parse(.name("/S"))
    for index in 0..<pages {
      let page = try page(index)
      let number = try parse(.integer(index))
      try set("/StructParents", of: page, to: number)
      try set("/Tabs", of: page, to: tabs)
      release(number)
      release(page)
    }
    releaseObjects()
  }

  /// Looks a file through that was prepared and written.
  fileprivate func prepared(for parts: SectionParts) throws(PDFError) -> PreparedFile {
    var found = PreparedFile()
    found.pages = try pageNumbers()
    if parts.structure != nil {
      guard let root = try value("/StructTreeRoot", of: root()) else { throw .failed(detail: "no structure tree") }
      found.root = identity(of: root)
    }
    if !parts.destinations.isEmpty {
      guard let names = try value("/Names", of: root()), let tree = try value("/Dests", of: names) else {
        throw .failed(detail: "no tree of names")
      }
      found.names = identity(of: tree)
    }
    let trailer = try trailer()
    found.size = try value("/Size", of: trailer).flatMap { number($0) }.map { Int($0) } ?? 0
    for key in ["/Root", "/Info"] {
      if let value = try value(key, of: trailer) { found.trailer += "\(key) \(identity(of: value)) 0 R " }
    }
    if let id = try value("/ID", of: trailer) { found.trailer += "/ID \(try syntax(of: id)) " }
    for link in parts.links where found.lists[link.page] == nil {
      guard let list = try value("/Annots", of: object(number: found.pages[link.page])) else {
        throw .failed(detail: "a page of links has no list of them")
      }
      var present: [String] = []
      for index in 0..<(try count(of: list)) {
        let entry = try item(index, of: list)
        present.append(identity(of: entry) > 0 ? "\(identity(of: entry)) 0 R" : try syntax(of: entry))
      }
      found.lists[link.page] = AnnotationList(number: identity(of: list), present: present)
      releaseObjects()
    }
    return found
  }

  /// Object numbers of all pages, which themselves are not read.
  private func pageNumbers() throws(PDFError) -> [Int] {
    guard let tree = try value("/Pages", of: root()), let kids = try value("/Kids", of: tree) else { return [] }
    var numbers: [Int] = []
    let count = try self.count(of: kids)
    let isFlat = try value("/Count", of: tree).flatMap { number($0) } == Double(count)
    for index in 0..<count {
      let kid = try item(index, of: kids)
      guard !isFlat, let below = try value("/Kids", of: kid) else {
        numbers.append(identity(of: kid))
        release(kid)
        continue
      }
      for place in 0..<(try self.count(of: below)) {
        let page = try item(place, of: below)
        numbers.append(identity(of: page))
        release(page)
      }
    }
    return numbers
  }
}

internal import QPDF

/// What is known of a written file in which a structure has its place.
struct PreparedStructure {
  /// Object numbers.
  var pages: [Int] = []
  var links: [TaggedLink] = []
  var root = 0
  /// The number of the first object that is not there.
  var size = 0
  /// Keys that the trailer of a further section repeats.
  var trailer = ""
}

extension PDFDocument {
  /// Gives pages and links their keys in the parent tree, and the structure's root a place.
  func prepareStructure(links: [TaggedLink], pages: Int) throws(PDFError) {
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
    for (index, link) in links.enumerated() {
      let annotation = try object(number: link.annotation)
      let number = try parse(.integer(pages + index))
      try set("/StructParent", of: annotation, to: number)
      release(number)
      release(annotation)
    }
    releaseObjects()
  }

  /// Looks a file through that was prepared and written, whose objects have other numbers now.
  /// - Parameter links: by page.
  func preparedStructure(links: [TaggedLink]) throws(PDFError) -> PreparedStructure {
    var found = PreparedStructure()
    found.pages = try pageNumbers()
    found.links = links
    guard let root = try value("/StructTreeRoot", of: root()) else { throw .failed(detail: "no structure tree") }
    found.root = identity(of: root)
    let trailer = try trailer()
    found.size = try value("/Size", of: trailer).flatMap { number($0) }.map { Int($0) } ?? 0
    for key in ["/Root", "/Info"] {
      if let value = try value(key, of: trailer) { found.trailer += "\(key) \(identity(of: value)) 0 R " }
    }
    if let id = try value("/ID", of: trailer) { found.trailer += "/ID \(try syntax(of: id)) " }
    var at = 0
    while at < links.count {
      let page = links[at].page
      guard let list = try value("/Annots", of: object(number: found.pages[page])) else { break }
      var place = 0
      while at < links.count, links[at].page == page {
        found.links[at].annotation = identity(of: try item(place, of: list))
        place += 1
        at += 1
      }
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

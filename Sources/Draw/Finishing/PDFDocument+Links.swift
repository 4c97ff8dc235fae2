internal import QPDF

extension PDFDocument {
  /// Adds the links to their pages, after annotations that are already there.
  ///
  /// A book of notes has tens of thousands. Made of small objects, with what
  /// they have in common shared, a link takes 3 kB in libqpdf; parsed from text, 5 (its area alone
  /// is parsed: each of its numbers would be three calls).
  /// libqpdf writes an object value by value, and first looks through all that is in it
  /// for others to write: so the list of a page's links is one of its own.
  /// - Parameter labels: by page, what a link to it says in a file with a structure.
  /// - Returns: by page, those of the structure.
  func addLinks(_ links: [Link], labels: [String]?) throws(PDFError) -> [TaggedLink] {
    var tagged: [TaggedLink] = []
    guard !links.isEmpty else { return [] }
    let common = try LinkParts(self)
    // By page, so that each page is opened once; in the plan's order on each.
    let byPage = links.indices.sorted { (links[$0].page, $0) < (links[$1].page, $1) }
    var corners = PageCorners()
    var at = 0
    while at < byPage.count {
      let index = links[byPage[at]].page
      let page = try page(index)
      let corner = try corners.corner(of: index, page, in: self)
      let present = try value("/Annots", of: page)
      let annotations: PDFObject
      if let present { annotations = present } else { annotations = try array() }
      while at < byPage.count, links[byPage[at]].page == index {
        let annotation = try annotation(links[byPage[at]], corner: corner, corners: &corners, common)
        if let labels {
          let link = links[byPage[at]]
          try set("/Contents", of: annotation, to: .text(link.words(labels)))
          let own = try indirect(annotation)
          tagged.append(
            TaggedLink(page: link.page, index: link.part.link, node: link.part.node, annotation: identity(of: own)))
          try append(own, to: annotations)
          release(own)
        } else {
          try append(annotation, to: annotations)
        }
        release(annotation)
        at += 1
      }
      if present == nil {
        let list = try indirect(annotations)
        try set("/Annots", of: page, to: list)
        release(list)
      }
      release(annotations)
      release(page)
    }
    releaseObjects()
    return tagged
  }

  /// A link annotation (ISO 32000-1, 12.5.6.5) without a border, that is also there in print.
  private func annotation(
    _ link: Link, corner: PageCorner, corners: inout PageCorners, _ common: LinkParts
  ) throws(PDFError) -> PDFObject {
    let annotation = try dictionary()
    try set("/Subtype", of: annotation, to: common.subtype)
    try set("/Border", of: annotation, to: common.border)
    try set("/F", of: annotation, to: common.flags)
    let left = corner.left + link.x
    let top = corner.top - link.y
    let area = PDFRectangle(
      left: min(left, left + link.width), bottom: min(top, top - link.height), right: max(left, left + link.width),
      top: max(top, top - link.height))
    let parsedArea = try parse(area.syntax)
    try set("/Rect", of: annotation, to: parsedArea)
    release(parsedArea)
    switch link.target {
    case .uri(let address):
      var action = PDFSyntax(raw: "<< /S /URI /URI")
      action.add(bytes: escapedURI(address))
      action.add(">>")
      let parsed = try parse(action)
      try set("/A", of: annotation, to: parsed)
      release(parsed)
    case .named(let name):
      var syntax = PDFSyntax()
      syntax.add(bytes: name.utf8)
      let parsed = try parse(syntax)
      try set("/Dest", of: annotation, to: parsed)
      release(parsed)
    case .page(let target, let y):
      let page = try page(target)
      let destination = try array()
      try append(page, to: destination)
      try append(common.xyz, to: destination)
      try append(common.null, to: destination)
      try append(points: try corners.corner(of: target, page, in: self).top - y, to: destination)
      try append(common.null, to: destination)
      try set("/Dest", of: annotation, to: destination)
      release(destination)
      release(page)
    }
    return annotation
  }

  private func append(points: Double, to array: PDFObject) throws(PDFError) {
    let number = try number(points: points)
    try append(number, to: array)
    release(number)
  }

  /// The name tree of destinations (ISO 32000-1, 7.9.6 and 12.3.2.3): leaves of
  /// 64 names under one root, so that readers need not search them all.
  func addDestinations(_ destinations: [String: Destination]) throws(PDFError) {
    guard !destinations.isEmpty else { return }
    // Names are ordered by their bytes.
    let sorted = destinations.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var corners = PageCorners()
    // Its own object, entered first: it outlives the handles released below.
    try set("/Names", of: root(), to: PDFSyntax(raw: "<< /Dests << /Kids [] >> >>"))
    for start in stride(from: 0, to: sorted.count, by: 64) {
      let names = sorted[start..<min(start + 64, sorted.count)]
      var syntax = PDFSyntax(raw: "<< /Limits [")
      syntax.add(bytes: names[names.startIndex].key.utf8)
      syntax.add(bytes: names[names.endIndex - 1].key.utf8)
      syntax.add("] /Names [")
      for (name, destination) in names {
        let page = try page(destination.page)
        syntax.add(bytes: name.utf8)
        syntax.add("[null /XYZ")
        let corner = try corners.corner(of: destination.page, page, in: self)
        syntax.add(points: corner.left + destination.x)
        syntax.add(points: corner.top - destination.y)
        syntax.add("null]")
      }
      syntax.add("] >>")
      let leaf = try parse(syntax)
      if let array = try value("/Names", of: leaf) {
        for (offset, entry) in names.enumerated() {
          try setItem(0, of: item(2 * offset + 1, of: array), to: page(entry.value.page))
        }
      }
      if let names = try value("/Names", of: root()), let tree = try value("/Dests", of: names),
        let kids = try value("/Kids", of: tree)
      {
        try append(indirect(leaf), to: kids)
      }
      releaseObjects()
    }
  }
}

/// What all links have in common, in memory once.
private struct LinkParts {
  let subtype, border, flags, xyz, null: PDFObject

  init(_ document: borrowing PDFDocument) throws(PDFError) {
    subtype = try document.parse(.name("/Link"))
    border = try document.indirect(document.parse(PDFSyntax(raw: "[0 0 0]")))
    // Print (ISO 32000-1, table 165)
    flags = try document.parse(.integer(4))
    xyz = try document.parse(.name("/XYZ"))
    null = try document.parse(PDFSyntax(raw: "null"))
  }
}

/// The top left corner of a page's media box, in PDF coordinates.
private struct PageCorner {
  var left, top: Double
}

/// The corners of pages, each looked up once: hundreds of links lead to one page of notes.
private struct PageCorners {
  private var known: [Int: PageCorner] = [:]
  /// Of pages whose box is that of the node above them, by the node's object number.
  private var below: [Int: PageCorner] = [:]

  mutating func corner(
    of index: Int, _ page: PDFObject, in document: borrowing PDFDocument
  ) throws(PDFError) -> PageCorner {
    if let corner = known[index] { return corner }
    var node = 0
    if try document.value("/MediaBox", of: page) == nil, let parent = try document.value("/Parent", of: page) {
      node = document.identity(of: parent)
    }
    if node != 0, let corner = below[node] {
      known[index] = corner
      return corner
    }
    let media = try document.mediaBox(of: page)
    let corner = PageCorner(left: media.left, top: media.top)
    known[index] = corner
    if node != 0 { below[node] = corner }
    return corner
  }
}

/// An address in ASCII, as PDF wants it (ISO 32000-1, 12.6.4.7): every byte that
/// may not stand in a URI (RFC 3986, 2) becomes `%XX`; a `%` is left as it is.
func escapedURI(_ address: String) -> [UInt8] {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in address.utf8 {
    switch byte {
    case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: bytes.append(byte)
    default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
  }
  return bytes
}

extension Link {
  /// For who does not see where it leads (ISO 14289-1, 7.18.5).
  fileprivate func words(_ labels: [String]) -> String {
    switch target {
    case .page(let page, _): page < labels.count ? labels[page] : String(page + 1)
    case .uri(let address): address
    case .named(let name): name
    }
  }
}

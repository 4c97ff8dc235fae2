internal import QPDF
internal import Units

/// A link where it stands on its page, in PDF coordinates.
struct PlacedLink {
  enum Target {
    /// A page (from 0) with this height at the head of the window.
    case page(Int, top: Double)
    case uri(String)
    case named(String)
  }

  var page: Int
  var area: PDFRectangle
  var target: Target
  /// What it is of in the structure.
  var part: StructurePlan.Part
}

/// A place that has a name, in PDF coordinates.
struct PlacedDestination {
  var name: String
  var page: Int
  var left, top: Double
}

extension PDFDocument {
  /// Makes room for links on their pages; the annotations are written in the section behind the file.
  ///
  /// A book of notes has tens of thousands of links: made of small objects, one takes 3 kB and half a
  /// million instructions in libqpdf.
  /// - Returns: them by page, in the plan's order on each.
  func place(_ links: [Link]) throws(PDFError) -> [PlacedLink] {
    var placed: [PlacedLink] = []
    placed.reserveCapacity(links.count)
    var corners = PageCorners()
    // By page, so that each page is opened once.
    for index in links.indices.sorted(by: { (links[$0].page, $0) < (links[$1].page, $1) }) {
      let link = links[index]
      if placed.last?.page != link.page {
        let page = try page(link.page)
        // a list of its own, which the section can put another in place of
        let present = try value("/Annots", of: page)
        if present.map({ identity(of: $0) == 0 }) ?? true {
          let list: PDFObject
          if let present { list = try indirect(present) } else { list = try indirect(array()) }
          try set("/Annots", of: page, to: list)
          release(list)
        }
        release(page)
      }
      let corner = try corners.corner(of: link.page, in: self)
      let (left, top) = (corner.left + link.x, corner.top - link.y)
      let area = PDFRectangle(
        left: min(left, left + link.width), bottom: min(top, top - link.height), right: max(left, left + link.width),
        top: max(top, top - link.height))
      let target: PlacedLink.Target
      switch link.target {
      case .uri(let address): target = .uri(address)
      case .named(let name): target = .named(name)
      case .page(let page, let y): target = .page(page, top: try corners.corner(of: page, in: self).top - y)
      }
      placed.append(PlacedLink(page: link.page, area: area, target: target, part: link.part))
    }
    return placed
  }

  /// Makes room for the name tree of destinations, which is written in the section behind the file.
  /// - Returns: them in the order of a name tree, that of their bytes (ISO 32000-1, 7.9.6).
  func place(_ destinations: [String: Destination]) throws(PDFError) -> [PlacedDestination] {
    guard !destinations.isEmpty else { return [] }
    try set("/Names", of: root(), to: PDFSyntax(raw: "<< >>"))
    let tree = try indirect(parse(PDFSyntax(raw: "<< >>")))
    if let names = try value("/Names", of: root()) { try set("/Dests", of: names, to: tree) }
    var corners = PageCorners()
    var placed: [PlacedDestination] = []
    for (name, place) in destinations.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let corner = try corners.corner(of: place.page, in: self)
      placed.append(
        PlacedDestination(name: name, page: place.page, left: corner.left + place.x, top: corner.top - place.y))
    }
    return placed
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
    of index: Int, in document: borrowing PDFDocument
  ) throws(PDFError) -> PageCorner {
    if let corner = known[index] { return corner }
    let page = try document.page(index)
    defer { document.release(page) }
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

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
    // by page, so that each is opened once
    for link in links.inPageOrder {
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
      try placed.append(link.placed { page throws(PDFError) in try corners.corner(of: page, in: self) })
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
    for (name, place) in destinations.inNameOrder {
      placed.append(place.placed(name, try corners.corner(of: place.page, in: self)))
    }
    return placed
  }
}

extension [Link] {
  /// Those of one page as they were.
  var inPageOrder: [Link] {
    indices.sorted { (self[$0].page, $0) < (self[$1].page, $1) }.map { self[$0] }
  }
}

extension [String: Destination] {
  /// In the order of a name tree, that of their bytes (ISO 32000-1, 7.9.6).
  var inNameOrder: [(key: String, value: Destination)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

extension Link {
  /// - Parameter corner: of a page.
  func placed<Failure>(_ corner: (Int) throws(Failure) -> PageCorner) throws(Failure) -> PlacedLink {
    let own = try corner(page)
    let (left, top) = (own.left + x, own.top - y)
    let area = PDFRectangle(
      left: min(left, left + width), bottom: min(top, top - height), right: max(left, left + width),
      top: max(top, top - height))
    let placed: PlacedLink.Target
    switch target {
    case .uri(let address): placed = .uri(address)
    case .named(let name): placed = .named(name)
    case .page(let page, let y): placed = .page(page, top: try corner(page).top - y)
    }
    return PlacedLink(page: page, area: area, target: placed, part: part)
  }
}

extension Destination {
  /// - Parameter corner: of its page.
  func placed(_ name: String, _ corner: PageCorner) -> PlacedDestination {
    PlacedDestination(name: name, page: page, left: corner.left + x, top: corner.top - y)
  }
}

/// The top left corner of a page's media box, in PDF coordinates.
struct PageCorner {
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

internal import QPDF
internal import Units

/// What stands on a page besides its contents: links, which go with it to its place on a sheet, and
/// what annotations and form fields show (highlights, stamps, filled-in words), which is drawn there.
struct PageAnnotations {
  /// A form, and what takes it to the page's own space.
  struct Appearance {
    var form: PDFObject
    var matrix: PDFMatrix
  }
  struct Link {
    /// In the page's own space.
    var area: PDFRectangle
    /// The annotation it was.
    var annotation: PDFObject
    /// Where it leads within the document; nil where it leads out of it.
    var target: Target?
  }
  struct Target {
    var page: Int
    var x, y: Double
  }
  var appearances: [Appearance] = []
  var links: [Link] = []
  /// Annotations and fields that viewers would draw, and that are not.
  var undrawn = 0
}

/// Where links of a document lead.
struct LinkTargets {
  private var pages: [Int: Int] = [:]
  private var names: [[UInt8]: PDFObject] = [:]

  private init() {}
  /// Where nobody asks where links lead.
  static let none = LinkTargets()

  init(_ document: borrowing PDFDocument) throws(PDFError) {
    for index in 0..<(try document.pageCount()) { pages[document.identity(of: try document.page(index))] = index }
    if let old = try document.value("/Dests", of: document.root()) {
      for key in try document.keys(of: old) { names[Array(key.utf8)] = try document.value(key, of: old) }
    }
    if let all = try document.value("/Names", of: document.root()), let tree = try document.value("/Dests", of: all) {
      try gather(tree, document, depth: 0)
    }
  }

  /// A name tree (ISO 32000-1, 7.9.6), no deeper than any sound one.
  private mutating func gather(_ node: PDFObject, _ document: borrowing PDFDocument, depth: Int) throws(PDFError) {
    guard depth < 32 else { return }
    if let list = try document.value("/Names", of: node) {
      for index in stride(from: 0, to: try document.count(of: list) - 1, by: 2) {
        guard let name = document.string(try document.item(index, of: list)) else { continue }
        names[name] = try document.item(index + 1, of: list)
      }
    }
    guard let kids = try document.value("/Kids", of: node) else { return }
    for index in 0..<(try document.count(of: kids)) {
      try gather(document.item(index, of: kids), document, depth: depth + 1)
    }
  }

  /// A destination: explicit, or by its name (12.3.2). Nil where it leads nowhere.
  func target(_ destination: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> PageAnnotations.Target? {
    var destination = destination
    if !document.isArray(destination), !document.isDictionary(destination) {
      let syntax = try document.syntax(of: destination)
      guard let named = names[document.string(destination) ?? Array(syntax.utf8)] else { return nil }
      destination = named
    }
    if document.isDictionary(destination) {
      guard let inner = try document.value("/D", of: destination) else { return nil }
      destination = inner
    }
    guard try document.count(of: destination) > 1,
      let page = pages[document.identity(of: try document.item(0, of: destination))]
    else { return nil }
    let count = try document.count(of: destination)
    func number(_ index: Int) throws(PDFError) -> Double? {
      index < count ? document.number(try document.item(index, of: destination)) : nil
    }
    let box = try document.shownPage(document.page(page)).box
    switch try document.syntax(of: document.item(1, of: destination)) {
    case "/XYZ":
      return PageAnnotations.Target(page: page, x: try number(2) ?? box.left, y: try number(3) ?? box.top)
    case "/FitH", "/FitBH": return PageAnnotations.Target(page: page, x: box.left, y: try number(2) ?? box.top)
    case "/FitR":
      return PageAnnotations.Target(page: page, x: try number(2) ?? box.left, y: try number(5) ?? box.top)
    default: return PageAnnotations.Target(page: page, x: box.left, y: box.top)
    }
  }
}

extension PDFDocument {
  func annotations(of page: PDFObject, _ targets: LinkTargets) throws(PDFError) -> PageAnnotations {
    var found = PageAnnotations()
    guard let list = try value("/Annots", of: page) else { return found }
    for index in 0..<(try count(of: list)) {
      let annotation = try item(index, of: list)
      guard isDictionary(annotation),
        let area = try rectangle("/Rect", of: annotation), area.right > area.left, area.top > area.bottom
      else { continue }
      let subtype = try value("/Subtype", of: annotation).map { (name) throws(PDFError) in try syntax(of: name) } ?? ""
      let flags = try integer("/F", of: annotation) ?? 0
      // hidden, or for print alone (12.5.3); a pop-up shows where its annotation is opened
      guard flags & 0x22 == 0, subtype != "/Popup" else { continue }
      if subtype == "/Link" {
        if let link = try link(annotation, area, targets) { found.links.append(link) }
      } else if let appearance = try appearance(of: annotation, area) {
        found.appearances.append(appearance)
      } else if let appearance = try drawn(annotation, subtype, area) {
        found.appearances.append(appearance)
      } else if try showsMore(annotation, subtype) {
        found.undrawn += 1
      }
    }
    return found
  }

  private func link(
    _ annotation: PDFObject, _ area: PDFRectangle, _ targets: LinkTargets
  ) throws(PDFError) -> PageAnnotations.Link? {
    var destination = try value("/Dest", of: annotation)
    if destination == nil, let action = try value("/A", of: annotation) {
      guard let kind = try value("/S", of: action) else { return nil }
      guard try syntax(of: kind) == "/GoTo" else {
        return PageAnnotations.Link(area: area, annotation: annotation, target: nil)
      }
      destination = try value("/D", of: action)
    }
    guard let destination, let target = try targets.target(destination, self) else { return nil }
    return PageAnnotations.Link(area: area, annotation: annotation, target: target)
  }

  /// What an annotation shows now (12.5.5, algorithm 8).
  private func appearance(
    of annotation: PDFObject, _ area: PDFRectangle
  ) throws(PDFError) -> PageAnnotations.Appearance? {
    guard let appearances = try value("/AP", of: annotation), var form = try value("/N", of: appearances) else {
      return nil
    }
    if !isStream(form) {
      guard let state = try value("/AS", of: annotation), let shown = try value(syntax(of: state), of: form) else {
        return nil
      }
      form = shown
    }
    guard isStream(form), identity(of: form) != 0 else { return nil }
    let dictionary = try streamDictionary(of: form)
    guard let box = try rectangle("/BBox", of: dictionary) else { return nil }
    let own = try numbers("/Matrix", of: dictionary).flatMap(PDFMatrix.init) ?? PDFMatrix()
    let seen = box.placed(by: own)
    guard seen.right - seen.left > 0.01, seen.top - seen.bottom > 0.01 else { return nil }
    try set("/Subtype", of: dictionary, to: .name("/Form"))
    let (x, y) = (
      (area.right - area.left) / (seen.right - seen.left), (area.top - area.bottom) / (seen.top - seen.bottom)
    )
    return PageAnnotations.Appearance(
      form: form, matrix: PDFMatrix(a: x, d: y, e: area.left - x * seen.left, f: area.bottom - y * seen.bottom))
  }

  /// Puts the links of the pages on the sheets that took their places.
  func addLinks(
    of annotations: [Int: PageAnnotations], _ shown: [Int: ShownPage], to sheets: [ImposedSheet]
  ) throws(PDFError) {
    guard annotations.contains(where: { !$0.value.links.isEmpty }) else { return }
    // of a page that stands in several places links lead to the first
    var places: [Int: (sheet: Int, placement: PagePlacement)] = [:]
    for (number, sheet) in sheets.enumerated() {
      for placement in sheet.placements where places[placement.page] == nil {
        places[placement.page] = (number, placement)
      }
    }
    for (number, sheet) in sheets.enumerated() {
      let list = try array()
      for placement in sheet.placements {
        guard let page = shown[placement.page] else { continue }
        for link in annotations[placement.page]?.links ?? [] {
          var area = link.area.placed(by: page.matrix).placed(by: placement.matrix)
          if let clip = placement.clip { area = area.common(with: clip) }
          guard area.right > area.left, area.top > area.bottom else { continue }
          let new = try parse(PDFSyntax(raw: "<< /Type /Annot /Subtype /Link /Border [0 0 0] >>"))
          try set("/Rect", of: new, to: area.syntax)
          for key in ["/Border", "/BS", "/C", "/H", "/F", "/Contents"] {
            if let value = try value(key, of: link.annotation) { try set(key, of: new, to: value) }
          }
          if let target = link.target {
            guard let place = places[target.page], let there = shown[target.page] else { continue }
            let a = there.matrix.apply(target.x, target.y)
            let b = place.placement.matrix.apply(a.x, a.y)
            let destination = try parse(PDFSyntax(raw: "[null /XYZ null null null]"))
            try setItem(0, of: destination, to: self.page(place.sheet))
            try setItem(2, of: destination, to: self.number(points: b.x))
            try setItem(3, of: destination, to: self.number(points: b.y))
            try set("/Dest", of: new, to: destination)
          } else if let action = try value("/A", of: link.annotation) {
            try set("/A", of: new, to: action)
          }
          try append(new, to: list)
        }
      }
      if try count(of: list) > 0 { try set("/Annots", of: page(number), to: list) }
    }
  }
}

extension PDFRectangle {
  /// The smallest rectangle around this one, moved and turned.
  func placed(by matrix: PDFMatrix) -> PDFRectangle {
    let corners = [
      matrix.apply(left, bottom), matrix.apply(left, top), matrix.apply(right, bottom), matrix.apply(right, top),
    ]
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    return PDFRectangle(left: x.min() ?? 0, bottom: y.min() ?? 0, right: x.max() ?? 0, top: y.max() ?? 0)
  }
}

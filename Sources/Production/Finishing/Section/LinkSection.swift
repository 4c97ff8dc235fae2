internal import QPDF

/// The annotations of links (ISO 32000-1, 12.5.6.5), without a border and there in print, too.
struct LinkSection {
  let links: [PlacedLink]
  /// In a file with a structure, by page: what a link to it says.
  let labels: [String]?
  /// Object numbers of the pages.
  let pages: [Int]

  /// Adds the annotations, one after the other.
  /// - Returns: the number of the first.
  func add(to out: inout FileSection) -> Int {
    let first = out.next
    for (index, link) in links.enumerated() {
      out.begin()
      put(link, index, to: &out)
    }
    return first
  }

  /// Adds the annotations and their pages' lists.
  /// - Parameter lists: by page, the list that the file has.
  func add(to out: inout FileSection, _ lists: [Int: AnnotationList]) {
    let first = add(to: &out)
    var at = 0
    while at < links.count {
      let page = links[at].page
      let end = links[at...].firstIndex { $0.page != page } ?? links.count
      if let list = lists[page] {
        out.begin(list.number)
        out.put("[")
        for entry in list.present {
          out.put(entry.utf8)
          out.put(" ")
        }
        for link in at..<end {
          out.put(reference: first + link)
          out.put(" ")
        }
        out.put("]\n")
      }
      at = end
    }
  }

  private func put(_ link: PlacedLink, _ index: Int, to out: inout FileSection) {
    // flag 4: print (table 165)
    out.put("<</Type/Annot/Subtype/Link/Border[0 0 0]/F 4/Rect[")
    for side in [link.area.left, link.area.bottom, link.area.right, link.area.top] { out.put(points: side) }
    out.put("]")
    switch link.target {
    case .page(let page, let top):
      out.put("/Dest[")
      out.put(reference: pages[page])
      out.put("/XYZ null")
      out.put(points: top)
      out.put(" null]")
    case .uri(let address):
      out.put("/A<</S/URI/URI")
      var string = PDFSyntax()
      string.add(bytes: escapedURI(address))
      out.put(string)
      out.put(">>")
    case .named(let name):
      out.put("/Dest")
      out.put(string: name)
    }
    if let labels {
      out.put("/Contents")
      out.put(PDFSyntax.text(link.words(labels)))
      out.put("/StructParent ")
      out.put(pages.count + index)
    }
    out.put(">>\n")
  }
}

extension FileSection {
  /// The name tree of destinations (ISO 32000-1, 7.9.6 and 12.3.2.3): leaves of 64 names under one root, so
  /// that readers need not search them all.
  /// - Parameters:
  ///   - names: object number of the root, which the file has.
  ///   - pages: those of the pages.
  mutating func add(_ destinations: [PlacedDestination], names: Int, pages: [Int]) {
    var leaves: [Int] = []
    for start in stride(from: 0, to: destinations.count, by: 64) {
      let entries = destinations[start..<min(start + 64, destinations.count)]
      leaves.append(begin())
      put("<</Limits[")
      for end in [entries.startIndex, entries.endIndex - 1] { put(string: entries[end].name) }
      put("]/Names[")
      for entry in entries {
        put(string: entry.name)
        put("[")
        put(reference: pages[entry.page])
        put("/XYZ")
        put(points: entry.left)
        put(points: entry.top)
        put(" null]")
      }
      put("]>>\n")
    }
    begin(names)
    put("<</Kids[")
    for leaf in leaves {
      put(reference: leaf)
      put(" ")
    }
    put("]>>\n")
  }

  /// A string of bytes.
  mutating func put(string: String) {
    var syntax = PDFSyntax()
    syntax.add(bytes: string.utf8)
    put(syntax)
  }
}

extension PlacedLink {
  /// For who does not see where it leads (ISO 14289-1, 7.18.5).
  fileprivate func words(_ labels: [String]) -> String {
    switch target {
    case .page(let page, _): page < labels.count ? labels[page] : String(page + 1)
    case .uri(let address): address
    case .named(let name): name
    }
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

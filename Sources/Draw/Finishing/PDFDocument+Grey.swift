internal import QPDF

extension PDFDocument {
  /// Writes every grey of the document's pages, forms, patterns and drawn letters
  /// as one ink. Pictures keep their colours.
  func inkBlackAsGrey(pages: Int) throws(PDFError) {
    var seen: Set<Int> = []
    for index in 0..<pages {
      let page = try page(index)
      if let contents = GreyInk.rewritten(try contents(ofPage: page)) {
        try set("/Contents", of: page, to: stream(contents))
      }
      if let resources = try inherited("/Resources", of: page) { try inkGrey(in: resources, seen: &seen, depth: 0) }
      releaseObjects()
    }
  }

  /// - Parameter depth: forms in forms; a damaged file may go round in a circle of direct objects.
  private func inkGrey(in resources: PDFObject, seen: inout Set<Int>, depth: Int) throws(PDFError) {
    guard depth < 32 else { return }
    for kind in ["/XObject", "/Pattern"] {
      guard let found = try value(kind, of: resources) else { continue }
      for name in try keys(of: found) {
        guard let stream = try value(name, of: found), isStream(stream), isNew(stream, &seen) else { continue }
        let dictionary = try streamDictionary(of: stream)
        // an image is no content stream
        if kind == "/XObject" {
          guard let subtype = try value("/Subtype", of: dictionary), try syntax(of: subtype) == "/Form" else {
            continue
          }
        }
        try inkGrey(stream)
        if let own = try value("/Resources", of: dictionary) { try inkGrey(in: own, seen: &seen, depth: depth + 1) }
      }
    }
    guard let fonts = try value("/Font", of: resources) else { return }
    for name in try keys(of: fonts) {
      guard let font = try value(name, of: fonts), isNew(font, &seen),
        let letters = try value("/CharProcs", of: font)
      else { continue }
      for letter in try keys(of: letters) {
        if let stream = try value(letter, of: letters), isStream(stream) { try inkGrey(stream) }
      }
      if let own = try value("/Resources", of: font) { try inkGrey(in: own, seen: &seen, depth: depth + 1) }
    }
  }

  /// Objects without a number of their own cannot be told apart, nor be met twice.
  private func isNew(_ object: PDFObject, _ seen: inout Set<Int>) -> Bool {
    let number = identity(of: object)
    return number == 0 || seen.insert(number).inserted
  }

  private func inkGrey(_ stream: PDFObject) throws(PDFError) {
    if let contents = GreyInk.rewritten(try contents(of: stream)) { try replaceContents(of: stream, by: contents) }
  }
}

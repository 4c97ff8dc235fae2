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
      if let resources = try inherited("/Resources", of: page) {
        try visitStreams(of: resources, &seen) { (kind, stream) throws(PDFError) in
          guard kind == .contents, let grey = GreyInk.rewritten(try contents(of: stream)) else { return }
          try replaceContents(of: stream, by: grey)
        }
      }
      releaseObjects()
    }
  }
}

internal import CQPDF

extension PDFDocument {
  /// The file is locked, if only against printing or copying.
  package var isEncrypted: Bool { qpdf.pointee.qpdf_is_encrypted(data) != 0 }

  /// All content streams of a page, unpacked and joined as a reader joins them.
  package func contents(ofPage page: PDFObject) throws(PDFError) -> [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    var length = 0
    _ = qpdf.pointee.qpdf_oh_get_page_content_data(data, page.handle, &start, &length)
    defer { free(start) }
    try check()
    return Array(UnsafeBufferPointer(start: start, count: length))
  }

  /// Adds a page to a tree that `replacePages` will put in place.
  package func addPage(_ page: PDFObject, to tree: PDFObject) throws(PDFError) {
    guard let kids = try value("/Kids", of: tree) else { throw .failed(detail: "a page tree without pages") }
    try set("/Parent", of: page, to: tree)
    let entry = try indirect(page)
    try append(entry, to: kids)
    release(entry)
    release(kids)
  }

  /// Puts the last pages of a document whose page tree is one node, as cairo's, before all others.
  ///
  /// To be called before any page is asked for: libqpdf then reads the tree as it is now.
  package func putLastPagesFirst(_ count: Int) throws(PDFError) {
    guard let tree = try value("/Pages", of: root()), let kids = try value("/Kids", of: tree) else {
      throw .failed(detail: "a page tree without pages")
    }
    let all = try self.count(of: kids)
    guard try number("/Count", of: tree) == Double(all), (0...all).contains(count) else {
      throw .pageMissing(index: count)
    }
    let ordered = try array()
    for index in [all - count..<all, 0..<all - count].joined() {
      let page = qpdf.pointee.qpdf_oh_get_array_item(data, kids.handle, Int32(clamping: index))
      qpdf.pointee.qpdf_oh_append_item(data, ordered.handle, page)
      qpdf.pointee.qpdf_oh_release(data, page)
    }
    // a failure stays until it is asked for
    try check()
    try set("/Kids", of: tree, to: ordered)
    releaseObjects()
  }

  /// So many pages of a leaf: small enough that a reader takes up few it does not want, large enough
  /// that two levels do for any book.
  private static let pagesOfLeaf = 64

  /// Gives the document other pages, in leaves under one root: a reader that looks for one page need not
  /// take up a list of all, nor need libqpdf when what it wrote is proven (7.7.3.2).
  ///
  /// To be called before any page is asked for, as what pages had from nodes above them is lost.
  /// - Parameter page: gives each page in turn, under a number of its own.
  /// - Returns: the root, which has no resources and no size yet.
  package func replacePages(
    count: Int, by page: (_ index: Int) throws(PDFError) -> PDFObject
  ) throws(PDFError) -> PDFObject {
    let tree = try newPageTree()
    let leaves = stride(from: 0, to: count, by: PDFDocument.pagesOfLeaf)
    for start in leaves {
      let leaf = count > PDFDocument.pagesOfLeaf ? try newPageTree() : tree
      let end = min(start + PDFDocument.pagesOfLeaf, count)
      guard let kids = try value("/Kids", of: leaf) else { throw .failed(detail: "a page tree without pages") }
      for index in start..<end {
        let page = try page(index)
        try set("/Parent", of: page, to: leaf)
        try append(page, to: kids)
        release(page)
      }
      try set("/Count", of: leaf, to: .integer(end - start))
      guard leaf.handle != tree.handle, let branches = try value("/Kids", of: tree) else { continue }
      try set("/Parent", of: leaf, to: tree)
      try append(leaf, to: branches)
    }
    try set("/Count", of: tree, to: .integer(count))
    try set("/Pages", of: root(), to: tree)
    return tree
  }

  /// The root of a page tree without pages (ISO 32000-1, 7.7.3.2).
  package func newPageTree() throws(PDFError) -> PDFObject {
    try indirect(parse(PDFSyntax(raw: "<< /Type /Pages /Kids [] >>")))
  }

  /// Makes `tree` the document's pages; the old ones are not written unless
  /// something still refers to them.
  package func replacePages(by tree: PDFObject) throws(PDFError) {
    guard let kids = try value("/Kids", of: tree) else { throw .failed(detail: "a page tree without pages") }
    try set("/Count", of: tree, to: .integer(count(of: kids)))
    try set("/Pages", of: root(), to: tree)
    _ = qpdf.pointee.qpdf_update_all_pages_cache(data)
    try check()
  }
}

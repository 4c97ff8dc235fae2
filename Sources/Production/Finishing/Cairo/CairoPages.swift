internal import QPDF
internal import Units

/// The pages of a file whose tree cairo wrote, in order.
struct CairoPageTree {
  /// The number of its one node, which has no pages any more.
  var node = 0
  struct Page {
    /// Of its object.
    var number: Int
    /// What it is to be made of, where its object was taken out.
    var parts: PageParts?
  }

  var pages: [Page] = []
  /// The size of the first page as cairo wrote it, for the root of the tree to say (ISO 32000-1, 7.7.3.4).
  var mediaBox = PDFSyntax()

  /// The pages that stayed, by their places in the finished book.
  /// - Parameter leading: so many pages, the last, stand before all others.
  func keptPages(leading: Int) -> [Int] {
    let behind = pages.count - leading
    return pages.indices.filter { pages[$0].parts == nil }.map { $0 < behind ? $0 + leading : $0 - behind }.sorted()
  }
}

/// What a page holds that the tree does not say for it.
struct PageParts {
  /// Where in the file its contents stand, packed.
  var contents: Range<Int>
  /// The number of their object.
  var stream: Int
  /// Object number.
  var resources: Int
  var mediaBox: PDFSyntax?
}

/// Takes out of a file, in place, the page tree of cairo (1.16 or 1.18) and the pages that hold nothing but
/// text and rules.
///
/// libqpdf would read such a page in some eighty tokens, of which nearly all say the same on every
/// page, at 3,000 instructions each; made anew of three keys and the bytes of its contents
/// (`PDFDocument.makePages`) it costs a fifth. Gone with it are
/// - the transparency group: where nothing is transparent it only asks to turn grey into RGB
///   before it is inked (ISO 32000-1, 11.6.6);
/// - resources that another page already has, word by word, and the size of the first page, which is left to
///   the page tree;
/// - the object with nothing but the length of the page's stream;
/// - the page's number in a structure, which 1.18 gives it though there is none.
///
/// This reads no PDF at large: a page is taken out only where its four objects stand as cairo puts
/// them, one right after the other (but 1.18 has the pages themselves behind all else), and every byte around their
/// numbers is cairo's. Pages with
/// pictures, gradients or alpha stay as they are, and so does all that another cairo writes.
/// - Returns: nil where nothing was touched.
func takeCairoPages(_ pdf: inout [UInt8]) -> CairoPageTree? {
  guard let found = CairoPages(pdf) else { return nil }
  found.takeOut(of: &pdf)
  return found.tree
}

/// The pages of a file that can be taken out.
private struct CairoPages {
  /// Offset of the table of objects: 20 bytes for each (ISO 32000-1, 7.5.4).
  private let table: Int
  /// What the one node of the page tree says of pages.
  private let list: Range<Int>
  private var pages: [CairoPage] = []
  private(set) var tree = CairoPageTree()

  init?(_ pdf: [UInt8]) {
    guard let (table, count) = PDFScanner.table(of: pdf) else { return nil }
    self.table = table
    guard let first = (1..<count).lazy.compactMap({ CairoPage($0, pdf, table: table, count: count) }).first,
      let (kids, list) = CairoPages.kids(of: first.node, pdf, table: table, count: count)
    else { return nil }
    self.list = list
    tree.node = first.node
    /// By their text, in `sets`: the first of the same resources.
    var known: [ArraySlice<UInt8>: Int] = [:]
    var sets: [Int] = []
    var last: (text: ArraySlice<UInt8>, set: Int) = ([], 0)
    let box = pdf[first.box]
    tree.mediaBox = PDFSyntax(ascii: box)
    for number in kids {
      guard var page = CairoPage(number, pdf, table: table, count: count), page.node == tree.node else {
        tree.pages.append(CairoPageTree.Page(number: number))
        continue
      }
      let text = pdf[page.resources]
      // most often the page before has them
      if text != last.text {
        last = (text, known[text] ?? sets.count)
        if last.set == sets.count {
          known[text] = sets.count
          sets.append(page.resourcesNumber)
        }
      }
      page.firstResources = sets[last.set]
      pages.append(page)
      var parts = PageParts(contents: page.stream, stream: page.contents, resources: page.firstResources)
      if pdf[page.box] != box { parts.mediaBox = PDFSyntax(ascii: pdf[page.box]) }
      tree.pages.append(CairoPageTree.Page(number: number, parts: parts))
    }
    guard !pages.isEmpty else { return nil }
  }

  /// The pages below the one node of cairo's tree; nil if it says anything else, or any twice.
  private static func kids(of node: Int, _ pdf: [UInt8], table: Int, count: Int) -> ([Int], Range<Int>)? {
    guard var reader = PDFScanner(pdf, object: node, table: table, count: count),
      reader.skip("<< /Type /Pages\n   /Kids [ ")
    else { return nil }
    let start = reader.at
    var kids: [Int] = []
    var isNew = [Bool](repeating: true, count: count)
    while let kid = reader.number() {
      guard kid < count, isNew[kid], reader.skip(" 0 R ") else { return nil }
      isNew[kid] = false
      kids.append(kid)
    }
    guard reader.skip("]\n   /Count "), reader.number() == kids.count else { return nil }
    let end = reader.at
    return reader.skip("\n>>\nendobj\n") ? (kids, start..<end) : nil
  }

  /// Nothing in the file moves: objects are there no longer once the table calls them free. A tree stays, without
  /// pages, as libqpdf 12 reads no file that has none.
  func takeOut(of pdf: inout [UInt8]) {
    func free(_ object: Int, _ pdf: inout [UInt8]) { pdf[table + 20 * object + 17] = UInt8(ascii: "f") }
    let none = Array("]\n   /Count 0".utf8)
    for (index, at) in list.enumerated() { pdf[at] = index < none.count ? none[index] : UInt8(ascii: " ") }
    for page in pages {
      for object in [page.number, page.contents, page.contents + 1] { free(object, &pdf) }
      if page.firstResources != page.resourcesNumber { free(page.resourcesNumber, &pdf) }
    }
  }
}

/// A page of text, as offsets into the file.
private struct CairoPage {
  let number, node, contents: Int
  /// `[ 0 0 419.5 595.2 ]`
  let box: Range<Int>
  /// The dictionary of fonts.
  let resources: Range<Int>
  let resourcesNumber: Int
  /// Those of the first page that has the same.
  var firstResources: Int
  /// What is packed.
  let stream: Range<Int>

  init?(_ number: Int, _ pdf: [UInt8], table: Int, count: Int) {
    guard var page = PDFScanner(pdf, object: number, table: table, count: count) else { return nil }
    self.number = number
    let start = page.start
    guard page.skip("<< /Type /Page % "), page.number() != nil, page.skip("\n   /Parent "), let node = page.number(),
      page.skip(" 0 R\n   /MediaBox ")
    else { return nil }
    let boxStart = page.at
    guard page.skip("[ 0 0 "), page.decimal(), page.skip(" "), page.decimal(), page.skip(" ]") else { return nil }
    box = boxStart..<page.at
    guard page.skip("\n   /Contents "), let contents = page.number(),
      page.skip(" 0 R\n   /Group <<\n      /Type /Group\n"),
      page.skip("      /S /Transparency\n      /I true\n      /CS /DeviceRGB\n   >>\n   /Resources "),
      let resourcesNumber = page.number(), page.skip(" 0 R\n")
    else { return nil }
    let isLast = page.skip("   /StructParents ")
    if isLast { guard page.number() != nil, page.skip("\n") else { return nil } }
    guard page.skip(">>\nendobj\n") else { return nil }
    (self.node, self.contents, self.resourcesNumber, firstResources) = (
      node, contents, resourcesNumber, resourcesNumber
    )

    // fonts, and the one state in which all is painted that is not transparent
    guard var fonts = PDFScanner(pdf, object: resourcesNumber, table: table, count: count) else { return nil }
    let fontsStart = fonts.at
    guard fonts.skip("<<\n   /ExtGState <<\n      /a0 << /CA 1 /ca 1 >>\n   >>\n   /Font <<\n") else { return nil }
    while fonts.skip("      /f-") {
      guard fonts.number() != nil, fonts.skip("-"), fonts.number() != nil, fonts.skip(" "), fonts.number() != nil,
        fonts.skip(" 0 R\n")
      else { return nil }
    }
    guard fonts.skip("   >>\n>>\n") else { return nil }
    resources = fontsStart..<fonts.at
    guard fonts.skip("endobj\n"), isLast || fonts.at == start else { return nil }

    guard var stream = PDFScanner(pdf, object: contents, table: table, count: count), stream.skip("<< /Length "),
      stream.number() == contents + 1, stream.skip(" 0 R\n   /Filter /FlateDecode\n>>\nstream\n"),
      var length = PDFScanner(pdf, object: contents + 1, table: table, count: count), length.skip("   "),
      let bytes = length.number(), length.skip("\nendobj\n"), length.at == fonts.start, bytes < pdf.count - stream.at
    else { return nil }
    self.stream = stream.at..<stream.at + bytes
    stream.at += bytes
    guard stream.skip("\nendstream\nendobj\n"), stream.at == length.start else { return nil }
  }
}

internal import Bytes
internal import QPDF
internal import Units

/// A file of cairo's (1.16 or 1.18), whose page tree and pages of text were taken out (`takeCairoPages`), object by object.
///
/// This reads no PDF at large: every object is to stand where cairo's table says, one right after the
/// other, a stream is to be as long as it says, and a page to begin as cairo's do. Nothing is changed here.
struct CairoFile {
  /// What stays of an object, in the order of the file.
  struct Piece {
    enum Kind {
      /// What the object is, without its number and end.
      case value
      /// With its keys behind the length.
      case stream(keys: Range<Int>)
      /// A stream of which nothing is said but that it is packed.
      case packed
    }

    var number: Int
    var kind: Kind
    /// Of a stream, what it holds.
    var bytes: Range<Int>
  }

  /// A page, whether it was taken out or not.
  struct Page {
    var number: Int
    /// Width and height in points, as cairo wrote them; nil where the page tree says them.
    var box: PDFSyntax?
    var height: Double
    /// Object number.
    var contents: Int
    /// What else is said of it.
    var rest: [UInt8]
  }

  private(set) var pieces: [Piece] = []
  /// In the order in which they were drawn.
  private(set) var pages: [Page] = []
  /// Of all pages that say none.
  private(set) var mediaBox: PDFSyntax
  /// Pictures that are enlarged may be smoothed, as cairo asks for.
  private let smoothsPictures: Bool
  /// How many object numbers there are.
  let count: Int
  /// Object numbers.
  private(set) var catalog = 0
  private(set) var outline: Int?
  private var information = 0

  /// - Parameter smoothsPictures: those that are enlarged, as cairo asks for; archives forbid it (ISO 19005-2, 6.2.8).
  /// - Returns: nil where anything is not as cairo writes it.
  init?(_ pdf: [UInt8], _ tree: CairoPageTree, smoothsPictures: Bool) {
    guard let (table, count) = PDFScanner.table(of: pdf) else { return nil }
    (self.count, self.smoothsPictures) = (count, smoothsPictures)
    mediaBox = tree.mediaBox
    guard readTrailer(pdf, behind: table + 20 * count), readPages(of: tree, pdf, table: table) else { return nil }
    guard readPieces(of: tree, pdf, table: table), fitsInPlace(pdf) else { return nil }
  }

  private mutating func readTrailer(_ pdf: [UInt8], behind table: Int) -> Bool {
    var trailer = PDFScanner(pdf, at: table)
    guard trailer.skip("trailer\n<< /Size "), trailer.number() == count, trailer.skip("\n   /Root "),
      let root = trailer.number(), trailer.skip(" 0 R\n")
    else { return false }
    catalog = root
    if trailer.skip("   /Info ") {
      guard let number = trailer.number(), trailer.skip(" 0 R\n") else { return false }
      information = number
    }
    return trailer.skip(">>\nstartxref\n")
  }

  /// Of the catalog only the outline is kept.
  private mutating func readCatalog(_ pdf: [UInt8], from start: Int) -> Bool {
    var keys = PDFScanner(pdf, at: start)
    guard keys.skip("<< /Type /Catalog\n   /Pages "), keys.number() != nil, keys.skip(" 0 R\n") else { return false }
    if keys.skip("   /Outlines ") {
      guard let number = keys.number(), keys.skip(" 0 R\n") else { return false }
      outline = number
    }
    _ = keys.skip("   /PageMode /UseOutlines\n")
    return keys.skip(">>\nendobj\n")
  }

  // MARK: Pages

  private mutating func readPages(of tree: CairoPageTree, _ pdf: [UInt8], table: Int) -> Bool {
    pages.reserveCapacity(tree.pages.count)
    guard let usual = CairoFile.height(of: tree.mediaBox.text) else { return false }
    for entry in tree.pages {
      if let parts = entry.parts {
        var page = Page(number: entry.number, box: parts.mediaBox, height: usual, contents: parts.stream, rest: [])
        page.rest += "/Resources \(parts.resources) 0 R".utf8
        if let box = parts.mediaBox {
          guard let height = CairoFile.height(of: box.text) else { return false }
          page.height = height
        }
        pages.append(page)
      } else {
        guard let page = CairoFile.page(entry.number, pdf, table: table, count: count) else { return false }
        pages.append(page)
      }
    }
    return true
  }

  /// A page that was not taken out.
  private static func page(_ number: Int, _ pdf: [UInt8], table: Int, count: Int) -> Page? {
    guard var keys = PDFScanner(pdf, object: number, table: table, count: count), keys.skip("<< /Type /Page % "),
      keys.number() != nil, keys.skip("\n   /Parent "), keys.number() != nil, keys.skip(" 0 R\n   /MediaBox ")
    else { return nil }
    let start = keys.at
    guard keys.skip("[ 0 0 "), keys.decimal(), keys.skip(" "), keys.decimal(), keys.skip(" ]") else { return nil }
    let box = PDFSyntax(ascii: pdf[start..<keys.at])
    guard keys.skip("\n   /Contents "), let contents = keys.number(), keys.skip(" 0 R\n   /Group <<\n"),
      let height = height(of: box.text)
    else { return nil }
    let group = Array("   /Group <<\n".utf8).count
    let rest = keys.at - group
    let end = Array("\n>>\nendobj\n".utf8)
    // a page of cairo's is some hundred bytes long
    guard let last = (keys.at..<min(keys.at + 1024, pdf.count)).first(where: { pdf[$0...].starts(with: end) }) else {
      return nil
    }
    let text = Array(pdf[rest..<CairoFile.end(of: pdf[rest..<last])])
    let said = String(decoding: text, as: UTF8.self)
    // damaged: libqpdf is to find it
    let isWhole = !said.contains("endobj") && text.count { $0 == 0x3C } == text.count { $0 == 0x3E }
    guard isWhole, !said.contains("/Annots") else { return nil }
    return Page(number: number, box: box, height: height, contents: contents, rest: text)
  }

  /// 1.18 ends a page with its number in a structure, which here it has not.
  private static func end(of page: ArraySlice<UInt8>) -> Int {
    guard let found = page.firstRange(ofBytes: Array("\n   /StructParents ".utf8)),
      page[found.upperBound...].allSatisfy({ (0x30...0x39).contains($0) })
    else { return page.endIndex }
    return found.lowerBound
  }

  /// Of `[ 0 0 419.5 595.2 ]`.
  private static func height(of box: String) -> Double? {
    let parts = box.split(separator: " ")
    return parts.count == 6 ? Double(parts[4]) : nil
  }

  // MARK: Objects

  private mutating func readPieces(of tree: CairoPageTree, _ pdf: [UInt8], table: Int) -> Bool {
    let isPage = Set(tree.pages.lazy.filter { $0.parts == nil }.map(\.number))
    let end = table - "xref\n0 \(count)\n".utf8.count
    for page in tree.pages {
      if let parts = page.parts { pieces.append(Piece(number: parts.stream, kind: .packed, bytes: parts.contents)) }
    }
    /// Objects with nothing but the length of the stream before them.
    var lengths: Set<Int> = []
    for number in 1..<count where pdf[table + 20 * number + 17] == UInt8(ascii: "n") && !lengths.contains(number) {
      guard let object = PDFScanner(pdf, object: number, table: table, count: count) else { return false }
      if number == catalog {
        guard readCatalog(pdf, from: object.at) else { return false }
        continue
      }
      if number == information || number == tree.node || isPage.contains(number) { continue }
      guard let piece = CairoFile.piece(number, pdf, object.at, table: table, count: count, end: end, &lengths) else {
        return false
      }
      // what 1.18 lists of a page in a structure, which is nothing
      if case .value = piece.kind, pdf[piece.bytes].elementsEqual("[\n]".utf8) { continue }
      pieces.append(piece)
    }
    if !lengths.isEmpty { pieces.removeAll { lengths.contains($0.number) } }
    pieces.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
    return catalog > 0
  }

  /// - Parameter lengths: takes the numbers of objects that streams need no longer.
  private static func piece(
    _ number: Int, _ pdf: [UInt8], _ start: Int, table: Int, count: Int, end: Int, _ lengths: inout Set<Int>
  ) -> Piece? {
    var keys = PDFScanner(pdf, at: start)
    guard keys.skip("<< /Length ") else { return value(number, pdf, start, end: end) }
    guard var length = keys.number() else { return nil }
    if keys.skip(" 0 R") {
      guard var other = PDFScanner(pdf, object: length, table: table, count: count), other.skip("   "),
        let bytes = other.number(), other.skip("\nendobj\n")
      else { return nil }
      lengths.insert(length)
      length = bytes
    }
    let first = keys.at
    let mark = Array("\n>>\nstream\n".utf8)
    guard let close = (first..<min(first + 4096, end)).first(where: { pdf[$0...].starts(with: mark) }) else {
      return nil
    }
    let contents = close + mark.count
    guard length < end - contents else { return nil }
    var behind = PDFScanner(pdf, at: contents + length)
    guard behind.skip("\nendstream\nendobj\n") else { return nil }
    return Piece(number: number, kind: .stream(keys: first..<close), bytes: contents..<contents + length)
  }

  private static func value(_ number: Int, _ pdf: [UInt8], _ start: Int, end: Int) -> Piece? {
    let mark = Array("\nendobj\n".utf8)
    var at = start
    while at + mark.count <= end {
      if pdf[at] == mark[0], pdf[at...].starts(with: mark) {
        // a stream that does not begin as cairo's do is none of these
        var next = PDFScanner(pdf, at: at + mark.count)
        let isLast = next.at == end
        guard isLast || (next.number() != nil && next.skip(" 0 obj\n")) else { return nil }
        return Piece(number: number, kind: .value, bytes: start..<at)
      }
      at += 1
    }
    return nil
  }

  /// What stays never needs more room than there is before it.
  private func fitsInPlace(_ pdf: [UInt8]) -> Bool {
    guard var written = headEnd(of: pdf) else { return false }
    for piece in pieces {
      guard let head = head(of: piece, pdf) else { continue }
      written += head.count
      guard written <= piece.bytes.lowerBound else { return false }
      written += piece.bytes.count + CairoFile.tail.count
    }
    return true
  }

  private static func leaveUnsmoothed(_ keys: inout [UInt8]) {
    guard keys[...].firstRange(ofBytes: Array("/Subtype /Image".utf8)) != nil else { return }
    if let found = keys[...].firstRange(ofBytes: Array("\n   /Interpolate true".utf8)) { keys.removeSubrange(found) }
  }

  /// Behind the version and the second line, of bytes that are no text.
  func headEnd(of pdf: [UInt8]) -> Int? {
    guard let start = pdf.prefix(64).firstIndex(of: 0x0A).map({ $0 + 1 }) else { return nil }
    guard pdf[start] == UInt8(ascii: "%") else { return start }
    return pdf[start...].prefix(16).firstIndex(of: 0x0A).map { $0 + 1 }
  }

  static let tail = Array("\nendstream\nendobj\n".utf8)

  /// What stands before a stream; nil for what is none.
  func head(of piece: Piece, _ pdf: [UInt8]) -> [UInt8]? {
    var head = Array("\(piece.number) 0 obj\n<</Length \(piece.bytes.count)".utf8)
    switch piece.kind {
    case .value: return nil
    case .packed: head += "/Filter/FlateDecode".utf8
    case .stream(let keys):
      head += pdf[keys]
      if !smoothsPictures { CairoFile.leaveUnsmoothed(&head) }
    }
    head += ">>\nstream\n".utf8
    return head
  }
}

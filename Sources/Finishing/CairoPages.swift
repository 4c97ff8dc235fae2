internal import QPDF
internal import Units

/// What most pages of a file have in common, and no longer say themselves: their node of the page
/// tree is to say it for them (ISO 32000-1, 7.7.3.4).
struct CommonPage: Equatable {
  /// Object number of the node.
  var node: Int
  /// As cairo wrote it.
  var mediaBox: PDFSyntax
  /// Object number of the resources.
  var resources: Int
}

/// Shortens in place what cairo 1.16 writes around pages that hold nothing but text and rules.
///
/// libqpdf reads a page in some eighty tokens, of which all but thirty say the same on every page,
/// and takes 3,000 instructions for each: without them finishing costs half. Gone are
/// - the transparency group: where nothing is transparent it only asks to turn grey into RGB
///   before it is inked (ISO 32000-1, 11.6.6);
/// - resources that another page already has, word by word; those of most pages, and the size of the
///   first page, are left to the page tree;
/// - the object with nothing but the length of the page's stream.
///
/// This reads no PDF at large: a page is touched only where its four objects stand as cairo puts
/// them, one right after the other, and every byte around their numbers is cairo's. Pages with
/// pictures, gradients or alpha stay as they are, and so does all that another cairo writes.
/// - Returns: nil where no page was touched.
func shortenCairoPages(_ pdf: inout [UInt8]) -> CommonPage? {
  guard let found = CairoPages(pdf) else { return nil }
  for page in found.pages { page.shorten(&pdf, found) }
  return found.common
}

/// The pages of a file that can be shortened.
private struct CairoPages {
  /// Offset of the table of objects: 20 bytes for each (ISO 32000-1, 7.5.4).
  let table: Int
  private(set) var pages: [CairoPage] = []
  private(set) var common: CommonPage

  init?(_ pdf: [UInt8]) {
    let tail = "\n%%EOF\n".utf8
    guard pdf.count > 64, pdf[(pdf.count - tail.count)...].elementsEqual(tail),
      let digits = pdf.dropLast(tail.count).suffix(12).lastIndex(of: 0x0A)
    else { return nil }
    var reader = Template(pdf, at: digits + 1)
    guard let start = reader.number() else { return nil }
    reader.at = start
    guard reader.skip("xref\n0 "), let count = reader.number(), count > 1, reader.skip("\n"),
      reader.at + 20 * count <= pdf.count
    else { return nil }
    table = reader.at
    common = CommonPage(node: 0, mediaBox: PDFSyntax(), resources: 0)
    /// By their text, in `sets`: the first of the same resources, and how many pages have them.
    var known: [ArraySlice<UInt8>: Int] = [:]
    var sets: [(first: Int, pages: Int)] = []
    var last: (text: ArraySlice<UInt8>, set: Int) = ([], 0)
    for number in 1..<count {
      guard var page = CairoPage(number, pdf, table: table, count: count) else { continue }
      if pages.isEmpty {
        common.node = page.node
        var node = Template(pdf, object: page.node, table: table, count: count)
        guard node?.skip("<< /Type /Pages\n   /Kids [ ") == true else { return nil }
      }
      guard page.node == common.node else { continue }
      page.hasCommonBox = pdf[page.box] == pdf[(pages.first ?? page).box]
      let text = pdf[page.resources]
      // most often the page before has them
      if text != last.text {
        last = (text, known[text] ?? sets.count)
        if last.set == sets.count {
          known[text] = sets.count
          sets.append((page.resourcesNumber, 0))
        }
      }
      sets[last.set].pages += 1
      page.firstResources = sets[last.set].first
      pages.append(page)
    }
    // of as many pages, the earlier
    let most = sets.max { ($0.pages, $1.first) < ($1.pages, $0.first) }
    guard let most, let first = pages.first else { return nil }
    common.resources = most.first
    common.mediaBox = PDFSyntax(ascii: pdf[first.box])
  }
}

/// A page of text, as offsets of what can be left out of it.
private struct CairoPage {
  let number, node, contents: Int
  /// Of `2 0 obj` and of its `endobj`.
  let start, end: Int
  /// `[ 0 0 419.5 595.2 ]`
  let box: Range<Int>
  var hasCommonBox = false
  /// The dictionary of fonts.
  let resources: Range<Int>
  let resourcesNumber: Int
  /// Those of the first page that has the same.
  var firstResources: Int
  /// `5 0 R`, and the number that stands in that object.
  let length, lengthValue: Range<Int>

  init?(_ number: Int, _ pdf: [UInt8], table: Int, count: Int) {
    guard var page = Template(pdf, object: number, table: table, count: count) else { return nil }
    self.number = number
    start = page.start
    guard page.skip("<< /Type /Page % "), page.number() != nil, page.skip("\n   /Parent "), let node = page.number(),
      page.skip(" 0 R\n   /MediaBox ")
    else { return nil }
    let boxStart = page.at
    guard page.skip("[ 0 0 "), page.decimal(), page.skip(" "), page.decimal(), page.skip(" ]") else { return nil }
    box = boxStart..<page.at
    guard page.skip("\n   /Contents "), let contents = page.number(), page.skip(" 0 R\n   /Group <<\n      /Type /Group\n"),
      page.skip("      /S /Transparency\n      /I true\n      /CS /DeviceRGB\n   >>\n   /Resources "),
      let resourcesNumber = page.number(), page.skip(" 0 R\n>>\n")
    else { return nil }
    (self.node, self.contents, self.resourcesNumber, firstResources) = (node, contents, resourcesNumber, resourcesNumber)
    end = page.at
    guard page.skip("endobj\n") else { return nil }

    // fonts, and the one state in which all is painted that is not transparent
    guard var fonts = Template(pdf, object: resourcesNumber, table: table, count: count) else { return nil }
    let fontsStart = fonts.at
    guard fonts.skip("<<\n   /ExtGState <<\n      /a0 << /CA 1 /ca 1 >>\n   >>\n   /Font <<\n") else { return nil }
    while fonts.skip("      /f-") {
      guard fonts.number() != nil, fonts.skip("-"), fonts.number() != nil, fonts.skip(" "), fonts.number() != nil,
        fonts.skip(" 0 R\n")
      else { return nil }
    }
    guard fonts.skip("   >>\n>>\n") else { return nil }
    resources = fontsStart..<fonts.at
    guard fonts.skip("endobj\n"), fonts.at == start else { return nil }

    guard var stream = Template(pdf, object: contents, table: table, count: count), stream.skip("<< /Length ") else { return nil }
    let lengthStart = stream.at
    guard stream.number() == contents + 1, stream.skip(" 0 R") else { return nil }
    length = lengthStart..<stream.at
    guard stream.skip("\n   /Filter /FlateDecode\n>>\nstream\n"),
      var value = Template(pdf, object: contents + 1, table: table, count: count), value.skip("   ")
    else { return nil }
    let valueStart = value.at
    guard let bytes = value.number() else { return nil }
    lengthValue = valueStart..<value.at
    guard lengthValue.count <= length.count, value.skip("\nendobj\n"), value.at == fonts.start, bytes < pdf.count else { return nil }
    stream.at += bytes
    guard stream.skip("\nendstream\nendobj\n"), stream.at == value.start else { return nil }
  }

  /// Nothing in the file moves but the page's own object, which ends where it ended: bytes between
  /// objects cost no reader anything.
  func shorten(_ pdf: inout [UInt8], _ found: borrowing CairoPages) {
    var text = Array("\(number) 0 obj\n<</Type/Page/Parent \(node) 0 R/Contents \(contents) 0 R".utf8)
    if !hasCommonBox {
      text += "/MediaBox".utf8
      text += pdf[box]
    }
    if firstResources != found.common.resources { text += "/Resources \(firstResources) 0 R".utf8 }
    text += ">>\n".utf8
    let moved = end - text.count
    guard moved >= start else { return }
    for at in start..<moved { pdf[at] = 0x20 }
    for (index, byte) in text.enumerated() { pdf[moved + index] = byte }
    var rest = moved
    for digit in 1...10 {
      pdf[found.table + 20 * number + 10 - digit] = 0x30 + UInt8(rest % 10)
      rest /= 10
    }
    for (index, at) in length.enumerated() {
      pdf[at] = index < lengthValue.count ? pdf[lengthValue.lowerBound + index] : 0x20
    }
    free(contents + 1, &pdf, found)
    if firstResources != resourcesNumber { free(resourcesNumber, &pdf, found) }
  }

  /// An object that only this page named is there no longer.
  private func free(_ object: Int, _ pdf: inout [UInt8], _ found: borrowing CairoPages) {
    pdf[found.table + 20 * object + 17] = UInt8(ascii: "f")
  }
}

/// Compares bytes with what is expected there.
private struct Template {
  private let pdf: [UInt8]
  var at: Int
  /// Where the object starts.
  let start: Int

  init(_ pdf: [UInt8], at: Int) { (self.pdf, self.at, start) = (pdf, at, at) }

  /// Behind `5 0 obj`, where the table says that the object stands.
  init?(_ pdf: [UInt8], object: Int, table: Int, count: Int) {
    guard (1..<count).contains(object) else { return nil }
    var entry = Template(pdf, at: table + 20 * object)
    guard let start = entry.number(), entry.skip(" 00000 n \n") else { return nil }
    self.init(pdf, at: start)
    guard number() == object, skip(" 0 obj\n") else { return nil }
  }

  mutating func skip(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard at >= 0, count <= pdf.count - at else { return false }
    let isThere = expected.withUTF8Buffer { expected in
      for index in 0..<count where pdf[at + index] != expected[index] { return false }
      return true
    }
    if isThere { at += count }
    return isThere
  }

  /// Below ten thousand million, as offsets are.
  mutating func number() -> Int? {
    var value = 0
    let first = at
    while pdf.indices.contains(at), (0x30...0x39).contains(pdf[at]), at - first < 10 {
      value = 10 * value + Int(pdf[at] - 0x30)
      at += 1
    }
    return at > first ? value : nil
  }

  mutating func decimal() -> Bool {
    guard number() != nil else { return false }
    return !skip(".") || number() != nil
  }
}

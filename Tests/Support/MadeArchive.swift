/// A ZIP archive of stored entries (APPNOTE 6.3), and books made of it.
package struct MadeArchive {
  package init() {}

  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  package static func zip(_ entries: [(name: String, text: String)]) -> [UInt8] {
    var archive = MadeArchive()
    for entry in entries { archive.add(entry.name, Array(entry.text.utf8)) }
    return archive.finish()
  }

  package mutating func add(_ name: String, _ content: [UInt8], flags: UInt16 = 0x800) {
    let start = UInt32(bytes.count)
    var head: [UInt8] = []
    func put(_ value: UInt32, _ size: Int) {
      for index in 0..<size { head.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))) }
    }
    put(20, 2)
    put(UInt32(flags), 2)
    put(0, 2)
    put(0, 4)
    put(MadeArchive.checksum(content), 4)
    put(UInt32(content.count), 4)
    put(UInt32(content.count), 4)
    put(UInt32(name.utf8.count), 2)
    put(0, 2)
    bytes += [0x50, 0x4B, 3, 4] + head + Array(name.utf8) + content
    directory += [0x50, 0x4B, 1, 2, 20, 0] + head
    head = []
    put(0, 2)
    put(0, 2)
    put(0, 2)
    put(0, 4)
    put(start, 4)
    directory += head + Array(name.utf8)
    count += 1
  }

  package func finish() -> [UInt8] {
    var end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
    func put(_ value: UInt32, _ size: Int) {
      for index in 0..<size { end.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))) }
    }
    put(UInt32(count), 2)
    put(UInt32(count), 2)
    put(UInt32(directory.count), 4)
    put(UInt32(bytes.count), 4)
    put(0, 2)
    return bytes + directory + end
  }

  /// CRC-32 (ISO 3309).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }

  // MARK: Books

  package static let container = """
    <?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
    """

  /// A package that names documents in their order.
  package static func package(_ names: [String], metadata: String = "", items also: String = "", spine: String = "")
    -> String
  {
    let items = names.enumerated().map { "<item id=\"i\($0)\" href=\"\($1)\" media-type=\"application/xhtml+xml\"/>" }
    let references = names.indices.map { "<itemref idref=\"i\($0)\"/>" }
    return """
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:title>A Book</dc:title><dc:creator>Jane Roe</dc:creator><dc:language>en</dc:language>\(metadata)</metadata>
      <manifest>\(items.joined())<item id="s" href="s.css" media-type="text/css"/>\(also)</manifest>
      <spine \(spine)>\(references.joined())</spine></package>
      """
  }

  package static func page(_ body: String, body attributes: String = "") -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>No words</title>
    <link rel="stylesheet" href="s.css"/></head><body \(attributes)>\(body)</body></html>
    """
  }

  /// A book of these bodies, each a document of its own, with one sheet.
  package static func book(
    _ bodies: [String], css: String = "", metadata: String = "", items: String = "", also: [(String, String)] = []
  ) -> [UInt8] {
    let names = bodies.indices.map { "c\($0).xhtml" }
    return zip(
      [
        ("mimetype", "application/epub+zip"), ("META-INF/container.xml", container),
        ("EPUB/book.opf", package(names, metadata: metadata, items: items)), ("EPUB/s.css", css),
      ] + zip2(names, bodies) + also)
  }

  private static func zip2(_ names: [String], _ bodies: [String]) -> [(String, String)] {
    Swift.zip(names, bodies).map { ("EPUB/" + $0, page($1)) }
  }
}

import QPDF
import Testing

/// A PDF of these objects, numbered from 1 (the first is the catalog), with a right table of them.
func pdf(_ objects: [String]) -> [UInt8] {
  var text = "%PDF-1.5\n"
  var table = "0000000000 65535 f \n"
  for (index, object) in objects.enumerated() {
    let offset = String(text.utf8.count)
    table += String(repeating: "0", count: 10 - offset.utf8.count) + offset + " 00000 n \n"
    text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
  }
  let start = text.utf8.count
  text += "xref\n0 \(objects.count + 1)\n\(table)trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\n"
  return Array((text + "startxref\n\(start)\n%%EOF\n").utf8)
}

let onePage = pdf([
  "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Contents 4 0 R >>",
  "<< /Length 9 >>\nstream\n0 0 m s f\nendstream",
])

@Suite("PDFs through libqpdf") struct DocumentTests {
  @Test("Objects are found, read and changed")
  func objects() throws {
    try PDFDocument.read(onePage) { document throws(PDFError) in
      #expect(try document.pageCount() == 1)
      let page = try document.page(0)
      let box = try document.value("/MediaBox", of: page)
      #expect(try box.map { box throws(PDFError) in try document.number(document.item(3, of: box)) } == 200)
      #expect(try document.value("/Missing", of: page) == nil)
      #expect(try document.keys(of: page) == ["/Contents", "/MediaBox", "/Parent", "/Type"])
      let contents = try document.value("/Contents", of: page)
      let text = try contents.map { stream throws(PDFError) in try document.contents(of: stream) }
      #expect(text == Array("0 0 m s f".utf8))
      try document.set("/Rotate", of: page, to: .integer(90))
      try document.remove("/Contents", from: page)
      #expect(try document.syntax(of: page) == "<< /MediaBox [ 0 0 100 200 ] /Parent 2 0 R /Rotate 90 /Type /Page >>")
    }
  }

  @Test("What is asked for and is not there is an error")
  func misuse() throws {
    try PDFDocument.read(onePage) { document throws(PDFError) in
      #expect(throws: PDFError.pageMissing(index: 1)) { try document.page(1) }
      #expect(throws: PDFError.pageMissing(index: -1)) { try document.page(-1) }
      let array = try document.array()
      #expect(throws: PDFError.self) { try document.item(0, of: array) }
      #expect(throws: PDFError.self) { try document.parse(PDFSyntax(raw: "<< /Broken")) }
      let root = try document.root()
      document.releaseObjects()
      #expect(throws: PDFError.self) { try document.set("/Lang", of: root, to: .text("en")) }
      // An error is told once and does not stick.
      #expect(try document.pageCount() == 1)
    }
  }

  @Test("What is no whole PDF is refused", arguments: [[], Array("no PDF".utf8), Array(onePage.dropLast(40))])
  func unreadable(bytes: [UInt8]) {
    #expect {
      try PDFDocument.read(bytes) { document throws(PDFError) in try document.pageCount() }
    } throws: { error in
      if case PDFError.unreadable = error { true } else { false }
    }
  }

  @Test("A damaged PDF is repaired only when asked, and says so")
  func repair() throws {
    // The last digit of the place of the table is cut off.
    let damaged = Array(onePage.dropLast(8))
    #expect(throws: PDFError.self) {
      try PDFDocument.read(damaged, repairing: true) { document throws(PDFError) in try document.checkWarnings() }
    }
    #expect(
      try PDFDocument.read(damaged, repairing: true) { document throws(PDFError) in try document.pageCount() } == 1)
  }

  @Test("The same document is written as the same bytes, with objects packed or not", arguments: [true, false])
  func writing(packed: Bool) throws {
    func written() throws -> [UInt8] {
      try PDFDocument.read(onePage) { document throws(PDFError) in
        try document.write(PDFWriting(minimumVersion: "1.6", packsObjects: packed))
      }.take()
    }
    let bytes = try written()
    #expect(try written() == bytes)
    #expect(bytes.starts(with: "%PDF-1.6".utf8))
    #expect(try PDFDocument.read(bytes) { document throws(PDFError) in try document.pageCount() } == 1)
  }

  @Test("Random bytes are read or refused, never a trap")
  func randomBytes() {
    var state: UInt64 = 7
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    for _ in 0..<300 {
      var bytes = onePage
      for _ in 0..<8 { bytes[Int(next()) % bytes.count] = UInt8(truncatingIfNeeded: next()) }
      _ = try? PDFDocument.read(bytes, repairing: next() % 2 == 0) { document throws(PDFError) in
        _ = try document.pageCount()
        return try document.write()
      }.take()
    }
  }
}

@Suite("PDF syntax") struct SyntaxTests {
  @Test(
    "Text is escaped, and in UTF-16 where it is not ASCII",
    arguments: [
      ("plain", "(plain)"), ("a(b)c\\", "(a\\(b\\)c\\\\)"), ("é", "<FEFF00E9>"), ("𝄞", "<FEFFD834DD1E>"), ("", "()"),
      ("a\nb", "<FEFF0061000A0062>"), ("a\0b", "<FEFF006100000062>"),
    ])
  func text(value: String, syntax: String) {
    #expect(PDFSyntax.text(value).text == syntax)
  }

  @Test("Text reads back as given", arguments: ["plain", "a(b)c\\", "Krieg – война", "𝄞 \0 \r\n", ")>>"])
  func roundTrip(value: String) throws {
    try PDFDocument.read(onePage) { document throws(PDFError) in
      let bytes = try document.string(document.parse(.text(value))) ?? []
      guard bytes.starts(with: [0xFE, 0xFF]) else {
        #expect(String(decoding: bytes, as: UTF8.self) == value)
        return
      }
      let pairs = stride(from: 2, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      #expect(String(decoding: pairs, as: UTF16.self) == value)
    }
  }
}

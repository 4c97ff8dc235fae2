import Finishing
import Foundation
import QPDF
import Testing

/// What cairo 1.16 writes where it is asked to leave its contents unpacked.
@Suite struct `Contents packed beside drawing` {
  /// cairo's file in the parts that are there after each page, and the rest.
  private func parts(_ contents: [String], keys: String = "") -> [[UInt8]] {
    var text = "%PDF-1.5\n%\u{B5}\n"
    var parts: [[UInt8]] = []
    var offsets: [Int: Int] = [:]
    var done = 0
    func add(_ number: Int, _ object: String) {
      offsets[number] = done + text.utf8.count
      text += "\(number) 0 obj\n\(object)endobj\n"
    }
    for (index, contents) in contents.enumerated() {
      let first = 4 + 3 * index
      add(first + 1, "<< /Length \(first + 2) 0 R\(index == 1 ? keys : "")\n>>\nstream\n\(contents)\nendstream\n")
      add(first + 2, "   \(contents.utf8.count)\n")
      add(
        first,
        "<< /Type /Page % \(index + 1)\n   /Parent 1 0 R\n   /MediaBox [ 0 0 99 99 ]\n   /Contents \(first + 1) 0 R\n"
          + "   /Resources << >>\n>>\n")
      parts.append(Array(text.utf8))
      done += text.utf8.count
      text = ""
    }
    let kids = contents.indices.map { "\(4 + 3 * $0) 0 R " }.joined()
    add(1, "<< /Type /Pages\n   /Kids [ \(kids)]\n   /Count \(contents.count)\n>>\n")
    add(2, "<< /Producer (cairo)\n>>\n")
    add(3, "<< /Type /Catalog\n   /Pages 1 0 R\n>>\n")
    let table = done + text.utf8.count
    text += "xref\n0 \(4 + 3 * contents.count)\n0000000000 65535 f \n"
    for number in 1..<4 + 3 * contents.count { text += String(format: "%010d 00000 n \n", offsets[number] ?? 0) }
    text += "trailer\n<< /Size \(4 + 3 * contents.count)\n   /Root 3 0 R\n   /Info 2 0 R\n>>\n"
    text += "startxref\n\(table)\n%%EOF\n"
    return parts + [Array(text.utf8)]
  }

  private func packed(
    _ parts: [[UInt8]], isBeside: Bool, content: StructurePlan.PageContent? = nil
  ) -> (pdf: [UInt8], contents: StructurePlan.PageContents) {
    let packing = PagePacking(isBeside: isBeside)
    for part in parts.dropLast() {
      var bytes = part
      packing.takePage(&bytes, content)
      #expect(bytes.isEmpty)
    }
    var bytes = parts.last ?? []
    return packing.finish(&bytes)
  }

  private func contents(_ pdf: [UInt8], _ pages: Int) throws -> [String] {
    try PDFDocument.read(pdf) { document throws(PDFError) in
      var found: [String] = []
      for index in 0..<pages {
        found.append(String(decoding: try document.contents(ofPage: document.page(index)), as: UTF8.self))
      }
      try document.checkWarnings()
      return found
    }
  }

  private let pages = (0..<90).map { String(repeating: "0 0 \($0) 9 re f\n", count: 1 + $0 * 7 % 50) + "endstream?" }

  @Test func `are what was drawn, in a file that opens as it stands`() throws {
    let (pdf, _) = packed(parts(pages), isBeside: false)
    #expect(try contents(pdf, 90) == pages)
    #expect(pdf.count < parts(pages).joined().count)
    if let said = try outside("qpdf", ["--check"], pdf) { #expect(said.status == 0, "\(said.text)") }
  }

  @Test func `are the same by tasks and without`() {
    #expect(packed(parts(pages), isBeside: true).pdf == packed(parts(pages), isBeside: false).pdf)
  }

  @Test func `pass through where they are packed, or no stream at all`() {
    let packed = parts(["a", "b", "c"], keys: "\n   /Filter /LZWDecode")
    let file = self.packed(packed, isBeside: false).pdf
    #expect(file.firstRange(of: Array("/LZWDecode\n>>\nstream\nb\nendstream".utf8)) != nil)
    for bytes in [Array("\n>>\nstream\n".utf8), Array("5 0 obj\n<< /Length 6 0 R\n>>\nstream\nx".utf8), []] {
      #expect(self.packed([bytes, bytes], isBeside: false).pdf == bytes + bytes)
    }
  }

  @Test func `keep what else their dictionaries say`() throws {
    let file = packed(parts(["a", "b", "c"], keys: "\n   /Type /XObject"), isBeside: false).pdf
    #expect(file.firstRange(of: Array("/Length 9 0 R\n   /Filter /FlateDecode\n   /Type /XObject\n>>".utf8)) != nil)
    #expect(try contents(file, 3) == ["a", "b", "c"])
  }

  @Test func `are marked on the way where they are what the page is said to be`() throws {
    var content = StructurePlan.PageContent()
    content.parts = [StructurePlan.Part(node: 0)]
    content.marks = [StructurePlan.Mark(glyph: 0, part: 0)]
    content.glyphs = 3
    let text = "BT\n10 0 0 -10 5 5 Tm\n/f-0-0 1 Tf\n(abc)Tj\nET\n"
    let marked = packed(
      parts([text, "BT\n/f-0-1 1 Tf\n<000100020003>Tj\nET\n", "BT ET\n"]), isBeside: true, content: content)
    #expect(marked.contents.map(\.identifiers) == [[0], [0], nil])
    let found = try contents(marked.pdf, 3)
    #expect(found[0].contains("/P<</MCID 0>>BDC") && found[1].contains("MCID 0") && found[2] == "BT ET\n", "\(found)")
  }
}

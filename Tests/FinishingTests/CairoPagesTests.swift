import Finishing
import QPDF
import Testing

/// What cairo 1.16 writes around pages of text, to the byte.
private struct CairoFile {
  struct Page {
    var box = "0 0 419.527344 595.275391"
    var fonts = [0]
    /// In place of the dictionary of fonts and what else the page draws with.
    var resources: String?
    /// What the object of the stream's length says; nil for the truth.
    var length: String?
  }

  var pages: [Page]

  /// Fonts are at 2 and 3, pages at 4, 8, 12.
  func bytes() -> [UInt8] {
    var text = "%PDF-1.5\n%µí®û\n"
    var offsets: [Int: Int] = [:]
    func add(_ number: Int, _ object: String) {
      offsets[number] = text.utf8.count
      text += "\(number) 0 obj\n\(object)\nendobj\n"
    }
    for (index, page) in pages.enumerated() {
      let number = 4 + 4 * index
      let stream = "stream of page \(index)"
      add(number + 2, "<< /Length \(number + 3) 0 R\n   /Filter /FlateDecode\n>>\nstream\n\(stream)\nendstream")
      add(number + 3, "   \(page.length ?? String(stream.utf8.count))")
      let fonts = page.fonts.map { "      /f-\($0)-0 \($0 + 2) 0 R\n" }.joined()
      let usual = "   /ExtGState <<\n      /a0 << /CA 1 /ca 1 >>\n   >>\n   /Font <<\n\(fonts)   >>"
      add(number + 1, "<<\n\(page.resources ?? usual)\n>>")
      add(
        number,
        "<< /Type /Page % \(index + 1)\n   /Parent 1 0 R\n   /MediaBox [ \(page.box) ]\n   /Contents \(number + 2) 0 R\n"
          + "   /Group <<\n      /Type /Group\n      /S /Transparency\n      /I true\n      /CS /DeviceRGB\n   >>\n"
          + "   /Resources \(number + 1) 0 R\n>>")
    }
    let kids = pages.indices.map { "\(4 + 4 * $0) 0 R " }.joined()
    add(1, "<< /Type /Pages\n   /Kids [ \(kids)]\n   /Count \(pages.count)\n>>")
    for font in 0...1 { add(font + 2, "<< /Type /Font\n   /Subtype /Type1\n   /BaseFont /Font\(font)\n>>") }
    let catalog = 4 + 4 * pages.count
    add(catalog, "<< /Type /Catalog\n   /Pages 1 0 R\n>>")
    let start = text.utf8.count
    text += "xref\n0 \(catalog + 1)\n0000000000 65535 f \n"
    for number in 1...catalog {
      let offset = String(offsets[number] ?? 0)
      text += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
    }
    text += "trailer\n<< /Size \(catalog + 1)\n   /Root \(catalog) 0 R\n>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }

  func finished() throws -> [UInt8] { try finish(bytes(), plan: FinishingPlan()) }
}

@Suite("Pages of text as cairo writes them") struct CairoPagesTests {
  private static let transparent = "<< /CS /DeviceRGB /I true /S /Transparency /Type /Group >>"

  /// A page's fonts and its size, which may stand in the page tree.
  private func given(_ index: Int, in pdf: [UInt8]) throws -> (box: String?, fonts: String?) {
    let box = try page(index, of: pdf, "/MediaBox") ?? page(index, of: pdf, "/Parent", "/MediaBox")
    let resources = try page(index, of: pdf, "/Resources") == nil ? ["/Parent", "/Resources"] : ["/Resources"]
    let found = try PDFDocument.read(pdf) { document throws(PDFError) -> String? in
      var object = try document.page(index)
      for key in resources + ["/Font"] {
        guard let next = try document.value(key, of: object) else { return nil }
        object = next
      }
      return try document.keys(of: object).joined(separator: " ")
    }
    return (box, found)
  }

  @Test("What all pages say is said once, and nothing is lost")
  func common() throws {
    var pages = (0..<5).map { _ in CairoFile.Page(fonts: [0, 1]) }
    pages[0].fonts = [0]
    pages[2].box = "0 0 300.5 400"
    pages[3].fonts = [0]
    let pdf = try CairoFile(pages: pages).finished()
    for index in 0..<5 {
      let (box, fonts) = try given(index, in: pdf)
      #expect(box == (index == 2 ? "[ 0 0 300.5 400 ]" : "[ 0 0 419.527344 595.275391 ]"))
      #expect(fonts == (index == 0 || index == 3 ? "/f-0-0" : "/f-0-0 /f-1-0"))
      #expect(try page(index, of: pdf, "/Group") == nil)
      #expect((try page(index, of: pdf, "/MediaBox") == nil) == (index != 2))
      // archives want them named on the page itself
      #expect(try page(index, of: pdf, "/Resources") != nil)
    }
    #expect(String(decoding: pdf, as: UTF8.self).contains("stream\nstream of page 4"))
  }

  @Test("Of many pages none is lost, each is under its own node, and those drawn last stand first")
  func manyPages() throws {
    var pages = (0..<150).map { CairoFile.Page(box: "0 0 \(100 + $0) 300") }
    // stays as it is, between others
    pages[70].resources = "   /Font <<\n   >>"
    var plan = FinishingPlan()
    plan.leadingPages = 10
    plan.links = [Link(page: 75, x: 0, y: 0, width: 9, height: 9, target: .page(10, y: 10))]
    let pdf = try finish(CairoFile(pages: pages).bytes(), plan: plan)
    let order = Array(140..<150) + Array(0..<140)
    // what the first page says, the root says for it
    #expect(
      try (0..<150).map { try page($0, of: pdf, "/MediaBox") }
        == order.map { $0 == 0 ? nil : "[ 0 0 \(100 + $0) 300 ]" })
    #expect(try page(10, of: pdf, "/Parent", "/Parent", "/MediaBox") == "[ 0 0 100 300 ]")
    #expect(try catalog(pdf, "/Pages", "/Count") == "150")
    #expect(try ["0", "1", "2"].map { try catalog(pdf, "/Pages", "/Kids", $0, "/Count") } == ["64", "64", "22"])
    #expect(try page(80, of: pdf, "/Group") == Self.transparent)
    #expect(try page(80, of: pdf, "/Parent", "/Count") == "64")
    #expect(try page(75, of: pdf, "/Annots", "0", "/Rect") == "[ 0 291 9 300 ]")
    #expect(try page(75, of: pdf, "/Annots", "0", "/Dest", "3") == "290")
  }

  @Test(
    "A page tree that names a page twice, or one that is none, is left to libqpdf",
    arguments: ["4 0 R 4 0 R", "4 0 R 2 0 R"])
  func strangeTree(kids: String) throws {
    let text = String(decoding: CairoFile(pages: [.init(), .init()]).bytes(), as: UTF8.self)
    let changed = text.replacing("4 0 R 8 0 R", with: kids)
    try #require(changed != text)
    #expect(throws: FinishingError.self) { try finish(Array(changed.utf8), plan: FinishingPlan()) }
  }

  @Test("A page that draws with more than fonts stays as it is")
  func pictures() throws {
    for resources in [
      "   /ExtGState <<\n      /a0 << /CA 1 /ca 1 >>\n      /a1 << /CA 0.5 /ca 0.5 >>\n   >>\n   /Font <<\n   >>",
      "   /ExtGState <<\n      /a0 << /CA 1 /ca 1 >>\n   >>\n   /XObject <<\n      /x5 2 0 R\n   >>",
      "   /Font <<\n   >>",
    ] {
      let pdf = try CairoFile(pages: [.init(), .init(resources: resources), .init()]).finished()
      #expect(try page(0, of: pdf, "/Group") == nil)
      #expect(try page(1, of: pdf, "/Group") == Self.transparent)
      #expect(try page(1, of: pdf, "/MediaBox") == "[ 0 0 419.527344 595.275391 ]")
      #expect(try given(1, in: pdf).fonts == (resources.contains("Font") ? "" : nil))
      #expect(try given(2, in: pdf).fonts == "/f-0-0")
    }
  }

  @Test("A page with a byte that is not cairo's is not touched")
  func others() throws {
    let whole = CairoFile(pages: [.init(), .init()]).bytes()
    let text = String(decoding: whole, as: UTF8.self)
    // as long as before, so that the table still holds
    for (from, to) in [
      (">>\nendobj\n4 0 obj", ">> endobj\n4 0 obj"), ("/CS /DeviceRGB", "/CS/DeviceRGB "),
      ("   /Filter /Fl", "/Filter    /Fl"),
      ("    /a0 <<", "/a0     <<"), ("   >>\n>>\nend", ">>    >>\nend"), ("   /Parent", "/Parent   "),
    ] {
      let changed = Array(text.replacing(from, with: to, maxReplacements: 1).utf8)
      try #require(changed != whole && changed.count == whole.count)
      let pdf = try finish(changed, plan: FinishingPlan())
      #expect(try page(0, of: pdf, "/Group") == Self.transparent)
      #expect(try page(1, of: pdf, "/Group") == nil)
    }
    #expect(throws: FinishingError.self) { try CairoFile(pages: [.init(length: "7"), .init()]).finished() }
  }

  @Test("No byte that is wrong makes it fail in any other way")
  func damaged() throws {
    let whole = CairoFile(pages: [.init(), .init(fonts: [0, 1]), .init()]).bytes()
    for at in whole.indices {
      var bytes = whole
      bytes[at] = bytes[at] &* 31 &+ 7
      _ = try? finish(bytes, plan: FinishingPlan())
      if at % 8 == 0 { _ = try? finish(Array(whole[..<at]), plan: FinishingPlan()) }
    }
  }
}

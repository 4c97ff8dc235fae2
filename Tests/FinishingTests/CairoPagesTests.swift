import Finishing
import QPDF
import Testing
import Units

/// Versions of cairo whose files have been seen; any other's, where a byte is not as in these, is left to libqpdf.
private enum Version: CaseIterable {
  case v1_16, v1_18
}

/// What cairo writes around pages of text, to the byte.
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
  var version = Version.v1_16
  /// Keys of one at 3, in place of the second font.
  var picture: String?

  /// Fonts are at 2 and 3, pages at 4, 8, 12.
  func bytes() -> [UInt8] {
    var text = "%PDF-1.5\n%µí®û\n"
    var offsets: [Int: Int] = [:]
    func add(_ number: Int, _ object: String) {
      offsets[number] = text.utf8.count
      text += "\(number) 0 obj\n\(object)\nendobj\n"
    }
    let kids = pages.indices.map { "\(4 + 4 * $0) 0 R " }.joined()
    func addTree() { add(1, "<< /Type /Pages\n   /Kids [ \(kids)]\n   /Count \(pages.count)\n>>") }
    let catalog = 4 + 4 * pages.count
    for (index, page) in pages.enumerated() {
      let number = number(index)
      let stream = "stream of page \(index)"
      add(number + 2, "<< /Length \(number + 3) 0 R\n   /Filter /FlateDecode\n>>\nstream\n\(stream)\nendstream")
      add(number + 3, "   \(page.length ?? String(stream.utf8.count))")
      let fonts = page.fonts.map { "      /f-\($0)-0 \($0 + 2) 0 R\n" }.joined()
      let usual = "   /ExtGState <<\n      /a0 << /CA 1 /ca 1 >>\n   >>\n   /Font <<\n\(fonts)   >>"
      add(number + 1, "<<\n\(page.resources ?? usual)\n>>")
      if version == .v1_16 { add(number, dictionary(index)) }
    }
    if version == .v1_16 { addTree() }
    for font in 0...1 {
      if font == 1, let picture {
        add(3, "<< /Length 6\n\(picture)\n>>\nstream\nPIXELS\nendstream")
      } else {
        add(font + 2, "<< /Type /Font\n   /Subtype /Type1\n   /BaseFont /Font\(font)\n>>")
      }
    }
    if version == .v1_18 {
      for index in pages.indices { add(catalog + 1 + index, "[\n]") }
      addTree()
      for index in pages.indices { add(number(index), dictionary(index, "   /StructParents \(index)\n")) }
    }
    add(catalog, "<< /Type /Catalog\n   /Pages 1 0 R\n>>")
    let start = text.utf8.count
    let count = offsets.count + 1
    text += "xref\n0 \(count)\n0000000000 65535 f \n"
    for number in 1..<count {
      let offset = String(offsets[number] ?? 0)
      text += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
    }
    text += "trailer\n<< /Size \(count)\n   /Root \(catalog) 0 R\n>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }

  private func number(_ page: Int) -> Int { 4 + 4 * page }

  private func dictionary(_ index: Int, _ last: String = "") -> String {
    let number = number(index)
    return "<< /Type /Page % \(index + 1)\n   /Parent 1 0 R\n   /MediaBox [ \(pages[index].box) ]\n"
      + "   /Contents \(number + 2) 0 R\n"
      + "   /Group <<\n      /Type /Group\n      /S /Transparency\n      /I true\n      /CS /DeviceRGB\n   >>\n"
      + "   /Resources \(number + 1) 0 R\n\(last)>>"
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

  @Test("What all pages say is said once, and nothing is lost", arguments: Version.allCases)
  private func common(version: Version) throws {
    var pages = (0..<5).map { _ in CairoFile.Page(fonts: [0, 1]) }
    pages[0].fonts = [0]
    pages[2].box = "0 0 300.5 400"
    pages[3].fonts = [0]
    let pdf = try CairoFile(pages: pages, version: version).finished()
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

  /// In place, and by libqpdf, of which 12 reads no file without a page tree.
  @Test(
    "Of many pages none is lost, each is under its own node, and those drawn last stand first",
    arguments: Version.allCases, ["1.5", "1.4"])
  private func manyPages(version: Version, asked: String) throws {
    var pages = (0..<150).map { CairoFile.Page(box: "0 0 \(100 + $0) 300") }
    // stays as it is, between others
    pages[70].resources = "   /Font <<\n   >>"
    var plan = FinishingPlan()
    plan.leadingPages = 10
    plan.version = asked
    plan.links = [Link(page: 75, x: 0, y: 0, width: 9, height: 9, target: .page(10, y: 10))]
    let pdf = try finish(CairoFile(pages: pages, version: version).bytes(), plan: plan)
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

  @Test("No byte that is wrong makes it fail in any other way", arguments: Version.allCases)
  private func damaged(version: Version) throws {
    let whole = CairoFile(pages: [.init(), .init(fonts: [0, 1]), .init()], version: version).bytes()
    for at in whole.indices {
      var bytes = whole
      bytes[at] = bytes[at] &* 31 &+ 7
      if let pdf = try? finish(bytes, plan: FinishingPlan()) {
        let pages = try? PDFDocument.read(pdf) { document throws(PDFError) in try document.pageCount() }
        #expect(pages == 3, "byte \(at)")
      }
      if at % 8 == 0 { _ = try? finish(Array(whole[..<at]), plan: FinishingPlan()) }
    }
  }

  /// Two fonts, a picture of which cairo asks that it be smoothed, and all that a plan can say.
  private static func everything(_ address: String, _ version: Version = .v1_16) throws -> (pdf: [UInt8], plan: FinishingPlan) {
    var plan = FinishingPlan()
    plan.title = "Titel – ohne Ende"
    plan.language = "de"
    plan.archive = .a2u
    plan.version = "1.7"
    plan.pageLabels = [PageLabelRange(firstPage: 0, style: .lowerRoman), PageLabelRange(firstPage: 2, style: .decimal)]
    plan.boxes = .uniform(PageBoxSet(trim: PDFRectangle(left: 5, bottom: 6, right: 70, top: 80)))
    plan.links = [
      Link(page: 1, x: 1, y: 2, width: 3, height: 4, target: .uri(address)),
      Link(page: 1, x: 1, y: 9, width: 3, height: 4, target: .named("here")),
    ]
    plan.destinations = ["here": Destination(page: 2, x: 7, y: 0)]
    var file = CairoFile(pages: [.init(), .init(fonts: [0, 1]), .init()], version: version)
    file.picture = "   /Type /XObject\n   /Subtype /Image\n   /Interpolate true\n   /Filter /FlateDecode"
    return (try finish(file.bytes(), plan: plan), plan)
  }

  @Test("A file for readers is one whole, with all that its plan says", arguments: Version.allCases)
  private func whole(version: Version) throws {
    let pdf = try Self.everything("https://a.example/", version).pdf
    let text = String(decoding: pdf, as: UTF8.self)
    #expect(text.hasPrefix("%PDF-1.7\n") && text.split(separator: "startxref").count == 2)
    #expect(!text.contains("/Prev") && !text.contains("Interpolate") && text.contains("/Subtype /Image"))
    #expect(try page(1, of: pdf, "/Annots", "0", "/A", "/URI") == "(https://a.example/)")
    #expect(try page(1, of: pdf, "/Annots", "1", "/Dest") == "(here)")
    #expect(try page(2, of: pdf, "/Annots") == nil)
    #expect(try page(2, of: pdf, "/TrimBox") == "[ 5 6 70 80 ]")
    #expect(try catalog(pdf, "/Names", "/Dests", "/Kids", "0", "/Names", "1", "2") == "7")
    #expect(try catalog(pdf, "/PageLabels", "/Nums", "3", "/S") == "/D")
    #expect(try catalog(pdf, "/OutputIntents", "0", "/DestOutputProfile")?.contains("acsp") == true)
    #expect(try catalog(pdf, "/Metadata")?.contains("Titel – ohne Ende") == true)
    #expect(try catalog(pdf, "/Lang") == "(de)")
    #expect(try information(pdf)?.contains("cairo") == false)
    #expect(try fileID(pdf).count == 2)
    try PDFDocument.read(pdf) { document throws(PDFError) in
      for number in 1..<30 { _ = try document.syntax(of: document.object(number: number)) }
      try document.checkWarnings()
    }
  }

  @Test("Files that differ in where a link leads have other IDs, the same file has the same")
  func identifiers() throws {
    let files = try ["https://a.example/", "https://b.example/", "https://a.example/"].map {
      try Self.everything($0).pdf
    }
    #expect(files[0] == files[2])
    #expect(try fileID(files[0]) != fileID(files[1]))
  }
}

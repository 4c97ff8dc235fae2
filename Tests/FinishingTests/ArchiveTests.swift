import Finishing
import QPDF
import Testing

@Suite struct `A PDF to be kept` {
  private func plan(_ level: ArchiveLevel) -> FinishingPlan {
    var plan = FinishingPlan()
    plan.title = "A Book"
    plan.language = "en"
    plan.archive = level
    return plan
  }

  @Test(arguments: [
    (ArchiveLevel.a2b, "2", "B"), (.a2u, "2", "U"), (.a2a, "2", "A"), (.a3a, "3", "A"), (.a4f, "4", "F"),
  ])
  func `says so, and what its colours mean`(level: ArchiveLevel, part: String, conformance: String) throws {
    let pdf = try finish(cairoLike([a5, a5]), plan: plan(level))
    let xmp = try #require(try catalog(pdf, "/Metadata"))
    #expect(xmp.contains("<pdfaid:part>\(part)</pdfaid:part>"))
    #expect(xmp.contains("<pdfaid:conformance>\(conformance)</pdfaid:conformance>"))
    #expect(xmp.contains("<pdfaid:rev>2020</pdfaid:rev>") == (level == .a4f))
    #expect(try catalog(pdf, "/OutputIntents", "0", "/S") == "/GTS_PDFA1")
    let profile = try #require(try catalog(pdf, "/OutputIntents", "0", "/DestOutputProfile"))
    #expect(profile.utf8.count > 400 && profile.contains("acspAPPL") == false && profile.contains("RGB XYZ "))
    #expect(try information(pdf) == nil || level != .a4f)
  }

  @Test func `says nothing of the kind unasked`() throws {
    let pdf = try finish(cairoLike([a5]), plan: FinishingPlan())
    #expect(try catalog(pdf, "/OutputIntents") == nil)
    #expect(try catalog(pdf, "/Metadata")?.contains("pdfaid") == false)
  }

  @Test func `ends each stream on a line of its own`() throws {
    let pdf = try finish(cairoLike([a5]), plan: plan(.a2u))
    var rest = pdf[...]
    var streams = 0
    while let found = rest.firstRange(of: Array("endstream".utf8)) {
      #expect(pdf[found.lowerBound - 1] == 0x0A)
      streams += 1
      rest = rest[found.upperBound...]
    }
    #expect(streams > 3)
  }

  @Test func `holds the files it was made of, under names of their own`() throws {
    var plan = plan(.a3a)
    plan.destinations = ["one": Destination(page: 0)]
    plan.attachments = [
      Attachment(name: "b.md", mediaType: "text/markdown", bytes: Array("# Zwei\n".utf8)),
      Attachment(name: "a.md", mediaType: "text/markdown", bytes: Array("# One\n".utf8)),
      Attachment(name: "a.md", mediaType: "text/markdown", bytes: []),
    ]
    let pdf = try finish(cairoLike([a5]), plan: plan)
    let files = ["/Names", "/EmbeddedFiles", "/Names"]
    func file(_ index: Int, _ keys: String...) throws -> String? {
      try PDFDocument.read(pdf) { document throws(PDFError) in
        var object = try document.root()
        for key in files { object = try document.value(key, of: object) ?? object }
        object = try document.item(index, of: object)
        for key in keys {
          guard let next = try document.value(key, of: object) else { return nil }
          object = next
        }
        if document.isStream(object) { return String(decoding: try document.contents(of: object), as: UTF8.self) }
        return try document.syntax(of: object)
      }
    }
    #expect(try file(0) == "(2-a.md)" && file(2) == "(a.md)" && file(4) == "(b.md)")
    #expect(try file(3, "/EF", "/F") == "# One\n" && file(5, "/EF", "/UF") == "# Zwei\n" && file(1, "/EF", "/F") == "")
    #expect(try file(5, "/AFRelationship") == "/Source" && file(5, "/UF") == "(b.md)")
    #expect(try catalog(pdf, "/AF", "2", "/F") == "(b.md)")
    #expect(try catalog(pdf, "/Names", "/Dests") != nil)
    if let said = try outside("qpdf", ["--check"], pdf) { #expect(said.status == 0, "\(said.text)") }
    if let said = try outside("pdfdetach", ["-list"], pdf) { #expect(said.text.contains("3 embedded files")) }
  }

  @Test func `does not ask for smoothed pictures`() throws {
    let image =
      "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray"
      + " /Interpolate true /Length 1 >>\nstream\nx\nendstream"
    let pdf = pdf([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] >>", "<< /Producer (x) >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R /Resources << /XObject << /F 6 0 R >> >> >>",
      "<< /Length 5 >>\nstream\n/F Do\nendstream",
      "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /I 7 0 R >> >> /Length 5 >>"
        + "\nstream\n/I Do\nendstream", image,
    ])
    func smoothing(_ plan: FinishingPlan) throws -> String? {
      let finished = try finish(pdf, plan: plan)
      return try PDFDocument.read(finished) { document throws(PDFError) in
        var object = try document.page(0)
        for key in ["/Resources", "/XObject", "/F"] { object = try document.value(key, of: object) ?? object }
        object = try document.streamDictionary(of: object)
        for key in ["/Resources", "/XObject", "/I"] { object = try document.value(key, of: object) ?? object }
        return try document.value("/Interpolate", of: document.streamDictionary(of: object)).map {
          value throws(PDFError) in try document.syntax(of: value)
        }
      }
    }
    #expect(try smoothing(plan(.a2u)) == nil)
    #expect(try smoothing(FinishingPlan()) == "true")
  }
}

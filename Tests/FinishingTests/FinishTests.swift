import Finishing
import QPDF
import Testing
import Units

@Suite("Finishing a book") struct FinishTests {
  /// A plan that uses everything.
  static var fullPlan: FinishingPlan {
    var plan = FinishingPlan()
    plan.title = "Krieg & Frieden – война"
    plan.author = "Толстой"
    plan.subject = "a <novel>"
    plan.keywords = "war, peace"
    plan.creator = "an editor"
    plan.language = "de"
    plan.creationDate = PDFDate(secondsSince1970: 1_767_323_045)
    plan.pageLabels = [
      PageLabelRange(firstPage: 2, style: .decimal), PageLabelRange(firstPage: 0, style: .lowerRoman, start: 3),
    ]
    plan.pageLayout = .twoPageRight
    plan.direction = .rightToLeft
    plan.showsOutline = true
    plan.printsAtActualSize = true
    plan.duplex = .longEdge
    plan.boxes = .uniform(
      PageBoxSet(
        trim: PDFRectangle(left: 9, bottom: 9, right: 410.53, top: 586.28),
        bleed: PDFRectangle(left: 0.5, bottom: 0.5, right: 419, top: 595)))
    plan.links = [
      Link(page: 0, x: 50, y: 100, width: 200, height: 14, target: .page(2, y: 60)),
      Link(page: 0, x: 50, y: 114, width: 200, height: 14, target: .named("note 1")),
      Link(page: 1, x: 50, y: 100, width: 200, height: 14, target: .uri("https://example.org/a(b)?q=ä b\\")),
    ]
    plan.destinations = ["note 1": Destination(page: 1, x: 20, y: 500), "ä": Destination(page: 2)]
    return plan
  }

  @Test("Everything of the plan is in the file")
  func everything() throws {
    let pdf = try finish(cairoLike([a5, a5, a5]), plan: Self.fullPlan)
    #expect(try catalog(pdf, "/Lang") == "(de)")
    #expect(try catalog(pdf, "/PageLayout") == "/TwoPageRight")
    #expect(try catalog(pdf, "/PageMode") == "/UseOutlines")
    #expect(
      try catalog(pdf, "/ViewerPreferences")
        == "<< /Direction /R2L /DisplayDocTitle true /Duplex /DuplexFlipLongEdge /PrintScaling /None >>")
    #expect(try catalog(pdf, "/PageLabels") == "<< /Nums [ 0 << /S /r /St 3 >> 2 << /S /D >> ] >>")
    #expect(try page(2, of: pdf, "/TrimBox") == "[ 9 9 410.53 586.28 ]")
    #expect(try page(2, of: pdf, "/BleedBox") == "[ 0.5 0.5 419 595 ]")
    #expect(try page(0, of: pdf, "/Annots", "0", "/Rect") == "[ 50 481.28 250 495.28 ]")
    #expect(try page(0, of: pdf, "/Annots", "0", "/Dest", "3") == "535.28")
    #expect(try page(0, of: pdf, "/Annots", "0", "/Dest", "0", "/Contents") == "BT ET % page 3")
    #expect(try page(0, of: pdf, "/Annots", "1", "/Dest") == "(note 1)")
    #expect(try page(1, of: pdf, "/Annots", "0", "/A", "/URI") == "(https://example.org/a\\(b\\)?q=%C3%A4%20b%5C)")
    #expect(try catalog(pdf, "/Names", "/Dests", "/Kids", "0", "/Names", "1", "0", "/Contents") == "BT ET % page 2")
    #expect(try catalog(pdf, "/Names", "/Dests", "/Kids", "0", "/Names", "1", "2") == "20")
    #expect(try catalog(pdf, "/Names", "/Dests", "/Kids", "0", "/Names", "1", "3") == "95.28")
    #expect(try catalog(pdf, "/Outlines", "/First", "/Title") == "(One)")
  }

  @Test("Pages drawn last can stand first, and the plan counts them so")
  func leadingPages() throws {
    var plan = FinishingPlan()
    plan.leadingPages = 2
    plan.links = [Link(page: 0, x: 0, y: 0, width: 9, height: 9, target: .page(2, y: 10))]
    plan.pageLabels = [PageLabelRange(firstPage: 0, style: .lowerRoman), PageLabelRange(firstPage: 2, style: .decimal)]
    let pdf = try finish(cairoLike([a5, a5, a5, a5]), plan: plan)
    #expect(try (0..<4).map { try page($0, of: pdf, "/Contents") } == [3, 4, 1, 2].map { "BT ET % page \($0)" })
    #expect(try page(0, of: pdf, "/Annots", "0", "/Dest", "0", "/Contents") == "BT ET % page 1")
    // the outline names pages themselves, not their numbers
    #expect(try catalog(pdf, "/Outlines", "/First", "/Dest", "0", "/Contents") == "BT ET % page 1")
    plan.leadingPages = 5
    #expect(throws: FinishingError.self) { try finish(cairoLike([a5, a5, a5, a5]), plan: plan) }
  }

  @Test("The document information is the plan's, and cairo's dates are gone unless it gives one")
  func information() throws {
    let pdf = cairoLike([a5])
    let bare = try #require(try FinishingTests.information(finish(pdf, plan: FinishingPlan())))
    #expect(bare == "<< /Producer (octavo) >>")
    var plan = FinishingPlan()
    plan.title = "Title"
    plan.creationDate = PDFDate(secondsSince1970: 0)
    let dated = try #require(try FinishingTests.information(finish(pdf, plan: plan)))
    #expect(
      dated == "<< /CreationDate (D:19700101000000Z) /ModDate (D:19700101000000Z) /Producer (octavo) /Title (Title) >>")
    let bytes = try finish(pdf, plan: FinishingPlan())
    #expect(String(decoding: bytes, as: UTF8.self).contains("cairo") == false)
  }

  @Test("The XMP says what the document information says")
  func xmp() throws {
    let xmp = try #require(try catalog(finish(cairoLike([a5, a5, a5]), plan: Self.fullPlan), "/Metadata"))
    for part in [
      "<rdf:li xml:lang=\"x-default\">Krieg &amp; Frieden – война</rdf:li>", "<rdf:Seq><rdf:li>Толстой</rdf:li>",
      "a &lt;novel&gt;", "<rdf:Bag><rdf:li>de</rdf:li>", "<pdf:Keywords>war, peace</pdf:Keywords>",
      "<pdf:Producer>octavo</pdf:Producer>", "<xmp:CreatorTool>an editor</xmp:CreatorTool>",
      "<xmp:CreateDate>2026-01-02T03:04:05Z</xmp:CreateDate>",
    ] {
      #expect(xmp.contains(part))
    }
    var plan = Self.fullPlan
    plan.writesXMP = false
    #expect(try catalog(finish(cairoLike([a5, a5, a5]), plan: plan), "/Metadata") == nil)
  }

  @Test("A bare plan leaves nothing that it does not say")
  func bare() throws {
    let pdf = try finish(cairoLike([a5]), plan: FinishingPlan())
    #expect(try catalog(pdf, "/PageMode") == nil)
    #expect(try catalog(pdf, "/PageLabels") == nil)
    #expect(try catalog(pdf, "/Lang") == nil)
    #expect(try catalog(pdf, "/Names") == nil)
    // No title is shown that is not there.
    #expect(try catalog(pdf, "/ViewerPreferences") == "<< /DisplayDocTitle false >>")
    #expect(try page(0, of: pdf, "/Annots") == nil)
    #expect(try page(0, of: pdf, "/TrimBox") == nil)
  }

  @Test("The same input gives the same bytes, and another text another file ID")
  func determinism() throws {
    let pdf = try finish(cairoLike([a5, a5, a5]), plan: Self.fullPlan)
    #expect(try finish(cairoLike([a5, a5, a5]), plan: Self.fullPlan) == pdf)
    var plan = Self.fullPlan
    plan.title = "Another"
    let other = try finish(cairoLike([a5, a5, a5]), plan: plan)
    #expect(other != pdf)
    let (id, otherID) = try (FinishingTests.fileID(pdf), FinishingTests.fileID(other))
    #expect(id.count == 2 && id[0] == id[1] && id[0].count == 16)
    #expect(Set(id + otherID).count == 2)
    // the digits that libqpdf puts there
    #expect(id[0].starts(with: [0x31, 0x41, 0x59]) == false)
  }

  @Test("Objects are packed from PDF 1.5 on", arguments: ["1.4", "1.5", "1.7"])
  func versions(version: String) throws {
    var plan = FinishingPlan()
    plan.version = version
    let pdf = try finish(cairoLike([a5, a5]), plan: plan)
    // The PDF that came in is 1.5 already.
    #expect(pdf.starts(with: "%PDF-\(version == "1.4" ? "1.5" : version)".utf8))
    #expect(String(decoding: pdf, as: UTF8.self).contains("/ObjStm") == (version != "1.4"))
  }

  @Test("Positions are from the top of each page's own box")
  func pageSizes() throws {
    var plan = FinishingPlan()
    plan.links = [Link(page: 1, x: 10, y: 10, width: 20, height: 5, target: .page(0, y: 0))]
    plan.boxes = .perPage(
      [(100.0, 200.0), (300.0, 400.0)].map {
        PageBoxSet(trim: PDFRectangle(left: 0, bottom: 0, right: $0.0, top: $0.1))
      })
    let pdf = try finish(cairoLike([(100, 200), (300, 400)]), plan: plan)
    #expect(try page(1, of: pdf, "/Annots", "0", "/Rect") == "[ 10 385 30 390 ]")
    #expect(try page(1, of: pdf, "/Annots", "0", "/Dest", "3") == "200")
    #expect(try page(0, of: pdf, "/TrimBox") == "[ 0 0 100 200 ]")
    #expect(try page(1, of: pdf, "/TrimBox") == "[ 0 0 300 400 ]")
  }

  @Test("Many names make a tree whose leaves are in order")
  func nameTree() throws {
    var plan = FinishingPlan()
    for number in 0..<1000 { plan.destinations["n\(number)"] = Destination(page: number % 3) }
    let pdf = try finish(cairoLike([a5, a5, a5]), plan: plan)
    #expect(try catalog(pdf, "/Names", "/Dests", "/Kids", "15", "/Limits") == "[ (n963) (n999) ]")
    #expect(try catalog(pdf, "/Names", "/Dests", "/Kids", "0", "/Limits") == "[ (n0) (n155) ]")
  }

  @Test("Outside checkers find nothing wrong and read the same")
  func outsideCheckers() throws {
    let pdf = try finish(cairoLike([a5, a5, a5]), plan: Self.fullPlan)
    if let qpdf = try outside("qpdf", ["--check"], pdf) {
      #expect(qpdf.status == 0, "\(qpdf.text)")
      #expect(!qpdf.text.contains("WARNING"))
    }
    if let info = try outside("pdfinfo", ["-isodates"], pdf) {
      #expect(info.text.contains("Krieg & Frieden – война"))
      #expect(info.text.contains("2026-01-02T03:04:05Z"))
      #expect(!info.text.contains("Error") && !info.text.contains("Warning"))
    }
    if let destinations = try outside("pdfinfo", ["-dests"], pdf) { #expect(destinations.text.contains("\"note 1\"")) }
  }
}

@Suite("Plans that do not fit") struct PlanTests {
  private static func plan(_ change: (inout FinishingPlan) -> Void) -> FinishingPlan {
    var plan = FinishingPlan()
    change(&plan)
    return plan
  }

  private static func link(page: Int = 0, x: Double = 0, to target: Link.Target) -> FinishingPlan {
    plan { $0.links = [Link(page: page, x: x, y: 0, width: 1, height: 1, target: target)] }
  }

  @Test(
    "A plan that does not fit the PDF is an error that names the place",
    arguments: [
      (
        plan { $0.pageLabels = [PageLabelRange(firstPage: 2, style: .decimal)] },
        FinishingError.pageOutOfRange(index: 2, pages: 2)
      ),
      (link(page: -1, to: .uri("x")), .pageOutOfRange(index: -1, pages: 2)),
      (link(to: .page(9, y: 0)), .pageOutOfRange(index: 9, pages: 2)),
      (link(to: .named("x")), .destinationMissing(name: "x")),
      (link(page: 1, x: .nan, to: .uri("x")), .positionOutOfRange(page: 1)),
      (plan { $0.destinations = ["x": Destination(page: 0, y: 1e9)] }, .positionOutOfRange(page: 0)),
      (plan { $0.boxes = .perPage([]) }, .boxCount(boxes: 0, pages: 2)),
      (
        plan { $0.boxes = .uniform(PageBoxSet(trim: PDFRectangle(left: 0, bottom: 0, right: .infinity, top: 0))) },
        .positionOutOfRange(page: 0)
      ),
    ])
  func misfits(plan: FinishingPlan, error: FinishingError) {
    #expect(throws: error) { try finish(cairoLike([a5, a5]), plan: plan) }
    #expect(error.diagnostic().help != nil)
  }

  @Test("Bytes that are no whole PDF are an error", arguments: [[], Array("%PDF-1.5\n".utf8)])
  func noPDF(bytes: [UInt8]) {
    #expect(throws: FinishingError.self) { try finish(bytes, plan: FinishingPlan()) }
  }

  @Test("A PDF that would need repair is not finished as if it were whole")
  func damaged() {
    #expect(throws: FinishingError.self) { try finish(Array(cairoLike([a5]).dropLast(30)), plan: FinishingPlan()) }
  }

  @Test(
    "Moments are written as PDF and XMP want them",
    arguments: [
      (0, "D:19700101000000Z", "1970-01-01T00:00:00Z"), (951_782_400, "D:20000229000000Z", "2000-02-29T00:00:00Z"),
      (-1, "D:19691231235959Z", "1969-12-31T23:59:59Z"),
      (-3_155_673_600, "D:18700101000000Z", "1870-01-01T00:00:00Z"),
      (1_767_323_045, "D:20260102030405Z", "2026-01-02T03:04:05Z"), (.max, "D:99991231235959Z", "9999-12-31T23:59:59Z"),
      (.min, "D:00000101000000Z", "0000-01-01T00:00:00Z"),
    ])
  func dates(seconds: Int, pdf: String, iso8601: String) {
    #expect(PDFDate(secondsSince1970: seconds).pdf == pdf)
    #expect(PDFDate(secondsSince1970: seconds).iso8601 == iso8601)
  }
}

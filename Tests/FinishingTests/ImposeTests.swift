import Finishing
import QPDF
import Testing
import Units

@Suite("Placing the pages of a PDF on sheets") struct ImposeTests {
  /// Pages that differ in all that matters: turned, cropped, with contents in
  /// pieces or shared, with resources and boxes of the nodes above them.
  static let mixed = pdf([
    "<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R /OpenAction [5 0 R /Fit] >>",
    "<< /Type /Pages /Count 4 /Kids [5 0 R 6 0 R 7 0 R 8 0 R] /MediaBox [0 0 100 200]"
      + " /Resources << /ExtGState << /G << /CA 1 >> >> >> >>",
    "<< /Title (old) >>", "<< /Type /Outlines >>",
    "<< /Type /Page /Parent 2 0 R /Contents 9 0 R >>",
    "<< /Type /Page /Parent 2 0 R /Contents [9 0 R 10 0 R] /Rotate 90 /Resources << >> >>",
    "<< /Type /Page /Parent 2 0 R /Contents 9 0 R /CropBox [10 20 60 500] /Rotate -90 /UserUnit 2"
      + " /Group << /S /Transparency >> >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [300 400 0 0] /Rotate 180 >>",
    "<< /Length 12 >>\nstream\n/G gs 0 0 m \nendstream", "<< /Length 7 >>\nstream\n1 1 l S\nendstream",
  ])

  static func sheet(_ pages: Int..., clip: PDFRectangle? = nil) -> ImposedSheet {
    ImposedSheet(
      size: PageSize(width: Length(points: 400), height: Length(points: 300)),
      placements: pages.enumerated().map {
        PagePlacement(page: $0.element, matrix: PDFMatrix(a: 0.5, d: 0.5, e: 100 * Double($0.offset)), clip: clip)
      })
  }

  @Test("Sizes are of pages as they are seen")
  func sizes() throws {
    let sizes = try inspectPDF(Self.mixed).pages.map { [$0.size.width.points, $0.size.height.points] }
    #expect(sizes == [[100, 200], [200, 100], [360, 100], [300, 400]])
  }

  @Test("Pages become forms, upright at the origin, with what they inherit")
  func forms() throws {
    let pdf = try imposePDF(Self.mixed, sheets: [Self.sheet(0, 1), Self.sheet(2, 3, 0)])
    #expect(try page(0, of: pdf, "/MediaBox") == "[ 0 0 400 300 ]")
    #expect(try page(0, of: pdf, "/Contents") == "q 0.5 0 0 0.5 0 0 cm /P0 Do Q q 0.5 0 0 0.5 100 0 cm /P1 Do Q")
    func form(_ sheet: Int, _ name: String, _ key: String) throws -> String? {
      try PDFDocument.read(pdf) { document throws(PDFError) in
        var object: PDFObject? = try document.page(sheet)
        for key in ["/Resources", "/XObject", name] {
          object = try object.flatMap { object throws(PDFError) in try document.value(key, of: object) }
        }
        guard let stream = object else { return nil }
        if key.isEmpty { return String(decoding: try document.contents(of: stream), as: UTF8.self) }
        let value = try document.value(key, of: document.streamDictionary(of: stream))
        return try value.map { value throws(PDFError) in try document.syntax(of: value) }
      }
    }
    #expect(try form(0, "/P0", "/BBox") == "[ 0 0 100 200 ]")
    #expect(try form(0, "/P0", "/Matrix") == nil)
    #expect(try form(0, "/P0", "/Resources") == "<< /ExtGState << /G << /CA 1 >> >> >>")
    #expect(try form(0, "/P0", "") == "/G gs 0 0 m ")
    #expect(try form(0, "/P1", "/Matrix") == "[ 0 -1 1 0 0 100 ]")
    #expect(try form(0, "/P1", "/Resources") == "<< >>")
    #expect(try form(0, "/P1", "") == "/G gs 0 0 m \n1 1 l S")
    #expect(try form(1, "/P2", "/BBox") == "[ 10 20 60 200 ]")
    #expect(try form(1, "/P2", "/Matrix") == "[ 0 2 -2 0 400 -20 ]")
    #expect(try form(1, "/P2", "/Group") == "<< /S /Transparency >>")
    #expect(try form(1, "/P2", "") == "/G gs 0 0 m ")
    #expect(try form(1, "/P3", "/Matrix") == "[ -1 0 0 -1 300 400 ]")
    #expect(try form(1, "/P3", "") == "")
    #expect(try form(1, "/P0", "/Matrix") == nil)
    #expect(try catalog(pdf, "/Outlines") == nil)
    #expect(try catalog(pdf, "/OpenAction") == nil)
  }

  @Test("A clip is laid before the page, and the plan is that of the sheets")
  func clipAndPlan() throws {
    var plan = FinishingPlan()
    plan.title = "Sheets"
    plan.duplex = .shortEdge
    plan.pageLabels = [PageLabelRange(firstPage: 1, style: .none, prefix: "back")]
    let clip = PDFRectangle(left: 1, bottom: 2, right: 101, top: 202)
    let pdf = try imposePDF(Self.mixed, sheets: [Self.sheet(0, clip: clip), Self.sheet()], plan: plan)
    #expect(try page(0, of: pdf, "/Contents") == "q 1 2 100 200 re W n 0.5 0 0 0.5 0 0 cm /P0 Do Q")
    #expect(try page(1, of: pdf, "/Contents") == "")
    #expect(try catalog(pdf, "/PageLabels") == "<< /Nums [ 0 << /S /D >> 1 << /P (back) >> ] >>")
    #expect(try information(pdf) == "<< /Producer (octavo) /Title (Sheets) >>")
    if let qpdf = try outside("qpdf", ["--check"], pdf) { #expect(qpdf.status == 0, "\(qpdf.text)") }
  }

  /// Links to a page by itself and by name, one to the web, a highlight, a ticked box, one that is hidden.
  static let annotated = pdf([
    "<< /Type /Catalog /Pages 2 0 R /Names << /Dests << /Names [(two) [5 0 R /XYZ 10 150 null]] >> >> >>",
    "<< /Type /Pages /Count 2 /Kids [4 0 R 5 0 R] /MediaBox [0 0 100 200] >>", "<< >>",
    "<< /Type /Page /Parent 2 0 R /Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 12 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /Rotate 90 >>",
    "<< /Subtype /Link /Rect [10 20 30 40] /Dest [5 0 R /Fit] /C [1 0 0] >>",
    "<< /Subtype /Link /Rect [50 60 70 80] /A << /S /GoTo /D (two) >> >>",
    "<< /Subtype /Link /Rect [10 100 30 120] /A << /S /URI /URI (http://a.org) >> >>",
    "<< /Subtype /Highlight /Rect [20 30 60 50] /AP << /N 11 0 R >> >>",
    "<< /Subtype /Widget /Rect [0 0 10 10] /AS /Yes /AP << /N << /Yes 11 0 R /Off null >> >> >>",
    "<< /BBox [0 0 20 10] /Length 14 >>\nstream\n0 0 20 10 re f\nendstream",
    "<< /Subtype /Stamp /F 2 /Rect [0 0 10 10] /AP << /N 11 0 R >> >>",
  ])

  @Test("Links go along to their new places, and what annotations show is drawn there")
  func annotations() throws {
    let sheets = [Self.sheet(1), Self.sheet(0)]
    let made = try imposePDF(Self.annotated, sheets: sheets)
    #expect(
      try page(1, of: made, "/Contents")
        == "q 0.5 0 0 0.5 0 0 cm /P0 Do Q q 0.5 0 0 0.5 0 0 cm 1 0 0 1 0 0 cm 0 0 100 200 re W n 2 0 0 2 20 30 cm /P0A0 Do Q"
        + " q 0.5 0 0 0.5 0 0 cm 1 0 0 1 0 0 cm 0 0 100 200 re W n 0.5 0 0 1 0 0 cm /P0A1 Do Q")
    #expect(try page(1, of: made, "/Annots", "0", "/Rect") == "[ 5 10 15 20 ]")
    #expect(try page(1, of: made, "/Annots", "0", "/C") == "[ 1 0 0 ]")
    // the head of the page that was turned: its left edge, and 100 high; half of that on the sheet
    #expect(try page(1, of: made, "/Annots", "0", "/Dest", "2") == "100")
    #expect(try page(1, of: made, "/Annots", "1", "/Dest", "3") == "45")
    #expect(try page(1, of: made, "/Annots", "2", "/A", "/URI") == "(http://a.org)")
    #expect(try page(0, of: made, "/Annots") == nil)
    // on paper nothing is followed
    var plan = FinishingPlan()
    plan.blackIsGrey = true
    #expect(try page(1, of: imposePDF(Self.annotated, sheets: sheets, plan: plan), "/Annots") == nil)
    if let qpdf = try outside("qpdf", ["--check"], made) { #expect(qpdf.status == 0, "\(qpdf.text)") }
  }

  @Test("Marks that come without an appearance are drawn, and what is left out is counted")
  func markup() throws {
    let source = pdf([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] /MediaBox [0 0 100 200] >>", "<< >>",
      "<< /Type /Page /Parent 2 0 R /Annots [5 0 R 6 0 R 7 0 R 8 0 R 9 0 R] >>",
      "<< /Subtype /Square /Rect [10 20 30 40] /C [1 0 0] /IC [0 1 0] /BS << /W 2 >> >>",
      "<< /Subtype /Highlight /Rect [10 50 30 60] /C [1 1 0] /QuadPoints [10 60 30 60 10 50 30 50] >>",
      "<< /Subtype /Ink /Rect [0 0 50 50] /C [0] /InkList [[1 2 3 4 5 6]] >>",
      "<< /Subtype /Text /Rect [0 0 50 50] /Contents (left out) >>",
      "<< /Subtype /Widget /FT /Tx /V () /Rect [0 0 50 50] >>",
    ])
    #expect(try inspectPDF(source).undrawn == [1])
    let made = try imposePDF(source, sheets: [Self.sheet(0)])
    func form(_ name: String) throws -> String? { try page(0, of: made, "/Resources", "/XObject", name) }
    #expect(try form("/P0A0") == "/G gs 1 0 0 RG 0 1 0 rg 2 w 11 21 18 18 re B")
    #expect(try form("/P0A1") == "/G gs 1 1 0 rg 10 60 m 30 60 l 30 50 l 10 50 l h f")
    #expect(try form("/P0A2") == "/G gs 0 G 1 w 1 2 m 3 4 l 5 6 l S")
    #expect(try form("/P0A3") == nil)
    if let qpdf = try outside("qpdf", ["--check"], made) { #expect(qpdf.status == 0, "\(qpdf.text)") }
  }

  @Test("Words of fields and comments that come without an appearance are set")
  func fields() throws {
    let source = pdf([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] /MediaBox [0 0 100 200] >>", "<< >>",
      "<< /Type /Page /Parent 2 0 R /Annots [5 0 R 6 0 R 7 0 R 8 0 R] >>",
      "<< /Subtype /Widget /FT /Tx /V (Ann) /DA (/Helv 10 Tf 0 0 1 rg) /Rect [0 0 100 20] >>",
      "<< /Subtype /Widget /FT /Btn /AS /On /MK << /BC [0] >> /Rect [0 40 20 60] >>",
      "<< /Subtype /FreeText /Rect [10 70 60 90] /Contents (Note) /C [1 1 0] >>",
      "<< /Subtype /Widget /FT /Tx /V <FEFF05D0> /Rect [0 0 50 50] >>",
    ])
    // a letter that no such face has is not drawn as another
    #expect(try inspectPDF(source).undrawn == [1])
    let made = try imposePDF(source, sheets: [Self.sheet(0)])
    func form(_ name: String) throws -> String? { try page(0, of: made, "/Resources", "/XObject", name) }
    #expect(try form("/P0A0") == "/G gs q 0 0 100 20 re W n BT 0 0 1 rg /F 10 Tf 2 6.5 Td (Ann) Tj ET Q")
    #expect(
      try form("/P0A1") == "/G gs 0 G 1 w 0.5 40.5 19 19 re S BT 0 g /Z 16 Tf 3.6 44.4 Td (4) Tj ET")
    #expect(
      try form("/P0A2") == "/G gs 1 1 0 rg 10 70 50 20 re f 0 G 1 w 10.5 70.5 49 19 re S q 10 70 50 20 re W n BT 0 g /F 10 Tf"
        + " 13 78.5 Td (Note) Tj ET Q")
    if let qpdf = try outside("qpdf", ["--check"], made) { #expect(qpdf.status == 0, "\(qpdf.text)") }
  }

  @Test("A page tree as deep as it has nodes has its page, one that runs in a circle an empty one")
  func trees() throws {
    var deep = ["<< /Type /Catalog /Pages 2 0 R >>"]
    for number in 2...700 { deep.append("<< /Type /Pages /Count 1 /Kids [\(number + 1) 0 R] >>") }
    deep.append("<< /Type /Page /MediaBox [0 0 100 200] >>")
    #expect(try inspectPDF(pdf(deep)).pages.map(\.size.width.points) == [100])
    let circle = pdf([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [2 0 R] /MediaBox [0 0 100 200] >>",
    ])
    #expect(try inspectPDF(circle).pages.map(\.size.width.points) == [100])
    #expect(try !imposePDF(circle, sheets: [Self.sheet(0)]).isEmpty)
  }

  @Test("Sheets that cannot be are errors")
  func impossible() {
    var huge = Self.sheet(0)
    huge.size.width = Length(points: 20_000)
    var far = Self.sheet(0)
    far.placements[0].matrix.e = .infinity
    for (sheets, error) in [
      ([], FinishingError.noSheets), ([Self.sheet(4)], .pageOutOfRange(index: 4, pages: 4)),
      ([Self.sheet(0), huge], .sheetSize(sheet: 1)), ([far], .positionOutOfRange(page: 0)),
    ] {
      #expect(throws: error) { try imposePDF(Self.mixed, sheets: sheets) }
    }
  }

  @Test("A page shown turned reads from left to right where it lands")
  func outsideReader() throws {
    // The words stand upright once the page is turned by 90° clockwise.
    let contents = "BT /F 12 Tf 0 1 -1 0 50 20 Tm (turned words) Tj ET"
    let source = pdf([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] >>", "<< >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Rotate 90 /Contents 5 0 R"
        + " /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
      "<< /Length \(contents.utf8.count) >>\nstream\n\(contents)\nendstream",
    ])
    let sheet = ImposedSheet(
      size: PageSize(width: Length(points: 400), height: Length(points: 300)),
      placements: [PagePlacement(page: 0, matrix: PDFMatrix(e: 100, f: 50))])
    let pdf = try imposePDF(source, sheets: [sheet])
    guard let words = try outside("mutool", ["draw", "-F", "stext"], pdf) else { return }
    #expect(words.text.contains("dir=\"1 0\""))
    // (50, 20) on the page is (20, 50) once turned, (120, 100) on the sheet, and mutool counts from the top.
    #expect(words.text.contains("x=\"120\" y=\"200\""))
  }
}

import Colour
import Finishing
import Foundation
import QPDF
import Testing

@Suite struct `A PDF for a press` {
  private func plan(_ level: PressStandard.Level, profile: [UInt8]? = nil) -> FinishingPlan {
    var plan = FinishingPlan()
    plan.title = "A Book"
    plan.creationDate = PDFDate(secondsSince1970: 0)
    plan.blackIsGrey = true
    plan.press = PressStandard(
      level: level, condition: "FOGRA39", registry: "http://www.color.org", info: "Coated", profile: profile)
    plan.press?.hasFourInks = profile != nil
    return plan
  }

  /// A page with black and red letters, a run of colours and a picture of one red and one grey dot.
  private var page: [UInt8] {
    let text = "0 0 0 rg 0 0 9 9 re f 1 0 0 rg 9 9 9 9 re f 0.5 0.5 0.5 RG S"
    return pdf([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] >>", "<< /Producer (x) >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 5 0 R /Resources << /XObject << /I 6 0 R >>"
        + " /Pattern << /P << /PatternType 2 /Shading 7 0 R >> >> >>"
        + " /Group << /S /Transparency /CS /DeviceRGB >> >>",
      "<< /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream",
      "<< /Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB"
        + " /Filter /ASCIIHexDecode /Length 13 >>\nstream\nFF0000808080>\nendstream",
      "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 1 0]"
        + " /Function << /FunctionType 2 /N 1 /Domain [0 1] /C0 [1 1 1] /C1 [0 0 0] >> >>",
    ])
  }

  private func text(_ pdf: [UInt8]) throws -> String {
    try PDFDocument.read(pdf) { document throws(PDFError) in
      String(decoding: try document.contents(ofPage: document.page(0)), as: UTF8.self)
    }
  }

  private func picture(_ pdf: [UInt8]) throws -> (space: String, dots: [UInt8]) {
    try PDFDocument.read(pdf) { document throws(PDFError) in
      var object = try document.page(0)
      for key in ["/Resources", "/XObject", "/I"] { object = try document.value(key, of: object) ?? object }
      let keys = try document.streamDictionary(of: object)
      let space = try document.value("/ColorSpace", of: keys) ?? keys
      return (try document.syntax(of: space), try document.contents(of: object))
    }
  }

  @Test(arguments: [(PressStandard.Level.x1a, "1.4"), (.x3, "1.4"), (.x4, "1.6")])
  func `says for which, in its own version`(level: PressStandard.Level, version: String) throws {
    let pdf = try finish(page, plan: plan(level))
    #expect(pdf.starts(with: "%PDF-\(version)".utf8))
    #expect(try catalog(pdf, "/OutputIntents", "0", "/OutputConditionIdentifier") == "(FOGRA39)")
    #expect(try catalog(pdf, "/OutputIntents", "0", "/S") == "/GTS_PDFX")
    let info = try #require(try information(pdf))
    #expect(info.contains("/Trapped /False") && info.contains("GTS_PDFXVersion") == (level != .x4))
    #expect(try catalog(pdf, "/Metadata")?.contains("<pdfxid:GTS_PDFXVersion>PDF/X-") == true)
    let group = try FinishingTests.page(0, of: pdf, "/Group", "/CS")
    #expect(group == (level == .x4 ? "/DeviceCMYK" : nil))
  }

  @Test func `has black and grey alone, as light as its colours were`() throws {
    let pdf = try finish(page, plan: plan(.x1a))
    // red is as light as a grey of 127 (IEC 61966-2-1)
    let words = try text(pdf)
    #expect(words.hasPrefix("0 g 0 0 9 9 re f 0.5 g 9 9 9 9 re f 0.5 G S"), "\(words)")
    let (space, dots) = try picture(pdf)
    #expect(space == "/DeviceGray" && dots == [127, 128], "\(dots)")
    let shading = try FinishingTests.page(0, of: pdf, "/Resources", "/Pattern", "/P", "/Shading")
    #expect(shading?.contains("/DeviceGray") == true && shading?.contains("/C0 [ 1 ]") == true, "\(shading ?? "")")
    for program in ["qpdf", "mutool"] {
      let arguments = program == "qpdf" ? ["--check"] : ["info"]
      if let said = try outside(program, arguments, pdf) { #expect(said.status == 0, "\(said.text)") }
    }
  }

  @Test func `has four inks by the press's profile, but black stays black`() throws {
    let path = "/usr/share/color/icc/ghostscript/default_cmyk.icc"
    guard let profile = FileManager.default.contents(atPath: path), InkTransform.isAvailable else {
      print("skipped: no \(path) (package libgs-common)")
      return
    }
    var most = 0.0
    let pdf = try finish(page, plan: plan(.x4, profile: [UInt8](profile)), inked: { most = $0 })
    let words = try text(pdf)
    #expect(words.hasPrefix("0 g 0 0 9 9 re f ") && words.contains(" k 9 9 9 9 re f"), "\(words)")
    let (space, dots) = try picture(pdf)
    #expect(space == "/DeviceCMYK" && dots.count == 8 && dots[1] > 150 && dots[2] > 150 && dots[0] < 60, "\(dots)")
    #expect(most > 100 && most < 320)
    #expect(try catalog(pdf, "/OutputIntents", "0", "/DestOutputProfile")?.isEmpty == false)
    #expect(!InkTransform.isOfFourInks(Array("no profile".utf8)))
  }
}

import Finishing
import QPDF
import Testing
import Units

/// What finishing for print makes of a page's contents, with resources where they need some.
private func printed(
  _ contents: String, resources: String = "", objects: [String] = [], spot: SpotInk? = nil
) throws -> [UInt8] {
  let source = pdf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] >>", "<< >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Contents 5 0 R /Resources << \(resources) >> >>",
      "<< /Length \(contents.utf8.count) >>\nstream\n\(contents)\nendstream",
    ] + objects)
  var plan = FinishingPlan()
  plan.blackIsGrey = true
  plan.spot = spot
  return try finish(source, plan: plan)
}

private func contents(_ text: String) throws -> String? { try page(0, of: printed(text), "/Contents") }

@Suite("Black as one ink") struct GreyInkTests {
  @Test(
    "Greys in three colours become one, and all else keeps its bytes",
    arguments: [
      ("0 0 0 rg /a0 gs BT (x) Tj ET", "0 g /a0 gs BT (x) Tj ET"),
      ("0.5 0.5 0.50 RG 0 0 10 10 re S", "0.5 G 0 0 10 10 re S"),
      ("q 1 1 1 rg f Q 0 0 0 RG S", "q 1 g f Q 0 G S"),
      ("0.501 0.5 0.5 rg", "0.501 g"),
      ("1 0 0 rg 0 0.5 0 RG", "1 0 0 rg 0 0.5 0 RG"),
      ("0 0 0 1 k 0.3 g", "0 0 0 1 k 0.3 g"),
      // nothing in a string, a comment, an array or a dictionary is an operator
      ("(0 0 0 rg) Tj (a\\)0 0 0 rg) Tj ((0 0 0 rg) 0) Tj", "(0 0 0 rg) Tj (a\\)0 0 0 rg) Tj ((0 0 0 rg) 0) Tj"),
      ("<00 0 0> Tj [<30> 0 0 0 (rg)] TJ", "<00 0 0> Tj [<30> 0 0 0 (rg)] TJ"),
      ("% 0 0 0 rg\n0 0 1 rg", "% 0 0 0 rg\n0 0 1 rg"),
      ("/P << /A [0 0 0] >> BDC 0 0 0 rg EMC", "/P << /A [0 0 0] >> BDC 0 g EMC"),
      // too few numbers, too many, none
      ("0 0 rg", "0 0 rg"), ("0 0 0 0 rg", "0 0 0 0 rg"), ("rg", "rg"), ("/x 0 0 rg", "/x 0 0 rg"),
    ])
  func operators(before: String, after: String) throws {
    #expect(try contents(before) == after)
  }

  @Test(
    "A space of three colours that is named counts too",
    arguments: [
      ("/DeviceRGB cs 0 0 0 sc f", "0 g 0 g f"),
      ("/DeviceRGB cs 1 0 0 scn f", "0 g 1 0 0 rg f"),
      ("/DeviceRGB CS 0.2 0.2 0.2 SCN 1 0 0 SC", "0 G 0.2 G 1 0 0 RG"),
      ("0 0 0 rg 1 0 0 sc", "0 g 1 0 0 rg"),
      ("0 0 0 rg q 1 0 0 sc Q 0 1 0 sc", "0 g q 1 0 0 rg Q 0 1 0 rg"),
      // other spaces say what their numbers mean
      ("/Cs1 cs 0 0 0 sc", "/Cs1 cs 0 0 0 sc"), ("/Pattern cs /P1 scn", "/Pattern cs /P1 scn"),
      ("0 0 0 rg 0 g 0 0 0 sc", "0 g 0 g 0 0 0 sc"),
    ])
  func spaces(before: String, after: String) throws {
    #expect(try contents(before) == after)
  }

  @Test("The data of an inline image is passed over, an EI in it too")
  func inlineImage() throws {
    let image = "BI /W 4 /H 1 /BPC 8 /CS /G ID \u{1} EI \u{2}0 0 0 rg\u{3} EI\n"
    #expect(try contents(image + "0 0 0 rg") == image + "0 g")
  }

  @Test("What ends in the middle of a string, an array or an image is left as it is")
  func cutShort() throws {
    for text in [
      "(0 0 0 rg", "(\\", "<00", "[0 0 0 rg", "<< /A", "BI ID", "BI ID x", "/", "%", "0 0 0 r", ")", ">", "}",
    ] {
      #expect(try contents(text) == text)
    }
  }

  @Test("Forms in forms, patterns and drawn letters are rewritten, pictures are not")
  func nested() throws {
    func stream(_ keys: String, _ text: String) -> String {
      "<< \(keys) /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream"
    }
    let made = try printed(
      "/F Do",
      resources: "/XObject << /F 6 0 R /I 8 0 R >> /Pattern << /P 9 0 R >> /Font << /T 10 0 R >>",
      objects: [
        stream("/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /G 7 0 R /F 6 0 R >> >>", "0 0 0 rg f"),
        stream("/Subtype /Form /BBox [0 0 9 9]", "0 0 0 RG S"),
        stream("/Subtype /Image /Width 1 /Height 3 /BitsPerComponent 8 /ColorSpace /DeviceRGB", "0 0 0 rg "),
        stream(
          "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>", "1 1 1 rg f"),
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 0 /LastChar 0"
          + " /Widths [9] /Encoding << /Differences [0 /a] >> /CharProcs << /a 11 0 R >> >>",
        stream("", "9 0 d0 0 0 0 rg f"),
      ])
    func at(_ keys: String...) throws -> String? {
      try PDFDocument.read(made) { document throws(PDFError) in
        var object = try document.value("/Resources", of: document.page(0))
        for key in keys {
          guard let holder = object else { return nil }
          let dictionary = document.isStream(holder) ? try document.streamDictionary(of: holder) : holder
          object = try document.value(key, of: dictionary)
        }
        return try object.map { object throws(PDFError) in
          String(decoding: try document.contents(of: object), as: UTF8.self)
        }
      }
    }
    #expect(try at("/XObject", "/F") == "0 g f")
    #expect(try at("/XObject", "/F", "/Resources", "/XObject", "/G") == "0 G S")
    #expect(try at("/XObject", "/I") == "0 0 0 rg ")
    #expect(try at("/Pattern", "/P") == "1 g f")
    #expect(try at("/Font", "/T", "/CharProcs", "/a") == "9 0 d0 0 g f")
  }

  @Test("Contents in pieces are read as one")
  func pieces() throws {
    let source = pdf([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] >>", "<< >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents [5 0 R 6 0 R] /Resources << >> >>",
      "<< /Length 3 >>\nstream\n0 0\nendstream", "<< /Length 4 >>\nstream\n0 rg\nendstream",
    ])
    var plan = FinishingPlan()
    plan.blackIsGrey = true
    #expect(try page(0, of: finish(source, plan: plan), "/Contents") == "0 g")
  }

  @Test(
    "A second ink keeps its plate, its tints too; other colours stay",
    arguments: [
      ("1 0.5 0 rg f", "/SpotInk cs 1 scn f"), ("1 0.5 0 RG S", "/SpotInk CS 1 SCN S"),
      ("1 0.75 0.5 rg f", "/SpotInk cs 0.5 scn f"), ("0 0.5 1 rg f", "0 0.5 1 rg f"), ("1 0.4 0 rg f", "1 0.4 0 rg f"),
      ("0 0 0 rg f 1 1 1 rg", "0 g f 1 g"), ("/DeviceRGB cs 1 0.5 0 sc 0 0 1 sc", "0 g /SpotInk cs 1 scn 0 0 1 rg"),
    ])
  func spot(before: String, after: String) throws {
    let ink = SpotInk(name: "PANTONE 151 C", colour: Colour(red: 1, green: 0.5, blue: 0))
    let made = try printed(before, resources: "/ColorSpace << /Own /DeviceGray >>", spot: ink)
    #expect(try page(0, of: made, "/Contents") == after)
    let names = try PDFDocument.read(made) { document throws(PDFError) in
      let resources = try document.value("/Resources", of: document.page(0))
      let spaces = try resources.flatMap { resources throws(PDFError) in
        try document.value("/ColorSpace", of: resources)
      }
      guard let spaces, let space = try document.value("/SpotInk", of: spaces) else { return "" }
      return try document.name(document.item(1, of: space)) ?? ""
    }
    #expect(names == (after.contains("SpotInk") ? "/PANTONE 151 C" : ""))
  }
}

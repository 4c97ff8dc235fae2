import Units

extension Broken {
  private static let image =
    "<</Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>stream\nx\nendstream"

  static let all: [Broken] = ofSize + ofCount + ofInk + ofPaint + ofFile

  static let ofSize: [Broken] = [
    Broken(name: "a trim that is not made", rule: "trim", measured: "10.000 × 12.000 in (254 × 304.8 mm)") { made in
      made.change(1...32) { ($0.width, $0.height) = (720, 864) }
    },
    Broken(
      name: "another size than the trim ordered", rule: "size", measured: "6.000 × 9.000 in (152.4 × 228.6 mm)",
      trim: PageSize(width: Length(inches: 5), height: Length(inches: 8))
    ) { _ in },
    Broken(
      name: "one page larger than the others", rule: "size-mixed", pages: [17],
      measured: "8.500 × 11.000 in (215.9 × 279.4 mm)"
    ) {
      made in made.change([17]) { ($0.width, $0.height) = (612, 792) }
    },
    Broken(name: "spreads", service: "lulu", rule: "spreads", measured: "12.000 × 9.000 in (304.8 × 228.6 mm)") {
      made in
      made.change(1...32) { $0.width = 864 }
    },
    Broken(
      name: "bleed at the spine, too", rule: "size", measured: "6.250 × 9.250 in (158.8 × 235 mm)",
      trim: PageSize(width: Length(inches: 6), height: Length(inches: 9))
    ) { made in made.change(1...32) { ($0.width, $0.height) = (450, 666) } },
  ]

  static let ofCount: [Broken] = [
    Broken(name: "too few pages", rule: "count", measured: "23") { $0.pages.removeLast(9) },
    Broken(name: "too many pages", service: "lulu", rule: "count", measured: "802") { made in
      made.pages = Array(repeating: MadePDF.Page(), count: 802)
    },
    Broken(name: "an odd count", service: "lulu", rule: "parity", measured: "33") { $0.pages.append(.init()) },
    Broken(name: "three blank pages in a row", rule: "blanks", pages: [5, 6, 7], measured: "3") { made in
      made.change(5...7) { $0.contents = "" }
    },
    Broken(name: "a last page with print", service: "ingram", rule: "last-page", pages: [32], measured: "printed") {
      _ in
    },
  ]

  static let ofInk: [Broken] = [
    Broken(
      name: "3 mm of gutter at 502 pages", rule: "gutter", pages: Array(stride(from: 1, through: 501, by: 2)),
      measured: "0.111 in"
    ) { made in
      made.pages = Array(repeating: MadePDF.Page(), count: 502)
      made.change(stride(from: 1, through: 501, by: 2)) { $0.contents = MadePDF.block(left: 8) }
    },
    Broken(name: "a folio at the edge", rule: "margin", pages: [12], measured: "0.194 in") { made in
      made.change([12]) { $0.contents += "200 14 20 8 re f\n" }
    },
    Broken(name: "a picture at the trim without bleed", rule: "bleed-missing", pages: [9], measured: "no bleed") {
      made in
      made.change([9]) { $0.contents = MadePDF.block(left: 0, bottom: 0, right: 432, top: 648) }
    },
    Broken(name: "a picture that ends in the bleed", rule: "bleed-short", pages: [9], measured: "0.056 in") { made in
      made.change(1...32) { ($0.width, $0.height) = (441, 666) }
      // recto: the outside is the right, its trim at 432
      made.change([9]) { $0.contents = MadePDF.block(left: 90, bottom: 90, right: 436, top: 560) }
    },
    Broken(name: "crop marks", rule: "marks", pages: Array(1...32), measured: "0.417 in") { made in
      made.change(1...32) { page in
        (page.width, page.height) = (504, 720)
        page.keys = "/TrimBox[36 36 468 684]"
        page.contents = MadePDF.block(left: 108, bottom: 108, right: 396, top: 612) + "1 w 6 36 m 24 36 l S\n"
      }
    },
  ]

  static let ofPaint: [Broken] = [
    Broken(name: "a font outside the file", rule: "fonts", pages: Array(1...32), measured: "not embedded") { made in
      made.font = "/Subtype/Type1/BaseFont/Helvetica"
    },
    Broken(name: "a picture of 100 pixels an inch", rule: "image", pages: [3], measured: "100 ppi") { made in
      made.others = [image]
      made.resources = "/XObject<</I 10 0 R>>"
      made.change([3]) { $0.contents += "q 72 0 0 72 100 100 cm /I Do Q\n" }
    },
    Broken(name: "colour as RGB", service: "ingram", rule: "rgb", pages: [4], measured: "RGB") { made in
      made.change([4]) { $0.contents += "1 0 0 rg 100 100 50 50 re f\n" }
    },
    Broken(name: "RGB behind a profile in a form", service: "ingram", rule: "rgb", pages: [2], measured: "RGB") {
      made in
      made.others = [
        "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</ColorSpace<</C[/ICCBased 11 0 R]>>>>/Length 30>>stream\n/C cs 1 0 0 sc 0 0 9 9 re f    \nendstream",
        "<</N 3/Length 1>>stream\nx\nendstream",
      ]
      made.resources = "/XObject<</X 10 0 R>>"
      made.change([2]) { $0.contents += "q 1 0 0 1 100 100 cm /X Do Q\n" }
    },
    Broken(name: "black text in RGB", rule: "rich-black", pages: [6], measured: "RGB") { made in
      made.change([6]) { $0.contents = MadePDF.block() + "0 0 0 rg" + MadePDF.line.dropFirst(3) }
    },
    Broken(name: "too much ink", service: "ingram", rule: "ink-limit", pages: [8], measured: "320 %") { made in
      made.change([8]) { $0.contents += "0.8 0.8 0.8 0.8 k 100 100 50 50 re f\n" }
    },
    Broken(name: "opacity", rule: "transparency", pages: [5], measured: "opacity") { made in
      made.resources = "/ExtGState<</G<</ca 0.5>>>>"
      made.change([5]) { $0.contents += "/G gs 100 100 50 50 re f\n" }
    },
    Broken(name: "a soft mask", rule: "transparency", pages: [5], measured: "soft mask") { made in
      made.others = [image.replacing("/Width 100/Height 100", with: "/Width 900/Height 900/SMask 11 0 R"), image]
      made.resources = "/XObject<</I 10 0 R>>"
      made.change([5]) { $0.contents += "q 72 0 0 72 100 100 cm /I Do Q\n" }
    },
    Broken(name: "a hairline", rule: "rule", pages: [7], measured: "0.25 pt") { made in
      made.change([7]) { $0.contents += "q 0.5 0 0 0.5 0 0 cm 0.5 w 200 200 m 400 200 l S Q\n" }
    },
    Broken(name: "a thin filled rule", rule: "rule", pages: [7], measured: "0.3 pt") { made in
      made.change([7]) { $0.contents += "100 100 200 0.3 re f\n" }
    },
    Broken(name: "a line of no width", service: "lulu", rule: "rule", pages: [7], measured: "0 pt") { made in
      made.change([7]) { $0.contents += "0 w 200 200 m 400 200 l S\n" }
    },
    Broken(
      name: "a spot colour, by its name", service: "ingram", rule: "spot", pages: [4], measured: "PANTONE 185 C"
    ) { made in
      made.others = ["<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 1 0]/N 1>>"]
      made.resources = "/ColorSpace<</S[/Separation/PANTONE#20185#20C/DeviceCMYK 10 0 R]>>"
      made.change([4]) { $0.contents += "/S cs 1 scn 100 100 60 60 re f\n" }
    },
    Broken(name: "spot colours in a mixture", service: "x-4", rule: "spot", pages: [4], measured: "Gold") { made in
      made.others = ["<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 1 0]/N 1>>"]
      made.resources = "/ColorSpace<</S[/DeviceN[/Black/Gold]/DeviceCMYK 10 0 R]>>"
      made.change(1...32) { $0.keys = "/TrimBox[0 0 432 648]" }
      made.info += "/GTS_PDFXVersion(PDF/X-4)/Trapped/False"
      made.catalog = "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(FOGRA39)>>]"
      made.change([4]) { $0.contents += "/S cs 1 1 scn 100 100 60 60 re f\n" }
    },
    Broken(name: "type of five points", rule: "type", pages: [2], measured: "5 pt") { made in
      made.change([2]) { $0.contents += MadePDF.line.replacing("11 Tf", with: "5 Tf") }
    },
    Broken(name: "text that is not shown", rule: "invisible-text", pages: [2], measured: "invisible text") { made in
      made.change([2]) { $0.contents += MadePDF.line.replacing("BT", with: "BT 3 Tr") }
    },
  ]

  static let ofFile: [Broken] = [
    Broken(name: "links", rule: "annotations", pages: [3], measured: "1") { made in
      made.change([3]) { $0.keys = "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>]" }
    },
    Broken(name: "bookmarks", rule: "outline", measured: "bookmarks") { made in
      made.others = ["<</Title(A)/Parent 11 0 R>>", "<</First 10 0 R/Last 10 0 R/Count 1>>"]
      made.catalog = "/Outlines 11 0 R"
    },
    Broken(name: "a script", rule: "scripts", measured: "JavaScript") { made in
      made.catalog = "/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>"
    },
    Broken(name: "an attached file", rule: "attachments", measured: "attachments") { made in
      made.catalog = "/Names<</EmbeddedFiles<</Names[]>>>>"
    },
    Broken(name: "layers", rule: "layers", measured: "optional content") { made in
      made.catalog = "/OCProperties<</OCGs[]/D<<>>>>"
    },
    Broken(name: "another title", rule: "identity", measured: "not found", title: "Another Book") { _ in },
  ]
}

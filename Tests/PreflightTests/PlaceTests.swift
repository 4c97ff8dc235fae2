import Foundation
import Preflight
import Testing
import Units

@Suite struct `Where on its page a finding stands` {
  private static let image =
    "<</Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>stream\nx\nendstream"

  private static func areas(_ made: MadePDF, _ rule: String, for service: String = "kdp") throws -> [Finding.Area] {
    let facts = try PDFFacts.read(made.bytes, notesPlaces: true)
    return Preflight.check(facts, for: try #require(Service.named(service))).first { $0.code == rule }?.areas ?? []
  }

  private static func expect(
    _ found: [Finding.Area], page: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) {
    #expect(found.count == 1 && found[0].page == page, "\(found)")
    guard let area = found.first?.area else { return }
    let off = [area.x - x, area.y - y, area.width - width, area.height - height].map(\.magnitude).max() ?? 0
    #expect(off < 0.2, "\(area)")
  }

  @Test(arguments: [0, 90, 180, 270])
  func `is the frame of a picture, however its page is turned`(turn: Int) throws {
    var made = MadePDF()
    made.others = [Self.image]
    made.resources = "/XObject<</I 10 0 R>>"
    made.change([3]) { page in
      page.contents += "q 72 0 0 36 100 200 cm /I Do Q\n"
      page.keys = "/Rotate \(turn)"
    }
    let found = try Self.areas(made, "image")
    switch turn {
    case 90: Self.expect(found, page: 3, 200, 100, 36, 72)
    case 180: Self.expect(found, page: 3, 260, 200, 72, 36)
    case 270: Self.expect(found, page: 3, 412, 260, 36, 72)
    default: Self.expect(found, page: 3, 100, 412, 72, 36)
    }
  }

  @Test func `is the line of text, in whatever pieces it is shown`() throws {
    var made = MadePDF()
    let start = "0 0 0 rg BT /F1 10 Tf 100 300 Td "
    // both letters of the font are half an em wide
    for text in [
      "(!! !!) Tj", "(!!) Tj ( !!) Tj", "[(!!)0( !!)] TJ", "[(!!)-500(!!)] TJ", "0 28 Td 0 -14 TD (!!!!!) '",
    ] {
      made.change([6]) { $0.contents = start + text + " ET\n" }
      Self.expect(try Self.areas(made, "rich-black"), page: 6, 100, 648 - 307.5, 25, 10)
    }
  }

  @Test func `is a stroke, a colour, an annotation, within forms too`() throws {
    var made = MadePDF()
    made.change([7]) { $0.contents += "0.1 w 200 200 m 300 260 l S\n" }
    Self.expect(try Self.areas(made, "rule"), page: 7, 200, 388, 100, 60)
    made = MadePDF()
    made.others = ["<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 24>>stream\n1 0 0 rg 0 0 9 9 re f   \nendstream"]
    made.resources = "/XObject<</X 10 0 R>>"
    made.change([2]) { $0.contents += "q 2 0 0 2 100 100 cm /X Do Q\n" }
    Self.expect(try Self.areas(made, "rgb", for: "ingram"), page: 2, 100, 530, 18, 18)
    made = MadePDF()
    made.change([3]) { $0.keys = "/Annots[<</Type/Annot/Subtype/Link/Rect[10 20 40 30]>>]" }
    Self.expect(try Self.areas(made, "annotations"), page: 3, 10, 618, 30, 10)
    // who does not ask is told none
    let facts = try PDFFacts.read(made.bytes)
    #expect(facts.pages.allSatisfy { $0.paint.things.isEmpty })
  }

  @Test func `is shown on a copy, whose pages stay as they are`() throws {
    var made = MadePDF()
    made.others = [Self.image]
    made.resources = "/XObject<</I 10 0 R>>"
    made.change([3]) { $0.contents += "q 72 0 0 72 100 100 cm /I Do Q\n" }
    made.catalog = "/OCProperties<</OCGs[]/D<<>>>>"
    made.change([5]) { $0.keys = "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>]" }
    let facts = try PDFFacts.read(made.bytes, notesPlaces: true)
    let findings = Preflight.check(facts, for: try #require(Service.named("kdp")))
    let copy = try MarkedPDF.mark(made.bytes, facts, findings)
    #expect(try MarkedPDF.mark(made.bytes, facts, findings) == copy)
    let marked = try PDFFacts.read(copy)
    // the layers are the file's: a note on its first page
    #expect(marked.pages[0].annotations == ["/Text"])
    #expect(marked.pages[1].annotations == [])
    #expect(marked.pages[2].annotations == ["/Square"])
    #expect(marked.pages[4].annotations == ["/Link", "/Square"])
    let frame = try #require(marked.pages[2].annotationAreas.first)
    #expect(frame.x < 100 && frame.x + frame.width > 172 && frame.y < 476 && frame.y + frame.height > 548, "\(frame)")
    for (index, page) in facts.pages.enumerated() { #expect(marked.pages[index].paint.images == page.paint.images) }
  }
}

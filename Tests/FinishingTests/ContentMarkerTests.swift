import Finishing
import Testing

/// Contents as cairo writes them, with the operators that a structure needs.
@Suite struct `Marked contents` {
  private func page(_ marks: [(glyph: UInt32, part: Int32)], glyphs: Int, pictures: [Int32] = [])
    -> StructurePlan.PageContent
  {
    var page = StructurePlan.PageContent()
    page.parts = (0..<8).map { StructurePlan.Part(node: $0) }
    page.marks = marks.map { StructurePlan.Mark(glyph: $0.glyph, part: $0.part) }
    page.glyphs = glyphs
    page.pictures = pictures.map { StructurePlan.Picture(part: $0, x: 0, y: 0, width: 1, height: 1) }
    return page
  }

  private func marked(_ text: String, _ page: StructurePlan.PageContent) -> (text: String, marker: ContentMarker) {
    var output: [UInt8] = []
    let marker = Array(text.utf8).withUnsafeBufferPointer {
      ContentMarker.mark($0, page, wideFonts: [Array("/f-0-1".utf8)], into: &output)
    }
    return (String(decoding: output, as: UTF8.self), marker)
  }

  @Test func `part a string where another block begins`() {
    let (text, marker) = marked(
      "BT\n11 0 0 11 60 500 Tm\n/f-0-0 1 Tf\n[(ab)-20(c\\)d)]TJ\nET\n", page([(0, 0), (3, 1)], glyphs: 5))
    #expect(marker.isWhole && marker.identifiers == [0, 1])
    #expect(
      text == """
        BT
        11 0 0 11 60 500 Tm
        /f-0-0 1 Tf
        /P<</MCID 0>>BDC
        [(ab)-20(c)]TJ
        EMC
        /P<</MCID 1>>BDC
        [(\\)d)]TJ
        EMC
        ET

        """)
  }

  @Test func `count two bytes a glyph where the font does`() {
    let (text, marker) = marked(
      "BT\n/f-0-1 1 Tf\n<00010002>Tj\n/f-1-0 1 Tf\n<0102>Tj\nET\n", page([(0, 2), (2, 3)], glyphs: 4))
    #expect(marker.isWhole && marker.identifiers == [2, 3])
    #expect(text.contains("/P<</MCID 0>>BDC\n<00010002>Tj\n"))
    #expect(text.contains("EMC\n/P<</MCID 1>>BDC\n<0102>Tj\nEMC\nET"))
  }

  @Test func `call rules, heads and feet artifacts, and pictures what they are of`() {
    let (text, marker) = marked(
      "0 g\n10 10 5 1 re f\nq\n/x5 Do\nQ\nBT\n(1)Tj\nET\n", page([(0, StructurePlan.foot)], glyphs: 1, pictures: [4]))
    #expect(marker.isWhole && marker.identifiers == [4])
    #expect(text.contains("/Artifact BMC\n10 10 5 1 re f\n"))
    #expect(text.contains("/P<</MCID 0>>BDC\n/x5 Do\n"))
    #expect(text.contains("/Artifact<</Type/Pagination/Subtype/Footer>>BDC\n(1)Tj\nEMC\nET"))
    #expect(text.split(separator: "\n").count { $0.hasSuffix("BDC") || $0.hasSuffix("BMC") } == 3)
    #expect(text.split(separator: "\n").count { $0 == "EMC" } == 3)
  }

  @Test func `leave cairo's own sequences whole, beside others`() {
    let own = " /ActualText <feff00660069> >> BDC\n<01>Tj\nEMC\n"
    let (text, marker) = marked("BT\n(a)Tj\n/Span <<\(own)(b)Tj\nET\n", page([(0, 0)], glyphs: 3))
    #expect(marker.isWhole && marker.identifiers == [0, 0, 0])
    #expect(
      text == "BT\n/P<</MCID 0>>BDC\n(a)Tj\nEMC\n/Span<</MCID 1\(own)/P<</MCID 2>>BDC\n(b)Tj\nEMC\nET\n")
  }

  @Test func `leave cairo's own sequences as they are where they are no part of the book`() {
    let own = "/Span << /ActualText <feff00660069> >> BDC\n<01>Tj\nEMC\n"
    let (text, marker) = marked("BT\n\(own)(b)Tj\nET\n", page([(0, -2)], glyphs: 2))
    #expect(marker.isWhole && marker.identifiers.isEmpty)
    #expect(text == "BT\n/Artifact<</Type/Pagination/Subtype/Header>>BDC\n\(own)(b)Tj\nEMC\nET\n")
  }

  @Test func `are not whole where other glyphs are drawn than were counted`() {
    #expect(!marked("BT\n(abc)Tj\nET\n", page([(0, 0)], glyphs: 2)).marker.isWhole)
    #expect(!marked("/x5 Do\n", page([], glyphs: 0)).marker.isWhole)
  }
}

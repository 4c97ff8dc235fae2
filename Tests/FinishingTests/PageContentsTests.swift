import Finishing
import Testing

/// What is kept of pages, in arrays of all of them.
@Suite struct `What pages hold` {
  private func page(_ number: Int32) -> StructurePlan.PageContent {
    var page = StructurePlan.PageContent()
    // as many as its number, so that none has the length of another
    page.parts = (0..<number).map { StructurePlan.Part(node: 10 * number + $0) }
    page.phrases = (0..<number % 3).map { StructurePlan.Phrase(words: "\(number), \($0)") }
    page.marks = (0..<number).map { StructurePlan.Mark(glyph: UInt32($0), part: $0) }
    page.pictures = (0..<number % 4).map {
      StructurePlan.Picture(part: $0, x: Double(number), y: 0, width: 1, height: 1, file: "\($0 % 2).png")
    }
    page.glyphs = Int(number) * 7
    if number % 2 == 0 { page.identifiers = [number, number + 1] }
    return page
  }

  private func contents(_ count: Int32) -> StructurePlan.PageContents {
    var contents = StructurePlan.PageContents()
    for number in 0..<count { contents.append(page(number)) }
    return contents
  }

  @Test func `comes back as it was put in`() {
    #expect(Array(contents(9)) == (0..<9).map(page))
    #expect(contents(0).isEmpty)
  }

  @Test func `is moved with its pages`() {
    for last in 0...9 {
      var contents = contents(9)
      contents.putLastFirst(last)
      #expect(Array(contents) == (9 - last..<9).map { page(Int32($0)) } + (0..<9 - last).map { page(Int32($0)) })
    }
  }

  @Test func `goes without pictures that are not shown`() {
    var contents = contents(9)
    contents.removePictures(["1.png"])
    for number in 0..<9 {
      var expected = page(Int32(number))
      expected.pictures.removeAll { $0.file == "1.png" }
      #expect(contents[number] == expected)
    }
  }
}

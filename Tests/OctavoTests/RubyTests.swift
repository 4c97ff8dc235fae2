import BookModel
import Design
import Manuscript
import Octavo
import PageModel
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// Readings of words, small above them (JLREQ, 3.3).
@Suite struct `A reading above its word` {
  private func word(_ base: String, _ reading: String) -> [Inline] {
    func inline(_ text: String, _ part: RubyPart) -> Inline {
      var style = InlineStyle.plain
      style.extras.ruby = part
      return Inline(text, style: style)
    }
    return [inline(base, .base), inline(reading, .reading)]
  }

  private func design(_ language: String = "ja") -> PageDesign {
    var design = PageDesign()
    design.language = language
    return design
  }

  /// The runs of the first page of text, each with its letters and where it begins and ends.
  private func runs(_ inlines: [Inline]) async throws -> [(text: String, x: ClosedRange<Double>, y: Double, em: Double)]
  {
    let book = try await setBook([.paragraph(Paragraph(inlines, source: SourceLocation(offset: 0)))], design: design())
    let page = try #require(book.bodyPages.first)
    return page.runs.filter { $0.block.isOfBook }.compactMap { run in
      let places = page.glyphs[run.glyphs]
      guard let first = places.first, let last = places.last else { return nil }
      let text = String(decoding: page.text[run.text], as: UTF8.self)
      return (text, first.x...last.x + run.font.size.points, first.y, run.font.size.points)
    }
  }

  @Test func `is no part of the text that is searched and copied`() throws {
    let inlines = [Inline("夢で")] + word("鏡台", "きょうだい") + [Inline("が見えた。")]
    let book = Book(sections: [Section(blocks: [.paragraph(Paragraph(inlines, source: SourceLocation(offset: 0)))])])
    let paginator = try Paginator(book: book, design: design())
    let page = try #require((0..<paginator.pageCount).first { paginator.text(ofPage: $0)?.contains("夢") == true })
    #expect(paginator.text(ofPage: page)?.contains("夢で鏡台が見えた。") == true)
    #expect(paginator.find("鏡台が見えた").count == 1 && paginator.find("きょうだい").isEmpty)
    let runs = try #require(paginator.reading(ofPage: page)).runs
    let readings = runs.filter { $0.kind == .reading }.flatMap(\.words)
    #expect(readings.map(\.text).joined() == "きょうだい" && readings.allSatisfy { $0.place == nil })
    // every sign of the text is found behind it
    #expect(runs.filter { $0.kind == .text }.flatMap(\.words).map(\.text).joined() == "夢で鏡台が見えた。")
    #expect(runs.filter { $0.kind == .text }.flatMap(\.words).allSatisfy { $0.place != nil })
  }

  @Test func `stands in a preface, too, and the text behind keeps its own`() throws {
    let sections = [Section.Matter.front, .body].map { matter in
      Section(
        matter: matter, heading: Heading(title: [Inline("序")]),
        blocks: [.paragraph(Paragraph(word("夢", "ゆめ"), source: SourceLocation(offset: 0)))])
    }
    let list = try BookTypesetter(design: design(), fonts: BookBuilder.fontSource(folders: []))
      .typeset(Book(sections: sections)).list
    #expect(list.rubies.count == 2)
  }

  @Test func `is half as large, over its middle, and read behind it`() async throws {
    let runs = try await runs([Inline("夢で")] + word("鏡", "が") + [Inline("見えた。")])
    #expect(runs.map(\.text) == ["夢で鏡", "が", "見えた。"])
    let (before, reading) = (runs[0], runs[1])
    #expect(reading.em * 2 == before.em)
    #expect(abs((reading.x.lowerBound + reading.x.upperBound) / 2 - (before.x.upperBound - before.em / 2)) < 0.1)
    // one letter's square on the other's
    #expect(abs(before.y - reading.y - (0.88 + 0.06) * before.em) < 0.01)
  }

  @Test func `that is shorter than its word is spread over it, half as much room at the ends as between`() async throws
  {
    let runs = try await runs(word("紫陽花", "かき"))
    let (base, reading) = (runs[0], runs[1])
    let ends = (reading.x.lowerBound - base.x.lowerBound, base.x.upperBound - reading.x.upperBound)
    #expect(abs(ends.0 - ends.1) < 0.01)
    #expect(abs(ends.0 - base.em / 2) < 0.01)
  }

  @Test func `that is longer than its word reaches over kana by half its letter and sets the word wide for the rest`()
    async throws
  {
    let among = try await runs([Inline("は")] + word("承", "うけたまわ") + [Inline("る人。")])
    let reading = try #require(among.first { $0.text == "うけたまわ" })
    let rest = try #require(among.first { $0.text.hasPrefix("る") })
    let first = try #require(among.first)
    #expect(abs(reading.x.lowerBound - (first.x.lowerBound + first.em * 0.75)) < 0.01)
    #expect(abs(reading.x.upperBound - (rest.x.lowerBound + first.em * 0.25)) < 0.01)
    let between = try await runs([Inline("人")] + word("承", "うけたまわ") + [Inline("人。")])
    let long = try #require(between.first { $0.text == "うけたまわ" })
    #expect(long.x.lowerBound >= between[0].x.lowerBound + first.em - 0.01)
    #expect(long.x.upperBound <= between[between.count - 1].x.lowerBound + 0.01)
  }

  @Test func `keeps its word on one line and within the measure`() async throws {
    let words = (0..<40).flatMap { _ in word("東京都庁", "とうきょうとちょうのにわ") + [Inline("と")] }
    let found = try await runs(words)
    let readings = found.filter { $0.em < 6 }
    #expect(readings.count == 40)
    let design = design()
    let (left, right) = (
      design.leftMargin(isRecto: true).points, (design.leftMargin(isRecto: true) + design.measure).points
    )
    for reading in readings {
      #expect(reading.text == "とうきょうとちょうのにわ")
      #expect(reading.x.lowerBound > left - 0.1 && reading.x.upperBound < right + 0.1)
    }
  }

  @Test(
    arguments: ["坐《すわ》って、右｜ＶＩＰ室《ほった》を※［＃「目＋爭」、第3水準1-88-85］《みは》った。", "承《うけたまわ》る《る》。"])
  func `is what the manuscript says, in its order`(line: String) async throws {
    let text =
      "題\n作者\n\n［＃５字下げ］一［＃「一」は中見出し］\n\n"
      + String(repeating: "　\(line)" + String(repeating: "夢を見た。", count: 9) + "\n", count: 12) + "\n底本：「本」\n"
    let made = try await make(readPlainBook(Array(text.utf8)), design: design())
    let result = try made.verified()
    #expect(result.isWhole, "\(result.differences)")
    // read without it the reading would be another's
    let other = try readPlainBook(Array(text.replacing("うけ", with: "おけ").replacing("すわ", with: "すね").utf8))
    let wrong = try made.verified(other.verificationSources(for: made.design))
    #expect(!wrong.isWhole)
  }

  @Test func `much longer than its word goes on behind it, and none is lost`() async throws {
    let found = try await runs(word("短", String(repeating: "ながい", count: 30)) + [Inline("い")])
    #expect(found.map(\.text).joined() == "短" + String(repeating: "ながい", count: 30) + "い")
  }
}

import BookModel
import Manuscript
import Octavo
import PageModel
import Testing

/// Lines that have little to be filled with.
@Suite struct `A line that is hard to fill` {
  /// Each line of a book's last page but header and folio, and how far its last glyph begins from the left.
  private static func lines(_ markdown: String, language: String = "en") async throws -> [(text: String, last: Double)] {
    let read = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(markdown.utf8))], options: .init())
    let page = try #require(try await setBook(read.book.sections[0].blocks, language: language).pages.last)
    let lines = Dictionary(grouping: page.runs) { page.glyphs[$0.glyphs.lowerBound].y }.sorted { $0.key < $1.key }
    return lines.map { _, runs in
      let runs = runs.sorted { page.glyphs[$0.glyphs.lowerBound].x < page.glyphs[$1.glyphs.lowerBound].x }
      return (
        runs.map { String(decoding: page.text[$0.text], as: UTF8.self) }.joined(),
        runs.flatMap { page.glyphs[$0.glyphs].map(\.x) }.max() ?? 0
      )
    }
  }

  @Test(arguments: ["日本", "א", "plain"])
  func `shows the hyphen of a soft one beside any script`(word: String) async throws {
    let long = "in\u{AD}com\u{AD}pre\u{AD}hen\u{AD}si\u{AD}bil\u{AD}i\u{AD}ties"
    let words = (11...16).map { "\(String(repeating: "x", count: $0)) his \(long) were" }
    let lines = try await Self.lines(words.joined(separator: " ") + " many \(word) so")
    // the word's beginnings, at the end of a line
    let parts = ["in", "incom", "incompre", "incomprehen", "incomprehensi", "incomprehensibil", "incomprehensibili"]
    let bare = lines.filter { line in
      let end = line.text.split(separator: " ").last?.filter { $0 != "\u{AD}" } ?? ""
      return parts.contains(String(end))
    }
    #expect(bare.isEmpty)
    #expect(lines.contains { $0.text.hasSuffix("-") })
  }

  @Test func `of Thai is as long as the others`() async throws {
    let text =
      "ในตอนนี้มีคนจำนวนมากที่ต้องการทำหนังสือด้วยคอมพิวเตอร์และต้องการให้ข้อความภาษาไทยตัดบรรทัดได้อย่างถูกต้องโดยไม่ตัดกลางคำและอื่นอีกมากมายหลายอย่างที่ไม่อาจกล่าวได้ทั้งหมดในที่นี้"
    let lines = try await Self.lines(text, language: "th").filter { $0.text.contains { $0 >= "ก" } }
    #expect(lines.count >= 2)
    let ends = lines.dropLast().map(\.last)
    #expect((ends.max() ?? 0) - (ends.min() ?? 0) < 12)
  }
}

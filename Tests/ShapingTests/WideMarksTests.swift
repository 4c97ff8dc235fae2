import Octavo
import PageModel
import Pango
import Shaping
import TestSupport
import Testing
import Units

/// Marks among ideographs: the font that they are set in, and the room that they take.
@Suite struct `Marks among ideographs` {
  private struct Part: Equatable {
    var text: String
    var isWide: Bool
    /// Halves of an em, to the nearest quarter.
    var halves: Double
  }

  private static func parts(_ text: String, _ language: String) throws -> [Part] {
    let fonts = BookBuilder.fontSource(folders: [])
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    let em = Length(points: 10)
    let style = shaper.style(
      TextStyle(font: FontRequest(family: "EB Garamond 12", size: em, language: language)))
    let bytes = Array(text.utf8)
    let pieces = bytes.withUnsafeBufferPointer {
      shaper.pieces(of: $0, runs: [(bytes.count, style)], direction: .leftToRight)
    }
    return pieces.flatMap { piece in
      let word = shaper.text.words[Int(piece.word)]
      let glyphs = shaper.text.glyphs[Int(word.glyphStart)..<Int(word.glyphStart) + Int(word.glyphCount)]
      return shaper.text.runs[Int(word.runStart)..<Int(word.runStart) + Int(word.runCount)].flatMap { run in
        let own = glyphs.dropFirst(Int(run.glyphStart)).prefix(Int(run.glyphCount))
        let isWide = shaper.text.fonts[Int(run.font)].family.contains("CJK")
        return own.map { glyph in
          let next = glyphs.map { Int($0.cluster) }.filter { $0 > Int(glyph.cluster) }.min() ?? piece.bytes.count
          let start = piece.bytes.lowerBound
          let letters = bytes[(start + Int(glyph.cluster))..<(start + next)]
          let halves = (Double(glyph.advance) / Double(em.units) * 4).rounded() / 2
          return Part(text: String(decoding: letters, as: UTF8.self), isWide: isWide, halves: halves)
        }
      }
    }
  }

  private static func marks(_ text: String, _ language: String, _ marks: Set<Character>) throws -> [Part] {
    try parts(text, language).filter { $0.text.allSatisfy(marks.contains) }
  }

  @Test(arguments: ["ja", "zh-Hans", "zh-Hant", "zh"])
  func `are the font's of these`(language: String) throws {
    let points = try Self.marks("他说……好", language, ["…"])
    #expect(points.map(\.text).joined() == "……" && points.allSatisfy { $0.isWide && $0.halves == 2 }, "\(points)")
    for dash in ["—", "―"] {
      let dashes = try Self.marks("他说\(dash)\(dash)好。", language, ["—", "―"])
      #expect(dashes.allSatisfy { $0.isWide } && dashes.map(\.halves).reduce(0, +) >= 3.5, "\(dashes)")
    }
    // an ideograph behind them alone
    let first = try Self.marks("……好", language, ["…"])
    #expect(first.allSatisfy { $0.isWide })
  }

  @Test func `are of their own style's font, whatever stands beside them`() throws {
    let fonts = BookBuilder.fontSource(folders: [])
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    func style(_ points: Double) -> Int {
      shaper.style(TextStyle(font: FontRequest(family: "EB Garamond 12", size: Length(points: points), language: "ja")))
    }
    let (large, small) = (style(20), style(10))
    let bytes = Array("大……小".utf8)
    let pieces = bytes.withUnsafeBufferPointer {
      shaper.pieces(of: $0, runs: [(3, large), (9, small), (12, large)], direction: .leftToRight)
    }
    let dots = try #require(pieces.first { $0.bytes.lowerBound == 3 })
    let word = shaper.text.words[Int(dots.word)]
    let font = shaper.text.fonts[Int(shaper.text.runs[Int(word.runStart)].font)]
    #expect(font.family.contains("CJK") && font.key.size == Length(points: 10), "\(font)")
  }

  @Test func `are the Latin font's beside Latin letters, and in other languages`() throws {
    for (text, language) in [("好 word… 好", "ja"), ("他说……好", "en"), ("word—word 好", "zh")] {
      let marks = try Self.marks(text, language, ["…", "—"])
      #expect(!marks.isEmpty && marks.allSatisfy { !$0.isWide }, "\(text): \(marks)")
    }
  }

  @Test func `that quote Chinese are half a square and a blank, which goes beside another`() throws {
    let quotes: Set<Character> = ["“", "”", "‘", "’", "。", "："]
    let marks = try Self.marks("道：“‘人生’二字。”“好”", "zh-Hans", quotes)
    #expect(marks.map(\.text) == ["：", "“", "‘", "’", "。", "”", "“", "”"])
    #expect(marks.map(\.halves) == [1, 1, 2, 2, 1, 1, 2, 2])
    #expect(marks.allSatisfy { $0.isWide })
    // Japanese faces have narrow ones, which are no better than the Latin font's
    let japanese = try Self.marks("彼は“好”と", "ja", quotes)
    #expect(japanese.allSatisfy { !$0.isWide })
  }

  @Test func `that stand in the middle of their square keep some of their blank`() throws {
    func halves(_ text: String, _ language: String) throws -> [Double] {
      try Self.marks(text, language, ["。", "」", "：", "「"]).map(\.halves)
    }
    for (text, language, expected) in [
      ("好。」又", "zh-Hant", [1.5, 2]), ("好。「又", "zh-Hant", [1, 2]), ("好」。又", "zh-Hant", [1, 2]),
      ("道：「又", "zh-Hant", [2, 2]), ("好。」又", "ja", [1, 2]), ("道：「又", "ja", [2, 2]),
    ] {
      let found = try halves(text, language)
      #expect(found == expected, "\(text) \(language)")
    }
  }
}

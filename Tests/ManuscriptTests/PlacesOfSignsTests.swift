import BookModel
import Manuscript
import TestSupport
import Testing
import Units

/// Eight bytes are looked at together: a sign must be found in each of their places.
@Suite struct PlacesOfSignsTests {
  private func paragraphs(_ text: String) throws -> [[Inline]] {
    let reading = try reading(text)
    return smartened(reading.book, language: "en").sections.flatMap(\.blocks).compactMap {
      if case .paragraph(let paragraph) = $0 { paragraph.inlines } else { nil }
    }
  }

  @Test("a sign is found wherever it stands in its line", arguments: 0..<20)
  func signs(place: Int) throws {
    let head = String(repeating: "abcdefgh ijklmnopqr", count: 3).prefix(place)
    let tail = "and so it went on for the whole of the long line.\n"
    func first(_ middle: String) throws -> [Inline] {
      try #require(try paragraphs("Begun " + head + middle + tail).first)
    }
    let plain = "Begun " + head
    #expect(try first("x  y ").plainText == plain + "x y " + tail.dropLast())
    #expect(try first("x \ty ").plainText == plain + "x y " + tail.dropLast())
    #expect(try first("x\ty ").plainText == plain + "x y " + tail.dropLast())
    #expect(try first("x \"y\" ").plainText == plain + "x “y” " + tail.dropLast())
    #expect(try first("x'y ").plainText == plain + "x’y " + tail.dropLast())
    #expect(try first("x--y ").plainText == plain + "x—y " + tail.dropLast())
    #expect(try first("x... ").plainText == plain + "x… " + tail.dropLast())
    #expect(try first("x 1813 - 20 ").plainText == plain + "x 1813–20 " + tail.dropLast())
    #expect(try first("\u{7}x ").plainText == plain + "x " + tail.dropLast())
    #expect(try first("xe\u{301}y ").plainText == plain + "x\u{E9}y " + tail.dropLast())
    for (sign, trait) in [("_", InlineStyle.Traits.emphasis), ("=", .strong), ("~", .letterSpaced)] {
      let styled = try first("x \(sign)yes\(sign) z ")
      #expect(styled.contains { $0.style.traits.contains(trait) && [$0].plainText == "yes" })
    }
  }

  @Test("a note's mark is found wherever it stands in its line", arguments: 0..<20)
  func marks(place: Int) throws {
    let head = String(repeating: "abcdefgh ijklmnopqr", count: 3).prefix(place)
    for mark in ["*", "[1]", "(1)", "†"] {
      let sign = mark == "(1)" ? "---\n(1)" : mark
      let text =
        "Begun \(head)and ended\(mark) so.\n\n\(sign) The note.\n\nAnd it went on for the whole of the long line.\n"
      let reading = try reading(text)
      #expect(reading.book.notes.count == 1, "\(mark)")
      #expect(Coverage.problems(reading) == [])
    }
  }

  @Test("lines are counted as before, whatever stands about their ends")
  func lines() throws {
    let seed: UInt64 = 7
    var numbers = SeededNumbers(seed: seed)
    let pieces = [
      "\n", "\r", "\r\n", "\u{2028}", "\u{2029}", "é", "—", "a", "word ", "\u{B}", "\t", "a longer stretch of text ",
    ]
    for round in 0..<300 {
      let text = Array((0..<40).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &numbers)] }.joined().utf8)
      #expect(lineStarts(of: text) == SourceFile(name: "", text: text).lineStarts, "seed \(seed), round \(round)")
      // found while the bytes are decoded
      let file = try #require(try readPlainText(text + [0x61], name: "", options: PlainTextOptions()).files.files.first)
      #expect(file.lineStarts == SourceFile(name: "", text: file.text).lineStarts, "seed \(seed), round \(round)")
    }
  }

  @Test("answers about eight bytes name the bytes that are meant, and no others")
  func answers() throws {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        var bytes: [UInt8] = [0x41, 0xFF, 0x80, 0x7F, 0x42, 0x81, 0x00, 0x43]
        bytes[place] = byte
        let eight = bytes.withUnsafeBufferPointer { EightBytes($0, at: 0) }
        func marked(_ answer: UInt64) -> [Bool] { (0..<8).map { answer >> UInt64($0 * 8) & 0xFF == 0x80 } }
        #expect(marked(eight.equal(byte)) == bytes.map { $0 == byte })
        #expect(marked(eight.high) == bytes.map { $0 >= 0x80 })
        #expect(marked(eight.below(0x20)) == bytes.map { $0 < 0x20 })
        #expect(marked(eight.below(0x80)) == bytes.map { $0 < 0x80 })
        #expect(EightBytes.first(eight.equal(byte)) == bytes.firstIndex(of: byte))
        #expect(EightBytes.first(eight.firstUnprintable) == bytes.firstIndex { $0 < 0x20 || $0 >= 0x80 })
        #expect(EightBytes.first(eight.firstSpaces) == bytes.firstIndex(of: 0x20) ?? 8)
        let word = (0..<8).map { $0 == place ? byte : 0x61 }
        let isSign = "[{(*=_~|0123456789".utf8.contains(byte)
        if isSign || "az AZ,.;:!?-'\"/".utf8.contains(byte) {
          #expect((word.withUnsafeBufferPointer { EightBytes($0, at: 0) }.anySigns != 0) == isSign)
        }
      }
    }
    #expect(EightBytes.first(0) == 8)
  }
}

import Encoding
import Foundation
import Testing

@Suite struct NormalizationTests {
  private func form(_ text: String) -> String {
    String(decoding: composed(Array(text.utf8)) ?? Array(text.utf8), as: UTF8.self)
  }

  @Test(
    "text is brought into form C and no other",
    arguments: [
      ("Cafe\u{301}", "Caf\u{E9}"), ("e\u{301}e\u{301}", "\u{E9}\u{E9}"),
      ("\u{212B}ngstr\u{F6}m", "\u{C5}ngstr\u{F6}m"),
      ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"), ("か\u{3099}", "が"),
      ("\u{928}\u{93C}", "\u{929}"), ("\u{627}\u{653}", "\u{622}"), ("\u{2000}", "\u{2002}"), ("\u{F900}", "\u{8C48}"),
      ("\u{5D1}\u{5B7}\u{5BC}", "\u{5D1}\u{5B7}\u{5BC}"), ("И\u{306}", "Й"), ("\u{FB01}", "\u{FB01}"),
    ])
  func forms(given: String, wanted: String) {
    #expect(Array(form(given).utf8) == Array(wanted.utf8))
    #expect(Array(form("abc \(given) def").utf8) == Array("abc \(wanted) def".utf8))
  }

  @Test(
    "text in form C is left alone",
    arguments: ["", "plain", "Café – “naïve” Œuvre", "Война и мир", "戰爭與和平", "がぎぐ", "각"])
  func nothingToDo(text: String) {
    #expect(composed(Array(text.utf8)) == nil)
  }

  /// Foundation knows the form by its own tables.
  @Test("random letters and marks come out as another library has them", arguments: 1...8 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var state = seed
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xC0...0x24F, 0x300...0x36F, 0x370...0x3FF, 0x400...0x4FF, 0x590...0x5FF, 0x600...0x6FF,
      0x900...0x97F, 0x980...0x9FF, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x2000...0x20FF, 0x3040...0x30FF, 0xAC00...0xAFFF,
      0xF900...0xFAFF, 0xFB00...0xFB4F,
    ]
    for _ in 0..<300 {
      var text = String.UnicodeScalarView()
      for _ in 0..<(1 + next(40)) {
        let range = ranges[next(ranges.count)]
        if let scalar = Unicode.Scalar(range.lowerBound + UInt32(next(range.count))) { text.append(scalar) }
      }
      let given = String(text)
      #expect(
        Array(form(given).utf8) == Array(given.precomposedStringWithCanonicalMapping.utf8),
        "\(given.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  @Test(
    "marks that join few letters come out as another library has them",
    arguments: [
      // the nukta and the virama of Devanagari, with letters that are written in two; the madda and the hamzas of Arabic
      [0x928, 0x930, 0x933, 0x921, 0x929, 0x958, 0x93C, 0x94D, 0x93E, 0x20, 0x61, 0x301],
      [0x958, 0x95C, 0x9DC, 0x9DF, 0x9A1, 0x93C, 0x9BC, 0x94D, 0x9CD, 0x93E, 0x9BE, 0x301, 0x334],
      [0x627, 0x648, 0x628, 0x6D5, 0x653, 0x654, 0x655, 0x64E, 0x651, 0x6E1, 0x20, 0x301],
    ] as [[UInt32]])
  func marksOfFew(signs: [UInt32]) {
    let all = signs.compactMap(Unicode.Scalar.init)
    for a in all {
      for b in all {
        for c in all {
          for d in all {
            let given = String(String.UnicodeScalarView([a, b, c, d]))
            #expect(Array(form(given).utf8) == Array(given.precomposedStringWithCanonicalMapping.utf8))
          }
        }
      }
    }
  }

  /// Each before and behind a letter and a mark, but for those that came with Unicode 16, which GLib knows in Debian 13
  /// and Foundation does not. Marks behind three vowels of Tibetan are in an order of Foundation's own.
  @Test("every letter of the first plane comes out as another library has it")
  func all() {
    for value in 0x80...0xFFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), ![0xF73, 0xF75, 0xF81].contains(value),
        let age = scalar.properties.age, age.major < 16
      else { continue }
      for given in ["a\(scalar)\u{301}\u{323}", "\u{627}\u{64E}\(scalar)\u{654}\u{64B}"] {
        let wanted = given.precomposedStringWithCanonicalMapping
        if form(given).utf8.elementsEqual(wanted.utf8) { continue }
        Issue.record("\(given.unicodeScalars.map { String($0.value, radix: 16) })")
      }
    }
  }

  @Test("marks by the thousand on one letter stay, each once")
  func manyMarks() {
    let marks = String(repeating: "\u{301}\u{323}", count: 50_000)
    let made = form("a" + marks)
    #expect(made.unicodeScalars.count { $0 == "\u{301}" } + made.unicodeScalars.count { $0 == "\u{E1}" } == 50_000)
    #expect(made.unicodeScalars.count { $0 == "\u{323}" } + made.unicodeScalars.count { $0 == "\u{1EA1}" } == 50_000)
  }
}

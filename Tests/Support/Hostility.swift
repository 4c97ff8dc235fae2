import Foundation

/// What a manuscript should not be, made from a seed: for tests that nothing falls over.
package enum Hostility {
  /// Times the usual effort; `make fuzz` sets it.
  package static var effort: Int {
    max(1, ProcessInfo.processInfo.environment["OCTAVO_FUZZ"].flatMap(Int.init) ?? 1)
  }

  package struct Dice {
    private var numbers: SeededNumbers
    package init(_ seed: UInt64) { numbers = SeededNumbers(seed: seed) }
    package mutating func next() -> UInt64 { numbers.next() }
    /// From 0 up to but not with `count`.
    package mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
    package mutating func one<T>(of choices: [T]) -> T { choices[below(choices.count)] }
  }

  /// Bytes with some of them changed, lost, doubled, moved, or strange ones put in.
  package static func mutated(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
    var dice = Dice(seed)
    var bytes = bytes
    for _ in 0..<(1 + dice.below(12)) {
      guard !bytes.isEmpty else { return bytes }
      let at = dice.below(bytes.count)
      let length = min(bytes.count - at, 1 + dice.below(dice.below(4) == 0 ? 400 : 12))
      switch dice.below(8) {
      case 0: bytes[at] = UInt8(truncatingIfNeeded: dice.next())
      case 1: bytes.removeSubrange(at..<(at + length))
      case 2: bytes.insert(contentsOf: Array(bytes[at..<(at + length)]), at: dice.below(bytes.count))
      case 3:
        let token = Array(dice.one(of: tokens).utf8)
        bytes.insert(contentsOf: (0..<(1 + dice.below(5))).flatMap { _ in token }, at: at)
      case 4: bytes[at] ^= 1 << UInt8(dice.below(8))
      case 5: bytes = Array(bytes.prefix(at))
      case 6: bytes.replaceSubrange(at..<(at + length), with: [UInt8](repeating: bytes[at], count: dice.below(300)))
      default: bytes.insert(contentsOf: strayBytes[dice.below(strayBytes.count)], at: at)
      }
    }
    return bytes
  }

  /// What means something to a reader of manuscripts.
  private static let tokens = [
    "\n", "\n\n", "\n\n\n\n", "\r", "\r\n", "\u{2028}", "\u{C}", "\t", "   ", "_", "__", "=", "*", "* * *", "-----",
    "[",
    "]", "[1]", "[Footnote 1: ", "[Illustration: ", "(1)", "†", "CHAPTER I", "CONTENTS\n", "NOTES\n", "I.\n", "by ",
    "*** START OF THIS PROJECT GUTENBERG EBOOK ***\n", "*** END OF THIS PROJECT GUTENBERG EBOOK ***\n", "THE END",
    "［＃「", "は中見出し］", "《", "》", "｜", "※", "ROPER. ", "Dear Sir,\n", "\u{301}", "\u{202E}", "\u{2066}", "\u{AD}",
    "\u{200D}", "\u{FEFF}", "é", "書", "א", "م", "# ", "> ", "```\n", "| a | b |\n|---|---|\n", "![x](y)", "[^1]",
    "[^1]: ", "<b>", "&amp;", "---\n", "<!-- octavo: page-break -->\n",
  ]

  private static let strayBytes: [[UInt8]] = [
    [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x1A], [0x1B], [0x80], [0xE2, 0x80],
    [0xFE, 0xFF], [0xEF, 0xBB, 0xBF], [0x7F], [0xF0, 0x9F, 0x98],
  ]

  /// Texts that are sound and yet no book, by a name each. `size` is about how many bytes.
  package static func texts(size: Int) -> [(name: String, text: String)] {
    func times(_ text: String, _ bytes: Int) -> String {
      String(repeating: text, count: max(1, bytes / max(1, text.utf8.count)))
    }
    func scalars(_ ranges: [ClosedRange<UInt32>], each: Int) -> String {
      var text = String.UnicodeScalarView()
      var count = 0
      for range in ranges {
        for value in range {
          guard let scalar = Unicode.Scalar(value) else { continue }
          text.append(scalar)
          count += 1
          if count % each == 0 { text.append("\n") }
        }
      }
      return String(text)
    }
    let chapter = "CHAPTER I\n\n\n"
    var dice = Dice(7)
    var mixed = ""
    for _ in 0..<(size / 30) {
      mixed += dice.one(of: [
        "word ", "מילה ", "كلمة ", "ภาษาไทย", "བོད་", "ᠮᠣᠩᠭᠣᠯ ", "ខ្មែរ", "(12) ", "\u{202E}rev\u{202C} ",
      ])
    }
    return [
      ("an endless word", times("Donaudampfschifffahrt", size)), ("an endless line", times("word and ", size)),
      ("an endless word of capitals", times("ABC", size)), ("endless digits", times("1234567890", size)),
      ("marks on one letter", "a" + times("\u{301}", size)),
      ("marks out of order", "a" + times("\u{323}\u{301}\u{5B7}\u{64B}", size)),
      ("marks without a letter", times("\u{301} ", size)),
      ("marks on every letter", times("Z\u{335}\u{318}a\u{30D}\u{353}l\u{33D}go ", size)),
      ("the basic plane", scalars([0x20...0xFFFF].map { $0.lowerBound...min($0.upperBound, UInt32(size)) }, each: 60)),
      (
        "planes above",
        scalars(
          [0x1_0000...(0x1_0000 + UInt32(size / 16)), 0x1_F300...0x1_F6FF, 0x2_0000...0x2_00FF, 0xE_0000...0xE_007F],
          each: 40)
      ),
      ("noncharacters", scalars([0xFDD0...0xFDEF, 0xFFF0...0xFFFF, 0xE000...0xE0FF, 0x10_FFF0...0x10_FFFF], each: 20)),
      (
        "bidi controls", times("\u{202E}\u{2066}x\u{2067}\u{202B}א\u{2068}", size) + times("\u{202C}\u{2069}", size / 2)
      ),
      ("scripts of all directions", mixed), ("one word either way", times("abc אבג ", size)),
      ("soft hyphens", times("a\u{AD}", size)), ("no-break spaces", times("a\u{A0}", size)),
      ("only no-break spaces", "x\n\n" + times("\u{A0}", size)),
      ("zero width", times("a\u{200B}\u{200D}\u{2060}\u{FEFF}", size)),
      ("joined emoji", times("👩‍👩‍👧‍👦🏳️‍🌈", size)), ("flags", times("🇩🇪", size)),
      ("jamo", times("\u{1100}\u{1161}\u{11A8}", size)),
      ("variation selectors", times("漢\u{FE00}\u{E0100}", size)), ("ideographs without a stop", times("漢字", size)),
      ("kana with marks", times("か\u{3099}", size)), ("dashes", times("—", size)), ("hyphens", times("a-", size)),
      ("hyphens alone", times("-", size)), ("stops", times(".", size)), ("quotes", times("\"'", size)),
      ("quotes that open", times("“‘", size)), ("dots with spaces", times(". ", size)),
      ("slashes", times("a/b\\", size)),
      ("an address", "http://" + times("a.b/c?d=e&", size)), ("underscores", times("_a", size)),
      ("stars", times("*a ", size)),
      ("brackets", times("[", size)), ("closing brackets", times("]", size)),
      ("nested notes", times("[Footnote 1: a ", size)),
      ("notes on one word", "a" + times("[1]", size / 8) + "\n\n" + times("[1] note\n\n", size / 8)),
      ("a note pages long", "a.[1]\n\n[Footnote 1: " + times("word ", size) + "]\n"),
      ("one-letter paragraphs", times("a\n\n", size)), ("one-letter lines", times("a\n", size)),
      ("chapters without text", (1...max(1, size / 40)).map { "CHAPTER \($0)\n\n\n\n" }.joined()),
      ("a chapter title pages long", "CHAPTER I. " + times("Title ", 200) + "\n\n\n" + times("word ", 500)),
      ("scene breaks", times("a\n\n* * *\n\n", size)), ("blank lines", "a" + times("\n", size) + "b"),
      ("carriage returns", times("a\r", size)), ("line separators", times("a\u{2028}", size)),
      ("form feeds", times("a\u{C}\u{B}\u{85}", size)), ("tabs", times("\ta\t", size)),
      ("deep indents", times(" ", size) + "a\n" + times("b ", 80)),
      ("verse of long lines", chapter + (0..<8).map { _ in "  " + times("Word ", size / 10) + "\n" }.joined()),
      ("a stair of verse", chapter + (0..<200).map { String(repeating: " ", count: $0) + "line\n" }.joined()),
      ("a table of many columns", chapter + (0..<20).map { _ in times("a    ", 600) + "\n" }.joined()),
      ("italics over everything", "_" + times("a\n\n", size) + "_"),
      ("pictures", times("[Illustration: a\n\nb]\n\n", size)),
      ("ruby", times("漢《かん》", size) + "［＃改ページ］"), ("a play", times("ROPER. Word.\n\nLILY. Word.\n\n", size)),
      ("letters in a letter", times("Dear Sir,\n\nWord.\n\n", size) + "JOHN"),
      ("controls", times("a\u{1}\u{7}\u{8}\u{1B}[31m", size)), ("NULs", times("a\0", size)),
    ]
  }
}

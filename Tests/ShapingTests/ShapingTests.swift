import Hyphen
import Octavo
import Pango
import Shaping
import TestSupport
import Testing
import Typesetting
import Units

/// Words as they are measured, in a face that Debian has.
@Suite struct `A shaped word` {
  private let shaper: Shaper

  init() throws {
    let fonts = BookBuilder.fontSource(folders: [])
    shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
  }

  private func style(
    _ features: String = "", isItalic: Bool = false, spacing: Length = .zero, hangs: Bool = true
  ) -> Int {
    shaper.style(
      TextStyle(
        font: FontRequest(family: "EB Garamond", size: Length(points: 11), isItalic: isItalic, features: features),
        letterSpacing: spacing, hangs: hangs))
  }

  private func word(_ text: String, _ style: Int) -> WordID {
    var text = text
    return text.withUTF8 { shaper.word($0, style: style) }
  }

  private func known(_ text: String, _ style: Int) -> Word {
    let id = word(text, style)
    return shaper.text.words[Int(id)]
  }

  private func advance(_ id: WordID) -> Int32 { shaper.text.words[Int(id)].advance }

  @Test func `is the same each time, and another in another style`() {
    let (roman, italic) = (style(), style(isItalic: true))
    #expect(roman != italic && roman == style())
    let first = word("galley", roman)
    #expect(first == word("galley", roman) && first != word("galleys", roman) && first != word("galley", italic))
    #expect(advance(first) != advance(word("galley", italic)))
  }

  @Test func `is as wide as its glyphs, kerned and joined`() {
    let roman = style()
    let wide = known("AVATAR", roman)
    let glyphs = shaper.text.glyphs[Int(wide.glyphStart)..<Int(wide.glyphStart) + Int(wide.glyphCount)]
    #expect(wide.advance == glyphs.reduce(0) { $0 + $1.advance })
    #expect(wide.advance < "AVATAR".map { advance(word(String($0), roman)) }.reduce(0, +))
    // a feature changes what is shaped
    #expect(advance(word("galley", style("smcp=1"))) != advance(word("galley", roman)))
  }

  @Test func `of emoji that no font has is their name, and is found as it was written`() {
    let roman = style()
    // U+1FAE0; Symbola has none of its age
    let face = known("🫠!", roman)
    let (name, end) = (known("[melting", roman).advance + known("face]", roman).advance, known("!", roman).advance)
    let space = shaper.text.styles[roman].spaceAdvance
    #expect(abs(face.advance - name - space - end) < 200)
    let text = shaper.text.text[Int(face.textStart)..<Int(face.textStart) + Int(face.textCount)]
    #expect(String(decoding: text, as: UTF8.self) == "🫠!")
    #expect(shaper.missingGlyphs.isEmpty && shaper.namedSigns == 1)
    // no font joins a tone to its hand: it is left out; letters have no names
    #expect(known("👍🏽", roman).advance == known("👍", roman).advance)
    _ = known("\u{10FF01}", roman)
    #expect(shaper.missingGlyphs.count == 1)
  }

  @Test func `is wider by its letter-spacing`() {
    let spaced = style("liga=0", spacing: Length(points: 1))
    #expect(advance(word("type", spaced)) == advance(word("type", style("liga=0"))) + 4 * 1024)
  }

  @Test func `may be divided where its language divides it, and nowhere before it is asked`() {
    let id = word("compositor", style())
    #expect(shaper.text.words[Int(id)].breakCount == 0)
    shaper.hyphenate(id)
    let known = shaper.text.words[Int(id)]
    let breaks = shaper.text.breaks[Int(known.breakStart)..<Int(known.breakStart) + Int(known.breakCount)]
    #expect(breaks.map(\.byte) == [3, 6, 7] && breaks.allSatisfy { $0.kind == .hyphen })
    #expect(breaks.map(\.before) == breaks.map(\.before).sorted() && breaks.allSatisfy { $0.before < known.advance })
  }

  @Test func `has the breaks that stand in it from the start`() {
    let word = known("page-cord—stone", style())
    let breaks = shaper.text.breaks[Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)]
    #expect(breaks.map(\.kind) == [.ownHyphen, .open] && breaks.map(\.byte) == [5, 12])
    // a bracket may follow the hyphen
    let other = known("Paternoster-(Miserere)", style())
    #expect(
      shaper.text.breaks[Int(other.breakStart)..<Int(other.breakStart) + Int(other.breakCount)].map(\.byte) == [12])
  }

  @Test func `is cut between letters where no line holds it`() {
    let id = word("aaaaaaaa", style())
    shaper.cut(id)
    let known = shaper.text.words[Int(id)]
    let breaks = shaper.text.breaks[Int(known.breakStart)..<Int(known.breakStart) + Int(known.breakCount)]
    // two letters on either side, and a hyphen
    #expect(breaks.map(\.byte) == [2, 3, 4, 5, 6] && breaks.allSatisfy { $0.kind == .hyphenedCut })
  }

  @Test(arguments: ["kapitäns", "Дождливо"]) func `has a hyphen at cuts between letters of any alphabet`(text: String) {
    let id = word(text, style())
    shaper.cut(id)
    let known = shaper.text.words[Int(id)]
    let breaks = shaper.text.breaks[Int(known.breakStart)..<Int(known.breakStart) + Int(known.breakCount)]
    #expect(breaks.count == 5 && breaks.allSatisfy { $0.kind == .hyphenedCut })
  }

  @Test func `is cut without a hyphen where a letter meets a sign or a figure`() {
    let id = word("ab12cd", style())
    shaper.cut(id)
    let known = shaper.text.words[Int(id)]
    let breaks = shaper.text.breaks[Int(known.breakStart)..<Int(known.breakStart) + Int(known.breakCount)]
    #expect(breaks.map(\.byte) == [2, 3, 4] && breaks.allSatisfy { $0.kind == .cut })
  }

  @Test func `is parted behind the low lines of a long name`() {
    func bytes(_ text: String) -> [UInt16] {
      let word = known(text, style())
      return shaper.text.breaks[Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)].map(\.byte)
    }
    #expect(bytes("MAXIMUM_CONNECTIONS_OPEN") == [8, 20])
    #expect(bytes("short_name") == [])
  }

  /// The word with its places where a line may end.
  private func parted(_ text: String) -> String {
    let id = word(text, style())
    shaper.hyphenate(id)
    let known = shaper.text.words[Int(id)]
    let breaks = shaper.text.breaks[Int(known.breakStart)..<Int(known.breakStart) + Int(known.breakCount)]
    var bytes = Array(text.utf8)
    for point in breaks.reversed() {
      bytes.insert(point.kind == .open ? 0x7C : 0x21, at: Int(point.byte))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Chicago 7.46: never with a hyphen, behind a slash and before other signs.
  @Test(arguments: [
    "https://|www|.example|.org/|archive/|part|_three|?page|=four|&leaf|=9|%20b|#end",
    "first|.middle|.last|-name|@department|.example|.org",
    "(www|.example|.org)", "/home/|some|.one/|manuscripts/|chapter|_two|.docx", "C:\\|Users\\|Someone\\|book|.docx",
    "java|.util|.concurrent|.HashMap",
  ])
  func `is parted as an address where it is one`(address: String) {
    #expect(parted(address.filter { $0 != "|" }) == address)
  }

  @Test(arguments: ["e.g.", "1.234.567.890", "U.S.A.", "12.5.1914", "compositor"])
  func `is no address for a sign in it`(text: String) {
    #expect(!parted(text).contains("|"))
  }

  @Test func `hangs by its first and last mark, where its style hangs`() {
    let hanging = known("“So,", style())
    #expect(hanging.leadingHang > 0 && hanging.trailingHang > 0)
    let standing = known("“So,", style(hangs: false))
    #expect(standing.leadingHang == 0 && standing.trailingHang == 0)
  }

  @Test func `knows what follows it at a pause`() {
    let roman = style()
    let marks = ["so", "so,", "so;", "so."].map { known($0, roman).punctuation }
    #expect(marks == [.none, .comma, .colon, .sentence])
  }

  @Test func `names the characters that no font has`() {
    #expect(shaper.missingGlyphs.isEmpty)
    _ = word("a\u{10FF00}", style())
    #expect(shaper.missingGlyphs.map(\.scalar) == [0x10FF00])
  }

  @Test func `of another direction is a piece of its own, in reading order`() {
    let bytes = Array("one שתי three".utf8)
    let roman = style()
    let pieces = bytes.withUnsafeBufferPointer {
      shaper.pieces(of: $0, runs: [(bytes.count, roman)], direction: .leftToRight)
    }
    #expect(pieces.map { String(decoding: bytes[$0.bytes], as: UTF8.self) } == ["one", "שתי", "three"])
    #expect(pieces.map { shaper.text.words[Int($0.word)].level } == [0, 1, 0])
    #expect(pieces.map(\.followsSpace) == [false, true, true])
  }

  /// What can be shaped alone is; a control at the end keeps a text whole.
  @Test(arguments: ["he", "ar", "hi", "ta", "zh"], UInt64(1)...6)
  func `comes out of a part of a text as of the whole`(language: String, seed: UInt64) throws {
    let (letters, marks): ([UInt32], [UInt32]) =
      switch language {
      case "he": (Array(0x5D0...0x5EA), Array(0x5B0...0x5BC) + [0x5C1, 0x5BE, 0x5F3])
      case "ar": (Array(0x620...0x64A), Array(0x64B...0x652) + [0x670, 0x200D])
      case "hi": (Array(0x904...0x939), Array(0x93C...0x94D) + [0x902, 0x200C])
      case "ta": (Array(0xB85...0xBB9), Array(0xBBE...0xBCD))
      default: (Array(0x4E00...0x4E40), [0x3001, 0x3002, 0xFF1A, 0x300C, 0x300D, 0xFF1F, 0x2026, 0x2014])
      }
    let isSpaced = language != "zh"
    var numbers = SeededNumbers(seed: seed)
    func one(of count: Int) -> Bool { numbers.next() % UInt64(count) == 0 }
    func any(_ all: [UInt32]) -> String { String(Unicode.Scalar(all[Int(numbers.next() % UInt64(all.count))])!) }
    let signs = [
      "(", ")", "“", "”", "\"", "'", "-", "—", ",", ".", "!", "?", ":", "…", "„", "«", "»", "،", "।", "3", "12-13",
    ]
    var text = ""
    for _ in 0..<60 {
      if isSpaced, !text.isEmpty { text += one(of: 9) ? "  " : " " }
      if one(of: 4) { text += signs[Int(numbers.next() % 21)] }
      if one(of: 12) { continue }
      for _ in 0...Int(numbers.next() % 5) {
        text += any(letters)
        if one(of: isSpaced ? 3 : 4) { text += any(marks) }
      }
      if one(of: 4) { text += signs[Int(numbers.next() % 21)] }
    }
    let parted = expectPartsAsWhole(text, isRightToLeft: language == "he" || language == "ar")
    #expect(parted >= 40)
  }

  /// Unicode 15.1 (LB15a, LB15b), which Pango 1.56 follows and 1.50 does not; a word behind a virama and a space, which
  /// 1.56 takes for one with it.
  @Test(arguments: ["שלום « עולם » טוב", "कमल “ नमन ” जल", "कमल ”. नमन", "कमल ”.नमन जल", "कमल (“ नमन", "अर्थात् वह"])
  func `keeps to what stands beside it as in the whole text`(text: String) {
    #expect(expectPartsAsWhole(text, isRightToLeft: text.hasPrefix("ש")) >= 2)
  }

  /// - Returns: how many pieces there are.
  private func expectPartsAsWhole(_ text: String, isRightToLeft: Bool) -> Int {
    let face = style()
    func pieces(_ text: String) -> [[Int]] {
      let bytes = Array(text.utf8)
      let pieces = bytes.withUnsafeBufferPointer {
        shaper.pieces(of: $0, runs: [(bytes.count, face)], direction: isRightToLeft ? .rightToLeft : .leftToRight)
      }
      return pieces.map { piece in
        let word = shaper.text.words[Int(piece.word)]
        let glyphs = shaper.text.glyphs[Int(word.glyphStart)..<Int(word.glyphStart) + Int(word.glyphCount)]
        return [
          piece.bytes.lowerBound, piece.bytes.upperBound, piece.followsSpace ? 1 : 0, piece.mayBreakBefore ? 1 : 0,
          Int(word.level), Int(word.advance),
        ] + glyphs.flatMap { [Int($0.id), Int($0.cluster), Int($0.advance), Int($0.xOffset)] }
      }
    }
    let parted = pieces(text)
    #expect(parted == Array(pieces(text + " \u{1}").prefix(parted.count)), "\(text)")
    return parted.count
  }
}

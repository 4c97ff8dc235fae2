import Hyphen
import Octavo
import Pango
import Shaping
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
    _ = known("\u{E123}", roman)
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
  }

  @Test func `is cut between letters where no line holds it`() {
    let id = word("aaaaaaaa", style())
    shaper.cut(id)
    let known = shaper.text.words[Int(id)]
    let breaks = shaper.text.breaks[Int(known.breakStart)..<Int(known.breakStart) + Int(known.breakCount)]
    // two letters on either side, and a hyphen
    #expect(breaks.map(\.byte) == [2, 3, 4, 5, 6] && breaks.allSatisfy { $0.kind == .hyphenedCut })
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
    _ = word("a\u{F8F0}", style())
    #expect(shaper.missingGlyphs.map(\.scalar) == [0xF8F0])
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
}

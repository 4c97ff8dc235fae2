import Octavo
import Pango
import Shaping
import Testing
import Units

/// Marks about letters, where the font has no place for them, and the faces of scripts that name theirs badly.
@Suite struct `Marks about letters` {
  private let shaper: Shaper

  init() throws {
    let fonts = BookBuilder.fontSource(folders: [])
    shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
  }

  private func style(bold: Bool = false, italic: Bool = false, _ language: String = "en") -> Int {
    shaper.style(
      TextStyle(
        font: FontRequest(
          family: "EB Garamond 12", size: Length(points: 11), isBold: bold, isItalic: italic, language: language)))
  }

  private func clusters(_ text: String, _ style: Int) -> Set<UInt16> {
    var text = text
    let word = shaper.text.words[Int(text.withUTF8 { shaper.word($0, style: style) })]
    return Set(
      shaper.text.glyphs[Int(word.glyphStart)..<Int(word.glyphStart) + Int(word.glyphCount)].map(\.cluster))
  }

  @Test(arguments: [
    ("\u{101}\u{301}", "\u{101}"), ("\u{1E8B}\u{302}", "\u{1E8B}"), ("\u{12B}\u{306}", "\u{12B}"),
    ("\u{1E41}\u{310}", "\u{1E41}"), ("q\u{303}", "q"), ("n\u{302}\u{303}", "n\u{302}"),
  ])
  func `stand over them, clear of one that is there`(marked: String, letter: String) {
    for style in [style(), style(italic: true)] {
      let (with, without) = (shaper.inkBounds(of: marked, style: style), shaper.inkBounds(of: letter, style: style))
      #expect(with.ink.top > without.ink.top + 0.05)
      #expect(with.ink.right < without.ink.right + 0.15 && abs(with.advance - without.advance) < 0.001)
      // one letter to a reader of the file
      #expect(clusters(marked, style).count == 1)
    }
  }

  @Test(arguments: [("\u{1EBD}\u{31E}", "\u{1EBD}"), ("\u{14F}\u{324}", "\u{14F}"), ("S\u{331}", "S")])
  func `stand under them`(marked: String, letter: String) {
    let (with, without) = (shaper.inkBounds(of: marked, style: style()), shaper.inkBounds(of: letter, style: style()))
    #expect(with.ink.bottom > without.ink.bottom + 0.05 && with.ink.right < without.ink.right + 0.1)
  }

  @Test(arguments: ["1\u{FE0F}\u{20E3}", "2\u{20E3}", "#\u{FE0F}\u{20E3}"])
  func `that are keys have room about them, in a word and among emoji`(key: String) {
    let found = shaper.inkBounds(of: key, style: style())
    #expect(found.ink.left >= 0 && found.ink.right <= found.advance && found.advance > 0.8)
    let bytes = Array("a \(key) 🏴".utf8)
    let plain = style()
    let pieces = bytes.withUnsafeBufferPointer {
      shaper.pieces(of: $0, runs: [(bytes.count, plain)], direction: .leftToRight)
    }
    #expect(pieces.count == 3)
    #expect(pieces.dropFirst().first?.bytes == 2..<2 + key.utf8.count)
  }

  /// Both weights of Debian 12's call themselves regular.
  @Test(arguments: [("မြန်မာ", "my"), ("မြန်မာ", "en"), ("اردو", "ur")])
  func `and letters have the weight that is asked for`(text: String, language: String) {
    for isBold in [false, true] {
      let style = style(bold: isBold, language)
      let bytes = Array(text.utf8)
      let pieces = bytes.withUnsafeBufferPointer {
        shaper.pieces(of: $0, runs: [(bytes.count, style)], direction: language == "ur" ? .rightToLeft : .leftToRight)
      }
      let runs = pieces.flatMap { piece in
        let word = shaper.text.words[Int(piece.word)]
        return shaper.text.runs[Int(word.runStart)..<Int(word.runStart) + Int(word.runCount)]
      }
      #expect(!runs.isEmpty)
      for run in runs {
        let name = shaper.text.fonts[Int(run.font)].postScriptName
        if name.hasPrefix("Noto") { #expect(name.hasSuffix(isBold ? "-Bold" : "-Regular"), "\(name)") }
      }
    }
  }
}

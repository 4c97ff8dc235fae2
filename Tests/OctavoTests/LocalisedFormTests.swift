import BookModel
import Design
import Octavo
import Pango
import Shaping
import Testing
import Typesetting

/// A font's forms for a language may look otherwise, but never like another letter.
@Suite struct `Forms of a language` {
  static let languages = [
    "af", "be", "bg", "ca", "cs", "da", "de", "el", "en", "en-GB", "eo", "es", "et", "fi", "fr", "ga", "gl", "hr", "hu",
    "id", "is", "it", "la", "lt", "lv", "mo", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv",
    "tr", "uk", "vi",
  ]

  /// Glyphs of each word in a style.
  private func glyphs(_ words: [String], language: String, _ shaper: Shaper) -> [[UInt16]] {
    let resolver = StyleResolver(design: PageDesign(), language: language)
    return [BlockStyle.body, resolver.display(.foot), resolver.display(.head)].flatMap { block in
      let style = shaper.style(resolver.style(block, .plain))
      return words.map { word in
        var word = word
        let id = Int(word.withUTF8 { shaper.word($0, style: style) })
        let made = shaper.text.words[id]
        return shaper.text.glyphs[Int(made.glyphStart)..<Int(made.glyphStart) + Int(made.glyphCount)].map(\.id)
      }
    }
  }

  @Test(arguments: languages) func `show the letters that are written`(language: String) throws {
    let fonts = BookBuilder.fontSource(folders: [])
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    // letters that some age or language exchanges, at a word's head, within it and at its end
    let pairs = [("u", "v"), ("i", "j"), ("U", "V"), ("I", "J"), ("s", "f"), ("c", "k")]
    for (one, other) in pairs {
      let words = [one, "a\(one)a", "\(one)na", "xxx\(one)i", "a\(one)"]
      let others = [other, "a\(other)a", "\(other)na", "xxx\(other)i", "a\(other)"]
      let plain = glyphs(words, language: "en", shaper)
      let wrong = glyphs(others, language: "en", shaper)
      for (index, made) in glyphs(words, language: language, shaper).enumerated() {
        #expect(made != wrong[index] || plain[index] == wrong[index], "\(words[index % words.count]) in \(language)")
      }
    }
  }
}

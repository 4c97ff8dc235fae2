internal import Shaping
internal import Units

/// What there is to say of lines.
extension GalleyMaker {
  /// One warning a paragraph, for its first word that no line holds.
  func warnTooWide(_ items: [Int]) {
    guard let item = items.first else { return }
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "word-too-wide",
        "the word \"\(sample(of: paragraph.items[item].word))\" is wider than the measure and is broken between letters",
        help: "put a soft hyphen or a space into it, or set a wider measure or smaller type",
        source: SourceLocation(file: file, offset: paragraph.sources[item])))
  }

  /// A word as a message quotes it.
  func sample(of word: WordID) -> String {
    let word = shaper.text.words[Int(word)]
    let start = Int(word.textStart)
    let text = String(decoding: shaper.text.text[start..<start + Int(word.textCount)], as: UTF8.self)
    let sample = text.prefix(40)
    return sample.endIndex == text.endIndex ? text : sample + "…"
  }
}

/// What a maker and that of its notes have to say.
final class DiagnosticSink {
  @exclusivity(unchecked) var diagnostics: [Diagnostic] = []
  /// Characters without a glyph that were named.
  @exclusivity(unchecked) var namedGlyphs = 0
  /// It was said that names stand for emoji.
  @exclusivity(unchecked) var hasNamedSigns = false
  /// It was said that there is no font for formulas.
  @exclusivity(unchecked) var lacksMathFont = false
  /// It was said that there are fewer columns than were asked for.
  @exclusivity(unchecked) var hasNarrowColumns = false
  /// Kinds of pictures of which it was said that no text runs around them.
  @exclusivity(unchecked) var alone: Set<String> = []
}

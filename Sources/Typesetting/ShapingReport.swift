internal import Hyphen
internal import Shaping
internal import Units

/// What shaping could not do as asked, in words.
enum ShapingReport {
  static func diagnostics(of shaper: Shaper) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for missing in shaper.missingGlyphs {
      let code = String(missing.scalar, radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
      found.append(
        Diagnostic(
          .warning, code: "glyph-missing", "no font has a glyph for U+\(padded)",
          help: "install a font that has it, or drop one into Fonts/"))
    }
    for missing in shaper.missingFaces {
      let face = [missing.request.isBold ? "bold" : "", missing.request.isItalic ? "italic" : ""]
        .filter { !$0.isEmpty }.joined(separator: " ")
      found.append(
        Diagnostic(
          .warning, code: "face-missing",
          "\"\(missing.request.family)\" has no \(face.isEmpty ? "regular" : face) face; \"\(missing.substitute)\" is used",
          help: "nothing is slanted or emboldened in its place; choose a family that has the face with --font"))
    }
    for missing in shaper.missingDictionaries { found.append(missing.diagnostic) }
    return found
  }
}

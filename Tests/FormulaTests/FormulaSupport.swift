import Formula
import FormulaSetting
import Foundation
import MathFont
import TeX
import Units

/// Words as wide as half an em a letter, with no glyphs: formulas are tested without the text's faces.
struct PlainWords: FormulaWords {
  mutating func box(of words: String, face: FormulaText.Face, size: Length) -> FormulaBox {
    FormulaBox(width: size.scaled(by: 0.5 * Double(words.unicodeScalars.count)))
  }
}

enum MathFonts {
  private static let folder = "/usr/share/texmf/fonts/opentype/public/"
  private static let files = [
    "LatinModernMath-Regular": "lm-math/latinmodern-math.otf",
    "TeXGyreTermesMath-Regular": "tex-gyre-math/texgyretermes-math.otf",
    "TeXGyrePagellaMath-Regular": "tex-gyre-math/texgyrepagella-math.otf",
  ]

  /// Nil where Debian's package is not installed.
  static func font(_ name: String) -> MathFont? {
    files[name].flatMap { MathFont(file: folder + $0, face: 0) }
  }

  static var termes: MathFont? { font("TeXGyreTermesMath-Regular") }
  static var hasTermes: Bool { termes != nil }
}

func read(_ source: String) throws -> FormulaNode {
  var macros = TeXMacros()
  return try readTeX(source, macros: &macros)
}

/// Why a formula is not read; nil where it is.
func problem(of source: String) -> TeXProblem? {
  var macros = TeXMacros()
  do { _ = try readTeX(source, macros: &macros) } catch { return error }
  return nil
}

func set(_ source: String, _ font: MathFont, isDisplayed: Bool = false, leading: Double = 12) throws -> FormulaBox {
  var setter = FormulaSetter(
    font: font, size: Length(points: 10), leading: Length(points: leading), words: PlainWords())
  return setter.box(of: try read(source), isDisplayed: isDisplayed)
}

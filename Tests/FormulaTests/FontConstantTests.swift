import Formula
import FormulaSetting
import Foundation
import MathFont
import TestSupport
import Testing
import Units

/// What web-platform-tests ask of MathML's `*-parameters-*` pages: a font whose one number is striking moves what that
/// number is for, by as much. The fonts are Termes with a number put in its MATH table.
@Suite(.enabled(if: MathFonts.hasTermes, "fonts-texgyre-math is not installed")) struct `Numbers of the font` {
  /// What is measured of a formula, in points.
  enum Measure: Sendable {
    case y(String)
    case x(String)
    case size(String)
    case ruleY, ruleHeight, width, height, depth
  }

  struct Case: Sendable, CustomTestStringConvertible {
    /// In the order of OpenType's table of constants.
    var constant: Int
    var tex: String
    var measure: Measure
    /// By how much it moves for each unit.
    var share = 1.0
    var isDisplayed = false
    var values = (1500, 2500)
    /// Of the ten points, where glyphs of the font come in steps.
    var tolerance = 0.05
    var testDescription: String { "constant \(constant) in \(tex)" }
  }

  static let cases: [Case] = [
    Case(constant: 0, tex: "x^2", measure: .size("2"), share: 10, values: (40, 90)),
    Case(constant: 1, tex: "x^{y^2}", measure: .size("2"), share: 10, values: (40, 90)),
    Case(constant: 5, tex: #"\frac ab"#, measure: .ruleY),
    Case(constant: 6, tex: #"\hat x"#, measure: .y("\u{302}"), share: -1, values: (0, 300)),
    Case(constant: 8, tex: "x_2", measure: .y("2"), share: -1),
    Case(constant: 9, tex: "x_2", measure: .y("2"), values: (-2500, -1500)),
    Case(constant: 10, tex: "{ab}_2", measure: .y("2"), share: -1),
    Case(constant: 11, tex: "x^2", measure: .y("2")),
    Case(constant: 12, tex: #"\overline{x^2}"#, measure: .y("2")),
    Case(constant: 13, tex: "x^2", measure: .y("2")),
    Case(constant: 14, tex: "{ab}^2", measure: .y("2"), share: -1, values: (-2500, -1500)),
    Case(constant: 15, tex: "x_2^3", measure: .y("2"), share: -1),
    Case(constant: 17, tex: "x^2", measure: .width),
    Case(constant: 18, tex: #"\sum^n"#, measure: .y("𝑛"), isDisplayed: true),
    Case(constant: 19, tex: #"\sum^n"#, measure: .y("𝑛"), isDisplayed: true),
    Case(constant: 20, tex: #"\sum_n"#, measure: .y("𝑛"), share: -1, isDisplayed: true),
    Case(constant: 21, tex: #"\sum_n"#, measure: .y("𝑛"), share: -1, isDisplayed: true),
    Case(constant: 22, tex: #"\binom ab"#, measure: .y("𝑎")),
    Case(constant: 23, tex: #"\binom ab"#, measure: .y("𝑎"), isDisplayed: true),
    Case(constant: 24, tex: #"\binom ab"#, measure: .y("𝑏"), share: -1),
    Case(constant: 25, tex: #"\binom ab"#, measure: .y("𝑏"), share: -1, isDisplayed: true),
    Case(constant: 26, tex: #"\binom ab"#, measure: .y("𝑎"), share: 0.5),
    Case(constant: 27, tex: #"\binom ab"#, measure: .y("𝑎"), share: 0.5, isDisplayed: true),
    Case(constant: 32, tex: #"\frac ab"#, measure: .y("𝑎")),
    Case(constant: 33, tex: #"\frac ab"#, measure: .y("𝑎"), isDisplayed: true),
    Case(constant: 34, tex: #"\frac ab"#, measure: .y("𝑏"), share: -1),
    Case(constant: 35, tex: #"\frac ab"#, measure: .y("𝑏"), share: -1, isDisplayed: true),
    Case(constant: 36, tex: #"\frac ab"#, measure: .y("𝑎")),
    Case(constant: 37, tex: #"\frac ab"#, measure: .y("𝑎"), isDisplayed: true),
    Case(constant: 38, tex: #"\frac ab"#, measure: .ruleHeight),
    Case(constant: 39, tex: #"\frac ab"#, measure: .y("𝑏"), share: -1),
    Case(constant: 40, tex: #"\frac ab"#, measure: .y("𝑏"), share: -1, isDisplayed: true),
    Case(constant: 43, tex: #"\overline a"#, measure: .ruleY),
    Case(constant: 44, tex: #"\overline a"#, measure: .ruleHeight),
    Case(constant: 45, tex: #"\overline a"#, measure: .height),
    Case(constant: 46, tex: #"\underline a"#, measure: .ruleY, share: -1),
    Case(constant: 47, tex: #"\underline a"#, measure: .ruleHeight),
    Case(constant: 48, tex: #"\underline a"#, measure: .depth),
    Case(constant: 49, tex: #"\sqrt a"#, measure: .ruleY, tolerance: 5),
    Case(constant: 50, tex: #"\sqrt a"#, measure: .ruleY, isDisplayed: true, tolerance: 5),
    Case(constant: 51, tex: #"\sqrt a"#, measure: .ruleHeight),
    Case(constant: 52, tex: #"\sqrt a"#, measure: .height),
    Case(constant: 53, tex: #"\sqrt[3]a"#, measure: .x("3")),
    Case(constant: 54, tex: #"\sqrt[3]a"#, measure: .x("𝑎")),
    // by a share of the sign's height, some eleven points
    Case(constant: 55, tex: #"\sqrt[3]a"#, measure: .y("3"), share: 10, values: (50, 150), tolerance: 3),
  ]

  @Test(arguments: cases) func `move what they are for`(_ test: Case) throws {
    let found = try [test.values.0, test.values.1].map { value in
      let font = try #require(try self.font(constant: test.constant, value))
      return try #require(measured(set(test.tex, font, isDisplayed: test.isDisplayed), test.measure))
    }
    // ten points of type, a thousand units each
    let expected = test.share * Double(test.values.1 - test.values.0) / 100
    #expect(abs(found[1] - found[0] - expected) < max(test.tolerance, 0.05), "\(found[1] - found[0]), not \(expected)")
  }

  private func measured(_ box: FormulaBox, _ measure: Measure) -> Double? {
    func glyph(_ text: String) -> FormulaBox.Glyph? { box.glyphs.first { $0.text == text } }
    return switch measure {
    case .y(let text): glyph(text)?.y.points
    case .x(let text): glyph(text)?.x.points
    case .size(let text): glyph(text)?.size.points
    case .ruleY: box.rules.first?.y.points
    case .ruleHeight: box.rules.first?.height.points
    case .width: box.width.points
    case .height: box.height.points
    case .depth: box.depth.points
    }
  }

  /// Termes with another value of a constant.
  private func font(constant: Int, _ value: Int) throws -> MathFont? {
    let file = try #require(MathFonts.termes?.file)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    func short(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    let record = try #require(
      (0..<short(4)).map { 12 + 16 * $0 }.first { bytes[$0..<$0 + 4].elementsEqual("MATH".utf8) })
    let table = short(record + 8) << 16 | short(record + 10)
    let constants = table + short(table + 4)
    // four numbers, 51 with a device table each, and one more (OpenType, MATH)
    let place = constants + (constant < 4 ? 2 * constant : 8 + 4 * (constant - 4))
    let bits = UInt16(bitPattern: Int16(value))
    (bytes[place], bytes[place + 1]) = (UInt8(bits >> 8), UInt8(bits & 0xFF))
    let made = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-\(UUID().uuidString).otf")
    try Data(bytes).write(to: made)
    defer { try? FileManager.default.removeItem(at: made) }
    return MathFont(file: made.path, face: 0)
  }
}

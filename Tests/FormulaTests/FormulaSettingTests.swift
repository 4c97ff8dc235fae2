import Formula
import FormulaSetting
import Foundation
import MathFont
import TestSupport
import Testing
import Units

/// Formulas set by the font's own numbers, beside settings of LuaTeX.
@Suite(.enabled(if: MathFonts.hasTermes, "fonts-texgyre-math is not installed")) struct `Formulas set` {
  /// Glyphs and rules as a reader sees them, in points to a hundredth.
  private func shown(_ box: FormulaBox) -> [String] {
    func points(_ length: Length) -> String { Length.decimal(length.points == 0 ? 0 : length.points) }
    return box.glyphs.map { "\($0.text ?? "-") \(points($0.size)) \(points($0.x)) \(points($0.y))" }
      + box.rules.map { "rule \(points($0.x)) \(points($0.y)) \(points($0.width)) \(points($0.height))" }
  }

  @Test func `a power stands at the font's height, a letter that leans moves it`() throws {
    let font = try #require(MathFonts.termes)
    #expect(
      shown(try set("f'(x)", font)) == ["𝑓 10 0 0", "′ 7.4 4.52 3.39", "( 10 7.91 0", "𝑥 10 11.89 0", ") 10 16.64 0"])
  }

  @Test func `a fraction is centred on its rule, which is on the axis`() throws {
    let font = try #require(MathFonts.termes)
    #expect(
      shown(try set(#"\frac{a}{bc}"#, font)) == [
        "𝑎 7.4 3.08 4.3", "𝑏 7.4 1.2 -3.81", "𝑐 7.4 5.41 -3.81", "rule 1.2 2.24 7.98 0.52",
      ])
  }

  @Test func `binary signs beside nothing have no room`() throws {
    let font = try #require(MathFonts.termes)
    #expect(try set("-x", font).width < set("y-x", font).width - set("y", font).width - Length(points: 3))
  }

  @Test func `limits stand above and below where displayed, beside else`() throws {
    let font = try #require(MathFonts.termes)
    let (shown, inText) = (try set(#"\sum_{i}^{n}"#, font, isDisplayed: true), try set(#"\sum_{i}^{n}"#, font))
    #expect(shown.height + shown.depth > inText.height + inText.depth + Length(points: 8))
    #expect(shown.width < inText.width + Length(points: 1))
  }

  @Test func `brackets reach round what they hold, made of parts if need be`() throws {
    let font = try #require(MathFonts.termes)
    let rows = Array(repeating: "x", count: 12).joined(separator: #"\\"#)
    let box = try set(#"\begin{bmatrix}"# + rows + #"\end{bmatrix}"#, font)
    let parts = box.glyphs.filter { $0.x == .zero }
    #expect(parts.count > 4 && parts.count(where: { $0.text == "[" }) == 1)
    #expect(box.height + box.depth > Length(points: 130))
  }

  @Test func `a formula's box grows with its leading`() throws {
    let font = try #require(MathFonts.termes)
    let source = #"\begin{matrix}a\\b\end{matrix}"#
    let (tight, wide) = (try set(source, font), try set(source, font, leading: 14))
    #expect(wide.height + wide.depth == tight.height + tight.depth + Length(points: 4))
  }

  @Test func `a cell over several columns is in the middle of them, and dots fill theirs`() throws {
    let font = try #require(MathFonts.termes)
    let box = try set(#"\begin{array}{cc}\multicolumn{2}{c}{x}\\ aaaa&bbbb\end{array}"#, font)
    let x = try #require(box.glyphs.first { $0.text == "𝑥" })
    #expect(abs((x.x + x.advance.scaled(by: 0.5)).points - box.width.points / 2) < 0.1)
    let dots = try set(#"\begin{matrix}\hdotsfor{2}\\ aaaa&bbbb\end{matrix}"#, font)
    #expect(dots.glyphs.count { $0.text == "." } > 5)
  }

  @Test func `a displayed formula is parted before relations, which stand below the first, else before binary signs`()
    throws
  {
    let font = try #require(MathFonts.termes)
    var setter = FormulaSetter(font: font, size: Length(points: 10), leading: Length(points: 12), words: PlainWords())
    let lines = setter.displayed(
      try read("x = aaaaaaaaaa + bbbbbbbbbb + cccccccccc + dddddddddd = eeeeeeeeee"), within: Length(points: 130))
    let starts = lines.map { line in line.glyphs.min { $0.x < $1.x } }
    #expect(starts.map { $0?.text } == ["𝑥", "+", "+", "="])
    let first = try #require(lines[0].glyphs.first { $0.text == "=" })
    #expect(starts[3]?.x == first.x && (starts[1]?.x ?? .zero) > first.x)
    #expect(lines.allSatisfy { $0.width <= Length(points: 130) })
  }

  @Test func `a letter the font lacks is named`() throws {
    let font = try #require(MathFonts.termes)
    var setter = FormulaSetter(font: font, size: Length(points: 10), leading: Length(points: 12), words: PlainWords())
    _ = setter.box(of: try read("⸭"), isDisplayed: false)
    #expect(setter.missing == ["⸭"])
  }
}

/// `research/math-truth.json`: 504 settings by LuaTeX.
@Suite struct `Formulas beside LuaTeX's` {

  /// Not as LuaTeX by intent: words are octavo's, and arrows grow by the font's own variants, which LuaTeX puts
  /// together of a minus and a head.
  private static let otherwise: Set = ["mat-3", "mix-6"]

  @Test func `every glyph and rule is within a twentieth of a point`() throws {
    guard let path = SharedBooks.path("research/math-truth.json") else { return }
    let data = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
    let records = try #require(data?["records"] as? [[String: Any]])
    var fonts: [String: MathFont] = [:]
    var (compared, wrong) = (0, [String]())
    for record in records {
      guard let name = record["font"] as? String, let id = record["id"] as? String, let tex = record["tex"] as? String
      else { continue }
      guard let font = fonts[name] ?? MathFonts.font(name) else { continue }
      fonts[name] = font
      compared += 1
      let isDisplayed = record["style"] as? String == "display"
      let box = try set(tex, font, isDisplayed: isDisplayed)
      if !agrees(box, record), !`Formulas beside LuaTeX's`.otherwise.contains(id) {
        wrong.append("\(id) in \(name), \(isDisplayed ? "displayed" : "in text")")
      }
    }
    if compared == 0 { print("skipped: neither fonts-texgyre-math nor fonts-lmodern is installed") }
    #expect(wrong == [])
  }

  private func agrees(_ box: FormulaBox, _ record: [String: Any]) -> Bool {
    func near(_ length: Length, _ points: Any?) -> Bool {
      guard let points = points as? Double else { return false }
      return abs(length.points - points) <= 0.05
    }
    guard near(box.width, record["width"]), near(box.height, record["height"]), near(box.depth, record["depth"]),
      let glyphs = record["glyphs"] as? [[Any]], let rules = record["rules"] as? [[Double]]
    else { return false }
    var left = box.glyphs
    for glyph in glyphs {
      guard
        let found = left.firstIndex(where: {
          Int($0.id) == glyph[1] as? Int && near($0.size, glyph[2]) && near($0.x, glyph[3]) && near($0.y, glyph[4])
        })
      else { return false }
      left.remove(at: found)
    }
    var leftRules = box.rules
    for rule in rules {
      guard
        let found = leftRules.firstIndex(where: {
          near($0.x, rule[0]) && near($0.y, rule[1]) && near($0.width, rule[2]) && near($0.height, rule[3])
        })
      else { return false }
      leftRules.remove(at: found)
    }
    return left.isEmpty && leftRules.isEmpty
  }
}

/// `research/formulas.jsonl`: formulas of eight repositories.
@Suite struct `Formulas that books have` {
  @Test func `nearly all are read`() throws {
    guard let path = SharedBooks.path("research/formulas.jsonl") else { return }
    var (read, all) = (0, 0)
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let tex = record?["tex"] as? String else { continue }
      all += 1
      if problem(of: tex) == nil { read += 1 }
    }
    // the rest are commands that a book defines elsewhere, and scraps of text
    #expect(Double(read) > 0.995 * Double(all))
  }
}

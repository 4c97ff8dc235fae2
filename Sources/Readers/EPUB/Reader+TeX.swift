internal import BookModel
internal import Formula
internal import Manuscript
internal import Units
internal import XML

/// Formulas that pages of HTML have as TeX, for programs that draw them.
extension FlowReader {
  /// `<span class="math inline">\(x\)</span>`, `<script type="math/tex">x</script>`
  func append(tex node: Int, _ look: ComputedStyle, into runs: inout Runs) {
    let words = page.tree.text(of: node)
    let type = page.tree.attribute("type", of: node) ?? ""
    let isDisplayed = page.classes(node).contains("display") || type.contains("mode=display")
    let inner = TeXPiece.pieces(of: words).first { $0.isFormula }
    append(
      tex: inner?.words ?? words, isDisplayed: inner?.isDisplayed ?? isDisplayed, page.range(node), look, into: &runs)
  }

  private func append(
    tex source: String, isDisplayed: Bool, _ range: Range<Int>, _ look: ComputedStyle, into runs: inout Runs
  ) {
    var inner = look
    inner.isMonospaced = true
    inner.formula = formulas.formula(source, isDisplayed: isDisplayed) { why in
      diagnostics.append(FormulaReader.diagnostic(why, at: SourceLocation(offset: range.lowerBound)))
    }
    silent.append(range)
    let words = source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    append(generated: words, at: range.lowerBound - page.base, inner, into: &runs)
  }

  /// Appends a text with formulas in it; false where it has none.
  func append(textWithTeX node: Int, _ look: ComputedStyle, _ style: InlineStyle, into runs: inout Runs) -> Bool {
    guard page.drawsTeX, !look.isMonospaced else { return false }
    var letters: [(scalar: Unicode.Scalar, offset: Int)] = []
    page.tree.forEachScalar(ofText: node) { letters.append(($0, $1)) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: letters.map(\.scalar))
    let pieces = TeXPiece.pieces(of: String(text))
    guard pieces.contains(where: \.isFormula) else { return false }
    func place(_ letter: Int) -> Int {
      page.place(letter < letters.count ? letters[letter].offset : page.tree.nodes[node].source.upperBound)
    }
    for piece in pieces {
      if piece.isFormula {
        let range = place(piece.range.lowerBound)..<place(piece.range.upperBound)
        append(tex: piece.words, isDisplayed: piece.isDisplayed, range, look, into: &runs)
      } else {
        for (scalar, offset) in letters[piece.range] {
          runs.append(scalar, at: page.place(offset), style: style, space: look.space)
        }
      }
    }
    return true
  }
}

/// A stretch of text, or a formula between its marks.
private struct TeXPiece {
  var words = ""
  var isFormula = false
  var isDisplayed = false
  /// Scalars of the text, marks and all.
  var range: Range<Int>

  private static let marks: [(open: String, close: String, isDisplayed: Bool)] = [
    ("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true),
  ]

  static func pieces(of text: String) -> [TeXPiece] {
    let letters = Array(text.unicodeScalars)
    func stands(_ mark: String, at place: Int) -> Bool {
      let mark = Array(mark.unicodeScalars)
      return place + mark.count <= letters.count && Array(letters[place..<(place + mark.count)]) == mark
    }
    var pieces: [TeXPiece] = []
    var (start, at) = (0, 0)
    while at < letters.count {
      guard letters[at] == "\\" || letters[at] == "$", let mark = marks.first(where: { stands($0.open, at: at) }),
        let end = (at + 2..<letters.count).first(where: { stands(mark.close, at: $0) }), end > at + 2
      else {
        at += 1
        continue
      }
      if start < at { pieces.append(TeXPiece(range: start..<at)) }
      var inner = String.UnicodeScalarView()
      inner.append(contentsOf: letters[(at + 2)..<end])
      pieces.append(
        TeXPiece(words: String(inner), isFormula: true, isDisplayed: mark.isDisplayed, range: at..<(end + 2)))
      at = end + 2
      start = at
    }
    if start < letters.count { pieces.append(TeXPiece(range: start..<letters.count)) }
    return pieces
  }
}

extension Page {
  /// Whether an element is a formula of TeX: pandoc's, MathJax's.
  func isTeX(_ node: Int) -> Bool {
    guard isHTML else { return false }
    let names = classes(node)
    switch element(node) {
    case "script": return !doubled.contains(node) && tree.attribute("type", of: node)?.hasPrefix("math/tex") == true
    case "span", "div":
      return names.contains("math") && (names.contains("inline") || names.contains("display"))
        && !whole(node).contains { element($0) == "math" }
    default: return false
    }
  }
}

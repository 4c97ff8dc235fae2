internal import Manuscript
internal import Units

extension ReadingHint.Problem {
  /// The one place where these failures get their words.
  var words: (message: String, help: String) {
    let kinds = ReadingHint.Kind.allCases.map(\.rawValue)
    switch self {
    case .unknownKind(let name):
      let near = nearestName(to: name, in: kinds).map { "did you mean \"\($0)\"? " } ?? ""
      return ("\"\(name)\" is no kind of hint", near + "there are \(kinds.joined(separator: ", "))")
    case .noPlace:
      return ("the hint names no line", "say where: a line, the first and the last, /EXPRESSION/, or \"like\" a line")
    case .noLevel(let level):
      return ("\"\(level)\" is no level of a heading", "levels go from 1 to 6: chapter level 2 120")
    case .noLines(let lines):
      return (
        "\"\(lines)\" are no lines",
        "write one line as 12, several as 12-20, a pattern as /^LETTER/, all that look like one as \"like 12 in 1-900\""
      )
    case .noExpression(let text):
      return ("\"\(text)\" is no regular expression", "it stands between two strokes: /^LETTER [IVX]+/")
    }
  }
}

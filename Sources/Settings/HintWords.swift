package import Manuscript
package import Units

extension ReadingHint.Problem {
  /// The one place where these failures get their words.
  var words: (message: String, help: String) {
    let kinds = ReadingHint.Kind.allCases.map(\.rawValue)
    switch self {
    case .unknownKind(let name):
      let near = nearestName(to: name, in: kinds).map { "did you mean \"\($0)\"? " } ?? ""
      return ("\"\(name)\" is no kind of hint", near + "there are \(kinds.joined(separator: ", "))")
    case .noPlace:
      return (
        "the hint names no place",
        "say where: the words a block begins with, in double quotes; of a plain text a line, the first and the last, or "
          + "/EXPRESSION/; or \"like\" one of them"
      )
    case .noName(let text):
      return (
        "\(text) names no block",
        "write the words it begins with between double quotes, as \"It was late\", 2 of 3 \"Yes\", \"Yes\" in "
          + "\"HEADING\", or the first and the last block as \"It was late\" to \"So they went\""
      )
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

extension UnheededHint {
  /// What became of it, for a warning at its place.
  /// - Parameter text: the hint as it is written.
  func words(_ text: String) -> (message: String, help: String) {
    switch reason {
    case .noBlock(.gone(let nearest)):
      return (
        "no block begins as the hint \(text) says",
        nearest.map { "did you mean \($0)? " + UnheededHint.names } ?? UnheededHint.names
      )
    case .noBlock(.several(let count, let first)):
      return (
        "\(count) block\(count == 1 ? " begins" : "s begin") as the hint \(text) says: it is not clear which is meant",
        first.map { "the first of them is \($0); " } ?? "" + UnheededHint.names
      )
    case .noBlock(.noHeading(let title, let nearest)):
      return (
        "no heading \"\(title)\" is in the book, which the hint \(text) names",
        nearest.map { "did you mean \"\($0)\"? " + UnheededHint.names } ?? UnheededHint.names
      )
    case .noBlock(.backwards):
      return ("the hint \(text) ends with a block before the one that it begins with", "exchange the two")
    case .cannot(let what):
      return ("\(what) cannot be what the hint \(text) says", "take the hint out, or change the manuscript")
    }
  }

  private static let names = "\"octavo inspect --hints\" writes the names of headings and verse"
}

extension OptionSources {
  /// Warnings of hints that could not be followed, each at its place.
  package func warnings(of unheeded: [UnheededHint]) -> [Diagnostic] {
    unheeded.filter { hints.indices.contains($0.hint) }.map { item in
      let hint = hints[item.hint]
      let (message, help) = item.words(hint.text)
      var warning = Diagnostic(.warning, code: "hint-unheeded", message, help: help)
      warning.place = hint.place.inFile(hintsFile).description
      return warning
    }
  }
}

public import Design
internal import Hyphen
internal import Pango
internal import Settings
internal import Typesetting
internal import Units

/// Why no pages can be made.
public enum LayoutError: Error, Equatable, Sendable {
  /// Nothing fits the page: margins too wide, type too large and the like.
  case design(PageDesign.Problem)
  /// No font family has this name; the nearest name that there is.
  case unknownFont(String, nearest: String?)
  /// The family is there as a font for the web (WOFF), which cannot be set.
  case webFont(String, file: String)
  /// One of the design's `hyphenationExceptions` is no word with its points, or contradicts another.
  case hyphenationException(String)
  /// fontconfig could not be read, or a folder of fonts holds none.
  case fontsUnavailable
  /// `Progress.cancel()` was called, or the task was cancelled.
  case cancelled
}

extension LayoutError: CustomStringConvertible {
  /// In words, lower case, without a full stop.
  public var description: String {
    switch self {
    case .design(.negativeMargin(let name)): "the \(name) margin is less than nothing"
    case .design(let problem): problem.diagnostic.message
    case .unknownFont(let name, let nearest):
      "no font family is called \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    case .webFont(let name, let file): "\"\(name)\" is there only as a font for the web: \(file)"
    case .hyphenationException(let word): "\"\(word)\" says nothing of how a word is divided"
    case .fontsUnavailable: "the fonts could not be opened"
    case .cancelled: "stopped before the end"
    }
  }

  /// The words of a design, by letters; nil for none.
  static func exceptions(of design: PageDesign) throws(LayoutError) -> HyphenationExceptions? {
    let words = design.hyphenationExceptions
    guard !words.isEmpty else { return nil }
    // a line end within one would make two of it
    if let bad = words.first(where: { $0.contains(where: \.isNewline) }) { throw .hyphenationException(bad) }
    do { return try HyphenationExceptions(parsing: Array(words.joined(separator: "\n").utf8)) } catch {
      throw .hyphenationException(words.indices.contains(error.line - 1) ? words[error.line - 1] : "")
    }
  }

  init(_ error: TypesettingError) {
    switch error {
    case .design(let problem): self = .design(problem)
    case .unknownFamily(let name, .called(let nearest)): self = .unknownFont(name, nearest: nearest)
    case .unknownFamily(let name, .web(let file)): self = .webFont(name, file: file)
    case .unknownFamily(let name, nil): self = .unknownFont(name, nearest: nil)
    case .fonts: self = .fontsUnavailable
    case .cancelled: self = .cancelled
    }
  }
}

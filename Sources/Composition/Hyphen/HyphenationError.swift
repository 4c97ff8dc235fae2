package import Units

/// Why words of a language cannot be hyphenated.
package enum HyphenationError: Error, Equatable, Sendable {
  /// No patterns for the language are installed; `package` is the Debian package
  /// that has them, such as `hyphen-de`, or nil where Debian has none.
  case noDictionary(language: String, package: String?)
  /// The file cannot be opened, or names a charset that this system cannot convert.
  case unreadable(path: String)
}

extension HyphenationError {
  /// The wording, as a warning: a book can be set without hyphenation.
  package var diagnostic: Diagnostic {
    switch self {
    case .noDictionary(let language, let package?):
      Diagnostic(
        .warning, code: "hyphenation-patterns-missing",
        "no hyphenation patterns for \"\(language)\" are installed, its words are not hyphenated",
        help: "install the package \"\(package)\", or silence this with --no-hyphenate")
    case .noDictionary(let language, nil):
      Diagnostic(
        .warning, code: "hyphenation-patterns-missing",
        "no hyphenation patterns for \"\(language)\" are known, its words are not hyphenated",
        help: "put a libhyphen dictionary \"hyph_\(HyphenationDictionaries.fileStem(of: language)).dic\" into a folder "
          + "named by OCTAVO_HYPHEN_PATH, or silence this with --no-hyphenate")
    case .unreadable(let path):
      Diagnostic(
        .warning, code: "hyphenation-patterns-unreadable",
        "the hyphenation patterns \"\(path)\" cannot be read, its language is not hyphenated",
        help: "its first line must name a charset that iconv knows; reinstall the package that owns the file")
    }
  }
}

extension HyphenationExceptions.ParseError {
  /// The wording, as an error; the place stands in the message, for the file is no part of the manuscript.
  package func diagnostic(file: String) -> Diagnostic {
    let what =
      switch problem {
      case .notALetter(let scalar): "\(codePoint(scalar)) in a hyphenation exception is neither a letter nor a hyphen"
      case .secondWord: "a second hyphenation exception stands on the line"
      case .strayHyphen: "a hyphen in a hyphenation exception has no letters beside it"
      case .contradicts(let other): "the word has other hyphenation points on line \(other)"
      case .notUTF8: "the hyphenation exceptions are not UTF-8"
      }
    let help =
      switch problem {
      case .contradicts: "keep one of the two lines"
      case .notUTF8: "convert the file, as with \"iconv -t UTF-8\""
      default: "write one word a line, as in \"ty-po-gra-phy\", and comments after \"#\""
      }
    return Diagnostic(
      .error, code: "hyphenation-exceptions-invalid", "\(file):\(line):\(column): \(what)", help: help)
  }

  private func codePoint(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

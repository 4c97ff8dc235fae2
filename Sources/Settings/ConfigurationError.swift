package enum ConfigurationError: Error, Hashable, Sendable {
  /// Not YAML: what the parser says of it.
  case syntax(String, ConfigurationPlace)
  /// YAML, but no list of `key: value`.
  case notAMapping(ConfigurationPlace)
  case duplicate(String, ConfigurationPlace)
  /// Deeper than any configuration is; the parser calls itself once a level.
  case tooDeep(ConfigurationPlace)
  case tooLong
}

extension ConfigurationError {
  /// Nil for the whole file.
  package var place: ConfigurationPlace? {
    switch self {
    case .syntax(_, let place), .notAMapping(let place), .duplicate(_, let place), .tooDeep(let place): place
    case .tooLong: nil
    }
  }

  /// The one place where these failures get their words.
  package var words: (message: String, help: String) {
    switch self {
    case .syntax(let problem, _):
      (
        "this is no YAML: \(problem)",
        "write one \"key: value\" a line; quote values that hold a colon or begin with a mark"
      )
    case .notAMapping: ("options are written as \"key: value\"", "one a line, such as \"trim: a5\"")
    case .duplicate(let key, _): ("\(key) is given twice", "leave one of them out")
    case .tooDeep: ("lists and braces are nested too deep", "options take a value, or a list of values")
    case .tooLong: ("there is over a megabyte of options", "is it the manuscript?")
    }
  }
}

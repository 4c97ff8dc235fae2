package import Design
package import Units

/// An option that cannot be followed: why, what to do, and where it was given.
package struct SettingsProblem: Error, Equatable, Sendable {
  package var diagnostic: Diagnostic
  /// `file:line:column`, or a file; nil for the command line.
  package var place: String?
  /// What was asked for is wrong, not a file that it names.
  package var isUsage: Bool

  package init(_ diagnostic: Diagnostic, place: String? = nil, isUsage: Bool = false) {
    (self.diagnostic, self.place, self.isUsage) = (diagnostic, place, isUsage)
  }

  init(place: String? = nil, _ message: String, help: String) {
    self.init(Diagnostic(.error, code: "usage", message, help: help), place: place, isUsage: true)
  }

  /// A value that is none of an option's.
  package static func unknown(_ value: String, of option: String, _ choices: [String]) -> SettingsProblem {
    let near = OtherNames.choice(nearest: value, of: choices).map { "did you mean \"\($0)\"? " } ?? ""
    return SettingsProblem(
      "\"\(value)\" is no value for \(option)", help: near + "it takes \(choices.joined(separator: ", "))")
  }

  init(_ error: ConfigurationError, file: String) {
    let words = error.words
    self.init(
      place: error.place.map { $0.inFile(file) } ?? file, words.message, help: words.help)
  }
}

extension PageDesign.Problem {
  /// Words for why nothing fits a page, in points.
  package var diagnostic: Diagnostic { diagnostic { _ in .points } }

  /// The same in the units that options were given in, or that the page is measured in.
  package func diagnostic(_ layers: OptionSources) -> Diagnostic {
    diagnostic { keys in
      for key in keys {
        guard let text = layers.text(key) else { continue }
        if let unit = Length.Unit(endOf: text) { return unit }
        if key == "trim", let trim = Trim.all.first(where: { $0.name == text }) { return trim.unit }
      }
      return keys.contains("trim") ? .millimetres : .points
    }
  }

  /// - Parameter unit: the one in which the first given of some options was.
  private func diagnostic(_ unit: ([String]) -> Length.Unit) -> Diagnostic {
    switch self {
    case .measureTooNarrow(let measure, let needed):
      Diagnostic(
        .error, code: "no-room",
        measure <= .zero
          ? "the margins are wider than the page"
          : "the margins leave a measure of \(measure.description(in: unit(["inside", "outside", "trim"]))), less than the "
            + "\(needed.description(in: unit(["inside", "outside", "trim"]))) that five ems take",
        help: "make --inside, --outside or --size smaller, or the --trim larger")
    case .tooFewRows(let height, let needed):
      Diagnostic(
        .error, code: "no-room",
        height <= .zero
          ? "the margins are higher than the page"
          : "the margins leave a text block \(height.description(in: unit(["top", "bottom", "trim"]))) high, less than the "
            + "\(needed.description(in: unit(["top", "bottom", "trim"]))) of three lines",
        help: "make --top, --bottom or --size smaller, or the --trim larger")
    case .sizeOutOfRange(let size):
      Diagnostic(
        .error, code: "size", "type of \(size.description(in: unit(["size"]))) cannot be set",
        help: "give --size from 1pt to 400pt")
    case .leadingTooSmall(let leading, let size):
      Diagnostic(
        .error, code: "leading",
        "lines of \(size) type overlap at a leading of \(leading.description(in: unit(["leading"])))",
        help: "give --leading about 1.25 times the size: \(size.scaled(by: 1.27))")
    case .trimOutOfRange(let size):
      Diagnostic(
        .error, code: "trim",
        "a page of \(size.width.description(in: unit(["trim"]))) by \(size.height.description(in: unit(["trim"]))) "
          + "cannot be made",
        help: "PDF pages are from 36pt to 14400pt each way, spreads half as wide")
    case .marginTooNarrow(let outside, let needed):
      Diagnostic(
        .error, code: "no-room",
        "an outside margin of \(outside.description(in: unit(["outside", "trim"]))) has no room for notes, which take "
          + "\(needed.description(in: unit(["outside", "trim"]))) of it with the white around them",
        help: "leave out --outside, give it more, or put the notes at the foot with --notes foot")
    case .noMarginForNotes:
      Diagnostic(
        .error, code: "no-room", "notes stand in the margin of one column of horizontal lines only",
        help: "leave out --notes margin, or --columns and --writing vertical")
    case .negativeMargin(let name):
      Diagnostic(.error, code: "margin", "--\(name) is less than nothing", help: "give a length from 0mm up")
    }
  }
}

import ArgumentParser
import Settings

/// `--format` of the commands that list things.
struct AnswerFormat: ParsableArguments {
  private static let formats = ["human", "json"]

  @Option(
    help: ArgumentHelp("human, or json for programs. Default: human.", valueName: "human|json"),
    completion: .list(formats))
  var format: String?

  var isJSON: Bool {
    get throws {
      let format = format ?? "human"
      guard AnswerFormat.formats.contains(format) else {
        throw SettingsProblem.unknown(format, of: "--format", AnswerFormat.formats)
      }
      return format == "json"
    }
  }
}

extension Output {
  /// Answers with a list of things, each with its fields.
  static func answer(_ rows: [[(String, JSONValue)]]) throws {
    try answer(JSONValue.array(rows.map { .object($0) }).description + "\n")
  }
}

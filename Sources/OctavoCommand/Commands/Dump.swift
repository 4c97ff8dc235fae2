import Octavo
import Settings
import Typesetting
import Units

/// `--dump`: what a stage made, as text on standard output, instead of a PDF.
extension BookJob {
  /// The stage to be printed; refuses what goes with a PDF alone.
  func dumpStage() throws -> StageDump.Stage? {
    guard layers["dump"] != nil, let stage = StageDump.Stage(rawValue: try layers.oneOf("dump")) else { return nil }
    let name = stage.rawValue
    for key in ["output", "verify", "strict", "open", "explain-page"] where layers[key] != nil {
      throw CommandFailure(
        .usage, "--dump makes no PDF, so \(key == "output" ? "-o" : "--" + key) means nothing with it",
        help: "octavo book.txt --dump \(name) > \(name).txt")
    }
    if stage != .pages, layers["pages"] != nil || layers["chapter"] != nil {
      throw CommandFailure(
        .usage, "--dump \(name) comes before there are pages to choose from",
        help: "leave out --pages and --chapter, or --dump pages")
    }
    return stage
  }

  /// Prints it as it is made; messages come after it.
  func dump(_ stage: StageDump.Stage) throws {
    let prepared = try prepare()
    let files = prepared.reading.files
    // the file is named where there are several
    let isAlone = files.files.count < 2
    let describe = { (source: SourceLocation) -> String in
      guard let place = files.describe(source) else { return "" }
      return isAlone ? place.split(separator: ":").suffix(2).joined(separator: ":") : StageDump.name(place)
    }
    let bar = ProgressLine(run)
    let found: [Diagnostic]
    do {
      found = try builder(prepared).dump(stage, progress: Progress { bar.show($0) }, describe: describe) {
        try Output.answer($0)
      }
    } catch let error as BuildFailure {
      bar.clear()
      throw failure(error, prepared)
    }
    bar.clear()
    _ = try report(prepared.reading.diagnostics + found, prepared)
  }
}

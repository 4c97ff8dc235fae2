import Manuscript
import Octavo
import Typesetting
import Units

/// `--dump`: what a stage made, as text on standard output, instead of a PDF.
extension BuildCommand {
  /// The stage to be printed; refuses what goes with a PDF alone.
  func dumpStage(_ order: ImposeCommand.Order?) throws -> StageDump.Stage? {
    guard let dump else { return nil }
    guard let stage = StageDump.Stage(rawValue: dump) else {
      throw choice(dump, "--dump", StageDump.Stage.allCases.map(\.rawValue))
    }
    var others = [(output != nil, "-o"), (run.verify, "--verify"), (run.strict, "--strict"), (run.open, "--open")]
    others += [(run.explainPage != nil, "--explain-page"), (order != nil, "impose")]
    if let other = others.first(where: \.0)?.1 {
      throw CommandFailure(
        .usage, "--dump makes no PDF, so \(other) means nothing with it",
        help: "octavo book.txt --dump \(dump) > \(dump).txt")
    }
    if stage != .pages, part.pages != nil || part.chapter != nil {
      throw CommandFailure(
        .usage, "--dump \(dump) comes before there are pages to choose from",
        help: "leave out --pages and --chapter, or --dump pages")
    }
    return stage
  }

  /// Prints it as it is made; messages come after it.
  func print(
    _ stage: StageDump.Stage, of builder: BookBuilder, _ reading: ManuscriptReading, _ reporter: Reporter,
    _ bar: ProgressLine
  ) async throws {
    // the file is named where there are several
    let isAlone = reading.files.files.count < 2
    let describe = { (source: SourceLocation) -> String in
      guard let place = reading.files.describe(source) else { return "" }
      return isAlone ? place.split(separator: ":").suffix(2).joined(separator: ":") : StageDump.name(place)
    }
    let found: [Diagnostic]
    do {
      found = try await builder.dump(stage, progress: Progress { bar.show($0) }, describe: describe) {
        try Output.write($0, to: "-")
      }
    } catch let failure as BuildFailure {
      bar.clear()
      throw commandFailure(of: failure, reading, reporter)
    }
    bar.clear()
    _ = try report(reading.diagnostics + found, reporter) { reading.files.describe($0) }
  }
}

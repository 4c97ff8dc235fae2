import ArgumentParser
import Manuscript
import Octavo
import Units

/// `octavo inspect`: what was recognised in a manuscript and what was dropped.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Say what was recognised in a manuscript and what was left out.")

  @Argument(help: ArgumentHelp("The manuscript: a file, Markdown files in order, a folder, or - for standard input.", valueName: "input"))
  var inputs: [String]
  @OptionGroup(title: "Manuscript") var manuscript: ManuscriptOptions

  func run() throws {
    let (reading, settings) = try Settings.read(inputs, design: DesignOptions.parse([]), manuscript: manuscript)
    let metadata = reading.book.metadata
    var text = "title: \(metadata.title ?? "none")\n"
    if !metadata.authors.isEmpty { text += "author: \(metadata.authors.joined(separator: ", "))\n" }
    text += "language: \(try settings.language(of: reading))\n\(reading.report.description)\n"
    try Output.answer(text)
    let reporter = Reporter()
    for diagnostic in reading.diagnostics {
      reporter.report(diagnostic, place: diagnostic.source.flatMap { reading.files.describe($0) } ?? inputs.first)
    }
  }
}

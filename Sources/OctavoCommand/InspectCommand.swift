import ArgumentParser
import Manuscript
import Octavo
import Units

/// `octavo inspect`: what was recognised in a manuscript and what was dropped.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Say what was recognised in a manuscript and what was left out.")

  @Argument(help: ArgumentHelp("The manuscript; - for standard input.", valueName: "input"))
  var input: String
  @OptionGroup(title: "Manuscript") var manuscript: ManuscriptOptions

  func run() throws {
    let reading = try manuscript.read(input)
    let metadata = reading.book.metadata
    print("title: \(metadata.title ?? "none")")
    if !metadata.authors.isEmpty { print("author: \(metadata.authors.joined(separator: ", "))") }
    print("language: \(try manuscript.language(of: reading))")
    print(reading.report.description)
    let reporter = Reporter()
    for diagnostic in reading.diagnostics {
      reporter.report(diagnostic, place: diagnostic.source.flatMap { reading.files.describe($0) } ?? input)
    }
  }
}

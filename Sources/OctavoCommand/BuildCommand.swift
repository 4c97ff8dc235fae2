import ArgumentParser
import Finishing
import Glibc
import Manuscript
import Octavo
import Units

/// `octavo build`, and `octavo INPUT`: renders a book.
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Render a manuscript as a PDF (the default).")

  @Argument(help: ArgumentHelp("The manuscript: a file, Markdown files in order, a folder, or - for standard input.", valueName: "input"))
  var inputs: [String]
  /// What messages are about that name no file.
  private var input: String { inputs.first ?? "" }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The PDF; - for standard output. Default: NAME.pdf in ./Output if that folder exists, else here.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "Manuscript") var manuscript: ManuscriptOptions
  @OptionGroup(title: "Page, type and book") var designOptions: DesignOptions
  @OptionGroup(title: "Run") var run: RunOptions

  func run() async throws {
    let reporter = try run.reporter()
    let start = Clock.seconds()
    // what is wrong on the command line is said before anything is read
    _ = try DesignReading(options: designOptions).unchecked()
    let target = try outputPath()
    for input in inputs { try Output.check(target, input: input) }
    let (reading, settings) = try Settings.read(inputs, design: designOptions, manuscript: manuscript)
    try stop(at: reading, reporter)
    var design = try DesignReading(options: settings.design, places: settings.places).design()
    let exceptions = try settings.design.exceptions()
    let language = try settings.language(of: reading)
    design.language = language
    if settings.design.binding == nil { design.binding = BookBuilder.binding(for: reading.book, language: language) }
    let fonts = BookBuilder.fontSource(folders: settings.design.fontPath)
    var diagnostics = reading.diagnostics
    var builder = BookBuilder(book: reading.book, design: design, fonts: fonts)
    builder.exceptions = exceptions
    builder.workers = run.workers
    builder.explainedPage = run.explainPage
    builder.date = try Clock.sourceDate()
    let bar = ProgressLine(mode: run.progress, since: start)
    let built: BookBuilder.Output
    do throws(BuildFailure) {
      built = try await builder.build { fraction, stage in bar.show(fraction, stage) }
    } catch {
      bar.clear()
      // each has its own place; the last is the failure itself
      if case .pictures(let missing) = error {
        for picture in missing.dropLast() {
          reporter.report(picture, place: picture.source.flatMap { reading.files.describe($0) } ?? input)
        }
        if let last = missing.last {
          throw CommandFailure(.couldNotRender, last, place: last.source.flatMap { reading.files.describe($0) } ?? input)
        }
      }
      throw error.commandFailure(input: input)
    }
    bar.clear()
    diagnostics += built.diagnostics
    if let page = run.explainPage, !diagnostics.contains(where: { $0.code == "explain-page" }) {
      throw CommandFailure(.usage, place: input, "the book has no page \(page)", help: "--explain-page takes an arabic folio as printed")
    }
    for diagnostic in run.shown(diagnostics) {
      reporter.report(diagnostic, place: diagnostic.source.flatMap { reading.files.describe($0) } ?? input)
    }
    if run.verbose {
      reporter.say(place: input, code: "recognised", "\(reading.report.encodingName), \(reading.report.description)")
    }
    let warnings = diagnostics.count { $0.severity == .warning }
    if run.strict, warnings > 0 {
      throw CommandFailure(
        .warnings, place: input, "\(warnings) warning\(warnings == 1 ? "" : "s") under --strict, so nothing was written",
        help: "mend what they name, or leave --strict out")
    }
    var proven = ""
    if run.verify {
      let words = try Verify(reading: reading, input: input, target: target).check(built, reporter: reporter, shown: run.shown)
      proven = ", \(words) word\(words == 1 ? "" : "s") verified"
    }
    try Output.write(built.pdf, to: target)
    if run.open { Output.open(target) }
    let seconds = Clock.seconds() - start
    reporter.say(
      place: target == "-" ? "standard output" : target, code: "written",
      "\(built.pages) page\(built.pages == 1 ? "" : "s")\(built.sheets == built.pages ? "" : " on \(built.sheets) sheets"), \(TrimName.of(design.trim)), \(Length.decimal(seconds)) s, \(warnings) warning\(warnings == 1 ? "" : "s")\(proven)"
    )
  }

  /// Ends where the manuscript itself must be mended; all that was found is said first.
  private func stop(at reading: ManuscriptReading, _ reporter: Reporter) throws {
    let errors = reading.diagnostics.count { $0.severity == .error }
    guard errors > 0 else { return }
    for diagnostic in run.shown(reading.diagnostics) {
      reporter.report(diagnostic, place: diagnostic.source.flatMap { reading.files.describe($0) } ?? input)
    }
    throw CommandFailure(
      .couldNotRender, place: input, "\(errors) error\(errors == 1 ? "" : "s") in the manuscript, so nothing was written",
      help: "mend what \(errors == 1 ? "it names" : "they name")")
  }

  /// `-o`, or the manuscript's name in ./Output if that folder exists, else here.
  private func outputPath() throws -> String {
    if let output {
      guard !output.isEmpty else {
        throw CommandFailure(.usage, "-o names no file", help: "give a file, or - for standard output")
      }
      return output
    }
    if input == "-" {
      throw CommandFailure(.usage, "a manuscript from standard input has no name to call its PDF by", help: "add -o FILE, or -o - for standard output")
    }
    var name = Settings.name(of: input)
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
    var info = stat()
    let folder = stat("Output", &info) == 0 && info.st_mode & S_IFMT == S_IFDIR ? "Output/" : ""
    return "\(folder)\(name).pdf"
  }
}

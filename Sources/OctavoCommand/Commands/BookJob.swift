import BookModel
import Design
import Faults
import Files
import Libc
import Octavo
import Settings
import Units

/// What the commands that set a book have in common: inputs, options, messages.
struct BookJob {
  let inputs: [String]
  let layers: OptionSources
  let run: Run
  /// What messages are about that name no file.
  var input: String { inputs.first ?? "" }
  var reporter: Reporter { run.reporter }

  init<Command>(_ arguments: BookArguments<Command>) throws {
    inputs = arguments.inputs
    layers = arguments.layers
    run = try Run(layers)
    FaultGuard.isAt(inputs.first ?? "octavo")
  }

  /// The book, its errors said. Ends where the manuscript itself must be mended.
  /// - Parameter bytes: the manuscript, where it has been read already.
  func prepare(bytes: [UInt8]? = nil) throws -> PreparedBook {
    let prepared = try BookJob.prepare(inputs, layers, bytes: bytes)
    let errors = prepared.reading.diagnostics.count { $0.severity == .error }
    guard errors > 0 else { return prepared }
    say(prepared.reading.diagnostics, prepared)
    throw CommandFailure(
      .couldNotRender, place: input,
      "\(errors) error\(errors == 1 ? "" : "s") in the manuscript, so nothing was written",
      help: "mend what \(errors == 1 ? "it names" : "they name")")
  }

  /// The book, whatever is wrong in it.
  static func prepare(
    _ inputs: [String], _ layers: OptionSources, bytes: [UInt8]? = nil, kept: KeptReading? = nil
  ) throws -> PreparedBook {
    if inputs.count > 1, access(inputs[0], F_OK) != 0, let near = nearestName(to: inputs[0], in: Usage.commands) {
      throw CommandFailure(.usage, "no command is called \"\(inputs[0])\"", help: "did you mean \"octavo \(near)\"?")
    }
    do throws(ReadingError) { return try PreparedBook(inputs, layers, bytes: bytes, kept: kept) } catch {
      var failure = CommandFailure(error)
      // a mistyped command is taken for a manuscript
      if error.diagnostic.code == "file-missing", let place = error.place,
        let command = nearestName(to: place, in: Usage.commands)
      {
        failure.help = "check the path; or did you mean \"octavo \(command)\"?"
      }
      throw failure
    }
  }

  func builder(_ prepared: PreparedBook) throws -> BookBuilder {
    var builder = BookBuilder(prepared, fonts: Fonts.ofProcess(folders: prepared.resolved.fontFolders))
    builder.selection = try layers.selection()
    builder.workers = run.workers
    builder.explainedPage = run.explainedPage
    builder.isReadBack = run.verifies
    builder.date = try Clock.sourceDate()
    return builder
  }

  // MARK: Messages

  func say(_ diagnostics: [Diagnostic], _ prepared: PreparedBook) {
    tell(diagnostics, prepared)
  }

  /// The log has them all, however many are shown.
  private func tell(_ diagnostics: [Diagnostic], _ prepared: PreparedBook?) {
    for diagnostic in run.told(diagnostics) { reporter.note(diagnostic, place: place(of: diagnostic, prepared)) }
    var terminal = reporter
    terminal.log = nil
    for diagnostic in run.shown(diagnostics) {
      terminal.report(diagnostic, place: place(of: diagnostic, prepared))
    }
  }

  func place(of diagnostic: Diagnostic, _ prepared: PreparedBook?) -> String {
    diagnostic.place ?? diagnostic.source.flatMap { prepared?.reading.files.describe($0) } ?? input
  }

  /// Prints what was found and gives the number of warnings; with `--strict` there may be none.
  /// - Parameter prepared: nil for a PDF.
  func report(_ diagnostics: [Diagnostic], _ prepared: PreparedBook?) throws -> Int {
    if let page = run.explainedPage, !diagnostics.contains(where: { $0.code == "explain-page" }) {
      throw CommandFailure(
        .usage, place: input, "the book has no page \(page) whose break was chosen",
        help: "--explain-page takes an arabic folio as printed; blank pages, titles and contents are not explained")
    }
    tell(diagnostics, prepared)
    let forbidden = diagnostics.count(where: run.strictness.forbids)
    if forbidden > 0 {
      throw CommandFailure(
        .warnings, place: input,
        "\(forbidden) warning\(forbidden == 1 ? "" : "s") under \(run.strictness.name), so nothing was written",
        help: "mend what they name, or leave --strict out")
    }
    return diagnostics.count { $0.severity == .warning }
  }

  /// A failure with its place; of several that come together all but the last are said here.
  func failure(_ error: BuildFailure, _ prepared: PreparedBook) -> CommandFailure {
    let problems: [Diagnostic]
    let exit: ExitStatus
    switch error {
    case .pictures(let missing): (problems, exit) = (missing, .couldNotRender)
    case .standard(let found): (problems, exit) = (found, .checkFailed)
    default: return error.commandFailure(input: input)
    }
    guard let last = problems.last else { return error.commandFailure(input: input) }
    for problem in problems.dropLast() { reporter.report(problem, place: place(of: problem, prepared)) }
    return CommandFailure(exit, last, place: place(of: last, prepared))
  }

  // MARK: Names

  /// What a book is called that names no title: its file's or its folder's name, without an ending.
  static func name(of input: String) -> String {
    var parts = input.split(separator: "/").filter { $0 != "." }
    let isConfiguration = ConfigurationFile.isNamed(input)
    if isConfiguration { parts = parts.dropLast() }
    var name = "book"
    if let last = parts.last, last != ".." {
      name = String(last)
    } else if isConfiguration || ManuscriptFiles.isFolder(input), let folder = getcwd(nil, 0) {
      defer { free(folder) }
      name = String(cString: folder).split(separator: "/").last.map(String.init) ?? name
    }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

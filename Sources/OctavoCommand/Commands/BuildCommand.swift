import ArgumentParser
import BookModel
import Finishing
import Glibc
import Manuscript
import Octavo
import Units

/// `octavo build`, and `octavo INPUT`: renders a book.
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Render a manuscript as a PDF (the default).")

  @Argument(
    help: ArgumentHelp(
      "The manuscript: a file, Markdown files in order, a folder, or - for standard input.", valueName: "input"))
  var inputs: [String]
  /// What messages are about that name no file.
  var input: String { inputs.first ?? "" }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The PDF; - for standard output. Default: NAME.pdf in ./Output if that folder exists, else here.",
      valueName: "file"))
  var output: String?

  @OptionGroup(title: "Manuscript") var manuscript: ManuscriptOptions
  @OptionGroup(title: "Page, type and book") var designOptions: DesignOptions
  @OptionGroup(title: "Part of the book") var part: SelectionOptions
  @Option(
    help: ArgumentHelp(
      "Print what a stage made, a line an item, instead of making a PDF: items, lines, galley or pages.",
      valueName: "stage"))
  var dump: String?
  @OptionGroup(title: "Run") var run: RunOptions

  func run() async throws { try await make(nil) }

  /// Renders the book, on sheets where there is an order for them.
  /// - Parameter bytes: the manuscript, where it has been read already.
  func make(_ order: ImposeCommand.Order?, bytes: [UInt8]? = nil) async throws {
    let reporter = try run.reporter()
    let start = Clock.seconds()
    let selection = try part.selection()
    let stage = try dumpStage(order)
    if run.verify, selection != nil {
      throw CommandFailure(
        .usage, "--verify proves whole books, not parts", help: "leave out --verify, or --pages and --chapter")
    }
    // what is wrong on the command line is said before anything is read
    _ = try DesignReading(options: designOptions).unchecked()
    let places = stage == nil ? try places(order) : []
    var (reading, settings) = try Settings.read(inputs, design: designOptions, manuscript: manuscript, bytes: bytes)
    try stop(at: reading, reporter)
    let designReading = DesignReading(options: settings.design, places: settings.places)
    var design = try designReading.design()
    try order?.options.check(design)
    let target = try designReading.target()
    let exceptions = try settings.design.exceptions()
    let language = try settings.language(of: reading)
    design.language = language
    if settings.design.binding == nil { design.binding = BookBuilder.binding(for: reading.book, language: language) }
    let fonts = Fonts.ofProcess(folders: settings.design.fontPath)
    var diagnostics = reading.diagnostics
    var builder = BookBuilder(book: reading.book, design: design, fonts: fonts)
    builder.exceptions = exceptions
    builder.selection = selection
    builder.target = target
    builder.sheets = order?.request
    builder.workers = run.workers
    builder.isReadBack = run.verify
    builder.explainedPage = run.explainPage
    builder.date = try Clock.sourceDate()
    let bar = ProgressLine(mode: run.progress, since: start)
    // the builder has it, and lets its text go as it is set
    if !run.verify, stage == nil { reading.book = Book() }
    if let stage { return try await print(stage, of: builder, reading, reporter, bar) }
    Memory.giveBack()
    let built: BookBuilder.Output
    do throws(BuildFailure) {
      built = try await builder.buildOnce(
        progress: Progress { report in
          // the text goes section by section
          if report.stage == .finishing || report.pagesDone % 256 == 0 { Memory.giveBack() }
          bar.show(report)
        })
    } catch {
      bar.clear()
      throw commandFailure(of: error, reading, reporter)
    }
    bar.clear()
    diagnostics += built.diagnostics
    if let page = run.explainPage, !diagnostics.contains(where: { $0.code == "explain-page" }) {
      throw CommandFailure(
        .usage, place: input, "the book has no page \(page)", help: "--explain-page takes an arabic folio as printed")
    }
    let warnings = try report(diagnostics, reporter) { reading.files.describe($0) }
    if run.verbose {
      reporter.say(place: input, code: "recognised", "\(reading.report.encodingName), \(reading.report.description)")
    }
    var proven = ""
    if run.verify {
      let words = try Verify(reading: reading, design: design, input: input, target: places[0]).check(
        built, reporter: reporter, shown: run.shown)
      proven = ", \(words) word\(words == 1 ? "" : "s") verified"
    }
    try deliver(
      built, to: places, reporter: reporter, size: design.trim, start: start, warnings: warnings, proven: proven)
  }

  /// A failure with its place; of several that come together all but the last are said here.
  func commandFailure(of error: BuildFailure, _ reading: ManuscriptReading, _ reporter: Reporter) -> CommandFailure {
    guard case .pictures(let missing) = error, let last = missing.last else {
      return error.commandFailure(input: input)
    }
    for picture in missing.dropLast() {
      reporter.report(picture, place: picture.source.flatMap { reading.files.describe($0) } ?? input)
    }
    return CommandFailure(.couldNotRender, last, place: last.source.flatMap { reading.files.describe($0) } ?? input)
  }

  /// Prints diagnostics and gives the number of warnings; with `--strict` there may be none.
  func report(
    _ diagnostics: [Diagnostic], _ reporter: Reporter, describe: (SourceLocation) -> String?
  ) throws -> Int {
    for diagnostic in run.shown(diagnostics) {
      reporter.report(diagnostic, place: diagnostic.source.flatMap(describe) ?? input)
    }
    let warnings = diagnostics.count { $0.severity == .warning }
    if run.strict, warnings > 0 {
      throw CommandFailure(
        .warnings, place: input,
        "\(warnings) warning\(warnings == 1 ? "" : "s") under --strict, so nothing was written",
        help: "mend what they name, or leave --strict out")
    }
    return warnings
  }

  /// Writes what was made and says so, on the last line.
  func deliver(
    _ built: BookBuilder.Output, to places: [String], reporter: Reporter, size: PageSize?, start: Double, warnings: Int,
    proven: String = ""
  ) throws {
    try Output.write([built.pdf] + (built.backs.map { [$0] } ?? []), to: places)
    if run.open { for place in places { Output.open(place) } }
    let seconds = Clock.seconds() - start
    let place = places.map { $0 == "-" ? "standard output" : $0 }.joined(separator: ", ")
    let rest =
      (size.map { "\(TrimName.of($0)), " } ?? "")
      + "\(Length.decimal(seconds)) s, \(warnings) warning\(warnings == 1 ? "" : "s")\(proven)"
    if let report = built.report {
      reporter.say(place: place, code: "printing", report.instruction)
      reporter.say(place: place, code: "written", "\(report.summary), \(report.paperUsed), \(rest)")
    } else {
      let sheets = built.sheets == built.pages ? "" : " on \(built.sheets) sheets"
      reporter.say(
        place: place, code: "written", "\(built.pages) page\(built.pages == 1 ? "" : "s")\(sheets), \(rest)")
    }
  }

  /// Where the PDF goes, or its two parts.
  func places(_ order: ImposeCommand.Order?) throws -> [String] {
    let path = try outputPath(suffix: order.map { "-" + $0.options.schemeName } ?? "")
    guard order?.request.plan.duplex == .manual else {
      for input in inputs { try Output.check(path, input: input) }
      return [path]
    }
    guard path != "-" else {
      throw CommandFailure(
        .usage, "--duplex manual makes two files, and standard output is one",
        help: "add -o FILE: there will be FILE-fronts.pdf and FILE-backs.pdf")
    }
    let stem = path.lowercased().hasSuffix(".pdf") ? String(path.dropLast(4)) : path
    let places = [stem + "-fronts.pdf", stem + "-backs.pdf"]
    for place in places { for input in inputs { try Output.check(place, input: input) } }
    return places
  }

  /// Ends where the manuscript itself must be mended; all that was found is said first.
  private func stop(at reading: ManuscriptReading, _ reporter: Reporter) throws {
    let errors = reading.diagnostics.count { $0.severity == .error }
    guard errors > 0 else { return }
    for diagnostic in run.shown(reading.diagnostics) {
      reporter.report(diagnostic, place: diagnostic.source.flatMap { reading.files.describe($0) } ?? input)
    }
    throw CommandFailure(
      .couldNotRender, place: input,
      "\(errors) error\(errors == 1 ? "" : "s") in the manuscript, so nothing was written",
      help: "mend what \(errors == 1 ? "it names" : "they name")")
  }

  /// `-o`, or the manuscript's name in ./Output if that folder exists, else here.
  private func outputPath(suffix: String = "") throws -> String {
    if let output {
      guard !output.isEmpty else {
        throw CommandFailure(.usage, "-o names no file", help: "give a file, or - for standard output")
      }
      return output
    }
    if input == "-" {
      throw CommandFailure(
        .usage, "a manuscript from standard input has no name to call its PDF by",
        help: "add -o FILE, or -o - for standard output")
    }
    var name = Settings.name(of: input)
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
    var info = stat()
    let folder = stat("Output", &info) == 0 && info.st_mode & S_IFMT == S_IFDIR ? "Output/" : ""
    return "\(folder)\(name)\(suffix).pdf"
  }
}

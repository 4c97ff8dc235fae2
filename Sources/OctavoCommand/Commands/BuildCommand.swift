import ArgumentParser
import BookModel
import Faults
import Files
import Libc
import Octavo
import Settings
import Units
import Verification

/// `octavo build`, and `octavo INPUT`: renders a book.
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Render a manuscript as a PDF (the default).")

  @OptionGroup var arguments: BookArguments<Build>

  func run() async throws {
    let job = try BookJob(arguments)
    if let stage = try job.dumpStage() { return try job.dump(stage) }
    try await job.make(nil)
  }
}

extension BookJob {
  /// The manuscript where it comes from standard input, from which it comes once.
  func standardInput() throws -> [UInt8]? {
    guard input == "-" else { return nil }
    do throws(FileError) { return try readFile("-") } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(), place: "standard input")
    }
  }

  /// Renders the book, on sheets where there is an order for them.
  /// - Parameter bytes: the manuscript, where it has been read already.
  func make(_ order: ImposeCommand.Order?, bytes: [UInt8]? = nil) async throws {
    if run.verifies, layers["pages"] != nil || layers["chapter"] != nil {
      throw CommandFailure(
        .usage, "--verify proves whole books, not parts", help: "leave out --verify, or --pages and --chapter")
    }
    // that it is no manuscript is said before its name is found to be the output's, too
    if bytes == nil, let pdf = inputs.first(where: PDFInput.isPDF) {
      _ = try prepare()
      // its words are none of a book's, whatever can be read of it
      throw CommandFailure(
        .couldNotRender, place: pdf, "a PDF is no manuscript",
        help: "octavo impose lays the pages of a PDF on sheets; a text that is only called one needs another name")
    }
    let places = try places(order)
    let bytes = try bytes ?? standardInput()
    var manner = BookBuilder.Manner()
    let summary = try summaryPlace(places)
    var record: BuildRecord?
    var made: Made?
    while made == nil {
      do {
        made = try await build(order, bytes, manner) { prepared in
          guard record == nil, let summary else { return true }
          let kind = order == nil ? "build" : "impose"
          record = BuildRecord(
            kind: kind, key: key(kind, prepared, bytes: bytes), words: prepared.reading.book.wordCount, summary: summary
          )
          return try !isDone(record, places)
        }
        if made == nil { return }
      } catch let failure as BuildFailure {
        // the text has gone as it was set, and is read anew
        guard let other = manner.other(behind: failure) else { throw failure }
        manner = other
      }
    }
    guard let (built, twin, proof, prepared) = made else { return }
    let found = prepared.reading.diagnostics + built.diagnostics
    let warnings = try report(found, prepared)
    if run.isVerbose {
      let report = prepared.reading.report
      reporter.say(place: input, code: "recognised", "\(report.encodingName), \(report.description)")
    }
    var verified: Int?
    if run.verifies {
      verified = try Verify(job: self, prepared: prepared, sources: proof, target: places[0]).check(built, by: twin)
    }
    try checkByRules(built, prepared)
    let without = Verify.leftOut(prepared.reading.report).joined(separator: ", ")
    let proven =
      verified.map { count in
        ", \(count) word\(count == 1 ? "" : "s") verified" + (without.isEmpty ? "" : " (left out: \(without))")
      } ?? ""
    let size = prepared.resolved.design.trim
    try deliver(built, to: places, size: size, warnings: warnings, proven: proven) {
      try write(built, record, to: places, size: size, found, verified: verified)
    }
  }

  /// A book with the file of its pages that says what they are made of, where the one that is wanted does not, and with
  /// what it is proved against.
  private typealias Made = (
    built: BookBuilder.Output, twin: BookBuilder.Output?, proof: [VerificationSource], prepared: PreparedBook
  )

  /// Reads and draws the book.
  /// - Parameter isWanted: whether to go on with the book as it was read.
  /// - Returns: nil where it is not wanted.
  /// - Throws: a `BuildFailure` behind which the book can be built otherwise, else what can be said.
  private func build(
    _ order: ImposeCommand.Order?, _ bytes: [UInt8]?, _ manner: BookBuilder.Manner,
    isWanted: (PreparedBook) throws -> Bool
  ) async throws -> Made? {
    var prepared = try prepare(bytes: bytes)
    guard try isWanted(prepared) else { return nil }
    try order?.options.check(prepared.resolved.design)
    var builder = try builder(prepared)
    builder.sheets = order?.request
    builder.manner = manner
    let twin = run.verifies ? builder.twin : nil
    let proof = run.verifies ? prepared.reading.verificationSources(for: prepared.resolved.design) : []
    // the builder has it, and lets its text go as it is set; messages need but their places
    prepared.reading.book = Book()
    prepared.reading.report.weighed = []
    for file in prepared.reading.files.files.indices { prepared.reading.files.files[file].leaveText() }
    Allocator.giveBack()
    let bar = ProgressLine(run)
    defer { bar.clear() }
    do throws(BuildFailure) {
      let built = try await builder.buildOnce(
        progress: Progress { report in
          // the text goes section by section
          if report.stage == .finishing || report.pagesDone % 256 == 0 { Allocator.giveBack() }
          bar.show(report)
        })
      return (built, try await twin?.build(), proof, prepared)
    } catch {
      if manner.other(behind: error) != nil { throw error }
      throw failure(error, prepared)
    }
  }

  /// Writes what was made and says so, on the last line.
  /// - Parameter sum: writes what is told programs, once the files are there.
  func deliver(
    _ built: BookBuilder.Output, to places: [String], size: PageSize?, warnings: Int, proven: String = "",
    sum: () throws -> Void
  ) throws {
    try Output.write(built.files, to: places)
    try sum()
    if run.opens { for place in places { Output.open(place) } }
    let seconds = Clock.seconds() - run.start
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

  /// Writes the summary, if there is to be one.
  func write(
    _ built: BookBuilder.Output, _ record: BuildRecord?, to places: [String], size: PageSize?, _ found: [Diagnostic],
    verified: Int? = nil
  ) throws {
    guard let record else { return }
    let summary = BuildSummary(
      record: record, outputs: Array(zip(places, built.files)), pages: built.pages, sheets: built.sheets,
      trim: size.map(TrimName.of), verified: verified, warnings: found.filter { $0.severity == .warning },
      fonts: built.fonts, start: run.start)
    try Output.write(Array("\(summary.json)\n".utf8), to: record.summary)
  }

  /// Where the PDF goes, or its two parts.
  func places(_ order: ImposeCommand.Order?) throws -> [String] {
    let path = try outputPath(suffix: order.map { $0.options.undoes ? "-pages" : "-" + $0.options.schemeName } ?? "")
    var places = [path]
    if order?.request.plan.duplex == .manual {
      guard path != "-" else {
        throw CommandFailure(
          .usage, "--duplex manual makes two files, and standard output is one",
          help: "add -o FILE: there will be FILE-fronts.pdf and FILE-backs.pdf")
      }
      let stem = path.lowercased().hasSuffix(".pdf") ? String(path.dropLast(4)) : path
      places = [stem + "-fronts.pdf", stem + "-backs.pdf"]
    }
    for place in places { for input in inputs { try Output.check(place, input: input) } }
    return places
  }

  /// `-o`, or the manuscript's name in ./Output if that folder exists, else here.
  func outputPath(suffix: String) throws -> String {
    if let output = layers.text("output") {
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
    return BookJob.placed("\(BookJob.name(of: input))\(suffix).pdf")
  }

  /// A file that nobody has named the place of: in ./Output if that folder exists, else here.
  static func placed(_ name: String) -> String { (ManuscriptFiles.isFolder("Output") ? "Output/" : "") + name }
}

extension BookBuilder.Output {
  /// The PDF, or its two parts.
  var files: [[UInt8]] { [pdf] + (backs.map { [$0] } ?? []) }
}

/// A page size by its name in the table, else by its measures.
enum TrimName {
  static func of(_ size: PageSize) -> String {
    if let trim = Trim.all.first(where: { $0.size == size }) {
      return trim.name.count == 2 ? trim.name.uppercased() : trim.name
    }
    return size.inMillimetres
  }
}

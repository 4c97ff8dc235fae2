import ArgumentParser
import Files
import Libc
import Octavo
import Settings
import Units

/// `octavo batch`: a catalogue of books.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Make all books of a list, and only those that changed.",
    discussion: """
      octavo batch texts --pdf a-3a --verify -o out    each manuscript of a folder
      octavo batch list.csv                       a book to a line
      octavo batch list.csv --shard 3/20          for another machine: 3rd of 20 parts
      octavo batch list.csv --report text         what came of the books so far

      id,input,output,trim
      alice,texts/alice.txt,out/alice.pdf,6x9

      A list is CSV with the names of its columns in the first row, options too, or JSON lines. Its lines may name a \
      "job": build, impose, cover or check. Paths count from the list's folder. All lines are checked before anything \
      is made. Instead of a list, name manuscripts or folders of them; their PDFs go to -o FOLDER. Options of octavo \
      build hold for all books whose line has none of its own.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "The list: JSON lines, or CSV by its name; or manuscripts. Options of octavo build.", valueName: "list"),
    completion: .file())
  var rest: [String]
  @Option(
    help: ArgumentHelp(
      "Folder with a file a book: what came of it. Default: LIST.ledger.", valueName: "folder"),
    completion: .directory)
  var ledger: String?
  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: ArgumentHelp("Books at a time, while there is memory. Default: one a core.", valueName: "n"))
  var jobs: Int?
  @Option(
    help: ArgumentHelp("One part of several, such as 3/20; a book's is found by its id alone.", valueName: "k/n"))
  var shard: String?
  @Option(help: ArgumentHelp("For each book, such as 90s or 5m.", valueName: "time")) var time: String?
  @Option(help: ArgumentHelp("For each book, such as 500M or 2G.", valueName: "size")) var memory: String?
  @Option(
    help: ArgumentHelp("How often a book is tried again that may come out otherwise. Default: 2.", valueName: "n"))
  var retries: Int?
  @Flag(help: "Compare what files hold, not only their sizes and times.") var recheck = false
  @Flag(name: .customLong("dry-run"), help: "Check the list, say what there is to do, and make nothing.")
  var isTrial = false
  @Option(
    help: ArgumentHelp("Make nothing: say what came of the books, as text, json or csv.", valueName: "form"),
    completion: .list(["text", "json", "csv"]))
  var report: String?
  @Option(help: ArgumentHelp("Messages as human, short or json. Default: human.", valueName: "form"))
  var format: String?
  @Option(help: ArgumentHelp("Progress: auto, always or never. Default: auto.", valueName: "when"))
  var progress: String?
  @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Say nothing but errors.") var isQuiet = false

  func run() throws {
    let start = Clock.seconds()
    let given = ["format": format, "progress": progress].compactMapValues { $0.map { [$0] } }
    let layers = OptionSources(commandLine: given)
    let reporter = Reporter(
      format: Reporter.Format(rawValue: try layers.oneOf("format")) ?? .human, isQuiet: isQuiet,
      usesColour: Reporter.wantsColour(nil))
    let shard = try Shard(shard)
    if let report, !["text", "json", "csv"].contains(report) {
      throw SettingsProblem.unknown(report, of: "--report", ["text", "json", "csv"])
    }
    let options = try options()
    let books = try Books(rest)
    let list = books.list
    if list == "-", ledger == nil, !isTrial {
      throw CommandFailure(
        .usage, "a list from standard input has no name to call its ledger by", help: "add --ledger FOLDER")
    }
    let manifest = try Manifest(list, lines: books.lines, options: books.options, isMine: shard.has) {
      reporter.report($0)
    }
    let bytes = manifest.entries.reduce(0) { $0 + $1.size }
    let count = manifest.entries.count
    if isTrial {
      return reporter.say(
        place: list, code: "planned",
        "\(count) book\(count == 1 ? "" : "s") of \(Length.decimal((Double(bytes) / 1e4).rounded() / 100)) MB, \(Length.decimal(Clock.seconds() - start)) s"
      )
    }
    let ledger = try Ledger(ledger ?? books.stem + ".ledger")
    if let report {
      let all = BatchReport(manifest, ledger)
      return try Output.answer(report == "json" ? all.json : report == "csv" ? all.csv : all.text)
    }
    for folder in Set(manifest.entries.compactMap { $0.output.flatMap(BatchCommand.folder) }).sorted() {
      try RenderCommand.make(folder)
    }
    guard let program = Platform.program ?? CommandLine.arguments.first else { return }
    var run = BatchRun(
      manifest, ledger, options, program: program, reporter,
      BatchProgress(reporter, progress: try layers.oneOf("progress"), bytes: bytes))
    let signal = try run.run()
    let tally = run.tally
    let words =
      "\(tally.made) made, \(tally.unchanged) unchanged, \(tally.failed) failed, \(count - tally.done) left, "
      + "\(tally.pages) pages, \(Length.decimal(Clock.seconds() - start)) s"
    reporter.say(place: list, code: "batch", words)
    if let signal { Draining.end(signal) }
    guard tally.failed > 0 else { return }
    throw CommandFailure(
      tally.perhaps > 0 ? .fault : .couldNotRender, place: list,
      "\(tally.failed) of \(count) book\(count == 1 ? "" : "s") could not be made",
      help: tally.perhaps > 0
        ? "\(tally.perhaps) may come out when the batch is run again; --report text names them"
        : "mend what their messages name; --report text has them again")
  }

  private func options() throws -> BatchRun.Options {
    let limits = try Limits(time: time, memory: memory)
    if let jobs, jobs < 1 {
      throw CommandFailure(.usage, "-j \(jobs) leaves nobody to do the work", help: "give 1 or more")
    }
    if let retries, !(0...100).contains(retries) {
      throw CommandFailure(.usage, "--retries \(retries) is no number of times", help: "give 0 to 100")
    }
    return BatchRun.Options(
      jobs: min(jobs ?? Platform.cores, 1024), time: limits.time,
      limits: (time.map { ["--time=\($0)"] } ?? []) + (memory.map { ["--memory=\($0)"] } ?? []), retries: retries ?? 2,
      rechecks: recheck)
  }

  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").flatMap { $0 == path.startIndex ? nil : String(path[..<$0]) }
  }
}

/// What `octavo batch` is given to make: a list, or manuscripts, and options for all of them.
private struct Books {
  /// The list, or the folder or the first of the manuscripts.
  let list: String
  /// The list that manuscripts make; nil where there is one.
  private(set) var lines: [UInt8]?
  private(set) var options: [String: [String]]
  /// What the ledger is called by.
  private(set) var stem = "books"

  init(_ arguments: [String]) throws {
    let given: BookArguments<Build>
    do { given = try BookArguments<Build>.parse(arguments) } catch {
      throw Usage.failure(BookArguments<Build>.message(for: error), arguments: ["octavo", "build"])
    }
    options = given.given
    let output = options.removeValue(forKey: "output")?.first
    if let other = options.keys.sorted().first(where: { key in
      OptionRow.keyed[key].map { !CatalogueJob.takes($0, for: .build) } ?? true
    }) {
      throw CommandFailure(
        .usage, "\"octavo batch\" takes no --\(other)", help: "\"octavo help batch\" lists what there is")
    }
    list = given.inputs[0]
    if given.inputs.count == 1 {
      stem = list
      while stem.count > 1, stem.hasSuffix("/") { stem.removeLast() }
      if !ManuscriptFiles.isFolder(list) { stem = Books.stem(stem) }
    }
    if given.inputs.count == 1, Books.isList(list) {
      guard let output else { return }
      throw CommandFailure(.usage, "a list says where each book goes, and -o \(output) too", help: "leave out -o")
    }
    lines = try Books.lines(of: given.inputs, output: output)
  }

  private static func isList(_ path: String) -> Bool {
    let name = path.lowercased()
    if name.hasSuffix(".jsonl") || name.hasSuffix(".csv") || name.hasSuffix(".json") || path == "-" { return true }
    return !ManuscriptFiles.isFolder(path) && !ManuscriptFiles.isManuscript(path)
  }

  /// A line for each manuscript: its name without its ending is its id, and that of its PDF.
  private static func lines(of inputs: [String], output: String?) throws -> [UInt8] {
    var books: [String] = []
    for input in inputs {
      guard ManuscriptFiles.isFolder(input) else {
        books.append(input)
        continue
      }
      do throws(FileError) { books += try ManuscriptFiles.books(in: input) } catch {
        throw CommandFailure(.couldNotRender, error.diagnostic(), place: input)
      }
    }
    guard !books.isEmpty else {
      throw CommandFailure(
        .usage, place: inputs[0], "no manuscript lies in the folder",
        help: "give a folder of Word, Markdown, EPUB or text files, or a list")
    }
    let folder = output ?? (ManuscriptFiles.isFolder("Output") ? "Output" : ".")
    var ids: Set<String> = []
    var lines = ""
    for book in books {
      let name = String(book.split(separator: "/").last ?? "")
      let stem = stem(name)
      let id = ids.insert(stem).inserted ? stem : name
      let values = [("id", id), ("input", book), ("output", "\(folder)/\(id).pdf")]
      lines += "\(JSONValue.object(values.map { ($0, .string($1)) }))\n"
    }
    return Array(lines.utf8)
  }

  private static func stem(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), dot > (path.lastIndex(of: "/") ?? path.startIndex) else { return path }
    return String(path[..<dot])
  }
}

/// `--shard`: a part of a list. A book stays in its part, whatever others come and go.
struct Shard {
  private var number: UInt64 = 1
  private var count: UInt64 = 1

  init(_ text: String?) throws {
    guard let text else { return }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt64($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...1_000_000).contains(count),
      (1...count).contains(number)
    else {
      throw CommandFailure(
        .usage, "\"\(text)\" is no part for --shard", help: "write which of how many, from 1 on: 3/20")
    }
    (self.number, self.count) = (number, count)
  }

  func has(_ id: String) -> Bool {
    // FNV-1a (Fowler, Noll, Vo), its high bits, which all letters have moved
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (hash >> 20) % count == number - 1
  }
}

import ArgumentParser
import Libc
import Octavo
import Settings
import Units

/// `octavo batch`: a catalogue of books.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Make all books of a list, and only those that changed.",
    discussion: """
      octavo batch list.jsonl                    one book to a line, results in list.ledger
      octavo batch list.jsonl --shard 3/20       the third of twenty parts, for another machine
      octavo batch list.jsonl --report text      the results so far

      {"id":"alice","input":"alice.txt","output":"out/alice.pdf","options":{"trim":"6x9","theme":"trade"}}

      A line may name a "job": build, impose, cover or check. A .csv has the names in its first row, options too.
      Paths count from the list's folder. All lines are checked before anything is made.
      """)

  @Argument(
    help: ArgumentHelp("The list: JSON lines, or CSV by its name.", valueName: "list"),
    completion: .file(extensions: ["jsonl", "csv"]))
  var list: String
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
    if list == "-", ledger == nil, !isTrial {
      throw CommandFailure(
        .usage, "a list from standard input has no name to call its ledger by", help: "add --ledger FOLDER")
    }
    let manifest = try Manifest(list, isMine: shard.has) { reporter.report($0) }
    let bytes = manifest.entries.reduce(0) { $0 + $1.size }
    let count = manifest.entries.count
    if isTrial {
      return reporter.say(
        place: list, code: "planned",
        "\(count) book\(count == 1 ? "" : "s") of \(Length.decimal((Double(bytes) / 1e4).rounded() / 100)) MB, \(Length.decimal(Clock.seconds() - start)) s"
      )
    }
    let ledger = try Ledger(ledger ?? BatchCommand.stem(list) + ".ledger")
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

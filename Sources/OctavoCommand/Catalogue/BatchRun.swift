import Files
import JSONReading
import Libc
import Octavo
import Units

/// Makes the books of a list, each in a program of its own: a fault in one ends none of the others.
struct BatchRun {
  struct Options {
    var jobs: Int
    var time: Double?
    /// As they were given, for the programs.
    var limits: [String]
    /// How often a book is tried again that may come out otherwise.
    var retries: Int
    /// Books that were made are looked into, not only at their sizes and times.
    var rechecks: Bool
  }

  let manifest: Manifest
  let ledger: Ledger
  let options: Options
  let program: String
  var reporter: Reporter
  private(set) var tally = Tally()
  private var before = MadeBefore()
  private var running: [Child] = []
  /// Those that wait for another try, the next first.
  private var waiting: [Order] = []
  private var next = 0
  /// Files that could not be made: nothing is made of them.
  private var lacking: [String: Bool] = [:]
  /// Bytes of memory that the largest so far has taken.
  private var largest = 64 << 20
  private let progress: BatchProgress

  /// Seconds before the first other try, and before each that follows.
  private static let pauses = [2.0, 8]
  /// Seconds that books at work have to end in when the batch is to end.
  private static let grace = 30.0

  /// What came of the books so far.
  struct Tally {
    var made = 0
    var unchanged = 0
    var pages = 0
    /// Books that will not come out otherwise, and those that may.
    var never = 0
    var perhaps = 0
    var bytes = 0
    var cpu = 0.0
    var failed: Int { never + perhaps }
    var done: Int { made + unchanged + failed }
  }

  private struct Order {
    var entry: Manifest.Entry
    var tries = 0
    var notBefore = 0.0
  }

  private struct Child {
    var order: Order
    var job: CatalogueJob
    var arguments: [String]
    var program: RunningProgram
    var start: Double
  }

  init(
    _ manifest: Manifest, _ ledger: Ledger, _ options: Options, program: String, _ reporter: Reporter,
    _ progress: BatchProgress
  ) {
    (self.manifest, self.ledger, self.options) = (manifest, ledger, options)
    (self.program, self.reporter, self.progress) = (program, reporter, progress)
  }

  /// Runs until all are made or have failed, or somebody ends it.
  /// - Returns: the signal that ended it; nil for none.
  mutating func run() throws -> Int32? {
    Draining.prepare()
    var since: Double?
    while true {
      let signal = Draining.signal
      let goesOn = signal == nil ? try start() : false
      progress.show(tally, of: manifest.entries.count, running: running.count)
      if running.isEmpty, signal != nil || next >= manifest.entries.count && waiting.isEmpty { break }
      RunningProgram.wait(for: running.map(\.program), milliseconds: goesOn ? 0 : pause)
      try collect()
      guard signal != nil else { continue }
      let start = since ?? Clock.seconds()
      since = start
      if Clock.seconds() - start > BatchRun.grace { for child in running { child.program.send(SIGTERM) } }
    }
    progress.clear()
    return Draining.signal
  }

  /// Milliseconds until there is something to do or to show.
  private var pause: Int32 {
    guard running.count < options.jobs, let first = waiting.first else { return 500 }
    return Int32(min(max((first.notBefore - Clock.seconds()) * 1000, 1), 500))
  }

  // MARK: Beginning

  /// - Returns: whether there is more to begin at once. Books that are as they were made may be many, and signals and
  ///   the line that tells how far it has come do not wait for them.
  private mutating func start() throws -> Bool {
    let since = Clock.seconds()
    while running.count < options.jobs, running.isEmpty || BatchRun.hasRoom(for: largest) {
      if Clock.seconds() - since > 0.2 { return true }
      guard let order = nextOrder() else { return false }
      let job = try manifest.job(order.entry)
      let arguments = arguments(of: job)
      if let source = job.inputs.first(where: { lacking[$0] != nil }), let mayPass = lacking[source] {
        try fail(
          order.entry, Failure(mayPass: mayPass, arguments: arguments, kind: job.kind.rawValue, lacks: source))
        continue
      }
      if order.tries == 0, !options.rechecks, let entry = ledger.entry(job.id), before.isSo(entry, arguments: arguments)
      {
        tally.unchanged += 1
        tally.bytes += order.entry.size
        tally.pages += entry["pages"]?.int ?? 0
        continue
      }
      do throws(ProcessError) {
        running.append(
          Child(
            order: order, job: job, arguments: arguments,
            program: try RunningProgram(program, arguments, time: options.time), start: Clock.seconds()))
      } catch {
        guard running.isEmpty else {
          // there may be room when one of those has ended
          waiting.insert(order, at: 0)
          return false
        }
        throw CommandFailure(.fault, place: program, "the program could not be started", help: "try again")
      }
    }
    return false
  }

  private mutating func nextOrder() -> Order? {
    if let first = waiting.first, first.notBefore <= Clock.seconds() { return waiting.removeFirst() }
    guard next < manifest.entries.count else { return nil }
    // what is made of others waits until they are there
    let busy = running.map(\.order) + waiting
    guard busy.allSatisfy({ $0.entry.round == manifest.entries[next].round }) else { return nil }
    next += 1
    return Order(entry: manifest.entries[next - 1])
  }

  /// Another may take as much as the largest so far, and twice that, before the machine would swap.
  static func hasRoom(for largest: Int) -> Bool { Platform.freeMemory.map { $0 > 2 * largest } ?? true }

  private func arguments(of job: CatalogueJob) -> [String] {
    var arguments = job.arguments + ["--format=json"]
    if job.kind != .check {
      arguments += ["--progress=never", "--jobs=1", "--if-changed", "--summary=\(ledger.file(of: job.id))"]
    }
    // a book's own come first
    let own = Set(job.options.keys)
    return arguments + options.limits.filter { limit in !own.contains { limit.hasPrefix("--\($0)=") } }
  }

  // MARK: Ending

  private mutating func collect() throws {
    var rest: [Child] = []
    for child in running {
      guard let ending = child.program.look() else {
        rest.append(child)
        continue
      }
      largest = max(largest, ending.use.peak)
      try settle(child, ending)
    }
    running = rest
  }

  private mutating func settle(_ child: Child, _ ending: RunningProgram.Ending) throws {
    tally.cpu += ending.use.seconds
    let id = child.job.id
    if ending.code == 0 {
      if child.job.kind == .check { try writeCheck(child, ending) }
      let messages = ChildMessages(child.program.errors)
      tally.made += messages.isUnchanged ? 0 : 1
      tally.unchanged += messages.isUnchanged ? 1 : 0
      tally.bytes += child.order.entry.size
      // what a program of octavo's has written; another batch may write beside it
      let entry = ledger.entry(id)
      tally.pages += entry?["pages"]?.int ?? 0
      progress.tell(id, messages.isUnchanged ? "unchanged" : "made", "\(entry?["pages"]?.int ?? 0) pages")
      return
    }
    let mayPass = ending.code.flatMap(ExitStatus.init(rawValue:))?.mayPass ?? true
    if mayPass, child.order.tries < options.retries, Draining.signal == nil {
      var order = child.order
      order.notBefore = Clock.seconds() + BatchRun.pauses[min(order.tries, BatchRun.pauses.count - 1)]
      order.tries += 1
      let place = waiting.firstIndex { $0.notBefore > order.notBefore } ?? waiting.count
      waiting.insert(order, at: place)
      return
    }
    // of a book that was ended with the batch nothing is to be said: the next batch makes it
    if Draining.signal != nil, ending.signal == SIGTERM { return }
    // what a check finds is wanted most where it is an error
    if child.job.kind == .check, ending.code == ExitStatus.checkFailed.rawValue, let output = child.job.output {
      try Output.write(child.program.output, to: output)
    }
    var failure = Failure(mayPass: mayPass, arguments: child.arguments, kind: child.job.kind.rawValue)
    (failure.ending, failure.tries) = (ending, child.order.tries + 1)
    (failure.messages, failure.seconds) = (ChildMessages(child.program.errors), Clock.seconds() - child.start)
    try fail(child.order.entry, failure)
  }

  private mutating func fail(_ entry: Manifest.Entry, _ failure: Failure) throws {
    tally.never += failure.mayPass ? 0 : 1
    tally.perhaps += failure.mayPass ? 1 : 0
    tally.bytes += entry.size
    if let output = entry.output { lacking[output] = failure.mayPass }
    try ledger.write(failure.json, for: entry.id)
    progress.tell(entry.id, "failed", failure.why, severity: .error)
  }

  /// A check makes no PDF: the batch itself writes what it found.
  private mutating func writeCheck(_ child: Child, _ ending: RunningProgram.Ending) throws {
    let report = child.program.output
    let found = try? JSON(report)
    let files = child.job.inputs + (child.job.options["cover"] ?? [])
    let inputs = files.compactMap(BuildKey.input)
    var outputs: [(String, [UInt8])] = []
    if let output = child.job.output {
      try Output.write(report, to: output)
      outputs = [(output, report)]
    }
    try ledger.write(
      .object([
        ("schema", .number(1)), ("status", .string("made")), ("job", .string("check")),
        ("version", .string(Octavo.version)), ("environment", .string(before.environment([]))),
        ("fontFolders", .array([])),
        ("arguments", .strings(child.arguments)), ("inputs", .array(inputs.map(BuildSummary.value))),
        ("outputs", .array(outputs.map { BuildSummary.value($0.0, $0.1) })),
        ("pages", .number(found?["pages"]?.int ?? 0)),
        ("warnings", BuildSummary.counts((found?["findings"]?.items ?? []).compactMap { $0["rule"]?.string })),
        ("seconds", .decimal(Clock.seconds() - child.start)), ("cpu", .decimal(ending.use.seconds)),
        ("peak", .number(ending.use.peak)),
      ]), for: child.job.id)
  }
}

/// Why a book was not made.
private struct Failure {
  var mayPass: Bool
  var arguments: [String]
  var kind: String
  /// A file that it was to be made of, and that could not be made itself.
  var lacks: String?
  var ending: RunningProgram.Ending?
  var tries = 0
  var messages = ChildMessages([])
  var seconds = 0.0

  var why: String {
    if let lacks { return "\"\(lacks)\", of which it is made, could not be made" }
    return messages.last ?? ending?.signal.map { "ended by signal \($0)" } ?? "exit \(ending?.code ?? -1)"
  }

  var json: JSONValue {
    let errors =
      lacks == nil
      ? messages.errors : [JSONValue.object([("code", .string("source-failed")), ("message", .string(why))])]
    return .object([
      ("schema", .number(1)), ("status", .string("failed")), ("job", .string(kind)),
      ("exit", ending?.code.map { .number(Int($0)) } ?? .null),
      ("signal", ending?.signal.map { .number(Int($0)) } ?? .null), ("again", .string(mayPass ? "perhaps" : "never")),
      ("tries", .number(tries)), ("version", .string(Octavo.version)), ("arguments", .strings(arguments)),
      ("warnings", BuildSummary.counts(messages.warningCodes)), ("seconds", .decimal(seconds)),
      ("cpu", .decimal(ending?.use.seconds ?? 0)), ("peak", .number(ending?.use.peak ?? 0)),
      ("messages", .array(errors)),
    ])
  }
}

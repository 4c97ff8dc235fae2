import Files
import JSONReading
import Libc
import Octavo
import Reader
import Units

/// The jobs of a service: those that wait, those at work, each a program of its own, and what came of the others.
///
/// Files of a job are gone when it has ended. What it made has no name any more by then, so that nothing is left behind
/// however the service ends, and is gone with the job.
final class ServiceJobs {
  struct Options {
    /// At a time, and of those that wait.
    var jobs: Int
    var waiting: Int
    /// Seconds of a job, and both limits as its program is given them.
    var time: Double
    var limits: [String]
    /// Seconds for which what was made is there.
    var keep: Double
  }

  enum State: String, CaseIterable { case waiting, running, done, failed }

  final class Job {
    /// Nobody can guess it.
    let id = RequestGuard.newToken()
    let order: ServiceOrder
    let folder: String
    fileprivate(set) var state = State.waiting
    fileprivate var program: RunningProgram?
    fileprivate var start = 0.0
    fileprivate var end = 0.0
    fileprivate var made: Int32 = -1
    /// What is known of one that has ended.
    fileprivate(set) var facts: [(String, JSONValue)] = []
    /// Somebody has been told how it ended, or has what was made.
    var isFetched = false

    var kind: CatalogueJob.Kind { order.job.kind }
    var isOver: Bool { state == .done || state == .failed }
    /// By which what it has made can be opened.
    var madeFile: String? { made >= 0 ? Platform.path(of: made) : nil }

    fileprivate init(_ order: ServiceOrder, in folder: String) { (self.order, self.folder) = (order, folder) }
    deinit {
      if made >= 0 { close(made) }
      removeScratchFolder(folder)
    }
  }

  /// What came of all so far.
  struct Tally {
    var ended: [CatalogueJob.Kind: [State: Int]] = [:]
    var pages = 0
    var seconds = 0.0
    var cpu = 0.0
    var peak = 0
    fileprivate(set) var count = 0
  }

  let options: Options
  private let program: String
  private(set) var tally = Tally()
  private var jobs: [String: Job] = [:]
  /// In their order.
  private var waiting: [Job] = []
  private var running: [Job] = []
  /// In the order in which they ended.
  private var over: [Job] = []
  /// Bytes of memory that the largest so far has taken.
  private var largest = 64 << 20
  private var isDraining = false

  /// Each keeps a file open.
  private static let mostKept = 500

  init(_ options: Options, program: String) { (self.options, self.program) = (options, program) }

  subscript(id: String) -> Job? { jobs[id] }
  var counts: (waiting: Int, running: Int) { (waiting.count, running.count) }
  var isFull: Bool { running.count + waiting.count >= options.jobs + options.waiting }
  var programs: [RunningProgram] { running.compactMap(\.program) }
  /// Nothing is at work, and whoever wanted to know has been told.
  var isDone: Bool { waiting.isEmpty && running.isEmpty && over.allSatisfy(\.isFetched) }
  var isIdle: Bool { waiting.isEmpty && running.isEmpty }

  /// Seconds until there may be room for another.
  var pause: Int {
    let average = tally.count == 0 ? 1 : tally.seconds / Double(tally.count)
    return Int(min(max(average * Double(waiting.count) / Double(max(options.jobs, 1)), 1), 60))
  }

  func add(_ order: ServiceOrder, in folder: String) -> Job {
    let job = Job(order, in: folder)
    jobs[job.id] = job
    waiting.append(job)
    return job
  }

  /// Whatever becomes of it, nothing of it is there any more.
  func remove(_ job: Job) {
    job.program?.end()
    jobs[job.id] = nil
    for list in [\ServiceJobs.waiting, \.running, \.over] { self[keyPath: list].removeAll { $0 === job } }
  }

  /// Begins no more: those that wait are given up.
  func drain() {
    isDraining = true
    for job in waiting {
      fail(job, "the service ends", help: "send it again to the one that comes after it")
    }
    waiting = []
  }

  /// Ends what is at work, after a moment.
  func end() { for job in running { job.program?.send(SIGTERM) } }

  // MARK: Work

  /// Takes what has come, and begins what there is room for.
  func work() {
    for job in running {
      guard let program = job.program, let ending = program.look() else { continue }
      settle(job, program, ending)
    }
    running.removeAll(where: \.isOver)
    let time = Clock.seconds()
    while let first = over.first, over.count > ServiceJobs.mostKept || time - first.end > options.keep { remove(first) }
    while !isDraining, running.count < options.jobs, let job = waiting.first,
      running.isEmpty || BatchRun.hasRoom(for: largest)
    {
      waiting.removeFirst()
      begin(job)
    }
  }

  private func begin(_ job: Job) {
    var arguments = job.order.job.arguments + ["--format=json"] + options.limits
    if job.kind != .check {
      arguments += ["--progress=never", "--jobs=1", "--summary=\(summary(of: job))", "--within=\(job.folder)/in"]
    }
    job.start = Clock.seconds()
    do throws(ProcessError) { job.program = try RunningProgram(program, arguments, time: options.time) } catch {
      // there may be room when one of those has ended
      guard running.isEmpty else { return waiting.insert(job, at: 0) }
      return fail(job, "the program could not be started", help: "send it again later")
    }
    job.state = .running
    running.append(job)
  }

  private func summary(of job: Job) -> String { job.folder + "/summary.json" }

  /// For what has nothing to do with the manuscript.
  private func fail(_ job: Job, _ words: String, help: String) {
    job.facts = [("again", .string("perhaps")), ("errors", .array([ServiceJobs.error(words, help: help)]))]
    conclude(job, .failed)
  }

  private static func error(_ words: String, help: String) -> JSONValue {
    .object([("code", .string(ExitStatus.fault.name)), ("message", .string(words)), ("help", .string(help))])
  }

  private func conclude(_ job: Job, _ state: State) {
    (job.state, job.end, job.program) = (state, Clock.seconds(), nil)
    over.append(job)
    tally.ended[job.kind, default: [:]][state, default: 0] += 1
    removeScratchFolder(job.folder)
  }

  private func settle(_ job: Job, _ program: RunningProgram, _ ending: RunningProgram.Ending) {
    largest = max(largest, ending.use.peak)
    let said = ChildMessages(program.errors, in: job.folder + "/in")
    let summary = (try? readFile(summary(of: job), limit: 1 << 24)).flatMap { try? JSON($0) }
    if ending.code == 0, let output = job.order.job.output { job.made = open(output, O_RDONLY | O_CLOEXEC) }
    let report = job.kind == .check ? try? JSON(program.output) : nil
    // what a check finds is wanted most where it is an error
    let isMade =
      job.kind == .check
      ? report != nil && (ending.code == 0 || ending.code == ExitStatus.checkFailed.rawValue)
      : ending.code == 0 && job.made >= 0
    let seconds = Clock.seconds() - job.start
    tally.seconds += seconds
    tally.cpu += ending.use.seconds
    tally.peak = max(tally.peak, ending.use.peak)
    tally.count += 1
    tally.pages += summary?["pages"]?.int ?? 0
    job.facts = [("seconds", .decimal(seconds))]
    if isMade {
      if let summary { job.facts.append(("summary", ServiceJobs.told(summary))) }
      if let report { job.facts.append(("report", ServiceJobs.told(report, in: job.folder + "/in/"))) }
    } else {
      let mayPass = ending.code.flatMap(ExitStatus.init(rawValue:))?.mayPass ?? true
      job.facts += [
        ("exit", ending.code.map { .number(Int($0)) } ?? .null),
        ("signal", ending.signal.map { .number(Int($0)) } ?? .null),
        ("again", .string(mayPass ? "perhaps" : "never")),
        (
          "errors",
          .array(
            said.errors.isEmpty
              ? [ServiceJobs.error("it was ended without a word", help: "send it again")] : said.errors)
        ),
      ]
    }
    job.facts.append(("warnings", .array(said.warnings)))
    conclude(job, isMade ? .done : .failed)
  }

  /// A summary without what is of this machine alone.
  private static func told(_ summary: JSON) -> JSONValue {
    let keys = [
      "version", "key", "pages", "sheets", "trim", "words", "verified", "warnings", "seconds", "cpu", "peak",
    ]
    let output = summary["outputs"]?[0]
    return .object(
      keys.compactMap { key in summary[key].map { (key, JSONValue($0)) } }
        + ["bytes", "sha256"].compactMap { key in output?[key].map { (key, JSONValue($0)) } } + [
          ("fonts", .strings((summary["fonts"]?.items ?? []).compactMap { $0["name"]?.string }))
        ])
  }

  /// A report of a check, its files as they were sent.
  private static func told(_ report: JSON, in folder: String) -> JSONValue {
    switch report {
    case .string(let text): .string(text.replacing(folder, with: ""))
    case .array(let items): .array(items.map { told($0, in: folder) })
    case .object(let fields):
      .object(fields.sorted { $0.key < $1.key }.map { ($0.key, told($0.value, in: folder)) })
    default: JSONValue(report)
    }
  }

  // MARK: Answers

  func json(of job: Job) -> JSONValue {
    var fields: [(String, JSONValue)] = [
      ("id", .string(job.id)), ("job", .string(job.kind.rawValue)), ("state", .string(job.state.rawValue)),
    ]
    if job.made >= 0 { fields.append(("pdf", .string("/jobs/\(job.id)/pdf"))) }
    return .object(fields + job.facts)
  }
}

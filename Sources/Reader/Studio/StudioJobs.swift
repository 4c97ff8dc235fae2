internal import Files
internal import JSONReading
internal import Libc

/// Commands of octavo's that run beside the studio, each in a process with limits of its own: what a manuscript does to
/// one is a message, not the studio's end.
final class StudioJobs {
  enum State: String { case running, done, failed, cancelled }

  final class Job {
    let number: Int
    let kind: String
    /// The path of what it makes.
    fileprivate let product: String?
    /// Of what is made besides, for nobody.
    fileprivate let others: [String]
    /// What it has made, which has no name any more: nothing is left behind, however the studio ends.
    fileprivate var made: Int32 = -1
    /// As it is saved under.
    let name: String
    fileprivate(set) var state = State.running
    /// Per cent.
    fileprivate(set) var progress = 0
    /// What it said, a line each.
    fileprivate(set) var messages: [String] = []
    /// What it wrote to its standard output, as far as that is JSON.
    fileprivate(set) var answer: [UInt8] = []
    /// Of its commands the one that is at work, and those that come after it.
    fileprivate var program: RunningProgram?
    fileprivate var commands: ArraySlice<[String]>
    fileprivate var rest: [UInt8] = []
    let tag: String

    fileprivate var files: [String] { [product].compactMap(\.self) + others }
    /// By which what it has made can be opened; nil before there is something.
    var madeFile: String? { made >= 0 ? Platform.path(of: made) : nil }
    deinit { if made >= 0 { close(made) } }

    fileprivate init(
      number: Int, kind: String, _ commands: [[String]], product: String?, others: [String], name: String, tag: String
    ) {
      (self.number, self.kind, self.product, self.name, self.tag) = (number, kind, product, name, tag)
      (self.commands, self.others) = (commands[...], others)
    }
  }

  private(set) var jobs: [Job] = []
  /// Told when one has ended.
  var didEnd: (Job) -> Void = { _ in }
  private let program: String
  /// A folder that is there while something is in it: each time a new one, which nobody can have made beforehand.
  private var scratch: String?
  private var last = 0

  /// At a time, and kept with their files.
  private static let mostRunning = 3
  private static let mostKept = 12
  /// Seconds and memory of a command: War and Peace takes 2 s and 60 MB.
  private static let time = 120.0
  private static let limits = ["--time=120s", "--memory=4G"]
  private static let mostMessages = 400

  /// Nil where there is no room for files.
  init?(program: String) {
    self.program = program
    guard let folder = makeScratchFolder("octavo-studio") else { return nil }
    scratch = folder
    leaveScratch()
  }

  deinit { for job in jobs { end(job, .cancelled) } }

  subscript(number: Int) -> Job? { jobs.first { $0.number == number } }

  /// A file in the scratch folder that is not there yet.
  func freshPath(ending: String) -> String {
    if scratch == nil { scratch = makeScratchFolder("octavo-studio") }
    last += 1
    // without one, where nothing can be written
    return "\(scratch ?? "/dev/null")/\(last).\(ending)"
  }

  /// Removes a file of it.
  func remove(_ path: String) {
    unlink(path)
    leaveScratch()
  }

  private func leaveScratch() {
    // one that is at work will write there
    if jobs.contains(where: { $0.state == .running }) { return }
    if let folder = scratch, rmdir(folder) == 0 { scratch = nil }
  }

  /// Begins commands, one after the other as long as they succeed.
  /// - Parameters:
  ///   - commands: octavo's arguments; the last may answer JSON on its standard output.
  ///   - product: the file that is handed out.
  ///   - others: what is made besides.
  ///   - tag: what it is for, for whoever began it.
  func begin(
    _ kind: String, _ commands: [[String]], product: String? = nil, others: [String] = [], name: String = "",
    tag: String = ""
  ) -> Job? {
    guard jobs.count(where: { $0.state == .running }) < StudioJobs.mostRunning else { return nil }
    last += 1
    let job = Job(number: last, kind: kind, commands, product: product, others: others, name: name, tag: tag)
    guard goOn(job) else { return nil }
    jobs.append(job)
    while jobs.count > StudioJobs.mostKept, let old = jobs.firstIndex(where: { $0.state != .running }) {
      jobs.remove(at: old)
    }
    return job
  }

  /// Begins the next of its commands.
  private func goOn(_ job: Job) -> Bool {
    guard let command = job.commands.popFirst() else { return false }
    job.program = try? RunningProgram(program, command + StudioJobs.limits, time: StudioJobs.time)
    return job.program != nil
  }

  func cancel(_ job: Job) { if job.state == .running { end(job, .cancelled) } }

  /// Reads what the commands say.
  /// - Returns: whether some are at work.
  func work() -> Bool {
    for job in jobs where job.state == .running { read(job) }
    return jobs.contains { $0.state == .running }
  }

  private func read(_ job: Job) {
    guard let program = job.program else { return }
    let ending = program.look()
    for byte in program.takeErrors() { take(byte, of: job) }
    guard let ending else { return }
    take(0x0A, of: job)
    if (try? JSON(program.output)) != nil { job.answer = program.output }
    job.program = nil
    if ending.code == 0, goOn(job) { return }
    if let signal = ending.signal { job.messages.append("octavo: error: it was ended by signal \(signal)") }
    if let product = job.product { job.made = open(product, O_RDONLY | O_CLOEXEC) }
    let isMade = job.product == nil || job.made >= 0
    // a check that finds errors has done its work
    job.state = ending.code == 0 && isMade || !job.answer.isEmpty ? .done : .failed
    if job.state == .done { job.progress = 100 }
    for path in job.files { remove(path) }
    leaveScratch()
    didEnd(job)
  }

  private func take(_ byte: UInt8, of job: Job) {
    guard byte == 0x0A || byte == 0x0D else {
      if job.rest.count < 1 << 22 { job.rest.append(byte) }
      return
    }
    let line = job.rest
    job.rest = []
    guard !line.isEmpty else { return }
    // of a command that answers in this form
    if let said = try? JSON(line) {
      job.messages += [said["message"]?.string, said["help"]?.string].compactMap(\.self)
      return
    }
    let words = String(decoding: line, as: UTF8.self)
    if words.hasPrefix("["), let bar = words.firstIndex(of: "]") {
      let digits = words[bar...].dropFirst(2).prefix { $0.isNumber }
      job.progress = max(job.progress, min(Int(digits) ?? 0, 99))
    } else if job.messages.count < StudioJobs.mostMessages {
      job.messages.append(words)
    }
  }

  private func end(_ job: Job, _ state: State) {
    job.program?.end()
    job.program = nil
    job.state = state
    for path in job.files { remove(path) }
    leaveScratch()
  }
}

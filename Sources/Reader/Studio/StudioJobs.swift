internal import Files
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
    fileprivate var child: pid_t = 0
    fileprivate var output: Int32 = -1
    fileprivate var rest: [UInt8] = []
    let tag: String

    fileprivate var files: [String] { [product].compactMap(\.self) + others }
    /// By which what it has made can be opened; nil before there is something.
    var madeFile: String? { made >= 0 ? Platform.path(of: made) : nil }
    deinit { if made >= 0 { close(made) } }

    fileprivate init(number: Int, kind: String, product: String?, others: [String], name: String, tag: String) {
      (self.number, self.kind, self.product, self.name, self.tag) = (number, kind, product, name, tag)
      self.others = others
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
  /// Seconds of work and KiB of memory: War and Peace takes 2 s and 60 MB.
  private static let limits = "ulimit -t 60; ulimit -v 4194304"
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
    let job = Job(number: last, kind: kind, product: product, others: others, name: name, tag: tag)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    // arguments stay arguments: the shell sets the limits, and sees them by their numbers alone
    var script = StudioJobs.limits
    var arguments: [String] = []
    for (index, command) in commands.enumerated() {
      let numbers = (arguments.count..<arguments.count + command.count).map { "\"${\($0 + 1)}\"" }
      script += "\(index == 0 ? ";" : " &&") \"$0\" \(numbers.joined(separator: " ")) 2>&1"
      arguments += command
    }
    // a session of their own, to be ended together
    let (child, _) = Platform.begin("setsid", ["sh", "-c", script, program] + arguments, output: ends[1])
    close(ends[1])
    guard let child else {
      close(ends[0])
      return nil
    }
    (job.child, job.output) = (child, ends[0])
    jobs.append(job)
    while jobs.count > StudioJobs.mostKept, let old = jobs.firstIndex(where: { $0.state != .running }) {
      jobs.remove(at: old)
    }
    return job
  }

  func cancel(_ job: Job) { if job.state == .running { end(job, .cancelled) } }

  /// Reads what the commands say.
  /// - Returns: whether some are at work.
  func work() -> Bool {
    for job in jobs where job.state == .running { read(job) }
    return jobs.contains { $0.state == .running }
  }

  private func read(_ job: Job) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Libc.read(job.output, &buffer, buffer.count)
      if count > 0 {
        for byte in buffer[..<count] { take(byte, of: job) }
        continue
      }
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      break
    }
    take(0x0A, of: job)
    var status: Int32 = 0
    guard waitpid(job.child, &status, WNOHANG) != 0 else { return }
    close(job.output)
    job.output = -1
    if status & 0x7F != 0 || status >> 8 >= 128 {
      job.messages.append("octavo: error: it was ended for taking more than 60 seconds or 4 GB")
    }
    if let product = job.product { job.made = open(product, O_RDONLY | O_CLOEXEC) }
    let isMade = job.product == nil || job.made >= 0
    // a check that finds errors has done its work
    job.state = status == 0 && isMade || !job.answer.isEmpty ? .done : .failed
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
    if line.starts(with: "{\"schema\":".utf8) {
      // of a check, the report; what else it says in this form is in the report
      if line.starts(with: "{\"schema\":1,\"file\":".utf8) { job.answer = line }
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
    guard job.output >= 0 else { return }
    // which lets them remove what is half made
    kill(-job.child, SIGTERM)
    kill(job.child, SIGTERM)
    var status: Int32 = 0
    waitpid(job.child, &status, 0)
    close(job.output)
    job.output = -1
    job.state = state
    for path in job.files { remove(path) }
    leaveScratch()
  }
}

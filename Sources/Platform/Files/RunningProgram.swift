package import Libc

/// A program that runs beside this one, with others: what it writes is gathered as it comes, without a wait.
///
/// It ends with this program, or when it is let go of. For one thread, and that must be there as long as the program is:
/// the system ends it with the thread that began it.
package final class RunningProgram {
  private let pid: pid_t
  /// What came on standard output, and on standard error as far as it is not taken yet.
  package private(set) var output: [UInt8] = []
  package private(set) var errors: [UInt8] = []
  /// When it is ended, whatever it does.
  private let deadline: Double
  /// The pipes; -1 once they are at their end.
  private var ends: [Int32]
  private var result: Ending?
  /// More than that of each is read and thrown away.
  private let most = 1 << 24

  package struct Ending: Sendable {
    /// Its exit code; nil where a signal ended it.
    package var code: Int32?
    package var signal: Int32?
    package var use: Platform.Use
  }

  /// - Parameter time: seconds that it may take by its own `--time`; where it cannot end itself, it is ended.
  ///
  /// Throws `missing` when there is no such program.
  package init(_ name: String, _ arguments: [String], time: Double? = nil) throws(ProcessError) {
    deadline = time.map { Platform.seconds + 2 * $0 + 10 } ?? .infinity
    var (first, second): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&first) == 0 else { throw .cannotStart(program: name, errno: errno) }
    guard pipe(&second) == 0 else {
      let problem = errno
      for end in first { close(end) }
      throw .cannotStart(program: name, errno: problem)
    }
    // no other child may hold a pipe open: its end would never be seen
    for end in first + second { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    for end in [first[0], second[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let (child, status) = Platform.begin(name, arguments, output: first[1], errors: second[1])
    for end in [first[1], second[1]] { close(end) }
    guard let child else {
      for end in [first[0], second[0]] { close(end) }
      if status == ENOENT { throw .missing(program: name) }
      throw .cannotStart(program: name, errno: status)
    }
    (pid, ends) = (child, [first[0], second[0]])
  }

  deinit {
    for end in ends where end >= 0 { close(end) }
    guard result == nil else { return }
    kill(pid, SIGKILL)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  package func send(_ signal: Int32) { if result == nil { kill(pid, signal) } }

  /// Ends it, after a moment in which it removes what is half made.
  package func end() {
    send(SIGTERM)
    let start = Platform.seconds
    while look() == nil, Platform.seconds - start < 2 { RunningProgram.wait(for: [self], milliseconds: 20) }
    send(SIGKILL)
  }

  /// What has come on standard error since it was asked for last.
  package func takeErrors() -> [UInt8] {
    defer { errors = [] }
    return errors
  }

  /// Takes what has come, and whether it has ended.
  /// - Returns: how it ended; nil where it goes on.
  package func look() -> Ending? {
    if let result { return result }
    if Platform.seconds > deadline { send(SIGKILL) }
    for place in ends.indices { take(place) }
    guard ends.allSatisfy({ $0 < 0 }), let (status, use) = Platform.ended(pid) else { return nil }
    // the low seven bits are the signal that ended it, the next byte its exit status
    let signal = status & 0x7F
    let ending = Ending(code: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal, use: use)
    result = ending
    return ending
  }

  private func take(_ place: Int) {
    while ends[place] >= 0 {
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
        let got = read(ends[place], buffer.baseAddress, buffer.count)
        if got == 0 || got < 0 && errno != EAGAIN && errno != EINTR {
          close(ends[place])
          ends[place] = -1
        }
        count = max(got, 0)
      }
      guard !piece.isEmpty else { return }
      if place == 0, output.count < most { output += piece }
      if place == 1, errors.count < most { errors += piece }
    }
  }

  /// Waits until one of several may have something to tell, or something else is to be read, or so long.
  package static func wait(for programs: [RunningProgram], or others: [Int32] = [], milliseconds: Int32) {
    let others = others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var waiting =
      others
      + programs.flatMap { program in
        program.ends.filter { $0 >= 0 }.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      }
    // one whose pipes are closed is about to end
    let isEnding = programs.contains { program in program.ends.allSatisfy { $0 < 0 } }
    poll(&waiting, nfds_t(waiting.count), isEnding ? min(milliseconds, 2) : milliseconds)
  }
}

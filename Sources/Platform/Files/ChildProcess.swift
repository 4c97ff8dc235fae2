internal import Libc

/// Why a program gave nothing.
package enum ProcessError: Error, Equatable, Sendable {
  /// No such program in `PATH`.
  case missing(program: String)
  /// It left with this status, -1 for a signal.
  case failed(program: String, status: Int32)
  case cannotStart(program: String, errno: Int32)
  /// It wrote nothing for so long that it was ended.
  case silent(program: String, seconds: Int)
}

/// A program that runs beside this one, its standard output read through a pipe.
///
/// It is found in `PATH` and started without a shell; its standard input is
/// empty and what it says on standard error is thrown away. It ends with this program, however that ends, and
/// signals reach it.
struct ChildProcess: ~Copyable {
  private let pid: pid_t
  private let output: Int32
  private let name: String
  private var isDone = false

  /// Seconds that a program may say nothing: one that is at a book's work for longer hangs.
  private static let bookPatience: Int32 = 300
  /// What the user gives every program.
  private static let givenPatience =
    getenv("OCTAVO_PATIENCE").flatMap { Int32(String(cString: $0)) }.map { min(max($0, 1), 86_400) }
  private let patience: Int32

  private init(name: String, pid: pid_t, output: Int32, patience: Int32?) {
    self.name = name
    self.patience = ChildProcess.givenPatience ?? patience ?? ChildProcess.bookPatience
    self.pid = pid
    self.output = output
  }

  /// - Parameter patience: seconds that it may say nothing; nil for those of a book's work.
  ///
  /// Throws `missing` when no such program is in `PATH`.
  static func start(
    _ name: String, _ arguments: [String], patience: Int32? = nil
  ) throws(ProcessError) -> ChildProcess {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .cannotStart(program: name, errno: errno) }
    // No other child may hold the pipe open: its end would never be seen.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

    let (child, status) = Platform.begin(name, arguments, output: ends[1])
    close(ends[1])
    guard let pid = child else {
      close(ends[0])
      if status == ENOENT { throw .missing(program: name) }
      throw .cannotStart(program: name, errno: status)
    }
    return ChildProcess(name: name, pid: pid, output: ends[0], patience: patience)
  }

  deinit {
    guard !isDone else { return }
    close(output)
    kill(pid, SIGKILL)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  /// The next piece of the output, at most as large as the buffer; 0 at its end. Throws `silent` where none
  /// comes.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ProcessError) -> Int {
    while true {
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, patience * 1000) == 0 {
        throw .silent(program: name, seconds: Int(patience))
      }
      let count = Libc.read(output, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .cannotStart(program: name, errno: errno) }
    }
  }

  /// Waits for the end; throws unless the program left with status 0.
  consuming func finish() throws(ProcessError) {
    isDone = true
    close(output)
    var status: Int32 = 0
    // it may hang with its output closed
    var (waited, pause) = (0, 100)
    while true {
      let found = waitpid(pid, &status, WNOHANG)
      if found == pid { break }
      if found < 0, errno != EINTR { throw .cannotStart(program: name, errno: errno) }
      if waited / 1_000_000 >= Int(patience) {
        kill(pid, SIGKILL)
        waitpid(pid, &status, 0)
        throw .silent(program: name, seconds: Int(patience))
      }
      usleep(UInt32(pause))
      waited += pause
      pause = min(2 * pause, 50_000)
    }
    // The low seven bits are the signal that ended it, the next byte its exit status.
    guard status == 0 else {
      throw .failed(program: name, status: status & 0x7F != 0 ? -1 : (status >> 8) & 0xFF)
    }
  }
}

/// Runs a program to its end and returns what it wrote to standard output.
///
/// Throws `missing` when it is not in `PATH`, `failed` when it
/// leaves with a status other than 0, `silent` when it says nothing for so many seconds.
package func outputOfProgram(
  _ name: String, _ arguments: [String], patience: Int32? = nil
) throws(ProcessError) -> [UInt8] {
  let child = try ChildProcess.start(name, arguments, patience: patience)
  var output: [UInt8] = []
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  defer { buffer.deallocate() }
  while true {
    let count = try child.read(into: buffer)
    guard count > 0 else { break }
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
  try child.finish()
  return output
}

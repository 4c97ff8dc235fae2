import Faults
import Files
import Libc

// Does to itself what a test cannot do to the process all tests share: limits
// the size of files, waits for a signal. The last word on standard output says
// what happened.
//
//   FilesProbe write PATH BYTES LIMIT    a file of so many bytes, under RLIMIT_FSIZE
//   FilesProbe wait PATH                 starts a file, then waits for the end
//   FilesProbe wait PATH nohup           the same, deaf to a hang-up
//   FilesProbe pair PATH                 the same with two files
//   FilesProbe fault PATH                starts a file, then breaks down
//   FilesProbe pour BYTES                so many bytes to standard output

func say(_ text: String, on descriptor: Int32 = 1) {
  let line = Array((text + "\n").utf8)
  _ = write(descriptor, line, line.count)
}

let arguments = CommandLine.arguments
// The thread of the test that starts this may hold signals back, a shell in the background ignores some.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)
for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
if arguments.last == "nohup" { signal(SIGHUP, SIG_IGN) }
ignoreFileSignals()
InterruptGuard.install()
do throws(FileError) {
  switch arguments.dropFirst().first {
  case "write":
    var limit = rlimit(rlim_cur: UInt(arguments[4]) ?? 0, rlim_max: UInt(arguments[4]) ?? 0)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    try writeFile([UInt8](repeating: 0x2E, count: Int(arguments[3]) ?? 0), to: arguments[2])
    say("done")
  case "wait":
    let file = try AtomicFile(arguments[2])
    try file.write([1, 2, 3])
    say("ready")
    for _ in 0..<60 { sleep(1) }
    try file.commit()
  case "pair":
    let fronts = try AtomicFile(arguments[2] + "-fronts")
    try fronts.write([1, 2, 3])
    let backs = try AtomicFile(arguments[2] + "-backs")
    try backs.write([4, 5, 6])
    say("ready")
    for _ in 0..<60 { sleep(1) }
    try fronts.commit()
    try backs.commit()
  case "fault":
    FaultGuard.install(code: 6, cleaning: { InterruptGuard.removeFiles() }) { library, file in
      FaultGuard.Words(before: "\(file): \(library ?? "itself"): ", after: "!\n", memory: "no memory\n")
    }
    let file = try AtomicFile(arguments[2])
    try file.write([1, 2, 3])
    FaultGuard.isAt("a book")
    FaultGuard.during("a library") { FaultGuard.during("another", on: "a picture") {} }
    raise(SIGBUS)
    try file.commit()
  case "pour":
    try writeFile([UInt8](repeating: 0x2E, count: Int(arguments[2]) ?? 0), to: "-")
  default: say("usage")
  }
} catch {
  say("\(error)", on: 2)
  exit(5)
}

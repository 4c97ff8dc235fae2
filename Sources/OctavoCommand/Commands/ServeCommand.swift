import ArgumentParser
import Files
import Libc
import Octavo
import Reader
import Settings
import Units

/// `octavo serve`: books by request.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Make books on request over HTTP.",
    discussion: """
      octavo serve --port 8080      prints the address and the header to send

      curl -H "Authorization: Bearer $TOKEN" -F file=@book.md -F trim=6x9 \\
        http://127.0.0.1:8080/jobs                     {"id":"5f…", …}
      curl -H … 'http://127.0.0.1:8080/jobs/5f…?wait=30'    its state, its results
      curl -H … -OJ http://127.0.0.1:8080/jobs/5f…/pdf      book.pdf

      /openapi.json describes all requests. OCTAVO_TOKEN is the token if it is set, else a new one is made. Only this \
      machine is served unless --address says otherwise; then put a TLS proxy before it.
      """)

  @Option(
    help: ArgumentHelp("The address of this machine to serve at (IPv4). Default: 127.0.0.1.", valueName: "address"))
  var address: String?
  @Option(help: ArgumentHelp("Port to serve on. Default: any that is free.", valueName: "n")) var port: Int?
  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: ArgumentHelp("Jobs at a time, while there is memory. Default: one a core.", valueName: "n"))
  var jobs: Int?
  @Option(
    help: ArgumentHelp("Jobs that may wait; others are refused, to be sent again. Default: 64.", valueName: "n"))
  var queue: Int?
  @Option(help: ArgumentHelp("For each job, such as 90s or 5m. Default: 2m.", valueName: "time")) var time: String?
  @Option(help: ArgumentHelp("For each job, such as 500M or 2G. Default: 2G.", valueName: "size")) var memory: String?
  @Option(help: ArgumentHelp("What may be sent at once, such as 20M. Default: 64M.", valueName: "size"))
  var upload: String?
  @Option(help: ArgumentHelp("How long what was made is there. Default: 15m.", valueName: "time")) var keep: String?

  func run() throws {
    let options = try options()
    guard let folder = makeScratchFolder("octavo-serve") else {
      throw CommandFailure(.couldNotWrite, "no folder for files can be made", help: "see whether TMPDIR can be written")
    }
    defer { removeScratchFolder(folder) }
    // what programs make for a while goes with it, however they end
    setenv("TMPDIR", folder, 1)
    guard let program = Platform.program ?? CommandLine.arguments.first else { return }
    let service = BookService(options, program: program, folder: folder)
    guard let port = service.open() else {
      throw CommandFailure(
        .couldNotRender,
        "port \(options.port) of \(options.address) cannot be had: \(String(cString: strerror(errno)))",
        help: "choose another --port, or leave it out for any that is free")
    }
    try Output.answer(
      "http://\(options.address):\(port)\n" + (Self.given == nil ? "Authorization: Bearer \(options.token)\n" : ""))
    let signal = service.run()
    removeScratchFolder(folder)
    Draining.end(signal)
  }

  private static let given = getenv("OCTAVO_TOKEN").map { String(cString: $0) }

  private func options() throws -> BookService.Options {
    let (port, address) = (port ?? 0, address ?? "127.0.0.1")
    guard (0...65535).contains(port) else {
      throw CommandFailure(.usage, "\(port) is no port", help: "give a number from 1 to 65535")
    }
    for (name, value, range) in [("-j", jobs, 1...1024), ("--queue", queue, 0...10_000)] {
      if let value, !range.contains(value) {
        throw CommandFailure(
          .usage, "\(name) \(value) is no number of jobs", help: "give \(range.lowerBound) to \(range.upperBound)")
      }
    }
    let (time, memory) = (time ?? "2m", memory ?? "2G")
    let limits = try Limits(time: time, memory: memory)
    if let given = Self.given {
      guard given.utf8.count >= 16, given.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw CommandFailure(
          .usage, "OCTAVO_TOKEN is too short, or not of letters, figures and signs alone",
          help: "16 of them at least, such as of \"openssl rand -hex 16\"")
      }
      unsetenv("OCTAVO_TOKEN")
    }
    return BookService.Options(
      address: address, port: UInt16(port), token: Self.given ?? RequestGuard.newToken(),
      upload: try upload.map(Limits.bytes) ?? 64 << 20,
      jobs: ServiceJobs.Options(
        jobs: jobs ?? Platform.cores, waiting: queue ?? 64, time: limits.time ?? 120,
        limits: ["--time=\(time)", "--memory=\(memory)"], keep: try keep.map(Limits.seconds) ?? 900))
  }
}

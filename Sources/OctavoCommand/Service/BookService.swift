import Files
import HTTP
import JSONReading
import Libc
import Octavo
import Reader
import Settings
import Units

/// Jobs that are asked for over HTTP: each is done by a program of its own, and all requests take turns on one thread.
final class BookService {
  struct Options {
    var address: String
    var port: UInt16
    var token: String
    /// Bytes of a body.
    var upload: Int
    var jobs: ServiceJobs.Options
  }

  private let options: Options
  private let jobs: ServiceJobs
  /// For files that are sent and made.
  private let folder: String
  private var server: HTTPServer?
  private var lastUpload = 0
  /// Requests that wait for the end of a job, by their tickets.
  private var listeners: [Int: (job: ServiceJobs.Job, until: Double)] = [:]
  private var lastTicket = 0
  private var answered: [Int: Int] = [:]

  /// Seconds that jobs at work have to end in, and that what came of them is there, when the service is to end.
  private static let grace = 30.0
  /// Seconds that a request waits for the end of a job at most.
  private static let patience = 30.0
  private static let mostListeners = 32

  init(_ options: Options, program: String, folder: String) {
    (self.options, self.folder) = (options, folder)
    jobs = ServiceJobs(options.jobs, program: program)
  }

  /// - Returns: the port; nil where it cannot be had, `errno` says why.
  func open() -> UInt16? {
    guard
      let server = HTTPServer(
        address: options.address, port: options.port,
        handle: { [unowned self] request in
          let outcome = outcome(request)
          if case .answer(let answer) = outcome { count(answer) }
          return outcome
        })
    else { return nil }
    server.refuse = { [unowned self] request in
      let refusal = refusal(of: request)
      if let refusal { count(refusal) }
      return refusal
    }
    server.receive = { [unowned self] request in
      guard request.method == "POST", request.path == "/jobs" else { return nil }
      lastUpload += 1
      return HTTPUpload(path: "\(folder)/\(lastUpload).upload", most: options.upload)
    }
    self.server = server
    return server.port
  }

  /// Serves until somebody ends it.
  /// - Returns: the signal that did.
  func run() -> Int32 {
    Draining.prepare()
    var since: Double?
    while let server {
      if let signal = Draining.signal {
        if since == nil { jobs.drain() }
        let start = since ?? Clock.seconds()
        since = start
        if Clock.seconds() - start > BookService.grace { jobs.end() }
        if jobs.isDone || jobs.isIdle && Clock.seconds() - start > BookService.grace {
          // what was said last goes out
          server.run()
          return signal
        }
      }
      RunningProgram.wait(
        for: jobs.programs, or: [server.descriptor], milliseconds: Int32(min(server.timeout ?? 500, 500)))
      server.run()
      jobs.work()
      tellListeners()
    }
    return SIGTERM
  }

  private func tellListeners() {
    let time = Clock.seconds()
    for (ticket, listener) in listeners {
      let isThere = jobs[listener.job.id] != nil
      guard listener.job.isOver || listener.until < time || !isThere else { continue }
      listeners[ticket] = nil
      let answer = isThere ? told(listener.job) : unknown()
      count(answer)
      server?.answer(ticket: ticket, with: answer)
    }
  }

  private func count(_ answer: HTTPAnswer) { answered[answer.status, default: 0] += 1 }

  // MARK: Who is heard

  /// The answer to a request that is not heard, by its headers.
  private func refusal(of request: HTTPRequest) -> HTTPAnswer? {
    let host = request.headers["host"] ?? ""
    let port = server?.port ?? 0
    let isLoopback = options.address.hasPrefix("127.")
    // no page in a browser of this machine may ask, by whatever name of it (DNS rebinding)
    guard
      !isLoopback
        || ["127.0.0.1", "localhost", options.address].contains(where: { host == $0 || host == "\($0):\(port)" })
    else { return refuse(403, "host", "this is no name of this machine", help: "ask 127.0.0.1:\(port)") }
    guard request.headers["origin"] == nil, request.headers["sec-fetch-site"] ?? "none" == "none" else {
      return refuse(403, "web-page", "a page in a browser may not ask", help: "let the server of the page ask")
    }
    let given = request.headers["authorization"] ?? ""
    guard given.lowercased().hasPrefix("bearer "), RequestGuard.areEqual(given.dropFirst(7).utf8, options.token.utf8)
    else {
      return refuse(
        401, "token", "the token is missing or wrong", help: "send the header Authorization: Bearer TOKEN",
        [("WWW-Authenticate", "Bearer")])
    }
    let length = request.headers["content-length"]
    guard length == nil || request.headers["transfer-encoding"] == nil, length.map({ Int($0) != nil }) ?? true else {
      return refuse(400, "body-length", "the length of the body is said in two ways", help: "say it once")
    }
    guard request.method == "POST", request.path == "/jobs" else { return nil }
    if let length = length.flatMap({ Int($0) }), length > options.upload { return tooLarge() }
    return noRoom()
  }

  private func noRoom() -> HTTPAnswer? {
    if Draining.signal != nil {
      return refuse(
        503, "service-ends", "the service ends", help: "ask the one that comes after it", [("Retry-After", "5")])
    }
    guard jobs.isFull else { return nil }
    return refuse(
      429, "queue-full", "there are \(jobs.counts.running + jobs.counts.waiting) jobs already",
      help: "send it again after the seconds of Retry-After",
      [("Retry-After", "\(jobs.pause)")])
  }

  private func tooLarge() -> HTTPAnswer {
    refuse(
      413, "file-too-large", "more than \(options.upload >> 20) MB were sent",
      help: "send smaller pictures, or let the service take more: --upload")
  }

  // MARK: Answers

  private func outcome(_ request: HTTPRequest) -> HTTPServer.Outcome {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    let isGet = request.method == "GET" || request.method == "HEAD"
    func only(_ methods: String) -> HTTPServer.Outcome {
      .answer(
        refuse(
          405, "method", "\(request.path) takes no \(request.method)", help: "it takes \(methods)", [("Allow", methods)]
        ))
    }
    switch (parts.first ?? "", parts.count) {
    case ("openapi.json", 1):
      return isGet ? .answer(BookService.json(200, ServiceDescription.bytes)) : only("GET, HEAD")
    case ("metrics", 1): return isGet ? .answer(metrics()) : only("GET, HEAD")
    case ("jobs", 1): return request.method == "POST" ? .answer(add(request)) : only("POST")
    case ("jobs", 2),
      ("jobs", 3) where parts[2] == "pdf":
      guard let job = jobs[parts[1]] else {
        guard isGet || request.method == "DELETE" && parts.count == 2 else {
          return only(parts.count == 2 ? "GET, HEAD, DELETE" : "GET, HEAD")
        }
        return .answer(unknown())
      }
      if parts.count == 3 { return isGet ? .answer(pdf(of: job)) : only("GET, HEAD") }
      if isGet { return tell(job, request) }
      guard request.method == "DELETE" else { return only("GET, HEAD, DELETE") }
      jobs.remove(job)
      return .answer(HTTPAnswer(status: 204, headers: RequestGuard.headers, body: .bytes([])))
    default:
      return .answer(
        refuse(404, "path-unknown", "there is nothing at this path", help: "/openapi.json says what there is"))
    }
  }

  private func unknown() -> HTTPAnswer {
    refuse(
      404, "job-unknown", "there is no such job, or not any more",
      help: "what is made is kept for \(Length.decimal(options.jobs.keep)) s")
  }

  private func tell(_ job: ServiceJobs.Job, _ request: HTTPRequest) -> HTTPServer.Outcome {
    guard let wish = request.arguments["wait"] else { return .answer(told(job)) }
    guard let seconds = Double(wish), seconds.isFinite, seconds >= 0 else {
      return .answer(refuse(400, "usage", "\"\(wish)\" is no number of seconds", help: "such as wait=10"))
    }
    guard !job.isOver, seconds > 0, listeners.count < BookService.mostListeners else { return .answer(told(job)) }
    lastTicket += 1
    listeners[lastTicket] = (job, Clock.seconds() + min(seconds, BookService.patience))
    return .later(lastTicket)
  }

  private func told(_ job: ServiceJobs.Job) -> HTTPAnswer {
    if job.isOver, job.madeFile == nil { job.isFetched = true }
    return BookService.json(200, jobs.json(of: job))
  }

  private func pdf(of job: ServiceJobs.Job) -> HTTPAnswer {
    guard let made = job.madeFile else {
      let words = job.isOver ? "the job has made no PDF" : "the job is not done yet"
      return refuse(409, "not-made", words, help: "GET /jobs/ID says how it is")
    }
    job.isFetched = true
    return HTTPAnswer(
      headers: RequestGuard.headers + [
        ("Content-Type", "application/pdf"), RequestGuard.attachment(job.order.name), ("Cache-Control", "no-store"),
      ], body: .file(made))
  }

  private func add(_ request: HTTPRequest) -> HTTPAnswer {
    guard !request.isTooLarge else { return tooLarge() }
    // others may have come while it was sent
    if let refusal = noRoom() { return refusal }
    guard let upload = request.upload, !upload.isBroken else {
      return refuse(400, "usage", "there is no manuscript", help: "send it as the body, or as the file of a form")
    }
    let place = folder + "/job-\(lastUpload)-\(RequestGuard.newToken().prefix(8))"
    do {
      guard mkdir(place, 0o700) == 0 else {
        throw CommandFailure(.couldNotWrite, "no folder for the files can be made", help: "try again later")
      }
      let job = jobs.add(try ServiceOrder(request, upload, in: place), in: place)
      var answer = BookService.json(202, jobs.json(of: job))
      answer.headers.append(("Location", "/jobs/\(job.id)"))
      return answer
    } catch {
      removeScratchFolder(place)
      switch error {
      case let problem as ServiceOrder.Malformed: return refuse(400, "usage", problem.message, help: problem.help)
      case let failure as CommandFailure where failure.code == .couldNotWrite:
        return refuse(503, failure.name, failure.message, help: failure.help ?? "", [("Retry-After", "30")])
      case let failure as CommandFailure: return refuse(422, failure.name, failure.message, help: failure.help ?? "")
      case let problem as SettingsProblem:
        return refuse(422, problem.diagnostic.code, problem.diagnostic.message, help: problem.diagnostic.help ?? "")
      default: return refuse(503, "could-not-write", "\(error)", help: "try again later", [("Retry-After", "30")])
      }
    }
  }

  private func refuse(
    _ status: Int, _ code: String, _ message: String, help: String, _ headers: [(name: String, value: String)] = []
  ) -> HTTPAnswer {
    var answer = BookService.json(
      status, .object([("code", .string(code)), ("message", .string(message)), ("help", .string(help))]))
    answer.headers += headers
    return answer
  }

  private static func json(_ status: Int, _ value: JSONValue) -> HTTPAnswer {
    json(status, Array("\(value)\n".utf8))
  }

  private static func json(_ status: Int, _ bytes: [UInt8]) -> HTTPAnswer {
    HTTPAnswer(
      status: status,
      headers: RequestGuard.headers + [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
      body: .bytes(bytes))
  }

  // MARK: Metrics

  /// In the form of Prometheus (text format 0.0.4).
  private func metrics() -> HTTPAnswer {
    var text = ""
    func metric(_ name: String, _ kind: String, _ help: String, _ values: [(labels: String, value: String)]) {
      text += "# HELP octavo_\(name) \(help)\n# TYPE octavo_\(name) \(kind)\n"
      for (labels, value) in values { text += "octavo_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n" }
    }
    let (tally, counts) = (jobs.tally, jobs.counts)
    metric("build_info", "gauge", "The program.", [("version=\"\(Octavo.version)\"", "1")])
    metric("jobs_waiting", "gauge", "Jobs that wait.", [("", "\(counts.waiting)")])
    metric("jobs_running", "gauge", "Jobs at work.", [("", "\(counts.running)")])
    metric(
      "jobs_total", "counter", "Jobs that ended.",
      CatalogueJob.Kind.allCases.flatMap { kind in
        [ServiceJobs.State.done, .failed].map { state in
          ("job=\"\(kind)\",state=\"\(state)\"", "\(tally.ended[kind]?[state] ?? 0)")
        }
      })
    metric("pages_total", "counter", "Pages made.", [("", "\(tally.pages)")])
    metric("job_seconds_total", "counter", "Seconds of all jobs.", [("", Length.decimal(tally.seconds))])
    metric("job_cpu_seconds_total", "counter", "Seconds of the processor.", [("", Length.decimal(tally.cpu))])
    metric("job_peak_bytes", "gauge", "Memory of the largest job.", [("", "\(tally.peak)")])
    metric(
      "answers_total", "counter", "Answers by status.",
      answered.sorted { $0.key < $1.key }.map { ("status=\"\($0.key)\"", "\($0.value)") })
    return HTTPAnswer(
      headers: RequestGuard.headers + [("Content-Type", "text/plain; version=0.0.4"), ("Cache-Control", "no-store")],
      body: .bytes(Array(text.utf8)))
  }
}

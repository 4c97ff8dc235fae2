import Foundation
import Libc
import Testing

/// `octavo serve`: books by request.
@Suite("A service") struct ServeTests {
  private static let book = Array("# One\n\nSome words of a book.\n".utf8)

  @Test("What is sent comes back as the book that the command makes of it")
  func sameBook() throws {
    let service = try RunningService()
    let order = try service.send(
      files: [("file", "My Novel.md", Self.book)], [("trim", "a6"), ("toc", "no"), ("author", "A"), ("options", "")])
    #expect(order.status == 202 && order.headers["location"] == "/jobs/\(order.json["id"] ?? "")")
    let job = try service.ended(order)
    #expect(job.json["state"] as? String == "done", "\(job.text)")
    let summary = try #require(job.json["summary"] as? [String: Any])
    #expect(summary["trim"] as? String == "A6" && summary["pages"] as? Int == 3)
    #expect(!job.text.contains(service.folder.path), "nothing of this machine is told: \(job.text)")
    let path = try #require(job.json["pdf"] as? String)
    let pdf = try service.ask("GET", path)
    #expect(pdf.headers["content-disposition"] == "attachment; filename*=UTF-8''My-Novel.pdf")
    #expect(pdf.headers["content-type"] == "application/pdf" && pdf.headers["x-content-type-options"] == "nosniff")
    try service.folder.put(Self.book, in: "My-Novel.md")
    #expect(
      try Program.run(
        ["My-Novel.md", "--trim", "a6", "--no-toc", "--author", "A", "-o", "own.pdf"], in: service.folder
      ).code == 0)
    #expect(service.folder.bytes(of: "own.pdf") == Data(pdf.body))
    // the body alone, its options in the query
    let plain = try service.ended(
      service.ask("POST", "/jobs?name=My-Novel.md&trim=a6&toc=no&options=%7B%22author%22:%5B%22A%22%5D%7D", Self.book))
    #expect((plain.json["summary"] as? [String: Any])?["sha256"] as? String == summary["sha256"] as? String)
    // files of a job are gone when it has ended, and it itself when it is removed
    #expect(service.scratch.count == 1, "\(service.scratch)")
    #expect(try service.ask("DELETE", "/jobs/\(job.json["id"] ?? "")").status == 204)
    #expect(try service.ask("GET", path).status == 404)
  }

  @Test("Chapters, pictures, sheets, covers and checks are made of what was sent along")
  func kinds() throws {
    let service = try RunningService()
    let picture = Array(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>".utf8)
    let book = try service.ended(
      service.send(
        files: [
          ("file", "1.md", Array("# One\n\n![A map](maps/a.svg)\n\nWords.\n".utf8)),
          ("file", "2.md", Array("# Two\n\nMore.\n".utf8)),
          ("beside", "maps/a.svg", picture), ("beside", "look.yaml", Array("based-on: trade\nsize: 12pt\n".utf8)),
        ], [("theme", "look.yaml")]))
    #expect(book.json["state"] as? String == "done", "\(book.text)")
    let pdf = try service.ask("GET", try #require(book.json["pdf"] as? String)).body
    for (kind, options) in [
      ("impose", [("sheet", "a4"), ("scale", "fit")]), ("cover", [("page-count", "120"), ("for", "kdp")]),
    ] {
      let made = try service.ended(
        service.send(
          files: [("file", kind == "cover" ? "a.md" : "a.pdf", kind == "cover" ? Self.book : pdf)],
          [("job", kind)] + options))
      #expect(made.json["state"] as? String == "done", "\(made.text)")
    }
    // what a check finds is its answer, errors too
    let check = try service.ended(service.send(files: [("file", "a.pdf", pdf)], [("job", "check"), ("for", "kdp")]))
    let report = try #require(check.json["report"] as? [String: Any], "\(check.text)")
    #expect(check.json["state"] as? String == "done" && report["file"] as? String == "a.pdf")
    #expect(check.json["pdf"] == nil && (report["findings"] as? [Any])?.isEmpty == false)
    let failed = try service.ended(service.send(files: [("file", "a.md", Array("# A\n\n![](none.png)\n".utf8))]))
    #expect(failed.json["state"] as? String == "failed" && failed.json["again"] as? String == "never")
    let error = try #require((failed.json["errors"] as? [[String: Any]])?.first)
    #expect(error["place"] as? String == "a.md:3:1" && error["help"] is String, "\(failed.text)")
  }

  @Test(
    "No file of the machine is read that was not sent",
    arguments: [
      ("# A\n\n![](SECRET)\n", ""), ("# A\n\n![](../../../../../../SECRET)\n", ""),
      ("---\nhyphenation-exceptions: SECRET\n---\n\n# A\n", ""), ("# A\n\n{{< include SECRET >}}\n", ""),
      ("# A\n", "files: [SECRET]\n"), ("# A\n", "theme: SECRET.yaml\n"), ("# A\n", "font-path: FOLDER\n"),
    ])
  func otherFiles(book: String, options: String) throws {
    let service = try RunningService()
    try service.folder.put("SECRET WORDS\n", in: "secret")
    try service.folder.put("size: 30pt\n", in: "secret.yaml")
    func filled(_ text: String) -> [UInt8] {
      Array(
        text.replacing("SECRET", with: service.folder.at("secret")).replacing("FOLDER", with: service.folder.path).utf8)
    }
    let files: [(String, String, [UInt8])] =
      [("file", "a.md", filled(book))] + (options.isEmpty ? [] : [("beside", "octavo.yaml", filled(options))])
    // with a book beside it, a folder of options is one, too
    let job = try service.ended(service.send(files: files))
    if let path = job.json["pdf"] as? String {
      let pdf = try service.ask("GET", path)
      try service.folder.put(pdf.body, in: "made.pdf")
      if PDFText.reader != nil { #expect(try !PDFText.of("made.pdf", in: service.folder).contains("SECRET WORDS")) }
      #expect(
        (job.json["warnings"] as? [Any])?.isEmpty == false || book.contains("include") || options.contains("files"),
        "\(job.text)")
    } else {
      #expect(job.text.contains("not found") || job.text.contains("there is no folder"), "\(job.text)")
    }
  }

  @Test(
    "Options name files that were sent, by cleaned names, and no others",
    arguments: [
      ("theme", "/etc/passwd"), ("theme", "../a.yaml"), ("hyphenation-exceptions", "/etc/hostname"),
      ("font-path", "/usr/share/fonts"),
      ("bibliography", "a.bib"), ("csl", "/x/y.csl"), ("profile", "/usr/share/color/icc/ghostscript/srgb.icc"),
      ("time", "9h"),
      ("memory", "9T"), ("output", "/tmp/x.pdf"), ("summary", "/tmp/x"), ("log", "/tmp/x"), ("jobs", "9"),
      ("within", "/"),
      ("scene-break", "/etc/x.png"), ("front-image", "x.png"), ("trimm", "a5"), ("trim", "a55"), ("inside", "300mm"),
      ("job", "bind"),
    ])
  func wrongOptions(key: String, value: String) throws {
    let service = try RunningService()
    let answer = try service.send(files: [("file", "a.md", Self.book)], [(key, value)])
    #expect(answer.status == 422 && !answer.code.isEmpty && answer.json["help"] is String, "\(answer.text)")
    #expect(service.scratch.count == 1, "\(service.scratch)")
  }

  @Test("Names of files lead nowhere")
  func names() throws {
    let service = try RunningService()
    for name in [
      "../../../../tmp/evil.md", "/etc/evil.md", "..\\..\\evil.md", "-o.md", ".evil.md", "a/b/c/d/e/f/evil.md",
    ] {
      let job = try service.ended(service.send(files: [("file", name, Self.book)]))
      #expect(job.json["state"] as? String == "done", "\(name): \(job.text)")
    }
    for name in ["", "..", "/", "---", "\u{1}"] {
      #expect(try service.send(files: [("file", name, Self.book)]).status == 400, "\(name)")
    }
    #expect(
      try service.send(files: [
        ("file", "a.md", Self.book), ("beside", "x/../a.md", Self.book), ("beside", "a.md", Self.book),
      ]).status == 400)
    #expect(access("/tmp/evil.md", F_OK) != 0)
  }

  @Test("Who does not know the token, comes from a page, or by another name is not heard")
  func strangers() throws {
    let service = try RunningService()
    for path in ["/", "/jobs", "/metrics", "/openapi.json", "/jobs/1", "/nothing"] {
      for token in [nil, "", "a-token-of-the-test", "a-token-of-the-testt", "A-TOKEN-OF-THE-TESTS"] {
        let answer = try service.ask("GET", path, token: token)
        #expect(answer.status == 401 && answer.headers["www-authenticate"] == "Bearer", "\(path)")
      }
    }
    for headers in [
      ["Host: evil.example:\(service.port)"], ["Host: 127.0.0.1:1"], ["Origin: http://127.0.0.1:\(service.port)"],
      ["Sec-Fetch-Site: same-site"],
    ] {
      #expect(try service.ask("GET", "/metrics", headers: headers).status == 403, "\(headers)")
    }
    // nothing is kept of what a stranger sends
    let large = [UInt8](repeating: 65, count: 3 << 20)
    #expect(try service.ask("POST", "/jobs?name=a.txt", large, token: nil).status == 401)
    #expect(
      try service.ask("POST", "/jobs?name=a.txt", large, headers: ["Expect: 100-continue"], token: "x").status == 401)
    #expect(service.scratch.count == 1)
  }

  @Test("Requests that are no HTTP, or that smuggle another, are refused")
  func malformed() throws {
    let service = try RunningService(["--upload", "1M"])
    let head =
      "POST /jobs?name=a.txt HTTP/1.1\r\nHost: 127.0.0.1:\(service.port)\r\nConnection: close\r\nAuthorization: Bearer \(RunningService.token)\r\n"
    for (rest, status) in [
      ("Content-Length: 5\r\nContent-Length: 6\r\n\r\nwords!", [400]),
      ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwords\r\n0\r\n\r\n", [400]),
      ("Content-Length: -1\r\n\r\nwords", [400]), ("Content-Length: 99999999999999999999\r\n\r\nwords", [400, 413]),
      ("X: \(String(repeating: "x", count: 100_000))\r\n\r\n", [400, 413, 431]), ("\r\n", [400]),
      ("Content-Length: 0\r\n\r\n", [400]),
      ("Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9\r\n\r\n--x\r\nname", [400]),
      ("Content-Type: multipart/form-data\r\nContent-Length: 5\r\n\r\nwords", [400]),
      ("Authorization: Bearer other\r\nContent-Length: 5\r\n\r\nwords", [401]),
    ] {
      let answer = try service.raw((head + rest).utf8)
      #expect(status.contains(answer.status), "\(rest.prefix(60)): \(answer.status) \(answer.text)")
    }
    // past the limit by the header, or only by what comes
    let large = [UInt8](repeating: 65, count: 1_200_000)
    #expect(try service.ask("POST", "/jobs?name=a.txt", large).status == 413)
    let chunks =
      Array((head + "Transfer-Encoding: chunked\r\n\r\n124F80\r\n").utf8) + large + Array("\r\n0\r\n\r\n".utf8)
    #expect(try service.raw(chunks).status == 413)
    #expect(try service.ask("GET", "/metrics").status == 200)
    #expect(service.scratch.count == 1, "\(service.scratch)")
  }

  @Test("Who says little keeps nobody out for long")
  func slow() throws {
    let service = try RunningService()
    let head =
      "POST /jobs?name=a.txt HTTP/1.1\r\nHost: 127.0.0.1:\(service.port)\r\nAuthorization: Bearer \(RunningService.token)\r\nContent-Length: 9000\r\n"
    let files = [try service.connect(), try service.connect()]
    // what follows goes on with an address: a version that is none may be refused at once (libmicrohttpd 1.0)
    RunningService.write("GET /metrics?".utf8, to: files[0])
    RunningService.write((head + "\r\nwo").utf8, to: files[1])
    let start = Date()
    // a byte now and then
    var ended = [Double](repeating: 0, count: 2)
    while ended.contains(0), Date().timeIntervalSince(start) < 40 {
      usleep(500_000)
      for (index, file) in files.enumerated() where ended[index] == 0 {
        RunningService.write("x".utf8, to: file)
        var byte: UInt8 = 0
        if recv(file, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 || errno != EAGAIN {
          ended[index] = Date().timeIntervalSince(start)
        }
      }
    }
    for file in files { close(file) }
    #expect(ended.allSatisfy { (8.0...30).contains($0) }, "\(ended)")
    #expect(try service.ask("GET", "/metrics").status == 200)
  }

  /// A manuscript that takes some seconds.
  private static let long = Array(
    (0..<400).map {
      "# Chapter \($0)\n\n" + String(repeating: "Some words that fill the pages of a long book. ", count: 700) + "\n\n"
    }
    .joined().utf8)

  @Test("Past its bound it asks for patience; a job that is removed is ended")
  func pressure() throws {
    let service = try RunningService(["-j", "1", "--queue", "1"])
    var ids: [String] = []
    for _ in 0..<2 {
      let order = try service.send(files: [("file", "long.md", Self.long)], [("verify", "yes")])
      ids.append(try #require(order.json["id"] as? String, "\(order.text)"))
    }
    let refused = try service.send(files: [("file", "a.md", Self.book)])
    #expect(refused.status == 429 && refused.headers["retry-after"].flatMap { Int($0) } ?? 0 >= 1, "\(refused.text)")
    #expect(try service.ask("GET", "/jobs/\(ids[0])/pdf").status == 409)
    #expect(try service.ask("GET", "/metrics").text.contains("\noctavo_jobs_waiting 1\n"))
    for id in ids { #expect(try service.ask("DELETE", "/jobs/\(id)").status == 204) }
    #expect(try service.ended(service.send(files: [("file", "a.md", Self.book)])).json["state"] as? String == "done")
    #expect(service.scratch.count == 1, "\(service.scratch)")
  }

  @Test("Where none may wait, one that can begin is taken")
  func noQueue() throws {
    let service = try RunningService(["-j", "1", "--queue", "0"])
    for _ in 0..<2 {
      let order = try service.send(files: [("file", "a.md", Self.book)])
      #expect(try order.status == 202 && service.ended(order).json["state"] as? String == "done", "\(order.text)")
    }
    #expect(try service.send(files: [("file", "long.md", Self.long)]).status == 202)
    #expect(try service.send(files: [("file", "a.md", Self.book)]).status == 429)
  }

  @Test("A job ends at its limits, and says that it may come out otherwise")
  func limits() throws {
    let service = try RunningService(["--time", "0.2s", "--memory", "1G"])
    let job = try service.ended(service.send(files: [("file", "long.md", Self.long)]))
    #expect(job.json["state"] as? String == "failed" && job.json["exit"] as? Int == 6, "\(job.text)")
    #expect(job.json["again"] as? String == "perhaps" && job.text.contains("time-out"))
  }

  @Test("What was made is gone after a time")
  func expiry() throws {
    let service = try RunningService(["--keep", "1s"])
    let job = try service.ended(service.send(files: [("file", "a.md", Self.book)]))
    let path = try #require(job.json["pdf"] as? String)
    var status = 200
    for _ in 0..<20 where status == 200 {
      usleep(300_000)
      status = try service.ask("GET", path).status
    }
    #expect(status == 404)
  }

  @Test(
    "Asked to end, it takes no more, ends what is at work, hands it out and leaves nothing",
    arguments: [SIGTERM, SIGINT])
  func drains(signal: Int32) throws {
    let service = try RunningService(["-j", "1"])
    let some = Array(Self.long.prefix(1 << 20))
    let running = try service.send(files: [("file", "long.md", some)])
    let waiting = try service.send(files: [("file", "long.md", some)])
    service.send(signal)
    var refused = RunningService.Answer()
    for _ in 0..<50 where refused.status != 503 {
      usleep(20_000)
      refused = try service.send(files: [("file", "a.md", Self.book)])
    }
    #expect(refused.status == 503 && refused.headers["retry-after"] != nil, "\(refused.text)")
    let given = try service.ended(waiting)
    #expect(given.json["state"] as? String == "failed" && given.json["again"] as? String == "perhaps")
    let made = try service.ended(running)
    #expect(made.json["state"] as? String == "done", "\(made.text)")
    #expect(try service.ask("GET", try #require(made.json["pdf"] as? String)).status == 200)
    let outcome = service.end()
    #expect(outcome.signal == signal && service.scratch.isEmpty, "\(service.scratch) \(outcome.said)")
  }

  @Test("Every path and every status of its description is there", .timeLimit(.minutes(5)))
  func description() throws {
    let service = try RunningService(["-j", "1", "--queue", "1", "--upload", "1M"])
    let description = try service.ask("GET", "/openapi.json")
    let paths = try #require(description.json["paths"] as? [String: [String: Any]])
    var described: Set<String> = []
    for (path, methods) in paths {
      for (method, operation) in methods {
        guard let responses = (operation as? [String: Any])?["responses"] as? [String: Any] else { continue }
        for status in responses.keys { described.insert("\(method) \(path) \(status)") }
      }
    }
    let options = try #require(
      ((description.json["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])?["Options"]?[
        "properties"]
        as? [String: Any])
    #expect(options["trim"] != nil && options["sheet"] != nil && options["output"] == nil && options["time"] == nil)

    var met: Set<String> = []
    func note(_ method: String, _ path: String, _ answer: RunningService.Answer) {
      var path = path.split(separator: "?")[0]
      if path.hasPrefix("/jobs/") { path = path.hasSuffix("/pdf") ? "/jobs/{id}/pdf" : "/jobs/{id}" }
      met.insert("\(method.lowercased()) \(path) \(answer.status)")
      if answer.status >= 400 { #expect(!answer.code.isEmpty && answer.json["help"] is String, "\(answer.text)") }
    }
    @discardableResult func ask(
      _ method: String, _ path: String, _ body: [UInt8]? = nil, headers: [String] = [],
      token: String? = RunningService.token
    ) throws -> RunningService.Answer {
      let answer = try service.ask(method, path, body, headers: headers, token: token)
      note(method, path, answer)
      return answer
    }
    let unknown = "/jobs/" + String(repeating: "0", count: 32)
    let first = try ask("POST", "/jobs?name=a.md", Self.book)
    _ = try service.ended(first)
    let done = "/jobs/\(first.json["id"] ?? "")"
    for (method, path) in [
      ("POST", "/jobs?name=a.md"), ("GET", done), ("DELETE", done), ("GET", done + "/pdf"), ("GET", "/metrics"),
      ("GET", "/openapi.json"),
    ] {
      let body = method == "POST" ? Self.book : nil
      try ask(method, path, body, token: nil)
      try ask(method, path, body, headers: ["Origin: http://evil.example"])
      try ask(method, path, body ?? [], headers: ["Content-Length: 7"])
      if method == "GET" { try ask(method, path) }
      if path.hasPrefix("/jobs/") { try ask(method, path.replacing(done, with: unknown)) }
    }
    try ask("POST", "/jobs?name=a.md&trim=a55", Self.book)
    try ask("POST", "/jobs?name=a.md", [UInt8](repeating: 65, count: 1_200_000))
    let long = try ask("POST", "/jobs?name=long.txt&verify=yes", Array(Self.long.prefix(1 << 20)))
    let other = try ask("POST", "/jobs?name=long.txt&verify=yes", Array(Self.long.prefix(1 << 20)))
    try ask("POST", "/jobs?name=a.md", Self.book)
    try ask("GET", "/jobs/\(other.json["id"] ?? "")/pdf")
    try ask("DELETE", done)
    try ask("DELETE", "/jobs/\(other.json["id"] ?? "")")
    service.send(SIGTERM)
    for _ in 0..<50 where !met.contains("post /jobs 503") {
      usleep(20_000)
      try ask("POST", "/jobs?name=a.md", Self.book)
    }
    _ = long
    #expect(described.subtracting(met).isEmpty, "described and not met")
    #expect(met.subtracting(described).isEmpty, "met and not described")
  }

  @Test(
    "What does not fit is said before it begins",
    arguments: [
      ["--port", "70000"], ["-j", "0"], ["--queue", "-1"], ["--time", "x"], ["--memory", "1"], ["--upload", "x"],
      ["--keep", ""],
    ])
  func usage(arguments: [String]) throws {
    #expect(try Program.run(["serve"] + arguments, in: try Folder()).code == 2)
  }
}

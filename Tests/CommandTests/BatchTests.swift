import Foundation
import Libc
import Testing

/// `octavo batch`: many books, each in a program of its own.
@Suite("Catalogues") struct BatchTests {
  /// A folder with some short books and a list of them.
  private func catalogue(_ count: Int, options: String = "", lines: [String] = []) throws -> Folder {
    let folder = try Folder()
    for folderName in ["in", "out"] { try folder.make(folderName) }
    var list = ""
    for number in 0..<count {
      try folder.put("BOOK \(number)\n\n" + String(repeating: Folder.book, count: 1 + number), in: "in/b\(number).txt")
      list += "{\"id\":\"b\(number)\",\"input\":\"in/b\(number).txt\",\"output\":\"out/b\(number).pdf\"\(options)}\n"
    }
    try folder.put(list + lines.map { $0 + "\n" }.joined(), in: "list.jsonl")
    return folder
  }

  private func entry(_ id: String, in folder: Folder, ledger: String = "list.ledger") throws -> [String: Any] {
    let bytes = try #require(folder.bytes(of: "\(ledger)/\(id).json"))
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  private func hasParts(_ folder: Folder) throws -> Bool {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return all.contains { $0.hasSuffix(".octavo-part") }
  }

  private func last(_ outcome: Outcome) -> String {
    outcome.messages.split(separator: "\n").first { $0.hasPrefix("list.jsonl: ") && $0.contains(" made, ") }.map(
      String.init) ?? outcome.said
  }

  @Test("Books are made as by themselves, once; one that fails ends no other, and what changed is made again")
  func onceEach() throws {
    let folder = try catalogue(
      3, options: ",\"options\":{\"trim\":\"a6\",\"toc\":false,\"size\":\"10pt\"}",
      lines: ["{\"id\":\"../ gone\",\"input\":\"in/gone.txt\",\"output\":\"out/gone.pdf\"}"])
    let first = try Program.run(["batch", "list.jsonl", "-j2"], in: folder)
    #expect(first.code == 1)
    #expect(last(first).hasPrefix("list.jsonl: 3 made, 0 unchanged, 1 failed, 0 left, "), "\(first.said)")
    #expect(first.said.contains("../ gone: error: \"in/gone.txt\" not found\n"))
    let gone = try entry("%2E.%2F%20gone", in: folder)
    #expect(gone["status"] as? String == "failed" && gone["exit"] as? Int == 1 && gone["tries"] as? Int == 1)
    #expect(gone["again"] as? String == "never")
    #expect(
      try Program.run(["in/b2.txt", "--trim", "a6", "--no-toc", "--size", "10pt", "-o", "own.pdf"], in: folder).code
        == 0)
    #expect(folder.bytes(of: "own.pdf") == folder.bytes(of: "out/b2.pdf"))
    let second = try Program.run(["batch", "list.jsonl"], in: folder)
    #expect(last(second).hasPrefix("list.jsonl: 0 made, 3 unchanged, 1 failed, 0 left, "))
    try folder.put("ANOTHER\n\n" + Folder.book, in: "in/b1.txt")
    unlink(folder.at("out/b2.pdf"))
    try folder.put("GONE\n\n" + Folder.book, in: "in/gone.txt")
    let third = try Program.run(["batch", "list.jsonl"], in: folder)
    #expect(third.code == 0 && last(third).hasPrefix("list.jsonl: 3 made, 1 unchanged, 0 failed, 0 left, "))
    // what is only newer is looked into by its own program
    try folder.put("ANOTHER\n\n" + Folder.book, in: "in/b1.txt")
    #expect(last(try Program.run(["batch", "list.jsonl"], in: folder)).contains(" 0 made, 4 unchanged, "))
    let newer = try entry("b1", in: folder)
    let input = try #require((newer["inputs"] as? [[String: Any]])?.first { $0["file"] as? String == "in/b1.txt" })
    var info = stat()
    stat(folder.at("in/b1.txt"), &info)
    #expect((input["modified"] as? String)?.hasPrefix("\(info.st_mtim.tv_sec).") == true)
    #expect(newer["pages"] as? Int == 3 && newer["verified"] is NSNull)
    #expect(last(try Program.run(["batch", "list.jsonl", "--recheck"], in: folder)).contains(" 0 made, 4 unchanged, "))
  }

  @Test("Manuscripts, or a folder of them, are a list of their own, with options for all")
  func manuscripts() throws {
    let folder = try catalogue(2)
    let made = try Program.run(["batch", "in", "--trim", "a6", "--verify", "-o", "pdf"], in: folder)
    #expect(made.code == 0, "\(made.said)")
    #expect(try Program.run(["in/b1.txt", "--trim", "a6", "--verify", "-o", "own.pdf"], in: folder).code == 0)
    #expect(folder.bytes(of: "own.pdf") == folder.bytes(of: "pdf/b1.pdf") && folder.bytes(of: "pdf/b0.pdf") != nil)
    #expect(try entry("b0", in: folder, ledger: "in.ledger")["verified"] as? Int ?? 0 > 9)
    let report = try Program.run(
      ["batch", "in", "--trim", "a6", "--verify", "-o", "pdf", "--report", "text"], in: folder)
    #expect(report.text.contains("every word proved in 2 of 2: "), "\(report.text)")
    let two = try Program.run(["batch", "in/b0.txt", "in/b1.txt", "--ledger", "two"], in: folder)
    #expect(two.code == 0 && folder.bytes(of: "b0.pdf") != nil && folder.bytes(of: "two/b1.json") != nil, "\(two.said)")
    // what a line asks for goes before what is asked for all
    let list = try Program.run(["batch", "list.jsonl", "--trim", "a5", "--dry-run"], in: folder)
    #expect(list.code == 0)
    for (arguments, said) in [
      (["batch", "in", "--no-such-thing"], "unknown option"), (["batch", "list.jsonl", "-o", "x"], "leave out -o"),
      (["batch", "in", "--log", "x"], "takes no --log"), (["batch", "out"], "no manuscript lies in the folder"),
    ] {
      let run = try Program.run(arguments, in: folder)
      #expect(run.code == 2 && run.said.contains(said), "\(run.said)")
    }
  }

  @Test("Every line is checked before any book is made")
  func lines() throws {
    let folder = try catalogue(
      1,
      lines: [
        "{\"id\":\"a\",\"input\":\"x.txt\",\"output\":\"a.pdf\",\"options\":{\"trimm\":\"a5\"}}",
        "{\"id\":\"b\",\"input\":\"x.txt\",\"output\":\"b.pdf\",\"options\":{\"trim\":\"a55\"}}",
        "{\"id\":\"b0\",\"input\":\"x.txt\",\"output\":\"c.pdf\"}",
        "{\"id\":\"d\",\"input\":\"x.txt\",\"output\":\"out/b0.pdf\"}",
        "{\"id\":\"e\",\"input\":\"x.txt\",\"output\":\"e.pdf\"",
        "{\"id\":\"f\",\"input\":\"x.txt\",\"output\":\"f.pdf\",\"trim\":\"a5\"}",
        "{\"id\":\"g\",\"job\":\"check\",\"input\":\"x.pdf\",\"options\":{\"for\":\"kpd\"}}",
        "{\"id\":\"h\",\"job\":\"impose\",\"input\":\"x.pdf\",\"output\":\"h.pdf\",\"options\":{\"up\":3,\"scheme\":\"booklet\"}}",
        "{\"id\":\"i\",\"input\":\"x.txt\",\"output\":\"i.pdf\",\"options\":{\"jobs\":2}}",
        "{\"id\":\"j\",\"input\":\"x.txt\"}", "{\"input\":\"x.txt\",\"output\":\"k.pdf\"}",
        "{\"id\":\"l\",\"input\":\"-\",\"output\":\"l.pdf\"}",
        "{\"id\":\"m\",\"job\":\"bind\",\"input\":\"x.txt\",\"output\":\"m.pdf\"}",
      ])
    let outcome = try Program.run(["batch", "list.jsonl", "--format", "short"], in: folder)
    #expect(
      outcome.said == """
        list.jsonl:2: error: "octavo build" takes no option "trimm"
        list.jsonl:3: error: unknown trim "a55"
        list.jsonl:4: error: "b0" is the name of the book in line 1, too
        list.jsonl:5: error: "out/b0.pdf" is where the book in line 1 goes, too
        list.jsonl:6:43: error: the line is no object of JSON
        list.jsonl:7: error: a line has no "trim"
        list.jsonl:8: error: "kpd" is no value for --for
        list.jsonl:9: error: --up and --scheme booklet contradict each other
        list.jsonl:10: error: "octavo build" takes no option "jobs"
        list.jsonl:11: error: the book has no output
        list.jsonl:12: error: the book has no id
        list.jsonl:13: error: the book has no input
        list.jsonl:14: error: there is no job "bind"
        list.jsonl: error: 13 lines of the list cannot be followed, so no book was made

        """)
    #expect(outcome.code == 2 && !folder.names.contains("list.ledger"))
    for arguments in [["none.jsonl"], ["list.jsonl", "--shard", "3/2"], ["list.jsonl", "-j", "0"]] {
      #expect(try Program.run(["batch"] + arguments, in: folder).code == 2)
    }
  }

  @Test("CSV asks for the same books, quotes and line ends in them included")
  func csv() throws {
    let folder = try catalogue(1, options: ",\"options\":{\"title\":\"One, \\\"two\\\"\\nthree\",\"toc\":true}")
    #expect(try Program.run(["batch", "list.jsonl", "--ledger", "l"], in: folder).code == 0)
    try folder.put(
      "id,output,input,toc,title,trim\r\nb0,out/b0.pdf,in/b0.txt,yes,\"One, \"\"two\"\"\nthree\",\r\n", in: "list.csv")
    let outcome = try Program.run(["batch", "list.csv", "--ledger", "l"], in: folder)
    #expect(outcome.said.contains(": 0 made, 1 unchanged, "), "\(outcome.said)")
  }

  @Test("Each book is in one part of several, whatever others there are, and with what it is made from")
  func shards() throws {
    let folder = try catalogue(
      9,
      lines: (0..<9).map {
        "{\"id\":\"s\($0)\",\"job\":\"impose\",\"input\":\"out/b\($0).pdf\",\"output\":\"out/s\($0).pdf\"}"
      })
    var counts: [Int] = []
    for shard in 1...3 {
      let said = try Program.run(["batch", "list.jsonl", "--shard", "\(shard)/3", "--dry-run"], in: folder).said
      counts.append(try #require(Int(said.split(separator: " ")[1])))
    }
    #expect(counts.reduce(0, +) == 18 && counts.allSatisfy { $0 > 0 && $0 % 2 == 0 }, "\(counts)")
    let outcome = try Program.run(["batch", "list.jsonl", "--shard", "2/3"], in: folder)
    #expect(outcome.code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.at("out"))
    #expect(names.count == counts[1])
  }

  @Test("Sheets, covers and checks are jobs, too; what is made of another's output waits for it, or fails with it")
  func jobs() throws {
    let folder = try catalogue(
      1,
      lines: [
        "{\"id\":\"sheets\",\"job\":\"impose\",\"input\":\"out/b0.pdf\",\"output\":\"out/s.pdf\",\"options\":{\"guide\":true}}",
        "{\"id\":\"check\",\"job\":\"check\",\"input\":\"out/s.pdf\",\"output\":\"out/c.json\",\"options\":{\"for\":[\"a-2b\",\"ua-1\"]}}",
        "{\"id\":\"cover\",\"job\":\"cover\",\"input\":\"in/b0.txt\",\"output\":\"new/er/k.pdf\",\"options\":{\"page-count\":80}}",
        "{\"id\":\"gone\",\"input\":\"gone.txt\",\"output\":\"out/gone.pdf\"}",
        "{\"id\":\"of gone\",\"job\":\"impose\",\"input\":\"out/gone.pdf\",\"output\":\"out/g.pdf\"}",
      ])
    let outcome = try Program.run(["batch", "list.jsonl", "-j3"], in: folder)
    #expect(last(outcome).contains(": 3 made, 0 unchanged, 3 failed, 0 left, "), "\(outcome.said)")
    #expect(try entry("sheets", in: folder)["job"] as? String == "impose")
    let check = try entry("check", in: folder)
    #expect(check["exit"] as? Int == 4 && check["again"] as? String == "never")
    #expect(folder.text(of: "out/c.json")?.contains("\"findings\":[{") == true)
    let without = try entry("of%20gone", in: folder)
    #expect(without["tries"] as? Int == 0)
    let report = try Program.run(["batch", "list.jsonl", "--report", "json"], in: folder).output
    let all = try #require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
    #expect(all["books"] as? Int == 6 && all["made"] as? Int == 3 && all["failed"] as? Int == 3)
    #expect(all["failures"] as? [String: Int] == ["check-failed": 1, "file-missing": 1, "source-failed": 1])
    let csv = try Program.run(["batch", "list.jsonl", "--report", "csv"], in: folder).text
    #expect(csv.split(separator: "\r\n").count == 7 && csv.contains("\r\ngone,failed,1,never,"))
    let text = try Program.run(["batch", "list.jsonl", "--report", "text"], in: folder).text
    #expect(text.hasPrefix("6 books: 3 made, 3 failed, 0 missing\n"))
  }

  @Test("What may pass is tried again, and the batch then ends with 6")
  func retries() throws {
    let folder = try catalogue(2)
    let outcome = try Program.run(["batch", "list.jsonl", "--memory", "20M", "--retries", "1", "-j2"], in: folder)
    #expect(outcome.code == 6 && outcome.said.contains("2 may come out when the batch is run again"))
    let failed = try entry("b0", in: folder)
    #expect(failed["tries"] as? Int == 2 && failed["again"] as? String == "perhaps" && failed["exit"] as? Int == 6)
    #expect(last(try Program.run(["batch", "list.jsonl"], in: folder)).contains(" 2 made, 0 unchanged, 0 failed, "))
  }

  /// Waits until the batch has made some books.
  private func wait(for count: Int, in folder: Folder) {
    var rest = 1500
    func made() -> Int {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.at("list.ledger"))
      return names?.count { !$0.hasPrefix(".") } ?? 0
    }
    while rest > 0, made() < count {
      usleep(10_000)
      rest -= 1
    }
  }

  @Test(
    "SIGTERM lets the books at work end, SIGKILL none; the next batch goes on where either was", arguments: [15, 9])
  func stopped(by signal: Int32) throws {
    let folder = try catalogue(12)
    let child = try Program.start(program: try Program.path(), ["batch", "list.jsonl", "-j1"], in: folder)
    wait(for: 3, in: folder)
    kill(child.process.processIdentifier, signal)
    let outcome = child.end()
    #expect(outcome.signal == signal)
    let made = (0..<12).filter { folder.bytes(of: "list.ledger/b\($0).json") != nil }.count
    #expect(made >= 3 && made < 12)
    #expect((0..<12).filter { folder.bytes(of: "out/b\($0).pdf") != nil }.count - made <= (signal == 9 ? 1 : 0))
    let rest = try Program.run(["batch", "list.jsonl"], in: folder)
    #expect(rest.code == 0 && last(rest).contains(": \(12 - made) made, \(made) unchanged, 0 failed, "), "\(rest.said)")
    #expect(try signal == 9 || !hasParts(folder))
  }

  @Test("A program that somebody kills is begun again")
  func killedChild() throws {
    let folder = try catalogue(1)
    try folder.make("bin")
    // the first run of pandoc kills the program that waits for it
    try folder.put(
      "#!/bin/sh\n[ -e tried ] || { touch tried; kill -9 $PPID; sleep 5; }\necho '{\"pandoc-api-version\":[1,23],\"meta\":{},\"blocks\":[{\"t\":\"Para\",\"c\":[{\"t\":\"Str\",\"c\":\"word\"}]}]}'\n",
      in: "bin/pandoc")
    chmod(folder.at("bin/pandoc"), 0o755)
    try folder.put("word", in: "x.rst")
    try folder.put("{\"id\":\"x\",\"input\":\"x.rst\",\"output\":\"x.pdf\"}", in: "list.jsonl")
    let path = folder.at("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let outcome = try Program.run(["batch", "list.jsonl"], in: folder, environment: ["PATH": path])
    #expect(outcome.code == 0 && last(outcome).contains(": 1 made, "), "\(outcome.said)")
    #expect(folder.names.isSuperset(of: ["tried", "x.pdf"]))
  }

  @Test("Two batches over one ledger make no half file, and the same bytes as one")
  func together() throws {
    let folder = try catalogue(10)
    let first = try Program.start(program: try Program.path(), ["batch", "list.jsonl", "-j2"], in: folder)
    let second = try Program.run(["batch", "list.jsonl", "-j2"], in: folder)
    let outcome = first.end()
    #expect(outcome.code == 0 && second.code == 0, "\(outcome.said)\(second.said)")
    #expect(try !hasParts(folder))
    let hashes = (0..<10).map { folder.bytes(of: "out/b\($0).pdf") }
    #expect(!hashes.contains(nil))
    for number in 0..<10 { unlink(folder.at("out/b\(number).pdf")) }
    #expect(try Program.run(["batch", "list.jsonl", "--ledger", "other"], in: folder).code == 0)
    #expect((0..<10).map { folder.bytes(of: "out/b\($0).pdf") } == hashes)
  }
}

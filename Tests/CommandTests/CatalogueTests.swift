import Foundation
import Libc
import OctavoCommand
import Testing

/// What one run among many gives to who runs them.
@Suite("Runs that no one looks at") struct CatalogueTests {
  private func json(_ name: String, in folder: Folder) throws -> [String: Any] {
    let bytes = try #require(folder.bytes(of: name))
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  private func sha256(_ name: String, in folder: Folder) throws -> String {
    let outcome = try Program.run(program: "/usr/bin/sha256sum", [name], in: folder)
    return String(outcome.text.prefix(64))
  }

  @Test("--summary tells in fields what the last line tells in words, with hashes that others find too")
  func summary() throws {
    let folder = try Folder()
    try folder.put("# One\n\nA word, *leaning*.[^1]\n\n[^1]: A note \u{13000}.\n", in: "b.md")
    try folder.put("trim: a6\n", in: "octavo.yaml")
    #expect(try Program.run(["b.md", "-o", "b.pdf", "--summary", "b.json", "--verify"], in: folder).code == 0)
    let summary = try json("b.json", in: folder)
    #expect(summary["status"] as? String == "made" && summary["job"] as? String == "build")
    #expect(summary["pages"] as? Int == 3 && summary["sheets"] as? Int == 3 && summary["trim"] as? String == "A6")
    #expect(summary["words"] as? Int == 7 && (summary["verified"] as? Int ?? 0) > 6)
    let outputs = try #require(summary["outputs"] as? [[String: Any]])
    let hash = try sha256("b.pdf", in: folder)
    #expect(outputs.count == 1 && outputs[0]["sha256"] as? String == hash)
    let inputs = try #require(summary["inputs"] as? [[String: Any]])
    for name in ["b.md", "octavo.yaml"] {
      let input = inputs.first { $0["file"] as? String == name }
      let hash = try sha256(name, in: folder)
      #expect(input?["sha256"] as? String == hash)
    }
    let fonts = try #require(summary["fonts"] as? [[String: String]]).compactMap { $0["name"] }
    #expect(fonts.contains("EBGaramond12-Regular") && fonts.contains("EBGaramond12-Italic"))
    #expect((summary["peak"] as? Int ?? 0) > 1 << 20)
    let key = try Program.run(["key", "b.md", "--verify"], in: folder).text
    #expect(summary["key"] as? String == String(key.dropLast()))
  }

  @Test("The key hangs on what is read and on options, not on places and times")
  func key() throws {
    let folder = try Folder()
    func key(_ options: String..., environment: [String: String] = [:]) throws -> String {
      let outcome = try Program.run(["key"] + options, in: folder, environment: environment)
      #expect(outcome.code == 0 && outcome.text.count == 65, "\(outcome.said)")
      return outcome.text
    }
    let first = try key("book.txt")
    try folder.make("deep")
    try folder.put(Folder.book, in: "deep/book.txt")
    #expect(try key("deep/book.txt") == first)
    #expect(try key("book.txt", "--trim", "a5") == first)
    #expect(try key("book.txt", "--trim", "a6") != first)
    #expect(try key("book.txt", "--pages", "1") != first)
    #expect(try key("book.txt", environment: ["SOURCE_DATE_EPOCH": "1"]) != first)
    try folder.put("size: 10pt\n", in: "octavo.yaml")
    #expect(try key("book.txt") != first)
    try folder.put("size: 11pt\n", in: "octavo.yaml")
    let same = try key("book.txt")
    try folder.put(Folder.book + " ", in: "book.txt")
    #expect(try key("book.txt") != same)
  }

  @Test("--if-changed does nothing twice, and everything where PDF, text, options or judgement changed")
  func ifChanged() throws {
    let folder = try Folder()
    func said(_ options: String...) throws -> String {
      try Program.run(["book.txt", "-o", "x.pdf", "--if-changed"] + options, in: folder).messages
    }
    let made = "x.pdf: 3 pages, A5, … s, 0 warnings\n"
    let unchanged = "x.pdf: as it was made before: nothing has changed\n"
    #expect(try said() == made)
    #expect(folder.names.contains("x.summary.json"))
    #expect(try said() == unchanged)
    try folder.put(Folder.book, in: "book.txt")  // at another time
    #expect(try said() == unchanged)
    try folder.put("broken", in: "x.pdf")
    #expect(try said() == made)
    #expect(try said("--strict") == made)
    #expect(try said("--strict") == unchanged)
    try folder.put(Folder.book + "More.\n", in: "book.txt")
    #expect(try said() == made)
    try folder.put("{", in: "x.summary.json")
    #expect(try said() == made)
    let stream = try Program.run(["book.txt", "-o", "-", "--if-changed"], in: folder)
    #expect(stream.code == 2)
  }

  @Test("Sheets and covers have summaries, too")
  func others() throws {
    let folder = try Folder()
    #expect(try Program.run(["book.txt", "-o", "x.pdf"], in: folder).code == 0)
    for (number, command) in [
      ["impose", "book.txt", "--duplex", "manual"], ["impose", "x.pdf"], ["cover", "book.txt", "--page-count", "80"],
    ].enumerated() {
      let arguments = command + ["-o", "y\(number).pdf", "--summary", "y\(number).json", "--if-changed"]
      #expect(try Program.run(arguments, in: folder).code == 0)
      let summary = try json("y\(number).json", in: folder)
      let outputs = try #require(summary["outputs"] as? [[String: Any]])
      #expect(outputs.count == (number == 0 ? 2 : 1) && summary["job"] as? String == command[0])
      #expect(try Program.run(arguments, in: folder).messages.hasSuffix("nothing has changed\n"))
    }
  }

  @Test("--log has every message, whatever -q keeps from the terminal, and the failure, too")
  func log() throws {
    let folder = try Folder()
    try folder.put("# A\n\n" + String(repeating: "Signs \u{13000}\u{13001}. ", count: 3), in: "b.md")
    let outcome = try Program.run(["b.md", "-o", "b.pdf", "-q", "--log", "l", "--font", "EB Garamond 12"], in: folder)
    #expect(outcome.code == 0 && outcome.said == "")
    let lines = try #require(folder.text(of: "l")).split(separator: "\n")
    #expect(lines.last?.contains("\"code\":\"written\"") == true)
    let failed = try Program.run(["none.md", "-q", "--log", "l"], in: folder)
    #expect(failed.code == 1)
    let line = try #require(folder.text(of: "l"))
    #expect(line.contains("\"code\":\"file-missing\"") && line.split(separator: "\n").count == 1)
  }

  @Test("--strict=CODE lets other warnings pass, and a code that there is not is wrong usage")
  func strictOn() throws {
    let folder = try Folder()
    try folder.put("It was \u{E9} day.\n", in: "book.txt")
    try folder.put([0x49, 0x74, 0x20, 0xE9, 0x2E, 0x0A], in: "latin.txt")
    func code(_ options: String...) throws -> Int32? {
      try Program.run(["latin.txt", "-o", "x.pdf"] + options, in: folder).code
    }
    #expect(try code("--strict") == 3)
    #expect(try code("--strict=glyph-missing") == 0)
    let outcome = try Program.run(["latin.txt", "--summary", "s", "-o", "x.pdf"], in: folder)
    #expect(outcome.code == 0)
    let summary = try json("s", in: folder)
    let found = try #require(summary["warnings"] as? [String: Int]).keys.sorted()
    #expect(!found.isEmpty)
    #expect(try code("--strict=glyph-missing,\(found[0])") == 3)
    #expect(try code("--strict-on", found[0]) == 3)
    let wrong = try Program.run(["latin.txt", "--strict=glyph-mising"], in: folder)
    #expect(wrong.code == 2 && wrong.said.contains("did you mean \"glyph-missing\"?"))
  }

  @Test("Past --time and --memory the run ends with 6 and its reason, and leaves nothing")
  func limits() throws {
    let folder = try Folder()
    let late = try Program.run(["book.txt", "-o", "x.pdf", "--time", "0.001s"], in: folder)
    #expect(late.code == 6 && late.said.hasPrefix("octavo: error: stopped after "))
    let large = try Program.run(["book.txt", "-o", "x.pdf", "--memory", "20M"], in: folder)
    #expect(large.code == 6 && large.said.contains("help: --memory 20M allows no more"), "\(large.said)")
    #expect(folder.names == ["book.txt"])
    #expect(try Program.run(["book.txt", "-o", "x.pdf", "--time", "1m", "--memory", "1G"], in: folder).code == 0)
    for wrong in [["--time", "soon"], ["--time", "0"], ["--memory", "5"], ["--memory", "many"]] {
      #expect(try Program.run(["book.txt"] + wrong, in: folder).code == 2)
    }
  }

  @Test("pandoc has no more time than the run that asked for it")
  func childrenEnd() throws {
    let folder = try Folder()
    try folder.make("bin")
    try folder.put("#!/bin/sh\necho $$ > pid\nexec sleep 60\n", in: "bin/pandoc")
    chmod(folder.at("bin/pandoc"), 0o755)
    try folder.put("x", in: "x.rst")
    let path = folder.at("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let outcome = try Program.run(["x.rst", "--time", "2s"], in: folder, environment: ["PATH": path])
    #expect(outcome.code == 6)
    let number = try #require(folder.text(of: "pid"))
    let pid = try #require(Int32(number.dropLast()))
    // until the system's first program has taken note of it
    var rest = 500
    while kill(pid, 0) == 0, rest > 0 {
      usleep(20_000)
      rest -= 1
    }
    #expect(kill(pid, 0) != 0)
  }

  @Test("The list of codes is what the sources say")
  func codes() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources")
      .standardized
    var found: Set<String> = []
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", file.lastPathComponent != "MessageCodes.swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/(?:code:|warn\(|warnOnce\(|problem\()\s*"([a-z0-9-]+)"/#) {
        found.insert(String(match.1))
      }
    }
    #expect(found.subtracting(MessageCodes.all).isEmpty && Set(MessageCodes.all).subtracting(found).isEmpty)
  }
}

import Foundation
import Testing

@Suite("Forms of messages") struct MessageTests {
  /// One warning: a letter in CP1252.
  static let old = Array("A caf".utf8) + [0xE9, 0x0A]

  @Test("Under --strict a warning is exit 3 and nothing is written", arguments: [true, false])
  func strict(oldExists: Bool) throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "old.txt")
    if oldExists { try folder.put("the old file", in: "old.pdf") }
    let outcome = try Program.run(["old.txt", "--strict", "--encoding", "CP1252"], in: folder)
    // a named encoding is no guess, so there is nothing to warn of
    #expect(outcome.code == 0)
    if oldExists {
      try folder.put("the old file", in: "old.pdf")
    } else {
      try FileManager.default.removeItem(atPath: folder.at("old.pdf"))
    }
    let strict = try Program.run(["old.txt", "--strict"], in: folder)
    #expect(
      strict.said == """
        old.txt:1:6: warning: not UTF-8 (byte 0xE9); read as ISO-8859-1
          help: if letters are wrong, name the encoding: --encoding NAME
        old.txt: error: 1 warning under --strict, so nothing was written
          help: mend what they name, or leave --strict out

        """)
    #expect(strict.code == 3)
    #expect(folder.text(of: "old.pdf") == (oldExists ? "the old file" : nil))
    #expect(folder.names == (oldExists ? ["book.txt", "old.txt", "old.pdf"] : ["book.txt", "old.txt"]))
  }

  @Test("-q says nothing but errors")
  func quiet() throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "old.txt")
    let good = try Program.run(["old.txt", "-q"], in: folder)
    #expect(good.said == "")
    #expect(good.code == 0)
    let bad = try Program.run(["missing.txt", "-q"], in: folder)
    #expect(bad.said == "missing.txt: error: \"missing.txt\" not found\n  help: check the path and its spelling\n")
    #expect(bad.code == 1)
    let strict = try Program.run(["old.txt", "-q", "--strict"], in: folder)
    #expect(
      strict.said == """
        old.txt: error: 1 warning under --strict, so nothing was written
          help: mend what they name, or leave --strict out

        """)
    #expect(strict.code == 3)
  }

  @Test("--format short is one line a message, wherever the option stands")
  func short() throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "old.txt")
    #expect(
      try Program.run(["old.txt", "--format", "short"], in: folder).messages == """
        old.txt:1:6: warning: not UTF-8 (byte 0xE9); read as ISO-8859-1
        old.pdf: 3 pages, A5, … s, 1 warning

        """)
    for arguments in [["missing.txt", "--format", "short"], ["--format=short", "missing.txt"]] {
      #expect(try Program.run(arguments, in: folder).said == "missing.txt: error: \"missing.txt\" not found\n")
    }
    #expect(
      try Program.run(["book.txt", "--frobnicate", "--format", "short"], in: folder).said
        == "octavo: error: unknown option \"--frobnicate\"\n")
  }

  @Test("--format json is one object a line, the last line too")
  func json() throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "old.txt")
    let built = try Program.run(["old.txt", "--format", "json"], in: folder)
    #expect(
      built.messages == """
        {"schema":1,"severity":"warning","code":"not-utf8","place":"old.txt:1:6","message":"not UTF-8 (byte 0xE9); read as ISO-8859-1","help":"if letters are wrong, name the encoding: --encoding NAME"}
        {"schema":1,"severity":"note","code":"written","place":"old.pdf","message":"3 pages, A5, … s, 1 warning"}

        """)
    let missing = try Program.run(["a \"b\"\t\\.txt", "--format", "json"], in: folder)
    #expect(
      missing.said == #"""
        {"schema":1,"severity":"error","code":"file-missing","place":"a \"b\"\t\\.txt","message":"\"a \"b\"\t\\.txt\" not found","help":"check the path and its spelling"}

        """#)
    let usage = try Program.run(["book.txt", "--trim", "a55", "--format=json"], in: folder)
    for line in (built.said + missing.said + usage.said).split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["schema"] as? Int == 1)
      #expect(object["code"] is String)
    }
    #expect(usage.said.hasPrefix(#"{"schema":1,"severity":"error","code":"usage","message":"unknown trim \"a55\"","#))
  }

  @Test("Colour comes on a terminal or when asked for, never in a file by itself")
  func colour() throws {
    let folder = try Folder()
    #expect(
      try Program.run(["missing.txt", "--color", "always"], in: folder).said
        == "missing.txt: \u{1B}[31merror\u{1B}[0m: \"missing.txt\" not found\n  help: check the path and its spelling\n"
    )
    let plain = try Program.run(["missing.txt"], in: folder, environment: ["TERM": "xterm-256color"])
    #expect(!plain.said.contains("\u{1B}"))
  }
}

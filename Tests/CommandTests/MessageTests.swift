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

  @Test("A PDF is no manuscript, whatever it would be called")
  func pdfAsManuscript() throws {
    let folder = try Folder()
    try folder.put("%PDF-1.7\n", in: "x.pdf")
    for arguments in [["x.pdf"], ["x.pdf", "-o", "y.pdf"]] {
      let outcome = try Program.run(arguments, in: folder)
      #expect(
        outcome.said == """
          x.pdf: error: "x.pdf" is not text but looks like: PDF document
            help: octavo makes PDFs from text; give it the text the PDF was made from

          """)
      #expect(outcome.code == 1)
    }
    #expect(folder.names == ["book.txt", "x.pdf"])
  }

  @Test(
    "Lengths come back in the unit in which they were given",
    arguments: [
      (["--inside", "120mm"], "the margins leave a measure of 5mm, less than the 19.4mm that five ems take"),
      (["--outside", "4.5in"], "the margins leave a measure of 0.54in, less than the 0.76in that five ems take"),
      (["--top", "17.5cm"], "the margins leave a text block 1cm high, less than the 1.48cm of three lines"),
      (["--bleed", "80mm"], "a bleed of 80mm is not possible"),
      (["--trim", "1x1cm"], "a page of 1cm by 1cm cannot be made"),
    ])
  func unitsAsGiven(options: [String], message: String) throws {
    let folder = try Folder()
    let outcome = try Program.run(["book.txt"] + options, in: folder)
    #expect(outcome.code == 2)
    #expect(outcome.said.hasPrefix("octavo: error: \(message)\n"), "\(outcome.said)")
  }

  @Test("An expression for chapters that no line bears out is told")
  func noChaptersBy() throws {
    let folder = try Folder()
    let outcome = try Program.run(["book.txt", "--chapters-by", "^XYZ"], in: folder)
    #expect(outcome.code == 0)
    #expect(
      outcome.said.hasPrefix(
        """
        book.txt: warning: no line begins a chapter by "^XYZ"
          help: "octavo inspect" shows the book without --chapters-by; the expression is matched line by line

        """), "\(outcome.said)")
    let found = try Program.run(["book.txt", "--chapters-by", "^It was"], in: folder)
    #expect(!found.said.contains("begins a chapter"))
  }

  @Test("A page without lines of its own is no page whose break is explained")
  func explainedPage() throws {
    let folder = try Folder()
    let outcome = try Program.run(["book.txt", "--explain-page", "7"], in: folder)
    #expect(outcome.code == 2)
    #expect(
      outcome.said == """
        book.txt: error: the book has no page 7 whose break was chosen
          help: --explain-page takes an arabic folio as printed; blank pages, titles and contents are not explained

        """)
  }

  @Test("No bar stands between lines of JSON")
  func noBarInJSON() throws {
    let folder = try Folder()
    // the bar comes after half a second; the pipe opens when octavo is there to read it
    let slowly = { (form: String) in
      "rm -f pipe; mkfifo pipe; { sleep 0.7; cat book.txt; } > pipe & \"$OCTAVO\" pipe -o x.pdf --progress always \(form)"
    }
    #expect(try Program.shell(slowly(""), in: folder).said.contains("\u{1B}[K"))
    let outcome = try Program.shell(slowly("--format json"), in: folder)
    #expect(outcome.code == 0)
    let lines = outcome.said.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
  }

  @Test("The manual has what the environment and the exit codes mean")
  func manual() throws {
    let folder = try Folder()
    let page = try Program.run(["manual"], in: folder).text
    #expect(page.contains(".SH EXIT STATUS\n.TP\n.B 0\nDone.\n"))
    #expect(page.contains(".TP\n.B 6\n"))
    #expect(page.contains(".SH ENVIRONMENT\n.TP\n.B SOURCE_DATE_EPOCH\n"))
    #expect(page.contains(".B NO_COLOR\n"))
  }

  @Test("inspect takes every form of messages")
  func inspectShort() throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "old.txt")
    let outcome = try Program.run(["inspect", "old.txt", "--format", "short"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.said == "old.txt:1:6: warning: not UTF-8 (byte 0xE9); read as ISO-8859-1\n")
    #expect(outcome.text == (try Program.run(["inspect", "old.txt"], in: folder).text))
  }
}

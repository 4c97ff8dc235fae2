import Foundation
import Libc
import Testing

@Suite("Where the PDF goes") struct OutputTests {
  @Test("Without -o the PDF is in ./Output if that folder exists, else here")
  func defaultPlace() throws {
    let folder = try Folder()
    #expect(try Program.run(["book.txt"], in: folder).messages == "book.pdf: 3 pages, A5, … s, 0 warnings\n")
    #expect(folder.names == ["book.txt", "book.pdf"])
    try folder.make("Output")
    #expect(try Program.run(["./book.txt"], in: folder).messages == "Output/book.pdf: 3 pages, A5, … s, 0 warnings\n")
    #expect(folder.bytes(of: "Output/book.pdf") == folder.bytes(of: "book.pdf"))
    // the name counts, not the folder of the manuscript; only the last ending goes
    try folder.make("deep")
    try folder.put(Folder.book, in: "deep/my.second.book")
    let outcome = try Program.run(["build", "deep/my.second.book"], in: folder)
    #expect(outcome.messages == "Output/my.second.pdf: 3 pages, A5, … s, 0 warnings\n")
  }

  @Test("A file called Output is no folder to write into")
  func outputIsFile() throws {
    let folder = try Folder()
    try folder.put("notes", in: "Output")
    #expect(try Program.run(["book.txt"], in: folder).messages == "book.pdf: 3 pages, A5, … s, 0 warnings\n")
    #expect(folder.text(of: "Output") == "notes")
  }

  @Test("The last line tells pages, sheets and trim")
  func lastLine() throws {
    let folder = try Folder()
    func line(_ options: String...) throws -> String {
      try Program.run(["book.txt", "-o", "x.pdf"] + options, in: folder).messages
    }
    #expect(try line("--layout", "spread") == "x.pdf: 3 pages on 2 sheets, A5, … s, 0 warnings\n")
    #expect(try line("--spine", "mid") == "x.pdf: 3 pages on 2 sheets, A5, … s, 0 warnings\n")
    #expect(try line("--trim", "6x9") == "x.pdf: 3 pages, 6x9, … s, 0 warnings\n")
    #expect(try line("--trim", "140x216mm") == "x.pdf: 3 pages, 140 × 216 mm, … s, 0 warnings\n")
    #expect(try line("--no-title-page") == "x.pdf: 1 page, A5, … s, 0 warnings\n")
    #expect(try line("-q") == "")
  }

  @Test(
    "A place that takes no file is refused before the work, exit 5",
    arguments: [
      ("none/x.pdf", "the folder \"none\" does not exist", "make it first, or choose another place with -o"),
      ("none/", "the folder \"none/\" does not exist", "make it first, or choose another place with -o"),
      ("book.txt/x.pdf", "\"book.txt\" is a file, not a folder", "choose another place with -o"),
      ("book.txt/deep/x.pdf", "\"book.txt\" is a file, not a folder", "choose another place with -o"),
      ("folder", "\"folder\" is a folder", "add the name of a file to it"),
      ("folder/", "\"folder/\" is a folder", "add the name of a file to it"),
      (
        "/proc/x.pdf", "\"/proc/x.pdf\" cannot be written: permission denied",
        "give yourself the right to write there, or choose another place with -o"
      ),
    ])
  func refusedPlace(path: String, message: String, help: String) throws {
    let folder = try Folder()
    try folder.make("folder")
    let outcome = try Program.run(["book.txt", "-o", path], in: folder)
    #expect(outcome.said == "\(path): error: \(message)\n  help: \(help)\n")
    #expect(outcome.code == 5)
    #expect(folder.names == ["book.txt", "folder"])
    #expect(folder.text(of: "book.txt") == Folder.book)
  }

  @Test("A folder without the right to write is refused", .enabled(if: geteuid() != 0, "root may write everywhere"))
  func noPermission() throws {
    let folder = try Folder()
    try folder.make("folder")
    chmod(folder.at("folder"), 0o555)
    let outcome = try Program.run(["book.txt", "-o", "folder/x.pdf"], in: folder)
    #expect(
      outcome.said == """
        folder/x.pdf: error: "folder/x.pdf" cannot be written: permission denied
          help: give yourself the right to write there, or choose another place with -o

        """)
    #expect(outcome.code == 5)
  }

  // The book is some 11 KB; a block is 512 bytes.
  @Test(
    "A file that may not grow: exit 5, the old one stays whole, nothing else is left",
    .enabled(if: Program.sanitizer != "thread", "the sanitizer itself needs files that grow"),
    arguments: [0, 1, 4, 9, 16],
    [true, false])
  func sizeLimit(blocks: Int, oldExists: Bool) throws {
    let folder = try Folder()
    if oldExists { try folder.put("the old file", in: "book.pdf") }
    // the message goes through a pipe: the limit holds for its file as well
    let outcome = try Program.shell(
      "{ (ulimit -f \(blocks); exec \"$OCTAVO\" book.txt) 2>&1; echo $?; } | cat", in: folder)
    #expect(
      outcome.text == """
        book.pdf: error: "book.pdf" cannot be written: the file would be larger than is allowed
          help: raise the limit ("ulimit -f" shows it), or choose another place with -o
        5

        """)
    #expect(folder.names == (oldExists ? ["book.txt", "book.pdf"] : ["book.txt"]))
    #expect(folder.text(of: "book.pdf") == (oldExists ? "the old file" : nil))
  }

  @Test("A full device is an error, whether a file or standard output leads to it")
  func fullDevice() throws {
    let folder = try Folder()
    let file = try Program.run(["book.txt", "-o", "/dev/full"], in: folder)
    #expect(
      file.said == """
        /dev/full: error: "/dev/full" cannot be written: the disk is full
          help: make room, or choose another place with -o

        """)
    #expect(file.code == 5)
    for command in [
      "book.txt -o -", "trims", "fonts", "info", "inspect book.txt", "help", "--version", "completions bash",
    ] {
      let outcome = try Program.shell("\"$OCTAVO\" \(command) >/dev/full", in: folder)
      #expect(
        outcome.said == """
          standard output: error: standard output cannot be written: the disk is full
            help: make room, or choose another place with -o

          """, "\(command)")
      #expect(outcome.code == 5)
    }
    #expect(folder.names == ["book.txt"])
  }

  @Test("Standard input and output by -: the PDF alone is on standard output")
  func standardStreams() throws {
    let folder = try Folder()
    _ = try Program.run(["book.txt", "-o", "x.pdf", "--title", "T", "--lang", "en"], in: folder)
    let outcome = try Program.run(
      ["-", "-o", "-", "--title", "T", "--lang", "en"], in: folder, input: folder.at("book.txt"))
    #expect(outcome.messages == "standard output: 3 pages, A5, … s, 0 warnings\n")
    #expect(outcome.code == 0)
    #expect(outcome.output == folder.bytes(of: "x.pdf"))
    let silent = try Program.run(["-", "-o", "-", "-q"], in: folder)
    #expect(
      silent.said
        == "standard input: error: \"standard input\" holds no text\n  help: check that it is the right file\n")
    #expect(silent.code == 1)
    #expect(silent.output.isEmpty)
  }

  @Test("A reader that goes away: an error for a PDF, the usual silence for a list")
  func closedPipe() throws {
    let folder = try Folder()
    // the pipe's reader has gone before the program begins
    let gone = "(sleep 0.2; \"$OCTAVO\" %; echo $? >&2) | true; sleep 0.5"
    let pdf = try Program.shell(gone.replacing("%", with: "book.txt -o -"), in: folder)
    #expect(
      pdf.said == """
        standard output: error: standard output cannot be written: nothing reads it any more
        5

        """)
    let list = try Program.shell(gone.replacing("%", with: "trims"), in: folder)
    #expect(list.said == "\(128 + SIGPIPE)\n")
  }

  @Test("An existing file is replaced, links to it stay links, its permissions stay")
  func replaced() throws {
    let folder = try Folder()
    try folder.put("the old file", in: "real.pdf")
    chmod(folder.at("real.pdf"), 0o640)
    symlink("real.pdf", folder.at("book.pdf"))
    #expect(try Program.run(["book.txt"], in: folder).code == 0)
    #expect(folder.names == ["book.txt", "book.pdf", "real.pdf"])
    #expect(folder.bytes(of: "real.pdf")?.starts(with: Data("%PDF-".utf8)) == true)
    var status = stat()
    try #require(lstat(folder.at("real.pdf"), &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFREG)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test("A head or folio may begin with a dash")
  func dashes() throws {
    let folder = try Folder()
    let outcome = try Program.run(["book.txt", "--footer", "- {page} -", "--header", "-{title}-"], in: folder)
    #expect(outcome.messages == "book.pdf: 3 pages, A5, … s, 0 warnings\n")
    if PDFText.reader != nil { #expect(try PDFText.letters(PDFText.of("book.pdf", in: folder)).contains("-1-")) }
  }

  static let terminalProgram = "/usr/bin/script"

  @Test(
    "A PDF is not poured on a terminal", .enabled(if: access(terminalProgram, X_OK) == 0, "script(1) is not here"),
    arguments: ["-", "/dev/stdout"])
  func terminal(output: String) throws {
    let folder = try Folder()
    let command = "\(try Program.path()) book.txt -o \(output)"
    let outcome = try Program.run(program: Self.terminalProgram, ["-qec", command, "/dev/null"], in: folder)
    #expect(
      outcome.text.replacing("\r\n", with: "\n") == """
        octavo: error: a PDF is nothing to print on a terminal
          help: send it on: octavo book.txt -o - > book.pdf

        """)
    #expect(outcome.code == 2)
  }
}

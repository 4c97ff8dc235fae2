import Foundation
import Testing

/// Faults in C libraries are asked for by `OCTAVO_FAULT` (`FaultGuard`): files that bring them
/// about are not at hand.
@Suite("Faults in libraries") struct FaultTests {
  /// A book of Markdown with two pictures, its options, an EPUB in name and a PDF.
  private func made() throws -> Folder {
    let folder = try Folder()
    try folder.put("# One\n\nText. ![a](a.svg)\n\n![p](p.gif)\n", in: "book.md")
    try folder.put("title: A Book\n", in: "octavo.yaml")
    try folder.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"5\" height=\"5\"/></svg>",
      in: "a.svg")
    try folder.put(
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
        + [2, 2, 0x44, 1, 0, 0x3B],
      in: "p.gif")
    // an archive that holds nothing, and begins like any
    try folder.put([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18), in: "book.epub")
    // neither UTF-8 nor plainly English
    try folder.put(
      Array("Ein gr".utf8) + [0xFC] + Array("nes Tal, und nichts als W".utf8) + [0xE4, 0x0A], in: "old.txt")
    let whole = try Program.run(["book.md", "-o", "whole.pdf"], in: folder)
    #expect(whole.code == 0, "\(whole.said)")
    try folder.put("old", in: "book.pdf")
    return folder
  }

  @Test(
    "A library that breaks down is named with its file, exit 6, and nothing is left half made",
    arguments: [
      ("libcmark-gfm", ["book.md"], "book.md"), ("librsvg", ["book.md"], "a.svg"), ("gdk-pixbuf", ["book.md"], "p.gif"),
      ("libqpdf", ["book.md", "--target", "print"], "book.md"), ("libyaml", ["book.md"], "octavo.yaml"),
      ("libarchive", ["book.epub"], "book.epub"), ("libuchardet", ["old.txt"], "old.txt"),
      ("libqpdf", ["impose", "whole.pdf", "-o", "book.pdf"], "whole.pdf"),
      ("libqpdf", ["check", "whole.pdf", "--for", "kdp"], "whole.pdf"),
    ], ["segv", "abort", "overflow", "exit"])
  func named(run: (library: String, arguments: [String], file: String), kind: String) throws {
    let signs = ["abort": "SIGABRT", "exit": "exit"]
    let folder = try made()
    let before = folder.names
    let outcome = try Program.run(
      run.arguments, in: folder,
      // libyaml has read octavo's own theme before it comes to a file of others
      environment: ["OCTAVO_FAULT": "\(run.library):\(kind)" + (run.library == "libyaml" ? "@\(run.file)" : "")])
    #expect(outcome.code == 6)
    #expect(
      outcome.said == """
        \(run.file): error: octavo broke down (\(signs[kind] ?? "SIGSEGV")) while \(run.library) was at work on this file
          help: leave out parts of it until it is read, and report what it was together with this message

        """)
    #expect(outcome.output.isEmpty)
    #expect(folder.names == before)
    #expect(folder.text(of: "book.pdf") == "old")
  }

  @Test(
    "A library that is refused memory is no fault of the file's, and nothing is left half made",
    .enabled(if: Program.sanitizer != "thread", "the sanitizer's own abort leaves another errno"),
    arguments: [("librsvg", "a.svg"), ("libcmark-gfm", "book.md")])
  func memory(run: (library: String, file: String)) throws {
    let folder = try made()
    let before = folder.names
    let outcome = try Program.run(["book.md"], in: folder, environment: ["OCTAVO_FAULT": "\(run.library):memory"])
    #expect(outcome.code == 6)
    #expect(
      outcome.said == """
        \(run.file): error: there is not enough memory for \(run.library)
          help: make room in memory, such as by ending other programs, and try again; if it stays so, report it

        """)
    #expect(folder.names == before)
    #expect(folder.text(of: "book.pdf") == "old")
  }

  @Test(
    "Where the system grants no threads the program says so and waits for none",
    .enabled(if: Program.sanitizer == nil, "sanitizers take more room for addresses than there is"))
  func threads() throws {
    let folder = try made()
    // a thread's stack is larger than all the room there is
    let outcome = try Program.shell("ulimit -s 8000000; ulimit -v 4000000; exec \"$OCTAVO\" book.md", in: folder)
    #expect(outcome.code == 6)
    #expect(
      outcome.said == """
        octavo: error: there is not enough memory for threads, or no more of them are allowed
          help: make room in memory, or allow more (ulimit -v, ulimit -u), and try again

        """)
    #expect(folder.text(of: "book.pdf") == "old")
  }

  @Test("A program that reads messages is told in its own form")
  func json() throws {
    let folder = try made()
    let outcome = try Program.run(
      ["book.md", "--format", "json"], in: folder, environment: ["OCTAVO_FAULT": "librsvg:segv"])
    #expect(outcome.code == 6)
    let said = try JSONSerialization.jsonObject(with: Data(outcome.said.utf8)) as? [String: Any]
    #expect(said?["code"] as? String == "fault")
    #expect(said?["place"] as? String == "a.svg")
    #expect(said?["message"] as? String == "octavo broke down (SIGSEGV) while librsvg was at work on this file")
  }

  @Test("What octavo itself did wrong is said to be its own fault")
  func ownFault() throws {
    let folder = try Folder()
    // killed as by a fault outside all libraries, while it waits for its manuscript: the pipe opens when it is there
    let script = "mkfifo pipe; \"$OCTAVO\" pipe -o new.pdf & exec 3> pipe; kill -SEGV $!; wait $!; exit $?\n"
    try folder.put(script, in: "run")
    let outcome = try Program.shell(". ./run", in: folder)
    #expect(outcome.code == 6)
    #expect(
      outcome.said == """
        pipe: error: octavo broke down (SIGSEGV)
          help: this is a fault of octavo's: report it together with this message and the file

        """)
    #expect(folder.names == ["book.txt", "pipe", "run"])
  }
}

import Foundation
import Libc
import Testing

/// Manuscripts of a size that a slip in cost would never finish. Nothing here is timed.
@Suite("Long manuscripts") struct LongRunTests {
  static let words = "the quick brown fox jumps over a lazy dog while printers set type".split(separator: " ")

  /// One word a paragraph.
  static func paragraphs(_ count: Int) -> String {
    (0..<count).map { String(words[$0 % words.count]) }.joined(separator: "\n\n") + "\n"
  }

  @Test("A single line of 5 MB becomes a book")
  func longLine() throws {
    let folder = try Folder()
    let line = words(upTo: 5_000_000)
    try folder.put(line, in: "line.txt")
    let outcome = try Program.run(
      ["line.txt", "--trim", "a4", "--size", "7pt", "--lang", "en", "--title", "A line"], in: folder)
    #expect(outcome.messages.wholeMatch(of: /line\.pdf: \d+ pages, A4, … s, 0 warnings\n/) != nil, "\(outcome.said)")
    #expect(outcome.code == 0)
  }

  @Test("A hundred thousand paragraphs of one word become a book")
  func manyParagraphs() throws {
    let folder = try Folder()
    try folder.put(Self.paragraphs(100_000), in: "many.txt")
    let outcome = try Program.run(["many.txt", "--lang", "en"], in: folder)
    #expect(outcome.messages.wholeMatch(of: /many\.pdf: \d+ pages, A5, … s, 0 warnings\n/) != nil, "\(outcome.said)")
    #expect(outcome.code == 0)
  }

  @Test(
    "An interrupt in the middle of the work ends by the signal, leaves no partial file and the old one whole",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupt(signal: Int32) throws {
    let folder = try Folder()
    try folder.put(Self.paragraphs(100_000), in: "many.txt")
    try folder.put("the old file", in: "many.pdf")
    let child = try Program.start(
      program: Program.path(), ["many.txt", "--lang", "en", "--progress", "always"], in: folder)
    // the progress line says that the work is on, half a second into it
    while child.process.isRunning, (try? Data(contentsOf: URL(fileURLWithPath: child.messages)))?.isEmpty ?? true {
      usleep(5_000)
    }
    kill(child.process.processIdentifier, signal)
    let outcome = child.end()
    #expect(outcome.signal == signal)
    #expect(outcome.said.contains(" % "))
    #expect(folder.names == ["book.txt", "many.txt", "many.pdf"])
    #expect(folder.text(of: "many.pdf") == "the old file")
  }

  private func words(upTo size: Int) -> String {
    var bytes: [UInt8] = []
    var i = 0
    while bytes.count < size {
      // no two lines of the book alike: the step changes
      bytes += Self.words[(i * i / 7 + i) % Self.words.count].utf8
      bytes.append(0x20)
      i += 1
    }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }
}

import Foundation
import Testing

/// The example programs, as built beside the tests: what they show is what the library promises.
@Suite("Examples")
struct ExampleTests {
  /// What a program prints.
  static func output(of program: String, _ arguments: [String]) throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test("a reader turns every page of a book, holds three, and keeps its place in larger type")
  func pageTurner() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-example-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let book = root.appendingPathComponent("Sources/OctavoCommand/Sample/making-books.txt").path
    let (code, text) = try Self.output(of: "PageTurner", [book, folder.path])
    #expect(code == 0)
    #expect(text.contains("page 1 after ") && text.contains("; laid out so far: "))
    #expect(text.contains(" turns, at most 3 pages held, "))
    #expect(text.contains("the same words in larger type: yes\nin landscape: 2 pages\nspread.png: "))
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("spread.png").path))
  }

  /// The error comes to the tests' own standard error.
  @Test("a benchmark of a book that is missing ends in an error, not in a trap")
  func missingBook() throws {
    for arguments in [["/nowhere/book.txt"], ["--layout", "/nowhere/book.txt"], ["--quality", "/nowhere/book.txt"]] {
      let (code, text) = try Self.output(of: "octavo-bench", arguments)
      #expect(code == 2 && text == "")
    }
  }

  @Test("pages of one's own are turned by the same controller")
  func ownPages() throws {
    let (code, text) = try Self.output(of: "OwnPages", [])
    #expect(code == 0)
    #expect(
      text == """
        forward: week 2, week 3
        backward: week -30, week -29
        backward, cancelled: week -30, week -29
        held: [-32, -31, -30, -29, -28, -27]
        forward: week 5
        indicator: 5 of 5
        pdf: made

        """)
  }
}

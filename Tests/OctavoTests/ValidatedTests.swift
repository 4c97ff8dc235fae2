import BookModel
import Design
import Foundation
import Manuscript
import Octavo
import TestSupport
import Testing

/// veraPDF's verdict, where Java, the validator and what it loaded at its first run are at hand.
@Suite struct `A validator` {
  private static let text = """
    # One

    It was a quiet morning[^a] in the printing house; [the galley](#two) was upon its stone, as it had been
    all night long. ![a star](PICTURE) See <https://example.org>.

    - a stick
    - a forme

    | Month | Reams |
    |---|--:|
    | May | 7 |
    | June | |

    ![A square, half of it blue](PICTURE)

    > What is set is set.

    ```verse
    The line is long,
    the stick is short.
    ```

    ```python
    print("set")
    ```

    [^a]: A note below.

    ## Two {#two}

    The end of it, שלום עולם and on, with 名前はまだ無い and مرحبا بالعالم.

    # Three

    One heading alone would be the book's title, and those below it of the first level.
    """

  private func verdicts(_ flavours: String, _ files: [String]) throws -> [String]? {
    let script = SharedBooks.folder.appendingPathComponent("tools/verapdf/verapdf.sh").path
    let home = ProcessInfo.processInfo.environment["VERAPDF_HOME"] ?? NSHomeDirectory() + "/.cache/verapdf-check"
    let manager = FileManager.default
    guard manager.fileExists(atPath: script), manager.fileExists(atPath: home + "/VeraCheck.class"),
      manager.isExecutableFile(atPath: "/usr/bin/java")
    else {
      print("skipped: no veraPDF in \"\(home)\", which \"\(script)\" loads at its first run")
      return nil
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [script, flavours] + files
    process.environment = ProcessInfo.processInfo.environment.merging(["XMX": "1g"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func file(_ standard: PDFStandard?) async throws -> String {
    let picture = MadeBooks.folder.appendingPathComponent("validated.png")
    try FileManager.default.createDirectory(at: MadeBooks.folder, withIntermediateDirectories: true)
    // a dot of PNG
    let dot = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    try dot.write(to: picture)
    let text = Self.text.replacing("PICTURE", with: picture.path)
    let reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init { _ in true })
    var book = reading.book
    book.metadata.title = "A Title"
    var builder = BookBuilder(book: book, design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    builder.standard = standard
    return try MadeBooks.keep(try await builder.build().pdf)
  }

  @Test func `finds nothing wrong with what a file says of itself`() async throws {
    let plain = try await file(nil)
    let kept: [(String, String)] = [
      ("ua1,2u", plain), ("2a", try await file(.a2a)), ("3a", try await file(.a3a)),
      ("4", try await file(.a4)),
    ]
    for (flavours, path) in kept {
      guard let said = try verdicts(flavours, [path]) else { return }
      #expect(said.count == flavours.split(separator: ",").count && said.allSatisfy { $0.hasPrefix("PASS") }, "\(said)")
    }
  }
}

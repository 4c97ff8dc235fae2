import Foundation
import TestSupport
import Testing

/// The smallest manuscripts of what the fuzzer found and what was mended (`Tests/Fuzz`): each is
/// set, and every word is in its PDF.
@Suite("Manuscripts that went wrong", .enabled(if: PDFText.reader != nil, "no pdftotext is here"))
struct FuzzCorpusTests {
  static let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Fuzz/Corpus").standardizedFileURL
  static let cases = ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []).filter {
    !$0.hasSuffix(".options")
  }.sorted()

  @Test("The corpus is there") func isThere() { #expect(Self.cases.count >= 5) }

  @Test("Each is set whole", arguments: cases)
  func isWhole(name: String) throws {
    let folder = try Folder()
    let bytes = Array(try Data(contentsOf: Self.place.appendingPathComponent(name)))
    let stored = name
    let name = stored.hasSuffix(".entries") ? stored.dropLast(8) + ".epub" : stored
    try folder.put(stored.hasSuffix(".entries") ? Self.zipped(bytes) : bytes, in: name)
    let file = Self.place.appendingPathComponent(stored).deletingPathExtension().appendingPathExtension("options")
    let options = (try? String(contentsOf: file, encoding: .utf8))?.split(whereSeparator: \.isWhitespace) ?? []
    let outcome = try Program.run([name, "--verify", "-o", "x.pdf"] + options.map(String.init), in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(outcome.said.contains(" verified\n"))
  }

  /// An EPUB that is kept as text, an entry behind each line `=== NAME` (`Tests/Fuzz/publications.py`).
  private static func zipped(_ text: [UInt8]) -> [UInt8] {
    var entries: [(name: String, text: String)] = []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("=== ") {
        entries.append((String(line.dropFirst(4)), ""))
      } else if !entries.isEmpty {
        entries[entries.count - 1].text += line + "\n"
      }
    }
    return MadeArchive.zip(entries)
  }
}

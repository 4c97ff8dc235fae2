import Foundation
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
    try folder.put(Array(Data(contentsOf: Self.place.appendingPathComponent(name))), in: name)
    let file = Self.place.appendingPathComponent(name).deletingPathExtension().appendingPathExtension("options")
    let options = (try? String(contentsOf: file, encoding: .utf8))?.split(whereSeparator: \.isWhitespace) ?? []
    let outcome = try Program.run([name, "--verify", "-o", "x.pdf"] + options.map(String.init), in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(outcome.said.contains(" verified\n"))
  }
}

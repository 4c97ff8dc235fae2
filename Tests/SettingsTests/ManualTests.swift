import Foundation
import Testing

@Suite struct `The manual` {
  static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardized
  static let readme = top.appendingPathComponent("README.md")

  static let pages: [URL] = {
    let folder = top.appendingPathComponent("Sources/OctavoCommand/Manual")
    return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  }()

  /// README and the pages, one behind the other.
  static let whole: String? =
    pages.isEmpty
    ? nil : (pages + [readme]).compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")

  @Test func `and README lead to files that are there`() throws {
    #expect(!Self.pages.isEmpty)
    for page in Self.pages + [Self.readme] {
      // what stands in code is an example
      let text = try String(contentsOf: page, encoding: .utf8).replacing(/`[^`\n]*`/, with: "")
      let folder = page.deletingLastPathComponent()
      for link in text.matches(of: /\]\(([^)#:\s]+)\)/) {
        let file = folder.appendingPathComponent(String(link.1)).path
        #expect(FileManager.default.fileExists(atPath: file), "\(page.lastPathComponent): \(link.1)")
      }
    }
  }

  @Test func `is not README, which one reads in a few minutes`() throws {
    let lines = try String(contentsOf: Self.readme, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 150)
  }
}

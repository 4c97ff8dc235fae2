import Foundation
import Octavo
import Testing

@Suite struct `The fonts configuration` {
  @Test func `in the program is the file in Fonts`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = try String(contentsOf: root.appendingPathComponent("Fonts/fonts.conf"), encoding: .utf8)
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(lines(file) == lines(FontsConfiguration.text))
  }
}

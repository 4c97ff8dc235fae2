import Design
import TestSupport
import Testing
import Units

/// Whatever text it is, a PDF comes of it: no trap, no hang. Times and memory are the
/// business of `make fuzz`, which makes the texts longer.
@Suite struct `Hostile texts` {
  /// Rows of signs alone are rules and make no page; what is full of controls is no text.
  static let refused: Set<String> = ["hyphens alone", "dashes", "stops", "dots with spaces", "controls"]

  @Test(arguments: Hostility.texts(size: 4000 * Hostility.effort).map(\.name).filter { !refused.contains($0) })
  func `become a book`(name: String) async throws {
    let text = try #require(Hostility.texts(size: 4000 * Hostility.effort).first { $0.name == name }?.text)
    let made = try await make(readPlainBook(Array(text.utf8)), design: PageDesign())
    #expect(made.pdf.starts(with: Array("%PDF".utf8)))
    #expect(made.list.count > 0)
  }

  /// A measure of five ems leaves no room for anything.
  @Test(arguments: [
    "an endless word", "marks on every letter", "scripts of all directions", "ideographs without a stop",
  ])
  func `become a book on the narrowest page`(name: String) async throws {
    let text = try #require(Hostility.texts(size: 1500).first { $0.name == name }?.text)
    var design = PageDesign()
    design.trim = try Trim.parse("100x100mm")
    design.inside = Length(points: 100)
    design.outside = Length(points: 110)
    design.size = Length(points: 14)
    design.leading = Length(points: 18)
    let made = try await make(readPlainBook(Array(text.utf8)), design: design)
    #expect(made.list.count > 1)
  }
}

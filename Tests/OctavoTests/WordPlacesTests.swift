import Design
import TestSupport
import Testing

/// Before 1.17.8 cairo truncates the widths of glyphs in a PDF: in a face of 2048 units to the em every reader's pen
/// falls behind.
@Suite struct `In a face whose widths are truncated` {
  /// But for what cairo had kept back as too little by itself, three thousandths of the em.
  @Test func `nothing is corrected between a word and its space`() async throws {
    var design = Layout.single.design
    design.family = "Liberation Serif"
    let made = try #require(try await make(.generated(21), design: design))
    var advances: [String: ClosedRange<Double>] = [:]
    for run in try made.inspection().runs().joined() {
      let letters = Array(run.text)
      guard letters.count == run.glyphs.count else { continue }
      for at in letters.indices.dropLast() where letters[at] != " " && letters[at + 1] == " " {
        let advance = run.glyphs[at + 1] - run.glyphs[at]
        let key = "\(letters[at]) \(run.font) \(run.size) \(run.stretch)"
        let known = advances[key] ?? advance...advance
        advances[key] = min(known.lowerBound, advance)...max(known.upperBound, advance)
      }
    }
    #expect(advances.count > 20)
    for (key, range) in advances { #expect(range.upperBound - range.lowerBound < 0.04, "\(key)") }
  }
}

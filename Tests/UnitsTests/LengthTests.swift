import Testing
import Units

@Suite struct `Lengths` {
  @Test(
    arguments: [
      ("12pt", 12 * 1024), ("1in", 72 * 1024), (" 6in", 432 * 1024), ("2.54cm", 72 * 1024), ("25.4mm", 72 * 1024),
      ("148 mm", 429_596), ("0.5pt", 512), ("-3pt", -3 * 1024), ("0mm", 0), (".5in", 36 * 1024),
    ])
  func `are read with their unit`(text: String, units: Int) throws {
    #expect(try Length(parsing: text).units == units)
  }

  @Test(
    arguments: [
      ("12", .unitMissing), ("", .notALength), ("mm", .notALength), ("1.2.3mm", .notALength), ("--3mm", .notALength),
      ("12px", .unknownUnit("px")), ("12 points", .unknownUnit("points")), ("1,5cm", .unknownUnit(",5cm")),
      ("99999in", .outOfRange), ("nanmm", .notALength), ("1e400pt", .unknownUnit("e400pt")),
    ] as [(String, Length.ParseError)])
  func `say what they lack`(text: String, error: Length.ParseError) {
    #expect(throws: error) { try Length(parsing: text) }
  }

  /// A damaged picture said that it has no dots to the inch, and was endlessly wide.
  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1 / 0.0])
  func `of endless or no points are clamped`(points: Double) {
    let length = Length(points: points)
    #expect(length.units.magnitude <= 1 << 40)
    #expect((length + length).scaled(by: 1e9).units.magnitude <= 1 << 40)
    #expect(!Length.decimal(points).isEmpty)
  }

  @Test func `are exact in sums`() {
    let tenth = Length(units: 102)
    #expect((0..<1000).reduce(Length.zero) { sum, _ in sum + tenth } == tenth * 1000)
    #expect(Length(millimetres: 148) * 2 == Length(units: 859_192))
    #expect(Length(points: 3) - Length(points: 5) == -Length(points: 2))
    #expect(Length(points: 10).scaled(by: 0.9) == Length(points: 9))
    #expect(Length(units: 1) < Length(units: 2))
  }

  @Test(arguments: [(12.0, "12pt"), (12.5, "12.5pt"), (0.05, "0.05pt"), (-1.25, "-1.25pt"), (0, "0pt")])
  func `print as points with at most two decimals`(points: Double, text: String) {
    #expect(Length(points: points).description == text)
  }

  @Test func `agree with the inch of 25,4 mm`() {
    #expect(Length(inches: 6) == Length(millimetres: 152.4))
    #expect(abs(Length(millimetres: 210).millimetres - 210) < 0.001)
  }
}

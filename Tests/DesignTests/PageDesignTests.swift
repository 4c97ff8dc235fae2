import Design
import Testing
import Units

@Suite struct `A page design` {
  @Test func `without options is the page of DESIGN.md, section 5`() throws {
    let design = PageDesign()
    try design.validate()
    #expect(design.trim == PageSize(width: Length(millimetres: 148), height: Length(millimetres: 210)))
    #expect(abs(design.measure.millimetres - 105) < 0.001)
    #expect(design.size == Length(points: 11) && design.leading == Length(points: 14))
    #expect(design.header == "{title}" && design.footer == "Page {page}")
    // 165 mm between the margins are 467.7 pt
    #expect(design.rows == 33)
  }

  @Test func `that leaves no room says how much it lacks`() {
    var narrow = PageDesign()
    narrow.outside = Length(millimetres: 120)
    #expect(throws: PageDesign.Problem.measureTooNarrow(measure: narrow.measure, needed: Length(points: 55))) {
      try narrow.validate()
    }
    var low = PageDesign()
    low.bottom = Length(millimetres: 180)
    #expect(
      throws: PageDesign.Problem.tooFewRows(
        height: low.trim.height - low.top - low.bottom, needed: Length(points: 42))
    ) { try low.validate() }
  }

  @Test func `refuses what no page can have`() {
    func problem(_ change: (inout PageDesign) -> Void) -> PageDesign.Problem? {
      var design = PageDesign()
      change(&design)
      do { try design.validate() } catch { return error }
      return nil
    }
    #expect(problem { $0.top = Length(points: -1) } == .negativeMargin("top"))
    #expect(problem { $0.size = .zero } == .sizeOutOfRange(.zero))
    let half = Length(points: 5.5)
    #expect(problem { $0.leading = half } == .leadingTooSmall(leading: half, size: Length(points: 11)))
    #expect(problem { $0.leading = .zero } == .leadingTooSmall(leading: .zero, size: Length(points: 11)))
    let huge = PageSize(width: Length(points: 10_000), height: Length(points: 10_000))
    #expect(problem { $0.trim = huge } == nil)
    // a spread of such pages would be wider than PDF allows
    #expect(
      problem {
        $0.trim = huge
        $0.isSpread = true
      } == .trimOutOfRange(huge))
  }
}

@Suite struct `Trims` {
  @Test(
    arguments: [
      ("a5", 148, 210), ("A5", 148, 210), ("6x9", 152.4, 228.6), ("140x216mm", 140, 216),
      ("5.5inx8.5in", 139.7, 215.9), ("14cmx216mm", 140, 216), ("mass-market", 107.95, 174.498),
    ])
  func `are read by name or by size`(text: String, width: Double, height: Double) throws {
    let size = try Trim.parse(text)
    #expect(size == PageSize(width: Length(millimetres: width), height: Length(millimetres: height)))
  }

  @Test(
    arguments: [
      ("a55", .unknown("a55", nearest: "a5")), ("demi", .unknown("demi", nearest: "demy")),
      ("quarto-ish", .unknown("quarto-ish", nearest: nil)), ("140x216", .badLength("140x216")),
      ("140x", .badLength("140x")), ("", .unknown("", nearest: nil)), ("1x2x3mm", .unknown("1x2x3mm", nearest: nil)),
    ] as [(String, Trim.ParseError)])
  func `that are none name the nearest`(text: String, error: Trim.ParseError) {
    #expect(throws: error) { try Trim.parse(text) }
  }

  @Test func `have names of their own and sizes that hold a book`() throws {
    #expect(Set(Trim.all.map(\.name)).count == Trim.all.count)
    for trim in Trim.all {
      var design = PageDesign()
      design.trim = trim.size
      try design.validate()
      #expect(try Trim.parse(trim.name) == trim.size)
    }
  }

  @Test(
    arguments: [("biuld", "build"), ("buld", "build"), ("font", "fonts"), ("xyzzy", nil), ("", nil)]
      as [(String, String?)])
  func `and other names are found by their nearest`(name: String, nearest: String?) {
    #expect(nearestName(to: name, in: ["build", "fonts", "trims"]) == nearest)
  }

  @Test func `sets lines to one length where they hold forty letters, or as it is asked`() {
    var design = PageDesign()
    #expect(design.isJustified && design.justifies("de"))
    // some 32 letters of Latin, 19 whole characters
    design.size = Length(points: 22)
    #expect(!design.isJustified && !design.justifies("de") && design.justifies("ja"))
    design.isJustified = true
    #expect(design.justifies("de"))
    design.size = Length(points: 11)
    design.isJustified = false
    #expect(!design.justifies("de") && !design.justifies("ja"))
  }
}

import Imposition
import Testing
import Units

@Suite("Sheet sizes, reports and messages")
struct PlanMessageTests {
  @Test(
    "sheet sizes are read by name or by width and height",
    arguments: [
      ("a4", 210.0, 297.0), ("A3", 297, 420), ("letter", 215.9, 279.4), ("320x450mm", 320, 450),
      ("12in x 18in", 304.8, 457.2), ("14.8cm x 210mm", 148, 210), ("12x18", 304.8, 457.2),
    ])
  func sizes(text: String, width: Double, height: Double) throws {
    let size = try StandardSheet.size(parsing: text)
    #expect(size == PageSize(width: millimetres(width), height: millimetres(height)))
  }

  @Test(
    "what is no sheet size is refused, with the nearest name",
    arguments: [
      ("lettre", StandardSheet.ParseError.unknownName("lettre", nearest: "letter")),
      ("", .unknownName("", nearest: nil)), ("0x10mm", .outOfRange("0x10mm")),
      ("9x99m", .unknownName("9x99m", nearest: nil)),
      ("1x99999mm", .outOfRange("1x99999mm")), ("-5x10mm", .outOfRange("-5x10mm")),
      ("10x20", .unknownName("10x20", nearest: nil)),
    ])
  func badSizes(text: String, error: StandardSheet.ParseError) {
    #expect(throws: error) { try StandardSheet.size(parsing: text) }
  }

  @Test(
    "plans that cannot be are errors with a cure",
    arguments: [
      (0, ImpositionPlan(scheme: .booklet), "there are no pages to lay on sheets"),
      (Int.max, ImpositionPlan(scheme: .booklet), "9223372036854775807 pages are too many"),
      (
        8, ImpositionPlan(scheme: .sections(pages: 10)),
        "a section of 10 pages cannot be folded: it must be a multiple of 4"
      ),
      (8, ImpositionPlan(scheme: .sections(pages: .min)), nil),
      (8, ImpositionPlan(scheme: .nUp(0)), "0 pages on a side are not possible"),
      (8, ImpositionPlan(scheme: .perfect(up: .max)), nil),
      (8, ImpositionPlan(scheme: .booklet, bleed: Length(units: -1)), nil),
      (8, ImpositionPlan(scheme: .booklet, bleed: Length(units: .max)), nil),
      (8, ImpositionPlan(scheme: .booklet, creep: Length(units: .max)), nil),
      (
        800, ImpositionPlan(scheme: .booklet, creep: Length(points: 1)),
        "a creep of 1pt would move the innermost pages by 199pt"
      ),
      (8, ImpositionPlan(scheme: .booklet, sheet: PageSize(width: .zero, height: .zero)), nil),
      (
        8,
        ImpositionPlan(
          scheme: .booklet, sheet: PageSize(width: Length(units: 9), height: Length(units: 9)), scale: .fit), nil
      ),
      (
        8, ImpositionPlan(scheme: .booklet, sheet: a5, scale: .one),
        "the pages need a sheet of 839.05pt x 595.28pt, \"A5\" has 595.28pt x 419.53pt"
      ),
    ] as [(Int, ImpositionPlan, String?)])
  func errors(pageCount: Int, plan: ImpositionPlan, message: String?) {
    do {
      _ = try impose(pageCount: pageCount, trim: a5, plan: plan, labels: number)
      Issue.record("no error")
    } catch {
      if let message { #expect(error.diagnostic.message == message) }
    }
  }

  @Test(
    "the report counts sheets and blanks and says how many pages to cut",
    arguments: [
      (13, "13 pages on 4 sheets of A4, 1 section, 3 blanks", "cut 1 page to save a sheet"),
      (14, "14 pages on 4 sheets of A4, 1 section, 2 blanks", "cut 2 pages to save a sheet"),
      (15, "15 pages on 4 sheets of A4, 1 section, 1 blank", nil),
      (16, "16 pages on 4 sheets of A4, 1 section, no blanks", nil),
      (1, "1 page on 1 sheet of A4, 1 section, 3 blanks", nil),
    ] as [(Int, String, String?)])
  func report(pages: Int, summary: String, advice: String?) throws {
    let report = try impose(
      pageCount: pages, trim: a5, plan: ImpositionPlan(scheme: .booklet, sheet: a4), labels: number
    ).report
    #expect(report.summary == summary)
    #expect(report.advice.compactMap(\.help) == (advice.map { [$0] } ?? []))
    #expect(report.instruction == "print on both sides, flip on short edge, A4 landscape, actual size (100 %)")
  }

  @Test("a thick booklet is warned of and a single last sheet is told")
  func advice() throws {
    func codes(_ scheme: ImpositionPlan.Scheme, _ pages: Int) throws -> [String] {
      try impose(pageCount: pages, trim: a5, plan: ImpositionPlan(scheme: scheme), labels: number).report.advice.map(
        \.code)
    }
    #expect(try codes(.booklet, 100) == ["section-thick", "creep"])
    #expect(try codes(.sections(pages: 8), 20) == ["section-single"])
    #expect(try codes(.sections(pages: 16), 160) == [])
  }

  @Test("manual printing gives fronts in order and backs as the pile is fed")
  func manual() throws {
    func runs(_ reload: ImpositionPlan.Reload) throws -> [[Int]] {
      let plan = ImpositionPlan(scheme: .booklet, duplex: .manual, reload: reload)
      return try impose(pageCount: 12, trim: a5, plan: plan, labels: number).runs.map(\.sides)
    }
    #expect(try runs(.asDelivered) == [[0, 2, 4], [5, 3, 1]])
    #expect(try runs(.turnedOver) == [[0, 2, 4], [1, 3, 5]])
  }

  @Test("sides are named by sheet, or by their pages where they are read as they are")
  func labels() throws {
    func labels(_ scheme: ImpositionPlan.Scheme) throws -> [String] {
      try impose(pageCount: 6, trim: a5, plan: ImpositionPlan(scheme: scheme), labels: number).sides.map(\.label)
    }
    #expect(try labels(.booklet) == ["1 front", "1 back", "2 front", "2 back"])
    #expect(try labels(.nUp(4)) == ["1–4", "5–6"])
  }
}

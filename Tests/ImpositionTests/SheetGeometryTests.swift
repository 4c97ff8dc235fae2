import Imposition
import TestSupport
import Testing
import Units

func millimetres(_ value: Double) -> Length { Length(millimetres: value) }

@Suite("Sheet geometry")
struct SheetGeometryTests {
  @Test("two A5 pages on A4 leave half a millimetre at each side and meet in the middle")
  func a5OnA4() throws {
    let plan = ImpositionPlan(scheme: .booklet, sheet: a4)
    let imposed = try impose(pageCount: 8, trim: a5, plan: plan, labels: number)
    #expect(imposed.report.scale == 1)
    for (index, side) in imposed.sides.enumerated() {
      #expect(side.size == a4.turned)
      let (left, right) = (side.slots[0].area, side.slots[1].area)
      // The sheet is 862,095 units wide: the fold is at the middle rounded down on the front.
      let middle = a4.height.units / 2 + (index % 2 == 0 ? 0 : a4.height.units % 2)
      #expect(left.right.units == middle)
      #expect(right.x.units == middle)
      #expect(abs(left.x.millimetres - 0.5) < 0.001)
      #expect(abs((side.width - right.right).millimetres - 0.5) < 0.001)
      #expect(left.y == .zero && left.height == a5.height && left.width == a5.width)
      #expect(abs(2 * middle - side.width.units) <= 1)
    }
  }

  @Test("two half letters fill a letter sheet exactly")
  func halfLetter() throws {
    let half = try StandardSheet.size(parsing: "half-letter")
    let letter = try StandardSheet.size(parsing: "letter")
    let plan = ImpositionPlan(scheme: .booklet, sheet: letter)
    let side = try impose(pageCount: 4, trim: half, plan: plan, labels: number).sides[0]
    #expect(side.slots[0].x == .zero)
    #expect(side.slots[1].x == Length(inches: 5.5))
    #expect(side.slots[1].area.right == letter.height)
  }

  static let schemes: [ImpositionPlan.Scheme] = [
    .booklet, .sections(pages: 16), .quarto, .octavo, .perfect(up: 2), .perfect(up: 4), .nUp(2), .stepAndRepeat(up: 2),
  ]

  @Test("every page keeps its size, on every scheme and binding", arguments: schemes, ImpositionPlan.Binding.allCases)
  func scaleIsOne(scheme: ImpositionPlan.Scheme, binding: ImpositionPlan.Binding) throws {
    let sheet = try StandardSheet.size(parsing: "a2")
    let plan = ImpositionPlan(scheme: scheme, sheet: sheet, binding: binding, bleed: millimetres(3))
    let trim = PageSize(width: Length(units: 301_001), height: Length(units: 400_003))
    let sides = try impose(pageCount: 20, trim: trim, plan: plan, labels: number).sides
    for slot in sides.flatMap(\.slots) {
      #expect(slot.scale == 1 && slot.area.width == trim.width && slot.area.height == trim.height)
    }
    // Nothing overlaps, and nothing of one page can show on its neighbour.
    for side in sides {
      for (i, a) in side.slots.enumerated() {
        for b in side.slots[(i + 1)...] {
          for (x, y) in [(a.area, b.area), (a.clip, b.clip)] {
            #expect(x.right <= y.x || y.right <= x.x || x.bottom <= y.y || y.bottom <= x.y)
          }
        }
      }
    }
  }

  @Test("each sheet farther inside moves towards the spine by the paper's thickness")
  func creep() throws {
    let thickness = millimetres(0.1)
    let plan = ImpositionPlan(scheme: .booklet, sheet: a4, creep: thickness, marks: [])
    let imposed = try impose(pageCount: 96, trim: a5, plan: plan, labels: number)
    #expect(imposed.report.creep == thickness * 23)
    for (index, side) in imposed.sides.enumerated() {
      let sheet = index / 2
      let fold = a4.height.units / 2 + (index % 2 == 0 ? 0 : a4.height.units % 2)
      let (left, right) = (side.slots[0], side.slots[1])
      #expect(left.area.right.units - fold == thickness.units * sheet)
      #expect(fold - right.area.x.units == thickness.units * sheet)
      // Each page is cut off at the fold.
      #expect(left.clip.right.units == fold && right.clip.x.units == fold)
    }
  }

  @Test(
    "folded, fore-edges lie inside one another by the creep",
    arguments: [ImpositionPlan.Scheme.booklet, .quarto, .octavo], [ImpositionPlan.Binding.left, .right])
  func foldedCreep(scheme: ImpositionPlan.Scheme, binding: ImpositionPlan.Binding) throws {
    let thickness = millimetres(0.2)
    let plan = ImpositionPlan(
      scheme: scheme, sheet: try StandardSheet.size(parsing: "a1"), binding: binding, creep: thickness)
    let imposed = try impose(pageCount: 16, trim: a6, plan: plan, labels: number)
    let sheets = try PaperSimulator.print(imposed, binding: binding, reload: .asDelivered)
    let folds = scheme.folding?.folds ?? 0
    let leaves = PaperSimulator.foldedLeaves(sheets[0], folds: folds, binding: binding)
    let foreEdges = leaves.map { binding == .left ? $0.up.right : -$0.up.left }
    let outermost = foreEdges[0]
    for (index, edge) in foreEdges.enumerated() {
      let depth = min(index, leaves.count - 1 - index)
      // Halving an odd width rounds, once for each fold.
      #expect(abs(outermost - edge - thickness.units * depth) <= 3)
    }
    // And head and foot of all leaves register.
    let heads = leaves.map(\.up.top)
    #expect((heads.max() ?? 0) - (heads.min() ?? 0) <= 3)
  }

  @Test("a page that does not fit says what would")
  func doesNotFit() throws {
    let plan = ImpositionPlan(scheme: .booklet, sheet: a4)
    let trim = PageSize(width: Length(inches: 6), height: Length(inches: 9))
    do {
      _ = try impose(pageCount: 8, trim: trim, plan: plan, labels: number)
      Issue.record("it fitted")
    } catch {
      guard case .doesNotFit(let needed, let sheet, let scale, let sheets) = error else { throw error }
      #expect(needed == PageSize(width: Length(inches: 12), height: Length(inches: 9)))
      #expect(sheet == a4.turned)
      #expect(abs(scale - 210 / 228.6) < 1e-5)
      #expect(sheets == ["b4", "jis-b4", "tabloid"])
      #expect(error.diagnostic.help?.contains("--scale fit, which prints at 91 %") == true)
    }
  }

  @Test("fitted pages stay on the sheet with their bleed and marks, the spine in the middle")
  func fit() throws {
    let plan = ImpositionPlan(
      scheme: .booklet, sheet: a4, marks: [.crop, .fold], bleed: millimetres(3), scale: .fit)
    let imposed = try impose(pageCount: 8, trim: a4, plan: plan, labels: number)
    #expect(imposed.report.scale > 0.5 && imposed.report.scale < 0.71)
    #expect(imposed.report.advice.allSatisfy { $0.code != "marks-left-out" && $0.code != "bleed-cut" })
    for side in imposed.sides {
      #expect(side.slots[0].area.right == side.slots[1].area.x)
      #expect(abs(2 * side.slots[1].area.x.units - side.width.units) <= 1)
    }
  }

  @Test("bleed reaches past head, foot and fore-edge and stops at the fold")
  func bleed() throws {
    let bleed = millimetres(3)
    let plan = ImpositionPlan(scheme: .booklet, sheet: a3, bleed: bleed)
    let side = try impose(pageCount: 4, trim: a5, plan: plan, labels: number).sides[0]
    let (slot, area) = (side.slots[0], side.slots[0].area)
    #expect(
      slot.clip
        == SheetArea(
          x: area.x - bleed, y: area.y - bleed, width: area.width + bleed, height: area.height + 2 * bleed))
    let cramped = ImpositionPlan(scheme: .booklet, sheet: a4, bleed: bleed)
    let imposed = try impose(pageCount: 4, trim: a5, plan: cramped, labels: number)
    #expect(imposed.report.advice.map(\.code) == ["bleed-cut"])
    #expect(imposed.sides[0].slots[0].clip.x == .zero)
  }

  @Test("the placement takes the page's corners to the slot's corners, turned pages included")
  func placement() throws {
    let imposed = try impose(pageCount: 8, trim: a6, plan: ImpositionPlan(scheme: .quarto, sheet: a4), labels: number)
    for slot in imposed.sides.flatMap(\.slots) {
      let (factor, x, y) = slot.placement
      let far = (factor * a6.width.points + x, factor * a6.height.points + y)
      #expect(min(x, far.0) == slot.x.points && max(x, far.0) == slot.area.right.points)
      #expect(min(y, far.1) == slot.y.points && (factor < 0) == slot.isTurned)
    }
  }

  @Test(
    "backs are turned only for the printer setting that needs it",
    arguments: [
      // Landscape sheets turn like a page on their short edge, portrait sheets on their long one.
      (ImpositionPlan.Scheme.booklet, ImpositionPlan.Binding.left, ImpositionPlan.Duplex.short),
      (.octavo, .left, .short), (.quarto, .left, .long), (.quarto, .top, .short), (.booklet, .top, .short),
      (.booklet, .right, .short),
    ])
  func naturalSetting(
    scheme: ImpositionPlan.Scheme, binding: ImpositionPlan.Binding, natural: ImpositionPlan.Duplex
  ) throws {
    func report(_ duplex: ImpositionPlan.Duplex) throws -> ImpositionReport {
      // A trim whose booklet on end is portrait: heads bound at the top stack.
      let trim = binding == .top && scheme == .booklet ? a5.turned : a5
      let plan = ImpositionPlan(
        scheme: scheme, sheet: try StandardSheet.size(parsing: "a2"), binding: binding, duplex: duplex)
      return try impose(pageCount: 4, trim: trim, plan: plan, labels: number).report
    }
    #expect(try report(.natural).duplex == natural)
    for duplex in [ImpositionPlan.Duplex.long, .short] {
      let made = try report(duplex)
      #expect(made.duplex == duplex)
      #expect(made.turnsBacks == (duplex != natural))
      #expect(made.instruction.contains("flip on \(duplex.rawValue) edge"))
    }
    #expect(try !report(.manual).turnsBacks)
  }
}

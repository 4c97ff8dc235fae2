import Imposition
import Testing
import Units

extension PrintersMark {
  /// What the mark covers; text is taken as its anchor point alone.
  var extent: SheetArea {
    switch shape {
    case .line(let from, let to, _, _):
      SheetArea(
        x: min(from.x, to.x), y: min(from.y, to.y), width: max(from.x, to.x) - min(from.x, to.x),
        height: max(from.y, to.y) - min(from.y, to.y))
    case .bar(let area): area
    case .circle(let centre, let radius, _):
      SheetArea(x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius)
    case .text(_, let at, _, _, _): SheetArea(x: at.x, y: at.y, width: .zero, height: .zero)
    }
  }
}

@Suite("Marks")
struct MarkTests {
  static let schemes: [ImpositionPlan.Scheme] = [
    .booklet, .sections(pages: 8), .folio, .quarto, .octavo, .perfect(up: 4), .nUp(2), .stepAndRepeat(up: 2),
  ]

  @Test(
    "all marks but the collation bar stand on the sheet outside every trim and bleed",
    arguments: schemes, ImpositionPlan.Binding.allCases)
  func outsideTheTrim(scheme: ImpositionPlan.Scheme, binding: ImpositionPlan.Binding) throws {
    for (sheet, scale) in [(nil, .one), (PageSize?.some(a3), .fit)] as [(PageSize?, ImpositionPlan.Scale)] {
      for duplex in [ImpositionPlan.Duplex.long, .short] {
        let plan = ImpositionPlan(
          scheme: scheme, sheet: sheet, binding: binding, duplex: duplex, creep: millimetres(0.1),
          marks: Set(PrintersMark.Kind.allCases), bleed: millimetres(3), scale: scale)
        let imposed = try impose(pageCount: 40, trim: a6, plan: plan, labels: number)
        #expect(!imposed.report.advice.contains { $0.code == "marks-left-out" || $0.code == "bleed-cut" })
        for side in imposed.sides {
          let kinds = Set(side.marks.map(\.kind))
          #expect(kinds.isSuperset(of: [.crop, .registration, .slug]))
          for mark in side.marks where mark.kind != .collation && mark.kind != .border {
            let extent = mark.extent
            #expect(extent.x >= .zero && extent.y >= .zero)
            #expect(extent.right <= side.width && extent.bottom <= side.height)
            for slot in side.slots {
              let clip = slot.clip
              #expect(
                extent.right <= clip.x || extent.x >= clip.right || extent.bottom <= clip.y || extent.y >= clip.bottom)
            }
          }
        }
      }
    }
  }

  @Test("borders stand around each page that is there, on both sides")
  func borders() throws {
    let plan = ImpositionPlan(scheme: .nUp(4), sheet: a3, marks: [.border])
    let imposed = try impose(pageCount: 6, trim: a5, plan: plan, labels: number)
    #expect(imposed.report.advice.isEmpty && imposed.sides.map(\.marks.count) == [16, 8])
    for side in imposed.sides {
      let corners = Set(side.marks.map { SheetPoint(x: $0.extent.x, y: $0.extent.bottom) })
      for slot in side.slots {
        #expect(corners.contains(SheetPoint(x: slot.area.x, y: slot.area.bottom)) == (slot.page != nil))
      }
    }
  }

  @Test("crop marks point at the trim of every sheet, creep included, and never at the spine")
  func cropMarks() throws {
    let plan = ImpositionPlan(scheme: .booklet, sheet: a3, creep: millimetres(0.1), marks: [.crop, .fold])
    let imposed = try impose(pageCount: 16, trim: a5, plan: plan, labels: number)
    for side in imposed.sides {
      let (left, right) = (side.slots[0].area, side.slots[1].area)
      let upright = side.marks.filter { $0.extent.width == .zero }
      #expect(Set(upright.filter { $0.kind == .crop }.map(\.extent.x)) == [left.x, right.right])
      #expect(Set(upright.filter { $0.kind == .fold }.map(\.extent.x)) == [side.slots[0].clip.right])
      let level = side.marks.filter { $0.kind == .crop && $0.extent.height == .zero }
      #expect(Set(level.map(\.extent.y)) == [left.y, left.bottom])
    }
  }

  @Test("collation bars step down the spine, one for each section, on its outermost side only")
  func collation() throws {
    for (scheme, perSection, pages) in [
      (ImpositionPlan.Scheme.sections(pages: 8), 2, 8), (.quarto, 1, 8), (.octavo, 1, 16),
    ] {
      let plan = ImpositionPlan(scheme: scheme, marks: [.collation])
      let imposed = try impose(pageCount: 64, trim: a6, plan: plan, labels: number)
      var bars: [SheetArea] = []
      for (index, side) in imposed.sides.enumerated() {
        let found = side.marks.filter { $0.kind == .collation }.map(\.extent)
        #expect(found.count == (index % (2 * perSection) == 0 ? 1 : 0))
        guard let bar = found.first, let first = side.slots.first(where: { $0.page.map { $0 % pages == 0 } ?? false })
        else { continue }
        // Centred on the fold beside the section's first page.
        #expect(abs(bar.x.units + bar.right.units - 2 * first.x.units) <= 1)
        #expect(bar.y >= first.y && bar.bottom <= first.area.bottom)
        bars.append(bar)
      }
      #expect(bars.count == imposed.report.sections.count)
      for (a, b) in zip(bars, bars.dropFirst()) { #expect(b.y > a.y) }
    }
  }

  @Test("marks without room are left out with a warning")
  func noRoom() throws {
    let plan = ImpositionPlan(scheme: .booklet, sheet: a4, marks: [.crop])
    let imposed = try impose(pageCount: 4, trim: a5, plan: plan, labels: number)
    #expect(imposed.sides.allSatisfy { $0.marks.isEmpty })
    #expect(imposed.report.advice.map(\.code) == ["marks-left-out"])
  }

  @Test("the slug names section, sheet, side and pages")
  func slug() throws {
    let plan = ImpositionPlan(scheme: .sections(pages: 8), marks: [.slug])
    let imposed = try impose(pageCount: 15, trim: a6, plan: plan, labels: number)
    let slugs = imposed.sides.flatMap(\.marks).compactMap { mark -> String? in
      if case .text(let text, _, _, _, _) = mark.shape { text } else { nil }
    }
    #expect(slugs.count == 8)
    #expect(slugs.first == "section 1 of 2, sheet 1 of 2, front: 8 1")
    #expect(slugs[4] == "section 2 of 2, sheet 1 of 2, front: – 9")
  }

  @Test("the guide and the calibration sheet stay on their paper", arguments: MarkTests.schemes)
  func drawnSheets(scheme: ImpositionPlan.Scheme) throws {
    for binding in ImpositionPlan.Binding.allCases {
      let plan = ImpositionPlan(scheme: scheme, binding: binding, duplex: .manual)
      let imposed = try impose(pageCount: 40, trim: a6, plan: plan, labels: number)
      for size in [a4, a5, a4.turned] {
        let sides = [guideSheet(for: imposed, plan: plan, size: size, labels: number)] + calibrationSheet(size: size)
        for side in sides {
          #expect(side.size == size && !side.marks.isEmpty)
          for mark in side.marks {
            let extent = mark.extent
            #expect(
              extent.x >= .zero && extent.y >= .zero && extent.right <= size.width && extent.bottom <= size.height)
          }
        }
      }
    }
  }
}

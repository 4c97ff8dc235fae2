import Design
import Finishing
import Foundation
import Imposition
import Octavo
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// Sheets read back from the PDF that the whole program drew.
@Suite struct `A book on sheets` {
  /// Pages that all carry a folio, by which they are found on a sheet.
  static var design: PageDesign {
    var design = PageDesign()
    design.trim = PageSize(width: Length(millimetres: 105), height: Length(millimetres: 148))
    (design.inside, design.outside) = (Length(millimetres: 12), Length(millimetres: 12))
    (design.top, design.bottom) = (Length(millimetres: 15), Length(millimetres: 18))
    design.hasTitlePage = false
    design.hasContents = false
    return design
  }

  /// Some 35 pages: every place of an octavo sheet is taken at least once.
  static func text() -> [UInt8] {
    var numbers = SeededNumbers(seed: 11)
    return Array(generatedProse(&numbers, paragraphs: 60, lengths: 90...110).joined(separator: "\n\n").utf8)
  }

  struct Imposed {
    var plan: ImpositionPlan
    var design: PageDesign
    var single: [[PDFRun]]
    var files: [PDFInspection]
    var output: BookBuilder.Output
    var singleBytes: Int
  }

  static func impose(
    _ plan: ImpositionPlan, binding: PageDesign.Binding = .left, change: (inout PageDesign) -> Void = { _ in }
  ) async throws -> Imposed {
    var design = design
    design.binding = binding
    change(&design)
    let reading = try readPlainBook(text())
    var builder = BookBuilder(book: reading.book, design: design, fonts: BookBuilder.fontSource(folders: []))
    // sheets are not tagged: lines are drawn whole
    builder.wantsTags = false
    let single = try await builder.build()
    var plan = plan
    plan.binding = ImpositionPlan.Binding(rawValue: binding.rawValue) ?? .left
    plan.bleed = design.bleed
    builder.sheets = SheetRequest(plan: plan)
    let output = try await builder.build()
    let folder = MadeBooks.folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func file(_ bytes: [UInt8]) throws -> PDFInspection {
      let path = folder.appendingPathComponent("\(UUID().uuidString).pdf")
      try Data(bytes).write(to: path)
      return try PDFInspection(path.path)
    }
    let files = try [file(output.pdf)] + (output.backs.map { [try file($0)] } ?? [])
    return Imposed(
      plan: plan, design: design, single: try file(single.pdf).runs(), files: files, output: output,
      singleBytes: single.pdf.count)
  }

  /// Slots as they are found by the folios' ink: page, place of its trim, head up or down.
  static func slots(_ runs: [PDFRun], _ made: Imposed) throws -> [PageSlot] {
    var slots: [PageSlot] = []
    let trim = made.design.trim
    let bleed = made.design.bleed.points
    for run in runs where run.text.hasPrefix("Page ") {
      let page = try #require(Int(run.text.dropFirst(5).filter(\.isNumber))) - 1
      let alone = try #require(made.single[page].first { $0.text.hasPrefix("Page ") })
      // from the trim's corner, which lies within the bleed
      let (x, y) = (alone.x - bleed, alone.y - bleed)
      let isTurned = (run.glyphs.last ?? 0) < (run.glyphs.first ?? 0)
      let left = isTurned ? run.x + x - trim.width.points : run.x - x
      let top = isTurned ? run.y + y - trim.height.points : run.y - y
      let area = SheetArea(x: Length(points: left), y: Length(points: top), width: trim.width, height: trim.height)
      slots.append(PageSlot(page: page, area: area, isTurned: isTurned, clip: area))
    }
    return slots
  }

  /// All sides of the PDF, in the order of the sheets, blanks put where no page stands.
  static func sides(_ made: Imposed) throws -> ImposedSheets {
    var sides: [SheetSide] = []
    for file in made.files {
      for (runs, box) in zip(try file.runs(), try file.sheets()) {
        let size = PageSize(width: Length(points: box.width), height: Length(points: box.height))
        sides.append(SheetSide(size: size, slots: try slots(runs, made), label: ""))
      }
    }
    let sheets = made.output.report?.sheets ?? 0
    let isManual = made.files.count == 2
    // ink that is a hair apart is one place
    func isBack(_ side: Int) -> Bool { isManual ? side >= sheets : side % 2 == 1 }
    for backs in [false, true] {
      var places: [SheetArea] = []
      for side in sides.indices where isBack(side) == backs {
        for index in sides[side].slots.indices {
          let area = sides[side].slots[index].area
          if let known = places.first(where: { $0.isNear(area) }) {
            sides[side].slots[index].area = known
          } else {
            // rows and columns too are one place each
            var area = area
            if let column = places.first(where: { abs($0.x.units - area.x.units) < 30 }) { area.x = column.x }
            if let row = places.first(where: { abs($0.y.units - area.y.units) < 30 }) { area.y = row.y }
            places.append(area)
            sides[side].slots[index].area = area
          }
        }
      }
      // heads may lie otherwise on backs than on fronts
      let alike = sides.indices.filter { isBack($0) == backs }.map { sides[$0] }
      for side in sides.indices where isBack(side) == backs {
        for place in places where !sides[side].slots.contains(where: { $0.area == place }) {
          sides[side].slots.append(
            PageSlot(page: nil, area: place, isTurned: blankIsTurned(place, in: alike), clip: place))
        }
        sides[side].slots.sort { ($0.area.y, $0.area.x) < ($1.area.y, $1.area.x) }
      }
    }
    // only what goes to the printer together is taken over; all ink is what was found
    var found = try Imposition.impose(
      pageCount: made.single.count, trim: made.design.trim, plan: made.plan, labels: { String($0) })
    found.sides = sides
    found.report = try #require(made.output.report)
    if let size = sides.first?.size { found.report.sheet = size }
    found.runs[0].sides = isManual ? Array(0..<sheets) : Array(sides.indices)
    if isManual { found.runs[1].sides = Array(sheets..<sides.count) }
    return found
  }

  /// A blank has no ink to tell its head by: it lies as pages lie in its place on other
  /// sheets, or else in its row, where heads meet at a fold across.
  private static func blankIsTurned(_ place: SheetArea, in sides: [SheetSide]) -> Bool {
    let pages = sides.lazy.flatMap(\.slots).filter { $0.page != nil }
    let known = pages.first { $0.area.isNear(place) } ?? pages.first { abs($0.area.y.units - place.y.units) < 30 }
    return known?.isTurned ?? false
  }

  static let schemes: [ImpositionPlan.Scheme] = [
    .booklet, .sections(pages: 8), .perfect(up: 2), .perfect(up: 4), .nUp(2), .nUp(4), .folio, .quarto, .octavo,
  ]

  @Test(arguments: schemes, PageDesign.Binding.allCases)
  func `is read in order after folding and cutting`(
    scheme: ImpositionPlan.Scheme, binding: PageDesign.Binding
  ) async throws {
    for duplex in [ImpositionPlan.Duplex.natural, .manual, .long] {
      let made = try await Self.impose(ImpositionPlan(scheme: scheme, duplex: duplex), binding: binding)
      let pages = made.single.count
      try #require(pages > 32, "the text must fill some sheets: \(pages)")
      let blanks = try #require(made.output.report).blanks
      let expected: [Int?] = (0..<pages).map { $0 } + Array(repeating: nil, count: blanks)
      #expect(try bind(Self.sides(made), plan: made.plan, tolerance: 40) == [expected], "\(duplex)")
    }
  }

  @Test(arguments: [ImpositionPlan.Scheme.booklet, .octavo, .perfect(up: 2)], [false, true])
  func `has every glyph of its pages at scale 1, and no other`(scheme: ImpositionPlan.Scheme, hasBleed: Bool)
    async throws
  {
    let made = try await Self.impose(ImpositionPlan(scheme: scheme)) {
      if hasBleed { $0.bleed = Length(millimetres: 3) }
    }
    let bleed = made.design.bleed.points
    var seen = 0
    for runs in try made.files[0].runs() {
      let slots = try Self.slots(runs, made)
      // pages are drawn one after the other, each with its runs in the same order
      let alone = slots.flatMap { slot in made.single[slot.page ?? 0].map { (slot, $0) } }
      try #require(alone.count == runs.count)
      for (run, (slot, page)) in zip(runs, alone) {
        #expect(run.text == page.text && run.font == page.font)
        #expect(abs(run.size - page.size) < 0.001 && abs(run.stretch - page.stretch) < 0.0005)
        let place = slot.placement
        let isSame = zip(run.glyphs, page.glyphs).allSatisfy {
          abs($0 - (place.x + place.factor * ($1 - bleed))) < 0.02
        }
        #expect(isSame && run.glyphs.count == page.glyphs.count, "\(run.text)")
        #expect(abs(run.y - (place.y + place.factor * (page.y - bleed))) < 0.02)
      }
      seen += slots.count
    }
    #expect(seen == made.single.count)
    #expect(Double(made.output.pdf.count) < 1.1 * Double(made.singleBytes))
    #expect(try made.files[0].complaints() == [])
  }

  @Test func `has the spine in the middle, and inner sheets nearer to it by the paper's thickness`() async throws {
    for creep in [0, 0.5] {
      let plan = ImpositionPlan(
        scheme: .booklet, sheet: try StandardSheet.size(parsing: "a4"), creep: Length(millimetres: creep))
      let made = try await Self.impose(plan)
      for (side, (runs, box)) in zip(try made.files[0].runs(), try made.files[0].sheets()).enumerated() {
        let shift = Double(side / 2) * creep * 72 / 25.4
        for slot in try Self.slots(runs, made) {
          let middle = box.width / 2
          let isLeft = slot.area.x.points < middle - 100
          let inner = isLeft ? slot.area.right.points : slot.area.x.points
          #expect(abs(inner - (isLeft ? middle + shift : middle - shift)) < 0.01, "side \(side)")
          #expect(abs(slot.area.y.points + made.design.trim.height.points / 2 - box.height / 2) < 0.01)
        }
      }
    }
  }

  @Test(arguments: [ImpositionPlan.Scheme.octavo, .sections(pages: 8), .perfect(up: 2)])
  func `has its marks outside the pages and their bleed`(scheme: ImpositionPlan.Scheme) async throws {
    let kinds: Set<PrintersMark.Kind> = scheme.isFolded ? [.crop, .fold, .registration] : [.crop, .registration]
    let made = try await Self.impose(ImpositionPlan(scheme: scheme, marks: kinds)) { $0.bleed = Length(millimetres: 3) }
    let strokes = try made.files[0].strokes()
    let sides = try Self.sides(made).sides
    #expect(strokes.count == sides.count)
    for (side, points) in zip(sides, strokes) {
      #expect(points.count > 12)
      for point in points {
        #expect((0...side.width.points).contains(point.x) && (0...side.height.points).contains(point.y))
        for slot in side.slots {
          // the bleed ends at the spine, and so may a fold's mark: the trim is what no mark may touch
          let area = slot.area
          let isInside =
            point.x > area.x.points + 0.01 && point.x < area.right.points - 0.01 && point.y > area.y.points + 0.01
            && point.y < area.bottom.points - 0.01
          #expect(!isInside, "a mark at \(point) on page \(slot.page ?? -1)")
        }
      }
    }
  }
}

extension SheetArea {
  fileprivate func isNear(_ other: SheetArea) -> Bool {
    abs(x.units - other.x.units) < 30 && abs(y.units - other.y.units) < 30
  }
}

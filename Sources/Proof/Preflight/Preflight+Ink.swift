internal import Design
internal import Units

extension Preflight {
  fileprivate enum Side: String, CaseIterable {
    case spine, outside, top, bottom
  }

  /// What pages offend against by their ink, the worst value first.
  fileprivate struct Offence {
    var pages: [Int] = []
    var worst = Double.infinity

    mutating func add(_ page: Int, _ value: Double) {
      if pages.last != page { pages.append(page) }
      worst = min(worst, value)
    }
  }

  /// Margins and bleed, where the ink was measured.
  mutating func checkInk(_ sheet: Sheet) {
    if let why = facts.inkMissing {
      let rule = Rule(true, .own, "octavo")
      add(
        "ink", rule, "margins and bleed were not measured: \(why)", measured: "nothing", required: "pdftoppm",
        help: "install poppler-utils", severity: .warning)
      return
    }
    let beyond = sheet.isOnAllSides ? 2 * sheet.bleed : sheet.bleed
    let size = (width: sheet.trim.width + beyond, height: sheet.trim.height + 2 * sheet.bleed)
    let edge = 1.5  // points: what reaches so near an edge was meant to reach it
    var narrow: [Side: Offence] = [:]
    var short = Offence()
    var marks = Offence()
    for (index, page) in facts.pages.enumerated() {
      let isUsual = page.trim != nil || abs(page.width - size.width) < 3 && abs(page.height - size.height) < 3
      guard let ink = page.ink, isUsual else { continue }
      let spineIsLeft = (index % 2 == 0) != facts.isRightToLeft
      let trim = frame(of: sheet, on: page, spineIsLeft: spineIsLeft)
      let inside: [(Side, Double)] = [
        (spineIsLeft ? .spine : .outside, ink.x - trim.x),
        (spineIsLeft ? .outside : .spine, trim.right - ink.right), (.top, ink.y - trim.y),
        (.bottom, trim.bottom - ink.bottom),
      ]
      for (side, distance) in inside {
        let beyond = side == .spine && !sheet.isOnAllSides ? 0 : sheet.bleed
        if distance < -beyond - 3 * edge {
          marks.add(index + 1, distance)
        } else if distance < edge {
          // ink that touches the cut must go on to the end of the bleed
          if distance > edge - beyond || beyond == 0 && side != .spine { short.add(index + 1, -distance) }
        } else {
          narrow[side, default: Offence()].note(index + 1, distance, least: least(side, sheet))
        }
      }
    }
    say(marks: marks)
    say(short: short, sheet)
    for side in Side.allCases { if let offence = narrow[side], !offence.pages.isEmpty { say(side, offence, sheet) } }
  }

  /// The trim on a page: by its box, else where the service's bleed leaves it.
  private func frame(of sheet: Sheet, on page: PageFacts, spineIsLeft: Bool) -> PageArea {
    if let box = page.trim, abs(box.width - sheet.trim.width) < 3, abs(box.height - sheet.trim.height) < 3 {
      return box
    }
    let left = sheet.bleed > 0 && (sheet.isOnAllSides || !spineIsLeft) ? sheet.bleed : 0
    return PageArea(x: left, y: sheet.bleed, width: sheet.trim.width, height: sheet.trim.height)
  }

  /// The least margin; nil where there is no rule.
  private func least(_ side: Side, _ sheet: Sheet) -> Double? {
    guard side != .spine else {
      let table = service.inside.flatMap { rule in PrinterRules.all.first { $0.name == rule.value } }
      return table?.inside(pages: facts.pages.count).points ?? service.outside?.value.points
    }
    return (sheet.bleed > 0 ? service.outsideWithBleed ?? service.outside : service.outside)?.value.points
  }

  /// All that is printed on pages.
  private func inkAreas(_ pages: [Int]) -> [Finding.Area] {
    pages.compactMap { page in facts.pages[page - 1].ink.map { Finding.Area(page: page, area: $0) } }
  }

  /// The ink of pages as far as it stands where a margin is to be.
  private func strips(_ pages: [Int], _ side: Side, needed: Double, _ sheet: Sheet) -> [Finding.Area] {
    inkAreas(pages).map { found in
      let (ink, page) = (found.area, facts.pages[found.page - 1])
      let spineIsLeft = (found.page % 2 == 1) != facts.isRightToLeft
      let trim = frame(of: sheet, on: page, spineIsLeft: spineIsLeft)
      var (left, top, right, bottom) = (ink.x, ink.y, ink.right, ink.bottom)
      switch side {
      case .top: bottom = min(bottom, trim.y + needed)
      case .bottom: top = max(top, trim.bottom - needed)
      case _ where (side == .spine) == spineIsLeft: right = min(right, trim.x + needed)
      default: left = max(left, trim.right - needed)
      }
      return Finding.Area(
        page: found.page, area: PageArea(x: left, y: top, width: right - left, height: bottom - top))
    }
  }

  // MARK: Wording

  private mutating func say(marks: Offence) {
    guard !marks.pages.isEmpty else { return }
    add(
      banned: .marks, pages: marks.pages, at: inkAreas(marks.pages),
      "something is printed \(inches(-marks.worst)) outside the trim: crop marks?",
      measured: inches(-marks.worst), required: "nothing beyond the bleed", help: "leave out printer's marks")
  }

  private mutating func say(short: Offence, _ sheet: Sheet) {
    guard !short.pages.isEmpty else { return }
    let rule = service.bleed.map { $0.with(true) } ?? Rule(true, .knowledge, "every printer")
    let wanted = service.bleed?.value.width.points ?? 9
    let help = "carry it past the trim: --bleed \(Length.decimal(wanted / 72))in, or keep it inside the margins"
    if sheet.bleed == 0 {
      add(
        "bleed-missing", rule, pages: short.pages, at: inkAreas(short.pages),
        "ink reaches the trim, and the file has no bleed",
        measured: "no bleed", required: inches(wanted), help: help)
    } else {
      add(
        "bleed-short", rule, pages: short.pages, at: inkAreas(short.pages),
        "ink ends \(inches(max(0, short.worst))) past the trim; the bleed is \(inches(wanted))",
        measured: inches(max(0, short.worst)), required: inches(wanted), help: help)
    }
  }

  private mutating func say(_ side: Side, _ offence: Offence, _ sheet: Sheet) {
    let needed = least(side, sheet) ?? 0
    let measured = inches(offence.worst)
    let strips = strips(offence.pages, side, needed: needed, sheet)
    if side == .spine {
      let rule =
        service.inside.map { $0.with(true) } ?? service.outside.map { $0.with(true) } ?? Rule(true, .knowledge, "")
      add(
        "gutter", rule, pages: offence.pages, at: strips,
        "ink comes to \(measured) from the spine; \(facts.pages.count) pages need \(inches(needed))",
        measured: measured, required: inches(needed),
        help: "make it again with --inside \(Length.decimal((needed + 2) / 72))in, or with --for \(service.key)")
    } else {
      let rule = (sheet.bleed > 0 ? service.outsideWithBleed ?? service.outside : service.outside)?.with(true)
      add(
        "margin", rule ?? Rule(true, .knowledge, ""), pages: offence.pages, at: strips,
        "ink comes to \(measured) from the \(side == .outside ? "outside edge" : side.rawValue); \(service.title) asks \(inches(needed))",
        measured: measured, required: inches(needed), help: "a wider --\(side.rawValue); heads and folios count")
    }
  }
}

extension Preflight.Offence {
  /// A pixel that is touched at all counts as a whole one.
  fileprivate mutating func note(_ page: Int, _ distance: Double, least: Double?) {
    guard let least, distance + InkMeasure.precision < least else { return }
    add(page, distance)
  }
}

internal import Design
internal import PageModel
internal import Typesetting
internal import Units

extension Page {
  /// Hairlines in the thickness that presses hold, about their own middle.
  mutating func thickenRules() {
    let least = PrinterRules.leastStroke.points
    for index in rules.indices {
      let rule = rules[index]
      if rule.height < least, rule.width > rule.height {
        rules[index].y -= (least - rule.height) / 2
        rules[index].height = least
      } else if rule.width < least {
        rules[index].x -= (least - rule.width) / 2
        rules[index].width = least
      }
    }
  }
}

extension PageList {
  /// KDP takes no more than two blank pages in a row before the end (manual review
  /// checklist, GYEKAVKMSE23PFTM, read 2026-11).
  static let mostBlanks = 2

  /// A warning for every longer row of blank pages.
  func blankRows() -> [Diagnostic] {
    var found: [Diagnostic] = []
    var first = 0
    for (index, page) in pages.enumerated() where page.kind != .blank {
      if index - first > PageList.mostBlanks {
        found.append(
          Diagnostic(
            .warning, code: "blank-rows",
            "\(index - first) blank pages in a row before page \(label(ofPage: index)); printers take \(PageList.mostBlanks)",
            help: "leave out --chapters recto, or what stands empty in the manuscript"))
      }
      first = index + 1
    }
    return found
  }
}

internal import PageModel
package import Shaping
internal import Units

extension StageDump {
  /// Appends the pages of a book, one at a time; `write` is told when rows are there to be taken.
  /// - Parameter shaper: for running heads and folios.
  package mutating func addPages(
    of list: PageList, shaper: Shaper, _ write: (inout StageDump) throws -> Void
  ) rethrows {
    let assembler = PageAssembler(list, shaper: shaper, compensatesWidths: false)
    var page = Page(size: list.design.trim, label: "")
    for index in list.pages.indices {
      assembler.assemble(index, into: &page)
      add(page, number: index)
      try write(&self)
    }
  }

  private mutating func add(_ page: Page, number: Int) {
    let start = [String(number), page.label]
    for rule in page.rules where rule.isBehind { add(rule, start) }
    for run in page.runs {
      guard let first = run.glyphs.first.map({ page.glyphs[$0] }) else { continue }
      add(
        start + [
          run.isShape ? "shape" : run.isHidden ? "hidden" : "text", StageDump.fixed(first.x, 2),
          StageDump.fixed(first.y, 2),
          StageDump.name(run.font.file.split(separator: "/").last.map(String.init) ?? ""),
          StageDump.fixed(run.font.size.points, 2), String(run.font.expansion),
          StageDump.escaped(String(decoding: page.text[run.text], as: UTF8.self)),
        ])
    }
    for rule in page.rules where !rule.isBehind { add(rule, start) }
    for picture in page.pictures {
      add(
        start + [
          "picture", StageDump.fixed(picture.x, 2), StageDump.fixed(picture.y, 2), "", "", "",
          "\(StageDump.fixed(picture.width, 2))x\(StageDump.fixed(picture.height, 2)) \(StageDump.escaped(picture.file))",
        ])
    }
    if page.runs.isEmpty, page.rules.isEmpty, page.pictures.isEmpty { add(start + ["blank", "", "", "", "", "", ""]) }
  }

  private mutating func add(_ rule: Rule, _ start: [String]) {
    add(
      start + [
        "rule", StageDump.fixed(rule.x, 2), StageDump.fixed(rule.y, 2), "", "", "",
        "\(StageDump.fixed(rule.width, 2))x\(StageDump.fixed(rule.height, 2))",
      ])
  }
}

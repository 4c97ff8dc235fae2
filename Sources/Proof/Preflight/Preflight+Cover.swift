package import Design
package import Units

extension Preflight {
  /// Holds a cover's one sheet against what its service asks of it and against the pages that it goes around.
  /// - Parameters:
  ///   - book: the pages.
  ///   - trim: what is ordered; nil to find out from the pages.
  ///   - title: as the listing has it.
  package static func check(
    cover: PDFFacts, around book: PDFFacts, _ kind: CoverKind, _ paper: CoverPaper, for service: Service,
    trim: PageSize? = nil, title: String? = nil
  ) -> [Finding] {
    var pages = Preflight(facts: book, service: service, trim: trim, title: title)
    var preflight = Preflight(facts: cover, service: service, trim: nil, title: title)
    preflight.checkFile()
    preflight.checkPaint()
    if let rules = CoverRules.named(service.key) {
      preflight.checkCount(rules)
      if let sheet = pages.checkSizes() {
        let trim = PageSize(width: Length(points: sheet.trim.width), height: Length(points: sheet.trim.height))
        let wanted = CoverGeometry(kind: kind, trim: trim, pages: book.pages.count, paper: paper, rules: rules)
        preflight.checkSize(wanted, rules, pages: book.pages.count)
      }
    }
    preflight.checkTitle(of: cover, "is not on the cover", pages: [])
    return preflight.sorted
  }

  private func rule(_ rules: CoverRules) -> Rule<Bool> {
    Rule(true, rules.isHearsay ? .knowledge : .copies, rules.source, read: rules.read)
  }

  private mutating func checkCount(_ rules: CoverRules) {
    guard facts.pages.count != 1 else { return }
    add(
      "cover-pages", rule(rules), "the cover has \(facts.pages.count) pages", measured: "\(facts.pages.count)",
      required: "1", help: "back, spine and front on one sheet: octavo cover", severity: .error)
  }

  private mutating func checkSize(_ wanted: CoverGeometry, _ rules: CoverRules, pages: Int) {
    guard let page = facts.pages.first else { return }
    let (wide, high) = (page.width - wanted.width, page.height - wanted.height)
    let spine = wanted.spine.width + wide
    // a sixteenth of an inch is what printers let pass (KDP's guide to covers)
    let tolerance = 4.5
    guard abs(wide) > tolerance || abs(high) > tolerance else {
      // a cover made for other pages: what is drawn on the spine leans to one side
      let pageWidth = wanted.spine.width / Double(max(1, pages + pages % 2))
      guard abs(wide) > 3 * pageWidth, pageWidth > 0 else { return }
      add(
        "cover-spine", rule(rules), pages: [1],
        "the cover's spine is \(inches(spine)), as for some \(max(1, Int((spine / pageWidth).rounded()))) pages; "
          + "the book has \(pages)",
        measured: inches(spine), required: inches(wanted.spine.width),
        help: "if it is printed on other paper, say --paper cream; else make it again with octavo cover",
        severity: .warning)
      return
    }
    add(
      "cover-size", rule(rules), pages: [1],
      "the cover is \(inches(page.width, page.height)), which leaves \(inches(spine)) for the spine",
      measured: inches(page.width, page.height),
      required: "\(inches(wanted.width, wanted.height)), with \(inches(wanted.spine.width)) of spine",
      help: "octavo cover --for \(service.key) --page-count makes it; --kind and --paper say what is ordered")
  }
}

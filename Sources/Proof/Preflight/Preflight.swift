package import Units

/// Holds a file's facts against one service's rules.
package struct Preflight {
  let facts: PDFFacts
  let service: Service
  /// What the book is ordered at; nil to find out from the pages.
  let trim: PageSize?
  /// As the listing and the cover have it.
  let title: String?
  private(set) var findings: [Finding] = []

  /// Pages may be wrong by a hundredth of an inch and what programs round; points.
  static let sizeTolerance = 1.5

  /// All findings, errors first; none is the answer hoped for.
  package static func check(
    _ facts: PDFFacts, for service: Service, trim: PageSize? = nil, title: String? = nil
  ) -> [Finding] {
    var preflight = Preflight(facts: facts, service: service, trim: trim, title: title)
    preflight.checkFile()
    preflight.checkCount()
    let sheet = service.isStandard ? nil : preflight.checkSizes()
    preflight.checkPaint()
    preflight.checkBlanks()
    if let sheet { preflight.checkInk(sheet) }
    preflight.checkTitle()
    return preflight.sorted
  }

  /// Errors first.
  var sorted: [Finding] {
    [Diagnostic.Severity.error, .warning, .note].flatMap { severity in findings.filter { $0.severity == severity } }
  }

  init(facts: PDFFacts, service: Service, trim: PageSize?, title: String?) {
    (self.facts, self.service, self.trim) = (facts, service, trim)
    self.title = title
  }

  // MARK: Saying

  /// - Parameters:
  ///   - areas: where on the pages.
  ///   - severity: nil for what the trust in the rule warrants.
  mutating func add<Value>(
    _ code: String, _ rule: Rule<Value>, pages: [Int] = [], at areas: [Finding.Area] = [], _ message: String,
    measured: String, required: String, help: String? = nil, severity: Diagnostic.Severity? = nil
  ) {
    findings.append(
      Finding(
        severity: severity ?? rule.trust.severity, code: code, service: service.title, pages: pages, areas: areas,
        message: message, measured: measured, required: required, help: help, source: rule.source, read: rule.read,
        trust: rule.trust))
  }

  /// Says that something banned is there.
  mutating func add(
    banned what: Service.Banned, pages: [Int] = [], at areas: [Finding.Area] = [], _ message: String,
    measured: String, required: String, help: String? = nil
  ) {
    guard let ban = service.bans.first(where: { $0.what == what }) else { return }
    add(
      what.rawValue, ban.rule, pages: pages, at: areas, message, measured: measured, required: required, help: help,
      severity: ban.rule.value)
  }

  /// Numbers from 1 of the pages for which something holds.
  func pages(_ holds: (PageFacts) -> Bool) -> [Int] {
    facts.pages.indices.filter { holds(facts.pages[$0]) }.map { $0 + 1 }
  }

  /// More rectangles than a page has lines say no more than one around them all.
  private static let mostAreas = 64

  /// Where things stand on pages for which something holds.
  func areas(_ pages: [Int], of holds: (PaintedThing) -> Bool) -> [Finding.Area] {
    pages.flatMap { number in
      let page = facts.pages[number - 1]
      let found = page.paint.things.lazy.filter(holds).compactMap(page.frame.shown)
      var areas = Array(found.prefix(Preflight.mostAreas + 1))
      if areas.count > Preflight.mostAreas {
        let (left, top) = (found.map(\.x).min() ?? 0, found.map(\.y).min() ?? 0)
        let (right, bottom) = (found.map(\.right).max() ?? 0, found.map(\.bottom).max() ?? 0)
        areas = [PageArea(x: left, y: top, width: right - left, height: bottom - top)]
      }
      return areas.map { Finding.Area(page: number, area: $0) }
    }
  }

  // MARK: Count

  private mutating func checkCount() {
    let count = facts.pages.count
    if let rule = service.count, !rule.value.contains(count) {
      let range = rule.value
      add(
        "count", rule,
        "\(count) page\(count == 1 ? "" : "s"); \(service.title) takes \(range.lowerBound) to \(range.upperBound)",
        measured: "\(count)", required: "\(range.lowerBound)–\(range.upperBound)",
        help: count < range.lowerBound
          ? "larger type, wider margins, or blank pages at the end"
          : "a larger trim or smaller type; or two volumes")
    }
    if let rule = service.multiple, count % rule.value != 0 {
      add(
        "parity", rule, "\(count) pages are no multiple of \(rule.value)", measured: "\(count)",
        required: "a multiple of \(rule.value)", help: "a blank page will be added at the end",
        severity: .warning)
    }
    if let rule = service.lastPageBlank, let last = facts.pages.last, last.ink != nil || last.paint.paints {
      add(
        "last-page", rule, pages: [count], "the last page is not blank; the printer adds a leaf for its own barcode",
        measured: "printed", required: "blank", help: "end with a blank page", severity: .warning)
    }
  }

  private mutating func checkBlanks() {
    guard let rule = service.blanks else { return }
    var first = 0
    for index in 0...facts.pages.count {
      if index < facts.pages.count, !facts.pages[index].isPrinted { continue }
      let row = index - first
      let isEnd = index == facts.pages.count
      let most = isEnd ? rule.value.atEnd : rule.value.within
      if row > most {
        add(
          "blanks", rule, pages: Array(first + 1...index), "\(row) blank pages in a row\(isEnd ? " at the end" : "")",
          measured: "\(row)", required: "at most \(most)", help: "leave out --chapters recto, or what stands empty")
      }
      first = index + 1
    }
  }

  private mutating func checkTitle() { checkTitle(of: facts, "is not on the first pages", pages: []) }

  /// Title page, cover and listing name the book alike.
  mutating func checkTitle(of facts: PDFFacts, _ missing: String, pages: [Int]) {
    guard let title, let text = facts.openingText else { return }
    func folded(_ text: String) -> [Unicode.Scalar] {
      text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
    let (wanted, found) = (folded(title), folded(text))
    guard !wanted.isEmpty, found.firstRange(of: wanted) == nil else { return }
    let rule = Rule(true, .own, "kdp.amazon.com/help GYEKAVKMSE23PFTM (manual review checklist)")
    add(
      "identity", rule, pages: pages, "\"\(title)\" \(missing)", measured: "not found", required: "\"\(title)\"",
      help: "title page, cover and listing must name the book alike", severity: .warning)
  }
}

extension PageFacts {
  /// By the ink where that was measured; a page painted white is blank.
  var isPrinted: Bool { ink != nil || paint.paints && !paint.colours.isEmpty }
}

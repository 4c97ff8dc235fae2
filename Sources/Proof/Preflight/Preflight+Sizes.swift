internal import Units

extension Preflight {
  /// What pages are cut to, and how.
  struct Sheet {
    var trim: (width: Double, height: Double)
    /// Points beyond the trim; 0 where the file has none.
    var bleed = 0.0
    var isOnAllSides = true
  }

  /// Finds the trim and the bleed of the pages; nil where these make no book.
  mutating func checkSizes() -> Sheet? {
    guard let first = facts.pages.first else { return nil }
    /// The size of most pages.
    var counts: [(size: (Double, Double), pages: Int)] = []
    for page in facts.pages {
      let at = counts.firstIndex { near($0.size.0, page.width) && near($0.size.1, page.height) }
      if let at { counts[at].pages += 1 } else { counts.append(((page.width, page.height), 1)) }
    }
    let size = counts.max { $0.pages < $1.pages }?.size ?? (first.width, first.height)
    let odd = pages { !near($0.width, size.0) || !near($0.height, size.1) }
    let sizes = Rule(true, .knowledge, "every printer")
    if let page = odd.first {
      add(
        "size-mixed", sizes, pages: odd, "\(odd.count) pages are not as large as the others",
        measured: inches(facts.pages[page - 1].width, facts.pages[page - 1].height), required: inches(size.0, size.1),
        help: "all pages of a book have one size", severity: .error)
    }
    if looksLikeSpreads(size) {
      add(
        banned: .spreads, "pages of \(inches(size.0, size.1)) look like spreads, two pages side by side",
        measured: inches(size.0, size.1), required: "one page on a page", help: "use --layout single")
      if service.bans.contains(where: { $0.what == .spreads }) { return nil }
    }
    return sheet(of: size)
  }

  private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= Preflight.sizeTolerance }

  private func offered(_ width: Double, _ height: Double) -> Bool {
    service.trims?.value.contains { near($0.width.points, width) && near($0.height.points, height) } ?? false
  }

  private func inRange(_ width: Double, _ height: Double) -> Bool {
    guard let range = service.range?.value else { return service.trims == nil }
    let tolerance = Preflight.sizeTolerance / 72
    return width / 72 >= range.width.lowerBound - tolerance && width / 72 <= range.width.upperBound + tolerance
      && height / 72 >= range.height.lowerBound - tolerance && height / 72 <= range.height.upperBound + tolerance
  }

  /// Twice as wide as a page of a book would be, and no size that is offered.
  private func looksLikeSpreads(_ size: (Double, Double)) -> Bool {
    let half = size.0 / 2
    guard size.0 > size.1, trim == nil, !offered(size.0, size.1) else { return false }
    return (0.55...0.85).contains(half / size.1)
  }

  private mutating func sheet(of size: (Double, Double)) -> Sheet? {
    let bleed = service.bleed
    let beyond = bleed?.value.width.points ?? 9
    let isOnAllSides = bleed?.value.isOnAllSides ?? true
    let wider = isOnAllSides ? 2 * beyond : beyond
    func fits(_ trim: (Double, Double)) -> Sheet? {
      if near(size.0, trim.0), near(size.1, trim.1) { return Sheet(trim: trim) }
      guard near(size.0, trim.0 + wider), near(size.1, trim.1 + 2 * beyond) else { return nil }
      return Sheet(trim: trim, bleed: beyond, isOnAllSides: isOnAllSides)
    }
    let declared = facts.pages.first?.trim.map { ($0.width, $0.height) }
    let wanted = trim.map { ($0.width.points, $0.height.points) } ?? declared
    if let wanted {
      let isOffered = offered(wanted.0, wanted.1) || inRange(wanted.0, wanted.1)
      if !isOffered { addTrim(wanted) }
      if let sheet = fits(wanted) { return sheet }
      addSize(size, trim: wanted, wider: wider, higher: 2 * beyond)
      // where the file says what is cut away, the ink can be measured all the same
      return trim == nil ? Sheet(trim: wanted) : nil
    }
    if offered(size.0, size.1) { return Sheet(trim: size) }
    for trim in service.trims?.value ?? [] {
      if let sheet = fits((trim.width.points, trim.height.points)) { return sheet }
    }
    guard inRange(size.0, size.1) else {
      addTrim(size)
      return nil
    }
    return Sheet(trim: size)
  }

  private mutating func addTrim(_ trim: (Double, Double)) {
    let required: String
    if let range = service.range?.value {
      func text(_ range: ClosedRange<Double>) -> String {
        "\(Length.decimal(range.lowerBound))–\(Length.decimal(range.upperBound))"
      }
      required = "\(text(range.width)) × \(text(range.height)) in"
    } else {
      required = "one of \(service.trims?.value.count ?? 0) sizes"
    }
    let rule = service.range.map { $0.with(true) } ?? service.trims.map { $0.with(true) } ?? Rule(true, .knowledge, "")
    add(
      "trim", rule, "\(service.title) makes no books of \(inches(trim.0, trim.1))", measured: inches(trim.0, trim.1),
      required: required, help: "choose one with --trim, such as --trim 6x9")
  }

  private mutating func addSize(_ size: (Double, Double), trim: (Double, Double), wider: Double, higher: Double) {
    let rule = service.bleed.map { $0.with(true) } ?? Rule(true, .knowledge, "every printer")
    add(
      "size", rule, "pages are \(inches(size.0, size.1)), which is neither the trim nor the trim with bleed",
      measured: inches(size.0, size.1),
      required: "\(inches(trim.0, trim.1)), or with bleed \(inches(trim.0 + wider, trim.1 + higher))",
      help: "give the trim with --trim; --bleed \(Length.decimal(higher / 2 / 72))in adds the bleed",
      severity: .error)
  }
}

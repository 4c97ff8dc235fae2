internal import QPDF
internal import Units

extension PDFDocument {
  /// Does all that a plan says; the plan has been checked against the pages.
  /// - Returns: what goes into the section behind the file, but for the structure.
  /// - Parameter colours: of the press that the plan is for.
  func apply(_ plan: FinishingPlan, _ colours: PressColours?, pages: Int) throws(PDFError) -> SectionParts {
    try setCatalog(plan)
    try setInformation(plan)
    releaseObjects()
    try setBoxes(plan.boxes, pages: pages)
    if plan.blackIsGrey || colours != nil { try ink(colours, plan.spot, plan.press?.level, pages: pages) }
    if let press = plan.press { try keep(press) }
    // a press wants none, and its files may be older than sections of packed objects
    var parts = SectionParts()
    if plan.press == nil {
      parts.links = try place(plan.links)
      parts.destinations = try place(plan.destinations)
    }
    releaseObjects()
    if plan.structure != nil { try prepareStructure(pages: pages) }
    return parts
  }

  // MARK: The catalog (ISO 32000-1, 7.7.2)

  private func setCatalog(_ plan: FinishingPlan) throws(PDFError) {
    let root = try root()
    // cairo opens the outline of every file that has one
    for key in ["/PageMode", "/Lang"] { try remove(key, from: root) }
    for (key, value) in try plan.catalog(hasOutline: value("/Outlines", of: root) != nil) {
      try set(key, of: root, to: value)
    }
    if plan.pageLabels.isEmpty {
      try remove("/PageLabels", from: root)
    } else {
      try set("/PageLabels", of: root, to: indirect(parse(pageLabelTree(plan.pageLabels))))
    }
    if plan.writesXMP {
      let metadata = try stream(
        Array(plan.xmp.utf8), keys: PDFSyntax(raw: "<< /Type /Metadata /Subtype /XML >>"))
      try set("/Metadata", of: root, to: metadata)
    } else {
      try remove("/Metadata", from: root)
    }
  }

  /// The document information (14.3.3), put in place of cairo's.
  private func setInformation(_ plan: FinishingPlan) throws(PDFError) {
    try set("/Info", of: trailer(), to: indirect(parse(plan.information)))
  }

  // MARK: Pages

  private func setBoxes(_ boxes: PageBoxes, pages: Int) throws(PDFError) {
    switch boxes {
    case .none: break
    case .uniform(let set):
      // One array in all dictionaries: it takes memory once and is written out in each.
      let trim = try parse(set.trim.syntax)
      let bleed: PDFObject?
      if let box = set.bleed { bleed = try parse(box.syntax) } else { bleed = nil }
      for index in 0..<pages { try setBoxes(trim: trim, bleed: bleed, ofPage: index) }
    case .perPage(let sets):
      for (index, set) in sets.enumerated() {
        let trim = try parse(set.trim.syntax)
        let bleed: PDFObject?
        if let box = set.bleed { bleed = try parse(box.syntax) } else { bleed = nil }
        try setBoxes(trim: trim, bleed: bleed, ofPage: index)
        releaseObjects()
      }
    }
    releaseObjects()
  }

  private func setBoxes(trim: PDFObject, bleed: PDFObject?, ofPage index: Int) throws(PDFError) {
    let page = try page(index)
    defer { release(page) }
    try set("/TrimBox", of: page, to: trim)
    // One of an earlier pass would not fit the new trim.
    if let bleed { try set("/BleedBox", of: page, to: bleed) } else { try remove("/BleedBox", from: page) }
  }
}

extension PDFRectangle {
  var syntax: PDFSyntax {
    var syntax = PDFSyntax(raw: "[")
    for value in [left, bottom, right, top] { syntax.add(points: value) }
    syntax.add("]")
    return syntax
  }
}

extension FinishingPlan {
  /// What the catalog says by itself (7.7.2).
  func catalog(hasOutline: Bool) -> [(key: String, value: PDFSyntax)] {
    var layout = PDFSyntax()
    layout.add(name: pageLayout.rawValue)
    var entries = [("/PageLayout", layout), ("/ViewerPreferences", viewerPreferences)]
    if showsOutline, hasOutline { entries.append(("/PageMode", .name("/UseOutlines"))) }
    if let language { entries.append(("/Lang", .text(language))) }
    return entries
  }

  /// The document information (14.3.3).
  var information: PDFSyntax {
    var info = PDFSyntax(raw: "<<")
    func add(_ key: StaticString, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      info.add(key)
      info.add(text: value)
    }
    add("/Title", title)
    add("/Author", author)
    add("/Subject", subject)
    add("/Keywords", keywords)
    add("/Creator", creator)
    add("/Producer", producer)
    add("/CreationDate", creationDate?.pdf)
    add("/ModDate", creationDate?.pdf)
    if let press = press {
      // PDF/X-4 says it in its metadata alone
      if press.level != .x4 { add("/GTS_PDFXVersion", press.level.version) }
      info.add("/Trapped /False")
    }
    info.add(">>")
    return info
  }

  /// ISO 32000-1, 12.2.
  var viewerPreferences: PDFSyntax {
    var syntax = PDFSyntax(raw: "<< /DisplayDocTitle")
    // A reader told to show a title that is not there shows an empty one.
    syntax.add(displaysDocumentTitle && title?.isEmpty == false)
    if direction == .rightToLeft { syntax.add("/Direction /R2L") }
    if printsAtActualSize { syntax.add("/PrintScaling /None") }
    switch duplex {
    case nil: break
    case .oneSided: syntax.add("/Duplex /Simplex")
    case .shortEdge: syntax.add("/Duplex /DuplexFlipShortEdge")
    case .longEdge: syntax.add("/Duplex /DuplexFlipLongEdge")
    }
    syntax.add(">>")
    return syntax
  }
}

/// The number tree of labels (ISO 32000-1, 12.4.2 and 7.9.7), ordered by page;
/// of two ranges that begin on one page, the later counts.
func pageLabelTree(_ ranges: [PageLabelRange]) -> PDFSyntax {
  var byPage: [Int: PageLabelRange] = [0: PageLabelRange(firstPage: 0, style: .decimal)]
  for range in ranges { byPage[range.firstPage] = range }
  var syntax = PDFSyntax(raw: "<< /Nums [")
  for (page, range) in byPage.sorted(by: { $0.key < $1.key }) {
    syntax.add(page)
    syntax.add("<<")
    switch range.style {
    case .none: break
    case .decimal: syntax.add("/S /D")
    case .lowerRoman: syntax.add("/S /r")
    case .upperRoman: syntax.add("/S /R")
    }
    if !range.prefix.isEmpty {
      syntax.add("/P")
      syntax.add(text: range.prefix)
    }
    if range.start > 1 {
      syntax.add("/St")
      syntax.add(range.start)
    }
    syntax.add(">>")
  }
  syntax.add("] >>")
  return syntax
}

internal import QPDF

/// Adds to cairo's PDF what cairo cannot write (or writes damaged): links,
/// destinations, labels, boxes, language, dates, XMP, a file ID.
///
/// A file for readers whose every object is known is finished in place (`CairoFile`); any other by libqpdf.
/// The same bytes and plan give the same result. Linear in pages and links.
/// - Parameter pdf: the whole file as cairo wrote it; freed before the result is checked.
/// - Throws: also when the PDF needed repair, or when what libqpdf wrote does not open
///   again with the same pages.
/// - Parameters:
///   - inked: told the most ink of any place, in per cent, of a file for a press with four inks.
///   - untagged: told that the file goes without its structure, since what is drawn on a page
///     is not what the plan says.
package func finish(
  _ pdf: consuming [UInt8], plan: FinishingPlan, inked: (Double) -> Void = { _ in }, untagged: () -> Void = {}
) throws(FinishingError) -> [UInt8] {
  var pdf = consume pdf
  let fonts = plan.structure == nil && plan.archive == nil ? CairoFonts() : CairoFonts(pdf)
  let cairo = takeCairoPages(&pdf)
  var plan = plan
  // pages that cairo 1.16 wrote, whose contents can be marked
  let isKnown = cairo != nil || PDFScanner.table(of: pdf) != nil
  if plan.structure != nil, !isKnown || plan.blackIsGrey {
    plan.structure = nil
    untagged()
  }
  if let cairo, plan.isForReaders, (0...cairo.pages.count).contains(plan.leadingPages),
    let file = CairoFile(pdf, cairo, smoothsPictures: plan.archive == nil)
  {
    if let problem = plan.problem(pages: file.pages.count) { throw problem }
    finish(&pdf, file, fonts, plan, untagged)
    return pdf
  }
  var result = try finish(pdf, cairo, fonts, plan)
  if result == nil {
    plan.structure = nil
    untagged()
    result = try finish(pdf, cairo, fonts, plan)
  }
  guard let finished = result else { throw .pagesLost(written: 0, expected: plan.leadingPages) }
  pdf = []
  if let ink = finished.mostInk { inked(ink) }
  return try proven(finished.file, pages: finished.pages, behind: finished.parts)
}

extension FinishingPlan {
  /// Cairo's objects can stay as they are; presses want others.
  fileprivate var isForReaders: Bool { press == nil && !blackIsGrey && attachments.isEmpty && version > "1.4" }
}

/// Finishes a file that is known object by object.
private func finish(
  _ pdf: inout [UInt8], _ file: CairoFile, _ fonts: CairoFonts, _ plan: FinishingPlan, _ untagged: () -> Void
) {
  var marking = plan.structure.map { PageMarking($0, fonts) }
  var contents: [Int: [UInt8]] = [:]
  if marking != nil {
    let behind = file.pages.count - plan.leadingPages
    let places = Dictionary(uniqueKeysWithValues: file.pieces.map { ($0.number, $0.bytes) })
    for (drawn, page) in file.pages.enumerated() {
      let index = drawn < behind ? drawn + plan.leadingPages : drawn - behind
      if marking?.isMarked(index) == true { continue }
      contents[drawn] = places[page.contents].flatMap { marking?.marked(pdf[$0], ofPage: index) }
    }
    if marking?.isWhole == false {
      (marking, contents) = (nil, [:])
      untagged()
    }
  }
  let trueType = marking == nil && plan.archive == nil ? [] : fonts.trueType
  file.finish(&pdf, plan, marking, contents: contents, trueType: trueType)
}

/// - Returns: nil where the structure does not fit what is drawn.
private func finish(
  _ pdf: [UInt8], _ cairo: CairoPageTree?, _ fonts: CairoFonts, _ plan: FinishingPlan
) throws(FinishingError) -> Finished? {
  let result: Result<Finished?, FinishingError>
  do throws(PDFError) {
    result = try PDFDocument.read(pdf) { document throws(PDFError) in
      var marking = plan.structure.map { PageMarking($0, fonts) }
      if let cairo {
        try document.makePages(cairo, of: pdf, leading: plan.leadingPages, &marking)
      } else {
        if plan.leadingPages > 0 { try document.putLastPagesFirst(plan.leadingPages) }
        // pictures on every page: none was taken out
        try document.markPages(&marking)
      }
      if let marking, !marking.isWhole { return .success(nil) }
      let pages = try document.pageCount()
      if let problem = plan.problem(pages: pages) { return .failure(problem) }
      if marking != nil || plan.archive != nil { try document.nameGlyphs(of: fonts) }
      let colours = plan.press.map { PressColours(profile: $0.hasFourInks ? $0.profile : nil) }
      var parts = try document.apply(plan, colours, pages: pages)
      if let level = plan.archive {
        try document.leavePicturesAsTheyAre(pages: cairo?.keptPages(leading: plan.leadingPages) ?? Array(0..<pages))
        try document.keep(level, plan)
      }
      try document.checkWarnings()
      var writing = PDFWriting(minimumVersion: plan.version, packsObjects: plan.version > "1.4")
      // cairo packs all it writes
      writing.packsStreams = cairo == nil || plan.blackIsGrey || plan.press != nil
      if let press = plan.press {
        (writing.forcedVersion, writing.packsObjects) = (press.level.ofPDF, press.level == .x4)
      }
      let file = try document.write(writing)
      try document.checkWarnings()
      parts.structure = marking.map { StructureTree($0.plan, identifiers: $0.identifiers, links: parts.links) }
      return .success(Finished(file: file, pages: pages, parts: parts, mostInk: colours?.mostInk))
    }
  } catch { throw .pdf(error) }
  return try result.get()
}

private struct Finished {
  var file: WrittenPDF
  var pages: Int
  var parts: SectionParts
  var mostInk: Double?
}

extension PDFDocument {
  /// Makes the pages that were taken out, and a tree of them and those that stayed.
  ///
  /// They keep their numbers, by which the outline names them.
  /// - Parameters:
  ///   - pdf: the file, in which their contents stand.
  ///   - leading: so many pages, the last, stand before all others.
  ///   - marking: marks their contents, in a file with a structure.
  fileprivate func makePages(
    _ cairo: CairoPageTree, of pdf: [UInt8], leading: Int, _ marking: inout PageMarking?
  ) throws(PDFError) {
    let behind = cairo.pages.count - leading
    guard leading >= 0, behind >= 0 else { throw .pageMissing(index: leading) }
    let type = try parse(.name("/Page"))
    let filter = try parse(.name("/FlateDecode"))
    let tree = try replacePages(count: cairo.pages.count) { index throws(PDFError) in
      let entry = cairo.pages[index < leading ? behind + index : index - leading]
      guard let parts = entry.parts else {
        let page = try object(number: entry.number)
        if isDictionary(page) { return page }
        throw PDFError.pageMissing(index: index)
      }
      let page = try dictionary()
      try set("/Type", of: page, to: type)
      let isMarked = marking?.isMarked(index) ?? true
      let marked = isMarked ? nil : marking?.marked(pdf[parts.contents], ofPage: index)
      let contents = try stream(packed: marked.map { $0[...] } ?? pdf[parts.contents], filter: filter)
      try set("/Contents", of: page, to: contents)
      release(contents)
      if let box = parts.mediaBox { try set("/MediaBox", of: page, to: box) }
      // named on the page itself, as archives ask (ISO 19005-2, 6.2.2)
      let resources = try object(number: parts.resources)
      try set("/Resources", of: page, to: resources)
      release(resources)
      try put(page, underNumber: entry.number)
      return page
    }
    try set("/MediaBox", of: tree, to: cairo.mediaBox)
    releaseObjects()
    guard marking != nil else { return }
    for index in cairo.pages.indices {
      let entry = cairo.pages[index < leading ? behind + index : index - leading]
      guard entry.parts == nil else { continue }
      guard try mark(object(number: entry.number), index, &marking) else { return }
    }
  }

  /// Marks the contents of all pages where they stand, in a file with a structure.
  fileprivate func markPages(_ marking: inout PageMarking?) throws(PDFError) {
    guard marking != nil else { return }
    for index in 0..<(try pageCount()) {
      guard try mark(page(index), index, &marking) else { return }
    }
  }

  /// - Returns: false where the page does not hold what the plan says.
  private func mark(_ page: PDFObject, _ index: Int, _ marking: inout PageMarking?) throws(PDFError) -> Bool {
    if marking?.isMarked(index) == true { return true }
    let raw = try contents(ofPage: page)
    guard let marked = marking?.marked(raw: raw, ofPage: index) else { return false }
    try set("/Contents", of: page, to: stream(packed: marked[...], filter: parse(.name("/FlateDecode"))))
    releaseObjects()
    return true
  }
}

/// The bytes of a PDF that opens as a strict reader would open it, without repair, and whose tree
/// says that it has so many pages.
///
/// The table of objects stands last, so a file cut short does not open. The pages themselves are
/// not read again: that would cost half as much again and twice the memory, for what libqpdf has
/// just written out of its own objects.
/// - Parameter parts: what stands behind what libqpdf wrote.
func proven(
  _ file: consuming WrittenPDF, pages: Int, behind parts: SectionParts? = nil
) throws(FinishingError) -> [UInt8] {
  var bytes: [UInt8]
  let written: Int
  do throws(PDFError) {
    bytes = try file.take()
    if let parts, !parts.isEmpty { try parts.append(to: &bytes) }
    written = try PDFDocument.read(bytes) { document throws(PDFError) in
      let tree = try document.value("/Pages", of: document.root())
      let count = try tree.flatMap { tree throws(PDFError) in try document.value("/Count", of: tree) }
      try document.checkWarnings()
      return count.flatMap { document.number($0) }.flatMap { Int(exactly: $0) } ?? 0
    }
  } catch {
    switch error {
    case .unreadable(let detail), .damaged(let detail): throw .notWhole(detail: detail)
    default: throw .pdf(error)
    }
  }
  guard written == pages else { throw .pagesLost(written: written, expected: pages) }
  return bytes
}

extension FinishingPlan {
  /// PDF readers need allow no more than 200 in (ISO 32000-1, Annex C.2); it also keeps numbers short.
  static let farthest = 14_400.0

  /// What in the plan does not fit a PDF of so many pages.
  func problem(pages: Int) -> FinishingError? {
    let range = 0..<pages
    func isNear(_ values: Double...) -> Bool {
      values.allSatisfy { $0.isFinite && $0.magnitude <= FinishingPlan.farthest }
    }
    for label in pageLabels where !range.contains(label.firstPage) {
      return .pageOutOfRange(index: label.firstPage, pages: pages)
    }
    for link in links {
      guard range.contains(link.page) else { return .pageOutOfRange(index: link.page, pages: pages) }
      guard isNear(link.x, link.y, link.width, link.height) else { return .positionOutOfRange(page: link.page) }
      switch link.target {
      case .page(let page, let y):
        guard range.contains(page) else { return .pageOutOfRange(index: page, pages: pages) }
        guard isNear(y) else { return .positionOutOfRange(page: page) }
      case .named(let name):
        guard destinations[name] != nil else { return .destinationMissing(name: name) }
      case .uri: break
      }
    }
    for destination in destinations.values {
      guard range.contains(destination.page) else { return .pageOutOfRange(index: destination.page, pages: pages) }
      guard isNear(destination.x, destination.y) else { return .positionOutOfRange(page: destination.page) }
    }
    let sets: [PageBoxSet]
    switch boxes {
    case .none: sets = []
    case .uniform(let set): sets = [set]
    case .perPage(let each):
      guard each.count == pages else { return .boxCount(boxes: each.count, pages: pages) }
      sets = each
    }
    for (page, set) in sets.enumerated() {
      for box in [set.trim, set.bleed ?? set.trim] where !isNear(box.left, box.bottom, box.right, box.top) {
        return .positionOutOfRange(page: page)
      }
    }
    return nil
  }
}

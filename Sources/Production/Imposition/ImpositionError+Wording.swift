package import Units

extension ImpositionError {
  /// The message and the cure, as the command prints them.
  package var diagnostic: Diagnostic {
    switch self {
    case .pageCount(let count):
      return Diagnostic(
        .error, code: "page-count", count < 1 ? "there are no pages to lay on sheets" : "\(count) pages are too many",
        help: count < 1 ? nil : "impose at most \(ImpositionLimits.pages) pages at a time")
    case .sectionPages(let pages, let nearest):
      return Diagnostic(
        .error, code: "section-pages", "a section of \(pages) pages cannot be folded: it must be a multiple of 4",
        help: "use --section \(nearest)")
    case .pagesUp(let up):
      let (least, most) = (ImpositionLimits.up.lowerBound, ImpositionLimits.up.upperBound)
      return Diagnostic(
        .error, code: "pages-up", "\(up) pages on a side are not possible", help: "use --up \(least) to \(most)")
    case .size(let size):
      return Diagnostic(
        .error, code: "sheet-size", "\"\(size.width) x \(size.height)\" is no size of a page or sheet",
        help: "give a width and height between 0 and 10 m")
    case .bleed(let bleed):
      return Diagnostic(
        .error, code: "bleed", "a bleed of \(bleed) is not possible",
        help: "give a bleed between 0 and half the page; 3mm is usual")
    case .creep(let creep, let total):
      return Diagnostic(
        .error, code: "creep", "a creep of \(creep) would move the innermost pages by \(total)",
        help: "give the thickness of one sheet of paper, such as --creep 0.1mm, or use shorter sections")
    case .doesNotFit(let needed, let sheet, let scale, let sheets):
      let percent = Int(scale * 100)
      let names = sheets.joined(separator: ", ")
      return Diagnostic(
        .error, code: "sheet-fit",
        "the pages need a sheet of \(needed.width) x \(needed.height), \"\(sheet.title)\" has "
          + "\(sheet.width) x \(sheet.height)",
        help: (sheets.isEmpty ? "" : "use a larger sheet (\(names)) or ") + "--scale fit, which prints at \(percent) %"
          + ((needed.width > needed.height ? sheet.halfTrim : nil).map { ", or set the book for it: --trim \($0)" }
            ?? ""))
    case .noRoom(let sheet):
      return Diagnostic(
        .error, code: "sheet-room", "\"\(sheet.title)\" has no room for pages beside bleed and marks",
        help: "use a larger sheet or fewer marks")
    }
  }
}

extension PageSize {
  /// The page of which two side by side fill the sheet, as books for it have it.
  fileprivate var halfTrim: String? {
    let halves = ["A4": "a5", "A5": "a6", "Letter": "half-letter"]
    return halves[title]
  }
}

package import QPDF
package import Units

/// Why a PDF could not be finished. All but the first say that an earlier stage
/// handed over something that does not fit together.
package enum FinishingError: Error, Equatable, Sendable {
  /// libqpdf could not open, change or write the PDF.
  case pdf(PDFError)
  /// The plan names a page (from 0) that the PDF has not.
  case pageOutOfRange(index: Int, pages: Int)
  /// A link names a destination that the plan has not.
  case destinationMissing(name: String)
  /// A position that is no number, or farther than 200 in from the corner.
  case positionOutOfRange(page: Int)
  /// So many boxes for so many pages.
  case boxCount(boxes: Int, pages: Int)
  /// The finished PDF opens, but not with the pages it was made of.
  case pagesLost(written: Int, expected: Int)
  /// What libqpdf wrote to memory does not open: it misses writes that fail.
  case notWhole(detail: String)
  /// There are no sheets to lay pages on.
  case noSheets
  /// A sheet (from 0) is larger than a PDF's page can be, or of no size.
  case sheetSize(sheet: Int)
}

extension FinishingError {
  /// The message and the cure, as the command prints them.
  package func diagnostic() -> Diagnostic {
    // What a writer cannot cause, a writer cannot cure.
    let report = "this is a fault of octavo's: please report it with the manuscript"
    let room = "make room in memory, such as by ending other programs, and try again; if it stays so, report it"
    switch self {
    case .pdf(.needsPassword):
      return Diagnostic(
        .error, code: "pdf-password", "the PDF is locked with a password",
        help: "unlock it first, such as with \"qpdf --decrypt\"")
    case .pdf(.unreadable(let detail)):
      return Diagnostic(
        .error, code: "pdf-unreadable", "the PDF cannot be read: \(detail)", help: "check that the file is a whole PDF")
    case .pdf(.damaged(let detail)):
      return Diagnostic(
        .error, code: "pdf-damaged", "the PDF is damaged: \(detail)",
        help: "repair it first, such as with \"qpdf damaged.pdf whole.pdf\"; if octavo made it, please report it")
    // libqpdf's words, and those of the library that it has digests from
    case .pdf(.failed(let detail)) where detail.contains("bad_alloc") || detail.contains("memory allocation"):
      return Diagnostic(.error, code: "pdf-failed", "the PDF could not be finished: \(detail)", help: room)
    case .pdf(.failed(PDFDocument.missing)):
      return Diagnostic(
        .error, code: "pdf-failed", "the PDF could not be read or finished: \(PDFDocument.missing)",
        help: "install it (Debian and Ubuntu have it in the package qpdf)")
    case .pdf(.failed(let detail)):
      return Diagnostic(.error, code: "pdf-failed", "the PDF could not be finished: \(detail)", help: report)
    case .pdf(.pageMissing(let index)):
      return Diagnostic(.error, code: "pdf-page", "the PDF has no page \(index &+ 1)", help: "choose pages it has")
    case .pageOutOfRange(let index, let pages):
      return Diagnostic(
        .error, code: "pdf-page", "page \(index &+ 1) was asked for, the PDF has \(pages)", help: report)
    case .destinationMissing(let name):
      return Diagnostic(.error, code: "pdf-destination", "a link leads to \"\(name)\", which is nowhere", help: report)
    case .positionOutOfRange(let page):
      return Diagnostic(
        .error, code: "pdf-position", "a link or box on page \(page &+ 1) is too far from the page", help: report)
    case .boxCount(let boxes, let pages):
      return Diagnostic(.error, code: "pdf-boxes", "\(boxes) page boxes were given for \(pages) pages", help: report)
    case .pagesLost(let written, let expected):
      return Diagnostic(
        .error, code: "pdf-pages-lost", "the finished PDF has \(written) pages instead of \(expected)", help: report)
    case .notWhole(let detail):
      return Diagnostic(
        .error, code: "pdf-not-whole", "the finished PDF did not come whole into memory: \(detail)",
        help: room)
    case .noSheets:
      return Diagnostic(.error, code: "pdf-no-sheets", "there are no pages to lay on sheets", help: report)
    case .sheetSize(let sheet):
      return Diagnostic(
        .error, code: "pdf-sheet", "sheet \(sheet &+ 1) has no possible size",
        help: "sheets have sides of 1 to 14400 pt (200 in)")
    }
  }
}

internal import QPDF
package import Units

/// What there is to know of a PDF before its pages are laid on sheets.
package struct SourcePDF: Sendable, Equatable {
  package struct Page: Sendable, Equatable {
    /// As a reader shows it, turned and cropped.
    package var size: PageSize
    /// The trim box within what is shown, from its top left; all of it where none is named.
    package var trimLeft, trimTop: Length
    package var trimSize: PageSize
    /// Its head lies on the left: so it stands among pages that are upright where it is broad, or broad where it
    /// is upright.
    package var isTurned = false

    package var turned: Page {
      Page(
        size: size.turned, trimLeft: trimTop, trimTop: size.width - trimLeft - trimSize.width,
        trimSize: trimSize.turned, isTurned: !isTurned)
    }
  }

  package var pages: [Page]
  /// Where the pages stand in the file, from 1; empty for all of it in its order.
  package var numbers: [Int] = []
  package var title: String?
  package var author: String?
  package var language: String?
  /// Its viewer preferences say that it is read from the right.
  package var isRightToLeft = false
  /// What had to be guessed to read it, in libqpdf's words, each kind once.
  package var repairs: [String] = []
  /// For each page, how many annotations and form fields it has that viewers would draw and octavo does not.
  package var undrawn: [Int] = []

  /// The pages to which the outermost entries of its outline lead, ascending: where its chapters begin.
  package var openings: [Int] = []

  /// Of a page, as the file counts it.
  package func number(_ index: Int) -> Int { numbers.indices.contains(index) ? numbers[index] : index + 1 }
}

/// Looks at the pages of a PDF and at what it says of itself.
package func inspectPDF(_ pdf: [UInt8]) throws(FinishingError) -> SourcePDF {
  do throws(PDFError) {
    return try PDFDocument.read(pdf, repairing: true) { document throws(PDFError) in
      var source = SourcePDF(pages: [])
      try document.mendPages()
      for index in 0..<(try document.pageCount()) {
        let page = try document.page(index)
        source.pages.append(try document.sourcePage(page))
        source.undrawn.append(try document.undrawnAnnotations(of: page))
        document.releaseObjects()
      }
      let root = try document.root()
      if let preferences = try document.value("/ViewerPreferences", of: root),
        let direction = try document.value("/Direction", of: preferences)
      {
        source.isRightToLeft = try document.syntax(of: direction) == "/R2L"
      }
      source.language = try document.words("/Lang", of: root)
      if let info = try document.value("/Info", of: document.trailer()) {
        source.title = try document.words("/Title", of: info)
        source.author = try document.words("/Author", of: info)
      }
      // an outline that cannot be read names no chapters
      source.openings = (try? document.outlinePages(of: root)) ?? []
      source.repairs = document.guesses()
      return source
    }
  } catch {
    // what libqpdf cannot do with a file of others is that file's fault
    if case .failed(let detail) = error { throw .pdf(.unreadable(detail: detail)) }
    throw .pdf(error)
  }
}

extension PDFDocument {
  /// Entries of an outline that are looked at: a file may have them go round.
  private static let mostOpenings = 10_000

  /// Where the outermost entries of the outline lead (ISO 32000-1, 12.3.3).
  fileprivate func outlinePages(of root: PDFObject) throws(PDFError) -> [Int] {
    guard let outline = try value("/Outlines", of: root), isDictionary(outline) else { return [] }
    let targets = try LinkTargets(self)
    var pages: Set<Int> = []
    var next = try value("/First", of: outline)
    for _ in 0..<PDFDocument.mostOpenings {
      guard let entry = next, isDictionary(entry) else { break }
      var place = try value("/Dest", of: entry)
      if place == nil, let action = try value("/A", of: entry) { place = try value("/D", of: action) }
      if let place, let target = try targets.target(place, self) { pages.insert(target.page) }
      next = try value("/Next", of: entry)
    }
    return pages.sorted()
  }

  fileprivate func sourcePage(_ page: PDFObject) throws(PDFError) -> SourcePDF.Page {
    let shown = try shownPage(page)
    let size = PageSize(width: Length(points: shown.width), height: Length(points: shown.height))
    let whole = SourcePDF.Page(size: size, trimLeft: .zero, trimTop: .zero, trimSize: size)
    guard let trim = try rectangle("/TrimBox", of: page) else { return whole }
    let a = shown.matrix.apply(trim.left, trim.bottom)
    let b = shown.matrix.apply(trim.right, trim.top)
    let (left, right) = (max(0, min(a.x, b.x)), min(shown.width, max(a.x, b.x)))
    let (bottom, top) = (max(0, min(a.y, b.y)), min(shown.height, max(a.y, b.y)))
    // One that lies beside the page trims nothing.
    guard right - left >= 1, top - bottom >= 1 else { return whole }
    return SourcePDF.Page(
      size: size, trimLeft: Length(points: left), trimTop: Length(points: shown.height - top),
      trimSize: PageSize(width: Length(points: right - left), height: Length(points: top - bottom)))
  }
}

/// What the pages of a book are, and where they stand on the sheets of a PDF.
package struct PrintedLayout: Sendable {
  package struct Page: Sendable {
    /// As it is printed.
    package var folio: String
    /// The whole page is no part of the text, such as title and contents.
    package var isSetAside: Bool
    package init(folio: String = "", isSetAside: Bool = false) {
      self.folio = folio
      self.isSetAside = isSetAside
    }
  }

  /// A page at its place on a sheet: `x + factor · page x`, points from the sheet's upper left corner, y down; a
  /// negative factor turns it.
  package struct PageOnSheet: Sendable {
    package var page: Int
    package var x, y, factor: Double
    package init(page: Int, x: Double, y: Double, factor: Double = 1) {
      self.page = page
      self.x = x
      self.y = y
      self.factor = factor
    }
  }

  /// By page of the book.
  package var pages: [Page]
  /// By sheet of the PDF, the files of one book after each other.
  package var sheets: [[PageOnSheet]]
  /// Of a page, points.
  package var width, height: Double

  package init(pages: [Page] = [], sheets: [[PageOnSheet]] = [], width: Double = 0, height: Double = 0) {
    self.pages = pages
    self.sheets = sheets
    self.width = width
    self.height = height
  }

  func page(_ index: Int) -> Page { pages.indices.contains(index) ? pages[index] : Page() }
}

/// What the pages of a book are, and where they stand on the sheets of a PDF.
package struct PrintedLayout: Sendable {
  package struct Page: Sendable {
    /// As it is printed.
    package var folio: String
    /// The whole page is no part of the text, such as title and contents.
    package var isSetAside: Bool
    package var isRecto: Bool
    package init(folio: String = "", isSetAside: Bool = false, isRecto: Bool = true) {
      self.folio = folio
      self.isSetAside = isSetAside
      self.isRecto = isRecto
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

  /// What a link may say of the page that it leads to, besides its number.
  package enum ReferenceWords: Sendable {
    /// `pages`, before numbers.
    case word
    /// `above`, `below`.
    case samePage
    case facing
    /// The next page overleaf, the one before it.
    case next, previous
    /// `on page`, with the number behind it.
    case number
    /// `n.`, before the number of a note on that page.
    case note
  }
  package var sayings: [(words: String, saying: ReferenceWords)] = []

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

  /// Whether words, or a part of them at the end of a line, say how one page lies to another.
  func says(_ words: String, on page: Int, of other: Int) -> Bool {
    guard pages.indices.contains(page), pages.indices.contains(other) else { return false }
    return sayings.contains { own, saying in
      guard !own.isEmpty else { return false }
      return switch saying {
      case .word: own == words || words.hasPrefix(own) && words.dropFirst(own.count) == pages[other].folio
      case .samePage: own == words && page == other
      case .facing: own.contains(words) && other == page + (pages[page].isRecto ? -1 : 1)
      case .next: own.contains(words) && other == page + 1 && pages[page].isRecto
      case .previous: own.contains(words) && other == page - 1 && !pages[page].isRecto
      case .number: (own + pages[other].folio).contains(words)
      case .note: isNote(words, own, pages[other].folio) || isNote(words, own, "")
      }
    }
  }

  /// `9 n. 3`, or what a line that ends in it leaves for the next.
  private func isNote(_ words: String, _ word: String, _ folio: String) -> Bool {
    guard words.hasPrefix(folio + word) else { return false }
    let number = words.dropFirst((folio + word).count)
    return number.count <= 4 && (number.allSatisfy(\.isNumber) || number.count < 3)
  }

  /// `9–12`, from the page that is led to on to a later one.
  func isRange(_ words: String, from page: Int) -> Bool {
    guard pages.indices.contains(page), words.hasPrefix(pages[page].folio) else { return false }
    let last = words.dropFirst(pages[page].folio.count)
    return !last.isEmpty && pages[(page + 1)...].contains { $0.folio == last }
  }

  func page(_ index: Int) -> Page { pages.indices.contains(index) ? pages[index] : Page() }
}

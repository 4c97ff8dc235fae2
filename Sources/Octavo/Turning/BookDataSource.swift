/// One page of a data source: its number there, and what is drawn.
public struct BookPage {
  /// Counts pages of its source, as a rule from 0.
  public let index: Int
  /// Drawn when the page is; its size need not be that of others.
  public let content: any Drawable

  /// A page with its number.
  public init(index: Int, content: any Drawable) {
    self.index = index
    self.content = content
  }
}

/// Where a `BookController` has its pages from: a `Paginator`, a `PageListSource`, or a
/// model of your own (days of a calendar, pictures of a folder).
///
/// Only `page(at:)` must be written. It answers nil outside the book.
public protocol BookDataSource {
  /// The page with this index; nil where there is none.
  func page(at index: Int) -> BookPage?
  /// The page before one; nil before the first. By itself, the one with the index before.
  func page(before page: BookPage) -> BookPage?
  /// The page after one; nil after the last. By itself, the one with the index after.
  func page(after page: BookPage) -> BookPage?

  /// How many pages an indicator shows; nil for no indicator, or while that is not known.
  /// A controller whose source has another count than before asks it for all pages again.
  var indicatorCount: Int? { get }
  /// Which of these pages this is, from 0; nil for no indicator.
  func indicatorIndex(of page: BookPage) -> Int?

  /// How many pages there are, found out now if need be; nil where there is no end.
  /// A slider asks this. By itself, `indicatorCount`.
  func countPages() -> Int?
  /// The first page stands alone, on the right of the spine (on the left in a book that
  /// is read leftwards), as in printed books. By itself false: the first two make a pair.
  var startsOnRecto: Bool { get }
  /// The book is read leftwards. By itself false.
  var isRightToLeft: Bool { get }

  /// Counts changes after which pages have other indexes. By itself always 0.
  var revision: Int { get }
  /// What stays the same of a page when the revision changes, such as its place in the
  /// text; nil where there is no such thing.
  func place(of page: BookPage) -> Int?
  /// The page at such a place.
  func index(ofPlace place: Int) -> Int?
  /// What is on the back of a page's leaf where pages are shown one by one, as while it is turned; nil for
  /// blank paper, as by itself.
  func back(of page: BookPage) -> (any Drawable)?
  /// Told by a controller whenever it has come to a page.
  func didMove(to page: BookPage)
}

extension BookDataSource {
  public func page(before page: BookPage) -> BookPage? {
    page.index == .min ? nil : self.page(at: page.index - 1)
  }
  public func page(after page: BookPage) -> BookPage? {
    page.index == .max ? nil : self.page(at: page.index + 1)
  }
  public var indicatorCount: Int? { nil }
  public func indicatorIndex(of page: BookPage) -> Int? { indicatorCount == nil ? nil : page.index }
  public func countPages() -> Int? { indicatorCount }
  public var startsOnRecto: Bool { false }
  public var isRightToLeft: Bool { false }
  public var revision: Int { 0 }
  public func place(of page: BookPage) -> Int? { nil }
  public func index(ofPlace place: Int) -> Int? { nil }
  public func back(of page: BookPage) -> (any Drawable)? { nil }
  public func didMove(to page: BookPage) {}
}

/// A list of anything that can be drawn, as a data source.
public struct PageListSource: BookDataSource {
  /// In reading order.
  public var pages: [any Drawable]
  public var startsOnRecto: Bool
  public var isRightToLeft: Bool

  /// - Parameters:
  ///   - pages: in reading order.
  ///   - startsOnRecto: the first stands alone.
  ///   - isRightToLeft: the list is read leftwards.
  public init(_ pages: [any Drawable], startsOnRecto: Bool = false, isRightToLeft: Bool = false) {
    self.pages = pages
    self.startsOnRecto = startsOnRecto
    self.isRightToLeft = isRightToLeft
  }

  public func page(at index: Int) -> BookPage? {
    pages.indices.contains(index) ? BookPage(index: index, content: pages[index]) : nil
  }
  public var indicatorCount: Int? { pages.count }
}

extension Paginator: BookDataSource {
  public func page(at index: Int) -> BookPage? {
    drawing(ofPage: index).map { BookPage(index: index, content: $0) }
  }

  /// Nil until all pages are laid out: an indicator does not make that happen.
  public var indicatorCount: Int? { isSettled ? pageCount : nil }
  /// Lays out all pages.
  public func countPages() -> Int? { pageCount }
  public var startsOnRecto: Bool { design.sides == .facing }
  /// Bound at the right.
  public var isRightToLeft: Bool { design.binding == .right }
  public func place(of page: BookPage) -> Int? { place(ofPage: page.index) }
  /// The page on which a place is; of places below 0, pages that octavo makes, as many as there are.
  public func index(ofPlace place: Int) -> Int? {
    guard place < 0 else { return page(containing: place) }
    let index = -1 - place
    return isPageAvailable(index) && isMade(index) ? index : page(containing: 0)
  }
  /// Keeps the reader's position: the start of the page, unless it is on the page already.
  public func didMove(to page: BookPage) {
    guard let place = place(ofPage: page.index), range(ofPage: page.index)?.contains(position) == false else { return }
    position = place
  }
}

/// A turn of pages, from its beginning to its end.
public struct PageTurn {
  public enum Direction: Sendable { case forward, backward }

  /// Towards the book's end or its beginning, whichever way that is on the screen.
  public let direction: Direction
  /// The pages shown before the turn and, if it is completed, after it.
  public let from: [BookPage]
  /// In reading order; as many as the spine asks for, fewer at an end.
  public let to: [BookPage]
  /// The page on the front of the leaf that goes over, the one nearer to the book's beginning; nil for none.
  public let front: BookPage?
  /// What is on the leaf's back: with the spine in the middle the next page, else what the source has for
  /// it (`BookDataSource.back(of:)`); nil for blank paper.
  public let back: (any Drawable)?
  /// By `move(toPage:)`, not to a neighbour.
  public let isJump: Bool
  /// The page that was asked for.
  let target: Int
}

/// Hears of a controller's turns. Every function may be left out.
public protocol BookControllerDelegate: AnyObject {
  /// A turn begins.
  func bookController(_ controller: BookController, willTurn turn: PageTurn)
  /// A turn has ended: the controller shows `turn.to` where it was completed, `turn.from` where it was cancelled.
  func bookController(_ controller: BookController, didEnd turn: PageTurn, completed: Bool)
  /// The reader's place could not be saved.
  func bookController(_ controller: BookController, couldNotSave error: any Error)
}

extension BookControllerDelegate {
  public func bookController(_ controller: BookController, willTurn turn: PageTurn) {}
  public func bookController(_ controller: BookController, didEnd turn: PageTurn, completed: Bool) {}
  public func bookController(_ controller: BookController, couldNotSave error: any Error) {}
}

/// The few pages that a controller holds.
struct PageWindow {
  private var pages: [Int: BookPage] = [:]
  private var after: [Int: Int] = [:]
  private var before: [Int: Int] = [:]

  var indexes: [Int] { pages.keys.sorted() }

  func page(_ index: Int) -> BookPage? { pages[index] }
  mutating func hold(_ page: BookPage, at index: Int) { pages[index] = page }

  /// The page that a source gave as the neighbour of another.
  mutating func hold(_ page: BookPage, beside index: Int, _ direction: PageTurn.Direction) {
    pages[page.index] = page
    if direction == .forward { after[index] = page.index } else { before[index] = page.index }
  }

  func neighbour(of index: Int, _ direction: PageTurn.Direction) -> Int? {
    let found = direction == .forward ? after[index] : before[index]
    return found.flatMap { pages[$0] == nil ? nil : $0 }
  }

  /// Lets go of all pages but these.
  mutating func keep(only indexes: some Collection<Int>) {
    let kept = Set(indexes)
    pages = pages.filter { kept.contains($0.key) }
    after = after.filter { kept.contains($0.key) && kept.contains($0.value) }
    before = before.filter { kept.contains($0.key) && kept.contains($0.value) }
  }
}

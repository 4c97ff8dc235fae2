public import Units

/// Shows a book one page or two at a time and turns its pages, whatever they come from.
///
/// It holds the pages that are shown, those before and those after, each ready to be
/// drawn, and lets go of the rest: three pages, or three pairs where two are shown,
/// however long the book. For one thread at a time.
public final class BookController {
  /// Where the spine is in what is shown.
  public enum Spine: String, Sendable, CaseIterable {
    /// One page, bound at its leading edge: left, where the book is read rightwards.
    case min
    /// Two pages with the spine between.
    case mid
    /// One page, bound at its trailing edge.
    case max
  }

  public enum Orientation: Sendable { case portrait, landscape }
  /// Along which axis pages turn.
  public enum Axis: Sendable { case horizontal, vertical }
  public enum Edge: Sendable { case left, right, top, bottom }
  public enum Parity: Sendable { case even, odd }

  /// Where pages come from. After a change the first page is shown, read as the source says.
  public var source: any BookDataSource {
    didSet {
      abandonTurn()
      window = PageWindow()
      (index, place, revision, count) = (0, nil, source.revision, source.indicatorCount)
      isRightToLeft = source.isRightToLeft
      land()
    }
  }
  /// The size of what the book is shown in; decides the orientation.
  public var viewSize: PageSize { didSet { spineDidChange() } }
  /// Instead of the orientation's: portrait one page, landscape two.
  public var spineOverride: Spine? { didSet { spineDidChange() } }
  /// Horizontal at first.
  public var axis = Axis.horizontal
  /// The book is read leftwards: pages turn the other way and pairs change sides. At first
  /// as the source says.
  public var isRightToLeft: Bool
  /// Whether the page of a pair that is read first has an even or an odd index; in a
  /// book read rightwards it is the left one. Nil for what the source says.
  public var pairsBeginWith: Parity? { didSet { spineDidChange() } }
  /// Pages before and after those shown are fetched as soon as these are.
  public var preparesNeighbours = true
  public weak var delegate: (any BookControllerDelegate)?

  /// Keeps the last place; nil for none.
  public let store: (any PlaceStore)?
  /// The book's name in the store.
  public let bookName: String

  /// The page that decides which are shown.
  private var index = 0
  /// The source's lasting place of that page.
  private var place: Int?
  private var revision: Int
  /// The source's count when its pages were fetched, where it has one.
  private var count: Int?
  private var window = PageWindow()
  private var turn: PageTurn?

  /// A controller that shows the first page, or the one where the store says the reader was.
  /// - Parameters:
  ///   - source: where pages come from; held.
  ///   - viewSize: of the window, the screen or whatever shows the book.
  ///   - store: keeps the last place; nil for none.
  ///   - bookName: tells the book's place in the store from others'.
  public init(
    source: any BookDataSource, viewSize: PageSize, store: (any PlaceStore)? = nil, bookName: String = "book"
  ) {
    self.source = source
    self.viewSize = viewSize
    self.store = store
    self.bookName = bookName
    revision = source.revision
    count = source.indicatorCount
    isRightToLeft = source.isRightToLeft
    if let saved = store?.place(of: bookName) {
      let found = saved.place.flatMap { source.index(ofPlace: $0) } ?? saved.page
      if source.page(at: found) != nil {
        index = found
        place = saved.place
      }
    }
    land(keepsPlace: place != nil)
  }

  // MARK: Spine

  /// Portrait where the view is at least as high as wide.
  public var orientation: Orientation { viewSize.width > viewSize.height ? .landscape : .portrait }

  /// The override, else by the orientation: `min` in portrait, `mid` in landscape.
  public var spine: Spine { spineOverride ?? (orientation == .landscape ? .mid : .min) }

  /// The edge at which the shown page is bound; nil where the spine is in the middle.
  public var spineEdge: Edge? {
    switch (spine, axis) {
    case (.mid, _): nil
    case (.min, .horizontal): isRightToLeft ? .right : .left
    case (.max, .horizontal): isRightToLeft ? .left : .right
    case (.min, .vertical): .top
    case (.max, .vertical): .bottom
    }
  }

  private func spineDidChange() {
    abandonTurn()
    window.keep(only: unit(of: index))
    prepare()
  }

  // MARK: What is shown

  /// The pages that are shown, in reading order: one, or two around a spine in the
  /// middle; one there too where a pair has only one page. None in an empty book.
  public var currentPages: [BookPage] {
    follow()
    return pages(of: unit(of: index))
  }

  /// The page left of the spine (above it, where pages turn vertically); nil where there
  /// is none, or where the spine is not in the middle.
  public var leftPage: BookPage? { half(isFirst: isRightToLeft && axis == .horizontal ? false : true) }
  /// The page right of the spine (below it).
  public var rightPage: BookPage? { half(isFirst: isRightToLeft && axis == .horizontal ? true : false) }

  private func half(isFirst: Bool) -> BookPage? {
    guard spine == .mid else { return nil }
    follow()
    let unit = unit(of: index)
    return page(isFirst ? unit.lowerBound : unit.upperBound)
  }

  /// What is shown, as one drawing: a page, or a spread with its halves in place. Nil in an empty book.
  public var currentDrawing: (any Drawable)? {
    guard let first = currentPages.first else { return nil }
    guard spine == .mid else { return first.content }
    return Spread(left: leftPage?.content, right: rightPage?.content, isStacked: axis == .vertical)
  }

  /// Indexes of all pages that are held ready, ascending.
  public var heldPages: [Int] { window.indexes }

  // MARK: Turning

  /// The turn that has begun and not ended.
  public var currentTurn: PageTurn? { turn }

  /// Begins to turn forward or backward: the pages to come are there to be drawn beside
  /// those that are shown. End it with `endTurn`. Nil at the ends of the book, and while another turn goes on.
  public func beginTurn(_ direction: PageTurn.Direction) -> PageTurn? {
    follow()
    guard turn == nil, let target = neighbour(direction) else { return nil }
    return begin(direction, to: target, isJump: false)
  }

  /// Ends a turn: completed, the pages to come are those that are shown; else everything is as before.
  public func endTurn(completed: Bool) {
    guard let ended = turn else { return }
    turn = nil
    if completed, let first = ended.to.first {
      index = ended.isJump ? ended.target : first.index
      land()
    }
    delegate?.bookController(self, didEnd: ended, completed: completed)
    if completed { save() }
  }

  /// Turns to the next page or pair; false at the end.
  @discardableResult
  public func next() -> Bool { turnAtOnce(.forward) }

  /// Turns to the page or pair before; false at the beginning.
  @discardableResult
  public func previous() -> Bool { turnAtOnce(.backward) }

  /// Shows a page, with its pair; false where there is no such page. A turn that goes on is cancelled.
  @discardableResult
  public func move(toPage page: Int) -> Bool {
    follow()
    abandonTurn()
    guard self.page(page) != nil else { return false }
    let unit = unit(of: page)
    if unit == self.unit(of: index), !currentPages.isEmpty {
      index = page
      land()
      save()
      return true
    }
    guard begin(page > index ? .forward : .backward, to: page, isJump: true) != nil else { return false }
    endTurn(completed: true)
    return true
  }

  /// The direction of a turn towards an edge of the view, as by a swipe: nil across the axis.
  /// Drawing the page to the left turns forward in a book that is read rightwards.
  public func direction(ofSwipeTowards edge: Edge) -> PageTurn.Direction? {
    switch (axis, edge) {
    case (.horizontal, .left): isRightToLeft ? .backward : .forward
    case (.horizontal, .right): isRightToLeft ? .forward : .backward
    case (.vertical, .top): .forward
    case (.vertical, .bottom): .backward
    default: nil
    }
  }

  private func turnAtOnce(_ direction: PageTurn.Direction) -> Bool {
    abandonTurn()
    guard beginTurn(direction) != nil else { return false }
    endTurn(completed: true)
    return true
  }

  private func begin(_ direction: PageTurn.Direction, to target: Int, isJump: Bool) -> PageTurn? {
    let pages = pages(of: unit(of: target))
    guard !pages.isEmpty else { return nil }
    let leaf = leaf(direction, to: target)
    let begun = PageTurn(
      direction: direction, from: currentPages, to: pages, front: leaf.front, back: leaf.back, isJump: isJump,
      target: target)
    turn = begun
    delegate?.bookController(self, willTurn: begun)
    return begun
  }

  /// The leaf between what is shown and what is to come.
  private func leaf(_ direction: PageTurn.Direction, to target: Int) -> (front: BookPage?, back: (any Drawable)?) {
    let (shown, coming) = (unit(of: index), unit(of: target))
    let (first, second) = direction == .forward ? (shown, coming) : (coming, shown)
    let front = page(first.upperBound)
    return (front, spine == .mid ? page(second.lowerBound)?.content : front.flatMap { source.back(of: $0) })
  }

  private func abandonTurn() { if turn != nil { endTurn(completed: false) } }

  // MARK: Slider

  /// How far into the book the shown pages are: 0 for the first, 1 for the last, as a
  /// slider has it. 0 where the source has no count. A paginator lays out all pages for it.
  public var sliderPosition: Double {
    guard let count = source.countPages(), count > 1, let first = currentPages.first, let last = currentPages.last
    else {
      return 0
    }
    return last.index >= count - 1 ? 1 : Double(Swift.max(first.index, 0)) / Double(count - 1)
  }

  /// Shows the page at a slider's position; false where the source has no count.
  @discardableResult
  public func move(toSlider position: Double) -> Bool {
    guard position.isFinite, let count = source.countPages(), count > 0 else { return false }
    return move(toPage: Int((Swift.min(Swift.max(position, 0), 1) * Double(count - 1)).rounded()))
  }

  // MARK: Pages

  /// Indexes of the pages that are shown together with one: itself, or its pair.
  private func unit(of index: Int) -> ClosedRange<Int> {
    guard spine == .mid, index > .min, index < .max else { return index...index }
    let parity = pairsBeginWith ?? (source.startsOnRecto ? .odd : .even)
    let isFirst = (index & 1 == 0) == (parity == .even)
    return isFirst ? index...index + 1 : index - 1...index
  }

  private func pages(of unit: ClosedRange<Int>) -> [BookPage] { unit.compactMap { page($0) } }

  private func page(_ index: Int) -> BookPage? {
    if let held = window.page(index) { return held }
    guard let page = source.page(at: index) else { return nil }
    window.hold(page, at: index)
    return page
  }

  /// A page of the unit after or before the one that is shown; the source is asked, so
  /// that its own notion of before and after holds.
  private func neighbour(_ direction: PageTurn.Direction) -> Int? {
    let shown = pages(of: unit(of: index))
    guard let edge = direction == .forward ? shown.last : shown.first else { return nil }
    let known = window.neighbour(of: edge.index, direction)
    if let known { return known }
    guard let found = direction == .forward ? source.page(after: edge) : source.page(before: edge) else { return nil }
    window.hold(found, beside: edge.index, direction)
    return found.index
  }

  /// What follows on the arrival at a page.
  private func land(keepsPlace: Bool = false) {
    if let page = page(index) {
      if !keepsPlace { place = source.place(of: page) }
      source.didMove(to: page)
    }
    window.keep(only: unit(of: index))
    prepare()
  }

  /// Fetches the pages before and after, and lets go of all others.
  private func prepare() {
    guard preparesNeighbours else { return }
    var keep = Set(unit(of: index))
    for page in keep { _ = self.page(page) }
    for direction in [PageTurn.Direction.backward, .forward] {
      guard let target = neighbour(direction) else { continue }
      for page in unit(of: target) where self.page(page) != nil { keep.insert(page) }
    }
    window.keep(only: keep)
  }

  /// Asks the source for all pages again: for a source that changed and counts neither
  /// revisions nor pages. The page that is shown stays, or the last one there is.
  public func reload() {
    abandonTurn()
    window = PageWindow()
    (revision, count) = (source.revision, source.indicatorCount)
    if let place, let found = source.index(ofPlace: place) {
      index = found
    } else if source.page(at: index) == nil {
      index = lastPage(before: index)
    }
    // the place stays that of the first arrival, so that changes there and back end where they began
    land(keepsPlace: place != nil)
  }

  /// Goes where the source's pages went, if they have other indexes now, or another number.
  private func follow() {
    let known = source.indicatorCount
    if let known, count == nil { count = known }
    guard source.revision != revision || (known != nil && known != count) else { return }
    reload()
  }

  /// The last page before one that is no more, where pages are numbered from 0 without gaps; else 0.
  private func lastPage(before index: Int) -> Int {
    guard index > 0, source.page(at: 0) != nil else { return 0 }
    var (low, high) = (0, index)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if source.page(at: middle) == nil { high = middle } else { low = middle }
    }
    return low
  }

  private func save() {
    guard let store, let first = currentPages.first else { return }
    do { try store.save(BookPlace(page: first.index, place: place), of: bookName) } catch {
      delegate?.bookController(self, couldNotSave: error)
    }
  }
}

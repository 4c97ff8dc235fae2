internal import PageModel
internal import Synchronization

/// Hands pages from the task that makes them to the task that draws them, in order and a
/// few at a time, so that neither is far ahead of the other. Their storage goes round.
final class PageQueue: Sendable {
  private struct State {
    var made: [Page] = []
    var empty: [Page]
    /// No more pages come.
    var isEnded = false
    /// What is written behind them; nil where making them failed.
    var outline: [PDFDrawing.OutlineEntry]?
    /// Nobody draws any more.
    var isClosed = false
    /// Waits for an empty page.
    var maker: CheckedContinuation<Page?, Never>?
    /// Waits for a page to draw.
    var drawer: CheckedContinuation<Page?, Never>?
  }
  private let state: Mutex<State>

  /// - Parameter capacity: pages that are made and not yet drawn, at most.
  init(capacity: Int, _ page: Page) {
    state = Mutex(State(empty: Array(repeating: page, count: max(capacity, 1))))
  }

  // MARK: For who makes pages

  /// Gives a page to be drawn and takes an empty one for the next; nil when nobody draws any more.
  func exchange(_ page: consuming Page) async -> Page? {
    if put(page) { return await withCheckedContinuation { takeEmpty($0) } }
    return nil
  }

  /// Says that no more pages come.
  /// - Parameter outline: what is to be written behind them; nil where nothing is wanted any more.
  func end(_ outline: [PDFDrawing.OutlineEntry]?) {
    let drawer = state.withLock { state in
      state.isEnded = true
      state.outline = outline
      if outline == nil { state.made = [] }
      defer { state.drawer = nil }
      return state.drawer
    }
    drawer?.resume(returning: nil)
  }

  private func put(_ page: consuming Page) -> Bool {
    let page = page
    let drawer: CheckedContinuation<Page?, Never>? = state.withLock { state in
      if let drawer = state.drawer {
        state.drawer = nil
        return drawer
      }
      state.made.append(page)
      return nil
    }
    drawer?.resume(returning: page)
    return state.withLock { !$0.isClosed }
  }

  private func takeEmpty(_ maker: CheckedContinuation<Page?, Never>) {
    let now: Page?? = state.withLock { state in
      if state.isClosed { return .some(nil) }
      if let page = state.empty.popLast() { return .some(page) }
      state.maker = maker
      return nil
    }
    if let now { maker.resume(returning: now) }
  }

  // MARK: For who draws them

  /// The next page; nil after the last.
  func next() async -> Page? {
    await withCheckedContinuation { drawer in
      let now: Page?? = state.withLock { state in
        if !state.made.isEmpty { return .some(state.made.removeFirst()) }
        if state.isEnded { return .some(nil) }
        state.drawer = drawer
        return nil
      }
      if let now { drawer.resume(returning: now) }
    }
  }

  /// Gives a drawn page back.
  func giveBack(_ page: consuming Page) {
    let page = page
    let maker: CheckedContinuation<Page?, Never>? = state.withLock { state in
      if let maker = state.maker {
        state.maker = nil
        return maker
      }
      state.empty.append(page)
      return nil
    }
    maker?.resume(returning: page)
  }

  /// Nobody draws any more: who makes pages need not go on.
  func close() {
    let maker = state.withLock { state in
      state.isClosed = true
      defer { state.maker = nil }
      return state.maker
    }
    maker?.resume(returning: nil)
  }

  /// What is to be written behind the last page; nil where nothing is wanted.
  var outline: [PDFDrawing.OutlineEntry]? { state.withLock { $0.outline } }
}

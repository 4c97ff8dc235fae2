internal import PageModel
internal import Synchronization

/// Hands pages from the task that makes them to the task that draws them, in order and a
/// few at a time, so that neither is far ahead of the other. Their storage goes round.
///
/// Who has to wait waits for several pages, made or empty: to wake a thread for every page
/// would take a tenth of a page's time.
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
    /// Waits for empty pages.
    var maker: CheckedContinuation<Page?, Never>?
    /// Waits for pages to draw.
    var drawer: CheckedContinuation<Page?, Never>?
  }
  private let state: Mutex<State>
  /// So many pages end a wait.
  private let several: Int

  /// - Parameter capacity: pages that are made and not yet drawn, at most.
  init(capacity: Int, _ page: Page) {
    several = max(capacity / 4, 1)
    state = Mutex(State(empty: Array(repeating: page, count: max(capacity, 1))))
  }

  // MARK: For who makes pages

  /// A page can be exchanged without a wait.
  var hasRoom: Bool { state.withLock { !$0.empty.isEmpty || $0.isClosed } }

  /// Gives a page to be drawn and takes an empty one for the next; nil when nobody draws any more.
  func exchange(_ page: consuming Page) async -> Page? {
    put(page)
    return await withCheckedContinuation { maker in
      let now: Page?? = state.withLock { state in
        if state.isClosed { return .some(nil) }
        if let page = state.empty.popLast() { return .some(page) }
        state.maker = maker
        return nil
      }
      if let now { maker.resume(returning: now) }
    }
  }

  /// Says that no more pages come.
  /// - Parameter outline: what is to be written behind them; nil where nothing is wanted any more.
  func end(_ outline: [PDFDrawing.OutlineEntry]?) {
    state.withLock { state in
      state.isEnded = true
      state.outline = outline
      if outline == nil { state.made = [] }
    }
    wakeDrawer()
  }

  private func put(_ page: consuming Page) {
    let page = page
    state.withLock { $0.made.append(page) }
    wakeDrawer()
  }

  private func wakeDrawer() {
    let wake: (drawer: CheckedContinuation<Page?, Never>, page: Page?)? = state.withLock { state in
      guard let drawer = state.drawer, state.isEnded || state.made.count >= several else { return nil }
      state.drawer = nil
      return (drawer, state.made.isEmpty ? nil : state.made.removeFirst())
    }
    wake?.drawer.resume(returning: wake?.page)
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
    state.withLock { $0.empty.append(page) }
    wakeMaker()
  }

  /// Nobody draws any more: who makes pages need not go on.
  func close() {
    state.withLock { $0.isClosed = true }
    wakeMaker()
  }

  private func wakeMaker() {
    let wake: (maker: CheckedContinuation<Page?, Never>, page: Page?)? = state.withLock { state in
      guard let maker = state.maker, state.isClosed || state.empty.count >= several else { return nil }
      state.maker = nil
      return (maker, state.isClosed ? nil : state.empty.popLast())
    }
    wake?.maker.resume(returning: wake?.page)
  }

  /// What is to be written behind the last page; nil where nothing is wanted.
  var outline: [PDFDrawing.OutlineEntry]? { state.withLock { $0.outline } }
}

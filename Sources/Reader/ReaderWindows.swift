internal import Octavo

/// The windows in which a book is read, each with a place and a look of its own.
///
/// A window's pages are laid out for it alone; of more than a few only those asked for last are kept, and
/// of the others what it takes to lay them out again.
final class ReaderWindows {
  /// Of the window that asked first, and of requests that name none; others are made from it.
  let first: BookSession
  /// Windows by their names, the one asked for last at the end.
  private var open: [(name: String, session: BookSession)] = []
  private var closed: [(name: String, place: Int?, look: BookSession.ScreenSettings)] = []
  private var made = 0

  /// Windows whose pages are kept: each takes as much memory as a book.
  private static let mostOpen = 3
  /// Places are few bytes, but anybody with the address may make up names.
  private static let mostClosed = 64

  init(first: BookSession) { self.first = first }

  /// All that are laid out.
  var all: [BookSession] { [first] + open.map(\.session).filter { $0 !== first } }

  /// The window of a name, as it was when it was asked for last.
  subscript(name: String) -> BookSession {
    guard !name.isEmpty, name.utf8.count <= 40 else { return first }
    if let index = open.firstIndex(where: { $0.name == name }) {
      let window = open.remove(at: index)
      open.append(window)
      return window.session
    }
    if made == 0 {
      made = 1
      open.append((name, first))
      return first
    }
    let known = closed.firstIndex { $0.name == name }.map { closed.remove(at: $0) }
    made += 1
    // a look that has become impossible is left; so is a window that no memory is left for
    guard
      let session = (try? first.another(made, at: known?.place, look: known?.look ?? first.currentLook))
        ?? (try? first.another(made, at: known?.place, look: .init()))
    else { return first }
    open.append((name, session))
    if open.count > ReaderWindows.mostOpen {
      let oldest = open.removeFirst()
      closed.append((oldest.name, oldest.session.place, oldest.session.currentLook))
      if closed.count > ReaderWindows.mostClosed { closed.removeFirst() }
    }
    return session
  }
}

import Octavo
import PageModel
import Settings

extension OptionSources {
  /// Which part of the book is written; nil for all.
  func selection() throws -> BookSelection? {
    let chapter = number("chapter")
    if let pages = text("pages") {
      guard chapter == nil else {
        throw CommandFailure(.usage, "--pages and --chapter contradict each other", help: "leave one of them out")
      }
      do throws(PageSelection.Problem) { return .pages(try PageSelection(parsing: pages)) } catch {
        let words = BookSelection.Problem.pages(error, last: "").words
        throw CommandFailure(.usage, words.message, help: words.help)
      }
    }
    if let chapter, chapter < 1 {
      throw CommandFailure(.usage, "there is no chapter \(chapter)", help: "chapters are counted from 1")
    }
    return chapter.map(BookSelection.chapter)
  }
}

extension BookSelection.Problem {
  /// The one place where these problems get their words.
  var words: (message: String, help: String) {
    switch self {
    case .pages(.notAPage(let text), _):
      ("\"\(text)\" is no page or range of pages for --pages", "write folios as they are printed: 1-20,xii,45-")
    case .pages(.noSuchPage(let folio), let last):
      (
        "the book has no page \(folio)",
        "its last is \(last); --pages takes folios as they are printed, and those of the title page and contents are i, ii, iii"
      )
    case .pages(.backwards(let range), _):
      ("the range \(range) runs backwards", "write the page first that comes first in the book")
    case .noSuchChapter(let number, 0):
      ("the book has no chapter \(number)", "it has no chapters; \"octavo inspect\" says what was recognised")
    case .noSuchChapter(let number, let count):
      ("the book has no chapter \(number)", "it has \(count); \"octavo inspect\" says what was recognised")
    }
  }
}

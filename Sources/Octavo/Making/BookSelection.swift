package import PageModel
package import Typesetting

/// The part of a book that is to be written.
package enum BookSelection: Sendable, Equatable {
  case pages(PageSelection)
  /// A chapter of the body, counted from 1.
  case chapter(Int)

  package enum Problem: Error, Equatable, Sendable {
    case pages(PageSelection.Problem, last: String)
    case noSuchChapter(Int, count: Int)
  }

  /// The chosen pages of a list, in order.
  package func indexes(in list: PageList) throws(Problem) -> [Int] {
    switch self {
    case .pages(let selection):
      let labels = list.pages.indices.map { list.label(ofPage: $0) }
      do throws(PageSelection.Problem) { return try selection.indexes(in: labels) } catch {
        throw .pages(error, last: labels.last ?? "")
      }
    case .chapter(let number):
      let counted = list.chapters.indices.filter { list.chapters[$0].isCounted }
      guard counted.indices.contains(number - 1) else { throw .noSuchChapter(number, count: counted.count) }
      let chapter = counted[number - 1]
      return list.pages.indices.filter {
        list.pages[$0].kind == .text && (list.pages[$0].chapter == Int32(chapter) || list.chapters[chapter].page == $0)
      }
    }
  }
}

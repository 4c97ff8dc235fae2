internal import PageDesign
internal import Units

/// What contents, lists of figures and the PDF's outline name, with the pages it came to stand on.
extension PageList {
  package struct Entry: Sendable, Equatable {
    package var title: String
    /// The title without its label, where it has one.
    package var shortTitle = ""
    /// From 1.
    package var level: Int
    package var page: Int
    /// From the trim's top, points.
    package var y: Double
    package var target: Anchor
  }

  /// Chapters, and to the depth asked the headings within them; chapters alone at any level without a depth.
  /// - Parameter chaptersBefore: added to the chapters' indexes in targets.
  package func entries(depth: Int?, chaptersBefore: Int = 0) -> [Entry] {
    var found: [Entry] = []
    var next = 0
    func addHeadings(of chapter: Int, below level: Int) {
      while next < marks.count, marks[next].chapter <= chapter {
        let mark = marks[next].mark
        next += 1
        guard let depth, case .heading(let own) = mark.kind, let place = places[mark.anchor] else { continue }
        let inner = max(1, level + own - 1)
        guard inner <= depth else { continue }
        found.append(
          Entry(title: mark.title, level: inner, page: Int(place.page), y: y(of: place), target: mark.anchor))
      }
    }
    addHeadings(of: -1, below: 0)
    for (index, chapter) in chapters.enumerated() {
      if chapter.level <= depth ?? .max, chapter.page >= 0 {
        found.append(
          Entry(
            title: chapter.title, shortTitle: chapter.shortTitle, level: chapter.level, page: chapter.page,
            y: y(of: chapter),
            target: .chapter(index + chaptersBefore)))
      }
      addHeadings(of: index, below: chapter.level)
    }
    return found
  }

  /// Captions of figures.
  package var figures: [Entry] {
    marks.compactMap { mark, _ in
      guard mark.kind == .figure, let place = places[mark.anchor] else { return nil }
      return Entry(title: mark.title, level: 1, page: Int(place.page), y: y(of: place), target: mark.anchor)
    }
  }
}

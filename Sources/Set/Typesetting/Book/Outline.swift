internal import BookModel
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

extension PageList {
  /// What contents and lists of figures name before anything is set: the same as `entries` and `figures`
  /// of all pages, on page -1.
  static func entries(of sections: [Section], depth: Int?) -> (contents: [Entry], figures: [Entry]) {
    var (contents, figures): ([Entry], [Entry]) = ([], [])
    var (chapters, level) = (0, 0)
    for (number, section) in sections.enumerated() {
      if let heading = section.heading, !heading.plainText.isEmpty {
        level = section.level
        if level <= depth ?? .max {
          contents.append(
            Entry(
              title: heading.lineTitle, shortTitle: heading.shortTitle, level: level, page: -1, y: 0,
              target: .chapter(chapters)))
        }
        chapters += 1
      }
      var marks = 0
      func look(_ block: Block) {
        let (own, title): (Int?, String) =
          switch block {
          case .heading(let heading): (heading.level, heading.plainText)
          case .figure(let figure): (nil, figure.caption.plainText)
          default: (nil, "")
          }
        if !title.isEmpty {
          let anchor = Anchor.mark(marks, section: number)
          marks += 1
          if let own, let depth, max(1, level + own - 1) <= depth {
            contents.append(Entry(title: title, level: max(1, level + own - 1), page: -1, y: 0, target: anchor))
          } else if own == nil {
            figures.append(Entry(title: title, level: 1, page: -1, y: 0, target: anchor))
          }
        }
        block.visitParts(text: { _, _ in }, block: look)
      }
      // most books have contents of chapters alone
      if depth != nil || section.blocks.contains(where: \.mayHoldFigure) { section.blocks.forEach(look) }
    }
    return (contents, figures)
  }
}

extension Block {
  /// Paragraphs and verse, nearly all of a book, hold none.
  fileprivate var mayHoldFigure: Bool {
    switch self {
    case .paragraph, .verse, .sceneBreak, .pageBreak, .preformatted: false
    default: true
    }
  }
}

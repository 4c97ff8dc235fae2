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
    package var isFigure = false
    /// -1 where it stands on none.
    package var page = -1
    /// From the trim's top, points.
    package var y = 0.0
    package var target: Anchor
  }

  /// Chapters, and to the depth asked the headings within them; chapters alone at any level without a depth.
  package func entries(depth: Int?) -> [Entry] {
    named.contents(depth: depth).compactMap { entry in
      var entry = entry
      if case .chapter(let index) = entry.target {
        guard chapters.indices.contains(index), chapters[index].page >= 0 else { return nil }
        (entry.page, entry.y) = (chapters[index].page, y(of: chapters[index]))
      } else {
        guard let place = places[entry.target] else { return nil }
        (entry.page, entry.y) = (Int(place.page), y(of: place))
      }
      return entry
    }
  }

  /// The folio of what stands on a page; nil where it does on none.
  /// - Parameter chaptersBefore: taken from the index of a chapter.
  func folio(of target: Anchor, chaptersBefore: Int = 0) -> String? {
    guard case .chapter(let index) = target else { return places[target].map { printed(ofPage: Int($0.page)) } }
    let own = index - chaptersBefore
    return chapters.indices.contains(own) ? printed(ofPage: chapters[own].page) : nil
  }

  private func printed(ofPage page: Int) -> String { label(ofPage: page).inFigures(from: zero) }

  /// What can be named of sections, in the order in which they stand in the list.
  /// - Parameter sections: with their places in the book.
  static func named(in sections: [(number: Int, section: Section)]) -> [Entry] {
    var found: [Entry] = []
    var (chapters, level) = (0, 0)
    for (number, section) in sections {
      if let heading = section.heading, !heading.plainText.isEmpty {
        level = section.level
        found.append(
          Entry(title: heading.lineTitle, shortTitle: heading.shortTitle, level: level, target: .chapter(chapters)))
        chapters += 1
      }
      var blocks = 0
      func look(_ block: Block) {
        let (own, title): (Int?, String) =
          switch block {
          case .heading(let heading): (heading.level, heading.plainText)
          case .figure(let figure): (nil, figure.caption.plainText)
          default: (nil, "")
          }
        if !title.isEmpty {
          found.append(
            Entry(
              title: title, level: own.map { max(1, level + $0 - 1) } ?? 1, isFigure: own == nil,
              target: .block(blocks, section: number)))
          blocks += 1
        }
        block.visitParts(text: { _, _ in }, block: look)
      }
      for block in section.blocks where block.mayHoldNamed { look(block) }
    }
    return found
  }
}

extension [PageList.Entry] {
  /// As `PageList.entries(depth:)`.
  fileprivate func contents(depth: Int?) -> [PageList.Entry] {
    filter { entry in
      guard case .chapter = entry.target else { return depth.map { !entry.isFigure && entry.level <= $0 } ?? false }
      return entry.level <= depth ?? .max
    }
  }
}

/// What contents and the list of figures name, where a book has them.
struct BookLists: Equatable {
  var contents: [PageList.Entry]
  var figures: [PageList.Entry]
  var isEmpty: Bool { contents.isEmpty && figures.isEmpty }

  /// - Parameter named: what can be named of the sections.
  init(_ named: [PageList.Entry], of sections: [Section], _ design: PageDesign) {
    // unless it is said, a book with titles has contents
    let hasContents = design.hasContents ?? (sections.count { !($0.heading?.title.isEmpty ?? true) } > 1)
    let hasChapters = sections.contains { $0.matter != .front && !($0.heading?.plainText.isEmpty ?? true) }
    contents = hasContents && hasChapters ? named.contents(depth: design.contentsDepth) : []
    figures = design.hasListOfFigures ? named.filter(\.isFigure) : []
  }
}

extension Block {
  /// Paragraphs and verse, nearly all of a book, hold no heading and no figure.
  fileprivate var mayHoldNamed: Bool {
    switch self {
    case .paragraph, .verse, .sceneBreak, .pageBreak, .preformatted: false
    default: true
    }
  }
}

internal import BookModel
internal import Design
internal import PageModel
internal import Units

/// A piece of a book that was set and taken off its pages, for the text before it has changed. Where it opens
/// as it did it goes back as it is: nothing of it is set again.
package struct SetPiece: Sendable {
  var start: PageList.Extent
  var state: IncrementalLayout.State
  /// As `state`, behind it.
  var after: IncrementalLayout.State
  /// What stands there, in numbers that count from the beginning of the book; its blocks from their own 0.
  var list: PageList
}

/// What has another place in an edited book.
package struct PieceMove {
  /// Added to the numbers of sections.
  package var sections: Int
  /// Where what stood at a byte of the text, or of its notes, stands now.
  package var place: (UInt32) -> UInt32
  package init(sections: Int, place: @escaping (UInt32) -> UInt32) {
    (self.sections, self.place) = (sections, place)
  }
}

extension PageList {
  /// What stands from one extent to another, as it is.
  func part(from start: Extent, to end: Extent) -> PageList {
    var part = PageList(design: design, title: "", author: "", language: language)
    part.lines = Array(lines[start.lines..<end.lines])
    part.rules = Array(rules[start.rules..<end.rules])
    part.items = Array(items[start.items..<end.items])
    part.links = Array(links[start.links..<end.links])
    part.pictures = Array(pictures[start.pictures..<end.pictures])
    part.rubies = Array(rubies[start.rubies..<end.rubies])
    part.chapters = Array(chapters[start.chapters..<end.chapters])
    part.pages = Array(pages[start.pages..<end.pages])
    part.blocks = blocks.part(start.blocks..<end.blocks)
    return part
  }

  /// Names all that it has by its place in an edited book.
  mutating func move(_ move: PieceMove) {
    func moved(_ source: SourceLocation) -> SourceLocation {
      SourceLocation(file: source.file, offset: move.place(source.offset))
    }
    blocks.moveSources(moved)
    for index in lines.indices { lines[index].source = move.place(lines[index].source) }
    for index in links.indices {
      links[index].source = moved(links[index].source)
      if case .anchor(let anchor) = links[index].target {
        links[index].target = .anchor(anchor.moved(sections: move.sections))
      }
    }
    for index in pictures.indices { pictures[index].source = moved(pictures[index].source) }
    for index in chapters.indices { chapters[index].source = moved(chapters[index].source) }
    places = Dictionary(uniqueKeysWithValues: places.map { ($0.key.moved(sections: move.sections), $0.value) })
  }
}

extension Anchor {
  fileprivate func moved(sections step: Int) -> Anchor {
    switch self {
    // endnotes are of no section
    case .call(let key, let section) where section >= 0: .call(key, section: section + step)
    case .note(let key, let section) where section >= 0: .note(key, section: section + step)
    case .block(let index, let section) where section >= 0: .block(index, section: section + step)
    default: self
    }
  }
}

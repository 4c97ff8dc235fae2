internal import BookModel
internal import PageDesign
internal import PageModel
internal import Units

/// A piece of a book that was set and taken off its pages, for the text before it has changed. Where it opens
/// as it did it goes back as it is: nothing of it is set again.
package struct SetPiece: Sendable {
  var start: PageList.Extent
  var state: ChapterTypesetter.State
  /// As `start` and `state`, behind it.
  var after: ChapterTypesetter.State
  var lines: [LineRecord]
  var rules: [RuleRecord]
  var items: [TextItem]
  var links: [LinkSpan]
  var pictures: [SetPicture]
  var rubies: [SetRuby]
  var chapters: [PageList.Chapter]
  var pages: [PageRecord]
  var blocks: BlockOutline
  var places: [(anchor: Anchor, place: Place)] = []
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
  func piece(
    from start: Extent, to end: Extent, _ state: ChapterTypesetter.State, _ after: ChapterTypesetter.State
  ) -> SetPiece {
    SetPiece(
      start: start, state: state, after: after, lines: Array(lines[start.lines..<end.lines]),
      rules: Array(rules[start.rules..<end.rules]), items: Array(items[start.items..<end.items]),
      links: Array(links[start.links..<end.links]), pictures: Array(pictures[start.pictures..<end.pictures]),
      rubies: Array(rubies[start.rubies..<end.rubies]), chapters: Array(chapters[start.chapters..<end.chapters]),
      pages: Array(pages[start.pages..<end.pages]), blocks: blocks.part(start.blocks..<end.blocks))
  }

  /// Puts a piece behind what there is.
  /// - Parameter folios: added to its arabic folios.
  mutating func put(_ piece: SetPiece, _ move: PieceMove, folios: Int) {
    let (old, new) = (piece.start, extent)
    let itemStep = UInt32(truncatingIfNeeded: new.items - old.items)
    let pageStep = Int32(new.pages - old.pages)
    func moved(_ source: SourceLocation) -> SourceLocation {
      SourceLocation(file: source.file, offset: move.place(source.offset))
    }
    var outline = piece.blocks
    outline.moveSources(moved)
    let blockStep = add(outline)
    rules += piece.rules
    items += piece.items
    lines.reserveCapacity(lines.count + piece.lines.count)
    for var line in piece.lines {
      line.firstItem &+= itemStep
      line.endItem &+= itemStep
      line.source = move.place(line.source)
      // the part's own blocks count from 0
      line.block = line.block.moved(by: blockStep - Int32(old.blocks))
      lines.append(line)
    }
    for var link in piece.links {
      link.first &+= itemStep
      link.end &+= itemStep
      link.source = moved(link.source)
      if case .anchor(let anchor) = link.target { link.target = .anchor(anchor.moved(sections: move.sections)) }
      links.append(link)
    }
    for var picture in piece.pictures {
      picture.item &+= itemStep
      if picture.page >= 0 { picture.page += pageStep }
      picture.source = moved(picture.source)
      pictures.append(picture)
    }
    for var ruby in piece.rubies {
      ruby.items = ruby.items.lowerBound &+ itemStep..<ruby.items.upperBound &+ itemStep
      rubies.append(ruby)
    }
    for var chapter in piece.chapters {
      chapter.page += Int(pageStep)
      chapter.source = moved(chapter.source)
      chapters.append(chapter)
    }
    for (anchor, place) in piece.places {
      let anchor = anchor.moved(sections: move.sections)
      if places[anchor] == nil { places[anchor] = Place(page: place.page + pageStep, y: place.y) }
    }
    let (lineStep, ruleStep) = (new.lines - old.lines, new.rules - old.rules)
    for var page in piece.pages {
      page.firstLine = UInt32(Int(page.firstLine) + lineStep)
      page.endLine = UInt32(Int(page.endLine) + lineStep)
      page.firstRule = UInt32(Int(page.firstRule) + ruleStep)
      page.endRule = UInt32(Int(page.endRule) + ruleStep)
      if page.chapter >= 0 { page.chapter += Int32(new.chapters - old.chapters) }
      page.folio += page.isRoman ? pageStep : Int32(folios)
      pages.append(page)
    }
  }
}

extension Anchor {
  fileprivate func moved(sections step: Int) -> Anchor {
    switch self {
    // endnotes are of no section
    case .call(let key, let section) where section >= 0: .call(key, section: section + step)
    case .note(let key, let section) where section >= 0: .note(key, section: section + step)
    case .mark(let index, let section) where section >= 0: .mark(index, section: section + step)
    default: self
    }
  }
}

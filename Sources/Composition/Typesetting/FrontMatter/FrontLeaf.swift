internal import BookModel
internal import Units

/// What octavo makes before contents and prefaces, a page or a few.
package enum FrontLeaf: Sendable, Equatable {
  case halfTitle
  /// What the manuscript says of other books: one of its first sections.
  case others(Int)
  /// Title page, copyright page.
  case titles(hasImprint: Bool)
  /// What the manuscript says of its edition.
  case imprint(Int)
  /// What the metadata dedicate and quote, a page each.
  case dedications
  /// A dedication or motto of the manuscript.
  case display(Int)

  /// The section of the manuscript that it is.
  package var section: Int? {
    switch self {
    case .halfTitle, .titles, .dedications: nil
    case .others(let section), .imprint(let section), .display(let section): section
    }
  }
}

extension FrontMatter {
  /// The leaves of a book, in the order of the Chicago Manual, 1.4; lists and prefaces follow.
  /// - Parameter sections: of the front matter, in that order.
  func leaves(of sections: [(section: Section, galley: Galley)]) -> [FrontLeaf] {
    func end(from start: Int, while belongs: (Section, Galley) -> Bool) -> Int {
      start + sections.dropFirst(start).prefix { belongs($0.section, $0.galley) }.count
    }
    let others = end(from: 0) { $0.role == .alsoBy && isDisplay($0, $1) }
    let imprints = end(from: others, while: isImprint)
    let displays = end(from: imprints) { $0.role != .alsoBy && isDisplay($0, $1) }
    return [.halfTitle] + (0..<others).map(FrontLeaf.others) + [.titles(hasImprint: imprints > others)]
      + (others..<imprints).map(FrontLeaf.imprint) + [.dedications] + (imprints..<displays).map(FrontLeaf.display)
  }

  /// Puts a leaf behind the pages there are; what stands alone begins on a recto.
  /// - Parameters:
  ///   - section: the manuscript's, where the leaf is one.
  ///   - words: how many the book has, about.
  func set(
    _ leaf: FrontLeaf, _ section: Section = Section(blocks: []), _ metadata: Metadata, words: String,
    into list: inout PageList
  ) {
    switch leaf {
    case .halfTitle:
      guard design.hasHalfTitle, !list.title.isEmpty else { return }
      halfTitle(list.title, into: &list)
      if !metadata.otherBooks.isEmpty { otherBooks(metadata, into: &list) }
    case .others: display(section, as: .imprint, into: &list)
    case .titles(let hasImprint): titles(metadata, words: words, hasImprint: hasImprint, into: &list)
    case .imprint: imprint(section, into: &list)
    case .dedications:
      for section in FrontMatter.dedications(metadata) {
        list.addBlankBeforeRecto()
        display(section, as: .title, into: &list)
      }
    case .display:
      list.addBlankBeforeRecto()
      display(section, as: .imprint, into: &list)
    }
  }
}

internal import BookModel
internal import Units

/// What octavo makes before contents and prefaces, a page or a few.
package enum FrontLeaf: Sendable, Equatable {
  /// Half title, title page, copyright page.
  case titles(hasImprint: Bool)
  /// What the manuscript says of its edition: one of its first sections.
  case imprint(Int)
  /// What the metadata dedicate and quote, a page each.
  case dedications
  /// A dedication or motto of the manuscript.
  case display(Int)

  /// The section of the manuscript that it is.
  package var section: Int? {
    switch self {
    case .titles, .dedications: nil
    case .imprint(let section), .display(let section): section
    }
  }
}

extension FrontMatter {
  /// The leaves of a book, in the order of the Chicago Manual, 1.4; lists and prefaces follow.
  /// - Parameter sections: of the front matter.
  func leaves(of sections: [(section: Section, galley: Galley)]) -> [FrontLeaf] {
    // nothing is set before what the manuscript has before it: behind a preface a dedication is a page of text
    let imprints = sections.prefix { isImprint($0.section, $0.galley) }.count
    let displays = sections.dropFirst(imprints).prefix { isDisplay($0.section, $0.galley) }.count
    return [.titles(hasImprint: imprints > 0)] + (0..<imprints).map(FrontLeaf.imprint) + [.dedications]
      + (imprints..<imprints + displays).map(FrontLeaf.display)
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

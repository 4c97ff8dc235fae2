internal import BookModel
internal import Design
internal import PageBreaking

/// How pages of one kind of text are broken otherwise than others.
extension PageBreakingStyle {
  /// Share of the lines that are verse from which on a chapter is.
  private static let verseShare = 0.75

  /// Verse keeps its stanzas: a page of poems ends where one does, even if its facing page does not.
  func suited(to galley: Galley) -> PageBreakingStyle {
    var style = self
    // an uneven spread is better than a chapter's heading alone at a foot, which is found out late
    if galley.openings.count > 1 { style.horizon = brokenKeep * 1.2 }
    return style.suited(toVerseOf: galley)
  }

  private func suited(toVerseOf galley: Galley) -> PageBreakingStyle {
    guard isLevel, isFacing, galley.verseLines > 0 else { return self }
    let lines = galley.elements.reduce(0) { sum, element in
      sum + (element.vertical.kind == .space ? 0 : element.vertical.settings.first?.lines.count ?? 0)
    }
    guard Double(galley.verseLines) >= Double(lines) * PageBreakingStyle.verseShare else { return self }
    var style = self
    style.isLevel = false
    return style
  }
}

extension PageDesign {
  /// Whether a section is a part's title page: it begins on a recto, and so does what follows.
  func standsAlone(_ section: Section, _ solutions: ChapterSolutions) -> Bool {
    (partsOnRecto ?? true) && sides == .facing && section.role == .part && section.matter == .body
      && (solutions.solutions.map(\.pages.count).min() ?? 0) == 1
  }
}

extension PageDesign {
  /// Where a section of the body may open.
  /// - Parameters:
  ///   - isPart: it stands alone on its page.
  ///   - followsPart: so does the one before it, whose back is blank.
  func opening(isPart: Bool, followsPart: Bool) -> ChapterOpening {
    isPart || followsPart || chapters == .recto && sides == .facing ? .recto : .anyPage
  }
}

extension Heading {
  /// Label and title on one line, for heads, contents and the outline.
  var lineTitle: String { HeadingPoint.without(plainText) }
  /// The title without its label, where it has one.
  var shortTitle: String { title.isEmpty ? lineTitle : HeadingPoint.without(title.plainText) }
}

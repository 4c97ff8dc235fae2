/// What the page breaker weighs. Costs are demerits in the line breaker's scale
/// (a line at its tolerance costs some 44,000), in the order in which the rules
/// of DESIGN.md 3.4 yield.
package struct PageBreakingStyle: Sendable, Equatable {
  /// Nominal rows of the text block; a spread may stand one row off.
  package var rows: Int
  /// Facing pages end level. Otherwise each page stands alone and may end a row
  /// or two short to keep a paragraph's first or last lines together.
  package var isFacing: Bool
  /// Rows that the rule above the notes takes, once a page.
  package var noteRuleRows = 1
  /// Fewest rows on a chapter's last page (checklist D8).
  package var minimumChapterEnd = 4

  /// A page ends in a hyphen where the reader must turn the leaf.
  package var hyphenAtLeafTurn = 5_000.0
  /// A chapter's last page has fewer rows than `minimumChapterEnd`.
  package var shortChapterEnd = 9_000.0
  /// Fewer rows under a heading than it asks for.
  package var fewRowsUnderHeading = 14_000.0
  /// Both pages of a spread one row long or short. Smaller takes stress off the
  /// lines and leaves more spreads off.
  package var spreadOneLineOff = 80_000.0
  package var orphan = 500_000.0
  package var widow = 700_000.0
  /// A row that a page ends short of its facing page.
  package var unevenRow = 1_000_000.0
  /// The same where pages need not end level: on one-sided pages, and above notes.
  package var shortRow = 1_500.0
  package var brokenKeep = 6_000_000.0
  /// Ways dearer than the cheapest by more than this are dropped: no single rule
  /// but those that only force yields for costs more.
  package var horizon = 600_000.0

  package init(rows: Int, isFacing: Bool) {
    self.rows = max(rows, 1)
    self.isFacing = isFacing
  }
}

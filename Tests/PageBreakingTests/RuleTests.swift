import PageBreaking
import Testing

/// One rule at a time, in chapters small enough to read.
@Suite struct RuleTests {
  private func pages(
    _ chapter: [VerticalElement], rows: Int, opening: Side = .verso, isFacing: Bool = true,
    adjust: (inout PageBreakingStyle) -> Void = { _ in }
  ) -> [BrokenPage] {
    var style = PageBreakingStyle(rows: rows, isFacing: isFacing)
    style.minimumChapterEnd = 0
    adjust(&style)
    let found = breakChapter(chapter, style: style).solutions.filter { $0.opening == opening }
    let best = found.min { $0.cost < $1.cost }
    if let best { #expect(faults(of: best, in: chapter, style: style) == []) }
    return best?.pages ?? []
  }

  private func feet(_ pages: [BrokenPage]) -> [[Int]] {
    pages.map { $0.pieces.last.map { [$0.element, $0.lines.upperBound] } ?? [] }
  }

  @Test func `A paragraph is set looser rather than leave an orphan or a widow`() {
    // Ten rows: nine and the first of four would stand on the first page.
    let pages = pages([paragraph(9, or: [8, 10]), paragraph(4), paragraph(20)], rows: 10)
    #expect(feet(pages).first == [0, 10] || feet(pages).first == [1, 2])
    #expect(pages.allSatisfy { $0.yielded.isEmpty })
  }

  @Test func `Without another setting the spread goes a line short, then an orphan stands`() {
    let chapter = [paragraph(9), paragraph(4), paragraph(7), paragraph(8)]
    let level = pages(chapter, rows: 10)
    #expect(level[0].height == level[1].height)
    #expect(level[0].height == 9 || level[0].height == 11)
    #expect(level[0].yielded == [.spreadOneLineOff])
    let orphan = pages(chapter, rows: 10) {
      $0.orphan = 100
      $0.widow = 100
    }
    #expect(orphan[0].yielded == [.orphan])
    #expect(orphan[0].height == 10)
  }

  @Test func `A page is paired with one of its own chapter alone`() {
    func page(_ side: Side, _ height: Int) -> BrokenPage { BrokenPage(side: side, pieces: [], height: height) }
    let solution = ChapterSolutions.Solution(
      opening: .recto, closing: .verso, cost: 0,
      pages: [
        page(.recto, 35), page(.verso, 35), page(.recto, 35), page(.verso, 33), page(.recto, 34), page(.verso, 35),
      ])
    #expect(solution.pages.indices.map(solution.isPaired) == [false, true, true, false, false, false])
  }

  /// A heading of eight rows with a note of five, and a line that must stand below it: a page has room for none of it.
  @Test func `A heading whose note leaves no room for what follows it loses no line`() {
    let heading = VerticalElement(
      kind: .box, settings: [VerticalSetting(lines: [line(8, notes: 5)])], keepWithNext: true, rowsBelow: 3)
    let pages = pages([heading, paragraph(5)], rows: 11) { $0.isLevel = false }
    #expect(feet(pages).first == [0, 1] && feet(pages).last == [1, 5], "\(brief(pages))")
  }

  @Test func `The last line of a paragraph does not begin a page`() {
    let pages = pages([paragraph(11, or: [12], cost: 50), paragraph(20)], rows: 10)
    #expect(feet(pages).first == [0, 10])
    #expect(pages[0].pieces[0].setting == 1)
  }

  @Test(arguments: [2, 3])
  func `A paragraph of two or three lines is not parted`(count: Int) {
    let pages = pages([paragraph(8, or: [10 - count, 9, 7], cost: 50), paragraph(count), paragraph(30)], rows: 10)
    for page in pages { for piece in page.pieces where piece.element == 1 { #expect(piece.lines == 0..<count) } }
  }

  @Test func `Lines of verse have neither widows nor orphans`() {
    let pages = pages([paragraph(9), verse(12)], rows: 10)
    #expect(feet(pages).prefix(2) == [[1, 1], [1, 11]])
    #expect(pages.allSatisfy { $0.yielded.isEmpty })
  }

  @Test func `One line of a stanza stays with the others, or is told`() {
    let edge = VerticalLine.stanzaEdge
    let chapter = [paragraph(8, or: [9, 10]), verse(3, after: [0: edge, 1: edge]), paragraph(29)]
    let whole = pages(chapter, rows: 10)
    #expect(whole.allSatisfy { $0.yielded.isEmpty && $0.pieces.allSatisfy { $0.element != 1 || $0.lines == 0..<3 } })
    let parted = pages([paragraph(8)] + chapter.dropFirst(), rows: 10) {
      ($0.spreadOneLineOff, $0.unevenRow) = (10_000_000, 10_000_000)
    }
    #expect(parted[0].yielded == [.partedStanza])
  }

  @Test func `A heading does not end a page`() {
    let chapter = [paragraph(8, or: [9, 10]), box(1, keep: true, rowsBelow: 2), paragraph(29)]
    let pages = pages(chapter, rows: 10)
    #expect(pages.allSatisfy { $0.pieces.last?.element != 1 })
    #expect(pages[0].pieces.last?.element == 0)
  }

  @Test func `Fewer rows under a heading than it asks for are the milder fault`() {
    let chapter = [paragraph(8), box(1, keep: true, rowsBelow: 2), verse(30)]
    let pages = pages(chapter, rows: 10) { $0.spreadOneLineOff = 1_000_000 }
    #expect(pages[0].yielded == [.fewRowsUnderHeading])
  }

  @Test func `A table's head has room above its rows on every page after its first`() {
    var table = verse(30)
    table.repeatedRows = 2
    let pages = pages([paragraph(4), table], rows: 10)
    #expect(pages.map { $0.pieces.last?.row } == [4, 2, 2, 2])
    #expect(pages.map { $0.pieces.last?.lines } == [0..<6, 6..<14, 14..<22, 22..<30])
  }

  @Test func `White vanishes at the head of a page`() {
    let pages = pages([paragraph(10), space(2), paragraph(10), paragraph(5)], rows: 10)
    #expect(pages[1].pieces[0] == PlacedPiece(element: 2, setting: 0, lines: 0..<10, row: 0))
    #expect(pages.allSatisfy { $0.yielded.isEmpty })
  }

  @Test func `White at the foot is not level`() {
    // Nine rows and one of white: the spread goes a line short and the white vanishes.
    let pages = pages([paragraph(9), space(1), paragraph(9), paragraph(5)], rows: 10)
    #expect(pages[0].height == 9)
    #expect(pages[1].pieces[0].row == 0)
    #expect(pages[0].yielded == [.spreadOneLineOff])
  }

  @Test func `White grows where the page would not be level, and not elsewhere`() {
    // eight rows and one of white before a heading that cannot follow on the page
    let chapter = [paragraph(4), space(1, upTo: 2, cost: 50_000), paragraph(4), box(3, keep: true), paragraph(20)]
    let level = pages(chapter, rows: 10)
    #expect(level[0].pieces.map(\.row) == [0, 6])
    #expect(level.allSatisfy { $0.yielded.isEmpty })
    let full = pages([paragraph(4), space(1, upTo: 2, cost: 50_000), paragraph(5), paragraph(20)], rows: 10)
    #expect(full[0].pieces.map(\.row) == [0, 5])
  }

  @Test func `A scene break fills its rows at a head and at a foot`() {
    let chapter = [paragraph(9), box(1, isSceneBreak: true), paragraph(10), paragraph(20)]
    let foot = pages(chapter, rows: 10)
    #expect(feet(foot).first == [1, 1])
    #expect(foot.allSatisfy { $0.yielded.isEmpty })
    let head = pages([paragraph(10), box(1, isSceneBreak: true), paragraph(9), paragraph(20)], rows: 10)
    #expect(head[1].pieces[0] == PlacedPiece(element: 1, setting: 0, lines: 0..<1, row: 0))
    #expect(head.allSatisfy { $0.yielded.isEmpty })
  }

  @Test func `A scene break does not stand alone on a page`() {
    let chapter = [paragraph(5, or: [4]), box(1, isSceneBreak: true), paragraph(5)]
    let pages = pages(chapter, rows: 5)
    for page in pages { #expect(page.pieces.map(\.element) != [1]) }
  }

  @Test func `A chapter does not end on a few lines if that is cheap to mend`() {
    let chapter = [paragraph(10), paragraph(12, or: [14], cost: 50)]
    let pages = pages(chapter, rows: 10) { $0.minimumChapterEnd = 4 }
    #expect(pages.last?.pieces.last?.lines == 10..<14)
    let forced = self.pages([paragraph(10), paragraph(12)], rows: 10) { $0.minimumChapterEnd = 4 }
    #expect(forced.last?.yielded == [.shortChapterEnd])
    // one line alone is worse than a spread that is a line longer
    let spread = self.pages([paragraph(22), paragraph(9)], rows: 10) { $0.minimumChapterEnd = 4 }
    #expect(spread.map(\.height).max() == 11 && !spread.contains { $0.yielded.contains(.shortChapterEnd) })
    let only = self.pages([paragraph(2)], rows: 10) { $0.minimumChapterEnd = 4 }
    #expect(only.last?.yielded == [])
  }

  @Test(arguments: Side.allCases)
  func `Only the turn of the leaf minds a hyphen`(opening: Side) {
    var first = paragraph(20, or: [22], cost: 50)
    first.settings[0].lines[9].endsInHyphen = true
    let pages = pages([first], rows: 10, opening: opening)
    #expect(pages[0].pieces[0].setting == (opening == .recto ? 1 : 0))
  }

  @Test func `A note stands on the page of its call, parted if it must be`() {
    var called = paragraph(12)
    called.settings[0].lines[5].noteRows = 8
    let pages = pages([called, paragraph(10), paragraph(10)], rows: 10)
    // The call is on the first page, two rows of the note at least with it.
    #expect(pages[0].pieces[0].lines.upperBound >= 6)
    #expect(pages[0].noteRows >= 2)
    #expect(pages[0].carriedNoteRows >= 2 || pages[0].carriedNoteRows == 0)
    #expect(pages[0].noteRows + pages[0].carriedNoteRows == 8)
    #expect(pages[1].noteRows == pages[0].carriedNoteRows)
  }

  @Test func `A note of three rows is not parted`() {
    for place in 0..<12 {
      var called = paragraph(12)
      called.settings[0].lines[place].noteRows = 3
      #expect(pages([called, paragraph(20)], rows: 10).allSatisfy { $0.carriedNoteRows == 0 })
    }
  }

  @Test func `A note longer than a page fills pages and loses nothing`() {
    var called = paragraph(5)
    called.settings[0].lines[2].noteRows = 47
    let pages = pages([called, paragraph(30)], rows: 10)
    #expect(pages.reduce(0) { $0 + $1.noteRows } == 47)
  }

  @Test func `A box taller than a page stands alone and is cut`() {
    let pages = pages([paragraph(10), box(25), paragraph(10)], rows: 10)
    #expect(pages.map { $0.pieces.map(\.element) } == [[0], [1], [2]])
    #expect(pages[1].yielded == [.brokenKeep])
  }

  @Test func `White goes on with a picture that floats, unless it sets off what stands around it`() {
    for leaves in [false, true] {
      var picture = box(6, floats: true)
      picture.leavesWhite = leaves
      let found = pages([paragraph(5), space(1), picture, paragraph(leaves ? 4 : 5), paragraph(20)], rows: 10)
      #expect(found[0].pieces.map(\.row) == [0, leaves ? 6 : 5])
      #expect(found[1].pieces.first?.element == 2)
    }
  }

  @Test func `White that grew goes on with a picture, too`() {
    var picture = box(6, floats: true)
    for rows in 4...7 {
      let found = pages([paragraph(rows), space(1, upTo: 3, cost: 1), picture, paragraph(30)], rows: 10)
      guard found[0].pieces.count > 1, found[0].pieces[1].element == 3 else { continue }
      #expect(found[0].pieces[1].row == rows)
    }
    picture.leavesWhite = true
    let found = pages([paragraph(5), space(1), picture, paragraph(30)], rows: 10)
    #expect(found[0].pieces[1].row == 6)
  }

  @Test(arguments: [false, true]) func `No picture overtakes one that waits for the next page`(waits: Bool) {
    var small = box(2)
    small.keepsOrder = true
    small.waitsBehind = waits
    let found = pages([paragraph(5), box(7, floats: true), paragraph(2), small, paragraph(30)], rows: 10)
    let order = found.flatMap(\.pieces).map(\.element).filter { [1, 3].contains($0) }
    #expect(order == [1, 3])
    // behind the other it leaves no hole
    if waits { #expect(found.allSatisfy { $0.yielded.isEmpty }) }
  }

  @Test func `A heading goes to the next page with what cannot be parted from it`() {
    let found = pages([paragraph(5), space(1), box(1, keep: true, rowsBelow: 2), box(8), paragraph(20)], rows: 10)
    #expect(found[0].pieces.map(\.element) == [0])
    #expect(found[1].pieces.map(\.element).prefix(2) == [2, 3])
    #expect(!found.flatMap(\.yielded).contains(.brokenKeep))
  }

  @Test func `A note of several pages is no hole`() {
    var caller = paragraph(3)
    caller.settings[0].lines[1].noteRows = 40
    let found = pages([caller, paragraph(30)], rows: 10)
    #expect(found.count > 5)
    #expect(!found.flatMap(\.yielded).contains(.unevenSpread))
  }

  @Test func `A box that does not fit leaves a hole, a float lets the text fill it`() {
    let hole = pages([paragraph(6), box(6), paragraph(20), paragraph(4)], rows: 10)
    #expect(hole[0].yielded.contains(.unevenSpread))
    let filled = pages([paragraph(6), box(6, floats: true), paragraph(20), paragraph(4)], rows: 10)
    #expect(filled.allSatisfy { $0.yielded.isEmpty })
    #expect(filled[1].pieces[0] == PlacedPiece(element: 1, setting: 0, lines: 0..<1, row: 0))
  }

  @Test func `Rows that nothing may part stand below no float that leaves them no room`() {
    func held(_ count: Int) -> VerticalElement {
      verse(count, after: Dictionary(uniqueKeysWithValues: (0..<count - 1).map { ($0, VerticalLine.torn) }))
    }
    let found = pages([paragraph(6), box(6, floats: true), held(8), paragraph(20)], rows: 10)
    #expect(found.prefix(3).map { $0.pieces.first?.element } == [0, 1, 2])
    #expect(found[2].pieces.first?.lines == 0..<8)
    // with room for both they share a page
    let shared = pages([paragraph(8), box(5, floats: true), held(5)], rows: 10)
    #expect(shared.map { $0.pieces.map(\.element) } == [[0], [1, 2]])
  }

  @Test func `A page that must begin leaves the one before as short as it is`() {
    var second = paragraph(20)
    second.breakBefore = true
    let pages = pages([paragraph(3), second], rows: 10)
    #expect(feet(pages).first == [0, 3])
    #expect(pages.allSatisfy { $0.yielded.isEmpty })
  }

  @Test func `A hint is obeyed, or told that it fails`() {
    var wished = paragraph(9, or: [10, 8], cost: 1_000_000)
    wished.wishedLines = -1
    let style = PageBreakingStyle(rows: 10)
    let found = breakChapter([wished, paragraph(20)], style: style)
    #expect(found.solutions.allSatisfy { $0.pages[0].pieces[0].setting == 2 && $0.failedHints.isEmpty })
    wished.wishedLines = 3
    let failed = breakChapter([paragraph(1), wished], style: style)
    #expect(failed.solutions.allSatisfy { $0.failedHints == [1] })
  }

  @Test func `Pages that face nothing may each be short`() {
    let chapter = [paragraph(9), paragraph(3), paragraph(11), paragraph(9)]
    let pages = pages(chapter, rows: 10, opening: .recto, isFacing: false)
    #expect(pages.allSatisfy { $0.side == .recto && $0.height == 10 && $0.yielded.isEmpty })
  }

  @Test func `A first page may have rows taken`() {
    let found = breakChapter([paragraph(20)], style: PageBreakingStyle(rows: 10), firstPageSkip: 4)
    for solution in found.solutions {
      #expect(solution.pages[0].pieces[0].row == 4)
      #expect(solution.pages[0].pieces[0].lines.upperBound <= 7)
    }
  }

  @Test func `A chapter of nothing is one page`() {
    for chapter in [[], [space(3)]] {
      let found = breakChapter(chapter, style: PageBreakingStyle(rows: 10))
      #expect(found.solutions.map(\.pages.count) == [1, 1])
      #expect(found.solutions.map(\.cost) == [0, 0])
    }
  }
}

import PageModel
import Testing
import Units
import Verification

/// What the layout knows of its pages helps to read them, and hides nothing.
@Suite struct `Pages that are read back` {
  private func word(_ text: String, _ x: Double, _ y: Double, width: Double? = nil) -> PrintedWord {
    PrintedWord(
      text: Array(text.utf8), left: x, top: y - 9, right: x + (width ?? Double(text.count) * 5), bottom: y + 3)
  }

  private func sheet(_ words: [PrintedWord]) -> PrintedSheet { PrintedSheet(width: 300, height: 400, words: words) }

  private func check(_ text: String, _ sheets: [[PrintedWord]], _ layout: PrintedLayout) -> [Int] {
    let source = VerificationSource(file: SourceFile(name: "book.txt", text: Array(text.utf8)))
    let result = verify(sheets.map(sheet), VerificationInput(sources: [source], layout: layout))
    return [result.lost, result.extra, result.moved, result.joined]
  }

  /// Two cells of two lines each, side by side.
  private func row(_ y: Double = 60, left: [String] = ["one two", "three"], right: [String] = ["four five", "six"])
    -> [PrintedWord]
  {
    zip(left, right).enumerated().flatMap { index, pair in
      let y = y + 12 * Double(index)
      return [word(pair.0, 40, y), word(pair.1, 140, y)]
    }
  }

  private let cells = [
    PageTraits.Cell(left: 40, right: 75, baseline: 60, order: 0), .init(left: 40, right: 65, baseline: 72, order: 8),
    .init(left: 140, right: 185, baseline: 60, order: 20), .init(left: 140, right: 155, baseline: 72, order: 30),
  ]

  private func layout(_ cells: [[PageTraits.Cell]]) -> PrintedLayout {
    PrintedLayout(
      pages: cells.map { cells in
        var page = PrintedLayout.Page()
        page.traits.cells = cells
        return page
      })
  }

  @Test func `cells of several lines are read one after the other`() {
    let text = "before one two three four five six after"
    let words = [word("before", 40, 40)] + row() + [word("after", 40, 100)]
    #expect(check(text, [words], layout([cells])) == [0, 0, 0, 0])
    // without the cells' places the rows are read across
    #expect(check(text, [words], layout([[]])) != [0, 0, 0, 0])
  }

  @Test func `a word of a cell that is lost, doubled or in the wrong cell is found`() {
    let text = "before one two three four five six after"
    let around = { (row: [PrintedWord]) in [self.word("before", 40, 40)] + row + [self.word("after", 40, 100)] }
    #expect(check(text, [around(row(left: ["one", "three"]))], layout([cells]))[0] == 1)
    #expect(check(text, [around(row(right: ["four five", "six six"]))], layout([cells]))[1] == 1)
    #expect(
      check(text, [around(row(left: ["one two", "six"], right: ["four five", "three"]))], layout([cells]))[2] > 0)
  }

  @Test func `columns that changed places are not set right by their order`() {
    let text = "before one two three four five six after"
    var swapped = cells
    for index in swapped.indices { swapped[index].order = (swapped[index].order + 20) % 40 }
    let words =
      [word("before", 40, 40)] + row(left: ["four five", "six"], right: ["one two", "three"]) + [word("after", 40, 100)]
    #expect(check(text, [words], layout([swapped])) != [0, 0, 0, 0])
  }

  @Test func `a row goes on on the next page, with notes between its parts`() {
    let text = "one two three four five six after"
    let first = [word("one two", 40, 60), word("four five", 140, 60)]
    let second = [word("three", 40, 60), word("six", 140, 60), word("after", 40, 100)]
    let onFirst = [cells[0], cells[2]]
    let onSecond = [
      PageTraits.Cell(left: 40, right: 65, baseline: 60, order: 8),
      .init(left: 140, right: 155, baseline: 60, order: 30),
    ]
    #expect(check(text, [first, second], layout([onFirst, onSecond])) == [0, 0, 0, 0])
    let source = VerificationSource(
      file: SourceFile(name: "book.txt", text: Array((text + " a note below").utf8)),
      apart: [[VerificationPassage(34..<46)]])
    let result = verify(
      [sheet(first + [word("a", 40, 300), word("note", 50, 300), word("below", 75, 300)]), sheet(second)],
      VerificationInput(sources: [source], layout: layout([onFirst, onSecond])))
    #expect(result.isWhole, "\(result.differences)")
  }

  @Test func `columns are read one after the other, what stands above and below them where it stands`() {
    var page = PrintedLayout.Page()
    page.traits.columns = [
      .init(top: 51, bottom: 75, left: 40, right: 120), .init(top: 51, bottom: 63, left: 140, right: 220),
    ]
    let words = [
      word("above all", 40, 40), word("one two", 40, 60), word("four five", 140, 60), word("three", 40, 72),
      word("below", 140, 100),
    ]
    #expect(
      check("above all one two three four five below", [words], PrintedLayout(pages: [page])) == [0, 0, 0, 0])
    #expect(check("above all one two four five three below", [words], PrintedLayout(pages: [page]))[2] == 1)
  }

  @Test func `a note's number as large as the text is taken out of the word it stands at`() {
    var page = PrintedLayout.Page()
    // "prix2," is one word to the reader: both are of one size
    page.traits.labels = [.init(box: .init(top: 49, bottom: 61, left: 60, right: 65), text: "2")]
    let layout = PrintedLayout(pages: [page])
    #expect(
      check("the prix(1), he said", [[word("the", 20, 60), word("prix2,", 40, 60), word("he said", 75, 60)]], layout)
        == [0, 0, 0, 0])
    // in a year the mark is the last figure alone
    #expect(
      check("in 1860[1] it", [[word("in", 20, 60), word("18602", 40, 60), word("it", 75, 60)]], layout) == [0, 0, 0, 0])
    page.traits.labels = [.init(box: .init(top: 49, bottom: 61, left: 30, right: 35), text: "1")]
    let before = PrintedLayout(pages: [page])
    #expect(
      check("in[2] 1860 it", [[word("in", 20, 60), word("1", 30, 60), word("1860 it", 40, 60)]], before) == [
        0, 0, 0, 0,
      ])
    // what is no mark is a word, however small and wherever it stands
    #expect(
      check(
        "in 1860 it", [[word("in", 20, 60), word("1860", 40, 60), word("it", 75, 60), word("12", 20, 80)]], layout)[1]
        == 1)
  }

  @Test func `a number at the end of a line is no hindrance to the note below it`() {
    let text = "He said parvenu(1), and above all for the vanity of it. (1) An upstart."
    var page = PrintedLayout.Page()
    page.traits.labels = [
      .init(box: .init(top: 49, bottom: 61, left: 95, right: 105), text: "12"),
      .init(box: .init(top: 289, bottom: 301, left: 40, right: 50), text: "12"),
    ]
    let source = VerificationSource(
      file: SourceFile(name: "book.txt", text: Array(text.utf8)), apart: [[VerificationPassage(56..<71)]])
    let result = verify(
      [
        sheet([word("He said", 20, 60), word("parvenu12,", 60, 60), word("12", 40, 300), word("An upstart.", 55, 300)]),
        sheet([word("and above all for the vanity of it.", 20, 60)]),
      ], VerificationInput(sources: [source], layout: PrintedLayout(pages: [page, .init()])))
    #expect(result.isWhole, "\(result.differences)")
  }

  @Test func `pages are read in their order from sheets to fold, those on their heads too`() {
    let text = "one two three four five six seven eight"
    let layout = PrintedLayout(
      pages: Array(repeating: .init(), count: 4),
      sheets: [
        [.init(page: 3, x: 300, y: 400, factor: -1), .init(page: 0, x: 300, y: 0)],
        [.init(page: 1, x: 0, y: 0), .init(page: 2, x: 600, y: 400, factor: -1)],
      ], width: 300, height: 400)
    let upright = { (texts: (String, String), x: Double) in
      [self.word(texts.0, x + 40, 60), self.word(texts.1, x + 40, 80)]
    }
    let turned = { (texts: (String, String), x: Double) in
      [(texts.0, 60.0), (texts.1, 80)].map { text, y in
        PrintedWord(text: Array(text.utf8), left: x + 220, top: 400 - y - 3, right: x + 260, bottom: 400 - y + 9)
      }
    }
    let sheets = [
      turned(("seven", "eight"), 0) + upright(("one", "two"), 300),
      upright(("three", "four"), 0) + turned(("five", "six"), 300),
    ]
    #expect(check(text, sheets, layout) == [0, 0, 0, 0])
    #expect(check(text, [sheets[1], sheets[0]], layout) != [0, 0, 0, 0])
  }

  @Test func `every copy of a page is read`() {
    let layout = PrintedLayout(
      pages: [.init(folio: "1")], sheets: [[.init(page: 0, x: 0, y: 0), .init(page: 0, x: 300, y: 0)]], width: 300,
      height: 400)
    let copy = { (x: Double, text: String) in [self.word("one", x + 40, 60), self.word(text, x + 40, 80)] }
    #expect(check("one two", [copy(0, "two") + copy(300, "two")], layout) == [0, 0, 0, 0])
    #expect(check("one two", [copy(0, "two") + copy(300, "too")], layout) == [1, 1, 0, 0])
  }
}

import PageBreaking
import Testing

/// Notes beside the text take none of a page's rows, and cost where they go on.
@Suite struct MarginTests {
  private func best(_ chapter: [VerticalElement], rows: Int) -> ChapterSolutions.Solution? {
    var style = PageBreakingStyle(rows: rows, isFacing: false)
    style.minimumChapterEnd = 0
    let solution = breakChapter(chapter, style: style).solutions.min { $0.cost < $1.cost }
    if let solution { #expect(faults(of: solution, in: chapter, style: style) == []) }
    return solution
  }

  private func noted(_ lines: Int, at line: Int, rows: Int16) -> VerticalElement {
    var element = paragraph(lines)
    element.settings[0].lines[line].marginRows = rows
    return element
  }

  @Test func `A page breaks as without them where they have room`() {
    let plain = [paragraph(6), paragraph(6), paragraph(6), paragraph(6)]
    let noted = [noted(6, at: 0, rows: 5), paragraph(6), noted(6, at: 5, rows: 6), paragraph(6)]
    #expect(best(plain, rows: 10)?.pages == best(noted, rows: 10)?.pages)
    #expect(best(plain, rows: 10)?.cost == best(noted, rows: 10)?.cost)
  }

  @Test func `A page ends before a call whose note has no room beside it`() {
    let plain = [paragraph(7), paragraph(3), paragraph(9)]
    let full = [noted(7, at: 0, rows: 8), noted(3, at: 0, rows: 8), paragraph(9)]
    #expect(best(plain, rows: 10)?.pages.first?.pieces.last?.element == 1)
    #expect(best(full, rows: 10)?.pages.first?.pieces.last?.element == 0)
  }

  @Test func `What goes on is said of its page and counts on the next`() throws {
    let solution = try #require(best([noted(20, at: 1, rows: 14), noted(20, at: 3, rows: 9)], rows: 10))
    let rest = solution.explanations.map { $0.margin > 0 }
    #expect(rest == [true, false, false, false])
    let both = try #require(best([noted(10, at: 1, rows: 14), noted(10, at: 0, rows: 9), paragraph(10)], rows: 10))
    #expect(both.explanations.map { $0.margin > 0 } == [true, true, false])
  }
}

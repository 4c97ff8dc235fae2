import PageBreaking
import Testing

@Suite struct ChainTests {
  /// Solutions with so many pages and costs; the closing side follows from both.
  private func chapter(_ ways: (opening: Side, pages: Int, cost: Double)...) -> ChapterSolutions {
    ChapterSolutions(
      ways.map { way in
        let closing = way.pages % 2 == 1 ? way.opening : way.opening.other
        let page = BrokenPage(side: way.opening, pieces: [], height: 10)
        return ChapterSolutions.Solution(
          opening: way.opening, closing: closing, cost: way.cost, pages: Array(repeating: page, count: way.pages))
      })
  }

  @Test func `A chapter opens on the page after the one before`() {
    let chapters = [
      chapter((.recto, 3, 0), (.verso, 3, 0)), chapter((.recto, 2, 0), (.verso, 2, 0)),
      chapter((.recto, 1, 0), (.verso, 1, 0)),
    ]
    let choices = chainChapters(chapters, opening: .recto, rule: .anyPage)
    #expect(choices.map(\.opening) == [.recto, .verso, .verso])
    #expect(choices.map(\.closing) == [.recto, .recto, .verso])
    #expect(choices.allSatisfy { !$0.followsBlank })
  }

  @Test func `A dearer end is taken where the next chapter gains more by it`() {
    let chapters = [
      chapter((.recto, 3, 0), (.recto, 4, 5), (.verso, 3, 0)), chapter((.recto, 2, 0), (.verso, 2, 20)),
    ]
    let choices = chainChapters(chapters, opening: .recto, rule: .anyPage)
    #expect(choices.map(\.closing) == [.verso, .verso])
  }

  @Test func `A blank verso stands before a chapter that must open on a recto`() {
    let chapters = [chapter((.recto, 3, 0), (.verso, 3, 0)), chapter((.recto, 2, 0), (.verso, 2, 0))]
    let choices = chainChapters(chapters, opening: .recto, rule: .recto)
    #expect(choices.map(\.opening) == [.recto, .recto])
    #expect(choices.map(\.followsBlank) == [false, true])
    #expect(chainChapters(chapters, opening: .verso, rule: .recto).first?.followsBlank == true)
  }

  @Test func `Of equal ways the one with fewer pages is taken`() {
    let chapters = [chapter((.recto, 3, 0), (.recto, 4, 0)), chapter((.recto, 2, 0), (.verso, 2, 0))]
    let blanks = chainChapters(chapters, rule: .recto)
    #expect(blanks.map(\.followsBlank) == [false, false])
    #expect(blanks.first?.closing == .verso)
    #expect(chainChapters(chapters, rule: .anyPage).first?.closing == .recto)
  }

  @Test func `One-sided pages have no blanks`() {
    let chapters = [chapter((.recto, 1, 0)), chapter((.recto, 1, 0))]
    for rule in [ChapterOpening.anyPage, .recto] {
      let choices = chainChapters(chapters, rule: rule)
      #expect(choices.count == 2)
      #expect(choices.allSatisfy { $0.opening == .recto && !$0.followsBlank })
    }
  }

  @Test func `No chapters make no choices`() {
    #expect(chainChapters([], rule: .anyPage).isEmpty)
  }
}

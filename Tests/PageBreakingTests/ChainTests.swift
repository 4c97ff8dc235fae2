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

  /// Short chapters that end on either side at random costs, some on one side alone.
  private func randomBook(_ seed: Int, chapters count: Int) -> [ChapterSolutions] {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    return (0..<count).map { _ in
      let pages = 1 + below(5)
      var ways: [ChapterSolutions.Solution] = []
      for opening in Side.allCases {
        let first = below(2)
        for more in 0...below(2) {
          let length = pages + (first + more) % 2
          let page = BrokenPage(side: opening, pieces: [], height: 10)
          ways.append(
            ChapterSolutions.Solution(
              opening: opening, closing: length % 2 == 1 ? opening : opening.other, cost: Double(below(4)),
              pages: Array(repeating: page, count: length)))
        }
      }
      return ChapterSolutions(ways)
    }
  }

  /// What all choices for a book come to: cost, pages, blanks.
  private typealias Price = (cost: Double, pages: Int, blanks: Int)

  private func price(of choices: [ChapterChoice], _ chapters: [ChapterSolutions]) throws -> Price {
    var price: Price = (0, 0, 0)
    for (choice, chapter) in zip(choices, chapters) {
      let solution = try #require(chapter[choice.opening, choice.closing])
      price.cost += solution.cost
      price.blanks += choice.followsBlank ? 1 : 0
      price.pages += solution.pages.count + (choice.followsBlank ? 1 : 0)
    }
    return price
  }

  /// The cheapest of all ways to chain chapters, each tried.
  private func cheapest(_ chapters: ArraySlice<ChapterSolutions>, after last: Side, _ rule: ChapterOpening) -> Price {
    guard let chapter = chapters.first else { return (0, 0, 0) }
    let opens: Side = rule == .recto ? .recto : last.other
    let blank = opens == last ? 1 : 0
    let prices = chapter.solutions.filter { $0.opening == opens }.map { solution in
      let rest = cheapest(chapters.dropFirst(), after: solution.closing, rule)
      return Price(rest.cost + solution.cost, rest.pages + solution.pages.count + blank, rest.blanks + blank)
    }
    return prices.min { $0 < $1 } ?? (.infinity, 0, 0)
  }

  @Test(arguments: 0..<60) func `With all chapters in view no other choice is cheaper`(seed: Int) throws {
    let chapters = randomBook(seed, chapters: 1 + seed % 8)
    for rule in [ChapterOpening.anyPage, .recto] {
      let choices = chainChapters(chapters, rule: rule, lag: chapters.count)
      #expect(choices.count == chapters.count)
      #expect(try price(of: choices, chapters) == cheapest(chapters[...], after: .verso, rule))
      // a longer view finds nothing else
      #expect(choices == chainChapters(chapters, rule: rule))
    }
  }

  @Test(arguments: 0..<60) func `Choices made with few chapters in view follow on each other`(seed: Int) throws {
    let chapters = randomBook(seed, chapters: 40)
    for rule in [ChapterOpening.anyPage, .recto] {
      let best = try price(of: chainChapters(chapters, rule: rule, lag: 40), chapters)
      for lag in [0, 1, 3, 8] {
        let choices = chainChapters(chapters, rule: rule, lag: lag)
        #expect(choices.count == chapters.count)
        var last = Side.verso
        for choice in choices {
          #expect(choice.followsBlank == (choice.opening == last))
          if rule == .recto { #expect(choice.opening == .recto) } else { #expect(!choice.followsBlank) }
          last = choice.closing
        }
        #expect(try price(of: choices, chapters) >= best)
      }
    }
  }

  @Test(arguments: 0..<20) func `No chapter waits for more chapters than the lag, and none is decided twice`(seed: Int)
  {
    let chapters = randomBook(seed, chapters: 60)
    var chain = ChapterChain(rule: .anyPage, lag: 4)
    var choices: [ChapterChoice] = []
    for (index, chapter) in chapters.enumerated() {
      choices += chain.add(chapter)
      #expect((index - 3...index + 1).contains(choices.count))
    }
    choices += chain.finish()
    #expect(choices == chainChapters(chapters, rule: .anyPage, lag: 4))
    #expect(chain.finish().isEmpty)
  }

  @Test func `No chapters make no choices`() {
    #expect(chainChapters([], rule: .anyPage).isEmpty)
  }
}

/// The choices of a `ChapterChain` for chapters that are all at hand, one each, in order.
func chainChapters(
  _ chapters: [ChapterSolutions], opening: Side = .recto, rule: ChapterOpening, lag: Int = ChapterChain.lag
) -> [ChapterChoice] {
  var chain = ChapterChain(opening: opening, rule: rule, lag: lag)
  var choices: [ChapterChoice] = []
  for chapter in chapters { choices += chain.add(chapter) }
  return choices + chain.finish()
}

import BookModel
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

/// The white about subheads where pages are to end level.
@Suite struct `White about subheads` {
  @Test func `that grew is shared out above and below`() async throws {
    // paragraphs of a line each leave nothing but white that could level a spread
    let blocks = (0..<90).flatMap { number -> [Block] in
      [.heading(Heading(level: 1, title: [Inline("Number \(number)")]))]
        + (0...3 + number * 7 % 11).map { prose("Line \($0) of this.") }
    }
    let list = try await setBook(blocks).list
    let leading = Int32(list.design.leading.units)
    var seen: [(above: Int32, below: Int32)] = []
    for page in list.pages where page.kind == .text {
      let lines = list.lines(of: page).filter { $0.block.isOfBook }.sorted { $0.y < $1.y }
      for (index, line) in lines.enumerated().dropFirst().dropLast() {
        guard case .heading = list.blocks[line.block].role else { continue }
        seen.append((line.y - lines[index - 1].y, lines[index + 1].y - line.y))
      }
    }
    let natural = try #require(seen.min { $0.above + $0.below < $1.above + $1.below })
    let grown = seen.filter { $0.above + $0.below > natural.above + natural.below }
    #expect(seen.count > 20 && !grown.isEmpty)
    for white in grown {
      let more = white.above + white.below - natural.above - natural.below
      #expect(more % leading == 0, "text stands on the grid")
      #expect(white.below - natural.below == more / 3, "a heading stays with its text, and rises into what grew")
    }
  }
}

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
    let leading = PackedLength(clamping: list.design.leading)
    var seen: [(above: PackedLength, below: PackedLength)] = []
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
      #expect(more.units % leading.units == 0, "text stands on the grid")
      #expect(white.below - natural.below == more / 3, "a heading stays with its text, and rises into what grew")
    }
  }

  @Test func `about code that grew is as high above as below`() async throws {
    var blocks: [Block] = []
    for number in 0..<40 {
      blocks += (0...number % 3).map { _ in prose(sentence + " " + sentence) }
      blocks.append(code((0...number % 5).map { "code \(number) line \($0)" }))
    }
    blocks.append(prose(sentence))
    let made = try await setBook(blocks)
    var (grown, uneven) = (0, 0)
    for page in made.bodyPages {
      let lines = page.runs.map { run in
        (
          y: page.glyphs[run.glyphs.lowerBound].y,
          isCode: String(decoding: page.text[run.text], as: UTF8.self).hasPrefix("code")
        )
      }.filter { $0.y > made.list.design.top.points }.sorted { $0.y < $1.y }
      var index = 1
      while index < lines.count {
        guard lines[index].isCode, !lines[index - 1].isCode else {
          index += 1
          continue
        }
        let first = index
        while index < lines.count, lines[index].isCode { index += 1 }
        // the foot ends the page's last block
        guard index < lines.count - 1 else { break }
        let (above, below) = (lines[first].y - lines[first - 1].y, lines[index].y - lines[index - 1].y)
        if above + below > 4.5 * made.list.design.leading.points { grown += 1 }
        if abs(above - below) > 0.1 { uneven += 1 }
      }
    }
    #expect(grown > 0)
    #expect(uneven == 0)
  }
}

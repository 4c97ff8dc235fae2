import Cairo
import Drawing
import Octavo
import PageModel
import Testing
import Units

/// A canvas of octavo's own leaves out letters that cairo has already; one that is borrowed says them always.
@Suite struct `Letters of glyphs` {
  @Test(arguments: UInt64(1)...12)
  func `are in the PDF as if they had been said with every run`(seed: UInt64) throws {
    let pages = try DrawnRun.pages(seed)
    #expect(try Self.pdf(pages, isBorrowed: false) == Self.pdf(pages, isBorrowed: true))
  }

  /// The painter hands over lines of one font together, but to a borrowed canvas one by one.
  @Test(arguments: UInt64(20)...31)
  func `and their places are the same whether lines are drawn together or one by one`(seed: UInt64) throws {
    let pages = try DrawnRun.pages(seed).map { runs in
      var page = Page(size: DrawnRun.size, label: "")
      for run in runs {
        let (glyph, cluster, byte) = (page.glyphs.count, page.clusters.count, page.text.count)
        page.glyphs += run.glyphs
        page.clusters += run.clusters
        page.text += run.text
        page.runs.append(
          GlyphRun(
            font: run.font, glyphs: glyph..<page.glyphs.count, clusters: cluster..<page.clusters.count,
            text: byte..<page.text.count, isBackward: run.isBackward))
      }
      return page
    }
    #expect(try Self.painted(pages, isBorrowed: false) == Self.painted(pages, isBorrowed: true))
  }

  private static func painted(_ pages: [Page], isBorrowed: Bool) throws -> [UInt8] {
    let sink = ByteSink()
    let painter = PagePainter()
    let own = try Canvas.pdf(into: sink, size: DrawnRun.size)
    own.setFixedDates()
    for page in pages {
      if isBorrowed {
        try painter.draw(page, on: Canvas.on(context: own.contextPointer))
      } else {
        try painter.draw(page, on: own)
      }
      own.showPage()
    }
    try own.finish()
    return sink.bytes
  }

  private static func pdf(_ pages: [[DrawnRun]], isBorrowed: Bool) throws -> [UInt8] {
    let sink = ByteSink()
    let fonts = FontCache()
    let own = try Canvas.pdf(into: sink, size: DrawnRun.size)
    own.setFixedDates()
    for page in pages {
      if isBorrowed {
        try DrawnRun.draw(page, on: Canvas.on(context: own.contextPointer), fonts)
      } else {
        try DrawnRun.draw(page, on: own, fonts)
      }
      own.showPage()
    }
    try own.finish()
    return sink.bytes
  }
}

import Cairo
import Drawing
import Octavo
import PageModel
import Pango
import TestSupport
import Testing
import Units

/// A canvas of octavo's own leaves out letters that cairo has already; one that is borrowed says them always.
@Suite struct `Letters of glyphs` {
  private struct Run {
    var font: FontKey
    var text: [UInt8] = []
    var glyphs: [PlacedGlyph] = []
    var clusters: [GlyphCluster] = []
    var isBackward = false
  }

  private static let size = PageSize(width: Length(points: 200), height: Length(points: 300))

  @Test(arguments: UInt64(1)...12)
  func `are in the PDF as if they had been said with every run`(seed: UInt64) throws {
    let pages = try Self.pages(seed)
    #expect(try Self.pdf(pages, isBorrowed: false) == Self.pdf(pages, isBorrowed: true))
  }

  /// The painter hands over lines of one font together, but to a borrowed canvas one by one.
  @Test(arguments: UInt64(20)...31)
  func `and their places are the same whether lines are drawn together or one by one`(seed: UInt64) throws {
    let pages = try Self.pages(seed).map { runs in
      var page = Page(size: Self.size, label: "")
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
    let own = try Canvas.pdf(into: sink, size: size)
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

  private static func pages(_ seed: UInt64) throws -> [[Run]] {
    var numbers = SeededNumbers(seed: seed)
    let fonts = BookBuilder.fontSource(folders: [])
    let faces = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders).faces()
      .filter { $0.file.contains("Liberation") || $0.file.contains("Garamond") }
    try #require(!faces.isEmpty)
    let files = (0..<2).map { _ in faces[Int(numbers.next() % UInt64(faces.count))].file }
    return (0..<4).map { _ in (0..<20).map { line in Self.run(line, files, &numbers) } }
  }

  /// Mostly one letter a glyph, always the same; now and then all that can be otherwise.
  private static func run(_ line: Int, _ files: [String], _ numbers: inout SeededNumbers) -> Run {
    func one(of count: UInt64) -> Bool { numbers.next() % count == 0 }
    let key = FontKey(
      file: files[one(of: 2) ? 0 : 1], face: 0, size: Length(points: 10), expansion: one(of: 2) ? 1000 : 980)
    var run = Run(font: key, isBackward: one(of: 12))
    let isOdd = one(of: 3) || line == 0
    let y = isOdd && one(of: 6) ? 310 : Double(10 + 12 * line)
    for place in 0..<12 {
      let letter = UInt8(0x61 + numbers.next() % 26)
      // Liberation has its alphabet from glyph 68 on
      let glyph = UInt(letter) - 0x61 + 68
      let x = isOdd && one(of: 20) ? 500 : Double(10 + place * 9)
      run.glyphs.append(PlacedGlyph(index: glyph, x: x, y: y))
      var letters = [letter]
      if isOdd, one(of: 6) {
        letters =
          [[], [0x41], Array("ſt".utf8), Array("é".utf8), [letter, 0x62], [0, letter]][Int(numbers.next() % 6)]
      }
      if isOdd, one(of: 8) { run.glyphs.append(PlacedGlyph(index: glyph + 1, x: x + 4, y: y)) }
      run.text += letters
      run.clusters.append(
        GlyphCluster(
          bytes: Int32(letters.count), glyphs: Int32(run.glyphs.count - run.clusters.reduce(0) { $0 + Int($1.glyphs) }))
      )
    }
    return run
  }

  private static func pdf(_ pages: [[Run]], isBorrowed: Bool) throws -> [UInt8] {
    let sink = ByteSink()
    let fonts = FontCache()
    let own = try Canvas.pdf(into: sink, size: size)
    own.setFixedDates()
    for page in pages {
      if isBorrowed {
        try draw(page, on: Canvas.on(context: own.contextPointer), fonts)
      } else {
        try draw(page, on: own, fonts)
      }
      own.showPage()
    }
    try own.finish()
    return sink.bytes
  }

  private static func draw(_ page: [Run], on canvas: borrowing Canvas, _ fonts: FontCache) throws {
    for (index, run) in page.enumerated() {
      try fonts.withFont(run.font) { canvas.setFont($0) }
      let show = { (canvas: borrowing Canvas) in
        run.text.withUnsafeBufferPointer { text in
          run.glyphs.withUnsafeBufferPointer { glyphs in
            run.clusters.withUnsafeBufferPointer {
              if canvas.hasLetters(
                text, of: glyphs, clusters: $0, isBackward: run.isBackward, within: canvas.inkBounds)
              {
                // in the order in which they are read
                let ordered = run.isBackward ? run.glyphs.reversed() : run.glyphs
                ordered.withUnsafeBufferPointer { canvas.showGlyphs($0) }
              } else {
                canvas.showText(text, glyphs: glyphs, clusters: $0, isBackward: run.isBackward)
              }
            }
          }
        }
      }
      if index % 7 == 6 {
        canvas.clipped(x: 0, y: 0, width: 60, height: 300) { show(canvas) }
      } else {
        show(canvas)
      }
    }
    try canvas.check()
  }
}

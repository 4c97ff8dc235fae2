import Cairo
import Octavo
import PageModel
import Pango
import TestSupport
import Testing
import Units

/// A run of made-up glyphs for tests of what is drawn.
struct DrawnRun {
  var font: FontKey
  var text: [UInt8] = []
  var glyphs: [PlacedGlyph] = []
  var clusters: [GlyphCluster] = []
  var isBackward = false

  static let size = PageSize(width: Length(points: 200), height: Length(points: 300))

  /// All that octavo can set in.
  static func faces() throws -> [FontConfiguration.Face] {
    let fonts = BookBuilder.fontSource(folders: [])
    return try FontConfiguration(xml: fonts.configuration, folders: fonts.folders).faces()
  }

  static func pages(_ seed: UInt64, count: Int = 4) throws -> [[DrawnRun]] {
    var numbers = SeededNumbers(seed: seed)
    // faces of thousands of glyphs: initials have few, and glyphs that are not there are not octavo's to write
    let faces = try faces().filter { $0.file.contains("Liberation") || $0.file.contains(#/EBGaramond(08|12)-/#) }
    try #require(!faces.isEmpty)
    let files = (0..<2).map { _ in faces[Int(numbers.next() % UInt64(faces.count))].file }
    return (0..<count).map { _ in (0..<20).map { line in run(line, files, &numbers) } }
  }

  /// Mostly one letter a glyph, always the same; now and then all that can be otherwise.
  private static func run(_ line: Int, _ files: [String], _ numbers: inout SeededNumbers) -> DrawnRun {
    func one(of count: UInt64) -> Bool { numbers.next() % count == 0 }
    let key = FontKey(
      file: files[one(of: 2) ? 0 : 1], face: 0, size: Length(points: 10), expansion: one(of: 2) ? 1000 : 980)
    var run = DrawnRun(font: key, isBackward: one(of: 12))
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

  /// Draws runs as a painter does; now and then inside a clip.
  static func draw(_ page: [DrawnRun], on canvas: borrowing Canvas, _ fonts: FontCache) throws {
    for (index, run) in page.enumerated() {
      if index % 7 == 6 {
        try canvas.clipped(x: 0, y: 0, width: 60, height: 300) {
          // where nothing is drawn a clip parts no text
          canvas.fillRectangle(x: 0, y: 0, width: 1, height: 1)
          try run.draw(on: canvas, fonts)
        }
      } else {
        try run.draw(on: canvas, fonts)
      }
    }
    try canvas.check()
  }

  func draw(on canvas: borrowing Canvas, _ fonts: FontCache, factor: Double = 1) throws {
    try fonts.withFont(font, factor: factor) { canvas.setFont($0) }
    text.withUnsafeBufferPointer { text in
      glyphs.withUnsafeBufferPointer { glyphs in
        clusters.withUnsafeBufferPointer {
          if canvas.hasLetters(text, of: glyphs, clusters: $0, isBackward: isBackward, within: canvas.inkBounds) {
            // in the order in which they are read
            let ordered = isBackward ? self.glyphs.reversed() : self.glyphs
            ordered.withUnsafeBufferPointer { canvas.showGlyphs($0) }
          } else {
            canvas.showText(text, glyphs: glyphs, clusters: $0, isBackward: isBackward)
          }
        }
      }
    }
  }
}

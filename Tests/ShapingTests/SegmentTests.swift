import Octavo
import Pango
import Shaping
import TestSupport
import Testing
import Units

/// What is known of parts of Hebrew and Arabic texts without Pango is what Pango says of them.
@Suite struct `Parts of texts that run to the left` {
  private static let hebrew = (
    letters: [0x5D0...0x5EA, 0x5F0...0x5F4] as [ClosedRange<UInt32>],
    marks: [0x591...0x5BD, 0x5BF...0x5BF, 0x5C1...0x5C2, 0x5C7...0x5C7] as [ClosedRange<UInt32>]
  )
  private static let arabic = (
    letters: [0x620...0x64A, 0x671...0x6D3] as [ClosedRange<UInt32>],
    marks: [0x64B...0x65F, 0x670...0x670] as [ClosedRange<UInt32>]
  )

  /// Words with their points, and what stands in and behind them.
  private static func parts(_ seed: UInt64, signs: [UInt32]) -> [[UInt8]] {
    var numbers = SeededNumbers(seed: seed)
    let script = seed % 2 == 0 ? hebrew : arabic
    func one(of ranges: [ClosedRange<UInt32>]) -> UInt32 {
      let range = ranges[Int(numbers.next() % UInt64(ranges.count))]
      return range.lowerBound + UInt32(numbers.next() % UInt64(range.count))
    }
    return (0..<60).map { _ in
      var text = String.UnicodeScalarView()
      func append(_ scalar: UInt32) { text.append(Unicode.Scalar(scalar) ?? " ") }
      for _ in 0...numbers.next() % 6 {
        append(one(of: script.letters))
        for _ in 0..<numbers.next() % 3 { append(one(of: script.marks)) }
        if numbers.next() % 6 == 0, let sign = signs.randomElement(using: &numbers) { append(sign) }
      }
      if numbers.next() % 2 == 0, let sign = signs.randomElement(using: &numbers) { append(sign) }
      return Array(String(text).utf8)
    }
  }

  private func library() throws -> (library: FontLibrary, style: Int) {
    let fonts = BookBuilder.fontSource(folders: [])
    let library = FontLibrary(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    return (library, library.style(for: FontRequest(family: "EB Garamond 12", size: Length(points: 11))))
  }

  @Test(arguments: UInt64(1)...10)
  func `have their places where Pango finds them`(seed: UInt64) throws {
    let (library, style) = try library()
    var known = 0
    for part in Self.parts(seed, signs: [0x21, 0x2C, 0x2D, 0x2E, 0x3A, 0x3B, 0x3F, 0x5BE, 0x60C, 0x20, 0x31]) {
      part.withUnsafeBufferPointer { text in
        var (own, pangos): ([BreakFlags], [BreakFlags]) = ([], [])
        guard TextSegments.breaks(of: text, into: &own) else { return }
        let scalars = String(decoding: part, as: UTF8.self).unicodeScalars.count
        library.lineBreaks(in: text, scalars: scalars, style: style, into: &pangos)
        #expect(own == pangos, "\(String(decoding: part, as: UTF8.self))")
        known += 1
      }
    }
    #expect(known > 10)
  }

  @Test(arguments: UInt64(1)...10)
  func `are the items that Pango makes of them`(seed: UInt64) throws {
    let (library, style) = try library()
    for part in Self.parts(seed, signs: [0x21, 0x28, 0x2C, 0x2D, 0x2E, 0x31, 0x3A, 0x41, 0x2019]) {
      part.withUnsafeBufferPointer { text in
        let own = library.itemize(segment: text, style: style, direction: .rightToLeft)
        let pangos = library.itemize(
          text, runs: CollectionOfOne((end: text.count, style: style)), direction: .rightToLeft)
        #expect(own.items.map(\.bytes) == pangos.items.map(\.bytes), "\(String(decoding: part, as: UTF8.self))")
        #expect(own.items.map(\.font) == pangos.items.map(\.font))
        #expect(own.items.map(\.level) == pangos.items.map(\.level))
        for index in own.items.indices where index < pangos.count {
          var (one, other): (([ShapedRun], [ShapedGlyph]), ([ShapedRun], [ShapedGlyph])) = (([], []), ([], []))
          library.shape(own, item: index, runs: &one.0, glyphs: &one.1)
          library.shape(pangos, item: index, runs: &other.0, glyphs: &other.1)
          #expect(one.0 == other.0 && one.1 == other.1, "\(String(decoding: part, as: UTF8.self))")
        }
      }
    }
  }

  @Test(arguments: [UInt64(2), 4, 6])
  func `of Hebrew have the same glyphs alone and before a sign of another font`(seed: UInt64) throws {
    let (library, style) = try library()
    var met = 0
    for word in Self.parts(seed, signs: []) {
      var (alone, before): (([ShapedRun], [ShapedGlyph]), ([ShapedRun], [ShapedGlyph])) = (([], []), ([], []))
      word.withUnsafeBufferPointer { text in
        let items = library.itemize(
          text, runs: CollectionOfOne((end: text.count, style: style)), direction: .rightToLeft)
        library.shape(items, item: 0, runs: &alone.0, glyphs: &alone.1)
      }
      (word + [0x2C]).withUnsafeBufferPointer { text in
        let items = library.itemize(
          text, runs: CollectionOfOne((end: text.count, style: style)), direction: .rightToLeft)
        guard items.items.first?.bytes == 0..<word.count else { return }
        library.shape(items, item: 0, runs: &before.0, glyphs: &before.1)
        met += 1
        #expect(alone.0 == before.0 && alone.1 == before.1, "\(String(decoding: word, as: UTF8.self))")
      }
    }
    #expect(met > 10)
  }
}

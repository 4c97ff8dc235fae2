import Shaping
import TestSupport
import Testing

/// Points and vowels in the order that HarfBuzz sets them in.
@Suite struct `Marks of a letter` {
  private func arranged(_ text: String, from start: Int = 0) -> String {
    var bytes = Array(text.utf8)
    MarkOrder.arrange(&bytes, from: start)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test(
    arguments: [
      // hiriq, dagesh, shin dot: from the inside to what stands below
      ([0x5E9, 0x5B4, 0x5BC, 0x5C1], [0x5E9, 0x5C1, 0x5BC, 0x5B4]),
      ([0x5D1, 0x5B0, 0x5BC, 0x5E8], [0x5D1, 0x5BC, 0x5B0, 0x5E8]),
      // fatha, shadda
      ([0x631, 0x628, 0x64E, 0x651], [0x631, 0x628, 0x651, 0x64E]),
      // an accent stands among them, which other rules set
      ([0x5D1, 0x5B0, 0x5BC, 0x591], [0x5D1, 0x5B0, 0x5BC, 0x591]),
      ([0x61, 0x301, 0x323, 0x2E], [0x61, 0x301, 0x323, 0x2E]),
    ] as [([UInt32], [UInt32])])
  func `stand as HarfBuzz sets them`(given: [UInt32], expected: [UInt32]) {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: given.compactMap(Unicode.Scalar.init))
    #expect(scalars(arranged(String(text))) == expected)
  }

  @Test func `keep to their letter, and to the text behind the first bytes`() {
    let (first, second) = ("\u{5D1}\u{5B0}\u{5BC}", "\u{5D2}\u{5B7}\u{5BC}")
    let made = arranged(first + second, from: first.utf8.count)
    #expect(scalars(made) == scalars(first) + [0x5D2, 0x5BC, 0x5B7])
  }

  /// Swift compares strings by canonical equivalence (UAX #15).
  @Test(arguments: UInt64(1)...200)
  func `are the same text in another order, whatever stands about them`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let ranges: [ClosedRange<UInt32>] = [
      0x5B0...0x5C7, 0x5B0...0x5C7, 0x5B0...0x5C7, 0x5D0...0x5EA, 0x591...0x5AF, 0x64B...0x65F, 0x621...0x64A,
      0x610...0x61A,
      0x300...0x340, 0x61...0x7A, 0x20...0x2F, 0x6D6...0x6ED, 0x8D4...0x8FF, 0x10A00...0x10A3F,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<60 {
      let range = ranges[Int(numbers.next() % UInt64(ranges.count))]
      if let scalar = Unicode.Scalar(range.lowerBound + UInt32(numbers.next() % UInt64(range.count))) {
        text.append(scalar)
      }
    }
    let given = String(text)
    let made = arranged(given)
    #expect(made == given && made.utf8.count == given.utf8.count)
    #expect(scalars(arranged(made)) == scalars(made))
    for count in 0..<6 {
      #expect(arranged(String(decoding: given.utf8.prefix(count), as: UTF8.self)).utf8.count >= count)
    }
  }
}

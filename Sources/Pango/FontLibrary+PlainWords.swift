/// What the words of Latin letters and points have in common in a style.
///
/// To itemize a word costs more than to shape it, and Pango would find the same font, script
/// and direction for each of these. It parts text where one of them changes, and between
/// characters that it does not part from Latin letters one by one none does, as long as
/// there is a letter to give the word its script.
struct PlainWords {
  /// The item of every such word; nil before the first, or where the style has none.
  private(set) var item: Itemization.Item?
  /// The item of every word of digits alone, which are of no script.
  private var number: Itemization.Item?
  private var isSampled = false
  /// Whether a character does not part Latin letters; by its place in `slot(of:)`.
  private var isPlain: [Bool?] = []

  /// Letters of Latin-1 and Latin Extended-A and -B, then dashes, quotes and points from U+2010 on:
  /// what stands in words of Latin letters, and nothing that joins, marks directions or chooses emoji.
  private static let letters: ClosedRange<UInt32> = 0xA1...0x24F
  private static let points: ClosedRange<UInt32> = 0x2010...0x2027

  private static func slot(of scalar: UInt32) -> Int? {
    if letters.contains(scalar) { return Int(scalar - letters.lowerBound) }
    if points.contains(scalar) { return letters.count + Int(scalar - points.lowerBound) }
    return nil
  }

  /// The item of a left-to-right word, where it is one of these.
  /// - Parameter itemize: asks Pango for a text's item, nil where it has several; `free` ends those kept.
  mutating func item(
    of text: UnsafeBufferPointer<UInt8>, itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?
  ) -> Itemization.Item? {
    var hasLetter = false
    var isNumber = true
    var i = 0
    while i < text.count {
      let byte = text[i]
      if byte < 0x80 {
        guard byte > 0x20, byte < 0x7F else { return nil }
        if (byte | 0x20) &- 0x61 < 26 { hasLetter = true }
        if byte &- 0x30 > 9 { isNumber = false }
        i += 1
        continue
      }
      isNumber = false
      let scalar: UInt32
      let length: Int
      if byte < 0xE0, i + 1 < text.count {
        scalar = UInt32(byte & 0x1F) << 6 | UInt32(text[i + 1] & 0x3F)
        length = 2
      } else if byte < 0xF0, i + 2 < text.count {
        scalar = UInt32(byte & 0x0F) << 12 | UInt32(text[i + 1] & 0x3F) << 6 | UInt32(text[i + 2] & 0x3F)
        length = 3
      } else {
        return nil
      }
      guard let slot = PlainWords.slot(of: scalar) else { return nil }
      if !isSampled { sample(itemize) }
      guard item != nil, slot < isPlain.count else { return nil }
      let known = isPlain[slot] ?? parts(text[i..<i + length], itemize)
      isPlain[slot] = known
      guard known else { return nil }
      i += length
    }
    guard hasLetter || isNumber else { return nil }
    if !isSampled { sample(itemize) }
    return hasLetter ? item : number
  }

  /// Asks for the item of all of ASCII: where there is one, any word of ASCII with a letter has it.
  private mutating func sample(_ itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?) {
    isSampled = true
    number = Array(0x30...0x39 as ClosedRange<UInt8>).withUnsafeBufferPointer(itemize)
    item = ([0x61] + Array(0x21...0x7E) + [0x61] as [UInt8]).withUnsafeBufferPointer(itemize)
    if item != nil { isPlain = Array(repeating: nil, count: PlainWords.letters.count + PlainWords.points.count) }
  }

  /// Whether a character between Latin letters has their item.
  private func parts(
    _ character: Slice<UnsafeBufferPointer<UInt8>>, _ itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?
  ) -> Bool {
    guard let found = ([0x61] + Array(character) + [0x61]).withUnsafeBufferPointer(itemize) else { return false }
    defer { found.free() }
    return found.font == item?.font && found.level == item?.level
  }

  func free() {
    item?.free()
    number?.free()
  }
}

extension FontLibrary {
  /// The item of a word of Latin letters and points, as `itemize` would give it.
  func plainItem(of text: UnsafeBufferPointer<UInt8>, style: Int) -> Itemization.Item? {
    // taken out while Pango is asked, which is rare: the closure reads the styles
    var words = styles[style].plainWords
    styles[style].plainWords = PlainWords()
    defer { styles[style].plainWords = words }
    return words.item(of: text) {
      let items = items(of: $0, runs: CollectionOfOne((end: $0.count, style: style)), direction: .leftToRight)
      if items.count == 1 { return items.first }
      for item in items { item.free() }
      return nil
    }
  }
}

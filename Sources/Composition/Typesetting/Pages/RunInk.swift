internal import PageModel
internal import Shaping

/// A line's glyphs while they are written: bare memory that is used again for every line.
/// An append to a page's arrays costs more than the glyph it adds.
final class RunInk {
  @exclusivity(unchecked) private(set) var glyphs: UnsafeMutablePointer<PlacedGlyph>
  @exclusivity(unchecked) private(set) var clusters: UnsafeMutablePointer<GlyphCluster>
  @exclusivity(unchecked) private(set) var text: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) var glyphCount = 0
  @exclusivity(unchecked) var clusterCount = 0
  @exclusivity(unchecked) var textCount = 0
  @exclusivity(unchecked) private var glyphRoom = 256
  @exclusivity(unchecked) private var textRoom = 512

  init() {
    glyphs = .allocate(capacity: glyphRoom)
    clusters = .allocate(capacity: glyphRoom)
    text = .allocate(capacity: textRoom)
  }

  deinit {
    glyphs.deallocate()
    clusters.deallocate()
    text.deallocate()
  }

  /// Room for so many more glyphs, each with a cluster of its own, and bytes.
  @inline(__always)
  func makeRoom(glyphs more: Int, text bytes: Int) {
    // neither is near a number's end
    if glyphCount &+ more > glyphRoom || textCount &+ bytes > textRoom { grow(glyphs: more, text: bytes) }
  }

  private func grow(glyphs more: Int, text bytes: Int) {
    glyphRoom = max(glyphRoom * 2, glyphCount + more)
    textRoom = max(textRoom * 2, textCount + bytes)
    glyphs = RunInk.moved(glyphs, count: glyphCount, room: glyphRoom)
    clusters = RunInk.moved(clusters, count: clusterCount, room: glyphRoom)
    text = RunInk.moved(text, count: textCount, room: textRoom)
  }

  private static func moved<T>(_ old: UnsafeMutablePointer<T>, count: Int, room: Int) -> UnsafeMutablePointer<T> {
    let new = UnsafeMutablePointer<T>.allocate(capacity: room)
    new.moveInitialize(from: old, count: count)
    old.deallocate()
    return new
  }

  /// Adds one glyph that stands for one character of ASCII.
  @inline(__always)
  func add(_ glyph: UInt16, x: Double, y: Double, letter: UInt8) {
    makeRoom(glyphs: 1, text: 1)
    (glyphs + glyphCount).initialize(to: PlacedGlyph(index: UInt(glyph), x: x, y: y))
    (clusters + clusterCount).initialize(to: GlyphCluster(bytes: 1, glyphs: 1))
    (text + textCount).initialize(to: letter)
    glyphCount &+= 1
    clusterCount &+= 1
    textCount &+= 1
  }

  /// Begins to add a line: room for all of its glyphs and bytes, and a cluster of one byte for
  /// each glyph, which nearly all keep.
  func begin(glyphs more: Int, text bytes: Int) -> End {
    makeRoom(glyphs: more, text: bytes)
    (clusters + clusterCount).initialize(repeating: GlyphCluster(bytes: 1, glyphs: 1), count: more)
    return end
  }

  /// Where the next glyph goes and its text, while a line is added.
  struct End {
    var glyph: UnsafeMutablePointer<PlacedGlyph>
    var letter: UnsafeMutablePointer<UInt8>

    /// A glyph that shows one byte.
    @inline(__always)
    mutating func add(_ index: UInt16, x: Double, y: Double, letter byte: UInt8) {
      glyph.initialize(to: PlacedGlyph(index: UInt(index), x: x, y: y))
      letter.initialize(to: byte)
      glyph += 1
      letter += 1
    }
  }

  /// Set, it takes in glyphs that were added there, each with a cluster of its own.
  var end: End {
    get { End(glyph: glyphs + glyphCount, letter: text + textCount) }
    set {
      let count = newValue.glyph - glyphs
      clusterCount += count - glyphCount
      glyphCount = count
      textCount = newValue.letter - text
    }
  }

  /// Adds glyphs of a word, set from left to right, with their text.
  /// - Parameters:
  ///   - text: of the word.
  ///   - start, end: the bytes of it that these glyphs show.
  ///   - x, y: points, of the first glyph.
  ///   - scale: points across for a glyph's 1/1024 pt.
  /// - Returns: how far the pen goes, points.
  @inline(never)
  func add(
    _ word: UnsafePointer<WordGlyph>, count: Int, text letters: UnsafePointer<UInt8>, from start: Int, to end: Int,
    x: Double,
    y: Double, scale: Double
  ) -> Double {
    let bytes = max(0, end - start)
    makeRoom(glyphs: count, text: bytes)
    let placed = glyphs + glyphCount
    let shown = clusters + clusterCount
    let written = text + textCount
    glyphCount += count
    textCount += bytes
    var pen = 0.0
    // nearly always a glyph shows one byte: that is written, and what speaks against it noted
    var strays: UInt16 = bytes == count ? 0 : 1
    if strays != 0 { written.initialize(from: letters + start, count: bytes) }
    for index in 0..<count {
      let glyph = word[index]
      strays |= glyph.cluster ^ UInt16(truncatingIfNeeded: start &+ index)
      (shown + index).initialize(to: GlyphCluster(bytes: 1, glyphs: 1))
      if bytes == count { (written + index).initialize(to: letters[start &+ index]) }
      var place = PlacedGlyph(index: UInt(glyph.id), x: x + pen, y: y)
      if glyph.xOffset | glyph.yOffset != 0 {
        place.x += Double(glyph.xOffset) * scale
        place.y += Double(glyph.yOffset) / 1024
      }
      (placed + index).initialize(to: place)
      pen += Double(glyph.advance) * scale
    }
    clusterCount += strays == 0 ? count : RunInk.group(word, count: count, from: start, to: end, shown)
    return pen
  }

  /// Adds glyphs of a word that runs to the left, whose glyphs stand from left to right and letters as they are read.
  /// - Parameters:
  ///   - text: of the word, up to the end of these glyphs' letters.
  ///   - start: the first byte of it that they show.
  ///   - x, y: points, of the first glyph.
  ///   - factor: by which the line's type is widened.
  ///   - space: the glyph of one that follows the word, so stands before its glyphs, and where; nil for none.
  /// - Returns: how far the pen goes, points.
  func add(
    backward word: UnsafeBufferPointer<WordGlyph>, text letters: UnsafeBufferPointer<UInt8>, from start: Int,
    x: Double, y: Double, factor: Double, space: (glyph: UInt16, x: Double)? = nil
  ) -> Double {
    let bytes = max(0, letters.count - start)
    makeRoom(glyphs: word.count + 1, text: bytes + 1)
    if let space {
      (glyphs + glyphCount).initialize(to: PlacedGlyph(index: UInt(space.glyph), x: space.x, y: y))
      glyphCount += 1
    }
    if bytes > 0, let first = letters.baseAddress { (text + textCount).update(from: first + start, count: bytes) }
    let placed = glyphs + glyphCount
    var pen = 0.0
    for index in word.indices {
      let glyph = word[index]
      (placed + index).initialize(
        to: PlacedGlyph(
          index: UInt(glyph.id), x: x + pen + Double(glyph.xOffset) / 1024 * factor,
          y: y + Double(glyph.yOffset) / 1024))
      pen += Double(glyph.advance) / 1024 * factor
    }
    // clusters in reading order, so from the last glyph to the first
    var index = word.count - 1
    var byte = start
    while index >= 0 {
      let (last, cluster) = (index, word[index].cluster)
      repeat { index -= 1 } while index >= 0 && word[index].cluster == cluster
      let next = index >= 0 ? Int(word[index].cluster) : letters.count
      (clusters + clusterCount).initialize(
        to: GlyphCluster(
          bytes: Int32(truncatingIfNeeded: max(0, next - byte)), glyphs: Int32(truncatingIfNeeded: last - index)))
      clusterCount += 1
      byte = max(byte, next)
    }
    glyphCount += word.count
    textCount += bytes
    if space != nil {
      (clusters + clusterCount).initialize(to: GlyphCluster(bytes: 1, glyphs: 1))
      (text + textCount).initialize(to: 0x20)
      clusterCount += 1
      textCount += 1
    }
    return pen
  }

  /// Writes which bytes of a word are shown by which of its glyphs.
  /// - Returns: the number of clusters.
  private static func group(
    _ word: UnsafePointer<WordGlyph>, count: Int, from start: Int, to end: Int,
    _ clusters: UnsafeMutablePointer<GlyphCluster>
  ) -> Int {
    var written = 0
    var byte = start
    var index = 0
    while index < count {
      let (first, cluster) = (index, word[index].cluster)
      repeat { index += 1 } while index < count && word[index].cluster == cluster
      let next = index < count ? Int(word[index].cluster) : end
      (clusters + written).initialize(
        to: GlyphCluster(
          bytes: Int32(truncatingIfNeeded: max(0, next - byte)), glyphs: Int32(truncatingIfNeeded: index - first)))
      written += 1
      byte = max(byte, next)
    }
    return written
  }

  /// Puts everything at the end of the page's own and begins anew.
  func move(into page: inout Page) {
    guard glyphCount > 0 else { return }
    page.glyphs.append(contentsOf: UnsafeBufferPointer(start: glyphs, count: glyphCount))
    page.clusters.append(contentsOf: UnsafeBufferPointer(start: clusters, count: clusterCount))
    page.text.append(contentsOf: UnsafeBufferPointer(start: text, count: textCount))
    glyphCount = 0
    clusterCount = 0
    textCount = 0
  }
}

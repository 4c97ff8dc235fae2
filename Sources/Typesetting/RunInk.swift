internal import PageModel

/// A run's glyphs while they are written: bare memory that is used again for every run.
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
    if glyphCount + more > glyphRoom || textCount + bytes > textRoom { grow(glyphs: more, text: bytes) }
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
    glyphCount += 1
    clusterCount += 1
    textCount += 1
  }

  /// Puts everything at the end of the page's own and begins anew.
  func move(into page: inout Page) {
    page.glyphs.append(contentsOf: UnsafeBufferPointer(start: glyphs, count: glyphCount))
    page.clusters.append(contentsOf: UnsafeBufferPointer(start: clusters, count: clusterCount))
    page.text.append(contentsOf: UnsafeBufferPointer(start: text, count: textCount))
    glyphCount = 0
    clusterCount = 0
    textCount = 0
  }
}

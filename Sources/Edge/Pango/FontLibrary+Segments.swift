internal import CPango

/// The item that parts of texts in one script share, in a style and a direction.
///
/// Pango parts text where direction, script, width or font changes. A part that it did not divide, with a letter that
/// gives its script, says of each of its characters that it stands with such letters; a part of nothing but these is not
/// divided either, and has the same item. To find that out by Pango costs as much as to shape the part.
final class SegmentItem {
  private let item: UnsafeMutablePointer<PangoItem>
  private let font: Int
  /// Of the characters up to U+FFFF: those that were met, and whether they are letters of the script.
  private var signs = [Sign](repeating: .unknown, count: 0x1_0000)

  private enum Sign: UInt8 { case unknown, neutral, letter }

  /// Nil for an item whose script is not its own.
  init?(_ found: Itemization.Item) {
    let pointer = UnsafeMutablePointer<PangoItem>(found.pointer)
    let script = UInt32(pointer.pointee.analysis.script)
    guard script != PANGO_SCRIPT_COMMON.rawValue, script != PANGO_SCRIPT_INHERITED.rawValue,
      let copy = pango_item_copy(pointer)
    else { return nil }
    (item, font) = (copy, found.font)
  }

  deinit { pango_item_free(item) }

  /// The item of a part, if that is known; it stays here.
  func item(of text: UnsafeBufferPointer<UInt8>) -> Itemization.Item? {
    var hasLetter = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      guard scalar.value < signs.count else { return nil }
      switch signs[Int(scalar.value)] {
      case .unknown: return nil
      case .neutral: break
      case .letter: hasLetter = true
      }
    }
    guard hasLetter else { return nil }
    return Itemization.Item(
      bytes: 0..<text.count, level: item.pointee.analysis.level, font: font, pointer: OpaquePointer(item))
  }

  /// Notes the characters of a part of this one item.
  func learn(_ text: UnsafeBufferPointer<UInt8>, _ found: Itemization.Item) {
    let other = UnsafePointer<PangoItem>(found.pointer).pointee.analysis
    let own = item.pointee.analysis
    guard own.font == other.font, own.level == other.level, own.script == other.script, own.gravity == other.gravity,
      own.flags == other.flags, own.language == other.language
    else { return }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where scalar.value < signs.count {
      let script = UInt32(g_unichar_get_script(scalar.value).rawValue)
      signs[Int(scalar.value)] = script == UInt32(own.script) ? .letter : .neutral
    }
  }
}

extension FontLibrary {
  /// As `itemize`, of a part of a text in one script with the signs that go with it.
  package func itemize(
    segment text: UnsafeBufferPointer<UInt8>, style: Int, direction: Direction
  ) -> Itemization {
    let key = SegmentKey(style: style, direction: direction)
    let known = segmentItems[key]
    if let item = known?.item(of: text) { return Itemization(text: text, items: [item], isOwner: false) }
    let found = itemize(text, runs: CollectionOfOne((end: text.count, style: style)), direction: direction)
    if found.count == 1, !styles[style].isStacked {
      if let known {
        known.learn(text, found.items[0])
      } else if let made = SegmentItem(found.items[0]) {
        made.learn(text, found.items[0])
        segmentItems[key] = made
      }
    }
    return found
  }

  struct SegmentKey: Hashable {
    var style: Int
    var direction: Direction
  }
}

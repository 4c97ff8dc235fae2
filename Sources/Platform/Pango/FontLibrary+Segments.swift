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
  /// Of signs of ASCII that were met behind such a part, each an item of its own in the style's font, which the letters
  /// are not in.
  private var tails: [UInt8: Itemization.Item] = [:]

  /// Nil for an item whose script is not its own.
  init?(_ found: Itemization.Item) {
    let pointer = UnsafeMutablePointer<PangoItem>(found.pointer)
    let script = UInt32(pointer.pointee.analysis.script)
    guard script != PANGO_SCRIPT_COMMON.rawValue, script != PANGO_SCRIPT_INHERITED.rawValue,
      let copy = pango_item_copy(pointer)
    else { return nil }
    (item, font) = (copy, found.font)
  }

  deinit {
    pango_item_free(item)
    for tail in tails.values { tail.free() }
  }

  /// The items of a part, if they are known; they stay here.
  func items(of text: UnsafeBufferPointer<UInt8>) -> [Itemization.Item]? {
    var items: [Itemization.Item] = []
    var start = 0
    for place in text.indices where text[place] < 0x80 {
      guard var tail = tails[text[place]] else { continue }
      guard let item = item(of: text, start..<place) else { return nil }
      tail.bytes = place..<place + 1
      items.append(item)
      items.append(tail)
      start = place + 1
    }
    guard start < text.count else { return items }
    guard let item = item(of: text, start..<text.count) else { return nil }
    items.append(item)
    return items
  }

  /// - Parameter part: of the text.
  private func item(of text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) -> Itemization.Item? {
    var hasLetter = false
    for scalar in String(decoding: text[part], as: UTF8.self).unicodeScalars {
      guard scalar.value < signs.count else { return nil }
      switch signs[Int(scalar.value)] {
      case .unknown: return nil
      case .neutral: break
      case .letter: hasLetter = true
      }
    }
    guard hasLetter else { return nil }
    return Itemization.Item(
      bytes: part, level: item.pointee.analysis.level, font: font, pointer: OpaquePointer(item))
  }

  /// Notes the signs of a part of several items that stand behind what is known.
  func learn(_ text: UnsafeBufferPointer<UInt8>, _ items: [Itemization.Item]) {
    for (before, tail) in zip(items, items.dropFirst()) where tail.bytes.count == 1 {
      let sign = text[tail.bytes.lowerBound]
      guard sign < 0x80, tails[sign] == nil, isSame(before), item(of: text, before.bytes) != nil,
        let copy = pango_item_copy(UnsafeMutablePointer<PangoItem>(tail.pointer))
      else { continue }
      tails[sign] = Itemization.Item(
        bytes: tail.bytes, level: tail.level, font: tail.font, pointer: OpaquePointer(copy))
    }
  }

  private func isSame(_ found: Itemization.Item) -> Bool {
    let other = UnsafePointer<PangoItem>(found.pointer).pointee.analysis
    let own = item.pointee.analysis
    return own.font == other.font && own.level == other.level && own.script == other.script
      && own.gravity == other.gravity && own.flags == other.flags && own.language == other.language
  }

  /// Notes the characters of a part of this one item.
  func learn(_ text: UnsafeBufferPointer<UInt8>, _ found: Itemization.Item) {
    guard isSame(found) else { return }
    let own = item.pointee.analysis
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
    if let items = known?.items(of: text) { return Itemization(text: text, items: items, isOwner: false) }
    let found = itemize(text, runs: CollectionOfOne((end: text.count, style: style)), direction: direction)
    if found.count == 1, !styles[style].isStacked {
      if let known {
        known.learn(text, found.items[0])
      } else if let made = SegmentItem(found.items[0]) {
        made.learn(text, found.items[0])
        segmentItems[key] = made
      }
    } else if let known {
      known.learn(text, found.items)
    }
    return found
  }

  struct SegmentKey: Hashable {
    var style: Int
    var direction: Direction
  }
}

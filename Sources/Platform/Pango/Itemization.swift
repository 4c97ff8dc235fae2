internal import CPango

/// Text parted into items; owns Pango's items, but for those that `SegmentItem` keeps.
package struct Itemization: ~Copyable {
  package struct Item {
    package var bytes: Range<Int>
    package var level: UInt8
    /// Index into `FontLibrary.fonts`.
    package var font: Int
    let pointer: OpaquePointer

    func free() { pango_item_free(UnsafeMutablePointer<PangoItem>(pointer)) }
  }

  let text: UnsafeBufferPointer<UInt8>
  package let items: [Item]
  package var count: Int { items.count }
  private let isOwner: Bool

  init(text: UnsafeBufferPointer<UInt8>, items: [Item], isOwner: Bool = true) {
    self.text = text
    self.items = items
    self.isOwner = isOwner
  }

  deinit { if isOwner { for item in items { item.free() } } }
}

internal import CCairo

/// Collects what a surface writes. cairo reports no full disk (1.16), so its
/// bytes go to memory and octavo writes the file itself.
///
/// cairo hands over some fifty pieces a page, most of a few bytes: they are put side by side
/// in a block that its callback reaches without a reference counted, and a full block goes to the array.
package final class ByteSink {
  private struct Block {
    static let capacity = 1 << 16
    let sink: Unmanaged<ByteSink>
    let start = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    var count = 0
  }

  private let block: UnsafeMutablePointer<Block>
  // nothing else writes while cairo does
  @exclusivity(unchecked) private var stored: [UInt8] = []

  package init() {
    block = .allocate(capacity: 1)
    block.initialize(to: Block(sink: Unmanaged.passUnretained(self)))
  }

  deinit {
    block.pointee.start.deallocate()
    block.deallocate()
  }

  /// All that was written and not taken away since.
  package var bytes: [UInt8] {
    get {
      emptyBlock()
      return stored
    }
    _modify {
      emptyBlock()
      yield &stored
    }
  }

  private func emptyBlock() {
    stored.append(contentsOf: UnsafeRawBufferPointer(start: block.pointee.start, count: block.pointee.count))
    block.pointee.count = 0
  }

  /// What `write` takes to find this sink, which must outlive the surface that is given it.
  var closure: UnsafeMutableRawPointer { UnsafeMutableRawPointer(block) }

  /// cairo's stream callback: adds bytes to the sink whose `closure` it is given.
  static let write: cairo_write_func_t = { closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let block = closure.assumingMemoryBound(to: Block.self)
    let count = Int(length)
    if block.pointee.count + count > Block.capacity { block.pointee.sink.takeUnretainedValue().emptyBlock() }
    if count > Block.capacity {
      block.pointee.sink.takeUnretainedValue().stored.append(
        contentsOf: UnsafeBufferPointer(start: data, count: count))
    } else {
      (block.pointee.start + block.pointee.count).copyMemory(from: data, byteCount: count)
      block.pointee.count += count
    }
    return CAIRO_STATUS_SUCCESS
  }
}

internal import CDeflate
internal import Faults

/// Packs and unpacks streams in zlib's format (ISO 32000-1, 7.4.4) by libdeflate, which takes a third
/// of zlib's time.
package final class Packer {
  private let compressor = libdeflate_alloc_compressor(6)
  private let decompressor = libdeflate_alloc_decompressor()

  package init() {}

  deinit {
    libdeflate_free_compressor(compressor)
    libdeflate_free_decompressor(decompressor)
  }

  package func packed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    // a page without contents would be a page without words
    guard let compressor else { FaultGuard.endForWantOfMemory() }
    return bytes.withUnsafeBytes { input in
      let room = libdeflate_zlib_compress_bound(compressor, input.count)
      return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = libdeflate_zlib_compress(compressor, input.baseAddress, input.count, buffer.baseAddress, room)
      }
    }
  }

  /// Nil for what is damaged, or more than any page holds.
  package func unpacked(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard let decompressor else { FaultGuard.endForWantOfMemory() }
    var room = bytes.count * 6 + 4096
    while room <= 1 << 28 {
      var result = LIBDEFLATE_BAD_DATA
      let made = bytes.withUnsafeBytes { input in
        [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
          result = libdeflate_zlib_decompress(
            decompressor, input.baseAddress, input.count, buffer.baseAddress, room, &count)
          if result != LIBDEFLATE_SUCCESS { count = 0 }
        }
      }
      if result == LIBDEFLATE_SUCCESS { return made }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
      room *= 4
    }
    return nil
  }
}

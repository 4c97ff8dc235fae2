internal import CDeflate

/// Files in one, as ZIP has them (APPNOTE.TXT 6.3.10, 4.3): names in UTF-8, all at the day on which ZIP's years begin,
/// so that the same files give the same bytes.
package struct ZipWriter: ~Copyable {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  /// Sizes and places have four bytes.
  private static let most = Int(UInt32.max)
  /// 1980-01-01, 0:00.
  private static let day = 0x21

  private let compressor = libdeflate_alloc_compressor(6)

  package init() {}

  deinit { libdeflate_free_compressor(compressor) }

  /// Adds a file, packed where that makes it smaller.
  /// - Returns: false where there is no room for it any more.
  package mutating func add(_ name: String, _ file: [UInt8]) -> Bool {
    let name = Array(name.utf8)
    guard name.count <= Int(UInt16.max), count < Int(UInt16.max) else { return false }
    let packed = packed(file)
    let room = bytes.count + directory.count + packed.count + 2 * name.count + 256
    guard room <= ZipWriter.most, file.count <= ZipWriter.most else { return false }
    let isPacked = packed.count < file.count
    // what both headers say: version, UTF-8, method, time, date, check, sizes, length of the name, nothing besides
    let common =
      two(20) + two(0x0800) + two(isPacked ? 8 : 0) + two(0) + two(ZipWriter.day)
      + four(Int(libdeflate_crc32(0, file, file.count)))
      + four(isPacked ? packed.count : file.count) + four(file.count) + two(name.count) + two(0)
    directory += four(0x0201_4B50) + two(20) + common + two(0) + two(0) + two(0) + four(0) + four(bytes.count) + name
    bytes += four(0x0403_4B50) + common + name + (isPacked ? packed : file)
    count += 1
    return true
  }

  package consuming func finish() -> [UInt8] {
    let end =
      four(0x0605_4B50) + two(0) + two(0) + two(count) + two(count) + four(directory.count) + four(bytes.count) + two(0)
    return bytes + directory + end
  }

  private func packed(_ file: [UInt8]) -> [UInt8] {
    guard let compressor, !file.isEmpty else { return file }
    let room = file.count - 1
    let packed = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      count = file.withUnsafeBytes {
        libdeflate_deflate_compress(compressor, $0.baseAddress, $0.count, buffer.baseAddress, room)
      }
    }
    // none where it would be no smaller
    return packed.isEmpty ? file : packed
  }

  private func two(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
  private func four(_ number: Int) -> [UInt8] { two(number & 0xFFFF) + two(number >> 16 & 0xFFFF) }
}

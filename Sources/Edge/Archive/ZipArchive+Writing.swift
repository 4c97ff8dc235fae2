extension ZipArchive {
  /// An archive of entries as they are, without compression (APPNOTE 6.3.10, 4.3): for a program that is to read what
  /// was changed.
  package static func stored(_ entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.reduce(1024) { $0 + $1.bytes.count + 2 * $1.name.utf8.count + 128 })
    var directory: [UInt8] = []
    for entry in entries {
      let start = bytes.count
      let name = Array(entry.name.utf8)
      // version 2.0, names in UTF-8, stored; no time
      var head = little(20, 2) + little(0x800, 2) + little(0, 2) + little(0, 4)
      head += little(Int(checksum(entry.bytes)), 4) + little(entry.bytes.count, 4) + little(entry.bytes.count, 4)
      head += little(name.count, 2) + little(0, 2)
      bytes += [0x50, 0x4B, 3, 4]
      bytes += head
      bytes += name
      bytes += entry.bytes
      directory += [0x50, 0x4B, 1, 2] + little(20, 2)
      directory += head
      directory += little(0, 6) + little(0, 4) + little(start, 4)
      directory += name
    }
    let start = bytes.count
    bytes += directory
    bytes += [0x50, 0x4B, 5, 6] + little(0, 4)
    bytes += little(entries.count, 2) + little(entries.count, 2)
    bytes += little(directory.count, 4) + little(start, 4) + little(0, 2)
    return bytes
  }

  private static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  /// CRC-32 as ZIP has it (APPNOTE 6.3.10, 4.4.7).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = (0..<256).map { (first: UInt32) -> UInt32 in
      var value = first
      for _ in 0..<8 {
        let isOdd = value & 1 == 1
        value >>= 1
        if isOdd { value ^= 0xEDB8_8320 }
      }
      return value
    }
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    return sum ^ 0xFFFF_FFFF
  }
}

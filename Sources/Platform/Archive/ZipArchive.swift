internal import CArchive
internal import Faults
internal import Libc

/// What a ZIP archive holds, read from memory: nothing is written, no name leads anywhere.
package struct ZipArchive: Sendable {
  package struct Entry: Sendable {
    package var name: String
    package var bytes: [UInt8]
  }

  /// How much is unpacked, so that no archive fills the memory.
  package struct Limits: Sendable {
    package var entries = 50_000
    /// Of one entry, and of all.
    package var entryBytes = 64 << 20
    package var allBytes = 400 << 20
    package init() {}
  }

  package struct Problem: Sendable, Equatable {
    /// Empty where it is the archive's.
    package var entry: String
    package var words: String
  }

  package private(set) var entries: [Entry] = []
  /// Names of entries that were passed over unread, since nobody wanted them.
  package private(set) var unread: [String] = []
  /// Entries that are encrypted by ZIP's own means.
  package private(set) var encrypted: [String] = []
  /// What was damaged or too large; what could be read of it is there.
  package private(set) var problems: [Problem] = []

  /// The library is at hand.
  package static var isAvailable: Bool { octavo_archive_library() != nil }

  /// Reads what is wanted; nil where the bytes are no archive at all. Linear in what is unpacked.
  package init?(_ bytes: [UInt8], limits: Limits = Limits(), wanted: (String) -> Bool = { _ in true }) {
    guard let library = octavo_archive_library()?.pointee,
      FaultGuard.during("libarchive", { read(bytes, library, limits, wanted) })
    else { return nil }
  }

  /// - Returns: false where the bytes are no archive.
  private mutating func read(
    _ bytes: [UInt8], _ library: octavo_archive, _ limits: Limits, _ wanted: (String) -> Bool
  ) -> Bool {
    guard let archive = library.archive_read_new() else { return false }
    defer { _ = library.archive_read_free(archive) }
    let locale = octavo_enter_utf8()
    defer { octavo_leave_utf8(locale) }
    guard library.archive_read_support_format_zip(archive) == ARCHIVE_OK else { return false }
    return bytes.withUnsafeBytes { buffer in
      guard library.archive_read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK else {
        return false
      }
      readEntries(library, archive, limits, wanted)
      return true
    }
  }

  private mutating func readEntries(
    _ library: octavo_archive, _ archive: OpaquePointer, _ limits: Limits, _ wanted: (String) -> Bool
  ) {
    var left = limits.allBytes
    var count = 0
    var failures = 0
    while true {
      var header: OpaquePointer?
      let status = library.archive_read_next_header(archive, &header)
      if status == ARCHIVE_EOF { return }
      guard status >= ARCHIVE_WARN, let header else {
        problems.append(Problem(entry: "", words: ZipArchive.message(library, archive)))
        failures += 1
        // a damaged header may have good ones behind it
        if status == ARCHIVE_RETRY, failures < 100 { continue }
        return
      }
      count += 1
      guard count <= limits.entries else {
        problems.append(Problem(entry: "", words: "it has more than \(limits.entries) entries"))
        return
      }
      let name = ZipArchive.name(library, of: header)
      guard !name.isEmpty, !name.hasSuffix("/") else { continue }
      guard wanted(name) else {
        unread.append(name)
        continue
      }
      if library.archive_entry_is_data_encrypted(header) != 0 {
        encrypted.append(name)
        continue
      }
      let read = readData(library, archive, name, limit: min(limits.entryBytes, left))
      left -= read.count
      entries.append(Entry(name: name, bytes: read))
      if left <= 0 {
        problems.append(Problem(entry: "", words: "it unpacks to more than \(limits.allBytes >> 20) MiB"))
        return
      }
    }
  }

  /// What can be read of an entry.
  private mutating func readData(
    _ library: octavo_archive, _ archive: OpaquePointer, _ name: String, limit: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      // block by block: the other way in gives nothing of a block whose end is missing
      var block: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      let status = library.archive_read_data_block(archive, &block, &count, &offset)
      if status == ARCHIVE_EOF { return bytes }
      guard status >= ARCHIVE_WARN else {
        problems.append(Problem(entry: name, words: ZipArchive.message(library, archive)))
        return bytes
      }
      guard bytes.count + count <= limit else {
        problems.append(Problem(entry: name, words: "it unpacks to more than \(limit >> 20) MiB"))
        return []
      }
      bytes += UnsafeRawBufferPointer(start: block, count: count)
    }
  }

  private static func name(_ library: octavo_archive, of header: OpaquePointer) -> String {
    if let name = library.archive_entry_pathname_utf8(header) { return String(cString: name) }
    // neither UTF-8 nor marked as such: bytes as they are, ill-formed ones repaired
    return library.archive_entry_pathname(header).map { String(cString: $0) } ?? ""
  }

  private static func message(_ library: octavo_archive, _ archive: OpaquePointer) -> String {
    let words = library.archive_error_string(archive).map { String(cString: $0) } ?? "it is damaged"
    return words.split(whereSeparator: \.isNewline).first.map(String.init) ?? "it is damaged"
  }
}

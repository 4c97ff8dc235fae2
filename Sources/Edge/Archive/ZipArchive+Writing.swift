internal import CArchive

extension ZipArchive {
  /// An archive of entries as they are, without compression, for a program that is to read what was
  /// changed; nil where that cannot be.
  package static func stored(_ entries: [Entry]) -> [UInt8]? {
    guard let library = octavo_archive_library()?.pointee, let archive = library.archive_write_new() else { return nil }
    defer { _ = library.archive_write_free(archive) }
    let locale = octavo_enter_utf8()
    defer { octavo_leave_utf8(locale) }
    guard library.archive_write_set_format_zip(archive) == ARCHIVE_OK,
      library.archive_write_zip_set_compression_store(archive) == ARCHIVE_OK
    else { return nil }
    // an entry's heads name it twice, each with less than 128 bytes besides
    let room = entries.reduce(1024) { $0 + $1.bytes.count + 2 * ($1.name.utf8.count + 128) }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard library.archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &count) == ARCHIVE_OK else {
        return
      }
      isWhole =
        entries.allSatisfy { add($0, to: archive, library) } && library.archive_write_close(archive) == ARCHIVE_OK
    }
    return isWhole ? bytes : nil
  }

  private static func add(_ entry: Entry, to archive: OpaquePointer, _ library: octavo_archive) -> Bool {
    guard let head = library.archive_entry_new() else { return false }
    defer { library.archive_entry_free(head) }
    library.archive_entry_set_pathname_utf8(head, entry.name)
    library.archive_entry_set_size(head, la_int64_t(entry.bytes.count))
    // a file that its owner may read and write
    library.archive_entry_set_filetype(head, 0o100000)
    library.archive_entry_set_perm(head, 0o600)
    guard library.archive_write_header(archive, head) == ARCHIVE_OK else { return false }
    return entry.bytes.withUnsafeBytes { library.archive_write_data(archive, $0.baseAddress, $0.count) == $0.count }
  }
}

internal import CGLib
internal import Libc

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
package struct Hash: ~Copyable {
  private let state: OpaquePointer

  // made of a kind that glib knows: never nil
  package init() { state = g_checksum_new(G_CHECKSUM_SHA256) }
  deinit { g_checksum_free(state) }

  package func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    g_checksum_update(state, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Adds a text and its end, so that two texts are no other two.
  package func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    var end: UInt8 = 0
    withUnsafeBytes(of: &end) { add($0) }
  }

  /// In hexadecimal digits.
  package consuming func finish() -> String { String(cString: g_checksum_get_string(state)) }

  package static func of(_ bytes: [UInt8]) -> String {
    let hash = Hash()
    bytes.withUnsafeBytes { hash.add($0) }
    return hash.finish()
  }
}

/// A file as it is at a moment.
package struct FileState: Equatable, Sendable {
  package var bytes: Int
  /// When it was changed last, in nanoseconds since 1970.
  package var modified: Int

  /// When it was changed last, in seconds with all their digits, of which a number of JSON holds fewer.
  package var time: String {
    let digits = String(modified % 1_000_000_000)
    return "\(modified / 1_000_000_000)." + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
  }

  /// Nil where there is no such file, or it is none: a folder, a pipe.
  package init?(_ path: String) {
    var info = stat()
    guard !path.utf8.contains(0), stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    let time = Platform.modified(info)
    (bytes, modified) = (Int(info.st_size), Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
  }
}

/// SHA-256 of a regular file; nil where it cannot be read. Takes 64 kB of memory, however long the file.
package func hashOfFile(_ path: String) -> String? {
  guard FileState(path) != nil else { return nil }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  let hash = Hash()
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  defer { buffer.deallocate() }
  while true {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return nil }
    guard count > 0 else { return hash.finish() }
    hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}

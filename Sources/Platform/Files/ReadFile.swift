internal import Libc

package enum FileLimits {
  /// No manuscript is a gigabyte; a slip such as `/dev/zero` would otherwise fill the memory.
  package static let input = 1 << 30
}

/// All bytes of a regular file of at most `limit` bytes; `tooLarge` for anything else.
package func readFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
  guard !path.utf8.contains(0), ReadBounds.have(path) else { throw .missing(path: path) }
  var status = stat()
  if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= limit else { throw .tooLarge(path: path) }
  }
  return try readFile(path == "-" ? "./-" : path)
}

/// All bytes of a file; `-` is standard input. Pipes and devices are read to their end.
package func readFile(_ path: String) throws(FileError) -> [UInt8] {
  if path == "-" { return try readAll(descriptor: STDIN_FILENO, path: path) }
  // C would take the name up to the zero for the whole of it.
  guard !path.utf8.contains(0), ReadBounds.have(path) else { throw .missing(path: path) }
  var descriptor: Int32
  repeat { descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) } while descriptor < 0 && errno == EINTR
  guard descriptor >= 0 else {
    // A component that is a file, not a folder, has nothing below it.
    if errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
    throw .unreadable(path: path, errno: errno)
  }
  defer { close(descriptor) }
  return try readAll(descriptor: descriptor, path: path)
}

private func readAll(descriptor: Int32, path: String) throws(FileError) -> [UInt8] {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
  let kind = status.st_mode & S_IFMT
  guard kind != S_IFDIR else { throw .isDirectory(path: path) }
  var expected = 0
  if kind == S_IFREG {
    guard Int(status.st_size) <= FileLimits.input else { throw .tooLarge(path: path) }
    expected = Int(status.st_size)
  }
  // One byte more than expected, so that the end is met without growing.
  var bytes = [UInt8]()
  var room = max(expected + 1, 1 << 16)
  while true {
    var failure: Int32 = 0
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      while count < room {
        // the buffer has a base address: its room is never 0
        let result = read(descriptor, buffer.baseAddress! + count, room - count)
        if result > 0 {
          count += result
        } else if result == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
      filled = count
    }
    guard failure == 0 else {
      if failure == EISDIR { throw .isDirectory(path: path) }
      throw .unreadable(path: path, errno: failure)
    }
    if bytes.isEmpty { bytes = piece } else { bytes += piece }
    guard bytes.count <= FileLimits.input else { throw .tooLarge(path: path) }
    if count < room { return bytes }
    room = max(bytes.count, 1 << 16)
  }
}

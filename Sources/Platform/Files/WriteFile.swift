internal import Libc

/// Writes a file so that it appears whole or not at all; `-` is standard output.
///
/// What exists and is no regular file (a pipe, a device) is written directly.
package func writeFile(_ bytes: [UInt8], to path: String) throws(FileError) {
  if path == "-" || path == "/dev/stdout" { return try writeAll(bytes, descriptor: STDOUT_FILENO, path: path) }
  var status = stat()
  if !path.utf8.contains(0), stat(path, &status) == 0 {
    let kind = status.st_mode & S_IFMT
    // Another name of an open file has no folder of its own to rename in.
    if (kind != S_IFREG && kind != S_IFDIR) || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/") {
      return try writeDirectly(bytes, to: path)
    }
  }
  let file = try AtomicFile(path)
  try file.write(bytes)
  try file.commit()
}

/// Writes files that belong together: none takes its place before all are written.
package func writeTogether(_ files: ArraySlice<([UInt8], String)>) throws(FileError) {
  guard let (bytes, path) = files.first else { return }
  let file = try AtomicFile(path)
  try file.write(bytes)
  try writeTogether(files.dropFirst())
  try file.commit()
}

/// Adds bytes to the end of a file, which is made where there is none: for logs, of which what is there stays.
package func append(_ bytes: [UInt8], to path: String) throws(FileError) {
  var descriptor: Int32
  repeat {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
  } while descriptor < 0 && errno == EINTR
  guard descriptor >= 0 else { throw FileError(writing: path, errno: errno) }
  defer { close(descriptor) }
  try writeAll(bytes, descriptor: descriptor, path: path)
}

private func writeDirectly(_ bytes: [UInt8], to path: String) throws(FileError) {
  var descriptor: Int32
  // Opening a pipe waits for its reader.
  repeat { descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) } while descriptor < 0 && errno == EINTR
  guard descriptor >= 0 else { throw FileError(writing: path, errno: errno) }
  do throws(FileError) { try writeAll(bytes, descriptor: descriptor, path: path) } catch {
    close(descriptor)
    throw error
  }
  guard close(descriptor) == 0 || errno == EINTR else { throw FileError(writing: path, errno: errno) }
}

/// Writes every byte, however few the system takes at a time.
func writeAll(_ bytes: [UInt8], descriptor: Int32, path: String) throws(FileError) {
  try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
    var done = 0
    while done < buffer.count {
      let count = write(descriptor, buffer.baseAddress! + done, buffer.count - done)  // not empty: has an address
      if count > 0 {
        done += count
      } else if count == 0 {
        // POSIX leaves this open for files that take nothing more.
        throw .diskFull(path: path)
      } else if errno == EAGAIN {
        // A pipe that somebody else set to non-blocking: wait until it takes more.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, -1)
      } else if errno != EINTR {
        throw FileError(writing: path, errno: errno)
      }
    }
  }
}

extension FileError {
  init(writing path: String, errno: Int32) {
    switch errno {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case EFBIG: self = .sizeLimit(path: path)
    case EPIPE: self = .outputClosed(path: path)
    case EISDIR: self = .outputIsDirectory(path: path)
    default: self = .cannotWrite(path: path, errno: errno)
    }
  }
}

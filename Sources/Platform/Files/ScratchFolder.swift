internal import Libc

/// Makes a folder for files that are there for a while, in `$TMPDIR` or `/tmp`: no other user can have made it or look
/// into it.
/// - Returns: its path; nil where none can be made.
package func makeScratchFolder(_ name: String) -> String? {
  var template = Array((scratchPlace + "/" + name + "-XXXXXX").utf8CString)
  let isMade = template.withUnsafeMutableBufferPointer { buffer in
    buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
  }
  guard isMade else { return nil }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  ReadBounds.add(path)
  return path
}

/// Removes such a folder with what is in it.
package func removeScratchFolder(_ path: String) { remove(path, depth: 0) }

private func remove(_ path: String, depth: Int) {
  guard depth < 8 else { return }
  for name in (try? listFolder(path, all: true)) ?? [] {
    let inner = path + "/" + name
    if unlink(inner) != 0 { remove(inner, depth: depth + 1) }
  }
  rmdir(path)
}

/// Where such folders are made.
package var scratchPlace: String {
  let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
  return given.isEmpty ? "/tmp" : given
}

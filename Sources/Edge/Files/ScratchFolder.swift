internal import Libc

/// Makes a folder for files that are there for a while, in `$TMPDIR` or `/tmp`: no other user can have made it or look
/// into it.
/// - Returns: its path; nil where none can be made.
package func makeScratchFolder(_ name: String) -> String? {
  var template = Array((scratchPlace + "/" + name + "-XXXXXX").utf8CString)
  let isMade = template.withUnsafeMutableBufferPointer { buffer in
    buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
  }
  return isMade ? String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
}

/// Where such folders are made.
package var scratchPlace: String {
  let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
  return given.isEmpty ? "/tmp" : given
}

internal import Libc

/// A copy of bytes for a program that reads files, in the system's folder for
/// temporary files; gone when this value is, or when the program is interrupted.
package struct ScratchFile: ~Copyable, Sendable {
  private let file: AtomicFile
  package let path: String

  package init(_ bytes: [UInt8], named name: String) throws(FileError) {
    let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let folder = given.isEmpty ? "/tmp" : given
    let made = try AtomicFile(folder + "/" + name)
    try made.write(bytes)
    path = made.temporaryPath
    file = made
  }
}

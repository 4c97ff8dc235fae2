internal import Libc

/// Names of what a folder holds, in no order.
/// - Parameter all: hidden files, too.
package func listFolder(_ path: String, all: Bool = false) throws(FileError) -> [String] {
  guard !path.utf8.contains(0), ReadBounds.have(path) else { throw .missing(path: path) }
  guard let folder = opendir(path) else {
    if errno == ENOENT { throw .missing(path: path) }
    throw .unreadable(path: path, errno: errno)
  }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    // the field is an array of 256 bytes, which Swift shows as a tuple; the name ends in a zero
    let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if all ? name != "." && name != ".." : !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

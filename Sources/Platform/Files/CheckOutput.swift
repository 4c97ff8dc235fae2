internal import Libc

/// Throws what would stop `writeFile` in the end, before the long work begins.
///
/// A place that passes may still fail later: the disk may fill up, others may
/// change the folder. Nothing is created or changed.
/// - Parameter input: the file that is read, `-` for standard input; it must not be the output.
package func checkOutput(_ path: String, input: String) throws(FileError) {
  if path == "-" || path.isEmpty || path.utf8.contains(0) { return }
  var status = stat()
  if stat(path, &status) == 0 {
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else { throw .outputIsDirectory(path: path) }
    guard access(path, W_OK) == 0 else { throw .cannotWrite(path: path, errno: errno) }
    // Pipes and devices are written in place; reading and writing one terminal is no clash.
    guard kind == S_IFREG else { return }
    var source = stat()
    let hasSource = input == "-" ? fstat(STDIN_FILENO, &source) == 0 : stat(input, &source) == 0
    if hasSource, source.st_dev == status.st_dev, source.st_ino == status.st_ino { throw .outputIsInput(path: path) }
    // another name of an open file is written in place as well
    if path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/") { return }
  } else if path.utf8.last == UInt8(ascii: "/") {
    throw .outputFolderMissing(path: path)
  }
  let folder = splitPath(try followedLinks(path)).folder
  guard stat(folder, &status) == 0 else {
    switch errno {
    case ENOENT: throw .outputFolderMissing(path: folder)
    case ENOTDIR: throw .outputFolderIsFile(path: firstFile(in: folder))
    default: throw .cannotWrite(path: path, errno: errno)
    }
  }
  guard status.st_mode & S_IFMT == S_IFDIR else { throw .outputFolderIsFile(path: folder) }
  // The temporary file is made there, also where the target exists.
  guard access(folder, W_OK | X_OK) == 0 else { throw .cannotWrite(path: path, errno: errno) }
}

/// The part of a path that is no folder though something lies below it.
func firstFile(in path: String) -> String {
  var current = path
  var status = stat()
  while stat(current, &status) != 0, current.utf8.contains(UInt8(ascii: "/")) { current = splitPath(current).folder }
  return current
}

internal import Libc

/// A file that appears whole or not at all.
///
/// Bytes go to a temporary file beside the target, `.NAME.XXXXXX.octavo-part`;
/// `commit` puts it in the target's place. Dropped without that, or interrupted
/// (`InterruptGuard`), it is removed and the target is as it was.
package struct AtomicFile: ~Copyable {
  /// As the user gave it: errors name it.
  private let path: String
  /// Where the path leads when links are followed.
  private let target: String
  private let temporary: String
  /// The file in the making, for who reads it before it is put in its place.
  package var temporaryPath: String { temporary }
  private let descriptor: Int32
  /// Where an interrupt would find this very file to remove it.
  private let guarded: Int?
  private var isOpen = true
  private var isCommitted = false

  /// Creates the temporary file; the target itself is not touched.
  ///
  /// An existing target lends its permissions. One that may not be written is
  /// not replaced, though its folder would allow it.
  package init(_ path: String) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .cannotWrite(path: path, errno: EINVAL) }
    guard path.utf8.last != UInt8(ascii: "/") else {
      throw folderExists(path) ? .outputIsDirectory(path: path) : .outputFolderMissing(path: path)
    }
    let target = try followedLinks(path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .outputIsDirectory(path: path) }
      guard access(target, W_OK) == 0 else { throw .cannotWrite(path: path, errno: errno) }
    }
    let folder = splitPath(target).folder
    var opened: (name: String, descriptor: Int32, guarded: Int?)?
    // Another run may have taken the name; of 2^31 names a second try finds a free one.
    for _ in 0..<64 {
      let name = temporaryName(for: target)
      // A relative path keeps its meaning as long as nobody changes folder, which octavo never does.
      let guarded = InterruptGuard.willCreate(name)
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      let problem = errno
      InterruptGuard.hasTried()
      if descriptor >= 0 {
        opened = (name, descriptor, guarded)
        break
      }
      if let guarded { InterruptGuard.didRemove(guarded) }
      switch problem {
      case EEXIST, EINTR: continue
      // a folder that is there but takes no new names (/proc) is not missing
      case ENOENT where folderExists(folder): throw .cannotWrite(path: path, errno: EACCES)
      case ENOENT: throw .outputFolderMissing(path: folder)
      case ENOTDIR: throw .outputFolderIsFile(path: firstFile(in: folder))
      default: throw FileError(writing: path, errno: problem)
      }
    }
    guard let opened else { throw .cannotWrite(path: path, errno: EEXIST) }
    if exists {
      // Best effort: only root may give files away, and not every file system has owners.
      if status.st_uid != geteuid() || status.st_gid != getegid() {
        _ = fchown(opened.descriptor, status.st_uid, status.st_gid)
      }
      _ = fchmod(opened.descriptor, status.st_mode & 0o777)
    }
    self.path = path
    self.target = target
    temporary = opened.name
    descriptor = opened.descriptor
    guarded = opened.guarded
  }

  deinit {
    if isOpen { close(descriptor) }
    if !isCommitted {
      unlink(temporary)
      if let guarded { InterruptGuard.didRemove(guarded) }
    }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try writeAll(bytes, descriptor: descriptor, path: path)
  }

  /// Puts the file in the target's place, after it has safely reached the disk.
  package consuming func commit() throws(FileError) {
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      // Some network and user-space file systems cannot; then there is nothing to wait for.
      if errno == EINVAL || errno == ENOTSUP { break }
      throw FileError(writing: path, errno: errno)
    }
    isOpen = false
    // On Linux the descriptor is gone even if close was interrupted. A network file system may report only here.
    if close(descriptor) != 0, errno != EINTR { throw FileError(writing: path, errno: errno) }
    guard rename(temporary, target) == 0 else {
      let problem = errno
      // Somebody took the folder away meanwhile, and the temporary file with it.
      let folder = splitPath(target).folder
      if problem == ENOENT, !folderExists(folder) { throw .outputFolderMissing(path: folder) }
      throw FileError(writing: path, errno: problem)
    }
    isCommitted = true
    if let guarded { InterruptGuard.didRemove(guarded) }
    // The new name reaches the disk with its folder. The file is whole by now, so a folder that
    // cannot be opened or synced (no right to read it, a network) is no failure.
    let folder = open(splitPath(target).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }
}

// MARK: Paths

/// The folder (`.` for a bare name) and the last component.
func splitPath(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  let folder = String(path[..<slash])
  return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
}

func folderExists(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The path with links in its last component followed, also to a file that is
/// not there yet: replacing the link itself would leave the real file as it was.
func followedLinks(_ path: String) throws(FileError) -> String {
  var current = path
  // The kernel gives up after 40 as well (path_resolution(7)).
  for _ in 0..<40 {
    var status = stat()
    guard lstat(current, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return current }
    let capacity = Int(PATH_MAX)
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      // the buffer has a base address: PATH_MAX is not 0
      count = buffer.withMemoryRebound(to: CChar.self) { max(0, readlink(current, $0.baseAddress!, capacity)) }
    }
    guard !bytes.isEmpty else { throw .cannotWrite(path: path, errno: errno) }
    let link = String(decoding: bytes, as: UTF8.self)
    current = bytes[0] == UInt8(ascii: "/") ? link : splitPath(current).folder + "/" + link
  }
  throw .cannotWrite(path: path, errno: ELOOP)
}

/// `.NAME.XXXXXX.octavo-part` beside the target; a long name is cut to what the file system takes.
func temporaryName(for target: String) -> String {
  let (folder, name) = splitPath(target)
  var random = SystemRandomNumberGenerator()
  let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  let middle = (0..<6).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }
  let ending = "." + String(decoding: middle, as: UTF8.self) + ".octavo-part"
  let longest = pathconf(folder, Int32(_PC_NAME_MAX))
  var room = (longest > 0 ? min(longest, 255) : 255) - 1 - ending.utf8.count
  var start = ""
  // Whole characters, so that the name stays valid UTF-8.
  for scalar in name.unicodeScalars {
    room -= UTF8.width(scalar)
    guard room >= 0 else { break }
    start.unicodeScalars.append(scalar)
  }
  return (folder == "." && !target.hasPrefix("./") ? "" : folder + "/") + "." + start + ending
}

internal import Libc

/// Notices that files have changed.
///
/// It watches their folders, not the files: editors write another file and rename it over the
/// old one, and a watched file would be watched no more. For one thread.
package final class FolderWatch {
  /// Ready to be read when something happened; -1 where files are looked at now and then.
  package private(set) var descriptor: Int32 = -1
  private var folders: Set<String> = []
  private var files: [String: State] = [:]

  private struct State: Equatable {
    var seconds = 0
    var nanoseconds = 0
    var size = 0
    var node: UInt = 0
  }

  /// - Parameter polls: no events are asked for: there are none on network drives.
  package init(polls: Bool) {
    if !polls { descriptor = Platform.watch() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package var isPolling: Bool { descriptor < 0 }

  /// From now on these are watched, and what was before no more told of. Folders among them stand for
  /// what they hold.
  package func watch(_ paths: [String]) {
    // what is known of a file stays: it may have changed since it was read
    let known = files
    files = [:]
    func note(_ path: String) { files[path] = known[path] ?? state(of: path) }
    for path in paths {
      var info = stat()
      let isFolder = stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
      if isFolder {
        for name in (try? listFolder(path)) ?? [] { note("\(path)/\(name)") }
      }
      note(path)
      folders.insert(
        isFolder ? path : path.lastIndex(of: "/").map { String(path[..<$0]) }.map { $0.isEmpty ? "/" : $0 } ?? ".")
    }
    addFolders()
  }

  /// Those that are watched already stay so; one that is not there yet, or was moved away and made anew, is watched from
  /// the folder that holds it.
  private func addFolders() {
    guard descriptor >= 0 else { return }
    for folder in folders {
      var folder = folder
      while !Platform.watch(folder, by: descriptor), folder != ".", folder != "/" {
        folder = folder.lastIndex(of: "/").map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? "."
      }
    }
  }

  /// Empties the descriptor.
  /// - Returns: whether there was anything.
  package func drain() -> Bool {
    guard descriptor >= 0 else { return false }
    var any = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 { any = true }
    }
    return any
  }

  /// Who watches has written a file: that is no change to be told of.
  package func note(_ path: String) {
    guard files[path] != nil else { return }
    files[path] = state(of: path)
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    // it may have got another name besides
    guard files[folder] != nil, let names = try? listFolder(folder),
      names.allSatisfy({ files["\(folder)/\($0)"] != nil })
    else { return }
    files[folder] = state(of: folder)
  }

  /// Whether any of the files is another than when it was last looked at.
  package func hasChanged() -> Bool {
    // what happened may be that a folder came
    addFolders()
    var changed = false
    for (path, known) in files {
      let now = state(of: path)
      if now != known {
        files[path] = now
        changed = true
      }
    }
    return changed
  }

  private func state(of path: String) -> State {
    var info = stat()
    guard stat(path, &info) == 0 else { return State() }
    let modified = Platform.modified(info)
    return State(
      seconds: modified.tv_sec, nanoseconds: modified.tv_nsec,
      // a folder's size says nothing; its times change when a name in it does
      size: info.st_mode & S_IFMT == S_IFDIR ? 0 : Int(info.st_size), node: UInt(info.st_ino))
  }
}

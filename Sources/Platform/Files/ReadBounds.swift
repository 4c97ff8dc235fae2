internal import Libc
internal import Synchronization

/// Which files there are for a run that is kept within a folder, since those who wrote the manuscript must not see
/// others: what is in the folder, what the run itself has made, and what the system has for all. No others are there.
package enum ReadBounds {
  /// Of programs, fonts, dictionaries, styles: nobody's own.
  private static let ofSystem = ["/usr", "/opt", "/nix/store", "/Library", "/System"]

  /// From now on; not to be undone.
  package static func keep(within folder: String) {
    let roots = ([folder, programData].compactMap(\.self) + ofSystem).compactMap(realPath)
    kept.withLock { $0 = ($0 ?? []) + roots }
  }

  /// A folder of the run's own.
  static func add(_ folder: String) {
    kept.withLock { roots in
      guard roots != nil, let path = realPath(folder) else { return }
      roots?.append(path)
    }
  }

  /// Whether there is such a file; it may still be missing. Links are followed.
  package static func have(_ path: String) -> Bool {
    guard let roots = kept.withLock({ $0 }), path != "-" else { return true }
    guard let real = realPath(path) else { return false }
    return roots.contains { real == $0 || real.hasPrefix($0 == "/" ? $0 : $0 + "/") }
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Real paths; nil where all files may be read.
private let kept = Mutex<[String]?>(nil)

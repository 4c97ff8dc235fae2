import Foundation
import Libc

/// A folder of the test's own, removed at the end.
struct Folder: ~Copyable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("files-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  func at(_ name: String) -> String { path + "/" + name }

  func put(_ text: String, in name: String, mode: mode_t = 0o644) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: at(name)))
    chmod(at(name), mode)
  }

  func text(of name: String) -> String? {
    (try? Data(contentsOf: URL(fileURLWithPath: at(name)))).map { String(decoding: $0, as: UTF8.self) }
  }

  func mode(of name: String) -> mode_t {
    var status = stat()
    return stat(at(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }
}

/// The program `FilesProbe`, built beside the tests.
func probe(_ arguments: [String]) -> Process {
  let process = Process()
  let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("FilesProbe")
  process.arguments = arguments
  return process
}

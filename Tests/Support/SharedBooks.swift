import Foundation

/// Real books that are too large to keep beside the code.
///
/// They are looked for in the folder `OCTAVO_SHARED` names, else in `../shared`
/// beside the package. With `OCTAVO_REQUIRE_BOOKS=1` a missing book is a failure: its
/// path is given although nothing is there, and its bytes are none, so the test that
/// reads it fails by itself.
package enum SharedBooks {
  /// The folder, whether or not it exists.
  package static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["OCTAVO_SHARED"], !path.isEmpty {
      return URL(fileURLWithPath: path)
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.deletingLastPathComponent().appendingPathComponent("shared")
  }

  /// The file at a path such as `books/txt/alice-pg11.txt`; nil, said once on the
  /// terminal, where it is not there and need not be.
  package static func url(_ relative: String) -> URL? {
    let url = folder.appendingPathComponent(relative)
    if FileManager.default.fileExists(atPath: url.path) { return url }
    if ProcessInfo.processInfo.environment["OCTAVO_REQUIRE_BOOKS"] == "1" {
      print("missing: no \"\(relative)\" in \"\(folder.path)\"")
      return url
    }
    print("skipped: no \"\(relative)\" in \"\(folder.path)\"; set OCTAVO_SHARED to the folder that holds it")
    return nil
  }

  package static func path(_ relative: String) -> String? { url(relative)?.path }

  package static func bytes(_ relative: String) -> [UInt8]? {
    url(relative).map { (try? Data(contentsOf: $0)).map { [UInt8]($0) } ?? [] }
  }
}

internal import Files
internal import Libc

/// Answers of citeproc, `$XDG_CACHE_HOME/octavo/citations`: while a book is written its citations seldom change.
struct CitationCache {
  private let folder: String
  /// The older ones go.
  private static let most = 64

  /// Nil where there is no place for it.
  init?() {
    func value(_ name: String) -> String? {
      guard let found = getenv(name), found.pointee != 0 else { return nil }
      return String(cString: found)
    }
    guard let base = value("XDG_CACHE_HOME") ?? value("HOME").map({ $0 + "/.cache" }), base.hasPrefix("/") else {
      return nil
    }
    folder = base + "/octavo/citations"
  }

  func answer(_ name: String) -> [UInt8]? { try? readFile(folder + "/" + name) }

  /// What cannot be kept is made again.
  func keep(_ answer: [UInt8], _ name: String) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o700)
    }
    try? writeFile(answer, to: folder + "/" + name)
    let files = ((try? listFolder(folder)) ?? []).filter { $0.hasSuffix(".json") }
    guard files.count > CitationCache.most else { return }
    let dated = files.map { name -> (name: String, time: Int) in
      var info = stat()
      return (name, stat(folder + "/" + name, &info) == 0 ? Int(info.st_mtim.tv_sec) : 0)
    }
    for file in dated.sorted(by: { ($0.time, $0.name) < ($1.time, $1.name) }).dropLast(CitationCache.most) {
      unlink(folder + "/" + file.name)
    }
  }
}

/// A name for all that an answer hangs on: two sums of 64 bits (Fowler, Noll and Vo's, and one that turns its bits).
struct CitationName {
  private var first: UInt64 = 0xCBF2_9CE4_8422_2325
  private var second: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var count = 0

  /// Parts are told apart by their lengths.
  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01B3
      second = ((second << 7 | second >> 57) ^ UInt64(byte)) &* 0xD6E8_FEB8_6659_FD93
    }
    count += 1
    first = (first ^ UInt64(bytes.count)) &* 0x100_0000_01B3
    second = (second ^ UInt64(count)) &* 0xD6E8_FEB8_6659_FD93
  }

  var text: String { String(first, radix: 16) + String(second, radix: 16) + ".json" }
}

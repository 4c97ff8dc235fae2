import Foundation
import Hyphen
import Testing

/// Shared by all tests, so that the German dictionary is loaded once.
let dictionaries = HyphenationDictionaries()

/// The word with "-" at each point found: `hy-phen-ation`.
func hyphenated(_ word: String, _ hyphenator: Hyphenator) -> String {
  hyphenated(bytes: Array(word.utf8), hyphenator)
}

func hyphenated(bytes: [UInt8], _ hyphenator: Hyphenator) -> String {
  let points = Set(offsets(in: bytes, hyphenator))
  var text: [UInt8] = []
  for (offset, byte) in bytes.enumerated() {
    if points.contains(UInt16(truncatingIfNeeded: offset)) { text.append(0x2D) }
    text.append(byte)
  }
  return String(decoding: text, as: UTF8.self)
}

func offsets(in bytes: [UInt8], _ hyphenator: Hyphenator) -> [UInt16] {
  var offsets: [UInt16] = [9999]  // what an earlier word left must go
  bytes.withUnsafeBufferPointer { hyphenator.breaks(in: $0, into: &offsets) }
  return offsets
}

func hyphenated(_ word: String, language: String) throws -> String {
  hyphenated(word, try Hyphenator(language: language, dictionaries: dictionaries))
}

/// Whether patterns for a language are here: tests that need others are skipped with the package's name.
func isInstalled(_ language: String) -> Bool {
  (try? dictionaries.path(for: language)) != nil
}

extension Trait where Self == ConditionTrait {
  static func needs(_ language: String, package: String) -> Self {
    .enabled(if: isInstalled(language), "the package \(package) is not installed")
  }
}

/// A folder of dictionaries made for one test.
func withDictionaries(_ files: [String: String], _ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-hyphen-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }
  try body(folder.path)
}

/// A word hyphenated by a dictionary made for it.
func hyphenated(_ word: String, dictionary: String) throws -> String {
  var result = ""
  try withDictionaries(["hyph_xx.dic": dictionary]) { path in
    let hyphenator = try Hyphenator(language: "xx", dictionaries: HyphenationDictionaries(directories: [path]))
    result = hyphenated(word, hyphenator)
  }
  return result
}

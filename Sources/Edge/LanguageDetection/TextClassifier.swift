internal import CExttextcat
internal import Faults
import Glibc

/// libexttextcat with its fingerprints loaded (about 20 ms).
struct TextClassifier: ~Copyable {
  private let handle: UnsafeMutableRawPointer

  /// Nil where the fingerprints are not installed (Debian: libexttextcat-data).
  init?(directory: String) {
    let list = directory + "/fpdb.conf"
    guard access(list, R_OK) == 0, let handle = special_textcat_Init(list, directory + "/") else { return nil }
    self.handle = handle
  }

  deinit { textcat_Done(handle) }

  /// BCP 47 tags of the languages within 3 % of the best, the best first; none where nothing fits or too much.
  borrowing func candidates(for text: [UInt8]) -> [String] {
    guard let results = textcat_GetClassifyFullOutput(handle) else { return [] }
    defer { textcat_ReleaseClassifyFullOutput(handle, results) }
    // The library decodes UTF-8 as it goes and could look past a cut sequence: eight zeros behind the text stop it.
    let padded = text + [UInt8](repeating: 0, count: 8)
    let count = padded.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return FaultGuard.during("libexttextcat") { textcat_ClassifyFull(handle, start, text.count, results) }
    }
    guard count > 0 else { return [] }
    return (0..<Int(count)).compactMap { index in results[index].name.map { TextClassifier.tag(String(cString: $0)) } }
  }

  /// Turns "en--utf8" or "zh-TW-utf8" (language, country, encoding) into a BCP 47 tag.
  static func tag(_ name: String) -> String {
    var name = name[...]
    if name.hasSuffix("-utf8") { name = name.dropLast(5) }
    while name.last == "-" { name.removeLast() }
    switch name {
    case "zh-CN": return "zh-Hans"
    case "zh-TW": return "zh-Hant"
    case "az-cyrillic": return "az-Cyrl"
    case "ha-NG": return "ha"
    case "plt": return "mg"
    case "sh": return "sr-Latn"
    default: return String(name)
    }
  }
}

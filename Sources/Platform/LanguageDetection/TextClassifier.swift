internal import CExttextcat
internal import Faults
import Libc

/// libexttextcat with its fingerprints loaded: those of all languages take about 20 ms, those of one script but Latin one.
struct TextClassifier: ~Copyable {
  private let handle: UnsafeMutableRawPointer

  /// Nil where the fingerprints are not installed (Debian: libexttextcat-data).
  /// - Parameter script: of the text; the others' fingerprints stay where they are.
  init?(directory: String, script: WritingSystem) {
    let list = directory + "/fpdb.conf"
    guard let lines = TextClassifier.lines(of: list) else { return nil }
    var opened: UnsafeMutableRawPointer?
    // all but a few are of Latin letters
    if script != .latin { opened = TextClassifier.open(lines.filter { TextClassifier.names($0, script) }, directory) }
    guard let handle = opened ?? special_textcat_Init(list, directory + "/") else { return nil }
    self.handle = handle
  }

  private static func lines(of list: String) -> [Substring]? {
    guard let file = fopen(list, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
  }

  /// Whether a line of the list, `ru.lm  ru--utf8`, is of a language of that script.
  private static func names(_ line: Substring, _ script: WritingSystem) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    return words.count == 2 && !line.hasPrefix("#") && script.writes(tag(String(words[1])))
  }

  /// The library takes the name of a list, not a list: a pipe has a name as well, and holds a few lines.
  private static func open(_ lines: [Substring], _ directory: String) -> UnsafeMutableRawPointer? {
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    var ends: [Int32] = [-1, -1]
    guard !lines.isEmpty, text.count <= PIPE_BUF, pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let written = write(ends[1], text, text.count)
    close(ends[1])
    guard written == text.count else { return nil }
    return special_textcat_Init(Platform.path(of: ends[0]), directory + "/")
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

internal import CHyphen
import Glibc
import Synchronization

/// The first lines of a dictionary, read without loading its patterns.
struct DictionaryHeader {
  var charset: DictionaryCharset
  /// Least letters before and after a hyphen, 0 where the file names none.
  var leftMinimum: Int
  var rightMinimum: Int

  /// Reads at most 4 KB: the keywords stand before the patterns (README.hyphen).
  init(path: String) throws(HyphenationError) {
    guard let file = fopen(path, "re") else { throw .unreadable(path: path) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    let lines = bytes[..<count].split { $0 == 0x0A || $0 == 0x0D }
    guard let first = lines.first, let charset = DictionaryCharset(name: String(decoding: first, as: UTF8.self)) else {
      throw .unreadable(path: path)
    }
    self.charset = charset
    leftMinimum = 0
    rightMinimum = 0
    for line in lines.dropFirst() {
      if line.starts(with: "NEXTLEVEL".utf8) { break }
      if let value = DictionaryHeader.value(of: "LEFTHYPHENMIN", in: line) { leftMinimum = value }
      if let value = DictionaryHeader.value(of: "RIGHTHYPHENMIN", in: line) { rightMinimum = value }
    }
  }

  private static func value(of key: String, in line: ArraySlice<UInt8>) -> Int? {
    guard line.starts(with: key.utf8) else { return nil }
    let digits = line.dropFirst(key.utf8.count).drop { $0 == 0x20 || $0 == 0x09 }.prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)).map { min($0, 100) }
  }
}

/// Loaded patterns. Several workers may ask one dictionary: calls take turns.
final class PatternDictionary: Sendable {
  private let handle: Mutex<Handle>

  /// Nil where the file cannot be read. libhyphen believes whatever it is given after that.
  init?(path: String, charset: DictionaryCharset) {
    guard let pointer = PatternDictionary.load(path) else { return nil }
    // libhyphen counts characters only if it takes the text for UTF-8, by its own reading of the first line.
    guard (pointer.pointee.utf8 != 0) == charset.isUTF8 else {
      hnj_hyphen_free(pointer)
      return nil
    }
    handle = Mutex(Handle(pointer))
  }

  private static func load(_ path: String) -> UnsafeMutablePointer<HyphenDict>? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard ferror(file) == 0 else { return nil }
    guard var completed = PatternCompletion.complete(bytes) else {
      rewind(file)
      return hnj_hyphen_load_file(file)
    }
    return completed.withUnsafeMutableBytes { bytes in
      guard let memory = fmemopen(bytes.baseAddress, bytes.count, "r") else { return nil }
      defer { fclose(memory) }
      return hnj_hyphen_load_file(memory)
    }
  }

  /// Marks where `word` may be parted: `marks[i]` is odd if a hyphen may stand after character `i`.
  ///
  /// `word` is in lower case, in the dictionary's charset, and ends in a NUL
  /// that is not part of it. Points that would change the spelling are left out.
  func mark(_ word: [UInt8], into marks: inout [UInt8]) {
    let size = word.count - 1
    guard size > 0, let length = Int32(exactly: size) else { return marks.removeAll(keepingCapacity: true) }
    // libhyphen asks for 5 bytes more than the word has.
    if marks.count < size + 5 { marks = [UInt8](repeating: 0x30, count: 2 * size + 5) }
    handle.withLock { handle in
      word.withUnsafeBytes { word in
        marks.withUnsafeMutableBytes { marks in
          guard let from = word.baseAddress, let to = marks.baseAddress else { return }
          let chars = to.assumingMemoryBound(to: CChar.self)
          let failed = octavo_hyphen_marks(handle.pointer, from.assumingMemoryBound(to: CChar.self), length, chars)
          if failed != 0 { memset(to, 0x30, size) }
        }
      }
    }
  }

  /// Owns libhyphen's dictionary.
  private struct Handle: ~Copyable {
    let pointer: UnsafeMutablePointer<HyphenDict>
    init(_ pointer: UnsafeMutablePointer<HyphenDict>) { self.pointer = pointer }
    deinit { hnj_hyphen_free(pointer) }
  }
}

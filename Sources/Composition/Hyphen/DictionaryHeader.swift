import Libc

/// The first lines of a dictionary, read without loading its patterns.
struct DictionaryHeader {
  var charset: DictionaryCharset
  /// Least letters before and after a hyphen, 0 where the file names none.
  var leftMinimum = 0
  var rightMinimum = 0

  /// Reads at most 4 KB: the keywords stand before the patterns (README.hyphen).
  init(path: String) throws(HyphenationError) {
    guard let file = fopen(path, "re") else { throw .unreadable(path: path) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    if !path.hasSuffix(".dic"), let latin = DictionaryCharset(name: "ISO8859-1") {
      // groff's: TeX's file in Latin 1, with its macro about the patterns (groff_tmac(5), `.hpf`)
      (charset, leftMinimum, rightMinimum) = (latin, 2, 2)
      return
    }
    let lines = bytes[..<count].split { $0 == 0x0A || $0 == 0x0D }
    guard let first = lines.first, let charset = DictionaryCharset(name: String(decoding: first, as: UTF8.self)) else {
      throw .unreadable(path: path)
    }
    self.charset = charset
    for line in lines.dropFirst() {
      if line.starts(with: "NEXTLEVEL".utf8) { break }
      if let value = DictionaryHeader.value(of: "LEFTHYPHENMIN", in: line) { leftMinimum = value }
      if let value = DictionaryHeader.value(of: "RIGHTHYPHENMIN", in: line) { rightMinimum = value }
    }
  }

  /// The number behind a keyword, or nil where the line has another; at most 100.
  static func value(of key: String, in line: ArraySlice<UInt8>) -> Int? {
    guard line.starts(with: key.utf8) else { return nil }
    let digits = line.dropFirst(key.utf8.count).drop { $0 == 0x20 || $0 == 0x09 }.prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)).map { min($0, 100) }
  }
}

internal import Bytes
internal import QPDF

/// How the file is spelt (ISO 19005-2, 6.1).
extension StandardCheck {
  mutating func checkSyntax(_ document: borrowing PDFDocument) {
    guard isArchive else { return }
    checkFrame()
    var lengths: [Int: Int] = [:]
    for number in FileSyntax.lengthObjects(bytes) {
      guard let object = try? document.object(number: number) else { continue }
      lengths[number] = document.number(object)?.whole
      document.release(object)
    }
    add(FileSyntax.file(bytes, lengths: lengths))
  }

  /// What a stream of tokens does not keep.
  mutating func add(_ faults: [FileSyntax.Fault: Int], page: Int? = nil) {
    for (fault, place) in faults.sorted(by: { $0.value < $1.value }) {
      let at = "byte \(place)"
      switch fault {
      case .objectSpacing:
        add(
          "object-lines", Clause(archive: "6.1.9"), "an object does not begin and end on lines of its own",
          measured: at,
          required: "1 0 obj and endobj on lines of their own, one blank between")
      case .streamLine:
        add(
          "stream-line", Clause(archive: "6.1.7.1"), "a stream does not begin on a line of its own", measured: at,
          required: "a line feed behind stream")
      case .streamLength:
        add(
          "stream-length", Clause(archive: "6.1.7.1"), "a stream is of another length than it says", measured: at,
          required: "the number of bytes")
      case .streamEnd:
        add(
          "stream-end", Clause(archive: "6.1.7.1"), "a stream ends within a line", measured: "no line end",
          required: "a line end before endstream")
      case .tableSpacing:
        add(
          "table-lines", Clause(archive: "6.1.4"), "the table of objects does not begin on a line of its own",
          measured: at, required: "one line end behind xref, one blank between two numbers")
      case .oddHexadecimal, .noHexadecimal:
        add(
          "hexadecimal", Clause(archive: "6.1.6"), page: page,
          fault == .oddHexadecimal ? "a string of half a byte" : "a string in hexadecimal with other signs",
          measured: at, required: "pairs of 0–9, A–F")
      case .longString(let count): addLimit("a string of \(count) bytes", "\(count) bytes", "at most 32767", page)
      case .longName(let count): addLimit("a name of \(count) bytes", "\(count) bytes", "at most 127", page)
      case .largeInteger(let text): addLimit("a number that is too large", text, "-2147483648 to 2147483647", page)
      }
    }
  }

  /// What readers need not take (ISO 19005-2, 6.1.13); part 4 knows no such limits.
  mutating func addLimit(_ message: String, _ measured: String, _ required: String, _ page: Int? = nil) {
    guard part < 4 else { return }
    add("limit", Clause(archive: "6.1.13"), page: page, message, measured: measured, required: required)
  }

  /// The first and the last bytes.
  private mutating func checkFrame() {
    let version = part == 4 ? "%PDF-2." : "%PDF-1."
    let clause = Clause(archive: "6.1.2")
    let head = bytes.prefix(8)
    let digit = head.last ?? 0
    if !bytes.starts(with: version.utf8) || !(0x30...(part == 4 ? 0x39 : 0x37)).contains(digit) {
      add(
        "version", clause, "the file is PDF \(facts.version)", measured: facts.version,
        required: "\(version.dropFirst(5))n")
    }
    var rest = bytes.prefix(1024).dropFirst(8)
    let isReturn = rest.first == 0x0D
    if isReturn { rest = rest.dropFirst() }
    let isFeed = rest.first == 0x0A
    if isFeed { rest = rest.dropFirst() }
    let isLine = isReturn || isFeed
    if !isLine || rest.first != UInt8(ascii: "%") || rest.dropFirst().prefix(4).count(where: { $0 > 127 }) < 4 {
      add(
        "header", clause, "no comment of four bytes above 127 in the second line", measured: "text",
        required: "a line that shows the file to be binary")
    }
    let end = bytes.suffix(64)
    let mark = Array("%%EOF".utf8)
    let behind = end.indices.last { end[$0...].starts(with: mark) }.map { end[($0 + mark.count)...] }
    if behind.map({ $0.count > 2 || !$0.allSatisfy { $0 == 0x0A || $0 == 0x0D } }) ?? true {
      add(
        "end", Clause(archive: "6.1.3"), "bytes behind the end of the file", measured: "other bytes",
        required: "nothing behind %%EOF")
    }
  }
}

extension FileSyntax {
  /// Numbers of the objects that `/Length 12 0 R` names.
  static func lengthObjects(_ bytes: [UInt8]) -> Set<Int> {
    let key = Array("/Length ".utf8)
    var (found, from) = (Set<Int>(), 0)
    while let at = bytes.firstIndex(ofBytes: key, from: from), found.count < 1_000_000 {
      from = at + key.count
      let words = String(decoding: bytes[from..<min(from + 32, bytes.count)], as: UTF8.self).split { $0.isWhitespace }
      if words.count > 2, words[2].hasPrefix("R"), let number = Int(words[0]), number < 8_388_608 {
        found.insert(number)
      }
    }
    return found
  }
}

/// Reads the objects of a file that cairo wrote: compares bytes with what is expected there.
struct PDFScanner {
  private let pdf: [UInt8]
  var at: Int
  /// Where the object starts.
  let start: Int

  init(_ pdf: [UInt8], at: Int) { (self.pdf, self.at, start) = (pdf, at, at) }

  /// Behind `5 0 obj`, where the table says that the object stands.
  init?(_ pdf: [UInt8], object: Int, table: Int, count: Int) {
    guard (1..<count).contains(object) else { return nil }
    var entry = PDFScanner(pdf, at: table + 20 * object)
    guard let start = entry.number(), entry.skip(" 00000 n \n") else { return nil }
    self.init(pdf, at: start)
    guard number() == object, skip(" 0 obj\n") else { return nil }
  }

  mutating func skip(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard at >= 0, count <= pdf.count - at else { return false }
    let isThere = expected.withUTF8Buffer { expected in
      for index in 0..<count where pdf[at + index] != expected[index] { return false }
      return true
    }
    if isThere { at += count }
    return isThere
  }

  /// Below ten thousand million, as offsets are.
  mutating func number() -> Int? {
    var value = 0
    let first = at
    while pdf.indices.contains(at), (0x30...0x39).contains(pdf[at]), at - first < 10 {
      value = 10 * value + Int(pdf[at] - 0x30)
      at += 1
    }
    return at > first ? value : nil
  }

  mutating func decimal() -> Bool {
    guard number() != nil else { return false }
    return !skip(".") || number() != nil
  }
}

extension PDFScanner {
  /// Where the table of objects begins, 20 bytes for each (ISO 32000-1, 7.5.4), and how many there are;
  /// nil for a file that is not written as cairo does.
  static func table(of pdf: [UInt8]) -> (start: Int, count: Int)? {
    let tail = "\n%%EOF\n".utf8
    guard pdf.count > 64, pdf[(pdf.count - tail.count)...].elementsEqual(tail),
      let digits = pdf.dropLast(tail.count).suffix(12).lastIndex(of: 0x0A)
    else { return nil }
    var reader = PDFScanner(pdf, at: digits + 1)
    guard let start = reader.number() else { return nil }
    reader.at = start
    guard reader.skip("xref\n0 "), let count = reader.number(), count > 1, reader.skip("\n"),
      reader.at + 20 * count <= pdf.count
    else { return nil }
    return (reader.at, count)
  }
}

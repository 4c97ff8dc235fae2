internal import QPDF
internal import Units

/// A section of its own behind a finished PDF (ISO 32000-1, 7.5.6), in object streams that octavo
/// writes: libqpdf takes thirty times as long for very many small objects, and 3 kB for each.
struct FileSection {
  /// The number of the next object that the file does not have.
  private(set) var next: Int
  /// Objects of the stream that is being filled, and where in it each begins.
  private var text: [UInt8] = []
  private var starts: [(number: Int, at: Int)] = []
  private var streams: [ObjectStream] = []
  /// All objects, in order.
  private var numbers: [Int] = []
  private let packer = Packer()

  private struct ObjectStream {
    var objects, head: Int
    var packed: [UInt8]
  }

  private static let objectsOfStream = 200

  /// - Parameter next: the number of the first object that the file does not have.
  init(next: Int) {
    self.next = next
    text.reserveCapacity(1 << 15)
  }

  // MARK: Objects

  /// Begins an object that the file does not have.
  /// - Returns: its number.
  @discardableResult mutating func begin() -> Int {
    let number = next
    begin(number)
    next += 1
    return number
  }

  /// Begins an object in place of one that the file has.
  mutating func begin(_ number: Int) {
    if starts.count == FileSection.objectsOfStream { endStream() }
    starts.append((number, text.count))
    numbers.append(number)
  }

  private mutating func endStream() {
    var head: [UInt8] = []
    for (number, at) in starts { head += "\(number) \(at) ".utf8 }
    streams.append(ObjectStream(objects: starts.count, head: head.count, packed: packer.packed((head + text)[...])))
    starts.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  mutating func put(_ raw: StaticString) { raw.withUTF8Buffer { text.append(contentsOf: $0) } }

  mutating func put(_ ascii: some Sequence<UInt8>) { text.append(contentsOf: ascii) }

  mutating func put(_ syntax: PDFSyntax) { text.append(contentsOf: syntax.text.utf8) }

  /// Not below 0.
  mutating func put(_ value: Int) {
    if value >= 10 { put(value / 10) }
    text.append(UInt8(0x30 + value % 10))
  }

  /// Points, to a hundredth, behind a space.
  mutating func put(points: Double) {
    put(" ")
    put(Length.decimal(points).utf8)
  }

  mutating func put(reference: Int) {
    put(reference)
    put(" 0 R")
  }

  // MARK: The file

  /// - Parameter trailer: keys that are the file's, too.
  consuming func write(to pdf: inout [UInt8], trailer: String) {
    if !starts.isEmpty { endStream() }
    let previous = FileSection.startOfTable(in: pdf)
    if pdf.last != 0x0A { pdf.append(0x0A) }
    // streams are numbered behind the objects they hold
    var offsets: [Int] = []
    for stream in streams {
      offsets.append(pdf.count)
      pdf += "\(next + offsets.count - 1) 0 obj\n<</Type/ObjStm/N \(stream.objects)/First \(stream.head)".utf8
      pdf += "/Filter/FlateDecode/Length \(stream.packed.count)>>\nstream\n".utf8
      pdf += stream.packed
      pdf += "\nendstream\nendobj\n".utf8
    }
    // the table: the objects in the order of their numbers, the streams, itself
    let table = next + offsets.count
    var rows = TableRows()
    var runs: [(first: Int, count: Int)] = []
    func add(_ number: Int, _ type: Int, _ a: Int, _ b: Int) {
      rows.add(type, a, b)
      if let last = runs.last, last.first + last.count == number {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((number, 1))
      }
    }
    let width = FileSection.objectsOfStream
    for index in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) {
      add(numbers[index], 2, next + index / width, index % width)
    }
    for (index, offset) in offsets.enumerated() { add(next + index, 1, offset, 0) }
    let start = pdf.count
    add(table, 1, start, 0)
    let packed = packer.packed(rows.bytes[...])
    let index = runs.map { "\($0.first) \($0.count)" }.joined(separator: " ")
    pdf += "\(table) 0 obj\n<</Type/XRef/Size \(table + 1)/W[1 4 2]".utf8
    pdf += "/Index[\(index)]/Prev \(previous)".utf8
    pdf += "/DecodeParms<</Predictor 12/Columns 7>>/Filter/FlateDecode/Length \(packed.count) \(trailer)>>\n".utf8
    pdf += "stream\n".utf8
    pdf += packed
    pdf += "\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8
  }

  /// What the file's last `startxref` says.
  private static func startOfTable(in pdf: [UInt8]) -> Int {
    guard let end = pdf.lastIndex(where: { (0x30...0x39).contains($0) }) else { return 0 }
    var start = end
    while start > 0, (0x30...0x39).contains(pdf[start - 1]) { start -= 1 }
    return pdf[start...end].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

/// Rows of a table of objects (7.5.8), each as what it adds to the one above it (7.4.4.4).
private struct TableRows {
  private(set) var bytes: [UInt8] = []
  private var above = [UInt8](repeating: 0, count: 7)

  mutating func add(_ type: Int, _ a: Int, _ b: Int) {
    let row = [type, a >> 24, a >> 16, a >> 8, a, b >> 8, b].map { UInt8($0 & 0xFF) }
    bytes.append(2)
    for place in row.indices { bytes.append(row[place] &- above[place]) }
    above = row
  }
}

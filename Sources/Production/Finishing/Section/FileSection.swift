internal import QPDF
internal import Units

/// Objects in object streams that octavo writes (ISO 32000-1, 7.5.7), and the table of a file or of a section
/// of its own behind a finished one (7.5.6): libqpdf takes thirty times as long for very many small objects,
/// and 3 kB for each.
struct FileSection {
  /// The number of the next object that the file does not have.
  private(set) var next: Int
  /// Objects of the stream that is being filled, and where in it each begins.
  private var text: [UInt8] = []
  private var starts: [(number: Int, at: Int)] = []
  private var streams: [ObjectStream] = []
  /// All objects, in order.
  private var numbers: [UInt32] = []
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

  /// A number for an object that is begun later.
  mutating func reserve() -> Int {
    next += 1
    return next - 1
  }

  /// Begins an object in place of one that the file has, or under a number that was reserved.
  mutating func begin(_ number: Int) {
    if starts.count == FileSection.objectsOfStream { endStream() }
    starts.append((number, text.count))
    numbers.append(UInt32(clamping: number))
  }

  private mutating func endStream() {
    var head: [UInt8] = []
    for (number, at) in starts {
      FileSection.put(number, into: &head)
      head.append(0x20)
      FileSection.put(at, into: &head)
      head.append(0x20)
    }
    streams.append(ObjectStream(objects: starts.count, head: head.count, packed: packer.packed((head + text)[...])))
    starts.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  mutating func put(_ raw: StaticString) { raw.withUTF8Buffer { text.append(contentsOf: $0) } }

  mutating func put(_ ascii: some Sequence<UInt8>) { text.append(contentsOf: ascii) }

  mutating func put(_ syntax: PDFSyntax) { text.append(contentsOf: syntax.text.utf8) }

  /// Not below 0.
  mutating func put(_ value: Int) { FileSection.put(value, into: &text) }

  private static func put(_ value: Int, into text: inout [UInt8]) {
    if value >= 10 { put(value / 10, into: &text) }
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

  /// Writes a section behind a file.
  /// - Parameter trailer: keys that are the file's, too.
  consuming func write(to pdf: inout [UInt8], trailer: String) {
    let previous = FileSection.startOfTable(in: pdf)
    if pdf.last != 0x0A { pdf.append(0x0A) }
    var rows: [Row] = []
    pack(into: &pdf) { rows.append($0) }
    rows.sort { $0.number < $1.number }
    var runs: [(first: Int, count: Int)] = []
    // the table tells of itself, too
    for number in rows.lazy.map({ Int($0.number) }) + [size] {
      if let last = runs.last, last.first + last.count == number {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((number, 1))
      }
    }
    let index = runs.map { "\($0.first) \($0.count)" }.joined(separator: " ")
    writeTable(rows, to: &pdf, keys: "/Index[\(index)]/Prev \(previous)\(trailer)")
  }

  /// Writes the rest of a file whose other objects stand in it.
  /// - Parameters:
  ///   - placed: these, by number, and where each begins.
  ///   - trailer: keys.
  consuming func write(to pdf: inout [UInt8], placed: [(number: Int, offset: Int)], trailer: String) {
    if !starts.isEmpty { endStream() }
    // free ones are not to be used again
    var rows = (0..<size).map { Row($0, 0, 0, 0xFFFF) }
    for object in placed { rows[object.number] = Row(object.number, 1, object.offset, 0) }
    pack(into: &pdf) { rows[Int($0.number)] = $0 }
    writeTable(rows, to: &pdf, keys: trailer)
  }

  /// How many object numbers there are but for the table's.
  private var size: Int { next + streams.count }

  /// Writes what is packed.
  /// - Parameter tell: told where each object is, and their streams', numbered behind the objects they hold.
  private mutating func pack(into pdf: inout [UInt8], _ tell: (Row) -> Void) {
    if !starts.isEmpty { endStream() }
    let width = FileSection.objectsOfStream
    for (place, number) in numbers.enumerated() { tell(Row(Int(number), 2, next + place / width, place % width)) }
    numbers = []
    for (index, stream) in streams.enumerated() {
      tell(Row(next + index, 1, pdf.count, 0))
      pdf += "\(next + index) 0 obj\n<</Type/ObjStm/N \(stream.objects)/First \(stream.head)".utf8
      pdf += "/Filter/FlateDecode/Length \(stream.packed.count)>>\nstream\n".utf8
      pdf += stream.packed
      pdf += "\nendstream\nendobj\n".utf8
      streams[index].packed = []
    }
  }

  /// - Parameter rows: in the order of their numbers; that of the table is the last.
  private func writeTable(_ rows: [Row], to pdf: inout [UInt8], keys: String) {
    var table = TableRows()
    table.bytes.reserveCapacity(8 * (rows.count + 1))
    for row in rows { table.add(Int(row.type), Int(row.a), Int(row.b)) }
    let start = pdf.count
    table.add(1, start, 0)
    let packed = packer.packed(table.bytes[...])
    pdf += "\(size) 0 obj\n<</Type/XRef/Size \(size + 1)/W[1 4 2]\(keys)".utf8
    pdf += "/DecodeParms<</Predictor 12/Columns 7>>/Filter/FlateDecode/Length \(packed.count)>>\n".utf8
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

/// Where an object is: in the file, or in which stream and as which of its objects; or nowhere.
private struct Row {
  var number, a: UInt32
  var b: UInt16
  var type: UInt8

  init(_ number: Int, _ type: UInt8, _ a: Int, _ b: Int) {
    (self.number, self.type, self.a, self.b) = (
      UInt32(clamping: number), type, UInt32(clamping: a), UInt16(clamping: b)
    )
  }
}

/// Rows of a table of objects (7.5.8), each as what it adds to the one above it (7.4.4.4).
private struct TableRows {
  var bytes: [UInt8] = []
  private var above = [UInt8](repeating: 0, count: 7)

  mutating func add(_ type: Int, _ a: Int, _ b: Int) {
    bytes.append(2)
    for (place, value) in [type, a >> 24, a >> 16, a >> 8, a, b >> 8, b].enumerated() {
      let byte = UInt8(truncatingIfNeeded: value)
      bytes.append(byte &- above[place])
      above[place] = byte
    }
  }
}

internal import Bytes
internal import FontSubset
internal import Libc
internal import QPDF
internal import Synchronization
internal import Units

/// Packs the contents of pages while others are drawn, and marks them with their parts on the way.
///
/// Asked for it (`Canvas.leavesUnpacked`), cairo writes what it draws as it stands. Packed here once,
/// by a library that takes a third of zlib's time, and beside drawing, a file need not be unpacked to be marked.
/// What comes out is the file that cairo would have written, page by page, but for the packed bytes, large fonts made
/// smaller, and the places in its table of objects. A file whose contents cairo packed passes through.
package final class PagePacking {
  /// What a page becomes; made on any thread, once.
  private final class Job: Sendable {
    private struct State {
      var raw: [UInt8]
      var content: StructurePlan.PageContent?
      var packed: [UInt8]?
      var isTaken = false
    }
    private let state: Mutex<State>

    init(_ raw: [UInt8], _ content: StructurePlan.PageContent?) { state = Mutex(State(raw: raw, content: content)) }

    /// Does the work, unless somebody has begun it.
    func run(_ packers: Packers) {
      let work: (raw: [UInt8], content: StructurePlan.PageContent?)? = state.withLock { state in
        guard !state.isTaken else { return nil }
        state.isTaken = true
        defer { (state.raw, state.content) = ([], nil) }
        return (state.raw, state.content)
      }
      guard var work else { return }
      var marked: [UInt8] = []
      if work.content?.mark(work.raw, into: &marked) == true { work.raw = marked }
      let packed = packers.packed(work.raw)
      state.withLock { ($0.packed, $0.content) = (packed, work.content) }
    }

    /// Nil until the work is done.
    func take() -> (packed: [UInt8], content: StructurePlan.PageContent?)? {
      state.withLock { state in
        guard let packed = state.packed else { return nil }
        defer { (state.packed, state.content) = (nil, nil) }
        return (packed, state.content)
      }
    }
  }

  /// One for each thread that packs: each takes half a megabyte, and some time to make.
  private final class Packers: Sendable {
    private final class Slot: Sendable {
      let packer = Mutex(Packer())
    }
    private let slots = [Slot(), Slot()]

    func packed(_ raw: [UInt8]) -> [UInt8] {
      for slot in slots {
        if let packed = slot.packer.withLockIfAvailable({ $0.packed(raw[...]) }) { return packed }
      }
      return slots[0].packer.withLock { $0.packed(raw[...]) }
    }

    func unpacked(_ packed: ArraySlice<UInt8>) -> [UInt8]? { slots[0].packer.withLock { $0.unpacked(packed) } }
  }

  /// A stretch of cairo's file that is not yet in ours.
  private enum Piece {
    case plain(ArraySlice<UInt8>)
    /// A stream, by the number of its object, which that with its length follows.
    case stream(Job, StreamParts)
  }

  private struct StreamParts {
    var object: Int
    /// What its dictionary says besides the length.
    var keys: [UInt8]
    /// Bytes that both objects took.
    var raw: Int
    /// These are a page's contents.
    var isPage: Bool

    init(_ found: RawStream, in bytes: ArraySlice<UInt8>, isPage: Bool) {
      (object, keys) = (found.number, Array(bytes[found.keys]))
      (raw, self.isPage) = (found.end - found.object, isPage)
    }
  }

  private var file: [UInt8] = []
  private var pieces: [Piece] = []
  private var firstPiece = 0
  /// Bytes of cairo's that are in `file`, in what they became.
  private var written = 0
  /// From this place of cairo's on, all stand so much nearer to the beginning.
  private var shifts: [(from: Int, by: Int)] = []
  /// By page, as it was drawn; with identifiers where the contents are marked.
  private var contents = StructurePlan.PageContents()
  private let isBeside: Bool
  private let packers = Packers()
  /// Packed bytes of a font of CFF from which on it is worth a library and some 10 ms to be made smaller.
  private static let leastFont = 1 << 15
  /// Pages that wait at most: raw, they take 10 kB each.
  private static let mostWaiting = 32

  /// - Parameters:
  ///   - isBeside: pages are packed by tasks of their own.
  ///   - textSize: bytes of the book's text, of which a novel makes half as many again.
  package init(isBeside: Bool, textSize: Int = 0) {
    self.isBeside = isBeside
    // untouched room costs nothing; growing would hold the file twice, again and again
    file.reserveCapacity(1 << 23 + 2 * textSize)
  }

  /// Takes what cairo wrote since the last time, up to the end of a page.
  /// - Parameters:
  ///   - bytes: are taken out.
  ///   - content: what of the page is of which part; nil for a file without a structure.
  ///   - unpacks: contents that cairo packed are replaced too.
  ///   - replaced: gives the contents of the page that are to stand in place of cairo's; nil for none.
  package func takePage(
    _ bytes: inout [UInt8], _ content: StructurePlan.PageContent?, unpacks: Bool = false,
    replaced: (UnsafeBufferPointer<UInt8>) -> [UInt8]? = { _ in nil }
  ) {
    take(&bytes, page: content ?? StructurePlan.PageContent(), isTagged: content != nil, unpacks: unpacks, replaced)
    while pieces.count - firstPiece > 2 * PagePacking.mostWaiting { writeFirst() }
    writeReady()
  }

  /// Takes the rest of the file.
  /// - Parameter replaced: gives what is to stand in place of a stream; nil for none.
  /// - Returns: all of it, and of pages what they were said to be.
  package func finish(
    _ bytes: inout [UInt8], replaced: (UnsafeBufferPointer<UInt8>) -> [UInt8]? = { _ in nil }
  ) -> (pdf: [UInt8], contents: StructurePlan.PageContents) {
    take(&bytes, page: nil, isTagged: false, unpacks: false, replaced)
    while firstPiece < pieces.count { writeFirst() }
    pieces = []
    var pdf: [UInt8] = []
    swap(&pdf, &file)
    if !shifts.isEmpty { mendTable(of: &pdf) }
    return (pdf, contents)
  }

  // MARK: Taking

  private func take(
    _ bytes: inout [UInt8], page: StructurePlan.PageContent?, isTagged: Bool, unpacks: Bool,
    _ replaced: (UnsafeBufferPointer<UInt8>) -> [UInt8]?
  ) {
    var rest = bytes[...]
    let isPage = page != nil
    var page = page
    while let found = RawStream(in: rest, orPacked: unpacks && page != nil) {
      if found.isFont {
        let font = smaller(font: rest[found.contents])
        pieces.append(.plain(rest[..<(font == nil ? found.end : found.object)]))
        if let font { pieces.append(.stream(Job(font, nil), StreamParts(found, in: rest, isPage: false))) }
        rest = rest[found.end...]
        continue
      }
      pieces.append(.plain(rest[..<found.object]))
      let unpacked = found.isPacked ? packers.unpacked(rest[found.contents]) : nil
      let contents = unpacked?[...] ?? rest[found.contents]
      let raw = page == nil && isPage ? nil : contents.withUnsafeBufferPointer(replaced)
      let job = Job(raw ?? Array(contents), isTagged ? page : nil)
      pieces.append(.stream(job, StreamParts(found, in: rest, isPage: page != nil)))
      // the first stream of a page is its own; others are of what it shows, or of fonts
      page = nil
      if isBeside {
        Task.detached { [packers] in job.run(packers) }
      } else {
        job.run(packers)
      }
      rest = rest[found.end...]
    }
    // contents that cairo packed are marked when the file is finished
    if let page { contents.append(page) }
    pieces.append(.plain(rest))
    bytes = []
    bytes.reserveCapacity(1 << 16)
  }

  /// What a packed font of CFF becomes; nil where it stays as it is.
  private func smaller(font packed: ArraySlice<UInt8>) -> [UInt8]? {
    guard packed.count >= PagePacking.leastFont, let whole = packers.unpacked(packed),
      let font = FontSubset.compact(cff: whole[...]), font.count < whole.count
    else { return nil }
    return font
  }

  // MARK: Writing

  private func writeReady() {
    while firstPiece < pieces.count {
      if case .stream(let job, _) = pieces[firstPiece] {
        guard let done = job.take() else { return }
        write(done)
      } else {
        writeFirst()
      }
    }
    pieces.removeAll(keepingCapacity: true)
    firstPiece = 0
  }

  /// Writes the first of what waits, done by whoever does it.
  private func writeFirst() {
    switch pieces[firstPiece] {
    case .plain(let bytes):
      file += bytes
      written += bytes.count
      pieces[firstPiece] = .plain([])
      firstPiece += 1
    case .stream(let job, _):
      job.run(packers)
      // another thread is at it, for a millisecond at most
      while true {
        if let done = job.take() { return write(done) }
        sched_yield()
      }
    }
  }

  private func write(_ done: (packed: [UInt8], content: StructurePlan.PageContent?)) {
    guard case .stream(_, let parts) = pieces[firstPiece] else { return }
    if parts.isPage { contents.append(done.content ?? StructurePlan.PageContent()) }
    let start = file.count
    let length = parts.object + 1
    file += "\(parts.object) 0 obj\n<< /Length \(length) 0 R\n   /Filter /FlateDecode".utf8
    file += parts.keys
    file += "\n>>\nstream\n".utf8
    file += done.packed
    file += "\nendstream\nendobj\n".utf8
    lengths.append((length, file.count))
    file += "\(length) 0 obj\n   \(done.packed.count)\nendobj\n".utf8
    written += parts.raw
    shifts.append((written, start + parts.raw - file.count + (shifts.last?.by ?? 0)))
    pieces[firstPiece] = .plain([])
    firstPiece += 1
  }

  /// Objects with the lengths of streams, and where they stand.
  private var lengths: [(object: Int, at: Int)] = []

  /// Puts the places where objects stand now into the table (ISO 32000-1, 7.5.4).
  private func mendTable(of pdf: inout [UInt8]) {
    guard let digits = pdf.dropLast(7).lastIndex(of: 0x0A), let (start, table, count) = table(of: pdf, digits + 1)
    else {
      return
    }
    func put(_ place: Int, ofObject object: Int) {
      var rest = place
      for digit in stride(from: table + 20 * object + 9, through: table + 20 * object, by: -1) {
        pdf[digit] = UInt8(0x30 + rest % 10)
        rest /= 10
      }
    }
    for object in 1..<count where pdf[table + 20 * object + 17] == UInt8(ascii: "n") {
      let place = pdf[table + 20 * object..<table + 20 * object + 10].reduce(0) { $0 * 10 + Int($1 &- 0x30) }
      put(shifted(place), ofObject: object)
    }
    for length in lengths where length.object < count { put(length.at, ofObject: length.object) }
    pdf.removeSubrange((digits + 1)...)
    pdf += "\(start)\n%%EOF\n".utf8
  }

  /// - Parameter digits: where the file says in which place cairo put the table.
  /// - Returns: where the table stands, where its rows begin, and how many there are.
  private func table(of pdf: [UInt8], _ digits: Int) -> (start: Int, rows: Int, count: Int)? {
    var reader = PDFScanner(pdf, at: digits)
    guard let old = reader.number() else { return nil }
    let start = shifted(old)
    reader = PDFScanner(pdf, at: start)
    guard reader.skip("xref\n0 "), let count = reader.number(), reader.skip("\n"), reader.at + 20 * count <= pdf.count
    else { return nil }
    return (start, reader.at, count)
  }

  /// Where that stands now which cairo put here.
  private func shifted(_ place: Int) -> Int {
    let next = shifts.lowerBound { $0.from <= place }
    return next > 0 ? place - shifts[next - 1].by : place
  }
}

extension StructurePlan.PageContent {
  /// Marks contents, and keeps which part each mark stands for.
  ///
  /// Fonts are not known before the whole file is: glyphs in hexadecimal digits are taken for such of two bytes,
  /// which they are but in fonts of drawn letters.
  /// - Returns: false where these are not the contents of the page, so far as can be told now.
  mutating func mark(_ raw: [UInt8], into output: inout [UInt8]) -> Bool {
    let marker = raw.withUnsafeBufferPointer { ContentMarker.mark($0, self, wideFonts: nil, into: &output) }
    guard marker.isWhole else { return false }
    identifiers = marker.identifiers
    // marked once
    marks = []
    return true
  }
}

/// A stream as cairo writes it unpacked, right before the object with its length.
private struct RawStream {
  var number: Int
  /// Where the object begins, and where that with the length ends.
  var object, end: Int
  /// What its dictionary says besides the length.
  var keys: Range<Int>
  var contents: Range<Int>
  private(set) var isPacked = false
  /// A font of CFF, which cairo packs in any case.
  private(set) var isFont = false

  private static let mark = Array("\n>>\nstream\n".utf8)
  private static let head = Array(" 0 obj\n<< /Length ".utf8)
  private static let filter = Array("/Filter".utf8)
  /// All that cairo says of a page's packed contents.
  private static let packing = Array("\n   /Filter /FlateDecode".utf8)
  /// What it says of a font of CFF (ISO 32000-1, table 126).
  private static let fonts = ["/CIDFontType0C", "/Type1C"].map { packing + Array("\n   /Subtype \($0)".utf8) }

  /// The first one in some bytes.
  /// - Parameter orPacked: a page's contents that are packed are one, too.
  init?(in bytes: ArraySlice<UInt8>, orPacked: Bool) {
    var at = bytes.startIndex
    while let found = bytes[at...].firstRange(ofBytes: RawStream.mark) {
      at = found.upperBound
      guard let stream = RawStream(bytes, dictionaryEnd: found, orPacked: orPacked) else { continue }
      self = stream
      return
    }
    return nil
  }

  /// - Parameter mark: what ends the dictionary and begins the stream.
  private init?(_ bytes: ArraySlice<UInt8>, dictionaryEnd mark: Range<Int>, orPacked: Bool) {
    // dictionaries are a few hundred bytes long
    var start = mark.lowerBound
    let first = max(bytes.startIndex, start - 2048)
    while start > first, !bytes[start...].starts(with: RawStream.head) { start -= 1 }
    guard bytes[start...].starts(with: RawStream.head), let own = RawStream.number(in: bytes, before: start) else {
      return nil
    }
    var at = start + RawStream.head.count
    let reference = Array(" 0 R".utf8)
    guard RawStream.number(in: bytes, at: &at) == own.value + 1, bytes[at...].starts(with: reference),
      at + reference.count <= mark.lowerBound
    else { return nil }
    keys = at + reference.count..<mark.lowerBound
    if orPacked, bytes[keys].elementsEqual(RawStream.packing) {
      isPacked = true
      keys = keys.upperBound..<keys.upperBound
    }
    if RawStream.fonts.contains(where: bytes[keys].elementsEqual) {
      (isPacked, isFont) = (true, true)
      keys = keys.lowerBound + RawStream.packing.count..<keys.upperBound
    }
    guard bytes[keys].firstRange(ofBytes: RawStream.filter) == nil else { return nil }
    // behind the stream stands its length, which is to be what there is
    let tail = Array("\nendstream\nendobj\n\(own.value + 1) 0 obj\n   ".utf8)
    guard let end = bytes[mark.upperBound...].firstRange(ofBytes: tail) else { return nil }
    at = end.upperBound
    let close = Array("\nendobj\n".utf8)
    guard RawStream.number(in: bytes, at: &at) == end.lowerBound - mark.upperBound, bytes[at...].starts(with: close)
    else { return nil }
    (number, object, self.end) = (own.value, own.start, at + close.count)
    contents = mark.upperBound..<end.lowerBound
  }

  /// The digits that begin at a place, which is then behind them.
  private static func number(in bytes: ArraySlice<UInt8>, at place: inout Int) -> Int? {
    let start = place
    var value = 0
    while place < bytes.endIndex, (0x30...0x39).contains(bytes[place]), place - start < 10 {
      value = value * 10 + Int(bytes[place] - 0x30)
      place += 1
    }
    return place > start ? value : nil
  }

  /// The digits that end before a place.
  private static func number(in bytes: ArraySlice<UInt8>, before end: Int) -> (value: Int, start: Int)? {
    var start = end
    while start > bytes.startIndex, (0x30...0x39).contains(bytes[start - 1]), end - start < 10 { start -= 1 }
    var at = start
    return number(in: bytes, at: &at).map { ($0, start) }
  }
}

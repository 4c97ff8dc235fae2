internal import Units

/// One line of the manuscript that is not blank.
struct TextLine {
  /// First byte that is not white space.
  var start: UInt32
  /// Past the last byte that is not white space.
  var end: UInt32
  /// Line of the file, from 0.
  var number: UInt32
  /// Columns from `start` to `end`: combining marks count 0, wide characters 2.
  var width: UInt32
  /// Columns of white space before `start`, at most 60,000, so that a few may be added; an ideographic space counts 2.
  var indent: UInt16
  /// Blank lines directly before, at most 65,535.
  var blanksBefore: UInt16
  /// Runs of three and more columns of white space inside, at most 255.
  var gaps: UInt8
  /// Runs of two columns of white space inside, and bars: at most 255 of each.
  var narrowGaps: UInt8
  var pipes: UInt8
  var signs: LineSigns

  /// Column just past the last character.
  var edge: Int { Int(indent) + Int(width) }

  /// Nothing but words with single spaces between them, in one style.
  var isPlain: Bool { gaps == 0 && narrowGaps == 0 && signs.isDisjoint(with: .styles) }
}

/// Where lines begin in a text, as `SourceFile` finds them, which may use no bare memory.
package func lineStarts(of text: [UInt8]) -> [UInt32] {
  var starts: [UInt32] = [0]
  starts.reserveCapacity(text.count / 32)
  text.withUnsafeBufferPointer { text in
    var i = 0
    while i < text.count {
      if text[i] > 0x0D, text[i] < 0x80, i + 8 <= text.count {
        let eight = EightBytes(text, at: i)
        i += EightBytes.first(eight.below(0x0E) | eight.high)
        continue
      }
      let byte = text[i]
      if byte >= 0x80, byte != 0xE2, i + 8 <= text.count {
        // of all bytes beyond ASCII one alone begins the end of a line
        let eight = EightBytes(text, at: i)
        i += EightBytes.first(eight.below(0x0E) | eight.equal(0xE2))
        continue
      }
      i += 1
      if byte == 0x0A {
        starts.append(UInt32(clamping: i))
      } else if byte == 0x0D {
        if i < text.count, text[i] == 0x0A { i += 1 }
        starts.append(UInt32(clamping: i))
      } else if byte == 0xE2, i + 1 < text.count, text[i] == 0x80, text[i + 1] == 0xA8 {
        i += 2
        starts.append(UInt32(clamping: i))
      }
    }
  }
  return starts
}

/// Lines with no blank one between them, or a part of such.
struct Chunk {
  enum Kind: UInt8 {
    case unknown
    case prose, verse, quotation, keptLines, centred, trailing, table
    case stars, rule
    case figure, noteEntry, heading, headingTitle
    /// `[Sidenote: …]`: what stood in the margin.
    case sidenote
    /// A page before the text that octavo sets by itself; `index` is a `FrontPage`.
    case frontPage
    case dropped
  }

  // a long book has a million of them
  private var first, end: UInt32
  private var which: Int32 = -1
  private var blanks: UInt16
  var kind = Kind.unknown

  init(lines: Range<Int>, blanksBefore: Int) {
    (first, end) = (UInt32(lines.lowerBound), UInt32(lines.upperBound))
    blanks = UInt16(clamping: blanksBefore)
  }

  /// Indices into the lines.
  var lines: Range<Int> {
    get { Int(first)..<Int(end) }
    set { (first, end) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
  }
  /// At most 65,535.
  var blanksBefore: Int {
    get { Int(blanks) }
    set { blanks = UInt16(clamping: newValue) }
  }
  /// For a heading or a note: which.
  var index: Int {
    get { Int(which) }
    set { which = Int32(newValue) }
  }

  /// As `index` of lines that are kept: entries of an index, and no verse.
  static let entry = -2
  /// As `index` of paragraphs that begin with the numbers of a chapter and a verse.
  static let numbered = -3
  /// As `index` of lines that stand as typed, whole.
  static let typed = -4
}

/// The text, its lines, its chunks and what the whole of it is like: what every step of the reader looks at.
struct PlainTextSource {
  var file: SourceFile
  var lines: TextLines
  var chunks: [Chunk] = []
  var profile = PlainTextProfile()
  /// Chunks that look like headings, and for which too little speaks.
  var doubtfulHeadings: [Int] = []
  /// Numbers that stood at the ends of lines of verse, which their lines do without, by the lines' first bytes.
  var verseNumbers: [Int: Range<Int>] = [:]
  /// Who takes part in a play.
  var cast = CastNames()
  /// Its contents list names all headings by bullets or numbers: a manual, whose set-in lines are code.
  var isManual = false
  /// Chunks with the headwords of a dictionary, above what they mean.
  var terms: Set<Int> = []
  /// The chunk with which the body begins, where no heading stands above it: the first entry of a dictionary.
  var bodyStart: Int?
  /// Whom the contents list names beside titles, as words.
  var listedAuthors: Set<String> = []

  var text: [UInt8] { file.text }

  /// Whether a line of a chunk has such signs.
  func shows(_ signs: LineSigns, in chunk: Chunk) -> Bool {
    chunk.lines.contains { !lines[$0].signs.isDisjoint(with: signs) }
  }

  /// Where the first of two signs stands in a range.
  func first(_ sign: UInt8, or other: UInt8, in range: Range<Int>) -> Int? {
    file.text.withUnsafeBufferPointer { EightBytes.first(sign, or: other, in: $0, range) }
  }

  func count(_ sign: UInt8, in range: Range<Int>) -> Int {
    var count = 0
    var i = range.lowerBound
    while let found = first(sign, or: sign, in: i..<max(i, range.upperBound)) {
      count += 1
      i = found + 1
    }
    return count
  }

  /// Takes the blank line out that stands between all lines of a typescript, if that is its habit:
  /// then sentences run on over blank lines everywhere.
  mutating func closeUp(_ body: Range<Int>) {
    var apart = 0
    var runsOn = 0
    var wide = 0
    for i in body.dropFirst() where lines[i].blanksBefore > 0 { apart += 1 }
    guard apart * 100 >= (body.count - 1) * 96 else { return }
    for i in body.dropFirst() {
      guard lines[i - 1].width >= 30 else { continue }
      wide += 1
      if lines[i].blanksBefore == 1, !endsSentence(bytes(ofLine: i - 1)), beginsSmall(bytes(ofLine: i)) { runsOn += 1 }
    }
    guard wide > 20, runsOn * 100 >= wide * 35 else { return }
    let habit = lines[body].map(\.blanksBefore)
    for i in body {
      let blanks = habit[i - body.lowerBound]
      guard blanks <= 1, i > body.lowerBound else {
        lines[i].blanksBefore = max(blanks / 2, min(blanks, 1))
        continue
      }
      // a heading, and what opens a paragraph by its indent, keep their blank line
      let opens = lines[i].indent >= lines[i - 1].indent + 2 && lines[i].indent <= 12
      let stands = [i - 1, i].contains { lines[$0].width < 40 && letterCase(bytes(ofLine: $0)).isCapitals }
      lines[i].blanksBefore = opens || stands ? 1 : 0
    }
  }

  func string(_ range: Range<Int>) -> String { String(decoding: file.text[range], as: UTF8.self) }

  func bytes(ofLine i: Int) -> Range<Int> { Int(lines[i].start)..<Int(lines[i].end) }

  func string(ofLine i: Int) -> String { string(bytes(ofLine: i)) }

  /// Words of lines, and the numbers of those that have one.
  func ranges(_ lines: Range<Int>) -> [Range<Int>] {
    if verseNumbers.isEmpty { return lines.map { bytes(ofLine: $0) } }
    return lines.flatMap { i in
      let line = bytes(ofLine: i)
      return [line] + (verseNumbers[line.lowerBound].map { [$0] } ?? [])
    }
  }

  /// Columns by which all of some lines are set in.
  func leastIndent(of lines: Range<Int>) -> Int { lines.reduce(Int.max) { min($0, Int(self.lines[$1].indent)) } }

  /// From the first character of the first line to the end of the last.
  func bytes(of chunk: Chunk) -> Range<Int> {
    guard !chunk.lines.isEmpty else { return 0..<0 }
    return Int(lines[chunk.lines.lowerBound].start)..<Int(lines[chunk.lines.upperBound - 1].end)
  }

  func bytes(ofChunk c: Int) -> Range<Int> { bytes(of: chunks[c]) }
  func string(ofChunk c: Int) -> String { string(bytes(ofChunk: c)) }
  func key(ofChunk c: Int) -> String { headingKey(string(ofChunk: c)) }
  func letterCase(ofChunk c: Int) -> LetterCase { letterCase(bytes(ofChunk: c)) }

  /// The line in `lines` that a byte stands in; logarithmic.
  func lineIndex(of offset: Int) -> Int { max(lines.lowerBound { Int($0.start) <= offset } - 1, 0) }

  /// Line of the file, from 1, that holds the byte; logarithmic, unlike line and column together.
  func lineNumber(of offset: Int) -> Int {
    max(file.lineStarts.lowerBound { Int($0) <= offset }, 1)
  }

  func location(_ offset: Int) -> SourceLocation { SourceLocation(offset: offset) }

  func contains(_ needle: String, inLine i: Int) -> Bool {
    let range = bytes(ofLine: i)
    return find(Array(needle.utf8), in: range) != nil
  }

  /// First place of an ASCII lower-case needle, letter case ignored.
  func find(_ needle: [UInt8], in range: Range<Int>) -> Int? {
    firstIndex(ofLowercase: needle, in: file.text, range)
  }

  func starts(_ range: Range<Int>, with prefix: String) -> Bool {
    let prefix = prefix.utf8
    guard range.count >= prefix.count else { return false }
    var i = range.lowerBound
    for byte in prefix {
      if lowercased(file.text[i]) != byte { return false }
      i += 1
    }
    return true
  }

  /// Of all lines of a book nearly none has the first letter of any.
  func starts(_ range: Range<Int>, withAnyOf prefixes: [String]) -> Bool {
    guard let letter = range.first.map({ lowercased(file.text[$0]) }) else { return false }
    return prefixes.contains { $0.utf8.first == letter && starts(range, with: $0) }
  }

  /// A row of three or more of one sign with nothing else but spaces: `* * *`, `-----`; for a typist's ornament, as
  /// `-oOo-`, the star.
  func rowSign(ofLine i: Int) -> UInt8? {
    let range = bytes(ofLine: i)
    if SceneSigns.isTyped(file.text[range]) { return 0x2A }
    // `\* \* \*`, as who is used to Markdown types it
    let isEscaped = range.count > 1 && file.text[range.lowerBound] == 0x5C
    let sign = file.text[range.lowerBound + (isEscaped ? 1 : 0)]
    switch sign {
    case 0x2A, 0x2D, 0x5F, 0x3D, 0x7E, 0x23, 0x2B, 0x2E, 0x5E, 0xC2, 0xE2: break
    default: return nil
    }
    var count = 0
    var k = range.lowerBound
    while k < range.upperBound {
      let byte = file.text[k]
      if byte.isBlank {
        k += 1
      } else if byte == 0xC2, k + 1 < range.upperBound, file.text[k + 1] == 0xA0 {
        k += 2
      } else if isEscaped, byte == 0x5C {
        k += 1
      } else if sign < 0x80 {
        guard byte == sign else { return nil }
        count += 1
        k += 1
      } else {
        // U+2022 bullet, U+2042 asterism, U+2217 star, U+2500 line, U+00B7 dot, U+2014 and U+2015 dashes.
        guard let length = ornamentLength(at: k, in: range) else { return nil }
        // an asterism, a fleuron
        let isWhole = (file.text[k + 1], file.text[k + 2]) == (0x81, 0x82) || file.text[k + 1] == 0x9D
        count += length == 3 && isWhole ? 3 : 1
        k += length
      }
    }
    // typescripts have one sign alone between scenes, or two stars
    let isOne = count == 1 && (sign == 0x23 || sign == 0x7E || isLozenge(at: range.lowerBound))
    let isAlone = (isOne || sign == 0x2A) && lines[i].blanksBefore > 0 && i + 1 < lines.count
    guard count >= 3 || isAlone && lines[i + 1].blanksBefore > 0 else { return nil }
    return sign
  }

  private func ornamentLength(at k: Int, in range: Range<Int>) -> Int? {
    if file.text[k] == 0xC2, k + 1 < range.upperBound, file.text[k + 1] == 0xB7 { return 2 }
    guard file.text[k] == 0xE2, k + 2 < range.upperBound else { return nil }
    switch (file.text[k + 1], file.text[k + 2]) {
    case (0x80, 0xA2), (0x81, 0x82), (0x88, 0x97), (0x94, 0x80), (0x94, 0x81), (0x80, 0x94), (0x80, 0x95), (0x98, 0x85),
      (0x9D, 0xA6):
      return 3
    default: return isLozenge(at: k) ? 3 : nil
    }
  }

  /// `◆`, `◇`, `◊`: U+25C6, U+25C7, U+25CA.
  private func isLozenge(at k: Int) -> Bool {
    k + 2 < file.text.count && file.text[k] == 0xE2 && file.text[k + 1] == 0x97
      && [0x86, 0x87, 0x8A].contains(file.text[k + 2])
  }
}

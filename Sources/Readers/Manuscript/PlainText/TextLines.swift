internal import Units

/// The lines of a text that hold something, by their numbers among themselves.
///
/// Blank lines are kept as counts only, so a file of nothing but line ends costs nothing here. A long book has millions
/// of lines: as the book is made of them, those behind are let go, and read once more if somebody asks for one.
struct TextLines: RandomAccessCollection, MutableCollection {
  private var kept: [TextLine]
  /// How many lines before the kept ones are gone.
  private var gone = 0
  private var origin: Origin?

  /// Where lines that are as they were read can be read again.
  private struct Origin {
    let file: SourceFile
    /// Of every 64th line its number in the file.
    var numbers: [UInt32] = []
  }

  private static let step = 64
  /// Fewer lines are not worth to be moved.
  private static let least = 1 << 14

  /// Lines that cannot be read again, since they are not as a file has them.
  init(_ lines: [TextLine] = []) { kept = lines }

  /// Cost is linear in the bytes.
  init(of file: SourceFile) {
    kept = []
    kept.reserveCapacity(file.lineStarts.count / 2 + 1)
    var origin = Origin(file: file)
    var blanks = 0
    file.text.withUnsafeBufferPointer { text in
      for number in file.lineStarts.indices {
        guard let line = textLine(number, of: text, file.lineStarts, blanksBefore: blanks) else {
          blanks += 1
          continue
        }
        if kept.count.isMultiple(of: Self.step) { origin.numbers.append(UInt32(number)) }
        kept.append(line)
        blanks = 0
      }
    }
    self.origin = origin
  }

  var startIndex: Int { 0 }
  var endIndex: Int { gone + kept.count }

  subscript(i: Int) -> TextLine {
    get { i >= gone ? kept[i - gone] : readAgain(i) }
    _modify {
      precondition(gone == 0, "lines are changed before the book is made of them")
      origin = nil
      yield &kept[i]
    }
  }

  /// Nobody is likely to ask for lines before this one again.
  ///
  /// Moves what stays once half of it is gone, so that all calls together move each line once at most.
  mutating func leave(before i: Int) {
    guard origin != nil, i - gone >= Self.least, (i - gone) * 2 >= kept.count else { return }
    kept = Array(kept[(i - gone)...])
    gone = i
  }

  private func readAgain(_ i: Int) -> TextLine {
    guard let origin else { preconditionFailure("lines that are gone can be read again") }
    let file = origin.file
    return file.text.withUnsafeBufferPointer { text in
      let steps = i / Self.step
      var number = Int(origin.numbers[steps])
      for _ in 0..<i % Self.step {
        repeat { number += 1 } while extent(ofLine: number, of: text, file.lineStarts) == nil
      }
      var blanks = 0
      while blanks < number, extent(ofLine: number - blanks - 1, of: text, file.lineStarts) == nil { blanks += 1 }
      guard let line = textLine(number, of: text, file.lineStarts, blanksBefore: blanks) else {
        preconditionFailure("a line that was not blank is blank")
      }
      return line
    }
  }
}

/// A line of a file by its number, from 0; nil where it is blank.
private func textLine(
  _ number: Int, of text: UnsafeBufferPointer<UInt8>, _ lineStarts: [UInt32], blanksBefore: Int
) -> TextLine? {
  guard let (start, end, indent) = extent(ofLine: number, of: text, lineStarts) else { return nil }
  let (width, gaps, narrow, pipes, signs) = columns(text, start, end)
  return TextLine(
    start: UInt32(start), end: UInt32(end), number: UInt32(number), width: UInt32(width),
    indent: UInt16(min(indent, 60_000)), blanksBefore: UInt16(clamping: blanksBefore), gaps: UInt8(clamping: gaps),
    narrowGaps: UInt8(clamping: narrow), pipes: UInt8(clamping: pipes), signs: signs)
}

/// What of a line is not white, and the columns before it; nil where all of it is.
private func extent(
  ofLine number: Int, of text: UnsafeBufferPointer<UInt8>, _ lineStarts: [UInt32]
) -> (start: Int, end: Int, indent: Int)? {
  let begin = Int(lineStarts[number])
  var end = number + 1 < lineStarts.count ? Int(lineStarts[number + 1]) : text.count
  while end > begin {
    let byte = text[end - 1]
    if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      end -= 1
    } else if byte == 0xA8, end - begin >= 3, text[end - 2] == 0x80, text[end - 3] == 0xE2 {
      end -= 3
    } else if byte == 0x80, end - begin >= 3, text[end - 2] == 0x80, text[end - 3] == 0xE3 {
      end -= 3
    } else if byte == 0xA0, end - begin >= 2, text[end - 2] == 0xC2 {
      end -= 2
    } else {
      break
    }
  }
  var start = begin
  var indent = 0
  scan: while start < end {
    switch text[start] {
    case 0x20:
      indent += 1
      start += 1
    case 0x09:
      indent = (indent / 8 + 1) * 8
      start += 1
    case 0xE3 where end - start >= 3 && text[start + 1] == 0x80 && text[start + 2] == 0x80:
      indent += 2
      start += 3
    case 0xC2 where end - start >= 2 && text[start + 1] == 0xA0:
      indent += 1
      start += 2
    default: break scan
    }
  }
  return start < end ? (start, end, indent) : nil
}

/// Columns a terminal would give the bytes, close enough to compare line lengths; the gaps among them; and
/// what signs there are.
private func columns(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> (
  width: Int, gaps: Int, narrow: Int, pipes: Int, signs: LineSigns
) {
  var count = 0
  var gaps = 0
  var narrow = 0
  var pipes = 0
  var run = 0
  var mayHaveSigns: UInt64 = 0
  var signs: LineSigns = []
  var i = start
  while i < end {
    let sees = run < 2 && i + 8 <= text.count && text[i] < 0x80
    if sees {
      // letters and single spaces: most of every text
      let left = min(end - i, 8)
      let eight = left == 8 ? EightBytes(text, at: i) : EightBytes(text, at: i, count: left)
      mayHaveSigns |= eight.anySigns
      let spaces = eight.firstSpaces
      let stops = eight.firstUnprintable | spaces & (spaces << 8 | UInt64(run) << 7)
      if stops == 0 {
        run = Int(spaces >> 63)
        count += left
        i += left
        continue
      }
      let plain = EightBytes.first(stops)
      if plain > 0 {
        count += plain
        i += plain
        run = text[i - 1] == 0x20 ? 1 : 0
      }
    }
    let byte = text[i]
    i += 1
    if byte <= 0x20 {
      run += byte == 0x09 ? 3 : 1
      count += 1
      continue
    }
    if run >= 2 { if run >= 3 { gaps += 1 } else { narrow += 1 } }
    run = 0
    if byte < 0x80 {
      if !sees { mayHaveSigns = 1 }
      count += 1
      continue
    }
    if byte & 0xC0 == 0x80 { continue }
    count += 1
    let next = i < end ? text[i] : 0
    switch byte {
    case 0xCC: count -= 1  // U+0300 to U+033F
    case 0xCD where next < 0xB0: count -= 1
    case 0xD6 where next >= 0x91, 0xD7 where next < 0x88: count -= 1  // Hebrew points
    case 0xD9 where next >= 0x8B && next <= 0x9F: count -= 1  // Arabic marks
    // │ ┃ ║: U+2502, U+2503, U+2551
    case 0xE2 where next == 0x94 && i + 1 < end && (text[i + 1] == 0x82 || text[i + 1] == 0x83),
      0xE2 where next == 0x95 && i + 1 < end && text[i + 1] == 0x91:
      pipes += 1
    case 0xE2 where next == 0x80 && i + 1 < end && (text[i + 1] == 0xA0 || text[i + 1] == 0xA1): signs.insert(.calls)
    case 0xE3...0xED: count += 1  // from U+3000 on: kana, Han, Hangul
    case 0xEF where next >= 0xBC: count += 1
    default: break
    }
    while i < end, text[i] & 0xC0 == 0x80 { i += 1 }
  }
  // where a control character ends the line
  if run >= 2 { narrow += 1 }
  if mayHaveSigns != 0 {
    let line = text[start..<end]
    signs.formUnion(LineSigns(line))
    pipes += line.count { $0 == 0x7C }
  }
  return (count, gaps, narrow, pipes, signs)
}

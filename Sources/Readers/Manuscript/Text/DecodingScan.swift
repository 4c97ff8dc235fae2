internal import Encoding

/// What one pass over bytes taken for UTF-8 finds.
struct UTF8Scan {
  /// Offset of the first byte that is not UTF-8.
  var firstInvalid: Int?
  var invalid = 0
  /// Well-formed sequences of two bytes and more.
  var sequences = 0
  var nonASCII = 0
  /// Something `withoutControls` would change.
  var hasControls = false
  /// Something other than the letters and quotes that are composed for certain.
  var mayCompose = false
  /// Where lines begin, by the same ends as in `SourceFile`.
  var lineStarts: [UInt32] = [0]
}

/// Length of the well-formed sequence at `i`, 0 where there is none
/// (Unicode 15, table 3-7: no overlong forms, no surrogates).
@inline(__always)
func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> Int {
  let lead = bytes[i]
  if lead < 0x80 { return 1 }
  let left = bytes.count - i
  func isTail(_ at: Int) -> Bool { bytes[at] & 0xC0 == 0x80 }
  switch lead {
  case 0xC2...0xDF: return left >= 2 && isTail(i + 1) ? 2 : 0
  case 0xE0...0xEF:
    guard left >= 3, isTail(i + 1), isTail(i + 2) else { return 0 }
    if lead == 0xE0 && bytes[i + 1] < 0xA0 { return 0 }
    if lead == 0xED && bytes[i + 1] > 0x9F { return 0 }
    return 3
  case 0xF0...0xF4:
    guard left >= 4, isTail(i + 1), isTail(i + 2), isTail(i + 3) else { return 0 }
    if lead == 0xF0 && bytes[i + 1] < 0x90 { return 0 }
    if lead == 0xF4 && bytes[i + 1] > 0x8F { return 0 }
    return 4
  default: return 0
  }
}

func scanUTF8(_ bytes: ArraySlice<UInt8>) -> UTF8Scan {
  var scan = UTF8Scan()
  scan.lineStarts.reserveCapacity(bytes.count / 32)
  bytes.withUnsafeBufferPointer { bytes in
    var i = 0
    while i < bytes.count {
      var byte = bytes[i]
      if byte < 0x80, i + 8 <= bytes.count {
        let eight = EightBytes(bytes, at: i)
        let stops = eight.firstUnprintable | eight.equal(0x7F)
        i += EightBytes.first(stops)
        if stops == 0 { continue }
        byte = bytes[i]
      }
      if byte < 0x80 {
        i += 1
        if byte == 0x0A || byte == 0x0D {
          if byte == 0x0D, i < bytes.count, bytes[i] == 0x0A { i += 1 }
          scan.lineStarts.append(UInt32(clamping: i))
        } else if byte < 0x20 && byte != 0x09 || byte == 0x7F {
          scan.hasControls = true
        }
        continue
      }
      if byte >= 0xCC, byte <= 0xE0 {
        // letters of two bytes that may be composed, or of three of India's scripts, up to others: most of such a text
        var end = i
        var letters = 0
        while end + 2 < bytes.count, bytes[end] >= 0xCC, bytes[end] <= 0xE0, bytes[end + 1] & 0xC0 == 0x80 {
          if bytes[end] == 0xE0 {
            guard bytes[end + 1] >= 0xA0, bytes[end + 2] & 0xC0 == 0x80 else { break }
            end += 1
          }
          end += 2
          letters += 1
        }
        if letters > 0 {
          scan.nonASCII += letters
          scan.sequences += letters
          scan.mayCompose = true
          i = end
          continue
        }
      }
      scan.nonASCII += 1
      let length = sequenceLength(bytes, i)
      if length == 0 {
        if scan.firstInvalid == nil { scan.firstInvalid = i }
        scan.invalid += 1
        i += 1
      } else {
        scan.sequences += 1
        if isUnwanted(bytes, i) { scan.hasControls = true }
        if byte >= 0xCC, byte != 0xE2 || bytes[i + 1] != 0x80 || bytes[i + 2] < 0x90 { scan.mayCompose = true }
        i += length
        if byte == 0xE2, bytes[i - 2] == 0x80, bytes[i - 1] == 0xA8 { scan.lineStarts.append(UInt32(clamping: i)) }
      }
    }
  }
  return scan
}

/// A C1 control code, a byte order mark, a noncharacter or a paragraph separator.
@inline(__always)
private func isUnwanted(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
  switch bytes[i] {
  case 0xC2: bytes[i + 1] < 0xA0
  case 0xE2: bytes[i + 1] == 0x80 && bytes[i + 2] == 0xA9
  case 0xEF:
    bytes[i + 1] == 0xBB && bytes[i + 2] == 0xBF || bytes[i + 1] == 0xBF && bytes[i + 2] >= 0xBE
      || bytes[i + 1] == 0xB7 && bytes[i + 2] >= 0x90 && bytes[i + 2] <= 0xAF
  // the last two of each plane; cairo refuses a text that holds one
  case 0xF0...0xF4: bytes[i + 1] & 0x0F == 0x0F && bytes[i + 2] == 0xBF && bytes[i + 3] >= 0xBE
  default: false
  }
}

/// The text with every byte that is not UTF-8 read as code page 1252.
package func repairUTF8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count + 64)
  bytes.withUnsafeBufferPointer { bytes in
    var i = 0
    while i < bytes.count {
      let length = sequenceLength(bytes, i)
      if length == 0 {
        appendCodePage1252(bytes[i], to: &text)
        i += 1
      } else {
        text.append(contentsOf: bytes[i..<(i + length)])
        i += length
      }
    }
  }
  return text
}

/// Takes control characters out of UTF-8; nil where there are none.
///
/// Form feeds and vertical tabs become spaces and U+0085 a line end, so no words
/// grow together; U+2029 becomes a blank line. A byte order mark inside the text
/// and the end-of-file byte of old systems (0x1A, at the very end) go uncounted.
func withoutControls(_ text: [UInt8]) -> (text: [UInt8], count: Int, first: Int?)? {
  guard scanUTF8(text[...]).hasControls else { return nil }
  var output: [UInt8] = []
  output.reserveCapacity(text.count)
  var count = 0
  var first: Int?
  text.withUnsafeBufferPointer { bytes in
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x1A || bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        output.append(byte)
        i += 1
        continue
      }
      if byte < 0x80 {
        i += 1
        if byte == 0x0C || byte == 0x0B {
          output.append(0x20)
        } else if byte != 0x1A || i <= end {
          if first == nil { first = output.count }
          count += 1
        }
        continue
      }
      let length = max(1, sequenceLength(bytes, i))
      if length > 1, isUnwanted(bytes, i) {
        if byte == 0xE2 {
          output.append(contentsOf: [0x0A, 0x0A])
        } else if byte == 0xC2, bytes[i + 1] == 0x85 {
          output.append(0x0A)
        } else if byte != 0xEF || bytes[i + 1] != 0xBB {
          if first == nil { first = output.count }
          count += 1
        }
      } else {
        output.append(contentsOf: bytes[i..<(i + length)])
      }
      i += length
    }
  }
  return (output, count, first)
}

/// What a file is by its first bytes, nil where they say nothing.
func binaryKind(_ bytes: [UInt8]) -> String? {
  let kinds: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "PNG image"), ([0x50, 0x4B, 0x03, 0x04], "ZIP archive"),
    ([0x50, 0x4B, 0x05, 0x06], "ZIP archive"), ([0x25, 0x50, 0x44, 0x46, 0x2D], "PDF document"),
    ([0xFF, 0xD8, 0xFF], "JPEG image"), ([0x47, 0x49, 0x46, 0x38], "GIF image"), ([0x1F, 0x8B], "gzip archive"),
    ([0x42, 0x5A, 0x68], "bzip2 archive"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz archive"),
    ([0x37, 0x7A, 0xBC, 0xAF], "7z archive"), ([0x7F, 0x45, 0x4C, 0x46], "program"),
    ([0xD0, 0xCF, 0x11, 0xE0], "Word document"), ([0x7B, 0x5C, 0x72, 0x74, 0x66], "RTF document"),
    ([0x25, 0x21, 0x50, 0x53, 0x2D], "PostScript document"), ([0x52, 0x49, 0x46, 0x46], "RIFF media file"),
    ([0x4D, 0x4D, 0x00, 0x2A], "TIFF image"), ([0x49, 0x49, 0x2A, 0x00], "TIFF image"),
    ([0x49, 0x44, 0x33], "MP3 audio"), ([0x4F, 0x67, 0x67, 0x53], "Ogg media file"),
    ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard archive"),
  ]
  for (magic, kind) in kinds where bytes.starts(with: magic) {
    // A novel may begin with `BZh`, `RIFF` or `ID3`; a file that is such a thing has zero bytes soon.
    let isWordLike = magic.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && magic.count < 5
    if !isWordLike || bytes.prefix(4096).contains(where: { $0 < 0x09 }) { return kind }
  }
  return nil
}

/// More than one byte in twenty-five is a control code that no text has.
func isFullOfControls(_ bytes: [UInt8]) -> Bool {
  let sample = bytes.prefix(64 * 1024)
  var controls = 0
  for byte in sample where byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1A && byte != 0x1B {
    controls += 1
  }
  return controls > 8 && controls * 25 > sample.count
}

func lowercased(_ byte: UInt8) -> UInt8 { byte.isASCIICapital ? byte | 0x20 : byte }

/// First place of an ASCII lower-case needle, letter case ignored.
/// - Parameter range: of the text, where it is looked for; nil for all.
func firstIndex(ofLowercase needle: [UInt8], in text: [UInt8], _ range: Range<Int>? = nil) -> Int? {
  guard let head = needle.first else { return nil }
  let range = range ?? text.indices
  var i = range.lowerBound
  while i + needle.count <= range.upperBound {
    if lowercased(text[i]) == head {
      var k = 1
      while k < needle.count, lowercased(text[i + k]) == needle[k] { k += 1 }
      if k == needle.count { return i }
    }
    i += 1
  }
  return nil
}

internal import CGLib

/// The text in normalization form C (UAX #15), or nil where it is in that form already.
///
/// `text` is valid UTF-8. Only stretches with marks, jamo or signs that have another
/// form are handed to GLib, so a book of plain letters costs one look at each byte.
/// Past 64 marks on one letter nothing is put in order any more (UAX #15 calls 30 the
/// most that text needs): sorting them would cost their square.
package func composed(_ text: [UInt8]) -> [UInt8]? {
  text.withUnsafeBufferPointer { text in Marks.signs.withUnsafeBufferPointer { composed(text, $0) } }
}

private func composed(_ text: UnsafeBufferPointer<UInt8>, _ signs: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
  var result: [UInt8] = []
  /// What of `text` is in `result`.
  var done = 0
  var i = 0
  /// The last place before which nothing can join: an inert letter.
  var inert = 0
  /// Of the marks behind it, which stand in order so far, and where they begin.
  var order: UInt8 = 0
  var marked = 0
  func append(_ end: Int, to result: inout [UInt8]) {
    if done == 0 { result.reserveCapacity(text.count) }
    result.append(contentsOf: UnsafeBufferPointer(rebasing: text[done..<end]))
  }
  while i < text.count {
    let byte = text[i]
    if byte < 0x80, i + 8 <= text.count {
      // eight letters of ASCII at once; the lowest byte is the text's first
      let eight = UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: i, as: UInt64.self))
      i += (eight & 0x8080_8080_8080_8080).trailingZeroBitCount >> 3
      (inert, order) = (i - 1, 0)
      continue
    }
    if byte < 0xCC {
      // U+0000 to U+02FF, which are composed and begin anew.
      if byte < 0x80 || byte >= 0xC2 { (inert, order) = (i, 0) }
      i += 1
      continue
    }
    // nearly all of Hebrew, Arabic and Devanagari: composed letters, and marks in their order that join none
    if byte <= 0xE0, i + 3 <= text.count {
      let two = Int(byte & 0x1F) << 6 | Int(text[i + 1] & 0x3F)
      let (found, length) = byte < 0xE0 ? (two, 2) : (two << 6 | Int(text[i + 2] & 0x3F), 3)
      let place = found - Int(Marks.first)
      if place >= 0, place < signs.count {
        let sign = signs[place]
        if sign == Marks.inert {
          (inert, order) = (i, 0)
          i += length
          continue
        }
        if sign >= order, sign != 0, !Marks.mayJoin(found) {
          if order == 0 { marked = i }
          order = sign
          i += length
          continue
        }
      }
    }
    let (found, length) = scalar(at: i, in: text)
    let isLow = found >= Marks.first && found <= Marks.last
    if isLow ? signs[Int(found - Marks.first)] == Marks.inert : isInert(found) {
      (inert, order) = (i, 0)
      i += length
      continue
    }
    if let parts = Marks.parts(of: found), Marks.isSettled(behind: i + length, in: text) {
      append(i, to: &result)
      result += parts
      done = i + length
      (inert, order, i) = (i, 0, done)
      continue
    }
    if isLow, let next = Marks.order(of: found, signs[Int(found - Marks.first)], behind: inert, in: text) {
      if order == 0 { marked = i }
      if next >= order {
        order = next
        i += length
        continue
      }
      if let (end, size) = Marks.stretch(in: text, from: marked, behind: inert) {
        append(end, to: &result)
        result.withUnsafeMutableBufferPointer { Marks.sort($0, last: end - marked, of: size) }
        (done, i, order) = (end, end, 0)
        continue
      }
    }
    // From the letter before it to the next inert one that is far enough, or so many marks.
    let start = max(inert, done)
    var end = i + length
    var marks = 1
    while end < text.count, marks < 64 {
      let (next, size) = scalar(at: end, in: text)
      if isInert(next) {
        guard end - start < 256 else { break }
        marks = 0
      } else {
        marks += 1
      }
      end += size
    }
    let piece = UnsafeBufferPointer(rebasing: text[start..<end])
    if let other = normalized(piece), !other.elementsEqual(piece) {
      append(start, to: &result)
      result += other
      done = end
    }
    (inert, order) = (end, 0)
    i = end
  }
  guard done > 0 else { return nil }
  result.append(contentsOf: UnsafeBufferPointer(rebasing: text[done...]))
  return result
}

/// The scalar at a place of valid UTF-8, and its bytes.
private func scalar(at i: Int, in text: UnsafeBufferPointer<UInt8>) -> (UInt32, Int) {
  let first = UInt32(text[i])
  if first < 0x80 { return (first, 1) }
  if first < 0xE0, i + 2 <= text.count { return ((first & 0x1F) << 6 | UInt32(text[i + 1] & 0x3F), 2) }
  if first < 0xF0, first >= 0xE0, i + 3 <= text.count {
    return ((first & 0x0F) << 12 | UInt32(text[i + 1] & 0x3F) << 6 | UInt32(text[i + 2] & 0x3F), 3)
  }
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
  guard i + length <= text.count else { return (first, 1) }
  var scalar = first & (0x7F >> UInt32(length))
  for k in 1..<length { scalar = scalar << 6 | UInt32(text[i + k] & 0x3F) }
  return (scalar, length)
}

/// Letters that are composed (NFC_QC=Yes), take no part in joining what stands before
/// them and are common; all others are left to GLib.
private func isInert(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0..<0x300, 0x375...0x37D, 0x37F...0x386, 0x388...0x482, 0x488...0x58F,
    0x5BE, 0x5C0, 0x5C3, 0x5C6, 0x5D0...0x5EA, 0x5EF...0x5F4,
    0x600...0x60F, 0x61B...0x64A, 0x660...0x66F, 0x671...0x6D5, 0x6DD, 0x6DE, 0x6E5, 0x6E6, 0x6E9, 0x6EE...0x6FF,
    0x900...0x93B, 0x93D...0x94C, 0x94E...0x950, 0x955...0x957, 0x960...0x9BB, 0x9BF...0x9CC,
    0xE00...0xE37, 0xE3B...0xE47, 0x10A0...0x10FF, 0x1200...0x135C, 0x1E00...0x1F70, 0x1F80...0x1FBA,
    0x2010...0x205E, 0x2070...0x20CF, 0x2100...0x2125, 0x2190...0x2328,
    0x2500...0x27BF,
    0x3000...0x3029, 0x3041...0x3098, 0x309D...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xFE00...0xFE0F,
    0xFF01...0xFFEF,
    0x1F300...0x1FAFF:
    true
  default: false
  }
}

/// Marks that join no letter, but for the nukta, the madda and the hamzas, which join few, and are put in order by their
/// combining class alone: NFC_QC is Yes (UAX #15, 9), or the letter before them is none of those few.
private enum Marks {
  static let first: UInt32 = 0x591
  static let last: UInt32 = 0x9FF
  /// Of an inert letter; no combining class is as high.
  static let inert: UInt8 = 255
  /// From the first to the last the class of a mark, or that it is an inert letter; 0 for what is left to GLib.
  static let signs: [UInt8] = (first...last).map { scalar in
    switch scalar {
    // points and accents of Hebrew, vowels and signs of recitation of Arabic, the nukta and the virama of Devanagari
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC,
      0x6DF...0x6E4, 0x6E7, 0x6E8, 0x6EA...0x6ED, 0x93C, 0x94D:
      Unicode.Scalar(scalar)?.properties.canonicalCombiningClass.rawValue ?? 0
    default: isInert(scalar) ? inert : 0
    }
  }

  /// Letters of Devanagari and Bengali with a nukta, which are always written in two (UAX #15, 5: composition
  /// exclusions).
  static func parts(of scalar: UInt32) -> [UInt8]? {
    let (base, nukta): (UInt32, UInt32)
    switch scalar {
    case 0x958...0x95F:
      (base, nukta) = ([0x915, 0x916, 0x917, 0x91C, 0x921, 0x922, 0x92B, 0x92F][Int(scalar - 0x958)], 0x93C)
    case 0x9DC, 0x9DD: (base, nukta) = (scalar - 0x9DC + 0x9A1, 0x9BC)
    case 0x9DF: (base, nukta) = (0x9AF, 0x9BC)
    default: return nil
    }
    return [base, nukta].flatMap { [0xE0, 0x80 | UInt8($0 >> 6), 0x80 | UInt8($0 & 0x3F)] }
  }

  /// What follows takes no part in the order of marks before it: a letter, or a virama and a letter.
  static func isSettled(behind place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard place < text.count else { return true }
    let (next, length) = scalar(at: place, in: text)
    if next != 0x94D { return isInert(next) }
    return place + length >= text.count || isInert(scalar(at: place + length, in: text).0)
  }

  /// Marks that join some letters: the madda, the hamzas and the nukta.
  static func mayJoin(_ scalar: Int) -> Bool { (0x653...0x655).contains(scalar) || scalar == 0x93C }

  /// - Parameters:
  ///   - sign: of the mark.
  ///   - base: where the letter stands that the mark is on.
  static func order(
    of scalar: UInt32, _ sign: UInt8, behind base: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> UInt8? {
    guard sign != 0, sign != inert else { return nil }
    let isJoined =
      switch scalar {
      case 0x653, 0x655: letter(at: base, in: text) == 0x627
      case 0x654: [0x627, 0x648, 0x64A, 0x6C1, 0x6D2, 0x6D5].contains(letter(at: base, in: text))
      case 0x93C: [0x928, 0x930, 0x933].contains(letter(at: base, in: text))
      default: false
      }
    return isJoined ? nil : sign
  }

  private static func letter(at base: Int, in text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    base < text.count ? scalar(at: base, in: text).0 : 0
  }

  /// Where the marks of a letter end, and how many bytes each has; nil where others stand among them, or very many.
  static func stretch(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, behind base: Int
  ) -> (end: Int, size: Int)? {
    let signs = signs
    let size = scalar(at: start, in: text).1
    var end = start
    while end < text.count {
      let (next, length) = scalar(at: end, in: text)
      guard next >= first, next <= last, order(of: next, signs[Int(next - first)], behind: base, in: text) != nil else {
        guard next < 0x300 || isInert(next) else { return nil }
        break
      }
      guard length == size else { return nil }
      end += length
    }
    return end - start < 32 * size ? (end, size) : nil
  }

  /// Puts the marks at the end of a text in order.
  /// - Parameters:
  ///   - count: their bytes.
  ///   - size: the bytes of each.
  static func sort(_ text: UnsafeMutableBufferPointer<UInt8>, last count: Int, of size: Int) {
    let signs = signs
    func order(_ place: Int) -> UInt8 { signs[Int(scalar(at: place, in: UnsafeBufferPointer(text)).0 - first)] }
    let start = text.count - count
    for place in stride(from: start + size, to: text.count, by: size) {
      var at = place
      // what is equal keeps its order
      while at > start, order(at) < order(at - size) {
        for byte in at..<at + size { text.swapAt(byte, byte - size) }
        at -= size
      }
    }
  }
}

private func normalized(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
  guard let base = text.baseAddress else { return nil }
  return base.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
    guard let made = g_utf8_normalize(start, gssize(text.count), G_NORMALIZE_NFC) else { return nil }
    defer { g_free(made) }
    return Array(String(cString: made).utf8)
  }
}

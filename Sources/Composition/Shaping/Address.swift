/// Addresses of the net, of letters and of files, and what is written like them: where a line may end in one.
///
/// Never with a hyphen, which would be read as the address's own: a line ends behind a slash or a colon, or before
/// any other sign, so that none is taken for the end of a sentence (The Chicago Manual of Style, 17th ed., 7.46).
enum Address {
  /// Signs that no prose has so many of.
  private static let leastSigns = 3
  /// Bytes from which on points between letters make one: `archive.example.org`.
  private static let leastDotted = 12

  /// - Parameter word: UTF-8 of a run without spaces.
  static func isAddress(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard word.count > 6 else { return false }
    var (slashes, backslashes, points, signs) = (0, 0, 0, 0)
    // places of the first sign of letters' addresses and of the last point within the word
    var (at, lastPoint) = (-1, -1)
    for i in 0..<word.count {
      let byte = word[i]
      let isWithin = i > 0 && i + 1 < word.count && isLetter(word[i - 1]) && isLetter(word[i + 1])
      switch byte {
      case 0x3A:
        if i + 2 < word.count, word[i + 1] == 0x2F, word[i + 2] == 0x2F { return true }
        signs += 1
      case 0x2F where i + 1 < word.count && isLetter(word[i + 1]): slashes += 1
      case 0x5C where i + 1 < word.count && isLetter(word[i + 1]): backslashes += 1
      case 0x2E where isWithin: (points, lastPoint) = (points + 1, i)
      case 0x40:
        if isWithin, at < 0 { at = i }
        signs += 1
      case 0x3D, 0x26, 0x25, 0x23, 0x3E, 0x3C: signs += 1
      default: break
      }
    }
    // name@example.org; /usr/share/doc, C:\Windows\System; example.org/archive; www.example.org
    if at > 0, lastPoint > at { return true }
    if slashes >= 3 || backslashes >= 2 || slashes >= 1 && points >= 1 { return true }
    if points >= 2, word.count >= leastDotted, !isFigures(word) { return true }
    return word.count >= BreakRules.leastSigned && signs >= leastSigns
  }

  /// Calls `found` with the bytes after which a line may end.
  static func scan(_ word: UnsafeBufferPointer<UInt8>, _ found: (Int, WordBreak.Kind) -> Void) {
    var i = 0
    /// A letter or figure stands before, and since the last break.
    var (hasInk, hasMore) = (false, false)
    while i < word.count {
      let (scalar, length) = BreakRules.scalar(word, i)
      let next = i + length
      switch scalar {
      case 0xAD:
        // the writer's own place, and here without its hyphen
        if hasInk, next < word.count { found(next, .open) }
        hasMore = false
      case 0x200B:
        if next < word.count { found(next, .open) }
        hasMore = false
      case 0x2F, 0x5C, 0x3A:
        if hasInk, next < word.count, isLetter(word[next]) {
          found(next, .open)
          hasMore = false
        }
      case 0x2E, 0x2C, 0x3B, 0x5F, 0x3D, 0x26, 0x40, 0x25, 0x23, 0x3F, 0x7E, 0x2B, 0x2D, 0x24, 0x3C, 0x3E, 0x2010:
        if hasMore, next < word.count, isLetter(word[next]), isLetter(word[i - 1]) {
          found(i, .open)
          hasMore = false
        }
      default:
        if BreakRules.isLetterOrDigit(scalar) { (hasInk, hasMore) = (true, true) }
      }
      i = next
    }
  }

  /// Of ASCII, or any byte of another letter.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// A date, a sum, the number of a section.
  private static func isFigures(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    !word.contains { (0x61...0x7A).contains($0 | 0x20) }
  }
}

/// Letters of Tibetan, Burmese and Khmer stand on each other, and vowels and tones over, under, before and around them; so
/// do the vowels of Tamil.
///
/// HarfBuzz tells them apart as well as it can, but a reader of a PDF takes glyphs that step back over others for words of
/// their own, or gives the marks of two letters behind both. So all glyphs of a letter with what stands about it are one
/// cluster here, whose letters the page says together.
extension Shaper {
  /// Gives the glyphs of each such letter one cluster. Linear.
  /// - Parameter base: what the buffers' byte offsets count from.
  func joinStacks(_ bytes: UnsafeBufferPointer<UInt8>, base: Int) {
    guard Shaper.mayHoldStacks(bytes) else { return }
    // where the stack begins that a byte is of
    var starts: [Int] = []
    starts.reserveCapacity(bytes.count)
    var hasStacks = false
    var start = 0
    var isBelow = false
    var i = 0
    while i < bytes.count {
      let (scalar, width) = BreakRules.scalar(bytes, i)
      let isOf = Shaper.stacks(scalar)
      if !(isOf && (isBelow || Shaper.isMark(scalar))) { start = i }
      if start < i { hasStacks = true }
      // coeng and virama put the next letter below this one; behind Tamil's readers part a word
      isBelow = scalar == 0x17D2 || scalar == 0x1039 || scalar == 0x0BCD
      for _ in 0..<max(width, 1) { starts.append(start) }
      i += max(width, 1)
    }
    guard hasStacks else { return }
    for index in glyphBuffer.indices {
      let byte = Int(glyphBuffer[index].cluster) - base
      guard starts.indices.contains(byte), starts[byte] < byte else { continue }
      glyphBuffer[index].cluster -= type(of: glyphBuffer[index].cluster).init(byte - starts[byte])
    }
  }

  /// Told at a glance of nearly all words.
  private static func mayHoldStacks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for i in bytes.indices.dropLast() {
      if bytes[i] == 0xE0, bytes[i + 1] >= 0xBC || bytes[i + 1] & 0xFE == 0xAE { return true }
      if bytes[i] == 0xE1, bytes[i + 1] <= 0x82 || bytes[i + 1] & 0xFE == 0x9E { return true }
    }
    return false
  }

  private static func stacks(_ scalar: UInt32) -> Bool {
    (0x0B80...0x0BFF).contains(scalar) || (0x0F00...0x0FFF).contains(scalar) || (0x1000...0x109F).contains(scalar)
      || (0x1780...0x17FF).contains(scalar)
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}

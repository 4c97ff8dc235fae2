/// A text in small letters, as `lowercased()` gives it; scripts that have no others are not looked up letter by letter.
package func small(_ text: String) -> String {
  var text = text
  let changed = text.withUTF8 { bytes in
    mayHaveCapitals(bytes) ? nil : bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
  return changed.map { String(decoding: $0, as: UTF8.self) } ?? text.lowercased()
}

/// Others than those of ASCII.
private func mayHaveCapitals(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  for place in bytes.indices {
    switch bytes[place] {
    // signs of Latin-1, Hebrew to Tibetan, ideographs; all that continues a letter
    case 0..<0xC0, 0xC2, 0xD7...0xE0, 0xE3...0xE9: continue
    // the rest of the Hebrew points, dashes and quotation marks
    case 0xD6 where place + 1 < bytes.count && bytes[place + 1] >= 0x90: continue
    case 0xE2 where place + 1 < bytes.count && bytes[place + 1] == 0x80: continue
    default: return true
    }
  }
  return false
}

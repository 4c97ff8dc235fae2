/// Of Latin-1's letters and those of Latin Extended-A, from U+00C0: the small letter without its accent.
private let plainLetters = Array(
  ("aaaaaaæceeeeiiiiðnooooo×ouuuuyþßaaaaaaæceeeeiiiiðnooooo÷ouuuuyþy"
    + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiĳĳjjkkĸlllllll"
    + "lllnnnnnnŉŋŋooooooœœrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").unicodeScalars.map(\.value))

/// The small letter without its accent, for U+00C0 to U+017F; any other scalar as it is.
package func plainLetter(_ scalar: UInt32) -> UInt32 {
  (0xC0...0x17F).contains(scalar) ? plainLetters[Int(scalar) - 0xC0] : scalar
}

/// The text in small letters without accents, ligatures as two letters: `Æneid` and `AENEID` are one word.
func plainText(_ text: String) -> String {
  let lower = text.lowercased()
  if lower.utf8.allSatisfy({ $0 < 0x80 }) { return lower }
  var plain = String.UnicodeScalarView()
  for scalar in lower.unicodeScalars {
    switch plainLetter(scalar.value) {
    case 0xE6: plain.append(contentsOf: "ae".unicodeScalars)
    case 0x153: plain.append(contentsOf: "oe".unicodeScalars)
    case 0xDF: plain.append(contentsOf: "ss".unicodeScalars)
    // an accent that no letter has taken up, a soft hyphen
    case 0x0300...0x036F, 0xAD: break
    case let value: plain.append(Unicode.Scalar(value) ?? scalar)
    }
  }
  return String(plain)
}

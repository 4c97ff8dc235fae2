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

extension String {
  /// Without the signs of Markdown around words: `On *Hamlet* and H~2~O` says "On Hamlet and H2O". Where a title is a name
  /// for files and heads, it has no styles.
  package var withoutMarkdown: String {
    guard contains(where: { "*_~^`\\".contains($0) }) else { return self }
    var made: [Character] = []
    let signs = Array(self)
    var open: [(sign: [Character], at: Int)] = []
    var index = 0
    while index < signs.count {
      let sign = signs[index]
      if sign == "\\", index + 1 < signs.count, signs[index + 1].isPunctuation || signs[index + 1].isSymbol {
        made.append(signs[index + 1])
        index += 2
        continue
      }
      guard "*_~^`".contains(sign) else {
        made.append(sign)
        index += 1
        continue
      }
      let run = Array(signs[index...].prefix { $0 == sign })
      let before = index > 0 ? signs[index - 1] : " "
      let after = index + run.count < signs.count ? signs[index + run.count] : " "
      index += run.count
      if !before.isWhitespace, let start = open.lastIndex(where: { $0.sign == run }), open[start].at < made.count,
        sign != "_" || !after.isLetter
      {
        made.removeSubrange(open[start].at..<open[start].at + run.count)
        open.removeSubrange(start...)
      } else {
        if !after.isWhitespace, sign != "_" || !before.isLetter { open.append((run, made.count)) }
        made += run
      }
    }
    return String(made)
  }
}

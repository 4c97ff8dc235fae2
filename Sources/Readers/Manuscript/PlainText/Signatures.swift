internal import BookModel

/// The name, the place and the date below a preface stand at the right: short lines at its end, one of which is a
/// name in capitals or holds a year.
func withSignature(_ blocks: [Block]) -> [Block] {
  var start = blocks.count
  var isSigned = false
  while start > 1, blocks.count - start < 4, case .paragraph(let paragraph) = blocks[start - 1],
    let evidence = signatureLine(paragraph)
  {
    if evidence { isSigned = true }
    start -= 1
  }
  guard isSigned, start < blocks.count, case .paragraph(let above) = blocks[start - 1],
    above.inlines.plainText.utf8.count > 60
  else { return blocks }
  var made = blocks
  for n in start..<made.count { made[n] = made[n].placed(.trailing) }
  return made
}

/// Nil where the line belongs to no signature; else whether it proves one.
private func signatureLine(_ paragraph: Paragraph) -> Bool? {
  guard paragraph.placement != .centred else { return nil }
  let text = paragraph.inlines.plainText
  guard (2...48).contains(text.utf8.count), let first = text.first, first.isUppercase || "[(“\"".contains(first),
    !text.contains(where: { ":;!?".contains($0) })
  else { return nil }
  let words = text.split { !$0.isLetter && !$0.isNumber }
  guard (1...7).contains(words.count), !isEndMark(headingKey(text)) else { return nil }
  let letters = text.filter(\.isLetter)
  let isName = letters.count >= 2 && letters == letters.uppercased() && words.count <= 5
  let isDated = words.contains { $0.count == 4 && ("1400"..."2100").contains($0) && $0.allSatisfy(\.isNumber) }
  return isName || isDated
}

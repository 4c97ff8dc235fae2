internal import BookModel

/// In a book of letters a letter is the text and no quotation from it: where most chapters are a letter
/// each, or where chapters are called letters, none is set in. Place and date above and the names below stand at the
/// right all the same.
func withLettersAsText(_ sections: [Section]) -> [Section] {
  let bodies = sections.indices.filter {
    sections[$0].matter == .body && sections[$0].role == .chapter && !sections[$0].blocks.isEmpty
  }
  var result = sections
  let called = bodies.filter { sections[$0].heading.map(isLetterHeading) ?? false }
  for i in called { if let blocks = letterAsText(sections[i].blocks) { result[i].blocks = blocks } }
  // Few letters are a story's; then most chapters are not asked at all.
  guard bodies.count >= leastLetters else { return result }
  let sections = result
  var count = 0
  for i in bodies {
    guard let blocks = letterAsText(sections[i].blocks) else { continue }
    result[i].blocks = blocks
    count += 1
  }
  return count >= leastLetters && count * 2 >= bodies.count ? result : sections
}

private let leastLetters = 6

/// `LETTER IV`, `Brief 3.`
private func isLetterHeading(_ heading: Heading) -> Bool {
  let words = (heading.label + [Inline(" ", source: heading.source)] + heading.title).plainText.lowercased()
    .split { !$0.isLetter && !$0.isNumber }
  guard words.count >= 2, let first = words.first else { return false }
  return ["letter", "brief", "lettre", "lettera", "carta", "письмо"].contains(String(first))
}

/// The blocks of a section that is a letter; nil where it is none.
private func letterAsText(_ blocks: [Block]) -> [Block]? {
  var made: [Block] = []
  for (i, block) in blocks.enumerated() {
    if case .letter(let letter) = block, i == 0 || i == blocks.count - 1 {
      made += letter.dateline.map(Block.paragraph) + letter.blocks + letter.signature.map(Block.paragraph)
    } else {
      made.append(block)
    }
  }
  var head = 0
  while head < min(3, made.count), let paragraph = made[head].paragraph,
    isDateline(paragraph) || head == 0 && namesYear(paragraph)
  {
    made[head] = made[head].placed(.trailing)
    head += 1
  }
  let isAddressed = head < made.count && made[head].paragraph.map(isSalutation) ?? false
  if isAddressed { made[head] = made[head].flush }
  guard let names = signature(in: made, from: head) else { return head > 0 || isAddressed ? made : nil }
  for i in names { made[i] = made[i].placed(.trailing) }
  return made
}

/// `Aldeburgh, 1889.` below the name at the end of a section stands as that does.
func withDateBelowName(_ blocks: [Block]) -> [Block] {
  guard blocks.count > 2, let last = blocks.last?.paragraph, blocks[blocks.count - 2].paragraph?.placement == .trailing,
    namesYear(last) || isDateline(last)
  else { return blocks }
  return blocks.dropLast() + [blocks[blocks.count - 1].placed(.trailing)]
}

/// `1818.`, `The Autumn of 1817.`, above a letter
private func namesYear(_ paragraph: Paragraph) -> Bool {
  guard paragraph.placement == .justified, let text = paragraph.shortText(40) else { return false }
  let words = text.split { !$0.isLetter && !$0.isNumber }
  return words.count <= 6 && words.last.map { $0.count == 4 && ("1400"..."2100").contains($0) } ?? false
    && words.last?.allSatisfy(\.isNumber) ?? false
}

/// The last lines in which someone signs, with the closing before and the place and date behind them; a few
/// paragraphs may follow as a postscript.
private func signature(in blocks: [Block], from head: Int) -> Range<Int>? {
  let last = blocks.indices.reversed().prefix(5).first { i in
    guard i > head, let paragraph = blocks[i].paragraph else { return false }
    return isSignature(paragraph) || isName(paragraph) && (blocks[i - 1].paragraph.map(isClosing) ?? false)
  }
  guard let last else { return nil }
  var (first, end) = (last, last + 1)
  while first - 1 > head, let paragraph = blocks[first - 1].paragraph, isSignature(paragraph) { first -= 1 }
  if first - 1 > head, let paragraph = blocks[first - 1].paragraph, isClosing(paragraph) { first -= 1 }
  while end < blocks.count, let paragraph = blocks[end].paragraph, isDateline(paragraph) { end += 1 }
  return first..<end
}

internal import BookModel

/// A letter that a story quotes: each of its paragraphs opens with a mark and the last alone closes it, so that where it
/// begins and ends is sure, and what is signed, dated or added below the name stands within it.
///
/// - Returns: the letter that begins with the block, and the block behind it.
func quotedLetter(in blocks: [Block], at start: Int) -> (Letter, Int)? {
  guard start == 0 || !(blocks[start - 1].paragraph.map(goesOnQuoted) ?? false) else { return nil }
  var lines: [Paragraph] = []
  var end = start
  while end < blocks.count, lines.count < 60, let paragraph = blocks[end].paragraph, let mark = paragraph.openingQuote {
    lines.append(paragraph)
    end += 1
    if paragraph.closes(mark) { break }
  }
  guard lines.count >= 3, let last = lines.last, let mark = last.openingQuote, last.closes(mark), last.endsQuoted else {
    return nil
  }
  let address = lines.indices.prefix(5).first { isSalutation(lines[$0]) }
  // place and date, a line each, stand above whom it is to
  let head = address ?? lines.prefix(3).prefix(while: isDateline).count
  guard head < lines.count, lines.prefix(head).allSatisfy({ $0.shortText(60) != nil }) else { return nil }
  let body = head + (address == nil ? 0 : 1)
  var signed: Set<Int> = []
  for n in lines.indices where n > body {
    let isBelowClosing = signed.contains(n - 1) || isClosing(lines[n - 1]) && n - 1 >= body
    let isAboveDate = n == lines.count - 2 && isDateline(lines[n + 1])
    guard isSignature(lines[n]) || isInitials(lines[n]) || (isBelowClosing || isAboveDate) && isName(lines[n]) else {
      continue
    }
    signed.insert(n)
    // `Your loving` needs no comma above the name
    if n - 1 >= body, isClosing(lines[n - 1]) || goesOnBelow(lines[n - 1]) { signed.insert(n - 1) }
  }
  // place and date may stand below the name as well
  for n in lines.indices where signed.contains(n - 1) && isDateline(lines[n]) { signed.insert(n) }
  // a name alone below what is said makes no letter of it
  guard !signed.isEmpty, address != nil || head > 0 || signed.contains(where: { isClosing(lines[$0]) }),
    signed.count + body < lines.count
  else { return nil }
  let foot = lines.indices.reversed().prefix { signed.contains($0) }.count
  let signature = lines.suffix(foot).map(\.trailing)
  let inner = (head..<lines.count - foot).map { n in Block.paragraph(signed.contains(n) ? lines[n].trailing : lines[n])
  }
  return (
    Letter(dateline: lines.prefix(head).map(\.trailing), inner, signature: signature, source: lines[0].source), end
  )
}

/// Words that close a letter and, on a line of its own right below them, a name stand at the right wherever they are.
func withClosings(_ blocks: [Block]) -> [Block] {
  guard blocks.contains(where: { $0.paragraph?.closingLines != nil || opensClosing($0) }) else { return blocks }
  var made: [Block] = []
  var i = 0
  while i < blocks.count {
    if let lines = blocks[i].paragraph?.closingLines {
      made += lines.map(Block.paragraph)
      i += 1
    } else if let (lines, rest, end) = closing(in: blocks, at: i) {
      made += lines.map(Block.paragraph) + (rest.map { [$0] } ?? [])
      i = end
    } else {
      made.append(blocks[i])
      i += 1
    }
  }
  return made
}

/// How the words begin that close a letter, in small letters.
private let openingsOfClosings = [
  "i am,", "i am my", "i am dear", "i am sir", "i am yours", "i am your", "i am with", "i am ever", "i remain",
  "i have the honour", "i have the honor", "i beg to remain", "believe me", "and believe me", "yours", "your ",
  "ever yours", "ever your", "with ", "faithfully", "sincerely", "affectionately", "most ", "very ", "je suis",
  "j’ai l’honneur", "j'ai l'honneur", "votre", "ich bin", "ich verbleibe", "mit ", "ihr ", "dein ", "euer ",
]

func opensClosing(_ block: Block) -> Bool {
  // most blocks are told by their first letters
  guard let begun = block.firstWords?.lowercased(), openingsOfClosings.contains(where: begun.hasPrefix) else {
    return false
  }
  guard let first = block.shortLines?.first, let text = first.shortText(60)?.lowercased() else { return false }
  return openingsOfClosings.contains(where: text.hasPrefix)
}

/// Short lines from a block on, in one or several, that begin as a closing does, say one of its words and end in a name:
/// `I am, dear Sir, / Your obedient servant, / J. S.` Also lines below the name that looked like one poem with it, and
/// the block behind all.
private func closing(in blocks: [Block], at start: Int) -> (lines: [Paragraph], rest: Block?, end: Int)? {
  guard opensClosing(blocks[start]) else { return nil }
  var lines: [Paragraph] = []
  var k = start
  while k < blocks.count, k - start < 4, let own = blocks[k].shortLines {
    for (n, line) in own.enumerated() {
      // a sentence that ends is none of it
      if let sign = lines.last?.shortText(60)?.last, ".!?".contains(sign) || lines.count == 7 { return nil }
      lines.append(line)
      guard lines.count > 1, isInitials(line) || isName(line.unplaced) || isSignature(line.unplaced),
        lines.dropLast().contains(where: \.saysClosing)
      else { continue }
      if n + 1 < own.count, case .verse(let verse) = blocks[k] {
        return (lines.map(\.trailing), .verse(verse.dropping(lines: n + 1)), k + 1)
      }
      return n + 1 < own.count ? nil : (lines.map(\.trailing), nil, k + 1)
    }
    k += 1
  }
  return nil
}

extension Verse {
  fileprivate func dropping(lines count: Int) -> Verse {
    var rest = self
    var left = count
    while left > 0, let first = rest.stanzas.first {
      if first.lines.count <= left {
        left -= first.lines.count
        rest.stanzas.removeFirst()
      } else {
        rest.stanzas[0].lines.removeFirst(left)
        left = 0
      }
    }
    if let first = rest.stanzas.first?.lines.first { rest.source = first.source }
    return rest
  }
}

extension Block {
  /// Enough of its first words to tell how it begins, without the marks before them.
  fileprivate var firstWords: Substring? {
    let first: Inline?
    switch self {
    case .paragraph(let paragraph): first = paragraph.inlines.first
    case .verse(let verse): first = verse.stanzas.first?.lines.first?.inlines.first
    default: first = nil
    }
    guard case .text(let words)? = first?.content else { return nil }
    return Substring(words.utf8.prefix(40)).drop { !$0.isLetter }
  }

  /// Its lines as paragraphs where all are short: of a paragraph that keeps them, or of a few lines that looked like verse.
  fileprivate var shortLines: [Paragraph]? {
    let lines: [Paragraph]
    switch self {
    case .paragraph(let paragraph) where paragraph.placement == .justified || paragraph.placement == .centred:
      lines = paragraph.inlines.split { $0.content == .lineBreak }.map {
        Paragraph(Array($0), source: $0.first?.source ?? paragraph.source)
      }
    case .verse(let verse) where verse.stanzas.allSatisfy { $0.lines.count <= 5 } && verse.stanzas.count <= 4:
      lines = verse.stanzas.flatMap(\.lines).map { Paragraph($0.inlines, source: $0.source) }
      if verse.stanzas.flatMap(\.lines).contains(where: { !$0.number.isEmpty }) { return nil }
    default: return nil
    }
    return lines.isEmpty || lines.count > 8 || !lines.allSatisfy { $0.shortText(60) != nil } ? nil : lines
  }
}

/// A paragraph behind which the next one opens with the same mark again.
private func goesOnQuoted(_ paragraph: Paragraph) -> Bool {
  paragraph.openingQuote.map { !paragraph.closes($0) } ?? false
}

/// A few words without a stop, behind which the name is expected.
private func goesOnBelow(_ paragraph: Paragraph) -> Bool {
  guard let text = paragraph.shortText(40), let last = text.last else { return false }
  return last == "," || last.isLetter
}

/// `“L.”`, `“A. B. C.”`
private func isInitials(_ paragraph: Paragraph) -> Bool {
  guard let text = paragraph.shortText(12), text.hasSuffix(".") || text.utf8.count == 1 else { return false }
  return text.split { !$0.isLetter }.allSatisfy { $0.count == 1 && ($0.first?.isUppercase ?? false) }
}

/// Up to five words that begin in capitals: `Robert Walton`.
func isName(_ paragraph: Paragraph) -> Bool {
  guard paragraph.placement == .justified, let text = paragraph.shortText(40),
    text.last.map({ !",;:!?".contains($0) }) ?? false
  else { return false }
  let words = text.split { $0 == " " || $0 == "\u{A0}" }
  return (1...5).contains(words.count)
    && words.allSatisfy { word in
      (word.first { $0.isLetter }?.isUppercase ?? false) || ["de", "von", "van", "of"].contains(word)
    }
}

extension Paragraph {
  var unplaced: Paragraph {
    var paragraph = self
    paragraph.placement = .justified
    return paragraph
  }

  /// The lines of `Your affectionate brother, / Robert Walton`, each a paragraph at the right; nil for all others.
  fileprivate var closingLines: [Paragraph]? {
    guard placement != .trailing, inlines.contains(where: { $0.content == .lineBreak }) else { return nil }
    let lines = inlines.split { $0.content == .lineBreak }.map {
      Paragraph(Array($0), source: $0.first?.source ?? source)
    }
    guard (2...5).contains(lines.count), lines.allSatisfy({ $0.shortText(60) != nil }), let last = lines.last,
      isName(last) || isSignature(last), isClosing(lines[lines.count - 2])
    else { return nil }
    return lines.map(\.trailing)
  }

  /// The double mark that it opens with, behind signs of emphasis.
  fileprivate var openingQuote: Character? {
    guard placement != .centred, case .text(let text)? = inlines.first?.content, let first = text.first else {
      return nil
    }
    return "“\"«„".contains(first) ? first : nil
  }

  /// Whether what the mark opened is ended within it, as in `“So it is,” he said.`
  fileprivate func closes(_ mark: Character) -> Bool {
    let text = inlines.plainText
    if mark == "\"" { return text.count(where: { $0 == mark }).isMultiple(of: 2) }
    let closing: Set<Character> = mark == "«" ? ["»"] : mark == "„" ? ["“", "”"] : ["”"]
    return text.count(where: { $0 == mark }) <= text.count(where: closing.contains)
  }

  /// Nothing but a stop or a star stands behind the last closing mark.
  fileprivate var endsQuoted: Bool {
    inlines.plainText.last(where: { !".,* ".contains($0) }).map { "”\"»“".contains($0) } ?? false
  }
}

internal import BookModel
internal import Units

/// Terms with what they mean below them, hanging: pandoc's definitions.
enum MarkdownDefinitions {
  /// Stands before each definition in the text that cmark reads; a manuscript has no such sign.
  static let sign: Character = "\u{3}"

  /// The term's paragraph and its definitions, of a paragraph in which these stand; nil for any other.
  static func blocks(of inlines: [Inline]) -> [Block]? {
    guard inlines.contains(where: { place(of: sign, in: $0) != nil }) else { return nil }
    var parts: [[Inline]] = [[]]
    for inline in inlines {
      var rest: Inline? = inline
      while let current = rest {
        guard let place = place(of: sign, in: current) else {
          parts[parts.count - 1].append(current)
          break
        }
        if place > 0, let (front, _) = current.parted(atByte: place) { parts[parts.count - 1].append(front) }
        parts.append([])
        rest = place > 0 ? current.parted(atByte: place)?.1 : current
        rest = rest?.parted(atByte: 1)?.1
      }
    }
    var blocks: [Block] = []
    let term = parts[0].trimmed
    if let first = term.first { blocks.append(Block.paragraph(Paragraph(term, source: first.source)).flush) }
    let meanings = parts.dropFirst().map(\.trimmed).compactMap { part in
      part.first.map { List.Item([.paragraph(Paragraph(part, source: $0.source))], source: $0.source) }
    }
    if let source = meanings.first?.source { blocks.append(.list(.unmarked(meanings, source: source))) }
    return blocks
  }

  /// A definition behind a blank line: the paragraph before it is its term.
  static func markTerm(in blocks: inout [Block]) {
    guard let term = blocks.last?.paragraph,
      term.inlines.allSatisfy({
        $0.style.traits.contains(.strong) || $0.style.traits.contains(.emphasis)
      })
    else { return }
    blocks[blocks.count - 1].paragraph?.isFlush = true
  }

  private static func place(of sign: Character, in inline: Inline) -> Int? {
    guard case .text(var text) = inline.content, let byte = sign.utf8.first else { return nil }
    return text.withUTF8 { EightBytes.first(byte, or: byte, in: $0, $0.indices) }
  }
}

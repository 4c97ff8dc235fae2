internal import BookModel
internal import PageDesign

// How long a manuscript is, as editors ask it.

extension PageDesign {
  /// For the title page; nothing where that does not say it.
  func wordCount(of book: Book) -> String { titlePageForm == .manuscript ? book.roundedWordCount : "" }
}

extension Book {
  /// Words to the nearest thousand, below ten thousand to the nearest hundred:
  /// "26,000" (W. Shunn, Proper manuscript format).
  var roundedWordCount: String {
    let count = sections.reduce(0) { $0 + Book.words(in: $1.blocks) }
    let step = count < 10_000 ? 100 : 1000
    let rounded = max((count + step / 2) / step * step, min(count, 100))
    let thousands = rounded / 1000
    guard thousands > 0 else { return String(rounded) }
    return "\(thousands),\(String(rounded % 1000 + 1000).dropFirst())"
  }

  private static func words(in blocks: [Block]) -> Int {
    blocks.reduce(0) { $0 + words(in: $1) }
  }

  private static func words(in block: Block) -> Int {
    switch block {
    case .paragraph(let paragraph): words(paragraph.inlines)
    case .heading, .figure, .sceneBreak, .pageBreak: 0
    case .verse(let verse): verse.stanzas.reduce(0) { $0 + $1.lines.reduce(0) { $0 + words($1.inlines) } }
    case .quotation(let quotation): words(in: quotation.blocks)
    case .letter(let letter): words(in: letter.blocks)
    case .speech(let speech): words(speech.speaker) + words(in: speech.blocks)
    case .list(let list): list.items.reduce(0) { $0 + words(in: $1.blocks) }
    case .table(let table): table.rows.joined().reduce(0) { $0 + words($1.inlines) + words(in: $1.blocks) }
    case .preformatted(let lines): lines.lines.reduce(0) { $0 + words($1.text) }
    }
  }

  private static func words(_ inlines: [Inline]) -> Int {
    inlines.reduce(0) { sum, inline in
      if case .text(let text) = inline.content { sum + words(text) } else { sum }
    }
  }

  /// Runs without spaces; a word in two styles counts twice, which a rounded count bears.
  private static func words(_ text: String) -> Int {
    var count = 0
    var isInWord = false
    for byte in text.utf8 {
      let isSpace = byte == 0x20 || byte == 0x09
      if !isSpace, !isInWord { count += 1 }
      isInWord = !isSpace
    }
    return count
  }
}

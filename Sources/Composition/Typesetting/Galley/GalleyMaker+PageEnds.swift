internal import BookModel
internal import PageBreaking

/// What a page had better not end with.
enum PageEnd {
  /// For a page that ends with what belongs to the text after it: the stars of a scene break, a
  /// speaker's name, a poem's number, the first part of a line of verse that is turned. Dearer than a
  /// spread one line off, cheaper than a widow.
  static let unseemly: Int32 = 700_000
}

extension GalleyMaker {
  /// Whether white parts a paragraph from the one above it: an inscription or a sign in the middle of the page, the date
  /// at the right above a letter, the text below its signature.
  static func standsApart(_ paragraph: Paragraph, at index: Int, of blocks: [Block]) -> Bool {
    guard case .paragraph(let before) = blocks[index - 1], before.displayed == nil, paragraph.displayed == nil else {
      return false
    }
    switch (before.placement, paragraph.placement) {
    case (.justified, .centred), (.centred, .justified): return true
    case (.justified, .trailing): return index + 1 < blocks.count && greets(blocks[index + 1])
    case (.trailing, .justified): return !greets(blocks[index])
    default: return false
    }
  }

  /// Most bytes of a line that only announces another, and of one that is a poem's title.
  private static let longestAnnouncement = 80
  static let longestTitle = 50

  /// Whether a line says no more than what comes next: a number, words all in capitals (a speaker, a
  /// greeting, a title that the manuscript does not mark), words before a colon above what is set off, a
  /// short line above verse, a date above a greeting.
  static func announces(_ paragraph: Paragraph, _ next: Block) -> Bool {
    if paragraph.placement == .trailing { return greets(next) }
    var size = 0
    for inline in paragraph.inlines {
      guard case .text(let text) = inline.content else { continue }
      // most are far too long: no sign counts less than half of its bytes
      if size + text.utf8.count / 2 > longestAnnouncement { return false }
      // an ideograph, of three bytes, is as wide as two letters
      size += text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? UTF8.width($1) : 2) }
      if size > longestAnnouncement { return false }
    }
    let scalars = paragraph.inlines.plainText.unicodeScalars.filter { $0 != " " }
    if let end = scalars.last(where: { !isDash($0) }), end == ":" || end == "\u{FF1A}", isSetOff(next) { return true }
    if headsLetter([.paragraph(paragraph), next], at: 0) { return true }
    // what is said aloud announces nothing
    guard let first = scalars.first, first != "\u{201C}", first != "\"" else { return false }
    if case .verse = next, isTitle(paragraph) { return true }
    var capitals = 0
    var hasFigures = false
    for scalar in scalars {
      switch scalar.value {
      case 0x30...0x39: hasFigures = true
      case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0x2018, 0x2019, 0x201D: break
      case _ where isDash(scalar): break
      default:
        guard scalar.properties.isUppercase else { return false }
        capitals += 1
      }
    }
    return capitals > 1 || hasFigures && capitals == 0
  }

  /// `_Letter, Lucy Westenra to Mina Murray._` above that letter.
  static func headsLetter(_ blocks: [Block], at index: Int) -> Bool {
    guard index + 1 < blocks.count, case .letter = blocks[index + 1], case .paragraph(let paragraph) = blocks[index]
    else { return false }
    return paragraph.placement != .trailing && paragraph.inlines.plainText.utf8.count <= longestAnnouncement
  }

  /// Place and date at the right, and nothing else above them in their section: a letter begins.
  static func isHeadOfLetter(_ blocks: [Block], through index: Int) -> Bool {
    index < 3 && blocks[...index].allSatisfy(isTrailing)
  }

  /// Whether a chapter's text may begin with a paragraph; a line above it says how or for whom it was written:
  /// `(Kept in a copy-book.)`, `_To the same._`
  static func mayOpen(_ paragraph: Paragraph) -> Bool {
    let text = paragraph.inlines.plainText
    let isAside =
      paragraph.isInItalics || text.hasPrefix("(") && text.hasSuffix(")") || text.hasPrefix("[") && text.hasSuffix("]")
    return paragraph.placement == .justified && !(isAside && text.utf8.count <= longestAnnouncement)
  }

  /// Whether a line is short enough for a poem's title and does not break off in the middle of what it says.
  static func isTitle(_ paragraph: Paragraph) -> Bool {
    let text = paragraph.inlines.plainText
    guard let first = text.first, let last = text.last, text.utf8.count <= longestTitle else { return false }
    return !"“‘«\"".contains(first) && !",;".contains(last)
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool { (0x2010...0x2015).contains(scalar.value) }

  /// Whether a letter's first line greets: `DEAR SIR,` `My dear friend:—`.
  static func greets(_ block: Block) -> Bool {
    guard case .paragraph(let paragraph) = block, paragraph.placement != .trailing else { return false }
    let text = paragraph.inlines.plainText
    guard text.utf8.count <= longestAnnouncement, let last = text.last else { return false }
    return ",:—–-!".contains(last)
  }

  static func isTrailing(_ block: Block) -> Bool {
    if case .paragraph(let paragraph) = block { paragraph.placement == .trailing } else { false }
  }

  private static func isSetOff(_ block: Block) -> Bool {
    switch block {
    case .verse, .quotation, .callout, .letter, .list, .table, .preformatted: true
    default: false
    }
  }

  /// No page ends after what was set last, if it can be helped.
  func keepLastUnwillingly() {
    guard let last = galley.elements.indices.last, galley.elements[last].vertical.kind == .paragraph else { return }
    galley.elements[last].vertical.breakAfter = PageEnd.unseemly
  }

  /// A heading that stands over what comes next has so many rows of it below.
  func keepHead(rows: Int) {
    guard let index = galley.elements.lastIndex(where: { $0.vertical.kind != .space }),
      galley.elements[index].vertical.rowsBelow > 0
    else { return }
    galley.elements[index].vertical.rowsBelow = max(galley.elements[index].vertical.rowsBelow, rows)
  }
}

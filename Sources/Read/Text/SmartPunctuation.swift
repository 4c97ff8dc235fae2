package import BookModel
internal import Units

/// The marks a language opens and closes a quotation with, outer and inner.
package struct QuoteStyle: Equatable {
  package var open: [UInt8]
  package var close: [UInt8]
  package var innerOpen: [UInt8]
  package var innerClose: [UInt8]

  init(_ open: String, _ close: String, _ innerOpen: String, _ innerClose: String) {
    self.open = Array(open.utf8)
    self.close = Array(close.utf8)
    self.innerOpen = Array(innerOpen.utf8)
    self.innerClose = Array(innerClose.utf8)
  }

  /// By the first part of a BCP 47 tag (CLDR, delimiters); English where the language is not known.
  package static func of(_ language: String?) -> QuoteStyle {
    switch language?.lowercased().prefix(while: { $0 != "-" && $0 != "_" }) {
    case "de", "cs", "sk", "sl", "is", "bg", "et", "lt", "ka": QuoteStyle("„", "“", "‚", "‘")
    case "fr": QuoteStyle("«\u{202F}", "\u{202F}»", "“", "”")
    case "ru", "uk", "be": QuoteStyle("«", "»", "„", "“")
    case "es", "it", "pt", "ca", "el", "nb", "no", "nn": QuoteStyle("«", "»", "“", "”")
    case "pl", "ro", "hu", "hr": QuoteStyle("„", "”", "«", "»")
    case "fi", "sv", "he", "yi": QuoteStyle("”", "”", "’", "’")
    case "ar": QuoteStyle("”", "“", "’", "‘")
    case "fa", "hy": QuoteStyle("«", "»", "‹", "›")
    case "da": QuoteStyle("»", "«", "›", "‹")
    default: QuoteStyle("“", "”", "‘", "’")
    }
  }
}

/// How a text writes its dashes in hyphens.
package enum DashHabit: Sendable {
  /// Two hyphens, or three, are an em dash: typescripts, Project Gutenberg.
  case typewriter
  /// Two are an en dash, three an em dash: Markdown, TeX.
  case markdown
  /// They are a printer's already, and so are all other signs: nothing is changed.
  case printed
}

/// Makes the typewriter signs of a book typographic: straight quotes by language,
/// apostrophes, `...`, `--` and `----`, the hyphen of `1806 - 07`.
///
/// Each sign but `...` is changed only where the whole text uses the typewriter's form: a book
/// with curly double quotes keeps its own, and its straight apostrophes are still
/// curled. Where dashes stand close on both sides, the space after one behind a stop goes (`word.-- I`).
/// In Markdown hyphens between words are dashes even so, for whoever types both.
/// Of curly quotes those are turned that can only be a slip: `—“’` and `put ‘em`.
/// Code is left alone, and cells with measures in feet and inches. Every byte keeps its source.
///
/// - Parameter dashes: what `--` and `---` stand for.
package func smarten(_ book: inout Book, language: String?, dashes: DashHabit = .typewriter) {
  if dashes == .printed { return printTitles(of: &book, language: language) }
  var census = PunctuationCensus()
  for section in book.sections {
    for block in section.blocks { census.count(block) }
  }
  let language = language ?? book.metadata.language
  let rules = SmartRules(census: census, language: language, habit: dashes)
  for s in book.sections.indices {
    // Taken out and put back, so that no array is copied while it changes.
    var blocks: [Block] = []
    swap(&blocks, &book.sections[s].blocks)
    for b in blocks.indices { blocks[b] = rules.apply(to: blocks[b]) }
    swap(&blocks, &book.sections[s].blocks)
    if let heading = book.sections[s].heading { book.sections[s].heading = rules.apply(to: heading) }
  }
  book.notes = book.notes.mapValues { note in
    var note = note
    note.blocks = note.blocks.map { rules.apply(to: $0) }
    return note
  }
  printTitles(of: &book, language: language, habit: dashes)
}

/// The same of a copy.
package func smartened(_ book: Book, language: String?, dashes: DashHabit = .typewriter) -> Book {
  var book = book
  smarten(&book, language: language, dashes: dashes)
  return book
}

/// A title stands in print whatever the text's own habit is.
private func printTitles(of book: inout Book, language: String?, habit: DashHabit = .typewriter) {
  let display = SmartRules(language: language ?? book.metadata.language, habit: habit)
  for part in [\Metadata.title, \.subtitle, \.dedication, \.epigraph] {
    if let text = book.metadata[keyPath: part] { book.metadata[keyPath: part] = display.apply(to: text) }
  }
}

struct SmartRules {
  var quotes: QuoteStyle
  var curlsDouble: Bool
  var curlsSingle: Bool
  var dashes: Bool
  /// The text has dashes of its own as well: hyphens are turned where they stand as dashes do.
  var mixedDashes = false
  /// Spaces after dashes behind a stop are slips.
  var closesDashes = false
  var habit: DashHabit
  /// Words of the language that begin with an apostrophe.
  var cutWords: Set<String>
  /// The language sets its stops and guillemets off by thin spaces.
  var spacesStops: Bool

  init(census: PunctuationCensus, language: String?, habit: DashHabit) {
    self.init(language: language, habit: habit)
    curlsDouble = census.straightDouble > 0 && census.straightDouble > 4 * census.curlyDouble
    curlsSingle = census.straightSingle > 0 && census.straightSingle * 4 > census.curlySingle
    dashes = census.hyphenDash > 0 && census.hyphenDash > 4 * census.trueDash
    mixedDashes = !dashes && census.hyphenDash > 0 && habit == .markdown
    closesDashes = census.strayDash > 0 && census.closedDash > 4 * (census.strayDash + census.openDash)
  }

  /// For words that are always set in print: every typewriter sign is changed.
  init(language: String?, habit: DashHabit) {
    self.habit = habit
    quotes = QuoteStyle.of(language)
    cutWords = CutWords.of(language)
    spacesStops = FrenchSpaces.areSet(in: language)
    (curlsDouble, curlsSingle, dashes) = (true, true, true)
  }

  func apply(to text: String) -> String { apply(to: [Inline(text)]).plainText }

  func apply(to heading: Heading) -> Heading {
    var heading = heading
    heading.title = apply(to: heading.title)
    return heading
  }

  func apply(to block: Block) -> Block {
    switch block {
    case .paragraph(let paragraph) where !spacesStops && !mayChange(paragraph.inlines): return block
    case .verse(var block):
      // a quotation may go on over the lines of a stanza
      for s in block.stanzas.indices {
        var state = SmartState()
        for l in block.stanzas[s].lines.indices {
          state.previous = 0x20
          block.stanzas[s].lines[l].inlines = apply(to: block.stanzas[s].lines[l].inlines, &state)
        }
      }
      return .verse(block)
    default:
      var block = block
      block.rewriteParts(
        text: { inlines, place in
          guard place != .label, place != .speaker, place != .cell || !SmartRules.hasMeasures(inlines) else { return }
          inlines = apply(to: inlines)
        },
        block: { $0 = apply(to: $0) })
      return block
    }
  }

  /// A straight mark behind a figure, as in 5' 10": what stands in a column is no quotation's end.
  private static func hasMeasures(_ inlines: [Inline]) -> Bool {
    let text = Array(inlines.plainText.utf8)
    return zip(text, text.dropFirst()).contains { $0.isASCIIDigit && ($1 == 0x22 || $1 == 0x27) }
  }

  /// A link whose words are its target: every sign of an address counts.
  private func isAddress(_ inline: Inline, _ run: String) -> Bool {
    guard let link = inline.style.extras.link else { return false }
    return link.hasSuffix(run)
  }

  private func apply(to inlines: [Inline]) -> [Inline] {
    guard mayChange(inlines) else { return spaced(inlines) }
    var state = SmartState()
    return apply(to: inlines, &state)
  }

  /// With the thin spaces of French, where the text is French.
  private func spaced(_ inlines: [Inline]) -> [Inline] {
    guard spacesStops else { return inlines }
    return inlines.map { inline in
      guard case .text(let run) = inline.content, !inline.style.traits.contains(.code), !isAddress(inline, run) else {
        return inline
      }
      return inline.edited(FrenchSpaces.edits(of: Array(run.utf8)))
    }
  }

  private func apply(to inlines: [Inline], _ state: inout SmartState) -> [Inline] {
    spaced(curled(inlines, &state))
  }

  private func curled(_ inlines: [Inline], _ state: inout SmartState) -> [Inline] {
    inlines.indices.map { n in
      let inline = inlines[n]
      guard case .text(let run) = inline.content else {
        if inline.content == .lineBreak { state.previous = 0x20 }
        return inline
      }
      if inline.style.traits.contains(.code) || isAddress(inline, run) {
        state.previous = run.utf8.last ?? state.previous
        return inline
      }
      var after: UInt8 = 0x20
      if n + 1 < inlines.count, case .text(let next) = inlines[n + 1].content { after = next.utf8.first ?? 0x20 }
      return smarten(inline, run, next: after, &state)
    }
  }
}

/// What went before in the same paragraph.
struct SmartState {
  var previous: UInt8 = 0x20
  /// Single quotations opened and not closed.
  var singles = 0
  var doubles = 0
}

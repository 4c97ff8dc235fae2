package import BookModel
package import Units

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

  static let german = QuoteStyle("„", "“", "‚", "‘")

  /// By a BCP 47 tag, of whose regions few differ (CLDR, delimiters); English where the language is not known.
  package static func of(_ language: String?) -> QuoteStyle {
    switch language?.lowercased().replacing("_", with: "-") {
    // in Switzerland guillemets point out in every language
    case "de-ch", "de-li", "it-ch", "rm-ch": return QuoteStyle("«", "»", "‹", "›")
    case "fr-ch": return QuoteStyle("«\u{202F}", "\u{202F}»", "‹\u{202F}", "\u{202F}›")
    case "pt-br", "es-419", "es-mx", "es-us": return QuoteStyle("“", "”", "‘", "’")
    default: break
    }
    return switch language?.lowercased().prefix(while: { $0 != "-" && $0 != "_" }) {
    case "de", "cs", "sk", "sl", "is", "bg", "et", "lt", "ka": QuoteStyle("„", "“", "‚", "‘")
    case "gsw", "rm": QuoteStyle("«", "»", "‹", "›")
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
/// Dashes are changed only where the whole text uses the typewriter's form. Straight quotes are turned beside curly
/// ones too, into those that the text has; printed matter that has any curly ones keeps all as they are. Where dashes stand close on both sides, the space after one behind a stop goes (`word.-- I`).
/// In Markdown hyphens between words are dashes even so, for whoever types both, and so is one hyphen between spaces;
/// what stands behind a backslash there stays as it is typed.
/// Of curly quotes those are turned that can only be a slip: `—“’`, `put ‘em`, `‘Tis`.
/// Code is left alone, and cells with measures in feet and inches. Every byte keeps its source.
///
/// - Parameters:
///   - dashes: what `--` and `---` stand for.
///   - sources: the files that were read, in Markdown: there a backslash says that a sign is meant as it stands.
/// - Returns: dashes that stand for the marks of a list, with the place before which each stands.
@discardableResult
package func smarten(
  _ book: inout Book, language: String?, dashes: DashHabit = .typewriter, sources: [[UInt8]] = []
) -> [(words: String, source: SourceLocation)] {
  let language = language ?? book.metadata.language
  var census = PunctuationCensus()
  for section in book.sections {
    if let heading = section.heading { census.count(.heading(heading)) }
    for block in section.blocks { census.count(block) }
  }
  // signs that are put in are not the writer's: they are not counted
  var spoken = SpokenDashes(language: language, sources: dashes == .markdown ? sources : [])
  spoken?.apply(to: &book)
  let given = spoken?.given ?? []
  // a printer's signs are left alone, but straight quotes are none; a few that were copied in say nothing of the rest
  let (curly, straight) = (
    census.curlyDouble + census.curlySingle, census.straightDouble + census.straightSingle
  )
  let isTyped = straight > 0 && curly * 5 <= straight
  // nor are hyphens for dashes, where the text has no others
  let hasTypedDashes =
    census.hyphenDash > 0 && census.trueDash == 0 && census.straightDouble + census.straightSingle == 0
    && !census.namesOptions
  if dashes == .printed, !isTyped, !hasTypedDashes {
    printTitles(of: &book, language: language)
    return given
  }
  let habit = dashes == .printed ? .typewriter : dashes
  var rules = SmartRules(census: census, language: language, habit: habit)
  if habit == .markdown { rules.sources = sources }
  if spoken?.turnsLoneHyphens ?? false { rules.turnsLoneHyphens = true }
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
  printTitles(of: &book, language: language, habit: habit)
  return given
}

/// The same of a copy.
package func smartened(
  _ book: Book, language: String?, dashes: DashHabit = .typewriter, sources: [[UInt8]] = []
) -> Book {
  var book = book
  smarten(&book, language: language, dashes: dashes, sources: sources)
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
  /// The text tells of a program: two hyphens before a small word are of its name.
  var namesOptions = false
  /// Speech stands between double marks: a single one opens what is quoted within it, and seldom.
  var quotesByDouble = false
  /// One hyphen between spaces is a dash.
  var turnsLoneHyphens: Bool
  /// Spaces after dashes behind a stop are slips.
  var closesDashes = false
  var habit: DashHabit
  /// The dash between words of the language.
  var dash: DashStyle
  /// Files in which a backslash says that a sign stays as it is.
  var sources: [[UInt8]] = []
  /// Words of the language that begin with an apostrophe.
  var cutWords: Set<String>
  /// The language sets its stops and guillemets off by thin spaces.
  var spacesStops: Bool
  /// Letters are numbers as well, with a sign behind them.
  private var countsInLetters: Bool
  private var language: String?

  init(census: PunctuationCensus, language: String?, habit: DashHabit) {
    self.init(language: language, habit: habit)
    curlsDouble = census.straightDouble > 0
    curlsSingle = census.straightSingle > 0
    if let own = census.ownQuotes(beside: quotes) { quotes = own }
    dashes = census.hyphenDash > 0 && census.hyphenDash > 4 * census.trueDash
    namesOptions = census.namesOptions && habit == .typewriter
    quotesByDouble = census.curlyDouble + census.straightDouble > 2 * census.singleOpen
    mixedDashes = !dashes && census.hyphenDash > 0 && habit == .markdown
    closesDashes = census.strayDash > 0 && census.closedDash > 4 * (census.strayDash + census.openDash)
  }

  /// For words that are always set in print: every typewriter sign is changed.
  init(language: String?, habit: DashHabit) {
    self.habit = habit
    self.language = language
    quotes = QuoteStyle.of(language)
    dash = DashStyle.of(language)
    cutWords = CutWords.of(language)
    spacesStops = FrenchSpaces.areSet(in: language)
    countsInLetters = GreekNumerals.areSet(in: language)
    (curlsDouble, curlsSingle, dashes) = (true, true, true)
    turnsLoneHyphens = habit == .markdown
  }

  /// Those of a paragraph that is all of another language; nil where the book's hold. A phrase within a sentence keeps
  /// the marks of that.
  private func own(of inlines: [Inline]) -> SmartRules? {
    func primary(_ tag: String?) -> Substring? { tag?.prefix { $0 != "-" && $0 != "_" } }
    guard let other = inlines.first?.style.extras.language, primary(other) != primary(language ?? "en"),
      inlines.allSatisfy({ $0.style.extras.language == other })
    else { return nil }
    var rules = self
    rules.language = other
    rules.quotes = QuoteStyle.of(other)
    rules.dash = DashStyle.of(other)
    rules.cutWords = CutWords.of(other)
    rules.spacesStops = FrenchSpaces.areSet(in: other)
    rules.countsInLetters = GreekNumerals.areSet(in: other)
    return rules
  }

  func apply(to text: String) -> String { apply(to: [Inline(text)]).plainText }

  func apply(to heading: Heading) -> Heading {
    var heading = heading
    heading.title = apply(to: heading.title)
    if countsInLetters { heading.label = spaced(heading.label) }
    return heading
  }

  func apply(to block: Block) -> Block {
    switch block {
    case .paragraph(let paragraph) where !spacesStops && !countsInLetters && !mayChange(paragraph.inlines): return block
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
    if let rules = own(of: inlines) { return rules.apply(to: inlines) }
    guard mayChange(inlines) else { return spaced(inlines) }
    var state = SmartState()
    return apply(to: inlines, &state)
  }

  /// With the thin spaces of French and the numeral signs of Greek, where the text is of these.
  private func spaced(_ inlines: [Inline]) -> [Inline] {
    guard spacesStops || countsInLetters else { return inlines }
    return inlines.map { inline in
      guard case .text(let run) = inline.content, !inline.style.traits.contains(.code), !isAddress(inline, run) else {
        return inline
      }
      let bytes = Array(run.utf8)
      return inline.edited(spacesStops ? FrenchSpaces.edits(of: bytes) : GreekNumerals.edits(of: bytes))
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
  /// The last straight double mark closed one.
  var hasClosed = false
}

package import BookModel
internal import Units

extension BookTypesetter {
  /// Rounds in which folios settle; what still moves then is a page off.
  private static let mostRounds = 5

  /// The book with its folios where it refers to pages. These may move pages, which moves them: the book is set until
  /// they stand; not at all where only its end refers to what is before it, whose folios are known by then
  /// (`BookStream`).
  package func printingFolios(_ book: Book) throws(TypesettingError) -> Book {
    try printingFolios(book, rounds: nil).book
  }

  /// - Parameter rounds: how often the book is set at most; nil for as often as it takes.
  /// - Returns: also the folios that are printed, where the book was set for them.
  package func printingFolios(
    _ book: Book, rounds: Int?
  ) throws(TypesettingError) -> (book: Book, folios: PrintedFolios?) {
    guard book.refersToPages else { return (book, nil) }
    let marks = NoteNumbering.marks(of: book, design: design)
    let language = design.language(of: book.metadata)
    let whole = NoteNumbering.endnotes(of: book, marks: marks, design: design, language: language)
    if lastReferences(in: whole) != nil { return (book, nil) }
    var printed = book
    printed.refersToPages = false
    let asked = printed
    // figures as many as there will be, nearly everywhere: lines come out as wide from the first
    var known = PrintedFolios(guessedFor: asked)
    printed = asked.printing(known)
    for _ in 0..<(rounds ?? BookTypesetter.mostRounds) {
      let folios = try PrintedFolios(typeset(printed).list, marks)
      if folios == known { break }
      known = folios
      printed = asked.printing(folios)
    }
    return (printed, known)
  }

  /// The sections at the end that alone refer to pages, and only to those before them; nil where others do, or where one
  /// shares its pages with what it refers to.
  /// - Parameter book: as its sections are set, endnotes among them.
  func lastReferences(in book: Book) -> Range<Int>? {
    guard let last = book.lastReferences,
      !design.runs(of: book.sections).contains(where: {
        $0.lowerBound < last.lowerBound && last.lowerBound < $0.upperBound
      })
    else { return nil }
    return last
  }
}

/// The printed numbers of the pages on which marks and names stand, and of the notes that have one.
package struct PrintedFolios: Equatable, Sendable {
  private var folios: [TextMark: String] = [:]
  private var notes: [NoteKey: String] = [:]
  private struct MarkPlace: Equatable {
    var page: Int
    var isRecto: Bool
    var y: PackedLength
  }
  /// Where on pages they are; not known of what is guessed.
  private var spots: [TextMark: MarkPlace] = [:]

  /// Bytes of text on a page of many a book.
  private static let bytesOfPage = 1800

  /// By how much text stands before each place.
  init(guessedFor book: Book) {
    var bytes = 0
    for section in book.sections {
      section.visitPlaces { mark in
        if folios[mark] == nil { folios[mark] = String(bytes / PrintedFolios.bytesOfPage + 1) }
      } text: {
        bytes += $0
      }
    }
  }

  init(_ list: PageList, _ notes: [NoteKey: String]) {
    self.notes = notes
    for (anchor, place) in list.places {
      let mark: TextMark
      switch anchor {
      case .mark(let own): mark = own
      case .named(let name): mark = .label(name)
      default: continue
      }
      let page = Int(place.page)
      folios[mark] = list.label(ofPage: page)
      spots[mark] = MarkPlace(page: page, isRecto: list.pages[page].isRecto, y: place.y)
    }
  }

  /// Whether pages have them.
  package func hold(in list: PageList) -> Bool { PrintedFolios(list, notes).folios == folios }

  /// Takes the folios of what is not known yet.
  mutating func add(_ others: PrintedFolios) { folios.merge(others.folios) { own, _ in own } }

  /// `9`, `9–12`, `9 n. 3`; nil where no page has the place.
  func words(_ pages: PageReference) -> String? {
    guard let first = folios[pages.first] else { return nil }
    switch pages.wording {
    case .folios: break
    case .word(let one, let several, let marks):
      let different = Set(marks.compactMap { folios[$0] })
      return different.count > 1 ? several : one
    case .place(let from, let words):
      guard let here = spots[from], let there = spots[pages.first] else { return words.onPage + first }
      switch there.page - here.page {
      case 0: return there.y > here.y ? words.below : words.above
      case 1: return here.isRecto ? words.next : words.facing
      case -1: return here.isRecto ? words.facing : words.previous
      default: return words.onPage + first
      }
    }
    if let note = pages.note {
      return first + " " + note.word + (notes[note.key].map { "\u{A0}" + $0 } ?? "")
    }
    let last = pages.last.flatMap { folios[$0] } ?? first
    return last == first ? first : first + "\u{2013}" + last
  }
}

extension Book {
  fileprivate var lastReferences: Range<Int>? {
    var referred: Set<TextMark> = []
    var first: Int?
    for index in sections.indices {
      let count = referred.count
      sections[index].visitReferences { referred.insert($0) }
      if first == nil, referred.count > count { first = index }
    }
    var inNotes = false
    for note in notes.values {
      for block in note.blocks {
        block.visitText { inlines, _ in inNotes = inNotes || inlines.contains { $0.style.pages != nil } }
      }
    }
    guard let first, !inNotes else { return nil }
    for section in sections[first...] {
      var isReferred = section.matter == .front
      section.visitPlaces { isReferred = isReferred || referred.contains($0) }
      if isReferred { return nil }
    }
    return first..<sections.count
  }

  /// What the pages before the body are made of: their own text, and all that contents and lists of figures name.
  func withoutBody() -> Book {
    var book = self
    book.refersToPages = false
    func gather(_ block: Block, into found: inout [Block]) {
      switch block {
      case .heading, .figure: found.append(block)
      // what lists name; of a theorem no more is asked than its label
      case .paragraph(let paragraph) where paragraph.label?.kind == .table: found.append(block)
      case .callout(var callout) where !callout.number.isEmpty:
        var inner: [Block] = []
        callout.blocks.forEach { gather($0, into: &inner) }
        callout.blocks = inner
        found.append(.callout(callout))
      default:
        var inner: [Block] = []
        block.visitParts(text: { _, _ in }) { gather($0, into: &inner) }
        found += inner
      }
    }
    for index in sections.indices where sections[index].matter != .front {
      var found: [Block] = []
      for block in sections[index].blocks { gather(block, into: &found) }
      book.sections[index].blocks = found
    }
    return book
  }

  /// - Parameter folios: of what runs refer to.
  func printing(_ folios: PrintedFolios) -> Book {
    var book = self
    book.rewriteTextAndNotes { inlines, _ in inlines = inlines.printing(folios) }
    return book
  }
}

extension Section {
  fileprivate func visitReferences(_ body: (TextMark) -> Void) {
    func look(_ inlines: [Inline]) {
      for inline in inlines {
        guard let pages = inline.style.pages else { continue }
        body(pages.first)
        if let last = pages.last { body(last) }
      }
    }
    heading?.visitText { inlines, _ in look(inlines) }
    for block in blocks { block.visitText { inlines, _ in look(inlines) } }
  }

  /// What others may refer to, in reading order, and the bytes of text before and between.
  fileprivate func visitPlaces(_ body: (TextMark) -> Void, text: (Int) -> Void = { _ in }) {
    func look(_ inlines: [Inline]) {
      for inline in inlines {
        inline.style.textMarks.forEach(body)
        if case .text(let words) = inline.content { text(words.utf8.count) }
      }
    }
    func look(_ block: Block) {
      for name in block.names { body(.label(name)) }
      block.visitParts(text: { inlines, _ in look(inlines) }) { look($0) }
    }
    if let anchor { body(.label(anchor)) }
    if let heading {
      if let name = heading.anchor { body(.label(name)) }
      heading.visitText { inlines, _ in look(inlines) }
    }
    blocks.forEach { look($0) }
  }

  /// - Parameter folios: of what runs refer to.
  mutating func print(_ folios: PrintedFolios) {
    heading?.rewriteText { inlines, _ in inlines = inlines.printing(folios) }
    for index in blocks.indices { blocks[index].rewriteText { inlines, _ in inlines = inlines.printing(folios) } }
  }
}

extension Block {
  /// What links may call the block.
  fileprivate var names: [String] {
    switch self {
    case .paragraph(let block): [block.anchor, block.label?.name].compactMap { $0 }
    case .heading(let block): [block.anchor].compactMap { $0 }
    case .verse(let block): [block.anchor].compactMap { $0 }
    case .figure(let block): [block.label?.name].compactMap { $0 }
    case .callout(let block): [block.anchor].compactMap { $0 }
    default: []
    }
  }
}

extension [Inline] {
  /// Two pages that are one now are named once: `12, 13` is `9`.
  fileprivate func printing(_ folios: PrintedFolios) -> [Inline] {
    guard contains(where: { $0.style.pages != nil }) else { return self }
    var made: [Inline] = []
    /// The place of the reference before, while only a space stands behind it.
    var last: Int?
    for var inline in self {
      guard let pages = inline.style.pages, case .text(let text) = inline.content,
        let words = folios.words(pages)
      else {
        if last != made.count - 1 || inline.content != .text(" ") { last = nil }
        made.append(inline)
        continue
      }
      guard pages.wording == .folios else {
        inline.content = .text(words)
        inline.marks = []
        last = nil
        made.append(inline)
        continue
      }
      let comma = text.last == "," ? "," : ""
      if let last, case .text(let before) = made[last].content, before.hasSuffix(","), before.dropLast() == words[...] {
        made.removeSubrange((last + 1)...)
        made[last].content = .text(words + comma)
        // the main place is that whatever else stands on its page
        made[last].style.traits.formUnion(inline.style.traits.intersection(.strong))
        continue
      }
      inline.content = .text(words + comma)
      inline.marks = []
      last = made.count
      made.append(inline)
    }
    return made
  }
}

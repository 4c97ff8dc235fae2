package import BookModel
package import Design
internal import Units

extension BookTypesetter {
  /// Rounds in which folios settle; what still moves then is a page off.
  private static let mostRounds = 5

  /// How a book gets the numbers of pages that it refers to.
  package enum FolioManner: Sendable {
    /// Room is measured for them where they are single numbers, which are filled in when pages are made; where they
    /// are more, the book is set once before for them. They may turn out to be others, or to have no room.
    case once
    /// These may move pages, which moves them: the book is set until they stand.
    case settled
  }

  /// The book with its folios where it refers to pages, or with room for them (`BookStream`). Nothing is to be done
  /// where only its end refers to what is before it, whose folios are known by then.
  /// - Returns: also the folios that are printed, where the book was set for them.
  package func printingFolios(
    _ book: Book, _ manner: FolioManner
  ) throws(TypesettingError) -> (book: Book, folios: PrintedFolios?) {
    guard book.refersToPages else { return (book, nil) }
    let marks = NoteNumbering.marks(of: book, design: design)
    let language = design.language(of: book.metadata)
    let whole = NoteNumbering.endnotes(of: book, marks: marks, design: design, language: language)
    if soleReferences(in: whole) != nil { return (book, nil) }
    if manner == .once, !whole.holdsReference(where: \.isOfSeveralWords) || lastReferences(in: whole) != nil {
      return (book.measuringFolios(for: design), nil)
    }
    var printed = book
    printed.refersToPages = false
    let asked = printed
    // figures as many as there will be, nearly everywhere: lines come out as wide from the first
    var known = PrintedFolios(guessedFor: asked, design)
    printed = asked.printing(known)
    for _ in 0..<(manner == .once ? 1 : BookTypesetter.mostRounds) {
      let folios = try PrintedFolios(typeset(printed).list, marks)
      if folios == known { break }
      known = folios
      printed = asked.printing(folios)
    }
    return (printed, known)
  }

  /// A whole book with the folios that it refers to.
  package func typesetWithFolios(_ book: Book) throws(TypesettingError) -> Result {
    let once = try printingFolios(book, .once)
    let stream = try BookStream(self, once.book, keepsLines: true)
    while !stream.isSet { try stream.setNext() }
    let result = stream.finish()
    if stream.hasRoomForFolios, once.folios?.hold(in: result.list) ?? true { return result }
    return try typeset(printingFolios(book, .settled).book)
  }

  /// The sections at the end that alone refer to pages, and only to those before them; nil where others do, or where one
  /// shares its pages with what it refers to.
  /// - Parameter book: as its sections are set, endnotes among them.
  func soleReferences(in book: Book) -> Range<Int>? { ends(of: book.lastReferences { _ in true }, in: book) }

  /// The same, but others may refer to pages by single numbers.
  func lastReferences(in book: Book) -> Range<Int>? {
    ends(of: book.lastReferences(where: \.isOfSeveralWords), in: book)
  }

  private func ends(of last: Range<Int>?, in book: Book) -> Range<Int>? {
    guard let last,
      !design.runs(of: book.sections).contains(where: {
        $0.lowerBound < last.lowerBound && last.lowerBound < $0.upperBound
      })
    else { return nil }
    return last
  }
}

extension Inline {
  /// It refers to pages by more than a number that can be filled in when pages are made: its words say where, or two
  /// numbers that come out as one are to be named once.
  fileprivate var isOfSeveralWords: Bool {
    guard let pages = style.pages else { return false }
    if pages.wording != .folios || pages.last != nil || pages.note != nil { return true }
    if case .text(let text) = content { return text.hasSuffix(",") }
    return false
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

  /// By how much text stands before each place: rather a page too far than one too near, as lines have room for a
  /// number that comes out shorter.
  init(guessedFor book: Book, _ design: PageDesign) {
    // of many a face a letter is so many ems wide
    let line = max(design.measure.points / (design.size.points * 0.42), 1)
    let page = line * Double(max(design.rows, 1))
    var letters = 0.0
    for section in book.sections {
      section.visitPlaces { mark in
        if folios[mark] == nil { folios[mark] = String(Int(letters / page * 1.1) + 2) }
      } text: { text in
        // bytes that go on with a letter are none; those of ideographs are as wide as two
        letters += text.utf8.reduce(0) { $0 + ($1 < 0x80 ? 1 : $1 < 0xC0 ? 0 : $1 < 0xE0 ? 1 : 2) }
      } block: { block in
        // a last line is half empty, a picture as high as several
        if case .figure = block { letters += 12 * line } else { letters += line / 2 }
      }
      letters += page / 2
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

  /// How many figures the number of a place's page has.
  func figures(_ mark: TextMark) -> Int { folios[mark]?.utf8.count ?? 1 }

  /// Nil where no page has the place.
  subscript(mark: TextMark) -> String? { folios[mark] }

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
  fileprivate func holdsReference(where isOne: (Inline) -> Bool) -> Bool {
    var found = false
    visitText { inlines, _ in found = found || inlines.contains(where: isOne) }
    return found || notesHoldReference(where: isOne)
  }

  private func notesHoldReference(where isOne: (Inline) -> Bool) -> Bool {
    var found = false
    for note in notes.values {
      for block in note.blocks { block.visitText { inlines, _ in found = found || inlines.contains(where: isOne) } }
    }
    return found
  }

  /// The sections from the first that has such references on, where these lead before it; nil where they do not.
  fileprivate func lastReferences(where isOne: (Inline) -> Bool) -> Range<Int>? {
    func isReference(_ inline: Inline) -> Bool { inline.style.pages != nil && isOne(inline) }
    var referred: Set<TextMark> = []
    var first: Int?
    for index in sections.indices {
      let count = referred.count
      sections[index].visitReferences { if isReference($0) { referred.formUnion($0.placesReferredTo) } }
      if first == nil, referred.count > count { first = index }
    }
    guard let first, !notesHoldReference(where: isReference) else { return nil }
    for section in sections[first...] {
      var isReferred = section.matter == .front
      section.visitPlaces { isReferred = isReferred || referred.contains($0) }
      if isReferred { return nil }
    }
    return first..<sections.count
  }

  /// It names pages before the body by their numbers.
  var refersToFront: Bool {
    var places: Set<TextMark> = []
    for section in sections where section.matter == .front { section.visitPlaces { places.insert($0) } }
    return !places.isEmpty && holdsReference { $0.placesReferredTo.contains(where: places.contains) }
  }

  /// With room for the numbers of pages, which are filled in when these are made.
  package func measuringFolios(for design: PageDesign) -> Book {
    guard refersToPages else { return self }
    let guess = PrintedFolios(guessedFor: self, design)
    var book = self
    book.rewriteTextAndNotes { inlines, _ in
      for index in inlines.indices {
        guard let pages = inlines[index].style.pages, pages.wording == .folios, pages.note == nil else { continue }
        inlines[index].style.extras.pages?.figures = guess.figures(pages.first)
      }
    }
    return book
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
  fileprivate func visitReferences(_ body: (Inline) -> Void) {
    func look(_ inlines: [Inline]) { for inline in inlines where inline.style.pages != nil { body(inline) } }
    heading?.visitText { inlines, _ in look(inlines) }
    for block in blocks { block.visitText { inlines, _ in look(inlines) } }
  }

  /// What others may refer to, in reading order, and the text and blocks before and between.
  fileprivate func visitPlaces(
    _ body: (TextMark) -> Void, text: (String) -> Void = { _ in }, block visited: (Block) -> Void = { _ in }
  ) {
    func look(_ inlines: [Inline]) {
      for inline in inlines {
        inline.style.textMarks.forEach(body)
        if case .text(let words) = inline.content { text(words) }
      }
    }
    func look(_ block: Block) {
      visited(block)
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

extension Inline {
  fileprivate var placesReferredTo: [TextMark] {
    style.pages.map { [$0.first] + ($0.last.map { [$0] } ?? []) } ?? []
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
      inline.style.extras.pages?.figures = nil
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

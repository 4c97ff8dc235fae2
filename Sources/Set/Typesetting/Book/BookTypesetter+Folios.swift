package import BookModel
internal import Units

extension BookTypesetter {
  /// Rounds in which folios settle; what still moves then is a page off.
  private static let mostRounds = 5

  /// The book with its folios where it refers to pages. These may move pages, which moves them: the book is set until
  /// they stand; not at all where only its end refers to what is before it, whose folios are known by then
  /// (`BookStream`).
  package func printingFolios(_ book: Book) throws(TypesettingError) -> Book {
    guard book.refersToPages, book.lastReferences == nil else { return book }
    var printed = book
    printed.refersToPages = false
    let asked = printed
    let marks = NoteNumbering.marks(of: book, design: design)
    var known = PrintedFolios()
    for _ in 0..<BookTypesetter.mostRounds {
      let folios = try PrintedFolios(typeset(printed).list, marks)
      if folios == known { break }
      known = folios
      printed = asked.printing(folios)
    }
    return printed
  }
}

/// The printed numbers of the pages on which marks and names stand, and of the notes that have one.
struct PrintedFolios: Equatable {
  private var folios: [TextMark: String] = [:]
  private var notes: [NoteKey: String] = [:]

  init() {}

  init(_ list: PageList, _ notes: [NoteKey: String]) {
    self.notes = notes
    for (anchor, place) in list.places {
      switch anchor {
      case .mark(let mark): folios[mark] = list.label(ofPage: Int(place.page))
      case .named(let name): folios[.label(name)] = list.label(ofPage: Int(place.page))
      default: break
      }
    }
  }

  /// `9`, `9–12`, `9 n. 3`; nil where no page has the place.
  func words(_ pages: PageReference) -> String? {
    guard let first = folios[pages.first] else { return nil }
    if let note = pages.note {
      return first + " " + note.word + (notes[note.key].map { "\u{A0}" + $0 } ?? "")
    }
    let last = pages.last.flatMap { folios[$0] } ?? first
    return last == first ? first : first + "\u{2013}" + last
  }
}

extension Book {
  /// The sections at the end that alone refer to pages, and only to those of the body before them; nil where others do.
  var lastReferences: Range<Int>? {
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
    for index in sections.indices where index >= first || sections[index].matter == .front {
      if sections[index].has(referred) { return nil }
    }
    return first..<sections.count
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

  /// Some of the marks stand here.
  fileprivate func has(_ marks: Set<TextMark>) -> Bool {
    var found = anchor.map { marks.contains(.label($0)) } ?? false
    func look(_ inlines: [Inline]) {
      found = found || inlines.contains { $0.style.textMarks.contains { marks.contains($0) } }
    }
    func look(_ block: Block) {
      for name in block.names { found = found || marks.contains(.label(name)) }
      block.visitParts(text: { inlines, _ in look(inlines) }) { look($0) }
    }
    if let heading {
      heading.visitText { inlines, _ in look(inlines) }
      if let name = heading.anchor { found = found || marks.contains(.label(name)) }
    }
    blocks.forEach { look($0) }
    return found
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

package import BookModel
package import Design
internal import Units

/// How notes are numbered, and where they stand when they are not at the foot of the page.
package enum NoteNumbering {
  /// The printed mark of each note that is called; notes called by notes count after them.
  package static func marks(of book: Book, design: PageDesign) -> [NoteKey: String] {
    guard !book.notes.isEmpty else { return [:] }
    var marks: [NoteKey: String] = [:]
    var (last, lastLetter) = (0, 0)
    for section in book.sections {
      if design.noteNumbers != .book { (last, lastLetter) = (0, 0) }
      for key in keys(calledIn: section, of: book) where marks[key] == nil {
        guard let note = book.notes[key] else { continue }
        if note.aside == .unnumbered, design.place(of: note) == .margin {
          marks[key] = ""
        } else if note.keepsMark {
          marks[key] = note.mark
        } else if note.series == .lettered {
          lastLetter += 1
          marks[key] = letters(lastLetter)
        } else {
          last += 1
          marks[key] = design.isNumberedByPage(note) ? GalleyMaker.markOfPage : String(last)
        }
      }
    }
    return marks
  }

  /// a to z, then aa to zz and so on.
  private static func letters(_ number: Int) -> String {
    var (rest, letters) = (number, "")
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(0x61 + (rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }

  /// Notes in the order of their numbers, each once.
  private static func keys(calledIn section: Section, of book: Book) -> [NoteKey] {
    var found: [NoteKey] = []
    var seen: Set<NoteKey> = []
    func collect(_ inlines: [Inline]) {
      for inline in inlines {
        guard case .noteReference(let key) = inline.content, let note = book.notes[key], seen.insert(key).inserted
        else { continue }
        found.append(key)
        for block in note.blocks { block.visitText { inlines, _ in later.append(inlines) } }
      }
    }
    // what a note calls comes after it and before the next note of the text
    var later: [[Inline]] = []
    func collectAll(_ inlines: [Inline]) {
      for inline in inlines {
        guard case .noteReference = inline.content else { continue }
        collect([inline])
        while !later.isEmpty { collect(later.removeFirst()) }
      }
    }
    section.heading?.visitText { inlines, _ in collectAll(inlines) }
    for block in section.blocks { block.visitText { inlines, _ in collectAll(inlines) } }
    return found
  }

  /// The book with the notes that stand there as a section at its end, under the titles of their chapters; those with
  /// letters behind the others of a chapter.
  package static func endnotes(of book: Book, marks: [NoteKey: String], design: PageDesign, language: String) -> Book {
    guard design.hasEndnotes(book.notes) else { return book }
    var seen: Set<NoteKey> = []
    var blocks: [Block] = []
    for section in book.sections {
      let keys = endnotes(calledIn: section, of: book, design: design).filter { seen.insert($0).inserted }
      guard !keys.isEmpty else { continue }
      let title = heading(above: section)
      if !title.isEmpty {
        blocks.append(
          .heading(Heading(level: 3, title: [Inline(title, source: section.source)], source: section.source)))
      }
      for key in keys {
        guard let note = book.notes[key] else { continue }
        var style = InlineStyle.plain
        style.extras.link = LinkTarget.backLink(key)
        let label = Inline(.text((marks[key] ?? "*") + (note.keepsMark ? "" : ".")), style: style, source: note.source)
        let space = Inline("\u{A0}", source: note.source)
        if case .paragraph(var first)? = note.blocks.first {
          first.inlines = [label, space] + first.inlines
          // all numbers on the margin, whatever stands above
          first.isFlush = true
          blocks.append(.paragraph(first))
          blocks += note.blocks.dropFirst()
        } else {
          var alone = Paragraph([label], source: note.source)
          alone.isFlush = true
          blocks.append(.paragraph(alone))
          blocks += note.blocks
        }
      }
    }
    guard !blocks.isEmpty else { return book }
    var book = book
    let source = book.sections.last?.source ?? SourceLocation(offset: 0)
    book.sections.append(
      Section(
        matter: .back, role: .appendix,
        heading: Heading(title: [Inline(title(language), source: source)], source: source), blocks: blocks,
        source: source))
    return book
  }

  private static func endnotes(calledIn section: Section, of book: Book, design: PageDesign) -> [NoteKey] {
    let keys = keys(calledIn: section, of: book).filter { book.notes[$0].map(design.place) == .end }
    func isLettered(_ key: NoteKey) -> Bool { book.notes[key]?.series == .lettered }
    return keys.filter { !isLettered($0) } + keys.filter(isLettered)
  }

  /// What stands above a section's notes at the end of the book; empty where it has no title.
  package static func heading(above section: Section) -> String {
    [Inline(section.heading?.plainText ?? "", source: section.source)].withoutFinalPoint().plainText
  }

  /// By section, the notes in the order in which they are printed; sections without any left out.
  /// - Parameter atEnd: those at the end of the book, or those on the pages that call them.
  package static func printedNotes(
    of book: Book, design: PageDesign, atEnd: Bool
  ) -> [(section: Int, keys: [NoteKey])] {
    var seen: Set<NoteKey> = []
    var all: [(section: Int, keys: [NoteKey])] = []
    for (index, section) in book.sections.enumerated() {
      let keys =
        atEnd
        ? endnotes(calledIn: section, of: book, design: design).filter { seen.insert($0).inserted }
        // a note called in several chapters stands at the foot of pages in each
        : keys(calledIn: section, of: book).filter { book.notes[$0].map(design.place) != .end }
      if !keys.isEmpty { all.append((index, keys)) }
    }
    return all
  }

  /// The heading over notes, by language.
  package static func title(_ language: String) -> String {
    words[LanguageTag.ofWords(language)] ?? "Notes"
  }

  private static let words = [
    "en": "Notes", "fr": "Notes", "de": "Anmerkungen", "es": "Notas", "it": "Note", "pt": "Notas", "nl": "Noten",
    "ru": "Примечания", "uk": "Примітки", "pl": "Przypisy", "cs": "Poznámky", "sk": "Poznámky", "sv": "Noter",
    "da": "Noter", "no": "Noter", "nb": "Noter", "fi": "Viitteet", "hu": "Jegyzetek", "ro": "Note",
    "bg": "Бележки", "sr": "Напомене", "hr": "Bilješke", "el": "Σημειώσεις", "tr": "Notlar", "he": "הערות",
    "ar": "هوامش", "hi": "टिप्पणियाँ", "zh": "注释", "zh-Hant": "註釋", "ja": "注", "ko": "주",
  ]
}

extension PageDesign {
  /// Where a note stands.
  package func place(of note: Note) -> NotePlace {
    if note.aside != nil, hasRoomInMargin { return .margin }
    guard note.series == .lettered else { return notes }
    return letteredNotes ?? (note.isEndnote ? .end : notes)
  }

  package func isInMargin(_ note: Note) -> Bool { place(of: note) == .margin }

  /// Some notes of a book stand at its end.
  package func hasEndnotes(_ notes: [NoteKey: Note]) -> Bool { notes.values.contains { place(of: $0) == .end } }

  /// A note has the number that its page gives it. Letters count on through a chapter.
  package func isNumberedByPage(_ note: Note) -> Bool {
    noteNumbers == .page && note.series == .numbered && place(of: note) != .end
  }
}

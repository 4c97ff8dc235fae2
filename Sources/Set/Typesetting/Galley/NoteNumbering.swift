package import BookModel
package import PageDesign
internal import Units

/// How notes are numbered, and where they stand when they are not at the foot of the page.
package enum NoteNumbering {
  /// The printed mark of each note that is called; notes called by notes count after them.
  package static func marks(of book: Book, design: PageDesign) -> [NoteKey: String] {
    guard !book.notes.isEmpty else { return [:] }
    var marks: [NoteKey: String] = [:]
    var last = 0
    for section in book.sections {
      if design.noteNumbers != .book { last = 0 }
      for key in keys(calledIn: section, of: book) where marks[key] == nil {
        let isInMargin = book.notes[key].map(design.isInMargin) ?? false
        if isInMargin, book.notes[key]?.aside == .unnumbered {
          marks[key] = ""
          continue
        }
        last += 1
        let isOfPage = design.noteNumbers == .page && !design.hasEndnotes
        marks[key] = isOfPage ? GalleyMaker.markOfPage : String(last)
      }
    }
    return marks
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

  /// The book with its notes as a section at its end, under the titles of their chapters.
  package static func endnotes(of book: Book, marks: [NoteKey: String], design: PageDesign, language: String) -> Book {
    var seen: Set<NoteKey> = []
    var blocks: [Block] = []
    for section in book.sections {
      let keys = keys(calledIn: section, of: book).filter { key in
        !(book.notes[key].map(design.isInMargin) ?? false) && seen.insert(key).inserted
      }
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
        let label = Inline(.text("\(marks[key] ?? "*")."), style: style, source: note.source)
        let space = Inline("\u{A0}", source: note.source)
        if case .paragraph(var first)? = note.blocks.first {
          first.inlines = [label, space] + first.inlines
          blocks.append(.paragraph(first))
          blocks += note.blocks.dropFirst()
        } else {
          blocks.append(.paragraph(Paragraph([label], source: note.source)))
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

  /// What stands above a section's notes at the end of the book; empty where it has no title.
  package static func heading(above section: Section) -> String {
    [Inline(section.heading?.plainText ?? "", source: section.source)].withoutFinalPoint().plainText
  }

  /// By section, the notes in the order in which they are printed; sections without any left out.
  package static func printedNotes(of book: Book, design: PageDesign) -> [(section: Int, keys: [NoteKey])] {
    var seen: Set<NoteKey> = []
    var all: [(section: Int, keys: [NoteKey])] = []
    for (index, section) in book.sections.enumerated() {
      // a note called in several chapters stands at the foot of pages in each
      let keys = keys(calledIn: section, of: book).filter { !design.hasEndnotes || seen.insert($0).inserted }
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
  /// A note stands by the line that calls it; where notes stand at the end, so does what was meant for the margin.
  package func isInMargin(_ note: Note) -> Bool {
    notes == .margin || note.aside != nil && hasRoomInMargin && !hasEndnotes
  }
}

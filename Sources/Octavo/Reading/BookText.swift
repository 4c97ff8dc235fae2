internal import BookModel
internal import Bytes
internal import Design
internal import LanguageDetection
internal import Manuscript
internal import Typesetting
internal import Units

/// A book and the text that its reader's positions count: what a `Paginator` lays out.
struct BookText {
  var book: Book
  var language: String
  /// The text as it was given; nil for a book made elsewhere, whose text is written out
  /// of its blocks when it is wanted.
  private var given: [UInt8]?
  /// The book's notes with sources that count from `noteBase`, and where each ends.
  private(set) var notes: [NoteKey: Note] = [:]
  private(set) var noteStarts: [Int] = []
  private(set) var noteKeys: [NoteKey] = []
  private(set) var noteEnd = 0

  /// Sizes of the book's pictures, in whose place a frame stands where they are not there.
  private(set) var pictures: [String: PictureSize] = [:]
  /// What there is to say of pictures that are not there.
  private(set) var pictureWarnings: [Diagnostic] = []

  /// Notes' own text counts from here in line records, so that no line of a note is
  /// taken for one of the text. A text is at most 2 GB.
  static let noteBase = 0x8000_0000

  init(_ book: Book) {
    self.book = book
    language = book.metadata.language ?? "en"
    // most books have none, and then nothing is looked at twice
    if book.sections.contains(where: { $0.blocks.contains(where: \.namesPicture) })
      || book.notes.values.contains(where: { $0.blocks.contains(where: \.namesPicture) })
    {
      let catalog = PictureCatalog(book)
      pictures = catalog.sizes
      pictureWarnings = catalog.diagnostics.map { diagnostic in
        // places of a paginator count bytes of its text, those of a catalogue the manuscript's
        var diagnostic = diagnostic
        diagnostic.source = nil
        return diagnostic
      }
    }
    var writer = ReadingText(at: BookText.noteBase, isKept: false)
    for (key, note) in book.notes.sorted(by: { $0.key < $1.key }) {
      noteStarts.append(writer.offset - BookText.noteBase)
      noteKeys.append(key)
      notes[key] = writer.place(note)
    }
    noteEnd = writer.offset - BookText.noteBase
  }

  /// Plain text: every byte of it belongs to a page, so nothing is taken for front
  /// matter of a publisher, a table of contents or a note.
  init(text: String, title: String?, author: String?, language: String?) {
    let bytes = Array(text.utf8)
    var options = PlainTextOptions(title: title, author: author, language: language)
    options.keepAll()
    options.readsNotes = false
    // one line a paragraph, unless blank lines say that there is another way
    if !BookText.hasBlankLines(bytes) { options.lines = .paragraphs }
    let reading = readPlainText(utf8: BookText.printable(bytes), name: "", options: options)
    book = reading?.book ?? Book()
    given = bytes
    self.language = book.metadata.language ?? (bytes.count < 300 ? nil : detectLanguage(of: bytes)) ?? "en"
  }

  /// The book's notes as a section at its end, where the design wants them there: no part
  /// of the text, its lines count bytes of the notes'.
  func endnotes(design: PageDesign, marks: [NoteKey: String]) -> Section? {
    guard design.hasEndnotes(notes) else { return nil }
    var placed = book
    placed.notes = notes
    let all = NoteNumbering.endnotes(
      of: placed, marks: marks, design: design, language: design.language ?? language
    ).sections
    return all.count > book.sections.count ? all.last : nil
  }

  /// The note in whose text a line of it begins.
  /// - Parameter source: as lines have it, from `noteBase`.
  func note(at source: Int) -> Int {
    let place = source - BookText.noteBase
    return max(noteStarts.lowerBound { $0 <= place } - 1, 0)
  }

  /// Bytes of the whole text. Linear in the text for a book made elsewhere.
  func count() -> Int {
    if let given { return book.sections.isEmpty ? 0 : given.count }
    return ReadingText.length(of: book.sections)
  }

  /// Part of a section, with sources that count bytes of the text.
  /// - Parameters:
  ///   - start: byte of the text at which it begins.
  /// - Returns: the part and the byte at which what follows it begins.
  func piece(of section: Int, blocks: Range<Int>, start: Int) -> (piece: Section, end: Int) {
    let whole = book.sections[section]
    let piece = whole.part(blocks)
    guard let given else {
      var writer = ReadingText(at: start, isKept: false)
      let placed = writer.place(piece)
      return (placed, writer.offset)
    }
    var end = given.count
    if blocks.upperBound < whole.blocks.count {
      end = Int(whole.blocks[blocks.upperBound].start)
    } else if section + 1 < book.sections.count {
      end = Int(book.sections[section + 1].start)
    }
    return (piece, min(max(end, start), given.count))
  }

  /// The text of part of a section, or of several whole ones, that begins at byte `start`.
  func bytes(of sections: Range<Int>, blocks: Range<Int>, start: Int, end: Int) -> [UInt8] {
    if let given { return Array(given[start..<max(start, min(end, given.count))]) }
    guard sections.count == 1 else { return ReadingText.bytes(of: book.sections[sections]) }
    return ReadingText.bytes(of: CollectionOfOne(book.sections[sections.lowerBound].part(blocks)))
  }

  /// A part of the given text; nil for a book made elsewhere.
  func given(_ range: Range<Int>) -> ArraySlice<UInt8>? { given?[range.clamped(to: 0..<(given?.count ?? 0))] }

  /// The text is the one that was given, not written out of blocks.
  var isGiven: Bool { given != nil }

  func noteText(_ index: Int) -> [UInt8] {
    guard let note = book.notes[noteKeys[index]] else { return [] }
    var writer = ReadingText(at: 0, isKept: true)
    _ = writer.place(note)
    return writer.bytes
  }

  /// Whether the boundary of a character's bytes, in the given text; a book's own are by their making.
  func isBoundary(_ offset: Int) -> Bool {
    guard let given, offset < given.count else { return true }
    return given[offset] & 0xC0 != 0x80
  }

  /// Where a passage of another text stands in this one: the place nearest to where it stood there.
  func find(_ passage: [UInt8], near place: Int) -> Int? {
    let all = given ?? ReadingText.bytes(of: book.sections)
    var best: Int?
    var from = 0
    while let index = all.firstIndex(ofBytes: passage, from: from) {
      if let found = best, abs(found - place) <= abs(index - place) { break }
      best = index
      from = index + 1
    }
    return best
  }

  // MARK: Plain text

  /// Two line ends with nothing but white space between, carriage return and line feed being one.
  private static func hasBlankLines(_ bytes: [UInt8]) -> Bool {
    var isBlank = false
    var last: UInt8 = 0
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D {
        if byte == 0x0A, last == 0x0D {
          last = 0
          continue
        }
        if isBlank { return true }
        isBlank = true
      } else if byte > 0x20 {
        isBlank = false
      }
      last = byte
    }
    return false
  }

  /// Control characters become spaces, a byte order mark line ends: as many bytes as before.
  private static func printable(_ bytes: [UInt8]) -> [UInt8] {
    var text = bytes
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { for index in 0..<3 { text[index] = 0x0A } }
    for index in text.indices {
      switch text[index] {
      case 0x09, 0x0A, 0x0D: break
      case 0x0B, 0x0C: text[index] = 0x0A
      case 0..<0x20, 0x7F: text[index] = 0x20
      case 0xC2 where index + 1 < text.count && text[index + 1] < 0xA0:
        text[index] = 0x20
        text[index + 1] = 0x20
      default: break
      }
    }
    return text
  }
}

extension Section {
  /// Byte of the text at which the section begins.
  var start: UInt32 {
    var first = heading.map { heading in
      heading.label.first?.source.offset ?? heading.title.first?.source.offset ?? heading.source.offset
    }
    if let block = blocks.first?.start { first = min(first ?? block, block) }
    return first ?? source.offset
  }
}

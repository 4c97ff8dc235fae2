public import Units

/// What a run with `InlineStyle.Extras.citation` stands for: works that are cited together, `[see @a, p. 3; @b]`.
/// Until a bibliography gives its words (`Book.setCitations`) the run's text is made of their keys. One of no works is the
/// place of their list.
public struct Citation: Sendable, Equatable {
  public enum Mode: UInt8, Sendable {
    case normal
    /// `@key says`: the author's name is a word of the sentence.
    case inText
    /// `[-@key]`: the sentence has the author's name already.
    case withoutAuthor
  }

  public struct Item: Sendable, Equatable {
    public var key: String
    /// What stands before and behind the key; places in the work are at the beginning of what stands behind it.
    public var prefix: [Inline]
    public var suffix: [Inline]
    public var mode: Mode
    public init(key: String, prefix: [Inline] = [], suffix: [Inline] = [], mode: Mode = .normal) {
      (self.key, self.prefix, self.suffix, self.mode) = (key, prefix, suffix, mode)
    }
  }

  public var items: [Item]
  public init(_ items: [Item]) { self.items = items }

  /// What is set where there is no bibliography: `(see a, p. 3; b)`.
  package var wordsOfKeys: String {
    func words(_ item: Item) -> String {
      let (prefix, suffix) = (item.prefix.plainText, item.suffix.plainText)
      let parts = [prefix, item.key + (suffix.first.map { $0.isPunctuation } == true ? suffix : "")]
      let rest = suffix.isEmpty || suffix.first?.isPunctuation == true ? [] : [suffix]
      return (parts + rest).filter { !$0.isEmpty }.joined(separator: " ")
    }
    guard let first = items.first else { return "\u{200B}" }
    guard first.mode == .inText else { return "(" + items.map(words).joined(separator: "; ") + ")" }
    var rest = items.dropFirst().map(words)
    let suffix = first.suffix.plainText
    if !suffix.isEmpty { rest.insert(suffix, at: 0) }
    return first.key + (rest.isEmpty ? "" : " [" + rest.joined(separator: "; ") + "]")
  }
}

/// Citations that stand together: one in the text, or all of a note, in reading order.
package struct CitedPlace: Sendable, Equatable {
  package struct Cited: Sendable, Equatable {
    /// In `Book.citations`.
    package var index: Int
    /// Something stands before it in its note.
    package var follows: Bool
    /// The sign that comes next in its note.
    package var next: Character?
  }
  package var citations: [Cited]
  package var isNote: Bool
  /// Among the book's notes, those that a style for notes makes of citations counted in.
  package var number: Int
}

/// What citations come to by a bibliography and a style, without places in the manuscript.
package struct CitationWords: Sendable {
  package struct Words: Sendable, Equatable {
    package var text: [Inline]
    /// The paragraphs of a note that is called behind these words.
    package var note: [[Inline]]?
    package init(text: [Inline], note: [[Inline]]?) { (self.text, self.note) = (text, note) }
  }
  package struct Work: Sendable, Equatable {
    package var key: String
    /// Its number, which stands at the margin.
    package var label: String
    package var lines: [[Inline]]
    package init(key: String, label: String, lines: [[Inline]]) {
      (self.key, self.label, self.lines) = (key, label, lines)
    }
  }
  /// By the citations' places in `Book.citations`.
  package var citations: [Int: Words] = [:]
  package var works: [Work] = []
  /// Keys of all works of the bibliography.
  package var known: [String] = []
  /// Keys that the bibliography has not, with the first citation of each.
  package var missing: [(key: String, citation: Int)] = []
  /// Where works tell of the pages that cite them, by what words.
  package var cited: CitedWords?
  package init() {}

  /// Of a citation, counted as `Book.citations` are. No label of an author's begins so.
  static func mark(of citation: Int) -> TextMark { .label("\u{6}\(citation)") }

  /// What stands behind each work, by its key: `(cited on pages 3, 12)`.
  package func citedPages(_ book: Book, at source: SourceLocation) -> [String: [Inline]] {
    guard let cited else { return [:] }
    var places: [String: [TextMark]] = [:]
    for index in book.citedPlaces.flatMap({ $0.citations.map(\.index) }) where citations[index] != nil {
      for item in book.citations[index].items {
        let mark = CitationWords.mark(of: index)
        if places[item.key]?.last != mark { places[item.key, default: []].append(mark) }
      }
    }
    return places.mapValues { marks in
      func inline(_ words: String, _ pages: PageReference? = nil) -> Inline {
        var style = InlineStyle.plain
        style.extras.pages = pages
        return Inline(pinned: words, style: style, source: source)
      }
      var word = PageReference(first: marks[0])
      word.wording = .word(one: cited.page, several: cited.pages, of: marks)
      var made = [
        inline(" (" + cited.cited + " "), inline(marks.count > 1 ? cited.pages : cited.page, word), inline("\u{A0}"),
      ]
      for (number, mark) in marks.enumerated() {
        let isLast = number + 1 == marks.count
        made.append(inline("\(number + 1)" + (isLast ? "" : ","), PageReference(first: mark)))
        if !isLast { made.append(inline(" ")) }
      }
      return made + [inline(")")]
    }
  }

  /// The name of a work in the list, as pandoc has it in links.
  package static func anchor(of key: String) -> String { "ref-" + key }
}

extension Book {
  /// The citations in reading order: notes where they are called, those that nothing calls last.
  package var citedPlaces: [CitedPlace] {
    var reader = CitedPlaceReader(self)
    visitText { inlines, _ in reader.read(inlines) }
    for key in notes.keys.sorted() { reader.read(note: key) }
    return reader.places
  }

  /// Where each citation stands.
  package var citationSources: [Int: SourceLocation] {
    var found: [Int: SourceLocation] = [:]
    visitTextAndNotes { inlines in
      for inline in inlines { if let index = inline.style.citation { found[index] = inline.source } }
    }
    return found
  }

  private func visitTextAndNotes(_ body: ([Inline]) -> Void) {
    visitText { inlines, _ in body(inlines) }
    for note in notes.values { for block in note.blocks { block.visitText { inlines, _ in body(inlines) } } }
  }

  /// Puts words in the place of citations; those that have none keep their keys.
  /// - Returns: what stands in no manuscript, by the place that it stands at. Words of notes are not among that.
  package mutating func setCitations(_ words: CitationWords) -> [(source: SourceLocation, words: String)] {
    var setter = CitationSetter(words: words, nextNote: (notes.keys.max()?.index ?? 0) + 1)
    rewriteText { inlines, _ in setter.set(&inlines) }
    for key in notes.keys.sorted() {
      guard var note = notes[key] else { continue }
      for index in note.blocks.indices { note.blocks[index].rewriteText { inlines, _ in setter.set(&inlines) } }
      notes[key] = note
    }
    notes.merge(setter.notes) { old, _ in old }
    citations = []
    return setter.given
  }
}

private struct CitedPlaceReader {
  let notes: [NoteKey: Note]
  let citations: [Citation]
  var places: [CitedPlace] = []
  private var seen: Set<NoteKey> = []
  private var count = 0

  init(_ book: Book) { (notes, citations) = (book.notes, book.citations) }

  private func isCited(_ index: Int) -> Bool { citations.indices.contains(index) && !citations[index].items.isEmpty }

  mutating func read(_ inlines: [Inline]) {
    for inline in inlines {
      if let index = inline.style.citation {
        guard isCited(index) else { continue }
        count += 1
        places.append(CitedPlace(citations: [.init(index: index, follows: false)], isNote: false, number: count))
      } else if case .noteReference(let key) = inline.content {
        read(note: key)
      }
    }
  }

  mutating func read(note key: NoteKey) {
    guard seen.insert(key).inserted, let note = notes[key] else { return }
    count += 1
    var place = CitedPlace(citations: [], isNote: true, number: count)
    var called: [NoteKey] = []
    var follows = false
    var waits = false
    for block in note.blocks {
      block.visitText { inlines, _ in
        for inline in inlines {
          if case .noteReference(let key) = inline.content { called.append(key) }
          if let index = inline.style.citation {
            guard isCited(index) else { continue }
            place.citations.append(.init(index: index, follows: follows))
            (follows, waits) = (true, true)
          } else if case .text(let words) = inline.content, let sign = words.first(where: { !$0.isWhitespace }) {
            if waits { place.citations[place.citations.count - 1].next = sign }
            (follows, waits) = (true, false)
          }
        }
      }
    }
    if !place.citations.isEmpty { places.append(place) }
    called.forEach { read(note: $0) }
  }
}

private struct CitationSetter {
  let words: CitationWords
  var nextNote: Int
  var notes: [NoteKey: Note] = [:]
  var given: [(source: SourceLocation, words: String)] = []

  /// Signs that stand before the mark of a note rather than behind it.
  private static let closing: Set<Character> = [".", ",", ";", ":", "!", "?", "…", ")", "]", "”", "’", "»", "\"", "'"]

  init(words: CitationWords, nextNote: Int) { (self.words, self.nextNote) = (words, nextNote) }

  mutating func set(_ inlines: inout [Inline]) {
    guard inlines.contains(where: { $0.style.citation != nil }) else { return }
    var made: [Inline] = []
    var rest = inlines[...]
    while let inline = rest.popFirst() {
      guard let index = inline.style.citation else {
        made.append(inline)
        continue
      }
      var style = inline.style
      style.extras.citation = nil
      guard let words = words.citations[index] else {
        var keys = inline
        keys.style = style
        made.append(keys)
        given.append((inline.source, [keys].plainText))
        continue
      }
      // a mark stands close to its word, a number above the line as well
      if words.text.isEmpty || words.text[0].style.traits.contains(.superscript) { made.trimSpaceAtEnd() }
      var text = words.text.map { $0.pinned(at: inline.source, in: style) }
      let mark = self.words.cited == nil ? nil : CitationWords.mark(of: index)
      if let mark, words.note == nil, !text.isEmpty { text[0].style.extras.textMarks.append(mark) }
      made += text
      // the sign stands for the call of a note
      given.append((inline.source, text.plainText + (words.note == nil ? "" : "*")))
      guard let paragraphs = words.note else { continue }
      if let next = rest.first, case .text(let behind) = next.content {
        let signs = behind.prefix { CitationSetter.closing.contains($0) }
        if !signs.isEmpty, let (front, tail) = next.parted(atByte: signs.utf8.count) {
          made.append(front)
          rest[rest.startIndex] = tail ?? Inline("", style: next.style, source: next.source)
        }
      }
      let key = NoteKey(nextNote)
      nextNote += 1
      made.append(Inline(.noteReference(key), style: style, source: inline.source))
      notes[key] = Note(
        mark: "",
        blocks: paragraphs.map { lines in
          .paragraph(Paragraph(lines.map { $0.pinned(at: inline.source, in: .plain) }, source: inline.source))
        }, source: inline.source)
      if let mark, case .paragraph(var first)? = notes[key]?.blocks.first, !first.inlines.isEmpty {
        first.inlines[0].style.extras.textMarks.append(mark)
        notes[key]?.blocks[0] = .paragraph(first)
      }
    }
    made.removeAll { $0.content == .text("") && $0.style.indexMark == nil }
    inlines = made
  }
}

extension Inline {
  /// The same at one place of the manuscript, in the style of what is around it.
  package func pinned(at source: SourceLocation, in outer: InlineStyle) -> Inline {
    var style = outer
    style.traits.formUnion(self.style.traits)
    if outer.traits.contains(.emphasis), self.style.traits.contains(.emphasis) { style.traits.remove(.emphasis) }
    if let link = self.style.link, style.link == nil { style.extras.link = link }
    if let pages = self.style.pages { style.extras.pages = pages }
    guard case .text(let words) = content else { return Inline(content, style: style, source: source) }
    return Inline(pinned: words, style: style, source: source)
  }
}

extension [Inline] {
  fileprivate mutating func trimSpaceAtEnd() {
    guard let last = indices.last, case .text(var words) = self[last].content else { return }
    while words.last == " " || words.last == "\u{A0}" { words.removeLast() }
    self[last].content = .text(words)
  }
}

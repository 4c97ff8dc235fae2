import BookModel
import Testing
import Units

@Suite struct `The book model` {
  @Test(
    arguments: [
      ("CHAPTER I", "Down the Rabbit-Hole", "CHAPTER I. Down the Rabbit-Hole"),
      ("Chapter 1:", "Loomings", "Chapter 1: Loomings"), ("I.", "A Page", "I. A Page"), ("XIV", "", "XIV"),
      ("", "Preface", "Preface"), ("", "", ""), ("Part One —", "1805", "Part One — 1805"),
    ])
  func `joins a heading's label and title on one line`(label: String, title: String, line: String) {
    let heading = Heading(
      label: label.isEmpty ? [] : [Inline(label)], title: title.isEmpty ? [] : [Inline(title)],
      source: SourceLocation(offset: 0))
    #expect(heading.plainText == line)
  }

  @Test func `gives inlines as plain text`() {
    let place = SourceLocation(offset: 0)
    let inlines = [
      Inline("Down "), Inline("the", style: InlineStyle(.emphasis)), Inline(.noteReference(NoteKey(1)), source: place),
      Inline(.lineBreak, source: place), Inline("hole"),
    ]
    #expect(inlines.plainText == "Down the hole")
  }

  @Test func `finds the manuscript place of every byte of a run joined from lines`() {
    // "one two three", of which "two" and "three" stand on lines of their own
    let marks = [SourceMark(text: 0, source: 100), SourceMark(text: 4, source: 110), SourceMark(text: 8, source: 130)]
    let run = Inline(.text("one two three"), source: SourceLocation(file: 2, offset: 100), marks: marks)
    for (byte, offset) in [(0, 100), (3, 103), (4, 110), (6, 112), (8, 130), (12, 134)] {
      #expect(run.source(atByte: byte) == SourceLocation(file: 2, offset: offset))
    }
    let unbroken = Inline("one", source: SourceLocation(offset: 7))
    #expect(unbroken.source(atByte: 2) == SourceLocation(offset: 9))
  }

  @Test(arguments: [
    ("fa", "متن", "۱۲"), ("ar", "١ نص ٢ 3", "١٢"), ("ar-MA", "1 نص", "12"), ("mr", "", "१२"), ("en", "१", "12"),
  ])
  func `counts in the figures of its script, unless it has those of Europe more often`(
    language: String, text: String, twelve: String
  ) {
    let section = Section(
      matter: .body, role: .chapter, level: 1, blocks: [.paragraph(Paragraph([Inline(text)]))],
      source: SourceLocation(offset: 0))
    let book = Book(metadata: Metadata(), sections: [section])
    #expect("12".inFigures(from: book.zero(language)) == twelve)
    #expect("iv".inFigures(from: book.zero(language)) == "iv")
  }

  @Test func `keeps rare properties of a style, and equal styles equal`() {
    var style = InlineStyle([.emphasis, .strong])
    #expect(style == InlineStyle([.strong, .emphasis]))
    #expect(style != .plain)
    style.extras.language = "fr"
    #expect(style.extras.language == "fr")
    var other = InlineStyle([.emphasis, .strong])
    #expect(style != other)
    other.extras.language = "fr"
    #expect(style == other && style.hashValue == other.hashValue)
    style.extras = InlineStyle.Extras()
    #expect(style == InlineStyle([.emphasis, .strong]))
  }
}

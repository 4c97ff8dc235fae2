/// What the user decides over the reader's head; nil leaves it to the reader.
package struct PlainTextOptions: Sendable, Equatable {
  /// As the layout of paragraphs: hard-wrapped lines, or one line a paragraph.
  package enum Lines: Sendable { case wrapped, paragraphs, verse }

  package var encoding: String?
  package var title: String?
  package var author: String?
  package var language: String?
  package var lines: Lines?
  /// Keep Project Gutenberg's header, licence and producer lines as text.
  package var keepsBoilerplate = false
  /// Keep what those who typed the book say of it.
  package var keepsTranscriberNotes = false
  /// Keep the numbers of another edition's pages where they stand in the text.
  package var keepsPageNumbers = false
  /// Keep the manuscript's own contents list as text.
  package var keepsContents = false
  /// Keep a title page that only repeats title and author.
  package var keepsTitlePage = false
  /// Keep an EPUB's cover.
  package var keepsCover = false
  /// Keep all of the above.
  package mutating func keepAll() {
    keepsBoilerplate = true
    keepsTranscriberNotes = true
    keepsPageNumbers = true
    keepsContents = true
    keepsTitlePage = true
    keepsCover = true
  }

  /// Whether paired underscores are italics.
  package var readsItalics = true
  /// Whether notes are moved to where they are called.
  package var readsNotes = true
  /// Whether headings are looked for.
  package var readsHeadings = true
  /// Lines in which this expression is found begin chapters, and no others do.
  package var chaptersBy: String?
  /// What the user says of single lines; the last that names a line stands.
  package var hints: [ReadingHint] = []
  /// Which forms of lines may be headings is to be reported.
  package var weighsForms = false
  /// YAML of another program's project, whose values a text may ask for.
  package var projectWords: [String] = []
  package var readsVerse = true
  package var readsQuotations = true
  package var readsTables = true
  package var readsPlays = true
  package var readsLetters = true

  package init(
    encoding: String? = nil, title: String? = nil, author: String? = nil, language: String? = nil, lines: Lines? = nil
  ) {
    self.encoding = encoding
    self.title = title
    self.author = author
    self.language = language
    self.lines = lines
  }
}

package import PageDesign
package import Shaping
package import Units

/// One page of the book, in a few words: which lines stand on it.
package struct PageRecord: Sendable, Equatable {
  package enum Kind: UInt8, Sendable { case title, imprint, contents, text, blank }

  package var kind: Kind
  package var isRecto: Bool
  /// A section begins on the page, or the contents.
  package var isOpener = false
  /// Folio counted in lower-case roman (front matter).
  package var isRoman: Bool
  /// Number of the page in its own series, from 1.
  package var folio: Int32
  /// Lines of the page in `PageList.lines`.
  package var firstLine: UInt32
  package var endLine: UInt32
  /// Chapter that the page shows, as an index into `PageList.chapters`; -1 before the first.
  package var chapter: Int32
  /// Which of `PageList.tables` its items count in.
  package var table: UInt16
  /// File of the manuscript that the lines' sources count in.
  package var file: UInt16

  /// As `table`: the items count in the word table of the page's own assembler.
  package static let ownTable = UInt16.max

  package init(
    kind: Kind, isRecto: Bool, isRoman: Bool = false, folio: Int32, lines: Range<Int> = 0..<0, chapter: Int32 = -1,
    table: UInt16 = 0, file: UInt16 = 0
  ) {
    self.kind = kind
    self.isRecto = isRecto
    self.isRoman = isRoman
    self.folio = folio
    firstLine = UInt32(lines.lowerBound)
    endLine = UInt32(lines.upperBound)
    self.chapter = chapter
    self.table = table
    self.file = file
  }
}

/// A whole book in pages, held as text, words and line records; pages are made
/// one at a time by a `PageAssembler`.
package struct PageList: Sendable {
  /// A chapter or part as the outline and running heads name it.
  package struct Chapter: Sendable, Equatable {
    package var title: String
    /// The title without its label, where it has one.
    package var shortTitle = ""
    package var level: Int
    /// Index of the page on which it begins.
    package var page: Int
    package var source: SourceLocation
  }

  package var design: PageDesign
  package var title: String
  package var author: String
  package var language: String
  /// The first author's, for heads of manuscripts.
  package var surname = ""
  /// The edition's, as heads and feet print it.
  package var date = ""
  package var tables: [ShapedText] = []
  package var items: [TextItem] = []
  package var lines: [LineRecord] = []
  package var pages: [PageRecord] = []
  package var chapters: [Chapter] = []
  /// What leads somewhere, in the order of the items.
  package var links: [LinkSpan] = []
  /// In the order of their items.
  package var pictures: [SetPicture] = []
  /// Where links lead to.
  package var places: [Anchor: Place] = [:]
  /// Baseline of row 0 below the text block's top, 1/1024 pt.
  package var firstBaseline: Int32 = 0

  package init(design: PageDesign, title: String, author: String, language: String) {
    self.design = design
    self.title = title
    self.author = author
    self.language = language
  }

  package var count: Int { pages.count }

  /// The last arabic folio: what `{pages}` prints.
  package var lastFolio: Int32 { pages.last { !$0.isRoman }?.folio ?? 0 }

  /// The folio as printed: `iv`, `12`.
  package func label(ofPage index: Int) -> String {
    let page = pages[index]
    return page.isRoman ? roman(Int(page.folio)) : String(page.folio)
  }
}

/// A number in lower-case roman numerals; larger ones than 3,999 stay arabic.
package func roman(_ number: Int) -> String {
  guard number > 0, number < 4000 else { return String(number) }
  let numerals = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]
  var rest = number
  var text = ""
  for (value, numeral) in numerals {
    while rest >= value {
      text += numeral
      rest -= value
    }
  }
  return text
}

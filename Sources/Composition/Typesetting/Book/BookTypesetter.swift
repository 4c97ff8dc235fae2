package import BookModel
package import Design
package import Hyphen
internal import PageBreaking
package import Pango
internal import Shaping
package import Units

/// Where fonts are looked for: a value, so that each worker opens its own.
package struct FontSource: Sendable, Equatable {
  /// Text of a fontconfig file.
  package var configuration: String
  /// Folders searched besides those it names.
  package var folders: [String]
  /// Fonts besides those, each a file.
  package var files: [String] = []
  package init(configuration: String, folders: [String]) {
    self.configuration = configuration
    self.folders = folders
  }
}

extension FontConfiguration {
  package convenience init(_ source: FontSource) throws(Failure) {
    try self.init(xml: source.configuration, folders: source.folders, files: source.files)
  }
}

package enum TypesettingError: Error, Equatable, Sendable {
  case design(PageDesign.Problem)
  case unknownFamily(String, FontAdvice?)
  case fonts(FontConfiguration.Failure)
  case cancelled
}

/// How a book is set: the page design and what goes with it. `BookStream` sets one by it.
package struct BookTypesetter: Sendable {
  package var design: PageDesign
  package var fonts: FontSource
  package var exceptions: HyphenationExceptions?
  /// Shared, so that a new design does not load them again.
  package var dictionaries = HyphenationDictionaries()
  /// The book's pictures by the names its figures give them; a frame stands for others.
  package var pictures: [String: PictureSize] = [:]
  /// Called after every section that is set, with the share of the book that is; returns false to stop.
  package var proceed: (@Sendable (Double) -> Bool)?
  /// What heads and feet print where the book has no date of its own.
  package var date = ""
  /// Printed arabic folio of a page whose break is to be explained.
  package var explainedPage: Int?

  package init(design: PageDesign, fonts: FontSource, exceptions: HyphenationExceptions? = nil) {
    (self.design, self.fonts, self.exceptions) = (design, fonts, exceptions)
  }

  package struct Result: Sendable {
    package var list: PageList
    package var diagnostics: [Diagnostic]
  }

  /// A whole book: a book in, a page list out.
  package func typeset(_ book: Book) throws(TypesettingError) -> Result {
    let stream = try BookStream(self, book, keepsLines: true)
    while !stream.isSet { try stream.setNext() }
    return stream.finish()
  }

  /// The book as its sections are set, its language, and the marks of its notes.
  package struct Prepared: Sendable {
    var book: Book
    var language: String
    var marks: [NoteKey: String]
    /// Of the figures that folios are written in.
    var zero: Unicode.Scalar
    var speaksInVerse: Bool
    var namesShout: Bool
    var tellsInTitles: Bool

    /// - Parameter book: endnotes, if any, are among its sections.
    package init(book: Book, language: String, marks: [NoteKey: String]) {
      (self.book, self.language, self.marks) = (book, language, marks)
      zero = book.zero(language)
      speaksInVerse = GalleyMaker.speaksInVerse(book)
      namesShout = GalleyMaker.namesShout(book)
      tellsInTitles = GalleyMaker.tellsInTitles(book)
    }
  }

  /// - Parameter fonts: looked through for the design's family.
  func prepared(_ book: Book, _ fonts: FontConfiguration) throws(TypesettingError) -> Prepared {
    do { try design.validate() } catch { throw .design(error) }
    let language = design.language(of: book.metadata)
    try BookTypesetter.checkFamilies(of: design, in: fonts)
    let marks = NoteNumbering.marks(of: book, design: design)
    return Prepared(
      book: NoteNumbering.endnotes(of: book, marks: marks, design: design, language: language),
      language: language, marks: marks)
  }

  func configuration() throws(TypesettingError) -> FontConfiguration {
    do { return try FontConfiguration(fonts) } catch { throw .fonts(error) }
  }

  /// Throws where a design names a family that is not there. For one of octavo's own looks another stands in, which
  /// the shaper reports.
  package static func checkFamilies(of design: PageDesign, in configuration: FontConfiguration) throws(TypesettingError)
  {
    let generic = ["serif", "sans-serif", "sans", "monospace"]
    let families = FontFamilies.names(in: design.family)
    guard configuration.familyName(design.family) == nil,
      !families.contains(where: { generic.contains($0.lowercased()) })
    else { return }
    if families.contains(where: PageDesign.ownFamilies.contains), !configuration.faces().isEmpty { return }
    throw .unknownFamily(design.family, configuration.advice(on: families.first ?? design.family))
  }

  func shaper(_ configuration: FontConfiguration) -> Shaper {
    Shaper(configuration, hyphenation: exceptions, dictionaries: dictionaries)
  }

  func maker(for prepared: Prepared, _ shaper: Shaper) -> GalleyMaker {
    let maker = GalleyMaker(
      design: design, language: prepared.language, shaper: shaper, notes: prepared.book.notes, marks: prepared.marks,
      pictures: pictures)
    maker.speaksInVerse = prepared.speaksInVerse
    maker.namesShout = prepared.namesShout
    maker.tellsInTitles = prepared.tellsInTitles
    return maker
  }

  /// What every list of a book's pages begins with.
  func emptyList(_ prepared: Prepared, _ maker: GalleyMaker) -> PageList {
    let metadata = prepared.book.metadata
    let author = metadata.authors.first ?? ""
    var list = PageList(
      design: design, title: metadata.title ?? "", author: metadata.authors.joined(separator: ", "),
      language: prepared.language)
    list.firstBaseline = PageList.firstBaseline(design, shaper: maker.shaper, resolver: maker.resolver)
    list.surname = BookTypesetter.surname(of: author)
    list.zero = prepared.zero
    list.date = design.isProof ? date : metadata.date ?? date
    return list
  }

  /// `Tolstoy` of `Leo Tolstoy` and of `Tolstoy, Leo`.
  static func surname(of author: String) -> String {
    if let comma = author.utf8.firstIndex(of: 0x2C) { return String(author[..<comma]) }
    return author.unicodeScalars.split(separator: " ").last.map(String.init) ?? ""
  }

  var pageStyle: PageBreakingStyle {
    var style = PageBreakingStyle(rows: design.rows, isFacing: design.sides == .facing)
    style.isLevel = design.levelsSpreads
    return style
  }
}

extension PageDesign {
  /// The language that a book is set in.
  package func language(of metadata: Metadata) -> String { language ?? metadata.language ?? "en" }
}

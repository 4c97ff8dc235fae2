public import BookModel
internal import Files
internal import LanguageDetection
internal import Manuscript
internal import Settings
public import Units

/// How a manuscript is written.
public enum ManuscriptFormat: String, Sendable, CaseIterable {
  case text, markdown, epub
  /// A Word file, .docx or .docm.
  case word
  /// Pages for browsers.
  case html
  /// The syntax tree that `pandoc --to json` writes.
  case pandoc
}

/// A book read from a manuscript.
public struct BookReading: Sendable {
  /// Pictures in it are named by paths from the working folder, or stand in `pictures`.
  public var book: Book
  /// What the reader was not sure of. Errors among them are for the author to mend (a
  /// picture that is not there, an unknown directive); the book is whole without what they name.
  public var warnings: [Diagnostic]
  /// The manuscript as decoded; `files.describe(_:)` gives a warning's file, line and column.
  public var files: SourceFiles
  /// What was recognised and left out, in words.
  public var report: String

  init(_ reading: ManuscriptReading) {
    (book, warnings, files) = (reading.book, reading.diagnostics, reading.files)
    report = reading.report.description
  }
}

/// A manuscript that cannot be read: `diagnostic` says why and what to do.
public struct ReadingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do.
  public var diagnostic: Diagnostic
  /// The file, where that is known with line and column: `book.md:3:1`.
  public var place: String?
  /// Place and message on one line.
  public var description: String { place.map { "\($0): \(diagnostic.message)" } ?? diagnostic.message }

  /// What was asked for is wrong, not the manuscript.
  package var isUsage: Bool

  init(_ diagnostic: Diagnostic, place: String? = nil, isUsage: Bool = false) {
    (self.diagnostic, self.place, self.isUsage) = (diagnostic, place, isUsage)
  }

  init(_ problem: SettingsProblem) {
    self.init(problem.diagnostic, place: problem.place, isUsage: problem.isUsage)
  }

  init(_ error: ManuscriptFilesError) { self.init(error.diagnostic, place: error.place, isUsage: error.isUsage) }
}

/// Reads a manuscript, as `octavo build` does: plain text, Markdown, an EPUB, a Word file, HTML, and through pandoc,
/// where that is installed, others; by the file and its name. Linear in its bytes.
///
/// Plain text: headings, verse, notes and italics are recognised; a publisher's header and
/// licence are left out. Markdown: front matter and `octavo.yaml` beside the manuscript say
/// what the book is called, who wrote it and so on, by keys of which none may be unknown; what
/// they say of pages is left to the command, as a design is the program's own (``PageDesign``). Throws ``ReadingError``.
/// - Parameters:
///   - path: a file, a folder of Markdown, an mdBook `SUMMARY.md`; `-` is standard input.
///   - format: nil for Markdown where the name ends in `.md` or `.markdown` or is a folder's, else text.
///   - encoding: iconv's name of it; nil to find it out.
///   - language: a BCP 47 tag such as `en`; nil for the manuscript's, else what its words look like.
///   - isSmart: typewriter quotes, dashes and ellipses become a printer's; nil for what the
///     manuscript says, else yes.
public func readBook(
  at path: String, format: ManuscriptFormat? = nil, encoding: String? = nil, language: String? = nil,
  isSmart: Bool? = nil
) throws(ReadingError) -> BookReading {
  try readBook(at: [path], format: format, encoding: encoding, language: language, isSmart: isSmart)
}

/// Reads a manuscript of several Markdown files, in their order. Throws ``ReadingError``.
/// - Parameters:
///   - paths: the files; or one path, as the function for one takes it.
///   - format: nil to go by the names.
///   - encoding: iconv's name of it; nil to find it out, file by file.
///   - language: a BCP 47 tag such as `en`; nil for the manuscript's, else what its words look like.
///   - isSmart: typewriter quotes, dashes and ellipses become a printer's; nil for what the
///     first file's front matter says, else yes.
public func readBook(
  at paths: [String], format: ManuscriptFormat? = nil, encoding: String? = nil, language: String? = nil,
  isSmart: Bool? = nil
) throws(ReadingError) -> BookReading {
  let flags = OptionSources(format: format, encoding: encoding, language: language, isSmart: isSmart)
  return BookReading(try PreparedBook.read(paths, flags).reading)
}

/// Reads a manuscript that is in memory, without any `octavo.yaml`. Throws ``ReadingError``.
/// - Parameters:
///   - bytes: of one file.
///   - name: for messages; pictures of Markdown are looked for in its folder.
///   - format: how it is written.
///   - encoding: iconv's name of it; nil to find it out.
///   - language: a BCP 47 tag such as `en`; nil for the manuscript's, else what its words look like.
///   - isSmart: typewriter quotes, dashes and ellipses become a printer's; nil for what the
///     front matter says, else yes.
public func readBook(
  _ bytes: [UInt8], name: String = "book", format: ManuscriptFormat = .text, encoding: String? = nil,
  language: String? = nil, isSmart: Bool? = nil
) throws(ReadingError) -> BookReading {
  let flags = OptionSources(format: format, encoding: encoding, language: language, isSmart: isSmart)
  return BookReading(try PreparedBook.read([name], flags, bytes: bytes).reading)
}

extension OptionSources {
  fileprivate init(format: ManuscriptFormat?, encoding: String?, language: String?, isSmart: Bool?) {
    let texts = ["from": format?.rawValue, "encoding": encoding, "lang": language, "smart": isSmart.map { "\($0)" }]
    self.init(commandLine: texts.compactMapValues { $0.map { [$0] } })
  }
}

extension ManuscriptReading {
  /// The manuscript's language, else the one its words look like, else English.
  package var language: String { knownLanguage ?? "en" }

  /// Nil where it is neither said nor found out.
  var knownLanguage: String? {
    if let language = book.metadata.language { return language }
    guard let file = files.files.first else { return nil }
    if report.isWord || declaredLanguage != nil { return knownByWords }
    // a few words of Latin letters look like any language
    if file.text.count < 300, file.text.allSatisfy({ $0 < 0x80 }) { return nil }
    return detectLanguage(of: file.text)
  }

  /// What the words look like, and where these are few, or agree, what the file says.
  private var knownByWords: String? {
    var words: [UInt8] = []
    book.visitText { inlines, _ in
      guard words.count < 1 << 18 else { return }
      words += Array(inlines.plainText.utf8)
      words.append(0x0A)
    }
    guard words.count >= 300, let found = detectLanguage(of: words) else { return declaredLanguage }
    guard let declared = declaredLanguage, declared.prefix(2).lowercased() == found.prefix(2).lowercased() else {
      return found
    }
    return declared
  }
}

public import BookModel
internal import Files
internal import LanguageDetection
internal import Manuscript
public import Units

/// A book read from a manuscript.
public struct BookReading: Sendable {
  public var book: Book
  /// What the reader was not sure of.
  public var warnings: [Diagnostic]
  /// The manuscript as decoded; `files.describe(_:)` gives a warning's file, line and column.
  public var files: SourceFiles
  /// What was recognised and left out, in words.
  public var report: String
}

/// A manuscript that cannot be read: `diagnostic` says why and what to do.
public struct ReadingError: Error, Equatable, Sendable, CustomStringConvertible {
  public var diagnostic: Diagnostic
  public var description: String { diagnostic.message }
}

/// Reads a plain-text manuscript, as `octavo build` does: headings, verse, notes,
/// italics; a publisher's header and licence are left out.
/// - Parameters:
///   - name: for messages.
///   - isSmart: typewriter quotes, dashes and ellipses become a printer's.
public func readBook(
  _ bytes: [UInt8], name: String = "book", language: String? = nil, isSmart: Bool = true
) throws(ReadingError) -> BookReading {
  let options = PlainTextOptions(language: language)
  var reading: ManuscriptReading
  do { reading = try readPlainText(bytes, name: name, options: options) } catch {
    throw ReadingError(diagnostic: error.diagnostic(name: name))
  }
  if reading.book.metadata.language == nil, let file = reading.files.files.first, file.text.count >= 300 {
    reading.book.metadata.language = detectLanguage(of: file.text)
  }
  if isSmart { reading.book = smartened(reading.book, language: reading.book.metadata.language) }
  return BookReading(
    book: reading.book, warnings: reading.diagnostics, files: reading.files, report: reading.report.description)
}

/// Reads a plain-text manuscript from a file; `-` is standard input.
public func readBook(at path: String, language: String? = nil, isSmart: Bool = true) throws(ReadingError) -> BookReading {
  let bytes: [UInt8]
  do { bytes = try readFile(path) } catch { throw ReadingError(diagnostic: error.diagnostic()) }
  return try readBook(bytes, name: path, language: language, isSmart: isSmart)
}

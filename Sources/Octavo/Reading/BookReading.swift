public import BookModel
internal import Files
internal import LanguageDetection
internal import Manuscript
public import Units

/// How a manuscript is written.
public enum ManuscriptFormat: String, Sendable, CaseIterable {
  case text, markdown
}

/// A book read from a manuscript.
public struct BookReading: Sendable {
  /// Pictures in it are named by paths from the working folder.
  public var book: Book
  /// What the reader was not sure of. Errors among them are for the author to mend (a
  /// picture that is not there, an unknown directive); the book is whole without what they name.
  public var warnings: [Diagnostic]
  /// The manuscript as decoded; `files.describe(_:)` gives a warning's file, line and column.
  public var files: SourceFiles
  /// What was recognised and left out, in words.
  public var report: String
}

/// A manuscript that cannot be read: `diagnostic` says why and what to do.
public struct ReadingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do.
  public var diagnostic: Diagnostic
  /// The file, where that is known with line and column: `book.md:3:1`.
  public var place: String?
  /// Place and message on one line.
  public var description: String { place.map { "\($0): \(diagnostic.message)" } ?? diagnostic.message }

  init(_ diagnostic: Diagnostic, place: String? = nil) {
    self.diagnostic = diagnostic
    self.place = place
  }

  init(_ error: ManuscriptFilesError) { self.init(error.diagnostic, place: error.place) }
}

/// Reads a manuscript, as `octavo build` does: plain text or Markdown, by its name.
/// Linear in its bytes.
///
/// Plain text: headings, verse, notes and italics are recognised; a publisher's header and
/// licence are left out. Markdown: front matter and `octavo.yaml` beside the manuscript say
/// what the book is called, who wrote it and so on; what they say of pages is left to the
/// command, as a design is the program's own (``PageDesign``). Throws ``ReadingError``.
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
  let facts = try ManuscriptFacts(beside: paths.first ?? "")
  let files: ManuscriptFiles
  do throws(ManuscriptFilesError) {
    files = try ManuscriptFiles(facts.files(of: paths), format: format ?? facts.format)
  } catch { throw ReadingError(error) }
  let encoding = encoding ?? facts["encoding"]?.first
  let language = language ?? facts["lang"]?.first
  var reading: ManuscriptReading
  switch files {
  case .text(let path):
    let bytes: [UInt8]
    do throws(ManuscriptFilesError) { bytes = try ManuscriptFiles.read(path) } catch { throw ReadingError(error) }
    reading = try readText(bytes, name: ManuscriptFiles.name(of: path), encoding: encoding, language: language)
  case .markdown(let inputs): reading = try readFiles(inputs, encoding: encoding, language: language)
  }
  if reading.book.metadata.title == nil { reading.book.metadata.title = ManuscriptFiles.title(of: paths.first ?? "-") }
  return try finish(&reading, facts, language: language, isSmart: isSmart)
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
  var reading =
    switch format {
    case .text: try readText(bytes, name: name, encoding: encoding, language: language)
    case .markdown: try readFiles([MarkdownInput(name: name, bytes: bytes)], encoding: encoding, language: language)
    }
  return try finish(&reading, ManuscriptFacts(), language: language, isSmart: isSmart)
}

private func readText(
  _ bytes: [UInt8], name: String, encoding: String?, language: String?
) throws(ReadingError) -> ManuscriptReading {
  let options = PlainTextOptions(encoding: encoding, language: language)
  do throws(ManuscriptError) { return try readPlainText(bytes, name: name, options: options) } catch {
    throw ReadingError(error.diagnostic(name: name), place: name)
  }
}

private func readFiles(
  _ inputs: [MarkdownInput], encoding: String?, language: String?
) throws(ReadingError) -> ManuscriptReading {
  let options = MarkdownOptions(encoding: encoding, language: language) { ManuscriptFiles.hasPicture($0) }
  do throws(MarkdownFailure) { return try readMarkdown(inputs, options: options) } catch {
    let name = inputs[error.file].name
    throw ReadingError(error.error.diagnostic(name: name), place: name)
  }
}

/// What hangs on all that is known of a book: metadata, language, punctuation.
private func finish(
  _ reading: inout ManuscriptReading, _ beside: ManuscriptFacts, language: String?, isSmart: Bool?
) throws(ReadingError) -> BookReading {
  var facts = ManuscriptFacts()
  if let front = reading.frontMatter, Int(front.source.file) < reading.files.files.count {
    let file = reading.files.files[Int(front.source.file)].name
    try facts.fill(from: front.text, file: file, firstLine: reading.files.line(of: front.source) ?? 1)
  }
  facts.fill(from: beside)
  facts.book.apply(to: &reading.book.metadata)
  reading.book.metadata.language = language ?? facts["lang"]?.first ?? reading.language
  if isSmart ?? facts.isSmart ?? true {
    reading.book = smartened(reading.book, language: reading.book.metadata.language, dashes: reading.dashes)
  }
  return BookReading(
    book: reading.book, warnings: reading.diagnostics, files: reading.files, report: reading.report.description)
}

extension ManuscriptReading {
  /// The manuscript's language, else the one its words look like, else English.
  package var language: String {
    if let language = book.metadata.language { return language }
    guard let file = files.files.first else { return "en" }
    // a few words of Latin letters look like any language
    if file.text.count < 300, file.text.allSatisfy({ $0 < 0x80 }) { return "en" }
    return detectLanguage(of: file.text) ?? "en"
  }
}

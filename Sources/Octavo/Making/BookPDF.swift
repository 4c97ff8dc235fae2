public import BookModel
public import Design
internal import Finishing
public import Units

/// A finished PDF.
public struct BookPDF: Sendable {
  /// The file.
  public var bytes: [UInt8]
  /// Title page, contents and blanks included.
  public var pageCount: Int
  /// Sheets: fewer than pages where two stand side by side.
  public var sheetCount: Int
  /// What could not be done as asked: missing glyphs, single lines, loose lines.
  public var warnings: [Diagnostic]
}

/// Why no PDF came of a book.
public enum BookError: Error, Equatable, Sendable, CustomStringConvertible {
  case layout(LayoutError)
  case rendering(RenderingError)
  /// Pictures that are not there, each with its place in the manuscript.
  case picturesMissing([Diagnostic])
  /// The PDF could not be completed; in words.
  case finishing(String)
  /// `Progress.cancel()` was called, or the task was cancelled.
  case cancelled

  /// In words, lower case, without a full stop.
  public var description: String {
    switch self {
    case .layout(let error): error.description
    case .rendering(let error): error.description
    case .picturesMissing(let missing): missing.first?.message ?? "a picture is missing"
    case .finishing(let why): why
    case .cancelled: "stopped before the end"
    }
  }

  init(_ failure: BuildFailure) {
    switch failure {
    case .pictures(let missing): self = .picturesMissing(missing)
    case .typesetting(.cancelled), .drawing(.cancelled): self = .cancelled
    case .typesetting(let error): self = .layout(LayoutError(error))
    case .drawing(.cairo(let error)): self = .rendering(RenderingError(error))
    case .drawing(.fonts): self = .layout(.fontsUnavailable)
    case .finishing(let error): self = .finishing(error.diagnostic().message)
    // `makePDF` writes whole books
    case .selection: self = .finishing("the pages chosen are not in the book")
    case .standard(let problems): self = .finishing(problems.first?.message ?? "the standard is not kept")
    case .imposition: self = .finishing("the pages fit no sheet")
    case .foliosMoved: self = .finishing("the numbers of pages do not settle")
    }
  }
}

/// Makes the PDF of a book: title page, contents, chapters, outline and links, as
/// `octavo build` does.
///
/// Throws ``BookError``.
/// - Parameters:
///   - book: as ``readBook(_:name:format:encoding:language:isSmart:)`` gives it, or made by hand.
///   - design: nil for the book's own (`PageDesign(for: book)`).
///   - fontFolders: searched for fonts besides the system's.
///   - workers: with two, pages are drawn while those behind them are set; the PDF is the same for any number.
///   - date: seconds since 1970 for the PDF's dates; nil for none, so that the same book gives the same bytes.
///   - progress: told how far it is; cancels it.
public func makePDF(
  of book: Book, design: PageDesign? = nil, fontFolders: [String] = [], workers: Int = 1,
  date: Int? = nil, progress: Progress = Progress()
) async throws(BookError) -> BookPDF {
  var builder = BookBuilder(
    book: book, design: design ?? PageDesign(for: book), fonts: BookBuilder.fontSource(folders: fontFolders))
  do throws(LayoutError) { builder.exceptions = try LayoutError.exceptions(of: builder.design) } catch {
    throw .layout(error)
  }
  builder.workers = max(workers, 1)
  builder.date = date
  do {
    let made = try await builder.build(progress: progress)
    return BookPDF(bytes: made.pdf, pageCount: made.pages, sheetCount: made.sheets, warnings: made.diagnostics)
  } catch { throw BookError(error) }
}

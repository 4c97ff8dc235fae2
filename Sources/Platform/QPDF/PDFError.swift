/// What libqpdf can fail with, in its own words where it has any.
package enum PDFError: Error, Equatable, Sendable {
  /// The bytes are no PDF, or so damaged that it cannot be opened.
  case unreadable(detail: String)
  /// It opens, but only by guessing: a damaged table of objects, a broken stream.
  case damaged(detail: String)
  /// It can be read only with a password.
  case needsPassword
  /// There is no page of this index (from 0).
  case pageMissing(index: Int)
  /// An operation was refused.
  case failed(detail: String)
}

extension PDFError {
  /// In words, without the file's name.
  package var detail: String {
    switch self {
    case .unreadable(let detail), .damaged(let detail), .failed(let detail): detail
    case .needsPassword: "it is locked by a password"
    case .pageMissing(let index): "it has no page \(index + 1)"
    }
  }
}

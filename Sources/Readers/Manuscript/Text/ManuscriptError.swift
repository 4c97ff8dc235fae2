package import Units

/// Why a file cannot be read as a manuscript at all.
package enum ManuscriptError: Error, Equatable, Sendable {
  case empty
  /// The file is something else: `PNG image`, `PDF document`, `binary data`.
  case notText(kind: String)
  /// An encoding asked for by a name that nothing here knows.
  case unknownEncoding(String)
  /// An encoding asked for, and a byte that it does not have.
  case undecodable(encoding: String, byteOffset: Int)
}

extension ManuscriptError {
  /// The one place with the wording. `name` is the file as the user gave it.
  package func diagnostic(name: String) -> Diagnostic {
    switch self {
    case .empty:
      Diagnostic(.error, code: "manuscript-empty", "\"\(name)\" holds no text", help: "check that it is the right file")
    case .notText(let kind):
      Diagnostic(
        .error, code: "manuscript-not-text", "\"\(name)\" is not text but looks like: \(kind)",
        help: kind == "PDF document"
          ? "octavo makes PDFs from text; give it the text the PDF was made from"
          : "save the manuscript as .docx, or as plain text in UTF-8")
    case .unknownEncoding(let encoding):
      Diagnostic(
        .error, code: "encoding-unknown", "unknown encoding \"\(encoding)\"",
        help: "names are those of iconv, such as UTF-8, ISO-8859-1, CP1251, SHIFT_JIS")
    case .undecodable(let encoding, let byteOffset):
      Diagnostic(
        .error, code: "encoding-wrong", "\"\(name)\" is not \(encoding): invalid at byte \(byteOffset)",
        help: "leave out the encoding to have it recognised, or name another")
    }
  }
}

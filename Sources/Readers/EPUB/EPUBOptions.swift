package import Units

/// What the user decides over the reader's head; nil leaves it to the reader.
package struct EPUBOptions: Sendable {
  /// How much of the file's style sheets is heeded.
  package enum Sheets: String, Sendable, CaseIterable {
    /// Nothing: elements mean what HTML says.
    case none
    /// What carries meaning: emphasis, small capitals, alignment, verse, what is hidden or written
    /// by the sheet itself. The design of the page stays octavo's.
    case semantic
    /// Spaces between paragraphs, sizes and colours too.
    case full
  }

  /// What is left out by itself.
  package enum Kept: String, Sendable, CaseIterable {
    case boilerplate, contents
    case titlePage = "title-page"
    case pageNumbers = "page-numbers"
    case transcriberNotes = "transcriber-notes"
    case cover
  }

  package var title: String?
  package var author: String?
  package var language: String?
  /// Of pages of HTML; nil to find it out.
  package var encoding: String?
  package var sheets = Sheets.semantic
  package var keeps: Set<Kept> = []

  package init() {}
}

/// Why a file cannot be read as an EPUB at all.
package enum EPUBError: Error, Equatable, Sendable {
  case notArchive
  /// What opens archives is not on this machine.
  case noLibrary
  /// Encrypted; the words name the scheme where that is known.
  case locked(String)
  /// Nothing in it is a page of text or a picture.
  case nothingToRead
}

extension EPUBError {
  /// The one place with the wording. `name` is the file as the user gave it.
  package func diagnostic(name: String) -> Diagnostic {
    switch self {
    case .notArchive:
      Diagnostic(
        .error, code: "epub-damaged", "\"\(name)\" is no ZIP archive that can be read, as an EPUB must be",
        help: "get the file again; its beginning may be damaged")
    case .noLibrary:
      Diagnostic(
        .error, code: "epub-no-library", "\"\(name)\" cannot be opened: libarchive is not on this machine",
        help: "install it (Debian and Ubuntu have it with the package libarchive-tools)")
    case .locked(let scheme):
      Diagnostic(
        .error, code: "epub-locked", "\"\(name)\" is locked by \(scheme)",
        help: "octavo reads books that are open; ask where you got it for one")
    case .nothingToRead:
      Diagnostic(
        .error, code: "epub-empty", "\"\(name)\" holds no text that could be set",
        help: "check that it is an EPUB, and that it is whole")
    }
  }
}

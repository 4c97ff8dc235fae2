package import Units

/// What the user decides over the reader's head, and what becomes of pictures.
package struct WordOptions: Sendable {
  package var title: String?
  package var author: String?
  package var language: String?
  /// A list of contents that the file brings is printed.
  package var keepsContents = false
  /// Nil where a picture can be shown, else why it cannot, behind its name in a sentence.
  package var flaw: @Sendable (_ picture: [UInt8], _ name: String) -> String?

  package init(flaw: @escaping @Sendable (_ picture: [UInt8], _ name: String) -> String? = { _, _ in nil }) {
    self.flaw = flaw
  }
}

/// Why a file cannot be read as one of Word's.
package enum WordError: Error, Equatable, Sendable {
  case notArchive
  /// What opens archives is not on this machine.
  case noLibrary
  /// A ZIP archive without a document of Word's in it.
  case noDocument
  /// Of Word before 2007: another format altogether.
  case oldWord
  case locked
  case empty
}

extension WordError {
  /// The one place with the wording. `name` is the file as the user gave it.
  package func diagnostic(name: String) -> Diagnostic {
    switch self {
    case .notArchive:
      Diagnostic(
        .error, code: "word-damaged", "\"\(name)\" is no ZIP archive that can be read, as a Word file must be",
        help: "open it in Word or LibreOffice and save it again as .docx")
    case .noLibrary:
      Diagnostic(
        .error, code: "word-no-library", "\"\(name)\" cannot be opened: libarchive is not on this machine",
        help: "install it (Debian and Ubuntu have it with the package libarchive-tools)")
    case .noDocument:
      Diagnostic(
        .error, code: "word-no-document", "\"\(name)\" is an archive, but holds no text of Word or OpenDocument",
        help: "open it in the program that made it, and save it as .docx")
    case .oldWord:
      Diagnostic(
        .error, code: "word-old", "\"\(name)\" is a file of Word before 2007 (.doc), which octavo does not read",
        help: "open it in Word or LibreOffice and save it as .docx")
    case .locked:
      Diagnostic(
        .error, code: "word-locked", "\"\(name)\" is locked by a password",
        help: "open it in Word and save it without one: File, Info, Protect Document")
    case .empty:
      Diagnostic(
        .error, code: "empty", "\"\(name)\" holds no text that could be set", help: "check that it is the manuscript")
    }
  }
}

/// Whether a file is one of Word's: by its name, or an archive that has what Word's have; or Rich Text Format, or a text of
/// OpenDocument.
package func isWordFile(_ bytes: [UInt8], name: String) -> Bool {
  let name = name.lowercased()
  if bytes.starts(with: RichText.mark) { return true }
  if [".docx", ".docm", ".dotx", ".dotm", ".odt", ".ott", ".fodt"].contains(where: name.hasSuffix) { return true }
  // an old one, also under a new one's name
  if name.hasSuffix(".doc") { return bytes.starts(with: WordPackage.oldMark) || bytes.starts(with: [0x50, 0x4B]) }
  guard bytes.starts(with: [0x50, 0x4B]) else { return false }
  if bytes.prefix(120).contains(Array(OpenText.mark.utf8)) { return true }
  // names stand in an archive's last part once more
  return bytes.suffix(1 << 16).contains(Array("word/document".utf8))
}

extension Collection<UInt8> {
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var at = startIndex
    while let place = self[at...].firstIndex(of: first) {
      if self[place...].starts(with: word) { return true }
      at = index(after: place)
    }
    return false
  }
}

internal import Finishing

/// Where a book comes from: what a PDF that is to be kept says of it.
package struct ManuscriptOrigin: Sendable {
  /// The title is the manuscript's or the user's, not a file's name.
  var namesItself = true
  /// The language is not merely supposed.
  var knowsLanguage = true
  /// The files are wanted: they take memory.
  var isKept = false
  /// As they were read.
  private(set) var files: [Attachment] = []

  mutating func keep(_ bytes: [UInt8], name: String) {
    guard isKept else { return }
    let plain = name.split(separator: "/").last.map(String.init) ?? name
    files.append(Attachment(name: plain, mediaType: ManuscriptOrigin.mediaType(of: plain), bytes: bytes))
  }

  /// By the name: RFC 7763 for Markdown, IANA's register for others.
  private static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last?.lowercased() {
    case "md", "markdown", "mdown", "mkd": "text/markdown"
    case "epub": "application/epub+zip"
    case "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case "odt": "application/vnd.oasis.opendocument.text"
    case "json": "application/json"
    case "htm", "html": "text/html"
    case "xhtml", "xht": "application/xhtml+xml"
    default: "text/plain"
    }
  }
}

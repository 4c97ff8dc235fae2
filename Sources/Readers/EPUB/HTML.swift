package import Manuscript
package import Units
internal import XML

/// Files of HTML that are a book: pages in their order, and the folder that all of them stand in.
package struct HTMLFiles {
  /// As messages name it, with a slash at its end; empty for the folder that octavo runs in.
  package var folder: String
  /// By their names below the folder.
  package var pages: [(name: String, bytes: [UInt8])]
  /// What stands in another file below the folder; nil where there is none.
  package var contents: (String) -> [UInt8]?

  package init(folder: String, pages: [(name: String, bytes: [UInt8])], contents: @escaping (String) -> [UInt8]?) {
    self.folder = folder
    self.pages = pages
    self.contents = contents
  }
}

/// Why files of HTML cannot be read as a book.
package enum HTMLError: Error {
  /// A file cannot be decoded.
  case file(ManuscriptError, name: String)
  /// Nothing in them is set.
  case noWords
}

extension HTMLError {
  /// The one place with the wording. `name` is the first file as the user gave it.
  package func diagnostic(name: String) -> Diagnostic {
    switch self {
    case .file(let error, let name): error.diagnostic(name: name)
    case .noWords:
      Diagnostic(
        .error, code: "html-empty", "\"\(name)\" holds no words that could be set",
        help: "a page that programs write when it is shown must be saved by a browser, whole")
    }
  }
}

/// Reads pages of HTML as a book: as an EPUB that has these documents.
///
/// Nothing is fetched, and nothing is read but the files and what they name below their folder. Linear, as an EPUB is.
/// - Parameter name: the first file, for messages.
package func readHTML(
  _ files: HTMLFiles, name: String, options: EPUBOptions = EPUBOptions()
) throws(HTMLError) -> ManuscriptReading {
  var findings: [String: [Diagnostic]] = [:]
  var encodings: [String] = []
  var pages: [(name: String, text: [UInt8])] = []
  for (page, bytes) in files.pages {
    do throws(ManuscriptError) {
      let decoded = try decode(bytes, as: options.encoding)
      findings[page] = decoded.diagnostics
      if !encodings.contains(decoded.encodingName) { encodings.append(decoded.encodingName) }
      pages.append((page, decoded.text))
    } catch {
      // one of several may be empty
      guard error == .empty, files.pages.count > 1 else { throw .file(error, name: files.folder + page) }
      pages.append((page, []))
    }
  }
  let folder = PageFolder(files.folder, findings: findings, encoding: encodings.joined(separator: ", "), files.contents)
  let publication = Publication(pages: Container(pages, in: folder))
  var maker = EPUBMaker(publication, options, name: name)
  guard var reading = maker.read() else { throw .noWords }
  reading.declaredLanguage = publication.declaredLanguage
  reading.report.besides = Set((pages.map(\.name) + folder.asked).map { folder.name + $0 })
  return reading
}

/// Whether a file is HTML by its name, or by how it begins.
package func isHTML(_ bytes: [UInt8], name: String) -> Bool {
  if isHTML(name: name) { return true }
  // every second byte of UTF-16 is none
  let start = bytes.prefix(2048).filter { $0 != 0 }
  var text = String(decoding: start, as: UTF8.self).lowercased()[...]
  while true {
    text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }
    if text.hasPrefix("<!--"), let end = text.firstRange(of: "-->") {
      text = text[end.upperBound...]
    } else if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
      text = text[end.upperBound...]
    } else {
      break
    }
  }
  return text.hasPrefix("<!doctype html") || text.hasPrefix("<html>") || text.hasPrefix("<html ")
}

package func isHTML(name: String) -> Bool {
  let lower = name.lowercased()
  return [".html", ".htm", ".xhtml", ".xht"].contains(where: lower.hasSuffix)
}

/// Where pages of HTML stand, and what else is there, each read once.
final class PageFolder {
  let name: String
  /// What was to be said of how pages are decoded, by their names; places count from a page's beginning.
  let findings: [String: [Diagnostic]]
  let encoding: String
  private let read: (String) -> [UInt8]?
  private var known: [String: [UInt8]?] = [:]

  init(
    _ name: String, findings: [String: [Diagnostic]], encoding: String, _ read: @escaping (String) -> [UInt8]?
  ) {
    self.name = name
    self.findings = findings
    self.encoding = encoding
    self.read = read
  }

  /// What was looked for, there or not.
  var asked: [String] { Array(known.keys) }

  func contents(_ name: String) -> [UInt8]? {
    if let known = known[name] { return known }
    let bytes = name.isEmpty ? nil : read(name)
    known[name] = .some(bytes)
    return bytes
  }
}

internal import Configuration
internal import Files
internal import Glibc
internal import Units

/// What front matter and `octavo.yaml` say that a reader of manuscripts heeds: facts of
/// the book, its files, and how they are read. Options of the page are passed over.
struct ManuscriptFacts {
  private(set) var book = BookFacts()
  private var folder = ""

  private static let keys = ["title", "author", "lang", "encoding", "from", "smart", "files"] + BookFacts.keys

  init() {}

  /// What `octavo.yaml` beside a manuscript says, or the file itself.
  init(beside path: String) throws(ReadingError) {
    guard path != "-", !path.isEmpty else { return }
    var file = path
    if !ManuscriptFacts.isConfiguration(path) {
      let folder =
        ManuscriptFiles.isFolder(path)
        ? (path.hasSuffix("/") ? path : path + "/") : path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      file = folder + "octavo.yaml"
      guard access(file, F_OK) == 0 else { return }
    }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(file) } catch { throw ReadingError(error.diagnostic(), place: file) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ReadingError(
        Diagnostic(.error, code: "options-not-utf8", "the options are not UTF-8", help: "save the file as UTF-8"),
        place: file)
    }
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    try fill(from: text, file: file, firstLine: 1)
  }

  static func isConfiguration(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

  subscript(key: String) -> [String]? { book[key] }

  /// Nil where nothing is said, or nothing that is known.
  var format: ManuscriptFormat? { book["from"]?.first.flatMap(ManuscriptFormat.init(rawValue:)) }

  var isSmart: Bool? {
    switch book["smart"]?.first?.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  /// The files that some paths mean: themselves, or those a configuration names.
  func files(of paths: [String]) -> [String] {
    guard paths.count == 1, let path = paths.first, let named = book["files"], !named.isEmpty,
      ManuscriptFacts.isConfiguration(path) || ManuscriptFiles.isFolder(path)
    else { return paths }
    return named.map { $0.hasPrefix("/") ? $0 : folder + $0 }
  }

  mutating func fill(from text: String, file: String, firstLine: Int) throws(ReadingError) {
    let entries: [ConfigurationEntry]
    do throws(ConfigurationError) { entries = try readConfiguration(text, firstLine: firstLine) } catch {
      let words = error.words
      throw ReadingError(
        Diagnostic(.error, code: "options-unreadable", words.message, help: words.help),
        place: error.place.map { "\(file):\($0.line):\($0.column)" } ?? file)
    }
    for entry in entries {
      let key = BookFacts.aliases[entry.key] ?? entry.key
      guard ManuscriptFacts.keys.contains(key) else { continue }
      switch entry.value {
      case .text(let text): book[key] = [text]
      case .list(let items): book[key] = items.map(\.text)
      case .nothing, .other: continue
      }
    }
  }

  /// Takes from a weaker layer what is not given yet.
  mutating func fill(from weaker: ManuscriptFacts) {
    for key in ManuscriptFacts.keys where book[key] == nil { book[key] = weaker.book[key] }
  }
}

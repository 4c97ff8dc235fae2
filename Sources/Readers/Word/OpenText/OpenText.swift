internal import Manuscript
internal import Units
internal import XML

/// Reads a text of OpenDocument (OASIS, OpenDocument 1.3; LibreOffice, OpenOffice, Calligra, Word) and writes it down as
/// the parts of a Word file say the same, so that one reader makes books of both. Linear in the text.
struct OpenText {
  private(set) var parts: [String: [UInt8]] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  /// What the first entry of such an archive says (OpenDocument 1.3, part 2, 3.3).
  static let mark = "application/vnd.oasis.opendocument.text"

  /// - Parameter archive: what the file's archive holds, by names in small letters.
  init?(_ archive: [String: [UInt8]]) {
    guard let content = archive["content.xml"] else { return nil }
    make(documentText(of: content).bytes, styles: archive["styles.xml"].map { documentText(of: $0).bytes }, archive)
    if parts.isEmpty { return nil }
  }

  /// - Parameter flat: a file that has all in one document.
  init?(flat: [UInt8]) {
    // an archive may hold such a document as it stands
    guard !flat.starts(with: [0x50, 0x4B]),
      Array(flat.prefix(4000)).firstIndex(ofBytes: Array("office:document".utf8), from: 0) != nil
    else { return nil }
    make(documentText(of: flat).bytes, styles: nil, [:])
    if parts.isEmpty { return nil }
  }

  /// Whether an archive's text cannot be read without a password (OpenDocument 1.3, part 2, 4.8.1).
  static func isLocked(_ archive: [String: [UInt8]]) -> Bool {
    archive["meta-inf/manifest.xml"]?.firstIndex(ofBytes: Array("encryption-data".utf8), from: 0) != nil
  }

  private mutating func make(_ content: [UInt8], styles: [UInt8]?, _ archive: [String: [UInt8]]) {
    let tree = parseXML(content)
    guard !tree.nodes.isEmpty, let body = tree.first("text", in: tree.first("body") ?? 0),
      tree.nodes[body].namespace.hasSuffix("office:1.0")
    else { return }
    var known = OpenStyles()
    if let styles { known.read(parseXML(styles), isStyles: true) }
    known.read(tree, isStyles: styles == nil)
    var writer = OpenWriter(tree, known, archive)
    writer.write(body)
    let meta = archive["meta.xml"].map { parseXML(documentText(of: $0).bytes) } ?? tree
    let about = meta.first("meta")
    func said(_ name: String) -> String { about.flatMap { meta.first(name, in: $0) }.map { meta.words(of: $0) } ?? "" }
    let author = said("initial-creator")
    parts = writer.parts(title: said("title"), author: author.isEmpty ? said("creator") : author)
    let lost = OpenWords.count(tree, body, keepsIndex: !writer.hasIndexMarks) - writer.letters
    if lost > 0 {
      diagnostics.append(
        Diagnostic(
          .warning, code: "text-left-out",
          "\(lost) letter\(lost == 1 ? "" : "s") of the text stand\(lost == 1 ? "s" : "") where octavo does not look for words",
          help: "open the manuscript in LibreOffice, save it as .docx and give that"))
    }
    if let fault = tree.fault {
      diagnostics.append(
        Diagnostic(
          .warning, code: "word-malformed", "\(fault.words), so that words may be missing behind it",
          help: "open the file in LibreOffice and save it again"))
    }
  }
}

/// Counts the letters of a text by the elements that hold them alone, for who wants to know whether all were written.
private enum OpenWords {
  /// What has words that are none of the text's, or are made anew.
  private static let besides: Set<String> = [
    "tracked-changes", "annotation", "note-citation", "table-of-content", "illustration-index", "table-index",
    "object-index", "index-source", "bibliography-source", "user-index-source", "alphabetical-index-source", "forms",
    "sequence-decls", "variable-decls", "user-field-decls", "desc", "binary-data", "script", "event-listeners", "math",
    "object", "ruby-text", "number", "page-number", "page-count", "change-info", "shapes",
  ]

  static func count(_ tree: XMLTree, _ body: Int, keepsIndex: Bool) -> Int {
    var letters = 0
    var index = body + 1
    var paragraphs = 0
    while index < Int(tree.nodes[body].end) {
      let node = tree.nodes[index]
      if node.isText {
        if paragraphs > index { tree.forEachScalar(ofText: index) { scalar, _ in letters += scalar.isBlank ? 0 : 1 } }
      } else if besides.contains(node.name) || node.name == "title" && node.namespace.contains("svg")
        || node.name == "alphabetical-index" && !keepsIndex
      {
        index = Int(node.end)
        continue
      } else if ["p", "h"].contains(node.name) {
        paragraphs = max(paragraphs, Int(node.end))
      }
      index += 1
    }
    return letters
  }
}

extension Unicode.Scalar {
  /// White that a line may be filled up with (OpenDocument 1.3, part 3, 6.1.2).
  var isBlank: Bool { value == 0x20 || value == 0x9 || value == 0xA || value == 0xD }
}

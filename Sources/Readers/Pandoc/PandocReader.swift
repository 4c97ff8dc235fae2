internal import BookModel
internal import JSONReading
package import Manuscript
package import Units

package struct PandocOptions: Sendable {
  package var title: String?
  package var author: String?
  package var language: String?
  /// What becomes of a picture that the tree names.
  package enum Picture: Sendable {
    /// What it is called, and its bytes where it came inside the manuscript.
    case there(name: String, bytes: [UInt8]?)
    /// It cannot be shown, and why, behind its name in a sentence.
    case absent(String)
  }
  package var picture: @Sendable (String) -> Picture
  /// Paragraphs without words are in the tree, and mean white.
  package var hasEmptyParagraphs = false
  /// The book has a bibliography that the tree does not name.
  package var hasBibliography = false

  package init(picture: @escaping @Sendable (String) -> Picture = { .there(name: $0, bytes: nil) }) {
    self.picture = picture
  }
}

/// Why bytes are no tree of pandoc's.
package enum PandocError: Error, Equatable, Sendable {
  case notJSON(byteOffset: Int)
  case notTree
  case empty

  package func diagnostic(name: String) -> Diagnostic {
    switch self {
    case .notJSON(let offset):
      Diagnostic(
        .error, code: "pandoc-json", "\"\(name)\" is no JSON: wrong at byte \(offset)",
        help: "make it by: pandoc --to json")
    case .notTree:
      Diagnostic(
        .error, code: "pandoc-tree", "\"\(name)\" is no syntax tree of pandoc's", help: "make it by: pandoc --to json")
    case .empty: ManuscriptError.empty.diagnostic(name: name)
    }
  }
}

/// Whether bytes look like pandoc's syntax tree.
package func isPandocTree(_ bytes: [UInt8]) -> Bool {
  let head = bytes.prefix(64).filter { $0 > 0x20 }
  return head.starts(with: Array("{\"pandoc-api-version\"".utf8))
    || head.starts(with: Array("{\"blocks\":[{\"t\"".utf8))
}

/// Reads the syntax tree that `pandoc --to json` writes (pandoc-types 1.22 and later) as a book.
///
/// The tree has no places of its own: the words it holds, a line a paragraph, stand for the manuscript.
package func readPandoc(
  _ bytes: [UInt8], name: String, options: PandocOptions = PandocOptions()
) throws(PandocError) -> ManuscriptReading {
  let tree: JSON
  do throws(JSON.Fault) { tree = try JSON(bytes) } catch { throw .notJSON(byteOffset: error.offset) }
  guard let blocks = tree["blocks"], case .array = blocks else { throw .notTree }
  var maker = PandocMaker(options)
  maker.readMetadata(tree["meta"])
  maker.readCitationOptions(tree["meta"], blocks.items)
  maker.lookForTheorems(blocks.items)
  let flow = maker.blocks(blocks.items)
  guard !flow.isEmpty else { throw .empty }
  return maker.reading(flow, name: name)
}

/// Turns a tree into blocks and gathers what is not in the line of the text.
struct PandocMaker {
  let options: PandocOptions
  /// The words in their order.
  var text: [UInt8] = []
  var metadata = Metadata()
  var notes: [NoteKey: Note] = [:]
  var pictures: [String: [UInt8]] = [:]
  var diagnostics: [Diagnostic] = []
  var report = ReadingReport()
  /// Of the innermost div around what is read.
  var style = ""
  var formulas = FormulaReader()
  var rawParts: [String: Int] = [:]
  var silent: [Range<Int>] = []
  var citations: [Citation] = []
  /// Citations are still to be worded.
  var citesWorks = false
  /// What the tree's metadata says of options.
  var metadataOptions: [String: [String]] = [:]
  /// Notes that are called and not yet read.
  var waitingNotes: [(NoteKey, [JSON])] = []
  /// Those of the notes that are meant for the margin.
  var asides: [NoteKey: Note.Aside] = [:]
  var noteCount = 0
  /// Names of the place where the next word stands.
  var waitingNames: [String] = []
  /// What pandoc itself has counted of LaTeX's, by its label: the word and the number that it begins with.
  var theorems: [String: (word: String, number: String)] = [:]
  /// What divs say of their blocks.
  var kinds: [SourceLocation: BookMatter] = [:]
  /// Blocks around the one that is read.
  var depth = 0

  init(_ options: PandocOptions) { self.options = options }

  /// Where the next word stands.
  var here: SourceLocation { SourceLocation(offset: text.count) }

  mutating func end() { if text.last != 0x0A { text.append(0x0A) } }

  // MARK: Metadata

  mutating func readMetadata(_ meta: JSON?) {
    func words(_ value: JSON?) -> [String] {
      guard let value else { return [] }
      let content = value["c"]
      switch value["t"]?.string {
      case "MetaString": return [content?.string ?? ""]
      case "MetaInlines": return [PandocMaker.plain(content)]
      case "MetaBlocks": return [content?.items.map { PandocMaker.plain($0["c"]) }.joined(separator: "\n") ?? ""]
      case "MetaList": return content?.items.flatMap(words) ?? []
      case "MetaMap": return words(content?["name"] ?? content?["text"])
      default: return []
      }
    }
    func one(_ key: String) -> String? {
      let all = words(meta?[key]).filter { !$0.isEmpty }
      return all.isEmpty ? nil : all.joined(separator: ", ")
    }
    metadata.title = options.title ?? one("title")
    metadata.subtitle = one("subtitle")
    let authors = words(meta?["author"]).filter { !$0.isEmpty }
    metadata.authors = options.author.map { [$0] } ?? authors
    metadata.date = one("date")
    metadata.rights = one("rights")
    metadata.publisher = one("publisher")
    metadata.language = options.language ?? one("lang")
  }

  /// The words of inlines, for metadata.
  static func plain(_ inlines: JSON?) -> String {
    guard let inlines else { return "" }
    return inlines.items.map { inline in
      switch inline["t"]?.string {
      case "Str": inline["c"]?.string ?? ""
      case "Space", "SoftBreak", "LineBreak": " "
      case "Code", "Math": inline["c"]?[1]?.string ?? ""
      case "Note", "RawInline": ""
      case "Quoted": "\u{201C}" + plain(inline["c"]?[1]) + "\u{201D}"
      case "Span", "Link", "Cite": plain(inline["c"]?[1])
      default: plain(inline["c"])
      }
    }.joined()
  }

  /// `Theorem 1.1`, in bold at the head of a div with a label.
  mutating func lookForTheorems(_ blocks: [JSON], depth: Int = 0) {
    guard depth < 32 else { return }
    for block in blocks where block["t"]?.string == "Div" {
      let inner = block["c"]?[1]?.items ?? []
      let id = PandocAttributes(block["c"]?[0]).id
      if !id.isEmpty, let first = inner.first?["c"]?.items.first, first["t"]?.string == "Strong" {
        let words = PandocMaker.plain(first["c"]).split(separator: " ")
        if words.count > 1, let number = words.last, number.first?.isNumber == true {
          theorems[id] = (words.dropLast().joined(separator: " "), String(number))
        }
      }
      lookForTheorems(inner, depth: depth + 1)
    }
  }

  // MARK: The book

  mutating func reading(_ flow: [Block], name: String) -> ManuscriptReading {
    var division = BookDivision(metadata: metadata, notes: notes) { [text] in PandocMaker.lines(of: $0, in: text) }
    division.kinds = kinds
    let sections = division.sections(flow)
    silent += division.silent + division.contents + division.typescript
    if let warning = BookDivision.typescriptWarning(division.typescript) { diagnostics.append(warning) }
    // without those of the title, which are blocks of the text now
    var book = Book(metadata: division.metadata, sections: sections, notes: division.notes)
    if let title = division.titleFound, book.metadata.title == nil { book.metadata.title = title }
    for section in sections where section.role == .chapter { report.count("heading", role: .chapter, level: 1) }
    book.pictures = pictures
    book.citations = citations
    for (format, count) in rawParts.sorted(by: { $0.key < $1.key }) {
      diagnostics.append(
        Diagnostic(
          .warning, code: "pandoc-raw", "\(count) raw part\(count == 1 ? "" : "s") of \(format) left out",
          help: "only what pandoc understands is set"))
    }
    report.encodingName = "pandoc's tree"
    report.notes = notes.count
    report.apart = book.placesApart()
    report.silent = silent
    report.hasHalfTitle = division.hasHalfTitle
    var reading = ManuscriptReading(
      book: book, files: SourceFiles([SourceFile(name: name, text: text)]), diagnostics: diagnostics, report: report,
      dashes: .typewriter)
    reading.metadataOptions = metadataOptions
    return reading
  }

  /// From a place to the end of the line that so many bytes lead to: calls of notes have bytes of their own.
  private static func lines(from start: Int, of bytes: Int, in text: [UInt8]) -> Range<Int> {
    var end = min(start + bytes, text.count)
    // a break at the end of the words ends their own line
    while end > start, text[end - 1] <= 0x20 { end -= 1 }
    return start..<(text[end...].firstIndex(of: 0x0A) ?? end)
  }

  /// The lines of a title: breaks and pictures within it put its words on several.
  private static func lines(of title: [Inline], in text: [UInt8]) -> [Range<Int>] {
    guard let first = title.first else { return [] }
    var found = [lines(from: Int(first.source.offset), of: title.plainText.utf8.count, in: text)]
    for inline in title {
      guard case .text(let words) = inline.content, let last = found.last,
        words.contains(where: { !$0.isWhitespace }), Int(inline.source.offset) >= last.upperBound
      else { continue }
      found.append(lines(from: Int(inline.source.offset), of: words.utf8.count, in: text))
    }
    return found
  }
}

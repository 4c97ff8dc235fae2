import BookModel
import CMark
import Manuscript
import Units

/// A Markdown book of one file.
func readMarkdownBook(_ text: String, name: String = "book.md", options: MarkdownOptions = MarkdownOptions()) throws
  -> ManuscriptReading
{
  try readMarkdown([MarkdownInput(name: name, bytes: Array(text.utf8))], options: options)
}

extension ManuscriptReading {
  /// `line:column: message` of each, as the command prints them.
  var said: [String] {
    diagnostics.map { diagnostic in
      let place = diagnostic.source.flatMap { files.describe($0) } ?? "?"
      return "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message)"
    }
  }

  var blocks: [Block] { book.sections.flatMap(\.blocks) }
}

/// Everything a book says, in reading order, as words of letters and digits alone.
struct BookWords {
  private(set) var text = ""
  private let notes: [NoteKey: Note]
  private var told: Set<NoteKey> = []
  /// All runs of text, to look where they come from.
  private(set) var runs: [Inline] = []

  init(_ book: Book) {
    notes = book.notes
    for section in book.sections {
      if let heading = section.heading {
        add(heading.label)
        add(heading.title)
      }
      section.blocks.forEach { add($0) }
    }
  }

  static func words(_ text: String) -> [String] {
    text.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.map { String($0) }
  }

  var words: [String] { BookWords.words(text) }

  private mutating func add(_ inlines: [Inline]) {
    for inline in inlines {
      switch inline.content {
      case .text(let run):
        text += run
        runs.append(inline)
      case .lineBreak: text += " "
      case .image: text += inline.style.extras.alternative ?? ""
      case .noteReference: break
      }
    }
    text += "\n"
  }

  private mutating func add(_ block: Block) {
    switch block {
    case .paragraph(let block): add(block.inlines)
    case .heading(let block): add(block.label + block.title)
    case .verse(let block): block.stanzas.flatMap(\.lines).forEach { add($0.inlines) }
    case .quotation(let block):
      block.blocks.forEach { add($0) }
      if let attribution = block.attribution { add(attribution.inlines) }
    case .callout(let block):
      if !block.title.isEmpty { add(block.title) }
      block.blocks.forEach { add($0) }
    case .letter(let block):
      block.dateline.forEach { add($0.inlines) }
      block.blocks.forEach { add($0) }
      block.signature.forEach { add($0.inlines) }
    case .speech(let block): block.blocks.forEach { add($0) }
    case .list(let block):
      for (index, item) in block.items.enumerated() {
        if let start = block.start { text += "\(start + index). " }
        item.blocks.forEach { add($0) }
      }
    case .table(let block): for row in block.head + block.rows { row.forEach { add($0.inlines) } }
    case .preformatted(let block): for line in block.lines { text += line.text + "\n" }
    case .figure(let block):
      text += block.alternative + "\n"
      add(block.caption)
    case .sceneBreak, .pageBreak: break
    }
  }
}

import Foundation
import TestSupport
import Testing

/// One short book, written as people write text, Markdown, EPUB and Word files: chapters, a note in each, verse with
/// indents and stanzas, emphasis, a quotation, a pause between scenes. Its pages are the same.
@Suite("The same book in four formats", .enabled(if: PDFText.reader != nil, "no pdftotext is here"))
struct SameBookTests {
  private static let sentences = [
    "It was a quiet morning in the printing house, and the type lay sorted in its cases.",
    "Nobody had called for the compositor yet, and the galley stood upon its stone as it had stood all night.",
    "The apprentice swept the floor while the master read the proofs of the day before, a pencil behind his ear.",
    "Outside a cart went by with paper for the other house, which printed nothing but almanacs.",
    "He asked himself whether a book was ever finished, or only taken away from those who made it.",
    "There was a letter on the desk from an author who wanted all his commas back.",
    "The window had been mended with a sheet of the Psalms, and in the sun one could read it from the yard.",
    "At nine the pressmen came in, shook the snow from their coats and lit the stove.",
    "One of them sang under his breath, a song about a girl who could not spell her name.",
    "The first forme was locked up before ten, and the second, which was harder, at noon.",
    "When the ink was thin they blamed the boy, and when it was thick they blamed the weather.",
    "Towards evening a bell rang in the street, and the work was put away under cloths.",
  ]
  private static func prose(_ numbers: Int...) -> String { numbers.map { sentences[$0] }.joined(separator: " ") }

  private static let poem = [
    [
      "The type is cold, the stone is bare,", "    The lamp is out above the stair,", "The night is long and nobody",
      "    Will come to set a line for me.",
    ],
    ["The day will come, the day will come,", "    And then the press will find its drum."],
  ]
  private static let notes = [
    "So the old printers said of the house, when they were asked.", "Nobody has told what became of it.",
  ]

  /// What stands in the book, in order; formats differ in how they say it.
  private enum Piece {
    case chapter(String)
    case prose(String)
    case called(before: String, emphasis: String, after: String, note: Int)
    case quotation(String)
    case poem, pause
  }

  private static let pieces: [Piece] = [
    .chapter("Chapter I. The Morning"), .prose(prose(0, 1, 2, 3, 4, 5)),
    .called(before: "He had ", emphasis: "never", after: " seen it so still.", note: 0), .prose(prose(6, 7)),
    .quotation(prose(5, 9)), .prose(prose(8, 9, 10, 11)), .poem, .prose(prose(3, 1, 7)), .pause,
    .prose(prose(2, 4, 6, 8, 10)), .prose(prose(11, 9, 7, 5)), .chapter("Chapter II. The Evening"),
    .prose(prose(10, 11, 0)), .called(before: "And so it ", emphasis: "ended", after: ", as all things end.", note: 1),
    .prose(prose(1, 3, 5, 7, 9)),
  ]

  // MARK: The formats

  /// Lines of at most 72 columns, as typewriters had them.
  private static func wrapped(_ text: String, indent: String = "") -> String {
    var lines: [String] = []
    var line = indent
    for word in text.split(separator: " ") {
      if line.count > indent.count, line.count + 1 + word.count > 72 {
        lines.append(line)
        line = indent
      }
      line += (line.count > indent.count ? " " : "") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }

  private static var text: String {
    var made = "THE QUIET PRESS\n\nby Jane Roe\n"
    for piece in pieces {
      switch piece {
      case .chapter(let title): made += "\n\n\n\n\(title)\n\n"
      case .prose(let words): made += "\n\(wrapped(words))\n"
      case .called(let before, let emphasis, let after, let note):
        made += "\n\(wrapped("\(before)_\(emphasis)_\(after)[\(note + 1)]"))\n"
      case .quotation(let words): made += "\n\(wrapped(words, indent: "     "))\n"
      case .poem: for stanza in poem { made += "\n" + stanza.map { "    \($0)\n" }.joined() }
      case .pause: made += "\n       *       *       *       *       *\n"
      }
    }
    return made + "\n\n\n\nFOOTNOTES\n" + notes.enumerated().map { "\n[\($0 + 1)] \($1)\n" }.joined()
  }

  /// - Parameter isPandocs: verse is a block of lines, as pandoc has it.
  private static func markdown(isPandocs: Bool) -> String {
    var made = "---\ntitle: The Quiet Press\nauthor: Jane Roe\n---\n"
    for piece in pieces {
      switch piece {
      case .chapter(let title): made += "\n# \(title)\n"
      case .prose(let words): made += "\n\(words)\n"
      case .called(let before, let emphasis, let after, let note):
        made += "\n\(before)*\(emphasis)*\(after)[^\(note)]\n"
      case .quotation(let words): made += "\n> \(words)\n"
      case .poem where isPandocs: made += "\n" + poem.map { $0.map { "| \($0)\n" }.joined() }.joined(separator: "|\n")
      case .poem:
        made += "\n```verse\n" + poem.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n") + "```\n"
      // pandoc's rules do not come back from Word; stars do
      case .pause: made += isPandocs ? "\n\\* \\* \\*\n" : "\n* * *\n"
      }
    }
    return made + notes.enumerated().map { "\n[^\($0)]: \($1)\n" }.joined()
  }

  private static var epub: [UInt8] {
    var chapters: [String] = []
    for piece in pieces {
      switch piece {
      case .chapter(let title): chapters.append("<h2>\(title)</h2>")
      case .prose(let words): chapters[chapters.count - 1] += "<p>\(words)</p>"
      case .called(let before, let emphasis, let after, let note):
        chapters[chapters.count - 1] +=
          "<p>\(before)<em>\(emphasis)</em>\(after)<a epub:type=\"noteref\" href=\"c2.xhtml#n\(note)\">\(note + 1)</a></p>"
      case .quotation(let words): chapters[chapters.count - 1] += "<blockquote><p>\(words)</p></blockquote>"
      case .poem:
        let stanzas = poem.map { stanza in
          let lines = stanza.map { line in
            "<span\(line.hasPrefix(" ") ? " class=\"i1\"" : "")>\(line.drop { $0 == " " })</span>"
          }
          return "<p>\(lines.joined(separator: "<br/>"))</p>"
        }
        chapters[chapters.count - 1] += "<blockquote epub:type=\"z3998:poem\">\(stanzas.joined())</blockquote>"
      case .pause: chapters[chapters.count - 1] += "<hr/>"
      }
    }
    let list = notes.enumerated().map {
      "<li id=\"n\($0)\" epub:type=\"endnote\"><p>\($1) <a href=\"c0.xhtml\" epub:type=\"backlink\">↩</a></p></li>"
    }
    chapters.append("<section epub:type=\"endnotes\"><h2>Notes</h2><ol>\(list.joined())</ol></section>")
    let css = """
      @namespace epub "http://www.idpf.org/2007/ops";
      [epub|type~="z3998:poem"] p > span { display: block; padding-left: 1em; text-indent: -1em }
      [epub|type~="z3998:poem"] p > span + br { display: none }
      [epub|type~="z3998:poem"] p > span.i1 { padding-left: 3em; text-indent: -1em }
      """
    return MadeArchive.book(chapters, css: css)
  }

  // MARK: The pages

  private func pages(_ name: String, in folder: Folder) throws -> [String] {
    let outcome = try Program.run(
      [name, "--title", "The Quiet Press", "--author", "Jane Roe", "--verify", "-o", "\(name).pdf"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    let reader = try #require(Program.onPath("pdftotext"))
    let text = Program.output(reader, ["-layout", folder.at("\(name).pdf"), "-"])
    // columns of blanks are the reader's own
    return text.split(separator: "\u{C}", omittingEmptySubsequences: false).map { page in
      page.split(separator: "\n").map { line in
        let indent = line.prefix { $0 == " " }.count / 4
        return "\(indent) " + line.split(separator: " ").joined(separator: " ")
      }.joined(separator: "\n")
    }
  }

  @Test("Text, Markdown and EPUB give the same pages")
  func same() throws {
    let folder = try Folder()
    try folder.put(Array(Self.text.utf8), in: "text.txt")
    try folder.put(Array(Self.markdown(isPandocs: false).utf8), in: "marks.md")
    try folder.put(Self.epub, in: "book.epub")
    let wanted = try pages("marks.md", in: folder)
    #expect(wanted.count > 6 && wanted.joined().contains("The type is cold"))
    #expect(try pages("text.txt", in: folder) == wanted)
    #expect(try pages("book.epub", in: folder) == wanted)
  }

  @Test("A Word file and pandoc's tree give the same pages")
  func word() throws {
    guard let pandoc = Program.onPath("pandoc") else { return print("skipped: no pandoc on the path") }
    let folder = try Folder()
    try folder.put(Array(Self.markdown(isPandocs: false).utf8), in: "marks.md")
    try folder.put(Array(Self.markdown(isPandocs: true).utf8), in: "pandoc.md")
    for (name, format) in [("book.docx", "docx"), ("book.json", "json")] {
      _ = Program.output(pandoc, ["--from", "markdown", "--to", format, "-o", folder.at(name), folder.at("pandoc.md")])
    }
    let wanted = try pages("marks.md", in: folder)
    #expect(try pages("book.docx", in: folder) == wanted)
    #expect(try pages("book.json", in: folder) == wanted)
  }
}

import BookModel
import Manuscript
import Testing
import Word

@Suite("Rich Text Format")
struct RichTextTests {
  private func read(_ text: String) throws -> ManuscriptReading {
    try readWord(
      Array(("{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times;}{\\f1\\fcharset204 Arial;}}" + text + "}").utf8),
      name: "t.rtf")
  }

  private func words(_ text: String) throws -> String {
    try read(text).book.sections.flatMap(\.blocks).compactMap(\.paragraph).map(\.inlines.plainText).joined(
      separator: "|")
  }

  @Test(
    "Letters are those of code pages and of Unicode",
    arguments: [
      ("caf\\'e9 \\u8220?x\\u8221?", "café “x”"), ("{\\f1 \\'cc\\'e8\\'f0}", "Мир"),
      ("\\uc0\\u-10180\\u-8448 a", "\u{1F300}a"),
      ("a\\~b\\_c\\emdash d", "a\u{A0}b\u{2011}c—d"), ("a\\\nb", "a|b"), ("\\{a\\\\b\\}", "{a\\b}"),
    ])
  func letters(text: String, wanted: String) throws { #expect(try words(text) == wanted) }

  @Test("Emphasis, styles, page breaks and notes")
  func structure() throws {
    let reading = try read(
      "{\\stylesheet{\\s0 Normal;}{\\s1\\b Heading 1;}}{\\info{\\title The Ford}{\\author Clara Voss}}"
        + "\\pard\\s1\\b One\\par\\pard\\s0\\plain It was {\\i very} wet.{\\super\\chftn}{\\footnote\\pard\\plain {\\super\\chftn} A note.} {\\v gone}\\par"
        + "\\page\\pard\\qc * * *\\par\\pard\\s1\\b Two\\par\\pard\\plain More.\\par")
    let book = reading.book
    #expect(book.metadata.title == "The Ford" && book.metadata.authors == ["Clara Voss"])
    #expect(book.sections.map { $0.heading?.plainText } == ["One", "Two"])
    let first = book.sections[0].blocks.first?.paragraph?.inlines ?? []
    #expect(first.first { $0.style.traits.contains(.emphasis) }?.plain == "very")
    #expect(book.notes.values.first?.blocks.first?.paragraph?.inlines.plainText == "A note.")
    #expect(reading.diagnostics.map(\.code) == ["word-hidden"])
  }

  @Test("Tables, lists and pictures")
  func blocks() throws {
    let reading = try read(
      "\\trowd\\cellx100\\cellx200\\pard\\intbl a\\cell b\\cell\\row\\pard x\\par{\\pict\\pngblip\\picwgoal1440\\pichgoal720 89504e47}\\par"
        + "{\\listtext 1.\\tab}\\ls1\\ilvl0 one\\par{\\listtext 2.\\tab}two\\par\\pard y\\par")
    let blocks = reading.book.sections.flatMap(\.blocks)
    #expect(
      blocks.contains {
        if case .table(let table) = $0 { table.rows.first?.map(\.plainText) == ["a", "b"] } else { false }
      })
    #expect(
      blocks.contains { if case .list(let list) = $0 { list.start == 1 && list.items.count == 2 } else { false } })
    #expect(reading.book.pictures.values.first == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test("Forms keep the widths and heights of their cells")
  func forms() throws {
    let row = "\\trowd\\trrh800\\clbrdrt\\cellx3000\\cellx9000\\pard\\intbl Mon\\cell\\cell\\row"
    let blocks = try read(row + row + "\\pard x\\par").book.sections.flatMap(\.blocks)
    let tables = blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }
    #expect(tables.first?.form.heights == [40, 40])
    #expect(tables.first?.form.shares == [1.0 / 3, 2.0 / 3])
  }

  @Test(
    "Any bytes are read or refused",
    arguments: ["{{{{", "}}}}", "\\", "\\'", "\\u", "{\\pict\\bin99999999 x", "\\cell\\row\\par", "{\\footnote"])
  func hostile(text: String) { _ = try? read(text) }
}

extension Inline {
  fileprivate var plain: String? { if case .text(let text) = content { text } else { nil } }
}

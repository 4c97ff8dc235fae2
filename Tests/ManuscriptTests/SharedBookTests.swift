import BookModel
import Foundation
import Manuscript
import TestSupport
import Testing

@Suite struct SharedBookTests {
  static let texts = [
    "alice-pg11", "pride-and-prejudice-pg1342", "war-and-peace-pg2600", "sonnets-pg1041", "legend-land-pg20170-latin1",
    "ru-tolstoy-hadji-murat", "he-bialik-megillat-haesh", "ja-soseki-yume-juya-utf8", "udhr-ar", "udhr-zh-Hant",
    "udhr-hi",
  ]

  func read(_ name: String) throws -> ManuscriptReading? {
    guard let bytes = SharedBooks.bytes("books/txt/\(name).txt") else { return nil }
    return try readPlainText(bytes, name: name + ".txt", options: PlainTextOptions())
  }

  @Test(
    "every byte of a book is in it once, in order, or reported as dropped", arguments: texts.map { "txt/\($0)" } + real)
  func nothingIsLost(name: String) throws {
    guard let bytes = SharedBooks.bytes("books/\(name).txt") else { return }
    let reading = try readPlainText(bytes, name: "book.txt", options: PlainTextOptions())
    #expect(Coverage.problems(reading) == [])
  }

  /// Books of every kind as others have them: plays, letters, manuals, a thesaurus.
  static let real: [String] = {
    let folder = SharedBooks.folder.appendingPathComponent("books/real").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map { "real/\($0.dropLast(4))" }
  }()

  struct Numbers: Sendable {
    var name: String
    var parts = 0
    var chapters = 0
    var inner = 0
    var notes = 0
    var breaks = 0
    var pictures = 0
  }

  @Test(
    "books have the chapters, notes and breaks they were printed with",
    arguments: [
      Numbers(name: "alice-pg11", chapters: 12, breaks: 3),
      Numbers(name: "pride-and-prejudice-pg1342", chapters: 61, breaks: 6),
      Numbers(name: "war-and-peace-pg2600", parts: 17, chapters: 365, notes: 136),
      Numbers(name: "sonnets-pg1041", chapters: 154),
      Numbers(name: "legend-land-pg20170-latin1", chapters: 14, inner: 1, breaks: 1, pictures: 32),
      Numbers(name: "ru-tolstoy-hadji-murat", chapters: 25, notes: 17),
      Numbers(name: "ja-soseki-yume-juya-utf8", chapters: 10),
      Numbers(name: "udhr-ar", inner: 30), Numbers(name: "udhr-zh-Hant", inner: 30),
      Numbers(name: "udhr-hi", inner: 30),
    ])
  func counts(wanted: Numbers) throws {
    guard let reading = try read(wanted.name) else { return }
    let sections = reading.book.sections
    #expect(sections.filter { $0.role == .part }.count == wanted.parts)
    #expect(sections.filter { $0.role == .chapter }.count == wanted.chapters)
    #expect(sections.filter { $0.role == .chapter }.allSatisfy { $0.level == (wanted.parts > 0 ? 2 : 1) })
    let inner = sections.flatMap(\.blocks).filter { if case .heading = $0 { true } else { false } }.count
    #expect(inner == wanted.inner)
    #expect(reading.book.notes.count == wanted.notes)
    #expect(reading.report.sceneBreaks == wanted.breaks)
    #expect(reading.report.illustrations == wanted.pictures)
  }

  @Test func alicesMouseTailIsAShapedPoemAndHerSongsAreVerse() throws {
    guard let reading = try read("alice-pg11") else { return }
    let verses = reading.book.sections.flatMap(\.blocks).compactMap { block -> Verse? in
      if case .verse(let verse) = block { verse } else { nil }
    }
    let shaped = verses.filter(\.isShaped)
    #expect(shaped.count == 1)
    #expect(shaped.first?.stanzas.first?.lines.count == 44)
    #expect(shaped.first?.stanzas.first?.lines[15].inlines.plainText == "nothing")
    #expect(verses.contains { $0.stanzas.count == 8 })
    #expect(reading.book.sections[1].heading?.label.plainText == "CHAPTER I")
    #expect(reading.book.sections[1].heading?.title.plainText == "Down the Rabbit-Hole")
    guard case .paragraph(let last)? = reading.book.sections.last?.blocks.last else { return #expect(Bool(false)) }
    #expect(last.inlines.plainText == "THE END" && last.placement == .centred)
  }

  @Test func theTableOfNumbersInWarAndPeaceHasColumns() throws {
    guard let reading = try read("war-and-peace-pg2600") else { return }
    #expect(reading.report.tables == 1)
    let tables = reading.book.sections.flatMap(\.blocks).compactMap {
      if case .table(let table) = $0 { table } else { nil }
    }
    #expect(tables.map(\.columns.count) == [10, 8, 6, 1])
    #expect(tables.map(\.rows.count) == [2, 2, 2, 2])
    #expect(
      tables[2].rows.map { $0.map(\.plainText) } == [
        ["t", "u", "v", "w", "x", "y"], ["100", "110", "120", "130", "140", "150"],
      ])
    #expect(reading.book.metadata.title == "War and Peace")
    #expect(reading.book.metadata.contributors == [.init(role: "translator", name: "Louise and Aylmer Maude")])
    #expect(reading.book.sections.first?.heading?.plainText == "BOOK ONE. 1805")
  }

  @Test func aliceIsTheSameBookInFiveEncodings() throws {
    let names = ["utf8-lf", "utf8-crlf", "utf8-cr", "utf16le-bom", "cp1252"]
    var texts: [[String]] = []
    for name in names {
      guard let bytes = SharedBooks.bytes("books/encodings/alice-ch1-2-\(name).txt") else { return }
      let reading = try readPlainText(bytes, name: name, options: PlainTextOptions())
      #expect(Coverage.problems(reading) == [])
      texts.append(outline(reading.book))
    }
    for other in texts.dropFirst() { #expect(other == texts[0]) }
  }
}

/// Everything of a book but its places in the manuscript, a row a block.
func outline(_ book: Book) -> [String] {
  var rows = ["\(book.metadata)"]
  func add(_ block: Block, _ depth: String) {
    switch block {
    case .paragraph(let block): rows.append("\(depth)\(block.placement): \(styled(block.inlines))")
    case .heading(let block): rows.append("\(depth)heading \(block.level): \(block.plainText)")
    case .verse(let block):
      rows.append("\(depth)verse\(block.isShaped ? " shaped" : "")")
      for stanza in block.stanzas {
        for line in stanza.lines {
          rows.append(
            "\(depth)  \(line.indent)|\(styled(line.inlines))\(line.number.isEmpty ? "" : " #" + line.number.plainText)"
          )
        }
        rows.append("\(depth)  ~")
      }
    case .quotation(let block):
      rows.append("\(depth)quotation")
      block.blocks.forEach { add($0, depth + "  ") }
      if let attribution = block.attribution { rows.append("\(depth)  by: \(styled(attribution.inlines))") }
    case .callout(let block):
      rows.append("\(depth)\(block.kind.rawValue): \(styled(block.title))")
      block.blocks.forEach { add($0, depth + "  ") }
    case .speech(let block):
      rows.append("\(depth)speech: \(styled(block.speaker))")
      block.blocks.forEach { add($0, depth + "  ") }
    case .preformatted(let block):
      rows.append("\(depth)lines")
      for line in block.lines { rows.append("\(depth)  |\(line.text)") }
    case .figure(let block): rows.append("\(depth)figure: \(styled(block.caption))")
    case .sceneBreak: rows.append("\(depth)* * *")
    case .letter(let block):
      rows.append("\(depth)letter")
      for line in block.dateline { rows.append("\(depth)  date: \(styled(line.inlines))") }
      block.blocks.forEach { add($0, depth + "  ") }
      for line in block.signature { rows.append("\(depth)  signed: \(styled(line.inlines))") }
    case .table(let block):
      rows.append("\(depth)table\(block.isRuled ? " ruled" : "")\(block.isClose ? " close" : "")")
      for row in block.head { rows.append("\(depth)  # " + row.map { styled($0.inlines) }.joined(separator: " | ")) }
      for row in block.rows { rows.append("\(depth)  " + row.map { styled($0.inlines) }.joined(separator: " | ")) }
    case .list, .pageBreak: rows.append("\(depth)other")
    }
  }
  for section in book.sections {
    rows.append(
      "\(section.matter) \(section.role) \(section.level): \(section.heading?.label.plainText ?? "") | \(section.heading?.title.plainText ?? "")"
    )
    for block in section.blocks { add(block, "  ") }
  }
  for (key, note) in book.notes.sorted(by: { $0.key.index < $1.key.index }) {
    rows.append("note \(key.index) (\(note.mark))")
    for block in note.blocks { add(block, "  ") }
  }
  return rows
}

/// Italics in `<>`, notes as `[^1]`, forced line ends as `/`.
func styled(_ inlines: [Inline]) -> String {
  inlines.map { inline in
    switch inline.content {
    case .text(let text) where inline.style.ruby != nil: "{\(text)}"
    case .text(let text): inline.style.traits.isEmpty ? text : "<\(text)>"
    case .lineBreak: " / "
    case .noteReference(let key): "[^\(key.index)]"
    case .image: "[image]"
    }
  }.joined()
}

import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let prose = MadeWord.paragraph(
  "It was raining in Bristol, and the ford was under water before the post came down the hill at nine, and nobody was there."
)

private func centred(_ words: String, bold: Bool = false) -> String {
  MadeWord.paragraph(MadeWord.text(words, bold ? "<w:b/>" : ""), "<w:jc w:val=\"center\"/>")
}

private func read(_ body: String, _ styles: [(id: String, name: String)] = [], properties: String? = nil) throws
  -> ManuscriptReading
{
  try readWord(MadeWord.file(body, parts: [MadeWord.styles(styles)], properties: properties), name: "t.docx")
}

private func shape(_ book: Book) -> [String] {
  book.sections.map { section in
    "\(section.matter) \(section.role.rawValue) \(section.level)" + (section.heading.map { " " + $0.plainText } ?? "")
  }
}

@Suite("Books out of Word files")
struct WordBookTests {
  private static let headings = [
    ("H1", "heading 1"), ("H2", "heading 2"), ("T", "Title"), ("S", "Subtitle"), ("A", "Author"),
  ]

  private func heading(_ level: Int, _ words: String) -> String { MadeWord.paragraph(words, style: "H\(level)") }

  @Test("Parts stay parts beside an unnumbered chapter and what stands behind the last one")
  func parts() throws {
    let body =
      heading(1, "Prologue") + prose + heading(1, "Part One: The Ford") + heading(2, "Chapter One: A") + prose
      + heading(2, "Chapter Two: B") + prose + heading(1, "Interlude") + prose + heading(1, "Part Two: The Sea")
      + heading(2, "Chapter Three: Salt") + prose + heading(1, "Acknowledgements") + prose
      + heading(1, "About the Author") + prose
    let book = try read(body, Self.headings).book
    #expect(
      shape(book) == [
        "body prologue 1 Prologue", "body part 1 Part One. The Ford", "body chapter 2 Chapter One. A",
        "body chapter 2 Chapter Two. B", "body chapter 1 Interlude", "body part 1 Part Two. The Sea",
        "body chapter 2 Chapter Three. Salt", "back acknowledgements 1 Acknowledgements",
        "back afterword 1 About the Author",
      ])
    #expect(book.sections.map { $0.heading?.isNumbered } == [false, true, true, true, false, true, true, false, false])
  }

  @Test("Parts and chapters that are headings of one level are told by what they say")
  func flat() throws {
    let body =
      ["Part One", "Chapter One", "Chapter Two", "Part Two", "Chapter Three", "Acknowledgements"]
      .map { heading(1, $0) + ($0.hasPrefix("Part") ? "" : prose) }.joined()
    #expect(
      shape(try read(body, Self.headings).book) == [
        "body part 1 Part One", "body chapter 2 Chapter One", "body chapter 2 Chapter Two", "body part 1 Part Two",
        "body chapter 2 Chapter Three", "back acknowledgements 1 Acknowledgements",
      ])
  }

  @Test(
    "Chapters whose notes stand below their numbers are the chapters, and no front matter", arguments: [true, false])
  func notesByChapter(hasStyles: Bool) throws {
    func head(_ level: Int, _ words: String) -> String {
      hasStyles ? heading(level, words) : centred(words, bold: true)
    }
    func note(_ number: Int) -> String {
      (hasStyles ? heading(2, "Chapter \(number)") : MadeWord.paragraph(MadeWord.text("Chapter \(number)", "<w:b/>")))
        + MadeWord.paragraph("1. Chatham Papers, 14.")
    }
    let title = centred("A HISTORY OF ROPE", bold: true) + centred("Hal Sturgis") + MadeWord.pageBreak
    let body =
      title + ["HEMP", "WIRE"].map { head(1, $0) + prose + MadeWord.pageBreak }.joined() + head(1, "NOTES") + note(1)
      + note(2)
      + MadeWord.pageBreak + head(1, "INDEX") + MadeWord.paragraph("hemp, 5")
    let book = try read(body, Self.headings).book
    #expect(
      shape(book) == [
        "body chapter 1 HEMP", "body chapter 1 WIRE", "back notes 1 NOTES", "back index 1 INDEX",
      ])
    #expect(book.sections[2].blocks.count { if case .heading = $0 { true } else { false } } == 2)
  }

  @Test("Pages before the first chapter are told by their words")
  func front() throws {
    let pages = [
      MadeWord.paragraph("The Ford", style: "T") + MadeWord.paragraph("A Novel", style: "S")
        + MadeWord.paragraph("Clara Voss", style: "A"),
      MadeWord.paragraph("Copyright © 2026 by Clara Voss") + MadeWord.paragraph("All rights reserved."),
      centred("For my mother,") + centred("who read every draft"), centred("“Rain is grace.”") + centred("— Somebody"),
      centred("Also by Clara Voss") + centred("The Salt Year"),
    ]
    let body = pages.joined(separator: MadeWord.pageBreak) + heading(1, "One") + prose + heading(1, "Two") + prose
    let reading = try read(body, Self.headings)
    #expect(reading.book.metadata.title == "The Ford" && reading.book.metadata.authors == ["Clara Voss"])
    #expect(reading.book.metadata.subtitle == "A Novel")
    #expect(
      reading.book.sections.map(\.role) == [.imprint, .dedication, .epigraph, .alsoBy, .chapter, .chapter])
    #expect(reading.report.silent.count == 3)
  }

  @Test("A motto on the page behind the dedication's is none of its lines")
  func motto() throws {
    let pages = [
      centred("THE RAIN HOUSE", bold: true) + centred("Clara Voss"), centred("For my mother"),
      centred("Rain is grace.") + centred("John Updike"),
    ]
    let body = pages.joined(separator: MadeWord.pageBreak) + heading(1, "One") + prose + heading(1, "Two") + prose
    let book = try read(body, Self.headings).book
    #expect(book.sections.map(\.role) == [.dedication, .epigraph, .chapter, .chapter])
    #expect(book.sections[1].blocks.count == 2)
  }

  @Test("A title alone on its page is a half title, and no author", arguments: [true, false])
  func halfTitle(isStyled: Bool) throws {
    let title = isStyled ? MadeWord.paragraph("The Slow River", style: "T") : centred("The Slow River")
    let pages = [
      centred("The Slow River"), title + centred("A Novel") + centred("by Jane Q. Writer"), centred("For my mother"),
    ]
    let body = pages.joined(separator: MadeWord.pageBreak) + heading(1, "One") + prose + heading(1, "Two") + prose
    let reading = try read(body, Self.headings)
    #expect(reading.book.metadata.title == "The Slow River" && reading.book.metadata.authors == ["Jane Q. Writer"])
    #expect(reading.book.metadata.subtitle == "A Novel" && reading.report.hasHalfTitle)
    #expect(reading.book.sections.map(\.role) == [.dedication, .chapter, .chapter])
  }

  @Test("Pages before the first chapter are told by their styles, wherever pages end")
  func styledFront() throws {
    let names = [("T", "Title"), ("C", "Copyright"), ("D", "Widmung"), ("E", "Epigraph"), ("K", "Chapter Title")]
    let body =
      MadeWord.paragraph("Die Furt", style: "T") + MadeWord.paragraph("2026, Clara Voss", style: "C")
      + MadeWord.paragraph("Meiner Mutter", style: "D") + MadeWord.paragraph("Regen ist Gnade.", style: "E")
      + MadeWord.paragraph("Eins", style: "K") + prose + MadeWord.paragraph("Zwei", style: "K") + prose
    let book = try read(body, names).book
    #expect(book.sections.map(\.role) == [.imprint, .dedication, .epigraph, .chapter, .chapter])
    #expect(book.metadata.title == "Die Furt")
  }

  @Test("Without styles chapters are told by how they stand and what they say")
  func unstyled() throws {
    let page = MadeWord.pageBreak
    let body =
      centred("The Rain House", bold: true) + centred("A Novel") + centred("Clara Voss") + page
      + centred("For my mother") + page
      + centred("PART ONE", bold: true) + centred("The Ford", bold: true) + page + centred("CHAPTER ONE", bold: true)
      + centred("The House", bold: true) + prose + prose + page + centred("CHAPTER TWO", bold: true)
      + centred("Rain", bold: true)
      + prose + page + centred("Acknowledgements", bold: true) + prose + centred("THE END")
    let book = try read(body).book
    #expect(book.metadata.title == "The Rain House" && book.metadata.authors == ["Clara Voss"])
    #expect(
      shape(book) == [
        "front dedication 1", "body part 1 PART ONE. The Ford", "body chapter 2 CHAPTER ONE. The House",
        "body chapter 2 CHAPTER TWO. Rain", "back acknowledgements 1 Acknowledgements",
      ])
    #expect(book.sections.last?.blocks.last?.paragraph?.placement == .centred)
  }

  @Test("Chapters without numbers are told by the pages that they begin")
  func unnumbered() throws {
    let body = ["The Storm", "The Calm", "The Shore"].map {
      MadeWord.pageBreak + centred($0, bold: true) + prose + prose
    }.joined()
    #expect(
      shape(try read(prose + body).book).suffix(3) == [
        "body chapter 1 The Storm", "body chapter 1 The Calm", "body chapter 1 The Shore",
      ])
  }

  @Test("Word's style for a title, over every chapter, is that of headings")
  func titles() throws {
    let body = ["The Ford", "One", "Two", "Three"].map {
      MadeWord.paragraph($0, style: "T") + ($0 == "The Ford" ? MadeWord.pageBreak : prose)
    }
    let book = try read(body.joined(), Self.headings).book
    #expect(
      book.metadata.title == "The Ford" && book.sections.map { $0.heading?.plainText } == ["One", "Two", "Three"])
  }

  @Test("Of a typescript's title page the name below \"by\" is the writer's")
  func typescript() throws {
    let body =
      centred("The Ford") + centred("by") + centred("Clara Voss") + heading(1, "One") + prose + heading(1, "Two")
      + prose
    let book = try read(body, Self.headings).book
    #expect(book.metadata.title == "The Ford" && book.metadata.authors == ["Clara Voss"] && book.sections.count == 2)
  }

  @Test("Word's own list of contents is left out with its heading")
  func contents() throws {
    let entries = ["One\t1", "Two\t5"].map { MadeWord.paragraph($0, style: "C") }.joined()
    let body = heading(1, "Contents") + entries + heading(1, "One") + prose + heading(1, "Two") + prose
    let reading = try read(body, Self.headings + [("C", "toc 1")])
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["One", "Two"])
    #expect(reading.report.dropped.map(\.why) == ["contents list", "contents list", "contents list"])
  }

  @Test(
    "A heading's style has a name in each of Word's languages",
    arguments: [
      "heading 1", "Überschrift 1", "Titre 1", "Titolo 1", "Título 1", "Rubrik 1", "Kop 1", "Заголовок 1", "Nagłówek 1",
      "Chapter Title", "CSP - Chapter Title",
    ])
  func headings(name: String) throws {
    let body = MadeWord.paragraph("One", style: "X") + prose + MadeWord.paragraph("Two", style: "X") + prose
    #expect(try read(body, [("X", name)]).book.sections.map { $0.heading?.plainText } == ["One", "Two"])
  }

  @Test("A number in one heading and its title in the next are one")
  func labels() throws {
    let body =
      heading(1, "Chapter 1") + heading(1, "The Ford") + prose + heading(1, "Chapter 2") + heading(1, "The Sea") + prose
    #expect(
      try read(body, Self.headings).book.sections.map { $0.heading?.plainText } == [
        "Chapter 1. The Ford", "Chapter 2. The Sea",
      ])
  }

  @Test("Where the text says no title, the file's properties may")
  func properties() throws {
    let body = heading(1, "One") + prose + heading(1, "Two") + prose
    let said = "<dc:title>The Ford</dc:title><dc:creator>Clara Voss</dc:creator>"
    let metadata = try read(body, Self.headings, properties: said).book.metadata
    #expect(metadata.title == "The Ford" && metadata.authors == ["Clara Voss"])
    let none = try read(
      body, Self.headings, properties: "<dc:title>ford_v2.docx</dc:title><dc:creator>Windows User</dc:creator>"
    ).book.metadata
    #expect(none.title == nil && none.authors.isEmpty)
  }

  @Test("Places are told by chapter and first words")
  func places() throws {
    let reading = try read(heading(1, "Chapter One") + prose + MadeWord.paragraph("Short one."), Self.headings)
    let block = try #require(reading.book.sections.last?.blocks.last)
    #expect(reading.files.describe(block.source) == "t.docx, \"Chapter One\", at \"Short one.\"")
    let first = try #require(reading.book.sections.last?.blocks.first)
    #expect(
      reading.files.describe(first.source)
        == "t.docx, \"Chapter One\", at \"It was raining in Bristol, and the ford was under water…\"")
  }

  @Test(
    "What is no Word file is refused by what it is",
    arguments: [
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0], WordError.oldWord), ([1, 2, 3], .notArchive),
      (MadeArchive.zip([("a.txt", "a")]), .noDocument), (MadeWord.file("<w:p/>"), .empty),
    ])
  func refused(bytes: [UInt8], wanted: WordError) {
    #expect(throws: wanted) { try readWord(bytes, name: "t.doc") }
  }

  @Test("A locked file is told from an old one")
  func locked() {
    let name = "EncryptedPackage".utf8.flatMap { letter -> [UInt8] in [letter, 0] }
    #expect(throws: WordError.locked) {
      try readWord([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0] + name, name: "t.docx")
    }
  }

  @Test("Files that were made to do harm are read or refused")
  func hostile() throws {
    let deep =
      String(repeating: "<w:tbl><w:tr><w:tc>", count: 3000) + prose
      + String(repeating: "</w:tc></w:tr></w:tbl>", count: 3000)
    #expect(try read(prose + deep).report.dropped.map(\.why) == ["nested too deep"])
    let runs =
      String(repeating: "<w:smartTag>", count: 3000) + MadeWord.text("x")
      + String(repeating: "</w:smartTag>", count: 3000)
    #expect(try read(prose + MadeWord.paragraph(runs)).report.dropped.map(\.why) == ["nested too deep"])
    let cut = MadeWord.file(prose + prose)
    for length in stride(from: 0, to: cut.count, by: 97) { _ = try? readWord(Array(cut[..<length]), name: "t.docx") }
    for place in stride(from: 0, to: cut.count, by: 31) {
      var bytes = cut
      bytes[place] ^= 0x5A
      _ = try? readWord(bytes, name: "t.docx")
    }
    let odd = "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"99999999\"/><w:vMerge/></w:tcPr></w:tc></w:tr></w:tbl>"
    let numbers = MadeWord.paragraph(
      "x", "<w:numPr><w:ilvl w:val=\"99\"/><w:numId w:val=\"-4\"/></w:numPr><w:ind w:left=\"-999999999\"/>")
    #expect(
      try read(prose + odd + numbers + "<w:p><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>").book.sections.count
        == 1)
  }
}

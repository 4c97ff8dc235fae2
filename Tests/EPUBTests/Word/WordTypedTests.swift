import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let prose = MadeWord.paragraph(
  "It was raining in Bristol, and the ford was under water before the post came down the hill at nine, and nobody was there."
)

private func line(_ words: String) -> String { MadeWord.paragraph(words) }

private func centred(_ words: String, bold: Bool = true) -> String {
  MadeWord.paragraph(MadeWord.text(words, bold ? "<w:b/>" : "<w:i/>"), "<w:jc w:val=\"center\"/>")
}

private func entry(_ words: String, _ page: String) -> String {
  MadeWord.paragraph(MadeWord.text(words) + "<w:r><w:tab/></w:r>" + MadeWord.text(page))
}

private func heading(_ words: String, _ level: Int = 1) -> String { MadeWord.paragraph(words, style: "H\(level)") }

private func read(_ body: String) throws -> ManuscriptReading {
  let styles = MadeWord.styles([("H1", "heading 1"), ("H2", "heading 2"), ("T", "Title"), ("TOC1", "toc 1")])
  return try readWord(MadeWord.file(body, parts: [styles]), name: "t.docx")
}

private func shape(_ book: Book) -> [String] {
  book.sections.map { section in section.role.rawValue + (section.heading.map { " " + $0.plainText } ?? "") }
}

@Suite("Words of Word files that look like headings")
struct WordTypedTests {
  private let page = MadeWord.pageBreak
  private let chapters = heading("One") + prose + heading("Two") + prose

  @Test(
    "What somebody says is no heading",
    arguments: ["“Tom?”", "Tom,", "“Act.”", "Book", "No one.", "Did.", "“Part Two.”"])
  func lone(words: String) throws {
    let book = try read(heading("One") + prose + line(words) + prose + heading("Two") + prose).book
    #expect(shape(book) == ["chapter One", "chapter Two"])
  }

  private static let typed = centred("CHAPTER ONE") + prose + MadeWord.pageBreak + centred("CHAPTER TWO") + prose

  @Test(
    "A list of contents that somebody typed goes as a whole",
    arguments: [
      centred("Contents") + entry("Chapter One", "5") + entry("Chapter Two", "11") + entry("Chapter Three", "17"),
      centred("Contents") + line("Prologue ..... vii") + line("PART ONE") + entry("Chapter One: Low Water", "5"),
      entry("Chapter One", "5") + entry("Chapter Two", "11") + entry("Chapter Three", "17"),
      centred("Contents") + line("Chapter One") + line("Chapter Two"), centred("Contents"),
    ])
  func contents(list: String) throws {
    let reading = try read(list + MadeWord.pageBreak + Self.typed)
    #expect(shape(reading.book) == ["chapter CHAPTER ONE", "chapter CHAPTER TWO"])
    #expect(reading.report.dropped.allSatisfy { $0.why == "contents list" } && !reading.report.dropped.isEmpty)
    #expect(reading.book.metadata.title == nil)
  }

  @Test("The typed heading of Word's own list goes with it")
  func headOfField() throws {
    let front =
      MadeWord.paragraph("The Ford", style: "T") + page + centred("Table of Contents")
      + MadeWord.paragraph("One 3", style: "TOC1") + page + centred("For Max", bold: false) + page
    #expect(shape(try read(front + chapters).book) == ["dedication", "chapter One", "chapter Two"])
  }

  @Test(
    "Which volume a book is stands on its title page",
    arguments: ["Book Two", "Volume 2", "Book Two of the River Saga"])
  func volume(words: String) throws {
    for lines in [[words, "Ann Ives"], ["Ann Ives", words]] {
      let front = MadeWord.paragraph("The Ford", style: "T") + lines.map { centred($0) }.joined() + page
      let book = try read(front + chapters).book
      #expect(shape(book) == ["chapter One", "chapter Two"])
      #expect(book.metadata.subtitle == words && book.metadata.authors == ["Ann Ives"])
    }
  }

  @Test(
    "Who wrote the book is told in many ways",
    arguments: [
      ("Ann Ives, Ph.D.", ["Ann Ives, Ph.D."]), ("Martin Luther King, Jr.", ["Martin Luther King, Jr."]),
      ("written by Ann Ives", ["Ann Ives"]), ("bell hooks", ["bell hooks"]), ("Ann de la Cruz", ["Ann de la Cruz"]),
      ("Sister Mary Agnes, O.S.B.", ["Sister Mary Agnes, O.S.B."]), ("村上春樹", ["村上春樹"]), ("نجيب محفوظ", ["نجيب محفوظ"]),
      ("ANN IVES &amp; BO REED", ["ANN IVES", "BO REED"]),
      ("Ann Ives, Bo Reed, and Max Price", ["Ann Ives", "Bo Reed", "Max Price"]),
    ])
  func authors(words: String, wanted: [String]) throws {
    let book = try read(MadeWord.paragraph("The Ford", style: "T") + centred(words) + page + chapters).book
    #expect(book.metadata.authors == wanted && book.metadata.publisher == nil)
    #expect(shape(book) == ["chapter One", "chapter Two"])
  }

  @Test(
    "Credits on a title page keep their words",
    arguments: [
      ("Translated from the Welsh by Max Price", "translator"),
      ("Edited and with an introduction by Max Price", "editor"),
      ("with a foreword by Max Price", "foreword"), ("Photographs by Max Price", "photographer"),
      ("Second Edition", ""),
    ])
  func credits(words: String, role: String) throws {
    let front = MadeWord.paragraph("The Ford", style: "T") + centred("Ann Ives") + centred(words) + page
    let made = try read(front + chapters).book.metadata.contributors
    #expect(made.map(\.role) == [role] && made.map(\.statement) == [words])
  }

  @Test("A place or a day below a heading leaves it one, and a prologue is no title")
  func linesBelow() throws {
    let day = centred("March 1911", bold: false)
    let body =
      centred("PROLOGUE") + day + prose + page + centred("Chapter 1") + centred("Nets") + day + prose + page
      + centred("Chapter 2") + centred("Tar") + day + prose
    let book = try read(body).book
    #expect(shape(book) == ["prologue PROLOGUE", "chapter Chapter 1. Nets", "chapter Chapter 2. Tar"])
    #expect(book.metadata.title == nil)
  }

  @Test("Chapters whose titles are headings of the next level are chapters")
  func titlesBelow() throws {
    let body =
      heading("Chapter One") + heading("The River", 2) + prose + heading("Chapter Two") + heading("The Sea", 2) + prose
    #expect(shape(try read(body).book) == ["chapter Chapter One. The River", "chapter Chapter Two. The Sea"])
    let within = body + heading("The Ford", 2) + prose
    #expect(shape(try read(within).book) == ["chapter Chapter One", "chapter Chapter Two"])
  }

  @Test("A file of its own for the title page says what the book is called")
  func titleFile() throws {
    let book = try read(
      centred("THE FORD") + centred("by Ann Lee") + page + line("Copyright © 2025 Ann Lee") + page
        + centred("For Max", bold: false)
    ).book
    #expect(book.metadata.title == "THE FORD" && book.metadata.authors == ["Ann Lee"])
    #expect(shape(book) == ["imprint", "dedication"])
  }

  @Test("The name above what somebody says is no scene's title")
  func speakers() throws {
    let said =
      centred("ADA", bold: false) + prose + centred("TOM", bold: false) + prose
      + centred("ADA", bold: false) + prose
    let body = centred("Scene 1") + said + page + centred("Scene 2") + said
    #expect(shape(try read(body).book) == ["chapter Scene 1", "chapter Scene 2"])
  }

  @Test("Acts hold their scenes, which are told above the names of those who speak")
  func scenes() throws {
    let said =
      centred("ADA", bold: false) + prose + centred("TOM", bold: false) + prose
      + centred("ADA", bold: false) + prose
    let body =
      centred("ACT ONE") + centred("Scene 1") + said + centred("Scene 2") + said + centred("ACT TWO")
      + centred("Scene 1") + said
    let book = try read(body).book
    #expect(shape(book) == ["chapter ACT ONE", "chapter ACT TWO"])
    let inner = book.sections.map { section in
      section.blocks.compactMap { if case .heading(let heading) = $0 { heading.plainText } else { nil } }
    }
    #expect(inner == [["Scene 1", "Scene 2"], ["Scene 1"]])
  }

  @Test("Numbers that stand alone are chapters, wherever they stand")
  func numbers() throws {
    let front = MadeWord.paragraph("The Ford", style: "T") + page
    let book = try read(front + line("1") + prose + line("2") + prose + line("3") + prose).book
    #expect(shape(book) == ["chapter 1", "chapter 2", "chapter 3"])
  }

  @Test("Chapters of a lower level than the afterword are chapters")
  func levels() throws {
    let body = heading("Chapter 1", 2) + prose + heading("Chapter 2", 2) + prose + heading("Afterword") + prose
    #expect(shape(try read(body).book) == ["chapter Chapter 1", "chapter Chapter 2", "afterword Afterword"])
  }

  @Test("A title and its author that are headings are the title page")
  func headedTitle() throws {
    let book = try read(heading("THE FORD") + heading("Ann Ives", 2) + page + chapters).book
    #expect(book.metadata.title == "THE FORD" && book.metadata.authors == ["Ann Ives"])
    #expect(shape(book) == ["chapter One", "chapter Two"])
  }

  @Test("Lines of verse that were typed as paragraphs are stanzas; what people say is not")
  func verse() throws {
    let poem = ["O the boats go out,", "the boats come in,", "no more."].map(line).joined()
    let other = ["The nets are full,", "the hold is deep"].map(line).joined()
    let talk = ["He knocked.", "“Tom?”", "Nobody came."].map(line).joined()
    let body =
      heading("One") + prose + prose + poem + line("") + other + line("") + prose + talk + prose + heading("Two")
      + prose
    let blocks = try read(body).book.sections[0].blocks
    let stanzas = blocks.compactMap { if case .verse(let verse) = $0 { verse.stanzas.map(\.lines.count) } else { nil } }
    #expect(stanzas == [[3, 2]])
    #expect(blocks.count { $0.paragraph != nil } == 7)
  }

  @Test("Letters in the middle that are signs of a pause part scenes", arguments: ["oOo", "-o-", "x x x", "~ o0o ~"])
  func pauses(words: String) throws {
    let blocks = try read(heading("One") + prose + centred(words, bold: false) + prose + heading("Two") + prose).book
      .sections[0].blocks
    #expect(blocks.count == 3)
    if case .sceneBreak(let pause) = blocks[1] { #expect(pause.mark == .ornament) } else { Issue.record("no pause") }
  }

  @Test("Charts and diagrams are left out with a warning")
  func charts() throws {
    let chart = MadeWord.paragraph(
      "<w:r><w:drawing><wp:inline><wp:docPr id=\"1\" name=\"Chart\"/><a:graphic><a:graphicData "
        + "uri=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"/></a:graphic></wp:inline></w:drawing></w:r>")
    let reading = try read(heading("One") + prose + chart + prose + heading("Two") + prose)
    #expect(reading.diagnostics.map(\.code) == ["word-chart"])
    #expect(reading.diagnostics[0].message == "1 chart or diagram of Word is left out")
  }

  @Test(
    "The styles of publishers are told with the codes behind their names",
    arguments: [
      ("Titlepage Book Title (tit)", StyleRole.matter(.title)), ("Chap Number (cn)", .chapter),
      ("Chap Title (ct)", .chapter),
      ("Epigraph - non-verse (epi)", .matter(.epigraph)), ("Space Break (#)", .sceneBreak),
      ("Extract (ext)", .quotation),
      ("Verse Text (vtx)", .verse), ("BM Head (bmh)", .heading(1)), ("Chap Opening Text No-Indent (cotx1)", .flush),
    ])
  func publishers(name: String, role: StyleRole) { #expect(StyleRole(name: name) == role) }

  @Test("Empty rows of a table with rules are to fill in")
  func emptyRows() throws {
    func row(_ words: String) -> String { "<w:tr><w:tc>\(line(words))</w:tc><w:tc>\(line(""))</w:tc></w:tr>" }
    let ruled = "<w:tblPr><w:tblStyle w:val=\"TableGrid\"/></w:tblPr>"
    for (properties, count) in [(ruled, 3), ("", 1)] {
      let body =
        heading("One") + prose + "<w:tbl>\(properties)\(row("Word"))\(row(""))\(row(""))</w:tbl>" + prose
        + heading("Two") + prose
      let tables = try read(body).book.sections[0].blocks.compactMap {
        if case .table(let table) = $0 { table.rows.count } else { nil }
      }
      #expect(tables == [count])
    }
  }
}

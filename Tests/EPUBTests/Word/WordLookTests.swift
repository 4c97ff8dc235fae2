import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let words =
  "She counted the rungs as she walked, eleven, and the twelfth was broken, as it had been for a year; nobody had come."
private let prose = MadeWord.paragraph(words)

private func line(_ words: String) -> String { MadeWord.paragraph(words) }
private func bold(_ words: String) -> String { MadeWord.paragraph(MadeWord.text(words, "<w:b/>")) }
private func centred(_ words: String) -> String { MadeWord.paragraph(MadeWord.text(words), "<w:jc w:val=\"center\"/>") }
private func setIn(_ words: String) -> String { MadeWord.paragraph(MadeWord.text(words), "<w:ind w:left=\"720\"/>") }
private func typed(_ words: String) -> String {
  MadeWord.paragraph(MadeWord.text(words, "<w:rFonts w:ascii=\"Courier New\"/>"))
}
private let heading = MadeWord.paragraph("One", style: "H1")

private func read(_ body: String) throws -> ManuscriptReading {
  let styles = MadeWord.styles([("H1", "heading 1"), ("T", "Title")])
  var reading = try readWord(MadeWord.file(body, parts: [styles]), name: "t.docx")
  reading.settleTyped(plays: true)
  return reading
}

private func blocks(_ body: String) throws -> [Block] { try read(body).book.sections.flatMap(\.blocks) }

private func speakers(_ blocks: [Block]) -> [String] {
  blocks.compactMap { if case .speech(let speech) = $0 { speech.speaker.plainText } else { nil } }
}

@Suite("What paragraphs of Word files look like")
struct WordLookTests {
  private let page = MadeWord.pageBreak

  @Test(
    "Heads in bold and lists that are typed are no verse",
    arguments: [
      bold("Sunday, 9 June") + line("No entry") + bold("Monday, 10 June") + line("Slept late") + bold("Tuesday"),
      line("☐ a half is more") + line("☐ a third is less") + line("☐ a fifth is least"),
      line("a) True") + line("b) False") + line("c) Neither"),
    ])
  func lists(body: String) throws {
    let found = try blocks(heading + prose + body + prose)
    #expect(!found.contains { if case .verse = $0 { true } else { false } })
  }

  @Test("Items that somebody has numbered begin alike, and so do entries that are set in")
  func entries() throws {
    for body in [line("1. One") + line("2. Two") + line("3. Three"), setIn("5 i. John") + setIn("6 ii. Jane, who m.")] {
      var forms: [ParagraphForm?] = []
      for block in try blocks(heading + prose + body + prose).dropFirst().dropLast() {
        if case .quotation(let quotation) = block {
          forms += quotation.blocks.map { $0.paragraph?.form }
        } else {
          forms.append(block.paragraph?.form)
        }
      }
      #expect(forms.count > 1 && forms.allSatisfy { $0?.indent == -1.5 && $0?.leading == 1.5 })
    }
  }

  @Test("Lines in a face of one width keep their spaces and signs, but in a typescript")
  func code() throws {
    let tree = typed("John = Mary") + typed("   |") + typed("   +-- William") + typed("   +-- \"Ann\"")
    let found = try blocks(heading + prose + tree + prose)
    guard case .preformatted(let block) = found[1] else {
      Issue.record("no block of lines")
      return
    }
    #expect(block.lines.map(\.text) == ["John = Mary", "   |", "   +-- William", "   +-- \"Ann\""])
    // a letter of a typewriter's, and a manuscript that is all of it one's
    for body in [
      prose + typed("Dear Ida,") + typed(words) + typed("Tomas") + prose,
      typed("     " + words) + typed("#") + typed(words),
    ] {
      #expect(try !blocks(heading + body).contains { if case .preformatted = $0 { true } else { false } })
    }
  }

  @Test("Rows of low lines below each other are there to be written on; one alone parts scenes")
  func rules() throws {
    let rule = line(String(repeating: "_", count: 60))
    let found = try blocks(heading + prose + rule + rule + prose)
    let marks = found.compactMap { if case .sceneBreak(let pause) = $0 { pause.mark } else { nil } }
    #expect(marks == [.writingLine, .writingLine], "\(found)")
    let one = try blocks(heading + prose + rule + prose)
    #expect(one.contains { if case .sceneBreak = $0 { true } else { false } })
  }

  @Test("Heads in bold in the middle of the text stand in white, lines below each other as they were")
  func centredHeads() throws {
    let head = { MadeWord.paragraph(MadeWord.text($0, "<w:b/>"), "<w:jc w:val=\"center\"/>") }
    let body = head("WESTERN UNION") + prose + prose + head("FOUND DEAD") + setIn(words) + prose
    let found = try blocks(heading + prose + body).compactMap(\.paragraph).filter(\.isLowHead)
    #expect(found.map(\.inlines.plainText) == ["WESTERN UNION", "FOUND DEAD"])
    #expect(found.allSatisfy { $0.placement == .centred })
    let poster = head("WANTED") + head("DEAD OR ALIVE") + prose
    #expect(try !blocks(heading + prose + poster + poster).contains { $0.paragraph?.isLowHead ?? false })
  }

  @Test("A title and its author's name above pages without headings are the book's")
  func title() throws {
    let body = String(repeating: prose + page, count: 30)
    let reading = try read(centred("Where Does Moon Go?") + centred("by Ada Pine") + page + body)
    #expect(reading.book.metadata.title == "Where Does Moon Go?" && reading.book.metadata.authors == ["Ada Pine"])
  }

  private let talk =
    line("MRS. FINCH: You will want an umbrella.")
    + MadeWord.paragraph(
      MadeWord.text("EDWARD", "<w:b/>") + MadeWord.text(": (Off.) The glass says fair."))

  @Test("Scenes are level with one another, below their act")
  func acts() throws {
    let scenes = centred("Scene 1") + talk + talk + talk + centred("Scene 2") + talk + talk + talk
    let book = try read(centred("ACT ONE") + scenes + page + centred("ACT TWO") + scenes).book
    #expect(book.sections.compactMap { $0.heading?.plainText } == ["ACT ONE", "ACT TWO"])
    let inner = book.sections[0].blocks.compactMap {
      if case .heading(let heading) = $0 { heading.plainText } else { nil }
    }
    #expect(inner == ["Scene 1", "Scene 2"])
    #expect(speakers(book.sections[0].blocks).count == 12)
    // a scene alone is one with its act
    let lone = try read(centred("ACT ONE") + centred("Scene 1") + talk + page + centred("ACT TWO") + talk).book
    #expect(lone.sections[0].heading?.plainText == "ACT ONE. Scene 1")
  }

  @Test("Names in the middle speak what stands below them")
  func centredNames() throws {
    let middle = centred("POSTMAN") + line("Sign here.") + centred("EDWARD") + centred("(at the door)") + line("Why?")
    let found = try blocks(heading + String(repeating: talk, count: 7) + String(repeating: middle, count: 2))
    #expect(speakers(found).suffix(4) == ["POSTMAN", "EDWARD (at the door)", "POSTMAN", "EDWARD (at the door)"])
    #expect(found.count == 18)
  }

  @Test("Markdown that was pasted is read as Markdown, and a number sign alone is none")
  func markdown() throws {
    let chapter = line("## Chapter 1: Salt") + prose + line("**Never**, she said.") + line("- one") + line("- two")
    let reading = try read(line("# The Ford") + chapter + chapter)
    #expect(reading.diagnostics.map(\.code) == ["word-markdown"])
    #expect(reading.book.metadata.title == "The Ford" && reading.book.sections.count == 2)
    let list = reading.book.sections[0].blocks.last
    guard case .list(let items)? = list else {
      Issue.record("no list")
      return
    }
    #expect(items.items.count == 2)
    #expect(try read(heading + prose + line("#") + prose + line("#1 of three") + prose).diagnostics.isEmpty)
  }
}

import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let words =
  "It was raining in Bristol, and the ford was under water before the post came down the hill at nine, and nobody was there."
private let prose = MadeWord.paragraph(words)

private func read(
  _ body: String, styles: [(id: String, name: String)] = [], parts: [(kind: String, xml: String)] = []
) throws -> ManuscriptReading {
  let styles = MadeWord.styles([("H1", "heading 1"), ("H2", "heading 2")] + styles)
  return try readWord(MadeWord.file(body, parts: [styles] + parts), name: "t.docx")
}

private func blocks(_ body: String) throws -> [Block] { try read(body).book.sections.flatMap(\.blocks) }

private func heading(_ words: String) -> String { MadeWord.paragraph(words, style: "H1") }

private func drop(_ letter: String, _ properties: String = "") -> String {
  MadeWord.paragraph(
    MadeWord.text(letter, properties), "<w:framePr w:dropCap=\"drop\" w:lines=\"3\" w:wrap=\"around\"/>")
}

private func field(_ instruction: String, result: String = "") -> String {
  func mark(_ kind: String) -> String { "<w:r><w:fldChar w:fldCharType=\"\(kind)\"/></w:r>" }
  return mark("begin") + "<w:r><w:instrText xml:space=\"preserve\"> \(instruction) </w:instrText></w:r>"
    + mark("separate") + (result.isEmpty ? "" : MadeWord.text(result)) + mark("end")
}

@Suite("What Word's writers do")
struct WordHabitTests {
  @Test("A paragraph that is deleted or moved with its end leaves no white", arguments: ["del", "moveFrom"])
  func gone(mark: String) throws {
    func gone(_ properties: String = "") -> String {
      "<w:p><w:pPr>\(properties)<w:rPr><w:\(mark) w:id=\"3\"/></w:rPr></w:pPr><w:\(mark) w:id=\"4\"><w:r><w:delText>Gone.</w:delText></w:r></w:\(mark)></w:p>"
    }
    let made = try blocks(prose + gone() + prose)
    #expect(made.count == 2 && made.allSatisfy { $0.paragraph != nil })
    #expect(try blocks(prose + gone("<w:pBdr><w:bottom w:val=\"single\"/></w:pBdr>") + prose).count == 2)
  }

  @Test("Word's own lowering of a capital over several lines leaves it a letter; one that is a word stays one")
  func dropCapitals() throws {
    let made = try blocks(drop("N", "<w:position w:val=\"-10\"/>") + MadeWord.paragraph("obody called."))
    #expect(made.first?.paragraph?.inlines.plainText == "Nobody called.")
    #expect(made.first?.paragraph?.inlines.first?.style.traits == [])
    let word = try blocks(drop("A") + MadeWord.paragraph(" letter came."))
    #expect(word.first?.paragraph?.inlines.plainText == "A letter came.")
  }

  @Test(
    "A field EQ shows the words of its instruction",
    arguments: [
      ("EQ \\o\\ac(○,1)", "①"), ("EQ \\o\\ac(○,A)", "Ⓐ"), ("EQ \\f(1,2)", "1/2"), ("EQ \\x(boxed)", "boxed"),
      ("EQ \\* jc2 \\* \"Font:x y\" \\* hps10 \\o\\ad(\\s\\up 9(とう),東)", "東"), ("eq \\r(3,x)", "3√x"),
      ("EQ x = \\b\\bc\\[(\\a\\co2(a,b,c,d))", "x = [a b c d]"), ("EQ f(y) \\s\\do4(n)", "f(y) n"),
      ("EQ \\o(東)", "東"),
    ])
  func equations(instruction: String, shown: String) throws {
    let body = MadeWord.paragraph(MadeWord.text("So ") + field(instruction) + MadeWord.text(" it is."))
    let made = try blocks(body)
    #expect(made.first?.paragraph?.inlines.plainText == "So \(shown) it is.")
    let simple = MadeWord.paragraph(
      MadeWord.text("So ")
        + "<w:fldSimple w:instr=\"\(instruction.replacing("\"", with: "&quot;"))\"></w:fldSimple>"
        + MadeWord.text(" it is."))
    #expect(try blocks(simple).first?.paragraph?.inlines.plainText == "So \(shown) it is.")
  }

  @Test("A field EQ that has a result shows that")
  func result() throws {
    let made = try blocks(MadeWord.paragraph(MadeWord.text("So ") + field("EQ \\f(1,2)", result: "½")))
    #expect(made.first?.paragraph?.inlines.plainText == "So ½")
  }

  @Test("A phonetic guide of a field is a reading beside its word")
  func ruby() throws {
    let made = try blocks(MadeWord.paragraph(field("EQ \\o\\ad(\\s\\up 9(とう),東)") + MadeWord.text("の")))
    let inlines = made.first?.paragraph?.inlines ?? []
    #expect(inlines.map(\.style.ruby) == [.base, .reading, nil])
  }

  @Test("Letters in a font of signs are its signs")
  func signs() throws {
    let font = "<w:rFonts w:ascii=\"Symbol\" w:hAnsi=\"Symbol\"/>"
    let made = try blocks(MadeWord.paragraph(MadeWord.text("abG", font) + MadeWord.text(" ab")))
    #expect(made.first?.paragraph?.inlines.plainText == "αβΓ ab")
  }

  @Test("Lines at the right below a heading, with who said them, are a motto")
  func motto() throws {
    func right(_ words: String) -> String { MadeWord.paragraph(words, "<w:jc w:val=\"right\"/>") }
    let body = heading("Chapter One") + right("All that we see or seem.") + right("—Poe") + prose + prose
    let made = try blocks(body)
    guard case .quotation(let quotation)? = made.first else { return #expect(Bool(false), "\(made)") }
    #expect(quotation.attribution?.inlines.plainText == "—Poe" && quotation.blocks.count == 1 && made.count == 3)
    // a place and a day are none
    let letter = try blocks(heading("Chapter One") + right("Paris,") + right("3 May 1944") + prose)
    #expect(letter.count == 3 && letter.allSatisfy { $0.paragraph != nil })
  }

  @Test("Verse whose lines are ended by hand in a paragraph that is set in is verse")
  func verse() throws {
    let lines = [
      "How doth the little crocodile", "Improve his shining tail,", "And pour the waters of the Nile",
      "On every golden scale!",
    ]
    let runs = lines.map { MadeWord.text($0) }.joined(separator: "<w:r><w:br/></w:r>")
    let made = try blocks(prose + prose + MadeWord.paragraph(runs, "<w:ind w:left=\"720\"/>") + prose)
    #expect(made.contains { if case .verse = $0 { true } else { false } })
    #expect(!made.contains { if case .quotation = $0 { true } else { false } })
  }

  @Test("The mark of a note that is typed in a character style is not printed twice")
  func noteMark() throws {
    let call = "<w:r><w:footnoteReference w:customMarkFollows=\"1\" w:id=\"2\"/><w:t>*</w:t></w:r>"
    let note =
      "<w:footnote w:id=\"2\"><w:p><w:r><w:rPr><w:rStyle w:val=\"FC\"/></w:rPr><w:t>*</w:t></w:r>\(MadeWord.text("A star."))</w:p></w:footnote>"
    let book = try read(MadeWord.paragraph(MadeWord.text("a") + call), parts: [("footnotes", note)]).book
    #expect(book.notes.values.first?.blocks.first?.paragraph?.inlines.plainText == "A star.")
    #expect(book.notes.values.first?.mark == "*")
  }

  @Test("The days of a diary below its year are no titles of the year")
  func diary() throws {
    func day(_ words: String) -> String { MadeWord.paragraph(MadeWord.text(words, "<w:b/>")) + prose + prose }
    func year(_ words: String) -> String { MadeWord.pageBreak + MadeWord.paragraph(words, "<w:jc w:val=\"center\"/>") }
    let body =
      prose + year("1915") + day("Monday, 3 May") + day("Tuesday, 4 May") + day("Friday, 7 May") + year("1916")
      + day("Saturday, 1 January") + day("Sunday, 2 January")
    let heads = try read(body).book.sections.compactMap { $0.heading?.plainText }
    #expect(heads == ["1915", "1916"])
  }

  @Test(
    "Templates' styles for headings before and behind the text head sections",
    arguments: ["Back Matter Title", "FM Heading", "Unnumbered Chapter"])
  func templates(name: String) throws {
    let body = heading("Chapter One") + prose + MadeWord.paragraph("A Word More", style: "B") + prose
    #expect(
      try read(body, styles: [("B", name)]).book.sections.map { $0.heading?.plainText } == [
        "Chapter One", "A Word More",
      ])
  }

  @Test("A paragraph of an item stands in the item that it is set in as far as")
  func listParagraphs() throws {
    func level(_ depth: Int) -> String {
      "<w:lvl w:ilvl=\"\(depth)\"><w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"%\(depth + 1).\"/><w:pPr><w:ind w:left=\"\(720 * (depth + 1))\" w:hanging=\"360\"/></w:pPr></w:lvl>"
    }
    let numbering = (
      "numbering",
      "<w:abstractNum w:abstractNumId=\"0\">\(level(0))\(level(1))</w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"
    )
    func item(_ words: String, _ depth: Int) -> String {
      MadeWord.paragraph(words, "<w:numPr><w:ilvl w:val=\"\(depth)\"/><w:numId w:val=\"1\"/></w:numPr>")
    }
    let body =
      prose + item("One", 0) + item("Inner", 1) + MadeWord.paragraph("More of one.", "<w:ind w:left=\"720\"/>")
      + item("Two", 0) + prose
    let made = try read(body, parts: [numbering]).book.sections.flatMap(\.blocks)
    guard made.count > 1, case .list(let list) = made[1] else { return #expect(Bool(false), "\(made)") }
    #expect(list.items.count == 2 && list.items[0].blocks.count == 3)
    #expect(list.items[0].blocks.last?.paragraph?.inlines.plainText == "More of one.")
  }
}

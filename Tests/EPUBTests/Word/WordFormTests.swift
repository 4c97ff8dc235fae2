import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let prose = "Nobody in the village spoke of it, which was how she knew that everyone there had heard."

private func read(_ body: String, _ parts: [(kind: String, xml: String)] = []) throws -> ManuscriptReading {
  let heading = MadeWord.paragraph("One", style: "H1")
  let styles = MadeWord.styles([("H1", "heading 1"), ("F", "table of figures")])
  return try readWord(
    MadeWord.file(heading + MadeWord.paragraph(prose) + body + MadeWord.paragraph(prose), parts: [styles] + parts),
    name: "t.docx")
}

private func blocks(_ body: String, _ parts: [(kind: String, xml: String)] = []) throws -> [Block] {
  Array(try read(body, parts).book.sections.flatMap(\.blocks).dropFirst().dropLast())
}

private func table(_ blocks: [Block]) -> Table? {
  for case .table(let table) in blocks { return table }
  return nil
}

private func callouts(_ blocks: [Block]) -> [String] {
  blocks.compactMap { block in
    guard case .callout(let box) = block else { return nil }
    return box.title.plainText + "|" + box.blocks.compactMap { $0.paragraph?.inlines.plainText }.joined(separator: "/")
  }
}

/// What somebody is to write in, and what stands in boxes and at tabs.
@Suite("Forms out of Word files")
struct WordFormTests {
  private func form(
    _ widths: [Int], _ rows: [[String]], height: Int = 0, style: String = "<w:tblStyle w:val=\"TableGrid\"/>",
    cell: String = ""
  ) -> String {
    let grid = widths.map { "<w:gridCol w:w=\"\($0)\"/>" }.joined()
    let made = rows.map { row in
      "<w:tr>" + (height > 0 ? "<w:trPr><w:trHeight w:val=\"\(height)\"/></w:trPr>" : "")
        + row.map { "<w:tc><w:tcPr>\(cell)</w:tcPr>\($0.hasPrefix("<") ? $0 : MadeWord.paragraph($0))</w:tc>" }.joined()
        + "</w:tr>"
    }
    return "<w:tbl><w:tblPr>\(style)</w:tblPr><w:tblGrid>\(grid)</w:tblGrid>\(made.joined())</w:tbl>"
  }

  @Test("Cells that wait for words keep their widths and heights, and have rules around them")
  func forms() throws {
    let made = try #require(table(blocks(form([2340, 7020], [["Monday", ""], ["Tuesday", ""]], height: 1440))))
    #expect(made.form.shares == [0.25, 0.75])
    #expect(made.form.heights == [72, 72])
    #expect(made.form.isGrid)
    // nothing in it at all
    #expect(try table(blocks(form([1000, 1000], [["", ""], ["", ""]])))?.rows.count == 2)
    // boxes to tick are to be filled in, too
    #expect(try table(blocks(form([2000, 1000, 1000], [["Water", "☐", "☐"]])))?.form.shares == [0.5, 0.25, 0.25])
  }

  @Test("A table that says something is as wide as what it says")
  func tables() throws {
    let made = try #require(table(blocks(form([2340, 7020], [["1840", "12.5"], ["1850", "110.25"]], height: 300))))
    #expect(made.form == Table.Form())
  }

  private let stops = "<w:tabs><w:tab w:val=\"right\" w:leader=\"dot\" w:pos=\"9000\"/></w:tabs>"
  private let line = "<w:tabs><w:tab w:val=\"right\" w:leader=\"underscore\" w:pos=\"9360\"/></w:tabs>"

  private func tabbed(_ parts: [String], _ properties: String) -> String {
    MadeWord.paragraph(
      parts.map { $0.isEmpty ? "" : MadeWord.text($0) }.joined(separator: "<w:r><w:tab/></w:r>"), properties)
  }

  @Test("Lines whose tabs stand in columns are a table")
  func columns() throws {
    let menu = tabbed(["Soup", "£4.50"], stops) + tabbed(["Roast beef", "£12.00"], stops)
    let made = try #require(table(blocks(menu)))
    #expect(made.rows.map { $0.map(\.plainText) } == [["Soup", "£4.50"], ["Roast beef", "£12.00"]])
    #expect(made.columns == [.leading, .trailing] && !made.isRuled)
    let hanging = "<w:tabs><w:tab w:val=\"left\" w:pos=\"1440\"/></w:tabs><w:ind w:left=\"1440\" w:hanging=\"1440\"/>"
    let years = tabbed(["1840", prose], hanging) + tabbed(["1851", prose], hanging)
    #expect(try table(blocks(years))?.columns == [.leading, .leading])
    // who speaks, pages of a list of contents, and a tab without a stop of its own
    for (parts, properties) in [(["MARY:", "You came."], hanging), (["Salt", "5"], stops), (["a", "b"], "")] {
      #expect(try table(blocks(tabbed(parts, properties) + tabbed(parts, properties))) == nil, "\(parts)")
    }
  }

  @Test("Tabs that draw a line are lines to write on")
  func lines() throws {
    let body = tabbed(["Name:", ""], line) + tabbed(["", ""], line) + tabbed(["", ""], line)
    let made = try blocks(body)
    #expect(made[0].paragraph?.inlines.plainText.hasPrefix("Name: ______") == true)
    #expect(
      made.dropFirst().allSatisfy { if case .sceneBreak(let row) = $0 { row.mark == .writingLine } else { false } })
    #expect(made.count == 3)
    var book = try read(tabbed(["Name:", ""], line) + tabbed(["", ""], line)).book
    #expect(book.settleWritingLines() == 1)
  }

  @Test("What a rule goes around or a ground stands behind is a box")
  func boxes() throws {
    let bold = MadeWord.paragraph(MadeWord.text("Remember", "<w:b/>"))
    let inner = bold + MadeWord.paragraph("A page is a page.")
    let shade = "<w:shd w:val=\"clear\" w:fill=\"E7E6E6\"/>"
    let sides = ["top", "left", "bottom", "right"].map { "<w:\($0) w:val=\"single\" w:sz=\"4\"/>" }.joined()
    #expect(try callouts(blocks(form([9360], [[inner]]))) == ["Remember|A page is a page."])
    #expect(try callouts(blocks(form([9360], [[inner]], style: "", cell: shade))) == ["Remember|A page is a page."])
    #expect(try callouts(blocks(form([9360], [[inner]], style: ""))) == [])
    let rest = (0..<6).map { _ in MadeWord.paragraph(prose) }.joined()
    for look in ["<w:pBdr>\(sides)</w:pBdr>", shade] {
      let two = MadeWord.paragraph("First.", look) + MadeWord.paragraph("Second.", look)
      #expect(try callouts(blocks(rest + two + rest)) == ["|First./Second."])
    }
    let white = "<w:shd w:val=\"clear\" w:fill=\"FFFFFF\"/>"
    #expect(try callouts(blocks(rest + MadeWord.paragraph("First.", white) + rest)) == [])
  }

  @Test(
    "Lists of boxes are lists to tick",
    arguments: [("☐", "", false), ("&#xF06F;", "<w:rFonts w:ascii=\"Wingdings\"/>", false), ("☑", "", true)])
  func checkboxes(sign: String, font: String, isDone: Bool) throws {
    let level =
      "<w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"\(sign)\"/><w:rPr>\(font)</w:rPr></w:lvl>"
    let numbering =
      "<w:abstractNum w:abstractNumId=\"1\">\(level)</w:abstractNum>"
      + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"1\"/></w:num>"
    let item = "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr>"
    let made = try blocks(
      MadeWord.paragraph("Bread", item) + MadeWord.paragraph("Salt", item), [("numbering", numbering)])
    guard case .list(let list)? = made.first else {
      Issue.record("no list")
      return
    }
    #expect(list.items.map(\.isDone) == [isDone, isDone])
  }

  @Test("Formulas between short lines make no poem of these")
  func formulas() throws {
    let formula = "<w:p><m:oMathPara><m:oMath><m:r><m:t>y=x</m:t></m:r></m:oMath></m:oMathPara></w:p>"
    let body =
      MadeWord.paragraph("So we have") + formula + MadeWord.paragraph("and") + formula + MadeWord.paragraph("as before")
    #expect(try blocks(body).allSatisfy { if case .verse = $0 { false } else { true } })
  }

  @Test("A list of figures is made anew, and leaves no empty page")
  func listOfFigures() throws {
    func run(_ inner: String) -> String { "<w:r>\(inner)</w:r>" }
    let field =
      run("<w:fldChar w:fldCharType=\"begin\"/>") + run("<w:instrText> TOC \\h \\c \"Figure\" </w:instrText>")
      + run("<w:fldChar w:fldCharType=\"separate\"/>") + MadeWord.text("Figure 1: The wheel 17")
      + run("<w:fldChar w:fldCharType=\"end\"/>")
    let body =
      MadeWord.paragraph("List of Figures", style: "H1") + MadeWord.paragraph(field, style: "F")
      + MadeWord.paragraph("Two", style: "H1")
    let reading = try read(body)
    #expect(reading.report.hadListOfFigures)
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["One", "Two"])
  }

  @Test("Japanese emphasis is kept, and vertical lines are spoken of")
  func japanese() throws {
    let reading = try read(
      MadeWord.paragraph(MadeWord.text("強調", "<w:em w:val=\"dot\"/>"))
        + "<w:sectPr><w:textDirection w:val=\"tbRl\"/></w:sectPr>")
    #expect(
      reading.book.sections[0].blocks[1].paragraph?.inlines.first?.style.traits.contains(.emphasis) == true)
    #expect(reading.diagnostics.map(\.code) == ["word-vertical"])
  }
}

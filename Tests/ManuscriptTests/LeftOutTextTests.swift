import BookModel
import Manuscript
import Testing

/// Text that looks like a contents list and is none, and what is told of text that is left out.
@Suite struct LeftOutTextTests {
  private static let fruit = """
    The apple is a fruit that grows upon a tree, and he that would eat of it
    must first climb, or else wait below until the wind has shaken the bough
    and the fruit has fallen in the grass at the foot of the old garden wall.
    """

  private func essay(_ number: (Int) -> String) -> String {
    var text = "AN ESSAY ON FRUIT\n\nBy A. Writer\n\n\n\n\nCONTENTS\n\n\n  I.    Of Apples\n  II.   Of Pears\n"
    text += "  III.  Of Plums\n\n\n\n  INDEX\n\n\n\n"
    for (part, name) in [("I", "APPLES"), ("II", "PEARS"), ("III", "PLUMS")] {
      text += "\n\nSECTION \(part).\n\nOF \(name).\n\n\n"
      for n in 1...4 { text += number(n) + " " + Self.fruit + "\n\n" }
      text += Self.fruit + "\n\n\n"
    }
    return text
  }

  @Test("paragraphs that are counted are no entries of a contents list", arguments: ["1.", "I.", "(1)", "§ 1.", "1)"])
  func counted(form: String) throws {
    let roman = ["", "I", "II", "III", "IV"]
    let text = essay { n in
      form == "I." ? roman[n] + "." : form.replacing("1", with: String(n))
    }
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    #expect(reading.book.sections.map { $0.blocks.count { $0.paragraph != nil } }.filter { $0 > 0 } == [5, 5, 5])
    #expect(reading.book.sections.compactMap { $0.heading?.plainText }.count == 3)
    #expect(reading.report.leftOut == [] && reading.diagnostics == [])
  }

  @Test func `a list ends where the name of its first entry stands alone`() throws {
    let theses = (1...6).map { "\($0). Fruit number \($0) is sweeter than the one before.\n\n" }.joined()
    let text =
      "FRUIT\n\nBy A. Writer\n\n\n\nCONTENTS\n\n  I. Theses\n  II. The Rest\n\n\n\nTHESES\n\n\(theses)\n\n\n"
      + "THE REST\n\n\n" + Array(repeating: Self.fruit, count: 12).joined(separator: "\n\n") + "\n"
    let words = outline(try reading(text).book).joined(separator: "\n")
    #expect(words.contains("Fruit number 1 is") && words.contains("Fruit number 6 is"))
  }

  @Test(
    "a sign that stands alone or three times parts scenes", arguments: ["#", "\\#", "\\* \\* \\*", "⁂", "• • •", "❦"])
  func sceneBreaks(sign: String) throws {
    let text = "CHAPTER I\n\n\(Self.fruit)\n\n\(Self.fruit)\n\n\(sign)\n\n\(Self.fruit)\n\n\(Self.fruit)\n"
    let plain = try reading(text).book
    func breaks(_ book: Book) -> Int {
      book.sections.flatMap(\.blocks).count { if case .sceneBreak = $0 { true } else { false } }
    }
    #expect(breaks(plain) == 1)
    if sign != "#" { #expect(breaks(try readMarkdownBook("# One\n\nA.\n\n\(sign)\n\nB.\n").book) == 1) }
  }

  @Test(
    "what writers type between scenes parts them in Markdown",
    arguments: [
      "<center>* * *</center>", "<p align=\"center\">***</p>", "<div style=\"text-align:center\">§</div>", "—", ". . .",
      "&nbsp;", "\\", "\u{A0}",
    ])
  func pauses(sign: String) throws {
    let reading = try readMarkdownBook("# One\n\nA.\n\n\(sign)\n\nB.\n")
    let kinds = reading.book.sections.flatMap(\.blocks).map { block -> String in
      if case .sceneBreak(let pause) = block { return "\(pause.mark)" }
      return block.paragraph?.inlines.plainText ?? "?"
    }
    let isWhite = ["&nbsp;", "\\", "\u{A0}"].contains(sign)
    #expect(kinds == ["A.", isWhite ? "space" : "ornament", "B."])
  }

  @Test("what is left unsaid is a paragraph, and white below a heading none", arguments: ["…", "...", "....?", "Z"])
  func unsaid(words: String) throws {
    let reading = try readMarkdownBook("# One\n\n&nbsp;\n\nA.\n\n\(words)\n\nB.\n")
    #expect(reading.book.sections.flatMap(\.blocks).map { $0.paragraph?.inlines.plainText } == ["A.", words, "B."])
  }
}

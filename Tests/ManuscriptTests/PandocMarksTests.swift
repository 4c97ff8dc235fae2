import BookModel
import Foundation
import Manuscript
import Testing

/// What pandoc's Markdown has and CommonMark has not.
@Suite struct PandocMarksTests {
  private func read(_ text: String) throws -> ManuscriptReading {
    try readMarkdown([MarkdownInput(name: "a.md", bytes: Array(text.utf8))], options: MarkdownOptions())
  }

  private func words(_ reading: ManuscriptReading) -> [String] {
    reading.book.sections.flatMap(\.blocks).map { block in
      var text = ""
      block.visitText { inlines, _ in text += (text.isEmpty ? "" : "|") + inlines.plainText }
      return text
    }
  }

  @Test func divsAreFences() throws {
    let reading = try read("# One\n\n::: verse\na\nb\n:::\n\n::: {.center}\nmiddle\n:::\n\n::: aufbau\nplain\n:::\n")
    guard case .verse = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(words(reading) == ["a|b", "middle", "plain"])
    #expect(reading.diagnostics.map(\.code) == ["class-unknown"])
  }

  @Test(arguments: [
    ("center", Paragraph.Placement.centred), ("right; color: red", .trailing), ("left", .justified),
  ])
  func divsMayHaveStyles(alignment: String, placement: Paragraph.Placement) throws {
    let reading = try read("# One\n\n::: {style=\"text-align: \(alignment)\"}\nwords\n:::\n")
    #expect(reading.book.sections[0].blocks.first?.paragraph?.placement == placement)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test(arguments: ["```", "~~~~"]) func codeThatNothingClosesIsTold(sign: String) throws {
    #expect(try read("# One\n\n\(sign)\nlet x\n\(sign)\n").diagnostics.isEmpty)
    #expect(try read("# One\n\n\(sign)\nlet x\n\nAll that follows.\n").diagnostics.map(\.code) == ["fence-unclosed"])
  }

  @Test func headingsMayBeginAppendices() throws {
    let reading = try read("# Ships\n\nText.\n\n# Tables {.appendix}\n\nText.\n\n# Maps {#maps .appendix}\n\nText.\n")
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.book.sections.map(\.role) == [.chapter, .appendix, .appendix])
    var book = reading.book
    book.numberSections()
    #expect(book.sections.map { $0.heading?.label.plainText } == ["1", "A", "B"])
  }

  @Test func environmentsOfTeXPlaceTheirLines() throws {
    let reading = try read("# One\n\n\\begin{center}\nIn the *middle*.\n\\end{center}\n\n\\begin{center}\nOpen.\n")
    #expect(reading.book.sections[0].blocks.first?.paragraph?.placement == .centred)
    #expect(words(reading).first == "In the middle.")
    #expect(reading.diagnostics.map(\.code) == ["tex-shown"])
  }

  @Test func aDivMayBeInALanguage() throws {
    let reading = try read(
      "# One\n\n::: {lang=fr}\n\"Oui.\"\n\n> \"Non.\"\n:::\n\nNo.\n\n<!-- octavo: lang de -->\n\nJa.\n\n<!-- octavo: lang -->\n\nNo.\n"
    )
    #expect(reading.diagnostics.isEmpty)
    var languages: [String?] = []
    for block in reading.book.sections[0].blocks {
      block.visitText { inlines, _ in languages += inlines.map(\.style.extras.language) }
    }
    #expect(languages == ["fr", "fr", nil, "de", nil])
  }

  @Test func notesMayStandInTheText() throws {
    let reading = try read(
      """
      # One

      A^[one *note*, [x](http://y.z)] b ^[of two
      lines] c. D^[to
      its end]
      e ^[open `^[code]` \\^[escaped].

      [^1]: Uncalled.

      > F^[quoted
      > too] g.
      """)
    #expect(words(reading).prefix(2) == ["A b c. D e ^[open ^[code] ^[escaped].", "F g."])
    #expect(reading.book.notes.count == 4)
    // lines below keep their numbers
    #expect(reading.diagnostics.compactMap { $0.source.flatMap { reading.files.describe($0) } } == ["a.md:8:7"])
  }

  @Test func divsMayStandInEachOther() throws {
    let reading = try read(
      "# One\n\n::::: letter\nLondon\n\nDear Sir,\n\n::: verse\na\nb\n:::\n\nJane\n:::::\n\nAfter.\n")
    guard case .letter(let letter) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(letter.blocks.contains { if case .verse = $0 { true } else { false } })
    #expect(words(reading).last == "After.")
  }

  @Test func lineBlocksAreVerseAndTablesStay() throws {
    let reading = try read("# One\n\n| First line\n|     set in\n\nProse.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    guard case .verse(let verse) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(verse.stanzas[0].lines.map(\.indent) == [0, 4])
    guard case .table = reading.book.sections[0].blocks[2] else { return #expect(Bool(false)) }
  }

  @Test func attributesOfHeadingsAndSpansAreNoWords() throws {
    let reading = try read(
      "# One {#first .unnumbered}\n\nSee [small]{.smallcaps} x^2^ H~2~O and `a^2^`.\n\n# Two {-}\n\nb\n")
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["One", "Two"])
    #expect(reading.book.sections[0].heading?.anchor == "first")
    #expect(words(reading) == ["See small x2 H2O and a^2^.", "b"])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("[a](https://b.c){target=\"_blank\" .ext}foo", "afoo", 1), ("`b`{.swift}bar", "bbar", 1),
    ("**[a](https://b.c \"t\"){title='x y'}** [a]{.x}", "a a", 1), ("![a *b*](http://b.c){#i width=50%}.", "a b.", 1),
    ("[a][r]{.x}, [r]{.y}\n\n[r]: https://b.c", "a, r", 1), ("> - [a](https://b.c){.x} [b](https://b.c){.y}", "a b", 2),
    // none are braces apart, with other words, with a hidden sign, on two lines, or behind what is no such thing
    ("[a](https://b.c) {.x}", "a {.x}", 0), ("`b`{=}", "b{=}", 0), ("[a](https://b.c){not .x}", "a{not .x}", 0),
    ("[a](https://b.c){\\.x}", "a{.x}", 0), ("[a](https://b.c){.x\n.y}", "a{.x .y}", 0), ("(a){.x}", "(a){.x}", 0),
    ("[a](https://b.c){}", "a{}", 0), ("`b`{.x", "b{.x", 0), ("*[a](https://b.c)*{.x}", "a{.x}", 0),
  ])
  func attributesInALineAreNoWords(markdown: String, set: String, dropped: Int) throws {
    let reading = try read("# One\n\n\(markdown)\n")
    #expect(words(reading) == [set])
    #expect(reading.report.dropped.count { $0.why.hasPrefix("attributes of a") } == dropped)
  }

  @Test func definitionsStandBelowTheirTerms() throws {
    let reading = try read("# One\n\nTerm\n:   What it means.\n\nOther\n\n:   That too.\n")
    #expect(words(reading) == ["Term", "What it means.", "Other", "That too."])
    for (index, block) in reading.book.sections[0].blocks.enumerated() {
      switch block {
      case .paragraph(let term): #expect(term.isFlush && index % 2 == 0)
      case .list(let list): #expect(list.counting == .none && index % 2 == 1)
      default: Issue.record("\(block)")
      }
    }
  }

  @Test func aTermMayHaveSeveralDefinitionsWithMarksInThem() throws {
    let reading = try read("# One\n\nThe *term*\n:   First, with `code`.\n:   Second *one*.\n\nProse.\n")
    #expect(words(reading) == ["The term", "First, with code.|Second one.", "Prose."])
  }

  @Test func aNewPageIsADirective() throws {
    let reading = try read("# One\n\na\n\n\\newpage\n\nb\n")
    #expect(reading.book.sections[0].blocks.count == 3)
  }

  @Test func whatOnlyLooksLikeItStands() throws {
    let text =
      "# One\n\nA ^_^ face, a~b, 2^10 and x^y, a [link](u){x}, {set} of [^1] ^ and ~~gone~~.\n\n[^1]: Note.\n\n    ::: code\n"
    let found = words(try read(text))[0]
    #expect(found == "A ^_^ face, a~b, 2^10 and x^y, a link{x}, {set} of ^ and gone.")
  }

  @Test func formulasAreReadWithTheirSourceAsText() throws {
    let reading = try read(
      "# One\n\nIt is $E = mc^2$ and $x$, `$y$`.\n\n$$\\sum_i i$$\n\n$$\na = b\n$$\n\nEnd, \\[sic\\] and \\(x^2\\).\n")
    // the blanks tell one on lines of its own; they are not set
    #expect(
      words(reading) == ["It is E = mc^2 and x, $y$.", " \\sum_i i ", "a = b", "End, [sic] and x^2."])
    var formulas: [Bool] = []
    for case .paragraph(let paragraph) in reading.book.sections[0].blocks {
      formulas += paragraph.inlines.compactMap { $0.style.formula?.isDisplayed }
    }
    #expect(formulas == [false, false, true, true, false])
    #expect(reading.diagnostics == [])
  }

  @Test func moneyIsNoFormula() throws {
    let text = "It cost $20 and then $30, or $5, not 6. \\$5_a and $ x_1 $ stay."
    let reading = try read("# One\n\n\(text)\n")
    #expect(words(reading) == [text.replacingOccurrences(of: "\\", with: "")])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func lineBlocksBehindOneAnotherAreStanzas() throws {
    let reading = try read("# One\n\n| a\n|  b\n\n| c\n| d\n\n| e\n| f\n\nEnd.\n")
    guard case .verse(let verse) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(verse.stanzas.map { $0.lines.map(\.inlines.plainText) } == [["a", "b"], ["c", "d"], ["e", "f"]])
    #expect(words(reading).last == "End.")
  }

  @Test func lineBlocksInAFenceEndWhereTheirLinesDo() throws {
    let reading = try read("# One\n\n```epigraph\n| a b\n|   c\n|\n| — D\n```\n")
    #expect(!words(reading).joined().contains("|") || words(reading).joined(separator: " ").contains("a b"))
    #expect(!words(reading).contains { $0.contains("| ") })
  }

  /// HTML ends at the blank line that a fence would take the place of.
  @Test func lineBlocksBehindHTMLEndWhereTheirLinesDo() throws {
    let reading = try read("# One\n\n<div class=\"poem\">\n\n| Roses are\n| red\n\n</div>\n\n| c\n| d\n\nEnd.\n")
    #expect(words(reading) == ["Roses are red", "c d", "End."])
    let breaks = reading.book.sections[0].blocks.map { block in
      guard case .paragraph(let paragraph) = block else { return 0 }
      return paragraph.inlines.count { if case .lineBreak = $0.content { true } else { false } }
    }
    #expect(breaks == [1, 1, 0])
  }
}

/// Formulas as manuscripts write them, told from money (pandoc's manual, "Math").
@Suite struct `Formulas in Markdown` {
  private func formulas(_ text: String) throws -> [String] {
    let reading = try readMarkdown(
      [MarkdownInput(name: "a.md", bytes: Array("# One\n\n\(text)\n".utf8))], options: MarkdownOptions())
    var found: [String] = []
    func look(_ blocks: [Block]) {
      for block in blocks {
        block.visitParts(
          text: { inlines, _ in
            found += inlines.filter { $0.style.formula != nil }.map { [$0].plainText.filter { $0 != " " } }
          }
        ) { look([$0]) }
      }
    }
    look(reading.book.sections.flatMap(\.blocks))
    return found
  }

  @Test(arguments: [
    "f(x)", "f'(x)", "[0,1]", "(x, y)", "0", "-1", "3.14", "100", "abc", "P(A|B)", "n-1", "n!", "O(n log n)", "2n",
    "5 km",
  ])
  func `are what stands between two signs`(source: String) throws {
    #expect(try formulas("So $\(source)$ is.") == [source.filter { $0 != " " }])
    #expect(try formulas("As the $\(source)$th, $x$.") == [source.filter { $0 != " " }, "x"])
  }

  @Test(arguments: [
    "From $5 to 10$ each.", "From $5 and $10.", "The (US$, CA$) rates.", "A $20 bill and 30$ more.",
    "In $HOME/bin:$PATH, $x then.", "It costs $$ much.",
  ])
  func `are no prices, currencies or names of a shell`(words: String) throws {
    #expect(try formulas(words) == [])
  }

  @Test(arguments: [
    "Sum $a +\nb$ is.", "> Sum $a\n> + b$ is.", "- Sum $a +\n  b$ is.", "Where $$\na + b\n$$ is.",
    "- One\n\n  $$\n  a + b\n  $$",
    "- $$\n  a + b\n  $$", "> Q\n>\n> $$\n> a + b\n> $$", "  $$\n  a + b\n  $$", "Is \\\\( a + b \\\\) so.",
    "- One\n  \\begin{align*}\n  a + b\n  \\end{align*}",
  ])
  func `go over lines, and stand in items and quotations`(text: String) throws {
    let found = try formulas(text)
    #expect(found.count == 1 && found[0].filter { $0 != "\n" && $0 != "{" && $0 != "}" }.contains("a+b"), "\(found)")
  }

  @Test(arguments: [
    "$$ a $$ (eq-one)\n\nSee {eq}`eq-one`.", "$$\na\n$$ (eq-one)\n\nSee {eq}`eq-one`.",
    "$$ a $$ {#eq-one .wide}\n\nSee @eq-one.",
    "\\begin{equation}\na (\\#eq:one)\n\\end{equation}\n\nSee \\@ref(eq:one).",
  ])
  func `have the labels of Quarto, MyST and bookdown`(text: String) throws {
    var book = try readMarkdown(
      [MarkdownInput(name: "a.md", bytes: Array("# One\n\n\(text)\n".utf8))], options: MarkdownOptions()
    ).book
    _ = book.countLabels("en")
    let words = book.sections.flatMap(\.blocks).map { block -> String in
      guard case .paragraph(let paragraph) = block else { return "" }
      return paragraph.inlines.plainText
    }
    #expect(words.last?.contains("1") == true, "\(words)")
  }
}

/// What pandoc reads and a novelist may write.
@Suite struct `More of pandoc in Markdown` {
  private func read(_ text: String) throws -> ManuscriptReading {
    try readMarkdown([MarkdownInput(name: "a.md", bytes: Array(text.utf8))], options: MarkdownOptions())
  }

  @Test func `a backslash and a blank are a space that ends no line`() throws {
    let reading = try read("# One\n\nOn p.\\ 7, a \\ b.\n")
    guard case .paragraph(let paragraph) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(paragraph.inlines.plainText.hasPrefix("On p.\u{A0}7, a"))
  }

  @Test(arguments: ["[Second part]", "[second part][]"])
  func `words of a heading in brackets lead to it`(link: String) throws {
    let reading = try read("# One\n\nSee \(link), not [gone].\n\n## Second part\n\nText.\n")
    guard case .paragraph(let paragraph) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(paragraph.inlines.compactMap(\.style.extras.link) == ["#second-part"])
    #expect(paragraph.inlines.plainText.lowercased() == "see second part, not [gone].")
  }

  @Test func `a title below a label is that chapter's`() throws {
    let text = "# The Lamp\n\n## Chapter One\n\n### The Beginning\n\nOne.\n\n## Chapter Two\n\n### The Middle\n\nTwo.\n"
    let headings = try read(text).book.sections.compactMap(\.heading)
    #expect(headings.map(\.label.plainText) == ["Chapter One", "Chapter Two"])
    #expect(headings.map(\.title.plainText) == ["The Beginning", "The Middle"])
  }

  @Test(arguments: [
    ("On *Hamlet* and H~2~O", "On Hamlet and H2O"), ("The **bold** \\* one_two", "The bold * one_two"),
    ("2 * 3 * 4", "2 * 3 * 4"),
  ])
  func `a title has no signs of Markdown`(written: String, said: String) { #expect(written.withoutMarkdown == said) }

  @Test(arguments: ["CLI", "CI", "C"]) func `short names are no numbers of chapters`(name: String) throws {
    let headings = try read("# \(name)\n\nText.\n\n# Two\n\nText.\n").book.sections.compactMap(\.heading)
    #expect(headings.first?.title.plainText == name && !name.isHeadingLabel && "XLI".isHeadingLabel)
  }
}

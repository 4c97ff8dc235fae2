import BookModel
import Manuscript
import Testing

/// Labels and what refers to them.
@Suite struct `References` {
  /// What a book says, a paragraph or a caption a line, once labels are counted.
  private func lines(_ text: String, language: String = "en", numbersSections: Bool = false) throws -> [String] {
    var book = try readMarkdownBook(text).book
    if numbersSections { book.numberSections() }
    _ = book.countLabels(language)
    var lines: [String] = []
    func add(_ inlines: [Inline], _ place: TextPlace) {
      if place != .label, place != .heading, place != .cell, !inlines.isEmpty { lines.append(inlines.plainText) }
    }
    for section in book.sections { for block in section.blocks { block.visitText(add) } }
    return lines
  }

  static let figures = """
    # CHAPTER 1. One {#sec-one}

    ![First](a.png){#fig-a}

    ![Second](b.png){#fig:b width=50%}

    ![Third \\label{fig-c}](c.png)

    # CHAPTER 2. Two {#two}

    ![Fourth (\\#fig:d)](d.png)

    """

  @Test(arguments: [
    ("See @fig-a.", "See Figure 1.1."), ("@fig:b, (@fig-c)", "Figure 1.2, (Figure 1.3)"), ("[@fig-a]", "Figure 1.1"),
    ("[@fig-a; @fig:b]", "Figures 1.1 and 1.2"), ("[@fig-a; @fig:b; @fig-c; @fig:d]", "Figures 1.1–1.3 and 2.1"),
    ("[-@fig-a] -@fig:d", "1.1 2.1"), ("[Plate @fig-a]", "Plate 1.1"), ("[see @fig-a, top]", "see Figure 1.1, top"),
    ("\\@ref(fig:d) \\ref{fig-c} \\autoref{fig-c}", "2.1 1.3 Figure 1.3"),
    ("\\cref{fig-a,fig:b}", "Figures 1.1 and 1.2"),
    ("{numref}`fig-a` {numref}`Fig. %s <fig-a>` {ref}`two`", "Figure 1.1 Fig. 1.1 “Two”"),
    ("[](#fig-a) [](#two) [words](#fig-c)", "Figure 1.1 “Two” words"), ("@sec-one, \\@ref(two)", "Chapter 1, 2"),
    ("`@fig-a` \\@fig-a a@fig-a", "@fig-a @fig-a a@fig-a"), ("[@fig-a](b.md)", "@fig-a"),
  ])
  func `have the numbers of what they name, in every program's way of writing them`(text: String, wanted: String) throws
  {
    let made = try lines(Self.figures + "\n" + text + "\n")
    #expect(made.last?.replacing("\u{A0}", with: " ") == wanted)
    #expect(
      made.prefix(4).map { $0.replacing("\u{A0}", with: " ") } == [
        "Figure 1.1: First", "Figure 1.2: Second", "Figure 1.3: Third", "Figure 2.1: Fourth",
      ])
  }

  @Test func `call parts of a table by letters, and by a letter alone where that is asked`() throws {
    let table = "| a |\n|---|\n| 1 |\n\n"
    let made = try lines(
      "# One\n\n::: {#tbl-all}\n\n\(table): First {#tbl-a}\n\n\(table): Second {#tbl-b}\n\nBoth\n:::\n\n"
        + "@tbl-all, @tbl-b, \\subref{tbl-a}, {subref}`tbl-b`; {numref}`T. {number} ({name}) <tbl-b>`.\n"
    ).map { $0.replacing("\u{A0}", with: " ") }
    #expect(made == ["(a) First", "(b) Second", "Table 1: Both", "Table 1, Table 1b, (a), (b); T. 1b (Second)."])
  }

  @Test func `lead to places among words`() throws {
    var book = try readMarkdownBook(
      "# One\n\nThe [quay]{#q} and <a id=\"w\"></a>weir, <span id=\"s\">so</span>.\n\nSee \\pageref{q}, [w](#w), \\pageref{s}.\n"
    ).book
    let counted = book.countLabels("en")
    #expect(counted.unknown.isEmpty && book.refersToPages)
    var marks: [String] = []
    book.visitText { inlines, _ in
      for inline in inlines where !inline.style.textMarks.isEmpty {
        marks.append("\(inline.style.textMarks) \([inline].plainText.prefix(4))")
      }
    }
    #expect(
      marks.map { $0.replacing("BookModel.TextMark.", with: "") } == [
        "[label(\"q\")] quay", "[label(\"w\")] weir", "[label(\"s\")] so",
      ])
  }

  @Test func `lead from terms to the glossary`() throws {
    let text = "# One\n\n{term}`Wheel`, {term}`teeth <tooth>`, [wheel]{.term}.\n\n"
    let glossary = "```{glossary}\nwheel\n  Round.\n\ntooth\n  Of a wheel.\n```\n"
    var links: [String?] = []
    let reading = try readMarkdownBook(text + glossary)
    reading.book.visitText { inlines, _ in links += inlines.compactMap(\.style.link) }
    #expect(links == ["#term-wheel", "#term-tooth", "#term-wheel"] && reading.diagnostics.isEmpty)
    // elsewhere than in this book
    #expect(try readMarkdownBook(text).diagnostics.isEmpty)
  }

  @Test func `lead to what they name`() throws {
    var book = try readMarkdownBook(Self.figures + "\nSee [@fig-a; @fig:d] and @sec-one.\n").book
    _ = book.countLabels("en")
    var links: [String] = []
    book.visitText { inlines, _ in links += inlines.compactMap { $0.style.link } }
    #expect(links == ["#fig-a", "#fig:d", "#sec-one"])
  }

  @Test(arguments: [
    ("de", "Abbildung 1: First", "Siehe Abbildungen 1 und 2."), ("fr", "Figure 1 : First", "Siehe figures 1 et 2."),
    ("ru", "Рис. 1: First", "Siehe рис. 1 и 2."), ("zh", "图1　First", "Siehe 图1 和 2."),
  ])
  func `speak the book's language, and count through it where chapters have no numbers`(
    language: String, caption: String, words: String
  ) throws {
    let text = "# Ships\n\n![First](a.png){#fig-a}\n\n# Sails\n\n![](b.png){#fig-b}\n\nSiehe [@fig-a; @fig-b].\n"
    let made = try lines(text, language: language).map { $0.replacing("\u{A0}", with: " ") }
    #expect(made.first == caption && made.last == words)
  }

  @Test func `name tables, listings, formulas and theorems, each kind by itself`() throws {
    let made = try lines(
      """
      # One

      | a |
      |---|
      | 1 |

      : The table. {#tbl-a}

      Table: (\\#tab:b) The other

      | a |
      |---|
      | 1 |

      ::: {#fig-two}
      ![](a.png)

      ![](b.png)

      Both together
      :::

      `x = y` {#eq-a}

      ::: {#thm-a name="Euler"}
      Words.
      :::

      ::: {.proof}
      By @thm-a.
      :::

      See @tbl-a, @tab:b, @eq-a, \\eqref{eq-a}, @fig-two and @thm-a.
      """
    ).map { $0.replacing("\u{A0}", with: " ") }
    #expect(
      made == [
        "Table 1: The table.", "Table 2: The other", "Figure 1: Both together", "x = y\u{2003}(1)", "Euler", "Words.",
        "By Theorem 1.", "See Table 1, Table 2, Equation (1), (1), Figure 1 and Theorem 1.",
      ])
  }

  @Test func `are referred to by their numbers alone behind the word for them, or by their pages`() throws {
    let text = """
      # Ships {#ships}

      ![A sail.](a.png){#fig:sail}

      $$x = y$$ {#eq:one}

      See figure @fig:sail, equation (@eq:one), Equation @eq:one, (@eq:one), page [](#fig:sail) and [](#ships).
      """
    #expect(
      try lines(text).last?.replacing("\u{A0}", with: " ")
        == "See figure 1, equation (1), Equation (1), (Equation (1)), page … and “Ships”.")
  }

  @Test func `of a formula's lines number each of them`() throws {
    let text = """
      \\begin{align}
      a &= b \\label{eq:one}\\\\
      c &= d \\label{eq:two}\\\\
      e &= f \\nonumber
      \\end{align}

      \\begin{gather}
      a = b \\tag{*}\\label{eq:star}\\\\
      c = d \\label{eq:four}
      \\end{gather}

      \\begin{subequations}\\label{eq:all}
      \\begin{align}
      u &= v \\label{eq:first}\\\\
      w &= x \\label{eq:second}
      \\end{align}
      \\end{subequations}

      See \\eqref{eq:one}, \\eqref{eq:two}, \\ref{eq:star}, \\ref{eq:four}, \\ref{eq:all}, \\eqref{eq:first} and \\ref{eq:second}.
      """
    let made = try lines(text)
    #expect(
      made.map { $0.suffix(8) }[0] == "\u{2003}(1) (2)" && made[1].hasSuffix("(3)") && made[2].hasSuffix("(4a) (4b)"))
    #expect(made.last == "See (1), (2), *, 3, 4, (4a) and 4b.")
    var book = try readMarkdownBook(text).book
    let counted = book.countLabels("en")
    #expect(counted.unknown.isEmpty && counted.repeated.isEmpty)
    // lines without a place of their own are found where their formula begins
    var links: [String] = []
    book.visitText { inlines, _ in links += inlines.compactMap { $0.style.link } }
    #expect(links == ["#eq:one", "#eq:one", "#eq:star", "#eq:star", "#eq:all", "#eq:all", "#eq:all"])
  }

  @Test func `take the numbers of sections where these are given some`() throws {
    let text =
      "# Preface {-}\n\n## No\n\nA.\n\n# Ships\n\n## First {#sec-first}\n\n### Deep {#deep}\n\n## Second {#sec-second .unnumbered}\n\n"
      + "# Sails {#sec-two}\n\n![C](a.png){#fig-a}\n\n# Masts\n\n![C](a.png){#fig-b}\n\n@sec-first, \\ref{deep}, @sec-second, @sec-two, @fig-b"
    #expect(
      try lines(text, numbersSections: true).last?.replacing("\u{A0}", with: " ")
        == "Section 1.1, 1.1.1, “Second”, Chapter 2, Figure 3.1")
  }

  @Test func `to labels that are not there or twice are told, citations are none`() throws {
    var reading = try readMarkdownBook(
      "# One\n\n![C](a.png){#fig-map}\n\n![C](b.png){#fig-map}\n\nSee @fig-mop and [@smith, p. 3].\n")
    reading.setCitationsByKeys()
    reading.countLabels("en")
    #expect(
      reading.said == [
        "book.md:7:1: warning: 1 citation is set by its key",
        "book.md:7:5: warning: there is no label \"fig-mop\"; references to it are set as they stand",
        "book.md:5:1: warning: the label \"fig-map\" is said twice, first at book.md:3:1",
      ])
    #expect(reading.diagnostics[1].help?.hasPrefix("did you mean \"fig-map\"?") == true)
    #expect(BookWords(reading.book).text.contains("See fig-mop and (smith, p. 3)."))
  }
}

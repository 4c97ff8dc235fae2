import BookModel
import Manuscript
import Testing

/// What bookdown, Quarto, MyST, Markua, MDX, kramdown and GitBook write, by the words of the book that it makes.
@Suite struct `Other programs and their dialects` {
  /// - Parameter codes: of the messages, each once.
  private func check(_ text: String, _ words: String, _ codes: [String] = [], name: String = "book.md") throws {
    let reading = try readMarkdownBook("# One\n\n" + text + "\n", name: name)
    #expect(
      BookWords(reading.book).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == (words.isEmpty ? "One" : "One " + words))
    #expect(reading.diagnostics.map(\.code) == codes, "\(reading.said)")
  }

  static let bookdown: [(text: String, words: String, codes: [String])] = [
    ("A `r nrow(x)` and `r \"two\"`.", "A […] and two.", ["value-not-computed"]),
    ("A.\n\n`r if (knitr::is_html_output()) '\n# References {-}\n'`", "A.", []),
    (
      "(ref:nice) With *care*.\n\n```{r a, fig.cap='(ref:nice)', echo=FALSE}\nknitr::include_graphics(\"a.png\")\n```\n\nB.",
      "With care. B.", []
    ),
    ("```{r a, fig.cap=\"Of it.\"}\nplot(x)\n```", "plot(x) Of it.", ["cells-not-run"]),
    ("```{r, include=FALSE}\nx\n```\n\nB.", "B.", []), ("```{block2, type='rmdtip'}\nMind *it*.\n```", "Mind it.", []),
    ("```{theorem, label=\"old\", name=\"Ours\"}\nSo.\n```", "Ours So.", []),
  ]

  @Test(arguments: bookdown)
  func `bookdown's chunks and values`(text: String, words: String, codes: [String]) throws {
    try check(text, words, codes)
  }

  @Test func `bookdown's theorems and figures have their labels`() throws {
    let reading = try readMarkdownBook(
      "# One\n\n::: {.theorem #pyth name=\"P\"}\nSo.\n:::\n\n```{r pic, echo=FALSE, fig.cap=\"Cap.\"}\nknitr::include_graphics('a.png')\n```\n"
    )
    let labels = reading.blocks.compactMap { block -> String? in
      switch block {
      case .callout(let callout): callout.anchor
      case .figure(let figure): figure.label?.name
      default: nil
      }
    }
    #expect(labels == ["thm:pyth", "fig:pic"])
  }

  static let quarto: [(text: String, words: String, codes: [String])] = [
    (
      "::: {.content-visible when-format=\"html\"}\nNo.\n:::\n\n::: {.content-hidden when-format=\"html\"}\nYes.\n:::\n\n[so]{.content-visible when-format=\"pdf\"}[no]{.content-hidden when-format=\"pdf\"}",
      "Yes. so", []
    ),
    ("::: {.panel-tabset}\n## R\nOf R.\n\n## Python\n\nOf it.\n:::", "R Of R. Python Of it.", []),
    ("```{#lst-a .python lst-cap=\"Some *code*\"}\nx\n```", "Some code x", []),
    ("```{.r filename=\"a.r\"}\nx\n```", "a.r x", []),
    ("```{r}\n#| label: fig-a\n#| fig-cap: \"Of\n#|   it\"\n#| echo: false\nx\n```", "Of it", ["cells-not-run"]),
    ("{{< video a >}}\n\n{{< fa b >}}", "", ["shortcode-left-out"]),
  ]

  @Test(arguments: quarto)
  func `Quarto's cells and divs`(text: String, words: String, codes: [String]) throws {
    try check(text, words, codes)
  }

  @Test func `figures of one are counted by letters, side by side, and a table's caption keeps its name alone`() throws
  {
    var book = try readMarkdownBook(
      """
      # One

      ::: {#fig-pair layout-ncol=2}

      ![Left](a.png){#fig-a}

      ![Right](b.png){#fig-b}

      Both
      :::

      | a |
      |---|
      | b |

      : Words {#tbl-x tbl-colwidths="[50,50]"}

      See @fig-pair, @fig-b and @tbl-x.
      """
    ).book
    _ = book.countLabels("en")
    let words = BookWords(book).text
    for wanted in [
      "Figure\u{A0}1: Both", "Table\u{A0}1: Words",
      "Figure\u{A0}1, Figure\u{A0}1b and Table\u{A0}1",
    ] {
      #expect(words.contains(wanted), "\(words)")
    }
  }

  static let myst: [(text: String, words: String, codes: [String])] = [
    (
      "{term}`a` {abbr}`ODE (x)` {kbd}`C` H{sub}`2` {download}`file <a.csv>` {doc}`it <one>`", "a ODE (x) C H2 file it",
      ["link-outside"]
    ),
    ("{ref}`one`\n\n% gone\n+++ {\"a\": 1}\n\nB.", "one B.", []),
    ("```{list-table} Of it\n:header-rows: 1\n* - A\n  - B\n* - *c*\n  - d\n```", "A B c d : Of it", []),
    ("```{csv-table}\n:header: \"A\", \"B\"\n1, \"2, 3\"\n```", "A B 1 2, 3", []),
    ("````{tab-set}\n```{tab-item} R\nOf R.\n```\n```{tab-item} C\nOf C.\n```\n````", "R Of R. C Of C.", []),
    ("```{only} html\nNo.\n```\n\n```{only} latex\nYes.\n```", "Yes.", []),
    ("```{exercise-start}\n```\n\nDo it.\n\n```{exercise-end}\n```\n\nOn.", "Do it. On.", []),
    ("{menuselection}`File --> Open`", "File → Open", []),
    ("```{glossary}\nterm\n  Means *it*.\n```", "term Means it.", []),
    ("```{epigraph}\nWords.\n\n-- Who\n```", "Words. -- Who", []),
    ("```{note}\n---\nclass: x\n---\nMind *it*.\n```\nBehind.", "Mind it. Behind.", []),
    ("```{code-block} python\n:caption: Some\nx\n```", "Some x", []), ("```{toctree}\na\n```\n\nB.", "B.", []),
    ("```{strange} Words\nIt *is*.\n```", "Words It is.", ["class-unknown"]),
    ("- item\n\n  ```{tip}\n  Of it.\n  ```", "item Of it.", []),
  ]

  @Test(arguments: myst)
  func `MyST's directives and roles`(text: String, words: String, codes: [String]) throws {
    try check(text, words, codes)
  }

  static let markua: [(text: String, words: String)] = [
    ("T> Tip.\n\nQ> Why?\n\nD> So.", "Tip. Why? Discussion So."), ("{pagebreak}\n\nB.", "B."),
    ("A{i: \"widgets\"} word.", "A word."), ("{width: \"50%\"}\n![Cap](a.png)", "Cap"),
    ("{title: \"Listing\", lang: ruby}\n```\nx\n```", "Listing x"), ("{lang=python,line-numbers=on}\n~~~\nx\n~~~", "x"),
    ("{poem}\nRoses\nRed\n{/poem}", "Roses Red"), ("Words.[^^e]\n\n[^^e]: End.", "Words."),
    ("{id: t, caption: \"Of it\"}\n| a |\n|---|\n| b |", "a b Of it"),
    ("Braces {like: this} stay.", "Braces {like: this} stay."),
  ]

  @Test(arguments: markua)
  func `Markua's attributes and boxes`(text: String, words: String) throws { try check(text, words) }

  @Test func `Markua says what stands before and behind the text, and what is a part`() throws {
    let reading = try readMarkdownBook(
      "{frontmatter}\n\n# Greeting\n\nHello.\n\n{mainmatter}\n\n{class: part}\n# First\n\n{#two}\n# Second\n\nWords.\n\n{backmatter}\n\n# Things\n\nMore.\n"
    )
    #expect(reading.book.sections.map(\.matter) == [.front, .body, .body, .back])
    #expect(reading.book.sections[1].role == .part && reading.book.sections[2].heading?.anchor == "two")
  }

  static let others: [(text: String, words: String, name: String)] = [
    ("import A from 'a';\nimport {b} from 'b';\n\nexport const c = {\n  d: 1,\n};\n\nE.", "E.", "a.mdx"),
    ("{/* no */}\n\nA {/* no */}word.", "A word.", "a.mdx"),
    (
      "<Tabs>\n  <TabItem value=\"w\" label=\"Windows\">\n\nUse **it**.\n\n  </TabItem>\n</Tabs>", "Windows Use it.",
      "a.mdx"
    ),
    ("A.\n{: .note #b}\n\nB. {: .c }\n\n{:toc}", "A. B.", "a.md"), ("A.\n\n^abc123\n\n{{TOC}}\n\nB.", "A. B.", "a.md"),
    ("![W][wave]\n\n[wave]: a.png \"T\" width=200px", "W T", "a.md"),
    ("{% highlight ruby %}\nx = 1\n{% endhighlight %}", "x = 1", "a.md"),
    ("<figure><img src=\"a.png\"><figcaption><p>Words</p></figcaption></figure>", "Words", "a.md"),
    ("(ref: Smith 1999) says so.\n\n(ref:x) kept.", "(ref: Smith 1999) says so. (ref:x) kept.", "a.md"),
    ("import duties from \"Paris\" rose\nin May.", "import duties from \"Paris\" rose in May.", "a.md"),
    ("{% tabs %}\n{% tab title=\"A\" %}\nOf A.\n{% endtab %}\n{% endtabs %}", "A Of A.", "a.md"),
  ]

  @Test(arguments: others)
  func `marks of MDX, kramdown, MultiMarkdown, Jekyll and GitBook, and words that look like them`(
    text: String, words: String, name: String
  ) throws {
    try check(text, words, name: name)
  }

  @Test func `messages name the lines that the writer has, behind what became several`() throws {
    let reading = try readMarkdownBook("# One\n\nT> A.\n\nT> B.\n\n```{.r filename=\"a.r\"}\nx\n```\n\n#Two\n")
    #expect(reading.said.first?.hasPrefix("book.md:11:1: warning: \"#Two\"") == true, "\(reading.said)")
  }
}

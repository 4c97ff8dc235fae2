import TestSupport
import Testing

/// The forms in which bookdown, Quarto, MyST and LaTeX refer to what a book has, each seen on its pages.
@Suite struct `References in the forms that people write` {
  private func words(_ files: [String: String], _ input: String = ".") throws -> String {
    let folder = try Folder()
    for (name, text) in files { try folder.put(text, in: name) }
    try folder.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"40\"><rect width=\"60\" height=\"40\"/></svg>",
      in: "a.svg")
    let made = try Program.run([input, "-o", "a.pdf", "--verify", "--lang", "en"], in: folder)
    #expect(made.code == 0 && made.said.contains("verified"), "\(made.said)")
    return try PDFText.of("a.pdf", in: folder).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `of bookdown: labels in HTML, several captions, proofs, ranges, classes with titles, numbered chapters`()
    throws
  {
    let text = """
      # Beginnings {#one}

      ```{r setup, include=FALSE}
      knitr::opts_chunk$set(echo = FALSE)
      ```

      <div class="figure">
      <img src="a.svg" alt="(#fig:html)A picture." width="40%" />
      <p class="caption">(#fig:html)A picture.</p>
      </div>

      ```{r two, fig.cap=c("First.", "Second.")}
      plot(1)
      ```

      <table>
      <caption>(#tab:html)A table.</caption>
      <tr><th>a</th></tr><tr><td>b</td></tr>
      </table>

      ::: {.theorem #t}
      Words.
      :::

      ::: {.proof #t}
      So it is.
      :::

      ::: {.technical title="Central products" latex="{Central products}"}
      In a box.
      :::

      See Figures \\@ref(fig:html)--\\@ref(fig:two-2), Table \\@ref(tab:html), Proof \\@ref(prf:t), Chapter \\@ref(one).

      $$a = b (\\#eq:e)$$

      And \\@ref(eq:e).
      """
    let found = try words([
      "_bookdown.yml": "rmd_files: [\"index.Rmd\"]\n", "index.Rmd": "---\ntitle: T\n---\n\n" + text,
    ])
    #expect(found.contains("Figure 1: A picture."), "\(found)")
    #expect(found.contains("Figure 2: First.") && found.contains("Figure 3: Second.") && !found.contains("plot("))
    #expect(found.contains("Table 1: A table.") && found.contains("Central products In a box."))
    #expect(found.contains("See Figures 1–3, Table 1, Proof 1, Chapter 1."), "\(found)")
    #expect(found.contains("And (1).") && !found.contains("\\label"))
  }

  @Test func `of Quarto: call-outs, algorithms, solutions, variables, cells whose names end in a point`() throws {
    let text = """
      # Beginnings {#sec-one}

      ::: {#tip-a .callout-tip}
      ## Mind it
      Words.
      :::

      ::: {#nte-b .callout-note}
      Words.
      :::

      ::: {#alg-c}
      ## Euclid
      Divide.
      :::

      ::: {#exr-d}
      Do it.
      :::

      ::: {#sol-d .solution}
      Done.
      :::

      ```{r}
      #| label: tbl-e.
      #| tbl-cap: Values.
      #| echo: false
      kable(x)
      ```

      See @tip-a, @nte-b, [-@nte-b], [@tip-a; @nte-b], @alg-c, @sol-d, @tbl-e, @sec-one, {{< var v >}}, {{< meta title >}}.
      """
    let found = try words([
      "_quarto.yml": "project:\n  type: book\nbook:\n  title: Quays\n  chapters: [index.qmd]\n",
      "_variables.yml": "v: 2.1\n", "index.qmd": text,
    ])
    #expect(found.contains("Tip 1: Mind it") && found.contains("Note 1 Words."), "\(found)")
    #expect(
      found.contains(
        "See Tip 1, Note 1, 1, Tip 1 and Note 1, Algorithm 1, Solution 1, Table 1, Chapter 1, 2.1, Quays."), "\(found)")
  }

  @Test func `of MyST: roles, substitutions, fields, links to projects, figures that cells make`() throws {
    let text = """
      (one)=
      # One

      Here {{ key }}, {doc}`/two`, {any}`one`, <project:#one>, <path:two.md>, {math:numref}`e`, {ref}`box`, {numref}`f`.

      ```{math}
      :label: e
      a = b
      ```

      ```{note}
      :name: box
      Words.
      ```

      ```{code-cell} python
      ---
      tags: [hide-input]
      mystnb:
        figure:
          caption: |
            Made by a cell
          name: f
      ---
      plot()
      ```

      ```{figure} /a.svg
      At the root
      ```

      :first field: its words
      :second: more *words*
      """
    let found = try words([
      "_toc.yml": "format: jb-book\nroot: one\nchapters:\n- file: two\n",
      "_config.yml": "title: T\nparse:\n  myst_substitutions:\n    key: the **first** key\n", "one.md": text,
      "two.md": "# Two\n\nWords.\n",
    ])
    #expect(
      found.contains("Here the first key, “Two”, “One”, “One”, “Two”, (1), Note, Figure 1."), "\(found)")
    #expect(found.contains("Figure 1: Made by a cell") && !found.contains("plot()") && found.contains("At the root"))
    #expect(found.contains("first field its words second more words") && !found.contains("\\label"), "\(found)")
  }

  @Test
  func `of Stan's manuals: marks with TeX's looks, lines broken twice, formulas over lines that begin with a sign`()
    throws
  {
    let text = """
      # Functions

      \\index{{\\tt \\bfseries beta\\_cdf  }!{\\tt (int y \\textbar\\ real a): real}|hyperpage}\\index{log@$\\log$!natural}
      `real` **`beta_cdf`**`(int y | real a)`<br>\\newline
      It is defined for $a > 0$ and $b
      > 0$ by \\[ \\text{B}(a,b) \\ = \\int_0^1 u^{a - 1} \\,
      du \\, , \\]
      where it ends. Then \\begin{equation*} a
      = b \\end{equation*} it goes on.

      # References {-}

      None.

      \\printindex
      """
    let found = try words(["a.md": text], "a.md")
    #expect(
      !found.contains("\\newline") && found.contains("where it ends. Then"), "\(found)")
    #expect(found.contains("Index beta_cdf (int y | real a): real, 1 log natural, 1"), "\(found)")
  }

  @Test func `of LaTeX: several labels, items, marks for indexes and what these are headed, starred figures`() throws {
    let text = """
      \\documentclass{book}
      \\usepackage{cleveref}
      \\newcommand{\\term}[1]{\\emph{#1}\\index{#1}}
      \\makeindex[name=names,title=Index of Names]
      \\begin{document}
      \\listoffigures
      \\chapter{One}\\label{ch:one}
      See \\cref{fig:a,fig:b}, \\Cref{ch:one}, \\nameref{ch:one}, item~\\ref{it:b}, \\pageref{ch:one}. A \\term{rope} and
      a knot\\index{knot!flat}, Roe\\index[names]{Roe, Jane}.
      \\begin{figure}\\includegraphics{a.svg}\\caption{First}\\label{fig:a}\\end{figure}
      \\begin{figure*}\\includegraphics{a}\\caption{Second}\\label{fig:b}\\end{figure*}
      \\begin{enumerate}
      \\item Words.
      \\item\\label{it:b} More words.
      \\end{enumerate}
      \\begin{equation}\\label{eq:e} a = b \\end{equation}
      \\printindex
      \\printindex[names]
      \\end{document}
      """
    let found = try words(["a.tex": text], "a.tex")
    #expect(found.contains("See Figures 1 and 2, Chapter 1, One, item 2, 1. A rope and"), "\(found)")
    #expect(found.contains("Figure 2: Second") && !found.contains("\\label"), "\(found)")
    #expect(found.contains("Index knot flat, 1 rope, 1") && found.contains("Index of Names Roe, Jane, 1"), "\(found)")
  }

  @Test func `below a table: what speaks of it is no title of it`() throws {
    let folder = try Folder()
    let table = "| a | b |\n|---|---|\n| 1 | 2 |\n\n: Depths {#tbl-a}\n\n"
    try folder.put(
      "# One\n\nPlain words.\n\n\(table)Table \\@ref(tbl-a) is short.\n\n# Two\n\n"
        + table.replacing("-a", with: "-b"), in: "a.md")
    let rows = try Program.run(["a.md", "--number-sections", "--dump", "pages"], in: folder).text.split(separator: "\n")
    func size(_ words: String) -> Substring? {
      rows.first { $0.hasSuffix(words) }?.split(separator: " ").dropFirst(6).first
    }
    #expect(size("Table 1.1 is short.") == "11.00" && size("Table 1.1: Depths") == "9.02", "\(rows)")
  }

  @Test func `of TeX's lists of figures: the book has them where it has figures, and no heading of its own for them`()
    throws
  {
    let text = "# List of Figures\n\n\\listoffigures\n\n# One\n\nWords.\n\n# Two\n\nWords.\n"
    #expect(try !words(["a.md": text], "a.md").contains("List of Figures"))
    let found = try words(["a.md": text + "\n![A wave](a.svg){#fig-a}\n"], "a.md")
    #expect(found.contains("Figure 1: A wave") && !found.contains("List of Figures"), "\(found)")
  }
}

import BookModel
import Foundation
import Manuscript
import Testing
import Units

/// How people write Markdown: definitions with more than a line, titles without keys, chapters in bold, prose that is
/// set in.
@Suite struct `Habits of Markdown` {
  // MARK: Definitions

  @Test(
    arguments: [
      "**API**\n:   Application programming interface.\n", "API\n:   Application programming interface.\n",
      "API\n  ~ Application programming interface.\n", "API\n  : Application programming interface.\n",
      "*API*\n\n:   Application programming interface.\n", "`API`\n: Application programming interface.\n",
    ])
  func `a definition hangs below its term, whatever sign it has`(text: String) throws {
    let blocks = try readMarkdownBook("# One\n\n" + text).blocks
    guard case .paragraph(let term)? = blocks.first, case .list(let list)? = blocks.last else {
      Issue.record("\(blocks)")
      return
    }
    #expect(term.inlines.plainText == "API")
    #expect(term.isFlush)
    #expect(list.counting == .none)
    #expect(list.items.count == 1)
    #expect(list.items.first?.blocks.first?.paragraph?.inlines.plainText == "Application programming interface.")
  }

  @Test func `what goes on with a definition is in it`() throws {
    let blocks = try readMarkdownBook(
      "# One\n\nTerm\n:   First.\n\n    Second.\n\n        code\n\n    - item\n\n    Inner\n    :   Deep.\n\n        Deeper.\n\nBehind.\n"
    ).blocks
    guard blocks.count == 3, case .list(let list) = blocks[1] else {
      Issue.record("\(blocks)")
      return
    }
    let held = list.items.last?.blocks ?? []
    #expect(held.count == 6)
    #expect(held.contains { if case .preformatted(let code) = $0 { code.isCode } else { false } })
    guard case .list(let inner)? = held.last else {
      Issue.record("\(held)")
      return
    }
    #expect(inner.items.last?.blocks.count == 2)
    #expect(blocks[2].paragraph?.inlines.plainText == "Behind.")
  }

  @Test(arguments: ["- item\n: no\n", "Words that go on ~ so.\n", "***\n: no\n", "# Head\n: no\n"])
  func `nothing else is a definition`(text: String) throws {
    let lists = try readMarkdownBook("# One\n\n" + text).blocks.filter {
      if case .list(let list) = $0 { list.counting == .none } else { false }
    }
    #expect(lists.isEmpty)
  }

  // MARK: Titles

  @Test(
    arguments: [
      "# The Kitchen\n\n*Recipes for small rooms*\n\n**Anneke de Wit**\n\n",
      "# The Kitchen\n\n### Recipes for small rooms\n\nby Anneke de Wit\n\n",
      "# The Kitchen\n## Recipes for small rooms\n### Anneke de Wit\n\n",
    ])
  func `subtitle and author stand below the title`(head: String) throws {
    let book = try readMarkdownBook(head + "## Soups\n\nShe counted.\n\n## Cakes\n\nShe counted.\n").book
    #expect(book.metadata.title == "The Kitchen")
    #expect(book.metadata.subtitle == "Recipes for small rooms")
    #expect(book.metadata.authors == ["Anneke de Wit"])
    #expect(book.sections.map { $0.heading?.plainText } == ["Soups", "Cakes"])
  }

  @Test(
    arguments: [
      ("**Chapter 1**", "**Chapter 2**", nil), ("**Chapter 1: Rain**", "**Chapter 2: Sun**", nil),
      ("**The Long Tide**\n\n**By Mara Quinn**\n\n---\n\n**Chapter 1**", "**Chapter 2**", "The Long Tide"),
    ] as [(String, String, String?)])
  func `lines in bold are chapters where nothing is a heading`(first: String, second: String, title: String?) throws {
    let text = "The rain came down hard that night, and nobody saw it but the ferryman, who waited."
    let book = try readMarkdownBook("\(first)\n\n\(text)\n\n\(text)\n\n\(second)\n\n\(text)\n").book
    #expect(book.sections.filter { $0.role == .chapter }.count == 2)
    #expect(book.metadata.title == title)
    if title != nil { #expect(book.metadata.authors == ["Mara Quinn"]) }
  }

  @Test func `a line in bold below headings stays a line`() throws {
    let book = try readMarkdownBook("# One\n\n**Serves four**\n\nWords.\n\n**Method**\n\nWords.\n").book
    #expect(book.sections.count == 1)
  }

  // MARK: The front

  @Test(
    arguments: [
      ("abstract: |\n  We *show* it.\n\n  Twice.\n", 2), ("abstract: We *show* it.\n", 1),
      ("abstract: >\n  We *show*\n  it.\n", 1), ("abstract: \"We *show* it.\"\n", 1),
    ])
  func `an abstract is a page of the front`(key: String, count: Int) throws {
    let reading = try readMarkdownBook("---\ntitle: T\nlang: de\n\(key)---\n\n# One\n\nWords.\n")
    let section = try #require(reading.book.sections.first)
    #expect(section.matter == .front)
    #expect(section.heading?.plainText == "Zusammenfassung")
    #expect(section.blocks.count == count)
    #expect(section.blocks.first?.paragraph?.inlines.plainText == "We show it.")
  }

  // MARK: Formulas and references

  @Test(
    arguments: [
      ("The mass \\( m \\) and \\( ab \\).", ["m", "ab"]), ("No \\(see\\) here.", []),
      ("---\nheader-includes:\n  - \\newcommand{\\Q}{\\mathbb{Q}}\n---\n\n$x\\in\\Q$", ["x\\in\\Q"]),
      ("---\nmath:\n  '\\avg': '\\langle #1 \\rangle'\n---\n\n$\\avg{x}$", ["\\avg{x}"]),
    ])
  func `formulas are known in brackets, and by the commands of front matter`(text: String, sources: [String]) throws {
    let reading = try readMarkdownBook(text)
    var found: [String] = []
    reading.book.visitText { inlines, _ in
      for inline in inlines where inline.style.formula != nil {
        if case .text(let source) = inline.content { found.append(source) }
      }
    }
    #expect(found.map { $0.trimmingCharacters(in: .whitespaces) } == sources)
    #expect(reading.diagnostics.isEmpty, "\(reading.said)")
  }

  @Test func `one plural word stands before several references`() throws {
    var reading = try readMarkdownBook(
      """
      # One

      See Figures @fig:a and @fig:b, figs. @fig:a, @fig:b, and @fig:a--@fig:b.

      ![Left](a.png){#fig:a}

      ![Right](b.png "what it shows"){#fig:b}
      """)
    reading.countLabels("en", givesPages: false)
    #expect(
      reading.blocks.first?.paragraph?.inlines.plainText.replacing("\u{A0}", with: " ")
        == "See Figures 1 and 2, figs. 1, 2, and 1\u{2013}2.")
    guard case .figure(let figure)? = reading.blocks.last else { return }
    #expect(figure.caption.plainText.hasSuffix("Right"))
    #expect(figure.alternative == "what it shows")
  }

  @Test func `figures of appendices have their letters`() throws {
    var reading = try readMarkdownBook(
      "# One\n\n![P](a.png){#fig:a}\n\n\\appendix\n\n# More\n\n![Q](b.png){#fig:b}\n\nBy @fig:b.\n")
    reading.book.numberSections()
    reading.countLabels("en", givesPages: false)
    #expect(reading.blocks.last?.paragraph?.inlines.plainText.replacing("\u{A0}", with: " ") == "By Figure A.1.")
  }

  // MARK: TeX

  @Test(
    arguments: [
      ("Some \\textbf{bold \\emph{deep}} words.", "Some bold deep words."),
      ("\\LaTeX{} and \\TeX, \\S 3, \\href{http://x.org}{there}.", "LaTeX and TeX, §3, there."),
      ("Dear \\enquote{Jo}\\ldots", "Dear \"Jo\"…"),
      ("C:\\temp\\new and C:\\TeX stay.", "C:\\temp\\new and C:\\TeX stay."),
      ("`\\emph{x}` is code.", "\\emph{x} is code."),
    ])
  func `TeX's commands of words are read`(text: String, words: String) throws {
    let reading = try readMarkdownBook("# One\n\n\(text)\n")
    #expect(reading.blocks.first?.paragraph?.inlines.plainText == words)
    #expect(reading.diagnostics.isEmpty, "\(reading.said)")
  }

  @Test func `TeX's lists, tables, pictures and notes are read`() throws {
    let reading = try readMarkdownBook(
      """
      # One

      A note\\footnote{In \\emph{it}.} here, see Table~\\ref{tab:s}.

      \\begin{itemize}
      \\item one
      \\item two
      \\end{itemize}

      \\begin{table}[ht]
      \\caption{Sizes}\\label{tab:s}
      \\begin{tabular}{lr}
      Name & Size \\\\
      \\hline
      a \\& b & 1 \\\\
      \\end{tabular}
      \\end{table}

      \\begin{figure}
      \\includegraphics[width=0.5\\textwidth]{x.png}
      \\caption{Shown}\\label{fig:a}
      \\end{figure}
      """)
    #expect(reading.diagnostics.isEmpty, "\(reading.said)")
    #expect(reading.book.notes.count == 1)
    let kinds = reading.blocks.map { block in
      switch block {
      case .paragraph(let paragraph): paragraph.label == nil ? "paragraph" : "caption"
      case .list(let list): "list of \(list.items.count)"
      case .table(let table): "table of \(table.rows.count)"
      case .figure(let figure): "figure \(figure.caption.plainText)"
      default: "other"
      }
    }
    #expect(kinds.contains("list of 2") && kinds.contains("figure Shown"), "\(kinds)")
    #expect(kinds.contains { $0.hasPrefix("table of") }, "\(kinds)")
  }

  // MARK: Typists

  @Test(arguments: ["\t", "    "])
  func `prose that is set in is no code`(indent: String) throws {
    let line = indent + "“The rain came down hard that night,” she said, and nobody saw it but the ferryman.\n\n"
    let blocks = try readMarkdownBook("# One\n\n" + String(repeating: line, count: 4)).blocks
    #expect(blocks.count == 4)
    #expect(blocks.allSatisfy { $0.paragraph != nil })
  }

  @Test func `code among prose stays code`() throws {
    let blocks = try readMarkdownBook(
      "# One\n\nWords here.\n\n    let x = 1\n\nWords there.\n\n    plain words\n\n    more words\n\n    and more\n"
    ).blocks
    #expect(blocks.contains { $0.paragraph == nil })
  }

  @Test func `pictures are found where Leanpub and Obsidian keep them`() throws {
    let options = MarkdownOptions(hasImage: { $0 == "book/../attachments/map.png" || $0 == "attachments/map.png" })
    let reading = try readMarkdownBook(
      "# One\n\n![A map](map.png)\n\nEnd. ^ab-2c\n", name: "book/one.md", options: options)
    #expect(reading.diagnostics.isEmpty, "\(reading.said)")
    #expect(reading.blocks.last?.paragraph?.inlines.plainText == "End.")
  }

  @Test func `theorems of TeX's are call-outs that are counted`() throws {
    let reading = try readMarkdownBook(
      """
      \\begin{theorem}[Euler]\\label{thm:e}
      All $x$.
      \\end{theorem}

      \\begin{lemma*} One line. \\end{lemma*}

      \\begin{proof}
      By series. \\qed
      \\end{proof}

      \\begin{lem}
      Two.

      Paragraphs.
      \\end{lem}
      """)
    #expect(reading.diagnostics == [])
    let found = reading.blocks.compactMap { block in if case .callout(let callout) = block { callout } else { nil } }
    #expect(found.map(\.kind) == [.theorem, .lemma, .proof, .lemma])
    #expect(found.map { $0.title.plainText } == ["Euler", "", "", ""])
    #expect(found.map { $0.anchor != nil } == [true, false, false, true] && found.first?.anchor == "thm:e")
    #expect(found.map(\.blocks.count) == [1, 1, 1, 2])
  }

  @Test func `cells of TeX's over several columns keep the others in theirs`() throws {
    let reading = try readMarkdownBook(
      """
      \\begin{tabular}{lcr}
      \\multicolumn{2}{c}{Both} & Third \\\\
      \\cmidrule(lr){1-2}
      a & b & c \\\\
      d & \\multicolumn{2}{r}{e and f} \\\\
      \\hline
      \\end{tabular}
      """)
    #expect(reading.diagnostics == [])
    guard case .table(let table)? = reading.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(
      (table.head + table.rows).map { $0.map(\.inlines.plainText) } == [
        ["Both", "", "Third"], ["a", "b", "c"], ["d", "e and f", ""],
      ])
  }

  /// Each was looked through again for each that it stands in.
  @Test func `call-outs in each other are read in proportion`() throws {
    let count = 3000
    let text = String(repeating: ":::{note}\n", count: count) + "Words\n" + String(repeating: ":::\n", count: count)
    #expect(BookWords(try readMarkdownBook(text).book).text.contains("Words"))
  }

}

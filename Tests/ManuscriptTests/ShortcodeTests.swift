import BookModel
import Manuscript
import Testing

@Suite struct `Shortcodes` {
  @Test func `that mean something here do it, others are left out and said once`() throws {
    let reading = try readMarkdownBook(
      """
      # One

      Press {{< kbd Ctrl-C >}} now.

      {{< pagebreak >}}

      {{< video a.mp4 >}}

      Here {{< fa star >}} too, and {{ braces }} and `{{< code >}}`.

      {{% notice %}}

      ```
      {{< in code >}}
      ```
      """)
    #expect(
      reading.said == [
        "book.md:7:1: warning: \"video\", \"fa\", \"notice\" between braces are left out: another program puts something there"
      ])
    #expect(reading.blocks.contains { if case .pageBreak = $0 { true } else { false } })
    let words = BookWords(reading.book).text
    #expect(words.contains("Press Ctrl-C now.") && words.contains("{{ braces }} and {{< code >}}."))
    #expect(words.contains("{{< in code >}}") && !words.contains("video") && !words.contains("notice"))
  }

  @Test func `that ask for what the front matter says have it`() throws {
    let reading = try readMarkdownBook(
      """
      ---
      title: T
      version: "2.5"
      project: {name: Octopus, by: Us}
      book:
        editors:
          - Ann
          - Bo
        blurb: >
          Two
          lines
      ---

      # One

      {{< meta version >}} of {{< meta project.name >}}, {{< meta book.editors >}}, {{< meta book.blurb >}}{{< meta none >}}.
      """)
    #expect(BookWords(reading.book).text.contains("2.5 of Octopus, Ann, Bo, Two lines."))
    #expect(reading.said == ["book.md:16:1: warning: the front matter has no \"none\", which the text asks for"])
    #expect(reading.report.askedKeys == ["version", "project", "book", "none"])
  }

  @Test func `that bring in a file which is not there are left out, and told`() throws {
    let reading = try readMarkdownBook("# One\n\nWords.\n\n{{< include _two.qmd >}}\n")
    #expect(reading.said == ["book.md:5:1: warning: the file \"_two.qmd\" to be brought in is not found, so it is left out"])
  }
}

@Suite struct `Lines of Markdown that may be verse` {
  static let poem =
    "Tyger tyger, burning bright\nIn the forests of the night\nWhat immortal hand or eye\nCould frame it?"

  @Test(arguments: [poem, "> " + poem.replacing("\n", with: "\n> ")])
  func `are doubted aloud where nothing keeps their ends`(text: String) throws {
    let reading = try readMarkdownBook("# One\n\n\(text)\n\n\(text)\n")
    #expect(reading.said.count == 1)
    #expect(reading.said.first?.contains("2 paragraphs look like verse and are set as prose") == true)
  }

  @Test(arguments: [
    poem.replacing("\n", with: "\\\n"), poem.replacing("\n", with: "  \n"), "```verse\n\(poem)\n```",
    "The compositor set\nthe first line of it\nand then the second,\nwhich was a long one.",
    // prose of nouns, its lines as full as they can be
    "Alle Menschen sind frei und gleich an Würde geboren, und alle haben ihre\nRechte und ihre Pflichten, die ihnen keiner nimmt; sie sind mit Vernunft\nBegabt und mit Gewissen dazu, und sollen einander im Geiste des alten und\nBrüderlichen Wesens begegnen.",
  ])
  func `are not where something does, or where they are prose`(text: String) throws {
    #expect(try readMarkdownBook("# One\n\n\(text)\n").diagnostics.isEmpty)
  }
}

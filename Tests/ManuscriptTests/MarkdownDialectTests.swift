import BookModel
import Manuscript
import Testing

/// What Markdown has in other programs: bookdown, Quarto, Leanpub and more.
@Suite struct `Dialects of Markdown` {
  @Test func `bookdown's headings begin parts and the appendix, without their sign`() throws {
    let reading = try readMarkdownBook(
      """
      # Preface {-}

      Before.

      # (PART) The *First* Part {-}

      # One

      Words.

      # (PART\\*) Second {-}

      # Two

      # (APPENDIX) Appendix {-}

      # Data
      """)
    let sections = reading.book.sections.map { section in
      let words = (section.heading?.label ?? []) + (section.heading?.title ?? [])
      return "\(section.matter) \(section.role) \(section.level) \(words.plainText)"
    }
    #expect(
      sections == [
        "body chapter 1 Preface", "body part 1 The First Part", "body chapter 2 One", "body part 1 Second",
        "body chapter 2 Two", "back part 1 Appendix", "back appendix 1 Data",
      ])
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.report.dropped.map(\.why) == ["sign of a part", "sign of a part", "sign of a part"])
  }

  @Test(arguments: ["# (PARTIAL) Eclipse\n", "# (PART)\n", "Words.\n\n(PART) One\n"])
  func `other words in brackets are words`(text: String) throws {
    #expect(BookWords(try readMarkdownBook(text).book).text.contains("(PART"))
  }

  @Test func `front matter that nothing closes is told, and one behind a comment read`() throws {
    let open = try readMarkdownBook("---\ntitle: A\n\n# One\n\nWords.\n")
    #expect(open.said == ["book.md:1:1: warning: nothing closes the front matter; it is set as text"])
    #expect(open.frontMatter == nil)
    for before in ["<!-- a -->\n", "\n\n", "<!--\na\n-->\n\n<!-- b -->\n"] {
      let read = try readMarkdownBook(before + "---\ntitle: A\n---\n\n# One\n\nWords.\n")
      #expect(read.frontMatter?.text == "title: A\n" && read.diagnostics.isEmpty)
      #expect(BookWords(read.book).words == ["One", "Words"])
    }
    // rules are rules
    for rule in ["---\n\nWords.\n", "Words.\n\n---\n\ntitle: A\n", "<!-- a --> ---\ntitle: A\n---\n", "<!-- a\n---\ntitle: A\n"] {
      let read = try readMarkdownBook(rule)
      #expect(read.frontMatter == nil && read.diagnostics.isEmpty, "\(read.said)")
    }
  }
}

import BookModel
import Foundation
import Manuscript
import Testing
import Units

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
        "front preface 1 Preface", "body part 1 The First Part", "body chapter 2 One", "body part 1 Second",
        "body chapter 2 Two", "back part 1 Appendix", "back appendix 1 Data",
      ])
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.report.dropped.map(\.why) == ["sign of a part", "sign of a part", "sign of a part"])
  }

  @Test(arguments: ["# (PARTIAL) Eclipse\n", "# (PART)\n", "Words.\n\n(PART) One\n"])
  func `other words in brackets are words`(text: String) throws {
    #expect(BookWords(try readMarkdownBook(text).book).text.contains("(PART"))
  }

  @Test(
    arguments: [
      (
        "+++\ntitle = \"The Ford\"\nauthor = \"Ada\"\n[params]\nx = 1\n+++\n\n",
        "title: \"The Ford\"\nauthor: \"Ada\"\n"
      ),
      ("% The Ford\n% Ada; Bo\n% 2024\n\n", "title: \"The Ford\"\nauthor: [\"Ada\", \"Bo\"]\ndate: \"2024\"\n"),
      ("Title:  The Ford\nAuthor: Ada\n        Lovelace\n\n", "title: \"The Ford\"\nauthor: \"Ada Lovelace\"\n"),
      ("{title: \"The Ford\", author: Ada}\n\n", "{title: \"The Ford\", author: Ada}\n"),
    ])
  func `front matter of other programs is read as YAML says it`(front: String, yaml: String) throws {
    let read = try readMarkdownBook(front + "# One\n\nWords.\n")
    let lines = read.frontMatter?.text.split(separator: "\n").joined(separator: "\n")
    #expect(lines.map { $0 + "\n" } == yaml)
    #expect(BookWords(read.book).words == ["One", "Words"])
    #expect(read.report.dropped.contains { $0.why == "front matter" })
  }

  @Test(arguments: ["Said: nothing.\n\nMore.\n", "Title: a line\nof prose goes on.\n\nMore.\n", "%\tdone\n"])
  func `lines that only look like it are words`(text: String) throws {
    let read = try readMarkdownBook(text)
    #expect(read.frontMatter == nil && read.report.dropped.isEmpty)
  }

  @Test func `wikis' links, pictures, comments and names are what they show`() throws {
    let read = try readMarkdownBook(
      """
      # One

      A [[Note]], [[Other|shown words]], [[Note#Part]] and [[Note#^a1|a block]], ==marked== so. ^b17

      Kept: [[1]], [[a]](https://b.c), `[[code]]`, a == b, 100%% of 50%%.

      ![[map.png|200]]

      ![[Whole Note]]

      Said %%not this%% aloud.

      %%
      Nor this,

      nor that.
      %%

      The end.
      """)
    #expect(
      BookWords(read.book).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == "One A Note, shown words, Note > Part and a block, marked so. Kept: [[1]], [a], [[code]], a == b, 100%% of 50%%. "
        + "Whole Note Said aloud. The end.")
    let figures = read.blocks.compactMap { if case .figure(let figure) = $0 { figure } else { nil } }
    #expect(figures.map(\.image) == ["map.png"])
    #expect(figures.first?.width == .length(Length(points: 150)))
    #expect(read.diagnostics.map(\.code) == ["embed-left-out"])
  }

  @Test func `a sign of numbers alone parts scenes, and the place of a contents list shows nothing`() throws {
    let read = try readMarkdownBook("[TOC]\n\n# One\n\nWords.\n\n#\n\nMore.\n")
    #expect(read.book.sections.count == 1)
    #expect(read.blocks.count { if case .sceneBreak = $0 { true } else { false } } == 1)
    #expect(BookWords(read.book).words == ["One", "Words", "More"])
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
    for rule in [
      "---\n\nWords.\n", "Words.\n\n---\n\ntitle: A\n", "<!-- a --> ---\ntitle: A\n---\n",
    ] {
      let read = try readMarkdownBook(rule)
      #expect(read.frontMatter == nil && read.diagnostics.isEmpty, "\(read.said)")
    }
    let unclosed = try readMarkdownBook("<!-- a\n---\ntitle: A\n")
    #expect(unclosed.frontMatter == nil && unclosed.diagnostics.map(\.code) == ["comment-unclosed"])
  }

  // MARK: What is another program's

  private func words(_ text: String) throws -> (words: [String], reading: ManuscriptReading) {
    let reading = try readMarkdownBook(text)
    return (
      BookWords(reading.book).text.split(separator: "\n").map { String($0).trimmingCharacters(in: .whitespaces) },
      reading
    )
  }

  @Test func `raw blocks, spans and commands that lay out are left out, each said once`() throws {
    let (words, reading) = try words(
      #"""
      # One

      ```{=latex}
      \begin{center}
      ```

      Before `\vspace{2em}`{=latex}behind`<i>`{=html} and `<b>`{=html}.

      \vspace{2em}

      \noindent Words \hspace*{1em}[more]{.x} of `\noindent` and \\noindent, C:\dir, \LaTeX.

      \noindent[Kept]{.x} \linebreak[4]\centering{kept}

      ```
      \vspace{2em}
      ```
      """#)
    #expect(
      words == [
        "One", "Before behind and .", #"Words more of \noindent and \noindent, C:\dir, LaTeX."#, "Kept {kept}",
        #"\vspace{2em}"#,
      ])
    #expect(
      reading.diagnostics.map(\.code).sorted() == ["class-unknown", "raw-left-out", "raw-left-out", "raw-left-out"])
    #expect(reading.report.dropped.map(\.why) == ["raw latex", "raw latex", "raw html", "raw html"])
  }

  @Test func `a command of TeX's that may hold words is set as it stands, and that is said`() throws {
    let (words, reading) = try words("# One\n\n\\mine{TeX} and \\yours{more}.\n")
    #expect(words == ["One", "\\mine{TeX} and \\yours{more}."])
    #expect(reading.said == ["book.md:3:1: warning: \"\\mine{…}\" is set as it stands"])
  }

  @Test(
    arguments: [
      ("a <!-- b -- c\nd -- e --> f", ["a f"]), ("a <!-- b -- c --> d", ["a d"]), ("<!-- b -- c --> d", ["d"]),
      ("a <!--> b --> d", ["a b --> d"]), ("a <!--->b", ["a b"]), ("a <?php b; ?> d", ["a d"]),
      ("<?php\nb;\n\nc;\n?>\n\nd", ["d"]), ("a <![CDATA[ b > c ]]> d", ["a d"]), ("<![CDATA[\nb\n]]>\n\nd", ["d"]),
      ("<!DOCTYPE html>\n\nd", ["d"]), ("`<!-- b -- c -->` d", ["<!-- b -- c --> d"]), ("a <? b", ["a <? b"]),
      ("<pre>\na  b\n  &amp; < c\n</pre>", ["a  b", "& < c"]),
      ("<pre><code class=\"x\">a\n</code></pre>\nb", ["a", "b"]),
      ("<textarea>\na\n</textarea>", ["a"]), ("<ins>\n\n*a*\n\n</ins>", ["a"]), ("<ins>\n*a*\n</ins>", ["*a*"]),
    ])
  func `what HTML hides is left out with nothing behind it, what it shows is set`(text: String, shown: [String]) throws
  {
    let (words, reading) = try words("# One\n\n" + text + "\n")
    #expect(words == ["One"] + shown)
    #expect(!reading.diagnostics.contains { $0.code == "html-shown" }, "\(reading.said)")
  }

  @Test func `lines of pre keep their blanks and places`() throws {
    let reading = try readMarkdownBook("# One\n\n> <pre>\n> a\n>   <b>b</b>\n> </pre>\n")
    guard case .quotation(let quotation) = reading.blocks[0], case .preformatted(let code) = quotation.blocks[0] else {
      return #expect(Bool(false), "\(reading.blocks)")
    }
    #expect(code.lines.map(\.text) == ["a", "  b"] && code.isCode)
    #expect(code.lines.map { reading.files.describe($0.source) } == ["book.md:4:3", "book.md:5:8"])
  }

  // MARK: What is not read

  @Test func `marks that are none are set as they stand, and said once a kind`() throws {
    let reading = try readMarkdownBook(
      """
      # One

      #Two

      A call[^1], \\[^2] and `[^3]`, and[^4].

      ![x](a b.png) [sic](see p. 3) [y](c d.md) [z](http://e f)

      #Three

      ::: verse
      Line
      """)
    #expect(
      reading.said == [
        "book.md:11:1: warning: nothing closes this \":::\"",
        "book.md:3:1: warning: \"#Two\" is set as text, not as a heading",
        "book.md:5:7: warning: there is no note \"1\"; its call is set as it stands",
        "book.md:7:2: warning: \"a b.png\" has a blank in it, so this is neither link nor picture",
      ])
    #expect(BookWords(reading.book).text.contains("[^2] and [^3], and[^4]"))
  }

  @Test(
    arguments: [
      "\\#Two",
      "#hashtags in a long line of prose, which goes on for more than any heading would, and then some more of it",
      "# Two",
      "[^1]\n\n[^1]: Note.", "[1](#one)", "![](<a b.png>)\n", "[a](http://b) [c] (d e.md)", "::: verse\na\n:::",
      "####### a",
    ])
  func `what is meant so is not told of`(text: String) throws {
    let reading = try readMarkdownBook("# One\n\n" + text + "\n", options: MarkdownOptions(hasImage: { _ in true }))
    #expect(reading.diagnostics.isEmpty, "\(reading.said)")
  }
}

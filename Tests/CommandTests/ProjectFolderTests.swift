import Testing

/// Folders of bookdown, Quarto and Leanpub, and what their files begin with.
@Suite struct `Folders of other programs` {
  /// The words of a folder's book, a word a file, with its parts.
  private func words(_ path: String, in folder: Folder, _ options: [String] = []) throws -> [Substring] {
    let outcome = try Program.run(
      [path, "-o", "x.pdf", "--no-toc", "--no-title-page", "--header", "", "--footer", "", "--verify"] + options,
      in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(!outcome.said.contains("warning:"), "\(outcome.said)")
    return try PDFText.of("x.pdf", in: folder).split(whereSeparator: \.isWhitespace)
  }

  private func put(_ files: [String], in folder: Folder) throws {
    for file in files { try folder.put("# \(file.split(separator: "/").last!.split(separator: ".")[0])\n", in: file) }
  }

  @Test func `a folder's chapters are its Markdown of any name, without what tells of it`() throws {
    let folder = try Folder()
    try folder.make("b")
    try put(
      [
        "b/02-two.Rmd", "b/01-one.qmd", "b/index.Rmd", "b/README.md", "b/_part.Rmd", "b/03-three.mdx", "b/04-four.mkdn",
      ],
      in: folder)
    #expect(try words("b", in: folder) == ["index", "01-one", "02-two", "03-three", "04-four"])
    try folder.make("c")
    try put(["c/README.md"], in: folder)
    #expect(try words("c", in: folder) == ["README"])
  }

  @Test func `pages that have their titles in their front matter are chapters of these names`() throws {
    let folder = try Folder()
    try folder.make("b")
    try folder.put("---\ntitle: The Ford\nweight: 1\n---\n\nWords.\n", in: "b/01.md")
    try folder.put("+++\ntitle = \"The Mill\"\n+++\n\nMore.\n", in: "b/02.md")
    let outcome = try Program.run(
      ["b", "-o", "x.pdf", "--title", "T", "--no-toc", "--no-title-page", "--header", "", "--footer", "", "--verify"],
      in: folder)
    #expect(outcome.code == 0 && !outcome.said.contains("warning:"), "\(outcome.said)")
    let words = try PDFText.of("x.pdf", in: folder).split(whereSeparator: \.isWhitespace)
    #expect(words == ["The", "Ford", "Words.", "The", "Mill", "More."])
  }

  /// The words of a folder's book with its title page and contents left out.
  private func told(_ folder: Folder, _ options: [String] = []) throws -> [String] {
    let outcome = try Program.run(["b", "-o", "x.pdf", "--no-toc", "--verify"] + options, in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    return try PDFText.of("x.pdf", in: folder).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test func `a title in front matter heads its chapter above smaller headings, and is not the book's`() throws {
    let folder = try Folder()
    try folder.make("b")
    try folder.put("---\ntitle: The Ford\n---\n\nWords.\n\n## Mud\n\nDeep.\n", in: "b/01.md")
    try folder.put("---\ntitle: The Mill\n---\n\n## Wheel\n\nMore.\n", in: "b/02.md")
    let options = ["--no-title-page", "--header", "", "--footer", ""]
    #expect(
      try told(folder, ["--title", "T"] + options).joined(separator: " ")
        == "The Ford Words. Mud Deep. The Mill Wheel More.")
    let info = try Program.run(["inspect", "b"], in: folder).text
    #expect(!info.contains("title: The Ford"), "\(info)")
  }

  @Test func `what a project says of the book is set, its pages' titles are theirs, and octavo's own file is stronger`()
    throws
  {
    let folder = try Folder()
    try folder.make("b")
    try folder.put("# Preface {-}\n\nSee @sec-z and @sec-mud.\n", in: "b/index.qmd")
    try folder.put("---\ntitle: The Ford\n---\n\nWords.\n\n## Mud {#sec-mud}\n\nDeep.\n", in: "b/a.qmd")
    try folder.put("# The Coast\n\nOf a part.\n", in: "b/p.qmd")
    try folder.put("# Gulls\n", in: "b/c.qmd")
    try folder.put("# Tables {#sec-z}\n\n## Pairs\n\nSome.\n", in: "b/z.qmd")
    try folder.put(
      """
      project: {type: book}
      book:
        title: "Tide: and Mud"
        author:
          - name: Ingrid Solheim
            orcid: 0000
        date: today
        chapters:
          - index.qmd
          - a.qmd
          - part: p.qmd
            chapters: [c.qmd]
        appendices: [z.qmd]
      format:
        pdf:
          number-sections: true
      """, in: "b/_quarto.yml")
    let words = try told(folder, ["--header", "", "--footer", ""]).joined(separator: " ")
    #expect(
      words
        == "Tide: and Mud Ingrid Solheim Preface See Appendix A and Section 1.1. 1 The Ford Words. 1.1 Mud Deep. The Coast Of a part. 2 Gulls A Tables A.1 Pairs Some."
    )
    try folder.put("title: Ours\nnumber-sections: no\n", in: "b/octavo.yaml")
    #expect(try told(folder).joined(separator: " ").hasPrefix("Ours Ingrid Solheim"))
  }

  @Test func `mdBook, Jupyter Book and MyST say what their books are called`() throws {
    let folder = try Folder()
    try folder.make("b/text/in")
    try put(["b/text/one.md", "b/text/in/two.md", "b/text/in/three.md"], in: folder)
    try folder.put("# Summary\n\n- [One](one.md)\n", in: "b/text/SUMMARY.md")
    try folder.put(
      "[book]\ntitle = \"The \\\"Kestrel\\\" Guide\" # of birds\nauthors = [\n  \"Aoife Byrne\",\n]\nsrc = \"text\"\n[output.html]\ntitle = \"No\"\n",
      in: "b/book.toml")
    let bare = ["--header", "", "--footer", ""]
    #expect(try told(folder, bare).joined(separator: " ") == "The “Kestrel” Guide Aoife Byrne one")
    let jupyter = try Folder()
    try jupyter.make("b/in")
    try put(["b/intro.md", "b/in/two.md", "b/in/three.md", "b/in/four.md"], in: jupyter)
    try jupyter.put(
      "format: jb-book\nroot: intro\nparts:\n  - caption: Roots\n    chapters:\n    - file: in/two\n      sections:\n      - file: in/three\n    - file: in/four.md\n",
      in: "b/_toc.yml")
    try jupyter.put("title: Ecology\nauthor: Priya Nair\n", in: "b/_config.yml")
    #expect(try told(jupyter, bare).joined(separator: " ") == "Ecology Priya Nair intro Roots two three four")
    try jupyter.put("- file: intro\n- part: Roots\n  chapters:\n  - file: in/four\n", in: "b/_toc.yml")
    #expect(try told(jupyter, bare).joined(separator: " ") == "Ecology Priya Nair intro Roots four")
    let myst = try Folder()
    try myst.make("b")
    try put(["b/intro.md", "b/two.md"], in: myst)
    try myst.put(
      "version: 1\nproject:\n  title: Dunes\n  authors:\n    - name: Ann Roe\n  toc:\n    - file: intro.md\n    - title: Sand\n      children:\n        - file: two.md\n",
      in: "b/myst.yml")
    #expect(try told(myst, bare).joined(separator: " ") == "Dunes Ann Roe intro Sand two")
  }

  @Test func `GitBook's heading of its summary is no part`() throws {
    let folder = try Folder()
    try folder.make("b")
    try put(["b/one.md"], in: folder)
    try folder.put("# Table of contents\n\n* [One](one.md)\n", in: "b/SUMMARY.md")
    #expect(try words("b", in: folder) == ["one"])
  }

  @Test func `what stands in a folder and is not set is told, but where a list says what is`() throws {
    let folder = try Folder()
    try folder.make("b/part1")
    try put(["b/01.md", "b/part1/02.md", "b/README.md"], in: folder)
    try folder.put("Words of a text.\n", in: "b/03.txt")
    try folder.put("MIT\n", in: "b/LICENSE.txt")
    let outcome = try Program.run(["b", "-o", "x.pdf"], in: folder)
    #expect(outcome.code == 0)
    #expect(
      outcome.said.contains(
        "warning: 2 files and folders stand beside the chapters and are not set: 03.txt, part1/\n  help: name all files in their order"
      ))
    try folder.put("01.md\n", in: "b/Book.txt")
    #expect(!(try Program.run(["b", "-o", "x.pdf"], in: folder)).said.contains("are not set"))
  }

  @Test func `Book.txt names Leanpub's chapters`() throws {
    let folder = try Folder()
    try folder.make("b/manuscript/in")
    try put(["b/manuscript/one.md", "b/manuscript/in/two.md", "b/manuscript/unused.md"], in: folder)
    try folder.put(
      "frontmatter:\r\n\r\nmainmatter:\r\nin/two.md\r\n# one.md\r\n  one.md \r\n", in: "b/manuscript/Book.txt")
    #expect(try words("b", in: folder) == ["two", "one"])
    #expect(try words("b/manuscript", in: folder) == ["two", "one"])
    try folder.put("in/two.md\n\nthree.md\n", in: "b/manuscript/Book.txt")
    let missing = try Program.run(["b"], in: folder)
    #expect(missing.code == 1)
    #expect(
      missing.said
        == "b/manuscript/Book.txt:3:1: error: chapter \"three.md\" not found\n  help: correct the name, or take it out of this list\n"
    )
  }

  /// A text of that name that names no files is none of Leanpub's lists.
  @Test func `a text called Book.txt beside chapters is left alone`() throws {
    let folder = try Folder()
    try folder.make("b")
    try put(["b/one.md"], in: folder)
    try folder.put("It was a dark night.\n", in: "b/Book.txt")
    #expect(try words("b", in: folder) == ["one"])
  }

  @Test func `Quarto's project names chapters, parts and appendices`() throws {
    let folder = try Folder()
    try folder.make("b")
    try put(["b/index.qmd", "b/a.qmd", "b/c.qmd", "b/z.qmd", "b/more.qmd"], in: folder)
    try folder.put(
      """
      project:
        type: book
      book:
        title: Ours
        chapters:
          - index.qmd
          - part: Early
            chapters:
              - c.qmd
              - text: The first
                file: a.qmd
        appendices:
          - z.qmd
      """, in: "b/_quarto.yml")
    // its chapters have numbers, its appendices letters
    #expect(try words("b", in: folder) == ["index", "Early", "1", "c", "2", "a", "A", "z"])
    try folder.put("book:\n  chapters:\n    - a.qmd\n    - gone.qmd\n", in: "b/_quarto.yml")
    #expect(
      try Program.run(["b"], in: folder).said
        == "b/_quarto.yml:4:7: error: chapter \"gone.qmd\" not found\n  help: correct the name, or take it out of this list\n"
    )
    try folder.put("{}", in: "b/n.ipynb")
    try folder.put("book:\n  chapters: [a.qmd, n.ipynb]\n", in: "b/_quarto.yml")
    #expect(
      try Program.run(["b"], in: folder).said
        == "b/_quarto.yml:2:21: error: chapter \"n.ipynb\" is a notebook, not Markdown\n  help: turn it into Markdown first, and name that file here\n"
    )
  }

  @Test(arguments: [
    ("rmd_files: [b.Rmd, index.Rmd, a.Rmd]\n", ["index", "b", "a"]),
    ("rmd_files:\n  html: [a.Rmd, b.Rmd]\n  latex: [b.Rmd]\n", ["a", "b"]),
    ("book_filename: x\n", ["index", "a", "b"]), ("rmd_files: [\n", ["index", "a", "b"]),
  ])
  func `bookdown's project names files, the index first`(project: String, order: [Substring]) throws {
    let folder = try Folder()
    try folder.make("b")
    try put(["b/a.Rmd", "b/b.Rmd", "b/index.Rmd"], in: folder)
    try folder.put(project, in: "b/_bookdown.yml")
    let found = try words("b", in: folder)
    #expect(found.filter { Int($0) == nil } == order && found.contains("1"))
    try folder.put(project + "number_sections: false\n", in: "b/_output.yml")
    #expect(try words("b", in: folder) == order)
  }

  @Test func `keys of other programs stop nothing, and octavo's nearest is named`() throws {
    let folder = try Folder()
    try folder.put(
      """
      <!-- a comment -->

      ---
      title: The Book
      site: bookdown::bookdown_site
      indent: true
      author:
        - name: Jane Doe
          affiliation: Somewhere
        - name:
            given: Ann
            family: Roe
        - John Poe
      ---

      # One

      Text.
      """, in: "a.md")
    let outcome = try Program.run(["a.md", "-o", "x.pdf", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(
      outcome.said.hasPrefix("a.md:5:1: warning: \"site\", \"indent\" in the front matter have no effect"),
      "\(outcome.said)")
    let page = try PDFText.of("x.pdf", in: folder)
    for name in ["The Book", "Jane Doe", "Ann Roe", "John Poe"] { #expect(page.contains(name), "\(page)") }
    #expect(!page.contains("Somewhere") && !page.contains("comment"))
    try folder.put("---\nsiez: 12pt\n---\n\n# One\n", in: "b.md")
    #expect(
      try Program.run(["b.md", "-o", "x.pdf"], in: folder).said.hasPrefix(
        "b.md:2:1: warning: \"siez\" in the front matter has no effect\n  help: did you mean \"size\"? or take it out"))
  }
}

@Suite("Files that are brought in")
struct IncludedFileTests {
  @Test("stand where they are named, messages tell their own lines, and every word is verified")
  func included() throws {
    let folder = try Folder()
    try folder.make("parts")
    try folder.put(
      "# One\n\nBefore.\n\n{{< include parts/_two.qmd >}}\n\n#Behind\n\n```rust\n{{#include a.rs:2:3}}\n```\n",
      in: "book.md")
    try folder.put("Inside, with <blink>it</blink>.\n\n{{< include _three.qmd >}}\n", in: "parts/_two.qmd")
    try folder.put("Deep inside.\n", in: "parts/_three.qmd")
    try folder.put("one\ntwo\nthree\nfour\n", in: "a.rs")
    let outcome = try Program.run(["book.md", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(outcome.said.contains("parts/_two.qmd:1:14: warning"), "\(outcome.said)")
    #expect(outcome.said.contains("book.md:7:1: warning: \"#Behind\""), "\(outcome.said)")
    #expect(outcome.said.contains(", 10 words verified\n"), "\(outcome.said)")
  }

  @Test("that bring in each other, or are not there, are told")
  func circle() throws {
    let folder = try Folder()
    try folder.put("# One\n\n{{< include two.md >}}\n", in: "book.md")
    try folder.put("Words.\n\n{{< include book.md >}}\n", in: "two.md")
    let outcome = try Program.run(["book.md"], in: folder)
    #expect(outcome.said.contains("two.md:3:1: warning: the file \"book.md\" to be brought in is not found"))
  }
}

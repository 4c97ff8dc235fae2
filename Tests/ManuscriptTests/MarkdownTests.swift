import BookModel
import Manuscript
import Testing
import Units

@Suite struct `A Markdown file` {
  func headings(_ text: String) throws -> [String] {
    try readMarkdownBook(text).book.sections.map {
      "\($0.role.rawValue) \($0.level) \($0.heading?.plainText ?? "-")"
    }
  }

  @Test func `reads what HTML marks in a line, and leaves out what it only arranges`() throws {
    let book = try readMarkdownBook("An <em>a</em>, <b>b</b>, <kbd>c</kbd>, <s>d</s>, <font size=2>e</font>.\n").book
    guard case .paragraph(let line)? = book.sections.first?.blocks.first else { return #expect(Bool(false)) }
    #expect(line.inlines.plainText == "An a, b, c, d, e.")
    let traits = line.inlines.map(\.style.traits)
    #expect([.emphasis, .strong, .code, .strike].allSatisfy { trait in traits.contains { $0.contains(trait) } })
    let blocks = try readMarkdownBook("<center>In the middle</center>\n\n<div><p>One</p>\n<p>Two</p></div>\n").blocks
    #expect(
      blocks.map { if case .paragraph(let it) = $0 { "\(it.placement) \(it.inlines.plainText)" } else { "" } }
        == ["centred In the middle", "justified One", "justified Two"])
  }

  @Test func `has its chapters at its smallest heading`() throws {
    #expect(try headings("# One\n\na\n\n# Two\n\n## Inner\n\nb\n") == ["chapter 1 One", "chapter 1 Two"])
    #expect(try headings("## One\n\na\n\n## Two\n\nb\n") == ["chapter 1 One", "chapter 1 Two"])
  }

  @Test func `tells its title by a first heading that stands alone`() throws {
    let reading = try readMarkdownBook("# The Book\n\n## Author: Jane Doe\n\n## One\n\na\n\n## Two\n\nb\n")
    #expect(reading.book.metadata.title == "The Book")
    #expect(reading.book.metadata.authors == ["Jane Doe"])
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["One", "Two"])
    #expect(reading.report.dropped.map(\.why) == ["title page", "title page"])
    // a lone chapter keeps its heading
    #expect(try headings("# A Story\n\nOnce.\n") == ["chapter 1 A Story"])
    // the front matter knows better
    #expect(
      try headings("---\ntitle: Other\n---\n\n# Introduction\n\n## One\n\na\n") == ["chapter 1 Introduction"])
  }

  @Test func `has parts where headings of its chapters' level say so`() throws {
    let found = try headings(
      "# Part One: Youth\n\n## First\n\na\n\n## Second\n\nb\n\n# Part Two\n\n## Third\n\nc\n\n# Epilogue\n\n## Inner\n\nd\n"
    )
    #expect(
      found == [
        "part 1 Part One. Youth", "chapter 2 First", "chapter 2 Second", "part 1 Part Two", "chapter 2 Third",
        "epilogue 1 Epilogue",
      ])
  }

  @Test func `keeps its addresses while other threads read other files`() async {
    // long ones, so that some end while others are being read
    let text = String(repeating: "At www.q.r and ~~gone~~.\n\n", count: 400)
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          let blocks = (try? readMarkdownBook(number % 2 == 0 ? text : "At www.q.r.\n").blocks) ?? []
          let kept = blocks.count { block in
            guard case .paragraph(let paragraph) = block else { return false }
            return paragraph.inlines.contains { $0.style.extras.link == "http://www.q.r" }
          }
          return (number % 2 == 0 ? 400 : 1) - kept
        }
      }
      for await lost in group { #expect(lost == 0) }
    }
  }

  @Test func `parts a chapter's label from its title`() throws {
    let heading = try #require(
      try readMarkdownBook("# Chapter 1: The *End*\n\na\n\n# Chapter 2. Next\n\nb\n").book.sections.last?.heading)
    #expect(heading.label.plainText == "Chapter 2" && heading.title.plainText == "Next")
  }

  @Test func `sets what CommonMark and GitHub have`() throws {
    let reading = try readMarkdownBook(
      """
      A *b* **c** ~~d~~ `e  f` <u>g</u> H<sub>2</sub>O x<sup>2</sup><br>i\\
      j [k](http://l.m "n") <https://o.p> www.q.r

      > quoted
      >
      > — Someone

      3. three
      4. four

      - [x] done
      - [ ] not

      | a | b | c |
      |:--|:-:|--:|
      | 1 | 2 | 3 |

      ```swift
      let x = 1
      \ty
      ```

      ***

      ![A picture](p.png "Its title")
      """)
    #expect(reading.said == [])
    guard case .paragraph(let first) = reading.blocks[0] else {
      Issue.record("no paragraph")
      return
    }
    func traits(_ word: String) -> InlineStyle.Traits? {
      first.inlines.first { $0.content == .text(word) }?.style.traits
    }
    #expect(traits("b") == .emphasis && traits("c") == .strong && traits("d") == .strike && traits("e  f") == .code)
    #expect(traits("g") == .underline && traits("2") == .subscript)
    #expect(first.inlines.count { $0.content == .lineBreak } == 2)
    #expect(first.inlines.compactMap { $0.style.extras.link } == ["http://l.m", "https://o.p", "http://www.q.r"])
    guard case .quotation(let quotation) = reading.blocks[1], case .list(let ordered) = reading.blocks[2],
      case .list(let tasks) = reading.blocks[3], case .table(let table) = reading.blocks[4],
      case .preformatted(let code) = reading.blocks[5], case .sceneBreak = reading.blocks[6],
      case .figure(let figure) = reading.blocks[7]
    else {
      Issue.record("\(reading.blocks)")
      return
    }
    #expect(quotation.attribution?.inlines.plainText == "— Someone" && quotation.blocks.count == 1)
    #expect(ordered.start == 3 && ordered.isTight && ordered.items.count == 2)
    #expect(tasks.items.map(\.isDone) == [true, false])
    #expect(table.columns == [.leading, .centre, .trailing] && table.rows[0].map(\.plainText) == ["1", "2", "3"])
    #expect(code.isCode && code.info == "swift" && code.lines.map(\.text) == ["let x = 1", "    y"])
    #expect(figure.image == "p.png" && figure.caption.plainText == "Its title" && figure.alternative == "A picture")
  }

  @Test func `keeps a paragraph that goes over into a table, each at its place`() throws {
    let reading = try readMarkdownBook(
      """
      # One

      - Before `it
        goes` on:
        | a | bb |
        |---|---|
        | c | d |
      """)
    guard case .list(let list) = reading.blocks[0], case .paragraph(let before) = list.items[0].blocks[0],
      case .table(let table) = list.items[0].blocks[1]
    else {
      Issue.record("\(reading.blocks)")
      return
    }
    #expect(before.inlines.plainText == "Before it goes on:")
    let cells = (table.head + table.rows).flatMap { $0.compactMap { $0.inlines.first?.source } }
    #expect(
      ([before.source, table.source] + cells).map { reading.files.describe($0) }
        == ["3:3", "5:3", "5:5", "5:9", "7:5", "7:9"].map { "book.md:" + $0 })
  }

  @Test func `moves notes to their calls, numbered as they are called`() throws {
    let reading = try readMarkdownBook(
      "# One\n\nA[^b] c[^a] d[^b].\n\n[^a]: first *note*[^c]\n[^b]: second\n\n    with two paragraphs\n[^c]: third\n[^lost]: nobody calls\n\n# Two\n\nx\n"
    )
    #expect(reading.book.notes.count == 3)
    #expect(reading.book.notes[NoteKey(1)]?.mark == "b" && reading.book.notes[NoteKey(1)]?.blocks.count == 2)
    #expect(reading.book.notes[NoteKey(3)]?.mark == "c")
    #expect(
      reading.said == ["book.md:10:10: warning: nothing calls the note \"lost\"; it is set at the end of its chapter"])
    guard case .paragraph(let end)? = reading.book.sections[0].blocks.last else {
      Issue.record("no note")
      return
    }
    #expect(end.inlines.plainText == "[lost] nobody calls")
  }

  @Test func `calls a note that stands in the text by its label`() throws {
    let reading = try readMarkdownBook("[^Day]: shook[^day] *and [^Day]*\n")
    #expect(reading.book.notes.isEmpty)
    guard case .paragraph(let note)? = reading.book.sections.last?.blocks.last else {
      Issue.record("no note")
      return
    }
    #expect(note.inlines.plainText == "[Day] shookday andDay")
    #expect(
      note.inlines.filter { $0.style.traits.contains(.superscript) }.map { reading.files.describe($0.source) }
        == ["book.md:1:16", "book.md:1:28"])
  }

  @Test func `leads links to the headings they name, in all its files`() throws {
    let reading = try readMarkdown(
      [
        MarkdownInput(
          name: "book/a.md",
          bytes: Array("# The *First* Day!\n\n[b](b.md) [c](b.md#the-first-day) [d](#the-first-day)\n".utf8)),
        MarkdownInput(
          name: "book/b.md",
          bytes: Array(
            "# The First Day\n\n[a](./a.md#the-first-day) [x](#nowhere)\n\n## Named {#here}\n\n[y](#here)\n".utf8)),
      ], options: MarkdownOptions())
    let anchors = reading.book.sections.map { $0.heading?.anchor }
    #expect(anchors == ["the-first-day", "the-first-day-file-2"])
    let links = reading.blocks.flatMap { block -> [String] in
      guard case .paragraph(let paragraph) = block else { return [] }
      return paragraph.inlines.compactMap(\.style.extras.link)
    }
    #expect(links == ["#the-first-day-file-2", "#the-first-day-file-2", "#the-first-day", "#the-first-day", "#here"])
    #expect(reading.said == ["book/b.md:3:27: warning: no heading is called \"#nowhere\""])
  }

  @Test func `reads verse, letters and the rest from fences as Markdown`() throws {
    let reading = try readMarkdownBook(
      """
      # One

      ```verse
        Roses are *red*,[^1]
            violets blue,
      [link] -- here

      * not a list
      ```

      ~~~ letter
      Paris, 4 May 1810

      Dear Anna,

      I write.

      Your brother,\\
      Ivan
      ~~~

      ```small-caps
      Quiet
      ```

      [^1]: A note.
      [link]: http://x.y
      """)
    #expect(reading.said == [])
    guard case .verse(let verse) = reading.blocks[0] else {
      Issue.record("\(reading.blocks[0])")
      return
    }
    #expect(verse.stanzas[0].lines.map(\.inlines.plainText) == ["Roses are red,", "violets blue,", "link -- here"])
    #expect(verse.stanzas[0].lines.map(\.indent) == [2, 6, 0])
    #expect(verse.stanzas[0].lines[2].inlines.first?.style.extras.link == "http://x.y")
    #expect(reading.book.notes.count == 1)
    let line = reading.files.describe(verse.stanzas[0].lines[1].source)
    #expect(line == "book.md:5:7")
    guard case .list = reading.blocks[1], case .letter(let letter) = reading.blocks[2],
      case .paragraph(let small) = reading.blocks[3]
    else {
      Issue.record("\(reading.blocks)")
      return
    }
    #expect(letter.dateline.map(\.inlines.plainText) == ["Paris, 4 May 1810"])
    #expect(letter.signature.map(\.inlines.plainText) == ["Your brother,", "Ivan"])
    #expect(small.inlines.allSatisfy { $0.style.traits.contains(.smallCapitals) })
  }

  @Test func `does what its directives say`() throws {
    let reading = try readMarkdownBook(
      """
      ```dedication
      To *Anna*
      ```

      <!-- octavo: front-matter, unnumbered -->
      # Preface

      One.

      # First

      <!-- octavo: pull -->
      Two.

      <!-- octavo: page-break -->

      Three.

      <!-- octavo: break, push -->
      Four.

      <!-- octavo: back-matter -->
      # Notes
      """)
    #expect(reading.said == [])
    let sections = reading.book.sections
    #expect(sections.map(\.matter) == [.front, .front, .body, .back])
    #expect(sections.map(\.role) == [.dedication, .preface, .chapter, .notes])
    #expect(sections[1].heading?.isNumbered == false && sections[2].heading?.isNumbered == true)
    let hints = sections[2].blocks.map { block -> PageHint? in
      if case .paragraph(let paragraph) = block { paragraph.hint } else { nil }
    }
    #expect(hints == [PageHint(lines: -1), nil, PageHint(), PageHint(lines: 1, beginsPage: true)])
  }

  static let mistakes: [(String, String)] = [
    ("# A\n\n<!-- octavo: page-brake -->\n\nb\n", "book.md:3:1: error: octavo has no directive \"page-brake\""),
    ("# A\n\n<!-- octavo: pull -->\n\n- b\n", "book.md:3:1: error: no paragraph follows the hint \"pull\""),
    ("a <!-- octavo: break --> b\n", "book.md:1:3: error: \"octavo: break\" stands inside a paragraph"),
    (
      "# A\n\n> b\n>\n> <!-- octavo: unnumbered -->\n",
      "book.md:5:3: error: \"unnumbered\" stands inside a quotation, a list or a fence"
    ),
    ("# A\n\nb\n\n<!-- octavo: front-matter -->\n# C\n", "book.md:5:1: error: front matter cannot follow the body"),
    ("# A\n\nb\n\n<!-- octavo: unnumbered -->\n", "book.md:5:1: error: no heading follows \"unnumbered\""),
    ("# A\n\nSome words.\n\n![](maps/delta.png)\n", "book.md:5:1: error: image \"maps/delta.png\" not found"),
    ("[x]: /y\nwords ![z](maps/delta.png) here\n", "book.md:2:7: error: image \"maps/delta.png\" not found"),
    (
      "![z](https://w.x/y.png)\n",
      "book.md:1:1: warning: image \"https://w.x/y.png\" is not fetched; its description is set instead"
    ),
    ("a <name>b\n", "book.md:1:3: warning: HTML \"<name>\" is set as it stands"),
    ("a <font>b</font>\n", "book.md:1:3: warning: HTML \"<font>\" is left out, what it holds is set"),
    ("<div>\nb\n</div>\n", "book.md:1:1: warning: HTML \"<div>\" is left out, what it holds is set"),
    ("a <sup>b\n", "book.md:1:3: warning: nothing closes \"<sup>\" in its paragraph"),
    ("a <span style=\"float: left\">b</span>\n", "book.md:1:3: warning: the style \"float: left\" has no effect"),
    ("> a[^1]\n>\n> [^1]: b\n> [^1]: c\n", "book.md:4:3: warning: a second note \"1\" is left out"),
    ("| a |\n|---|\n| b | c |\n", "book.md:3:1: warning: 2 cells for 1 column; what is too much joins the last cell"),
    ("```verrse\nb\n```\n", "book.md:1:1: warning: \"verrse\" is taken for a programming language"),
  ]

  @Test(arguments: mistakes) func `says where it must be mended`(text: String, message: String) throws {
    let options = MarkdownOptions(hasImage: { _ in false })
    let said = try readMarkdownBook(text, options: options).said
    #expect(said.contains(message), "\(said)")
  }

  @Test func `keeps all of what it warns of`() throws {
    for (text, word) in [
      ("| a |\n|---|\n| b | zebra |\n", "zebra"), ("<div>\nzebra\n</div>\n", "zebra"),
      ("![zebra](http://a.b)\n", "zebra"),
    ] {
      #expect(BookWords(try readMarkdownBook(text).book).words.contains(word))
    }
  }

  @Test func `writes its dashes as Markdown does`() throws {
    let book = try readMarkdownBook("It's \"so\" -- 1--2 --- `a--b` http://a.b/c--d\n").book
    #expect(
      BookWords(smartened(book, language: "en", dashes: .markdown)).text == "It’s “so” — 1–2 — a--b http://a.b/c--d\n")
  }

  @Test func `turns hyphens between words though the text has dashes as well, and leaves options`() throws {
    let book = try readMarkdownBook(
      "So — it — was — it—is--so -- \"yes\"--and 3--4---no. Say --verify (--all) or \"--one\". `a--b`\n"
    ).book
    #expect(
      BookWords(smartened(book, language: "en", dashes: .markdown)).text
        == "So — it — was — it—is—so — “yes”—and 3–4—no. Say --verify (--all) or “--one”. a--b\n")
  }

  @Test func `hands over its front matter as it stands`() throws {
    let reading = try readMarkdownBook("---\ntitle: \"X: y\"\ntrim: a5\n---\n\nWords.\n")
    #expect(reading.frontMatter?.text == "title: \"X: y\"\ntrim: a5\n")
    #expect(reading.files.describe(try #require(reading.frontMatter).source) == "book.md:2:1")
    #expect(BookWords(reading.book).words == ["Words"])
    #expect(reading.report.dropped.map(\.lines) == [1...4])
    // a rule with a blank line under it is a rule
    #expect(try readMarkdownBook("---\n\nWords\n\n---\n").frontMatter == nil)
  }

  @Test func `reads an mdBook summary in its nesting`() throws {
    let summary = """
      # Summary

      [Foreword](foreword.md)

      # Part One

      - [First](a.md)
        - [Inner](in/b%20c.md)
        - [Draft]()
      - [Second](d.md)

      -----------

      [Afterword](z.md)
      """
    let (entries, drafts) = try readSummary(Array(summary.utf8), name: "SUMMARY.md")
    #expect(entries.map(\.title) == ["Foreword", "Part One", "First", "Inner", "Second", "Afterword"])
    #expect(entries.map(\.path) == ["foreword.md", nil, "a.md", "in/b c.md", "d.md", "z.md"])
    #expect(entries.map(\.depth) == [0, 0, 0, 1, 0, 0])
    #expect(entries.map(\.isPrefix) == [true, false, false, false, false, false])
    #expect(entries.last?.isSuffix == true && drafts == ["Draft"])
    #expect(entries[3].place == "8:5")
  }

  @Test(
    "takes YAML at its head for front matter, and a rule for a rule",
    arguments: [
      ("---\ntitle: A\n---\n\nb\n", "A"), ("---\r\ntitle: A\r\n...\r\n\r\nb\r\n", "A"),
      ("---\n# why\ntitle: A\n---\n\nb\n", "A"),
      ("---\n---\n\nb\n", ""), ("---\n\nText first.\n\n---\n\nb\n", nil),
      ("---\nText first: and more.\n---\n\nb\n", nil),
    ] as [(String, String?)])
  func frontMatter(text: String, title: String?) throws {
    let reading = try readMarkdownBook(text)
    #expect((reading.frontMatter == nil) == (title == nil))
    if let title { #expect(reading.frontMatter?.text.contains("title: A") == !title.isEmpty) }
    #expect(BookWords(reading.book).words.last == "b")
  }

  @Test func `of rules and blank lines alone is no book`() {
    #expect(throws: MarkdownFailure.self) { try readMarkdownBook("***\n\n---\n\n") }
    #expect(throws: ManuscriptError.empty) {
      try readPlainText(Array("* * *\n\n-----\n".utf8), name: "a.txt", options: PlainTextOptions())
    }
  }

  @Test func `small capitals reach all words that stand in their fence`() throws {
    let reading = try readMarkdownBook(
      """
      ```small-caps
      - an item

      | a cell |
      |---|
      | another |

      > a saying
      ```
      """)
    var words: [String] = []
    reading.book.visitText { inlines, _ in
      for inline in inlines where inline.style.traits.contains(.smallCapitals) { words.append([inline].plainText) }
    }
    #expect(words == ["an item", "a cell", "another", "a saying"])
  }
}

@Suite struct `Headings with the number of a section within a section` {
  @Test(arguments: [
    ("1.2 Setup", "1.2", "Setup"), ("1.2.1", "1.2.1", ""), ("10.5.2026", "10.5.2026", ""),
    ("1.7.0 (2019-10-30)", "1.7.0", "(2019-10-30)"), ("3.5 mm screws", "", "3.5 mm screws"), ("2. Use", "2", "Use"),
  ])
  func `keep it whole`(heading: String, label: String, title: String) throws {
    let text = "# A\n\nText.\n\n# \(heading)\n\nText.\n"
    let reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init())
    let found = try #require(reading.book.sections.last?.heading)
    #expect(found.label.plainText == label)
    #expect(found.title.plainText == title)
  }
}

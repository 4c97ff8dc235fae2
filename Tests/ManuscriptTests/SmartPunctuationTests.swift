import BookModel
import Manuscript
import Testing

@Suite struct SmartPunctuationTests {
  func smart(_ text: String, _ language: String) throws -> String {
    let reading = try reading(text + "\n")
    let book = smartened(reading.book, language: language)
    // Every byte that was not changed still names its place.
    let source = reading.files.files[0].text
    for case .paragraph(let paragraph) in book.sections.flatMap(\.blocks) {
      for inline in paragraph.inlines {
        guard case .text(let run) = inline.content else { continue }
        for (i, byte) in run.utf8.enumerated() where byte >= 0x61 && byte <= 0x7A {
          #expect(source[Int(inline.source(atByte: i).offset)] == byte)
        }
      }
    }
    return book.sections.flatMap(\.blocks).compactMap {
      if case .paragraph(let p) = $0 { p.inlines.plainText } else { nil }
    }.joined(separator: "|")
  }

  @Test(
    "typewriter signs become the language's own",
    arguments: [
      ("\"Well,\" said she, \"it isn't his.\" It was there.", "en", "“Well,” said she, “it isn’t his.” It was there."),
      (
        "\"He said 'never' and left,\" she said; 'tis the dogs' day.", "en",
        "“He said ‘never’ and left,” she said; ’tis the dogs’ day."
      ),
      (
        "``Well,'' said she; ``it isn't `his','' and left.", "en", "“Well,” said she; “it isn’t ‘his’,” and left."
      ),
      (
        "It was--no, it was not... and the ----shire was far....", "en",
        "It was—no, it was not… and the ⸺shire was far.…"
      ),
      (
        "\"Guten Tag\", sagte er und ging in das kleine Haus.", "de",
        "„Guten Tag“, sagte er und ging in das kleine Haus."
      ),
      (
        "Il dit \"bonjour\" et s'en alla dans la petite maison.", "fr",
        "Il dit «\u{202F}bonjour\u{202F}» et s’en alla dans la petite maison."
      ),
      ("Он сказал \"нет\" и ушел -- в дом.", "ru", "Он сказал «нет» и ушел — в дом."),
      (
        "The '98 vintage and the rock 'n' roll was here, sir.", "en",
        "The ’98 vintage and the rock ’n’ roll was here, sir."
      ),
      ("When my heart hath 'scap'd this sorrow, don't go.", "en", "When my heart hath ’scap’d this sorrow, don’t go."),
      ("The war of 1813 - 20, and of 1806 - 1807.", "en", "The war of 1813–20, and of 1806–1807."),
      (
        "So 1813 - 20 = 1793, and 12 - 20 or 1813 - 200 it was.", "en",
        "So 1813 - 20 = 1793, and 12 - 20 or 1813 - 200 it was."
      ),
      ("'He said \"no\"', she said: 'He said \"no.\"'", "en", "‘He said “no”’, she said: ‘He said “no.”’"),
      ("\"Er hat 'nein' gesagt\", 'Nein', 'ne Frau.", "de", "„Er hat ‚nein‘ gesagt“, ‚Nein‘, ’ne Frau."),
      ("\u{BF}\"Qué\" dijo, \u{A1}\"no\"! y se fue a casa.", "es", "\u{BF}«Qué» dijo, \u{A1}«no»! y se fue a casa."),
      ("She said,\"no more.\" 'Course, 'nough said.", "en", "She said,“no more.” ’Course, ’nough said."),
      ("The ''double'' sign, and the dogs'' too.", "en", "The “double” sign, and the dogs’’ too."),
      ("\"Ja\", sagte er, \"oder 'nein'\".", "de-CH", "«Ja», sagte er, «oder ‹nein›»."),
      ("“Yes,” he said, \"and no.\" “Well,” it's so.", "en", "“Yes,” he said, “and no.” “Well,” it’s so."),
      ("He said \"אמר\" and that was that.", "he", "He said ”אמר” and that was that."),
    ])
  func language(text: String, language: String, wanted: String) throws {
    #expect(try smart(text, language) == wanted)
  }

  @Test(
    "of curly quotes a slip is turned",
    arguments: [
      ("‘I’ll say “How doth the little—“’ and she did.", "‘I’ll say “How doth the little—”’ and she did."),
      ("‘She said “’tis he” and “’Twas”.’", "‘She said “’tis he” and “’Twas”.’"),
      ("It was put ‘em there, as ‘twas said.", "It was put ’em there, as ’twas said."),
      ("She said, ‘em is no word, and ‘em’ neither: ‘Tis.", "She said, ‘em is no word, and ‘em’ neither: ‘Tis."),
    ])
  func slips(text: String, wanted: String) throws {
    #expect(try smart(text, "en") == wanted)
  }

  @Test(
    "where dashes stand close, the space goes that follows one behind a stop",
    arguments: [
      ("It was--no, it--is--now--and--so.-- I go.", "It was—no, it—is—now—and—so.—I go."),
      ("It was--no, it--is--now--and--so!-- \"Well,\" he said.", "It was—no, it—is—now—and—so!—“Well,” he said."),
      ("It was—no, it—is—now—and—so.— I go.", "It was—no, it—is—now—and—so.—I go."),
      // behind a word it may be meant; and here the habit is another
      ("It was--no, it--is--now--and--so--it--is-- I go.", "It was—no, it—is—now—and—so—it—is— I go."),
      ("It was -- no, it is -- now.-- I go--now.", "It was — no, it is — now.— I go—now."),
    ])
  func strayed(text: String, wanted: String) throws {
    #expect(try smart(text, "en") == wanted)
  }

  @Test func `a longer row of hyphens is a name left out behind a word, and else a rule`() throws {
    #expect(
      try smart("Read Miss ------, not Mr. -----, and for--------, sir--now.", "en")
        == "Read Miss ⸻, not Mr. ⸻, and for⸻, sir—now.")
    #expect(try smart("It was so--and so it was ----------.", "en") == "It was so—and so it was ----------.")
  }

  @Test func `a title has no typewriter signs, whatever its book keeps`() throws {
    var reading = try reading("The “text” has “curly” quotes’ signs.\n")
    reading.book.metadata.title = "Shakespeare's \"Sonnets\" -- 1609"
    reading.book.metadata.subtitle = "'Tis all"
    let book = smartened(reading.book, language: "en")
    #expect(book.metadata.title == "Shakespeare’s “Sonnets” — 1609")
    #expect(book.metadata.subtitle == "’Tis all")
  }

  @Test func aParagraphInAnotherLanguageHasItsMarksAndAPhraseTheSentences() throws {
    func marked(_ text: String, _ language: String?) -> Inline {
      var inline = Inline(text)
      inline.style.extras.language = language
      return inline
    }
    let paragraphs = [
      [marked("\"Ja\", sagte er.", "de")], [marked("He said \"no\" and ", "en"), marked("\"nein\"", "de")],
      [marked("'Fraid so, \"I\" said.", nil)],
    ]
    let book = Book(
      metadata: Metadata(),
      sections: [Section(matter: .body, role: .chapter, blocks: paragraphs.map { .paragraph(Paragraph($0)) })])
    let texts = smartened(book, language: "en").sections[0].blocks.compactMap(\.paragraph).map(\.inlines.plainText)
    #expect(texts == ["„Ja“, sagte er.", "He said “no” and “nein”", "’Fraid so, “I” said."])
  }

  @Test(arguments: [
    ("“So,” she said. ‘Tis a sign; ‘tis so.", "“So,” she said. ’Tis a sign; ’tis so."),
    ("“So,” she said, “‘Tis so,’ he said.”", "“So,” she said, “‘Tis so,’ he said.”"),
    ("‘So,’ she said, ‘and no.’ ‘Tis a sign.", "‘So,’ she said, ‘and no.’ ‘Tis a sign."),
  ])
  func aWordThatIsNoneWithoutItsApostropheHasIt(typed: String, printed: String) throws {
    #expect(try smart(typed, "en") == printed)
  }

  @Test func aBookWithItsOwnQuotesKeepsThemAndCurlsItsApostrophes() throws {
    #expect(
      try smart("“It's Mr. Bennet's,” said she. “It is not 5\" long,” he said.", "en")
        == "“It’s Mr. Bennet’s,” said she. “It is not 5″ long,” he said.")
    #expect(
      try smart("The word—and there is one—has a -- in it — see — here.", "en")
        == "The word—and there is one—has a -- in it — see — here.")
  }

  @Test func `cells of tables are text, but keep the signs of measures`() throws {
    let text = "\"It is,\" he said -- \"isn't it?\"\n\n| Height |\n|---|\n| 5' 10\" |\n| \"A\" -- isn't |\n"
    let book = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init()).book
    let blocks = smartened(book, language: "en").sections.flatMap(\.blocks)
    guard case .paragraph(let paragraph)? = blocks.first, case .table(let table)? = blocks.last else {
      Issue.record("\(blocks)")
      return
    }
    #expect(paragraph.inlines.plainText == "“It is,” he said — “isn’t it?”")
    #expect(table.rows.map { $0[0].plainText } == ["5' 10\"", "“A” — isn’t"])
  }

  @Test(
    "in Markdown hyphens between words are the language's dash, and what is escaped stays",
    arguments: [
      ("He said -- \"no\" -- and left--well.", "en", "He said — “no” — and left—well."),
      ("So - he said - it is, and 5 - 3, A - B, 5--6.", "en", "So — he said — it is, and 5 - 3, A - B, 5–6."),
      ("Er ging--und kam - wieder, Seiten 3--5.", "de", "Er ging – und kam – wieder, Seiten 3–5."),
      ("Il dit--enfin -- non.", "fr", "Il dit — enfin — non."),
      ("A \\\"typed\\\" word\\-\\-so and 'one' -- two.", "en", "A \"typed\" word--so and ‘one’ — two."),
    ])
  func dashes(text: String, language: String, wanted: String) throws {
    let reading = try readMarkdownBook(text + "\n")
    let book = smartened(
      reading.book, language: language, dashes: .markdown, sources: reading.files.files.map(\.text))
    #expect(book.sections.flatMap(\.blocks).compactMap { $0.paragraph?.inlines.plainText } == [wanted])
    let heading = try readMarkdownBook("# \(text)\n\nWords.\n")
    let headed = smartened(
      heading.book, language: language, dashes: .markdown, sources: heading.files.files.map(\.text))
    #expect(headed.sections.compactMap { $0.heading?.title.plainText } == [wanted])
  }

  @Test func `printed matter is smartened where it has straight quotes alone`() throws {
    let typed = try reading("\"Well,\" said she--\"it isn't.\"\n").book
    let text = smartened(typed, language: "en", dashes: .printed).sections.flatMap(\.blocks)
    #expect(text.compactMap { $0.paragraph?.inlines.plainText } == ["“Well,” said she—“it isn’t.”"])
    let curly = try reading("“Well,” said she--\"it isn't.\"\n").book
    #expect(smartened(curly, language: "en", dashes: .printed) == curly)
    // but hyphens are no printer's dashes, where there are no others and no straight quotes
    let hyphens = try reading("“Well,” said she--“it isn’t.”\n").book
    let dashed = smartened(hyphens, language: "en", dashes: .printed).sections.flatMap(\.blocks)
    #expect(dashed.compactMap { $0.paragraph?.inlines.plainText } == ["“Well,” said she—“it isn’t.”"])
  }
}

import BookModel
import Manuscript
import Testing

/// Books of many languages: how their chapters, pages before and behind these, speech and readings are told.
@Suite("Languages") struct LanguagesTests {
  private static let heads = [
    ("sv", "FÖRSTA KAPITLET", "ANDRA KAPITLET"), ("tr", "BİRİNCİ BÖLÜM", "İKİNCİ BÖLÜM"),
    ("vi", "Chương 1", "Chương Hai"),
    ("hu", "Első fejezet", "Második fejezet"), ("ko", "제1장", "제2장"), ("ar", "الفصل الأول", "الفصل الثاني"),
    ("he", "פרק ראשון", "פרק שני"), ("hi", "अध्याय 1", "अध्याय दो"), ("th", "บทที่ 1", "บทที่ ๒"),
    ("fa", "فصل اول", "فصل دوم"), ("uk", "Розділ перший", "Розділ другий"), ("el", "Κεφάλαιο Α΄", "Κεφάλαιο δεύτερο"),
    ("ro", "Capitolul I", "Capitolul al doilea"), ("id", "Bab 1", "BAB DUA"), ("zh", "第一章", "第二章"),
    ("hr", "1. poglavlje", "Drugo poglavlje"), ("fi", "1. luku", "2. luku"), ("he", "פרק א'", "פרק ב'"),
  ]

  @Test(arguments: heads) func `a chapter's number is told in words, figures and letters`(
    language: String, first: String, second: String
  ) throws {
    let text = "\(first)\n\nLorem ipsum dolor sit amet.\n\n\n\(second)\n\nConsectetur adipiscing elit sed do.\n"
    let made = try reading(text)
    #expect(made.book.sections.map { $0.heading?.label.plainText } == [first, second])
    #expect(first.isChapterLabel && second.isChapterLabel, "in other readers")
    let marked = try readMarkdownBook("# \(first): Lorem\n\nText.\n\n# \(second)\n\nText.\n")
    #expect(marked.book.sections.map { $0.heading?.label.plainText } == [first, second])
    #expect(marked.book.sections.first?.heading?.title.plainText == "Lorem")
  }

  @Test(arguments: [
    "الفصل الحادي عشر", "Chương hai mươi ba", "On Birinci Bölüm", "Capítulo décimo tercero", "Bab Dua Belas",
    "Κεφάλαιο ιβ΄", "제십이장", "Capitolul al treisprezecelea",
  ]) func `numbers of several words are one`(label: String) { #expect(label.isHeadingLabel) }

  @Test func `a number before its word is no label alone`() {
    let parts = [Inline("2. Bölüm: İlk Işık")].headingParts
    #expect(parts.label.plainText == "2. Bölüm" && parts.title.plainText == "İlk Işık")
  }

  @Test func `a letter behind a number is a title`() {
    let parts = [Inline("Chapter Three: C")].headingParts
    #expect(parts.label.plainText == "Chapter Three" && parts.title.plainText == "C")
  }

  @Test(arguments: ["Due", "Once upon a Time", "Bookish", "Peter", "Осмотр", "Другая глава", "List 3", "3장면"])
  func `other words count nothing`(text: String) { #expect(!text.isHeadingLabel) }

  @Test(arguments: [
    ("Przedmowa", BookMatter.preface), ("Önsöz", .preface), ("ÖNSÖZ", .preface), ("Λόγος", nil), ("إهداء", .dedication),
    ("后记", .afterword), ("Podziękowania", .acknowledgements), ("サンプル", nil), ("Lời bạt", .afterword),
    ("Praise for The Salt Road", .praise), ("Cast of Characters", .cast), ("A Note on the Text", .readersNote),
    ("Trigger Warnings", .readersNote), ("Thanks", .acknowledgements), ("The Map of Love", nil), ("Зміст", .contents),
  ]) func `pages before and behind the text have names`(heading: String, kind: BookMatter?) {
    #expect(BookMatter(heading: heading) == kind)
  }

  @Test func `what stands before an imprint is a page like it`() throws {
    let made = try readMarkdownBook(
      "# Voices\n\n“Good.”\n\n# Copyright\n\n© 2026\n\n# Chapter 1\n\nText.\n\n# Chapter 2\n\nText.\n")
    #expect(made.book.sections.map(\.matter) == [.front, .front, .body, .body])
  }

  @Test(arguments: ["- [One](#one)\n- Two\n", "One ..... 3\\\nTwo ..... 12\n", "1. One\n2. Two\n   - Inner\n"])
  func `contents that were typed are left out and counted`(list: String) throws {
    let made = try readMarkdownBook("## Contents\n\n\(list)\n# One\n\nText.\n\n# Two\n\nText.\n\n## Inner\n\nText.\n")
    #expect(made.book.sections.map { $0.heading?.plainText } == ["One", "Two"])
    #expect(made.report.dropped.contains { $0.why == "contents list" })
    // what stands below the list is none of it
    let more = try readMarkdownBook(
      "## Contents\n\n\(list)\nWords of no list.\n\n# One\n\nText.\n\n# Two\n\n## Inner\n")
    #expect(BookWords(more.book).words.joined(separator: " ").contains("Words of no list"))
    // a chapter may be called so
    let other = try readMarkdownBook("# Contents\n\n- a knife\n- a rope\n\n# Two\n\nText.\n")
    #expect(other.book.sections.count == 2)
  }

  @Test func `the heading of contents that have gone is left out and counted`() throws {
    let made = try readMarkdownBook("# Оглавление\n\n# Глава 1\n\nДа.\n\n# Глава 2\n\nНет.\n")
    #expect(made.book.sections.count == 2)
    #expect(made.report.dropped.contains { $0.why == "heading of the contents" })
  }

  @Test func `spoken lines behind hyphens are no list where dashes speak`() throws {
    let text = "# Глава\n\nОн вошёл.\n\n- Кто там? - спросил он.\n\n- Я.\n\nОна молчала.\n"
    var book = try readMarkdownBook(text).book
    let given = smarten(&book, language: "ru", dashes: .markdown, sources: [Array(text.utf8)])
    #expect(
      book.sections[0].blocks.compactMap { $0.paragraph?.inlines.plainText }
        == ["Он вошёл.", "— Кто там? — спросил он.", "— Я.", "Она молчала."])
    #expect(given.count == 2)
    let list = "# Глава\n\nСписок:\n\n- Хлеб.\n- Соль.\n"
    var other = try readMarkdownBook(list).book
    smarten(&other, language: "ru", dashes: .markdown, sources: [Array(list.utf8)])
    #expect(other.sections[0].blocks.contains { if case .list = $0 { true } else { false } })
    var english = try readMarkdownBook(text).book
    smarten(&english, language: "en", dashes: .markdown, sources: [Array(text.utf8)])
    #expect(english.sections[0].blocks.contains { if case .list = $0 { true } else { false } })
  }

  @Test(arguments: [
    ("es", "-Soy yo -dijo ella-. Abre.", "—Soy yo —dijo ella—. Abre."),
    ("pl", "- Ja, - odpowiedziała.", "– Ja, – odpowiedziała."),
    ("en", "- He said, - so it is.", "- He said, - so it is."),
  ]) func `speech has its language's dash`(language: String, typed: String, printed: String) {
    let line = Block.paragraph(Paragraph([Inline(typed)], source: .init(offset: 0)))
    var book = Book(sections: [Section(blocks: [line, line])])
    smarten(&book, language: language)
    #expect(book.sections[0].blocks[0].paragraph?.inlines.plainText == printed)
  }

  @Test(arguments: [("zh", "他说:\"好吧。\"然后", "他说:“好吧。”然后"), ("ja", "彼は\"はい\"と。\"うん\"。", "彼は“はい”と。“うん”。")])
  func `quotes between ideographs open and close by turns`(language: String, typed: String, printed: String) {
    var book = Book(sections: [Section(blocks: [.paragraph(Paragraph([Inline(typed)], source: .init(offset: 0)))])])
    smarten(&book, language: language)
    #expect(book.sections[0].blocks[0].paragraph?.inlines.plainText == printed)
  }

  @Test func `Greek numbers have the numeral sign`() {
    var book = Book(sections: [
      Section(blocks: [.paragraph(Paragraph([Inline("ΙΑ΄ ὁ Α΄, ΄Αννα")], source: .init(offset: 0)))])
    ])
    smarten(&book, language: "el")
    #expect(book.sections[0].blocks[0].paragraph?.inlines.plainText == "ΙΑʹ ὁ Αʹ, ΄Αννα")
  }

  @Test func `readings of web novels stand beside their words`() throws {
    let line = "　彼女は｜尋《たず》ねた。薔薇《ばら》の花、東京《とうきょう》。"
    for book in [
      try reading("第一章　春\n\n\(line)\n\n第二章　夏\n\n\(line)\n").book,
      try readMarkdownBook("# 第一章\n\n\(line)\n").book,
    ] {
      var inlines: [Inline] = []
      for block in book.sections.flatMap(\.blocks) { block.visitText { words, _ in inlines += words } }
      func words(_ part: RubyPart) -> [String] {
        inlines.compactMap { if $0.style.ruby == part, case .text(let run) = $0.content { run } else { nil } }
      }
      #expect(words(.base).prefix(3) == ["尋", "薔薇", "東京"])
      #expect(words(.reading).prefix(3) == ["たず", "ばら", "とうきょう"])
      #expect(!inlines.plainText.contains("《") && !inlines.plainText.contains("｜"))
    }
    let titles = try reading("第一章\n\n彼は《天》を読む。《地》も。\n\n第二章\n\n《人》。\n")
    #expect(titles.book.sections[0].blocks.contains { $0.paragraph?.inlines.plainText.contains("《天》") ?? false })
  }

  @Test func `two hyphens within speech are dashes where speech begins with one`() {
    let lines = ["-- Кто там? -- спросил он.", "-- Я, -- ответила она.", "Он молчал -- и ушел.", "-- Входи."]
    var book = Book(
      metadata: Metadata(),
      sections: [Section(blocks: lines.map { .paragraph(Paragraph([Inline($0)])) })])
    smarten(&book, language: "ru")
    let words = book.sections[0].blocks.compactMap { $0.paragraph?.inlines.plainText.replacing("\u{A0}", with: " ") }
    #expect(words == ["— Кто там? — спросил он.", "— Я, — ответила она.", "Он молчал — и ушел.", "— Входи."])
  }
}

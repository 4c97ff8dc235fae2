import BookModel
import Design
import Files
import Foundation
import Octavo
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

/// Themes, copies and the furniture of a book.
@Suite struct LookTests {
  struct Look: Sendable, CustomTestStringConvertible {
    var name: String
    var design: PageDesign
    var testDescription: String { name }
  }

  static let looks: [Look] =
    Theme.all.dropFirst().map { Look(name: $0.name, design: $0.design) } + [
      Look(name: "proof", design: changed { $0.makeProof() }), Look(name: "draft", design: changed { $0.makeDraft() }),
      Look(name: "watermark", design: changed { $0.watermark = "Not for sale" }),
    ]

  static func changed(_ change: (inout PageDesign) -> Void) -> PageDesign {
    var design = PageDesign()
    change(&design)
    return design
  }

  static func theme(_ name: String) throws -> PageDesign { try #require(Theme.named(name)).design }

  /// Words of a sheet above the text block.
  private func head(of sheet: PrintedSheet, _ design: PageDesign) -> String {
    sheet.words.filter { $0.middle < design.top.points }.map(\.string).joined(separator: " ")
  }

  @Test(arguments: Theme.all.map(\.name)) func `every theme has room for text, and one name`(name: String) throws {
    let theme = try #require(Theme.named(name))
    try theme.design.validate()
    #expect(theme.design.theme == name)
    // checklist E5: an indent or a gap, never both
    #expect((theme.design.indent > 0) != (theme.design.paragraphGap > 0))
    var (proof, draft) = (theme.design, theme.design)
    proof.makeProof()
    draft.makeDraft()
    try proof.validate()
    try draft.validate()
  }

  // MARK: Heads

  @Test(arguments: [
    ("EB Garamond 12", "EMMA AND I", "EBGaramond12-Regular", 11.0),
    ("EB Garamond 12", "Emma and I", "EBGaramond12-Italic", 9.9),
    ("Liberation Serif", "EMMA AND I", "LiberationSerif", 8.8),
    ("EB Garamond 12", "I, 1984", "EBGaramond12-Italic", 9.9),
  ])
  func `a head in capitals is upright, in the face's own small capitals or a size smaller`(
    family: String, title: String, font: String, size: Double
  ) async throws {
    var reading = try readPlainBook(Array("It was a quiet morning.\n".utf8))
    reading.book.metadata.title = title
    let design = Self.changed {
      $0.family = family
      $0.hasTitlePage = false
    }
    let made = try await make(reading, design: design)
    let head = try #require(try made.inspection().runs().first?.min { $0.y < $1.y })
    #expect(head.font == font)
    #expect(abs(head.size - size) < 0.01)
    #expect(try self.head(of: #require(made.inspection().sheets().first), design) == title)
  }

  @Test func `a head that asks for capitals among other words has none of them in italics`() async throws {
    var reading = try readPlainBook(Array("It was a quiet morning.\n".utf8))
    reading.book.metadata.title = "Emma"
    let design = Self.changed {
      $0.header = "Austen / {TITLE}"
      $0.hasTitlePage = false
    }
    let head = try #require(try await make(reading, design: design).inspection().runs().first?.min { $0.y < $1.y })
    #expect(head.font == "EBGaramond12-Regular" && head.text == "Austen / EMMA")
  }

  @Test(arguments: [("THE CAT", 0.85), ("THE CAT—continued", 0.85), ("The Cat", 1.0)])
  func `a chapter's title that is typed in capitals is a little smaller and letter-spaced`(
    title: String, share: Double
  ) async throws {
    let text = BookText.text("A BOOK\n\n\nCHAPTER I\n\n\(title)\n\n\nIt was a quiet morning, and a warm one.\n")
    let made = try #require(try await make(text, design: PageDesign()))
    let size = made.design[.chapterTitle].scale * made.design.size.points
    let runs = try made.inspection().runs().joined().filter { $0.text.contains(title.prefix(3)) && $0.size > 12 }
    #expect(!runs.isEmpty && runs.allSatisfy { abs($0.size - size * share) < 0.02 }, "\(runs.map(\.size)) of \(size)")
  }

  @Test(arguments: [(70, false), (120, true)])
  func `titles of one book are set in one manner, in italics where they tell the chapters' stories`(
    mean: Int, isTold: Bool
  ) async throws {
    let chapters = [-40, 0, 40].enumerated().map { n, more in
      let title = "How " + String(repeating: "somebody went on ", count: (mean + more) / 17) + "to here"
      return Section(
        heading: Heading(label: [Inline("CHAPTER \(n + 1)")], title: [Inline(title)]),
        blocks: [.paragraph(Paragraph("It was a quiet morning."))])
    }
    let runs = try await make(Book(sections: chapters)).pdf.runs().joined()
    let titles = runs.filter { $0.text.contains("How somebody") && $0.size > 11.2 }
    #expect(!titles.isEmpty && titles.allSatisfy { $0.font.contains("Italic") == isTold }, "\(titles.map(\.font))")
  }

  @Test func `The trade theme has the author on versos, the chapter on rectos, and no head where chapters begin`()
    async throws
  {
    let design = try Self.theme("trade")
    guard let made = try await make(.shared("alice-pg11"), design: design) else { return }
    let sheets = try made.inspection().sheets()
    var heads: Set<String> = []
    for (index, page) in made.list.pages.enumerated() {
      let head = head(of: sheets[index], design)
      if page.kind == .blank { #expect(sheets[index].words.isEmpty) }
      guard page.kind == .text else { continue }
      if page.isOpener {
        #expect(head == "", "page \(made.list.label(ofPage: index))")
      } else {
        #expect(head == (page.isRecto ? made.list.chapters[Int(page.chapter)].shortTitle : "Lewis Carroll"))
        heads.insert(head)
      }
      // the folio alone at the foot, openers too
      #expect(
        sheets[index].words.filter { $0.middle > design.trim.height.points - design.bottom.points }.map(\.string) == [
          made.list.label(ofPage: index)
        ])
    }
    #expect(heads.count == 13)
  }

  @Test func `The manuscript theme has surname, title and page at the right of every page but the first`() async throws
  {
    let design = try Self.theme("manuscript")
    guard let made = try await make(.shared("alice-pg11"), design: design) else { return }
    let sheets = try made.inspection().sheets()
    let title = sheets[0].words.map(\.string).joined(separator: " ")
    #expect(title.contains("about 26,000 words") && title.contains("by Lewis Carroll"))
    for (index, page) in made.list.pages.enumerated() where page.kind == .text {
      #expect(head(of: sheets[index], design) == "Carroll / ALICE’S ADVENTURES IN WONDERLAND / \(page.folio)")
      let right = sheets[index].words.filter { $0.middle < design.top.points }.map(\.right).max() ?? 0
      #expect(abs(right - (design.trim.width - design.outside).points) < 1)
    }
    // every scene break shows its mark
    let text = sheets.flatMap(\.words).map(\.string)
    #expect(!text.contains("*"))
  }

  @Test(arguments: [
    ("{title}", "T"), ("{surname} / {TITLE} / {page}", "T / 3"), ("Proof · {date} · {page}", "Proof · 3"),
    ("{author}", ""), ("{title} — {author}", "T"), ("- {page} -", "- 3 -"), ("{title} {", "T {"),
  ])
  func `A head without an author leaves no stroke behind`(template: String, text: String) {
    let filled = FurnitureTemplate.fill(template, language: "en") {
      ["title": "T", "page": "3", "author": "", "surname": "", "date": ""][$0]
    }
    #expect(filled == text)
  }

  // MARK: Large print

  @Test func `Large print is large everywhere, notes and folios too, and divides no word`() async throws {
    let design = try Self.theme("large-print")
    let text = """
      A first paragraph with a note[1] and _words that are stressed_ in it, long enough to fill more than one line.

      [Footnote 1: The note is as large as the text that calls it, and never smaller.]

      A second paragraph, of extraordinarily incomprehensible characteristics and internationalisation.

      """
    let made = try #require(try await make(.text(text), design: design))
    let runs = try made.inspection().runs().flatMap { $0 }
    #expect(!runs.isEmpty)
    // checklist, section I: 16 pt at least
    for run in runs { #expect(run.size >= 16, "\(run.text) is set at \(run.size)") }
    #expect(!runs.contains { $0.font.contains("Italic") })
    #expect(runs.contains { $0.font.contains("Bold") && $0.text.contains("stressed") })
    #expect(!runs.contains { $0.text.hasSuffix("-") })
  }

  // MARK: Copies

  @Test func `A proof numbers every fifth line in the outside margin`() async throws {
    let design = Self.changed { $0.makeProof() }
    guard let made = try await make(.shared("alice-pg11"), design: design) else { return }
    let sheets = try made.inspection().sheets()
    for (index, page) in made.list.pages.enumerated() where page.kind == .text {
      let left = (page.isRecto ? design.inside : design.outside).points
      let right = left + design.measure.points
      let (top, bottom) = (design.top.points, design.top.points + (Double(design.rows) + 1.2) * design.leading.points)
      var outside: [String] = []
      for word in sheets[index].words where word.middle > top && word.middle < bottom {
        let isOutside = page.isRecto ? word.left > right + 8 : word.right < left - 8
        if isOutside { outside.append(word.string) }
      }
      let records = made.list.lines[Int(page.firstLine)..<Int(page.endLine)]
      let lines = Set(records.filter { $0.kind == .text && $0.firstItem < $0.endItem }.map(\.y)).count
      let wanted = stride(from: 5, through: lines, by: 5).map { String($0) }
      #expect(outside == wanted)
    }
  }

  @Test func `A watermark changes no word and no order of what is read`() async throws {
    let plain = try #require(try await make(.sample, design: PageDesign()))
    let marked = try #require(try await make(.sample, design: Self.changed { $0.watermark = "Not for sale" }))
    #expect(plain.pdf != marked.pdf)
    for options in [[], ["-layout"], ["-raw"]] {
      #expect(
        try outputOfProgram("pdftotext", options + [plain.path, "-"])
          == outputOfProgram("pdftotext", options + [marked.path, "-"]))
    }
    #expect(try marked.inspection().complaints() == [])
  }

  // MARK: Furniture

  @Test func `Front matter stands in its order, in roman, each page labelled as it is printed`() async throws {
    var reading = try readPlainBook(Array("A paragraph of the text.\n".utf8))
    reading.book.metadata.title = "A Title"
    reading.book.metadata.authors = ["An Author"]
    reading.book.metadata.publisher = "A Press"
    reading.book.metadata.date = "1901"
    reading.book.metadata.rights = "All rights"
    reading.book.metadata.dedication = "To Nobody"
    reading.book.metadata.epigraph = "Quoted words"
    let design = Self.changed {
      $0.hasHalfTitle = true
      $0.hasCopyrightPage = true
      $0.hasColophon = true
    }
    let made = try await make(reading, design: design)
    let sheets = try made.inspection().sheets()
    let texts = sheets.map { $0.words.map(\.string).joined(separator: " ") }
    #expect(
      texts == [
        "A Title", "", "A Title An Author A Press 1901", "A Title An Author All rights A Press, 1901", "To Nobody", "",
        "Quoted words", "", "A Title A paragraph of the text. Page 1", "Set in EB Garamond 12, 11 on 14pt, by octavo.",
      ])
    #expect(
      made.list.pages.indices.map { made.list.label(ofPage: $0) } == [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "1", "2",
      ])
    let labels = try made.inspection().pageLabels()
    #expect(labels.map(\.index) == [0, 8])
    #expect(labels[0].label["/S"] == "/r" && labels[1].label["/S"] == "/D")
  }

  @Test(arguments: [("tr", "Istanbul'da ilk iş", "ISTANBUL'DA İLK İŞ"), ("el", "Μάιος και ψυχή", "ΜΑΪΟΣ ΚΑΙ ΨΥΧΗ")])
  func `Heads and titles in capitals have those of the book's language`(
    language: String, title: String, capitals: String
  ) async throws {
    var reading = try readPlainBook(Array("x\n".utf8))
    reading.book.metadata.title = title
    reading.book.metadata.language = language
    reading.book.sections[0].heading = Heading(title: [Inline(title)], source: SourceLocation(offset: 0))
    let design = Self.changed {
      $0.header = "{TITLE}"
      $0[.chapterTitle].letterCase = .capitals
    }
    let made = try await make(reading, design: design)
    let page = try #require(try made.inspection().sheets().last).words.map(\.string).joined(separator: " ")
    #expect(page.hasPrefix("\(capitals) \(capitals)"))
  }

  @Test func `Contents and outline go as deep as is asked, to the pages that they name`() async throws {
    var reading = try readPlainBook(Array("x\n".utf8))
    let source = SourceLocation(offset: 0)
    func filler(_ count: Int) -> [Block] {
      (0..<count).map { _ in .paragraph(Paragraph(String(repeating: "words and words ", count: 60))) }
    }
    reading.book.sections = (1...2).map { chapter in
      var blocks: [Block] = []
      for part in 1...2 {
        blocks.append(.heading(Heading(level: 2, title: [Inline("Part \(chapter).\(part)")], source: source)))
        blocks += filler(4)
        blocks.append(.heading(Heading(level: 3, title: [Inline("Detail \(chapter).\(part)")], source: source)))
        blocks += filler(3)
      }
      return Section(heading: Heading(title: [Inline("Chapter \(chapter)")], source: source), blocks: blocks)
    }
    let plain = try await make(reading, design: PageDesign())
    #expect(try plain.inspection().outline().map(\.title) == ["Chapter 1", "Chapter 2"])
    let design = Self.changed {
      $0.contentsDepth = 2
      $0.outlineDepth = 3
    }
    let made = try await make(reading, design: design)
    let outline = try made.inspection().outline()
    #expect(outline.map(\.level) == [1, 2, 3, 2, 3, 1, 2, 3, 2, 3])
    let sheets = try made.inspection().sheets()
    for entry in outline {
      let page = try #require(entry.page)
      #expect(sheets[page - 1].words.map(\.string).joined(separator: " ").contains(entry.title))
    }
    let contents = try #require(made.list.pages.firstIndex { $0.kind == .contents })
    let listed = sheets[contents].words.map(\.string)
    #expect(listed.count { $0 == "Part" } == 4 && listed.count { $0 == "Detail" } == 0)
    // each folio is that of the page where the outline leads
    for entry in outline where entry.level == 2 {
      let place = try #require(listed.firstIndex(of: entry.title.replacing("Part ", with: "")))
      let folio = listed[(place + 1)...].first { Int($0) != nil }
      #expect(folio == entry.page.map { made.list.label(ofPage: $0 - 1) })
    }
  }

  // MARK: Parts of a book

  @Test(arguments: [Layout.single, .spread])
  func `Chosen pages are the whole book's, labelled and headed as there`(layout: Layout) async throws {
    guard let whole = try await book(.shared("alice-pg11"), layout) else { return }
    var builder = BookBuilder(book: whole.book, design: layout.design, fonts: BookBuilder.fontSource(folders: []))
    builder.selection = .pages(try PageSelection(parsing: "iii,8-9,20,30-31"))
    let output = try await builder.build()
    #expect(output.pages == 6)
    #expect(output.sheets == (layout == .single ? 6 : 4))
    let path = MadeBooks.folder.appendingPathComponent("\(UUID().uuidString).pdf").path
    try Data(output.pdf).write(to: URL(fileURLWithPath: path))
    let part = try PDFInspection(path)
    #expect(try part.complaints() == [])
    let sheets = try part.sheets().map { $0.words.map(\.string) }
    let all = try whole.inspection().sheets().map { $0.words.map(\.string) }
    // a lone page of a spread leaves the other half empty
    let places = layout == .single ? [2, 11, 12, 23, 33, 34] : [1, 6, 12, 17]
    for (found, place) in zip(sheets, places) {
      if layout == .single || place == 6 || place == 17 {
        #expect(found == all[place])
      } else {
        #expect(Set(found).isSubset(of: Set(all[place])) && found.count < all[place].count || place == 1)
      }
    }
    let outline = try part.outline()
    #expect(outline.allSatisfy { $0.page != nil } && !outline.isEmpty && outline.count < 12)
  }

  @Test func `A chapter alone has its pages and no others`() async throws {
    guard let whole = try await book(.shared("alice-pg11")) else { return }
    var builder = BookBuilder(book: whole.book, design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    builder.selection = .chapter(3)
    let output = try await builder.build()
    let pages = whole.list.pages.count { $0.kind == .text && $0.chapter == 2 }
    #expect(output.pages == pages && pages > 3)
    builder.selection = .chapter(13)
    await #expect(throws: BuildFailure.selection(.noSuchChapter(13, count: 12))) { try await builder.build() }
  }
}

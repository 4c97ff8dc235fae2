import BookModel
import Design
import Manuscript
import Octavo
import PageModel
import Pango
import Shaping
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// Lines that run downwards, each left of the one before (JLREQ, 2.3).
@Suite struct `Vertical lines` {
  private static let design: PageDesign = {
    var design = PageDesign()
    design.language = "ja"
    design.writing = .vertical
    design.binding = .right
    design.leading = design.size.scaled(by: 1.7)
    return design
  }()

  /// The text's runs on the first page.
  private func runs(_ text: String) async throws -> [(text: String, stance: GlyphStance, places: [PlacedGlyph])] {
    let book = try await setBook([.paragraph(Paragraph(text))], design: Self.design)
    let page = try #require(book.bodyPages.first)
    return page.runs.filter { $0.block.isOfBook }.map { run in
      (String(decoding: page.text[run.text], as: UTF8.self), run.font.stance, Array(page.glyphs[run.glyphs]))
    }
  }

  @Test func `begin at the upper right corner and follow each other leftwards`() async throws {
    let text = String(repeating: "夢を見た。", count: 30)
    let places = try await runs(text).flatMap(\.places)
    let design = Self.design
    #expect(places.count == 150)
    let (em, leading) = (design.size.points, design.leading.points)
    // a letter's own corner is half an em to the left of its middle and 0.88 below its top
    let right = design.blockEdge(isRecto: true).points - leading / 2 - em / 2
    #expect(abs(places[0].x - right) < 0.01)
    #expect(abs(places[0].y - (design.top.points + (1 + 0.88) * em)) < em)
    let lines = Dictionary(grouping: places) { ((right - $0.x) / leading).rounded() }
    #expect(lines.keys.sorted() == (0..<lines.count).map(Double.init))
    for line in lines.values {
      #expect(zip(line, line.dropFirst()).allSatisfy { $0.y + em * 0.9 < $1.y && abs($0.x - $1.x) < 0.01 })
      #expect(line.allSatisfy { $0.y < (design.trim.height - design.bottom).points + em })
    }
  }

  @Test(arguments: [
    ("昭和12年", "昭和/12/年", [GlyphStance.stacked, .abreast, .stacked]),
    ("第3章とA", "第/3/章とA", [.stacked, .abreast, .stacked]),
    ("彼は“言った”と", "彼は〝言った〟と", [.stacked]), ("これ“So”と", "これ/“So”/と", [.stacked, .turned, .stacked]),
    ("本当!?と", "本当/!?/と", [.stacked, .abreast, .stacked]),
    ("前1945年", "前/1945/年", [.stacked, .turned, .stacked]),
    ("これSwift言語", "これ/Swift/言語", [.stacked, .turned, .stacked]),
    ("「だ……」——と", "「だ……」——と", [.stacked]),
    ("Well… yes — no", "Well… yes — no", [.turned]),
  ])
  func `have letters upright, two figures side by side, words of other scripts turned`(
    text: String, parts: String, stances: [GlyphStance]
  ) async throws {
    let runs = try await runs(text)
    #expect(runs.map { $0.text.hasSuffix(" ") ? String($0.text.dropLast()) : $0.text }.joined(separator: "/") == parts)
    #expect(runs.map(\.stance) == stances)
    for run in runs where run.stance == .abreast && run.text.count > 1 {
      #expect(run.places.count == 2 && run.places[0].y == run.places[1].y && run.places[0].x < run.places[1].x)
    }
    for run in runs where run.stance == .turned {
      #expect(zip(run.places, run.places.dropFirst()).allSatisfy { $0.x == $1.x && $0.y < $1.y })
    }
  }

  @Test(arguments: [("」「", 1.5), ("。」", 1.5), ("（『", 1.5), ("』）、", 2.0), ("・「", 2.0), ("夢「", 2.0)])
  func `set two marks side by side in one and a half squares`(marks: String, squares: Double) async throws {
    let em = Self.design.size.points
    let text = "夢の" + marks + "夢"
    let places = try await runs(text).flatMap(\.places)
    #expect(places.count == text.unicodeScalars.count)
    // from the letter before them to the one behind
    let length = places[places.count - 1].y - places[1].y
    #expect(abs(length - (squares + 1) * em) < em / 5, "\(length / em)")
    var across = PageDesign()
    across.language = "ja"
    let book = try await setBook([.paragraph(Paragraph(text))], design: across)
    let page = try #require(book.bodyPages.first)
    let level = page.runs.filter { $0.block.isOfBook }.flatMap { page.glyphs[$0.glyphs] }
    #expect(abs(level[level.count - 1].x - level[1].x - (squares + 1) * em) < em / 5)
  }

  @Test func `have folios of three figures upright in their contents`() async throws {
    let text =
      "題\n作者\n\n\n\n第一章　始\n\n\n" + String(repeating: "　夢を見た。\n\n", count: 1900)
      + "\n\n第二章　終\n\n\n　終り。\n\n\n第三章　後\n\n\n　終り。\n"
    var design = Self.design
    design.trim = PageSize(width: Length(points: 298), height: Length(points: 420))
    let made = try await make(readPlainBook(Array(text.utf8)), design: design)
    let fonts = BookBuilder.fontSource(folders: [])
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    let assembler = PageAssembler(made.list, shaper: shaper, compensatesWidths: false)
    let index = try #require(made.list.pages.firstIndex { $0.kind == .contents })
    var page = Page(size: made.design.trim, label: "")
    assembler.assemble(index, into: &page)
    let folios = page.runs.filter { run in
      run.block.isOfBook && page.text[run.text].allSatisfy { (0x30...0x39).contains($0) }
    }
    #expect(folios.contains { $0.text.count == 3 })
    for folio in folios {
      #expect(folio.font.stance == .abreast)
      let places = page.glyphs[folio.glyphs]
      #expect(places.allSatisfy { $0.y == places[places.startIndex].y })
      #expect(folio.font.size.points < design.size.points)
    }
  }

  @Test func `have the underline at their right, in Chinese at their left`() async throws {
    for language in ["ja", "zh"] {
      var design = Self.design
      design.language = language
      let book = try await setBook(
        [.paragraph(Paragraph([styled("夢の鏡", .underline)], source: nowhere))], design: design, language: language)
      let page = try #require(book.bodyPages.first)
      let rule = try #require(page.rules.first)
      let letters = page.runs.filter { $0.block.isOfBook }.flatMap { page.glyphs[$0.glyphs] }
      #expect(rule.height > 20)
      let left = try #require(letters.first).x
      #expect(language == "ja" ? rule.x > left + design.size.points : rule.x < left)
    }
  }

  @Test func `have readings at their right`() async throws {
    var (base, reading) = (InlineStyle.plain, InlineStyle.plain)
    base.extras.ruby = .base
    reading.extras.ruby = .reading
    let paragraph = Paragraph(
      [Inline("夢の"), Inline("鏡", style: base), Inline("かがみ", style: reading), Inline("だ。")],
      source: SourceLocation(offset: 0))
    let book = try await setBook([.paragraph(paragraph)], design: Self.design)
    let page = try #require(book.bodyPages.first)
    let runs = page.runs.filter { $0.block.isOfBook }
    let em = Self.design.size.points
    let (word, letters) = (page.glyphs[runs[0].glyphs.upperBound - 1], page.glyphs[runs[1].glyphs])
    #expect(String(decoding: page.text[runs[1].text], as: UTF8.self) == "かがみ")
    // one letter's square beside the other's
    #expect(letters.allSatisfy { abs($0.x - (word.x + em)) < 0.01 })
  }

  static let book =
    "題\n作者\n\n\n\n第一章　始\n\n\n　昭和12年、「本当!?」と‘彼’は“言った”。Swiftを1945年に……——と、100%の力で。\n\n　　　＊　　＊　　＊\n\n"
    + String(repeating: "　夢を見た。This is an English sentence, within it. 長い夢であった。\n\n", count: 40)
    + "\n\n第二章　終\n\n\n　終り[1]。\n\n[1] 注の言葉である。\n"

  @Test(arguments: [false, true])
  func `are read back, every word in its order`(isProof: Bool) async throws {
    var design = Self.design
    if isProof { design.lineNumberStep = 5 }
    let reading = try readPlainBook(Array(Self.book.utf8))
    let made = try await make(reading, design: design)
    let result = try made.verified()
    #expect(result.isWhole, "\(result.differences)")
    let wrong = try readPlainBook(Array(Self.book.replacing("本当", with: "当本").utf8))
    let other = try made.verified(wrong.verificationSources(for: made.design))
    #expect(!other.isWhole)
  }

  @Test func `leave heads and folios across`() async throws {
    let made = try await make(readPlainBook(Array(Self.book.utf8)), design: Self.design)
    let fonts = BookBuilder.fontSource(folders: [])
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    let assembler = PageAssembler(made.list, shaper: shaper, compensatesWidths: false)
    let index = try #require(made.list.pages.firstIndex { $0.kind == .text })
    var page = Page(size: made.design.trim, label: "")
    assembler.assemble(index, into: &page)
    let furniture = page.runs.filter { !$0.block.isOfBook }
    #expect(!furniture.isEmpty)
    for run in furniture {
      let places = page.glyphs[run.glyphs]
      #expect(run.font.stance == .level && places.allSatisfy { $0.y == places[places.startIndex].y })
    }
  }

  @Test func `say where each word stands`() throws {
    let reading = try readPlainBook(Array(Self.book.utf8))
    let pages = try Paginator(book: reading.book, design: Self.design)
    let page = try #require(
      (0..<8).compactMap { pages.reading(ofPage: $0) }.first { $0.runs.count { $0.kind == .text } > 20 })
    let em = Self.design.size.points
    for run in page.runs {
      #expect(run.isVertical == (run.kind != .furniture))
      for word in run.words where run.kind == .text {
        #expect(word.place != nil, "\(word.text)")
        #expect(word.area.height > 0.05 * em && word.area.width > 0.4 * em, "\(word.text) \(word.area)")
      }
    }
  }

  @Test func `make rectos left pages, bound at the right`() throws {
    var design = Self.design
    design.binding = .left
    design.bind(Book(), language: "ja")
    #expect(design.binding == .right)
    #expect(design.leftMargin(isRecto: true) == design.outside)
    #expect(design.measure == design.trim.height - design.top - design.bottom)
    #expect(design.rows == (design.trim.width - design.inside - design.outside).units / design.leading.units)
  }
}

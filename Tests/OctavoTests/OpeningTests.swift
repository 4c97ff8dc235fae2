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

@Suite struct `Chapter openings` {
  private func opening(_ text: String, lines: Int, capitals: Bool = false) async throws -> SetBook {
    var design = PageDesign()
    design.dropCapitalLines = lines
    design.openingSmallCapitals = capitals
    return try await setBook(
      [prose(text + " " + sentence + " " + sentence), prose(sentence)], design: design, isOpened: true)
  }

  @Test(arguments: [2, 3, 4], [false, true])
  func `with a drop capital give the word whole`(lines: Int, capitals: Bool) async throws {
    let made = try await opening("ALICE was beginning to get very tired.", lines: lines, capitals: capitals)
    let words = try made.pdf.sheets().flatMap(\.words).map(\.string)
    #expect(words.contains("ALICE"))
    #expect(try made.running().hasPrefix("Opening ALICE was beginning to get"))
    try made.expectInside()
  }

  @Test func `have the quote before the capital, and both in the word`() async throws {
    let made = try await opening("“When I was your age,” said he.", lines: 3)
    #expect(try made.pdf.sheets().flatMap(\.words).map(\.string).contains("“When"))
    let page = try #require(made.bodyPages.first)
    let shapes = page.runs.filter(\.isShape)
    #expect(shapes.count == 2)
    #expect(shapes.allSatisfy { $0.text.isEmpty })
    let (quote, capital) = (page.glyphs[shapes[0].glyphs.lowerBound], page.glyphs[shapes[1].glyphs.lowerBound])
    #expect(quote.x < capital.x && quote.y < capital.y)
  }

  @Test func `of a short paragraph stand over as many lines as it has`() async throws {
    var design = PageDesign()
    design.dropCapitalLines = 4
    let short = "Short words begin here and go on past the end of their line, so that two lines come of them all."
    let made = try await setBook([prose(short), prose(sentence + " " + sentence)], design: design, isOpened: true)
    let page = try #require(made.bodyPages.first)
    let capital = try #require(page.runs.first { $0.isShape })
    #expect(capital.font.size.points > 20 && capital.font.size.points < 40, "\(capital.font.size)")
  }

  @Test func `say so where the face of initials lacks a letter`() async throws {
    var design = PageDesign()
    design.dropCapitalLines = 3
    design[.dropCapital].family = "EB Garamond Initials"
    for (word, isThere) in [("Alice", true), ("Œuvres", false)] {
      let text = word + " " + sentence + " " + sentence
      let said = try await setBook([prose(text)], design: design, isOpened: true).diagnostics.map(\.message)
      #expect(said.contains { $0.contains("has no \"Œ\"; the initial is set in ") } != isThere, "\(said)")
    }
  }

  @Test func `stand on the baseline of their last line, lines beside them shortened`() async throws {
    let made = try await opening("Harmless words begin here and go on for a while.", lines: 3)
    let page = try #require(made.bodyPages.first)
    let capital = try #require(page.runs.first { $0.isShape })
    let origin = page.glyphs[capital.glyphs.lowerBound]
    let lines = try made.runs().joined().filter { $0.text.contains(" ") && $0.size < 12 }
    #expect(abs(lines[2].y - origin.y) < 0.01)
    let left = try #require(lines.dropFirst(3).map(\.x).min())
    #expect(lines[1].x > left + 15 && lines[2].x > left + 15)
    #expect(abs(lines[1].x - lines[2].x) < 0.5)
    #expect(abs(lines[3].x - left) < 2)
  }

  @Test(arguments: [
    "« Oui, monsieur », dit-il.", "«\u{A0}Oui, monsieur », dit-il.", "¿Qué quieres? dijo.", "’Tis done, said he.",
    "—Well, said he.", "— Well, said he.",
    "„Ja“, sagte er.", "“‘Just so,’ he said.”", "1914 was the year.", "I was going down.", "A man went down.",
  ])
  func `have marks and figures, and the letter that is read is not seen`(text: String) async throws {
    let made = try await opening(text, lines: 3)
    let page = try #require(made.bodyPages.first)
    let shapes = page.runs.filter(\.isShape)
    let last = try #require(shapes.last)
    let origin = page.glyphs[last.glyphs.lowerBound]
    // hidden text ends where the word goes on, right of the capital
    let hidden = try #require(page.runs.last { $0.isHidden })
    let line = page.runs.filter {
      !$0.isShape && !$0.isHidden
        && abs(page.glyphs[$0.glyphs.lowerBound].y - page.glyphs[hidden.glyphs.lowerBound].y) < 0.01
    }
    #expect(try #require(line.map { page.glyphs[$0.glyphs.lowerBound].x }.min()) > origin.x)
    for shape in shapes { #expect(page.glyphs[shape.glyphs.lowerBound].x <= origin.x) }
    #expect(try made.running().filter { !$0.isWhitespace }.hasPrefix("Opening\(text.filter { !$0.isWhitespace })"))
    #expect(page.runs.allSatisfy { $0.colour == .black })
    try made.expectInside()
  }

  @Test(arguments: [("nl", "IJsland is koud.", 2), ("en", "IJsland is koud.", 1), ("nl", "Is het koud?", 1)])
  func `have the two signs of the Dutch IJ in one capital`(language: String, text: String, signs: Int) async throws {
    var design = PageDesign()
    design.dropCapitalLines = 3
    let made = try await setBook(
      [prose(text + " " + sentence + " " + sentence)], design: design, isOpened: true, language: language)
    let shape = try #require(made.bodyPages.first?.runs.first { $0.isShape })
    #expect(shape.glyphs.count == signs)
  }

  @Test(arguments: [0, 3])
  func `typed in capitals are set as those in small letters`(lines: Int) async throws {
    func width(_ text: String) async throws -> Double {
      let page = try #require(try await opening(text, lines: lines, capitals: true).bodyPages.first)
      var places: [Double] = []
      for run in page.runs where !run.isShape && !run.isHidden && run.block.isOfBook {
        for place in run.glyphs { places.append(page.glyphs[place].x) }
      }
      // behind the heading, up to the comma
      let letters = places.dropFirst("Opening".count).prefix(lines == 0 ? 9 : 8)
      return (letters.last ?? 0) - (letters.first ?? 0)
    }
    let (typed, small) = (try await width("ALICE WAS, at last."), try await width("Alice was, at last."))
    #expect(typed > 20 && abs(typed - small) < 2, "\(typed) \(small)")
  }

  @Test func `do not hang low quotes from the top`() async throws {
    let page = try #require(try await opening("„Ja“, sagte er.", lines: 3).bodyPages.first)
    let shapes = page.runs.filter(\.isShape).map { page.glyphs[$0.glyphs.lowerBound] }
    #expect(shapes.count == 2 && shapes[0].y == shapes[1].y)
  }

  @Test func `have all lines beside a letter that is a word begin where the next word does`() async throws {
    let made = try await opening("I was going down the hill with a load of hay to the little town.", lines: 3)
    let page = try #require(made.bodyPages.first)
    let starts = page.runs.filter { !$0.isShape && !$0.isHidden }.map { page.glyphs[$0.glyphs.lowerBound] }
    let rows = Dictionary(grouping: starts) { ($0.y * 100).rounded() }.sorted { $0.key < $1.key }
    let lefts = rows.compactMap { $0.value.map(\.x).min() }
    // behind the heading
    let second = try #require(lefts.indices.first { lefts[$0] > 20 && $0 > 0 && abs(lefts[$0] - lefts[$0 - 1]) < 1.5 })
    #expect(abs(lefts[second] - lefts[second - 1]) < 1)
  }

  @Test func `end the small capitals at no abbreviation, and mix no cases`() async throws {
    let english = try await opening("Mr. Bennet was among the earliest of those.", lines: 3, capitals: true)
    let greek = try await opening("Ἄνδρα μοι ἔννεπε, Μοῦσα, πολύτροπον.", lines: 3, capitals: true)
    func features(_ made: SetBook, _ word: String) throws -> String? {
      let page = try #require(made.bodyPages.first)
      let run = try #require(page.runs.first { String(decoding: page.text[$0.text], as: UTF8.self).contains(word) })
      let plain = try #require(page.runs.last)
      return run.glyphs.map { "\(page.glyphs[$0].index)" }.joined(separator: " ") + "|\(plain.font.face)"
    }
    let typed = try await opening("Mr. Bennet was among the earliest of those.", lines: 3)
    #expect(try features(english, "Bennet") != features(typed, "Bennet"))
    let shouted = try await opening("MR. Bennet was among the earliest of those.", lines: 3, capitals: true)
    // The title itself keeps its capitals; what follows is set as behind `Mr.`
    #expect(try features(shouted, "Bennet")?.suffix(40) == features(english, "Bennet")?.suffix(40))
    let typedGreek = try await opening("Ἄνδρα μοι ἔννεπε, Μοῦσα, πολύτροπον.", lines: 3)
    #expect(try features(greek, "ἔννεπε") == features(typedGreek, "ἔννεπε"))
  }

  /// A page rendered with all it holds and without what is not to be seen.
  @Test func `leave the page's ink as it is without the letter that is read`() async throws {
    let made = try await opening("“Of course,” said the carter.", lines: 3)
    let page = try #require(made.bodyPages.first)
    var bare = page
    bare.runs.removeAll(where: \.isHidden)
    #expect(bare.runs.count < page.runs.count)
    let (drawn, without) = (Shown(page: page), Shown(page: bare))
    let renderer = Renderer()
    #expect(try Self.ink(renderer.pdf([drawn])) == Self.ink(renderer.pdf([without])))
    #expect(try renderer.png(drawn) == renderer.png(without) && renderer.svg(drawn) == renderer.svg(without))
    // the book's own file, where octavo writes text and where cairo does
    let number = try #require(made.list.pages.firstIndex { $0.kind == .text })
    for writesText in [false, true] {
      var writer = PDFWriter(made.list)
      writer.writesText = writesText
      let book = try writer.draw(fonts: BookBuilder.fontSource(folders: [])) { _ in true }.pdf
      let bare = try Self.withoutHiddenText(book)
      #expect(try Self.ink(book, page: number + 1) == Self.ink(bare, page: number + 1))
      #expect(try !Self.text(bare).contains("“Of"))
      #expect(try Self.text(book).contains("“Of course,”"))
    }
    #expect(try Self.text(renderer.pdf([drawn])).contains("“Of course,”"))
    #expect(try !Self.text(renderer.pdf([without])).contains("“Of"))
  }

  private struct Shown: Drawable {
    var page: Page
    var size: PageSize { page.size }
    func draw(in context: DrawingContext) throws { try context.paint(page) }
  }

  private static func ink(_ pdf: [UInt8], page: Int = 1) throws -> [UInt8] {
    try reading(pdf) { try outputOfProgram("pdftoppm", ["-r", "200", "-gray", "-f", "\(page)", "-l", "\(page)", $0]) }
  }

  /// What is drawn in the invisible mode is blanked.
  private static func withoutHiddenText(_ pdf: [UInt8]) throws -> [UInt8] {
    var bytes = try reading(pdf) { try outputOfProgram("qpdf", ["--stream-data=uncompress", $0, "-"]) }
    let (start, end) = (Array("\n3 Tr\n".utf8), Array("\n0 Tr\n".utf8))
    var at = 0
    var isHidden = false
    while at + start.count <= bytes.count {
      if bytes[at...].starts(with: start) { isHidden = true }
      if bytes[at...].starts(with: end) { isHidden = false }
      if isHidden { bytes[at] = 0x20 }
      at += 1
    }
    return bytes
  }

  private static func text(_ pdf: [UInt8]) throws -> String {
    String(decoding: try reading(pdf) { try outputOfProgram("pdftotext", [$0, "-"]) }, as: UTF8.self)
  }

  private static func reading(_ pdf: [UInt8], _ body: (String) throws -> [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-\(UUID().uuidString).pdf")
    try Data(pdf).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }

  @Test(arguments: ["Short.", "— A dash.", "1984 was a year.", "", "x"])
  func `do without where the paragraph has no place for it`(text: String) async throws {
    var design = PageDesign()
    design.dropCapitalLines = 4
    design.openingSmallCapitals = true
    let made = try await setBook([prose(text), prose(sentence)], design: design, isOpened: true)
    #expect(made.bodyPages[0].runs.filter(\.isShape).isEmpty)
    #expect(try made.running().hasPrefix("Opening \(text)\(text.isEmpty ? "" : " ")The compositor"))
  }

  @Test func `without either are set as ever`() async throws {
    let text = "Harmless words begin here."
    let plain = try await setBook([prose(text + " " + sentence)], isOpened: true)
    let design = try await opening(text, lines: 0)
    #expect(plain.bodyPages[0].runs.filter(\.isShape).isEmpty)
    #expect(design.bodyPages[0].runs.filter(\.isShape).isEmpty)
  }

  /// Typists have capitals for the small ones of printed books.
  @Test(arguments: [
    ("THIS little THIS of mine.", "THIS", true), ("A FEW of the FEW here.", "FEW", true),
    ("I saw ALL, and ALL saw me.", "ALL", false), ("NOT A WORD IS SMALL IN NOT A WORD", "NOT", false),
  ])
  func `in words typed in capitals do not shout, whatever the look`(text: String, word: String, isSmall: Bool)
    async throws
  {
    let made = try await setBook([prose(text), prose(sentence)], isOpened: true)
    let page = try #require(made.bodyPages.first)
    let letters = page.runs.flatMap { run in
      zip(String(decoding: page.text[run.text], as: UTF8.self), run.glyphs).map { ($0, page.glyphs[$1].index) }
    }
    // the last letter of the word where it stands first and where it stands next
    let found = letters.indices.filter { place in
      letters[...place].suffix(word.count).map(\.0) == Array(word)
    }.map { letters[$0].1 }
    try #require(found.count == 2, "\(String(letters.map(\.0)))")
    #expect((found[0] != found[1]) == isSmall)
  }

  @Test(arguments: ["(Kept in a copy-book.)", "[To the same.]"])
  func `pass over a line that says how or for whom it was written`(aside: String) async throws {
    var design = PageDesign()
    design.dropCapitalLines = 3
    let made = try await setBook([prose(aside), prose(sentence + " " + sentence)], design: design, isOpened: true)
    let page = try #require(made.bodyPages.first)
    let capital = try #require(page.runs.first { $0.isShape })
    let lines = try made.runs().joined().filter { $0.text.contains(" ") }
    // the capital is that of the paragraph below it, which has no indent
    #expect(page.glyphs[capital.glyphs.lowerBound].y > lines[0].y + 10)
    let edge = try #require(lines.map(\.x).min())
    #expect(abs(page.glyphs[capital.glyphs.lowerBound].x - edge) < 2)
  }

  @Test func `by a number in Latin letters leave the spaces of another script among its letters`() async throws {
    let text = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. "
    func pieces(_ title: String) async throws -> Int {
      try await setBook([prose(text + text)], isOpened: true, language: "ru", title: title).runs().joined().count
    }
    let (numbered, named) = (try await pieces("II"), try await pieces("Я"))
    #expect(numbered == named)
  }
}

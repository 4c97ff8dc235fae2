import BookModel
import Foundation
import Manuscript
import Octavo
import PageModel
import Pango
import Shaping
import Testing
import Typesetting

@Suite struct `A line that runs to the left` {
  private static let words = "בראשית ברא אלהים את השמים ואת הארץ"

  @Test(arguments: ["\(words) 1234 \(words) two words \(words)", "نص عربي قصير 12 لا غير (بين قوسين) وكلمة أخرى هنا"])
  func `is shown from its left end`(text: String) async throws {
    let page = try await Self.page(text)
    let places = Self.lines(of: page).map { line in line.flatMap { page.glyphs[$0.glyphs].map(\.x) } }
    #expect(places.contains { $0.count > 20 })
    for line in places { #expect(line == line.sorted()) }
  }

  /// UAX #9, N1: white beside a number is of the letters around it.
  @Test(arguments: ["John Smith ועל 1984 שנכתב and then on.", "ספר ועל 1984 שנכתב ועוד."])
  func `has words behind a number at its left, be it within a line of Latin`(text: String) async throws {
    let page = try await Self.page(text)
    let runs = try #require(Self.lines(of: page).first)
    func place(_ word: String) throws -> Double {
      let drawn = String(word.reversed())
      let run = try #require(
        runs.first { run in
          let said = String(decoding: page.text[run.text], as: UTF8.self)
          return said.contains(word) || said.contains(drawn)
        })
      return try #require(page.glyphs[run.glyphs].map(\.x).min())
    }
    #expect(try place("שנכתב") < place("1984"))
    #expect(try place("1984") < place("ועל"))
  }

  /// Spaces that stand as typed were words that run to the right: `C-x   one two three` had its words in turn.
  @Test(arguments: [("C-x   אחת שתים", true), ("\u{200F}C-x   אחת שתים", false)])
  func `keeps its spaces among its words, in code as in prose`(line: String, commandIsLeft: Bool) async throws {
    let page = try await Self.page("```\n\(line)\n```")
    let runs = try #require(Self.lines(of: page).first)
    func place(_ word: String) throws -> Double {
      let run = try #require(
        runs.first { run in
          let said = String(decoding: page.text[run.text], as: UTF8.self)
          return said.contains(word) || said.contains(String(word.reversed()))
        })
      return try #require(page.glyphs[run.glyphs].map(\.x).min())
    }
    #expect(try place("שתים") < place("אחת"))
    #expect(try (place("C-x") < place("שתים")) == commandIsLeft)
  }

  @Test func `has its links where they are read, and each from its left end`() async throws {
    let page = try await Self.page(
      "ברא אלהים [אחת שתים](https://a.example) את [שלש](https://b.example) סוף")
    let runs = try #require(Self.lines(of: page).first)
    let parts = runs.reduce(into: [[GlyphRun]]()) { parts, run in
      if parts.last?.last?.link == run.link { parts[parts.count - 1].append(run) } else { parts.append([run]) }
    }
    #expect(parts.map { $0[0].link >= 0 } == [false, true, false, true, false])
    let ends = parts.map { part in part.flatMap { page.glyphs[$0.glyphs].map(\.x) } }
    for part in ends { #expect(part == part.sorted()) }
    let starts = ends.map { $0[0] }
    #expect(starts == starts.sorted(by: >))
  }

  @Test func `shows a hyphen where a word of Latin ends at a soft one`() async throws {
    let word = "in\u{AD}com\u{AD}pre\u{AD}hen\u{AD}si\u{AD}bil\u{AD}i\u{AD}ties"
    let page = try await Self.page((1...9).map { "\(Self.words.prefix(20 + 3 * $0)) \(word)" }.joined(separator: " "))
    let parts = Self.lines(of: page).flatMap { line in
      line.map { String(decoding: page.text[$0.text], as: UTF8.self) }.joined()
        .filter { $0.isASCII || $0 == " " }.split(separator: " ").map(String.init)
    }.filter { $0.contains(where: \.isLetter) }
    #expect(parts.count > 9)
    #expect(parts.count { $0.hasSuffix("-") } == parts.count - 9)
    #expect(parts.joined().filter { $0 != "-" }.count == 9 * "incomprehensibilities".count)
  }

  /// Its letters are all alike, so that each line takes as many.
  @Test(arguments: ["א", "ה"])
  func `takes what fits of a word wider than itself`(letter: String) async throws {
    let page = try await Self.page(String(repeating: letter, count: 120))
    let lines = Self.lines(of: page)
    let text = lines.flatMap { $0 }.map { String(decoding: page.text[$0.text], as: UTF8.self) }.joined()
    #expect(text.filter { String($0) == letter }.count == 120)
    #expect(lines.count > 2)
    for line in lines {
      #expect(line.map { page.text[$0.text].count / 2 } == line.map(\.glyphs.count))
      let places = line.flatMap { page.glyphs[$0.glyphs].map(\.x) }
      let steps = zip(places.dropFirst(), places).map { $0 - $1 }
      #expect((steps.max() ?? 0) - (steps.min() ?? 0) < 0.1)
    }
  }

  @Test func `has its page at the left in the list of contents`() async throws {
    let read = try Self.read("# הבית הישן\n\nטקסט\n\n# הדרך\n\nטקסט\n\n# שנת 1948\n\nטקסט")
    var book = read.book
    book.metadata.language = "he"
    let design = PageDesign(for: book)
    let list = try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(book).list
    var entries = 0
    for number in list.pages.indices {
      let page = try Self.assembled(list, number)
      for runs in Self.lines(of: page) {
        func places(_ isWanted: (String) -> Bool) -> [Double] {
          runs.filter { isWanted(String(decoding: page.text[$0.text], as: UTF8.self)) }
            .flatMap { page.glyphs[$0.glyphs].map(\.x) }
        }
        let dots = places { $0.contains(".") }
        guard let first = dots.min(), let last = dots.max() else { continue }
        entries += 1
        #expect(places { _ in true }.allSatisfy { $0 > 0 && $0 < design.trim.width.points })
        #expect(places { $0.contains { ("א"..."ת").contains($0) } }.allSatisfy { $0 > last })
        #expect(places { ["1", "2", "3"].contains($0) }.allSatisfy { $0 < first })
      }
    }
    #expect(entries == 3)
  }

  @Test func `has its page where the others have theirs in a list that runs to the right`() async throws {
    let read = try Self.read(
      "# A morning\n\nText\n\n# שלום עולם (Hello)\n\nText\n\n# An evening\n\nText")
    var book = read.book
    book.metadata.language = "en"
    let list = try BookTypesetter(design: PageDesign(for: book), fonts: BookBuilder.fontSource(folders: [])).typeset(
      book
    ).list
    var folios: [[Double]] = []
    for number in list.pages.indices {
      let page = try Self.assembled(list, number)
      for runs in Self.lines(of: page) {
        func places(_ isWanted: (String) -> Bool) -> [Double] {
          runs.filter { isWanted(String(decoding: page.text[$0.text], as: UTF8.self)) }
            .flatMap { page.glyphs[$0.glyphs].map(\.x) }
        }
        guard let first = places({ $0.contains(".") }).min() else { continue }
        #expect(places { $0.contains { ("א"..."ת").contains($0) } }.allSatisfy { $0 < first })
        folios.append(places { ["2", "3"].contains($0) }.filter { $0 > first })
      }
    }
    #expect(folios.map(\.count) == [1])
  }

  @Test func `has the columns of a table from the right, figures in them below each other`() async throws {
    let table = "| ראשון | שני | מחיר |\n|--|--|--:|\n| א | Latin | 7 |\n| ב | ארבעה | 12 |"
    let set = try await setBook(Self.read(table).book.sections[0].blocks, language: "he")
    let page = try #require(set.pages.last)
    func x(of word: String) throws -> Double {
      let run = page.runs.first { String(decoding: page.text[$0.text], as: UTF8.self).contains(word) }
      return try #require(run.flatMap { page.glyphs[$0.glyphs].map(\.x).min() })
    }
    #expect(try x(of: "ראשון") > x(of: "שני"))
    #expect(try x(of: "שני") > x(of: "מחיר"))
    #expect(try x(of: "א") > x(of: "Latin"))
    #expect(try x(of: "Latin") > x(of: "7"))
    #expect(try x(of: "7") > x(of: "12"))
    #expect(page.rules.allSatisfy { $0.x > 0 && $0.x + $0.width < page.size.width.points })
  }

  @Test func `has a table of its own language run its way in any book`() async throws {
    let table = "::: {lang=ar}\n| أول | ثان |\n|--|--|\n| واحد | 12 |\n:::"
    let set = try await setBook(Self.read(table).book.sections[0].blocks, language: "en")
    let page = try #require(set.pages.last)
    func x(of word: String) throws -> Double {
      let run = page.runs.first { String(decoding: page.text[$0.text], as: UTF8.self).contains(word) }
      return try #require(run.flatMap { page.glyphs[$0.glyphs].map(\.x).min() })
    }
    #expect(try x(of: "أول") > x(of: "ثان"))
    #expect(try x(of: "واحد") > x(of: "12"))
  }

  @Test func `begins at the right where it has no letters, and so do its notes`() async throws {
    let read = try Self.read("בראשית[^1] ברא\n\n12 + 3 = 15\n\n7. אלהים\n\n[^1]: הערה")
    let set = try await setBook(read.book.sections[0].blocks, notes: read.book.notes, language: "he")
    let page = try #require(set.pages.last { !$0.rules.isEmpty })
    let middle = page.size.width.points / 2
    func x(of words: String) -> Double? {
      page.runs.first { String(decoding: page.text[$0.text], as: UTF8.self).contains(words) }
        .map { page.glyphs[$0.glyphs.lowerBound].x }
    }
    #expect(try #require(x(of: "15")) > middle)
    // the marker's point stands where the lines go
    #expect(try #require(x(of: "7")) > middle)
    let points = page.runs.filter { page.text[$0.text].elementsEqual([0x2E]) }.map {
      page.glyphs[$0.glyphs.lowerBound].x
    }
    #expect(points.count == 1)
    #expect(try #require(points.first) < #require(x(of: "7")))
    #expect(page.rules.allSatisfy { $0.x + $0.width / 2 > middle })
  }

  /// The lines of the text: no header, no folio.
  private static func lines(of page: Page) -> [[GlyphRun]] {
    let lines = Dictionary(grouping: page.runs) { page.glyphs[$0.glyphs.lowerBound].y }
    return lines.sorted { $0.key < $1.key }.map(\.value).filter { line in
      line.contains { page.text[$0.text].contains { $0 >= 0xD6 } }
    }
  }

  private static func read(_ text: String) throws -> ManuscriptReading {
    try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init())
  }

  private static func page(_ text: String) async throws -> Page {
    let list = try await setBook(read(text).book.sections[0].blocks).list
    return try assembled(list, list.pages.count - 1)
  }

  private static func assembled(_ list: PageList, _ number: Int) throws -> Page {
    let fonts = BookBuilder.fontSource(folders: [])
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    let assembler = PageAssembler(list, shaper: shaper, compensatesWidths: false)
    assembler.isTagged = true
    var page = Page(size: list.design.trim, label: "")
    assembler.assemble(number, into: &page)
    return page
  }
}

import BookModel
import Design
import Files
import Foundation
import Octavo
import PageModel
import Pango
import Shaping
import TestSupport
import Testing
import Typesetting
import Units

/// Letters of two scripts side by side, and emphasis where nothing is italic.
@Suite struct `Chinese, Japanese and Korean` {
  private struct Letter {
    var text: String
    var x: Double
  }

  private func page(
    _ inlines: [Inline], _ language: String, _ writing: PageDesign.Writing = .horizontal
  ) async throws -> Page {
    var design = PageDesign()
    design.writing = writing
    let made = try await setBook(
      [.paragraph(Paragraph(inlines, source: SourceLocation(offset: 0)))], design: design, language: language)
    return try #require(made.bodyPages.first)
  }

  /// Letters of the book's text, one a glyph, in the order of the line.
  private func letters(_ page: Page) -> [Letter] {
    var found: [Letter] = []
    for run in page.runs where run.block.isOfBook {
      let text = Array(String(decoding: page.text[run.text], as: UTF8.self).unicodeScalars)
      guard text.count == run.glyphs.count else { continue }
      for (letter, glyph) in zip(text, run.glyphs) where letter != " " {
        found.append(Letter(text: String(letter), x: page.glyphs[glyph].x))
      }
    }
    return found
  }

  @Test(arguments: [
    ("ja", "これはWHOです。"), ("zh", "使用WHO编写。"), ("ja", "アWHO々。"), ("zh-Hant", "第12章。"), ("ja", "約Яな。"),
  ])
  func `have a quarter of an em before and behind Latin and figures`(language: String, text: String) async throws {
    let found = letters(try await page([Inline(text)], language))
    let first = try #require(found.firstIndex { $0.text.utf8.count < 3 })
    let last = try #require(found.lastIndex { $0.text.utf8.count < 3 })
    let word = found[first...last].map(\.text).joined()
    let fonts = BookBuilder.fontSource(folders: [])
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    let style = shaper.style(
      TextStyle(
        font: FontRequest(
          family: "EB Garamond 12", size: Length(points: 11), features: "lnum=1", language: language)))
    let width = shaper.inkBounds(of: word, style: style).advance * 11
    #expect(abs(found[first].x - found[first - 1].x - 11 - 2.75) < 0.1)
    #expect(abs(found[last + 1].x - found[first].x - width - 2.75) < 0.1)
  }

  @Test(arguments: ["（WHO）です。", "、WHO、です。", "「WHO」です。"])
  func `have none beside punctuation`(text: String) async throws {
    let found = letters(try await page([Inline("は" + text)], "ja"))
    let first = try #require(found.firstIndex { $0.text == "W" })
    #expect(abs(found[first].x - found[first - 1].x - 11) < 0.1)
  }

  @Test(arguments: [("ja", "強調、"), ("zh", "强调，"), ("ko", "강조 ")])
  func `are set off by dots, which are no text`(language: String, text: String) async throws {
    let page = try await page(
      [Inline("一二"), Inline(text + "ABC", style: InlineStyle(.emphasis)), Inline("三四")], language)
    let dots = page.rules.filter(\.isDot)
    let set = letters(page).filter { text.dropLast().contains($0.text) }
    #expect(dots.count == 2 && set.count == 2)
    let run = try #require(page.runs.first { $0.block.isOfBook })
    let baseline = page.glyphs[run.glyphs.lowerBound].y
    for (dot, letter) in zip(dots, set) {
      #expect(abs(dot.x + dot.width / 2 - letter.x - 5.5) < 0.6)
      #expect(language == "zh" ? dot.y > baseline : dot.y < baseline - 9)
    }
    #expect(!String(decoding: page.text, as: UTF8.self).contains("・"))
  }

  @Test(arguments: [
    ("he", "זה ", "חשוב"), ("ar", "هذا ", "مهم"), ("hi", "यह ", "बात"), ("th", "นี่", "คำ"), ("ka", "ეს ", "სიტყვა"),
  ])
  func `others are bold, where their letters have no italics`(language: String, plain: String, words: String)
    async throws
  {
    let page = try await page(
      [Inline(plain), Inline(words, style: InlineStyle(.emphasis)), Inline(" " + plain)], language)
    func files(_ text: String) -> Set<Bool> {
      let runs = page.runs.filter { run in
        run.block.isOfBook && String(decoding: page.text[run.text], as: UTF8.self).contains(text)
      }
      return Set(runs.map { $0.font.file.contains("Bold") })
    }
    #expect(files(words).contains(true) && !files(plain.filter { $0 != " " }).contains(true))
  }

  @Test func `and Latin among them is in italics`() async throws {
    let page = try await page([Inline("זה "), Inline("word", style: InlineStyle(.emphasis))], "he")
    let run = try #require(page.runs.first { String(decoding: page.text[$0.text], as: UTF8.self).contains("word") })
    #expect(run.font.file.contains("Italic") && !run.font.file.contains("Bold"))
  }

  @Test func `have them at the right in vertical lines`() async throws {
    let page = try await page([Inline("これは"), Inline("強調", style: InlineStyle(.emphasis))], "ja", .vertical)
    let dots = page.rules.filter(\.isDot)
    let run = try #require(page.runs.first { $0.block.isOfBook })
    let left = page.glyphs[run.glyphs.lowerBound].x
    #expect(dots.count == 2 && dots.allSatisfy { $0.x > left + 11 && $0.x < left + 14 })
  }

  /// Cairo leaves all subroutines of a face in its part of it, half a megabyte of them.
  @Test func `are drawn by a font without what it does not use`() async throws {
    let text = String(String.UnicodeScalarView((0x4E00..<0x4E00 + 400).compactMap(Unicode.Scalar.init)))
    let made = try await setBook(
      [.paragraph(Paragraph([Inline(text)], source: SourceLocation(offset: 0)))], language: "ja")
    let book = try PDFWriter(made.list).draw(fonts: BookBuilder.fontSource(folders: [])) { _ in true }.pdf
    #expect(book.count < 250_000, "\(book.count)")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-\(UUID().uuidString).pdf")
    try Data(book).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let words = String(decoding: try outputOfProgram("pdftotext", [file.path, "-"]), as: UTF8.self)
    #expect(words.filter { !$0.isWhitespace }.contains(text))
    // every letter has ink in its square of 23 dots
    let number = try #require(made.list.pages.firstIndex { $0.kind == .text }) + 1
    let page = ["-r", "150", "-gray", "-f", "\(number)", "-l", "\(number)", file.path]
    let dark = try outputOfProgram("pdftoppm", page).count { $0 < 128 }
    #expect((400 * 60...400 * 200).contains(dark), "\(dark)")
  }
}

import BookModel
import Design
import Foundation
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

@Suite struct `Words of a script that the text's font has no letters for` {
  @Test(arguments: ["שלום עולם ועוד מלים", "यह एक छोटा वाक्य है"])
  func `have spaces of their own font between them, other words the text's`(words: String) async throws {
    let page = try #require(try await setBook([prose("One \(words) two three.")]).bodyPages.first)
    let runs = page.runs.map { (text: String(decoding: page.text[$0.text], as: UTF8.self), file: $0.font.file) }
    let latin = try #require(runs.first { run in run.text.contains("One") }?.file)
    let ofLatin = runs.filter { run in run.file == latin }.map { run in run.text }
    // the space on each side is the text's
    #expect(ofLatin.joined() == "One  two three.Page 1")
    let others = runs.filter { run in run.file != latin }
    #expect(Set(others.map { run in run.file }).count == 1)
    let inside = others.map { run in run.text }.joined().filter { sign in sign == " " }.count
    #expect(inside == words.split(separator: " ").count - 1)
  }

  /// Of several glyphs and letters of one cluster nobody knows which shows which, and their letters are said beside them.
  @Test(arguments: ["שִּׁירָה בְּשַׁבָּת", "מַדְּבִּיר זֹּאת"])
  func `have one glyph for each of their points`(words: String) async throws {
    let page = try #require(try await setBook([prose("One \(words) two three.")]).bodyPages.first)
    let runs = page.runs.filter { page.text[$0.text].contains { $0 >= 0xD6 } }
    #expect(!runs.isEmpty)
    #expect(runs.flatMap { page.clusters[$0.clusters] }.allSatisfy { $0.glyphs == 1 && $0.bytes <= 2 })
    // a word and the space behind it are one run
    let text = runs.map { String(decoding: page.text[$0.text], as: UTF8.self).filter { $0 != " " } }
    // canonically equivalent
    #expect(Set(text) == Set(words.split(separator: " ").map(String.init)), "\(text)")
  }
}

@Suite struct `Lists` {
  private func item(_ text: String, _ more: [Block] = [], isDone: Bool? = nil) -> List.Item {
    List.Item([prose(text)] + more, isDone: isDone, source: nowhere)
  }

  @Test func `have their numbers aligned at the period and their text in one column`() async throws {
    let list = List(start: 8, isTight: true, items: (1...5).map { item("word\($0) \(sentence)") }, source: nowhere)
    let made = try await setBook([.list(list)])
    let words = try made.pdf.sheets()[0].words
    let numbers = words.filter { ["8.", "9.", "10.", "11.", "12."].contains($0.string) }
    #expect(numbers.map(\.string) == ["8.", "9.", "10.", "11.", "12."])
    let ends = numbers.map(\.right)
    #expect((ends.max() ?? 0) - (ends.min() ?? 0) < 0.3)
    // all lines of the items begin at one place, right of the numbers
    let starts = words.filter { $0.string.hasPrefix("word") }.map(\.left)
    #expect((starts.max() ?? 0) - (starts.min() ?? 0) < 0.3)
    #expect((starts.first ?? 0) > (ends.first ?? 0) + 2)
    let left = made.list.design.inside.points
    #expect(words.allSatisfy { $0.left > left - 1 })
    #expect(words.filter { !$0.string.hasSuffix(".") && $0.left < (starts.first ?? 0) - 1 }.isEmpty)
    try made.expectInside()
  }

  @Test func `hang definitions under their terms, no white between`() async throws {
    var term = Paragraph("Term", source: nowhere)
    term.isFlush = true
    var other = Paragraph("Other", source: nowhere)
    other.isFlush = true
    var list = List(isTight: true, items: [item("meaning " + sentence)], source: nowhere)
    list.counting = .none
    let made = try await setBook([.paragraph(term), .list(list), .paragraph(other), .list(list), prose("After.")])
    let words = try made.pdf.sheets()[0].words
    let tops = Set(words.filter { $0.top < 300 }.map { ($0.top / 2).rounded() }).sorted()
    let steps = zip(tops, tops.dropFirst()).map { $1 - $0 }
    // lines all a row apart but for the white below the last
    #expect(Set(steps.dropLast()).count == 1 && (steps.last ?? 0) > (steps.first ?? 0))
    let left = try #require(words.first { $0.string == "Term" }).left
    #expect(try #require(words.first { $0.string == "Other" }).left == left)
    #expect(words.filter { $0.string == "meaning" }.allSatisfy { $0.left > left + 10 })
  }

  @Test func `nest with another mark at each depth, and never past half the measure`() async throws {
    var list = List(isTight: true, items: [item("innermost " + sentence)], source: nowhere)
    for depth in (1...30).reversed() {
      list = List(isTight: true, items: [item("depth\(depth)", [.list(list)])], source: nowhere)
    }
    let made = try await setBook([.list(list)])
    try made.expectInside()
    let words = made.words()
    #expect(words.prefix(6) == ["•", "depth1", "–", "depth2", "·", "depth3"])
    #expect(words.filter { $0.hasPrefix("depth") } == (1...30).map { "depth\($0)" })
    #expect(words.contains("innermost"))
  }

  @Test func `of tasks have boxes, by a true glyph`() async throws {
    let list = List(isTight: true, items: [item("done", isDone: true), item("open", isDone: false)], source: nowhere)
    let words = try await setBook([.list(list)]).words()
    #expect(words == ["☑", "done", "☐", "open"] || words == ["[x]", "done", "[", "]", "open"])
  }

  @Test func `hold any block, and items without one`() async throws {
    let inner = List(start: 1, isTight: true, items: [item("in a list")], source: nowhere)
    let list = List(
      start: 1, isTight: false,
      items: [
        List.Item([], source: nowhere), List.Item([.list(inner)], source: nowhere),
        List.Item([code(["let x = 1"])], source: nowhere),
        item("first", [prose("second"), .quotation(Quotation([prose("quoted")], source: nowhere))]),
      ], source: nowhere)
    let made = try await setBook([.list(list)])
    #expect(
      made.words()
        == ["1.", "2.", "1.", "in", "a", "list", "3.", "let", "x", "=", "1", "4.", "first", "second", "quoted"])
    try made.expectInside()
  }

  @Test func `whose items call notes keep their marks beside the items`() async throws {
    let note = Note(mark: "*", blocks: [prose("The note.")], source: nowhere)
    let call = Inline(.noteReference(NoteKey(0)), source: nowhere)
    let noted = List.Item([.paragraph(Paragraph([Inline("called"), call], source: nowhere))], source: nowhere)
    let list = List(start: 7, isTight: true, items: [noted, item("plain")], source: nowhere)
    let words = try await setBook([.list(list)], notes: [NoteKey(0): note]).words()
    #expect(words.prefix(2) == ["7.", "called"])
    #expect(words.suffix(2) == ["The", "note."])
  }

  @Test func `in a note keep their marks`() async throws {
    let note = Note(
      mark: "*",
      blocks: [.list(List(start: 1, isTight: true, items: [item("first"), item("second")], source: nowhere))],
      source: nowhere)
    let call = Inline(.noteReference(NoteKey(0)), source: nowhere)
    let made = try await setBook(
      [.paragraph(Paragraph([Inline("Text."), call], source: nowhere))], notes: [NoteKey(0): note])
    let words = made.words().joined(separator: " ")
    #expect(words.contains("first") && words.contains("2. second"))
  }
}

@Suite struct `Code` {
  @Test func `keeps every space and every character, however wide`() async throws {
    let lines = [
      "func wide(_ x: Int) {", "    let  two   =  \"spaces\"", "\tlet tab = 1",
      "    call(with: many, arguments: that, run: on, past: the, measure: of, any: page, in: the, world: at, all: times)",
      "    // " + String(repeating: "x", count: 300), "", "}",
    ]
    let made = try await setBook([code(lines)])
    try made.expectInside()
    let text = try made.runs().joined().map(\.text).joined()
    let wanted = lines.joined().replacingOccurrences(of: "\t", with: "    ")
    #expect(text.filter { $0 != " " } == wanted.filter { $0 != " " })
    // spaces inside lines that fit stand as they were written
    #expect(text.contains("let  two   =  \"spaces\""))
    #expect(try made.runs().joined().allSatisfy { $0.font == "LiberationMono" })
    #expect(made.diagnostics.filter { $0.severity != .note } == [])
  }

  @Test func `that draws with characters stays whole, on one page and line by line`() async throws {
    let rule = String(repeating: "─", count: 96)
    let drawing =
      ["┌\(rule)┐"] + (1...9).map { "│ part \($0)" + String(repeating: " ", count: 89) + "│" } + ["└\(rule)┘"]
    let made = try await setBook(Array(repeating: prose(sentence), count: 14) + [code(drawing), prose(sentence)])
    try made.expectInside()
    func drawn(_ page: Page) -> [GlyphRun] {
      page.runs.filter { run in
        let text = String(decoding: page.text[run.text], as: UTF8.self)
        return text.contains("│") || text.contains("─")
      }
    }
    let pages = made.bodyPages.filter { !drawn($0).isEmpty }
    #expect(pages.count == 1)
    let lines = Set(pages.flatMap { page in drawn(page).map { page.glyphs[$0.glyphs.lowerBound].y } })
    #expect(lines.count == drawing.count)
    for page in pages { #expect(!page.runs.contains { $0.isShape }) }
  }

  @Test func `that goes on below has a mark that is no text`() async throws {
    let long = String(repeating: "word ", count: 40)
    let made = try await setBook([code([long])])
    let page = try #require(made.bodyPages.first)
    let lines = Set(
      page.runs.filter { !$0.isShape }.compactMap { $0.text.isEmpty ? nil : page.glyphs[$0.glyphs.lowerBound].y })
    let shapes = page.runs.filter(\.isShape)
    // every line but the first, and the folio's and head's
    #expect(shapes.count >= 2 && shapes.count == lines.count - 1 - 2 || shapes.count == lines.count - 1 - 1)
    #expect(made.words() == Array(repeating: "word", count: 40))
  }

  @Test func `has one rule beside it on each page`() async throws {
    let made = try await setBook([prose(sentence), code((1...90).map { "let line\($0) = \($0)" }), prose(sentence)])
    #expect(made.bodyPages.count >= 3)
    for page in made.bodyPages { #expect(page.rules.count == 1) }
    try made.expectInside()
  }

  @Test func `with letters of other scripts keeps its spaces too`() async throws {
    let made = try await setBook([code(["x   =   \"日本\"   // שלום   end"])])
    let text = try made.runs().joined().map(\.text).joined()
    #expect(text.contains("x   ="))
    #expect(text.filter { $0 == " " }.count == 13)
  }

  @Test func `spans do not stretch with the line`() async throws {
    let span = styled("let x = 1", .code)
    let made = try await setBook([
      .paragraph(Paragraph([Inline(sentence + " "), span, Inline(" " + sentence)], source: nowhere))
    ])
    let runs = try made.runs().joined()
    let run = try #require(runs.first { $0.font == "LiberationMono" && $0.text.hasPrefix("let") })
    let steps = zip(run.glyphs, run.glyphs.dropFirst()).map { $1 - $0 }
    let stretch = run.stretch * run.size * 0.6
    #expect(steps.prefix(8).allSatisfy { abs($0 - stretch) < run.size * 0.02 })
  }
}

@Suite struct `Inline styles` {
  private func page(_ inlines: [Inline]) async throws -> (page: Page, made: SetBook) {
    let made = try await setBook([.paragraph(Paragraph(inlines, source: nowhere))])
    return (try #require(made.bodyPages.first), made)
  }

  @Test(arguments: [InlineStyle.Traits.underline, .strike])
  func `draw one rule a line under or through all their words, and not beyond`(traits: InlineStyle.Traits) async throws
  {
    let (page, made) = try await page([Inline("Before "), styled("three words here", traits), Inline(" after.")])
    #expect(page.rules.count == 1)
    let rule = try #require(page.rules.first)
    let words = try made.pdf.sheets()[0].words
    let (first, last) = (
      try #require(words.first { $0.string == "three" }), try #require(words.first { $0.string == "here" })
    )
    #expect(abs(rule.x - first.left) < 0.5)
    #expect(abs(rule.x + rule.width - last.right) < 0.5)
    let baseline = made.list.design.top.points + Double(made.list.firstBaseline) / 1024
    #expect(traits == .underline ? rule.y > baseline : rule.y < baseline - 1)
  }

  @Test func `colour the text and what lies behind it`() async throws {
    let red = Colour(red: 1, green: 0, blue: 0)
    let (page, _) = try await page([
      Inline("Plain "), styled("red") { $0.colour = red }, Inline(" and "), styled("lit words") { $0.background = red },
    ])
    #expect(page.runs.contains { $0.colour == Colour(red: 1, green: 0, blue: 0) && $0.text.count >= 3 })
    #expect(
      page.rules.count == 1 && page.rules[0].isBehind && page.rules[0].colour == Colour(red: 1, green: 0, blue: 0))
  }

  @Test func `have a shadow that is no text`() async throws {
    let (page, made) = try await page([Inline("A "), styled("shadowed word", .shadow), Inline(" once.")])
    #expect(made.words() == ["A", "shadowed", "word", "once."])
    let shadow = try #require(page.runs.firstIndex { $0.isShape })
    let (below, above) = (page.runs[shadow], page.runs[shadow + 1])
    #expect(below.glyphs.count == above.glyphs.count)
    for (a, b) in zip(page.glyphs[below.glyphs], page.glyphs[above.glyphs]) {
      #expect(a.index == b.index && a.x > b.x && a.y > b.y)
    }
  }

  @Test func `have a shadow with an offset, a soft edge and a colour, behind all text`() async throws {
    let shadow = TextShadow(x: 0.1, y: -0.2, blur: 0.2, colour: Colour(red: 1, green: 0, blue: 0))
    let (page, made) = try await page([Inline("A "), styled("word") { $0.shadow = shadow }, Inline(" once.")])
    #expect(made.words() == ["A", "word", "once."])
    let runs = page.runs.filter { $0.shadow != nil }
    let layers = runs.compactMap(\.shadow)
    let last = try #require(page.runs.lastIndex { $0.shadow != nil })
    let text = page.runs[last + 1]
    #expect(
      layers.count > 3 && layers.last?.spread == 0
        && runs.allSatisfy { $0.colour == Colour(red: 1, green: 0, blue: 0) && $0.isShape })
    let em = text.font.size.points
    for (outer, inner) in zip(layers, layers.dropFirst()) {
      #expect(outer.spread > inner.spread && outer.share < inner.share, "paler outwards")
    }
    // thinner lines than three quarters of a point are not printed
    #expect(layers.allSatisfy { $0.spread == 0 || $0.spread >= 0.375 } && layers.allSatisfy { $0.spread < 0.21 * em })
    for layer in runs {
      for (a, b) in zip(page.glyphs[layer.glyphs], page.glyphs[text.glyphs]) {
        #expect(abs(a.x - b.x - 0.1 * em) < 1e-6 && abs(a.y - b.y + 0.2 * em) < 1e-6)
      }
    }
  }

  @Test func `say which family is not there, once`() async throws {
    let (_, made) = try await page([
      styled("One") { $0.family = "Liberation Sans" }, Inline(" "), styled("two") { $0.family = "No Such Face" },
      Inline(" "), styled("three") { $0.family = "No Such Face" }, Inline(" "), styled("four") { $0.family = "serif" },
    ])
    let missing = made.diagnostics.filter { $0.code == "family-missing" }
    #expect(missing.count == 1 && missing.first?.message.contains("\"No Such Face\"") == true)
  }

  @Test func `take rows of their own where they are larger, so that no lines overlap`() async throws {
    let inlines = [
      Inline(sentence + " "), styled("Larger") { $0.scale = 1.6 }, Inline(" " + sentence + " "),
      styled("huge") { $0.scale = 3 }, Inline(" " + sentence),
    ]
    let (page, made) = try await page(inlines)
    let baselines = Set(page.runs.map { page.glyphs[$0.glyphs.lowerBound].y }).sorted()
    let leading = made.list.design.leading.points
    let top = made.list.design.top.points + Double(made.list.firstBaseline) / 1024
    for y in baselines where y >= top && y < top + 20 * leading {
      #expect(abs((y - top).remainder(dividingBy: leading)) < 0.01)
    }
    // the boxes of words on neighbouring lines stay apart
    let runs = try made.runs()[0]
    let large = try #require(runs.first { $0.size > 30 })
    let above = try #require(baselines.last { $0 < large.y - 1 })
    let below = try #require(baselines.first { $0 > large.y + 1 })
    #expect(large.y - above > 0.7 * 33)
    #expect(below - large.y > 0.25 * 33 + 5)
    try made.expectInside()
  }

  @Test func `are small capitals where the font has them, else told once and set as they are`() async throws {
    let words = [Inline("A "), styled("Person", .smallCapitals), Inline(" and "), styled("Another", .smallCapitals)]
    var (_, made) = try await page(words)
    #expect(made.diagnostics == [])
    var design = PageDesign()
    design.family = "Liberation Serif"
    made = try await setBook([.paragraph(Paragraph(words, source: nowhere))], design: design)
    #expect(made.diagnostics.map(\.code) == ["feature-missing"])
    let sizes = Set(try made.runs().joined().map { ($0.size * 100).rounded() })
    #expect(sizes.count == 1)
    #expect(made.words() == ["A", "Person", "and", "Another"])
  }

  @Test func `raise and lower, slant and thicken`() async throws {
    let (_, made) = try await page([
      Inline("x"), styled("2", .superscript), Inline(" H"), styled("2", .subscript), Inline("O "),
      styled("slanted", .emphasis), Inline(" "), styled("heavy", .strong),
    ])
    let runs = try made.runs().joined()
    let base = try #require(runs.first?.y)
    let figures = runs.filter { $0.text.trimmingCharacters(in: .whitespaces) == "2" }
    #expect(figures.count == 2 && figures[0].y < base - 2 && figures[1].y > base + 0.5)
    #expect(figures.allSatisfy { $0.size < 8 })
    #expect(runs.contains { $0.text.hasPrefix("slanted") && $0.font.contains("Italic") })
    #expect(runs.contains { $0.text.hasPrefix("heavy") && $0.font.contains("Bold") })
  }

  @Test func `spaced-out words stand as far from the word before as from the one behind`() async throws {
    let made = try await setBook([
      .paragraph(Paragraph([Inline("a "), styled("a", .letterSpaced), Inline(" a")], source: nowhere))
    ])
    let letters = try made.runs().joined().flatMap { zip($0.text, $0.glyphs) }.filter { $0.0 == "a" && $0.1 < 100 }.map(
      \.1)
    try #require(letters.count == 3)
    #expect(abs(letters[1] - letters[0] - (letters[2] - letters[1])) < 0.1)
    #expect(letters[1] - letters[0] > 7.5)
  }

  @Test func `a heading stands nearer to what it heads, but on the grid at the head of a page`() async throws {
    let heading = Block.heading(Heading(level: 2, title: [Inline("Heading")], source: nowhere))
    let made = try await setBook([heading, prose(sentence), heading, prose(sentence)])
    let runs = try made.runs().joined().filter { $0.y > made.list.design.top.points }
    let lines = Set(runs.map { ($0.y * 100).rounded() / 100 }).sorted()
    let headings = runs.filter { $0.text.hasPrefix("Head") }.map(\.y)
    try #require(headings.count == 2)
    #expect(abs(headings[0] - lines[0]) < 0.1)
    func gaps(_ y: Double) throws -> (Double, Double) {
      (y - (try #require(lines.last { $0 < y - 1 })), try #require(lines.first { $0 > y + 1 }) - y)
    }
    let (above, below) = try gaps(headings[1])
    #expect(above > below + 5)
    #expect(abs(above + below - 4 * 14) < 0.1)
  }

  @Test func `headings of each level look unlike those above and below`() async throws {
    let blocks = (2...6).flatMap {
      [Block.heading(Heading(level: $0, title: [Inline("Heading")], source: nowhere)), prose(sentence)]
    }
    let made = try await setBook(blocks)
    let headings = try made.runs().joined().filter { $0.text.hasPrefix("Head") }
    #expect(headings.count == 5)
    for (above, below) in zip(headings, headings.dropFirst()) {
      #expect(above.font != below.font || above.size > below.size + 1)
    }
  }
}

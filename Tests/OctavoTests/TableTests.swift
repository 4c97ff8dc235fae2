import BookModel
import Design
import Foundation
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

@Suite struct `Tables` {
  private static let names = ["Forme", "Galley", "Composing stick", "Quoin", "Furniture"]

  private func longRows(_ count: Int) -> [[String]] {
    (1...count).map { number in
      let use = number % 7 == 0 ? sentence : number % 3 == 0 ? "Keeps the measure even over many lines" : "Daily use"
      return ["\(number)", Self.names[number % 5], use, "\(number * 17).\(number % 10)0"]
    }
  }

  @Test func `run over pages cell by cell, no word lost, none past the margin`() async throws {
    let rows = longRows(110)
    let head = ["No.", "Name", "What it is for", "Price"]
    let made = try await setBook([table([.trailing, .leading, .leading, .trailing], head: head, rows: rows)])
    #expect(made.bodyPages.count > 3)
    let wanted = (head + rows.flatMap { $0 }).flatMap { $0.split(separator: " ").map(String.init) }
    #expect(made.words() == wanted)
    try made.expectInside()
    #expect(made.diagnostics.filter { $0.severity != .note && $0.code != "uneven-spread" } == [])
  }

  @Test func `say their head again on every page, as a shape and not as text`() async throws {
    let made = try await setBook([
      table([.leading, .leading], head: ["Number", "Use"], rows: longRows(110).map { [$0[0], $0[2]] })
    ])
    let first = try #require(made.bodyPages.first)
    let glyphs = { (page: Page, run: GlyphRun) in page.glyphs[run.glyphs].map(\.index) }
    let bold = try #require(first.runs.first?.font)
    let head = first.runs.filter { $0.font == bold }.map { glyphs(first, $0) }
    #expect(head.count == 2)
    for page in made.bodyPages.dropFirst() {
      let shapes = page.runs.filter(\.isShape)
      #expect(shapes.map { glyphs(page, $0) } == head)
      #expect(shapes.allSatisfy { $0.text.isEmpty })
      // on the first row, two rules about it, and the rows below
      let firstRow = try #require(shapes.first.map { page.glyphs[$0.glyphs.lowerBound].y })
      #expect(abs(firstRow - made.list.design.top.points - Double(made.list.firstBaseline) / 1024) < 0.01)
      #expect(page.rules.filter { $0.y < firstRow + 8 }.count == 2)
      #expect(page.runs.filter { !$0.isShape }.allSatisfy { page.glyphs[$0.glyphs.lowerBound].y > firstRow + 10 })
    }
  }

  @Test(arguments: 17...30) func `part no group of rows behind its first row`(rows: Int) async throws {
    let cells = (0..<49).map { row in
      [row % 7 == 0 ? Table.Cell([Inline("Group")], rows: 7) : Table.Cell.covered, Table.Cell([Inline("r\(row)")])]
    }
    let head = [[Table.Cell([Inline("Of")]), Table.Cell([Inline("What")])]]
    var design = PageDesign()
    design.bottom = Length(units: design.trim.height.units - design.top.units - rows * design.leading.units)
    let made = try await setBook(
      [prose(sentence), .table(Table(columns: [.leading, .leading], cells: head, rows: cells))], design: design)
    #expect(made.bodyPages.count > 1)
    for page in made.bodyPages {
      let numbers = page.runs.compactMap { page.said($0).hasPrefix("r") ? Int(page.said($0).dropFirst()) : nil }
      #expect(numbers.last.map { $0 % 7 != 0 } ?? true)
      #expect(numbers.first.map { $0 % 7 != 6 } ?? true)
    }
  }

  @Test func `say again what stands beside rows that a page parts`() async throws {
    let rows = (0..<60).map { row in
      [
        row % 20 == 0
          ? Table.Cell([Inline("Group")], rows: 20) : Table.Cell.covered, Table.Cell([Inline("r\(row)")]),
      ]
    }
    let head = [[Table.Cell([Inline("Of")]), Table.Cell([Inline("What")])]]
    let grouped = Table(columns: [.leading, .leading], cells: head, rows: rows)
    let made = try await setBook([.table(grouped)])
    #expect(made.words().count { $0 == "Group" } == 3)
    let first = try #require(made.bodyPages.first)
    let label = try #require(first.runs.first { first.said($0) == "Group" }).glyphs
    #expect(made.bodyPages.count > 1)
    for page in made.bodyPages.dropFirst() {
      let top = try #require(page.runs.filter { page.said($0).hasPrefix("r") }.first)
      guard Int(page.said(top).dropFirst()).map({ $0 % 20 != 0 }) == true else { continue }
      let y = page.glyphs[top.glyphs.lowerBound].y
      // beside the page's first row, as a shape: it is text once
      let shapes = page.runs.filter { $0.isShape && abs(page.glyphs[$0.glyphs.lowerBound].y - y) < 0.1 }
      #expect(shapes.map { page.glyphs[$0.glyphs].map(\.index) } == [first.glyphs[label].map(\.index)])
    }
  }

  @Test func `align their columns`() async throws {
    let rows = [["a", "bb", "1"], ["longer", "middle", "1,234"], ["", "x", "56"]]
    let made = try await setBook([table([.leading, .centre, .trailing], head: ["L", "M", "R"], rows: rows)])
    // the folio is a figure too
    let words = try made.pdf.sheets()[0].words.filter { $0.top < 200 }
    func word(_ text: String) throws -> PrintedBox {
      let found = try #require(words.first { $0.string == text })
      return PrintedBox(left: found.left, right: found.right)
    }
    #expect(abs(try word("a").left - word("longer").left) < 0.3)
    #expect(abs(try word("bb").middle - word("middle").middle) < 0.3)
    #expect(abs(try word("1").right - word("1,234").right) < 0.3)
    #expect(abs(try word("56").right - word("1,234").right) < 0.3)
  }

  @Test func `stand their figures with the points under each other, whatever the column asks for`() async throws {
    let rows = [["a", "1.5", "3.25%"], ["b", "22.75", "12%"], ["c", "333", "0.5%"], ["d", "4,444.125", "—"]]
    let made = try await setBook([table([.leading, .trailing, .leading], head: ["L", "Value", "Share"], rows: rows)])
    let words = try made.pdf.sheets()[0].words.filter { $0.top < 200 }
    func left(_ text: String) throws -> Double { try #require(words.first { $0.string == text }).left }
    func right(_ text: String) throws -> Double { try #require(words.first { $0.string == text }).right }
    // figures of one width: whole parts end where the others' do
    let figure = try right("333") - left("333")
    #expect(abs(try left("1.5") + figure / 3 - right("333")) < 0.3)
    #expect(abs(try left("22.75") + figure / 3 * 2 - right("333")) < 0.3)
    #expect(abs(try right("4,444.125") - right("Value")) < 0.5)
    #expect(abs(try left("3.25%") + figure / 3 - (left("12%") + figure / 3 * 2)) < 0.3)
    #expect(abs(try left("0.5%") - left("3.25%")) < 0.3)
  }

  @Test func `stand the lines of their head on the rule below it`() async throws {
    let long = "What the thing is for in the eyes of those who made it and of those who use it every day of the year"
    let made = try await setBook([
      table(
        [.leading, .leading, .leading], head: ["Name", long, long], rows: longRows(9).map { [$0[1], $0[2], $0[2]] })
    ])
    let words = try made.pdf.sheets()[0].words
    let name = try #require(words.first { $0.string == "Name" })
    let last = try #require(words.first { $0.string == "year" })
    #expect(abs(name.top - last.top) < 0.1)
  }

  private struct PrintedBox {
    var left, right: Double
    var middle: Double { (left + right) / 2 }
  }

  @Test func `too wide for type of 7.5 pt are set row below row, each cell under its column's name, no word broken`()
    async throws
  {
    let head = (1...9).map { "Heading\($0)" }
    let rows = (1...5).map { row in (1...9).map { $0 == 3 ? "Incomprehensibilities" : "r\(row)c\($0)" } }
    let made = try await setBook([table(Array(repeating: .leading, count: 9), head: head, rows: rows)])
    try made.expectInside()
    #expect(made.diagnostics.filter { $0.code == "table-stacked" }.count == 1)
    #expect(made.diagnostics.filter { $0.severity != .note && $0.code != "uneven-spread" } == [])
    // the head is text once, the names above the cells are shapes
    let letters = try made.runs().joined().map(\.text).joined().filter { $0.isLetter || $0.isNumber }
    #expect(letters == (head + rows.flatMap { $0 }).joined())
    #expect(made.words().filter { $0 == "Incomprehensibilities" }.count == 5)
    #expect(made.bodyPages.flatMap { $0.runs.filter(\.isShape) }.count >= 40)
    let sizes = try made.runs().joined().map(\.size)
    #expect(sizes.allSatisfy { $0 > 7.5 })
  }

  @Test(arguments: 22..<30)
  func `have their titles with them, above or below`(lines: Int) async throws {
    let before = (0..<lines).map { _ in prose("Line.") }
    let small = table([.leading, .leading], head: ["A", "B"], rows: [["one", "two"], ["three", "four"]])
    let above = try await setBook(before + [prose("Table 2. Of the winds"), small, prose("Behind it.")])
    let below = try await setBook(before + [small, prose(": Of the winds"), prose("Behind it.")])
    for made in [above, below] {
      let page = try #require(
        made.bodyPages.first { page in page.runs.map(page.said).contains { $0.contains("winds") } })
      for word in ["one", "three"] { #expect(page.runs.map(page.said).contains(word)) }
    }
    #expect(!below.words().contains(":"))
    let prosaic = try await setBook([small, prose("Table 2 shows the winds of the year.")])
    #expect(
      try #require(prosaic.bodyPages[0].runs.first { prosaic.bodyPages[0].said($0).contains("winds") }).font.size
        == prosaic.list.design.size)
    // between two tables it is the second one's
    let two = try await setBook(before + [small, prose("Table 2. Of the winds"), small, prose("Behind it.")])
    let sizes = two.bodyPages.flatMap { page in page.runs.filter { page.said($0).contains("winds") }.map(\.font.size) }
    #expect(sizes == [two.list.design.size])
  }

  @Test func `too wide and without a head have the cells of a row behind each other`() async throws {
    let rows = (1...12).map { row in (1...14).map { "cell\(row).\($0)" } }
    let cells = rows.map { $0.map { [Inline($0)] } }
    let made = try await setBook([
      .table(Table(columns: Array(repeating: .leading, count: 14), head: [], rows: cells, source: nowhere))
    ])
    try made.expectInside()
    #expect(made.words().filter { $0.hasPrefix("cell") } == rows.flatMap { $0 })
    #expect(made.bodyPages.count == 1)
  }

  @Test func `a little too wide are set in type of 7.5 pt at least, in columns`() async throws {
    let rows = (1...12).map { row in (1...7).map { "word\(row)and\($0)" } }
    let made = try await setBook([table(Array(repeating: .leading, count: 7), head: rows[0], rows: rows)])
    try made.expectInside()
    #expect(made.diagnostics.filter { $0.code == "table-stacked" || $0.code == "table-too-wide" } == [])
    #expect(try made.runs().joined().allSatisfy { $0.size > 7.49 })
  }

  @Test func `have even white between rows of one line and of many`() async throws {
    let long =
      "A cell that goes on and on until it has filled three lines or so of its column, and then some more words"
    let rows = (0..<30).map { ["\($0 % 2 == 0 ? "even" : "odd")", $0 % 3 == 0 ? long + long : "short", "x"] }
    let made = try await setBook([table([.leading, .leading, .leading], head: ["A", "B", "C"], rows: rows)])
    var gaps: Set<Int> = []
    for page in made.bodyPages {
      // the first cell of each row stands beside the row's first line
      let runs = page.runs.filter { !$0.isShape && page.glyphs[$0.glyphs.lowerBound].y < 540 }
      let ys = runs.map { page.glyphs[$0.glyphs.lowerBound].y }
      let firsts = runs.filter { ["even", "odd"].contains(page.said($0)) }
        .map { page.glyphs[$0.glyphs.lowerBound].y }.sorted()
      for y in firsts.dropFirst() {
        if let above = ys.filter({ $0 < y - 1 }).max() { gaps.insert(Int(((y - above) * 10).rounded())) }
      }
    }
    #expect(gaps.count == 1, "\(gaps)")
  }

  @Test(arguments: 17...34)
  func `of eight rows are never parted, and longer ones leave no row alone`(rows: Int) async throws {
    var blocks: [Block] = []
    for number in 0..<14 {
      blocks += (0...number % 4).map { _ in prose(sentence) }
      let count = number % 2 == 0 ? 8 : 3
      blocks.append(
        table([.leading, .leading], head: ["No", "Use"], rows: (0..<count).map { ["t\(number)r\($0)", "Daily use"] }))
    }
    var design = PageDesign()
    design.bottom = Length(units: design.trim.height.units - design.top.units - rows * design.leading.units)
    let made = try await setBook(blocks, design: design)
    var pages: [String: Set<Int>] = [:]
    for (number, page) in made.bodyPages.enumerated() {
      for word in page.runs.map(page.said) where word.first == "t" {
        let parts = word.dropFirst().split(separator: "r", omittingEmptySubsequences: false)
        if parts.count == 2, Int(parts[0]) != nil, Int(parts[1]) != nil {
          pages[String(parts[0]), default: []].insert(number)
        }
      }
    }
    #expect(pages.count == 14)
    #expect(pages.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test func `keep their notes under them, in small type`() async throws {
    let raised = Inline(.text("a"), style: InlineStyle(.superscript), source: nowhere)
    let notes: [Block] = [
      prose("* Only on the mainland."), .paragraph(Paragraph([raised, Inline(" Of both kinds.")], source: nowhere)),
      prose("Source: the almanac of the year before."),
    ]
    for lines in 20..<30 {
      let before = (0..<lines).map { _ in prose("Line.") }
      let small = table([.leading, .leading], head: ["A", "B"], rows: [["one*", "two"], ["three", "four"]])
      let made = try await setBook(before + [small] + notes + [prose("Text behind it.")])
      #expect(made.words().suffix(3) == ["Text", "behind", "it."])
      let page = try #require(
        made.bodyPages.first { page in page.runs.map(page.said).contains { $0.contains("almanac") } })
      for word in ["three", "mainland", "Of"] { #expect(page.runs.map(page.said).contains { $0.contains(word) }) }
      let size = try #require(page.runs.first { page.said($0).contains("almanac") }).font.size.points
      #expect(size < 10)
    }
  }

  @Test func `with more columns than the measure holds become lines`() async throws {
    let rows = (1...3).map { row in (1...40).map { "cell\(row).\($0)" } }
    let made = try await setBook([
      table(Array(repeating: .leading, count: 40), head: Array(repeating: "H", count: 40), rows: rows)
    ])
    try made.expectInside()
    #expect(made.words().filter { $0.hasPrefix("cell") } == rows.flatMap { $0 })
  }

  @Test func `part a row that is taller than a page`() async throws {
    let long = Array(repeating: sentence, count: 40).joined(separator: " ")
    let made = try await setBook([
      prose(sentence), table([.leading, .leading], head: ["Key", "Text"], rows: [["one", long], ["two", "short"]]),
    ])
    try made.expectInside()
    let text = made.words()
    #expect(text.filter { $0 == "compositor" }.count == 41)
    #expect(made.bodyPages.count >= 2)
    #expect(made.diagnostics.filter { $0.code == "broken-keep" } == [])
  }

  @Test func `of odd shapes are set: no rows, no columns, short rows, empty heads`() async throws {
    let empty = Table(columns: [], head: [], rows: [], source: nowhere)
    let uneven = Table(
      columns: [.leading], head: [[[], []]], rows: [[[Inline("one")], [Inline("two")]], [[Inline("three")]]],
      source: nowhere)
    let made = try await setBook([prose("Before."), .table(empty), .table(uneven), prose("After.")])
    #expect(made.words() == ["Before.", "one", "two", "three", "After."])
  }

  @Test func `in lists and quotations stand inside these`() async throws {
    let inner = table([.leading, .leading], head: ["A", "B"], rows: [[sentence, sentence]])
    let list = List(
      start: 1, isTight: false, items: [.init([prose("Item."), inner], source: nowhere)], source: nowhere)
    let made = try await setBook([.list(list), .quotation(Quotation([inner], source: nowhere))])
    try made.expectInside()
    #expect(made.words().filter { $0 == "compositor" }.count == 4)
  }

  @Test func `call notes from their cells`() async throws {
    let note = Note(mark: "*", blocks: [prose("The note of the cell.")], source: nowhere)
    let cell = [Inline("word"), Inline(.noteReference(NoteKey(0)), source: nowhere)]
    let rows = [[cell, [Inline("other")]], [[Inline("last")], [Inline("cell")]]]
    let noted = Table(
      columns: [.leading, .leading], head: [[[Inline("A")], [Inline("B")]]], rows: rows, source: nowhere)
    let made = try await setBook([.table(noted)], notes: [NoteKey(0): note])
    #expect(made.words().suffix(5) == ["The", "note", "of", "the", "cell."])
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `have columns that fit the room and hold their longest words`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<500 {
      let count = Int.random(in: 1...9, using: &numbers)
      let least = (0..<count).map { _ in PackedLength(clamping: Int.random(in: 0...60_000, using: &numbers)) }
      let natural = least.map { $0 + PackedLength(clamping: Int.random(in: 0...900_000, using: &numbers)) }
      let columns = TableColumns(least: least, natural: natural)
      let room = PackedLength(clamping: Int.random(in: 0...400_000, using: &numbers))
      let total = { (widths: [PackedLength]) in widths.reduce(0) { $0 + Int($1) } }
      if let widths = columns.widths(in: room) {
        #expect(total(widths) <= Int(room))
        #expect(zip(widths, least).allSatisfy { $0 >= $1 })
      } else {
        #expect(total(least) > Int(room))
        #expect(total(columns.brokenWidths(in: room)) <= Int(room))
      }
    }
  }

  @Test func `give a short column what it wants before a long one gains`() {
    let columns = TableColumns(least: [20, 30, 40], natural: [60, 500, 1_500])
    let widths = columns.widths(in: 300) ?? []
    #expect(widths.first == 60)
    #expect(widths[1] < widths[2])
    #expect(widths.reduce(0, +) <= 300)
  }
}

extension Page {
  /// What a run says.
  fileprivate func said(_ run: GlyphRun) -> String {
    String(decoding: text[run.text], as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }
}

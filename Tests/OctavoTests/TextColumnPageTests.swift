import BookModel
import Design
import Manuscript
import Octavo
import PageModel
import Testing
import Typesetting
import Units

/// Body text in columns, as it comes out on pages.
@Suite struct `Text in columns on pages` {
  private func list(_ text: String, columns: Int = 1, trim: String = "letter") throws -> PageList {
    let reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init())
    var design = PageDesign()
    design.take(try Trim.parse(trim))
    if columns > 1 { design.take(columns: columns) }
    return try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(reading.book).list
  }

  private func feet(_ page: PageRecord, of list: PageList) -> [Int: PackedLength] {
    var feet: [Int: PackedLength] = [:]
    for line in list.lines(of: page) where !line.column.isWhole {
      feet[line.column.index] = max(feet[line.column.index] ?? 0, line.y)
    }
    return feet
  }

  private let paragraphs = (1...90).map {
    "Paragraph number \($0). " + String(repeating: "Some words of it. ", count: 3 + $0 % 11)
  }

  @Test(arguments: [2, 3]) func `of a page and its facing page end on one line`(count: Int) throws {
    let list = try list("# One\n\n" + paragraphs.joined(separator: "\n\n"), columns: count)
    let pages = list.pages.filter { $0.kind == .text }
    #expect(pages.count >= 3)
    for (index, page) in pages.enumerated() {
      let feet = feet(page, of: list)
      #expect(feet.count == count, "page \(index)")
      // the last page's end level too, the last of them a few lines short
      if index + 1 < pages.count { #expect(Set(feet.values).count == 1, "page \(index): \(feet)") }
      let pitch = PackedLength(clamping: list.design.leading)
      #expect((feet.values.max() ?? 0) - (feet.values.min() ?? 0) <= pitch * 3, "page \(index): \(feet)")
    }
    // the chapter's title stands over all of them
    let opener = list.lines(of: pages[0])
    #expect(opener.contains { $0.column.isWhole })
    #expect(
      opener.filter { $0.column.isWhole }.allSatisfy { head in
        opener.filter { !$0.column.isWhole }.allSatisfy { $0.y > head.y }
      })
  }

  @Test func `go on below what stands across them`() throws {
    let across = "::: across\nThis stands across both of the columns, whatever is above it and below.\n:::"
    let list = try list(
      (["# One"] + paragraphs[..<6] + [across] + paragraphs[6..<14]).joined(separator: "\n\n"), columns: 2)
    let page = try #require(list.pages.first { $0.kind == .text })
    let lines = list.lines(of: page)
    let heights = lines.filter { $0.column.isWhole }.map(\.y)
    let wide = try #require(heights.max())
    #expect(
      lines.contains { !$0.column.isWhole && $0.y < wide } && lines.contains { !$0.column.isWhole && $0.y > wide })
  }

  @Test func `hold a fence of a book in one, and its notes`() throws {
    let text = """
      # One

      Before. \(paragraphs[0])

      ::: {columns=2}
      \(paragraphs[1..<6].joined(separator: "\n\n"))

      A word[^1] with a note.
      :::

      Behind.

      [^1]: The note's words.
      """
    let list = try list(text, trim: "6x9")
    let lines = list.pages.filter { $0.kind == .text }.flatMap { list.lines(of: $0) }
    #expect(Set(lines.map(\.column)) == [.whole, ColumnPlace(0, of: 2), ColumnPlace(1, of: 2)])
    // in the order they are read in
    let places = lines.map { $0.column.isWhole ? -1 : $0.column.index }
    #expect(places.reversed().drop { $0 == -1 }.first == 1)
    #expect(zip(places.filter { $0 >= 0 }, places.filter { $0 >= 0 }.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `have the numbers of their lines outside of them`() async throws {
    var design = PageDesign()
    design.take(try Trim.parse("letter"))
    design.take(columns: 2)
    design.lineNumberStep = 5
    let made = try await setBook(paragraphs.map { prose($0) }, design: design)
    let page = try #require(made.bodyPages.dropFirst().first)
    let left = design.leftMargin(isRecto: page.isRecto).points
    let numbers = page.runs.filter { run in
      Int(String(decoding: page.text[run.text], as: UTF8.self)) != nil
        && page.glyphs[run.glyphs.lowerBound].y > design.top.points
    }.map { page.glyphs[$0.glyphs.lowerBound].x - left }
    #expect(numbers.contains { $0 < 0 } && numbers.contains { $0 > design.measure.points })
  }

  @Test func `leave the numbers of their lines on the paper in a margin narrower than these and an em`() async throws {
    var design = PageDesign()
    (design.size, design.leading, design.lineNumberStep) = (Length(points: 18), Length(points: 22), 5)
    (design.inside, design.outside) = (Length(millimetres: 10), Length(millimetres: 10))
    let made = try await setBook(paragraphs.map { prose($0) }, design: design)
    var found = 0
    for page in made.bodyPages.prefix(4) {
      let (left, right) = (design.leftMargin(isRecto: page.isRecto).points, design.trim.width.points)
      for run in page.runs where Int(String(decoding: page.text[run.text], as: UTF8.self)).map({ $0 % 5 == 0 }) ?? false
      {
        let glyphs = page.glyphs[run.glyphs].map(\.x)
        guard let first = glyphs.min(), let last = glyphs.max(), first < left || first > left + design.measure.points
        else { continue }
        found += 1
        // a figure is less than half an em wide
        #expect(first > 3 && last + 9 < right - 3, "\(first) \(last)")
      }
    }
    #expect(found > 3)
  }

  @Test func `have call-outs in boxes as wide as a column`() async throws {
    var design = PageDesign()
    design.take(try Trim.parse("letter"))
    design.take(columns: 2)
    let box = Block.callout(Callout(.note, [prose(sentence)], source: nowhere))
    let made = try await setBook(paragraphs.flatMap { [prose($0), box] }, design: design)
    for page in made.bodyPages.dropLast() {
      let middle = design.leftMargin(isRecto: page.isRecto).points + design.measure.points / 2
      let shades = page.rules.filter { $0.isBehind && $0.width > 100 }
      #expect(shades.contains { $0.x > middle } && shades.contains { $0.x + $0.width < middle })
      #expect(shades.allSatisfy { $0.width < design.measure.points / 2 })
    }
  }

  @Test(arguments: [0, 10, 14, 16, 18, 20, 22, 24]) func `stand on the page of the heading above them`(filler: Int)
    throws
  {
    let text =
      (["# One"] + (0..<filler).map { "Line \($0)." } + ["## Zebra", "::: {columns=2}"] + paragraphs[..<4] + [":::"])
    let list = try list(text.joined(separator: "\n\n"), trim: "a5")
    let page = try #require(list.pages.first { page in list.lines(of: page).contains { !$0.column.isWhole } })
    let first = try #require(list.lines(of: page).first { !$0.column.isWhole })
    let above = try #require(list.lines(of: page).last { $0.column.isWhole && $0.y < first.y })
    if case .heading = list.blocks[above.block].role {} else { Issue.record("\(list.blocks[above.block].role) above") }
  }

  @Test func `leave notes that are called between them at the foot of the page`() throws {
    let across = "::: across\nAcross, with a note[^1].\n:::"
    let list = try list(
      (["# One", paragraphs[0], across] + paragraphs[1..<40] + ["[^1]: What the note says."]).joined(separator: "\n\n"),
      columns: 2)
    let page = try #require(list.pages.first { $0.kind == .text })
    let lines = list.lines(of: page)
    let note = try #require(
      lines.last { list.blocks[$0.block].role == .note || list.blocks[list.blocks[$0.block].parent].role == .note })
    #expect(note.column.isWhole)
    #expect(lines.filter { !$0.column.isWhole }.allSatisfy { $0.y < note.y })
  }

  @Test func `give way to formulas wider than one`() throws {
    let wide = "$$a+b+c+d+e+f+g+h+i+j+k = \\frac{a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t}{2}$$"
    let list = try list("# One\n\n\(paragraphs[0])\n\n\(wide)\n\n\(paragraphs[1])\n", columns: 2, trim: "a5")
    let room = list.design.measure.units / 2
    for picture in list.pictures where Int(picture.width) > room {
      #expect(list.lines.contains { $0.column.isWhole && $0.firstItem <= picture.item && picture.item < $0.endItem })
    }
    #expect(list.pictures.contains { Int($0.width) > room })
  }

  @Test func `are as many as leave a line some letters`() throws {
    let text = "# One\n\n" + paragraphs[..<20].joined(separator: "\n\n")
    let counts = try ["letter", "a5", "a6"].map { trim in
      Set(try list(text, columns: 3, trim: trim).lines.map(\.column.count)).max() ?? 0
    }
    #expect(counts[0] == 3 && counts[1] == 2 && counts[2] <= 2)
  }
}

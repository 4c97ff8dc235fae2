import Design
import Octavo
import TestSupport
import Testing
import Verification

/// Single pages whose lines are drawn whole, as those of sheets and for a press are: a tagged PDF draws
/// each block's by itself.
func untaggedPages(_ text: BookText) async throws -> PDFInspection? {
  guard let bytes = try text.bytes() else { return nil }
  var builder = BookBuilder(
    book: try readPlainBook(bytes, name: "\(text.testDescription).txt").book, design: Layout.single.design,
    fonts: BookBuilder.fontSource(folders: []))
  builder.wantsTags = false
  let output = try await builder.build()
  return try PDFInspection(MadeBooks.keep(output.pdf))
}

/// The geometry of sheets, measured on the PDF.
@Suite struct `A spread` {
  private static let books: [BookText] = [.sample, .generated(5), .shared("alice-pg11")]

  @Test(arguments: books)
  func `is exactly two trims wide`(text: BookText) async throws {
    guard let made = try await book(text, .spread) else { return }
    let pdf = try made.inspection()
    let sheets = try pdf.sheets()
    #expect(sheets.count == made.list.count / 2 + 1)
    for sheet in sheets {
      #expect(abs(sheet.width - 296 * 72 / 25.4) < 0.01)
      #expect(abs(sheet.height - 210 * 72 / 25.4) < 0.01)
    }
    for box in ["MediaBox", "TrimBox"] {
      let found = try #require(try pdf.boxes(ofPage: 1)[box])
      #expect(abs(found[2] - found[0] - 839.06) < 0.01 && abs(found[3] - found[1] - 595.28) < 0.01)
    }
  }

  @Test(arguments: books, [Layout.spread, .spreadBoundRight])
  func `holds every word where it stands on the single page, moved by nothing or by one trim`(
    text: BookText, layout: Layout
  ) async throws {
    guard let spread = try await book(text, layout) else { return }
    var design = layout.design
    design.isSpread = false
    let single = try #require(try await make(text, design: design))
    let trim = design.trim.width.points
    let sheets = try spread.inspection().sheets()
    let pages = try single.inspection().sheets()
    #expect(pages.count == spread.list.count)
    // page 0 alone, then two and two
    for (index, page) in pages.enumerated() {
      let sheet = try #require(sheets.indices.contains((index + 1) / 2) ? sheets[(index + 1) / 2] : nil)
      let isRecto = index % 2 == 0
      let isRight = isRecto == (layout == .spread)
      let half = sheet.words.filter { (($0.left + $0.right) / 2 > trim) == isRight }
      let shift = isRight ? trim : 0
      try expectSame(page.words, half, shift: shift, page: index)
      if index == 0 || (index == pages.count - 1 && !isRecto) {
        #expect(half.count == sheet.words.count, "page \(index) is not alone on its sheet")
      }
    }
  }

  /// The same words at the same places; a sheet's words come in another order than its pages'.
  private func expectSame(_ page: [PrintedWord], _ half: [PrintedWord], shift: Double, page index: Int) throws {
    func order(_ a: PrintedWord, _ b: PrintedWord) -> Bool {
      if a.string != b.string { return a.string < b.string }
      return abs(a.top - b.top) > 0.01 ? a.top < b.top : a.left < b.left
    }
    let (a, b) = (page.sorted(by: order), half.sorted(by: order))
    guard a.map(\.string) == b.map(\.string) else {
      let other = b.map(\.string).difference(from: a.map(\.string))
      Issue.record("page \(index) has other words on its sheet: \(other)")
      return
    }
    let far = zip(a, b).first { one, other in
      abs(one.left + shift - other.left) > 0.02 || abs(one.right + shift - other.right) > 0.02
        || abs(one.top - other.top) > 0.02 || abs(one.bottom - other.bottom) > 0.02
    }
    if let far { Issue.record("page \(index): \(far.0) became \(far.1)") }
  }

  @Test func `holds every glyph where it stands on the single page`() async throws {
    let single = try #require(try await untaggedPages(.sample))
    let spread = try #require(try await book(.sample, .spread)).inspection()
    let trim = PageDesign().trim.width.points
    let pages = try single.runs(pages: 6...13)
    let sheets = try spread.runs(pages: 4...7)
    #expect(pages.count == 8 && sheets.count == 4)
    for (index, sheet) in sheets.enumerated() {
      let (verso, recto) = (pages[2 * index], pages[2 * index + 1])
      #expect(sheet.count == verso.count + recto.count)
      for (run, (page, shift)) in zip(sheet, verso.map { ($0, 0) } + recto.map { ($0, trim) }) {
        #expect(run.text == page.text && run.font == page.font && run.size == page.size && run.stretch == page.stretch)
        #expect(abs(run.y - page.y) < 0.02)
        let isSame = zip(run.glyphs, page.glyphs).allSatisfy { abs($0 - $1 - shift) < 0.02 }
        #expect(isSame && run.glyphs.count == page.glyphs.count, "\(run.text)")
      }
    }
  }

  @Test(arguments: [Layout.spread, .spreadBoundRight])
  func `has the first page alone on the recto's half and a last verso alone on the verso's`(
    layout: Layout
  ) async throws {
    for paragraphs in [1, 2, 3] {
      // each long paragraph fills about one page
      var design = layout.design
      design.hasTitlePage = false
      var numbers = SeededNumbers(seed: 7)
      let text = generatedProse(&numbers, paragraphs: paragraphs, lengths: 330...340).joined(separator: "\n\n")
      let made = try #require(try await make(.text(text), design: design))
      let sheets = try made.inspection().sheets()
      #expect(try made.inspection().pageLabels().first?.label["/P"] == "u:1")
      let trim = design.trim.width.points
      func isRight(_ word: PrintedWord) -> Bool { word.left > trim }
      let rectoIsRight = layout == .spread
      #expect(sheets[0].words.allSatisfy { isRight($0) == rectoIsRight })
      #expect(sheets.count == made.list.count / 2 + 1)
      if made.list.count % 2 == 0, let last = sheets.last {
        #expect(!last.words.isEmpty && last.words.allSatisfy { isRight($0) != rectoIsRight })
      }
    }
  }

  @Test(arguments: [Layout.spread, .spreadBoundRight])
  func `is labelled by its pages`(layout: Layout) async throws {
    let made = try #require(try await book(.sample, layout))
    let labels = try made.inspection().pageLabels().sorted { $0.index < $1.index }.map { $0.label["/P"] ?? "" }
      .map { $0.hasPrefix("u:") ? String($0.dropFirst(2)) : $0 }
    var wanted = ["i"]
    let folios = made.list.pages.indices.map { made.list.label(ofPage: $0) }
    for page in stride(from: 1, to: folios.count, by: 2) {
      wanted.append(page + 1 < folios.count ? "\(folios[page])–\(folios[page + 1])" : folios[page])
    }
    #expect(labels == wanted)
    #expect(labels.contains("2–3"))
  }
}

@Suite struct `Single pages` {
  @Test(arguments: [
    (Layout.spineMin, PageDesign.Binding.left, true), (.spineMin, .right, false), (.spineMax, .left, false),
    (.spineMax, .right, true),
  ])
  func `bound at one edge have the inside margin there on every page`(
    layout: Layout, binding: PageDesign.Binding, isInsideLeft: Bool
  ) async throws {
    var design = layout.design
    design.binding = binding
    let made = try #require(try await make(.sample, design: design))
    let left = (isInsideLeft ? design.inside : design.outside).points
    try expectTextBlock(of: made) { _ in left }
  }

  @Test(arguments: [PageDesign.Binding.left, .right])
  func `of a two-sided book have the inside margin at the spine`(binding: PageDesign.Binding) async throws {
    var design = PageDesign()
    design.binding = binding
    let made = try #require(try await make(.sample, design: design))
    try expectTextBlock(of: made) { index in
      let isInsideLeft = (index % 2 == 0) == (binding == .left)
      return (isInsideLeft ? design.inside : design.outside).points
    }
  }

  /// Full lines begin at the margin and end at the measure, hanging marks aside.
  private func expectTextBlock(of made: MadeBook, left: (Int) -> Double) throws {
    for (index, sheet) in try made.inspection().sheets().enumerated() {
      let page = made.list.pages[index]
      guard page.kind == .text, sheet.words.count > 150 else { continue }
      let edge = left(index)
      let letters = sheet.words.filter { $0.string.first?.isLetter ?? false }
      let first = try #require(letters.map(\.left).min())
      #expect(abs(first - edge) < 0.5, "page \(index) begins at \(first), not at \(edge)")
      let ends = sheet.words.filter { $0.string.last?.isLetter ?? false }
      let last = try #require(ends.map(\.right).max())
      let measure = made.design.measure.points
      #expect(abs(last - edge - measure) < 0.5, "page \(index) ends at \(last), not at \(edge + measure)")
    }
  }

  @Test(arguments: [BookText.sample, .generated(6), .shared("alice-pg11")])
  func `are labelled with their printed folios`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    let pdf = try made.inspection()
    let ranges = try pdf.pageLabels().sorted { $0.index < $1.index }
    #expect(ranges.first?.index == 0)
    for (index, sheet) in try pdf.sheets().enumerated() {
      let range = try #require(ranges.last { $0.index <= index })
      let number = (Int(range.label["/St"] ?? "1") ?? 1) + index - range.index
      let label = range.label["/S"] == "/r" ? lowerRoman(number) : String(number)
      #expect(label == made.list.label(ofPage: index))
      guard made.list.pages[index].kind == .text else { continue }
      let foot = sheet.words.row { $0.top > made.textFoot }
      #expect(foot.map(\.string).joined(separator: " ") == "Page \(label)")
    }
  }

  /// Not the one under test.
  private func lowerRoman(_ number: Int) -> String {
    let tens = ["", "x", "xx", "xxx", "xl", "l"][number / 10]
    return tens + ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"][number % 10]
  }
}

extension MadeBook {
  /// Below it stand only folios: one row more than the text block, for long spreads.
  var textFoot: Double { design.top.points + Double(design.rows + 1) * design.leading.points }
}

extension Array where Element == PrintedWord {
  /// Those of some part of the page, from left to right.
  func row(_ isWanted: (PrintedWord) -> Bool) -> [PrintedWord] {
    filter(isWanted).sorted { $0.left < $1.left }
  }
}

import Design
import PDFReading
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// What holds on every page of every book; made-up books, by their seeds.
@Suite struct `On every page` {
  static let books: [BookText] = [.sample, .generated(11), .generated(12), .generated(13), .shared("alice-pg11")]

  @Test(arguments: books)
  func `words stand on the page and lines end by the measure`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    try expectWordsInside(made)
  }

  @Test(arguments: books)
  func `lines stand on the grid, inside the text block`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    let leading = PackedLength(clamping: made.design.leading)
    for (index, page) in made.list.pages.enumerated() where page.kind == .text {
      let lines = made.list.lines(of: page)
      #expect(!lines.isEmpty, "page \(index) is bare")
      // a long spread has one row more
      #expect(lines.allSatisfy { $0.y >= 0 && $0.y <= Int32(made.design.rows) * leading })
    }
  }

  @Test(arguments: books)
  func `folios run without a gap, rectos odd`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    let front = made.list.pages.prefix { $0.isRoman }
    let body = made.list.pages.dropFirst(front.count)
    #expect(front.map(\.folio) == front.indices.map { Int32($0 + 1) })
    #expect(body.map(\.folio) == (0..<body.count).map { Int32($0 + 1) })
    #expect(made.list.pages.enumerated().allSatisfy { $1.isRecto == ($0 % 2 == 0) })
    #expect(body.allSatisfy { $0.isRecto == ($0.folio % 2 == 1) })
    #expect(body.first?.isRecto == true)
  }

  @Test(arguments: books)
  func `head and folio stand on pages of text and of contents, and on no others`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    let title = made.list.title
    for (index, sheet) in try made.inspection().sheets().enumerated() {
      let page = made.list.pages[index]
      let head = sheet.words.row { $0.bottom < made.design.top.points }.map(\.string).joined(separator: " ")
      let foot = sheet.words.row { $0.top > made.textFoot }.map(\.string).joined(separator: " ")
      switch page.kind {
      case .text, .contents:
        #expect(head == title)
        #expect(foot == "Page \(made.list.label(ofPage: index))")
      case .title, .imprint:
        #expect(head == "" && foot == "")
      case .blank:
        #expect(sheet.words.isEmpty)
      }
    }
  }

  @Test(arguments: [BookText.sample, .generated(14), .generated(15), .generated(16), .shared("alice-pg11")])
  func `facing pages end level where the text runs on`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    #expect(made.diagnostics.filter { ["uneven-spread", "broken-keep"].contains($0.code) } == [])
    let pages = made.list.pages
    for index in stride(from: 1, to: pages.count - 2, by: 2) {
      let (verso, recto, next) = (pages[index], pages[index + 1], pages[index + 2])
      guard verso.kind == .text, recto.kind == .text, next.kind == .text, verso.chapter == recto.chapter,
        recto.chapter == next.chapter
      else { continue }
      let feet = [verso, recto].map { made.list.lines(of: $0).map(\.y).max() ?? 0 }
      #expect(feet[0] == feet[1], "pages \(verso.folio) and \(recto.folio)")
    }
  }

  @Test(arguments: [UInt64(21), 22, 23, 24])
  func `no paragraph leaves a line alone`(seed: UInt64) async throws {
    // Plain paragraphs, in the middle of a page: their first lines alone are indented.
    var numbers = SeededNumbers(seed: seed)
    let prose = generatedProse(&numbers, paragraphs: 120, lengths: 30...180)
    let made = try #require(try await make(.text(prose.joined(separator: "\n\n") + "\n"), design: PageDesign()))
    #expect(made.list.count > 20)
    #expect(made.diagnostics.filter { ["widow", "orphan", "uneven-spread"].contains($0.code) } == [])
    let indent = PackedLength(Double(made.design.size.units) * made.design.indent)
    func isFirst(_ line: LineRecord) -> Bool { line.x > indent / 2 }
    let pages = made.list.pages.filter { $0.kind == .text }.map { made.list.lines(of: $0) }
    for (index, lines) in pages.enumerated() {
      guard let top = lines.first, lines.count > 1, let foot = lines.last else { continue }
      if index > 0 { #expect(isFirst(top) || !isFirst(lines[1]), "a widow on page \(index + 1)") }
      if index < pages.count - 1 { #expect(!isFirst(foot), "an orphan on page \(index + 1)") }
    }
  }

  @Test(arguments: [UInt64(25), 26])
  func `no paragraph ends in a line of fewer than five letters, a divided word's rest neither`(seed: UInt64)
    async throws
  {
    var numbers = SeededNumbers(seed: seed)
    let prose = generatedProse(&numbers, paragraphs: 150, lengths: 30...120)
    // a narrow measure divides many words
    var design = PageDesign()
    design.outside = Length(millimetres: 48)
    let made = try #require(try await make(.text(prose.joined(separator: "\n\n") + "\n"), design: design))
    let indent = design.indent * design.size.points
    var ends = 0
    var short: [String] = []
    for (index, sheet) in try made.inspection().sheets().enumerated() where made.list.pages[index].kind == .text {
      let left = (made.list.pages[index].isRecto ? design.inside : design.outside).points
      let body = sheet.words.filter { $0.bottom > design.top.points + 6 && $0.top < made.textFoot }
      let lines = Dictionary(grouping: body) { Int($0.bottom.rounded()) }.sorted { $0.key < $1.key }.map(\.value)
      for (line, next) in zip(lines, lines.dropFirst()) {
        guard let nextLeft = next.map(\.left).min(), nextLeft > left + indent / 2 else { continue }
        guard let first = line.map(\.left).min(), first < left + indent / 2 else { continue }
        ends += 1
        let letters = line.flatMap(\.string).filter { $0.isLetter || $0.isNumber }.count
        if line.count == 1, letters < 5 { short.append(line[0].string) }
      }
    }
    #expect(ends > 40)
    #expect(short == [])
  }

  @Test(arguments: [BookText.generated(17), .generated(18), .shared("ru-tolstoy-hadji-murat")])
  func `notes begin on the page that calls them, in the order of their marks`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    var marks: [Int] = []
    let text = try PrintedText(made.pdf)
    for (index, page) in made.list.pages.enumerated() where page.kind == .text {
      let linked = text.runs.filter { Int($0.page) == index && $0.link >= 0 }
      func numbers(_ role: PrintedText.Role) -> [Int] {
        linked.filter { $0.role == role }.compactMap { Int(text.string($0).filter { $0 != " " }) }
      }
      let (calls, notes) = (numbers(.body), numbers(.note))
      #expect(calls == notes, "page \(page.folio)")
      marks += calls
    }
    #expect(marks == Array(1...max(1, made.book.notes.count)))
    #expect(!marks.isEmpty)
  }

  @Test func `a running head too long for the measure is cut at a word`() async throws {
    let title =
      "The Extraordinary and Entirely Truthful History of a Compositor Who Would Not Divide a Word at Any Price"
    var design = PageDesign()
    design.hasTitlePage = false
    let bytes = Array("CHAPTER I\n\nText.\n\nCHAPTER II\n\nMore text.\n".utf8)
    var reading = try readPlainBook(bytes)
    reading.book.metadata.title = title
    let made = try await make(reading, design: design)
    for (index, sheet) in try made.inspection().sheets().enumerated() where made.list.pages[index].kind == .text {
      let words = sheet.words.row { $0.bottom < design.top.points }
      let head = words.map(\.string).joined(separator: " ")
      #expect(head.hasSuffix("…"))
      let kept = String(head.dropLast())
      #expect(title.hasPrefix(kept) && title.dropFirst(kept.count).first == " ", "\(head)")
      #expect(Set(words.map { $0.top.rounded() }).count == 1)
      let (left, right) = (words.first?.left ?? 0, words.last?.right ?? 0)
      #expect(right - left <= design.measure.points && right - left > design.measure.points * 0.7)
    }
  }

  @Test func `heads and feet print what their templates say, or nothing`() async throws {
    var design = PageDesign()
    design.header = "{author}: {chapter}"
    design.footer = "{page} of {pages}"
    let made = try #require(try await make(.sample, design: design))
    let sheets = try made.inspection().sheets()
    for (index, page) in made.list.pages.enumerated() where page.kind == .text {
      let head = sheets[index].words.row { $0.bottom < design.top.points }.map(\.string).joined(separator: " ")
      let foot = sheets[index].words.row { $0.top > made.textFoot }.map(\.string).joined(separator: " ")
      #expect(head.hasPrefix("The Makers of Octavo: CHAPTER"))
      #expect(foot == "\(page.folio) of \(made.list.lastFolio)")
    }
    design.header = ""
    design.footer = ""
    let bare = try #require(try await make(.sample, design: design))
    for sheet in try bare.inspection().sheets() {
      #expect(sheet.words.allSatisfy { $0.bottom > design.top.points && $0.top < bare.textFoot })
    }
  }
}

/// No word past the paper, none past the measure but for hanging marks.
func expectWordsInside(_ made: MadeBook) throws {
  for (index, sheet) in try made.inspection().sheets().enumerated() {
    let page = made.list.pages[index]
    let left = (page.isRecto ? made.design.inside : made.design.outside).points
    let right = left + made.design.measure.points
    // Dashes and marks may hang into the margin by a part of their width: no more than a fifth of an em, stretched by
    // two in the hundred.
    let hang = made.design.size.points / 5 * 1.02
    let outside = sheet.words.filter { word in
      word.left < left - hang || word.right > right + hang || word.top < 0 || word.bottom > sheet.height
    }
    #expect(outside.isEmpty, "page \(index)")
  }
}

extension PageList {
  /// A page's lines as they stand on it, without what is hidden or is no text.
  func lines(of page: PageRecord) -> [LineRecord] {
    lines[Int(page.firstLine)..<Int(page.endLine)].filter { !$0.flags.contains(.isHidden) }
  }
}

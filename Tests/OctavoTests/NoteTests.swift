import BookModel
import Design
import Foundation
import Manuscript
import Octavo
import TestSupport
import Testing
import Units
import Verification

private let filler = String(repeating: "Plain words fill the page until it turns over. ", count: 7)
private func at(_ offset: Int = 0) -> Units.SourceLocation { Units.SourceLocation(offset: offset) }
private func call(_ key: Int) -> Inline { Inline(.noteReference(NoteKey(key)), source: at()) }
private func note(_ text: String) -> Note { Note(mark: "*", blocks: [.paragraph(Paragraph(text))], source: at()) }
private func chapter(_ title: String, _ blocks: [Block]) -> Section {
  Section(heading: Heading(title: [Inline(title)], source: at()), blocks: blocks)
}
private func paragraph(_ inlines: Inline...) -> Block { .paragraph(Paragraph(inlines, source: at())) }

/// Words of a page by lines, from the top; those of notes are smaller.
private struct Foot {
  var text: [String] = []
  var notes: [String] = []
  /// Left and right ends and height of rules above notes.
  init(_ runs: [PDFRun], design: PageDesign) {
    for run in runs.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      let words = run.text.trimmingCharacters(in: .whitespaces)
      guard !words.isEmpty else { continue }
      if abs(run.size - design.size.points * design[.note].scale) < 0.1 {
        notes.append(words)
      } else {
        text.append(words)
      }
    }
  }
}

@Suite struct `Notes` {
  private func feet(_ pdf: PDFInspection, _ design: PageDesign = PageDesign()) throws -> [Foot] {
    try pdf.runs().map { Foot($0, design: design) }
  }

  private func pages(of words: [String], in pdf: PDFInspection) throws -> [Int?] {
    let sheets = try pdf.sheets()
    return words.map { word in sheets.firstIndex { $0.words.contains { $0.string.hasPrefix(word) } } }
  }

  private func edition() throws -> ManuscriptReading {
    try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(Self.edition.utf8))], options: MarkdownOptions())
  }

  private static let edition = """
    # One

    Set out[^1], in good heart[^ed:1], with some[^2] fair wind[^ed:log]; and *all*[^ed:1] went well.

    [^1]: Hers own, of one line.
    [^2]: Tuesday.
    [^ed:1]: Harrow's log agrees.
    [^ed:log]: The log calls itself[^ed:inner] a diary.
    [^ed:inner]: Fol. 2.

    # Two

    Lay there[^ed:nine] for nine days.[^3]

    [^3]: Or ten.
    [^ed:nine]: The log has eleven.
    """

  @Test(
    arguments: PageDesign.NotePlace.allCases, ["auto", "foot", "end", "margin"])
  func `of two series are proved wherever each stands`(
    place: PageDesign.NotePlace, lettered: String
  ) async throws {
    var reading = try edition()
    reading.book.metadata.title = "A Book"
    var design = PageDesign()
    (design.inside, design.outside) = (Length(millimetres: 16), Length(millimetres: 50))
    design.take(notes: place)
    design.take(letteredNotes: PageDesign.NotePlace(rawValue: lettered))
    for numbers in PageDesign.NoteNumbers.allCases {
      design.noteNumbers = numbers
      let made = try await make(reading, design: design)
      let result = try made.verified(reading.verificationSources(for: design))
      #expect(result.isWhole, "\(numbers): \(result.lost) lost, \(result.extra) extra: \(result.differences.prefix(8))")
    }
  }

  @Test func `with letters stand below those with figures`() async throws {
    let sheets = try await make(try edition(), design: PageDesign()).inspection().sheets()
    let words = try #require(sheets.first { $0.words.contains { $0.string == "Tuesday." } }).words
    // as they begin their lines
    let lines = ["Hers", "Tuesday.", "Harrow", "The", "Fol."].map { first in words.last { $0.string.hasPrefix(first) } }
    let heights = try lines.map { try #require($0).middle }
    #expect(heights == heights.sorted() && Set(heights).count == heights.count, "\(heights)")
  }

  @Test func `called many times take room once, and all pages are full`() async throws {
    let note = note("Foot is a note of a line.")
    let often = (0..<40).map { _ in paragraph(call(0), Inline(filler), call(0), Inline(" And more. "), call(0)) }
    let once = (0..<40).map { number in
      paragraph(number == 0 ? call(0) : Inline("1"), Inline(filler), Inline("1 And more. 1"))
    }
    let many = try await make(Book(sections: [chapter("One", often)], notes: [NoteKey(0): note])).0
    let one = try await make(Book(sections: [chapter("One", once)], notes: [NoteKey(0): note])).0
    #expect(try many.sheets().count == one.sheets().count)
    #expect(try pages(of: ["Foot"], in: many) == pages(of: ["Foot"], in: one))
  }

  @Test func `stand on the page of their mark, at its foot`() async throws {
    let blocks = (0..<14).map { paragraph(Inline(filler), call($0), Inline(" Mark\($0) " + filler)) }
    let notes = Dictionary(uniqueKeysWithValues: (0..<14).map { (NoteKey($0), note("Foot\($0) is a note of a line.")) })
    let (pdf, _) = try await make(Book(sections: [chapter("One", blocks)], notes: notes))
    let sheets = try pdf.sheets()
    for key in 0..<14 {
      let mark = try pages(of: ["Mark\(key)"], in: pdf)[0]
      let foot = try pages(of: ["Foot\(key)"], in: pdf)[0]
      #expect(try #require(foot) <= #require(mark) && #require(mark) - #require(foot) <= 1)
      let page = sheets[try #require(foot)]
      let top = try #require(page.words.first { $0.string == "Foot\(key)" }?.top)
      #expect(page.words.filter { $0.string.hasPrefix("Mark") || $0.string == "Plain" }.allSatisfy { $0.top < top })
    }
  }

  @Test(arguments: PageDesign.NoteNumbers.allCases)
  func `begin again at 1 where asked, mark and note alike`(numbering: PageDesign.NoteNumbers) async throws {
    let one = (0..<6).map { paragraph(Inline(filler + filler), call($0), Inline(" " + filler)) }
    let two = (6..<9).map { paragraph(Inline(filler), call($0)) }
    let notes = Dictionary(uniqueKeysWithValues: (0..<9).map { (NoteKey($0), note("Foot\($0).")) })
    var design = PageDesign()
    design.noteNumbers = numbering
    let (pdf, _) = try await make(
      Book(sections: [chapter("One", one), chapter("Two", two)], notes: notes), design: design)
    var found: [[String]] = []
    for runs in try pdf.runs() {
      // marks are set at two thirds: of the text's size in the text, of the note's in the note
      let small = runs.filter {
        $0.size < design.size.points * 0.7 && !$0.text.trimmingCharacters(in: .whitespaces).isEmpty
      }
      let marks = small.filter { $0.size > design.size.points * 0.6 }.map {
        $0.text.trimmingCharacters(in: .whitespaces)
      }
      let feet = small.filter { $0.size < design.size.points * 0.6 }.map {
        $0.text.trimmingCharacters(in: .whitespaces)
      }
      #expect(marks == feet)
      if !marks.isEmpty { found.append(marks) }
    }
    let all = found.joined().compactMap { Int($0) }
    switch numbering {
    case .page: for page in found { #expect(page == (1...page.count).map(String.init)) }
    case .chapter: #expect(all == [1, 2, 3, 4, 5, 6, 1, 2, 3])
    case .book: #expect(all == Array(1...9))
    }
    #expect(all.count == 9)
  }

  @Test func `numbered by the page leave justified lines as long as the measure`() async throws {
    let blocks = (0..<12).map { paragraph(Inline(filler + "and a word"), call($0), Inline(" " + filler + filler)) }
    let notes = Dictionary(uniqueKeysWithValues: (0..<12).map { (NoteKey($0), note("Foot\($0) " + filler)) })
    var design = PageDesign()
    design.noteNumbers = .page
    design.sides = .leading
    let (pdf, _) = try await make(Book(sections: [chapter("One", blocks)], notes: notes), design: design)
    let right = design.inside.points + design.measure.points
    for sheet in try pdf.sheets() {
      let lines = Dictionary(
        grouping: sheet.words.filter { $0.string == "turns" || $0.string == "page" || $0.string == "words" },
        by: { ($0.bottom * 4).rounded() })
      for line in lines.values { #expect(line.allSatisfy { $0.right < right + 2 }) }
      // full lines end at the measure, hanging points apart
      let ends = Dictionary(grouping: sheet.words, by: { ($0.bottom * 2).rounded() }).values.compactMap {
        $0.map(\.right).max()
      }
      let full = ends.filter { $0 > right - 12 }
      #expect(full.allSatisfy { $0 > right - 4 && $0 < right + 4 }, "\(full)")
    }
  }

  @Test func `too long for their page go on at the foot of the next, with two lines on each side and a longer rule`()
    async throws
  {
    let long = (0..<60).map { "Word\($0) and some more words to fill the line of a note." }.joined(separator: " ")
    let blocks =
      [paragraph(Inline(filler + filler + filler), call(0), Inline(" " + filler))]
      + (0..<12).map { _ in paragraph(Inline(filler)) }
    let (pdf, output) = try await make(Book(sections: [chapter("One", blocks)], notes: [NoteKey(0): note(long)]))
    #expect(!output.diagnostics.contains { $0.severity == .warning }, "\(output.diagnostics)")
    let design = PageDesign()
    let sheets = try pdf.sheets()
    var counts: [Int] = []
    for runs in try pdf.runs() {
      let lines = Set(
        runs.filter { abs($0.size - design.size.points * design[.note].scale) < 0.05 }.map { ($0.y * 4).rounded() })
      if !lines.isEmpty { counts.append(lines.count) }
    }
    #expect(counts.count >= 2 && counts.allSatisfy { $0 >= 2 }, "\(counts)")
    // every word once and in order
    let words = sheets.flatMap(\.words).map(\.string).filter { $0.hasPrefix("Word") }
    #expect(words == (0..<60).map { "Word\($0)" })
    // no line of the note stands among the text's
    for sheet in sheets {
      guard let first = sheet.words.filter({ $0.string.hasPrefix("Word") }).map(\.top).min() else { continue }
      #expect(sheet.words.filter { $0.string == "Plain" }.allSatisfy { $0.bottom < first + 3 })
    }
  }

  @Test func `called by notes, headings and captions are set too`() async throws {
    let caption = Block.figure(Figure(image: nil, caption: [Inline("A caption"), call(2)], source: at()))
    let heading = Block.heading(Heading(level: 2, title: [Inline("Within"), call(1)], source: at()))
    let inner = Note(mark: "+", blocks: [paragraph(Inline("Outer"), call(4), Inline(" ends."))], source: at())
    let section = Section(
      heading: Heading(title: [Inline("One"), call(0)], source: at()),
      blocks: [
        paragraph(Inline(filler)), heading, paragraph(Inline(filler)), caption, paragraph(Inline(filler), call(3)),
      ])
    let notes = [0: note("Title."), 1: note("Heading."), 2: note("Caption."), 3: inner, 4: note("Inner.")]
    let (pdf, _) = try await make(
      Book(sections: [section], notes: Dictionary(uniqueKeysWithValues: notes.map { (NoteKey($0.key), $0.value) })))
    let words = try pdf.sheets().flatMap(\.words).map(\.string)
    for word in ["Title.", "Heading.", "Caption.", "Outer", "Inner."] {
      #expect(words.count { $0.hasSuffix(word) || $0.hasPrefix(word) } == 1, "\(word)")
    }
    #expect(try pdf.links().count == 10)
  }

  @Test func `that call each other end`() async throws {
    let notes = [
      NoteKey(0): Note(mark: "", blocks: [paragraph(Inline("There"), call(1))], source: at()),
      NoteKey(1): Note(mark: "", blocks: [paragraph(Inline("Back"), call(0), call(1))], source: at()),
    ]
    let (pdf, _) = try await make(Book(sections: [chapter("One", [paragraph(Inline(filler), call(0))])], notes: notes))
    let words = try pdf.sheets().flatMap(\.words).map(\.string)
    #expect(words.count { $0.contains("There") } == 1 && words.count { $0.contains("Back") } == 1)
  }

  @Test func `hold lists, verse and quotations`() async throws {
    let list = List(
      isTight: true,
      items: [
        List.Item([paragraph(Inline("First item."))], source: at()),
        List.Item([paragraph(Inline("Second item."))], source: at()),
      ], source: at())
    let verse = Verse(
      [
        Verse.Stanza([
          Verse.Line([Inline("A line of verse")], source: at()), Verse.Line([Inline("and another")], source: at()),
        ])
      ], source: at())
    let blocks: [Block] = [
      paragraph(Inline("Begins.")), .list(list), .verse(verse),
      .quotation(Quotation([paragraph(Inline("Quoted."))], source: at())),
    ]
    let book = Book(
      sections: [chapter("One", [paragraph(Inline(filler), call(0))])],
      notes: [NoteKey(0): Note(mark: "", blocks: blocks, source: at())])
    let (pdf, _) = try await make(book)
    let page = try #require(try pdf.sheets().last)
    let order = ["Begins.", "First", "Second", "verse", "another", "Quoted."]
    let tops = try order.map { word in try #require(page.words.first { $0.string == word }).top }
    #expect(tops == tops.sorted() && Set(tops).count == tops.count)
    #expect(try #require(tops.last) < PageDesign().top.points + Double(PageDesign().rows) * PageDesign().leading.points)
  }

  @Test func `have headings no larger than their text, and italic`() async throws {
    let blocks: [Block] = [
      paragraph(Inline("Begins.")), .heading(Heading(level: 2, title: [Inline("Within")], source: at())),
      paragraph(Inline("Goes on.")),
    ]
    let book = Book(
      sections: [chapter("One", [paragraph(Inline(filler), call(0))])],
      notes: [NoteKey(0): Note(mark: "", blocks: blocks, source: at())])
    let (pdf, _) = try await make(book)
    let run = try #require(try pdf.runs().joined().first { $0.text.hasPrefix("Within") })
    let design = PageDesign()
    #expect(abs(run.size - design.size.points * design[.note].scale) < 0.1)
    #expect(run.font.contains("Italic"))
  }

  @Test func `that begin with verse or a list have their marks in the white before these`() async throws {
    let verse = Verse(
      [
        Verse.Stanza([
          Verse.Line([Inline("Sing, goddess")], source: at()), Verse.Line([Inline("and rest")], source: at()),
        ])
      ],
      source: at())
    let list = List(isTight: true, items: [List.Item([paragraph(Inline("First item."))], source: at())], source: at())
    let table = Table(
      columns: [.leading], head: [], rows: [[[Inline("cell")]]], source: at())
    let book = Book(
      sections: [chapter("One", [paragraph(Inline(filler), call(0), call(1), call(2))])],
      notes: [
        NoteKey(0): Note(mark: "", blocks: [.verse(verse)], source: at()),
        NoteKey(1): Note(mark: "", blocks: [.list(list)], source: at()),
        NoteKey(2): Note(mark: "", blocks: [.table(table)], source: at()),
      ])
    let (pdf, _) = try await make(book)
    let page = try #require(try pdf.sheets().last)
    func isBeside(_ mark: String, _ word: String) throws -> Bool {
      let bottom = try #require(page.words.last { $0.string == word }).bottom
      return page.words.contains { $0.string == mark && abs($0.bottom - bottom) < 6 }
    }
    #expect(try isBeside("1", "Sing,") && isBeside("2", "First"))
    // not of what has no white there
    #expect(try !isBeside("3", "cell"))
  }

  @Test func `leave the text its own space behind their marks`() async throws {
    let text = paragraph(Inline("one two three"), call(0), Inline(" four five"))
    var design = PageDesign()
    design.isJustified = false
    let (pdf, _) = try await make(
      Book(sections: [chapter("One", [text])], notes: [NoteKey(0): note("Below.")]), design: design)
    let words = try #require(try pdf.sheets().last).words
    func place(_ word: String) throws -> Int { try #require(words.firstIndex { $0.string == word }) }
    let plain = try words[place("two")].left - words[place("one")].right
    let four = try place("four")
    #expect(abs(words[four].left - words[four - 1].right - plain) < 0.3)
  }

  @Test func `stand at the end of the book when asked, linked both ways`() async throws {
    let notes = Dictionary(uniqueKeysWithValues: (0..<3).map { (NoteKey($0), note("Foot\($0) is a note.")) })
    let sections = [
      chapter("Arrival", [paragraph(Inline(filler), call(0), Inline(" " + filler), call(1))]),
      chapter("Departure", [paragraph(Inline(filler), call(2))]),
    ]
    var design = PageDesign()
    design.hasEndnotes = true
    design.noteNumbers = .chapter
    let (pdf, output) = try await make(Book(sections: sections, notes: notes), design: design)
    #expect(output.diagnostics.isEmpty)
    let last = try #require(try pdf.sheets().last)
    let words = last.words.map(\.string)
    let order = ["Notes", "Arrival", "1.", "Foot0", "2.", "Foot1", "Departure", "1.", "Foot2"]
    var rest = words[...]
    for word in order {
      let index = rest.firstIndex(of: word)
      #expect(index != nil, "\(word) in \(words)")
      rest = rest[(index ?? rest.startIndex)...].dropFirst()
    }
    #expect(try pdf.sheets().dropLast().allSatisfy { !$0.words.contains { $0.string.hasPrefix("Foot") } })
    // contents entries apart
    let links = try pdf.links().filter { ($0.height ?? 0) > 0.01 }
    #expect(links.count == 6)
    let sheet = try pdf.sheets().count
    #expect(
      links.count { $0.target == sheet && $0.page != sheet } == 3
        && links.count { $0.page == sheet && $0.target != sheet } == 3)
  }
}

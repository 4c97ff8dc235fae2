import BookModel
import Design
import Foundation
import Octavo
import TestSupport
import Testing
import Units

private let filler = String(repeating: "Plain words fill the page until it turns over. ", count: 7)
private func at(_ offset: Int = 0) -> Units.SourceLocation { Units.SourceLocation(offset: offset) }
private func call(_ key: Int) -> Inline { Inline(.noteReference(NoteKey(key)), source: at()) }
private func note(_ text: String, _ aside: Note.Aside? = nil) -> Note {
  var note = Note(mark: "*", blocks: [.paragraph(Paragraph(text))], source: at())
  note.aside = aside
  return note
}
private func paragraph(_ inlines: Inline...) -> Block { .paragraph(Paragraph(inlines, source: at())) }

/// What stands on a page, by its size: lines of text and of notes, each with its ends and its baseline.
private struct Sides {
  struct Line {
    var text = ""
    var left = Double.infinity
    var right = 0.0
    var y: Double
  }
  var text: [Line] = []
  var notes: [Line] = []

  init(_ runs: [PDFRun], _ design: PageDesign) {
    let small = design.size.points * design[.note].scale
    for run in runs where !run.text.trimmingCharacters(in: .whitespaces).isEmpty {
      if abs(run.size - small) < 0.1 {
        Sides.add(run, to: &notes)
      } else if abs(run.size - design.size.points) < 0.1, run.y > design.top.points,
        run.y < (design.trim.height - design.bottom).points
      {
        Sides.add(run, to: &text)
      }
    }
    text.sort { $0.y < $1.y }
    notes.sort { $0.y < $1.y }
  }

  private static func add(_ run: PDFRun, to lines: inout [Line]) {
    let index = lines.firstIndex { abs($0.y - run.y) < 0.1 } ?? lines.count
    if index == lines.count { lines.append(Line(y: run.y)) }
    lines[index].text += run.text
    lines[index].left = min(lines[index].left, run.x)
    lines[index].right = max(lines[index].right, run.x)
  }
}

@Suite struct `Notes in the margin` {
  private var design: PageDesign {
    var design = PageDesign()
    design.take(notes: .margin)
    return design
  }

  private func made(
    _ blocks: [Block], notes: [NoteKey: Note], _ design: PageDesign
  ) async throws -> (pages: [Sides], pdf: PDFInspection) {
    let book = Book(
      sections: [Section(heading: Heading(title: [Inline("One")], source: at()), blocks: blocks)], notes: notes)
    let pdf = try await make(book, design: design).0
    return (try pdf.runs().map { Sides($0, design) }, pdf)
  }

  @Test func `stand in the outside margin, by the lines that call them`() async throws {
    let blocks = (0..<24).map { paragraph(Inline(filler), call($0), Inline(" Mark\($0) " + filler)) }
    let notes = Dictionary(uniqueKeysWithValues: (0..<24).map { (NoteKey($0), note("Foot\($0) is a note.")) })
    let design = design
    let (pages, pdf) = try await made(blocks, notes: notes, design)
    var found = 0
    for (index, page) in pages.enumerated() where !page.text.isEmpty {
      let isRecto = index % 2 == 0
      let left = design.leftMargin(isRecto: isRecto).points
      for line in page.notes {
        #expect(isRecto ? line.left > left + design.measure.points : line.right < left)
        guard line.text.contains("Foot") else { continue }
        found += 1
        // short notes of one line that nothing pushes away
        let key = line.text.drop { !$0.isNumber }.prefix { $0.isNumber }
        let isBeside = page.text.contains { abs($0.y - line.y) < 0.1 }
        #expect(isBeside, "note \(key) on no line")
      }
    }
    #expect(found == 24)
    let sheets = try pdf.sheets()
    for key in 0..<24 {
      let foot = sheets.firstIndex { $0.words.contains { $0.string == "Foot\(key)" } }
      let mark = sheets.firstIndex { $0.words.contains { $0.string == "Mark\(key)" } }
      #expect(try #require(mark) - #require(foot) <= 1)
    }
  }

  @Test func `never meet, never pass the foot, and are all there`() async throws {
    var dice: UInt64 = 11
    func roll(_ sides: UInt64) -> Int {
      dice = dice &* 6_364_136_223_846_793_005 &+ 1
      return Int((dice >> 33) % sides)
    }
    var notes: [NoteKey: Note] = [:]
    let blocks = (0..<60).map { number -> Block in
      var inlines = [Inline(String(filler.prefix(50 + roll(300))))]
      for part in 0..<roll(4) {
        let key = number * 4 + part
        let words = (0..<roll(90) + 1).map { "w\(key)x\($0)" }.joined(separator: " ")
        notes[NoteKey(key)] = note(words)
        inlines += [call(key), Inline(String(filler.prefix(40 + roll(200))))]
      }
      return .paragraph(Paragraph(inlines, source: at()))
    }
    let design = design
    let (pages, pdf) = try await made(blocks, notes: notes, design)
    let noteLeading = design.leading.points * design[.note].scale
    // a spread may be a line longer
    let foot = design.top.points + Double(design.rows + 1) * design.leading.points
    for page in pages {
      for (line, next) in zip(page.notes, page.notes.dropFirst()) { #expect(next.y - line.y > noteLeading - 0.1) }
      #expect(page.notes.allSatisfy { $0.y < foot && $0.y > design.top.points })
    }
    let printed = try pdf.sheets().flatMap { $0.words.map(\.string) }.filter { $0.hasPrefix("w") && $0.contains("x") }
    let expected = notes.keys.sorted().flatMap { key -> [String] in
      guard case .paragraph(let paragraph)? = notes[key]?.blocks.first else { return [] }
      return paragraph.inlines.plainText.split(separator: " ").map(String.init)
    }
    #expect(Set(printed) == Set(expected))
  }

  @Test func `have a page for themselves rather than be lost`() async throws {
    let long = (0..<900).map { "n\($0)" }.joined(separator: " ")
    let (_, pdf) = try await made([paragraph(Inline("Short."), call(0))], notes: [NoteKey(0): note(long)], design)
    let words = Set(try pdf.sheets().flatMap { $0.words.map(\.string) })
    #expect((0..<900).allSatisfy { words.contains("n\($0)") })
  }

  @Test func `stand there one by one where other notes are at the foot`() async throws {
    var design = PageDesign()
    design.outside = Length(millimetres: 50)
    let notes = [NoteKey(0): note("Foot here."), NoteKey(1): note("Beside here.", .unnumbered)]
    let (pages, pdf) = try await made(
      [paragraph(Inline(filler), call(0), Inline(" more "), call(1), Inline(filler))], notes: notes, design)
    let page = try #require(pages.first { !$0.notes.isEmpty })
    let beside = try #require(page.notes.first { $0.text.contains("Beside") })
    let foot = try #require(page.notes.first { $0.text.contains("Foot") })
    #expect(page.text.contains { abs($0.y - beside.y) < 0.1 } && beside.left > foot.left + design.measure.points)
    #expect(foot.y > beside.y)
    // without room it is a note as others are, with a number
    let narrow = try await made(
      [paragraph(Inline(filler), call(0), Inline(" more "), call(1), Inline(filler))], notes: notes, PageDesign())
    let feet = try #require(narrow.pages.first { !$0.notes.isEmpty }).notes
    #expect(feet.map(\.text).joined().contains("Beside") && feet.allSatisfy { $0.y > foot.y - 20 })
    #expect(try narrow.pdf.sheets().flatMap { $0.words.map(\.string) }.contains { $0.hasSuffix("2") })
    #expect(try !pdf.sheets().flatMap { $0.words.map(\.string) }.contains { $0.hasSuffix("over.2") })
  }

  @Test func `widen their margin as the trim allows, never under what is wished for by hand`() throws {
    for (name, least) in [("a6", 24.0), ("a5", 35), ("6x9", 35), ("a4", 55), ("letter", 55)] {
      var design = PageDesign()
      design.take(try Trim.parse(name))
      design.take(notes: .margin)
      #expect(design.marginWidth.millimetres > least, "\(name)")
      let letters = design.measure.points / (0.376 * design.size.points)
      #expect((45...75).contains(letters), "\(name): \(letters) letters")
      try design.validate()
      design.outside = Length(millimetres: 25)
      #expect(throws: PageDesign.Problem.self) { try design.validate() }
    }
    var columns = design
    columns.columns = 2
    #expect(throws: PageDesign.Problem.noMarginForNotes) { try columns.validate() }
  }

  @Test func `are notes of their pages for who reads these`() throws {
    let book = Book(
      sections: [Section(heading: nil, blocks: [paragraph(Inline(filler), call(0), Inline(" " + filler))])],
      notes: [NoteKey(0): note("Beside.")])
    let paginator = try Paginator(book: book, design: design)
    #expect(paginator.noteTexts(ofPage: 0) == ["Beside.\n"])
  }
}

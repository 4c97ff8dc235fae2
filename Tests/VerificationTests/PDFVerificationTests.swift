import Foundation
import PageModel
import TestSupport
import Testing
import Units
import Verification

private let text = """
  The of\u{FB01}ce of the White Rabbit stood by the hyphenated
  hedge -- "Mary Ann!" it said... and then the rabbit-hole went
  straight on like a tunnel for some way.
  """

private func source(_ text: String) -> VerificationSource {
  VerificationSource(file: SourceFile(name: "book.txt", text: Array(text.utf8)))
}

@Suite struct `A PDF read back` {
  @Test(arguments: PDFReader.allCases)
  func `head and folio are set aside and hyphens and ligatures compare`(reader: PDFReader) throws {
    var pdf = PDFWriter()
    pdf.text("A TITLE PAGE", x: 100, y: 200, size: 20)
    pdf.newPage()
    pdf.text("The Rabbit", x: 120, y: 30)
    pdf.text("The Office \u{2014}", x: 40, y: 340, size: 7)
    pdf.lines([
      "The of\u{FB01}ce of the White Rabbit stood by the hy-",
      "phenated hedge\u{2014}\u{201C}Mary Ann!\u{201D} it said\u{2026} and",
    ])
    pdf.text("Page 1", x: 130, y: 380)
    pdf.newPage()
    pdf.text("The Rabbit", x: 120, y: 30)
    pdf.lines(["then the rabbit-", "hole went straight on like a tunnel for some way."])
    pdf.text("Page 2", x: 130, y: 380)
    let path = try pdf.writeTemporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let frame = PageTraits.Box(top: 40, bottom: 320)
    let layout = PrintedLayout(
      pages: [.init(isSetAside: true), .init(folio: "1", frame: frame), .init(folio: "2", frame: frame)])
    let result = try verify(pdf: path, VerificationInput(sources: [source(text)], layout: layout), reader: reader)
    #expect(result.isWhole, "\(result.differences)")
    #expect(result.sheets == 3)
    // Without the frame heads and folios are words that the manuscript has not.
    let open = PrintedLayout(pages: [.init(isSetAside: true)])
    let all = try verify(pdf: path, VerificationInput(sources: [source(text)], layout: open), reader: reader)
    // Two heads, two folios and the line at the foot, of two words each.
    #expect(all.lost + all.moved == 0)
    #expect(all.extra == 10)
  }

  @Test(arguments: PDFReader.allCases)
  func `the left page of a spread comes before the right one`(reader: PDFReader) throws {
    var pdf = PDFWriter(width: 600, height: 400)
    // Drawn line by line across the sheet, right before left.
    for (row, pair) in [("one two three", "seven eight nine"), ("four five six", "ten eleven twelve")].enumerated() {
      pdf.text(pair.1, x: 340, y: 60 + 14 * Double(row))
      pdf.text(pair.0, x: 40, y: 60 + 14 * Double(row))
    }
    let path = try pdf.writeTemporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let words = "one two three four five six seven eight nine ten eleven twelve"
    let left = PrintedLayout.PageOnSheet(page: 0, x: 0, y: 0)
    let right = PrintedLayout.PageOnSheet(page: 1, x: 300, y: 0)
    let spread = VerificationInput(
      sources: [source(words)], layout: PrintedLayout(sheets: [[left, right]], width: 300, height: 400))
    #expect(try verify(pdf: path, spread, reader: reader).isWhole)
    let single = VerificationInput(sources: [source(words)])
    #expect(try verify(pdf: path, single, reader: reader).moved > 0)
    let backward = PrintedLayout(
      sheets: [[.init(page: 1, x: 0, y: 0), .init(page: 0, x: 300, y: 0)]], width: 300, height: 400)
    let turned = "seven eight nine ten eleven twelve one two three four five six"
    #expect(
      try verify(pdf: path, VerificationInput(sources: [source(turned)], layout: backward), reader: reader).isWhole)
  }

  @Test func `a small mark after a word is set aside`() throws {
    var pdf = PDFWriter()
    pdf.text("He spoke of it", x: 40, y: 60)
    pdf.text("12", x: 103.5, y: 56, size: 6.5)
    pdf.text("at length.", x: 113, y: 60)
    let path = try pdf.writeTemporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    for text in ["He spoke of it[3] at length.", "He spoke of it at length."] {
      let result = try verify(pdf: path, VerificationInput(sources: [source(text)]))
      #expect(result.isWhole, "\(result.differences)")
    }
  }

  @Test func `what is no PDF is an error that names the reader`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-\(UUID().uuidString).pdf").path
    try Data("no PDF".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: VerificationError.readerFailed(program: "pdftotext", status: 1)) {
      try verify(pdf: path, VerificationInput(sources: [source(text)]))
    }
    #expect(throws: VerificationError.readerMissing(program: "octavo-has-no-such-program")) {
      try outputOfProgram("octavo-has-no-such-program", [])
    }
    let missing = VerificationError.readerMissing(program: "pdftotext").diagnostic(pdf: "a.pdf")
    #expect(missing.message == "cannot verify \"a.pdf\": \"pdftotext\" not found")
    #expect(missing.help == "install it: apt-get install poppler-utils")
  }
}

@Suite struct `Test support` {
  private func twoLines(shift: Double = 0) throws -> (PDFInspection, String) {
    var pdf = PDFWriter()
    pdf.text("Down the Rabbit-Hole", x: 90, y: 60, size: 15)
    pdf.text("Alice was beginning", x: 40 + shift, y: 90)
    let path = try pdf.writeTemporary()
    return (try PDFInspection(path), path)
  }

  @Test func `runs come with font, size and baseline`() throws {
    let (pdf, path) = try twoLines()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let runs = try #require(try pdf.runs().first)
    #expect(runs.map(\.text) == ["Down the Rabbit-Hole", "Alice was beginning"])
    #expect(runs.map(\.size) == [15, 11])
    #expect(runs.map(\.x) == [90, 40])
    #expect(runs.map(\.y) == [60, 90])
    #expect(try pdf.sheets().first?.words.count == 6)
    #expect(try pdf.information()["Pages"] == "1")
    #expect(try pdf.boxes(ofPage: 1)["MediaBox"] == [0, 0, 300, 400])
    let font = try #require(try pdf.fonts().first)
    #expect(font.name == "Times-Roman")
    #expect(font.type == "Type 1")
    #expect(!font.isEmbedded && !font.isSubset && !font.hasUnicode)
    #expect(try pdf.outline() == [])
    #expect(try pdf.pageLabels().isEmpty)
    #expect(try pdf.complaints() == [])
  }

  @Test func `a golden holds positions to 0.02 pt`() throws {
    let (pdf, path) = try twoLines()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try goldenMismatches("two-lines", pdf) == [])
    guard ProcessInfo.processInfo.environment["OCTAVO_RECORD"] != "1" else { return }
    for (shift, isSame) in [(0.015, true), (0.05, false)] {
      let (moved, path) = try twoLines(shift: shift)
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(try goldenMismatches("two-lines", moved).isEmpty == isSame)
    }
    #expect(try goldenMismatches("unlisted", pdf) == ["golden \"unlisted\" is not on the list in GoldenNames.swift"])
  }

  @Test func `every golden on disk is on the list and every listed one is there`() throws {
    #expect(try strayGoldens() == [])
  }
}

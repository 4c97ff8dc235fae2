import Files
import Foundation
import PDFReading
import TestSupport
import Testing
import Units
import Verification

@Suite struct `A PDF read back` {
  private func input(_ text: String) -> VerificationInput {
    VerificationInput(sources: [VerificationSource(file: SourceFile(name: "book.txt", text: Array(text.utf8)))])
  }

  @Test func `what is no PDF, or has no structure, is an error`() throws {
    #expect(throws: VerificationError.self) { try verify(Array("no PDF".utf8), input("words")) }
    var pdf = PDFWriter()
    pdf.text("Words", x: 40, y: 60)
    let path = try pdf.writeTemporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: VerificationError.noStructure) {
      try verify([UInt8](Data(contentsOf: URL(fileURLWithPath: path))), input("Words"))
    }
    #expect(throws: ProcessError.missing(program: "octavo-has-no-such-program")) {
      try outputOfProgram("octavo-has-no-such-program", [])
    }
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

import Design
import Imposition
import Octavo
import PDFReading
import TestSupport
import Testing
import Verification

/// Sheets, spreads and what goes to a printer are proved by the same pages in a file that has a structure.
@Suite struct `A file without structure` {
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case print, spread, untagged, booklet
    var testDescription: String { rawValue }
  }

  private static func builder(_ kind: Kind) throws -> BookBuilder {
    let reading = try readPlainBook(Array(generatedManuscript(seed: 5).utf8))
    var design = PageDesign()
    design.isSpread = kind == .spread
    var builder = BookBuilder(book: reading.book, design: design, fonts: BookBuilder.fontSource(folders: []))
    builder.isReadBack = true
    builder.wantsTags = kind != .untagged
    if kind == .print { builder.target = .print }
    if kind == .booklet {
      builder.sheets = SheetRequest(plan: ImpositionPlan(scheme: .booklet, sheet: nil))
    }
    return builder
  }

  @Test(arguments: Kind.allCases) func `is whole, and what is changed on it is found`(kind: Kind) async throws {
    let builder = try Self.builder(kind)
    let output = try await builder.build()
    let twin = try await #require(builder.twin).build()
    let (text, whole) = (try PrintedText(twin.pdf), try PrintedText(output.pdf))
    #expect(!whole.hasStructure)
    let proof = SheetProof(by: text, twin.textPlaces, layout: output.textPlaces)
    func apart(_ change: (inout PrintedText) -> Void = { _ in }) -> Int {
      var file = whole
      change(&file)
      var result = VerificationResult()
      proof.add([file], to: &result)
      return result.sheetsApart
    }
    #expect(apart() == 0)
    let sheet = whole.contents.count / 2
    let line = try #require(whole.contents[sheet].firstIndex { $0.text.count > 20 })
    #expect(apart { $0.contents[sheet].remove(at: line) } == 1, "a line is missing")
    #expect(apart { $0.contents[sheet].insert($0.contents[sheet][line], at: line) } == 1, "a line is there twice")
    #expect(apart { $0.contents[sheet][line].y += 1 } == 1, "a line stands too high")
    #expect(apart { $0.contents[sheet][line].x += 1 } == 1, "a line stands too far to the right")
    #expect(
      apart { $0.contents[sheet][line].text = $0.contents[sheet][line].text.dropLast(3) } == 1, "letters are gone")
    #expect(apart { $0.contents.swapAt(sheet, sheet - 1) } == 2, "two sheets are exchanged")
    #expect(apart { $0.contents.removeLast() } > 0, "a sheet is missing")
  }
}

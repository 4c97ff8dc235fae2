import Design
import Finishing
import Foundation
import Octavo
import TestSupport
import Testing
import Typesetting
import Units

@Suite struct `A book for a press` {
  private static func print(
    _ text: BookText, _ change: (inout PageDesign) -> Void = { _ in }
  ) async throws -> (output: BookBuilder.Output, pdf: PDFInspection)? {
    guard let bytes = try text.bytes() else { return nil }
    var design = PageDesign()
    change(&design)
    var builder = BookBuilder(
      book: try readPlainBook(bytes).book, design: design, fonts: BookBuilder.fontSource(folders: []))
    builder.target = .print
    let output = try await builder.build()
    let folder = MadeBooks.folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("\(UUID().uuidString).pdf")
    try Data(output.pdf).write(to: path)
    return (output, try PDFInspection(path.path))
  }

  @Test func `has nothing to click, a trim box and a bleed box`() async throws {
    let made = try #require(try await Self.print(.sample) { $0.bleed = Length(millimetres: 3) })
    #expect(try made.pdf.outline() == [])
    #expect(try made.pdf.links().isEmpty)
    #expect(try made.pdf.complaints() == [])
    let boxes = try made.pdf.boxes(ofPage: 3)
    let bleed = 3 * 72 / 25.4
    for (name, inset) in [("MediaBox", 0), ("BleedBox", 0), ("TrimBox", bleed)] {
      let box = try #require(boxes[name])
      let wanted = [inset, inset, 148 * 72 / 25.4 + 2 * bleed - inset, 210 * 72 / 25.4 + 2 * bleed - inset]
      for (found, value) in zip(box, wanted) { #expect(abs(found - value) < 0.011, "\(name)") }
    }
  }

  @Test func `stands on its pages as for the screen, moved by the bleed`() async throws {
    let screen = try #require(try await untaggedPages(.sample)).runs(pages: 3...6)
    let made = try #require(try await Self.print(.sample) { $0.bleed = Length(millimetres: 3) })
    let bleed = 3 * 72 / 25.4
    for (there, here) in zip(screen, try made.pdf.runs(pages: 3...6)) {
      #expect(there.map(\.text) == here.map(\.text))
      for (a, b) in zip(there, here) { #expect(abs(a.x + bleed - b.x) < 0.02 && abs(a.y + bleed - b.y) < 0.02) }
    }
  }

  @Test(arguments: [BookText.sample, .shared("alice-pg11"), .shared("pride-and-prejudice-pg1342")])
  func `has the inside margin that its pages ask for`(text: BookText) async throws {
    guard let made = try await Self.print(text, { $0.insideByPageCount = true }) else { return }
    let margin = PrinterRules.insideMargin(pages: made.output.pages)
    let note = try #require(made.output.diagnostics.first { $0.code == "inside-auto" })
    #expect(
      note.message.hasPrefix(
        "inside margin \(margin.description(in: .millimetres)) for \(made.output.pages) pages, settled in "))
    let words = try made.pdf.sheets()
    // full pages: rectos begin at the inside margin
    for index in stride(from: 8, to: min(words.count, 20), by: 2) where words[index].words.count > 200 {
      let left = words[index].words.filter { $0.string.first?.isLetter ?? false }.map(\.left).min() ?? 0
      #expect(abs(left - margin.points) < 0.6, "page \(index)")
    }
  }

  @Test(arguments: [5, 6, 7, 9])
  func `fills whole sections where margins move a little, and says what it would take where they may not`(sheets: Int)
    async throws
  {
    let text = BookText.generated(18)
    let usual = try #require(try await Self.print(text)).output.pages
    let size = 2 * sheets
    let output = try #require(try await Self.print(text) { $0.signature = size }).output
    let said = try #require(output.diagnostics.first { $0.code == "fit-signatures" })
    let blanks = (size - output.pages % size) % size
    if said.severity == .note {
      #expect(blanks <= 3)
      #expect(said.message.hasPrefix("\(output.pages) pages fill "))
    } else {
      #expect(output.pages == usual && blanks > 3)
      #expect(
        said.message
          == "\(usual) pages are \(usual % size) over \(usual / size) section\(usual / size == 1 ? "" : "s") of \(size); \(blanks) stay blank"
      )
    }
  }
}

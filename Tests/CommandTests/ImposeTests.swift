import Foundation
import Testing

@Suite("Sheets by the command") struct ImposeTests {
  private static let print = "print on both sides, flip on short edge, A4 landscape, actual size (100 %)"

  @Test("The sheets have the scheme in their name, and the report says how to print them")
  func report() throws {
    let folder = try Folder()
    let outcome = try Program.run(["impose", "book.txt"], in: folder)
    #expect(
      outcome.messages == """
        book-booklet.pdf: \(Self.print)
        book-booklet.pdf: 3 pages on 1 sheet of A4, 1 section, 1 blank, 0.06 m² of paper (5 g at 80 g/m²), A5, … s, 0 warnings

        """)
    #expect(outcome.code == 0)
    #expect(folder.names == ["book.txt", "book-booklet.pdf"])
    try folder.make("Output")
    #expect(try Program.run(["impose", "book.txt", "--scheme", "n-up", "-q"], in: folder).said == "")
    #expect(folder.bytes(of: "Output/book-n-up.pdf") != nil)
    #expect(try Program.run(["impose", "book.txt", "--section", "8", "-q"], in: folder).said == "")
    #expect(folder.bytes(of: "Output/book-sections.pdf") != nil)
  }

  @Test("Pages that are left over are told, with what saves a sheet")
  func advice() throws {
    let folder = try Folder()
    try folder.put(String(repeating: Folder.book + "\n", count: 100), in: "long.txt")
    let outcome = try Program.run(["impose", "long.txt", "--scheme", "quarto", "--no-title-page"], in: folder)
    let pages = try #require(outcome.said.firstMatch(of: /: (\d+) pages on (\d+) sheets/).flatMap { Int($0.1) })
    let over = pages % 8
    try #require((1...4).contains(over), "the text must fill some pages over a sheet: \(pages)")
    #expect(
      outcome.said.contains(
        "long.txt: note: \(8 - over) blank pages after the last page\n  help: cut \(over) page\(over == 1 ? "" : "s") to save a sheet\n"
      ), "\(outcome.said)")
  }

  @Test("A printer without duplex gets two files, and -o names both")
  func manual() throws {
    let folder = try Folder()
    let outcome = try Program.run(["impose", "book.txt", "--duplex", "manual", "-o", "x.pdf"], in: folder)
    #expect(folder.names == ["book.txt", "x-fronts.pdf", "x-backs.pdf"])
    #expect(
      outcome.messages.hasPrefix(
        "x-fronts.pdf, x-backs.pdf: print the fronts on one side, A4 landscape, actual size (100 %); put the pile back "
          + "as delivered, the last sheet on top; print the backs; if they come out upside down, put the pile in by its other edge\n"
      ))
  }

  @Test("If the second file cannot be written, the first is not left alone")
  func manualHalf() throws {
    let folder = try Folder()
    try folder.make("x-backs.pdf")
    let outcome = try Program.run(["impose", "book.txt", "--duplex", "manual", "-o", "x.pdf"], in: folder)
    #expect(outcome.code == 5)
    #expect(folder.names == ["book.txt", "x-backs.pdf"])
    // and what was there before stays
    try folder.put("old", in: "x-fronts.pdf")
    #expect(try Program.run(["impose", "book.txt", "--duplex", "manual", "-o", "x.pdf"], in: folder).code == 5)
    #expect(folder.text(of: "x-fronts.pdf") == "old")
  }

  @Test("A PDF is known by its first bytes, whatever it is called, and imposed as it is")
  func pdf() throws {
    let folder = try Folder()
    #expect(try Program.run(["book.txt", "-o", "made"], in: folder).code == 0)
    let outcome = try Program.run(["impose", "made"], in: folder)
    #expect(
      outcome.messages == """
        made-booklet.pdf: \(Self.print)
        made-booklet.pdf: 3 pages on 1 sheet of A4, 1 section, 1 blank, 0.06 m² of paper (5 g at 80 g/m²), … s, 0 warnings

        """)
    let piped = try Program.run(["impose", "-", "-o", "-"], in: folder, input: folder.at("made"))
    #expect(piped.output == folder.bytes(of: "made-booklet.pdf"))
    if PDFText.reader != nil {
      let letters = { (name: String) in Set(PDFText.letters(try PDFText.of(name, in: folder))) }
      #expect(try letters("made-booklet.pdf") == letters("made"))
    }
  }

  @Test("A damaged PDF and one with options for manuscripts are refused")
  func badPDF() throws {
    let folder = try Folder()
    try folder.put("%PDF-1.5\nnothing more\n", in: "broken.pdf")
    let broken = try Program.run(["impose", "broken.pdf"], in: folder)
    #expect(broken.said.hasPrefix("broken.pdf: error: the PDF cannot be read: "))
    #expect(broken.said.hasSuffix("\n  help: check that the file is a whole PDF\n"))
    #expect(broken.code == 1)
    #expect(try Program.run(["book.txt", "-q"], in: folder).code == 0)
    let shaped = try Program.run(["impose", "book.pdf", "--trim", "a6"], in: folder)
    #expect(
      shaped.said == """
        book.pdf: error: --trim shapes a manuscript's pages, and this is a PDF, whose pages are made
          help: leave --trim out, or give the manuscript instead of the PDF

        """)
    #expect(shaped.code == 2)
    let two = try Program.run(["impose", "book.txt", "book.pdf"], in: folder)
    #expect(two.said.hasPrefix("book.pdf: error: one PDF is laid on sheets at a time, and 2 files are given\n"))
    #expect(two.code == 2)
    #expect(folder.names == ["book.txt", "broken.pdf", "book.pdf"])
  }

  @Test("Sections that are not as long as was asked are told, also by the guide", .enabled(if: PDFText.reader != nil))
  func unevenSections() throws {
    let folder = try Folder()
    // nine sheets in sections of four would leave one alone
    try folder.put((1...33).map { "# Chapter \($0)\n\nThe page of chapter \($0).\n\n" }.joined(), in: "book.md")
    let outcome = try Program.run(
      [
        "impose", "book.md", "--section", "16", "--chapters", "any", "--no-toc", "--no-title-page", "--guide", "-o",
        "x.pdf",
      ], in: folder)
    #expect(outcome.code == 0)
    #expect(
      outcome.said.contains("note: the sections have 4, then 3, then 2 sheets, so that none is alone\n"),
      "\(outcome.said)")
    #expect(outcome.said.contains("33 pages on 9 sheets of A4, 3 sections"), "\(outcome.said)")
    let guide = try PDFText.of("x.pdf", in: folder)
    #expect(guide.contains("part the pile into sections: 4, then 3, then 2 sheets, counted from the first"))
  }

  @Test("The calibration sheet has two sides and needs no book")
  func calibration() throws {
    let folder = try Folder()
    let outcome = try Program.run(["calibrate"], in: folder)
    #expect(
      outcome.said
        == "calibration.pdf: a test sheet of A4 portrait: print both sides at actual size, the back tells the rest\n")
    if PDFText.reader != nil {
      let text = try PDFText.of("calibration.pdf", in: folder)
      #expect(text.contains("FRONT") && text.contains("BACK"))
      #expect(text.contains("choose --duplex long with the setting"))
    }
    #expect(try Program.run(["calibrate", "--landscape", "-q"], in: folder).said == "")
    // where other commands write
    try folder.make("Output")
    #expect(try Program.run(["calibrate"], in: folder).said.hasPrefix("Output/calibration.pdf: a test sheet"))
    #expect(folder.names == ["book.txt", "calibration.pdf", "Output"])
    try FileManager.default.removeItem(atPath: folder.at("Output"))
    if PDFText.reader != nil {
      #expect(try PDFText.of("calibration.pdf", in: folder).contains("choose --duplex short with the setting"))
    }
  }

  @Test("Imposed twice, a manuscript and a PDF give the same bytes")
  func sameBytes() throws {
    let folder = try Folder()
    #expect(try Program.run(["book.txt", "-q"], in: folder).code == 0)
    for input in ["book.txt", "book.pdf"] {
      let runs = try (1...2).map { number in
        _ = try Program.run(
          [
            "impose", input, "--section", "4", "--marks", "crop,slug", "--sheet", "a3", "--guide", "-o",
            "\(number).pdf",
          ],
          in: folder)
        return folder.bytes(of: "\(number).pdf")
      }
      #expect(runs[0] != nil && runs[0] == runs[1])
    }
  }
}

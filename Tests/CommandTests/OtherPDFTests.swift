import Foundation
import Libc
import TestSupport
import Testing

/// PDFs that other programs made: with sizes rounded their way, damaged, or none at all.
@Suite("PDFs of other programs on sheets") struct OtherPDFTests {
  private static func pages(_ count: Int, _ width: Double, _ height: Double) -> [UInt8] {
    var pdf = PDFWriter(width: width, height: height)
    for number in 1...count {
      if number > 1 { pdf.newPage() }
      pdf.text("Page number \(number)", x: 40, y: 60)
    }
    return Array(pdf.data)
  }

  private func imposed(_ pdf: [UInt8], _ options: String...) throws -> (said: String, folder: Folder) {
    let folder = try Folder()
    try folder.put(pdf, in: "made.pdf")
    let outcome = try Program.run(["impose", "made.pdf", "-o", "sheets.pdf"] + options, in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    return (outcome.said, folder)
  }

  /// An A4 by Word, LibreOffice, Ghostscript, Quartz, LaTeX and those who cut or round up: 595.276 by 841.890 pt.
  private static let roundings: [(Double, Double)] = [
    (595, 842), (596, 842), (595.2, 841.68), (595.32, 841.92), (594.96, 842.04), (595.44, 841.68), (595.276, 841.89),
    (594, 841), (596.5, 843),
  ]

  @Test("An A4 is an A4 however its maker rounds it: two fill an A3, one an A4", arguments: roundings)
  func roundedA4(width: Double, height: Double) throws {
    let pdf = Self.pages(8, width, height)
    for options in [["--scheme", "booklet"], ["--section", "8"], ["--scheme", "n-up", "--up", "2"]] {
      let folder = try Folder()
      try folder.put(pdf, in: "made.pdf")
      let outcome = try Program.run(["impose", "made.pdf", "-o", "sheets.pdf"] + options, in: folder)
      #expect(outcome.code == 0 && outcome.said.contains(" of A3, "), "\(options): \(outcome.said)")
    }
    #expect(try imposed(pdf, "--scheme", "n-up", "--up", "1").said.contains(" of A4, "))
    #expect(try imposed(pdf, "--scheme", "booklet", "--sheet", "a3").said.contains(" of A3, "))
    // on its side, too
    let broad = Self.pages(4, height, width)
    #expect(try imposed(broad, "--scheme", "n-up", "--up", "1").said.contains(" of A4, "))
    #expect(try imposed(broad, "--scheme", "n-up", "--up", "2").said.contains(" of A3, "))
  }

  @Test(
    "ISO sizes go on ISO paper and American ones on American",
    arguments: [
      (419.55, 595.3, "A4"), (420, 595, "A4"), (419.52, 595.32, "A4"), (421, 596, "A4"), (297, 420, "A4"),
      (612, 792, "Tabloid"), (612.1, 792.1, "Tabloid"), (396, 612, "Letter"), (432, 648, "Tabloid"),
    ])
  func families(width: Double, height: Double, sheet: String) throws {
    let (said, _) = try imposed(Self.pages(4, width, height))
    #expect(said.contains(" of \(sheet), "), "\(said)")
    #expect(said.contains(" 0 warnings"), "\(said)")
  }

  @Test("Pages a hair off a sheet's size stand in its middle, as is said to who asks")
  func middle() throws {
    let pdf = Self.pages(1, 594, 843)
    #expect(!(try imposed(pdf, "--scheme", "n-up", "--up", "1").said.contains("in the middle")))
    let (said, folder) = try imposed(pdf, "--scheme", "n-up", "--up", "1", "-v")
    #expect(said.contains("pages of 594pt by 843pt stand in the middle of A4, 595.28pt by 841.89pt"), "\(said)")
    guard PDFText.reader != nil else { return }
    let word = try #require(PDFInspection(folder.at("sheets.pdf")).sheets().first?.words.first)
    let before = try Folder()
    try before.put(pdf, in: "made.pdf")
    let was = try #require(PDFInspection(before.at("made.pdf")).sheets().first?.words.first)
    #expect(abs(word.left - was.left - 0.64) < 0.02, "\(word)")
    #expect(abs(word.top - was.top + 0.555) < 0.02, "\(word)")
  }

  @Test("Some of a PDF's pages are laid on sheets by their numbers")
  func someOfThem() throws {
    let pdf = Self.pages(6, 300, 400)
    let (said, folder) = try imposed(pdf, "--pages", "2,4-5", "--scheme", "n-up", "--up", "1")
    #expect(said.contains("3 pages on "), "\(said)")
    if PDFText.reader != nil {
      #expect(PDFText.letters(try PDFText.of("sheets.pdf", in: folder)) == "Pagenumber2Pagenumber4Pagenumber5")
    }
    try folder.put(pdf, in: "made.pdf")
    let outcome = try Program.run(["impose", "made.pdf", "--pages", "5-9"], in: folder)
    #expect(outcome.code != 0 && outcome.said.contains("has no page 9"), "\(outcome.said)")
  }

  @Test(
    "Sheets become single pages again, in order",
    arguments: [
      [], ["--scheme", "booklet"], ["--section", "8"], ["--scheme", "quarto"], ["--scheme", "perfect", "--up", "4"],
    ])
  func undone(options: [String]) throws {
    let pdf = Self.pages(8, 300, 400)
    let laid = options.isEmpty ? ["--scheme", "n-up"] : options
    let folder = try Folder()
    try folder.put(pdf, in: "made.pdf")
    let there = try Program.run(
      ["impose", "made.pdf", "--sheet", "600x800pt", "--scale", "fit", "-o", "s.pdf"] + laid, in: folder)
    #expect(there.code == 0, "\(there.said)")
    let back = try Program.run(["impose", "s.pdf", "--undo"] + options, in: folder)
    #expect(back.code == 0 && back.said.contains("s-pages.pdf: 8 pages, "), "\(back.said)")
    #expect(try PDFInspection(folder.at("s-pages.pdf")).complaints() == [])
    guard PDFText.reader != nil else { return }
    let sheets = try PDFInspection(folder.at("s-pages.pdf")).sheets()
    for (index, sheet) in sheets.enumerated() {
      #expect(
        sheet.words.map { String(decoding: $0.text, as: UTF8.self) } == ["Page", "number", "\(index + 1)"], "\(options)"
      )
      #expect(abs(sheet.words[0].top / sheet.height - 48.0 / 400) < 0.1, "\(options): upright \(sheet.words[0])")
    }
  }

  @Test("Blank pages stand before chapters that would open on a verso, as the outline names them")
  func onRectos() throws {
    let folder = try Folder()
    try folder.put("# Alpha\n\nOne.\n\n# Beta\n\nTwo.\n\n# Gamma\n\nThree.\n", in: "a.md")
    let plain = ["--no-title-page", "--no-toc", "--chapters", "any"]
    #expect(try Program.run(["a.md", "-o", "a.pdf", "-q"] + plain, in: folder).code == 0)
    let nUp = ["impose", "a.pdf", "--scheme", "n-up", "--up", "2", "--sheet", "a4"]
    for (options, sides) in [([], ["Alpha Beta", "Gamma"]), (["--chapters", "recto"], ["Alpha", "Beta", "Gamma"])] {
      #expect(try Program.run(nUp + ["-o", "b.pdf", "-q"] + options, in: folder).code == 0)
      let words = try PDFText.of("b.pdf", in: folder).split(separator: "\u{C}").map { side in
        ["Alpha", "Beta", "Gamma"].filter { side.contains($0) }.joined(separator: " ")
      }
      #expect(words.filter { !$0.isEmpty } == sides)
    }
    let other = try Program.run(nUp + ["-o", "c.pdf", "--chapters", "run-on"], in: folder)
    #expect(other.code == 2 && other.said.contains("--chapters recto"))
    try folder.put(Self.pages(3, 300, 400), in: "a.pdf")
    let bare = try Program.run(nUp + ["-o", "c.pdf", "--chapters", "recto"], in: folder)
    #expect(bare.code == 0 && bare.said.contains("no outline"))
  }

  @Test("A section may be said by its thickness, a file that its owner locked is laid on sheets")
  func thickness() throws {
    let pdf = Self.pages(64, 300, 400)
    #expect(try imposed(pdf, "--section", "1.7mm", "--creep", "0.1mm").said.contains(" 2 sections"))
    #expect(try imposed(pdf, "--section", "0.8mm").said.contains(" 4 sections"))
    let folder = try Folder()
    try folder.put(Self.pages(4, 300, 400), in: "made.pdf")
    let locked = try Program.run(
      program: "qpdf", ["--encrypt", "", "owner", "256", "--modify=none", "--", "made.pdf", "locked.pdf"], in: folder)
    try #require(locked.code == 0)
    let outcome = try Program.run(["impose", "locked.pdf", "--cover-sheet"], in: folder)
    #expect(outcome.code == 0 && outcome.said.contains("4 pages on 1 sheet"), "\(outcome.said)")
  }

  static let damages: [(String, @Sendable (String) -> String)] = [
    ("the table is not where it is said", { $0.replacing(#/startxref\n\d+/#, with: "startxref\n7") }),
    ("its place is not said", { $0.replacing("startxref", with: "startxxxx") }),
    ("there is junk before it", { "From a mail\n\n" + $0 }),
    ("it is cut short", { String($0.prefix(upTo: $0.firstRange(of: "xref\n0")!.lowerBound)) }),
    ("it is cut short within a word", { String($0.prefix(upTo: $0.firstRange(of: "bj\nxref\n0")!.lowerBound)) }),
    ("its trailer is lost", { $0.replacing("trailer", with: "trxxler").replacing("startxref", with: "startxxxx") }),
    ("the number of objects is wrong", { $0.replacing(#/\/Size \d+/#, with: "/Size 3") }),
    (
      "an object has no end",
      { $0.replacing("/F1 3 0 R>>>>>>\nendobj", with: "/F1 3 0 R>>>>>>\n      ", maxReplacements: 1) }
    ),
    ("a page is named twice", { $0.replacing("/Kids[4 0 R 6 0 R]", with: "/Kids[4 0 R 4 0 R]") }),
    (
      "a letter stands before its catalog", { $0.replacing(#/\n(?=\d+ 0 obj\s*<<\s*\/Type\s*\/Catalog)/#, with: "\n|") }
    ),
    (
      "neither table nor size is said",
      { $0.replacing(#/\/Size \d+/#, with: "").replacing("startxref", with: "startxxxx") }
    ),
    ("blanks stand before the table", { $0.replacing("xref\n0 ", with: "  xref\n0 ") }),
  ]

  @Test("A damaged PDF is repaired, and one warning says so at most", arguments: damages.indices)
  func repaired(_ index: Int) throws {
    let (what, damage) = Self.damages[index]
    let whole = String(decoding: Self.pages(2, 300, 400), as: UTF8.self)
    let damaged = damage(whole)
    try #require(damaged != whole)
    let (said, folder) = try imposed(Array(damaged.utf8))
    let warnings = said.split(separator: "\n").filter { $0.contains(": warning: ") }
    #expect(warnings.count <= 1, "\(what): \(said)")
    #expect(warnings.allSatisfy { $0.contains("the PDF is damaged and was repaired: ") }, "\(what): \(said)")
    // what every reader takes for granted is not worth a word
    if !["there is junk before it"].contains(what) { #expect(warnings.count == 1, "\(what): \(said)") }
    #expect(said.contains("2 pages on 1 sheet"), "\(what): \(said)")
    guard PDFText.reader != nil else { return }
    let text = PDFText.letters(try PDFText.of("sheets.pdf", in: folder))
    #expect(
      text.contains("Pagenumber1") && (what == "a page is named twice" || text.contains("Pagenumber2")), "\(what)")
    let checked = try Program.run(program: "qpdf", ["--check", "sheets.pdf"], in: folder)
    #expect(checked.code == 0, "\(what): \(checked.text)")
  }

  @Test(
    "A file that calls itself a PDF, or begins as one without its mark, is never set as a manuscript",
    arguments: [
      ("x.pdf", "no PDF at all\n"), ("x.PDF", "\u{1}\u{2}\u{3}\n"), ("x.pdf", ""),
      ("x.pdf", "1 0 obj\n<< /Type /Catalog >>\nendobj\n"), ("x", "1 0 obj\n<< /Type /Catalog >>\nendobj\n"),
    ])
  func noManuscript(name: String, text: String) throws {
    let folder = try Folder()
    try folder.put(text, in: name)
    let before = folder.names
    for command in [["impose"], ["build"], []] {
      let outcome = try Program.run(command + [name, "-o", "out.pdf"], in: folder)
      #expect(outcome.code == 1 || outcome.code == 2, "\(command): \(outcome.said)")
      #expect(outcome.said.hasPrefix("\(name): error: "), "\(command): \(outcome.said)")
      #expect(folder.names == before, "\(command)")
    }
  }

  static let kills = [SIGKILL, SIGTERM, SIGINT].flatMap { signal in
    [
      ("pandoc", ["book.rst"]),
      ("pdftoppm", ["check", "a.pdf", "--for", "kdp"]),
    ]
    .map { (signal, $0.0, $0.1) }
  }

  @Test("Programs that octavo runs end with it, however it ends", arguments: kills)
  func children(signal: Int32, program: String, arguments: [String]) throws {
    let folder = try Folder()
    try folder.put("Text of a book.\n", in: "book.rst")
    try folder.put(Self.pages(30, 432, 648), in: "a.pdf")
    try folder.make("bin")
    let script = "echo $$ > \"$TMPDIR/new\"; mv \"$TMPDIR/new\" \"$TMPDIR/pid\"; exec sleep 600"
    try folder.put("#!/bin/sh\n\(script)\n", in: "bin/" + program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.at("bin/" + program))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let child = try Program.start(
      program: Program.path(), arguments, in: folder,
      environment: ["PATH": folder.at("bin") + ":" + path, "TMPDIR": folder.path, "OCTAVO_PATIENCE": "300"])
    while child.process.isRunning, folder.text(of: "pid") == nil { usleep(5_000) }
    let text = try #require(folder.text(of: "pid"), "\(child.end().said)")
    let pid = try #require(pid_t(text.prefix { $0 != "\n" }))
    // nothing is held back in it, once the shell has become the program; from 32 on signals are the C library's own
    var status = ""
    while !status.hasPrefix("Name:\tsleep") {
      status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    }
    for mask in ["SigBlk", "SigIgn"] {
      let digits = status.split(separator: "\n").first { $0.hasPrefix(mask) }?.split(separator: "\t").last ?? ""
      let held = try #require(UInt64(digits, radix: 16)) & 0x7FFF_FFFF
      #expect(held == 0, "\(mask) \(digits)")
    }
    kill(child.process.processIdentifier, signal)
    let outcome = child.end()
    #expect(outcome.signal == signal, "\(outcome.said)")
    // a child that has ended may wait a moment for who takes it over
    for _ in 0..<400 where kill(pid, 0) == 0 && !isZombie(pid) { usleep(5_000) }
    #expect(kill(pid, 0) != 0 || isZombie(pid))
  }

  private func isZombie(_ pid: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { return true }
    return status.contains("State:\tZ")
  }
}

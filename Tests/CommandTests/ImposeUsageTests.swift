import Libc
import Testing

private let sheetNames =
  "there are a6, a5, a4, a3, a2, a1, a0, b5, b4, b3, b2, b1, ra4, ra3, ra2, sra4, sra3, sra2, jis-b5, jis-b4, "
  + "half-letter, letter, legal, tabloid, 12x18, 13x19, ansi-c, ansi-d, ansi-e; or give WIDTHxHEIGHT, such as 320x450mm"

@Suite("Sheets that cannot be") struct ImposeUsageTests {
  static let schemes: [Mistake] = [
    Mistake(
      "impose", "book.txt", "--scheme", "bocklet", says: "\"bocklet\" is no value for --scheme",
      help:
        "did you mean \"booklet\"? it takes booklet, sections, perfect, n-up, step-and-repeat, folio, quarto, octavo"),
    Mistake(
      "impose", "book.txt", "--section", "10",
      says: "a section of 10 pages cannot be folded: it must be a multiple of 4", help: "use --section 12"),
    Mistake(
      "impose", "book.txt", "--section", "16", "--scheme", "perfect",
      says: "--section and --scheme perfect contradict each other",
      help: "--section is the length of a section of --scheme sections; leave one of them out"),
    Mistake(
      "impose", "book.txt", "--up", "4", says: "--up and --scheme booklet contradict each other",
      help: "folding says how many pages a side has; --up is for perfect, n-up and step-and-repeat"),
    Mistake(
      "impose", "book.txt", "--scheme", "n-up", "--up", "0", says: "0 pages on a side are not possible",
      help: "use --up 1 to 64"),
    Mistake(
      "impose", "book.txt", "--scheme", "n-up", "--creep", "0.1mm",
      says: "--creep and --scheme n-up contradict each other", help: "only folded sheets creep; leave --creep out"),
    Mistake(
      "impose", "book.txt", "--creep", "0.1", says: "\"0.1\" for --creep has no unit",
      help: "say pt, mm, cm or in: 0.1mm"),
    Mistake(
      "impose", "book.txt", "--creep=-1mm", says: "a creep of -2.83pt would move the innermost pages by -2.83pt",
      help: "give the thickness of one sheet of paper, such as --creep 0.1mm, or use shorter sections"),
    Mistake(
      "impose", "book.txt", "--marks", "crop,cross", says: "\"cross\" is no value for --marks",
      help: "it takes crop, fold, collation, registration, slug, border"),
    Mistake(
      "impose", "book.txt", "--marks", "", says: "\"\" is no value for --marks",
      help: "it takes crop, fold, collation, registration, slug, border"),
    Mistake(
      "impose", "book.txt", "--scheme", "perfect", "--marks", "crop,fold",
      says: "--marks fold and --scheme perfect contradict each other",
      help: "such sheets are not folded; they take crop, registration and slug"),
    Mistake(
      "impose", "book.txt", "--marks", "collation",
      says: "--marks collation and --scheme booklet contradict each other",
      help: "collation marks tell sections apart, and a booklet is one section; leave collation out"),
    Mistake(
      "impose", "book.txt", "--marks", "border", says: "--marks border and --scheme booklet contradict each other",
      help: "borders part pages that are read as they are; crop marks show where to cut"),
    Mistake(
      "impose", "book.txt", "--section", "thin", says: "\"thin\" is no length for --section",
      help: "write a number and a unit: 12pt, 20mm, 2cm, 0.75in"),
    Mistake(
      "impose", "book.txt", "--section", "0.1mm", says: "a section of 0.1mm is thinner than one folded sheet",
      help: "give at least twice the paper's thickness"),
    Mistake(
      "impose", "book.txt", "--cover-sheet", "--scheme", "quarto",
      says: "--cover-sheet and --scheme quarto contradict each other",
      help: "a cover lies around sheets that are folded once: booklet, sections or folio"),
    Mistake(
      "impose", "book.txt", "--undo", says: "--undo makes single pages of a PDF's sheets, and this is a manuscript",
      help: "give the PDF, or leave --undo out"),
    Mistake(
      "impose", "book.txt", "--undo", "--sheet", "a4", says: "--sheet and --undo contradict each other",
      help: "the pages are as large as they lie on the sheet; leave --sheet out"),
    Mistake("impose", says: "no manuscript is given", help: "octavo impose book.txt"),
  ]

  static let paper: [Mistake] = [
    Mistake(
      "impose", "book.txt", "--sheet", "a44", says: "unknown sheet \"a44\"", help: "did you mean \"a4\"? " + sheetNames),
    Mistake(
      "impose", "book.txt", "--sheet", "0x200mm", says: "\"0x200mm\" is no size of a sheet",
      help: "give a width and height between 0 and 10 m, such as 320x450mm"),
    Mistake(
      "impose", "book.txt", "--sheet", "a5",
      says: "the pages need a sheet of 839.05pt x 595.28pt, \"A5\" has 595.28pt x 419.53pt",
      help: "use a larger sheet (a4, ra4, sra4) or --scale fit, which prints at 70 %, or set the book for it: --trim a6"
    ),
    Mistake(
      "impose", "book.txt", "--scale", "fit", says: "--scale fit has no sheet to fill",
      help: "add --sheet, such as --sheet a4"),
    Mistake("impose", "book.txt", "--scale", "0.5", says: "\"0.5\" is no value for --scale", help: "it takes 1, fit"),
    Mistake(
      "impose", "book.txt", "--duplex", "tumble", says: "\"tumble\" is no value for --duplex",
      help: "it takes long, short, manual"),
    Mistake(
      "impose", "book.txt", "--duplex", "manual", "-o", "-",
      says: "--duplex manual makes two files, and standard output is one",
      help: "add -o FILE: there will be FILE-fronts.pdf and FILE-backs.pdf"),
    Mistake(
      "calibrate", "--sheet", "50x50mm", says: "a sheet of 50mm by 50mm has no room for a test",
      help: "give a sheet of 90mm or more each way, such as --sheet a4"),
  ]

  static let pages: [Mistake] = [
    Mistake(
      "impose", "book.txt", "--layout", "spread",
      says: "spreads cannot be laid on sheets: they are sheets by themselves",
      help:
        "leave out --layout spread or --spine mid; --scheme n-up --up 2 puts two pages on a side in reading order"),
    Mistake(
      "impose", "book.txt", "--spine", "min", says: "--spine min and --scheme booklet contradict each other",
      help: "leaves that are bound have their inside margin left and right in turn; leave --spine out"),
    Mistake(
      "book.txt", "--target", "paper", says: "\"paper\" is no value for --target", help: "it takes screen, print"),
    Mistake(
      "book.txt", "--bleed", "80mm", says: "a bleed of 80mm is not possible",
      help: "give a bleed between 0 and half the page; 3mm is usual"),
    Mistake(
      "book.txt", "--bleed", "3mm", "--layout", "spread", says: "--bleed and --layout spread contradict each other",
      help: "a spread is not cut at its pages' edges; leave one of them out"),
    Mistake(
      "book.txt", "--inside", "automatic", says: "\"automatic\" is no length for --inside",
      help: "write a number and a unit: 12pt, 20mm, 2cm, 0.75in"),
  ]

  @Test("Each mistake is named and the cure with it, and nothing is written", arguments: schemes + paper + pages)
  func mistake(_ mistake: Mistake) throws {
    let folder = try Folder()
    let outcome = try Program.run(mistake.arguments, in: folder)
    #expect(outcome.said == mistake.text)
    #expect(outcome.code == mistake.code)
    #expect(outcome.output.isEmpty)
    #expect(folder.names == ["book.txt"])
  }
}

import Foundation
import TestSupport
import Testing

/// `--verify`.
@Suite("Verifying")
struct VerifyTests {
  static let book = """
    CHAPTER I

    The compositor set the first line[1] of the book and the second.

    [Footnote 1: A line of type is a slug.]

    [Illustration: A case of type]

    CHAPTER II

    The printer pulled the first proof of it.

    CHAPTER III

    The reader marked it.

    """

  @Test(
    "A whole book is written, and its words are counted",
    arguments: [[], ["--layout", "spread"], ["--target", "print", "--bleed", "3mm"], ["--no-tagged"]])
  func whole(options: [String]) throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    let outcome = try Program.run(["book.txt", "--verify"] + options, in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.said.contains(", 41 words verified\n"), "\(outcome.said)")
    #expect(folder.names == ["book.txt", "book.pdf"])
  }

  @Test("Code in the notes of a Word file is proved, whatever runs it is made of")
  func code() throws {
    let folder = try Folder()
    let face = "<w:rFonts w:ascii=\"Consolas\"/>"
    let line =
      MadeWord.text("let ", face) + MadeWord.text("x &lt; 1", face) + "<w:r><w:br/></w:r>" + MadeWord.text("  y", face)
    let note =
      "<w:footnote w:id=\"2\">" + MadeWord.paragraph("A note has code:") + MadeWord.paragraph(line, style: "C")
      + MadeWord.paragraph("and goes on.") + "</w:footnote>"
    let call = "<w:r><w:footnoteReference w:id=\"2\"/></w:r>"
    let body =
      MadeWord.paragraph("One", style: "H")
      + MadeWord.paragraph(MadeWord.text("Alpha") + call + MadeWord.text(" here."))
    let file = MadeWord.file(
      body, parts: [MadeWord.styles([("H", "heading 1"), ("C", "Source Code")]), ("footnotes", note)])
    try folder.put(file, in: "book.docx")
    let outcome = try Program.run(["book.docx", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
  }

  @Test("Notes at the end of the book come with their headings")
  func endnotes() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    let outcome = try Program.run(["book.txt", "--verify", "--endnotes"], in: folder)
    #expect(outcome.said.contains(", 44 words verified\n"), "\(outcome.said)")
  }

  /// Number and title of a scene are set on one line with a stop between them, whatever stands there in the manuscript.
  @Test(
    "A scene's number and title may be typed on two lines, or with a dash",
    arguments: [
      "SCÈNE II\n\nLES MÊMES, CHRISTIAN", "SCÈNE II.--LES MÊMES, CHRISTIAN", "SCÈNE II. LES MÊMES, CHRISTIAN",
    ])
  func scenes(typed: String) throws {
    let folder = try Folder()
    let talk = "LE PORTIER.\n\nPourquoi?\n\nLE CAVALIER.\n\nPas encore.\n\n"
    let talks = String(repeating: talk, count: 4)
    try folder.put(
      "ACTE I\n\n\nSCÈNE I. LE PUBLIC\n\n\(talks)\n\n\(typed)\n\n\(talks)\n\nACTE II\n\n\nSCÈNE I. LE PUBLIC\n\n\(talks)\n",
      in: "book.txt")
    let outcome = try Program.run(["book.txt", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
  }

  @Test("What a chapter holds, told in a long sentence above it, keeps its full stop")
  func summaries() throws {
    let folder = try Folder()
    let summary =
      "Maestro Ciliegia regala il pezzo di legno al suo amico Geppetto, il quale\nlo prende per fabbricarsi un burattino maraviglioso, che sappia ballare,\ntirar di scherma e fare i salti mortali."
    let text = "The compositor set the first line of the book, and then he\nset the second one of it.\n\n"
    try folder.put(
      ["I", "II", "III", "IV"].map { "CAPITOLO \($0).\n\n\(summary)\n\n\n\(text)\(text)" }.joined(separator: "\n\n\n"),
      in: "book.txt")
    let outcome = try Program.run(["book.txt", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
  }

  @Test("Speech typed with hyphens is proved with its dashes, before a stop as well")
  func speech() throws {
    let folder = try Folder()
    try folder.put(
      "Capítulo 1\n\n-Así es -dijo don Quijote-. -He ahí lo que yo dije.\n\n-No -dijo él.\n\n-Sí -dijo ella-. Ven.\n",
      in: "book.txt")
    let run = try Program.run(["book.txt", "--lang", "es", "--verify", "-o", "out.pdf"], in: folder)
    #expect(run.code == 0, "\(run.said)")
    #expect(try PDFText.of("out.pdf", in: folder).contains("—Así es —dijo don Quijote—. —He ahí"))
  }

  @Test("A PDF that goes to standard output is verified as well")
  func piped() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    let outcome = try Program.run(["book.txt", "--verify", "-o", "-"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.said.contains("41 words verified"))
    #expect(outcome.output.starts(with: Data("%PDF".utf8)))
    #expect(folder.names == ["book.txt"])
  }

  @Test(
    "Sheets to fold are read page by page, in one file or two",
    arguments: [
      [], ["--section", "4"], ["--duplex", "manual"], ["--scheme", "octavo", "--marks", "crop,fold,slug", "--guide"],
      ["--scheme", "n-up", "--up", "4", "--sheet", "a4", "--scale", "fit"],
      ["--scheme", "step-and-repeat", "--up", "4"],
    ])
  func sheets(options: [String]) throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    let outcome = try Program.run(["impose", "book.txt", "--verify", "-o", "x.pdf"] + options, in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(outcome.said.contains(", 41 words verified\n"), "\(outcome.said)")
  }

  @Test("No other program is needed")
  func alone() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.txt")
    try folder.make("bin")
    let outcome = try Program.run(
      program: "/bin/sh", ["-c", "PATH='\(folder.at("bin"))' exec '\(Program.path())' book.txt --verify -o new.pdf"],
      in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
  }
}

/// Numbers that octavo sets are words of no line of the manuscript.
@Suite("Verifying numbers")
struct VerifyNumberTests {
  @Test(
    "Numbers of figures, tables, formulas, theorems and sections, and what refers to them, are proved",
    arguments: ["octavo", "classic"])
  func numbers(theme: String) throws {
    let folder = try Folder()
    try folder.put(
      """
      # Beginnings {#sec-begin}

      See [@fig-a; @fig-b], "@tbl-a says" it, and \\@ref(eq-a) in @thm-a, [](#sec-end).

      ![](a.png){#fig-a}

      | a | b |
      |---|---|
      | 1 | 2 |

      : A caption. {#tbl-a}

      `x = y` {#eq-a}

      ::: {#thm-a name="Euler"}
      Many primes.
      :::

      ## Within

      > [!TIP]
      > As @sec-begin says.

      # Ends {#sec-end}

      ![*Two* \\label{fig-b}](a.png)

      Behind^[A note on @fig-b.].
      """, in: "book.md")
    try folder.put(Array("P1 1 1 0".utf8), in: "a.png")
    let outcome = try Program.run(["book.md", "--verify", "--number-sections", "--theme", theme], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(outcome.said.contains(" words verified\n"), "\(outcome.said)")
  }
}

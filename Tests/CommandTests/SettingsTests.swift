import Foundation
import Settings
import Testing

@Suite("Themes and configuration files") struct SettingsTests {
  /// Width and height of the first page in points, as pdfinfo prints them.
  private func size(_ pdf: String, in folder: Folder) throws -> String {
    let text = try Program.run(program: "/usr/bin/pdfinfo", [pdf], in: folder).text
    return text.split(separator: "\n").first { $0.hasPrefix("Page size:") }.map {
      $0.dropFirst(10).trimmingCharacters(in: .whitespaces)
    } ?? ""
  }

  @Test("Every theme that is listed sets a book, on a page of its own size")
  func everyTheme() throws {
    let folder = try Folder()
    let names = try Program.run(["themes"], in: folder).text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map {
      String($0.prefix { $0 != " " })
    }
    #expect(
      names == ["octavo", "classic", "wonderland", "trade", "manuscript", "large-print"] + [
        "albion", "marlowe", "rosalind", "runa", "orbit", "nursery", "atelier", "quad", "bodley", "handbook",
      ])
    for name in names {
      let outcome = try Program.run(["book.txt", "-o", "\(name).pdf", "--theme", name, "-q"], in: folder)
      #expect(outcome.code == 0 && outcome.said == "", "\(name)")
    }
    #expect(try size("octavo.pdf", in: folder).hasPrefix("419.5"))
    #expect(try size("wonderland.pdf", in: folder).hasPrefix("297.6"))
    #expect(try size("trade.pdf", in: folder).hasPrefix("432 x 648"))
    #expect(try size("manuscript.pdf", in: folder).contains("(A4)"))
  }

  @Test("The default theme by name is the book without it, byte for byte")
  func defaultTheme() throws {
    let folder = try Folder()
    _ = try Program.run(["book.txt", "-o", "a.pdf"], in: folder)
    _ = try Program.run(["book.txt", "-o", "b.pdf", "--theme", "octavo"], in: folder)
    #expect(folder.bytes(of: "a.pdf") != nil && folder.bytes(of: "a.pdf") == folder.bytes(of: "b.pdf"))
  }

  @Test("Flags go before octavo.yaml, octavo.yaml before the theme")
  func layers() throws {
    let folder = try Folder()
    try folder.put(
      "theme: manuscript\ntrim: a6\ninside: 10mm\noutside: 10mm\nheader: Running {title}\n", in: "octavo.yaml")
    _ = try Program.run(["book.txt", "-o", "a.pdf"], in: folder)
    #expect(try size("a.pdf", in: folder).hasPrefix("297.6"))
    #expect(try PDFText.of("a.pdf", in: folder).contains("Running book"))
    _ = try Program.run(["book.txt", "-o", "b.pdf", "--trim", "a5", "--header", "Flag"], in: folder)
    #expect(try size("b.pdf", in: folder).hasPrefix("419.5"))
    #expect(try PDFText.of("b.pdf", in: folder).contains("Flag"))
    // the theme's leading is kept in proportion to a size of one's own
    _ = try Program.run(["book.txt", "-o", "c.pdf", "--spine", "min"], in: folder)
    try folder.put("layout: spread\n", in: "octavo.yaml")
    let outcome = try Program.run(["book.txt", "-o", "d.pdf", "--spine", "min"], in: folder)
    #expect(outcome.code == 0, "the stronger of two that contradict each other stands")
  }

  @Test("A folder or its octavo.yaml stands for the manuscript that it names")
  func files() throws {
    let folder = try Folder()
    try folder.make("novel")
    try folder.put("One paragraph of the novel, set from its folder.\n", in: "novel/text.txt")
    try folder.put("title: A Novel\nauthor: [Ann Author, Bo Writer]\nfiles: text.txt\n", in: "novel/octavo.yaml")
    for input in ["novel", "novel/", "novel/octavo.yaml"] {
      let outcome = try Program.run([input], in: folder)
      #expect(outcome.code == 0, "\(outcome.said)")
      #expect(folder.bytes(of: "novel.pdf") != nil)
      let text = try PDFText.of("novel.pdf", in: folder)
      #expect(text.contains("A Novel") && text.contains("Ann Author, Bo Writer") && text.contains("from its folder"))
    }
  }

  static let mistakes: [(String, String)] = [
    (
      "trimm: a5\n",
      """
      octavo.yaml:1:1: error: there is no option "trimm"
        help: did you mean "trim"? keys are the long options of "octavo help build" without their dashes

      """
    ),
    (
      "# look\nsize: 12\n",
      """
      octavo.yaml:2:7: error: "12" for size has no unit
        help: say pt, mm, cm or in: 12pt

      """
    ),
    (
      "theme: wonderlnd\n",
      """
      octavo.yaml:1:8: error: no theme is called "wonderlnd"
        help: did you mean "wonderland"? "octavo themes" lists them

      """
    ),
    (
      "justify: perhaps\n",
      """
      octavo.yaml:1:10: error: "perhaps" is no value for justify
        help: it takes true, false

      """
    ),
    (
      "header:\n",
      """
      octavo.yaml:1:1: error: header has no value
        help: leave the line out; or write header: "" for an empty one

      """
    ),
    (
      "trim: [a5, a6]\n",
      """
      octavo.yaml:1:7: error: trim takes one value
        help: write trim: VALUE

      """
    ),
    (
      "size: 12pt\nsize: 13pt\n",
      """
      octavo.yaml:2:1: error: size is given twice
        help: leave one of them out

      """
    ),
    (
      "layout: spred\n",
      """
      octavo.yaml:1:9: error: "spred" is no value for layout
        help: did you mean "spread"? it takes single, spread

      """
    ),
    (
      "lang: x!\n",
      """
      octavo.yaml:1:7: error: "x!" is no language tag
        help: write it as in en, de, pt-BR or zh-Hant

      """
    ),
    (
      "just words\n",
      """
      octavo.yaml:1:1: error: options are written as "key: value"
        help: one a line, such as "trim: a5"

      """
    ),
  ]

  @Test("What is wrong in octavo.yaml is named with its place", arguments: mistakes)
  func mistake(_ mistake: (text: String, message: String)) throws {
    let folder = try Folder()
    try folder.put(mistake.text, in: "octavo.yaml")
    let outcome = try Program.run(["book.txt"], in: folder)
    #expect(outcome.said == mistake.message)
    #expect(outcome.code == 2)
    #expect(folder.names == ["book.txt", "octavo.yaml"])
  }

  @Test("Every long option about the book is a key of octavo.yaml")
  func everyOption() throws {
    let folder = try Folder()
    for name in OptionRow.all.filter(\.group.isOfBook).map(\.key) {
      try folder.put("\(name):\n", in: "octavo.yaml")
      let said = try Program.run(["book.txt"], in: folder).said
      #expect(said.contains("\(name) has no value"), "\(name): \(said)")
    }
  }

  @Test("No sentence of the help has more than thirty words")
  func short() throws {
    let folder = try Folder()
    let commands = try Program.run(["help"], in: folder).text.split(separator: "\n").filter { $0.hasPrefix("  ") }
    let names = commands.compactMap { $0.split(separator: " ").first.map(String.init) }.filter { !$0.hasPrefix("-") }
    #expect(names.count > 10)
    for name in names {
      // options stand in two columns; what is wrapped goes on in the second
      let help = try Program.run(["help", name], in: folder).text.replacing("\n                          ", with: " ")
      for line in help.split(separator: "\n") where line.hasPrefix("  -") {
        for sentence in line.split(separator: ". ") {
          #expect(sentence.split(separator: " ").count <= 30, "\(name): \(sentence)")
        }
      }
    }
  }

  @Test("Every option stands in the help of the commands that take it, and in the manual")
  func helped() throws {
    let folder = try Folder()
    let manual = try Program.run(["manual"], in: folder).text
    for (command, name) in OptionRow.Commands.names {
      let help = try Program.run(["help", name], in: folder).text
      let words = Set(help.split { " ,/\n".contains($0) }.map(String.init))
      for row in OptionRow.all {
        #expect(words.contains(row.name) == row.commands.contains(command), "\(row.name) of \(name)")
        let escaped = row.name.replacing("-", with: "\\-")
        #expect(manual.contains("\n.B \(escaped)") || manual.contains(", \(escaped)"), "\(row.name) in the manual")
      }
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Citations worded by pandoc, in styles of three kinds made for these tests.
@Suite("Citations") struct CitationCommandTests {
  private static let names: [String] = ["Adler", "Borg", "Cole", "Dietz", "Egede", "Fauré", "Gogol", "Šimić"]

  private static let works: String = names.enumerated().map { index, name in
    """
    @book{w\(index), author={\(name), Anna}, title={{The Title of \(name)}}, year=\(1990 + index), publisher={Press},
      address={Leeds}}
    """
  }.joined(separator: "\n")

  private static func style(_ kind: String, _ rest: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <style xmlns="http://purl.org/net/xbiblio/csl" class="\(kind)" version="1.0" default-locale="en-US">
    <info><title>T</title><id>t</id><updated>2026-01-01T00:00:00+00:00</updated></info>\(rest)</style>
    """
  }

  private static let numbers: String = style(
    "in-text",
    """
    <citation collapse="citation-number"><sort><key variable="citation-number"/></sort><layout prefix="[" suffix="]"
    delimiter=", "><text variable="citation-number"/><text variable="locator" prefix=": "/></layout></citation>
    <bibliography second-field-align="flush"><layout suffix="."><text variable="citation-number" prefix="[" suffix="]"/>
    <group delimiter=", "><names variable="author"/><text variable="title" font-style="italic"/></group></layout>
    </bibliography>
    """)

  private static let notes: String = style(
    "note",
    """
    <citation><layout suffix="." delimiter="; "><choose><if position="ibid"><group delimiter=", ">
    <text term="ibid" text-case="capitalize-first"/><text variable="locator"/></group></if><else><group delimiter=", ">
    <names variable="author"><name form="short"/></names><text variable="title" font-style="italic"/>
    <text variable="locator"/></group></else></choose></layout></citation><bibliography><sort><key variable="author"/>
    </sort><layout suffix="."><group delimiter=", "><names variable="author"/><text variable="title"/></group></layout>
    </bibliography>
    """)

  /// A folder with a bibliography and styles, and a cache of its own.
  private func made(_ manuscript: String) throws -> (Folder, [String: String]) {
    let folder = try Folder()
    try folder.put(Self.works, in: "works.bib")
    try folder.put(Self.numbers, in: "numbers.csl")
    try folder.put(Self.notes, in: "notes.csl")
    try folder.put(manuscript, in: "book.md")
    return (folder, ["XDG_CACHE_HOME": folder.at("cache")])
  }

  private static let cited = """
    ---
    title: Rivers
    bibliography: works.bib
    ---

    # One

    Rivers run [see @w0, pp. 3-5; also @w1]. As @w7 [p. 9] says, so [-@w7]. Twice [@w2].
    And again [@w2, 4], in notes.[^n]

    [^n]: So @w3 says.

    # References
    """

  /// The words of a PDF.
  private func words(_ folder: Folder) -> String {
    let text = Program.onPath("pdftotext").map { Program.output($0, [folder.at("out.pdf"), "-"]) } ?? ""
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  static let kinds: [(style: String?, words: [String])] = [
    (
      nil,
      [
        "(see Adler 1990, 3–5; also Borg 1991). As Šimić (1997, 9) says, so (1997). Twice (Cole 1992). And again (Cole 1992, 4)",
        "So Dietz (1993) says.", "References Adler, Anna. 1990. The Title of Adler. Leeds: Press. Borg,",
      ]
    ),
    (
      "numbers.csl",
      [
        "[see 1: 3–5, also 2]. As [3: 9] says, so [3]. Twice [4]. And again [4: 4]", "So [5] says.",
        "[1] Anna Adler, The Title of Adler. [2] Anna Borg,",
      ]
    ),
    (
      "notes.csl",
      [
        "Rivers run.1 As Šimić2 says, so.3 Twice.4 And again,5 in notes.6",
        "See Adler, The Title of Adler, 3–5; also Borg, The Title of Borg.", "Cole, The Title of Cole. 5 Ibid., 4.",
      ]
    ),
  ]

  @Test("Words and works by author and date, by numbers and in notes", arguments: kinds)
  func styles(style: String?, words expected: [String]) throws {
    guard Program.onPath("pandoc") != nil else { return print("skipped: no pandoc on the path") }
    let (folder, environment) = try made(Self.cited)
    let options = style.map { ["--csl", $0] } ?? []
    let outcome = try Program.run(
      ["book.md", "-o", "out.pdf", "--verify"] + options, in: folder, environment: environment)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(!outcome.said.contains("warning: "), "\(outcome.said)")
    let text = words(folder)
    guard !text.isEmpty else { return print("skipped: no pdftotext on the path") }
    for words in expected { #expect(text.contains(words), "\(text)") }
  }

  @Test("A book of forty citations keeps every word in each style", arguments: [nil, "numbers.csl", "notes.csl"])
  func seeded(style: String?) throws {
    guard Program.onPath("pandoc") != nil else { return print("skipped: no pandoc on the path") }
    for seed in UInt64(1)...3 {
      var random = SeededNumbers(seed: seed)
      func key() -> String { "@w\(Int.random(in: 0..<Self.names.count, using: &random))" }
      var text = "---\ntitle: Rivers\nbibliography: works.bib\n---\n\n"
      for chapter in 1...4 {
        text += "# Chapter \(chapter) [\(key())]\n\n"
        for paragraph in 1...5 {
          text += "Water goes on and on, says \(key()), "
          switch Int.random(in: 0..<7, using: &random) {
          case 0: text += "and *more [\(key()), p. \(paragraph)]* then. It"
          case 1: text += "“so” [see \(key()); \(key())]. It"
          case 2: text += "twice^[See \(key()), or [\(key())]. Or.] so. It"
          case 3: text += "then[\(key())]—or not. It"
          case 4: text += "[-\(key()), 3-5] and\n[see\n\(key())]; it"
          case 5: text += "so [\(key())][\(key())] [\(key())]: it"
          default: text += "(\(key()) [p. 3]) and it"
          }
          text += " runs past the mill to the sea.\n\n- An item [\(key())].\n\n"
        }
      }
      let (folder, environment) = try made(text)
      let outcome = try Program.run(
        ["book.md", "-o", "out.pdf", "--verify"] + (style.map { ["--csl", $0] } ?? []), in: folder,
        environment: environment)
      #expect(outcome.code == 0, "seed \(seed): \(outcome.said)\n\(text)")
      #expect(!words(folder).contains("@w"), "seed \(seed)")
    }
  }

  @Test("A key that the bibliography has not is told with the nearest")
  func missing() throws {
    guard Program.onPath("pandoc") != nil else { return print("skipped: no pandoc on the path") }
    let (folder, environment) = try made("One [@w0].\n\nTwo [@w99; @ww1], @w99 says.\n")
    let outcome = try Program.run(
      ["book.md", "-o", "out.pdf", "--bibliography", "works.bib", "--verify"], in: folder, environment: environment)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(
      outcome.said.hasPrefix(
        """
        book.md:3:1: warning: the bibliography has no "w99"
          help: add the work to the bibliography, or correct the key
        book.md:3:1: warning: the bibliography has no "ww1"
          help: did you mean "w1"?

        """), "\(outcome.said)")
  }

  @Test("Without pandoc one warning says so, and citations have their keys")
  func pandocMissing() throws {
    let (folder, environment) = try made(Self.cited)
    try folder.make("bin")
    let outcome = try Program.run(
      ["book.md", "-o", "out.pdf"], in: folder, environment: environment.merging(["PATH": folder.at("bin")]) { $1 })
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(
      outcome.said.hasPrefix(
        """
        book.md:8:1: warning: citations are set by their keys: pandoc, which words them, is not installed
          help: install the Debian package pandoc: apt-get install pandoc

        """), "\(outcome.said)")
  }

  static let faults: [(front: String, options: [String], code: Int32, words: String)] = [
    (
      "bibliography: ../works.bib", [], 0,
      """
      book.md:2:1: warning: "../works.bib" lies outside the manuscript's folder and is not read
        help: put it there, or name it on the command line: --bibliography ../works.bib
      book.md:5:1: warning: 1 citation is set by its key

      """
    ),
    (
      "bibliography: /etc/passwd", ["--bibliography", "works.bib"], 0,
      """
      book.md:2:1: warning: "/etc/passwd" lies outside the manuscript's folder and is not read

      """
    ),
    (
      "bibliography: none.bib", [], 0,
      """
      book.md:2:1: warning: the bibliography "none.bib" cannot be read
        help: put the file there, or correct its name
      book.md:5:1: warning: 1 citation is set by its key

      """
    ),
    (
      "title: A", ["--bibliography", "none.bib"], 1,
      """
      error: the bibliography "none.bib" cannot be read
        help: put the file there, or correct its name

      """
    ),
    (
      "title: A", ["--bibliography", "works.txt"], 2,
      """
      error: "works.txt" is no bibliography by its name
        help: there are .bib, .bibtex, .json and .yaml

      """
    ),
  ]

  @Test("What is wrong with a bibliography is said with its place", arguments: faults)
  func wrong(front: String, options: [String], code: Int32, words: String) throws {
    let (folder, environment) = try made("---\n\(front)\n---\n\n[@w0]\n")
    let outcome = try Program.run(["book.md", "-o", "out.pdf"] + options, in: folder, environment: environment)
    #expect(outcome.code == code)
    #expect(outcome.said.contains(words.dropLast()), "\(outcome.said)")
  }

  @Test("What pandoc has answered once is not asked again")
  func cached() throws {
    guard let pandoc = Program.onPath("pandoc") else { return print("skipped: no pandoc on the path") }
    let (folder, environment) = try made(Self.cited)
    #expect(try Program.run(["book.md", "-o", "out.pdf"], in: folder, environment: environment).code == 0)
    let first = folder.bytes(of: "out.pdf")
    try folder.make("bin")
    try folder.put("#!/bin/sh\n[ \"$1\" = --version ] && exec \(pandoc) --version\nexit 9\n", in: "bin/pandoc")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.at("bin/pandoc"))
    let path = folder.at("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    let again = environment.merging(["PATH": path]) { $1 }
    #expect(try Program.run(["book.md", "-o", "out.pdf"], in: folder, environment: again).code == 0)
    #expect(folder.bytes(of: "out.pdf") == first)
    // another style is another question
    let other = try Program.run(["book.md", "-o", "out.pdf", "--csl", "notes.csl"], in: folder, environment: again)
    #expect(other.said.contains("warning: citations are set by their keys: pandoc makes nothing of"), "\(other.said)")
  }

  @Test("Works that the front matter lists, works that nothing cites, and a heading for them")
  func ownWorks() throws {
    guard Program.onPath("pandoc") != nil else { return print("skipped: no pandoc on the path") }
    let (folder, environment) = try made(
      """
      ---
      title: Rivers
      references:
      - id: own
        type: book
        title: Mine
        author:
        - family: Owner
          given: A.
        issued: 2001
      bibliography: [works.bib]
      nocite: |
        @w3
      reference-section-title: Works
      link-citations: true
      ---

      As @own says.
      """)
    let outcome = try Program.run(["book.md", "-o", "out.pdf", "--verify"], in: folder, environment: environment)
    #expect(outcome.code == 0 && !outcome.said.contains("warning: "), "\(outcome.said)")
    let text = words(folder)
    guard !text.isEmpty else { return print("skipped: no pdftotext on the path") }
    #expect(text.contains("As Owner (2001) says."), "\(text)")
    #expect(
      text.contains("Works Dietz, Anna. 1993. The Title of Dietz. Leeds: Press. Owner, A. 2001. Mine."), "\(text)")
  }

  @Test("pandoc's tree has its citations worded as Markdown has", arguments: ["book.json", "book.tex", "book.org"])
  func tree(name: String) throws {
    guard let pandoc = Program.onPath("pandoc") else { return print("skipped: no pandoc on the path") }
    let (folder, environment) = try made(Self.cited)
    try folder.put(
      """
      \\documentclass{book}\\addbibresource{works.bib}\\begin{document}
      \\chapter{One} Rivers run \\parencite[see][3]{w0}. As \\textcite{w7} says.\\footnote{So \\cite{w3}.}
      \\end{document}
      """, in: "book.tex")
    try folder.put(
      """
      #+bibliography: works.bib

      * One

      Rivers run [cite:see @w0 p. 3]. As [cite/t:@w7] says.[fn:1]

      * Works

      #+print_bibliography:

      [fn:1] So [cite:@w3].

      """, in: "book.org")
    if name == "book.json" {
      _ = Program.output(pandoc, ["--from", "markdown", "--to", "json", "-o", folder.at(name), folder.at("book.md")])
    }
    for style in [[], ["--csl", "notes.csl"]] {
      let outcome = try Program.run(
        [name, "-o", "out.pdf", "--verify"] + style, in: folder, environment: environment)
      #expect(outcome.code == 0 && !outcome.said.contains("warning: citation"), "\(outcome.said)")
      let text = words(folder)
      guard !text.isEmpty else { return print("skipped: no pdftotext on the path") }
      #expect(text.contains(style.isEmpty ? "(see Adler 1990, 3" : "Rivers run.1 As Šimić2 says"), "\(text)")
      #expect(text.contains(style.isEmpty ? "Adler, Anna. 1990." : "Anna Adler, The Title of Adler."), "\(text)")
    }
  }
}

import Libc
import OctavoCommand
import TestSupport
import Testing

/// Arguments, and the exact text that octavo prints before it ends.
struct Mistake: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var message: String
  var help: String
  var code: Int32 = 2
  var place = "octavo"

  init(_ arguments: String..., says message: String, help: String, code: Int32 = 2, place: String = "octavo") {
    self.arguments = arguments
    self.message = message
    self.help = help
    self.code = code
    self.place = place
  }

  var text: String { "\(place): error: \(message)\n  help: \(help)\n" }
  var testDescription: String { "octavo " + arguments.map { $0.isEmpty ? "''" : $0 }.joined(separator: " ") }
}

private let units = "say pt, mm, cm or in"
private let listsOptions = "\"octavo help build\" lists what there is"
private let listsTrims = "\"octavo trims\" lists the names; or give WIDTHxHEIGHT in one word, such as 140x216mm"
private let sizeForm = "write WIDTHxHEIGHT with a unit: 140x216mm, 5.5x8.5in"
private let listsFonts = "\"octavo fonts\" lists them; --font-path DIR or ./Fonts adds more"

@Suite("Wrong usage") struct UsageTests {
  /// Examples apart, whose lines begin with a command or its answer.
  @Test("No sentence of the help has more than thirty words", arguments: Usage.commands.filter { $0 != "help" })
  func shortSentences(command: String) throws {
    let text = try Program.run(["help", command], in: Folder()).text
    var pieces = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      if ["octavo ", "curl ", "{", "http"].contains(where: words.hasPrefix) { continue }
      // an option's name, and a heading, are no part of a sentence
      let option = line.firstMatch(of: /^ +(-\S.*?|<\S+>)(  +|$)/)
      if words.isEmpty || option != nil || !line.hasPrefix(" ") { pieces.append("") }
      pieces[pieces.count - 1] += " " + (option.map { line[$0.range.upperBound...] } ?? words)
    }
    for piece in pieces {
      for sentence in piece.split(separator: /[.!?] +/) {
        let words = sentence.split(separator: " ")
        #expect(words.count <= 30, "\(sentence)")
      }
    }
  }

  static let page: [Mistake] = [
    Mistake("book.txt", "--trim", "a55", says: "unknown trim \"a55\"", help: "did you mean \"a5\"? " + listsTrims),
    Mistake(
      "book.txt", "--for", "Amazon KDP", says: "\"Amazon KDP\" is no value for --for",
      help: "did you mean \"kdp\"? it takes kdp, ingram, lulu, bookvault"),
    Mistake(
      "book.txt", "--for", "ingramsprak", says: "\"ingramsprak\" is no value for --for",
      help: "did you mean \"ingram\"? it takes kdp, ingram, lulu, bookvault"),
    Mistake(
      "book.txt", "other.txt", says: "\"other.txt\" not found", help: "check the path and its spelling", code: 1,
      place: "other.txt"),
    Mistake(
      "book.txt", "--scene-break", "no.png", says: "picture \"no.png\" for --scene-break not found",
      help: "check the path and its spelling"),
    // 6 x 9 comes as three words
    Mistake("book.txt", "--trim", "6", says: "unknown trim \"6\"", help: listsTrims),
    Mistake("book.txt", "--trim", "quarto", says: "unknown trim \"quarto\"", help: listsTrims),
    Mistake("book.txt", "--trim", "", says: "unknown trim \"\"", help: listsTrims),
    Mistake(
      "book.txt", "--trim", "140x216", says: "\"140x216\" is no page size", help: "say its unit, as in 140x216mm"),
    Mistake("book.txt", "--trim", "6x10", says: "\"6x10\" is no page size", help: "say its unit, as in 6x10in"),
    Mistake("--themes", says: "\"themes\" is a command, no option", help: "did you mean \"octavo themes\"?"),
    Mistake(
      "book.txt", "--widows", "2", says: "unknown option \"--widows\"",
      help: "octavo leaves neither widows nor orphans; leave it out; " + listsOptions),
    Mistake(
      "book.txt", "-t", "html", says: "unknown option \"-t\"",
      help: "octavo writes PDF alone; leave it out; " + listsOptions),
    Mistake(
      "book.txt", "--spot-colour", "#C8102E", says: "\"#C8102E\" names no ink with its colour",
      help: "write the ink's name and its colour as #RRGGBB: \"PANTONE 186 C #C8102E\""),
    Mistake(
      "book.txt", "--spot-colour", "Grey #808080", says: "\"Grey #808080\" is no second ink",
      help: "grey is black ink already; All and None name no ink"),
    Mistake("book.txt", "--trim", "140x216mn", says: "\"140x216mn\" is no page size", help: sizeForm),
    Mistake(
      "book.txt", "--trim", "1x1mm", says: "a page of 1mm by 1mm cannot be made",
      help: "PDF pages are from 36pt to 14400pt each way, spreads half as wide"),
    Mistake("book.txt", "--inside", "20", says: "\"20\" for --inside has no unit", help: units + ": 20mm"),
    Mistake("book.txt", "--leading", "14", says: "\"14\" for --leading has no unit", help: units + ": 14pt"),
    Mistake(
      "book.txt", "--outside", "20furlong", says: "\"furlong\" is no unit that --outside knows", help: units),
    Mistake(
      "book.txt", "--top", "wide", says: "\"wide\" is no length for --top",
      help: "write a number and a unit: 12pt, 20mm, 2cm, 0.75in"),
    Mistake(
      "book.txt", "--bottom", "99999mm", says: "\"99999mm\" for --bottom is longer than ten metres",
      help: "check the number and its unit"),
    Mistake(
      "book.txt", "--inside=-5mm", says: "--inside is less than nothing", help: "give a length from 0mm up"),
    Mistake(
      "book.txt", "--inside", "-5mm", says: "missing value for \"--inside <length>\"",
      help: "a value that begins with - follows an equals sign, as in --top=-1mm; " + listsOptions),
    Mistake(
      "book.txt", "--inside", "90mm", "--outside", "50mm",
      says: "the margins leave a measure of 8mm, less than the 19.4mm that five ems take",
      help: "make --inside, --outside or --size smaller, or the --trim larger"),
    Mistake(
      "book.txt", "--top", "100mm", "--bottom", "105mm",
      says: "the margins leave a text block 5mm high, less than the 14.82mm of three lines",
      help: "make --top, --bottom or --size smaller, or the --trim larger"),
    Mistake(
      "book.txt", "--size", "0pt", says: "type of 0pt cannot be set", help: "give --size from 1pt to 400pt"),
    Mistake(
      "book.txt", "--size", "20pt", "--leading", "10pt", says: "lines of 20pt type overlap at a leading of 10pt",
      help: "give --leading about 1.25 times the size: 25.4pt"),
    Mistake(
      "book.txt", "--spine", "mid", "--layout", "single", says: "--spine mid and --layout single contradict each other",
      help: "--spine mid is two pages a sheet, the same as --layout spread; leave one of them out"),
    Mistake(
      "book.txt", "--spine", "min", "--layout", "spread", says: "--spine min and --layout spread contradict each other",
      help: "a spread has its spine in the middle: --spine mid, or leave --spine out"),
    Mistake(
      "book.txt", "--spine", "max", "--layout", "spread", says: "--spine max and --layout spread contradict each other",
      help: "a spread has its spine in the middle: --spine mid, or leave --spine out"),
    Mistake(
      "book.txt", "--spine", "midd", says: "\"midd\" is no value for --spine",
      help: "did you mean \"mid\"? it takes min, mid, max"),
    Mistake(
      "book.txt", "--layout", "spred", says: "\"spred\" is no value for --layout",
      help: "did you mean \"spread\"? it takes single, spread"),
    Mistake(
      "book.txt", "--binding", "inner", says: "\"inner\" is no value for --binding", help: "it takes left, right, top"),
  ]

  static let book: [Mistake] = [
    Mistake(
      "book.txt", "--font", "Liberation Serf", says: "no font family is called \"Liberation Serf\"",
      help: "did you mean \"Liberation Serif\"? " + listsFonts, code: 1),
    Mistake(
      "book.txt", "--font", "Qwertyuiop", says: "no font family is called \"Qwertyuiop\"", help: listsFonts, code: 1),
    // by fontconfig's own rules for other systems' fonts
    Mistake(
      "book.txt", "--font", "Times New Roman", says: "no font family is called \"Times New Roman\"",
      help: "did you mean \"Liberation Serif\"? " + listsFonts, code: 1),
    Mistake(
      "book.txt", "--font", "Garamond", says: "no font family is called \"Garamond\"",
      help: "did you mean \"EB Garamond\"? " + listsFonts, code: 1),
    Mistake("book.txt", "--font", "", says: "--font names no family", help: "\"octavo fonts\" lists them"),
    Mistake(
      "book.txt", "--font-path", "nowhere", says: "--font-path: there is no folder \"nowhere\"",
      help: "check the path and its spelling", code: 1),
    Mistake(
      "book.txt", "--header", "{autor}", says: "--header has no \"{autor}\"",
      help:
        "did you mean {author}? there are {title} {author} {surname} {chapter} {chapter-title} {date} {page} {pages} {dots} {gap}"
    ),
    Mistake(
      "book.txt", "--footer", "- {folio} -", says: "--footer has no \"{folio}\"",
      help: "there are {title} {author} {surname} {chapter} {chapter-title} {date} {page} {pages} {dots} {gap}"),
    Mistake(
      "book.txt", "--footer", "{}", says: "--footer has no \"{}\"",
      help: "there are {title} {author} {surname} {chapter} {chapter-title} {date} {page} {pages} {dots} {gap}"),
    Mistake(
      "book.txt", "--footer", "Page {page", says: "--footer has \"{page\", which nothing closes",
      help: "there are {title} {author} {surname} {chapter} {chapter-title} {date} {page} {pages} {dots} {gap}"),
    Mistake(
      "book.txt", "--expansion", "9", says: "\"9\" is no percentage for --expansion",
      help: "give a number from 0 to 5, such as --expansion 2"),
    Mistake(
      "book.txt", "--chapters", "odd", says: "\"odd\" is no value for --chapters",
      help: "did you mean \"recto\"? it takes auto, any, recto, run-on"),
    Mistake(
      "book.txt", "--theme", "trad", says: "no theme is called \"trad\"",
      help: "did you mean \"trade\"? \"octavo themes\" lists them"),
    Mistake(
      "book.txt", "--theme", "trade", "--large-print", says: "--theme trade and --large-print contradict each other",
      help: "each is a whole look; leave one of them out"),
    Mistake(
      "book.txt", "--copy", "proofs", says: "\"proofs\" is no value for --copy",
      help: "did you mean \"proof\"? it takes proof, manuscript"),
    Mistake(
      "book.txt", "--toc-depth", "0", says: "\"0\" is no depth for --toc-depth",
      help: "give a number from 1, for parts or chapters, to 6"),
    Mistake(
      "book.txt", "--drop-capitals", "1", says: "\"1\" is no count of lines for --drop-capitals",
      help: "give 0, or a whole number from 2 to 6"),
    Mistake(
      "book.txt", "--line-numbers", "x", says: "\"x\" is no count of lines for --line-numbers",
      help: "give a whole number, such as 5; 0 for none"),
    Mistake(
      "book.txt", "--pages", "2-x-", says: "\"2-x-\" is no page or range of pages for --pages",
      help: "write folios as they are printed: 1-20,xii,45-"),
    Mistake(
      "book.txt", "--pages", "7", says: "the book has no page 7",
      help:
        "its last is 1; --pages takes folios as they are printed, and those of the title page and contents are i, ii, iii",
      place: "book.txt"),
    Mistake(
      "book.txt", "--pages", "1-ii", says: "the range 1-ii runs backwards",
      help: "write the page first that comes first in the book", place: "book.txt"),
    Mistake(
      "book.txt", "--chapter", "2", says: "the book has no chapter 2",
      help: "it has no chapters; \"octavo inspect\" says what was recognised", place: "book.txt"),
    Mistake(
      "book.txt", "--chapter", "2", "--pages", "1", says: "--pages and --chapter contradict each other",
      help: "leave one of them out"),
    Mistake(
      "book.txt", "--lang", "x!", says: "\"x!\" is no language tag", help: "write it as in en, de, pt-BR or zh-Hant"),
    Mistake(
      "book.txt", "--encoding", "KLINGON", says: "unknown encoding \"KLINGON\"",
      help: "names are those of iconv, such as UTF-8, ISO-8859-1, CP1251, SHIFT_JIS"),
    Mistake(
      "book.txt", "--hyphenation-exceptions", "none.txt", says: "\"none.txt\" not found",
      help: "check the path and its spelling", code: 1, place: "none.txt"),
  ]

  private static let margins = "margins are given one by one: --inside, --outside, --top, --bottom; "

  /// What other programs and people call things.
  static let otherNames: [Mistake] = [
    Mistake(
      "book.txt", "--for", "amazon", says: "\"amazon\" is no value for --for",
      help: "did you mean \"kdp\"? it takes kdp, ingram, lulu, bookvault"),
    Mistake(
      "book.txt", "--drop-caps", says: "unknown option \"--drop-caps\"",
      help: "did you mean \"--drop-capitals 3\"? " + listsOptions),
    Mistake("book.txt", "--margin=2cm", says: "unknown option \"--margin\"", help: margins + listsOptions),
    Mistake(
      "book.txt", "-V", "geometry:a5paper", says: "unknown option \"-V\"",
      help: "each option has a name of its own, such as --size 12pt; " + listsOptions),
    Mistake(
      "book.txt", "--lang", "klingon", says: "\"klingon\" is no language tag",
      help: "write it as in en, de, pt-BR or zh-Hant"),
    Mistake("book.txt", "--toc=false", says: "--toc takes no value", help: "write --no-toc"),
    Mistake("book.txt", "--toc=yes", says: "--toc takes no value", help: "write --toc alone"),
    Mistake(
      "book.txt", "book.pdf", says: "a PDF stands among the manuscripts", help: "to write it: -o book.pdf",
      place: "book.pdf"),
    Mistake(
      "book.txt", "book.txt", says: "the file is named twice", help: "name each file once, in the book's order",
      place: "book.txt"),
    Mistake(
      "book.txt", "-o", "x.epub", says: "octavo writes PDF, and this is another kind's name",
      help: "give a name that ends in .pdf", place: "x.epub"),
    Mistake(
      "book.txt", "-o", "x.png", says: "octavo writes PDF, and this is another kind's name",
      help: "octavo render BOOK --png FOLDER", place: "x.png"),
    Mistake(
      "book.txt", "--inside", "50mm", "--outside", "4in", says: "the margins are wider than the page",
      help: "make --inside, --outside or --size smaller, or the --trim larger"),
  ]

  @Test("What is meant in capitals, as a locale or by a language's name is taken")
  func otherSpellings() throws {
    let folder = try Folder()
    for (option, value, row) in [
      ("--lang", "en_GB.UTF-8", "en-GB"), ("--lang", "Deutsch", "de"), ("--layout", "Spread", "spread"),
    ] {
      let outcome = try Program.run(["inspect", "book.txt", option, value], in: folder)
      #expect(outcome.code == 0 && String(decoding: outcome.output, as: UTF8.self).contains(row), "\(value)")
    }
  }

  @Test("A font's name may differ in its blanks and capitals", arguments: ["LiberationSerif", "liberation  serif"])
  func fontNames(name: String) throws {
    let folder = try Folder()
    #expect(
      try Program.run(["book.txt", "--font", "Liberation Serif", "-o", "as-named.pdf", "-q"], in: folder).said == "")
    #expect(try Program.run(["book.txt", "--font", name, "-o", "x.pdf", "-q"], in: folder).said == "")
    #expect(folder.bytes(of: "x.pdf") == folder.bytes(of: "as-named.pdf"))
  }

  @Test("Words whose bold lacks letters are in one face, and that is said once")
  func boldWithoutLetters() throws {
    let folder = try Folder()
    try folder.put("---\nlang: vi\n---\n\nMột từ **đậm** và **nữa**.\n", in: "v.md")
    let outcome = try Program.run(["v.md", "-o", "v.pdf", "--verify"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.said.components(separatedBy: "has not all letters of \"vi\"").count == 2, "\(outcome.said)")
    // they are about as high as those around them: 0.94 of EB Garamond's size
    try folder.put("---\nlang: es\n---\n\nUna palabra **última** y más.\n", in: "e.md")
    #expect(try Program.run(["e.md", "-o", "e.pdf"], in: folder).said.contains("set in \"LiberationSerif-Bold\""))
    let runs = try PDFInspection(folder.at("e.pdf")).runs().joined()
    let bold = try #require(runs.first { $0.text.contains("última") })
    let text = try #require(runs.first { $0.text.contains("palabra") })
    #expect((0.92...0.96).contains(bold.size / text.size), "\(bold.size) beside \(text.size)")
  }

  @Test("A name with blanks that nobody quoted, and braces that YAML takes for its own, are told as such")
  func unquoted() throws {
    let folder = try Folder()
    try folder.put("x", in: "my book.txt")
    #expect(
      try Program.run(["my", "book.txt"], in: folder).said
        == "my book.txt: error: the shell takes a name with blanks for several\n  help: put it in quotes: \"my book.txt\"\n"
    )
    try folder.put("header: {title}\n", in: "octavo.yaml")
    #expect(
      try Program.run(["book.txt"], in: folder).said
        == "octavo.yaml:1:9: error: header is no text: in YAML, braces mean something else\n  help: put it in quotes, as in header: \"{title}\"\n"
    )
    try folder.put("margin: 2cm\n", in: "octavo.yaml")
    #expect(
      try Program.run(["book.txt"], in: folder).said.hasPrefix(
        "octavo.yaml:1:1: error: there is no option \"margin\"\n  help: margins are given one by one: inside, outside, top, bottom; "
      ))
  }

  static let run: [Mistake] = [
    Mistake(says: "no manuscript is given", help: "octavo book.txt makes book.pdf; \"octavo help\" shows more"),
    Mistake("inspect", says: "no manuscript is given", help: "octavo inspect book.txt"),
    Mistake("", "-o", "x.pdf", says: "the manuscript has no name", help: "give a file, or - for standard input"),
    Mistake("book.txt", "--frobnicate", says: "unknown option \"--frobnicate\"", help: listsOptions),
    Mistake(
      "book.txt", "--heder", "x", says: "unknown option \"--heder\"",
      help: "did you mean \"--header\"? " + listsOptions),
    Mistake(
      "book.txt", "--header", says: "missing value for \"--header <text>\"",
      help: "a value that begins with - follows an equals sign, as in --top=-1mm; " + listsOptions),
    Mistake(
      "bild", "book.txt", says: "no command is called \"bild\"", help: "did you mean \"octavo build\"?"),
    Mistake(
      "font", says: "\"font\" not found", help: "check the path; or did you mean \"octavo fonts\"?", code: 1,
      place: "font"),
    Mistake(
      "help", "nosuch", says: "no command or option is called \"nosuch\"",
      help: "\"octavo help\" lists the commands, \"octavo manual\" tells of all else"),
    Mistake(
      "help", "buid", says: "no command or option is called \"buid\"",
      help: "did you mean \"build\"? \"octavo help\" lists the commands, \"octavo manual\" tells of all else"),
    Mistake(
      "render", "book.txt", "--png", "a", "--verify", says: "\"octavo render\" takes no --verify",
      help: "\"octavo build\", \"octavo impose\", \"octavo watch\" and \"octavo key\" do"),
    Mistake("book.txt", "--png", "a", says: "\"octavo build\" takes no --png", help: "\"octavo render\" does"),
    Mistake(
      "inspect", "book.txt", "--strict", says: "\"octavo inspect\" takes no --strict",
      help:
        "\"octavo build\", \"octavo impose\", \"octavo render\", \"octavo watch\", \"octavo cover\" and \"octavo key\" do"
    ),
    Mistake("completions", "tcsh", says: "\"tcsh\" is no value for completions", help: "it takes bash, zsh, fish"),
    Mistake(
      "fonts", "--font-path", "nowhere", says: "--font-path: there is no folder \"nowhere\"",
      help: "check the path and its spelling", code: 1),
    Mistake("book.txt", "-j", "0", says: "-j 0 leaves nobody to do the work", help: "give 1 or more"),
    Mistake("book.txt", "-j", "x", says: "the value \"x\" is invalid for \"-j <n>\"", help: listsOptions),
    Mistake(
      "book.txt", "--format", "xml", says: "\"xml\" is no value for --format", help: "it takes human, short, json"),
    Mistake(
      "book.txt", "--progress", "sometimes", says: "\"sometimes\" is no value for --progress",
      help: "it takes auto, always, never"),
    Mistake(
      "book.txt", "--color", "red", says: "\"red\" is no value for --color", help: "it takes auto, always, never"),
    Mistake("book.txt", "-o", "", says: "-o names no file", help: "give a file, or - for standard output"),
    Mistake(
      "-", says: "a manuscript from standard input has no name to call its PDF by",
      help: "add -o FILE, or -o - for standard output"),
    Mistake(
      "book.txt", "-o", "book.txt", says: "\"book.txt\" is the manuscript, which the PDF would replace",
      help: "choose another name with -o", place: "book.txt"),
    Mistake(
      "book.txt", "-o", "./link.txt", says: "\"./link.txt\" is the manuscript, which the PDF would replace",
      help: "choose another name with -o", place: "./link.txt"),
  ]

  @Test("Each mistake in the arguments is named and the cure with it", arguments: page + book + otherNames + run)
  func mistake(_ mistake: Mistake) throws {
    let folder = try Folder()
    try #require(symlink(folder.at("book.txt"), folder.at("link.txt")) == 0)
    let outcome = try Program.run(mistake.arguments, in: folder)
    #expect(outcome.said == mistake.text)
    #expect(outcome.code == mistake.code)
    #expect(outcome.output.isEmpty)
    #expect(folder.names == ["book.txt", "link.txt"])
    #expect(folder.text(of: "book.txt") == Folder.book)
  }

  @Test("A manuscript on standard input is not replaced by its PDF either")
  func standardInputIsOutput() throws {
    let folder = try Folder()
    let outcome = try Program.run(["-", "-o", "book.txt"], in: folder, input: folder.at("book.txt"))
    #expect(
      outcome.said == """
        book.txt: error: "book.txt" is the manuscript, which the PDF would replace
          help: choose another name with -o

        """)
    #expect(outcome.code == 2)
    #expect(folder.text(of: "book.txt") == Folder.book)
  }

  @Test("A date from the environment that is no count of seconds is wrong usage")
  func badSourceDate() throws {
    let folder = try Folder()
    let outcome = try Program.run(["book.txt"], in: folder, environment: ["SOURCE_DATE_EPOCH": "soon"])
    #expect(
      outcome.said == """
        octavo: error: SOURCE_DATE_EPOCH is "soon", no count of seconds since 1970
          help: set it to a whole number, or unset it

        """)
    #expect(outcome.code == 2)
    #expect(folder.names == ["book.txt"])
  }
}

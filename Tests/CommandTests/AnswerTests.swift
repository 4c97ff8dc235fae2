import Foundation
import Libc
import Testing

@Suite("Lists and answers") struct AnswerTests {
  @Test(
    "Answers go to standard output, exit 0, and nothing is said besides",
    arguments: [
      (
        ["trims"],
        ["a5           148 x 210 mm        ISO A5; a spread fills A4", "6x9          6 x 9 in            US trade"]
      ),
      (["fonts"], ["Liberation Serif", "Liberation Mono"]),
      (["info"], ["faces: "]),
      (["inspect", "book.txt"], ["title: book", "language: en", "no chapters, 2 paragraphs"]),
      (["help"], ["OVERVIEW: Turns a book manuscript into a PDF, set with care.", "EXIT CODES"]),
      (["--help"], ["OVERVIEW: Turns a book manuscript into a PDF, set with care.", "EXIT CODES"]),
      (["help", "build"], ["USAGE: octavo build [<options>] <input>", "  --trim <size>"]),
      (["build", "--help"], ["USAGE: octavo build [<options>] <input>", "  --trim <size>"]),
      (["help", "trims"], ["USAGE: octavo trims"]),
    ])
  func answer(arguments: [String], lines: [String]) throws {
    let folder = try Folder()
    let outcome = try Program.run(arguments, in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.said == "")
    for line in lines { #expect(("\n" + outcome.text).contains("\n" + line), "\(line)") }
    #expect(outcome.text.hasSuffix("\n"))
    #expect(!outcome.text.contains("\u{1B}"))
    #expect(folder.names == ["book.txt"])
  }

  @Test("Commands stand in groups before the exit codes, and no default is said twice")
  func helpOfCommands() throws {
    let folder = try Folder()
    let help = try Program.run(["help"], in: folder).text
    let order = ["BOOK SUBCOMMANDS:", "PRINT SUBCOMMANDS:", "LIST SUBCOMMANDS:", "EXIT CODES:"].map(
      help.firstRange(of:))
    let places = order.compactMap { $0?.lowerBound }
    #expect(places.count == order.count && places == places.sorted())
    for command in ["init", "check", "calibrate", "fonts", "themes"] {
      #expect(!(try Program.run(["help", command], in: folder).text.contains("(default: ")), "\(command)")
    }
  }

  @Test("--version is the version alone, and info begins with it")
  func version() throws {
    let folder = try Folder()
    let version = try Program.run(["--version"], in: folder)
    #expect(version.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    #expect(version.code == 0)
    #expect(version.said == "")
    #expect(try Program.run(["info"], in: folder).text.hasPrefix("octavo " + version.text))
  }

  @Test("Every trim that is listed can be set, and no name is listed twice")
  func everyTrim() throws {
    let folder = try Folder()
    let names = try Program.run(["trims"], in: folder).text.split(separator: "\n").map {
      String($0.prefix { $0 != " " })
    }
    #expect(names.count > 10)
    #expect(Set(names).count == names.count)
    for name in names {
      let outcome = try Program.run(["book.txt", "-o", "x.pdf", "--trim", name, "-q"], in: folder)
      #expect(outcome.code == 0, "\(name)")
      #expect(outcome.said == "", "\(name)")
    }
  }

  @Test("--faces lists family, style, PostScript name and file, which exists")
  func faces() throws {
    let folder = try Folder()
    let rows = try Program.run(["fonts", "--faces"], in: folder).text.split(separator: "\n")
    let families = Set(try Program.run(["fonts"], in: folder).text.split(separator: "\n"))
    #expect(!rows.isEmpty)
    for row in rows {
      let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(fields.count == 4, "\(row)")
      #expect(families.contains(fields[0]))
      #expect(access(String(fields[3]), R_OK) == 0, "\(row)")
    }
  }

  @Test(
    "Completions are a script that its shell accepts, with the options in it",
    arguments: [("bash", "/bin/bash"), ("zsh", "/usr/bin/zsh"), ("fish", "/usr/bin/fish")])
  func completions(name: String, shell: String) throws {
    let folder = try Folder()
    let outcome = try Program.run(["completions", name], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.said == "")
    for word in ["octavo", "trim", "inspect", "completions"] { #expect(outcome.text.contains(word)) }
    guard access(shell, X_OK) == 0 else { return }
    try folder.put(Array(outcome.output), in: "script")
    #expect(try Program.run(program: shell, ["-n", "script"], in: folder).code == 0)
  }

  @Test("inspect tells the warnings of a manuscript on standard error")
  func inspectWarns() throws {
    let folder = try Folder()
    try folder.put("One\0 line of text.\n", in: "control.txt")
    let outcome = try Program.run(["inspect", "control.txt", "--lang", "en"], in: folder)
    #expect(
      outcome.text.hasPrefix(
        "title: control\nlanguage: en\nno chapters, 1 paragraph\nread as: UTF-8, LF line ends, lines wrapped at 72 columns\noption: "
      ))
    #expect(outcome.text.contains("\noption: lang en (command line)\n"))
    #expect(
      outcome.said == """
        control.txt:1:4: warning: 1 control character was left out
          help: look at this place: text may be missing

        """)
    #expect(outcome.code == 0)
  }

  @Test(
    "In fish too, where it is",
    arguments: [
      ("octavo build boo", "book.txt"), ("octavo book.txt --theme wond", "wonderland"), ("octavo calibr", "calibrate"),
      ("octavo themes --show wond", "wonderland"), ("octavo impose --scheme quart", "quarto"),
      ("octavo help calib", "calibrate"),
    ])
  func fish(line: String, word: String) throws {
    guard access("/usr/bin/fish", X_OK) == 0 else { return }
    let folder = try Folder()
    try folder.put(try Program.run(["completions", "fish"], in: folder).output.map { $0 }, in: "script")
    try folder.put("Text.\n", in: "book.txt")
    let shell = "function octavo; end; source ./script; complete -C '\(line)'"
    let offered = try Program.run(program: "/usr/bin/fish", ["-c", shell], in: folder).text.split(separator: "\n")
    #expect(offered.map { $0.split(separator: "\t")[0] } == [Substring(word)])
  }

  @Test("Lists are JSON for programs", arguments: ["fonts", "trims", "themes", "info"])
  func json(command: String) throws {
    let folder = try Folder()
    let text = try Program.run([command, "--format", "json"], in: folder).text
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    if let rows = value as? [[String: String]] {
      #expect(!rows.isEmpty && rows.allSatisfy { Set($0.keys) == Set(rows[0].keys) })
    } else {
      #expect((value as? [String: Any])?["version"] != nil)
    }
    #expect(try Program.run([command, "--format", "xml"], in: folder).code == 2)
  }

  @Test("A theme printed whole sets a book as the theme does, and one of one's own otherwise")
  func themes() throws {
    let folder = try Folder()
    try folder.put("CHAPTER I\n\nIt was a quiet morning.\n\nCHAPTER II\n\nAnd a quiet day.\n", in: "book.txt")
    try folder.put(try Program.run(["themes", "--show", "classic"], in: folder).output.map { $0 }, in: "my.yaml")
    let built = try Program.run(["book.txt", "--theme", "classic", "-o", "-"], in: folder)
    let own = try Program.run(["book.txt", "--theme", "./my.yaml", "-o", "-"], in: folder)
    #expect(built.code == 0 && built.output == own.output)
    // a number in words, proved against the manuscript
    let verified = try Program.run(["book.txt", "--theme", "my.yaml", "--verify", "-o", "a.pdf"], in: folder)
    #expect(verified.code == 0 && verified.said.contains("verified"), "\(verified.said)")
    try folder.put("elements: {chaptr: {above: 2}}\n", in: "bad.yaml")
    let bad = try Program.run(["book.txt", "--theme", "bad.yaml", "-o", "-"], in: folder)
    #expect(bad.code == 2 && bad.output.isEmpty)
    #expect(
      bad.said.hasPrefix("bad.yaml:1:12: error: there is no element \"chaptr\"\n  help: did you mean \"chapter\"?"))
  }

  @Test(
    "In bash the tabulator completes files and values",
    arguments: [
      ("build boo", "book.txt"), ("boo", "book.txt"), ("buil", "build"), ("build book.txt --trim a5", "a5"),
      ("book.txt --theme wond", "wonderland"), ("render book.txt --png pict", "pictures"),
      ("book.txt --explain", "--explain-page"),
      ("impose book.txt --sheet sra4", "sra4"), ("help calib", "calibrate"), ("check book.txt --for boo", "bookvault"),
    ])
  func tabulator(line: String, word: String) throws {
    let folder = try Folder()
    try folder.make("pictures")
    try folder.put(try Program.run(["completions", "bash"], in: folder).output.map { $0 }, in: "script")
    let words = line.split(separator: " ").map(String.init)
    let shell = """
      source ./script
      COMP_WORDS=(octavo \(line)); COMP_CWORD=\(words.count); COMP_LINE="octavo \(line)"; COMP_POINT=${#COMP_LINE}
      _octavo octavo '\(words.last ?? "")' '\(words.dropLast().last ?? "octavo")'
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let offered = try Program.run(program: "/bin/bash", ["-c", shell], in: folder).text.split(separator: "\n")
    #expect(offered == [Substring(word)])
  }

  #if !DEBUG
    @Test(
      "The program runs where no Swift is, and what few books need is not loaded for all",
      // a sanitizer has the program linked otherwise (Package.swift)
      .enabled(if: Program.sanitizer == nil))
    func libraries() throws {
      let folder = try Folder()
      let listed = try Program.shell("ldd \"$OCTAVO\"", in: folder)
      try #require(listed.code == 0)
      #expect(listed.text.contains("libcairo"))
      for name in [
        "libswift", "libFoundation", "libdispatch", "libarchive", "librsvg", "liblcms2", "libqpdf", "libuchardet",
        "libmicrohttpd", "libgnutls",
      ] {
        #expect(!listed.text.contains(name))
      }
    }
  #endif
}

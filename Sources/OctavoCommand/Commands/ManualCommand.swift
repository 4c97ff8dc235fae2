import ArgumentParser
import Libc
import Octavo

/// `octavo manual`: the man page, made from the same words as the help; shown on a terminal, else printed, as for
/// `make install`. The book of the manual is opened where it was made.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Show the manual page; in a pipe or a file, as man(1) reads it.",
    shouldDisplay: false)

  @Flag(help: ArgumentHelp("Print the reference of the manual, as Markdown.", visibility: .hidden))
  var reference = false

  @Flag(help: "Open the manual as a book: the PDF that make manual makes and make install copies.")
  var book = false

  func run() throws {
    if reference { return try Output.answer(ManualReference.text) }
    if book { return try ManualCommand.openBook() }
    var page = ".TH OCTAVO 1 \"\" \"octavo \(Octavo.version)\" \"User Commands\"\n"
    page += ".SH NAME\noctavo \\- turns a book manuscript into a PDF\n"
    let root = HelpText(OctavoCommand.helpMessage(for: OctavoCommand.self, columns: HelpText.columns))
    page += ".SH SYNOPSIS\n.B octavo\n.I input\n.RI [ options ]\n.br\n.B octavo\n.I subcommand\n.RI [ options ]\n"
    page += ".SH DESCRIPTION\n" + root.roff(asSection: false)
    for command in OctavoCommand.configuration.subcommands where command.configuration.shouldDisplay {
      let name = command.configuration.commandName ?? ""
      page += ".SH \"OCTAVO \(name.uppercased())\"\n"
      page += HelpText(OctavoCommand.helpMessage(for: command, columns: HelpText.columns)).roff(asSection: true)
    }
    page += ".SH FILES\n.TP\n.I octavo.yaml\nOptions of the manuscripts beside it, by the names of the long options.\n"
    page += ".TP\n.I Fonts\nFonts found here come before the system's.\n"
    page += ManualCommand.section("EXIT STATUS", ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    page += ManualCommand.section("ENVIRONMENT", ManualCommand.environment)
    guard isatty(STDOUT_FILENO) == 1, ManualCommand.show(page) else { return try Output.answer(page) }
  }

  private static func openBook() throws {
    let places = [programData.map { $0 + "/octavo-manual.pdf" }, "Output/octavo-manual.pdf"].compactMap(\.self)
    guard let path = places.first(where: { access($0, R_OK) == 0 }) else {
      throw CommandFailure(
        .couldNotRender, "the book of the manual is not on this machine",
        help: "make manual makes Output/octavo-manual.pdf; octavo manual shows the man page")
    }
    Output.open(path)
  }

  /// Shows the page as `man octavo` would; false where there is no man(1).
  private static func show(_ page: String) -> Bool {
    guard system("command -v man >/dev/null 2>&1") == 0, let man = popen("man -l -", "w") else { return false }
    fputs(page, man)
    return pclose(man) == 0
  }

  private static func section(_ title: String, _ entries: [(name: String, words: String)]) -> String {
    entries.reduce(".SH \(title)\n") {
      $0 + ".TP\n.B \(HelpText.escaped($1.name[...]))\n\(HelpText.escaped($1.words[...]))\n"
    }
  }

  /// What the program looks up, besides what every program of the system does.
  private static let environment = [
    ("SOURCE_DATE_EPOCH", "Seconds since 1970 that are the dates of the PDF; without it there are none."),
    ("OCTAVO_HYPHEN_PATH", "Folders with hyphenation dictionaries, parted by colons; they come first."),
    ("NO_COLOR", "Where it is set and not empty, messages have no colour."),
    ("OCTAVO_PATIENCE", "Seconds that pandoc or a reader of PDFs may say nothing before it is ended; 300 if unset."),
    ("TERM", "Where it is dumb, messages have no colour."),
    ("TMPDIR", "The folder for files that are gone at the end; /tmp where it is not set."),
    ("XDG_CACHE_HOME", "The folder in whose octavo/citations answers of citeproc are kept; ~/.cache if unset."),
    ("XDG_STATE_HOME", "The folder in whose octavo/places the reader keeps its places; ~/.local/state if unset."),
    ("OCTAVO_READER_WEB", "A folder with the reader's web page, for those who work on it."),
  ]
}

/// The help of a command as swift-argument-parser writes it, parted again.
struct HelpText {
  /// So wide that no description is broken.
  static let columns = 4000
  /// Where descriptions begin.
  private static let indent = 26

  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// As requests for man: headings inside, entries as tagged paragraphs, all else as it stands.
  func roff(asSection: Bool) -> String {
    var result = ""
    var isEntry = false
    var isKept = false
    func keep(_ on: Bool) {
      if on != isKept { result += on ? ".nf\n" : ".fi\n" }
      isKept = on
    }
    for line in lines {
      if let words = HelpText.after("OVERVIEW: ", line) {
        result += HelpText.escaped(words) + "\n"
      } else if let words = HelpText.after("USAGE: ", line) {
        keep(false)
        if asSection { result += ".PP\n.B \(HelpText.escaped(words))\n" }
        isEntry = false
      } else if line.hasSuffix(":"), line.first?.isUppercase == true, line == line.uppercased() {
        keep(false)
        result += ".SS \"\(HelpText.escaped(line.dropLast()))\"\n"
        isEntry = true
      } else if line.isEmpty {
        if isKept { result += "\n" }
      } else if isEntry, line.hasPrefix("  "), !line.hasPrefix("   ") {
        let (tag, words) = HelpText.entry(line)
        result += ".TP\n.B \(HelpText.escaped(tag))\n"
        if !words.isEmpty { result += HelpText.escaped(words) + "\n" }
      } else if isEntry, line.hasPrefix(" ") {
        result += HelpText.escaped(HelpText.trimmed(line)) + "\n"
      } else {
        // examples, tables: as they stand in the help
        if !isKept { result += ".PP\n" }
        keep(true)
        result += HelpText.escaped(line) + "\n"
      }
    }
    keep(false)
    return result
  }

  private static func after(_ prefix: String, _ line: Substring) -> Substring? {
    line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : nil
  }

  /// Names of an option and what it does; nothing of the latter where it stands on the next line.
  private static func entry(_ line: Substring) -> (tag: Substring, words: Substring) {
    let tag = line.prefix(indent)
    guard line.count > indent, tag.last == " " else { return (trimmed(line), "") }
    return (trimmed(tag), trimmed(line.dropFirst(indent)))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// roff's own signs as letters: a backslash, a hyphen of an option, a control character at a line's start.
  static func escaped(_ text: Substring) -> String {
    let plain = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}

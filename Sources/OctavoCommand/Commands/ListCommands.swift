import ArgumentParser
import Design
import Hyphen
import Octavo
import Pango
import Settings
import Typesetting
import Units

/// `octavo fonts`: every family that text can be set in.
struct FontsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "fonts", abstract: "List the fonts that can be used.")
  @Option(
    name: .customLong("font-path"),
    help: ArgumentHelp("Folder with fonts; may be given more than once.", valueName: "dir"), completion: .directory)
  var fontPath: [String] = []
  @Flag(help: "List each face with its PostScript name and file.")
  var faces = false
  @OptionGroup var answer: AnswerFormat

  func run() throws {
    let source = BookBuilder.fontSource(folders: fontPath)
    try checkFontFolders(fontPath)
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(xml: source.configuration, folders: source.folders) } catch {
      throw CommandFailure(
        .couldNotRender, "the fonts could not be listed", help: "check fonts.conf and the folders of --font-path")
    }
    let all = configuration.faces()
    if try answer.isJSON {
      return try Output.answer(
        all.map { face in
          [
            ("family", .string(face.family)), ("style", .string(face.style)),
            ("postScriptName", .string(face.postScriptName)), ("file", .string(face.file)),
          ]
        })
    }
    var last = ""
    var text = ""
    for face in all {
      if faces {
        text += "\(face.family)\t\(face.style)\t\(face.postScriptName)\t\(face.file)\n"
      } else if face.family != last {
        text += face.family + "\n"
        last = face.family
      }
    }
    try Output.answer(text)
  }
}

/// `octavo trims`: page sizes by name.
struct TrimsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trims", abstract: "List the page sizes that have a name.")
  @OptionGroup var answer: AnswerFormat

  func run() throws {
    if try answer.isJSON {
      return try Output.answer(
        Trim.all.map { trim in
          [
            ("name", .string(trim.name)), ("width", .string(millimetres(trim.size.width))),
            ("height", .string(millimetres(trim.size.height))), ("note", .string(trim.note)),
          ]
        })
    }
    var text = ""
    for trim in Trim.all {
      let size =
        trim.inInches
        ? "\(inches(trim.size.width)) x \(inches(trim.size.height)) in"
        : "\(Length.decimal(trim.size.width.millimetres)) x \(Length.decimal(trim.size.height.millimetres)) mm"
      text += pad(trim.name, 13) + pad(size, 20) + trim.note + "\n"
    }
    try Output.answer(text)
  }

  private func millimetres(_ length: Length) -> String { Length.decimal(length.millimetres) + "mm" }

  private func inches(_ length: Length) -> String {
    let thousandths = Int((length.points / 72 * 1000).rounded())
    var text = "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private func pad(_ text: String, _ count: Int) -> String {
    text + String(repeating: " ", count: max(1, count - text.count))
  }
}

/// `octavo themes`: looks by name, one of them as a file, or a book in each.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes", abstract: "List the themes, or show a book in each.",
    discussion: """
      octavo themes
      octavo themes novel.docx --png looks   # look at looks/index.html
      octavo themes --show classic > my.yaml
      """)
  @Argument(help: "A manuscript whose first chapter is drawn in each theme.", completion: .file())
  var input: String?
  @Option(help: ArgumentHelp("Folder for these pictures; it is made if need be.", valueName: "dir"))
  var png: String?
  @Option(
    help: ArgumentHelp(
      "Print one as a file with all that a theme can say, to begin one of your own with: its name, or a file.",
      valueName: "theme"),
    completion: .list(ThemeFile.names))
  var show: String?
  @OptionGroup var answer: AnswerFormat

  func run() throws {
    let isJSON = try answer.isJSON
    switch (input, png) {
    case (nil, nil): break
    case (let input?, let folder?): return try ThemeGallery(input: input, folder: folder).draw()
    case (let input?, nil):
      throw CommandFailure(
        .usage, "no folder is named for the pictures of \(input)", help: "octavo themes \(input) --png looks")
    case (nil, .some):
      throw CommandFailure(
        .usage, "--png shows a book, and none is named", help: "octavo themes novel.docx --png looks")
    }
    if let show { return try Output.answer(try ThemeFile.found(show, place: nil).text) }
    if isJSON {
      return try Output.answer(
        ThemeFile.names.compactMap(ThemeFile.named).map { theme in
          let design = theme.resolved.design
          return [
            ("name", .string(theme.name)), ("note", .string(theme.note)), ("font", .string(design.family)),
            ("size", .string(design.size.description)), ("leading", .string(design.leading.description)),
            ("trim", .string(TrimName.of(design.trim))),
          ]
        })
    }
    var text = ""
    for theme in ThemeFile.names.compactMap(ThemeFile.named) {
      let design = theme.resolved.design
      text += theme.name + String(repeating: " ", count: max(1, 13 - theme.name.count)) + theme.note + "\n"
      text +=
        String(repeating: " ", count: 13)
        + "\(FontFamilies.names(in: design.family).first ?? ""), \(Length.decimal(design.size.points)) on \(design.leading), \(TrimName.of(design.trim))\n"
    }
    try Output.answer(text)
  }
}

/// `octavo info`: the program, its fonts and dictionaries.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show the program, its default fonts and its hyphenation dictionaries.")
  @OptionGroup var answer: AnswerFormat

  func run() throws {
    let source = BookBuilder.fontSource(folders: [])
    if try answer.isJSON { return try Output.answer(json(source).description + "\n") }
    var text = "octavo \(Octavo.version)\n"
    text +=
      "font folders: \(source.folders.isEmpty ? "none besides the system's" : source.folders.joined(separator: ", "))\n"
    if let configuration = try? FontConfiguration(xml: source.configuration, folders: source.folders) {
      let faces = configuration.faces()
      text += "faces: \(faces.count)\n"
      let design = PageDesign()
      for family in [design.family, design[.code].family] {
        let found = faces.filter { $0.family == family }
        text += "\(family): \(found.isEmpty ? "missing" : found.map(\.postScriptName).joined(separator: ", "))\n"
      }
    }
    let dictionaries = hyphenationDictionaries()
    text +=
      "hyphenation: \(dictionaries.isEmpty ? "no dictionary" : dictionaries.map(\.language).joined(separator: " "))\n"
    try Output.answer(text)
  }

  private func json(_ source: FontSource) -> JSONValue {
    let faces = (try? FontConfiguration(xml: source.configuration, folders: source.folders))?.faces() ?? []
    let design = PageDesign()
    return .object([
      ("version", .string(Octavo.version)), ("fontFolders", .array(source.folders.map { .string($0) })),
      ("faces", .number(faces.count)),
      (
        "families",
        .object(
          [design.family, design[.code].family].map { family in
            (family, .array(faces.filter { $0.family == family }.map { .string($0.postScriptName) }))
          })
      ),
      ("hyphenation", .array(hyphenationDictionaries().map { .string($0.language) })),
    ])
  }
}

/// `octavo completions SHELL`.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a completion script for bash, zsh or fish.")
  @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"), completion: .list(["bash", "zsh", "fish"]))
  var shell: String

  func run() throws {
    let shells = ["bash", "zsh", "fish"]
    guard shells.contains(shell), let kind = CompletionShell(rawValue: shell) else {
      throw SettingsProblem.unknown(shell, of: "completions", shells)
    }
    try Output.answer(withInputs(OctavoCommand.completionScript(for: kind)) + "\n")
  }

  /// `octavo INPUT` is `octavo build INPUT`: where a script offers the commands it offers files,
  /// too, and what follows a word that is no command is completed as for build.
  private func withInputs(_ script: String) -> String {
    let commands = OctavoCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    let names = commands.joined(separator: " ")
    // `help` is the library's own, and offers nothing behind itself
    let patches = [
      // bash
      (
        "    __octavo_offer_flags_options -1\n}\n\ncomplete ",
        "    __octavo_offer_flags_options -1\n    __octavo_add_completions -W '\(commands.joined(separator: "\n"))'\n}\n\ncomplete "
      ),
      (
        "        # Offer subcommand completions\n",
        """
                if [[ "${COMP_CWORD}" -gt 1 ]]; then
                    unparsed_words=("${subcommand}" "${unparsed_words[@]}")
                    _octavo_build
                    return
                fi
                __octavo_add_completions -f
                # Offer subcommand completions

        """
      ),
      // zsh
      ("        '*:subcommands:'\n", "        '*:subcommands:(\(names))'\n"),
      (
        "_describe -V subcommand subcommands && ret=0",
        "_describe -V subcommand subcommands && ret=0\n        _files && ret=0"
      ),
      (
        "            \"_octavo_${words[1]}\" && ret=0\n            ;;\n",
        "            \"_octavo_${words[1]}\" && ret=0\n            ;;\n        *)\n            _octavo_build && ret=0\n            ;;\n"
      ),
      // fish
      (
        "complete -c 'octavo' -f\n",
        "complete -c 'octavo' -f\ncomplete -c 'octavo' -n '__octavo_should_offer_completions_for_positional \"octavo\" -eq 1' -F\n"
          + "complete -c 'octavo' -n '__octavo_should_offer_completions_for_positional \"octavo help\" -eq 1' -fka '\(names)'\n"
      ),
    ]
    let parsed = "        __octavo_parse_subcommand 0 'version' 'h/help'\n"
    let asBuild = """
              if set -q unparsed_tokens[1]; and not contains -- $unparsed_tokens[1] \(names) help
                  set -p unparsed_tokens build
              end

      """
    var script = script
    for (place, patch) in patches + [(parsed, parsed + asBuild)] {
      if let range = script.firstRange(of: place) { script.replaceSubrange(range, with: patch) }
    }
    return script
  }
}

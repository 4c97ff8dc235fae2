import ArgumentParser
import Hyphen
import Octavo
import PageDesign
import Pango
import Settings
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

  func run() throws {
    let source = BookBuilder.fontSource(folders: fontPath)
    try checkFontFolders(fontPath)
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(xml: source.configuration, folders: source.folders) } catch {
      throw CommandFailure(
        .couldNotRender, "the fonts could not be listed", help: "check fonts.conf and the folders of --font-path")
    }
    var last = ""
    var text = ""
    for face in configuration.faces() {
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

  func run() throws {
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

/// `octavo themes`: looks by name.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes", abstract: "List the themes, each a look to begin with.")

  func run() throws {
    var text = ""
    for theme in Theme.all {
      let design = theme.design
      text += theme.name + String(repeating: " ", count: max(1, 13 - theme.name.count)) + theme.note + "\n"
      text +=
        String(repeating: " ", count: 13)
        + "\(design.family), \(Length.decimal(design.size.points)) on \(design.leading), \(TrimName.of(design.trim))\n"
    }
    try Output.answer(text)
  }
}

/// `octavo info`: the program, its fonts and dictionaries.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show the program, its default fonts and its hyphenation dictionaries.")

  func run() throws {
    var text = "octavo \(Octavo.version)\n"
    let source = BookBuilder.fontSource(folders: [])
    text +=
      "font folders: \(source.folders.isEmpty ? "none besides the system's" : source.folders.joined(separator: ", "))\n"
    if let configuration = try? FontConfiguration(xml: source.configuration, folders: source.folders) {
      let faces = configuration.faces()
      text += "faces: \(faces.count)\n"
      let design = PageDesign()
      for family in [design.family, design.monospacedFamily] {
        let found = faces.filter { $0.family == family }
        text += "\(family): \(found.isEmpty ? "missing" : found.map(\.postScriptName).joined(separator: ", "))\n"
      }
    }
    let dictionaries = hyphenationDictionaries()
    text +=
      "hyphenation: \(dictionaries.isEmpty ? "no dictionary" : dictionaries.map(\.language).joined(separator: " "))\n"
    try Output.answer(text)
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
    let patches = [
      // bash
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
      ),
    ]
    var script = script
    for (place, patch) in patches {
      if let range = script.firstRange(of: place) { script.replaceSubrange(range, with: patch) }
    }
    return script
  }
}

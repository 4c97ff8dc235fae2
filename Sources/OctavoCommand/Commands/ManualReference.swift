import ArgumentParser
import Design
import Settings

/// The manual's reference, in Markdown: every command, every option and every key of a theme, from the lists that the
/// program itself goes by. `Manual/Reference.md` is what this prints (`make manual`).
enum ManualReference {
  static var text: String {
    """
    # Reference

    octavo writes this chapter itself (`octavo manual --reference`), from the lists that it reads options and themes by.
    `octavo help COMMAND` says the same on your machine.

    \(commands)
    \(options)
    \(themes)
    """
  }

  // MARK: Commands

  private static var commands: String {
    let listed = OctavoCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let rows = listed.map { command in
      "| `octavo \(command.configuration.commandName ?? "")` | \(cell(command.configuration.abstract)) |\n"
    }
    return "## Commands\n\n| command | what it does |\n|---|---|\n" + rows.joined()
  }

  // MARK: Options

  /// Options that stand under one title.
  private struct Section {
    let title: String
    let rows: [OptionRow]
  }

  private static var options: String {
    let sections =
      OptionRow.Group.allCases.flatMap { group -> [Section] in
        let rows = OptionRow.all.filter { $0.group == group }
        guard group == .page else { return [Section(title: title(group), rows: rows)] }
        return OptionRow.Matter.allCases.map { matter in
          Section(title: title(matter), rows: rows.filter { $0.matter == matter })
        }
      }
    return "## Options\n" + sections.map(table).joined()
  }

  private static func table(_ section: Section) -> String {
    let rows = section.rows.map { row in
      "| \(names(row)) | \(cell(row.helpWithDefault)) |\n"
    }
    let belongs = Set(section.rows.map(\.commands.rawValue))
    // most sections belong to whole families of commands; those that belong to a few say to which
    let commands = OptionRow.Commands.names.filter { name in section.rows.contains { $0.commands.contains(name.0) } }
    let belonging =
      belongs.count == 1 && commands.count < OptionRow.Commands.names.count
      ? "Of \(commands.map { "`\($0.1)`" }.joined(separator: ", ")).\n\n" : ""
    return "\n### \(section.title)\n\n\(belonging)| option | what it does |\n|---|---|\n" + rows.joined()
  }

  private static func names(_ row: OptionRow) -> String {
    let value = row.valueName.isEmpty ? "" : " " + row.valueName.uppercasedWhereItStandsForAValue
    let long = "`\(row.name)\(escaped(value))`"
    let short = row.short.map { "`-\($0)`, " } ?? ""
    return short + long + (row.form == .choice ? ", `--no-\(row.key)`" : "")
  }

  private static func title(_ group: OptionRow.Group) -> String {
    switch group {
    case .output: "Output"
    case .cover: "Covers"
    case .sheets: "Sheets"
    case .pictures: "Pages as pictures"
    case .manuscript: "The manuscript"
    case .page: "The page"
    case .part: "Part of the book"
    case .run: "The run"
    }
  }

  private static func title(_ matter: OptionRow.Matter) -> String {
    switch matter {
    case .look: "Look and copies"
    case .page: "Page"
    case .type: "Type"
    case .heads: "Heads and feet"
    case .frontMatter: "Front matter and lists"
    case .chapters: "Chapters"
    case .notes: "Notes, links and indexes"
    case .print: "For printers, archives and screen readers"
    }
  }

  // MARK: Themes

  private static var themes: String {
    let elements = Element.allCases.map { element in
      "| `\(element.rawValue)` | \(ThemeRow.of(element).map(\.key).joined(separator: ", ")) |\n"
    }
    var known: Set<String> = []
    let keys = ThemeRow.all.filter { known.insert($0.key).inserted }.map { row in
      "| `\(row.key)` | \(cell(row.help)) | \(row.choices.map { "`\($0)`" }.joined(separator: ", ")) |\n"
    }
    return "## Elements of a theme\n\n| element | keys |\n|---|---|\n" + elements.joined()
      + "\n### What the keys mean\n\n| key | what it is | values |\n|---|---|---|\n" + keys.joined()
  }

  /// Words of the help in a table's cell: options, citations and notes as code, or they would be dashes and marks.
  private static func cell(_ help: String) -> String {
    let words = help.split(separator: " ").map { word -> String in
      guard ["--", "@", "{", "["].contains(where: word.hasPrefix) else { return String(word) }
      let end = word.lastIndex { !".,;:)".contains($0) } ?? word.startIndex
      return "`\(word[...end])`\(word[word.index(after: end)...])"
    }
    return escaped(words.joined(separator: " ").replacing("<", with: "&lt;"))
  }

  /// A bar would end the cell.
  private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension String {
  /// `file` is `FILE`; `a|b` are words to be typed as they stand.
  fileprivate var uppercasedWhereItStandsForAValue: String {
    contains { "|,".contains($0) || $0.isNumber } ? self : uppercased()
  }
}

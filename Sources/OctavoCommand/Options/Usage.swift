import Libc
import Settings
import Units

/// Wrong usage in the words and the form of every other message: swift-argument-parser
/// finds it, but writes sentences, single quotes and its own hints.
package enum Usage {
  // a closure, for a key path through the metatype crashes the compiler (Swift 6.3)
  package static let commands =
    OctavoCommand.configuration.subcommands.flatMap { [$0.configuration.commandName ?? ""] + $0.configuration.aliases }
    + ["help"]

  /// The words of the help are wanted, which take as long to put together as all else before the reading begins.
  static let isHelpAsked = CommandLine.arguments.contains {
    ["help", "--help", "-h", "manual", "completions"].contains($0)
  }

  static func failure(_ sentence: String, arguments: [String]) -> CommandFailure {
    let given = Array(arguments.dropFirst())
    let command = given.first.flatMap { commands.contains($0) && $0 != "help" ? $0 : nil } ?? "build"
    var help = "\"octavo help \(command)\" lists what there is"
    var line = sentence.split(separator: "\n").first.map(String.init) ?? "wrong usage"
    if line.hasSuffix(".") { line.removeLast() }
    var hint: String?
    if let range = line.firstRange(of: ". Did you mean ") {
      hint = "did you mean " + line[range.upperBound...]
      line = String(line[..<range.lowerBound])
    }
    let message = quoted(line.prefix(1).lowercased() + line.dropFirst())
    if let hint { help = "\(quoted(hint)) \(help)" }
    if message.hasPrefix("missing expected argument \"<input>") {
      let asked = given.first.map { String($0.drop { $0 == "-" }) } ?? ""
      if given.first?.hasPrefix("-") == true, commands.contains(asked) {
        return CommandFailure(
          .usage, "\"\(asked)\" is a command, no option", help: "did you mean \"octavo \(asked)\"?")
      }
      return CommandFailure(
        .usage, "no manuscript is given",
        help: command == "build"
          ? "octavo book.txt makes book.pdf; \"octavo help\" shows more" : "octavo \(command) book.txt")
    }
    if message.hasPrefix("missing value for") {
      help = "a value that begins with - follows an equals sign, as in --top=-1mm; \(help)"
    }
    if let refusal = refusal(of: message, by: command) { return refusal }
    if let name = unknownOption(message) {
      return CommandFailure(
        .usage, message, help: "\(instead(of: name, for: command))\"octavo help \(command)\" lists what there is")
    }
    if let on = valueOfChoice(message) { return on }
    // `octavo bild book.txt`: the mistyped command was taken for the manuscript
    if message.contains("unexpected argument"), let first = given.first, !commands.contains(first),
      access(first, F_OK) != 0, let near = nearestName(to: first, in: commands)
    {
      return CommandFailure(.usage, "no command is called \"\(first)\"", help: "did you mean \"octavo \(near)\"?")
    }
    return CommandFailure(.usage, message, help: help)
  }

  /// An option that there is, but for other commands.
  private static func refusal(of message: String, by command: String) -> CommandFailure? {
    guard
      let name = unknownOption(message),
      let row = OptionRow.keyed[name]
        ?? (name.hasPrefix("no-")
          ? OptionRow.keyed[String(name.dropFirst(3))].flatMap { $0.form == .choice ? $0 : nil } : nil)
    else { return nil }
    let commands = OptionRow.Commands.names.filter { row.commands.contains($0.0) }.map { "\"octavo \($0.1)\"" }
    return CommandFailure(
      .usage, "\"octavo \(command)\" takes no --\(name)",
      help: commands.count == 1
        ? "\(commands[0]) does" : "\(commands.dropLast().joined(separator: ", ")) and \(commands.last ?? "") do")
  }

  /// The name that a message says no option has, without its dashes.
  private static func unknownOption(_ message: String) -> String? {
    guard let range = message.firstRange(of: "unknown option \"-") else { return nil }
    return String(message[range.upperBound...].drop { $0 == "-" }.prefix { $0 != "\"" && $0 != "=" })
  }

  /// An option of the command that may have been meant, as a sentence before others.
  private static func instead(of name: String, for command: String) -> String {
    if let other = OtherNames.help(forOption: name) { return other }
    let commands = OptionRow.Commands.names.first { $0.1 == command }?.0 ?? []
    let names = OptionRow.all.filter { !$0.commands.isDisjoint(with: commands) }.flatMap {
      $0.form == .choice ? [$0.key, "no-\($0.key)"] : [$0.key]
    }
    return nearestName(to: name, in: names).map { "did you mean \"--\($0)\"? " } ?? ""
  }

  /// `--toc=false`
  private static func valueOfChoice(_ message: String) -> CommandFailure? {
    guard let match = message.firstMatch(of: /option "--([a-z-]+)" does not take any value, but "(.*)" was specified/),
      let row = OptionRow.keyed[String(match.1)]
    else { return nil }
    let isOff = ["false", "no", "off", "0", "none"].contains(match.2.lowercased())
    return CommandFailure(
      .usage, "\(row.name) takes no value",
      help: row.form != .choice || !isOff ? "write \(row.name) alone" : "write --no-\(row.key)")
  }

  /// `help` would answer for a name it does not know as if none were given.
  static func checkHelp(_ arguments: [String]) throws {
    guard arguments.count > 2, arguments[1] == "help", !commands.contains(arguments[2]) else { return }
    let asked = arguments[2].drop { $0 == "-" }
    if let row = OptionRow.keyed[String(asked)]
      ?? OptionRow.keyed[String(asked.dropFirst(asked.hasPrefix("no-") ? 3 : 0))]
    {
      let commands = OptionRow.Commands.names.filter { row.commands.contains($0.0) }.map { "octavo \($0.1)" }
      try Output.answer("\(row.name): \(row.help)\nTaken by \(commands.joined(separator: ", ")).\n")
      Libc.exit(0)
    }
    guard !arguments[2].hasPrefix("-") else { return }
    let near = nearestName(to: arguments[2], in: commands).map { "did you mean \"\($0)\"? " } ?? ""
    throw CommandFailure(
      .usage, "no command or option is called \"\(arguments[2])\"",
      help: near + "\"octavo help\" lists the commands, \"octavo manual\" tells of all else")
  }

  /// Single quotes around values become double ones; apostrophes inside a value stay.
  private static func quoted(_ text: String) -> String {
    let characters = Array(text)
    var result = ""
    for (index, character) in characters.enumerated() {
      let opens = index == 0 || characters[index - 1] == " "
      let closes = index + 1 == characters.count || " ?,:;.".contains(characters[index + 1])
      result.append(character == "'" && (opens || closes) ? "\"" : character)
    }
    return result
  }
}

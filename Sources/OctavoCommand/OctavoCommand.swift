import ArgumentParser
import Glibc
import Octavo

/// `octavo`: arguments in, exit code out.
@main
struct OctavoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "octavo",
    abstract: "Turns a book manuscript into a PDF, set with care.",
    discussion: """
      octavo alice.txt                       a book of A5 pages, in ./Output or here
      octavo alice.txt --layout spread       facing pages side by side, 296 x 210 mm
      octavo alice.txt --trim 6x9 --size 12pt --leading 15pt
      octavo - -o - < alice.txt > alice.pdf  standard input and output

      Lengths carry a unit: pt, mm, cm or in.

      EXIT CODES
        0 done   1 could not render   2 wrong usage   3 warnings under --strict
        4 check found errors   5 could not write
      """,
    version: Octavo.version,
    subcommands: [
      BuildCommand.self, InspectCommand.self, FontsCommand.self, TrimsCommand.self, InfoCommand.self,
      CompletionsCommand.self,
    ],
    defaultSubcommand: BuildCommand.self)

  static func main() async {
    Interrupts.prepare()
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      Reporter.shared(for: failure).report(failure)
      Glibc.exit(failure.code.rawValue)
    } catch {
      let message = OctavoCommand.message(for: error)
      // help, version and completions are answers, not failures
      if OctavoCommand.exitCode(for: error).isSuccess {
        let text = OctavoCommand.fullMessage(for: error)
        if !text.isEmpty { print(text) }
        Glibc.exit(0)
      }
      let first = message.prefix(1).lowercased() + message.dropFirst()
      let line = first.split(separator: "\n").first.map(String.init) ?? "wrong usage"
      let failure = CommandFailure(
        .usage, line.hasSuffix(".") ? String(line.dropLast()) : line, help: "see \"octavo help\" for what there is")
      Reporter.shared(for: failure).report(failure)
      Glibc.exit(ExitStatus.usage.rawValue)
    }
  }
}

/// What the process answers (DESIGN.md §4).
enum ExitStatus: Int32 {
  case done = 0
  case couldNotRender = 1
  case usage = 2
  case warnings = 3
  case checkFailed = 4
  case couldNotWrite = 5
}

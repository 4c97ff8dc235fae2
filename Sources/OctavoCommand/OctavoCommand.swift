import ArgumentParser
import Libc
import Octavo
import Settings

/// `octavo`: arguments in, exit code out.
package struct OctavoCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "octavo",
    abstract: "Turns a book manuscript into a PDF, set with care.",
    discussion: """
      octavo alice.txt                       a book of A5 pages, in ./Output or here
      octavo alice.txt --layout spread       facing pages side by side, 296 x 210 mm
      octavo alice.txt --trim 6x9 --size 12pt --leading 15pt
      octavo impose alice.txt                a booklet to print, fold and staple
      octavo - -o - < alice.txt > alice.pdf  standard input and output

      Lengths carry a unit: pt, mm, cm or in.
      """,
    version: Octavo.version, subcommands: [ManualCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Book",
        subcommands: [
          InitCommand.self, BuildCommand.self, StudioCommand.self, WatchCommand.self, ReadCommand.self,
          RenderCommand.self, InspectCommand.self, KeyCommand.self, BatchCommand.self,
          ServeCommand.self,
        ]),
      CommandGroup(
        name: "Print",
        subcommands: [CoverCommand.self, CheckCommand.self, ImposeCommand.self, CalibrateCommand.self]),
      CommandGroup(
        name: "List",
        subcommands: [
          ThemesCommand.self, TrimsCommand.self, FontsCommand.self, InfoCommand.self, CompletionsCommand.self,
        ]),
    ],
    defaultSubcommand: BuildCommand.self)

  /// What ends the help of the program, behind its commands.
  private static let exitCodes = """

    EXIT CODES:
      0 done   1 could not render   2 wrong usage   3 warnings under --strict
      4 check found errors   5 could not write   6 broke down, or past --time or --memory
      5, 6 and signals may pass when it is tried again; 1 to 4 never.

    """

  package init() {}

  package static func main() async {
    Allocator.prepare()
    Interrupts.prepare()
    do {
      try Usage.checkHelp(CommandLine.arguments)
      var command = try parsed(Array(CommandLine.arguments.dropFirst()))
      // two threads at most, one that sets and one that draws
      if command is BuildCommand { Allocator.shareHeap() }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      end(with: failure)
    } catch let problem as SettingsProblem {
      end(with: CommandFailure(problem))
    } catch {
      // help, version and completions are answers, not failures
      guard OctavoCommand.exitCode(for: error).isSuccess else {
        end(with: Usage.failure(OctavoCommand.message(for: error), arguments: CommandLine.arguments))
      }
      var text = OctavoCommand.fullMessage(for: error)
      if text.hasPrefix("OVERVIEW: \(configuration.abstract)") { text += exitCodes }
      do {
        if !text.isEmpty { try Output.answer(text + "\n") }
      } catch let failure as CommandFailure {
        end(with: failure)
      } catch {}  // an answer throws nothing else
      Libc.exit(0)
    }
  }

  /// Ends the program where the system grants no threads: what runs beside the first one, and libdispatch's own.
  package static func checkThreads() {
    guard !Platform.grantsThreads(4) else { return }
    end(
      with: CommandFailure(
        .fault, "there is not enough memory for threads, or no more of them are allowed",
        help: "make room in memory, or allow more (ulimit -v, ulimit -u), and try again"))
  }

  /// What the arguments ask for.
  ///
  /// The library gathers the options of all commands at each step from the program to the one
  /// that is meant. So that one is asked alone; if it makes no sense of the arguments, the whole way
  /// finds the words for that.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    // the library knows no option that may have a value
    let arguments = arguments.map { $0.hasPrefix("--strict=") ? "--strict-on=" + $0.dropFirst(9) : $0 }
    if let first = arguments.first, first != "help" {
      let named = configuration.subcommands.first {
        $0.configuration.commandName == first || $0.configuration.aliases.contains(first)
      }
      let rest = named == nil ? arguments : Array(arguments.dropFirst())
      if let command = try? (named ?? BuildCommand.self).parse(rest) { return command }
    }
    return try parseAsRoot(arguments)
  }

  private static func end(with failure: CommandFailure) -> Never {
    Reporter.forFailures().report(failure)
    Libc.exit(failure.code.rawValue)
  }
}

/// What the process answers (DESIGN.md §4).
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case couldNotRender = 1
  case usage = 2
  case warnings = 3
  case checkFailed = 4
  case couldNotWrite = 5
  /// Octavo or a library that it uses broke down.
  case fault = 6

  /// The same run may end otherwise when it is tried again, later or elsewhere: a promise (Messages.md).
  var mayPass: Bool { self == .couldNotWrite || self == .fault }

  /// What it means, for the manual.
  var meaning: String {
    switch self {
    case .done: "Done."
    case .couldNotRender: "Could not render: input missing, unreadable, empty or no text; unknown font."
    case .usage: "Wrong usage, margins that leave no room included."
    case .warnings: "Warnings under --strict; nothing was written."
    case .checkFailed: "--verify or check found errors; --verify has written nothing."
    case .couldNotWrite: "Could not write."
    case .fault:
      "Octavo or a library that it uses broke down, was refused memory, or ran past --time or --memory; nothing half made is left. It may pass when it is tried again, as 5 may; 1 to 4 never."
    }
  }

  /// The same for programs that read the messages.
  var name: String {
    switch self {
    case .done: "done"
    case .couldNotRender: "could-not-render"
    case .usage: "usage"
    case .warnings: "warnings"
    case .checkFailed: "check-failed"
    case .couldNotWrite: "could-not-write"
    case .fault: "fault"
    }
  }
}

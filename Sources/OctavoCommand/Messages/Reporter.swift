import Faults
import Files
import Libc
import Octavo
import Settings
import Units

/// Why the command ends without its product.
struct CommandFailure: Error {
  var code: ExitStatus
  /// `file` or `file:line:column`; nil for the command itself.
  var place: String?
  var message: String
  var help: String?
  /// The stable name of what went wrong, for programs that read the messages.
  var name: String

  init(_ code: ExitStatus, place: String? = nil, _ message: String, help: String? = nil, name: String? = nil) {
    self.code = code
    self.place = place
    self.message = message
    self.help = help
    self.name = name ?? code.name
  }

  init(_ code: ExitStatus, _ diagnostic: Diagnostic, place: String? = nil) {
    // what may pass is worth another try, whoever met it
    let code = [FileError.readFailed, PandocRun.ended].contains(diagnostic.code) ? .fault : code
    self.init(code, place: place, diagnostic.message, help: diagnostic.help, name: diagnostic.code)
  }

  init(_ error: ReadingError) {
    self.init(error.isUsage ? .usage : .couldNotRender, error.diagnostic, place: error.place)
  }

  init(_ problem: SettingsProblem) {
    self.init(problem.isUsage ? .usage : .couldNotRender, problem.diagnostic, place: problem.place)
  }
}

/// Prints messages to standard error in the form the user chose.
struct Reporter {
  enum Format: String, CaseIterable, Sendable { case human, short, json }

  var format = Format.human
  var isQuiet = false
  var usesColour = false
  /// A file that gets every message.
  var log: String?

  /// A reporter for a failure, which may have come before options were read: what it needs is looked up by hand.
  static func forFailures() -> Reporter {
    var reporter = Reporter()
    reporter.format = value(of: "--format").flatMap(Format.init(rawValue:)) ?? .human
    reporter.usesColour = Reporter.wantsColour(value(of: "--color"))
    reporter.log = value(of: "--log")
    return reporter
  }

  private static func value(of option: String) -> String? {
    let arguments = CommandLine.arguments
    var found: String?
    for (index, argument) in arguments.enumerated() {
      if argument == option, index + 1 < arguments.count {
        found = arguments[index + 1]
      } else if argument.hasPrefix(option + "=") {
        found = String(argument.dropFirst(option.count + 1))
      }
    }
    return found
  }

  /// `--color`, else a terminal that is not dumb and no NO_COLOR.
  static func wantsColour(_ choice: String?) -> Bool {
    switch choice {
    case "always": return true
    case "never": return false
    default:
      let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
      return isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true && !isDumb
    }
  }

  func report(_ failure: CommandFailure) {
    emit(severity: .error, place: failure.place, failure.message, help: failure.help, code: failure.name)
  }

  func report(_ diagnostic: Diagnostic, place: String?) {
    emit(
      severity: diagnostic.severity, place: place, diagnostic.message, help: diagnostic.help, code: diagnostic.code)
  }

  /// The line that says what was made.
  func say(place: String, code: String, _ message: String) {
    if format == .json {
      emit(severity: .note, place: place, message, help: nil, code: code)
    } else {
      note(severity: .note, place: place, message, help: nil, code: code)
      if !isQuiet { StandardError.write("\(place): \(message)\n") }
    }
  }

  /// What is said where a library or octavo itself breaks down, around the signal's name.
  func words(ofFaultIn library: String?, file: String) -> FaultGuard.Words {
    let mark = "\u{1}"
    let failure =
      library.map {
        CommandFailure(
          .fault, place: file, "octavo broke down (\(mark)) while \($0) was at work on this file",
          help: "leave out parts of it until it is read, and report what it was together with this message")
      }
      ?? CommandFailure(
        .fault, place: file, "octavo broke down (\(mark))",
        help: "this is a fault of octavo's: report it together with this message and the file")
    let parts = text(
      severity: .error, place: failure.place, failure.message, help: failure.help, code: failure.name
    ).split(separator: format == .json ? "\\u0001" : mark, maxSplits: 1)
    let memory = text(
      severity: .error, place: file,
      library.map { "there is not enough memory for \($0)" } ?? "there is not enough memory",
      help: Reporter.value(of: "--memory").map { "--memory \($0) allows no more; give it more, or leave it out" }
        ?? "make room in memory, such as by ending other programs, and try again; if it stays so, report it",
      code: failure.name)
    return FaultGuard.Words(before: String(parts.first ?? ""), after: String(parts.last ?? ""), memory: memory)
  }

  private func emit(severity: Diagnostic.Severity, place: String?, _ message: String, help: String?, code: String?) {
    note(severity: severity, place: place, message, help: help, code: code)
    if isQuiet, severity != .error { return }
    StandardError.write(text(severity: severity, place: place, message, help: help, code: code))
  }

  // MARK: The log

  /// Empties the log that an earlier run has left.
  func beginLog() throws {
    guard let log else { return }
    do throws(FileError) { try writeFile([], to: log) } catch {
      throw CommandFailure(.couldNotWrite, error.diagnostic(), place: log)
    }
  }

  /// Adds a line to the log and says nothing else. Opened for each, so that whoever ends the program, a fault included, finds all before it
  /// written; where it cannot be, the message is still said.
  func note(_ diagnostic: Diagnostic, place: String?) {
    note(
      severity: diagnostic.severity, place: place, diagnostic.message, help: diagnostic.help, code: diagnostic.code)
  }

  private func note(severity: Diagnostic.Severity, place: String?, _ message: String, help: String?, code: String?) {
    guard let log else { return }
    var lines = self
    lines.format = .json
    try? append(
      Array(lines.text(severity: severity, place: place, message, help: help, code: code).utf8), to: log)
  }

  func text(
    severity: Diagnostic.Severity, place: String?, _ message: String, help: String?, code: String?
  ) -> String {
    switch format {
    case .json:
      var fields = ["\"severity\":\(JSONValue.quoted(severity.rawValue))"]
      if let code { fields.append("\"code\":\(JSONValue.quoted(code))") }
      if let place { fields.append("\"place\":\(JSONValue.quoted(place))") }
      fields.append("\"message\":\(JSONValue.quoted(message))")
      if let help { fields.append("\"help\":\(JSONValue.quoted(help))") }
      return "{\"schema\":1,\(fields.joined(separator: ","))}\n"
    case .short:
      return "\(place ?? "octavo"): \(severity.rawValue): \(message)\n"
    case .human:
      let tint = severity == .error ? "\u{1B}[31m" : severity == .warning ? "\u{1B}[33m" : "\u{1B}[36m"
      let word = usesColour ? "\(tint)\(severity.rawValue)\u{1B}[0m" : severity.rawValue
      var text = "\(place ?? "octavo"): \(word): \(message)\n"
      if let help { text += "  help: \(help)\n" }
      return text
    }
  }

}

enum StandardError {
  /// Writes all of a text, whatever the pipe takes at a time.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Libc.write(
          STDERR_FILENO, UnsafeRawPointer(UnsafeBufferPointer(rebasing: rest).baseAddress), rest.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}

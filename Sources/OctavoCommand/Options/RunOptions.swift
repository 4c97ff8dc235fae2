import ArgumentParser
import Glibc
import Hyphen
import Octavo
import PageDesign
import Units

/// Options about the run itself.
struct RunOptions: ParsableArguments {
  @Option(
    name: .customShort("j", allowingJoined: true),
    help: ArgumentHelp(
      "Workers for typesetting; the result is the same for any number. Default: one a core, at most 8.", valueName: "n")
  )
  var jobs: Int?
  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false
  @Flag(name: .shortAndLong, help: "List every loose line and what was recognised.")
  var verbose = false
  @Flag(help: "Let warnings fail: exit 3, nothing written.")
  var strict = false
  @Flag(
    help: "Read the PDF back and prove that every word is in it, once and in order; exit 4 and nothing written if not.")
  var verify = false
  @Option(
    name: .customLong("explain-page"),
    help: ArgumentHelp("Say why the page with this folio broke where it did.", valueName: "n"))
  var explainPage: Int?
  @Flag(help: "Open the PDF when it is done.")
  var open = false
  @Option(help: ArgumentHelp("Messages as human, short or json.", valueName: "form"))
  var format = "human"
  @Option(help: ArgumentHelp("Progress: auto, always or never.", valueName: "when"))
  var progress = "auto"
  @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
  var color = "auto"

  var workers: Int { max(1, min(jobs ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)) }

  func reporter() throws -> Reporter {
    guard let form = Reporter.Format(rawValue: format) else {
      throw choice(format, "--format", Reporter.Format.allCases.map(\.rawValue))
    }
    for (value, option) in [(progress, "--progress"), (color, "--color")]
    where !["auto", "always", "never"].contains(value) { throw choice(value, option, ["auto", "always", "never"]) }
    if let jobs, jobs < 1 {
      throw CommandFailure(.usage, "-j \(jobs) leaves nobody to do the work", help: "give 1 or more")
    }
    return Reporter(format: form, isQuiet: quiet, usesColour: Reporter.wantsColour(color))
  }

  /// Notes that answer what was asked for.
  private static let answers: Set = ["explain-page", "inside-auto", "blanks", "creep", "section-single"]

  /// Other notes are for `--verbose` alone, and so is the rest of many warnings of one kind;
  /// a program that reads them gets them all.
  func shown(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    if verbose { return diagnostics }
    let most = format == Reporter.Format.json.rawValue ? diagnostics.count : 10
    var counts: [String: Int] = [:]
    var shown: [Diagnostic] = []
    var codes: [String] = []
    for diagnostic in diagnostics where diagnostic.severity != .note || RunOptions.answers.contains(diagnostic.code) {
      let count = counts[diagnostic.code, default: 0] + 1
      counts[diagnostic.code] = count
      if count <= most { shown.append(diagnostic) }
      if count == most + 1 { codes.append(diagnostic.code) }
    }
    for code in codes {
      let rest = (counts[code] ?? most) - most
      shown.append(
        Diagnostic(
          .warning, code: code, "\(rest) more warning\(rest == 1 ? "" : "s") of the kind \"\(code)\"",
          help: "add -v to see \(rest == 1 ? "it" : "them all")"))
    }
    return shown
  }
}

/// One line on a terminal that says how far the work has come, from half a second on.
final class ProgressLine: Sendable {
  private let isOn: Bool
  private let since: Double

  init(mode: String, since: Double) {
    isOn = mode == "always" || (mode == "auto" && isatty(STDERR_FILENO) == 1)
    self.since = since
  }

  func show(_ report: Progress.Report) {
    guard isOn, Clock.seconds() - since > 0.5 else { return }
    let fraction = report.fraction
    let stage =
      report.stage == .drawing
      ? "drawing page \(report.pagesDone)" + (report.pageCount.map { " of \($0)" } ?? "") : report.stage.rawValue
    let filled = Int(fraction * 24)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 24 - filled)
    StandardError.write("\r[\(bar)] \(Int(fraction * 100)) % \(stage)\u{1B}[K")
  }

  func clear() {
    guard isOn, Clock.seconds() - since > 0.5 else { return }
    StandardError.write("\r\u{1B}[K")
  }
}

enum Clock {
  /// Seconds of a clock that never goes back.
  static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// SOURCE_DATE_EPOCH in seconds, the only date a PDF may carry beside the book's own (DESIGN.md 3.13).
  static func sourceDate() throws -> Int? {
    guard let value = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }), !value.isEmpty else { return nil }
    // year 9999 ends the dates that PDF can write (ISO 32000-1, 7.9.4)
    guard let seconds = Int(value), (0...253_402_300_799).contains(seconds) else {
      throw CommandFailure(
        .usage, "SOURCE_DATE_EPOCH is \"\(value)\", no count of seconds since 1970",
        help: "set it to a whole number, or unset it")
    }
    return seconds
  }
}

/// A page size by its name in the table, else by its measures.
enum TrimName {
  static func of(_ size: PageSize) -> String {
    if let trim = Trim.all.first(where: { $0.size == size }) {
      return trim.name.count == 2 ? trim.name.uppercased() : trim.name
    }
    return "\(Length.decimal(size.width.millimetres)) × \(Length.decimal(size.height.millimetres)) mm"
  }
}

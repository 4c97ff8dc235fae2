import Libc
import Octavo
import Settings
import Units

/// How a run goes and what it says.
struct Run {
  let workers: Int
  let strictness: Strictness
  let isVerbose: Bool
  let verifies: Bool
  let opens: Bool
  let explainedPage: Int?
  let progress: String
  let reporter: Reporter
  let start = Clock.seconds()

  init(_ layers: OptionSources) throws {
    let jobs = layers.number("jobs")
    if let jobs, jobs < 1 {
      throw CommandFailure(.usage, "-j \(jobs) leaves nobody to do the work", help: "give 1 or more")
    }
    workers = max(1, min(jobs ?? Platform.cores, 8))
    strictness = try Strictness(layers)
    isVerbose = layers.isOn("verbose")
    verifies = layers.isOn("verify")
    opens = layers.isOn("open")
    explainedPage = layers.number("explain-page")
    let format = try layers.oneOf("format")
    progress = try layers.oneOf("progress")
    reporter = Reporter(
      format: Reporter.Format(rawValue: format) ?? .human, isQuiet: layers.isOn("quiet"),
      usesColour: Reporter.wantsColour(try layers.oneOf("color")), log: layers.text("log"))
    let limits = try Limits(layers)
    try reporter.beginLog()
    limits.apply(reporter)
  }

  /// Notes that answer what was asked for.
  private static let answers: Set = [
    "explain-page", "inside-auto", "blanks", "creep", "section-single", "sections-uneven",
  ]

  /// What is said at all.
  func told(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.filter { isVerbose || $0.severity != .note || Run.answers.contains($0.code) }
  }

  /// Other notes are for `--verbose` alone, and so is the rest of many warnings of one kind;
  /// a program that reads them gets them all.
  func shown(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    if isVerbose { return diagnostics }
    let most = reporter.format == .json ? diagnostics.count : 10
    var counts: [String: Int] = [:]
    var shown: [Diagnostic] = []
    var codes: [String] = []
    for diagnostic in told(diagnostics) {
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

  init(_ run: Run) {
    // who reads JSON reads no bars between its lines
    isOn =
      run.reporter.format != .json
      && (run.progress == "always" || (run.progress == "auto" && isatty(STDERR_FILENO) == 1))
    since = run.start
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
  static func seconds() -> Double { Platform.seconds }

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

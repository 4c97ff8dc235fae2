import Libc
import Units

/// How far a batch has come: one line on a terminal that is written over, a line of JSON a book for programs.
final class BatchProgress {
  private let reporter: Reporter
  private let isBar: Bool
  private let bytes: Int
  private let since = Clock.seconds()
  private var shown = 0.0

  /// - Parameter bytes: of all manuscripts.
  init(_ reporter: Reporter, progress: String, bytes: Int) {
    (self.reporter, self.bytes) = (reporter, bytes)
    isBar =
      reporter.format != .json && (progress == "always" || progress == "auto" && isatty(STDERR_FILENO) == 1)
  }

  func show(_ tally: BatchRun.Tally, of count: Int, running: Int) {
    let now = Clock.seconds()
    guard isBar, now - shown >= 1, now - since > 0.5 else { return }
    shown = now
    let share = count == 0 ? 1 : Double(tally.done) / Double(count)
    let filled = Int(share * 24)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 24 - filled)
    var line = "\r[\(bar)] \(tally.done) of \(count) books, \(tally.pages) pages, \(tally.failed) failed"
    if let left = left(tally, now - since) { line += ", \(left) left" }
    StandardError.write(line + "\u{1B}[K")
  }

  /// By bytes of manuscripts: the largest go first.
  private func left(_ tally: BatchRun.Tally, _ seconds: Double) -> String? {
    guard tally.bytes > 0, tally.made + tally.failed > 0 else { return nil }
    let rest = Int(seconds * Double(max(bytes - tally.bytes, 0)) / Double(tally.bytes))
    return rest >= 3600 ? "\(rest / 3600) h \(rest / 60 % 60) min" : rest >= 60 ? "\(rest / 60) min" : "\(rest) s"
  }

  /// What came of a book.
  func tell(_ id: String, _ code: String, _ words: String, severity: Diagnostic.Severity = .note) {
    clear()
    if severity == .error {
      reporter.report(Diagnostic(.error, code: code, words), place: id)
    } else if reporter.format == .json {
      reporter.say(place: id, code: code, words)
    }
  }

  func clear() { if isBar, shown > 0 { StandardError.write("\r\u{1B}[K") } }
}

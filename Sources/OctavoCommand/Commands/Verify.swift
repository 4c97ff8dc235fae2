import Libc
import Manuscript
import Octavo
import PDFReading
import Units
import Verification

/// `--verify`: the finished PDF is read back by its own structure and compared with
/// the manuscript, word by word (DESIGN.md §8). Files without one, such as sheets to fold, are
/// compared letter by letter with a file of the same pages that has one.
struct Verify {
  let job: BookJob
  let prepared: PreparedBook
  /// What the manuscript's words are proved by.
  let sources: [VerificationSource]
  /// Where the PDF goes when it is whole.
  let target: String

  /// The number of words that were found in their places. Nothing else is said where all are.
  ///
  /// Throws exit 4 with the first differences told, 1 where nothing could be read.
  func check(_ output: BookBuilder.Output, by twin: BookBuilder.Output?) throws -> Int {
    let result: VerificationResult
    do throws(VerificationError) {
      result = try output.verified(sources, by: twin, whenRead: Allocator.giveBack)
    } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(pdf: target == "-" ? "standard output" : target))
    }
    guard !result.isWhole else {
      try checkLeftOut()
      return result.wordsExpected
    }
    let differences = result.diagnostics
    job.say(Array(differences.dropLast()), prepared)
    throw CommandFailure(
      .checkFailed, place: job.input,
      (differences.last?.message ?? "words are missing") + ", so nothing was written",
      help: "without --verify the PDF is written, to look at the pages named")
  }

  /// What of some length was not set, such as a transcription's frame: its words are none of those proved.
  static func leftOut(_ report: ReadingReport) -> [String] {
    var names: [String] = []
    for dropped in report.dropped where dropped.lines.count > 3 && isText(dropped.why) && !names.contains(dropped.why) {
      names.append(dropped.why)
    }
    return names
  }

  /// Words that somebody might look for in the book, and no sign or setting of the manuscript.
  private static func isText(_ why: String) -> Bool {
    why.hasPrefix("Project Gutenberg") || ["contents list", "transcriber's note", "hint"].contains(why)
  }

  /// More words in a row than this are no list, title page or cover, whatever the readers took them for.
  private static let mostLeftOut = 200

  /// Readers are not believed about what they left out: a long passage that stands nowhere in the book fails the proof, unless
  /// the user left it out.
  private func checkLeftOut() throws {
    guard let left = prepared.reading.report.leftOut.first(where: { $0.longestRun > Verify.mostLeftOut }) else {
      return
    }
    let found = Diagnostic(
      .error, code: "text-left-out",
      "\(left.longestRun) words in a row that stand nowhere in the book were left out as \(left.why), so nothing was written",
      help: "--keep sets them (octavo help build); a hint leaves them out for good", source: left.first)
    throw CommandFailure(.checkFailed, found, place: job.place(of: found, prepared))
  }
}

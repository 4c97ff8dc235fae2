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
  /// Where the PDF goes when it is whole.
  let target: String

  /// The number of words that were found in their places. Nothing else is said where all are.
  ///
  /// Throws exit 4 with the first differences told, 1 where nothing could be read.
  func check(_ output: BookBuilder.Output, by twin: BookBuilder.Output?) throws -> Int {
    let sources = prepared.reading.verificationSources(for: prepared.ticket.design)
    let result: VerificationResult
    do throws(VerificationError) {
      result = try output.verified(sources, by: twin)
    } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(pdf: target == "-" ? "standard output" : target))
    }
    guard !result.isWhole else { return result.wordsExpected }
    let differences = result.diagnostics
    job.say(Array(differences.dropLast()), prepared)
    throw CommandFailure(
      .checkFailed, place: job.input,
      (differences.last?.message ?? "words are missing") + ", so nothing was written",
      help: "without --verify the PDF is written, to look at the pages named")
  }
}

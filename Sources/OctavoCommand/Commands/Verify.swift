import Files
import Octavo
import Units
import Verification

/// `--verify`: the finished PDF is read back by another program and compared with
/// the manuscript, word by word (DESIGN.md §8). Sheets to fold are read page by page.
struct Verify {
  let job: BookJob
  let prepared: PreparedBook
  /// Where the PDF goes when it is whole.
  let target: String

  /// The number of words that were found in their places. Nothing else is said where all are.
  ///
  /// Throws exit 4 with the first differences told, 1 where no reader could be run.
  func check(_ output: BookBuilder.Output) throws -> Int {
    let scratch = try Verify.scratch(output.pdf, named: "octavo-verify.pdf")
    // an empty file where there are no backs
    let backs = try Verify.scratch(output.backs ?? [], named: "octavo-verify-backs.pdf")
    var paths = [scratch.path]
    if output.backs != nil { paths.append(backs.path) }
    let sources = prepared.reading.verificationSources(for: prepared.ticket.design)
    let result: VerificationResult
    do throws(VerificationError) {
      result = try verify(pdfs: paths, VerificationInput(sources: sources, layout: output.textPlaces))
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

  private static func scratch(_ bytes: [UInt8], named name: String) throws -> ScratchFile {
    do throws(FileError) { return try ScratchFile(bytes, named: name) } catch {
      throw CommandFailure(.couldNotWrite, error.diagnostic())
    }
  }
}

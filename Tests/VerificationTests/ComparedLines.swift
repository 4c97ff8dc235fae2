import Foundation
import PDFReading
import Units
import Verification

/// Compares a manuscript with lines of print, without a PDF: a page a list of lines.
func compare(
  _ manuscript: String, _ pages: [[String]], markup: VerificationSource.Markup = .plain,
  dropped: [Range<Int>] = [], apart: [[Range<Int>]] = []
) -> VerificationResult {
  var text = PrintedText()
  for (page, lines) in pages.enumerated() {
    for (row, line) in lines.enumerated() { text.append(line, page: page, y: 340 - 14 * Float(row)) }
  }
  let file = SourceFile(name: "book.txt", text: Array(manuscript.utf8))
  let source = VerificationSource(
    file: file, markup: markup, dropped: dropped, apart: apart.map { $0.map { VerificationPassage($0) } })
  return verify(text, VerificationInput(sources: [source]))
}

extension PrintedText {
  /// A line of a paragraph; of a note or a caption where it begins with `note|` or `caption|`. What stands in `⟨⟩` is a
  /// mark of octavo's own.
  mutating func append(_ line: String, page: Int = 0, y: Float = 340) {
    let pieces = line.split(separator: "|", maxSplits: 1)
    let role: Role = pieces.count < 2 ? .body : pieces[0] == "note" ? .note : pieces[0] == "caption" ? .caption : .body
    for (number, piece) in (role == .body ? Substring(line) : pieces[1]).split(separator: "⟨").enumerated() {
      let parts = piece.split(separator: "⟩", omittingEmptySubsequences: false)
      for (place, words) in parts.enumerated() where !words.isEmpty {
        var run = Run(x: 40, y: y, size: 10)
        (run.role, run.block, run.page) = (role, 0, Int32(page))
        run.isLabel = place == 0 && (number > 0 || line.contains("|⟨") || line.hasPrefix("⟨")) && parts.count > 1
        runs.append(run)
        rewrite(runs.count - 1, Array(words.utf8))
      }
    }
  }
}

func counts(_ result: VerificationResult) -> [Int] { [result.lost, result.extra, result.moved, result.joined] }

/// Carroll, Alice's Adventures in Wonderland (1865), chapter 1.
let alice = """
  Alice was beginning to get very tired of sitting by her sister on the
  bank, and of having nothing to do: once or twice she had peeped into the
  book her sister was reading, but it had no pictures or conversations in
  it.
  """

func range(of part: String, in text: String) -> Range<Int> {
  // The parts looked for are written in the same test.
  let found = text.range(of: part)!
  return text.utf8.distance(
    from: text.startIndex, to: found.lowerBound)..<text.utf8.distance(
      from: text.startIndex, to: found.upperBound)
}

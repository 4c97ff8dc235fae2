import Foundation
import Units
import Verification

/// Compares a manuscript with lines of print, without a PDF: a page a list of lines.
func compare(
  _ manuscript: String, _ pages: [[String]], markup: VerificationSource.Markup = .plain,
  dropped: [Range<Int>] = [], apart: [[Range<Int>]] = []
) -> VerificationResult {
  let sheets = pages.map { lines in
    var sheet = PrintedSheet(width: 300, height: 400)
    for (row, line) in lines.enumerated() {
      // A right-to-left line begins at the right edge.
      let isBackward = line.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) }
      var x = isBackward ? 260.0 : 40.0
      for word in line.split(separator: " ") {
        let width = Double(word.unicodeScalars.count) * 5
        if isBackward { x -= width }
        sheet.words.append(
          PrintedWord(
            text: Array(word.utf8), left: x, top: 50 + 14 * Double(row), right: x + width,
            bottom: 62 + 14 * Double(row)))
        x += isBackward ? -3 : width + 3
      }
    }
    return sheet
  }
  let file = SourceFile(name: "book.txt", text: Array(manuscript.utf8))
  let source = VerificationSource(
    file: file, markup: markup, dropped: dropped, apart: apart.map { $0.map { VerificationPassage($0) } })
  return verify(sheets, VerificationInput(sources: [source]))
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

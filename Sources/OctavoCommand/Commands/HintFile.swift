import Manuscript
import Settings

/// What `octavo inspect --hints` writes: what the lines of a plain text became, as hints that say the same again.
struct HintFile {
  let reading: ManuscriptReading
  let input: String

  var text: String {
    guard reading.report.takesHints else { return "# hints are for plain text\nhints: []\n" }
    let name = ConfigurationFile.hintsName(for: input == "-" ? "BOOK.txt" : input)
    var text = "# Change what is wrong, leave out what is right, and save this as \(name).\n"
    text +=
      "# A hint: part, chapter, section, verse, prose, play, letter, dropped or kept; then lines, or /EXPRESSION/.\n"
    for item in reading.report.dropped where item.why != "page number" && item.why != "hint" {
      text += "# left out: \(place(item.lines)), \(item.why)\n"
    }
    text += reading.report.found.isEmpty ? "hints: []\n" : "hints:\n"
    for item in reading.report.found {
      let level = item.level.flatMap { $0 > 1 ? "level \($0) " : nil } ?? ""
      text += "  - \(item.kind.rawValue) \(level)\(place(item.lines))  # \(words(ofLine: item.lines.lowerBound))\n"
    }
    return text
  }

  private func place(_ lines: ClosedRange<Int>) -> String {
    lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)-\(lines.upperBound)"
  }

  /// The beginning of a line, to know it by.
  private func words(ofLine line: Int) -> String {
    guard let file = reading.files.files.first, file.lineStarts.indices.contains(line - 1) else { return "" }
    let start = Int(file.lineStarts[line - 1])
    let end = line < file.lineStarts.count ? Int(file.lineStarts[line]) : file.text.count
    let words = String(decoding: file.text[start..<end], as: UTF8.self).split { $0.isWhitespace }
    return String(words.joined(separator: " ").prefix(48))
  }
}

import Manuscript
import Octavo
import Settings
import Units

/// What `octavo inspect --hints` writes: what the lines of a plain text, or the blocks of any other manuscript, became,
/// as hints that say the same again.
struct HintFile {
  let reading: ManuscriptReading
  let input: String

  var text: String {
    let name =
      ManuscriptFiles.isFolder(input)
      ? "the list \"hints:\" of octavo.yaml"
      : ConfigurationFile.hintsName(for: input == "-" ? "BOOK.txt" : input)
    var text = "# Change what is wrong, leave out what is right, and save this as \(name).\n"
    let kinds = ReadingHint.Kind.allCases.map(\.rawValue)
    text += "# A hint: \(kinds.dropLast().joined(separator: ", ")) or \(kinds.last ?? "");\n"
    guard reading.report.takesHints else {
      text +=
        "# then the words a block begins with, \"like\" and such words for all that are alike, or the first and the\n"
      text += "# last of several: verse \"It was late\" to \"So they went\".\n"
      let found = reading.foundBlocks.map { hint in
        var hint = hint
        if hint.level == 1 { hint.level = nil }
        return "  - \(OptionsText.quoted(hint.description))\n"
      }
      return text + (found.isEmpty ? "hints: []\n" : "hints:\n" + found.joined())
    }
    text +=
      "# then lines, /EXPRESSION/, or \"like 120\" for all that look like line 120 (\"octavo inspect --doubts\").\n"
    for item in reading.report.dropped where item.why != "page number" && item.why != "hint" {
      text += "# left out: \(place(item.lines)), \(item.why)\n"
    }
    text += reading.report.found.isEmpty ? "hints: []\n" : "hints:\n"
    for item in reading.report.found {
      let level = item.level.flatMap { $0 > 1 ? "level \($0) " : nil } ?? ""
      text +=
        "  - \(item.kind.rawValue) \(level)\(place(item.lines))  # \(reading.files.files.first?.beginning(ofLine: item.lines.lowerBound) ?? "")\n"
    }
    return text
  }

  private func place(_ lines: ClosedRange<Int>) -> String {
    lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)-\(lines.upperBound)"
  }
}

extension SourceFile {
  /// The first words of a line, from 1, to know it by.
  func beginning(ofLine line: Int) -> String {
    guard lineStarts.indices.contains(line - 1) else { return "" }
    let start = Int(lineStarts[line - 1])
    let end = line < lineStarts.count ? Int(lineStarts[line]) : text.count
    let words = String(decoding: text[start..<end], as: UTF8.self).split { $0.isWhitespace }
    return String(words.joined(separator: " ").prefix(48))
  }
}

/// Notes that stand in the text, `^[so]`: CommonMark's footnotes have their text elsewhere, so it goes to the
/// file's end and a call stays in its place.
extension PandocMarks {
  struct InlineNotes {
    /// Before the number in each label; no other note's label begins so.
    var prefix = "note-"
    /// Texts of those met so far that are not yet at the file's end.
    var waiting: [String] = []
    var count = 0
    /// Lines that went up to the line on which their note begins.
    var gone: Set<Int> = []
    /// So many of them have no empty line in their stead yet.
    var owed = 0
    /// Brackets without an end on a line: past a few no more are tried, so that time stays linear.
    var unended = (line: -1, count: 0)
    /// Empty lines behind a line, so that all below keep their numbers.
    var blanks: [Int: Int] = [:]
  }

  /// Lines that a note may have; an opening bracket without an end is looked after no longer.
  static let mostLines = 60
  private static let mostUnended = 16

  /// Where what begins at a place of a line and stays as it stands ends: a sign behind a backslash, and the call `[^1]`
  /// of a note, which is set so where there is no such note, with all that would stand for a mark in it.
  func endOfKept(_ line: Substring, _ at: Substring.Index, isCode: Bool) -> Substring.Index? {
    let rest = line[at...]
    if rest.first == "\\", line.index(after: at) < line.endIndex { return line.index(at, offsetBy: 2) }
    guard !isCode, rest.utf8.starts(with: "[^".utf8), !isUncallable(line, at),
      let close = rest.utf8.prefix(1000).firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    return line.utf8.index(after: close)
  }

  /// Whether a definition of a note begins here that no call can mean, for its label has a bracket or a sign of code: the
  /// parser (cmark-gfm 0.29.0.gfm.6) would take it for a note and drop it.
  func isUncallable(_ line: Substring, _ at: Substring.Index) -> Bool {
    guard line[at...].utf8.starts(with: "[^".utf8), line[..<at].utf8.allSatisfy({ $0 <= 0x39 || $0 == 0x3E })
    else { return false }
    let label = line[at...].utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "]") && $0 > 0x20 }
    return line.utf8[label.endIndex...].starts(with: "]:".utf8)
      && label.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "`") }
  }

  /// A note whose `^` stands at a place of a line.
  /// - Returns: its call, what follows the note, and the index of the line of which that is the rest.
  mutating func inlineNote(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (String, Substring, Int)? {
    guard line[line.index(after: at)...].hasPrefix("[") else { return nil }
    if notes.unended.line != index { notes.unended = (index, 0) }
    guard notes.unended.count < PandocMarks.mostUnended else { return nil }
    var text = ""
    var rest = line[line.index(at, offsetBy: 2)...]
    var depth = 1
    var isCode = false
    var last = index
    while true {
      var place = rest.startIndex
      while place < rest.endIndex {
        let sign = rest[place]
        let next = rest.index(after: place)
        if sign == "\\", next < rest.endIndex {
          place = rest.index(after: next)
          continue
        }
        if sign == "`" { isCode.toggle() }
        if !isCode { depth += sign == "[" ? 1 : sign == "]" ? -1 : 0 }
        if depth == 0 { break }
        place = next
      }
      text += rest[..<place].filter { $0 != "\r" }
      if place < rest.endIndex {
        rest = rest[rest.index(after: place)...]
        break
      }
      last += 1
      guard last < lines.count, last - index < PandocMarks.mostLines, !lines[last].allSatisfy(\.isWhitespace) else {
        notes.unended.count += 1
        return nil
      }
      rest = lines[last].drop { $0 == " " || $0 == "\t" || $0 == ">" }
      text += " "
    }
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    for below in (index + 1)..<max(last + 1, index + 1) { notes.gone.insert(below) }
    notes.owed += last - index
    notes.count += 1
    notes.waiting.append(text)
    changed = true
    return ("[^\(notes.prefix)\(notes.count)]", rest, last)
  }

  /// The line with those below it up to the end of a bracket that holds a key, `[see\n@a]`; nil where it ends on its line.
  /// - Returns: also the index of the last of these lines.
  mutating func joiningBracket(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (Substring, Int)? {
    guard !line[at...].dropFirst().contains(where: { $0 == "]" || $0 == "[" }) else { return nil }
    var joined = String(line)
    while joined.last?.isWhitespace == true { joined.removeLast() }
    for last in lines.indices[(index + 1)...].prefix(PandocMarks.mostLinesOfBracket) {
      guard !lines[last].isWhite, !notes.gone.contains(last) else { return nil }
      joined += " " + lines[last].drop { $0 == " " || $0 == "\t" || $0 == ">" }.filter { $0 != "\r" }
      guard let end = lines[last].firstIndex(where: { $0 == "]" || $0 == "[" }) else { continue }
      let start = joined.index(joined.startIndex, offsetBy: line.distance(from: line.startIndex, to: at))
      guard lines[last][end] == "]", joined[start...].prefix(while: { $0 != "]" }).contains("@") else { return nil }
      for below in index + 1...last { notes.gone.insert(below) }
      notes.owed += last - index
      changed = true
      return (joined[...], last)
    }
    return nil
  }

  private static let mostLinesOfBracket = 8

  static func leavesBracketOpen(_ line: Substring) -> Bool {
    line.utf8.lastIndex(of: 0x5B).map { !line.utf8[$0...].contains(0x5D) } ?? false
  }

  /// Puts the texts of the notes at the file's end.
  /// - Parameter fence: what a block of code is still to be ended with.
  mutating func appendNotes(fence: Substring?) {
    guard !notes.waiting.isEmpty else { return }
    if let fence { lines.append(fence) }
    var number = 1
    while !notes.waiting.isEmpty {
      let texts = notes.waiting
      notes.waiting = []
      for text in texts {
        lines += ["", "[^\(notes.prefix)\(number)]: \(text)"[...]]
        number += 1
        inline(lines.count - 1)
      }
    }
  }

  /// The text with the marks replaced, each line where it stood.
  var text: String {
    guard !notes.gone.isEmpty else { return lines.joined(separator: "\n") }
    var kept: [Substring] = []
    for (index, line) in lines.enumerated() where !notes.gone.contains(index) {
      kept.append(line)
      for _ in 0..<(notes.blanks[index] ?? 0) { kept.append("") }
    }
    return kept.joined(separator: "\n")
  }
}

internal import BookModel

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
    /// By their labels, those that are meant for the margin.
    var asides: [String: Note.Aside] = [:]
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
    guard line[line.index(after: at)...].hasPrefix("["),
      let found = bracketed(line[line.index(at, offsetBy: 2)...], index)
    else { return nil }
    return call(found.text, index, found.rest, found.last).map { ($0, found.rest, found.last) }
  }

  /// `[words]{.aside}`, whose bracket stands at a place of a line, and Tufte's `<span class="sidenote">`.
  /// - Returns: as `inlineNote`.
  mutating func aside(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (String, Substring, Int)? {
    guard hasAsides else { return nil }
    if line[at] == "<" { return toggle(line, at, index) ?? asideElement(line, at, index) }
    guard line[at] == "[", at == line.startIndex || !"]!\\".contains(line[line.index(before: at)]),
      let found = bracketed(line[line.index(after: at)...], index), found.rest.first == "{",
      let end = found.rest.firstIndex(of: "}"),
      let name = found.rest[..<end].dropFirst().split(separator: " ").lazy.filter({ $0.first == "." })
        .map({ $0.dropFirst().lowercased() }).first(where: Callout.Kind.asideClasses.contains)
    else { return nil }
    let rest = found.rest[found.rest.index(after: end)...]
    return call(found.text, index, rest, found.last, as: name == "sidenote" ? .numbered : .unnumbered)
      .map { ($0, rest, found.last) }
  }

  /// A note beside the text that is a paragraph of its own is called where the next one begins.
  /// - Parameter line: what its line became.
  mutating func moveAside(_ line: String, down index: Int) -> Bool {
    let call = line[...].trimmingBlanks
    guard call.hasPrefix("[^"), call.last == "]", notes.asides[String(call.dropFirst(2).dropLast())] != nil,
      isBlank(index - 1), isBlank(index + 1), lines.indices.contains(index + 2),
      let first = lines[index + 2].unicodeScalars.first, first.properties.isAlphabetic || first.value > 0x7F
    else { return false }
    lines[index] = ""
    lines[index + 2] = call + lines[index + 2]
    return true
  }

  /// What Tufte's pages have to open their notes on small screens says nothing on paper.
  private func toggle(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (String, Substring, Int)? {
    let rest = line[at...]
    for (tag, close) in [("<label", "</label>"), ("<input", ">")] where rest.hasPrefix(tag) {
      guard let end = rest.firstIndex(of: ">"), rest[..<end].contains("margin-toggle"),
        let range = rest.firstRange(of: close)
      else { return nil }
      return ("", rest[range.upperBound...], index)
    }
    return nil
  }

  private mutating func asideElement(
    _ line: Substring, _ at: Substring.Index, _ index: Int
  ) -> (String, Substring, Int)? {
    guard line[at...].hasPrefix("<span "), let end = line[at...].firstIndex(of: ">"),
      let piece = htmlPieces(String(line[at...end])).first, case .open(_, let attributes, false) = piece,
      let classes = attributes.first(where: { $0.name == "class" })?.value.split(separator: " "),
      let name = classes.map({ $0.lowercased() }).first(where: Callout.Kind.asideClasses.contains)
    else { return nil }
    var text = ""
    var rest = line[line.index(after: end)...]
    var (depth, last) = (1, index)
    while true {
      guard let close = rest.firstRange(of: "</span>") else {
        text += rest.filter { $0 != "\r" } + " "
        depth += rest.ranges(of: "<span").count
        last += 1
        guard last < lines.count, last - index < PandocMarks.mostLines, !lines[last].isWhite else { return nil }
        rest = lines[last].drop { $0 == " " || $0 == "\t" || $0 == ">" }
        continue
      }
      depth += rest[..<close.lowerBound].ranges(of: "<span").count - 1
      text += rest[..<close.lowerBound].filter { $0 != "\r" } + (depth > 0 ? "</span>" : "")
      rest = rest[close.upperBound...]
      if depth <= 0 { break }
    }
    return call(text, index, rest, last, as: name == "sidenote" ? .numbered : .unnumbered).map { ($0, rest, last) }
  }

  /// What stands up to the bracket that closes one, which may be on a line below.
  private mutating func bracketed(_ start: Substring, _ index: Int) -> (text: String, rest: Substring, last: Int)? {
    if notes.unended.line != index { notes.unended = (index, 0) }
    guard notes.unended.count < PandocMarks.mostUnended else { return nil }
    var text = ""
    var rest = start
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
      if place < rest.endIndex { return (text, rest[rest.index(after: place)...], last) }
      last += 1
      guard last < lines.count, last - index < PandocMarks.mostLines, !lines[last].allSatisfy(\.isWhitespace) else {
        notes.unended.count += 1
        return nil
      }
      rest = lines[last].drop { $0 == " " || $0 == "\t" || $0 == ">" }
      text += " "
    }
  }

  /// The call of a note whose text went to the file's end, with the lines below that it stood on.
  private mutating func call(
    _ text: String, _ index: Int, _ rest: Substring, _ last: Int, as aside: Note.Aside? = nil
  ) -> String? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    for below in (index + 1)..<max(last + 1, index + 1) { notes.gone.insert(below) }
    notes.owed += last - index
    notes.count += 1
    notes.waiting.append(text)
    changed = true
    let label = "\(notes.prefix)\(notes.count)"
    notes.asides[label] = aside
    return "[^\(label)]"
  }

  /// The line with those below it up to the end of a bracket that holds a key, `[see\n@a]`; nil where it ends on its line.
  /// - Returns: also the index of the last of these lines.
  mutating func joiningBracket(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (Substring, Int)? {
    guard !line[at...].dropFirst().contains(where: { $0 == "]" || $0 == "[" }) else { return nil }
    let joined = joining(line, at, index, until: [0x5B, 0x5D]) { words in
      words.first { $0 == "]" || $0 == "[" || $0 == "@" } == "@" && words.first { $0 == "]" || $0 == "[" } == "]"
    }
    return taking(joined, index)
  }

  /// The line of a formula that ends on a line below it, with that line.
  mutating func joiningFormula(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (Substring, Int)? {
    let rest = line.utf8[at...].dropFirst()
    guard let next = rest.first, next > 0x20, next != 0x24, !rest.contains(0x24) else { return nil }
    let joined = joining(line, at, index, until: [0x24]) { words in
      let joined = line[at...].prefix(1) + words
      return formula(joined, joined.startIndex) != nil
    }
    return taking(joined, index)
  }

  /// The line of what TeX sets on lines of its own, and what begins behind words and ends on a line below, with that line:
  /// `\[`, an environment.
  mutating func joiningDisplay(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (Substring, Int)? {
    guard let closer = PandocMarks.closer(ofDisplay: line[at...]), !line[at...].contains(closer) else { return nil }
    let joined = joining(line, at, index, until: [0x5C], most: 60) { $0.contains(closer) }
    return taking(joined, index)
  }

  /// A line with those below it up to the first that has one of some signs.
  /// - Parameter isMark: whether what stands behind the sign at the place is what it begins.
  private func joining(
    _ line: Substring, _ at: Substring.Index, _ index: Int, until signs: Set<UInt8>,
    most: Int = PandocMarks.mostLinesOfBracket, isMark: (Substring) -> Bool
  ) -> (Substring, Int)? {
    var joined = String(line)
    while joined.last?.isWhitespace == true { joined.removeLast() }
    // in a quotation its sign begins each line; elsewhere it is one of the formula's
    let isQuoted = lines[index].first { $0 != " " } == ">"
    for last in lines.indices[(index + 1)...].prefix(most) {
      guard !lines[last].isWhite, !notes.gone.contains(last) else { return nil }
      joined +=
        " " + lines[last].drop { $0 == " " || $0 == "\t" || isQuoted && $0 == ">" }.filter { $0 != "\r" }
      guard lines[last].utf8.contains(where: signs.contains) else { continue }
      let start = joined.index(joined.startIndex, offsetBy: line.distance(from: line.startIndex, to: at))
      if isMark(joined[start...].dropFirst()) { return (joined[...], last) }
      if most == PandocMarks.mostLinesOfBracket { return nil }
    }
    return nil
  }

  private mutating func taking(_ joined: (line: Substring, last: Int)?, _ index: Int) -> (Substring, Int)? {
    guard let joined else { return nil }
    for below in index + 1...joined.last { notes.gone.insert(below) }
    notes.owed += joined.last - index
    changed = true
    return joined
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

extension PandocMarks {
  /// Whether a note whose name begins so is called.
  static func calls(_ prefix: String, in text: String.UTF8View) -> Bool {
    var rest = text[...]
    while let bracket = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = rest[bracket...].dropFirst()
      if rest.first == UInt8(ascii: "^"), rest.dropFirst().starts(with: prefix.utf8) { return true }
    }
    return false
  }
}

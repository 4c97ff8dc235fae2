/// Labels of notes and links, found in the text itself: the parser tells nothing of
/// link definitions, and drops notes that nothing calls.
struct MarkdownLabels {
  /// Labels that `[^label]:` may define, in their order, each once.
  private(set) var notes: [String] = []
  /// Offsets of those that were defined before.
  private(set) var repeated: [(label: String, offset: Int)] = []
  /// The definition of each link label, as it stands.
  private(set) var links: [String: String] = [:]
  /// The offset at which each label is defined for the first time.
  private(set) var firsts: [String: Int] = [:]

  /// Reads all lines from an offset on. A line of code that looks like a definition is
  /// taken along: it does no harm. Linear.
  init(_ text: [UInt8], from start: Int) {
    var i = start
    while i < text.count {
      let end = text[i...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
      var at = i
      // Before a definition only quotation marks and list marks stand.
      while at < end, let next = markerEnd(text[at..<end]) { at = next }
      if at < end, text[at] == 0x5B { definition(text, at, end) }
      i = end + 1
    }
  }

  /// Past a blank, a quotation mark or a list mark with a blank behind it; nil where none of them stands.
  private func markerEnd(_ line: ArraySlice<UInt8>) -> Int? {
    let first = line.startIndex
    func isBlank(_ i: Int) -> Bool { line.indices.contains(i) && (line[i] == 0x20 || line[i] == 0x09) }
    switch line[first] {
    case 0x20, 0x09, 0x3E: return first + 1
    case 0x2A, 0x2B, 0x2D: return isBlank(first + 1) ? first + 2 : nil
    case 0x30...0x39:
      let end = line.firstIndex { !(0x30...0x39).contains($0) } ?? line.endIndex
      return end < line.endIndex && (line[end] == 0x2E || line[end] == 0x29) && isBlank(end + 1) ? end + 2 : nil
    default: return nil
    }
  }

  private mutating func definition(_ text: [UInt8], _ at: Int, _ end: Int) {
    if at + 1 < end, text[at + 1] == 0x5E {
      let name = text[(at + 2)..<end].prefix { $0 != 0x5D && $0 != 0x20 && $0 != 0x09 }
      let close = at + 2 + name.count
      guard !name.isEmpty, close + 1 < end, text[close] == 0x5D, text[close + 1] == 0x3A else { return }
      let label = markdownLabel(String(decoding: name, as: UTF8.self))
      if firsts[label] == nil {
        firsts[label] = at
        notes.append(String(decoding: name, as: UTF8.self))
      } else {
        repeated.append((label, at))
      }
      return
    }
    guard let next = linkDefinitionEnd(text, at, text.count) else { return }
    let name = text[(at + 1)..<next.label]
    let label = markdownLabel(String(decoding: name, as: UTF8.self))
    if links[label] == nil {
      links[label] = String(decoding: text[at..<next.end].map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)
    }
  }

  /// A first line that calls every note: the parser drops what nothing calls.
  var callingNotes: [String] { MarkdownLabels.calling(notes) }

  static func calling(_ notes: [String]) -> [String] { notes.isEmpty ? [] : [notes.map { "[^\($0)]" }.joined(), ""] }

  /// Lines to put before a passage that is parsed by itself, so that what it calls is known there.
  func prelude(for literal: String, isNote: (String) -> Bool) -> [String] {
    var lines: [String] = []
    var seen: Set<String> = []
    var rest = literal.utf8[...]
    while let open = rest.firstIndex(of: 0x5B) {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(where: { $0 == 0x5D || $0 == 0x5B }) else { break }
      guard rest[close] == 0x5D else { continue }
      let name = String(decoding: rest[..<close], as: UTF8.self)
      guard seen.insert(name).inserted else { continue }
      if name.hasPrefix("^") {
        if isNote(markdownLabel(String(name.dropFirst()))) { lines += ["[\(name)]: x", ""] }
      } else if let definition = links[markdownLabel(name)] {
        lines += definition.split(separator: "\n").map(String.init) + [""]
      }
    }
    // A comment ends the last note, which would take an indented line for its own.
    return lines.isEmpty ? [] : lines + ["<!-- -->", ""]
  }
}

/// Where a link definition that begins at `[` ends (past its line's last byte), and its label;
/// nil where none stands there (CommonMark 0.31, 4.7).
func linkDefinitionEnd(_ text: [UInt8], _ start: Int, _ limit: Int) -> (label: Int, end: Int)? {
  var i = start + 1
  var hasLetters = false
  while i < limit, text[i] != 0x5D {
    if text[i] == 0x5B || i - start > 1000 { return nil }
    if text[i] == 0x5C { i += 1 }
    hasLetters = hasLetters || !(i < limit && text[i].isBlankOrLineEnd)
    i += 1
  }
  guard hasLetters, i + 1 < limit, text[i + 1] == 0x3A else { return nil }
  let label = i
  i += 2
  guard skipBlanks(text, &i, limit), i < limit else { return nil }
  if text[i] == 0x3C {
    i += 1
    while i < limit, text[i] != 0x3E {
      if text[i] == 0x0A || text[i] == 0x0D || text[i] == 0x3C { return nil }
      i += text[i] == 0x5C ? 2 : 1
    }
    i += 1
  } else {
    let first = i
    while i < limit, !text[i].isBlankOrLineEnd { i += 1 }
    if i == first { return nil }
  }
  guard i <= limit else { return nil }
  // What follows on the line is a title or nothing; a title may be on the next line.
  var lineEnd = i
  while lineEnd < limit, text[lineEnd] == 0x20 || text[lineEnd] == 0x09 { lineEnd += 1 }
  let endsHere = lineEnd >= limit || text[lineEnd] == 0x0A || text[lineEnd] == 0x0D
  let withoutTitle = endsHere ? lineEnd : nil
  var t = i
  if t < limit, text[t].isBlankOrLineEnd, skipBlanks(text, &t, limit), t < limit,
    let close = [0x22: 0x22, 0x27: 0x27, 0x28: 0x29][Int(text[t])]
  {
    var k = t + 1
    var blankLine = false
    while k < limit, Int(text[k]) != close {
      if text[k] == 0x0A, k + 1 < limit, text[k + 1] == 0x0A || text[k + 1] == 0x0D { blankLine = true }
      if k - t > 2000 || blankLine { return withoutTitle.map { (label, $0) } }
      k += text[k] == 0x5C ? 2 : 1
    }
    k += 1
    while k < limit, text[k] == 0x20 || text[k] == 0x09 { k += 1 }
    if k <= limit, k >= limit || text[k] == 0x0A || text[k] == 0x0D { return (label, min(k, limit)) }
  }
  return withoutTitle.map { (label, $0) }
}

/// Past white space with at most one line end, and the marks of a quotation after it; false where there are two.
private func skipBlanks(_ text: [UInt8], _ i: inout Int, _ limit: Int) -> Bool {
  var lines = 0
  while i < limit, text[i].isBlankOrLineEnd || lines > 0 && text[i] == 0x3E {
    if text[i] == 0x0A || text[i] == 0x0D && !(i + 1 < limit && text[i + 1] == 0x0A) { lines += 1 }
    if lines > 1 { return false }
    i += 1
  }
  return true
}

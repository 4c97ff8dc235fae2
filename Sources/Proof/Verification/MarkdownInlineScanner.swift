/// Finds the words of one paragraph, heading or cell (CommonMark 0.31, appendix: phase 2).
struct MarkdownInlineScanner {
  private var text: [UInt8] = []
  /// Where each byte stands in the file.
  private var places: [Int] = []
  private let names: MarkdownNames
  private let isHeading: Bool
  /// Brackets that may turn out to be links or pictures.
  private var open: [(at: Int, isImage: Bool)] = []
  /// Those of links before this one are in a link themselves, and so are none.
  private var firstActive = 0
  /// Tags of a line that are open.
  private var tags: [String] = []
  /// Beginnings of runs of backticks, by their length, last first.
  private var ticks: [Int: [Int]] = [:]
  private var hasTagEnds = true
  private var hasCommentEnds = true

  init(_ run: MarkdownRun, of bytes: [UInt8], names: MarkdownNames) {
    self.names = names
    isHeading = run.isHeading
    for (number, line) in run.lines.enumerated() {
      if number > 0 {
        text.append(0x0A)
        places.append(max(line.lowerBound - 1, 0))
      }
      text += bytes[line]
      places += line
    }
  }

  mutating func scan(_ words: inout MarkdownWords) {
    for place in places { words.set(place..<(place + 1), .text) }
    findTicks()
    var i = 0
    while i < text.count {
      switch text[i] {
      case 0x5C where i + 1 < text.count && isASCIIPunctuation(text[i + 1]):
        mark(i..<(i + 1), .markup, &words)
        i += 2
      case 0x60: i = codeEnd(i, &words)
      case 0x3C: i = tagEnd(i, &words)
      case 0x26:
        if let (scalar, next) = namedScalar(i) {
          if let scalar {
            words.replace(places[i]..<(places[next - 1] + 1), by: scalar)
          } else {
            mark(i..<next, .optional, &words)
          }
          i = next
        } else {
          i += 1
        }
      // `![^` is a sign and a link, as GitHub reads it: the bracket might call a note
      case 0x21 where i + 1 < text.count && text[i + 1] == 0x5B && (i + 2 == text.count || text[i + 2] != 0x5E):
        open.append((i + 1, true))
        i += 2
      case 0x5B:
        if let end = noteEnd(i) {
          mark(i..<end, .call, &words)
          i = end
        } else {
          open.append((i, false))
          i += 1
        }
      case 0x5D: i = bracketEnd(i, &words)
      case 0x68, 0x66, 0x77: i = bareAddressEnd(i) ?? i + 1
      default: i += 1
      }
    }
    if isHeading { hideName(&words) }
  }

  private func mark(_ range: Range<Int>, _ kind: MarkdownWords.Kind, _ words: inout MarkdownWords) {
    for index in range { words.set(places[index]..<(places[index] + 1), kind) }
  }

  // MARK: Code, characters

  private mutating func findTicks() {
    var i = text.count - 1
    while i >= 0 {
      guard text[i] == 0x60 else {
        i -= 1
        continue
      }
      let last = i
      while i >= 0, text[i] == 0x60 { i -= 1 }
      ticks[last - i, default: []].append(i + 1)
    }
  }

  /// Past a span of code, or past its first marks where nothing closes it.
  private mutating func codeEnd(_ start: Int, _ words: inout MarkdownWords) -> Int {
    var end = start
    while end < text.count, text[end] == 0x60 { end += 1 }
    let count = end - start
    // those behind are never asked for again
    while let next = ticks[count]?.last, next < end { ticks[count]?.removeLast() }
    guard let close = ticks[count]?.last else { return end }
    // a blank at either end is none of the code
    if close - end > 2, isBlank(end), isBlank(close - 1), !(end..<close).allSatisfy(isBlank) {
      hideBlank(end, &words)
      hideBlank(close - 1, &words)
    }
    return close + count
  }

  /// A line's end comes with what holds the next line, such as the sign of a quotation.
  private func hideBlank(_ i: Int, _ words: inout MarkdownWords) {
    guard text[i] == 0x0A, i > 0, i + 1 < places.count else { return mark(i..<(i + 1), .markup, &words) }
    words.set((places[i - 1] + 1)..<places[i + 1], .markup)
  }

  private func isBlank(_ i: Int) -> Bool {
    text[i] == 0x20 || text[i] == 0x0A
  }

  /// What an entity stands for, and its end. Names that HTML 4 has not may be signs or just letters.
  private func namedScalar(_ start: Int) -> (UInt32?, Int)? {
    guard let stop = text[start..<min(start + 34, text.count)].firstIndex(of: 0x3B), stop > start + 1,
      text[(start + 1)..<stop].allSatisfy({ isASCIILetter($0) || isASCIIDigit($0) || $0 == 0x23 })
    else { return nil }
    return text[(start + 1)..<stop].withUnsafeBufferPointer { (entity($0)?.value, stop + 1) }
  }

  // MARK: Links, pictures, notes

  /// The end of `[^label]` where the label has a note.
  private func noteEnd(_ start: Int) -> Int? {
    guard start + 2 < text.count, text[start + 1] == 0x5E,
      let close = text[start..<min(start + 1002, text.count)].firstIndex(of: 0x5D)
    else { return nil }
    guard names.notes.contains(MarkdownNames.folded(text[(start + 2)..<close])) else { return nil }
    // a link before it is a call
    guard close + 1 < text.count else { return close + 1 }
    if text[close + 1] == 0x28, destinationEnd(close + 1) != nil { return nil }
    if text[close + 1] == 0x5B, let end = labelEnd(close + 1),
      names.links.contains(MarkdownNames.folded(text[(close + 2)..<end]))
    {
      return nil
    }
    return close + 1
  }

  private mutating func bracketEnd(_ at: Int, _ words: inout MarkdownWords) -> Int {
    guard let opener = open.popLast() else { return at + 1 }
    let isActive = opener.isImage || open.count >= firstActive
    firstActive = min(firstActive, open.count)
    guard isActive else { return at + 1 }
    var end: Int?
    if at + 1 < text.count, text[at + 1] == 0x28 { end = destinationEnd(at + 1) }
    if end == nil, at + 1 < text.count, text[at + 1] == 0x5B, let close = labelEnd(at + 1) {
      let label = close == at + 2 ? text[(opener.at + 1)..<at] : text[(at + 2)..<close]
      if names.links.contains(MarkdownNames.folded(label)) { end = close + 1 }
    }
    let isShortcut =
      end == nil && !names.links.isEmpty && at - opener.at < 1000
      && names.links.contains(MarkdownNames.folded(text[(opener.at + 1)..<at]))
    if isShortcut { end = at + 1 }
    guard let end else {
      // what looks like the call of a note and calls none stands as it is written
      let isCall = !opener.isImage && text[opener.at + 1] == 0x5E && at > opener.at + 2
      if isCall { for place in places[opener.at...at] { words.setBare(place..<(place + 1)) } }
      return at + 1
    }
    mark(at..<end, .markup, &words)
    if opener.isImage {
      // the words that stand for a picture are its caption, or not printed
      mark((opener.at - 1)..<(opener.at + 1), .markup, &words)
      for index in (opener.at + 1)..<at { words.soften(places[index]) }
    } else {
      // no link within a link
      firstActive = open.count
    }
    return end
  }

  private func labelEnd(_ start: Int) -> Int? {
    var i = start + 1
    while i < text.count, i - start < 1000, text[i] != 0x5D {
      if text[i] == 0x5B { return nil }
      i += text[i] == 0x5C ? 2 : 1
    }
    return i < text.count && text[i] == 0x5D ? i : nil
  }

  /// The end of `(target "title")`.
  private func destinationEnd(_ start: Int) -> Int? {
    var i = start + 1
    func space() { while i < text.count, text[i] == 0x20 || text[i] == 0x09 || text[i] == 0x0A { i += 1 } }
    space()
    if i < text.count, text[i] == 0x29 { return i + 1 }
    guard let target = MarkdownInlineScanner.targetEnd(text, i) else { return nil }
    i = target
    let before = i
    space()
    if i > before, i < text.count, text[i] != 0x29, let title = MarkdownInlineScanner.titleEnd(text, i) {
      i = title
      space()
    }
    return i < text.count && text[i] == 0x29 ? i + 1 : nil
  }

  static func targetEnd(_ text: [UInt8], _ start: Int) -> Int? {
    var i = start
    guard i < text.count else { return nil }
    if text[i] == 0x3C {
      i += 1
      while i < text.count, text[i] != 0x3E {
        if text[i] == 0x0A || text[i] == 0x3C { return nil }
        i += text[i] == 0x5C ? 2 : 1
      }
      return i < text.count ? i + 1 : nil
    }
    var depth = 0
    while i < text.count, text[i] > 0x20, text[i] != 0x7F {
      if text[i] == 0x5C, i + 1 < text.count, isASCIIPunctuation(text[i + 1]) {
        i += 2
        continue
      }
      if text[i] == 0x28 { depth += 1 }
      if text[i] == 0x29 {
        if depth == 0 { break }
        depth -= 1
      }
      if depth > 32 { return nil }
      i += 1
    }
    return depth == 0 ? min(i, text.count) : nil
  }

  static func titleEnd(_ text: [UInt8], _ start: Int) -> Int? {
    guard start < text.count, [0x22, 0x27, 0x28].contains(text[start]) else { return nil }
    let close: UInt8 = text[start] == 0x28 ? 0x29 : text[start]
    var i = start + 1
    // a title of a page and more is none, and the search for its end is not begun again and again
    while i < text.count, i - start < 4096, text[i] != close { i += text[i] == 0x5C ? 2 : 1 }
    return i < text.count && text[i] == close ? i + 1 : nil
  }

  // MARK: Tags

  private mutating func tagEnd(_ start: Int, _ words: inout MarkdownWords) -> Int {
    if text[start...].starts(with: Array("<!--".utf8)) {
      guard hasCommentEnds else { return start + 1 }
      var i = start + 4
      while i + 2 < text.count, !(text[i] == 0x2D && text[i + 1] == 0x2D && text[i + 2] == 0x3E) { i += 1 }
      guard i + 2 < text.count else {
        hasCommentEnds = false
        return start + 1
      }
      mark(start..<(i + 3), .markup, &words)
      return i + 3
    }
    if let end = MarkdownHTML.unseenEnd(text, start, text.count) {
      mark(start..<end, .markup, &words)
      return end
    }
    if let link = addressEnd(start) { return link }
    guard hasTagEnds, start + 1 < text.count, isASCIILetter(text[start + 1]) || text[start + 1] == 0x2F else {
      return start + 1
    }
    let found = MarkdownHTML.tagEnd(text, start, text.count)
    hasTagEnds = !found.isLast
    guard let end = found.end else { return start + 1 }
    let tag = MarkdownHTML.Tag(text[start..<end])
    guard tag.isHidden(among: &tags) else { return end }
    mark(start..<end, tag.name == "br" ? .boundary : .markup, &words)
    if tag.name == "img" { mark(MarkdownHTML.alternative(text, start..<end), .optional, &words) }
    return end
  }

  /// The end of `http://…` or `www.…` that stands in no brackets: no sign in it is a mark.
  private func bareAddressEnd(_ start: Int) -> Int? {
    guard open.isEmpty,
      let name = ["http://", "https://", "ftp://", "www."].first(where: { text[start...].starts(with: $0.utf8) })
    else { return nil }
    // a name of a protocol begins behind any sign, `www` behind few
    let isApart = start == 0 || text[start - 1] <= 0x20 || [0x2A, 0x5F, 0x7E, 0x28].contains(text[start - 1])
    guard isApart || name != "www." && !isASCIILetter(text[start - 1]) else { return nil }
    var i = start + name.utf8.count
    guard i < text.count, isASCIILetter(text[i]) || isASCIIDigit(text[i]) || text[i] >= 0x80 else { return nil }
    while i < text.count, text[i] > 0x20, text[i] != 0x3C { i += 1 }
    // signs at the end are none of it, neither is a sign that is written by its name
    while i > start, text[i - 1] == 0x3B || Array("?!.,:*_~'\"".utf8).contains(text[i - 1]) {
      let isNamed = text[i - 1] == 0x3B
      i -= 1
      guard isNamed, let first = text[start..<i].lastIndex(where: { !isASCIILetter($0) && !isASCIIDigit($0) }),
        text[first] == 0x26, first + 1 < i
      else { continue }
      i = first
    }
    return max(i, start + 1)
  }

  /// `<https://…>` and `<name@host>` are words.
  private func addressEnd(_ start: Int) -> Int? {
    var i = start + 1
    var hasSign = false
    while i < text.count, text[i] > 0x20, text[i] != 0x3E, text[i] != 0x3C {
      if text[i] == 0x3A || text[i] == 0x40 { hasSign = true }
      i += 1
    }
    return hasSign && i < text.count && text[i] == 0x3E ? i + 1 : nil
  }

  /// The name that a heading gives itself, `{#name}` at its end; hashes behind it make it words.
  private func hideName(_ words: inout MarkdownWords) {
    var end = text.count
    while end > 0, text[end - 1] <= 0x20 { end -= 1 }
    guard end > 3, text[end - 1] == 0x7D, let start = text[..<end].lastIndex(of: 0x7B), start + 1 < end,
      text[..<start].contains(where: { $0 > 0x20 }),
      // with marks in it, or before its brace, it is none
      start == 0 || text[start - 1] != 0x5C, (start..<end).allSatisfy({ words.kinds[places[$0]] == .text })
    else { return }
    // `{#name .class key=value}`, and nothing else
    let asked = text[(start + 1)..<(end - 1)].split { $0 <= 0x20 }
    let isAsked = asked.allSatisfy { $0.first == 0x23 || $0.first == 0x2E || $0 == [0x2D] || $0.contains(0x3D) }
    guard isAsked, asked.contains(where: { $0.first == 0x23 && $0.count > 1 }) else { return }
    mark(start..<end, .markup, &words)
  }
}

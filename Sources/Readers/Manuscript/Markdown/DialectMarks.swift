internal import BookModel
internal import Units

/// What other programs' Markdown has that pandoc's has not, written as pandoc's: bookdown's chunks and theorems, Quarto's
/// layouts, MyST's directives and roles, Markua's attributes, MDX's JSX. `PandocMarks` reads what this writes. A line may
/// become several; each knows the line that it comes from.
struct DialectMarks {
  struct Line {
    var text: Substring
    /// Of the text that was given, from 0.
    var number: Int
  }

  /// The file's name says that what is written like JSX is.
  let isMDX: Bool
  /// Roles or directives of MyST's are in it, so that `%` begins a comment.
  let isMyST: Bool
  /// Lists that TeX's commands ask for, by the options that make them.
  var lists: Set<String> = []
  /// R's code is to be seen unless a cell says otherwise.
  var showsCode = true
  /// What Markua says of all headings from here on.
  var matter: Section.Matter?
  private(set) var lines: [Line] = []
  private(set) var messages: [(MarkdownMessage, number: Int)] = []
  var isChanged = false
  /// Divs that nothing closes, each of which was looked at to the end; past so many none is looked for.
  var openDivs = 0
  static let mostOpenDivs = 64
  /// bookdown's captions by their labels: `(ref:name) words`.
  private(set) var captions: [String: String] = [:]
  /// Definitions of links with attributes behind them (MultiMarkdown).
  private(set) var pictures: [String: (target: String, wishes: String)] = [:]

  /// Whether anything of it may be in a text.
  static func mayStand(in bytes: [UInt8], name: String) -> Bool {
    if name.lowercased().hasSuffix(".mdx") { return true }
    var before: UInt8 = 0x0A
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0x7B, 0x60: return true
      case 0x25, 0x2B, 0x5E: if before == 0x0A { return true }
      case 0x3E: if place > 0, (0x41...0x58).contains(before) { return true }
      case 0x28:
        if ["ref:", "#fig:", "#tab:"].contains(where: { bytes[(place + 1)...].starts(with: $0.utf8) }) { return true }
      case 0x5C: if bytes[(place + 1)...].starts(with: "listof".utf8) { return true }
      case 0x3C: if bytes[(place + 1)...].starts(with: "project:".utf8) { return true }
      case 0x5B: if bytes[(place + 1)...].starts(with: "^^".utf8) { return true }
      case 0x3D: if before != 0x20, bytes[..<place].suffix(6).elementsEqual(" width".utf8) { return true }
      default: break
      }
      before = byte
    }
    return false
  }

  init(_ text: [UInt8], name: String, matter: Section.Matter?) {
    isMDX = name.lowercased().hasSuffix(".mdx")
    self.matter = matter
    var given = text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .map { Line(text: Substring(String(decoding: $1, as: UTF8.self)), number: $0) }
    var head: [Line] = []
    if let front = MarkdownDocument.frontMatter(text) {
      let count = text[..<front.end].count { $0 == 0x0A }
      head = Array(given[..<count])
      given.removeFirst(count)
    }
    isMyST = given.contains { DialectMarks.isMyST($0.text) }
    gather(&given)
    let abstract = Abstract.div(head)
    isChanged = isChanged || !abstract.isEmpty
    lines = head + abstract + made(given, depth: 0)
  }

  private static func isMyST(_ line: Substring) -> Bool {
    // by bytes: braces stand in most lines of a book with formulas
    var rest = line.utf8[...]
    guard let first = rest.firstIndex(of: 0x7B) else { return false }
    if Directive(line) != nil { return true }
    rest = rest[first...]
    while let open = rest.firstIndex(of: 0x7B) {
      rest = rest[open...].dropFirst()
      if roles.contains(where: rest.starts(with:)) { return true }
    }
    return false
  }

  private static let roles = ["ref}`", "eq}`", "numref}`", "doc}`", "term}`", "cite", "math}`"].map { Array($0.utf8) }

  /// Deeper directives are set as they stand.
  private static let deepest = 16

  // MARK: Lines

  mutating func tell(_ message: MarkdownMessage, _ number: Int) { messages.append((message, number)) }

  /// Lines as they are written for `PandocMarks`.
  mutating func made(_ given: [Line], depth: Int) -> [Line] {
    guard depth < DialectMarks.deepest else { return given }
    var out: [Line] = []
    out.reserveCapacity(given.count)
    var index = 0
    while index < given.count {
      let line = given[index]
      // most lines have none of its signs
      guard line.text.utf8.contains(where: DialectMarks.mayBegin) else {
        out.append(line)
        index += 1
        continue
      }
      if let (lines, next) = block(given, index, depth: depth, behind: out.last) {
        isChanged = true
        out += lines
        index = next
        continue
      }
      if let end = DialectMarks.endOfCode(given, index) {
        out += given[index..<end]
        index = end
        continue
      }
      out.append(inline(line))
      index += 1
    }
    return out
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x7B, 0x60, 0x7E, 0x28, 0x3C, 0x3E, 0x25, 0x2B, 0x5B, 0x5E, 0x3A, 0x23, 0x5C: true
    // `import`, `export`
    case 0x69, 0x65: true
    default: false
    }
  }

  /// What a line begins that is no paragraph, and the index behind it.
  private mutating func block(
    _ given: [Line], _ index: Int, depth: Int, behind last: Line?
  ) -> (lines: [Line], next: Int)? {
    let line = given[index]
    guard let sign = line.text.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
    let isFirst = last.map { $0.text.isWhite } ?? true
    switch sign {
    case 0x60, 0x7E:
      return directive(given, index, depth: depth) ?? cell(given, index) ?? captionedCode(given, index)
        ?? computedBlock(given, index)
    case 0x3A:
      return directive(given, index, depth: depth) ?? div(given, index, depth: depth) ?? caption(given, index)
        ?? fieldList(given, index, isFirst: isFirst)
    case 0x7B:
      return attributes(given, index, depth: depth) ?? kramdown(given, index, isFirst: isFirst) ?? braces(given, index)
    case 0x23: return listHeading(given, index) ?? heading(given, index)
    case 0x5C: return theorem(given, index, depth: depth) ?? list(given, index)
    case 0x25, 0x2B: return isMyST ? blockBreak(line, index) : nil
    case 0x5E: return blockName(given, index, isFirst: isFirst)
    case 0x54: return box(given, index, isFirst: isFirst) ?? caption(given, index)
    case 0x41...0x58: return box(given, index, isFirst: isFirst)
    case 0x28: return isCaptionDefinition(line) ? ([], index + 1) : nil
    case 0x5B: return isPictureDefinition(line) ? ([], index + 1) : nil
    case 0x69, 0x65, 0x3C:
      return module(given, index, isFirst: isFirst) ?? labelledHTML(given, index) ?? component(given, index)
    default: return nil
    }
  }

  /// Where a block of code that begins in a line ends; nil where none begins.
  static func endOfCode(_ given: [Line], _ index: Int) -> Int? {
    guard let mark = fence(given[index].text) else { return nil }
    return min(end(ofFence: mark, given, index) + 1, given.count)
  }

  /// The signs that a fence begins with.
  static func fence(_ line: Substring) -> Substring? {
    let rest = line.drop { $0 == " " }
    guard let sign = rest.first, sign == "`" || sign == "~" else { return nil }
    let mark = rest.prefix { $0 == sign }
    guard mark.count >= 3, sign == "~" || !rest.dropFirst(mark.count).contains("`") else { return nil }
    return mark
  }

  /// The line that closes a fence, or the one behind the last.
  static func end(ofFence mark: Substring, _ given: [Line], _ index: Int) -> Int {
    var end = index + 1
    while end < given.count {
      let rest = given[end].text.trimmingBlanks
      if rest.hasPrefix(mark), rest.allSatisfy({ $0 == mark.first }) { return end }
      end += 1
    }
    return end
  }

  /// The line of colons that closes those of a line.
  mutating func end(ofDiv given: [Line], _ index: Int) -> Int? {
    guard openDivs < DialectMarks.mostOpenDivs else { return nil }
    var depth = 0
    var next = index
    while next < given.count {
      if next > index, let mark = DialectMarks.fence(given[next].text) {
        next = DialectMarks.end(ofFence: mark, given, next) + 1
        continue
      }
      let rest = given[next].text.trimmingBlanks
      if rest.hasPrefix(":::") {
        if rest.allSatisfy({ $0 == ":" }) {
          depth -= 1
          if depth == 0 { return next }
        } else {
          depth += 1
        }
      }
      next += 1
    }
    openDivs += 1
    return nil
  }

  /// What is said once of a whole text: captions and definitions.
  private mutating func gather(_ given: inout [Line]) {
    defer {
      // what nothing refers to is text
      captions = captions.filter { name, _ in given.contains { $0.text.dropFirst().contains("(ref:\(name))") } }
    }
    for line in given {
      let first = line.text.utf8.first
      if first == 0x6B || first == 0x6F, line.text.contains("opts_chunk$set("), line.text.contains("echo") {
        let words = line.text.filter { $0 != " " }
        if words.contains("echo=FALSE") || words.contains("echo=F,") || words.contains("echo=F)") { showsCode = false }
      }
      if first == 0x28, let (name, words) = DialectMarks.captionDefinition(line.text) { captions[name] = words }
      if first == 0x5B, let (name, target, wishes) = DialectMarks.pictureDefinition(line.text) {
        pictures[name] = (target, wishes)
      }
    }
  }

  func isCaptionDefinition(_ line: Line) -> Bool {
    DialectMarks.captionDefinition(line.text).map { captions[$0.0] != nil } ?? false
  }
  func isPictureDefinition(_ line: Line) -> Bool { DialectMarks.pictureDefinition(line.text) != nil }

  /// `(ref:name) words`
  private static func captionDefinition(_ line: Substring) -> (String, String)? {
    guard line.hasPrefix("(ref:"), let close = line.firstIndex(of: ")") else { return nil }
    let words = line[line.index(after: close)...].trimmingBlanks
    return words.isEmpty ? nil : (String(line[..<close].dropFirst(5)), String(words))
  }

  /// `[wave]: wave.svg "A wave" width=200px`
  private static func pictureDefinition(_ line: Substring) -> (String, String, String)? {
    guard line.hasPrefix("["), let close = line.firstRange(of: "]: "), line[close.upperBound...].contains("="),
      let start = [" width=", " height=", " class=", " id="].compactMap({ line.firstRange(of: $0)?.lowerBound }).min(),
      start > close.upperBound
    else { return nil }
    return (
      line[..<close.lowerBound].dropFirst().lowercased(), String(line[close.upperBound..<start].trimmingBlanks),
      String(line[start...].trimmingBlanks)
    )
  }
}

extension MarkdownReader {
  /// A file's text without what only other programs have, with where its lines come from.
  func withDialectMarks(_ input: MarkdownInput, _ text: [UInt8]) -> (
    text: [UInt8], parts: [MarkdownInput.Part], messages: [(MarkdownMessage, line: Int)]
  ) {
    let hasAbstract = MarkdownDocument.frontMatter(text).map { Abstract.mayStand(in: text[..<$0.end]) } ?? false
    guard hasAbstract || DialectMarks.mayStand(in: text, name: input.name), !PandocMarks.hasEndlessLetter(text) else {
      return (text, input.parts, [])
    }
    let marks = DialectMarks(text, name: input.name, matter: matterAsked)
    matterAsked = marks.matter
    for list in marks.lists { optionsAsked[list] = ["yes"] }
    let messages = marks.messages.map { message, number in
      (message, line: marks.lines.firstIndex { $0.number >= number } ?? max(marks.lines.count - 1, 0))
    }
    let isSame = marks.lines.indices.allSatisfy { marks.lines[$0].number == $0 }
    guard marks.isChanged || !messages.isEmpty else { return (text, input.parts, messages) }
    var parts = input.parts
    if !isSame {
      // a new part wherever the count of lines leaps
      parts = []
      let given = input.parts.isEmpty ? [MarkdownInput.Part(first: 0, name: input.name, line: 1)] : input.parts
      var part = 0
      var expected = -1
      for (index, line) in marks.lines.enumerated() {
        let old = part
        while part + 1 < given.count, given[part + 1].first <= line.number { part += 1 }
        if line.number != expected || part != old {
          parts.append(
            MarkdownInput.Part(
              first: index, name: given[part].name, line: given[part].line + line.number - given[part].first))
        }
        expected = line.number + 1
      }
    }
    return (Array(marks.lines.map(\.text).joined(separator: "\n").utf8), parts, messages)
  }
}

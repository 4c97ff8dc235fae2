/// A block between two lines of backticks or tildes, as far as pandoc's marks within it depend on it.
struct PandocFence {
  /// What ends it.
  let mark: Substring
  /// The first word behind the mark where it names a block whose contents are Markdown.
  let book: String?

  /// A line without the blanks with which a fence or a heading may begin.
  static func begun(_ line: Substring) -> Substring {
    let spaces = line.utf8.prefix { $0 == 0x20 }.count
    return spaces <= 3 ? line.dropFirst(spaces) : line
  }

  /// Whether a line begins a block of HTML that a blank line ends (CommonMark 0.31, 4.6, kinds 6 and 7).
  /// - Parameter isFirst: no paragraph goes on there.
  static func beginsHTML(_ begun: Substring, isFirst: Bool) -> Bool {
    guard begun.utf8.first == UInt8(ascii: "<") else { return false }
    let isEnd = begun.hasPrefix("</")
    let tag = begun.dropFirst(isEnd ? 2 : 1)
    let name = tag.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard !name.isEmpty else { return false }
    let rest = tag.dropFirst(name.count)
    if elements.contains(name.lowercased()) {
      return rest.first.map { $0.isWhitespace || $0 == ">" } ?? true || rest.hasPrefix("/>")
    }
    // a tag alone
    let line = rest.drop { $0 != ">" }
    return isFirst && line.hasPrefix(">") && line.dropFirst().allSatisfy(\.isWhitespace)
  }

  private static let elements = LeftOutTags.ofBlock.subtracting(["hgroup", "pre", "search", "textarea"]).union([
    "base", "basefont", "frame", "frameset", "iframe", "link", "menuitem", "noframes", "optgroup", "param", "title",
    "track",
  ])

  /// Nil for a line that opens none.
  init?(_ begun: Substring, books: some Collection<String>) {
    guard begun.hasPrefix("```") || begun.hasPrefix("~~~") else { return nil }
    mark = begun.prefix { $0 == begun.first }
    let info = begun.dropFirst(mark.count)
    // code within a line stands between backticks, too
    guard mark.first == "~" || !info.utf8.contains(0x60) else { return nil }
    // the first word alone names a fence
    let word = info.split(whereSeparator: \.isWhitespace).first ?? ""
    // strings of many marks are compared in their square; no name is as long
    let name = word.utf8.count > 64 ? "" : word.lowercased()
    book = books.contains(name) ? name : nil
  }

  func isClosed(by begun: Substring) -> Bool {
    begun.hasPrefix(mark) && begun.allSatisfy { $0 == mark.first || $0 == " " || $0 == "\r" }
  }
}

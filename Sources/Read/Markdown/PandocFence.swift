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

  /// Nil for a line that opens none.
  init?(_ begun: Substring, books: some Collection<String>) {
    guard begun.hasPrefix("```") || begun.hasPrefix("~~~") else { return nil }
    mark = begun.prefix { $0 == begun.first }
    let info = begun.dropFirst(mark.count)
    // code within a line stands between backticks, too
    guard mark.first == "~" || !info.utf8.contains(0x60) else { return nil }
    // the first word alone names a fence
    let name = info.split(whereSeparator: \.isWhitespace).first?.lowercased() ?? ""
    book = books.contains(name) ? name : nil
  }

  func isClosed(by begun: Substring) -> Bool {
    begun.hasPrefix(mark) && begun.allSatisfy { $0 == mark.first || $0 == " " || $0 == "\r" }
  }
}
